//! The names of faults, by which they are explained: several problems that an author sees as one have one name.

use super::error::Problem;

/// What a fault is called, in kebab case.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    strum::IntoStaticStr,
    strum::VariantArray,
)]
#[strum(serialize_all = "kebab-case")]
pub enum FaultName {
    /// A word that several sets define, or a name on cards of several sets.
    AmbiguousName,
    /// A keyword that calls itself.
    CallsItself,
    /// A card whose face has no text.
    CardWithoutText,
    /// A status that depends on what is settled later, or on itself.
    CircularStatus,
    /// A condition that is always true, or never.
    DecidesNothing,
    /// A name that is defined twice.
    DefinedTwice,
    /// Files that extend each other in a circle.
    ExtendsCircle,
    /// A lasting effect of a face-down card.
    FaceDownEffect,
    /// Invisible characters, and such as control the terminal.
    HiddenCharacter,
    /// What cannot be, be known or be done there.
    Impossible,
    /// Something is not allowed in its place.
    Misplaced,
    /// A clause that a text needs.
    MissingClause,
    /// A key that a section needs.
    MissingKey,
    /// A warning that is allowed without a reason.
    MissingReason,
    /// A name that is given twice within one text.
    NameTaken,
    /// One of several abilities without a name.
    NamelessAbility,
    /// A kind or set that a recipe names twice.
    NamedTwice,
    /// A cause that never causes this.
    NeverCaused,
    /// A name that its text never uses.
    NeverUsed,
    /// A rule or reading that depends on more than disputes.
    NotADispute,
    /// A card that is not where it must be.
    NotThere,
    /// The file is not TOML.
    NotToml,
    /// Readings of one text that differ in more than they may.
    ReadingsDiffer,
    /// Readings of one text that can apply at once.
    ReadingsOverlap,
    /// A recipe in the place of a set.
    RecipeAsSet,
    /// `it`, `them` or `that player` without anything before it.
    RefersToNothing,
    /// Players would learn a hidden card.
    RevealsSecret,
    /// Two branches of one name.
    SameBranch,
    /// A second clause where one is allowed.
    SecondClause,
    /// Braces in the sentence of a keyword.
    SentenceParameters,
    /// One for several, or several for one.
    SingularOrPlural,
    /// A text that cannot be read.
    Syntax,
    /// A text with escapes.
    TextEscape,
    /// A text on no card.
    TextWithoutCard,
    /// A text that takes too many steps, or needs too much.
    TooComplex,
    /// Fewer victory cards than players.
    TooFewVictories,
    /// More than there may be.
    TooMany,
    /// A key that a section does not have.
    UnknownKey,
    /// A name that nothing has.
    UnknownName,
    /// A file that cannot be read.
    UnreadableFile,
    /// A name that texts or moves cannot use.
    UnusableName,
    /// Arguments that a keyword does not take.
    WrongArguments,
    /// Something that is no cost, or a cost that comes late.
    WrongCost,
    /// Kinds that do not fit a draft.
    WrongDraft,
    /// Another version of the language, or none.
    WrongLanguage,
    /// Another type of thing than is needed.
    WrongType,
    /// A value that its key does not take.
    WrongValue,
    /// Weights that do not fit.
    WrongWeights,
}

impl FaultName {
    /// All of them, by name.
    pub const ALL: &[FaultName] = <FaultName as strum::VariantArray>::VARIANTS;

    /// As files and reports say it: `unknown-name`.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

impl Problem {
    /// What it is called.
    pub(crate) fn name(&self) -> FaultName {
        match self {
            Problem::Plain { name, .. } => *name,
            Problem::Syntax { .. } => FaultName::Syntax,
            Problem::Unknown { .. } => FaultName::UnknownName,
            Problem::Twice { .. } => FaultName::DefinedTwice,
            Problem::WrongType { .. } | Problem::Several { .. } | Problem::NotASet { .. } => {
                FaultName::WrongType
            }
            Problem::Miscounted { .. } => FaultName::SingularOrPlural,
            Problem::Misplaced { .. } => FaultName::Misplaced,
            Problem::NothingForIt | Problem::NothingForThem => FaultName::RefersToNothing,
            Problem::Decided { .. } => FaultName::DecidesNothing,
            Problem::Unused { .. } => FaultName::NeverUsed,
            Problem::LeftOut { .. } | Problem::LooseBrace => FaultName::SentenceParameters,
            Problem::Rebound { .. } => FaultName::NameTaken,
            Problem::Recursion { .. } => FaultName::CallsItself,
            Problem::AsksTooMuch { .. }
            | Problem::CallsTooDeep { .. }
            | Problem::WrittenOut { .. }
            | Problem::RunsTooLong { .. }
            | Problem::TooManyRegisters { .. } => FaultName::TooComplex,
            Problem::WrongArguments { .. } | Problem::WrongPreposition { .. } => {
                FaultName::WrongArguments
            }
            Problem::LateCost | Problem::NotACost => FaultName::WrongCost,
            Problem::NamelessAbility => FaultName::NamelessAbility,
            Problem::SameBranch { .. } => FaultName::SameBranch,
            Problem::HiddenLasting => FaultName::FaceDownEffect,
            Problem::SettledLater { .. } => FaultName::CircularStatus,
            Problem::Tells { .. } | Problem::AsksUnasked { .. } => FaultName::RevealsSecret,
            Problem::NeverHappens { .. } => FaultName::NeverCaused,
            Problem::Away { .. } | Problem::SwapsNothing => FaultName::NotThere,
            Problem::SecondClause { .. } => FaultName::SecondClause,
            Problem::MissingClause { .. } => FaultName::MissingClause,
            Problem::ReadingsMeet { .. } => FaultName::ReadingsOverlap,
            Problem::ReadsOtherwise { .. } => FaultName::ReadingsDiffer,
            Problem::NotSettled => FaultName::NotADispute,
            Problem::TooMany { .. } => FaultName::TooMany,
            Problem::WrongDraft { .. } => FaultName::WrongDraft,
        }
    }
}

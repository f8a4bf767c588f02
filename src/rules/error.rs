//! What is wrong with a file, a recipe or a setting: one fault each, at its place, with the next step.

use std::io::{self, ErrorKind};
use std::path::Path;

pub use super::near::{list, near};
pub use super::report::{Fault, Report};
use crate::verbs::{costs, makers};
pub(super) use crate::wording::{LANGUAGE, LANGUAGE_SAID};
use crate::wording::{
    chain, never_happens, other_language, same_kind, settled_later, tells, to_write, too_many,
};
use lang::phrases::Fix;
use text::{Happening, Span, plural, reason};

/// What can be wrong. The wording stands beside the variant.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    #[error("{0}")]
    Toml(String),
    #[error("{reason}")]
    /// With its text, where it stands in one, and what to write in the place of the clause.
    Syntax {
        reason: String,
        help: Option<String>,
        within: Option<Span>,
        fix: Option<Box<Fix>>,
    },
    #[error("`{path}` cannot be read: {why}")]
    Unreadable {
        path: String,
        kind: ErrorKind,
        why: String,
    },
    #[error("no {what} is called `{name}`")]
    Unknown {
        what: &'static str,
        name: String,
        help: String,
    },
    #[error("`{key}` has no meaning in {place}")]
    UnknownKey {
        key: String,
        place: String,
        help: String,
    },
    #[error("{place} lacks `{key}`")]
    MissingKey { key: &'static str, place: String },
    #[error("`{key}` is not {wanted}")]
    WrongValue { key: String, wanted: &'static str },
    #[error("{0}")]
    Weights(&'static str),
    #[error("a text is written without escapes")]
    EscapedText,
    #[error(
        "the sign `{sign}` steers terminals, breaks lines, turns text round or is seen by nobody"
    )]
    Steering { sign: String },
    #[error("`{name}` is defined twice")]
    Twice { name: String, first: String },
    #[error("`{name}` is there already, and is the same in all games")]
    Sole { name: String, first: String },
    #[error("no text can say `{name}`")]
    Unsayable { name: String, why: String },
    #[error("`{name}` cannot be written in a position or a move")]
    UnwritableName { name: String },
    #[error("a {found} stands where a {wanted} is needed")]
    WrongType {
        wanted: &'static str,
        found: &'static str,
    },
    #[error("`{found}` is not what so many are called")]
    Miscounted { found: String, wanted: String },
    #[error("`{name}` is several {found}s, and one is needed")]
    Several { name: String, found: &'static str },
    #[error("`{name}` is not a set")]
    NotASet { name: String },
    #[error("{what} has no place in {place}")]
    Misplaced {
        what: &'static str,
        place: &'static str,
        help: &'static str,
    },
    #[error("`it` stands for nothing here")]
    NothingForIt,
    #[error("`them` stands for nothing here")]
    NothingForThem,
    #[error("this {} holds", if *always { "always" } else { "never" })]
    Decided { always: bool, help: &'static str },
    #[error("`{name}` is never used")]
    Unused { name: String },
    #[error("the parameter `{name}` is not said")]
    LeftOut { name: String },
    #[error("the braces of this sentence do not pair")]
    LooseBrace,
    #[error("`{name}` already means something else here")]
    Rebound { name: String },
    #[error("`{name}` calls itself")]
    Recursion { name: String, through: Vec<String> },
    #[error("what is asked here {what}")]
    AsksTooMuch { what: String, most: u64 },
    #[error("{name} calls keywords that call keywords, {} deep", through.len())]
    CallsTooDeep {
        name: String,
        most: usize,
        through: Vec<String>,
    },
    #[error("{name} comes to {count} statements{}", if through.is_empty() { "" } else { " when its keywords are written out" })]
    WrittenOut {
        name: String,
        count: u64,
        most: u64,
        through: Vec<String>,
    },
    #[error("what is repeated here takes at least {steps} steps")]
    RunsTooLong { steps: u64, most: u32 },
    #[error("`{keyword}` takes {wanted}")]
    WrongArguments {
        keyword: String,
        wanted: String,
        usage: String,
    },
    #[error("`{keyword}` has no `{preposition}` here")]
    WrongPreposition {
        keyword: String,
        preposition: String,
        usage: String,
    },
    #[error("a cost is paid first")]
    LateCost,
    #[error("this is no cost")]
    NotACost,
    #[error("several abilities of a building need a name each")]
    NamelessAbility,
    #[error("the two branches are both called `{label}`")]
    SameBranch { label: String },
    #[error("a face-down card cannot have a lasting effect")]
    HiddenLasting,
    #[error("{}", settled_later(own, read))]
    SettledLater { own: String, read: String },
    #[error("{}", tells(*to_all))]
    Tells { to_all: bool, own: bool },
    #[error("`{name}` may ask for what only the player who is asked has")]
    AsksUnasked { name: String },
    #[error("{}", never_happens(name, *moment))]
    NeverHappens { name: String, moment: Happening },
    #[error("`this` is no building here, and lies in no stack or hand")]
    Away { help: &'static str },
    #[error("a swap with what is in no hand does nothing")]
    SwapsNothing,
    #[error("there is a second {what}")]
    SecondClause { what: &'static str },
    #[error("{place} needs {what}")]
    MissingClause { place: String, what: &'static str },
    #[error("two readings of one text can hold at once")]
    ReadingsMeet { both: String },
    #[error("this reading has other {what} than the printed text")]
    ReadsOtherwise { what: &'static str },
    #[error("`{name}` is on no card")]
    NoCard { name: String, near: Option<String> },
    #[error("`{name}` has no text")]
    NoText { name: String, section: String },
    #[error("`{name}` is no value of the dispute `{dispute}`")]
    NoValue {
        name: String,
        dispute: String,
        help: String,
    },
    #[error("the rule does not depend on disputes alone")]
    NotSettled,
    #[error("the text needs more than {most} things at a time")]
    TooManyRegisters { most: usize },
    #[error("{}", too_many(*count, what))]
    TooMany {
        what: &'static str,
        count: usize,
        most: usize,
    },
    #[error("a game of {most} players needs {most} victory cards, not {count}")]
    TooFewVictories { count: usize, most: usize },
    #[error("`{name}` is a recipe, not a set")]
    NoSet { name: String, circle: Vec<String> },
    #[error("`{name}` is on cards of several sets")]
    Ambiguous { name: String, choices: Vec<String> },
    #[error("{}", other_language(*found))]
    Language { found: Option<u8> },
    #[error("`{name}` is a word of several sets")]
    Whose { name: String, sets: Vec<String> },
    #[error("{}", same_kind(name, first))]
    KindTwice { name: String, first: String },
    #[error("`{recipe}` draws {}, not {found}", plural(*wanted as u64, "kind"))]
    WrongDraft {
        recipe: String,
        wanted: usize,
        found: usize,
    },
    #[error("`{recipe}` names its kinds itself")]
    NoDraft { recipe: String },
    #[error("the warning `{warning}` is allowed without a reason")]
    Unreasoned { warning: &'static str },
}

impl Problem {
    pub(super) fn unreadable(path: &Path, error: &io::Error) -> Problem {
        Problem::Unreadable {
            path: path.to_string_lossy().into_owned(),
            kind: error.kind(),
            why: reason(error),
        }
    }

    /// What was expected at the words.
    pub(super) fn label(&self) -> String {
        match self {
            Problem::Toml(_) | Problem::Weights(_) | Problem::Syntax { .. } => "here".into(),
            Problem::Steering { .. } => "expected what can be read on one line".into(),
            Problem::Unreadable { .. } | Problem::NoText { .. } => "named here".into(),
            Problem::Unknown { what: "action", .. } => "expected an action".into(),
            Problem::Unknown { what: wanted, .. } | Problem::WrongType { wanted, .. } => {
                format!("expected a {wanted}")
            }
            Problem::UnknownKey { .. } => "unknown key".into(),
            Problem::MissingKey { key, .. } => format!("expected `{key}` in here"),
            Problem::WrongValue { wanted, .. } => format!("expected {wanted}"),
            Problem::EscapedText => "expected a text between ''' and '''".into(),
            Problem::Twice { .. } => "the second definition".into(),
            Problem::Sole { .. } => "a second one".into(),
            Problem::Unsayable { .. } => "expected a name that texts can say".into(),
            Problem::UnwritableName { .. } => "expected a plain name".into(),
            Problem::Miscounted { wanted, .. } => format!("expected `{wanted}`"),
            Problem::Several { found, .. } => format!("expected one {found}"),
            Problem::NotASet { .. } => "expected several things".into(),
            Problem::Misplaced { .. } => "not here".into(),
            Problem::Decided { .. } => "nothing is asked".into(),
            Problem::NothingForIt | Problem::NothingForThem => "nothing was chosen before".into(),
            Problem::Unused { .. } => "named, but never read".into(),
            Problem::LeftOut { name } => format!("expected `{{{name}}}` in here"),
            Problem::LooseBrace => "expected names between { and }".into(),
            Problem::Rebound { .. } => "expected a new name".into(),
            Problem::Recursion { .. } => "the call that closes the circle".into(),
            Problem::AsksTooMuch { most, .. } => format!("expected at most {most}"),
            Problem::WrittenOut { most, .. } => format!("expected at most {most} in all"),
            Problem::RunsTooLong { most, .. } => format!("expected at most {most}"),
            Problem::WrongArguments { wanted, .. } => format!("expected {wanted}"),
            Problem::WrongPreposition { .. } => "unexpected".into(),
            Problem::LateCost => "expected before everything else".into(),
            Problem::NotACost => format!("expected {}", costs(|verb| format!("`{verb}`"))),
            Problem::NamelessAbility => "expected a name after `use`".into(),
            Problem::SameBranch { .. } => "one of them needs another word".into(),
            Problem::HiddenLasting => "expected `while this is face up`".into(),
            Problem::SettledLater { .. } => "not yet known".into(),
            Problem::Tells { .. } => "read here".into(),
            Problem::AsksUnasked { .. } => "to have none of it would be seen here".into(),
            Problem::NeverHappens { .. } => "never a cause".into(),
            Problem::Away { .. } => "never so".into(),
            Problem::SwapsNothing => "expected a card of a hand".into(),
            Problem::SecondClause { .. } => "the second one".into(),
            Problem::MissingClause { what, .. } => format!("expected {what}"),
            Problem::ReadingsMeet { both } => format!("with another one where {both}"),
            Problem::ReadsOtherwise { what } => format!("expected the same {what}"),
            Problem::NoCard { .. } => "expected on a card".into(),
            Problem::NoValue { .. } => "expected one of its values".into(),
            Problem::NotSettled => "expected questions about disputes only".into(),
            Problem::TooManyRegisters { .. } => "in this text".into(),
            Problem::CallsTooDeep { most, .. } | Problem::TooMany { most, .. } => {
                format!("expected at most {most}")
            }
            Problem::TooFewVictories { most, .. } => format!("expected at least {most}"),
            Problem::NoSet { .. } => "expected a file of cards".into(),
            Problem::Ambiguous { .. } => "expected one kind".into(),
            Problem::Language { .. } => format!("expected `language = {LANGUAGE}`"),
            Problem::Whose { .. } => "of which set?".into(),
            Problem::KindTwice { .. } => "named again here".into(),
            Problem::WrongDraft { wanted, .. } => {
                format!("expected {}", plural(*wanted as u64, "kind"))
            }
            Problem::NoDraft { .. } => "expected no kinds".into(),
            Problem::Unreasoned { .. } => "expected a reason".into(),
        }
    }

    /// The next step.
    pub(super) fn help(&self) -> Option<String> {
        Some(match self {
            Problem::Weights(_) => "`brink train RECIPE --out FILE` learns them anew".into(),
            Problem::Toml(_) => "a file is written in TOML: see `docs/authoring.md`".into(),
            Problem::Syntax { fix: Some(fix), .. } => to_write(&fix.texts),
            Problem::Syntax { help, .. } => return help.clone(),
            Problem::Unreadable { kind: ErrorKind::InvalidData, .. } => {
                "save it as text in UTF-8, or name another file".into()
            }
            Problem::Unreadable { kind: ErrorKind::FileTooLarge, .. } => "cut it into several files".into(),
            Problem::Unreadable { kind: ErrorKind::InvalidInput, .. } => "check the path: a plain file is needed".into(),
            Problem::Unreadable { .. } => "check the path and its permissions".into(),
            Problem::Unknown { help, .. } | Problem::UnknownKey { help, .. } | Problem::NoValue { help, .. } => {
                help.clone()
            }
            Problem::MissingKey { key, .. } => format!("write `{key} = ...`"),
            Problem::WrongValue { key, wanted, .. } => format!("write {wanted} after `{key} =`"),
            Problem::Steering { .. } => "leave it out: names, titles and sentences are plain".into(),
            Problem::EscapedText => "write the text between ''' and ''', where a backslash is itself".into(),
            Problem::Twice { first, .. } => format!("{first}; choose another name"),
            Problem::Sole { first, .. } => format!(
                "{first}, and no set brings another: leave it out; what tables read otherwise of it `brink disputes` lists"
            ),
            Problem::Unsayable { why, .. } => why.clone(),
            Problem::UnwritableName { .. } => {
                "use letters, those of a word of one script and with two marks at most, digits, single blanks and signs such as ' - . ! &, and nothing that is a label, such as `decline` or `p2`"
                    .into()
            }
            Problem::WrongType { wanted: "card", found: "building" } => {
                "say `the top of it` for the card on top of a building".into()
            }
            Problem::WrongType { wanted: "building", found: "card" } => {
                "say `the building under it` for where a card is stacked".into()
            }
            Problem::WrongType { wanted: "player", found: "building" | "card" } => {
                "say `its owner` for the player whose nation it is in".into()
            }
            Problem::WrongType { found: "set of several", wanted } => {
                format!("put `a` before it to choose one {wanted}, or go through them: `for each ...`, and there `it`")
            }
            Problem::WrongType { wanted: "target", .. } => {
                "only stacks and stacked cards are targets: leave `target` out".into()
            }
            Problem::WrongType { wanted: "condition", .. } => {
                "compare it, or name a condition before: `let NAME be whether ...`".into()
            }
            Problem::WrongType { wanted: "player" | "building" | "card" | "place", found: _ } => {
                "choose one before it, `choose ... as NAME`, or say `a ...` here".into()
            }
            Problem::WrongType { wanted: "thing", found: "number" } => {
                "a number is compared, as in `NAME is at least 3`; elsewhere put a thing here".into()
            }
            Problem::WrongType { wanted, .. } => format!("put a {wanted} here"),
            Problem::Miscounted { wanted, .. } => format!("write `{wanted}` here"),
            Problem::Several { name, .. } => {
                format!("say `one of {name}`, `the first of {name}`, or `for each of {name}`")
            }
            Problem::NotASet { name } => format!("say `{name}` without `a` or `each`"),
            Problem::Misplaced { help, .. } | Problem::Decided { help, .. } => (*help).into(),
            Problem::NothingForIt => "choose it before, `choose ...`, or go through several, `for each ...`; a card that is drawn has a name after `take the top card of the deck as fresh`".into(),
            Problem::NothingForThem => {
                "`them` are those that the last counted statement picked, such as `look at 2 tops`; one that you choose gets a name, `choose a building as spot`".into()
            }
            Problem::Unused { name } => format!("use `{name}` or leave it out"),
            Problem::LeftOut { name } => format!("say `{{{name}}}` where a reader looks for it"),
            Problem::LooseBrace => "put each name between `{` and `}`".into(),
            Problem::Rebound { .. } => "choose another name".into(),
            Problem::Recursion { through, .. } => {
                format!("card text always ends: break the circle {}", chain(through))
            }
            Problem::AsksTooMuch { what, .. } if what.starts_with("may look") => {
                "play with fewer cards (fewer kinds or copies in the recipe), or ask for less at a time: a set inside the \
                 condition of a set is looked through for each of its things"
                    .into()
            }
            Problem::AsksTooMuch { .. } => {
                "ask for less at a time: what a keyword passes on is written out wherever it is used, and a set inside the \
                 condition of a set is looked through for each of its things"
                    .into()
            }
            Problem::CallsTooDeep { through, .. } => format!("shorten the chain {}", chain(through)),
            Problem::WrittenOut { through, .. } if through.is_empty() => "do less in one text".into(),
            Problem::WrittenOut { through, .. } => {
                format!("most of it comes with {}: call keywords less often there", chain(through))
            }
            Problem::RunsTooLong { .. } => {
                "a text that takes more in one decision is cut off (END-1): repeat it less often".into()
            }
            Problem::WrongArguments { usage, .. } | Problem::WrongPreposition { usage, .. } => {
                format!("it is used as `{usage}`")
            }
            Problem::LateCost => "move `pay ...` to the beginning of the ability".into(),
            Problem::NotACost => format!("pay by {} something", costs(|verb| format!("{}ing", verb.trim_end_matches('e')))),
            Problem::NamelessAbility => "write a name in quotes after `use`".into(),
            Problem::SameBranch { .. } => {
                "give both a condition, so that never both can be taken, or another word".into()
            }
            Problem::HiddenLasting => "begin with `while this is face up, ...`".into(),
            Problem::SettledLater { own, .. } => {
                format!("whether something is `{own}` may depend only on what is settled earlier")
            }
            Problem::Tells { to_all: true, own: true } => {
                "`show` it first, or leave it to the player who knows it: `you may choose ...`, or a branch beside one without a \
                 condition"
                    .into()
            }
            Problem::Tells { to_all: true, own: false } => {
                "turn it up first, with `show` or `flip`, or speak of cards `that are face up`".into()
            }
            Problem::Tells { to_all: false, .. } => {
                "`look at`, `show` or `flip` it first, or speak of cards `that are face up`".into()
            }
            Problem::AsksUnasked { .. } => "let the player decline: `you may choose ...` in the keyword".into(),
            Problem::NeverHappens { moment, .. } => {
                let what = match moment {
                    Happening::Revealed => " cards",
                    Happening::Destroyed => " buildings",
                    _ => "",
                };
                format!("name keywords that {}{what}, or say `by anything`", makers(*moment))
            }
            Problem::Away { help } => (*help).into(),
            Problem::SwapsNothing => "swap a building with a card in a hand; `build` or `put` other cards".into(),
            Problem::SecondClause { .. } => "join the two into one".into(),
            Problem::MissingClause { what, .. } => format!("write {what}"),
            Problem::ReadingsMeet { both } => format!("write a reading for both, too: `if = {{ {both} }}`"),
            Problem::ReadsOtherwise { what } => format!("a game may go on under either reading: keep the {what}"),
            Problem::NoCard { near: Some(near), .. } => format!("did you mean `{near}`, which has no text?"),
            Problem::NoCard { .. } => "add a `[[card]]` or `[[victory]]` with it, or remove it".into(),
            Problem::NoText { section, name } => {
                format!("add `[{section}.\"{name}\"]` with a `text`, which may be empty")
            }
            Problem::NotSettled => "compare disputes with their values, as in `\"dispute\" is \"value\"`".into(),
            Problem::TooManyRegisters { .. } => "split the text into keywords with less in them".into(),
            Problem::TooMany { what: "letters of one name", .. } => "call it something shorter".into(),
            Problem::TooMany { what: "numbers that one choice offers", .. } => "choose out of fewer numbers".into(),
            Problem::TooMany { what: "kinds of the same victory card", .. } => {
                "name the one that all have, `victory-cards = [\"NAME\"]`, or deal a card to each, `victory = \"random\"`".into()
            }
            Problem::TooMany { what: "files in a row that extend each other", .. } => {
                "write in this file what it takes from there, and leave its `extends` out".into()
            }
            Problem::TooMany { what: "cards", .. } => "leave some out, or make fewer copies".into(),
            Problem::TooMany { what: "shields of one hand", .. } => "a shield is a card of the hand: `shields` is at most `hand`".into(),
            Problem::TooMany { what: "cards for the hands of two players", .. } => "deal fewer, or make more copies".into(),
            Problem::TooMany { .. } => "leave some out".into(),
            Problem::TooFewVictories { .. } => "add victory cards, or copies of them: `victory-cards = [{ kind = \"NAME\", copies = 6 }]`".into(),
            Problem::NoSet { circle, .. } if circle.is_empty() => "name the sets that it is made of".into(),
            Problem::NoSet { circle, .. } => {
                format!("recipes are made of sets alone: break the circle {}", chain(circle))
            }
            Problem::Ambiguous { choices, .. } => format!("say which: {}", list(choices)),
            Problem::Language { found: Some(found) } if *found > LANGUAGE => "a newer Brink reads it".into(),
            Problem::Language { .. } => format!(
                "write `language = {LANGUAGE}` below the title and check again: whatever reads otherwise now is told at its place"
            ),
            Problem::Whose { sets, .. } => format!("it is of {}: say at the top of the file whose is meant, `uses = [...]`", list(sets)),
            Problem::KindTwice { .. } => "name each kind once, by either face of its card".into(),
            Problem::WrongDraft { wanted, .. } => format!("name {}, each once", plural(*wanted as u64, "kind")),
            Problem::NoDraft { .. } => "leave the kinds out, or take a recipe that drafts".into(),
            Problem::Unreasoned { warning } => format!("say why it is meant: `allow = [\"{warning}: WHY\"]`"),
        })
    }
}

//! The warnings there are: one table, by which they are told, allowed and described; and the readers of `allow`.

use super::error::{FaultName, Problem};
use super::table::Table;
use text::Spanned;

macro_rules! warnings {
    ($($variant:ident = $name:literal, $meaning:literal, $help:literal;)*) => {
        /// A sort of what is told of files that are right, and perhaps not meant so.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Warning {
            $(#[doc = $meaning] $variant,)*
        }

        impl Warning {
            /// All of them, by name.
            pub const ALL: &[Warning] = &[$(Warning::$variant),*];

            /// Its name, what it means, and the next step.
            fn row(self) -> [&'static str; 3] {
                match self {
                    $(Warning::$variant => [$name, $meaning, $help],)*
                }
            }
        }
    };
}

warnings! {
    ConstantCondition = "constant-condition", "a condition is always true in its place, or never",
        "remove the condition, or test something that can change";
    EmptyPlayers = "empty-players", "a text ends if there is no such player, and the rest of it is skipped",
        "move the rest before it, or make only what needs the player conditional: `if there is a player that has no buildings, \
            draw a card`";
    FreeRepeat = "free-repeat", "an ability costs nothing, has no limit, and leaves things as they were",
        "give it a limit, `once a turn`, or a cost, `pay ...`";
    NeverHappens = "never-happens", "a text waits for, asks for or wins by something that never happens",
        "let a text cause it, or remove it";
    NoEffect = "no-effect", "a sentence does nothing",
        "remove it, or write what you mean";
    Ring = "ring", "buildings disable, rename or lend texts to each other in a ring",
        "remove one of the ring, or apply it to other buildings";
    UnusedAllow = "unused-allow", "a file allows a warning that it does not cause",
        "remove the entry";
    UnusedName = "unused-name", "a word is declared, but no text uses it",
        "use it, or remove its section";
    WonAtStart = "won-at-start", "a victory condition is met before the first turn",
        "ask for more than players begin with";
}

/// What decides whether a warning is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum HangsOn {
    Text,
    /// The more files there are, the fewer it is told of.
    Files,
    Recipe,
}

impl Warning {
    /// How it is called in files and reports.
    pub fn name(self) -> &'static str {
        self.row()[0]
    }

    /// What it means, in one line.
    pub fn meaning(self) -> &'static str {
        self.row()[1]
    }

    /// The next step.
    pub(super) fn help(self) -> &'static str {
        self.row()[2]
    }

    /// Whether it is told hangs on the text alone, on all files, or on a recipe.
    pub(super) fn hangs_on(self) -> HangsOn {
        match self {
            Warning::ConstantCondition
            | Warning::EmptyPlayers
            | Warning::FreeRepeat
            | Warning::UnusedAllow => HangsOn::Text,
            Warning::NeverHappens | Warning::NoEffect | Warning::UnusedName => HangsOn::Files,
            Warning::Ring | Warning::WonAtStart => HangsOn::Recipe,
        }
    }

    /// The one of that name.
    pub fn called(name: &str) -> Option<Warning> {
        Warning::ALL
            .iter()
            .copied()
            .find(|warning| warning.name() == name)
    }

    /// The page that describes it.
    pub fn page(self) -> String {
        format!("docs/errors.md#{}", self.name())
    }
}

/// A section of a file, by what it is of and its name: `("keyword", "erupt")`.
pub(super) type Section = (&'static str, String);

/// What sections of a file do not want to be told, and where that is said.
pub(super) type Allows = Vec<(Section, Spanned<Warning>)>;

/// Takes `allow` out of a table: the warnings that its section does not want to be told.
pub(super) fn allowed(table: &mut Table) -> Vec<Spanned<Warning>> {
    let mut all = Vec::new();
    for entry in table.strings("allow") {
        let (name, reason) = entry.node.split_once(':').unwrap_or((&entry.node, ""));
        let name = name.trim();
        let problem = match Warning::called(name) {
            Some(warning) if !reason.trim().is_empty() => {
                all.push(Spanned::new(warning, entry.span));
                continue;
            }
            Some(_) => Problem::new(
                FaultName::MissingReason,
                format!("the warning `{name}` is allowed without a reason"),
                "expected a reason",
                format!("write why you mean it: `allow = [\"{name}: WHY\"]`"),
            ),
            None => {
                let known = Warning::ALL.iter().map(|warning| warning.name());
                Problem::unknown("warning", name, known)
            }
        };
        table.reader.add(entry.span, problem);
    }
    all
}

//! Explains errors and warnings, each by a wrong and a right example: for `brink explain-error` and `docs/errors.md`.

use std::fmt::Write as _;
use std::sync::LazyLock;

use serde::Deserialize;

use rules::Warning;

/// What is explained, by name.
const TABLE: &str = include_str!("explanations.toml");

/// One error or warning.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Explanation {
    /// As reports say it.
    pub name: String,
    /// One sentence, without its full stop.
    #[serde(default)]
    pub meaning: String,
    /// What the examples are.
    #[serde(default)]
    pub of: Of,
    /// The smallest example that shows it.
    pub wrong: String,
    /// What to do.
    pub fix: String,
    /// The same example without the error.
    pub right: String,
    /// Of a warning: the wrong example where its author means it.
    pub meant: Option<String>,
    /// What it is not, and what else there is to know.
    #[serde(default)]
    pub notes: Vec<String>,
    /// It is a warning.
    #[serde(skip)]
    pub is_warning: bool,
}

/// What an example is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Of {
    /// Sections of a set.
    #[default]
    Set,
    /// Lines of a recipe.
    Recipe,
    /// A whole file.
    File,
    /// A ruling.
    Ruling,
    /// Sections of a set that is played.
    Game,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    error: Vec<Explanation>,
    warning: Vec<Explanation>,
}

/// All that is explained: errors, and then warnings, each by name.
static ALL: LazyLock<Vec<Explanation>> = LazyLock::new(|| {
    let table: Table = toml::from_str(TABLE).expect("a test reads the explanations");
    let warnings = table.warning.into_iter().map(|explanation| {
        let warning = Warning::called(&explanation.name);
        Explanation {
            meaning: warning.map_or("", Warning::meaning).to_string(),
            is_warning: true,
            ..explanation
        }
    });
    table.error.into_iter().chain(warnings).collect()
});

impl Explanation {
    /// All of them: errors, and then warnings, each by name.
    pub fn all() -> &'static [Explanation] {
        &ALL
    }

    /// The one of that name.
    pub fn called(name: &str) -> Option<&'static Explanation> {
        ALL.iter().find(|explanation| explanation.name == name)
    }

    /// What it is, for the examples: "recipe", "file" and so on.
    fn place(&self) -> &'static str {
        match self.of {
            Of::Set | Of::Game => "",
            Of::Recipe => ", in a recipe",
            Of::File => ", as a whole file",
            Of::Ruling => ", as a ruling",
        }
    }

    /// As a section of the page.
    pub fn page(&self) -> String {
        self.written(&format!("### {}\n\n", self.name), "```toml\n", "```\n")
    }

    /// As text for a terminal.
    pub fn text(&self) -> String {
        let what = if self.is_warning { "warning" } else { "error" };
        let text = self.written(&format!("{what} {}\n\n", self.name), "", "");
        text.replace("``", "`")
    }

    fn written(&self, heading: &str, open: &str, close: &str) -> String {
        let block = |text: &str| match open {
            "" => text
                .trim_end()
                .lines()
                .fold(String::new(), |all, line| match line {
                    "" => all + "\n",
                    line => all + "    " + line + "\n",
                }),
            _ => format!("{open}{}\n{close}", text.trim_end()),
        };
        let mut out = format!("{heading}{}.\n\n", sentence(&self.meaning));
        // Writing to a string cannot fail.
        let _ = write!(
            out,
            "Wrong{}:\n\n{}\n{}\n\n{}",
            self.place(),
            block(&self.wrong),
            self.fix,
            block(&self.right)
        );
        if let Some(meant) = &self.meant {
            let meaning = "If you mean it, silence the warning with a reason:";
            let _ = write!(out, "\n{meaning}\n\n{}", block(meant));
        }
        if !self.notes.is_empty() {
            out.push('\n');
        }
        for note in &self.notes {
            let _ = writeln!(out, "- {note}");
        }
        out
    }
}

/// With a capital letter.
fn sentence(words: &str) -> String {
    let mut letters = words.chars();
    let first = letters
        .next()
        .map(|letter| letter.to_uppercase().to_string());
    first.unwrap_or_default() + letters.as_str()
}

/// The page of all errors and warnings.
pub fn page() -> String {
    let mut out = "# Errors and warnings\n\nFor authors of cards, recipes and rulings who want to know what a message of \
        `brink check` means. Each error and\nwarning has a name; `brink explain-error NAME` prints its section, and \
        `brink explain-error` lists them all.\n"
        .to_string();
    for (heading, warnings) in [("Errors", false), ("Warnings", true)] {
        // Writing to a string cannot fail.
        let _ = write!(out, "\n## {heading}\n");
        let all = ALL
            .iter()
            .filter(|explanation| explanation.is_warning == warnings);
        for explanation in all {
            let _ = write!(out, "\n{}", explanation.page());
        }
    }
    out
}

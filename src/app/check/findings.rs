//! One thing that was found, as programs read it: a line, an annotation for GitHub, or JSON.

use serde::Serialize;

use super::inspection::Inspection;
use record::ruling;
use rules::{Fault, Notice};
use text::{Source, Span, plain};

/// The name of all that is wrong with rulings.
const RULING: &str = "ruling";

/// How bad it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    Error,
    Warning,
}

/// A fault, a warning, or a game that did not end well.
#[derive(Debug, Clone, Serialize)]
pub struct Finding {
    /// As `brink explain-error` takes it.
    pub name: &'static str,
    pub severity: Severity,
    #[serde(flatten)]
    pub place: Option<Place>,
    /// What is wrong.
    pub reason: String,
    /// What was expected at the place.
    pub label: Option<String>,
    /// The next step.
    pub help: Option<String>,
    pub fix: Option<Fix>,
    /// The recipe of the game that did not end well.
    #[serde(skip)]
    pub recipe: Option<String>,
}

/// A place in a file.
#[derive(Debug, Clone, Serialize)]
pub struct Place {
    pub file: String,
    /// Counted from 1.
    pub line: usize,
    /// Counted in characters, from 1.
    pub column: usize,
    pub end_line: usize,
    pub end_column: usize,
    /// The first byte, and the first one behind.
    pub bytes: [usize; 2],
}

/// What to write in the place of bytes of the file.
#[derive(Debug, Clone, Serialize)]
pub struct Fix {
    pub bytes: [usize; 2],
    pub text: String,
}

/// All that was found.
#[derive(Debug, Serialize)]
pub struct Document {
    pub findings: Vec<Finding>,
    /// How many files of cards, recipes and weights were checked.
    pub files: usize,
    /// How many rulings hold.
    pub rulings_passed: usize,
    /// How many random games were played.
    pub games_played: u64,
    pub errors: usize,
    pub warnings: usize,
}

impl Document {
    pub fn of(found: &Inspection) -> Document {
        let findings = found.findings();
        let count = |severity| {
            findings
                .iter()
                .filter(|finding| finding.severity == severity)
                .count()
        };
        Document {
            files: found.files.len(),
            rulings_passed: found.passed(),
            games_played: found.played.iter().map(|(_, games)| games).sum(),
            errors: count(Severity::Error),
            warnings: count(Severity::Warning),
            findings,
        }
    }
}

/// Finds lines and columns. Of places in one long line each is counted from the one before it.
#[derive(Default)]
pub struct Places {
    /// The text, a byte in it, and the characters of its line before that.
    last: Option<(Source, usize, usize)>,
}

impl Places {
    fn position(&mut self, source: &Source, at: usize) -> (usize, usize) {
        let text = &source.text;
        let mut at = at.min(text.len());
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        let line = text[..at].rfind('\n').map_or(0, |end| end + 1);
        let (from, before) = match &self.last {
            Some((last, byte, before))
                if last.name == source.name && (line..=at).contains(byte) =>
            {
                (*byte, *before)
            }
            _ => (line, 0),
        };
        let before = before + text[from..at].chars().count();
        self.last = Some((source.clone(), at, before));
        (source.line(at), before + 1)
    }

    pub fn place(&mut self, source: &Source, span: Span) -> Place {
        let (line, column) = self.position(source, span.start);
        let (end_line, end_column) = self.position(source, span.end);
        // The next one may begin where this one does.
        self.position(source, span.start);
        Place {
            file: source.name.to_string(),
            line,
            column,
            end_line,
            end_column,
            bytes: [span.start, span.end],
        }
    }
}

impl Finding {
    pub fn fault(fault: &Fault, places: &mut Places) -> Finding {
        let place = fault.place().zip(fault.source());
        Finding {
            name: fault.name().name(),
            severity: Severity::Error,
            place: place.map(|((_, span), source)| places.place(source, span)),
            reason: fault.to_string(),
            label: Some(fault.label()),
            help: miette::Diagnostic::help(fault).map(|help| help.to_string()),
            fix: fault.fix().map(|(_, span, text)| Fix {
                bytes: [span.start, span.end],
                text: text.to_string(),
            }),
            recipe: None,
        }
    }

    pub fn ruling(source: &Source, fault: &ruling::Failure, places: &mut Places) -> Finding {
        Finding {
            name: RULING,
            severity: Severity::Error,
            place: Some(places.place(source, fault.span)),
            reason: fault.reason.clone(),
            label: None,
            help: fault.help.clone(),
            fix: None,
            recipe: None,
        }
    }

    pub fn warning(warned: &Notice, places: &mut Places) -> Finding {
        Finding {
            name: warned.warning.name(),
            severity: Severity::Warning,
            place: Some(places.place(warned.source(), warned.place().1)),
            reason: warned.reason().to_string(),
            label: Some(warned.label().to_string()),
            help: miette::Diagnostic::help(warned).map(|help| help.to_string()),
            fix: None,
            recipe: None,
        }
    }

    /// `FILE:LINE:COLUMN: error: reason [name]`.
    pub fn short(&self) -> String {
        let place = self.place.as_ref().map(|place| {
            let Place {
                file, line, column, ..
            } = place;
            format!("{file}:{line}:{column}: ")
        });
        let place = place.unwrap_or_default();
        let severity = self.severity();
        on_one_line(&format!(
            "{place}{severity}: {} [{}]",
            self.reason, self.name
        ))
    }

    /// A command to GitHub Actions, which shows it beside the line.
    pub fn github(&self) -> String {
        let place = self.place.as_ref().map(|place| {
            let Place {
                file,
                line,
                column,
                end_line,
                ..
            } = place;
            let file = of_property(file);
            // Columns are those of one line.
            let end = match end_line == line {
                true => format!(",endColumn={}", place.end_column),
                false => String::new(),
            };
            format!("file={file},line={line},endLine={end_line},col={column}{end},")
        });
        let message = match &self.help {
            Some(help) => format!("{}\nhelp: {help}", self.reason),
            None => self.reason.clone(),
        };
        format!(
            "::{} {}title={}::{}",
            self.severity(),
            place.unwrap_or_default(),
            self.name,
            of_data(&message)
        )
    }

    fn severity(&self) -> &'static str {
        match self.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        }
    }
}

/// What ends a line, or steers a terminal, is shown.
fn on_one_line(text: &str) -> String {
    plain(text).replace('\n', "\\n")
}

/// What a command to GitHub says.
fn of_data(text: &str) -> String {
    plain(text)
        .replace('%', "%25")
        .replace('\r', "%0D")
        .replace('\n', "%0A")
}

/// The value of a property of such a command.
fn of_property(text: &str) -> String {
    of_data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::{Places, of_data, of_property, on_one_line};
    use text::{Source, Span};

    #[test]
    fn what_a_command_is_made_of_is_escaped() {
        assert_eq!(of_data("50%: a,\nb"), "50%25: a,%0Ab");
        assert_eq!(of_property("C:\\a,b%.toml"), "C%3A\\a%2Cb%25.toml");
        assert_eq!(on_one_line("a\n::error::b"), "a\\n::error::b");
    }

    #[test]
    fn columns_are_counted_in_characters() {
        let source = Source::new("mills.toml", "ab\näöü x\n");
        let mut places = Places::default();
        for _ in 0..2 {
            let place = places.place(&source, Span::new(5, 10));
            let found = (place.line, place.column, place.end_line, place.end_column);
            assert_eq!(found, (2, 2, 2, 5));
        }
        let place = places.place(&source, Span::new(10, 99));
        assert_eq!((place.line, place.column, place.end_line), (2, 5, 3));
        assert_eq!(places.place(&source, Span::new(0, 1)).column, 1);
    }
}

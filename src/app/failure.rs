//! How a command fails: one clear sentence, the next step, an exit code.

use std::io;
use std::path::Path;
use std::process::ExitCode;

use crate::interrupt::left_by;
use lang::Fault;
use rules::Report;
use session::readers::{Readers, quotable};
use session::save::NotGiven;
use text::threads::NoThread;
use text::{Source, Span, reason, suggest};

/// Why a command did not do what it was asked.
#[derive(Debug)]
pub enum Failure {
    /// It was asked for what there is not: exit code 2.
    Usage(Box<Remark>),
    /// The same, as the rules say it.
    Settings(Report),
    /// What it was asked could not be done: exit code 1.
    Run(Box<Remark>),
    /// Faults of files: exit code 1.
    Files(Report),
    /// Faults of a text, all of them: exit code 1.
    Texts(Vec<Remark>),
    /// All has been told already: exit code 1.
    Told,
    /// Somebody has interrupted it, which has been told already: exit code 130.
    Interrupted,
    /// A signal has made somebody leave the screen: exit code 128 and the signal's number, as line by line.
    Left(usize),
    /// The reader of the output has gone: nothing is wrong.
    Closed,
}

impl Failure {
    /// Wrong usage: what is wrong, and what would be right.
    pub fn usage(sentence: impl Into<String>, help: impl Into<String>) -> Failure {
        Failure::Usage(Box::new(Remark::new(sentence, help)))
    }

    /// A file that cannot be read or written. A file to be read that does not exist is wrong usage.
    pub fn file(path: &Path, what: &str, error: &io::Error) -> Failure {
        let help = match error.kind() {
            io::ErrorKind::NotFound => "check the path: there is no such file or folder",
            io::ErrorKind::PermissionDenied => "check the permissions of the file and its folder",
            io::ErrorKind::InvalidData => "save it as UTF-8 text, or choose another file",
            io::ErrorKind::StorageFull => "free some space, or choose another place",
            io::ErrorKind::FileTooLarge if what == "written" => {
                "files cannot grow larger there: choose another place"
            }
            io::ErrorKind::FileTooLarge => "choose another file, or split it into several",
            io::ErrorKind::InvalidInput => "check the path: it must be a regular file",
            _ => "check the path",
        };
        let sentence = format!("`{}` cannot be {what}: {}", path.display(), reason(error));
        match error.kind() {
            io::ErrorKind::NotFound if !what.starts_with("written") => {
                Failure::usage(sentence, help)
            }
            _ => Failure::run(sentence, help),
        }
    }

    /// The same where an error is met.
    pub fn at<'p>(path: &'p Path, what: &'p str) -> impl FnOnce(io::Error) -> Failure + 'p {
        move |error| Failure::file(path, what, &error)
    }

    /// A run that failed: what went wrong, and what to do.
    pub fn run(sentence: impl Into<String>, help: impl Into<String>) -> Failure {
        Failure::Run(Box::new(Remark::new(sentence, help)))
    }

    /// All faults in a text of the notation.
    pub fn texts(name: &str, text: &str, errors: Vec<Fault>) -> Failure {
        Failure::Texts(Remark::all(name, text, errors).collect())
    }

    /// A fault in a text of the notation.
    pub fn notation(name: &str, text: &str, error: Fault) -> Failure {
        Failure::Run(Box::new(Remark::at(Source::new(name, text), error)))
    }

    /// A fault in a kept game. What those who read it may not know is not quoted.
    pub fn kept(name: &str, text: &str, error: Fault, readers: Option<Readers>) -> Failure {
        let (text, error) = quotable(text, error, readers);
        Failure::notation(name, &text, error)
    }

    pub fn exit_code(&self) -> ExitCode {
        match self {
            Failure::Usage(_) | Failure::Settings(_) => ExitCode::from(2),
            Failure::Run(_) | Failure::Files(_) | Failure::Texts(_) | Failure::Told => {
                ExitCode::from(1)
            }
            Failure::Interrupted => ExitCode::from(130),
            Failure::Left(signal) => {
                ExitCode::from(u8::try_from(left_by(*signal)).unwrap_or(u8::MAX))
            }
            Failure::Closed => ExitCode::SUCCESS,
        }
    }
}

impl From<NoThread> for Failure {
    fn from(NoThread(error): NoThread) -> Failure {
        Failure::run(
            format!("the system cannot start more threads: {}", reason(&error)),
            "lower `--threads`, or let fewer programs run at the same time",
        )
    }
}

impl From<NotGiven> for Failure {
    fn from(NotGiven { text, faults }: NotGiven) -> Failure {
        const BEGINS: &str = "position\n";
        let whole = format!("{BEGINS}{text}");
        let veiled = faults.into_iter().map(|fault| {
            let span = fault.span.shifted(BEGINS.len());
            let (quoted, fault) = quotable(&whole, Fault { span, ..fault }, None);
            Remark::at(Source::new("the position of the saved game", quoted), fault)
        });
        Failure::Texts(veiled.collect())
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::Closed,
            io::ErrorKind::InvalidData => {
                Failure::run("the input is not UTF-8 text", "give it as UTF-8")
            }
            // Outputs are files of their own, or the standard output, which is no folder and has no bound.
            io::ErrorKind::FileTooLarge | io::ErrorKind::IsADirectory => Failure::run(
                format!("the input cannot be read: {}", reason(&error)),
                "check the input: `< FILE` reads a text file",
            ),
            _ => Failure::Run(Box::new(Remark::new(
                format!("the input or output failed: {}", reason(&error)),
                "check where the output goes",
            ))),
        }
    }
}

/// One sentence with the next step, and the place in a text where there is one.
#[derive(Debug, thiserror::Error, miette::Diagnostic)]
#[error("{sentence}")]
pub struct Remark {
    sentence: String,
    #[help]
    help: Option<String>,
    #[source_code]
    source_code: Option<Source>,
    #[label("here")]
    place: Option<Span>,
}

impl Remark {
    pub fn new(sentence: impl Into<String>, help: impl Into<String>) -> Remark {
        Remark {
            sentence: sentence.into(),
            help: Some(help.into()),
            source_code: None,
            place: None,
        }
    }

    /// All faults in a text of the notation.
    pub fn all(name: &str, text: &str, errors: Vec<Fault>) -> impl Iterator<Item = Remark> {
        let source = Source::new(name, text);
        errors
            .into_iter()
            .map(move |error| Remark::at(source.clone(), error))
    }

    fn at(source: Source, error: Fault) -> Remark {
        Remark {
            sentence: error.reason,
            help: error.help,
            source_code: Some(source),
            place: Some(error.span),
        }
    }
}

/// `did you mean ...?`, or else what there is.
pub fn near<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    let known: Vec<&str> = known.into_iter().collect();
    match suggest(word, known.iter().copied()) {
        Some(best) => format!("did you mean `{best}`?"),
        None => format!("there are `{}`", known.join("`, `")),
    }
}

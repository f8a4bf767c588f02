//! Where a person is asked: lines in, text out. On a terminal a line can be edited, found again and completed.

use std::io::{self, IsTerminal, StdinLock, StdoutLock, Write};
use std::sync::{Arc, Mutex};

use rustyline::completion::{Completer, Pair};
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, Editor, Helper};

use crate::pager::fitted_line;
use crate::plain::{self, Plain};
use crate::{Failure, interrupt};
use text::read_line;

/// See the top of the file.
pub struct Console {
    input: Input,
    pub out: Plain<StdoutLock<'static>>,
    /// A person sits at a terminal.
    pub prompting: bool,
    /// What is said when a signal ends the program there.
    farewell: Arc<Mutex<String>>,
    /// Signals are heeded: from the first line that is asked for, so that whoever draws on the whole screen heeds them alone.
    heeds: bool,
}

enum Input {
    Piped(StdinLock<'static>),
    Edited(Box<Editor<Words, MemHistory>>),
}

/// What a line can be completed to.
#[derive(Default)]
struct Words {
    /// Whole lines.
    lines: Vec<String>,
    /// What can stand behind a word of [`ABOUT`].
    subjects: Vec<String>,
}

/// Words that ask about something.
const ABOUT: [&str; 3] = ["read ", "why ", "? "];

impl Console {
    /// The standard input and output.
    pub fn standard() -> Console {
        let prompting = io::stdout().is_terminal() && io::stdin().is_terminal();
        let edited = || {
            let config = Config::builder()
                .completion_type(CompletionType::List)
                .auto_add_history(true)
                .build();
            let mut editor = Editor::with_history(config, MemHistory::new()).ok()?;
            editor.set_helper(Some(Words::default()));
            Some(Input::Edited(Box::new(editor)))
        };
        let edited = if prompting { edited() } else { None };
        let farewell = Arc::new(Mutex::new("You left the game.".to_string()));
        let input = edited.unwrap_or_else(|| Input::Piped(io::stdin().lock()));
        Console {
            input,
            out: plain::stdout(),
            prompting,
            farewell,
            heeds: false,
        }
    }

    /// What is to be said when a signal ends the program from now on.
    pub fn farewell(&self, sentence: String) {
        if let Ok(mut farewell) = self.farewell.lock() {
            *farewell = sentence;
        }
    }

    /// What the next line may be completed to: these, or a question about those.
    pub fn offer(
        &mut self,
        lines: impl IntoIterator<Item = String>,
        subjects: impl IntoIterator<Item = String>,
    ) {
        if let Input::Edited(editor) = &mut self.input
            && let Some(helper) = editor.helper_mut()
        {
            helper.lines = lines.into_iter().collect();
            helper.subjects = subjects.into_iter().collect();
        }
    }

    /// Whole lines, in the width of the terminal if there is one: what goes on stands a little to the right.
    pub fn say_wrapped(&mut self, lines: &str) -> Result<(), Failure> {
        for line in lines.lines() {
            if self.prompting {
                writeln!(self.out, "{}", fitted_line(line))?
            } else {
                writeln!(self.out, "{line}")?
            }
        }
        Ok(())
    }

    /// The next line; nothing when there is none. Who interrupts a line leaves.
    pub fn line(&mut self) -> Result<Option<String>, Failure> {
        self.out.flush()?;
        if self.prompting && !self.heeds {
            self.heeds = true;
            let says = self.farewell.clone();
            interrupt::leave(move || {
                says.lock()
                    .map_or_else(|_| String::new(), |says| says.clone())
            });
        }
        match &mut self.input {
            Input::Edited(editor) => match editor.readline("> ") {
                Ok(line) => Ok(Some(line)),
                Err(ReadlineError::Eof) => Ok(None),
                Err(ReadlineError::Interrupted) => Ok(Some("quit".to_string())),
                Err(ReadlineError::Io(error)) => Err(error.into()),
                Err(error) => Err(Failure::from(io::Error::other(error.to_string()))),
            },
            Input::Piped(input) => {
                if self.prompting {
                    write!(self.out, "> ")?;
                    self.out.flush()?;
                }
                let mut line = Vec::new();
                match read_line(input, &mut line)? {
                    0 => Ok(None),
                    _ => Ok(Some(String::from_utf8_lossy(&line).into_owned())),
                }
            }
        }
    }
}

impl Completer for Words {
    type Candidate = Pair;

    fn complete(
        &self,
        line: &str,
        at: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<Pair>)> {
        Ok(self.after(&line[..at]))
    }
}

impl Words {
    /// From where on what has been typed can be which.
    fn after(&self, typed: &str) -> (usize, Vec<Pair>) {
        match ABOUT.iter().find_map(|about| typed.strip_prefix(about)) {
            Some(begun) => (
                typed.len() - begun.len(),
                completions(&self.subjects, begun),
            ),
            None => (0, completions(&self.lines, typed)),
        }
    }
}

/// The words that begin so, whatever the case. What has been typed stays, so that words of both cases have it in common.
fn completions(words: &[String], begun: &str) -> Vec<Pair> {
    let wanted = begun.to_lowercase();
    let fitting = words
        .iter()
        .filter(|word| word.to_lowercase().starts_with(&wanted));
    let rest = |word: &String| word.chars().skip(begun.chars().count()).collect::<String>();
    fitting
        .map(|word| Pair {
            display: word.clone(),
            replacement: format!("{begun}{}", rest(word)),
        })
        .collect()
}

impl Helper for Words {}

impl Highlighter for Words {}

impl Hinter for Words {
    type Hint = String;
}

impl Validator for Words {}

#[cfg(test)]
mod tests {
    use super::{Words, completions};

    #[test]
    fn a_line_is_completed_to_what_begins_so() {
        let words = [
            "action Sail",
            "build Mill at p1.1",
            "build Mill at p1.2",
            "undo",
        ]
        .map(str::to_string);
        let found = |begun: &str| {
            completions(&words, begun)
                .into_iter()
                .map(|pair| pair.replacement)
                .collect::<Vec<_>>()
        };
        assert_eq!(
            found("BUILD m"),
            ["BUILD mill at p1.1", "BUILD mill at p1.2"]
        );
        assert_eq!(found("x"), [""; 0]);
        assert_eq!(found("").len(), 4);
        let words = Words {
            lines: words.to_vec(),
            subjects: ["Mill".to_string(), "Sail".to_string()].to_vec(),
        };
        let after = |typed: &str| {
            let (at, found) = words.after(typed);
            (
                at,
                found
                    .into_iter()
                    .map(|pair| pair.replacement)
                    .collect::<Vec<_>>(),
            )
        };
        assert_eq!(after("read m"), (5, vec!["mill".to_string()]));
        assert_eq!(after("und"), (0, vec!["undo".to_string()]));
    }
}

//! What a typed line means: a command, an option by number or label, or nothing clear.

use std::path::PathBuf;

use explain::options::decision::Offer;
use explain::options::spoken::{folded, meant as meant_by};
use explain::options::{lists::Steps, steps::Leads};
use lang::notation::{Match, matches};

/// See the top of the file.
#[derive(Debug, Clone, PartialEq)]
pub enum Answer {
    /// The option of that number, counted from 0.
    Take(usize),
    Help,
    /// So many decisions back.
    Undo(usize),
    /// Back to the decision of that number, counted from 1.
    UndoTo(usize),
    /// So many decisions forth again.
    Redo(usize),
    /// What the person has decided.
    Decisions,
    /// A step further, or back, in a menu of steps.
    On,
    Log,
    /// The discard pile.
    Discard,
    /// How far everybody is.
    Goals,
    /// What a bot would do.
    Hint,
    /// What a choice will certainly do: its number or name.
    Preview(String),
    /// What decided the game that is over.
    Review,
    Save(Keep),
    Table,
    /// What a card says: its name, a place, or nothing for the hand.
    Read(String),
    /// Why something is so: a place, a label or an event.
    Why(String),
    /// Let a contest settle the dispute of that name.
    Dispute(String),
    Quit,
    /// An empty line.
    Nothing,
    /// A sentence that says what would be clear.
    Unclear(String),
}

/// Where the game is to be kept, and how.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Keep {
    pub path: PathBuf,
    /// As a ruling.
    pub ruling: bool,
    /// In place of a file that is there.
    pub over: bool,
}

/// How many labels a sentence names at most.
const NAMED: usize = 6;

/// What can be chosen: options by their labels, and the words that mean them.
#[derive(Debug, Clone, Copy, Default)]
pub struct Choices<'a> {
    pub offers: &'a [Offer],
    /// By the number of the option, as [`spoken`] has them.
    pub spoken: &'a [(usize, String)],
}

/// The words that are commands.
pub const COMMANDS: [&str; 16] = [
    "undo",
    "redo",
    "decisions",
    "read",
    "log",
    "discard",
    "goals",
    "hint",
    "preview",
    "review",
    "save",
    "table",
    "why",
    "dispute",
    "help",
    "quit",
];

/// Those that something can stand behind.
const WITH_MORE: [&str; 7] = ["undo", "redo", "read", "preview", "save", "why", "dispute"];

/// Reads a line where options are chosen in steps: numbers and names are those of the step, labels and whole deeds are understood,
/// too.
pub fn step(line: &str, choices: Choices<'_>, steps: &mut Steps) -> Answer {
    let line = line.trim();
    let count = steps.now().1.len();
    let taken = |leads: Option<Leads>| match leads? {
        Leads::Take(option) => Some(Answer::Take(option)),
        Leads::On(_) => Some(Answer::On),
    };
    match line {
        "" if count == 1 => taken(steps.choose(0)).unwrap_or(Answer::Nothing),
        "b" | "back" => {
            if steps.back() {
                Answer::On
            } else {
                Answer::Unclear(
                    "There is no step to go back to; `undo` undoes your last decision.".to_string(),
                )
            }
        }
        _ if !line.is_empty() && line.bytes().all(|byte| byte.is_ascii_digit()) => {
            let number = line
                .parse::<usize>()
                .ok()
                .and_then(|number| number.checked_sub(1));
            let choice = number.and_then(|number| taken(steps.choose(number)));
            choice.unwrap_or_else(|| no_number(line, count))
        }
        _ => match read(line, choices) {
            Answer::Unclear(sentence) => {
                taken(steps.choose_named(line)).unwrap_or(Answer::Unclear(sentence))
            }
            answer => answer,
        },
    }
}

/// A number that none of so many choices has.
fn no_number(number: &str, count: usize) -> Answer {
    Answer::Unclear(match count {
        1 => format!("There is no choice {number}; the only one is 1."),
        _ => format!("There is no choice {number}; choose 1 to {count}."),
    })
}

/// The option that somebody means who asks about a choice, without choosing it.
///
/// # Errors
/// It is none, as a sentence.
pub fn meant(asked: &str, choices: Choices<'_>, steps: Option<&Steps>) -> Result<usize, String> {
    let answer = match steps {
        Some(steps) => step(asked, choices, &mut steps.clone()),
        None => read(asked, choices),
    };
    match answer {
        Answer::Take(option) => Ok(option),
        Answer::On => Err(format!(
            "`{asked}` leads to more choices: choose it, then ask again; `back` returns."
        )),
        Answer::Unclear(sentence) => Err(sentence),
        _ => Err(format!(
            "`{asked}` is not an option. Type `preview` and a number or a label."
        )),
    }
}

/// Reads how far back or forth: `3`, or `to 12` for a decision by its number.
fn some_back(word: &str, count: &str) -> Answer {
    let back = word != "redo";
    let number = |text: &str| {
        text.trim()
            .parse::<usize>()
            .ok()
            .filter(|number| *number > 0)
    };
    let to = count.strip_prefix("to ").filter(|_| back);
    match (to.map(number), number(count)) {
        (Some(Some(number)), _) => Answer::UndoTo(number),
        (None, Some(number)) if back => Answer::Undo(number),
        (None, Some(number)) => Answer::Redo(number),
        _ if back => Answer::Unclear(
            "Say how far: `undo 3`, or `undo to 12` (`decisions` shows the numbers).".to_string(),
        ),
        _ => Answer::Unclear("Say how far: `redo 3`.".to_string()),
    }
}

/// Reads a line. A label that is exactly so comes first, then commands, numbers and whole deeds, then beginnings.
pub fn read(line: &str, choices: Choices<'_>) -> Answer {
    let Choices { offers, spoken } = choices;
    let line = line.trim();
    let labels: Vec<&str> = offers.iter().map(|offer| offer.label.as_str()).collect();
    if let Some(exact) = labels
        .iter()
        .position(|label| label.eq_ignore_ascii_case(line))
    {
        return Answer::Take(exact);
    }
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    match (word.to_lowercase().as_str(), rest.trim()) {
        ("", _) => return Answer::Nothing,
        ("?" | "help", "") => return Answer::Help,
        ("undo" | "u", "") => return Answer::Undo(1),
        ("redo", "") => return Answer::Redo(1),
        ("undo" | "u" | "redo", count) => return some_back(word, count),
        ("decisions", "") => return Answer::Decisions,
        ("log", "") => return Answer::Log,
        ("discard", "") | ("read", "discard") => return Answer::Discard,
        ("goals", "") | ("read", "goals") => return Answer::Goals,
        ("hint" | "h", "") => return Answer::Hint,
        ("preview", "") => {
            return Answer::Unclear(
                "Say which option: `preview 2`, or `preview` and a label.".to_string(),
            );
        }
        ("preview", asked) => return Answer::Preview(asked.to_string()),
        ("review", "") => return Answer::Review,
        ("table", "") => return Answer::Table,
        ("read" | "?" | "help", asked) => return Answer::Read(asked.to_string()),
        ("why", "") => {
            return Answer::Unclear(
                "Say what to explain: `why p2.3`, `why` and a label, or `why 12` for event 12 of the log."
                    .to_string(),
            );
        }
        ("why", asked) => return Answer::Why(asked.to_string()),
        ("quit" | "exit", "") => return Answer::Quit,
        ("dispute", name) => return Answer::Dispute(name.to_string()),
        ("save", asked) => return keep(asked),
        _ => {}
    }
    if offers.is_empty() {
        return Answer::Unclear(format!(
            "`{line}` is not a command, and there is nothing left to choose."
        ));
    }
    if line.bytes().all(|byte| byte.is_ascii_digit()) {
        let number = line
            .parse::<usize>()
            .ok()
            .and_then(|number| number.checked_sub(1));
        return match number.filter(|number| *number < offers.len()) {
            Some(number) => Answer::Take(number),
            None => no_number(line, offers.len()),
        };
    }
    let named = |options: &[usize]| several(line, options.iter().map(|option| labels[*option]));
    match meant_by(line, spoken, true) {
        Ok(option) => return Answer::Take(option),
        Err(options) if !options.is_empty() => return named(&options),
        Err(_) => {}
    }
    match matches(line, &labels) {
        Match::One(index) => Answer::Take(index),
        Match::Several(found) => named(&found),
        Match::None { nearest } => match meant_by(line, spoken, false) {
            Ok(option) => Answer::Take(option),
            Err(options) if !options.is_empty() => named(&options),
            Err(_) => {
                let said = spoken.iter().map(|(_, words)| words.as_str());
                // Whoever mistypes does not want to leave.
                let near = nearest
                    .map(|index| labels[index])
                    .or_else(|| text::suggest(&folded(line), said.filter(|said| said.len() > 3)))
                    .or_else(|| {
                        // Whoever types several words means no command of one.
                        let alone = |near: &str| rest.is_empty() || WITH_MORE.contains(&near);
                        text::suggest(word, COMMANDS).filter(|near| *near != "quit" && alone(near))
                    });
                Answer::Unclear(match near {
                    Some(near) => {
                        format!("`{line}` is not among the options. Did you mean `{near}`?")
                    }
                    None => format!(
                        "`{line}` is not among the options. Type a number, a name, or `?` for help."
                    ),
                })
            }
        },
    }
}

/// A line that could mean all of these.
fn several<'a>(line: &str, labels: impl ExactSizeIterator<Item = &'a str>) -> Answer {
    let count = labels.len();
    let mut named: Vec<String> = labels
        .take(NAMED)
        .map(|label| format!("`{label}`"))
        .collect();
    if count > NAMED {
        named.push(format!("{} more", count - NAMED));
    }
    Answer::Unclear(format!("`{line}` could be {}.", listed(&named)))
}

/// Reads what follows `save`: a file, whose name may have blanks in it, then options.
fn keep(asked: &str) -> Answer {
    let options = if asked.starts_with("--") {
        Some(0)
    } else {
        asked.find(" --")
    };
    let (path, options) = asked.split_at(options.unwrap_or(asked.len()));
    let mut keep = Keep {
        path: PathBuf::from(path.trim_end()),
        ..Keep::default()
    };
    let mut words = options.split_whitespace().peekable();
    while let Some(word) = words.next() {
        match word {
            "--over" => keep.over = true,
            "--as" if words.next_if_eq(&"ruling").is_some() => keep.ruling = true,
            _ => {
                let value = words
                    .next()
                    .map_or(String::new(), |value| format!(" {value}"));
                let known = "use `--as ruling` or `--over`";
                return Answer::Unclear(format!("`save` has no option `{word}{value}`; {known}."));
            }
        }
    }
    if keep.path.as_os_str().is_empty() {
        Answer::Unclear("Say where to save it: `save FILE`.".to_string())
    } else {
        Answer::Save(keep)
    }
}

/// `a, b or c`.
fn listed(words: &[String]) -> String {
    match words.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        _ => words.concat(),
    }
}

#[cfg(test)]
mod tests {
    use super::{Answer, Choices, Keep, read};
    use explain::options::decision::{Offer, Way, What};

    fn check(line: &str, expected: Answer) {
        let labels = ["build A at p1.1", "build A at p1.10", "pass", "log", "logs"];
        let offers = labels.map(|label| Offer {
            what: What::Branch(Way::Text(0)),
            label: label.to_string(),
        });
        let spoken = [
            (0, "build mill at p1.1".to_string()),
            (2, "end your turn".to_string()),
        ];
        let choices = Choices {
            offers: &offers,
            spoken: &spoken,
        };
        assert_eq!(read(line, choices), expected, "{line}");
    }

    #[test]
    fn numbers_labels_and_beginnings_take_an_option() {
        check("3", Answer::Take(2));
        check(" Build a at p1.1 ", Answer::Take(0));
        check("pa", Answer::Take(2));
        check("BUILD  A at p1.10", Answer::Take(1));
    }

    #[test]
    fn an_exact_label_beats_a_command_and_a_command_beats_a_beginning() {
        check("log", Answer::Take(3));
        check("undo", Answer::Undo(1));
        check("u 3", Answer::Undo(3));
        check("undo to 12", Answer::UndoTo(12));
        check("redo", Answer::Redo(1));
        let keep = |ruling, over| {
            Answer::Save(Keep {
                path: "my game".into(),
                ruling,
                over,
            })
        };
        check("save my game", keep(false, false));
        check("save my game --as ruling", keep(true, false));
        check("save my game --over", keep(false, true));
        check("save my game  --over --as  ruling", keep(true, true));
        check("?", Answer::Help);
    }

    #[test]
    fn what_the_program_says_can_be_typed_and_no_suggestion_leaves() {
        check("Build Mill at p1.1 (Windmill).", Answer::Take(0));
        check("end your", Answer::Take(2));
        let unknown = |line: &str| {
            Answer::Unclear(format!(
                "`{line}` is not among the options. Type a number, a name, or `?` for help."
            ))
        };
        check("qiut", unknown("qiut"));
        check("put", unknown("put"));
    }

    #[test]
    fn what_is_unclear_says_what_would_be_clear() {
        check(
            "build",
            Answer::Unclear("`build` could be `build A at p1.1` or `build A at p1.10`.".into()),
        );
        check(
            "0",
            Answer::Unclear("There is no choice 0; choose 1 to 5.".into()),
        );
        check(
            "99999999999999999999",
            Answer::Unclear("There is no choice 99999999999999999999; choose 1 to 5.".into()),
        );
        let one = [Offer {
            what: What::Pass,
            label: "pass".to_string(),
        }];
        assert_eq!(
            read(
                "3",
                Choices {
                    offers: &one,
                    spoken: &[]
                }
            ),
            Answer::Unclear("There is no choice 3; the only one is 1.".into())
        );
        check(
            "psas",
            Answer::Unclear("`psas` is not among the options. Did you mean `pass`?".into()),
        );
        check(
            "redo to 3",
            Answer::Unclear("Say how far: `redo 3`.".into()),
        );
        check(
            "save",
            Answer::Unclear("Say where to save it: `save FILE`.".into()),
        );
        check(
            "save --over",
            Answer::Unclear("Say where to save it: `save FILE`.".into()),
        );
        let unknown =
            |word: &str| format!("`save` has no option `{word}`; use `--as ruling` or `--over`.");
        check("save f --as foo", Answer::Unclear(unknown("--as foo")));
        check("save f --as", Answer::Unclear(unknown("--as")));
        check("save f --over me", Answer::Unclear(unknown("me")));
        check("", Answer::Nothing);
    }
}

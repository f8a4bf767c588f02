//! Names that a set file declares: those that no text could say are refused where they are declared.

use super::error::{FaultName, Help, Problem};
use super::table::Reader;
use lang::ast::{ANY_COUNTERS, Clause, Cond, Property, Statement, Word};
use lang::visit::{Part, visit};
use lang::{parse_cond, parse_text};
use text::{Spanned, plural_of};

/// What is declared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sort {
    Keyword,
    Status,
    Counter,
    /// What several counters of a sort are called.
    Counters,
    Tally,
}

/// These are there without a file; that they are declared again is told elsewhere.
const BUILT_IN: [&str; 2] = ["disabled", "guarded"];

/// The name, as texts say it: what is nearly one is reported, and taken for the one that is meant.
pub(super) fn checked_name(reader: &Reader, sort: Sort, name: Word) -> Word {
    if sort.is_said(&name.node) {
        return name;
    }
    let meant = joined(&name.node).filter(|meant| sort.is_said(meant));
    let why: Help = match &meant {
        Some(meant) => Help::instead(
            format!("write the name as one word in small letters: `{meant}`"),
            &name.node,
            meant,
        ),
        None if !is_word(&name.node) => {
            "use only the letters a to z, digits and `-`, and begin with a letter".into()
        }
        None if sort == Sort::Counters => {
            "choose another name, or another `plural`: it already means something else in texts"
                .into()
        }
        None => "choose another name: it already means something else in texts".into(),
    };
    let reason = format!("texts cannot use the name `{}`", name.node);
    let problem = Problem::new(
        FaultName::UnusableName,
        reason,
        "expected a name that texts can use",
        why,
    );
    reader.add(name.span, problem);
    Spanned::new(meant.unwrap_or(name.node), name.span)
}

/// What one counter of a sort is called, and what several are.
pub(super) fn counter(reader: &Reader, name: Word, plural: Option<Word>) -> (Word, String) {
    let faults = reader.faults();
    let name = checked_name(reader, Sort::Counter, name);
    let several = Spanned::new(plural_of(&name.node), name.span);
    let plural = match plural {
        Some(plural) => checked_name(reader, Sort::Counters, plural),
        None if reader.faults() == faults => checked_name(reader, Sort::Counters, several),
        None => several,
    };
    (name, plural.node)
}

/// It is one word of the letters a to z, figures and `-`.
fn is_word(name: &str) -> bool {
    let letter = |sign: char| sign.is_ascii_lowercase() || sign.is_ascii_digit() || sign == '-';
    name.starts_with(|sign: char| sign.is_ascii_lowercase()) && name.chars().all(letter)
}

/// The name in small letters, its words joined.
fn joined(name: &str) -> Option<String> {
    let words: Vec<String> = name
        .split([' ', '_', '-'])
        .filter(|word| !word.is_empty())
        .map(str::to_ascii_lowercase)
        .collect();
    Some(words.join("-")).filter(|meant| meant.is_ascii() && !meant.is_empty())
}

impl Sort {
    /// A text that says the name is read as one that says it.
    fn is_said(self, name: &str) -> bool {
        let reads = || match self {
            Sort::Keyword => is_keyword(name),
            Sort::Status => BUILT_IN.contains(&name) || is_status(name),
            Sort::Counter => is_counter(name, 1),
            Sort::Counters => is_counter(name, 2),
            Sort::Tally => matches!(
                clause(&format!("this counts as 2 {name}")),
                Some(Clause::CountsAs(counts)) if counts.tally.node == name && !counts.one
            ),
        };
        let any = matches!(self, Sort::Counter | Sort::Counters) && ANY_COUNTERS.contains(&name);
        is_word(name) && !any && reads()
    }
}

/// The only clause of a text.
fn clause(text: &str) -> Option<Clause> {
    let mut clauses = parse_text(text, 0).ok()?.clauses;
    let only = clauses.pop()?;
    clauses.is_empty().then_some(only.node)
}

/// Something is done in the text that is of this kind.
fn does(text: &str, wanted: impl Fn(&Statement) -> bool) -> bool {
    let Ok(mut text) = parse_text(text, 0) else {
        return false;
    };
    let mut found = false;
    visit(&mut text, &mut |part| {
        if let Part::Statement(statement) = part {
            found |= wanted(&statement.node);
        }
    });
    found
}

fn is_keyword(name: &str) -> bool {
    let defined = clause(&format!("define {name}: draw a card"));
    matches!(defined, Some(Clause::Define(define)) if define.name.node == name)
        && does(
            name,
            |statement| matches!(statement, Statement::Call { keyword, .. } if keyword.node == name),
        )
}

fn is_status(name: &str) -> bool {
    let given = clause(&format!("while this is stacked, this is {name}"));
    let asked = parse_cond(&format!("this is {name}"), 0);
    matches!(given, Some(Clause::Lasting(lasting)) if lasting.status.node == name)
        && asked.is_ok_and(|asked| match asked.node {
            Cond::Is { property, .. } => {
                matches!(property.node, Property::Status(status) if status == name)
            }
            _ => false,
        })
}

fn is_counter(name: &str, number: u8) -> bool {
    does(
        &format!("use: put {number} {name} on this"),
        |statement| matches!(statement, Statement::Counters { counter, .. } if counter.node == name),
    )
}

#[cfg(test)]
mod tests {
    use super::{Sort, joined};

    #[test]
    fn what_a_text_can_say_is_told_by_reading_it() {
        let sorts = [
            Sort::Keyword,
            Sort::Status,
            Sort::Counter,
            Sort::Counters,
            Sort::Tally,
        ];
        for name in ["soaked", "red-tick", "ember2", "mills"] {
            assert!(sorts.iter().all(|sort| sort.is_said(name)), "{name}");
        }
        for name in ["Tick", "red tick", "3", "naïveté", "a_b", "", "-a"] {
            assert!(!sorts.iter().any(|sort| sort.is_said(name)), "{name}");
        }
        for name in ["card", "it", "cards", "building"] {
            assert!(!Sort::Counter.is_said(name), "{name}");
        }
    }

    #[test]
    fn what_is_nearly_a_name_is_spelled_as_one() {
        assert_eq!(joined("Red Tick").as_deref(), Some("red-tick"));
        assert_eq!(joined("naïveté"), None);
    }
}

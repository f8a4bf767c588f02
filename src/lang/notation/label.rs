//! Finds the label that someone who typed means.

use super::words::normalised;
use text::suggest;

/// What typed text means among the labels on offer. Numbers are places in the list of labels.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Match {
    /// This label.
    One(usize),
    /// Any of these, in their order: more must be typed.
    Several(Vec<usize>),
    /// No label begins so; one may be near.
    None { nearest: Option<usize> },
}

/// Matches what was typed with the labels on offer, without regard to case or to how many blanks stand between words.
/// A label that is exactly so beats those that merely begin so. Nothing typed means nothing.
///
/// ```
/// use brink_lang::notation::{Match, matches};
///
/// let labels = ["use p1.1", "use p1.10", "pass"];
/// assert_eq!(matches("use p1.1", &labels), Match::One(0));
/// assert_eq!(matches("use", &labels), Match::Several(vec![0, 1]));
/// assert_eq!(matches("P", &labels), Match::One(2));
/// assert_eq!(matches("psas", &labels), Match::None { nearest: Some(2) });
/// ```
pub fn matches<S: AsRef<str>>(input: &str, labels: &[S]) -> Match {
    let wanted = normalised(input).to_lowercase();
    if wanted.is_empty() {
        return Match::None { nearest: None };
    }
    let known: Vec<String> = labels
        .iter()
        .map(|label| normalised(label.as_ref()).to_lowercase())
        .collect();
    let exact: Vec<usize> = (0..known.len())
        .filter(|index| known[*index] == wanted)
        .collect();
    let found = if exact.is_empty() {
        (0..known.len())
            .filter(|index| known[*index].starts_with(&wanted))
            .collect()
    } else {
        exact
    };
    match found[..] {
        [only] => Match::One(only),
        [] => {
            let near = suggest(&wanted, known.iter().map(String::as_str));
            Match::None {
                nearest: near.and_then(|near| known.iter().position(|label| label == near)),
            }
        }
        _ => Match::Several(found),
    }
}

/// Both are the same label, without regard to case or to how many blanks stand between words.
pub fn is_same(one: &str, other: &str) -> bool {
    normalised(one).to_lowercase() == normalised(other).to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::{Match, matches};

    #[test]
    fn an_exact_label_beats_a_longer_one() {
        let labels = ["p1.10", "p1.1"];
        assert_eq!(matches("p1.1", &labels), Match::One(1));
        assert_eq!(matches(" P1.10 ", &labels), Match::One(0));
    }

    #[test]
    fn a_unique_beginning_is_enough_and_an_ambiguous_one_lists_the_candidates() {
        let labels = [
            "action Windmill",
            "action Fountain",
            "build Bridge at p1.1",
            "pass",
        ];
        assert_eq!(matches("ACTION  f", &labels), Match::One(1));
        assert_eq!(matches("action", &labels), Match::Several(vec![0, 1]));
        assert_eq!(matches("b", &labels), Match::One(2));
    }

    #[test]
    fn a_slip_of_the_pen_brings_the_nearest_label() {
        let labels = ["action Windmill", "pass"];
        assert_eq!(
            matches("action Widnmill", &labels),
            Match::None { nearest: Some(0) }
        );
        assert_eq!(
            matches("elephants everywhere", &labels),
            Match::None { nearest: None }
        );
    }

    #[test]
    fn nothing_typed_chooses_nothing_even_from_one_label() {
        assert_eq!(matches("  ", &["pass"]), Match::None { nearest: None });
        assert_eq!(matches::<&str>("pass", &[]), Match::None { nearest: None });
    }
}

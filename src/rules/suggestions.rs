//! Next steps that messages offer: the nearest name, all names there are, what to write instead, how to come down to a bound.

use std::collections::BTreeSet;

use text::{is_clear, suggest};

/// The next step, and perhaps what to write in the place of a word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Help {
    words: String,
    instead: Option<(String, String)>,
}

impl Help {
    /// The next step is to write that in the place of this word, without doubt.
    pub(crate) fn instead(words: String, word: &str, right: &str) -> Help {
        let instead = Some((word.to_string(), right.to_string()));
        Help { words, instead }
    }

    pub(crate) fn words(&self) -> &str {
        &self.words
    }

    /// The word, and what to write in its place.
    pub(crate) fn replacement(&self) -> Option<(&str, &str)> {
        self.instead
            .as_ref()
            .map(|(word, right)| (word.as_str(), right.as_str()))
    }
}

impl From<String> for Help {
    fn from(words: String) -> Help {
        let instead = None;
        Help { words, instead }
    }
}

impl From<&str> for Help {
    fn from(words: &str) -> Help {
        words.to_string().into()
    }
}

/// That this one of the known words is meant.
pub(crate) fn meant(word: &str, best: &str, known: &[&str]) -> Help {
    let words = format!("did you mean `{best}`?");
    match is_clear(word, best, known) {
        true => Help::instead(words, word, best),
        false => words.into(),
    }
}

/// `did you mean ...`, or else what there is.
pub(crate) fn near<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Help {
    let mut once = BTreeSet::new();
    let known: Vec<&str> = known
        .into_iter()
        .filter(|word| once.insert(*word))
        .collect();
    match suggest(word, known.iter().copied()) {
        Some(best) => meant(word, best, &known),
        None if known.is_empty() => "there are none yet".into(),
        None if known.len() > NAMED => format!(
            "there are {} and {} more",
            quoted(&known[..NAMED]).join(", "),
            known.len() - NAMED
        )
        .into(),
        None => format!("there are {}", list(&known)).into(),
    }
}

/// How many names a help lists at most: there may be thousands, in each of thousands of faults.
const NAMED: usize = 50;

fn quoted<S: AsRef<str>>(words: &[S]) -> Vec<String> {
    words
        .iter()
        .map(|word| format!("`{}`", word.as_ref()))
        .collect()
}

/// `a`, `b` and `c`, in backticks.
pub(crate) fn list<S: AsRef<str>>(words: &[S]) -> String {
    match quoted(words).as_slice() {
        [rest @ .., last] if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        all => all.concat(),
    }
}

/// How many keywords of a chain are named at most.
const CHAINED: usize = 8;

/// Keywords or recipes each of which leads to the next; of many the first and the last ones.
pub(crate) fn chain(keywords: &[String]) -> String {
    let mut quoted = quoted(keywords);
    let more = quoted.len().saturating_sub(5);
    if quoted.len() > CHAINED {
        quoted.splice(3..3 + more, [format!("({more} more)")]);
    }
    quoted.join(" > ")
}

/// What to write in the place of a clause; several texts where it may mean different things.
pub(crate) fn to_write(texts: &[String]) -> String {
    let shown = |text: &String| match text.contains('\n') {
        true => format!("\n{text}"),
        false => format!("`{text}`"),
    };
    let all: Vec<String> = texts.iter().map(shown).collect();
    match all.as_slice() {
        [one] => format!("write {one}"),
        several => format!("write what you mean: {}", several.join(" or ")),
    }
}

/// That another type stands there than is needed.
pub(crate) fn wrong_type(wanted: &str, found: &str) -> String {
    match found {
        "set of several" => format!("these are several things, but one {wanted} is needed"),
        found => format!("this is a {found}, but a {wanted} is needed"),
    }
}

/// What to write where another type stands than is needed.
pub(crate) fn right_type(wanted: &str, found: &str) -> String {
    let help = match (wanted, found) {
        ("card", "building") => {
            "write `the top of it` for the card on top of a building; a building itself can be returned to a hand, but not be put into the deck"
        }
        ("building", "card") => {
            "write `the building under it` for the building that a card lies on"
        }
        ("player", "building" | "card") => "write `its owner` for the player whose nation it is in",
        (_, "set of several") => {
            return format!(
                "put `a` before it to choose one {wanted}, or write `for each ...` and then `it`"
            );
        }
        ("target", _) => "remove `target`: only stacks and stacked cards can be targets",
        ("condition", _) => "compare it, or name a condition first: `let NAME be whether ...`",
        ("player" | "building" | "card" | "place", _) => {
            "choose one first, `choose ... as NAME`, or write `a ...` here"
        }
        ("thing", "number") => {
            "compare the number, as in `NAME is at least 3`, or put a thing here"
        }
        _ => return format!("put a {wanted} here"),
    };
    help.to_string()
}

/// That there are more of these than may be.
pub(crate) fn too_many(count: usize, what: &str) -> String {
    if what.starts_with("the ") {
        return format!("{count} is too high for {what}");
    }
    if count != 1 {
        return format!("{count} {what} are too many");
    }
    let (things, rest) = what.split_at(what.find(' ').unwrap_or(what.len()));
    format!(
        "1 {}{rest} is too many",
        things.strip_suffix('s').unwrap_or(things)
    )
}

/// How to come to fewer of these.
pub(crate) fn fewer(what: &str) -> &'static str {
    match what {
        what if what.starts_with("the ") => "choose a lower number",
        "letters of one name" => "choose a shorter name",
        "numbers that one choice offers" => "offer fewer numbers",
        "kinds of victory card in a game where all have the same one" => {
            "name the one that all players have, `victory-cards = [\"NAME\"]`, or deal one to each, `victory = \"random\"`"
        }
        "files in a row that extend each other" => {
            "copy what it needs into this file, and remove its `extends`"
        }
        "cards" => "remove some, or make fewer copies",
        "shields of one hand" => "lower `shields` to `hand` or less: shields come from the hand",
        "cards for the hands of two players" => "deal fewer, or make more copies",
        _ => "remove some",
    }
}

/// How to ask for less.
pub(crate) fn ask_less(what: &str) -> String {
    let first = match what.starts_with("may look") {
        true => "play with fewer cards (fewer kinds or copies in the recipe), or simplify this:",
        false => "simplify this: what a keyword receives is copied to each place that uses it, and",
    };
    format!(
        "{first} a set in the condition of another set is searched once for each thing in that set"
    )
}

#[cfg(test)]
mod tests {
    use super::near;

    #[test]
    fn a_help_lists_fifty_names_and_counts_the_others() {
        let known: Vec<String> = (0..6_000).map(|name| format!("House {name}")).collect();
        let help = near("elephant", known.iter().map(String::as_str));
        let help = help.words();
        assert_eq!(help.matches("House ").count(), 50);
        assert!(help.ends_with(" and 5950 more"), "{help}");
    }
}

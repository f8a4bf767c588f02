//! Next steps that messages offer: the nearest name, all names there are, what to write instead, how to come down to a bound.

use std::collections::BTreeSet;

use text::suggest;

/// `did you mean ...`, or else what there is.
pub(crate) fn near<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    let mut once = BTreeSet::new();
    let known: Vec<&str> = known
        .into_iter()
        .filter(|word| once.insert(*word))
        .collect();
    match suggest(word, known.iter().copied()) {
        Some(best) => format!("did you mean `{best}`?"),
        None if known.is_empty() => "there are none yet".into(),
        None if known.len() > NAMED => format!(
            "there are {} and {} more",
            quoted(&known[..NAMED]).join(", "),
            known.len() - NAMED
        ),
        None => format!("there are {}", list(&known)),
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

/// What to write where another type stands than is needed.
pub(crate) fn right_type(wanted: &str, found: &str) -> String {
    let help = match (wanted, found) {
        ("card", "building") => "say `the top of it` for the card on top of a building",
        ("building", "card") => "say `the building under it` for where a card is stacked",
        ("player", "building" | "card") => "say `its owner` for the player whose nation it is in",
        (_, "set of several") => {
            return format!(
                "put `a` before it to choose one {wanted}, or go through them: `for each ...`, and there `it`"
            );
        }
        ("target", _) => "only stacks and stacked cards are targets: leave `target` out",
        ("condition", _) => "compare it, or name a condition before: `let NAME be whether ...`",
        ("player" | "building" | "card" | "place", _) => {
            "choose one before it, `choose ... as NAME`, or say `a ...` here"
        }
        ("thing", "number") => {
            "a number is compared, as in `NAME is at least 3`; elsewhere put a thing here"
        }
        _ => return format!("put a {wanted} here"),
    };
    help.to_string()
}

/// That there are more of these than may be.
pub(crate) fn too_many(count: usize, what: &str) -> String {
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
        "letters of one name" => "call it something shorter",
        "numbers that one choice offers" => "choose out of fewer numbers",
        "kinds of the same victory card" => {
            "name the one that all have, `victory-cards = [\"NAME\"]`, or deal a card to each, `victory = \"random\"`"
        }
        "files in a row that extend each other" => {
            "write in this file what it takes from there, and leave its `extends` out"
        }
        "cards" => "leave some out, or make fewer copies",
        "shields of one hand" => "a shield is a card of the hand: `shields` is at most `hand`",
        "cards for the hands of two players" => "deal fewer, or make more copies",
        _ => "leave some out",
    }
}

/// How to ask for less.
pub(crate) fn ask_less(what: &str) -> String {
    let first = match what.starts_with("may look") {
        true => {
            "play with fewer cards (fewer kinds or copies in the recipe), or ask for less at a time:"
        }
        false => {
            "ask for less at a time: what a keyword passes on is written out wherever it is used, and"
        }
    };
    format!("{first} a set inside the condition of a set is looked through for each of its things")
}

#[cfg(test)]
mod tests {
    use super::near;

    #[test]
    fn a_help_lists_fifty_names_and_counts_the_others() {
        let known: Vec<String> = (0..6_000).map(|name| format!("House {name}")).collect();
        let help = near("elephant", known.iter().map(String::as_str));
        assert_eq!(help.matches("House ").count(), 50);
        assert!(help.ends_with(" and 5950 more"), "{help}");
    }
}

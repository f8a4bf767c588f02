//! What people at one screen are called: nobody is taken for somebody else by a name.

use crate::Failure;
use crate::tui::NAME;
use crate::tui::look::columns;
use text::{Unfit, printable, unfit};

/// The names of people, with a comma between them.
///
/// # Errors
/// The first name that will not do, and why.
pub fn called(people: &str) -> Result<Vec<String>, Failure> {
    let names: Vec<String> = people
        .split(',')
        .map(|name| name.trim().to_string())
        .collect();
    for (at, name) in names.iter().enumerate() {
        let why = match name.is_empty() {
            true => Some(format!("name {} is empty", at + 1)),
            false => too_long(name).or_else(|| mistaken(name, &names[..at])),
        };
        if let Some(why) = why {
            let sentence = format!("`--people {people}`: {why}");
            let help =
                "write names such as `--people Ann,Ben`, or how many there are: `--people 2`";
            return Err(Failure::usage(sentence, help));
        }
    }
    Ok(names)
}

/// Takes names out of a kept game that somebody has changed, where they are nobody's own; answers why, a sentence each.
pub fn heeded(names: &mut [String]) -> Vec<String> {
    let mut told = Vec::new();
    for at in 0..names.len() {
        let (before, name) = names.split_at_mut(at);
        if let Some(why) = Some(&name[0])
            .filter(|name| !name.is_empty())
            .and_then(|name| mistaken(name, before))
        {
            told.push(format!("A name that was kept is left out: {why}."));
            name[0].clear();
        }
    }
    told
}

fn too_long(name: &str) -> Option<String> {
    (columns(name) > NAME)
        .then(|| format!("`{name}` is too long: a name takes {NAME} columns at most"))
}

/// Why somebody could be taken for somebody else by that name, after these.
fn mistaken(name: &str, before: &[String]) -> Option<String> {
    let quoted = printable(name, NAME);
    Some(match unfit(name, before.iter().map(String::as_str))? {
        Unfit::Unseen => format!("`{quoted}` has signs that nobody sees"),
        Unfit::Piled => format!("`{quoted}` has more than two marks on a letter"),
        Unfit::Mixed => format!("`{quoted}` has a word with letters of several scripts"),
        Unfit::Reserved => format!("`{quoted}` is what the table calls somebody else"),
        Unfit::Taken => format!("two people are called `{quoted}`"),
    })
}

#[cfg(test)]
mod tests {
    use super::{called, heeded};

    #[test]
    fn people_are_called_by_names_that_are_theirs_alone() {
        for people in [
            "Ann,Ben",
            "Ann",
            " Ann , Ben ",
            "Zo\u{e9},\u{6e2f}",
            "Maximilianee,P7",
            "\u{2764}\u{fe0f},Ann",
        ] {
            assert!(called(people).is_ok(), "{people}");
        }
        for people in [
            "Ann,",
            ",",
            "Ann,ann",
            "\u{c9}va,\u{e9}va",
            "p6,Ann",
            "P1",
            "you",
            "BOT,Ann",
            "A\u{200b}nn",
            "A\u{1b}[2J",
        ] {
            assert!(called(people).is_err(), "{people}");
        }
        assert!(
            called("Maximiliane-S").is_err()
                && called("\u{6e2f}\u{6e2f}\u{6e2f}\u{6e2f}\u{6e2f}\u{6e2f}\u{6e2f}").is_err()
        );
    }

    #[test]
    fn nobody_passes_for_somebody_else_by_signs_that_are_not_seen() {
        for people in [
            "Ann,Ann\u{200d}",
            "Zo\u{e9},Zoe\u{301}",
            "Ann,\u{410}nn",
            "\u{440}1",
            "Ann,A\u{fe0f}nn",
            "p1\u{200c}",
            "Ann,\u{301}\u{301}",
            "Ann,\u{2800}",
            "Ann,\u{17b4}Ann",
        ] {
            assert!(called(people).is_err(), "{}", people.escape_unicode());
        }
    }

    #[test]
    fn what_a_kept_game_calls_people_is_heeded_where_it_is_their_own() {
        let mut names = ["Ann", "", "p1", "ANN", "Maximiliane-S", "B\u{1b}[2J"].map(str::to_string);
        let told = heeded(&mut names);
        assert_eq!(
            names.each_ref().map(String::as_str),
            ["Ann", "", "", "", "Maximiliane-S", ""]
        );
        assert_eq!(
            told,
            [
                "A name that was kept is left out: `p1` is what the table calls somebody else.",
                "A name that was kept is left out: two people are called `ANN`.",
                "A name that was kept is left out: `B\\u{1b}[2J` has signs that nobody sees.",
            ]
        );
    }
}

//! Laws of formatting.

use std::sync::LazyLock;

use proptest::prelude::{any, prop, proptest};

use super::{Line, format_text};
use crate::parse::tests::{MADE_UP, card_texts};
use crate::parse_text;
use crate::properties::kept_in;

static TEXTS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let made_up = MADE_UP.map(String::from);
    let all = card_texts().into_iter().chain(made_up);
    all.filter(|text| parse_text(text, 0).is_ok()).collect()
});

fn lines(text: &str) -> Vec<Line<'_>> {
    text.split_inclusive('\n')
        .map(|line| Line::of(0, line))
        .collect()
}

/// Formats a text that can be read, and looks that nothing is lost; its lines stay.
fn check(text: &str) -> Option<String> {
    let tree = parse_text(text, 0).ok()?;
    let formatted = format_text(text).unwrap_or_else(|faults| panic!("{text}\n{faults:#?}"));
    let again = parse_text(&formatted, 0);
    assert_eq!(again.as_ref(), Ok(&tree), "{text}\n--- is now\n{formatted}");
    let twice = format_text(&formatted).expect("it is read");
    assert_eq!(twice, formatted, "{text}\n--- is formatted again");
    let comments = |text: &str| -> Vec<String> {
        let lines = lines(text).into_iter();
        lines
            .map(|line| line.comment.trim().to_string())
            .filter(|said| !said.is_empty())
            .collect()
    };
    assert_eq!(
        comments(text),
        comments(&formatted),
        "{text}\n--- is now\n{formatted}"
    );
    Some(formatted)
}

#[test]
fn texts_mean_what_they_meant_and_keep_their_lines() {
    for text in TEXTS.iter() {
        let formatted = check(text).expect("it can be read");
        let shape = |text: &str| -> Vec<bool> {
            lines(text)
                .iter()
                .map(|line| line.code.is_empty())
                .collect()
        };
        assert_eq!(
            shape(text),
            shape(&formatted),
            "{text}\n--- is now\n{formatted}"
        );
    }
}

#[test]
fn words_capitals_stops_and_indentation_are_the_printers() {
    for (text, formatted) in [
        ("draw two card", "Draw 2 cards."),
        (
            "  Draw 2 cards;  discard one card .\n  ",
            "Draw 2 cards. Discard a card.\n",
        ),
        (
            "draw a card\ndiscard a card",
            "Draw a card.\nDiscard a card.",
        ),
        (
            "Draw a card. Discard a card",
            "Draw a card. Discard a card.",
        ),
        (
            "# First\n\n   use:   # pays\n\t\t\t\tPay 2 cards.\n      # and then\n\t\t\t\tDraw a card.#!\n\n   # last",
            "# First\n\nUse:   # pays\n  pay 2 cards\n  # and then\n  draw a card #!\n\n# last",
        ),
        (
            "If this is stacked, draw a card.\notherwise:\n    draw 2 cards\n    Discard a card.",
            "If this is stacked, draw a card.\nOtherwise:\n  draw 2 cards\n  discard a card",
        ),
        (
            "use: draw a card.\r\nneighbours of this is guarded\r\n",
            "Use: draw a card.\r\nNeighbours of this are guarded.\r\n",
        ),
        (
            "When this is destroyed:\n  draw a card. discard a card\n  draw a card",
            "When this is destroyed:\n  draw a card. Discard a card\n  draw a card",
        ),
        ("", ""),
        ("\n  # nothing\n", "\n# nothing\n"),
        (
            "Use \"#1\": draw a card # one",
            "Use \"#1\": draw a card. # one",
        ),
    ] {
        assert_eq!(check(text).as_deref(), Some(formatted), "{text}");
    }
}

/// What somebody may do to a text that changes nothing in it, at its words by chance.
fn disturbed(text: &str, chances: &[u8]) -> String {
    let mut chances = chances.iter().copied().cycle();
    let mut out = String::new();
    for line in text.split_inclusive('\n') {
        let end = if line.ends_with('\n') { "\n" } else { "" };
        let said = line.trim_end();
        let indent = said.len() - said.trim_start().len();
        out += &" ".repeat(indent * 3 + 1);
        let mut quoted = false;
        for sign in said.trim_start().chars() {
            quoted ^= sign == '"';
            match (sign, chances.next().unwrap_or(0) % 8) {
                (' ', 0) if !quoted => out += "  ",
                (' ', 1) if !quoted => out += "\t",
                ('.', 2) if !quoted => out += " .",
                (_, 3) if !quoted => out.extend(sign.to_uppercase()),
                (_, 4) if !quoted => out.extend(sign.to_lowercase()),
                _ => out.push(sign),
            }
        }
        match chances.next().unwrap_or(0) % 6 {
            0 => out += "  # a note",
            1 => out += "\t#another",
            2 if !end.is_empty() => out += "\n   # between",
            3 if !end.is_empty() => out += "\n \t",
            _ => {}
        }
        out += end;
    }
    out
}

proptest! {
    #![proptest_config(kept_in(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/regressions/format.txt")))]

    #[test]
    fn a_disturbed_text_is_formatted_as_the_text_is(
        which in any::<prop::sample::Index>(),
        chances in prop::collection::vec(any::<u8>(), 1..200),
    ) {
        let text = which.get(&TEXTS);
        let disturbed = disturbed(text, &chances);
        let formatted = check(&disturbed).unwrap_or_else(|| panic!("it is read:\n{disturbed}"));
        // Without the notes it is the same text.
        let said = |text: &str| -> Vec<String> {
            let lines = lines(text).into_iter();
            lines.filter(|line| !line.code.is_empty())
                .map(|line| " ".repeat(line.indent) + line.code)
                .collect()
        };
        let straight = check(text).expect("it is read");
        assert_eq!(said(&formatted), said(&straight));
    }

    #[test]
    fn cut_and_joined_texts_are_formatted_or_refused(
        which in any::<prop::sample::Index>(),
        other in any::<prop::sample::Index>(),
        cut in any::<prop::sample::Index>(),
        joined in any::<prop::sample::Index>(),
    ) {
        let lines = |index: prop::sample::Index| -> Vec<&str> { index.get(&TEXTS).lines().collect() };
        let (first, second) = (lines(which), lines(other));
        let (cut, joined) = (cut.index(first.len() + 1), joined.index(second.len() + 1));
        let _ = check(&[&first[..cut], &second[joined..]].concat().join("\n"));
        let _ = check(&first.join(" "));
        let _ = check(&first.join("\n  "));
        let _ = check(&which.get(&TEXTS).replace(". ", "\n"));
        let _ = check(&which.get(&TEXTS).replace(": ", ":\n  ").replace(", then ", "\n  "));
    }
}

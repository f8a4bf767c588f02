//! Reads sentences as they are printed, with a capital and a full stop, as the statements that they are.

use std::borrow::Cow;

/// The same text, letter for letter as long, without a full stop at the end of a line, and with small letters where a sentence
/// begins. What stands in quotes or behind `#` stays as it is.
pub(super) fn plain(text: &str) -> Cow<'_, str> {
    let mut bytes = text.as_bytes().to_vec();
    let (mut quoted, mut comment, mut begins) = (false, false, true);
    let mut indented = text.starts_with([' ', '\t']);
    for at in 0..bytes.len() {
        let next = bytes.get(at + 1).copied();
        match bytes[at] {
            // The line break is ours, where a clause begins.
            b'\n' if text.as_bytes()[at] == b' ' => {}
            b'\n' => {
                (quoted, comment, begins) = (false, false, true);
                indented = matches!(next, Some(b' ' | b'\t'));
            }
            _ if comment => {}
            b'"' => (quoted, begins) = (!quoted, false),
            _ if quoted => {}
            b'#' => comment = true,
            b' ' | b'\t' | b'\r' | b'-' if begins => {}
            b'.' if at > 0 && !bytes[at - 1].is_ascii_whitespace() => {
                let rest = text[at + 1..].lines().next().unwrap_or_default();
                let ends = rest.trim().is_empty() || rest.trim_start().starts_with('#');
                // Another clause on the same line stands on one of its own.
                if next == Some(b' ') && !indented && begins_clause(rest.trim_start()) {
                    (bytes[at], bytes[at + 1]) = (b' ', b'\n');
                    begins = true;
                    continue;
                }
                if ends || next == Some(b' ') {
                    bytes[at] = if ends { b' ' } else { b'.' };
                    begins = true;
                }
            }
            b':' | b';' => begins = true,
            sign => {
                if begins && sign.is_ascii_uppercase() && next.is_none_or(|next| !next.is_ascii_uppercase()) {
                    bytes[at] = sign.to_ascii_lowercase();
                }
                begins = false;
            }
        }
    }
    match bytes == text.as_bytes() {
        true => Cow::Borrowed(text),
        false => String::from_utf8(bytes).map_or(Cow::Borrowed(text), Cow::Owned),
    }
}

/// The sentence is none of a text that is done, but says of a building when, or as long as what, something holds.
fn begins_clause(sentence: &str) -> bool {
    let later = ["When your next turn", "When the next turn"];
    let begins = [
        "Win when ",
        "Win if ",
        "You win when ",
        "You win if ",
        "When ",
        "Whenever ",
        "While ",
        "As long as ",
        "At the start of your turn",
        "At the end of your turn",
        "At the start of each ",
        "At the end of each ",
        "The first time each turn",
        "Once a turn, ",
        "Once per turn, ",
    ];
    begins.iter().any(|words| sentence.starts_with(words)) && !later.iter().any(|words| sentence.starts_with(words))
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn a_clause_behind_a_full_stop_stands_on_a_line_of_its_own() {
        assert_eq!(
            plain("When built, draw 1 card. Win when this is stacked."),
            "when built, draw 1 card \nwin when this is stacked "
        );
        assert_eq!(
            plain("When built, draw 1 card. At the start of your turn, stop."),
            "when built, draw 1 card \nat the start of your turn, stop "
        );
        assert_eq!(plain("Stop. At the start of your next turn, stop."), "stop. at the start of your next turn, stop ");
        assert_eq!(plain("  draw 1 card. When built, stop"), "  draw 1 card. when built, stop");
    }

    #[test]
    fn full_stops_and_capitals_are_those_of_statements() {
        let said = "Play: Draw 2 cards. Discard a \"Wind. Mill\".  # Two. Three.\n  If you do, draw 1 card.\n";
        let plain = plain(said);
        assert_eq!(plain, "play: draw 2 cards. discard a \"Wind. Mill\"   # Two. Three.\n  if you do, draw 1 card \n");
        assert_eq!(plain.len(), said.len());
    }
}

//! Reads lines of moves: `p1: action Lantern > p2.1 > p3`.

use std::fmt;

use super::error::NotationError;
use super::grammar::{Part, Rule, read_line};
use super::words::{Player, telling_lines, write_joined};
use crate::base::{Span, Spanned};

/// A move and the choices that the same player makes in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MoveLine {
    pub player: Spanned<Player>,
    /// At least one; blanks are normalised, letters left as written.
    pub labels: Vec<Spanned<String>>,
}

impl MoveLine {
    /// The place of the whole line.
    pub fn span(&self) -> Span {
        self.labels.iter().fold(self.player.span, |span, label| span.to(label.span))
    }
}

impl fmt::Display for MoveLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.player.node)?;
        write_joined(f, self.labels.iter().map(|label| &label.node), " > ")
    }
}

/// Reads moves, one line each; empty lines and `#` comments are passed over. All places are `offset` bytes further on
/// than in `text`.
///
/// # Errors
/// Every line that cannot be read, in the order of the lines.
pub fn parse_moves(text: &str, offset: usize) -> Result<Vec<MoveLine>, Vec<NotationError>> {
    let mut lines = Vec::new();
    let mut errors = Vec::new();
    for (span, line) in telling_lines(text) {
        match parse_line(line, span.start + offset) {
            Ok(line) => lines.push(line),
            Err(error) => errors.push(error),
        }
    }
    if errors.is_empty() { Ok(lines) } else { Err(errors) }
}

fn parse_line(line: &str, offset: usize) -> Result<MoveLine, NotationError> {
    let parts = read_line(Rule::move_line, line, offset)?;
    let (player, labels) = parts.split_first().expect("the grammar begins every line of moves with a player");
    Ok(MoveLine { player: player.player()?, labels: labels.iter().map(Part::text).collect() })
}

#[cfg(test)]
mod tests {
    use super::parse_moves;

    #[test]
    fn a_line_joins_a_move_with_its_choices() {
        let text = "\n# a comment\n p1:  action   Gentle Breezes>p2.1 > p3  \r\nP2: p1\n";
        let lines = parse_moves(text, 100).expect("the moves are well written");
        assert_eq!(lines.len(), 2);
        assert_eq!(lines[0].to_string(), "p1: action Gentle Breezes > p2.1 > p3");
        assert_eq!(lines[1].to_string(), "p2: p1");
        let place = lines[0].labels[1].span;
        assert_eq!(&text[place.start - 100..place.end - 100], "p2.1");
        let whole = lines[0].span();
        assert_eq!(&text[whole.start - 100..whole.end - 100], "p1:  action   Gentle Breezes>p2.1 > p3");
    }

    #[test]
    fn every_faulty_line_is_reported_where_it_is_faulty() {
        let text = "p1: pass\np9: pass\np1 pass\np2: pass >\nnobody: pass\np1:";
        let errors = parse_moves(text, 0).expect_err("five lines are faulty");
        let said: Vec<String> = errors
            .iter()
            .map(|error| {
                let help = error.help.as_deref().unwrap_or_default();
                format!("{}..{} {} | {help}", error.span.start, error.span.end, error.reason)
            })
            .collect();
        assert_eq!(
            said,
            [
                "9..11 there is no player `p9` | players are called `p1` to `p6`",
                "21..25 `pass` is not expected here | expected `:`",
                "36..36 the line ends too soon | expected a label, such as `pass` or `p2.1`",
                "37..43 `nobody` is not expected here | expected a player, such as `p1`",
                "53..53 the line ends too soon | expected a label, such as `pass` or `p2.1`",
            ]
        );
    }
}

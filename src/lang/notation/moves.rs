//! Reads lines of moves: `p1: action Lantern > p2.1 > p3`.

use std::fmt;

use super::error::NotationError;
use super::grammar::{Part, Rule, read_line};
use super::words::{Mover, telling_lines, write_joined};
use text::{Span, Spanned};

/// A move and the choices that the same player makes in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MoveLine {
    /// Whose decisions they are, and who makes them.
    pub player: Spanned<Mover>,
    /// At least one; blanks are normalised, letters left as written.
    pub labels: Vec<Spanned<String>>,
    /// How chance decides in between.
    pub fallen: Vec<Fallen>,
}

/// What is left to chance.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lot {
    Coin,
    Die,
    Random,
}

impl Lot {
    /// The lot of that name, without regard to case.
    pub fn of(name: &str) -> Option<Lot> {
        [Lot::Coin, Lot::Die, Lot::Random]
            .into_iter()
            .find(|lot| lot.name().eq_ignore_ascii_case(name))
    }

    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Lot::Coin => "coin",
            Lot::Die => "die",
            Lot::Random => "random",
        }
    }
}

impl fmt::Display for Lot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// `[coin: heads]`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fallen {
    /// The number of the label that it stands behind, counted from 0.
    pub behind: usize,
    pub lot: Lot,
    /// On what it falls; its place is that of all between the brackets.
    pub on: Spanned<String>,
}

impl MoveLine {
    /// The place of the whole line.
    pub fn span(&self) -> Span {
        self.labels
            .iter()
            .fold(self.player.span, |span, label| span.to(label.span))
    }
}

impl fmt::Display for MoveLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.player.node)?;
        let label = |(at, label): (usize, &Spanned<String>)| {
            let fallen = self.fallen.iter().filter(|fallen| fallen.behind == at);
            let fallen: String = fallen
                .map(|fallen| format!(" [{}: {}]", fallen.lot, fallen.on.node))
                .collect();
            format!("{}{fallen}", label.node)
        };
        write_joined(f, self.labels.iter().enumerate().map(label), " > ")
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
    if errors.is_empty() {
        Ok(lines)
    } else {
        Err(errors)
    }
}

fn parse_line(line: &str, offset: usize) -> Result<MoveLine, NotationError> {
    let parts = read_line(Rule::move_line, line, offset)?;
    let (first, rest) = parts
        .split_first()
        .expect("the grammar begins every line of moves with a player");
    let player = first.player()?;
    let mut player = Spanned::new(Mover::from(player.node), player.span);
    let second = rest.first().filter(|part| part.rule() == Rule::player);
    if let Some(whom) = second {
        let whom = whom.player()?;
        player = Spanned::new(
            Mover {
                player: whom.node,
                by: Some(player.node.player),
            },
            player.span.to(whom.span),
        );
    }
    let rest = &rest[usize::from(second.is_some())..];
    let (mut labels, mut fallen) = (Vec::new(), Vec::new());
    for part in rest {
        match part.rule() {
            Rule::fallen => fallen.push(Fallen {
                behind: labels.len() - 1,
                ..fallen_on(part)
            }),
            _ => labels.push(part.text()),
        }
    }
    Ok(MoveLine {
        player,
        labels,
        fallen,
    })
}

fn fallen_on(part: &Part) -> Fallen {
    let mut parts = part.parts();
    let mut next = || {
        parts
            .next()
            .expect("the grammar gives what has fallen two parts")
            .text()
            .node
    };
    let (lot, on) = (next(), next());
    let lot = Lot::of(&lot).expect("the grammar knows the lots");
    Fallen {
        behind: 0,
        lot,
        on: Spanned::new(on, part.span()),
    }
}

#[cfg(test)]
mod tests {
    use super::parse_moves;

    #[test]
    fn a_line_joins_a_move_with_its_choices() {
        let text = "\n# a comment\n p1:  action   Gentle Breezes>p2.1 > p3  \r\nP2: p1\n";
        let lines = parse_moves(text, 100).expect("the moves are well written");
        assert_eq!(lines.len(), 2);
        assert_eq!(
            lines[0].to_string(),
            "p1: action Gentle Breezes > p2.1 > p3"
        );
        assert_eq!(lines[1].to_string(), "p2: p1");
        let place = lines[0].labels[1].span;
        assert_eq!(&text[place.start - 100..place.end - 100], "p2.1");
        let whole = lines[0].span();
        assert_eq!(
            &text[whole.start - 100..whole.end - 100],
            "p1:  action   Gentle Breezes>p2.1 > p3"
        );
    }

    #[test]
    fn every_faulty_line_is_reported_where_it_is_faulty() {
        let text = "p1: pass\np9: pass\np1 pass\np2: pass >\nnobody: pass\np1:";
        let errors = parse_moves(text, 0).expect_err("five lines are faulty");
        let said: Vec<String> = errors
            .iter()
            .map(|error| {
                let help = error.help.as_deref().unwrap_or_default();
                format!(
                    "{}..{} {} | {help}",
                    error.span.start, error.span.end, error.reason
                )
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

    #[test]
    fn a_line_says_who_decides_for_whom() {
        let lines = parse_moves("p1 for p2: pass\nP3  For p1 : use p1.2 > p2", 0)
            .expect("both are lines of moves");
        let said: Vec<String> = lines.iter().map(ToString::to_string).collect();
        assert_eq!(said, ["p1 for p2: pass", "p3 for p1: use p1.2 > p2"]);
        for wrong in [
            "p1 for: pass",
            "p1 p2: pass",
            "for p2: pass",
            "p1 for p2 for p3: pass",
            "p1 for p9: pass",
        ] {
            assert!(parse_moves(wrong, 0).is_err(), "{wrong}");
        }
    }
}

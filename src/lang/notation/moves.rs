//! Reads lines of moves: `p1: action Lantern > p2.1 > p3`.

use std::fmt;

use super::grammar::{Rule, read_line};
use super::words::{Mover, joined, telling_lines};
use crate::Fault;
use text::{Span, Spanned, worded};

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

worded! {
    /// What is left to chance.
    pub enum Lot (name) {
        Coin = "coin",
        Die = "die",
        Random = "random",
    }
}

impl Lot {
    /// The lot of that name, without regard to case.
    pub fn of(name: &str) -> Option<Lot> {
        let mut all = Lot::ALL.into_iter();
        all.find(|lot| lot.name().eq_ignore_ascii_case(name))
    }
}

impl fmt::Display for Lot {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
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
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let label = |(at, label): (usize, &Spanned<String>)| {
            let fallen = self.fallen.iter().filter(|fallen| fallen.behind == at);
            let fallen = fallen.map(|fallen| format!(" [{}: {}]", fallen.lot, fallen.on.node));
            format!("{}{}", label.node, fallen.collect::<String>())
        };
        let labels = joined(self.labels.iter().enumerate().map(label), " > ");
        write!(f, "{}: {labels}", self.player.node)
    }
}

/// Reads moves, one line each; empty lines and `#` comments are passed over. All places are `offset` bytes further on
/// than in `text`.
///
/// # Errors
/// Every line that cannot be read, in the order of the lines.
pub fn parse_moves(text: &str, offset: usize) -> Result<Vec<MoveLine>, Vec<Fault>> {
    let lines = telling_lines(text).map(|(span, line)| parse_line(line, span.start + offset));
    let (lines, errors): (Vec<_>, Vec<_>) = lines.partition(Result::is_ok);
    match errors.is_empty() {
        true => Ok(lines.into_iter().flatten().collect()),
        false => Err(errors.into_iter().filter_map(Result::err).collect()),
    }
}

fn parse_line(line: &str, offset: usize) -> Result<MoveLine, Fault> {
    let mut parts = read_line(Rule::move_line, line, offset)?
        .into_iter()
        .peekable();
    let first = parts.next();
    let player = first
        .expect("the grammar begins every line of moves with a player")
        .player()?;
    let mut player = Spanned::new(Mover::from(player.node), player.span);
    if let Some(whom) = parts.next_if(|part| part.rule() == Rule::player) {
        let whom = whom.player()?;
        let mover = Mover {
            player: whom.node,
            by: Some(player.node.player),
        };
        player = Spanned::new(mover, player.span.to(whom.span));
    }
    let (mut labels, mut fallen) = (Vec::new(), Vec::new());
    for part in parts {
        if part.rule() != Rule::fallen {
            labels.push(part.text());
            continue;
        }
        let two: Vec<_> = part.parts().map(|part| part.text().node).collect();
        let lot = two.first().and_then(|lot| Lot::of(lot));
        fallen.push(Fallen {
            behind: labels.len() - 1,
            lot: lot.expect("the grammar knows the lots"),
            on: Spanned::new(two.into_iter().skip(1).collect(), part.span()),
        });
    }
    Ok(MoveLine {
        player,
        labels,
        fallen,
    })
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

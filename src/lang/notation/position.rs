//! A position as it is written: its lines, their parts and places, and the way back into text.

use std::fmt;

use super::words::{Player, joined};
use text::{Spanned, worded};

/// A position's lines in the order written, each with its place. No key stands twice.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PositionText {
    pub lines: Vec<Spanned<Line>>,
}

/// One line of a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Line {
    /// `turn p1 main played`; so many cards have been played, after `main` only, and so many may be, where that is another
    /// number than in other turns: `turn p1 main played 2 plays 3`.
    Turn {
        player: Spanned<Player>,
        phase: Spanned<Phase>,
        played: u8,
        plays: Option<u8>,
    },
    /// `deck: ...`, the next card to be drawn first
    Deck(Cards),
    /// `discard: ...`, oldest first
    Discard(Cards),
    /// `removed: ...`
    Removed(Cards),
    /// `p1 hand: ...`, in the order held
    Hand {
        player: Spanned<Player>,
        cards: Cards,
    },
    /// `p1: ...`
    Nation {
        player: Spanned<Player>,
        nation: Nation,
    },
    /// `ages: p1.2 p2.1`, oldest first
    Ages(Vec<Spanned<Place>>),
    /// `p1 has: oil 2`
    Has {
        player: Spanned<Player>,
        counters: Vec<Counter>,
    },
    /// `laws: NAME(oil 2), ...`
    Laws(Vec<Law>),
    /// `pending: NAME of p1, NAME 2 of p2`
    Pending(Vec<Spanned<String>>),
}

worded! {
    pub enum Phase (word) {
        /// The draw is done, the start of the turn is going on.
        Start = "start",
        /// The turn's menu is open.
        Main = "main",
    }
}

/// The cards of a deck, a discard pile or a hand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cards {
    /// `Lantern, ?, Windmill`
    List(Vec<Spanned<Card>>),
    /// `31 cards`
    Count(Spanned<u16>),
}

/// A card by name, or one that is not known: `?`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Card {
    /// By either face, perhaps with its set: `1900:Windmill`.
    Named(String),
    Unknown,
}

/// What a player's line says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Nation {
    /// From left to right; the line may have named none.
    Buildings(Vec<Spanned<Building>>),
    /// `eliminated`
    Eliminated,
}

/// `Windmill(oil 2)*[Lantern, ^Ferry]`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Building {
    pub name: Spanned<String>,
    pub counters: Vec<Counter>,
    /// Either none, or one [`Mark::Whole`], or some [`Mark::Ability`].
    pub marks: Vec<Spanned<Mark>>,
    /// From bottom to top.
    pub stack: Vec<Spanned<StackEntry>>,
}

/// That an ability is spent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Mark {
    /// `*`
    Whole,
    /// `*NAME`: of several abilities only this one.
    Ability(String),
}

/// A stacked card. One that lies face up is named, and has no `known_by`, since all know it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StackEntry {
    pub face_up: bool,
    pub card: Spanned<Card>,
    /// `{p1 p2}`: the players who know this face-down card; empty when not written.
    pub known_by: Vec<Spanned<Player>>,
    pub counters: Vec<Counter>,
}

/// `oil 2`, or `oil 2 of p1` where it is remembered who has put them there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Counter {
    pub name: Spanned<String>,
    pub number: Spanned<u16>,
    pub by: Option<Spanned<Player>>,
}

/// A law, with the counters on it: `Curfew(oil 2)`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Law {
    pub name: Spanned<String>,
    pub counters: Vec<Counter>,
}

/// `p2.3`: the third building, or the third place for one, from the left in p2's nation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    pub player: Player,
    /// Counted from 1.
    pub index: u16,
}

impl Line {
    /// What the line is about, as it is written before the colon. In one position each stands at most once.
    pub(crate) fn key(&self) -> String {
        match self {
            Line::Turn { .. } => "turn".into(),
            Line::Deck(_) => "deck".into(),
            Line::Discard(_) => "discard".into(),
            Line::Removed(_) => "removed".into(),
            Line::Ages(_) => "ages".into(),
            Line::Laws(_) => "laws".into(),
            Line::Pending(_) => "pending".into(),
            Line::Hand { player, .. } => format!("{} hand", player.node),
            Line::Nation { player, .. } => player.node.to_string(),
            Line::Has { player, .. } => format!("{} has", player.node),
        }
    }
}

impl fmt::Display for PositionText {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.lines
            .iter()
            .try_for_each(|line| writeln!(f, "{}", line.node))
    }
}

/// How far a turn has come, as it is written.
#[derive(Debug, Clone, Copy)]
pub struct TurnSoFar {
    pub phase: Phase,
    pub played: u8,
    pub plays: Option<u8>,
}

impl fmt::Display for TurnSoFar {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.phase.word())?;
        match self.played {
            0 => {}
            1 => f.write_str(" played")?,
            many => write!(f, " played {many}")?,
        }
        self.plays
            .map_or(Ok(()), |plays| write!(f, " plays {plays}"))
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let said = match self {
            Line::Turn {
                player,
                phase,
                played,
                plays,
            } => {
                let so_far = TurnSoFar {
                    phase: phase.node,
                    played: *played,
                    plays: *plays,
                };
                return write!(f, "turn {} {so_far}", player.node);
            }
            Line::Deck(cards)
            | Line::Discard(cards)
            | Line::Removed(cards)
            | Line::Hand { cards, .. } => match cards {
                Cards::List(cards) => joined(nodes(cards), ", "),
                Cards::Count(number) => format!("{} cards", number.node),
            },
            Line::Nation { nation, .. } => match nation {
                Nation::Buildings(row) => joined(nodes(row), " "),
                Nation::Eliminated => "eliminated".into(),
            },
            Line::Ages(places) => joined(nodes(places), " "),
            Line::Has { counters, .. } => joined(counters, ", "),
            Line::Laws(laws) => joined(laws, ", "),
            Line::Pending(names) => joined(nodes(names), ", "),
        };
        // An empty list leaves no blank behind the colon.
        let blank = if said.is_empty() { "" } else { " " };
        write!(f, "{}:{blank}{said}", self.key())
    }
}

fn nodes<T>(all: &[Spanned<T>]) -> impl Iterator<Item = &T> {
    all.iter().map(|one| &one.node)
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Card::Named(name) => name,
            Card::Unknown => "?",
        })
    }
}

impl fmt::Display for Building {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let (marks, stack) = (
            joined(nodes(&self.marks), ""),
            joined(nodes(&self.stack), ", "),
        );
        write!(
            f,
            "{}{}{marks}[{stack}]",
            self.name.node,
            in_signs("()", &self.counters, ", ")
        )
    }
}

/// What stands between two signs; nothing where there is nothing.
fn in_signs<T: ToString>(signs: &str, all: impl IntoIterator<Item = T>, between: &str) -> String {
    match joined(all, between) {
        all if all.is_empty() => all,
        all => format!("{}{all}{}", &signs[..1], &signs[1..]),
    }
}

impl fmt::Display for Law {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let counters = in_signs("()", &self.counters, ", ");
        write!(f, "{}{counters}", self.name.node)
    }
}

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("*")?;
        match self {
            Mark::Whole => Ok(()),
            Mark::Ability(name) => f.write_str(name),
        }
    }
}

impl fmt::Display for StackEntry {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let up = if self.face_up { "^" } else { "" };
        let counters = in_signs("()", &self.counters, ", ");
        write!(
            f,
            "{up}{}{counters}{}",
            self.card.node,
            in_signs("{}", nodes(&self.known_by), " ")
        )
    }
}

impl fmt::Display for Counter {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{} {}", self.name.node, self.number.node)?;
        self.by
            .iter()
            .try_for_each(|by| write!(f, " of {}", by.node))
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}.{}", self.player, self.index)
    }
}

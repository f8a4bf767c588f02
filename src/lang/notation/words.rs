//! What all of the notation is made of: players, lines, words.

use std::fmt;
use std::str::FromStr;

use text::Span;

/// A player as written: `p1` is the first in turn order, `p6` the last there can be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Player(u8);

impl Player {
    /// The highest number a player can have.
    pub const MAX: u8 = 6;

    /// The player of this number, counted from 1, if there can be one.
    pub fn new(number: u8) -> Option<Player> {
        (1..=Player::MAX)
            .contains(&number)
            .then_some(Player(number))
    }

    /// The number, counted from 1.
    pub fn number(self) -> u8 {
        self.0
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "p{}", self.0)
    }
}

/// The text names no player: it is not `p1` to `p6`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("players are called `p1` to `p{}`", Player::MAX)]
pub struct NoPlayer;

impl FromStr for Player {
    type Err = NoPlayer;

    fn from_str(text: &str) -> Result<Player, NoPlayer> {
        match text.as_bytes() {
            [b'p' | b'P', digit @ b'1'..=b'6'] => Ok(Player(digit - b'0')),
            _ => Err(NoPlayer),
        }
    }
}

/// Whose decision it is, and who makes it, as written: `p2`, or `p1 for p2`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Mover {
    /// Whose decision it is.
    pub player: Player,
    /// Who makes it in that player's place.
    pub by: Option<Player>,
}

impl fmt::Display for Mover {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.by.map_or(Ok(()), |by| write!(f, "{by} for "))?;
        self.player.fmt(f)
    }
}

impl From<Player> for Mover {
    fn from(player: Player) -> Mover {
        Mover { player, by: None }
    }
}

impl FromStr for Mover {
    type Err = NoPlayer;

    fn from_str(text: &str) -> Result<Mover, NoPlayer> {
        let Some((by, rest)) = text.split_once(char::is_whitespace) else {
            return text.parse().map(Player::into);
        };
        let (word, player) = rest
            .trim_start()
            .split_once(char::is_whitespace)
            .ok_or(NoPlayer)?;
        if !word.eq_ignore_ascii_case("for") {
            return Err(NoPlayer);
        }
        Ok(Mover {
            player: player.trim().parse()?,
            by: Some(by.parse()?),
        })
    }
}

/// A name or label with one blank between its words and none around them.
pub(super) fn normalised(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The lines that say something, trimmed, each with its place in the text: neither empty nor a `#` comment.
pub(super) fn telling_lines(text: &str) -> impl Iterator<Item = (Span, &str)> {
    let mut next = 0;
    text.split_inclusive('\n').filter_map(move |whole| {
        let start = next + (whole.len() - whole.trim_start().len());
        next += whole.len();
        let line = whole.trim();
        let tells = !line.is_empty() && !line.starts_with('#');
        tells.then(|| (Span::new(start, start + line.len()), line))
    })
}

/// The items as they are written, with a separator between them.
pub(super) fn joined<T: ToString>(items: impl IntoIterator<Item = T>, separator: &str) -> String {
    let items = items.into_iter().map(|item| item.to_string());
    items.collect::<Vec<_>>().join(separator)
}

//! One thing that has happened, in parts that programs can read.

use serde::Serialize;

use crate::protocol::Player;
use board::Seat;

/// Something that has happened. What does not apply is `None`.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct Happened {
    /// What.
    pub event: Sort,
    /// Who has done it, or whom it concerns.
    pub seat: Option<Player>,
    /// The card, where the seat may know it.
    pub card: Option<String>,
    /// Where it was, or is.
    pub at: Option<Where>,
    /// Where it goes, or whom it concerns besides.
    pub to: Option<Where>,
    /// How many, or which.
    pub number: Option<i32>,
    /// How it is called.
    pub name: Option<String>,
}

/// A place on the table.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, schemars::JsonSchema)]
pub struct Where {
    /// `row`, `stack`, `hand`, `deck`, `discard`, `removed`, `aside`, `law`, or `player` for a player as such.
    pub zone: &'static str,
    pub seat: Option<Player>,
    /// In a row, counted from 1; of a stack that of its building.
    pub place: Option<u16>,
}

/// What happens: in messages a word in small letters with hyphens, as `take-aside`.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Serialize, strum::VariantArray, schemars::JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Sort {
    Turn,
    Main,
    Pass,
    Draw,
    TakeAside,
    SetAside,
    LayAside,
    UnderWay,
    Stack,
    StackFaceUp,
    Move,
    Build,
    Swap,
    Exchange,
    Shift,
    Discard,
    Remove,
    Law,
    ToHand,
    SwapHands,
    PassHands,
    PutCounters,
    TakeCounters,
    Write,
    Pend,
    Come,
    OpenHand,
    SeeHand,
    Lead,
    MorePlays,
    Look,
    Show,
    NewDeck,
    Shuffle,
    PutOnDeck,
    PutUnderDeck,
    Refresh,
    Eliminated,
    Lose,
    Win,
    DrawGame,
    Use,
    ChoosePlayer,
    ChooseNumber,
    Play,
    Fizzle,
    Reveal,
    Answer,
    Keyword,
    Coin,
    Die,
    Chance,
    Crisis,
    Cut,
}

impl Sort {
    /// All there are.
    pub const ALL: &[Sort] = <Sort as strum::VariantArray>::VARIANTS;
}

pub(super) fn event(event: Sort) -> Happened {
    Happened {
        event,
        seat: None,
        card: None,
        at: None,
        to: None,
        number: None,
        name: None,
    }
}

impl Happened {
    pub(super) fn by(self, seat: Seat) -> Happened {
        Happened {
            seat: Some(Player(seat)),
            ..self
        }
    }

    pub(super) fn of(self, card: Option<String>) -> Happened {
        Happened { card, ..self }
    }

    pub(super) fn at(self, at: Where) -> Happened {
        Happened {
            at: Some(at),
            ..self
        }
    }

    pub(super) fn to(self, to: Where) -> Happened {
        Happened {
            to: Some(to),
            ..self
        }
    }

    pub(super) fn number(self, number: impl Into<i32>) -> Happened {
        Happened {
            number: Some(number.into()),
            ..self
        }
    }

    pub(super) fn called(self, name: impl Into<String>) -> Happened {
        Happened {
            name: Some(name.into()),
            ..self
        }
    }
}

impl Where {
    pub(super) fn zone(zone: &'static str) -> Where {
        Where {
            zone,
            seat: None,
            place: None,
        }
    }

    pub(super) fn of(zone: &'static str, seat: Seat) -> Where {
        Where {
            zone,
            seat: Some(Player(seat)),
            place: None,
        }
    }
}

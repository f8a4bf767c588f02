//! Seats around the table, clockwise.

use std::fmt;
use std::ops::RangeInclusive;

use text::limits;

/// The most players a game may have (SET-1).
pub const MAX_SEATS: usize = limits::PLAYERS;

/// How many may play (SET-1).
pub const PLAYERS: RangeInclusive<u8> = 2..=MAX_SEATS as u8;

/// A player's place at the table: `p1` is `Seat(0)`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Seat(pub u8);

impl Seat {
    /// Nobody's seat, and in no game: whoever looks on from there sees what lies open to all, and nothing else.
    pub const ONLOOKER: Seat = Seat(7);

    /// The number as an index; below [`MAX_SEATS`].
    #[inline(always)]
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// The seat's bit in a [`Seats`] mask.
    #[inline(always)]
    pub fn bit(self) -> u8 {
        1 << self.0
    }

    /// All seats of a game, from this one on, clockwise.
    #[inline(always)]
    pub fn clockwise(self, seats: u8) -> impl Iterator<Item = Seat> {
        (self.0..seats).chain(0..self.0.min(seats)).map(Seat)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "p{}", self.0 + 1)
    }
}

/// Whose decision it is, and who makes it: `p2`, or `p1 for p2`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Chooser {
    /// Whose decision it is.
    pub seat: Seat,
    /// Who makes it; as a rule the same.
    pub by: Seat,
}

impl Chooser {
    /// Somebody decides for themselves.
    pub fn own(seat: Seat) -> Chooser {
        Chooser { seat, by: seat }
    }

    /// Somebody decides in the place of another player.
    pub fn for_another(self) -> bool {
        self.seat != self.by
    }
}

impl fmt::Display for Chooser {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.for_another() {
            true => write!(formatter, "{} for {}", self.by, self.seat),
            false => self.seat.fmt(formatter),
        }
    }
}

/// A set of seats.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Seats(pub u8);

impl Seats {
    /// Everybody.
    pub const ALL: Seats = Seats(0b11_1111);
    /// Nobody.
    pub const NONE: Seats = Seats(0);

    /// That seat is among them.
    #[inline(always)]
    pub fn has(self, seat: Seat) -> bool {
        self.0 & seat.bit() != 0
    }

    /// These, and that one.
    #[inline(always)]
    pub fn with(self, seat: Seat) -> Seats {
        Seats(self.0 | seat.bit())
    }

    /// These, but not that one.
    #[inline(always)]
    pub fn without(self, seat: Seat) -> Seats {
        Seats(self.0 & !seat.bit())
    }

    /// How many.
    #[inline(always)]
    pub fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// More than one; sooner told than how many.
    #[inline(always)]
    pub fn several(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// The first of them behind a seat, clockwise: another one.
    #[inline(always)]
    pub fn next_after(self, seat: Seat) -> Option<Seat> {
        let others = self.without(seat).0;
        let behind = others & seat.bit().wrapping_neg();
        let next = if behind != 0 { behind } else { others };
        (next != 0).then_some(Seat(next.trailing_zeros() as u8))
    }

    /// In seat order.
    #[inline(always)]
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let seat = Seat(left.trailing_zeros() as u8);
            let some = left != 0;
            left &= left.wrapping_sub(1);
            some.then_some(seat)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{Seat, Seats};

    #[test]
    fn the_next_one_sits_clockwise_and_is_another_one() {
        for living in (0..64).map(Seats) {
            for seat in (0..6).map(Seat) {
                let clockwise = seat.clockwise(6).skip(1).find(|other| living.has(*other));
                assert_eq!(living.next_after(seat), clockwise, "{living:?} from {seat}");
            }
        }
    }
}

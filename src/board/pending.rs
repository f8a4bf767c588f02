//! What holds for a while because a text has said so, whatever has become of its card. Empty where no text says such.

use arrayvec::ArrayVec;

use crate::base::Until;
use crate::base::limits::PENDING;
use crate::board::{Seat, Seats};

/// Something that a player's text has said for a while.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Pended {
    /// Whose text it was.
    pub you: Seat,
    /// What it said, by its number in the rules.
    pub clause: u16,
    /// When it ends.
    pub until: Until,
}

/// All of it, in the order of the players: what has been said twice holds once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pending(ArrayVec<Pended, PENDING>);

impl Pending {
    /// Nothing is pending.
    pub(super) const NOTHING: Pending = Pending(ArrayVec::new_const());

    /// All of it.
    #[inline(always)]
    pub fn all(&self) -> &[Pended] {
        &self.0
    }

    /// There is room for it, or it holds already.
    pub fn takes(&self, pended: Pended) -> bool {
        !self.0.is_full() || self.0.contains(&pended)
    }

    pub(super) fn add(&mut self, pended: Pended) {
        if let (Err(at), false) = (self.0.binary_search(&pended), self.0.is_full()) {
            self.0.insert(at, pended);
        }
    }

    /// The turn goes from one player to the next one: what lasts until the turn of either of those between, the next one
    /// among them, is over.
    #[cold]
    pub(super) fn turn_begins(&mut self, from: Seat, to: Seat, seats: u8) {
        let mut begun = Seats::NONE.with(to);
        let passed = from.clockwise(seats).skip(1).take_while(|seat| *seat != to);
        passed.filter(|_| from != to).for_each(|seat| begun = begun.with(seat));
        self.0.retain(|pended| pended.until == Until::NextTurn && !begun.has(pended.you));
    }

    pub(super) fn reset(&mut self) {
        self.0.clear();
    }

    #[inline(always)]
    pub(super) fn copy_from(&mut self, other: &Pending) {
        if !(self.0.is_empty() && other.0.is_empty()) {
            self.0.clear();
            self.0.extend(other.0.iter().copied());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Pended, Pending};
    use crate::base::Until;
    use crate::base::limits::PENDING;
    use crate::board::Seat;

    fn of(you: u8, until: Until) -> Pended {
        Pended { you: Seat(you), clause: 0, until }
    }

    #[test]
    fn it_ends_as_the_turn_begins_or_would_begin() {
        let mut pending = Pending::NOTHING;
        (0..4).for_each(|seat| pending.add(of(seat, Until::NextTurn)));
        pending.add(of(3, Until::ThisTurn));
        pending.add(of(3, Until::NextTurn));
        assert_eq!(pending.all().len(), 5, "what is said twice holds once");
        // The third player is out of the game.
        pending.turn_begins(Seat(1), Seat(3), 4);
        assert_eq!(pending.all(), [of(0, Until::NextTurn), of(1, Until::NextTurn)]);
        pending.turn_begins(Seat(3), Seat(3), 4);
        assert_eq!(pending.all().len(), 2, "a turn after one's own passes nobody");
        pending.turn_begins(Seat(3), Seat(0), 4);
        assert_eq!(pending.all(), [of(1, Until::NextTurn)]);
    }

    #[test]
    fn there_is_room_for_so_much_and_no_more() {
        let mut pending = Pending::NOTHING;
        let said = |clause| Pended { clause, ..of(0, Until::NextTurn) };
        for clause in 0..PENDING as u16 {
            assert!(pending.takes(said(clause)));
            pending.add(said(clause));
        }
        assert!(pending.takes(said(0)) && !pending.takes(said(PENDING as u16)));
    }
}

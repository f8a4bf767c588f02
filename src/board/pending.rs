//! What holds or comes for a while because a text has said so, whatever has become of its card. Empty where no text says such.

use arrayvec::ArrayVec;

use crate::{CardId, MAX_SEATS, Numbering, Seat, Seats};
use text::Until;
use text::limits::{CARRIED, PENDING};

/// Something that a player's text has said for a while.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Pended {
    /// Whose text it was.
    pub you: Seat,
    /// What it said, by its number in the rules.
    pub clause: u16,
    /// When it ends, or comes.
    pub until: Until,
    /// Whose turn that hangs on.
    pub whose: Seat,
    /// The card that said it, if it speaks of that.
    pub this: CardId,
    /// What its names stand for; and which of these are cards, a bit each.
    pub carried: [u16; CARRIED],
    /// See [`Pended::carried`].
    pub cards: u8,
    /// Which of them are secret until it comes, a bit each; and who knows them. Of whom nobody knows, they are hidden here.
    pub secret: u8,
    /// See [`Pended::secret`].
    pub told: Seats,
    /// How often each player has done since what it asks for.
    pub since: [u8; MAX_SEATS],
}

impl Pended {
    /// Said by that player, for so long, with nothing carried along.
    pub fn of(you: Seat, clause: u16, until: Until) -> Pended {
        let carried = [u16::MAX; CARRIED];
        Pended {
            you,
            clause,
            until,
            whose: you,
            this: CardId::NONE,
            carried,
            cards: 0,
            secret: 0,
            told: Seats::NONE,
            since: [0; MAX_SEATS],
        }
    }

    /// As that seat sees it, or an onlooker: of what is secret it sees that there is something.
    pub fn as_seen_by(mut self, seat: Seat) -> Pended {
        if self.secret != 0 && !self.told.has(seat) {
            self.told = Seats::NONE;
            let values = (0..).zip(&mut self.carried);
            let secret = values.filter(|(at, _)| self.secret >> at & 1 == 1);
            secret.for_each(|(_, value)| *value = u16::MAX);
        }
        self
    }

    /// Which of its names are secret, and hidden here.
    pub fn hidden(&self) -> u8 {
        if self.told == Seats::NONE {
            self.secret
        } else {
            0
        }
    }

    /// What makes it the same thing said again.
    fn said(&self) -> (Seat, u16, Until, Seat, CardId, [u16; CARRIED]) {
        (
            self.you,
            self.clause,
            self.until,
            self.whose,
            self.this,
            self.carried,
        )
    }

    /// Where it stands among others. Cards have no part in it: their numbers say what they are to those who may not know it.
    fn place(&self) -> (Seat, u16, Until, Seat) {
        (self.you, self.clause, self.until, self.whose)
    }

    /// Such cards are gone for it.
    pub(super) fn forget(&mut self, such: impl Fn(CardId) -> bool) {
        if self.this.is_some() && such(self.this) {
            self.this = CardId::NONE;
        }
        let gone = |card: &&mut u16| CardId(**card).is_some() && such(CardId(**card));
        self.cards_mut()
            .filter(gone)
            .for_each(|card| *card = CardId::NONE.0);
    }

    /// Those of its names that stand for cards.
    fn cards_mut(&mut self) -> impl Iterator<Item = &mut u16> {
        let cards = self.cards;
        (0..)
            .zip(&mut self.carried)
            .filter(move |(at, _)| cards >> at & 1 == 1)
            .map(|(_, value)| value)
    }
}

/// All of it, in the order of the players, and the same text in the order in which it was said. What holds for a while and has been said twice
/// holds once.
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

    /// What holds now: what is said for a turn waits for that turn.
    #[inline(always)]
    pub fn in_force(&self) -> impl Iterator<Item = &Pended> {
        self.0
            .iter()
            .filter(|pended| pended.until != Until::DuringNext)
    }

    /// Which one it is of those that its player has said with that text, counted from 1.
    pub fn nth(&self, pended: &Pended) -> u8 {
        let alike = |other: &&Pended| (other.you, other.clause) == (pended.you, pended.clause);
        let before = self.0.iter().take_while(|other| *other != pended);
        before.filter(alike).count() as u8 + 1
    }

    /// There is room for it, or it holds already.
    pub fn takes(&self, pended: Pended) -> bool {
        !self.0.is_full() || self.holds(&pended)
    }

    fn holds(&self, pended: &Pended) -> bool {
        !pended.until.comes() && self.0.iter().any(|other| other.said() == pended.said())
    }

    pub(super) fn add(&mut self, pended: Pended) {
        if !self.holds(&pended) && !self.0.is_full() {
            let at = self
                .0
                .partition_point(|other| other.place() <= pended.place());
            self.0.insert(at, pended);
        }
    }

    /// Turns go counter-clockwise.
    pub fn is_reversed(&self) -> bool {
        self.0.iter().any(|pended| pended.until == Until::Reversed)
    }

    /// What comes later has come, and is over.
    pub(super) fn over(&mut self, pended: &Pended) {
        if let Some(at) = self.0.iter().position(|other| other == pended) {
            self.0.remove(at);
        }
    }

    /// That player has done what all of these ask for.
    pub(super) fn note(&mut self, clause: u16, seat: Seat) {
        for pended in self.0.iter_mut().filter(|pended| pended.clause == clause) {
            let number = &mut pended.since[seat.index()];
            *number = number.saturating_add(1);
        }
    }

    /// The turn goes from one player to the next one: what hangs on the turn of either of those between, the next one
    /// among them, is over.
    #[cold]
    pub(super) fn turn_begins(&mut self, from: Seat, to: Seat, (seats, living): (u8, Seats)) {
        let mut begun = Seats::NONE.with(to);
        let (first, last) = if self.is_reversed() {
            (to, from)
        } else {
            (from, to)
        };
        let passed = first
            .clockwise(seats)
            .skip(1)
            .take_while(|seat| *seat != last);
        // Whoever lives has not had the turn: it is skipped, or somebody takes an extra one.
        passed
            .filter(|seat| from != to && !living.has(*seat))
            .for_each(|seat| begun = begun.with(seat));
        let mut now = false;
        self.0.retain(|pended| match pended.until {
            until if let Some(begun) = until.once_begun() => {
                if pended.whose == to {
                    (pended.until, now) = (begun, true);
                }
                living.has(pended.whose)
            }
            until if until.is_next() => !begun.has(pended.whose),
            Until::Reversed => true,
            until => !until.is_of_this_turn() && living.has(pended.whose),
        });
        if now {
            self.0.sort_by_key(Pended::place);
        }
    }

    /// Such cards are gone for all of it.
    #[cold]
    pub(super) fn forget(&mut self, such: impl Fn(CardId) -> bool) {
        self.0.iter_mut().for_each(|pended| pended.forget(&such));
    }

    /// A secret may be that.
    pub(super) fn suppose(&mut self, at: usize, name: u8, value: u16) {
        self.0[at].carried[usize::from(name)] = value;
    }

    /// With other numbers for cards.
    pub(super) fn renumber(&mut self, numbers: &Numbering) {
        for pended in &mut self.0 {
            pended.this = numbers.of(pended.this);
            pended
                .cards_mut()
                .for_each(|card| *card = numbers.of(CardId(*card)).0);
        }
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
    use crate::{CardId, Seat, Seats};
    use text::Until;
    use text::limits::PENDING;

    fn of(you: u8, until: Until) -> Pended {
        Pended::of(Seat(you), 0, until)
    }

    #[test]
    fn it_ends_as_the_turn_begins_or_would_begin() {
        let mut pending = Pending::NOTHING;
        (0..4).for_each(|seat| pending.add(of(seat, Until::NextTurn)));
        pending.add(of(3, Until::ThisTurn));
        pending.add(of(3, Until::NextTurn));
        assert_eq!(pending.all().len(), 5, "what is said twice holds once");
        // The third player is out of the game.
        let living = Seats(0b1011);
        pending.turn_begins(Seat(1), Seat(3), (4, living));
        assert_eq!(
            pending.all(),
            [of(0, Until::NextTurn), of(1, Until::NextTurn)]
        );
        pending.turn_begins(Seat(3), Seat(3), (4, living));
        assert_eq!(
            pending.all().len(),
            2,
            "a turn after one's own passes nobody"
        );
        pending.turn_begins(Seat(3), Seat(0), (4, living));
        assert_eq!(pending.all(), [of(1, Until::NextTurn)]);
    }

    #[test]
    fn the_same_text_stands_in_the_order_in_which_it_was_said_whatever_its_cards() {
        let mut pending = Pending::NOTHING;
        let about = |you: u8, card: u16| {
            let mut pended = of(you, Until::NextEnds);
            (pended.carried[0], pended.cards) = (card, 1);
            pended
        };
        [about(1, 7), about(0, 9), about(1, 3), about(0, 2)]
            .into_iter()
            .for_each(|pended| pending.add(pended));
        assert_eq!(
            pending.all(),
            [about(0, 9), about(0, 2), about(1, 7), about(1, 3)]
        );
        pending.forget(|card| card == CardId(9));
        assert_eq!(
            pending.all(),
            [
                about(0, CardId::NONE.0),
                about(0, 2),
                about(1, 7),
                about(1, 3)
            ]
        );
    }

    #[test]
    fn there_is_room_for_so_much_and_no_more() {
        let mut pending = Pending::NOTHING;
        let said = |clause| Pended {
            clause,
            ..of(0, Until::NextTurn)
        };
        for clause in 0..PENDING as u16 {
            assert!(pending.takes(said(clause)));
            pending.add(said(clause));
        }
        assert!(pending.takes(said(0)) && !pending.takes(said(PENDING as u16)));
    }

    #[test]
    fn what_is_said_for_a_turn_waits_for_it_and_ends_with_it() {
        let mut pending = Pending::NOTHING;
        let during = |whose| Pended {
            whose: Seat(whose),
            ..of(0, Until::DuringNext)
        };
        (1..3).for_each(|whose| pending.add(during(whose)));
        assert_eq!(pending.in_force().count(), 0);
        // The second player is out of the game.
        let living = Seats(0b1101);
        pending.turn_begins(Seat(0), Seat(2), (4, living));
        assert_eq!(
            pending.all(),
            [Pended {
                until: Until::ThisTurn,
                ..during(2)
            }]
        );
        assert_eq!(pending.in_force().count(), 1);
        pending.turn_begins(Seat(2), Seat(3), (4, living));
        assert_eq!(pending.all(), []);
    }
}

//! What cards and players carry: counters, each of a sort, beside the table of cards. Empty where a game has none.

use arrayvec::ArrayVec;

use crate::{CardId, Numbering, Seat};
use text::limits::{BEARERS, HEAP};

/// No sort of counters: the number tells a name that is written on a card, by its place in the rules and one more.
pub const WRITTEN: u8 = u8::MAX;

/// Who or what carries counters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Bearer {
    /// A building, a stacked card or a law.
    Card(CardId),
    /// A player.
    Player(Seat),
}

/// Counters of one sort on one bearer; of a sort that remembers, those that one player has put there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Counters {
    /// What carries them.
    pub on: Bearer,
    /// Their sort, by its number in the rules.
    pub sort: u8,
    /// Who has put them there, where their sort remembers that.
    pub by: Option<Seat>,
    /// How many there are, at least one.
    pub number: u16,
}

/// All counters of a table, by what carries them, their sort and who has put them there: two tables with the same counters
/// are the same.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Carried(ArrayVec<Counters, BEARERS>);

impl Counters {
    fn heap(&self) -> (Bearer, u8, Option<Seat>) {
        (self.on, self.sort, self.by)
    }
}

impl Carried {
    /// Nothing is carried.
    pub(super) const NOTHING: Carried = Carried(ArrayVec::new_const());

    /// All of them.
    pub fn all(&self) -> &[Counters] {
        &self.0
    }

    /// Nobody carries anything.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// How many counters of that sort lie there, whoever has put them.
    pub fn number(&self, on: Bearer, sort: u8) -> u16 {
        self.of(on, sort)
            .fold(0, |all, counters| all.saturating_add(counters.number))
    }

    /// The same of those that one player has put there, or of all.
    pub fn number_by(&self, on: Bearer, sort: u8, by: Option<Seat>) -> u16 {
        let of = self
            .of(on, sort)
            .filter(|counters| by.is_none() || counters.by == by);
        of.fold(0, |all, counters| all.saturating_add(counters.number))
    }

    /// The same of all sorts before that one.
    pub fn number_before(&self, on: Bearer, sort: u8, by: Option<Seat>) -> u16 {
        let of = self.0.iter().filter(|counters| {
            counters.on == on && counters.sort < sort && (by.is_none() || counters.by == by)
        });
        of.fold(0, |all, counters| all.saturating_add(counters.number))
    }

    /// Those of that sort, in the order of the players who have put them there.
    pub fn of(&self, on: Bearer, sort: u8) -> impl Iterator<Item = &Counters> {
        let first = self
            .0
            .partition_point(|counters| (counters.on, counters.sort) < (on, sort));
        self.0[first..]
            .iter()
            .take_while(move |counters| (counters.on, counters.sort) == (on, sort))
    }

    /// There is room for so many more of that sort there.
    pub fn takes(&self, on: Bearer, sort: u8, by: Option<Seat>, more: u16) -> bool {
        let known = || self.of(on, sort).any(|counters| counters.by == by);
        more <= HEAP.saturating_sub(self.number(on, sort)) && (!self.0.is_full() || known())
    }

    pub(super) fn put(&mut self, on: Bearer, sort: u8, by: Option<Seat>, number: u16) {
        match self.0.binary_search_by_key(&(on, sort, by), Counters::heap) {
            Ok(at) => self.0[at].number = self.0[at].number.saturating_add(number),
            Err(_) if number == 0 || self.0.is_full() => {}
            Err(at) => self.0.insert(
                at,
                Counters {
                    on,
                    sort,
                    by,
                    number,
                },
            ),
        }
    }

    /// Those of one player, or those of the first player who has put any there first.
    pub(super) fn take(&mut self, on: Bearer, sort: u8, by: Option<Seat>, number: u16) {
        let mut left = number;
        self.0.retain(|counters| {
            if (counters.on, counters.sort) == (on, sort) && (by.is_none() || counters.by == by) {
                let gone = left.min(counters.number);
                (left, counters.number) = (left - gone, counters.number - gone);
            }
            counters.number > 0
        });
    }

    /// Whoever it is carries nothing any more.
    #[cold]
    pub(super) fn clear(&mut self, on: Bearer) {
        self.0.retain(|counters| counters.on != on);
    }

    pub(super) fn reset(&mut self) {
        self.0.clear();
    }

    #[inline(always)]
    pub(super) fn copy_from(&mut self, other: &Carried) {
        if !(self.is_empty() && other.is_empty()) {
            self.0.clear();
            self.0.extend(other.0.iter().copied());
        }
    }

    /// With other numbers for cards.
    pub(super) fn renumber(&mut self, numbers: &Numbering) {
        for counters in &mut self.0 {
            if let Bearer::Card(card) = &mut counters.on {
                *card = numbers.of(*card);
            }
        }
        self.0.sort_unstable_by_key(Counters::heap);
    }
}

#[cfg(test)]
mod tests {
    use super::{Bearer, Carried, Counters};
    use crate::{CardId, Seat};
    use text::limits::{BEARERS, HEAP};

    const HERE: Bearer = Bearer::Card(CardId(7));

    #[test]
    fn counters_of_a_sort_are_taken_together_those_of_the_first_player_first() {
        let mut carried = Carried::NOTHING;
        carried.put(HERE, 1, Some(Seat(0)), 2);
        carried.put(Bearer::Player(Seat(1)), 1, None, 1);
        carried.put(HERE, 1, Some(Seat(1)), 1);
        carried.put(HERE, 1, Some(Seat(0)), 1);
        assert_eq!(carried.number(HERE, 1), 4);
        carried.take(HERE, 1, None, 3);
        let left = [
            Counters {
                on: HERE,
                sort: 1,
                by: Some(Seat(1)),
                number: 1,
            },
            Counters {
                on: Bearer::Player(Seat(1)),
                sort: 1,
                by: None,
                number: 1,
            },
        ];
        assert_eq!(carried.all(), left);
        carried.clear(HERE);
        assert_eq!(carried.number(HERE, 1), 0);
    }

    #[test]
    fn there_is_no_room_for_one_bearer_more_than_there_can_be_and_none_for_one_counter_more() {
        let mut carried = Carried::NOTHING;
        for card in 0..BEARERS as u16 {
            assert!(carried.takes(Bearer::Card(CardId(card)), 0, None, 1));
            carried.put(Bearer::Card(CardId(card)), 0, None, 1);
        }
        assert!(!carried.takes(HERE, 1, None, 1));
        assert!(carried.takes(HERE, 0, None, HEAP - 1));
        assert!(!carried.takes(HERE, 0, None, HEAP));
    }
}

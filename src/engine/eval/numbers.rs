//! What the numbers of a text stand for, and what counts for a tally.

use crate::eval::context::{Context, ROWS};
use crate::program::clauses::Clauses;
use crate::state::value::{bearer_of, seat_of};
use crate::{GONE, Value};
use board::{Bearer, CardId, CardSet, Seat};
use rules::ir::{ANY_SORT, Extent, ItemId, Num, NumId, SetId, Tally};
use text::limits::KINDS;

/// The most names that buildings have: two a kind.
const NAMES: usize = 2 * KINDS;

impl Context<'_> {
    pub fn number(&self, id: NumId) -> u16 {
        match self.script.rules.nums[id.index()] {
            Num::Const(number) => number,
            Num::Starred(number) => self.frame.stars.of(number),
            Num::Count(set) => {
                let outer = self.it.get();
                let count = self.count(set);
                self.it.set(outer);
                count
            }
            Num::Height(item) => self.height(item),
            Num::Counters { sort, player, on } => self.counters(sort, player, on, None),
            Num::DifferentNames(set) => {
                let mut names = 0u128;
                self.each_name(set, |name| names |= 1 << name);
                names.count_ones() as u16
            }
            Num::MostAlike(set) => {
                let (mut counts, mut most) = ([0; NAMES], 0);
                self.each_name(set, |name| {
                    counts[name] += 1;
                    most = most.max(counts[name]);
                });
                most
            }
            Num::If(pred, then, otherwise) => {
                self.number(if self.holds(pred) { then } else { otherwise })
            }
            Num::Plus(left, right) => self.number(left).saturating_add(self.number(right)),
            Num::Minus(left, right) => self.number(left).saturating_sub(self.number(right)),
            Num::Whose(number, of) => match self.script.rules.nums[number.index()] {
                Num::Counters { sort, player, on } => match seat_of(self.board, self.item(of)) {
                    Some(seat) => self.counters(sort, player, on, Some(seat)),
                    None => 0,
                },
                _ => self.number(number),
            },
            Num::Half(of, up) => {
                let of = self.number(of);
                of / 2 + (of & u16::from(up))
            }
            Num::Among(set, of, extent) => self.among(set, of, extent),
            Num::Reg(reg) => self.register(reg),
            Num::Entry(reg, of) => self
                .seat(of)
                .map_or(0, |seat| self.frame.number_of(reg, seat)),
            Num::Seats => u16::from(self.board.seats),
        }
    }

    /// How many counters of a sort a thing carries, put there by that player or by whomever.
    fn counters(&self, sort: u8, player: bool, on: ItemId, by: Option<Seat>) -> u16 {
        if self.board.carried().is_empty() {
            return 0;
        }
        let bearer = bearer_of(self.script, self.board, self.item(on), player);
        bearer.map_or(0, |bearer| self.counters_on(bearer, sort, by))
    }

    /// The same of what carries them.
    pub(super) fn counters_on(&self, on: Bearer, sort: u8, by: Option<Seat>) -> u16 {
        let carried = self.board.carried();
        match sort {
            ANY_SORT => carried.number_before(on, self.script.rules.counters.len() as u8, by),
            sort => carried.number_by(on, sort, by),
        }
    }

    /// The largest number that there is for one of a set, or the smallest.
    fn among(&self, set: SetId, of: NumId, extent: Extent) -> u16 {
        let bind = self.script.rules.sets[set.index()].bind;
        let mut found: Option<u16> = None;
        self.each(set, &mut |value| {
            let number = self.with_it(bind, value, || self.number(of));
            found = Some(match (found, extent) {
                (Some(other), Extent::Largest) => other.max(number),
                (Some(other), Extent::Smallest) => other.min(number),
                (Some(other), Extent::Total) => other.saturating_add(number),
                (None, _) => number,
            });
            false
        });
        found.unwrap_or(0)
    }

    /// The names of the buildings in a set, by [their numbers](crate::Script::building_name); disabled buildings have none.
    fn each_name(&self, set: SetId, mut found: impl FnMut(usize)) {
        let mut name = |building: CardId| {
            self.reads(building);
            if let Some(name) = self.active_name(building) {
                found(self.script.building_name[name.index()] as usize % NAMES);
            }
        };
        if let Some(plan) = self.at_once(set) {
            let cards = self
                .all_at_once(plan)
                .iter()
                .map(|at| self.value_at_once(plan, at));
            return cards
                .filter(|card| *card != GONE)
                .for_each(|card| name(CardId(card)));
        }
        self.each(set, &mut |value| {
            if value != GONE {
                name(CardId(value));
            }
            false
        });
    }

    /// What counts for a tally of `you`, with all that counts as it. Whatever counts does so once, however many texts say
    /// so: what is something for two reasons is one of it.
    pub fn tally(&self, index: usize, tally: &Tally) -> u16 {
        let says = |building: &&CardId| {
            let second = self.board.card(**building).second_side();
            self.script.traits(**building, second).counts && self.active(**building)
        };
        let row = self.board.row(self.you);
        self.spend(|| 1 + row.len() / ROWS);
        if !row.iter().any(|building| says(&building)) {
            return self.count(tally.count) + self.again(tally);
        }
        let (mut counted, mut total) = (CardSet::default(), 0);
        let mut count = |value: Value| {
            let card = CardId(value);
            if value != GONE && !counted.has(card) {
                counted.insert(card);
                total += 1;
            }
            false
        };
        self.each(tally.count, &mut count);
        for building in row.iter().filter(says) {
            let context = self.beside(*building);
            let faces = self.faces_of(*building, Clauses::COUNTS);
            for (at, face) in faces.iter().enumerate() {
                // Its own text alone is among what the tally counts.
                let others = self.face(*face).counts_as.iter();
                let others = others.filter(|counts| at > 0 || !counts.own);
                for counts in others.filter(|counts| usize::from(counts.tally) == index) {
                    context.each(counts.set, &mut count);
                }
            }
        }
        total + self.again(tally)
    }

    /// What counts more than once.
    #[inline]
    fn again(&self, tally: &Tally) -> u16 {
        tally.more.iter().map(|set| self.count(*set)).sum()
    }
}

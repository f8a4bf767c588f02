//! Asks the board what items, sets, conditions and numbers of a text stand for.

use std::cell::Cell;

use crate::board::{Board, CardId, Phase, Seat, Zone};
use crate::engine::Script;
use crate::engine::script::Quick;
use crate::engine::state::Frame;
use crate::rules::ir::{
    Compare, DISABLED, Element, Face, FaceId, GUARDED, Guard, How, Item, ItemId, NameId, Num, NumId, Pred, PredId,
    Program, Reg, Set, SetId, Source, Tally,
};

/// A seat, a card, a place (`seat * 256 + index`) or a number; of which type, the checker has settled.
pub type Value = u16;

/// What no longer exists.
pub const GONE: Value = u16::MAX;

/// The value of a place in a row.
pub fn place_value(seat: Seat, index: usize) -> Value {
    Value::from(seat.0) << 8 | index as Value
}

/// Whose text is being read, and what its words stand for.
pub(super) struct Context<'a> {
    pub script: &'a Script,
    pub board: &'a Board,
    frame: &'a Frame,
    this: CardId,
    you: Seat,
    it: Cell<Value>,
    /// A register that stands for the candidate at hand.
    bound: Cell<(Reg, Value)>,
    without: Option<&'a Without<'a>>,
}

/// Cards that do not count as lying in the discard pile: they would be aside.
struct Without<'a> {
    card: CardId,
    outer: Option<&'a Without<'a>>,
}

const UNBOUND: (Reg, Value) = (Reg::MAX, GONE);

impl<'a> Context<'a> {
    /// The context of a text that is not running: `this` card's, read for `you`.
    #[inline]
    pub fn of(script: &'a Script, board: &'a Board, this: CardId, you: Seat) -> Context<'a> {
        let (it, bound) = (Cell::new(GONE), Cell::new(UNBOUND));
        Context { script, board, frame: &Frame::IDLE, this, you, it, bound, without: None }
    }

    /// The context of a text under way.
    #[inline]
    pub fn running(script: &'a Script, board: &'a Board, frame: &'a Frame) -> Context<'a> {
        let (it, bound) = (Cell::new(GONE), Cell::new(UNBOUND));
        Context { script, board, frame, this: frame.this, you: frame.you, it, bound, without: None }
    }

    #[inline]
    pub fn item(&self, id: ItemId) -> Value {
        match self.script.rules.items[id.index()] {
            Item::Reg(reg) => self.register(reg),
            Item::This => Value::from(self.this.0),
            Item::It => self.it.get(),
            Item::You => Value::from(self.you.0),
            Item::Provoker => self.frame.provoker,
            Item::TopOf(inner) => match self.building(inner) {
                Some(building) => card_value(self.board.card(building).top),
                None => GONE,
            },
            Item::OwnerOf(inner) => match self.card(inner).and_then(|card| self.board.owner(card)) {
                Some(seat) => Value::from(seat.0),
                None => GONE,
            },
            Item::Under(inner) => match self.card(inner).and_then(|card| self.board.under(card)) {
                Some(building) => card_value(building),
                None => GONE,
            },
            Item::First(set) => self.first(set),
        }
    }

    #[inline(always)]
    fn register(&self, reg: Reg) -> Value {
        match self.bound.get() {
            (bound, value) if bound == reg => value,
            _ => self.frame.registers[reg as usize],
        }
    }

    /// An item that is a card, wherever it lies.
    #[inline]
    pub fn card(&self, id: ItemId) -> Option<CardId> {
        let value = self.item(id);
        (value < 255).then_some(CardId(value as u8))
    }

    /// An item that is a building and still stands.
    #[inline]
    pub fn building(&self, id: ItemId) -> Option<CardId> {
        self.card(id).filter(|card| self.board.card(*card).zone == Zone::Row)
    }

    /// An item that is a player.
    #[inline]
    pub fn seat(&self, id: ItemId) -> Option<Seat> {
        let value = self.item(id);
        (value < Value::from(self.board.seats)).then_some(Seat(value as u8))
    }

    pub fn first(&self, set: SetId) -> Value {
        let mut found = GONE;
        self.each(set, &mut |value| {
            found = value;
            true
        });
        found
    }

    pub fn exists(&self, set: SetId) -> bool {
        let of = &self.script.rules.sets[set.index()];
        match of.source {
            _ if of.never_empty => true,
            Source::Tops if !of.target && self.script.quick[set.index()] == Quick::All => self.board.stacked() > 0,
            _ => self.each(set, &mut |_| true),
        }
    }

    /// How many options a choice out of the set has, where that needs no looking.
    #[inline]
    pub fn known_count(&self, id: SetId) -> Option<u32> {
        let set = &self.script.rules.sets[id.index()];
        match set.source {
            _ if set.target || set.filter.is_some() => None,
            Source::Players => Some(self.board.living.count()),
            Source::Buildings => Some(self.board.buildings().len() as u32),
            _ => None,
        }
    }

    /// The option with that number of a set whose count is known.
    #[inline]
    pub fn known_option(&self, id: SetId, index: u32) -> Value {
        match self.script.rules.sets[id.index()].source {
            Source::Players => self.board.living.iter().nth(index as usize).map_or(GONE, |seat| Value::from(seat.0)),
            _ => card_value(self.board.buildings()[index as usize]),
        }
    }

    pub fn count(&self, id: SetId) -> u16 {
        let set = &self.script.rules.sets[id.index()];
        if set.filter.is_none() && !set.target {
            match set.source {
                Source::Players => return self.board.living.count() as u16,
                Source::Buildings => return self.board.buildings().len() as u16,
                Source::BuildingsOf(player) => {
                    return self.seat(player).map_or(0, |seat| self.board.row(seat).len() as u16);
                }
                Source::CardsOn(building) | Source::CardsOnFromTop(building) => return self.height(building),
                Source::CardsIn(player) => {
                    let row = self.seat(player).map_or(&[][..], |seat| self.board.row(seat));
                    return row.iter().map(|building| u16::from(self.board.card(*building).height)).sum();
                }
                _ => {}
            }
        }
        if let (Source::BuildingsOf(player), Quick::Named(name), false) =
            (set.source, self.script.quick[id.index()], set.target)
        {
            let row = self.seat(player).map_or(&[][..], |seat| self.board.row(seat));
            return row.iter().filter(|building| self.active_name(**building) == Some(name)).count() as u16;
        }
        let mut count = 0;
        self.each(id, &mut |_| {
            count += 1;
            false
        });
        count
    }

    fn height(&self, building: ItemId) -> u16 {
        self.building(building).map_or(0, |building| u16::from(self.board.card(building).height))
    }

    /// Calls `found` with each element in order, until it answers `true`; then the answer is `true`, too.
    #[inline]
    pub fn each<F: FnMut(Value) -> bool + ?Sized>(&self, id: SetId, found: &mut F) -> bool {
        let set = &self.script.rules.sets[id.index()];
        let quick = self.script.quick[id.index()];
        let mut offer = |value: Value| value != GONE && self.passes(set, quick, value) && found(value);
        match set.source {
            Source::Players => self.board.living.iter().any(|seat| offer(Value::from(seat.0))),
            Source::PlayersFrom(first) => {
                let first = self.seat(first).unwrap_or(Seat(0));
                first
                    .clockwise(self.board.seats)
                    .filter(|seat| self.board.living.has(*seat))
                    .any(|seat| offer(Value::from(seat.0)))
            }
            Source::Buildings => self.board.buildings().iter().any(|building| offer(card_value(*building))),
            Source::BuildingsOf(player) => {
                let row = self.seat(player).map_or(&[][..], |seat| self.board.row(seat));
                row.iter().any(|building| offer(card_value(*building)))
            }
            Source::Neighbours(building) => {
                let Some(building) = self.building(building) else { return false };
                let row = self.board.row(Seat(self.board.card(building).host));
                let at = row.iter().position(|other| *other == building).unwrap_or(0);
                at > 0 && offer(card_value(row[at - 1])) || at + 1 < row.len() && offer(card_value(row[at + 1]))
            }
            Source::Tops => {
                let mut buildings = self.board.buildings().iter();
                buildings.any(|building| offer(card_value(self.board.card(*building).top)))
            }
            Source::TopsOf(buildings) => self.each_of(buildings, &mut |building| {
                building < 255 && offer(card_value(self.board.card(CardId(building as u8)).top))
            }),
            Source::CardsOn(building) => {
                let Some(building) = self.building(building) else { return false };
                self.board.stack(building).iter().any(|card| offer(card_value(*card)))
            }
            Source::CardsOnFromTop(building) => {
                let Some(building) = self.building(building) else { return false };
                self.board.stack_from_top(building).any(|card| offer(card_value(card)))
            }
            Source::CardsIn(player) => {
                let row = self.seat(player).map_or(&[][..], |seat| self.board.row(seat));
                let mut cards = row.iter().flat_map(|building| self.board.stack_from_top(*building));
                cards.any(|card| offer(card_value(card)))
            }
            Source::Hand(player) => {
                let hand = self.seat(player).map_or(&[][..], |seat| self.board.hand(seat));
                hand.iter().any(|card| offer(card_value(*card)))
            }
            Source::Discard => {
                let mut cards = self.board.discard().cards().iter();
                cards.any(|card| !self.is_without(*card) && offer(card_value(*card)))
            }
            Source::Places => self.board.living.iter().any(|seat| self.each_place(seat, &mut offer)),
            Source::PlacesOf(player) => self.seat(player).is_some_and(|seat| self.each_place(seat, &mut offer)),
            Source::Marked(set) => self.each_marked(set, &mut offer),
            Source::Plus(left, right) => self.each_of(left, &mut offer) || self.each_of(right, &mut offer),
            Source::One(item) => {
                let value = self.item(item);
                let stands = match set.element {
                    Element::Player => value < 255 && self.board.living.has(Seat(value as u8)),
                    Element::Building => self.building(item).is_some(),
                    _ => true,
                };
                stands && offer(value)
            }
        }
    }

    fn is_without(&self, card: CardId) -> bool {
        let mut next = self.without;
        while let Some(without) = next {
            if without.card == card {
                return true;
            }
            next = without.outer;
        }
        false
    }

    /// `each` behind a pointer, for sets made of sets.
    fn each_of(&self, set: SetId, found: &mut dyn FnMut(Value) -> bool) -> bool {
        self.each(set, found)
    }

    fn each_place(&self, seat: Seat, offer: &mut dyn FnMut(Value) -> bool) -> bool {
        (0..=self.board.row(seat).len()).any(|index| offer(place_value(seat, index)))
    }

    /// Stacked ones by seat and place, then those of hands and the discard pile, then what is aside.
    fn each_marked(&self, set: u8, offer: &mut dyn FnMut(Value) -> bool) -> bool {
        let marks = &self.frame.marks[set as usize];
        let mut stacked = self.board.buildings().iter().flat_map(|building| self.board.stack_from_top(*building));
        let piles = [self.board.discard(), self.board.aside()];
        let hands = Seat(0).clockwise(self.board.seats).flat_map(|seat| self.board.hand(seat).iter());
        stacked.any(|card| marks.has(card) && offer(card_value(card)))
            || { hands }.any(|card| marks.has(*card) && offer(card_value(*card)))
            || piles.iter().flat_map(|pile| pile.cards()).any(|card| marks.has(*card) && offer(card_value(*card)))
    }

    /// The set's own conditions, asked of one candidate.
    #[inline(always)]
    fn passes(&self, set: &Set, quick: Quick, value: Value) -> bool {
        if set.target && self.guarded(value, set.element) {
            return false;
        }
        match quick {
            Quick::All => true,
            Quick::Named(name) => value < 255 && self.named(CardId(value as u8), name),
            Quick::NotNamed(name) => value < 255 && !self.named(CardId(value as u8), name),
            Quick::Lacks(status) => value < 255 && self.board.card(CardId(value as u8)).status >> status & 1 == 0,
            Quick::Filter(filter) => self.passes_filter(set, filter, value),
        }
    }

    fn passes_filter(&self, set: &Set, filter: PredId, value: Value) -> bool {
        let outer = self.it.replace(value);
        let bound = self.bound.get();
        if let Some(reg) = set.bind {
            self.bound.set((reg, value));
        }
        let holds = self.holds(filter);
        self.it.set(outer);
        self.bound.set(bound);
        holds
    }

    /// TGT-1: the building, or the stack that the card lies in, cannot be targeted.
    #[inline]
    fn guarded(&self, value: Value, element: Element) -> bool {
        let card = CardId(value as u8);
        let building = match element {
            Element::Building => Some(card),
            Element::StackedCard => self.board.under(card),
            Element::Player | Element::Card | Element::BuildingCard | Element::Place => None,
        };
        building.is_some_and(|building| self.board.card(building).status >> GUARDED & 1 == 1)
    }

    #[inline]
    pub fn holds(&self, id: PredId) -> bool {
        match self.script.rules.preds[id.index()] {
            Pred::Always => true,
            Pred::Never => false,
            Pred::And(left, right) => self.holds(left) && self.holds(right),
            Pred::Or(left, right) => self.holds(left) || self.holds(right),
            Pred::Not(inner) => !self.holds(inner),
            Pred::Stacked(item) => self.height(item) > 0,
            Pred::Active(item) => self.building(item).is_some_and(|building| self.active(building)),
            Pred::Disabled(item) => self.building(item).is_some_and(|building| !self.active(building)),
            Pred::FaceUp(item) => self.card(item).is_some_and(|card| self.board.card(card).face_up),
            Pred::Living(item) => self.seat(item).is_some_and(|seat| self.board.living.has(seat)),
            Pred::VictoryCard(item) => self.card(item).is_some_and(|card| card.index() >= self.script.rules.deck_size),
            Pred::Named(item, name) => self.card(item).is_some_and(|card| self.named(card, name)),
            Pred::On(card, building) => {
                let under = self.card(card).and_then(|card| self.board.under(card));
                under.is_some() && under == self.building(building)
            }
            Pred::Of(item, player) => {
                let owner = self.card(item).and_then(|card| self.board.owner(card));
                owner.is_some() && owner == self.seat(player)
            }
            Pred::In(item, set) => {
                let value = self.item(item);
                value != GONE && self.each_of(set, &mut |other| other == value)
            }
            Pred::Status(item, status) => {
                self.building(item).is_some_and(|building| self.board.card(building).status >> status & 1 == 1)
            }
            Pred::Same(left, right) => self.item(left) == self.item(right),
            Pred::Exists(set) => {
                let outer = self.it.get();
                let exists = self.exists(set);
                self.it.set(outer);
                exists
            }
            Pred::Compare(left, compare, right) => {
                let (left, right) = (self.number(left), self.number(right));
                match compare {
                    Compare::AtLeast => left >= right,
                    Compare::AtMost => left <= right,
                    Compare::Exactly => left == right,
                }
            }
            Pred::Playable(item, how) => self.card(item).is_some_and(|card| self.playable(card, how)),
            Pred::MyTurn => self.board.turn == self.you && self.board.phase != Phase::Passed,
            Pred::MyTurnStart => self.board.turn == self.you && self.board.phase == Phase::Start,
            Pred::MyTurnMain => self.board.turn == self.you && self.board.phase == Phase::Main,
            Pred::Truth(reg) => self.register(reg) == 1,
        }
    }

    #[inline]
    pub fn active(&self, building: CardId) -> bool {
        self.board.card(building).status >> DISABLED & 1 == 0
    }

    /// The name of an active building; none when it is disabled (DIS-1).
    #[inline(always)]
    fn active_name(&self, building: CardId) -> Option<NameId> {
        let state = self.board.card(building);
        if state.status >> DISABLED & 1 == 1 {
            return None;
        }
        self.script.glance(building).name[state.second_side as usize]
    }

    #[inline]
    fn face(&self, face: FaceId) -> &'a Face {
        &self.script.rules.faces[face.index()]
    }

    #[inline]
    fn named(&self, card: CardId, name: NameId) -> bool {
        if self.board.card(card).zone == Zone::Row {
            return self.active_name(card) == Some(name);
        }
        let [front, back] = self.script.glance(card).building;
        let action = self.script.glance(card).action;
        action.into_iter().chain([front, back]).any(|face| self.face(face).name == Some(name))
    }

    pub fn number(&self, id: NumId) -> u16 {
        match self.script.rules.nums[id.index()] {
            Num::Const(number) => number,
            Num::Starred(number) => number.saturating_add(self.frame.raise),
            Num::Count(set) => {
                let outer = self.it.get();
                let count = self.count(set);
                self.it.set(outer);
                count
            }
            Num::Height(item) => self.height(item),
            Num::DifferentNames(set) => self.name_counts(set).len() as u16,
            Num::MostAlike(set) => self.name_counts(set).iter().map(|(_, count)| *count).max().unwrap_or(0),
            Num::If(pred, then, otherwise) => self.number(if self.holds(pred) { then } else { otherwise }),
            Num::Plus(left, right) => self.number(left).saturating_add(self.number(right)),
            Num::Reg(reg) => self.register(reg),
            Num::Seats => u16::from(self.board.seats),
        }
    }

    fn name_counts(&self, set: SetId) -> arrayvec::ArrayVec<(NameId, u16), 128> {
        let mut names = arrayvec::ArrayVec::<(NameId, u16), 128>::new();
        self.each_of(set, &mut |value| {
            let card = CardId(value as u8);
            if let Some(name) = (value < 255).then(|| self.active_name(card)).flatten() {
                match names.iter().position(|(other, _)| *other == name) {
                    Some(at) => names[at].1 += 1,
                    // More names than kinds there cannot be.
                    None => names.push((name, 1)),
                }
            }
            false
        });
        names
    }

    /// The text of a card's action, played so.
    #[inline]
    pub fn action(&self, card: CardId, how: How) -> Option<Program> {
        let face = self.face(self.script.glance(card).action?);
        match how {
            How::Play | How::FromHand => face.play,
            How::Replay => face.replay.or(face.play),
        }
    }

    /// PLY-5: the card's action could be chosen now, by `you`. The card counts as aside.
    pub fn playable(&self, card: CardId, how: How) -> bool {
        let Some(program) = self.action(card, how) else { return false };
        match program.guard {
            Guard::Always => true,
            Guard::Never => false,
            // Trying a text inside a condition would have no end; what it needs at once must do.
            Guard::Needs(pred) | Guard::Try(pred) => {
                let without = Without { card, outer: self.without };
                let context = Context::of(self.script, self.board, card, self.you);
                Context { without: Some(&without), ..context }.holds(pred)
            }
        }
    }

    /// What counts for a tally of `you`, with all that counts as it.
    pub fn tally(&self, index: usize, tally: &Tally) -> u16 {
        let mut total = self.count(tally.count);
        for building in self.board.row(self.you) {
            let second = self.board.card(*building).second_side;
            if self.script.traits(*building, second).counts && self.active(*building) {
                let face = self.script.building_face(*building, second);
                for (other, set) in &self.face(face).counts_as {
                    if *other as usize == index {
                        total += Context::of(self.script, self.board, *building, self.you).count(*set);
                    }
                }
            }
        }
        total
    }

    /// What the active buildings of `you` add to starred numbers.
    pub fn raised(&self) -> u16 {
        let mut raise = 0;
        for building in self.board.row(self.you) {
            let second = self.board.card(*building).second_side;
            if self.script.traits(*building, second).raises && self.active(*building) {
                let face = self.script.building_face(*building, second);
                let context = Context::of(self.script, self.board, *building, self.you);
                raise += self.face(face).raises.iter().map(|number| context.number(*number)).sum::<u16>();
            }
        }
        raise
    }
}

/// The value of a card, or `GONE`.
#[inline(always)]
pub(super) fn card_value(card: CardId) -> Value {
    if card.is_some() { Value::from(card.0) } else { GONE }
}

//! Walks through sets: which things they hold, in which order, and how many.

use crate::eval::context::Context;
use crate::program::conditions::Property;
use crate::program::set_plans::{Question, SetPlan, Start};
use crate::state::value::{bearer_of, card_value};
use crate::{GONE, Value, place_value};
use board::{CardId, MAX_SEATS, Seat, Seats, Zone};
use rules::ir::{Element, GUARDED, Item, ItemId, PredId, Reg, Set, SetId, Side, Source};
use text::limits::RANGE;

/// Hands, the discard pile, what is aside, what is out of the game, the deck, laws.
const PILES: usize = MAX_SEATS + 5;

impl Context<'_> {
    /// The options that a choice out of a set offers: like [`Context::each`], with cards that lie together and are known to
    /// be alike only once. What whoever is asked cannot tell apart by its name is told apart by where it lies.
    #[inline]
    pub fn each_option(
        &self,
        set: SetId,
        asked: Seat,
        found: &mut dyn FnMut(Value) -> bool,
    ) -> bool {
        match self.script.rules.sets[set.index()].element {
            Element::StackedCard | Element::Card | Element::BuildingCard => {
                let mut seen = [0u64; PILES];
                self.each(set, &mut |value| {
                    if value != GONE
                        && let card = CardId(value)
                        && let Some(pile) = self.known_in(card, asked)
                    {
                        let kind = 1u64 << self.script.kind[card.index()];
                        let new = seen[pile] & kind == 0;
                        seen[pile] |= kind;
                        return new && found(value);
                    }
                    found(value)
                })
            }
            Element::Player
            | Element::Building
            | Element::Place
            | Element::Number
            | Element::Name => self.each(set, found),
        }
    }

    /// Among which cards one lies whose name that player knows, where cards that are alike are one to a player.
    #[inline]
    fn known_in(&self, card: CardId, asked: Seat) -> Option<usize> {
        let state = self.board.card(card);
        let known = state.known.has(asked);
        match state.zone {
            Zone::Hand if known => self.board.owner(card).map(Seat::index),
            Zone::Discard if known => Some(MAX_SEATS),
            Zone::Aside if known => Some(MAX_SEATS + 1),
            Zone::Removed if known => Some(MAX_SEATS + 2),
            Zone::Deck if known => Some(MAX_SEATS + 3),
            Zone::Law => Some(MAX_SEATS + 4),
            _ => None,
        }
    }

    pub fn exists(&self, set: SetId) -> bool {
        self.script.rules.sets[set.index()].never_empty || self.any(set)
    }

    /// The same of a set that is not known to be never empty, for those who have asked for that before.
    pub fn any(&self, set: SetId) -> bool {
        match self.at_once(set) {
            Some(plan) => self.any_at_once(plan),
            None => match self.script.rules.sets[set.index()] {
                Set {
                    source: Source::Hand(player),
                    filter: None,
                    target: false,
                    ..
                } if self.without == [CardId::NONE; 2] => {
                    self.spend(|| 1);
                    self.seat(player)
                        .is_some_and(|seat| !self.board.hand(seat).is_empty())
                        && !self.is_spent()
                }
                _ => self.walk(set, &mut |_| true),
            },
        }
    }

    pub fn count(&self, id: SetId) -> u16 {
        let set = &self.script.rules.sets[id.index()];
        if let Some(plan) = self.at_once(id) {
            return self.all_at_once(plan).count() as u16;
        }
        if set.filter.is_none() && !set.target {
            match set.source {
                Source::Players => return self.board.living.count() as u16,
                Source::CardsOn(building) | Source::CardsOnFromTop(building) => {
                    return self.height(building);
                }
                Source::CardsIn(player) => {
                    return self
                        .seat(player)
                        .map_or(0, |seat| self.board.cards_in(seat) as u16);
                }
                _ => {}
            }
        }
        let mut count = 0;
        self.each(id, &mut |_| {
            count += 1;
            false
        });
        count
    }

    pub fn height(&self, building: ItemId) -> u16 {
        self.building(building)
            .map_or(0, |building| self.board.card(building).height)
    }

    /// Calls `found` with each element in order, until it answers `true`; then the answer is `true`, too.
    #[inline]
    pub fn each<F: FnMut(Value) -> bool + ?Sized>(&self, id: SetId, found: &mut F) -> bool {
        if let Some(plan) = self.at_once(id) {
            return self.each_at_once(plan, self.all_at_once(plan), found);
        }
        self.walk(id, found)
    }

    /// The same, thing by thing, for sets and tables that are not worked out all at once.
    pub fn walk<F: FnMut(Value) -> bool + ?Sized>(&self, id: SetId, found: &mut F) -> bool {
        if self.is_spent() {
            return false;
        }
        let mut passed = 0;
        let stopped = self.walk_on(id, &mut passed, found);
        self.spend(|| 1 + passed * self.script.set_weights[id.index()] as usize);
        stopped
    }

    /// Calls `found` with all from which the set is taken, whatever is asked of it: for explanations.
    pub fn each_within(&self, id: SetId, found: &mut dyn FnMut(Value)) {
        self.walk_where(id, &mut 0, |_, _, _| true, &mut |value| {
            found(value);
            false
        });
    }

    /// Walks through a set with nothing known by heart of what is asked of it: with which all else is compared.
    pub fn walk_plainly(&self, id: SetId, found: &mut dyn FnMut(Value) -> bool) -> bool {
        let passes = |set: &Set, _: &SetPlan, value| {
            !(set.target && self.guarded(value, set.element))
                && set
                    .filter
                    .is_none_or(|filter| self.passes_filter(set, filter, value))
        };
        self.walk_where(id, &mut 0, passes, found)
    }

    /// The same as [`Context::walk`]; counts what is passed on the way.
    #[inline(always)]
    fn walk_on<F: FnMut(Value) -> bool + ?Sized>(
        &self,
        id: SetId,
        passed: &mut usize,
        found: &mut F,
    ) -> bool {
        self.walk_where(
            id,
            passed,
            |set, plan, value| self.passes(set, plan, value),
            found,
        )
    }

    #[inline(always)]
    pub(super) fn walk_where<F: FnMut(Value) -> bool + ?Sized>(
        &self,
        id: SetId,
        passed: &mut usize,
        passes: impl Fn(&Set, &SetPlan, Value) -> bool,
        found: &mut F,
    ) -> bool {
        let set = &self.script.rules.sets[id.index()];
        let plan = self.script.sets.get(id);
        let mut offer = |value: Value| {
            *passed += 1;
            value != GONE && passes(set, plan, value) && !self.is_spent() && found(value)
        };
        match set.source {
            Source::Players => self
                .seats()
                .filter(|seat| self.board.living.has(*seat))
                .any(|seat| offer(Value::from(seat.0))),
            Source::Noted(reg) => {
                let noted = match self.value(Item::Reg(reg)) {
                    GONE => Seats::NONE,
                    noted => Seats(noted as u8),
                };
                let noted = |seat: &Seat| noted.has(*seat) && self.board.living.has(*seat);
                self.you()
                    .clockwise(self.board.seats)
                    .filter(noted)
                    .any(|seat| offer(Value::from(seat.0)))
            }
            Source::PlayersWith { sort, player, on } => {
                let Some(on) = bearer_of(self.script, self.board, self.item(on), player) else {
                    return false;
                };
                let by = |seat: &Seat| self.counters_on(on, sort, Some(*seat)) > 0;
                self.seats()
                    .filter(|seat| self.board.living.has(*seat))
                    .filter(by)
                    .any(|seat| offer(Value::from(seat.0)))
            }
            Source::PlayersFrom(first) => {
                let first = self.seat(first).unwrap_or(self.you);
                first
                    .clockwise(self.board.seats)
                    .filter(|seat| self.board.living.has(*seat))
                    .any(|seat| offer(Value::from(seat.0)))
            }
            Source::Buildings => self.buildings().any(|building| offer(card_value(building))),
            Source::BuildingsOf(player) => {
                let row = self
                    .seat(player)
                    .map_or(&[][..], |seat| self.board.row(seat));
                row.iter().any(|building| offer(card_value(*building)))
            }
            Source::Neighbours(building) => {
                let Some(building) = self.building(building) else {
                    return false;
                };
                self.each_neighbour(building, &mut offer)
            }
            Source::Row(side, building) => {
                let Some((row, at)) = self.standing_in_row(building) else {
                    return false;
                };
                let part = if side == Side::Left {
                    &row[..at]
                } else {
                    &row[at + 1..]
                };
                part.iter().any(|building| offer(card_value(*building)))
            }
            Source::Between(one, other) => {
                let (Some((row, one)), Some((theirs, other))) =
                    (self.standing_in_row(one), self.standing_in_row(other))
                else {
                    return false;
                };
                let (from, to) = (one.min(other) + 1, one.max(other));
                from <= to
                    && row == theirs
                    && row[from..to]
                        .iter()
                        .any(|building| offer(card_value(*building)))
            }
            Source::Tops => self
                .buildings()
                .any(|building| offer(card_value(self.board.card(building).top()))),
            Source::TopsOf(buildings) => self.each_of(buildings, &mut |building| {
                building != GONE && offer(card_value(self.board.card(CardId(building)).top()))
            }),
            Source::CardsOn(building) => {
                let Some(building) = self.building(building) else {
                    return false;
                };
                self.board
                    .stack(building)
                    .iter()
                    .any(|card| offer(card_value(*card)))
            }
            Source::CardsOnFromTop(building) => {
                let Some(building) = self.building(building) else {
                    return false;
                };
                self.board
                    .stack_from_top(building)
                    .any(|card| offer(card_value(card)))
            }
            Source::CardsIn(player) => {
                let row = self
                    .seat(player)
                    .map_or(&[][..], |seat| self.board.row(seat));
                // Most stacks have no card face up.
                let buildings = row
                    .iter()
                    .filter(|building| !plan.face_up || self.board.card(**building).ups > 0);
                let mut cards = buildings.flat_map(|building| self.board.stack_from_top(*building));
                cards.any(|card| offer(card_value(card)))
            }
            Source::Hand(player) => {
                let hand = self
                    .seat(player)
                    .map_or(&[][..], |seat| self.board.hand(seat));
                hand.iter()
                    .any(|card| !self.without.contains(card) && offer(card_value(*card)))
            }
            Source::Discard => {
                let mut cards = self.board.discard().cards().iter();
                cards.any(|card| !self.is_played(*card) && offer(card_value(*card)))
            }
            Source::Deck => {
                let mut cards = self.board.deck().cards().iter().rev();
                cards.any(|card| offer(card_value(*card)))
            }
            Source::Laws => self
                .script
                .laws(self.board)
                .any(|law| offer(card_value(law))),
            Source::DeckTop(number) => {
                let number = usize::from(self.number(number));
                let mut cards = self.board.deck().cards().iter().rev().take(number);
                cards.any(|card| offer(card_value(*card)))
            }
            Source::Places => self
                .seats()
                .filter(|seat| self.board.living.has(*seat))
                .any(|seat| self.each_place(seat, &mut offer)),
            Source::PlacesOf(player) => self
                .seat(player)
                .is_some_and(|seat| self.each_place(seat, &mut offer)),
            Source::PlacesBeside(building) => self.building(building).is_some_and(|building| {
                let (seat, at) = (self.board.card(building).seat(), self.board.place(building));
                at.is_some_and(|at| (at..at + 2).any(|at| offer(place_value(seat, at))))
            }),
            Source::Marked(marks) if set.element == Element::Building => {
                let marks = &self.frame.marks[usize::from(marks)];
                self.buildings()
                    .any(|building| marks.has(building) && offer(card_value(building)))
            }
            Source::Marked(set) => self.each_marked(set, &mut offer),
            // Each thing once, where it comes first.
            Source::Plus(left, right) => {
                self.each_of(left, &mut offer)
                    || self.each_of(right, &mut |value| !self.is_in(value, left) && offer(value))
            }
            Source::One(item) => {
                let value = self.item(item);
                let stands = match set.element {
                    Element::Player => value != GONE && self.board.living.has(Seat(value as u8)),
                    Element::Building => self.building(item).is_some(),
                    // What has been shuffled away is nowhere to be picked.
                    Element::StackedCard | Element::Card | Element::BuildingCard => {
                        self.card(item).is_some()
                    }
                    Element::Place | Element::Number | Element::Name => true,
                };
                stands && offer(value)
            }
            Source::Names { cards } => self.script.names[usize::from(cards)]
                .iter()
                .any(|name| offer(name.0)),
            Source::Numbers(from, to) => {
                (self.number(from)..=self.number(to)).take(RANGE).any(offer)
            }
        }
    }

    /// The row that a building stands in, and its place there.
    fn standing_in_row(&self, building: ItemId) -> Option<(&[CardId], usize)> {
        let building = self.building(building)?;
        Some((
            self.board.row(self.board.card(building).seat()),
            self.board.place(building)?,
        ))
    }

    /// PLY-4: the card cannot be picked from the discard pile, because its action is under way or would be.
    pub(super) fn is_played(&self, card: CardId) -> bool {
        self.board.is_under_way(card) || self.without.contains(&card)
    }

    /// `each` behind a pointer, for sets made of sets.
    fn each_of(&self, set: SetId, found: &mut dyn FnMut(Value) -> bool) -> bool {
        self.each(set, found)
    }

    fn each_place(&self, seat: Seat, offer: &mut dyn FnMut(Value) -> bool) -> bool {
        (0..=self.board.row(seat).len()).any(|index| offer(place_value(seat, index)))
    }

    /// Stacked ones by seat and place, then those of hands and the discard pile, then what is aside, then those of the deck.
    fn each_marked(&self, set: u8, offer: &mut dyn FnMut(Value) -> bool) -> bool {
        let marks = &self.frame.marks[set as usize];
        let mut stacked = self
            .buildings()
            .flat_map(|building| self.board.stack_from_top(building));
        let piles = [self.board.discard(), self.board.aside()];
        let hands = self.seats().flat_map(|seat| self.board.hand(seat).iter());
        stacked.any(|card| marks.has(card) && offer(card_value(card)))
            || { hands }.any(|card| marks.has(*card) && offer(card_value(*card)))
            || piles
                .iter()
                .flat_map(|pile| pile.cards())
                .any(|card| marks.has(*card) && offer(card_value(*card)))
            || self.script.picks_from_deck && {
                let mut deck = self.board.deck().cards().iter().rev();
                deck.any(|card| marks.has(*card) && offer(card_value(*card)))
            }
    }

    /// The set's own conditions, asked of one candidate.
    #[inline(always)]
    pub(super) fn passes(&self, set: &Set, plan: &SetPlan, value: Value) -> bool {
        if set.target && self.guarded(value, set.element) {
            return false;
        }
        match (plan.start, set.filter) {
            (_, None) => true,
            (Start::Walk, Some(_)) => self
                .script
                .sets
                .questions(plan)
                .iter()
                .all(|question| self.meets(set, *question, value)),
            // What could be worked out all at once is asked word by word: the plain way, with which the other is compared.
            (_, Some(filter)) => self.passes_filter(set, filter, value),
        }
    }

    #[inline(always)]
    fn meets(&self, set: &Set, question: Question, value: Value) -> bool {
        let card = CardId(value);
        match question {
            Question::Is(Property::Named(name)) => self.named(card, name),
            Question::Is(Property::NotNamed(name)) => !self.named(card, name),
            Question::Is(said) => self.building_is(said, card),
            Question::Any(inner) => self.with_it(set.bind, value, || self.exists(inner)),
            Question::Holds(filter) => self.passes_filter(set, filter, value),
        }
    }

    pub fn passes_filter(&self, set: &Set, filter: PredId, value: Value) -> bool {
        self.with_it(set.bind, value, || self.holds(filter))
    }

    /// Asks with "it", and the register if there is one, standing for a thing.
    #[inline(always)]
    pub fn with_it<T>(&self, bind: Option<Reg>, value: Value, asked: impl FnOnce() -> T) -> T {
        let outer = self.it.replace(value);
        let bound = self.bound.get();
        let candidate = bind.map_or(GONE, |reg| self.candidates[reg as usize].get());
        if let Some(reg) = bind {
            self.bound.set(bound | 1 << reg);
            self.candidates[reg as usize].set(value);
        }
        let answer = asked();
        self.it.set(outer);
        self.bound.set(bound);
        if let Some(reg) = bind {
            self.candidates[reg as usize].set(candidate);
        }
        answer
    }

    /// TGT-1: the building, or the stack that the card lies in, cannot be targeted.
    #[inline]
    pub fn guarded(&self, value: Value, element: Element) -> bool {
        let card = CardId(value);
        let building = match element {
            Element::Building => Some(card),
            Element::StackedCard => self.board.under(card),
            Element::Player | Element::Card | Element::BuildingCard => None,
            Element::Place | Element::Number | Element::Name => None,
        };
        building.is_some_and(|building| self.board.card(building).status >> GUARDED & 1 == 1)
    }
}

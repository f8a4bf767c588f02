//! Changes the board as events say: the one place where it changes.

use crate::{
    Bearer, Board, BuildingSet, CardId, CardState, Cards, Event, MANY_UP, Phase, Seat, Seats,
    WRITTEN, Zone,
};

impl Board {
    /// Changes the board as the event says.
    #[inline(always)]
    pub fn apply(&mut self, event: Event<'_>) {
        let everyone = self.everyone();
        if let Some(card) = self.renewed(&event) {
            self.renew(card);
        }
        match event {
            Event::TurnBegan { seat, plays } => {
                if !self.pending.all().is_empty() {
                    self.pending
                        .turn_begins(self.turn, seat, (self.seats, self.living));
                }
                self.turn = seat;
                self.phase = Phase::Start;
                (self.played, self.plays) = (0, plays);
                if self.spent_in.has(seat) {
                    self.spent_in = self.spent_in.without(seat);
                    for building in self.rows.of(seat) {
                        self.cards[building.index()].spent = 0;
                    }
                }
            }
            Event::StartEnded { .. } => self.phase = Phase::Main,
            Event::Passed { .. } => self.phase = Phase::Passed,
            Event::CardPlayed { .. } => self.played = self.played.saturating_add(1),
            Event::Drawn { seat, card } => {
                self.deck.remove(card);
                self.put_in_hand(card, seat);
            }
            Event::Taken { card, depth } | Event::SetAside { card, depth, .. } => {
                self.lay_aside(card, depth);
            }
            Event::LaidAside { card, depth } => {
                self.lay_aside(card, depth);
                self.cards[card.index()].known = everyone;
            }
            Event::PutUnderWay { card, depth } => {
                let from = self.comes_from(card);
                self.discarded(card);
                let state = &mut self.cards[card.index()];
                (state.host, state.ups) = (u16::from(depth) + 1, from);
            }
            Event::ActionOver { card, outer } => {
                let state = &mut self.cards[card.index()];
                let aside = u16::from(state.zone == Zone::Aside);
                state.host = u16::from(outer).saturating_sub(aside);
                if aside == 0 && outer == 0 {
                    state.ups = 0;
                }
            }
            Event::Stacked { card, on, face_up } => {
                self.lift(card);
                if face_up {
                    self.cards[card.index()].known = everyone;
                }
                self.onto(card, on, face_up);
            }
            Event::Moved { card, onto } => {
                let face_up = self.cards[card.index()].face_up();
                self.lift(card);
                self.onto(card, onto, face_up);
            }
            Event::Built { card, seat, place } => {
                self.lift_as_shown(card);
                let at = self.rows.insert(seat, place, card);
                self.arrive(card, seat);
                self.stacked_set.open(at);
                self.statused.open(at);
                self.number(at);
            }
            Event::Swapped { building, card } => {
                let seat = self.cards[building.index()].seat();
                self.hands.remove(seat, card);
                let CardState {
                    next,
                    height,
                    ups,
                    position,
                    ..
                } = self.cards[building.index()];
                self.rows.replace_at(position, card);
                self.arrive(card, seat);
                let new = &mut self.cards[card.index()];
                (new.next, new.height, new.ups, new.position) = (next, height, ups, position);
                let mut stacked = next;
                while stacked.is_some() {
                    let state = &mut self.cards[stacked.index()];
                    state.host = card.0;
                    stacked = state.below();
                }
                self.note_status(card);
                self.clear_building(building);
                self.put_in_hand(building, seat);
            }
            Event::Exchanged { one, other } => self.exchange(one, other),
            Event::Shifted {
                building,
                seat,
                place,
            } => self.shift(building, seat, place),
            Event::Discarded { card } => self.discarded(card),
            Event::Removed { card } => {
                self.lift_as_shown(card);
                self.removed.push(card);
                let state = &mut self.cards[card.index()];
                (state.zone, state.known) = (Zone::Removed, everyone);
            }
            Event::Enacted { card } => {
                self.lift(card);
                self.enact(card);
                let state = &mut self.cards[card.index()];
                (state.zone, state.host, state.known) = (Zone::Law, 0, everyone);
            }
            Event::ToHand { card, seat } => {
                self.lift(card);
                self.put_in_hand(card, seat);
            }
            Event::HandsSwapped { .. } | Event::HandsPassed { .. } => self.move_hands(&event),
            Event::CountersPut {
                on,
                sort,
                by,
                number,
            } => self.carried.put(on, sort, by, number),
            Event::Pended(pended) => self.pending.add(pended),
            Event::Came(pended) => self.pending.over(&pended),
            Event::HandsOpen { seats } => self.over.open = seats,
            Event::Overseen {
                seat,
                seen_by,
                led_by,
            } => {
                self.over.seen_by[seat.index()] = seen_by;
                self.over.led_by[seat.index()] = led_by;
            }
            Event::MorePlays { more, fewer: false } => self.plays = self.plays.saturating_add(more),
            Event::MorePlays { more, fewer: true } => self.plays = self.plays.saturating_sub(more),
            Event::Noted { clause, seat } => self.pending.note(clause, seat),
            Event::Written { card, name } => {
                self.carried
                    .take(Bearer::Card(card), WRITTEN, None, u16::MAX);
                self.carried
                    .put(Bearer::Card(card), WRITTEN, None, name + 1);
            }
            Event::CountersTaken {
                off,
                sort,
                by,
                number,
            } => self.carried.take(off, sort, by, number),
            Event::Seen { card, seat } => {
                let state = &mut self.cards[card.index()];
                state.known = state.known.with(seat);
                self.note_seen(card);
            }
            Event::Forgotten { card, seat } => {
                let state = &mut self.cards[card.index()];
                state.known = state.known.without(seat);
                let owner = state.seat();
                self.look_again_who_is_seen(owner);
            }
            Event::Shown { card } => {
                self.cards[card.index()].known = everyone;
                self.note_seen(card);
            }
            Event::Shuffled { order } => {
                self.reshuffle(order);
                self.forget_pending();
            }
            Event::DeckShuffled { order } => {
                self.deck.clear();
                for card in order.iter().rev() {
                    self.deck.push(*card);
                    self.cards[card.index()].known = Seats::NONE;
                }
            }
            Event::PutInDeck { card, top, .. } => {
                self.lift(card);
                if top {
                    self.deck.push(card)
                } else {
                    self.deck.push_under(card)
                }
                let state = &mut self.cards[card.index()];
                (state.zone, state.host) = (Zone::Deck, 0);
            }
            Event::DeckHandled { seat } => {
                for card in self.deck.cards() {
                    let state = &mut self.cards[card.index()];
                    if state.known.has(seat) {
                        state.known = Seats::NONE.with(seat);
                    }
                }
            }
            Event::Spent {
                building,
                abilities,
            } => {
                let state = &mut self.cards[building.index()];
                state.spent |= abilities;
                self.spent_in = self.spent_in.with(state.seat());
            }
            Event::Refreshed { building } => self.cards[building.index()].spent = 0,
            Event::Sided { card, second } => self.cards[card.index()].second_side = second,
            Event::Eliminated { seat } => {
                self.living = self.living.without(seat);
                if !self.carried.is_empty() {
                    self.carried.clear(Bearer::Player(seat));
                }
            }
            Event::Won { .. }
            | Event::Lost { .. }
            | Event::GameDrawn
            | Event::Used { .. }
            | Event::Chose { .. }
            | Event::Bid { .. }
            | Event::ActionPlayed { .. }
            | Event::Fizzled { .. }
            | Event::Revealed { .. }
            | Event::Triggered { .. }
            | Event::Called { .. }
            | Event::Fell { .. }
            | Event::Crisis { .. }
            | Event::Cut { .. } => {}
        }
    }

    #[inline]
    fn discarded(&mut self, card: CardId) {
        self.lift(card);
        self.discard.push(card);
        let everyone = self.everyone();
        let state = &mut self.cards[card.index()];
        (state.zone, state.host, state.known) = (Zone::Discard, 0, everyone);
    }

    #[inline]
    fn lay_aside(&mut self, card: CardId, depth: u8) {
        let from = self.comes_from(card);
        self.lift(card);
        self.aside.push(card);
        let state = &mut self.cards[card.index()];
        (state.zone, state.host, state.ups) = (Zone::Aside, depth.into(), from);
    }

    /// What is kept of that while a card is on its way.
    #[inline]
    fn comes_from(&self, card: CardId) -> u8 {
        let from = self.cards[card.index()].origin();
        from.map_or(0, |from| from as u8 + 1)
    }

    #[inline]
    fn put_in_hand(&mut self, card: CardId, seat: Seat) {
        self.hands.push(seat, card);
        let state = &mut self.cards[card.index()];
        // Whoever has seen the card until now has seen it go there.
        (state.zone, state.host, state.known) = (Zone::Hand, seat.0.into(), state.known.with(seat));
        self.note_seen(card);
    }

    #[inline]
    fn arrive(&mut self, card: CardId, seat: Seat) {
        if self.next_age == u16::MAX {
            self.count_ages_anew();
        }
        let age = self.next_age;
        self.next_age += 1;
        let everyone = self.everyone();
        let state = &mut self.cards[card.index()];
        let (host, second_side) = (seat.0.into(), state.second_side);
        *state = CardState {
            zone: Zone::Row,
            host,
            known: everyone,
            second_side,
            ..CardState::UNKNOWN
        };
        self.ages[card.index()] = age;
        self.open.buildings.insert(card);
    }

    /// Ages tell which building is older, so they may begin at 0 again.
    #[cold]
    fn count_ages_anew(&mut self) {
        let mut oldest_first: Cards = self.buildings().iter().copied().collect();
        oldest_first.sort_by_key(|building| self.age(*building));
        self.next_age = 0;
        for building in oldest_first {
            self.ages[building.index()] = self.next_age;
            self.next_age += 1;
        }
    }

    #[inline]
    fn onto(&mut self, card: CardId, on: CardId, face_up: bool) {
        let below = {
            let building = &mut self.cards[on.index()];
            self.stacked += u16::from(building.height == 0);
            self.stacked_set = self.stacked_set.or(BuildingSet::one(building.position));
            self.cards_in[usize::from(building.host)] += 1;
            building.height += 1;
            building.ups = building.ups.saturating_add(face_up.into());
            std::mem::replace(&mut building.next, card)
        };
        let state = &mut self.cards[card.index()];
        (state.zone, state.host, state.next, state.face_up) = (Zone::Stack, on.0, below, face_up);
        if face_up {
            self.open.actions.insert(card);
        }
    }

    #[cold]
    fn exchange(&mut self, one: CardId, other: CardId) {
        for building in [one, other] {
            let CardState {
                host,
                height,
                position,
                ..
            } = self.cards[building.index()];
            self.cards_in[usize::from(host)] -= height;
            self.stacked_set = self.stacked_set.without(BuildingSet::one(position));
        }
        let places = [one, other].map(|building| {
            let state = self.cards[building.index()];
            (state.host, state.position)
        });
        for (building, (host, position)) in [other, one].into_iter().zip(places) {
            self.rows.replace_at(position, building);
            let state = &mut self.cards[building.index()];
            (state.host, state.position) = (host, position);
            self.cards_in[usize::from(host)] += state.height;
            self.stacked_set = self
                .stacked_set
                .or(BuildingSet::one(position).when(state.height > 0));
            if state.spent != 0 {
                self.spent_in = self.spent_in.with(state.seat());
            }
            self.note_status(building);
        }
    }

    /// A building with all that is on it stands elsewhere.
    #[cold]
    fn shift(&mut self, building: CardId, seat: Seat, place: u16) {
        let CardState {
            host,
            height,
            position,
            ..
        } = self.cards[building.index()];
        self.cards_in[usize::from(host)] -= height;
        self.stacked_set = self.stacked_set.without(BuildingSet::one(position));
        self.rows.remove_at(Seat(host as u8), position);
        self.number(position);
        self.close(position);
        let at = self.rows.insert(seat, place, building);
        self.stacked_set.open(at);
        self.statused.open(at);
        self.number(at);
        self.note_status(building);
        let state = &mut self.cards[building.index()];
        state.host = seat.0.into();
        self.cards_in[seat.index()] += height;
        self.stacked_set = self.stacked_set.or(BuildingSet::one(at).when(height > 0));
        if state.spent != 0 {
            self.spent_in = self.spent_in.with(seat);
        }
    }

    /// Behind the laws that there are.
    #[cold]
    fn enact(&mut self, card: CardId) {
        match self.laws().last() {
            Some(last) => self.cards[last.index()].next = card,
            None => self.first_law = card,
        }
        self.cards[card.index()].next = CardId::NONE;
        self.open.actions.insert(card);
    }

    #[cold]
    pub(super) fn repeal(&mut self, card: CardId) {
        let next = std::mem::replace(&mut self.cards[card.index()].next, CardId::NONE);
        self.open.actions.remove(card);
        let before = self.laws().find(|law| self.card(*law).next == card);
        match before {
            Some(before) => self.cards[before.index()].next = next,
            None => self.first_law = next,
        }
    }

    #[cold]
    pub(super) fn count_ups(&mut self, building: CardId) {
        let up = self
            .stack_from_top(building)
            .filter(|card| self.card(*card).face_up())
            .count();
        self.cards[building.index()].ups = u8::try_from(up).unwrap_or(MANY_UP);
    }

    #[inline]
    pub(super) fn clear_building(&mut self, card: CardId) {
        self.open.buildings.remove(card);
        let state = &mut self.cards[card.index()];
        // Elsewhere nothing tells its sides apart: it is its first side again.
        state.second_side = false;
        (
            state.next,
            state.height,
            state.ups,
            state.spent,
            state.status,
        ) = (CardId::NONE, 0, 0, 0, 0);
        state.position = 0;
        state.forget_derived();
    }

    /// The building at that position has gone.
    pub(super) fn close(&mut self, at: u16) {
        self.stacked_set.close(at);
        self.statused.close(at);
        // One more building has come into the set's room.
        if let Some(last) = self.rows.all().get(BuildingSet::ROOM - 1) {
            let (state, at) = (
                &self.cards[last.index()],
                BuildingSet::one(BuildingSet::ROOM as u16 - 1),
            );
            self.stacked_set = self.stacked_set.or(at.when(state.height > 0));
            self.statused = self.statused.or(at.when(state.has_any_status()));
        }
    }

    /// What is pending has no name for a card of the deck any more.
    fn forget_pending(&mut self) {
        if !self.pending.all().is_empty() {
            let cards = &self.cards;
            self.pending
                .forget(|card| card.is_some() && cards[card.index()].zone == Zone::Deck);
        }
    }

    fn reshuffle(&mut self, order: &[CardId]) {
        self.discard.clear();
        // What is still in the deck is drawn first.
        let left: Cards = self.deck.cards().iter().copied().collect();
        self.deck.clear();
        for card in order.iter().rev() {
            self.deck.push(*card);
            let state = &mut self.cards[card.index()];
            (state.zone, state.host, state.known) = (Zone::Deck, 0, Seats::NONE);
        }
        left.into_iter().for_each(|card| self.deck.push(card));
    }
}

#[cfg(test)]
mod tests {
    use crate::{Board, CardId, Event, Seat};

    #[test]
    fn ages_are_counted_anew_before_they_run_out() {
        let deck: Vec<CardId> = (0..10).map(CardId).collect();
        let mut board = Board::new(2, &deck);
        let build = |board: &mut Board, card: u16| {
            board.apply(Event::Built {
                card: CardId(card),
                seat: Seat((card % 2) as u8),
                place: 0,
            });
        };
        (0..4).for_each(|card| build(&mut board, card));
        board.set_age(CardId(1), u16::MAX - 2);
        board.set_age(CardId(0), u16::MAX - 1);
        (4..8).for_each(|card| build(&mut board, card));
        let mut cards: Vec<u16> = (0..8).collect();
        cards.sort_by_key(|card| board.age(CardId(*card)));
        assert_eq!(cards, [2, 3, 1, 0, 4, 5, 6, 7]);
    }
}

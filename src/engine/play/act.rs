//! What statements do to the table, and what follows from it: triggers, deck, cards played by cards.

use crate::play::hearing::Heard;
use crate::play::replacing::InPlace;
use crate::play::run::{Runner, Watch};
use crate::state::DRAWN;
use crate::state::frame::FrameKind;
use crate::state::value::{bearer_of, building_of, card_of, card_value, place_of, seat_of};
use crate::{Chance, GONE, Reads};
use board::{Bearer, CardId, CardSet, Cards, Cut, Event, Phase, Seat, Seats, Zone};
use rules::ir::{Happening, How, ItemId, NumId, Pc, ROLES, Reg, Verb, marks_of};

impl<W: Watch + ?Sized> Runner<'_, W> {
    /// Every verb of a text comes through here and does what it does to one thing, or with another one. What is gone nothing
    /// is done to. Each is a moment (WIN-1). Answers whether another text is next.
    pub fn attempt(&mut self, verb: Verb, what: ItemId, with: Option<ItemId>) -> bool {
        let (item, with) = (self.item(what), with.map_or(GONE, |with| self.item(with)));
        if let Verb::Win | Verb::Lose | Verb::SwapHands | Verb::PassHands | Verb::Write = verb {
            self.without_card(verb, [item, with]);
            return false;
        }
        let Some(card) = card_of(item) else {
            return self.is_over();
        };
        self.begin_moment();
        if (self.script.forbids | self.script.replaces) != 0
            && let Some(another) = self.asked_before(verb, card, [item, with])
        {
            return another;
        }
        let board = &self.state.board;
        let zone = board.card(card).zone;
        match verb {
            // What lies there already stays as it lies.
            Verb::Discard if zone == Zone::Discard => {}
            Verb::Discard => self.discard(card),
            Verb::Flip => self.flip(card),
            Verb::Destroy => self.destroy(card),
            Verb::Remove => {
                self.leave(card);
                self.emit(Event::Removed { card });
            }
            Verb::LookAt => {
                let seat = self.top().you;
                self.emit(Event::Seen { card, seat });
                self.tell(what, Seats::NONE.with(seat));
            }
            Verb::Show => {
                self.emit(Event::Shown { card });
                self.tell(what, Seats::ALL);
                if self.script.hears & Happening::Shown.bit() != 0 {
                    self.hear_shown(card);
                }
            }
            Verb::Play => return self.play(card, How::Play),
            Verb::Replay => return self.play(card, How::Replay),
            Verb::PlayFromHand => return self.play(card, How::FromHand),
            Verb::PutFaceUp | Verb::PutFaceDown => {
                if let Some(on) = building_of(board, with).filter(|_| zone != Zone::Row) {
                    self.stack(card, on, verb == Verb::PutFaceUp);
                }
            }
            Verb::Refresh => {
                if zone == Zone::Row {
                    self.emit(Event::Refreshed { building: card });
                }
            }
            Verb::PutOnDeck | Verb::PutUnderDeck => {
                if zone != Zone::Row {
                    let by = self.chosen_by();
                    self.leave_unseen(card, Seats::NONE);
                    self.emit(Event::PutInDeck {
                        card,
                        top: verb == Verb::PutOnDeck,
                        by,
                    });
                    self.is_none_of_the_rest(card);
                    self.touch_cards();
                }
            }
            Verb::SetAside => {
                if !matches!(zone, Zone::Row | Zone::Law | Zone::Aside | Zone::Removed) {
                    let by = self.chosen_by();
                    self.leave_unseen(card, Seats::NONE);
                    let depth = self.state.frames.len() as u8 - 1;
                    self.emit(Event::SetAside { card, depth, by });
                    self.touch_cards();
                }
            }
            Verb::Move => {
                if let Some(onto) = building_of(board, with).filter(|_| zone == Zone::Stack) {
                    self.leave(card);
                    self.arrive_on(onto, self.state.board.card(card).face_up());
                    self.emit(Event::Moved { card, onto });
                }
            }
            Verb::Build => {
                let (seat, place) = place_of(with);
                if with != GONE && self.takes_part(seat) && zone != Zone::Row {
                    self.build(card, seat, place);
                }
            }
            Verb::Swap => {
                if let (Zone::Row, Some(held)) = (zone, card_of(with)) {
                    self.swap(card, held);
                }
            }
            Verb::Exchange => {
                if let (Zone::Row, Some(other)) = (zone, building_of(board, with)) {
                    self.exchange(card, other);
                }
            }
            Verb::Shift => {
                let (seat, place) = place_of(with);
                if with != GONE && self.takes_part(seat) && zone == Zone::Row {
                    self.shift(card, seat, place);
                }
            }
            Verb::Enact => {
                if zone != Zone::Row
                    && zone != Zone::Law
                    && self.script.facts(card).action.is_some()
                {
                    self.leave_unseen(card, Seats::ALL);
                    self.emit(Event::Enacted { card });
                    self.laws_change();
                }
            }
            Verb::Win | Verb::Lose | Verb::SwapHands | Verb::PassHands | Verb::Write => {}
            Verb::Give | Verb::Return => {
                if let Some(seat) = seat_of(board, with).filter(|seat| self.takes_part(*seat)) {
                    // What cannot lie in a hand is removed (MIS-4).
                    if zone == Zone::Row && card.index() >= self.script.rules.deck_size {
                        self.discard(card);
                        self.settle();
                        return false;
                    }
                    self.leave_unseen(card, self.state.board.watchers(seat));
                    self.emit(Event::ToHand { card, seat });
                    self.is_none_of_the_rest(card);
                    self.touch_cards();
                }
            }
        }
        if zone == Zone::Deck {
            self.shuffle_when_emptied();
        }
        self.settle();
        false
    }

    /// Counters come to lie somewhere, or are taken off it: as many as there are, or as there are of whoever is named. Only what
    /// is in a nation, and who is living, carries any. Answers whether another text is next.
    pub fn counters(
        &mut self,
        put: bool,
        sort: u8,
        number: NumId,
        (item, player): (ItemId, bool),
    ) -> bool {
        let (number, of, item) = (self.number(number), self.put_by(number), self.item(item));
        if self.fuel.is_blind() {
            return true;
        }
        let board = &self.state.board;
        let whose = of.map(|of| seat_of(board, of));
        let bearer = bearer_of(board, item, player).filter(|_| whose != Some(None));
        let Some(on) = bearer else {
            self.is_over();
            return false;
        };
        let whose = whose.flatten();
        let seat = match on {
            Bearer::Card(card) => board.owner(card),
            Bearer::Player(seat) => Some(seat),
        };
        let there = board.carried().number_by(on, sort, whose);
        let counters = Happening::Marked.bit() | Happening::Unmarked.bit();
        let happens = if put {
            number > 0
        } else {
            number.min(there) > 0
        };
        if !happens {
            self.is_over();
            return false;
        }
        if (self.script.forbids | self.script.replaces) & counters != 0
            && let Some(another) = self.counters_asked(put, marks_of(sort, player), item, seat)
        {
            return another;
        }
        if put {
            let by = self
                .script
                .rules
                .is_owned(sort)
                .then(|| whose.unwrap_or(self.top().you));
            if !self.state.board.carried().takes(on, sort, by, number) {
                self.fuel.stop(Cut::Counters);
                return false;
            }
            if number > 0 {
                self.emit(Event::CountersPut {
                    on,
                    sort,
                    by,
                    number,
                });
            }
        } else if number.min(there) > 0 {
            self.emit(Event::CountersTaken {
                off: on,
                sort,
                by: whose,
                number: number.min(there),
            });
        }
        seat.into_iter()
            .for_each(|seat| self.touch(seat, Reads::COUNTERS));
        self.settle();
        false
    }

    /// A whole nation goes, building by building, each after what lies on it, and nothing is destroyed.
    pub(super) fn lay_down(&mut self, seat: Seat) {
        if self.script.hears != 0 {
            self.nation_falls(seat);
        }
        while let Some(building) = self.state.board.row(seat).first().copied() {
            self.discard(building);
        }
    }

    /// A text says that nobody wins.
    pub fn draw_game(&mut self) {
        let seat = self.top().you;
        self.touch(seat, Reads::ROWS);
        self.state.claims |= DRAWN;
        self.settle();
    }

    /// TRN-6: no card comes to an eliminated player any more.
    pub(super) fn takes_part(&self, seat: Seat) -> bool {
        self.state.board.living.has(seat)
    }

    pub fn discard(&mut self, card: CardId) {
        self.leave(card);
        // MIS-4: what cannot lie in the deck is removed.
        match card.index() >= self.script.rules.deck_size {
            true => self.emit(Event::Removed { card }),
            false => self.emit(Event::Discarded { card }),
        }
        self.touch_cards();
    }

    /// A law is about to go, and with it all others of its name: they are as one.
    #[cold]
    pub(super) fn repeal(&mut self, law: CardId) {
        let kind = |card: CardId| self.script.kind[card.index()];
        let alike = |other: &CardId| *other != law && kind(*other) == kind(law);
        let others: Cards = self.state.board.laws().filter(alike).collect();
        others
            .into_iter()
            .for_each(|card| self.emit(Event::Discarded { card }));
        self.laws_change();
    }

    /// What laws say may matter everywhere.
    #[cold]
    fn laws_change(&mut self) {
        for seat in self.state.board.living.iter() {
            self.touch(seat, Reads(u8::MAX));
            self.look_again_at(seat);
        }
    }

    /// Notes that a hand or a pile has changed.
    #[inline(always)]
    pub(super) fn touch_cards(&mut self) {
        self.state.changed = self.state.changed.and(Reads::CARDS);
    }

    #[inline]
    fn arrive_on(&mut self, building: CardId, face_up: bool) {
        let seat = self.state.board.card(building).seat();
        self.touch_stack(seat, face_up);
    }

    pub fn stack(&mut self, card: CardId, on: CardId, face_up: bool) {
        if face_up {
            self.fuel.looks.reads(card);
        }
        match face_up {
            true => self.leave(card),
            false => self.leave_unseen(card, Seats::NONE),
        }
        self.arrive_on(on, face_up);
        self.emit(Event::Stacked { card, on, face_up });
    }

    /// A card comes to stand in a row, at a place counted from 0.
    pub fn build(&mut self, card: CardId, seat: Seat, place: u16) {
        let second = self.state.board.card(card).second_side();
        self.fuel.looks.reads(card);
        self.leave(card);
        let place = place.min(self.state.board.row(seat).len() as u16);
        self.happen(Event::Built { card, seat, place });
        self.arrives(card, seat, second, place);
        self.arrived(card, seat, second);
    }

    fn swap(&mut self, building: CardId, card: CardId) {
        let seat = self.state.board.card(building).seat();
        let state = self.state.board.card(card);
        let second = state.second_side();
        if state.zone != Zone::Hand || state.seat() != seat {
            return;
        }
        self.fuel.looks.reads(card);
        self.lose_track(card, Seats::ALL);
        self.happen(Event::Swapped { building, card });
        self.touch_cards();
        self.look_again_at(seat);
        self.arrived(card, seat, second);
    }

    pub(super) fn arrived(&mut self, card: CardId, seat: Seat, second_side: bool) {
        self.touch(seat, Reads::ROWS.and(Reads::STACKS).and(Reads::FACE_UP));
        let traits = *self.script.traits(card, second_side);
        // Only what stood there when a turn began has its start of turn.
        if traits.start_abilities != 0 && self.state.board.phase == Phase::Start {
            self.emit(Event::Spent {
                building: card,
                abilities: traits.start_abilities,
            });
        }
    }

    fn destroy(&mut self, card: CardId) {
        match self.state.board.card(card).zone {
            Zone::Stack => {
                let owner = self
                    .state
                    .board
                    .owner(card)
                    .expect("a stacked card has an owner");
                self.happen(Event::Revealed { card, owner });
                self.discard(card);
            }
            Zone::Row => {
                let owner = self.state.board.card(card).seat();
                self.happen(Event::Revealed { card, owner });
                // MIS-4: a destroyed victory card is removed from the game.
                self.discard(card);
            }
            _ => {}
        }
    }

    /// Turned up and taken off its stack.
    fn flip(&mut self, card: CardId) {
        if self.state.board.card(card).zone != Zone::Stack {
            return;
        }
        let owner = self
            .state
            .board
            .owner(card)
            .expect("a stacked card has an owner");
        self.happen(Event::Revealed { card, owner });
        self.leave(card);
        let depth = self.state.frames.len() as u8 - 1;
        self.emit(Event::LaidAside { card, depth });
    }

    /// DRW-1.
    #[inline]
    fn shuffle_when_needed(&mut self) {
        if self.state.board.deck().is_empty() && !self.state.board.discard().is_empty() {
            self.shuffle();
        }
    }

    /// DRW-1, DRW-2. Answers `false` when a crisis comes first; then it is asked again.
    #[inline]
    pub fn ready_deck(&mut self) -> bool {
        let (you, had) = (self.drawer(), std::mem::take(&mut self.top().crisis_had));
        if !had {
            self.shuffle_when_needed();
        }
        let Some(crisis) = self
            .script
            .rules
            .crisis
            .filter(|_| !had && self.state.board.deck().is_empty())
        else {
            return true;
        };
        self.emit(Event::Crisis { seat: you });
        let frame = self.top();
        frame.crisis_had = true;
        frame.pc -= 1;
        self.push(crisis, FrameKind::Crisis, CardId::NONE, you, GONE, false);
        false
    }

    /// The deck's top card, unseen, aside; without one the text goes on elsewhere.
    pub fn take(&mut self, reg: Reg, exit: Pc) {
        self.shuffle_when_needed();
        let Some(card) = self.state.board.deck().top() else {
            self.top().pc = exit;
            return;
        };
        let depth = self.state.frames.len() as u8 - 1;
        self.emit(Event::Taken { card, depth });
        self.top().bind(reg, card_value(card), true);
        self.shuffle_when_emptied();
        self.settle();
    }

    /// Draws one of the cards that the register counts. Answers `false` when a crisis comes first.
    pub fn draw(&mut self, reg: Reg) -> bool {
        let (seat, left) = (self.drawer(), self.top().registers[reg as usize]);
        if left == 0 || !self.takes_part(seat) {
            self.top().decider = None;
            self.is_over();
            return true;
        }
        if self.script.forbids & Happening::DRAWN != 0 && !self.may_draw(seat) {
            (self.top().registers[reg as usize], self.top().decider) = (0, None);
            self.is_over();
            return true;
        }
        if self.script.replaces & Happening::DRAWN != 0 {
            let bits = Happening::Drawn.bit() | self.turn_draw();
            match self.in_place_of(
                Heard {
                    bits,
                    ..Heard::of(Happening::Drawn, seat, [GONE; ROLES])
                },
                seat,
            ) {
                InPlace::Nothing => {}
                InPlace::Begins => return false,
                InPlace::Done => {
                    let frame = self.top();
                    frame.registers[reg as usize] -= 1;
                    frame.pc -= 1;
                    return true;
                }
            }
        }
        if !self.ready_deck() {
            return false;
        }
        self.shuffle_when_needed();
        let Some(card) = self.state.board.deck().top() else {
            (self.top().registers[reg as usize], self.top().decider) = (0, None);
            return true;
        };
        self.emit(Event::Drawn { seat, card });
        let frame = self.top();
        frame.registers[reg as usize] -= 1;
        frame.pc -= 1;
        self.touch_cards();
        self.shuffle_when_emptied();
        self.settle();
        true
    }

    /// No text forbids that player the draw that comes now.
    #[cold]
    fn may_draw(&self, seat: Seat) -> bool {
        let context = self.context_of(CardId::NONE, seat);
        let now = [
            Happening::Drawn,
            Happening::TurnDrawn,
            Happening::EffectDrawn,
        ]
        .into_iter();
        let bits = Happening::Drawn.bit() | self.turn_draw();
        now.filter(|happening| bits & happening.bit() != 0)
            .all(|happening| context.allows(happening, [GONE; ROLES]))
    }

    /// DRW-1, on-empty.
    pub fn shuffle_when_emptied(&mut self) {
        let board = &self.state.board;
        if self.script.rules.reshuffle_when_emptied
            && board.deck().is_empty()
            && !board.discard().is_empty()
        {
            self.shuffle();
        }
    }

    /// DRW-2, DRW-5: a crisis ends with the shuffle, whoever is left to draw.
    pub fn shuffle_after_crisis(&mut self) {
        if !self.state.board.discard().is_empty() {
            self.shuffle();
        }
    }

    /// Puts cards in another order. Copies are anonymous again.
    fn mix(&mut self, order: &mut Cards) {
        let chance: &mut Chance = &mut self.state.chance;
        self.watch.shuffle(chance, order);
        let anonymous: CardSet = order.iter().copied().collect();
        self.state.forget(&anonymous);
        self.fuel.looks.mix(&anonymous);
    }

    /// The deck is shuffled by itself.
    pub fn shuffle_deck(&mut self) {
        let mut order: Cards = self
            .state
            .board
            .deck()
            .cards()
            .iter()
            .rev()
            .copied()
            .collect();
        self.mix(&mut order);
        self.emit(Event::DeckShuffled { order: &order });
        self.touch_cards();
    }

    /// The discard pile becomes the deck, below what is left of it.
    pub fn shuffle(&mut self) {
        let mut order: Cards = self.state.board.discard().cards().iter().copied().collect();
        self.mix(&mut order);
        self.emit(Event::Shuffled { order: &order });
        self.touch_cards();
    }
}

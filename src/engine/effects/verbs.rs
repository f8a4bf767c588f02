//! What the verbs of texts do to the table.

use crate::effects::runner::Runner;
use crate::state::DRAWN;
use crate::state::value::{building_of, card_of, card_value, place_of, seat_of};
use crate::{GONE, Reads, Value, Watch};
use board::{CardId, Cards, Event, Phase, Seat, Seats, Zone};
use rules::ir::{Happening, How, ItemId, Verb};

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
            return self.is_gone();
        };
        self.begin_moment();
        if (self.script.forbids | self.script.replaces) != 0
            && let Some(another) = self.asked_before(verb, card, [item, self.comes_to(verb, with)])
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
                self.happens_to(Happening::Shown, [item, GONE]);
            }
            Verb::Play => return self.play(card, How::Play),
            Verb::Replay => return self.play(card, How::Replay),
            Verb::PlayFromHand => return self.play(card, How::FromHand),
            Verb::PutFaceUp | Verb::PutFaceDown => {
                if let Some(on) = building_of(board, with).filter(|_| zone != Zone::Row) {
                    if zone == Zone::Deck {
                        self.is_none_of_the_rest(card);
                    }
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
                    if zone == Zone::Deck {
                        self.is_none_of_the_rest(card);
                    }
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
                    if zone == Zone::Deck {
                        self.is_none_of_the_rest(card);
                    }
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

    /// A whole nation goes, building by building, each after what lies on it, and nothing is destroyed.
    fn lay_down(&mut self, seat: Seat) {
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
    pub fn takes_part(&self, seat: Seat) -> bool {
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
    fn repeal(&mut self, law: CardId) {
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
    pub fn touch_cards(&mut self) {
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

    pub fn swap(&mut self, building: CardId, card: CardId) {
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

    fn arrived(&mut self, card: CardId, seat: Seat, second_side: bool) {
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
        let board = &self.state.board;
        if let (Zone::Stack | Zone::Row, Some(owner)) = (board.card(card).zone, board.owner(card)) {
            self.happen(Event::Revealed { card, owner });
            // MIS-4: a destroyed victory card is removed from the game.
            self.discard(card);
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

    /// A verb that takes no card from where it is.
    fn without_card(&mut self, verb: Verb, [item, with]: [Value; 2]) {
        let seat = |value| seat_of(&self.state.board, value).filter(|seat| self.takes_part(*seat));
        match (verb, seat(item), seat(with)) {
            (Verb::Write, ..) => self.write(item, with),
            (Verb::SwapHands, Some(one), Some(other)) if one != other => {
                self.move_hands(Event::HandsSwapped { one, other })
            }
            (Verb::PassHands, Some(from), Some(to)) if from != to => {
                self.move_hands(Event::HandsPassed { from, to })
            }
            (Verb::Win | Verb::Lose, Some(seat), _) => self.fate(verb, seat),
            _ => {}
        }
    }

    /// Hands go to other players, in one step. Whoever has known a card still knows it.
    #[cold]
    fn move_hands(&mut self, event: Event<'_>) {
        self.emit(event);
        self.touch_cards();
        self.settle();
    }

    /// A text says who wins, or who is out of the game.
    fn fate(&mut self, verb: Verb, seat: Seat) {
        self.touch(seat, Reads::ROWS);
        match verb {
            Verb::Win => self.state.claims |= seat.bit(),
            _ => {
                self.emit(Event::Lost { seat });
                self.lay_down(seat);
            }
        }
        self.settle();
    }

    /// As texts are asked what may be done: a building goes to a nation.
    fn comes_to(&self, verb: Verb, with: Value) -> Value {
        match verb {
            Verb::Shift if with != GONE => Value::from(place_of(with).0.0),
            Verb::Exchange => {
                building_of(&self.state.board, with).map_or(GONE, |other| self.nation_of(other))
            }
            _ => with,
        }
    }

    fn nation_of(&self, building: CardId) -> Value {
        Value::from(self.state.board.card(building).seat().0)
    }

    /// Two buildings take each other's place; nothing is built.
    fn exchange(&mut self, one: CardId, other: CardId) {
        if one == other {
            return;
        }
        // Both are moved, whichever is named first.
        let [to, from] = [other, one].map(|building| self.nation_of(building));
        let barred = Happening::Shifted.bit() & self.script.forbids != 0
            && !self
                .context()
                .allows(Happening::Shifted, [card_value(other), from]);
        if barred {
            return;
        }
        self.happens_to(Happening::Shifted, [card_value(one), to]);
        self.happens_to(Happening::Shifted, [card_value(other), from]);
        self.emit(Event::Exchanged { one, other });
        for building in [one, other] {
            let state = *self.state.board.card(building);
            self.look_again_at(state.seat());
            self.arrived(building, state.seat(), state.second_side());
        }
    }

    /// A building comes to stand at another place, counted from 0 in the row without it; nothing is built.
    #[cold]
    fn shift(&mut self, building: CardId, seat: Seat, place: u16) {
        let from = self.state.board.card(building).seat();
        let at = self.state.board.place(building).unwrap_or(0) as u16;
        let others = self.state.board.row(seat).len() as u16 - u16::from(from == seat);
        let place = place.min(others);
        if (from, at) == (seat, place) {
            return;
        }
        let nation = Value::from(seat.0);
        self.happens_to(Happening::Shifted, [card_value(building), nation]);
        self.emit(Event::Shifted {
            building,
            seat,
            place,
        });
        self.touch(from, Reads::ROWS.and(Reads::STACKS).and(Reads::FACE_UP));
        self.look_again_at(from);
        self.look_again_at(seat);
        let second_side = self.state.board.card(building).second_side();
        self.arrived(building, seat, second_side);
    }

    /// A name is written on what lies or stands in a nation.
    pub fn write(&mut self, name: Value, on: Value) {
        let stands =
            |card: &CardId| matches!(self.state.board.card(*card).zone, Zone::Row | Zone::Stack);
        let Some(card) = card_of(on).filter(|card| name != GONE && stands(card)) else {
            return;
        };
        self.emit(Event::Written { card, name });
        if let Some(seat) = self.state.board.owner(card) {
            self.touch(seat, Reads::COUNTERS.and(Reads::FACE_UP));
        }
        self.settle();
    }

    /// A card or building is about to leave where it is, for all to see. That is most often a hand, which takes no more than this.
    #[inline(always)]
    pub fn leave(&mut self, card: CardId) {
        self.leave_seen_by(Seats::ALL, card);
    }

    /// The same, but these alone see which card it is, besides those who see the hand that it is in.
    #[inline(always)]
    fn leave_seen_by(&mut self, seats: Seats, card: CardId) {
        let state = self.state.board.card(card);
        match state.zone {
            Zone::Hand => self.leave_hand(card, seats),
            _ => self.leave_anywhere(card),
        }
    }

    #[inline(always)]
    fn leave_hand(&mut self, card: CardId, seen_by: Seats) {
        self.lose_track(card, seen_by);
        self.touch_cards();
    }

    #[inline(never)]
    fn leave_anywhere(&mut self, card: CardId) {
        let state = *self.state.board.card(card);
        match state.zone {
            Zone::Stack => {
                let seat = self.state.board.card(state.building()).seat();
                self.touch_stack(seat, state.face_up());
            }
            Zone::Row => {
                let seat = state.seat();
                self.touch(seat, Reads::ROWS.and(Reads::STACKS).and(Reads::FACE_UP));
                self.departs(card, seat);
            }
            Zone::Hand => self.leave_hand(card, Seats::ALL),
            Zone::Deck | Zone::Discard | Zone::Aside | Zone::Removed => self.touch_cards(),
            Zone::Law => self.repeal(card),
        }
        // A building that goes leaves nothing standing on air.
        if state.zone == Zone::Row {
            self.touch_cards();
            while self.state.board.card(card).top().is_some() {
                let top = self.state.board.card(card).top();
                self.emit(Event::Discarded { card: top });
            }
        }
    }

    /// A card is about to leave where it is, and these alone see which one it is, besides those who see the hand that it is in. Of the deck
    /// nobody else can say any more which card is which.
    fn leave_unseen(&mut self, card: CardId, seen_by: Seats) {
        if self.state.board.card(card).zone == Zone::Deck {
            let seat = self.top().you;
            self.emit(Event::DeckHandled { seat });
        }
        self.leave_seen_by(seen_by, card);
    }
}

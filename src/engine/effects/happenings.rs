//! What happens by events: the one table of both, and what is remembered of it.

use arrayvec::ArrayVec;

use crate::effects::listeners::Until;
use crate::effects::runner::Runner;
use crate::state::frame::Frame;
use crate::state::value::{bearer_of, card_value, origin_of};
use crate::{GONE, Reads, Value, Watch};
use board::{Bearer, CardId, Counters, Event, Seat, Seats, Zone};
use rules::ir::{Causes, DETAIL, Happening, Keeper, Memory, Op, ROLES, marks_of};
use text::limits::BEARERS;

/// Something that happens: who does it, to what, and onto what.
#[derive(Debug, Clone, Copy)]
pub struct Heard {
    pub happening: Happening,
    /// Whatever it is at the same time, by [`Happening::bit`].
    pub bits: u64,
    pub by: Seat,
    pub roles: [Value; ROLES],
    /// Where it is a keyword that comes, that one and no other is its cause.
    pub keyword: Option<u8>,
    /// See [`DETAIL`].
    pub detail: Value,
}

impl Heard {
    pub fn of(happening: Happening, by: Seat, roles: [Value; ROLES]) -> Heard {
        Heard {
            happening,
            bits: happening.bit(),
            by,
            roles,
            keyword: None,
            detail: 0,
        }
    }

    /// As a text of that card and player sees it; the roles that are cards are a bit each.
    pub fn frame(&self, (this, you): (CardId, Seat), cards: u8) -> Frame {
        let mut frame = Frame {
            this,
            you,
            provoker: self.by.0.into(),
            ..Frame::IDLE
        };
        frame.bind_roles(&self.roles, cards);
        frame.registers[usize::from(DETAIL)] = self.detail;
        frame
    }

    /// What causes it, where that is not all that the text under way is caused by.
    pub fn causes(&self, of_text: Causes) -> Causes {
        self.keyword.map_or(of_text, |keyword| 1 << keyword)
    }
}

impl<W: Watch + ?Sized> Runner<'_, W> {
    /// Some text may wait for what happens by the event. Which events that can be is known where they are made: one that nobody
    /// can wait for costs nothing there.
    #[inline(always)]
    pub fn is_heard(&self, event: &Event<'_>) -> bool {
        let concerns = match event {
            // What falls may have something to say to whatever else happens by it; with a turn another one is over.
            Event::Revealed { .. } | Event::TurnBegan { .. } => u64::MAX,
            Event::Drawn { .. } => Happening::DRAWN,
            Event::Discarded { .. } => Happening::Discarded.bit() | Happening::Paid.bit(),
            event => happening(event).map_or(0, Happening::bit),
        };
        self.script.hears & concerns != 0
    }

    /// An event happens, in a game in which texts wait for more than what happens to their own cards.
    #[cold]
    pub fn emit_heard(&mut self, event: Event<'_>) {
        // Before the first turn, and while a position is laid out, nothing happens yet.
        let begun = self.state.turns > 0;
        let heard = self
            .heard(&event)
            .filter(|heard| begun && self.script.hears & heard.bits != 0);
        if let Event::Revealed { card, owner } = event
            && self.state.board.card(card).zone == Zone::Row
            && self.context_of(card, owner).active(card)
        {
            // TRG-2: it sees what happens in the moment in which it falls.
            let _ = self.state.fallen.try_push((card, owner));
        }
        if matches!(event, Event::TurnBegan { .. }) && !self.script.rules.memories.is_empty() {
            self.forget_turn();
        }
        let (before, after) = match heard {
            Some(heard) if heard.happening.is_seen_before() => (Some(heard), None),
            heard => (None, heard),
        };
        if let Some(heard) = before {
            self.remember_and_hear(heard);
        }
        self.state.board.apply(event);
        if let Some(heard) = after {
            self.remember_and_hear(heard);
        }
    }

    pub fn remember_and_hear(&mut self, heard: Heard) {
        if self.script.remembers & heard.bits != 0 {
            self.remember(heard);
        }
        self.hear(heard, Until::Now);
    }

    /// A whole nation is about to go: all of it sees what happens in that moment (TRG-2), though nothing of it is destroyed.
    #[cold]
    pub fn nation_falls(&mut self, seat: Seat) {
        for at in 0..self.state.board.row(seat).len() {
            let card = self.state.board.row(seat)[at];
            if self.context_of(card, seat).active(card) {
                let _ = self.state.fallen.try_push((card, seat));
            }
        }
    }

    /// Who does it, and what it happens to.
    pub fn heard(&self, event: &Event<'_>) -> Option<Heard> {
        let board = &self.state.board;
        let by = self
            .state
            .frames
            .last()
            .map_or(board.turn, |frame| frame.you);
        let happening = match *event {
            Event::Revealed { card, .. } if board.card(card).zone == Zone::Stack => {
                Happening::Revealed
            }
            // It was there already.
            Event::PutInDeck { card, .. } if board.card(card).zone == Zone::Deck => return None,
            _ => happening(event)?,
        };
        let to = |card: CardId| [card_value(card), GONE];
        let (by, roles) = match *event {
            Event::Revealed { card, .. }
            | Event::Built { card, .. }
            | Event::Swapped { card, .. } => (by, to(card)),
            Event::Discarded { card } | Event::Removed { card } | Event::Enacted { card } => {
                (by, to(card))
            }
            Event::PutInDeck { card, .. } => (by, to(card)),
            Event::ToHand { card, seat } => (by, [card_value(card), Value::from(seat.0)]),
            Event::Stacked { card, on, .. } => (by, [card_value(card), card_value(on)]),
            Event::Moved { card, onto } => (by, [card_value(card), card_value(onto)]),
            Event::Seen { card, seat } | Event::ActionPlayed { seat, card } => (seat, to(card)),
            Event::Drawn { seat, card } => (seat, to(card)),
            Event::Used { seat, building, .. } => (seat, to(building)),
            Event::Eliminated { seat } => (by, [Value::from(seat.0), GONE]),
            Event::CountersPut { on, sort, .. } | Event::CountersTaken { off: on, sort, .. } => {
                let (bearer, of_player) = match on {
                    Bearer::Card(card) => (card_value(card), false),
                    Bearer::Player(seat) => (Value::from(seat.0), true),
                };
                (by, [bearer, marks_of(sort, of_player)])
            }
            Event::Passed { seat }
            | Event::TurnBegan { seat, .. }
            | Event::CardPlayed { seat, .. } => (seat, [GONE; ROLES]),
            _ => (by, [GONE; ROLES]),
        };
        let besides = match event {
            Event::Drawn { .. } => self.turn_draw(),
            Event::Discarded { .. } => self.cost(),
            _ => 0,
        };
        let detail = match *event {
            Event::CountersPut { number, .. } => number,
            Event::ActionPlayed { card, .. }
            | Event::Built { card, .. }
            | Event::Stacked { card, .. } => origin_of(board, card),
            _ => 0,
        };
        Some(Heard {
            bits: happening.bit() | besides,
            detail,
            ..Heard::of(happening, by, roles)
        })
    }

    /// What it is besides that the text on top does something now: a cost.
    pub fn cost(&self) -> u64 {
        let before = self
            .state
            .frames
            .last()
            .and_then(|frame| usize::from(frame.pc).checked_sub(2));
        let op = before.and_then(|before| self.script.rules.code.get(before));
        if op == Some(&Op::Cost) {
            Happening::Paid.bit()
        } else {
            0
        }
    }

    /// What it is besides that a card is drawn now: the card of a turn, or another one.
    pub fn turn_draw(&self) -> u64 {
        let of_turn = self
            .state
            .frames
            .last()
            .is_none_or(|frame| self.script.is_draw(frame.pc));
        if of_turn {
            Happening::TurnDrawn.bit()
        } else {
            Happening::EffectDrawn.bit()
        }
    }

    /// Whoever acts by the text on top does that: texts that wait for it hear it.
    #[inline(always)]
    pub fn happens_to(&mut self, happening: Happening, roles: [Value; ROLES]) {
        if self.script.hears & happening.bit() != 0 {
            self.hear_done(happening, roles);
        }
    }

    #[cold]
    fn hear_done(&mut self, happening: Happening, roles: [Value; ROLES]) {
        let by = self.top().you;
        self.remember_and_hear(Heard::of(happening, by, roles));
    }

    /// A crisis is over.
    #[cold]
    pub fn crisis_over(&mut self, seat: Seat) {
        self.hear(
            Heard::of(Happening::CrisisOver, seat, [GONE; ROLES]),
            Until::Now,
        );
    }

    /// Players have done something that some text asks for.
    #[cold]
    fn remember(&mut self, heard: Heard) {
        let script = self.script;
        let first = script.rules.counters.len();
        for (at, memory) in script.rules.memories.iter().enumerate() {
            let Ok(sort) = u8::try_from(first + at) else {
                continue;
            };
            for you in self.seen_by(memory.keeper, memory.to_each, heard).iter() {
                if self.deed_is(&memory.of, heard, you)
                    && let Some(on) = self.carrier(memory, heard, you)
                {
                    let asks = memory.to_each.then_some(you);
                    if memory.last {
                        self.forget(sort, asks, false);
                    }
                    self.note(on, sort, asks);
                    match memory.keeper == Keeper::Doer && !memory.to_each {
                        true => self.touch(heard.by, Reads::COUNTERS),
                        false => self.touch_all(Reads::COUNTERS),
                    }
                }
            }
        }
        for (clause, said) in (0..).zip(&script.rules.pending) {
            let Some((counts, keeper)) = &said.counts else {
                continue;
            };
            for seat in self.seen_by(*keeper, false, heard).iter() {
                if self.deed_is(counts, heard, seat) {
                    self.state.board.apply(Event::Noted { clause, seat });
                }
            }
        }
    }

    /// Who looks at it: whoever does it, or all, each for themselves.
    fn seen_by(&self, keeper: Keeper, to_each: bool, heard: Heard) -> Seats {
        match keeper == Keeper::All || to_each {
            true => self.state.board.living,
            false => Seats::NONE.with(heard.by),
        }
    }

    pub fn note(&mut self, on: Bearer, sort: u8, by: Option<Seat>) {
        if self.state.board.carried().takes(on, sort, by, 1) {
            self.state.board.apply(Event::CountersPut {
                on,
                sort,
                by,
                number: 1,
            });
        }
    }

    /// Who carries it: who does it, who looks at it, or the thing or player to which it is done.
    fn carrier(&self, memory: &Memory, heard: Heard, you: Seat) -> Option<Bearer> {
        match memory.keeper {
            Keeper::Doer => Some(Bearer::Player(heard.by)),
            Keeper::All => Some(Bearer::Player(you)),
            Keeper::Role(role) => {
                let player = memory.of.cards >> role & 1 == 0;
                bearer_of(
                    self.script,
                    &self.state.board,
                    heard.roles[usize::from(role)],
                    player,
                )
            }
        }
    }

    /// What is remembered of a turn is forgotten as the next one begins, and what was remembered for whoever had the turn.
    #[cold]
    fn forget_turn(&mut self) {
        let (script, ended) = (self.script, self.state.board.turn);
        let first = script.rules.counters.len();
        for (at, memory) in script.rules.memories.iter().enumerate() {
            let sort = u8::try_from(first + at).unwrap_or(u8::MAX);
            if memory.of_turn || memory.of_last_turn {
                let whose = memory.of_last_turn.then_some(ended);
                self.forget(sort, whose, memory.keeper == Keeper::All);
            }
        }
    }

    /// What buildings carry may be read anywhere.
    pub fn touch_all(&mut self, what: Reads) {
        let seats = self.state.board.seats;
        Seat(0)
            .clockwise(seats)
            .for_each(|seat| self.touch(seat, what));
    }

    /// All of that sort, or what that player remembers of it: what that player has put there, or carries.
    pub fn forget(&mut self, sort: u8, whose: Option<Seat>, carried_by: bool) {
        let carried = self.state.board.carried().all();
        let of = |counters: &Counters| match (counters.on, carried_by) {
            (Bearer::Player(seat), true) => Some(seat),
            _ => counters.by,
        };
        let noted = |counters: &&Counters| {
            counters.sort == sort && (whose.is_none() || of(counters) == whose)
        };
        let noted: ArrayVec<Counters, BEARERS> = carried.iter().filter(noted).copied().collect();
        for Counters {
            on: off,
            by,
            number,
            ..
        } in noted.iter().copied()
        {
            self.state.board.apply(Event::CountersTaken {
                off,
                sort,
                by,
                number,
            });
        }
        if !noted.is_empty() {
            self.touch_all(Reads::COUNTERS);
        }
    }
}

/// The table: which events texts may wait for. A card that is turned up where it is stacked is not destroyed, but revealed.
#[inline(always)]
pub fn happening(event: &Event<'_>) -> Option<Happening> {
    Some(match event {
        Event::Revealed { .. } => Happening::Destroyed,
        Event::Built { .. } => Happening::Built,
        Event::Swapped { .. } => Happening::SwappedIn,
        Event::Discarded { .. } => Happening::Discarded,
        Event::Stacked { .. } => Happening::Put,
        Event::Moved { .. } => Happening::Moved,
        Event::Seen { .. } => Happening::LookedAt,
        Event::ActionPlayed { .. } => Happening::Played,
        Event::CardPlayed { .. } => Happening::HandPlayed,
        Event::Used { .. } => Happening::Used,
        Event::Drawn { .. } => Happening::Drawn,
        Event::ToHand { .. } => Happening::Taken,
        Event::Removed { .. } => Happening::Removed,
        Event::PutInDeck { .. } => Happening::PutBack,
        Event::Enacted { .. } => Happening::Enacted,
        Event::Eliminated { .. } => Happening::Eliminated,
        Event::Passed { .. } => Happening::Passed,
        Event::TurnBegan { .. } => Happening::TurnBegun,
        Event::CountersPut { .. } => Happening::Marked,
        Event::CountersTaken { .. } => Happening::Unmarked,
        Event::Shuffled { .. } | Event::DeckShuffled { .. } => Happening::Shuffled,
        _ => return None,
    })
}

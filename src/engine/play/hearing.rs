//! What all texts may wait for: the one table of events and what happens by them, and whoever hears it.

use crate::eval::context::Context;
use crate::play::pending::{Due, FIRST_CARRIED};
use crate::play::run::{Runner, Watch};
use crate::play::triggers::waiting;
use crate::program::clauses::Clauses;
use crate::program::speaks::Topic;
use crate::state::frame::{Frame, Held, Waiting};
use crate::state::value::card_value;
use crate::{GONE, Reads, Value};
use board::{Bearer, Board, CardId, CardSet, Event, Pended, Seat, Zone};
use rules::ir::{
    Bar, Causes, DISABLED, Element, FaceId, Happening, JUST_PUT, Op, Pending, ROLES, Remember,
    Says, Trigger, marks_of,
};

/// Something that happens: who does it, to what, and onto what.
#[derive(Debug, Clone, Copy)]
pub(super) struct Heard {
    pub happening: Happening,
    /// Whatever it is at the same time, by [`Happening::bit`].
    pub bits: u64,
    pub by: Seat,
    pub roles: [Value; ROLES],
    /// Where it is a keyword that comes, that one and no other is its cause.
    pub keyword: Option<u8>,
    /// So many counters are put.
    pub put: Value,
}

impl Heard {
    pub fn of(happening: Happening, by: Seat, roles: [Value; ROLES]) -> Heard {
        Heard {
            happening,
            bits: happening.bit(),
            by,
            roles,
            keyword: None,
            put: 0,
        }
    }

    /// What causes it, where that is not all that the text under way is caused by.
    pub fn causes(&self, of_text: Causes) -> Causes {
        self.keyword.map_or(of_text, |keyword| 1 << keyword)
    }
}

/// Where what is heard waits: in the queue, or until a keyword is over.
#[derive(Debug, Clone, Copy)]
enum Until {
    Now,
    Over(u8),
}

/// The table: which events texts may wait for. A card that is turned up where it is stacked is not destroyed, but revealed.
#[inline(always)]
fn happening(event: &Event<'_>) -> Option<Happening> {
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

    fn remember_and_hear(&mut self, heard: Heard) {
        if self.script.remembers & heard.bits != 0 {
            self.remember(heard);
        }
        self.hear(heard, Until::Now);
    }

    /// A whole nation is about to go: all of it sees what happens in that moment (TRG-2), though nothing of it is destroyed.
    #[cold]
    pub(super) fn nation_falls(&mut self, seat: Seat) {
        for at in 0..self.state.board.row(seat).len() {
            let card = self.state.board.row(seat)[at];
            if self.context_of(card, seat).active(card) {
                let _ = self.state.fallen.try_push((card, seat));
            }
        }
    }

    /// Who does it, and what it happens to.
    fn heard(&self, event: &Event<'_>) -> Option<Heard> {
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
        let put = if let Event::CountersPut { number, .. } = event {
            *number
        } else {
            0
        };
        Some(Heard {
            bits: happening.bit() | besides,
            put,
            ..Heard::of(happening, by, roles)
        })
    }

    /// Queues what all active buildings, those that have just fallen and stacked cards have to say: by seat, from the player
    /// whose turn it is, left to right, bottom to top (TRG-1).
    fn hear(&mut self, heard: Heard, until: Until) {
        if self
            .state
            .frames
            .last()
            .is_some_and(|frame| frame.unanswered > 0)
        {
            return;
        }
        let script = self.script;
        self.listen_in_laws(heard, until);
        if !self.state.board.pending().all().is_empty() {
            self.listen_in_pending(heard, until);
        }
        let (turn, seats) = (self.state.board.turn, self.state.board.seats);
        let topic = Topic::Hears(heard.bits);
        // A card that lies face down may wait for something, too.
        let waiting = script.speaks.cards(topic);
        let lies = |card: CardId| self.state.board.card(card).zone == Zone::Stack;
        let stacked = topic.is_of(&script.speaks.actions)
            && self.state.board.stacked() > 0
            && waiting.any(lies);
        let speaking = stacked || script.speaks.any(topic, self.state.board.open());
        let borrowing = match speaking || topic.is_of(&script.speaks.given) {
            true => self
                .context_of(CardId::NONE, turn)
                .borrowers(Clauses::SPEAKS),
            false => CardSet::NONE,
        };
        let marked =
            script.speaks.marks.hears & heard.bits != 0 && !self.state.board.carried().is_empty();
        let falls = self
            .state
            .fallen
            .iter()
            .any(|(card, _)| script.speaks.has(topic, *card));
        if !(speaking || borrowing != CardSet::NONE || marked || falls) {
            return;
        }
        for seat in turn.clockwise(seats) {
            for at in 0..self.state.fallen.len() {
                let (card, owner) = self.state.fallen[at];
                if owner == seat && self.state.board.card(card).zone != Zone::Row {
                    let second = self.state.board.card(card).second_side();
                    self.listen(
                        script.building_face(card, second),
                        (card, owner),
                        heard,
                        until,
                    );
                }
            }
            for at in 0..self.state.board.row(seat).len() {
                let card = self.state.board.row(seat)[at];
                let state = self.state.board.card(card);
                if state.status >> DISABLED & 1 == 0 {
                    if waiting.has(card) {
                        self.listen(
                            script.building_face(card, state.second_side()),
                            (card, seat),
                            heard,
                            until,
                        );
                    }
                    if borrowing.has(card) {
                        let lent = self.context_of(card, seat).lent(card, Clauses::SPEAKS);
                        lent.faces()
                            .for_each(|face| self.listen(face, (card, seat), heard, until));
                    }
                }
                if marked {
                    self.listen_in_marks(card, Element::Building, heard, until);
                    self.listen_in_marked_stack(card, seat, heard, until);
                } else if stacked {
                    self.listen_in_stack(card, seat, heard, until);
                }
            }
        }
    }

    /// Laws belong to nobody: what they say to it is the doing of whoever does it. Those of one name are as one.
    fn listen_in_laws(&mut self, heard: Heard, until: Until) {
        let mut next = self.state.board.first_law();
        while let Some(law) = next {
            let kind = |card: CardId| self.script.kind[card.index()];
            let first = self
                .state
                .board
                .laws()
                .find(|other| kind(*other) == kind(law))
                == Some(law);
            if let Some(face) = self.script.facts(law).action.filter(|_| first) {
                self.listen(face, (law, heard.by), heard, until);
            }
            next = self.state.board.law_after(law);
        }
    }

    /// What texts have said for a while hears it, too, whatever has become of their cards.
    #[cold]
    fn listen_in_pending(&mut self, heard: Heard, until: Until) {
        let script = self.script;
        for pended in self
            .state
            .board
            .pending()
            .in_force()
            .copied()
            .collect::<Due>()
        {
            let Some(said) = script.rules.pending.get(usize::from(pended.clause)) else {
                continue;
            };
            let of = (pended.this, pended.you);
            if let Some(ends) = &said.ends
                && self.waits_for(ends, heard, until)
                && self.holds_carrying(ends, of, heard, Some((said, &pended)))
            {
                self.state.board.apply(Event::Came(pended));
                self.touch_all(Reads::STATUS);
                continue;
            }
            let Says::Hears(trigger) = &said.says else {
                continue;
            };
            if self.waits_for(trigger, heard, until)
                && self.holds_carrying(trigger, of, heard, Some((said, &pended)))
            {
                let mut waiting = waiting(trigger, of, heard.by, heard.roles);
                waiting.roles[FIRST_CARRIED..].copy_from_slice(&pended.carried);
                waiting.cards |= pended.cards << FIRST_CARRIED;
                self.comes_to_wait(waiting, until);
            }
        }
    }

    fn listen_in_stack(&mut self, building: CardId, owner: Seat, heard: Heard, until: Until) {
        let (script, bit) = (self.script, heard.bits);
        let speaking = |face: &FaceId| script.speaks.face(*face).hears & bit != 0;
        let said = |card: CardId| {
            script
                .facts(card)
                .action
                .filter(speaking)
                .map(|face| (card, face))
        };
        let from_top =
            |board: &Board, at: usize| board.stack_from_top(building).filter_map(said).nth(at);
        let count = self
            .state
            .board
            .stack_from_top(building)
            .filter_map(said)
            .count();
        for at in (0..count).rev() {
            if let Some((card, face)) = from_top(&self.state.board, at) {
                self.listen(face, (card, owner), heard, until);
            }
        }
    }

    /// The same, each card before the counters on it.
    #[cold]
    fn listen_in_marked_stack(
        &mut self,
        building: CardId,
        owner: Seat,
        heard: Heard,
        until: Until,
    ) {
        let count = self.state.board.stack_from_top(building).count();
        for at in (0..count).rev() {
            let Some(card) = self.state.board.stack_from_top(building).nth(at) else {
                continue;
            };
            if let Some(face) = self.script.facts(card).action {
                self.listen(face, (card, owner), heard, until);
            }
            self.listen_in_marks(card, Element::StackedCard, heard, until);
        }
    }

    /// What counters on a card say: of each sort once for each player living who has put any there; of a sort that forgets
    /// them it is the doing of whoever does what happens.
    #[cold]
    fn listen_in_marks(&mut self, card: CardId, bearer: Element, heard: Heard, until: Until) {
        let mut at = 0;
        let heap = |board: &Board, at: usize| {
            let mut there = board
                .carried()
                .all()
                .iter()
                .filter(|heap| heap.on == Bearer::Card(card));
            there.nth(at).copied()
        };
        while let Some(heap) = heap(&self.state.board, at) {
            at += 1;
            let Some(counter) = self.script.rules.counters.get(usize::from(heap.sort)) else {
                continue;
            };
            let you = heap.by.unwrap_or(heard.by);
            if let Some(face) = counter
                .face
                .filter(|_| counter.on == Some(bearer) && self.state.board.living.has(you))
            {
                self.listen(face, (card, you), heard, until);
            }
        }
    }

    /// Queues those clauses of a face that wait for what happens.
    fn listen(&mut self, face: FaceId, of: (CardId, Seat), heard: Heard, until: Until) {
        let script = self.script;
        if script.speaks.face(face).hears & heard.bits == 0 {
            return;
        }
        for trigger in &script.rules.faces[face.index()].triggers {
            if self.waits_for(trigger, heard, until) && self.holds_for(trigger, of, heard) {
                let mut waiting = waiting(trigger, of, heard.by, heard.roles);
                if trigger.remembers[0].is_some() {
                    self.remember_for(trigger, of, heard, &mut waiting);
                }
                self.comes_to_wait(waiting, until);
            }
        }
    }

    /// Things and numbers as they are now, behind the roles.
    #[cold]
    fn remember_for(
        &self,
        trigger: &Trigger,
        (this, you): (CardId, Seat),
        heard: Heard,
        waiting: &mut Waiting,
    ) {
        let mut frame = Frame {
            this,
            you,
            provoker: heard.by.0.into(),
            ..Frame::IDLE
        };
        (0..)
            .zip(heard.roles)
            .for_each(|(reg, role)| frame.bind(reg, role, trigger.cards >> reg & 1 == 1));
        let context = Context::running(self.script, &self.state.board, &frame)
            .counting(Some(&self.fuel.looks));
        for (at, remembered) in trigger.remembers.iter().flatten().enumerate() {
            waiting.roles[ROLES + at] = match remembered {
                Remember::Item(item) => context.item(*item),
                Remember::Number(number) => context.number(*number),
            };
        }
    }

    fn waits_for(&self, trigger: &Trigger, heard: Heard, until: Until) -> bool {
        let causes = match until {
            Until::Now => heard.causes(self.state.frames.last().map_or(0, |frame| frame.causes)),
            Until::Over(keyword) => 1 << keyword,
        };
        !trigger.own
            && trigger.happenings & heard.bits != 0
            && (trigger.causes == Causes::MAX || trigger.causes & causes != 0)
    }

    fn comes_to_wait(&mut self, waiting: Waiting, until: Until) {
        match until {
            Until::Now => self.wait(waiting),
            Until::Over(keyword) => {
                let depth = self.state.frames.len() as u8;
                if self
                    .state
                    .held
                    .try_push(Held {
                        waiting,
                        keyword,
                        depth,
                    })
                    .is_err()
                {
                    self.too_many_wait();
                }
            }
        }
    }

    pub(super) fn holds_for(&self, trigger: &Trigger, of: (CardId, Seat), heard: Heard) -> bool {
        self.holds_carrying(trigger, of, heard, None)
    }

    /// What is counted of players is this, as that player sees it.
    pub(super) fn deed_is(&self, deed: &Bar, heard: Heard, you: Seat) -> bool {
        let causes = heard.causes(self.state.frames.last().map_or(0, |frame| frame.causes));
        if deed.happenings & heard.bits == 0
            || deed.causes != Causes::MAX && deed.causes & causes == 0
        {
            return false;
        }
        let Some(condition) = deed.condition else {
            return true;
        };
        let mut frame = Frame {
            you,
            provoker: heard.by.0.into(),
            ..Frame::IDLE
        };
        (0..)
            .zip(heard.roles)
            .for_each(|(reg, role)| frame.bind(reg, role, deed.cards >> reg & 1 == 1));
        Context::running(self.script, &self.state.board, &frame)
            .counting(Some(&self.fuel.looks))
            .holds(condition)
    }

    fn holds_carrying(
        &self,
        trigger: &Trigger,
        (this, you): (CardId, Seat),
        heard: Heard,
        carried: Option<(&Pending, &Pended)>,
    ) -> bool {
        let Some(condition) = trigger.condition else {
            return true;
        };
        let mut frame = Frame {
            this,
            you,
            provoker: heard.by.0.into(),
            ..Frame::IDLE
        };
        (0..)
            .zip(heard.roles)
            .for_each(|(reg, role)| frame.bind(reg, role, trigger.cards >> reg & 1 == 1));
        carried
            .into_iter()
            .for_each(|(said, pended)| frame.carries(said, pended, FIRST_CARRIED));
        frame.registers[usize::from(JUST_PUT)] = heard.put;
        let context = Context::running(self.script, &self.state.board, &frame)
            .counting(Some(&self.fuel.looks));
        context.spend(|| self.script.weights[condition.index()] as usize);
        context.holds(condition) && !context.is_spent()
    }

    pub(super) fn context_of(&self, this: CardId, you: Seat) -> Context<'_> {
        Context::of(self.script, &self.state.board, this, you)
    }

    /// What it is besides that the text on top does something now: a cost.
    pub(super) fn cost(&self) -> u64 {
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
    pub(super) fn turn_draw(&self) -> u64 {
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

    /// A keyword begins, aimed at that: what waits for its end is noted, as things are now.
    #[cold]
    pub fn keyword_begins(&mut self, keyword: u8, at: Value) {
        let by = self.top().you;
        let heard = Heard::of(Happening::Resolved, by, [at, GONE]);
        self.hear(heard, Until::Over(keyword));
    }

    /// Keywords are over in the frame at that depth: all of them, or those that are no causes any more. What waited for that
    /// comes to the queue. Answers whether anything did.
    #[cold]
    pub fn keywords_over(&mut self, depth: usize, causes: Causes) -> bool {
        let mut any = false;
        let over =
            |held: &Held| usize::from(held.depth) >= depth && causes >> held.keyword & 1 == 0;
        while let Some(at) = self.state.held.iter().position(over) {
            let held = self.state.held.remove(at);
            self.wait(held.waiting);
            any = true;
        }
        any
    }

    /// The same in the text on top. Answers whether what waits comes before the text goes on.
    #[cold]
    pub fn answers_after(&mut self, causes: Causes) -> bool {
        self.keywords_over(self.state.frames.len(), causes);
        let frame = self.top();
        let inside = frame.one_effect > 0 || frame.at_once > 0;
        !inside && frame.kind.waits_for_answers() && self.answers_wait()
    }

    /// A building is about to stand elsewhere.
    #[cold]
    pub(super) fn hear_shift(&mut self, building: CardId) {
        let by = self.top().you;
        self.remember_and_hear(Heard::of(
            Happening::Shifted,
            by,
            [card_value(building), GONE],
        ));
    }

    /// A stack is picked.
    #[cold]
    pub fn hear_pick(&mut self, stack: Value) {
        let by = self.top().you;
        self.remember_and_hear(Heard::of(Happening::Picked, by, [stack, GONE]));
    }

    /// A keyword comes to what it is aimed at.
    #[cold]
    pub(super) fn hear_aimed(&mut self, heard: Heard) {
        self.remember_and_hear(heard);
    }

    /// A text shows a card to everybody.
    #[cold]
    pub(super) fn hear_shown(&mut self, card: CardId) {
        let by = self.top().you;
        self.remember_and_hear(Heard::of(Happening::Shown, by, [card_value(card), GONE]));
    }

    /// A crisis is over.
    #[cold]
    pub fn crisis_over(&mut self, seat: Seat) {
        self.hear(
            Heard::of(Happening::CrisisOver, seat, [GONE; ROLES]),
            Until::Now,
        );
    }
}

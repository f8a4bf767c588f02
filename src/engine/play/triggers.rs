//! What texts wait for, and the queue of those that answer, first in, first out (TRG-1).

use crate::board::{CardId, Cut, Event, Seat, Zone};
use crate::engine::play::run::{Runner, Watch};
use crate::engine::state::frame::{FrameKind, Waiting};
use crate::engine::{Cause, Value};
use crate::rules::ir::{Causes, FaceId, Moment, Program, Trigger};

/// A text that waits for an event.
struct Listening {
    face: FaceId,
    moment: Moment,
    card: CardId,
    owner: Seat,
}

impl<W: Watch> Runner<'_, W> {
    /// An event happens, and what waits for it is queued. Whatever a text may answer comes through here.
    #[inline(always)]
    pub fn happen(&mut self, event: Event<'_>) {
        let listening = self.listening(&event);
        self.emit(event);
        if let Some(listening) = listening {
            self.answer(listening);
        }
    }

    /// The one table of what texts may wait for: which event it is, and whose text waits.
    #[inline(always)]
    fn listening(&mut self, event: &Event<'_>) -> Option<Listening> {
        let (script, board) = (self.script, &self.state.board);
        let building = |card: CardId| {
            let second = board.card(card).second_side();
            script.traits(card, second).triggers.then(|| script.building_face(card, second))
        };
        match *event {
            Event::Revealed { card, owner } if board.card(card).zone == Zone::Stack => {
                self.fuel.looks.reveals(card);
                let face = script.facts(card).action.filter(|_| script.facts(card).answers)?;
                Some(Listening { face, moment: Moment::Revealed, card, owner })
            }
            Event::Revealed { card, owner } => {
                let face = building(card)?;
                // TRG-2: what is disabled at that moment triggers nothing.
                self.context().active(card).then_some(Listening { face, moment: Moment::Destroyed, card, owner })
            }
            Event::Built { card, seat, .. } => {
                Some(Listening { face: building(card)?, moment: Moment::Built, card, owner: seat })
            }
            Event::Swapped { building: from, card } => {
                let owner = board.card(from).seat();
                Some(Listening { face: building(card)?, moment: Moment::Built, card, owner })
            }
            _ => None,
        }
    }

    /// Queues what a face has to say to an event, unless nothing answers here.
    fn answer(&mut self, Listening { face, moment, card, owner }: Listening) {
        let (causes, unanswered, provoker) = match self.state.frames.last() {
            Some(frame) => (frame.causes, frame.unanswered > 0, frame.you),
            None => (0, false, self.state.board.turn),
        };
        if unanswered {
            return;
        }
        let script = self.script;
        let face = &script.rules.faces[face.index()];
        let caused = |trigger: &&Trigger| {
            trigger.moment == moment && (trigger.causes == Causes::MAX || trigger.causes & causes != 0)
        };
        let mut answers = face.triggers.iter().filter(caused).peekable();
        if answers.peek().is_some()
            && let Some(frame) = self.state.frames.last_mut()
            && frame.spares.is_some()
            && frame.spares == face.name
        {
            frame.spares = None;
            return;
        }
        for trigger in answers {
            let waiting = Waiting { entry: trigger.program.entry, card, owner, provoker, moment, gone: false };
            self.wait(waiting);
        }
    }

    /// Something waits to be answered.
    pub fn answers_wait(&self) -> bool {
        self.fuel.looks.waits_for_answers();
        !self.state.queue.is_empty()
    }

    /// A trigger comes to the queue's end.
    #[inline]
    fn wait(&mut self, waiting: Waiting) {
        if self.state.queue.is_full() {
            // What no longer waits makes room.
            self.state.queue.drain(..usize::from(self.state.head));
            self.state.ordered = self.state.ordered.saturating_sub(self.state.head);
            self.state.head = 0;
        }
        if self.state.queue.try_push(waiting).is_err() {
            self.fuel.stop(Cut::Triggers);
        }
    }

    /// RSP-6: the trigger that has waited longest begins.
    pub fn begin_trigger(&mut self) -> bool {
        self.fuel.looks.waits_for_answers();
        let Some(waiting) = self.state.queue.get(self.state.head as usize).copied() else { return false };
        self.state.head += 1;
        if self.state.head as usize == self.state.queue.len() {
            self.state.queue.clear();
            (self.state.head, self.state.ordered) = (0, 0);
        }
        let kind = match waiting.moment {
            Moment::Revealed | Moment::Destroyed => FrameKind::Trigger,
            Moment::Built => FrameKind::Arrival,
        };
        // TRG-2: what was queued for a player who has been eliminated since.
        if kind.falls_with_its_player() && !self.state.board.living.has(waiting.owner) {
            return true;
        }
        if !self.follows(waiting.card) {
            return true;
        }
        let program = Program { entry: waiting.entry, ..self.script.draw_program() };
        let (at, provoker) = (waiting.entry, Some(waiting.provoker));
        let cause = Cause { at, kind, this: waiting.card, you: waiting.owner, provoker, raise: 0 };
        self.emit_by(Event::Triggered { owner: waiting.owner, card: waiting.card }, Some(cause));
        let provoker = Value::from(waiting.provoker.0);
        let this = if waiting.gone { CardId::NONE } else { waiting.card };
        self.push(program, kind, this, waiting.owner, provoker, false)
    }
}

//! The queue of triggers, first in, first out (TRG-1).

use crate::board::{CardId, Cut, Event};
use crate::engine::play::run::{Runner, Watch};
use crate::engine::state::frame::{FrameKind, Waiting};
use crate::engine::{Cause, Value};
use crate::rules::ir::{Moment, Program};

impl<W: Watch> Runner<'_, W> {
    /// Something waits to be answered.
    pub fn answers_wait(&self) -> bool {
        self.fuel.looks.waits_for_answers();
        !self.state.queue.is_empty()
    }

    /// A trigger comes to the queue's end.
    #[inline]
    pub fn wait(&mut self, waiting: Waiting) {
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

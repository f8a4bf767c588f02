//! What texts wait for, and the queue of those that answer, first in, first out (TRG-1).

use crate::effects::runner::Runner;
use crate::eval::context::Context;
use crate::play::moment::counted;
use crate::program::clauses::Clauses;
use crate::state::frame::{Frame, FrameKind, Stars, Waiting};
use crate::{Cause, GONE, Value, Watch};
use board::{CardId, Cut, Event, Seat, Zone};
use rules::ir::{Causes, FaceId, Happening, Program, ROLES, Trigger};
use text::limits::CARRIED;

/// A text that waits for what happens to its own card.
struct Listening {
    face: FaceId,
    happening: Happening,
    card: CardId,
    owner: Seat,
}

impl<W: Watch + ?Sized> Runner<'_, W> {
    /// An event happens to a card that may have something to say to it: that is queued.
    #[inline(always)]
    pub fn happen(&mut self, event: Event<'_>) {
        let listening = self.listening(&event);
        if !self.script.lent.is_empty() {
            return self.happen_lent(event, listening);
        }
        self.emit(event);
        if let Some(listening) = listening {
            self.answer(listening);
        }
    }

    /// The same, with the texts that buildings have besides their own: as they fall, or once they stand.
    #[cold]
    fn happen_lent(&mut self, event: Event<'_>, listening: Option<Listening>) {
        let falls = match event {
            Event::Revealed { card, owner } if self.state.board.card(card).zone == Zone::Row => {
                Some((card, owner))
            }
            _ => None,
        };
        let falling = falls.map(|(card, owner)| {
            (
                self.context_of(card, owner).lent(card, Clauses::ANSWERS),
                Happening::Destroyed,
            )
        });
        self.emit(event);
        if let Some(listening) = listening {
            self.answer(listening);
        }
        let stands = match event {
            Event::Built { card, seat, .. } => Some((card, seat, Happening::Built)),
            Event::Swapped { card, .. } => Some((
                card,
                self.state.board.card(card).seat(),
                Happening::SwappedIn,
            )),
            _ => None,
        };
        let standing = stands.map(|(card, seat, happening)| {
            (
                self.context_of(card, seat).lent(card, Clauses::ANSWERS),
                happening,
            )
        });
        let Some((card, owner)) = falls.or(stands.map(|(card, seat, _)| (card, seat))) else {
            return;
        };
        let Some((lent, happening)) = falling.or(standing) else {
            return;
        };
        lent.faces().for_each(|face| {
            self.answer(Listening {
                face,
                happening,
                card,
                owner,
            })
        });
    }

    /// Whose own text waits for an event. What others wait for is told in `listeners.rs`.
    #[inline(always)]
    fn listening(&mut self, event: &Event<'_>) -> Option<Listening> {
        let (script, board) = (self.script, &self.state.board);
        let building = |card: CardId| {
            let second = board.card(card).second_side();
            script
                .traits(card, second)
                .triggers
                .then(|| script.building_face(card, second))
        };
        match *event {
            Event::Revealed { card, owner } if board.card(card).zone == Zone::Stack => {
                self.fuel.looks.reveals(card);
                let face = script
                    .facts(card)
                    .action
                    .filter(|_| script.facts(card).answers)?;
                Some(Listening {
                    face,
                    happening: Happening::Revealed,
                    card,
                    owner,
                })
            }
            Event::Revealed { card, owner } => {
                let face = building(card)?;
                // TRG-2: what is disabled at that moment triggers nothing.
                let active = self.context().active(card);
                active.then_some(Listening {
                    face,
                    happening: Happening::Destroyed,
                    card,
                    owner,
                })
            }
            Event::Built { card, seat, .. } => Some(Listening {
                face: building(card)?,
                happening: Happening::Built,
                card,
                owner: seat,
            }),
            Event::Swapped {
                building: from,
                card,
            } => {
                let owner = board.card(from).seat();
                Some(Listening {
                    face: building(card)?,
                    happening: Happening::SwappedIn,
                    card,
                    owner,
                })
            }
            _ => None,
        }
    }

    /// Queues what a face has to say to an event, unless nothing answers here.
    fn answer(
        &mut self,
        Listening {
            face,
            happening,
            card,
            owner,
        }: Listening,
    ) {
        let (causes, unanswered, provoker) = match self.state.frames.last() {
            Some(frame) => (frame.causes, frame.unanswered > 0, frame.you),
            None => (0, false, self.state.board.turn),
        };
        if unanswered {
            return;
        }
        let script = self.script;
        let face = &script.rules.faces[face.index()];
        let about = |trigger: &&Trigger| {
            trigger.own
                && trigger.happenings & happening.bit() != 0
                && (trigger.causes == Causes::MAX || trigger.causes & causes != 0)
        };
        let spared = |frame: &&mut Frame| frame.spares.is_some() && frame.spares == face.name;
        for trigger in face.triggers.iter().filter(about) {
            let holds = trigger.condition.is_none_or(|condition| {
                let frame = Frame {
                    this: card,
                    you: owner,
                    provoker: provoker.0.into(),
                    ..Frame::IDLE
                };
                let looks = counted(script, &self.fuel.looks, self.trial.is_some());
                let context = Context::running(script, &self.state.board, &frame).counting(looks);
                context.holds(condition)
            });
            if !holds {
                continue;
            }
            if let Some(frame) = self.state.frames.last_mut().filter(spared) {
                frame.spares = None;
                return;
            }
            self.wait(waiting(trigger, (card, owner), provoker, [GONE; ROLES]));
        }
    }

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
            self.state.fresh = self.state.fresh.saturating_sub(self.state.head);
            self.state.head = 0;
        }
        if self.state.queue.try_push(waiting).is_err() {
            self.too_many_wait();
        }
    }

    #[cold]
    pub fn too_many_wait(&mut self) {
        self.fuel.stop(Cut::Triggers);
    }

    /// RSP-6: the trigger that has waited longest begins.
    #[inline(always)]
    pub fn begin_trigger(&mut self) -> bool {
        self.fuel.looks.waits_for_answers();
        match self.state.queue.get(self.state.head as usize) {
            Some(waiting) => self.begin_waiting(*waiting),
            None => false,
        }
    }

    #[inline(never)]
    fn begin_waiting(&mut self, waiting: Waiting) -> bool {
        self.state.head += 1;
        if self.state.head as usize == self.state.queue.len() {
            self.state.queue.clear();
            (self.state.head, self.state.ordered, self.state.fresh) = (0, 0, 0);
        }
        let kind = waiting.kind;
        // TRG-2: what was queued for a player who has been eliminated since.
        if kind.falls_with_its_player() && !self.state.board.living.has(waiting.owner) {
            return true;
        }
        let (at, provoker) = (waiting.entry, Some(waiting.provoker));
        let cause = Cause {
            at,
            kind,
            this: waiting.card,
            you: waiting.owner,
            acts_for: None,
            provoker,
            stars: Stars::PLAIN,
        };
        if !self.follows(cause) {
            return true;
        }
        let program = Program {
            entry: waiting.entry,
            ..self.script.draw_program()
        };
        // What waits in a hand shows its card itself.
        if waiting.card.is_some() {
            self.emit_by(
                Event::Triggered {
                    owner: waiting.owner,
                    card: waiting.card,
                },
                Some(cause),
            );
        }
        let this = if waiting.gone {
            CardId::NONE
        } else {
            waiting.card
        };
        let begun = self.push(program, kind, this, waiting.owner);
        if begun {
            let frame = self.top();
            frame.provoker = waiting.provoker.0.into();
            frame.bind_roles(&waiting.roles, waiting.cards);
        }
        begun
    }
}

/// A clause of a card's text waits for its turn.
pub fn waiting(
    trigger: &Trigger,
    (card, owner): (CardId, Seat),
    provoker: Seat,
    roles: [Value; ROLES],
) -> Waiting {
    let kind = if trigger.survives {
        FrameKind::Trigger
    } else {
        FrameKind::Arrival
    };
    let arrives = trigger.own && trigger.happenings & Happening::Built.bit() != 0;
    let (entry, cards) = (trigger.program.entry, trigger.cards);
    let mut all = [GONE; ROLES + CARRIED];
    all[..ROLES].copy_from_slice(&roles);
    Waiting {
        entry,
        card,
        owner,
        provoker,
        kind,
        arrives,
        gone: false,
        roles: all,
        cards,
    }
}

//! What belongs together in a log: what somebody does, and below it what follows from that.

use board::{CardId, Event, Zone};
use engine::{Cause, FrameKind, Script};

/// The deepest that a sentence stands.
const DEEPEST: u8 = 6;

/// What is under way, the last begun last.
#[derive(Debug, Clone, Default)]
pub(super) struct Groups {
    heads: Vec<Head>,
}

/// A sentence that others stand below.
#[derive(Debug, Clone, Copy)]
struct Head {
    /// Whose text it is.
    this: CardId,
    /// It answers something.
    answers: bool,
    depth: u8,
}

impl Groups {
    /// How deep the sentence of an event stands; `answered` is the depth of the one that a trigger answers, and `from` says where
    /// the card of the event lies.
    pub fn depth(
        &mut self,
        script: &Script,
        event: &Event<'_>,
        cause: Option<Cause>,
        (answered, from): (Option<u8>, Option<Zone>),
    ) -> u8 {
        // The draw of a turn is a text without a card.
        let cause = cause.filter(|cause| !script.is_draw(cause.at));
        match (*event, cause) {
            (Event::TurnBegan { .. } | Event::Passed { .. }, _) => self.begin(None),
            (Event::Won { .. } | Event::GameDrawn, _) => 0,
            (Event::Crisis { .. } | Event::Came(_), None) => self.begin(Some(CardId::NONE)),
            (
                Event::Used { building: card, .. }
                | Event::ActionPlayed { card, .. }
                | Event::Built { card, .. }
                | Event::Stacked { card, .. },
                None,
            ) => self.begin(Some(card)),
            (Event::ActionPlayed { card, .. }, Some(cause)) => {
                let depth = self.below(cause);
                self.open(card, false, depth)
            }
            (Event::Triggered { card, .. }, _) => {
                let depth = answered.or(self.last().map(|last| last + 1)).unwrap_or(0);
                self.open(card, true, depth)
            }
            (_, Some(cause)) => self.below(cause),
            // Whoever is out discards the hand.
            (Event::Discarded { .. } | Event::Removed { .. }, None) if from == Some(Zone::Hand) => {
                self.heads.first().map_or(1, |_| 2)
            }
            (_, None) => self.heads.first().map_or(0, |_| 1),
        }
    }

    fn begin(&mut self, card: Option<CardId>) -> u8 {
        self.heads.clear();
        card.map_or(0, |card| self.open(card, false, 0))
    }

    fn open(&mut self, this: CardId, answers: bool, depth: u8) -> u8 {
        let depth = depth.min(DEEPEST);
        self.heads.push(Head {
            this,
            answers,
            depth,
        });
        depth
    }

    fn last(&self) -> Option<u8> {
        self.heads.last().map(|head| head.depth)
    }

    /// Below what its text belongs to.
    pub fn below(&self, cause: Cause) -> u8 {
        let answers = matches!(cause.kind, FrameKind::Trigger | FrameKind::Arrival);
        let mut heads = self.heads.iter().rev();
        let own = heads.find(|head| head.this == cause.this && head.answers == answers);
        let depth = match own {
            Some(head) => Some(head.depth),
            // What is paid comes before what it is paid for.
            None if cause.kind == FrameKind::Fee => None,
            None => self.last(),
        };
        depth.map_or(0, |depth| depth + 1).min(DEEPEST)
    }
}

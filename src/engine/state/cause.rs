//! What makes an event: the text under way, in a few bytes that can be kept.

use crate::Value;
use crate::state::frame::{Frame, FrameKind, Stars};
use board::{CardId, MAX_SEATS, Seat};
use rules::ir::Pc;

/// The text that is under way when something happens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cause {
    /// The op that runs, or that the text has come to.
    pub at: Pc,
    /// What sort of text it is.
    pub kind: FrameKind,
    /// Whose text it is; no card's for the draw of a turn and for a crisis.
    pub this: CardId,
    /// Who acts by it.
    pub you: Seat,
    /// Whose text it is, where that is another player.
    pub acts_for: Option<Seat>,
    /// Whom a trigger answers.
    pub provoker: Option<Seat>,
    /// What becomes of its starred numbers.
    pub stars: Stars,
}

impl Cause {
    #[inline(always)]
    pub fn of(frame: &Frame) -> Cause {
        let provoker = (frame.provoker < MAX_SEATS as Value).then_some(Seat(frame.provoker as u8));
        let Frame {
            pc,
            kind,
            this,
            you,
            acts_for,
            stars,
            ..
        } = *frame;
        Cause {
            at: pc.wrapping_sub(1),
            kind,
            this,
            you,
            acts_for,
            provoker,
            stars,
        }
    }
}

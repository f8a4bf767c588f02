//! What is asked of players: whether they would win, and what statuses they have.

use crate::Value;
use crate::eval::context::{Context, ROWS};
use crate::program::clauses::Clauses;
use crate::program::speaks::{Topic, standing_bit};
use crate::state::frame::Frame;
use board::{CardId, Seat, Seats};
use rules::ir::{FaceId, Says};

impl Context<'_> {
    /// What a player wins by holds: a condition on an active building of theirs, or a tally.
    pub fn meets_goal(&self, seat: Seat) -> bool {
        let rules = &self.script.rules;
        let by_card = |building: &CardId| {
            let context = Context {
                looks: self.looks_ahead,
                ..Context {
                    you: seat,
                    ..self.beside(*building)
                }
            };
            let wins = |face: &FaceId| {
                context.spend(|| 1 + self.face(*face).wins.len());
                self.face(*face)
                    .wins
                    .iter()
                    .any(|condition| context.holds(*condition))
            };
            self.active(*building) && self.faces_of(*building, Clauses::WINS).iter().any(wins)
        };
        let context = Context {
            looks: self.looks_ahead,
            ..Context {
                you: seat,
                ..self.beside(CardId::NONE)
            }
        };
        self.board.row(seat).iter().any(by_card)
            || rules
                .tallies
                .iter()
                .enumerate()
                .any(|(index, tally)| context.tally(index, tally) >= tally.wins_at)
    }

    /// Those who have said for a while that a player has that status, one after the other.
    #[cold]
    fn each_pending(&self, seat: Seat, status: u8, found: &mut dyn FnMut(Seat) -> bool) -> bool {
        self.board.pending().in_force().any(|pended| {
            let Some(said) = self.script.rules.pending.get(usize::from(pended.clause)) else {
                return false;
            };
            let Says::Holds(lasting) = said.says else {
                return false;
            };
            let mut frame = Frame {
                this: pended.this,
                you: pended.you,
                ..Frame::IDLE
            };
            frame.carries(said, pended, 0);
            let context =
                Context::running(self.script, self.board, &frame).counting(self.looks_ahead);
            lasting.status == status
                && lasting
                    .condition
                    .is_none_or(|condition| context.holds(condition))
                && context.is_in(Value::from(seat.0), lasting.set)
                && found(pended.you)
        })
    }

    /// Some text may give one of those statuses to a player now.
    pub fn may_have_standing(&self, statuses: &[u8]) -> bool {
        let pending = &self.script.rules.pending;
        let says = |says: &Says| matches!(says, Says::Holds(lasting) if statuses.contains(&lasting.status));
        let mut in_force = self
            .board
            .pending()
            .in_force()
            .filter_map(|pended| pending.get(usize::from(pended.clause)));
        let bits = statuses
            .iter()
            .fold(0, |all, status| all | standing_bit(*status));
        in_force.any(|said| says(&said.says)) || self.may_be_said(Topic::Gives(bits))
    }

    /// Some text gives that status to a player.
    pub fn has_standing(&self, seat: Seat, status: u8) -> bool {
        self.each_standing(seat, status, &mut |_| true)
    }

    /// Whose texts give that status to a player.
    pub fn given_by(&self, seat: Seat, status: u8) -> Seats {
        let mut given = Seats::NONE;
        self.each_standing(seat, status, &mut |you| {
            given = given.with(you);
            false
        });
        given
    }

    /// Those whose texts give that status to a player, one after the other until one is `found`.
    fn each_standing(&self, seat: Seat, status: u8, found: &mut dyn FnMut(Seat) -> bool) -> bool {
        if !self.board.pending().all().is_empty() && self.each_pending(seat, status, found) {
            return true;
        }
        let bit = standing_bit(status);
        if let Some(looks) = self.looks_ahead {
            looks.spend(1 + (self.board.buildings().len() / ROWS) as u32);
        }
        self.each_speaker(
            Topic::Gives(bit),
            self.board.turn,
            &mut |face, this, you| {
                let mut standings = self
                    .face(face)
                    .standings
                    .iter()
                    .filter(|standing| standing.status == status);
                standings.any(|standing| {
                    let context = Context {
                        looks: self.looks_ahead,
                        ..Context {
                            you,
                            ..self.beside(this)
                        }
                    };
                    context.spend(|| {
                        1 + standing
                            .condition
                            .map_or(0, |asked| self.script.weights[asked.index()] as usize)
                    });
                    standing
                        .condition
                        .is_none_or(|condition| context.holds(condition))
                        && context.is_in(Value::from(seat.0), standing.set)
                        && found(you)
                })
            },
        )
    }
}

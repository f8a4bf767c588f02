//! The end of a moment: statuses, eliminations, triggers in order, victories (WIN-1).

use crate::board::{CardId, Event, Seat, Zone};
use crate::engine::eval::Context;
use crate::engine::lasting::settle_statuses;
use crate::engine::run::{Runner, Watch};
use crate::engine::{Outcome, Reads};

impl<W: Watch> Runner<'_, W> {
    /// Notes that something has changed in a nation.
    #[inline(always)]
    pub fn touch(&mut self, seat: Seat, what: Reads) {
        self.state.changed_nations |= seat.bit();
        self.state.changed = self.state.changed.and(what);
    }

    /// A step is done: unless it is part of a larger one, this is a moment.
    #[inline(always)]
    pub fn settle(&mut self) {
        if self.state.changed != Reads::NOTHING && self.state.frames.last().is_none_or(|frame| frame.at_once == 0) {
            self.moment();
        }
    }

    fn moment(&mut self) {
        let (mut changed, nations) = (self.state.changed, self.state.changed_nations);
        self.state.changed = Reads::NOTHING;
        self.state.changed_nations = 0;
        self.order_triggers();
        if !changed.meets(self.script.cares) {
            return;
        }
        if changed.meets(self.script.lasting) && settle_statuses(self.script, &mut self.state.board, changed, nations) {
            changed = changed.and(Reads::STATUS);
        }
        if changed.meets(Reads::ROWS) && self.eliminations(nations) {
            changed = changed.and(Reads::CARDS).and(self.state.changed);
            self.state.changed = Reads::NOTHING;
        }
        self.victories(changed, nations);
    }

    /// WIN-6, WIN-8: nations without buildings. Answers whether there was one.
    fn eliminations(&mut self, nations: u8) -> bool {
        let mut any = false;
        for seat in self.state.board.turn.clockwise(self.state.board.seats) {
            let board = &self.state.board;
            if nations & seat.bit() == 0 || !board.living.has(seat) || !board.row(seat).is_empty() {
                continue;
            }
            any = true;
            self.emit(Event::Eliminated { seat });
            while let Some(card) = self.state.board.hand(seat).first().copied() {
                match self.script.rules.remove_eliminated_hand {
                    true => self.emit(Event::Removed { card }),
                    false => self.emit(Event::Discarded { card }),
                }
            }
        }
        any
    }

    /// TRG-1: those of one moment by seat, from the player whose turn it is; else as they came.
    #[inline(always)]
    fn order_triggers(&mut self) {
        let start = self.state.ordered as usize;
        if self.state.queue.len() > start + 1 {
            let (turn, seats) = (self.state.board.turn.0, self.state.board.seats);
            self.state.queue[start..].sort_by_key(|waiting| (waiting.owner.0 + seats - turn) % seats);
        }
        self.state.ordered = self.state.queue.len() as u16;
    }

    /// WIN-2, WIN-7: the player whose turn it is first, then clockwise.
    fn victories(&mut self, changed: Reads, nations: u8) {
        let script = self.script;
        let board = &self.state.board;
        if changed.meets(Reads::ROWS) && board.living.count() <= 1 {
            let last = board.living.iter().next().unwrap_or(board.turn);
            return self.win(last);
        }
        let by_card = changed.meets(script.wins);
        if !by_card && !script.tallies.iter().any(|reads| changed.meets(*reads)) {
            return;
        }
        let far = |reads: Reads| reads.meets(Reads::FAR);
        let looks_far = script.cares.meets(Reads::FAR);
        for seat in board.turn.clockwise(board.seats) {
            let near = nations & seat.bit() != 0;
            if !near && !looks_far || !board.living.has(seat) {
                continue;
            }
            if by_card && (near || far(script.wins)) && self.wins_by_card(seat, changed) {
                return self.win(seat);
            }
            for (index, tally) in script.rules.tallies.iter().enumerate() {
                let reads = script.tallies[index];
                let too_few = script.alone[index] && board.row(seat).len() < tally.wins_at as usize;
                if !too_few
                    && changed.meets(reads)
                    && (near || far(reads))
                    && Context::of(script, board, CardId::NONE, seat).tally(index, tally) >= tally.wins_at
                {
                    return self.win(seat);
                }
            }
        }
    }

    /// A condition on one of the player's active buildings holds (WIN-5).
    fn wins_by_card(&self, seat: Seat, changed: Reads) -> bool {
        let (script, board) = (self.script, &self.state.board);
        let wins = |building: CardId| {
            let state = board.card(building);
            let second = state.second_side;
            let traits = script.traits(building, second);
            if !traits.wins.meets(changed) || state.height < traits.wins_at_height {
                return false;
            }
            let face = script.building_face(building, second);
            let context = Context::of(script, board, building, seat);
            let mut wins = script.rules.faces[face.index()].wins.iter();
            context.active(building) && wins.any(|condition| context.holds(*condition))
        };
        match script.victory_cards_alone {
            true => script.victory_cards().any(|card| {
                let state = board.card(card);
                state.zone == Zone::Row && state.host == seat.0 && wins(card)
            }),
            false => board.row(seat).iter().any(|building| wins(*building)),
        }
    }

    fn win(&mut self, seat: Seat) {
        self.emit(Event::Won { seat });
        self.state.outcome = Outcome::Won(seat);
    }

    /// Everything may have changed: for positions that come from elsewhere.
    pub fn settle_all(&mut self) {
        self.state.changed = Reads(u8::MAX);
        self.state.changed_nations = u8::MAX;
        self.settle();
    }
}

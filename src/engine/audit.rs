//! What is kept ready for speed is the same as when it is worked out anew: asked by tests, in whatever game.

use crate::eval::context::Context;
use crate::eval::looks::Looks;
use crate::play::options::Asker;
use crate::play::statuses::Asking;
use crate::play::statuses::in_order::settle;
use crate::program::needs::Need;
use crate::state::nation_traits::InRow;
use crate::{Asked, GONE, Game, Value};
use board::{BuildingSet, ByFace, CARD_ROOM, CardId, Seat};
use rules::ir::{BARRED, BARRED_BUT_LAST, SetId};

/// How much was compared without a difference.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Audited {
    /// Sets that were worked out all at once and walked thing by thing.
    pub sets: usize,
    /// Buildings that have a status.
    pub having: usize,
}

impl Game {
    /// Compares what is kept ready with the same worked out anew: sets of buildings, what nations have to say, statuses.
    ///
    /// # Errors
    /// What differs.
    pub fn audit(&self) -> Result<Audited, String> {
        let mut audited = Audited::default();
        for id in (0..self.script.rules.sets.len()).map(|id| SetId(id as u16)) {
            audited.sets += usize::from(self.audit_set(id)?);
        }
        self.audit_open()?;
        // In the middle of a moment nothing is settled.
        if self.state.asked == Asked::Menu {
            self.audit_tallies()?;
            audited.having = self.audit_statuses()?;
            self.audit_needs()?;
            self.audit_victories()?;
        }
        Ok(audited)
    }

    /// A set as the text under way reads it: walked with what is known by heart, walked plainly, and worked out at once where that goes.
    fn audit_set(&self, id: SetId) -> Result<bool, String> {
        let (script, state) = (&*self.script, &self.state);
        let Some(frame) = state.frames.last() else {
            return Ok(false);
        };
        let context = Context::running(script, &state.board, frame);
        // What a set of another place of the text says of registers may be asked of things that it was not written for.
        let asked = matches!(state.asked, Asked::Choose { set, .. } if set == id);
        let plan = context.at_once(id);
        if plan.is_none() && !asked {
            return Ok(false);
        }
        // A set of another place of the text may read a register that stands for something else by now, such as a place of a
        // row; what that would be as a card, nobody has to say twice alike.
        if frame
            .registers
            .iter()
            .any(|value| *value != GONE && usize::from(*value) >= CARD_ROOM)
        {
            return Ok(false);
        }
        let mut walked = Vec::<Value>::new();
        context.walk(id, &mut |value| {
            walked.push(value);
            false
        });
        if asked {
            let mut plainly = Vec::<Value>::new();
            context.walk_plainly(id, &mut |value| {
                plainly.push(value);
                false
            });
            if walked != plainly {
                return Err(format!(
                    "walked {walked:?}, plainly {plainly:?}: {id:?}, {:?}",
                    script.rules.sets[id.index()]
                ));
            }
        }
        let Some(plan) = plan else { return Ok(true) };
        let set = context.all_at_once(plan);
        let listed = |set: BuildingSet| {
            let mut listed = Vec::<Value>::new();
            context.each_at_once(plan, set, |value| {
                listed.push(value);
                false
            });
            listed
        };
        let nth: Vec<Value> = (0..set.count())
            .map(|index| context.nth_at_once(plan, set, index))
            .collect();
        let about = || format!("{id:?}, {:?}", script.rules.sets[id.index()]);
        if listed(set) != walked || nth != walked || context.any_at_once(plan) == walked.is_empty()
        {
            return Err(format!(
                "worked out at once {:?}, counted {nth:?}, walked {walked:?}: {}",
                listed(set),
                about()
            ));
        }
        match (state.asked, state.offered) {
            (Asked::Choose { set: asked, .. }, Some(offered))
                if asked == id && listed(offered) != walked =>
            {
                Err(format!(
                    "offered {:?}, walked {walked:?}: {}",
                    listed(offered),
                    about()
                ))
            }
            _ => Ok(true),
        }
    }

    /// The cards whose texts may hold.
    fn audit_open(&self) -> Result<(), String> {
        let board = &self.state.board;
        let stacks = board
            .buildings()
            .iter()
            .flat_map(|building| board.stack_from_top(*building));
        let up = stacks.filter(|card| board.card(*card).face_up());
        let open = ByFace {
            buildings: board.buildings().iter().copied().collect(),
            actions: up.chain(board.laws()).collect(),
        };
        match open == *board.open() {
            true => Ok(()),
            false => Err(format!("open are {open:?}, kept as {:?}", board.open())),
        }
    }

    /// Nobody has more for a tally than is thought.
    fn audit_tallies(&self) -> Result<(), String> {
        let (script, state) = (&*self.script, &self.state);
        let own = !Context::of(script, &state.board, CardId::NONE, state.board.turn)
            .may_count_as_another();
        for seat in state
            .board
            .living
            .iter()
            .filter(|seat| !state.stale.has(*seat))
        {
            let context = Context::of(script, &state.board, CardId::NONE, seat);
            let row = state.board.row(seat).len();
            for (index, limits) in script.tallies.iter().enumerate() {
                let has = context.tally(index, &script.rules.tallies[index]);
                let most = state.nations[seat.index()].most(index, limits, row, own);
                if usize::from(has) > most {
                    return Err(format!(
                        "{seat} has {has} for tally {index}, and {most} were thought to be the most"
                    ));
                }
            }
        }
        Ok(())
    }

    /// Whoever meets a condition to win has won, unless a text is in the way: it was asked when it began to hold.
    fn audit_victories(&self) -> Result<(), String> {
        let board = &self.state.board;
        let context = Context::of(&self.script, board, CardId::NONE, board.turn);
        let barred = |seat: Seat| {
            let mut barring = [BARRED, BARRED_BUT_LAST].into_iter();
            barring.any(|status| context.has_standing(seat, status))
        };
        let wins = |seat: &Seat| context.meets_goal(*seat) && !barred(*seat);
        match board.living.iter().find(wins) {
            None => Ok(()),
            Some(seat) => Err(format!("{seat} meets a condition to win and has not won")),
        }
    }

    /// What abilities need and is known by heart is what the set says.
    fn audit_needs(&self) -> Result<(), String> {
        let (script, board) = (&*self.script, &self.state.board);
        for building in board.buildings().iter().filter(|_| board.fits_sets()) {
            let state = board.card(*building);
            let context = Context::of(script, board, *building, state.seat());
            for need in script
                .abilities(*building, state.second_side())
                .iter()
                .flat_map(|ability| ability.needs)
            {
                match need {
                    Need::TopAround(set)
                        if context.walk(set, &mut |_| true)
                            == board.tops_around(*building).is_empty() =>
                    {
                        return Err(format!(
                            "{building:?} has tops around it, or {set:?} holds none"
                        ));
                    }
                    _ => {}
                }
            }
        }
        self.audit_ready()
    }

    /// Which buildings can use what they can do is known of a whole nation as it is of each of them.
    fn audit_ready(&self) -> Result<(), String> {
        let (script, state) = (&*self.script, &self.state);
        let (board, seat, looks) = (&state.board, state.board.turn, Looks::full());
        if state.stale.has(seat) || !board.living.has(seat) {
            return Ok(());
        }
        let context = Context::of(script, board, CardId::NONE, seat);
        let asker = Asker {
            state,
            looks: &looks,
            context: &context,
        };
        let (able, ready) = state.nations[seat.index()].ready(board, seat);
        for (at, building) in board.row(seat).iter().enumerate().take(InRow::ROOM) {
            let card = board.card(*building);
            let abilities = script
                .abilities(*building, card.second_side())
                .iter()
                .zip(0..);
            let usable = abilities
                .map(|(own, index)| u8::from(asker.can_use(*building, index, own)) << index);
            let which = usable.fold(0, |which, one| which | one);
            let known = if ready.has(at) {
                !card.spent & 1
            } else {
                which
            };
            if which != known || which != 0 && !able.has(at) {
                return Err(format!(
                    "{building:?} can use {which:b}, {known:b} was thought; {able:?} are able"
                ));
            }
        }
        Ok(())
    }

    fn audit_statuses(&self) -> Result<usize, String> {
        let (script, state) = (&*self.script, &self.state);
        let (mut board, mut nations) = (state.board.clone(), state.nations);
        for seat in board.living.iter() {
            let (kept, again) = (&state.nations[seat.index()], &mut nations[seat.index()]);
            again.look_again(script, &board, seat);
            // Where a nation is to be looked at again, what is kept may be behind.
            if again != kept && !state.stale.has(seat) {
                return Err(format!(
                    "the nation of {seat} is kept as {kept:?}, it is {again:?}"
                ));
            }
        }
        let living = board.living;
        settle(
            Asking::of(script, None, &board),
            &mut board,
            &nations,
            living,
            &mut (),
        );
        let mut having = 0;
        for building in board.buildings() {
            let (settled, kept) = (board.card(*building), state.board.card(*building));
            let (settled, kept) = [settled, kept]
                .map(|card| (card.status, card.silenced(), card.by_age()))
                .into();
            if settled != kept {
                return Err(format!(
                    "the statuses of {building:?} are kept as {kept:?}, they are {settled:?}"
                ));
            }
            let kept_so = !state
                .board
                .statused_set()
                .and(state.board.set_of(*building))
                .is_empty();
            if kept_so != (settled.0 != 0 || settled.1) && board.fits_sets() {
                return Err(format!(
                    "{building:?} is kept as having a status: {kept_so}; its statuses are {settled:?}"
                ));
            }
            having += usize::from(settled.0 != 0);
        }
        Ok(having)
    }
}

#[cfg(test)]
mod tests;

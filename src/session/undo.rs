//! What was taken back, and how often.

use board::Seat;
use engine::Game;
use explain::options::decision::Decision;
use explain::options::decision::{Misfit, Taken, offered, written};
use record::traces::timeline::Settlement;
use record::traces::timeline::Timeline;

use crate::opening::{Seating, begun, take};
use crate::sitting::Sitting;

/// How often a person has gone back in a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct TakenBack {
    pub times: u32,
    /// So many of them after something had been seen that was hidden before.
    pub seen: u32,
    /// So many contests for a dispute have begun; not all of them were played to their end.
    pub contests: u32,
}

impl TakenBack {
    /// Once more; a kept file may say any number.
    pub fn add(&mut self, seen: bool) {
        self.times = self.times.saturating_add(1);
        self.seen = self.seen.saturating_add(seen.into());
    }
}

/// What going back has taken back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Back {
    /// Decisions of the person.
    pub decisions: usize,
    /// Cards that the person had come to know since, and whatever else chance had decided.
    pub seen: usize,
}

/// What was taken back, and can be taken again.
#[derive(Debug, Clone, Default)]
pub(crate) struct Ahead {
    /// Choices, the next one first.
    pub(crate) choices: Vec<Taken>,
    /// Disputes that were settled after the choice that is next, or a later one; in order.
    pub(crate) settlements: Vec<Settlement>,
}

impl Ahead {
    pub(crate) fn clear(&mut self) {
        *self = Ahead::default();
    }

    /// A choice is taken. If it is not the one that was taken here before, nothing is ahead any more.
    pub(crate) fn meet(&mut self, taken: &Taken) {
        match self.choices.first() == Some(taken) {
            true => drop(self.choices.remove(0)),
            // A game that was kept does not say so.
            false if taken.for_others => {}
            false => self.clear(),
        }
    }

    /// After those choices the game goes on without what was settled there, and so without what followed.
    pub(crate) fn pass_by(&mut self, taken: &[Taken]) {
        let first = self.settlements.first();
        if first.is_some_and(|next| next.after <= written(taken)) {
            self.clear();
        }
    }

    /// The next dispute that was settled after those choices.
    pub(crate) fn settlement(&mut self, taken: &[Taken]) -> Option<Settlement> {
        let first = self.settlements.first();
        let due = first.is_some_and(|next| next.after == written(taken));
        due.then(|| self.settlements.remove(0))
    }
}

/// What does not fit when a game is taken up again, by its number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Repeated {
    Choice(usize),
    Settlement(usize),
}

/// A game that was kept, decision by decision, to be looked at.
///
/// # Errors
/// The first choice or settlement that does not fit, and why.
pub fn timeline(
    seating: &Seating,
    taken: &[Taken],
    settlements: &[Settlement],
) -> Result<Timeline, (Repeated, Misfit)> {
    let mut timeline = Timeline::of_all_asked(seating.players);
    let mut game = begun(seating, &mut timeline);
    timeline.reached(&game);
    let mut settlements = settlements.iter().enumerate().peekable();
    let mut after = 0;
    for index in 0..=taken.len() {
        let next = taken.get(index);
        if next.is_none_or(|next| !next.for_others) {
            let due = settlements
                .peek()
                .is_some_and(|(_, next)| next.after == after);
            while let Some(passed) = Taken::for_others(&game).filter(|_| next.is_some() || due) {
                goes_on(seating, &mut game, &passed, &mut timeline)
                    .map_err(|misfit| (Repeated::Choice(index), misfit))?;
            }
            while let Some((number, settlement)) =
                settlements.next_if(|(_, next)| next.after == after)
            {
                let settled = game.under(settlement.script.clone(), &mut timeline);
                game = settled.map_err(|not_now| (Repeated::Settlement(number), not_now.into()))?;
                timeline.settled(settlement.clone(), &game);
            }
            after += 1;
        }
        let Some(next) = next else { break };
        goes_on(seating, &mut game, next, &mut timeline)
            .map_err(|misfit| (Repeated::Choice(index), misfit))?;
    }
    Ok(timeline)
}

/// One choice more.
fn goes_on(
    seating: &Seating,
    game: &mut Game,
    taken: &Taken,
    timeline: &mut Timeline,
) -> Result<(), Misfit> {
    let (_, choice) = offered(game, taken)?;
    timeline.decided(taken.clone());
    take(seating, game, choice, timeline);
    timeline.reached(game);
    Ok(())
}

impl Sitting {
    /// Goes back to an earlier decision of the person: so many back. Nothing, and no change, when there are fewer.
    pub fn undo(&mut self, decisions: usize) -> Option<Back> {
        self.undo_of(self.seating.seat, decisions, false)
    }

    /// The same for any of the people; where the others have seen meanwhile what that person holds, it has been shown.
    pub fn undo_of(&mut self, person: Seat, decisions: usize, shown: bool) -> Option<Back> {
        let own = self.own(person);
        let number = own.len().checked_sub(decisions).filter(|_| decisions > 0)?;
        let back = own[number];
        let at = self.people().position(|there| there == person)?;
        let seen = self.learned[back..]
            .iter()
            .map(|learned| learned[at] as usize)
            .sum();
        let mut ahead = std::mem::take(&mut self.ahead);
        ahead.choices.splice(0..0, self.taken.split_off(back));
        let settlements = self.settled.drain(..).map(|settled| settled.settlement);
        let (kept, later): (Vec<_>, Vec<_>) =
            settlements.partition(|settlement| settlement.after <= written(&self.taken));
        ahead.settlements.splice(0..0, later);
        let mut taken_back = self.taken_back;
        taken_back.add(seen > 0 || shown);
        let again = Sitting::repeated(self.seating.clone(), &self.taken, kept);
        let beats = self.told.keeps_beats;
        *self =
            again.unwrap_or_else(|_| unreachable!("the same seed and choices make the same game"));
        self.told.keeps_beats = beats;
        (self.ahead, self.taken_back) = (ahead, taken_back);
        Some(Back { decisions, seen })
    }

    /// Takes again what was taken back last, as it was, up to the next decision of a person or of a bot that had not decided yet.
    /// Answers `false` when nothing is left of it.
    pub fn redo(&mut self) -> bool {
        let number = Decision::of(&self.game).and_then(|decision| self.foreseen(&decision));
        let settlements = std::mem::take(&mut self.ahead.settlements);
        let again = number.is_some_and(|number| self.decide(number));
        while again && self.bot_has_decided() && self.let_bot_decide() {}
        self.ahead.settlements = settlements;
        self.settle_again();
        again
    }

    /// A bot is asked, and has decided this before somebody went back.
    fn bot_has_decided(&self) -> bool {
        let bot = self.asked().filter(|seat| !self.is_person(*seat));
        bot.and_then(|_| self.foreseen(&Decision::of(&self.game)?))
            .is_some()
    }

    /// What the person has decided, oldest first.
    pub fn decisions(&self) -> Vec<&str> {
        let own = self.own(self.seating.seat).into_iter();
        own.map(|index| self.taken[index].label.as_str()).collect()
    }

    /// Choices that were taken back and can be taken again, the next one first.
    pub fn ahead(&self) -> &[Taken] {
        &self.ahead.choices
    }

    /// Disputes that were settled after choices that were taken back, in order.
    pub(crate) fn settlements_ahead(&self) -> &[Settlement] {
        &self.ahead.settlements
    }

    pub fn taken_back(&self) -> TakenBack {
        self.taken_back
    }

    /// What a kept game has of it.
    pub fn remember(
        &mut self,
        choices: Vec<Taken>,
        settlements: Vec<Settlement>,
        taken_back: TakenBack,
    ) {
        self.ahead = Ahead {
            choices,
            settlements,
        };
        self.taken_back = taken_back;
    }

    /// The option that was taken here before somebody went back.
    pub(crate) fn foreseen(&self, decision: &Decision) -> Option<usize> {
        let next = self
            .ahead
            .choices
            .first()
            .filter(|next| next.who == decision.chooser())?;
        decision
            .offers
            .iter()
            .position(|offer| offer.label == next.label)
    }

    /// That person has decided something that can be taken back: no other person has decided since.
    pub fn can_undo(&self, person: Seat) -> bool {
        let others = |taken: &&Taken| taken.who.by != person;
        let mut since = self.taken.iter().rev().take_while(others);
        !since.any(|taken| self.is_person(taken.who.by)) && !self.own(person).is_empty()
    }

    /// The person's decisions among all that was taken.
    fn own(&self, person: Seat) -> Vec<usize> {
        let asked = |taken: &Taken| !taken.for_others || !self.seating().guests.is_empty();
        let own = |(index, taken): (usize, &Taken)| {
            (taken.who.by == person && asked(taken)).then_some(index)
        };
        self.taken.iter().enumerate().filter_map(own).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::TakenBack;

    #[test]
    fn however_often_somebody_went_back_it_is_counted() {
        let mut taken_back = TakenBack {
            times: 7,
            seen: u32::MAX,
            contests: 0,
        };
        taken_back.add(true);
        assert_eq!((taken_back.times, taken_back.seen), (8, u32::MAX));
        taken_back.times = u32::MAX;
        taken_back.add(false);
        assert_eq!((taken_back.times, taken_back.seen), (u32::MAX, u32::MAX));
    }
}

//! Back to an earlier decision and forth again, and what has been seen in between.

use crate::ahead::{Ahead, Back, TakenBack};
use crate::sitting::Sitting;
use board::Seat;
use explain::options::decision::Decision;
use explain::options::taken::{Taken, written};
use record::traces::settlement::Settlement;

impl Sitting {
    /// Goes back to an earlier decision of the person: so many back. Nothing, and no change, when there are fewer.
    pub fn undo(&mut self, decisions: usize) -> Option<Back> {
        self.undo_of(self.seating.seat, decisions)
    }

    /// The same for any of the people.
    pub fn undo_of(&mut self, person: Seat, decisions: usize) -> Option<Back> {
        self.back(person, decisions, false)
    }

    /// The same where the others have seen meanwhile what that person holds.
    pub fn undo_of_shown(&mut self, person: Seat, decisions: usize) -> Option<Back> {
        self.back(person, decisions, true)
    }

    fn back(&mut self, person: Seat, decisions: usize, shown: bool) -> Option<Back> {
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
        self.own(self.seating.seat)
            .into_iter()
            .map(|index| self.taken[index].label.as_str())
            .collect()
    }

    /// Choices that were taken back and can be taken again, the next one first.
    pub fn ahead(&self) -> &[Taken] {
        &self.ahead.choices
    }

    /// Disputes that were settled after choices that were taken back, in order.
    pub fn settlements_ahead(&self) -> &[Settlement] {
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
    pub(super) fn foreseen(&self, decision: &Decision) -> Option<usize> {
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

    /// The person's decisions among all that was taken.
    fn own(&self, person: Seat) -> Vec<usize> {
        let asked = |taken: &Taken| !taken.for_others || !self.seating().guests.is_empty();
        let own = |(index, taken): (usize, &Taken)| {
            (taken.who.by == person && asked(taken)).then_some(index)
        };
        self.taken.iter().enumerate().filter_map(own).collect()
    }
}

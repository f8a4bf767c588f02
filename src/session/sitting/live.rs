//! A sitting one step at a time: it waits for people and bots alike, and tells each of the people what happens.

use std::sync::Arc;

use board::{Kind, Seat, Seats, View};
use engine::{Game, NotNow, Script, Worlds};
use explain::goals::goals;
use explain::log::Log;
use explain::options::decision::Decision;
use explain::options::decision::written;
use record::traces::timeline::Settlement;
use record::traces::timeline::Timeline;

use crate::disclosure::{Beat, Disclosure};
use crate::hints::Task;
use crate::opening::Seating;
use crate::preview::{Preview, preview};
use crate::review::Study;
use crate::sitting::{ActiveSettlement, BOT_TURNS, Sitting};
use crate::undo::timeline;

impl Sitting {
    /// What happens from now on is kept to be shown step by step.
    pub fn keep_beats(&mut self) {
        self.keep_beats_of(Seats(u8::MAX));
    }

    /// The same for these of the people alone; what was kept for others is dropped.
    pub fn keep_beats_of(&mut self, people: Seats) {
        self.told.keeps_beats = people;
        let others = self
            .told
            .all
            .iter_mut()
            .filter(|told| !people.has(told.seat));
        others.for_each(|told| told.beats.clear());
    }

    /// What a choice has done is shown with how far everybody is after it.
    pub(crate) fn note_goals(&mut self) {
        for told in &mut self.told.all {
            if let Some(beat) = told.beats.last_mut() {
                beat.goals = Some(goals(&self.game.worlds(told.seat)));
            }
        }
    }

    /// The rules that hold now, made ready.
    pub fn script(&self) -> &Arc<Script> {
        self.game.script()
    }

    /// The seats of the people.
    pub fn people(&self) -> impl Iterator<Item = Seat> + '_ {
        self.told.all.iter().map(|told| told.seat)
    }

    pub fn is_person(&self, seat: Seat) -> bool {
        self.people().any(|person| person == seat)
    }

    /// People who have not been eliminated.
    pub fn people_living(&self) -> impl Iterator<Item = Seat> + '_ {
        self.people()
            .filter(|seat| self.game.board().living.has(*seat))
    }

    /// Who decides; nobody when the game is over, or when bots would play on among themselves without end.
    pub fn asked(&self) -> Option<Seat> {
        let tired = self.game.state().turns > BOT_TURNS && self.people_living().next().is_none();
        self.game.chooser().map(|who| who.by).filter(|_| !tired)
    }

    /// It is the decision of that person.
    fn asks(&self, person: Seat) -> bool {
        self.asked() == Some(person) && self.is_person(person)
    }

    /// What a person is asked, when it is that person's decision.
    pub fn decision_of(&self, person: Seat) -> Option<Decision> {
        Decision::of(&self.game).filter(|_| self.asks(person))
    }

    /// What a bot has to think about; nothing when a person is asked, or nobody.
    pub fn bot_task(&self) -> Option<Task> {
        self.asked()
            .filter(|seat| !self.is_person(*seat))
            .and_then(|_| self.task())
    }

    /// What one of the people has to think about, when it is that person's decision.
    pub fn question_of(&self, person: Seat) -> Option<Task> {
        self.asks(person).then(|| self.task())?
    }

    fn task(&self) -> Option<Task> {
        let decision = Decision::of(&self.game)?;
        let Seating { bots, seed, .. } = self.seating;
        let (game, known) = (self.game.clone(), self.foreseen(&decision));
        Some(Task {
            game,
            decision,
            known,
            course: self.course,
            bot: bots,
            seed,
        })
    }

    /// Takes the option of that number for whoever is asked, and waits for the next one. Answers `false`, with nothing
    /// changed, when there is none.
    pub fn decide(&mut self, number: usize) -> bool {
        let asked = self.asked().and_then(|_| Decision::of(&self.game));
        let decision = asked.filter(|decision| number < decision.offers.len());
        decision
            .map(|decision| self.accept(&decision, number))
            .is_some()
    }

    /// All that has been decided, moment by moment.
    pub fn timeline(&self) -> Timeline {
        let settled: Vec<_> = self.settlements().cloned().collect();
        let timeline = timeline(self.seating(), self.taken(), &settled);
        timeline.unwrap_or_else(|_| unreachable!("the same seed and choices make the same game"))
    }

    /// The game so far, to be looked through for one of the people.
    pub fn study_of(&self, person: Seat) -> Option<Study> {
        self.is_person(person).then(|| Study {
            seating: self.seating.clone(),
            taken: self.taken.clone(),
            settled: self.settlements().cloned().collect(),
            person,
        })
    }

    /// The table as one of the people sees it.
    pub fn view_of(&self, person: Seat) -> Option<View> {
        self.is_person(person)
            .then(|| View::of(self.game.board(), &self.rules().cards, person))
    }

    /// What has happened, as one of the people may know it.
    pub fn log_of(&self, person: Seat) -> Option<&Log> {
        self.told_of(person).map(|told| &told.log)
    }

    /// In that log, the sentences with which turns begin, and whose.
    pub fn turns_of(&self, person: Seat) -> &[(usize, Seat)] {
        self.told_of(person).map_or(&[], |told| &told.turns)
    }

    /// The sentences of the last turn, what follows from something below it.
    pub fn last_turn(&self) -> Vec<String> {
        let told = self.told.first();
        let begun = told.turns.last().map_or(told.decided, |(line, _)| *line);
        told.log.grouped(begun).collect()
    }

    /// How many sentences it had when that person decided last.
    pub fn decided_at(&self, person: Seat) -> usize {
        self.told_of(person).map_or(0, |told| told.decided)
    }

    /// What has happened since this was asked for last, step by step.
    pub fn take_beats(&mut self, person: Seat) -> Vec<Beat> {
        self.told
            .of(person)
            .map_or_else(Vec::new, |told| std::mem::take(&mut told.beats))
    }

    /// What an option of one of the people will do, as far as that person can know.
    pub fn preview_of(&self, person: Seat, number: usize) -> Option<Preview> {
        self.asks(person).then(|| preview(&self.game, number))?
    }

    /// The table is as that of another game, all cards open, and the same is asked.
    pub fn stands_as(&self, other: &Game) -> bool {
        let open = |game: &Game| View::open(game.board(), &game.script().rules.cards);
        open(&self.game) == open(other) && self.game.decision() == other.decision()
    }

    /// All games that one of the people cannot tell from this one.
    pub fn worlds_of(&self, person: Seat) -> Option<Worlds> {
        self.is_person(person).then(|| self.game.worlds(person))
    }

    /// The hands that a person has held, one after the other, each as it was held.
    pub fn hands_of(&self, person: Seat) -> &[Vec<Kind>] {
        self.told_of(person).map_or(&[], |told| &told.hands)
    }

    fn told_of(&self, person: Seat) -> Option<&Disclosure> {
        self.told.all.iter().find(|told| told.seat == person)
    }
}

/// What taking back the last decision of one of the people would undo.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Since {
    /// So many choices would be left.
    pub to: usize,
    /// Others have decided since.
    pub others: bool,
    /// So many cards that this person did not know have been seen by somebody, and so often chance has decided.
    pub hidden: u32,
    /// The same of all cards that did not lie open.
    pub shown: u32,
    /// From this sentence on, each log would be undone: by person, as [`Sitting::people`] has them.
    pub lines: Vec<usize>,
}

impl Sitting {
    /// Since that person decided last; nothing before the first time.
    pub fn since(&self, person: Seat) -> Option<Since> {
        let at = self.people().position(|there| there == person)?;
        let to = self
            .taken
            .iter()
            .rposition(|taken| taken.who.by == person)?;
        let (later, news) = (&self.taken[to + 1..], &self.news[to..]);
        Some(Since {
            to,
            others: later.iter().any(|taken| taken.who.by != person),
            hidden: news.iter().map(|news| news.hidden[at]).sum(),
            shown: news.iter().map(|news| news.shown).sum(),
            lines: news[0].lines.clone(),
        })
    }

    /// Goes back until so many choices are left. Answers `false`, with no change, when there are not so many.
    pub fn back_to(&mut self, to: usize) -> bool {
        let by = self.taken.get(to).map(|taken| taken.who.by);
        let own = self
            .taken
            .iter()
            .skip(to)
            .filter(|taken| Some(taken.who.by) == by);
        let decisions = own.count();
        by.and_then(|by| self.undo_of(by, decisions, false))
            .is_some()
    }

    /// The disputes that were settled in the middle of the game, in order.
    pub fn settlements(&self) -> impl Iterator<Item = &Settlement> {
        self.settled.iter().map(|settled| &settled.settlement)
    }

    /// The dispute of that name has been settled in this turn.
    pub fn settled_in_turn(&self, name: &str) -> bool {
        self.settled
            .iter()
            .any(|settled| settled.turn == self.turn() && settled.settlement.name == name)
    }

    /// The game is under other rules from now on, told why. What was taken back is not taken again under them.
    ///
    /// # Errors
    /// No turn menu is asked, or these are the rules of another game.
    pub fn settle(
        &mut self,
        name: &str,
        value: &str,
        told: Vec<String>,
        script: Arc<Script>,
    ) -> Result<(), NotNow> {
        let (name, value) = (name.to_string(), value.to_string());
        let after = written(&self.taken);
        self.take_over(Settlement {
            after,
            name,
            value,
            told,
            script,
        })?;
        self.ahead.clear();
        Ok(())
    }

    /// A contest for a dispute begins; answers how many have begun before.
    pub fn contest_begins(&mut self) -> u32 {
        let before = self.taken_back.contests;
        self.taken_back.contests = before.saturating_add(1);
        before
    }

    /// Somebody has left a contest in which symbols had been shown: that is going back after something hidden was seen.
    pub fn contest_left(&mut self) {
        self.taken_back.add(true);
    }

    /// Settles what was settled here before somebody went back.
    pub(crate) fn settle_again(&mut self) {
        while let Some(settlement) = self.ahead.settlement(&self.taken) {
            if self.take_over(settlement).is_err() {
                self.ahead.clear();
            }
        }
    }

    pub(crate) fn take_over(&mut self, settlement: Settlement) -> Result<(), NotNow> {
        let turn = self.turn();
        let mut told = self.told.clone();
        told.settled(&settlement.told);
        let lines = told.lines();
        self.game = self.game.under(settlement.script.clone(), &mut told)?;
        told.settle(self.game.script(), self.game.board());
        self.told = told;
        self.settled.push(ActiveSettlement {
            settlement,
            lines,
            turn,
        });
        Ok(())
    }
}

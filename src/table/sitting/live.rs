//! A sitting one step at a time: it waits for people and bots alike, and tells each of the people what happens.

use crate::board::{Seat, View};
use std::sync::Arc;

use crate::engine::{Game, Script, Worlds};
use crate::table::bots::{BotSpec, Budget, Course, Seen, Stop};
use crate::table::decision::Decision;
use crate::table::goals::goals;
use crate::table::hints::{Hint, hints};
use crate::table::log::Log;
use crate::table::preview::{Preview, preview};
use crate::table::review::{review, told};
use crate::table::sitting::told::Told;
use crate::table::sitting::{
    BOT_TURNS, Beat, Misfit, Repeated, Seating, Settlement, Sitting, Taken, begun, offered, take,
};
use crate::table::timeline::Timeline;

/// A decision that a bot is to think about, wherever that is done.
pub struct Thought {
    game: Game,
    decision: Decision,
    /// The option that was taken here before somebody went back: who decides the same as before meets the same.
    known: Option<usize>,
    course: Course,
    bot: BotSpec,
    seed: u64,
}

impl Thought {
    /// Whose decision it is.
    pub fn seat(&self) -> Seat {
        self.decision.seat
    }

    /// The number of the option that the bot takes; any one soon after nobody wants it any more.
    pub fn answer(&self, stop: &Stop<'_>) -> usize {
        match (self.known, self.decision.offers.len()) {
            (Some(known), _) => return known,
            (None, 1) => return 0,
            _ => {}
        }
        let seen = Seen::new(&self.game, &self.decision, self.course).until(stop);
        self.bot.seated(self.seed).choose(&seen)
    }

    /// What a bot that searches thinks of the options, from what the seat may know.
    pub fn hints(&self, stop: &Stop<'_>) -> Vec<Hint> {
        let budget = match self.bot {
            BotSpec::Ismcts { budget, .. } => budget,
            _ => HINT_BUDGET,
        };
        let seen = Seen::new(&self.game, &self.decision, self.course).until(stop);
        hints(&seen, self.seed, budget)
    }
}

/// A game that is over, to be looked through for one of its people.
pub struct Study {
    seating: Seating,
    taken: Vec<Taken>,
    settled: Vec<Settlement>,
    person: Seat,
}

impl Study {
    /// What a bot that searches has to say about it, a sentence each.
    pub fn told(&self, stop: &Stop<'_>) -> Vec<String> {
        let timeline = timeline(&self.seating, &self.taken, &self.settled);
        let timeline = timeline.unwrap_or_else(|_| unreachable!("the same seed and choices make the same game"));
        let mut told = told(&review(&timeline, self.person, self.seating.seed, STUDY_BUDGET, stop));
        told.push("The chances are a bot's, from what you could see then.".to_string());
        told
    }
}

/// How long it thinks about each decision of a game that is over.
const STUDY_BUDGET: Budget = Budget::Iterations(500);

/// How long it thinks about a hint where the bots at the table do not search.
const HINT_BUDGET: Budget = Budget::Iterations(2000);

impl Sitting {
    /// What happens from now on is kept to be shown step by step.
    pub fn keep_beats(&mut self) {
        self.told.keeps_beats = true;
    }

    /// What a choice has done is shown with how far everybody is after it.
    pub(super) fn note_goals(&mut self) {
        if !self.told.keeps_beats {
            return;
        }
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
        self.people().filter(|seat| self.game.board().living.has(*seat))
    }

    /// Whose decision it is; nobody's when the game is over, or when bots would play on among themselves without end.
    pub fn asked(&self) -> Option<Seat> {
        let tired = self.game.state().turns > BOT_TURNS && self.people_living().next().is_none();
        self.game.decision().map(|(seat, _)| seat).filter(|_| !tired)
    }

    /// What a person is asked, when it is that person's decision.
    pub fn decision_of(&self, person: Seat) -> Option<Decision> {
        let asked = self.asked()? == person && self.is_person(person);
        if asked { Decision::of(&self.game) } else { None }
    }

    /// What a bot has to think about; nothing when a person is asked, or nobody.
    pub fn thought(&self) -> Option<Thought> {
        let seat = self.asked()?;
        if self.is_person(seat) { None } else { self.question() }
    }

    /// What one of the people has to think about, when it is that person's decision.
    pub fn question_of(&self, person: Seat) -> Option<Thought> {
        let asked = self.asked()? == person && self.is_person(person);
        if asked { self.question() } else { None }
    }

    fn question(&self) -> Option<Thought> {
        let decision = Decision::of(&self.game)?;
        let Seating { bots, seed, .. } = self.seating;
        let known = self.foreseen(&decision);
        Some(Thought { game: self.game.clone(), decision, known, course: self.course, bot: bots, seed })
    }

    /// Takes the option of that number for whoever is asked, and waits for the next one. Answers `false`, with nothing
    /// changed, when there is none.
    pub fn decide(&mut self, number: usize) -> bool {
        let asked = self.asked().and_then(|_| Decision::of(&self.game));
        match asked {
            Some(decision) if number < decision.offers.len() => {
                self.accept(&decision, number);
                true
            }
            _ => false,
        }
    }

    /// The game so far, to be looked through for one of the people.
    pub fn study_of(&self, person: Seat) -> Option<Study> {
        let (seating, taken) = (self.seating.clone(), self.taken.clone());
        let settled = self.settlements().cloned().collect();
        self.is_person(person).then_some(Study { seating, taken, settled, person })
    }

    /// The table as one of the people sees it.
    pub fn view_of(&self, person: Seat) -> Option<View> {
        self.is_person(person).then(|| View::of(self.game.board(), &self.rules().cards, person))
    }

    /// What has happened, as one of the people may know it.
    pub fn log_of(&self, person: Seat) -> Option<&Log> {
        self.told_of(person).map(|told| &told.log)
    }

    /// In that log, the sentences with which turns begin, and whose.
    pub fn turns_of(&self, person: Seat) -> &[(usize, Seat)] {
        self.told_of(person).map_or(&[], |told| &told.turns)
    }

    /// How many sentences it had when that person decided last.
    pub fn decided_at(&self, person: Seat) -> usize {
        self.told_of(person).map_or(0, |told| told.decided)
    }

    /// What has happened since this was asked for last, step by step.
    pub fn take_beats(&mut self, person: Seat) -> Vec<Beat> {
        self.told.of(person).map_or_else(Vec::new, |told| std::mem::take(&mut told.beats))
    }

    /// What an option of one of the people will do, as far as that person can know.
    pub fn preview_of(&self, person: Seat, number: usize) -> Option<Preview> {
        let asked = self.asked()? == person && self.is_person(person);
        if asked { preview(&self.game, number) } else { None }
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

    fn told_of(&self, person: Seat) -> Option<&Told> {
        self.told.all.iter().find(|told| told.seat == person)
    }
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
    let mut timeline = Timeline::new(seating.players);
    let mut game = begun(seating, &mut timeline);
    timeline.reached(&game);
    for index in 0..=taken.len() {
        for (number, settlement) in settlements.iter().enumerate().filter(|(_, there)| there.after == index) {
            let settled = game.under(settlement.script.clone(), &mut timeline);
            game = settled.map_err(|not_now| (Repeated::Settlement(number), not_now.into()))?;
            timeline.settled(settlement.clone(), &game);
        }
        let Some(next) = taken.get(index) else { break };
        let choice = offered(&game, next).map_err(|misfit| (Repeated::Choice(index), misfit))?;
        timeline.decided(next.clone());
        take(seating, &mut game, choice, &mut timeline);
        timeline.reached(&game);
    }
    Ok(timeline)
}

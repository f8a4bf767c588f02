//! A game that is over, looked through by a bot: the moments that decided it, and what would have been better. It sees what the
//! person could see at each moment, and nothing else.

use board::Seat;
use bots::{Budget, Course, Ismcts, Seen, Stop, Weighed};
use explain::options::decision::Taken;
use explain::options::decision::deed;
use explain::options::decision::{Decision, Question};
use itertools::Itertools;
use record::traces::timeline::Settlement;
use record::traces::timeline::{Eyes, Timeline};
use std::cmp::Ordering;

use crate::opening::Seating;
use crate::undo::timeline;

/// A decision of the person, as a bot sees it.
#[derive(Debug, Clone, PartialEq)]
pub struct Moment {
    /// The number of the turn; 0 before the first.
    pub turn: u32,
    /// What was taken, and the chance to win with it: 0 to 1.
    pub taken: String,
    /// What it was taken for, when that was chosen before.
    pub of: Option<String>,
    pub chance: f32,
    /// What looks best, and its chance.
    pub best: String,
    pub best_chance: f32,
    /// What others played or used after it, up to the person's next decision of one option out of several.
    pub then: Vec<String>,
}

impl Moment {
    /// What another option would have been worth more.
    pub fn lost(&self) -> f32 {
        if self.taken == self.best {
            0.0
        } else {
            (self.best_chance - self.chance).max(0.0)
        }
    }

    /// Something else looked like a win at once, or soon.
    pub(crate) fn win_missed(&self) -> bool {
        self.best_chance >= SURE && self.lost() >= MATTERS
    }
}

/// From this chance on a win is thought to be sure.
const SURE: f32 = 0.97;

/// Chances that differ by less are told to be alike.
pub const MATTERS: f32 = 0.1;

/// Options that were tried less often are not spoken of.
const FEWEST: u32 = 8;

/// All decisions of the person with more than one option, in order, until it is stopped.
pub fn review(
    timeline: &Timeline,
    person: Seat,
    seed: u64,
    budget: Budget,
    stop: &Stop<'_>,
) -> Vec<Moment> {
    let mut moments: Vec<Moment> = Vec::new();
    let mut last = 0;
    let mut begun: Option<String> = None;
    for (at, taken) in timeline.taken().iter().enumerate() {
        if stop() {
            break;
        }
        let game = timeline.game(at);
        let Some(decision) = Decision::of(game).filter(|_| taken.who.by == person) else {
            continue;
        };
        let menu = decision.question == Question::Menu;
        let view = timeline.view(at, Eyes::Seat(person));
        let rules = &game.script().rules;
        let named = |number: usize| deed(rules, &view, &decision.offers[number]);
        let number = decision
            .offers
            .iter()
            .position(|offer| offer.label == taken.label);
        let own_deed = number.map_or_else(|| taken.label.clone(), named);
        if menu {
            begun = Some(own_deed.clone());
        }
        if decision.offers.len() > 1 {
            // A long turn deserves as much as a short one here.
            let course = Course::after(at as u64);
            let seen = Seen::new(game, &decision, course).until(stop);
            let mut search = Ismcts::new(seed, budget, 1);
            let analysis = search.analyse(&seen, None);
            let often = analysis
                .options
                .iter()
                .filter(|weighed| weighed.visits >= FEWEST);
            let own = often.clone().find(|weighed| Some(weighed.number) == number);
            // What a search finds bad it leaves alone; then it is tried by itself.
            let alone = || {
                Some(
                    search
                        .analyse_one(&seen, number?)
                        .filter(|own| own.visits > 0)?
                        .chance(),
                )
            };
            let own = own.map(Weighed::chance).or_else(alone);
            let best = often.max_by(|one, other| one.chance().total_cmp(&other.chance()));
            if let (Some(own), Some(best)) = (own, best) {
                if let Some(before) = moments.last_mut() {
                    before.then = played(timeline, last, at, person);
                }
                last = at;
                // What was tried by itself may turn out better than all that the search has liked.
                let (best, best_chance) = match own >= best.chance() {
                    true => (own_deed.clone(), own),
                    false => (named(best.number), best.chance()),
                };
                moments.push(Moment {
                    turn: timeline.turn(at),
                    taken: own_deed,
                    of: begun.clone().filter(|_| !menu),
                    chance: own,
                    best,
                    best_chance,
                    then: Vec::new(),
                });
            }
        }
    }
    moments
}

fn played(timeline: &Timeline, from: usize, to: usize, person: Seat) -> Vec<String> {
    timeline
        .played_by_others(from, to, person)
        .into_iter()
        .map(str::to_string)
        .collect()
}

/// The same as sentences: what was missed, what would have been better, and where the game turned; the most important ones.
pub fn told(moments: &[Moment]) -> Vec<String> {
    let percent = |chance: f32| format!("{}%", (chance * 100.0).round());
    let mut told = Vec::new();
    let better = moments.iter().filter(|moment| moment.lost() >= MATTERS);
    let better = better.sorted_by(|one, other| {
        let key = |moment: &Moment| (moment.win_missed(), moment.lost());
        key(other).partial_cmp(&key(one)).unwrap_or(Ordering::Equal)
    });
    for moment in better.take(MOST).sorted_by_key(|moment| moment.turn) {
        let Moment {
            turn, taken, best, ..
        } = moment;
        let of = moment
            .of
            .as_ref()
            .map_or_else(String::new, |of| format!(", `{of}`"));
        let (chance, best_chance) = (percent(moment.chance), percent(moment.best_chance));
        told.push(match moment.win_missed() {
            true => format!(
                "Turn {turn}{of}: you missed a win. You chose `{taken}` ({chance}); `{best}` almost always wins ({best_chance})."
            ),
            false => format!("Turn {turn}{of}: you chose `{taken}` ({chance}); `{best}` looks better ({best_chance})."),
        });
    }
    let turns = moments.iter().tuple_windows();
    let turns = turns.map(|(before, after)| (after.best_chance - before.chance, before, after));
    let turns = turns.filter(|(change, ..)| change.abs() >= TURNS);
    let turns = turns.sorted_by(|(one, ..), (other, ..)| other.abs().total_cmp(&one.abs()));
    for (change, before, after) in turns.take(MOST).sorted_by_key(|(_, before, _)| before.turn) {
        let (from, to) = (percent(before.chance), percent(after.best_chance));
        let how = if change < 0.0 { "falls" } else { "rises" };
        let then = before
            .then
            .iter()
            .map(|sentence| sentence.trim_end_matches('.'))
            .collect_vec();
        let then = match then.len() {
            0 => " because of what comes up".to_string(),
            1..=3 => format!(": {}", then.join(", ")),
            more => format!(": {} and {} more", then[..3].join(", "), more - 3),
        };
        let when = match before.turn == after.turn {
            true => format!("Turn {}", before.turn),
            false => format!("Turns {} to {}", before.turn, after.turn),
        };
        told.push(format!(
            "{when}: your chance {how} from {from} to {to}{then}."
        ));
    }
    if told.is_empty() {
        told.push("None of your decisions looks much worse than the alternatives.".to_string());
    }
    told
}

/// Sentences of each sort.
const MOST: usize = 4;

/// A change of the chance that is a turn of the game.
const TURNS: f32 = 0.25;

/// See the top of the file.
pub struct Study {
    pub(crate) seating: Seating,
    pub(crate) taken: Vec<Taken>,
    pub(crate) settled: Vec<Settlement>,
    pub(crate) person: Seat,
}

impl Study {
    /// What a bot that searches has to say about it, a sentence each.
    pub fn told(&self, stop: &Stop<'_>) -> Vec<String> {
        let timeline = timeline(&self.seating, &self.taken, &self.settled);
        let timeline = timeline
            .unwrap_or_else(|_| unreachable!("the same seed and choices make the same game"));
        let mut told = told(&review(
            &timeline,
            self.person,
            self.seating.seed,
            STUDY_BUDGET,
            stop,
        ));
        told.push("A bot estimated the chances from what you could see at the time.".to_string());
        told
    }
}

/// How long it thinks about each decision of a game that is over.
const STUDY_BUDGET: Budget = Budget::Iterations(500);

#[cfg(test)]
mod tests {
    use super::{Moment, told};

    fn moment(turn: u32, chance: f32, best: &str, best_chance: f32) -> Moment {
        Moment {
            turn,
            taken: "pass".to_string(),
            of: None,
            chance,
            best: best.to_string(),
            best_chance,
            then: Vec::new(),
        }
    }

    #[test]
    fn what_matters_is_told_in_order() {
        let moments = [
            moment(1, 0.5, "pass", 0.5),
            moment(3, 0.4, "action A", 0.45),
            Moment {
                then: vec!["p2 plays C.".to_string()],
                ..moment(5, 0.3, "action B", 0.6)
            },
            moment(7, 0.1, "action C", 0.99),
        ];
        assert_eq!(
            told(&moments),
            [
                "Turn 5: you chose `pass` (30%); `action B` looks better (60%).",
                "Turn 7: you missed a win. You chose `pass` (10%); `action C` almost always wins (99%).",
                "Turns 5 to 7: your chance rises from 30% to 99%: p2 plays C.",
            ]
        );
        let within = told(&[moment(6, 0.1, "pass", 0.1), moment(6, 0.5, "pass", 0.5)]);
        assert_eq!(
            within,
            ["Turn 6: your chance rises from 10% to 50% because of what comes up."]
        );
        assert_eq!(
            told(&[]),
            ["None of your decisions looks much worse than the alternatives."]
        );
    }
}

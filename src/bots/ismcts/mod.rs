//! Information set Monte Carlo tree search: one tree of what the seat can tell apart, each iteration in another world.

mod analysis;
mod defence;
mod keys;
mod lines;
mod nearest;
mod playout;
mod search;
mod selection;
mod task;
#[cfg(test)]
mod tests;
mod tree;
mod turn;

use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use crate::ismcts::defence::Defence;
use crate::ismcts::keys::{Key, Watcher};
use crate::ismcts::lines::{Line, Plan};
use crate::ismcts::search::Search;
use crate::ismcts::task::{Results, Task, soonest};
use crate::ismcts::turn::TurnSearch;
use crate::policy::Liked;
use crate::{Bot, Budget, Seen};
use board::Seat;
use engine::{Choice, Game, Landmarks, Worlds};
use text::threads::roomy;

pub use analysis::{Analysis, Weighed};
pub use lines::Wins;
pub use search::MOST_ITERATIONS;
pub use task::Settings;

/// See the top of the file.
#[derive(Debug, Clone)]
pub struct Ismcts {
    seed: u64,
    budget: Budget,
    settings: Settings,
    /// At least one.
    searches: Vec<Search>,
    search_of_turn: TurnSearch,
    defence: Defence,
    kept: Option<Continuation>,
    /// What is left of lines that were begun in the turn.
    plan: Option<Plan>,
}

/// The trees stand where this choice was made: the next decision of the same turn goes on with what is below it.
#[derive(Debug, Clone)]
struct Continuation {
    /// Choices taken in the game up to then, this one included.
    taken: u64,
    by: Seat,
    chosen: Key,
    landmarks: Landmarks,
}

/// Choices that the search of the turn, and that for a turn after which nobody wins, may try for each iteration of a budget.
const TURN_CHOICES: u32 = 15;
const DEFENCE_CHOICES: u32 = 30;
/// So many of them take as long as an iteration, which is left out for them.
const AN_ITERATION: u64 = 40;
/// The parts of a time that these may take.
const TURN_PART: u32 = 4;
const DEFENCE_PART: u32 = 8;
/// As many choices of either take a millisecond or so.
const A_MILLISECOND: u64 = 300;
/// The marks of the numbers of these, which are others than those of the searches, and of those by which it is looked how lines go on.
const TURN: u64 = 1 << 62;
const DEFENCE: u64 = 1 << 61;
const PLAN: u64 = 1 << 60;

impl Ismcts {
    /// A bot that samples by the numbers of this seed, with so many searches at the same time.
    pub fn new(seed: u64, budget: Budget, threads: u8) -> Ismcts {
        Ismcts::with_settings(seed, budget, threads, Settings::default())
    }

    /// The same, that searches otherwise.
    pub(crate) fn with_settings(
        seed: u64,
        budget: Budget,
        threads: u8,
        settings: Settings,
    ) -> Ismcts {
        Ismcts {
            seed,
            budget,
            settings,
            searches: vec![Search::new(settings); usize::from(threads.max(1))],
            search_of_turn: TurnSearch::default(),
            defence: Defence::default(),
            kept: None,
            plan: None,
        }
    }

    /// Iterations of the last search, all threads together.
    pub fn iterations(&self) -> u64 {
        let iterations = self.searches.iter().map(Search::iterations);
        iterations.map(u64::from).sum()
    }

    /// The options that it considers, with all that the search finds out about them, the best one first. Whoever wants to know
    /// is told how far it is; of several searches, how far the first one is.
    pub fn analyse(
        &mut self,
        seen: &Seen<'_>,
        told: Option<&mut dyn FnMut(&Analysis)>,
    ) -> Analysis {
        self.analysed(seen, &seen.considered(), told)
    }

    /// What it finds out about one option, whether that is worth being considered or not.
    pub fn analyse_one(&mut self, seen: &Seen<'_>, number: usize) -> Option<Weighed> {
        self.analysed(seen, &[number], None).options.pop()
    }

    fn analysed(
        &mut self,
        seen: &Seen<'_>,
        considered: &[usize],
        mut told: Option<&mut dyn FnMut(&Analysis)>,
    ) -> Analysis {
        self.begin_anew();
        let options = among(&seen.choices(), considered);
        let turn = self.turn(seen, &options, Vec::new());
        let asked = analysis::Asked {
            seen,
            numbers: considered,
            options: &options,
            lines: &turn.lines,
            seed: self.seed,
        };
        let mut far = |search: &Search| {
            if let Some(told) = told.as_deref_mut() {
                told(&asked.analysis(search, u64::from(search.iterations()), &search.tried()));
            }
        };
        let tried = self.tried(seen, &options, (&turn, false), Some(&mut far));
        asked.analysis(&self.searches[0], self.iterations(), &tried)
    }

    /// What to choose instead, where whoever comes next would win after the turn that the search thinks best.
    fn defended(
        &mut self,
        seen: &Seen<'_>,
        options: &[Choice],
        best: Choice,
        Turn { budget, begun, .. }: &Turn,
    ) -> Option<Choice> {
        let takes = choices(*budget, DEFENCE_CHOICES, DEFENCE_PART);
        let (mut worlds, mut words) = (seen.worlds(), seen.words(self.seed ^ DEFENCE));
        let watcher = Watcher::of(&worlds);
        let (seat, game) = (worlds.seat(), worlds.sample(&mut words));
        let (now, mut turn) = (game.state().turns, Vec::new());
        self.searches[0].plan(game, watcher, best, &mut |game, choice| {
            let goes_on = game.state().turns == now;
            if goes_on && game.chooser().is_some_and(|who| who.by == seat) {
                turn.push(choice);
            }
            goes_on
        });
        let end = budget.time().map(|time| *begun + time);
        let looks = budget.looks() / u64::from(DEFENCE_PART);
        let over = over(seen, &worlds, end, looks);
        self.defence
            .instead(&mut worlds, &mut words, (&turn, options), takes, &over)
    }

    /// Goes on with what was found out when the choice before was made, where that was one of the same seat in the same turn, and the seat has
    /// learned nothing since; else it begins anew. Answers whether it goes on.
    fn take_up(&mut self, seen: &Seen<'_>) -> bool {
        let same = |kept: &Continuation| {
            seen.course.in_turn > 0
                && seen.course.taken == kept.taken
                && seen.decision.by == kept.by
        };
        let kept = self.begin_anew().filter(same);
        let moved = kept.and_then(|kept| {
            let moved = seen.landmarks().since(&kept.landmarks)?;
            Some((kept.chosen, moved))
        });
        if let Some((chosen, moved)) = &moved {
            let searches = self.searches.iter_mut();
            searches.for_each(|search| search.go_on(seen.rules, *chosen, moved));
        }
        moved.is_some()
    }

    /// Forgets what was found out before, and answers what was kept.
    fn begin_anew(&mut self) -> Option<Continuation> {
        self.searches.iter_mut().for_each(Search::forget);
        self.kept.take()
    }

    /// Keeps the trees for the next decision, when this is chosen.
    fn keep(&mut self, seen: &Seen<'_>, choice: Choice) {
        let by = seen.decision.by;
        let watcher = Watcher {
            seat: by,
            open: false,
        };
        let asked = seen.asked().filter(|_| self.settings.keeps);
        self.kept = asked.map(|(seat, asked)| Continuation {
            taken: seen.course.taken + 1,
            by,
            chosen: watcher.key(seat, asked, choice),
            landmarks: seen.landmarks().clone(),
        });
    }

    /// Keeps what is left of these lines when this is chosen.
    fn plan_on(&mut self, seen: &Seen<'_>, choice: Choice, lines: &[Vec<Choice>]) {
        let words = &mut seen.words(self.seed ^ PLAN ^ TURN);
        self.plan = Plan::behind(choice, lines, seen, words);
    }

    /// Searches the turn for lines that begin with one of these options; some may be known already.
    fn turn(&mut self, seen: &Seen<'_>, options: &[Choice], mut known: Vec<Vec<Choice>>) -> Turn {
        known.retain(|line| options.contains(&line[0]));
        let (budget, begun) = (self.budget.within_turn(seen.course.in_turn), Instant::now());
        // The time ends it, too; but one world must leave something to the others.
        let takes = choices(budget, TURN_CHOICES, TURN_PART);
        let (mut worlds, mut words) = (seen.worlds(), seen.words(self.seed ^ TURN));
        let looks = |budget: Budget| budget.looks() / u64::from(TURN_PART);
        // What is known is not lost for want of time: a turn that goes on has less of it with each choice.
        let end = self.budget.time().map(|time| begun + time);
        let until = over(seen, &worlds, end, looks(self.budget));
        let known = self
            .search_of_turn
            .known(&mut worlds, &mut words, known, &until);
        let (mut lines, spent) = if known.first().is_some_and(|line| line.wins.is_sure()) {
            (known, 0)
        } else {
            let end = budget.time().map(|time| begun + time / TURN_PART);
            let over = over(seen, &worlds, end, looks(budget));
            self.search_of_turn
                .lines(&mut worlds, &mut words, known, takes, &over)
        };
        lines.retain(|line| options.contains(&line.choices[0]));
        Turn {
            budget,
            begun,
            lines,
            spent,
        }
    }

    /// How each option has fared, all searches together; `early` when nothing but the best one is asked for.
    fn tried(
        &mut self,
        seen: &Seen<'_>,
        options: &[Choice],
        (turn, early): (&Turn, bool),
        told: Option<&mut dyn FnMut(&Search)>,
    ) -> Vec<Results> {
        // What comes next may be looked at, too.
        let rest = |time| {
            if early {
                time - time / DEFENCE_PART
            } else {
                time
            }
        };
        let end = turn.budget.time().map(|time| turn.begun + rest(time));
        let (seed, count) = (self.seed, self.searches.len() as u32);
        // Searches that stop by the clock need a bound, too: that of their memory.
        let share = |index: u32| match turn.budget {
            Budget::Iterations(iterations) => {
                let less = u32::try_from(turn.spent / AN_ITERATION).unwrap_or(u32::MAX);
                let own = (iterations.saturating_sub(less).max(1) + count - 1 - index) / count;
                (own, Budget::Iterations(own).looks())
            }
            Budget::Milliseconds(_) => (u32::MAX, turn.budget.looks()),
        };
        let worlds = seen.worlds();
        let searches: Vec<_> = self.searches.iter_mut().map(Mutex::new).collect();
        let run = |index: u32, mut worlds: Worlds, told: Option<&mut dyn FnMut(&Search)>| {
            let (iterations, looks) = share(index);
            let task = Task {
                options,
                lines: &turn.lines,
                iterations,
                early: early && count == 1,
                end,
                over: &over(seen, &worlds, end, looks),
            };
            let words = seen.words(seed ^ u64::from(index) << 48);
            let search = searches[index as usize].lock();
            let mut search = search.unwrap_or_else(PoisonError::into_inner);
            search.run(&mut worlds, words, task, told)
        };
        std::thread::scope(|scope| {
            let begin = |index: u32| {
                let (worlds, run) = (worlds.clone(), &run);
                let thread = roomy().spawn_scoped(scope, move || run(index, worlds, None));
                (index, thread)
            };
            let running: Vec<_> = (1..count).map(begin).collect();
            let mut tried = run(0, worlds.clone(), told);
            for (index, thread) in running {
                // Where the system gives no more threads, it is searched here, which finds the same.
                let more = match thread {
                    Ok(thread) => thread.join().expect("a search ends"),
                    Err(_) => run(index, worlds.clone(), None),
                };
                let all = tried.iter_mut().zip(more);
                all.for_each(|(tried, more)| tried.add(more));
            }
            tried
        })
    }
}

/// The search of a turn.
struct Turn {
    /// What is left of the bot's budget in the turn, and when it began: a time is for all that is searched.
    budget: Budget,
    begun: Instant,
    /// Lines that win in this turn in some worlds, the best one first.
    lines: Vec<Line>,
    /// Choices that finding them took.
    spent: u64,
}

/// The choices with these numbers.
fn among(all: &[Choice], numbers: &[usize]) -> Vec<Choice> {
    numbers.iter().map(|number| all[*number]).collect()
}

/// Choices that may be tried: so many for each iteration of a budget, or as many as fit into the part of a time.
fn choices(budget: Budget, each: u32, part: u32) -> u64 {
    match budget {
        Budget::Iterations(iterations) => u64::from(iterations) * u64::from(each),
        Budget::Milliseconds(milliseconds) => u64::from(milliseconds / part) * A_MILLISECOND,
    }
}

/// Whether what goes on in these worlds is over: its time, what texts may look at for it, or nobody wants it any more.
fn over<'a>(
    seen: &'a Seen<'_>,
    worlds: &Worlds,
    end: Option<Instant>,
    looks: u64,
) -> impl Fn() -> bool + Sync + use<'a> {
    let effort = worlds.game().effort().watched();
    move || {
        seen.is_spent(effort.so_far(), looks)
            || end.is_some_and(|end| Instant::now() >= end)
            || seen.dropped()
    }
}

impl Bot for Ismcts {
    fn choose(&mut self, seen: &Seen<'_>) -> usize {
        let considered = seen.considered();
        let goes_on = self.take_up(seen);
        let mut words = seen.words(self.seed ^ PLAN);
        let begun = self.plan.take();
        let begun = begun.map_or_else(Vec::new, |plan| plan.now(seen, &mut words));
        let options = among(&seen.choices(), &considered);
        if let [only] = options[..] {
            self.plan_on(seen, only, &begun);
            if goes_on {
                self.keep(seen, only);
            }
            return considered[0];
        }
        let turn = self.turn(seen, &options, begun);
        let place = |choice| options.iter().position(|option| *option == choice);
        let lines: Vec<Vec<Choice>> = turn.lines.iter().map(|line| line.choices.clone()).collect();
        let first = turn.lines.first();
        let first = |wins: fn(Wins) -> bool| {
            let line = first.filter(|line| wins(line.wins))?;
            place(line.choices[0])
        };
        // What wins in every world is taken at once.
        if let Some(sure) = first(Wins::is_sure) {
            self.plan_on(seen, options[sure], &lines);
            return considered[sure];
        }
        let tried = self.tried(seen, &options, (&turn, true), None);
        // Of options that were visited as often, the first.
        let indexes = (0..tried.len()).rev();
        let best = indexes.max_by_key(|index| tried[*index].visits);
        if let Some(best) = best.filter(|index| tried[*index].visits > 0) {
            let best = soonest(&tried, best);
            let other = self.defended(seen, &options, options[best], &turn);
            let best = other.and_then(place).unwrap_or(best);
            self.plan_on(seen, options[best], &lines);
            self.keep(seen, options[best]);
            return considered[best];
        }
        // There was no time for a single game: what mostly wins, or is liked without thinking.
        if let Some(mostly) = first(Wins::is_likely) {
            self.plan_on(seen, options[mostly], &lines);
            return considered[mostly];
        }
        let mut liked = Liked::default();
        liked.list(seen.worlds().game());
        liked.keep(&options);
        let most = liked.most().and_then(|number| place(liked.options[number]));
        considered.get(most.unwrap_or(0)).copied().unwrap_or(0)
    }
}

/// Whether somebody who sees the whole table, hands and deck and all, finds a line by which the seat wins in the turn that
/// goes on, whatever the others choose meanwhile: its choices. At most so many choices are tried.
pub fn open_win(game: &Game, seat: Seat, takes: u64) -> Option<Vec<Choice>> {
    let mut search = TurnSearch::default();
    search.open(&mut game.clone(), seat, takes, &|| false).0
}

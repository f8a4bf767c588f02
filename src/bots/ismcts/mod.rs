//! Information set Monte Carlo tree search: one tree of what the seat can tell apart, each iteration in another world.

mod analysis;
mod keys;
mod lines;
mod meeting;
mod nearest;
mod playout;
mod search;
mod selection;
mod task;
#[cfg(test)]
mod tests;
mod tree;
mod turn;

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::ismcts::keys::{Key, Watcher};
use crate::ismcts::lines::Plan;
use crate::ismcts::meeting::Meeting;
use crate::ismcts::task::{Task, Tried, soonest};
use crate::ismcts::{lines::Line, turn::TurnSearch};
use crate::policy::Liked;
use crate::{Bot, Budget, Seen};
use board::Seat;
use engine::{Choice, Game, Landmarks, Worlds};
use text::threads::roomy;

pub use analysis::{Analysis, Weighed, Wins};
pub use search::{MOST_ITERATIONS, Search};
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
    meeting: Meeting,
    kept: Option<Kept>,
    /// What is left of lines that were begun in the turn.
    plan: Option<Plan>,
}

/// The trees stand where this choice was made: the next decision of the same turn goes on with what is below it.
#[derive(Debug, Clone)]
struct Kept {
    /// Choices taken in the game up to then, this one included.
    taken: u64,
    by: Seat,
    chosen: Key,
    landmarks: Landmarks,
}

/// So many of them take as long as an iteration, which is left out for them.
const AN_ITERATION: u64 = 40;
/// The mark of its numbers: others than those of the searches.
const TURN: u64 = 1 << 62;
/// The part of a time that it may take.
const PART: u32 = 4;
/// The mark of the numbers by which it is looked how lines go on.
const PLAN: u64 = 1 << 60;
/// The mark of the numbers of the search for a turn after which nobody wins.
const MEETING: u64 = 1 << 61;
/// The part of a time that is kept for that.
const KEPT: u32 = 8;
/// As many choices of either take a millisecond or so.
const A_MILLISECOND: u64 = 300;

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
            meeting: Meeting::default(),
            kept: None,
            plan: None,
        }
    }

    /// Iterations of the last search, all threads together.
    pub fn iterations(&self) -> u64 {
        self.searches
            .iter()
            .map(|search| u64::from(search.iterations()))
            .sum()
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
        let lines = &turn.lines;
        let asked = analysis::Asked {
            seen,
            numbers: considered,
            options: &options,
            lines,
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
    fn met(
        &mut self,
        seen: &Seen<'_>,
        options: &[Choice],
        best: Choice,
        begun: Instant,
    ) -> Option<Choice> {
        let budget = left_in_turn(self.budget, seen);
        let takes = match budget {
            Budget::Iterations(iterations) => {
                u64::from(iterations) * u64::from(self.settings.answers)
            }
            Budget::Milliseconds(milliseconds) => u64::from(milliseconds / KEPT) * A_MILLISECOND,
        };
        let (mut worlds, mut words) = (seen.worlds(), seen.words(self.seed ^ MEETING));
        let watcher = Watcher {
            seat: worlds.seat(),
            open: worlds.is_open(),
        };
        let (seat, game) = (worlds.seat(), worlds.sample(&mut words));
        let (now, mut turn) = (game.state().turns, Vec::new());
        self.searches[0].plan(game, watcher, best, &mut |game, choice| {
            let goes_on = game.state().turns == now;
            if goes_on && game.chooser().is_some_and(|who| who.by == seat) {
                turn.push(choice);
            }
            goes_on
        });
        let over = over(
            seen,
            &worlds,
            budget.time().map(|time| begun + time),
            budget.looks() / u64::from(KEPT),
        );
        self.meeting
            .instead(&mut worlds, &mut words, (&turn, options), takes, &over)
    }

    /// Goes on with what was found out when the choice before was made, where that was one of the same seat in the same turn, and the seat has
    /// learned nothing since; else it begins anew. Answers whether it goes on.
    fn take_up(&mut self, seen: &Seen<'_>) -> bool {
        let Some(kept) = self.begin_anew() else {
            return false;
        };
        if seen.course.in_turn == 0
            || seen.course.taken != kept.taken
            || seen.decision.by != kept.by
        {
            return false;
        }
        let Some(moved) = seen.landmarks().since(&kept.landmarks) else {
            return false;
        };
        self.searches
            .iter_mut()
            .for_each(|search| search.go_on(seen.rules, kept.chosen, &moved));
        true
    }

    /// Forgets what was found out before, and answers what was kept.
    fn begin_anew(&mut self) -> Option<Kept> {
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
        self.kept = seen
            .asked()
            .filter(|_| self.settings.keeps)
            .map(|(seat, asked)| Kept {
                taken: seen.course.taken + 1,
                by,
                chosen: watcher.key(seat, asked, choice),
                landmarks: seen.landmarks().clone(),
            });
    }

    /// What is left of lines that were begun before, as it stands now.
    fn begun(&mut self, seen: &Seen<'_>) -> Vec<Vec<Choice>> {
        let plan = self.plan.take();
        plan.map_or_else(Vec::new, |plan| {
            plan.now(seen, &mut seen.words(self.seed ^ PLAN))
        })
    }

    /// Keeps what is left of these lines when this is chosen.
    fn plan_on(&mut self, seen: &Seen<'_>, choice: Choice, lines: &[Vec<Choice>]) {
        let words = &mut seen.words(self.seed ^ PLAN ^ TURN);
        self.plan = Plan::behind(choice, lines, seen, words);
    }

    /// Searches the turn for lines that begin with one of these options; some may be known already.
    fn turn(&mut self, seen: &Seen<'_>, options: &[Choice], mut known: Vec<Vec<Choice>>) -> Turn {
        known.retain(|line| options.contains(&line[0]));
        let (budget, begun) = (left_in_turn(self.budget, seen), Instant::now());
        let takes = match budget {
            Budget::Iterations(iterations) => {
                u64::from(iterations) * u64::from(self.settings.takes)
            }
            // The time ends it, too; but one world must leave something to the others.
            Budget::Milliseconds(milliseconds) => u64::from(milliseconds / PART) * A_MILLISECOND,
        };
        let (mut worlds, mut words) = (seen.worlds(), seen.words(self.seed ^ TURN));
        let end = |time: Option<Duration>| time.map(|time| begun + time);
        let until = over(
            seen,
            &worlds,
            end(self.budget.time()),
            self.budget.looks() / u64::from(PART),
        );
        // What is known is not lost for want of time: a turn that goes on has less of it with each choice.
        let known = self
            .search_of_turn
            .known(&mut worlds, &mut words, known, &until);
        let (mut lines, spent) = match known.first().is_some_and(Line::is_sure) {
            true => (known, 0),
            false => {
                let share = budget.time().map(|time| time / PART);
                let over = over(seen, &worlds, end(share), budget.looks() / u64::from(PART));
                self.search_of_turn
                    .lines(&mut worlds, &mut words, known, takes, &over)
            }
        };
        lines.retain(|line| options.contains(&line.choices[0]));
        Turn {
            lines,
            spent,
            begun,
        }
    }

    /// How each option has fared, all searches together; `early` when nothing but the best one is asked for.
    fn tried(
        &mut self,
        seen: &Seen<'_>,
        options: &[Choice],
        (turn, early): (&Turn, bool),
        told: Option<&mut dyn FnMut(&Search)>,
    ) -> Vec<Tried> {
        let Turn {
            lines,
            spent,
            begun,
        } = turn;
        let worlds = seen.worlds();
        let budget = left_in_turn(self.budget, seen);
        // What comes next may be looked at, too.
        let end = budget
            .time()
            .map(|time| *begun + if early { time - time / KEPT } else { time });
        let count = self.searches.len() as u32;
        let early = early && count == 1;
        // Searches that stop by the clock need a bound, too: that of their memory.
        let share = |index: u32| match budget {
            Budget::Iterations(iterations) => {
                let less = u32::try_from(spent / AN_ITERATION).unwrap_or(u32::MAX);
                let own = (iterations.saturating_sub(less).max(1) + count - 1 - index) / count;
                (own, Budget::Iterations(own).looks())
            }
            Budget::Milliseconds(_) => (u32::MAX, budget.looks()),
        };
        let run = |search: &mut Search,
                   (index, seed): (u32, u64),
                   mut worlds: Worlds,
                   told: Option<&mut dyn FnMut(&Search)>| {
            let (iterations, looks) = share(index);
            let over = over(seen, &worlds, end, looks);
            let task = Task {
                options,
                lines,
                iterations,
                early,
                end,
                over: &over,
            };
            search.run(&mut worlds, seen.words(seed), task, told)
        };
        let mut shared = None;
        std::thread::scope(|scope| {
            let (first, others) = self
                .searches
                .split_first_mut()
                .expect("there is at least one");
            let seed = |index: u32| self.seed ^ u64::from(index) << 48;
            let others: &Vec<Mutex<&mut Search>> =
                shared.insert(others.iter_mut().map(Mutex::new).collect());
            let mut running = Vec::new();
            for (index, search) in (1..).zip(others) {
                let (worlds, run) = (worlds.clone(), &run);
                let run = move || run(&mut alone(search), (index, seed(index)), worlds, None);
                running.push((index, search, roomy().spawn_scoped(scope, run)));
            }
            let mut tried = run(first, (0, seed(0)), worlds.clone(), told);
            for (index, search, thread) in running {
                // Where the system gives no more threads, it is searched here, which finds the same.
                let more = match thread {
                    Ok(thread) => thread.join().expect("a search ends"),
                    Err(_) => run(
                        &mut alone(search),
                        (index, seed(index)),
                        worlds.clone(),
                        None,
                    ),
                };
                tried.iter_mut().zip(more).for_each(|(tried, more)| {
                    tried.visits += more.visits;
                    tried.won += more.won;
                    tried.wins += more.wins;
                    tried.turns = tried.turns.saturating_add(more.turns);
                });
            }
            tried
        })
    }
}

/// What the search of a turn has found.
struct Turn {
    /// Lines that win in this turn in some worlds, the best one first.
    lines: Vec<Line>,
    /// Choices that finding them took.
    spent: u64,
    /// When it began: a time is for all that is searched.
    begun: Instant,
}

impl Turn {
    /// The best line, where it has won in all worlds that it was tried in.
    fn sure(&self) -> Option<&Line> {
        self.lines.first().filter(|line| line.is_sure())
    }
}

/// The choices with these numbers.
fn among(all: &[Choice], numbers: &[usize]) -> Vec<Choice> {
    numbers.iter().map(|number| all[*number]).collect()
}

/// The search, which nobody else has.
fn alone<'a, 's>(search: &'a Mutex<&'s mut Search>) -> MutexGuard<'a, &'s mut Search> {
    search.lock().unwrap_or_else(PoisonError::into_inner)
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

/// What is left of a budget in the turn.
fn left_in_turn(budget: Budget, seen: &Seen<'_>) -> Budget {
    budget.within_turn(seen.course.in_turn)
}

impl Bot for Ismcts {
    fn choose(&mut self, seen: &Seen<'_>) -> usize {
        let considered = seen.considered();
        let goes_on = self.take_up(seen);
        let begun = self.begun(seen);
        if let [only] = considered[..] {
            self.plan_on(seen, seen.choices()[only], &begun);
            if goes_on {
                self.keep(seen, seen.choices()[only]);
            }
            return only;
        }
        let all = seen.choices();
        let options = among(&all, &considered);
        let turn = self.turn(seen, &options, begun);
        let place = |choice| options.iter().position(|option| *option == choice);
        let lines: Vec<Vec<Choice>> = turn.lines.iter().map(|line| line.choices.clone()).collect();
        // What wins in every world is taken at once.
        if let Some(sure) = turn.sure().and_then(|line| place(line.choices[0])) {
            self.plan_on(seen, options[sure], &lines);
            return considered[sure];
        }
        let tried = self.tried(seen, &options, (&turn, true), None);
        // Of options that were visited as often, the first.
        let best = (0..tried.len())
            .rev()
            .max_by_key(|index| tried[*index].visits);
        match best.filter(|index| tried[*index].visits > 0) {
            Some(best) => {
                let best = soonest(&tried, best);
                let best = self
                    .met(seen, &options, options[best], turn.begun)
                    .and_then(place)
                    .unwrap_or(best);
                self.plan_on(seen, options[best], &lines);
                self.keep(seen, options[best]);
                considered[best]
            }
            // There was no time for a single game: what mostly wins, or is liked without thinking.
            None => {
                let mostly = turn.lines.first().filter(|line| line.wins * 2 > line.of);
                match mostly.and_then(|line| place(line.choices[0])) {
                    Some(mostly) => {
                        self.plan_on(seen, options[mostly], &lines);
                        considered[mostly]
                    }
                    None => considered
                        .get(liked_most(seen.worlds().game(), &options))
                        .copied()
                        .unwrap_or(0),
                }
            }
        }
    }
}

/// Whether somebody who sees the whole table, hands and deck and all, finds a line by which the seat wins in the turn that
/// goes on, whatever the others choose meanwhile: its choices. At most so many choices are tried.
pub fn open_win(game: &Game, seat: Seat, takes: u64) -> Option<Vec<Choice>> {
    TurnSearch::default()
        .open(&mut game.clone(), seat, takes, &|| false)
        .0
}

/// The number of the option that is liked most; the first one where none is offered.
fn liked_most(game: &Game, options: &[Choice]) -> usize {
    let mut liked = Liked::default();
    liked.list(game);
    let (mut best, mut most) = (0, 0.0);
    for (choice, liking) in liked.options.iter().zip(&liked.likings) {
        match options.iter().position(|option| option == choice) {
            Some(number) if *liking > most => (best, most) = (number, *liking),
            _ => {}
        }
    }
    best
}

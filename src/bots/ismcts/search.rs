//! One search: worlds are drawn, the tree is walked down, a node added, the game played out, what it brought noted.

use std::time::Instant;

use crate::checkpoint::Checkpoint;
use crate::evaluation::Rewards;
use crate::ismcts::defence::Answers;
use crate::ismcts::keys::{ANY, Key, Watcher, is_use, key_now};
use crate::ismcts::lines::Line;
use crate::ismcts::nearest::{NEAR, lacks};
use crate::ismcts::playout::{DECISIONS, Over, Playout};
use crate::ismcts::task::{Results, Settings, Task, in_time, is_due};
use crate::ismcts::tree::{Descent, NONE, NodeId, Tree};
use crate::ismcts::turn::TurnSearch;
use crate::policy::Liked;
use board::{CardSet, Seat};
use engine::{Choice, Game, Moved, Outcome, Words, Worlds};
use rules::ir::Rules;

/// What it costs to use an ability, in chances to win: those that bring nothing are left alone.
const EFFORT: f32 = 0.004;

/// See the top of the file.
#[derive(Debug, Clone)]
pub struct Search {
    pub settings: Settings,
    pub tree: Tree,
    /// The way down.
    pub path: Vec<Descent>,
    pub liked: Liked,
    pub playout: Playout,
    pub keys: Vec<Key>,
    /// Options that are in the tree.
    pub known: Vec<bool>,
    /// Options of which one is added to the tree.
    pub drawn: Vec<Choice>,
    /// Tries the lines of the task.
    pub turn: TurnSearch,
    pub answers: Answers,
    /// The choices of the way down, by their number, that ended a turn, and whose turn is next.
    pub ends: Vec<(usize, Seat)>,
    /// Choices that looks at answers have tried.
    pub looked: u64,
    /// Where the game stood before.
    pub begun: Checkpoint,
    pub iterations: u32,
    /// The next run goes on with the tree.
    pub goes_on: bool,
    /// The keys of the task's options.
    pub asked: Vec<Key>,
    /// Cards that the seat knows from the beginning.
    pub seen: CardSet,
}

/// Iterations of one search at most, whatever its budget: what they have brought is added up in numbers of 32 bits, which count no further
/// by ones.
pub const MOST_ITERATIONS: u32 = 1 << 24;

/// So many iterations go by before it is asked again whether the decision can still change.
const LOOK: u32 = 16;

/// Choices that a look at the answer may try: whether whoever comes next wins.
const ANSWER: u32 = 400;

/// Choices that looks at answers may try for each iteration.
const LOOKS: u64 = 3;

/// After so many iterations each time it is settled anew what others may have laid face down.
const SETTLED: u32 = 16;

/// Nodes that were visited less often say nothing about how a game goes on.
const MEANS: u32 = 8;

/// A new choice that leads to a table where so many iterations have been already is gone on from at once.
const KNOWN: u32 = 1;

/// That seat has won.
fn won_by(seat: Seat) -> Rewards {
    let mut rewards = Rewards::default();
    rewards[seat.index()] = 1.0;
    rewards
}

impl Search {
    /// A search that has not begun.
    pub fn new(settings: Settings) -> Search {
        Search {
            settings,
            tree: Tree::default(),
            path: Vec::new(),
            liked: Liked::default(),
            playout: Playout::new(settings.weights),
            keys: Vec::new(),
            known: Vec::new(),
            drawn: Vec::new(),
            turn: TurnSearch::default(),
            answers: Answers::default(),
            ends: Vec::new(),
            looked: 0,
            begun: Checkpoint::default(),
            iterations: 0,
            goes_on: false,
            asked: Vec::new(),
            seen: CardSet::NONE,
        }
    }

    /// Iterations of the last run.
    pub fn iterations(&self) -> u32 {
        self.iterations
    }

    /// Answers how each of the task's options has fared. Whoever wants to know is told how far it is: after 16 iterations,
    /// after twice as many, and so on, and from then on after each 1024.
    pub fn run(
        &mut self,
        worlds: &mut Worlds,
        mut words: Words,
        task: Task<'_>,
        mut told: Option<&mut dyn FnMut(&Search)>,
    ) -> Vec<Results> {
        let Task { options, over, .. } = task;
        if !std::mem::take(&mut self.goes_on) {
            self.tree.clear(task.iterations);
            self.playout.begin(worlds.seat());
        }
        let iterations = task
            .iterations
            .min(MOST_ITERATIONS - self.tree.node(Tree::ROOT).visits.min(MOST_ITERATIONS));
        (self.iterations, self.looked) = (0, 0);
        let watcher = Watcher::of(worlds);
        self.seen = watcher.known(worlds.game());
        self.asked = watcher.keys(worlds.game(), options);
        let begun = Instant::now();
        while self.iterations < iterations && !over() {
            if self.iterations.is_multiple_of(SETTLED) {
                self.playout.beliefs.settle();
            }
            let world = worlds.sample_by(self.playout.beliefs.plausible(), &mut words);
            self.iterate(world, watcher, &mut words, task);
            self.iterations += 1;
            if let Some(told) = told.as_deref_mut().filter(|_| is_due(self.iterations)) {
                told(self);
            }
            if task.early && self.iterations.is_multiple_of(LOOK) {
                let more = task.end.map_or(u32::MAX, |end| {
                    in_time(self.iterations, [begun, Instant::now(), end])
                });
                if self.decided(more.min(iterations - self.iterations)) {
                    break;
                }
            }
        }
        self.tried()
    }

    /// The next run begins with what is known of how the game goes on after that choice, if anything is: cards have other numbers then.
    pub fn go_on(&mut self, rules: &Rules, chosen: Key, moved: &Moved) {
        let mut edges = self.tree.edge_ids(Tree::ROOT);
        let chosen = edges.find(|edge| self.tree.edge(*edge).key == chosen);
        drop(edges);
        self.goes_on = chosen.is_some();
        match chosen {
            Some(chosen) => self
                .tree
                .go_on_from(chosen, |key| key_now(key, rules, moved)),
            None => self.tree.clear(0),
        }
    }

    /// How often those options have been tried already when it goes on.
    #[cfg(test)]
    pub fn known(&self, worlds: &Worlds, options: &[Choice]) -> u32 {
        let keys = Watcher::of(worlds).keys(worlds.game(), options);
        let edges = self.tree.edges(Tree::ROOT);
        let known = edges.filter(|edge| self.goes_on && keys.contains(&edge.key));
        known.map(|edge| edge.tried.visits).sum()
    }

    /// The next run begins anew.
    pub fn forget(&mut self) {
        self.goes_on = false;
    }

    /// How each of the task's options has fared so far.
    pub fn tried(&self) -> Vec<Results> {
        let tried = |key: &Key| {
            let edge = self.tree.edges(Tree::ROOT).find(|edge| edge.key == *key);
            edge.map_or_else(Results::default, |edge| Results {
                won: edge.tried.visits as f32 * self.tree.worth(edge),
                ..edge.tried
            })
        };
        self.asked.iter().map(tried).collect()
    }

    /// How the game goes on in this world after a choice, by what was visited most: choices by anybody, as long as each was
    /// visited often enough to mean something. Each is told with the game that it is made in, and ends it where that says so.
    pub fn plan(
        &self,
        game: &mut Game,
        watcher: Watcher,
        first: Choice,
        each: &mut dyn FnMut(&Game, Choice) -> bool,
    ) {
        let (mut at, mut options, mut first) = (Tree::ROOT, Vec::new(), Some(first));
        let mut been = vec![at];
        for _ in 0..DECISIONS {
            let Some((seat, asked)) = game.decision() else {
                break;
            };
            game.options_into(&mut options);
            let key = |choice: &Choice| watcher.key(seat, asked, *choice);
            let choice = match first.take() {
                Some(first) => Some(first).filter(|first| options.contains(first)),
                None => {
                    let often = self
                        .tree
                        .edges(at)
                        .filter(|edge| edge.tried.visits >= MEANS);
                    let offered = often.filter_map(|edge| {
                        let choice = options.iter().find(|option| key(option) == edge.key)?;
                        Some((edge.tried.visits, *choice))
                    });
                    let most = offered.max_by_key(|(visits, _)| *visits);
                    most.map(|(_, choice)| choice)
                }
            };
            let Some(choice) = choice.filter(|choice| each(game, *choice)) else {
                break;
            };
            let wanted = key(&choice);
            let Some(next) = self.tree.edges(at).find(|edge| edge.key == wanted) else {
                break;
            };
            game.take_listed(choice, &mut ());
            at = next.to;
            if at == NONE || been.contains(&at) {
                break;
            }
            been.push(at);
        }
    }

    /// No option can be visited more often than the one that was visited most, with so many iterations to come.
    fn decided(&self, left: u32) -> bool {
        let (mut most, mut second) = (0, 0);
        for edge in self.tree.edges(Tree::ROOT) {
            let visits = edge.tried.visits;
            second = second.max(visits.min(most));
            most = most.max(visits);
        }
        most > second + left
    }

    fn iterate(&mut self, game: &mut Game, watcher: Watcher, words: &mut Words, task: Task<'_>) {
        let Task {
            options,
            lines,
            over,
            ..
        } = task;
        self.path.clear();
        self.ends.clear();
        let (now, mut at) = (game.state().turns, Tree::ROOT);
        for _ in 0..DECISIONS {
            let Some((seat, asked)) = game.decision() else {
                break;
            };
            self.liked.list(game);
            // Some may not be considered, and what is offered may hang on what the seat cannot know.
            if at == Tree::ROOT && self.liked.options != options {
                self.liked.keep(options);
                if self.liked.options.is_empty() {
                    return;
                }
            }
            let key = |choice: &Choice| watcher.key(seat, asked, *choice);
            self.keys.clear();
            self.keys.extend(self.liked.options.iter().map(key));
            let first = if at == Tree::ROOT { lines } else { &[] };
            let by = game.board().chooser(seat).by;
            let (best, fresh) = self.select(game, at, by, words, (first, over));
            // Without one the tree is full.
            let Some(chosen) = best else { break };
            let choice = self.any_with(self.tree.edge(chosen).key, words);
            self.path.push(Descent {
                from: at,
                by: chosen,
                to: self.tree.edge(chosen).to,
                seat: by,
            });
            if first.iter().any(|line| {
                line.choices[0] == choice && self.wins_by(game, watcher.seat, line, over)
            }) {
                if !over() {
                    let won = Some((watcher.seat, 0));
                    self.note(won_by(watcher.seat), Outcome::Running, won);
                }
                return;
            }
            let turn = game.state().turns;
            game.take_listed(choice, &mut ());
            let table = if self.settings.merges {
                watcher.table(game, by, &self.seen)
            } else {
                ANY
            };
            let path = &self.path;
            // What leads back to where this iteration has been is not gone on from.
            let free = |node| path.iter().all(|step| step.from != node);
            let there = self.tree.arrive(chosen, table, free);
            if let Some(step) = self.path.last_mut() {
                step.to = there.unwrap_or(NONE);
            }
            let Some(there) = there else { break };
            at = there;
            if game.state().turns != turn && game.decision().is_some() {
                self.ends.push((self.path.len() - 1, game.board().turn));
                self.look(game, there, words, over);
            }
            if fresh && self.tree.node(there).visits < KNOWN || over() {
                break;
            }
        }
        let over_in_tree = game.outcome();
        let rewards = self.playout.run(game, words, over);
        if !over() {
            let won = match game.outcome() {
                Outcome::Won(seat) => Some((seat, game.state().turns - now)),
                _ => None,
            };
            self.note(rewards, over_in_tree, won);
        }
    }

    /// Looks whether whoever has the turn now, after that node, wins in it, where that is due. The game is as before.
    fn look(&mut self, game: &mut Game, at: NodeId, words: &mut Words, over: &Over<'_>) {
        let spent = self.looked > u64::from(self.iterations) * LOOKS;
        if spent || !self.tree.node(at).wants_look() || lacks(game, game.board().turn) > NEAR {
            return;
        }
        let (wins, tried) = self
            .answers
            .wins((game, &mut self.turn), words, ANSWER, over);
        self.looked += u64::from(tried);
        let node = self.tree.node_mut(at);
        node.looks += 1;
        node.answers += u16::from(wins);
    }

    /// Whether the line wins in the game; the game is as before.
    fn wins_by(&mut self, game: &mut Game, seat: Seat, line: &Line, over: &Over<'_>) -> bool {
        self.begun.set(game);
        let won = self.turn.wins_by(game, seat, &line.choices, over);
        self.begun.restore(game);
        won
    }

    /// Notes what an iteration brought, how the game stood where it left the tree, and who has won it in the end after how many turns.
    fn note(&mut self, mut rewards: Rewards, over: Outcome, won: Option<(Seat, u32)>) {
        let uses = |step: &&Descent| is_use(self.tree.edge(step.by).key);
        for step in self.path.iter().filter(uses) {
            rewards[step.seat.index()] -= EFFORT;
        }
        let mut ends = self.ends.as_slice();
        let mut below = None;
        for (at, Descent { from, by, to, seat }) in self.path.iter().enumerate().rev() {
            if let Some(((_, next), before)) = ends.split_last().filter(|((end, _), _)| *end == at)
            {
                ends = before;
                let answered = self.tree.node(*to).answered();
                rewards
                    .iter_mut()
                    .for_each(|reward| *reward *= 1.0 - answered);
                rewards[next.index()] += answered;
            }
            // A choice after which the same seat can always go on to a proven win is one, too.
            let climbs = below
                .filter(|(_, whose)| whose == seat)
                .map(|(choices, _)| choices);
            let always = self.tree.always(*from, *by);
            let last = at + 1 == self.path.len();
            let turns = won.filter(|(winner, _)| winner == seat);
            let brought = Results {
                visits: 1,
                won: rewards[seat.index()],
                wins: u32::from(turns.is_some()),
                turns: turns.map_or(0, |(_, turns)| turns),
            };
            let ended = last && over == Outcome::Won(*seat);
            self.tree.pass((*by, *to), brought, ended);
            let edge = self.tree.edge_mut(*by);
            edge.prove(climbs);
            below = (edge.proven > 0 && always).then_some((edge.proven, *seat));
        }
        self.tree.node_mut(Tree::ROOT).visits += 1;
    }
}

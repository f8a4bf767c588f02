//! One search: worlds are drawn, the tree is walked down, a node added, the game played out, what it brought noted.

use std::time::Instant;

use crate::evaluation::Rewards;
use crate::ismcts::keys::{ANY, Key, Watcher, is_use, key_now};
use crate::ismcts::meeting::Answers;
use crate::ismcts::nearest::{NEAR, lacks};
use crate::ismcts::playout::{Length, Over, Playout};
use crate::ismcts::task::Settings;
use crate::ismcts::task::{Task, Tried, in_time, is_due};
use crate::ismcts::tree::{Edge, NONE, NodeId, Step, Tree};
use crate::ismcts::{lines::Line, turn::TurnSearch};
use crate::policy::Liked;
use board::{CardSet, Seat};
use engine::{Choice, Game, Moved, Outcome, State, Words, Worlds};
use rules::ir::Rules;

/// Decisions after which an iteration is judged as it stands.
const LONGEST: u32 = 150;
/// What it costs to use an ability, in chances to win: those that bring nothing are left alone.
const EFFORT: f32 = 0.004;

/// See the top of the file.
#[derive(Debug, Clone)]
pub struct Search {
    pub(super) settings: Settings,
    pub(super) tree: Tree,
    /// The way down.
    pub(super) path: Vec<Step>,
    pub(super) liked: Liked,
    pub(super) playout: Playout,
    pub(super) keys: Vec<Key>,
    /// Options that are in the tree.
    pub(super) known: Vec<bool>,
    /// Options of which one is added to the tree.
    pub(super) drawn: Vec<Choice>,
    /// Tries the lines of the task.
    pub(super) turn: TurnSearch,
    pub(super) answers: Answers,
    /// The choices of the way down, by their number, that ended a turn, and whose turn is next.
    pub(super) ends: Vec<(usize, Seat)>,
    /// Choices that looks at answers have tried.
    pub(super) looked: u64,
    /// Where the game stood before.
    pub(super) begun: Option<Box<State>>,
    pub(super) iterations: u32,
    /// The next run goes on with the tree.
    pub(super) goes_on: bool,
    /// The keys of the task's options.
    pub(super) asked: Vec<Key>,
    /// Cards that the seat knows from the beginning.
    pub(super) seen: CardSet,
}

/// Iterations of one search at most, whatever its budget: what they have brought is added up in numbers of 32 bits, which count no further
/// by ones.
pub const MOST_ITERATIONS: u32 = 1 << 24;

/// So many iterations go by before it is asked again whether the decision can still change.
const LOOK: u32 = 16;

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
        let (tree, liked) = (Tree::default(), Liked::default());
        Search {
            settings,
            tree,
            path: Vec::new(),
            liked,
            playout: Playout::new(settings.weights),
            keys: Vec::new(),
            known: Vec::new(),
            drawn: Vec::new(),
            turn: TurnSearch::default(),
            answers: Answers::default(),
            ends: Vec::new(),
            looked: 0,
            begun: None,
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
    ) -> Vec<Tried> {
        let Task { options, over, .. } = task;
        if !std::mem::take(&mut self.goes_on) {
            self.tree.clear(task.iterations);
            self.playout.begin(worlds.seat());
        }
        let iterations = task
            .iterations
            .min(MOST_ITERATIONS - self.tree.node(Tree::ROOT).visits.min(MOST_ITERATIONS));
        (self.iterations, self.looked) = (0, 0);
        let watcher = Watcher {
            seat: worlds.seat(),
            open: worlds.is_open(),
        };
        self.seen = watcher.known(worlds.game());
        let (seat, asked) = worlds.game().decision().expect("somebody is asked");
        self.asked.clear();
        self.asked.extend(
            options
                .iter()
                .map(|choice| watcher.key(seat, asked, *choice)),
        );
        let begun = Instant::now();
        while self.iterations < iterations && !over() {
            if self.iterations.is_multiple_of(SETTLED) {
                self.playout.beliefs.settle();
            }
            let world = match self.settings.beliefs {
                true => worlds.sample_by(self.playout.beliefs.plausible(), &mut words),
                false => worlds.sample(&mut words),
            };
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
        let chosen = self
            .tree
            .edge_ids(Tree::ROOT)
            .find(|edge| self.tree.edge(*edge).key == chosen);
        match chosen {
            Some(chosen) => self
                .tree
                .go_on_from(chosen, |key| key_now(key, rules, moved)),
            None => self.tree.clear(0),
        }
        self.goes_on = chosen.is_some();
    }

    /// Nodes of its tree that several choices lead to.
    #[cfg(test)]
    pub(super) fn meetings(&self) -> usize {
        self.tree.meetings()
    }

    /// How often those options have been tried already when it goes on.
    #[cfg(test)]
    pub(super) fn known(&self, worlds: &Worlds, options: &[Choice]) -> u32 {
        let watcher = Watcher {
            seat: worlds.seat(),
            open: false,
        };
        let (seat, asked) = worlds.game().decision().expect("somebody is asked");
        let keys: Vec<Key> = options
            .iter()
            .map(|choice| watcher.key(seat, asked, *choice))
            .collect();
        let edges = self.tree.edges(Tree::ROOT);
        edges
            .filter(|edge| self.goes_on && keys.contains(&edge.key))
            .map(|edge| edge.visits)
            .sum()
    }

    /// The next run begins anew.
    pub fn forget(&mut self) {
        self.goes_on = false;
    }

    /// How each of the task's options has fared so far.
    pub fn tried(&self) -> Vec<Tried> {
        let tried = |key: &Key| {
            let edge = self.tree.edges(Tree::ROOT).find(|edge| edge.key == *key);
            let fared = |edge: &Edge| {
                let Edge {
                    visits,
                    wins,
                    turns,
                    ..
                } = *edge;
                Tried {
                    visits,
                    won: visits as f32 * self.tree.worth(edge),
                    wins,
                    turns,
                }
            };
            edge.map_or_else(Tried::default, fared)
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
        for _ in 0..LONGEST {
            let Some((seat, asked)) = game.decision() else {
                break;
            };
            game.options_into(&mut options);
            let key = |choice: &Choice| watcher.key(seat, asked, *choice);
            let choice = match first.take() {
                Some(first) => options.iter().find(|choice| **choice == first).copied(),
                None => {
                    let there = self.tree.edges(at);
                    let there = there.filter(|edge| {
                        edge.visits >= MEANS && options.iter().any(|it| key(it) == edge.key)
                    });
                    let most = there.max_by_key(|edge| edge.visits);
                    most.and_then(|edge| {
                        options
                            .iter()
                            .find(|choice| key(choice) == edge.key)
                            .copied()
                    })
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
        for Edge { visits, .. } in self.tree.edges(Tree::ROOT) {
            let visits = *visits;
            (most, second) = if visits > most {
                (visits, most)
            } else {
                (most, second.max(visits))
            };
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
        for _ in 0..LONGEST {
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
            self.keys.clear();
            self.keys.extend(
                self.liked
                    .options
                    .iter()
                    .map(|choice| watcher.key(seat, asked, *choice)),
            );
            let first = if at == Tree::ROOT { lines } else { &[] };
            let (best, fresh) = self.select(
                game,
                at,
                game.board().chooser(seat).by,
                words,
                (first, over),
            );
            // Without one the tree is full.
            let Some(chosen) = best else { break };
            let wanted = self.tree.edge(chosen).key;
            let choice = self.any_with(wanted, words);
            let by = game.board().chooser(seat).by;
            self.path.push(Step {
                from: at,
                by: chosen,
                to: self.tree.edge(chosen).to,
                seat: by,
            });
            if first.iter().any(|line| {
                line.choices[0] == choice && self.wins_by(game, watcher.seat, line, over)
            }) {
                if !over() {
                    self.note(
                        &won_by(watcher.seat),
                        Outcome::Running,
                        Some((watcher.seat, 0)),
                    );
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
        let turns = self.settings.rounds * u32::from(game.board().seats);
        let over_in_tree = game.outcome();
        let rewards = self.playout.run(
            game,
            words,
            Length {
                turns,
                decisions: LONGEST,
                tries: self.settings.tries,
                along: self.settings.along,
            },
            over,
        );
        if !over() {
            let won = match game.outcome() {
                Outcome::Won(seat) => Some((seat, game.state().turns - now)),
                _ => None,
            };
            self.note(&rewards, over_in_tree, won);
        }
    }

    /// Looks whether whoever has the turn now, after that node, wins in it, where that is due. The game is as before.
    fn look(&mut self, game: &mut Game, at: NodeId, words: &mut Words, over: &Over<'_>) {
        let spent = self.looked > u64::from(self.iterations) * LOOKS;
        if spent || !self.tree.node(at).wants_look() || lacks(game, game.board().turn) > NEAR {
            return;
        }
        let (wins, tried) =
            self.answers
                .wins((game, &mut self.turn), words, self.settings.answer, over);
        self.looked += u64::from(tried);
        let node = self.tree.node_mut(at);
        node.looks += 1;
        node.answers += u16::from(wins);
    }

    /// Whether the line wins in the game; the game is as before.
    fn wins_by(&mut self, game: &mut Game, seat: Seat, line: &Line, over: &Over<'_>) -> bool {
        let begun = self
            .begun
            .get_or_insert_with(|| Box::new(game.state().clone()));
        begun.copy_from(game.state());
        let won = self.turn.wins_by(game, seat, &line.choices, over);
        game.set_state(begun);
        won
    }

    /// Notes what an iteration brought, how the game stood where it left the tree, and who has won it in the end after how many turns.
    fn note(&mut self, rewards: &Rewards, over: Outcome, won: Option<(Seat, u32)>) {
        let mut rewards = *rewards;
        for step in self
            .path
            .iter()
            .filter(|step| is_use(self.tree.edge(step.by).key))
        {
            rewards[step.seat.index()] -= EFFORT;
        }
        let mut ends = self.ends.as_slice();
        let mut below = None;
        for (at, Step { from, by, to, seat }) in self.path.iter().enumerate().rev() {
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
            let turns = won
                .filter(|(winner, _)| winner == seat)
                .map(|(_, turns)| turns);
            self.tree.pass(
                (*by, *to),
                rewards[seat.index()],
                last && over == Outcome::Won(*seat),
                turns,
            );
            let edge = self.tree.edge_mut(*by);
            edge.prove(climbs);
            below =
                (self.settings.solver && edge.proven > 0 && always).then_some((edge.proven, *seat));
        }
        self.tree.node_mut(Tree::ROOT).visits += 1;
    }
}

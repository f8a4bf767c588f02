//! Looks for a line that wins in the turn, from where winning is nearest on: sooner found than level by level, and no proof.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};

use crate::board::Seat;
use crate::engine::{Asked, Chance, Choice, Game, Outcome, State};
use crate::players::bots::ismcts::distance::lacks;
use crate::players::bots::ismcts::playout::Over;
use crate::players::bots::policy::Liked;

/// See the top of the file.
#[derive(Debug, Clone, Default)]
pub struct NearestFirst {
    /// Where the turn has come to.
    places: Vec<Place>,
    /// So many of them are of this look; the others are room for it.
    count: usize,
    /// Where the choice that has won was made, and that choice.
    won: Option<Step>,
    /// Those that were not gone on from, by how near to winning they are.
    open: BinaryHeap<(Reverse<u32>, usize)>,
    /// Turn menus that it came to. What comes is told by the table and by chance.
    known: HashSet<(u64, Chance)>,
    liked: Liked,
}

/// Somewhere that the turn has come to.
#[derive(Debug, Clone)]
struct Place {
    state: Box<State>,
    /// After so many choices.
    taken: u32,
    /// The options before that one were tried.
    first: usize,
    /// By what; the first one by nothing.
    by: Option<Step>,
}

/// A choice at a place, by its number: nothing where it was another's.
type Step = (usize, Option<Choice>);

/// What a missing step counts, and what a choice that was taken.
const STEP: f32 = 64.0;
const TAKEN: u32 = 8;
/// Choices of a turn.
const LONGEST: u32 = 40;

impl NearestFirst {
    /// Whether a line by which the seat wins is found within so many choices, and how many were tried. Others choose what they
    /// like most. The game is left anywhere.
    pub fn wins(&mut self, game: &mut Game, seat: Seat, takes: u32, over: &Over<'_>) -> (bool, u32) {
        self.begin(game);
        self.next(game, seat, takes, over)
    }

    /// Begins with where the game stands.
    pub fn begin(&mut self, game: &Game) {
        (self.count, self.won) = (0, None);
        self.known.clear();
        self.open.clear();
        self.put(game, 0, 0, None);
    }

    /// Whether one more such line is found within so many choices, and how many were tried. The game is left anywhere in the turn.
    pub fn next(&mut self, game: &mut Game, seat: Seat, takes: u32, over: &Over<'_>) -> (bool, u32) {
        let turn = self.places[0].state.turns;
        let mut tried = 0;
        while let Some((far, at)) = self.open.pop() {
            game.set_state(&self.places[at].state);
            let (deep, first) = (self.places[at].taken + 1, self.places[at].first);
            let mine = game.chooser().is_some_and(|who| who.by == seat);
            let numbers = if mine {
                game.options_into(&mut self.liked.options);
                first..self.liked.options.len()
            } else {
                self.liked.list(game);
                self.most_liked()
            };
            for (nth, number) in numbers.enumerate() {
                if tried >= takes || over() {
                    self.again(far, at, number);
                    return (false, tried);
                }
                if nth > 0 {
                    game.set_state(&self.places[at].state);
                }
                let choice = self.liked.options[number];
                game.take_listed(choice, &mut ());
                tried += 1;
                let step = (at, mine.then_some(choice));
                match game.outcome() {
                    Outcome::Won(winner) if winner == seat => {
                        self.won = Some(step);
                        if mine {
                            self.again(far, at, number + 1);
                        }
                        return (true, tried);
                    }
                    Outcome::Running if game.state().turns == turn && deep < LONGEST => {
                        let menu = matches!(game.decision(), Some((_, Asked::Menu)));
                        if !menu || self.known.insert((game.board().digest(), game.state().chance)) {
                            self.put(game, deep, (lacks(game, seat) * STEP) as u32 + deep * TAKEN, Some(step));
                        }
                    }
                    Outcome::Running | Outcome::Won(_) | Outcome::Drawn => {}
                }
            }
        }
        (false, tried)
    }

    /// The place is gone on with from that option on.
    fn again(&mut self, far: Reverse<u32>, at: usize, first: usize) {
        self.places[at].first = first;
        self.open.push((far, at));
    }

    /// What the seat chose in the line that was found last.
    pub fn line(&self) -> Vec<Choice> {
        let mut line: Vec<Choice> =
            std::iter::successors(self.won, |(at, _)| self.places[*at].by).filter_map(|(_, choice)| choice).collect();
        line.reverse();
        line
    }

    /// The number of the option that is liked most.
    fn most_liked(&self) -> std::ops::Range<usize> {
        let likings = self.liked.likings.iter().enumerate();
        let most = likings.rev().max_by(|(_, left), (_, right)| left.total_cmp(right));
        most.map_or(0..0, |(number, _)| number..number + 1)
    }

    fn put(&mut self, game: &Game, taken: u32, far: u32, by: Option<Step>) {
        match self.places.get_mut(self.count) {
            Some(place) => {
                place.state.copy_from(game.state());
                (place.taken, place.first, place.by) = (taken, 0, by);
            }
            None => self.places.push(Place { state: Box::new(game.state().clone()), taken, first: 0, by }),
        }
        self.open.push((Reverse(far), self.count));
        self.count += 1;
    }
}

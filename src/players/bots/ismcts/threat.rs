//! Looks for a win of whoever has the turn in it, from where it is nearest on: sooner found than level by level, and no proof.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};

use crate::engine::{Asked, Chance, Game, Outcome, State};
use crate::players::bots::ismcts::playout::Over;
use crate::players::bots::ismcts::turn::lacks;
use crate::players::bots::policy::Liked;

/// See the top of the file.
#[derive(Debug, Clone, Default)]
pub struct Threat {
    /// Where the turn has come to, and after how many choices.
    places: Vec<(Box<State>, u32)>,
    /// So many of them are of this look; the others are room for it.
    count: usize,
    /// Those that were not gone on from, by how near to winning they are.
    open: BinaryHeap<(Reverse<u32>, usize)>,
    /// Turn menus that it came to. What comes is told by the table and by chance.
    known: HashSet<(u64, Chance)>,
    liked: Liked,
}

/// What a missing step counts, and what a choice that was taken.
const STEP: f32 = 64.0;
const TAKEN: u32 = 8;
/// Choices of a turn.
const LONGEST: u32 = 40;

impl Threat {
    /// How far whoever has the turn is from winning.
    pub fn lacks(game: &Game) -> f32 {
        lacks(game, game.board().turn)
    }

    /// Whether a win is found within so many choices, and how many were tried. Others choose what they like most. The game is
    /// left anywhere.
    pub fn wins(&mut self, game: &mut Game, takes: u32, over: &Over<'_>) -> (bool, u32) {
        let (turn, seat) = (game.state().turns, game.board().turn);
        self.count = 0;
        self.known.clear();
        self.open.clear();
        self.put(game, 0, 0);
        let mut tried = 0;
        while let Some((_, at)) = self.open.pop() {
            game.set_state(&self.places[at].0);
            let deep = self.places[at].1 + 1;
            let numbers = if game.chooser().is_some_and(|who| who.by == seat) {
                game.options_into(&mut self.liked.options);
                0..self.liked.options.len()
            } else {
                self.liked.list(game);
                self.most_liked()
            };
            for (nth, number) in numbers.enumerate() {
                if tried >= takes || over() {
                    return (false, tried);
                }
                if nth > 0 {
                    game.set_state(&self.places[at].0);
                }
                game.take_listed(self.liked.options[number], &mut ());
                tried += 1;
                match game.outcome() {
                    Outcome::Won(winner) if winner == seat => return (true, tried),
                    Outcome::Running if game.state().turns == turn && deep < LONGEST => {
                        let menu = matches!(game.decision(), Some((_, Asked::Menu)));
                        if !menu || self.known.insert((game.board().digest(), game.state().chance)) {
                            self.put(game, deep, (lacks(game, seat) * STEP) as u32 + deep * TAKEN);
                        }
                    }
                    Outcome::Running | Outcome::Won(_) | Outcome::Drawn => {}
                }
            }
        }
        (false, tried)
    }

    /// The number of the option that is liked most.
    fn most_liked(&self) -> std::ops::Range<usize> {
        let likings = self.liked.likings.iter().enumerate();
        let most = likings.rev().max_by(|(_, left), (_, right)| left.total_cmp(right));
        most.map_or(0..0, |(number, _)| number..number + 1)
    }

    fn put(&mut self, game: &Game, deep: u32, far: u32) {
        match self.places.get_mut(self.count) {
            Some((state, taken)) => {
                state.copy_from(game.state());
                *taken = deep;
            }
            None => self.places.push((Box::new(game.state().clone()), deep)),
        }
        self.open.push((Reverse(far), self.count));
        self.count += 1;
    }
}

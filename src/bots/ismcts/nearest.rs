//! Looks for a line that wins in the turn, from where winning is nearest on: sooner found than level by level, and no proof. What is nearest is told
//! in two ways, and each has its turn: one finds what the other passes by (alternating open lists; Röger and Helmert 2010).

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};

use arrayvec::ArrayVec;
use board::Seat;
use engine::{Asked, Chance, Choice, Game, Outcome};
use foldhash::fast::FixedState;

use crate::checkpoint::Checkpoint;
use crate::ismcts::playout::Over;
use crate::policy::Liked;

/// See the top of the file.
#[derive(Debug, Clone, Default)]
pub struct NearestFirst {
    /// Where the look began, and where the place stands that is gone on from.
    begun: Checkpoint,
    here: Checkpoint,
    /// The turn in which it began.
    turn: u32,
    /// Where the turn has come to; first where it began.
    places: Vec<Place>,
    /// Where the choice that has won was made, and that choice.
    won: Option<Leg>,
    /// Those that were not gone on from, by how near to winning they are, in each order; in one of them they may have been gone on from.
    open: [BinaryHeap<(Reverse<u32>, usize)>; ORDERS],
    /// So many of the orders are gone by.
    orders: usize,
    /// The order whose turn it is.
    next: usize,
    /// Turn menus that it came to. What comes is told by the table and by chance.
    known: HashSet<(u64, Chance), FixedState>,
    liked: Liked,
    /// Places that are remembered, where these are not as many as ever.
    room: Option<usize>,
}

/// So many places are remembered: what comes after that many is not gone on from.
const PLACES: usize = 1 << 20;

/// Somewhere that the turn has come to. How the game stands there is played out again: a state is a thousand times as large.
#[derive(Debug, Clone, Copy)]
struct Place {
    /// After so many choices.
    taken: u32,
    /// The options before that one were tried; [`DONE`] where all were.
    first: usize,
    /// How near to winning it is.
    far: [u32; ORDERS],
    /// By what; the first one by nothing.
    by: Option<Leg>,
}

/// A choice that was made at a place.
#[derive(Debug, Clone, Copy)]
struct Leg {
    /// The place's number.
    at: usize,
    choice: Choice,
    /// It was the seat's, and not another's.
    mine: bool,
}

/// All options of a place were tried.
const DONE: usize = usize::MAX;
/// Choices of a turn.
const LONGEST: u32 = 40;

impl NearestFirst {
    /// Whether a line by which the seat wins is found within so many choices by the nearest way to win alone, and how many were tried. Others choose
    /// what they like most. The game is left anywhere.
    pub fn wins(
        &mut self,
        game: &mut Game,
        seat: Seat,
        takes: u32,
        over: &Over<'_>,
    ) -> (bool, u32) {
        self.begin(game, 1);
        self.next(game, seat, takes, over)
    }

    /// Begins with where the game stands, and goes by so many of the orders.
    pub fn begin(&mut self, game: &Game, orders: usize) {
        self.begun.set(game);
        self.turn = game.state().turns;
        self.won = None;
        self.places.clear();
        self.known.clear();
        self.open.iter_mut().for_each(BinaryHeap::clear);
        (self.orders, self.next) = (orders, 0);
        self.put(0, [0; ORDERS], None);
    }

    /// Whether one more such line is found within so many choices, and how many were tried. The game is left anywhere in the turn.
    pub fn next(
        &mut self,
        game: &mut Game,
        seat: Seat,
        takes: u32,
        over: &Over<'_>,
    ) -> (bool, u32) {
        let mut tried = 0;
        while let Some(at) = self.pop() {
            self.begun.restore(game);
            let steps: ArrayVec<Leg, { LONGEST as usize }> =
                self.back_from(self.places[at].by).collect();
            // Where it is over, it does not matter where that leads.
            steps
                .iter()
                .rev()
                .take_while(|_| !over())
                .for_each(|step| game.take_listed(step.choice, &mut ()));
            self.here.set(game);
            let place = &mut self.places[at];
            let (deep, first) = (place.taken + 1, std::mem::replace(&mut place.first, DONE));
            let mine = game.chooser().is_some_and(|who| who.by == seat);
            let numbers = if mine {
                game.options_into(&mut self.liked.options);
                first..self.liked.options.len()
            } else {
                self.liked.list(game);
                self.liked.most().map_or(0..0, |most| most..most + 1)
            };
            for (nth, number) in numbers.enumerate() {
                if tried >= takes || over() {
                    self.again(at, number);
                    return (false, tried);
                }
                if nth > 0 {
                    self.here.restore(game);
                }
                let choice = self.liked.options[number];
                game.take_listed(choice, &mut ());
                tried += 1;
                let step = Leg { at, choice, mine };
                match game.outcome() {
                    Outcome::Won(winner) if winner == seat => {
                        self.won = Some(step);
                        if mine {
                            self.again(at, number + 1);
                        }
                        return (true, tried);
                    }
                    Outcome::Running if game.state().turns == self.turn && deep < LONGEST => {
                        let here = || (game.board().digest(), game.state().chance);
                        let menu = matches!(game.decision(), Some((_, Asked::Menu)));
                        if !menu || self.known.insert(here()) {
                            self.put(deep, orders(game, seat, deep), Some(step));
                        }
                    }
                    Outcome::Running | Outcome::Won(_) | Outcome::Drawn => {}
                }
            }
        }
        (false, tried)
    }

    /// The place to go on from, by the order whose turn it is.
    fn pop(&mut self) -> Option<usize> {
        loop {
            let (_, at) = self.open[self.next].pop()?;
            if self.places[at].first != DONE {
                self.next = (self.next + 1) % self.orders;
                return Some(at);
            }
        }
    }

    /// The place is gone on with from that option on.
    fn again(&mut self, at: usize, first: usize) {
        self.places[at].first = first;
        self.open_up(at);
    }

    fn open_up(&mut self, at: usize) {
        let far = self.places[at].far;
        self.open[..self.orders]
            .iter_mut()
            .zip(far)
            .for_each(|(open, far)| open.push((Reverse(far), at)));
    }

    /// What the seat chose in the line that was found last.
    pub fn line(&self) -> Vec<Choice> {
        let mut line: Vec<Choice> = self
            .back_from(self.won)
            .filter(|step| step.mine)
            .map(|step| step.choice)
            .collect();
        line.reverse();
        line
    }

    /// The choices that lead up to that one, the last one first.
    fn back_from(&self, last: Option<Leg>) -> impl Iterator<Item = Leg> {
        std::iter::successors(last, |step| self.places[step.at].by)
    }

    fn put(&mut self, taken: u32, far: [u32; ORDERS], by: Option<Leg>) {
        if self.places.len() < self.room.unwrap_or(PLACES) {
            self.places.push(Place {
                taken,
                first: 0,
                far,
                by,
            });
            self.open_up(self.places.len() - 1);
        }
    }
}

/// Whoever lacks more steps than that is not thought to win in a turn.
pub const NEAR: f32 = 4.0;

/// How far the seat is from winning: the steps of its nearest goal, or what the others still have.
pub fn lacks(game: &Game, seat: Seat) -> f32 {
    let mut least = f32::INFINITY;
    game.each_goal(seat, &mut |missing| least = least.min(missing));
    least.min(left_to_others(game, seat))
}

/// The orders in which a search of a turn goes on: how many of them there are.
pub const ORDERS: usize = 2;

/// What a missing step counts.
const STEP: f32 = 64.0;
/// What a choice that was taken counts.
const TAKEN: [f32; ORDERS] = [8.0, 3.0];
/// What a card on a building of the others counts.
const OTHERS: f32 = 12.0;
/// What a way to win counts that lacks nothing; one that lacks n steps counts e^n times less.
const WAY: f32 = 84.0;
/// What nothing counts, so that no table comes to less than that: one with so many ways to win is as near as can be.
const NOTHING: f32 = 1024.0;

/// How far a table is from a win in the turn, after so many choices: by the nearest goal alone, which comes to what others pass by, and by all ways to win,
/// and by what the others have left, which mostly comes there sooner.
pub fn orders(game: &Game, seat: Seat, taken: u32) -> [u32; ORDERS] {
    let (mut least, mut ways) = (left_to_others(game, seat), 0.0);
    game.each_goal(seat, &mut |missing| {
        least = least.min(missing);
        ways += (-missing).exp();
    });
    let board = game.board();
    let others = board.living.without(seat).iter();
    let others: usize = others.map(|other| board.cards_in(other)).sum();
    let steps = NOTHING + least * STEP;
    let nearest = steps + taken as f32 * TAKEN[0];
    let all = steps + taken as f32 * TAKEN[1] + others as f32 * OTHERS - ways * WAY;
    [nearest, all].map(|far| far as u32)
}

/// The buildings that the others have: without any they are out.
fn left_to_others(game: &Game, seat: Seat) -> f32 {
    let board = game.board();
    let others = board.living.without(seat).iter();
    others.map(|other| board.row(other).len()).sum::<usize>() as f32
}

#[cfg(test)]
mod tests {
    use super::{NearestFirst, ORDERS, PLACES};
    use crate::testing::{play_at_random, script};
    use engine::{Game, Words};

    #[test]
    fn what_comes_after_so_many_places_is_not_gone_on_from() {
        let (script, mut looks, mut full) = (script("combined"), 0, 0);
        for seed in 0..20 {
            let mut game = Game::deal(script.clone(), 2, seed, &mut ());
            play_at_random(&mut game, &mut Words::new(seed, 11), 12, &mut |_, _| {});
            let Some(who) = game.chooser() else { continue };
            let look = |room: usize| {
                let mut nearest = NearestFirst {
                    room: Some(room),
                    ..NearestFirst::default()
                };
                nearest.begin(&game, ORDERS);
                let (found, tried) = nearest.next(&mut game.clone(), who.by, 2_000, &|| false);
                (nearest.places.len(), found, tried)
            };
            let ((_, _, all), (places, found, tried)) = (look(PLACES), look(5));
            assert!(
                places <= 5 && tried <= 2_000,
                "{places} places, {tried} choices"
            );
            looks += 1;
            // It ends by itself, and sooner.
            full += u32::from(places == 5 && !found && tried < all);
        }
        assert!(looks > 10 && full * 2 > looks, "{full} of {looks}");
    }
}

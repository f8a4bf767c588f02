//! Finds the weights that make what happened most likely: logistic regression over the seats of a table, by Newton's method.

use crate::train::{Table, Tables};
use rules::ir::weights::{WEIGHTS, Weights};

type Vector = [f64; WEIGHTS];
type Matrix = [Vector; WEIGHTS];

/// How much weights are held to where they begin, in games: of a feature that is seldom met little is learned.
const HELD: f64 = 2.0;
/// Steps at most; a few are enough.
const STEPS: usize = 40;
/// It has come to an end when the loss goes down by no more.
const ENOUGH: f64 = 1e-12;

/// The weights that say best how these games ended, from `begin` on. Each game counts as much as any other.
pub fn fit(games: &[&Tables], begin: &Weights) -> Weights {
    let start: Vector = begin.0.map(f64::from);
    let mut weights = start;
    let mut slope = Slope::at(games, &weights, &start);
    for _ in 0..STEPS {
        let Some(step) = solve(&slope.curve, &slope.gradient) else {
            break;
        };
        let mut length = 1.0;
        let better = loop {
            let mut next = weights;
            next.iter_mut()
                .zip(&step)
                .for_each(|(weight, step)| *weight -= length * step);
            let there = Slope::at(games, &next, &start);
            if there.loss < slope.loss {
                break Some((next, there));
            }
            length /= 2.0;
            if length < 1e-3 {
                break None;
            }
        };
        let Some((next, there)) = better else { break };
        let less = slope.loss - there.loss;
        (weights, slope) = (next, there);
        if less < ENOUGH * slope.loss {
            break;
        }
    }
    Weights(weights.map(|weight| weight as f32))
}

/// How badly weights say it, and which way it goes down.
struct Slope {
    loss: f64,
    gradient: Vector,
    curve: Matrix,
}

impl Slope {
    fn at(games: &[&Tables], weights: &Vector, start: &Vector) -> Slope {
        let mut slope = Slope {
            loss: 0.0,
            gradient: [0.0; WEIGHTS],
            curve: [[0.0; WEIGHTS]; WEIGHTS],
        };
        for tables in games {
            for table in *tables {
                slope.add(table, weights, 1.0 / tables.len() as f64);
            }
        }
        for at in 0..WEIGHTS {
            let off = weights[at] - start[at];
            slope.loss += HELD / 2.0 * off * off;
            slope.gradient[at] += HELD * off;
            slope.curve[at][at] += HELD;
            for other in 0..at {
                slope.curve[other][at] = slope.curve[at][other];
            }
        }
        slope
    }

    fn add(&mut self, table: &Table, weights: &Vector, much: f64) {
        let chances = chances(table, weights);
        let mut mean = [0.0; WEIGHTS];
        for ((seat, won), chance) in table.seats.iter().zip(&table.won).zip(&chances) {
            let won = f64::from(*won);
            if won > 0.0 {
                self.loss -= much * won * chance.max(1e-300).ln();
            }
            for (at, value) in seat.iter().enumerate().filter(|(_, value)| **value != 0.0) {
                let value = f64::from(*value);
                self.gradient[at] += much * (chance - won) * value;
                mean[at] += chance * value;
                for (other, with) in seat[..=at].iter().enumerate() {
                    self.curve[at][other] += much * chance * value * f64::from(*with);
                }
            }
        }
        for at in 0..WEIGHTS {
            for other in 0..=at {
                self.curve[at][other] -= much * mean[at] * mean[other];
            }
        }
    }
}

/// By seat of the table, how likely it is to win.
pub(super) fn chances(table: &Table, weights: &Vector) -> Vec<f64> {
    let strength = |seat: &[f32; WEIGHTS]| {
        seat.iter()
            .zip(weights)
            .map(|(value, weight)| f64::from(*value) * weight)
            .sum()
    };
    let strengths: Vec<f64> = table.seats.iter().map(strength).collect();
    let most = strengths.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let odds: Vec<f64> = strengths
        .iter()
        .map(|strength| (strength - most).exp())
        .collect();
    let total: f64 = odds.iter().sum();
    odds.into_iter().map(|odds| odds / total).collect()
}

/// What the matrix makes that vector of (Cholesky); nothing where it is flat.
fn solve(matrix: &Matrix, vector: &Vector) -> Option<Vector> {
    let mut low = [[0.0; WEIGHTS]; WEIGHTS];
    for row in 0..WEIGHTS {
        for column in 0..=row {
            let known: f64 = (0..column).map(|at| low[row][at] * low[column][at]).sum();
            let left = matrix[row][column] - known;
            low[row][column] = match row == column {
                true if left > 0.0 => left.sqrt(),
                true => return None,
                false => left / low[column][column],
            };
        }
    }
    let mut solved = *vector;
    for row in 0..WEIGHTS {
        let known: f64 = (0..row).map(|at| low[row][at] * solved[at]).sum();
        solved[row] = (solved[row] - known) / low[row][row];
    }
    for row in (0..WEIGHTS).rev() {
        let known: f64 = (row + 1..WEIGHTS).map(|at| low[at][row] * solved[at]).sum();
        solved[row] = (solved[row] - known) / low[row][row];
    }
    Some(solved)
}

#[cfg(test)]
mod tests {
    use super::{chances, fit};
    use crate::train::{Table, Tables};
    use engine::Words;
    use rules::ir::weights::{WEIGHTS, Weights};

    #[test]
    fn weights_that_made_the_games_are_found_again() {
        let mut made = [0.0; WEIGHTS];
        (made[0], made[5], made[WEIGHTS - 1]) = (1.5, -0.7, 0.3);
        let mut words = Words::new(4, 5);
        let mut share = || words.below(1 << 20) as f32 / (1 << 20) as f32;
        let mut game = || -> Tables {
            let mut seats = vec![[0.0; WEIGHTS]; 3];
            for seat in &mut seats {
                (seat[0], seat[5], seat[WEIGHTS - 1]) =
                    (share() * 2.0, share() * 3.0, share() * 4.0);
            }
            let table = Table {
                seats,
                won: vec![0.0; 3],
            };
            let mut left = f64::from(share());
            let winner = chances(&table, &made).iter().position(|chance| {
                left -= chance;
                left < 0.0
            });
            let won = (0..3)
                .map(|seat| f32::from(u8::from(winner.unwrap_or(2) == seat)))
                .collect();
            vec![Table { won, ..table }]
        };
        let games: Vec<Tables> = (0..8000).map(|_| game()).collect();
        let found = fit(&games.iter().collect::<Vec<_>>(), &Weights([0.0; WEIGHTS]));
        for (at, weight) in found.0.iter().enumerate() {
            // What is never met stays where it began.
            let off = if made[at] == 0.0 { 1e-6 } else { 0.12 };
            assert!(
                (f64::from(*weight) - made[at]).abs() < off,
                "{at}: {weight}"
            );
        }
    }
}

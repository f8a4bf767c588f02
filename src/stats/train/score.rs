//! How well weights say how games ended that they were not learned from.

use crate::interval::Z;
use crate::train::fit::chances;
use crate::train::{Table, Tables};
use rules::ir::weights::Weights;

/// Of some weights; the lower the better.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Score {
    /// What was said about who won, minus its logarithm, in the mean of all games.
    pub log_loss: f64,
    /// The squares of how far it was off, added up for the seats, in the mean (Brier 1950).
    pub brier: f64,
}

/// A mean, such as how far two scores are apart, with how sure it is.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Apart {
    pub mean: f64,
    /// Half the width of its 95 % interval.
    pub half: f64,
}

/// What was learned against what was there.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Scores {
    /// So many games.
    pub games: usize,
    pub tables: usize,
    pub learned: Score,
    pub before: Score,
    /// Each seat as likely as the others.
    pub even: Score,
    /// The log loss of what was there, less that of what was learned: above 0 something was learned.
    pub gain: Apart,
}

/// How well the weights say how these games ended. Each game counts as much as any other.
pub fn scores(games: &[&Tables], learned: &Weights, before: &Weights) -> Scores {
    let mut scores = Scores::default();
    let mut gains = Vec::new();
    for tables in games {
        let mean = |weights: &Weights| {
            let weights = weights.0.map(f64::from);
            of_game(tables, |table| chances(table, &weights))
        };
        let of_learned = mean(learned);
        let of_before = mean(before);
        scores.learned.add(of_learned);
        scores.before.add(of_before);
        scores.even.add(of_game(tables, |table| {
            vec![1.0 / table.seats.len() as f64; table.seats.len()]
        }));
        gains.push(of_before.log_loss - of_learned.log_loss);
        scores.tables += tables.len();
    }
    scores.games = gains.len();
    let count = gains.len() as f64;
    for score in [&mut scores.learned, &mut scores.before, &mut scores.even] {
        (score.log_loss, score.brier) = (score.log_loss / count, score.brier / count);
    }
    scores.gain = Apart::of(&gains);
    scores
}

impl Apart {
    /// The mean of some numbers, by how much they differ among themselves.
    pub fn of(numbers: &[f64]) -> Apart {
        let count = numbers.len() as f64;
        let mean = numbers.iter().sum::<f64>() / count;
        let spread = numbers
            .iter()
            .map(|number| (number - mean) * (number - mean))
            .sum::<f64>()
            / (count - 1.0).max(1.0);
        Apart {
            mean,
            half: Z * (spread / count).sqrt(),
        }
    }
}

impl Score {
    fn add(&mut self, other: Score) {
        self.log_loss += other.log_loss;
        self.brier += other.brier;
    }
}

fn of_game(tables: &Tables, says: impl Fn(&Table) -> Vec<f64>) -> Score {
    let mut score = Score::default();
    for table in tables {
        let part = 1.0 / tables.len() as f64;
        for (won, chance) in table.won.iter().zip(says(table)) {
            let won = f64::from(*won);
            if won > 0.0 {
                score.log_loss -= part * won * chance.max(1e-12).ln();
            }
            score.brier += part * (chance - won) * (chance - won);
        }
    }
    score
}

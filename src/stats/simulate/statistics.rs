//! Rates, means and differences with their 95 % intervals. `docs/simulation.md` has the formulas with their sources.

use serde::Serialize;

use crate::interval::{self, Interval, Z};
use crate::simulate::counts::{Groups, Histogram, add};

/// A number with its 95 % interval.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Estimate {
    pub value: f64,
    pub low: f64,
    pub high: f64,
}

impl Estimate {
    /// A normal interval around a value with that variance.
    pub fn normal(value: f64, variance: f64) -> Estimate {
        let half = Z * variance.max(0.0).sqrt();
        Estimate {
            value,
            low: value - half,
            high: value + half,
        }
    }

    /// Kept between two bounds, such as those of a rate.
    pub fn within(self, least: f64, most: f64) -> Estimate {
        Estimate {
            low: self.low.max(least),
            high: self.high.min(most),
            ..self
        }
    }

    /// All of it moved.
    pub fn minus(self, number: f64) -> Estimate {
        Estimate {
            value: self.value - number,
            low: self.low - number,
            high: self.high - number,
        }
    }

    /// It does not hold 0.
    pub fn is_clear(&self) -> bool {
        self.low > 0.0 || self.high < 0.0
    }

    /// `self` less `other`, as if they were independent: how far each may be off to its side is squared and added.
    pub fn less(self, other: Estimate) -> Estimate {
        let value = self.value - other.value;
        let down = (self.value - self.low).hypot(other.high - other.value);
        let up = (self.high - self.value).hypot(other.value - other.low);
        Estimate {
            value,
            low: value - down,
            high: value + up,
        }
    }
}

/// Wilson's interval for a rate; nothing without trials.
pub fn wilson(successes: u64, trials: u64) -> Option<Estimate> {
    if trials == 0 {
        return None;
    }
    let rate = successes as f64 / trials as f64;
    let Interval { low, high } = interval::wilson(rate, trials as f64);
    Some(Estimate {
        value: rate,
        low,
        high,
    })
}

/// Mean, spread and quantiles of whole numbers.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Length {
    pub mean: Estimate,
    pub deviation: f64,
    pub tenth: u32,
    pub median: u32,
    pub ninetieth: u32,
    pub longest: u32,
}

/// What a histogram says; nothing when it is empty.
pub fn length(histogram: &Histogram) -> Option<Length> {
    let count: u64 = histogram
        .values()
        .fold(0, |sum, count| sum.saturating_add(*count));
    if count == 0 {
        return None;
    }
    let n = count as f64;
    let sum: f64 = histogram
        .iter()
        .map(|(size, count)| f64::from(*size) * *count as f64)
        .sum();
    let mean = sum / n;
    let squares: f64 = histogram
        .iter()
        .map(|(size, count)| (f64::from(*size) - mean).powi(2) * *count as f64)
        .sum();
    let variance = if count > 1 { squares / (n - 1.0) } else { 0.0 };
    let quantile = |share: f64| {
        let mut left = (share * n).ceil().max(1.0);
        let found = histogram.iter().find(|(_, count)| {
            left -= **count as f64;
            left <= 0.0
        });
        found.map_or(0, |(size, _)| *size)
    };
    Some(Length {
        mean: Estimate::normal(mean, variance / n),
        deviation: variance.sqrt(),
        tenth: quantile(0.1),
        median: quantile(0.5),
        ninetieth: quantile(0.9),
        longest: histogram.keys().next_back().copied().unwrap_or_default(),
    })
}

impl Groups {
    /// Games of each kind: members of the group, 1 when one of them is the winner, how many games.
    fn games(&self) -> impl Iterator<Item = (f64, f64, f64)> + '_ {
        let each = self.0.iter().enumerate();
        each.flat_map(|(members, [lost, won])| {
            [
                (members as f64, 0.0, *lost as f64),
                (members as f64, 1.0, *won as f64),
            ]
        })
    }

    /// Members in all games.
    pub fn members(&self) -> u64 {
        let each = self.0.iter().zip(0u64..);
        each.fold(0, |sum, (games, members)| {
            sum.saturating_add(members.saturating_mul(games[0].saturating_add(games[1])))
        })
    }

    /// Games that a member has won.
    pub fn wins(&self) -> u64 {
        self.0
            .iter()
            .fold(0, |sum, games| sum.saturating_add(games[1]))
    }

    /// Players in all games.
    fn everybody(&self) -> f64 {
        let seats = self.0.len().saturating_sub(1) as f64;
        self.games().map(|(_, _, games)| seats * games).sum()
    }

    /// How often a member wins. Members of one game are not independent of each other: the game is the cluster.
    /// Where none or all of them win, the games do not show how much they differ, and the interval is Wilson's.
    pub fn win_rate(&self) -> Option<Estimate> {
        if self.wins() == 0 || self.wins() == self.members() {
            return wilson(self.wins(), self.members());
        }
        let (members, wins) = (self.members() as f64, self.wins() as f64);
        let rate = wins / members;
        let variance = self.clustered(|of, won| (won - of * rate) / members);
        Some(Estimate::normal(rate, variance).within(0.0, 1.0))
    }

    /// How often the others win.
    pub fn win_rate_of_others(&self) -> Option<Estimate> {
        let seats = self.0.len().saturating_sub(1);
        let turned = self
            .0
            .iter()
            .rev()
            .map(|[lost, won]| [*won, *lost])
            .collect::<Vec<_>>();
        // A game without members and with a winner is one that the others have won.
        (seats > 0)
            .then_some(Groups(turned))
            .and_then(|others| others.win_rate())
    }

    /// How much more often members win than others; nothing when there are only members, or none. Games of few of either
    /// hardly show how much these differ. So the interval is that of these games and two more, in which one of whom there are
    /// fewer plays against all others, and wins one of both.
    pub fn effect(&self) -> Option<Estimate> {
        let (value, _) = self.difference()?;
        let seats = self.0.len().saturating_sub(1);
        let fewer = if self.members() as f64 * 2.0 <= self.everybody() {
            1
        } else {
            seats - 1
        };
        let mut padded = self.clone();
        padded.0[fewer].iter_mut().for_each(|games| add(games, 1));
        let (centre, variance) = padded.difference()?;
        let Estimate { low, high, .. } = Estimate::normal(centre, variance).within(-1.0, 1.0);
        Some(Estimate {
            value,
            low: low.min(value),
            high: high.max(value),
        })
    }

    /// The rate of members less that of others, and its variance as the games show it.
    fn difference(&self) -> Option<(f64, f64)> {
        let (members, wins) = (self.members() as f64, self.wins() as f64);
        let seats = self.0.len().saturating_sub(1) as f64;
        let others = self.everybody() - members;
        if members == 0.0 || others <= 0.0 {
            return None;
        }
        let games: f64 = self.games().map(|(_, _, games)| games).sum();
        let (with, without) = (wins / members, (games - wins) / others);
        let variance = self.clustered(|of, won| {
            (won - of * with) / members - ((1.0 - won) - (seats - of) * without) / others
        });
        Some((with - without, variance))
    }

    /// The variance of a sum over games of what each game contributes, whose mean is 0.
    fn clustered(&self, part: impl Fn(f64, f64) -> f64) -> f64 {
        let games: f64 = self.games().map(|(_, _, games)| games).sum();
        let sum: f64 = self
            .games()
            .map(|(of, won, games)| games * part(of, won).powi(2))
            .sum();
        if games > 1.0 {
            sum * games / (games - 1.0)
        } else {
            sum
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Estimate, length, wilson};
    use crate::interval::Z;
    use crate::simulate::counts::{Groups, Histogram};

    fn near(left: f64, right: f64) -> bool {
        (left - right).abs() < 5e-4
    }

    #[test]
    fn lengths_are_described_as_if_listed() {
        let histogram = Histogram::from([(10, 1), (20, 2), (40, 1)]);
        let found = length(&histogram).expect("there are games");
        assert!(
            near(found.mean.value, 22.5) && near(found.deviation, 12.5830),
            "{found:?}"
        );
        assert_eq!(
            (found.tenth, found.median, found.ninetieth, found.longest),
            (10, 20, 40, 40)
        );
        assert_eq!(length(&Histogram::new()), None);
    }

    #[test]
    fn where_everybody_has_it_one_of_them_wins_for_certain() {
        let all = Groups(vec![[0, 0], [0, 0], [0, 50]]);
        assert_eq!(
            all.win_rate(),
            Some(Estimate {
                value: 0.5,
                low: 0.5,
                high: 0.5
            })
        );
        assert_eq!((all.effect(), all.win_rate_of_others()), (None, None));
    }

    #[test]
    fn a_few_that_never_win_may_win_yet() {
        let few = Groups(vec![[10, 0], [6, 0], [0, 0]]);
        assert_eq!(few.win_rate(), wilson(0, 6));
        assert_eq!(Groups(vec![[3, 0], [0, 0]]).win_rate(), None);
    }

    #[test]
    fn an_effect_is_the_difference_of_two_rates() {
        // Two players: in 60 games one has it and wins, in 40 one has it and loses; in 100 both or none.
        let some = Groups(vec![[50, 0], [40, 60], [0, 50]]);
        let effect = some.effect().expect("some have it, some not");
        let (with, without) = (
            some.win_rate().expect("some"),
            some.win_rate_of_others().expect("others"),
        );
        assert!(near(with.value, 110.0 / 200.0) && near(without.value, 90.0 / 200.0));
        assert!(near(effect.value, with.value - without.value));
        // One game more or less is one member's win and one other's loss: the rates vary together.
        let apart = with.less(without);
        assert!(effect.high - effect.low > apart.high - apart.low);
        // By hand, with two games more: 61 of (1 - 0.55) / 202 + 0.45 / 202, 41 of -(0.55 + 0.55) / 202, the rest even.
        let (p, q) = (111.0 / 202.0, 91.0 / 202.0);
        let part =
            |of: f64, won: f64| (won - of * p) / 202.0 - ((1.0 - won) - (2.0 - of) * q) / 202.0;
        let sum = 61.0 * part(1.0, 1.0).powi(2)
            + 41.0 * part(1.0, 0.0).powi(2)
            + 50.0 * part(0.0, 0.0).powi(2)
            + 50.0 * part(2.0, 1.0).powi(2);
        assert!(near(
            (effect.high - effect.low) / 2.0,
            Z * (sum * 202.0 / 201.0).sqrt()
        ));
    }

    #[test]
    fn what_one_player_did_once_says_nearly_nothing() {
        // Six games of two: one player in all has it, and wins; or both have it in one game.
        for few in [
            vec![[5, 0], [0, 1], [0, 0]],
            vec![[5, 0], [0, 0], [0, 1]],
            vec![[0, 0], [1, 0], [0, 5]],
        ] {
            let effect = Groups(few).effect().expect("some have it, some not");
            assert!(effect.low < -0.2 || effect.high > 0.2, "{effect:?}");
            assert!(
                effect.high - effect.low > 0.8 && !effect.is_clear(),
                "{effect:?}"
            );
            assert!(effect.low <= effect.value && effect.value <= effect.high);
        }
    }

    #[test]
    fn a_difference_is_off_as_far_as_both_sides_of_it() {
        let (wide, narrow) = (
            Estimate {
                value: 0.5,
                low: 0.2,
                high: 0.6,
            },
            Estimate {
                value: 0.1,
                low: 0.0,
                high: 0.5,
            },
        );
        let less = wide.less(narrow);
        assert!(
            near(less.value, 0.4) && near(less.low, 0.4 - 0.5) && near(less.high, 0.4 + 0.1414),
            "{less:?}"
        );
    }
}

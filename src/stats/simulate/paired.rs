//! Two games dealt from the same seeds, deal by deal: how often the one goes as the other does not.

use serde::{Deserialize, Serialize};

use crate::simulate::counts::{Counts, add, same_lengths};
use crate::simulate::labels::{Labels, USES};
use crate::simulate::record::Facts;
use crate::simulate::statistics::Estimate;

/// Pairs of games by something that is so or is not.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct Flips {
    /// In both games of the pair.
    pub both: u64,
    /// In the game alone.
    pub lost: u64,
    /// In the other game alone.
    pub gained: u64,
}

/// Differences of a number, the other game's less the game's.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct Shifts {
    pub sum: i64,
    pub squares: u64,
}

/// Sums over pairs of games.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Paired {
    pub pairs: u64,
    /// The seat wins.
    pub wins: Vec<Flips>,
    /// The game is won in that way.
    pub ways: Vec<Flips>,
    /// It is won by a player who began with that victory card.
    pub victories: Vec<Flips>,
    pub turns: Shifts,
    pub decisions: Shifts,
    /// By card, by use: how often it happens in a game.
    pub cards: Vec<Vec<Shifts>>,
}

/// What two games share is counted under one name.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct PairLabels {
    pub ways: Vec<String>,
    pub victories: Vec<String>,
    pub cards: Vec<String>,
}

/// Where the labels of one game are among those of the pair.
#[derive(Debug, Clone, Default)]
pub(super) struct Places {
    ways: Vec<usize>,
    victories: Vec<usize>,
    cards: Vec<usize>,
}

impl PairLabels {
    /// The labels of both, and where those of each are.
    pub(super) fn of(one: &Labels, other: &Labels) -> (PairLabels, [Places; 2]) {
        let mut labels = PairLabels::default();
        let places = [one, other].map(|game| Places {
            ways: place(&mut labels.ways, game.ways.iter().map(|way| &way.name)),
            victories: place(&mut labels.victories, &game.victories),
            cards: place(&mut labels.cards, &game.cards),
        });
        (labels, places)
    }
}

fn place<'a>(known: &mut Vec<String>, names: impl IntoIterator<Item = &'a String>) -> Vec<usize> {
    let at = |name: &String| {
        known
            .iter()
            .position(|other| other == name)
            .unwrap_or_else(|| {
                known.push(name.clone());
                known.len() - 1
            })
    };
    names.into_iter().map(at).collect()
}

impl Flips {
    fn add(&mut self, one: bool, other: bool) {
        match (one, other) {
            (true, true) => self.both += 1,
            (true, false) => self.lost += 1,
            (false, true) => self.gained += 1,
            (false, false) => {}
        }
    }

    fn merge(&mut self, more: &Flips) {
        add(&mut self.both, more.both);
        add(&mut self.lost, more.lost);
        add(&mut self.gained, more.gained);
    }

    /// How much more often it is so in the other game, of all pairs.
    pub fn change(&self, pairs: u64) -> Option<Estimate> {
        let (n, lost, gained) = (pairs as f64, self.lost as f64, self.gained as f64);
        let difference = gained - lost;
        let variance = (lost + gained - difference * difference / n) / (n * n);
        (pairs > 0).then(|| Estimate::normal(difference / n, variance).within(-1.0, 1.0))
    }
}

impl Shifts {
    fn add(&mut self, one: u64, other: u64) {
        let difference = other as i64 - one as i64;
        self.sum += difference;
        let size = difference.unsigned_abs();
        add(&mut self.squares, size.saturating_mul(size));
    }

    fn merge(&mut self, more: &Shifts) {
        self.sum = self.sum.saturating_add(more.sum);
        add(&mut self.squares, more.squares);
    }

    /// How much more it is in the other game, on average.
    pub fn change(&self, pairs: u64) -> Option<Estimate> {
        let (n, sum) = (pairs as f64, self.sum as f64);
        let spread = (self.squares as f64 - sum * sum / n) / (n - 1.0).max(1.0);
        (pairs > 0).then(|| Estimate::normal(sum / n, spread / n))
    }
}

impl Paired {
    /// No pairs yet.
    pub fn new(labels: &PairLabels, players: u8) -> Paired {
        Paired {
            wins: vec![Flips::default(); usize::from(players)],
            ways: vec![Flips::default(); labels.ways.len()],
            victories: vec![Flips::default(); labels.victories.len()],
            cards: vec![vec![Shifts::default(); USES]; labels.cards.len()],
            ..Paired::default()
        }
    }

    /// Adds two games of one deal.
    pub(super) fn add(&mut self, games: [&Facts; 2], places: &[Places; 2]) {
        let [one, other] = games;
        self.pairs += 1;
        for (seat, flips) in self.wins.iter_mut().enumerate() {
            let won = |facts: &Facts| facts.winner.is_some_and(|winner| winner.index() == seat);
            flips.add(won(one), won(other));
        }
        let both =
            |of: fn(&Facts, &Places) -> Option<usize>| [of(one, &places[0]), of(other, &places[1])];
        let ways = both(|facts, places| places.ways.get(usize::from(facts.way?)).copied());
        let victories = both(|facts, places| {
            let victory = facts.victories[facts.winner?.index()];
            places.victories.get(usize::from(victory)).copied()
        });
        for (all, [one, other]) in [(&mut self.ways, ways), (&mut self.victories, victories)] {
            for (index, flips) in all.iter_mut().enumerate() {
                flips.add(one == Some(index), other == Some(index));
            }
        }
        self.turns.add(one.turns.into(), other.turns.into());
        self.decisions
            .add(one.decisions.into(), other.decisions.into());
        for (index, uses) in self.cards.iter_mut().enumerate() {
            for (of, shifts) in uses.iter_mut().enumerate() {
                let sum = |facts: &Facts, places: &Places| {
                    let card = places.cards.iter().position(|place| *place == index);
                    let times = |card, seat| u64::from(facts.cards.of(seat, card)[of]);
                    let seats = 0..usize::from(facts.players);
                    card.map_or(0, |card| seats.map(|seat| times(card, seat)).sum())
                };
                shifts.add(sum(one, &places[0]), sum(other, &places[1]));
            }
        }
    }

    /// Adds other pairs of the same games.
    pub fn merge(&mut self, other: &Paired) {
        add(&mut self.pairs, other.pairs);
        let flips = [
            (&mut self.wins, &other.wins),
            (&mut self.ways, &other.ways),
            (&mut self.victories, &other.victories),
        ];
        for (into, from) in flips {
            into.iter_mut()
                .zip(from)
                .for_each(|(into, from)| into.merge(from));
        }
        self.turns.merge(&other.turns);
        self.decisions.merge(&other.decisions);
        let shifts = self
            .cards
            .iter_mut()
            .flatten()
            .zip(other.cards.iter().flatten());
        shifts.for_each(|(into, from)| into.merge(from));
    }

    /// They have the lengths that pairs of those labels have.
    pub fn fit(&self, labels: &PairLabels, players: u8) -> bool {
        same_lengths(self, &Paired::new(labels, players))
    }
}

/// A game's sums and their names.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Part {
    pub labels: Labels,
    pub counts: Counts,
}

/// A game that the other is compared with.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Compared {
    pub part: Part,
    pub pair_labels: PairLabels,
    pub paired: Paired,
}

#[cfg(test)]
mod tests {
    use super::{Flips, Shifts};
    use crate::interval::Z;

    #[test]
    fn what_never_differs_has_no_interval() {
        let same = Flips {
            both: 40,
            lost: 0,
            gained: 0,
        }
        .change(100)
        .expect("there are pairs");
        assert_eq!((same.value, same.low, same.high), (0.0, 0.0, 0.0));
        assert_eq!(Flips::default().change(0), None);
    }

    #[test]
    fn a_change_is_what_is_gained_less_what_is_lost() {
        let change = Flips {
            both: 20,
            lost: 10,
            gained: 30,
        }
        .change(100)
        .expect("there are pairs");
        let variance: f64 = (0.4 - 0.04) / 100.0;
        assert!(
            (change.value - 0.2).abs() < 1e-12
                && (change.high - 0.2 - Z * variance.sqrt()).abs() < 1e-12
        );
    }

    #[test]
    fn a_shift_is_a_mean_of_differences() {
        let mut shifts = Shifts::default();
        [(1, 2), (5, 4), (3, 6), (2, 3)]
            .into_iter()
            .for_each(|(one, other)| shifts.add(one, other));
        let change = shifts.change(4).expect("there are pairs");
        // 1, -1, 3, 1: mean 1, variance 8/3.
        assert!((change.value - 1.0).abs() < 1e-12);
        assert!((change.high - 1.0 - Z * (8.0f64 / 3.0 / 4.0).sqrt()).abs() < 1e-12);
    }
}

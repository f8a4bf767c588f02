//! Sums over many games, as whole numbers: the order in which games are added changes nothing.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::simulate::labels::{CARRIED, Labels, NONE, USES};
use crate::simulate::record::Facts;
use explain::cut::Cuts;

/// How many numbers there are of each size.
pub type Histogram = BTreeMap<u32, u64>;

/// Finished games by how many players belong to a group: `[i][0]` games with `i` of them and none the winner,
/// `[i][1]` games with `i` of them, one the winner. As long as there are players, and one.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Groups(pub Vec<[u64; 2]>);

/// One use of one card.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Usage {
    /// How often, in all games.
    pub times: u64,
    /// Players who had that use of the card at least once.
    pub players: Groups,
}

/// What came of many games.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Counts {
    /// Games with a winner.
    pub finished: u64,
    /// Games that were left at the limit.
    pub unfinished: u64,
    /// Games that are over, and that nobody has won.
    #[serde(default)]
    pub draws: u64,
    /// By seat.
    pub wins: Vec<u64>,
    /// By way of winning, by seat.
    pub ways: Vec<Vec<u64>>,
    /// By victory card and side: those who began with it.
    pub victories: Vec<Groups>,
    /// Games by how many turns they took; all games.
    pub turns: Histogram,
    /// The same for decisions.
    pub decisions: Histogram,
    /// Texts that were cut off (END-1).
    #[serde(default)]
    pub cuts: Cuts,
    /// By card, by use.
    pub cards: Vec<Vec<Usage>>,
    /// By sort of counters, put and taken.
    #[serde(default)]
    pub counters: Vec<Vec<Usage>>,
}

impl Counts {
    /// No games yet.
    pub fn new(labels: &Labels, players: u8) -> Counts {
        let players = usize::from(players);
        let groups = Groups(vec![[0; 2]; players + 1]);
        let used = |uses| {
            let used = Usage {
                times: 0,
                players: groups.clone(),
            };
            vec![used; uses]
        };
        Counts {
            wins: vec![0; players],
            ways: vec![vec![0; players]; labels.ways.len()],
            victories: vec![groups.clone(); labels.victories.len()],
            cards: vec![used(USES); labels.cards.len()],
            counters: vec![used(CARRIED.len()); labels.counters.len()],
            ..Counts::default()
        }
    }

    /// Games with and without a winner.
    pub fn games(&self) -> u64 {
        self.finished
            .saturating_add(self.unfinished)
            .saturating_add(self.draws)
    }

    /// Adds one game.
    pub fn add(&mut self, facts: &Facts) {
        *self.turns.entry(facts.turns).or_default() += 1;
        *self.decisions.entry(facts.decisions).or_default() += 1;
        if !facts.cuts.is_empty() {
            self.cuts.add_game(facts.cuts.iter().map(String::as_str));
        }
        let winner = facts.winner.map(|seat| seat.index());
        match winner {
            Some(seat) => {
                self.finished += 1;
                self.wins[seat] += 1;
                if let Some(way) = facts.way {
                    self.ways[usize::from(way)][seat] += 1;
                }
            }
            None if facts.draw => self.draws += 1,
            None => self.unfinished += 1,
        }
        if let Some(winner) = winner {
            let held = &facts.victories[..usize::from(facts.players)];
            for (victory, groups) in (0..NONE).zip(&mut self.victories) {
                let holders = held.iter().filter(|other| **other == victory).count();
                groups.0[holders][usize::from(held[winner] == victory)] += 1;
            }
        }
        let things = [
            (&facts.cards, &mut self.cards),
            (&facts.counters, &mut self.counters),
        ];
        for (grid, all) in things {
            for (thing, uses) in all.iter_mut().enumerate() {
                for (of, used) in uses.iter_mut().enumerate() {
                    let times = |seat| grid.of(seat, thing)[of];
                    let each = (0..usize::from(facts.players)).map(times);
                    let users = each.clone().filter(|times| *times > 0).count();
                    add(&mut used.times, each.map(u64::from).sum());
                    if let Some(winner) = winner {
                        used.players.0[users][usize::from(times(winner) > 0)] += 1;
                    }
                }
            }
        }
    }

    /// Adds other games of the same rules and players.
    pub fn merge(&mut self, other: &Counts) {
        add(&mut self.finished, other.finished);
        add(&mut self.unfinished, other.unfinished);
        add(&mut self.draws, other.draws);
        add_all(&mut self.wins, &other.wins);
        self.ways
            .iter_mut()
            .zip(&other.ways)
            .for_each(|(into, from)| add_all(into, from));
        self.victories
            .iter_mut()
            .zip(&other.victories)
            .for_each(|(into, from)| into.merge(from));
        for (into, from) in [
            (&mut self.turns, &other.turns),
            (&mut self.decisions, &other.decisions),
        ] {
            from.iter()
                .for_each(|(size, count)| add(into.entry(*size).or_default(), *count));
        }
        self.cuts.merge(&other.cuts);
        for (own, more) in [
            (&mut self.cards, &other.cards),
            (&mut self.counters, &other.counters),
        ] {
            for (into, from) in own.iter_mut().flatten().zip(more.iter().flatten()) {
                add(&mut into.times, from.times);
                into.players.merge(&from.players);
            }
        }
    }

    /// They have the lengths that counts of those labels have.
    pub fn fit(&self, labels: &Labels, players: u8) -> bool {
        self.cuts.fit(self.games()) && same_lengths(self, &Counts::new(labels, players))
    }
}

/// All lists in them are as long.
pub(super) fn same_lengths<T: Serialize>(one: &T, other: &T) -> bool {
    fn same(one: &Value, other: &Value) -> bool {
        match (one, other) {
            (Value::Array(one), Value::Array(other)) => {
                one.len() == other.len()
                    && one.iter().zip(other).all(|(one, other)| same(one, other))
            }
            (Value::Object(one), Value::Object(other)) => one
                .iter()
                .all(|(key, one)| other.get(key).is_none_or(|other| same(one, other))),
            _ => true,
        }
    }
    let value = |of: &T| serde_json::to_value(of).expect("sums are numbers");
    same(&value(one), &value(other))
}

impl Groups {
    fn merge(&mut self, other: &Groups) {
        self.0
            .iter_mut()
            .zip(&other.0)
            .for_each(|(into, from)| add_all(into, from));
    }
}

/// Files may hold any number.
pub(super) fn add(into: &mut u64, more: u64) {
    *into = into.saturating_add(more);
}

pub(super) fn add_all(into: &mut [u64], more: &[u64]) {
    into.iter_mut()
        .zip(more)
        .for_each(|(into, more)| add(into, *more));
}

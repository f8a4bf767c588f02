//! Sums over many games, as whole numbers: the order in which games are added changes nothing.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::simulate::labels::{Labels, NONE, USES};
use crate::simulate::record::Facts;
use explain::cut::Cuts;

/// How many numbers there are of each size.
pub type Histogram = BTreeMap<u32, u64>;

/// Finished games by how many players belong to a group: `[i][0]` games with `i` of them and none the winner,
/// `[i][1]` games with `i` of them, one the winner. As long as there are players, and one.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Groups(pub Vec<[u64; 2]>);

/// One use of one card.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Used {
    /// How often, in all games.
    pub times: u64,
    /// Players who had that use of the card at least once.
    pub players: Groups,
}

/// What came of many games.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
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
    pub cards: Vec<Vec<Used>>,
    /// By sort of counters, put and taken.
    #[serde(default)]
    pub counters: Vec<[Used; 2]>,
}

impl Counts {
    /// No games yet.
    pub fn new(labels: &Labels, players: u8) -> Counts {
        let players = usize::from(players);
        let groups = || Groups(vec![[0; 2]; players + 1]);
        let used = || Used {
            times: 0,
            players: groups(),
        };
        Counts {
            finished: 0,
            unfinished: 0,
            draws: 0,
            wins: vec![0; players],
            ways: vec![vec![0; players]; labels.ways.len()],
            victories: labels.victories.iter().map(|_| groups()).collect(),
            turns: Histogram::new(),
            decisions: Histogram::new(),
            cuts: Cuts::default(),
            cards: labels
                .cards
                .iter()
                .map(|_| (0..USES).map(|_| used()).collect())
                .collect(),
            counters: labels.counters.iter().map(|_| [used(), used()]).collect(),
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
        self.add_victories(facts, winner);
        for (card, all) in self.cards.iter_mut().enumerate() {
            add_uses(all, facts.players, winner, |seat| {
                facts.uses(seat, card).map(u64::from)
            });
        }
        for (sort, all) in self.counters.iter_mut().enumerate() {
            add_uses(all, facts.players, winner, |seat| {
                facts.counters(seat, sort).map(u64::from)
            });
        }
    }

    fn add_victories(&mut self, facts: &Facts, winner: Option<usize>) {
        let Some(winner) = winner else { return };
        let held = &facts.victories[..usize::from(facts.players)];
        for (victory, groups) in (0..NONE).zip(&mut self.victories) {
            let holders = held.iter().filter(|other| **other == victory).count();
            groups.0[holders][usize::from(held[winner] == victory)] += 1;
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
        let own = self
            .cards
            .iter_mut()
            .flatten()
            .chain(self.counters.iter_mut().flatten());
        for (into, from) in own.zip(
            other
                .cards
                .iter()
                .flatten()
                .chain(other.counters.iter().flatten()),
        ) {
            add(&mut into.times, from.times);
            into.players.merge(&from.players);
        }
    }

    /// They have the lengths that counts of those labels have.
    pub fn fit(&self, labels: &Labels, players: u8) -> bool {
        let seats = usize::from(players);
        let groups = |groups: &Groups| groups.0.len() == seats + 1;
        self.wins.len() == seats
            && self.cuts.fit(self.games())
            && self.ways.len() == labels.ways.len()
            && self.ways.iter().all(|way| way.len() == seats)
            && self.victories.len() == labels.victories.len()
            && self.victories.iter().all(groups)
            && self.cards.len() == labels.cards.len()
            && self
                .cards
                .iter()
                .all(|uses| uses.len() == USES && uses.iter().all(|used| groups(&used.players)))
            && self.counters.len() == labels.counters.len()
            && self
                .counters
                .iter()
                .flatten()
                .all(|used| groups(&used.players))
    }
}

/// Adds how often each use of one thing happened to each seat in a game.
fn add_uses<const N: usize>(
    all: &mut [Used],
    players: u8,
    winner: Option<usize>,
    uses: impl Fn(usize) -> [u64; N],
) {
    let mut users = [0usize; N];
    for seat in 0..usize::from(players) {
        for (index, times) in uses(seat).into_iter().enumerate() {
            add(&mut all[index].times, times);
            users[index] += usize::from(times > 0);
        }
    }
    let Some(winner) = winner else { return };
    for ((used, users), own) in all.iter_mut().zip(users).zip(uses(winner)) {
        used.players.0[users][usize::from(own > 0)] += 1;
    }
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

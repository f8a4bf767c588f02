//! What a simulation was made from: enough to make it again, and to tell which files belong together.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::Xxh3Default;

use crate::simulate::job::Job;
use engine::Script;
use explain::names::draft_names;
use rules::ir::{Dispute, VictoryDeal};

/// The first word of every file.
pub const FORMAT: &str = "brink-simulation 2";

/// Which game was played.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct GameId {
    /// The recipe's id.
    pub recipe: String,
    /// See [`set_hash`].
    pub set_hash: String,
    /// The kinds of a draft; empty for any other recipe.
    pub kinds: Vec<String>,
    pub disputes: BTreeMap<String, String>,
}

/// Who sat in a seat.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Player {
    /// As the command line names it.
    pub bot: String,
    pub version: String,
}

/// One of several parts of a simulation, counted from 1.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Shard {
    pub number: u64,
    pub of: u64,
}

/// What is not a shard.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("`{0}` is not a shard: write K/N, for example 1/8, with K from 1 to N")]
pub struct NoShard(String);

/// See the top of the file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// [`FORMAT`].
    pub format: String,
    /// Brink's version.
    pub program: String,
    pub game: GameId,
    /// The game it is compared with.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub other: Option<GameId>,
    /// By seat.
    pub players: Vec<Player>,
    /// Random seed of the first game; each further game adds one.
    pub seed: u64,
    /// How many games the whole simulation has.
    pub games: u64,
    /// Stop a game after this many turns.
    pub limit: u32,
    /// The same seed gives the same game: no bot has a time to think.
    pub repeatable: bool,
    /// Which games this file holds: from, up to and without, counted from 0; in order, apart from each other.
    pub covers: Vec<[u64; 2]>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub shard: Option<Shard>,
}

impl GameId {
    /// That of the rules.
    pub fn of(script: &Script) -> GameId {
        let rules = &script.rules;
        let kinds = if rules.drafted {
            draft_names(script)
        } else {
            Vec::new()
        };
        let value = |dispute: &Dispute| dispute.values[usize::from(dispute.value)].0.clone();
        GameId {
            recipe: rules.game.clone(),
            set_hash: set_hash(script),
            kinds: kinds.into_iter().map(str::to_string).collect(),
            disputes: rules
                .disputes
                .iter()
                .map(|dispute| (dispute.name.clone(), value(dispute)))
                .collect(),
        }
    }
}

/// A fingerprint of all that a game is made of, such as `xxh3-0123456789abcdef`: the texts of its set files, wherever
/// they lie, the kinds and copies of its deck, how it is dealt, its tallies and the answers to its disputes. It is XXH3
/// with 64 bits, as hexadecimal digits.
pub fn set_hash(script: &Script) -> String {
    let rules = &script.rules;
    let mut hash = Xxh3Default::new();
    let mut part = |text: &str| {
        hash.update(&(text.len() as u64).to_le_bytes());
        hash.update(text.as_bytes());
    };
    // A file's place in the list depends on which text needs it first.
    let mut texts: Vec<&str> = rules.sources.iter().map(|source| &*source.text).collect();
    texts.sort_unstable();
    texts.into_iter().for_each(&mut part);
    for kind in &rules.kinds {
        part(&kind.set);
        kind.buildings
            .iter()
            .chain(&kind.action)
            .for_each(|face| part(&rules.faces[face.index()].label));
        part(&kind.copies.to_string());
    }
    part(match rules.victory_deal {
        VictoryDeal::Same => "same",
        VictoryDeal::Random => "random",
    });
    [rules.hand, rules.shields, rules.second_player_extra]
        .iter()
        .for_each(|number| part(&number.to_string()));
    if rules.draws != 1 {
        part(&format!("draws {}", rules.draws));
    }
    if rules.plays != 1 {
        part(&format!("plays {}", rules.plays));
    }
    rules.tallies.iter().for_each(|tally| part(&tally.name));
    for dispute in &rules.disputes {
        part(&dispute.name);
        part(&dispute.values[usize::from(dispute.value)].0);
    }
    format!("xxh3-{:016x}", hash.digest())
}

impl Header {
    /// The header of a simulation of so many games, of which the job is that part; nothing is played yet.
    pub fn new(job: &Job, games: u64, shard: Option<Shard>) -> Header {
        let players = job
            .bots
            .names()
            .into_iter()
            .map(|(bot, version)| Player { bot, version });
        Header {
            format: FORMAT.to_string(),
            program: env!("CARGO_PKG_VERSION").to_string(),
            game: GameId::of(&job.script),
            other: job.other.as_deref().map(GameId::of),
            players: players.collect(),
            seed: job.seed,
            games,
            limit: job.limit,
            repeatable: job.bots.repeatable(),
            covers: Vec::new(),
            shard,
        }
    }

    /// How many games the file holds.
    pub fn covered(&self) -> u64 {
        self.covers.iter().fold(0, |sum: u64, [from, to]| {
            sum.saturating_add(to.saturating_sub(*from))
        })
    }

    /// All games of the simulation are there.
    pub fn complete(&self) -> bool {
        self.covers == [[0, self.games]]
    }
}

impl Shard {
    /// Its games, counted from 0: from, up to and without. Together the shards hold every game once.
    pub fn range(self, games: u64) -> [u64; 2] {
        let cut =
            |number: u64| (u128::from(games) * u128::from(number) / u128::from(self.of)) as u64;
        [cut(self.number - 1), cut(self.number)]
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}/{}", self.number, self.of)
    }
}

impl FromStr for Shard {
    type Err = NoShard;

    fn from_str(text: &str) -> Result<Shard, NoShard> {
        let parts = text
            .split_once('/')
            .and_then(|(number, of)| Some((number.parse().ok()?, of.parse().ok()?)));
        match parts {
            Some((number, of)) if 1 <= number && number <= of => Ok(Shard { number, of }),
            _ => Err(NoShard(text.to_string())),
        }
    }
}

impl From<Shard> for String {
    fn from(shard: Shard) -> String {
        shard.to_string()
    }
}

impl TryFrom<String> for Shard {
    type Error = NoShard;

    fn try_from(text: String) -> Result<Shard, NoShard> {
        text.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::Shard;

    #[test]
    fn shards_hold_every_game_once() {
        for (games, of) in [(10, 3), (2, 5), (1000, 7), (0, 2), (u64::MAX, 64)] {
            let ranges: Vec<[u64; 2]> = (1..=of)
                .map(|number| Shard { number, of }.range(games))
                .collect();
            assert_eq!((ranges[0][0], ranges[ranges.len() - 1][1]), (0, games));
            assert!(
                ranges
                    .windows(2)
                    .all(|two| two[0][1] == two[1][0] && two[0][0] <= two[0][1])
            );
        }
    }

    #[test]
    fn what_is_no_shard_is_refused() {
        for text in ["", "1", "0/4", "5/4", "a/b", "1/0", "-1/2"] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
        assert_eq!("2/8".parse(), Ok(Shard { number: 2, of: 8 }));
    }
}

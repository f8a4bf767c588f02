//! An arena's record: JSON lines, a header that says what is played and one line a deal, so that it can be gone on with.

use serde::{Deserialize, Serialize};

use crate::board::Seat;
use crate::rules::ir::Rules;
use crate::table::arena::{End, Schedule};

/// The first line: results of different arenas are not to be mixed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The version of the record's format.
    pub arena: u32,
    pub recipe: String,
    /// Changes with every change of a card text, a dispute's value or the list of cards.
    pub rules: String,
    pub players: usize,
    /// In the order in which they were named, without repetitions.
    pub bots: Vec<String>,
    /// As many: how the bots choose may change from one version to the next.
    pub versions: Vec<String>,
    pub seed: u64,
    pub limit: u32,
}

impl Header {
    /// The header of an arena.
    pub fn of(schedule: &Schedule, rules: &Rules) -> Header {
        let bots = &schedule.plan.bots;
        Header {
            arena: 1,
            recipe: rules.game.clone(),
            rules: fingerprint(rules),
            players: schedule.plan.lineups.first().map_or(0, Vec::len),
            bots: bots.iter().map(ToString::to_string).collect(),
            versions: bots.iter().map(|bot| bot.version().to_string()).collect(),
            seed: schedule.seed,
            limit: schedule.limit,
        }
    }

    /// What differs between two headers, in words.
    pub fn difference(&self, other: &Header) -> Option<&'static str> {
        let pairs = [
            (self.arena == other.arena, "another version of the format"),
            (self.recipe == other.recipe, "another recipe"),
            (self.rules == other.rules, "other cards or disputes"),
            (self.players == other.players, "another number of players"),
            (self.bots == other.bots, "other bots"),
            (self.versions == other.versions, "other versions of the bots"),
            (self.seed == other.seed, "another seed"),
            (self.limit == other.limit, "another limit of turns"),
        ];
        pairs.into_iter().find(|(same, _)| !same).map(|(_, what)| what)
    }
}

/// A line: the games of one deal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Played {
    pub deal: u64,
    pub seed: u64,
    /// By game the winning seat, counted from 1; 0 when nobody has won.
    pub winners: Vec<u8>,
    pub turns: Vec<u32>,
}

impl Played {
    /// The line of a deal.
    pub fn of(schedule: &Schedule, deal: u64, ends: &[End]) -> Played {
        Played {
            deal,
            seed: schedule.seed_of(deal),
            winners: ends.iter().map(|end| end.winner.map_or(0, |seat| seat.0 + 1)).collect(),
            turns: ends.iter().map(|end| end.turns).collect(),
        }
    }

    /// The games; nothing when the line is not one of that plan's.
    pub fn ends(&self, schedule: &Schedule) -> Option<Vec<End>> {
        let lineups = &schedule.plan.lineups;
        let players = lineups.first().map_or(0, Vec::len);
        let sound = self.winners.len() == lineups.len()
            && self.turns.len() == lineups.len()
            && self.seed == schedule.seed_of(self.deal)
            && self.winners.iter().all(|winner| usize::from(*winner) <= players);
        let end = |(winner, turns): (&u8, &u32)| End { winner: winner.checked_sub(1).map(Seat), turns: *turns };
        sound.then(|| self.winners.iter().zip(&self.turns).map(end).collect())
    }
}

/// Why a record cannot be gone on with.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unreadable {
    #[error("line {0} is no line of an arena's record")]
    Line(usize),
    #[error("the record is of {0}")]
    Other(&'static str),
}

/// Reads a record of this very arena: its deals, and how many bytes of the text they take. A last line that was cut off
/// is left out.
///
/// # Errors
/// The first line that does not belong there.
pub fn read_record(text: &str, header: &Header, schedule: &Schedule) -> Result<(Vec<Vec<End>>, usize), Unreadable> {
    let mut lines = text.split_inclusive('\n').take_while(|line| line.ends_with('\n')).enumerate();
    let mut length = 0;
    let Some((_, first)) = lines.next() else { return Ok((Vec::new(), 0)) };
    let written: Header = serde_json::from_str(first).map_err(|_| Unreadable::Line(1))?;
    if let Some(what) = header.difference(&written) {
        return Err(Unreadable::Other(what));
    }
    length += first.len();
    let mut deals = Vec::new();
    for (number, line) in lines {
        let played: Option<Played> = serde_json::from_str(line).ok();
        let played = played.filter(|played| played.deal == deals.len() as u64);
        let ends = played.and_then(|played| played.ends(schedule)).ok_or(Unreadable::Line(number + 1))?;
        deals.push(ends);
        length += line.len();
    }
    Ok((deals, length))
}

/// A number that changes with every change of a card text, a dispute's value or the list of cards: FNV-1a over them,
/// sixteen hexadecimal digits.
///
/// The kinds that a seed drew for a draft are not in it.
pub fn fingerprint(rules: &Rules) -> String {
    let mut hash = 0xcbf2_9ce4_8422_2325u64;
    let mut add = |text: &str| {
        for byte in text.bytes().chain([0]) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    };
    add(&rules.game);
    rules.sources.iter().for_each(|source| add(&source.text));
    for dispute in &rules.disputes {
        add(&dispute.name);
        add(&dispute.values[usize::from(dispute.value)].0);
    }
    if !rules.drafted {
        for kind in &rules.kinds {
            kind.buildings.iter().chain(&kind.action).for_each(|face| add(&rules.faces[face.index()].label));
            add(&kind.copies.to_string());
        }
    }
    format!("{hash:016x}")
}

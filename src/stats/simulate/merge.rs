//! Joins the files of shards; those that do not belong together are refused.

use crate::simulate::file::Simulation;
use crate::simulate::header::{GameId, Header, Player};

/// Why files cannot be joined. Files are given by their names.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Misfit {
    #[error("there is nothing to join")]
    Nothing,
    #[error(
        "`{file}` does not belong with `{first}`: it has {what} of its own, {theirs} instead of {ours}"
    )]
    Differs {
        file: String,
        first: String,
        what: &'static str,
        theirs: String,
        ours: String,
    },
    #[error("the games {from} to {to} are in `{first}` and in `{second}`")]
    Twice {
        first: String,
        second: String,
        from: u64,
        to: u64,
    },
    #[error("the games {0} are missing")]
    Missing(String),
}

/// Joins simulations, each with the name of its file. With `partial`, some may be missing.
///
/// # Errors
/// [`Misfit`].
pub fn merge(files: Vec<(String, Simulation)>, partial: bool) -> Result<Simulation, Misfit> {
    let Some(((first, base), rest)) = files
        .split_first()
        .map(|(first, rest)| (first.clone(), rest))
    else {
        return Err(Misfit::Nothing);
    };
    for (name, simulation) in rest {
        if let Some((what, theirs, ours)) = difference(simulation, &base) {
            return Err(Misfit::Differs {
                file: name.clone(),
                first,
                what,
                theirs,
                ours,
            });
        }
    }
    let covers = joined(&files)?;
    let mut whole = base;
    for (_, simulation) in rest {
        whole.game.counts.merge(&simulation.game.counts);
        if let (Some(into), Some(from)) = (&mut whole.other, &simulation.other) {
            into.part.counts.merge(&from.part.counts);
            into.paired.merge(&from.paired);
        }
        whole.seconds += simulation.seconds;
    }
    whole.header.covers = covers;
    if files.len() > 1 || whole.header.complete() {
        whole.header.shard = None;
    }
    let missing = missing(&whole.header);
    match missing.is_empty() || partial {
        true => Ok(whole),
        false => Err(Misfit::Missing(missing.join(", "))),
    }
}

/// What is not the same, with its value there and here.
fn difference(there: &Simulation, here: &Simulation) -> Option<(&'static str, String, String)> {
    let (theirs, ours) = (&there.header, &here.header);
    let seats = |header: &Header| {
        let seat = |player: &Player| format!("{} ({})", player.bot, player.version);
        header
            .players
            .iter()
            .map(seat)
            .collect::<Vec<_>>()
            .join(", ")
    };
    let disputes = |game: &GameId| {
        let each = game
            .disputes
            .iter()
            .map(|(name, value)| format!("{name}={value}"));
        each.collect::<Vec<_>>().join(" ")
    };
    let none = || "none".to_string();
    let other =
        |header: &Header, of: fn(&GameId) -> String| header.other.as_ref().map_or_else(none, of);
    let named = |game: &GameId| game.recipe.clone();
    let hash = |game: &GameId| game.set_hash.clone();
    let parts = [
        ("a recipe", named(&theirs.game), named(&ours.game)),
        (
            "answers to disputes",
            disputes(&theirs.game),
            disputes(&ours.game),
        ),
        (
            "drafted kinds",
            theirs.game.kinds.join(", "),
            ours.game.kinds.join(", "),
        ),
        ("a set hash", hash(&theirs.game), hash(&ours.game)),
        (
            "a recipe to compare with",
            other(theirs, named),
            other(ours, named),
        ),
        (
            "a set hash to compare with",
            other(theirs, hash),
            other(ours, hash),
        ),
        ("players", seats(theirs), seats(ours)),
        (
            "a first seed",
            theirs.seed.to_string(),
            ours.seed.to_string(),
        ),
        (
            "a number of games",
            theirs.games.to_string(),
            ours.games.to_string(),
        ),
        (
            "a turn limit",
            theirs.limit.to_string(),
            ours.limit.to_string(),
        ),
        (
            "a version of Brink",
            theirs.program.clone(),
            ours.program.clone(),
        ),
    ];
    if let Some(found) = parts.into_iter().find(|(_, theirs, ours)| theirs != ours) {
        return Some(found);
    }
    let labels = |simulation: &Simulation| {
        let other = simulation.other.as_ref();
        (
            simulation.game.labels.clone(),
            other.map(|other| (other.part.labels.clone(), other.pair_labels.clone())),
        )
    };
    (labels(there) != labels(here) || theirs.other != ours.other)
        .then(|| ("labels", "others".to_string(), "the same".to_string()))
}

/// All games that the files hold, in order.
fn joined(files: &[(String, Simulation)]) -> Result<Vec<[u64; 2]>, Misfit> {
    let each = files.iter().flat_map(|(name, simulation)| {
        simulation
            .header
            .covers
            .iter()
            .map(move |range| (*range, name))
    });
    let mut ranges: Vec<([u64; 2], &String)> = each.collect();
    ranges.sort_by_key(|(range, _)| *range);
    let mut joined: Vec<[u64; 2]> = Vec::new();
    let mut last = None;
    for ([from, to], name) in ranges {
        match (joined.last_mut(), last) {
            (Some([_, end]), Some(first)) if from < *end => {
                let to = to.min(*end) - 1;
                return Err(Misfit::Twice {
                    first: String::clone(first),
                    second: name.clone(),
                    from,
                    to,
                });
            }
            (Some([_, end]), _) if from == *end => *end = to,
            _ => joined.push([from, to]),
        }
        last = Some(name);
    }
    Ok(joined)
}

/// The games that are missing, as `from to to`.
fn missing(header: &Header) -> Vec<String> {
    let mut next = 0;
    let mut missing = Vec::new();
    for [from, to] in header
        .covers
        .iter()
        .copied()
        .chain([[header.games, header.games]])
    {
        if next < from {
            missing.push(format!("{next} to {}", from - 1));
        }
        next = to;
    }
    missing
}

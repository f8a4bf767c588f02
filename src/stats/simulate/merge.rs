//! Joins the files of shards; those that do not belong together are refused.

use crate::simulate::file::Simulation;
use crate::simulate::header::Header;
use itertools::Itertools;
use serde_json::Value;

/// Why files cannot be joined. Files are given by their names.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Misfit {
    #[error("there is nothing to merge")]
    Nothing,
    #[error("`{file}` does not belong with `{first}`: it has {what}")]
    Differs {
        file: String,
        first: String,
        what: String,
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
        if let Some(what) = difference(simulation, &base) {
            return Err(Misfit::Differs {
                file: name.clone(),
                first,
                what,
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
    if missing.is_empty() || partial {
        Ok(whole)
    } else {
        Err(Misfit::Missing(missing.join(", ")))
    }
}

/// What is called how where it is not the same.
const PARTS: [(&str, &str); 11] = [
    ("/game/recipe", "another recipe"),
    ("/game/disputes", "other answers to disputes"),
    ("/game/kinds", "other drafted kinds"),
    ("/game/set_hash", "another set hash"),
    ("/other/recipe", "another recipe to compare with"),
    ("/other/set_hash", "another set hash to compare with"),
    ("/players", "other players"),
    ("/seed", "another first seed"),
    ("/games", "another number of games"),
    ("/limit", "another turn limit"),
    ("/program", "another version of Brink"),
];

/// What is not the same, with its value there and here.
fn difference(there: &Simulation, here: &Simulation) -> Option<String> {
    let [theirs, ours] = [there, here].map(|simulation| {
        serde_json::to_value(&simulation.header).expect("a header is made of texts and numbers")
    });
    let differs = |(part, what): &(&str, &str)| {
        let [theirs, ours] = [&theirs, &ours]
            .map(|header| header.pointer(part).map_or("none".to_string(), in_words));
        (theirs != ours).then(|| format!("{what}, {theirs} instead of {ours}"))
    };
    let labels = |simulation: &Simulation| {
        let other = simulation.other.as_ref();
        (
            simulation.game.labels.clone(),
            other.map(|other| (other.part.labels.clone(), other.pair_labels.clone())),
        )
    };
    PARTS.iter().find_map(differs).or_else(|| {
        (labels(there) != labels(here) || there.header.other != here.header.other)
            .then(|| "counts of other things".to_string())
    })
}

/// A part of a header.
fn in_words(part: &Value) -> String {
    let joined = |all: &mut dyn Iterator<Item = String>, by| all.join(by);
    match part {
        Value::String(text) => text.clone(),
        Value::Array(all) => joined(&mut all.iter().map(in_words), ", "),
        Value::Object(player) if player.contains_key("bot") => {
            format!(
                "{} ({})",
                in_words(&player["bot"]),
                in_words(&player["version"])
            )
        }
        Value::Object(disputes) => {
            let each = disputes.iter();
            joined(
                &mut each.map(|(name, value)| format!("{name}={}", in_words(value))),
                " ",
            )
        }
        number => number.to_string(),
    }
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

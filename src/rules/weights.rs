//! How much what lies on a table counts for bots that judge it: learned by `brink train`, and told by a recipe.

use std::fmt::Write;

use toml::de::{DeTable, DeValue};

use super::document::document;
use super::error::{FaultName, Problem, Report};
use super::ir::weights::{PARTS, Part, WEIGHTS};
use super::table::{Entry, Reader, Table};
use text::Source;

pub use super::ir::weights::Weights;

/// What is looked at has this number: weights for anything else are none for it.
const VERSION: u8 = 1;

/// Weights, and the game that they are for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OfGame {
    /// The recipe's id.
    pub game: String,
    /// What was learned for it.
    pub weights: Weights,
}

impl OfGame {
    /// As a file of their own, or the end of a recipe; `learned` says from what, in a line.
    pub fn written(&self, learned: &str) -> String {
        let mut text = format!(
            "# {learned}\n[weights]\nversion = {VERSION}\ngame = \"{}\"\n",
            self.game
        );
        let mut at = 0;
        for Part { name, count, about } in PARTS {
            let numbers: Vec<String> = self.weights.0[at..at + count]
                .iter()
                .map(|weight| format!("{weight:.3}"))
                .collect();
            at += count;
            let value = if count == 1 {
                numbers[0].clone()
            } else {
                format!("[{}]", numbers.join(", "))
            };
            writeln!(text, "{name} = {value} # {about}").expect("a text takes all");
        }
        text
    }

    /// A text has weights and nothing else: it is such a file, rather than one of cards.
    pub fn is_alone_in(text: &str) -> bool {
        DeTable::parse(text).is_ok_and(|table| {
            table.get_ref().keys().all(|key| key.get_ref() == "weights")
                && !table.get_ref().is_empty()
        })
    }

    /// Reads such a file.
    ///
    /// # Errors
    /// All that is wrong with it.
    pub fn read(source: &Source) -> Result<OfGame, Report> {
        // What is no TOML is no file of cards that somebody has written: where files of weights come from is said.
        const HELP: &str =
            "write weights in TOML with `brink train RECIPE --out FILE`: see `docs/bots.md`";
        let mut report = Report::default();
        let Some(document) = document(source, HELP, &mut report) else {
            return Err(report);
        };
        let reader = Reader::new(source);
        let mut table = Table::of_file(&reader, "a weights file", &document);
        let entry = table.need("weights");
        let found = entry.and_then(|entry| of_game(&entry, None));
        table.finish();
        reader.finish(&mut report);
        match found {
            Some(found) if report.faults.is_empty() => Ok(found),
            _ => Err(report),
        }
    }
}

/// Those of a recipe with that id.
pub(super) fn read(entry: &Entry, id: &str) -> Option<Weights> {
    of_game(entry, Some(id)).map(|found| found.weights)
}

fn of_game(entry: &Entry, id: Option<&str>) -> Option<OfGame> {
    let mut table = entry.table_called("`[weights]`")?;
    let reader = entry.reader;
    let fault = |place, said: &str| {
        let help = "learn them again: `brink train RECIPE --out FILE`";
        reader.add(
            place,
            Problem::new(FaultName::WrongWeights, said, "here", help),
        );
    };
    let before = reader.faults();
    if let Some(entry) = table.need("version")
        && entry.whole_number(0) != Some(VERSION)
    {
        let said = "these weights are for another version of Brink, which measures other things";
        fault(entry.place(), said);
    }
    let place = table.place_of("game");
    let game = table.needed_string("game");
    if let (Some(game), Some(id)) = (&game, id)
        && game.node != id
    {
        fault(place, "these weights were learned for another recipe");
    }
    let mut weights = Vec::with_capacity(WEIGHTS);
    for Part { name, count, .. } in PARTS {
        let entry = table.need(name);
        let numbers = entry.and_then(|entry| match numbers(entry.value, count) {
            Some(numbers) => Some(numbers),
            None if count == 1 => entry.wrong("a number from -1000 to 1000"),
            None => entry.wrong(&format!("a list of {count} numbers from -1000 to 1000")),
        });
        weights.extend(numbers.unwrap_or_default());
    }
    table.finish();
    let weights = weights.try_into().ok().map(Weights);
    Some(OfGame {
        game: game?.node,
        weights: weights.filter(|_| reader.faults() == before)?,
    })
}

fn numbers(value: &DeValue, count: usize) -> Option<Vec<f32>> {
    match value {
        DeValue::Array(array) if count > 1 && array.len() == count => {
            array.iter().map(|item| one(item.get_ref())).collect()
        }
        _ if count == 1 => one(value).map(|number| vec![number]),
        _ => None,
    }
}

fn one(value: &DeValue) -> Option<f32> {
    let number: f32 = match value {
        DeValue::Float(number) => number.as_str().parse().ok()?,
        DeValue::Integer(number) if number.radix() == 10 => number.as_str().parse().ok()?,
        _ => return None,
    };
    // What is no number lies in no range.
    (-1000.0..=1000.0).contains(&number).then_some(number)
}

//! How much what lies on a table counts for bots that judge it: learned by `brink train`, and told by a recipe.

use std::fmt::Write;

use toml::de::{DeTable, DeValue};

use super::document::document;
use super::error::{Problem, Report};
use super::ir::weights::{PARTS, Part, SOON, STEPS, WEIGHTS};
use super::table::{Table, Value, span_of, wrong};
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
        let mut report = Report::default();
        let Some(document) = document(source, &mut report) else {
            return Err(no_weights(report));
        };
        let mut table = Table::new(
            source,
            "a file of weights",
            span_of(&document),
            document.get_ref(),
        );
        let found = match table.take("weights") {
            Some((_, value)) => of_game(source, value, None, &mut report),
            None => {
                table.missing("weights", &mut report);
                None
            }
        };
        table.finish(&mut report);
        report.sort_from(0);
        match found {
            Some(found) if report.faults.is_empty() => Ok(found),
            _ => Err(report),
        }
    }
}

/// What is no TOML is no file of cards that somebody has written: where files of weights come from is said.
fn no_weights(mut report: Report) -> Report {
    for fault in &mut report.faults {
        if let Problem::Toml(reason) = &mut fault.problem {
            let help = "`brink train RECIPE --out FILE` writes files of weights, in TOML: see `docs/bots.md`";
            let (reason, help) = (std::mem::take(reason), Some(help.to_string()));
            fault.problem = Problem::Syntax {
                reason,
                help,
                within: None,
                fix: None,
            };
        }
    }
    report
}

/// Those of a recipe with that id.
pub(super) fn read(
    source: &Source,
    value: &Value,
    id: &str,
    report: &mut Report,
) -> Option<Weights> {
    of_game(source, value, Some(id), report).map(|found| found.weights)
}

fn of_game(
    source: &Source,
    value: &Value,
    id: Option<&str>,
    report: &mut Report,
) -> Option<OfGame> {
    let DeValue::Table(inner) = value.get_ref() else {
        wrong(source, "weights", value, "a table", report);
        return None;
    };
    let mut table = Table::new(source, "`[weights]`", span_of(value), inner);
    let before = report.faults.len();
    match table.take("version") {
        None => table.missing("version", report),
        Some((word, value)) => match value.get_ref() {
            DeValue::Integer(number) if number.as_str().parse() == Ok(VERSION) => {}
            _ => {
                let said =
                    "these weights are of another version: this program looks at other things";
                report.add(source, word.span.to(span_of(value)), Problem::Weights(said));
            }
        },
    }
    let place = table.place_of("game");
    let game = table.needed_string("game", report);
    if let (Some(game), Some(id)) = (&game, id)
        && game.node != id
    {
        report.add(
            source,
            place,
            Problem::Weights("these weights were learned for another game than this recipe"),
        );
    }
    let mut weights = [0.0; WEIGHTS];
    let mut at = 0;
    for Part { name, count, .. } in PARTS {
        match table.take(name) {
            None => table.missing(name, report),
            Some((word, value)) => match numbers(value, count) {
                Some(numbers) => weights[at..at + count].copy_from_slice(&numbers),
                None => wrong(source, &word.node, value, wanted(count), report),
            },
        }
        at += count;
    }
    table.finish(report);
    (report.faults.len() == before).then_some(OfGame {
        game: game?.node,
        weights: Weights(weights),
    })
}

fn wanted(count: usize) -> &'static str {
    match count {
        STEPS => "a list of 7 numbers from -1000 to 1000",
        SOON => "a list of 4 numbers from -1000 to 1000",
        _ => "a number from -1000 to 1000",
    }
}

fn numbers(value: &Value, count: usize) -> Option<Vec<f32>> {
    match value.get_ref() {
        DeValue::Array(array) if count > 1 && array.len() == count => {
            array.iter().map(one).collect()
        }
        _ if count == 1 => one(value).map(|number| vec![number]),
        _ => None,
    }
}

fn one(value: &Value) -> Option<f32> {
    let number: f32 = match value.get_ref() {
        DeValue::Float(number) => number.as_str().parse().ok()?,
        DeValue::Integer(number) if number.radix() == 10 => number.as_str().parse().ok()?,
        _ => return None,
    };
    // What is no number lies in no range.
    (-1000.0..=1000.0).contains(&number).then_some(number)
}

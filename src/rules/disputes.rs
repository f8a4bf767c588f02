//! Questions that tables answer differently, out of TOML.

use super::error::{Problem, Report, near};
use super::file::SetFile;
use super::ir;
use super::names::Names;
use super::plan::Plan;
use super::table::{Table, string, wrong};
use lang::ast::Word;
use text::Source;

/// A question that tables answer differently.
#[derive(Debug, Clone)]
pub struct DisputeText {
    /// What it is called.
    pub name: Word,
    /// The ids of the rules that it is about.
    pub rules: Vec<String>,
    /// What is asked.
    pub question: String,
    /// Value and meaning; the default first.
    pub values: Vec<(String, String)>,
}

/// Reads `[dispute.NAME]`.
pub(super) fn dispute(
    source: &Source,
    name: Word,
    mut section: Table,
    report: &mut Report,
) -> Option<DisputeText> {
    let rules = section
        .strings("rules", report)
        .into_iter()
        .map(|rule| rule.node)
        .collect();
    let question = section.needed_string("question", report);
    let default = section.needed_string("default", report);
    let mut values = Vec::new();
    match section.take("values") {
        Some((word, value)) => {
            let mut table = section.subtable("values", value, report)?;
            for (key, value) in table.rest() {
                if let Some(meaning) = string(source, &key.node, value, report) {
                    values.push((key.node, meaning.node));
                }
            }
            if values.len() < 2 {
                wrong(
                    source,
                    &word.node,
                    value,
                    "a table of two or more values",
                    report,
                );
            }
        }
        None => section.missing("values", report),
    }
    section.finish(report);
    let (question, default) = (question?, default?);
    match values.iter().position(|(value, _)| *value == default.node) {
        Some(at) => values[..=at].rotate_right(1),
        None => {
            let problem = Problem::NoValue {
                help: near(
                    &default.node,
                    values.iter().map(|(value, _)| value.as_str()),
                ),
                name: default.node,
                dispute: name.node.clone(),
            };
            report.add(source, default.span, problem);
            return None;
        }
    }
    Some(DisputeText {
        name,
        rules,
        question: question.node,
        values,
    })
}

impl DisputeText {
    /// The dispute of a game in which it has that value.
    pub(super) fn settled(&self, value: u8) -> ir::Dispute {
        ir::Dispute {
            name: self.name.node.clone(),
            rules: self.rules.clone(),
            question: self.question.clone(),
            values: self.values.clone(),
            value,
        }
    }
}

/// The disputes of a game: of files without cards, of its sets, and whatever its texts ask for.
pub(super) fn of_game(
    files: &[SetFile],
    names: &Names,
    plan: &Plan,
    asked: &[usize],
) -> Vec<ir::Dispute> {
    let mut disputes = Vec::new();
    for (at, file) in files.iter().enumerate() {
        for dispute in &file.disputes {
            let name = &dispute.name.node;
            let number = names.disputes.iter().position(|(known, _)| known == name);
            let number = number.expect("names.rs collected every dispute");
            if file.cards.is_empty() || plan.sets.contains(&at) || asked.contains(&number) {
                let value = u8::try_from(plan.disputes[number]).expect("a dispute has few values");
                disputes.push(dispute.settled(value));
            }
        }
    }
    disputes
}

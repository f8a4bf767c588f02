//! Checks texts: finds every name, settles every type, and says all that can be wrong before a game.

mod abilities;
mod buildings;
mod calls;
mod choices;
mod clause;
mod cond;
mod deck;
mod deed;
mod face;
mod happening;
mod item;
mod needs;
mod number;
mod pending;
mod places;
mod pronoun;
mod readings;
mod scope;
mod secrecy;
mod set;
mod standing;
mod statement;
mod values;
mod words;

use crate::error::Report;
use crate::file::{SetFile, in_statements};
use crate::names::Names;
use crate::tree::{Checked, CheckedSet};
use calls::calls;
use face::{action, building};
use scope::{Place, Scope};
use secrecy::secrecy;
use text::Source;
use words::{crisis, keyword, mark, switch, tally};

/// A file under check.
#[derive(Clone, Copy)]
pub(super) struct In<'a> {
    pub(super) names: &'a Names,
    pub(super) source: &'a Source,
    /// Where it is written, and whose words it means: of a variant's texts that may be two files.
    pub(super) file: usize,
    pub(super) space: usize,
}

/// Checks all texts. Where something is wrong, what is returned is incomplete.
pub(crate) fn files(files: &[SetFile], names: &Names, report: &mut Report) -> Checked {
    let (mut checked, files) = (Checked::default(), &in_statements(files, report));
    let faults = report.faults.len();
    calls(files, names, report);
    let all_end = report.faults.len() == faults;
    for (at, set) in files.iter().enumerate() {
        let file = In {
            names,
            source: &set.source,
            file: at,
            space: at,
        };
        // What a variant has from another file stands there, but means the words of the variant.
        let from = |origin: Option<usize>| {
            origin.map_or(file, |origin| In {
                source: &files[origin].source,
                file: origin,
                ..file
            })
        };
        let mut faults = Report::default();
        checked.sets.push(CheckedSet {
            buildings: set
                .buildings
                .iter()
                .filter_map(|face| building(from(face.origin), face, &mut faults))
                .collect(),
            actions: set
                .actions
                .iter()
                .filter_map(|face| action(from(face.origin), face, &mut faults))
                .collect(),
        });
        let keywords = set
            .keywords
            .iter()
            .filter_map(|text| keyword(from(text.origin), text, &mut faults));
        checked.keywords.extend(keywords);
        report.faults.append(&mut faults.faults);
        for text in &set.tallies {
            checked
                .tallies
                .push((tally(file, text, report), text.wins_at));
        }
        if let Some(text) = &set.crisis {
            checked.crisis = crisis(file, text, report);
        }
        checked.marks.extend(
            set.counters
                .iter()
                .map(|counter| mark(file, counter, report)),
        );
        for (name, cond) in &set.holds {
            checked
                .holds
                .extend(switch(file, cond, report).map(|cond| (name.node.clone(), cond)));
        }
    }
    if all_end {
        let sources: Vec<&Source> = files.iter().map(|file| &file.source).collect();
        secrecy(names, &checked, &sources, report);
    }
    checked
}

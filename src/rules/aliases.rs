//! Names that texts give to buildings, which then bear others than those that are printed on them.

use std::collections::BTreeSet;

use super::file::{CrisisText, FaceText, KeywordText, SetFile};
use lang::ast::{Alteration, Clause, Statement, Text};
use lang::visit::{Part, visit};
use text::Verb;

/// What buildings may be called besides their own names.
#[derive(Debug, Clone, Default)]
pub(super) struct Aliases {
    /// Names that texts say: `bears the name "X"`.
    said: BTreeSet<String>,
    /// A building may bear a name that is written on it or on a card.
    read: bool,
    written: bool,
}

impl Aliases {
    /// Some building may bear that name, though it is printed on none.
    pub(super) fn has(&self, name: &str) -> bool {
        (self.read && self.written) || self.said.contains(name)
    }

    /// Takes in what the texts of a file say of names.
    pub(super) fn read_file(&mut self, file: &SetFile) {
        let faces = file
            .buildings
            .iter()
            .chain(&file.actions)
            .flat_map(FaceText::texts);
        let words = file.keywords.iter().flat_map(KeywordText::texts);
        let words = words.chain(file.crisis.iter().flat_map(CrisisText::texts));
        let counters = file
            .counters
            .iter()
            .filter_map(|counter| counter.text.as_ref());
        faces
            .chain(words)
            .chain(counters)
            .for_each(|text| self.read(text));
    }

    fn read(&mut self, text: &Text) {
        visit(&mut text.clone(), &mut |part| match part {
            Part::Clause(clause) => self.clause(&clause.node),
            Part::Statement(statement) => match &statement.node {
                Statement::Lasts { clause, .. } => self.clause(&clause.node),
                Statement::Verb {
                    verb: Verb::Write, ..
                } => self.written = true,
                _ => {}
            },
            _ => {}
        });
    }

    fn clause(&mut self, clause: &Clause) {
        let Clause::Alters(clause) = clause else {
            return;
        };
        match &clause.what {
            Alteration::Called { name, .. } => drop(self.said.insert(name.node.clone())),
            Alteration::Name { .. } => self.read = true,
            _ => {}
        }
    }
}

//! Collects the words that files declare for each other; what is declared twice, or is too much, is reported.

use std::collections::BTreeSet;
use std::collections::btree_map::{BTreeMap, Entry};

use super::error::{FaultName, Problem, Report};
use super::file::{SectionText, SetFile};
use super::ir;
use super::names::{Names, Signature, Space, definition};
use lang::ast::{Alteration, Clause, Statement, Text, Word};
use lang::visit::{Part, visit};
use text::{Source, Span, Verb, limits};

/// Where a word was first declared.
#[derive(Default)]
pub(super) struct First<'f>(BTreeMap<(&'static str, String), (&'f Source, usize)>);

impl<'f> First<'f> {
    /// Reports what is there already, and has no other name that could be chosen.
    fn declare_sole(
        &mut self,
        what: &'static str,
        word: &Word,
        source: &'f Source,
        report: &mut Report,
    ) {
        if let Some(place) = self.first_of(what, word, source) {
            let problem = Problem::new(
                FaultName::DefinedTwice,
                format!(
                    "`{}` is already defined and is the same in all games",
                    word.node
                ),
                "the second definition",
                format!(
                    "remove it: it is defined at {place}, and sets cannot change it; to see what groups play differently, use \
                        `brink disputes`"
                ),
            );
            report.add(source, word.span, problem);
        }
    }

    /// It is declared.
    pub(super) fn has(&self, what: &'static str, name: &str) -> bool {
        self.0.contains_key(&(what, name.to_string()))
    }

    /// Reports a word that is declared already.
    pub(super) fn declare(
        &mut self,
        what: &'static str,
        word: &Word,
        source: &'f Source,
        report: &mut Report,
    ) -> bool {
        let before = self.first_of(what, word, source);
        if let Some(place) = &before {
            let first = format!("the first {what} `{}` is at {place}", word.node);
            report.add(source, word.span, Problem::twice(&word.node, first));
        }
        before.is_none()
    }

    /// The file and the line where the word is declared already; if nowhere, it is declared here.
    fn first_of(&mut self, what: &'static str, word: &Word, source: &'f Source) -> Option<String> {
        match self.0.entry((what, word.node.clone())) {
            Entry::Vacant(new) => {
                new.insert((source, word.span.start));
                None
            }
            Entry::Occupied(first) => {
                let (file, at) = first.get();
                Some(format!("{}:{}", file.name, file.line(*at)))
            }
        }
    }
}

impl Names {
    /// Collects what the files declare; what is declared twice is reported.
    pub(super) fn collect(files: &[SetFile], report: &mut Report) -> Names {
        let mut names = Names {
            statuses: vec!["disabled".to_string(), "guarded".to_string()],
            of_players: vec![false; 2],
            status_files: vec![usize::MAX; 2],
            spaces: spaces(files),
            ..Names::default()
        };
        let mut first = First::default();
        let mut varied = Vec::new();
        for (at, file) in files.iter().enumerate() {
            let start = report.faults.len();
            let source = &file.source;
            first.declare("set", &file.id, source, report);
            for keyword in &file.keywords {
                let name = &keyword.name.node;
                let number = names.keywords.len();
                names.keyword_roots.push(number);
                let base = file.base.filter(|_| keyword.varies);
                varied.extend(base.map(|base| (true, number, base)));
                names.named.entry(name.clone()).or_default().push(number);
                names.keyword_files.push(at);
                let signature = Signature::new(name, definition(&keyword.text));
                names.keywords.push(signature);
            }
            names.broken.extend(file.broken.iter().cloned());
            for status in &file.statuses {
                let word = &status.name;
                if names.statuses[..2].contains(&word.node) {
                    let built_in = format!("`{}` is built in", word.node);
                    report.add(source, word.span, Problem::twice(&word.node, built_in));
                } else {
                    names.statuses.push(word.node.clone());
                    names.status_files.push(at);
                    names.of_players.push(status.of_players);
                    let count = names.statuses.len();
                    report.at_most(source, word.span, ("statuses", count, ir::STATUSES));
                }
            }
            for counter in &file.counters {
                names.counter_files.push(at);
                names.owned.push(counter.owned);
                names.borne.push((counter.on, counter.text.is_some()));
                let name = counter.name.node.clone();
                names.counters.push([name, counter.plural.clone()]);
                let count = names.counters.len();
                let bound = ("kinds of counters", count, limits::COUNTERS);
                once_at_most(source, counter.name.span, bound, report);
            }
            for tally in &file.tallies {
                let number = names.tallies.len();
                names.tally_roots.push(number);
                let base = file.base.filter(|_| tally.varies);
                varied.extend(base.map(|base| (false, number, base)));
                names.tally_files.push(at);
                names.tallies.push(tally.name.node.clone());
                let bound = ("tallies", number + 1, limits::TALLIES);
                once_at_most(source, tally.name.span, bound, report);
            }
            for dispute in &file.disputes {
                let word = &dispute.name;
                first.declare("dispute", word, source, report);
                let values = dispute.values.iter();
                let values: Vec<String> = values.map(|(value, _)| value.clone()).collect();
                let bound = ("values of a dispute", values.len(), limits::VALUES);
                report.at_most(source, word.span, bound);
                names.disputes.push((word.node.clone(), values));
                let bound = ("disputes", names.disputes.len(), limits::DISPUTES);
                once_at_most(source, word.span, bound, report);
            }
            let rules = file.crisis.iter().map(|crisis| &crisis.name);
            for word in rules.chain(file.holds.iter().map(|(word, _)| word)) {
                first.declare_sole("rule of the game", word, source, report);
            }
            if let Some((word, _)) = &file.symbols {
                first.declare_sole("section", word, source, report);
            }
            names.faces(file, files, report);
            names.aliases.read_file(file);
            report.sort_from(start);
        }
        names.roots(&varied);
        names
    }

    /// Gives what stands for a word of another file its number there, however long the way to it.
    fn roots(&mut self, varied: &[(bool, usize, usize)]) {
        for _ in 0..self.spaces.len() {
            for (keyword, number, base) in varied {
                let found = match keyword {
                    true => self.keyword(*base, &self.keywords[*number].name),
                    false => self.tally(*base, &self.tallies[*number]),
                };
                let roots = if *keyword {
                    &mut self.keyword_roots
                } else {
                    &mut self.tally_roots
                };
                if let Ok(Some(found)) = found {
                    roots[*number] = roots[found];
                }
            }
        }
    }
}

/// Reports the first of all that is one too much.
fn once_at_most(
    source: &Source,
    span: Span,
    bound: (&'static str, usize, usize),
    report: &mut Report,
) {
    if bound.1 == bound.2 + 1 {
        report.at_most(source, span, bound);
    }
}

/// Whose words each file reads: its own, those of what it is a variant of, and those of what it uses, then all others.
fn spaces(files: &[SetFile]) -> Vec<Space> {
    let space = |(at, file): (usize, &SetFile)| {
        let mut first = vec![at];
        let mut next = file.base;
        while let Some(base) = next.filter(|base| !first.contains(base)) {
            first.push(base);
            next = files[base].base;
        }
        first.extend(&file.used);
        let (shared, variant) = (file.cards.is_empty(), file.extends.is_some());
        Space {
            id: file.id.node.clone(),
            first,
            shared,
            variant,
        }
    };
    files.iter().enumerate().map(space).collect()
}

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
    fn read_file(&mut self, file: &SetFile) {
        let printed = file.section_texts();
        let texts = printed.iter().flat_map(SectionText::texts);
        texts.for_each(|text| self.read(text));
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

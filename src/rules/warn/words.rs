//! Words that files declare: those that no text says, those that nothing brings about, and those that nothing asks for.

use std::collections::{BTreeMap, BTreeSet};

use super::told::Warned;
use super::written::{Found, texts};
use crate::error::Problem;
use crate::file::{Instead, SetFile};
use crate::library::Library;
use crate::names::Names;
use crate::warning::Section;
use crate::warning::Warning;
use lang::ast::{
    Clause, Cond, Fee, Head, LetValue, Noun, NumExpr, Property, Set, Statement, Text, Trigger,
    Word as Name,
};
use lang::visit::{Part, visit};
use text::{Source, Span, plural_of};

/// A word of the library, by its number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Word {
    Counter(usize),
    Status(usize),
    Keyword(usize),
}

/// What a text does with a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Role {
    /// Puts such counters, gives the status, calls the keyword.
    Brings,
    /// Waits for it, counts it, or asks for it.
    Asks,
    /// A name of its own may be meant.
    Perhaps,
}

/// Finds the words of a file that no text says. What a file without cards declares is for others.
pub(super) fn declared(library: &Library, file: usize, found: &mut Vec<Found>) {
    let (files, (names, _)) = (library.sets(), library.words());
    let set = &files[file];
    if set.cards.is_empty() {
        return;
    }
    let said: Vec<(usize, Section, BTreeSet<String>)> = files
        .iter()
        .enumerate()
        .flat_map(|(at, set)| {
            texts(at, set)
                .into_iter()
                .map(move |text| (at, text.section, said(&set.source, text.text)))
        })
        .collect();
    // Elsewhere than where it is declared, by a file that means this one.
    let is_said =
        |sort: &'static str, name: &str, forms: &[&str], means: &dyn Fn(usize) -> bool| {
            said.iter().any(|(at, (of, called), words)| {
                let own = *of == sort && called == name;
                !own && forms.iter().any(|form| words.contains(*form)) && means(*at)
            })
        };
    let meant = |of: Result<Option<usize>, Problem>, owners: &[usize]| match of {
        Ok(Some(word)) => owners.get(word) == Some(&file),
        Ok(None) => false,
        // It may be this one.
        Err(_) => true,
    };
    let mut add = |sort: &'static str, word: &Name| {
        let what = format!("no text says the {sort} `{}`", word.node);
        let warned = Warned::at(
            &set.source,
            word.span,
            Warning::UnusedName,
            what,
            "never said",
        );
        found.push(Found {
            file,
            sections: vec![(sort, word.node.clone())],
            warned,
        });
    };
    for counter in &set.counters {
        let name = counter.name.node.as_str();
        let means = |at: usize| meant(names.counter(at, name), &names.counter_files);
        if !is_said("counter", name, &[name, &counter.plural], &means) {
            add("counter", &counter.name);
        }
    }
    for status in &set.statuses {
        let name = status.name.node.as_str();
        let means = |at: usize| {
            meant(
                names.status(at, name).map(|found| found.map(usize::from)),
                &names.status_files,
            )
        };
        if !is_said("status", name, &[name], &means) {
            add("status", &status.name);
        }
    }
    for keyword in set
        .keywords
        .iter()
        .filter(|keyword| keyword.origin.is_none() && !keyword.varies)
    {
        let name = keyword.name.node.as_str();
        let means = |at: usize| meant(names.keyword(at, name), &names.keyword_files);
        if !is_said("keyword", name, &[name], &means) {
            add("keyword", &keyword.name);
        }
    }
    for tally in set
        .tallies
        .iter()
        .filter(|tally| tally.text.is_none() && !tally.varies)
    {
        let name = tally.name.node.as_str();
        let counts = |words: &BTreeSet<String>| {
            words
                .iter()
                .any(|word| word == name || plural_of(word) == name)
        };
        let means = |at: usize| meant(names.tally(at, name), &names.tally_files);
        if !said
            .iter()
            .any(|(at, _, words)| counts(words) && means(*at))
        {
            add("tally", &tally.name);
        }
    }
    for dispute in &set.disputes {
        if !is_settled(library, &dispute.name.node) {
            add("dispute", &dispute.name);
        }
    }
}

/// The words of a text, as they are written.
fn said(source: &Source, text: &Text) -> BTreeSet<String> {
    let clauses = text
        .clauses
        .iter()
        .filter_map(|clause| source.text.get(clause.span.start..clause.span.end));
    let words = clauses
        .flat_map(|clause| clause.split(|sign: char| !sign.is_ascii_alphanumeric() && sign != '-'));
    words
        .filter(|word| !word.is_empty())
        .map(str::to_ascii_lowercase)
        .collect()
}

/// Something hangs on the dispute: a reading, a condition, or a recipe settles it.
fn is_settled(library: &Library, dispute: &str) -> bool {
    let reads = |set: &SetFile| {
        let faces = set
            .buildings
            .iter()
            .chain(&set.actions)
            .flat_map(|face| &face.instead);
        let words = set.keywords.iter().flat_map(|keyword| &keyword.instead);
        let crisis = set.crisis.iter().flat_map(|crisis| &crisis.instead);
        let settles =
            |instead: &Instead| instead.settled.iter().any(|(name, _)| name.node == dispute);
        faces.chain(words).chain(crisis).any(settles)
    };
    let asks = |cond: &Cond| matches!(cond, Cond::Dispute { name, .. } if name.node == dispute);
    let asked = |text: &Text| {
        let mut found = false;
        visit(&mut text.clone(), &mut |part| {
            found |= matches!(part, Part::Cond(cond) if asks(&cond.node))
        });
        found
    };
    let mut sets = library.sets().iter().enumerate();
    sets.any(|(at, set)| {
        let switches = set.holds.iter().any(|(_, cond)| {
            let clause = text::Spanned::new(Clause::Win(cond.clone()), cond.span);
            asked(&Text {
                clauses: vec![clause],
            })
        });
        switches || reads(set) || texts(at, set).iter().any(|text| asked(text.text))
    })
}

/// What all texts of the library do with its words.
struct Uses {
    brought: BTreeSet<Word>,
    asked: BTreeSet<Word>,
}

impl Uses {
    fn of(library: &Library) -> Uses {
        let (names, _) = library.words();
        let mut uses = Uses {
            brought: BTreeSet::new(),
            asked: BTreeSet::new(),
        };
        for (at, set) in library.sets().iter().enumerate() {
            // What a variant takes over says its words, too.
            let faces = set
                .buildings
                .iter()
                .chain(&set.actions)
                .flat_map(|face| face.texts());
            let keywords = set.keywords.iter().flat_map(|keyword| keyword.texts());
            let own = texts(at, set);
            for text in faces
                .chain(keywords)
                .chain(own.iter().map(|text| text.text))
            {
                each_word(names, at, text, &mut |word, role, _| match role {
                    Role::Brings => drop(uses.brought.insert(word)),
                    Role::Asks | Role::Perhaps => drop(uses.asked.insert(word)),
                });
            }
        }
        uses
    }
}

/// Finds what a file's texts wait for and nothing brings about, and what they bring about and nothing asks for.
pub(super) fn waited_for(library: &Library, file: usize, found: &mut Vec<Found>) {
    let (set, (names, _)) = (&library.sets()[file], library.words());
    let uses = Uses::of(library);
    let mut told: BTreeMap<(Word, Warning), ()> = BTreeMap::new();
    for text in texts(file, set) {
        each_word(names, file, text.text, &mut |word, role, span| {
            let (warning, what, label) = match (role, word) {
                (Role::Asks, _) if !uses.brought.contains(&word) => {
                    (Warning::NeverHappens, never(names, word), "never comes")
                }
                (Role::Brings, Word::Counter(sort))
                    if !uses.asked.contains(&word) && !names.borne[sort].1 =>
                {
                    (
                        Warning::NoEffect,
                        format!("nothing asks for `{}`", names.counters[sort][1]),
                        "changes nothing",
                    )
                }
                (Role::Brings, Word::Status(status)) if !uses.asked.contains(&word) => (
                    Warning::NoEffect,
                    format!("nothing asks who or what is `{}`", names.statuses[status]),
                    "changes nothing",
                ),
                _ => return,
            };
            if told.insert((word, warning), ()).is_none() {
                found.push(text.found(&set.source, span, warning, what, label));
            }
        });
    }
}

fn never(names: &Names, word: Word) -> String {
    match word {
        Word::Counter(sort) => format!("no text puts `{}` anywhere", names.counters[sort][1]),
        Word::Status(status) => format!("no text makes anything `{}`", names.statuses[status]),
        Word::Keyword(keyword) => format!("no text calls `{}`", names.keywords[keyword].name),
    }
}

/// Calls `see` with each word of a file that a text says, and where.
fn each_word(names: &Names, space: usize, text: &Text, see: &mut dyn FnMut(Word, Role, Span)) {
    let mut said = Sayings { names, space, see };
    visit(&mut text.clone(), &mut |part| match part {
        Part::Clause(clause) => said.clause(&clause.node, clause.span),
        Part::Statement(statement) => said.statement(&statement.node, statement.span),
        Part::Cond(cond) => said.cond(&cond.node, cond.span),
        Part::Number(number) => said.number(&number.node, number.span),
        Part::Set(set) => said.set(&set.node),
        _ => {}
    });
}

struct Sayings<'s> {
    names: &'s Names,
    space: usize,
    see: &'s mut dyn FnMut(Word, Role, Span),
}

impl Sayings<'_> {
    fn counter(&mut self, name: &str, role: Role, span: Span) {
        if let Ok(Some(sort)) = self.names.counter(self.space, name) {
            (self.see)(Word::Counter(sort), role, span);
        }
    }

    /// The two built-in ones may be asked for whatever texts there are.
    fn status(&mut self, name: &str, role: Role, span: Span) {
        if let Ok(Some(status)) = self.names.status(self.space, name)
            && self
                .names
                .status_files
                .get(usize::from(status))
                .is_some_and(|file| *file != usize::MAX)
        {
            (self.see)(Word::Status(usize::from(status)), role, span);
        }
    }

    fn keyword(&mut self, word: &Name, role: Role) {
        if let Ok(Some(keyword)) = self.names.keyword(self.space, &word.node) {
            (self.see)(
                Word::Keyword(self.names.keyword_roots[keyword]),
                role,
                word.span,
            );
        }
    }

    fn head(&mut self, head: &Head) {
        head.counter
            .iter()
            .for_each(|word| self.counter(&word.node, Role::Asks, word.span));
        head.causes
            .iter()
            .for_each(|word| self.keyword(word, Role::Asks));
    }

    fn trigger(&mut self, trigger: &Trigger) {
        self.head(&trigger.head);
        if let Some(Fee::Counters(word)) = trigger.price.as_ref().map(|price| &price.fee) {
            self.counter(&word.node, Role::Asks, word.span);
        }
        for (_, value) in &trigger.remembers {
            if let LetValue::Number(number) = value {
                self.number(&number.node, number.span);
            }
        }
    }

    fn clause(&mut self, clause: &Clause, span: Span) {
        match clause {
            Clause::Trigger(trigger) | Clause::Cannot(trigger) | Clause::Instead(trigger) => {
                self.trigger(trigger)
            }
            Clause::Lasting(lasting) => self.status(&lasting.status.node, Role::Brings, span),
            _ => {}
        }
    }

    fn statement(&mut self, statement: &Statement, span: Span) {
        match statement {
            Statement::Counters { put, counter, .. } => {
                self.counter(
                    &counter.node,
                    if *put { Role::Brings } else { Role::Asks },
                    span,
                );
            }
            Statement::Call { keyword, .. } => self.keyword(keyword, Role::Brings),
            Statement::Lasts { clause, ends, .. } => {
                self.clause(&clause.node, clause.span);
                ends.iter().for_each(|trigger| self.trigger(trigger));
            }
            Statement::By { statement, who: _ } => self.statement(&statement.node, span),
            _ => {}
        }
    }

    fn cond(&mut self, cond: &Cond, span: Span) {
        match cond {
            Cond::Has {
                counter: Some(word),
                ..
            } => self.counter(&word.node, Role::Asks, span),
            Cond::Is { property, .. } => {
                if let Property::Status(name) = &property.node {
                    self.status(name, Role::Asks, span);
                }
            }
            Cond::Most { name, .. } => self.counter(&name.node, Role::Perhaps, span),
            Cond::Did { deed, .. } => self.head(&deed.done.node),
            _ => {}
        }
    }

    fn number(&mut self, number: &NumExpr, span: Span) {
        match number {
            NumExpr::Counters { counter, .. } | NumExpr::CountersAmong { counter, .. } => {
                self.counter(&counter.node, Role::Asks, span);
            }
            NumExpr::Often(deed) | NumExpr::OftenInAll(deed) => self.head(&deed.done.node),
            NumExpr::Name(name) => self.counter(name, Role::Perhaps, span),
            _ => {}
        }
    }

    fn set(&mut self, set: &Set) {
        let Set::Of { noun, .. } = set else { return };
        match &noun.node {
            Noun::PlayersWith { counter, on: _ } => {
                self.counter(&counter.node, Role::Asks, counter.span)
            }
            Noun::Name(name) => {
                self.counter(name, Role::Perhaps, noun.span);
                self.status(name, Role::Perhaps, noun.span);
            }
            _ => {}
        }
    }
}

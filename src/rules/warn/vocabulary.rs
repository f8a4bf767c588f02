//! Words that files declare: those that no text says, those that nothing brings about, and those that nothing asks for.

use std::collections::BTreeSet;

use super::notice::{Findings, Notice, Passage, passages};
use crate::error::Problem;
use crate::file::SectionText;
use crate::library::Library;
use crate::names::Names;
use crate::warning::Warning;
use lang::ast::{
    ANY_COUNTERS, Clause, Cond, Fee, Happening, Head, LetValue, Noun, NumExpr, Property, Set,
    Statement, Text, Trigger, Word as Name,
};
use lang::visit::{Part, visit};
use text::{Span, Spanned, plural_of};

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Sort {
    Counter,
    Status,
    Keyword,
    /// A happening, where texts alone bring it about.
    Deed,
}

/// Finds the number of a word that a file names.
type Number<'a> = dyn Fn(usize, &str) -> Result<Option<usize>, Problem> + 'a;

/// A word of the library, by its number.
type Word = (Sort, usize);

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
pub(super) fn unused(library: &Library, file: usize, findings: &mut Findings) {
    let (files, (names, _)) = (library.sets(), library.words());
    let set = &files[file];
    if set.cards.is_empty() {
        return;
    }
    let all = files.iter().enumerate();
    let all = all.flat_map(|(at, set)| passages(at, set));
    let said: Vec<(Passage, BTreeSet<String>)> = all
        .map(|text| (words_of(&text), text))
        .map(|(words, text)| (text, words))
        .collect();
    let mut add = |sort: &'static str, word: &Name| {
        let notice = Notice {
            warning: Warning::UnusedName,
            what: format!("no text uses the {sort} `{}`", word.node),
            label: "never used",
            file: set.source.clone(),
            span: word.span,
        };
        findings.add([(file, (sort, word.node.clone()))], notice);
    };
    // Elsewhere than where it is declared, by a file that means this one, or may mean it.
    let mut look = |sort: &'static str,
                    word: &Name,
                    is_form: &dyn Fn(&str) -> bool,
                    number: &Number,
                    owners: &[usize]| {
        let name = word.node.as_str();
        let means = |at| {
            number(at, name).map_or(true, |word| {
                word.is_some_and(|word| owners.get(word) == Some(&file))
            })
        };
        if !said.iter().any(|(text, words)| {
            (text.sort, text.name) != (sort, name)
                && words.iter().any(|word| is_form(word))
                && means(text.file)
        }) {
            add(sort, word);
        }
    };
    for counter in &set.counters {
        let is_form = |form: &str| form == counter.name.node || form == counter.plural;
        let number = |at, name: &str| names.counter(at, name);
        look(
            "counter",
            &counter.name,
            &is_form,
            &number,
            &names.counter_files,
        );
    }
    for status in &set.statuses {
        let is_form = |form: &str| form == status.name.node;
        let number = |at, name: &str| Ok(names.status(at, name)?.map(usize::from));
        look(
            "status",
            &status.name,
            &is_form,
            &number,
            &names.status_files,
        );
    }
    for keyword in &set.keywords {
        let is_form = |form: &str| form == keyword.name.node;
        let number = |at, name: &str| names.keyword(at, name);
        if keyword.origin.is_none() && !keyword.varies {
            look(
                "keyword",
                &keyword.name,
                &is_form,
                &number,
                &names.keyword_files,
            );
        }
    }
    for tally in &set.tallies {
        let is_form = |form: &str| form == tally.name.node || plural_of(form) == tally.name.node;
        let number = |at, name: &str| names.tally(at, name);
        if tally.text.is_none() && !tally.varies {
            look("tally", &tally.name, &is_form, &number, &names.tally_files);
        }
    }
    for dispute in &set.disputes {
        if !is_settled(library, &dispute.name) {
            add("dispute", &dispute.name);
        }
    }
}

/// The words of a text, as they are written.
fn words_of(passage: &Passage) -> BTreeSet<String> {
    let clauses = passage.text.clauses.iter();
    let clauses =
        clauses.filter_map(|clause| passage.source.text.get(clause.span.start..clause.span.end));
    let is_between = |sign: char| !sign.is_ascii_alphanumeric() && sign != '-';
    clauses
        .flat_map(|clause| clause.split(is_between))
        .filter(|word| !word.is_empty())
        .map(str::to_ascii_lowercase)
        .collect()
}

/// Something hangs on the dispute: a reading, a condition, or a switch of the game.
fn is_settled(library: &Library, dispute: &Name) -> bool {
    let asked = |text: &Text| {
        let mut found = false;
        visit(&mut text.clone(), &mut |part| {
            found |= matches!(part, Part::Cond(cond) if matches!(&cond.node, Cond::Dispute { name, .. } if name == dispute));
        });
        found
    };
    library.sets().iter().any(|set| {
        let switch = |(_, cond): &(Name, Spanned<Cond>)| {
            let clauses = vec![Spanned::new(Clause::Win(cond.clone()), cond.span)];
            asked(&Text { clauses })
        };
        let printed = |printed: &SectionText| {
            let mut settled = printed.instead.iter().flat_map(|instead| &instead.settled);
            settled.any(|(name, _)| name == dispute) || printed.texts().any(asked)
        };
        set.holds.iter().any(switch) || set.section_texts().iter().any(printed)
    })
}

/// Finds what a file's texts wait for and nothing brings about, and what they bring about and nothing asks for.
pub(super) fn waiting(library: &Library, file: usize, findings: &mut Findings) {
    let (files, (names, _)) = (library.sets(), library.words());
    // What all texts of the library do with its words. What a variant takes over says its words, too.
    let (mut brought, mut asked) = (BTreeSet::new(), BTreeSet::new());
    for (at, set) in files.iter().enumerate() {
        for text in set.section_texts().iter().flat_map(SectionText::texts) {
            each_word(names, at, text, &mut |word, role, _| {
                let known = match role {
                    Role::Brings => &mut brought,
                    Role::Asks | Role::Perhaps => &mut asked,
                };
                known.insert(word);
            });
        }
    }
    let mut once: BTreeSet<(Word, Warning)> = BTreeSet::new();
    for passage in passages(file, &files[file]) {
        each_word(names, file, passage.text, &mut |word, role, span| {
            let (sort, number) = word;
            let (warning, what, label) = match role {
                Role::Asks if !brought.contains(&word) => {
                    let what = match sort {
                        Sort::Counter => {
                            format!("no text puts `{}` anywhere", names.counters[number][1])
                        }
                        Sort::Status => {
                            format!("no text makes anything `{}`", names.statuses[number])
                        }
                        Sort::Keyword => format!("no text calls `{}`", names.keywords[number].name),
                        Sort::Deed => {
                            format!(
                                "no text makes it happen that {}",
                                Happening::ALL[number].said()
                            )
                        }
                    };
                    (Warning::NeverHappens, what, "never happens")
                }
                Role::Brings if !asked.contains(&word) => {
                    let what = match sort {
                        Sort::Counter if !names.borne[number].1 => {
                            format!("no text asks for `{}`", names.counters[number][1])
                        }
                        Sort::Status => {
                            format!("no text asks who or what is `{}`", names.statuses[number])
                        }
                        _ => return,
                    };
                    (Warning::NoEffect, what, "changes nothing")
                }
                _ => return,
            };
            if once.insert((word, warning)) {
                passage.add(findings, span, warning, (&what, label));
            }
        });
    }
}

/// Calls `see` with each word of a file that a text says, and where.
fn each_word(names: &Names, space: usize, text: &Text, see: &mut dyn FnMut(Word, Role, Span)) {
    let mut words = Words { names, space, see };
    visit(&mut text.clone(), &mut |part| match part {
        Part::Clause(clause) => words.clause(&clause.node, clause.span),
        Part::Statement(statement) => words.statement(&statement.node, statement.span),
        Part::Cond(cond) => words.cond(&cond.node, cond.span),
        Part::Number(number) => words.number(&number.node, number.span),
        Part::Set(set) => words.set(&set.node),
        _ => {}
    });
}

struct Words<'s> {
    names: &'s Names,
    space: usize,
    see: &'s mut dyn FnMut(Word, Role, Span),
}

impl Words<'_> {
    fn say(&mut self, sort: Sort, name: &str, role: Role, span: Span) {
        let (names, space) = (self.names, self.space);
        if sort == Sort::Counter && ANY_COUNTERS.contains(&name) {
            let sorts = 0..names.counters.len();
            return sorts.for_each(|at| (self.see)((sort, at), Role::Perhaps, span));
        }
        let number = match sort {
            Sort::Counter => names.counter(space, name).ok().flatten(),
            // The two built-in ones may be asked for whatever texts there are.
            Sort::Status => {
                let status = names.status(space, name).ok().flatten().map(usize::from);
                status.filter(|status| names.status_files.get(*status) < Some(&usize::MAX))
            }
            Sort::Keyword => {
                let keyword = names.keyword(space, name).ok().flatten();
                keyword.map(|keyword| names.keyword_roots[keyword])
            }
            Sort::Deed => None,
        };
        if let Some(number) = number {
            (self.see)((sort, number), role, span);
        }
    }

    fn ask(&mut self, sort: Sort, word: &Name) {
        self.say(sort, &word.node, Role::Asks, word.span);
    }

    /// What happens by texts alone.
    fn deed(&mut self, happening: Happening, role: Role, span: Span) {
        if happening.is_of_texts() {
            (self.see)((Sort::Deed, happening as usize), role, span);
        }
    }

    fn deeds(&mut self, head: &Head) {
        for happening in &head.happenings {
            self.deed(happening.node, Role::Asks, happening.span);
        }
        self.head(head);
    }

    fn head(&mut self, head: &Head) {
        let counters = head.counter.iter();
        counters.for_each(|word| self.ask(Sort::Counter, word));
        let causes = head.causes.iter();
        causes.for_each(|word| self.ask(Sort::Keyword, word));
    }

    fn trigger(&mut self, trigger: &Trigger) {
        self.head(&trigger.head);
        if let Some(Fee::Counters(word)) = trigger.price.as_ref().map(|price| &price.fee) {
            self.ask(Sort::Counter, word);
        }
        for (_, value) in &trigger.remembers {
            if let LetValue::Number(number) = value {
                self.number(&number.node, number.span);
            }
        }
    }

    fn clause(&mut self, clause: &Clause, span: Span) {
        match clause {
            // What is forbidden may be forbidden in good time.
            Clause::Cannot(trigger) => self.trigger(trigger),
            Clause::Trigger(trigger) | Clause::Instead(trigger) => {
                self.deeds(&trigger.head);
                self.trigger(trigger);
            }
            Clause::Lasting(lasting) => {
                self.say(Sort::Status, &lasting.status.node, Role::Brings, span);
            }
            _ => {}
        }
    }

    fn statement(&mut self, statement: &Statement, span: Span) {
        match statement {
            Statement::Counters { put, counter, .. } => {
                let role = if *put { Role::Brings } else { Role::Asks };
                self.say(Sort::Counter, &counter.node, role, span);
            }
            Statement::Verb { verb, operand: _ } => {
                if let Some(happening) = Happening::by(*verb) {
                    self.deed(happening, Role::Brings, span);
                }
            }
            Statement::Call { keyword, .. } => {
                self.say(Sort::Keyword, &keyword.node, Role::Brings, keyword.span);
            }
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
            } => self.say(Sort::Counter, &word.node, Role::Asks, span),
            Cond::Is { property, .. } => {
                if let Property::Status(name) = &property.node {
                    self.say(Sort::Status, name, Role::Asks, span);
                }
            }
            Cond::Most { name, .. } => self.say(Sort::Counter, &name.node, Role::Perhaps, span),
            Cond::Did { deed, .. } => self.deeds(&deed.done.node),
            _ => {}
        }
    }

    fn number(&mut self, number: &NumExpr, span: Span) {
        match number {
            NumExpr::Counters { counter, .. } | NumExpr::CountersAmong { counter, .. } => {
                self.say(Sort::Counter, &counter.node, Role::Asks, span);
            }
            NumExpr::Often(deed) => self.deeds(&deed.done.node),
            NumExpr::Name(name) => self.say(Sort::Counter, name, Role::Perhaps, span),
            _ => {}
        }
    }

    fn set(&mut self, set: &Set) {
        let Set::Of { noun, .. } = set else { return };
        match &noun.node {
            Noun::PlayersWith { counter, on: _ } => self.ask(Sort::Counter, counter),
            Noun::Name(name) => {
                self.say(Sort::Counter, name, Role::Perhaps, noun.span);
                self.say(Sort::Status, name, Role::Perhaps, noun.span);
            }
            _ => {}
        }
    }
}

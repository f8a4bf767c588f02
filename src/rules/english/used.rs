//! Finds the words that texts use, and those that explaining them takes: a reader is told what they mean.

use super::speaker::{Called, Speaker, Words};
use crate::rules::ir::Fee;
use crate::rules::ir::{DISABLED, GUARDED};
use crate::rules::tree::{Cond, Disputed, Face, Keyword, Num, Part, Remembered, Set, SetKind, Step, Text};

/// A word that files declare, or a built-in status, by its number in the library.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::rules) enum Used {
    Keyword(usize),
    Status(u8),
    Counter(u8),
    Tally(usize),
}

/// The words of a face, each once; without a game those of all readings.
pub(in crate::rules) fn by_face(words: Words<'_>, face: &Disputed<Face>) -> Vec<Used> {
    let mut search = Search::new(words);
    readings(words, face).into_iter().for_each(|face| search.face(face));
    search.with_their_own()
}

/// The same of a text that does something.
pub(in crate::rules) fn by_text(words: Words<'_>, text: &Disputed<Text>) -> Vec<Used> {
    let mut search = Search::new(words);
    readings(words, text).into_iter().for_each(|text| search.text(text));
    search.with_their_own()
}

/// The words that explain one.
pub(in crate::rules) fn by_word(words: Words<'_>, word: Used) -> Vec<Used> {
    let mut search = Search::new(words);
    search.word(word);
    search.with_their_own()
}

/// How it reads in this game, or else all ways.
fn readings<'t, T>(words: Words<'_>, text: &'t Disputed<T>) -> Vec<&'t T> {
    match words.disputes {
        Some(settled) => vec![text.at(settled)],
        None => text.all().collect(),
    }
}

struct Search<'a> {
    words: Words<'a>,
    /// It knows what is settled before the game.
    speaker: Speaker<'a>,
    found: Vec<Used>,
}

impl<'a> Search<'a> {
    fn new(words: Words<'a>) -> Search<'a> {
        Search { words, speaker: Speaker::new(words, 0), found: Vec::new() }
    }

    fn add(&mut self, word: Used) {
        if !self.found.contains(&word) {
            self.found.push(word);
        }
    }

    /// What was found, and what each of it uses itself.
    fn with_their_own(mut self) -> Vec<Used> {
        let mut at = 0;
        while let Some(word) = self.found.get(at) {
            self.word(*word);
            at += 1;
        }
        self.found
    }

    fn word(&mut self, word: Used) {
        let words = self.words;
        match word {
            Used::Keyword(keyword) => {
                readings(words, &words.keywords[keyword].text).into_iter().for_each(|text| self.text(text));
            }
            Used::Tally(tally) => {
                if let (Some(counted), _) = &words.tallies[tally] {
                    self.alone(counted.locals, Part::Set(&counted.node));
                }
            }
            Used::Counter(sort) => {
                let mark = words.marks.get(usize::from(sort)).and_then(Option::as_ref);
                mark.into_iter().for_each(|mark| self.face(&mark.printed));
            }
            Used::Status(_) => {}
        }
    }

    fn face(&mut self, face: &Face) {
        face.play.iter().chain(&face.replay).for_each(|text| self.text(text));
        for ability in &face.abilities {
            if let Some(alone) = &ability.condition {
                self.alone(alone.locals, Part::Cond(&alone.node));
            }
            // What can never be used is not said.
            if self.speaker.open(ability.condition.as_ref().map(|alone| &alone.node)).is_ok() {
                self.text(&ability.text);
            }
        }
        for trigger in face.over_happenings() {
            let keywords = trigger.causes.iter().filter_map(|(cause, _)| cause.keyword());
            keywords.for_each(|keyword| self.add(Used::Keyword(keyword)));
            let tests = trigger.head.tests();
            tests.iter().for_each(|test| self.alone(trigger.text.locals, Part::Cond(test)));
            for remembered in &trigger.remembers {
                self.alone(
                    trigger.text.locals,
                    match remembered {
                        Remembered::Item(item) => Part::Item(item),
                        Remembered::Number(number) => Part::Num(number),
                    },
                );
            }
            if let Some((number, fee)) = &trigger.price {
                self.alone(trigger.text.locals, Part::Num(number));
                if let Fee::Counters(sort) = fee {
                    self.add(Used::Counter(*sort));
                }
            }
            self.text(&trigger.text);
        }
        face.later().for_each(|text| self.text(text));
        for alone in &face.lasting {
            let lasting = &alone.node;
            if self.during(alone.locals, lasting.condition.as_ref(), &lasting.set)
                && usize::from(lasting.status) < self.words.names.statuses.len()
            {
                self.add(Used::Status(lasting.status));
            }
        }
        for counts in &face.counts_as {
            let (condition, set) = &counts.clause.node;
            // One that wins nothing in this game has no meaning there.
            let of_game = |winning: &[usize]| Some(winning[self.words.names.same_tally(winning, counts.tally)?]);
            let tally = self.words.winning.map_or(Some(counts.tally), of_game);
            if self.during(counts.clause.locals, condition.as_ref(), set) {
                tally.into_iter().for_each(|tally| self.add(Used::Tally(tally)));
            }
        }
        face.raises.iter().for_each(|alone| self.alone(alone.locals, Part::Num(&alone.node)));
        face.granted().for_each(|given| self.face(given));
        for alone in &face.alters {
            self.speaker = Speaker::new(self.words, alone.locals);
            alone.node.each_part(&mut |part| self.part(part));
        }
        face.wins.iter().for_each(|alone| self.alone(alone.locals, Part::Cond(&alone.node)));
    }

    /// A set, as long as a condition holds; answers whether it ever may.
    fn during(&mut self, locals: usize, condition: Option<&Cond>, set: &Set) -> bool {
        self.speaker = Speaker::new(self.words, locals);
        let open = self.speaker.open(condition);
        if let Ok(condition) = open {
            condition.into_iter().for_each(|condition| self.part(Part::Cond(condition)));
            self.part(Part::Set(set));
        }
        open.is_ok()
    }

    fn text(&mut self, text: &Text) {
        self.alone(text.locals, Part::Body(&text.body));
    }

    fn alone(&mut self, locals: usize, part: Part) {
        self.speaker = Speaker::new(self.words, locals);
        self.part(part);
    }

    fn part(&mut self, part: Part) {
        match part {
            Part::Cond(cond) if self.speaker.known(cond).is_some() => return,
            Part::Cond(Cond::Status(_, status)) => self.add(Used::Status(*status)),
            Part::Cond(Cond::Disabled(_)) => self.add(Used::Status(DISABLED)),
            Part::Set(Set { kind: SetKind::Of { target: true, .. }, .. }) => self.add(Used::Status(GUARDED)),
            Part::Num(Num::Counters { sort, .. }) => self.add(Used::Counter(*sort)),
            Part::Num(Num::If(cond, then, otherwise)) => match self.speaker.known(cond) {
                Some(true) => return self.part(Part::Num(then)),
                Some(false) => return self.part(Part::Num(otherwise)),
                None => {}
            },
            Part::Step(step) => return self.step(step),
            Part::Cond(_) | Part::Set(_) | Part::Num(_) | Part::Item(_) | Part::Local(_) | Part::Body(_) => {}
        }
        part.each_part(&mut |inner| self.part(inner));
    }

    /// Whoever reads a call meets a word that wants to be explained: the keyword's own, unless its `reads` says it all in
    /// other words.
    fn is_said(&self, keyword: usize) -> bool {
        let Keyword { reads, noun, .. } = &self.words.keywords[keyword];
        let own = [Some(&self.words.names.keywords[keyword].name), noun.as_ref()];
        let begins = |word: &str| own.iter().flatten().any(|own| word.to_lowercase().starts_with(&own.to_lowercase()));
        reads.as_ref().is_none_or(|reads| reads.split_whitespace().any(begins))
    }

    fn step(&mut self, step: &Step) {
        match step {
            Step::If { condition, then, otherwise } => match self.speaker.known(condition) {
                Some(true) => return self.part(Part::Body(then)),
                Some(false) => return self.part(Part::Body(otherwise)),
                None => {}
            },
            Step::Either(branches) | Step::Modes { branches, .. } => {
                for branch in branches {
                    if let Ok(open) = self.speaker.open(branch.condition.as_ref()) {
                        open.into_iter().for_each(|condition| self.part(Part::Cond(condition)));
                        self.part(Part::Body(&branch.body));
                    }
                }
                return;
            }
            Step::LetTruth(local, cond) => {
                if let Some(known) = self.speaker.known(cond) {
                    self.speaker.locals[*local] = Called::Known(known);
                }
            }
            Step::Counters { sort, .. } => self.add(Used::Counter(*sort)),
            Step::Call { keyword, arguments: _ } if self.is_said(*keyword) => self.add(Used::Keyword(*keyword)),
            _ => {}
        }
        step.each_part(&mut |inner| self.part(inner));
    }
}

//! Finds the words that texts use, and those that explaining them takes: a reader is told what they mean.

use super::ir::{DISABLED, Fee, GUARDED};
use super::names::Names;
use super::tree::{
    Act, Alone, Checked, Cond, Disputed, Face, Lasting, Node, Num, Part, Set, SetKind, Text,
};

/// A word that files declare, or a built-in status, by its number in the library.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Used {
    Keyword(usize),
    Status(u8),
    Counter(u8),
    Tally(usize),
}

/// Where words are looked up, and what is known of the game.
#[derive(Clone, Copy)]
pub(super) struct Words<'a> {
    pub(super) names: &'a Names,
    pub(super) checked: &'a Checked,
    /// The tallies of this game; all without a game.
    pub(super) winning: Option<&'a [usize]>,
    /// The value of each dispute, by number; none without a game.
    pub(super) disputes: Option<&'a [usize]>,
}

impl<'a> Words<'a> {
    /// The words of a face, each once; without a game those of all readings.
    pub(super) fn by_face(self, face: &Disputed<Face>) -> Vec<Used> {
        let mut search = Search {
            words: self,
            found: Vec::new(),
        };
        self.readings(face)
            .into_iter()
            .for_each(|face| search.face(face));
        search.with_their_own()
    }

    /// The same of a text that does something.
    pub(super) fn by_text(self, text: &Disputed<Text>) -> Vec<Used> {
        let mut search = Search {
            words: self,
            found: Vec::new(),
        };
        self.readings(text)
            .into_iter()
            .for_each(|text| search.text(text));
        search.with_their_own()
    }

    /// The words that explain one.
    pub(super) fn by_word(self, word: Used) -> Vec<Used> {
        let mut search = Search {
            words: self,
            found: Vec::new(),
        };
        search.word(word);
        search.with_their_own()
    }

    /// How it reads in this game, or else all ways.
    fn readings<T>(self, text: &Disputed<T>) -> Vec<&T> {
        match self.disputes {
            Some(settled) => vec![text.at(settled)],
            None => text.all().collect(),
        }
    }
}

struct Search<'a> {
    words: Words<'a>,
    found: Vec<Used>,
}

impl Search<'_> {
    fn parts(&mut self, of: &impl Node) {
        of.parts().into_iter().for_each(|part| self.part(part));
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
        let Words { checked, .. } = self.words;
        match word {
            Used::Keyword(keyword) => {
                let readings = self.words.readings(&checked.keywords[keyword].text);
                readings.into_iter().for_each(|text| self.text(text));
            }
            Used::Tally(tally) => {
                if let (Some(counted), _) = &checked.tallies[tally] {
                    self.part(Part::Set(&counted.node));
                }
            }
            Used::Counter(sort) => {
                let mark = checked
                    .marks
                    .get(usize::from(sort))
                    .and_then(Option::as_ref);
                mark.into_iter().for_each(|mark| self.face(&mark.printed));
            }
            Used::Status(_) => {}
        }
    }

    fn face(&mut self, face: &Face) {
        face.play
            .iter()
            .chain(&face.replay)
            .for_each(|text| self.text(text));
        for ability in &face.abilities {
            self.cond(ability.condition.as_ref().map(|alone| &alone.node));
            self.text(&ability.text);
        }
        for trigger in face.over_happenings() {
            let keywords = trigger
                .causes
                .iter()
                .filter_map(|(cause, _)| cause.keyword());
            keywords.for_each(|keyword| self.add(Used::Keyword(keyword)));
            trigger
                .head
                .tests()
                .iter()
                .for_each(|test| self.cond(Some(test)));
            for remembered in &trigger.remembers {
                self.parts(remembered);
            }
            if let Some((number, fee)) = &trigger.price {
                self.part(Part::Num(number));
                if let Fee::Counters(sort) = fee {
                    self.add(Used::Counter(*sort));
                }
            }
            self.text(&trigger.text);
        }
        face.later().for_each(|text| self.text(text));
        face.held().for_each(|(_, lasting)| self.lasting(lasting));
        face.lasting
            .iter()
            .for_each(|alone| self.lasting(&alone.node));
        for counts in &face.counts_as {
            let (condition, set) = &counts.clause.node;
            self.cond(condition.as_ref());
            self.part(Part::Set(set));
            // One that wins nothing in this game has no meaning there.
            let of_game = |winning: &[usize]| {
                Some(winning[self.words.names.same_tally(winning, counts.tally)?])
            };
            let tally = self.words.winning.map_or(Some(counts.tally), of_game);
            tally
                .into_iter()
                .for_each(|tally| self.add(Used::Tally(tally)));
        }
        face.raises
            .iter()
            .for_each(|Alone { node, .. }| self.part(Part::Num(node)));
        face.granted().for_each(|given| self.face(given));
        face.alters.iter().for_each(|alone| self.parts(&alone.node));
        face.wins
            .iter()
            .for_each(|alone| self.cond(Some(&alone.node)));
    }

    fn lasting(&mut self, lasting: &Lasting) {
        self.cond(lasting.condition.as_ref());
        self.part(Part::Set(&lasting.set));
        // What has no number in the list is said in words of the language.
        if usize::from(lasting.status) < self.words.names.statuses.len() {
            self.add(Used::Status(lasting.status));
        }
    }

    fn text(&mut self, text: &Text) {
        self.part(Part::Body(&text.body));
    }

    fn cond(&mut self, cond: Option<&Cond>) {
        cond.into_iter()
            .for_each(|cond| self.part(Part::Cond(cond)));
    }

    fn part(&mut self, part: Part) {
        match part {
            Part::Cond(Cond::Status(_, status)) => self.add(Used::Status(*status)),
            Part::Cond(Cond::Disabled(_)) => self.add(Used::Status(DISABLED)),
            Part::Set(Set {
                kind: SetKind::Of { target: true, .. },
                ..
            }) => self.add(Used::Status(GUARDED)),
            Part::Num(Num::Counters { sort, .. }) | Part::Act(Act::Counters { sort, .. }) => {
                self.add(Used::Counter(*sort));
            }
            Part::Act(Act::Call { keyword, .. }) => self.add(Used::Keyword(*keyword)),
            _ => {}
        }
        part.parts().into_iter().for_each(|inner| self.part(inner));
    }
}

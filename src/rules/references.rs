//! Finds the words that texts use, and those that explaining them takes: a reader is told what they mean.

use super::ir::{self, ANY_SORT, DISABLED, Fee, GUARDED};
use super::names::Names;
use super::tree::{
    Act, Alone, Checked, Cond, Disputed, Face, Lasting, Node, Num, Part, Set, SetKind, Text,
};

/// A word that files declare, or a built-in status, by its number in the library.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reference {
    Keyword(usize),
    Status(u8),
    Counter(u8),
    Tally(usize),
}

/// Where words are looked up, and what is known of the game.
#[derive(Clone, Copy)]
pub(super) struct Search<'a> {
    pub(super) names: &'a Names,
    pub(super) checked: &'a Checked,
    /// The tallies of this game; all without a game.
    pub(super) winning: Option<&'a [usize]>,
    /// The value of each dispute, by number; none without a game.
    pub(super) disputes: Option<&'a [usize]>,
}

impl Search<'_> {
    /// The words of a face, each once; without a game those of all readings.
    pub(super) fn by_face(self, face: &Disputed<Face>) -> Vec<Reference> {
        self.words(|found| found.readings(face, Collector::face))
    }

    /// The same of a text that does something.
    pub(super) fn by_text(self, text: &Disputed<Text>) -> Vec<Reference> {
        self.words(|found| found.readings(text, Collector::text))
    }

    /// The words that explain one.
    pub(super) fn by_word(self, word: Reference) -> Vec<Reference> {
        self.words(|found| found.word(word))
    }

    /// What is found there, and what each of it uses itself.
    fn words(self, look: impl FnOnce(&mut Collector)) -> Vec<Reference> {
        let mut found = Collector {
            search: self,
            words: Vec::new(),
        };
        look(&mut found);
        let mut at = 0;
        while let Some(word) = found.words.get(at) {
            found.word(*word);
            at += 1;
        }
        found.words
    }
}

/// Words by their numbers in the game. A keyword that no text of it can come to has none.
pub(super) fn in_game(
    keywords: &[usize],
    tallies: &[usize],
    counters: &[usize],
    words: Vec<Reference>,
) -> Vec<ir::Word> {
    let number = |known: &[usize], word| Some(known.iter().position(|other| *other == word)? as u8);
    let words = words.into_iter().filter_map(|word| match word {
        Reference::Keyword(at) => number(keywords, at).map(ir::Word::Keyword),
        Reference::Status(at) => Some(ir::Word::Status(at)),
        Reference::Counter(at) => number(counters, at.into()).map(ir::Word::Counter),
        Reference::Tally(at) => number(tallies, at).map(ir::Word::Tally),
    });
    words.collect()
}

struct Collector<'a> {
    search: Search<'a>,
    words: Vec<Reference>,
}

impl Collector<'_> {
    fn parts(&mut self, of: &impl Node) {
        of.parts().into_iter().for_each(|part| self.part(part));
    }

    fn add(&mut self, word: Reference) {
        if word != Reference::Counter(ANY_SORT) && !self.words.contains(&word) {
            self.words.push(word);
        }
    }

    /// Looks at how it reads in this game, or else all ways.
    fn readings<T>(&mut self, text: &Disputed<T>, look: fn(&mut Self, &T)) {
        match self.search.disputes {
            Some(settled) => look(self, text.at(settled)),
            None => text.all().for_each(|text| look(self, text)),
        }
    }

    fn word(&mut self, word: Reference) {
        let Search { checked, .. } = self.search;
        match word {
            Reference::Keyword(keyword) => {
                self.readings(&checked.keywords[keyword].text, Collector::text)
            }
            Reference::Tally(tally) => {
                if let (Some(counted), _) = &checked.tallies[tally] {
                    self.part(Part::Set(&counted.node));
                }
            }
            Reference::Counter(sort) => {
                if let Some(Some(mark)) = checked.marks.get(usize::from(sort)) {
                    self.face(&mark.printed);
                }
            }
            Reference::Status(_) => {}
        }
    }

    fn face(&mut self, face: &Face) {
        let texts = face.play.iter().chain(&face.replay);
        texts.for_each(|text| self.text(text));
        for ability in &face.abilities {
            self.cond(ability.condition.as_ref().map(|alone| &alone.node));
            self.text(&ability.text);
        }
        for trigger in face.over_happenings() {
            for keyword in trigger
                .causes
                .iter()
                .filter_map(|(cause, _)| cause.keyword())
            {
                self.add(Reference::Keyword(keyword));
            }
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
                    self.add(Reference::Counter(*sort));
                }
            }
            self.text(&trigger.text);
        }
        face.later().for_each(|text| self.text(text));
        let lasting = face.held().map(|(_, lasting)| lasting);
        let lasting = lasting.chain(face.lasting.iter().map(|alone| &alone.node));
        lasting.for_each(|lasting| self.lasting(lasting));
        for counts in &face.counts_as {
            let (condition, set) = &counts.clause.node;
            self.cond(condition.as_ref());
            self.part(Part::Set(set));
            // One that wins nothing in this game has no meaning there.
            let tally = match self.search.winning {
                Some(winning) => {
                    let of_game = self.search.names.same_tally(winning, counts.tally);
                    of_game.map(|at| winning[at])
                }
                None => Some(counts.tally),
            };
            if let Some(tally) = tally {
                self.add(Reference::Tally(tally));
            }
        }
        let raises = face.raises.iter();
        raises.for_each(|Alone { node, .. }| self.part(Part::Num(node)));
        face.granted().for_each(|given| self.face(given));
        let alters = face.alters.iter();
        alters.for_each(|alone| self.parts(&alone.node));
        let wins = face.wins.iter();
        wins.for_each(|alone| self.cond(Some(&alone.node)));
    }

    fn lasting(&mut self, lasting: &Lasting) {
        self.cond(lasting.condition.as_ref());
        self.part(Part::Set(&lasting.set));
        // What has no number in the list is said in words of the language.
        if usize::from(lasting.status) < self.search.names.statuses.len() {
            self.add(Reference::Status(lasting.status));
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
            Part::Cond(Cond::Status(_, status)) => self.add(Reference::Status(*status)),
            Part::Cond(Cond::Disabled(_)) => self.add(Reference::Status(DISABLED)),
            Part::Set(Set {
                kind: SetKind::Of { target: true, .. },
                ..
            }) => self.add(Reference::Status(GUARDED)),
            Part::Num(Num::Counters { sort, .. }) | Part::Act(Act::Counters { sort, .. }) => {
                self.add(Reference::Counter(*sort));
            }
            Part::Act(Act::Call { keyword, .. }) => self.add(Reference::Keyword(*keyword)),
            _ => {}
        }
        part.parts().into_iter().for_each(|inner| self.part(inner));
    }
}

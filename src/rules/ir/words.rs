//! The words that cards use, as players read of them: what each means, and which others that takes.

use std::sync::Arc;

use super::{Element, FaceId, Rules, SetId, Written};

/// A word of a game, by its number in the list of its kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Word {
    /// An index into [`Rules::keywords`].
    Keyword(u8),
    /// An index into [`Rules::statuses`].
    Status(u8),
    /// An index into [`Rules::tallies`].
    Tally(u8),
    /// What happens when nothing is left to draw.
    Crisis,
}

/// What a word means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Meaning<'r> {
    pub name: &'r str,
    /// In plain English, a sentence each.
    pub english: &'r [String],
    /// All words that these sentences use, and those that explain them.
    pub words: &'r [Word],
}

/// How [`Word::Crisis`] is called.
const CRISIS: &str = "crisis";

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tally {
    pub name: String,
    /// The id of the rule that it follows.
    pub rule: String,
    pub written: Written,
    /// What is counted, by the tally's own text and by those of cards that count themselves, in canonical form: for those
    /// who read.
    pub text: Arc<str>,
    /// How much of it wins and what counts, a sentence each.
    pub english: Vec<String>,
    /// All words that these sentences use, and those that explain them.
    pub words: Vec<Word>,
    pub count: SetId,
    pub wins_at: u16,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Keyword {
    pub name: String,
    /// What it stands for, in canonical form: for those who read.
    pub text: Arc<str>,
    /// The same in plain English, a sentence each.
    pub english: Vec<String>,
    /// All words that these sentences use, and those that explain them.
    pub words: Vec<Word>,
    /// A sentence for the log with `{you}` and `{PARAM}` in it.
    pub log: Option<String>,
    /// The same where nothing answers it.
    pub log_unanswered: Option<String>,
    /// The ids of the rules that it follows.
    pub rules: Vec<String>,
    pub written: Written,
    /// The parameters, for the log: name and register offset from the announcement's first.
    pub params: Vec<(String, Option<Element>)>,
}

impl Rules {
    /// What a face does in plain English, a sentence each; without one, what happens when nothing is left to draw.
    pub fn english_of(&self, face: Option<FaceId>) -> &[String] {
        face.map_or(&self.crisis_english, |face| &self.faces[face.index()].english)
    }

    /// The ids of the rules that it follows.
    pub fn rules_of(&self, face: Option<FaceId>) -> &[String] {
        face.map_or(&self.crisis_rules, |face| &self.faces[face.index()].rules)
    }

    /// All words of the game.
    pub fn words(&self) -> impl Iterator<Item = Word> {
        let crisis = self.crisis.map(|_| Word::Crisis);
        let keywords = (0..).zip(&self.keywords).map(|(at, _)| Word::Keyword(at));
        let statuses = (0..).zip(&self.statuses).map(|(at, _)| Word::Status(at));
        let tallies = (0..).zip(&self.tallies).map(|(at, _)| Word::Tally(at));
        keywords.chain(statuses).chain(tallies).chain(crisis)
    }

    /// What a word of the game means.
    pub fn meaning(&self, word: Word) -> Meaning<'_> {
        match word {
            Word::Keyword(at) => {
                let Keyword { name, english, words, .. } = &self.keywords[usize::from(at)];
                Meaning { name, english, words }
            }
            Word::Status(at) => {
                let at = usize::from(at);
                Meaning {
                    name: &self.statuses[at],
                    english: std::slice::from_ref(&self.status_english[at]),
                    words: &[],
                }
            }
            Word::Tally(at) => {
                let Tally { name, english, words, .. } = &self.tallies[usize::from(at)];
                Meaning { name, english, words }
            }
            Word::Crisis => Meaning { name: CRISIS, english: &self.crisis_english, words: &self.crisis_words },
        }
    }
}

//! The words that cards use, as players read of them: what each means, and which others that takes.

use std::sync::Arc;

use super::expr::Element;
use super::ids::{FaceId, SetId, Written};

/// A word of a game, by its number in the list of its kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Word {
    /// An index into [`super::Rules::keywords`].
    Keyword(u8),
    /// An index into [`super::Rules::statuses`].
    Status(u8),
    /// An index into [`super::Rules::counters`].
    Counter(u8),
    /// An index into [`super::Rules::tallies`].
    Tally(u8),
    /// What happens when nothing is left to draw.
    Crisis,
}

/// What a word means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Meaning<'r> {
    pub name: &'r str,
    /// Sentences of its author, and the lines of its text in canonical form.
    pub lines: &'r [String],
    /// All words that these lines use, and those that explain them.
    pub words: &'r [Word],
}

/// A sort of counters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Counter {
    /// What one of them is called.
    pub name: String,
    /// What several are called.
    pub plural: String,
    /// What they are for, a sentence each, and the lines of what they say of the card that bears them.
    pub lines: Vec<String>,
    /// It is remembered who has put them there.
    pub owned: bool,
    /// They lie on these alone.
    pub on: Option<Element>,
    /// What they say, as a face of no card.
    pub face: Option<FaceId>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tally {
    pub name: String,
    /// The ids of the rules that it follows.
    pub rules: Vec<String>,
    pub written: Written,
    /// What is counted, by the tally's own text and by those of cards that count themselves, in canonical form: for those
    /// who read.
    pub text: Arc<str>,
    /// How much of it wins, and the lines of its own text.
    pub lines: Vec<String>,
    /// All words that these lines use, and those that explain them.
    pub words: Vec<Word>,
    pub count: SetId,
    /// What counts a second time, a third, and so on.
    pub more: Vec<SetId>,
    pub wins_at: u16,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Keyword {
    pub name: String,
    /// What it stands for, in canonical form: for those who read.
    pub text: Arc<str>,
    /// What its author says of it, and the lines of the same text.
    pub lines: Vec<String>,
    /// All words that these lines use, and those that explain them.
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

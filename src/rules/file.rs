//! Set files as they are written: cards, their faces, and the words that a set brings along.

use super::emblem::Badge;
use super::error::{Problem, Report};
use super::ir::{self, Element, Symbol};
use super::warning::Allows;
use lang::ast::{Cond, Text, Word};
use lang::expand;
use text::{Source, Spanned};

/// A set file, parsed, not yet checked.
#[derive(Debug, Clone)]
pub struct SetFile {
    /// The file.
    pub source: Source,
    /// What it is called by in files and commands.
    pub id: Word,
    /// What people read.
    pub title: String,
    /// The set that it is a variant of, as written and as found.
    pub extends: Option<Word>,
    pub(super) base: Option<usize>,
    /// Cards of that set that it does not have, each by a face.
    pub without: Vec<Word>,
    /// Sets whose words it means before those that all share, as written and as found.
    pub uses: Vec<Word>,
    pub(super) used: Vec<usize>,
    /// Its cards, a kind each.
    pub cards: Vec<Card>,
    /// Of each of them the file that it is taken from, where that is another one.
    pub(super) card_origins: Vec<Option<usize>>,
    /// What its buildings say.
    pub buildings: Vec<FaceText>,
    /// What its actions say.
    pub actions: Vec<FaceText>,
    /// The words that its texts may use.
    pub keywords: Vec<KeywordText>,
    /// Those whose texts could not be read.
    pub(super) broken: Vec<String>,
    /// Statuses and what they mean.
    pub statuses: Vec<StatusText>,
    /// Counters that cards and players may carry.
    pub counters: Vec<CounterText>,
    /// What is counted to win.
    pub tallies: Vec<TallyText>,
    /// What tables answer differently.
    pub disputes: Vec<DisputeText>,
    /// What is shown for who begins, and what beats what (HFB-1).
    pub symbols: Option<(Word, Vec<Symbol>)>,
    /// What happens when nothing is left to draw.
    pub crisis: Option<CrisisText>,
    /// Switches of the game and what decides them.
    pub holds: Vec<(Word, Spanned<Cond>)>,
    /// Warnings that its sections do not want to be told.
    pub(super) allows: Allows,
}

/// A face and its text.
#[derive(Debug, Clone)]
pub struct FaceText {
    /// The building or action.
    pub name: Word,
    /// The ids of the rules that it follows.
    pub rules: Vec<String>,
    /// What its author says of it in words of their own.
    pub says: Option<Word>,
    /// What it looks like.
    pub badge: Badge,
    /// The printed text.
    pub text: Text,
    /// How it reads at other tables.
    pub instead: Vec<Instead>,
    /// The file that a variant has it from.
    pub origin: Option<usize>,
}

/// How a text reads at a table that settles disputes so.
#[derive(Debug, Clone)]
pub struct Instead {
    /// Disputes and their values; all must be settled so.
    pub settled: Vec<(Word, Word)>,
    /// The text there.
    pub text: Text,
}

/// What happens when nothing is left to draw.
#[derive(Debug, Clone)]
pub struct CrisisText {
    /// What it is called.
    pub name: Word,
    /// The ids of the rules that it follows.
    pub rules: Vec<String>,
    /// The same for people, in its author's words.
    pub says: Option<Word>,
    /// The printed text.
    pub text: Text,
    /// How it reads at other tables.
    pub instead: Vec<Instead>,
}

/// `[status.NAME]`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StatusText {
    pub name: Word,
    pub meaning: String,
    /// `of = "players"`: they have it, not buildings.
    pub of_players: bool,
}

/// A word that texts may use, and what it stands for.
#[derive(Debug, Clone)]
pub struct KeywordText {
    /// The word.
    pub name: Word,
    /// The ids of the rules that it follows.
    pub rules: Vec<String>,
    /// The sentence of the log when it begins, with its parameters in braces.
    pub log: Option<Word>,
    /// The same where nothing answers it.
    pub log_unanswered: Option<Word>,
    /// What it does, in words of its author, with its parameters in braces.
    pub reads: Option<Word>,
    /// What one of it is called: `an eruption`.
    pub noun: Option<Word>,
    /// Its definition.
    pub text: Text,
    /// How it reads at other tables.
    pub instead: Vec<Instead>,
    /// The file that a variant has it from.
    pub origin: Option<usize>,
    /// It stands for the one of that name in what its set is a variant of.
    pub varies: bool,
}

/// A sort of counters.
#[derive(Debug, Clone)]
pub struct CounterText {
    /// What one of them is called.
    pub name: Word,
    /// What several are called.
    pub plural: String,
    /// What they are for.
    pub meaning: String,
    /// It is remembered who has put them there.
    pub owned: bool,
    /// They lie on these alone: stacked cards, buildings, players.
    pub on: Option<Element>,
    /// What each of them says while it lies there.
    pub text: Option<Text>,
}

/// Something that is counted, and wins when there is enough of it.
#[derive(Debug, Clone)]
pub struct TallyText {
    /// What it is called.
    pub name: Word,
    /// The ids of the rules that it follows.
    pub rules: Vec<String>,
    /// So much of it wins.
    pub wins_at: u8,
    /// What it counts besides the cards that say themselves that they count.
    pub text: Option<Text>,
    /// It stands for the one of that name in what its set is a variant of.
    pub varies: bool,
}

impl SetFile {
    /// All texts, in whatever reading.
    fn texts_mut(&mut self) -> impl Iterator<Item = &mut Text> {
        let faces = self.buildings.iter_mut().chain(&mut self.actions);
        let faces = faces.map(|face| (&mut face.text, &mut face.instead));
        let keywords = self.keywords.iter_mut();
        let keywords = keywords.map(|keyword| (&mut keyword.text, &mut keyword.instead));
        let crisis = self.crisis.iter_mut();
        let crisis = crisis.map(|crisis| (&mut crisis.text, &mut crisis.instead));
        let counters = self.counters.iter_mut();
        let tallies = self.tallies.iter_mut();
        faces
            .chain(keywords)
            .chain(crisis)
            .flat_map(|(text, instead)| {
                std::iter::once(text).chain(instead.iter_mut().map(|instead| &mut instead.text))
            })
            .chain(counters.filter_map(|counter| counter.text.as_mut()))
            .chain(tallies.filter_map(|tally| tally.text.as_mut()))
    }

    /// All sections with texts.
    pub(super) fn section_texts(&self) -> Vec<SectionText<'_>> {
        let mut all = Vec::new();
        let mut add = |sort, name, text: Option<_>, instead, own| {
            all.extend(text.map(|text| SectionText {
                sort,
                name,
                text,
                instead,
                own,
            }));
        };
        for (sort, faces) in [("building", &self.buildings), ("action", &self.actions)] {
            for face in faces {
                let own = face.origin.is_none();
                add(sort, &face.name, Some(&face.text), &face.instead, own);
            }
        }
        for word in &self.keywords {
            let own = word.origin.is_none();
            add("keyword", &word.name, Some(&word.text), &word.instead, own);
        }
        for counter in &self.counters {
            add("counter", &counter.name, counter.text.as_ref(), &[], true);
        }
        for tally in &self.tallies {
            let own = !tally.varies;
            add("tally", &tally.name, tally.text.as_ref(), &[], own);
        }
        if let Some(crisis) = &self.crisis {
            let (text, instead) = (Some(&crisis.text), &crisis.instead);
            add("rule", &crisis.name, text, instead, true);
        }
        all
    }

    /// The text of a face, once it is checked.
    pub(super) fn face(&self, building: bool, name: &str) -> &FaceText {
        let mut faces = self.faces(building).iter();
        let face = faces.find(|face| face.name.node == name);
        face.expect("card_names.rs found a text for every face")
    }

    /// The texts of its buildings or of its actions.
    pub(super) fn faces(&self, building: bool) -> &[FaceText] {
        match building {
            true => &self.buildings,
            false => &self.actions,
        }
    }
}

/// A section with a text, of whatever sort.
pub(super) struct SectionText<'f> {
    /// What it is of: "keyword".
    pub(super) sort: &'static str,
    pub(super) name: &'f Word,
    pub(super) text: &'f Text,
    pub(super) instead: &'f [Instead],
    /// It is written in this file, and not taken over from another one.
    pub(super) own: bool,
}

impl<'f> SectionText<'f> {
    /// The printed text and all other readings.
    pub(super) fn texts(&self) -> impl Iterator<Item = &'f Text> + use<'f> {
        readings(self.text, self.instead)
    }
}

fn readings<'f>(text: &'f Text, instead: &'f [Instead]) -> impl Iterator<Item = &'f Text> {
    std::iter::once(text).chain(instead.iter().map(|instead| &instead.text))
}

/// The files with each sentence of their texts put into the statements that it stands for.
pub(super) fn in_statements(files: &[SetFile], report: &mut Report) -> Vec<SetFile> {
    let mut files = files.to_vec();
    for file in &mut files {
        let source = file.source.clone();
        for error in file.texts_mut().flat_map(expand) {
            report.add(&source, error.span, Problem::syntax(error, None));
        }
    }
    files
}

macro_rules! texts {
    ($($section:ty),*) => {
        $(impl $section {
            /// The printed text and all other readings.
            pub fn texts(&self) -> impl Iterator<Item = &Text> {
                readings(&self.text, &self.instead)
            }
        })*
    };
}

texts!(FaceText, KeywordText, CrisisText);

/// A question that tables answer differently.
#[derive(Debug, Clone)]
pub struct DisputeText {
    /// What it is called.
    pub name: Word,
    /// The ids of the rules that it is about.
    pub rules: Vec<String>,
    /// What is asked.
    pub question: String,
    /// Value and meaning; the default first.
    pub values: Vec<(String, String)>,
}

impl DisputeText {
    /// The dispute of a game in which it has that value.
    pub(super) fn settled(&self, value: u8) -> ir::Dispute {
        ir::Dispute {
            name: self.name.node.clone(),
            rules: self.rules.clone(),
            question: self.question.clone(),
            values: self.values.clone(),
            value,
        }
    }
}

/// The two sides of a card kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Card {
    /// A card of the deck.
    Deck {
        /// What is built of it.
        building: Word,
        /// What is played.
        action: Word,
    },
    /// A victory card.
    Victory {
        /// Its side, or its first one.
        front: Word,
        /// Its second one, where it has two.
        back: Option<Word>,
    },
}

impl Card {
    /// The names of its faces.
    pub fn faces(&self) -> impl Iterator<Item = &Word> {
        self.sides().map(|(name, _)| name)
    }

    /// The same, and whether each is a building.
    pub(super) fn sides(&self) -> impl Iterator<Item = (&Word, bool)> {
        let (first, other) = match self {
            Card::Deck { building, action } => (building, Some((action, false))),
            Card::Victory { front, back } => (front, back.as_ref().map(|back| (back, true))),
        };
        std::iter::once((first, true)).chain(other)
    }

    /// It is a victory card.
    pub(super) fn is_victory(&self) -> bool {
        matches!(self, Card::Victory { .. })
    }
}

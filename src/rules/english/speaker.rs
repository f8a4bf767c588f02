//! A text while it is being said: what it speaks with, and what it calls what it has spoken of.

use super::line::Never;
use super::notes::{self, Saying, is_plain};
use super::walk::{self, Seen};
use crate::base::ordinal;
use crate::rules::ir::Element;
use crate::rules::names::{Names, noun};
use crate::rules::tree::{
    Alone, Cond, Deed, Disputed, Face, Item, Keyword, Local, Num, Set, SetKind, Source, Step, Text,
};

/// What is called so each player has chosen in secret: a number, or one that is yes or no.
pub(super) const CHOSEN: &str = "number chosen";
pub(super) const VOTE: &str = "vote";

/// What a text speaks with: the words that files declare, and the values of disputes in this game.
#[derive(Clone, Copy)]
pub(in crate::rules) struct Words<'a> {
    pub(in crate::rules) names: &'a Names,
    pub(in crate::rules) keywords: &'a [Keyword],
    /// What each tally counts by itself, and how much of it wins.
    pub(in crate::rules) tallies: &'a [(Option<Alone<Set>>, u8)],
    /// What each sort of counters says.
    pub(in crate::rules) marks: &'a [Option<Disputed<Face>>],
    /// The tallies of this game; all without a game.
    pub(in crate::rules) winning: Option<&'a [usize]>,
    /// The value of each dispute, by number; none without a game.
    pub(in crate::rules) disputes: Option<&'a [usize]>,
}

/// What is said of a local where it is spoken of.
#[derive(Debug, Clone)]
pub(super) enum Called {
    /// Nothing yet: it is bound further on.
    Unbound,
    /// These words.
    Phrase(String),
    /// A number noted before: `that number`.
    Noted(String),
    /// Whether it holds, which is settled before the game.
    Known(bool),
    /// It is said where it is needed.
    Later(Later),
    /// These words once; from then on, those.
    Once(String, Box<Called>),
    /// It came in this way, as the first of those that came so, or a later one.
    Brought { noun: &'static str, how: &'static str, at: usize },
}

/// What a text has given a name, and says only where it is needed.
#[derive(Debug, Clone)]
pub(super) struct Later {
    pub(super) asked: Asked,
    /// As it was before the text did anything.
    pub(super) began: bool,
}

#[derive(Debug, Clone)]
pub(super) enum Asked {
    Truth(Cond),
    Number(Num),
}

/// What a text is, as far as it matters to what it sets off.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Setting {
    Played,
    SetOff,
    /// The same by a turn that begins or ends: whoever causes it is the player whose turn it is.
    OfTurn,
    /// A keyword may be called by either.
    Either,
}

/// Where the statements stand that are being said, for what ends them early.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Inside {
    Text,
    Repeat,
    ForEach,
}

/// One text while it is being said.
pub(super) struct Speaker<'a> {
    pub(super) words: Words<'a>,
    pub(super) locals: Vec<Called>,
    /// Those of them that are buildings.
    pub(super) buildings: Vec<Local>,
    /// The text speaks of them again.
    pub(super) used: Vec<bool>,
    /// How what is noted is said.
    pub(super) sayings: Vec<Saying>,
    /// It is said as it was.
    pub(super) past: bool,
    pub(super) setting: Setting,
    /// The innermost of what statements can end, and whether they stand right in it.
    pub(super) inside: (Inside, bool),
    /// What had to hold so far for the text to go on.
    pub(super) required: Vec<String>,
    /// The nouns of what has come in so far, and how: chosen, taken, noted.
    pub(super) come: Vec<(&'static str, &'static str)>,
    /// What came last: `it`, as long as nothing else is spoken of.
    pub(super) fresh: Option<Local>,
    /// Who decides what is said next, if not `you`.
    pub(super) decider: Option<String>,
    /// How many lots of players have been noted.
    pub(super) noted_players: usize,
    /// The statement has spoken of it.
    pub(super) touched: bool,
    /// It is said that there is one of a set.
    pub(super) there: bool,
    /// How many sets are being described inside each other: there, `it` is one of theirs.
    pub(super) inside_sets: usize,
    /// The nouns of what `for each` goes through at the moment.
    pub(super) each: Vec<&'static str>,
    /// Conditions noted so far, and how many there are.
    pub(super) noted: (usize, usize),
    /// Numbers noted so far, and how many there are.
    pub(super) counted: (usize, usize),
    /// The same of numbers that are chosen, and of dice.
    pub(super) chosen: (usize, usize),
    pub(super) rolled: (usize, usize),
    /// The same of counts for each player.
    pub(super) tallied: (usize, usize),
}

/// The noun for what a set holds: what is targeted is a stack.
pub(super) fn noun_of(set: &Set) -> &'static str {
    match (&set.kind, set.element) {
        (SetKind::Of { target: true, .. }, Element::Building) => "stack",
        (_, element) => noun(element),
    }
}

impl<'a> Speaker<'a> {
    pub(super) fn new(words: Words<'a>, locals: usize) -> Speaker<'a> {
        Speaker {
            words,
            locals: vec![Called::Unbound; locals],
            buildings: Vec::new(),
            used: vec![false; locals],
            sayings: vec![Saying::Noted; locals],
            past: false,
            setting: Setting::Played,
            inside: (Inside::Text, true),
            required: Vec::new(),
            come: Vec::new(),
            fresh: None,
            touched: false,
            there: false,
            inside_sets: 0,
            each: Vec::new(),
            noted: (0, 0),
            counted: (0, 0),
            chosen: (0, 0),
            rolled: (0, 0),
            tallied: (0, 0),
            decider: None,
            noted_players: 0,
        }
    }

    /// A speaker for a text: what it brings in more than once is told apart.
    pub(super) fn of(words: Words<'a>, text: &Text) -> Speaker<'a> {
        let mut speaker = Speaker::new(words, text.locals);
        walk::body(&text.body, &mut |seen| {
            if let Seen::Used(local) = seen {
                speaker.used[local] = true;
            }
        });
        speaker.sayings = notes::sayings(text);
        let noted = |local: &Local| speaker.sayings[*local] == Saying::Noted;
        let truths = text.body.steps_that(&|step| match step {
            Step::LetTruth(local, cond) => noted(local) && speaker.known(cond).is_none(),
            _ => false,
        });
        let numbers = text.body.steps_that(&|step| match step {
            Step::LetNumber(local, number) => noted(local) && !is_plain(speaker.settled(number)),
            _ => false,
        });
        let chosen =
            text.body.steps_that(&|step| matches!(step, Step::Choose { set, .. } if set.element == Element::Number));
        let rolled = text.body.steps_that(&|step| matches!(step, Step::Roll(_)));
        speaker.tallied.1 = text.body.steps_that(&|step| matches!(step, Step::LetNumbers(..)));
        (speaker.noted.1, speaker.counted.1) = (truths, numbers);
        (speaker.chosen.1, speaker.rolled.1) = (chosen, rolled);
        speaker
    }

    /// `while this is face up, `
    ///
    /// # Errors
    /// That is never so in this game.
    pub(super) fn during(&mut self, cond: Option<&Cond>) -> Result<String, Never> {
        let open = self.open(cond)?;
        Ok(open.map_or(String::new(), |cond| format!("while {}, ", self.cond(cond))))
    }

    pub(super) fn introduce(&mut self, local: Local, noun: &'static str) {
        self.introduce_as(local, noun, "chosen");
    }

    /// What a local is called from now on: how it came tells it from others of its kind.
    pub(super) fn introduce_as(&mut self, local: Local, noun: &'static str, how: &'static str) {
        if matches!(noun, "building" | "stack") {
            self.buildings.push(local);
        }
        if !self.used[local] {
            self.locals[local] = Called::Phrase(format!("that {noun}"));
            return;
        }
        self.come.push((noun, how));
        let at = self.come.iter().filter(|other| **other == (noun, how)).count();
        self.locals[local] = Called::Brought { noun, how, at };
        self.fresh = Some(local);
    }

    pub(super) fn call(&mut self, local: Local) -> String {
        match self.locals[local].clone() {
            Called::Unbound | Called::Known(_) | Called::Later(_) => "it".to_string(),
            Called::Phrase(phrase) | Called::Noted(phrase) => phrase,
            Called::Once(first, then) => {
                self.locals[local] = *then;
                self.touched |= self.fresh == Some(local);
                first
            }
            Called::Brought { noun, how, at } => {
                if self.fresh == Some(local) && self.inside_sets == 0 && noun != "player" {
                    self.touched = true;
                    return "it".to_string();
                }
                self.told_apart(noun, how, at)
            }
        }
    }

    /// `that card`, or how it came where there are others.
    pub(super) fn told_apart(&self, noun: &'static str, how: &'static str, at: usize) -> String {
        let alike = self.come.iter().filter(|(other, _)| *other == noun).count();
        let same = self.come.iter().filter(|other| **other == (noun, how)).count();
        let each = self.each.contains(&noun);
        let ordinal = ordinal(at);
        match (alike, same, each) {
            (0 | 1, _, false) => format!("that {noun}"),
            (_, 0 | 1, _) => format!("the {how} {noun}"),
            _ if noun == "player" => format!("the player {how} {ordinal}"),
            (alike, same, false) if alike == same => format!("the {ordinal} {noun}"),
            _ => format!("the {ordinal} {how} {noun}"),
        }
    }
}

/// These are all places of a nation, or of all.
pub(super) fn is_places(set: &Set) -> bool {
    matches!(&set.kind, SetKind::Of { source: Source::Places | Source::PlacesOf(_), filters, .. } if filters.is_empty())
}

/// What has been done; the `you` in it is whoever has done it.
pub(super) fn said(deed: &Deed) -> String {
    deed.said.replace(" not of you ", " not one's own ").replace(" of you ", " of one's own ")
}

impl Speaker<'_> {
    /// What sort of thing it is.
    pub(super) fn noun_of_item(&self, item: &Item) -> &'static str {
        match item {
            Item::TopOf(_) => "card",
            Item::Entry(local, _) if self.is_aside(*local) => "card",
            Item::OwnerOf(_) | Item::You | Item::Provoker | Item::Entry(..) => "player",
            Item::Under(_) | Item::Beside(..) => "building",
            Item::First(set) | Item::Pick(_, set) | Item::Any { set, .. } => noun_of(set),
            Item::NameOf(..) | Item::WrittenOn(_) => "name",
            Item::This | Item::Local(_) => "card",
        }
    }
}

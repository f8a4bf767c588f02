//! The rules of one game, all of them together.

use std::borrow::Cow;
use std::sync::Arc;

use super::alters::{Alteration, Alters};
use super::expr::{Item, Num, Pred, Set};
use super::face::{ANY_SORT, Bar, Face, Kind, Memory, Pending, Says, Trigger};
use super::ids::{Causes, FaceId, Pc};
use super::op::Op;
use super::origin::Origin;
use super::parts::Part;
use super::program::{Branch, Program};
use super::weights::Weights;
use super::words::{Counter, Keyword, Meaning, Tally, Word};
use board::{CardId, Kind as KindId, WRITTEN};
use text::Verb;
use text::limits::ABILITIES;

/// How the victory cards come to the players.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum VictoryDeal {
    /// Everyone gets the same kind.
    Same,
    /// One each, at random.
    Random,
}

/// What a player may show (HFB-1): three of them beat each other in a ring.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Symbol {
    pub name: String,
    /// The number of the symbol that it beats.
    pub beats: u8,
    /// How it is drawn: an SVG path in a box of 48 by 48.
    pub drawn: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dispute {
    pub name: String,
    /// The ids of the rules that it is about.
    pub rules: Vec<String>,
    pub question: String,
    /// Value and what it means; the first is the default.
    pub values: Vec<(String, String)>,
    /// The value that holds in this game (an index into `values`).
    pub value: u8,
}

/// One game, ready to be played: a recipe with its cards and all disputes settled.
#[derive(Debug, Clone)]
pub struct Rules {
    /// The recipe's id.
    pub game: String,
    /// The recipe drew its kinds at random, or they were named: a trace lists them.
    pub drafted: bool,
    /// Names in printed form, each once.
    pub names: Vec<String>,
    pub faces: Vec<Face>,
    /// Deck kinds in recipe order, then victory kinds.
    pub kinds: Vec<Kind>,
    /// The kind of each card: deck cards kind by kind, then victory cards.
    pub cards: Vec<KindId>,
    /// How many of `cards`, from the first on, make the deck.
    pub deck_size: usize,
    pub victory_deal: VictoryDeal,
    /// Cards dealt to each player (SET-4).
    pub hand: u8,
    /// Of which so many are put face down on the victory card (SET-5).
    pub shields: u8,
    /// Both, more for the second of two players.
    pub second_player_extra: u8,
    /// Cards drawn as a turn begins (TRN-1).
    pub draws: u8,
    /// Cards that may be played in a turn; one of them must be (TRN-3).
    pub plays: u8,
    /// What bots judge tables by; `None`: what suits any game.
    pub weights: Option<Weights>,
    pub tallies: Vec<Tally>,
    pub disputes: Vec<Dispute>,
    /// What players show to find out who begins (HFB-1); none when the files bring none along.
    pub symbols: Vec<Symbol>,
    /// When the last card of the deck is taken, the discard pile is shuffled at once (DRW-1).
    pub reshuffle_when_emptied: bool,
    /// Every card is aside while its action is under way (PLY-4).
    pub played_action_aside: bool,
    /// An eliminated player's hand is removed from the game instead of discarded (WIN-8).
    pub remove_eliminated_hand: bool,
    /// What happens when nothing is left to draw (DRW-2).
    pub crisis: Option<Program>,
    /// Its text in canonical form: for those who read. Empty when there is none.
    pub crisis_text: Arc<str>,
    /// The lines of the same text.
    pub crisis_lines: Vec<String>,
    /// All words that these lines use, and those that explain them.
    pub crisis_words: Vec<Word>,
    /// The ids of the rules that its text follows.
    pub crisis_rules: Vec<String>,
    pub keywords: Vec<Keyword>,
    /// What texts say for a while.
    pub pending: Vec<Pending>,
    /// Names of the statuses; the first two are `disabled` and `guarded`.
    pub statuses: Vec<String>,
    /// So many of them hold against all texts; those behind are cut to some.
    pub whole_statuses: u8,
    /// What each means, as a sentence.
    pub status_meanings: Vec<String>,
    /// The sorts of counters.
    pub counters: Vec<Counter>,
    /// What players carry besides: what they have done.
    pub memories: Vec<Memory>,

    pub code: Vec<Op>,
    /// The places of the ops: file and byte span, for reports; as long as `code`. An [`Op::End`] has that of its whole
    /// clause.
    pub code_spans: Vec<(u16, text::Span)>,
    /// The texts that run, in the order of their ops.
    pub origins: Vec<Origin>,
    /// The files that the game is made of; the spans point into them.
    pub sources: Vec<text::Source>,
    /// All that the game was read from: its recipe, then the sets at hand. They make the same game again.
    pub files: Vec<text::Source>,
    pub branches: Vec<Branch>,
    pub causes: Vec<Causes>,
    pub items: Vec<Item>,
    pub sets: Vec<Set>,
    pub preds: Vec<Pred>,
    /// What conditions ask other texts for.
    pub asks: Vec<super::Ask>,
    /// How many parts each of them has, whatever is in it.
    pub pred_parts: Vec<u32>,
    pub nums: Vec<Num>,
    pub looks: LooksOf,
}

/// How many things items, sets, conditions and numbers look at, at worst, each by its number.
#[derive(Debug, Clone, Default)]
pub struct LooksOf {
    pub items: Vec<Looked>,
    pub sets: Vec<Looked>,
    pub preds: Vec<Looked>,
    pub nums: Vec<Looked>,
}

/// How many things something looks at, at worst.
#[derive(Debug, Clone, Copy, Default)]
pub struct Looked {
    pub things: u32,
    /// It asks whether cards can be played, for each of these things at most, and so what other texts ask.
    pub ahead: bool,
}

/// How [`Word::Crisis`] is called.
const CRISIS: &str = "crisis";

impl Rules {
    /// Calls `see` with each part of a part, in the order in which they are asked.
    pub fn each_part(&self, part: Part, see: &mut dyn FnMut(Part)) {
        match part {
            Part::Item(item) => self.items[item.index()].each_part(see),
            Part::Set(set) => self.sets[set.index()].each_part(see),
            Part::Pred(pred) => self.preds[pred.index()].each_part(see),
            Part::Num(num) => self.nums[num.index()].each_part(see),
        }
    }

    /// The abilities that texts give to buildings, each with the number that it has on every building, which are the last
    /// ones, the face that it is of, and which one of its abilities it is.
    pub fn given_abilities(&self) -> impl Iterator<Item = (u8, FaceId, u8)> + '_ {
        let clauses = self.faces.iter().flat_map(|face| &face.alters);
        let given = clauses.filter_map(|clause| match clause.what {
            Alteration::Has { face, .. } => Some(face),
            _ => None,
        });
        let abilities = given.flat_map(|face| {
            let count = self.faces[face.index()].abilities.len();
            (0..count as u8).map(move |index| (face, index))
        });
        (0..ABILITIES as u8)
            .zip(abilities)
            .map(|(at, (face, index))| (ABILITIES as u8 - 1 - at, face, index))
    }

    /// What some text changes of what words mean, a bit each sort.
    pub fn alters(&self) -> u8 {
        let all = self
            .faces
            .iter()
            .flat_map(|face| &face.alters)
            .chain(self.names_for_a_while());
        all.fold(0, |all, clause| all | clause.what.sort())
    }

    /// The names that texts give for a while.
    pub fn names_for_a_while(&self) -> impl Iterator<Item = &Alters> {
        self.pending
            .iter()
            .filter_map(|pending| match &pending.says {
                Says::Names(clause) => Some(clause),
                _ => None,
            })
    }

    /// What texts forbid for a while.
    pub fn bars_for_a_while(&self) -> impl Iterator<Item = &Bar> {
        self.pending
            .iter()
            .filter_map(|pending| match &pending.says {
                Says::Bars(bar) => Some(bar),
                _ => None,
            })
    }

    /// What comes for a while in the place of what would happen.
    pub fn replacing_for_a_while(&self) -> impl Iterator<Item = &Trigger> {
        self.pending
            .iter()
            .filter_map(|pending| match &pending.says {
                Says::Replaces(clause) => Some(clause),
                _ => None,
            })
    }

    /// Some text may bring a victory card from one nation to another, or from elsewhere into one. Where it is not told
    /// what a text takes, that may be one.
    pub fn moves_victories(&self) -> bool {
        // Of a face that no victory card has, `this` is none.
        let deck = |at: usize| {
            let face = self.origin(at as Pc).and_then(|origin| origin.face);
            face.is_some_and(|face| {
                self.kinds
                    .iter()
                    .any(|kind| kind.action.is_some() && kind.buildings.contains(&face))
            })
        };
        self.code.iter().enumerate().any(|(at, op)| match op {
            Op::Do(Verb::Exchange | Verb::Shift | Verb::Give | Verb::Return, ..) => true,
            Op::Do(Verb::Swap, item, _) => self.items[item.index()] != Item::This || !deck(at),
            _ => false,
        })
    }

    /// The kind of a card.
    pub fn kind(&self, card: CardId) -> &Kind {
        &self.kinds[self.cards[card.index()].index()]
    }

    /// The text that an op belongs to. The draw of a turn belongs to none, and is not to be asked for.
    pub fn origin(&self, at: Pc) -> Option<&Origin> {
        let later = self.origins.partition_point(|origin| origin.entry <= at);
        self.origins.get(later.checked_sub(1)?)
    }

    /// The lines of a face's text; without one, what happens when nothing is left to draw.
    pub fn lines_of(&self, face: Option<FaceId>) -> &[String] {
        face.map_or(&self.crisis_lines, |face| &self.faces[face.index()].lines)
    }

    /// The ids of the rules that it follows.
    pub fn rules_of(&self, face: Option<FaceId>) -> &[String] {
        face.map_or(&self.crisis_rules, |face| &self.faces[face.index()].rules)
    }

    /// What one counter of that sort is called.
    pub fn counter(&self, sort: u8) -> &str {
        if sort == ANY_SORT {
            return "counter";
        }
        match self.memory(sort) {
            Some(memory) => &memory.name,
            None => &self.counters[usize::from(sort)].name,
        }
    }

    /// What players have done, where counters of that sort tell it.
    pub fn memory(&self, sort: u8) -> Option<&Memory> {
        usize::from(sort)
            .checked_sub(self.counters.len())
            .map(|at| &self.memories[at])
    }

    /// The names of all sorts of counters, by number.
    pub fn sorts(&self) -> impl Iterator<Item = &str> + Clone {
        let memories = self.memories.iter().map(|memory| memory.name.as_str());
        self.counters
            .iter()
            .map(|counter| counter.name.as_str())
            .chain(memories)
    }

    /// It is remembered who has put a counter of that sort there.
    pub fn is_owned(&self, sort: u8) -> bool {
        let own = self
            .counters
            .get(usize::from(sort))
            .is_some_and(|counter| counter.owned);
        let memory = usize::from(sort)
            .checked_sub(self.counters.len())
            .and_then(|at| self.memories.get(at));
        own || memory.is_some_and(|memory| memory.to_each)
    }

    /// The same, and how many there are; of a name that is written on a card what the notation says of it: `named X 1`.
    pub fn heap(&self, sort: u8, number: u16) -> (Cow<'_, str>, u16) {
        match (sort, number.checked_sub(1)) {
            (WRITTEN, Some(name)) => (format!("named {}", self.names[usize::from(name)]).into(), 1),
            _ => (self.counter(sort).into(), number),
        }
    }

    /// All words of the game.
    pub fn words(&self) -> impl Iterator<Item = Word> {
        let crisis = self.crisis.map(|_| Word::Crisis);
        let keywords = (0..).zip(&self.keywords).map(|(at, _)| Word::Keyword(at));
        let statuses = (0..).zip(&self.statuses).map(|(at, _)| Word::Status(at));
        let counters = (0..).zip(&self.counters).map(|(at, _)| Word::Counter(at));
        let tallies = (0..).zip(&self.tallies).map(|(at, _)| Word::Tally(at));
        keywords
            .chain(statuses)
            .chain(counters)
            .chain(tallies)
            .chain(crisis)
    }

    /// What a word of the game means.
    pub fn meaning(&self, word: Word) -> Meaning<'_> {
        match word {
            Word::Keyword(at) => {
                let Keyword {
                    name, lines, words, ..
                } = &self.keywords[usize::from(at)];
                Meaning { name, lines, words }
            }
            Word::Status(at) => {
                let at = usize::from(at);
                Meaning {
                    name: &self.statuses[at],
                    lines: std::slice::from_ref(&self.status_meanings[at]),
                    words: &[],
                }
            }
            Word::Counter(at) => {
                let Counter {
                    name, lines, face, ..
                } = &self.counters[usize::from(at)];
                let words = face.map_or(&[][..], |face| &self.faces[face.index()].words);
                Meaning { name, lines, words }
            }
            Word::Tally(at) => {
                let Tally {
                    name, lines, words, ..
                } = &self.tallies[usize::from(at)];
                Meaning { name, lines, words }
            }
            Word::Crisis => Meaning {
                name: CRISIS,
                lines: &self.crisis_lines,
                words: &self.crisis_words,
            },
        }
    }
}

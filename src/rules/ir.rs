//! The lowered program of one game: flat, checked, its disputes settled, nothing left to look up by name.
//!
//! A [`Rules`] is made by `Library::compile` alone, from files that the checker has passed; the engine accepts nothing else.

use std::sync::Arc;

use crate::board::{CardId, Kind as KindId};

mod expr;
mod op;
mod origin;
mod parts;
mod words;

pub use crate::base::Verb;
pub use expr::{Compare, Element, Item, Num, Pred, Set, Source};
pub use op::Op;
pub use origin::{Call, Origin};
pub use parts::Part;
pub use words::{Keyword, Meaning, Tally, Word};

/// An index into [`Rules::code`].
pub type Pc = u16;

/// A register of a frame. Registers hold one thing each; the checker has settled of which type.
pub type Reg = u8;

/// The registers that one text may use.
pub use crate::base::limits::REGISTERS;

/// The "them" sets that one text may use.
pub use crate::base::limits::MARK_SETS;

/// The abilities that one building may have: its marks have a bit for each.
pub use crate::base::limits::ABILITIES;

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(pub u16);

        impl $name {
            /// The index as `usize`.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

id!(/// An index into [`Rules::names`].
    NameId);
id!(/// An index into [`Rules::faces`].
    FaceId);
id!(/// An index into [`Rules::items`].
    ItemId);
id!(/// An index into [`Rules::sets`].
    SetId);
id!(/// An index into [`Rules::preds`].
    PredId);
id!(/// An index into [`Rules::nums`].
    NumId);

/// A bit mask of keywords: what an event was caused by. Bit `n` is the keyword `n`.
pub type Causes = u64;

/// How an effect plays a card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum How {
    /// Its `play` text; starred numbers are as printed.
    Play,
    /// Its `replay` text, or else its `play` text; starred numbers are as printed.
    Replay,
    /// Its `play` text, starred numbers raised as when it is played from hand (MIX-4).
    FromHand,
}

/// One branch of [`Op::Either`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Branch {
    pub label: NameId,
    pub condition: Option<PredId>,
    pub entry: Pc,
}

/// A text that can be run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Program {
    pub entry: Pc,
    pub guard: Guard,
    /// It reads a starred number.
    pub starred: bool,
    /// On some way through it, it takes its own card somewhere: then that is aside until it is put (PLY-4).
    pub puts_itself: bool,
}

/// Whether a text can be chosen (PLY-5).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Guard {
    Always,
    Never,
    /// The condition decides, asked with the registers empty.
    Needs(PredId),
    /// When the condition holds, the text is tried on a copy up to its first required choice: it has a cost
    /// or other steps before it.
    Try(PredId),
    /// As `Try(cost)`; but all that comes before the choice is that `paid` is discarded, and with it gone the choice
    /// needs `then`.
    Pays {
        cost: PredId,
        paid: ItemId,
        then: PredId,
    },
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ability {
    pub name: Option<NameId>,
    /// At the start of the turn only, by what stood there when the turn began; once.
    pub start: bool,
    /// Once a turn.
    pub once: bool,
    pub condition: Option<PredId>,
    pub program: Program,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Trigger {
    pub moment: Moment,
    /// Any of them; [`Causes::MAX`] for anything.
    pub causes: Causes,
    pub program: Program,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Moment {
    Revealed,
    Destroyed,
    Built,
}

/// The status 0: a disabled building has no text and no name (DIS-1).
pub const DISABLED: u8 = 0;
/// The status 1: what cannot be targeted (TGT-1).
pub const GUARDED: u8 = 1;
/// The statuses there can be, built-in ones included.
pub use crate::base::limits::STATUSES;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lasting {
    pub condition: Option<PredId>,
    pub set: SetId,
    pub status: u8,
    /// `this` alone is affected.
    pub of_itself: bool,
}

/// What counts for a tally of the owner.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CountsAs {
    /// An index into [`Rules::tallies`].
    pub tally: u8,
    pub set: SetId,
    /// It is the card itself: then it is among what the tally counts.
    pub own: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Face {
    /// As printed, without the set.
    pub name: Option<NameId>,
    /// As the notation prints it: with the set when two kinds of the game share the name.
    pub label: String,
    /// What is written on it, in canonical form: for those who read.
    pub text: Arc<str>,
    /// The same in plain English, a sentence each, as it is in this game: for those who play.
    pub english: Vec<String>,
    /// All words that these sentences use, and those that explain them.
    pub words: Vec<Word>,
    /// What its author says of it in words of their own.
    pub says: Option<String>,
    pub play: Option<Program>,
    pub replay: Option<Program>,
    pub abilities: Vec<Ability>,
    pub triggers: Vec<Trigger>,
    pub lasting: Vec<Lasting>,
    pub counts_as: Vec<CountsAs>,
    /// What this adds to its owner's starred numbers.
    pub raises: Vec<NumId>,
    pub wins: Vec<PredId>,
    /// The ids of the rules that its text follows.
    pub rules: Vec<String>,
    pub places: Places,
}

/// Where a clause is written: a file of [`Rules::sources`], and its span there.
pub type Written = (u16, crate::base::Span);

/// Where a face's clauses are written, in the order of the face's own lists: for reports and explanations.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Places {
    pub play: Option<Written>,
    pub abilities: Vec<Written>,
    pub lasting: Vec<Written>,
    pub counts_as: Vec<Written>,
    pub raises: Vec<Written>,
    pub wins: Vec<Written>,
}

/// A card kind: cards that are alike.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kind {
    /// The set file's id.
    pub set: String,
    /// The building face; of a double-sided victory card both.
    pub buildings: [FaceId; 2],
    /// `None` for victory cards.
    pub action: Option<FaceId>,
    pub copies: u8,
    /// It has two building sides.
    pub double_sided: bool,
}

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
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dispute {
    pub name: String,
    pub rule: String,
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
    /// The same in plain English, a sentence each.
    pub crisis_english: Vec<String>,
    /// All words that these sentences use, and those that explain them.
    pub crisis_words: Vec<Word>,
    /// The ids of the rules that its text follows.
    pub crisis_rules: Vec<String>,
    pub keywords: Vec<Keyword>,
    /// Names of the statuses; the first two are `disabled` and `guarded`.
    pub statuses: Vec<String>,
    /// What each means, as a sentence.
    pub status_english: Vec<String>,

    pub code: Vec<Op>,
    /// The places of the ops: file and byte span, for reports; as long as `code`. An [`Op::End`] has that of its whole
    /// clause.
    pub code_spans: Vec<(u16, crate::base::Span)>,
    /// The texts that run, in the order of their ops.
    pub origins: Vec<Origin>,
    /// The files that the game is made of; the spans point into them.
    pub sources: Vec<crate::base::Source>,
    /// All that the game was read from: its recipe, then the sets at hand. They make the same game again.
    pub files: Vec<crate::base::Source>,
    pub branches: Vec<Branch>,
    pub causes: Vec<Causes>,
    pub items: Vec<Item>,
    pub sets: Vec<Set>,
    pub preds: Vec<Pred>,
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

impl Rules {
    /// The kind of a card.
    pub fn kind(&self, card: CardId) -> &Kind {
        &self.kinds[self.cards[card.index()].index()]
    }
}

//! What a card is: its faces, and their clauses.

use std::sync::Arc;

use super::alters::Alters;
use super::expr::Element;
use super::ids::{Causes, FaceId, ItemId, NameId, NumId, PredId, Reg, SetId, Written};
use super::program::Program;
use super::words::Word;
use crate::emblem::Badge;
use text::Until;
use text::limits::CARRIED;

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

/// What a clause that waits may speak of by what happens: what it happens to, and onto what.
pub const ROLES: usize = 2;

/// The register in which a clause finds, while it is asked whether it is about what happens, how many counters are put, or from
/// where the card comes: one more than the number of its origin.
pub const DETAIL: super::Reg = super::REGISTERS as super::Reg - 1;

/// Counters of whatever sort, where a text asks for those of one.
pub const ANY_SORT: u8 = u8::MAX - 1;

const _: () = assert!(text::limits::COUNTERS + text::limits::MEMORIES < ANY_SORT as usize);

/// The second role of what happens to counters: their sort, on players or on cards. Those on cards come before
/// all on players.
pub fn marks_of(sort: u8, players: bool) -> u16 {
    u16::from(players) << 8 | u16::from(sort)
}

/// A text that waits for something to happen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Trigger {
    /// What it waits for, by [`text::Happening::bit`].
    pub happenings: u64,
    /// It happens to the card itself, whatever the condition says: nothing else need be looked at.
    pub own: bool,
    /// Any of them; [`Causes::MAX`] for anything.
    pub causes: Causes,
    /// Asked as it happens: register 0 holds what it happens to, 1 the building that a card comes to lie on.
    pub condition: Option<PredId>,
    /// Those of these registers that stand for cards, a bit each.
    pub cards: u8,
    /// What is read as it happens, into the registers behind these.
    pub remembers: [Option<Remember>; CARRIED],
    /// It runs to its end whoever lives (TRG-2).
    pub survives: bool,
    pub program: Program,
}

/// A thing or a number as it is when something happens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Remember {
    Item(ItemId),
    Number(NumId),
}

/// What a face forbids while it has something to say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bar {
    /// By [`text::Happening::bit`].
    pub happenings: u64,
    /// Asked as of a [`Trigger`].
    pub condition: Option<PredId>,
    pub cards: u8,
    /// Only by any of them; [`Causes::MAX`] for anything.
    pub causes: Causes,
    /// It is forbidden unless that is paid.
    pub price: Option<Price>,
}

/// What something costs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Price {
    pub number: NumId,
    pub fee: Fee,
    /// Whoever pays is `you` in it. The registers of a [`Trigger`] come first; [`PAID`] holds how much is left to pay.
    pub program: Program,
}

/// The register that holds how much is left to pay.
pub const PAID: Reg = ROLES as Reg;

/// What is paid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fee {
    /// Cards of the hand, but for the one that is being played.
    Cards,
    /// Top cards of one's own stacks.
    Stacked,
    /// Counters of that sort that one has.
    Counters(u8),
}

/// What a text says for a while, or for later.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pending {
    /// Whose text says it; none where no game is made.
    pub face: Option<FaceId>,
    /// Which one of those of that face, counted from 1.
    pub number: u8,
    pub until: Until,
    /// It hangs on the turn of somebody who is named.
    pub of_another: bool,
    /// It speaks of its card.
    pub this: bool,
    /// The names that it carries along, in the registers behind its roles; what has no element is a number.
    pub carried: Vec<(String, Option<Element>)>,
    /// Which of them nobody but whoever has chosen them knows until it comes, each with what it was chosen from.
    pub secrets: Vec<(u8, SetId)>,
    /// The registers that hold them where that is read.
    pub registers: Vec<Option<Reg>>,
    /// What is counted of each player until it comes, in the three registers behind these, and who keeps it.
    pub counts: Option<(Bar, Keeper)>,
    /// What ends it, where that is no turn; these do nothing.
    pub ends: Vec<Trigger>,
    pub says: Says,
    /// The statement that says it, in canonical form.
    pub said: String,
}

/// See [`Pending`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Says {
    Bars(Bar),
    Hears(Trigger),
    Replaces(Trigger),
    /// Players have a status.
    Holds(Lasting),
    /// Buildings have one.
    Gives(Lasting),
    /// Buildings have a name.
    Names(Alters),
    Does(Program),
}

/// Who or what carries what is remembered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Keeper {
    /// The player who does it.
    Doer,
    /// What happens to, or onto what: one of the roles.
    Role(u8),
    /// Each player living, as that player sees it.
    All,
}

/// What is done and counted, as counters that players or cards carry: sorts behind those that files declare.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Memory {
    pub of: Bar,
    pub keeper: Keeper,
    /// Since the turn under way has begun, or else the game.
    pub of_turn: bool,
    /// Since `your` last turn has ended.
    pub of_last_turn: bool,
    /// It hangs on who asks: it is remembered for each player, as counters of theirs.
    pub to_each: bool,
    /// Only who has done it last carries it.
    pub last: bool,
    /// What it is called.
    pub name: String,
}

/// The status 0: a disabled building has no text and no name (DIS-1).
pub const DISABLED: u8 = 0;
/// The status 1: what cannot be targeted (TGT-1).
pub const GUARDED: u8 = 1;
/// No status of the list: whoever has it plays with an open hand.
pub const OPEN: u8 = 90;
/// The same: `you` see the hand of whoever has it.
pub const SEEN: u8 = 91;
/// The same: `you` make all decisions of whoever has it, and know what they know.
pub const LED: u8 = 92;
/// No status of the list: whoever has it does not win.
pub const BARRED: u8 = 100;
/// The same, but the last player living wins.
pub const BARRED_BUT_LAST: u8 = 101;
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
    /// An index into [`super::Rules::tallies`].
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
    /// The lines of it: for those who play.
    pub lines: Vec<String>,
    /// Those of its clauses that say when it wins.
    pub winning: Vec<String>,
    /// All words that these lines use, and those that explain them.
    pub words: Vec<Word>,
    /// What its author says of it in words of their own.
    pub says: Option<String>,
    /// What it looks like.
    pub badge: Badge,
    pub play: Option<Program>,
    pub replay: Option<Program>,
    pub abilities: Vec<Ability>,
    pub triggers: Vec<Trigger>,
    pub bars: Vec<Bar>,
    /// What comes in the place of what would happen, asked before it does.
    pub instead: Vec<Trigger>,
    /// What waits in a hand, and what comes from there in the place of something: no card until it is chosen there.
    pub held: Vec<Trigger>,
    pub held_instead: Vec<Trigger>,
    pub lasting: Vec<Lasting>,
    /// The same for players: asked for when it matters.
    pub standings: Vec<Lasting>,
    pub counts_as: Vec<CountsAs>,
    /// What this adds to its owner's starred numbers.
    pub raises: Vec<NumId>,
    /// What it changes of what words mean.
    pub alters: Vec<Alters>,
    pub wins: Vec<PredId>,
    /// The ids of the rules that its text follows.
    pub rules: Vec<String>,
    pub places: Places,
}

/// Where a face's clauses are written, in the order of the face's own lists: for reports and explanations.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Places {
    pub play: Option<Written>,
    pub abilities: Vec<Written>,
    pub lasting: Vec<Written>,
    pub standings: Vec<Written>,
    pub counts_as: Vec<Written>,
    pub raises: Vec<Written>,
    pub alters: Vec<Written>,
    pub bars: Vec<Written>,
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

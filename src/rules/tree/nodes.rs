//! A checked text: every name found, every type settled, nothing yet put into registers.

use super::faces::Alteration;
use super::parts::{Node, Part, nodes};
use super::things::{Cond, Item, Num, Set};
use crate::ir::{Element, Fee, Keeper, Op};
use lang::ast::{Agent, Many, Order, Voice};
use text::{Happening, Origin, Since, Span, Spanned, Until, Verb};

/// A text that does something.
#[derive(Debug, Clone)]
pub struct Text {
    /// The file that the spans point into (an index into the library's).
    pub file: usize,
    pub span: Span,
    /// How many locals it has.
    pub locals: usize,
    /// How many of them, the first ones, are there when it begins.
    pub roles: usize,
    /// It speaks of what a counted statement picked.
    pub them: bool,
    /// What the text around it carries along, behind these.
    pub carried: Vec<Capture>,
    /// A number for each player that is counted until it begins, behind these.
    pub counted: Option<Local>,
    pub body: Body,
}

/// What a text says for a while, or for later.
#[derive(Debug, Clone)]
pub struct Pending {
    pub until: Until,
    /// It hangs on the turn of somebody who is named.
    pub of_another: bool,
    /// It speaks of its card.
    pub this: bool,
    /// What is counted of each player until it comes.
    pub counts: Option<Deed>,
    /// What ends it, where that is no turn.
    pub ends: Vec<Trigger>,
    pub says: Says,
    /// The statement in canonical form.
    pub said: String,
}

#[derive(Debug, Clone)]
pub enum Says {
    Bars(Trigger),
    Hears(Trigger),
    Replaces(Trigger),
    /// Players have a status; the text around that has nothing to do.
    Holds(Text, Lasting),
    /// Buildings have a name.
    Names(Text, Alteration),
    Does(Text),
}

impl Pending {
    /// The text, or what stands for one.
    pub fn text(&self) -> &Text {
        match &self.says {
            Says::Bars(clause) | Says::Hears(clause) | Says::Replaces(clause) => &clause.text,
            Says::Holds(text, _) | Says::Names(text, _) | Says::Does(text) => text,
        }
    }
}

/// What is counted: a clause that waits for it, and does nothing.
#[derive(Debug, Clone)]
pub struct Deed {
    pub done: Box<Trigger>,
    pub since: Since,
    pub keeper: Keeper,
    /// It hangs on who asks: it is since `your` last turn, or was done to `you`.
    pub to_each: bool,
    /// Only who has done it last counts.
    pub last: bool,
    /// In the words of the text.
    pub said: String,
}

impl PartialEq for Deed {
    fn eq(&self, other: &Deed) -> bool {
        self.said == other.said
    }
}

/// A condition, number or set that stands on its own.
#[derive(Debug, Clone)]
pub struct Alone<T> {
    pub file: usize,
    pub span: Span,
    pub locals: usize,
    pub node: T,
}

#[derive(Debug, Clone)]
pub struct Trigger {
    pub happenings: Vec<Happening>,
    /// What must be among the causes, with its places; none for anything.
    pub causes: Vec<(Cause, Span)>,
    pub head: Head,
    /// Things and numbers as they are then.
    pub remembers: Vec<Value>,
    /// What whoever does it pays for it.
    pub price: Option<(Num, Fee)>,
    /// It comes in the place of what would happen, and only if `you` like.
    pub instead: bool,
    pub may: bool,
    /// It comes before that, which then happens.
    pub first: bool,
    pub text: Text,
}

#[derive(Debug, Clone)]
pub struct Lasting {
    pub condition: Option<Cond>,
    pub set: Set,
    pub status: u8,
    /// Players have it, not buildings.
    pub of_players: bool,
    /// In the eyes of these texts alone; none for all.
    pub against: Vec<Against>,
}

/// Who does it and to what, as a clause says it that waits.
#[derive(Debug, Clone)]
pub struct Head {
    pub voice: Voice,
    pub who: Option<Set>,
    /// The first local of the text.
    pub what: Option<Pattern>,
    /// Of what happens to counters: their sort.
    pub sort: Option<u8>,
    /// So many there are then, and were not before.
    pub reached: Option<Num>,
    /// The second one.
    pub onto: Option<Pattern>,
    /// Where what it happens to lay before.
    pub from: Option<Origin>,
    /// It happens to a player.
    pub of_player: bool,
    /// It waits while that holds.
    pub during: Option<Cond>,
    /// That holds when it happens.
    pub given: Option<Cond>,
}

/// What something is that takes part in a happening.
#[derive(Debug, Clone)]
pub enum Pattern {
    /// A card of which this holds.
    Card(Vec<Cond>),
    Of(Set),
}

#[derive(Debug, Clone, Default)]
pub struct Body {
    pub steps: Vec<Spanned<Act>>,
}

nodes! {
#[derive(Debug, Clone)]
pub enum Act in Act {
    Pay(Box<Spanned<Act>>),
    /// With `random` it is chance that chooses.
    Choose {
        set: Set,
        random: bool,
        local: Local,
    },
    MayChoose {
        set: Set,
        local: Local,
        body: Body,
        otherwise: Body,
    },
    /// Yes, or decline.
    May {
        body: Body,
        otherwise: Body,
    },
    /// Somebody else than `you` decides what this step asks last.
    By(Item, Box<Spanned<Act>>),
    Require(Cond),
    Let(Local, Value),
    /// `You` alone know what this step chooses until the delayed effect that carries it begins.
    Secret(Box<Spanned<Act>>),
    /// Each of the players chooses, one by one; all is shown after the last. Cards are set aside, and not always shown.
    Secretly {
        shown: bool,
        players: Set,
        player: Local,
        set: Set,
        name: Local,
    },
    AddTo(Num, Local as used, Item),
    /// One thing more among those.
    Add(Item, Local as used),
    If {
        condition: Cond,
        then: Body,
        otherwise: Body,
    },
    /// With `at_most` whether there is a next time is asked.
    Repeat {
        at_most: bool,
        times: Num,
        body: Body,
    },
    /// Ends the innermost loop, else the text or keyword.
    Stop,
    ForEach {
        at_once: bool,
        set: Set,
        order: Option<Order>,
        local: Local,
        body: Body,
    },
    Block(Block, Body),
    Either(Vec<Branch>),
    /// So many of the branches, chosen before any is done.
    Modes {
        many: Many,
        chosen_order: bool,
        branches: Vec<Branch>,
    },
    Toss {
        heads: Body,
        tails: Body,
    },
    Roll(Local),
    /// `discard X`, `move X onto Y`
    Verb(Verb, Item, Option<Item>),
    /// `look at the top three cards of the deck`
    All {
        verb: Verb,
        set: Set,
        local: Local,
    },
    /// `discard 2 tops`
    Several {
        verb: Verb,
        number: Num,
        different: bool,
        random: bool,
        set: Set,
        local: Local,
    },
    /// `discard 2 of them`
    OfThem {
        verb: Verb,
        number: Num,
        element: Element,
        local: Local,
    },
    /// `put 2 ticks on X`, `take 2 ticks off X`
    Counters {
        put: bool,
        number: Num,
        sort: u8,
        player: bool,
        on: Item,
    },
    /// What is lowered as it is.
    Plain(Op),
    Take(Local),
    Draw(Num),
    /// What comes by a keyword goes to that thing instead.
    Aim(Item),
    /// The first time only, for each player; with players for all of them together.
    Once(Since, Option<Box<(Set, Local)>>),
    /// So many cards are drawn as the turn begins.
    TurnDraws(Num),
    /// So many more cards may be played in the turn.
    /// With `true` so many fewer.
    MorePlays(Num, bool),
    /// It holds for a while, or comes later, whatever becomes of the card. It has names of its own.
    Lasts {
        whose: Option<Item>,
        pending: Box<Pending>,
    },
    Call {
        keyword: usize,
        arguments: Vec<Value>,
    },
}

/// What a name stands for, or what is passed to a keyword.
#[derive(Debug, Clone)]
pub enum Value {
    Item(Item),
    Number(Num),
    Truth(Cond),
    Set(Set),
    /// The same number for each player.
    Numbers(u16),
    /// None yet.
    Nothing(Element),
}
}

/// What holds as long as a block is done.
#[derive(Debug, Clone, PartialEq)]
pub enum Block {
    AtOnce,
    OneEffect,
    /// Nobody wins by a condition until it is over.
    Winless,
    Unanswered,
    /// Another player pays for something by it.
    Paid,
    /// The first that bears the name and would answer does not.
    Sparing(String),
}

#[derive(Debug, Clone)]
pub struct Branch {
    pub label: String,
    pub condition: Option<Cond>,
    pub body: Body,
}

/// A thing that a text speaks of by name or as `it`; counted from 0 in each text.
pub type Local = usize;

/// A name of the text around one that says something for a while, or for later.
#[derive(Debug, Clone)]
pub struct Capture {
    pub name: String,
    /// There.
    pub outer: Local,
    /// Here.
    pub local: Local,
    /// A number is none.
    pub element: Option<Element>,
    /// Only whoever has chosen it knows it until then.
    pub secret: bool,
}

/// Texts that a status is cut to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Against {
    pub agent: Agent,
    pub named: Option<String>,
    /// Of others than the owner of what has the status.
    pub of_others: bool,
}

/// What something may be caused by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cause {
    /// A keyword, by number.
    Keyword(usize),
    /// What a card does that is played.
    Actions,
    /// What a building can be used for.
    Abilities,
    /// What happens when nothing is left to draw.
    Crises,
}

impl Cause {
    /// Those that are over when a text is.
    pub const WHOLE: [(&'static str, Cause); 2] = [Cause::SORTS[0], Cause::SORTS[1]];

    /// Those that are no keywords, as they are written.
    pub const SORTS: [(&'static str, Cause); 3] = [
        ("action", Cause::Actions),
        ("ability", Cause::Abilities),
        ("crisis", Cause::Crises),
    ];

    pub fn keyword(self) -> Option<usize> {
        match self {
            Cause::Keyword(keyword) => Some(keyword),
            _ => None,
        }
    }
}

//! A checked text: every name found, every type settled, nothing yet put into registers.

use super::faces::Alteration;
use crate::ir::{Compare, Element, Extent, Fee, How};
use lang::ast::{Agent, Many, TurnPart, Voice};
use text::{Extreme, Happening, Pick, Side, Since, Span, Spanned, Until, Verb};

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
    pub carried: Vec<Carried>,
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
    pub ends: Option<Trigger>,
    pub says: Says,
    /// The statement in canonical form.
    pub said: String,
}

#[derive(Debug, Clone)]
pub enum Says {
    Bars(Trigger),
    Hears(Trigger),
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
            Says::Bars(clause) | Says::Hears(clause) => &clause.text,
            Says::Holds(text, _) | Says::Names(text, _) | Says::Does(text) => text,
        }
    }
}

/// What is counted of players: a clause that waits for it, and does nothing.
#[derive(Debug, Clone)]
pub struct Deed {
    pub done: Box<Trigger>,
    pub since: Since,
    /// It was done to a building, and not by a player.
    pub to_it: bool,
    /// It hangs on who asks: it is since `your` last turn, or was done to `you`.
    pub to_each: bool,
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
    pub remembers: Vec<Remembered>,
    /// What whoever does it pays for it.
    pub price: Option<(Num, Fee)>,
    /// It comes in the place of what would happen, and only if `you` like.
    pub instead: bool,
    pub may: bool,
    pub text: Text,
}

/// What a clause that waits remembers of how things are then.
#[derive(Debug, Clone)]
pub enum Remembered {
    Item(Item),
    Number(Num),
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
    pub steps: Vec<Spanned<Step>>,
}

#[derive(Debug, Clone)]
pub enum Step {
    Pay(Box<Spanned<Step>>),
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
    By(Item, Box<Spanned<Step>>),
    Require(Cond),
    LetItem(Local, Item),
    LetNumber(Local, Num),
    LetTruth(Local, Cond),
    /// Each of the players chooses, one by one; all is shown after the last. Cards are set aside, and not always shown.
    Secretly {
        shown: bool,
        players: Set,
        player: Local,
        set: Set,
        name: Local,
    },
    /// The same number for each player.
    LetNumbers(Local, u16),
    AddTo(Num, Local, Item),
    /// No players yet.
    LetPlayers(Local),
    /// One player more among those.
    Add(Item, Local),
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
    Ready,
    Take(Local),
    Draw(Num),
    Shuffle,
    ShuffleDeck,
    DrawGame,
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
        arguments: Vec<Argument>,
    },
}

/// What holds as long as a block is done.
#[derive(Debug, Clone, PartialEq)]
pub enum Block {
    AtOnce,
    OneEffect,
    /// Nobody wins by a condition until it is over.
    Winless,
    Unanswered,
    /// The first that bears the name and would answer does not.
    Sparing(String),
}

#[derive(Debug, Clone)]
pub struct Branch {
    pub label: String,
    pub condition: Option<Cond>,
    pub body: Body,
}

#[derive(Debug, Clone)]
pub enum Argument {
    Item(Item),
    Number(Num),
    Set(Set),
}

#[derive(Debug, Clone, PartialEq)]
pub enum Item {
    Local(Local),
    This,
    You,
    Provoker,
    TopOf(Box<Item>),
    OwnerOf(Box<Item>),
    Under(Box<Item>),
    First(Box<Set>),
    Pick(Pick, Box<Set>),
    Beside(Side, Box<Item>),
    /// What tells what a card is has its place.
    NameOf(Box<Item>, Span),
    WrittenOn(Box<Item>),
    /// What that player has chosen.
    Entry(Local, Box<Item>),
    /// Chosen by `you`, or by chance, before the statement, and then the local.
    Any {
        set: Box<Set>,
        random: bool,
        local: Local,
    },
}

#[derive(Debug, Clone, PartialEq)]
pub struct Set {
    pub element: Element,
    pub kind: SetKind,
}

#[derive(Debug, Clone, PartialEq)]
pub enum SetKind {
    /// The filters speak of the one looked at as the candidate.
    Of {
        target: bool,
        source: Source,
        candidate: Local,
        filters: Vec<Cond>,
    },
    Plus(Box<Set>, Box<Set>),
}

#[derive(Debug, Clone, PartialEq)]
pub enum Source {
    Players,
    PlayersFrom(Item),
    /// Those who have put counters of that sort there.
    PlayersWith {
        sort: u8,
        player: bool,
        on: Item,
    },
    Buildings,
    BuildingsOf(Item),
    Neighbours(Item),
    Row(Side, Item),
    Between(Item, Item),
    Tops,
    TopsOf(Box<Set>),
    CardsOn(Item),
    CardsOnFromTop(Item),
    CardsIn(Item),
    Hand(Item),
    Discard,
    Deck,
    DeckTop(Box<Num>),
    Places,
    PlacesOf(Item),
    Them,
    /// A plural parameter.
    Param(Local),
    One(Item),
    /// The numbers from one to another.
    Numbers(Box<Num>, Box<Num>),
    /// The names of all buildings of the game; of all cards.
    Names,
    CardNames,
}

impl Set {
    /// All that there is of a source.
    pub fn all(source: Source, element: Element, candidate: Local) -> Set {
        Set::such(source, element, candidate, Vec::new())
    }

    /// Those for which that holds.
    pub fn such(source: Source, element: Element, candidate: Local, filters: Vec<Cond>) -> Set {
        let kind = SetKind::Of {
            target: false,
            source,
            candidate,
            filters,
        };
        Set { element, kind }
    }

    /// The one thing that it is of, if it is of one.
    pub fn one(&self) -> Option<&Item> {
        match self.plain()? {
            Source::One(item) => Some(item),
            _ => None,
        }
    }

    /// What it is of, where nothing else is said of it.
    pub fn plain(&self) -> Option<&Source> {
        match &self.kind {
            SetKind::Of {
                target: false,
                source,
                filters,
                ..
            } if filters.is_empty() => Some(source),
            _ => None,
        }
    }

    /// What it is of, but for two sets together.
    pub fn source(&self) -> Option<&Source> {
        match &self.kind {
            SetKind::Of { source, .. } => Some(source),
            SetKind::Plus(..) => None,
        }
    }

    /// All sources of it are such.
    pub fn all_from(&self, such: &dyn Fn(&Source) -> bool) -> bool {
        match &self.kind {
            SetKind::Plus(left, right) => left.all_from(such) && right.all_from(such),
            SetKind::Of { source, .. } => such(source),
        }
    }

    /// It is of what was picked before.
    pub fn is_them(&self) -> bool {
        self.source() == Some(&Source::Them)
    }

    /// All that is in it is in a hand or a nation.
    pub fn is_held_or_stands(&self) -> bool {
        match &self.kind {
            SetKind::Of { source, .. } => {
                self.element == Element::StackedCard
                    && !matches!(source, Source::Them | Source::Param(_) | Source::One(_))
                    || matches!(source, Source::Hand(_))
            }
            _ => false,
        }
    }
}

/// What reads the kind of a card has its place, so that what would tell it can be refused there.
#[derive(Debug, Clone, PartialEq)]
pub enum Cond {
    And(Box<Cond>, Box<Cond>),
    Or(Box<Cond>, Box<Cond>),
    Not(Box<Cond>),
    Stacked(Item),
    Active(Item),
    Disabled(Item),
    FaceUp(Item),
    Living(Item),
    VictoryCard(Item, Span),
    /// It lies in front of nobody and holds for all.
    Law(Item),
    Named(Item, String, Span),
    NamedAs(Item, Item, Span),
    /// Both have a name in common.
    NamedLike(Item, Item, Span),
    On(Item, Item),
    Of(Item, Item),
    In(Item, Box<Set>),
    Status(Item, u8),
    /// The same of a player.
    Standing(Item, u8),
    /// What a player wins by holds.
    Meets(Item),
    Same(Item, Item),
    Exists(Box<Set>),
    Compare(Num, Compare, Num),
    Playable(Item, How, Span),
    Turn(TurnPart),
    Truth(Local),
    /// No player has more, or fewer; or nobody of those that a set leaves, and what that comes to.
    Most(Item, Local, Extreme, Option<Box<Cond>>),
    /// Dispute and value, by number.
    Dispute(usize, usize),
    /// Buildings of these sets stand side by side; what that comes to.
    SideBySide {
        in_order: bool,
        sets: Vec<Set>,
        so: Box<Cond>,
    },
    /// Of all those, a candidate has the most or the fewest of what is counted of it; what that comes to.
    Extreme {
        most: bool,
        measure: Box<Num>,
        so: Box<Cond>,
    },
}

#[derive(Debug, Clone, PartialEq)]
pub enum Num {
    Const(u16),
    Starred(u16),
    Count(Box<Set>),
    Height(Box<Item>),
    Counters {
        sort: u8,
        player: bool,
        on: Box<Item>,
    },
    Whose(Box<Num>, Box<Item>),
    /// So many counters as the clause that waits hears of.
    JustPut,
    DifferentNames(Box<Set>, Span),
    MostAlike(Box<Set>, Span),
    If(Box<Cond>, Box<Num>, Box<Num>),
    Plus(Box<Num>, Box<Num>),
    /// Never below 0.
    Minus(Box<Num>, Box<Num>),
    /// Rounded up, or down.
    Half(Box<Num>, bool),
    Twice(Box<Num>),
    /// The larger of two, or the smaller.
    OfTwo(bool, Box<Num>, Box<Num>),
    Among(Box<Among>),
    Local(Local),
    /// The number of that player.
    Entry(Local, Box<Item>),
    /// How often that player has done something; since something was said for later, that is counted there.
    Did {
        deed: Box<Deed>,
        who: Box<Item>,
        counted: Option<Local>,
    },
    Seats,
}

/// The largest number of some sort, or the smallest, for each of others.
#[derive(Debug, Clone, PartialEq)]
pub struct Among {
    pub extent: Extent,
    pub of: Num,
    pub among: Set,
    /// The local that stands for each of these in what is counted.
    pub it: Local,
}

/// A thing that a text speaks of by name or as `it`; counted from 0 in each text.
pub type Local = usize;

/// A name of the text around one that says something for a while, or for later.
#[derive(Debug, Clone)]
pub struct Carried {
    pub name: String,
    /// There.
    pub outer: Local,
    /// Here.
    pub local: Local,
    /// A number is none.
    pub element: Option<Element>,
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

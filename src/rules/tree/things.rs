//! Things, sets, conditions and numbers.

use super::nodes::{Deed, Local};
use super::parts::{Node, Part, nodes};
use crate::ir::{Compare, Element, Extent, How};
use lang::ast::TurnPart;
use text::{Extreme, Pick, Side, Span};

nodes! {
#[derive(Debug, Clone, PartialEq)]
pub enum Item in Item {
    Local(Local as used),
    This,
    You,
    Provoker,
    /// The player whose turn it is.
    OfTurn,
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
    Entry(Local as used, Box<Item>),
    /// Chosen by `you`, or by chance, before the statement, and then the local.
    Any {
        set: Box<Set>,
        random: bool,
        local: Local,
    },
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
    Laws,
    Places,
    PlacesOf(Item),
    PlacesBeside(Item),
    Them,
    /// A plural parameter.
    Param(Local as used),
    One(Item),
    /// The numbers from one to another.
    Numbers(Box<Num>, Box<Num>),
    /// The names of all buildings of the game; of all cards.
    Names,
    CardNames,
}

/// What reads the kind of a card has its place, so that what would tell it can be refused there.
#[derive(Debug, Clone, PartialEq)]
pub enum Cond in Cond {
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
    Truth(Local as used),
    /// No player has more, or fewer; or nobody of those that a set leaves, and what that comes to.
    Most(Item, Local as used, Extreme, Option<Box<Cond>>),
    /// Dispute and value, by number.
    Dispute(usize, usize),
    /// Buildings of these sets stand side by side; what that comes to.
    SideBySide {
        in_order: bool,
        sets: Vec<Set> as unseen,
        so: Box<Cond>,
    },
    /// Of all those, a candidate has the most or the fewest of what is counted of it; what that comes to.
    Extreme {
        most: bool,
        measure: Box<Num> as unseen,
        so: Box<Cond>,
    },
}

#[derive(Debug, Clone, PartialEq)]
pub enum Num in Num {
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
    /// What the second role of what happens to counters of that sort is, on players or on cards.
    Marks {
        sort: u8,
        player: bool,
    },
    /// So many counters as the clause that waits hears of; or from where a card comes, as [`crate::ir::DETAIL`] says.
    Detail,
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
    Local(Local as used),
    /// The number of that player.
    Entry(Local as used, Box<Item>),
    /// How often that player has done something; since something was said for later, that is counted there.
    Did {
        deed: Box<Deed>,
        counted: Option<Local> as used,
        who: Box<Item>,
    },
    Seats,
}
}

#[derive(Debug, Clone, PartialEq)]
pub struct Set {
    pub element: Element,
    pub kind: SetKind,
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

impl Cond {
    pub fn negated(self, not: bool) -> Cond {
        if not { Cond::Not(Box::new(self)) } else { self }
    }

    pub fn and(self, other: Cond) -> Cond {
        Cond::And(Box::new(self), Box::new(other))
    }

    pub fn or(self, other: Cond) -> Cond {
        Cond::Or(Box::new(self), Box::new(other))
    }

    pub fn exists(set: Set) -> Cond {
        Cond::Exists(Box::new(set))
    }

    pub fn is_in(item: Item, set: Set) -> Cond {
        Cond::In(item, Box::new(set))
    }

    /// It cannot hold unless such a condition does.
    pub fn needs(&self, such: &dyn Fn(&Cond) -> bool) -> bool {
        match self {
            Cond::And(left, right) => left.needs(such) || right.needs(such),
            cond => such(cond),
        }
    }
}

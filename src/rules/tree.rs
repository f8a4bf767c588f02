//! A checked text: every name found, every type settled, nothing yet put into registers.

mod parts;

use super::ir::{Compare, Element, How, Moment};
use crate::base::{Span, Spanned, Verb};
use crate::syntax::ast::TurnPart;

pub(super) use parts::Part;

/// A thing that a text speaks of by name or as `it`; counted from 0 in each text.
pub(super) type Local = usize;

/// A text that does something.
#[derive(Debug, Clone)]
pub(super) struct Text {
    /// The file that the spans point into (an index into the library's).
    pub(super) file: usize,
    pub(super) span: Span,
    /// How many locals it has.
    pub(super) locals: usize,
    /// It speaks of what a counted statement picked.
    pub(super) them: bool,
    pub(super) body: Body,
}

/// A condition, number or set that stands on its own.
#[derive(Debug, Clone)]
pub(super) struct Alone<T> {
    pub(super) file: usize,
    pub(super) span: Span,
    pub(super) locals: usize,
    pub(super) node: T,
}

/// What reads in one way or another, as disputes are settled.
#[derive(Debug, Clone)]
pub(super) struct Disputed<T> {
    pub(super) printed: T,
    /// Disputes and values by number, and how it reads where all of them are settled so. Of those that hold, one asks for
    /// all that the others do.
    pub(super) instead: Vec<(Vec<(usize, usize)>, T)>,
}

impl<T> Disputed<T> {
    /// Which of the other readings holds, if one does.
    pub(super) fn reading(&self, disputes: &[usize]) -> Option<usize> {
        let holds = |settled: &[(usize, usize)]| settled.iter().all(|(dispute, value)| disputes[*dispute] == *value);
        let all = self.instead.iter().enumerate().filter(|(_, (settled, _))| holds(settled));
        all.max_by_key(|(_, (settled, _))| settled.len()).map(|(at, _)| at)
    }

    pub(super) fn at(&self, disputes: &[usize]) -> &T {
        self.reading(disputes).map_or(&self.printed, |at| &self.instead[at].1)
    }

    pub(super) fn all(&self) -> impl Iterator<Item = &T> {
        std::iter::once(&self.printed).chain(self.instead.iter().map(|(_, reading)| reading))
    }

    /// The disputes that it hangs on.
    pub(super) fn asked(&self) -> impl Iterator<Item = usize> {
        self.instead.iter().flat_map(|(settled, _)| settled).map(|(dispute, _)| *dispute)
    }
}

#[derive(Debug, Clone, Default)]
pub(super) struct Face {
    pub(super) name: String,
    pub(super) play: Option<Text>,
    pub(super) replay: Option<Text>,
    pub(super) abilities: Vec<Ability>,
    pub(super) triggers: Vec<Trigger>,
    pub(super) lasting: Vec<Alone<Lasting>>,
    pub(super) counts_as: Vec<CountsAs>,
    pub(super) raises: Vec<Alone<Num>>,
    pub(super) wins: Vec<Alone<Cond>>,
}

#[derive(Debug, Clone)]
pub(super) struct Ability {
    pub(super) name: Option<String>,
    pub(super) start: bool,
    pub(super) once: bool,
    pub(super) condition: Option<Alone<Cond>>,
    pub(super) text: Text,
}

#[derive(Debug, Clone)]
pub(super) struct Trigger {
    pub(super) moment: Moment,
    /// Keywords by number, with their places; none for anything.
    pub(super) causes: Vec<(usize, Span)>,
    pub(super) text: Text,
}

#[derive(Debug, Clone)]
pub(super) struct Lasting {
    pub(super) condition: Option<Cond>,
    pub(super) set: Set,
    pub(super) status: u8,
}

/// What counts for a tally.
#[derive(Debug, Clone)]
pub(super) struct CountsAs {
    pub(super) tally: String,
    /// It is `this` that counts.
    pub(super) own: bool,
    pub(super) clause: Alone<(Option<Cond>, Set)>,
}

/// A keyword; its parameters are the first locals of its text.
#[derive(Debug, Clone)]
pub(super) struct Keyword {
    /// The ids of the rules that it follows.
    pub(super) rules: Vec<String>,
    pub(super) log: Option<String>,
    pub(super) log_unanswered: Option<String>,
    /// How it is said in the middle of a text.
    pub(super) reads: Option<String>,
    /// What one of it is called: `an eruption`.
    pub(super) noun: Option<String>,
    pub(super) text: Disputed<Text>,
}

#[derive(Debug, Clone, Default)]
pub(super) struct Body {
    pub(super) steps: Vec<Spanned<Step>>,
}

#[derive(Debug, Clone)]
pub(super) enum Step {
    Pay(Box<Spanned<Step>>),
    Choose {
        set: Set,
        local: Local,
    },
    MayChoose {
        set: Set,
        local: Local,
        body: Body,
    },
    Require(Cond),
    LetItem(Local, Item),
    LetNumber(Local, Num),
    LetTruth(Local, Cond),
    If {
        condition: Cond,
        then: Body,
        otherwise: Body,
    },
    Repeat {
        times: Num,
        body: Body,
    },
    ForEach {
        at_once: bool,
        set: Set,
        local: Local,
        body: Body,
    },
    AtOnce(Body),
    OneEffect(Body),
    Unanswered(Body),
    /// The first that bears the name and would answer does not.
    UnansweredBy(String, Body),
    Either(Vec<Branch>),
    /// `discard X`, `move X onto Y`
    Verb(Verb, Item, Option<Item>),
    /// `discard 2 tops`
    Several {
        verb: Verb,
        number: Num,
        different: bool,
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
    Ready,
    Take(Local),
    Draw(Num),
    Shuffle,
    Call {
        keyword: usize,
        arguments: Vec<Argument>,
    },
}

#[derive(Debug, Clone)]
pub(super) struct Branch {
    pub(super) label: String,
    pub(super) condition: Option<Cond>,
    pub(super) body: Body,
}

#[derive(Debug, Clone)]
pub(super) enum Argument {
    Item(Item),
    Number(Num),
    Set(Set),
}

#[derive(Debug, Clone, PartialEq)]
pub(super) enum Item {
    Local(Local),
    This,
    You,
    Provoker,
    TopOf(Box<Item>),
    OwnerOf(Box<Item>),
    Under(Box<Item>),
    First(Box<Set>),
    /// Chosen by `you` before the statement, and then the local.
    Any {
        set: Box<Set>,
        local: Local,
    },
}

#[derive(Debug, Clone, PartialEq)]
pub(super) struct Set {
    pub(super) element: Element,
    pub(super) kind: SetKind,
}

#[derive(Debug, Clone, PartialEq)]
pub(super) enum SetKind {
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
pub(super) enum Source {
    Players,
    PlayersFrom(Item),
    Buildings,
    BuildingsOf(Item),
    Neighbours(Item),
    Tops,
    TopsOf(Box<Set>),
    CardsOn(Item),
    CardsOnFromTop(Item),
    CardsIn(Item),
    Hand(Item),
    Discard,
    Places,
    PlacesOf(Item),
    Them,
    /// A plural parameter.
    Param(Local),
    One(Item),
}

impl Set {
    /// All that is in it is in a hand or a nation.
    pub(super) fn is_held_or_stands(&self) -> bool {
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
pub(super) enum Cond {
    And(Box<Cond>, Box<Cond>),
    Or(Box<Cond>, Box<Cond>),
    Not(Box<Cond>),
    Stacked(Item),
    Active(Item),
    Disabled(Item),
    FaceUp(Item),
    Living(Item),
    VictoryCard(Item, Span),
    Named(Item, String, Span),
    On(Item, Item),
    Of(Item, Item),
    In(Item, Box<Set>),
    Status(Item, u8),
    Same(Item, Item),
    Exists(Box<Set>),
    Compare(Num, Compare, Num),
    Playable(Item, How, Span),
    Turn(TurnPart),
    Truth(Local),
    /// Dispute and value, by number.
    Dispute(usize, usize),
}

#[derive(Debug, Clone, PartialEq)]
pub(super) enum Num {
    Const(u16),
    Starred(u16),
    Count(Box<Set>),
    Height(Box<Item>),
    DifferentNames(Box<Set>, Span),
    MostAlike(Box<Set>, Span),
    If(Box<Cond>, Box<Num>, Box<Num>),
    Plus(Box<Num>, Box<Num>),
    Local(Local),
    Seats,
}

impl Cond {
    pub(super) fn negated(self, not: bool) -> Cond {
        if not { Cond::Not(Box::new(self)) } else { self }
    }
}

/// All texts of a library, checked.
#[derive(Debug, Clone, Default)]
pub(super) struct Checked {
    /// As many as there are set files.
    pub(super) sets: Vec<CheckedSet>,
    pub(super) keywords: Vec<Keyword>,
    /// What each counts besides the cards that say so themselves, and how much of it wins.
    pub(super) tallies: Vec<(Option<Alone<Set>>, u8)>,
    pub(super) crisis: Option<Disputed<Text>>,
    pub(super) holds: Vec<(String, Alone<Cond>)>,
}

#[derive(Debug, Clone, Default)]
pub(super) struct CheckedSet {
    pub(super) buildings: Vec<Disputed<Face>>,
    pub(super) actions: Vec<Disputed<Face>>,
}

//! Numbers in words: "the number of cards on this".

use super::speaker::{Asked, CHOSEN, Called, Later, Speaker, VOTE, noun_of, said};
use super::things::{As, is};
use crate::base::ordinal;
use crate::rules::ir::{Compare, Extent};
use crate::rules::tree::{Cond, Item, Local, Num, Set, SetKind, Source};

/// How a number is put together, for where its words end inside those of another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Built {
    /// Of one piece.
    Whole,
    Sum,
    Twice,
    /// More words could belong to it.
    Open,
}

impl Speaker<'_> {
    fn built(&self, number: &Num) -> Built {
        match self.settled(number) {
            Num::Plus(..) => Built::Sum,
            Num::Twice(_) => Built::Twice,
            Num::Minus(..) | Num::Half(..) | Num::OfTwo(..) | Num::If(..) => Built::Open,
            Num::Among(among) if among.extent == Extent::Total => self.built(&among.of),
            Num::Among(_) => Built::Open,
            Num::Whose(number, _) => self.built(number),
            Num::Local(local) => match &self.locals[*local] {
                Called::Later(Later { asked: Asked::Number(_), began: true }) => Built::Open,
                Called::Later(Later { asked: Asked::Number(number), began: false }) => self.built(number),
                _ => Built::Whole,
            },
            Num::Const(_)
            | Num::Starred(_)
            | Num::Count(_)
            | Num::Height(_)
            | Num::Counters { .. }
            | Num::JustPut
            | Num::DifferentNames(..)
            | Num::MostAlike(..)
            | Num::Entry(..)
            | Num::Did { .. }
            | Num::Seats => Built::Whole,
        }
    }

    /// A part of another number: in parentheses, unless it can be read in one way alone.
    fn part(&mut self, number: &Num, also: Option<Built>) -> String {
        let built = self.built(number);
        let said = self.number(number);
        if built == Built::Whole || Some(built) == also { said } else { format!("({said})") }
    }

    /// So many counters, and whose they are.
    pub(super) fn whose<'n>(&mut self, number: &'n Num) -> (&'n Num, String) {
        match number {
            Num::Whose(number, of) => match self.item(of).as_str() {
                "you" => (number, " of yours".into()),
                of => (number, format!(" of {of}")),
            },
            number => (number, String::new()),
        }
    }

    pub(super) fn number(&mut self, number: &Num) -> String {
        match self.settled(number) {
            Num::Const(number) => number.to_string(),
            Num::Starred(number) => format!("{number}*"),
            Num::Count(set) => match self.set(set, As::All).as_str() {
                "you" => "the number of players that are you".to_string(),
                counted => format!("the number of {counted}"),
            },
            Num::Height(item) => format!("the number of cards on {}", self.item(item)),
            Num::Counters { sort, on, player: _ } => {
                let many = self.counter(*sort).1;
                format!("the number of {many} on {}", self.item(on))
            }
            whole @ Num::Whose(number, _) => match &**number {
                Num::Counters { sort, on, player: _ } => {
                    let (many, (_, of)) = (self.counter(*sort).1, self.whose(whole));
                    format!("the number of {many}{of} on {}", self.item(on))
                }
                number => self.number(number),
            },
            Num::DifferentNames(set, _) => {
                format!("the number of different names among {}", self.definite(set))
            }
            Num::MostAlike(set, _) => {
                format!("the largest number of the same name among {}", self.definite(set))
            }
            Num::If(cond, then, otherwise) => {
                let otherwise = self.part(otherwise, None);
                let then = self.number(then);
                format!("{otherwise} ({then} if {})", self.cond(cond))
            }
            Num::Plus(left, right) => {
                let left = self.part(left, Some(Built::Sum));
                format!("{left} plus {}", self.part(right, Some(Built::Sum)))
            }
            Num::Minus(left, right) => {
                let left = self.part(left, None);
                format!("{left} minus {}", self.part(right, None))
            }
            Num::Half(of, up) => {
                format!("half of {}, rounded {}", self.part(of, Some(Built::Twice)), if *up { "up" } else { "down" })
            }
            Num::Twice(of) => format!("twice {}", self.part(of, Some(Built::Twice))),
            Num::OfTwo(larger, left, right) => {
                let which = if *larger { "larger" } else { "smaller" };
                let left = self.part(left, Some(Built::Twice));
                format!("the {which} of {left} and {}", self.part(right, Some(Built::Twice)))
            }
            Num::Among(among) => {
                let which = match among.extent {
                    Extent::Largest => "the largest number",
                    Extent::Smallest => "the smallest number",
                    Extent::Total => {
                        if let Some(done) = self.done_by_all(among) {
                            return format!("the number of times that {done}");
                        }
                        self.locals[among.it] = Called::Phrase(self.set(&among.among, As::All));
                        return self.number(&among.of);
                    }
                };
                let any = self.set(&among.among, As::Any);
                self.locals[among.it] = Called::Phrase(format!("that {}", noun_of(&among.among)));
                let of = match &among.of {
                    Num::Count(set) => self.set(set, As::All),
                    of => self.number(of),
                };
                format!("{which}, for {any}, of {of}")
            }
            Num::Local(local) => match self.locals[*local].clone() {
                Called::Later(Later { asked: Asked::Number(number), began }) => {
                    self.as_it_was(began, |speaker| speaker.number(&number))
                }
                _ => self.call(*local),
            },
            Num::Entry(local, of) => {
                let called = self.call(*local);
                match self.item(of).as_str() {
                    "you" if called == CHOSEN => "the number that you chose".to_string(),
                    of if called == CHOSEN => format!("the {called} by {of}"),
                    "you" => format!("your {called}"),
                    of => format!("the {called} of {of}"),
                }
            }
            Num::Did { deed, who, counted: _ } => {
                let who = self.item(who);
                let has = if who == "you" { "have" } else { "has" };
                let that = if who.starts_with("that ") { "" } else { "that " };
                format!("the number of times {that}{who} {has} {}", said(deed))
            }
            Num::JustPut => "as many as are put there".into(),
            Num::Seats => "the number of players who began".into(),
        }
    }

    /// So many, and more words behind it that are not part of the number.
    pub(super) fn so_many(&mut self, number: &Num, one: &str, many: &str) -> String {
        match self.built(number) {
            Built::Whole => self.quantity(number, one, many),
            _ => format!("as many {many} as {}", self.part(number, None)),
        }
    }

    /// What a number is called from now on; of several that come so each has a mark.
    pub(super) fn noted_number(
        &mut self,
        local: Local,
        called: &str,
        among: fn(&mut Self) -> &mut (usize, usize),
    ) -> String {
        let counted = among(self);
        counted.0 += 1;
        let (called, mark) = match *counted {
            (at, several) if several > 1 => {
                let noun = called.split_once(' ').map_or(called, |(_, noun)| noun);
                let noted = if noun == "number" { "noted " } else { "" };
                let called = format!("the {} {noted}{noun}", ordinal(at));
                let mark = format!(" ({called})");
                (called, mark)
            }
            _ => (called.to_string(), String::new()),
        };
        self.locals[local] = Called::Noted(called);
        mark
    }

    /// What is counted for each player; several counts have an ordinal.
    pub(super) fn noted_count(&mut self, local: Local) -> String {
        self.tallied.0 += 1;
        let (called, mark) = match self.tallied {
            (at, several) if several > 1 => {
                let called = format!("{} count", ordinal(at));
                let mark = format!(" in the {called}");
                (called, mark)
            }
            _ => ("count".to_string(), String::new()),
        };
        self.locals[local] = Called::Phrase(called);
        mark
    }

    /// So many as somebody else has: `more buildings than you`.
    pub(super) fn as_many(&mut self, how: (Compare, bool), many: &str, whose: Option<&Item>) -> String {
        let of = self.item(whose.unwrap_or(&Item::You));
        match how {
            (Compare::AtMost, true) => format!("more {many} than {of}"),
            (Compare::AtLeast, true) => format!("fewer {many} than {of}"),
            (Compare::AtLeast, false) => format!("at least as many {many} as {of}"),
            (Compare::AtMost, false) => format!("at most as many {many} as {of}"),
            (Compare::Exactly, not) => format!("{}as many {many} as {of}", if not { "not " } else { "" }),
        }
    }
}

impl Speaker<'_> {
    /// More of those who vote have voted for it than against it, or the other way round.
    pub(super) fn majority(&self, left: &Num, (compare, not): (Compare, bool), right: &Num) -> Option<String> {
        let (one, other) = (self.voted(left)?, self.voted(right)?);
        match ((compare, not), one, other) {
            ((Compare::AtMost, true), true, false) => Some("more of those who voted chose yes than no".into()),
            ((Compare::AtMost, true), false, true) => Some("more of those who voted chose no than yes".into()),
            _ => None,
        }
    }

    /// Who voted so is counted.
    fn voted(&self, number: &Num) -> Option<bool> {
        let Num::Count(set) = number else { return None };
        let SetKind::Of { source: Source::Players | Source::PlayersFrom(_), candidate, filters, .. } = &set.kind else {
            return None;
        };
        match filters.last()? {
            Cond::Compare(Num::Entry(local, of), Compare::Exactly, Num::Const(yes @ 0..=1))
                if is(of, *candidate) && matches!(&self.locals[*local], Called::Phrase(called) if called == VOTE) =>
            {
                Some(*yes == 1)
            }
            _ => None,
        }
    }
}

/// Whose buildings are counted, if all of them are.
pub(super) fn row_of(set: &Set) -> Option<&Item> {
    match &set.kind {
        SetKind::Of { target: false, source: Source::BuildingsOf(item), filters, .. } if filters.is_empty() => {
            Some(item)
        }
        _ => None,
    }
}

/// `at least 3`: how a number compares with another one.
pub(super) fn how_many((compare, not): (Compare, bool), number: &str) -> String {
    let words = match (compare, not) {
        (Compare::AtLeast, false) => "at least",
        (Compare::AtLeast, true) => "fewer than",
        (Compare::AtMost, false) => "at most",
        (Compare::AtMost, true) => "more than",
        (Compare::Exactly, false) => "exactly",
        (Compare::Exactly, true) => "not exactly",
    };
    format!("{words} {number}")
}

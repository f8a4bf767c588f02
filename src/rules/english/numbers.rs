//! Numbers in words: "the number of cards on this".

use super::speaker::{Asked, Called, Later, Speaker, noun_of, said};
use super::things::As;
use crate::rules::ir::{Compare, Extent};
use crate::rules::tree::{Item, Num, Set, SetKind, Source};

impl Speaker<'_> {
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
                let otherwise = self.number(otherwise);
                let then = self.number(then);
                format!("{otherwise} ({then} if {})", self.cond(cond))
            }
            Num::Plus(left, right) => {
                let left = self.number(left);
                format!("{left} plus {}", self.number(right))
            }
            Num::Minus(left, right) => {
                let left = self.number(left);
                format!("{left} minus {}", self.number(right))
            }
            Num::Half(of, up) => format!("half of {}, rounded {}", self.number(of), if *up { "up" } else { "down" }),
            Num::Twice(of) => format!("twice {}", self.number(of)),
            Num::OfTwo(larger, left, right) => {
                let which = if *larger { "larger" } else { "smaller" };
                let left = self.number(left);
                format!("the {which} of {left} and {}", self.number(right))
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

/// Whose buildings are counted, if all of them are.
pub(super) fn row_of(set: &Set) -> Option<&Item> {
    match &set.kind {
        SetKind::Of { target: false, source: Source::BuildingsOf(item), filters, .. } if filters.is_empty() => {
            Some(item)
        }
        _ => None,
    }
}

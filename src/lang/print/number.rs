//! Writes numbers, with parentheses wherever reading would go another way.

use super::Say;
use crate::ast::{Item, NumExpr};
use text::Spanned;

impl Say {
    pub(super) fn number(self, what: &Spanned<NumExpr>) -> String {
        let say = Say {
            cards: super::Cards::In,
            ..self
        };
        match &what.node {
            NumExpr::Number(number) => number.to_string(),
            NumExpr::Starred(number) => format!("{number}*"),
            NumExpr::ThatMany => "that many".into(),
            NumExpr::Count(these) => format!("the number of {}", say.set(these)),
            NumExpr::DifferentNames(these) => {
                format!("the number of different names among {}", say.set(these))
            }
            NumExpr::MostAlike(these) => format!(
                "the largest number of the same name among {}",
                say.set(these)
            ),
            NumExpr::Counters { counter, on } => {
                format!("the number of {} on {}", counter.node, say.amid().item(on))
            }
            NumExpr::CountersAmong { counter, among } => {
                format!(
                    "the number of {} on {}",
                    counter.node,
                    say.closed_off(among)
                )
            }
            NumExpr::Whose { number: those, of } => {
                let whose = say.amid().item(of);
                match &those.node {
                    NumExpr::CountersAmong { counter, among } => {
                        format!(
                            "the number of {} of {whose} on {}",
                            counter.node,
                            say.closed_off(among)
                        )
                    }
                    NumExpr::Counters { counter, on } => {
                        format!(
                            "the number of {} of {whose} on {}",
                            counter.node,
                            say.amid().item(on)
                        )
                    }
                    _ => say.number(those),
                }
            }
            NumExpr::Entry(entry) => {
                format!("the {} of {}", entry.0.node, say.amid().item(&entry.1))
            }
            NumExpr::Seats => "the number of seats".into(),
            NumExpr::OftenInAll(done) => {
                format!("how often all players have {}", say.deed_done(done))
            }
            NumExpr::Often(done) => {
                let has = if done.who.node == Item::You {
                    "have"
                } else {
                    "has"
                };
                format!(
                    "how often {} {has} {}",
                    say.last().item(&done.who),
                    say.deed_done(done)
                )
            }
            NumExpr::If {
                condition,
                then,
                otherwise,
            } => {
                let (then, otherwise) = (say.closed_number(then), say.closed_number(otherwise));
                format!(
                    "({then} if {} otherwise {otherwise})",
                    say.last().cond(condition)
                )
            }
            NumExpr::Plus(left, right) => format!("{} plus {}", say.summed(left), say.atom(right)),
            NumExpr::Minus(left, right) => {
                format!("{} minus {}", say.summed(left), say.atom(right))
            }
            NumExpr::Half { of, up } => {
                format!(
                    "half of {}, rounded {}",
                    say.atom(of),
                    if *up { "up" } else { "down" }
                )
            }
            NumExpr::Twice(of) => format!("twice {}", say.atom(of)),
            NumExpr::OfTwo {
                larger,
                left,
                right,
            } => {
                let which = if *larger { "larger" } else { "smaller" };
                format!("the {which} of {} and {}", say.atom(left), say.atom(right))
            }
            NumExpr::Among { largest, of, among } => {
                let which = if *largest { "largest" } else { "smallest" };
                format!(
                    "the {which} number of {} among {}",
                    say.group(of),
                    say.set(among)
                )
            }
            NumExpr::Name(name) => name.clone(),
        }
    }

    /// A number behind which anything may follow.
    pub(super) fn closed_number(self, what: &Spanned<NumExpr>) -> String {
        match &what.node {
            NumExpr::Count(these) | NumExpr::DifferentNames(these) | NumExpr::MostAlike(these)
                if super::set::closed(these) =>
            {
                self.last().number(what)
            }
            _ => self.atom(what),
        }
    }

    /// The left side of a sum.
    fn summed(self, left: &Spanned<NumExpr>) -> String {
        if matches!(left.node, NumExpr::Plus(..) | NumExpr::Minus(..)) {
            self.number(left)
        } else {
            self.atom(left)
        }
    }

    /// A number before a noun or beside `plus`.
    pub(super) fn atom(self, what: &Spanned<NumExpr>) -> String {
        match what.node {
            NumExpr::Number(_)
            | NumExpr::Starred(_)
            | NumExpr::ThatMany
            | NumExpr::Seats
            | NumExpr::If { .. }
            | NumExpr::Name(_) => self.number(what),
            _ => format!("({})", self.last().number(what)),
        }
    }

    /// So many counters, and of whom.
    pub(super) fn put_by(self, number: &Spanned<NumExpr>) -> (&Spanned<NumExpr>, String) {
        match &number.node {
            NumExpr::Whose { number, of } => (number, format!(" of {}", self.amid().item(of))),
            _ => (number, String::new()),
        }
    }
}

//! Writes numbers, with parentheses wherever reading would go another way.

use super::{Cards, Say};
use crate::ast::{Item, NumExpr, Voice};
use text::Spanned;

impl Say<'_> {
    pub(super) fn number(self, what: &Spanned<NumExpr>) -> String {
        self.taken(Cards::In).number_of(what, "")
    }

    /// A number; of counters, with whose they are.
    fn number_of(self, what: &Spanned<NumExpr>, whose: &str) -> String {
        match &what.node {
            NumExpr::Counters { counter, on } => {
                let on = self.amid().item(on);
                format!("the number of {}{whose} on {on}", counter.node)
            }
            NumExpr::CountersAmong { counter, among } => {
                let among = self.closed_off(among);
                format!("the number of {}{whose} on {among}", counter.node)
            }
            NumExpr::Whose { number, .. } => {
                let (_, whose) = self.put_by(what);
                self.number_of(number, &whose)
            }
            NumExpr::Often(done) if done.done.node.voice == Voice::Passive => {
                format!("how often {}", self.happened(done, ""))
            }
            NumExpr::Often(done) => {
                let who = match &done.who {
                    None => "all players have".to_string(),
                    Some(who) if who.node == Item::You => "you have".into(),
                    Some(who) => format!("{} has", self.last().item(who)),
                };
                format!("how often {who} {}", self.deed_done(done))
            }
            NumExpr::If {
                condition,
                then,
                otherwise,
            } => {
                let (then, otherwise) = (self.closed_number(then), self.closed_number(otherwise));
                format!(
                    "({then} if {} otherwise {otherwise})",
                    self.last().cond(condition)
                )
            }
            NumExpr::Plus(left, right) => {
                format!("{} plus {}", self.summed(left), self.atom(right))
            }
            NumExpr::Minus(left, right) => {
                format!("{} minus {}", self.summed(left), self.atom(right))
            }
            number => self.filled(number, false),
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
        match left.node {
            NumExpr::Plus(..) | NumExpr::Minus(..) => self.number(left),
            _ => self.atom(left),
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

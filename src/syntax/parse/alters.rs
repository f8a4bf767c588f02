//! Builds clauses that change what the words of the rules and of other texts mean.

use super::grammar::{Node, Rule};
use super::{Builder, first, part};
use crate::base::Spanned;
use crate::syntax::ast::{Alteration, Alters, Clause, Cond, Item, SetExpr, Starred, Text};

impl Builder {
    pub(super) fn alters(self, condition: Option<Spanned<Cond>>, node: Node) -> Clause {
        let node = first(node);
        let what = match node.as_rule() {
            Rule::are_neighbours => self.neighbours(node),
            Rule::bears_name => {
                let mut parts = node.into_inner();
                let set = self.set(part(&mut parts));
                let mut parts = parts.filter(|node| node.as_rule() != Rule::is);
                let whose = part(&mut parts);
                if whose.as_rule() == Rule::quoted {
                    let what = Alteration::Called { set, name: self.word(whose) };
                    return Clause::Alters(Box::new(Alters { condition, what }));
                }
                let written = whose.as_rule() == Rule::written_on;
                Alteration::Name { set, written, of: self.item(first(whose)) }
            }
            Rule::keeps_name => Alteration::KeepsName { set: self.set(first(node)) },
            Rule::has_text => {
                let mut parts = node.into_inner();
                Alteration::TextOf { set: self.set(part(&mut parts)), of: self.item(part(&mut parts)) }
            }
            Rule::has_clauses => {
                let mut parts = node.into_inner();
                let set = self.set(part(&mut parts));
                Alteration::Has { set, text: Text { clauses: parts.flat_map(|node| self.clauses(node)).collect() } }
            }
            _ => self.starred(node),
        };
        Clause::Alters(Box::new(Alters { condition, what }))
    }

    fn neighbours(self, node: Node) -> Alteration {
        let mut parts = node.into_inner().peekable();
        let each = parts.next_if(|node| node.as_rule() == Rule::each_of).map(|node| {
            let mut parts = node.into_inner();
            Box::new((self.set(part(&mut parts)), parts.next().map(|node| self.word(node))))
        });
        let left = self.set(part(&mut parts));
        Alteration::Neighbours { each, left, right: parts.next().map(|node| Box::new(self.set(node))) }
    }

    fn starred(self, node: Node) -> Alteration {
        // `your starred numbers are doubled` says it behind.
        let (whose, mut parts): (Vec<_>, Vec<_>) =
            node.into_inner().partition(|node| node.as_rule() == Rule::whose_stars);
        let of = self.starred_of(part(&mut whose.into_iter()));
        let told = parts.remove(0).as_rule();
        let mut parts = parts.into_iter();
        let change = match told {
            Rule::raised => Starred::Raise(self.number(part(&mut parts))),
            Rule::lowered => {
                Starred::Lower { by: self.number(part(&mut parts)), floor: self.number(first(part(&mut parts))) }
            }
            _ => Starred::Double,
        };
        Alteration::Starred { of, change }
    }

    fn starred_of(self, node: Node) -> SetExpr {
        let node = first(node);
        match node.as_rule() {
            Rule::your => self.lone(Item::You, self.span(&node)),
            _ => self.term(node),
        }
    }
}

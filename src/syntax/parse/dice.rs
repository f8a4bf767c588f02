//! Builds what a die shows, and conditions that are said of places in a row.

use super::everyday::there;
use super::grammar::{Node, Rule};
use super::trees::{MANY, at, filtered, looked_at, of};
use super::{Builder, part};
use crate::base::{Pick, Side, Span, Spanned};
use crate::syntax::ast::{
    Body, Compare, Cond, Filter, Item, ItemExpr, Noun, NumExpr, Property, Set, SetExpr, Statement,
};

/// Either holds.
fn any_of(mut conds: Vec<Spanned<Cond>>, span: Span) -> Cond {
    let head = conds.remove(0);
    conds.into_iter().fold(head, |left, right| at(Cond::Or(Box::new(left), Box::new(right)), span)).node
}

impl Builder {
    /// `roll a die`, with what is done for each number.
    pub(super) fn roll(self, node: Node) -> Vec<Spanned<Statement>> {
        let span = self.span(&node);
        let mut parts = node.into_inner().peekable();
        let name = parts.next_if(|node| node.as_rule() == Rule::name).map(|node| self.word(node));
        let name = name.unwrap_or_else(|| at(MANY.to_string(), span));
        let shown = at(NumExpr::Name(name.node.clone()), span);
        let roll = at(Statement::Roll { name }, span);
        let mut sides: Vec<(Option<Spanned<Cond>>, Body)> = Vec::new();
        for side in parts {
            let mut parts = side.into_inner().peekable();
            let faces = parts.next_if(|node| node.as_rule() == Rule::die_faces);
            let cond = faces.map(|faces| at(self.faces(&shown, faces), span));
            sides.push((cond, self.body(part(&mut parts))));
        }
        let chain = sides.into_iter().rev().fold(None, |otherwise: Option<Body>, (cond, then)| match cond {
            Some(condition) => Some(Body { statements: vec![at(Statement::If { condition, then, otherwise }, span)] }),
            None => Some(then),
        });
        std::iter::once(roll).chain(chain.into_iter().flat_map(|chain| chain.statements)).collect()
    }

    /// `1 or 2`, `3 to 5`, `4 or more`
    pub(super) fn faces(self, shown: &Spanned<NumExpr>, node: Node) -> Cond {
        let span = self.span(&node);
        let compare =
            |compare, number: &Spanned<NumExpr>| Cond::Compare { left: shown.clone(), compare, right: number.clone() };
        let mut conds = Vec::new();
        let mut ends = Vec::new();
        for node in node.into_inner() {
            if node.as_rule() == Rule::or_more {
                let (how, number) = self.compare(std::iter::once(node), Compare::Exactly);
                return compare(how, &number);
            }
            if node.as_rule() == Rule::die_number {
                ends.push(self.die_number(&node));
                continue;
            }
            let ends: Vec<_> = node.into_inner().map(|node| self.die_number(&node)).collect();
            conds.push(at(self.between(&ends, compare), span));
        }
        if !ends.is_empty() {
            conds.push(at(self.between(&ends, compare), span));
        }
        any_of(conds, span)
    }

    fn between(self, ends: &[Spanned<NumExpr>], compare: impl Fn(Compare, &Spanned<NumExpr>) -> Cond) -> Cond {
        match ends {
            [low, high] => {
                let (low, high) =
                    (at(compare(Compare::AtLeast, low), low.span), at(compare(Compare::AtMost, high), high.span));
                Cond::And(Box::new(low), Box::new(high))
            }
            ends => compare(Compare::Exactly, &ends[0]),
        }
    }

    fn die_number(self, node: &Node) -> Spanned<NumExpr> {
        at(NumExpr::Number(super::cond::digits(node)), self.span(node))
    }

    /// `this is your only building`
    pub(super) fn only_one<'i>(self, mut parts: impl Iterator<Item = Node<'i>>, span: Span) -> Cond {
        let this = self.item(part(&mut parts));
        let whose = self.whose(part(&mut parts));
        let property = at(Property::Of(whose.clone()), span);
        let owned = at(Cond::Is { item: this, not: false, property }, span);
        let only = at(there(Compare::AtMost, 1, of(Noun::Buildings(Some(whose)), span)), span);
        Cond::And(Box::new(owned), Box::new(only))
    }

    /// `this stands between a building named "Windmill" and a victory card`
    pub(super) fn stands_between<'i>(self, parts: impl Iterator<Item = Node<'i>>, span: Span) -> Cond {
        let mut parts = parts.peekable();
        let middle = self.item(part(&mut parts));
        let twice = parts.next_if(|node| node.as_rule() == Rule::two_of).is_some();
        let (ends, alike): (Vec<Node>, Vec<Node>) = parts.partition(|node| node.as_rule() == Rule::set);
        let mut ends: Vec<SetExpr> = ends.into_iter().map(|node| self.set(node)).collect();
        let item = middle.clone();
        if twice {
            ends.push(ends[0].clone());
        }
        ends.insert(1, self.lone(middle.node, span));
        let between = Cond::SideBySide { in_order: false, sets: ends };
        if alike.is_empty() {
            return between;
        }
        let [left, right] = [Side::Left, Side::Right].map(|side| at(Item::Beside(side, Box::new(item.clone())), span));
        let plain = |set: &SetExpr| matches!(&set.node, Set::Of { target: false, noun, filters } if filters.is_empty() && noun.node == Noun::Buildings(None));
        let plain = matches!(&between, Cond::SideBySide { sets, .. } if sets.first().is_some_and(plain));
        let alike = Cond::Is { item: left, not: false, property: at(Property::NamedLike(right), span) };
        if plain { alike } else { Cond::And(Box::new(at(between, span)), Box::new(at(alike, span))) }
    }

    /// `you have 3 buildings with the same name`
    pub(super) fn alike_many<'i>(self, parts: impl Iterator<Item = Node<'i>>) -> Cond {
        let mut parts = parts.filter(|node| node.as_rule() != Rule::alike).peekable();
        let yours = parts.next_if(|node| node.as_rule() == Rule::you).map(|node| at(Item::You, self.span(&node)));
        let parts: Vec<Node> = parts.collect();
        let (term, number): (Vec<Node>, Vec<Node>) = parts.into_iter().partition(|node| node.as_rule() == Rule::term);
        let (compare, right) = self.compare(number.into_iter(), Compare::AtLeast);
        let mut among = self.term(part(&mut term.into_iter()));
        if let (Some(you), Set::Of { noun, .. }) = (yours, &mut among.node)
            && noun.node == Noun::Buildings(None)
        {
            noun.node = Noun::Buildings(Some(you));
        }
        let span = among.span;
        Cond::Compare { left: at(NumExpr::MostAlike(Box::new(among)), span), compare, right }
    }

    /// `this stands next to a building named "Windmill"`
    pub(super) fn stands_beside<'i>(self, mut parts: impl Iterator<Item = Node<'i>>, span: Span) -> Cond {
        let middle = self.item(part(&mut parts));
        let other = part(&mut parts);
        let set = match other.as_rule() {
            Rule::set => self.set(other),
            _ => self.lone(self.item(other).node, span),
        };
        self.beside_one_of(middle, set, span)
    }

    /// Beside it stands one of these.
    pub(super) fn beside_one_of(self, middle: ItemExpr, set: SetExpr, span: Span) -> Cond {
        let inside = at(Property::In(Box::new(set)), span);
        let is = at(Cond::Is { item: looked_at(span), not: false, property: inside }, span);
        let beside = filtered(of(Noun::Neighbours(middle), span), &at(Filter::That(is), span));
        there(Compare::AtLeast, 1, beside)
    }

    /// `the leftmost or the rightmost of your buildings`
    pub(super) fn either_end(self, item: &ItemExpr, not: bool, node: Node) -> Cond {
        let span = self.span(&node);
        let (picks, sets): (Vec<Node>, Vec<Node>) = node.into_inner().partition(|node| node.as_rule() == Rule::pick);
        let set = self.set(part(&mut sets.into_iter()));
        let is = |word: &str| {
            let pick = Pick::ALL.into_iter().find(|pick| pick.word() == word).unwrap_or(Pick::Last);
            let property = at(Property::Same(at(Item::Pick(pick, Box::new(set.clone())), span)), span);
            at(Cond::Is { item: item.clone(), not: false, property }, span)
        };
        let either = any_of(picks.iter().map(|pick| is(pick.as_str())).collect(), span);
        if not { Cond::Not(Box::new(at(either, span))) } else { either }
    }
}

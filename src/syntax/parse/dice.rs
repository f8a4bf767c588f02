//! Builds what a die shows, and conditions that are said of places in a row.

use super::everyday::there;
use super::grammar::{Node, Rule};
use super::trees::{MANY, at, filtered, looked_at, of};
use super::undone::{UNCLEAR_ELSE_FACE, unanswered};
use super::{Builder, first, part};
use crate::base::{Pick, Side, Span, Spanned};
use crate::syntax::ast::{
    Body, Compare, Cond, Filter, Item, ItemExpr, Noun, NumExpr, Property, Set, SetExpr, Statement,
};

fn body(statements: Vec<Spanned<Statement>>) -> Body {
    Body { statements }
}

/// Either holds.
fn any_of(mut conds: Vec<Spanned<Cond>>, span: Span) -> Cond {
    let head = conds.remove(0);
    conds.into_iter().fold(head, |left, right| at(Cond::Or(Box::new(left), Box::new(right)), span)).node
}

/// What these hang on, that have no `otherwise` of their own.
pub(super) fn hangs_on(said: &[(&str, Vec<Spanned<Statement>>)]) -> Vec<Spanned<Cond>> {
    let conds = said.iter().flat_map(|(_, said)| said).filter_map(|said| match &said.node {
        Statement::If { condition, otherwise: None, .. } => Some(condition.clone()),
        _ => None,
    });
    conds.collect()
}

/// It asks what a die shows, alone or among other things.
fn asks_die(cond: &Cond) -> bool {
    match cond {
        Cond::Compare { left, .. } => left.node == NumExpr::Name(MANY.to_string()),
        Cond::Or(one, other) | Cond::And(one, other) => asks_die(&one.node) || asks_die(&other.node),
        Cond::Not(cond) => asks_die(&cond.node),
        _ => false,
    }
}

/// What the last of these hang on that ask what a die shows, one directly behind the other.
pub(super) fn on_die(said: &[(&str, Vec<Spanned<Statement>>)]) -> Vec<Spanned<Cond>> {
    let asks = |(_, said): &&(&str, Vec<Spanned<Statement>>)| match said.as_slice() {
        [Spanned { node: Statement::If { condition, otherwise: None, .. }, .. }] => asks_die(&condition.node),
        _ => false,
    };
    let many = said.iter().rev().take_while(asks).count();
    hangs_on(&said[said.len() - many..])
}

/// It is done where none of these hold.
pub(super) fn none_of(conds: Vec<Spanned<Cond>>, then: Body, span: Span) -> Option<Spanned<Statement>> {
    let any = conds.into_iter().rev().reduce(|any, cond| at(Cond::Or(Box::new(cond), Box::new(any)), span))?;
    let condition = at(Cond::Not(Box::new(any)), span);
    Some(at(Statement::If { condition, then, otherwise: None }, span))
}

/// `if it is 6: draw 5 cards`
fn is_face_if(node: &Node) -> bool {
    matches!(node.as_rule(), Rule::if_only | Rule::if_line)
        && node.clone().into_inner().next().is_some_and(|cond| {
            cond.as_rule() == Rule::die_is || cond.into_inner().flatten().any(|node| node.as_rule() == Rule::die_is)
        })
}

/// What was said for other numbers directly before, on the same line.
#[derive(Default)]
pub(super) struct Faces {
    /// Where the last of them ends, and whether a `;` behind its colon keeps the next one beside it.
    last: Option<(usize, bool)>,
    /// One was kept beside another so: these have been said together.
    together: bool,
}

impl Faces {
    /// Goes on with the next statement; answers what is done otherwise behind several numbers, and whether it is told for which.
    pub(super) fn next(&mut self, node: &Node) -> Option<bool> {
        let node = if node.as_rule() == Rule::statement { first(node.clone()) } else { node.clone() };
        if !is_face_if(&node) {
            *self = Faces::default();
            return None;
        }
        let place = node.as_span();
        let gap = |end| place.get_input().get(end..place.start()).unwrap_or("\n");
        let before = self.last.take().filter(|(end, _)| !gap(*end).contains('\n'));
        self.together = match before {
            Some((end, colon)) => self.together || colon && gap(end).trim_start().starts_with(';'),
            None => false,
        };
        let has = |rule| node.clone().into_inner().any(|node| node.as_rule() == rule);
        if !has(Rule::else_so) {
            self.last = Some((place.end(), has(Rule::face_body)));
            return None;
        }
        before.map(|_| std::mem::take(&mut self.together))
    }
}

/// `if it is 1: ...; if it is 6: ...; otherwise, ...`: where the die shows none of the numbers, of which `before` are the first
/// ones. Where each of these was said for itself, it could be meant of the last one alone.
pub(super) fn else_of_all(
    before: &[(&str, Vec<Spanned<Statement>>)],
    together: bool,
    does: &mut Vec<Spanned<Statement>>,
) {
    let Some(last) = does.last_mut() else { return };
    let Statement::If { condition, otherwise, .. } = &mut last.node else { return };
    let Some(unless) = otherwise.take() else { return };
    let span = unless.statements.first().map_or(last.span, |first| first.span);
    let mut conds = on_die(before);
    conds.push(condition.clone());
    match together {
        true => does.extend(none_of(conds, unless, span)),
        false => does.push(unanswered(UNCLEAR_ELSE_FACE, unless, span)),
    }
}

/// What two dice are called that have no names.
const DICE: [&str; 2] = ["one-die", "other-die"];

impl Builder {
    /// `roll two dice as one and other`
    pub(super) fn roll_two(self, node: Node) -> Vec<Spanned<Statement>> {
        let span = self.span(&node);
        let mut names: Vec<_> = node.into_inner().map(|node| self.word(node)).collect();
        if names.is_empty() {
            names = DICE.map(|name| at(name.to_string(), span)).into();
        }
        names.into_iter().map(|name| at(Statement::Roll { name }, span)).collect()
    }

    /// What they show.
    pub(super) fn two_dice(self, span: Span) -> [Spanned<NumExpr>; 2] {
        DICE.map(|name| at(NumExpr::Name(name.to_string()), span))
    }

    /// `roll a die`, with what is done for each number.
    pub(super) fn roll(self, node: Node) -> Vec<Spanned<Statement>> {
        let span = self.span(&node);
        let mut parts = node.into_inner().peekable();
        let name = parts.next_if(|node| node.as_rule() == Rule::name).map(|node| self.word(node));
        let name = name.unwrap_or_else(|| at(MANY.to_string(), span));
        let shown = at(NumExpr::Name(name.node.clone()), span);
        let roll = at(Statement::Roll { name }, span);
        if parts.peek().is_none_or(|node| node.as_rule() != Rule::die_side) {
            return std::iter::once(roll).chain(self.statements(parts)).collect();
        }
        let mut sides: Vec<(Option<Spanned<Cond>>, Body)> = Vec::new();
        for side in parts {
            let mut parts = side.into_inner().peekable();
            let faces = parts.next_if(|node| node.as_rule() == Rule::die_faces);
            let cond = faces.map(|faces| at(self.faces(&shown, faces), span));
            sides.push((cond, self.body(part(&mut parts))));
        }
        let chain = sides.into_iter().rev().fold(None, |otherwise: Option<Body>, (cond, then)| match cond {
            Some(condition) => Some(body(vec![at(Statement::If { condition, then, otherwise }, span)])),
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

    /// `it is 1 or 2`: as the die has been thrown.
    pub(super) fn die_is<'i>(self, parts: impl Iterator<Item = Node<'i>>, span: Span) -> Cond {
        let mut parts = parts.filter(|node| node.as_rule() != Rule::it);
        let shown = at(NumExpr::Name(MANY.to_string()), span);
        let told = part(&mut parts);
        if matches!(told.as_rule(), Rule::die_higher | Rule::die_lower) {
            return self.die_beside(told, parts);
        }
        if told.as_rule() == Rule::die_faces {
            return self.faces(&shown, told);
        }
        let (compare, right) = self.compare(std::iter::once(told).chain(parts), Compare::Exactly);
        Cond::Compare { left: shown, compare, right }
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

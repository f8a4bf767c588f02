//! Builds what is said of those who have done something, or not, of what each player was asked: whoever did, if nobody does.

use super::follows::or_else;
use super::grammar::{Node, Rule};
use super::trees::{at, filtered, of, that_player};
use super::{Builder, first};
use crate::base::{Span, Spanned, Verb};
use crate::syntax::ast::{
    Body, Compare, Cond, Filter, Item, LetValue, Noun, NumExpr, Operand, Property, SetExpr, Statement,
};

/// Those who have done it.
const DOERS: &str = "doers";
/// Those who have not.
const OTHERS: &str = "others-asked";

/// It speaks of those who have done what was said before.
pub(super) fn of_doers(node: &Node) -> bool {
    matches!(node.as_rule(), Rule::those_who | Rule::anybody_did)
}

fn players(name: &str, span: Span) -> SetExpr {
    of(Noun::Name(name.to_string()), span)
}

/// Somebody is noted.
fn note(name: &str, span: Span) -> Spanned<Statement> {
    at(Statement::Add { item: that_player(span), to: at(name.to_string(), span) }, span)
}

fn may(statement: &mut Statement) -> Option<&mut Body> {
    match statement {
        Statement::May { body, .. } | Statement::MayChoose { body, .. } => Some(body),
        Statement::By { statement, .. } => may(&mut statement.node),
        Statement::If { then: body, .. } | Statement::Repeat { body, .. } => may(&mut body.statements.last_mut()?.node),
        _ => None,
    }
}

/// `each other player may give you a card`: who does, or who does not.
fn note_asked(body: &mut Body, list: &str, span: Span) -> bool {
    let Some(last) = body.statements.last_mut() else { return false };
    let Some(does) = may(&mut last.node) else { return false };
    match list == DOERS {
        true => does.statements.push(note(DOERS, span)),
        false => or_else(&mut last.node, &Body { statements: vec![note(OTHERS, span)] }),
    }
    true
}

impl Builder {
    /// `whoever revealed a building named "Windmill"`
    pub(super) fn those_who(self, node: Node) -> Noun {
        let not = node.into_inner().any(|node| node.as_rule() == Rule::who_not);
        Noun::Name(if not { OTHERS } else { DOERS }.to_string())
    }

    /// `nobody does`, `everybody did`
    pub(super) fn anybody_did<'i>(self, mut parts: impl Iterator<Item = Node<'i>>, span: Span) -> Cond {
        let (compare, name, number) = match parts.next().map(|node| node.as_rule()) {
            Some(Rule::nobody_at_all) => (Compare::AtMost, DOERS, 0),
            Some(_) => (Compare::AtMost, OTHERS, 0),
            None => (Compare::AtLeast, DOERS, 1),
        };
        Cond::There { compare, number: at(NumExpr::Number(number), span), set: players(name, span) }
    }

    /// Who does what was said before is noted as it is done.
    pub(super) fn note_doers(self, node: &Node, before: &mut Vec<Spanned<Statement>>) -> bool {
        let span = self.span(node);
        let all = std::iter::once(node.clone()).chain(node.clone().into_inner().flatten());
        let Some(said) = all.into_iter().find(of_doers) else { return false };
        let not =
            said.clone().into_inner().any(|node| matches!(node.as_rule(), Rule::who_not | Rule::everybody_at_all));
        let list = if not { OTHERS } else { DOERS };
        let noted = before.iter().any(|one| matches!(&one.node, Statement::Let { name, .. } if name.node == list));
        let Some(place) = before.iter().rposition(|one| matches!(one.node, Statement::ForEach { .. })) else {
            return false;
        };
        if noted {
            return true;
        }
        let Statement::ForEach { body, .. } = &mut before[place].node else { return false };
        let deed = said.clone().into_inner().find(|node| node.as_rule() == Rule::who_has_done);
        let done = match deed {
            Some(deed) => self.note_deed(body, deed, span),
            None => note_asked(body, list, span),
        };
        if done {
            let name = at(list.to_string(), span);
            before.insert(place, at(Statement::Let { name, value: LetValue::NoPlayers }, span));
        }
        done
    }

    /// `each player reveals a random card`: who reveals such a one.
    fn note_deed(self, body: &mut Body, deed: Node, span: Span) -> bool {
        let mut as_buildings = false;
        let mut filters = Vec::new();
        for node in deed.into_inner() {
            match node.as_rule() {
                Rule::filter => filters.push(self.filter(node)),
                rule => as_buildings = rule == Rule::hand_buildings,
            }
        }
        let Some(last) = body.statements.last_mut() else { return false };
        let shown = |verb: Verb| matches!(verb, Verb::Show | Verb::Discard);
        // Chance picks it: it is `it` from then on.
        if let Statement::Verb { verb, operand: Operand::Item(item) } = &mut last.node
            && shown(*verb)
            && let Item::Random(set) = std::mem::replace(&mut item.node, Item::It)
        {
            let choose = at(Statement::Choose { set: *set, random: true, name: None }, span);
            let place = body.statements.len() - 1;
            body.statements.insert(place, choose);
        }
        let statements = match body.statements.last_mut() {
            Some(Spanned { node: Statement::Repeat { body, .. }, .. }) => &mut body.statements,
            _ => &mut body.statements,
        };
        let Some([chooses, does]) = statements.last_chunk_mut::<2>() else { return false };
        let set = match &mut chooses.node {
            Statement::By { statement, .. } => match &mut statement.node {
                Statement::Choose { set, .. } => set,
                _ => return false,
            },
            Statement::Choose { set, .. } => set,
            _ => return false,
        };
        if !matches!(&does.node, Statement::Verb { verb, .. } if shown(*verb)) {
            return false;
        }
        if as_buildings {
            let mut buildings = set.clone();
            if let crate::syntax::ast::Set::Of { noun, .. } = &mut buildings.node
                && let Noun::Hand { as_buildings, .. } = &mut noun.node
            {
                *as_buildings = true;
            }
            *set = buildings;
        }
        let it = || at(Item::It, span);
        let is = |property| Cond::Is { item: it(), not: false, property: at(property, span) };
        let add = note(DOERS, span);
        let statement = match filters.as_slice() {
            [] => add,
            [one] => {
                let condition = match &one.node {
                    Filter::Named(name) => is(Property::Named(name.clone())),
                    Filter::NamedAs(name) => is(Property::NamedAs(name.clone())),
                    _ => self.is_one_of(&filters, span),
                };
                if_then(condition, add, span)
            }
            _ => if_then(self.is_one_of(&filters, span), add, span),
        };
        statements.push(statement);
        true
    }

    fn is_one_of(self, filters: &[Spanned<Filter>], span: Span) -> Cond {
        let set = filters.iter().fold(self.lone(Item::It, span), filtered);
        Cond::There { compare: Compare::AtLeast, number: at(NumExpr::Number(1), span), set }
    }

    /// `destroy it unless its owner discards 2 cards`: who can is asked, and where that is not done, the other is.
    pub(super) fn unless_does(self, node: Node, then: Vec<Spanned<Statement>>) -> Spanned<Statement> {
        let span = self.span(&node);
        let mut parts = node.into_inner().filter(|node| node.as_rule() != Rule::unless);
        let who = super::part(&mut parts);
        let who = match first(who.clone()) {
            decider if decider.as_rule() == Rule::decider => self.item(first(decider)),
            who => self.item(who),
        };
        let mut deed = at(self.one_does(&who, super::part(&mut parts)), span);
        let condition = self.possible(&mut deed);
        let unless = Body { statements: then };
        let body = Body { statements: vec![deed] };
        let may = super::trees::by(&who, Statement::May { body, otherwise: Some(unless.clone()) }, span);
        match condition {
            Some(condition) => {
                let then = Body { statements: vec![at(may, span)] };
                at(Statement::If { condition, then, otherwise: Some(unless) }, span)
            }
            None => at(may, span),
        }
    }
}

fn if_then(condition: Cond, then: Spanned<Statement>, span: Span) -> Spanned<Statement> {
    let then = Body { statements: vec![then] };
    at(Statement::If { condition: at(condition, span), then, otherwise: None }, span)
}

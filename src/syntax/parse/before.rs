//! Looks at what has to be known before: how much lay on what is gone by then, and what was chosen besides.

use super::trees::at;
use crate::base::limits::HEAP;
use crate::base::{Span, Spanned, Verb};
use crate::syntax::ast::{
    Body, Clause, Cond, Filter, Item, ItemExpr, LetValue, Noun, NumExpr, Operand, Property, Set, SetExpr, Statement,
    Text,
};
use crate::syntax::visit::{Part, visit};

/// What was counted, or asked, before something was gone.
const NUMBER: &str = "number-before";
const SO: &str = "so-before";

/// What is counted of something that is gone is counted before; what is other than several that were chosen is none of them.
pub(super) fn look_before(text: &mut Text) {
    let mut counted = 0;
    visit(text, &mut |part| {
        if let Part::Statements(statements) = part {
            none_of_these(statements);
            count_before(statements, &mut counted);
        }
    });
}

/// `choose a building as first; choose another building as second; destroy all other buildings`
fn none_of_these(statements: &mut [Spanned<Statement>]) {
    let mut chosen: Vec<String> = Vec::new();
    for statement in statements {
        if let [earlier @ .., _] = chosen.as_slice()
            && !earlier.is_empty()
        {
            let names = earlier.to_vec();
            each_set(statement, &mut |set| {
                let Set::Of { filters, .. } = &mut set.node else { return };
                let is_last = |filter: &Spanned<Filter>| matches!(&filter.node, Filter::ExceptItem(item) if item.node == Item::That("building".into()));
                let Some(last) = filters.iter().find(|filter| is_last(filter)) else { return };
                let span = last.span;
                for name in &names {
                    let but = Filter::ExceptItem(at(Item::Name(name.clone()), span));
                    if filters.iter().all(|filter| filter.node != but) {
                        filters.push(at(but, span));
                    }
                }
            });
        }
        if let Statement::Choose { set: Spanned { node: Set::Of { noun, .. }, .. }, name: Some(name), .. } =
            &statement.node
            && noun.node.is_of_buildings()
        {
            chosen.push(name.node.clone());
        }
    }
}

/// All sets of one statement.
fn each_set(statement: &mut Spanned<Statement>, look: &mut dyn FnMut(&mut SetExpr)) {
    let span = statement.span;
    let own = std::mem::replace(&mut statement.node, Statement::Stop);
    let mut text = Text { clauses: vec![at(Clause::Play(Body { statements: vec![at(own, span)] }), span)] };
    visit(&mut text, &mut |part| {
        if let Part::Set(set) = part {
            look(set);
        }
    });
    if let Some(Spanned { node: Clause::Play(mut body), .. }) = text.clauses.pop()
        && let Some(own) = body.statements.pop()
    {
        statement.node = own.node;
    }
}

/// What a statement takes away: a building with all that is on it, or what is on it alone.
struct Gone {
    what: ItemExpr,
    whole: bool,
}

fn gone(statement: &Statement) -> Option<Gone> {
    let (what, whole) = match statement {
        Statement::Verb {
            verb: Verb::Destroy | Verb::Remove | Verb::Give | Verb::Return | Verb::PutOnDeck | Verb::PutUnderDeck,
            operand: Operand::Item(item) | Operand::Two(item, _),
        } => (item, true),
        Statement::Verb { operand: Operand::All(set), .. } => match &set.node {
            Set::Of { noun: Spanned { node: Noun::CardsOn { building, .. }, .. }, filters, .. }
                if filters.is_empty() =>
            {
                (building, false)
            }
            _ => return None,
        },
        Statement::Counters { put: false, number, on, .. } if number.node == NumExpr::Number(HEAP) => (on, false),
        _ => return None,
    };
    let known =
        matches!(what.node, Item::Any(_) | Item::Random(_) | Item::It | Item::This | Item::Name(_) | Item::That(_));
    known.then(|| Gone { what: what.clone(), whole })
}

impl Gone {
    fn is(&self, item: &ItemExpr) -> bool {
        let chosen = matches!(self.what.node, Item::Any(_) | Item::Random(_) | Item::It | Item::That(_));
        // What a filter looks at is not written.
        let said = item.span.start < item.span.end;
        said && (item.node == self.what.node
            || chosen && (item.node == Item::It || item.node == Item::That("building".into())))
    }

    /// What lies on it, or stands beside it.
    fn is_counted(&self, number: &NumExpr) -> bool {
        match number {
            NumExpr::Count(set) => match &set.node {
                Set::Of { noun, .. } => match &noun.node {
                    Noun::CardsOn { building, .. } => self.is(building),
                    Noun::Neighbours(of) => self.whole && self.is(of),
                    _ => false,
                },
                Set::Plus(..) => false,
            },
            NumExpr::Counters { on, .. } => self.is(on),
            NumExpr::Plus(left, right) | NumExpr::Minus(left, right) => {
                self.is_counted(&left.node) || self.is_counted(&right.node)
            }
            NumExpr::Twice(of) | NumExpr::Half { of, .. } => self.is_counted(&of.node),
            _ => false,
        }
    }

    fn is_asked(&self, cond: &Cond) -> bool {
        let was = |property: &Property| matches!(property, Property::Stacked | Property::Active | Property::Disabled);
        match cond {
            Cond::Has { item, .. } => self.is(item),
            Cond::Is { item, property, .. } => self.is(item) && was(&property.node),
            Cond::And(left, right) | Cond::Or(left, right) => self.is_asked(&left.node) || self.is_asked(&right.node),
            Cond::Not(inner) => self.is_asked(&inner.node),
            _ => false,
        }
    }

    /// Takes what is said of it out of a statement behind.
    fn take_out(&self, statement: &mut Statement, out: &mut dyn FnMut(LetValue, Span) -> String) {
        let mut counted = |number: &mut Spanned<NumExpr>| {
            if self.is_counted(&number.node) {
                let span = number.span;
                let name = out(LetValue::Number(number.clone()), span);
                number.node = NumExpr::Name(name);
            }
        };
        match statement {
            Statement::Draw { number }
            | Statement::Counters { number, .. }
            | Statement::Verb { operand: Operand::Several { number, .. }, .. } => counted(number),
            Statement::Repeat { times, body, .. } => {
                counted(times);
                self.take_all_out(&mut body.statements, out);
            }
            Statement::By { statement, .. } => self.take_out(&mut statement.node, out),
            Statement::May { body, otherwise } => {
                self.take_all_out(&mut body.statements, out);
                otherwise.iter_mut().for_each(|body| self.take_all_out(&mut body.statements, out));
            }
            Statement::If { condition, then, otherwise } => {
                if self.whole && self.is_asked(&condition.node) {
                    let span = condition.span;
                    let name = out(LetValue::Cond(condition.clone()), span);
                    condition.node = Cond::Name(name);
                }
                self.take_all_out(&mut then.statements, out);
                otherwise.iter_mut().for_each(|body| self.take_all_out(&mut body.statements, out));
            }
            _ => {}
        }
    }

    /// The same of several, up to where something else is chosen.
    fn take_all_out(&self, statements: &mut [Spanned<Statement>], out: &mut dyn FnMut(LetValue, Span) -> String) {
        for statement in statements {
            self.take_out(&mut statement.node, out);
            if chooses(&statement.node) {
                return;
            }
        }
    }
}

/// What is `it` behind it is something else.
fn chooses(statement: &Statement) -> bool {
    match statement {
        Statement::Choose { .. } | Statement::MayChoose { .. } | Statement::ForEach { .. } => true,
        Statement::Verb { operand: Operand::Item(item) | Operand::Two(item, _), .. } => {
            matches!(item.node, Item::Any(_) | Item::Random(_))
        }
        Statement::By { statement, .. } => chooses(&statement.node),
        _ => false,
    }
}

/// `destroy a building; draw a card for each card on it`
fn count_before(statements: &mut Vec<Spanned<Statement>>, counted: &mut usize) {
    let mut place = 0;
    while place < statements.len() {
        let (now, behind) = statements.split_at_mut(place + 1);
        let Some(gone) = gone(&now[place].node) else {
            place += 1;
            continue;
        };
        let mut lets = Vec::new();
        gone.take_all_out(behind, &mut |value, span| {
            *counted += 1;
            let word = if matches!(value, LetValue::Cond(_)) { SO } else { NUMBER };
            let name = if *counted == 1 { word.to_string() } else { format!("{word}-{counted}") };
            lets.push(at(Statement::Let { name: at(name.clone(), span), value }, span));
            name
        });
        if !lets.is_empty() {
            let span = now[place].span;
            lets.splice(0..0, chosen_first(&mut now[place].node, span));
        }
        let more = lets.len();
        statements.splice(place..place, lets);
        place += more + 1;
    }
}

/// What a statement chooses is chosen before it, and is `it` there.
fn chosen_first(statement: &mut Statement, span: Span) -> Option<Spanned<Statement>> {
    let item = match statement {
        Statement::Verb { operand: Operand::Item(item) | Operand::Two(item, _), .. } => item,
        Statement::Counters { on, .. } => on,
        Statement::Verb { operand: Operand::All(set), .. } => match &mut set.node {
            Set::Of { noun: Spanned { node: Noun::CardsOn { building, .. }, .. }, .. } => building,
            _ => return None,
        },
        _ => return None,
    };
    let random = matches!(item.node, Item::Random(_));
    match std::mem::replace(&mut item.node, Item::It) {
        Item::Any(set) | Item::Random(set) => Some(at(Statement::Choose { set: *set, random, name: None }, span)),
        other => {
            item.node = other;
            None
        }
    }
}

//! Builds what is said of what was done before: if you do, if you cannot, for each card discarded this way.

use super::grammar::{Node, Rule};
use super::trees::{MANY, at, filtered, hand, looked_at, of};
use super::undone::{NOT_DONE, UNCLEAR_ELSE, UNCLEAR_ELSE_EACH, unanswered};
use super::{Builder, first, part};
use crate::base::{Pick, Span, Spanned, Verb};
use crate::syntax::ast::{
    Body, Compare, Cond, Filter, Item, ItemExpr, LetValue, Noun, NumExpr, Operand, Set, SetExpr, Statement,
};

/// A statement that somebody may do, or not.
fn offer(statement: &mut Statement) -> Option<&mut Statement> {
    match statement {
        Statement::May { .. } | Statement::MayChoose { .. } => Some(statement),
        Statement::By { statement, .. } => offer(&mut statement.node),
        Statement::If { then: body, .. } | Statement::ForEach { body, .. } | Statement::Repeat { body, .. } => {
            offer(&mut body.statements.last_mut()?.node)
        }
        _ => None,
    }
}

/// It may be left undone, and nothing is said for that yet.
pub(super) fn is_open(statement: &mut Statement) -> bool {
    if let Statement::If { otherwise: Some(_), .. } = statement {
        return false;
    }
    match offer(statement) {
        Some(Statement::May { otherwise, .. } | Statement::MayChoose { otherwise, .. }) => otherwise.is_none(),
        _ => matches!(statement, Statement::If { .. }),
    }
}

/// It may be done, and what is done last then may be left undone in its turn.
fn is_open_within(statement: &mut Statement) -> bool {
    match offer(statement) {
        Some(Statement::May { body, .. } | Statement::MayChoose { body, .. }) => {
            body.statements.last_mut().is_some_and(|last| is_open(&mut last.node))
        }
        _ => false,
    }
}

/// Each of several may do it, or it may be done again and again.
fn by_each(statement: &Statement) -> bool {
    let of_last = |body: &Body| body.statements.last().is_some_and(|last| by_each(&last.node));
    match statement {
        Statement::ForEach { .. } => true,
        Statement::Repeat { times, body, .. } => times.node != NumExpr::Number(1) || of_last(body),
        Statement::If { then, .. } => of_last(then),
        Statement::By { statement, .. } => by_each(&statement.node),
        _ => false,
    }
}

/// What may be done up to so often.
fn up_to(body: &Body) -> Option<&Spanned<Statement>> {
    match body.statements.as_slice() {
        [again @ Spanned { node: Statement::Repeat { at_most: true, .. }, .. }] => Some(again),
        _ => None,
    }
}

/// What is done where nobody does what may be done, or could.
pub(super) fn or_else(statement: &mut Statement, unless: &Body) {
    match statement {
        Statement::If { then, otherwise, .. } => {
            if let Some(may) = then.statements.last_mut()
                && offer(&mut may.node).is_some()
            {
                or_else(&mut may.node, unless);
            }
            *otherwise = Some(unless.clone());
        }
        Statement::ForEach { body, .. } | Statement::Repeat { body, .. } => {
            body.statements.last_mut().into_iter().for_each(|last| or_else(&mut last.node, unless));
        }
        Statement::By { statement, .. } => or_else(&mut statement.node, unless),
        Statement::May { otherwise, .. } | Statement::MayChoose { otherwise, .. } => *otherwise = Some(unless.clone()),
        _ => {}
    }
}

/// Whatever each one of several does is said of the last of it.
fn inside(statement: Spanned<Statement>, does: impl FnOnce(Spanned<Statement>) -> Statement) -> Statement {
    match statement.node {
        Statement::ForEach { at_once, set, name, mut body } => {
            if let Some(last) = body.statements.pop() {
                let span = last.span;
                body.statements.push(at(inside(last, does), span));
            }
            Statement::ForEach { at_once, set, name, body }
        }
        node => does(at(node, statement.span)),
    }
}

impl Builder {
    /// `discard a card; if you do, draw 2 cards`, `...; if you cannot, draw 1 card`: said of the last of these. Answers whether
    /// what follows may not be so in its turn: `if you do, you may draw 2 cards`.
    pub(super) fn follows(self, node: Node, before: &mut Vec<Spanned<Statement>>) -> bool {
        let span = self.span(&node);
        let node = if node.as_rule() == Rule::statement { first(node) } else { node };
        let not = node.as_rule() == Rule::left_undone;
        let mut then = self.body(part(&mut node.into_inner()));
        let open = then.statements.last_mut().is_some_and(|last| is_open(&mut last.node));
        let Some(mut last) = before.pop() else {
            before.push(not_done(then, span));
            return open;
        };
        let place = last.span.to(span);
        if let Some(may) = offer(&mut last.node) {
            let up_to = match may {
                Statement::May { body, .. } if !not => up_to(body).cloned(),
                _ => None,
            };
            match may {
                _ if not => or_else(&mut last.node, &then),
                Statement::May { body, .. } | Statement::MayChoose { body, .. } => {
                    body.statements.extend(then.statements);
                }
                _ => {}
            }
            // Where there is nothing of it, none of it is done.
            let last = match up_to.and_then(|mut again| self.needed(&mut again)) {
                Some(condition) => {
                    let then = Body { statements: vec![last] };
                    at(Statement::If { condition, then, otherwise: None }, place)
                }
                None => at(last.node, place),
            };
            before.push(last);
            return open;
        }
        // What is looked at already is looked at for this as well.
        if let (Statement::If { otherwise: otherwise @ None, .. }, true) = (&mut last.node, not) {
            *otherwise = Some(then);
            before.push(at(last.node, place));
            return open;
        }
        let done = inside(last, |mut last| match self.possible(&mut last) {
            Some(condition) => {
                let (mut all, mut otherwise) = (vec![last], None);
                match not {
                    true => otherwise = Some(then),
                    false => all.extend(then.statements),
                }
                Statement::If { condition, then: Body { statements: all }, otherwise }
            }
            None => not_done(then, span).node,
        });
        before.push(at(done, place));
        open
    }

    /// Behind what may be done, or hangs on something, `otherwise` is where that is not done: `foe may give you a card. Otherwise,
    /// foe discards 2 cards`. Where it hangs on something and may be left undone, or stands within an `if`, it is not told which
    /// (`two`).
    pub(super) fn face_else(
        self,
        node: Node,
        before: &mut [(&str, Vec<Spanned<Statement>>)],
        two: bool,
    ) -> Vec<Spanned<Statement>> {
        let span = self.span(&node);
        let then = self.body(node);
        let last = before.last_mut().and_then(|(_, said)| said.last_mut());
        let Some(last) = last else { return vec![not_done(then, span)] };
        if !is_open(&mut last.node) {
            return vec![not_done(then, span)];
        }
        if two || is_open_within(&mut last.node) {
            return vec![unanswered(UNCLEAR_ELSE, then, span)];
        }
        if offer(&mut last.node).is_some() && by_each(&last.node) {
            return vec![unanswered(UNCLEAR_ELSE_EACH, then, span)];
        }
        or_else(&mut last.node, &then);
        Vec::new()
    }

    /// There is what a statement is done to.
    pub(super) fn possible(self, does: &mut Spanned<Statement>) -> Option<Spanned<Cond>> {
        let span = does.span;
        let there = |number, set| Some(at(Cond::There { compare: Compare::AtLeast, number, set }, span));
        let one = || at(NumExpr::Number(1), span);
        match &does.node {
            Statement::Verb { operand: Operand::All(set), .. } => there(one(), set.clone()),
            Statement::Repeat { at_most: false, times, body } => {
                let first = body.statements.first().map(|first| match &first.node {
                    Statement::By { statement, .. } => &statement.node,
                    node => node,
                });
                match first {
                    Some(Statement::Choose { set, random: false, .. }) => there(times.clone(), set.clone()),
                    Some(Statement::Verb { operand: Operand::Item(item) | Operand::Two(item, _), .. }) => {
                        match &item.node {
                            Item::Any(set) | Item::Random(set) => there(times.clone(), (**set).clone()),
                            _ => None,
                        }
                    }
                    _ => None,
                }
            }
            Statement::Counters { put: false, number, counter, on } => {
                let (item, number, counter) = (on.clone(), number.clone(), Some(counter.clone()));
                Some(at(Cond::Has { item, compare: Compare::AtLeast, number, counter }, span))
            }
            _ => self.needed(does),
        }
    }

    /// `destroy the leftmost building of each other player`, `take a random card from each opponent's hand`
    pub(super) fn of_each_player(self, node: Node) -> Vec<Spanned<Statement>> {
        let span = self.span(&node);
        let it = || at(Item::It, span);
        let (mut verb, mut set, mut random, mut pick, mut adjective, mut held) =
            (String::new(), None, false, None, None, false);
        for node in node.into_inner() {
            match node.as_rule() {
                Rule::away_with | Rule::of_each_verb => verb = node.as_str().replace("reveal", "show"),
                Rule::random => random = true,
                Rule::hand_cards => held = true,
                Rule::pick_end => pick = Pick::ALL.into_iter().find(|pick| pick.word() == node.as_str()),
                Rule::adjective => adjective = Some(self.adjective(node)),
                Rule::each_player => set = Some(self.set(first(node))),
                Rule::each_whose => {
                    let all = of(Noun::Players { from: None }, self.span(&node));
                    let others = node.into_inner().next().is_some();
                    set = Some(if others { super::trees::other_players(span) } else { all });
                }
                _ => {}
            }
        }
        let of_it = if held { hand(it(), span) } else { of(Noun::Buildings(Some(it())), span) };
        let of_it = adjective.iter().fold(of_it, super::trees::filtered);
        let item = match pick {
            Some(pick) => Item::Pick(pick, Box::new(of_it)),
            None if random => Item::Random(Box::new(of_it)),
            None => Item::Any(Box::new(of_it)),
        };
        let item = at(item, span);
        let does = match Verb::read(&format!("{} _", verb.trim())) {
            Some(verb) => Statement::Verb { verb, operand: Operand::Item(item) },
            None => Statement::Verb { verb: Verb::Give, operand: Operand::Two(item, at(Item::You, span)) },
        };
        let body = Body { statements: vec![at(does, span)] };
        let set = set.expect("the grammar says whose");
        vec![at(Statement::ForEach { at_once: false, set, name: None, body }, span)]
    }

    /// `put one of them into your hand and the rest on the bottom of the deck`
    pub(super) fn home_and_rest(self, node: Node) -> Vec<Spanned<Statement>> {
        let span = self.span(&node);
        let what = part(&mut node.clone().into_inner());
        let home = match what.as_rule() {
            Rule::one_of_those => {
                let one = at(Item::Any(Box::new(of(Noun::Them, span))), span);
                let operand = Operand::Two(one, at(Item::You, span));
                at(Statement::Verb { verb: Verb::Give, operand }, span)
            }
            _ => at(self.take_home(what, span), span),
        };
        vec![home, at(self.put_back(node, span), span)]
    }

    /// `for each card discarded this way, draw 1 card`
    pub(super) fn for_each_so(self, node: Node) -> Vec<Spanned<Statement>> {
        let span = self.span(&node);
        let body = node.into_inner().find(|node| node.as_rule() != Rule::this_way);
        let body = body.map_or(Body { statements: Vec::new() }, |node| self.body(node));
        vec![at(Statement::Repeat { at_most: false, times: that_many(span), body }, span)]
    }
}

/// As many as were counted before.
pub(super) fn that_many(span: Span) -> Spanned<NumExpr> {
    at(NumExpr::Name(MANY.to_string()), span)
}

/// It is said of nothing that can be left undone.
fn not_done(then: Body, span: Span) -> Spanned<Statement> {
    unanswered(NOT_DONE, then, span)
}

/// So many were done to, as far as there were any.
fn counted(times: &Spanned<NumExpr>, set: &SetExpr, span: Span) -> Spanned<NumExpr> {
    let there = Box::new(at(NumExpr::Count(Box::new(set.clone())), span));
    at(NumExpr::OfTwo { larger: false, left: Box::new(times.clone()), right: there }, span)
}

/// Of whom each discards one card, where there is one: so many cards are discarded.
fn each_discards_one(statement: &Statement, span: Span) -> Option<Spanned<NumExpr>> {
    let Statement::ForEach { set, name: None, body: Body { statements }, .. } = statement else { return None };
    let [Spanned { node: Statement::Repeat { at_most: false, times, body }, .. }] = statements.as_slice() else {
        return None;
    };
    let (verb, out_of) = chosen_out_of(body)?;
    let theirs = matches!(&out_of.node, Set::Of { target: false, noun, filters } if filters.is_empty()
        && matches!(&noun.node, Noun::Hand { of, as_buildings: false } if of.node == Item::It));
    if verb != Verb::Discard || times.node != NumExpr::Number(1) || !theirs {
        return None;
    }
    let held = hand(looked_at(span), span);
    let one = Cond::There { compare: Compare::AtLeast, number: at(NumExpr::Number(1), span), set: held };
    let with_one = filtered(set.clone(), &at(Filter::That(at(one, span)), span));
    Some(at(NumExpr::Count(Box::new(with_one)), span))
}

/// What one of several is chosen out of, as a statement begins that does it so often.
fn chosen_out_of(body: &Body) -> Option<(Verb, SetExpr)> {
    match body.statements.as_slice() {
        [
            Spanned {
                node: Statement::Verb { verb, operand: Operand::Item(ItemExpr { node: Item::Any(set), .. }) },
                ..
            },
        ] => Some((*verb, (**set).clone())),
        [chooses, Spanned { node: Statement::Verb { verb, .. }, .. }] => {
            let choose = match &chooses.node {
                Statement::By { statement, .. } => &statement.node,
                node => node,
            };
            match choose {
                Statement::Choose { set, random: false, .. } => Some((*verb, set.clone())),
                _ => None,
            }
        }
        _ => None,
    }
}

/// `discard your hand, then draw that many cards`: how many there are is counted before.
pub(super) fn count_it(before: &mut Vec<Spanned<Statement>>) {
    // `shuffle your hand into the deck`: what went there.
    let shuffled = usize::from(before.last().is_some_and(|last| last.node == Statement::ShuffleDeck));
    let Some(place) = before.len().checked_sub(1 + shuffled) else { return };
    let last = &before[place];
    let span = last.span;
    let number = match &last.node {
        Statement::ForEach { set, body: Body { statements }, .. } => match statements.as_slice() {
            // `each other player discards a card`
            _ if let Some(discarded) = each_discards_one(&last.node, span) => discarded,
            [Spanned { node: Statement::Verb { operand: Operand::Item(item) | Operand::Two(item, _), .. }, .. }]
                if item.node == Item::It =>
            {
                at(NumExpr::Count(Box::new(set.clone())), span)
            }
            _ => return,
        },
        Statement::Verb { operand: Operand::All(set), .. } => at(NumExpr::Count(Box::new(set.clone())), span),
        // `choose a number from 1 to 3, then draw that many cards`
        Statement::ChooseNumber { name, .. } if name.node != MANY => {
            let value = LetValue::Number(at(NumExpr::Name(name.node.clone()), span));
            let many = Statement::Let { name: at(MANY.to_string(), span), value };
            before.push(at(many, span));
            return;
        }
        // How many was chosen before.
        Statement::Verb { operand: Operand::Several { number, .. }, .. } if number.node == that_many(span).node => {
            return;
        }
        // `discard 2 cards`: of fewer, all.
        Statement::Verb { operand: Operand::Several { number, set, .. }, .. } => counted(number, set, span),
        Statement::Repeat { at_most: false, times, body } => match chosen_out_of(body) {
            Some((_, set)) => counted(times, &set, span),
            None => return,
        },
        // `discard up to 3 cards`: how many is chosen first.
        Statement::May { body: Body { statements }, otherwise: None } => {
            let [Spanned { node: Statement::Repeat { at_most: true, times, body }, .. }] = statements.as_slice() else {
                return;
            };
            let Some((verb, set)) = chosen_out_of(body) else { return };
            let from = at(NumExpr::Number(0), span);
            let to = counted(times, &set, span);
            let choose = Statement::ChooseNumber { random: false, from, to, name: at(MANY.to_string(), span) };
            let operand = Operand::Several { number: that_many(span), different: false, random: false, set };
            before.truncate(place);
            before.extend([at(choose, span), at(Statement::Verb { verb, operand }, span)]);
            return;
        }
        _ => return,
    };
    let count = Statement::Let { name: at(MANY.to_string(), span), value: LetValue::Number(number) };
    before.insert(place, at(count, span));
}

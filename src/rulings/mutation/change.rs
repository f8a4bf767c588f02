//! Small changes of a text's tree, one at a time: of clauses and statements.

use crate::base::{Span, Spanned};
use crate::syntax::ast::{
    Ability, Argument, ArgumentValue, Body, Branch, Clause, Cond, LetValue, Operand, Statement, Text, Trigger, Verb,
};

/// Walks a tree and makes the change with the number it is told to make.
pub(super) struct Change {
    /// So many come before it.
    left: usize,
    /// The kind of the change that was made.
    made: Option<&'static str>,
}

/// All texts that one change makes of a text, each with the kind of its change.
pub(super) fn changes(text: &Text) -> Vec<(&'static str, Text)> {
    let mut all = Vec::new();
    loop {
        let mut changed = text.clone();
        let mut change = Change { left: all.len(), made: None };
        change.text(&mut changed);
        match change.made {
            None => return all,
            Some(operator) => all.push((operator, changed)),
        }
    }
}

impl Change {
    /// Whether the change of that kind that could be made here is the one to make.
    pub(super) fn here(&mut self, operator: &'static str) -> bool {
        if self.made.is_some() || self.left > 0 {
            self.left = self.left.saturating_sub(usize::from(self.made.is_none()));
            return false;
        }
        self.made = Some(operator);
        true
    }

    fn text(&mut self, text: &mut Text) {
        for at in 0..text.clauses.len() {
            if self.here("leave out a clause") {
                text.clauses.remove(at);
                return;
            }
            self.clause(&mut text.clauses[at].node);
        }
    }

    fn clause(&mut self, clause: &mut Clause) {
        match clause {
            Clause::Play(body) | Clause::Replay(body) | Clause::Crisis(body) => self.body(body),
            Clause::Ability(ability) => self.ability(ability),
            Clause::Trigger(trigger) => self.trigger(trigger),
            Clause::Lasting(lasting) => {
                self.optional(&mut lasting.condition);
                self.set(&mut lasting.set);
            }
            Clause::CountsAs(counts) => {
                self.optional(&mut counts.condition);
                self.set(&mut counts.set);
            }
            Clause::Count(set) => self.set(set),
            Clause::Raise(number) => self.number(number),
            Clause::Win(condition) => self.cond(condition),
            Clause::Define(define) => self.body(&mut define.body),
        }
    }

    fn ability(&mut self, ability: &mut Ability) {
        if self.here("once a turn") {
            ability.once = !ability.once;
        }
        if self.here("at the start of turn") {
            ability.start_of_turn = !ability.start_of_turn;
        }
        self.optional(&mut ability.condition);
        self.body(&mut ability.body);
    }

    fn trigger(&mut self, trigger: &mut Trigger) {
        if !trigger.causes.is_empty() && self.here("by anything") {
            trigger.causes.clear();
        }
        if trigger.causes.len() > 1 {
            for at in 0..trigger.causes.len() {
                if self.here("leave out a cause") {
                    trigger.causes.remove(at);
                    break;
                }
            }
        }
        self.body(&mut trigger.body);
    }

    /// A condition that can be left out.
    fn optional(&mut self, condition: &mut Option<Spanned<Cond>>) {
        if condition.is_some() && self.here("leave out a condition") {
            *condition = None;
        }
        if let Some(condition) = condition {
            self.cond(condition);
        }
    }

    fn body(&mut self, body: &mut Body) {
        for at in 0..body.statements.len() {
            if self.here("leave out a statement") {
                body.statements.remove(at);
                return;
            }
            if at + 1 < body.statements.len() && self.here("exchange statements") {
                body.statements.swap(at, at + 1);
                return;
            }
            for inner in insides(&body.statements[at].node) {
                if self.here("open a block") {
                    body.statements.splice(at..=at, inner);
                    return;
                }
            }
            self.statement(&mut body.statements[at].node);
        }
    }

    fn statement(&mut self, statement: &mut Statement) {
        match statement {
            Statement::Pay(cost) => self.statement(&mut cost.node),
            Statement::Choose { set, .. } => self.set(set),
            Statement::MayChoose { set, body, .. } | Statement::ForEach { set, body, .. } => {
                self.set(set);
                self.body(body);
                self.together(statement);
            }
            Statement::Require(condition) => self.cond(condition),
            Statement::Let { value, .. } => match value {
                LetValue::Item(item) => self.item(item),
                LetValue::Number(number) => self.number(number),
                LetValue::Cond(condition) => self.cond(condition),
            },
            Statement::If { condition, then, otherwise } => {
                self.cond(condition);
                if otherwise.is_some() && self.here("leave out an otherwise") {
                    *otherwise = None;
                }
                self.body(then);
                otherwise.iter_mut().for_each(|body| self.body(body));
            }
            Statement::Repeat { times, body } => {
                self.number(times);
                self.body(body);
            }
            Statement::AtOnce(body)
            | Statement::OneEffect(body)
            | Statement::Unanswered(body)
            | Statement::UnansweredBy { body, .. } => self.body(body),
            Statement::Either(branches) => self.either(branches),
            Statement::Verb { verb, operand } => {
                for other in others(verb.node) {
                    if self.here("another verb") {
                        verb.node = *other;
                    }
                }
                self.operand(operand);
            }
            Statement::Put { card, face_up, onto } => {
                if self.here("face up or down") {
                    *face_up = !*face_up;
                }
                self.item(card);
                self.item(onto);
            }
            Statement::Move { card: one, onto: other }
            | Statement::Build { card: one, place: other }
            | Statement::Swap { building: one, card: other }
            | Statement::Give { card: one, player: other } => {
                self.item(one);
                self.item(other);
            }
            Statement::Draw { number } => self.number(number),
            Statement::Call { arguments, .. } => arguments.iter_mut().for_each(|argument| self.argument(argument)),
            Statement::Ready | Statement::Take { .. } | Statement::Shuffle => {}
        }
    }

    /// `at once,` comes and goes.
    fn together(&mut self, statement: &mut Statement) {
        if let Statement::ForEach { at_once, .. } = statement
            && self.here("at once")
        {
            *at_once = !*at_once;
        }
    }

    fn either(&mut self, branches: &mut Vec<Branch>) {
        for at in 0..branches.len() {
            if branches.len() > 1 && self.here("leave out a branch") {
                branches.remove(at);
                return;
            }
            self.optional(&mut branches[at].condition);
            self.body(&mut branches[at].body);
        }
    }

    fn operand(&mut self, operand: &mut Operand) {
        match operand {
            Operand::Item(item) => self.item(item),
            Operand::Several { number, different, set } => {
                if self.here("different") {
                    *different = !*different;
                }
                self.number(number);
                self.set(set);
            }
        }
    }

    fn argument(&mut self, argument: &mut Argument) {
        match &mut argument.value {
            ArgumentValue::Number(number) => self.number(number),
            ArgumentValue::Item(item) => self.item(item),
            ArgumentValue::Set(set) => self.set(set),
        }
    }
}

/// What a block says without what it adds: without the cost, the choice to decline, the condition, the repetition.
fn insides(statement: &Statement) -> Vec<Vec<Spanned<Statement>>> {
    match statement {
        Statement::Pay(cost) => vec![vec![(**cost).clone()]],
        Statement::MayChoose { set, name, body } => {
            let choose = Statement::Choose { set: set.clone(), name: name.clone() };
            let mut all = vec![Spanned::new(choose, Span::default())];
            all.extend(body.statements.iter().cloned());
            vec![all]
        }
        Statement::If { then, otherwise, .. } => {
            let mut all = vec![then.statements.clone()];
            all.extend(otherwise.iter().map(|body| body.statements.clone()));
            all
        }
        Statement::Repeat { body, .. }
        | Statement::AtOnce(body)
        | Statement::OneEffect(body)
        | Statement::Unanswered(body)
        | Statement::UnansweredBy { body, .. } => {
            vec![body.statements.clone()]
        }
        _ => Vec::new(),
    }
}

/// Verbs that could stand there as well.
fn others(verb: Verb) -> &'static [Verb] {
    match verb {
        Verb::Discard => &[Verb::Destroy, Verb::Remove],
        Verb::Destroy => &[Verb::Discard, Verb::Remove],
        Verb::Flip => &[Verb::Discard, Verb::Show],
        Verb::Remove => &[Verb::Discard],
        Verb::LookAt => &[Verb::Show],
        Verb::Show => &[Verb::LookAt],
        Verb::Play => &[Verb::Replay, Verb::PlayFromHand],
        Verb::Replay => &[Verb::Play],
        Verb::PlayFromHand => &[Verb::Play],
    }
}

//! Small changes of a text's tree, one at a time: of clauses and statements.

use lang::ast::{Clause, Cond, Operand, Statement, Text, Verb};
use lang::visit::{Part, visit};
use text::{Span, Spanned};

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
        let mut change = Change {
            left: all.len(),
            made: None,
        };
        visit(&mut changed, &mut |part| change.part(part));
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

    fn part(&mut self, part: Part<'_>) {
        match part {
            Part::Clauses(clauses) => self.without_one("leave out a clause", clauses),
            Part::Clause(clause) => self.clause(&mut clause.node),
            Part::Statements(statements) => self.statements(statements),
            Part::Statement(statement) => self.statement(&mut statement.node),
            Part::Branches(branches) => {
                if branches.len() > 1 {
                    self.without_one("leave out a branch", branches);
                }
                branches
                    .iter_mut()
                    .for_each(|branch| self.optional(&mut branch.condition));
            }
            Part::Filters(filters) => self.filters(filters),
            Part::Item(item) => self.item(item),
            Part::Set(set) => self.set(set),
            Part::Cond(cond) => self.cond(cond),
            Part::Number(number) => self.number(number),
            Part::Face(_) | Part::Keyword(_) | Part::Name(_) => {}
        }
    }

    pub(super) fn toggle(&mut self, operator: &'static str, flag: &mut bool) {
        *flag ^= self.here(operator);
    }

    pub(super) fn without_one<T>(&mut self, operator: &'static str, parts: &mut Vec<T>) {
        if let Some(at) = (0..parts.len()).find(|_| self.here(operator)) {
            parts.remove(at);
        }
    }

    pub(super) fn instead<T: PartialEq + Clone>(
        &mut self,
        operator: &'static str,
        place: &mut T,
        others: impl AsRef<[T]>,
    ) {
        let other = others
            .as_ref()
            .iter()
            .filter(|other| **other != *place)
            .find(|_| self.here(operator))
            .cloned();
        other.into_iter().for_each(|other| *place = other);
    }

    fn clause(&mut self, clause: &mut Clause) {
        match clause {
            Clause::Ability(ability) => {
                self.toggle("once a turn", &mut ability.once);
                self.toggle("at the start of your turn", &mut ability.start_of_turn);
                self.optional(&mut ability.condition);
            }
            Clause::Instead(clause) if self.here("instead, if you like") => {
                clause.may = !clause.may
            }
            Clause::Trigger(trigger) | Clause::Instead(trigger) => {
                if !trigger.head.causes.is_empty() && self.here("by anything") {
                    trigger.head.causes.clear();
                }
                if trigger.head.causes.len() > 1 {
                    self.without_one("leave out a cause", &mut trigger.head.causes);
                }
            }
            Clause::Lasting(lasting) => self.optional(&mut lasting.condition),
            Clause::CountsAs(counts) => self.optional(&mut counts.condition),
            Clause::Alters(alters) => self.optional(&mut alters.condition),
            _ => {}
        }
    }

    /// A condition that can be left out.
    fn optional(&mut self, condition: &mut Option<Spanned<Cond>>) {
        if condition.is_some() && self.here("leave out a condition") {
            *condition = None;
        }
    }

    fn statements(&mut self, statements: &mut Vec<Spanned<Statement>>) {
        for at in 0..statements.len() {
            if self.here("leave out a statement") {
                statements.remove(at);
                return;
            }
            if at + 1 < statements.len() && self.here("exchange statements") {
                statements.swap(at, at + 1);
                return;
            }
            for inner in insides(&statements[at].node) {
                if self.here("open a block") {
                    statements.splice(at..=at, inner);
                    return;
                }
            }
        }
    }

    fn statement(&mut self, statement: &mut Statement) {
        match statement {
            Statement::Modes { chosen_order, .. } => self.toggle("in chosen order", chosen_order),
            Statement::Toss { sides } if self.here("heads or tails") => {
                sides
                    .iter_mut()
                    .for_each(|side| side.heads.node = !side.heads.node);
            }
            // `at once,` comes and goes.
            Statement::ForEach { at_once, .. } => self.toggle("at once", at_once),
            Statement::If { otherwise, .. }
            | Statement::Offer { otherwise, .. }
            | Statement::IfDone { otherwise, .. }
                if otherwise.is_some() && self.here("leave out an otherwise") =>
            {
                *otherwise = None;
            }
            Statement::Does { deeds, .. } | Statement::Offer { deeds, .. } if deeds.len() > 1 => {
                self.without_one("leave out a statement", deeds);
            }
            Statement::Faces { faces, .. } if faces.len() > 1 => {
                self.without_one("leave out a branch", faces)
            }
            Statement::Ways(ways) if ways.len() > 2 => self.without_one("leave out a branch", ways),
            Statement::Lasts { ends, clause, .. } => {
                if ends.len() > 1 {
                    self.without_one("leave out what ends it", ends);
                }
                if let Clause::Instead(_) = clause.node {
                    self.clause(&mut clause.node);
                }
            }
            Statement::PutBack { bottom } => self.toggle("on top or on the bottom", bottom),
            Statement::Verb { verb, operand } => {
                let (operator, others) = others(*verb);
                self.instead(operator, verb, others);
                if let Operand::Several { different, .. } = operand {
                    self.toggle("different", different);
                }
            }
            _ => {}
        }
    }
}

/// What a block says without what it adds: without the cost, the choice to decline, the condition, the repetition.
fn insides(statement: &Statement) -> Vec<Vec<Spanned<Statement>>> {
    match statement {
        Statement::Pay(inner)
        | Statement::Secret(inner)
        | Statement::By {
            statement: inner, ..
        } => vec![vec![(**inner).clone()]],
        Statement::MayChoose {
            set, name, body, ..
        } => {
            let choose = Statement::Choose {
                set: set.clone(),
                random: false,
                name: name.clone(),
            };
            let choose = vec![Spanned::new(choose, Span::default())];
            vec![[choose, body.statements.clone()].concat()]
        }
        Statement::Does { deeds, .. } => vec![deeds.clone()],
        Statement::Offer { deeds, then, .. } => {
            let then = then.iter().flat_map(|body| body.statements.clone());
            vec![deeds.iter().cloned().chain(then).collect()]
        }
        Statement::IfDone { deed, then, .. } => {
            let then = then.statements.clone();
            vec![[vec![(**deed).clone()], then.clone()].concat(), then]
        }
        Statement::ForEach { .. } | Statement::Either(_) | Statement::Modes { .. } => Vec::new(),
        block => {
            let blocks = block.blocks().into_iter();
            blocks.map(|body| body.statements.clone()).collect()
        }
    }
}

/// Verbs that could stand there as well, and what it is to say one of them instead.
fn others(verb: Verb) -> (&'static str, &'static [Verb]) {
    let others: &[Verb] = match verb {
        Verb::PutFaceUp => return ("face up or down", &[Verb::PutFaceDown]),
        Verb::PutFaceDown => return ("face up or down", &[Verb::PutFaceUp]),
        Verb::Discard => &[Verb::Destroy, Verb::Remove],
        Verb::Destroy => &[Verb::Discard, Verb::Remove],
        Verb::Flip => &[Verb::Discard, Verb::Show],
        Verb::Remove => &[Verb::Discard],
        Verb::LookAt => &[Verb::Show],
        Verb::Show => &[Verb::LookAt],
        Verb::Play => &[Verb::Replay, Verb::PlayFromHand],
        Verb::Replay => &[Verb::Play],
        Verb::PlayFromHand => &[Verb::Play],
        Verb::Win => &[Verb::Lose],
        Verb::Lose => &[Verb::Win],
        _ => &[],
    };
    ("another verb", others)
}

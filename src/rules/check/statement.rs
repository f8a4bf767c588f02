//! Checks statements.

use super::Scope;
use super::item::THIS;
use crate::error::{FaultName, Problem};
use crate::ir::{ANY_SORT, Element, Op};
use crate::names::Type;
use crate::tree::{Act, Block, Body, Item, Num, STOP, Set, SetKind, Source, Value};
use crate::verbs::{Wanted, meaning};
use lang::ast::{self, Many, Operand, Statement};
use text::{Spanned, Verb};

impl Scope<'_> {
    /// A block: what it names is forgotten at its end.
    pub(super) fn body(&mut self, body: &ast::Body) -> Option<Body> {
        let (block, left, hidden) = (self.open(), self.left.clone(), self.unfollowed.clone());
        let secrets = self.secrets.len();
        let steps = self.steps(body);
        self.secrets.truncate(secrets);
        self.close(block);
        self.left_before(left);
        self.hidden_before(hidden);
        steps
    }

    /// The statements of a block, in its own scope.
    pub(super) fn steps(&mut self, body: &ast::Body) -> Option<Body> {
        let mut may_pay = self.place.pays;
        let mut steps = Some(Vec::new());
        let mut implied = Vec::new();
        for statement in &body.statements {
            let step = match &statement.node {
                Statement::Pay(cost) => self.pay(cost, may_pay, statement.span),
                _ => {
                    may_pay = false;
                    let pays = std::mem::replace(&mut self.place.pays, false);
                    let step = self.statement(statement);
                    self.place.pays = pays;
                    step.and_then(|step| self.goes_on(step, statement.span))
                }
            };
            match (step, steps.as_mut()) {
                (Some(step), Some(steps)) => {
                    let element = done_to(&step)
                        .and_then(|(element, from_afar)| self.imply(element, from_afar));
                    if let Some(local) = element {
                        self.left_by(&step, local);
                        if let Act::Verb(verb, ..) = &step {
                            let named = Act::Verb(*verb, Item::Local(local), None);
                            self.aside.note(&named, statement.span);
                        }
                    }
                    implied.extend(element.map(|local| (steps.len(), local)));
                    steps.push(Spanned::new(step, statement.span));
                }
                _ => steps = None,
            }
        }
        let mut steps = steps?;
        self.keeps_none()?;
        for (at, local) in implied
            .into_iter()
            .rev()
            .filter(|(_, local)| self.is_it(*local))
        {
            if let Act::Verb(_, item, _) = &mut steps[at].node {
                let item = std::mem::replace(item, Item::Local(local));
                let span = steps[at].span;
                let named = Act::Let(local, Value::Item(item));
                steps.insert(at, Spanned::new(named, span));
            }
        }
        Some(Body { steps })
    }

    /// A statement. What it names or chooses stays until the end of the block; with a block of its own, inside that.
    pub(super) fn statement(&mut self, statement: &Spanned<Statement>) -> Option<Act> {
        let decided = match &statement.node {
            Statement::By { statement, .. } => &statement.node,
            own => own,
        };
        let own_block = match decided {
            Statement::MayChoose { .. } | Statement::ForEach { .. } => true,
            Statement::Verb { operand, .. } => matches!(operand, Operand::Several { .. }),
            _ => false,
        };
        self.is_somebodys(statement)?;
        let block = self.open();
        let step = self.acting(statement);
        self.moved |= moves_this(&statement.node);
        if let Some(act) = &step {
            self.brings(decided, act);
            self.aside.note(act, statement.span);
        }
        let step = step.and_then(|step| self.leaves(&step, statement.span).map(|()| step));
        if own_block {
            self.close(block);
        }
        step
    }

    pub(super) fn acting(&mut self, statement: &Spanned<Statement>) -> Option<Act> {
        Some(match &statement.node {
            Statement::Choose { set, random, name } => {
                let (set, local) = self.chosen(set, name.as_ref());
                Act::Choose {
                    set: set?,
                    random: *random,
                    local,
                }
            }
            Statement::ChooseNumber {
                random,
                from,
                to,
                name,
                such,
            } => self.number_chosen((*random, from, to), name, such.as_ref())?,
            Statement::Let { name, value } => self.let_value(name, value)?,
            Statement::Take { name } => {
                let local = self.local(Type::One(Element::Card));
                self.bind(name, local);
                Act::Take(local)
            }
            Statement::Pay(cost) => return self.pay(cost, false, cost.span),
            Statement::MayChoose {
                set,
                name,
                body,
                otherwise,
            } => {
                let block = self.open();
                let (set, local) = self.chosen(set, name.as_ref());
                // That is still what a text from a hand waits for.
                if name.as_ref().is_some_and(|name| name.node == THIS) {
                    self.it.pop();
                }
                let before = self.so_far();
                let body = self.body(body);
                self.close(block);
                let otherwise = self.or_else(before, otherwise.as_ref());
                Act::MayChoose {
                    set: set?,
                    local,
                    body: body?,
                    otherwise: otherwise?,
                }
            }
            Statement::May { body, otherwise } => {
                return self.offers(None, body, otherwise.as_ref());
            }
            Statement::By { who, statement } => {
                let asked = self.without_choices(|scope| scope.item_of(who, Wanted::Player));
                let step = match &statement.node {
                    Statement::Choose { .. }
                    | Statement::ChooseNumber { .. }
                    | Statement::Draw { .. }
                    | Statement::MayChoose { .. }
                    | Statement::Either(_) => self.acting(statement),
                    taken if taken.chooses_sorts() => self.acting(statement),
                    // Whoever is named does it all: nobody else was asked.
                    Statement::Call { .. } => {
                        let offered = std::mem::take(&mut self.offered);
                        let called = self.acting(statement);
                        self.offered = offered;
                        called
                    }
                    Statement::May { body, otherwise } => {
                        self.offers(asked.as_ref(), body, otherwise.as_ref())
                    }
                    _ => {
                        let help = "write `foe chooses ...`, `foe may ...` or `foe draws ...`";
                        self.refused(
                            statement.span,
                            "another player cannot be told to do this",
                            help,
                        )
                    }
                };
                Act::By(asked?, Box::new(Spanned::new(step?, statement.span)))
            }
            Statement::Secret(choice) => return self.secret(choice),
            Statement::Secretly { players, set, name } => {
                return self.secret_choice(players, set, name, true);
            }
            Statement::SetsAside { players, set, name } => {
                return self.secret_choice(players, set, name, false);
            }
            Statement::SecretNumber {
                players,
                range,
                name,
            } => return self.secret_number(players, range, name),
            Statement::AddTo { number, name, of } => {
                let number = self.number(number);
                let of = self.item_of(of, Wanted::Player);
                match self
                    .bound_as(&name.node)
                    .filter(|local| self.types[*local] == Type::EachNumber)
                {
                    Some(local) => Act::AddTo(number?, local, of?),
                    None => {
                        let help =
                            "use a name such as `votes` after `let votes be 0 for each player`";
                        return self.refused(name.span, "numbers cannot be added to this", help);
                    }
                }
            }
            Statement::Add { item, to } => self.add(item, to)?,
            Statement::Require(cond) => Act::Require(self.cond(cond)?),
            Statement::If {
                condition,
                then,
                otherwise,
            } => {
                let span = condition.span;
                let checked = self.cond(condition);
                self.if_means(condition);
                let before = self.so_far();
                let mut then = self.body(then);
                self.end_meaning(then.as_mut().filter(|_| checked.is_some()), span);
                let otherwise = self.or_else(before, otherwise.as_ref());
                Act::If {
                    condition: checked?,
                    then: then?,
                    otherwise: otherwise?,
                }
            }
            Statement::Repeat {
                at_most,
                times,
                body,
            } => {
                let times = self.number(times);
                let body = self.body(body);
                Act::Repeat {
                    at_most: *at_most,
                    times: times?,
                    body: body?,
                }
            }
            Statement::Stop => Act::Stop,
            Statement::ForEach {
                at_once,
                set,
                order,
                name,
                body,
            } => {
                let span = set.span;
                let (set, local) = self.chosen(set, name.as_ref());
                let body = self.body(body);
                let set = set?;
                self.has_order(*order, set.element, span)?;
                Act::ForEach {
                    at_once: *at_once,
                    set,
                    order: *order,
                    local,
                    body: body?,
                }
            }
            Statement::AtOnce(body) => Act::Block(Block::AtOnce, self.body(body)?),
            Statement::OneEffect(body) => Act::Block(Block::OneEffect, self.body(body)?),
            Statement::Unanswered(body) => Act::Block(Block::Unanswered, self.body(body)?),
            Statement::Winless(body) => Act::Block(Block::Winless, self.body(body)?),
            Statement::UnansweredBy { first, body } => {
                let (name, body) = (self.face_name(first), self.body(body));
                Act::Block(Block::Sparing(name?), body?)
            }
            Statement::Either(branches) => Act::Either(self.branches(branches, &[])?),
            Statement::Modes {
                many,
                chosen_order,
                branches,
            } => {
                // What ends the choosing is a label, too.
                let taken: &[&str] = if matches!(many, Many::Exactly(_)) {
                    &[]
                } else {
                    &[STOP]
                };
                let branches = self.branches(branches, taken)?;
                Act::Modes {
                    many: *many,
                    chosen_order: *chosen_order,
                    branches,
                }
            }
            Statement::Toss { sides } => self.toss(sides)?,
            Statement::Roll { name } => {
                let local = self.local(Type::Number);
                self.bind(name, local);
                Act::Roll(local)
            }
            Statement::Verb { verb, operand } => self.verb(*verb, operand)?,
            Statement::Counters {
                put,
                number,
                counter,
                on,
            } => {
                let sort = self.counter(counter, Some(number));
                let number = self.number(number);
                let span = on.span;
                let on = self.bearer(on);
                let ((on, player, element), number, sort) = (on?, number?, sort?);
                if *put && sort == ANY_SORT {
                    let reason = "this does not say which counters are put there";
                    let help = format!("write which ones, such as `{}`", self.names.counters[0][0]);
                    let problem = Problem::new(FaultName::Impossible, reason, "not here", help);
                    return self.fault(counter.span, problem);
                }
                self.bears(&on, span)?;
                if matches!(number, Num::Whose(..)) {
                    self.is_remembered(sort, counter.span)?;
                }
                self.lies_on(sort, element, span)?;
                Act::Counters {
                    put: *put,
                    number,
                    sort,
                    player,
                    on,
                }
            }
            Statement::Ready => Act::Plain(Op::Ready),
            Statement::Draw { number } => {
                self.does_something(number)?;
                let drawn = self.number(number);
                (self.drew, self.drawn) = (self.went, true);
                Act::Draw(drawn?)
            }
            Statement::Once { since, for_all } => {
                Act::Once(*since, for_all.then(|| Box::new(self.everybody())))
            }
            Statement::MorePlays { number, fewer } => Act::MorePlays(self.number(number)?, *fewer),
            Statement::TurnDraws(number) => self.turn_draws(number)?,
            Statement::Shuffle => Act::Plain(Op::Shuffle),
            Statement::ShuffleDeck => Act::Plain(Op::ShuffleDeck),
            Statement::DrawGame => Act::Plain(Op::DrawGame),
            Statement::Aim(at) => self.aim(at)?,
            Statement::Lasts { .. } | Statement::Later { .. } => self.pends(statement)?,
            Statement::Call { keyword, arguments } => self.call(keyword, arguments)?,
            Statement::Does { .. }
            | Statement::Offer { .. }
            | Statement::IfDone { .. }
            | Statement::Faces { .. }
            | Statement::Ways(_)
            | Statement::Gives { .. }
            | Statement::PutBack { .. } => {
                unreachable!("`lang::expand` puts sentences into other statements")
            }
        })
    }

    fn verb(&mut self, verb: Verb, operand: &Operand) -> Option<Act> {
        let takes = meaning(verb).takes;
        match operand {
            Operand::Item(item) => Some(Act::Verb(verb, self.item_of(item, takes[0])?, None)),
            Operand::Two(item, with) => {
                let read = (self.taken(verb, item), self.item_of(with, takes[1]));
                let (what, with_what) = (read.0?, read.1?);
                self.is_handed(verb, (&what, item.span), with)?;
                Some(Act::Verb(verb, what, Some(with_what)))
            }
            Operand::All(set) => {
                let set = self.set_of(set, takes[0])?;
                let local = self.local(Type::One(set.element));
                self.picks(verb, set.element);
                Some(Act::All { verb, set, local })
            }
            Operand::Several {
                number,
                different,
                random,
                set,
            } => self.several(verb, number, (*different, *random), set),
            Operand::UpTo { .. } | Operand::AnyNumber(_) | Operand::DownTo(_) => {
                unreachable!("`lang::expand` puts sentences into other statements")
            }
        }
    }

    fn several(
        &mut self,
        verb: Verb,
        number: &Spanned<ast::NumExpr>,
        (different, random): (bool, bool),
        set: &ast::SetExpr,
    ) -> Option<Act> {
        self.does_something(number)?;
        let number = self.number(number);
        let checked = self.set_of(set, meaning(verb).takes[0]);
        let (number, checked) = (number?, checked?);
        let element = checked.element;
        let local = self.local(Type::One(element));
        let of_them = matches!(
            &checked.kind,
            SetKind::Of {
                source: Source::Them,
                target: false,
                ..
            }
        );
        if of_them {
            if checked.plain().is_some() && !random {
                return Some(Act::OfThem {
                    verb,
                    number,
                    element,
                    local,
                });
            }
            let help = "remove the condition, or use `choose`";
            return self.refused(set.span, "`them` cannot have a condition here", help);
        }
        self.picks(verb, element);
        Some(Act::Several {
            verb,
            number,
            different: different || random,
            random,
            set: checked,
            local,
        })
    }

    pub(super) fn plain(&mut self, source: Source, element: Element) -> Set {
        let candidate = self.local(Type::One(element));
        Set::all(source, element, candidate)
    }
}

/// What a verb was done to that nobody has chosen, and that has no name.
fn done_to(step: &Act) -> Option<(Element, bool)> {
    match step {
        Act::Verb(_, Item::TopOf(_), None) => Some((Element::StackedCard, false)),
        Act::Verb(_, Item::Under(_) | Item::Beside(..), None) => Some((Element::Building, false)),
        Act::Verb(_, Item::First(set) | Item::Pick(_, set), None) => {
            let afar = |source: &Source| {
                matches!(source, Source::Deck | Source::DeckTop(_) | Source::Discard)
            };
            let from_afar = set.source().is_some_and(afar);
            Some((set.element, from_afar))
        }
        _ => None,
    }
}

/// `this` is somewhere else afterwards, or may be.
fn moves_this(statement: &Statement) -> bool {
    let this = |item: &ast::ItemExpr| item.node == ast::Item::This;
    match statement {
        Statement::Verb {
            verb,
            operand: Operand::Two(item, with),
        } => this(meaning(*verb).card(item, Some(with))),
        Statement::Verb {
            verb: Verb::Enact,
            operand: Operand::Item(item),
        } => this(item),
        Statement::Call { arguments, .. } => {
            arguments.iter().any(|argument| match &argument.value {
                ast::ArgumentValue::Item(item) => this(item),
                ast::ArgumentValue::Set(_) => true,
                ast::ArgumentValue::Number(_) => false,
            })
        }
        _ => false,
    }
}

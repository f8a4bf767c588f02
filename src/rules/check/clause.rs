//! Clauses over what happens: what waits, forbids, asks a price or replaces.

use super::buildings::asks_deeds;
use super::choices::during;
use super::face::BUILDING;
use super::happening::{all, says};
use super::item::{FROM_A_HAND, THIS};
use super::needs::able;
use super::pending::LASTS;
use super::scope::{ANYTHING, maybe, set_of, too_many, unknown};
use super::{In, Place, Scope};
use crate::error::{Problem, Report, near};
use crate::ir::{Element, Fee, Op, ROLES};
use crate::names::Type;
use crate::tree::{Act, Capture, Cause, Num, Trigger, Value};
use lang::ast::{self, Clause, Statement, Voice};
use text::limits::CARRIED;
use text::{Happening, Span, Spanned, Use, Verb};

/// The place of a text that works from a hand: `this` is there once its player has chosen it.
const HAND: Place = Place {
    name: FROM_A_HAND,
    this: None,
    ..BUILDING
};
/// How to write such a text.
const FROM_HAND: &str = "write `while this is in your hand, when another player plays an action, you may: draw a card`, with any \
    happening after `when`, and all that you may do after `you may:`";

impl<'a> In<'a> {
    /// What a card says from a hand: whoever holds one of that name may show it and do that. None where the clause does not
    /// work from there.
    pub(super) fn held_in_hand(
        self,
        name: &ast::Word,
        clause: &Spanned<Clause>,
        report: &mut Report,
    ) -> Option<Option<Trigger>> {
        let (true, during) = but_in_hand(during(&clause.node)?) else {
            return None;
        };
        let span = clause.span;
        let (Clause::Trigger(said) | Clause::Instead(said)) = &clause.node else {
            self.misplaced(span, ("this clause", HAND.name, FROM_HAND), report);
            return Some(None);
        };
        let instead = matches!(clause.node, Clause::Instead(_));
        let done = match said.body.statements.as_slice() {
            _ if instead => said.may.then_some(&said.body),
            [only] => match &only.node {
                Statement::May {
                    body,
                    otherwise: None,
                } => Some(body),
                _ => None,
            },
            _ => None,
        };
        let of_you = |what: &ast::Role| what.is_of(&ast::Item::You);
        let falls = says(&said.head, Happening::Eliminated) && !instead;
        let done = match done {
            _ if name.node.is_empty() => Err("a given text does not work from a hand"),
            _ if said.head.voice == Voice::Short => Err("a card in a hand does not wait for that"),
            _ if falls && said.head.what.as_ref().is_some_and(of_you) => {
                Err("your hand has gone by then")
            }
            None => Err("from a hand a card does only what you may do: nobody else sees it there"),
            Some(done) => Ok(done.clone()),
        };
        let done = match done {
            Ok(done) => done,
            Err(wrong) => {
                self.refused(span, (wrong, FROM_HAND), report);
                return Some(None);
            }
        };
        let mut held = (**said).clone();
        held.head.during = during;
        held.body.statements = vec![Spanned::new(shows_one(name, done, span), span)];
        let mut scope = self.scope(
            Place {
                runs: true,
                provoker: true,
                ..HAND
            },
            report,
        );
        scope.replaces = instead;
        let placed = match instead {
            true => scope.replaces_it(&held),
            false => scope.has_place(&held.head, Use::Waits),
        };
        let mut waiting = placed.and_then(|()| self.waiting(&mut scope, span, &held));
        let steps = waiting.iter_mut().filter(|_| instead);
        for step in steps.flat_map(|clause| &mut clause.text.body.steps) {
            if let Act::MayChoose {
                body, otherwise, ..
            } = &mut step.node
            {
                let plain = |comes| Spanned::new(Act::Plain(Op::Instead(comes)), span);
                let comes = [true, false].into_iter().take(1 + usize::from(said.first));
                body.steps.splice(0..0, comes.map(plain));
                otherwise.steps.push(plain(false));
            }
        }
        Some(waiting.map(|clause| Trigger { instead, ..clause }))
    }

    /// A clause of a face in which `this` is an element; a text about `this` alone stands elsewhere once it has happened.
    pub(super) fn trigger(
        self,
        places: (Place, Place),
        span: Span,
        trigger: &ast::Trigger,
        report: &mut Report,
    ) -> Option<Trigger> {
        self.trigger_or_instead(places, span, (trigger, false), report)
    }

    fn trigger_or_instead(
        self,
        (place, gone): (Place, Place),
        span: Span,
        (trigger, instead): (&ast::Trigger, bool),
        report: &mut Report,
    ) -> Option<Trigger> {
        let short = trigger.head.voice == Voice::Short;
        let destroyed = says(&trigger.head, Happening::Destroyed);
        let place = if short && destroyed { gone } else { place };
        let built = short && says(&trigger.head, Happening::Built);
        let mut scope = self.scope(
            Place {
                runs: true,
                provoker: !built,
                ..place
            },
            report,
        );
        scope.replaces = instead;
        let plays = says(&trigger.head, Happening::Played);
        if let Some(who) = trigger
            .head
            .who
            .as_ref()
            .filter(|who| plays && trigger.price.is_some() && asks_deeds(who))
        {
            let help = "choose who pays by what they have: the action is paid for after it begins, so it would count itself";
            return scope.refused(
                who.span,
                "the price of an action cannot depend on what players have done",
                help,
            );
        }
        match instead {
            _ if trigger.body.statements.is_empty() => scope.can_be_asked(trigger)?,
            true => scope.replaces_it(trigger)?,
            false => scope.has_place(&trigger.head, Use::Waits)?,
        }
        let block = scope.open();
        let waiting = self.waiting(&mut scope, span, trigger);
        scope.close(block);
        waiting
    }

    /// The same in a scope that is there already.
    pub(super) fn waiting(
        self,
        scope: &mut Scope,
        span: Span,
        trigger: &ast::Trigger,
    ) -> Option<Trigger> {
        let forbids = trigger.body.statements.is_empty();
        let short = trigger.head.voice == Voice::Short;
        let asks = forbids && scope.asks;
        let causes = self.causes(&trigger.head, scope.report);
        scope.is_out(&trigger.head, forbids);
        let head = scope.head(&trigger.head, causes.as_deref(), asks);
        let price = maybe(trigger.price.as_ref(), |price| scope.price(price));
        let remembers = scope.remembered(trigger);
        let read = std::mem::take(&mut scope.read);
        // What can be played hangs on what is forbidden.
        if let Some((_, at)) = read.iter().find(|(read, _)| forbids && *read == ANYTHING) {
            if trigger.price.is_some() {
                let help =
                    "use another condition: whether something can be played depends on this price";
                return scope.refused(*at, "a price cannot depend on what can be played", help);
            }
            let problem = Problem::SettledLater {
                own: "cannot".into(),
                read: "what can be played".into(),
            };
            scope.fault::<()>(*at, problem);
            return None;
        }
        let silences = says(&trigger.head, Happening::Silenced);
        if let Some((read, at)) = read.iter().find(|_| silences) {
            let problem = Problem::SettledLater {
                own: "disabled".into(),
                read: self.names.status_name(*read).to_string(),
            };
            scope.fault::<()>(*at, problem);
            return None;
        }
        if scope.replaces && !trigger.first && all(&trigger.head, Happening::is_aimed) {
            scope.aims = scope.types.first().and_then(|kind| match kind {
                Type::One(element) => Some(*element),
                _ => None,
            });
        }
        scope.falls(trigger);
        scope.body_means(trigger);
        let body = scope.body(&trigger.body);
        let (mut head, mut remembers, mut body, price) = (head?, remembers?, body?, price?);
        scope.end_head_meaning(&mut body, &trigger.head, &mut remembers);
        if scope.replaces {
            scope.aims_last(&body)?;
            let carried = scope.carried.clone();
            head.given = able(head.given.take(), &body, &carried, || {
                scope.local(Type::One(Element::Building))
            });
        }
        // What it happens to is the first local of the text, the building that a card comes to lie on the second.
        let text = scope.text(span, if short { 0 } else { ROLES }, body);
        let happenings = scope.meant(&trigger.head);
        // What nobody may aim there, nobody chooses a target for, either.
        let bars = forbids && !scope.counts_deeds();
        let meant = |one: &Spanned<Happening>| match one.node {
            Happening::Aimed if bars => vec![Happening::Chosen, Happening::AimedUnchosen],
            other => vec![other],
        };
        let happenings = happenings.iter().flat_map(meant).collect();
        let (instead, may, first) = (false, trigger.may, trigger.first);
        Some(Trigger {
            happenings,
            causes: causes?,
            head,
            remembers,
            price,
            instead,
            may,
            first,
            text,
        })
    }

    /// A clause that comes in the place of what would happen.
    pub(super) fn replacement(
        self,
        place: Place,
        span: Span,
        clause: &ast::Trigger,
        report: &mut Report,
    ) -> Option<Trigger> {
        self.trigger_or_instead((place, place), span, (clause, true), report)
            .map(|clause| Trigger {
                instead: true,
                ..clause
            })
    }

    fn causes(self, head: &ast::Head, report: &mut Report) -> Option<Vec<(Cause, Span)>> {
        let names = self.names;
        // What comes to something is a keyword.
        let own = |one: Happening| !one.is_aimed() && one != Happening::Chosen;
        let sorts = match all(head, own) {
            true if !says(head, Happening::Resolved) => &Cause::SORTS[..],
            true if head.what.is_none() => &Cause::WHOLE[..],
            _ => &[][..],
        };
        let (mut all, mut sound) = (Vec::new(), true);
        for cause in &head.causes {
            // Of several keywords of one sort as of one: `by embers`.
            let found = match (
                names.keyword(self.space, &cause.node),
                cause.node.strip_suffix('s'),
            ) {
                (Ok(None), Some(one)) => names.keyword(self.space, one),
                (found, _) => found,
            };
            match found {
                Err(problem) => {
                    report.add(self.source, cause.span, problem);
                    sound = false;
                }
                Ok(Some(at)) => all.push((Cause::Keyword(at), cause.span)),
                Ok(None)
                    if let Some((_, sort)) = sorts.iter().find(|(word, _)| *word == cause.node) =>
                {
                    all.push((*sort, cause.span));
                }
                // What is wrong with it is told where it is defined.
                Ok(None) if names.broken.contains(&cause.node) => sound = false,
                Ok(None) => {
                    let keywords = names.keywords.iter().map(|known| known.name.as_str());
                    let help = near(
                        &cause.node,
                        keywords.chain(sorts.iter().map(|(word, _)| *word)),
                    );
                    report.add(self.source, cause.span, unknown("keyword", cause, help));
                    sound = false;
                }
            }
        }
        sound.then_some(all)
    }
}

/// `you may choose a card in your hand named "X" as this: show this`, and what follows.
fn shows_one(name: &ast::Word, mut body: ast::Body, span: Span) -> Statement {
    let hand = ast::Noun::Hand {
        of: Spanned::new(ast::Item::You, span),
        as_buildings: false,
    };
    let named = Spanned::new(ast::Filter::Named(name.clone()), span);
    let show = Statement::Verb {
        verb: Verb::Show,
        operand: ast::Operand::Item(Spanned::new(ast::Item::This, span)),
    };
    // It may say so itself.
    if body
        .statements
        .first()
        .is_none_or(|first| first.node != show)
    {
        body.statements.insert(0, Spanned::new(show, span));
    }
    Statement::MayChoose {
        set: set_of(hand, vec![named], span),
        name: Some(Spanned::new(THIS.into(), span)),
        body,
        otherwise: None,
    }
}

/// Whether it cannot hold unless `this` is in your hand, and what else it asks.
fn but_in_hand(cond: &Spanned<ast::Cond>) -> (bool, Option<Spanned<ast::Cond>>) {
    match &cond.node {
        ast::Cond::Is {
            item,
            property,
            not: false,
        } if item.node == ast::Item::This
            && let ast::Property::In(set) = &property.node
            && set.node.hand().is_some_and(|of| of.node == ast::Item::You) =>
        {
            (true, None)
        }
        ast::Cond::And(left, right) => {
            let (left, right) = (but_in_hand(left), but_in_hand(right));
            let rest = match (left.1, right.1) {
                (Some(left), Some(right)) => {
                    let both = ast::Cond::And(Box::new(left), Box::new(right));
                    Some(Spanned::new(both, cond.span))
                }
                (left, right) => left.or(right),
            };
            (left.0 || right.0, rest)
        }
        _ => (false, Some(cond.clone())),
    }
}

impl Scope<'_> {
    /// What something costs, as the owner of the text sees it.
    fn price(&mut self, price: &ast::Price) -> Option<(Num, Fee)> {
        let number = self.number(&price.number);
        let fee = match &price.fee {
            ast::Fee::Cards => Some(Fee::Cards),
            ast::Fee::Stacked => Some(Fee::Stacked),
            ast::Fee::Counters(sort) => self.counter(sort, Some(&price.number)).map(Fee::Counters),
        };
        Some((number?, fee?))
    }

    /// What is remembered of how things are then.
    fn remembered(&mut self, trigger: &ast::Trigger) -> Option<Vec<Value>> {
        let mut all = Vec::new();
        for (at, (name, value)) in trigger.remembers.iter().enumerate() {
            let help = match (trigger.head.voice, self.place.name) {
                (Voice::Short, _) => Some(
                    "write what it happens to: `when this is destroyed, remembering ...`, or `is revealed`",
                ),
                (_, LASTS) => Some("write `let NAME be ...` before this: the name is remembered"),
                _ => None,
            };
            if let Some(help) = help {
                return self.misplaced(name.span, "`remembering`", help);
            }
            if at == CARRIED {
                let (what, count) = ("things that one clause remembers", trigger.remembers.len());
                return self.fault(name.span, too_many(what, count, CARRIED));
            }
            let (value, element) = match value {
                ast::LetValue::Item(item) => match self.without_choices(|scope| scope.item(item)) {
                    Some((_, Element::Place | Element::Name)) => {
                        return self.refused(
                            item.span,
                            "this cannot be remembered",
                            "remember a player, building, card or number",
                        );
                    }
                    Some((item, element)) => (Some(Value::Item(item)), Some(element)),
                    None => (None, Some(Element::Card)),
                },
                ast::LetValue::Number(number) => (self.number(number).map(Value::Number), None),
                _ => (None, None),
            };
            let kind = match (&value, element) {
                (None, _) => Type::Broken,
                (_, Some(element)) => Type::One(element),
                (_, None) => Type::Number,
            };
            let local = self.local(kind);
            self.bind(name, local);
            self.carried.push(Capture {
                name: name.node.clone(),
                outer: local,
                local,
                element,
                secret: false,
            });
            all.push(value);
        }
        all.into_iter().collect()
    }
}

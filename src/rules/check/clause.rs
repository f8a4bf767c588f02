//! Clauses over what happens: what waits, forbids, asks a price or replaces.

use super::buildings::asks_deeds;
use super::happening::{all, says};
use super::needs::able;
use super::pending::LASTS;
use super::scope::{ANYTHING, maybe, too_many, unknown};
use super::{In, Place, Scope};
use crate::error::{Problem, Report, near};
use crate::ir::{Element, Fee, ROLES};
use crate::names::Type;
use crate::tree::{Capture, Cause, Num, Trigger, Value};
use lang::ast::{self, Voice};
use text::limits::CARRIED;
use text::{Happening, Span, Use};

impl<'a> In<'a> {
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
        if scope.replaces && all(&trigger.head, Happening::is_aimed) {
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
            head.given = able(head.given.take(), &body, || {
                scope.local(Type::One(Element::Building))
            });
        }
        // What it happens to is the first local of the text, the building that a card comes to lie on the second.
        let text = scope.text(span, if short { 0 } else { ROLES }, body);
        let happenings = scope.meant(&trigger.head);
        let happenings = happenings.iter().map(|one| one.node).collect();
        let (instead, may) = (false, trigger.may);
        Some(Trigger {
            happenings,
            causes: causes?,
            head,
            remembers,
            price,
            instead,
            may,
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
        // What comes to something, or is over, is a keyword.
        let own = |one: Happening| {
            !one.is_aimed() && !matches!(one, Happening::Resolved | Happening::Chosen)
        };
        let sorts = if all(head, own) {
            &Cause::SORTS[..]
        } else {
            &[][..]
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
            });
            all.push(value);
        }
        all.into_iter().collect()
    }
}

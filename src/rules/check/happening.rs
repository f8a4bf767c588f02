//! Checks clauses that wait for something to happen: who does what, to what, and what must hold then.

use super::buildings::asks_deeds;
use super::idle::able;
use super::pending::LASTS;
use super::scope::ANYTHING;
use super::{In, Place, Scope};
use crate::error::{Problem, Report, near};
use crate::ir::{Compare, Element, Fee, ROLES, marks_of};
use crate::names::Type;
use crate::tree::{
    Carried, Cause, Cond, Head, Item, Local, Num, Pattern, Remembered, Set, SetKind, Source, Step,
    Trigger,
};
use crate::verbs::Wanted;
use lang::ast::{self, Voice};
use text::limits::CARRIED;
use text::{Happening, Span, Spanned, Use};

/// The type of what it happens to; none where it happens to nothing.
fn element(happening: Happening, instead: bool) -> Option<Element> {
    use Happening::{
        Aimed, AimedUnchosen, Built, Chosen, CrisisOver, Destroyed, Discarded, Drawn, EffectDrawn,
        Eliminated, Enacted, HandPlayed, LookedAt, Marked, Moved, Paid, Passed, Picked, Played,
        Put, PutBack, Removed, Resolved, Revealed, Shifted, Shown, Shuffled, Silenced, SwappedIn,
        Taken, TurnBegun, TurnDrawn, Unmarked, Used, Won,
    };
    match happening {
        // Before it stands there, it is a card.
        Built | SwappedIn if instead => Some(Element::Card),
        Revealed | Put | Moved => Some(Element::StackedCard),
        Destroyed | Built | SwappedIn | Used | Picked | Shifted | Silenced => {
            Some(Element::Building)
        }
        Discarded | LookedAt | Played | Drawn | TurnDrawn | EffectDrawn | Taken | Removed
        | Paid | PutBack | Enacted | Shown => Some(Element::Card),
        Eliminated => Some(Element::Player),
        // That is what the keyword says.
        Aimed | AimedUnchosen | Chosen => None,
        Passed | HandPlayed | TurnBegun | Shuffled | CrisisOver | Won | Resolved => None,
        // What bears the counters, as is said of them.
        Marked | Unmarked => None,
    }
}

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
        let destroyed = trigger
            .head
            .happenings
            .iter()
            .any(|happening| happening.node == Happening::Destroyed);
        let place = if short && destroyed { gone } else { place };
        let built = short
            && trigger
                .head
                .happenings
                .iter()
                .any(|happening| happening.node == Happening::Built);
        let mut scope = self.scope(
            Place {
                runs: true,
                provoker: !built,
                ..place
            },
            report,
        );
        scope.replaces = instead;
        let plays = trigger
            .head
            .happenings
            .iter()
            .any(|one| one.node == Happening::Played);
        if let Some(who) = trigger
            .head
            .who
            .as_ref()
            .filter(|who| plays && trigger.price.is_some() && asks_deeds(who))
        {
            let help = "an action is paid for once it has begun, and counts by then: say who pays by what they have";
            return scope.misplaced(
                who.span,
                "what players have done, in the price of an action,",
                help,
            );
        }
        match instead {
            _ if trigger.body.statements.is_empty() => scope.can_be_asked(trigger)?,
            true => scope.replaces_it(trigger)?,
            false => scope.has_place(&trigger.head, Use::Waits)?,
        }
        self.waiting(&mut scope, span, trigger)
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
        let price = trigger
            .price
            .as_ref()
            .map_or(Some(None), |price| scope.price(price).map(Some));
        let remembers = scope.remembered(trigger);
        let read = std::mem::take(&mut scope.read);
        // What can be played hangs on what is forbidden.
        if let Some((_, at)) = read.iter().find(|(read, _)| forbids && *read == ANYTHING) {
            if trigger.price.is_some() {
                let help = "whether something can be played hangs on what it costs";
                return scope.misplaced(*at, "asking here what can be played", help);
            }
            let problem = Problem::SettledLater {
                own: "cannot".into(),
                read: "what can be played".into(),
            };
            scope.fault::<()>(*at, problem);
            return None;
        }
        let silences = trigger
            .head
            .happenings
            .iter()
            .any(|one| one.node == Happening::Silenced);
        if let Some((read, at)) = read.iter().find(|_| silences) {
            let problem = Problem::SettledLater {
                own: "disabled".into(),
                read: self.names.status_name(*read).to_string(),
            };
            scope.fault::<()>(*at, problem);
            return None;
        }
        if scope.replaces
            && trigger
                .head
                .happenings
                .iter()
                .all(|one| one.node.is_aimed())
        {
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
        let happenings = scope
            .meant(&trigger.head)
            .iter()
            .map(|happening| happening.node)
            .collect();
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
        let of_keyword = |one: &Spanned<Happening>| {
            one.node.is_aimed() || matches!(one.node, Happening::Resolved | Happening::Chosen)
        };
        let sorts = if head.happenings.iter().any(of_keyword) {
            &[][..]
        } else {
            &Cause::SORTS[..]
        };
        let mut causes = Some(Vec::new());
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
                    causes = None;
                }
                Ok(Some(at)) => causes
                    .iter_mut()
                    .for_each(|causes| causes.push((Cause::Keyword(at), cause.span))),
                Ok(None)
                    if let Some((_, sort)) = sorts.iter().find(|(word, _)| *word == cause.node) =>
                {
                    causes
                        .iter_mut()
                        .for_each(|causes| causes.push((*sort, cause.span)));
                }
                // What is wrong with it is told where it is defined.
                Ok(None) if names.broken.contains(&cause.node) => causes = None,
                Ok(None) => {
                    let keywords = names.keywords.iter().map(|known| known.name.as_str());
                    let help = near(
                        &cause.node,
                        keywords.chain(sorts.iter().map(|(word, _)| *word)),
                    );
                    let problem = Problem::Unknown {
                        what: "keyword",
                        name: cause.node.clone(),
                        help,
                    };
                    report.add(self.source, cause.span, problem);
                    causes = None;
                }
            }
        }
        causes
    }
}

impl Scope<'_> {
    /// All that happens there has a place in that use.
    pub(super) fn has_place(&mut self, head: &ast::Head, within: Use) -> Option<()> {
        let refused = |one: Spanned<Happening>| one.node.refused(within).map(|why| (one.span, why));
        let Some((span, why)) = self.meant(head).into_iter().find_map(refused) else {
            return Some(());
        };
        self.misplaced(span, within.place(), why)
    }

    /// What something costs, as the owner of the text sees it.
    fn price(&mut self, price: &ast::Price) -> Option<(Num, Fee)> {
        let number = self.without_choices(|scope| scope.number(&price.number));
        let fee = match &price.fee {
            ast::Fee::Cards => Some(Fee::Cards),
            ast::Fee::Stacked => Some(Fee::Stacked),
            ast::Fee::Counters(sort) => self.counter(sort, Some(&price.number)).map(Fee::Counters),
        };
        Some((number?, fee?))
    }

    /// What is remembered of how things are then.
    fn remembered(&mut self, trigger: &ast::Trigger) -> Option<Vec<Remembered>> {
        let mut all = Some(Vec::new());
        for (at, (name, value)) in trigger.remembers.iter().enumerate() {
            let help = match (trigger.head.voice, self.place.name) {
                (Voice::Short, _) => {
                    Some("say of what: `when this is destroyed, remembering ...`, or `is revealed`")
                }
                (_, LASTS) => {
                    Some("a text says it before: `let NAME be ...`, and the name is carried along")
                }
                _ => None,
            };
            if let Some(help) = help {
                return self.misplaced(name.span, "`remembering`", help);
            }
            if at == CARRIED {
                let what = "things that one clause remembers";
                let problem = Problem::TooMany {
                    what,
                    count: trigger.remembers.len(),
                    most: CARRIED,
                };
                return self.fault(name.span, problem);
            }
            let (value, element) = match value {
                ast::LetValue::Item(item) => match self.without_choices(|scope| scope.item(item)) {
                    Some((_, Element::Place | Element::Name)) => {
                        return self.misplaced(
                            item.span,
                            "this",
                            "players, buildings, cards and numbers are remembered",
                        );
                    }
                    Some((item, element)) => (Some(Remembered::Item(item)), Some(element)),
                    None => (None, Some(Element::Card)),
                },
                ast::LetValue::Number(number) => {
                    (self.number(number).map(Remembered::Number), None)
                }
                _ => (None, None),
            };
            let kind = match (&value, element) {
                (None, _) => Type::Broken,
                (_, Some(element)) => Type::One(element),
                (_, None) => Type::Number,
            };
            let local = self.local(kind);
            self.bind(name, local);
            self.carried.push(Carried {
                name: name.node.clone(),
                outer: local,
                local,
                element,
            });
            all = all.zip(value).map(|(mut all, value)| {
                all.push(value);
                all
            });
        }
        all
    }

    fn head(
        &mut self,
        said: &ast::Head,
        causes: Option<&[(Cause, Span)]>,
        asks: bool,
    ) -> Option<Head> {
        if said.voice == Voice::Short {
            let during = self.given(&said.during);
            let given = self.given(&said.condition);
            return Some(Head {
                voice: Voice::Short,
                who: None,
                what: None,
                sort: None,
                reached: None,
                onto: None,
                of_player: false,
                during: during?,
                given: given?,
            });
        }
        let aims = |one: Happening| one.is_aimed() || one == Happening::Chosen;
        let over_at = said.what.is_some()
            && said
                .happenings
                .iter()
                .any(|one| one.node == Happening::Resolved);
        let aimed = over_at || said.happenings.iter().any(|one| aims(one.node));
        let found = match aimed {
            true => self.aimed_at(causes?).map(Some),
            false => self.happens_to(&self.meant(said)),
        };
        let it = self.local(found.flatten().map_or(Type::Broken, Type::One));
        let to_hand = said
            .happenings
            .iter()
            .all(|one| one.node == Happening::Taken);
        let on = self.local(Type::One(if to_hand {
            Element::Player
        } else {
            Element::Building
        }));
        self.note_role(said, it);
        let during = self.given(&said.during);
        let who = match &said.who {
            // Whoever does it is no answer to who that is.
            Some(who)
                if who.node.is_one(&ast::Item::That("player".into())) && !self.is_spoken_of() =>
            {
                let help = match self.place.name {
                    LASTS => {
                        "say who it is before: `choose another player as foe`, or in a clause that waits `let foe be provoker`, and then `foe`"
                    }
                    _ => {
                        "no player was chosen before: what lasts remembers one by a counter, `players with a burn on this`"
                    }
                };
                return self.misplaced(who.span, "`that player`", help);
            }
            Some(who) => self.someone(who, Wanted::Player).map(Some),
            None => Some(None),
        };
        // `it cannot be destroyed`: what was spoken of before, not what it happens to.
        let spoken_of = said.what.as_ref().filter(|what| what.is_of(&ast::Item::It));
        let spoken_of = if said.counter.is_none() {
            spoken_of
        } else {
            None
        };
        let spoken_of = spoken_of.map(|what| self.role(Some(what), it));
        let (sort, what) = match &said.counter {
            Some(counter) => {
                // Of what is forbidden, or costs something, several are meant.
                let one = Spanned::new(ast::NumExpr::Number(1 + u16::from(asks)), counter.span);
                let many = said
                    .reached
                    .as_ref()
                    .filter(|many| many.node != ast::NumExpr::Number(0));
                let sort = match &said.reached {
                    Some(_) => self.counter(counter, many),
                    None => self.counter(counter, Some(&one)),
                };
                let what = self.bearing(said.what.as_ref(), it);
                (sort.map(Some), what)
            }
            None => {
                // What is aimed at something is not that.
                if found.is_some_and(|element| element.is_some()) && !aimed {
                    self.bind_it(it);
                }
                (
                    Some(None),
                    spoken_of.unwrap_or_else(|| self.role(said.what.as_ref(), it)),
                )
            }
        };
        let lies_on = said.happenings.iter().all(|one| {
            matches!(
                one.node,
                Happening::Put | Happening::Moved | Happening::Silenced | Happening::Taken
            )
        });
        if let (Some(onto), false) = (&said.onto, lies_on) {
            let span = match &onto.pattern {
                ast::Pattern::Of(set) => set.span,
                ast::Pattern::Card(_) => said
                    .happenings
                    .first()
                    .map_or(Span::default(), |one| one.span),
            };
            return self.misplaced(
                span,
                "`on`",
                "a card is `put on` or `moved onto` a building",
            );
        }
        let onto = self.role(said.onto.as_ref(), on);
        let reached = said
            .reached
            .as_ref()
            .map_or(Some(None), |many| self.number(many).map(Some));
        self.head_means(said, (it, on));
        let given = self.given(&said.condition);
        self.forget_role(it);
        let of_player =
            found? == Some(Element::Player) || self.types[it] == Type::One(Element::Player);
        let (who, what, sort, onto, during, given) = (who?, what?, sort?, onto?, during?, given?);
        self.is_put(said, what.as_ref())?;
        Some(Head {
            voice: said.voice,
            who,
            what,
            sort,
            reached: reached?,
            onto,
            of_player,
            during,
            given,
        })
    }

    /// The type of what a keyword is aimed at: of its first parameter that is one thing.
    fn aimed_at(&mut self, causes: &[(Cause, Span)]) -> Option<Element> {
        let (cause, span) = causes.first().copied()?;
        let keyword = cause.keyword()?;
        let one = |kind: Type| match kind {
            Type::One(element) => Some(element),
            _ => None,
        };
        let aimed = self.names.keywords[keyword]
            .params
            .iter()
            .find_map(|parameter| one(parameter.kind));
        if aimed.is_none() {
            let help = "it has no parameter that is one player, building or card: wait for its end, `is resolved`";
            return self.misplaced(span, "a keyword that is aimed at nothing", help);
        }
        aimed
    }

    /// The type of what they all happen to. Several happen to things of the same type.
    fn happens_to(&mut self, happenings: &[Spanned<Happening>]) -> Option<Option<Element>> {
        let instead = self.replaces;
        let first = happenings
            .first()
            .and_then(|happening| element(happening.node, instead));
        for happening in happenings {
            let other = element(happening.node, instead);
            if other.map(Wanted::of) != first.map(Wanted::of) {
                let help = "write a clause for each: one happens to a card, the other to a building or a player";
                return self.misplaced(happening.span, "this", help);
            }
        }
        Some(first)
    }

    /// What comes by a keyword goes elsewhere.
    pub(super) fn aim(&mut self, at: &ast::ItemExpr) -> Option<Step> {
        let (item, element) = self.item(at)?;
        let Some(aimed) = self.aims else {
            let help = "only what comes in the place of that can aim it: `if a KEYWORD would be aimed at you, instead ...`";
            return self.misplaced(at.span, "`aim it`", help);
        };
        self.want(Wanted::of(aimed), element, at.span)?;
        Some(Step::Aim(item))
    }

    fn given(&mut self, cond: &Option<Spanned<ast::Cond>>) -> Option<Option<Cond>> {
        match cond {
            Some(cond) => self.without_choices(|scope| scope.cond(cond)).map(Some),
            None => Some(None),
        }
    }

    /// A set of those that take part. What must hold of one thing stands behind.
    fn someone(&mut self, set: &ast::SetExpr, wanted: Wanted) -> Option<Set> {
        let checked = self.without_choices(|scope| scope.set_of(set, wanted));
        match &set.node {
            ast::Set::Of { noun, filters, .. }
                if matches!(noun.node, ast::Noun::One(_)) && !filters.is_empty() =>
            {
                self.misplaced(
                    set.span,
                    "a condition on one thing",
                    "say it behind: `when this is built, if ...`",
                )
            }
            _ => checked,
        }
    }

    /// What bears counters: it is what the set is of.
    fn bearing(&mut self, role: Option<&ast::Role>, local: Local) -> Option<Option<Pattern>> {
        let role = role?;
        let ast::Pattern::Of(set) = &role.pattern else {
            let span = role.name.as_ref().map_or(Span::default(), |name| name.span);
            return self.misplaced(
                span,
                "`a card`",
                "say which: `this`, `a building`, `a card in your nation`, `you`",
            );
        };
        let checked = self.someone(set, Wanted::Bearer)?;
        self.types[local] = Type::One(checked.element);
        self.bind_it(local);
        role.name.iter().for_each(|name| self.bind(name, local));
        Some(Some(Pattern::Of(checked)))
    }

    fn role(&mut self, role: Option<&ast::Role>, local: Local) -> Option<Option<Pattern>> {
        let Some(role) = role else { return Some(None) };
        let Type::One(element) = self.types[local] else {
            return None;
        };
        let pattern = match &role.pattern {
            ast::Pattern::Card(filters) => self
                .filters(local, Some(element), None, filters)
                .map(Pattern::Card),
            ast::Pattern::Of(set) => {
                let all = self.someone(set, Wanted::of(element));
                all.and_then(|all| self.may_be_one(local, all, set.span))
                    .map(Pattern::Of)
            }
        };
        if let Some(name) = &role.name {
            self.bind(name, local);
        }
        Some(Some(pattern?))
    }
}

impl Head {
    /// What must hold for the clause to be about what has happened.
    pub fn tests(&self) -> Vec<Cond> {
        let of = |pattern: &Option<Pattern>, local: Local| match pattern {
            None => Vec::new(),
            Some(Pattern::Card(filters)) => filters.clone(),
            Some(Pattern::Of(set)) => vec![one_of(Item::Local(local), set)],
        };
        let mut tests: Vec<Cond> = self.during.iter().cloned().collect();
        tests.extend(self.who.iter().map(|who| one_of(Item::Provoker, who)));
        tests.extend(of(&self.what, 0));
        tests.extend(of(&self.onto, 1));
        tests.extend(self.sort.map(|sort| {
            let lies = marks_of(sort, self.of_player);
            Cond::Compare(Num::Local(1), Compare::Exactly, Num::Const(lies))
        }));
        if let (Some(sort), Some(many)) = (self.sort, &self.reached) {
            let there = Num::Counters {
                sort,
                player: self.of_player,
                on: Box::new(Item::Local(0)),
            };
            let before = Num::Minus(Box::new(there.clone()), Box::new(Num::JustPut));
            tests.push(match many {
                Num::Const(0) => Cond::Compare(there, Compare::Exactly, Num::Const(0)),
                many => {
                    let fewer = Num::Plus(Box::new(before), Box::new(Num::Const(1)));
                    let fewer = Cond::Compare(fewer, Compare::AtMost, many.clone());
                    Cond::And(
                        Box::new(Cond::Compare(there, Compare::AtLeast, many.clone())),
                        Box::new(fewer),
                    )
                }
            });
        }
        tests.extend(self.given.clone());
        tests
    }

    /// It waits, or forbids, as a law.
    pub fn is_of_law(&self) -> bool {
        fn is_of_law(cond: &Cond) -> bool {
            match cond {
                Cond::Law(item) => *item == Item::This,
                Cond::And(left, right) => is_of_law(left) || is_of_law(right),
                _ => false,
            }
        }
        self.during.as_ref().is_some_and(is_of_law)
    }

    /// It is about `this` itself.
    pub fn is_about_this(&self) -> bool {
        self.voice == Voice::Short
            || self
                .what
                .as_ref()
                .is_some_and(|what| lone(what) == Some(&Item::This))
    }
}

fn lone(pattern: &Pattern) -> Option<&Item> {
    match pattern {
        Pattern::Of(Set {
            kind:
                SetKind::Of {
                    source: Source::One(item),
                    filters,
                    target: false,
                    ..
                },
            ..
        }) if filters.is_empty() => Some(item),
        _ => None,
    }
}

pub(super) fn one_of(item: Item, set: &Set) -> Cond {
    match &set.kind {
        SetKind::Of {
            source: Source::One(other),
            filters,
            target: false,
            ..
        } if filters.is_empty() => Cond::Same(item, other.clone()),
        _ => Cond::In(item, Box::new(set.clone())),
    }
}

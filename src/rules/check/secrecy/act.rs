//! What statements read, and what they lay open.

use super::level::{Level, Lies};
use super::{Start, Walk};
use crate::error::Problem;
use crate::ir::Element;
use crate::tree::{Act, Block, Body, Branch, Item, Local, Node, Num, Part, Set, Value};
use crate::verbs::Knower;
use text::{Span, Spanned, Verb};

impl Walk<'_> {
    pub(super) fn body(&mut self, body: &Body) {
        for step in &body.steps {
            self.step(step);
        }
    }

    fn step(&mut self, step: &Spanned<Act>) {
        match &step.node {
            Act::Pay(cost) => self.step(cost),
            Act::Choose { set, local, random } => self.choose(set, *local, *random),
            Act::MayChoose {
                set,
                local,
                body,
                otherwise,
            } => {
                // To have nothing to choose and to decline look alike.
                let decider = self.decider.take();
                self.inner_choices(set);
                self.decider = decider;
                self.asked(|walk, seen_by| walk.set(set, seen_by));
                self.picked(set, *local);
                self.inside.first = false;
                self.one_of_two(body, otherwise);
            }
            Act::May { body, otherwise } => {
                self.decider = None;
                self.inside.first = false;
                self.one_of_two(body, otherwise);
            }
            Act::Secret(choice) => {
                if let Act::Choose { set, .. } = &choice.node {
                    self.set(set, Knower::All);
                }
                self.step(choice);
            }
            Act::By(who, decided) => {
                self.item(who, Knower::All);
                self.decider = Some(who.clone()).filter(|who| *who != Item::You);
                self.step(decided);
            }
            Act::Secretly {
                shown,
                players,
                player,
                set,
                name,
            } => {
                let card = set.element.is_card();
                if !card {
                    self.state.bind(*name, Level::OPEN, Element::Player);
                }
                self.set(players, Knower::All);
                self.state.bind(*player, Level::OPEN, Element::Player);
                // Who has none to choose from, and which numbers there were, everybody sees.
                if card || set.element == Element::Number {
                    self.set(set, Knower::All);
                } else {
                    self.decider = Some(Item::Local(*player));
                    self.asked(|walk, seen_by| walk.set(set, seen_by));
                }
                self.inside.first = false;
                if card {
                    self.picked(set, *name);
                    self.done(Verb::SetAside, &Item::Local(*name), None);
                    if *shown {
                        self.done(Verb::Show, &Item::Local(*name), None);
                    }
                }
            }
            Act::AddTo(number, _, item) => {
                self.count(number);
                self.item(item, Knower::All);
            }

            Act::Add(item, _) | Act::Aim(item) => self.item(item, Knower::All),
            Act::Require(cond) => {
                self.cond(cond, Knower::All);
                self.inside.first = false;
                self.may_leave();
                self.given(cond, true);
            }
            Act::Let(local, Value::Item(item)) => {
                self.chosen(item);
                let (level, lies) = (self.level(item), self.item_lies(item));
                // It may be put somewhere by that name.
                self.inside.moved_this |= *item == Item::This;
                if let Some(element) = self.element(item) {
                    self.state.bind(*local, level, element);
                    self.state.lay(&Item::Local(*local), lies);
                }
            }
            // Which cards will come to be there is not followed.
            Act::Let(local, Value::Nothing(element)) => {
                let level = match element.is_card() && *element != Element::Building {
                    true => Level::default(),
                    false => Level::OPEN,
                };
                self.state.bind(*local, level, *element)
            }
            Act::Let(_, value) => self.parts(value, Knower::All),
            Act::If {
                condition,
                then,
                otherwise,
            } => {
                self.cond(condition, Knower::All);
                self.inside.first &= self.begun == Start::Use;
                let (before, first) = (self.state.clone(), self.inside.first);
                self.given(condition, true);
                self.body(then);
                let after = std::mem::replace(&mut self.state, before);
                let still = std::mem::replace(&mut self.inside.first, first);
                self.given(condition, false);
                self.body(otherwise);
                self.state.join(&after);
                self.inside.first &= still;
            }
            // What is done once finds things as they were before.
            Act::Repeat {
                times: Num::Const(1),
                body,
                at_most: false,
            } => {
                self.inside.first = false;
                self.inside.loops += 1;
                self.maybe(|walk| walk.body(body));
                self.inside.loops -= 1;
            }
            Act::Repeat {
                times,
                body,
                at_most: _,
            } => {
                self.count(times);
                self.again(body, |walk| walk.body(body));
            }
            Act::ForEach {
                set, local, body, ..
            } => {
                self.inner_choices(set);
                self.set(set, Knower::All);
                self.again(body, |walk| {
                    walk.picked(set, *local);
                    walk.body(body);
                });
                self.shown_each(set, *local, body);
            }
            Act::Block(block, body) => {
                let unanswered = usize::from(*block == Block::Unanswered);
                self.inside.unanswered += unanswered;
                self.body(body);
                self.inside.unanswered -= unanswered;
                if *block == Block::OneEffect {
                    self.state.moved();
                }
            }
            Act::Either(branches) => self.either(branches),
            Act::Modes { branches, .. } => self.modes(branches),
            Act::Toss { heads, tails } => {
                self.inside.first = false;
                self.one_of_two(heads, tails);
            }
            Act::Roll(_) => self.inside.first = false,
            Act::Stop => self.may_leave(),
            Act::Verb(verb, item, with) => {
                self.chosen(item);
                with.iter().for_each(|with| self.chosen(with));
                if let (Verb::Swap, Some(card)) = (*verb, with)
                    && matches!(
                        self.item_lies(card),
                        Lies::Elsewhere | Lies::Off | Lies::Law | Lies::Stacked
                    )
                {
                    self.fault(step.span, Problem::SwapsNothing);
                }
                self.finds(*verb, item, step.span);
                self.done(*verb, item, with.as_ref());
            }
            Act::All { verb, set, local } => {
                self.inner_choices(set);
                self.set(set, Knower::All);
                self.picked(set, *local);
                self.done_to_them(*verb, *local, step.span);
                self.shown_all(set, *verb);
            }
            Act::Several {
                verb,
                number,
                set,
                local,
                random,
                ..
            } => {
                self.count(number);
                self.choose(set, *local, *random);
                self.done_to_them(*verb, *local, step.span);
            }
            Act::OfThem {
                verb,
                number,
                element,
                local,
            } => {
                self.count(number);
                self.inside.first = false;
                self.state.bind(*local, self.state.them, *element);
                self.done(*verb, &Item::Local(*local), None);
            }
            Act::Take(local) => {
                self.inside.first = false;
                self.may_leave();
                self.state.moved();
                self.state.bind(*local, Level::default(), Element::Card);
                self.state.lay(&Item::Local(*local), Lies::Elsewhere);
            }
            Act::Once(..) => self.may_leave(),
            Act::TurnDraws(num) | Act::MorePlays(num, _) => self.count(num),
            Act::Draw(num) => {
                self.decider = None;
                self.inside.first = false;
                self.count(num);
                self.state.moved();
            }
            Act::Counters { number, on, .. } => {
                self.chosen(on);
                self.decider = None;
                self.count(number);
                self.inside.first = false;
            }
            Act::Lasts { whose, .. } => {
                whose.iter().for_each(|whose| self.item(whose, Knower::All));
                self.inside.first = false;
            }
            Act::Plain(_) => {
                self.inside.first = false;
                self.state.moved();
            }
            Act::Call { keyword, arguments } => self.call(*keyword, arguments, step.span),
        }
    }

    /// A choice that must be made, if it can be: where it cannot, everybody sees that.
    fn choose(&mut self, set: &Set, local: Local, random: bool) {
        let other = self.decider.take().is_some();
        self.inner_choices(set);
        match self.begun {
            // What somebody else can choose, or cannot, and what chance can, everybody sees.
            _ if other || random => self.set(set, Knower::All),
            // Whoever begins a text knows what they have for it.
            Start::Use | Start::Play if self.inside.first => self.set(set, Knower::You),
            // What the player does not know either is the first thing to say.
            Start::Use | Start::Play | Start::Itself => {
                self.set(set, Knower::You);
                self.set(set, Knower::All);
            }
            Start::Caller => {
                let asks = self.would_fail(set);
                self.asks |= asks;
                self.asks_late |= asks && !self.inside.first;
                self.set(set, Knower::You);
            }
        }
        self.inside.first = false;
        self.may_leave();
        self.picked(set, local);
    }

    /// Whether the set reads what not everybody knows for certain.
    fn would_fail(&mut self, set: &Set) -> bool {
        let (faults, needs) = (std::mem::take(&mut self.faults), self.needs.clone());
        self.set(set, Knower::All);
        let failed = !self.faults.is_empty() || self.needs != needs;
        (self.faults, self.needs) = (faults, needs);
        failed
    }

    fn picked(&mut self, set: &Set, local: Local) {
        let (level, lies) = (self.level_of_set(set), self.lies(set));
        self.state.bind(local, level, set.element);
        self.state.lay(&Item::Local(local), lies);
    }

    /// The choices inside an item, and what else it reads.
    fn chosen(&mut self, item: &Item) {
        match item {
            Item::Any { set, local, random } => self.choose(set, *local, *random),
            _ => self.inner_choices(item),
        }
        self.item(item, Knower::All);
    }

    /// The choices inside a set or an item, before it is looked at. Filters hold none.
    fn inner_choices(&mut self, of: &impl Node) {
        for part in of.parts() {
            match part {
                Part::Item(item) => self.chosen(item),
                Part::Set(set) => self.inner_choices(set),
                _ => {}
            }
        }
    }

    /// The text may end here, or go on with the next time around.
    fn may_leave(&mut self) {
        if self.inside.loops == 0 && self.inside.left.is_none() && self.begun == Start::Caller {
            self.inside.left = Some(self.state.floors(self.needs.len()));
        }
    }

    /// What only whoever is asked sees: of what `you` do not decide nothing is seen but by that player, who knows their own
    /// hand and what all know.
    fn asked(&mut self, look: impl FnOnce(&mut Self, Knower)) {
        self.choosing = self.decider.take();
        let seen_by = if self.choosing.is_some() {
            Knower::All
        } else {
            Knower::You
        };
        look(self, seen_by);
        self.choosing = None;
    }

    /// Either part, as it is decided.
    fn one_of_two(&mut self, body: &Body, otherwise: &Body) {
        let before = self.state.clone();
        self.body(body);
        let after = std::mem::replace(&mut self.state, before);
        self.body(otherwise);
        self.state.join(&after);
    }

    /// A part that may be passed over.
    fn maybe(&mut self, part: impl FnOnce(&mut Self)) {
        let before = self.state.clone();
        part(self);
        self.state.join(&before);
    }

    /// A part that may be run any number of times.
    fn again(&mut self, body: &Body, part: impl FnOnce(&mut Self)) {
        if Part::Body(body).any(&mut |part| matches!(part, Part::Act(Act::Several { .. }))) {
            self.state.them = Level::default();
        }
        self.inside.first = false;
        self.in_loop(|walk| walk.maybe(part));
    }

    /// A part that may be run again, with cards wherever they have come to lie by then.
    fn in_loop(&mut self, part: impl FnOnce(&mut Self)) {
        self.state.moved();
        self.state.scatter();
        self.inside.loops += 1;
        part(self);
        self.inside.loops -= 1;
        self.state.moved();
        self.state.scatter();
    }

    /// That is done to each thing by that name, and these are what was picked.
    fn done_to_them(&mut self, verb: Verb, local: Local, span: Span) {
        self.finds(verb, &Item::Local(local), span);
        self.done(verb, &Item::Local(local), None);
        self.state.them = self.state.level_of(local);
    }

    fn either(&mut self, branches: &[Branch]) {
        // Beside a branch that is always open, whoever takes another one has chosen to.
        let free = branches.iter().any(|branch| branch.condition.is_none());
        let seen_by = if free { Knower::You } else { Knower::All };
        let conditions = || {
            branches
                .iter()
                .filter_map(|branch| branch.condition.as_ref())
        };
        match (free, self.decider.is_some()) {
            (true, true) => {
                self.asked(|walk, seen_by| conditions().for_each(|cond| walk.cond(cond, seen_by)))
            }
            _ => conditions().for_each(|cond| self.cond(cond, seen_by)),
        }
        self.decider = None;
        self.inside.first = false;
        self.may_leave();
        let before = self.state.clone();
        let mut after = None;
        for branch in branches {
            self.state = before.clone();
            if let Some(cond) = &branch.condition {
                self.given(cond, true);
            }
            self.body(&branch.body);
            if let Some(after) = &after {
                self.state.join(after);
            }
            after = Some(self.state.clone());
        }
    }

    /// Any of the branches may be done, in any order.
    fn modes(&mut self, branches: &[Branch]) {
        for cond in branches
            .iter()
            .filter_map(|branch| branch.condition.as_ref())
        {
            self.cond(cond, Knower::All);
        }
        self.inside.first = false;
        self.may_leave();
        self.in_loop(|walk| {
            for branch in branches {
                walk.maybe(|walk| walk.body(&branch.body));
            }
        });
    }

    fn call(&mut self, keyword: usize, arguments: &[Value], span: Span) {
        // Of what another player does `you` see no more than all.
        let other = self.decider.clone();
        for argument in arguments {
            self.decider.clone_from(&other);
            match argument {
                Value::Item(item) => self.chosen(item),
                value => {
                    self.inner_choices(value);
                    self.parts(value, Knower::All);
                }
            }
        }
        let keywords = self.keywords;
        let Some(summary) = &keywords.summaries[keyword] else {
            return;
        };
        for (argument, need) in arguments.iter().zip(&summary.needs) {
            let level = match argument {
                Value::Item(item) => self.level(item),
                Value::Set(set) => self.level_of_set(set),
                _ => continue,
            };
            let need = match need {
                Knower::You if other.is_some() => Knower::All,
                need => *need,
            };
            self.reads(level, need, span);
        }
        let late = summary.asks_late || summary.asks && (other.is_some() || !self.inside.first);
        match self.begun {
            Start::Use | Start::Play | Start::Itself if late => {
                let name = keywords.names.keywords[keyword].name.clone();
                self.fault(span, Problem::AsksUnasked { name });
            }
            _ => {
                self.asks |= summary.asks;
                self.asks_late |= late;
            }
        }
        self.decider = None;
        self.inside.first = false;
        let moments = summary.moments;
        self.happens(|own| own.add(moments));
        self.may_leave();
        self.state.moved();
        for (argument, after) in arguments.iter().zip(&summary.after) {
            self.inside.moved_this |= matches!(argument, Value::Item(Item::This));
            if let Value::Item(item @ (Item::Local(_) | Item::Any { .. })) = argument {
                if *after == Knower::All || other.is_none() {
                    self.state.learn(item, *after);
                }
                self.state.lay(item, Lies::Anywhere);
            }
        }
    }
}

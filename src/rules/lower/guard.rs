//! Finds out when a text can be chosen at all (PLY-5).

use super::choices::{Choice, marked, of_step, with_following};
use super::decisions::noted;
use super::{Binding, Lowering, plain};
use crate::ir::{self, Element, Guard, Num, Op, Pred};
use crate::tree::{self, Act, Body, Item, Value};
use text::{Spanned, Verb};

/// What lies behind on the way to the first required choice.
#[derive(Default)]
struct Way {
    /// What must be there to be paid.
    cost: Option<ir::PredId>,
    /// The one card that is discarded to pay it, when nothing else is paid.
    paid: Option<ir::ItemId>,
    /// The board may have changed, so a condition asked now would not tell.
    changed: bool,
    /// In a keyword, which may end before the text that calls it.
    called: bool,
}

impl Lowering<'_> {
    /// The first `require`, `choose` or `either` on the way decides.
    pub(super) fn guard(&mut self, body: &Body) -> Guard {
        let mut way = Way::default();
        let decided = self.walk(body, &mut way).unwrap_or(Guard::Always);
        match (way.cost, decided) {
            (None, guard) => guard,
            (Some(_), Guard::Never) => Guard::Never,
            (Some(cost), Guard::Always) => self.needs(cost),
            (Some(cost), decided) => match (self.needs(cost), way.paid, decided) {
                (Guard::Never, ..) => Guard::Never,
                (_, Some(paid), Guard::Needs(then)) => Guard::Pays { cost, paid, then },
                _ => Guard::Try(cost),
            },
        }
    }

    fn walk(&mut self, body: &Body, way: &mut Way) -> Option<Guard> {
        for (at, step) in body.steps.iter().enumerate() {
            if self.is_full() {
                return Some(Guard::Never);
            }
            let following = body.steps.get(at + 1).map(|step| &step.node);
            let outer = self.note_uses(&body.steps[at..]);
            let decided = self.look(step, following, way);
            self.uses = outer;
            if decided.is_some() {
                return decided;
            }
        }
        None
    }

    fn look(
        &mut self,
        step: &Spanned<Act>,
        following: Option<&Act>,
        way: &mut Way,
    ) -> Option<Guard> {
        match &step.node {
            Act::Pay(cost) => {
                let needed = self.payable(&cost.node);
                way.paid = match (&cost.node, way.cost) {
                    (Act::Verb(Verb::Discard, item, None), None)
                        if of_step(&cost.node).is_empty() =>
                    {
                        Some(self.item(item))
                    }
                    _ => None,
                };
                way.cost = self.joined(way.cost, needed);
                // What will be paid is not known yet: what hangs on it is only tried.
                for (_, local, _) in of_step(&cost.node) {
                    self.bind(local, Binding::Reg(0));
                    way.changed = true;
                }
                return None;
            }
            Act::Once(..) if way.called => {
                way.changed = true;
                return None;
            }
            Act::Once(since, players) => {
                let first = self.once(*since, step.span, players.as_deref());
                way.paid = None;
                way.cost = self.joined(way.cost, first);
                return None;
            }
            Act::MayChoose { .. } | Act::May { .. } => return Some(Guard::Always),
            Act::By(_, does) if matches!(does.node, Act::Call { .. }) => {
                way.changed = true;
                return match of_step(&does.node).is_empty() {
                    true => None,
                    false => Some(self.tried()),
                };
            }
            Act::By(_, decided) | Act::Secret(decided) => {
                return self.look(decided, following, way);
            }
            _ => {}
        }
        let choices = with_following(&step.node, following);
        if !of_step(&step.node).is_empty() {
            let pred = self.can_choose(&choices);
            return Some(self.decide(pred, way));
        }
        match &step.node {
            Act::Pay(_)
            | Act::MayChoose { .. }
            | Act::Choose { .. }
            | Act::May { .. }
            | Act::Secret(_)
            | Act::By(..) => None,
            Act::Secretly {
                shown: _,
                players,
                player,
                set,
                name,
            } => {
                let _ = self.set(players);
                let you = self.arena.item(ir::Item::You);
                self.bind(*player, Binding::Item(you));
                let _ = self.set(set);
                let card = set.element.is_card();
                self.bind(
                    *name,
                    if card {
                        Binding::EachCard(0)
                    } else {
                        Binding::Each(0)
                    },
                );
                // Whoever chooses, somebody can: what they have chosen is not known yet.
                Some(self.tried())
            }
            Act::Require(cond) => {
                let pred = self.pred(cond);
                match self.arena.at_pred(pred) {
                    Pred::Always => None,
                    _ => Some(self.decide(pred, way)),
                }
            }
            Act::Let(local, value) => {
                way.changed |= matches!(value, Value::Numbers(_));
                let value = self.stands_for(value);
                self.bind(*local, value);
                None
            }
            Act::If {
                condition,
                then,
                otherwise,
            } => {
                let pred = self.pred(condition);
                match self.arena.at_pred(pred) {
                    Pred::Always => self.walk(then, way),
                    Pred::Never => self.walk(otherwise, way),
                    _ => Some(self.tried()),
                }
            }
            Act::Repeat {
                times,
                body,
                at_most: _,
            } => {
                let times = self.num(times);
                match self.at_least_one(times) {
                    Some(true) => self.walk(body, way),
                    Some(false) => None,
                    None => Some(self.tried()),
                }
            }
            Act::ForEach { .. } => Some(Guard::Always),
            // Chance can always decide, and what then follows nobody can know (END-3).
            Act::Toss { .. } | Act::Roll(_) => Some(Guard::Always),
            Act::Stop => Some(Guard::Always),
            Act::Block(_, body) => self.walk(body, way),
            Act::Either(branches) | Act::Modes { branches, .. } => {
                let mut any = self.arena.truth(false);
                for branch in branches {
                    let pred = match &branch.condition {
                        Some(cond) => self.pred(cond),
                        None => self.arena.truth(true),
                    };
                    any = self.arena.or(any, pred);
                }
                Some(self.decide(any, way))
            }
            Act::Several { number, set, .. } => {
                let number = self.num(number);
                match self.at_least_one(number) {
                    Some(true) => {
                        let set = self.set(set);
                        let pred = self.arena.exists(set);
                        Some(self.decide(pred, way))
                    }
                    Some(false) => None,
                    None => Some(self.tried()),
                }
            }
            // What they pick from was picked before: an earlier choice has decided.
            Act::OfThem { .. } => Some(self.tried()),
            Act::Call { keyword, arguments } => self.look_into(*keyword, arguments, way),
            Act::Plain(Op::Ready) => None,
            Act::Take(local) => {
                // What is taken cannot be known: later conditions are not asked, only tried.
                let you = self.arena.item(ir::Item::You);
                self.bind(*local, Binding::Item(you));
                way.changed = true;
                None
            }
            Act::Verb(..)
            | Act::Counters { .. }
            | Act::Draw(_)
            | Act::Once(..)
            | Act::TurnDraws(_)
            | Act::MorePlays(..)
            | Act::Plain(_)
            | Act::Lasts { .. }
            | Act::Aim(_)
            | Act::Add(..)
            | Act::AddTo(..)
            | Act::All { .. } => {
                way.changed = true;
                None
            }
        }
    }

    /// A name for what it is given to, as nothing is kept in registers yet.
    fn stands_for(&mut self, value: &Value) -> Binding {
        match value {
            Value::Item(item) => Binding::Item(self.item(item)),
            Value::Number(num) => Binding::Num(self.num(num)),
            Value::Truth(cond) => Binding::Truth(self.pred(cond)),
            Value::Set(set) => Binding::Set(self.set(set)),
            Value::Numbers(_) => Binding::Each(0),
            // Whatever register it will have is empty where this is asked.
            Value::Nothing(Element::Player) => Binding::Set(self.arena.set(noted(0))),
            Value::Nothing(element) => Binding::Set(self.arena.set(marked(0, *element))),
        }
    }

    /// A keyword's body, its parameters standing for the arguments themselves.
    fn look_into(&mut self, keyword: usize, arguments: &[Value], way: &mut Way) -> Option<Guard> {
        let bindings = arguments
            .iter()
            .map(|argument| Some(self.stands_for(argument)))
            .collect();
        let text = self.context.keywords[keyword]
            .text
            .at(self.context.disputes);
        self.enter(text.file, text.locals, text.them, bindings);
        let outer = std::mem::replace(&mut way.called, true);
        let decided = self.walk(&text.body, way);
        way.called = outer;
        self.instances.pop();
        decided
    }

    fn decide(&mut self, pred: ir::PredId, way: &Way) -> Guard {
        match self.needs(pred) {
            Guard::Needs(_) if way.changed => self.tried(),
            guard => guard,
        }
    }

    fn needs(&mut self, pred: ir::PredId) -> Guard {
        match self.arena.at_pred(pred) {
            Pred::Always => Guard::Always,
            Pred::Never => Guard::Never,
            _ => Guard::Needs(pred),
        }
    }

    fn tried(&mut self) -> Guard {
        Guard::Try(self.arena.truth(true))
    }

    /// Whether a number is above 0; `None` when only the game tells. Raised numbers only grow.
    fn at_least_one(&self, num: ir::NumId) -> Option<bool> {
        // What asks for too much is reported, and not looked through.
        if !self.arena.is_sound() {
            return None;
        }
        match self.arena.at_num(num) {
            Num::Const(number) => Some(number > 0),
            Num::Starred(number) if number > 0 => Some(true),
            Num::Seats => Some(true),
            Num::If(_, then, otherwise) => {
                let (then, otherwise) = (self.at_least_one(then)?, self.at_least_one(otherwise)?);
                (then == otherwise).then_some(then)
            }
            Num::Half(of, true) => self.at_least_one(of),
            Num::Plus(left, right) => match (self.at_least_one(left), self.at_least_one(right)) {
                (Some(true), _) | (_, Some(true)) => Some(true),
                (Some(false), Some(false)) => Some(false),
                _ => None,
            },
            Num::Starred(_)
            | Num::Count(_)
            | Num::Height(_)
            | Num::Counters { .. }
            | Num::Whose(..)
            | Num::Minus(..)
            | Num::Half(..)
            | Num::Among(..)
            | Num::DifferentNames(_)
            | Num::MostAlike(_)
            | Num::Entry(..)
            | Num::Reg(_) => None,
        }
    }

    /// What must hold for a cost to be paid.
    fn payable(&mut self, cost: &Act) -> ir::PredId {
        match (cost, of_step(cost).as_slice()) {
            (Act::Several { number, set, .. }, _) => {
                let set = self.set(set);
                let count = self.arena.num(Num::Count(set));
                let number = self.num(number);
                self.arena.compare(count, ir::Compare::AtLeast, number)
            }
            (Act::Verb(_, item, _), []) => {
                let there = self.there(item);
                self.unless_forbidden(there, cost)
            }
            (
                Act::Counters {
                    number,
                    sort,
                    player,
                    on,
                    put: _,
                },
                choices,
            ) => match (choices, on) {
                ([], _) => {
                    let there = self.carried(number, (*sort, *player), on);
                    self.unless_forbidden(there, cost)
                }
                // One that has enough must be there.
                ([(set, local, _)], Item::Any { local: chosen, .. }) if chosen == local => {
                    let set = self.set_where(set, |lowering| {
                        lowering.bind_candidate(*local);
                        let there = lowering.carried(number, (*sort, *player), on);
                        Some(lowering.unless_forbidden(there, cost))
                    });
                    self.arena.exists(set)
                }
                _ => self.can_choose(choices),
            },
            (Act::Verb(..), choices) => self.can_choose(choices),
            _ => unreachable!("check/ lets only verbs and counters be costs"),
        }
    }

    /// There is something for the first of these choices, and then for the others.
    fn can_choose(&mut self, choices: &[Choice]) -> ir::PredId {
        let set = self.choice_set(choices);
        self.arena.exists(set)
    }

    /// So many counters are there to be taken.
    fn carried(&mut self, number: &tree::Num, (sort, player): (u8, bool), on: &Item) -> ir::PredId {
        let (sort, on) = (self.sort(sort), self.item(on));
        if sort == ir::ANY_SORT {
            return self.carried_of_any(number, (on, player));
        }
        let there = self.arena.num(Num::Counters { sort, player, on });
        let (there, number) = match number {
            tree::Num::Whose(number, of) => {
                let of = self.item(of);
                (self.arena.num(Num::Whose(there, of)), &**number)
            }
            number => (there, number),
        };
        let number = self.num(number);
        self.arena.compare(there, ir::Compare::AtLeast, number)
    }

    /// The item is not gone.
    fn there(&mut self, item: &Item) -> ir::PredId {
        match item {
            Item::This | Item::You => self.arena.truth(true),
            Item::TopOf(building) => {
                let building = self.item(building);
                self.arena.pred(Pred::Stacked(building))
            }
            Item::First(set) | Item::Pick(_, set) => {
                let set = self.set(set);
                self.arena.exists(set)
            }
            _ => {
                let item = self.item(item);
                let set = self
                    .arena
                    .set(plain(ir::Source::One(item), ir::Element::StackedCard));
                self.arena.exists(set)
            }
        }
    }
}

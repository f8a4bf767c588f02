//! What the turn menu asks of each card and ability, the common questions known by heart.

use crate::engine::Reads;
use crate::rules::ir::{Ability, Guard, Item, ItemId, Pred, PredId, Rules, Set, SetId, Source};

/// An ability at a glance.
#[derive(Debug, Clone, Copy)]
pub(in crate::engine) struct AbilityGlance {
    /// It is of the start of turn.
    pub start: bool,
    /// It needs a card on the building, or none.
    pub stacked: bool,
    pub bare: bool,
    /// What else it needs; nothing more, when the first one is [`Ask::Always`].
    pub asks: [Ask; 2],
}

impl AbilityGlance {
    pub fn of(rules: &Rules, ability: &Ability) -> AbilityGlance {
        let condition = ability.condition.map_or(Ask::Always, |condition| Ask::of_pred(rules, condition));
        let asks = [condition, Ask::of_guard(rules, ability.program.guard)];
        let mut left = asks.map(|ask| if matches!(ask, Ask::Stacked | Ask::NotStacked) { Ask::Always } else { ask });
        if left[0] == Ask::Always {
            left.swap(0, 1);
        }
        AbilityGlance {
            start: ability.start,
            stacked: asks.iter().any(|ask| matches!(ask, Ask::Stacked | Ask::AnotherTop { .. })),
            bare: asks.contains(&Ask::NotStacked),
            asks: left,
        }
    }
}

/// Which kinds' actions can be chosen when, a bit each.
#[derive(Debug, Clone, Default)]
pub(in crate::engine) struct Acts {
    pub always: u64,
    /// When some building has a card on it.
    pub any_stacked: u64,
    /// When the condition holds, whichever card it is.
    pub needs: Vec<(Ask, u64)>,
    /// Those that are asked one by one.
    pub others: u64,
}

impl Acts {
    /// By kind, what its card needs to be played.
    pub fn of(guards: impl Iterator<Item = Ask>, of_this: impl Fn(Ask) -> bool) -> Acts {
        let mut acts = Acts::default();
        for (kind, guard) in guards.enumerate() {
            let bit = 1 << kind;
            match guard {
                Ask::Never => {}
                Ask::Always => acts.always |= bit,
                Ask::AnyStacked => acts.any_stacked |= bit,
                ask @ (Ask::Any(_) | Ask::Pred(_)) if !of_this(ask) => {
                    match acts.needs.iter_mut().find(|(other, _)| *other == ask) {
                        Some((_, kinds)) => *kinds |= bit,
                        None => acts.needs.push((ask, bit)),
                    }
                }
                _ => acts.others |= bit,
            }
        }
        acts
    }
}

/// A question of the turn menu, which is asked so often that the common ones are known by heart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::engine) enum Ask {
    Always,
    Never,
    /// Some building has a card on it.
    AnyStacked,
    /// This building has.
    Stacked,
    NotStacked,
    /// There is something in the set.
    Any(SetId),
    /// Anything else: the condition is asked.
    Pred(PredId),
    /// This building has a card on it, and once that is gone, some stack has a top that is still there; of a
    /// targeted one, that is not guarded.
    AnotherTop {
        target: bool,
    },
    /// When the condition holds, the text is tried.
    Try(PredId),
}

impl Ask {
    pub fn of_guard(rules: &Rules, guard: Guard) -> Ask {
        match guard {
            Guard::Always => Ask::Always,
            Guard::Never => Ask::Never,
            Guard::Needs(pred) => Ask::of_pred(rules, pred),
            Guard::Try(cost) => Ask::Try(cost),
            Guard::Pays { cost, paid, then } => Ask::of_paid(rules, cost, paid, then).unwrap_or(Ask::Try(cost)),
        }
    }

    fn of_paid(rules: &Rules, cost: PredId, paid: ItemId, then: PredId) -> Option<Ask> {
        let Item::TopOf(building) = rules.items[paid.index()] else { return None };
        let this = rules.items[building.index()] == Item::This && Ask::of_pred(rules, cost) == Ask::Stacked;
        let Pred::Exists(set) = rules.preds[then.index()] else { return None };
        let set = rules.sets[set.index()];
        // What changes with a stack, or with a card discarded, may change what can be targeted.
        let still = !Reads::of_lasting(rules).meets(Reads::STACKS.and(Reads::CARDS));
        let tops = set.source == Source::Tops && set.filter.is_none();
        (this && tops && still).then_some(Ask::AnotherTop { target: set.target })
    }

    fn of_pred(rules: &Rules, pred: PredId) -> Ask {
        let this_stacked = |pred: PredId| match rules.preds[pred.index()] {
            Pred::Stacked(item) => rules.items[item.index()] == Item::This,
            _ => false,
        };
        match rules.preds[pred.index()] {
            Pred::Always => Ask::Always,
            Pred::Never => Ask::Never,
            Pred::Stacked(_) if this_stacked(pred) => Ask::Stacked,
            Pred::Not(inner) if this_stacked(inner) => Ask::NotStacked,
            Pred::Exists(set) => match rules.sets[set.index()] {
                Set { filter: None, target: false, source: Source::Tops, .. } => Ask::AnyStacked,
                // A running game has buildings.
                Set { filter: None, target: false, source: Source::Buildings, .. } => Ask::Always,
                Set { never_empty: true, .. } => Ask::Always,
                _ => Ask::Any(set),
            },
            _ => Ask::Pred(pred),
        }
    }
}

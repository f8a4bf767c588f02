//! What the turn menu asks of each card and ability, the common questions known by heart.

use crate::Reads;
use crate::program::conditions::Property;
use crate::program::set_plans::SetPlans;
use rules::ir::{Ability, Guard, Item, ItemId, Pred, PredId, Rules, Set, SetId, Source};

/// What an ability needs to be on the turn menu.
#[derive(Debug, Clone, Copy)]
pub struct AbilityNeeds {
    /// That it is the start of turn, that a card lies on the building, that none does: a bit each.
    pub asks: u8,
    /// What else it needs; nothing more, when the first one is [`Need::Always`].
    pub needs: [Need; 2],
}

impl AbilityNeeds {
    /// It is of the start of turn.
    pub const AT_START: u8 = 1;
    /// It needs a card on the building.
    pub const STACKED: u8 = 2;
    /// It needs that there is none.
    pub const BARE: u8 = 4;

    /// It asks for that.
    pub fn asks_for(&self, what: u8) -> bool {
        self.asks & what != 0
    }

    pub fn of(rules: &Rules, sets: &SetPlans, ability: &Ability) -> AbilityNeeds {
        let condition = ability
            .condition
            .map_or(Need::Always, |condition| Need::of_pred(rules, condition));
        let needs = [condition, Need::of_guard(rules, ability.program.guard)];
        let mut left = needs.map(|need| match need {
            Need::Stacked | Need::NotStacked => Need::Always,
            Need::Any(set) if sets.is_of_tops_around_this(set) => Need::TopAround(set),
            need => need,
        });
        if left[0] == Need::Always {
            left.swap(0, 1);
        }
        let stacked = needs
            .iter()
            .any(|need| matches!(need, Need::Stacked | Need::AnotherTop { .. }));
        let bare = needs.contains(&Need::NotStacked);
        let asked = [
            (ability.start, Self::AT_START),
            (stacked, Self::STACKED),
            (bare, Self::BARE),
        ];
        let asks = asked
            .iter()
            .fold(0, |asks, (is, what)| asks | (u8::from(*is) * what));
        AbilityNeeds { asks, needs: left }
    }
}

/// Which kinds' actions can be chosen when, a bit each.
#[derive(Debug, Clone, Default)]
pub struct Acts {
    pub always: u64,
    /// When some building has a card on it.
    pub any_stacked: u64,
    /// When the condition holds, whichever card it is.
    pub needs: Vec<(Need, u64)>,
    /// Those that are asked one by one.
    pub others: u64,
}

impl Acts {
    /// By kind, what its card needs to be played.
    pub fn of(guards: impl Iterator<Item = Need>, of_this: impl Fn(Need) -> bool) -> Acts {
        let mut acts = Acts::default();
        for (kind, guard) in guards.enumerate() {
            let bit = 1 << kind;
            match guard {
                Need::Never => {}
                Need::Always => acts.always |= bit,
                Need::AnyStacked => acts.any_stacked |= bit,
                need @ (Need::Any(_) | Need::Pred(_)) if !of_this(need) => {
                    match acts.needs.iter_mut().find(|(other, _)| *other == need) {
                        Some((_, kinds)) => *kinds |= bit,
                        None => acts.needs.push((need, bit)),
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
pub enum Need {
    Always,
    Never,
    /// Some building has a card on it.
    AnyStacked,
    /// This building has.
    Stacked,
    NotStacked,
    /// There is something in the set.
    Any(SetId),
    /// The same; it holds the tops of this building and of those beside it that a building stands next to.
    TopAround(SetId),
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

impl Need {
    pub fn of_guard(rules: &Rules, guard: Guard) -> Need {
        match guard {
            Guard::Always => Need::Always,
            Guard::Never => Need::Never,
            Guard::Needs(pred) => Need::of_pred(rules, pred),
            Guard::Try(cost) => Need::Try(cost),
            Guard::Pays { cost, paid, then } => {
                Need::of_paid(rules, cost, paid, then).unwrap_or(Need::Try(cost))
            }
        }
    }

    fn of_paid(rules: &Rules, cost: PredId, paid: ItemId, then: PredId) -> Option<Need> {
        let Item::TopOf(building) = rules.items[paid.index()] else {
            return None;
        };
        let this = rules.items[building.index()] == Item::This
            && Need::of_pred(rules, cost) == Need::Stacked;
        let Pred::Exists(set) = rules.preds[then.index()] else {
            return None;
        };
        let set = rules.sets[set.index()];
        // What changes with a stack, or with a card discarded, may change what can be targeted.
        let still = !Reads::of_lasting(rules).meets(Reads::STACKS.and(Reads::CARDS));
        let tops = set.source == Source::Tops && set.filter.is_none();
        (this && tops && still).then_some(Need::AnotherTop { target: set.target })
    }

    fn of_pred(rules: &Rules, pred: PredId) -> Need {
        let this = |item: ItemId| rules.items[item.index()] == Item::This;
        match Property::of(rules, pred) {
            Some((item, Property::Stacked)) if this(item) => return Need::Stacked,
            Some((item, Property::Bare)) if this(item) => return Need::NotStacked,
            _ => {}
        }
        match rules.preds[pred.index()] {
            Pred::Always => Need::Always,
            Pred::Never => Need::Never,
            Pred::Exists(set) => match rules.sets[set.index()] {
                Set {
                    filter: None,
                    target: false,
                    source: Source::Tops,
                    ..
                } => Need::AnyStacked,
                // A running game has buildings.
                Set {
                    filter: None,
                    target: false,
                    source: Source::Buildings,
                    ..
                } => Need::Always,
                Set {
                    never_empty: true, ..
                } => Need::Always,
                _ => Need::Any(set),
            },
            _ => Need::Pred(pred),
        }
    }
}

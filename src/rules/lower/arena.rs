//! Items, sets, conditions, numbers and names of a game, each once.

use std::collections::HashMap;
use std::hash::Hash;

use crate::rules::ir::{Compare, Item, ItemId, NameId, Num, NumId, Pred, PredId, Set, SetId, Source};

/// A list in which each thing stands once.
#[derive(Debug)]
struct Once<T> {
    list: Vec<T>,
    // Looked up only: its order never shows.
    index: HashMap<T, u16>,
}

impl<T> Default for Once<T> {
    fn default() -> Self {
        Once { list: Vec::new(), index: HashMap::new() }
    }
}

impl<T: Clone + Eq + Hash> Once<T> {
    fn add(&mut self, thing: T) -> u16 {
        if let Some(at) = self.index.get(&thing) {
            return *at;
        }
        let at = u16::try_from(self.list.len()).expect("a game needs fewer than 65536 of each");
        self.list.push(thing.clone());
        self.index.insert(thing, at);
        at
    }
}

/// All that programs refer to by number.
#[derive(Debug, Default)]
pub(in crate::rules) struct Arena {
    names: Once<String>,
    items: Once<Item>,
    sets: Once<Set>,
    preds: Once<Pred>,
    nums: Once<Num>,
}

/// The lists of an arena, in the order of their numbers.
pub(in crate::rules) struct Lists {
    pub(in crate::rules) names: Vec<String>,
    pub(in crate::rules) items: Vec<Item>,
    pub(in crate::rules) sets: Vec<Set>,
    pub(in crate::rules) preds: Vec<Pred>,
    pub(in crate::rules) nums: Vec<Num>,
}

impl Arena {
    pub(in crate::rules) fn name(&mut self, name: &str) -> NameId {
        NameId(self.names.add(name.to_string()))
    }

    pub(super) fn item(&mut self, item: Item) -> ItemId {
        ItemId(self.items.add(item))
    }

    pub(super) fn set(&mut self, set: Set) -> SetId {
        SetId(self.sets.add(set))
    }

    pub(super) fn num(&mut self, num: Num) -> NumId {
        NumId(self.nums.add(num))
    }

    pub(super) fn pred(&mut self, pred: Pred) -> PredId {
        PredId(self.preds.add(pred))
    }

    pub(super) fn at_set(&self, set: SetId) -> Set {
        self.sets.list[set.index()]
    }

    pub(super) fn at_num(&self, num: NumId) -> Num {
        self.nums.list[num.index()]
    }

    pub(super) fn at_item(&self, item: ItemId) -> Item {
        self.items.list[item.index()]
    }

    pub(super) fn at_pred(&self, pred: PredId) -> Pred {
        self.preds.list[pred.index()]
    }

    pub(super) fn truth(&mut self, truth: bool) -> PredId {
        self.pred(if truth { Pred::Always } else { Pred::Never })
    }

    pub(super) fn and(&mut self, left: PredId, right: PredId) -> PredId {
        match (self.at_pred(left), self.at_pred(right)) {
            (Pred::Always, _) | (_, Pred::Never) => right,
            (Pred::Never, _) | (_, Pred::Always) => left,
            _ if left == right => left,
            _ => self.pred(Pred::And(left, right)),
        }
    }

    pub(super) fn or(&mut self, left: PredId, right: PredId) -> PredId {
        match (self.at_pred(left), self.at_pred(right)) {
            (Pred::Always, _) | (_, Pred::Never) => left,
            (Pred::Never, _) | (_, Pred::Always) => right,
            _ if left == right => left,
            _ => self.pred(Pred::Or(left, right)),
        }
    }

    pub(super) fn not(&mut self, pred: PredId) -> PredId {
        match self.at_pred(pred) {
            Pred::Always => self.truth(false),
            Pred::Never => self.truth(true),
            Pred::Not(inner) => inner,
            _ => self.pred(Pred::Not(pred)),
        }
    }

    /// The set has an element.
    pub(super) fn exists(&mut self, set: SetId) -> PredId {
        if self.at_set(set).never_empty { self.truth(true) } else { self.pred(Pred::Exists(set)) }
    }

    /// A comparison, settled when both numbers are.
    pub(super) fn compare(&mut self, left: NumId, how: Compare, right: NumId) -> PredId {
        if let (Num::Const(left), Num::Const(right)) = (self.at_num(left), self.at_num(right)) {
            return self.truth(how.holds(left, right));
        }
        self.pred(Pred::Compare(left, how, right))
    }

    /// The set is `this` and nothing else.
    pub(in crate::rules) fn is_this(&self, set: SetId) -> bool {
        let set = self.at_set(set);
        let one = matches!(set.source, Source::One(item) if self.at_item(item) == Item::This);
        one && set.filter.is_none() && !set.target
    }

    pub(in crate::rules) fn into_lists(self) -> Lists {
        Lists {
            names: self.names.list,
            items: self.items.list,
            sets: self.sets.list,
            preds: self.preds.list,
            nums: self.nums.list,
        }
    }
}

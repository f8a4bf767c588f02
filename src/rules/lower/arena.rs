//! Items, sets, conditions, numbers and names of a game, each once.

use crate::ir::{
    Ask, AskId, Compare, Item, ItemId, Looked, LooksOf, NameId, Num, NumId, Part, Pred, PredId,
    Set, SetId, Source,
};
use std::collections::HashMap;
use std::hash::Hash;
use text::limits::{BEARERS, DEEP, KINDS, LOOKED_AT, PARTS, PASSED, RANGE};

/// So many bearers of counters are passed in the time that it takes to look at one thing.
const ROWS: usize = 16;

/// A list in which each thing stands once.
#[derive(Debug)]
struct Once<T> {
    list: Vec<T>,
    /// As many as there are things.
    sizes: Vec<Size>,
    // Looked up only: its order never shows.
    index: HashMap<T, u16>,
    /// There was no number left for something: the game must be refused.
    full: bool,
}

impl<T> Default for Once<T> {
    fn default() -> Self {
        Once {
            list: Vec::new(),
            sizes: Vec::new(),
            index: HashMap::new(),
            full: false,
        }
    }
}

impl<T: Clone + Eq + Hash> Once<T> {
    fn add(&mut self, thing: T, size: Size) -> u16 {
        if let Some(at) = self.index.get(&thing) {
            return *at;
        }
        let Ok(at) = u16::try_from(self.list.len()) else {
            self.full = true;
            return 0;
        };
        self.list.push(thing.clone());
        self.sizes.push(size);
        self.index.insert(thing, at);
        at
    }
}

fn looks<T>(list: &Once<T>) -> Vec<Looked> {
    list.sizes.iter().map(|size| size.looked()).collect()
}

/// All that programs refer to by number.
#[derive(Debug, Default)]
pub struct Arena {
    /// How many cards the game has, to tell how much there is to look at.
    cards: usize,
    /// How many of them, and of what is pending, could forbid something, or ask a price.
    barring: usize,
    /// The first thing since it was last asked that asks for too much.
    excess: Option<Excess>,
    names: Once<String>,
    items: Once<Item>,
    sets: Once<Set>,
    preds: Once<Pred>,
    nums: Once<Num>,
    asks: Vec<Ask>,
}

/// The lists of an arena, in the order of their numbers.
pub struct Lists {
    pub names: Vec<String>,
    pub items: Vec<Item>,
    pub sets: Vec<Set>,
    pub preds: Vec<Pred>,
    pub asks: Vec<Ask>,
    pub pred_parts: Vec<u32>,
    pub looks: LooksOf,
    pub nums: Vec<Num>,
}

impl Arena {
    /// There are more conditions, sets, things, numbers or names than there are numbers for them.
    pub fn is_full(&self) -> bool {
        let asks = self.asks.len() > usize::from(u8::MAX);
        self.names.full
            || self.items.full
            || self.sets.full
            || self.preds.full
            || self.nums.full
            || asks
    }

    pub(super) fn new(cards: usize, barring: usize) -> Arena {
        Arena {
            cards,
            barring,
            ..Arena::default()
        }
    }

    pub fn name(&mut self, name: &str) -> NameId {
        NameId(self.names.add(name.to_string(), Size::ONE))
    }

    pub(super) fn ask(&mut self, ask: Ask) -> AskId {
        let at = super::place_of(&mut self.asks, ask);
        AskId(u8::try_from(at).unwrap_or(u8::MAX))
    }

    pub(super) fn item(&mut self, item: Item) -> ItemId {
        let size = self.size_with(|see| item.each_part(see));
        self.note(size);
        ItemId(self.items.add(item, size))
    }

    pub(super) fn set(&mut self, set: Set) -> SetId {
        let from = match set.source {
            Source::TopsOf(inner) => self.size_of(Part::Set(inner)),
            Source::Plus(left, right) => self
                .size_of(Part::Set(left))
                .plus(self.size_of(Part::Set(right))),
            source => {
                let mut from = Size::of_set(match source {
                    Source::Players
                    | Source::PlayersFrom(_)
                    | Source::PlayersWith { .. }
                    | Source::Noted(_) => 6,
                    Source::Neighbours(_) | Source::PlacesBeside(_) => 2,
                    Source::One(_) => 1,
                    Source::Numbers(..) => RANGE,
                    Source::Names { cards } => (2 + usize::from(cards)) * KINDS,
                    _ => self.cards,
                });
                source.each_part(&mut |part| from = from.beside(self.size_of(part)));
                from
            }
        };
        let size = match set.filter {
            Some(filter) => from.each(self.size_of(Part::Pred(filter))),
            None => from.within(),
        };
        self.note(size);
        SetId(self.sets.add(set, size))
    }

    pub(super) fn num(&mut self, num: Num) -> NumId {
        let size = match num {
            Num::Among(among, of, _) => self
                .size_of(Part::Set(among))
                .each(self.size_of(Part::Num(of))),
            _ => self.size_with(|see| num.each_part(see)),
        };
        let size = match num {
            Num::Counters { .. } => size.beside(Size::of_set(BEARERS / ROWS)),
            _ => size,
        };
        self.note(size);
        NumId(self.nums.add(num, size))
    }

    pub(super) fn pred(&mut self, pred: Pred) -> PredId {
        let size = self.size_with(|see| pred.each_part(see));
        let size = match pred {
            Pred::Playable(..) | Pred::Standing(..) | Pred::Meets(_) => Size {
                ahead: true,
                ..size
            },
            Pred::Allowed(..) => size.beside(Size::of_set(self.cards / PASSED + self.barring)),
            _ => size,
        };
        self.note(size);
        PredId(self.preds.add(pred, size))
    }

    /// Of what has these parts.
    fn size_with(&self, each_part: impl Fn(&mut dyn FnMut(Part))) -> Size {
        let mut all: Option<Size> = None;
        each_part(&mut |part| {
            let size = self.size_of(part);
            all = Some(all.map_or(size, |all| all.beside(size)));
        });
        all.map_or(Size::ONE, Size::within)
    }

    fn size_of(&self, part: Part) -> Size {
        match part {
            Part::Item(item) => self.items.sizes[item.index()],
            Part::Set(set) => self.sets.sizes[set.index()],
            Part::Pred(pred) => self.preds.sizes[pred.index()],
            Part::Num(num) => self.nums.sizes[num.index()],
        }
    }

    fn note(&mut self, size: Size) {
        if self.excess.is_none() {
            self.excess = size.excess(self.cards);
        }
    }

    /// What asked for too much since this was last asked.
    pub(super) fn excess(&mut self) -> Option<Excess> {
        self.excess.take()
    }

    /// Nothing yet asks for too much.
    pub(super) fn is_sound(&self) -> bool {
        self.excess.is_none()
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
        if self.at_set(set).never_empty {
            self.truth(true)
        } else {
            self.pred(Pred::Exists(set))
        }
    }

    /// A comparison, settled when both numbers are.
    pub(super) fn compare(&mut self, left: NumId, how: Compare, right: NumId) -> PredId {
        if let (Num::Const(left), Num::Const(right)) = (self.at_num(left), self.at_num(right)) {
            return self.truth(how.holds(left, right));
        }
        self.pred(Pred::Compare(left, how, right))
    }

    /// The set is `this` and nothing else.
    pub fn is_this(&self, set: SetId) -> bool {
        let set = self.at_set(set);
        let one = matches!(set.source, Source::One(item) if self.at_item(item) == Item::This);
        one && set.filter.is_none() && !set.target
    }

    pub fn into_lists(self) -> Lists {
        let looks = LooksOf {
            items: looks(&self.items),
            sets: looks(&self.sets),
            preds: looks(&self.preds),
            nums: looks(&self.nums),
        };
        Lists {
            looks,
            names: self.names.list,
            items: self.items.list,
            sets: self.sets.list,
            pred_parts: self.preds.sizes.iter().map(|size| size.parts).collect(),
            preds: self.preds.list,
            asks: self.asks,
            nums: self.nums.list,
        }
    }
}

/// What one of them comes to, parts that are shared counted wherever they stand.
#[derive(Debug, Clone, Copy)]
struct Size {
    parts: u32,
    deep: u32,
    /// How many things it looks at, at worst.
    looks: u64,
    /// How many things a set may hold.
    many: u64,
    /// It asks whether cards can be played, and so what other texts ask.
    ahead: bool,
}

/// What asks for too much, in words, and how much there may be of it.
pub(super) type Excess = (String, u64);

impl Size {
    const ONE: Size = Size {
        parts: 1,
        deep: 1,
        looks: 1,
        many: 1,
        ahead: false,
    };

    /// A set of at most so many things.
    fn of_set(many: usize) -> Size {
        let many = many as u64;
        Size {
            looks: many,
            many,
            ..Size::ONE
        }
    }

    /// One level more.
    fn within(self) -> Size {
        Size {
            parts: self.parts.saturating_add(1),
            deep: self.deep.saturating_add(1),
            ..self
        }
    }

    /// Both are asked, one after the other.
    fn beside(self, other: Size) -> Size {
        Size {
            parts: self.parts.saturating_add(other.parts),
            deep: self.deep.max(other.deep),
            looks: self.looks.saturating_add(other.looks),
            many: self.many,
            ahead: self.ahead || other.ahead,
        }
    }

    /// Two sets together.
    fn plus(self, other: Size) -> Size {
        Size {
            many: self.many.saturating_add(other.many),
            ..self.beside(other)
        }
    }

    /// A set with a condition, which is asked of each thing in it.
    fn each(self, condition: Size) -> Size {
        let both = self.beside(condition).within();
        Size {
            looks: self
                .looks
                .saturating_add(self.many.saturating_mul(condition.looks)),
            ..both
        }
    }

    fn looked(self) -> Looked {
        Looked {
            things: u32::try_from(self.looks).unwrap_or(u32::MAX),
            ahead: self.ahead,
        }
    }

    /// What is too much of it in a game of so many cards.
    fn excess(self, cards: usize) -> Option<Excess> {
        let Size {
            parts, deep, looks, ..
        } = self;
        let written_out = "when its keywords are written out";
        if parts > PARTS {
            Some((format!("has {parts} parts {written_out}"), PARTS.into()))
        } else if deep > DEEP {
            Some((format!("is nested {deep} deep {written_out}"), DEEP.into()))
        } else if looks > LOOKED_AT {
            let what = format!("may look at {looks} things in a game of {cards} cards");
            Some((what, LOOKED_AT))
        } else {
            None
        }
    }
}

//! Who knows what a card is, and how that is kept along the way through a text.

use crate::ir::Element;
use crate::tree::{Item, Local, Source};
use crate::verbs::Knower;

/// The same where it may depend on what is passed to a keyword: at least `floor`, and else as much as `known` and the
/// arguments of `params`, a bit each, have in common.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Level {
    floor: Knower,
    known: Knower,
    params: u64,
}

impl Level {
    pub(super) const OPEN: Level = Level::of(Knower::All);

    pub(super) const fn of(known: Knower) -> Level {
        Level {
            floor: Knower::Nobody,
            known,
            params: 0,
        }
    }

    /// What is passed as that parameter.
    pub(super) fn of_param(at: usize) -> Level {
        match at < 64 {
            true => Level {
                floor: Knower::Nobody,
                known: Knower::All,
                params: 1 << at,
            },
            false => Level::default(),
        }
    }

    /// As far as no argument matters.
    pub(super) fn known(self) -> Knower {
        self.floor.max(if self.params == 0 {
            self.known
        } else {
            Knower::Nobody
        })
    }

    pub(super) fn is_at_least(self, wanted: Knower) -> bool {
        self.known() >= wanted
    }

    /// It is, if the arguments are.
    pub(super) fn may_be(self, wanted: Knower) -> bool {
        self.floor.max(self.known) >= wanted
    }

    /// The parameters that it depends on.
    pub(super) fn params(self) -> impl Iterator<Item = usize> {
        (0..64).filter(move |at| self.params >> at & 1 == 1)
    }

    /// At least so much is known from now on: what one has once seen one remembers.
    pub(super) fn raised(self, floor: Knower) -> Level {
        Level {
            floor: self.floor.max(floor),
            ..self
        }
    }

    /// What holds of two cards of which it may be either.
    pub(super) fn and(self, other: Level) -> Level {
        if self.params | other.params == 0 {
            return Level::of(self.known().min(other.known()));
        }
        Level {
            floor: self.floor.min(other.floor),
            known: self.known.min(other.known),
            params: self.params | other.params,
        }
    }
}

/// Where a card may lie, as far as verbs ask that do nothing with cards in other places.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Lies {
    #[default]
    Anywhere,
    InHand,
    Stacked,
    /// In the deck, in a pile or aside: in no hand and no nation.
    Off,
    /// Among the laws.
    Law,
    /// In no hand.
    Elsewhere,
}

#[derive(Debug, Clone, Copy, Default)]
struct Thing {
    level: Level,
    element: Option<Element>,
    lies: Lies,
}

/// What is known of something that has no name.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Fact {
    Item(Item),
    /// Of each card that is there.
    Source(Source),
}

/// What is known at one point of a text.
#[derive(Debug, Clone)]
pub(super) struct State {
    locals: Vec<Thing>,
    /// Of what the last counted statement picked.
    pub(super) them: Level,
    facts: Vec<(Fact, Knower)>,
}

impl State {
    pub(super) fn new(locals: usize) -> State {
        State {
            locals: vec![Thing::default(); locals],
            them: Level::default(),
            facts: Vec::new(),
        }
    }

    /// A thing gets its name.
    pub(super) fn bind(&mut self, local: Local, level: Level, element: Element) {
        self.locals[local] = Thing {
            level,
            element: Some(element),
            lies: Lies::Anywhere,
        };
    }

    pub(super) fn level_of(&self, local: Local) -> Level {
        self.fact(&Fact::Item(Item::Local(local)))
            .map_or(self.locals[local].level, |known| {
                self.locals[local].level.raised(known)
            })
    }

    /// The same of an item without a name.
    pub(super) fn level_at(&self, item: &Item) -> Level {
        self.fact(&Fact::Item(item.clone()))
            .map_or(Level::default(), Level::of)
    }

    pub(super) fn level_in(&self, source: &Source) -> Level {
        self.fact(&Fact::Source(source.clone()))
            .map_or(Level::default(), Level::of)
    }

    fn fact(&self, fact: &Fact) -> Option<Knower> {
        self.facts
            .iter()
            .filter(|(known, _)| known == fact)
            .map(|(_, knower)| *knower)
            .max()
    }

    pub(super) fn element_of(&self, local: Local) -> Option<Element> {
        self.locals[local].element
    }

    pub(super) fn lies(&self, local: Local) -> Lies {
        self.locals[local].lies
    }

    pub(super) fn lay(&mut self, item: &Item, lies: Lies) {
        if let Item::Local(local) | Item::Any { local, .. } = item {
            self.locals[*local].lies = lies;
        }
    }

    /// Somebody gets to know what an item is.
    pub(super) fn learn(&mut self, item: &Item, knower: Knower) {
        match item {
            Item::Local(local) | Item::Any { local, .. } => {
                self.locals[*local].level = self.locals[*local].level.raised(knower);
            }
            item => self.suppose(Fact::Item(item.clone()), knower),
        }
    }

    /// Holds until something moves, or until what was supposed is taken back.
    pub(super) fn suppose(&mut self, fact: Fact, knower: Knower) {
        self.facts.push((fact, knower));
    }

    pub(super) fn facts(&self) -> usize {
        self.facts.len()
    }

    pub(super) fn forget_from(&mut self, fact: usize) {
        self.facts.truncate(fact);
    }

    /// Something has moved: what had no name may be something else now.
    pub(super) fn moved(&mut self) {
        self.facts.clear();
    }

    /// Cards may have come to lie elsewhere in a part that is run again.
    pub(super) fn scatter(&mut self) {
        self.locals
            .iter_mut()
            .for_each(|thing| thing.lies = Lies::Anywhere);
    }

    /// What is known of the first so many locals, whatever is passed.
    pub(super) fn floors(&self, count: usize) -> Vec<Knower> {
        self.locals[..count]
            .iter()
            .map(|thing| thing.level.known())
            .collect()
    }

    /// What holds on two ways that meet.
    pub(super) fn join(&mut self, other: &State) {
        for (thing, other) in self.locals.iter_mut().zip(&other.locals) {
            thing.level = match (thing.element, other.element) {
                (Some(_), None) => thing.level,
                (None, _) => other.level,
                _ if thing.level == other.level => thing.level,
                _ => thing.level.and(other.level),
            };
            thing.element = thing.element.or(other.element);
            if thing.lies != other.lies {
                thing.lies = Lies::Anywhere;
            }
        }
        self.them = if self.them == other.them {
            self.them
        } else {
            self.them.and(other.them)
        };
        self.facts.retain(|fact| other.facts.contains(fact));
    }
}

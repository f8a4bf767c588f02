//! Which sorts of clauses texts give to buildings, and to which.

use rules::ir::{Alteration, Face, Item, Rules, SetId, Source};

/// Sorts of clauses that a building may have besides its own, a bit each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Clauses(pub u8);

impl Clauses {
    pub const NONE: Clauses = Clauses(0);
    pub const ABILITIES: Clauses = Clauses(1);
    pub const WINS: Clauses = Clauses(2);
    pub const COUNTS: Clauses = Clauses(4);
    pub const RAISES: Clauses = Clauses(8);
    pub const LASTS: Clauses = Clauses(16);
    /// What waits for what happens to its own card.
    pub const ANSWERS: Clauses = Clauses(32);
    /// What [`Speaks`](super::speaks::Speaks) tells of.
    pub const SPEAKS: Clauses = Clauses(64);
    pub const ALL: Clauses = Clauses(127);

    fn of(face: &Face) -> Clauses {
        let speaks = face.triggers.iter().any(|trigger| !trigger.own)
            || !(face.bars.is_empty() && face.instead.is_empty())
            || !(face.standings.is_empty() && face.alters.is_empty());
        let sorts = [
            (!face.abilities.is_empty(), Clauses::ABILITIES),
            (!face.wins.is_empty(), Clauses::WINS),
            (!face.counts_as.is_empty(), Clauses::COUNTS),
            (!face.raises.is_empty(), Clauses::RAISES),
            (!face.lasting.is_empty(), Clauses::LASTS),
            (
                face.triggers.iter().any(|trigger| trigger.own),
                Clauses::ANSWERS,
            ),
            (speaks, Clauses::SPEAKS),
        ];
        sorts
            .into_iter()
            .filter(|(has, _)| *has)
            .fold(Clauses::NONE, |all, (_, sort)| all.and(sort))
    }

    pub fn and(self, other: Clauses) -> Clauses {
        Clauses(self.0 | other.0)
    }

    pub fn has(self, other: Clauses) -> bool {
        self.0 & other.0 != 0
    }

    /// What a face gives to buildings, or lets them borrow: to the building that it is, or lies on; and to others.
    pub fn lent_by(rules: &Rules, face: &Face) -> [Clauses; 2] {
        let mut lent = [Clauses::NONE; 2];
        for clause in &face.alters {
            let (set, clauses) = match clause.what {
                Alteration::TextOf { set, .. } => (set, Clauses::ALL),
                Alteration::Has { set, face } => (set, Clauses::of(&rules.faces[face.index()])),
                _ => continue,
            };
            let to = &mut lent[usize::from(!stays_here(rules, set))];
            *to = to.and(clauses);
        }
        lent
    }

    /// What a building that shows this face may have besides its own.
    pub fn lent_to(rules: &Rules, face: &Face) -> Clauses {
        let lent_by = |face: &Face| Clauses::lent_by(rules, face);
        // What lies on it may be any card.
        let stacked = rules
            .kinds
            .iter()
            .filter_map(|kind| kind.action)
            .map(|face| &rules.faces[face.index()]);
        let here = stacked
            .map(lent_by)
            .fold(lent_by(face)[0], |all, [here, _]| all.and(here));
        rules
            .faces
            .iter()
            .map(lent_by)
            .fold(here, |all, [_, afar]| all.and(afar))
    }
}

/// There is nothing in the set but the card itself, or the building under it.
pub(super) fn stays_here(rules: &Rules, set: SetId) -> bool {
    let is_this = |item: Item| item == Item::This;
    match rules.sets[set.index()].source {
        Source::One(item) => match rules.items[item.index()] {
            Item::Under(inner) => is_this(rules.items[inner.index()]),
            item => is_this(item),
        },
        _ => false,
    }
}

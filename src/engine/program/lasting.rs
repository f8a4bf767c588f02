//! Lasting effects: which of them reach no further than what stands beside them, and when they hold.

use crate::engine::Reads;
use crate::engine::program::filters::Quick;
use crate::engine::program::turns::turns_of;
use crate::rules::ir::{DISABLED, Face, FaceId, Item, ItemId, Lasting, NameId, PredId, Rules, Set, SetId, Source};

/// A set around the card whose text it is in, with a simple filter at most.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::engine) enum Near {
    This,
    /// The building that it is stacked on.
    Under,
    Neighbours,
}

impl Near {
    pub(in crate::engine) fn of(rules: &Rules, set: &Set) -> Option<Near> {
        let is = |item: ItemId, wanted: Item| rules.items[item.index()] == wanted;
        let simple = !matches!(Quick::of(rules, set), Quick::Filter(_)) && !set.target;
        let alone = set.filter.is_none() && !set.target;
        match set.source {
            Source::Neighbours(item) if simple && is(item, Item::This) => Some(Near::Neighbours),
            Source::One(item) if alone && is(item, Item::This) => Some(Near::This),
            Source::One(item) if alone => match rules.items[item.index()] {
                Item::Under(inner) if is(inner, Item::This) => Some(Near::Under),
                _ => None,
            },
            _ => None,
        }
    }
}

/// Some building that disables others may disable another one such, or one of its own kind (DIS-5).
pub(in crate::engine) fn disablers_meet(rules: &Rules) -> bool {
    let sides = || rules.kinds.iter().flat_map(|kind| &kind.buildings).map(|face| &rules.faces[face.index()]);
    let clauses = |face: &Face| face.lasting.iter().any(|lasting| lasting.status == DISABLED && !lasting.of_itself);
    let disablers: Vec<&Face> = sides().filter(|face| clauses(face)).collect();
    disablers.iter().any(|face| {
        let mut others = face.lasting.iter().filter(|lasting| lasting.status == DISABLED && !lasting.of_itself);
        others.any(|lasting| match Quick::of(rules, &rules.sets[lasting.set.index()]) {
            // A disabled building has no name, but disables nobody either.
            Quick::Named(name) => disablers.iter().any(|other| other.name == Some(name)),
            Quick::NotNamed(name) => disablers.iter().any(|other| other.name != Some(name)),
            _ => true,
        })
    })
}

/// A lasting effect with what is known of it by heart.
#[derive(Debug, Clone, Copy)]
pub(in crate::engine) struct Effect {
    /// Its number in its face.
    pub index: usize,
    pub lasting: Lasting,
    pub near: Option<Near>,
    pub quick: Quick,
    /// When it holds, see [`turns_of`]; always, where that cannot be told.
    pub turns: u8,
}

impl Effect {
    pub fn of(rules: &Rules, index: usize, lasting: Lasting) -> Effect {
        let set = &rules.sets[lasting.set.index()];
        let turns = turns_of(rules, lasting.condition).unwrap_or(u8::MAX);
        Effect { index, lasting, near: Near::of(rules, set), quick: Quick::of(rules, set), turns }
    }
}

/// Lasting effects of buildings reach no further than what stands beside them and ask for nothing but the turn; those of
/// stacked cards reach no further than what they lie on and ask for nothing but that they lie face up.
pub(in crate::engine) fn beside_alone(rules: &Rules) -> bool {
    // What asks for another status hangs on the order in which they are settled.
    let near = |lasting: &Lasting| {
        let set = &rules.sets[lasting.set.index()];
        Near::of(rules, set).filter(|_| !matches!(Quick::of(rules, set), Quick::Lacks(_)))
    };
    let of_building = |lasting: &Lasting| {
        matches!(near(lasting), Some(Near::This | Near::Neighbours)) && turns_of(rules, lasting.condition).is_some()
    };
    let of_stacked = |lasting: &Lasting| {
        let reads = lasting.condition.map_or(Reads::FACE_UP, |condition| Reads::of_pred(rules, condition));
        near(lasting) == Some(Near::Under) && Reads(reads.0 | Reads::FACE_UP.0) == Reads::FACE_UP
    };
    rules.kinds.iter().all(|kind| {
        let effects = |face: FaceId| rules.faces[face.index()].lasting.iter();
        let mut stacked = kind.action.into_iter().flat_map(effects);
        kind.buildings.into_iter().flat_map(effects).all(of_building) && stacked.all(of_stacked)
    })
}

/// Whatever lasting effect reads whose turn it is: a building disables itself by it, and says nothing else that lasts;
/// and no lasting effect looks at its name or status.
pub(in crate::engine) fn turn_alone(rules: &Rules) -> bool {
    let quick = |set: SetId| Quick::of(rules, &rules.sets[set.index()]);
    let asked = |face: &Face, name: Option<NameId>| {
        face.lasting.iter().any(|lasting| match quick(lasting.set) {
            Quick::All | Quick::UpNamed(_) => false,
            Quick::Lacks(status) => status == DISABLED,
            Quick::Named(other) | Quick::NotNamed(other) => Some(other) == name,
            Quick::Filter(_) => true,
        })
    };
    let names = |condition: PredId| Reads::of_pred(rules, condition).meets(Reads::STATUS);
    let mut conditions = rules.faces.iter().flat_map(|face| &face.lasting).filter_map(|lasting| lasting.condition);
    if conditions.any(names) {
        return false;
    }
    rules.faces.iter().all(|face| {
        let by_turn = Reads::of_face_lasting(rules, face).meets(Reads::TURN);
        let itself = |lasting: &Lasting| lasting.status == DISABLED && lasting.of_itself;
        let near = |lasting: &Lasting| Near::of(rules, &rules.sets[lasting.set.index()]) == Some(Near::This);
        let alone = face.lasting.iter().all(|lasting| itself(lasting) && near(lasting));
        !by_turn || alone && !rules.faces.iter().any(|other| asked(other, face.name))
    })
}

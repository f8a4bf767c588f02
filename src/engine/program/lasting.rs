//! Lasting effects: which of them reach no further than what stands beside them, and when they hold.

use crate::Reads;
use crate::program::conditions::Property;
use crate::program::conditions::turns_of;
use crate::program::set_plans::{Asks, SetPlans, Start};
use rules::ir::{DISABLED, Face, FaceId, Item, ItemId, Lasting, NameId, PredId, Rules, SetId};

/// How far a lasting effect reaches from the card whose text it is in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reach {
    This,
    /// The building that it is stacked on.
    Under,
    /// Its neighbours, all of them or those of which something simple is so.
    Neighbours(Option<Property>),
    Far,
}

impl Reach {
    fn of(rules: &Rules, sets: &SetPlans, set: SetId) -> Reach {
        let is_this = |item: ItemId| rules.items[item.index()] == Item::This;
        match (sets.get(set).start, sets.asks(set)) {
            (Start::One(Item::This), Asks::Nothing) => Reach::This,
            (Start::One(Item::Under(inner)), Asks::Nothing) if is_this(inner) => Reach::Under,
            (Start::Beside(Item::This), Asks::Nothing) => Reach::Neighbours(None),
            (Start::Beside(Item::This), Asks::One(said)) => Reach::Neighbours(Some(said)),
            _ => Reach::Far,
        }
    }
}

/// Some building that disables others may disable another one such, or one of its own kind (DIS-5).
pub fn disablers_meet(rules: &Rules, sets: &SetPlans) -> bool {
    let sides = || {
        rules
            .kinds
            .iter()
            .flat_map(|kind| &kind.buildings)
            .map(|face| &rules.faces[face.index()])
    };
    let clauses = |face: &Face| {
        face.lasting
            .iter()
            .any(|lasting| lasting.status == DISABLED && !lasting.of_itself)
    };
    let disablers: Vec<&Face> = sides().filter(|face| clauses(face)).collect();
    disablers.iter().any(|face| {
        let mut others = face
            .lasting
            .iter()
            .filter(|lasting| lasting.status == DISABLED && !lasting.of_itself);
        others.any(|lasting| match sets.asks(lasting.set) {
            // A disabled building has no name, but disables nobody either.
            Asks::One(Property::Named(name)) => {
                disablers.iter().any(|other| other.name == Some(name))
            }
            Asks::One(Property::NotNamed(name)) => {
                disablers.iter().any(|other| other.name != Some(name))
            }
            _ => true,
        })
    })
}

/// A lasting effect with what is known of it by heart.
#[derive(Debug, Clone, Copy)]
pub struct Effect {
    /// The face that it is of, and its number there.
    pub face: FaceId,
    pub index: usize,
    pub lasting: Lasting,
    pub reach: Reach,
    /// When it holds, see [`turns_of`]; always, where that cannot be told.
    pub turns: u8,
}

impl Effect {
    pub fn of(
        rules: &Rules,
        sets: &SetPlans,
        (face, index): (FaceId, usize),
        lasting: Lasting,
    ) -> Effect {
        let turns = turns_of(rules, lasting.condition).unwrap_or(u8::MAX);
        Effect {
            face,
            index,
            lasting,
            reach: Reach::of(rules, sets, lasting.set),
            turns,
        }
    }
}

/// Lasting effects of buildings reach no further than what stands beside them and ask for nothing but the turn; those of
/// stacked cards reach no further than what they lie on and ask for nothing but that they lie face up.
pub fn beside_alone(rules: &Rules, sets: &SetPlans) -> bool {
    let of_building = |lasting: &Lasting| {
        let near = match Reach::of(rules, sets, lasting.set) {
            Reach::This
            | Reach::Neighbours(None | Some(Property::Named(_) | Property::NotNamed(_))) => true,
            // What asks for another status hangs on the order in which they are settled.
            Reach::Neighbours(_) | Reach::Under | Reach::Far => false,
        };
        near && turns_of(rules, lasting.condition).is_some()
    };
    let of_stacked = |lasting: &Lasting| {
        let reads = lasting
            .condition
            .map_or(Reads::FACE_UP, |condition| Reads::of_pred(rules, condition));
        let under = Reach::of(rules, sets, lasting.set) == Reach::Under;
        under && Reads(reads.0 | Reads::FACE_UP.0) == Reads::FACE_UP
    };
    rules.kinds.iter().all(|kind| {
        let effects = |face: FaceId| rules.faces[face.index()].lasting.iter();
        let mut stacked = kind.action.into_iter().flat_map(effects);
        kind.buildings
            .into_iter()
            .flat_map(effects)
            .all(of_building)
            && stacked.all(of_stacked)
    })
}

/// Whatever lasting effect reads whose turn it is: a building disables itself by it, and says nothing else that lasts;
/// and no lasting effect looks at its name or status.
pub fn turn_alone(rules: &Rules, sets: &SetPlans) -> bool {
    let asked = |face: &Face, name: Option<NameId>| {
        face.lasting
            .iter()
            .any(|lasting| match sets.asks(lasting.set) {
                Asks::Nothing => false,
                Asks::One(Property::Has(status) | Property::Lacks(status)) => status == DISABLED,
                Asks::One(Property::Named(other) | Property::NotNamed(other)) => {
                    Some(other) == name
                }
                Asks::One(_) | Asks::More => true,
            })
    };
    let names = |condition: PredId| Reads::of_pred(rules, condition).meets(Reads::STATUS);
    let mut conditions = rules
        .faces
        .iter()
        .flat_map(|face| &face.lasting)
        .filter_map(|lasting| lasting.condition);
    if conditions.any(names) {
        return false;
    }
    rules.faces.iter().all(|face| {
        let by_turn = Reads::of_face_lasting(rules, face).meets(Reads::TURN);
        let itself = |lasting: &Lasting| lasting.status == DISABLED && lasting.of_itself;
        let near = |lasting: &Lasting| Reach::of(rules, sets, lasting.set) == Reach::This;
        let alone = face
            .lasting
            .iter()
            .all(|lasting| itself(lasting) && near(lasting));
        !by_turn || alone && !rules.faces.iter().any(|other| asked(other, face.name))
    })
}

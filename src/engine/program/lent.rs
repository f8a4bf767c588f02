//! Texts that cards give to others, or borrow of them: what is known of each face by heart, and the numbers of abilities.

use crate::program::kinds::{LASTING_SORTS, lasting_sort};
use crate::program::lasting::Effect;
use crate::program::needs::AbilityNeeds;
use crate::program::set_plans::SetPlans;
use crate::program::traits::Trait;
use rules::ir::{Alteration, Face, FaceId, Item, Rules, Side, Source, TEXTS};

/// What is known of one face that a building may have besides its own.
#[derive(Debug, Clone, Default)]
pub struct LentFace {
    pub abilities: Vec<AbilityNeeds>,
    /// Its lasting effects, by [`LASTING_SORTS`].
    effects: [Vec<Effect>; 3],
    /// It has the text of what stands on that side of it, and no other besides its own.
    beside: Option<Side>,
}

/// What is known of all of them; nothing in a game without such texts.
#[derive(Debug, Clone, Default)]
pub struct LentFaces {
    faces: Vec<LentFace>,
    given: Vec<(u8, FaceId, u8)>,
}

impl LentFaces {
    pub fn of(rules: &Rules, sets: &SetPlans) -> LentFaces {
        if rules.alters() & TEXTS == 0 {
            return LentFaces::default();
        }
        let face = |(id, face): (u16, &Face)| {
            let of_sort = |sort: Trait| {
                let effects = face.lasting.iter().copied().enumerate();
                let effects = effects.filter(|(_, lasting)| lasting_sort(lasting) == sort);
                effects
                    .map(|(index, lasting)| Effect::of(rules, sets, (FaceId(id), index), lasting))
                    .collect()
            };
            LentFace {
                abilities: face
                    .abilities
                    .iter()
                    .map(|ability| AbilityNeeds::of(rules, sets, ability))
                    .collect(),
                effects: LASTING_SORTS.map(of_sort),
                beside: borrows_beside(rules, face),
            }
        };
        LentFaces {
            faces: (0..).zip(&rules.faces).map(face).collect(),
            given: rules.given_abilities().collect(),
        }
    }

    /// No text gives or borrows any.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.faces.is_empty()
    }

    /// A building that shows this face has the text of what stands on that side of it, and no other by its own doing.
    #[inline(always)]
    pub fn beside(&self, face: FaceId) -> Option<Side> {
        self.faces.get(face.index())?.beside
    }

    pub fn face(&self, face: FaceId) -> &LentFace {
        &self.faces[face.index()]
    }

    /// Those of a face that give a status of that sort.
    pub fn effects(&self, face: FaceId, sort: Trait) -> &[Effect] {
        let at = LASTING_SORTS
            .iter()
            .position(|other| *other == sort)
            .unwrap_or(0);
        &self.faces[face.index()].effects[at]
    }

    /// See [`Rules::given_abilities`].
    pub fn given(&self) -> &[(u8, FaceId, u8)] {
        &self.given
    }
}

/// The side from which a face borrows a text always, where that is all that it says of texts.
fn borrows_beside(rules: &Rules, face: &Face) -> Option<Side> {
    let mut clauses = face
        .alters
        .iter()
        .filter(|clause| clause.what.sort() == TEXTS);
    let (clause, None) = (clauses.next()?, clauses.next()) else {
        return None;
    };
    let (Alteration::TextOf { set, of }, None) = (clause.what, clause.condition) else {
        return None;
    };
    let set = rules.sets[set.index()];
    let is_this = |item: Item| item == Item::This;
    match (set.source, rules.items[of.index()]) {
        (Source::One(one), Item::Beside(side, inner))
            if set.filter.is_none()
                && !set.target
                && is_this(rules.items[one.index()])
                && is_this(rules.items[inner.index()]) =>
        {
            Some(side)
        }
        _ => None,
    }
}

//! What texts change of what the words of the rules and of other texts mean.

use super::ids::{FaceId, ItemId, NameId, NumId, PredId, SetId};

/// A clause that changes something as long as it lasts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Alters {
    pub condition: Option<PredId>,
    pub what: Alteration,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Alteration {
    /// For each of a set, if there is one: all of the one set are neighbours of all of the other.
    Neighbours {
        each: Option<SetId>,
        left: SetId,
        right: SetId,
    },
    /// The starred numbers of these players.
    Starred { of: SetId, change: Starred },
    /// They bear the name that is written on a card, or that of a building.
    Name {
        set: SetId,
        written: bool,
        of: ItemId,
    },
    /// They bear that name.
    Called { set: SetId, name: NameId },
    /// They have their names even where they are disabled.
    KeepsName { set: SetId },
    /// They have the text of a building besides their own.
    TextOf { set: SetId, of: ItemId },
    /// They have that text besides their own: a face of no card.
    Has { set: SetId, face: FaceId },
}

/// What becomes of starred numbers: first they are raised, then doubled, then lowered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Starred {
    Raise(NumId),
    Lower { by: NumId, floor: NumId },
    Double,
}

/// Sorts of alterations, a bit each.
pub const NEIGHBOURS: u8 = 1;
pub const STARRED: u8 = 2;
pub const NAMES: u8 = 4;
pub const TEXTS: u8 = 8;

impl Alteration {
    /// The text that it gives to buildings.
    pub fn given(self) -> Option<FaceId> {
        match self {
            Alteration::Has { face, .. } => Some(face),
            _ => None,
        }
    }

    /// Its bit.
    pub fn sort(self) -> u8 {
        match self {
            Alteration::Neighbours { .. } => NEIGHBOURS,
            Alteration::Starred { .. } => STARRED,
            Alteration::Name { .. } | Alteration::Called { .. } | Alteration::KeepsName { .. } => {
                NAMES
            }
            Alteration::TextOf { .. } | Alteration::Has { .. } => TEXTS,
        }
    }
}

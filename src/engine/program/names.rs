//! The names of a game's buildings and cards.

use rules::ir::{Kind, NameId, Rules};

/// The names of all buildings, or of both faces of all cards, each once, in the order of the kinds.
pub(super) fn names(rules: &Rules, cards: bool) -> Vec<NameId> {
    let mut names = Vec::new();
    let faces = |kind: &Kind| {
        kind.buildings
            .into_iter()
            .chain(kind.action.filter(|_| cards))
    };
    for name in rules
        .kinds
        .iter()
        .flat_map(faces)
        .filter_map(|face| rules.faces[face.index()].name)
    {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// Numbers of their own for the names of buildings; there are at most two a kind.
pub(super) fn building_names(rules: &Rules) -> Vec<u8> {
    let mut numbers = vec![u8::MAX; rules.names.len()];
    let faces = rules.kinds.iter().flat_map(|kind| kind.buildings);
    let names = faces.filter_map(|face| rules.faces[face.index()].name);
    let mut next = 0;
    for name in names {
        if numbers[name.index()] == u8::MAX {
            numbers[name.index()] = next;
            next += 1;
        }
    }
    numbers
}

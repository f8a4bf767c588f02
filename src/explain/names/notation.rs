//! The names by which the notation calls cards.

use board::Kind;
use engine::Script;
use rules::ir::Rules;

/// The name by which the notation calls a card of that kind anywhere but in a nation.
pub fn card_name(rules: &Rules, kind: Kind) -> &str {
    let kind = &rules.kinds[kind.index()];
    &rules.faces[kind.action.unwrap_or(kind.buildings[0]).index()].label
}

/// The name by which it calls one as a building.
pub fn building_name(rules: &Rules, kind: Kind, second_side: bool) -> &str {
    &rules.faces[rules.kinds[kind.index()].buildings[second_side as usize].index()].label
}

/// Both faces of a card, as its holder reads it: the action, then the building.
pub fn both_names(rules: &Rules, kind: Kind) -> String {
    match rules.kinds[kind.index()].action {
        Some(action) => format!(
            "{} / {}",
            rules.faces[action.index()].label,
            building_name(rules, kind, false)
        ),
        None => building_name(rules, kind, false).to_string(),
    }
}

/// What the notation calls a card on all its faces, its action first.
pub fn all_names(rules: &Rules, kind: Kind) -> String {
    let kind = &rules.kinds[kind.index()];
    let faces = kind
        .action
        .iter()
        .chain(&kind.buildings)
        .map(|face| rules.faces[face.index()].label.as_str());
    faces.collect::<Vec<_>>().join(" / ")
}

/// The kinds of a drafted game as the notation names them.
pub fn draft_names(script: &Script) -> Vec<&str> {
    let kinds = script
        .rules
        .kinds
        .iter()
        .enumerate()
        .filter(|(_, kind)| kind.action.is_some());
    kinds
        .map(|(index, _)| building_name(&script.rules, Kind(index as u8), false))
        .collect()
}

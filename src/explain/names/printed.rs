//! Names of cards as people read them: as printed, without the set that the notation needs to tell two of one name apart.

use board::{Kind, Seat, Seen};
use rules::ir::{Face, FaceId, Rules};

/// The name of a face as printed.
pub fn face_name(rules: &Rules, face: FaceId) -> &str {
    printed(rules, &rules.faces[face.index()])
}

fn printed<'r>(rules: &'r Rules, face: &'r Face) -> &'r str {
    face.name
        .map_or(&face.label, |name| &rules.names[name.index()])
}

/// What a card of that kind is called anywhere but in a nation.
pub fn card_name(rules: &Rules, kind: Kind) -> &str {
    let kind = &rules.kinds[kind.index()];
    face_name(rules, kind.action.unwrap_or(kind.buildings[0]))
}

/// What it is called as a building.
pub fn building_name(rules: &Rules, kind: Kind, second_side: bool) -> &str {
    face_name(
        rules,
        rules.kinds[kind.index()].buildings[second_side as usize],
    )
}

/// Both faces of a card: the action, then the building. They tell it apart from all others.
pub fn both_names(rules: &Rules, kind: Kind) -> String {
    match rules.kinds[kind.index()].action {
        Some(action) => format!(
            "{} / {}",
            face_name(rules, action),
            building_name(rules, kind, false)
        ),
        None => building_name(rules, kind, false).to_string(),
    }
}

/// `p2`, or `p2 Ann` where that player has a name among those, by seat.
pub fn called(seat: Seat, names: &[String]) -> String {
    match names.get(seat.index()).filter(|name| !name.is_empty()) {
        Some(name) => format!("{seat} {name}"),
        None => seat.to_string(),
    }
}

/// `^` is face up, brackets are face down but known to the viewer.
pub fn seen(rules: &Rules, card: Seen) -> String {
    match card {
        Seen::Hidden => "?".to_string(),
        Seen::Known {
            kind,
            face_up: true,
            ..
        } => format!("^{}", card_name(rules, kind)),
        Seen::Known {
            kind,
            face_up: false,
            ..
        } => format!("({})", card_name(rules, kind)),
    }
}

/// The names of the faces that say that something counts for a tally, each once.
pub fn counting(rules: &Rules, tally: u8) -> Vec<&str> {
    let says = |face: &&Face| face.counts_as.iter().any(|counts| counts.tally == tally);
    let mut names: Vec<&str> = Vec::new();
    for face in rules.faces.iter().filter(says) {
        let name = printed(rules, face);
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// What a star behind a number means.
pub const STAR: &str = "A number with a star (2*) can be raised by other cards.";

/// A number in a text has a star.
pub fn starred(text: &str) -> bool {
    text.split('*')
        .rev()
        .skip(1)
        .any(|before| before.ends_with(|letter: char| letter.is_ascii_digit()))
}

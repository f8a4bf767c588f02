//! What cards and players are called: as printed, by the notation, and by people who write of them.

use board::{Chooser, Kind, Seat, Seen};
use engine::Script;
use itertools::Itertools;
use lang::notation::{Mover, Player};
use rules::ir::{FaceId, Rules};
use std::collections::HashMap;
use text::{read_as, suggest};

/// How a fault begins that tells of a name that several cards have.
pub const SHARED: &str = "two cards of this game are called";

/// The seat of a player: the notation counts players from 1, the board from 0.
pub fn seat_of(player: Player) -> Seat {
    Seat(player.number() - 1)
}

/// Who chooses in a line of the notation, and for whom.
pub fn chooser_of(mover: Mover) -> Chooser {
    Chooser {
        seat: seat_of(mover.player),
        by: seat_of(mover.by.unwrap_or(mover.player)),
    }
}

/// A card with that name on a face; of a building, whether that is the second side.
type Bearer = (Kind, Option<bool>);

/// All names of a game's cards, to be looked up as they read, plain or with their set.
#[derive(Debug)]
pub struct Names {
    /// The kind that has such a face: nothing for its action, or whether it is the second side of a victory card.
    faces: HashMap<String, Vec<Bearer>>,
    printed: Vec<String>,
}

impl Names {
    /// The names of one game.
    pub fn of(rules: &Rules) -> Names {
        let mut names = Names {
            faces: HashMap::new(),
            printed: Vec::new(),
        };
        for (index, kind) in rules.kinds.iter().enumerate() {
            let second = kind.double_sided.then_some((kind.buildings[1], Some(true)));
            let action = kind.action.map(|action| (action, None));
            for (id, face) in [(kind.buildings[0], Some(false))]
                .into_iter()
                .chain(second)
                .chain(action)
            {
                let Some(name) = rules.faces[id.index()].name else {
                    continue;
                };
                let plain = &rules.names[name.index()];
                let entry = (Kind(index as u8), face);
                for spelling in [read_as(plain), read_as(&format!("{}:{plain}", kind.set))] {
                    let entries = names.faces.entry(spelling).or_default();
                    if !entries.contains(&entry) {
                        entries.push(entry);
                    }
                }
                names.printed.push(face_label(rules, id).to_string());
            }
        }
        names
    }

    /// The card kind of that name, by whatever face.
    ///
    /// # Errors
    /// Why there is none, or not just one, and what to write instead.
    pub fn card(&self, name: &str) -> Result<Kind, (String, String)> {
        let kinds = self.find(name)?.iter().map(|(kind, _)| *kind);
        kinds
            .unique()
            .exactly_one()
            .map_err(|_| self.ambiguous(name))
    }

    /// The kind whose building face has that name, and whether it is its second side.
    ///
    /// # Errors
    /// As above.
    pub fn building(&self, name: &str) -> Result<(Kind, bool), (String, String)> {
        let entries = self.find(name)?.iter();
        let buildings = entries
            .filter_map(|(kind, side)| Some((*kind, (*side)?)))
            .collect_vec();
        match buildings[..] {
            [building] => Ok(building),
            [] => Err((
                format!("`{name}` is not a building"),
                "use the building name of a card in a nation".into(),
            )),
            _ => Err(self.ambiguous(name)),
        }
    }

    /// The labels, as they are printed, of what a label means in which a card is called by its other face. There are
    /// two where a card is picked: some choices print it by its action, others by its building.
    pub fn meant(&self, rules: &Rules, label: &str) -> Vec<String> {
        let (verb, rest) = label.split_once(' ').unwrap_or((label, ""));
        let split = |word: &str| rest.split_at(rest.rfind(word).unwrap_or(rest.len()));
        let (name, place) = match verb.to_lowercase().as_str() {
            "action" => (rest, ""),
            "build" => split(" at "),
            "stack" => split(" on "),
            _ => (label, ""),
        };
        let Ok(kind) = self.card(name) else {
            return Vec::new();
        };
        let (action, building) = (card_label(rules, kind), building_label(rules, kind, false));
        // Nothing stands where no place does.
        let place = if place.len() > 4 { place } else { "" };
        match verb.to_lowercase().as_str() {
            "build" => vec![format!("{verb} {building}{place}")],
            "action" | "stack" => vec![format!("{verb} {action}{place}")],
            _ => vec![action.to_string(), building.to_string()],
        }
    }

    fn find(&self, name: &str) -> Result<&[Bearer], (String, String)> {
        let entries = self.faces.get(&read_as(name)).map(Vec::as_slice);
        entries.ok_or_else(|| {
            let help = match suggest(name, self.printed.iter().map(String::as_str)) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("the game has {}", self.printed.join(", ")),
            };
            (format!("no card of this game is called `{name}`"), help)
        })
    }

    fn ambiguous(&self, name: &str) -> (String, String) {
        let ending = format!(":{}", read_as(name));
        let choices = self
            .printed
            .iter()
            .filter(|label| read_as(label).ends_with(&ending));
        (
            format!("{SHARED} `{name}`"),
            format!("write {}", choices.dedup().join(" or ")),
        )
    }
}

/// The face by which a card of that kind is called anywhere but in a nation.
fn card_face(rules: &Rules, kind: Kind) -> FaceId {
    let kind = &rules.kinds[kind.index()];
    kind.action.unwrap_or(kind.buildings[0])
}

/// Its face as a building.
fn building_face(rules: &Rules, kind: Kind, second_side: bool) -> FaceId {
    rules.kinds[kind.index()].buildings[usize::from(second_side)]
}

/// Both faces of a card, the action first.
fn both(rules: &Rules, kind: Kind, name: fn(&Rules, FaceId) -> &str) -> String {
    let building = name(rules, building_face(rules, kind, false));
    match rules.kinds[kind.index()].action {
        Some(action) => format!("{} / {building}", name(rules, action)),
        None => building.to_string(),
    }
}

/// The name of a face in the notation: with its set where two faces of the game have one name.
fn face_label(rules: &Rules, face: FaceId) -> &str {
    &rules.faces[face.index()].label
}

/// The name of a face as printed.
pub fn face_name(rules: &Rules, face: FaceId) -> &str {
    let face = &rules.faces[face.index()];
    face.name
        .map_or(&face.label, |name| &rules.names[name.index()])
}

/// The name by which the notation calls a card of that kind anywhere but in a nation.
pub fn card_label(rules: &Rules, kind: Kind) -> &str {
    face_label(rules, card_face(rules, kind))
}

/// The name by which it calls one as a building.
pub fn building_label(rules: &Rules, kind: Kind, second_side: bool) -> &str {
    face_label(rules, building_face(rules, kind, second_side))
}

/// Both faces of a card in the notation, as its holder reads it: the action, then the building.
pub fn both_labels(rules: &Rules, kind: Kind) -> String {
    both(rules, kind, face_label)
}

/// What the notation calls a card on all its faces, its action first.
pub fn all_labels(rules: &Rules, kind: Kind) -> String {
    let kind = &rules.kinds[kind.index()];
    let faces = kind.action.iter().chain(&kind.buildings);
    faces.map(|face| face_label(rules, *face)).join(" / ")
}

/// The printed name of a card of that kind anywhere but in a nation.
pub fn card_name(rules: &Rules, kind: Kind) -> &str {
    face_name(rules, card_face(rules, kind))
}

/// Its printed name as a building.
pub fn building_name(rules: &Rules, kind: Kind, second_side: bool) -> &str {
    face_name(rules, building_face(rules, kind, second_side))
}

/// Both printed names of a card: the action, then the building. They tell it apart from all others.
pub fn both_names(rules: &Rules, kind: Kind) -> String {
    both(rules, kind, face_name)
}

/// The kinds of a drafted game as the notation names them.
pub fn draft_names(script: &Script) -> Vec<&str> {
    let kinds = script
        .rules
        .kinds
        .iter()
        .filter(|kind| kind.action.is_some());
    kinds
        .map(|kind| face_label(&script.rules, kind.buildings[0]))
        .collect()
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
        Seen::Known { kind, .. } => format!("({})", card_name(rules, kind)),
    }
}

/// The names of the faces that say that something counts for a tally, each once.
pub fn counting(rules: &Rules, tally: u8) -> Vec<&str> {
    let faces = rules.faces.iter().enumerate();
    let counting =
        faces.filter(|(_, face)| face.counts_as.iter().any(|counts| counts.tally == tally));
    counting
        .map(|(index, _)| face_name(rules, FaceId(index as _)))
        .unique()
        .collect()
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

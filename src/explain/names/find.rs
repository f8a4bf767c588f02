//! Finds what people write of by name: card kinds, and players.

use std::collections::HashMap;

use crate::names::notation::{building_name, card_name};
use board::{Chooser, Kind, Seat};
use lang::notation::{Mover, Player};
use rules::ir::Rules;
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

/// A face of a kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Face {
    /// The action of a card of the deck.
    Action,
    /// `true` is the second side of a victory card.
    Building {
        /// It is the second side of a victory card.
        second_side: bool,
    },
}

/// All names of a game's cards, to be looked up as they read, plain or with their set.
#[derive(Debug)]
pub struct Names {
    faces: HashMap<String, Vec<(Kind, Face)>>,
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
            let mut faces = vec![(kind.buildings[0], Face::Building { second_side: false })];
            if kind.double_sided {
                faces.push((kind.buildings[1], Face::Building { second_side: true }));
            }
            faces.extend(kind.action.map(|action| (action, Face::Action)));
            for (id, face) in faces {
                let face_data = &rules.faces[id.index()];
                let Some(name) = face_data.name else { continue };
                let plain = &rules.names[name.index()];
                let entry = (Kind(index as u8), face);
                for spelling in [read_as(plain), read_as(&format!("{}:{plain}", kind.set))] {
                    let entries = names.faces.entry(spelling).or_default();
                    if !entries.contains(&entry) {
                        entries.push(entry);
                    }
                }
                names.printed.push(face_data.label.clone());
            }
        }
        names
    }

    /// The card kind of that name, by whatever face.
    ///
    /// # Errors
    /// Why there is none, or not just one, and what to write instead.
    pub fn card(&self, name: &str) -> Result<Kind, (String, String)> {
        let entries = self.find(name)?;
        match entries.iter().all(|(kind, _)| *kind == entries[0].0) {
            true => Ok(entries[0].0),
            false => Err(self.ambiguous(name)),
        }
    }

    /// The kind whose building face has that name, and whether it is its second side.
    ///
    /// # Errors
    /// As above.
    pub fn building(&self, name: &str) -> Result<(Kind, bool), (String, String)> {
        let entries = self.find(name)?;
        let mut buildings = entries.iter().filter_map(|(kind, face)| match face {
            Face::Building { second_side } => Some((*kind, *second_side)),
            Face::Action => None,
        });
        match (buildings.next(), buildings.next()) {
            (Some(building), None) => Ok(building),
            (Some(_), Some(_)) => Err(self.ambiguous(name)),
            (None, _) => Err((
                format!("`{name}` is no building"),
                "in a nation a card is called by its building name".into(),
            )),
        }
    }

    /// The labels, as they are printed, of what a label means in which a card is called by its other face. There are
    /// two where a card is picked: some choices print it by its action, others by its building.
    pub fn meant(&self, rules: &Rules, label: &str) -> Vec<String> {
        let (verb, rest) = label.split_once(' ').unwrap_or((label, ""));
        let split = |word: &str| rest.rsplit_once(word).unwrap_or((rest, ""));
        let (name, word, place) = match verb.to_lowercase().as_str() {
            "action" => (rest, "", ""),
            "build" => (split(" at ").0, " at ", split(" at ").1),
            "stack" => (split(" on ").0, " on ", split(" on ").1),
            _ => (label, "", ""),
        };
        let Ok(kind) = self.card(name) else {
            return Vec::new();
        };
        let word = if place.is_empty() { "" } else { word };
        let (action, building) = (card_name(rules, kind), building_name(rules, kind, false));
        match verb.to_lowercase().as_str() {
            "build" => vec![format!("{verb} {building}{word}{place}")],
            "action" | "stack" => vec![format!("{verb} {action}{word}{place}")],
            _ => vec![action.to_string(), building.to_string()],
        }
    }

    fn find(&self, name: &str) -> Result<&[(Kind, Face)], (String, String)> {
        self.faces
            .get(&read_as(name))
            .map(Vec::as_slice)
            .ok_or_else(|| {
                let help = match suggest(name, self.printed.iter().map(String::as_str)) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => format!("the game has {}", self.printed.join(", ")),
                };
                (format!("no card of this game is called `{name}`"), help)
            })
    }

    fn ambiguous(&self, name: &str) -> (String, String) {
        let ending = format!(":{}", read_as(name));
        let mut choices: Vec<&str> = self
            .printed
            .iter()
            .map(String::as_str)
            .filter(|label| read_as(label).ends_with(&ending))
            .collect();
        choices.dedup();
        (
            format!("{SHARED} `{name}`"),
            format!("write {}", choices.join(" or ")),
        )
    }
}

//! What a label of the turn menu means, whether it is offered or not.

use crate::names::find::Names;
use crate::options::label::ability_name;
use crate::reasons::answer::telling::Telling;
use board::{CardId, Seat};
use engine::Choice;
use lang::notation::Player;
use rules::ir::FaceId;

/// See the top of the file.
pub(super) enum Meant {
    Choice(Choice),
    /// The place to build at is too far to the right for any row.
    Nowhere,
    /// No building stands where the label says.
    NoBuilding,
}

/// `p2.3`: a seat, and a place counted from 0.
pub(super) fn place(text: &str) -> Option<(Seat, usize)> {
    let (player, place) = text.split_once('.')?;
    let (player, place) = (player.parse::<Player>().ok()?, place.parse::<usize>().ok()?);
    Some((crate::names::seat_of(player), place.checked_sub(1)?))
}

impl Telling<'_> {
    /// The option that a label means; nothing when it is none of a turn menu.
    pub(super) fn meant(&self, asked: &str) -> Result<Option<Meant>, String> {
        let names = Names::of(self.rules);
        let sentence = |(reason, help): (String, String)| format!("{reason}: {help}");
        let spot = |text: &str| {
            let (seat, index) = place(text)
                .ok_or_else(|| format!("`{text}` is no place: write one such as `p1.2`."))?;
            Ok::<_, String>((self.in_play(seat)?, index))
        };
        let building = |text: &str| {
            let (seat, index) = spot(text)?;
            Ok::<_, String>(self.game.board().row(seat).get(index).copied())
        };
        let (verb, rest) = asked.split_once(' ').unwrap_or((asked, ""));
        Ok(Some(match verb.to_lowercase().as_str() {
            "pass" if rest.is_empty() => Meant::Choice(Choice::Pass),
            "action" if rest.is_empty() => return Err("Say which card: `action NAME`.".to_string()),
            "action" => Meant::Choice(Choice::Action(names.card(rest).map_err(sentence)?)),
            "build" => {
                let (name, at) = rest
                    .rsplit_once(" at ")
                    .ok_or("Say where: `build NAME at p1.2`.")?;
                let ((seat, index), kind) = (spot(at)?, names.card(name).map_err(sentence)?);
                match u16::try_from(index) {
                    Ok(place) => Meant::Choice(Choice::Build { kind, seat, place }),
                    Err(_) => Meant::Nowhere,
                }
            }
            "stack" => {
                let (name, on) = rest
                    .rsplit_once(" on ")
                    .ok_or("Say where: `stack NAME on p1.2`.")?;
                let kind = names.card(name).map_err(sentence)?;
                building(on)?.map_or(Meant::NoBuilding, |on| {
                    Meant::Choice(Choice::Stack { kind, on })
                })
            }
            "use" => {
                let (at, name) = rest.split_once(' ').unwrap_or((rest, ""));
                match building(at)? {
                    Some(building) => Meant::Choice(Choice::Use {
                        building,
                        ability: self.ability(building, at, name)?,
                    }),
                    None => Meant::NoBuilding,
                }
            }
            _ => return Ok(None),
        }))
    }

    /// The number of a building's ability. One that there is not has a number, too: it is refused as such.
    fn ability(&self, building: CardId, at: &str, name: &str) -> Result<u8, String> {
        let abilities = self.game.abilities(building);
        let name_of = |number: u8| ability_name(self.game, building, number);
        let names: Vec<String> = abilities
            .iter()
            .filter_map(|(number, ..)| name_of(*number))
            .collect();
        if name.is_empty() && abilities.len() > 1 {
            let labels: Vec<String> = names
                .iter()
                .map(|name| format!("`use {at} {name}`"))
                .collect();
            return Err(format!("Say which: {}.", labels.join(" or ")));
        }
        let called = |(number, face, index): &&(u8, FaceId, u8)| {
            let own = self.rules.faces[face.index()].abilities[usize::from(*index)].name;
            let own = own.map(|id| self.rules.names[id.index()].clone());
            name_of(*number)
                .or(own)
                .is_some_and(|called| called.eq_ignore_ascii_case(name))
        };
        let found = if name.is_empty() {
            abilities.first()
        } else {
            abilities.iter().find(called)
        };
        let found = found.map(|(number, ..)| *number);
        Ok(found.unwrap_or(u8::MAX))
    }
}

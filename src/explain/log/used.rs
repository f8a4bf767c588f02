//! Tells of abilities that are used.

use super::Teller;
use board::{CardId, Seat};

impl Teller<'_> {
    /// An ability of a building is used.
    pub(super) fn used(&self, seat: Seat, building: CardId, ability: u8) -> String {
        let kind = &self.rules.kinds[self.rules.cards[building.index()].index()];
        let face = kind.buildings[self.board.card(building).second_side() as usize];
        let abilities = &self.rules.faces[face.index()].abilities;
        let own = abilities
            .get(ability as usize)
            .and_then(|ability| ability.name)
            .filter(|_| abilities.len() > 1);
        let own = own.map(|name| self.rules.names[name.index()].as_str());
        let mut given = self.rules.given_abilities();
        let given = given
            .find(|(number, ..)| *number == ability)
            .map(|(_, face, index)| {
                let face = &self.rules.faces[face.index()];
                let name = face.abilities[usize::from(index)]
                    .name
                    .filter(|_| face.abilities.len() > 1);
                name.map_or(face.label.as_str(), |name| {
                    self.rules.names[name.index()].as_str()
                })
            });
        let name = own.or(given);
        let name = name.map_or_else(String::new, |name| format!(" for {name}"));
        let uses = self.does(seat, "use", "uses");
        format!(
            "{uses} {} ({}){name}.",
            self.building(building),
            self.place(building)
        )
    }
}

//! Tells of abilities that are used.

use super::Teller;
use crate::board::{CardId, Seat};

impl Teller<'_> {
    /// An ability of a building is used.
    pub(super) fn used(&self, seat: Seat, building: CardId, ability: u8) -> String {
        let kind = &self.rules.kinds[self.rules.cards[building.index()].index()];
        let face = kind.buildings[self.board.card(building).second_side() as usize];
        let abilities = &self.rules.faces[face.index()].abilities;
        let own = abilities.get(ability as usize).and_then(|ability| ability.name).filter(|_| abilities.len() > 1);
        let own = own.map(|name| self.rules.names[name.index()].as_str());
        let mut given = self.rules.given_abilities();
        let given = given.find(|(number, ..)| *number == ability).map(|(_, face, _)| face);
        let name = own.or(given.map(|face| self.rules.faces[face.index()].label.as_str()));
        let name = name.map_or_else(String::new, |name| format!(" for {name}"));
        let uses = self.does(seat, "use", "uses");
        format!("{uses} {} ({}){name}.", self.building(building), self.place(building))
    }
}

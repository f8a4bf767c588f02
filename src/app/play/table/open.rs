//! What everybody may look at besides the table: the discard pile, and how far everybody is.

use super::Table;
use crate::Failure;
use board::{Kind, Seat};
use explain::names::printed::both_names;

impl Table {
    /// The discard pile, from its top, and the laws.
    pub(super) fn discard(&mut self) -> Result<(), Failure> {
        let view = self.sitting.view();
        let names = |kinds: &mut dyn Iterator<Item = &Kind>| {
            kinds
                .map(|kind| both_names(self.sitting.rules(), *kind))
                .collect::<Vec<_>>()
                .join(", ")
        };
        let mut told = match view.discard.len() {
            0 => vec!["The discard pile is empty.".to_string()],
            count => {
                vec![format!(
                    "The discard pile, {count}, from its top: {}.",
                    names(&mut view.discard.iter().rev())
                )]
            }
        };
        if !view.laws.is_empty() {
            told.push(format!("The laws: {}.", names(&mut view.laws.iter())));
        }
        self.tell_all(&told)
    }

    /// How far everybody is from winning.
    pub(super) fn goals(&mut self) -> Result<(), Failure> {
        let (seating, goals) = (self.sitting.seating(), self.sitting.goals());
        let line = |seat: Seat| {
            let who = if seat == seating.seat {
                format!("{seat} (you)")
            } else {
                seat.to_string()
            };
            let own = goals.iter().filter(|goal| goal.seat == seat);
            let own: Vec<String> = own
                .map(|goal| {
                    format!(
                        "{}{}",
                        goal.progress(),
                        if goal.near() {
                            ", one step from winning"
                        } else {
                            ""
                        }
                    )
                })
                .collect();
            match own.is_empty() {
                true => format!("{who}: out of the game."),
                false => format!("{who}: {}.", own.join("; ")),
            }
        };
        let mut told: Vec<String> = Seat(0).clockwise(seating.players).map(line).collect();
        told.push("Whoever is the last one left wins, too.".to_string());
        self.tell_all(&told)
    }
}

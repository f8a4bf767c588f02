//! Those who read what is told of a kept game: all who sit at its screen. They learn nothing that they may not know.

use std::collections::BTreeSet;
use std::fmt::Write;

use crate::board::{Held, Kind, Seat, Seen, View};
use crate::engine::Game;
use crate::sittings::saved::Saved;
use crate::speech::options::decision::Decision;
use crate::speech::positions::print::print_view;
use crate::speech::screen::memory::Memory;

/// See the top of the file.
#[derive(Debug, Clone, Copy)]
pub struct Readers {
    seat: Seat,
    /// Others read it, too: what one of them alone knows is not told.
    several: bool,
    /// What lies face down is not remembered.
    strict: bool,
}

impl Readers {
    pub fn of(saved: &Saved) -> Readers {
        Readers { seat: saved.seat, several: !saved.guests.is_empty(), strict: saved.memory == Memory::Strict }
    }

    /// That one reads it, and nobody else.
    pub fn is_only(self, seat: Seat) -> bool {
        self.seat == seat && !self.several
    }

    /// The table as all of them see it.
    fn view(self, game: &Game) -> View {
        let mut view = View::of(game.board(), &game.script().rules.cards, self.seat);
        if let Some(hand) = view.hands.get_mut(self.seat.index()).filter(|_| self.several) {
            *hand = Held::Count(game.board().hand(self.seat).len());
        }
        if self.several || self.strict { view.without_memory() } else { view }
    }

    /// The table, and what is asked; nothing when the game is over. What others are offered is their own affair.
    pub fn text(self, game: &Game) -> Option<String> {
        let decision = Decision::of(game)?;
        let mut out = print_view(&game.script().rules, &self.view(game), false);
        // Writing to a string cannot fail.
        let _ = write!(out, "asked {}:", decision.seat);
        if self.is_only(decision.seat) {
            decision.offers.iter().for_each(|offer| {
                let _ = write!(out, " | {}", offer.label);
            });
        }
        Some(out)
    }

    /// The faces of all cards that they see, by index.
    pub fn open_faces(self, game: &Game) -> BTreeSet<usize> {
        let view = self.view(game);
        let mut kinds: Vec<Kind> = [&view.discard[..], &view.seen.concat()].concat();
        kinds.extend(view.removed.iter().map(|(kind, _)| *kind));
        for hand in &view.hands {
            if let Held::Cards(held) = hand {
                kinds.extend(held);
            }
        }
        for building in view.nations.iter().flatten().flatten() {
            kinds.push(building.kind);
            kinds.extend(building.stack.iter().filter_map(|card| match card {
                Seen::Known { kind, .. } => Some(*kind),
                Seen::Hidden => None,
            }));
        }
        let faces = kinds.into_iter().map(|kind| &game.script().rules.kinds[kind.index()]);
        faces.flat_map(|kind| kind.action.iter().chain(&kind.buildings)).map(|face| face.index()).collect()
    }
}

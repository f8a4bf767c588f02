//! Keeps one game as it goes: after each decision its file is written aside and put in place of the old one.

use std::io;

use super::{Place, Shelf};
use crate::app::output::{save, save_soon};
use crate::app::reason;
use crate::table::memory::Memory;
use crate::table::saved::Saved;
use crate::table::sitting::Sitting;

/// See the top of the file.
#[derive(Debug)]
pub struct Keeper {
    shelf: Shelf,
    /// Nothing before the first decision of the person: who only looks leaves no game behind.
    place: Option<Place>,
    /// The last try has failed.
    failing: bool,
}

impl Keeper {
    /// For a game that begins.
    pub fn new(shelf: Shelf) -> Keeper {
        Keeper { shelf, place: None, failing: false }
    }

    /// For a game that goes on.
    pub fn at(shelf: Shelf, place: Place) -> Keeper {
        Keeper { shelf, place: Some(place), failing: false }
    }

    /// The game's id, once it is kept.
    pub fn id(&self) -> Option<u32> {
        self.place.as_ref().map(|place| place.id)
    }

    /// Keeps the game as it is now. Where that begins to fail, or works again, it answers a sentence to be told.
    pub fn keep(&mut self, sitting: &Sitting, memory: Memory) -> Option<String> {
        // A game that began with a ruling belongs to the ruling.
        if sitting.seating().setup.is_some() || (self.place.is_none() && sitting.decisions().is_empty()) {
            return None;
        }
        let failed = std::mem::replace(&mut self.failing, false);
        match self.write(sitting, memory) {
            Ok(()) if failed => Some("The game is kept again.".to_string()),
            Ok(()) => None,
            Err(error) => {
                self.failing = true;
                let sentence = format!("This game cannot be kept: {}. `save FILE` keeps it elsewhere.", reason(&error));
                (!failed).then_some(sentence)
            }
        }
    }

    fn write(&mut self, sitting: &Sitting, memory: Memory) -> io::Result<()> {
        let place = match &mut self.place {
            Some(place) => place,
            place => place.insert(self.shelf.make_place()?),
        };
        let text = Saved::of(sitting, memory).to_string();
        // What a bot decides it could decide again: the disk is waited for only with the person.
        let own = sitting.taken().last().is_none_or(|taken| taken.seat == sitting.seating().seat);
        if own { save(&place.path, &text) } else { save_soon(&place.path, &text) }
    }
}

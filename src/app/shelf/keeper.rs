//! Keeps one game as it goes: after each decision its file is written aside and put in place of the old one.

use std::io;

use super::{Place, Shelf};
use crate::output::{save, save_soon};
use session::saved::Saved;
use session::screen::memory::Memory;
use session::sitting::Sitting;
use text::reason;

/// See the top of the file.
#[derive(Debug)]
pub struct Keeper {
    shelf: Shelf,
    /// Nothing before the first decision of the person: who only looks leaves no game behind.
    place: Option<Place>,
    /// Something of it stands on the shelf.
    written: bool,
    /// Why the last try has failed.
    fault: Option<String>,
}

/// What is on the shelf of a game that somebody leaves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kept {
    Nothing,
    /// All of the game of that number.
    All(u32),
    /// Not the last decisions.
    Before(u32),
}

impl Keeper {
    /// For a game that begins.
    pub fn new(shelf: Shelf) -> Keeper {
        Keeper {
            shelf,
            place: None,
            written: false,
            fault: None,
        }
    }

    /// For a game that goes on.
    pub fn at(shelf: Shelf, place: Place) -> Keeper {
        Keeper {
            shelf,
            place: Some(place),
            written: true,
            fault: None,
        }
    }

    /// What is kept by now.
    pub fn kept(&self) -> Kept {
        match &self.place {
            Some(place) if self.written && self.fault.is_some() => Kept::Before(place.id),
            Some(place) if self.written => Kept::All(place.id),
            _ => Kept::Nothing,
        }
    }

    /// What a command needs to find the game, behind a blank: nothing, or ` --data DIR` and the like.
    pub fn option(&self) -> &str {
        &self.shelf.option
    }

    /// Why the game as it is now is not kept, if it should be.
    pub fn fault(&self) -> Option<&str> {
        self.fault.as_deref()
    }

    /// Keeps the game as it is now. Where that begins to fail, or works again, it answers a sentence to be told.
    pub fn keep(&mut self, sitting: &Sitting, memory: Memory) -> Option<String> {
        if self.place.is_none()
            && !sitting
                .taken()
                .iter()
                .any(|taken| sitting.is_person(taken.who.by))
        {
            return None;
        }
        let failed = self.fault.take().is_some();
        // Two games must not be written into one file.
        let lost = self
            .place
            .take_if(|place| !self.shelf.holds(place))
            .filter(|_| self.written);
        self.written &= lost.is_none();
        let done = self.write(sitting, memory);
        self.written |= done.is_ok();
        match (done, &self.place) {
            (Ok(()), Some(place)) if lost.is_some() => {
                let id = place.id;
                Some(format!(
                    "What was kept of this game, or its lock, has been removed meanwhile; it is kept as game {id} from now on."
                ))
            }
            (Ok(()), _) if failed => Some("The game is kept again.".to_string()),
            (Ok(()), _) => None,
            (Err(error), _) => {
                let why = reason(&error);
                let sentence = format!("This game cannot be kept: {why}.");
                self.fault = Some(why);
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
        let own = sitting
            .taken()
            .last()
            .is_none_or(|taken| sitting.is_person(taken.who.by));
        if own {
            save(&place.path, &text)
        } else {
            save_soon(&place.path, &text)
        }
    }
}

impl Drop for Keeper {
    fn drop(&mut self) {
        // A place for nothing is given back.
        if let (false, Some(place)) = (self.written, &self.place)
            && self.shelf.holds(place)
        {
            let _ = std::fs::remove_file(self.shelf.lock_file(place.id));
        }
    }
}

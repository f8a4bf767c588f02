//! How a game is kept as it goes, and what is said of that.

use crate::home::Home;
use crate::shelf::{Keeper, Kept, Shelf};

/// Why no game is kept where the platform knows no place for it.
pub const NOWHERE: &str = "there is no home folder to keep it in";

/// What helps then.
pub const ELSEWHERE: &str = "`--data DIR` names a folder for it";

/// Keeps a game as it goes; where there is no place for it, a sentence says so.
pub fn keeper(home: &Home) -> (Option<Keeper>, Option<String>) {
    match Shelf::of(home) {
        Ok(shelf) => (Some(Keeper::new(shelf)), None),
        Err(_) => (
            None,
            Some(format!("This game is not kept: {NOWHERE}; {ELSEWHERE}.")),
        ),
    }
}

/// How a game that is over is looked at again. `data` is what a command needs to find the folder, behind a blank.
pub fn look_again(id: u32, data: &str) -> String {
    format!("It is kept as game {id}: `brink replay {id}{data}` shows it step by step.")
}

/// How a game that is left goes on, if it does.
pub fn go_on_sentence(kept: Kept, data: &str) -> Option<String> {
    match kept {
        Kept::Nothing => None,
        Kept::All(id) => Some(format!(
            "It is kept: `brink play --resume {id}{data}` goes on with it."
        )),
        Kept::Before(id) => Some(format!(
            "Its last decisions could not be kept: `brink play --resume {id}{data}` goes on from before them."
        )),
    }
}

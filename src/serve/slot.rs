//! The place of one game in the hall, and the game with all who are there while it is loaded.

use std::net::IpAddr;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Instant;

use crate::Refusal;
use crate::bots::Table;
use crate::listeners::Listeners;
use crate::new_game::{self, Setup};
use crate::records::Record;
use crate::room::Room;
use crate::store::Store;

/// A game's place, whether it is loaded or not.
pub struct Slot {
    pub name: String,
    pub live: Mutex<Option<Live>>,
    /// Who made it, or came in first since it was loaded.
    pub from: OnceLock<IpAddr>,
    /// Its bots took long when they decided last.
    pub slow: AtomicBool,
}

impl Table for Slot {
    fn address(&self) -> Option<IpAddr> {
        self.from.get().copied()
    }
}

/// A game with all who are there.
pub struct Live {
    pub room: Room,
    pub listeners: Listeners,
    pub noted_over: bool,
    /// It has gone on in another process: it is to be loaded again.
    pub old: bool,
    pub last: Instant,
}

impl Live {
    /// Puts a game together again from what is kept of it.
    pub fn load(store: &dyn Store, name: &str) -> Result<Live, Refusal> {
        let kept = store.load(name)?.ok_or_else(no_game)?;
        let broken = |why: String| {
            Refusal::new("stuck", format!("This game cannot be read any more: {why}"))
        };
        let setup: Setup =
            serde_json::from_str(&kept.setup).map_err(|error| broken(error.to_string()))?;
        let script = setup.script(kept.cards).map_err(|report| {
            broken(
                report
                    .faults
                    .first()
                    .map_or_else(String::new, ToString::to_string),
            )
        })?;
        let title = new_game::title_in(&script);
        let mut room = Room::new(name.to_string(), title, setup, script).map_err(broken)?;
        for record in &kept.records {
            let record: Record =
                serde_json::from_str(record).map_err(|error| broken(error.to_string()))?;
            room.apply(record);
        }
        Ok(Live::new(room))
    }

    pub fn new(room: Room) -> Live {
        Live {
            room,
            listeners: Listeners::default(),
            noted_over: false,
            old: false,
            last: Instant::now(),
        }
    }
}

/// Whatever a panic has left half done is not gone on with: what was kept is loaded again.
pub fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Slot {
    pub fn new(name: &str, from: Option<IpAddr>) -> Arc<Slot> {
        let from = from.map_or_else(OnceLock::new, OnceLock::from);
        Arc::new(Slot {
            name: name.to_string(),
            live: Mutex::new(None),
            from,
            slow: AtomicBool::new(false),
        })
    }

    pub fn lock(&self) -> MutexGuard<'_, Option<Live>> {
        self.live.lock().unwrap_or_else(|poisoned| {
            self.live.clear_poison();
            let mut live = poisoned.into_inner();
            *live = None;
            live
        })
    }
}

pub fn no_game() -> Refusal {
    Refusal::new("no-game", "There is no such game.")
        .with_help("ask whoever sent you the link to send it again")
}

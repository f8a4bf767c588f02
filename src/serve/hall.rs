//! All games of a server: loaded when somebody comes, kept before anybody is told, told to all who are there.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use tokio::sync::mpsc;

use crate::Refusal;
use crate::bots::{Bots, QUICK, Table};
use crate::listeners::{Listener, Out};
use crate::new_game::{self, GameRequest, NewTable};
use crate::records::Record;
use crate::room::{Reader, Reply, Room, Tick, fit_name};
use crate::slot::{Live, Slot, locked, no_game};
use crate::store::{Fault, Store};
use crate::token::Token;
use crate::wire::{FromPage, HintLine, ToPage};
use bots::BotSpec;
use session::hints::Task;

/// How long a game stays loaded while nobody is there: pages that have lost their connection try every twenty seconds to come back.
const DESERTED: Duration = Duration::from_secs(60);

/// The same for a game that is over.
const OVER: Duration = Duration::from_secs(5);

/// How long it is thought about a hint.
const HINT: Duration = Duration::from_secs(2);

/// Hints that are thought about at the same time.
const HINTS: usize = 2;

/// See the top of the file. All of its functions wait for locks and for the disk: they belong on threads that may wait.
pub struct Hall {
    store: Box<dyn Store>,
    slots: Mutex<HashMap<String, Arc<Slot>>>,
    bots: Bots<Slot>,
    hints: Mutex<usize>,
    idle: Duration,
    /// With this the names of its games begin.
    prefix: String,
}

/// Somebody who has come in.
pub struct Entry {
    pub slot: Arc<Slot>,
    pub key: u64,
    pub reader: Reader,
}

/// A game that was made, and what opens it.
#[derive(Debug)]
pub struct Created {
    pub game: String,
    pub seat: Option<Token>,
    pub join: String,
    pub watch: String,
}

impl Hall {
    /// A hall whose games are kept there; so many threads think for bots, and whoever is asked and does nothing for so long is
    /// idle.
    pub fn new(store: Box<dyn Store>, thinkers: usize, idle: Duration) -> Arc<Hall> {
        Hall::with_prefix(store, thinkers, idle, String::new())
    }

    /// The same; the names of its games begin so, which tells them from those of other halls.
    pub fn with_prefix(
        store: Box<dyn Store>,
        thinkers: usize,
        idle: Duration,
        prefix: String,
    ) -> Arc<Hall> {
        let slots = Mutex::new(HashMap::new());
        let hall = Arc::new(Hall {
            store,
            slots,
            bots: Bots::new(),
            hints: Mutex::new(0),
            idle,
            prefix,
        });
        let weak = Arc::downgrade(&hall);
        hall.bots.spawn(thinkers, move |slot: &Arc<Slot>, share| {
            if let Some(hall) = weak.upgrade() {
                hall.think(slot, share);
            }
        });
        hall
    }

    /// The game of that name, loaded.
    fn slot(&self, name: &str) -> Result<Arc<Slot>, Refusal> {
        // Names have small letters; some who type one type capitals.
        let name = &*name.to_ascii_lowercase();
        // They are short, too; what is none is not looked for.
        if name.len() > 32 || !name.bytes().all(|sign| sign.is_ascii_alphanumeric()) {
            return Err(no_game());
        }
        let fresh = || Slot::new(name, None);
        let slot = locked(&self.slots)
            .entry(name.to_string())
            .or_insert_with(fresh)
            .clone();
        let mut live = slot.lock();
        if live.is_none() {
            match Live::load(&*self.store, name) {
                Ok(loaded) => *live = Some(loaded),
                Err(refusal) => {
                    drop(live);
                    locked(&self.slots).remove(name);
                    return Err(refusal);
                }
            }
            self.wake(&slot, live.as_ref());
        }
        drop(live);
        Ok(slot)
    }

    /// Makes a game.
    ///
    /// # Errors
    /// What is wrong with what is asked for, or why it cannot be kept.
    pub fn create(&self, wanted: GameRequest, from: Option<IpAddr>) -> Result<Created, Refusal> {
        self.open(new_game::make(wanted)?, from)
    }

    /// Goes on with a game that was kept elsewhere.
    ///
    /// # Errors
    /// What is wrong with it, or why it cannot be kept.
    pub fn import(&self, text: &str, name: &str, from: Option<IpAddr>) -> Result<Created, Refusal> {
        self.open(crate::import::import(text, name)?, from)
    }

    /// Keeps a new game, and lets it begin.
    fn open(&self, made: NewTable, from: Option<IpAddr>) -> Result<Created, Refusal> {
        let NewTable {
            mut room,
            mut new,
            seat,
        } = made;
        let name = format!("{}{}", self.prefix, new.name);
        room.name.clone_from(&name);
        new.name.clone_from(&name);
        let (join, watch) = (room.setup().join.clone(), room.setup().watch.clone());
        self.store.create(new)?;
        let live = Live::new(room);
        let slot = Slot::new(&name, from);
        self.wake(&slot, Some(&live));
        *slot.lock() = Some(live);
        locked(&self.slots).insert(name.clone(), slot);
        Ok(Created {
            game: name,
            seat,
            join,
            watch,
        })
    }

    /// Somebody sits down on an open chair.
    ///
    /// # Errors
    /// No chair is open, or the token does not open it.
    pub fn join(&self, game: &str, token: &str, name: &str) -> Result<(Token, usize), Refusal> {
        let slot = self.slot(game)?;
        let mut live = slot.lock();
        let live = live.as_mut().ok_or_else(Refusal::busy)?;
        if !opens(&live.room.setup().join, token) {
            return Err(no_token());
        }
        let chairs = live.room.chairs();
        let Some(chair) = chairs.iter().position(|chair| chair.is_open()) else {
            return Err(Refusal::new("full", "All chairs of this game are taken."));
        };
        let names: Vec<String> = (0..chairs.len())
            .map(|chair| live.room.called(chair))
            .collect();
        let name = fit_name(name, names.iter().map(String::as_str))?;
        let token = Token::new()?;
        self.accept(live, vec![Record::sat(chair, name, &token.hash())])?;
        self.tell(&slot, live);
        Ok((token, chair))
    }

    /// A socket enters a game: all that is to be told comes through `out`.
    ///
    /// # Errors
    /// There is no such game, or the token does not open it.
    pub fn enter(
        &self,
        game: &str,
        token: &str,
        from: IpAddr,
        out: mpsc::Sender<Out>,
    ) -> Result<Entry, Refusal> {
        let slot = self.slot(game)?;
        let mut guard = slot.lock();
        let live = guard.as_mut().ok_or_else(Refusal::busy)?;
        let chair = Token::read(token).and_then(|token| live.room.chair_of(&token.hash()));
        let reader = match chair {
            Some(chair) => Reader::Chair(chair),
            None if opens(&live.room.setup().watch, token) => Reader::Onlooker,
            None => return Err(no_token()),
        };
        if live.listeners.len() >= LISTENERS {
            return Err(Refusal::new(
                "too-many",
                "Too many people are watching this game.",
            ));
        }
        slot.from.get_or_init(|| from);
        live.room.entered(reader);
        live.room.idle = self.idle;
        let key = live.listeners.add(Listener::new(reader, out), &live.room);
        live.room.keep_beats(live.listeners.readers());
        self.tell(&slot, live);
        drop(guard);
        Ok(Entry { slot, key, reader })
    }

    /// A socket has gone.
    pub fn gone(&self, entry: &Entry) {
        if let Some(live) = entry.slot.lock().as_mut()
            && live.listeners.remove(entry.key)
        {
            live.last = Instant::now();
            live.room.gone(entry.reader);
            live.room.keep_beats(live.listeners.readers());
            self.tell(&entry.slot, live);
        }
    }

    /// Somebody says something.
    pub fn heard(&self, entry: &Entry, message: FromPage) {
        let re = message.re;
        let mut guard = entry.slot.lock();
        let Some(live) = guard.as_mut() else { return };
        if !live.listeners.has(entry.key) {
            return;
        }
        live.last = Instant::now();
        if let Some(back) = live.room.comes_back(entry.reader, &message) {
            // If it cannot be kept now, it will be when they do the next thing.
            let _ = self.accept(live, vec![back]);
        }
        let done = match live.room.hear(entry.reader, message) {
            Ok(Reply::Records(records)) => {
                self.accept(live, records).map(|()| ToPage::Accepted { re })
            }
            Ok(Reply::Told(told)) => Ok(*told),
            Ok(Reply::Hint(thought)) => {
                drop(guard);
                let told = self.hint(re, *thought);
                if let Some(live) = entry.slot.lock().as_mut() {
                    live.listeners.say(entry.key, &told);
                }
                return;
            }
            Err(refusal) => Err(refusal),
        };
        let told = done.unwrap_or_else(|refusal| ToPage::refused(re, refusal));
        live.listeners.say(entry.key, &told);
        self.next_game(&entry.slot, live);
        self.tell(&entry.slot, live);
    }

    /// What a bot would do; not too many at a time.
    fn hint(&self, re: Option<u64>, thought: Task) -> ToPage {
        let free = {
            let mut hints = locked(&self.hints);
            let free = *hints < HINTS;
            *hints += usize::from(free);
            free
        };
        if !free {
            let message = "Too many players are asking for hints; try again in a moment.";
            return ToPage::refused(re, Refusal::new("too-many", message));
        }
        let until = Instant::now() + HINT;
        let hints = thought
            .hints(&|| Instant::now() > until)
            .into_iter()
            .map(|hint| HintLine {
                option: hint.number,
                deed: hint.label,
                chance: hint.chance,
                share: hint.share,
                certain: hint.certain,
                wins: hint.wins.map(|wins| [wins.worlds, wins.of]),
                line: hint.line,
            });
        let told = ToPage::Hint {
            re,
            hints: hints.collect(),
        };
        *locked(&self.hints) -= 1;
        told
    }

    /// Keeps what was accepted, then applies it: nobody is told of what could be lost.
    fn accept(&self, live: &mut Live, records: Vec<Record>) -> Result<(), Refusal> {
        if records.is_empty() {
            return Ok(());
        }
        let texts = records.iter().map(Record::text).collect();
        if let Err(fault) = self.store.append(&live.room.name, live.room.records, texts) {
            live.old |= matches!(fault, Fault::Elsewhere);
            return Err(Refusal::busy());
        }
        records
            .into_iter()
            .for_each(|record| live.room.apply(record));
        live.room.keep_beats(live.listeners.readers());
        if live.room.is_over() && !live.noted_over {
            // A game that is not noted so is looked at once more after the next start, and no more.
            live.noted_over = self.store.finish(&live.room.name).is_ok();
        }
        Ok(())
    }

    /// Tells all who are there what has changed for them, and lets bots think.
    fn tell(&self, slot: &Arc<Slot>, live: &mut Live) {
        for reader in live.listeners.tell(&mut live.room) {
            live.room.gone(reader);
        }
        self.wake(slot, Some(live));
    }

    /// Lets a bot think, if one is asked there.
    fn wake(&self, slot: &Arc<Slot>, live: Option<&Live>) {
        if let Some(bot) = live.and_then(|live| live.room.bot_asked()) {
            let searches = matches!(bot, BotSpec::Ismcts { .. });
            self.bots
                .wake(slot, !searches && !slot.slow.load(Ordering::Relaxed));
        }
    }

    /// All have agreed to play once more.
    fn next_game(&self, slot: &Slot, live: &mut Live) {
        if !live.room.wants_next_game() {
            return;
        }
        let made = new_game::again(&live.room).and_then(|made| self.open(made, slot.address()));
        let again = made.map(|Created { game, watch, .. }| Record::Again { game, watch });
        if again
            .and_then(|again| self.accept(live, vec![again]))
            .is_err()
        {
            live.room.no_next_game();
        }
    }

    /// A bot thinks about its next decision, for so long at most; others have their turn before its table has another one.
    fn think(&self, slot: &Arc<Slot>, share: Duration) {
        let begun = Instant::now();
        let turn = slot.lock().as_ref().and_then(|live| live.room.bot_turn());
        let Some(turn) = turn else { return };
        let until = Instant::now() + share;
        let number = turn.thought.answer(&|| Instant::now() > until);
        slot.slow.store(begun.elapsed() > QUICK, Ordering::Relaxed);
        let mut guard = slot.lock();
        let Some(live) = guard.as_mut() else { return };
        if let Some(record) = live.room.bot_decides(&turn, number)
            && self.accept(live, vec![record]).is_err()
        {
            // The disk is full, say: the next who comes wakes the bot again.
            return;
        }
        self.tell(slot, live);
    }

    /// Looks at the clock: who is idle, which games nobody needs in memory.
    pub fn tick(&self) {
        let slots: Vec<Arc<Slot>> = locked(&self.slots).values().cloned().collect();
        for slot in slots {
            // Whoever holds it is busy with it.
            let Ok(mut guard) = slot.live.try_lock() else {
                continue;
            };
            let Some(live) = guard.as_mut() else { continue };
            if live.old {
                // Whoever is there loses the socket, comes back, and finds the game as it is now.
                *guard = None;
                continue;
            }
            if live.room.tick(Instant::now(), self.idle) == Tick::Changed {
                self.tell(&slot, live);
            }
            let stays = if live.room.is_over() { OVER } else { DESERTED };
            if live.room.is_deserted()
                && live.room.bot_asked().is_none()
                && live.last.elapsed() > stays
            {
                *guard = None;
            }
        }
        // Places of games that are not loaded, and that nobody else holds.
        locked(&self.slots).retain(|_, slot| {
            Arc::strong_count(slot) > 1 || slot.live.try_lock().is_ok_and(|live| live.is_some())
        });
    }

    /// Loads all games that are not over, so that bots go on in them. Answers how many, and those that could not be loaded.
    ///
    /// # Errors
    /// The store does not say which there are.
    pub fn resume(&self) -> Result<(usize, Vec<(String, Refusal)>), Refusal> {
        let names = self.store.under_way()?;
        let mut faults = Vec::new();
        let count = names.len();
        for name in names {
            if let Err(refusal) = self.slot(&name) {
                faults.push((name, refusal));
            }
        }
        Ok((count - faults.len(), faults))
    }

    /// The game as a text that goes on in `brink play`; when it is over, since the deck is in it.
    ///
    /// # Errors
    /// It is not over, or the token opens no seat.
    pub fn keep(&self, game: &str, token: &str) -> Result<String, Refusal> {
        let slot = self.slot(game)?;
        let guard = slot.lock();
        let live = guard.as_ref().ok_or_else(Refusal::busy)?;
        let token = Token::read(token).ok_or_else(no_token)?;
        live.room.chair_of(&token.hash()).ok_or_else(no_token)?;
        live.room.kept().ok_or_else(|| {
            Refusal::new(
                "not-over",
                "You can save a game when it is over; before that, the file would reveal the deck.",
            )
        })
    }

    /// Looks into a game, loading it where it is not. For tests: what is changed so is not kept.
    ///
    /// # Errors
    /// There is no such game.
    pub fn look<T>(&self, game: &str, look: impl FnOnce(&mut Room) -> T) -> Result<T, Refusal> {
        let slot = self.slot(game)?;
        let mut live = slot.lock();
        live.as_mut()
            .map(|live| look(&mut live.room))
            .ok_or_else(Refusal::busy)
    }

    /// How many games are loaded.
    pub fn loaded(&self) -> usize {
        locked(&self.slots)
            .values()
            .filter(|slot| slot.live.try_lock().is_ok_and(|live| live.is_some()))
            .count()
    }

    /// What a game is called, for logs of the server.
    pub fn name_of(slot: &Slot) -> &str {
        &slot.name
    }
}

/// Sockets that one game has.
const LISTENERS: usize = 200;

/// The link's token, compared without telling by the time how much of it fits.
fn opens(own: &str, given: &str) -> bool {
    let hash = |text: &str| Token::read(text).map(|token| token.hash());
    hash(given).is_some_and(|given| hash(own) == Some(given))
}

fn no_token() -> Refusal {
    Refusal::new("no-token", "This link does not open this game.")
        .with_help("ask for the link again")
}

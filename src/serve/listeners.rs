//! The sockets of one game, and what each has been told already: nothing is told twice, and nobody waits for slow readers.

use std::collections::HashMap;
use std::ops::Deref;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tokio::sync::mpsc;

use crate::room::{Reader, Room};
use crate::wire::ToPage;

/// What a socket is to send.
#[derive(Debug)]
pub enum Out {
    Text(Waiting),
    Close(u16, &'static str),
}

/// The way out of those whose chair was freed before the game.
const FREED: (u16, &str) = (4006, "the chair is free again");

/// Messages that may wait for a slow reader; whoever lets more come is shown out, and may come back.
pub const WAITING: usize = 64;

/// Bytes that may wait for a slow reader when another message comes.
const BYTES: usize = 4 << 20;

/// A message that waits to be sent; its bytes are counted until it is.
#[derive(Debug)]
pub struct Waiting {
    text: Arc<str>,
    bytes: Arc<AtomicUsize>,
}

impl Waiting {
    fn new(text: Arc<str>, bytes: &Arc<AtomicUsize>) -> Waiting {
        bytes.fetch_add(text.len(), Ordering::Relaxed);
        Waiting {
            text,
            bytes: bytes.clone(),
        }
    }
}

impl Deref for Waiting {
    type Target = str;

    fn deref(&self) -> &str {
        &self.text
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        self.bytes.fetch_sub(self.text.len(), Ordering::Relaxed);
    }
}

/// A socket.
pub struct Listener {
    reader: Reader,
    out: mpsc::Sender<Out>,
    /// That wait to be sent.
    bytes: Arc<AtomicUsize>,
    welcomed: bool,
    begun: bool,
    lines: usize,
    backs: u64,
    chat: usize,
    table: Arc<str>,
    state: Arc<str>,
    /// It has not read what was sent.
    slow: bool,
}

impl Listener {
    pub fn new(reader: Reader, out: mpsc::Sender<Out>) -> Listener {
        let nothing: Arc<str> = "".into();
        let (table, state) = (nothing.clone(), nothing);
        let (bytes, slow) = (Arc::default(), false);
        Listener {
            reader,
            out,
            bytes,
            welcomed: false,
            begun: false,
            lines: 0,
            backs: 0,
            chat: 0,
            table,
            state,
            slow,
        }
    }

    fn send(&mut self, text: Arc<str>) {
        let full = self.bytes.load(Ordering::Relaxed) > BYTES;
        self.slow |= full
            || self
                .out
                .try_send(Out::Text(Waiting::new(text, &self.bytes)))
                .is_err();
    }
}

/// See the top of the file.
#[derive(Default)]
pub struct Listeners {
    all: Vec<(u64, Listener)>,
    next: u64,
}

/// What one reader is told, made once for all of its sockets.
struct Update {
    table: Arc<str>,
    state: Option<Arc<str>>,
    beats: Option<Arc<str>>,
}

impl Listeners {
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// A new one. It is told all there is, but no steps that came before.
    pub fn add(&mut self, mut listener: Listener, room: &Room) -> u64 {
        listener.backs = room.backs();
        self.next += 1;
        self.all.push((self.next, listener));
        self.next
    }

    pub fn remove(&mut self, key: u64) -> bool {
        let before = self.all.len();
        self.all.retain(|(other, _)| *other != key);
        self.all.len() < before
    }

    pub fn has(&self, key: u64) -> bool {
        self.all.iter().any(|(other, _)| *other == key)
    }

    pub fn readers(&self) -> impl Iterator<Item = Reader> + '_ {
        self.all.iter().map(|(_, listener)| listener.reader)
    }

    /// Tells one of them.
    pub fn say(&mut self, key: u64, message: &ToPage) {
        if let Some((_, listener)) = self.all.iter_mut().find(|(other, _)| *other == key) {
            listener.send(message.text().into());
        }
    }

    /// Tells each what has changed for it. Those whose chair was freed are shown out, and so are those that read too slowly. Answers the
    /// readers of the slow ones, whose sockets are still counted in their chairs; a chair that was freed counts none.
    pub fn tell(&mut self, room: &mut Room) -> Vec<Reader> {
        self.all.retain(|(_, listener)| {
            let stays = room.admits(listener.reader);
            if !stays {
                // Where too much waits for it, it is closed without a word.
                let _ = listener.out.try_send(Out::Close(FREED.0, FREED.1));
            }
            stays
        });
        let mut told: HashMap<Reader, Update> = HashMap::new();
        for (_, listener) in &mut self.all {
            let reader = listener.reader;
            let told = told.entry(reader).or_insert_with(|| Update {
                table: room.gathered(reader).text().into(),
                state: room.state(reader).map(|state| state.text().into()),
                beats: room.take_beats(reader).map(|beats| beats.text().into()),
            });
            tell_one(listener, told, room);
        }
        let slow: Vec<Reader> = self
            .all
            .iter()
            .filter(|(_, listener)| listener.slow)
            .map(|(_, there)| there.reader)
            .collect();
        // With its sender gone, the socket is closed.
        self.all.retain(|(_, listener)| !listener.slow);
        slow
    }
}

fn tell_one(listener: &mut Listener, told: &Update, room: &Room) {
    let reader = listener.reader;
    let fresh = !listener.welcomed;
    if fresh {
        listener.welcomed = true;
        listener.send(room.welcome(reader).text().into());
    }
    if listener.table != told.table {
        listener.table = told.table.clone();
        listener.send(told.table.clone());
    }
    if !listener.begun
        && let Some(begin) = room.begin(reader)
    {
        listener.begun = true;
        listener.send(begin.text().into());
    }
    if listener.backs != room.backs() {
        (listener.backs, listener.lines) = (room.backs(), 0);
        listener.state = "".into();
        if let Some(log) = room.log(reader, 0) {
            listener.send(log.text().into());
        }
        listener.lines = room.lines(reader);
    }
    let lines = room.lines(reader);
    if lines > listener.lines {
        if let Some(log) = room.log(reader, listener.lines) {
            listener.send(log.text().into());
        }
        listener.lines = lines;
    }
    let chat = room.chat_lines();
    if chat > listener.chat || fresh {
        listener.send(room.chat(listener.chat).text().into());
        listener.chat = chat;
    }
    let Some(state) = &told.state else { return };
    if !fresh && let Some(beats) = &told.beats {
        listener.send(beats.clone());
    }
    if listener.state != *state {
        listener.state = state.clone();
        listener.send(state.clone());
    }
}

#[cfg(test)]
mod tests {
    use super::{BYTES, Listener, WAITING};
    use crate::room::Reader;
    use tokio::sync::mpsc;

    #[test]
    fn who_lets_too_many_messages_wait_is_slow() {
        let (out, mut waiting) = mpsc::channel(WAITING);
        let mut listener = Listener::new(Reader::Onlooker, out);
        (0..WAITING).for_each(|_| listener.send("one".into()));
        assert!(!listener.slow);
        waiting.try_recv().expect("one waits");
        listener.send("one more".into());
        assert!(!listener.slow);
        listener.send("one too many".into());
        assert!(listener.slow);
    }

    #[test]
    fn who_lets_too_many_bytes_wait_is_slow() {
        let (out, mut waiting) = mpsc::channel(WAITING);
        let mut listener = Listener::new(Reader::Onlooker, out);
        // However long one message is, whoever reads gets it.
        let long: std::sync::Arc<str> = "x".repeat(BYTES + 1).into();
        for _ in 0..3 {
            listener.send(long.clone());
            assert!(!listener.slow);
            drop(waiting.try_recv().expect("it waits"));
        }
        listener.send(long);
        listener.send("one too many".into());
        assert!(listener.slow);
        // It is not kept for a reader that is shown out.
        assert!(waiting.try_recv().is_ok() && waiting.try_recv().is_err());
    }
}

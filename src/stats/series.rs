//! A series of games: played on several threads, handed on in their order, kept in a record that can be gone on with.

use std::collections::BTreeMap;
use std::io;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;

use itertools::Itertools;
use rayon::{ThreadPool, ThreadPoolBuilder};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use bots::Stop;
use text::printable;
use text::threads::{NoThread, STACK, roomy};

/// So many threads with room for the texts of cards.
///
/// # Errors
/// The system has no more.
pub(crate) fn pool(threads: usize) -> Result<ThreadPool, NoThread> {
    let builder = ThreadPoolBuilder::new().num_threads(threads);
    let pool = builder.stack_size(STACK).build();
    pool.map_err(|error| NoThread(io::Error::other(error)))
}

/// What is done with one number; nothing when it is dropped.
pub type Work<'w, C, T, E> = dyn Fn(&mut C, u64, &Stop<'_>) -> Result<Option<T>, E> + Sync + 'w;

/// Works through the numbers from `first` to before `last`, a thread for each of the crews. `done` is given what comes of
/// them in order, and answers whether to go on; so what is done does not hang on the threads. When `stop` is set, what is
/// under way is dropped.
///
/// # Errors
/// What `work` or `done` says for the first number for which it fails, or that threads cannot be had.
pub fn in_order<C: Send, T: Send, E: Send + From<NoThread>>(
    crews: &mut [C],
    (first, last): (u64, u64),
    stop: &AtomicBool,
    work: &Work<'_, C, T, E>,
    done: &mut dyn FnMut(u64, T) -> Result<bool, E>,
) -> Result<(), E> {
    let (next, enough) = (AtomicU64::new(first), AtomicBool::new(false));
    let stop: &Stop<'_> = &|| enough.load(Ordering::Relaxed) || stop.load(Ordering::Relaxed);
    let (sender, receiver) = mpsc::channel();
    std::thread::scope(|scope| {
        let mut outcome = Ok(());
        for crew in crews {
            let (sender, next) = (sender.clone(), &next);
            let thread = roomy().spawn_scoped(scope, move || {
                while !stop() {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    // Nobody listens any more once enough has been done.
                    if number >= last || sender.send((number, work(crew, number, stop))).is_err() {
                        break;
                    }
                }
            });
            if let Err(error) = thread {
                enough.store(true, Ordering::Relaxed);
                outcome = Err(NoThread(error).into());
            }
        }
        drop(sender);
        let (mut waiting, mut wanted) = (BTreeMap::new(), first);
        for (number, worked) in receiver {
            if outcome.is_err() {
                continue;
            }
            waiting.insert(number, worked);
            while let Some(worked) = waiting.remove(&wanted) {
                let go_on =
                    worked.and_then(|worked| worked.map_or(Ok(false), |it| done(wanted, it)));
                wanted += 1;
                if !matches!(go_on, Ok(true)) {
                    enough.store(true, Ordering::Relaxed);
                    return go_on.map(drop);
                }
            }
        }
        outcome
    })
}

/// The first line of a record: results of different series are not to be mixed.
pub trait Header: Serialize + DeserializeOwned {
    /// Whose record it is.
    const OF: &'static str;

    /// What differs from that of a record, in words.
    fn difference(&self, other: &Self) -> Option<String>;
}

/// Why a record cannot be gone on with.
#[derive(Debug, PartialEq, thiserror::Error)]
pub enum RecordError {
    #[error("line {0} is not a line of {1} record")]
    Line(usize, &'static str),
    /// It is a record, but of something else.
    #[error("{0}")]
    Other(String),
}

/// Reads a record of this very series: what its lines hold, and how many bytes of the text they take. `begun` is how the
/// line of that number begins, `read` what it holds. A last line that was cut off is left out.
///
/// # Errors
/// The first line that does not belong there.
pub fn read<H: Header, T>(
    text: &str,
    header: &H,
    begun: &dyn Fn(u64) -> String,
    read: impl Fn(&[T], &str) -> Result<Option<T>, String>,
) -> Result<(Vec<T>, usize), RecordError> {
    let mut all = Vec::new();
    let mut length = 0;
    for (at, line) in text.split_inclusive('\n').enumerate() {
        let no_line = RecordError::Line(at + 1, H::OF);
        if !line.ends_with('\n') {
            // Of a line that was cut off nothing is lost; but it must be one.
            let begun = begun(all.len() as u64);
            let is_one = match at {
                0 => begins(line, header),
                _ => line.starts_with(&begun) || begun.starts_with(line),
            };
            return if is_one {
                Ok((all, length))
            } else {
                Err(no_line)
            };
        }
        if at == 0 {
            let written: H = serde_json::from_str(line).map_err(|_| no_line)?;
            if let Some(what) = header.difference(&written) {
                return Err(RecordError::Other(format!("the record is of {what}")));
            }
        } else {
            match read(&all, line) {
                Ok(Some(one)) => all.push(one),
                Ok(None) => return Err(no_line),
                Err(why) => return Err(RecordError::Other(format!("line {} has {why}", at + 1))),
            }
        }
        length += line.len();
    }
    Ok((all, length))
}

/// What stands before the seed in the line of a header, and nowhere else: inside of texts quotation marks are escaped.
const SEED: &str = "\"seed\":";

/// The text is the beginning of the line of that header, whatever the seed: one that was drawn is not known any more.
pub fn begins(begun: &str, header: &impl Serialize) -> bool {
    let line = serde_json::to_string(header).expect("a header is made of texts and numbers");
    let (before, after) = line.split_once(SEED).expect("a header has a seed");
    let Some((begun, rest)) = begun.split_once(SEED) else {
        return line.starts_with(begun);
    };
    let digit = |sign: char| sign.is_ascii_digit();
    begun == before
        && after
            .trim_start_matches(digit)
            .starts_with(rest.trim_start_matches(digit))
}

/// The seed that a record of such a header begins with; nothing where it has none.
pub fn seed_of<H: Header>(text: &str) -> Option<u64> {
    let header: H = serde_json::from_str(text.lines().next()?).ok()?;
    serde_json::to_value(header).ok()?["seed"].as_u64()
}

/// The first of the keys in which two headers differ, by what that is called, with what it was in a record and what it is
/// now. Changes of texts and disputes (`rules`) are told by a number that says nothing to people.
pub fn difference(
    now: &impl Serialize,
    then: &impl Serialize,
    keys: &[(&str, &str)],
) -> Option<String> {
    const SHOWN: usize = 200;
    let [now, then] = [serde_json::to_value(now), serde_json::to_value(then)]
        .map(|header| header.expect("a header is made of texts and numbers"));
    let (key, what) = keys.iter().find(|(key, _)| now[key] != then[key])?;
    if *key == "rules" {
        return Some(what.to_string());
    }
    let [then, now] = [&then, &now].map(|header| printable(&in_words(&header[key]), SHOWN));
    Some(format!("{what}: `{then}` then, `{now}` now"))
}

/// A value of a header; a pair of numbers is milliseconds that programs may take for an answer and for a game.
fn in_words(value: &Value) -> String {
    match value {
        Value::Null => "none".to_string(),
        Value::String(text) => text.clone(),
        Value::Array(pair) if pair[..].first().is_some_and(Value::is_u64) => {
            let game = pair[1..].iter().filter(|game| !game.is_null());
            let of_game: String = game.map(|game| format!(", {game} ms for a game")).collect();
            format!("{} ms for an answer{of_game}", pair[0])
        }
        Value::Array(all) => all.iter().map(in_words).join(", "),
        other => other.to_string(),
    }
}

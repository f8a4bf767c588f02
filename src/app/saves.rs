//! Games that were played, read from files: kept ones, and those of traces.

use std::path::PathBuf;
use std::sync::Arc;

use crate::home::Home;
use crate::shelf::Shelf;
use crate::{Failure, number, start};
use engine::Script;
use lang::Fault;
use record::traces::replay::{Compile, Difference, Header, TracedGame, replay_along};
use record::traces::timeline::Timeline;
use rules::{Library, Settings};
use session::opening::Seating;
use session::readers::Readers;
use session::save::Saved;
use session::undo::{Repeated, timeline};
use text::{Span, plain_file, plural};

/// The file of the kept game of that number, where there is no file of that name.
pub fn by_number(file: PathBuf, home: &Home) -> Result<PathBuf, Failure> {
    let number = file.to_str().and_then(|name| name.parse::<u32>().ok());
    let Some(number) = number.filter(|_| !file.exists()) else {
        return Ok(file);
    };
    let kept = Shelf::of(home).ok().map(|shelf| shelf.file(number));
    let kept = kept.filter(|kept| kept.exists());
    let kept = kept.ok_or_else(|| number::no_game(number))?;
    plain_file(&kept).map_err(Failure::at(&kept, "read"))?;
    Ok(kept)
}

/// A kept game, or so many of its decisions.
pub fn saved(name: &str, text: &str, to: Option<u32>) -> Result<Saved, Failure> {
    let saved = Saved::parse(text).map_err(|error| Failure::kept(name, text, error, None))?;
    match to {
        Some(to) => {
            let to = number::decision(name, to, saved.taken.len())?;
            Ok(saved.up_to(to))
        }
        None => Ok(saved),
    }
}

/// Where what cannot be taken again is written, and how many decisions go before it.
pub fn place(saved: &Saved, repeated: Repeated) -> (Span, usize) {
    match repeated {
        Repeated::Choice(number) => (saved.places[number], number),
        Repeated::Settlement(number) => {
            let settled = &saved.settled[number];
            (settled.place, settled.after)
        }
    }
}

/// A kept game as it was seated, moment by moment.
pub fn moments(name: &str, text: &str, saved: &Saved) -> Result<(Seating, Timeline), Failure> {
    let scripts = start::saved_scripts(saved)?;
    let (seating, (settled, _)) = (saved.seating(&scripts), saved.settlements(&scripts));
    let timeline = timeline(&seating, &saved.taken, &settled).map_err(|(repeated, misfit)| {
        let error = Fault::new(place(saved, repeated).0, misfit.to_string());
        Failure::kept(name, text, error, Some(Readers::of(saved)))
    })?;
    Ok((seating, timeline))
}

/// The game of that number, counted from 1, of a file of traces.
pub fn traced(
    name: &str,
    text: &str,
    wanted: u32,
    compile: Compile<'_>,
) -> Result<TracedGame, Failure> {
    let games = replay_along(text.as_bytes(), compile).map_err(|why| differs(name, &why))?;
    let count = games.len();
    let played = games.into_iter().nth(wanted as usize - 1);
    played.ok_or_else(|| no_such_game(name, wanted, count))
}

/// A trace does not go so.
pub fn differs(name: &str, difference: &Difference) -> Failure {
    let sentence = format!("{name}, {difference}");
    Failure::run(sentence, "everything before this line matches")
}

/// There are only so many in the file.
pub fn no_such_game(name: &str, wanted: u32, count: usize) -> Failure {
    let help = format!("it has {}", plural(count as u64, "game"));
    Failure::usage(format!("`{name}` has no game {wanted}"), help)
}

/// The rules of the game that a trace tells of. Disputes that the game does not know are passed over.
pub fn compile(library: &Library, header: &Header) -> Result<Arc<Script>, String> {
    let known = library.disputes();
    let mut disputes = header.disputes.clone();
    disputes.retain(|(name, _)| known.iter().any(|dispute| dispute.name == *name));
    let kinds = header.kinds.clone();
    let rules = library.compile(&header.game, &Settings { disputes, kinds });
    let rules = rules.map_err(|report| {
        let faults: Vec<String> = report.faults.iter().map(ToString::to_string).collect();
        let faults = faults.join("; ");
        format!("the game of this trace cannot be set up: {faults}")
    })?;
    Ok(Arc::new(Script::new(rules)))
}

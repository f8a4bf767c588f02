//! Games that were kept elsewhere, as `brink play` writes them: they go on here.

use crate::Refusal;
use crate::new_game::{self, First, NewTable, Setup, link};
use crate::records::Record;
use crate::room::{Room, fit_name};
use crate::token::{Token, game_name};
use crate::wire::{ChatMode, Phase};
use explain::options::decision::Taken;
use rules::Library;
use session::save::Saved;

/// Bytes of a kept game.
pub const LONGEST: usize = 400 * 1024;

/// Choices of a kept game.
pub const CHOICES: usize = 20_000;

/// Makes a table of a kept game: whoever brings it has the first person's seat, bots have the others.
///
/// # Errors
/// It is no kept game, or not one that goes on here.
pub fn import(text: &str, name: &str) -> Result<NewTable, Refusal> {
    let (saved, mut room) = read(text)?;
    let token = Token::new()?;
    let name = fit_name(name, std::iter::empty())?;
    let records = played(&saved, &mut room, |chair| {
        match chair == saved.seat.index() {
            true => Record::sat(chair, name.clone(), &token.hash()),
            false => Record::Bot {
                chair,
                bot: BOT.to_string(),
            },
        }
    })?;
    Ok(NewTable::of(room, &records, Some(token)))
}

/// Reads a kept game, if it has not too many choices.
pub fn saved(text: &str) -> Result<Saved, Refusal> {
    let saved = Saved::parse(text)
        .map_err(|error| Refusal::bad(format!("this is not a saved game: {}", error.reason)))?;
    match saved.taken.len() > CHOICES {
        true => Err(Refusal::too_large(format!(
            "a saved game may have at most {CHOICES} choices"
        ))),
        false => Ok(saved),
    }
}

/// The table of a kept game, before anybody sits at it.
fn read(text: &str) -> Result<(Saved, Room), Refusal> {
    if text.len() > LONGEST {
        return Err(Refusal::too_large(format!(
            "a saved game may have at most {LONGEST} bytes"
        )));
    }
    let saved = saved(text)?;
    if !saved.settled.is_empty() {
        return Err(Refusal::bad(
            "disputes were settled during this game: it can only continue in `brink play`",
        ));
    }
    let setup = Setup {
        version: saved.version.clone().unwrap_or_default(),
        recipe: saved.game.clone(),
        players: saved.players,
        disputes: saved.disputes.clone(),
        kinds: saved.kinds.clone(),
        first: First::Me,
        chat: ChatMode::Free,
        seed: saved.seed,
        join: link()?,
        watch: link()?,
        position: saved.position.clone(),
    };
    // Traces have no cards with them: they are of the project's own.
    let script = setup.script(match saved.files.is_empty() {
        true => Library::own_texts(),
        false => saved.files.clone(),
    })?;
    let title = new_game::title_in(&script);
    let room = Room::new(game_name()?, title, setup, script).map_err(Refusal::bad)?;
    Ok((saved, room))
}

/// Lets those sit down, and takes all choices again; answers the records of it.
fn played(
    saved: &Saved,
    room: &mut Room,
    sits: impl Fn(usize) -> Record,
) -> Result<Vec<Record>, Refusal> {
    let mut records: Vec<Record> = (0..usize::from(saved.players)).map(sits).collect();
    records
        .iter()
        .cloned()
        .for_each(|record| room.apply(record));
    let mut take = |room: &mut Room, taken: &Taken| {
        let record = room.record_of(taken);
        room.apply(record.clone());
        records.push(record);
    };
    for taken in &saved.taken {
        while let Some(passed) = room.passed() {
            take(room, &passed);
        }
        take(room, taken);
        if room.phase() == Phase::Stuck {
            return Err(Refusal::bad("its choices do not fit its cards"));
        }
    }
    Ok(records)
}

/// Who plays against whoever brings a game.
const BOT: &str = "greedy";

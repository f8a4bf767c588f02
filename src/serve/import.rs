//! Games that were kept elsewhere, as `brink play` writes them: they go on here.

use crate::Refusal;
use crate::new_game::{self, Made};
use crate::new_game::{First, Setup};
use crate::records::Record;
use crate::room::{Room, fit_name};
use crate::token::{Token, hex};
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
pub fn import(text: &str, name: &str) -> Result<Made, Refusal> {
    let (saved, mut room) = read(text)?;
    let token = Token::new().map_err(new_game::no_chance)?;
    let name = fit_name(name, std::iter::empty())?;
    let mine = |chair: usize| chair == saved.seat.index();
    let records = played(&saved, &mut room, |chair| match mine(chair) {
        true => Record::Sat {
            chair,
            name: name.clone(),
            token: hex(&token.hash()),
        },
        false => Record::Bot {
            chair,
            bot: BOT.to_string(),
        },
    })?;
    let seats = (0..usize::from(saved.players))
        .map(|chair| mine(chair).then(|| token.clone()))
        .collect();
    let files = room.script().rules.files.clone();
    new_game::kept(room.name.clone(), records, room, files.into(), seats)
}

/// The table of a kept game, before anybody sits at it.
fn read(text: &str) -> Result<(Saved, Room), Refusal> {
    let wrong = |message: String| Refusal::new("bad-request", message);
    if text.len() > LONGEST {
        return Err(Refusal::new(
            "too-large",
            format!("a kept game of more than {LONGEST} bytes is not read"),
        ));
    }
    let saved = Saved::parse(text)
        .map_err(|error| wrong(format!("this is no kept game: {}", error.reason)))?;
    if !saved.settled.is_empty() {
        return Err(wrong(
            "disputes were settled in the middle of this game: it goes on in `brink play` alone"
                .to_string(),
        ));
    }
    if saved.taken.len() > CHOICES {
        return Err(Refusal::new(
            "too-large",
            format!("a game of more than {CHOICES} choices is not read"),
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
        join: Token::new().map_err(new_game::no_chance)?.to_string(),
        watch: Token::new().map_err(new_game::no_chance)?.to_string(),
        position: saved.position.clone(),
    };
    // Traces have no cards with them: they are of the project's own.
    let script = match saved.files.is_empty() {
        true => setup.script(Library::own_texts()),
        false => setup.script(saved.files.clone()),
    };
    let script = script.map_err(new_game::wrong)?;
    let title = new_game::title_in(&script);
    let game = crate::token::game_name().map_err(new_game::no_chance)?;
    let room = Room::new(game, title, setup, script).map_err(wrong)?;
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
            return Err(Refusal::new(
                "bad-request",
                "its choices do not fit its cards",
            ));
        }
    }
    Ok(records)
}

/// Who plays against whoever brings a game.
const BOT: &str = "greedy";

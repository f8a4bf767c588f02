//! Games that were kept elsewhere, as `brink play` writes them: they go on here.

use crate::base::Source;
use crate::serve::make::{self, Made};
use crate::serve::records::Record;
use crate::serve::refusal::Refusal;
use crate::serve::room::{Room, fit_name};
use crate::serve::setup::{First, Setup};
use crate::serve::token::{Token, hex};
use crate::serve::wire::{ChatMode, Phase};
use crate::sittings::saved::Saved;

/// Bytes of a kept game.
const LONGEST: usize = 400 * 1024;

/// Choices of a kept game.
const CHOICES: usize = 20_000;

/// Makes a table of a kept game: whoever brings it has the first person's seat, bots have the others.
///
/// # Errors
/// It is no kept game, or not one that goes on here.
pub fn import(text: &str, name: &str) -> Result<Made, Refusal> {
    let wrong = |message: String| Refusal::new("bad-request", message);
    if text.len() > LONGEST {
        return Err(Refusal::new("too-large", format!("a kept game of more than {LONGEST} bytes is not read")));
    }
    let saved = Saved::parse(text).map_err(|error| wrong(format!("this is no kept game: {}", error.reason)))?;
    if saved.files.is_empty() {
        return Err(wrong("this game has no cards with it: keep it once more with today's `brink`".to_string()));
    }
    if !saved.settled.is_empty() {
        return Err(wrong(
            "disputes were settled in the middle of this game: it goes on in `brink play` alone".to_string(),
        ));
    }
    if saved.taken.len() > CHOICES {
        return Err(Refusal::new("too-large", format!("a game of more than {CHOICES} choices is not read")));
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
        join: Token::new().map_err(make::no_chance)?.to_string(),
        watch: Token::new().map_err(make::no_chance)?.to_string(),
        position: saved.position.clone(),
    };
    let files: Vec<Source> = saved.files.clone();
    let script = setup.script(files.clone()).map_err(make::wrong)?;
    let title = make::title_in(&script);
    let game = crate::serve::token::game_name().map_err(make::no_chance)?;
    let mut room = Room::new(game.clone(), title, setup, script).map_err(wrong)?;
    let token = Token::new().map_err(make::no_chance)?;
    let name = fit_name(name, std::iter::empty())?;
    let (mut records, mut seats) = (Vec::new(), Vec::new());
    for chair in 0..usize::from(saved.players) {
        let mine = chair == saved.seat.index();
        records.push(match mine {
            true => Record::Sat { chair, name: name.clone(), token: hex(&token.hash()) },
            false => Record::Bot { chair, bot: BOT.to_string() },
        });
        seats.push(mine.then(|| token.clone()));
    }
    records.iter().cloned().for_each(|record| room.apply(record));
    for taken in &saved.taken {
        let record = room.record_of(taken);
        room.apply(record.clone());
        records.push(record);
        if room.phase() == Phase::Stuck {
            return Err(wrong("its choices do not fit its cards".to_string()));
        }
    }
    make::kept(game, records, room, files.into(), seats)
}

/// Who plays against whoever brings a game.
const BOT: &str = "greedy";

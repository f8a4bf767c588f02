//! What a choice will do whatever lies hidden: it is made in many games that its player cannot tell apart, and what
//! happens in all of them is told.

use crate::board::{Board, CardId, Event, Seat};
use crate::engine::{Cause, Choice, Game, Script, Watch, Words, Worlds};
use crate::table::log::Log;

/// The numbers by which worlds are drawn for previews.
const STREAM: u64 = 0x7072_6576;

/// Worlds that are looked at, at least; and at most, until every kind has lain where the choice turns cards up.
const FEWEST: u32 = 24;
const MOST: u32 = 200;

/// What will happen up to the next decision.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Preview {
    /// Sentences that hold whatever lies hidden, in order.
    pub certain: Vec<String>,
    /// More may happen, or other things, depending on what the player does not know.
    pub open: bool,
}

/// What a choice will do, as far as the player who is asked can know.
pub fn preview(mut worlds: Worlds, choice: Choice) -> Preview {
    let seat = worlds.seat();
    let mut words = Words::new(0, STREAM);
    let mut preview: Option<Preview> = None;
    let mut shown: Vec<String> = Vec::new();
    for round in 0..MOST {
        // Worlds that bring nothing new up any more are not looked at.
        if round >= FEWEST && round as usize > 12 * (shown.len() + 1) {
            break;
        }
        // Where texts ask what the player cannot know, not all of these games offer it.
        let Some(told) = made(worlds.sample(&mut words), seat, choice) else { continue };
        if !shown.contains(&told.surprise) {
            shown.push(told.surprise);
        }
        match &mut preview {
            None => preview = Some(Preview { certain: told.sentences, open: told.hidden }),
            Some(preview) => {
                preview.open |= told.hidden || told.sentences != preview.certain;
                common(&mut preview.certain, &told.sentences);
            }
        }
    }
    preview.unwrap_or_default()
}

/// Keeps of the first what is in both, in order.
fn common(kept: &mut Vec<String>, other: &[String]) {
    let mut rest = other;
    kept.retain(|sentence| match rest.iter().position(|there| there == sentence) {
        Some(at) => {
            rest = &rest[at + 1..];
            true
        }
        None => false,
    });
}

/// What happened in one world.
struct Made {
    sentences: Vec<String>,
    /// A card came up, or was drawn, that the player did not know before.
    hidden: bool,
    /// Everything, to tell worlds apart.
    surprise: String,
}

fn made(game: &mut Game, seat: Seat, choice: Choice) -> Option<Made> {
    let before: Vec<bool> = (0..game.script().rules.cards.len()).map(|card| hides(game, card, seat)).collect();
    let mut tale = Tale { log: Log::new(seat), before, fresh: false };
    game.take(choice, &mut tale).ok()?;
    let sentences = tale.log.take_lines();
    Some(Made { surprise: sentences.join("\n"), sentences, hidden: tale.fresh })
}

fn hides(game: &Game, card: usize, seat: Seat) -> bool {
    game.is_hidden(CardId(card as u16), seat)
}

/// A log that notices when the unknown comes into play.
struct Tale {
    log: Log,
    before: Vec<bool>,
    fresh: bool,
}

impl Watch for Tale {
    fn event_by(&mut self, script: &Script, board: &Board, event: &Event<'_>, cause: Option<Cause>) {
        self.fresh |= match event {
            Event::Revealed { card, .. } | Event::LaidAside { card, .. } | Event::Discarded { card } => {
                self.before[card.index()]
            }
            Event::Drawn { .. } | Event::Shuffled { .. } | Event::Seen { .. } => true,
            _ => false,
        };
        self.log.event_by(script, board, event, cause);
    }
}

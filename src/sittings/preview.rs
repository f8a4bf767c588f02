//! What a choice will do whatever lies hidden: it is made in many games that its player cannot tell apart, and what
//! happens in all of them is told.

use crate::board::{Board, CardId, Event, Seat};
use crate::engine::{Cause, Choice, Game, Script, Watch, Words, Worlds};
use crate::speech::log::Log;

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

/// What the option with that number will do, as far as the player who is asked can know. Nothing when there is none.
pub fn preview(game: &Game, number: usize) -> Option<Preview> {
    let (seat, _) = game.decision()?;
    let choice = game.options_in_worlds().get(number).copied()?;
    Some(preview_in(game.worlds(seat), choice))
}

/// The same of a choice as it is called in these worlds.
pub(super) fn preview_in(mut worlds: Worlds, choice: Choice) -> Preview {
    let seat = worlds.seat();
    // What is hidden is so in all of them.
    let cards = 0..worlds.game().script().rules.cards.len();
    let hidden: Vec<bool> = cards.map(|card| worlds.game().is_hidden(CardId(card as u16), seat)).collect();
    let mut words = Words::new(0, STREAM);
    let mut preview: Option<Preview> = None;
    let mut shown: Vec<Vec<String>> = Vec::new();
    for round in 0..MOST {
        // Worlds that bring nothing new up any more are not looked at.
        if round >= FEWEST && round as usize > 12 * (shown.len() + 1) {
            break;
        }
        // Where texts ask what the player cannot know, not all of these games offer it.
        let Some(made) = made(worlds.sample(&mut words), seat, choice, &hidden) else { continue };
        match &mut preview {
            None => preview = Some(Preview { certain: made.sentences.clone(), open: made.fresh }),
            Some(preview) => {
                preview.open |= made.fresh || made.sentences != preview.certain;
                common(&mut preview.certain, &made.sentences);
            }
        }
        if !shown.contains(&made.sentences) {
            shown.push(made.sentences);
        }
    }
    // Where none of those that were looked at offers it, it hangs on what the player does not know.
    preview.unwrap_or(Preview { certain: Vec::new(), open: true })
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
    fresh: bool,
}

fn made(game: &mut Game, seat: Seat, choice: Choice, hidden: &[bool]) -> Option<Made> {
    let mut tale = Tale { log: Log::new(seat), hidden, fresh: false };
    game.take(choice, &mut tale).ok()?;
    Some(Made { sentences: tale.log.take_lines(), fresh: tale.fresh })
}

/// A log that notices when the unknown comes into play.
struct Tale<'a> {
    log: Log,
    hidden: &'a [bool],
    fresh: bool,
}

impl Watch for Tale<'_> {
    fn event_by(&mut self, script: &Script, board: &Board, event: &Event<'_>, cause: Option<Cause>) {
        self.fresh |= match event {
            Event::Revealed { card, .. } | Event::LaidAside { card, .. } | Event::Discarded { card } => {
                self.hidden[card.index()]
            }
            Event::Drawn { .. } | Event::Shuffled { .. } | Event::Seen { .. } => true,
            _ => false,
        };
        self.log.event_by(script, board, event, cause);
    }
}

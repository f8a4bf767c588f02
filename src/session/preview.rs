//! What a choice will do whatever lies hidden: what happens before the first card comes up that its player does not know,
//! and is the same in many games that the player cannot tell apart.

use board::{Board, CardId, Event, Seat};
use engine::{Cause, Choice, Game, Script, Watch, Words, Worlds};
use explain::log::Log;
use explain::names::face_name;

/// The numbers by which worlds are drawn for previews.
const STREAM: u64 = 0x7072_6576;

/// Worlds that are looked at: up to the first card that comes up they are alike, but where a text asks what cannot be known.
const WORLDS: u32 = 16;

/// What will happen up to the next decision.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Preview {
    /// Sentences that hold whatever lies hidden, in order.
    pub certain: Vec<String>,
    /// More may happen, or other things, depending on what the player does not know.
    pub open: bool,
}

impl Preview {
    /// All of it, a sentence each.
    pub fn told(self) -> Vec<String> {
        let more = if self.certain.is_empty() {
            "The result"
        } else {
            "The rest"
        };
        let rest = self
            .open
            .then(|| format!("{more} depends on hidden cards."));
        self.certain.into_iter().chain(rest).collect()
    }

    /// The same for whoever asks for it, who is always answered.
    pub fn answer(self) -> Vec<String> {
        match self.told() {
            told if told.is_empty() => {
                vec!["Nothing visible happens before the next choice.".to_string()]
            }
            told => told,
        }
    }
}

/// What the option with that number will do, as far as the player who is asked can know. Nothing when there is none.
pub fn preview(game: &Game, number: usize) -> Option<Preview> {
    let seat = game.chooser()?.by;
    let choice = game.options_in_worlds().get(number).copied()?;
    Some(preview_in(game.worlds(seat), choice))
}

/// The same of a choice as it is called in these worlds.
pub(crate) fn preview_in(mut worlds: Worlds, choice: Choice) -> Preview {
    let seat = worlds.seat();
    // What is hidden is so in all of them.
    let cards = 0..worlds.game().script().rules.cards.len();
    let hidden: Vec<bool> = cards
        .map(|card| worlds.game().is_hidden(CardId(card as u16), seat))
        .collect();
    let mut words = Words::new(0, STREAM);
    let worlds = (0..WORLDS).map(|_| made(worlds.sample(&mut words), seat, choice, &hidden));
    // Where texts ask what the player cannot know, not all of these games offer it.
    let made: Vec<Made> = worlds.flatten().collect();
    // Where none of those that were looked at offers it, it hangs on what the player does not know.
    let Some(first) = made.first() else {
        return Preview {
            certain: Vec::new(),
            open: true,
        };
    };
    let mut certain = first.sentences.clone();
    let mut open = false;
    for made in &made {
        open |= made.fresh || made.sentences != certain;
        common(&mut certain, &made.sentences);
    }
    // Behind the end of the game there is nothing that could hang on anything.
    Preview {
        certain,
        open: open && !made.iter().all(|made| made.over),
    }
}

/// Keeps of the first what is in both, in order.
fn common(kept: &mut Vec<String>, other: &[String]) {
    let mut rest = other.iter();
    kept.retain(|sentence| {
        let mut ahead = rest.clone();
        let found = ahead.any(|there| there == sentence);
        if found {
            rest = ahead;
        }
        found
    });
}

/// What happened in one world.
struct Made {
    /// What is told up to the first card that comes up or is drawn unknown.
    sentences: Vec<String>,
    /// There is such a card.
    fresh: bool,
    /// Somebody has won.
    over: bool,
}

fn made(game: &mut Game, seat: Seat, choice: Choice, hidden: &[bool]) -> Option<Made> {
    let mut tale = Tale {
        log: Log::new(seat),
        hidden,
        fresh: None,
    };
    let before = game.board().clone();
    game.take(choice, &mut tale).ok()?;
    let mut sentences = tale.log.take_lines();
    match tale.fresh {
        Some(known) => sentences.truncate(known),
        None => sentences.extend(new_statuses(game, &before)),
    }
    Some(Made {
        sentences,
        fresh: tale.fresh.is_some(),
        over: game.decision().is_none(),
    })
}

/// What buildings have become that they were not before, and the other way round: no event tells that.
fn new_statuses(game: &Game, before: &Board) -> Vec<String> {
    let (board, rules) = (game.board(), &game.script().rules);
    let mut told = Vec::new();
    for seat in Seat(0).clockwise(board.seats) {
        for (place, building) in board.row(seat).iter().enumerate() {
            let stood = before.place(*building).is_some();
            let old = if stood {
                before.card(*building).status
            } else {
                0
            };
            let new = board.card(*building).status;
            let name = face_name(rules, game.building_face(*building));
            for (bit, status) in rules.statuses.iter().enumerate() {
                let how = match (old >> bit & 1, new >> bit & 1) {
                    (0, 1) => "becomes",
                    (1, 0) => "is no longer",
                    _ => continue,
                };
                told.push(format!("{name} ({seat}.{}) {how} {status}.", place + 1));
            }
        }
    }
    told
}

/// A log that notices when the unknown comes into play.
struct Tale<'a> {
    log: Log,
    hidden: &'a [bool],
    /// How many sentences there were then: what follows may hang on it.
    fresh: Option<usize>,
}

impl Watch for Tale<'_> {
    fn event_by(
        &mut self,
        script: &Script,
        board: &Board,
        event: &Event<'_>,
        cause: Option<Cause>,
    ) {
        let fresh = match event {
            Event::Revealed { card, .. }
            | Event::LaidAside { card, .. }
            | Event::Discarded { card }
            | Event::Removed { card } => self.hidden[card.index()],
            Event::Drawn { .. }
            | Event::Shuffled { .. }
            | Event::DeckShuffled { .. }
            | Event::Seen { .. }
            | Event::Fell { .. } => true,
            _ => false,
        };
        if fresh && self.fresh.is_none() {
            self.fresh = Some(self.log.lines().len());
        }
        self.log.event_by(script, board, event, cause);
    }
}

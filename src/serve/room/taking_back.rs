//! Taking back: free where nobody has seen anything since, asked where others are concerned, and never where something hidden has
//! been seen. Alone against bots it is free, as in `brink play`.

use crate::records::Record;
use crate::refusal::Refusal;
use crate::room::votes::About;
use crate::room::{Heard, Reader, Room};
use crate::wire::{Back, BackState, Phase};
use board::Seat;
use session::sitting::Since;
use text::plural;

impl Room {
    /// Whether the last decision of a reader can be taken back, and what that would undo.
    pub(super) fn back(&self, reader: Reader) -> Back {
        let none = Back {
            state: BackState::None,
            would: Vec::new(),
            because: None,
        };
        let Some((state, since)) = reader.chair().and_then(|chair| self.way_back(chair)) else {
            return none;
        };
        let because = (state == BackState::Never).then(|| {
            let times = plural(since.hidden.into(), "time");
            format!("Since then somebody has seen what was hidden from you, or chance has fallen: {times}.")
        });
        Back {
            state,
            would: self.undone(self.eyes(reader), &since),
            because,
        }
    }

    /// How a chair may go back before its last decision.
    fn way_back(&self, chair: usize) -> Option<(BackState, Since)> {
        if self.phase() != Phase::Play || !self.chairs[chair].plays() {
            return None;
        }
        let since = self.sitting.as_ref()?.since(self.seat(chair)?)?;
        // Sides and first cards are shown to all at once.
        if self.turn() == 0 {
            return None;
        }
        let state = match (since.hidden, since.shown, since.others) {
            _ if self.is_alone() => BackState::Free,
            (1.., ..) => BackState::Never,
            (0, 0, false) => BackState::Free,
            (0, ..) => BackState::Ask,
        };
        Some((state, since))
    }

    /// One person, and bots.
    pub(super) fn is_alone(&self) -> bool {
        self.chairs.iter().filter(|chair| chair.is_person()).count() == 1
    }

    fn turn(&self) -> u32 {
        self.sitting.as_ref().map_or(0, |sitting| sitting.turn())
    }

    /// The sentences that would be undone, as somebody was told them.
    pub(super) fn undone(&self, eyes: Seat, since: &Since) -> Vec<String> {
        let Some(sitting) = &self.sitting else {
            return Vec::new();
        };
        let at = sitting.people().position(|person| person == eyes);
        let from = at.and_then(|at| since.lines.get(at)).copied();
        let lines = sitting
            .log_of(eyes)
            .zip(from)
            .map(|(log, from)| log.lines()[from..].to_vec());
        lines.unwrap_or_default()
    }

    /// Takes back, or asks the others whether they agree.
    pub(super) fn take_back(&mut self, chair: usize) -> Result<Heard, Refusal> {
        let Some((state, since)) = self.way_back(chair) else {
            return Err(Refusal::not_now("There is nothing of yours to take back."));
        };
        match state {
            BackState::Free => Ok(Heard::Records(vec![Record::Back {
                chair,
                to: since.to,
            }])),
            BackState::Never => Err(Refusal::not_now(
                "Something hidden has been seen since; that stands.",
            )),
            BackState::Ask | BackState::None => self.ask_others(chair, About::Back(since)),
        }
    }
}

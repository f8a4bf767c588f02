//! What is waited for: who is asked, which decision that is, and what a bot has to think about.

use crate::Refusal;
use crate::records::Record;
use crate::room::{BOT_TURNS, Room};
use crate::wire::{Ending, Phase};
use board::Seat;
use bots::BotSpec;
use bots::protocol::Player;
use engine::Outcome;
use explain::options::decision::Taken;
use session::hints::Task;
use session::sitting::Sitting;

/// A decision of a bot.
pub struct BotTurn {
    chair: usize,
    id: u64,
    who: board::Chooser,
    labels: Vec<String>,
    pub thought: Task,
}

impl Room {
    /// The chair of whoever arranges the table: who of those that sit there sat down first, which is who has made the game until they
    /// leave.
    pub(super) fn host(&self) -> Option<usize> {
        let people = self
            .chairs
            .iter()
            .enumerate()
            .filter(|(_, chair)| chair.is_person());
        people.min_by_key(|(_, chair)| chair.sat).map(|(at, _)| at)
    }

    /// What a chair is asked now, in its seat.
    pub(super) fn asked_of(&self, chair: usize) -> Option<Task> {
        if self.phase() != Phase::Play {
            return None;
        }
        self.sitting
            .as_ref()?
            .asked_of(self.seat(chair)?, &self.given_yet)
    }

    /// Decisions have numbers, so that an answer fits one alone: each answer of a chair and each way back makes another one. Nothing
    /// else goes into it, so it tells nothing that the chair does not know.
    pub(super) fn id(&self, chair: usize) -> u64 {
        self.answers[chair] + self.backs
    }

    /// What a person is asked, if that is the decision of this number.
    pub(super) fn asked_now(&self, chair: usize, id: u64) -> Result<Task, Refusal> {
        if self.phase() != Phase::Play {
            return Err(Refusal::not_now("There is nothing to decide now."));
        }
        if !self.chairs[chair].plays() {
            return Err(Refusal::not_now("A bot is playing for you."));
        }
        if id != self.id(chair) {
            return Err(Refusal::late());
        }
        self.asked_of(chair)
            .ok_or_else(|| Refusal::new("foreign", "This is not your decision."))
    }

    /// The seats that are asked, as somebody sees them. Whoever has one choice alone is not asked, which tells of a hand: where all
    /// choose in secret, each sees the others asked until all have chosen.
    pub(super) fn seen_asked(&self, eyes: Seat) -> Vec<Seat> {
        let together = self.phase() == Phase::Play
            && self.sitting.as_ref().is_some_and(Sitting::asks_together);
        match together {
            false => self.asked(),
            true => {
                let seats = (0..self.setup.players).map(Seat);
                seats
                    .filter(|seat| *seat != eyes || self.asked_of(self.chair(*seat)).is_some())
                    .collect()
            }
        }
    }

    /// The seats that are asked.
    pub(super) fn asked(&self) -> Vec<Seat> {
        let Some(sitting) = self
            .sitting
            .as_ref()
            .filter(|_| self.phase() == Phase::Play)
        else {
            return Vec::new();
        };
        match sitting.asks_together() {
            true => (0..self.setup.players)
                .map(Seat)
                .filter(|seat| self.asked_of(self.chair(*seat)).is_some())
                .collect(),
            false => sitting.asked().into_iter().collect(),
        }
    }

    /// What somebody takes who is asked for the sake of others alone.
    pub fn passed(&self) -> Option<Taken> {
        self.asked()
            .into_iter()
            .find_map(|seat| self.asked_of(self.chair(seat))?.passed())
    }

    /// The bot that has to decide, if one has.
    pub(crate) fn bot_asked(&self) -> Option<BotSpec> {
        self.asked()
            .into_iter()
            .find_map(|seat| self.chairs[self.chair(seat)].bot())
    }

    /// A decision that a bot has to make.
    pub(crate) fn bot_turn(&self) -> Option<BotTurn> {
        let chair = self
            .asked()
            .into_iter()
            .map(|seat| self.chair(seat))
            .find(|chair| self.chairs[*chair].bot().is_some())?;
        let bot = self.chairs[chair].bot()?;
        let asked = self.asked_of(chair)?;
        let who = asked.decision().chooser();
        let labels = asked
            .decision()
            .offers
            .iter()
            .map(|offer| offer.label.clone())
            .collect();
        Some(BotTurn {
            chair,
            id: self.id(chair),
            who,
            labels,
            thought: asked.with(bot),
        })
    }

    /// A bot decides; nothing where its decision is not asked for any more.
    pub(crate) fn bot_decides(&self, turn: &BotTurn, number: usize) -> Option<Record> {
        let stands = self.id(turn.chair) == turn.id && self.chairs[turn.chair].bot().is_some();
        let asked = self.asked_of(turn.chair).filter(|_| stands)?;
        let label = turn.labels.get(number)?.clone();
        let same = asked.decision().chooser() == turn.who
            && asked
                .decision()
                .offers
                .iter()
                .any(|offer| offer.label == label);
        same.then(|| self.record_of(&Taken::new(turn.who, label)))
    }

    /// Nobody decides any more.
    pub fn is_over(&self) -> bool {
        self.ended(None).is_some()
    }

    /// How it has ended, as a seat is told, or everybody.
    pub(super) fn ended(&self, me: Option<Seat>) -> Option<Ending> {
        let sitting = self.sitting.as_ref()?;
        if let Some(sentence) = sitting.ended_by_seat(me) {
            let draw = sitting.outcome() == Outcome::Drawn;
            return Some(Ending {
                winner: sitting.winner().map(Player),
                draw,
                sentence,
            });
        }
        let ended = |winner: Option<Seat>, sentence: String| {
            Some(Ending {
                winner: winner.map(Player),
                draw: false,
                sentence,
            })
        };
        let left = self.unconceded();
        if let [seat] = left[..] {
            let sentence = format!("{seat} wins: everybody else has conceded.");
            return ended(Some(seat), sentence);
        }
        let mut people = self
            .chairs
            .iter()
            .filter(|chair| chair.is_person())
            .peekable();
        if people.peek().is_some() && people.all(|chair| chair.conceded) {
            return ended(None, "Everybody has conceded; nobody has won.".to_string());
        }
        let people_live = self.chairs.iter().enumerate().any(|(at, chair)| {
            chair.plays() && self.seat(at).is_some_and(|seat| sitting.is_living(seat))
        });
        if !people_live && sitting.turn() > BOT_TURNS {
            let sentence = "The bots would play forever; nobody has won.";
            return ended(None, sentence.to_string());
        }
        None
    }

    /// Living seats whose players have not conceded.
    fn unconceded(&self) -> Vec<Seat> {
        let Some(sitting) = &self.sitting else {
            return Vec::new();
        };
        let seats = (0..self.chairs.len()).filter(|chair| !self.chairs[*chair].conceded);
        seats
            .filter_map(|chair| self.seat(chair))
            .filter(|seat| sitting.is_living(*seat))
            .collect()
    }
}

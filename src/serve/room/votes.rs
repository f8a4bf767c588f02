//! People agree at the table: to take back, to let a bot play on, to play once more. Votes are not kept, what comes of them is.

use std::collections::BTreeSet;

use board::Seat;
use session::sitting::Since;
use text::plural;

use crate::Refusal;
use crate::records::Record;
use crate::room::{Reader, Reply, Room};
use crate::wire::{Back, BackState, Phase, SeenRematch, SeenVote};

/// The bot that plays on for people.
const SUBSTITUTE: &str = "greedy";

impl Room {
    /// People who play, but not that one; those who have left are not waited for.
    fn others(&self, chair: usize) -> BTreeSet<usize> {
        let plays = |other: &usize| {
            *other != chair && self.chairs[*other].plays() && !self.chairs[*other].left
        };
        (0..self.chairs.len()).filter(plays).collect()
    }

    pub(super) fn ask_others(&mut self, chair: usize, about: About) -> Result<Reply, Refusal> {
        if self.vote.as_ref().is_some_and(|vote| vote.by != chair) {
            return Err(Refusal::not_now("Another vote is under way."));
        }
        let mut needs = self.others(chair);
        if let About::Bot(of) = about {
            // Who is not there cannot be asked.
            needs.retain(|other| *other != of && self.chairs[*other].sockets > 0);
        }
        self.votes += 1;
        self.vote = Some(Vote {
            id: self.votes,
            by: chair,
            about,
            yes: BTreeSet::from([chair]),
            needs,
        });
        Ok(self.voted())
    }

    /// What has come of the vote: when all agree, what was voted on.
    fn voted(&mut self) -> Reply {
        match self.vote.take_if(|vote| vote.needs.is_subset(&vote.yes)) {
            Some(Vote {
                about: About::Back(since),
                by: chair,
                ..
            }) => Reply::Records(vec![Record::Back {
                chair,
                to: since.to,
            }]),
            Some(Vote {
                about: About::Bot(chair),
                ..
            }) => Reply::Records(vec![Record::Replaced {
                chair,
                bot: SUBSTITUTE.to_string(),
            }]),
            None => Reply::CHANGED,
        }
    }

    pub(super) fn cast(&mut self, chair: usize, id: u64, yes: bool) -> Result<Reply, Refusal> {
        let Some(vote) = self.vote.as_mut().filter(|vote| vote.id == id) else {
            return Err(Refusal::late());
        };
        if !vote.needs.contains(&chair) || vote.yes.contains(&chair) {
            return Err(Refusal::new("foreign", "Your vote is not needed."));
        }
        if !yes {
            let what = match vote.about {
                About::Back(_) => "The decision is not undone",
                About::Bot(_) => "No bot takes the seat",
            };
            self.vote = None;
            let notice = format!("{what}: {} does not agree.", self.name_of(chair));
            self.chat.notice(notice);
            return Ok(Reply::CHANGED);
        }
        vote.yes.insert(chair);
        Ok(self.voted())
    }

    pub(super) fn want_bot(&mut self, chair: usize, of: usize) -> Result<Reply, Refusal> {
        if of >= self.chairs.len() {
            return Err(Refusal::broken("There is no such chair."));
        }
        match of != chair && self.may_be_replaced(of) {
            true => self.ask_others(chair, About::Bot(of)),
            false => Err(self.not_replaced(of)),
        }
    }

    /// The vote as somebody sees it: what would be undone as they were told it.
    pub(super) fn seen_vote(&self, reader: Reader) -> Option<SeenVote> {
        let vote = self.vote.as_ref()?;
        let (what, chair, would) = match &vote.about {
            About::Back(since) => ("back", None, self.undone(self.eyes(reader), since)),
            About::Bot(chair) => ("bot", Some(*chair), Vec::new()),
        };
        let (yes, needs) = (
            vote.yes.iter().copied().collect(),
            vote.needs.iter().copied().collect(),
        );
        Some(SeenVote {
            id: vote.id,
            what,
            by: vote.by,
            chair,
            would,
            yes,
            no: Vec::new(),
            needs,
        })
    }

    /// People who are there: all of them must want to play once more.
    fn wanted_again(&self) -> BTreeSet<usize> {
        let there = |chair: &usize| {
            let there = &self.chairs[*chair];
            there.is_person() && !there.left && there.sockets > 0
        };
        (0..self.chairs.len()).filter(there).collect()
    }

    pub(super) fn want_rematch(&mut self, chair: usize) -> Result<Reply, Refusal> {
        if !self.is_over() || self.rematch.agreed {
            return Err(Refusal::not_now(
                "You can play again when this game is over.",
            ));
        }
        self.rematch.yes.insert(chair);
        self.rematch.agreed = self.wanted_again().is_subset(&self.rematch.yes);
        Ok(Reply::CHANGED)
    }

    /// The next game is to be made.
    pub(crate) fn wants_next_game(&self) -> bool {
        self.rematch.agreed && self.rematch.game.is_none()
    }

    /// The next game cannot be made: people may ask again.
    pub(crate) fn no_next_game(&mut self) {
        self.rematch = Rematch::default();
    }

    /// The next game is made.
    pub(super) fn plays_again(&mut self, game: String, watch: String) {
        self.rematch.agreed = true;
        (self.rematch.game, self.rematch.watch) = (Some(game), Some(watch));
    }

    pub(super) fn seen_rematch(&self) -> Option<SeenRematch> {
        let Rematch {
            yes, game, watch, ..
        } = &self.rematch;
        if yes.is_empty() && game.is_none() {
            return None;
        }
        Some(SeenRematch {
            yes: yes.iter().copied().collect(),
            needs: self.wanted_again().into_iter().collect(),
            game: game.clone(),
            watch: watch.clone(),
        })
    }
}

/// What is voted on.
#[derive(Debug, Clone)]
pub enum About {
    Back(Since),
    Bot(usize),
}

/// A vote under way. All who are needed must agree; one who does not ends it.
#[derive(Debug, Clone)]
pub struct Vote {
    pub id: u64,
    pub by: usize,
    pub about: About,
    pub yes: BTreeSet<usize>,
    pub needs: BTreeSet<usize>,
}

/// Who wants to play once more, and the game that came of it.
#[derive(Debug, Clone, Default)]
pub struct Rematch {
    pub yes: BTreeSet<usize>,
    /// All have agreed, and the next game is being made.
    pub agreed: bool,
    pub game: Option<String>,
    pub watch: Option<String>,
}

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
            format!("Since then someone has seen hidden information, or there was a random result: {times}.")
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
    pub(super) fn take_back(&mut self, chair: usize) -> Result<Reply, Refusal> {
        let Some((state, since)) = self.way_back(chair) else {
            return Err(Refusal::not_now("You have nothing to undo."));
        };
        match state {
            BackState::Free => Reply::record(Record::Back {
                chair,
                to: since.to,
            }),
            BackState::Never => Err(Refusal::not_now(
                "Hidden information has been seen since, so it cannot be undone.",
            )),
            BackState::Ask | BackState::None => self.ask_others(chair, About::Back(since)),
        }
    }
}

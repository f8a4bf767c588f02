//! People agree at the table: to take back, to let a bot play on, to play once more. Votes are not kept, what comes of them is.

use std::collections::BTreeSet;

use crate::records::Record;
use crate::refusal::Refusal;
use crate::room::votes::{About, Rematch, Vote};
use crate::room::{Heard, Reader, Room};
use crate::wire::{SeenRematch, SeenVote};

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

    pub(super) fn ask_others(&mut self, chair: usize, about: About) -> Result<Heard, Refusal> {
        if self.vote.as_ref().is_some_and(|vote| vote.by != chair) {
            return Err(Refusal::not_now("The table votes on something else."));
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
    fn voted(&mut self) -> Heard {
        let agreed = self
            .vote
            .as_ref()
            .is_some_and(|vote| vote.needs.is_subset(&vote.yes));
        match self.vote.take_if(|_| agreed) {
            Some(Vote {
                about: About::Back(since),
                by,
                ..
            }) => Heard::Records(vec![Record::Back {
                chair: by,
                to: since.to,
            }]),
            Some(Vote {
                about: About::Bot(chair),
                ..
            }) => Heard::Records(vec![Record::Replaced {
                chair,
                bot: SUBSTITUTE.to_string(),
            }]),
            None => Heard::Changed,
        }
    }

    pub(super) fn cast(&mut self, chair: usize, id: u64, yes: bool) -> Result<Heard, Refusal> {
        let Some(vote) = self.vote.as_mut().filter(|vote| vote.id == id) else {
            return Err(Refusal::late());
        };
        if !vote.needs.contains(&chair) || vote.yes.contains(&chair) {
            return Err(Refusal::new("foreign", "Nobody waits for your vote."));
        }
        if !yes {
            let what = match vote.about {
                About::Back(_) => "It is not taken back",
                About::Bot(_) => "No bot plays on",
            };
            self.vote = None;
            let notice = format!("{what}: {} does not agree.", self.name_of(chair));
            self.chat.notice(notice);
            return Ok(Heard::Changed);
        }
        vote.yes.insert(chair);
        Ok(self.voted())
    }

    pub(super) fn want_bot(&mut self, chair: usize, of: usize) -> Result<Heard, Refusal> {
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

    pub(super) fn want_rematch(&mut self, chair: usize) -> Result<Heard, Refusal> {
        if !self.is_over() || self.rematch.agreed {
            return Err(Refusal::not_now(
                "You can play once more when this game is over.",
            ));
        }
        self.rematch.yes.insert(chair);
        self.rematch.agreed = self.wanted_again().is_subset(&self.rematch.yes);
        Ok(Heard::Changed)
    }

    /// The next game is to be made.
    pub fn wants_next_game(&self) -> bool {
        self.rematch.agreed && self.rematch.game.is_none()
    }

    /// The next game cannot be made: people may ask again.
    pub fn no_next_game(&mut self) {
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

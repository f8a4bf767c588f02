//! A table that does not agree how a disputed rule is read plays for it (HFB-3): before the first turn, or at a turn menu.

use std::io::Write;
use std::sync::Arc;

use super::Table;
use crate::app::start::script_with;
use crate::app::{Failure, near};
use crate::board::Seat;
use crate::engine::Script;
use crate::rules::Library;
use crate::rules::ir::Dispute;
use crate::table::contest::dispute_words;
use crate::table::decision::Question;
use crate::table::saved::Saved;
use crate::table::sitting::{Opening, Seating, Sitting};

impl Table {
    /// Lets a contest settle a dispute. In a turn the game goes on with its answer; before the first one the cards are dealt
    /// again. Answers `false` when the person has left.
    pub(super) fn settle(&mut self, name: &str) -> Result<bool, Failure> {
        let rules = self.sitting.rules();
        let found = rules.disputes.iter().position(|dispute| dispute.name.eq_ignore_ascii_case(name));
        let names = || rules.disputes.iter().map(|dispute| dispute.name.as_str());
        let Some(index) = found else {
            let out = &mut self.console.out;
            match name {
                "" => writeln!(out, "Say which: `dispute NAME`; {}.", near("", names()))?,
                _ => writeln!(out, "This game has no dispute `{name}`: {}", near(name, names()))?,
            }
            return Ok(true);
        };
        let dispute = rules.disputes[index].clone();
        match (self.refusal(&dispute), &self.play) {
            (Some(refused), _) => {
                writeln!(self.console.out, "{refused}")?;
                Ok(true)
            }
            (None, None) => {
                writeln!(self.console.out, "This game began with a ruling, which says how disputed rules are read.")?;
                Ok(true)
            }
            (None, Some(_)) if self.at_menu() => self.settle_in_turn(index, &dispute),
            (None, Some(_)) => self.settle_before(index, &dispute),
        }
    }

    fn at_menu(&self) -> bool {
        self.sitting.decision().is_some_and(|decision| decision.question == Question::Menu)
    }

    /// Why it is not played for now.
    fn refusal(&self, dispute: &Dispute) -> Option<String> {
        let Some(decision) = self.sitting.decision() else {
            return Some("The game is over: there is nothing to be settled any more.".to_string());
        };
        let name = &dispute.name;
        let settled = &self.sitting.seating().opening.settled;
        match decision.question {
            _ if self.sitting.rules().symbols.is_empty() => {
                Some("This game has no symbols to show; use `--dispute NAME=VALUE`.".to_string())
            }
            Question::Menu if self.sitting.settled_in_turn(name) => {
                Some(format!("`{name}` has been settled in this turn."))
            }
            Question::Side | Question::Shield { .. } if settled.contains(name) => {
                Some(format!("`{name}` has been settled for this game."))
            }
            Question::Menu | Question::Side | Question::Shield { .. } => None,
            Question::Pick(_) | Question::Branch => {
                Some("Something is under way: disputes are settled at your turn menu.".to_string())
            }
        }
    }

    /// Plays for it; the number of the answer and what was told, or nothing when the person has left.
    fn contest(
        &mut self,
        index: usize,
        dispute: &Dispute,
        mut told: Vec<String>,
    ) -> Result<Option<(usize, Vec<String>)>, Failure> {
        let Seating { players, seed, seat, .. } = *self.sitting.seating();
        let others = seat.clockwise(players).skip(1).filter(|other| self.sitting.is_living(*other));
        let others = others.map(|other: Seat| other.to_string());
        let names: Vec<String> = ["you".to_string()].into_iter().chain(others).collect();
        let index = u8::try_from(index).expect("a game has few disputes");
        let mut words = dispute_words(seed, index, self.sitting.turn());
        let symbols = &self.sitting.rules().symbols;
        let value = self.console.settle(symbols, dispute, &names, &mut words, &mut told)?;
        Ok(value.map(|value| (value, told)))
    }

    /// The rules that hold now, but for that dispute. They are made of the cards that the game was begun with.
    fn with(&self, dispute: &Dispute, value: &str) -> Result<Arc<Script>, Failure> {
        let value_of = |other: &Dispute| match other.name == dispute.name {
            true => value.to_string(),
            false => other.values[other.value as usize].0.clone(),
        };
        let disputes =
            self.sitting.rules().disputes.iter().map(|other| (other.name.clone(), value_of(other))).collect();
        let saved = Saved::of(&self.sitting, self.memory);
        let library = Library::parse(saved.files.clone()).map_err(Failure::Files)?;
        script_with(&library, &saved, disputes)
    }

    /// The game goes on with the answer.
    fn settle_in_turn(&mut self, index: usize, dispute: &Dispute) -> Result<bool, Failure> {
        let Some((value, told)) = self.contest(index, dispute, Vec::new())? else { return Ok(false) };
        let (value, _) = &dispute.values[value];
        let script = self.with(dispute, value)?;
        let before = self.sitting.log().len();
        let done = self.sitting.settle(&dispute.name, value, told.clone(), script);
        done.map_err(|not_now| Failure::run(not_now.to_string(), "this is a fault of brink"))?;
        // It has been told as it happened.
        self.told = before + told.len();
        writeln!(self.console.out, "The game goes on.")?;
        self.keep_on()?;
        self.go_on()?;
        Ok(true)
    }

    /// The cards are dealt again with the answer.
    fn settle_before(&mut self, index: usize, dispute: &Dispute) -> Result<bool, Failure> {
        let seating = self.sitting.seating().clone();
        let Opening { mut settled, told } = seating.opening;
        let Some((value, told)) = self.contest(index, dispute, told)? else { return Ok(false) };
        settled.push(dispute.name.clone());
        let script = self.with(dispute, &dispute.values[value].0)?;
        self.told = told.len();
        let opening = Opening { settled, told };
        self.sitting = Sitting::begin(Seating { script, opening, ..seating });
        writeln!(self.console.out, "The cards are dealt anew.")?;
        self.keep_on()?;
        self.go_on()?;
        Ok(true)
    }
}

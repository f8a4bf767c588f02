//! `dispute NAME`, line by line.

use std::io::Write;

use super::Table;
use crate::play::settling::{refusal, settle};
use crate::{Failure, near};
use session::sitting::Sitting;

impl Table {
    /// Lets a contest settle a dispute. Answers `false` when the person has left.
    pub(super) fn settle(&mut self, name: &str) -> Result<bool, Failure> {
        let disputes = &self.sitting.rules().disputes;
        let found = disputes
            .iter()
            .position(|dispute| dispute.name.eq_ignore_ascii_case(name));
        let names = || disputes.iter().map(|dispute| dispute.name.as_str());
        let Some(index) = found else {
            let out = &mut self.console.out;
            match name {
                "" => writeln!(out, "Say which: `dispute NAME`; {}.", near("", names()))?,
                _ => writeln!(
                    out,
                    "This game has no dispute `{name}`: {}",
                    near(name, names())
                )?,
            }
            return Ok(true);
        };
        if let Some(refused) = refusal(&self.sitting, &disputes[index]) {
            writeln!(self.console.out, "{refused}")?;
            return Ok(true);
        }
        let (keeper, memory) = (&mut self.keeper, self.memory);
        let mut unkept = None;
        let keep = |sitting: &Sitting| {
            unkept = keeper
                .as_mut()
                .and_then(|keeper| keeper.keep(sitting, memory))
                .or(unkept.take());
        };
        let settled = settle(
            &mut self.console,
            &mut self.sitting,
            self.memory,
            index,
            keep,
        );
        unkept
            .iter()
            .try_for_each(|sentence| writeln!(self.console.out, "{sentence}"))?;
        self.prepare_farewell();
        let Some(settled) = settled? else {
            return Ok(false);
        };
        // It has been told as it happened.
        self.told = settled.told;
        let goes_on = if settled.in_turn {
            "The game goes on."
        } else {
            "The cards are dealt anew."
        };
        writeln!(self.console.out, "{goes_on}")?;
        self.keep_on()?;
        self.go_on()?;
        Ok(true)
    }
}

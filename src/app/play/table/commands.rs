//! Commands at the table: the way back and forth, files of one's own, what lies open, disputes.

use std::fs;
use std::io::{self, Write};

use super::Table;
use crate::output::{as_ruling, save};
use crate::play::answer::{self, Choices, Keep};
use crate::play::dispute::{refusal, settle};
use crate::shelf::{Keeper, Storage, go_on_sentence, look_again};
use crate::{Failure, near};
use board::{Kind, Seat};
use explain::names::both_names;
use itertools::Itertools;
use session::hints;
use session::save::Saved;
use session::screen::bearing;
use session::sitting::Sitting;
use text::{plural, reason};

impl Table {
    /// Goes so many decisions back.
    pub fn undo(&mut self, count: usize) -> Result<(), Failure> {
        let Some(back) = self.sitting.undo(count) else {
            let sentence = match self.sitting.decisions().len() {
                0 => "You have not decided anything yet.".to_string(),
                decided => format!("You have made only {}.", plural(decided as u64, "decision")),
            };
            return self.say(&sentence);
        };
        self.told = self.sitting.log().len();
        self.told_before = self.told_before.min(self.told);
        let out = &mut self.console.out;
        match back.decisions {
            1 => writeln!(out, "You are back at your previous decision.")?,
            many => writeln!(out, "You went {many} decisions back.")?,
        }
        if back.seen > 0 {
            let since = plural(back.seen as u64, "hidden card");
            writeln!(
                out,
                "Noted: you have seen {since} since then. `redo` redoes your decisions."
            )?;
        }
        self.keep_on()?;
        self.draw()
    }

    /// Goes so many decisions forth again.
    pub fn redo(&mut self, count: usize) -> Result<(), Failure> {
        let again = (0..count).take_while(|_| self.sitting.redo()).count();
        if again == 0 {
            return self.say("There is nothing to redo.");
        }
        self.keep_on()?;
        self.go_on()
    }

    pub fn list_decisions(&mut self) -> Result<(), Failure> {
        let decisions = self.sitting.decisions();
        if decisions.is_empty() {
            writeln!(self.console.out, "You have not decided anything yet.")?;
        }
        for (index, label) in decisions.into_iter().enumerate() {
            writeln!(self.console.out, "{:>4}  {label}", index + 1)?;
        }
        let mine = self.sitting.seating().seat;
        match self
            .sitting
            .ahead()
            .iter()
            .filter(|taken| taken.who.by == mine)
            .count()
        {
            0 => Ok(()),
            ahead => self.say(&format!("`redo` can redo {ahead} more.")),
        }
    }

    pub fn kept(&self) -> Storage {
        self.keeper.as_ref().map_or(Storage::Nothing, Keeper::kept)
    }

    /// What a command needs to find the game, behind a blank.
    pub fn data(&self) -> &str {
        self.keeper.as_ref().map_or("", Keeper::option)
    }

    /// Whoever interrupts the game hears the same.
    pub fn prepare_farewell(&self) {
        let left = "You left the game.".to_string();
        self.console.farewell(
            [left]
                .into_iter()
                .chain(go_on_sentence(self.kept(), self.data()))
                .join("\n"),
        );
    }

    /// Whoever leaves a game hears how to come back.
    pub fn say_how_to_go_on(&mut self) -> Result<(), Failure> {
        let kept = self.kept();
        match go_on_sentence(kept, self.data()) {
            Some(sentence) if self.console.prompting || matches!(kept, Storage::Before(_)) => {
                self.say(&sentence)
            }
            sentence => self.say_beside(sentence),
        }
    }

    /// Whoever has played a game to its end through a pipe hears where it is.
    pub fn say_where_it_is(&mut self) -> Result<(), Failure> {
        match self.kept() {
            Storage::All(id) if !self.console.prompting => {
                self.say_beside(Some(look_again(id, self.data())))
            }
            _ => Ok(()),
        }
    }

    /// On the error output: what goes through a pipe is the game alone, the same for the same lines.
    fn say_beside(&mut self, sentence: Option<String>) -> Result<(), Failure> {
        let Some(sentence) = sentence else {
            return Ok(());
        };
        self.console.out.flush()?;
        // Nobody may be reading there.
        let _ = writeln!(io::stderr(), "{sentence}");
        Ok(())
    }

    /// Keeps the game in a file, or as a ruling. Another file that is there already is replaced only when asked for.
    pub fn keep(&mut self, Keep { path, ruling, over }: &Keep) -> io::Result<()> {
        let (name, option) = (path.display(), if *ruling { " --as ruling" } else { "" });
        if !over
            && path.is_file()
            && !fs::canonicalize(path).is_ok_and(|path| self.own.contains(&(path, *ruling)))
        {
            let how = format!("`save {name}{option} --over` replaces it");
            return writeln!(
                self.console.out,
                "Not saved: `{name}` already exists; {how}."
            );
        }
        let (text, done) = if *ruling {
            match as_ruling(&self.sitting, Some(path)) {
                Ok(ruling) => (ruling, "Add what you expect to the ruling in"),
                Err(why) => return writeln!(self.console.out, "Not saved: {why}."),
            }
        } else {
            (
                Saved::of(&self.sitting, self.memory).to_string(),
                "The game is saved in",
            )
        };
        match save(path, &text) {
            Ok(()) => {
                self.own
                    .extend(fs::canonicalize(path).map(|path| (path, *ruling)));
                writeln!(self.console.out, "{done} `{name}`.")
            }
            Err(error) => writeln!(
                self.console.out,
                "`{name}` cannot be written: {}.",
                reason(&error)
            ),
        }
    }
}

impl Table {
    /// The discard pile, from its top, and the laws.
    pub fn discard(&mut self) -> Result<(), Failure> {
        let view = self.sitting.view();
        let names = |kinds: &mut dyn Iterator<Item = &Kind>| {
            kinds
                .map(|kind| both_names(self.sitting.rules(), *kind))
                .join(", ")
        };
        let mut told = match view.discard.len() {
            0 => vec!["The discard pile is empty.".to_string()],
            count => {
                vec![format!(
                    "The discard pile ({count}), from the top: {}.",
                    names(&mut view.discard.iter().rev())
                )]
            }
        };
        if !view.laws.is_empty() {
            let mut laws = view.laws_with_counters().map(|(kind, counters)| {
                let rules = self.sitting.rules();
                bearing(rules, &both_names(rules, kind), counters)
            });
            told.push(format!("The laws: {}.", laws.join(", ")));
        }
        self.tell_all(&told)
    }

    /// How far everybody is from winning.
    pub fn goals(&mut self) -> Result<(), Failure> {
        let (seating, goals) = (self.sitting.seating(), self.sitting.goals());
        let mut told: Vec<String> = Seat(0)
            .clockwise(seating.players)
            .map(|seat: Seat| {
                let who = if seat == seating.seat {
                    format!("{seat} (you)")
                } else {
                    seat.to_string()
                };
                let own = goals.iter().filter(|goal| goal.seat == seat);
                let own: Vec<String> = own
                    .map(|goal| {
                        format!(
                            "{}{}",
                            goal.progress(),
                            if goal.near() {
                                ", one step from winning"
                            } else {
                                ""
                            }
                        )
                    })
                    .collect();
                if own.is_empty() {
                    format!("{who}: out of the game.")
                } else {
                    format!("{who}: {}.", own.join("; "))
                }
            })
            .collect();
        told.push("The last player left also wins.".to_string());
        self.tell_all(&told)
    }
}

impl Table {
    /// Lets a contest settle a dispute. Answers `false` when the person has left.
    pub fn settle(&mut self, name: &str) -> Result<bool, Failure> {
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
            self.say(&refused)?;
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
            "The game continues."
        } else {
            "The cards are dealt again."
        };
        self.say(goes_on)?;
        self.keep_on()?;
        self.go_on()?;
        Ok(true)
    }
}

impl Table {
    /// What a bot would do in the person's place.
    pub fn hint(&mut self) -> Result<(), Failure> {
        let Some(thought) = self.sitting.question_of(self.seat()) else {
            return self.say("Ask when it is your turn to choose.");
        };
        self.tell_all(&hints::told(&thought.hints(&|| false), self.memory))
    }

    /// What decided the game, as a bot sees it.
    pub fn review(&mut self) -> Result<(), Failure> {
        let study = self.sitting.study_of(self.seat());
        match study.filter(|_| self.sitting.asked().is_none()) {
            Some(study) => {
                let mut told = study.told(&|| false);
                if let Storage::All(id) = self.kept() {
                    told.push(look_again(id, self.data()));
                }
                self.tell_all(&told)
            }
            None => self.say("Ask when the game is over."),
        }
    }

    /// Says what a choice will certainly do.
    pub fn preview(&mut self, asked: &str, choices: Choices<'_>) -> Result<(), Failure> {
        if self.strict() {
            return self.say("With strict memory there are no previews.");
        }
        match answer::meant(asked, choices, self.steps.as_ref()) {
            Ok(number) => {
                let preview = self.sitting.preview_of(self.seat(), number);
                self.tell_all(&preview.unwrap_or_default().answer())
            }
            Err(unclear) => self.say(&unclear),
        }
    }
}

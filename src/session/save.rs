//! A kept game as text: who sits where, the seed, every choice, and the cards. Dealing again and taking the choices
//! makes it anew.

mod reader;

use std::fmt;
use std::sync::Arc;

use crate::opening::{Given, Opening, Seating};
use crate::screen::Memory;
use crate::sitting::Sitting;
use crate::undo::Repeated;
use crate::undo::TakenBack;
use board::Seat;
use bots::BotSpec;
use engine::{Outcome, Script};
use explain::names::draft_names;
use explain::options::decision::{Misfit, Taken};
use lang::Fault;
use record::traces::timeline::Settlement;
use rules::ir::{Dispute, Rules};
use text::{Source, Span};

/// The first line of every kept game.
const HEADER: &str = "save 2";

/// That of those which do not have their cards with them.
const OLD_HEADER: &str = "save 1";

/// See the top of the file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Saved {
    /// The version of the program that kept it.
    pub version: Option<String>,
    /// The recipe's id.
    pub game: String,
    /// Card kinds, where the recipe drew them.
    pub kinds: Vec<String>,
    pub players: u8,
    pub seed: u64,
    /// Name and value.
    pub disputes: Vec<(String, String)>,
    pub seat: Seat,
    /// The seats of further people at the same screen.
    pub guests: Vec<Seat>,
    /// What players are called, by seat; nothing where nobody has said.
    pub names: Vec<String>,
    pub bots: BotSpec,
    pub memory: Memory,
    pub opening: Opening,
    /// The lines of the position that it begins with; it was dealt where there are none.
    pub position: Option<String>,
    pub taken: Vec<Taken>,
    /// By choice: what the game was before it, in short, where that was kept.
    pub prints: Vec<Option<u32>>,
    /// Where each of `taken` is written.
    pub places: Vec<Span>,
    /// Disputes that were settled in the middle of the game, in order; behind the last choice those of `ahead`.
    pub settled: Vec<SavedSettlement>,
    /// Choices that were taken back, the next one first.
    pub ahead: Vec<Taken>,
    pub taken_back: TakenBack,
    /// The turn that it has come to; 0 before the first.
    pub turn: u32,
    pub over: bool,
    /// Who has won, if anybody has.
    pub winner: Option<Seat>,
    /// It is over, and nobody has won.
    pub drawn: bool,
    /// The recipe, then the sets. None in games that an older version has kept.
    pub files: Vec<Source>,
}

/// A dispute that was settled in the middle of the game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SavedSettlement {
    /// After so many choices.
    pub after: usize,
    pub name: String,
    pub value: String,
    /// What was told, one sentence each.
    pub told: Vec<String>,
    /// Where it is written.
    pub place: Span,
}

impl SavedSettlement {
    fn of(settlement: &Settlement) -> SavedSettlement {
        SavedSettlement {
            after: settlement.after,
            name: settlement.name.clone(),
            value: settlement.value.clone(),
            told: settlement.told.clone(),
            place: Span::default(),
        }
    }
}

/// The rules of a game as it goes on.
#[derive(Debug, Clone)]
pub struct Scripts {
    pub deal: Arc<Script>,
    /// The position that it begins with, if it was not dealt.
    pub given: Option<Arc<Given>>,
    /// After each dispute that was settled in the middle of the game.
    pub settled: Vec<Arc<Script>>,
}

/// Why a game does not begin with the position that it was kept with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotGiven {
    /// The lines of the position.
    pub text: String,
    pub faults: Vec<Fault>,
}

impl Saved {
    /// What is to be kept of a sitting.
    pub fn of(sitting: &Sitting, memory: Memory) -> Saved {
        let seating = sitting.seating().clone();
        let rules = &seating.script.rules;
        let asked = sitting.prints().iter().zip(sitting.taken());
        let prints = asked.filter(|(_, taken)| !taken.for_others);
        let dispute = |dispute: &Dispute| {
            let (value, ..) = &dispute.values[usize::from(dispute.value)];
            (dispute.name.clone(), value.clone())
        };
        let settled = sitting.settlements().chain(sitting.settlements_ahead());
        let ahead = sitting.ahead().iter().filter(|taken| !taken.for_others);
        Saved {
            version: Some(env!("CARGO_PKG_VERSION").to_string()),
            game: rules.game.clone(),
            kinds: kinds(&seating.script),
            disputes: rules.disputes.iter().map(dispute).collect(),
            files: rules.files.clone(),
            players: seating.players,
            seed: seating.seed,
            seat: seating.seat,
            guests: seating.guests,
            names: seating.names,
            bots: seating.bots,
            opening: seating.opening,
            position: seating.given.map(|given| given.text.clone()),
            memory,
            taken: sitting.written().cloned().collect(),
            prints: prints.map(|(print, _)| Some(*print)).collect(),
            places: Vec::new(),
            settled: settled.map(SavedSettlement::of).collect(),
            ahead: ahead.cloned().collect(),
            taken_back: sitting.taken_back(),
            turn: sitting.turn(),
            over: !sitting.goes_on(),
            winner: sitting.winner(),
            drawn: sitting.outcome() == Outcome::Drawn,
        }
    }

    /// The value of each dispute once so many of those in `settled` are.
    fn disputes_after(&self, settled: usize) -> Vec<(String, String)> {
        let mut disputes = self.disputes.clone();
        for SavedSettlement { name, value, .. } in &self.settled[..settled] {
            disputes.retain(|(other, _)| other != name);
            disputes.push((name.clone(), value.clone()));
        }
        disputes
    }

    /// The rules of the deal, then those after each dispute that was settled. `compile` makes them from the values of the disputes.
    ///
    /// # Errors
    /// What `compile` has against them, or why they do not lay out the position that it begins with.
    pub fn scripts<E: From<NotGiven>>(
        &self,
        compile: impl Fn(Vec<(String, String)>) -> Result<Arc<Script>, E>,
    ) -> Result<Scripts, E> {
        let of = |settled| compile(self.disputes_after(settled));
        let settled = (1..=self.settled.len()).map(of).collect::<Result<_, E>>()?;
        let deal = of(0)?;
        let given = self
            .position
            .as_ref()
            .map(|text| self.given(text, &deal.rules))
            .transpose()?;
        Ok(Scripts {
            deal,
            given: given.map(Arc::new),
            settled,
        })
    }

    fn given(&self, text: &str, rules: &Rules) -> Result<Given, NotGiven> {
        let not_given = |faults| NotGiven {
            text: text.to_string(),
            faults,
        };
        let given = Given::read(text, rules).map_err(not_given)?;
        if given.setup.nations.len() == usize::from(self.players) {
            return Ok(given);
        }
        let end = text.trim_end().len();
        let reason = format!("this position does not have {} players", self.players);
        let fault = Fault::new(Span::new(end, end), reason);
        let help = "give one line to each of the saved game's `players`";
        Err(not_given(vec![fault.with_help(help)]))
    }

    /// The game as far as it has come; what was taken back is ahead.
    ///
    /// # Errors
    /// The first choice or settlement that does not fit, and why.
    pub fn sit(&self, scripts: &Scripts) -> Result<Sitting, (Repeated, Misfit)> {
        let (held, ahead) = self.settlements(scripts);
        let mut sitting = Sitting::repeated(self.seating(scripts), &self.taken, held)?;
        sitting.remember(self.ahead.clone(), ahead, self.taken_back);
        Ok(sitting)
    }

    /// Who sits where.
    pub fn seating(&self, scripts: &Scripts) -> Seating {
        Seating {
            script: scripts.deal.clone(),
            players: self.players,
            seed: self.seed,
            seat: self.seat,
            guests: self.guests.clone(),
            names: self.names.clone(),
            bots: self.bots,
            opening: self.opening.clone(),
            given: scripts.given.clone(),
        }
    }

    /// The disputes that were settled as far as the game has come, and those of what was taken back.
    pub fn settlements(&self, scripts: &Scripts) -> (Vec<Settlement>, Vec<Settlement>) {
        let settlement = |(settled, script): (&SavedSettlement, &Arc<Script>)| Settlement {
            after: settled.after,
            name: settled.name.clone(),
            value: settled.value.clone(),
            told: settled.told.clone(),
            script: script.clone(),
        };
        let settlements = self.settled.iter().zip(&scripts.settled).map(settlement);
        settlements.partition(|now| now.after <= self.taken.len())
    }

    /// The same before the choice of that number: that one and those that follow are taken back.
    pub fn up_to(mut self, count: usize) -> Saved {
        if count < self.taken.len() {
            let mut ahead = self.taken.split_off(count);
            ahead.append(&mut self.ahead);
            self.ahead = ahead;
            // What they have shown was seen.
            self.taken_back.add(true);
        }
        self.prints.truncate(count);
        self.places.truncate(count);
        self
    }
}

/// The kinds of a draft, by their names.
fn kinds(script: &Script) -> Vec<String> {
    let names = script.rules.drafted.then(|| draft_names(script));
    names.into_iter().flatten().map(str::to_string).collect()
}

impl fmt::Display for Saved {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(formatter, "{HEADER}")?;
        if let Some(version) = &self.version {
            writeln!(formatter, "brink {version}")?;
        }
        writeln!(formatter, "game {}", self.game)?;
        if !self.kinds.is_empty() {
            writeln!(formatter, "kinds {}", self.kinds.join(", "))?;
        }
        writeln!(formatter, "players {}\nseed {}", self.players, self.seed)?;
        for (name, value) in &self.disputes {
            writeln!(formatter, "dispute {name} {value}")?;
        }
        writeln!(formatter, "seat {}", self.seat)?;
        for guest in &self.guests {
            writeln!(formatter, "guest {guest}")?;
        }
        for (seat, name) in (0..)
            .map(Seat)
            .zip(&self.names)
            .filter(|(_, name)| !name.is_empty())
        {
            writeln!(formatter, "name {seat} {name}")?;
        }
        writeln!(formatter, "bots {}", self.bots)?;
        if self.memory != Memory::default() {
            writeln!(formatter, "memory {}", self.memory)?;
        }
        writeln!(formatter, "turn {}", self.turn)?;
        match (self.over, self.winner) {
            (true, _) if self.drawn => writeln!(formatter, "over draw")?,
            (true, Some(winner)) => writeln!(formatter, "over {winner}")?,
            (true, None) => writeln!(formatter, "over")?,
            (false, _) => {}
        }
        let TakenBack {
            times,
            seen,
            contests,
        } = self.taken_back;
        if (times, seen) != (0, 0) {
            writeln!(formatter, "undone {times} {seen}")?;
        }
        if contests > 0 {
            writeln!(formatter, "contests {contests}")?;
        }
        for name in &self.opening.settled {
            writeln!(formatter, "settled {name}")?;
        }
        write_told(formatter, &self.opening.told)?;
        if let Some(position) = &self.position {
            write!(formatter, "position\n{position}end\n")?;
        }
        let mut settled = self.settled.iter().peekable();
        let taken = self.taken.iter().map(|taken| ('>', taken));
        let all = taken
            .chain(self.ahead.iter().map(|taken| ('<', taken)))
            .map(Some)
            .chain([None]);
        for (index, next) in all.enumerate() {
            while let Some(now) = settled.next_if(|now| now.after == index) {
                writeln!(formatter, "settled {} {}", now.name, now.value)?;
                write_told(formatter, &now.told)?;
            }
            let Some((sign, taken)) = next else { break };
            if let Some(print) = self.prints.get(index).copied().flatten() {
                writeln!(formatter, "= {print:08x}")?;
            }
            writeln!(formatter, "{sign} {}: {}", taken.who, taken.label)?;
        }
        for file in &self.files {
            writeln!(formatter, "file {}", file.name)?;
            // Every line is kept to its end, and whether the last one has an end.
            for line in file.text.split('\n') {
                writeln!(formatter, "|{line}")?;
            }
        }
        Ok(())
    }
}

fn write_told(formatter: &mut fmt::Formatter<'_>, told: &[String]) -> fmt::Result {
    told.iter()
        .try_for_each(|sentence| writeln!(formatter, "told {sentence}"))
}

#[cfg(test)]
mod tests {
    use super::Saved;

    #[test]
    fn what_was_kept_is_read_and_printed_the_same() {
        let text = "save 2\nbrink 1.2.3\ngame g\nkinds A, B\nplayers 3\nseed 7\ndispute d on\nseat p2\nguest p3\nname p2 Ann\nname p3 Ben C.\nbots random\nmemory strict\nturn 2\nover p3\nundone 3 1\ncontests 2\nsettled d\ntold You begin.\nposition\np1: A[]\nend\n= 0000ab12\n> p1: pass\nsettled d off\ntold You settle it.\nsettled e 1\n> p2: pass\nsettled d on\n< p3: pass\nsettled e 2\ntold Again.\nfile g.toml\n|id = 1\r\n|\n| = |\n|\nfile h.toml\n|x\n";
        let saved = Saved::parse(text).expect("the text is well written");
        assert_eq!(saved.to_string(), text);
        assert_eq!(
            &text[saved.places[0].start..saved.places[0].end],
            "> p1: pass"
        );
        assert_eq!(saved.prints, [Some(0xab12), None]);
        let files: Vec<_> = saved
            .files
            .iter()
            .map(|file| (&*file.name, &*file.text))
            .collect();
        assert_eq!(files, [("g.toml", "id = 1\r\n\n = |\n"), ("h.toml", "x")]);
    }

    #[test]
    fn a_trace_is_a_kept_game_of_the_first_seat() {
        let text = "trace 1\ngame g\nplayers 2\nseed 7\nshuffle: A, B\n? p2: a | b\n> p2: a\nposition\nturn p1 start\nend\n? p1: pass\n> p1: pass\nunfinished\n";
        let saved = Saved::parse(text).expect("the trace is well written");
        assert_eq!(saved.seat.to_string(), "p1");
        assert_eq!(
            saved
                .taken
                .iter()
                .map(|taken| taken.label.as_str())
                .collect::<Vec<_>>(),
            ["a", "pass"]
        );
        let two = Saved::parse(&text.repeat(2)).expect_err("there are two");
        assert_eq!(two.reason, "a second trace begins here");
    }

    #[test]
    fn a_faulty_line_is_reported_where_it_is() {
        let said = |text: &str| {
            let error = Saved::parse(text).expect_err("the text is faulty");
            let help = error.help.unwrap_or_default();
            format!(
                "{}..{} {} | {help}",
                error.span.start, error.span.end, error.reason
            )
        };
        let said = [
            "diary\n",
            "save 1\nseat p9\n",
            "save 1\ngame g\nplayers 2\nplayers 3\n",
            "save 1\ngame g\nplayers 2\nseed 1\nseat p3\n",
            "save 1\ngame g\nplayers 2\n",
            "save 1\nwinner p1\n",
            "save 1\nmemory strickt\n",
            "save 1\n> p1: pass\nsettled d\n",
            "save 1\nsettled d on off\n",
            "save 1\n> p1: pass\nsettled d on\nsettled d off\n",
            "save 3\n",
            "save 2\n|lost\n",
            "save 2\n= 12345678\n= 12345678\n",
            "save 2\nundone 1\n",
            "save 2\nguest me\n",
            "save 2\nname p1\n",
            "save 2\ngame g\nplayers 2\nseed 1\nseat p1\nguest p1\n",
            "save 2\ngame g\nplayers 2\nseed 1\nseat p1\nguest p3\n",
            "save 2\ngame g\nplayers 2\nseed 1\nseat p1\nname p3 Ann\n",
        ]
        .map(said);
        assert_eq!(
            said,
            [
                "0..5 this is not a saved game | a saved game begins with `save 2`",
                "7..14 this is not a player | expected `seat p1`",
                "24..33 this is given twice | remove one of the lines",
                "39..39 p3 is not in this game | there are 2 players",
                "24..24 the saved game has no line `seed` | add a line `seed ...`",
                "7..16 this line belongs to a trace, not to a saved game | remove it",
                "7..21 no memory is called `strickt` | did you mean `strict`?",
                "18..27 this does not settle a dispute | expected `settled NAME VALUE`, or before the deal `settled NAME`",
                "7..23 this does not settle a dispute | expected `settled NAME VALUE`, or before the deal `settled NAME`",
                "31..44 `d` is settled twice | remove one of the lines",
                "0..6 this game was saved by a newer brink | this version reads `save 1` and `save 2`",
                "7..12 this line does not belong to a file | write a line `file NAME` before it",
                "18..28 this is given twice | remove one of the lines",
                "7..15 this does not say how often | expected `undone 3 1`: three times, once after something hidden was seen",
                "7..15 this is not a player | expected `guest p2`",
                "7..14 this is not a player | expected `name p2 Ann`",
                "48..48 two people sit at p1 | remove one of the lines `seat` and `guest`",
                "48..48 p3 is not in this game | there are 2 players",
                "51..51 p3 is not in this game | there are 2 players",
            ]
        );
    }
}

//! One person's game against bots: whose turn it is, what was taken, the way back.

use std::sync::Arc;

use crate::board::{Seat, View};
use crate::engine::{Game, Outcome, Script};
use crate::table::bots::{Bot, BotName};
use crate::table::decision::{Decision, Question};
use crate::table::log::{Log, why};

/// Who sits where, and the seed: all that a sitting is made from.
#[derive(Debug, Clone)]
pub struct Seating {
    pub script: Arc<Script>,
    /// Two to six.
    pub players: u8,
    pub seed: u64,
    /// The person's seat.
    pub seat: Seat,
    pub bots: BotName,
    pub opening: Opening,
}

/// What went before the deal.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Opening {
    /// The disputes that a contest has settled, by name (HFB-3).
    pub settled: Vec<String>,
    /// What was told, one sentence each.
    pub told: Vec<String>,
}

/// A label that somebody took.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Taken {
    pub seat: Seat,
    pub label: String,
}

/// Why choices that were kept do not fit the game. It speaks of what the person may know alone.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Misfit {
    #[error("the game is over before this choice")]
    Over,
    #[error("{asked} is asked here, not {given}")]
    Seat { asked: Seat, given: Seat },
    #[error("this is not among the options of {0}")]
    Label(Seat),
}

/// A turn limit for games that bots play on among themselves.
const BOT_TURNS: u32 = 2000;

/// A game under way between a person and bots.
pub struct Sitting {
    seating: Seating,
    game: Game,
    bots: Vec<Box<dyn Bot>>,
    log: Log,
    taken: Vec<Taken>,
    /// Somebody has decided something in a turn.
    begun: bool,
}

impl Sitting {
    /// Deals, and lets the bots play until the person is asked.
    pub fn new(seating: Seating) -> Sitting {
        let mut sitting = Sitting::dealt(seating);
        sitting.go_on();
        sitting
    }

    /// Takes those choices again, then goes on.
    ///
    /// # Errors
    /// The number of the first choice that does not fit, and why.
    pub fn resumed(seating: Seating, taken: &[Taken]) -> Result<Sitting, (usize, Misfit)> {
        let mut sitting = Sitting::dealt(seating);
        for (index, taken) in taken.iter().enumerate() {
            sitting.repeat(taken).map_err(|misfit| (index, misfit))?;
        }
        sitting.go_on();
        Ok(sitting)
    }

    fn dealt(seating: Seating) -> Sitting {
        let mut log = Log::after(seating.seat, seating.opening.told.clone());
        let game = Game::deal(seating.script.clone(), seating.players, seating.seed, &mut log);
        let seats = Seat(0).clockwise(seating.players);
        let bots = seats.map(|seat| seating.bots.seated(seating.seed, seat)).collect();
        Sitting { seating, game, bots, log, taken: Vec::new(), begun: false }
    }

    pub fn seating(&self) -> &Seating {
        &self.seating
    }

    /// Somebody has decided something in a turn; until then it can still be settled how things are played.
    pub fn begun(&self) -> bool {
        self.begun
    }

    /// All choices taken so far.
    pub fn taken(&self) -> &[Taken] {
        &self.taken
    }

    /// What has happened, as the person may know it.
    pub fn log(&self) -> &[String] {
        self.log.lines()
    }

    /// The table as the person sees it.
    pub fn view(&self) -> View {
        View::of(self.game.board(), &self.seating.script.rules.cards, self.seating.seat)
    }

    /// What the person is asked; nothing when the game is over.
    pub fn decision(&self) -> Option<Decision> {
        Decision::of(&self.game).filter(|decision| decision.seat == self.seating.seat)
    }

    /// Why something is as it is, when the person is asked something.
    ///
    /// # Errors
    /// What was not understood, as a sentence.
    pub fn why(&self, asked: &str) -> Result<String, String> {
        crate::table::why::why(&self.game, asked)
    }

    pub fn outcome(&self) -> Outcome {
        self.game.outcome()
    }

    /// Who has won, and why as far as known.
    pub fn result(&self) -> Option<(Seat, Option<String>)> {
        let (winner, reason) = self.game.reason()?;
        Some((winner, why(&self.seating.script.rules, self.game.board(), winner, reason)))
    }

    /// Takes one of the person's options, by its number, and lets the bots play on. Answers `false`, with
    /// nothing changed, when there is none of that number.
    pub fn take(&mut self, number: usize) -> bool {
        match self.decision() {
            Some(decision) if number < decision.offers.len() => {
                self.accept(&decision, number);
                self.go_on();
                true
            }
            _ => false,
        }
    }

    /// Goes back to the person's previous decision. Answers `false` when there was none.
    pub fn undo(&mut self) -> bool {
        let Some(back) = self.taken.iter().rposition(|taken| taken.seat == self.seating.seat) else { return false };
        let taken: Vec<Taken> = self.taken.drain(..).take(back).collect();
        let again = Sitting::resumed(self.seating.clone(), &taken);
        *self = again.unwrap_or_else(|_| unreachable!("the same seed and choices make the same game"));
        true
    }

    /// Bots play until the person is asked or the game is over.
    fn go_on(&mut self) {
        while let Some(decision) = Decision::of(&self.game) {
            let tired = self.game.state().turns > BOT_TURNS && !self.game.board().living.has(self.seating.seat);
            if decision.seat == self.seating.seat || tired {
                return;
            }
            let number = self.ask_bot(&decision);
            self.accept(&decision, number);
        }
    }

    fn ask_bot(&mut self, decision: &Decision) -> usize {
        let rules = &self.seating.script.rules;
        let view = View::of(self.game.board(), &rules.cards, decision.seat);
        self.bots[decision.seat.index()].choose(rules, &view, decision)
    }

    /// Takes a choice that was taken before. Bots are asked, too, so that they remember what they did.
    fn repeat(&mut self, taken: &Taken) -> Result<(), Misfit> {
        let decision = Decision::of(&self.game).ok_or(Misfit::Over)?;
        if decision.seat != taken.seat {
            return Err(Misfit::Seat { asked: decision.seat, given: taken.seat });
        }
        let same = |label: &str| label.eq_ignore_ascii_case(&taken.label);
        let number = decision.offers.iter().position(|offer| same(&offer.label));
        let number = number.ok_or(Misfit::Label(taken.seat))?;
        if decision.seat != self.seating.seat {
            self.ask_bot(&decision);
        }
        self.accept(&decision, number);
        Ok(())
    }

    fn accept(&mut self, decision: &Decision, number: usize) {
        let choice = self.game.options()[number];
        self.begun |= !matches!(decision.question, Question::Side | Question::Shield { .. });
        self.taken.push(Taken { seat: decision.seat, label: decision.offers[number].label.clone() });
        self.game.take(choice, &mut self.log).expect("the options are the game's own");
    }
}

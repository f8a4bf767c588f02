//! What a bot would do in a person's place: its best options, their chances, and what they will certainly do. It sees
//! what the person may see, and nothing else.

use std::thread;
use std::time::{Duration, Instant};

use board::Seat;
use bots::{BotSpec, Budget, Course, Ismcts, Seen, Stop, Weighed, Wins};
use engine::Game;
use explain::options::decision::{Decision, Taken, whole_deed};
use explain::options::spoken::course;

use crate::preview::{Preview, preview, preview_in};
use crate::screen::Memory;

/// How many options are named.
const NAMED: usize = 3;

/// One of the best options.
#[derive(Debug, Clone, PartialEq)]
pub struct Hint {
    /// The number of the option.
    pub number: usize,
    /// What one does who takes it.
    pub label: String,
    /// The chance to win, as far as the bot can tell: 0 to 1.
    pub chance: f32,
    /// How many of the games that it played in its head began so: 0 to 1.
    pub share: f32,
    /// What it will certainly do.
    pub certain: Vec<String>,
    /// It wins in this turn, at least in some games that fit what can be seen.
    pub wins: Option<Wins>,
    /// How the game may go on, in words; nothing where nobody can tell.
    pub line: Option<String>,
}

/// The best options, the best one first.
pub fn hints(seen: &Seen<'_>, seed: u64, budget: Budget) -> Vec<Hint> {
    let (worlds, choices, view) = (seen.worlds(), seen.choices(), seen.view());
    let analysis = Ismcts::new(seed, budget, 1).analyse(seen, None);
    let all: u32 = analysis.options.iter().map(|weighed| weighed.visits).sum();
    let best = analysis
        .options
        .iter()
        .filter(|weighed| weighed.visits > 0 || weighed.is_sure());
    let hint = |weighed: &Weighed| Hint {
        number: weighed.number,
        label: whole_deed(seen.rules, &view, &seen.decision.offers[weighed.number]),
        chance: weighed.chance(),
        share: weighed.visits as f32 / all.max(1) as f32,
        certain: preview_in(worlds.clone(), choices[weighed.number]).certain,
        wins: weighed.wins,
        line: (weighed.line.len() > 1)
            .then(|| course(seen.rules, &view, seen.decision.by, &weighed.line)),
    };
    best.take(NAMED).map(hint).collect()
}

/// The same in words, a line each. What they will certainly do, and how it may go on, is not told at a strict table, which would
/// remember by it.
pub fn told(hints: &[Hint], memory: Memory) -> Vec<String> {
    let percent = |part: f32| (part * 100.0).round() as u32;
    let mut text = Vec::new();
    // The first sentence says what is chosen.
    let assisted = memory == Memory::Assisted;
    for (number, hint) in (1..).zip(hints) {
        let Hint {
            label,
            certain,
            wins,
            line,
            ..
        } = hint;
        let (chance, share) = (percent(hint.chance), percent(hint.share));
        text.push(match wins {
            Some(wins) if wins.is_sure() => format!("{number}. {label}: you win this turn"),
            _ => format!("{number}. {label}: win rate about {chance}%"),
        });
        let certain = certain.iter().filter(|_| assisted).skip(1).take(3);
        text.extend(certain.map(|sentence| format!("   {sentence}")));
        if let Some(Wins { worlds, of }) = wins {
            let many = if worlds == of {
                format!("all {of}")
            } else {
                format!("{worlds} of {of}")
            };
            text.push(format!(
                "   It can win this turn, whatever the others choose: it did in {many} games tried."
            ));
        }
        let line = line.iter().filter(|_| assisted);
        text.extend(line.map(|line| format!("   Likely continuation: {line}.")));
        text.push(match number {
            1 if share > 0 => {
                format!("   It did best in the bot's playouts, and {share}% of them began with it.")
            }
            _ => format!("   {share}% of the playouts began with it."),
        });
    }
    text.push(String::new());
    text.push("The bot knows only what you can see.".to_string());
    text
}

/// A decision that a person or a bot has to make, with all that can be asked about it, wherever that is done.
pub struct Task {
    pub(crate) game: Game,
    pub(crate) decision: Decision,
    /// The option that was taken here before somebody went back: who decides the same as before meets the same.
    pub(crate) known: Option<usize>,
    pub(crate) course: Course,
    pub(crate) bot: BotSpec,
    pub(crate) seed: u64,
}

impl Task {
    /// The same for that bot.
    pub fn with(self, bot: BotSpec) -> Task {
        Task { bot, ..self }
    }

    /// Whose decision it is.
    pub fn by(&self) -> Seat {
        self.decision.by
    }

    pub fn decision(&self) -> &Decision {
        &self.decision
    }

    /// What somebody takes who is asked for the sake of others alone.
    pub fn passed(&self) -> Option<Taken> {
        Taken::for_others(&self.game)
    }

    /// What an option will do, as far as whoever is asked can know.
    pub fn preview(&self, number: usize) -> Option<Preview> {
        preview(&self.game, number)
    }

    /// The number of the option that the bot takes; any one soon after nobody wants it any more.
    pub fn answer(&self, stop: &Stop<'_>) -> usize {
        if let Some(known) = self.known {
            return known;
        }
        let (began, pace) = (Instant::now(), self.pace());
        let seen = Seen::new(&self.game, &self.decision, self.course).until(stop);
        let number = match self.decision.offers.len() {
            1 => 0,
            _ => self.bot.seated(self.seed).choose(&seen),
        };
        let left = || {
            pace.checked_sub(began.elapsed())
                .filter(|left| !left.is_zero())
        };
        while let Some(left) = left().filter(|_| !stop()) {
            thread::sleep(left.min(SLICE));
        }
        number
    }

    /// How long the answer takes at least. Where others cannot know how many options there are, one at once would tell that a bot which thinks for
    /// so long has no choice.
    fn pace(&self) -> Duration {
        match self.bot {
            BotSpec::Ismcts {
                budget: Budget::Milliseconds(time),
                ..
            } if self.game.hides_how_many() => Duration::from_millis(time.into()),
            _ => Duration::ZERO,
        }
    }

    /// What a bot that searches thinks of the options, from what the seat may know.
    pub fn hints(&self, stop: &Stop<'_>) -> Vec<Hint> {
        let budget = match self.bot {
            BotSpec::Ismcts { budget, .. } => budget,
            _ => HINT_BUDGET,
        };
        let seen = Seen::new(&self.game, &self.decision, self.course).until(stop);
        hints(&seen, self.seed, budget)
    }
}

/// How soon a bot that waits notices that nobody wants its answer any more.
const SLICE: Duration = Duration::from_millis(10);

/// How long it thinks about a hint where the bots at the table do not search.
const HINT_BUDGET: Budget = Budget::Iterations(2000);

#[cfg(test)]
mod tests {
    use super::{Hint, told};
    use crate::screen::Memory;

    #[test]
    fn a_strict_table_is_not_told_what_would_remember_for_it() {
        let certain = ["You play A.", "You look at the top card on p1.1: it is B."]
            .map(str::to_string)
            .to_vec();
        let hint = Hint {
            number: 0,
            label: "play A".to_string(),
            chance: 0.5,
            share: 1.0,
            certain,
            wins: None,
            line: None,
        };
        let look = |memory| {
            told(std::slice::from_ref(&hint), memory)
                .iter()
                .any(|line| line.contains("it is B"))
        };
        assert!(look(Memory::Assisted) && !look(Memory::Strict));
        assert_eq!(
            told(&[hint], Memory::Assisted)[0],
            "1. play A: win rate about 50%"
        );
    }
}

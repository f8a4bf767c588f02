//! Which bot, in a word: `random`, `greedy`, `ismcts:2000`, `ismcts:250ms`.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use rules::ir::weights::Weights;
use text::{printable, suggest};

use crate::ismcts::Settings;
use crate::{Bot, Cautious, Greedy, Ismcts, Random};

/// A kind of bot with its settings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BotSpec {
    /// Takes any option.
    Random,
    /// Keeps to its own nation and picks on others.
    Cautious,
    /// Looks to the end of its turn.
    Greedy,
    /// Searches.
    Ismcts {
        /// How long it may think.
        budget: Budget,
        /// Searches at the same time, at least 1.
        threads: u8,
    },
}

impl Default for BotSpec {
    fn default() -> BotSpec {
        BotSpec::Ismcts {
            budget: Budget::Milliseconds(1000),
            threads: 1,
        }
    }
}

/// Names of bots, weakest first.
const NAMES: [&str; 4] = ["random", "cautious", "greedy", "ismcts"];

/// What a search without a budget has.
const ITERATIONS: u32 = 2000;

impl BotSpec {
    /// The bot, with a seed. The same seed makes the same bot, unless its budget is a time.
    pub fn seated(self, seed: u64) -> Box<dyn Bot + Send> {
        self.seated_with(seed, None)
    }

    /// The same; where it judges tables, by these weights rather than by those of the game.
    pub fn seated_with(self, seed: u64, weights: Option<Weights>) -> Box<dyn Bot + Send> {
        match self {
            BotSpec::Random => Box::new(Random::new(seed)),
            BotSpec::Cautious => Box::new(Cautious::new(seed)),
            BotSpec::Greedy => Box::new(Greedy::with_weights(seed, weights)),
            BotSpec::Ismcts { budget, threads } => Box::new(Ismcts::with_settings(
                seed,
                budget,
                threads,
                Settings {
                    weights,
                    ..Settings::default()
                },
            )),
        }
    }

    /// The bot's name and the number of its version, for files of data: a change of how it chooses changes it.
    pub fn version(self) -> &'static str {
        match self {
            BotSpec::Random => "random-1",
            BotSpec::Cautious => "cautious-4",
            BotSpec::Greedy => "greedy-3",
            BotSpec::Ismcts { .. } => "ismcts-13",
        }
    }

    /// It judges tables: what it does hangs on weights.
    pub fn judges(self) -> bool {
        matches!(self, BotSpec::Greedy | BotSpec::Ismcts { .. })
    }

    /// The same game makes it choose the same on every machine.
    pub fn repeatable(self) -> bool {
        !matches!(
            self,
            BotSpec::Ismcts {
                budget: Budget::Milliseconds(_),
                ..
            }
        )
    }
}

impl fmt::Display for BotSpec {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (budget, threads) = match *self {
            BotSpec::Random => return formatter.write_str("random"),
            BotSpec::Cautious => return formatter.write_str("cautious"),
            BotSpec::Greedy => return formatter.write_str("greedy"),
            BotSpec::Ismcts { budget, threads } => (budget, threads),
        };
        match budget {
            Budget::Iterations(iterations) => write!(formatter, "ismcts:{iterations}")?,
            Budget::Milliseconds(time) if time % 1000 == 0 => {
                write!(formatter, "ismcts:{}s", time / 1000)?
            }
            Budget::Milliseconds(time) => write!(formatter, "ismcts:{time}ms")?,
        }
        match threads {
            1 => Ok(()),
            _ => write!(formatter, "x{threads}"),
        }
    }
}

/// There is no such bot.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoBot {
    /// There is no bot of that name.
    #[error("no bot is called `{0}`")]
    Name(String),
    /// What is behind its name is no number of games and no time.
    #[error("`{0}` is not a budget for a bot")]
    Budget(String),
    /// That bot takes none.
    #[error("`{0}` takes no budget")]
    NoBudget(String),
}

impl NoBot {
    /// What to write instead.
    pub fn help(&self) -> String {
        match self {
            NoBot::Name(name) if name.contains('@') => {
                "weights from a file work in `brink arena` and `brink train`, or at the end of a recipe for every bot that plays it"
                    .to_string()
            }
            NoBot::Name(name) if name == "program" => programs("python3 bot.py"),
            NoBot::Name(name) => match suggest(name, NAMES) {
                Some(best) => format!("did you mean `{best}`?"),
                None if is_command(name) => programs(&printable(name, 80)),
                None => format!("there are `{}`", NAMES.join("`, `")),
            },
            NoBot::Budget(_) => "write iterations or a time, such as `ismcts:2000`, `ismcts:1s`, `ismcts:250ms`; \
                                 `ismcts:2000x4` searches four times at once"
                .to_string(),
            NoBot::NoBudget(name) => format!("write `{name}` alone; `ismcts:2000` and `ismcts:1s` take one"),
        }
    }
}

/// Where programs play, such as that one.
fn programs(command: &str) -> String {
    format!(
        "programs play in `brink arena`, as 'program:{command}', and in `brink bot-host`, one `--bot` for each"
    )
}

/// Commands look like this, and names of bots do not. One with quotes of its own would not fit into ours.
fn is_command(name: &str) -> bool {
    (name.contains([' ', '/', '\\']) || name.ends_with(".py")) && !name.contains('\'')
}

impl FromStr for BotSpec {
    type Err = NoBot;

    fn from_str(text: &str) -> Result<BotSpec, NoBot> {
        let (name, settings) = match text.split_once(':') {
            Some((name, settings)) => (name, Some(settings)),
            None => (text, None),
        };
        let plain = match name {
            "random" => BotSpec::Random,
            "cautious" => BotSpec::Cautious,
            "greedy" => BotSpec::Greedy,
            "ismcts" => return searcher(settings),
            _ => return Err(NoBot::Name(name.to_string())),
        };
        match settings {
            None => Ok(plain),
            Some(_) => Err(NoBot::NoBudget(name.to_string())),
        }
    }
}

fn searcher(settings: Option<&str>) -> Result<BotSpec, NoBot> {
    let Some(settings) = settings else {
        return Ok(BotSpec::Ismcts {
            budget: Budget::Iterations(ITERATIONS),
            threads: 1,
        });
    };
    let wrong = || NoBot::Budget(settings.to_string());
    let (budget, threads) = settings.split_once('x').unwrap_or((settings, "1"));
    let number = |text: &str, unit: u32| {
        let number = text
            .parse::<u32>()
            .ok()
            .and_then(|number| number.checked_mul(unit));
        number.filter(|number| *number > 0).ok_or_else(wrong)
    };
    let budget = if let Some(text) = budget.strip_suffix("ms") {
        Budget::Milliseconds(number(text, 1)?)
    } else if let Some(text) = budget.strip_suffix('s') {
        Budget::Milliseconds(number(text, 1000)?)
    } else {
        Budget::Iterations(number(budget, 1)?)
    };
    let threads = threads
        .parse::<u8>()
        .ok()
        .filter(|threads| *threads > 0)
        .ok_or_else(wrong)?;
    Ok(BotSpec::Ismcts { budget, threads })
}

/// How long a bot may think about one decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Budget {
    /// Games that it plays in its head: the same choice on every machine.
    Iterations(u32),
    /// So long by the clock.
    Milliseconds(u32),
}

/// Choices of a turn that a bot has its whole budget for.
const CAREFUL: u32 = 4;
/// How often the budget is halved after that, at most.
const HALVINGS: u32 = 5;

/// Things that texts may look at for each iteration of a budget (see [`Effort`](engine::Effort)): more than three times what the printed games take, with six
/// players. Beyond it a search ends, so that dear texts do not make it take a thousand times as long.
const LOOKED_AT: u64 = 1_000_000;
/// The same for what is looked up once a decision: how a line goes on, and whether a choice leads back.
pub const LOOKED_UP: u64 = 200_000_000;

impl Budget {
    /// Things that texts may look at; without end where the clock ends it.
    pub fn looks(self) -> u64 {
        match self {
            Budget::Iterations(iterations) => u64::from(iterations) * LOOKED_AT,
            Budget::Milliseconds(_) => u64::MAX,
        }
    }

    /// What is left of it after so many choices of a turn, by anybody: a turn of many small choices does not take many
    /// times as long as one of a few.
    pub fn within_turn(self, taken: u32) -> Budget {
        let halvings = taken.saturating_sub(CAREFUL - 1).min(HALVINGS);
        match self {
            Budget::Iterations(iterations) => Budget::Iterations((iterations >> halvings).max(1)),
            Budget::Milliseconds(time) => Budget::Milliseconds((time >> halvings).max(1)),
        }
    }

    /// The time, where it is one.
    pub fn time(self) -> Option<Duration> {
        match self {
            Budget::Iterations(_) => None,
            Budget::Milliseconds(milliseconds) => {
                Some(Duration::from_millis(u64::from(milliseconds)))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::BotSpec;

    #[test]
    fn what_is_written_is_read_again() {
        for text in [
            "random",
            "cautious",
            "greedy",
            "ismcts:2000",
            "ismcts:1s",
            "ismcts:250ms",
            "ismcts:500x4",
        ] {
            let spec: BotSpec = text.parse().expect("it is a bot");
            assert_eq!(spec.to_string(), text);
        }
        assert_eq!(
            "ismcts".parse::<BotSpec>().map(|spec| spec.to_string()),
            Ok("ismcts:2000".to_string())
        );
        assert_eq!(
            "ismcts:1500ms"
                .parse::<BotSpec>()
                .map(|spec| spec.to_string()),
            Ok("ismcts:1500ms".to_string())
        );
    }

    #[test]
    fn what_is_no_bot_is_refused_with_the_next_step() {
        let said = [
            "gredy",
            "zzz",
            "greedy:5",
            "ismcts:",
            "ismcts:0",
            "ismcts:2h",
            "ismcts:5x0",
            "ismcts:9999999s",
        ]
        .map(|text| {
            let error = text.parse::<BotSpec>().expect_err("it is no bot");
            format!("{error}; {}", error.help())
        });
        assert_eq!(said[0], "no bot is called `gredy`; did you mean `greedy`?");
        assert_eq!(
            said[1],
            "no bot is called `zzz`; there are `random`, `cautious`, `greedy`, `ismcts`"
        );
        assert_eq!(
            said[2],
            "`greedy` takes no budget; write `greedy` alone; `ismcts:2000` and `ismcts:1s` take one"
        );
        let help = |text: &str| text.parse::<BotSpec>().expect_err("it is no bot").help();
        assert!(help("greedy@learned.toml").starts_with("weights from a file"));
        assert!(help("program:python3 bot.py").starts_with("programs play in"));
        for command in ["python3 bad.py ok", "./bad", "bad.py", "python3 bad.py:1"] {
            let as_program = format!("as 'program:{}'", command.trim_end_matches(":1"));
            assert!(help(command).contains(&as_program), "{}", help(command));
        }
        assert!(
            said[3..]
                .iter()
                .all(|said| said.contains("is not a budget for a bot")),
            "{said:?}"
        );
    }
}

//! What came out of games with programs of the outside world: a table for people, a document for programs.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use board::Seat;
use bots::hosted::ThinkingTime;
use explain::cut::Cuts;
use stats::interval::{Interval, Share};
use text::{plural, printable};

/// Characters of a program's name that tables show: those of its name, its version and what is between them.
const SHOWN: usize = 81;

/// A game that was played.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Game {
    /// Counted from 1.
    pub number: u64,
    pub seed: u64,
    /// By seat: which of the programs sat there, counted from 0; `None` for a bot.
    pub seats: Vec<Option<usize>>,
    /// By program: what it called itself last.
    pub names: Vec<Option<String>>,
    /// The number of the winning seat, counted from 0; `None` when the game was left unfinished, or is a draw.
    pub winner: Option<u8>,
    pub draw: bool,
    pub reason: Option<String>,
    pub turns: u32,
    /// What was told of texts that were cut off (END-1).
    pub cuts: Vec<String>,
    /// By seat. Whoever has one has lost.
    pub faults: Vec<Option<Lost>>,
    /// By seat; nothing for bots.
    pub thoughts: Vec<ThinkingTime>,
}

/// How a program has lost by a fault.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lost {
    pub code: String,
    pub message: String,
    /// The last lines of its error output.
    pub error_output: Vec<String>,
}

impl Game {
    /// The programs that sat there, with their seats.
    pub fn programs(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.seats
            .iter()
            .enumerate()
            .filter_map(|(seat, sits)| Some((seat, (*sits)?)))
    }
}

/// All games, and who played.
pub struct Results {
    pub recipe: String,
    pub players: usize,
    /// What the programs are called.
    pub names: Vec<String>,
    /// The bot at the other seats.
    pub against: String,
    pub games: Vec<Game>,
}

/// How one program has done.
struct Row {
    won: Share,
    faults: u64,
    thought: ThinkingTime,
}

impl Row {
    fn mean(&self) -> Duration {
        self.thought
            .total
            .checked_div(u32::try_from(self.thought.answers).unwrap_or(u32::MAX))
            .unwrap_or_default()
    }
}

impl Results {
    fn row(&self, program: usize) -> Row {
        let (mut games, mut wins, mut faults, mut thought) = (0, 0, 0, ThinkingTime::default());
        for game in &self.games {
            for (seat, _) in game.programs().filter(|(_, sits)| *sits == program) {
                let (failed, then) = (game.faults[seat].is_some(), &game.thoughts[seat]);
                games += 1;
                faults += u64::from(failed);
                wins += u64::from(!failed && game.winner == Some(seat as u8));
                thought.answers += then.answers;
                thought.total += then.total;
                thought.longest = thought.longest.max(then.longest);
            }
        }
        Row {
            won: Share::new(wins, games),
            faults,
            thought,
        }
    }

    /// Texts that were cut off (END-1).
    pub fn cuts(&self) -> Cuts {
        let mut cuts = Cuts::default();
        self.games
            .iter()
            .for_each(|game| cuts.merge(&Cuts::of_game(&game.cuts)));
        cuts
    }

    fn unfinished(&self) -> usize {
        let left = |game: &&Game| game.winner.is_none() && !game.draw;
        self.games.iter().filter(left).count()
    }

    fn draws(&self) -> usize {
        self.games.iter().filter(|game| game.draw).count()
    }

    /// A heading, a line for each program, and every fault.
    pub fn table(&self) -> String {
        let games = plural(self.games.len() as u64, "game");
        let mut out = format!("{}: {games} of {} players", self.recipe, self.players);
        if self.names.len() < self.players {
            out += &format!(", the other seats {}", self.against);
        }
        if self.draws() > 0 {
            out += &format!("; {}", plural(self.draws() as u64, "draw"));
        }
        out += &format!("; {} unfinished\n", self.unfinished());
        let names = self.names.iter().map(|name| printable(name, SHOWN));
        let names: Vec<String> = names.collect();
        let longest = names.iter().map(|name| name.chars().count()).max();
        let width = longest.unwrap_or(0).max(7);
        out += &format!(
            "{:<width$}  games  wins   rate    95% interval  faults    a move   longest\n",
            "program"
        );
        for (program, name) in names.iter().enumerate() {
            let row = self.row(program);
            let Share {
                of,
                wins,
                rate,
                interval: Interval { low, high },
            } = row.won;
            out += &format!(
                "{name:<width$}  {of:>5}  {wins:>4}  {:>4.1}%  {:>5.1} to {:>5.1}  {:>6}  {:>8}  {:>8}\n",
                100.0 * rate,
                100.0 * low,
                100.0 * high,
                row.faults,
                time(row.mean()),
                time(row.thought.longest),
            );
        }
        for game in &self.games {
            for (seat, program) in game.programs() {
                let Some(fault) = &game.faults[seat] else {
                    continue;
                };
                out += &format!(
                    "game {}: {} at {} has lost ({}): {}\n",
                    game.number,
                    names[program],
                    Seat(seat as u8),
                    fault.code,
                    fault.message
                );
                for line in &fault.error_output {
                    out += &format!("    its error output: {line}\n");
                }
            }
        }
        out
    }

    /// The same, and each game.
    pub fn document(&self) -> String {
        let milliseconds = |time: Duration| time.as_micros() as f64 / 1000.0;
        let program = |(number, name): (usize, &String)| {
            let row = self.row(number);
            json!({
                "program": name,
                "games": row.won.of,
                "wins": row.won.wins,
                "rate": row.won.rate,
                "rate_95": [row.won.interval.low, row.won.interval.high],
                "faults": row.faults,
                "answers": row.thought.answers,
                "move_ms": milliseconds(row.mean()),
                "longest_ms": milliseconds(row.thought.longest),
            })
        };
        let document = json!({
            "game": self.recipe,
            "players": self.players,
            "unfinished": self.unfinished(),
            "draws": self.draws(),
            "programs": self.names.iter().enumerate().map(program).collect::<Vec<_>>(),
            "games": self.games.iter().map(|game| self.game(game)).collect::<Vec<_>>(),
        });
        format!("{document:#}\n")
    }

    fn game(&self, game: &Game) -> Value {
        let name = |sits: &Option<usize>| {
            sits.map_or(self.against.as_str(), |program| &self.names[program])
        };
        let faults = game.faults.iter().enumerate().filter_map(|(seat, fault)| {
            let fault = fault.as_ref()?;
            Some(json!({
                "seat": Seat(seat as u8).to_string(),
                "code": fault.code,
                "message": fault.message,
                "error_output": fault.error_output,
            }))
        });
        json!({
            "number": game.number,
            "seed": game.seed,
            "seats": game.seats.iter().map(name).collect::<Vec<_>>(),
            "winner": game.winner.map(|seat| Seat(seat).to_string()),
            "draw": game.draw,
            "reason": game.reason,
            "turns": game.turns,
            "faults": faults.collect::<Vec<_>>(),
            "cuts": game.cuts,
        })
    }
}

fn time(time: Duration) -> String {
    match time.as_millis() {
        0..100 => format!("{:.1} ms", time.as_secs_f64() * 1000.0),
        milliseconds @ 100..10_000 => format!("{milliseconds} ms"),
        _ => format!("{:.1} s", time.as_secs_f64()),
    }
}

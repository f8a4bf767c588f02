//! `brink env`: games for a program that plays all seats by itself, many at once, over the standard input and output.

use std::io::{self, BufRead, BufWriter, Read, Write};

use clap::Args;

use crate::number;
use crate::start::GameOptions;
use crate::{Failure, plain};
use bots::forward::States;
use bots::protocol::{Answer, Bounds, Fault, FromBot, Known, PROTOCOL, ToBot, Wants};

/// Serve many games at once to a program over standard input and output (docs/bots/env.md).
#[derive(Args)]
pub struct Env {
    /// Game id, or a recipe, set or folder
    #[arg(value_name = "RECIPE")]
    recipe: String,
    /// Number of players
    #[arg(long, value_name = "N", value_parser = number::players, default_value_t = 2)]
    players: u8,
    /// Random seed for the card kinds of a draft; the program gives the seed of each game
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = number::seed)]
    seed: u64,
    /// Stop a game after this many turns
    #[arg(long, value_name = "TURNS", default_value_t = 400, value_parser = number::count)]
    limit: u32,
    #[command(flatten)]
    options: GameOptions,
}

impl Env {
    pub fn run(self) -> Result<(), Failure> {
        let script = self.options.script(Some(&self.recipe), self.seed)?;
        let mut out = BufWriter::with_capacity(1 << 16, plain::json());
        let mut say = |message: &ToBot| -> io::Result<()> {
            out.write_all(message.line().as_bytes())?;
            out.flush()
        };
        let (program, version) = ("brink".to_string(), env!("CARGO_PKG_VERSION").to_string());
        say(&ToBot::Hello {
            protocol: PROTOCOL,
            program,
            version,
        })?;
        let mut states: Option<States> = None;
        let bounds = Bounds::env(self.limit);
        let mut lines = Lines {
            input: io::stdin().lock(),
            longest: bounds.line,
            line: Vec::new(),
        };
        while let Some(line) = lines.next()? {
            let heard = line
                .map_err(|TooLong| too_long(bounds.line))
                .and_then(|line| FromBot::read_any(line).map_err(refused));
            let answer = match (heard, &mut states) {
                (Err(refused), _) => ToBot::Answer(refused),
                (Ok(FromBot::Hello { wants, .. }), None) => {
                    let wants = Wants::from(&wants[..]);
                    states = Some(States::new(script.clone(), self.players, bounds, wants));
                    ToBot::Rules {
                        known: Known::new(&script.rules, self.players),
                        bounds,
                    }
                }
                (Ok(FromBot::Ask(request)), Some(states)) => {
                    ToBot::Answer(states.answer(&request, None))
                }
                (Ok(_), None) => ToBot::Answer(unexpected("say `hello` first")),
                (Ok(_), Some(_)) => {
                    ToBot::Answer(unexpected("no answer is expected here: send a request"))
                }
            };
            say(&answer)?;
        }
        Ok(())
    }
}

fn refused(fault: Fault) -> Answer {
    Answer::Refused {
        code: fault.code(),
        message: fault.to_string(),
    }
}

fn too_long(most: usize) -> Answer {
    let message = format!("a line is longer than {most} bytes: send several lines");
    Answer::Refused {
        code: Fault::TooLong.code(),
        message,
    }
}

fn unexpected(what: &str) -> Answer {
    Answer::Refused {
        code: "unexpected",
        message: what.to_string(),
    }
}

/// Lines, of which none takes more room than it may.
struct Lines<R> {
    input: R,
    /// Bytes that a line may have, without its end.
    longest: usize,
    line: Vec<u8>,
}

/// See there; the line has been passed over.
struct TooLong;

impl<R: BufRead> Lines<R> {
    /// The next line, without its end; nothing when there is none.
    fn next(&mut self) -> io::Result<Option<Result<&[u8], TooLong>>> {
        self.line.clear();
        // One byte more than fits shows that it is too long; the line's end is another.
        let read = self
            .input
            .by_ref()
            .take(self.longest as u64 + 2)
            .read_until(b'\n', &mut self.line)?;
        if read == 0 {
            return Ok(None);
        }
        let ended = self.line.pop_if(|last| *last == b'\n').is_some();
        if self.line.len() <= self.longest {
            return Ok(Some(Ok(&self.line)));
        }
        if !ended {
            self.input.skip_until(b'\n')?;
        }
        Ok(Some(Err(TooLong)))
    }
}

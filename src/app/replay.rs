//! `brink replay`: replays traces and checks every line.

use std::collections::HashMap;
use std::io::{self, BufRead, BufReader, Write};
use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;

use crate::home::Home;
use crate::number;
use crate::play::{heeded, is_screen, look, speed};
use crate::viewer::Viewer;
use crate::{Failure, output, plain, saves, start};
use board::Seat;
use bots::BotSpec;
use engine::Script;
use record::traces::replay::{Compile, Header, replay};
use record::traces::timeline::Eyes;
use session::drift::by_program;
use session::opening::{Given, Opening, Seating};
use text::plural;

/// Replay a game on the full screen, or verify a trace.
#[derive(Args)]
pub struct Replay {
    /// A trace file, the number or file of a saved game (`brink games`), or `-` for standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Card and recipe files that the traces need
    #[arg(long = "with", value_name = "TOML")]
    with: Vec<PathBuf>,
    /// Verify every line instead of showing the game
    #[arg(long)]
    check: bool,
    /// Which game of the file to show [default: 1]
    #[arg(long, value_name = "N", value_parser = number::place, conflicts_with = "check")]
    game: Option<u32>,
    /// Show it in a browser, with all cards face up; a saved game that is not over is shown as you see it
    #[cfg(feature = "serve")]
    #[arg(long, conflicts_with_all = ["check", "ascii"])]
    web: bool,
    /// With --web: print the address, but do not open a browser
    #[cfg(feature = "serve")]
    #[arg(long, requires = "web")]
    no_open: bool,
    /// Use ASCII only
    #[arg(long)]
    ascii: bool,
}

impl Replay {
    pub fn run(mut self, home: &Home) -> Result<(), Failure> {
        self.file = saves::by_number(self.file, home)?;
        let library = start::open(&self.with)?;
        let mut scripts: HashMap<Header, Arc<Script>> = HashMap::new();
        let mut compile = |header: &Header| {
            let key = Header {
                seed: 0,
                players: 0,
                ..header.clone()
            };
            if let Some(script) = scripts.get(&key) {
                return Ok(script.clone());
            }
            let script = saves::compile(&library, header)?;
            scripts.insert(key, script.clone());
            Ok(script)
        };
        let name = self.file.display().to_string();
        if name == "-" && self.in_browser() {
            return Err(Failure::usage(
                "the browser cannot show what comes from standard input",
                "write it to a file first, and give that file",
            ));
        }
        if !self.check && name != "-" && (is_screen() || self.in_browser()) {
            return self.show(home, &mut compile);
        }
        if self.game.is_some() {
            return Err(Failure::usage(
                "`--game` chooses a game to show, but this command checks games",
                "remove it to check all games of the file, or view one on a terminal",
            ));
        }
        let mut input: Box<dyn BufRead> = match name.as_str() {
            "-" => Box::new(io::stdin().lock()),
            _ => {
                let file = text::open(&self.file).map_err(Failure::at(&self.file, "read"))?;
                Box::new(BufReader::new(file))
            }
        };
        let begun = input.fill_buf().map_err(|error| match name.as_str() {
            "-" => error.into(),
            _ => Failure::file(&self.file, "read", &error),
        })?;
        if begun.starts_with(b"save ") {
            return check_save(&name, input);
        }
        holds_a_game(&name, &String::from_utf8_lossy(begun))?;
        let place = if name == "-" { "standard input" } else { &name };
        let replayed = replay(input, &mut compile).map_err(|why| saves::differs(place, &why))?;
        let (traces, decisions) = (replayed.traces, replayed.decisions);
        let mut out = plain::stdout();
        match replayed.faults {
            0 => {
                writeln!(
                    out,
                    "ok: {}, {}",
                    plural(traces, "trace"),
                    plural(decisions, "decision")
                )?;
                Ok(())
            }
            faults => Err(Failure::run(
                format!(
                    "card texts were cut off {}, as the traces show",
                    plural(faults, "time")
                ),
                "find the lines that begin with `fault`, and correct the texts they name",
            )),
        }
    }
}

impl Replay {
    /// It is to be shown in a browser.
    fn in_browser(&self) -> bool {
        #[cfg(feature = "serve")]
        return self.web;
        #[cfg(not(feature = "serve"))]
        false
    }

    /// Shows a game of the file on the full screen, or in a browser.
    fn show(&self, home: &Home, compile: Compile<'_>) -> Result<(), Failure> {
        let text = output::read(&self.file)?;
        let name = self.file.display().to_string();
        holds_a_game(&name, &text)?;
        let wanted = self.game.unwrap_or(1);
        let (mut eyes, mut memory, mut guarded) = (Eyes::Open, None, false);
        let (seating, timeline) = if text.starts_with("save ") {
            if wanted > 1 {
                return Err(saves::no_such_game(&name, wanted, 1));
            }
            let mut saved = saves::saved(&name, &text, None)?;
            heeded(&mut saved.names);
            guarded = !saved.over && !saved.guests.is_empty();
            // Whoever plays it on has not seen the others' cards.
            if !saved.over {
                eyes = Eyes::Seat(saved.seat);
            }
            memory = Some(saved.memory);
            saves::moments(&name, &text, &saved)?
        } else {
            let played = saves::traced(&name, &text, wanted, compile)?;
            let script = played.timeline.script(0).clone();
            let given = played
                .position
                .map(|text| Given::read(&text, &script.rules));
            let given = given.transpose();
            let given = given.map_err(|faults| Failure::texts(&name, &text, faults))?;
            // How it was dealt, for those who play it on.
            let seating = Seating {
                script,
                players: played.header.players,
                seed: played.header.seed,
                seat: Seat(0),
                guests: Vec::new(),
                names: Vec::new(),
                bots: BotSpec::default(),
                given: given.map(Arc::new),
                opening: Opening::default(),
            };
            (seating, played.timeline)
        };
        #[cfg(feature = "serve")]
        if self.web && guarded {
            let help = "remove `--web`: the full screen shows nothing until somebody asks for it";
            return Err(Failure::usage(
                format!(
                    "several people are still playing `{name}`, and a browser would show a hand at once"
                ),
                help,
            ));
        }
        #[cfg(feature = "serve")]
        if self.web {
            return crate::serve::look(&timeline, eyes, !self.no_open);
        }
        let (file, look, speed) = (&self.file, look(self.ascii, home), speed(None, home));
        Viewer {
            home,
            file,
            seating: &seating,
            look,
            speed,
            eyes,
            memory,
            guarded,
        }
        .show(timeline)
    }
}

/// What begins so is no file of rulings.
fn holds_a_game(name: &str, text: &str) -> Result<(), Failure> {
    if !start::holds_rulings(text) {
        return Ok(());
    }
    let file = start::typed(name);
    Err(Failure::run(
        format!("`{name}` contains rulings, not a played game"),
        format!("run them: `brink ruling {file}`; `--show` prints what happens in each"),
    ))
}

/// Plays a kept game again, with the cards that it has with it.
fn check_save(name: &str, input: impl BufRead) -> Result<(), Failure> {
    let saved = saves::saved(name, &text::read_all(input)?, None)?;
    let scripts = start::saved_scripts(&saved)?;
    if let Some(drift) = by_program(&scripts, &saved) {
        write!(plain::stdout(), "{}", drift.clauses)?;
        return Err(Failure::run(
            format!("`{name}` now plays differently: {drift}"),
            "everything before it matches",
        ));
    }
    let decisions = plural(saved.taken.len() as u64, "decision");
    Ok(writeln!(plain::stdout(), "ok: 1 saved game, {decisions}")?)
}

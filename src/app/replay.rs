//! `brink replay`: replays traces and checks every line.

use std::collections::HashMap;
use std::io::{self, BufRead, BufReader, Write};
use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;

use crate::home::Home;
use crate::number::{self, whole};
use crate::play::{heeded, is_screen, look, speed};
use crate::shelf::Shelf;
use crate::viewer::Viewer;
use crate::{Failure, plain, start};
use board::Seat;
use bots::BotSpec;
use engine::Script;
use lang::notation::NotationError;
use record::traces::replay::{Header, Played, replay, replay_along};
use record::traces::timeline::{Eyes, Timeline};
use rules::{Library, Settings};
use session::drift::by_program;
use session::opening::{Given, Opening, Seating};
use session::readers::Readers;
use session::save::Saved;
use session::undo::{Repeated, timeline};
use text::{plain_file, plural};

/// Look at games that were played, on the full screen of a terminal; or check every line of them.
#[derive(Debug, Args)]
pub struct Replay {
    /// A file of traces, the number of a kept game (`brink games`) or its file, or `-` for standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Files of cards or recipes that the traces need
    #[arg(long = "with", value_name = "TOML")]
    with: Vec<PathBuf>,
    /// Check every line, as through a pipe, instead of showing the game on a terminal
    #[arg(long)]
    check: bool,
    /// Of several games in the file, show that one [default: 1]
    #[arg(long, value_name = "N", value_parser = whole::<u32>(1..=u32::MAX.into()), conflicts_with = "check")]
    game: Option<u32>,
    /// Show it in a browser: with all cards open, or, where a kept game is not over, as you see it
    #[cfg(feature = "serve")]
    #[arg(long, conflicts_with_all = ["check", "ascii"])]
    web: bool,
    /// With --web: only tell where it is shown
    #[cfg(feature = "serve")]
    #[arg(long, requires = "web")]
    no_open: bool,
    /// Draw with ASCII alone
    #[arg(long)]
    ascii: bool,
}

impl Replay {
    pub fn run(mut self, home: &Home) -> Result<(), Failure> {
        self.file = by_number(self.file, home)?;
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
            let script = compile(&library, header)?;
            scripts.insert(key, script.clone());
            Ok(script)
        };
        let name = self.file.display().to_string();
        if name == "-" && self.in_browser() {
            let help = "write it to a file first, and name that";
            return Err(Failure::usage(
                "what comes through standard input is not shown in a browser",
                help,
            ));
        }
        if !self.check && name != "-" && (is_screen() || self.in_browser()) {
            return self.show(home, &mut compile);
        }
        if self.game.is_some() {
            let help =
                "leave it out: all games of the file are checked; or look at one on a terminal";
            return Err(Failure::usage(
                "`--game` is for showing a game, and this checks them",
                help,
            ));
        }
        let mut input: Box<dyn BufRead> = match name.as_str() {
            "-" => Box::new(io::stdin().lock()),
            _ => {
                let file = text::open(&self.file)
                    .map_err(|error| Failure::file(&self.file, "read", &error))?;
                Box::new(BufReader::new(file))
            }
        };
        let begun = input.fill_buf().map_err(|error| match name.as_str() {
            "-" => error.into(),
            _ => Failure::file(&self.file, "read", &error),
        })?;
        if begun.starts_with(b"save ") {
            return kept(&name, input);
        }
        holds_a_game(&name, &String::from_utf8_lossy(begun))?;
        let replayed = replay(input, &mut compile).map_err(|difference| {
            let place = if name == "-" { "standard input" } else { &name };
            Failure::run(
                format!("{place}, {difference}"),
                "everything before this line agrees",
            )
        })?;
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
            faults => {
                let sentence = format!(
                    "texts were cut off {}, as the traces say",
                    plural(faults, "time")
                );
                Err(Failure::run(
                    sentence,
                    "look at the lines that begin with `fault`, and mend the texts that they name",
                ))
            }
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
    fn show(
        &self,
        home: &Home,
        compile: &mut dyn FnMut(&Header) -> Result<Arc<Script>, String>,
    ) -> Result<(), Failure> {
        let text = text::read_text(&self.file)
            .map_err(|error| Failure::file(&self.file, "read", &error))?;
        let name = self.file.display().to_string();
        holds_a_game(&name, &text)?;
        let wanted = self.game.unwrap_or(1);
        let none_of_that_number = |count: usize| {
            let help = format!("it has {}", plural(count as u64, "game"));
            Failure::usage(format!("`{name}` has no game {wanted}"), help)
        };
        let (mut eyes, mut memory, mut guarded) = (Eyes::Open, None, false);
        let (seating, timeline) = if text.starts_with("save ") {
            if wanted > 1 {
                return Err(none_of_that_number(1));
            }
            let mut saved =
                Saved::parse(&text).map_err(|error| Failure::kept(&name, &text, error, None))?;
            heeded(&mut saved.names);
            guarded = !saved.over && !saved.guests.is_empty();
            // Whoever plays it on has not seen the others' cards.
            if !saved.over {
                eyes = Eyes::Seat(saved.seat);
            }
            memory = Some(saved.memory);
            moments(&name, &text, &saved)?
        } else {
            let games = replay_along(text.as_bytes(), compile).map_err(|difference| {
                Failure::run(
                    format!("{name}, {difference}"),
                    "everything before this line agrees",
                )
            })?;
            let count = games.len();
            let played = games.into_iter().nth(wanted as usize - 1);
            let Played {
                header,
                position,
                timeline,
            } = played.ok_or_else(|| none_of_that_number(count))?;
            let script = timeline.script(0).clone();
            let given = position
                .map(|text| Given::read(&text, &script.rules))
                .transpose();
            let given = given.map_err(|faults| Failure::texts(&name, &text, faults))?;
            (
                Seating {
                    given: given.map(Arc::new),
                    ..seating(script, &header)
                },
                timeline,
            )
        };
        #[cfg(feature = "serve")]
        if self.web && guarded {
            let help = "leave `--web` out: on the full screen nothing is shown before somebody asks for it";
            let sentence = format!(
                "several people still play `{name}`, and a browser would show a hand at once"
            );
            return Err(Failure::usage(sentence, help));
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
    let help =
        format!("play them: `brink ruling {file}`; with `--show` it tells what happens in each");
    Err(Failure::run(
        format!("`{name}` holds rulings, no game that was played"),
        help,
    ))
}

/// A kept game as it was seated, moment by moment.
pub fn moments(name: &str, text: &str, saved: &Saved) -> Result<(Seating, Timeline), Failure> {
    let scripts = start::saved_scripts(saved)?;
    let (seating, (settled, _)) = (saved.seating(&scripts), saved.settlements(&scripts));
    let timeline = timeline(&seating, &saved.taken, &settled).map_err(|(repeated, misfit)| {
        let span = match repeated {
            Repeated::Choice(number) => saved.places[number],
            Repeated::Settlement(number) => saved.settled[number].place,
        };
        let error = NotationError {
            span,
            reason: misfit.to_string(),
            help: None,
        };
        Failure::kept(name, text, error, Some(Readers::of(saved)))
    })?;
    Ok((seating, timeline))
}

/// How the game of a trace was dealt, for those who play it on.
fn seating(script: Arc<Script>, header: &Header) -> Seating {
    Seating {
        script,
        players: header.players,
        seed: header.seed,
        seat: Seat(0),
        guests: Vec::new(),
        names: Vec::new(),
        bots: BotSpec::default(),
        given: None,
        opening: Opening::default(),
    }
}

/// Plays a kept game again, with the cards that it has with it.
fn kept(name: &str, input: impl BufRead) -> Result<(), Failure> {
    let text = text::read_all(input)?;
    let saved = Saved::parse(&text).map_err(|error| Failure::kept(name, &text, error, None))?;
    let scripts = start::saved_scripts(&saved)?;
    if let Some(drift) = by_program(&scripts, &saved) {
        write!(plain::stdout(), "{}", drift.clauses)?;
        return Err(Failure::run(
            format!("`{name}` is not played as it was: {drift}"),
            "everything before it agrees",
        ));
    }
    writeln!(
        plain::stdout(),
        "ok: 1 kept game, {}",
        plural(saved.taken.len() as u64, "decision")
    )?;
    Ok(())
}

/// The rules of the game that a trace tells of. Disputes that the game does not know are passed over.
pub fn compile(library: &Library, header: &Header) -> Result<Arc<Script>, String> {
    let known = library.disputes();
    let disputes = header
        .disputes
        .iter()
        .filter(|(name, _)| known.iter().any(|dispute| dispute.name == *name));
    let settings = Settings {
        disputes: disputes.cloned().collect(),
        kinds: header.kinds.clone(),
    };
    let rules = library.compile(&header.game, &settings).map_err(|report| {
        let faults: Vec<String> = report.faults.iter().map(ToString::to_string).collect();
        format!(
            "the game of this trace cannot be made: {}",
            faults.join("; ")
        )
    })?;
    Ok(Arc::new(Script::new(rules)))
}

/// The file of the kept game of that number, where there is no file of that name.
pub fn by_number(file: PathBuf, home: &Home) -> Result<PathBuf, Failure> {
    let number = file
        .to_str()
        .and_then(|name| name.parse::<u32>().ok())
        .filter(|_| !file.exists());
    let Some(number) = number else {
        return Ok(file);
    };
    let kept = Shelf::of(home)
        .ok()
        .map(|shelf| shelf.file(number))
        .filter(|kept| kept.exists());
    let Some(kept) = kept else {
        return Err(number::no_game(number));
    };
    plain_file(&kept).map_err(|error| Failure::file(&kept, "read", &error))?;
    Ok(kept)
}

//! `brink replay`: replays traces and checks every line.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;

use crate::app::{Failure, plain, start};
use crate::base::plural;
use crate::engine::Script;
use crate::rules::{Library, Settings};
use crate::table::drift::by_program;
use crate::table::replay::{Header, replay};
use crate::table::saved::Saved;

/// Replay traces and check every line of them.
#[derive(Debug, Args)]
pub struct Replay {
    /// A file of traces or a kept game, or `-` for standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Files of cards or recipes that the traces need
    #[arg(long = "with", value_name = "TOML")]
    with: Vec<PathBuf>,
}

impl Replay {
    pub fn run(self) -> Result<(), Failure> {
        let library = start::open(&self.with)?;
        let mut scripts: HashMap<Header, Arc<Script>> = HashMap::new();
        let mut compile = |header: &Header| {
            let key = Header { seed: 0, players: 0, ..header.clone() };
            if let Some(script) = scripts.get(&key) {
                return Ok(script.clone());
            }
            let script = compile(&library, header)?;
            scripts.insert(key, script.clone());
            Ok(script)
        };
        let name = self.file.display().to_string();
        let mut input: Box<dyn BufRead> = match name.as_str() {
            "-" => Box::new(io::stdin().lock()),
            _ => {
                let file = File::open(&self.file).map_err(|error| Failure::file(&self.file, "read", &error))?;
                Box::new(BufReader::new(file))
            }
        };
        if input.fill_buf()?.starts_with(b"save ") {
            return kept(&name, input);
        }
        let replayed = replay(input, &mut compile).map_err(|difference| {
            let place = if name == "-" { "standard input" } else { &name };
            Failure::run(format!("{place}, {difference}"), "everything before this line agrees")
        })?;
        let (traces, decisions) = (replayed.traces, replayed.decisions);
        let mut out = plain::stdout();
        match replayed.faults {
            0 => {
                writeln!(out, "ok: {}, {}", plural(traces, "trace"), plural(decisions, "decision"))?;
                Ok(())
            }
            faults => {
                let sentence = format!("texts were cut off {}, as the traces say", plural(faults, "time"));
                Err(Failure::run(
                    sentence,
                    "look at the lines that begin with `fault`, and mend the texts that they name",
                ))
            }
        }
    }
}

/// Plays a kept game again, with the cards that it has with it.
fn kept(name: &str, input: impl BufRead) -> Result<(), Failure> {
    let text = crate::base::read_all(input)?;
    let saved = Saved::parse(&text).map_err(|error| Failure::notation(name, &text, error))?;
    let scripts = start::saved_scripts(&saved)?;
    if let Some(drift) = by_program(&scripts, &saved) {
        write!(plain::stdout(), "{}", drift.clauses)?;
        return Err(Failure::run(format!("`{name}` is not played as it was: {drift}"), "everything before it agrees"));
    }
    writeln!(plain::stdout(), "ok: 1 kept game, {}", plural(saved.taken.len() as u64, "decision"))?;
    Ok(())
}

/// The rules of the game that a trace tells of. Disputes that the game does not know are passed over.
fn compile(library: &Library, header: &Header) -> Result<Arc<Script>, String> {
    let known = library.disputes();
    let disputes = header.disputes.iter().filter(|(name, _)| known.iter().any(|dispute| dispute.name == *name));
    let settings = Settings { disputes: disputes.cloned().collect(), kinds: header.kinds.clone() };
    let rules = library.compile(&header.game, &settings).map_err(|report| {
        let faults: Vec<String> = report.faults.iter().map(ToString::to_string).collect();
        format!("the game of this trace cannot be made: {}", faults.join("; "))
    })?;
    Ok(Arc::new(Script::new(rules)))
}

//! `brink check --play`: random games of each recipe, and which of them were cut off, stuck or endless.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::Mutex;

use super::findings::{Finding, Places, Severity};
use super::inspection::Inspection;
use crate::{Failure, interrupt, number, progress, start};
use explain::cut::Cuts;
use rules::{Library, Recipe, Settings};
use stats::simulate::{Bots, Depth, Facts, Job, Progress, simulate};
use text::plural;

/// Players of each game.
const PLAYERS: u8 = 2;
/// The seed of the first game.
const SEED: u64 = 1;
/// A game with more turns than that does not end.
const TURNS: u32 = 400;

/// What went wrong in games of one recipe, each with the lowest seed that shows it.
#[derive(Default)]
struct Wrong {
    cuts: Cuts,
    /// By what was told.
    cut: BTreeMap<String, u64>,
    /// Games with too many turns, and with too many decisions in a turn.
    endless: Vec<u64>,
    stuck: Vec<u64>,
}

/// Plays games of each recipe of the files, and notes which did not end well. Answers whether somebody has interrupted it.
pub fn play(found: &mut Inspection, games: u64) -> Result<bool, Failure> {
    let (Some(library), recipes) = (&found.library, found.recipes()) else {
        return Ok(false);
    };
    if recipes.is_empty() {
        return Err(Failure::usage(
            "there is no recipe to play",
            "give a recipe that lists the set under `sets`, too",
        ));
    }
    let stop = interrupt::listen();
    let (mut played, mut told) = (Vec::new(), Vec::new());
    for id in recipes {
        let Some(recipe) = library.recipes().iter().find(|recipe| recipe.id.node == id) else {
            continue;
        };
        let kinds = start::drawn(library, &id, SEED)?;
        let (games, wrong) = of_recipe(library, &id, &kinds, games)?;
        told.extend(wrong.findings(recipe, &kinds));
        played.push((recipe.source.name.to_string(), games));
        if stop.load(std::sync::atomic::Ordering::Relaxed) {
            interrupt::tell();
            writeln!(
                io::stderr(),
                "interrupted: {} were played",
                plural(games, "game")
            )?;
            (found.played, found.games) = (played, told);
            return Ok(true);
        }
    }
    (found.played, found.games) = (played, told);
    Ok(false)
}

/// Plays games, and says how many.
fn of_recipe(
    library: &Library,
    id: &str,
    kinds: &[String],
    games: u64,
) -> Result<(u64, Wrong), Failure> {
    let settings = Settings {
        disputes: Vec::new(),
        kinds: kinds.to_vec(),
    };
    let bots = Bots::parse("random", PLAYERS).expect("it is a bot");
    let job = Job {
        script: start::compile(library, id, &settings)?,
        other: None,
        players: PLAYERS,
        bots,
        seed: SEED,
        limit: TURNS,
        games: 0..games,
        threads: number::threads(None),
        depth: Depth::Bare,
    };
    let bar = progress(
        Some(games),
        "{bar:12} {pos} of {len} games in {elapsed}, {eta} to go",
    );
    let wrong = Mutex::new(Wrong::default());
    let done = simulate(&job, interrupt::listen(), None, &|step| match step {
        Progress::Played(games) => bar.inc(games),
        Progress::Ended(facts) => {
            let mut wrong = wrong
                .lock()
                .unwrap_or_else(|poisoned| poisoned.into_inner());
            wrong.note(facts);
        }
        Progress::Decided { .. } => {}
    });
    bar.finish_and_clear();
    let wrong = wrong
        .into_inner()
        .unwrap_or_else(|poisoned| poisoned.into_inner());
    Ok((done?.games, wrong))
}

impl Wrong {
    fn note(&mut self, facts: &Facts) {
        self.cuts.add_game(facts.cuts.iter().map(String::as_str));
        for told in &facts.cuts {
            let seed = self.cut.entry(told.clone()).or_insert(facts.seed);
            *seed = (*seed).min(facts.seed);
        }
        if facts.winner.is_none() && !facts.draw {
            match facts.turns < TURNS {
                true => self.stuck.push(facts.seed),
                false => self.endless.push(facts.seed),
            }
        }
    }

    fn findings(&self, recipe: &Recipe, kinds: &[String]) -> Vec<Finding> {
        let mut places = Places::default();
        let file = &recipe.source.name;
        let kinds = match kinds {
            [] => String::new(),
            kinds => format!(" --kinds {}", start::typed(&kinds.join(", "))),
        };
        let played = format!("{}{kinds} --players {PLAYERS} --seed", start::typed(file));
        let mut finding = |name, reason: String, help: String| Finding {
            name,
            severity: Severity::Error,
            place: Some(places.place(&recipe.source, recipe.id.span)),
            reason,
            label: None,
            help: Some(help),
            fix: None,
            recipe: Some(file.to_string()),
        };
        let mut all = Vec::new();
        for (told, often) in self.cuts.each() {
            let (times, games) = (plural(often.times, "time"), plural(often.games, "game"));
            let seed = self.cut[told];
            all.push(finding(
                "cut-off",
                format!("cut off {times} in {games} (END-1): {told}"),
                format!("`brink trace {played} {seed}` shows the first of these games"),
            ));
        }
        for (name, seeds, how, command) in [
            (
                "endless-game",
                &self.endless,
                format!("not over after {TURNS} turns"),
                "trace",
            ),
            // A trace of it would have no end, either.
            (
                "stuck-game",
                &self.stuck,
                "stuck in a turn that does not end".to_string(),
                "simulate",
            ),
        ] {
            let Some(seed) = seeds.iter().min() else {
                continue;
            };
            let games = plural(seeds.len() as u64, "game");
            let one = if command == "simulate" {
                " --games 1"
            } else {
                ""
            };
            all.push(finding(
                name,
                format!("{games} {how}"),
                format!("`brink {command} {played} {seed}{one}` plays the first of them again"),
            ));
        }
        all
    }
}

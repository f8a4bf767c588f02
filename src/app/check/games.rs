//! `brink check --play`: random games of each recipe, and which of them were cut off, stuck or endless.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::Mutex;

use super::findings::{Finding, Places, Severity};
use super::inspection::Inspection;
use crate::{Failure, interrupt, number, progress, start};
use explain::cut::Cuts;
use rules::{Library, Settings, mixed_id};
use stats::simulate::{Bots, Depth, Facts, Job, Progress, simulate};
use text::limits::PLAYED_TURNS as TURNS;
use text::{Source, Span, plural};

/// Players of each game.
const PLAYERS: u8 = 2;
/// The seed of the first game.
const SEED: u64 = 1;

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
    let Some(library) = &found.library else {
        return Ok(false);
    };
    let games_of = games_of(library, found);
    if games_of.is_empty() {
        return Err(Failure::usage(
            "there is nothing to play",
            "give a set or a recipe",
        ));
    }
    let stop = interrupt::listen();
    let (mut played, mut told) = (Vec::new(), Vec::new());
    for (id, source, span) in games_of {
        let kinds = start::drawn(library, &id, SEED)?;
        let (games, wrong) = of_recipe(library, &id, &kinds, games)?;
        told.extend(wrong.findings((source, span), &kinds));
        played.push((source.name.to_string(), games));
        if stop.load(std::sync::atomic::Ordering::Relaxed) {
            interrupt::tell();
            writeln!(io::stderr(), "interrupted after {}", plural(games, "game"))?;
            (found.played, found.games) = (played, told);
            return Ok(true);
        }
    }
    (found.played, found.games) = (played, told);
    Ok(false)
}

/// The games of the files, each with its id and place: of their recipes, or else of their sets added to the first recipe.
fn games_of<'l>(library: &'l Library, found: &Inspection) -> Vec<(String, &'l Source, Span)> {
    let recipes = library.recipes().iter();
    let own: Vec<_> = recipes
        .filter(|recipe| found.is_own(&recipe.source.name))
        .map(|recipe| (recipe.id.node.clone(), &recipe.source, recipe.id.span))
        .collect();
    let Some(first) = start::ids(library).next().filter(|_| own.is_empty()) else {
        return own;
    };
    let sets = library.sets().iter();
    sets.filter(|set| found.is_own(&set.source.name))
        .map(|set| {
            (
                mixed_id(first, [set.id.node.as_str()]),
                &set.source,
                set.id.span,
            )
        })
        .collect()
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

    fn findings(&self, (source, span): (&Source, Span), kinds: &[String]) -> Vec<Finding> {
        let mut places = Places::default();
        let file = &source.name;
        let kinds = match kinds {
            [] => String::new(),
            kinds => format!(" --kinds {}", start::typed(&kinds.join(", "))),
        };
        let played = format!("{}{kinds} --players {PLAYERS} --seed", start::typed(file));
        let mut finding = |name, reason: String, help: String| Finding {
            name,
            severity: Severity::Error,
            place: Some(places.place(source, span)),
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

//! Simulation: the same for any number of threads and shards, sums that agree, honest refusals.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::support::program::run::output_in;
use brink::board::{Board, Event};
use brink::bots::chance::{Policy, RandomPlayer, trace_game};
use brink::engine::{Game, Script, Watch};
use brink::rules::{Library, Settings};
use brink::stats::simulate::{
    Bots, Depth, Header, Job, Labels, Misfit, Progress, Shard, Simulation, Tables, Totals, Use,
    merge, set_hash, simulate,
};

fn job(script: &Arc<Script>, players: u8, games: u64) -> Job {
    Job {
        script: script.clone(),
        other: None,
        players,
        bots: Bots::parse("random", players).expect("the bot is there"),
        seed: 11,
        limit: 200,
        games: 0..games,
        threads: 2,
        depth: Depth::Full,
    }
}

/// Plays a job as a part of so many games; the time is left out.
fn play(job: &Job, games: u64, shard: Option<Shard>) -> Simulation {
    let done = simulate(job, &AtomicBool::new(false), None, &|_| {}).expect("nothing is written");
    let header = Header::new(job, games, shard);
    Simulation {
        seconds: 0.0,
        ..Simulation::new(header, job, done)
    }
}

/// A game whose missile card does nothing.
fn tamed() -> Arc<Script> {
    let sources = crate::support::scripts::builtin();
    let all = sources.sets().iter().map(|set| set.source.clone());
    let recipes = sources.recipes().iter().map(|recipe| recipe.source.clone());
    let tame = |source: brink::text::Source| {
        let text = source
            .text
            .replace("'''\nMissile at a player.", "'''\nDraw a card.");
        brink::text::Source::new(source.name.clone(), text)
    };
    let library = Library::parse(all.chain(recipes).map(tame).collect())
        .expect("the changed cards are sound");
    Arc::new(Script::new(
        library
            .compile("1961", &Settings::default())
            .expect("the recipe is there"),
    ))
}

#[test]
fn the_result_is_the_same_for_any_number_of_threads() {
    for (recipe, players, bots) in [
        ("1961", 2, "random"),
        ("combined", 3, "cautious,random,cautious"),
    ] {
        let results = [1, 2, 5].map(|threads| {
            let job = job(&crate::support::scripts::script(recipe), players, 40);
            let job = Job {
                threads,
                bots: Bots::parse(bots, players).expect("bots are there"),
                ..job
            };
            let folder = tempfile::tempdir().expect("there is room for files");
            let header = Header::new(&job, 40, None);
            let labels = Labels::of_game(&job.script);
            let mut tables =
                Tables::begin(folder.path(), &header, &labels).expect("there is room for files");
            let done = simulate(&job, &AtomicBool::new(false), Some(&mut tables), &|_| {});
            let files = tables.keep().expect("there is room for files");
            let rows = files
                .iter()
                .map(|file| fs::read_to_string(file).expect("the table is there"));
            let simulation = Simulation::new(header, &job, done.expect("there is room for files"));
            (
                Simulation {
                    seconds: 0.0,
                    ..simulation
                }
                .write(),
                rows.collect::<Vec<_>>(),
            )
        });
        assert!(
            results[0] == results[1] && results[0] == results[2],
            "{recipe}"
        );
    }
}

#[test]
fn shards_make_the_whole() {
    let whole = Job {
        other: Some(tamed()),
        ..job(&crate::support::scripts::script("1961"), 2, 50)
    };
    let shard = |number| {
        let shard = Shard { number, of: 3 };
        let [from, to] = shard.range(50);
        let part = play(
            &Job {
                games: from..to,
                ..whole.clone()
            },
            50,
            Some(shard),
        );
        (
            format!("{number}.json"),
            Simulation::read(&part.write()).expect("what is written can be read"),
        )
    };
    let joined = merge(vec![shard(2), shard(3), shard(1)], false).expect("they belong together");
    assert_eq!(joined.write(), play(&whole, 50, None).write());
    let two = merge(vec![shard(3), shard(1)], true).expect("some may be missing");
    assert_eq!(two.header.covers, [[0, 16], [33, 50]]);
    assert_eq!(
        merge(vec![("two".to_string(), two), shard(2)], false)
            .expect("they belong together")
            .write(),
        joined.write()
    );
    assert_eq!(
        merge(vec![shard(3), shard(1)], false),
        Err(Misfit::Missing("16 to 32".to_string()))
    );
}

#[test]
fn parts_that_do_not_belong_together_are_refused() {
    let base = job(&crate::support::scripts::script("1961"), 2, 4);
    let file = |name: &str, job: &Job| {
        (
            name.to_string(),
            play(
                &Job {
                    games: 0..2,
                    ..job.clone()
                },
                4,
                None,
            ),
        )
    };
    let rest = (
        "rest".to_string(),
        play(
            &Job {
                games: 2..4,
                ..base.clone()
            },
            4,
            None,
        ),
    );
    assert!(merge(vec![file("a", &base), rest.clone()], false).is_ok());
    let cautious = Bots::parse("cautious,random", 2).expect("bots are there");
    let others = [
        Job {
            script: tamed(),
            ..base.clone()
        },
        Job {
            script: crate::support::scripts::script("1971"),
            ..base.clone()
        },
        Job {
            script: crate::support::scripts::script_with("1961", &[("reshuffle", "on-draw")], &[]),
            ..base.clone()
        },
        Job {
            other: Some(base.script.clone()),
            ..base.clone()
        },
        Job {
            bots: cautious,
            ..base.clone()
        },
        Job {
            bots: Bots::parse("random", 3).expect("bots are there"),
            players: 3,
            ..base.clone()
        },
        Job {
            seed: 12,
            ..base.clone()
        },
        Job {
            limit: 7,
            ..base.clone()
        },
    ];
    let mut said: Vec<String> = Vec::new();
    for other in &others {
        let misfit =
            merge(vec![rest.clone(), file("other", other)], false).expect_err("it does not belong");
        assert!(matches!(misfit, Misfit::Differs { .. }), "{misfit:?}");
        said.push(misfit.to_string());
    }
    said.push(
        merge(vec![file("a", &base), file("b", &base)], false)
            .expect_err("the same twice")
            .to_string(),
    );
    said.push(
        merge(vec![file("a", &base)], false)
            .expect_err("half is missing")
            .to_string(),
    );
    said.push(merge(Vec::new(), false).expect_err("nothing").to_string());
    insta::assert_snapshot!(steady(&said.join("\n")));
}

#[test]
fn a_file_that_was_tampered_with_is_refused() {
    let text = play(
        &job(&crate::support::scripts::script("1961"), 2, 6),
        6,
        None,
    )
    .write();
    assert!(Simulation::read(&text).is_ok());
    for (from, to) in [
        ("brink-simulation 2", "brink-simulation 9"),
        ("\"finished\": 6", "\"finished\": 7"),
        ("\"finished\": 6", "\"finished\": -6"),
        ("\"deck\": 6", "\"deck\": 600"),
        ("\"Moon Lander\"\n", "\"Moon Lander\", \"Another\"\n"),
        ("\"covers\": [", "\"covers\": [[0, 1], [0, 1],"),
        ("{", ""),
    ] {
        let changed = text.replacen(from, to, 1);
        assert!(
            changed != text && Simulation::read(&changed).is_err(),
            "{from}"
        );
    }
}

/// Plays until some games are over: then no thread plays the first one any more.
fn interrupted(job: &Job) -> Totals {
    let (stop, games) = (AtomicBool::new(false), AtomicU64::new(0));
    let told = |step: Progress| {
        if let Progress::Played(more) = step
            && games.fetch_add(more, Ordering::Relaxed) + more > 12
        {
            stop.store(true, Ordering::Relaxed);
        }
    };
    simulate(job, &stop, None, &told).expect("nothing is written")
}

#[test]
fn what_is_interrupted_is_a_shorter_run() {
    let whole = job(&crate::support::scripts::script("1961"), 2, 1_000_000);
    let done = interrupted(&whole);
    assert!(
        0 < done.games && done.games < 100_000,
        "{} games",
        done.games
    );
    let games = done.games;
    let kept = Simulation {
        seconds: 0.0,
        ..Simulation::new(Header::new(&whole, games, None), &whole, done)
    };
    assert_eq!(
        kept.write(),
        play(
            &Job {
                games: 0..games,
                ..whole
            },
            games,
            None
        )
        .write()
    );
}

#[test]
fn slow_games_are_dropped_and_what_is_kept_is_a_shorter_run() {
    let bots = Bots::parse("ismcts:12", 2).expect("the bot is there");
    let script = crate::support::scripts::script("1961");
    let whole = Job {
        bots,
        other: Some(tamed()),
        threads: 3,
        ..job(&script, 2, 1_000_000)
    };
    let done = interrupted(&whole);
    let games = done.games;
    assert!(games > 0 && games < 10_000, "{games} games");
    let kept = Simulation {
        seconds: 0.0,
        ..Simulation::new(Header::new(&whole, games, None), &whole, done)
    };
    let shorter = Job {
        games: 0..games,
        threads: 1,
        ..whole
    };
    assert_eq!(kept.write(), play(&shorter, games, None).write());
}

#[cfg(unix)]
#[test]
fn a_simulation_of_slow_bots_ends_soon_after_it_is_interrupted() {
    // Many short decisions, or one that would take hours.
    for bots in ["ismcts:200ms", "ismcts:1000000000x2"] {
        let folder = tempfile::tempdir().expect("there is room for files");
        let data = folder.path().join("data");
        let arguments = [
            "simulate",
            "1961",
            "--players",
            "6",
            "--games",
            "8",
            "--bots",
            bots,
            "--json",
            "-",
        ];
        let arguments = [&arguments[..], &["--csv", "data"]].concat();
        let begun = || data.exists();
        let (out, err, code, took) =
            crate::support::interrupt::interrupted_in(folder.path(), &arguments, begun);
        assert_eq!(code, Some(130), "{out}{err}");
        assert!(took < std::time::Duration::from_secs(60), "{took:?}");
        let told = "stopping: unfinished work is dropped; interrupt again after a second to stop at once\n\
            interrupted: 0 of 8 games were played and are counted\n";
        assert_eq!(err, told);
        assert_eq!(
            Simulation::read(&out)
                .expect("it is a simulation")
                .header
                .covered(),
            0
        );
    }
}

#[test]
fn a_game_compared_with_itself_differs_by_nothing() {
    let base = job(&crate::support::scripts::script("1971"), 3, 30);
    let same = play(
        &Job {
            other: Some(base.script.clone()),
            ..base.clone()
        },
        30,
        None,
    );
    let comparison = same.comparison().expect("it was compared");
    let changes = comparison
        .seats
        .iter()
        .chain(&comparison.ways)
        .chain(&comparison.victories);
    let changes = changes.chain([&comparison.turns, &comparison.decisions]);
    for change in changes.chain(comparison.cards.iter().flat_map(|card| &card.uses)) {
        let estimate = change.change.expect("there are pairs");
        assert_eq!(
            (estimate.value, estimate.low, estimate.high),
            (0.0, 0.0, 0.0),
            "{}",
            change.name
        );
    }
    assert_eq!(comparison.other, same.summary());
}

#[test]
fn a_changed_card_shows() {
    let base = Job {
        other: Some(tamed()),
        ..job(&crate::support::scripts::script("1961"), 2, 600)
    };
    let simulation = play(&base, 600, None);
    let comparison = simulation.comparison().expect("it was compared");
    let way = |name: &str| {
        comparison
            .ways
            .iter()
            .find(|change| change.name == name)
            .and_then(|change| change.change)
    };
    let last = way("last player left").expect("there are pairs");
    assert!(
        last.is_clear() && last.value < 0.0,
        "fewer are wiped out: {last:?}"
    );
    let destroyed =
        |card: &brink::stats::simulate::CardChange| card.uses[Use::Destroyed as usize].change;
    assert!(
        comparison
            .cards
            .iter()
            .filter_map(destroyed)
            .any(|change| change.is_clear())
    );
}

/// Counts cards that are played from hand and drawn, and those destroyed.
#[derive(Default)]
struct Tally {
    drawn: u64,
    turns_cards: u64,
    turned_up: u64,
    used: u64,
}

impl Watch for Tally {
    fn event(&mut self, _script: &Script, _board: &Board, event: &Event<'_>) {
        match event {
            Event::Drawn { .. } => self.drawn += 1,
            Event::CardPlayed { .. } => self.turns_cards += 1,
            Event::Revealed { .. } => self.turned_up += 1,
            Event::Used { .. } => self.used += 1,
            _ => {}
        }
    }
}

#[test]
fn every_card_that_is_played_is_built_played_or_stacked() {
    for recipe in ["1961", "1971", "combined", "draft"] {
        let base = job(&crate::support::scripts::script(recipe), 3, 25);
        let simulation = play(&base, 25, None);
        let mut tally = Tally::default();
        for seed in 11..36 {
            let mut game = Game::deal(base.script.clone(), 3, seed, &mut tally);
            let mut player = RandomPlayer::new(Policy::Uniform, seed);
            while game.decision().is_some() && game.state().turns <= 200 {
                game.take_nth(&mut tally, |count| player.number(count));
            }
        }
        let cards = &simulation.game.counts.cards;
        let times = |uses: &[Use]| -> u64 {
            uses.iter()
                .map(|of| {
                    cards
                        .iter()
                        .map(|card| card[*of as usize].times)
                        .sum::<u64>()
                })
                .sum()
        };
        assert_eq!(
            times(&[Use::Built, Use::Played, Use::Stacked]),
            tally.turns_cards,
            "{recipe}"
        );
        assert_eq!(
            times(&[Use::Flipped, Use::Destroyed]),
            tally.turned_up,
            "{recipe}"
        );
        assert_eq!(times(&[Use::Drawn]), tally.drawn, "{recipe}");
        assert_eq!(times(&[Use::Used]), tally.used, "{recipe}");
        let counts = &simulation.game.counts;
        let won: u64 = counts.ways.iter().flatten().sum();
        let held: u64 = counts
            .victories
            .iter()
            .map(|victory| victory.members())
            .sum();
        assert_eq!(
            (won, held),
            (counts.finished, 3 * counts.finished),
            "{recipe}"
        );
    }
}

#[test]
fn counters_are_counted_where_they_lie() {
    let simulation = play(
        &job(&crate::support::own::own_script("book/07-game.toml"), 3, 60),
        60,
        None,
    );
    let summary = simulation.summary();
    let [secrets] = summary.counters.as_slice() else {
        panic!("one sort: {:?}", summary.counters)
    };
    let [put, taken] = secrets.uses.as_slice() else {
        panic!("put and taken: {:?}", secrets.uses)
    };
    assert_eq!(
        (&*secrets.counter, &*put.of, &*taken.of),
        ("secret", "put", "taken")
    );
    assert!(
        put.times > taken.times && taken.times > 0 && taken.times.is_multiple_of(3),
        "{secrets:?}"
    );
    assert_eq!(
        Simulation::read(&simulation.write())
            .expect("it is one")
            .game
            .counts,
        simulation.game.counts
    );
}

/// The traces of the games that a job of random players plays: by game, its decisions, and whether somebody has won.
fn traced(job: &Job) -> Vec<(u32, bool)> {
    let seeds = job.games.clone().map(|game| job.seed + game);
    let traces =
        seeds.map(|seed| trace_game(&job.script, job.players, seed, Policy::Uniform, job.limit));
    let decisions =
        |trace: &str| trace.lines().filter(|line| line.starts_with("> ")).count() as u32;
    traces
        .map(|trace| (decisions(&trace), trace.contains("\nwinner ")))
        .collect()
}

#[test]
fn decisions_are_those_of_the_traces_of_the_same_games() {
    for (recipe, players) in [("1961", 2), ("1971", 6), ("combined", 4)] {
        let base = job(&crate::support::scripts::script(recipe), players, 20);
        let mut expected: BTreeMap<u32, u64> = BTreeMap::new();
        traced(&base)
            .into_iter()
            .for_each(|(decisions, _)| *expected.entry(decisions).or_default() += 1);
        for depth in [Depth::Full, Depth::Bare] {
            let counts = play(
                &Job {
                    depth,
                    ..base.clone()
                },
                20,
                None,
            )
            .game
            .counts;
            assert_eq!(counts.decisions, expected, "{recipe}");
        }
    }
}

#[test]
fn games_that_take_too_many_turns_are_counted_as_unfinished() {
    let script = crate::support::scripts::script("1961");
    let whole = job(&script, 2, 40);
    let lengths = play(&whole, 40, None).game.counts.turns;
    assert!(
        lengths.values().sum::<u64>() == 40 && lengths.len() > 10,
        "{lengths:?}"
    );
    for limit in [0, 1, 10, 20, 30] {
        let cut = Job {
            limit,
            ..whole.clone()
        };
        let counts = play(&cut, 40, None).game.counts;
        // A game of exactly that many turns is played to its end.
        let (short, long): (Vec<_>, Vec<_>) =
            lengths.iter().partition(|(turns, _)| **turns <= limit);
        let sum = |games: &[(&u32, &u64)]| games.iter().map(|(_, games)| **games).sum::<u64>();
        assert_eq!(
            (counts.finished, counts.unfinished),
            (sum(&short), sum(&long)),
            "{limit}"
        );
        assert_eq!(
            counts.wins.iter().sum::<u64>(),
            sum(&short),
            "nobody wins an unfinished game"
        );
        let exactly = lengths.get(&limit).copied().unwrap_or(0);
        assert_eq!(
            counts.turns.get(&limit).copied().unwrap_or(0),
            exactly + sum(&long),
            "{limit}"
        );
        assert!(
            counts.turns.keys().all(|turns| *turns <= limit),
            "nobody plays a turn too many"
        );
        let traced = traced(&cut);
        assert_eq!(
            traced.iter().filter(|(_, won)| *won).count() as u64,
            counts.finished,
            "{limit}"
        );
        let decisions: u64 = traced
            .iter()
            .map(|(decisions, _)| u64::from(*decisions))
            .sum();
        let counted: u64 = counts
            .decisions
            .iter()
            .map(|(size, games)| u64::from(*size) * games)
            .sum();
        assert_eq!(counted, decisions, "{limit}");
    }
}

#[test]
fn unfinished_games_are_told_wherever_results_are() {
    let folder = tempfile::tempdir().expect("there is room for files");
    let arguments = "simulate 1961 --games 30 --limit 20 --seed 11 --json out.json --csv data --report page.html";
    let output = brink(folder.path(), &arguments.split(' ').collect::<Vec<_>>());
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).expect("it was written");
    let counts = Simulation::read(&read("out.json"))
        .expect("it is a simulation")
        .game
        .counts;
    assert!(counts.unfinished > 0 && counts.finished > 0, "{counts:?}");
    let told = format!("unfinished: {} of 30 games, ", counts.unfinished);
    assert!(said(&output).contains(&told), "{told}\n{}", said(&output));
    let told = format!("{} games, at the limit of 20 turns", counts.unfinished);
    assert!(read("page.html").contains(&told), "{told}");
    let mut rows =
        csv::Reader::from_path(folder.path().join("data/games.csv")).expect("the table is there");
    let rows = rows.deserialize().map(|row| row.expect("it is a row"));
    let nobodys = rows.filter(|row: &BTreeMap<String, String>| row["winner"].is_empty());
    assert_eq!(
        nobodys.filter(|row| row["turns"] == "20").count() as u64,
        counts.unfinished
    );
}

#[test]
fn a_set_hash_is_that_of_what_is_played_not_of_where_it_lies() {
    let plain = set_hash(&crate::support::scripts::script("1961"));
    let folder = tempfile::tempdir().expect("there is room for files");
    let page = fs::read_to_string("docs/simulation.md").expect("the page is there");
    let [set, recipe] = &blocks(&page, "toml")[..] else {
        panic!("the page shows a set and a recipe")
    };
    let load = |folder: &Path, set: &str| {
        fs::create_dir_all(folder).expect("there is room for files");
        fs::write(folder.join("double.toml"), set).expect("there is room for files");
        fs::write(folder.join("double-1961.toml"), recipe).expect("there is room for files");
        let library = Library::load(&[folder.join("double-1961.toml")]);
        let library = library.unwrap_or_else(|report| panic!("{:?}", report.faults));
        let hash = |id: &str| {
            set_hash(&Script::new(
                library
                    .compile(id, &Settings::default())
                    .expect("the recipe makes a game"),
            ))
        };
        assert_eq!(hash("1961"), plain);
        hash("double-1961")
    };
    let here = load(&folder.path().join("here"), set);
    assert_ne!(here, plain);
    assert_eq!(here, load(&folder.path().join("there"), set));
    assert_ne!(
        here,
        load(folder.path(), &set.replace("2 times", "3 times"))
    );
    assert_ne!(
        plain,
        set_hash(&crate::support::scripts::script_with(
            "1961",
            &[("reshuffle", "on-draw")],
            &[]
        ))
    );
}

fn blocks(page: &str, kind: &str) -> Vec<String> {
    let fence = format!("```{kind}\n");
    page.split(&fence)
        .skip(1)
        .map(|rest| rest.split("```\n").next().unwrap_or_default().to_string())
        .collect()
}

fn brink(folder: &Path, arguments: &[&str]) -> Output {
    output_in(folder, folder, arguments, "")
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

/// Without the line about time and the digits of set hashes, which change with every word of a card.
fn steady(text: &str) -> String {
    let hidden = |line: &str| {
        let mut parts = line.split("xxh3-");
        let first = parts.next().unwrap_or_default().to_string();
        parts.fold(first, |line, rest| {
            line + "xxh3-..." + rest.get(16..).unwrap_or_default()
        })
    };
    let lines = text.lines().filter(|line| !line.starts_with("in "));
    lines.map(|line| hidden(line) + "\n").collect()
}

#[test]
fn the_example_of_the_page_is_played() {
    let folder = tempfile::tempdir().expect("there is room for files");
    let page = fs::read_to_string("docs/simulation.md").expect("the page is there");
    for (name, text) in ["double.toml", "double-1961.toml"]
        .iter()
        .zip(blocks(&page, "toml"))
    {
        fs::write(folder.path().join(name), text).expect("there is room for files");
    }
    let arguments = "simulate 1961 --compare double-1961.toml --games 300 --report double.html --json double.json";
    let output = brink(folder.path(), &arguments.split(' ').collect::<Vec<_>>());
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    insta::assert_snapshot!(steady(&said(&output)));
    well_formed(&fs::read_to_string(folder.path().join("double.html")).expect("the page is there"));
}

#[test]
fn results_are_told_in_tables() {
    let output = brink(
        Path::new("."),
        &[
            "simulate",
            "1971",
            "--players",
            "3",
            "--games",
            "100",
            "--seed",
            "5",
        ],
    );
    insta::assert_snapshot!(steady(&said(&output)));
    let one = said(&brink(
        Path::new("."),
        &["simulate", "1961", "--games", "1", "--limit", "1"],
    ));
    for words in [
        "): 1 game of 2 players, ",
        "at most 1 turn;",
        "unfinished: 1 of 1 game, ",
    ] {
        assert!(one.contains(words), "{words}:\n{one}");
    }
}

#[test]
fn the_page_needs_nothing_else() {
    let folder = tempfile::tempdir().expect("there is room for files");
    for recipe in ["1961", "combined"] {
        let output = brink(
            folder.path(),
            &["simulate", recipe, "--games", "50", "--report", "page.html"],
        );
        assert_eq!(output.status.code(), Some(0), "{}", said(&output));
        let page = fs::read_to_string(folder.path().join("page.html")).expect("the page is there");
        well_formed(&page);
        assert!(page.matches("<svg").count() >= 7, "{recipe} has plots");
        for outside in [
            "<script", "<link", "<img", "<iframe", "src=", "href=", "@import", "url(",
        ] {
            assert!(!page.contains(outside), "{outside}");
        }
    }
}

/// Every element is closed, in order, but for those that HTML never closes.
fn well_formed(page: &str) {
    let mut open: Vec<&str> = Vec::new();
    let page = page
        .split_once("<style>")
        .and_then(|(before, rest)| Some((before, rest.split_once("</style>")?.1)));
    let (before, rest) = page.expect("the page has a style");
    for tag in before.split('<').chain(rest.split('<')).skip(1) {
        let Some((tag, text)) = tag.split_once('>') else {
            continue;
        };
        assert!(!text.contains('>'), "`{text}` is not escaped");
        let name = tag
            .trim_start_matches('/')
            .split([' ', '\n', '/'])
            .next()
            .unwrap_or_default();
        if tag.starts_with('!') || tag.ends_with('/') || ["meta"].contains(&name) {
            continue;
        }
        match tag.starts_with('/') {
            true => assert_eq!(open.pop(), Some(name)),
            false => open.push(name),
        }
    }
    assert_eq!(open, Vec::<&str>::new());
}

#[test]
fn rows_add_up_to_the_sums() {
    let folder = tempfile::tempdir().expect("there is room for files");
    let arguments = "simulate 1971 --players 3 --games 60 --bots cautious,random,random --csv data --json sums.json";
    let output = brink(folder.path(), &arguments.split(' ').collect::<Vec<_>>());
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    let text = fs::read_to_string(folder.path().join("sums.json")).expect("the sums are there");
    let simulation = Simulation::read(&text).expect("it is a simulation");
    let counts = &simulation.game.counts;
    let rows = |table: &str| -> Vec<BTreeMap<String, String>> {
        let path = folder.path().join("data").join(table);
        let mut reader = csv::Reader::from_path(path).expect("the table is there");
        reader
            .deserialize()
            .map(|row| row.expect("it is a row"))
            .collect()
    };
    let (games, cards) = (rows("games.csv"), rows("cards.csv"));
    assert_eq!(games.len(), 60);
    assert!(
        games
            .iter()
            .all(|row| row["set_hash"] == simulation.header.game.set_hash)
    );
    assert_eq!(games[0]["bots"], "cautious random random");
    let number = |text: &str| text.parse::<u64>().expect("it is a number");
    for (seat, wins) in counts.wins.iter().enumerate() {
        let name = format!("p{}", seat + 1);
        assert_eq!(
            games.iter().filter(|row| row["winner"] == name).count() as u64,
            *wins
        );
    }
    for (way, by_seat) in simulation.game.labels.ways.iter().zip(&counts.ways) {
        let won = games.iter().filter(|row| row["way"] == way.name).count() as u64;
        assert_eq!(won, by_seat.iter().sum::<u64>(), "{}", way.name);
    }
    let turns: u64 = games.iter().map(|row| number(&row["turns"])).sum();
    assert_eq!(
        turns,
        counts
            .turns
            .iter()
            .map(|(turns, games)| u64::from(*turns) * games)
            .sum::<u64>()
    );
    assert_eq!(cards.len(), 60 * 3 * simulation.game.labels.cards.len());
    for (card, uses) in simulation.game.labels.cards.iter().zip(&counts.cards) {
        let of_card: Vec<_> = cards.iter().filter(|row| row["card"] == *card).collect();
        for (of, used) in Use::NAMES.iter().zip(uses) {
            let had = |row: &&&BTreeMap<String, String>| number(&row[*of]) > 0;
            assert_eq!(
                of_card.iter().map(|row| number(&row[*of])).sum::<u64>(),
                used.times,
                "{card} {of:?}"
            );
            let finished = || of_card.iter().filter(|row| !row["won"].is_empty());
            assert_eq!(
                finished().filter(had).count() as u64,
                used.players.members(),
                "{card} {of:?}"
            );
            let won = finished()
                .filter(had)
                .filter(|row| row["won"] == "1")
                .count() as u64;
            assert_eq!(won, used.players.wins(), "{card} {of:?}");
        }
    }
}

#[test]
fn wrong_wishes_are_answered_with_the_next_step() {
    let folder = tempfile::tempdir().expect("there is room for files");
    fs::write(folder.path().join("list.json"), "[1, 2]").expect("there is room for files");
    let write = |name: &str, text: &str| {
        fs::write(folder.path().join(name), text).expect("there is room for files")
    };
    write("notes.json", "{\n  \"header\": 5,\n  \"mine\": {}\n}\n");
    write("cut.json", "{\n  \"header\": {\n");
    write("words.json", "{\n  header: 5\n}\n");
    write(
        "bare.json",
        "{\"header\": {\"format\": \"brink-simulation 2\"}}\n",
    );
    write(
        "old.json",
        "{\"header\": {\"format\": \"brink-simulation 0\"}}\n",
    );
    for (number, seed) in [("1", "1"), ("2", "9")] {
        let shard = format!("{number}/3");
        let file = format!("{number}.json");
        let arguments = [
            "simulate", "1961", "--games", "6", "--shard", &shard, "--seed", seed, "--json", &file,
        ];
        assert_eq!(brink(folder.path(), &arguments).status.code(), Some(0));
    }
    let mut all = String::new();
    for arguments in [
        "simulate 1961 --bots gredy",
        "simulate 1961 --players 3 --bots random,cautious",
        "simulate 1961 --shard 4/3",
        "simulate 1961 --compare 1962",
        "simulate 1961 --bare --json out.json",
        "simulate 1961 --games 1 --json nowhere/out.json",
        "simulate 1961 --games 1 --csv list.json",
        "simulate 1961 --games 1 --json x --report x",
        "simulate 1961 --games 1 --csv data --json data/games.csv",
        "simulate 1961 --games 1 --csv data --report data",
        "simulate 1961 --games 1 --shard 1/2 --csv . --report cards-1-of-2.csv",
        "simulate 1961 --games 1 --report -",
        "simulate merge 1.json --json x --report ./x",
        "simulate merge",
        "simulate merge 1.json nothing.json",
        "simulate merge 1.json list.json",
        "simulate merge 1.json notes.json",
        "simulate merge 1.json cut.json",
        "simulate merge 1.json words.json",
        "simulate merge 1.json bare.json",
        "simulate merge 1.json old.json",
        "simulate merge 1.json 2.json",
        "simulate merge 1.json 1.json",
        "simulate merge 1.json",
    ] {
        let output = brink(folder.path(), &arguments.split(' ').collect::<Vec<_>>());
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        all.push_str(&format!(
            "$ brink {arguments}\nexit code {:?}\n{error}\n",
            output.status.code()
        ));
    }
    insta::assert_snapshot!(all);
    assert_eq!(
        brink(folder.path(), &["simulate", "merge", "1.json", "--partial"])
            .status
            .code(),
        Some(0)
    );
}

#[test]
fn a_run_is_about_one_draft_and_says_which() {
    let folder = tempfile::tempdir().expect("there is room for files");
    let drafts = ["1000", "2000", "3000"].map(|seed| {
        let arguments = [
            "simulate",
            "draft",
            "--seed",
            seed,
            "--games",
            "20",
            "--csv",
            seed,
            "--json",
            "draft.json",
        ];
        let output = brink(folder.path(), &arguments);
        assert_eq!(output.status.code(), Some(0), "{}", said(&output));
        let text = fs::read_to_string(folder.path().join("draft.json")).expect("it was written");
        let header = Simulation::read(&text).expect("it is a simulation").header;
        assert!(
            said(&output).starts_with(&format!("draft of {} (", header.game.kinds.join(", "))),
            "{}",
            said(&output)
        );
        let mut rows = csv::Reader::from_path(folder.path().join(seed).join("cards.csv"))
            .expect("the table is there");
        let rows = rows.deserialize().map(|row| row.expect("it is a row"));
        let cards: std::collections::BTreeSet<String> = rows
            .map(|row: BTreeMap<String, String>| row["card"].clone())
            .filter(|card| card.contains(" / "))
            .collect();
        assert_eq!((cards.len(), header.game.kinds.len()), (6, 6), "{cards:?}");
        (header.game.set_hash, cards)
    });
    assert!(
        drafts[0] != drafts[1] && drafts[1] != drafts[2],
        "{drafts:?}"
    );
}

#[test]
#[ignore = "it needs duckdb"]
fn the_queries_of_the_page_run() {
    let folder = tempfile::tempdir().expect("there is room for files");
    for number in 1..=3 {
        let arguments = format!(
            "simulate 1961 --games 90 --shard {number}/3 --json runs/{number}.json --csv runs/csv"
        );
        fs::create_dir_all(folder.path().join("runs")).expect("there is room for files");
        let output = brink(folder.path(), &arguments.split(' ').collect::<Vec<_>>());
        assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    }
    let page = fs::read_to_string("docs/simulation.md").expect("the page is there");
    let queries = blocks(&page, "sql");
    assert!(queries.len() >= 3);
    let answer = |query: &str| {
        let mut command = Command::new("duckdb");
        let output = command
            .args(["-csv", "-c", query])
            .current_dir(folder.path())
            .output()
            .expect("`duckdb` is there");
        assert!(output.status.success(), "{query}\n{}", said(&output));
        String::from_utf8(output.stdout).expect("tables are text")
    };
    let answers: Vec<String> = queries.iter().map(|query| answer(query)).collect();
    assert!(
        answers.iter().all(|answer| answer.lines().count() > 3),
        "{answers:?}"
    );
    // The first query counts wins; all of them are in the sums.
    let output = brink(
        folder.path(),
        &[
            "simulate",
            "merge",
            "runs/1.json",
            "runs/2.json",
            "runs/3.json",
            "--json",
            "-",
        ],
    );
    let whole =
        Simulation::read(&String::from_utf8_lossy(&output.stdout)).expect("it is a simulation");
    let won = |seat: &str| -> u64 {
        let rows = answers[0].lines().filter(|row| row.starts_with(seat));
        rows.filter_map(|row| row.split(',').nth(2)?.parse::<u64>().ok())
            .sum()
    };
    assert_eq!([won("p1"), won("p2")], whole.game.counts.wins[..]);
}

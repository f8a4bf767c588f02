//! Files and messages that somebody has broken: every reader answers, and what it marks lies inside the text.

use std::fs;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use brink::board::View;
use brink::bots::BotSpec;
use brink::bots::chance::{Policy, trace_game};
use brink::bots::protocol::FromBot;
use brink::engine::{Game, Script};
use brink::explain::options::decision::Decision;
use brink::explain::reasons::answer::why;
use brink::lang::notation::{TraceError, TraceReader, parse_moves, parse_trace_line};
use brink::lang::{parse_cond, parse_text, print};
use brink::record::judge::run_ruling;
use brink::record::mutation::Equivalents;
use brink::record::positions::print::print_view;
use brink::record::positions::read::read_position;
use brink::record::ruling::read_rulings;
use brink::record::traces::replay::replay;
use brink::rules::{Library, Settings};
use brink::session::drift::by_program;
use brink::session::opening::{Opening, Seating};
use brink::session::save::{NotGiven, Saved};
use brink::session::screen::Memory;
use brink::session::sitting::Sitting;
use brink::stats::arena::{Entrant, Header, Plan, Played, Schedule, play_game, read_record};
use brink::stats::simulate::{Bots, Depth, Job, Simulation, merge, simulate};
use brink::text::{Source, Span};

use super::dice::Dice;
use super::parts::examples;
use crate::support::texts::toml_files;

/// Who reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reader {
    Text,
    Check,
    Position,
    Moves,
    Trace,
    Ruling,
    Saved,
    Record,
    Shard,
    Message,
    Word,
}

/// Texts come oftener than whole files, which take longer.
const READERS: [Reader; 22] = [
    Reader::Text,
    Reader::Text,
    Reader::Text,
    Reader::Text,
    Reader::Text,
    Reader::Check,
    Reader::Check,
    Reader::Position,
    Reader::Position,
    Reader::Position,
    Reader::Moves,
    Reader::Moves,
    Reader::Trace,
    Reader::Ruling,
    Reader::Saved,
    Reader::Record,
    Reader::Record,
    Reader::Shard,
    Reader::Message,
    Reader::Message,
    Reader::Message,
    Reader::Word,
];

/// Words that readers know, and things that they may trip over.
const WORDS: [&str; 48] = [
    "p1",
    "p6",
    "p7",
    "p0",
    "p2.1",
    "p1.255",
    "p1.65536",
    "^",
    "*",
    "*NAME",
    "[",
    "]",
    "{p1}",
    "?",
    ":",
    "|",
    ">",
    "#",
    "deck:",
    "discard:",
    "removed:",
    "ages:",
    "laws:",
    "turn p2 start",
    "eliminated",
    "0",
    "-1",
    "255",
    "256",
    "65535",
    "65536",
    "4294967296",
    "18446744073709551616",
    "1e308",
    "NaN",
    "null",
    "true",
    "\"",
    "'''",
    "\\u{0}",
    "\u{0}",
    "\u{1b}[2J",
    "\u{202e}",
    "é",
    "\u{10ffff}",
    "\r\n",
    "\t",
    "players 1",
];

/// What is at hand to be broken, and the games that readers play.
pub struct Shelf {
    library: Library,
    scripts: Vec<Arc<Script>>,
    schedule: Schedule,
    header: Header,
    texts: Vec<String>,
    files: Vec<String>,
    positions: Vec<String>,
    moves: Vec<String>,
    traces: Vec<String>,
    rulings: Vec<String>,
    saved: Vec<String>,
    records: Vec<String>,
    shards: Vec<String>,
    messages: Vec<String>,
    words: Vec<String>,
}

impl Shelf {
    pub fn read() -> Shelf {
        let library = Library::load(&toml_files("tests/cards")).expect("the sets are sound");
        let script = |recipe: &str| {
            let rules = library
                .compile(recipe, &Settings::default())
                .expect("the recipe is sound");
            Arc::new(Script::new(rules))
        };
        let scripts: Vec<Arc<Script>> = ["1961", "1971", "market", "harbour-game"]
            .map(script)
            .into();
        let read = |path: &std::path::PathBuf| fs::read_to_string(path).expect("the file is text");
        let own = [toml_files("tests/cards"), toml_files("cards/recipes")].concat();
        let mut shelf = Shelf {
            files: own.iter().map(read).collect(),
            texts: examples().into_iter().map(|(_, text)| text).collect(),
            rulings: toml_files("tests/rulings").iter().map(read).collect(),
            positions: Vec::new(),
            moves: Vec::new(),
            traces: Vec::new(),
            saved: Vec::new(),
            records: Vec::new(),
            shards: Vec::new(),
            messages: [
                "{\"type\":\"hello\",\"name\":\"clumsy\",\"version\":\"1\"}",
                "{\"type\":\"choose\",\"id\":1,\"option\":0}",
            ]
            .map(String::from)
            .into(),
            words: [
                "ismcts:250msx4",
                "greedy",
                "p1.1",
                "action Embargo",
                "build Factory at p1.2",
                "event 3",
            ]
            .map(String::from)
            .into(),
            schedule: Schedule {
                plan: Plan::new(&[BotSpec::Random, BotSpec::Cautious].map(Entrant::Bot), 2),
                seed: 1,
                limit: 60,
                times: (std::time::Duration::from_secs(10), None),
            },
            header: Header {
                arena: 0,
                recipe: String::new(),
                rules: String::new(),
                players: 0,
                bots: Vec::new(),
                versions: Vec::new(),
                seed: 0,
                limit: 0,
                times: None,
            },
            scripts,
            library,
        };
        let called = vec![None; shelf.schedule.plan.bots.len()];
        shelf.header = Header::of(&shelf.schedule, &shelf.scripts[0].rules, &called);
        shelf.fill();
        shelf
    }

    fn fill(&mut self) {
        for script in self.scripts.clone() {
            self.traces
                .push(trace_game(&script, 2, 3, Policy::Uniform, 4));
            let mut game = Game::deal(script.clone(), 3, 7, &mut ());
            for step in 0..40 {
                let options = game.options();
                if options.is_empty() {
                    break;
                }
                game.take(options[step % options.len()], &mut ())
                    .expect("it is offered");
                if game.menu().is_some() {
                    let view = View::open(game.board(), &script.rules.cards);
                    self.positions.push(print_view(&script.rules, &view, true));
                    let labels = Decision::of(&game).expect("somebody is asked").offers;
                    let labels: Vec<String> = labels.into_iter().map(|offer| offer.label).collect();
                    self.moves
                        .push(format!("p1: {}\np2: {}\n", labels.join(" > "), labels[0]));
                }
            }
            let opening = Opening::default();
            let bots = BotSpec::Random;
            let seat = brink::board::Seat(0);
            let seating = Seating {
                script: script.clone(),
                players: 2,
                seed: 5,
                seat,
                bots,
                given: None,
                opening,
                guests: Vec::new(),
                names: Vec::new(),
            };
            let mut sitting = Sitting::new(seating);
            for _ in 0..6 {
                sitting.take(0);
            }
            self.saved
                .push(Saved::of(&sitting, Memory::Strict).to_string());
            let job = Job {
                script,
                other: None,
                players: 2,
                bots: Bots::parse("random", 2).expect("it is a bot"),
                seed: 1,
                limit: 40,
                games: 0..3,
                threads: 1,
                depth: Depth::Full,
            };
            let done =
                simulate(&job, &AtomicBool::new(false), None, &|_| {}).expect("there are threads");
            let header = brink::stats::simulate::Header::new(&job, 3, None);
            self.shards
                .push(Simulation::new(header, &job, done).write());
        }
        let mut record = serde_json::to_string(&self.header).expect("it is JSON") + "\n";
        for deal in 0..3 {
            let seed = self.schedule.seed_of(deal);
            let ends = self.schedule.plan.lineups.iter().map(|_| {
                let bots = [BotSpec::Random, BotSpec::Cautious].map(|bot| bot.seated(seed));
                play_game(&self.scripts[0], bots.into(), seed, 60, &|| false)
                    .expect("nobody stops it")
            });
            record += &(serde_json::to_string(&Played::of(
                &self.schedule,
                deal,
                &ends.collect::<Vec<_>>(),
            ))
            .expect("it is JSON")
                + "\n");
        }
        self.records.push(record);
    }

    fn of(&self, reader: Reader) -> &[String] {
        match reader {
            Reader::Text => &self.texts,
            Reader::Check => &self.files,
            Reader::Position => &self.positions,
            Reader::Moves => &self.moves,
            Reader::Trace => &self.traces,
            Reader::Ruling => &self.rulings,
            Reader::Saved => &self.saved,
            Reader::Record => &self.records,
            Reader::Shard => &self.shards,
            Reader::Message => &self.messages,
            Reader::Word => &self.words,
        }
    }

    /// A broken input and who reads it.
    pub fn input(&self, dice: &mut Dice<'_>) -> (Reader, Vec<u8>) {
        let reader = *dice.pick(&READERS);
        let mut input = match dice.below(12) {
            0 => (0..dice.below(200))
                .map(|_| dice.below(256) as u8)
                .collect(),
            _ => dice.pick(self.of(reader)).clone().into_bytes(),
        };
        for _ in 0..=dice.below(6) {
            self.breaks(&mut input, reader, dice);
        }
        // Nothing is gained by reading for minutes.
        input.truncate(200_000);
        (reader, input)
    }

    fn breaks(&self, input: &mut Vec<u8>, reader: Reader, dice: &mut Dice<'_>) {
        let at = dice.below(input.len() + 1);
        let end = (at + dice.below(40)).min(input.len());
        match dice.below(10) {
            0 if at < input.len() => input[at] ^= 1 << dice.below(8),
            1 => drop(input.drain(at..end)),
            2 => insert(input, at, dice.pick(&WORDS).as_bytes()),
            3 => replace_number(input, at, dice.pick(&WORDS[25..35]).as_bytes()),
            4 => {
                let other = dice.pick(self.of(reader)).as_bytes();
                let from = dice.below(other.len() + 1);
                let to = (from + dice.below(80)).min(other.len());
                insert(input, at, &other[from..to]);
            }
            5 => {
                let part = input[at..end].to_vec();
                let times = [1, 2, 30, 300][dice.below(4)];
                insert(input, at, &part.repeat(times));
            }
            6 => input.truncate(at),
            7 => swap_lines(input, dice),
            8 => replace_word(input, at, dice.pick(&WORDS).as_bytes()),
            _ => {
                let others = self.words_of(reader, dice);
                replace_word(input, at, others.as_bytes());
            }
        }
    }

    /// Some word of such inputs.
    fn words_of(&self, reader: Reader, dice: &mut Dice<'_>) -> String {
        let words: Vec<&str> = dice
            .pick(self.of(reader))
            .split([' ', '\n', ',', ':', '"'])
            .collect();
        dice.pick(&words).to_string()
    }

    /// Gives it to its reader.
    ///
    /// # Errors
    /// A mark that lies outside of the text, or something that is not read again as it is written.
    pub fn read_input(
        &self,
        reader: Reader,
        input: &[u8],
        dice: &mut Dice<'_>,
    ) -> Result<(), String> {
        let text = String::from_utf8_lossy(input).into_owned();
        let script = dice.pick(&self.scripts).clone();
        match reader {
            Reader::Text => {
                let _ = parse_cond(&text, 0);
                match parse_text(&text, 0) {
                    Ok(tree) => {
                        let printed = print(&tree);
                        match parse_text(&printed, 0) {
                            Ok(again) if again == tree => {}
                            // It may be printed with more words in a line than it was written with.
                            Err(faults)
                                if faults
                                    .iter()
                                    .all(|fault| fault.reason.contains(" has at most ")) => {}
                            _ => return Err(format!("printed otherwise: {printed}")),
                        }
                    }
                    Err(faults) => faults
                        .iter()
                        .try_for_each(|fault| marked(&text, fault.span))?,
                }
            }
            Reader::Check => {
                let mut sources: Vec<Source> = self
                    .library
                    .sets()
                    .iter()
                    .take(3)
                    .map(|set| set.source.clone())
                    .collect();
                sources.push(Source::new("hostile.toml", text));
                match Library::parse(sources) {
                    Err(report) => {
                        for fault in &report.faults {
                            let _ = fault.to_string();
                            if let Some((name, span)) =
                                fault.place().filter(|(name, _)| *name == "hostile.toml")
                            {
                                marked(&String::from_utf8_lossy(input), span)
                                    .map_err(|fault| format!("{name}: {fault}"))?;
                            }
                        }
                    }
                    Ok(library) => {
                        let recipe = library
                            .recipes()
                            .last()
                            .map(|recipe| recipe.id.node.clone());
                        let rules =
                            recipe.map(|recipe| library.compile(&recipe, &Settings::default()));
                        if let Some(Ok(rules)) = rules {
                            let _ = trace_game(
                                &Arc::new(Script::new(rules)),
                                2,
                                1,
                                Policy::Uniform,
                                10,
                            );
                        }
                    }
                }
            }
            Reader::Position => match read_position(&text, 0, &script.rules) {
                Err(faults) => faults
                    .iter()
                    .try_for_each(|fault| marked(&text, fault.span))?,
                Ok(setup) => {
                    let game = Game::from_setup(script.clone(), &setup, 1, &mut ());
                    let printed = print_view(
                        &script.rules,
                        &View::open(game.board(), &script.rules.cards),
                        true,
                    );
                    let again = read_position(&printed, 0, &script.rules)
                        .map_err(|faults| format!("{faults:?} in\n{printed}"))?;
                    let again = Game::from_setup(script.clone(), &again, 1, &mut ());
                    let again = print_view(
                        &script.rules,
                        &View::open(again.board(), &script.rules.cards),
                        true,
                    );
                    if again != printed {
                        return Err(format!("printed\n{printed}then\n{again}"));
                    }
                    let _ = Decision::of(&game);
                }
            },
            Reader::Moves => match parse_moves(&text, 0) {
                Err(faults) => faults
                    .iter()
                    .try_for_each(|fault| marked(&text, fault.span))?,
                Ok(lines) => {
                    let setup =
                        read_position(dice.pick::<String>(&self.positions), 0, &script.rules);
                    if let Ok(setup) = setup {
                        let _ = brink::record::positions::moves::play_from(
                            script,
                            &setup,
                            &lines,
                            &mut (),
                        );
                    }
                }
            },
            Reader::Trace => {
                for item in TraceReader::new(input) {
                    if let Err(TraceError::Line { text, fault, .. }) = item {
                        marked(&text, fault.span)?;
                    }
                }
                text.lines().for_each(|line| drop(parse_trace_line(line)));
                let _ = replay(input, &mut |header| {
                    let settings = Settings {
                        disputes: header.disputes.clone(),
                        kinds: header.kinds.clone(),
                    };
                    let rules = self
                        .library
                        .compile(&header.game, &settings)
                        .map_err(|report| report.to_string())?;
                    Ok(Arc::new(Script::new(rules)))
                });
            }
            Reader::Ruling => {
                let source = Source::new("hostile.toml", text.clone());
                match read_rulings(&source) {
                    Err(faults) => faults
                        .iter()
                        .try_for_each(|fault| marked(&text, fault.span))?,
                    Ok(rulings) => {
                        for ruling in rulings.iter().take(4) {
                            if let Ok(rules) = self
                                .library
                                .compile(ruling.game.get_ref(), &ruling.settings())
                                && let Err(faults) =
                                    run_ruling(&source, ruling, Arc::new(Script::new(rules)))
                            {
                                faults
                                    .iter()
                                    .try_for_each(|fault| marked(&text, fault.span))?;
                            }
                        }
                    }
                }
            }
            Reader::Saved => match Saved::parse(&text) {
                Err(fault) => marked(&text, fault.span)?,
                // A search would take its time.
                Ok(saved) => self.go_on(&Saved {
                    bots: BotSpec::Random,
                    ..saved
                })?,
            },
            Reader::Record => {
                if let Ok((deals, length)) = read_record(&text, &self.header, &self.schedule) {
                    let mut standings =
                        brink::stats::arena::Standings::new(self.schedule.plan.clone());
                    deals.iter().for_each(|ends| standings.add(ends));
                    let _ = (
                        standings.rows(),
                        standings.turns(),
                        text.get(..length).ok_or("a record is cut inside")?,
                    );
                }
            }
            Reader::Shard => {
                if let Ok(simulation) = Simulation::read(&text) {
                    let _ = (
                        simulation.summary(),
                        simulation.comparison(),
                        simulation.decisions(),
                        simulation.write(),
                    );
                    let other = Simulation::read(&self.shards[0]).expect("it was written so");
                    let _ = merge(
                        vec![("one".into(), simulation), ("other".into(), other)],
                        true,
                    )
                    .map(|both| both.write());
                }
            }
            Reader::Message => drop(FromBot::read(input)),
            Reader::Word => {
                let _ = text.parse::<BotSpec>().map_err(|error| error.help());
                let _ = Bots::parse(&text, 3);
                let _ = text.parse::<Memory>();
                let _ = Equivalents::read(&text);
                let _ = brink::explain::reasons::answer::event_asked(&text, 7);
                let game = Game::deal(script, 2, 1, &mut ());
                let labels: Vec<String> = Decision::of(&game)
                    .into_iter()
                    .flat_map(|asked| asked.offers)
                    .map(|offer| offer.label)
                    .collect();
                let _ = brink::lang::notation::matches(&text, &labels);
                let _ = why(&game, &text);
            }
        }
        Ok(())
    }
}

impl Shelf {
    /// Goes on with a kept game, with its own cards or those at hand, and back and forth in it.
    fn go_on(&self, saved: &Saved) -> Result<(), String> {
        let printed = saved.to_string();
        let again = Saved::parse(&printed)
            .map_err(|fault| format!("a kept game is not read again: {}", fault.reason))?;
        if again.to_string() != printed {
            return Err("a kept game is printed as another one".to_string());
        }
        let own = if saved.files.is_empty() {
            Ok(self.library.clone())
        } else {
            Library::parse(saved.files.clone())
        };
        let Ok(library) = own else { return Ok(()) };
        let scripts = saved.scripts(|disputes| {
            let settings = Settings {
                disputes,
                kinds: saved.kinds.clone(),
            };
            let rules = library.compile(&saved.game, &settings);
            rules
                .map(|rules| Arc::new(Script::new(rules)))
                .map_err(|_| NotGiven {
                    text: String::new(),
                    faults: Vec::new(),
                })
        });
        let Ok(scripts) = scripts else { return Ok(()) };
        let drift = by_program(&scripts, saved);
        let Ok(mut sitting) = saved.sit(&scripts) else {
            return drift
                .map(|_| ())
                .ok_or_else(|| "a game that does not go on differs nowhere".to_string());
        };
        let _ = (
            sitting.decision(),
            sitting.goals(),
            sitting.redo(),
            sitting.undo(1),
            sitting.redo(),
        );
        let _ = Saved::of(&sitting, Memory::Strict).to_string();
        Ok(())
    }
}

/// What a fault marks lies in the text, between whole letters.
fn marked(text: &str, span: Span) -> Result<(), String> {
    match text.get(span.start..span.end) {
        Some(_) => Ok(()),
        None => Err(format!(
            "a fault is marked at {span:?}, the text has {} bytes",
            text.len()
        )),
    }
}

fn insert(input: &mut Vec<u8>, at: usize, what: &[u8]) {
    input.splice(at..at, what.iter().copied());
}

fn replace(input: &mut Vec<u8>, at: usize, what: &[u8], of: impl Fn(u8) -> bool) {
    let Some(start) = (at..input.len()).find(|at| of(input[*at])) else {
        return;
    };
    let end = (start..input.len())
        .find(|at| !of(input[*at]))
        .unwrap_or(input.len());
    input.splice(start..end, what.iter().copied());
}

fn replace_number(input: &mut Vec<u8>, at: usize, what: &[u8]) {
    replace(input, at, what, |sign| sign.is_ascii_digit());
}

fn replace_word(input: &mut Vec<u8>, at: usize, what: &[u8]) {
    replace(input, at, what, |sign| sign.is_ascii_alphanumeric());
}

fn swap_lines(input: &mut Vec<u8>, dice: &mut Dice<'_>) {
    let mut lines: Vec<Vec<u8>> = input
        .split_inclusive(|sign| *sign == b'\n')
        .map(<[u8]>::to_vec)
        .collect();
    if lines.len() > 1 {
        let (one, other) = (dice.below(lines.len()), dice.below(lines.len()));
        lines.swap(one, other);
        *input = lines.concat();
    }
}

//! `brink ruling`: plays rulings and says which hold.

mod coverage;
mod files;
mod index;
mod mutate;
mod opened;
mod outcome;

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use crate::failure::Remark;
use crate::home::Home;
use crate::number::{seed, whole};
use crate::{Failure, pager, plain, play, start};
pub use opened::game;
use record::judge::{moves_of, setup_of};
#[cfg(feature = "serve")]
use record::traces::timeline::Eyes;
use record::transcript::told;
use record::written::write_empty;
use rules::{Library, Settings};
use session::seating::Given;

use files::{Entry, FOLDER, Files, Filter, Scripts};
use outcome::{Outcome, Verdict};

/// Play rulings, and say which hold.
#[derive(Debug, Args)]
pub struct Ruling {
    /// Files of rulings, or folders of them; tests/rulings when left out
    #[arg(value_name = "FILE|FOLDER")]
    paths: Vec<PathBuf>,
    /// Files of cards or recipes that the rulings need
    #[arg(long = "with", value_name = "TOML")]
    with: Vec<PathBuf>,
    /// Play the rulings of one game with another recipe, such as a variant of it, and no others
    #[arg(long = "as", value_name = "GAME=RECIPE", value_parser = game_and_recipe)]
    instead: Option<(String, String)>,
    #[command(flatten)]
    filter: Filter,
    /// How to tell what came out
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Tell each ruling in plain words
    #[arg(long, conflicts_with = "format")]
    show: bool,
    /// Print an empty ruling
    #[arg(long, conflicts_with_all = ["paths", "show", "open", "index", "format"])]
    new: bool,
    /// Play on from the position of that ruling
    #[arg(long, value_name = "ID", conflicts_with_all = ["show", "index", "format", "id", "rule", "card"])]
    open: Option<String>,
    /// With --open: play on from where its moves lead
    #[arg(long, requires = "open")]
    after: bool,
    /// With --open: who plays against you, as for `brink play`
    #[arg(long, value_name = "BOT", requires = "open")]
    bots: Option<String>,
    /// With --open: show it in a browser, moment by moment
    #[cfg(feature = "serve")]
    #[arg(long, requires = "open", conflicts_with_all = ["after", "bots"])]
    web: bool,
    /// With --web: only tell where it is shown
    #[cfg(feature = "serve")]
    #[arg(long, requires = "web")]
    no_open: bool,
    /// Write into a document which rulings pin which of its rules
    #[arg(long, value_name = "DOCUMENT", conflicts_with_all = ["show", "format", "id", "rule", "card"])]
    index: Option<PathBuf>,
    /// List the card texts with how many rulings run each part
    #[arg(long, conflicts_with_all = OTHERS)]
    coverage: bool,
    /// Change the card texts, or that of one card, one small step at a time, and list what no ruling notices
    #[arg(long, value_name = "CARD", num_args = 0..=1, conflicts_with_all = OTHERS, conflicts_with = "coverage")]
    mutate: Option<Option<String>>,
    /// With --mutate: only so many changes, drawn by the seed
    #[arg(long, value_name = "N", value_parser = whole::<usize>(0..=u64::MAX), requires = "mutate")]
    sample: Option<usize>,
    /// What draws them
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = seed, requires = "sample")]
    seed: u64,
}

/// A game and the recipe that is played in its place.
fn game_and_recipe(text: &str) -> Result<(String, String), String> {
    let (game, recipe) = text
        .split_once('=')
        .ok_or("write `GAME=RECIPE`, the game of the rulings first")?;
    Ok((game.to_string(), recipe.to_string()))
}

/// What does not go with a look at the card texts.
const OTHERS: [&str; 8] = [
    "new", "show", "open", "index", "format", "id", "rule", "card",
];

/// How to tell what came out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A line for each ruling, a report for each failure
    Text,
    /// One JSON document
    Json,
}

impl Ruling {
    pub fn run(self, home: &Home) -> Result<(), Failure> {
        if self.new {
            return print_empty(&start::open(&self.with)?);
        }
        let mut files = Files::read(&self.paths)?;
        if let Some((game, recipe)) = &self.instead {
            files.play_as(game, recipe)?;
        }
        let library = start::open(&[self.with.clone(), files.cards()].concat())?;
        let mut scripts = Scripts::new(&library);
        if let Some(id) = &self.open {
            return self.play(home, id, &files, &mut scripts);
        }
        if let Some(document) = &self.index {
            return index::write(document, &files);
        }
        if self.coverage {
            return coverage::write(&library, &files.casebook()?);
        }
        if let Some(card) = &self.mutate {
            let brought = mutate::brought(&library, &start::open(&[])?);
            let wanted = mutate::Wanted {
                card: card.as_deref(),
                files: &brought,
                sample: self.sample,
                seed: self.seed,
            };
            return mutate::write(&library, &files.casebook()?, self.folder(), &wanted);
        }
        let rulings = self.filter.chosen(&files, &mut scripts)?;
        if self.show {
            show(&rulings, &mut scripts)?;
            return if self.filter.is_empty() {
                files.sound()
            } else {
                Ok(())
            };
        }
        let faulty = files
            .faulty()
            .into_iter()
            .map(|(source, faults)| Verdict::unread(source, faults));
        let mut verdicts: Vec<Verdict> = if self.filter.is_empty() {
            faulty.collect()
        } else {
            Vec::new()
        };
        verdicts.extend(
            rulings
                .iter()
                .map(|entry| outcome::judge(entry, &mut scripts, !self.with.is_empty())),
        );
        match self.format {
            Format::Text => {
                outcome::write_text(&mut plain::stdout(), &verdicts, io::stdout().is_terminal())?
            }
            Format::Json => outcome::write_json(&mut plain::json(), &verdicts)?,
        }
        io::stdout().flush()?;
        match verdicts
            .iter()
            .all(|verdict| verdict.outcome == Outcome::Holds)
        {
            true => Ok(()),
            false => Err(Failure::Told),
        }
    }

    /// The folder of the rulings, or of the first file of them.
    fn folder(&self) -> &Path {
        let path = self
            .paths
            .first()
            .map_or(Path::new(FOLDER), PathBuf::as_path);
        match path.parent() {
            Some(parent) if !path.is_dir() => parent,
            _ => path,
        }
    }

    /// The person takes the seat that is asked first, bots the others.
    fn play(
        &self,
        home: &Home,
        id: &str,
        files: &Files,
        scripts: &mut Scripts,
    ) -> Result<(), Failure> {
        let bots = self
            .bots
            .as_deref()
            .map(start::bot)
            .transpose()?
            .unwrap_or_default();
        let entry = files.find(id)?;
        let faulty = |faults| Failure::texts(&entry.source.name, &entry.source.text, faults);
        let script = scripts.of(entry.ruling).map_err(faulty)?;
        setup_of(entry.source, entry.ruling, &script).map_err(faulty)?;
        #[cfg(feature = "serve")]
        if self.web {
            let timeline = serve::of_ruling(entry.source, entry.ruling, script).map_err(faulty)?;
            return crate::browser::look(&timeline, Eyes::Open, !self.no_open);
        }
        let given = Given::read(entry.ruling.position.get_ref(), &script.rules);
        let given =
            given.map_err(|faults| Failure::texts(id, entry.ruling.position.get_ref(), faults))?;
        let moves = if self.after {
            moves_of(entry.source, entry.ruling).map_err(faulty)?
        } else {
            Vec::new()
        };
        let title = format!("{id}: {}", entry.ruling.title);
        play::from_position(home, script, given, &moves, &title, bots).map_err(
            |fault| match fault {
                play::NotOpened::Moves(faults) => faulty(faults),
                play::NotOpened::Failure(failure) => failure,
            },
        )
    }
}

fn print_empty(library: &Library) -> Result<(), Failure> {
    let id = start::ids(library).next().map(str::to_string);
    let id = id.ok_or_else(|| {
        Failure::usage("there is no recipe", "name a file with one: `--with FILE`")
    })?;
    let kinds = start::drawn(library, &id, 0)?;
    let script = start::compile(
        library,
        &id,
        &Settings {
            kinds,
            ..Settings::default()
        },
    )?;
    plain::stdout().write_all(write_empty(&script.rules).as_bytes())?;
    Ok(())
}

/// Tells what happens in each, whether it holds or not, and then what does not.
fn show(rulings: &[Entry], scripts: &mut Scripts) -> Result<(), Failure> {
    let mut out = plain::stdout();
    let (mut pages, mut remarks) = (0, Vec::new());
    for entry in rulings {
        let faults = match scripts.of(entry.ruling) {
            Ok(script) => {
                let (page, faults) = told(entry.source, entry.ruling, script);
                if pages > 0 {
                    writeln!(out, "\n{}\n", "-".repeat(60))?;
                }
                out.write_all(pager::fitted(&page).as_bytes())?;
                pages += 1;
                faults
            }
            Err(faults) => faults,
        };
        remarks.extend(Remark::all(&entry.source.name, &entry.source.text, faults));
    }
    out.flush()?;
    if remarks.is_empty() {
        Ok(())
    } else {
        Err(Failure::Texts(remarks))
    }
}

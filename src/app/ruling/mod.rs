//! `brink ruling`: plays rulings and says which hold.

use std::io::{self, IsTerminal, Write};
use std::path::{Component, Path, PathBuf};

use clap::{Args, ValueEnum};
use files::{Entry, FOLDER, Files, Filter, Scripts};
use itertools::Itertools;
use verdict::{Outcome, Verdict};

use crate::failure::Remark;
use crate::home::Home;
use crate::number::{self, whole};
use crate::output::save;
use crate::{Failure, pager, plain, play, start};
use engine::Game;
use record::casebook::{Entry as Indexed, unlisted, with_index};
use record::export::write_empty;
use record::judge::{moves_of, setup_of};
use record::positions::moves::play_from;
#[cfg(feature = "serve")]
use record::traces::timeline::Eyes;
use record::transcript::told;
use rules::Library;
use session::opening::Given;

pub mod files;
mod mutate;
pub mod verdict;

/// Test rulings.
#[derive(Args)]
pub struct Ruling {
    /// Ruling files or folders [default: tests/rulings]
    #[arg(value_name = "FILE|FOLDER")]
    paths: Vec<PathBuf>,
    /// Card and recipe files that the rulings need
    #[arg(long = "with", value_name = "TOML")]
    with: Vec<PathBuf>,
    /// Test only the rulings of GAME, played with another recipe
    #[arg(long = "as", value_name = "GAME=RECIPE", value_parser = game_and_recipe)]
    instead: Option<(String, String)>,
    #[command(flatten)]
    filter: Filter,
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Describe each ruling step by step
    #[arg(long, conflicts_with = "format")]
    show: bool,
    /// Print a ruling template
    #[arg(long, conflicts_with_all = ["paths", "show", "open", "index", "format"])]
    new: bool,
    /// Play on from the position of this ruling
    #[arg(long, value_name = "ID", conflicts_with_all = ["show", "index", "format", "id", "rule", "card"])]
    open: Option<String>,
    /// With --open: start after the moves of the ruling
    #[arg(long, requires = "open")]
    after: bool,
    /// With --open: bots to play against, as in `brink play`
    #[arg(long, value_name = "BOT", requires = "open")]
    bots: Option<String>,
    /// With --open: show it in a browser, moment by moment
    #[cfg(feature = "serve")]
    #[arg(long, requires = "open", conflicts_with_all = ["after", "bots"])]
    web: bool,
    /// With --web: print the address, but do not open a browser
    #[cfg(feature = "serve")]
    #[arg(long, requires = "web")]
    no_open: bool,
    /// Write an index of rulings by rule into a document
    #[arg(long, value_name = "DOCUMENT", conflicts_with_all = ["show", "format", "id", "rule", "card"])]
    index: Option<PathBuf>,
    /// Show how many rulings run each part of the card texts
    #[arg(long, conflicts_with_all = OTHERS)]
    coverage: bool,
    /// Mutate the card texts, or one card's, and list changes that no ruling notices
    #[arg(long, value_name = "CARD", num_args = 0..=1, conflicts_with_all = OTHERS, conflicts_with = "coverage")]
    mutate: Option<Option<String>>,
    /// With --mutate: test a random sample of N changes
    #[arg(long, value_name = "N", value_parser = whole::<usize>(0..=u64::MAX), requires = "mutate")]
    sample: Option<usize>,
    /// Random seed of the sample
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = number::seed, requires = "sample")]
    seed: u64,
}

/// A game and the recipe that is played in its place.
fn game_and_recipe(text: &str) -> Result<(String, String), String> {
    let (game, recipe) = text
        .split_once('=')
        .ok_or("write `GAME=RECIPE`: first the game of the rulings")?;
    Ok((game.to_string(), recipe.to_string()))
}

/// What does not go with a look at the card texts.
const OTHERS: [&str; 8] = [
    "new", "show", "open", "index", "format", "id", "rule", "card",
];

/// Output format.
#[derive(Debug, Clone, Copy, PartialEq, ValueEnum)]
enum Format {
    /// One line per ruling, a report per failure
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
            return write_index(document, &files);
        }
        if self.coverage {
            let brought = mutate::brought(&library, &start::open(&[])?);
            return mutate::write_coverage(&library, &files.casebook()?, &brought);
        }
        if let Some(card) = &self.mutate {
            let brought = mutate::brought(&library, &start::open(&[])?);
            let wanted = mutate::Selection {
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
                .map(|entry| verdict::judge(entry, &mut scripts, !self.with.is_empty())),
        );
        match self.format {
            Format::Text => {
                verdict::write_text(&mut plain::stdout(), &verdicts, io::stdout().is_terminal())?
            }
            Format::Json => verdict::write_json(&mut plain::json(), &verdicts)?,
        }
        io::stdout().flush()?;
        if verdicts
            .iter()
            .all(|verdict| verdict.outcome == Outcome::Holds)
        {
            Ok(())
        } else {
            Err(Failure::Told)
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
            return crate::serve::look(&timeline, Eyes::Open, !self.no_open);
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
        play::from_position(home, script, given, (&moves, &faulty), &title, bots)
    }
}

fn print_empty(library: &Library) -> Result<(), Failure> {
    let id = start::ids(library).next().map(str::to_string);
    let id = id.ok_or_else(|| {
        Failure::usage("there is no recipe", "give a file with one: `--with FILE`")
    })?;
    let script = start::of_recipe(library, &id)?;
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

/// Rulings that are named where one must be chosen.
const NAMED: usize = 6;

/// The position of a ruling of a file, or where its moves lead. Without an id it is the only one there.
pub fn game(path: &Path, with: &[PathBuf], id: Option<&str>, after: bool) -> Result<Game, Failure> {
    let files = Files::read(&[path.to_path_buf()])?;
    let entry = match id {
        Some(id) => files.find(id)?,
        None => {
            files.sound()?;
            let mut entries = files.entries();
            match (entries.next(), entries.next()) {
                (Some(only), None) => only,
                _ => {
                    let ids: Vec<&str> = files
                        .entries()
                        .map(|entry| entry.ruling.id.get_ref().as_str())
                        .collect();
                    let more = if ids.len() > NAMED { ", and more" } else { "" };
                    let named = ids[..ids.len().min(NAMED)].join("`, `");
                    return Err(Failure::usage(
                        format!("`{}` has {} rulings", path.display(), ids.len()),
                        format!("choose one with `--id`: `{named}`{more}"),
                    ));
                }
            }
        }
    };
    let library = start::open(&[with.to_vec(), files.cards()].concat())?;
    let faulty = |faults| Failure::texts(&entry.source.name, &entry.source.text, faults);
    let script = Scripts::new(&library).of(entry.ruling).map_err(faulty)?;
    let setup = setup_of(entry.source, entry.ruling, &script).map_err(faulty)?;
    let moves = if after {
        moves_of(entry.source, entry.ruling).map_err(faulty)?
    } else {
        Vec::new()
    };
    play_from(script, &setup, &moves, &mut ()).map_err(faulty)
}

/// Writes the index into the document, if it is not there already. Rulings of cards of one's own are not listed.
fn write_index(document: &Path, files: &Files) -> Result<(), Failure> {
    files.sound()?;
    let text = crate::output::read(document)?;
    let entry = |entry: Entry| Indexed {
        id: entry.ruling.id.get_ref().clone(),
        link: way(document, Path::new(&*entry.source.name)),
        rules: entry.ruling.rule_ids().map(str::to_string).collect(),
    };
    let entries = files.entries().filter(|entry| !entry.own);
    let entries: Vec<Indexed> = entries.map(entry).collect();
    if let Some((rule, entry)) = unlisted(&text, &entries).first() {
        let help = format!("add a line `- {rule} ...`, or correct the ruling");
        return Err(Failure::run(
            format!(
                "`{}` pins `{rule}`, which is not in `{}`",
                entry.id,
                document.display()
            ),
            help,
        ));
    }
    let indexed = with_index(&text, &entries);
    let mut out = plain::stdout();
    if indexed == text {
        writeln!(out, "`{}` is up to date", document.display())?;
        return Ok(());
    }
    save(document, &indexed).map_err(Failure::at(document, "written"))?;
    writeln!(out, "`{}` was updated", document.display())?;
    Ok(())
}

/// The way from a document to a file, with `/` on every system.
fn way(document: &Path, file: &Path) -> String {
    let whole = |path: &Path| std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
    let (from, to) = (
        whole(document.parent().unwrap_or(Path::new(""))),
        whole(file),
    );
    let common = from
        .components()
        .zip(to.components())
        .take_while(|(one, other)| one == other)
        .count();
    let up = from.components().skip(common).map(|_| Component::ParentDir);
    let path: PathBuf = up.chain(to.components().skip(common)).collect();
    path.components()
        .map(|part| part.as_os_str().to_string_lossy().into_owned())
        .join("/")
}

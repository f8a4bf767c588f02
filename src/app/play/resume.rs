//! Goes on with a game that was kept, and tells where it is not the same game any more.

use std::path::Path;

use crate::home::Home;
use crate::play::options::Play;
use crate::play::screen::heeded;
use crate::shelf::keeper;
use crate::shelf::{Keeper, Shelf};
use crate::start::{saved_scripts, script_with};
use crate::{Failure, number, output, saves};
use lang::Fault;
use rules::Library;
use session::drift::{by_cards, by_program};
use session::opening::Seating;
use session::readers::Readers;
use session::save::{Saved, Scripts};
use session::screen::Memory;
use session::sitting::Sitting;
use text::{Source, read_text};

/// A kept game that goes on.
pub struct Resumption {
    pub sitting: Sitting,
    /// What it was played with.
    pub memory: Memory,
    pub keeper: Option<Keeper>,
    /// What there is to say about it, a line each: of cards that were edited since, say. It is shown where the game is.
    pub told: Vec<String>,
}

impl Play {
    /// The game of a file.
    pub fn loaded(&self, path: &Path, home: &Home) -> Result<Resumption, Failure> {
        let text = output::read(path)?;
        let mut told = Vec::new();
        let (sitting, memory) = self.going_on(&path.display().to_string(), &text, &mut told)?;
        // What is kept says who plays.
        if !text.starts_with("save ") {
            let Seating { seat, bots, .. } = sitting.seating();
            told.push(format!(
                "A trace does not say who played: you are {seat}, and bots ({bots}) play all other seats."
            ));
        }
        let (keeper, nowhere) = keeper(home);
        told.extend(nowhere);
        Ok(Resumption {
            sitting,
            memory,
            keeper,
            told,
        })
    }

    /// A game that was kept as it went; the last one that is not over when none is named.
    pub fn resumed(&self, id: &str, home: &Home) -> Result<Resumption, Failure> {
        let shelf = Shelf::of(home)?;
        let mut told = Vec::new();
        let id = match id {
            "" => {
                let open = shelf.last_open();
                let (open, unread) = open.map_err(|error| {
                    Failure::file(&home.data().unwrap_or_default(), "read", &error)
                })?;
                told = unread;
                let data = shelf.option();
                open.ok_or_else(|| Failure::usage("there is no unfinished saved game", format!(
                    "start a game with `brink play{data}`; `brink games{data}` also lists finished ones"
                )))?
            }
            id => number::game(id)?,
        };
        let path = shelf.file(id);
        if !path.exists() {
            return Err(Failure::usage(
                format!("there is no saved game {id}"),
                format!("`brink games{}` lists them", shelf.option()),
            ));
        }
        let place = shelf.take_place(id).map_err(Failure::at(&path, "locked"))?;
        let place = place.ok_or_else(|| {
            Failure::usage(
                format!("game {id} is being played elsewhere"),
                "leave it there first, or continue another one",
            )
        })?;
        let text = shelf.text(id).map_err(Failure::at(&path, "read"))?;
        let (sitting, memory) = self.going_on(&path.display().to_string(), &text, &mut told)?;
        Ok(Resumption {
            sitting,
            memory,
            keeper: Some(Keeper::at(shelf, place)),
            told,
        })
    }

    fn going_on(
        &self,
        name: &str,
        text: &str,
        told: &mut Vec<String>,
    ) -> Result<(Sitting, Memory), Failure> {
        let mut saved = saves::saved(name, text, self.to)?;
        told.extend(heeded(&mut saved.names));
        let scripts = match (&self.recipe, saved.files.is_empty()) {
            // Its own cards, as they were.
            (None, false) if self.options.with().is_empty() => self.with_its_cards(&saved, told)?,
            // Those of today.
            _ => saved.scripts(|disputes| {
                self.options
                    .script_of(self.recipe.as_deref(), &saved, disputes)
            })?,
        };
        // A game that was kept without its short forms says nothing of how it was played.
        let drift = if saved.prints.iter().any(Option::is_some) {
            by_program(&scripts, &saved)
        } else {
            None
        };
        if let Some(drift) = drift {
            let here = env!("CARGO_PKG_VERSION");
            let version = match saved.version.as_deref() {
                Some(version) if version == here => {
                    "the same version of brink, but with these cards or this build it plays differently"
                        .to_string()
                }
                Some(version) => {
                    format!("brink {version}; with brink {here}, or with these cards, it plays differently")
                }
                None => format!(
                    "another version of brink; with brink {here}, or with these cards, it plays differently"
                ),
            };
            told.push(format!("This game was saved by {version}."));
            told.push(format!("The first difference is {drift}."));
            told.extend(drift.clauses.lines().map(str::to_string));
        }
        let sitting = saved.sit(&scripts).map_err(|(repeated, misfit)| {
            let (span, before) = saves::place(&saved, repeated);
            let help = match before {
                0 => "the file was edited, or saved with other cards; remove this line and everything after it"
                    .to_string(),
                _ => format!(
                    "the file was edited, or saved with other cards; `--to {before}` continues from before this line"
                ),
            };
            let fault = Fault { span, reason: misfit.to_string(), help: Some(help) };
            Failure::kept(name, text, fault, Some(Readers::of(&saved)))
        })?;
        Ok((sitting, saved.memory))
    }

    /// The game with the cards that it was begun with. Where they have been edited since, that is told.
    fn with_its_cards(&self, saved: &Saved, told: &mut Vec<String>) -> Result<Scripts, Failure> {
        let then = saved_scripts(saved)?;
        let today: Vec<Source> = saved
            .files
            .iter()
            .map(|file| today(file).unwrap_or_else(|| file.clone()))
            .collect();
        let edited: Vec<&str> = saved
            .files
            .iter()
            .zip(&today)
            .filter(|(old, new)| old != new)
            .map(|(old, _)| &*old.name)
            .collect();
        if edited.is_empty() {
            return Ok(then);
        }
        let edited = edited.join(", ");
        told.push(format!(
            "Its cards have been edited since: {edited}. It continues with the original cards."
        ));
        let Ok(library) = Library::parse(today) else {
            told.push("The edited cards have errors: run `brink check`.".to_string());
            return Ok(then);
        };
        let now = saved.scripts(|disputes| script_with(&library, saved, disputes));
        match now.map(|now| by_cards(&then, &now, saved)) {
            Ok(Some(drift)) => {
                told.push(format!(
                    "With the edited cards it would have gone differently from {drift}."
                ));
                told.extend(drift.clauses.lines().map(str::to_string));
            }
            Ok(None) => {
                told.push("With the edited cards it would have gone the same so far, as far as you can see.".to_string());
            }
            Err(_) => told
                .push("With the edited cards it could not have started the same way.".to_string()),
        }
        Ok(then)
    }
}

/// What a file that a game was made of says today; nothing where it is not there any more.
fn today(file: &Source) -> Option<Source> {
    let builtin = Library::builtin().ok()?;
    let sets = builtin.sets().iter().map(|set| &set.source);
    let mut sources = sets.chain(builtin.recipes().iter().map(|recipe| &recipe.source));
    if let Some(source) = sources.find(|source| source.name == file.name) {
        return Some(source.clone());
    }
    let path = Path::new(&*file.name);
    // What is no plain file may never answer.
    Some(Source::new(
        &*file.name,
        path.is_file().then(|| read_text(path).ok())??,
    ))
}

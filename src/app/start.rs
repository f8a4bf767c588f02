//! From words on the command line to rules that can be played: recipe, files, disputes, kinds, bots.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;

pub use crate::library::{holds_rulings, ids, is_file, is_path, open, open_instead};
use crate::pager::fitted_beside;

use crate::Failure;
use crate::library::{find, is_built_in, open_with};
use board::Seat;
use bots::{BotSpec, NoBot};
use engine::{Script, Setup};
use explain::names::SHARED;
use lang::Fault;
use record::positions::read::{read_position, read_view};
use rules::ir::Rules;
use rules::ir::weights::Weights;
use rules::weights::OfGame;
use rules::{Library, Report, Settings};
use session::opening::draw_kinds;
use session::save::{Saved, Scripts};
use text::{Source, plain};

/// The options of all commands that start a game.
#[derive(Default, Args)]
pub struct GameOptions {
    /// Change how a disputed rule is read, such as reshuffle=on-draw (repeatable)
    #[arg(long = "dispute", value_name = "NAME=VALUE")]
    disputes: Vec<String>,
    /// Card kinds of a draft, each named by its building or its action [default: drawn from the seed]
    #[arg(long, value_name = "A, B, ...")]
    kinds: Option<String>,
    /// Add the cards of a set, by its id or file (repeatable)
    #[arg(long, value_name = "SET")]
    with: Vec<String>,
}

/// A word as a shell takes it, on one line.
pub fn typed(word: &str) -> String {
    let quoted = shlex::try_quote(word).unwrap_or(word.into());
    plain(&quoted).replace('\n', "\\n")
}

impl GameOptions {
    /// The same options for a command line, each behind a blank.
    pub fn words(&self) -> String {
        let disputes = self.disputes.iter().map(|value| ("dispute", value));
        let all = disputes.chain(self.kinds.iter().map(|value| ("kinds", value)));
        let all = all.chain(self.with.iter().map(|value| ("with", value)));
        all.map(|(option, value)| format!(" --{option} {}", typed(value)))
            .collect()
    }

    /// Sets that are added, and files that a trace or ruling needs.
    pub fn with(&self) -> &[String] {
        &self.with
    }

    /// The rules of a recipe, or of the first one there is. The seed draws the kinds of a draft.
    pub fn script(&self, recipe: Option<&str>, seed: u64) -> Result<Arc<Script>, Failure> {
        let (library, id) = find(recipe, &self.with)?;
        let disputes = self
            .disputes
            .iter()
            .map(|text| dispute(text))
            .collect::<Result<Vec<_>, _>>()?;
        agreed(&disputes)?;
        let kinds = match &self.kinds {
            Some(kinds) => split_list(kinds),
            None => drawn(&library, &id, seed)?,
        };
        compile(&library, &id, &Settings { disputes, kinds })
    }

    /// The rules of each deal, by its seed, where `script` are those of one of them: each deal of a draft draws its own kinds.
    pub fn of_deal(
        &self,
        recipe: &str,
        script: &Arc<Script>,
    ) -> impl Fn(u64) -> Result<Arc<Script>, Failure> + Sync {
        move |seed| {
            if script.rules.drafted {
                self.script(Some(recipe), seed)
            } else {
                Ok(script.clone())
            }
        }
    }

    /// The rules that a position needs: nothing is drawn, so that the kinds of a draft must be named.
    fn script_of_position(&self, recipe: Option<&str>) -> Result<Arc<Script>, Failure> {
        let script = self.script(recipe, 0)?;
        if script.rules.drafted && self.kinds.is_none() {
            return Err(Failure::usage(
                "a position does not record which kinds were drafted",
                "name its kinds: `--kinds \"A, B, ...\"`",
            ));
        }
        Ok(script)
    }

    /// The rules of a kept game, with disputes settled so. A recipe or file that is named must be the one it was kept from.
    pub fn script_of(
        &self,
        recipe: Option<&str>,
        saved: &Saved,
        disputes: Vec<(String, String)>,
    ) -> Result<Arc<Script>, Failure> {
        let (library, id) = match recipe {
            Some(recipe) => find(Some(recipe), &self.with)?,
            None => (open_with(&self.with)?, saved.game.clone()),
        };
        if id != saved.game {
            return Err(Failure::usage(
                format!("the saved game is a game of `{}`", saved.game),
                format!("remove `{id}`, or load a game of it"),
            ));
        }
        if !library.knows(&id) {
            return Err(Failure::usage(
                format!("the saved game is of `{id}`, but there is no such recipe"),
                "if it comes from your own file, give it: `brink play FILE --load SAVED`",
            ));
        }
        script_with(&library, saved, disputes)
    }
}

/// The options of all commands that read a position.
#[derive(Args)]
pub struct PositionOptions {
    /// Game id or recipe file of the position [default: the first game listed]
    #[arg(long, value_name = "RECIPE")]
    game: Option<String>,
    #[command(flatten)]
    options: GameOptions,
}

impl PositionOptions {
    /// Files of sets that are added, and those that a trace or ruling needs.
    pub fn with(&self) -> Vec<PathBuf> {
        let with = self.options.with.iter().filter(|word| !is_built_in(word));
        with.map(PathBuf::from).collect()
    }

    /// The position in a file, or on standard input, and its rules.
    pub fn read(&self, file: Option<&Path>) -> Result<(Arc<Script>, Setup), Failure> {
        match file.filter(|file| file.as_os_str() != "-") {
            Some(file) => {
                let text = crate::output::read(file)?;
                self.read_from(&file.display().to_string(), &text)
            }
            None => self.read_from("standard input", &standard_input("a position")?),
        }
    }

    /// A game is named, or how it is played.
    pub fn is_named(&self) -> bool {
        self.game.is_some() || self.options.kinds.is_some() || !self.options.disputes.is_empty()
    }

    /// The position in a text, and its rules.
    fn read_from(&self, name: &str, text: &str) -> Result<(Arc<Script>, Setup), Failure> {
        self.read_by(name, text, &|rules| read_position(text, 0, rules))
    }

    /// The position in a text and its rules; where it is a view, one that looks so to that seat, or to whoever's turn it is, and whose view it is.
    pub fn read_view_from(
        &self,
        name: &str,
        text: &str,
        eyes: Option<Seat>,
    ) -> Result<(Arc<Script>, Setup, Option<Seat>), Failure> {
        let (script, (setup, viewer)) =
            self.read_by(name, text, &|rules| read_view(text, 0, rules, eyes))?;
        Ok((script, setup, viewer))
    }

    fn read_by<T>(
        &self,
        name: &str,
        text: &str,
        read: &dyn Fn(&Rules) -> Result<T, Vec<Fault>>,
    ) -> Result<(Arc<Script>, T), Failure> {
        let script = self.options.script_of_position(self.game.as_deref())?;
        let what = read(&script.rules).map_err(|faults| {
            // Where a name of this game must be said more exactly, it is no other game that is meant.
            let shared = faults.iter().any(|fault| fault.reason.starts_with(SHARED));
            let other = if shared { None } else { self.other_game(read) };
            let game = &script.rules.game;
            match other {
                Some(other) => Failure::run(
                    format!("this is a position of `{other}`, not of `{game}`"),
                    format!("`--game {other}` reads it"),
                ),
                None => Failure::texts(name, text, faults),
            }
        })?;
        Ok((script, what))
    }

    /// Another game that the position is of, where that is plain.
    fn other_game<T>(&self, read: &dyn Fn(&Rules) -> Result<T, Vec<Fault>>) -> Option<String> {
        let library = open(&[]).ok()?;
        let reads = |id: &&str| {
            let rules = library.compile(id, &Settings::default());
            rules.is_ok_and(|rules| read(&rules).is_ok())
        };
        let found = ids(&library).find(reads);
        found.map(str::to_string)
    }
}

/// The rules of a kept game: of its own cards, or of today's where it has none with it.
pub fn saved_scripts(saved: &Saved) -> Result<Scripts, Failure> {
    if saved.files.is_empty() {
        saved.scripts(|disputes| GameOptions::default().script_of(None, saved, disputes))
    } else {
        let library = Library::parse(saved.files.clone()).map_err(Failure::Files)?;
        saved.scripts(|disputes| script_with(&library, saved, disputes))
    }
}

/// The rules of a kept game, with these cards and with disputes settled so.
pub fn script_with(
    library: &Library,
    saved: &Saved,
    disputes: Vec<(String, String)>,
) -> Result<Arc<Script>, Failure> {
    let settings = Settings {
        disputes,
        kinds: saved.kinds.clone(),
    };
    compile(library, &saved.game, &settings).map_err(|failure| match failure {
        // It is the file that asks for what there is not.
        Failure::Settings(report) => Failure::Files(report),
        other => other,
    })
}

/// The bot that a word on the command line stands for.
pub fn bot(text: &str) -> Result<BotSpec, Failure> {
    text.parse()
        .map_err(|error: NoBot| Failure::usage(error.to_string(), error.help()))
}

/// All that comes through the standard input, which is said to whoever sits at a terminal.
pub fn standard_input(what: &str) -> io::Result<String> {
    if io::stdin().is_terminal() {
        let end = if cfg!(windows) {
            "Ctrl-Z and Enter"
        } else {
            "Ctrl-D"
        };
        let sentence = format!(
            "{what} is read from here: type or paste it, and end with {end}; `< FILE` reads it from a file"
        );
        writeln!(io::stderr(), "{}", fitted_beside(&sentence))?;
    }
    text::read_all(io::stdin().lock())
}

/// Weights of a file, and how it was named.
#[derive(Debug, Clone)]
pub struct FromFile {
    pub file: String,
    pub of: OfGame,
}

impl FromFile {
    /// The weights, if they are for that game.
    pub fn of_game(&self, game: &str) -> Result<Weights, Failure> {
        if self.of.game == game {
            return Ok(self.of.weights);
        }
        Err(Failure::run(
            format!(
                "the weights in `{}` are for the game `{}`, but this is `{game}`",
                self.file, self.of.game
            ),
            format!("`brink train {game} --out FILE` learns them for it"),
        ))
    }
}

/// A bot, and the file of weights that it judges tables by, if one is named: `greedy@FILE`.
pub fn bot_with_weights(text: &str) -> Result<(BotSpec, Option<FromFile>), Failure> {
    let Some((name, file)) = text.split_once('@') else {
        return Ok((bot(text)?, None));
    };
    let bot = bot(name)?;
    if !bot.judges() {
        return Err(Failure::usage(
            format!("`{name}` does not use weights"),
            format!("write `{name}` alone; `greedy@FILE` and `ismcts:2000@FILE` use weights"),
        ));
    }
    let of = OfGame::read(&Source::new(
        file.to_string(),
        text::read_text(Path::new(file))
            .map_err(|error| Failure::file(Path::new(file), "read", &error))?,
    ))
    .map_err(Failure::Files)?;
    Ok((
        bot,
        Some(FromFile {
            file: file.to_string(),
            of,
        }),
    ))
}

/// The kinds that a seed draws for a recipe that drafts; none for any other.
pub fn drawn(library: &Library, id: &str, seed: u64) -> Result<Vec<String>, Failure> {
    let draft = library.draft(id).map_err(failed)?;
    Ok(draft.map_or_else(Vec::new, |draft| draw_kinds(&draft, seed)))
}

/// The game of a recipe as nobody has asked for anything else.
pub fn of_recipe(library: &Library, id: &str) -> Result<Arc<Script>, Failure> {
    let kinds = drawn(library, id, 0)?;
    let disputes = Vec::new();
    compile(library, id, &Settings { disputes, kinds })
}

/// Lowers a game.
pub fn compile(library: &Library, id: &str, settings: &Settings) -> Result<Arc<Script>, Failure> {
    Ok(Arc::new(Script::new(
        library.compile(id, settings).map_err(failed)?,
    )))
}

/// Faults that have no place in a file are those of what was asked for.
fn failed(report: Report) -> Failure {
    if report.faults.iter().all(|fault| fault.place().is_none()) {
        Failure::Settings(report)
    } else {
        Failure::Files(report)
    }
}

fn dispute(text: &str) -> Result<(String, String), Failure> {
    let (name, value) = text.split_once('=').ok_or_else(|| {
        Failure::usage(
            format!("`{text}` has no value for the dispute"),
            "write `--dispute NAME=VALUE`; `brink disputes` lists them",
        )
    })?;
    Ok((name.trim().to_string(), value.trim().to_string()))
}

/// No dispute is answered in two ways.
fn agreed(disputes: &[(String, String)]) -> Result<(), Failure> {
    for (index, (name, value)) in disputes.iter().enumerate() {
        let before = disputes[..index]
            .iter()
            .find(|(other, answer)| other == name && answer != value);
        if let Some((_, other)) = before {
            return Err(Failure::usage(
                format!("the dispute `{name}` has two values: `{other}` and `{value}`"),
                format!("give `--dispute {name}=...` once"),
            ));
        }
    }
    Ok(())
}

fn split_list(text: &str) -> Vec<String> {
    text.split(',')
        .map(str::trim)
        .filter(|name| !name.is_empty())
        .map(str::to_string)
        .collect()
}

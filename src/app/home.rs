//! Where a person's own things lie: games that are kept, and settings. The platform says where, unless told otherwise.

use std::io;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf, absolute};

use clap::ValueEnum;
use etcetera::app_strategy::{AppStrategy, AppStrategyArgs, choose_native_strategy};
use etcetera::home_dir;
use serde::{Deserialize, Deserializer, de};
use strum::VariantNames;

use crate::colour::When;
use crate::start::{is_file, typed};
use crate::tui::SPEED;
use crate::{Failure, near};
use board::PLAYERS;
use bots::{BotSpec, NoBot};
use lang::Fault;
use rules::Library;
use session::screen::Memory;
use text::{Span, read_text};

/// What belongs to the person who runs the program.
#[derive(Debug, Default)]
pub struct Home {
    /// Where data is kept, if it was said: by the command line, the environment or the settings.
    data: Option<PathBuf>,
    /// What the command line said of it: it has to say so again the next time.
    said: Overrides,
    pub settings: Settings,
}

/// What a command line says of a person's own things.
#[derive(Debug, Clone, Default)]
pub struct Overrides {
    /// `--data DIR`
    pub data: Option<PathBuf>,
    /// `--settings FILE`
    pub settings: Option<PathBuf>,
}

impl Home {
    /// The folder of the command line or the environment comes before that of the settings.
    pub fn new(said: Overrides, settings: Settings) -> Home {
        let data = said
            .data
            .clone()
            .or_else(|| variable("BRINK_DATA"))
            .or_else(|| settings.data.clone());
        Home {
            data,
            said,
            settings,
        }
    }

    /// What a command needs to find the same things, behind a blank: nothing, ` --data DIR`, ` --settings FILE` or both.
    pub fn option(&self) -> String {
        let said = [("data", &self.said.data), ("settings", &self.said.settings)];
        let said = said
            .into_iter()
            .filter_map(|(name, path)| Some((name, path.as_ref()?)));
        said.map(|(name, path)| format!(" --{name} {}", typed(&path.to_string_lossy())))
            .collect()
    }

    /// The folder for data.
    ///
    /// # Errors
    /// The platform knows of no home folder, and nobody has named another one.
    pub fn data(&self) -> Result<PathBuf, Failure> {
        let platform = || platform().map(|platform| platform.data_dir());
        self.data.clone().or_else(platform).ok_or_else(|| {
            Failure::run(
                "there is no home folder to save games in",
                "give a folder: `--data DIR`, or `BRINK_DATA=DIR`",
            )
        })
    }
}

/// The file of the settings: the one named, that of the environment, or the platform's place for it.
pub fn settings_file(named: Option<PathBuf>) -> Option<SettingsFile> {
    if let Some(path) = named.or_else(|| variable("BRINK_SETTINGS")) {
        return Some(SettingsFile { path, named: true });
    }
    platform().map(|platform| SettingsFile {
        path: platform.config_dir().join("settings.toml"),
        named: false,
    })
}

fn platform() -> Option<impl AppStrategy> {
    choose_native_strategy(AppStrategyArgs {
        app_name: "Brink".to_string(),
        ..AppStrategyArgs::default()
    })
    .ok()
}

fn variable(name: &str) -> Option<PathBuf> {
    std::env::var_os(name)
        .filter(|value| !value.is_empty())
        .map(PathBuf::from)
}

/// The file of the settings.
#[derive(Debug)]
pub struct SettingsFile {
    pub path: PathBuf,
    /// Somebody has asked for it, so that it must be there.
    pub named: bool,
}

/// What the file of settings may say. All of it may be left out.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Settings {
    pub color: Option<When>,
    /// The command that shows long output page by page; empty for none.
    pub pager: Option<String>,
    /// As it is meant, once it is read.
    pub data: Option<PathBuf>,
    pub play: PlaySettings,
}

/// The same for `brink play`.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct PlaySettings {
    #[serde(deserialize_with = "recipe")]
    pub recipe: Option<String>,
    #[serde(deserialize_with = "players")]
    pub players: Option<u8>,
    #[serde(deserialize_with = "bots")]
    pub bots: Option<BotSpec>,
    #[serde(deserialize_with = "memory")]
    pub memory: Option<Memory>,
    #[serde(deserialize_with = "first")]
    pub first: Option<String>,
    pub menu: Option<Menu>,
    /// Line by line instead of on the full screen.
    pub plain: Option<bool>,
    /// How fast it is shown what others do: 1 to 5.
    #[serde(deserialize_with = "speed")]
    pub speed: Option<u8>,
    pub ascii: Option<bool>,
}

/// A value that is read and then made of, or refused in words.
fn read<'de, D: Deserializer<'de>, T: Deserialize<'de>, V>(
    value: D,
    made: impl FnOnce(T) -> Result<V, String>,
) -> Result<Option<V>, D::Error> {
    made(T::deserialize(value)?)
        .map(Some)
        .map_err(de::Error::custom)
}

/// A game that there is, or a file, of which nothing is said before it is played.
fn recipe<'de, D: Deserializer<'de>>(value: D) -> Result<Option<String>, D::Error> {
    read(value, |recipe: String| {
        let known = Library::own_recipes();
        if is_file(&recipe) || known.contains(&recipe) {
            return Ok(recipe);
        }
        let help = near(&recipe, known.iter().map(String::as_str));
        Err(format!("no recipe is called `{recipe}`; {help}"))
    })
}

fn first<'de, D: Deserializer<'de>>(value: D) -> Result<Option<String>, D::Error> {
    read(value, |first: String| {
        if First::named(&first).is_some() {
            return Ok(first);
        }
        let help = near(&first, First::names());
        Err(format!(
            "`{first}` is not a way to choose who goes first; {help}"
        ))
    })
}

/// A number in that range.
fn within(
    range: RangeInclusive<u8>,
    wrong: impl Fn(u8, u8) -> String,
) -> impl FnOnce(u8) -> Result<u8, String> {
    move |number| {
        if range.contains(&number) {
            Ok(number)
        } else {
            Err(wrong(*range.start(), *range.end()))
        }
    }
}

fn players<'de, D: Deserializer<'de>>(value: D) -> Result<Option<u8>, D::Error> {
    read(
        value,
        within(PLAYERS, |from, to| format!("{from} to {to} can play")),
    )
}

fn speed<'de, D: Deserializer<'de>>(value: D) -> Result<Option<u8>, D::Error> {
    read(
        value,
        within(SPEED, |from, to| {
            format!("a speed is a number from {from} to {to}")
        }),
    )
}

fn memory<'de, D: Deserializer<'de>>(value: D) -> Result<Option<Memory>, D::Error> {
    read(value, |name: String| {
        name.parse().map_err(|unknown| format!("{unknown}"))
    })
}

fn bots<'de, D: Deserializer<'de>>(value: D) -> Result<Option<BotSpec>, D::Error> {
    read(value, |bots: String| {
        bots.parse()
            .map_err(|error: NoBot| format!("{error}; {}", error.help()))
    })
}

impl Settings {
    /// Reads a file of settings.
    ///
    /// # Errors
    /// What is wrong in it, at its place.
    fn parse(text: &str) -> Result<Settings, Fault> {
        toml::from_str(text).map_err(|error| {
            let span = error
                .span()
                .map_or(Span::new(0, 0), |span| Span::new(span.start, span.end));
            Fault {
                span,
                reason: error.message().trim_end_matches('.').to_string(),
                help: Some("`brink settings --example` shows all settings".to_string()),
            }
        })
    }

    /// The same, of that file: the paths in it are what they mean there.
    fn at(mut self, file: &Path) -> Result<Settings, Failure> {
        self.data = self.data.map(|data| meant(&data, file)).transpose()?;
        if let Some(recipe) = self.play.recipe.take_if(|recipe| is_file(recipe)) {
            self.play.recipe = Some(
                meant(Path::new(&recipe), file)?
                    .to_string_lossy()
                    .into_owned(),
            );
        }
        Ok(self)
    }

    /// The settings of a file. Where nobody has named one, there need be none.
    pub fn load(file: Option<&SettingsFile>) -> Result<Settings, Failure> {
        let Some(SettingsFile { path, named }) = file else {
            return Ok(Settings::default());
        };
        match read_text(path) {
            Ok(text) => {
                let settings = Settings::parse(&text);
                settings
                    .map_err(|error| Failure::notation(&path.display().to_string(), &text, error))?
                    .at(path)
            }
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(Failure::file(path, "read", &error))
            }
            Err(_) if *named => {
                let name = path.display();
                Err(Failure::usage(
                    format!("there is no settings file `{name}`"),
                    format!(
                        "check the path, or create it: `brink settings --write --settings {name}`"
                    ),
                ))
            }
            Err(_) => Ok(Settings::default()),
        }
    }
}

/// A file that says nothing yet, with all that it could say.
pub const EXAMPLE: &str = include_str!("../../docs/settings.toml");

/// The path that is meant by one in that file.
///
/// # Errors
/// It begins with `~`, and the platform knows of no home folder.
fn meant(path: &Path, file: &Path) -> Result<PathBuf, Failure> {
    if let Ok(rest) = path.strip_prefix("~") {
        let home = home_dir().map_err(|_| {
            Failure::run(
                format!(
                    "`{}` starts in the home folder, but there is none",
                    path.display()
                ),
                format!("write the full path in `{}`", file.display()),
            )
        })?;
        return Ok(home.join(rest));
    }
    // Whoever has left the folder they stand in, as some systems allow, has paths that begin there.
    let file = absolute(file).unwrap_or_else(|_| file.to_path_buf());
    Ok(file
        .parent()
        .map_or_else(|| path.to_path_buf(), |folder| folder.join(path)))
}

/// How the first player is found.
#[derive(Debug, Clone, Copy, PartialEq, strum::EnumString, strum::VariantNames)]
#[strum(serialize_all = "lowercase")]
pub enum First {
    /// It is played for.
    #[strum(serialize = "hfb")]
    Contest,
    Random,
    Me,
}

impl First {
    /// The one that is called so.
    pub fn named(name: &str) -> Option<First> {
        name.parse().ok()
    }

    /// What all of them are called.
    pub fn names() -> impl Iterator<Item = &'static str> {
        First::VARIANTS.iter().copied()
    }
}

/// How options are shown line by line.
#[derive(Debug, Clone, Copy, PartialEq, ValueEnum, Deserialize, strum::Display)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum Menu {
    /// Choose a card or building, then what to do with it, then where
    Steps,
    /// List all options, numbered
    Whole,
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{EXAMPLE, Home, Overrides, Settings, meant};

    #[test]
    fn what_the_command_line_names_has_to_be_named_again() {
        let option = |data: Option<&str>, settings: Option<&str>| {
            Home::new(
                Overrides {
                    data: data.map(Into::into),
                    settings: settings.map(Into::into),
                },
                Settings::default(),
            )
            .option()
        };
        assert_eq!(option(Some("/tmp/games"), None), " --data /tmp/games");
        assert_eq!(option(Some("my games"), None), " --data 'my games'");
        assert_eq!(option(None, Some("my.toml")), " --settings my.toml");
        assert_eq!(
            option(Some("d"), Some("my.toml")),
            " --data d --settings my.toml"
        );
        assert_eq!(option(None, None), "");
    }

    #[test]
    fn the_example_says_nothing_and_all_that_it_could_say_is_read() {
        assert_eq!(Settings::parse(EXAMPLE), Ok(Settings::default()));
        let spoken: String = EXAMPLE
            .lines()
            .map(|line| line.strip_prefix("#: ").unwrap_or(line).to_string() + "\n")
            .collect();
        let settings = Settings::parse(&spoken).expect("all of it can be said");
        let play = &settings.play;
        assert!(settings.color.is_some() && settings.pager.is_some() && settings.data.is_some());
        assert!(play.recipe.is_some() && play.players.is_some() && play.bots.is_some());
        assert!(play.memory.is_some() && play.first.is_some() && play.menu.is_some());
        assert!(play.plain.is_some() && play.speed.is_some() && play.ascii.is_some());
    }

    #[test]
    fn the_recipes_that_may_be_named_are_those_of_the_library() {
        let library = crate::start::open(&[]).expect("the cards are sound");
        let ids: Vec<&str> = crate::start::ids(&library).collect();
        assert_eq!(rules::Library::own_recipes(), ids);
    }

    #[test]
    fn what_is_wrong_is_told_at_its_place() {
        let said = |text: &str| {
            let error = Settings::parse(text).expect_err("it is wrong");
            format!("{}..{} {}", error.span.start, error.span.end, error.reason)
        };
        assert_eq!(
            said("colour = 1\n"),
            "0..6 unknown field `colour`, expected one of `color`, `pager`, `data`, `play`"
        );
        assert_eq!(said("[play]\nplayers = 7\n"), "17..18 2 to 6 can play");
        assert_eq!(
            said("[play]\nmemory = \"strickt\"\n"),
            "16..25 no memory is called `strickt`"
        );
        assert!(
            said("[play]\nbots = \"clever\"\n").starts_with("14..22 no bot is called `clever`")
        );
        assert!(
            said("[play]\nrecipe = \"1999\"\n").starts_with("16..22 no recipe is called `1999`; ")
        );
        assert!(
            said("[play]\nfirst = \"you\"\n")
                .starts_with("15..20 `you` is not a way to choose who goes first; ")
        );
    }

    #[cfg(unix)]
    #[test]
    fn a_path_begins_at_its_file_and_not_where_somebody_stands() {
        let meant = |path: &str| meant(Path::new(path), Path::new("/etc/brink/settings.toml")).ok();
        assert_eq!(
            meant("games").as_deref(),
            Some(Path::new("/etc/brink/games"))
        );
        assert_eq!(
            meant("/var/games").as_deref(),
            Some(Path::new("/var/games"))
        );
        let home = etcetera::home_dir().expect("there is a home folder");
        assert_eq!(
            (meant("~/games"), meant("~")),
            (Some(home.join("games")), Some(home))
        );
    }
}

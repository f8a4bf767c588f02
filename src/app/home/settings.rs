//! Settings: what a person would otherwise say on every command line.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use serde::{Deserialize, Deserializer, de};

use crate::colour::When;
use crate::first::First;
use crate::home::paths::meant;
use crate::menu::Menu;
use crate::start::is_file;
use crate::tui::SPEED;
use crate::{Failure, near};
use board::PLAYERS;
use bots::{BotSpec, NoBot};
use lang::notation::NotationError;
use rules::Library;
use session::screen::memory::Memory;
use text::{Span, read_text};

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
    #[serde(deserialize_with = "named")]
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

/// A game that there is, or a file, of which nothing is said before it is played.
fn recipe<'de, D: Deserializer<'de>>(value: D) -> Result<Option<String>, D::Error> {
    let recipe = String::deserialize(value)?;
    if !is_file(&recipe) {
        let known = Library::own_recipes();
        if !known.contains(&recipe) {
            let help = near(&recipe, known.iter().map(String::as_str));
            return Err(de::Error::custom(format!(
                "no recipe is called `{recipe}`; {help}"
            )));
        }
    }
    Ok(Some(recipe))
}

fn first<'de, D: Deserializer<'de>>(value: D) -> Result<Option<String>, D::Error> {
    let first = String::deserialize(value)?;
    match First::named(&first) {
        Some(_) => Ok(Some(first)),
        None => {
            let help = near(&first, First::names());
            Err(de::Error::custom(format!(
                "nobody is found to begin by `{first}`; {help}"
            )))
        }
    }
}

fn players<'de, D: Deserializer<'de>>(value: D) -> Result<Option<u8>, D::Error> {
    let players = u8::deserialize(value)?;
    match PLAYERS.contains(&players) {
        true => Ok(Some(players)),
        false => Err(de::Error::custom(format!(
            "{} to {} play",
            PLAYERS.start(),
            PLAYERS.end()
        ))),
    }
}

fn speed<'de, D: Deserializer<'de>>(value: D) -> Result<Option<u8>, D::Error> {
    let speed = u8::deserialize(value)?;
    match SPEED.contains(&speed) {
        true => Ok(Some(speed)),
        false => Err(de::Error::custom(format!(
            "a speed is {} to {}",
            SPEED.start(),
            SPEED.end()
        ))),
    }
}

fn named<'de, D: Deserializer<'de>, T: FromStr<Err: fmt::Display>>(
    value: D,
) -> Result<Option<T>, D::Error> {
    String::deserialize(value)?
        .parse()
        .map(Some)
        .map_err(de::Error::custom)
}

fn bots<'de, D: Deserializer<'de>>(value: D) -> Result<Option<BotSpec>, D::Error> {
    let bots: Result<BotSpec, NoBot> = String::deserialize(value)?.parse();
    bots.map(Some)
        .map_err(|error| de::Error::custom(format!("{error}; {}", error.help())))
}

impl Settings {
    /// Reads a file of settings.
    ///
    /// # Errors
    /// What is wrong in it, at its place.
    fn parse(text: &str) -> Result<Settings, NotationError> {
        toml::from_str(text).map_err(|error| {
            let span = error
                .span()
                .map_or(Span::new(0, 0), |span| Span::new(span.start, span.end));
            let reason = error.message().trim_end_matches('.').to_string();
            NotationError {
                span,
                reason,
                help: Some("`brink settings --example` shows all there can be".to_string()),
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
                let help = format!(
                    "check the path, or make it: `brink settings --write --settings {name}`"
                );
                Err(Failure::usage(
                    format!("there is no file of settings `{name}`"),
                    help,
                ))
            }
            Err(_) => Ok(Settings::default()),
        }
    }
}

/// A file that says nothing yet, with all that it could say.
pub const EXAMPLE: &str = include_str!("../../../docs/settings.toml");

#[cfg(test)]
mod tests {
    use super::{EXAMPLE, Settings};

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
        assert_eq!(said("[play]\nplayers = 7\n"), "17..18 2 to 6 play");
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
                .starts_with("15..20 nobody is found to begin by `you`; ")
        );
    }
}

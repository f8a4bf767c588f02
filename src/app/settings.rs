//! Settings: what a person would otherwise say on every command line. `brink settings` shows them.

use std::fmt;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use clap::Args;
use serde::{Deserialize, Deserializer, de};

use crate::app::colour::When;
use crate::app::home::SettingsFile;
use crate::app::play::Menu;
use crate::app::{Failure, home, output, plain};
use crate::base::{Span, read_text};
use crate::board::PLAYERS;
use crate::players::bots::{BotSpec, NoBot};
use crate::speech::screen::memory::Memory;
use crate::syntax::notation::NotationError;

/// What the file of settings may say. All of it may be left out.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Settings {
    pub color: Option<When>,
    /// The command that shows long output page by page; empty for none.
    pub pager: Option<String>,
    pub data: Option<PathBuf>,
    pub play: PlaySettings,
}

/// The same for `brink play`.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct PlaySettings {
    pub recipe: Option<String>,
    #[serde(deserialize_with = "players")]
    pub players: Option<u8>,
    #[serde(deserialize_with = "bots")]
    pub bots: Option<BotSpec>,
    #[serde(deserialize_with = "named")]
    pub memory: Option<Memory>,
    pub first: Option<String>,
    pub menu: Option<Menu>,
    /// Line by line instead of on the full screen.
    pub plain: Option<bool>,
    /// How fast it is shown what others do: 1 to 5.
    #[serde(deserialize_with = "speed")]
    pub speed: Option<u8>,
    pub ascii: Option<bool>,
}

fn players<'de, D: Deserializer<'de>>(value: D) -> Result<Option<u8>, D::Error> {
    let players = u8::deserialize(value)?;
    match PLAYERS.contains(&players) {
        true => Ok(Some(players)),
        false => Err(de::Error::custom(format!("{} to {} play", PLAYERS.start(), PLAYERS.end()))),
    }
}

fn speed<'de, D: Deserializer<'de>>(value: D) -> Result<Option<u8>, D::Error> {
    let speed = u8::deserialize(value)?;
    match (1..=5).contains(&speed) {
        true => Ok(Some(speed)),
        false => Err(de::Error::custom("a speed is 1 to 5")),
    }
}

fn named<'de, D: Deserializer<'de>, T: FromStr<Err: fmt::Display>>(value: D) -> Result<Option<T>, D::Error> {
    String::deserialize(value)?.parse().map(Some).map_err(de::Error::custom)
}

fn bots<'de, D: Deserializer<'de>>(value: D) -> Result<Option<BotSpec>, D::Error> {
    let bots: Result<BotSpec, NoBot> = String::deserialize(value)?.parse();
    bots.map(Some).map_err(|error| de::Error::custom(format!("{error}; {}", error.help())))
}

impl Settings {
    /// Reads a file of settings.
    ///
    /// # Errors
    /// What is wrong in it, at its place.
    fn parse(text: &str) -> Result<Settings, NotationError> {
        toml::from_str(text).map_err(|error| {
            let span = error.span().map_or(Span::new(0, 0), |span| Span::new(span.start, span.end));
            let reason = error.message().trim_end_matches('.').to_string();
            NotationError { span, reason, help: Some("`brink settings --example` shows all there can be".to_string()) }
        })
    }

    /// The settings of a file. Where nobody has named one, there need be none.
    pub fn load(file: Option<&SettingsFile>) -> Result<Settings, Failure> {
        let Some(SettingsFile { path, named }) = file else { return Ok(Settings::default()) };
        match read_text(path) {
            Ok(text) => {
                Settings::parse(&text).map_err(|error| Failure::notation(&path.display().to_string(), &text, error))
            }
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(Failure::file(path, "read", &error)),
            Err(_) if *named => {
                let name = path.display();
                let help = format!("check the path, or make it: `brink settings --write --settings {name}`");
                Err(Failure::usage(format!("there is no file of settings `{name}`"), help))
            }
            Err(_) => Ok(Settings::default()),
        }
    }
}

/// A file that says nothing yet, with all that it could say.
const EXAMPLE: &str = include_str!("../../docs/settings.toml");

/// Show the settings and where they are kept
#[derive(Debug, Args)]
pub struct Show {
    /// Write a file that explains all settings, if there is none yet
    #[arg(long)]
    write: bool,
    /// Print that file
    #[arg(long, conflicts_with = "write")]
    example: bool,
}

impl Show {
    pub fn run(self, named: Option<PathBuf>, data: Option<PathBuf>) -> Result<(), Failure> {
        let mut out = plain::stdout();
        if self.example {
            return Ok(out.write_all(EXAMPLE.as_bytes())?);
        }
        let Some(SettingsFile { path, .. }) = home::settings_file(named) else {
            return Err(Failure::run("there is no home folder for settings", "name a file: `--settings FILE`"));
        };
        if self.write {
            if path.exists() {
                let help = "edit it; `brink settings --example` prints all that it could say";
                return Err(Failure::usage(format!("`{}` is there already", path.display()), help));
            }
            let folder = path.parent().unwrap_or(Path::new("."));
            fs::create_dir_all(folder).map_err(|error| Failure::file(folder, "made", &error))?;
            output::write(&path, EXAMPLE)?;
            writeln!(out, "`{}` is written; nothing in it holds until its `#` is taken away.", path.display())?;
            return Ok(());
        }
        // That there is none is what is told here.
        let file = SettingsFile { path, named: false };
        let settings = Settings::load(Some(&file))?;
        let there = if file.path.exists() { "" } else { " (not there: `brink settings --write` makes one)" };
        writeln!(out, "settings: {}{there}", file.path.display())?;
        let data = home::Home::new(data, settings.clone()).data();
        writeln!(out, "games:    {}", data.map_or_else(|_| "nowhere".to_string(), |data| data.display().to_string()))?;
        let play = &settings.play;
        let rows = [
            ("color", settings.color.map(|when| when.to_string()), "auto"),
            ("pager", settings.pager, "$PAGER, or less"),
            ("data", settings.data.map(|data| data.display().to_string()), "the platform's folder"),
            ("play.recipe", play.recipe.clone(), "the first one that `brink recipes` lists"),
            ("play.players", play.players.map(|players| players.to_string()), "2"),
            ("play.bots", play.bots.map(|bots| bots.to_string()), "ismcts:1s"),
            ("play.memory", play.memory.map(|memory| memory.to_string()), "assisted"),
            ("play.first", play.first.clone(), "hfb"),
            ("play.menu", play.menu.map(|menu| menu.to_string()), "steps on a terminal, else whole"),
            ("play.plain", play.plain.map(|plain| plain.to_string()), "false: a terminal's full screen"),
            ("play.speed", play.speed.map(|speed| speed.to_string()), "3"),
            ("play.ascii", play.ascii.map(|ascii| ascii.to_string()), "as the terminal and its locale are"),
        ];
        for (name, value, default) in rows {
            match value {
                Some(value) => writeln!(out, "  {name:<13} {value}")?,
                None => writeln!(out, "  {name:<13} {default} (default)")?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{EXAMPLE, Settings};

    #[test]
    fn the_example_says_nothing_and_all_that_it_could_say_is_read() {
        assert_eq!(Settings::parse(EXAMPLE), Ok(Settings::default()));
        let spoken: String =
            EXAMPLE.lines().map(|line| line.strip_prefix("#: ").unwrap_or(line).to_string() + "\n").collect();
        let settings = Settings::parse(&spoken).expect("all of it can be said");
        let play = &settings.play;
        assert!(settings.color.is_some() && settings.pager.is_some() && settings.data.is_some());
        assert!(play.recipe.is_some() && play.players.is_some() && play.bots.is_some());
        assert!(play.memory.is_some() && play.first.is_some() && play.menu.is_some());
        assert!(play.plain.is_some() && play.speed.is_some() && play.ascii.is_some());
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
        assert_eq!(said("[play]\nmemory = \"strickt\"\n"), "16..25 no memory is called `strickt`");
        assert!(said("[play]\nbots = \"clever\"\n").starts_with("14..22 no bot is called `clever`"));
    }
}

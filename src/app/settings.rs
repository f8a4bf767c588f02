//! `brink settings`: what holds without being typed, and where it is kept.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;

use crate::home::{self, EXAMPLE, Said, Settings, SettingsFile};
use crate::{Failure, output, pager, plain};

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
            return Err(Failure::run(
                "there is no home folder for settings",
                "name a file: `--settings FILE`",
            ));
        };
        if self.write {
            if path.exists() {
                let help = "edit it; `brink settings --example` prints all that it could say";
                return Err(Failure::usage(
                    format!("`{}` is there already", path.display()),
                    help,
                ));
            }
            let folder = path.parent().unwrap_or(Path::new("."));
            fs::create_dir_all(folder).map_err(|error| Failure::file(folder, "made", &error))?;
            output::write(&path, EXAMPLE)?;
            writeln!(
                out,
                "`{}` is written; nothing in it holds until its `#:` is taken away.",
                path.display()
            )?;
            return Ok(());
        }
        // That there is none is what is told here.
        let file = SettingsFile { path, named: false };
        let settings = Settings::load(Some(&file))?;
        let there = if file.path.exists() {
            ""
        } else {
            " (not there: `brink settings --write` makes one)"
        };
        let mut shown = format!("settings: {}{there}\n", file.path.display());
        let data = home::Home::new(
            Said {
                data,
                settings: None,
            },
            settings.clone(),
        )
        .data();
        let data = data.map_or_else(|_| "nowhere".to_string(), |data| data.display().to_string());
        shown.push_str(&format!("games:    {data}\n"));
        let play = &settings.play;
        let rows = [
            ("color", settings.color.map(|when| when.to_string()), "auto"),
            ("pager", settings.pager, "$PAGER, or less"),
            (
                "data",
                settings.data.map(|data| data.display().to_string()),
                "the platform's folder",
            ),
            (
                "play.recipe",
                play.recipe.clone(),
                "the first one that `brink recipes` lists",
            ),
            (
                "play.players",
                play.players.map(|players| players.to_string()),
                "2",
            ),
            (
                "play.bots",
                play.bots.map(|bots| bots.to_string()),
                "ismcts:1s",
            ),
            (
                "play.memory",
                play.memory.map(|memory| memory.to_string()),
                "assisted",
            ),
            ("play.first", play.first.clone(), "hfb"),
            (
                "play.menu",
                play.menu.map(|menu| menu.to_string()),
                "steps on a terminal, else whole",
            ),
            (
                "play.plain",
                play.plain.map(|plain| plain.to_string()),
                "false: a terminal's full screen",
            ),
            ("play.speed", play.speed.map(|speed| speed.to_string()), "3"),
            (
                "play.ascii",
                play.ascii.map(|ascii| ascii.to_string()),
                "as the terminal and its locale are",
            ),
        ];
        for (name, value, default) in rows {
            shown.push_str(&match value {
                Some(value) => format!("  {name:<13} {value}\n"),
                None => format!("  {name:<13} {default} (default)\n"),
            });
        }
        Ok(out.write_all(pager::fitted(&shown).as_bytes())?)
    }
}

//! `brink settings`: what holds without being typed, and where it is kept.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;

use crate::home::{self, EXAMPLE, Overrides, Settings, SettingsFile};
use crate::{Failure, output, pager, plain};

/// Show the settings and where they are stored
#[derive(Args)]
pub struct Show {
    /// Create a commented settings file, if there is none
    #[arg(long)]
    write: bool,
    /// Print the commented settings file
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
                "give a file: `--settings FILE`",
            ));
        };
        if self.write {
            if path.exists() {
                return Err(Failure::usage(
                    format!("`{}` already exists", path.display()),
                    "edit it; `brink settings --example` prints all settings",
                ));
            }
            let folder = path.parent().unwrap_or(Path::new("."));
            fs::create_dir_all(folder).map_err(Failure::at(folder, "made"))?;
            output::write(&path, EXAMPLE)?;
            writeln!(
                out,
                "`{}` was written. A setting takes effect when you remove its `#:`.",
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
            " (does not exist: `brink settings --write` creates it)"
        };
        let mut shown = format!("settings: {}{there}\n", file.path.display());
        let data = home::Home::new(
            Overrides {
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
            ("color", written(&settings.color), "auto"),
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
            ("play.players", written(&play.players), "2"),
            ("play.bots", written(&play.bots), "ismcts:1s"),
            ("play.memory", written(&play.memory), "assisted"),
            ("play.first", play.first.clone(), "hfb"),
            (
                "play.menu",
                written(&play.menu),
                "steps on a terminal, else whole",
            ),
            (
                "play.plain",
                written(&play.plain),
                "false: a terminal's full screen",
            ),
            ("play.speed", written(&play.speed), "3"),
            (
                "play.ascii",
                written(&play.ascii),
                "depends on the terminal and its locale",
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

fn written<T: ToString>(value: &Option<T>) -> Option<String> {
    value.as_ref().map(T::to_string)
}

//! Where a person's own things lie: games that are kept, and settings. The platform says where, unless told otherwise.

mod paths;
mod settings;

use std::path::PathBuf;

use etcetera::app_strategy::{AppStrategy, AppStrategyArgs, choose_native_strategy};

use crate::Failure;
use crate::start::typed;
pub use settings::{EXAMPLE, Settings, SettingsFile};

/// What belongs to the person who runs the program.
#[derive(Debug, Default)]
pub struct Home {
    /// Where data is kept, if it was said: by the command line, the environment or the settings.
    data: Option<PathBuf>,
    /// What the command line said of it: it has to say so again the next time.
    said: Said,
    pub settings: Settings,
}

/// What a command line says of a person's own things.
#[derive(Debug, Clone, Default)]
pub struct Said {
    /// `--data DIR`
    pub data: Option<PathBuf>,
    /// `--settings FILE`
    pub settings: Option<PathBuf>,
}

impl Home {
    /// The folder of the command line or the environment comes before that of the settings.
    pub fn new(said: Said, settings: Settings) -> Home {
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
                "there is no home folder to keep games in",
                "name a folder: `--data DIR`, or `BRINK_DATA=DIR`",
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

#[cfg(test)]
mod tests {
    use super::{Home, Said, Settings};

    #[test]
    fn what_the_command_line_names_has_to_be_named_again() {
        let option = |data: Option<&str>, settings: Option<&str>| {
            let said = Said {
                data: data.map(Into::into),
                settings: settings.map(Into::into),
            };
            Home::new(said, Settings::default()).option()
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
}

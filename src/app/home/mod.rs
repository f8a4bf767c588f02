//! Where a person's own things lie: games that are kept, and settings. The platform says where, unless told otherwise.

mod settings;

use std::path::PathBuf;

use etcetera::app_strategy::{AppStrategy, AppStrategyArgs, choose_native_strategy};

use crate::app::Failure;
use crate::app::start::typed;
pub use settings::{EXAMPLE, Settings, SettingsFile};

/// What belongs to the person who runs the program.
#[derive(Debug, Default)]
pub struct Home {
    /// Where data is kept, if it was said: by the command line, the environment or the settings.
    data: Option<PathBuf>,
    /// The command line said so: it has to say so again the next time.
    said: Option<PathBuf>,
    pub settings: Settings,
}

impl Home {
    /// The folder of the command line or the environment comes before that of the settings.
    pub fn new(data: Option<PathBuf>, settings: Settings) -> Home {
        let said = data.clone();
        let data = data.or_else(|| variable("BRINK_DATA")).or_else(|| settings.data.clone());
        Home { data, said, settings }
    }

    /// What a command needs to find the same folder, behind a blank: nothing, or ` --data DIR`.
    pub fn option(&self) -> String {
        self.said.as_ref().map_or_else(String::new, |path| format!(" --data {}", typed(&path.to_string_lossy())))
    }

    /// The folder for data.
    ///
    /// # Errors
    /// The platform knows of no home folder, and nobody has named another one.
    pub fn data(&self) -> Result<PathBuf, Failure> {
        let platform = || platform().map(|platform| platform.data_dir());
        self.data.clone().or_else(platform).ok_or_else(|| {
            Failure::run("there is no home folder to keep games in", "name a folder: `--data DIR`, or `BRINK_DATA=DIR`")
        })
    }
}

/// The file of the settings: the one named, that of the environment, or the platform's place for it.
pub fn settings_file(named: Option<PathBuf>) -> Option<SettingsFile> {
    if let Some(path) = named.or_else(|| variable("BRINK_SETTINGS")) {
        return Some(SettingsFile { path, named: true });
    }
    platform().map(|platform| SettingsFile { path: platform.config_dir().join("settings.toml"), named: false })
}

fn platform() -> Option<impl AppStrategy> {
    choose_native_strategy(AppStrategyArgs { app_name: "Brink".to_string(), ..AppStrategyArgs::default() }).ok()
}

fn variable(name: &str) -> Option<PathBuf> {
    std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from)
}

#[cfg(test)]
mod tests {
    use super::{Home, Settings};

    #[test]
    fn a_folder_that_the_command_line_names_has_to_be_named_again() {
        let option = |data: Option<&str>| Home::new(data.map(Into::into), Settings::default()).option();
        assert_eq!(option(Some("/tmp/games")), " --data /tmp/games");
        assert_eq!(option(Some("my games")), " --data 'my games'");
        assert_eq!(option(None), "");
    }
}

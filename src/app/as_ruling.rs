//! A game as a ruling: with the files of its cards above it, where they are no part of the program.

use std::path::{Path, PathBuf};

use crate::output::own_files;
use record::written::NotKept;
use session::sitting::Sitting;

/// The ruling, as it stands in that file, or somewhere else where none is named.
///
/// # Errors
/// No turn has begun.
pub fn as_ruling(sitting: &Sitting, file: Option<&Path>) -> Result<String, NotKept> {
    let ruling = sitting.as_ruling()?;
    let own: Vec<&Path> = own_files(&sitting.seating().script).collect();
    if own.is_empty() {
        return Ok(ruling);
    }
    let folder =
        file.and_then(|file| Some(std::path::absolute(file).ok()?.parent()?.to_path_buf()));
    let ways: Option<Vec<String>> = own.iter().map(|own| way(own, folder.as_deref())).collect();
    let cards = match ways {
        Some(ways) => format!("cards = [{}]\n\n", ways.join(", ")),
        None => {
            let named: Vec<String> = own
                .iter()
                .filter_map(|own| quoted(&own.to_string_lossy()))
                .collect();
            format!(
                "# Say where its cards lie, seen from this file, and take the `#` away:\n# cards = [{}]\n\n",
                named.join(", ")
            )
        }
    };
    Ok(cards + &ruling)
}

/// The way to a file from the folder of the rulings: its name where it lies there, too. None where it is not to be found.
fn way(own: &Path, folder: Option<&Path>) -> Option<String> {
    let path: PathBuf = std::path::absolute(own)
        .ok()
        .filter(|path| path.is_file())?;
    let beside = folder
        .and_then(|folder| path.strip_prefix(folder).ok())
        .map(Path::to_path_buf);
    quoted(&beside.unwrap_or(path).to_string_lossy())
}

/// A path as TOML has it.
fn quoted(path: &str) -> Option<String> {
    match path.contains(['\'', '\n']) {
        true => Some(path)
            .filter(|path| !path.contains(['"', '\\', '\n']))
            .map(|path| format!("\"{path}\"")),
        false if path.contains(['"', '\\']) => Some(format!("'{path}'")),
        false => Some(format!("\"{path}\"")),
    }
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn paths_are_quoted_as_toml_has_them() {
        let said =
            |path| quoted(path).and_then(|text| format!("a = {text}").parse::<toml::Table>().ok());
        for path in [
            "mine.toml",
            "C:\\games\\mine.toml",
            "it's mine.toml",
            "a \"b\".toml",
        ] {
            let table = said(path).expect("it is TOML");
            assert_eq!(table["a"].as_str(), Some(path));
        }
        assert_eq!(quoted("it's \"b\".toml"), None);
    }
}

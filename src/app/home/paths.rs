//! What paths in a file of settings mean: they begin at the folder of that file, and `~` is the person's home folder.

use std::path::{Path, PathBuf, absolute};

use etcetera::home_dir;

use crate::Failure;

/// The path that is meant by one in that file.
///
/// # Errors
/// It begins with `~`, and the platform knows of no home folder.
pub fn meant(path: &Path, file: &Path) -> Result<PathBuf, Failure> {
    if let Ok(rest) = path.strip_prefix("~") {
        let home = home_dir().map_err(|_| {
            let sentence = format!(
                "`{}` begins at a home folder, and there is none",
                path.display()
            );
            Failure::run(
                sentence,
                format!("write the whole path in `{}`", file.display()),
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

#[cfg(all(test, unix))]
mod tests {
    use std::path::Path;

    use super::meant;

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

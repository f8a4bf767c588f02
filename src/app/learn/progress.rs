//! Where a person is in the lessons: a small file in the folder for data, so that whoever leaves comes back there.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use crate::home::Home;
use crate::shelf::NOWHERE;
use session::lesson::Lesson;
use text::aside::Aside;
use text::{plain_file, printable, read_text, reason};

/// So many signs of what is no lesson are quoted.
const QUOTED: usize = 30;

/// See the top of the file.
pub struct Progress {
    path: Option<PathBuf>,
}

/// A lesson, and what was done in it.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Reached {
    pub lesson: usize,
    /// The labels of what was taken.
    pub done: Vec<String>,
}

impl Progress {
    pub fn of(home: &Home) -> Progress {
        Progress {
            path: home.data().ok().map(|data| data.join("lesson.txt")),
        }
    }

    /// Where the person was; nothing where nothing is kept.
    ///
    /// # Errors
    /// What is kept cannot be read, or is no lesson that there is.
    pub fn read(&self, all: &[Lesson]) -> Result<Option<Reached>, String> {
        let Some(path) = &self.path else {
            return Ok(None);
        };
        let text = match plain_file(path).and_then(|()| read_text(path)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(reason(&error)),
            Ok(text) => text,
        };
        let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        let Some(id) = lines.next() else {
            return Err("the file is empty".to_string());
        };
        let lesson = all.iter().position(|lesson| lesson.id == id);
        let lesson =
            lesson.ok_or_else(|| format!("there is no lesson `{}`", printable(id, QUOTED)))?;
        Ok(Some(Reached {
            lesson,
            done: lines.map(str::to_string).collect(),
        }))
    }

    /// Keeps where the person is.
    ///
    /// # Errors
    /// There is no folder for data, or it takes no file.
    pub fn keep(&self, lesson: &Lesson, done: &[String]) -> io::Result<()> {
        let Some(path) = &self.path else {
            return Err(io::Error::other(NOWHERE));
        };
        path.parent().map_or(Ok(()), fs::create_dir_all)?;
        let mut file = Aside::begin(path)?;
        writeln!(file, "{}", lesson.id)?;
        done.iter()
            .try_for_each(|label| writeln!(file, "{label}"))?;
        file.keep_soon().map(drop)
    }

    /// All lessons are done: the next time they begin anew.
    pub fn forget(&self) {
        // What cannot be taken away is overwritten by the next lesson.
        let _ = self.path.as_ref().map(fs::remove_file);
    }
}

#[cfg(test)]
mod tests {
    use super::Progress;
    use session::lesson::lessons;

    #[test]
    fn without_a_folder_nothing_is_kept_and_that_is_told() {
        let (nowhere, all) = (Progress { path: None }, lessons());
        assert_eq!(nowhere.read(&all), Ok(None));
        assert_eq!(
            nowhere
                .keep(&all[0], &[])
                .map_err(|error| error.to_string()),
            Err("there is no home folder to save it in".to_string())
        );
    }
}

//! Where a person is in the lessons: a small file in the folder for data, so that whoever leaves comes back there.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use crate::app::home::Home;
use crate::base::aside::Aside;
use crate::base::read_text;
use crate::sittings::lesson::Lesson;

/// See the top of the file.
pub struct Progress {
    path: Option<PathBuf>,
}

/// A lesson, and what was done in it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Reached {
    pub lesson: usize,
    /// The labels of what was taken.
    pub done: Vec<String>,
}

impl Progress {
    pub fn of(home: &Home) -> Progress {
        Progress { path: home.data().ok().map(|data| data.join("lesson.txt")) }
    }

    /// Where the person was; nothing where that is not known, or is a lesson that there is no more.
    pub fn read(&self, all: &[Lesson]) -> Option<Reached> {
        let text = read_text(self.path.as_ref()?).ok()?;
        let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        let id = lines.next()?;
        let lesson = all.iter().position(|lesson| lesson.id == id)?;
        Some(Reached { lesson, done: lines.map(str::to_string).collect() })
    }

    /// Keeps where the person is.
    ///
    /// # Errors
    /// The folder for data takes no file.
    pub fn keep(&self, lesson: &Lesson, done: &[String]) -> io::Result<()> {
        let Some(path) = &self.path else { return Ok(()) };
        path.parent().map_or(Ok(()), fs::create_dir_all)?;
        let mut file = Aside::begin(path)?;
        writeln!(file, "{}", lesson.id)?;
        done.iter().try_for_each(|label| writeln!(file, "{label}"))?;
        file.keep_soon().map(drop)
    }

    /// All lessons are done: the next time they begin anew.
    pub fn forget(&self) {
        // What cannot be taken away is overwritten by the next lesson.
        let _ = self.path.as_ref().map(fs::remove_file);
    }
}

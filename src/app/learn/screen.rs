//! Lessons on the full screen of a terminal: the one that people play on, with the same keys.

use std::io::Write;

use crate::learn::progress::{Progress, Reached};
use crate::learn::{broken, leaving};
use crate::tui::look::Look;
use crate::tui::tutor::Tutor;
use crate::tui::{Effect, Model, Screen};
use crate::{Failure, plain};
use rules::Library;
use session::lesson::{LEARNER, Lesson};
use session::sitting::Sitting;

/// Teaches from where somebody has come to, until they leave or all is taught.
pub fn teach(
    library: &Library,
    all: &[Lesson],
    reached: Reached,
    progress: &Progress,
    (look, speed): (Look, usize),
    data: &str,
) -> Result<(), Failure> {
    let Reached { mut lesson, done } = reached;
    let (mut done, mut kept) = (done, true);
    let mut screen = Screen::new()?;
    while let Some(taught) = all.get(lesson) {
        let mut sitting = begun(library, taught, &done)?;
        kept = progress.keep(taught, &done).is_ok();
        let tutor = Tutor::new(taught.clone(), lesson, all.len(), &sitting);
        sitting.keep_beats();
        let mut model = Model::taught(sitting, look, speed, tutor);
        let wanted = screen.run(&mut model, Vec::new());
        let over = model.into_sitting();
        let own = over.written().filter(|taken| taken.who.by == LEARNER);
        done = own.map(|taken| taken.label.clone()).collect();
        match wanted {
            Ok(Effect::Lesson(by)) => {
                lesson = lesson.saturating_add_signed(by);
                done.clear();
            }
            wanted => {
                kept = progress.keep(taught, &done).is_ok();
                drop(screen);
                writeln!(plain::stdout(), "{}", leaving(lesson, kept, data))?;
                return wanted.map(drop);
            }
        }
    }
    drop(screen);
    progress.forget();
    let saved = if kept {
        ""
    } else {
        " Your progress could not be saved."
    };
    let end = format!("That is all you need. Start a game with `brink play{data}`.{saved}");
    Ok(writeln!(plain::stdout(), "{end}")?)
}

/// The lesson with what was done in it before, as far as that still leads on.
fn begun(library: &Library, lesson: &Lesson, done: &[String]) -> Result<Sitting, Failure> {
    let seating = lesson.seating(library).map_err(|why| broken(lesson, why))?;
    let mut sitting = Sitting::begin(seating);
    for (label, step) in done.iter().zip(&lesson.steps) {
        let offers = sitting
            .decision()
            .map_or_else(Vec::new, |decision| decision.offers);
        let number = offers.iter().position(|offer| offer.label == *label);
        let Some(number) = number.filter(|_| step.take.contains(label)) else {
            break;
        };
        sitting.decide(number);
        let moves = step.moves.as_deref().unwrap_or_default();
        sitting
            .play_moves(moves)
            .map_err(|why| broken(lesson, why))?;
    }
    Ok(sitting)
}

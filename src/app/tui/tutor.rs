//! A lesson on the full screen: what is to be done next, what is said to what is done, and what the others do then.

use crate::tui::popup::popup;
use crate::tui::ui::Popup;
use session::lesson::{LEARNER, Lesson, LessonStep};
use session::sitting::Sitting;

/// See the top of the file.
#[derive(Debug, Clone)]
pub struct Tutor {
    lesson: Lesson,
    /// Its number, counted from 0, and how many there are.
    number: usize,
    of: usize,
    /// How often something else was chosen than the step asks for.
    wrong: usize,
    /// What is said as soon as all that has happened was shown.
    pub next: Option<Popup>,
}

/// What the keys are that lessons have besides those of a game.
pub const LESSON_KEYS: &str = "
In a lesson:
m          show the task again
> <        go to the next lesson, or the previous one; n when this one is done
x          restart this lesson
";

impl Tutor {
    /// The lesson of that number, with its introduction and the task of the step that is next.
    pub fn new(lesson: Lesson, number: usize, of: usize, sitting: &Sitting) -> Tutor {
        let mut tutor = Tutor {
            lesson,
            number,
            of,
            wrong: 0,
            next: None,
        };
        let told = tutor.lesson.tell.clone();
        tutor.next = Some(tutor.page(sitting, &told));
        tutor
    }

    /// The step that is next; none when the lesson is done.
    pub fn step(&self, sitting: &Sitting) -> Option<&LessonStep> {
        let own = sitting.written().filter(|taken| taken.who.by == LEARNER);
        self.lesson.steps.get(own.count())
    }

    /// The task of that step.
    pub fn task(&self, sitting: &Sitting) -> Option<String> {
        let told = &self.step(sitting)?.tell;
        Some(format!("Task: {}", running(told)))
    }

    /// A text, then what is to be done next.
    fn page(&self, sitting: &Sitting, told: &str) -> Popup {
        let Tutor {
            number, of, lesson, ..
        } = self;
        let then =
            self.task(sitting)
                .unwrap_or_else(|| match number + 1 < *of {
                    true => "This lesson is done: n starts the next one, q leaves.".to_string(),
                    false => "That was the last lesson: q leaves. `brink play` starts a game."
                        .to_string(),
                });
        let title = format!("Lesson {} of {of}: {}", number + 1, lesson.title);
        popup(title, vec![running(told), String::new(), then])
    }

    /// The task again.
    pub fn again(&self, sitting: &Sitting) -> Popup {
        self.page(sitting, &self.lesson.tell)
    }

    /// What is said to an option that the step does not ask for; nothing where it does.
    pub fn refuses(&mut self, sitting: &Sitting, label: &str) -> Option<Popup> {
        let Some(step) = self.step(sitting) else {
            return Some(self.page(sitting, "There is nothing left to do in this lesson."));
        };
        if step.take.iter().any(|take| take == label) {
            self.wrong = 0;
            return None;
        }
        let told = match (&step.other, self.wrong, step.take.first()) {
            (Some(other), 0, _) => other.clone(),
            (None, 0, _) => "That is allowed, but it is not the task here.".to_string(),
            (_, _, Some(label)) => format!("Choose this: {}.", session::lesson::in_words(label)),
            (_, _, None) => "The next lesson may be easier: > goes there.".to_string(),
        };
        self.wrong += 1;
        Some(self.page(sitting, &told))
    }

    /// The step is done: the others move, and what is to be said comes when that was shown.
    pub fn follow(&mut self, step: &LessonStep, sitting: &mut Sitting) {
        // A test plays every step of every lesson.
        let _ = sitting.play_moves(step.moves.as_deref().unwrap_or_default());
        self.next = Some(self.page(sitting, &step.then));
    }
}

/// Lines of a file as one.
fn running(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

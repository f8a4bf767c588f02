//! What a lesson shows at a time: pages that fit on a terminal of 80 by 24.

use explain::options::decision::Offer;
use explain::options::lists::Steps;
use itertools::Itertools;
use session::lesson::{LEARNER, Lesson, LessonGame};
use session::screen::Memory;
use session::screen::{self, Lines};
use text::wrapped;

/// Lines of a page, besides the one that asks to go on and the one where the person types.
pub const ROWS: usize = 22;

/// How pages are drawn.
#[derive(Debug, Clone, Copy)]
pub struct Page {
    /// With fine lines.
    pub fine: bool,
    pub width: usize,
}

impl Page {
    /// The name of a lesson, and what it is about.
    pub fn beginning(self, number: usize, of: usize, lesson: &Lesson) -> String {
        let heading = format!(
            "Lesson {} of {of} ({}): {}",
            number + 1,
            lesson.game,
            lesson.title
        );
        let heading = wrapped(&heading, "", "", self.width);
        let longest = heading
            .lines()
            .map(|line| line.chars().count())
            .max()
            .unwrap_or(0);
        format!(
            "\n{heading}\n{}\n{}",
            "=".repeat(longest),
            self.text(&lesson.tell)
        )
    }

    /// A text in lines that fit, with an empty line before it.
    pub fn text(self, text: &str) -> String {
        let whole = text.split_whitespace().join(" ");
        format!("\n{}\n", wrapped(&whole, "", "", self.width.min(80)))
    }

    pub fn table(self, taught: &LessonGame) -> String {
        let lines = Lines::new(self.fine).within(self.width);
        let rules = &taught.game().script().rules;
        let goals = taught.goals();
        format!(
            "\n{}",
            screen::draw(
                rules,
                taught.view(),
                &goals,
                None,
                LEARNER,
                Memory::Assisted,
                lines
            )
        )
    }

    /// What can be chosen now, step by step.
    pub fn menu(self, taught: &LessonGame, steps: &Steps) -> String {
        let rules = &taught.game().script().rules;
        let menu = taught
            .decision()
            .map(|decision| screen::write_steps(rules, &decision, steps, self.width));
        format!("\n{}", menu.unwrap_or_default())
    }

    /// What happened, from that sentence of the log on.
    pub fn told(self, taught: &LessonGame, from: usize) -> String {
        let told = taught.grouped_log(from);
        let lines = told.map(|sentence| {
            let indent = " ".repeat(2 + sentence.len() - sentence.trim_start().len());
            format!("{}\n", wrapped(&sentence, "", &indent, self.width))
        });
        format!("\n{}", lines.collect::<String>())
    }
}

/// The steps in which the decision of a lesson is taken.
pub fn steps(taught: &LessonGame) -> Steps {
    let rules = &taught.game().script().rules;
    let view = taught.view();
    let about = |offer: &Offer| screen::offered(rules, &view, LEARNER, offer);
    let steps = taught
        .decision()
        .map(|decision| Steps::new(rules, &view, &decision, &about));
    steps.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::{Page, ROWS, steps};
    use explain::options::decision::Question;
    use rules::Library;
    use session::lesson::{LessonAnswer, LessonGame, lessons};

    fn fits(page: &str, what: &str) {
        let lines: Vec<&str> = page.lines().skip_while(|line| line.is_empty()).collect();
        assert!(
            lines.len() <= ROWS,
            "{} lines of {what}:\n{page}",
            lines.len()
        );
        for line in lines {
            assert!(line.chars().count() <= 80, "{what}: {line}");
        }
    }

    #[test]
    fn every_page_of_every_lesson_fits_on_a_small_terminal() {
        let library = Library::builtin().expect("the project's own cards are sound");
        let page = Page {
            fine: true,
            width: 80,
        };
        let all = lessons();
        for (number, lesson) in all.iter().enumerate() {
            fits(&page.beginning(number, all.len(), lesson), &lesson.id);
            let mut taught = LessonGame::begin(&library, lesson).expect("it begins");
            let (mut told, mut drawn) = (0, false);
            while let Some(step) = taught.step() {
                let decision = taught.decision().expect("somebody is asked");
                let table = if drawn {
                    String::new()
                } else {
                    page.table(&taught)
                };
                fits(
                    &format!(
                        "{table}{}{}",
                        page.text(&step.tell),
                        page.menu(&taught, &steps(&taught))
                    ),
                    &step.tell,
                );
                let option = decision
                    .offers
                    .iter()
                    .position(|offer| offer.label == step.take[0])
                    .expect("it is offered");
                assert_eq!(taught.answer(option), Ok(LessonAnswer::Done));
                let table = if taught.step().is_none() {
                    page.table(&taught)
                } else {
                    String::new()
                };
                fits(&page.told(&taught, told), &step.then);
                fits(&format!("{table}{}", page.text(&step.then)), &step.then);
                told = taught.log().len();
                drawn = taught
                    .decision()
                    .is_some_and(|decision| decision.question != Question::Menu);
            }
        }
    }
}

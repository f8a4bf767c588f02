//! `brink learn`: a guided game, in which each rule is met when it is first needed.

mod page;
mod progress;
mod screen;

use std::io::Write;

use clap::Args;

use crate::home::Home;
use crate::learn::page::{Page, steps};
use crate::learn::progress::{Progress, Reached};
use crate::pager::width;
use crate::plain;
use crate::plain::is_ascii;
use crate::play::answer::{self, Answer, Choices};
use crate::play::{Console, is_screen, look, speed};
use crate::rules::written;
use crate::{Failure, near};
use explain::options::decision::Question;
use explain::options::spoken::{as_label, spoken};
use explain::reading;
use explain::rulebook::rulebook;
use rules::Library;
use session::lesson::{
    LEARNER, Lesson, LessonAnswer, LessonGame, LessonStep, in_words, lessons, overview,
};
use session::preview::preview;
use text::reason;

/// Learn the games by playing, about ten minutes each
#[derive(Args)]
pub struct Learn {
    /// Lesson number or name, or a game id for its first lesson [default: where you left off]
    #[arg(value_name = "LESSON")]
    from: Option<String>,
    /// List the lessons
    #[arg(long)]
    list: bool,
    /// Learn line by line instead of on the full screen
    #[arg(long)]
    plain: bool,
    /// Use ASCII only
    #[arg(long)]
    ascii: bool,
}

const HELP: &str = "\
Choose by number, by name, or by any unambiguous start of a name.
  task       show the task again      back       go one step back in a choice
  rules      the rules it is about    undo       undo your last step
  again      restart this lesson      previous   go to the previous lesson
  table      show the table again     skip       go to the next lesson
  read       show the cards in your hand; `read NAME` any card or keyword,
             `read p1.2` a building
  preview 2  what choice 2 is certain to do, without choosing it
  why LABEL  why an option is offered or not; `why p1.2` asks about a building
  ?          this help                quit       leave; `brink learn` continues
";

const GO_ON: &str = "Press Enter to continue.";

/// How a lesson ended.
enum End {
    Done,
    Skipped,
    Again,
    Previous,
    Left,
}

impl Learn {
    pub fn run(self, home: &Home) -> Result<(), Failure> {
        let all = lessons();
        let mut console = Console::standard();
        if self.list {
            for (index, lesson) in all.iter().enumerate() {
                writeln!(
                    console.out,
                    "{:>3}  {:<9} {:<16} {}",
                    index + 1,
                    lesson.game,
                    lesson.id,
                    lesson.title
                )?;
            }
            return Ok(());
        }
        let (progress, data) = (Progress::of(home), home.option());
        let reached = match &self.from {
            Some(from) => Ok(Some(Reached {
                lesson: number(&all, from)?,
                done: Vec::new(),
            })),
            None => progress.read(&all),
        };
        let library = Library::builtin().map_err(Failure::Files)?;
        if self.ascii {
            plain::use_ascii();
        }
        let full = !self.plain && !home.settings.play.plain.unwrap_or_default() && is_screen();
        if let (true, Ok(reached)) = (full, &reached) {
            // It holds the output, which the screen needs.
            drop(console);
            let look = look(self.ascii, home);
            let reached = reached.clone().unwrap_or_default();
            return screen::teach(
                &library,
                &all,
                reached,
                &progress,
                (look, speed(None, home)),
                &data,
            );
        }
        console.say_wrapped(&format!(
            "{} lessons: {}. `skip` skips one, `?` shows help, `quit` leaves.",
            all.len(),
            overview(&all)
        ))?;
        let reached = match reached {
            Ok(reached) => reached,
            Err(why) => {
                let said = format!(
                    "Your progress cannot be read: {why}. You start with the first lesson."
                );
                console.say_wrapped(&said)?;
                None
            }
        };
        if self.from.is_none() && reached.is_some() {
            console.say_wrapped(&format!(
                "You continue where you left off; `brink learn 1{data}` starts with the first lesson."
            ))?;
        }
        let Reached { lesson, done } = reached.unwrap_or_default();
        let mut school = School {
            library: &library,
            all: &all,
            number: lesson,
            console,
            progress,
            data,
            done,
            kept: true,
            told: false,
        };
        while let Some(lesson) = school.all.get(school.number) {
            match school.teach(lesson)? {
                End::Done => {
                    let last = school.number + 1 == all.len();
                    school.number += 1;
                    school.reach(&[])?;
                    if !last
                        && !school.goes_on("Press Enter for the next lesson; `quit` leaves.")?
                    {
                        return school.left();
                    }
                }
                End::Skipped => school.number += 1,
                End::Again => {}
                End::Previous => school.number = school.number.saturating_sub(1),
                End::Left => return school.left(),
            }
            school.between(lesson)?;
        }
        school.progress.forget();
        let data = &school.data;
        let end = format!(
            "That is all you need. Start a game with `brink play{data}`; `why` and `?` work there, too."
        );
        writeln!(school.console.out)?;
        school.console.say_wrapped(&end)
    }
}

fn number(all: &[Lesson], from: &str) -> Result<usize, Failure> {
    let by_number = from
        .parse::<usize>()
        .ok()
        .and_then(|number| number.checked_sub(1));
    let by_number = by_number.filter(|number| *number < all.len());
    let by_id = || {
        all.iter()
            .position(|lesson| lesson.id.eq_ignore_ascii_case(from))
    };
    let by_game = || {
        all.iter()
            .position(|lesson| lesson.game.eq_ignore_ascii_case(from))
    };
    by_number.or_else(by_id).or_else(by_game).ok_or_else(|| {
        let help = if !from.is_empty()
            && from
                .bytes()
                .all(|byte| byte.is_ascii_digit() || byte == b'-')
        {
            format!(
                "use a number from 1 to {}; `brink learn --list` lists them",
                all.len()
            )
        } else {
            near(from, all.iter().map(|lesson| lesson.id.as_str()))
        };
        Failure::usage(format!("there is no lesson `{from}`"), help)
    })
}

fn broken(lesson: &Lesson, why: String) -> Failure {
    Failure::run(
        format!("the lesson `{}` cannot continue: {why}", lesson.id),
        "this is a bug in brink",
    )
}

/// What is said to whoever leaves; where that place is kept, it can be gone on with.
/// `data` is what a command needs to find that place, behind a blank.
fn leaving(number: usize, kept: bool, data: &str) -> String {
    let again = format!("`brink learn {}{data}` restarts this lesson", number + 1);
    if kept {
        format!("Progress saved: `brink learn{data}` picks up where you left off, {again}.")
    } else {
        format!("You left the lessons: {again}.")
    }
}

/// The lessons, and who takes them.
struct School<'a> {
    library: &'a Library,
    all: &'a [Lesson],
    number: usize,
    console: Console,
    progress: Progress,
    /// What a command needs to find where the person is, behind a blank.
    data: String,
    /// What was taken in the lesson that comes, the last time.
    done: Vec<String>,
    /// The place in the lessons is kept by now.
    kept: bool,
    /// It has been told that it is not.
    told: bool,
}

impl School<'_> {
    fn page(&self) -> Page {
        Page {
            fine: self.console.prompting && !is_ascii(),
            width: width(),
        }
    }

    fn say(&mut self, page: &str) -> Result<(), Failure> {
        Ok(write!(self.console.out, "{page}")?)
    }

    /// Keeps how far the person has come.
    fn reach(&mut self, done: &[String]) -> Result<(), Failure> {
        let Some(lesson) = self.all.get(self.number) else {
            return Ok(());
        };
        let kept = self.progress.keep(lesson, done);
        self.kept = kept.is_ok();
        self.console
            .farewell(leaving(self.number, self.kept, &self.data));
        if let Err(error) = kept
            && !std::mem::replace(&mut self.told, true)
        {
            let why = reason(&error);
            self.console.say_wrapped(&format!(
                "Your progress in the lessons cannot be saved: {why}."
            ))?;
        }
        Ok(())
    }

    fn left(&mut self) -> Result<(), Failure> {
        self.console
            .say_wrapped(&leaving(self.number, self.kept, &self.data))
    }

    /// What is said where the lessons of a game end.
    fn between(&mut self, before: &Lesson) -> Result<(), Failure> {
        if let Some(next) = self
            .all
            .get(self.number)
            .filter(|next| next.game != before.game)
        {
            let here = self.all.iter().position(|lesson| lesson.id == before.id);
            if here.is_some_and(|here| here < self.number) {
                let (old, new) = (&before.game, &next.game);
                let said = format!(
                    "That was {old}: `brink play {old}` starts a game of it. Next comes {new}."
                );
                self.say(&self.page().text(&said))?;
            }
        }
        Ok(())
    }

    /// Waits until a person has read what is there. Answers `false` when the person leaves.
    fn goes_on(&mut self, sentence: &str) -> Result<bool, Failure> {
        if !self.console.prompting {
            return Ok(true);
        }
        self.console.say_wrapped(sentence)?;
        self.console.offer(["quit".to_string()], []);
        loop {
            let Some(line) = self.console.line()? else {
                return Ok(false);
            };
            match answer::read(&line, Choices::default()) {
                Answer::Quit => return Ok(false),
                Answer::Help => self.console.say_wrapped(HELP)?,
                _ => return Ok(true),
            }
        }
    }

    fn teach(&mut self, lesson: &Lesson) -> Result<End, Failure> {
        let done = std::mem::take(&mut self.done);
        let mut taught =
            LessonGame::resume(self.library, lesson, &done).map_err(|why| broken(lesson, why))?;
        self.reach(taught.done())?;
        self.say(&self.page().beginning(self.number, self.all.len(), lesson))?;
        if !self.goes_on(GO_ON)? {
            return Ok(End::Left);
        }
        let (mut told, mut drawn) = (taught.log().len(), false);
        while let Some(step) = taught.step() {
            if !drawn {
                self.say(&self.page().table(&taught))?;
            }
            self.say(&self.page().text(&step.tell))?;
            match self.asks(&mut taught, step)? {
                Some(End::Done) => {}
                // A step was taken back.
                None => {
                    (told, drawn) = (taught.log().len(), false);
                    self.reach(taught.done())?;
                    continue;
                }
                Some(end) => return Ok(end),
            }
            self.reach(taught.done())?;
            let page = self.page();
            let (happened, over) = (page.told(&taught, told), taught.step().is_none());
            told = taught.log().len();
            let table = if over {
                page.table(&taught)
            } else {
                String::new()
            };
            let then = format!("{table}{}", page.text(&step.then));
            self.say(&happened)?;
            // What does not fit on one page comes on two.
            if happened.lines().count() + then.lines().count() > page::ROWS
                && !self.goes_on(GO_ON)?
            {
                return Ok(End::Left);
            }
            self.say(&then)?;
            // In the middle of a text the table is still in sight.
            drawn = taught
                .decision()
                .is_some_and(|decision| decision.question != Question::Menu);
            if !drawn && taught.step().is_some() && !self.goes_on(GO_ON)? {
                return Ok(End::Left);
            }
        }
        Ok(End::Done)
    }

    /// Asks until the step is done, or taken back (`None`), or the person wants something else.
    fn asks(&mut self, taught: &mut LessonGame, step: &LessonStep) -> Result<Option<End>, Failure> {
        let lesson = taught.lesson;
        let mut steps = steps(taught);
        let mut wrong = 0;
        self.say(&self.page().menu(taught, &steps))?;
        loop {
            let Some(decision) = taught.decision() else {
                return Ok(Some(End::Done));
            };
            let rules = &taught.game().script().rules;
            let words = [
                "task", "back", "undo", "again", "preview", "previous", "read", "rules", "table",
                "skip", "quit",
            ];
            let labels = decision.offers.iter().map(|offer| offer.label.clone());
            self.console.offer(
                labels.chain(words.map(str::to_string)),
                reading::subjects(rules),
            );
            let Some(line) = self.console.line()? else {
                return Ok(Some(End::Left));
            };
            match line.trim().to_lowercase().as_str() {
                "again" => return Ok(Some(End::Again)),
                "skip" => return Ok(Some(End::Skipped)),
                "previous" if self.number == 0 => {
                    writeln!(self.console.out, "This is the first lesson.")?;
                    continue;
                }
                "previous" => return Ok(Some(End::Previous)),
                "task" => {
                    self.say(&self.page().text(&step.tell))?;
                    continue;
                }
                "rules" => {
                    let own: Vec<_> = rulebook()
                        .iter()
                        .filter(|rule| lesson.rules.contains(&rule.id))
                        .collect();
                    self.say(&written(&own, width()))?;
                    continue;
                }
                _ => {}
            }
            let view = taught.view();
            let said = spoken(rules, &view, &decision);
            let choices = Choices {
                offers: &decision.offers,
                spoken: &said,
            };
            match answer::step(&line, choices, &mut steps) {
                Answer::Take(option) => {
                    if taught.answer(option).map_err(|why| broken(lesson, why))? == LessonAnswer::Done {
                        return Ok(Some(End::Done));
                    }
                    wrong += 1;
                    self.say(&self.page().text(&helped(step, wrong)))?;
                    steps = page::steps(taught);
                    self.say(&self.page().menu(taught, &steps))?;
                }
                Answer::On => self.say(&self.page().menu(taught, &steps))?,
                Answer::Undo(count) => match taught.done().len().checked_sub(count) {
                    Some(kept) => {
                        let done = taught.done()[..kept].to_vec();
                        *taught = LessonGame::resume(self.library, lesson, &done).map_err(|why| broken(lesson, why))?;
                        return Ok(None);
                    }
                    None => self
                        .console
                        .say_wrapped("There is nothing to undo in this lesson yet; `previous` goes to the one before.")?,
                },
                Answer::Quit => return Ok(Some(End::Left)),
                Answer::Help => self.console.say_wrapped(HELP)?,
                Answer::Table => self.say(&self.page().table(taught))?,
                Answer::Why(asked) => match explain::reasons::answer::why_plainly(taught.game(), &as_label(&asked)) {
                    Ok(told) => self.console.say_wrapped(&told)?,
                    Err(unclear) => self.console.say_wrapped(&unclear)?,
                },
                Answer::Preview(asked) => {
                    let told = match answer::meant(&asked, choices, Some(&steps)) {
                        Ok(number) => preview(taught.game(), number).unwrap_or_default().answer(),
                        Err(unclear) => vec![unclear],
                    };
                    told.iter().try_for_each(|line| self.console.say_wrapped(line))?;
                }
                Answer::Read(asked) => {
                    match reading::read(rules, &taught.view(), LEARNER, &steps.subject(&asked), width()) {
                        Ok(told) => self.say(&told)?,
                        Err(unclear) => self.console.say_wrapped(&unclear)?,
                    }
                }
                Answer::Nothing => {
                    self.say(&self.page().text(&step.tell))?;
                    self.say(&self.page().menu(taught, &steps))?;
                }
                Answer::Unclear(sentence) => self.console.say_wrapped(&sentence)?,
                _ => writeln!(self.console.out, "That does not work in a lesson; `?` lists what does.")?,
            }
        }
    }
}

/// What is said to a choice that is not the one asked for: first why not, then what to type.
fn helped(step: &LessonStep, wrong: usize) -> String {
    match (&step.other, wrong, step.take.first()) {
        (Some(other), 1, _) => other.clone(),
        (None, 1, _) => {
            "That is allowed, but it is not the task here; `task` shows it again.".to_string()
        }
        (_, _, Some(label)) => {
            format!(
                "Type `{}`, or choose it step by step. `read` shows what your cards do.",
                in_words(label)
            )
        }
        (_, _, None) => "`skip` skips this lesson.".to_string(),
    }
}

//! `brink learn`: a guided game, in which each rule is met when it is first needed.

use std::io::Write;

use clap::Args;

use crate::app::pager::width;
use crate::app::play::Console;
use crate::app::play::answer::{self, Answer};
use crate::app::rules::written;
use crate::app::{Failure, near};
use crate::base::wrapped;
use crate::rules::Library;
use crate::sittings::lesson::{Answered, LEARNER, Lesson, Taught, lessons};
use crate::speech::options::decision::{Offer, Question};
use crate::speech::options::steps::{self, Steps};
use crate::speech::reading;
use crate::speech::rulebook::rulebook;
use crate::speech::screen::memory::Memory;
use crate::speech::screen::{self, Lines};

/// Learn the game by playing, in about ten minutes
#[derive(Debug, Args)]
pub struct Learn {
    /// Begin with that lesson, by its number or name; with the first one when left out
    #[arg(value_name = "LESSON")]
    from: Option<String>,
    /// List the lessons
    #[arg(long)]
    list: bool,
}

const HELP: &str = "\
Choose by number, by name, or by any beginning of it that fits only one.
  back       one step back in a choice      again      begin this lesson anew
  rules      the rules that it is about     skip       go on to the next lesson
  read       what the cards of your hand say; `read NAME` any card or word,
             `read p1.2` a building
  why LABEL  why something is offered or not, or is as it is: `why p1.2`
  ?          this help                      quit       leave
";

/// How a lesson ended.
enum End {
    Done,
    Skipped,
    Again,
    Left,
}

impl Learn {
    pub fn run(self) -> Result<(), Failure> {
        let all = lessons();
        let mut console = Console::standard();
        if self.list {
            for (index, lesson) in all.iter().enumerate() {
                writeln!(console.out, "{:>3}  {:<12} {}", index + 1, lesson.id, lesson.title)?;
            }
            return Ok(());
        }
        let mut number = match &self.from {
            None => 0,
            Some(from) => self.number(&all, from)?,
        };
        let library = Library::builtin().map_err(Failure::Files)?;
        writeln!(console.out, "{} lessons; `skip` leaves one out, `?` helps, `quit` leaves.", all.len())?;
        while let Some(lesson) = all.get(number) {
            console.farewell(leaving(number));
            let heading = format!("Lesson {} of {}: {}", number + 1, all.len(), lesson.title);
            writeln!(console.out, "\n{heading}\n{}", "=".repeat(heading.chars().count()))?;
            match teach(&library, lesson, &mut console)? {
                End::Done if console.prompting && number + 1 < all.len() && !goes_on(&mut console)? => {
                    number += 1;
                    left(&mut console, number)?;
                    return Ok(());
                }
                End::Done | End::Skipped => number += 1,
                End::Again => {}
                End::Left => {
                    left(&mut console, number)?;
                    return Ok(());
                }
            }
        }
        writeln!(console.out, "\nThat is all you need. `brink play` begins a game; `why` and `?` help in it, too.")?;
        Ok(())
    }

    fn number(&self, all: &[Lesson], from: &str) -> Result<usize, Failure> {
        let by_number = from.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        let by_number = by_number.filter(|number| *number < all.len());
        let by_id = || all.iter().position(|lesson| lesson.id.eq_ignore_ascii_case(from));
        by_number.or_else(by_id).ok_or_else(|| {
            let help = near(from, all.iter().map(|lesson| lesson.id.as_str()));
            Failure::usage(format!("there is no lesson `{from}`"), help)
        })
    }
}

fn broken(lesson: &Lesson, why: String) -> Failure {
    Failure::run(format!("the lesson `{}` cannot go on: {why}", lesson.id), "this is a fault of brink")
}

fn teach(library: &Library, lesson: &Lesson, console: &mut Console) -> Result<End, Failure> {
    let mut taught = Taught::begin(library, lesson).map_err(|why| broken(lesson, why))?;
    say(console, &lesson.tell)?;
    let (mut told, mut drawn) = (0, false);
    while let (Some(step), Some(decision)) = (taught.step(), taught.decision()) {
        if !drawn {
            draw(&taught, console)?;
            drawn = true;
        }
        say(console, &step.tell)?;
        let rules = &taught.game().script().rules;
        let view = taught.view();
        let about = |offer: &Offer| screen::offered(rules, &view, LEARNER, offer);
        let mut steps = Steps::new(steps::steps(rules, &view, &decision, &about));
        write!(console.out, "\n{}", screen::write_steps(rules, &decision, &steps, width()))?;
        let words = ["back", "again", "read", "rules", "skip", "quit"].map(str::to_string);
        console.offer(decision.offers.iter().map(|offer| offer.label.clone()).chain(words), reading::subjects(rules));
        let option = loop {
            let Some(line) = console.line()? else { return Ok(End::Left) };
            match line.trim() {
                "again" => return Ok(End::Again),
                "skip" => return Ok(End::Skipped),
                "rules" => {
                    let own: Vec<_> = rulebook().iter().filter(|rule| lesson.rules.contains(&rule.id)).collect();
                    write!(console.out, "{}", written(&own, width()))?;
                    continue;
                }
                _ => {}
            }
            match answer::step(&line, &decision.offers, &mut steps) {
                Answer::Take(option) => break option,
                Answer::On => write!(console.out, "{}", screen::write_steps(rules, &decision, &steps, width()))?,
                Answer::Quit => return Ok(End::Left),
                Answer::Help => write!(console.out, "{HELP}")?,
                Answer::Table => draw(&taught, console)?,
                Answer::Why(asked) => match crate::speech::reasons::answer::why_plainly(taught.game(), &asked) {
                    Ok(told) => console.say_wrapped(&told)?,
                    Err(unclear) => writeln!(console.out, "{unclear}")?,
                },
                Answer::Read(asked) => match reading::read(rules, &view, LEARNER, &steps.subject(&asked), width()) {
                    Ok(told) => write!(console.out, "{told}")?,
                    Err(unclear) => writeln!(console.out, "{unclear}")?,
                },
                Answer::Nothing => {}
                Answer::Unclear(sentence) => writeln!(console.out, "{sentence}")?,
                _ => writeln!(console.out, "Not in a lesson; `again` begins it anew.")?,
            }
        };
        match taught.answer(option).map_err(|why| broken(lesson, why))? {
            Answered::Other => {
                say(console, step.other.as_deref().unwrap_or("That is allowed, but not what is asked here."))?
            }
            Answered::Done => {
                writeln!(console.out)?;
                for sentence in &taught.log()[told..] {
                    writeln!(console.out, "{sentence}")?;
                }
                told = taught.log().len();
                if taught.step().is_none() {
                    draw(&taught, console)?;
                }
                say(console, &step.then)?;
                // In the middle of a text the table is still in sight.
                drawn = taught.decision().is_some_and(|decision| decision.question != Question::Menu);
            }
        }
    }
    Ok(End::Done)
}

/// Waits until the person has read what is there. Answers `false` when the person leaves.
fn goes_on(console: &mut Console) -> Result<bool, Failure> {
    writeln!(console.out, "\nEnter goes on to the next lesson; `quit` leaves.")?;
    console.offer(["quit".to_string()], []);
    let line = console.line()?;
    Ok(line.is_some_and(|line| !matches!(answer::read(&line, &[]), Answer::Quit)))
}

fn left(console: &mut Console, number: usize) -> Result<(), Failure> {
    Ok(writeln!(console.out, "{}", leaving(number))?)
}

fn leaving(number: usize) -> String {
    format!("You leave. `brink learn {}` goes on here.", number + 1)
}

/// A text in lines that fit, with an empty line before it.
fn say(console: &mut Console, text: &str) -> Result<(), Failure> {
    let whole = text.split_whitespace().collect::<Vec<_>>().join(" ");
    Ok(writeln!(console.out, "\n{}", wrapped(&whole, "", "", width().min(80)))?)
}

fn draw(taught: &Taught, console: &mut Console) -> Result<(), Failure> {
    let lines = Lines::new(console.prompting).within(width());
    let rules = &taught.game().script().rules;
    let table = screen::draw(rules, taught.view(), &taught.goals(), None, LEARNER, Memory::Assisted, lines);
    Ok(write!(console.out, "\n{table}")?)
}

//! Lessons: positions in which a person is told what to do, does it, and is told what came of it.

use std::sync::Arc;

use serde::Deserialize;

use board::{Seat, View};
use bots::BotSpec;
use engine::{Game, Outcome, Script};
use explain::goals::{Goal, goals};
use explain::log::Log;
use explain::options::decision::Decision;
use lang::Fault;
use lang::notation::{Match, matches, parse_moves};
use record::positions::moves::{AsItLies, play_moves};
use record::positions::read::read_position;
use rules::{Library, Settings};
use text::plural;

use crate::opening::{Given, Opening, Seating};
use crate::sitting::Sitting;

/// The lessons that the program comes with.
const LESSONS: &str = include_str!("../../docs/lessons.toml");

/// The person's seat in every lesson.
pub const LEARNER: Seat = Seat(0);

/// See the top of the file.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lesson {
    pub id: String,
    pub title: String,
    /// The ids of the rules that are met.
    pub rules: Vec<String>,
    /// A recipe's id.
    pub game: String,
    pub position: String,
    /// What is told at its beginning.
    pub tell: String,
    #[serde(rename = "step")]
    pub steps: Vec<LessonStep>,
}

/// One choice of the person.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LessonStep {
    /// What to do.
    pub tell: String,
    /// The labels that do it.
    pub take: Vec<String>,
    /// What is said to any other option.
    pub other: Option<String>,
    /// What is said when it is done.
    pub then: String,
    /// What the others do afterwards.
    pub moves: Option<String>,
    /// Lines that the table has after that.
    pub position: Option<String>,
    /// Who has won after that.
    pub winner: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    lesson: Vec<Lesson>,
}

/// All lessons that the program comes with, in their order.
pub fn lessons() -> Vec<Lesson> {
    let file: File = toml::from_str(LESSONS).expect("a test reads the lessons");
    file.lesson
}

/// A label as it is told to somebody who plays.
pub fn in_words(label: &str) -> String {
    let (verb, rest) = label.split_once(' ').unwrap_or((label, ""));
    match (verb, rest.rsplit_once(" on ")) {
        ("action", _) => format!("play {rest}"),
        ("stack", Some((name, on))) => format!("put {name} face down on {on}"),
        ("pass", _) => "end your turn".to_string(),
        _ => label.to_string(),
    }
}

/// Words that are read in a minute, and seconds that a choice takes.
const PACE: (usize, usize) = (180, 10);

/// How many minutes these lessons take about: what is told is read, and each step chosen.
pub fn minutes<'l>(lessons: impl IntoIterator<Item = &'l Lesson>) -> usize {
    let words = |text: &str| text.split_whitespace().count();
    let seconds = lessons.into_iter().map(|lesson| {
        let steps = lesson.steps.iter();
        let told = steps
            .map(|step| words(&step.tell) + words(&step.then))
            .sum::<usize>();
        (words(&lesson.tell) + told) * 60 / PACE.0 + lesson.steps.len() * PACE.1
    });
    seconds.sum::<usize>().div_ceil(60)
}

/// How many lessons there are of each game, and how long they take: `12 about GAME (11 minutes)`.
pub fn overview(lessons: &[Lesson]) -> String {
    let games = lessons.chunk_by(|one, other| one.game == other.game);
    let told = games.map(|lessons| {
        let (count, game) = (lessons.len(), &lessons[0].game);
        format!(
            "{count} about {game} ({})",
            plural(minutes(lessons) as u64, "minute")
        )
    });
    told.collect::<Vec<_>>().join(", ")
}

impl Lesson {
    /// The game of the lesson, at its beginning.
    ///
    /// # Errors
    /// What is wrong with the lesson.
    pub fn seating(&self, library: &Library) -> Result<Seating, String> {
        let rules = library.compile(&self.game, &Settings::default());
        let rules = rules.map_err(|report| {
            let faults = report.faults.iter().map(ToString::to_string);
            faults.collect::<Vec<_>>().join("; ")
        })?;
        let given = Given::read(&self.position, &rules).map_err(reasons)?;
        Ok(Seating {
            script: Arc::new(Script::new(rules)),
            players: given.setup.nations.len() as u8,
            seed: 0,
            seat: LEARNER,
            guests: Vec::new(),
            names: Vec::new(),
            bots: BotSpec::default(),
            opening: Opening::default(),
            given: Some(Arc::new(given)),
        })
    }
}

impl Sitting {
    /// Takes what lines of moves say, for whoever is asked.
    ///
    /// # Errors
    /// The first move that is not offered.
    pub fn play_moves(&mut self, moves: &str) -> Result<(), String> {
        let lines = parse_moves(moves, 0).map_err(reasons)?;
        for label in lines.iter().flat_map(|line| &line.labels) {
            let decision = Decision::of(&self.game).ok_or("the game is over")?;
            let labels: Vec<&str> = decision.offers.iter().map(|offer| &*offer.label).collect();
            match matches(&label.node, &labels) {
                Match::One(number) => self.accept(&decision, number),
                _ => return Err(format!("`{}` is not offered", label.node)),
            }
        }
        Ok(())
    }
}

/// What an answer has done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LessonAnswer {
    /// The step is done.
    Done,
    /// It was another option than the one asked for: nothing has changed.
    Other,
}

/// A lesson under way.
pub struct LessonGame<'a> {
    pub lesson: &'a Lesson,
    game: Game,
    log: Log,
    /// The labels of the steps that are done.
    done: Vec<String>,
}

impl<'a> LessonGame<'a> {
    /// Lays the position out.
    ///
    /// # Errors
    /// What is wrong with the lesson.
    pub fn begin(library: &Library, lesson: &'a Lesson) -> Result<LessonGame<'a>, String> {
        let rules = library.compile(&lesson.game, &Settings::default());
        let rules = rules.map_err(|report| {
            report
                .faults
                .iter()
                .map(ToString::to_string)
                .collect::<Vec<_>>()
                .join("; ")
        })?;
        let setup = read_position(&lesson.position, 0, &rules).map_err(reasons)?;
        let mut log = Log::new(LEARNER);
        let game = Game::from_setup(
            Arc::new(Script::new(rules)),
            &setup,
            0,
            &mut AsItLies(&mut log),
        );
        Ok(LessonGame {
            lesson,
            game,
            log,
            done: Vec::new(),
        })
    }

    /// Lays the position out and takes what was taken before, as far as it still leads on.
    ///
    /// # Errors
    /// What is wrong with the lesson.
    pub fn resume(
        library: &Library,
        lesson: &'a Lesson,
        done: &[String],
    ) -> Result<LessonGame<'a>, String> {
        let mut taught = LessonGame::begin(library, lesson)?;
        for label in done {
            let offers = taught
                .decision()
                .map(|decision| decision.offers)
                .unwrap_or_default();
            let Some(option) = offers.iter().position(|offer| offer.label == *label) else {
                break;
            };
            if taught.answer(option)? == LessonAnswer::Other {
                break;
            }
        }
        Ok(taught)
    }

    /// What was taken so far, by its labels.
    pub fn done(&self) -> &[String] {
        &self.done
    }

    /// The step to be done next; none when the lesson is over.
    pub fn step(&self) -> Option<&'a LessonStep> {
        self.lesson.steps.get(self.done.len())
    }

    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The table as the person sees it.
    pub fn view(&self) -> View {
        View::of(self.game.board(), &self.game.script().rules.cards, LEARNER)
    }

    /// How far both are from winning, as far as the person can know.
    pub fn goals(&self) -> Vec<Goal> {
        goals(&self.game.worlds(LEARNER))
    }

    pub fn decision(&self) -> Option<Decision> {
        Decision::of(&self.game)
    }

    /// What has happened, as the person may know it.
    pub fn log(&self) -> &[String] {
        self.log.lines()
    }

    /// The same from that sentence on, what follows from something below it.
    pub fn grouped_log(&self, from: usize) -> impl Iterator<Item = String> + '_ {
        self.log.grouped(from)
    }

    /// Takes an option, if it is what the step asks for; the others move then.
    ///
    /// # Errors
    /// What is wrong with the lesson.
    pub fn answer(&mut self, option: usize) -> Result<LessonAnswer, String> {
        let (Some(step), Some(decision)) = (self.step(), self.decision()) else {
            return Ok(LessonAnswer::Other);
        };
        let label = decision
            .offers
            .get(option)
            .map_or("", |offer| offer.label.as_str());
        if !step.take.iter().any(|take| take == label) {
            return Ok(LessonAnswer::Other);
        }
        self.done.push(label.to_string());
        let choice = self.game.options()[option];
        self.game
            .take(choice, &mut AsItLies(&mut self.log))
            .map_err(|error| error.to_string())?;
        if let Some(moves) = &step.moves {
            let moves = parse_moves(moves, 0).map_err(reasons)?;
            play_moves(&moves, &mut self.game, &mut self.log).map_err(reasons)?;
        }
        Ok(LessonAnswer::Done)
    }

    /// Who has won.
    pub fn winner(&self) -> Option<Seat> {
        match self.game.outcome() {
            Outcome::Won(seat) => Some(seat),
            Outcome::Running | Outcome::Drawn => None,
        }
    }
}

fn reasons(errors: Vec<Fault>) -> String {
    errors
        .into_iter()
        .map(|error| error.reason)
        .collect::<Vec<_>>()
        .join("; ")
}

#[cfg(test)]
mod tests {
    use super::{LEARNER, LessonAnswer, LessonGame, lessons, minutes, overview};
    use crate::sitting::Sitting;
    use explain::rulebook::rulebook;
    use record::positions::print::print_open;
    use rules::Library;

    #[test]
    fn every_step_of_every_lesson_can_be_done_and_leads_where_it_says() {
        let library = Library::builtin().expect("the project's own cards are sound");
        for lesson in lessons() {
            let id = &lesson.id;
            let mut taught = LessonGame::begin(&library, &lesson)
                .unwrap_or_else(|error| panic!("{id}: {error}"));
            while let Some(step) = taught.step() {
                let decision = taught
                    .decision()
                    .unwrap_or_else(|| panic!("{id}: the game is over before `{}`", step.tell));
                assert_eq!(decision.seat, LEARNER, "{id}: `{}`", step.tell);
                let labels: Vec<&str> = decision
                    .offers
                    .iter()
                    .map(|offer| offer.label.as_str())
                    .collect();
                for take in &step.take {
                    assert!(
                        labels.contains(&take.as_str()),
                        "{id}: `{take}` is not among {labels:?}"
                    );
                }
                assert!(
                    step.other.is_some() || labels.len() == step.take.len(),
                    "{id}: other options have no answer"
                );
                if let Some(other) = labels
                    .iter()
                    .position(|label| !step.take.iter().any(|take| take == label))
                {
                    assert_eq!(taught.answer(other), Ok(LessonAnswer::Other), "{id}");
                }
                let number = labels
                    .iter()
                    .position(|label| *label == step.take[0])
                    .expect("it was looked for");
                assert_eq!(
                    taught.answer(number),
                    Ok(LessonAnswer::Done),
                    "{id}: {}",
                    step.tell
                );
                let table = print_open(taught.game(), false);
                for line in step
                    .position
                    .iter()
                    .flat_map(|position| position.lines())
                    .filter(|line| !line.is_empty())
                {
                    assert!(
                        table.lines().any(|other| other == line),
                        "{id}: `{line}` is not on the table\n{table}"
                    );
                }
                let winner = taught.winner().map(|seat| seat.to_string());
                assert_eq!(winner, step.winner, "{id}: {}", step.tell);
            }
        }
    }

    /// On the full screen a lesson is a game like any other.
    #[test]
    fn every_lesson_can_be_played_as_a_game() {
        let library = Library::builtin().expect("the project's own cards are sound");
        for lesson in lessons() {
            let id = &lesson.id;
            let seating = lesson
                .seating(&library)
                .unwrap_or_else(|why| panic!("{id}: {why}"));
            let mut sitting = Sitting::begin(seating);
            let mut taught = LessonGame::begin(&library, &lesson).expect("it begins");
            for step in &lesson.steps {
                let decision = sitting
                    .decision()
                    .unwrap_or_else(|| panic!("{id}: nobody is asked"));
                let number = decision
                    .offers
                    .iter()
                    .position(|offer| offer.label == step.take[0]);
                let number = number.unwrap_or_else(|| panic!("{id}: {}", step.take[0]));
                assert!(sitting.decide(number), "{id}");
                let moved = sitting.play_moves(step.moves.as_deref().unwrap_or_default());
                assert_eq!(moved, Ok(()), "{id}");
                assert_eq!(taught.answer(number), Ok(LessonAnswer::Done), "{id}");
                assert_eq!(sitting.position(), print_open(taught.game(), false), "{id}");
            }
        }
    }

    #[test]
    fn each_game_is_taught_in_about_ten_minutes_as_it_is_said() {
        let all = lessons();
        let games = all.chunk_by(|one, other| one.game == other.game);
        // A game made of others needs little more.
        for lessons in games.filter(|lessons| lessons.len() > 5) {
            let (game, minutes) = (&lessons[0].game, minutes(lessons));
            assert!((8..=12).contains(&minutes), "{game}: {minutes} minutes");
        }
        let told = overview(&all);
        let numbers = told
            .split(", ")
            .filter_map(|part| part.split(' ').next()?.parse::<usize>().ok());
        assert_eq!(numbers.sum::<usize>(), all.len(), "{told}");
    }

    #[test]
    fn lessons_name_rules_that_there_are_and_fit_on_a_page() {
        let mut ids = Vec::new();
        for lesson in lessons() {
            for rule in &lesson.rules {
                assert!(
                    rulebook().iter().any(|known| known.id == *rule),
                    "{}: there is no rule {rule}",
                    lesson.id
                );
            }
            assert!(lesson.tell.lines().count() <= 8, "{}", lesson.id);
            assert!(!ids.contains(&lesson.id), "{} is there twice", lesson.id);
            ids.push(lesson.id);
        }
        assert!(ids.len() >= 10);
    }
}

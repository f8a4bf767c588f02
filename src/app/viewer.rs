//! A game that was played, on the full screen: looked at, played on from anywhere, written down.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::Failure;
use crate::home::Home;
use crate::output::as_ruling;
use crate::output::save;
use crate::play::{Departure, Games};
use crate::shelf::keeper;
use crate::tui::look::Look;
use crate::tui::{Effect, Replay, Screen};
use board::Seat;
use engine::Asked;
use explain::names::called;
use itertools::Itertools;
use record::positions::print::{print_open, print_view};
use record::traces::timeline::{Eyes, Timeline};
use session::opening::{Given, Seating};
use session::screen::Memory;
use session::sitting::Sitting;
use text::reason;

/// Names that are tried for a file, until one is free.
const NAMES: u32 = 1000;

/// A game that is looked at: how it was dealt, as far as that is known, and where it comes from.
pub struct Viewer<'v> {
    pub home: &'v Home,
    pub file: &'v Path,
    pub seating: &'v Seating,
    pub look: Look,
    /// How fast what happens is shown.
    pub speed: usize,
    /// Whose eyes it begins with.
    pub eyes: Eyes,
    /// What the table remembers, where that is kept with the game.
    pub memory: Option<Memory>,
    /// Several people still play it at one screen.
    pub guarded: bool,
}

impl Viewer<'_> {
    /// Shows it until it is left; then tells what is kept of games that were played on from it.
    pub fn show(&self, timeline: Timeline) -> Result<(), Failure> {
        let mut left = Vec::new();
        let mut screen = Screen::new()?;
        let shown = self.shown(&mut screen, timeline, &mut left);
        drop(screen);
        left.iter().try_for_each(|left| left.say(self.home))?;
        shown
    }

    fn shown(
        &self,
        screen: &mut Screen,
        timeline: Timeline,
        left: &mut Vec<Departure>,
    ) -> Result<(), Failure> {
        let mut replay =
            Replay::new(timeline, self.look).of_people(self.seating.names.clone(), self.guarded);
        replay.ui.speed = self.speed;
        replay.look_with(self.eyes);
        loop {
            match screen.run(&mut replay, Vec::new())? {
                Effect::Branch => match branch(&replay, self.seating) {
                    Some(sitting) => {
                        let memory = self
                            .memory
                            .or(self.home.settings.play.memory)
                            .unwrap_or_default();
                        let (home, look, speed) = (self.home, self.look, replay.ui.speed);
                        let games = Games {
                            home,
                            look,
                            speed,
                            memory,
                            drawn: false,
                        };
                        let told = seats_now(self.seating, sitting.seating().seat);
                        let own = games.play(screen, sitting, keeper(self.home).0, told)?;
                        replay.remark(own.told(self.home).join(" "));
                        left.push(own);
                    }
                    None => {
                        replay.remark("You can play on from a turn menu: step forward.".to_string())
                    }
                },
                Effect::Write { ruling } => {
                    let said = match text(&replay, self.seating, ruling) {
                        Ok(text) => {
                            let said = written(self.file, replay.moment(), ruling, &text);
                            match replay.eyes() {
                                Eyes::Seat(seat) if !ruling => {
                                    format!(
                                        "{said} It is what {seat} sees: after `o`, `x` writes all cards."
                                    )
                                }
                                _ => said,
                            }
                        }
                        Err(why) => why,
                    };
                    replay.remark(said);
                }
                _ => return Ok(()),
            }
        }
    }
}

/// Of a game of several people: who plays which seat where one of them plays it on.
fn seats_now(seating: &Seating, seat: Seat) -> Vec<String> {
    let called = |seat: Seat| called(seat, &seating.names);
    let people = std::iter::once(seating.seat).chain(seating.guests.iter().copied());
    if seating.guests.is_empty() {
        return Vec::new();
    }
    let whose = people
        .filter(|person| *person != seat)
        .map(called)
        .join(" and ");
    vec![
        format!("You play on alone, as {}.", called(seat)),
        format!(
            "Bots play all other seats, also that of {whose}. Your shared game stays as it is."
        ),
    ]
}

/// The game goes on from the moment that is shown, for whoever looks; with all cards open, for whoever is asked.
fn branch(replay: &Replay, seating: &Seating) -> Option<Sitting> {
    let (timeline, moment) = (replay.timeline(), replay.moment());
    let game = timeline.game(moment);
    let (_, what) = game.decision()?;
    let asked = game.chooser()?.by;
    let seat = match replay.eyes() {
        Eyes::Seat(seat) => seat,
        Eyes::Open => asked,
    };
    let seating = Seating {
        seat,
        guests: Vec::new(),
        names: Vec::new(),
        ..seating.clone()
    };
    let again = Sitting::repeated(
        seating.clone(),
        &timeline.taken()[..moment],
        timeline.settled_before(moment),
    );
    if let Some(sitting) = again.ok().filter(|sitting| sitting.stands_as(game)) {
        return Some(sitting);
    }
    // Its chance is not that of its seed: it goes on from the position, where that says all.
    let menu = matches!(what, Asked::Menu);
    let rules = &game.script().rules;
    let position = print_open(game, true);
    let given = Given::read(&position, rules).ok().filter(|_| menu)?;
    Some(Sitting::begin(Seating {
        given: Some(Arc::new(given)),
        ..seating
    }))
}

/// What is written: the position as it is looked at, or a ruling that leads there.
fn text(replay: &Replay, seating: &Seating, ruling: bool) -> Result<String, String> {
    let (timeline, moment) = (replay.timeline(), replay.moment());
    if !ruling && !timeline.is_position(moment) {
        let before = match timeline.position_before(moment) {
            Some(before) => format!("go back to decision {before}, or write a ruling with `r`"),
            None => "step forward to a turn menu".to_string(),
        };
        return Err(format!(
            "A position cannot record what is in progress here: {before}."
        ));
    }
    if !ruling {
        return Ok(print_view(
            &timeline.script(moment).rules,
            &timeline.view(moment, replay.eyes()),
            false,
        ));
    }
    let sitting = branch(
        replay,
        &Seating {
            seat: Seat(0),
            ..seating.clone()
        },
    );
    let sitting = sitting.ok_or("A ruling cannot begin here: step to a turn menu.")?;
    // It is written where the person is.
    as_ruling(&sitting, Some(Path::new("ruling.toml")))
        .map_err(|why| format!("Not written: {why}."))
}

/// Writes a file of its own beside where the person is; answers what to say about it.
fn written(file: &Path, moment: usize, ruling: bool, text: &str) -> String {
    let stem = file
        .file_stem()
        .map_or_else(|| "game".into(), |stem| stem.to_string_lossy());
    let ending = if ruling { "toml" } else { "position" };
    let name = |number: u32| match number {
        1 => PathBuf::from(format!("{stem}-{moment}.{ending}")),
        _ => PathBuf::from(format!("{stem}-{moment}-{number}.{ending}")),
    };
    let Some(path) = (1..=NAMES).map(name).find(|path| !path.exists()) else {
        return format!("Not written: there are already {NAMES} such files.");
    };
    match save(&path, text) {
        Ok(()) => format!("Written to `{}`.", path.display()),
        Err(error) => format!(
            "`{}` cannot be written: {}.",
            path.display(),
            reason(&error)
        ),
    }
}

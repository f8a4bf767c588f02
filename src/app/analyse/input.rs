//! What `brink analyse` looks at: a position, a kept game, a trace or a ruling, as the game that it is.

use std::path::{Path, PathBuf};

use clap::Args;

use crate::home::Home;
use crate::number::{self, whole};
use crate::start::{self, PositionOptions};
use crate::{Failure, replay, ruling};
use board::Seat;
use engine::Game;
use lang::notation::parse_moves;
use record::positions::moves::play_from;
use record::traces::replay::replay_along;
use record::traces::timeline::Timeline;
use session::save::Saved;
use text::plural;

/// What is looked at.
#[derive(Debug, Args)]
pub struct Input {
    /// A position or a view, a trace, a file of rulings, the number of a kept game (`brink games`) or its file; standard input for `-`
    #[arg(value_name = "FILE", default_value = "-")]
    file: PathBuf,
    /// Of a kept game or a trace: after the first N decisions of all players [default: where it was left]
    #[arg(long, value_name = "N", value_parser = whole::<u32>(0..=u32::MAX.into()))]
    to: Option<u32>,
    /// Of several traces in the file, that one [default: 1]
    #[arg(long, value_name = "N", value_parser = whole::<u32>(1..=u32::MAX.into()))]
    nth: Option<u32>,
    /// Of several rulings in the file, that one
    #[arg(long, value_name = "ID")]
    id: Option<String>,
    /// Of a ruling: where its moves lead
    #[arg(long)]
    after: bool,
    /// Files of cards or recipes that a trace or a ruling needs
    #[arg(long = "with", value_name = "TOML")]
    with: Vec<PathBuf>,
    /// Of a position: moves to make first, as in a ruling, such as "p1: use p1.2 > p2"; may be given several times
    #[arg(long, value_name = "LINE")]
    moves: Vec<String>,
    #[command(flatten)]
    position: PositionOptions,
}

/// A game that is looked at.
pub struct Opened {
    pub game: Game,
    /// Decisions before it, as far as they are known.
    pub taken: u64,
    /// Those whose cards may be shown, where somebody still plays it.
    pub people: Option<Vec<Seat>>,
    /// Who sees no more of it than this, where cards are unknown.
    pub viewer: Option<Seat>,
}

impl Opened {
    fn of(game: Game, taken: u64) -> Opened {
        Opened {
            game,
            taken,
            people: None,
            viewer: None,
        }
    }
}

/// What a file holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Kept,
    Trace,
    Ruling,
    Position,
}

impl Kind {
    fn called(self) -> &'static str {
        match self {
            Kind::Kept => "a kept game",
            Kind::Trace => "a trace",
            Kind::Ruling => "a file of rulings",
            Kind::Position => "a position",
        }
    }
}

/// A line as positions have them, and little else has.
fn is_of_position(line: &str) -> bool {
    let line = line.trim_start();
    let of_player = line.starts_with('p') && (line.contains('[') || line.contains(" hand:"));
    of_player
        || ["turn ", "deck:", "discard:"]
            .iter()
            .any(|key| line.starts_with(key))
}

impl Input {
    /// A view is seen by that seat; `open` asks for all cards, which it has not.
    pub fn open(self, home: &Home, (eyes, open): (Option<Seat>, bool)) -> Result<Opened, Failure> {
        let file = replay::by_number(self.file.clone(), home)?;
        let standard = file == Path::new("-");
        if !standard && (file.is_dir() || file.extension().is_some_and(|end| end == "toml")) {
            self.fits(Kind::Ruling)?;
            let game = ruling::game(&file, &self.with, self.id.as_deref(), self.after)?;
            return Ok(Opened::of(game, 0));
        }
        let name = if standard {
            "standard input".to_string()
        } else {
            file.display().to_string()
        };
        let text = match standard {
            true => start::standard_input("a position")?,
            false => {
                text::read_text(&file).map_err(|error| Failure::file(&file, "read", &error))?
            }
        };
        if text.trim().is_empty() {
            let help = "give it a position, a trace or a kept game; the command that was to write one may have failed";
            return Err(Failure::usage(format!("{name} is empty"), help));
        }
        let kind = match &text {
            text if text.starts_with("save ") => Kind::Kept,
            text if text.starts_with("trace ") => Kind::Trace,
            text if text.lines().any(|line| line.trim() == "[[ruling]]") => {
                let help = "write it to a file that ends in `.toml`, and name that";
                return Err(Failure::usage(
                    format!("rulings are read from files, and {name} is none of rulings"),
                    help,
                ));
            }
            text if !text.lines().any(is_of_position) => {
                let help = "a position has a line such as `turn p1 start`, and docs/notation.md says what each begins with";
                return Err(Failure::run(
                    format!("{name} is no position, kept game, trace or file of rulings"),
                    help,
                ));
            }
            _ => Kind::Position,
        };
        self.fits(kind)?;
        match kind {
            Kind::Kept => self.kept(&name, &text),
            Kind::Trace => self.trace(&name, &text),
            Kind::Ruling | Kind::Position => self.position(&name, &text, (eyes, open)),
        }
    }

    /// Options that mean nothing for it are refused, rather than passed over.
    fn fits(&self, kind: Kind) -> Result<(), Failure> {
        let games = [Kind::Kept, Kind::Trace];
        let options = [
            ("--to", self.to.is_some(), &games[..]),
            ("--nth", self.nth.is_some(), &[Kind::Trace]),
            ("--id", self.id.is_some(), &[Kind::Ruling]),
            ("--after", self.after, &[Kind::Ruling]),
            (
                "--with",
                !self.with.is_empty(),
                &[Kind::Trace, Kind::Ruling],
            ),
            ("--moves", !self.moves.is_empty(), &[Kind::Position]),
            ("--game", self.position.is_named(), &[Kind::Position]),
        ];
        let wrong = options
            .iter()
            .find(|(_, given, kinds)| *given && !kinds.contains(&kind));
        wrong.map_or(Ok(()), |(option, _, kinds)| {
            let kinds: Vec<&str> = kinds.iter().map(|kind| kind.called()).collect();
            let help = format!("leave it out: it goes with {}", kinds.join(" or "));
            Err(Failure::usage(
                format!("`{option}` means nothing for {}", kind.called()),
                help,
            ))
        })
    }

    fn position(
        &self,
        name: &str,
        text: &str,
        (eyes, open): (Option<Seat>, bool),
    ) -> Result<Opened, Failure> {
        let (script, setup, viewer) = self.position.read_view_from(name, text, eyes)?;
        // Neither can be done with cards that nobody has named.
        if viewer.is_some() && (open || !self.moves.is_empty()) {
            let option = if open { "--open" } else { "--moves" };
            let help = "name all cards in place of `?` and numbers of cards, or leave it out";
            return Err(Failure::usage(
                format!("`{option}` means nothing where cards are unknown"),
                help,
            ));
        }
        let moves = self.moves.join("\n");
        let faulty = |faults| Failure::texts("--moves", &moves, faults);
        let lines = parse_moves(&moves, 0).map_err(faulty)?;
        let game = play_from(script, &setup, &lines, &mut ()).map_err(faulty)?;
        Ok(Opened {
            viewer,
            ..Opened::of(game, 0)
        })
    }

    fn kept(&self, name: &str, text: &str) -> Result<Opened, Failure> {
        let saved = Saved::parse(text).map_err(|error| Failure::kept(name, text, error, None))?;
        let (_, timeline) = replay::moments(name, text, &saved)?;
        let people = (!saved.over).then(|| {
            std::iter::once(saved.seat)
                .chain(saved.guests.clone())
                .collect()
        });
        Ok(Opened {
            people,
            ..self.moment(name, &timeline)?
        })
    }

    fn trace(&self, name: &str, text: &str) -> Result<Opened, Failure> {
        let library = start::open(&self.with)?;
        let games = replay_along(text.as_bytes(), &mut |header| {
            replay::compile(&library, header)
        });
        let games = games.map_err(|difference| {
            Failure::run(
                format!("{name}, {difference}"),
                "everything before this line agrees",
            )
        })?;
        let (count, wanted) = (games.len(), self.nth.unwrap_or(1));
        match games.into_iter().nth(wanted as usize - 1) {
            Some(played) => self.moment(name, &played.timeline),
            None => {
                let help = format!("it has {}", plural(count as u64, "game"));
                Err(Failure::usage(
                    format!("`{name}` has no game {wanted}"),
                    help,
                ))
            }
        }
    }

    /// The game after as many decisions as are wanted.
    fn moment(&self, name: &str, timeline: &Timeline) -> Result<Opened, Failure> {
        let last = timeline.last();
        let at = self
            .to
            .map_or(Ok(last), |to| number::decision(name, to, last))?;
        Ok(Opened::of(timeline.game(at).clone(), at as u64))
    }
}

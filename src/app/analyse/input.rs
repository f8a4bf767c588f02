//! What `brink analyse` looks at: a position, a kept game, a trace or a ruling, as the game that it is.

use std::path::{Path, PathBuf};

use clap::Args;
use itertools::Itertools;

use crate::home::Home;
use crate::number;
use crate::start::{self, PositionOptions};
use crate::{Failure, output, ruling, saves};
use board::Seat;
use engine::Game;
use lang::notation::parse_moves;
use record::positions::moves::play_from;
use record::traces::timeline::Timeline;

/// What is looked at.
#[derive(Args)]
pub struct Input {
    /// A position or view, a trace, a ruling file, the number or file of a saved game (`brink
    /// games`), or `-` for standard input
    #[arg(value_name = "FILE", default_value = "-")]
    file: PathBuf,
    /// Saved game or trace: analyse after the first N decisions of all players [default: the end]
    #[arg(long, value_name = "N", value_parser = number::count)]
    to: Option<u32>,
    /// Trace file: which trace [default: 1]
    #[arg(long, value_name = "N", value_parser = number::place)]
    nth: Option<u32>,
    /// Ruling file: which ruling
    #[arg(long, value_name = "ID")]
    id: Option<String>,
    /// Ruling: analyse the position after its moves
    #[arg(long)]
    after: bool,
    /// Position: moves to make first, as in a ruling, such as "p1: use p1.2 > p2" (repeatable)
    #[arg(long, value_name = "LINE")]
    moves: Vec<String>,
    #[command(flatten)]
    position: PositionOptions,
}

/// A game that is looked at.
pub struct Subject {
    pub game: Game,
    /// Decisions before it, as far as they are known.
    pub taken: u64,
    /// Those whose cards may be shown, where somebody still plays it.
    pub people: Option<Vec<Seat>>,
    /// Who sees no more of it than this, where cards are unknown.
    pub viewer: Option<Seat>,
}

impl Subject {
    fn of(game: Game, taken: u64) -> Subject {
        Subject {
            game,
            taken,
            people: None,
            viewer: None,
        }
    }
}

/// What a file holds.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Kind {
    Kept,
    Trace,
    Ruling,
    Position,
}

impl Kind {
    fn called(self) -> &'static str {
        match self {
            Kind::Kept => "a saved game",
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
    pub fn open(self, home: &Home, (eyes, open): (Option<Seat>, bool)) -> Result<Subject, Failure> {
        let file = saves::by_number(self.file.clone(), home)?;
        let standard = file == Path::new("-");
        if !standard && (file.is_dir() || file.extension().is_some_and(|end| end == "toml")) {
            self.fits(Kind::Ruling)?;
            let game = ruling::game(&file, &self.position.with(), self.id.as_deref(), self.after)?;
            return Ok(Subject::of(game, 0));
        }
        let (name, text) = if standard {
            let text = start::standard_input("a position")?;
            ("standard input".to_string(), text)
        } else {
            (file.display().to_string(), output::read(&file)?)
        };
        if text.trim().is_empty() {
            let help = "give it a position, a trace or a saved game; the command that should have written it may have failed";
            return Err(Failure::usage(format!("{name} is empty"), help));
        }
        if text.starts_with("save ") {
            self.fits(Kind::Kept)?;
            self.kept(&name, &text)
        } else if text.starts_with("trace ") {
            self.fits(Kind::Trace)?;
            self.trace(&name, &text)
        } else if start::holds_rulings(&text) {
            Err(Failure::usage(
                format!("rulings are read from files, and {name} is not a file of rulings"),
                "write it to a file that ends in `.toml`, and give that file",
            ))
        } else if !text.lines().any(is_of_position) {
            let help = "a position has a line such as `turn p1 start`; docs/notation.md describes all three formats";
            let sentence =
                format!("{name} is not a position, a saved game, a trace or a file of rulings");
            Err(Failure::run(sentence, help))
        } else {
            self.fits(Kind::Position)?;
            self.position(&name, &text, (eyes, open))
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
                !self.position.with().is_empty(),
                &[Kind::Trace, Kind::Ruling, Kind::Position],
            ),
            ("--moves", !self.moves.is_empty(), &[Kind::Position]),
            ("--game", self.position.is_named(), &[Kind::Position]),
        ];
        let wrong = options
            .iter()
            .find(|(_, given, kinds)| *given && !kinds.contains(&kind));
        wrong.map_or(Ok(()), |(option, _, kinds)| {
            Err(Failure::usage(
                format!("`{option}` does not apply to {}", kind.called()),
                format!(
                    "remove it: it only works with {}",
                    kinds.iter().map(|kind| kind.called()).join(" or ")
                ),
            ))
        })
    }

    fn position(
        &self,
        name: &str,
        text: &str,
        (eyes, open): (Option<Seat>, bool),
    ) -> Result<Subject, Failure> {
        let (script, setup, viewer) = self.position.read_view_from(name, text, eyes)?;
        // Neither can be done with cards that nobody has named.
        if viewer.is_some() && (open || !self.moves.is_empty()) {
            let option = if open { "--open" } else { "--moves" };
            return Err(Failure::usage(
                format!("`{option}` does not work while cards are unknown"),
                "name all cards instead of `?` and numbers of cards, or remove the option",
            ));
        }
        let moves = self.moves.join("\n");
        let faulty = |faults| Failure::texts("--moves", &moves, faults);
        let lines = parse_moves(&moves, 0).map_err(faulty)?;
        let game = play_from(script, &setup, &lines, &mut ()).map_err(faulty)?;
        Ok(Subject {
            viewer,
            ..Subject::of(game, 0)
        })
    }

    fn kept(&self, name: &str, text: &str) -> Result<Subject, Failure> {
        let saved = saves::saved(name, text, None)?;
        let (_, timeline) = saves::moments(name, text, &saved)?;
        let people = [&[saved.seat], &saved.guests[..]].concat();
        Ok(Subject {
            people: (!saved.over).then_some(people),
            ..self.moment(name, &timeline)?
        })
    }

    fn trace(&self, name: &str, text: &str) -> Result<Subject, Failure> {
        let library = start::open(&self.position.with())?;
        let played = saves::traced(name, text, self.nth.unwrap_or(1), &mut |header| {
            saves::compile(&library, header)
        });
        self.moment(name, &played?.timeline)
    }

    /// The game after as many decisions as are wanted.
    fn moment(&self, name: &str, timeline: &Timeline) -> Result<Subject, Failure> {
        let last = timeline.last();
        let at = self
            .to
            .map_or(Ok(last), |to| number::decision(name, to, last))?;
        Ok(Subject::of(timeline.game(at).clone(), at as u64))
    }
}

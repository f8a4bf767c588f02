//! How a game is shown on a terminal, for whom, and what that terminal can show.

use std::env;
use std::io::{self, IsTerminal};

use clap::Args;

use crate::home::Home;
use crate::play::people::called;
use crate::tui::SPEED;
use crate::tui::look::Look;
use crate::{Failure, colour, number, plain};
use board::Seat;

/// How fast it is shown what others do, when nothing is said.
const USUAL: u8 = 3;

/// How a game is shown on a terminal, and for whom.
#[derive(Debug, Args)]
pub struct ScreenOptions {
    /// Line by line, as through a pipe, instead of on the full screen
    #[arg(long)]
    plain: bool,
    /// Draw with ASCII alone
    #[arg(long)]
    ascii: bool,
    /// How fast it is shown what others do: 1 (slow) to 5 (all at once) [default: 3]
    #[arg(long, value_name = "SPEED", value_parser = number::whole::<u8>(u64::from(*SPEED.start())..=u64::from(*SPEED.end())))]
    pub speed: Option<u8>,
    /// How many people sit at this screen, or their names, such as Ann,Ben [default: 1]
    #[arg(long, value_name = "PEOPLE", conflicts_with_all = ["load", "resume"])]
    people: Option<String>,
}

impl ScreenOptions {
    /// The game is played on the full screen.
    pub fn full(&self, home: &Home) -> bool {
        !self.plain && !home.settings.play.plain.unwrap_or_default() && is_screen()
    }

    /// Line by line, too, it is drawn with ASCII alone.
    pub fn ascii(&self) -> bool {
        self.ascii
    }

    /// The people at the screen, by their names, which may be empty.
    pub fn people(&self, players: u8, home: &Home) -> Result<Vec<String>, Failure> {
        let Some(people) = &self.people else {
            return Ok(vec![String::new()]);
        };
        let names: Vec<String> = match people.parse::<usize>() {
            Ok(count) => vec![String::new(); count.min(usize::from(players) + 1)],
            Err(_) => called(people)?,
        };
        if names.is_empty() || names.len() > usize::from(players) {
            let sentence = format!("`{people}` people do not fit at a table of {players}");
            return Err(Failure::usage(
                sentence,
                "write `--people 2` or `--people Ann,Ben`, and `--players` for all",
            ));
        }
        if names.len() > 1 && !self.full(home) {
            let sentence = "several people play only on the full screen of a terminal";
            let help = match (self.plain, home.settings.play.plain) {
                (true, _) => "leave `--plain` out, or `--people`",
                (false, Some(true)) => "take `plain` out of the settings, or leave `--people` out",
                (false, _) => {
                    "begin it on a terminal, without a pipe or a file for its input or output; or leave `--people` out"
                }
            };
            return Err(Failure::usage(sentence, help));
        }
        Ok(names)
    }

    pub fn look(&self, home: &Home) -> Look {
        look(self.ascii, home)
    }
}

/// The seats of the people besides the first one, and what all of them are called, by seat.
pub fn company(first: Seat, players: u8, names: Vec<String>) -> (Vec<Seat>, Vec<String>) {
    let seats: Vec<Seat> = first.clockwise(players).take(names.len()).collect();
    if names.iter().all(String::is_empty) {
        return (seats[1..].to_vec(), Vec::new());
    }
    let mut called = vec![String::new(); usize::from(players)];
    for (seat, name) in seats.iter().zip(names) {
        called[seat.index()] = name;
    }
    (seats[1..].to_vec(), called)
}

/// What the terminal can show; `ascii` and the settings ask for less.
pub fn look(ascii: bool, home: &Home) -> Look {
    let ascii = ascii || home.settings.play.ascii.unwrap_or_default();
    Look {
        fine: !ascii && fine(),
        colour: colour::wanted(true),
    }
}

/// Where a terminal knows ASCII alone, or the settings say so, nothing else is written to it from now on. What goes elsewhere is
/// left as it is: it may be read again.
pub fn heed_signs(home: &Home) {
    if io::stdout().is_terminal() && (home.settings.play.ascii.unwrap_or_default() || !fine()) {
        plain::use_ascii();
    }
}

/// How fast it is shown what others do, from 0 on: as was asked for, or as the settings say.
pub fn speed(asked: Option<u8>, home: &Home) -> usize {
    usize::from(asked.or(home.settings.play.speed).unwrap_or(USUAL) - SPEED.start())
}

/// A person sits at a terminal on which the cursor can be moved.
pub fn is_screen() -> bool {
    let dumb = env::var_os("TERM").is_none_or(|term| term.is_empty() || term == "dumb");
    io::stdin().is_terminal() && io::stdout().is_terminal() && (cfg!(windows) || !dumb)
}

/// The terminal and its locale know more than ASCII.
fn fine() -> bool {
    if cfg!(windows) {
        return true;
    }
    let poor = env::var("TERM")
        .is_ok_and(|term| ["dumb", "linux", "vt100", "vt220", "ansi"].contains(&&term[..]));
    let given = |name: &&str| env::var(name).ok().filter(|value| !value.is_empty());
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"]
        .iter()
        .find_map(given)
        .unwrap_or_default()
        .to_lowercase();
    !poor && (locale.contains("utf-8") || locale.contains("utf8"))
}

//! Numbers on the command line, of seats, too: what is wrong with one is said in words.

use std::ops::RangeInclusive;
use std::time::Duration;

use crate::Failure;
use board::{PLAYERS, Seat};
use lang::notation::Player;
use text::plural;

/// A number below zero is read as the value of an option, which then says what numbers it takes.
pub fn below_zero(command: clap::Command) -> clap::Command {
    let option = |arg: &clap::Arg| arg.get_long().is_some() && arg.get_action().takes_values();
    let command = command.mut_args(|arg| {
        if option(&arg) {
            arg.allow_negative_numbers(true)
        } else {
            arg
        }
    });
    command.mut_subcommands(below_zero)
}

/// Reads a number of that range.
pub fn whole<N: TryFrom<u64>>(
    range: RangeInclusive<u64>,
) -> impl Fn(&str) -> Result<N, String> + Clone {
    move |text| {
        let number = text
            .parse()
            .ok()
            .filter(|number| range.contains(number))
            .and_then(|number| N::try_from(number).ok());
        number.ok_or_else(|| {
            let (least, most) = (range.start(), range.end());
            if *most == u64::MAX {
                format!("expected a whole number, at least {least}")
            } else {
                format!("expected a whole number from {least} to {most}")
            }
        })
    }
}

/// How many of something, such as turns or decisions.
pub fn count(text: &str) -> Result<u32, String> {
    whole(0..=u32::MAX.into())(text)
}

/// Which of several, counted from 1.
pub fn place(text: &str) -> Result<u32, String> {
    whole(1..=u32::MAX.into())(text)
}

/// How many games: one at least.
pub fn games(text: &str) -> Result<u64, String> {
    whole(1..=u64::MAX)(text)
}

/// Games that are played at the same time.
pub fn workers(text: &str) -> Result<u16, String> {
    whole(1..=1024)(text)
}

/// Number of players.
pub fn players(text: &str) -> Result<u8, String> {
    whole(u64::from(*PLAYERS.start())..=u64::from(*PLAYERS.end()))(text)
}

/// Threads: as many as were asked for, or all that the machine can.
pub fn threads(asked: Option<u16>) -> usize {
    let all = || std::thread::available_parallelism().map_or(1, usize::from);
    asked.map_or_else(all, usize::from)
}

/// Whatever chance hangs on.
pub fn seed(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| {
        format!(
            "a seed is a whole number, such as 42, of at most {}",
            u64::MAX
        )
    })
}

/// A time with its unit: `250ms`, `1s`, `2m`; a day at most.
pub fn time(text: &str) -> Result<Duration, String> {
    const DAY: u64 = 24 * 60 * 60 * 1000;
    let units = [("ms", 1), ("s", 1000), ("m", 60 * 1000)];
    let milliseconds = units.iter().find_map(|(unit, factor)| {
        let number: u64 = text.strip_suffix(unit)?.parse().ok()?;
        number
            .checked_mul(*factor)
            .filter(|time| (1..=DAY).contains(time))
    });
    let wrong = || {
        "expected a time from 1 ms to a day with its unit, such as `250ms`, `1s`, `2m`".to_string()
    };
    milliseconds.map(Duration::from_millis).ok_or_else(wrong)
}

/// A kept game, by its number.
pub fn game(text: &str) -> Result<u32, Failure> {
    text.parse().map_err(|_| {
        Failure::usage(
            format!("`{text}` is not a saved game"),
            "`brink games` lists them by number; `brink play --load FILE` continues from a file",
        )
    })
}

/// There is none of that number.
pub fn no_game(number: u32) -> Failure {
    Failure::usage(
        format!("there is no saved game {number}"),
        "`brink games` lists them",
    )
}

/// So many decisions of a kept game or a trace that has `last` of them.
pub fn decision(name: &str, to: u32, last: usize) -> Result<usize, Failure> {
    let count = to as usize;
    if count > last {
        return Err(Failure::usage(
            format!(
                "`{name}` has {}; there is no {to}",
                plural(last as u64, "decision")
            ),
            format!("write `--to 0` up to `--to {last}`, or remove it"),
        ));
    }
    Ok(count)
}

/// The seat of that number, such as `2` or `p2`; nothing where there is none at a table of so many.
pub fn seat(text: &str, players: u8) -> Option<Seat> {
    let name = if text.starts_with(['p', 'P']) {
        text.to_string()
    } else {
        format!("p{text}")
    };
    let player: Player = name.parse().ok()?;
    (player.number() <= players).then_some(explain::names::seat_of(player))
}

/// Of the bits of a seed so many are left out, so that every reader of JSON keeps it exact and a person can type it; 52 are
/// left, too many to try them all.
const LEFT_OUT: u32 = u64::BITS - 52;

/// A seed that nobody at the table can guess, from the operating system. It must not be told before the game is over.
pub fn secret_seed() -> Result<u64, Failure> {
    getrandom::u64()
        .map(|drawn| drawn >> LEFT_OUT)
        .map_err(|error| {
            Failure::run(
                format!("the system cannot provide a random seed: {error}"),
                "give a seed yourself: `--seed S`",
            )
        })
}

#[cfg(test)]
mod tests {
    use super::{seat, secret_seed};
    use board::Seat;

    #[test]
    fn a_seat_is_named_by_its_number_alone_or_as_the_notation_does() {
        for text in ["2", "p2", "P2"] {
            assert_eq!(seat(text, 2), Some(Seat(1)), "{text}");
        }
        for text in ["3", "p3", "0", "pp2", "+2", "02", "p", ""] {
            assert_eq!(seat(text, 2), None, "{text}");
        }
    }

    #[test]
    fn secret_seeds_are_large_differ_and_are_exact_in_json() {
        let mut seeds: Vec<u64> = (0..64)
            .map(|_| secret_seed().expect("the system draws"))
            .collect();
        assert!(seeds.iter().all(|seed| *seed < 1 << 52));
        // That none of so many has one of its high bits happens once in 10^19 times.
        assert!(seeds.iter().any(|seed| *seed >= 1 << 51));
        seeds.sort_unstable();
        seeds.dedup();
        assert_eq!(seeds.len(), 64);
    }
}

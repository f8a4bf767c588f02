//! What is kept of games with programs, so that they can be gone on with: a header that says what is played, and a line a game.

use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::bot_host::crews::Seating;
use crate::bot_host::results::Game;
use bots::hosted::ThinkingTime;
use bots::protocol::is_name;
use stats::arena::OTHER_RULES;
use stats::series::{self, RecordError};

/// The first line: results of different hosts are not to be mixed.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The version of the file's format.
    pub bot_host: u32,
    pub recipe: String,
    /// Changes with every change of a card text, a dispute's value or the list of cards.
    pub rules: String,
    pub players: usize,
    /// The commands of the programs.
    pub programs: Vec<String>,
    /// The bot at the other seats, and its version: how bots choose may change.
    pub against: [String; 2],
    pub seat: String,
    pub seed: u64,
    pub limit: u32,
    pub move_ms: u64,
    pub game_ms: Option<u64>,
}

impl series::Header for Header {
    const OF: &'static str = "a bot-host's";

    fn difference(&self, other: &Header) -> Option<String> {
        let keys = [
            ("bot_host", "another version of the format"),
            ("recipe", "another recipe"),
            ("rules", OTHER_RULES),
            ("players", "another number of players"),
            ("programs", "other programs"),
            ("against", "another bot at the other seats"),
            ("seat", "another `--seat`"),
            ("seed", "another seed"),
            ("limit", "another turn limit"),
        ];
        series::difference(self, other, &keys).or_else(|| {
            let times = |header: &Header| json!({"times": [header.move_ms, header.game_ms]});
            series::difference(
                &times(self),
                &times(other),
                &[("times", "other time limits")],
            )
        })
    }
}

/// Reads a record of these very games: the games, and how many bytes of the text they take.
///
/// # Errors
/// Why it is none, or one of other games.
pub fn read(
    text: &str,
    header: &Header,
    seating: Seating,
) -> Result<(Vec<Game>, usize), RecordError> {
    let begun = |games| format!("{{\"number\":{},", games + 1);
    series::read(text, header, &begun, |games: &[Game], line| {
        let game: Option<Game> = serde_json::from_str(line).ok();
        let number = games.len() as u64 + 1;
        let game = game.filter(|game| fits(game, number, header, seating));
        match game.as_ref().and_then(|game| renamed(games, game)) {
            Some((then, now)) => Err(format!("`{now}` instead of `{then}`")),
            None => Ok(game),
        }
    })
}

/// A program that calls itself otherwise than in the games before: how then, and how now.
fn renamed<'a>(games: &'a [Game], game: &'a Game) -> Option<(&'a str, &'a str)> {
    let mut named = game.names.iter().enumerate();
    named.find_map(|(program, name)| {
        let before = |game: &'a Game| game.names[program].as_deref();
        let (now, then) = (name.as_deref()?, games.iter().rev().find_map(before)?);
        (then != now).then_some((then, now))
    })
}

/// It could be that game.
fn fits(game: &Game, number: u64, header: &Header, seating: Seating) -> bool {
    let players = header.players;
    let (seed, seats) = seating.of_game(number, header.seed, players, header.programs.len());
    (game.number, game.seed) == (number, seed)
        && game.seats == seats
        && game.names.len() == header.programs.len()
        && game
            .names
            .iter()
            .flatten()
            .all(|name| could_be_called(name))
        && [game.faults.len(), game.thoughts.len()] == [players; 2]
        && game.thoughts.iter().all(could_be)
        && game
            .winner
            .is_none_or(|winner| usize::from(winner) < players && !game.draw)
}

/// A program could have called itself so: a name and a version.
fn could_be_called(called: &str) -> bool {
    called
        .match_indices(' ')
        .any(|(at, _)| is_name(&called[..at]) && is_name(&called[at + 1..]))
}

/// A program could have thought so: sums of many games must not run over.
fn could_be(thought: &ThinkingTime) -> bool {
    const MOST: u64 = 1 << 40;
    thought.answers < MOST && thought.total.as_secs() < MOST && thought.longest <= thought.total
}

#[cfg(test)]
mod tests {
    use super::{Game, Header, could_be_called, renamed};
    use stats::series::begins;

    #[test]
    fn a_header_that_was_cut_off_is_known_whatever_the_seed() {
        let header = |seed: u64| Header {
            bot_host: 1,
            recipe: "g".to_string(),
            rules: "0".to_string(),
            players: 2,
            programs: vec!["a \"seed\":7".to_string()],
            against: ["cautious".to_string(), "cautious-4".to_string()],
            seat: "rotated".to_string(),
            seed,
            limit: 400,
            move_ms: 1000,
            game_ms: None,
        };
        let line = serde_json::to_string(&header(u64::MAX))
            .expect("a header is made of texts and numbers");
        assert!(
            (0..=line.len()).all(|cut| begins(&line[..cut], &header(7))),
            "{line}"
        );
        for foreign in [
            "my diary".to_string(),
            "{\"bot_host\": my precious notes".to_string(),
            line.replace("null}", "nullnotes"),
            line.replace("1844", "-1844"),
            line.replace("\"g\"", "\"other\""),
        ] {
            assert!(!begins(&foreign, &header(7)), "{foreign}");
        }
    }

    #[test]
    fn a_record_names_programs_as_they_may_call_themselves() {
        let long = "x".repeat(40);
        for called in [
            "example 1",
            "my first bot 0.1 beta",
            &format!("{long} {long}"),
        ] {
            assert!(could_be_called(called), "{called}");
        }
        for called in [
            "",
            "example",
            " 1",
            "a\n 1",
            "\u{1b}[2J 1",
            &format!("{long}x 1"),
            &"x ".repeat(50_000),
        ] {
            assert!(!could_be_called(called), "{called:?}");
        }
    }

    #[test]
    fn a_program_that_calls_itself_otherwise_in_between_is_found() {
        let game = |name: &str| -> Game {
            let line = format!(
                "{{\"number\": 1, \"seed\": 3, \"seats\": [0, null], \"names\": [{name}], \"winner\": 1, \"draw\": false, \"reason\": \"no other bot played without a fault\", \"turns\": 0, \"cuts\": [], \"faults\": [null, null], \"thoughts\": [{{\"answers\": 0, \"total\": {{\"secs\": 0, \"nanos\": 0}}, \"longest\": {{\"secs\": 0, \"nanos\": 0}}}}, {{\"answers\": 0, \"total\": {{\"secs\": 0, \"nanos\": 0}}, \"longest\": {{\"secs\": 0, \"nanos\": 0}}}}]}}"
            );
            serde_json::from_str(&line).expect("it is a game")
        };
        let games = [game("\"mine 1\""), game("null")];
        assert_eq!(
            renamed(&games, &game("\"mine 2\"")),
            Some(("mine 1", "mine 2"))
        );
        assert_eq!(renamed(&games, &game("\"mine 1\"")), None);
        // One that said no hello is nobody else.
        assert_eq!(renamed(&games, &game("null")), None);
    }
}

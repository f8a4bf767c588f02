//! What is kept of games with programs, so that they can be gone on with: a header that says what is played, and a line a game.

use serde::{Deserialize, Serialize};

use crate::bot_host::crews::Seating;
use crate::bot_host::results::Game;
use bots::hosted::Thought;
use bots::protocol::is_name;
use stats::arena::{OTHER_RULES, begins, difference, time};

/// The first line: results of different hosts are not to be mixed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
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

impl Header {
    /// What differs between two headers, in words: what this one has, and the other one, that of a record.
    pub fn difference(&self, other: &Header) -> Option<String> {
        let each = |of: fn(&Header) -> String| [of(other), of(self)];
        difference([
            (
                "another version of the format",
                each(|header| header.bot_host.to_string()),
            ),
            ("another recipe", each(|header| header.recipe.clone())),
            (OTHER_RULES, each(|header| header.rules.clone())),
            (
                "another number of players",
                each(|header| header.players.to_string()),
            ),
            ("other programs", each(|header| header.programs.join(", "))),
            (
                "another number of programs",
                each(|header| header.programs.len().to_string()),
            ),
            (
                "another bot at the other seats",
                each(|header| header.against.join(", ")),
            ),
            ("another `--seat`", each(|header| header.seat.clone())),
            ("another seed", each(|header| header.seed.to_string())),
            (
                "another limit of turns",
                each(|header| header.limit.to_string()),
            ),
            (
                "other times to think",
                each(|header| time(header.move_ms, header.game_ms)),
            ),
        ])
    }

    /// The line is the beginning of this one, whatever the seed.
    fn begins_with(&self, begun: &str) -> bool {
        begins(
            begun,
            &serde_json::to_string(self).expect("a header is made of texts and numbers"),
        )
    }
}

/// The seed that a record begins with; nothing when it has no header.
pub fn seed_of(text: &str) -> Option<u64> {
    let (first, _) = text.split_once('\n')?;
    Some(serde_json::from_str::<Header>(first).ok()?.seed)
}

/// Reads a record of these very games: the games, and how many bytes of the text they take. A last line that was cut off is
/// left out.
///
/// # Errors
/// Why it is none, and whether it is one of other games.
pub fn read(
    text: &str,
    header: &Header,
    seating: Seating,
) -> Result<(Vec<Game>, usize), (String, bool)> {
    let no_line = |number: usize| {
        (
            format!("line {number} is no line of a bot-host's record"),
            false,
        )
    };
    let mut lines = text.split_inclusive('\n').enumerate();
    let Some((_, first)) = lines.next() else {
        return Ok((Vec::new(), 0));
    };
    if !first.ends_with('\n') {
        // Of a header that was cut off nothing is lost; but it must be one.
        return if header.begins_with(first) {
            Ok((Vec::new(), 0))
        } else {
            Err(no_line(1))
        };
    }
    let written: Header = serde_json::from_str(first).map_err(|_| no_line(1))?;
    if let Some(what) = header.difference(&written) {
        return Err((format!("the record is of {what}"), true));
    }
    let (mut games, mut length) = (Vec::new(), first.len());
    for (at, line) in lines {
        let number = games.len() as u64 + 1;
        if !line.ends_with('\n') {
            let begun = format!("{{\"number\":{number},");
            let cut_off = line.starts_with(&begun) || begun.starts_with(line);
            return if cut_off {
                Ok((games, length))
            } else {
                Err(no_line(at + 1))
            };
        }
        let game: Option<Game> = serde_json::from_str(line).ok();
        let game = game
            .filter(|game| fits(game, number, header, seating))
            .ok_or_else(|| no_line(at + 1))?;
        if let Some((then, now)) = renamed(&games, &game) {
            return Err((
                format!("line {} has `{now}` where it was `{then}` before", at + 1),
                true,
            ));
        }
        games.push(game);
        length += line.len();
    }
    Ok((games, length))
}

/// A program that calls itself otherwise than in the games before: how then, and how now.
fn renamed<'a>(games: &'a [Game], game: &'a Game) -> Option<(&'a str, &'a str)> {
    let named = game
        .names
        .iter()
        .enumerate()
        .filter_map(|(program, name)| Some((program, name.as_deref()?)));
    let mut pairs = named.filter_map(|(program, now)| {
        Some((
            games
                .iter()
                .rev()
                .find_map(|before| before.names[program].as_deref())?,
            now,
        ))
    });
    pairs.find(|(then, now)| then != now)
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
fn could_be(thought: &Thought) -> bool {
    const MOST: u64 = 1 << 40;
    thought.answers < MOST && thought.total.as_secs() < MOST && thought.longest <= thought.total
}

#[cfg(test)]
mod tests {
    use super::{Game, Header, could_be_called, renamed};

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
            (0..=line.len()).all(|cut| header(7).begins_with(&line[..cut])),
            "{line}"
        );
        for foreign in [
            "my diary".to_string(),
            "{\"bot_host\": my precious notes".to_string(),
            line.replace("null}", "nullnotes"),
            line.replace("1844", "-1844"),
            line.replace("\"g\"", "\"other\""),
        ] {
            assert!(!header(7).begins_with(&foreign), "{foreign}");
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
                "{{\"number\": 1, \"seed\": 3, \"seats\": [0, null], \"names\": [{name}], \"winner\": 1, \"draw\": false, \"reason\": \"nobody else has played without a fault\", \"turns\": 0, \"cuts\": [], \"faults\": [null, null], \"thoughts\": [{{\"answers\": 0, \"total\": {{\"secs\": 0, \"nanos\": 0}}, \"longest\": {{\"secs\": 0, \"nanos\": 0}}}}, {{\"answers\": 0, \"total\": {{\"secs\": 0, \"nanos\": 0}}, \"longest\": {{\"secs\": 0, \"nanos\": 0}}}}]}}"
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

//! An arena's record: JSON lines, a header that says what is played and one line a deal, so that it can be gone on with.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::arena::{End, Entrant, Failed, Schedule};
use board::{MAX_SEATS, Seat};
use explain::cut::Cuts;
use rules::ir::Rules;
use text::printable;

/// Turns that begin before anybody is asked again: whoever does not live to the end of the draw is not asked.
const MAX_TURNS_AT_ONCE: u8 = MAX_SEATS as u8;

/// The first line: results of different arenas are not to be mixed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The version of the record's format.
    pub arena: u32,
    pub recipe: String,
    /// Changes with every change of a card text, a dispute's value or the list of cards.
    pub rules: String,
    pub players: usize,
    /// In the order in which they were named, without repetitions.
    pub bots: Vec<String>,
    /// As many: how the bots choose may change from one version to the next. Of a program it is as it has called itself, with its name.
    pub versions: Vec<String>,
    pub seed: u64,
    pub limit: u32,
    /// What programs may take for an answer and for a game, in milliseconds; left out where none plays.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub times: Option<(u64, Option<u64>)>,
}

impl Header {
    /// The header of an arena; `called` says by bot how programs have called themselves.
    pub fn of(schedule: &Schedule, rules: &Rules, called: &[Option<String>]) -> Header {
        let bots = &schedule.plan.bots;
        Header {
            arena: 1,
            recipe: rules.game.clone(),
            rules: fingerprint(rules),
            players: schedule.plan.lineups.first().map_or(0, Vec::len),
            bots: bots.iter().map(ToString::to_string).collect(),
            versions: bots
                .iter()
                .zip(called)
                .map(|(bot, called)| version(bot, called.as_deref()))
                .collect(),
            seed: schedule.seed,
            limit: schedule.limit,
            times: (!schedule.plan.programs().is_empty()).then(|| {
                let milliseconds =
                    |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
                let (answer, game) = schedule.times;
                (milliseconds(answer), game.map(milliseconds))
            }),
        }
    }

    /// What differs between two headers, in words: what this one has, and the other one, that of a record.
    pub fn difference(&self, other: &Header) -> Option<String> {
        let each = |of: fn(&Header) -> String| [of(other), of(self)];
        let times = |header: &Header| {
            header
                .times
                .map_or_else(|| "none".to_string(), |(answer, game)| time(answer, game))
        };
        let differs = difference([
            (
                "another version of the format",
                each(|header| header.arena.to_string()),
            ),
            ("another recipe", each(|header| header.recipe.clone())),
            (OTHER_RULES, each(|header| header.rules.clone())),
            (
                "another number of players",
                each(|header| header.players.to_string()),
            ),
            ("other bots", each(|header| header.bots.join(", "))),
            (
                "another number of bots",
                each(|header| header.bots.len().to_string()),
            ),
            (
                "another number of versions",
                each(|header| header.versions.len().to_string()),
            ),
            ("another seed", each(|header| header.seed.to_string())),
            (
                "another limit of turns",
                each(|header| header.limit.to_string()),
            ),
            ("other times to think", each(times)),
        ]);
        let versions = self
            .bots
            .iter()
            .zip(self.versions.iter().zip(&other.versions));
        let mut changed = versions.filter(|(_, (now, then))| now != then);
        differs.or_else(|| {
            let (bot, (now, then)) = changed.next()?;
            Some(format!(
                "another version of `{bot}`, `{then}`, and this one is `{now}`"
            ))
        })
    }
}

/// What stands before the seed in the line of a header, and nowhere else: inside of texts quotation marks are escaped.
const SEED: &str = "\"seed\":";

/// The text is the beginning of that line of a header, whatever the seed: one that was drawn is not known any more.
pub fn begins(begun: &str, line: &str) -> bool {
    let (before, after) = line.split_once(SEED).expect("a header has a seed");
    let Some((begun, rest)) = begun.split_once(SEED) else {
        return line.starts_with(begun);
    };
    let digit = |sign: char| sign.is_ascii_digit();
    begun == before
        && after
            .trim_start_matches(digit)
            .starts_with(rest.trim_start_matches(digit))
}

/// The seed that a record begins with; nothing where it has no header.
pub fn seed_of(text: &str) -> Option<u64> {
    Some(
        serde_json::from_str::<Header>(text.lines().next()?)
            .ok()?
            .seed,
    )
}

/// Changes of texts and disputes are told by a number that says nothing to people.
pub const OTHER_RULES: &str = "other cards or disputes";

/// The first of these that is not the same twice, with what it was in a record and what it is now.
pub fn difference<'a>(pairs: impl IntoIterator<Item = (&'a str, [String; 2])>) -> Option<String> {
    const SHOWN: usize = 200;
    let (what, [then, now]) = pairs.into_iter().find(|(_, [then, now])| then != now)?;
    if what == OTHER_RULES {
        return Some(what.to_string());
    }
    Some(format!(
        "{what}: `{}` then, `{}` now",
        printable(&then, SHOWN),
        printable(&now, SHOWN)
    ))
}

/// Milliseconds that programs may take for an answer and for a game, in words.
pub fn time(answer: u64, game: Option<u64>) -> String {
    let of_game = game.map_or_else(String::new, |game| format!(", {game} ms for a game"));
    format!("{answer} ms for an answer{of_game}")
}

/// Of a bot its own, of a program as it has called itself.
fn version(bot: &Entrant, called: Option<&str>) -> String {
    bot.version()
        .or(called.map(str::to_string))
        .expect("a program has said hello before its games")
}

/// A line: the games of one deal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Played {
    pub deal: u64,
    pub seed: u64,
    /// By game the winning seat, counted from 1; 0 when nobody has won.
    pub winners: Vec<u8>,
    /// The games that are draws, counted from 0; left out when there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub draws: Vec<usize>,
    pub turns: Vec<u32>,
    /// By game the texts that were cut off (END-1); left out when there is none in all of them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cuts: Vec<Cuts>,
    /// Programs that have lost by a fault: the game, counted from 0, the seat, counted from 1, and the fault; left out when there are
    /// none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub faults: Vec<(usize, u8, String)>,
    /// The last lines of their error output, for each of these faults; left out when there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub error_outputs: Vec<Vec<String>>,
}

impl Played {
    /// The line of a deal.
    pub fn of(schedule: &Schedule, deal: u64, ends: &[End]) -> Played {
        let failed = || {
            ends.iter()
                .enumerate()
                .flat_map(|(game, end)| end.faults.iter().map(move |of| (game, of)))
        };
        Played {
            deal,
            seed: schedule.seed_of(deal),
            winners: ends
                .iter()
                .map(|end| end.winner.map_or(0, |seat| seat.0 + 1))
                .collect(),
            draws: (0..ends.len()).filter(|game| ends[*game].draw).collect(),
            turns: ends.iter().map(|end| end.turns).collect(),
            cuts: match ends.iter().all(|end| end.cuts.is_empty()) {
                true => Vec::new(),
                false => ends.iter().map(|end| end.cuts.clone()).collect(),
            },
            faults: failed()
                .map(|(game, of)| (game, of.seat.0 + 1, of.fault.clone()))
                .collect(),
            error_outputs: match failed().all(|(_, of)| of.error_output.is_empty()) {
                true => Vec::new(),
                false => failed().map(|(_, of)| of.error_output.clone()).collect(),
            },
        }
    }

    /// The games; nothing when the line is not one of that plan's.
    pub fn ends(&self, schedule: &Schedule) -> Option<Vec<End>> {
        let lineups = &schedule.plan.lineups;
        let players = lineups.first().map_or(0, Vec::len);
        let sound =
            self.winners.len() == lineups.len()
                && self.turns.len() == lineups.len()
                && (self.cuts.is_empty() || self.cuts.len() == lineups.len())
                && self.cuts.iter().all(|cuts| cuts.fit(1))
                && self.seed == schedule.seed_of(self.deal)
                && self
                    .winners
                    .iter()
                    .all(|winner| usize::from(*winner) <= players)
                && self
                    .draws
                    .iter()
                    .all(|game| self.winners.get(*game) == Some(&0))
                && self.faults.iter().all(|(game, seat, _)| {
                    let entrant = lineups
                        .get(*game)
                        .and_then(|lineup| lineup.get(usize::from(*seat).wrapping_sub(1)));
                    entrant.is_some_and(|entrant| {
                        matches!(schedule.plan.bots[*entrant], Entrant::Program(_))
                    })
                })
                && (self.error_outputs.is_empty() || self.error_outputs.len() == self.faults.len())
                && self.winners.iter().zip(&self.turns).enumerate().all(
                    |(game, (winner, turns))| {
                        // Of turns that end at once several may begin together; arenas of before counted the one that a game is left in, too.
                        let most = schedule.limit.saturating_add(u32::from(MAX_TURNS_AT_ONCE));
                        // Programs may fail before anybody has a turn.
                        let fewest = u32::from(!self.faults.iter().any(|(of, ..)| *of == game));
                        (fewest..=most).contains(turns)
                            && (*winner > 0
                                || self.draws.contains(&game)
                                || fewest == 0
                                || *turns >= schedule.limit)
                    },
                );
        let end = |(game, (winner, turns)): (usize, (&u8, &u32))| {
            let end = End {
                winner: winner.checked_sub(1).map(Seat),
                draw: self.draws.contains(&game),
                turns: *turns,
                cuts: self.cuts.get(game).cloned().unwrap_or_default(),
                faults: {
                    let of_game = self
                        .faults
                        .iter()
                        .enumerate()
                        .filter(|(_, (of, ..))| *of == game);
                    let failed = |(at, (_, seat, fault)): (usize, &(usize, u8, String))| Failed {
                        seat: Seat(seat - 1),
                        fault: fault.clone(),
                        error_output: self.error_outputs.get(at).cloned().unwrap_or_default(),
                    };
                    of_game.map(failed).collect()
                },
            };
            end.without_wins_by_fault()
        };
        sound.then(|| {
            self.winners
                .iter()
                .zip(&self.turns)
                .enumerate()
                .map(end)
                .collect()
        })
    }
}

/// Why a record cannot be gone on with.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unreadable {
    #[error("line {0} is no line of an arena's record")]
    Line(usize),
    #[error("the record is of {0}")]
    Other(String),
}

/// Reads a record of this very arena: its deals, and how many bytes of the text they take. A last line that was cut off
/// is left out.
///
/// # Errors
/// The first line that does not belong there.
pub fn read_record(
    text: &str,
    header: &Header,
    schedule: &Schedule,
) -> Result<(Vec<Vec<End>>, usize), Unreadable> {
    let mut lines = text.split_inclusive('\n').enumerate();
    let mut length = 0;
    let Some((_, first)) = lines.next() else {
        return Ok((Vec::new(), 0));
    };
    if !first.ends_with('\n') {
        // Of a header that was cut off nothing is lost; but it must be one.
        let line = serde_json::to_string(header).expect("a header is made of texts and numbers");
        return if begins(first, &line) {
            Ok((Vec::new(), 0))
        } else {
            Err(Unreadable::Line(1))
        };
    }
    let written: Header = serde_json::from_str(first).map_err(|_| Unreadable::Line(1))?;
    if let Some(what) = header.difference(&written) {
        return Err(Unreadable::Other(what));
    }
    length += first.len();
    let mut deals = Vec::new();
    for (number, line) in lines {
        let deal = deals.len() as u64;
        let unreadable = Unreadable::Line(number + 1);
        if !line.ends_with('\n') {
            let begun = format!(
                "{{\"deal\":{deal},\"seed\":{},\"winners\":[",
                schedule.seed_of(deal)
            );
            let cut_off = line.starts_with(&begun) || begun.starts_with(line);
            return if cut_off {
                Ok((deals, length))
            } else {
                Err(unreadable)
            };
        }
        let played: Option<Played> = serde_json::from_str(line).ok();
        let played = played.filter(|played| played.deal == deal);
        deals.push(
            played
                .and_then(|played| played.ends(schedule))
                .ok_or(unreadable)?,
        );
        length += line.len();
    }
    Ok((deals, length))
}

/// A number that changes with every change of a card text, a dispute's value or the list of cards: FNV-1a over them,
/// sixteen hexadecimal digits.
///
/// The kinds that a seed drew for a draft are not in it.
pub fn fingerprint(rules: &Rules) -> String {
    let mut hash = 0xcbf2_9ce4_8422_2325u64;
    let mut add = |text: &str| {
        for byte in text.bytes().chain([0]) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    };
    add(&rules.game);
    rules.sources.iter().for_each(|source| add(&source.text));
    for dispute in &rules.disputes {
        add(&dispute.name);
        add(&dispute.values[usize::from(dispute.value)].0);
    }
    if let Some(weights) = &rules.weights {
        add(&weights.fingerprint());
    }
    if !rules.drafted {
        for kind in &rules.kinds {
            kind.buildings
                .iter()
                .chain(&kind.action)
                .for_each(|face| add(&rules.faces[face.index()].label));
            add(&kind.copies.to_string());
        }
    }
    format!("{hash:016x}")
}

#[cfg(test)]
mod tests {
    use super::{Header, Unreadable, read_record};
    use crate::arena::{Entrant, Plan, Schedule};
    use bots::BotSpec;
    use std::time::Duration;

    /// How many deals are read of what stands behind the header, and what is cut off.
    fn read(lines: &str) -> Result<(usize, usize), Unreadable> {
        let plan = Plan::new(&[BotSpec::Random, BotSpec::Cautious].map(Entrant::Bot), 2);
        let schedule = Schedule {
            plan,
            seed: 7,
            limit: 20,
            times: (Duration::from_secs(1), None),
        };
        let header = Header {
            arena: 1,
            recipe: "g".to_string(),
            rules: "0".to_string(),
            players: 2,
            bots: vec!["random".to_string(), "cautious".to_string()],
            versions: vec!["random-1".to_string(), "cautious-1".to_string()],
            seed: 7,
            limit: 20,
            times: None,
        };
        let first = serde_json::to_string(&header).expect("a header is made of texts and numbers");
        let text = lines.replace("HEADER", &first);
        read_record(&text, &header, &schedule)
            .map(|(deals, length)| (deals.len(), text.len() - length))
    }

    #[test]
    fn what_was_cut_off_is_left_out() {
        let deal = r#"{"deal":0,"seed":7,"winners":[1,0],"turns":[5,21]}"#;
        assert_eq!(read(""), Ok((0, 0)));
        assert_eq!(read("HEADER\n"), Ok((0, 0)));
        assert!(matches!(read("HEADER"), Ok((0, left)) if left > 0));
        assert_eq!(read(&format!("HEADER\n{deal}\n")), Ok((1, 0)));
        assert_eq!(
            read(&format!("HEADER\n{}\n", deal.replace("21", "20"))),
            Ok((1, 0))
        );
        let cut = deal.replace('}', r#","cuts":[{},{"far":{"times":2,"games":1}}]}"#);
        assert_eq!(read(&format!("HEADER\n{cut}\n")), Ok((1, 0)));
        for length in 1..deal.len() {
            assert_eq!(
                read(&format!("HEADER\n{}", &deal[..length])),
                Ok((0, length))
            );
        }
    }

    #[test]
    fn what_no_arena_has_written_is_refused_and_nothing_of_it_cut_off() {
        for foreign in ["my diary", "my diary\n", "{", "{\"arena\":2", "\n", " "] {
            match read(foreign) {
                // It may be the beginning of a header.
                Ok(read) => assert_eq!((foreign, read), ("{", (0, 1))),
                Err(fault) => assert_eq!(fault, Unreadable::Line(1), "{foreign}"),
            }
        }
        for line in [
            "my diary",
            "my diary\n",
            "\n",
            r#"{"deal":1,"seed":8,"winners":[1,"#,
            "{\"deal\":0,\"seed\":7,\"winners\":[3,1],\"turns\":[5,5]}\n",
            "{\"deal\":0,\"seed\":7,\"winners\":[1,1],\"turns\":[5,27]}\n",
            "{\"deal\":0,\"seed\":7,\"winners\":[1,1],\"turns\":[5,4000000000]}\n",
            "{\"deal\":0,\"seed\":7,\"winners\":[1,1],\"turns\":[0,5]}\n",
            "{\"deal\":0,\"seed\":7,\"winners\":[1,0],\"turns\":[5,5]}\n",
            "{\"deal\":0,\"seed\":7,\"winners\":[1],\"turns\":[5]}\n",
            "{\"deal\":0,\"seed\":9,\"winners\":[1,1],\"turns\":[5,5]}\n",
            "{\"deal\":0,\"seed\":7,\"winners\":[1,1],\"turns\":[5,5],\"cuts\":[{}]}\n",
            "{\"deal\":0,\"seed\":7,\"winners\":[1,1],\"turns\":[5,5],\"cuts\":[{},{\"far\":{\"times\":1,\"games\":2}}]}\n",
            "{\"deal\":0,\"seed\":7,\"winners\":[1,1],\"turns\":[5,5],\"faults\":[[0,1,\"it lost\"]]}\n",
            "{\"deal\":18446744073709551615,\"seed\":6,\"winners\":[1,1],\"turns\":[5,5]}\n",
        ] {
            assert_eq!(
                read(&format!("HEADER\n{line}")),
                Err(Unreadable::Line(2)),
                "{line}"
            );
        }
    }
}

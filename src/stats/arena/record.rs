//! An arena's record: JSON lines, a header that says what is played and one line a deal, so that it can be gone on with.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::arena::{End, Entrant, Failed, Schedule};
use crate::series::{self, RecordError};
use board::{MAX_SEATS, Seat};
use explain::cut::Cuts;
use rules::ir::Rules;

/// The first line: results of different arenas are not to be mixed.
#[derive(Serialize, Deserialize)]
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
                .map(|(bot, called)| {
                    bot.version()
                        .or(called.clone())
                        .expect("a program has said hello before its games")
                })
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
}

impl series::Header for Header {
    const OF: &'static str = "an arena's";

    fn difference(&self, other: &Header) -> Option<String> {
        let keys = [
            ("arena", "another version of the format"),
            ("recipe", "another recipe"),
            ("rules", OTHER_RULES),
            ("players", "another number of players"),
            ("bots", "other bots"),
            ("seed", "another seed"),
            ("limit", "another turn limit"),
            ("times", "other time limits"),
        ];
        let versions = self.versions.iter().zip(&other.versions);
        let mut changed = self.bots.iter().zip(versions);
        series::difference(self, other, &keys).or_else(|| {
            let (bot, (now, then)) = changed.find(|(_, (now, then))| now != then)?;
            Some(format!("another version of `{bot}`: `{then}`, now `{now}`"))
        })
    }
}

/// The rules are not those of a record.
pub const OTHER_RULES: &str = "other cards or disputes";

/// A line: the games of one deal.
#[derive(Serialize, Deserialize)]
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
            cuts: if ends.iter().all(|end| end.cuts.is_empty()) {
                Vec::new()
            } else {
                ends.iter().map(|end| end.cuts.clone()).collect()
            },
            faults: failed()
                .map(|(game, of)| (game, of.seat.0 + 1, of.fault.clone()))
                .collect(),
            error_outputs: if failed().all(|(_, of)| of.error_output.is_empty()) {
                Vec::new()
            } else {
                failed().map(|(_, of)| of.error_output.clone()).collect()
            },
        }
    }

    /// The games; nothing when the line is not one of that plan's.
    pub fn ends(&self, schedule: &Schedule) -> Option<Vec<End>> {
        let lineups = &schedule.plan.lineups;
        let (games, players) = (lineups.len(), lineups.first().map_or(0, Vec::len));
        let is_program = |(game, seat, _): &(usize, u8, String)| {
            let seat = usize::from(*seat).wrapping_sub(1);
            let entrant = lineups.get(*game).and_then(|lineup| lineup.get(seat));
            entrant
                .is_some_and(|entrant| matches!(schedule.plan.bots[*entrant], Entrant::Program(_)))
        };
        let sound = [self.winners.len(), self.turns.len()] == [games; 2]
            && [0, games].contains(&self.cuts.len())
            && self.cuts.iter().all(|cuts| cuts.fit(1))
            && self.seed == schedule.seed_of(self.deal)
            && self
                .draws
                .iter()
                .all(|game| self.winners.get(*game) == Some(&0))
            && self.faults.iter().all(is_program)
            && [0, self.faults.len()].contains(&self.error_outputs.len());
        if !sound {
            return None;
        }
        // Of turns that end at once several may begin together; arenas of before counted the one that a game is left in, too.
        let most = schedule.limit.saturating_add(MAX_SEATS as u32);
        let end = |game: usize| {
            let (winner, turns, draw) = (
                self.winners[game],
                self.turns[game],
                self.draws.contains(&game),
            );
            let of_game = self
                .faults
                .iter()
                .enumerate()
                .filter(|(_, of)| of.0 == game);
            let failed = of_game.map(|(at, (_, seat, fault))| Failed {
                seat: Seat(seat - 1),
                fault: fault.clone(),
                error_output: self.error_outputs.get(at).cloned().unwrap_or_default(),
            });
            let faults: Vec<Failed> = failed.collect();
            // Programs may fail before anybody has a turn.
            let fewest = u32::from(faults.is_empty());
            let is_over = winner > 0 || draw || fewest == 0 || turns >= schedule.limit;
            let fits = usize::from(winner) <= players && (fewest..=most).contains(&turns);
            let end = End {
                winner: winner.checked_sub(1).map(Seat),
                draw,
                turns,
                cuts: self.cuts.get(game).cloned().unwrap_or_default(),
                faults,
            };
            (fits && is_over).then(|| end.without_wins_by_fault())
        };
        (0..games).map(end).collect()
    }
}

/// Reads a record of this very arena: its deals, and how many bytes of the text they take.
///
/// # Errors
/// The first line that does not belong there.
pub fn read_record(
    text: &str,
    header: &Header,
    schedule: &Schedule,
) -> Result<(Vec<Vec<End>>, usize), RecordError> {
    let begun = |deal| {
        let seed = schedule.seed_of(deal);
        format!("{{\"deal\":{deal},\"seed\":{seed},\"winners\":[")
    };
    series::read(text, header, &begun, |deals: &[Vec<End>], line| {
        let played: Option<Played> = serde_json::from_str(line).ok();
        let played = played.filter(|played| played.deal == deals.len() as u64);
        Ok(played.and_then(|played| played.ends(schedule)))
    })
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
    use super::{Header, RecordError, read_record};
    use crate::arena::{Entrant, Plan, Schedule};
    use bots::BotSpec;
    use std::time::Duration;

    /// How many deals are read of what stands behind the header, and what is cut off.
    fn read(lines: &str) -> Result<(usize, usize), RecordError> {
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
                Err(fault) => assert_eq!(fault, RecordError::Line(1, "an arena's"), "{foreign}"),
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
                Err(RecordError::Line(2, "an arena's")),
                "{line}"
            );
        }
    }
}

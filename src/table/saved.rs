//! A kept game as text: who sits where, the seed, and every choice. Dealing again and taking them makes it anew.

use std::fmt;

use crate::base::{Span, suggest};
use crate::board::Seat;
use crate::syntax::notation::{NotationError, Player, Record, parse_trace_line};
use crate::table::bots::BotSpec;
use crate::table::memory::{Memory, NoMemory};
use crate::table::replay::draft_names;
use crate::table::sitting::{Opening, Sitting, Taken};

/// The first line of every kept game.
const HEADER: &str = "save 1";

/// See the top of the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Saved {
    /// The recipe's id.
    pub game: String,
    /// Card kinds, where the recipe drew them.
    pub kinds: Vec<String>,
    pub players: u8,
    pub seed: u64,
    /// Name and value.
    pub disputes: Vec<(String, String)>,
    pub seat: Seat,
    pub bots: BotSpec,
    pub memory: Memory,
    pub opening: Opening,
    pub taken: Vec<Taken>,
    /// Where each of `taken` is written.
    pub places: Vec<Span>,
    /// In order.
    pub settled: Vec<Settled>,
}

/// A dispute that was settled in the middle of the game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settled {
    /// After so many choices.
    pub after: usize,
    pub name: String,
    pub value: String,
    /// What was told, one sentence each.
    pub told: Vec<String>,
    /// Where it is written.
    pub place: Span,
}

impl Saved {
    /// What is to be kept of a sitting.
    pub fn of(sitting: &Sitting, memory: Memory) -> Saved {
        let seating = sitting.seating();
        let rules = &seating.script.rules;
        Saved {
            game: rules.game.clone(),
            kinds: if rules.drafted {
                draft_names(&seating.script).into_iter().map(str::to_string).collect()
            } else {
                Vec::new()
            },
            players: seating.players,
            seed: seating.seed,
            disputes: rules
                .disputes
                .iter()
                .map(|dispute| (dispute.name.clone(), dispute.values[dispute.value as usize].0.clone()))
                .collect(),
            seat: seating.seat,
            bots: seating.bots,
            memory,
            opening: seating.opening.clone(),
            taken: sitting.taken().to_vec(),
            places: Vec::new(),
            settled: sitting
                .settlements()
                .map(|settlement| Settled {
                    after: settlement.after,
                    name: settlement.name.clone(),
                    value: settlement.value.clone(),
                    told: settlement.told.clone(),
                    place: Span::default(),
                })
                .collect(),
        }
    }

    /// The value of each dispute once so many of those in `settled` are.
    pub fn disputes_after(&self, settled: usize) -> Vec<(String, String)> {
        let mut disputes = self.disputes.clone();
        for now in &self.settled[..settled] {
            match disputes.iter_mut().find(|(name, _)| *name == now.name) {
                Some((_, value)) => value.clone_from(&now.value),
                None => disputes.push((now.name.clone(), now.value.clone())),
            }
        }
        disputes
    }

    /// Reads a kept game.
    ///
    /// # Errors
    /// The first line that says nothing a kept game can say, or what is missing.
    pub fn parse(text: &str) -> Result<Saved, NotationError> {
        let mut parts = Parts::default();
        let mut next = 0;
        for whole in text.split_inclusive('\n') {
            let start = next + (whole.len() - whole.trim_start().len());
            next += whole.len();
            let line = whole.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let span = Span::new(start, start + line.len());
            match parts.begun {
                false if line == HEADER => parts.begun = true,
                false => return Err(fault(span, "this is no kept game", format!("it begins with `{HEADER}`"))),
                true => parts.read(line, span)?,
            }
        }
        parts.finish(Span::new(text.len(), text.len()))
    }
}

impl fmt::Display for Saved {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(formatter, "{HEADER}\ngame {}", self.game)?;
        if !self.kinds.is_empty() {
            writeln!(formatter, "kinds {}", self.kinds.join(", "))?;
        }
        writeln!(formatter, "players {}\nseed {}", self.players, self.seed)?;
        for (name, value) in &self.disputes {
            writeln!(formatter, "dispute {name} {value}")?;
        }
        writeln!(formatter, "seat {}\nbots {}", self.seat, self.bots)?;
        if self.memory != Memory::default() {
            writeln!(formatter, "memory {}", self.memory)?;
        }
        self.opening.settled.iter().try_for_each(|name| writeln!(formatter, "settled {name}"))?;
        self.opening.told.iter().try_for_each(|sentence| writeln!(formatter, "told {sentence}"))?;
        let mut settled = self.settled.iter().peekable();
        for index in 0..=self.taken.len() {
            while let Some(now) = settled.next_if(|now| now.after == index) {
                writeln!(formatter, "settled {} {}", now.name, now.value)?;
                now.told.iter().try_for_each(|sentence| writeln!(formatter, "told {sentence}"))?;
            }
            if let Some(taken) = self.taken.get(index) {
                writeln!(formatter, "> {}: {}", taken.seat, taken.label)?;
            }
        }
        Ok(())
    }
}

/// Which memory may be meant.
fn help(word: &str) -> String {
    match suggest(word, Memory::NAMES) {
        Some(best) => format!("did you mean `{best}`?"),
        None => "expected `memory assisted` or `memory strict`".to_string(),
    }
}

fn fault(span: Span, reason: impl Into<String>, help: impl Into<String>) -> NotationError {
    NotationError { span, reason: reason.into(), help: Some(help.into()) }
}

/// What has been read so far.
#[derive(Default)]
struct Parts {
    begun: bool,
    game: Option<String>,
    kinds: Option<Vec<String>>,
    players: Option<u8>,
    seed: Option<u64>,
    disputes: Vec<(String, String)>,
    seat: Option<Seat>,
    bots: Option<BotSpec>,
    memory: Option<Memory>,
    opening: Opening,
    taken: Vec<Taken>,
    places: Vec<Span>,
    settled: Vec<Settled>,
}

impl Parts {
    fn read(&mut self, line: &str, span: Span) -> Result<(), NotationError> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match word {
            "seat" => {
                let player: Result<Player, _> = rest.trim().parse();
                let player = player.map_err(|_| fault(span, "this names no player", "expected `seat p1`"))?;
                return once(&mut self.seat, player.into(), span);
            }
            "bots" => {
                let bots: Result<BotSpec, _> = rest.trim().parse();
                let bots = bots.map_err(|error| fault(span, error.to_string(), error.help()))?;
                return once(&mut self.bots, bots, span);
            }
            "memory" => {
                let memory =
                    rest.trim().parse().map_err(|error: NoMemory| fault(span, error.to_string(), help(rest.trim())))?;
                return once(&mut self.memory, memory, span);
            }
            "settled" => {
                let mut words = rest.split_whitespace().map(str::to_string);
                match (words.next(), words.next(), words.next()) {
                    // Before the deal; among the lines above, `dispute` says how.
                    (Some(name), None, None) if self.taken.is_empty() => self.opening.settled.push(name),
                    (Some(name), Some(value), None) => {
                        let (after, told) = (self.taken.len(), Vec::new());
                        // HFB-3: at one menu a dispute is settled once.
                        if self.settled.iter().any(|other| other.after == after && other.name == name) {
                            return Err(fault(
                                span,
                                format!("`{name}` is settled twice"),
                                "leave one of the lines out",
                            ));
                        }
                        self.settled.push(Settled { after, name, value, told, place: span });
                    }
                    _ => {
                        let help = "expected `settled NAME VALUE`, or before the deal `settled NAME`";
                        return Err(fault(span, "this does not say how which dispute was settled", help));
                    }
                }
                return Ok(());
            }
            "told" => {
                let told = self.settled.last_mut().map_or(&mut self.opening.told, |settled| &mut settled.told);
                told.push(rest.trim().to_string());
                return Ok(());
            }
            _ => {}
        }
        let record = parse_trace_line(line).map_err(|error| NotationError {
            span: error.span.shifted(span.start),
            reason: error.reason,
            help: error.help,
        })?;
        match record {
            Record::Game(game) => once(&mut self.game, game, span),
            Record::Kinds(kinds) => once(&mut self.kinds, kinds, span),
            Record::Players(players) => once(&mut self.players, players, span),
            Record::Seed(seed) => once(&mut self.seed, seed, span),
            Record::Dispute { name, value } => match self.disputes.iter().any(|(other, _)| *other == name) {
                true => Err(fault(span, format!("`{name}` is settled twice"), "leave one of the lines out")),
                false => {
                    self.disputes.push((name, value));
                    Ok(())
                }
            },
            Record::Taken { player, label } => {
                self.taken.push(Taken { seat: player.into(), label });
                self.places.push(span);
                Ok(())
            }
            Record::Header
            | Record::Options { .. }
            | Record::Position(_)
            | Record::Shuffle(_)
            | Record::Fault(_)
            | Record::Winner(_)
            | Record::Unfinished => {
                Err(fault(span, "this line belongs to a trace, not to a kept game", "leave it out"))
            }
        }
    }

    fn finish(self, end: Span) -> Result<Saved, NotationError> {
        let missing =
            |what: &str| fault(end, format!("the kept game lacks `{what}`"), format!("add a line `{what} ...`"));
        if !self.begun {
            return Err(fault(end, "this is no kept game", format!("it begins with `{HEADER}`")));
        }
        let saved = Saved {
            game: self.game.ok_or_else(|| missing("game"))?,
            kinds: self.kinds.unwrap_or_default(),
            players: self.players.ok_or_else(|| missing("players"))?,
            seed: self.seed.ok_or_else(|| missing("seed"))?,
            disputes: self.disputes,
            seat: self.seat.ok_or_else(|| missing("seat"))?,
            bots: self.bots.unwrap_or_default(),
            memory: self.memory.unwrap_or_default(),
            opening: self.opening,
            taken: self.taken,
            places: self.places,
            settled: self.settled,
        };
        let (players, seat) = (saved.players, saved.seat);
        if seat.0 >= players {
            return Err(fault(end, format!("{seat} does not play"), format!("there are {players} players")));
        }
        Ok(saved)
    }
}

fn once<T>(place: &mut Option<T>, value: T, span: Span) -> Result<(), NotationError> {
    match place {
        Some(_) => Err(fault(span, "this is said twice", "leave one of the lines out")),
        None => {
            *place = Some(value);
            Ok(())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Saved;

    #[test]
    fn what_was_kept_is_read_and_printed_the_same() {
        let text = "save 1\ngame g\nkinds A, B\nplayers 3\nseed 7\ndispute d on\nseat p2\nbots random\nmemory strict\nsettled d\ntold You begin.\n> p1: pass\nsettled d off\ntold You settle it.\nsettled e 1\n> p2: pass\nsettled d on\n";
        let saved = Saved::parse(text).expect("the text is well written");
        assert_eq!(saved.to_string(), text);
        assert_eq!(&text[saved.places[0].start..saved.places[0].end], "> p1: pass");
    }

    #[test]
    fn a_faulty_line_is_reported_where_it_is() {
        let said = |text: &str| {
            let error = Saved::parse(text).expect_err("the text is faulty");
            let help = error.help.unwrap_or_default();
            format!("{}..{} {} | {help}", error.span.start, error.span.end, error.reason)
        };
        let said = [
            "trace 1\n",
            "save 1\nseat p9\n",
            "save 1\ngame g\nplayers 2\nplayers 3\n",
            "save 1\ngame g\nplayers 2\nseed 1\nseat p3\n",
            "save 1\ngame g\nplayers 2\n",
            "save 1\nwinner p1\n",
            "save 1\nmemory strickt\n",
            "save 1\n> p1: pass\nsettled d\n",
            "save 1\nsettled d on off\n",
            "save 1\n> p1: pass\nsettled d on\nsettled d off\n",
        ]
        .map(said);
        assert_eq!(
            said,
            [
                "0..7 this is no kept game | it begins with `save 1`",
                "7..14 this names no player | expected `seat p1`",
                "24..33 this is said twice | leave one of the lines out",
                "39..39 p3 does not play | there are 2 players",
                "24..24 the kept game lacks `seed` | add a line `seed ...`",
                "7..16 this line belongs to a trace, not to a kept game | leave it out",
                "7..21 no memory is called `strickt` | did you mean `strict`?",
                "18..27 this does not say how which dispute was settled | expected `settled NAME VALUE`, or before the deal `settled NAME`",
                "7..23 this does not say how which dispute was settled | expected `settled NAME VALUE`, or before the deal `settled NAME`",
                "31..44 `d` is settled twice | leave one of the lines out",
            ]
        );
    }
}

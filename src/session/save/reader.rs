//! Reads kept games, line by line.

use std::str::FromStr;

use super::{HEADER, OLD_HEADER, Saved, SavedSettlement};
use crate::screen::{Memory, NoMemory};
use board::Seat;
use bots::BotSpec;
use explain::options::decision::Taken;
use itertools::Itertools;
use lang::Fault;
use lang::notation::{Player, Record, parse_trace_line};
use text::{Source, Span, suggest};

/// The first line of a trace: it is a kept game, too, but for the seats of the person and the bots.
const TRACE: &str = "trace 1";

impl Saved {
    /// Reads a kept game, or a trace of a single game.
    ///
    /// # Errors
    /// The first line that says nothing a kept game can say, or what is missing.
    pub fn parse(text: &str) -> Result<Saved, Fault> {
        let mut parts = Parts::default();
        let mut next = 0;
        for whole in text.split_inclusive('\n') {
            let at = next;
            next += whole.len();
            // Such lines stand in no position, so `end` is missing.
            if parts.in_position && whole.trim_start().starts_with(['|', '>', '<', '=']) {
                let line = whole.trim_end();
                return Err(position_goes_on(Span::new(at, at + line.len())));
            }
            if let Some(line) = whole.strip_prefix('|') {
                let line = line.strip_suffix('\n').unwrap_or(line);
                parts.file_line(line, Span::new(at, at + 1 + line.trim_end().len()))?;
                continue;
            }
            let start = at + (whole.len() - whole.trim_start().len());
            let line = whole.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let span = Span::new(start, start + line.len());
            if parts.in_position {
                parts.position_line(line);
                continue;
            }
            match parts.begun {
                false if line == HEADER || line == OLD_HEADER => parts.begun = true,
                false if line == TRACE => (parts.begun, parts.trace) = (true, true),
                false if is_newer(line) => {
                    let help = format!("this version reads `{OLD_HEADER}` and `{HEADER}`");
                    return Err(fault(span, "this game was saved by a newer brink", help));
                }
                false => {
                    let help = format!("a saved game begins with `{HEADER}`");
                    return Err(fault(span, "this is not a saved game", help));
                }
                true => parts.read(line, span)?,
            }
        }
        let end = Span::new(text.len(), text.len());
        if parts.in_position {
            return Err(position_goes_on(end));
        }
        parts.finish(end)
    }
}

/// The first line of a game that a newer version has kept.
fn is_newer(line: &str) -> bool {
    line.strip_prefix("save ")
        .is_some_and(|number| number.parse::<u32>().is_ok())
}

/// Which memory may be meant.
fn help(word: &str) -> String {
    match suggest(word, Memory::NAMES) {
        Some(best) => format!("did you mean `{best}`?"),
        None => "expected `memory assisted` or `memory strict`".to_string(),
    }
}

fn position_goes_on(span: Span) -> Fault {
    fault(
        span,
        "the position has no end before this",
        "end it with a line `end`",
    )
}

fn fault(span: Span, reason: impl Into<String>, help: impl Into<String>) -> Fault {
    Fault {
        span,
        reason: reason.into(),
        help: Some(help.into()),
    }
}

fn parsed<T: FromStr>(text: &str, span: Span, reason: &str, help: &str) -> Result<T, Fault> {
    text.parse().map_err(|_| fault(span, reason, help))
}

fn seat(player: &str, span: Span, help: &str) -> Result<Seat, Fault> {
    parsed::<Player>(player, span, "this is not a player", help).map(explain::names::seat_of)
}

/// What has been read so far.
#[derive(Default)]
struct Parts {
    saved: Saved,
    /// The words that stand once, of lines that were read.
    said: Vec<&'static str>,
    begun: bool,
    /// What is read is a trace: a part of its lines says nothing here.
    trace: bool,
    /// Between `position` and `end`.
    in_position: bool,
    /// These lines are what the game begins with.
    begins: bool,
    /// A trace has shuffled: it was dealt.
    shuffled: bool,
    /// Of the choice that comes next.
    print: Option<u32>,
    /// Names, and their lines.
    files: Vec<(String, Vec<String>)>,
    names: Vec<(Seat, String)>,
}

impl Parts {
    /// Takes in what a line says that stands once.
    fn once(
        &mut self,
        word: &'static str,
        span: Span,
        take: impl FnOnce(&mut Saved),
    ) -> Result<(), Fault> {
        if self.said.contains(&word) {
            return Err(twice(span));
        }
        self.said.push(word);
        take(&mut self.saved);
        Ok(())
    }

    /// What follows `settled`.
    fn settled(&mut self, rest: &str, span: Span) -> Result<(), Fault> {
        let saved = &mut self.saved;
        let after = saved.taken.len() + saved.ahead.len();
        match rest.split_whitespace().collect::<Vec<_>>()[..] {
            // Before the deal; among the lines above, `dispute` says how.
            [name] if after == 0 => saved.opening.settled.push(name.to_string()),
            [name, value] => {
                // HFB-3: at one menu a dispute is settled once.
                let mut others = saved.settled.iter();
                if others.any(|other| other.after == after && other.name == name) {
                    return Err(settled_twice(name, span));
                }
                let (name, value) = (name.to_string(), value.to_string());
                saved.settled.push(SavedSettlement {
                    after,
                    name,
                    value,
                    told: Vec::new(),
                    place: span,
                });
            }
            _ => {
                let help = "expected `settled NAME VALUE`, or before the deal `settled NAME`";
                return Err(fault(span, "this does not settle a dispute", help));
            }
        }
        Ok(())
    }

    /// A position begins. The game begins with it, unless it is one of a trace that has come so far.
    fn position(&mut self, span: Span) -> Result<(), Fault> {
        let saved = &mut self.saved;
        let first = saved.taken.is_empty() && saved.ahead.is_empty() && !self.shuffled;
        self.begins = saved.position.is_none() && first;
        if !self.begins && !self.trace {
            let help = "a saved game has at most one position, before the first choice";
            return Err(fault(span, "this position does not belong here", help));
        }
        if self.begins {
            saved.position = Some(String::new());
        }
        self.in_position = true;
        Ok(())
    }

    fn position_line(&mut self, line: &str) {
        self.in_position = line != "end";
        if let Some(position) = &mut self.saved.position
            && self.begins
            && self.in_position
        {
            *position += &format!("{line}\n");
        }
    }

    /// A line of the file that was named last.
    fn file_line(&mut self, line: &str, span: Span) -> Result<(), Fault> {
        let Some((_, lines)) = self.files.last_mut() else {
            let help = "write a line `file NAME` before it";
            return Err(fault(span, "this line does not belong to a file", help));
        };
        lines.push(line.to_string());
        Ok(())
    }

    fn read(&mut self, line: &str, span: Span) -> Result<(), Fault> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest_word = rest.trim();
        match word {
            "seat" => {
                let seat = seat(rest_word, span, "expected `seat p1`")?;
                return self.once("seat", span, |saved| saved.seat = seat);
            }
            "guest" => {
                self.saved
                    .guests
                    .push(seat(rest_word, span, "expected `guest p2`")?);
                return Ok(());
            }
            "name" => {
                let (player, name) = rest_word.split_once(' ').unwrap_or_default();
                let seat = seat(player, span, "expected `name p2 Ann`")?;
                if self.names.iter().any(|(other, _)| *other == seat) {
                    return Err(twice(span));
                }
                self.names.push((seat, name.trim().to_string()));
                return Ok(());
            }
            "bots" => {
                let bots: Result<BotSpec, _> = rest_word.parse();
                let bots = bots.map_err(|error| fault(span, error.to_string(), error.help()))?;
                return self.once("bots", span, |saved| saved.bots = bots);
            }
            "memory" => {
                let memory = rest_word
                    .parse()
                    .map_err(|error: NoMemory| fault(span, error.to_string(), help(rest_word)))?;
                return self.once("memory", span, |saved| saved.memory = memory);
            }
            "settled" => return self.settled(rest, span),
            "told" => {
                let Saved {
                    settled, opening, ..
                } = &mut self.saved;
                let told = settled
                    .last_mut()
                    .map_or(&mut opening.told, |settled| &mut settled.told);
                told.push(rest_word.to_string());
                return Ok(());
            }
            "brink" => {
                return self.once("brink", span, |saved| {
                    saved.version = Some(rest_word.to_string())
                });
            }
            "turn" => {
                let turn = parsed(
                    rest_word,
                    span,
                    "this is not a turn number",
                    "expected `turn 7`",
                )?;
                return self.once("turn", span, |saved| saved.turn = turn);
            }
            "over" => {
                let help = "expected `over`, `over p2` or `over draw`";
                let winner = match rest_word {
                    "" | "draw" => None,
                    player => Some(seat(player, span, help)?),
                };
                return self.once("over", span, |saved| {
                    (saved.over, saved.winner, saved.drawn) = (true, winner, rest_word == "draw");
                });
            }
            "undone" => {
                let help =
                    "expected `undone 3 1`: three times, once after something hidden was seen";
                let numbers = rest.split_whitespace().map(|word| word.parse().ok());
                let Some((Some(times), Some(seen))) = numbers.collect_tuple() else {
                    return Err(fault(span, "this does not say how often", help));
                };
                return self.once("undone", span, |saved| {
                    (saved.taken_back.times, saved.taken_back.seen) = (times, seen);
                });
            }
            "contests" => {
                let (reason, help) = ("this does not say how many", "expected `contests 2`");
                let contests = parsed(rest_word, span, reason, help)?;
                return self.once("contests", span, |saved| {
                    saved.taken_back.contests = contests
                });
            }
            "=" => {
                let help = "write eight digits from 0 to f, for example `= 01ab23cd`";
                let print = u32::from_str_radix(rest_word, 16)
                    .map_err(|_| fault(span, "this is not the hash of a game", help))?;
                return match self.print.replace(print) {
                    Some(_) => Err(twice(span)),
                    None => Ok(()),
                };
            }
            "file" => {
                self.files.push((rest_word.to_string(), Vec::new()));
                return Ok(());
            }
            "<" => {
                let Ok(Record::Taken { player, label }) =
                    parse_trace_line(&format!(">{}", &line[1..]))
                else {
                    let help = "expected `< p1: LABEL`";
                    return Err(fault(span, "this is not an undone choice", help));
                };
                self.saved
                    .ahead
                    .push(Taken::new(explain::names::chooser_of(player), label));
                return Ok(());
            }
            _ => {}
        }
        let record = parse_trace_line(line).map_err(|error| Fault {
            span: error.span.shifted(span.start),
            reason: error.reason,
            help: error.help,
        })?;
        match record {
            Record::Game(game) => self.once("game", span, |saved| saved.game = game),
            Record::Kinds(kinds) => self.once("kinds", span, |saved| saved.kinds = kinds),
            Record::Players(players) => self.once("players", span, |saved| saved.players = players),
            Record::Seed(seed) => self.once("seed", span, |saved| saved.seed = seed),
            Record::Dispute { name, value } => {
                if self.saved.disputes.iter().any(|(other, _)| *other == name) {
                    return Err(settled_twice(&name, span));
                }
                self.saved.disputes.push((name, value));
                Ok(())
            }
            Record::Taken { player, label } => {
                let taken = Taken::new(explain::names::chooser_of(player), label);
                self.saved.taken.push(taken);
                self.saved.prints.push(self.print.take());
                self.saved.places.push(span);
                Ok(())
            }
            Record::Header if self.trace => {
                let help = "put each game in its own file";
                Err(fault(span, "a second trace begins here", help))
            }
            Record::Position(_) => self.position(span),
            record if self.trace => {
                self.shuffled |= matches!(record, Record::Shuffle(_));
                Ok(())
            }
            _ => Err(fault(
                span,
                "this line belongs to a trace, not to a saved game",
                "remove it",
            )),
        }
    }

    fn finish(self, end: Span) -> Result<Saved, Fault> {
        if !self.begun {
            return Err(fault(
                end,
                "this is not a saved game",
                format!("a saved game begins with `{HEADER}`"),
            ));
        }
        let needed = ["game", "players", "seed", "seat"]
            .into_iter()
            .take(if self.trace { 3 } else { 4 });
        if let Some(what) = { needed }.find(|what| !self.said.contains(what)) {
            let help = format!("add a line `{what} ...`");
            return Err(fault(
                end,
                format!("the saved game has no line `{what}`"),
                help,
            ));
        }
        let mut saved = self.saved;
        let files = self.files.into_iter();
        saved.files = files
            .map(|(name, lines)| Source::new(name, lines.join("\n")))
            .collect();
        let players = saved.players;
        let people: Vec<Seat> = std::iter::once(saved.seat)
            .chain(saved.guests.iter().copied())
            .collect();
        let named = self.names.iter().map(|(seat, _)| *seat);
        if let Some(seat) = people
            .iter()
            .copied()
            .chain(named)
            .find(|seat| seat.0 >= players)
        {
            let help = format!("there are {players} players");
            return Err(fault(end, format!("{seat} is not in this game"), help));
        }
        if let Some(twice) = people.iter().duplicates().next() {
            let help = "remove one of the lines `seat` and `guest`";
            return Err(fault(end, format!("two people sit at {twice}"), help));
        }
        if !self.names.is_empty() {
            saved.names = vec![String::new(); usize::from(players)];
        }
        for (seat, name) in self.names {
            saved.names[seat.index()] = name;
        }
        Ok(saved)
    }
}

fn settled_twice(name: &str, span: Span) -> Fault {
    fault(
        span,
        format!("`{name}` is settled twice"),
        "remove one of the lines",
    )
}

fn twice(span: Span) -> Fault {
    fault(span, "this is given twice", "remove one of the lines")
}

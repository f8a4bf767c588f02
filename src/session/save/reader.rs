//! Reads kept games, line by line.

use std::str::FromStr;

use super::{HEADER, OLD_HEADER, Saved, Settled};
use crate::opening::Opening;
use crate::screen::{Memory, NoMemory};
use crate::undo::TakenBack;
use board::Seat;
use bots::BotSpec;
use explain::options::decision::Taken;
use lang::notation::{NotationError, Player, Record, parse_trace_line};
use text::{Source, Span, suggest};

/// The first line of a trace: it is a kept game, too, but for the seats of the person and the bots.
const TRACE: &str = "trace 1";

impl Saved {
    /// Reads a kept game, or a trace of a single game.
    ///
    /// # Errors
    /// The first line that says nothing a kept game can say, or what is missing.
    pub fn parse(text: &str) -> Result<Saved, NotationError> {
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
                false
                    if line
                        .strip_prefix("save ")
                        .is_some_and(|number| number.parse::<u32>().is_ok()) =>
                {
                    let help = format!("this one reads `{OLD_HEADER}` and `{HEADER}`");
                    return Err(fault(span, "this game was kept by a newer brink", help));
                }
                false => {
                    return Err(fault(
                        span,
                        "this is no kept game",
                        format!("it begins with `{HEADER}`"),
                    ));
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

/// Which memory may be meant.
fn help(word: &str) -> String {
    match suggest(word, Memory::NAMES) {
        Some(best) => format!("did you mean `{best}`?"),
        None => "expected `memory assisted` or `memory strict`".to_string(),
    }
}

fn position_goes_on(span: Span) -> NotationError {
    fault(span, "the position goes on to here", "a line `end` ends it")
}

fn fault(span: Span, reason: impl Into<String>, help: impl Into<String>) -> NotationError {
    NotationError {
        span,
        reason: reason.into(),
        help: Some(help.into()),
    }
}

fn parsed<T: FromStr>(
    text: &str,
    span: Span,
    reason: &str,
    help: &str,
) -> Result<T, NotationError> {
    text.parse().map_err(|_| fault(span, reason, help))
}

fn seat(player: &str, span: Span, help: &str) -> Result<Seat, NotationError> {
    parsed::<Player>(player, span, "this names no player", help).map(explain::names::seat_of)
}

/// What has been read so far.
#[derive(Default)]
struct Parts {
    begun: bool,
    /// What is read is a trace: a part of its lines says nothing here.
    trace: bool,
    /// Between `position` and `end`.
    in_position: bool,
    /// These lines are what the game begins with.
    begins: bool,
    position: Option<String>,
    /// A trace has shuffled: it was dealt.
    shuffled: bool,
    version: Option<String>,
    turn: Option<u32>,
    over: Option<Option<Seat>>,
    drawn: bool,
    taken_back: Option<TakenBack>,
    contests: Option<u32>,
    /// Of the choice that comes next.
    print: Option<u32>,
    prints: Vec<Option<u32>>,
    ahead: Vec<Taken>,
    /// Names, and their lines.
    files: Vec<(String, Vec<String>)>,
    game: Option<String>,
    kinds: Option<Vec<String>>,
    players: Option<u8>,
    seed: Option<u64>,
    disputes: Vec<(String, String)>,
    seat: Option<Seat>,
    guests: Vec<Seat>,
    names: Vec<(Seat, String)>,
    bots: Option<BotSpec>,
    memory: Option<Memory>,
    opening: Opening,
    taken: Vec<Taken>,
    places: Vec<Span>,
    settled: Vec<Settled>,
}

impl Parts {
    /// What follows `settled`.
    fn settled(&mut self, rest: &str, span: Span) -> Result<(), NotationError> {
        let after = self.taken.len() + self.ahead.len();
        let mut words = rest.split_whitespace().map(str::to_string);
        match (words.next(), words.next(), words.next()) {
            // Before the deal; among the lines above, `dispute` says how.
            (Some(name), None, None) if after == 0 => self.opening.settled.push(name),
            (Some(name), Some(value), None) => {
                // HFB-3: at one menu a dispute is settled once.
                if self
                    .settled
                    .iter()
                    .any(|other| other.after == after && other.name == name)
                {
                    return Err(fault(
                        span,
                        format!("`{name}` is settled twice"),
                        "leave one of the lines out",
                    ));
                }
                self.settled.push(Settled {
                    after,
                    name,
                    value,
                    told: Vec::new(),
                    place: span,
                });
            }
            _ => {
                let help = "expected `settled NAME VALUE`, or before the deal `settled NAME`";
                return Err(fault(
                    span,
                    "this does not say how which dispute was settled",
                    help,
                ));
            }
        }
        Ok(())
    }

    /// A position begins. The game begins with it, unless it is one of a trace that has come so far.
    fn position(&mut self, span: Span) -> Result<(), NotationError> {
        self.begins = self.position.is_none()
            && self.taken.is_empty()
            && self.ahead.is_empty()
            && !self.shuffled;
        if !self.begins && !self.trace {
            let help = "a kept game has one position at most, which comes before the first choice";
            return Err(fault(span, "this position does not belong here", help));
        }
        if self.begins {
            self.position = Some(String::new());
        }
        self.in_position = true;
        Ok(())
    }

    fn position_line(&mut self, line: &str) {
        self.in_position = line != "end";
        if let Some(position) = self
            .position
            .as_mut()
            .filter(|_| self.begins && self.in_position)
        {
            position.push_str(line);
            position.push('\n');
        }
    }

    /// A line of the file that was named last.
    fn file_line(&mut self, line: &str, span: Span) -> Result<(), NotationError> {
        let Some((_, lines)) = self.files.last_mut() else {
            return Err(fault(
                span,
                "this line belongs to no file",
                "a line `file NAME` comes before it",
            ));
        };
        lines.push(line.to_string());
        Ok(())
    }

    fn read(&mut self, line: &str, span: Span) -> Result<(), NotationError> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest_word = rest.trim();
        match word {
            "seat" => {
                let seat = seat(rest_word, span, "expected `seat p1`")?;
                return once(&mut self.seat, seat, span);
            }
            "guest" => {
                self.guests
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
                return once(&mut self.bots, bots, span);
            }
            "memory" => {
                let memory = rest_word
                    .parse()
                    .map_err(|error: NoMemory| fault(span, error.to_string(), help(rest_word)))?;
                return once(&mut self.memory, memory, span);
            }
            "settled" => return self.settled(rest, span),
            "told" => {
                let told = self
                    .settled
                    .last_mut()
                    .map_or(&mut self.opening.told, |settled| &mut settled.told);
                told.push(rest_word.to_string());
                return Ok(());
            }
            "brink" => return once(&mut self.version, rest_word.to_string(), span),
            "turn" => {
                let turn = parsed(rest_word, span, "this is no turn", "expected `turn 7`")?;
                return once(&mut self.turn, turn, span);
            }
            "over" if rest_word == "draw" => {
                self.drawn = true;
                return once(&mut self.over, None, span);
            }
            "over" => {
                let help = "expected `over`, `over p2` or `over draw`";
                let winner = match rest_word {
                    "" => None,
                    player => Some(seat(player, span, help)?),
                };
                return once(&mut self.over, winner, span);
            }
            "undone" => {
                let help =
                    "expected `undone 3 1`: three times, once after something hidden was seen";
                let numbers: Option<Vec<u32>> = rest
                    .split_whitespace()
                    .map(|word| word.parse().ok())
                    .collect();
                let Some([times, seen]) = numbers.as_deref() else {
                    return Err(fault(span, "this does not say how often", help));
                };
                let taken_back = TakenBack {
                    times: *times,
                    seen: *seen,
                    contests: 0,
                };
                return once(&mut self.taken_back, taken_back, span);
            }
            "contests" => {
                let (reason, help) = ("this does not say how many", "expected `contests 2`");
                let contests = parsed(rest_word, span, reason, help)?;
                return once(&mut self.contests, contests, span);
            }
            "=" => {
                let print = u32::from_str_radix(rest_word, 16);
                let help = "expected eight of the digits 0 to f, as `= 01ab23cd`";
                let print =
                    print.map_err(|_| fault(span, "this is no short form of a game", help))?;
                return once(&mut self.print, print, span);
            }
            "file" => {
                self.files.push((rest_word.to_string(), Vec::new()));
                return Ok(());
            }
            "<" => {
                let again = format!(">{}", &line[1..]);
                return match parse_trace_line(&again) {
                    Ok(Record::Taken { player, label }) => {
                        self.ahead
                            .push(Taken::new(explain::names::chooser_of(player), label));
                        Ok(())
                    }
                    _ => Err(fault(
                        span,
                        "this is no choice that was taken back",
                        "expected `< p1: LABEL`",
                    )),
                };
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
            Record::Dispute { name, value } => {
                match self.disputes.iter().any(|(other, _)| *other == name) {
                    true => Err(fault(
                        span,
                        format!("`{name}` is settled twice"),
                        "leave one of the lines out",
                    )),
                    false => {
                        self.disputes.push((name, value));
                        Ok(())
                    }
                }
            }
            Record::Taken { player, label } => {
                self.taken
                    .push(Taken::new(explain::names::chooser_of(player), label));
                self.prints.push(self.print.take());
                self.places.push(span);
                Ok(())
            }
            Record::Header if self.trace => Err(fault(
                span,
                "a second trace begins here",
                "put each game into a file of its own",
            )),
            Record::Position(_) => self.position(span),
            Record::Shuffle(_) if self.trace => {
                self.shuffled = true;
                Ok(())
            }
            Record::Options { .. }
            | Record::Fell(..)
            | Record::Fault(_)
            | Record::Winner(_)
            | Record::Draw
            | Record::Unfinished
                if self.trace =>
            {
                Ok(())
            }
            Record::Header
            | Record::Options { .. }
            | Record::Shuffle(_)
            | Record::Fell(..)
            | Record::Fault(_)
            | Record::Winner(_)
            | Record::Draw
            | Record::Unfinished => Err(fault(
                span,
                "this line belongs to a trace, not to a kept game",
                "leave it out",
            )),
        }
    }

    fn finish(self, end: Span) -> Result<Saved, NotationError> {
        let missing = |what: &str| {
            fault(
                end,
                format!("the kept game lacks `{what}`"),
                format!("add a line `{what} ...`"),
            )
        };
        if !self.begun {
            return Err(fault(
                end,
                "this is no kept game",
                format!("it begins with `{HEADER}`"),
            ));
        }
        let file = |(name, lines): (String, Vec<String>)| Source::new(name, lines.join("\n"));
        let mut saved = Saved {
            version: self.version,
            prints: self.prints,
            ahead: self.ahead,
            taken_back: TakenBack {
                contests: self.contests.unwrap_or_default(),
                ..self.taken_back.unwrap_or_default()
            },
            turn: self.turn.unwrap_or_default(),
            over: self.over.is_some(),
            winner: self.over.flatten(),
            drawn: self.drawn,
            files: self.files.into_iter().map(file).collect(),
            game: self.game.ok_or_else(|| missing("game"))?,
            kinds: self.kinds.unwrap_or_default(),
            players: self.players.ok_or_else(|| missing("players"))?,
            seed: self.seed.ok_or_else(|| missing("seed"))?,
            disputes: self.disputes,
            seat: match self.trace {
                true => self.seat.unwrap_or(Seat(0)),
                false => self.seat.ok_or_else(|| missing("seat"))?,
            },
            guests: self.guests,
            names: Vec::new(),
            bots: self.bots.unwrap_or_default(),
            memory: self.memory.unwrap_or_default(),
            opening: self.opening,
            position: self.position,
            taken: self.taken,
            places: self.places,
            settled: self.settled,
        };
        let players = saved.players;
        let people = std::iter::once(saved.seat).chain(saved.guests.iter().copied());
        let named = self.names.iter().map(|(seat, _)| *seat);
        if let Some(seat) = people.clone().chain(named).find(|seat| seat.0 >= players) {
            return Err(fault(
                end,
                format!("{seat} does not play"),
                format!("there are {players} players"),
            ));
        }
        if let Some((_, twice)) = people
            .clone()
            .enumerate()
            .find(|(at, seat)| people.clone().take(*at).any(|one| one == *seat))
        {
            let help = "leave one of the lines `seat` and `guest` out";
            return Err(fault(end, format!("two people sit at {twice}"), help));
        }
        if !self.names.is_empty() {
            saved.names = vec![String::new(); usize::from(players)];
            self.names
                .into_iter()
                .for_each(|(seat, name)| saved.names[seat.index()] = name);
        }
        Ok(saved)
    }
}

fn once<T>(place: &mut Option<T>, value: T, span: Span) -> Result<(), NotationError> {
    match place {
        Some(_) => Err(twice(span)),
        None => {
            *place = Some(value);
            Ok(())
        }
    }
}

fn twice(span: Span) -> NotationError {
    fault(span, "this is said twice", "leave one of the lines out")
}

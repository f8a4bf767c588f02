//! Reads traces record by record from files of any length.

use std::io::{self, BufRead};

use super::record::{Field, Record, parse_trace_line};
use super::words::Mover;
use crate::Fault;
use text::limits::TRACE;
use text::{BYTE_ORDER_MARK, Span, read_line};

/// Why a trace cannot be read on.
#[derive(Debug, thiserror::Error)]
pub enum TraceError {
    /// The file or pipe failed.
    #[error("line {line} of the trace cannot be read")]
    Input {
        /// Counted from 1.
        line: usize,
        #[source]
        source: io::Error,
    },
    /// A line is not what a trace can say there.
    #[error("line {line} of the trace: {fault}")]
    Line {
        /// Counted from 1.
        line: usize,
        /// The faulty line, shortened when very long; empty at the end of the file.
        text: String,
        /// Its span counts from the beginning of `text`.
        fault: Fault,
    },
}

/// A record and the line where it begins, counted from 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TraceRecord {
    pub line: usize,
    pub record: Record,
}

/// Reads the records of one trace after another. It is an [`Iterator`]; it checks that the records come in an order that
/// a trace can have, and leaves to its user what they mean.
///
/// After a faulty line the rest of that trace is skipped: the next record is the next trace's [`Record::Header`]. After
/// a fault of the file itself there is nothing more.
///
/// ```
/// use brink_lang::notation::{Record, TraceReader};
///
/// let text = "trace 1\ngame 1900\nplayers 2\nseed 7\nposition\nturn p1 start\nend\nunfinished\n";
/// let records: Result<Vec<_>, _> = TraceReader::new(text.as_bytes()).collect();
/// let records = records.expect("the trace is whole");
/// assert_eq!((records[2].line, &records[2].record), (3, &Record::Players(2)));
/// assert_eq!((records[4].line, &records[4].record), (5, &Record::Position("turn p1 start\n".into())));
/// ```
#[derive(Debug)]
pub struct TraceReader<R> {
    input: R,
    /// The line last read, with its end.
    buffer: Vec<u8>,
    /// The number of that line; counted from 1.
    line: usize,
    /// That line is to be read once more.
    held: bool,
    /// Bytes of the trace so far.
    size: usize,
    state: State,
}

/// Where in a trace the reader stands.
#[derive(Debug, Clone, PartialEq, Eq)]
enum State {
    /// Before `trace 1`.
    Between,
    /// Among the lines that say which game it is.
    /// With which of `game`, `kinds`, `players` and `seed` are there.
    Heading([bool; 4]),
    /// Among positions, decisions and shuffles.
    Playing,
    /// A decision awaits its `>` line.
    Asked(Mover),
    /// Behind a faulty line.
    Skipping,
    /// The file has ended or failed.
    Done,
}

impl<R: BufRead> TraceReader<R> {
    /// Reads from the beginning of `input`.
    pub fn new(input: R) -> TraceReader<R> {
        TraceReader {
            input,
            buffer: Vec::new(),
            line: 0,
            held: false,
            size: 0,
            state: State::Between,
        }
    }

    /// Moves on to the next line; false at the end of the file.
    fn advance(&mut self) -> Result<bool, TraceError> {
        if self.held {
            self.held = false;
            return Ok(true);
        }
        self.buffer.clear();
        match read_line(&mut self.input, &mut self.buffer) {
            Ok(0) => Ok(false),
            Ok(_) => {
                self.line += 1;
                let mut mark = [0; 4];
                if self.line == 1
                    && self
                        .buffer
                        .starts_with(BYTE_ORDER_MARK.encode_utf8(&mut mark).as_bytes())
                {
                    self.buffer.drain(..BYTE_ORDER_MARK.len_utf8());
                }
                self.grow()?;
                Ok(true)
            }
            Err(source) => {
                self.state = State::Done;
                Err(TraceError::Input {
                    line: self.line + 1,
                    source,
                })
            }
        }
    }

    /// Counts the line with its trace, of which all is kept until it ends.
    fn grow(&mut self) -> Result<(), TraceError> {
        self.size = if self.at_header() {
            0
        } else {
            self.size + self.buffer.len()
        };
        if self.size <= TRACE || matches!(self.state, State::Between | State::Skipping) {
            return Ok(());
        }
        let fault = Fault::new(
            Span::default(),
            format!("the trace has more than {TRACE} bytes"),
        );
        Err(self.broken(fault.with_help("expected the trace to end earlier")))
    }

    fn text(&self) -> Result<&str, Fault> {
        str::from_utf8(&self.buffer)
            .map(str::trim_end)
            .map_err(|error| {
                let place = error.valid_up_to();
                Fault::new(Span::new(place, place + 1), "the line is not UTF-8")
            })
    }

    /// Whether the line opens a new trace.
    fn at_header(&self) -> bool {
        self.buffer
            .strip_prefix(b"trace")
            .is_some_and(|rest| rest.first().is_none_or(u8::is_ascii_whitespace))
    }

    fn next_record(&mut self) -> Result<Option<TraceRecord>, TraceError> {
        while self.state != State::Done && self.advance()? {
            if self.buffer.trim_ascii().is_empty()
                || (self.state == State::Skipping && !self.at_header())
            {
                continue;
            }
            let line = self.line;
            let record = self
                .text()
                .and_then(parse_trace_line)
                .map_err(|fault| self.broken(fault))?;
            self.state = match self.state_after(&record) {
                Ok(state) => state,
                Err(fault) => {
                    let broken = self.broken(fault);
                    // A trace that breaks off does not spoil the one behind it.
                    self.held = record == Record::Header;
                    return Err(broken);
                }
            };
            let record = if let Record::Position(_) = record {
                Record::Position(self.block()?)
            } else {
                record
            };
            return Ok(Some(TraceRecord { line, record }));
        }
        match std::mem::replace(&mut self.state, State::Done) {
            State::Between | State::Skipping | State::Done => Ok(None),
            State::Heading(_) | State::Playing | State::Asked(_) => {
                Err(self.cut_off("the trace has no last line"))
            }
        }
    }

    /// The lines up to `end`.
    fn block(&mut self) -> Result<String, TraceError> {
        let mut block = String::new();
        while self.advance()? {
            // Such lines stand in no position, so `end` is missing, and the block need not swallow the whole file.
            if matches!(self.buffer.first(), Some(b'?' | b'>')) || self.at_header() {
                let fault = self
                    .text()
                    .map_or_else(|fault| fault, |line| Field::of(line).not("`end`"));
                let broken = self.broken(fault);
                self.held = self.at_header();
                return Err(broken);
            }
            match self.text() {
                Ok("end") => return Ok(block),
                Ok(line) => {
                    block.push_str(line);
                    block.push('\n');
                }
                Err(fault) => return Err(self.broken(fault)),
            }
        }
        self.state = State::Done;
        Err(self.cut_off("the position has no `end`"))
    }

    /// The state behind this record, or why it cannot stand here.
    fn state_after(&self, record: &Record) -> Result<State, Fault> {
        let whole = || Field::of(self.text().unwrap_or_default());
        let misplaced = |expected: &str| Err(whole().not(expected));
        match (&self.state, record) {
            (State::Between | State::Skipping | State::Done, Record::Header) => {
                Ok(State::Heading([false; 4]))
            }
            (State::Between | State::Skipping | State::Done, _) => misplaced("`trace 1`"),
            (_, Record::Header) => Err(whole()
                .fault("the previous trace has no last line")
                .with_help("expected `winner` and a player, `draw` or `unfinished`")),
            (State::Asked(player), Record::Taken { player: taker, .. }) if player == taker => {
                Ok(State::Playing)
            }
            (State::Asked(_), Record::Unfinished) => Ok(State::Between),
            (State::Asked(player), _) => misplaced(&format!(
                "the option that {player} takes, as in `> {player}: pass`"
            )),
            (_, Record::Taken { .. }) => misplaced("a line of options first, as in `? p1: pass`"),
            (State::Heading(seen), record) => {
                heading_after(record, *seen).map_err(|expected| whole().not(expected))
            }
            (State::Playing, record) => playing_after(record).ok_or_else(|| {
                whole().not(
                    "a position, options, a shuffle or the end of the game, since play has begun",
                )
            }),
        }
    }

    /// The line is faulty: the rest of its trace will be skipped.
    fn broken(&mut self, fault: Fault) -> TraceError {
        const SHOWN: usize = 400;
        self.state = State::Skipping;
        let whole = String::from_utf8_lossy(&self.buffer);
        let text: String = whole.trim_end().chars().take(SHOWN).collect();
        let within = |place: usize| {
            (0..=place)
                .rev()
                .find(|place| text.is_char_boundary(*place))
                .unwrap_or(0)
        };
        let span = Span::new(within(fault.span.start), within(fault.span.end));
        TraceError::Line {
            line: self.line,
            text,
            fault: Fault { span, ..fault },
        }
    }

    fn cut_off(&self, reason: &str) -> TraceError {
        let fault = Fault::new(Span::default(), format!("{reason}: the file ends too soon"))
            .with_help(
                "expected a trace to end with `winner` and a player, `draw` or `unfinished`",
            );
        TraceError::Line {
            line: self.line + 1,
            text: String::new(),
            fault,
        }
    }
}

/// What follows a record of the heading: each line stands once, in any order, before the first of play.
fn heading_after(record: &Record, mut seen: [bool; 4]) -> Result<State, &'static str> {
    const TWICE: &str = "each line of the heading only once";
    const NEEDED: [(usize, &str); 3] = [
        (0, "`game` and a recipe's id before play begins"),
        (2, "`players` and their number before play begins"),
        (3, "`seed` and a number before play begins"),
    ];
    let line = match record {
        Record::Game(_) => 0,
        Record::Kinds(_) => 1,
        Record::Players(_) => 2,
        Record::Seed(_) => 3,
        Record::Dispute { .. } => return Ok(State::Heading(seen)),
        record => {
            return match NEEDED.into_iter().find(|(line, _)| !seen[*line]) {
                Some((_, expected)) => Err(expected),
                None => playing_after(record).ok_or(TWICE),
            };
        }
    };
    if std::mem::replace(&mut seen[line], true) {
        return Err(TWICE);
    }
    Ok(State::Heading(seen))
}

/// What follows a record of play.
fn playing_after(record: &Record) -> Option<State> {
    match record {
        Record::Options { player, .. } => Some(State::Asked(*player)),
        Record::Position(_) | Record::Shuffle(_) | Record::Fell(..) | Record::Fault(_) => {
            Some(State::Playing)
        }
        Record::Winner(_) | Record::Draw | Record::Unfinished => Some(State::Between),
        _ => None,
    }
}

impl<R: BufRead> Iterator for TraceReader<R> {
    type Item = Result<TraceRecord, TraceError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.next_record().transpose()
    }
}

#[cfg(test)]
mod tests;

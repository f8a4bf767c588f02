//! One record of a trace, and how a line of it is read. Lines are split by hand, for speed.

use std::str::FromStr;

use super::moves::Lot;
use super::words::{Mover, Player, normalised};
use crate::Fault;
use text::{Span, suggest};

/// One record of a trace.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Record {
    /// `trace 1`
    Header,
    /// `game 1900`: a recipe's id
    Game(String),
    /// `kinds A, B, ...`
    Kinds(Vec<String>),
    /// `players 2`
    Players(u8),
    /// `seed 42`
    Seed(u64),
    /// `dispute NAME VALUE`
    Dispute { name: String, value: String },
    /// `? p1: LABEL | LABEL`
    Options { player: Mover, labels: Vec<String> },
    /// `> p1: LABEL`
    Taken { player: Mover, label: String },
    /// The lines between `position` and `end`. A `TraceRecord`'s line is that of `position`.
    Position(String),
    /// `shuffle: A, B, ...`: the new deck, next card first
    Shuffle(Vec<String>),
    /// `coin: heads`: what chance has decided, at the moment it does
    Fell(Lot, String),
    /// `fault SENTENCE`: texts were cut off here
    Fault(String),
    /// `winner p1`
    Winner(Player),
    /// `draw`: the game is over, and nobody has won
    Draw,
    /// `unfinished`
    Unfinished,
}

/// What a record can begin with, for "did you mean".
const WORDS: [&str; 15] = [
    "trace",
    "game",
    "kinds",
    "players",
    "seed",
    "dispute",
    "position",
    "shuffle:",
    "coin:",
    "die:",
    "random:",
    "fault",
    "winner",
    "draw",
    "unfinished",
];

/// Reads one line of a trace. The line `position` gives an empty block, which a `TraceReader` fills.
///
/// # Errors
/// The line is no record; the fault's span counts from its beginning.
pub fn parse_trace_line(line: &str) -> Result<Record, Fault> {
    let whole = Field::of(line);
    if line.trim_end().contains('\r') {
        let fault = whole
            .fault("this trace ends its lines with a carriage return only, without a line feed");
        return Err(fault.with_help("save the file with LF or CRLF line endings"));
    }
    if let Some(rest) = whole.after('?') {
        let (player, labels) = player_and_rest(rest)?;
        return Ok(Record::Options {
            player,
            labels: list(labels, '|', "a label")?,
        });
    }
    if let Some(rest) = whole.after('>') {
        let (player, label) = player_and_rest(rest)?;
        return Ok(Record::Taken {
            player,
            label: label.filled("a label")?.owned(),
        });
    }
    let (word, rest) = whole.split_word();
    Ok(match word.text {
        "trace" => match rest.text {
            "1" => Record::Header,
            _ => {
                return Err(rest
                    .fault("a trace of this version cannot be read")
                    .with_help("expected `trace 1`"));
            }
        },
        "game" => Record::Game(rest.one_word("a recipe's id")?.owned()),
        "kinds" => Record::Kinds(list(rest, ',', "the name of a building")?),
        "players" => {
            const PLAYERS: &str = "a number of players, `2` to `6`";
            let number = rest.parsed::<u8>(PLAYERS)?;
            Record::Players(
                Some(number)
                    .filter(|number| (2..=6).contains(number))
                    .ok_or_else(|| rest.not(PLAYERS))?,
            )
        }
        "seed" => Record::Seed(rest.parsed("a number")?),
        "dispute" => {
            let (name, value) = rest.split_word();
            let name = name.filled("the name of a dispute")?.owned();
            Record::Dispute {
                name,
                value: value.one_word("the dispute's value, such as `on`")?.owned(),
            }
        }
        "position" => {
            rest.empty()?;
            Record::Position(String::new())
        }
        "shuffle:" if rest.text.is_empty() => Record::Shuffle(Vec::new()),
        "shuffle:" => Record::Shuffle(list(rest, ',', "a card")?),
        word @ ("coin:" | "die:" | "random:")
            if let Some(lot) = Lot::of(word.trim_end_matches(':')) =>
        {
            Record::Fell(lot, rest.filled("its result")?.owned())
        }
        "fault" => Record::Fault(
            rest.filled("a sentence that says what was cut off")?
                .owned(),
        ),
        "winner" => Record::Winner(rest.parsed("a player, such as `p1`")?),
        "draw" => {
            rest.empty()?;
            Record::Draw
        }
        "unfinished" => {
            rest.empty()?;
            Record::Unfinished
        }
        _ => {
            let help = suggest(word.text, WORDS).map_or_else(
                || "expected a record, such as `position` or `> p1: pass`".to_owned(),
                |near| format!("did you mean `{near}`?"),
            );
            return Err(word
                .fault(format!("no record begins with `{}`", word.text))
                .with_help(help));
        }
    })
}

fn player_and_rest(text: Field<'_>) -> Result<(Mover, Field<'_>), Fault> {
    const PLAYER: &str = "a player, such as `p1`";
    match text.split_at_sign(':') {
        (player, Some(rest)) => Ok((player.parsed(PLAYER)?, rest)),
        (_, None) => {
            let (word, _) = text.split_word();
            word.parsed::<Player>(PLAYER)?;
            Err(word.end().not("`:`"))
        }
    }
}

fn list(text: Field<'_>, separator: char, what: &str) -> Result<Vec<String>, Fault> {
    let mut items = Vec::with_capacity(
        1 + text
            .text
            .bytes()
            .filter(|byte| *byte == separator as u8)
            .count(),
    );
    let mut rest = Some(text);
    while let Some(text) = rest {
        let (item, others) = text.split_at_sign(separator);
        items.push(item.filled(what)?.owned());
        rest = others;
    }
    Ok(items)
}

/// A trimmed part of a line and where it begins.
#[derive(Clone, Copy)]
pub(super) struct Field<'a> {
    text: &'a str,
    start: usize,
}

impl<'a> Field<'a> {
    pub(super) fn of(line: &'a str) -> Field<'a> {
        Field {
            text: line,
            start: 0,
        }
        .trimmed()
    }

    fn trimmed(self) -> Field<'a> {
        let text = self.text.trim_start();
        Field {
            start: self.start + self.text.len() - text.len(),
            text: text.trim_end(),
        }
    }

    /// The part behind the first `bytes` bytes.
    fn behind(self, bytes: usize) -> Field<'a> {
        Field {
            text: &self.text[bytes..],
            start: self.start + bytes,
        }
        .trimmed()
    }

    fn end(self) -> Field<'a> {
        self.behind(self.text.len())
    }

    /// What stands behind this sign, if the part begins with it.
    fn after(self, sign: char) -> Option<Field<'a>> {
        self.text
            .starts_with(sign)
            .then(|| self.behind(sign.len_utf8()))
    }

    fn split_word(self) -> (Field<'a>, Field<'a>) {
        let end = self
            .text
            .find(char::is_whitespace)
            .unwrap_or(self.text.len());
        (
            Field {
                text: &self.text[..end],
                ..self
            },
            self.behind(end),
        )
    }

    fn split_at_sign(self, sign: char) -> (Field<'a>, Option<Field<'a>>) {
        match self.text.find(sign) {
            Some(end) => (
                Field {
                    text: &self.text[..end],
                    ..self
                }
                .trimmed(),
                Some(self.behind(end + sign.len_utf8())),
            ),
            None => (self, None),
        }
    }

    pub(super) fn fault(self, reason: impl Into<String>) -> Fault {
        Fault::new(Span::new(self.start, self.start + self.text.len()), reason)
    }

    /// That this part is not what was expected.
    pub(super) fn not(self, what: &str) -> Fault {
        let reason = match self.text {
            "" => "something is missing here".to_owned(),
            text => format!("`{text}` is not expected here"),
        };
        self.fault(reason).with_help(format!("expected {what}"))
    }

    fn filled(self, what: &str) -> Result<Field<'a>, Fault> {
        if self.text.is_empty() {
            Err(self.not(what))
        } else {
            Ok(self)
        }
    }

    fn empty(self) -> Result<(), Fault> {
        if self.text.is_empty() {
            Ok(())
        } else {
            Err(self.not("the end of the line"))
        }
    }

    fn one_word(self, what: &str) -> Result<Field<'a>, Fault> {
        let (word, rest) = self.filled(what)?.split_word();
        rest.empty()?;
        Ok(word)
    }

    fn parsed<T: FromStr>(self, what: &str) -> Result<T, Fault> {
        self.text.parse().map_err(|_| self.not(what))
    }

    fn owned(self) -> String {
        normalised(self.text)
    }
}

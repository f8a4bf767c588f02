//! The messages of both sides, written and read.

use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::protocol::{Answer, Bounds, Decide, Happened, Known, Player, Request, Start};
use text::{printable, steers};

/// The number of the protocol. It changes when a program that knew the one before could not play any more.
pub const PROTOCOL: u32 = 3;

/// Characters that a program's name, or its version, may have.
const LONGEST_NAME: usize = 40;

/// What the host says.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
#[serde(tag = "type", rename_all = "kebab-case")]
#[schemars(rename = "to-bot")]
pub enum ToBot {
    /// Once, first of all.
    Hello {
        protocol: u32,
        program: String,
        version: String,
    },
    /// A game begins.
    Start(Start),
    /// It is the program's to decide: it answers with `choose`.
    Decide(Decide),
    /// What has happened, a sentence each, as the seat may know it.
    Log { game: u64, lines: Vec<String> },
    /// The same in parts that programs can read.
    Events { game: u64, events: Vec<Happened> },
    /// A game is over.
    Result {
        game: u64,
        /// Nobody when the game was left unfinished, or is a draw.
        winner: Option<Player>,
        reason: Option<String>,
        you_won: bool,
        /// It is over, and nobody has won.
        draw: bool,
    },
    /// The program has lost the game by a fault, and is ended.
    Error { code: &'static str, message: String },
    /// There are no more games: the program ends.
    Bye,
    /// To a program that plays games by itself: what it has to know of them all, and how much it may have.
    Rules {
        #[serde(flatten)]
        known: Known,
        #[serde(flatten)]
        bounds: Bounds,
    },
    /// What a program has asked is answered.
    #[serde(untagged)]
    Answer(Answer),
}

impl ToBot {
    /// The line, with its end.
    pub fn line(&self) -> String {
        let mut line = serde_json::to_string(self).expect("messages are made of texts and numbers");
        line.push('\n');
        line
    }
}

/// What a program says.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, schemars::JsonSchema)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(rename = "Answers")]
pub enum FromBot {
    /// Its answer to the host's.
    Hello {
        #[schemars(length(min = 1, max = 40))]
        name: String,
        #[schemars(length(min = 1, max = 40))]
        version: String,
        wants: Vec<Want>,
    },
    /// Its answer to a decision: the number of an option, counted from 0.
    Choose { id: u64, option: u64 },
    /// It asks about games that it moves on by itself.
    #[serde(skip)]
    Ask(Request),
}

/// What a program wants to be told besides decisions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Want {
    /// Sentences about what has happened.
    Log,
    /// The same in parts.
    Events,
    /// With each decision the view in numbers.
    Observation,
    /// Decisions with one option, too.
    Single,
}

/// All that one program wants.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Wants {
    pub log: bool,
    pub events: bool,
    pub observation: bool,
    pub single: bool,
}

impl From<&[Want]> for Wants {
    fn from(wants: &[Want]) -> Wants {
        let has = |want: Want| wants.contains(&want);
        Wants {
            log: has(Want::Log),
            events: has(Want::Events),
            observation: has(Want::Observation),
            single: has(Want::Single),
        }
    }
}

impl FromBot {
    /// Reads a line, without its end.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read(line: &[u8]) -> Result<FromBot, Fault> {
        if line.len() > LONGEST_LINE {
            Err(Fault::TooLong)
        } else {
            FromBot::read_any(line)
        }
    }

    /// The same of a line of any length.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read_any(line: &[u8]) -> Result<FromBot, Fault> {
        let text = std::str::from_utf8(line).map_err(|_| Fault::NotUtf8)?;
        if serde_json::from_str::<IgnoredAny>(text).is_err() {
            return Err(Fault::NotJson(printable(text, 60)));
        }
        // An array of the values would do for serde.
        if !text.trim_start().starts_with('{') {
            return Err(Fault::NotAMessage(
                "a message must be a JSON object".to_string(),
            ));
        }
        if let Ok(Kind { kind }) = serde_json::from_str(text)
            && Request::KINDS.iter().any(|(known, _)| *known == kind)
        {
            let request = serde_json::from_str(text);
            return request
                .map(FromBot::Ask)
                .map_err(|error| Fault::NotAMessage(why_not(text, Some(&error))));
        }
        let message =
            serde_json::from_str(text).map_err(|_| Fault::NotAMessage(why_not(text, None)))?;
        if let FromBot::Hello { name, version, .. } = &message
            && !(is_name(name) && is_name(version))
        {
            let reason =
                format!("a name and a version have 1 to {LONGEST_NAME} printable characters");
            return Err(Fault::NotAMessage(reason));
        }
        Ok(message)
    }
}

/// A program may call itself so, or its version.
pub fn is_name(text: &str) -> bool {
    (1..=LONGEST_NAME).contains(&text.chars().count()) && !text.contains(steers)
}

/// What sort of message it is.
#[derive(Deserialize, schemars::JsonSchema)]
struct Kind {
    #[serde(rename = "type")]
    kind: String,
}

/// What a reader says, without the place: a message is one line.
fn said(error: &serde_json::Error) -> String {
    let error = error.to_string();
    printable(error.split(" at line ").next().unwrap_or_default(), 100)
}

/// Why an object is no message of a program, as a sentence without its end; of a request with what its reader says.
fn why_not(text: &str, error: Option<&serde_json::Error>) -> String {
    const ANSWERS: [(&str, &[&str]); 2] = [
        ("hello", &["name", "version", "wants"]),
        ("choose", &["id", "option"]),
    ];
    const WANTS: [&str; 4] = ["log", "events", "observation", "single"];
    let object: Map<String, Value> = match serde_json::from_str(text) {
        Ok(object) => object,
        // Numbers that no machine has, halves of characters, levels within levels.
        Err(error) => return format!("it cannot be read: {}", said(&error)),
    };
    let kinds = || ANSWERS.iter().chain(&Request::KINDS);
    let all = || {
        kinds()
            .map(|(kind, _)| *kind)
            .collect::<Vec<_>>()
            .join("`, `")
    };
    let Some(kind) = object.get("type").and_then(Value::as_str) else {
        return format!("it has no `type`; the types are `{}`", all());
    };
    let Some((_, keys)) = kinds().find(|(known, _)| *known == kind) else {
        let kind = printable(kind, 40);
        return format!(
            "a bot cannot send a message of type `{kind}`; the types are `{}`",
            all()
        );
    };
    if let Some(missing) = keys.iter().find(|key| !object.contains_key(**key)) {
        return format!("a `{kind}` needs the key `{missing}`");
    }
    if let Some(other) = object
        .keys()
        .find(|key| *key != "type" && !keys.contains(&key.as_str()))
    {
        return format!("a `{kind}` has no key `{}`", printable(other, 40));
    }
    if let Some(error) = error {
        let misfit = keys.iter().find_map(|key| misfit(key, &object[*key]));
        if misfit.is_none() && error.to_string().starts_with("duplicate field") {
            return "it has a key twice".to_string();
        }
        return misfit.unwrap_or_else(|| format!("a `{kind}` cannot be read: {}", said(error)));
    }
    let wants = |value: &Value| value.as_str().is_some_and(|want| WANTS.contains(&want));
    let fits = |key: &&&str| match **key {
        "wants" => object["wants"]
            .as_array()
            .is_some_and(|all| all.iter().all(wants)),
        "name" | "version" => object[**key].is_string(),
        _ => object[**key].is_u64(),
    };
    match keys.iter().find(|key| !fits(key)) {
        Some(&"wants") => format!("`wants` must be a list of any of `{}`", WANTS.join("`, `")),
        Some(wrong) if kind == "hello" => format!("`{wrong}` must be a text"),
        Some(wrong) => format!("`{wrong}` must be a whole number, from 0"),
        None => "it has a key twice".to_string(),
    }
}

/// What a value of a request may have to be.
const NUMBER: &str = "a whole number from 0 to 4294967295";
const SEED: &str = "a whole number from 0 to 18446744073709551615";
const SEAT: &str = "a seat such as `\"p1\"`";
const LIST: &str = "a list";
const PAIR: &str = "a list of two";

/// What does not fit in a key of a request, and where, as a sentence without its end.
fn misfit(key: &str, value: &Value) -> Option<String> {
    let check = |at: &str, value: &Value, what: &'static str| {
        let number = value.as_u64();
        let fits = match what {
            NUMBER => number.is_some_and(|number| number <= u32::MAX.into()),
            SEED => number.is_some(),
            SEAT => serde_json::from_value::<Player>(value.clone()).is_ok(),
            LIST => value.is_array(),
            _ => value.as_array().is_some_and(|list| list.len() == 2),
        };
        let value = || printable(&value.to_string(), 40);
        (!fits).then(|| format!("`{at}` is {}, not {what}", value()))
    };
    let second = match key {
        "state" if value.is_null() => return None,
        "state" => return check(key, value, NUMBER),
        "seat" => return check(key, value, SEAT),
        "seed" => return check(key, value, SEED),
        "states" | "into" => None,
        "games" => Some(SEED),
        "views" => Some(SEAT),
        _ => Some(NUMBER),
    };
    let entry = |(index, entry): (usize, &Value)| {
        let at = format!("{key}[{index}]");
        let Some(second) = second else {
            return check(&at, entry, NUMBER);
        };
        check(&at, entry, PAIR)
            .or_else(|| check(&format!("{at}[0]"), &entry[0], NUMBER))
            .or_else(|| check(&format!("{at}[1]"), &entry[1], second))
    };
    let entries = || value.as_array()?.iter().enumerate().find_map(entry);
    check(key, value, LIST).or_else(entries)
}

/// Bytes that a line of a program may have, without its end.
pub const LONGEST_LINE: usize = 64 * 1024;

/// Why a program has lost its game.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum Fault {
    /// It could not be started: why.
    #[error("it cannot be started: {0}")]
    NotStarted(String),
    /// It is not running any more: its status.
    #[error("it has ended ({0})")]
    Ended(String),
    /// It runs, but nothing can come from it any more.
    #[error("it has closed its output")]
    Closed,
    /// Milliseconds.
    #[error("it did not say hello within {0} ms")]
    NoHello(u128),
    /// What it has called itself when it was started before, and now.
    #[error("it called itself `{before}` earlier and calls itself `{now}` now")]
    Changed { before: String, now: String },
    /// Milliseconds.
    #[error("it did not answer within {0} ms")]
    MoveTime(u128),
    /// Milliseconds.
    #[error("it has used up its {0} ms for the game")]
    GameTime(u128),
    #[error("it sent a line of more than {LONGEST_LINE} bytes")]
    TooLong,
    #[error("it sent something that is not UTF-8 text")]
    NotUtf8,
    /// The beginning of the line.
    #[error("it sent something that is not JSON: `{0}`")]
    NotJson(String),
    /// What is wrong with it.
    #[error("it sent JSON that is not a message: {0}")]
    NotAMessage(String),
    /// The message that it had to send.
    #[error("it should have answered with `{0}`, but sent another message")]
    Unexpected(&'static str),
    #[error("it answered decision {answered} instead of decision {asked}")]
    WrongId { asked: u64, answered: u64 },
    #[error("it chose option {option} of {options}, which are numbered from 0")]
    NoOption { option: u64, options: usize },
    /// So many choices in one turn.
    #[error("it made more than {0} choices in one turn")]
    Stalled(u32),
}

impl Fault {
    /// A word for programs.
    pub fn code(&self) -> &'static str {
        self.into()
    }
}

#[cfg(test)]
mod tests {
    use super::{Fault, FromBot, LONGEST_LINE, Want};

    #[test]
    fn what_does_not_fit_in_a_request_is_told_with_its_place() {
        let reason = |line: &str| match FromBot::read(line.as_bytes()) {
            Err(Fault::NotAMessage(reason)) => reason,
            other => panic!("{line}: {other:?}"),
        };
        for (line, said) in [
            (
                r#"{"type":"apply","steps":[[0,7],[1,null]]}"#,
                "`steps[1][1]` is null, not a whole number from 0 to 4294967295",
            ),
            (
                r#"{"type":"pick","steps":[[0]]}"#,
                "`steps[0]` is [0], not a list of two",
            ),
            (
                r#"{"type":"options","states":[0,"1"]}"#,
                "`states[1]` is \"1\", not a whole number from 0 to 4294967295",
            ),
            (r#"{"type":"drop","states":5}"#, "`states` is 5, not a list"),
            (
                r#"{"type":"view","views":[[0,1]]}"#,
                "`views[0][1]` is 1, not a seat such as `\"p1\"`",
            ),
            (
                r#"{"type":"reset","games":[[0,-1]]}"#,
                "`games[0][1]` is -1, not a whole number from 0 to 18446744073709551615",
            ),
            (
                r#"{"type":"worlds","state":"a","seat":"p1","seed":1,"into":[]}"#,
                "`state` is \"a\", not a whole number from 0 to 4294967295",
            ),
        ] {
            assert_eq!(reason(line), said);
        }
        let twice = reason(r#"{"type":"drop","states":[5],"states":[6]}"#);
        assert_eq!(twice, "it has a key twice");
        assert!(
            reason(r#"{"type":"view","views":[[0,"p9"]]}"#).contains("p1"),
            "what no check here finds is told by the reader"
        );
    }

    #[test]
    fn what_a_program_may_say_is_read() {
        let hello = FromBot::read(
            br#"{"type":"hello","name":"me","version":"2","wants":["log","events"]}"#,
        );
        assert_eq!(
            hello,
            Ok(FromBot::Hello {
                name: "me".into(),
                version: "2".into(),
                wants: vec![Want::Log, Want::Events]
            })
        );
        let choose = FromBot::read(b" { \"option\": 3, \"id\": 7, \"type\": \"choose\" }\r");
        assert_eq!(choose, Ok(FromBot::Choose { id: 7, option: 3 }));
    }

    #[test]
    fn anything_else_is_a_fault_with_a_name() {
        let code = |line: &[u8]| FromBot::read(line).expect_err("it is no message").code();
        assert_eq!(code(b"hello"), "not-json");
        assert_eq!(code(b""), "not-json");
        assert_eq!(code(br#"{"type":"choose","id":1"#), "not-json");
        assert_eq!(code(&[b'['; 4000]), "not-json");
        assert_eq!(code(b"\xff\xfe{}"), "not-utf8");
        assert_eq!(code(&vec![b' '; LONGEST_LINE + 1]), "too-long");
        let reason = |line: &str| match FromBot::read(line.as_bytes()) {
            Err(Fault::NotAMessage(reason)) => reason,
            other => panic!("{line}: {other:?}"),
        };
        let types = "`hello`, `choose`, `reset`, `worlds`, `clone`, `apply`, `pick`, `undo`, `outcome`, `options`, `view`, \
                     `observe`, `drop`";
        assert_eq!(
            reason(r#"{"option":0}"#),
            format!("it has no `type`; the types are {types}")
        );
        let resigned =
            format!("a bot cannot send a message of type `resign`; the types are {types}");
        assert_eq!(reason(r#"{"type":"resign"}"#), resigned);
        let far = reason(r#"{"type":"choose","id":1,"option":1e999}"#);
        assert_eq!(far, "it cannot be read: number out of range");
        assert_eq!(
            reason(r#"{"type":"choose","id":1}"#),
            "a `choose` needs the key `option`"
        );
        assert_eq!(
            reason(r#"{"type":"choose","id":1,"option":0,"more":1}"#),
            "a `choose` has no key `more`"
        );
        let number = "`option` must be a whole number, from 0";
        assert_eq!(reason(r#"{"type":"choose","id":1,"option":"0"}"#), number);
        assert_eq!(
            reason(r#"{"type":"hello","name":7,"version":"1","wants":[]}"#),
            "`name` must be a text"
        );
        let wants = "`wants` must be a list of any of `log`, `events`, `observation`, `single`";
        assert_eq!(
            reason(r#"{"type":"hello","name":"me","version":"1","wants":["all"]}"#),
            wants
        );
        assert_eq!(
            reason(r#"{"type":"choose","id":1,"id":2,"option":0}"#),
            "it has a key twice"
        );
        for line in [
            "5",
            "null",
            r#"["choose",1,0]"#,
            r#"{"type":"choose","id":1,"option":-1}"#,
            r#"{"type":"choose","id":1,"option":0.5}"#,
            r#"{"type":"choose","id":1,"option":99999999999999999999}"#,
            r#"{"type":"hello","name":"","version":"1","wants":[]}"#,
            r#"{"type":"hello","name":"\u001b[2J","version":"1","wants":[]}"#,
            r#"{"type":"hello","name":"\u009b2J","version":"1","wants":[]}"#,
            r#"{"type":"hello","name":"me","version":"\u202e1","wants":[]}"#,
        ] {
            assert_eq!(code(line.as_bytes()), "not-a-message", "{line}");
        }
    }

    #[test]
    fn what_is_quoted_cannot_steer_a_terminal() {
        let said = FromBot::read(b"\x1b[2Jboo")
            .expect_err("it is no message")
            .to_string();
        assert_eq!(said, r"it sent something that is not JSON: `\u{1b}[2Jboo`");
        let Err(Fault::NotAMessage(reason)) = FromBot::read(b"{\"type\":\"\\u001b[2J\"}") else {
            panic!("it is read")
        };
        assert!(!reason.contains('\u{1b}'), "{reason}");
    }
}

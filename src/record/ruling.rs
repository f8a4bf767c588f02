//! Rulings: small files that settle an argument for good. A position, some moves, what must follow.

use explain::rulebook::rulebook;
use lang::Fault;
use miette::Diagnostic;
use rules::{Report, Settings};
use schemars::JsonSchema;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use text::{Quoted, Source, Span, suggest};
use toml::Spanned;
use toml::de::{DeTable, DeValue, Error, ValueDeserializer};

/// One ruling.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Ruling {
    /// Says what it claims: `embers-die-in-rain`.
    #[schemars(with = "String")]
    pub id: Spanned<String>,
    /// The same in words for people.
    pub title: String,
    /// The ids of the rules it pins.
    #[schemars(with = "Vec<String>")]
    pub rules: Vec<Spanned<String>>,
    /// A recipe's id.
    #[schemars(with = "String")]
    pub game: Spanned<String>,
    /// The kinds of a draft, by any of their names.
    #[serde(default)]
    #[schemars(with = "Vec<String>")]
    pub kinds: Vec<Spanned<String>>,
    /// Disputes and their values at this table.
    #[serde(default)]
    #[schemars(with = "BTreeMap<String, String>")]
    pub disputes: BTreeMap<String, Spanned<String>>,
    /// The table at the beginning, in the notation.
    #[schemars(with = "String")]
    pub position: Spanned<String>,
    /// What is chosen then, a label a line.
    #[schemars(with = "Option<String>")]
    pub moves: Option<Spanned<String>>,
    /// What has to hold at the end.
    #[schemars(with = "Expect")]
    pub expect: Spanned<Expect>,
}

/// What must follow.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Expect {
    /// Lines of the position; those left out may be anything.
    #[schemars(with = "Option<String>")]
    pub position: Option<Spanned<String>>,
    /// Who is asked.
    #[schemars(with = "Option<String>")]
    pub asked: Option<Spanned<String>>,
    /// Labels that are offered.
    #[serde(default)]
    #[schemars(with = "Vec<String>")]
    pub options: Vec<Spanned<String>>,
    /// Labels that are not offered.
    #[serde(default)]
    #[schemars(with = "Vec<String>")]
    pub not_options: Vec<Spanned<String>>,
    /// Who has won.
    #[schemars(with = "Option<String>")]
    pub winner: Option<Spanned<String>>,
    /// The game is over, and nobody has won.
    #[schemars(with = "Option<bool>")]
    pub draw: Option<Spanned<bool>>,
    /// Words of the sentence that tells that texts are cut off.
    #[schemars(with = "Option<String>")]
    pub report: Option<Spanned<String>>,
    /// Sentences of a log in which all cards lie open.
    #[serde(default)]
    #[schemars(with = "Vec<String>")]
    pub told: Vec<Spanned<String>>,
    /// By seat: lines of what it sees.
    #[serde(default)]
    #[schemars(with = "BTreeMap<String, String>")]
    pub view: BTreeMap<String, Spanned<String>>,
}

impl Expect {
    /// Nothing is said of what must follow.
    pub fn is_empty(&self) -> bool {
        let lists = [&self.options, &self.not_options, &self.told];
        let words = [&self.asked, &self.winner, &self.report];
        let mut lines = self.position.iter().chain(self.view.values());
        lists.iter().all(|list| list.is_empty())
            && words.iter().all(|word| word.is_none())
            && self.draw.is_none()
            && lines.all(|lines| telling(lines.get_ref()).next().is_none())
    }
}

/// The lines of a position that say something: without empty ones and remarks.
pub(super) fn telling(text: &str) -> impl Iterator<Item = &str> {
    text.lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// An expectation that was not met, or a fault in the ruling itself.
pub type Failure = Fault;

pub(super) fn failure(span: std::ops::Range<usize>, reason: impl Into<String>) -> Failure {
    Fault::new(Span::new(span.start, span.end), reason)
}

impl Ruling {
    /// What its table has decided.
    pub fn settings(&self) -> Settings {
        let disputes = self
            .disputes
            .iter()
            .map(|(name, value)| (name.clone(), value.get_ref().clone()));
        let kinds = self.kinds.iter().map(|kind| kind.get_ref().clone());
        Settings {
            disputes: disputes.collect(),
            kinds: kinds.collect(),
        }
    }

    /// The ids of the rules it pins.
    pub fn rule_ids(&self) -> impl Iterator<Item = &str> {
        self.rules.iter().map(|rule| rule.get_ref().as_str())
    }

    /// Whether any of its positions and labels has one of these names in it, written in small letters.
    pub fn names_any(&self, names: &[String]) -> bool {
        let expect = self.expect.get_ref();
        let texts = [
            Some(&self.position),
            self.moves.as_ref(),
            expect.position.as_ref(),
        ];
        let lists = expect.options.iter().chain(&expect.not_options);
        let mut texts = texts
            .into_iter()
            .flatten()
            .chain(lists)
            .chain(expect.view.values());
        texts.any(|text| {
            let text = text.get_ref().to_lowercase();
            names.iter().any(|name| text.contains(name))
        })
    }
}

/// Where what a string of the file says is written.
pub(super) fn quoted(source: &Source, value: &Spanned<String>) -> Quoted {
    let span = value.span();
    Quoted::new(
        source.text.get(span.clone()).unwrap_or_default(),
        span.start,
        value.get_ref(),
    )
}

/// Faults of a text, at their places in the file.
pub(super) fn placed(quoted: &Quoted, mut faults: Vec<Failure>) -> Vec<Failure> {
    faults
        .iter_mut()
        .for_each(|fault| fault.span = quoted.place(fault.span));
    faults
}

/// The key of the files that the rulings need.
const CARDS: &str = "cards";

/// Reads a file of rulings.
///
/// # Errors
/// All that is wrong with it, each at its place.
pub fn read_rulings(source: &Source) -> Result<Vec<Ruling>, Vec<Failure>> {
    let (rulings, faults) = read_all(source);
    if faults.is_empty() {
        Ok(rulings)
    } else {
        Err(faults)
    }
}

/// The files of cards and recipes that the rulings of a file need, each where it lies, with its place in the text.
pub fn cards_of(source: &Source) -> Vec<(PathBuf, Span)> {
    let (document, _) = DeTable::parse_recoverable(&source.text);
    let Some(DeValue::Array(items)) = document.get_ref().get(CARDS).map(toml::Spanned::get_ref)
    else {
        return Vec::new();
    };
    let file = |item: &toml::Spanned<DeValue>| {
        let name = item.get_ref().as_str()?;
        Some((
            Path::new(&*source.name).with_file_name(name),
            Span::new(item.span().start, item.span().end),
        ))
    };
    items.iter().filter_map(file).collect()
}

/// The rulings of a file that can be read, and what is wrong with the others.
pub fn read_all(source: &Source) -> (Vec<Ruling>, Vec<Failure>) {
    let (document, errors) = DeTable::parse_recoverable(&source.text);
    if !errors.is_empty() {
        return (
            Vec::new(),
            errors.iter().map(|error| fault(source, error)).collect(),
        );
    }
    let (mut rulings, mut faults) = (Vec::new(), Vec::new());
    for (key, value) in document.into_inner() {
        match value.get_ref() {
            DeValue::Array(items) if key.get_ref() == "ruling" => {
                for item in items.iter() {
                    match Ruling::deserialize(ValueDeserializer::from(item.clone())) {
                        Ok(ruling) => {
                            faults.extend(id_fault(&ruling));
                            rulings.push(ruling);
                        }
                        Err(error) => faults.push(fault(source, &error)),
                    }
                }
            }
            value if key.get_ref() == CARDS => {
                let listed = matches!(value, DeValue::Array(items) if items.iter().all(|item| item.get_ref().is_str()));
                if !listed {
                    let reason = format!("`{CARDS}` must be a list of card or recipe files");
                    faults.push(failure(key.span(), reason).with_help(format!(
                        "write `{CARDS} = [\"../my-game.toml\"]`; paths are relative to this file"
                    )));
                }
            }
            _ => {
                faults.push(failure(key.span(), format!("a file of rulings has no key `{}`", key.get_ref())).with_help(
                    "begin every ruling with `[[ruling]]`; only `cards` may come before the first one",
                ));
            }
        }
    }
    faults.sort_by_key(|fault| fault.span);
    (rulings, faults)
}

/// An id is typed on the command line, and stands on a line by itself.
fn id_fault(ruling: &Ruling) -> Option<Failure> {
    let id = ruling.id.get_ref();
    let plain = |sign: char| sign.is_alphanumeric() || matches!(sign, '-' | '_' | '.');
    if id.starts_with(char::is_alphanumeric) && id.chars().all(plain) {
        return None;
    }
    let help = "use letters, digits, hyphens, dots and underscores; begin with a letter or digit: `id = \"what-this-shows\"`";
    Some(failure(ruling.id.span(), "this is not a valid id of a ruling").with_help(help))
}

/// What the reader of TOML says, at the line where it says it.
fn fault(source: &Source, error: &Error) -> Failure {
    let mut span = error.span().unwrap_or(0..0);
    if let Some(length) = source
        .text
        .get(span.clone())
        .and_then(|text| text.find('\n'))
    {
        span.end = span.start + length;
    }
    let message = error.message();
    let mut quoted = message.split('`').skip(1).step_by(2);
    let help = match (message.starts_with("unknown field"), quoted.next()) {
        (true, Some(CARDS)) => Some(format!(
            "write `{CARDS}` once, above the first `[[ruling]]`"
        )),
        (true, Some(word)) => suggest(word, quoted).map(|near| format!("did you mean `{near}`?")),
        _ => None,
    };
    let reason = message.split(", expected one of").next().unwrap_or(message);
    // The reader of TOML calls tables by the types that they become.
    let reason = ["struct Ruling", "struct Expect"]
        .iter()
        .fold(reason.replace("field", "key"), |reason, name| {
            reason.replace(name, "a table")
        });
    let help = help.or_else(|| written_otherwise(&reason)).unwrap_or_else(|| {
        "a ruling has id, title, rules, game, position and [ruling.expect]; `brink ruling --new` prints one".into()
    });
    let reason = match reason
        .strip_prefix("invalid type: ")
        .and_then(|reason| reason.split_once(", expected "))
    {
        Some((found, wanted)) => format!("expected {}, found {}", plain(wanted), plain(found)),
        None => reason,
    };
    failure(span, reason).with_help(help)
}

/// How what is of another sort is written.
fn written_otherwise(reason: &str) -> Option<String> {
    let (found, wanted) = reason
        .strip_prefix("invalid type: ")?
        .split_once(", expected ")?;
    let found = found.split('`').nth(1).unwrap_or_default();
    Some(match (wanted, found) {
        ("a string", "") => {
            "write it as one text, line by line between `\"\"\"` and `\"\"\"`".to_string()
        }
        ("a string", found) => format!("write it in quotes: `\"{found}\"`"),
        ("a sequence", _) => "write a list, in brackets: `[\"...\", \"...\"]`".to_string(),
        ("a map", _) => "write `NAME = VALUE` in braces: `{ NAME = \"VALUE\" }`".to_string(),
        ("a boolean", _) => "write `true` or `false`, without quotes".to_string(),
        _ => return None,
    })
}

/// What the reader of TOML calls a thing, as people do.
fn plain(thing: &str) -> String {
    const WORDS: [(&str, &str); 8] = [
        ("integer ", "the number "),
        ("floating point ", "the number "),
        ("boolean ", ""),
        ("a sequence", "a list"),
        ("sequence", "a list"),
        ("a string", "a text"),
        ("string ", "the text "),
        ("map", "a table"),
    ];
    let found = WORDS
        .iter()
        .find_map(|(word, plain)| Some(format!("{plain}{}", thing.strip_prefix(word)?)));
    found.unwrap_or_else(|| thing.to_string())
}

/// The rules that a ruling names and the rules of the project do not list.
pub fn rule_faults(ruling: &Ruling) -> Vec<Failure> {
    let ids = || rulebook().iter().map(|rule| rule.id.as_str());
    let unknown = ruling
        .rules
        .iter()
        .filter(|rule| !ids().any(|id| id == rule.get_ref()));
    let faults = unknown.map(|rule| {
        let help = suggest(rule.get_ref(), ids()).map(|near| format!("did you mean `{near}`?"));
        failure(
            rule.span(),
            format!("no rule is called `{}`", rule.get_ref()),
        )
        .with_help(help.unwrap_or_else(|| {
            "`brink rules` shows all rules with their ids; `rules` may be empty".into()
        }))
    });
    faults.collect()
}

/// Why the game of a ruling cannot be made, each fault where the ruling asks for what there is not.
pub fn game_faults(ruling: &Ruling, report: &Report) -> Vec<Failure> {
    let at = |message: &str| {
        let said = |word: &str| message.contains(&format!("`{word}`"));
        let dispute = ruling
            .disputes
            .iter()
            .find(|(name, value)| said(name) || said(value.get_ref()));
        let kind = ruling.kinds.iter().find(|kind| said(kind.get_ref()));
        dispute
            .map(|(_, value)| value)
            .or(kind)
            .unwrap_or(&ruling.game)
            .span()
    };
    let faults = report.faults.iter().map(|fault| {
        let reason = fault.to_string();
        let game = reason.contains(&format!("`{}`", ruling.game.get_ref()));
        let failure = failure(at(&reason), reason);
        match fault.help().map(|help| help.to_string()) {
            Some(help) if fault.asks_for_kinds() => {
                failure.with_help(format!("{help}: `kinds = [\"A\", \"B\", ...]`"))
            }
            Some(help) if game && !help.starts_with("did you mean") => {
                let own =
                    "for your own recipe, name its file above the rulings: `cards = [\"FILE\"]`";
                failure.with_help(format!("{help}; {own}"))
            }
            Some(help) => failure.with_help(help),
            None => failure,
        }
    });
    faults.collect()
}

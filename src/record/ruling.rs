//! Rulings: small files that settle an argument for good. A position, some moves, what must follow.

use std::collections::BTreeMap;

use serde::Deserialize;
use toml::Spanned;

use lang::notation::NotationError;
use rules::Settings;
use text::{Quoted, Source, Span};

/// One ruling.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ruling {
    /// Says what it claims: `embers-die-in-rain`.
    pub id: Spanned<String>,
    /// The same in words for people.
    pub title: String,
    /// The ids of the rules it pins.
    pub rules: Vec<Spanned<String>>,
    /// A recipe's id.
    pub game: Spanned<String>,
    /// The kinds of a draft, by any of their names.
    #[serde(default)]
    pub kinds: Vec<Spanned<String>>,
    /// The value stands beside its name, and serves as the place of both.
    #[serde(default)]
    pub disputes: BTreeMap<String, Spanned<String>>,
    /// The table at the beginning, in the notation.
    pub position: Spanned<String>,
    /// What is chosen then, a label a line.
    pub moves: Option<Spanned<String>>,
    /// What has to hold at the end.
    pub expect: Spanned<Expect>,
}

/// What must follow.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Expect {
    /// Lines of the position; those left out may be anything.
    pub position: Option<Spanned<String>>,
    /// Who is asked.
    pub asked: Option<Spanned<String>>,
    /// Labels that are offered.
    #[serde(default)]
    pub options: Vec<Spanned<String>>,
    /// Labels that are not offered.
    #[serde(default)]
    pub not_options: Vec<Spanned<String>>,
    /// Who has won.
    pub winner: Option<Spanned<String>>,
    /// The game is over, and nobody has won.
    pub draw: Option<Spanned<bool>>,
    /// Words of the sentence that tells that texts are cut off.
    pub report: Option<Spanned<String>>,
    /// Sentences of a log in which all cards lie open.
    #[serde(default)]
    pub told: Vec<Spanned<String>>,
    /// By seat: lines of what it sees.
    #[serde(default)]
    pub view: BTreeMap<String, Spanned<String>>,
}

impl Expect {
    /// Nothing is said of what must follow.
    pub fn is_empty(&self) -> bool {
        let Expect {
            position,
            asked,
            options,
            not_options,
            winner,
            draw,
            report,
            told,
            view,
            ..
        } = self;
        let lists = [options, not_options, told]
            .iter()
            .all(|list| list.is_empty());
        let lines = position
            .iter()
            .chain(view.values())
            .all(|lines| telling(lines.get_ref()).next().is_none());
        lists
            && lines
            && draw.is_none()
            && [asked, winner, report].iter().all(|said| said.is_none())
    }
}

/// The lines of a position that say something: without empty ones and remarks.
pub(super) fn telling(text: &str) -> impl Iterator<Item = &str> {
    text.lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// An expectation that was not met, or a fault in the ruling itself.
pub type Failure = NotationError;

pub(super) fn failure(span: std::ops::Range<usize>, reason: impl Into<String>) -> Failure {
    NotationError::new(Span::new(span.start, span.end), reason)
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
        let lists = expect
            .options
            .iter()
            .chain(&expect.not_options)
            .chain(expect.view.values());
        let mut texts = texts
            .into_iter()
            .flatten()
            .chain(lists)
            .map(|text| text.get_ref().to_lowercase());
        texts.any(|text| names.iter().any(|name| text.contains(name)))
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

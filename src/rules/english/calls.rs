//! Says keywords: where a text calls them, and what they do.

use super::line::{Block, Line, laid_out};
use super::speaker::{Called, Setting, Speaker, Words};
use super::things::As;
use crate::base::plural_of;
use crate::rules::names::{Parameter, Signature, Type, noun};
use crate::rules::tree::{Argument, Body, Item, Local, SetKind, Source, Step, Text};

/// The sentences of a reading of a keyword: what it does with what it is told.
pub(in crate::rules) fn keyword(
    words: Words<'_>,
    signature: &Signature,
    reads: Option<&str>,
    text: &Text,
) -> Vec<String> {
    let mut speaker = Speaker::of(words, text);
    speaker.setting = Setting::Either;
    let params = &signature.params;
    let mut given = Vec::new();
    for (local, param) in params.iter().enumerate() {
        let (as_given, then) = given_as(params, param, &text.body, local);
        let (called, again) = match then {
            Then::Called(called) => (Called::Phrase(called.clone()), called),
            Then::One(noun) => {
                speaker.come.push((noun, "given"));
                (Called::Brought { noun, how: "given", at: 1 }, format!("that {noun}"))
            }
        };
        speaker.locals[local] = called;
        given.push((as_given, again));
    }
    let head = format!("to {}", written_out(signature, reads, &given));
    laid_out(&[Line::Block(Block::new(head, ": ", speaker.lines(&text.body)))])
}

/// How a keyword is written, with what it takes: `hurl at a player`.
pub(in crate::rules) fn usage(signature: &Signature, text: &Text) -> String {
    let params = &signature.params;
    let given = |(local, param)| match given_as(params, param, &text.body, local).0 {
        lot if lot.contains("certain ") => plural_of(noun_of_type(param.kind)),
        given => given,
    };
    let given: Vec<(String, String)> = params.iter().enumerate().map(|param| (given(param), String::new())).collect();
    written_out(signature, None, &given)
}

/// What a parameter is called once it has been said what it is.
enum Then {
    Called(String),
    /// The only one of its noun.
    One(&'static str),
}

/// How a parameter is spoken of: `a player`, then `that player`; by its name where another one is the same.
fn given_as(params: &[Parameter], param: &Parameter, body: &Body, local: Local) -> (String, Then) {
    let noun = noun_of_type(param.kind);
    let name = param.name.to_uppercase();
    let alone = params.iter().filter(|other| other.kind == param.kind).count() == 1;
    match param.kind {
        Type::One(_) if alone => (format!("a {noun}"), Then::One(noun)),
        Type::One(_) => (format!("a {noun} ({name})"), Then::Called(name)),
        Type::Many(_) => {
            let many = plural_of(noun);
            let lot = match goes_through(body, local) {
                true => format!("certain {many}"),
                false => format!("any of certain {many}"),
            };
            match alone {
                true => (lot, Then::Called(format!("those {many}"))),
                false => (format!("{lot} ({name})"), Then::Called(name)),
            }
        }
        Type::Number if alone => ("N".into(), Then::Called("N".into())),
        Type::Number | Type::Truth | Type::Each(_) | Type::EachNumber | Type::Broken => {
            (name.clone(), Then::Called(name))
        }
    }
}

fn noun_of_type(kind: Type) -> &'static str {
    match kind {
        Type::One(element) | Type::Many(element) => noun(element),
        Type::Number | Type::Truth | Type::Each(_) | Type::EachNumber | Type::Broken => "number",
    }
}

impl Speaker<'_> {
    /// A keyword in the words that it brings along, or as it is written.
    pub(super) fn called(&mut self, keyword: usize, arguments: &[Argument]) -> String {
        let signature = &self.words.names.keywords[keyword];
        let called = &self.words.keywords[keyword];
        let mut said: Vec<(String, String)> = Vec::new();
        for (local, argument) in arguments.iter().enumerate() {
            let first = match argument {
                Argument::Item(item) => self.item(item),
                Argument::Number(number) => self.number(number),
                Argument::Set(set) => {
                    let text = self.words.disputes.map_or(&called.text.printed, |settled| called.text.at(settled));
                    if goes_through(&text.body, local) { self.definite(set) } else { self.set(set, As::Any) }
                }
            };
            // What was chosen with the first words is there for the next.
            let again = match argument {
                Argument::Item(Item::Any { local, .. } | Item::Local(local)) => self.call(*local),
                _ => first.clone(),
            };
            said.push((first, again));
        }
        written_out(signature, called.reads.as_deref(), &said)
    }
}

/// The text does something with each thing of this plural parameter.
fn goes_through(body: &Body, param: Local) -> bool {
    body.any_step(&|step| match step {
        Step::ForEach { set, .. } => match &set.kind {
            SetKind::Of { source, .. } => *source == Source::Param(param),
            SetKind::Plus(..) => false,
        },
        _ => false,
    })
}

/// A keyword with what it takes (as it is said first, and again), in the words that it brings along or as it is written.
fn written_out(signature: &Signature, reads: Option<&str>, said: &[(String, String)]) -> String {
    if let Some(template) = reads {
        let mut before = vec![false; said.len()];
        return filled(template, |placeholder| {
            let (name, forms) = placeholder.split_once(' ').unwrap_or((placeholder, ""));
            let at = signature.params.iter().position(|param| param.name == name)?;
            let (first, again) = said.get(at)?;
            let value = if std::mem::replace(&mut before[at], true) { again } else { first };
            // `{count card|cards}`
            Some(match forms.split_once('|') {
                Some((one, many)) => format!("{value} {}", if value == "1" { one } else { many }),
                None => value.clone(),
            })
        });
    }
    let mut phrase = signature.name.clone();
    for (param, (said, _)) in signature.params.iter().zip(said) {
        if let Some(preposition) = &param.preposition {
            phrase.push_str(&format!(" {preposition}"));
        }
        phrase.push_str(&format!(" {said}"));
    }
    phrase
}

/// A template with its `{NAME}`s filled in; what is filled in is not looked through again.
fn filled(template: &str, mut value: impl FnMut(&str) -> Option<String>) -> String {
    let mut out = String::new();
    let mut rest = template;
    while let Some((before, behind)) = rest.split_once('{') {
        out.push_str(before);
        let (name, behind) = behind.split_once('}').unwrap_or((behind, ""));
        out.push_str(&value(name).unwrap_or_default());
        rest = behind;
    }
    out + rest
}

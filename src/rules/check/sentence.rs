//! Checks the names in braces of the sentences that a keyword brings along: for the log, and for `explain`.

use super::In;
use crate::error::{Problem, Report, near};
use crate::names::Type;
use lang::ast;

/// The `{NAME}`s in a sentence for the log. What stands for several things has no name in a sentence.
pub(super) fn placeholders(
    file: In,
    log: &ast::Word,
    define: Option<&ast::Define>,
    report: &mut Report,
) {
    let params = define
        .map(|define| define.params.as_slice())
        .unwrap_or_default();
    let (many, one): (Vec<_>, Vec<_>) = params
        .iter()
        .partition(|param| matches!(Type::of(param.kind.node), Type::Many(_)));
    let known: Vec<&str> = std::iter::once("you")
        .chain(one.iter().map(|param| param.name.node.as_str()))
        .collect();
    for name in in_braces(file, log, report).into_iter().flatten() {
        // `{you do|does}`: the word for oneself, and that for others.
        let name = name
            .split_once(' ')
            .filter(|(name, verbs)| *name == "you" && verbs.contains('|'))
            .map_or(name, |own| own.0);
        if !known.contains(&name) {
            let help = match many.iter().any(|param| param.name.node == name) {
                true => format!(
                    "`{name}` stands for any number of things, which a sentence cannot name"
                ),
                false => near(name, known.iter().copied()),
            };
            let problem = Problem::Unknown {
                what: "parameter",
                name: name.to_string(),
                help,
            };
            report.add(file.source, log.span, problem);
        }
    }
}

/// The `{NAME}`s in how a keyword is said: all of its parameters.
pub(super) fn parameters(
    file: In,
    reads: &ast::Word,
    define: Option<&ast::Define>,
    report: &mut Report,
) {
    let params = define
        .map(|define| define.params.as_slice())
        .unwrap_or_default();
    let Some(named) = in_braces(file, reads, report) else {
        return;
    };
    // `{count card|cards}`: the noun for one, and that for more.
    let is_number = |name: &str| {
        params
            .iter()
            .any(|param| param.name.node == name && Type::of(param.kind.node) == Type::Number)
    };
    let name_of = |named| match str::split_once(named, ' ') {
        Some((name, nouns)) if is_number(name) && nouns.contains('|') => name,
        _ => named,
    };
    let named: Vec<&str> = named.into_iter().map(name_of).collect();
    let mut unknown = false;
    for name in &named {
        if !params.iter().any(|param| param.name.node == *name) {
            unknown = true;
            let help = match params {
                [] => "the keyword has no parameters: leave the braces out".to_string(),
                params => near(name, params.iter().map(|param| param.name.node.as_str())),
            };
            report.add(
                file.source,
                reads.span,
                Problem::Unknown {
                    what: "parameter",
                    name: name.to_string(),
                    help,
                },
            );
        }
    }
    // A misspelt name is meant for one of them.
    for param in params
        .iter()
        .filter(|param| !unknown && !named.contains(&&*param.name.node))
    {
        report.add(
            file.source,
            reads.span,
            Problem::LeftOut {
                name: param.name.node.clone(),
            },
        );
    }
}

/// What stands in the braces of a sentence, if they pair; else that is reported.
fn in_braces<'s>(file: In, sentence: &'s ast::Word, report: &mut Report) -> Option<Vec<&'s str>> {
    let mut named = Vec::new();
    let mut rest = sentence.node.as_str();
    while let Some(at) = rest.find(['{', '}']) {
        match rest[at..]
            .strip_prefix('{')
            .and_then(|behind| behind.split_once('}'))
        {
            Some((name, behind)) if !name.contains('{') => {
                named.push(name);
                rest = behind;
            }
            _ => {
                report.add(file.source, sentence.span, Problem::LooseBrace);
                return None;
            }
        }
    }
    Some(named)
}

//! Checks the names in braces of the sentences that a keyword brings along: for the log, and for plain English.

use super::face::In;
use crate::rules::error::{Problem, Report, near};
use crate::rules::names::Type;
use crate::syntax::ast;

/// The `{NAME}`s in a sentence for the log. What stands for several things has no name in a sentence.
pub(super) fn placeholders(file: In, log: &ast::Word, define: Option<&ast::Define>, report: &mut Report) {
    let params = define.map(|define| define.params.as_slice()).unwrap_or_default();
    let (many, one): (Vec<_>, Vec<_>) =
        params.iter().partition(|param| matches!(Type::of(param.kind.node), Type::Many(_)));
    let known: Vec<&str> = std::iter::once("you").chain(one.iter().map(|param| param.name.node.as_str())).collect();
    for piece in log.node.split('{').skip(1) {
        let name = piece.split('}').next().unwrap_or_default();
        // `{you do|does}`: the word for oneself, and that for others.
        let name = name
            .split_once(' ')
            .filter(|(name, verbs)| *name == "you" && verbs.contains('|'))
            .map_or(name, |own| own.0);
        if !known.contains(&name) {
            let help = match many.iter().any(|param| param.name.node == name) {
                true => format!("`{name}` stands for any number of things, which a sentence cannot name"),
                false => near(name, known.iter().copied()),
            };
            let problem = Problem::Unknown { what: "parameter", name: name.to_string(), help };
            report.add(file.source, log.span, problem);
        }
    }
}

/// The `{NAME}`s in how a keyword is said: any of its parameters.
pub(super) fn parameters(file: In, reads: &ast::Word, define: Option<&ast::Define>, report: &mut Report) {
    let params = define.map(|define| define.params.as_slice()).unwrap_or_default();
    for piece in reads.node.split('{').skip(1) {
        let name = piece.split('}').next().unwrap_or_default();
        if !params.iter().any(|param| param.name.node == name) {
            let help = match params {
                [] => "the keyword has no parameters: leave the braces out".to_string(),
                params => near(name, params.iter().map(|param| param.name.node.as_str())),
            };
            report.add(file.source, reads.span, Problem::Unknown { what: "parameter", name: name.to_string(), help });
        }
    }
}

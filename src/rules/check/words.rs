//! The texts of words: keywords, counters, tallies and rules, and the sentences that tell of them.

use super::face::{BUILDING, CRISIS, KEYWORD, SWITCH, TALLY, first_span};
use super::readings::{instead, same};
use super::scope::{OF_COUNTER, unknown};
use super::{In, Place};
use crate::error::{Help, Problem, Report, near};
use crate::file::{CounterText, CrisisText, KeywordText, TallyText};
use crate::ir::Element;
use crate::names::{Signature, Type, definition};
use crate::tree::{Alone, Cond, Disputed, Face, Keyword, Set, Text};
use crate::verbs::Wanted;
use lang::ast::{self, Clause, Define, Param, Voice};
use text::Spanned;

const MARK: Place = Place {
    name: OF_COUNTER,
    ..BUILDING
};

/// A keyword: its text, and the sentences for the log.
pub fn keyword(file: In, keyword: &KeywordText, report: &mut Report) -> Option<Keyword> {
    for log in keyword.log.iter().chain(&keyword.log_unanswered) {
        placeholders(file, log, definition(&keyword.text), report);
    }
    if let Some(reads) = &keyword.reads {
        parameters(file, reads, definition(&keyword.text), report);
    }
    let texts = (&keyword.text, keyword.instead.as_slice());
    let text = instead(
        file,
        &keyword.name,
        texts,
        report,
        |text, printed, report| {
            if !printed {
                let usage = |text| {
                    definition(text).map(|define| Signature::new(&keyword.name.node, Some(define)))
                };
                let at = Spanned::new("parameters", first_span(text, &keyword.name));
                same(file, at, (usage(&keyword.text), usage(text)), report);
            }
            keyword_text(file, &keyword.name, text, report)
        },
    );
    let sentence = |log: &Option<ast::Word>| log.as_ref().map(|log| log.node.clone());
    let (log, log_unanswered) = (sentence(&keyword.log), sentence(&keyword.log_unanswered));
    let (reads, noun) = (sentence(&keyword.reads), sentence(&keyword.noun));
    Some(Keyword {
        rules: keyword.rules.clone(),
        log,
        log_unanswered,
        reads,
        noun,
        text: text?,
    })
}

/// One definition of the keyword's own name.
fn keyword_text(file: In, name: &ast::Word, text: &ast::Text, report: &mut Report) -> Option<Text> {
    let whole = format!("the keyword `{}`", name.node);
    let said = ("`define`", "`define NAME: ...`", whole);
    let (define, span) = file.only((text, name), KEYWORD, said, report, |clause| match clause {
        Clause::Define(define) => Some(define),
        _ => None,
    })?;
    if define.name.node != name.node {
        let help = format!("the section defines `{}`", name.node);
        let problem = unknown("keyword", &define.name, help);
        report.add(file.source, define.name.span, problem);
    }
    let mut scope = file.scope(KEYWORD, report);
    let block = scope.open();
    for param in &define.params {
        let local = scope.local(Type::of(param.kind.node));
        scope.bind(&param.name, local);
    }
    let body = scope.body(&define.body);
    scope.close(block);
    Some(scope.text(span, 0, body?))
}

/// What a sort of counters says, where it says something.
pub fn mark(file: In, counter: &CounterText, report: &mut Report) -> Option<Disputed<Face>> {
    let text = counter.text.as_ref()?;
    let Some(this @ (Element::StackedCard | Element::Building)) = counter.on else {
        let help = "write `on = \"cards\"`, which means stacked cards and laws, or `on = \"buildings\"`: then `this` means what the \
            counter lies on";
        let place = "the section of a counter without `on`";
        file.misplaced(counter.name.span, ("a text", place, help), report);
        return None;
    };
    let place = Place {
        this: Some(this),
        you: counter.owned,
        ..MARK
    };
    let mut printed = Face {
        name: counter.name.node.clone(),
        ..Face::default()
    };
    for clause in &text.clauses {
        let span = clause.span;
        match &clause.node {
            Clause::Trigger(trigger) if trigger.head.voice != Voice::Short => {
                let trigger = file.trigger((place, place), span, trigger, report);
                printed.triggers.extend(trigger);
            }
            Clause::Trigger(_) => {
                let help = "write the long form: `when this is revealed, ...`";
                file.misplaced(span, ("the short form", MARK.name, help), report);
            }
            other => file.has_no_place(span, other, MARK.name, report),
        }
    }
    let instead = Vec::new();
    Some(Disputed { printed, instead })
}

/// The text of a tally: what it counts besides the cards that say that they count.
pub fn tally(file: In, tally: &TallyText, report: &mut Report) -> Option<Alone<Set>> {
    let text = (tally.text.as_ref()?, &tally.name);
    let whole = format!("the tally `{}`", tally.name.node);
    let said = ("`count`", "`count ...`", whole);
    let (set, span) = file.only(text, TALLY, said, report, |clause| match clause {
        Clause::Count(set) => Some(set),
        _ => None,
    })?;
    file.alone(TALLY, span, report, |scope| {
        scope.set_of(set, Wanted::Piece)
    })
}

/// What happens when nothing is left to draw.
pub fn crisis(file: In, crisis: &CrisisText, report: &mut Report) -> Option<Disputed<Text>> {
    let texts = (&crisis.text, crisis.instead.as_slice());
    instead(file, &crisis.name, texts, report, |text, _, report| {
        let said = (
            "`when nothing is left to draw`",
            "`when nothing is left to draw, ...`",
            "the rule `crisis`".to_string(),
        );
        let text = (text, &crisis.name);
        let (body, span) = file.only(text, CRISIS, said, report, |clause| match clause {
            Clause::Crisis(body) => Some(body),
            _ => None,
        })?;
        file.text(CRISIS, span, body, report)
    })
}

/// A switch of the game: a condition on disputes alone.
pub fn switch(file: In, cond: &Spanned<ast::Cond>, report: &mut Report) -> Option<Alone<Cond>> {
    let checked = file.alone(SWITCH, cond.span, report, |scope| scope.cond(cond))?;
    if !settled(&checked.node) {
        report.add(file.source, cond.span, Problem::NotSettled);
        return None;
    }
    Some(checked)
}

fn settled(cond: &Cond) -> bool {
    match cond {
        Cond::And(left, right) | Cond::Or(left, right) => settled(left) && settled(right),
        Cond::Not(inner) => settled(inner),
        cond => matches!(cond, Cond::Dispute(..)),
    }
}

fn params_of(define: Option<&Define>) -> &[Param] {
    define.map_or(&[], |define| define.params.as_slice())
}

/// The `{NAME}`s in a sentence for the log. What stands for several things has no name in a sentence.
fn placeholders(file: In, log: &ast::Word, define: Option<&Define>, report: &mut Report) {
    let is_many = |param: &&Param| matches!(Type::of(param.kind.node), Type::Many(_));
    let (many, one): (Vec<_>, Vec<_>) = params_of(define).iter().partition(is_many);
    let one = one.iter().map(|param| param.name.node.as_str());
    let known: Vec<&str> = std::iter::once("you").chain(one).collect();
    for name in in_braces(file, log, report).into_iter().flatten() {
        // `{you do|does}`: the word for oneself, and that for others.
        let name = name
            .split_once(' ')
            .filter(|(name, verbs)| *name == "you" && verbs.contains('|'))
            .map_or(name, |own| own.0);
        if !known.contains(&name) {
            let help = match many.iter().any(|param| param.name.node == name) {
                true => format!(
                    "remove it: `{name}` is any number of things, which a sentence cannot name"
                )
                .into(),
                false => near(name, known.iter().copied()),
            };
            no_parameter(file, log, name, help, report);
        }
    }
}

/// The `{NAME}`s in how a keyword is said: all of its parameters.
fn parameters(file: In, reads: &ast::Word, define: Option<&Define>, report: &mut Report) {
    let Some(named) = in_braces(file, reads, report) else {
        return;
    };
    let params = params_of(define);
    // `{count card|cards}`: the noun for one, and that for more.
    let is_number = |name: &str| {
        let number = |param: &Param| Type::of(param.kind.node) == Type::Number;
        params
            .iter()
            .any(|param| param.name.node == name && number(param))
    };
    let name_of = |named| match str::split_once(named, ' ') {
        Some((name, nouns)) if is_number(name) && nouns.contains('|') => name,
        _ => named,
    };
    let named: Vec<&str> = named.into_iter().map(name_of).collect();
    let known: Vec<&str> = params.iter().map(|param| &*param.name.node).collect();
    let (known_ones, unknown): (Vec<&str>, Vec<&str>) =
        named.into_iter().partition(|name| known.contains(name));
    for name in &unknown {
        let help = match params {
            [] => "remove the braces: the keyword has no parameters".into(),
            _ => near(name, known.iter().copied()),
        };
        no_parameter(file, reads, name, help, report);
    }
    // A misspelt name is meant for one of them.
    let left_out = known.iter().filter(|name| !known_ones.contains(name));
    for name in left_out.filter(|_| unknown.is_empty()) {
        let name = name.to_string();
        report.add(file.source, reads.span, Problem::LeftOut { name });
    }
}

fn no_parameter(file: In, said: &ast::Word, name: &str, help: Help, report: &mut Report) {
    let (what, name) = ("parameter", name.to_string());
    report.add(
        file.source,
        said.span,
        Problem::Unknown { what, name, help },
    );
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

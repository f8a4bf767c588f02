//! Writes trees back as canonical text: reading what was printed gives the same tree.

mod alters;
mod expr;
mod parts;
mod turns;
mod when;

use std::fmt;

use super::ast::{
    Ability, Alteration, Body, Branch, Clause, Cond, CountsAs, Deed, Define, Item, Many, Noun, NumExpr, Operand,
    ParamType, Set, SetExpr, Statement, Text, Verb, Word,
};
use crate::base::{Spanned, article};
use alters::alteration;
use expr::{argument, atom, before, closed_number, cond, item, number, set};
use parts::{but_you, called, chosen, chosen_of, during, is_single, let_value};
use turns::{limited, of_turns};
use when::{cannot, event, instead, lasting, trigger};

/// A text in its canonical form, one clause a paragraph of lines, without a line break at the end.
pub fn print(text: &Text) -> String {
    text.clauses.iter().map(|one| clause(&one.node, 0)).collect::<Vec<_>>().join("\n")
}

/// One condition in its canonical form.
pub fn print_cond(one: &Spanned<Cond>) -> String {
    cond(one)
}

/// What somebody has done, in its canonical form.
pub fn print_deed(deed: &Deed) -> String {
    expr::deed(deed)
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&print(self))
    }
}

fn clause(clause: &Clause, depth: usize) -> String {
    match clause {
        Clause::Play(block) => match limited(block) {
            Some((once, rest)) => headed(&format!("play {once}"), &rest, 0),
            None => headed("play", block, 0),
        },
        Clause::Replay(block) => headed("replay", block, 0),
        Clause::Ability(one) => ability(one),
        Clause::Trigger(one) => headed(&trigger(one), &one.body, depth),
        Clause::Cannot(one) => during(&one.head.during) + &cannot(one),
        Clause::Instead(one) => headed(&instead(one), &one.body, 0),
        Clause::Lasting(one) => lasting(one),
        Clause::CountsAs(one) => counts_as(one),
        Clause::Alters(one) => {
            let clauses = match &one.what {
                Alteration::Has { text, set: _ } => print(text).lines().map(|line| format!("\n  {line}")).collect(),
                _ => String::new(),
            };
            during(&one.condition) + &alteration(&one.what) + &clauses
        }
        Clause::Raise(by) => format!("raise your starred numbers by {}", number(by)),
        Clause::Win(when) => format!("win when {}", cond(when)),
        Clause::Define(one) => define(one),
        Clause::Count(these) => format!("count {}", set(these)),
        Clause::Crisis(block) => headed("when nothing is left to draw", block, 0),
    }
}

fn ability(ability: &Ability) -> String {
    let mut pieces = Vec::new();
    pieces.extend(ability.name.as_ref().map(quoted));
    pieces.extend(ability.start_of_turn.then(|| "at the start of your turn".to_string()));
    pieces.extend(ability.once.then(|| "once a turn".to_string()));
    let limited = limited(&ability.body);
    pieces.extend(limited.as_ref().map(|(once, _)| once.clone()));
    pieces.extend(ability.condition.as_ref().map(|when| format!("if {}", cond(when))));
    let head = if pieces.is_empty() { "use".to_string() } else { format!("use {}", pieces.join(", ")) };
    headed(&head, limited.as_ref().map_or(&ability.body, |(_, rest)| rest), 0)
}

fn counts_as(counts: &CountsAs) -> String {
    let count = if is_single(&counts.set) { "counts" } else { "count" };
    let tally = &counts.tally.node;
    let article = match &counts.times {
        Some(times) => format!("{} ", times.node),
        None if counts.one => format!("{} ", article(tally)),
        None => String::new(),
    };
    format!("{}{} {count} as {article}{tally}", during(&counts.condition), set(&counts.set))
}

fn define(define: &Define) -> String {
    let mut head = format!("define {}", define.name.node);
    for param in &define.params {
        let kind = match param.kind.node {
            ParamType::Player => "player",
            ParamType::Building => "building",
            ParamType::Card => "card",
            ParamType::Place => "place",
            ParamType::Number => "number",
            ParamType::Players => "players",
            ParamType::Buildings => "buildings",
            ParamType::Cards => "cards",
            ParamType::Places => "places",
        };
        head += &format!("{} ({}: {kind})", before(&param.preposition), param.name.node);
    }
    headed(&head, &define.body, 0)
}

fn quoted(word: &Word) -> String {
    format!("\"{}\"", word.node)
}

/// `HEAD: BODY`: on one line when the body is one statement without a block of its own.
fn headed(head: &str, body: &Body, depth: usize) -> String {
    match body.statements.as_slice() {
        [only] if only.node.blocks().is_empty() => format!("{head}: {}", statement(&only.node, depth)),
        statements => {
            let indent = "  ".repeat(depth + 1);
            let lines = statements.iter().map(|one| format!("\n{indent}{}", statement(&one.node, depth + 1)));
            format!("{head}:{}", lines.collect::<String>())
        }
    }
}

/// A statement that stands `depth` blocks deep, without its own indentation.
fn statement(statement: &Statement, depth: usize) -> String {
    match statement {
        Statement::Pay(cost) => format!("pay {}", self::statement(&cost.node, depth)),
        Statement::Choose { set, name, random: false } => format!("choose {}", chosen(set, name)),
        Statement::Choose { set, name, random: true } => format!("choose {}{}", expr::random(set), called(name)),
        Statement::ChooseNumber { random, from, to, name } => {
            let random = if *random { "random " } else { "" };
            let (from, to) = (closed_number(from), closed_number(to));
            format!("choose a {random}number from {from} to {to} as {}", name.node)
        }
        Statement::MayChoose { set, name, body, otherwise } => {
            or_else(headed(&format!("may choose {}", chosen(set, name)), body, depth), otherwise, depth)
        }
        Statement::May { body, otherwise } => or_else(headed("you may", body, depth), otherwise, depth),
        Statement::By { who, statement } => {
            let seen = if who.node == Item::You { (**statement).clone() } else { but_you(statement) };
            let (who, said) = (item(who), self::statement(&seen.node, depth));
            match &statement.node {
                Statement::May { .. } => format!("{who}{}", said.trim_start_matches("you")),
                Statement::Either(_) => format!("{who} chooses one{}", said.trim_start_matches("either")),
                Statement::Choose { .. } | Statement::ChooseNumber { .. } => {
                    format!("{who} chooses{}", said.trim_start_matches("choose"))
                }
                Statement::Draw { .. } => format!("{who} draws{}", said.trim_start_matches("draw")),
                _ => format!("{who} {said}"),
            }
        }
        Statement::Require(when) => format!("require {}", cond(when)),
        Statement::Let { name, value } => format!("let {} be {}", name.node, let_value(value)),
        Statement::If { condition, then, otherwise } => {
            or_else(headed(&format!("if {}", cond(condition)), then, depth), otherwise, depth)
        }
        Statement::Repeat { at_most, times, body } => {
            let at_most = if *at_most { "at most " } else { "" };
            let s = if times.node == NumExpr::Number(1) { "" } else { "s" };
            headed(&format!("repeat {at_most}{} time{s}", closed_number(times)), body, depth)
        }
        Statement::Stop => "stop".into(),
        Statement::Roll { name } => format!("roll a die as {}", name.node),
        Statement::Toss { sides } => {
            let side = |heads: bool| if heads { "heads" } else { "tails" };
            let sides = sides.iter().map(|one| headed(side(one.heads.node), &one.body, depth + 1));
            listed("toss a coin", sides, depth)
        }
        Statement::Modes { many, chosen_order, branches } => {
            let many = match many {
                Many::Exactly(1) => "one".to_string(),
                Many::Exactly(many) => format!("{many} different"),
                Many::UpTo(many) => format!("up to {many} different"),
                Many::Any => "any number".to_string(),
            };
            let order = if *chosen_order { ", in chosen order" } else { "" };
            listed(&format!("choose {many} of{order}"), branches.iter().map(|one| branch(one, depth + 1)), depth)
        }
        Statement::ForEach { at_once, set, name, body } => {
            let together = if *at_once { "at once, " } else { "" };
            headed(&format!("{together}for each {}", chosen_of(set, name)), body, depth)
        }
        Statement::AtOnce(body) => headed("at once", body, depth),
        Statement::OneEffect(body) => headed("as one effect", body, depth),
        Statement::Unanswered(body) => headed("unanswered", body, depth),
        Statement::Winless(body) => headed("nobody wins by a condition", body, depth),
        Statement::UnansweredBy { first, body } => {
            headed(&format!("unanswered by the first \"{}\"", first.node), body, depth)
        }
        Statement::Either(branches) => listed("either", branches.iter().map(|one| branch(one, depth + 1)), depth),
        Statement::Verb { verb, operand } => verb_statement(*verb, operand),
        Statement::AddTo { number, name, of } => {
            format!("add {} to the {} of {}", closed_number(number), name.node, item(of))
        }
        Statement::SecretNumber { players, range: (from, to), name } => {
            let (from, to) = (closed_number(from), closed_number(to));
            format!("each {} secretly chooses a number from {from} to {to} as {}", expr::one_of(players), name.node)
        }
        Statement::Secretly { players, set: these, name } => {
            let choose = Statement::Choose { set: these.clone(), random: false, name: None };
            let chosen = match but_you(&Spanned::new(choose, these.span)).node {
                Statement::Choose { set, .. } => expr::any_one(&set),
                _ => expr::any_one(these),
            };
            format!("each {} secretly chooses {chosen} as {}", expr::one_of(players), name.node)
        }
        Statement::SetsAside { players, set: these, name } => {
            format!("each {} sets {} aside as {}", expr::one_of(players), expr::any_one(these), name.node)
        }
        Statement::Add { item: one, to } => format!("add {} to {}", item(one), to.node),
        Statement::Counters { put, number, counter, on } => parts::counters(*put, number, counter, on),
        Statement::Lasts { until, whose, ends, clause } => {
            let whose = whose.as_ref().map(|whose| item(whose));
            let until = match ends {
                Some(ends) => format!("until {}", event(&ends.head)),
                None => until.said(whose.as_deref()),
            };
            format!("{until}: {}", self::clause(&clause.node, depth))
        }
        Statement::Once { .. } | Statement::TurnDraws(_) | Statement::MorePlays { .. } => of_turns(statement),
        Statement::Later { until, whose, body } if body.statements.is_empty() => {
            let whose = whose.as_ref().map(|whose| item(whose));
            until.said(whose.as_deref())
        }
        Statement::Later { until, whose, body } => {
            let whose = whose.as_ref().map(|whose| item(whose));
            headed(&until.said(whose.as_deref()), body, depth)
        }
        Statement::Ready => "ready the deck".into(),
        Statement::Take { name } => format!("take the top card of the deck as {}", name.node),
        Statement::Draw { number } => match number.node {
            NumExpr::Number(1) => "draw 1 card".into(),
            _ => format!("draw {} cards", atom(number)),
        },
        Statement::ShuffleDeck => "shuffle the deck".into(),
        Statement::Shuffle => "shuffle the discard pile into the deck".into(),
        Statement::Aim(at) => format!("aim it at {}", item(at)),
        Statement::DrawGame => "the game is a draw".into(),
        Statement::Call { keyword, arguments } => {
            keyword.node.clone() + &arguments.iter().map(argument).collect::<String>()
        }
    }
}

fn or_else(then: String, otherwise: &Option<Body>, depth: usize) -> String {
    match otherwise {
        Some(body) => format!("{then}\n{}{}", "  ".repeat(depth), headed("otherwise", body, depth)),
        None => then,
    }
}

/// What stands under a head, each on its line.
fn listed(head: &str, entries: impl Iterator<Item = String>, depth: usize) -> String {
    let indent = "  ".repeat(depth + 1);
    format!("{head}:{}", entries.map(|one| format!("\n{indent}{one}")).collect::<String>())
}

fn branch(branch: &Branch, depth: usize) -> String {
    let condition = branch.condition.as_ref().map(|when| format!(", if {}", cond(when))).unwrap_or_default();
    headed(&format!("{}{condition}", branch.label.node), &branch.body, depth)
}

fn verb_statement(verb: Verb, operand: &Operand) -> String {
    let through = |these: &SetExpr| matches!(&these.node, Set::Of { noun, filters, .. } if noun.node == Noun::Deck && filters.is_empty());
    if let (Verb::LookAt, Operand::All(these)) = (verb, operand)
        && through(these)
    {
        return "look through the deck".into();
    }
    if let (Operand::Item(Spanned { node: Item::You, .. }), Some(word)) = (operand, verb.imperative()) {
        return word.to_string();
    }
    verb.with(&match operand {
        Operand::All(these) => match &these.node {
            Set::Of { noun, .. } if matches!(noun.node, Noun::DeckTop(_)) => vec![format!("the {}", set(these))],
            _ => vec![format!("all {}", set(these))],
        },
        Operand::Item(one) => vec![item(one)],
        Operand::Two(one, other) => vec![item(one), item(other)],
        Operand::Several { number, random: true, set: these, .. } => {
            let of_one = expr::one_of(these);
            let one = if of_one.starts_with("of ") { "one " } else { "" };
            let these = if number.node == NumExpr::Number(1) { one.to_string() + &of_one } else { set(these) };
            vec![format!("{} random {these}", atom(number))]
        }
        Operand::Several { number, different, set: these, random: false } => {
            let different = if *different { "different " } else { "" };
            if number.node == NumExpr::Number(1) {
                return verb.with(&[format!("1 {different}{}", expr::one_of(these))]);
            }
            let of = match &these.node {
                Set::Of { noun, .. } if noun.node == Noun::Them && different.is_empty() => "of ",
                _ => "",
            };
            vec![format!("{} {different}{of}{}", atom(number), set(these))]
        }
    })
}

#[cfg(test)]
mod tests;

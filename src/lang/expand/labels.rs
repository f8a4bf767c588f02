//! What a way is called that one is chosen of: by the first word of what is done.

use crate::ast::{
    Body, Branch, Doer, Filter, Item, ItemExpr, Operand, Set, SetExpr, Statement, Word,
};
use crate::print_statement;
use crate::trees::{that_player, word};
use text::{Span, Until, Verb};

/// The first word, with a number where another way is called so.
pub(super) fn label(others: &[Branch], way: &Body, span: Span) -> Word {
    let first = way.statements.first();
    let lead = first.map_or_else(String::new, |first| lead(&first.node));
    let is_taken = |label: &str| others.iter().any(|branch| branch.label.node == label);
    let again = (2..).map(|number| format!("{lead}-{number}"));
    let mut labels = std::iter::once(lead.clone()).chain(again);
    word(
        &labels.find(|label| !is_taken(label)).unwrap_or_default(),
        span,
    )
}

fn lead(statement: &Statement) -> String {
    let word = match statement {
        Statement::IfDone { deed, .. } => return lead(&deed.node),
        Statement::Verb { verb, operand } => match (verb, operand) {
            (Verb::Win | Verb::Lose, Operand::Item(who)) if who.node == Item::You => {
                verb.imperative().unwrap_or_default()
            }
            (Verb::Win | Verb::Lose | Verb::Enact, Operand::Item(one))
            | (Verb::SwapHands | Verb::PassHands, Operand::Two(one, _)) => return item_lead(one),
            (Verb::Give, Operand::Two(_, to)) => give_or_take(operand, to),
            (Verb::Shift, Operand::Two(_, to)) if matches!(to.node, Item::Any(_)) => "take",
            _ => verb.lead(),
        },
        Statement::Gives { what, to } => give_or_take(what, to),
        Statement::By { who, .. } => return item_lead(who),
        Statement::Does { who, .. } => match who {
            Doer::Item(who) => return item_lead(who),
            Doer::One(set) => set_lead(set),
            Doer::Each(_) => "each",
        },
        Statement::Later {
            until: Until::SkippedTurn | Until::ExtraTurn,
            whose: Some(who),
            ..
        } => return item_lead(who),
        Statement::MorePlays { .. } => "more",
        Statement::ForEach { .. } => "for",
        other => {
            let said = print_statement(other);
            let word = said.split(|sign: char| !sign.is_alphanumeric() && !"-_".contains(sign));
            return word.take(1).collect();
        }
    };
    word.to_string()
}

/// What comes to one's own hand is taken, but what others give out of theirs.
fn give_or_take(what: &Operand, to: &ItemExpr) -> &'static str {
    let theirs = match what {
        Operand::Item(item) | Operand::Two(item, _) => match &item.node {
            Item::Any(set) | Item::Random(set) => is_theirs(set),
            _ => false,
        },
        Operand::All(set) | Operand::AnyNumber(set) => is_theirs(set),
        Operand::Several { set, .. } | Operand::UpTo { set, .. } => is_theirs(set),
        Operand::DownTo(_) => true,
    };
    match to.node {
        Item::You | Item::That(_) if !theirs => "take",
        _ => "give",
    }
}

fn is_theirs(set: &SetExpr) -> bool {
    let whose = set.node.hand().map(|of| &of.node);
    whose.is_some_and(|of| [&Item::You, &that_player(set.span).node].contains(&of))
}

fn item_lead(item: &ItemExpr) -> String {
    let word = match &item.node {
        Item::Name(name) => name,
        Item::This => "this",
        Item::It => "it",
        Item::You => "you",
        Item::Provoker => "provoker",
        Item::That(_) => "that",
        Item::Any(set) => set_lead(set),
        Item::Random(_) => "a",
        _ => "the",
    };
    word.to_string()
}

/// One of these.
fn set_lead(set: &SetExpr) -> &'static str {
    let Set::Of { filters, .. } = &set.node else {
        return "a";
    };
    match filters.first().map(|filter| &filter.node) {
        Some(Filter::ExceptItem(item)) if item.node == Item::You => "another",
        Some(Filter::Extreme { .. }) => "the",
        _ => "a",
    }
}

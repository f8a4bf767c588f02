//! What a way is called that one is chosen of: by the first word of what is done.

use super::trees::word;
use crate::ast::{
    Body, Branch, Doer, Filter, Item, ItemExpr, Operand, Set, SetExpr, Statement, Word,
};
use text::{Span, Until, Verb};

/// The first word, with a number where another way is called so.
pub(super) fn label(others: &[Branch], way: &Body, span: Span) -> Word {
    let lead = way
        .statements
        .first()
        .map_or_else(String::new, |first| lead(&first.node));
    let is_taken = |label: &str| others.iter().any(|branch| branch.label.node == label);
    let again = (2..).map(|number| format!("{lead}-{number}"));
    let label = std::iter::once(lead.clone())
        .chain(again)
        .find(|label| !is_taken(label));
    word(&label.unwrap_or_default(), span)
}

fn lead(statement: &Statement) -> String {
    let word = match statement {
        Statement::Verb { verb, operand } => return verb_lead(*verb, operand),
        Statement::Gives { what, to } => give_or_take(what, to),
        Statement::By { who, .. }
        | Statement::Does {
            who: Doer::Item(who),
            ..
        } => return item_lead(who),
        Statement::Does {
            who: Doer::One(set),
            ..
        } => set_lead(set),
        Statement::Later {
            until: Until::SkippedTurn | Until::ExtraTurn,
            whose: Some(who),
            ..
        } => {
            return item_lead(who);
        }
        Statement::Call { keyword, .. } => return keyword.node.clone(),
        Statement::IfDone { deed, .. } => return lead(&deed.node),
        Statement::Later {
            until: Until::SkippedTurn,
            ..
        } => "skip",
        Statement::Later {
            until: Until::ExtraTurn,
            ..
        }
        | Statement::Take { .. } => "take",
        Statement::Later {
            until: Until::TurnBegins,
            ..
        } => "when",
        Statement::Later {
            until: Until::Reversed,
            ..
        }
        | Statement::DrawGame => "the",
        Statement::Later { .. } | Statement::AtOnce(_) => "at",
        Statement::Does { .. }
        | Statement::Secretly { .. }
        | Statement::SecretNumber { .. }
        | Statement::SetsAside { .. } => "each",
        Statement::Counters { put: true, .. } | Statement::PutBack { .. } => "put",
        Statement::Counters { .. } => "take",
        Statement::May { .. } | Statement::MayChoose { .. } | Statement::Offer { .. } => "you",
        Statement::Choose { .. }
        | Statement::ChooseNumber { .. }
        | Statement::Ways(_)
        | Statement::Modes { .. } => "choose",
        Statement::Draw { .. } => "draw",
        Statement::Pay(_) => "pay",
        Statement::Require(_) => "require",
        Statement::Let { .. } => "let",
        Statement::If { .. } => "if",
        Statement::Repeat { .. } => "repeat",
        Statement::Stop => "stop",
        Statement::ForEach { .. } => "for",
        Statement::OneEffect(_) => "as",
        Statement::Unanswered(_) | Statement::UnansweredBy { .. } => "unanswered",
        Statement::Winless(_) => "nobody",
        Statement::Either(_) => "either",
        Statement::Toss { .. } => "toss",
        Statement::Roll { .. } | Statement::Faces { .. } => "roll",
        Statement::Add { .. } | Statement::AddTo { .. } => "add",
        Statement::Ready => "ready",
        Statement::Shuffle | Statement::ShuffleDeck => "shuffle",
        Statement::Aim(_) => "aim",
        Statement::Lasts {
            until: Until::DuringNext,
            ..
        } => "during",
        Statement::Lasts {
            until: Until::ThisTurn,
            ..
        }
        | Statement::TurnDraws(_) => "this",
        Statement::Lasts { .. } => "until",
        Statement::Once { .. } => "once",
        Statement::MorePlays { .. } => "more",
    };
    word.to_string()
}

fn verb_lead(verb: Verb, operand: &Operand) -> String {
    let lead = match (verb, operand) {
        (Verb::Win | Verb::Lose, Operand::Item(who)) if who.node != Item::You => {
            return item_lead(who);
        }
        (Verb::Enact, Operand::Item(one))
        | (Verb::SwapHands | Verb::PassHands, Operand::Two(one, _)) => {
            return item_lead(one);
        }
        (Verb::Give, Operand::Two(_, to)) => give_or_take(operand, to),
        (Verb::Shift, Operand::Two(_, to)) if matches!(to.node, Item::Any(_)) => "take",
        _ => verb.imperative().unwrap_or(verb.lead()),
    };
    lead.to_string()
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
        Item::You if !theirs => "take",
        Item::That(_) if !theirs => "take",
        _ => "give",
    }
}

fn is_theirs(set: &SetExpr) -> bool {
    super::done::is_hand(&set.node, &Item::That("player".into()))
        || super::done::is_hand(&set.node, &Item::You)
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
    let first = filters.first().map(|filter| &filter.node);
    match first {
        Some(Filter::ExceptItem(item)) if item.node == Item::You => "another",
        Some(Filter::Extreme { .. }) => "the",
        _ => "a",
    }
}

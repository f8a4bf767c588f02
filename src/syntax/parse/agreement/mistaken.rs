//! Words that would be taken for something else than is meant, and what to write instead.

use super::Reader;
use crate::syntax::parse::grammar::{Node, Rule};

/// What is asked and what to write, where words would be taken for others than are meant: where they stand, within what, and how
/// they are told.
fn mistaken<'t>(node: &Node<'t>) -> Option<(Node<'t>, &'static str, &'static str)> {
    let inner = |rule: Rule| node.clone().into_inner().flatten().find(|inner| inner.as_rule() == rule);
    match node.as_rule() {
        Rule::for_each => {
            let set = node.clone().into_inner().find(|part| part.as_rule() == Rule::set)?;
            let any = set.into_inner().flatten().find(|inner| inner.as_rule() == Rule::any_item)?;
            Some((
                any,
                "of one or of all?",
                "choose one before it: `choose any building as spot`, then `for each of cards on spot: ...`; all are gone through one by one: `for each building as spot: for each of cards on spot: ...`",
            ))
        }
        Rule::lasting_clause => {
            let set = node.clone().into_inner().next().filter(|set| set.as_str().starts_with("one of "))?;
            Some((
                set,
                "which of them?",
                "say what tells it from the others: `the leftmost building of you is guarded`; or choose it when it is time: `when your turn begins: choose one of your buildings as spot; this turn: spot is guarded`",
            ))
        }
        Rule::may_not | Rule::not_more | Rule::costing => {
            let mut parts = node.clone().into_inner();
            let plays = parts.clone().any(|part| ["play", "playing"].contains(&part.as_str().trim()));
            let card = parts.find(|part| {
                let of_any = matches!(part.as_rule(), Rule::what | Rule::whatever | Rule::deed_cards);
                of_any && ["a card", "cards", "card"].contains(&part.as_str().trim())
            });
            Some((
                card.filter(|_| plays)?,
                "as an action, as a building or face down?",
                "a card is played in one of these ways: say `players cannot play actions`, `players cannot build buildings`, `players cannot put cards`; what is played at all is `1 fewer card may be played this turn`",
            ))
        }
        Rule::would_clause => Some((
            inner(Rule::once_only)?,
            "it would not happen a second time, and nothing would come in its place",
            "ask for it in the head, of a counter: `if a building of you would be destroyed, if this has no ticks, instead: put 1 tick on this`, and `when your turn begins: take all ticks off this`",
        )),
        _ => None,
    }
}

impl<'t> Reader<'t> {
    pub(super) fn mistaken(&mut self, clause: &Node<'t>) {
        let found = clause.clone().into_inner().flatten().find_map(|node| mistaken(&node));
        if let Some((place, reason, help)) = found {
            let span = place.as_span();
            self.fault(span.start(), span.end(), reason.into(), help.into());
        }
    }
}

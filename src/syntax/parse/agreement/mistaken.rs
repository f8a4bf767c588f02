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
        Rule::that_and => {
            let parts: Vec<_> = node.clone().into_inner().collect();
            let most = parts.iter().filter(|_| parts.len() > 1).find(|part| has_most(part))?;
            Some((
                most.clone(),
                "the most of all, or of those of which the other holds?",
                "of all: `players that have a building and are in (players with the fewest cards in hand)`; of those: `players that (have a building) with the fewest cards in hand`",
            ))
        }
        // For a while, it is said of those that come from then on.
        Rule::clause | Rule::while_clause | Rule::law_clause => {
            let forbids = node.clone().into_inner().find(|part| part.as_rule() == Rule::cannot_clause)?;
            let acts = forbids.into_inner().flatten().find(|part| part.as_rule() == Rule::whatever)?;
            let further = ["another", "more", "any more"].iter().any(|word| acts.as_str().starts_with(word));
            Some((
                acts.clone(),
                "another than which?",
                "say how many: `other players cannot play more than 1 action a turn`; none from now on: `this turn: other players cannot play another action`",
            ))
            .filter(|_| further)
        }
        Rule::would_clause => Some((
            inner(Rule::once_only)?,
            "it would not happen a second time, and nothing would come in its place",
            "ask for it in the head, of a counter: `if a building of you would be destroyed, if this has no ticks, instead: put 1 tick on this`, and `when your turn begins: take all ticks off this`",
        )),
        _ => None,
    }
}

/// `have the fewest cards`, in whatever parentheses.
fn has_most(node: &Node) -> bool {
    let mut parts = node.clone().into_inner();
    let first = parts.next();
    match node.as_rule() {
        Rule::has_about => first.is_some_and(|first| {
            matches!(first.as_rule(), Rule::most | Rule::fewest | Rule::the_most | Rule::the_fewest)
        }),
        _ => parts.next().is_none() && first.is_some_and(|inner| has_most(&inner)),
    }
}

/// Who does something that stands beside `or`, where it is not you.
const DOERS: [Rule; 6] =
    [Rule::somebody_does, Rule::each_does, Rule::all_do, Rule::they_do, Rule::decider_does, Rule::may_other];

/// What stands on both sides of `or`, where that would be of somebody else, or of more than two.
fn either<'t>(text: &str, node: &Node<'t>) -> Option<(Node<'t>, &'static str, &'static str)> {
    let parts: Vec<Node> = node.clone().into_inner().collect();
    let or = parts.iter().position(|part| part.as_rule() == Rule::or_other)?;
    let before = parts.get(or.checked_sub(1)?)?;
    let line = before.as_rule() == Rule::may_line;
    let does = if line { before.clone() } else { before.clone().into_inner().next()? };
    let decides = line || does.as_rule() == Rule::decision;
    let by_other = decides && does.clone().into_inner().next()?.as_rule() == Rule::decider;
    if by_other || DOERS.contains(&does.as_rule()) {
        return Some((
            parts[or].clone(),
            "who does the other?",
            "let them choose: `that player chooses one: draw 1 card, or discard 1 card`; where you choose, say so first: `choose one: that player draws 1 card, or draw 1 card`",
        ));
    }
    let may = does.into_inner().any(|part| matches!(part.as_rule(), Rule::may_just | Rule::may_deed));
    if may {
        return Some((
            parts[or].clone(),
            "may you do the other, or must you?",
            "either of them or none: `you may: choose one: draw 1 card, or discard 1 card`; one of them: `draw 1 card or discard 1 card`",
        ));
    }
    let first = parts.get(or.checked_sub(2)?)?;
    let between = text.get(first.as_span().end()..before.as_span().start())?;
    (first.as_rule() == Rule::statement && between.trim() == ",").then(|| {
        (
            parts[or].clone(),
            "one of all of these, or the first one and then one of the others?",
            "one of all: `choose one: draw 1 card, discard 1 card, or destroy a building`; one of the last two: `draw 1 card; discard 1 card or destroy a building`",
        )
    })
}

/// `each other player` behind what somebody else does: other than whom?
fn besides<'t>(node: &Node<'t>) -> Option<(Node<'t>, &'static str, &'static str)> {
    let does = |part: Node<'t>| if part.as_rule() == Rule::statement { part.into_inner().next() } else { None };
    let mut somebody = false;
    for does in node.clone().into_inner().filter_map(does) {
        let who = does.clone().into_inner().next();
        match does.as_rule() {
            Rule::each_does | Rule::all_do if somebody => {
                let who = who.filter(|who| OTHERS.iter().any(|word| who.as_str().starts_with(word)))?;
                return Some((
                    who,
                    "other than you, or than who was spoken of before?",
                    "than you: `each player except you draws 1 card`; than another: `choose another player as foe; foe draws 2 cards; each player except foe draws 1 card`",
                ));
            }
            Rule::somebody_does | Rule::decider_does | Rule::they_do => somebody = true,
            Rule::decision => somebody |= who.is_some_and(|who| who.as_rule() == Rule::decider),
            _ => {}
        }
    }
    None
}

/// How those are called who are others.
const OTHERS: [&str; 4] = ["each other player", "every other player", "all other players", "other players"];

impl<'t> Reader<'t> {
    pub(super) fn mistaken(&mut self, clause: &Node<'t>) {
        let found = std::iter::once(clause.clone()).chain(clause.clone().into_inner().flatten());
        let found = found
            .into_iter()
            .find_map(|node| mistaken(&node).or_else(|| either(self.text, &node)).or_else(|| besides(&node)));
        if let Some((place, reason, help)) = found {
            let span = place.as_span();
            self.fault(span.start(), span.end(), reason.into(), help.into());
        }
    }
}

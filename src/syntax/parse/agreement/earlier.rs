//! Words that speak of what was said before, where nothing before says it.

use super::Reader;
use crate::syntax::parse::grammar::{Node, Rule};

/// What speaks of something earlier, what that is, what is asked where it is missing, and what to write.
type Earlier = (&'static [Rule], &'static [Rule], &'static str, &'static str);

const EARLIER: &[Earlier] = &[
    (
        &[Rule::other_of_two],
        &[Rule::the_one_does],
        "which of the two?",
        "say first which is the one: `choose two players; the one with more cards in hand gives a card to the other`; what has a name is called by it: `choose two players as first and second`",
    ),
    (
        &[Rule::the_one_does],
        &[Rule::choose_two],
        "of which two?",
        "two are chosen first, without names: `choose two players; the one with more cards in hand gives a card to the other`; what has a name is called by it",
    ),
    (
        &[Rule::exchange_them],
        &[Rule::choose_two],
        "of which two?",
        "two are chosen first, without names: `choose two buildings; exchange them`; what has a name is called by it: `exchange one with other`",
    ),
    (
        &[Rule::ended],
        &[Rule::deck_card, Rule::deck_top, Rule::deck, Rule::look_through, Rule::take, Rule::reveal_until],
        "of the deck?",
        "say it, where the deck was not spoken of before: `put it on top of the deck`, `put it at the bottom of the deck`; on a building it is `put it face up on this`",
    ),
];

impl<'t> Reader<'t> {
    pub(super) fn earlier(&mut self, clause: &Node<'t>) {
        let mut said = Vec::new();
        for node in clause.clone().into_inner().flatten() {
            let rule = node.as_rule();
            // What has names is called by them.
            let named =
                rule == Rule::choose_two && node.clone().into_inner().any(|inner| inner.as_rule() == Rule::name);
            let missing = EARLIER.iter().find(|(speaks, earlier, ..)| {
                speaks.contains(&rule) && !earlier.iter().any(|rule| said.contains(rule))
            });
            if let Some((_, _, reason, help)) = missing {
                let span = node.as_span();
                return self.fault(span.start(), span.end(), (*reason).into(), (*help).into());
            }
            if !named {
                said.push(rule);
            }
        }
    }
}

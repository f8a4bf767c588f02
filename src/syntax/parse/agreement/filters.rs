//! Filters that could belong to either of two sets.

use super::Reader;
use crate::syntax::parse::grammar::{Node, Rule};

impl<'t> Reader<'t> {
    /// A filter that the last words of a noun, or of another filter, have drawn to themselves.
    pub(super) fn swallowed(&mut self, part: &Node<'t>) {
        let inner = part.clone().into_inner();
        if inner.peek().is_some_and(|head| head.as_rule() == Rule::lone_item) {
            return;
        }
        let end = part.as_span().end();
        let found = inner.flatten().filter(|node| node.as_rule() == Rule::term && node.as_span().end() == end);
        let filter = found.flat_map(|term| term.into_inner()).find(|node| node.as_rule() == Rule::filter);
        // A player alone has buildings, or a hand.
        let of_players = [Rule::own_buildings, Rule::own_hand, Rule::own_nation];
        let of_player =
            |filter: &Node| filter.clone().into_inner().flatten().any(|node| of_players.contains(&node.as_rule()));
        let outer_players = [Rule::players, Rule::other_players];
        let outer = part.clone().into_inner().next().is_some_and(|noun| outer_players.contains(&noun.as_rule()));
        // What one stands beside is said to its end.
        let beside = part.clone().into_inner().flatten();
        let beside = beside
            .into_iter()
            .any(|node| matches!(node.as_rule(), Rule::next_to | Rule::next_by) && node.as_span().end() == end);
        if let Some(filter) = filter.filter(|filter| !beside && (outer || !of_player(filter))) {
            let span = filter.as_span();
            let help =
                "put parentheses around what belongs together, such as `neighbours of (any building that is stacked)`";
            self.fault(span.start(), span.end(), "this filter could belong to either set".into(), help.into());
        }
    }

    /// `this and one of its neighbours`: one of them, or all?
    pub(super) fn joint(&mut self, terms: &[Node<'t>]) {
        let one = |term: &&Node<'t>| {
            let words = term.as_str();
            term.as_rule() == Rule::term
                && ["one of ", "any of ", "a ", "an ", "any ", "another "].iter().any(|word| words.starts_with(word))
        };
        if let Some(term) = terms.iter().skip(1).find(one) {
            let help = "of several that are joined all are meant; choose the one before: `choose one of neighbours of this as beside`, then `destroy this; destroy beside`";
            let span = term.as_span();
            self.fault(span.start(), span.end(), "one of them, or all?".into(), help.into());
        }
    }

    pub(super) fn joined(&mut self, terms: &[Node<'t>]) {
        let [_, .., last] = terms else { return };
        let filter = last.clone().into_inner().find(|node| node.as_rule() == Rule::filter);
        if let Some(filter) = filter {
            let span = filter.as_span();
            let help = "put parentheses around the set that it belongs to, such as `buildings plus (neighbours of this that are stacked)`";
            self.fault(span.start(), span.end(), "this filter could belong to either set".into(), help.into());
        }
    }
}

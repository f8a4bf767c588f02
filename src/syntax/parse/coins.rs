//! Builds names that are chosen, and calls numbers that were chosen without one.

use super::Builder;
use super::grammar::{Node, Rule};
use super::trees::{at, of};
use crate::base::{Span, Spanned};
use crate::syntax::ast::{Noun, Statement};

/// What a number is called that was chosen without a name.
const CHOSEN: &str = "chosen-number";

impl Builder {
    /// A number that was chosen is called that, where it has no name.
    pub(super) fn number_name<'i>(self, mut parts: impl Iterator<Item = Node<'i>>, span: Span) -> Spanned<String> {
        parts.next().map_or_else(|| at(CHOSEN.to_string(), span), |name| self.word(name))
    }

    /// `name a card`, `guess a card name`: a name is chosen.
    pub(super) fn named_card(self, node: Node) -> Vec<Spanned<Statement>> {
        let span = self.span(&node);
        let (mut cards, mut name) = (true, None);
        for node in node.into_inner() {
            match node.as_rule() {
                Rule::named_building => cards = false,
                _ => name = Some(self.word(node)),
            }
        }
        vec![at(Statement::Choose { set: of(Noun::Names { cards }, span), random: false, name }, span)]
    }
}

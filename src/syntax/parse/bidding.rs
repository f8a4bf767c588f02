//! Builds what is said of things by their noun: ends of rows, face-down cards.

use super::Builder;
use super::grammar::{Node, Rule};
use super::trees::{at, looked_at, of};
use crate::base::{Pick, Spanned};
use crate::syntax::ast::{Cond, Filter, Item, Noun, Property};

impl Builder {
    /// What is said of things by their noun: the ends of rows, face-down cards.
    pub(super) fn by_noun(self, noun: &Node) -> Option<Spanned<Filter>> {
        let span = self.span(noun);
        let mut inner = noun.clone().into_inner();
        let cond = match noun.as_rule() {
            Rule::row_ends => self.at_row_end(noun.clone()),
            Rule::cards_on | Rule::cards_in => {
                let facing = inner.next().filter(|node| node.as_rule() == Rule::facing)?;
                let not = facing.as_str().contains("down");
                Cond::Is { item: looked_at(span), not, property: at(Property::FaceUp, span) }
            }
            _ => return None,
        };
        Some(at(Filter::That(at(cond, span)), span))
    }

    /// `the leftmost building of each player`
    fn at_row_end(self, noun: Node) -> Cond {
        let span = self.span(&noun);
        let owner = || at(Item::OwnerOf(Box::new(looked_at(span))), span);
        let (mut end, mut others) = (Pick::Leftmost, false);
        for node in noun.into_inner() {
            match node.as_rule() {
                Rule::pick_end => {
                    end = Pick::ALL.into_iter().find(|pick| pick.word() == node.as_str()).unwrap_or(end);
                }
                Rule::other_word | Rule::opponents => others = true,
                _ => {}
            }
        }
        let row = of(Noun::Buildings(Some(owner())), span);
        let is = |not, property| Cond::Is { item: looked_at(span), not, property: at(property, span) };
        let first = is(false, Property::Same(at(Item::Pick(end, Box::new(row)), span)));
        match others {
            true => {
                let foreign = is(true, Property::Of(at(Item::You, span)));
                Cond::And(Box::new(at(first, span)), Box::new(at(foreign, span)))
            }
            false => first,
        }
    }
}

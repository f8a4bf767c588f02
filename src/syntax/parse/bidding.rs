//! Builds bids, and who is meant by what all have bid or done: the highest bidder, the player who has played the most actions.

use super::grammar::{Node, Rule};
use super::trees::{MANY, at, hand, looked_at, of, that_player};
use super::{Builder, part};
use crate::base::{Pick, Spanned};
use crate::syntax::ast::{Body, Cond, Filter, Item, LetValue, Noun, NumExpr, Property, Statement};

/// What is chosen in secret without a name.
pub(super) const BID: &str = "bid";
/// How often each has done what is spoken of.
const DEEDS: &str = "deeds";
/// Whose deeds are counted.
const DOER: &str = "doer";

impl Builder {
    /// `each player secretly chooses a number of cards from their hand`
    pub(super) fn bids(self, node: Node) -> Vec<Spanned<Statement>> {
        let span = self.span(&node);
        let mut parts = node.into_inner();
        let (players, what) = (self.set(part(&mut parts)), part(&mut parts));
        let range = match what.as_rule() {
            Rule::bid_range => {
                let mut ends = what.into_inner();
                (self.number(part(&mut ends)), self.number(part(&mut ends)))
            }
            _ => {
                let held = NumExpr::Count(Box::new(hand(at(Item::It, span), span)));
                (at(NumExpr::Number(0), span), at(held, span))
            }
        };
        vec![at(Statement::SecretNumber { players, range, name: at(BID.to_string(), span) }, span)]
    }

    /// What is said of things by their noun: the highest bidder, face-down cards.
    pub(super) fn by_noun(self, noun: &Node) -> Option<Spanned<Filter>> {
        let span = self.span(noun);
        let mut inner = noun.clone().into_inner();
        let most = |fewest, name: &str| Cond::Most {
            item: looked_at(span),
            fewest,
            others: false,
            name: at(name.to_string(), span),
        };
        let cond = match noun.as_rule() {
            Rule::bidder => most(inner.next()?.as_rule() == Rule::fewest, BID),
            Rule::most_deeds_player => {
                let fewest = inner.flatten().any(|node| node.as_rule() == Rule::the_fewest);
                most(fewest, DEEDS)
            }
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

    /// `the highest bidder discards that many`: as many as that player has bid.
    pub(super) fn as_bid(self, who: &Node) -> Option<Spanned<Statement>> {
        let span = self.span(who);
        let name = who.clone().into_inner().flatten().find_map(|node| match node.as_rule() {
            Rule::bidder => Some(at(BID.to_string(), span)),
            Rule::extreme_named => node.into_inner().nth(1).map(|name| self.word(name)),
            _ => None,
        })?;
        let number = at(NumExpr::Entry(Box::new((name, that_player(span)))), span);
        Some(at(Statement::Let { name: at(MANY.to_string(), span), value: LetValue::Number(number) }, span))
    }

    /// `the player who has played the fewest actions this game`: how many each has played is counted first.
    pub(super) fn count_deeds(self, node: &Node) -> Vec<Spanned<Statement>> {
        let span = self.span(node);
        let deeds = node.clone().into_inner().flatten().find(|node| node.as_rule() == Rule::most_deeds);
        let Some(deeds) = deeds else { return Vec::new() };
        let parts = deeds.into_inner().filter(|node| !matches!(node.as_rule(), Rule::the_most | Rule::the_fewest));
        let doer = || at(Item::Name(DOER.to_string()), span);
        let number = at(NumExpr::Often(Box::new(self.deed_of(doer(), parts, span))), span);
        let name = || at(DEEDS.to_string(), span);
        let none = Statement::Let { name: name(), value: LetValue::ForEach(0) };
        let add = Statement::AddTo { number, name: name(), of: doer() };
        let set = of(Noun::Players { from: None }, span);
        let body = Body { statements: vec![at(add, span)] };
        vec![
            at(none, span),
            at(Statement::ForEach { at_once: false, set, name: Some(at(DOER.to_string(), span)), body }, span),
        ]
    }
}

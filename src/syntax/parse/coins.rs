//! Builds coins that are tossed until they fall so, or several at a time, and numbers that were chosen or thrown without a name.

use super::follows::that_many;
use super::grammar::{Node, Rule};
use super::trees::{at, of};
use super::{Builder, part};
use crate::base::{Span, Spanned};
use crate::syntax::ast::{Body, CoinSide, Compare, Cond, Item, LetValue, Noun, NumExpr, Statement};

/// What a number is called that was chosen without a name.
const CHOSEN: &str = "chosen-number";
/// How often a coin is tossed at most that is tossed until it falls so.
const TOSSES: u16 = 99;

/// What is counted of the coins that fell so.
fn counted(heads: bool) -> &'static str {
    if heads { "heads-tossed" } else { "tails-tossed" }
}

fn is_heads(node: &Node) -> bool {
    node.as_str() == "heads"
}

impl Builder {
    /// A number that was chosen is called that, where it has no name.
    pub(super) fn number_name<'i>(self, mut parts: impl Iterator<Item = Node<'i>>, span: Span) -> Spanned<String> {
        parts.next().map_or_else(|| at(CHOSEN.to_string(), span), |name| self.word(name))
    }

    /// `the chosen number`, `the result`, `the number of heads`, `their bid`
    pub(super) fn number_before(self, node: Node) -> NumExpr {
        let span = self.span(&node);
        match node.as_rule() {
            Rule::chosen_number => NumExpr::Name(CHOSEN.to_string()),
            Rule::heads_number | Rule::each_coin => {
                let heads = node.into_inner().any(|node| is_heads(&node));
                NumExpr::Entry(Box::new((at(counted(heads).to_string(), span), at(Item::You, span))))
            }
            Rule::their_bid => {
                let whose = self.whose(part(&mut node.into_inner()));
                NumExpr::Entry(Box::new((at(super::bidding::BID.to_string(), span), whose)))
            }
            _ => that_many(span).node,
        }
    }

    /// `the result is higher`: than the number that was chosen.
    pub(super) fn die_beside<'i>(self, node: Node, mut parts: impl Iterator<Item = Node<'i>>) -> Cond {
        let span = self.span(&node);
        let compare = if node.as_rule() == Rule::die_higher { Compare::MoreThan } else { Compare::FewerThan };
        let chosen = at(NumExpr::Name(CHOSEN.to_string()), span);
        let right = parts.next().map_or(chosen, |number| self.number(number));
        Cond::Compare { left: that_many(span), compare, right }
    }

    /// `toss a coin until you get tails`: how often it fell otherwise is counted.
    pub(super) fn toss_until(self, node: Node) -> Vec<Spanned<Statement>> {
        let span = self.span(&node);
        let ends = is_heads(&part(&mut node.clone().into_inner()));
        let stop = Body { statements: vec![at(Statement::Stop, span)] };
        let counted = is_told(&node, !ends);
        let more = counted.then(|| self.one_more(!ends, span));
        let sides = more.into_iter().chain([CoinSide { heads: at(ends, span), body: stop }]).collect();
        let times = at(NumExpr::Number(TOSSES), span);
        let body = Body { statements: vec![at(Statement::Toss { sides }, span)] };
        let none = counted.then(|| none_yet(!ends, span));
        none.into_iter().chain([at(Statement::Repeat { at_most: false, times, body }, span)]).collect()
    }

    /// `toss 3 coins`
    pub(super) fn toss_many(self, node: Node) -> Vec<Spanned<Statement>> {
        let span = self.span(&node);
        let times = self.number(part(&mut node.clone().into_inner()));
        // Where nothing is said of either, heads are counted, and that is of no use.
        let told: Vec<bool> = [true, false].into_iter().filter(|heads| is_told(&node, *heads)).collect();
        let told = if told.is_empty() { vec![true] } else { told };
        let sides = told.iter().map(|heads| self.one_more(*heads, span)).collect();
        let body = Body { statements: vec![at(Statement::Toss { sides }, span)] };
        let again = at(Statement::Repeat { at_most: false, times, body }, span);
        told.into_iter().map(|heads| none_yet(heads, span)).chain([again]).collect()
    }

    fn one_more(self, heads: bool, span: Span) -> CoinSide {
        let number = at(NumExpr::Number(1), span);
        let add = Statement::AddTo { number, name: at(counted(heads).to_string(), span), of: at(Item::You, span) };
        CoinSide { heads: at(heads, span), body: Body { statements: vec![at(add, span)] } }
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

/// Something is said of coins that fell so, behind where they are tossed.
fn is_told(node: &Node, heads: bool) -> bool {
    let span = node.as_span();
    let behind = span.get_input()[span.end()..].lines();
    behind.take_while(|line| !line.is_empty()).any(|line| line.contains(if heads { "heads" } else { "tails" }))
}

fn none_yet(heads: bool, span: Span) -> Spanned<Statement> {
    at(Statement::Let { name: at(counted(heads).to_string(), span), value: LetValue::ForEach(0) }, span)
}

//! The grammar, as pest reads it.

use std::num::NonZeroUsize;

use pest::Parser;
use pest::iterators::Pairs;

use super::words::Words;

#[derive(pest_derive::Parser)]
#[grammar = "../../grammar/effect.pest"]
pub(crate) struct EffectGrammar;

pub(super) type Node<'i> = pest::iterators::Pair<'i, Rule>;

/// How many steps pest may take for one text: far more than any readable text needs.
const MOST_STEPS: NonZeroUsize = NonZeroUsize::new(24_000_000).expect("the number is not zero");

/// The grammar does not take it.
pub(super) struct Unread;

/// The parts of the rule, where the words are read so.
pub(super) fn run(rule: Rule, words: &Words) -> Result<Pairs<'_, Rule>, Unread> {
    pest::set_call_limit(Some(MOST_STEPS));
    let mut nodes = EffectGrammar::parse(rule, &words.plain).map_err(|_| Unread)?;
    Ok(nodes
        .next()
        .expect("a rule that matched gives its node")
        .into_inner())
}

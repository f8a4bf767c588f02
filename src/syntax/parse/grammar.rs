//! The grammar, read by pest.

use pest::iterators::Pair;

#[derive(pest_derive::Parser)]
#[grammar = "../grammar/effect.pest"]
pub(super) struct EffectGrammar;

/// A rule of the grammar that matched, with its place.
pub(super) type Node<'i> = Pair<'i, Rule>;

//! The builder of trees, and the parts of pest's nodes.

use pest::iterators::Pairs;

use super::grammar::{Node, Rule};
use super::words::Words;
use crate::ast;
use text::{Span, Spanned};

/// Builds the tree out of pest's nodes.
#[derive(Clone, Copy)]
pub(super) struct Builder<'w> {
    pub(super) words: &'w Words,
    pub(super) offset: usize,
    /// What somebody else does: a hand that is said to be nobody's is theirs.
    pub(super) others_do: bool,
}

impl Builder<'_> {
    pub(super) fn span(self, node: &Node) -> Span {
        let span = node.as_span();
        self.words
            .span(span.start(), span.end())
            .shifted(self.offset)
    }

    /// The word, the name or what stands between quotes.
    pub(super) fn word(self, node: Node) -> ast::Word {
        let span = self.span(&node);
        let word = node.as_str().trim_end();
        match word
            .strip_prefix('"')
            .and_then(|word| word.strip_suffix('"'))
        {
            Some(inside) => {
                Spanned::new(inside.to_string(), Span::new(span.start + 1, span.end - 1))
            }
            None => Spanned::new(word.strip_prefix('~').unwrap_or(word).to_string(), span),
        }
    }

    pub(super) fn at<T>(self, node: &Node, what: T) -> Spanned<T> {
        Spanned::new(what, self.span(node))
    }
}

/// The parts of a node, taken one after the other.
pub(super) struct Parts<'i> {
    pub(super) nodes: std::iter::Peekable<Pairs<'i, Rule>>,
}

impl<'i> Parts<'i> {
    pub(super) fn of(node: Node<'i>) -> Parts<'i> {
        Parts {
            nodes: node.into_inner().peekable(),
        }
    }

    /// The next part, where the grammar demands one.
    pub(super) fn next(&mut self) -> Node<'i> {
        self.nodes
            .next()
            .expect("the grammar gives this rule another part")
    }

    pub(super) fn rule(&mut self) -> Option<Rule> {
        self.nodes.peek().map(Node::as_rule)
    }

    /// The next part, if it is of that rule.
    pub(super) fn take(&mut self, rule: Rule) -> Option<Node<'i>> {
        self.nodes.next_if(|node| node.as_rule() == rule)
    }

    pub(super) fn has(&mut self, rule: Rule) -> bool {
        self.take(rule).is_some()
    }

    pub(super) fn rest(self) -> impl Iterator<Item = Node<'i>> {
        self.nodes
    }
}

/// The first part of a rule that always has one.
pub(super) fn first(node: Node) -> Node {
    node.into_inner()
        .next()
        .expect("the grammar gives this rule a part")
}

//! The builder of trees, and the parts of pest's nodes.

use std::iter::Peekable;

use pest::iterators::Pairs;

use super::grammar::{Node, Rule};
use super::words::Words;
use crate::ast::{
    Body, Branch, Cond, ItemExpr, LetValue, NumExpr, Operand, Role, SetExpr, Statement, Word,
};
use crate::trees::at;
use text::{Span, Spanned};

/// Builds the tree out of pest's nodes.
#[derive(Clone, Copy)]
pub(super) struct Builder<'w> {
    words: &'w Words,
    offset: usize,
    /// What somebody else does: a hand that is said to be nobody's is theirs.
    pub(super) others_do: bool,
}

impl<'w> Builder<'w> {
    pub(super) fn new(words: &'w Words, offset: usize) -> Builder<'w> {
        Builder {
            words,
            offset,
            others_do: false,
        }
    }

    /// The same for what `you` do, or somebody else.
    pub(super) fn done_by_others(self, others_do: bool) -> Builder<'w> {
        Builder { others_do, ..self }
    }

    pub(super) fn span(self, node: &Node) -> Span {
        let span = node.as_span();
        let place = self.words.span(span.start(), span.end());
        place.shifted(self.offset)
    }

    /// The word, the name or what stands between quotes.
    pub(super) fn word(self, node: Node) -> Word {
        let span = self.span(&node);
        let word = node.as_str().trim_end();
        match word
            .strip_prefix('"')
            .and_then(|word| word.strip_suffix('"'))
        {
            Some(inside) => at(inside.to_string(), Span::new(span.start + 1, span.end - 1)),
            None => at(word.trim_start_matches('~').to_string(), span),
        }
    }

    pub(super) fn parts(self, node: Node<'w>) -> Parts<'w> {
        Parts {
            build: self,
            rule: node.as_rule(),
            text: node.as_str(),
            span: self.span(&node),
            nodes: node.into_inner().peekable(),
        }
    }
}

/// A node and its parts, taken one after the other.
pub(super) struct Parts<'w> {
    pub(super) build: Builder<'w>,
    pub(super) rule: Rule,
    /// What the node says.
    pub(super) text: &'w str,
    pub(super) span: Span,
    nodes: Peekable<Pairs<'w, Rule>>,
}

impl<'w> Iterator for Parts<'w> {
    type Item = Node<'w>;

    fn next(&mut self) -> Option<Node<'w>> {
        self.nodes.next()
    }
}

impl<'w> Parts<'w> {
    /// The next part, where the grammar demands one.
    pub(super) fn node(&mut self) -> Node<'w> {
        self.next()
            .expect("the grammar gives this rule another part")
    }

    /// The same, as what is to be read there.
    pub(super) fn read<T: Read>(&mut self) -> T {
        T::read(self)
    }

    /// What the next part says.
    pub(super) fn says(&mut self) -> &'w str {
        self.node().as_str().trim_end()
    }

    /// The next part, if it is of that rule.
    pub(super) fn part(&mut self, rule: Rule) -> Option<Node<'w>> {
        self.nodes.next_if(|node| node.as_rule() == rule)
    }

    pub(super) fn has(&mut self, rule: Rule) -> bool {
        self.part(rule).is_some()
    }

    pub(super) fn is_next(&mut self, rule: Rule) -> bool {
        self.nodes.peek().is_some_and(|node| node.as_rule() == rule)
    }

    /// All parts that follow of that rule.
    pub(super) fn all_of(&mut self, rule: Rule) -> Vec<Node<'w>> {
        std::iter::from_fn(|| self.part(rule)).collect()
    }

    /// So many; one where it is not said.
    pub(super) fn number_or_one(&mut self, span: Span) -> Spanned<NumExpr> {
        let one = at(NumExpr::Number(1), Span::new(span.start, span.start));
        let number = self.part(Rule::number);
        number.map_or(one, |node| self.build.number(node))
    }
}

/// The first part of a rule that always has one.
pub(super) fn first(node: Node) -> Node {
    let mut parts = node.into_inner();
    parts.next().expect("the grammar gives this rule a part")
}

/// What is read from the next parts of a node.
pub(super) trait Read: Sized {
    fn read(parts: &mut Parts) -> Self;
}

impl<T: Read> Read for Box<T> {
    fn read(parts: &mut Parts) -> Self {
        Box::new(parts.read())
    }
}

impl<A: Read, B: Read> Read for (A, B) {
    fn read(parts: &mut Parts) -> Self {
        (parts.read(), parts.read())
    }
}

impl Read for Word {
    fn read(parts: &mut Parts) -> Self {
        parts.build.word(parts.node())
    }
}

impl Read for ItemExpr {
    fn read(parts: &mut Parts) -> Self {
        parts.build.item(parts.node())
    }
}

impl Read for SetExpr {
    fn read(parts: &mut Parts) -> Self {
        parts.build.set(parts.node())
    }
}

impl Read for Spanned<NumExpr> {
    fn read(parts: &mut Parts) -> Self {
        parts.build.number(parts.node())
    }
}

impl Read for Spanned<Cond> {
    fn read(parts: &mut Parts) -> Self {
        parts.build.cond(parts.node())
    }
}

impl Read for Body {
    fn read(parts: &mut Parts) -> Self {
        parts.build.body(parts.node())
    }
}

impl Read for Spanned<Statement> {
    fn read(parts: &mut Parts) -> Self {
        parts.build.statement(parts.node())
    }
}

impl Read for Operand {
    fn read(parts: &mut Parts) -> Self {
        parts.build.operand(parts.node())
    }
}

impl Read for LetValue {
    fn read(parts: &mut Parts) -> Self {
        parts.build.let_value(parts.node())
    }
}

impl Read for Role {
    fn read(parts: &mut Parts) -> Self {
        parts.build.role(parts.node())
    }
}

impl Read for Vec<Branch> {
    fn read(parts: &mut Parts) -> Self {
        let node = parts.node();
        let branch = |node| {
            let mut parts = parts.build.parts(node);
            Branch {
                label: parts.read(),
                condition: parts.read(),
                body: parts.read(),
            }
        };
        node.into_inner().map(branch).collect()
    }
}

/// A figure.
impl Read for Spanned<u16> {
    fn read(parts: &mut Parts) -> Self {
        let node = parts.node();
        let figure = node.as_str().trim_end_matches([' ', '*']).parse();
        let figure = figure.expect("the grammar gives it at most four digits");
        at(figure, parts.build.span(&node))
    }
}

/// The name that something gets.
impl Read for Option<Word> {
    fn read(parts: &mut Parts) -> Self {
        parts.part(Rule::name).map(|node| parts.build.word(node))
    }
}

impl Read for Option<ItemExpr> {
    fn read(parts: &mut Parts) -> Self {
        parts.part(Rule::item).map(|node| parts.build.item(node))
    }
}

/// What must hold as well.
impl Read for Option<Spanned<Cond>> {
    fn read(parts: &mut Parts) -> Self {
        let given = parts.part(Rule::given);
        given.map(|node| parts.build.cond(first(node)))
    }
}

/// What is done otherwise.
impl Read for Option<Body> {
    fn read(parts: &mut Parts) -> Self {
        let otherwise = parts.part(Rule::otherwise);
        otherwise.map(|node| parts.build.body(first(node)))
    }
}

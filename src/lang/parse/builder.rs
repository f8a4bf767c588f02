//! The builder of trees, and the parts of pest's nodes.

use std::iter::Peekable;
use std::vec::IntoIter;

use super::words::Words;
use super::{Node, Rule};
use crate::ast::{
    Body, Branch, Compare, Cond, ItemExpr, LetValue, NumExpr, Operand, Order, Role, SetExpr, Side,
    Statement, Word,
};
use crate::rows::{Worded, flag};
use crate::trees::at;
use text::{Span, Spanned};

/// Rules that stand for words, and for no part of a node.
const WORDS: [Rule; 12] = [
    Rule::own_cards,
    Rule::own_buildings,
    Rule::from_word,
    Rule::from_top,
    Rule::not,
    Rule::frame,
    Rule::more,
    Rule::them,
    Rule::verb,
    Rule::on_deck,
    Rule::facing,
    Rule::moved_to,
];

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
        let nodes: Vec<_> = node.clone().into_inner().collect();
        Parts {
            build: self,
            rule: node.as_rule(),
            text: node.as_str(),
            start: node.as_span().start(),
            span: self.span(&node),
            nodes: nodes.into_iter().peekable(),
            flag: false,
        }
    }
}

/// A node and its parts, taken one after the other.
pub(crate) struct Parts<'w> {
    pub(super) build: Builder<'w>,
    pub(super) rule: Rule,
    /// What the node says.
    pub(super) text: &'w str,
    /// Where that begins in the plain words.
    start: usize,
    pub(super) span: Span,
    nodes: Peekable<IntoIter<Node<'w>>>,
    /// Of two wordings of its row the first is written.
    flag: bool,
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
    pub(crate) fn read<T: Read>(&mut self) -> T {
        T::read(self)
    }

    /// The whole node, by its row.
    pub(super) fn row<T: Worded>(self) -> T {
        let rule = self.rule;
        self.row_of(rule)
    }

    /// The same by the row of another rule, whose words are nearly these.
    pub(super) fn row_of<T: Worded>(mut self, rule: Rule) -> T {
        let own = self.own_words();
        let row = T::row(rule, &own);
        self.flag = flag(row.words, &own);
        (row.read)(&mut self)
    }

    /// Its words, with `_` for each of its parts; of these, those that stand for words are passed over from then on.
    pub(super) fn own_words(&mut self) -> String {
        let mut parts: Vec<_> = self.by_ref().collect();
        parts.retain(|part| !WORDS.contains(&part.as_rule()));
        let (mut own, mut at) = (" ".to_string(), 0);
        for part in &parts {
            let span = part.as_span();
            own += &self.text[at..span.start() - self.start];
            own += match part.as_rule() {
                Rule::quoted => "\"_\" ",
                _ => "_ ",
            };
            at = span.end() - self.start;
        }
        self.nodes = parts.into_iter().peekable();
        own + &self.text[at..]
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

    /// Where the next part stands.
    pub(super) fn place(&mut self) -> Span {
        let next = self
            .nodes
            .peek()
            .expect("the grammar gives this rule another part");
        self.build.span(next)
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

/// The one of these words that is written.
pub(super) fn known<T: Copy>(said: &str, all: &[T], word: fn(T) -> &'static str) -> T {
    let known = all.iter().find(|one| word(**one) == said.trim_end());
    *known.expect("the grammar knows no others")
}

/// The first part of a rule that always has one.
pub(super) fn first(node: Node) -> Node {
    let mut parts = node.into_inner();
    parts.next().expect("the grammar gives this rule a part")
}

/// What is read from the next parts of a node.
pub(crate) trait Read: Sized {
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

/// What the builder makes of one part.
macro_rules! parts {
    ($($type:ty = $build:ident,)+) => {
        $(impl Read for $type {
            fn read(parts: &mut Parts) -> Self {
                parts.build.$build(parts.node())
            }
        })+
    };
}

parts! {
    Word = word,
    ItemExpr = item,
    SetExpr = set,
    Spanned<NumExpr> = number,
    Spanned<Cond> = cond,
    Body = body,
    Spanned<Statement> = statement,
    Operand = operand,
    LetValue = let_value,
    Role = role,
    Vec<Branch> = branches,
}

impl Read for bool {
    fn read(parts: &mut Parts) -> Self {
        parts.flag
    }
}

/// The only word of the node.
impl Read for String {
    fn read(parts: &mut Parts) -> Self {
        parts.text.trim_end().trim_start_matches('~').to_string()
    }
}

/// The figure with which the node begins.
impl Read for u16 {
    fn read(parts: &mut Parts) -> Self {
        let figure = parts.text.split([' ', '*']).next().unwrap_or_default();
        figure
            .parse()
            .expect("the grammar gives it at most four digits")
    }
}

impl Read for Spanned<u16> {
    fn read(parts: &mut Parts) -> Self {
        let mut figure = parts.build.parts(parts.node());
        at(figure.read(), figure.span)
    }
}

impl Read for Side {
    fn read(parts: &mut Parts) -> Self {
        known(parts.says(), &Side::ALL, Side::word)
    }
}

impl Read for Compare {
    fn read(parts: &mut Parts) -> Self {
        known(parts.says(), &Compare::ALL, Compare::word)
    }
}

impl Read for Option<Order> {
    fn read(parts: &mut Parts) -> Self {
        let order = parts.part(Rule::order)?;
        Some(known(order.as_str(), &Order::ALL, Order::word))
    }
}

impl Read for Vec<SetExpr> {
    fn read(parts: &mut Parts) -> Self {
        let build = parts.build;
        parts.map(|node| build.set(node)).collect()
    }
}

impl Read for Option<Box<SetExpr>> {
    fn read(parts: &mut Parts) -> Self {
        parts.next().map(|node| Box::new(parts.build.set(node)))
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
        let items = [Rule::item, Rule::owner, Rule::your];
        let item = items.into_iter().find_map(|rule| parts.part(rule));
        item.map(|node| parts.build.item(node))
    }
}

/// What must hold as well.
impl Read for Option<Spanned<Cond>> {
    fn read(parts: &mut Parts) -> Self {
        let given = [Rule::given, Rule::such].into_iter();
        let given = given.filter_map(|rule| parts.part(rule)).next();
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

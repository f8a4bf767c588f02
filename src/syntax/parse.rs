//! Reads texts of the effect language: pest finds the rules of the grammar, the parts below build the tree.

mod agreement;
mod alters;
mod among;
mod articles;
mod ballots;
mod before;
mod bidding;
mod clause;
mod coins;
mod cond;
mod deeds;
mod dice;
mod dues;
mod everyday;
mod explain;
mod expr;
mod follows;
mod freely;
mod friends;
mod grammar;
mod happens;
mod journeys;
mod named;
mod others;
mod over;
mod pairs;
mod plainly;
mod sentences;
mod shorter;
mod signs;
mod somebody;
mod statement;
mod strangers;
mod subjects;
mod tokens;
mod trees;
mod twofold;
mod undone;
mod ways;
mod words;

use std::num::NonZeroUsize;
use std::sync::{Mutex, PoisonError};

use pest::Parser;
use pest::error::ErrorVariant;

pub use deeds::{other_deed, other_thing};
use explain::explain;
use grammar::{EffectGrammar, Node, Rule};

use super::ast;
use super::error::SyntaxError;
use crate::base::limits::{BLOCKS, CLAUSES, COLONS, LETTERS, NUMBER, PARENTHESES, WORDS};
use crate::base::{Span, Spanned};

/// How many steps pest may take for one text: far more than any readable text needs.
const MOST_STEPS: NonZeroUsize = NonZeroUsize::new(24_000_000).expect("the number is not zero");

/// Reads one text, all its clauses.
///
/// `offset` is where the text begins in its file, in bytes; all spans count from the beginning of the file.
///
/// # Errors
/// What is wrong, in source order: at most one fault a clause.
pub fn parse_text(text: &str, offset: usize) -> Result<ast::Text, Vec<SyntaxError>> {
    let plain = sentences::plain(text);
    let text = plain.as_ref();
    let faults = [layout_faults(text, offset), signs::faults(text, offset)].concat();
    if !faults.is_empty() {
        return Err(faults);
    }
    read_text(text, offset).map_err(|whole| {
        // Clause by clause, so that one broken clause does not hide the faults of the next.
        let faults: Vec<_> = clauses_of(text)
            .into_iter()
            .filter_map(|span| read_text(&text[span.start..span.end], offset + span.start).err())
            .flatten()
            .collect();
        if faults.is_empty() { whole } else { faults }
    })
}

/// Reads one condition, such as the `holds` of a rule.
///
/// # Errors
/// What is wrong with it.
pub fn parse_cond(text: &str, offset: usize) -> Result<Spanned<ast::Cond>, Vec<SyntaxError>> {
    let faults = [layout_faults(text, offset), signs::faults(text, offset)].concat();
    if !faults.is_empty() {
        return Err(faults);
    }
    let node = agreeing(Rule::lone_cond, text, offset)?;
    Ok(Builder::new(offset).cond(first(node)))
}

/// What the grammar takes, and whose words agree.
fn agreeing<'i>(rule: Rule, text: &'i str, offset: usize) -> Result<Node<'i>, Vec<SyntaxError>> {
    let articles = articles::faults(text, offset);
    if !articles.is_empty() {
        return Err(articles);
    }
    let node = run(rule, text, offset).map_err(|fault| vec![fault])?;
    let faults = agreement::disagreements(text, &node, offset);
    if faults.is_empty() { Ok(node) } else { Err(faults) }
}

fn read_text(text: &str, offset: usize) -> Result<ast::Text, Vec<SyntaxError>> {
    let node = agreeing(Rule::text, text, offset)?;
    let build = Builder::new(offset);
    let clauses = node.into_inner().flat_map(|node| match node.as_rule() {
        Rule::clause => build.clauses(node),
        Rule::headless => {
            let span = build.span(&node);
            vec![Spanned::new(ast::Clause::Play(build.body(node)), span)]
        }
        _ => Vec::new(),
    });
    let mut text = ast::Text { clauses: clauses.collect() };
    let mut faults = tokens::say_which(&mut text);
    before::look_before(&mut text);
    among::among_those(&mut text);
    faults.extend(undone::faults(&mut text));
    if faults.is_empty() { Ok(text) } else { Err(faults) }
}

fn run<'i>(rule: Rule, text: &'i str, offset: usize) -> Result<Node<'i>, SyntaxError> {
    pest::set_call_limit(Some(MOST_STEPS));
    let error = match EffectGrammar::parse(rule, text) {
        Ok(mut nodes) => return Ok(nodes.next().expect("a rule that matched gives its node")),
        Err(error) => error,
    };
    // What else could stand there costs as much again to note, so only what is wrong is read so.
    Err(in_detail(|| {
        let again = match error.variant {
            ErrorVariant::ParsingError { .. } => EffectGrammar::parse(rule, text).err(),
            ErrorVariant::CustomError { .. } => None,
        };
        explain(rule, text, &again.unwrap_or(error), offset)
    }))
}

/// Reads with all that an error may say. Whether pest notes that is said for all threads at once.
fn in_detail<T>(read: impl FnOnce() -> T) -> T {
    static ONE: Mutex<()> = Mutex::new(());
    let _one = ONE.lock().unwrap_or_else(PoisonError::into_inner);
    pest::set_error_detail(true);
    let read = read();
    pest::set_error_detail(false);
    read
}

/// How far a text is read, in bytes.
pub(super) fn furthest(text: &str) -> usize {
    explain::furthest(Rule::text, text)
}

/// The places of the clauses: each begins at a line that stands no deeper than the first one.
pub(super) fn clauses_of(text: &str) -> Vec<Span> {
    let mut common = None;
    let mut starts = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let words = line.trim_start_matches([' ', '\t']);
        let indent = line.len() - words.len();
        let says = !words.trim_end().is_empty() && !words.starts_with('#');
        if says && indent <= *common.get_or_insert(indent) {
            starts.push(at);
        }
        at += line.len();
    }
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    starts.iter().copied().zip(ends).map(|(start, end)| Span::new(start, end)).collect()
}

/// Faults of nesting and length, found before pest sees the text: pest descends as deep as the text does.
fn layout_faults(text: &str, offset: usize) -> Vec<SyntaxError> {
    let mut faults = Vec::new();
    if let Some(reason) = length_fault(text) {
        let end = text.trim_start().find('\n').map_or(text.len(), |end| end + text.len() - text.trim_start().len());
        let start = (text.len() - text.trim_start().len()).min(end);
        let help = Some("say less in one text: a keyword holds what several texts share".into());
        return vec![SyntaxError { span: Span::new(start, end).shifted(offset), reason, help }];
    }
    let mut indents: Vec<usize> = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let words = line.trim_start_matches([' ', '\t']).trim_end();
        let indent = line.len() - line.trim_start_matches([' ', '\t']).len();
        if !words.is_empty() && !words.starts_with('#') {
            while indents.last().is_some_and(|last| *last >= indent) {
                indents.pop();
            }
            indents.push(indent);
            let span = Span::new(start + indent, start + indent + words.len()).shifted(offset);
            let fault = if indents.len() > BLOCKS {
                let help = "make a keyword of what stands inside, `[keyword.NAME]`, and call it";
                Some((format!("blocks nest more than {BLOCKS} deep"), help))
            } else {
                line_fault(words)
            };
            faults.extend(fault.map(|(reason, help)| SyntaxError { span, reason, help: Some(help.into()) }));
        }
        start += line.len();
    }
    faults
}

/// What is said of a text that is too long.
fn length_fault(text: &str) -> Option<String> {
    if text.len() > LETTERS {
        return Some(format!("a text has at most {LETTERS} bytes, this one has {}", text.len()));
    }
    let clauses = clauses_of(text).len();
    (clauses > CLAUSES).then(|| format!("a text has at most {CLAUSES} clauses, this one has {clauses}"))
}

fn line_fault(line: &str) -> Option<(String, &'static str)> {
    if let Some(number) = long_number(line) {
        let help = "nothing in a game is so many: say a smaller number";
        return Some((format!("a number is at most {NUMBER}, this one is {number}"), help));
    }
    let (mut depth, mut deepest, mut colons, mut words) = (0usize, 0, 0, 0);
    for (number, part) in line.split('"').enumerate() {
        if number % 2 == 1 {
            continue;
        }
        words += part.split_whitespace().count();
        for sign in part.chars() {
            match sign {
                '(' => depth += 1,
                ')' => depth = depth.saturating_sub(1),
                ':' => colons += 1,
                '#' => break,
                _ => {}
            }
            deepest = deepest.max(depth);
        }
    }
    if deepest > PARENTHESES {
        let help = "name the inner parts before: `let many be ...`, `let so be whether ...`";
        Some((format!("parentheses nest more than {PARENTHESES} deep"), help))
    } else if colons > COLONS {
        let help = "put what stands behind a colon on lines of its own below, further in";
        Some((format!("a line has at most {COLONS} colons, this one has {colons}"), help))
    } else if words > WORDS {
        let help = "make several statements of it, each on a line of its own, and name parts of it with `let`";
        Some((format!("a line has at most {WORDS} words, this one has {words}"), help))
    } else {
        None
    }
}

/// A number with more digits than there may be.
fn long_number(line: &str) -> Option<&str> {
    let digits = NUMBER.to_string().len();
    let words = line.split('"').step_by(2).map(|part| part.split('#').next().unwrap_or_default());
    let mut words = words.flat_map(|part| part.split(|sign: char| !sign.is_alphanumeric() && !"-_".contains(sign)));
    words.find(|word| word.len() > digits && word.bytes().all(|sign| sign.is_ascii_digit()))
}

/// Builds the tree out of pest's nodes.
#[derive(Clone, Copy)]
struct Builder {
    offset: usize,
    /// Whoever `its owner` is has a name already.
    owner_named: bool,
    /// Which one it builds of several clauses that are said as one.
    pass: u8,
    /// A building was chosen before: `another building` is another than that, not than `this`.
    building_chosen: bool,
    /// It builds what wins: so many are at least so many.
    at_least: bool,
}

impl Builder {
    fn new(offset: usize) -> Builder {
        Builder { offset, owner_named: false, pass: 0, building_chosen: false, at_least: false }
    }

    fn span(self, node: &Node) -> Span {
        let span = node.as_span();
        Span::new(span.start(), span.end()).shifted(self.offset)
    }

    fn word(self, node: Node) -> ast::Word {
        let span = self.span(&node);
        match node.as_rule() {
            // The place of a quoted name is what stands between the quotes.
            Rule::quoted => self.word(first(node)),
            _ => Spanned::new(node.as_str().to_string(), span),
        }
    }
}

/// The first part of a rule that always has one.
fn first(node: Node) -> Node {
    node.into_inner().next().expect("the grammar gives this rule a part")
}

/// The next part of a rule, where the grammar demands one.
fn part<'i>(nodes: &mut impl Iterator<Item = Node<'i>>) -> Node<'i> {
    nodes.next().expect("the grammar gives this rule another part")
}

#[cfg(test)]
pub(super) mod tests;

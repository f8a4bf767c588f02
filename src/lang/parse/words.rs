//! Puts a text into plain words, as the grammar reads them: layout, capitals, numbers and names (see `grammar/effect.pest`).

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::OnceLock;

use crate::Fault;
use text::Span;

/// Figures in words; `one` is an article.
pub const FIGURES: [&str; 11] = [
    "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
];

/// What follows `as` where it gives no name.
const AS_WHAT: [&str; 9] = ["a", "an", "any", "the", "one", "if", "its", "you", "they"];

/// What `let` and a parameter cannot be called.
const ARTICLES: [&str; 4] = ["a", "an", "any", "one"];

/// A text in plain words.
pub(super) struct Words {
    /// What the grammar reads.
    pub plain: String,
    /// Where each word begins in `plain`, and its place in the text.
    places: Vec<(usize, Span)>,
    /// Names that the text gives though the grammar has such a word, with the places where it gives them.
    pub taken: Vec<(String, Span)>,
    /// All names that the text gives.
    pub names: HashSet<String>,
}

/// The words of the grammar.
pub struct Vocabulary {
    /// Those that stand alone somewhere.
    words: BTreeSet<&'static str>,
    /// Those that stand only beside others: the phrases, and where in them.
    phrases: BTreeMap<&'static str, Vec<(Vec<&'static str>, usize)>>,
}

/// All words of the grammar.
pub fn vocabulary() -> &'static Vocabulary {
    static WORDS: OnceLock<Vocabulary> = OnceLock::new();
    WORDS.get_or_init(|| {
        let lines = include_str!("../../../grammar/effect.pest")
            .lines()
            .filter(|line| !line.starts_with("//"));
        let mut known = Vocabulary {
            words: BTreeSet::new(),
            phrases: BTreeMap::new(),
        };
        for literal in lines.flat_map(|line| line.split('"').skip(1).step_by(2)) {
            let words: Vec<&str> = literal.split_whitespace().collect();
            match words.as_slice() {
                [] => {}
                [one] => {
                    known.words.insert(one);
                }
                several => {
                    for (at, word) in several.iter().enumerate() {
                        known
                            .phrases
                            .entry(word)
                            .or_default()
                            .push((words.clone(), at));
                    }
                }
            }
        }
        known
    })
}

impl Vocabulary {
    /// The language has such a word.
    pub fn has(&self, word: &str) -> bool {
        self.words.contains(word) || self.phrases.contains_key(word)
    }

    /// Words that stand together somewhere.
    pub(super) fn phrases(&self) -> impl Iterator<Item = &[&'static str]> {
        let all = self.phrases.values().flatten();
        all.filter(|(_, within)| *within == 0)
            .map(|(phrase, _)| phrase.as_slice())
    }

    /// All of its words that are no signs.
    pub fn all(&self) -> impl Iterator<Item = &'static str> {
        let words = self.words.iter().chain(self.phrases.keys()).copied();
        words.filter(|word| word.starts_with(|one: char| one.is_ascii_lowercase()))
    }
}

/// What stands in a text: a word, a sign, or the beginning of a line so deep.
#[derive(Clone, Copy, PartialEq)]
enum Token<'t> {
    Line(usize),
    Word(&'t str),
    Quoted(&'t str),
    Sign(char),
}

/// Puts a text into plain words.
///
/// # Errors
/// Quotes that do not close, and lines that stand at no depth of those above.
pub(super) fn words(text: &str) -> Result<Words, Vec<Fault>> {
    words_with(text, &HashSet::new())
}

/// The same where other parts of the text give names, too.
pub(super) fn words_with(text: &str, given: &HashSet<String>) -> Result<Words, Vec<Fault>> {
    let tokens = tokens(text)?;
    let declared = declared(&tokens);
    let mut out = Words {
        plain: String::with_capacity(text.len() * 2),
        places: Vec::new(),
        taken: Vec::new(),
        names: { declared.iter().map(|(name, _)| name) }
            .chain(given)
            .cloned()
            .collect(),
    };
    let mut faults: Vec<Fault> = Vec::new();
    for (name, span) in &declared {
        if ARTICLES.contains(&name.as_str()) {
            let fault = Fault::new(*span, format!("`{name}` cannot be a name"));
            faults
                .push(fault.with_help(
                    "it is a word of the language: choose another name, such as `gift`",
                ));
        }
        if vocabulary().words.contains(name.as_str()) {
            out.taken.push((name.clone(), *span));
        }
    }
    let mut depths: Vec<usize> = Vec::new();
    let mut at = 0;
    while let Some((token, span)) = tokens.get(at) {
        at += 1;
        match token {
            Token::Line(depth) => {
                let deeper = depths.last().is_some_and(|last| depth > last);
                if depths.is_empty() || deeper {
                    depths.push(*depth);
                    if deeper {
                        out.add("{", *span);
                    }
                } else {
                    while depths.len() > 1 && depths.last().is_some_and(|last| depth < last) {
                        depths.pop();
                        out.close();
                    }
                    if depths.last() != Some(depth) {
                        let fault =
                            Fault::new(*span, "the indentation of this line matches no line above");
                        faults.push(fault.with_help(
                            "indent it like one of the lines above, or deeper than the previous line",
                        ));
                    }
                    out.end();
                    out.add("|", *span);
                }
                at += usize::from(leads(&tokens, at, "then"));
            }
            Token::Sign('.' | ';') => {
                let ends = matches!(tokens.get(at), None | Some((Token::Line(_), _)));
                if !ends && !out.is_ended() {
                    let Token::Sign(sign) = token else { continue };
                    out.add(sign.encode_utf8(&mut [0; 4]), *span);
                }
                at += then_words(&tokens, at);
            }
            Token::Sign(',') => {
                let then = then_words(&tokens, at);
                if then > 0 {
                    out.add(", then", *span);
                    at += then;
                } else {
                    out.add(",", *span);
                }
            }
            Token::Sign(sign) => out.add(sign.encode_utf8(&mut [0; 4]), *span),
            Token::Quoted(name) => out.add(&format!("\"{name}\""), *span),
            Token::Word(word) => {
                // `and then` joins as `, then` does.
                if word.eq_ignore_ascii_case("and") && leads(&tokens, at, "then") {
                    out.add(", then", *span);
                    at += 1;
                    continue;
                }
                let is_name = !in_phrase(&tokens, at - 1)
                    && (out.names.contains(word.to_lowercase().as_str())
                        || !vocabulary().words.contains(word.to_lowercase().as_str()));
                out.word(word, is_name, *span);
            }
        }
    }
    for _ in 1..depths.len() {
        out.close();
    }
    out.end();
    if faults.is_empty() {
        Ok(out)
    } else {
        Err(faults)
    }
}

/// The next word is that one.
fn leads(tokens: &[(Token, Span)], at: usize, word: &str) -> bool {
    matches!(tokens.get(at), Some((Token::Word(next), _)) if next.eq_ignore_ascii_case(word))
}

/// What a token says.
fn said(token: &Token) -> String {
    match token {
        Token::Word(word) => word.to_lowercase(),
        Token::Sign(sign) => sign.to_string(),
        Token::Quoted(_) | Token::Line(_) => String::new(),
    }
}

/// The word stands in a phrase of the language.
fn in_phrase(tokens: &[(Token, Span)], at: usize) -> bool {
    let word = said(&tokens[at].0);
    let stands = |phrase: &[&str], within: usize| {
        at >= within
            && phrase.iter().enumerate().all(|(behind, word)| {
                tokens
                    .get(at - within + behind)
                    .is_some_and(|(token, _)| said(token) == *word)
            })
    };
    let phrases = vocabulary().phrases.get(word.as_str());
    phrases.is_some_and(|all| all.iter().any(|(phrase, within)| stands(phrase, *within)))
}

/// How many tokens say no more than `then`.
fn then_words(tokens: &[(Token, Span)], at: usize) -> usize {
    let and = usize::from(leads(tokens, at, "and"));
    if !leads(tokens, at + and, "then") {
        return 0;
    }
    let comma = matches!(tokens.get(at + and + 1), Some((Token::Sign(','), _)));
    and + 1 + usize::from(comma)
}

/// The names that a text gives: behind `as` and `let`, and those of parameters.
fn declared(tokens: &[(Token, Span)]) -> Vec<(String, Span)> {
    let mut names = Vec::new();
    for (at, (token, _)) in tokens.iter().enumerate() {
        let (next, behind) = (tokens.get(at + 1), tokens.get(at + 2));
        let Some((Token::Word(name), span)) = next else {
            continue;
        };
        let gives = match token {
            Token::Word(word) if word.eq_ignore_ascii_case("as") => {
                !AS_WHAT.contains(&name.to_lowercase().as_str())
                    && !name.starts_with(|one: char| one.is_ascii_digit())
            }
            Token::Word(word) => word.eq_ignore_ascii_case("let"),
            Token::Sign('(') => matches!(behind, Some((Token::Sign(':'), _))),
            _ => false,
        };
        if gives {
            names.push((name.to_lowercase(), *span));
        }
    }
    names
}

fn tokens(text: &str) -> Result<Vec<(Token<'_>, Span)>, Vec<Fault>> {
    let mut tokens = Vec::new();
    let mut faults = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let mut at = line.len() - line.trim_start_matches([' ', '\t']).len();
        let said = line.trim_end();
        let says = at < said.len() && !said[at..].starts_with('#');
        if says {
            tokens.push((Token::Line(at), Span::new(start + at, start + at)));
        }
        while says && at < said.len() {
            let rest = &said[at..];
            let first = rest.chars().next().expect("there is more of the line");
            let (token, length) =
                match first {
                    ' ' | '\t' => (None, 1),
                    '#' => (None, rest.len()),
                    '"' => match rest[1..].find('"') {
                        Some(0) | None => {
                            let fault = Fault::new(
                                Span::new(start + at, start + at + 1),
                                "a quoted name is empty or is not closed on its line",
                            );
                            faults.push(fault.with_help(
                                "put the name of a face in quotes: `named \"Windmill\"`",
                            ));
                            (None, rest.len())
                        }
                        Some(end) => (Some(Token::Quoted(&rest[1..=end])), end + 2),
                    },
                    _ if is_letter(first) => {
                        let end = rest.find(|one| !is_letter(one)).unwrap_or(rest.len());
                        let end = end
                            + usize::from(
                                rest[end..].starts_with('*')
                                    && rest[..end].bytes().all(|one| one.is_ascii_digit()),
                            );
                        (Some(Token::Word(&rest[..end])), end)
                    }
                    '\'' if rest[1..].starts_with('s') && !rest[2..].starts_with(is_letter) => {
                        (Some(Token::Word(&rest[..2])), 2)
                    }
                    sign => (Some(Token::Sign(sign)), sign.len_utf8()),
                };
            tokens.extend(token.map(|token| (token, Span::new(start + at, start + at + length))));
            at += length;
        }
        start += line.len();
    }
    if faults.is_empty() {
        Ok(tokens)
    } else {
        Err(faults)
    }
}

fn is_letter(one: char) -> bool {
    one.is_alphanumeric() || one == '-' || one == '_'
}

impl Words {
    fn add(&mut self, word: &str, span: Span) {
        self.places.push((self.plain.len(), span));
        self.plain += word;
        self.plain.push(' ');
    }

    fn word(&mut self, word: &str, is_name: bool, span: Span) {
        let small = word.to_lowercase();
        let figure = FIGURES.iter().position(|figure| *figure == small);
        let sign =
            if small.starts_with(|one: char| one.is_ascii_digit()) || small == "'s" || !is_name {
                ""
            } else {
                "~"
            };
        match figure {
            Some(figure) => self.add(&(figure + 2).to_string(), span),
            None => self.add(&format!("{sign}{small}"), span),
        }
    }

    fn ends_with(&self, signs: &[&str]) -> bool {
        signs.iter().any(|sign| self.plain.ends_with(sign))
    }

    /// A statement or a line has just ended.
    fn is_ended(&self) -> bool {
        self.plain.is_empty() || self.ends_with(&[". ", "; ", "{ ", "| "])
    }

    /// What ends a statement says nothing where its line or block ends.
    fn end(&mut self) {
        while self.ends_with(&[". ", "; "]) {
            self.plain.truncate(self.plain.len() - 2);
            self.places.pop();
        }
    }

    /// A block ends where its last word does.
    fn close(&mut self) {
        self.end();
        let end = self.places.last().map_or(0, |(_, span)| span.end);
        self.add("}", Span::new(end, end));
    }

    /// The plain words, each with where it begins.
    pub(super) fn tokens(&self) -> impl Iterator<Item = (usize, &str)> {
        let ends = self
            .places
            .iter()
            .skip(1)
            .map(|(begin, _)| *begin)
            .chain([self.plain.len()]);
        self.places
            .iter()
            .zip(ends)
            .map(|((begin, _), end)| (*begin, self.plain[*begin..end].trim_end()))
    }

    /// The place in the text of what stands there in the plain words.
    pub(super) fn span(&self, start: usize, end: usize) -> Span {
        let place = |at: usize| {
            let word = self.places.partition_point(|(begin, _)| *begin <= at);
            let place = self.places.get(word.saturating_sub(1));
            place.map_or(Span::new(0, 0), |(_, span)| *span)
        };
        let begin = place(start).start;
        match end <= start {
            true => Span::new(begin, begin),
            false => Span::new(begin, place(end - 1).end),
        }
    }
}

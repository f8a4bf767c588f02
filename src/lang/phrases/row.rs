//! One row of `grammar/phrases.toml`: a pattern of words with holes, and what it makes of a text.

use std::sync::OnceLock;

use serde::Deserialize;

use crate::parse::FIGURES;
use text::Span;

/// So many words and signs a hole takes at most.
const HOLE: usize = 16;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    phrase: Vec<Written>,
}

/// A row as it is written.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    say: String,
    write: Option<String>,
    /// What is told where nothing can be written in its place.
    tell: Option<String>,
    /// It does not count in a loop that gives a name to what it goes through.
    #[serde(default, rename = "outside-loops")]
    outside_loops: bool,
    /// It tells nothing of words behind these, which belong to them.
    #[serde(rename = "but-behind")]
    but_behind: Option<String>,
    example: String,
}

/// Another wording, and what to write instead.
#[derive(Debug)]
pub struct Phrase {
    say: Vec<Part>,
    write: String,
    /// It writes nothing, and tells this.
    pub tell: Option<String>,
    outside_loops: bool,
    pub but_behind: Option<String>,
    /// The names that it gives to what it chooses.
    names: Vec<String>,
    /// A text in which it stands.
    pub example: String,
}

/// A part of a pattern.
#[derive(Debug)]
enum Part {
    /// One of these, each of several words; with none of them it may be left out.
    Words(Vec<Vec<String>>),
    Hole {
        name: String,
        takes: Takes,
    },
}

/// What a hole takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Takes {
    /// Words up to the next sign.
    Words,
    Number,
    Word,
    /// All up to the end of the sentence.
    Rest,
    /// Words and signs within a sentence.
    Some,
}

/// A word, a sign, or the end of a line.
#[derive(Debug, Clone, Copy)]
pub struct Token {
    pub span: Span,
    is: Is,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Is {
    Word,
    Sign,
    /// The sentence is over.
    End,
}

/// All rows.
pub fn phrases() -> &'static [Phrase] {
    static PHRASES: OnceLock<Vec<Phrase>> = OnceLock::new();
    PHRASES.get_or_init(|| {
        let file: File = toml::from_str(include_str!("../../../grammar/phrases.toml"))
            .expect("the rows are TOML");
        file.phrase.into_iter().map(Phrase::of).collect()
    })
}

impl Phrase {
    fn of(row: Written) -> Phrase {
        let (mut say, mut rest) = (Vec::new(), row.say.trim());
        while let Some(sign) = rest.chars().next() {
            let closed_by =
                |sign: char| rest[1..].find(sign).expect("what is opened is closed") + 2;
            let end = match sign {
                '{' => closed_by('}'),
                '(' => closed_by(')'),
                '"' => closed_by('"'),
                sign if is_letter(sign) => rest.find(|sign| !is_letter(sign)).unwrap_or(rest.len()),
                sign => sign.len_utf8(),
            };
            let (part, behind) = rest.split_at(end);
            let words = |way: &str| {
                way.split_whitespace()
                    .flat_map(split)
                    .map(str::to_string)
                    .collect()
            };
            say.push(match sign {
                '{' => Part::hole(&part[1..end - 1]),
                '(' => Part::Words(part[1..end - 1].split('|').map(words).collect()),
                _ => Part::Words(vec![split(part).map(str::to_string).collect()]),
            });
            rest = behind.trim_start();
        }
        assert!(
            row.write.is_some() != row.tell.is_some(),
            "a row writes or tells: {}",
            row.say
        );
        let write = row.write.unwrap_or_default();
        let words: Vec<&str> = write
            .split(|sign: char| !is_letter(sign) && sign != '{')
            .collect();
        let named = words
            .windows(2)
            .filter(|pair| ["as", "let"].contains(&pair[0]) && !pair[1].starts_with('{'));
        let names = named.map(|pair| pair[1].to_string()).collect();
        Phrase {
            say,
            names,
            write,
            tell: row.tell,
            outside_loops: row.outside_loops,
            but_behind: row.but_behind,
            example: row.example,
        }
    }

    /// Its first word or sign is that one.
    fn begins_with(&self, wanted: &str) -> bool {
        matches!(&self.say[0], Part::Words(ways) if ways[0].first().is_some_and(|word| word == wanted))
    }

    /// Where it may begin: a hole at the beginning begins where a sign or the line above ends.
    pub fn begins<'t>(&self, tokens: &'t [Token]) -> impl Iterator<Item = (usize, &'t Token)> {
        let open = matches!(
            self.say[0],
            Part::Hole {
                takes: Takes::Words | Takes::Rest | Takes::Some,
                ..
            }
        );
        let begins = move |at: usize| !open || at == 0 || tokens[at - 1].is != Is::Word;
        let sentence_ends = self.begins_with(".");
        tokens
            .iter()
            .enumerate()
            .filter(move |(at, token)| (token.is != Is::End || sentence_ends) && begins(*at))
    }

    /// What it makes of this text, with the place of what it has taken.
    pub(super) fn rewritten(&self, text: &str, tokens: &[Token]) -> Vec<(Span, String)> {
        let mut all = Vec::new();
        for (from, first) in self.begins(tokens) {
            for (end, holes) in self.matches(text, tokens, from) {
                let before = &text[..first.span.start];
                if !self.may_end(text, tokens, first.span.start, end)
                    || !self.may_begin(before)
                    || self.chooses_twice(text, &holes)
                    || self.outside_loops && in_named_loop(before)
                {
                    continue;
                }
                let taken = Span::new(first.span.start, tokens[end - 1].span.end);
                // What the text calls something by that word is not another wording.
                if end == from + 1 && names(text, &text[taken.start..taken.end].to_lowercase()) {
                    continue;
                }
                let written = self.written(text, taken.start, &holes);
                all.push((
                    taken,
                    format!("{}{written}{}", &text[..taken.start], &text[taken.end..]),
                ));
            }
        }
        all
    }

    /// What it writes may end there: a head with a colon would hold what follows in the same sentence, and lines of their own hold
    /// nothing else.
    fn may_end(&self, text: &str, tokens: &[Token], from: usize, at: usize) -> bool {
        let next = |at: usize| {
            tokens
                .get(at)
                .map_or("", |token| &text[token.span.start..token.span.end])
        };
        let ends_line = |at: usize| ["", "\n"].contains(&next(at)) || next(at).starts_with('#');
        let ends_sentence = ends_line(at) || next(at) == ".";
        // A clause that begins behind a full stop begins a line.
        if self.write.starts_with(".\n") {
            return true;
        }
        // A condition would hold for what follows, too.
        let before = text[..from]
            .rsplit(['.', '\n'])
            .next()
            .unwrap_or_default()
            .trim();
        if self.write.starts_with("if ") && !self.begins_with("if") {
            return ends_line(at)
                || next(at) == "."
                    && (ends_line(at + 1) || before.is_empty() || before.ends_with(':'));
        }
        if self.write.contains('\n') {
            return ends_line(at) || next(at) == "." && ends_line(at + 1);
        }
        !self.write.contains(':') || ends_sentence
    }

    /// What it writes may begin there: lines of their own begin a line, behind `may` only the first of several sentences would be
    /// offered, and what `you` do is not done by whoever else is spoken of.
    fn may_begin(&self, before: &str) -> bool {
        let ends = |word: &str| before.trim_end().ends_with(word);
        let several = [". ", "; ", "\n"]
            .iter()
            .any(|end| self.write.contains(end));
        let lines = self.write.contains('\n') && !self.write.starts_with(".\n");
        let begins_line = before
            .rsplit('\n')
            .next()
            .unwrap_or_default()
            .trim()
            .is_empty();
        let of_you = |word: &str| ["you", "your"].contains(&word);
        let says_you = self
            .say
            .iter()
            .any(|part| matches!(part, Part::Words(ways) if ways.iter().flatten().any(|word| of_you(word))));
        let writes_you = self.write.split(|sign: char| !is_letter(sign)).any(of_you);
        let joined = [" and", " or", " then"].into_iter().any(ends);
        let of_you = self.begins_with("and") && !says_you
            || joined && (self.begins_with("you") || writes_you && !says_you);
        let of_another = of_you && others_do(before);
        !(of_another || lines && !begins_line || several && ends("may"))
    }

    /// What is chosen would be chosen anew where it is written again.
    fn chooses_twice(&self, text: &str, holes: &[(&str, Span)]) -> bool {
        holes.iter().any(|(name, span)| {
            let chosen = |word: &str| ["a", "an", "any", "another", "one"].contains(&word);
            self.write.matches(&format!("{{{name}}}")).count() > 1
                && text[span.start..span.end].split_whitespace().any(chosen)
        })
    }

    /// Where the pattern ends that begins at that token, and what its holes take, in every way.
    pub fn matches(
        &self,
        text: &str,
        tokens: &[Token],
        from: usize,
    ) -> Vec<(usize, Vec<(&str, Span)>)> {
        let mut found = Vec::new();
        matched(text, tokens, from, &self.say, &mut Vec::new(), &mut found);
        found
    }

    /// What is written in the place of what it has taken. Further lines stand in the column of the first.
    fn written(&self, text: &str, at: usize, holes: &[(&str, Span)]) -> String {
        // What hangs on a condition is one sentence.
        let sentence = text[..at]
            .rsplit(['.', '\n', ';'])
            .next()
            .unwrap_or_default();
        let mut written = match sentence.trim().is_empty() {
            true => self.write.clone(),
            false => self.write.replace(". ", "; "),
        };
        // A name that the text has already stands for something else.
        for name in &self.names {
            if holes
                .iter()
                .all(|(_, span)| text[span.start..span.end] != **name)
                && names(text, name)
            {
                let other = (2..)
                    .map(|number| format!("{name}-{number}"))
                    .find(|other| !names(text, other));
                written = with_word(&written, name, &other.expect("numbers go on"));
            }
        }
        for (name, span) in holes {
            written = written.replace(&format!("{{{name}}}"), &text[span.start..span.end]);
        }
        let line = text[..at].rfind('\n').map_or(0, |end| end + 1);
        let margin = &text[line..at];
        match margin.trim().is_empty() {
            true => written.replace('\n', &format!("\n{margin}")),
            false => written,
        }
    }
}

impl Part {
    fn hole(said: &str) -> Part {
        let (name, takes) = said.split_once(':').unwrap_or((said, "words"));
        let takes = match takes {
            "words" => Takes::Words,
            "number" => Takes::Number,
            "name" => Takes::Word,
            "rest" => Takes::Rest,
            "some" => Takes::Some,
            other => panic!("a hole takes no `{other}`"),
        };
        Part::Hole {
            name: name.to_string(),
            takes,
        }
    }
}

fn is_letter(sign: char) -> bool {
    sign.is_alphanumeric() || "-_'*".contains(sign)
}

/// What is done last there is done by somebody else than `you`.
fn others_do(before: &str) -> bool {
    let before = before.to_lowercase().replace(", then", " then");
    let doing = before
        .rsplit(['.', ',', ':', ';', '\n'])
        .next()
        .unwrap_or_default();
    let first = doing
        .split(|sign: char| !is_letter(sign))
        .find(|word| !word.is_empty())
        .unwrap_or_default();
    const OTHERS: &str = "they that each every another everyone everybody players opponents the";
    OTHERS.split(' ').any(|other| other == first) || names(&before, first)
}

/// A loop that gives a name to what it goes through begins before, and is not over: one in a line is over with its sentence.
fn in_named_loop(before: &str) -> bool {
    let before = before.to_lowercase();
    let loops = before.split("for each ").skip(1);
    loops
        .filter_map(|behind| behind.split_once(':'))
        .any(|(head, body)| {
            let body = body.trim_start_matches(' ');
            head.contains(" as ") && (body.starts_with('\n') || !body.contains(['.', '\n']))
        })
}

/// The text gives that name to something.
fn names(text: &str, name: &str) -> bool {
    let text = text.to_lowercase();
    let words: Vec<&str> = text
        .split(|sign: char| !is_letter(sign))
        .filter(|word| !word.is_empty())
        .collect();
    let given = words
        .windows(2)
        .any(|pair| ["as", "let"].contains(&pair[0]) && pair[1] == name);
    given || text.contains(&format!("({name}:"))
}

/// The text with another word in the place of that one.
fn with_word(text: &str, word: &str, other: &str) -> String {
    let parts = text.split_inclusive(|sign: char| !is_letter(sign));
    let with = |part: &str| match part.strip_prefix(word) {
        Some(rest) if !rest.starts_with(is_letter) => format!("{other}{rest}"),
        _ => part.to_string(),
    };
    parts.map(with).collect()
}

/// What is whose stands apart from whose it is: `foe` and `'s`.
fn split(word: &str) -> impl Iterator<Item = &str> {
    let at = word.strip_suffix("'s").map_or(word.len(), str::len);
    let (word, whose) = word.split_at(at);
    [word, whose].into_iter().filter(|part| !part.is_empty())
}

pub fn tokens(text: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(sign) = text[at..].chars().next() {
        let rest = &text[at..];
        let (is, length) = match sign {
            ' ' | '\t' | '\r' => {
                at += 1;
                continue;
            }
            '#' => (Is::End, rest.find('\n').unwrap_or(rest.len())),
            '\n' => (Is::End, 1),
            '"' => (
                Is::Word,
                rest[1..].find('"').map_or(rest.len(), |end| end + 2),
            ),
            sign if is_letter(sign) => (
                Is::Word,
                rest.find(|sign| !is_letter(sign)).unwrap_or(rest.len()),
            ),
            '.' | ';' => (Is::End, 1),
            sign => (Is::Sign, sign.len_utf8()),
        };
        let parts = if is == Is::Word {
            split(&rest[..length]).map(str::len).collect()
        } else {
            vec![length]
        };
        for length in parts {
            tokens.push(Token {
                span: Span::new(at, at + length),
                is,
            });
            at += length;
        }
    }
    tokens.push(Token {
        span: Span::new(text.len(), text.len()),
        is: Is::End,
    });
    tokens
}

fn matched<'p>(
    text: &str,
    tokens: &[Token],
    at: usize,
    parts: &'p [Part],
    holes: &mut Vec<(&'p str, Span)>,
    found: &mut Vec<(usize, Vec<(&'p str, Span)>)>,
) {
    let Some((part, rest)) = parts.split_first() else {
        found.push((at, holes.clone()));
        return;
    };
    let said = |at: usize| {
        tokens
            .get(at)
            .map_or("", |token: &Token| &text[token.span.start..token.span.end])
    };
    match part {
        Part::Words(ways) => {
            for way in ways {
                if way
                    .iter()
                    .enumerate()
                    .all(|(behind, word)| said(at + behind).eq_ignore_ascii_case(word))
                {
                    matched(text, tokens, at + way.len(), rest, holes, found);
                }
            }
        }
        Part::Hole { name, takes } => {
            let is_end = |at: usize| tokens.get(at).is_none_or(|token| token.is == Is::End);
            let most = (at..at + HOLE).take_while(|at| !is_end(*at)).count();
            let most = match takes {
                Takes::Word | Takes::Number => most.min(1),
                Takes::Words => (at..at + most)
                    .take_while(|at| tokens[*at].is == Is::Word)
                    .count(),
                Takes::Rest | Takes::Some => most,
            };
            let fits = |many: &usize| match takes {
                Takes::Number => {
                    said(at).starts_with(|sign: char| sign.is_ascii_digit())
                        || said(at) == "one"
                        || FIGURES.contains(&said(at))
                }
                Takes::Word => tokens[at].is == Is::Word,
                // What ends a pattern runs as far as it can.
                Takes::Words if rest.is_empty() => *many == most,
                Takes::Rest => *many == most,
                Takes::Words | Takes::Some => true,
            };
            for many in (1..=most).filter(fits) {
                holes.push((
                    name,
                    Span::new(tokens[at].span.start, tokens[at + many - 1].span.end),
                ));
                matched(text, tokens, at + many, rest, holes, found);
                holes.pop();
            }
        }
    }
}

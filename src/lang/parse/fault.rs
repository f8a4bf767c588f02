//! Says what is wrong with a text that cannot be read: which word does not fit, what was meant, and what may stand there.

use std::sync::{LazyLock, Mutex, PoisonError};

use pest::Parser;
use pest::error::{Error, ErrorVariant, InputLocation};
use serde::Deserialize;

use super::surface::{shifted, surface, unlike};
use super::words::{Words, vocabulary, words};
use super::{EffectGrammar, Rule};
use crate::Fault;
use text::{Span, suggest};

/// So many things that may stand there are told.
const TOLD: usize = 3;

/// So many words before the one that does not fit may be the misspelt one.
const BEFORE: usize = 12;

/// So many words behind it.
const AFTER: usize = 3;

/// Of more words that may stand there no single one is likely.
const MANY: usize = 14;

/// What is told of the place where reading ends: the rows of `grammar/hints.toml`.
#[derive(Deserialize)]
struct Hints {
    /// What may stand there, by the rules that are tried, the most likely first.
    rule: Vec<Hint>,
    /// Where a word stands that does not fit there.
    word: Vec<Hint>,
    /// Where all that a row asks for is so: how the text begins, how the sentence ends before the word, and the word.
    place: Vec<Place>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Place {
    begins: Vec<String>,
    ends: Vec<String>,
    words: Vec<String>,
    said: String,
}

#[derive(Deserialize)]
struct Hint {
    names: Vec<String>,
    said: String,
}

static HINTS: LazyLock<Hints> = LazyLock::new(|| {
    let file = include_str!("../../../grammar/hints.toml");
    toml::from_str(file).expect("the hints are TOML")
});

/// What pest found, with all that it tried where it failed.
pub(super) fn tried(rule: Rule, plain: &str) -> Option<Error<Rule>> {
    static ONE: Mutex<()> = Mutex::new(());
    // Whether pest notes that is said for all threads at once.
    let _one = ONE.lock().unwrap_or_else(PoisonError::into_inner);
    pest::set_error_detail(true);
    let error = EffectGrammar::parse(rule, plain).err();
    pest::set_error_detail(false);
    error
}

/// Where reading ended.
pub(super) fn stopped(error: &Error<Rule>) -> usize {
    let place = match error.location {
        InputLocation::Pos(at) | InputLocation::Span((at, _)) => at,
    };
    error
        .parse_attempts()
        .map_or(place, |attempts| place.max(attempts.max_position))
}

/// How far a text is read, in bytes of it.
pub(super) fn furthest(rule: Rule, words: &Words) -> usize {
    tried(rule, &words.plain).map_or(usize::MAX, |error| {
        words.span(stopped(&error), stopped(&error)).start
    })
}

/// How much of the plain words is left where reading ends, or nothing where all is read.
fn left(rule: Rule, plain: &str) -> Option<usize> {
    tried(rule, plain).map(|error| plain.len().saturating_sub(stopped(&error)))
}

/// The faults of a text that cannot be read: of its words, or one of its sentences.
pub(super) fn unread(rule: Rule, text: &str, offset: usize) -> Vec<Fault> {
    match shifted(words(text), offset) {
        Ok(words) => vec![unread_words(rule, text, &words, offset)],
        Err(faults) => faults,
    }
}

/// The misspelt word of a clause that is read and says nothing so: with what was meant it says something.
pub(super) fn misspelt(clause: &str, offset: usize) -> Option<Fault> {
    let plain = words(clause).ok()?;
    plain
        .tokens()
        .filter(|(_, word)| word.starts_with('~'))
        .find_map(|(at, word)| {
            let written = &word[1..];
            let span = plain.span(at, at + word.len());
            let is_meant = |known: &&str| {
                let meant = format!("{}{known}{}", &clause[..span.start], &clause[span.end..]);
                let slip = strsim::damerau_levenshtein(written, known) == 1;
                surface(&meant, 0).is_ok_and(|tree| slip || unlike(&meant, &tree, 0).is_empty())
            };
            let known = near(written)
                .into_iter()
                .filter(|_| written.len() > 2 && !plain.names.contains(written))
                .find(is_meant)?;
            Some(meant(
                &clause[span.start..span.end],
                known,
                span.shifted(offset),
            ))
        })
}

fn meant(written: &str, known: &str, span: Span) -> Fault {
    let fault = Fault::new(span, format!("`{written}` does not fit here"));
    fault.with_help(format!("did you mean `{known}`?"))
}

fn unread_words(rule: Rule, text: &str, words: &Words, offset: usize) -> Fault {
    let whole = || Span::new(0, text.trim_end().len());
    let fault = |span: Span, reason, help| Fault {
        span: span.shifted(offset),
        reason,
        help,
    };
    let Some(error) = tried(rule, &words.plain) else {
        return fault(whole(), "this cannot be read".into(), None);
    };
    let ErrorVariant::ParsingError { positives, .. } = &error.variant else {
        let help = "split it into several statements, or name parts of it with `let`";
        return fault(
            whole(),
            "this is too complex to read".into(),
            Some(help.into()),
        );
    };
    let pasted = words
        .tokens()
        .find_map(|(at, sign)| pasted(sign).map(|said| (words.span(at, at + sign.len()), said)));
    if let Some((span, (reason, help))) = pasted {
        return fault(span, reason, Some(help.into()));
    }
    // A name that is a word of the language hides that word.
    if let Some((name, span)) = words.taken.first() {
        let help = "choose another name after `as` or `let`, or for the parameter";
        return fault(
            *span,
            format!("the name `{name}` hides a word of the language"),
            Some(help.into()),
        );
    }
    let stop = Stop::of(
        &words.plain,
        stopped(&error).min(words.plain.len()),
        positives,
        &error,
    );
    if let Some((start, length, said)) = stop.misspelt(rule, words) {
        let span = words.span(start, start + length);
        return meant(&text[span.start..span.end], said, span.shifted(offset));
    }
    let span = match stop.ended {
        true => words.span(stop.at.saturating_sub(1), stop.at),
        false => words.span(stop.at, stop.at + stop.word.len()),
    };
    let written = stop.word.trim_start_matches('~');
    let found = match stop.ended {
        true => "the sentence ends too soon".to_string(),
        false => format!("`{written}` does not fit here"),
    };
    fault(span, found, stop.help(rule))
}

/// Where a text stops to be readable.
struct Stop<'p> {
    plain: &'p str,
    at: usize,
    /// The word that does not fit.
    word: &'p str,
    /// A sentence, a line or the text ends there.
    ended: bool,
    /// The rules that were tried there.
    rules: Vec<Rule>,
    /// The words that were tried there.
    tried: Vec<String>,
}

impl<'p> Stop<'p> {
    fn of(plain: &'p str, at: usize, positives: &[Rule], error: &Error<Rule>) -> Stop<'p> {
        let word = plain[at..].split(' ').next().unwrap_or_default();
        let ended = word.is_empty() || matches!(word, "." | ";" | "|" | "{" | "}");
        let attempts = error.parse_attempts();
        let tried = attempts
            .iter()
            .flat_map(|all| all.expected_tokens())
            .map(|token| token.to_string())
            .collect();
        Stop {
            plain,
            at,
            word,
            ended,
            rules: positives.to_vec(),
            tried,
        }
    }

    /// The misspelt word, there or before, and what was meant: with that the text is read further. Its place and length in the
    /// plain words.
    fn misspelt(&self, rule: Rule, words: &Words) -> Option<(usize, usize, &'static str)> {
        let behind = (self.plain.len() - self.at).saturating_sub(self.word.len() + 1);
        // What stands there must be read, and more than that, unless nothing follows.
        let bound = if self.ended {
            self.plain.len() - self.at
        } else {
            behind
        };
        let (before, after): (Vec<_>, Vec<_>) = words.tokens().partition(|(at, _)| *at <= self.at);
        let mut best: Option<(usize, usize, usize, &'static str)> = None;
        // What is one to the grammar, such as `your next turn`, is not read in part.
        let after: Vec<_> = after.into_iter().take(AFTER).collect();
        let plain_words = after
            .iter()
            .filter(|(_, word)| word.starts_with('~') && vocabulary().has(&word[1..]));
        let plain_words: Vec<&str> = plain_words.map(|(_, word)| *word).collect();
        for (at, word) in before.into_iter().rev().take(BEFORE).chain(after) {
            let written = word.trim_start_matches('~');
            let is_there = at == self.at;
            if written.len() < 3
                || !is_there && !word.starts_with('~')
                || words.names.contains(written)
            {
                continue;
            }
            for known in near(written).into_iter().take(4) {
                let mut with = format!(
                    "{}{known}{}",
                    &self.plain[..at],
                    &self.plain[at + word.len()..]
                );
                if at > self.at {
                    with = plain_words.iter().fold(with, |with, word| {
                        with.replace(&format!("{word} "), &format!("{} ", &word[1..]))
                    });
                }
                let rest = match left(rule, &with) {
                    None => 0,
                    // A word of the language is rarely a slip.
                    Some(rest) if rest < bound && word.starts_with('~') => rest + 1,
                    Some(_) => continue,
                };
                if best.is_none_or(|(least, ..)| rest < least) {
                    best = Some((rest, at, word.len(), known));
                }
            }
        }
        best.map(|(_, at, length, known)| (at, length, known))
    }

    /// That word stands before.
    fn behind(&self, word: &str) -> bool {
        self.plain[..self.at].trim_end().rsplit(' ').next() == Some(word)
    }

    /// What to write instead.
    fn help(&self, rule: Rule) -> Option<String> {
        let written = self.word.trim_start_matches('~');
        let before = &self.plain[..self.at];
        let told = |help: &str| Some(help.to_string());
        match written {
            "!" | "?" => return told("end the sentence with `.`"),
            ")" if before.matches('(').count() <= before.matches(')').count() => {
                return told("no parenthesis is open here");
            }
            "a" | "an" | "any" | "one" if self.rules.contains(&Rule::name) && self.behind("as") => {
                return told("it is a word of the language: choose another name, such as `gift`");
            }
            _ => {}
        }
        if let Some(sign) = self.missing(rule) {
            return Some(format!("put `{}` before it", sign.trim_end()));
        }
        let mut sentences = before.rsplit(['.', '|', '{', ';']);
        let sentence = sentences
            .find(|part| !part.trim().is_empty())
            .unwrap_or_default();
        let any = |all: &[String], is: &dyn Fn(&str) -> bool| {
            all.is_empty() || all.iter().any(|one| is(one))
        };
        let is_here = |place: &&Place| {
            any(&place.begins, &|begin| self.plain.starts_with(begin))
                && any(&place.ends, &|end| sentence.ends_with(end))
                && any(&place.words, &|word| word == written)
        };
        if let Some(place) = HINTS.place.iter().find(is_here) {
            return told(&place.said);
        }
        let elsewhere = HINTS
            .word
            .iter()
            .find(|hint| hint.names.iter().any(|one| one == written));
        let elsewhere = elsewhere.map(|hint| hint.said.as_str());
        let mut expected = self.expected();
        expected.truncate(if elsewhere.is_some() { TOLD - 1 } else { TOLD });
        let here = match expected.as_slice() {
            [] => None,
            [one] => Some(format!("expected {one}")),
            [front @ .., last] => {
                // Where one of them has a comma, another one keeps it apart from the last.
                let comma = match expected.iter().any(|one| one.contains(',')) {
                    true => ",",
                    false => "",
                };
                Some(format!("expected {}{comma} or {last}", front.join(", ")))
            }
        };
        match (elsewhere.filter(|_| !self.ended), here) {
            (Some(elsewhere), Some(here)) => Some(format!("{elsewhere}; {here}")),
            (Some(elsewhere), None) => Some(elsewhere.into()),
            (None, here) => here,
        }
    }

    /// The sign that is missing before the word: with it the text is read further.
    fn missing(&self, rule: Rule) -> Option<&'static str> {
        if self.ended || self.word.starts_with('~') {
            return None;
        }
        let behind = (self.plain.len() - self.at).saturating_sub(self.word.len() + 1);
        let with =
            |sign: &str| format!("{}{sign}{}", &self.plain[..self.at], &self.plain[self.at..]);
        let is_tried = |sign: &str| self.tried.iter().any(|one| one == sign);
        let reads = |sign: &str| {
            is_tried(sign)
                && left(rule, &with(sign)).is_none_or(|rest| rest < behind && sign != "a ")
        };
        let sentence = self.plain[..self.at]
            .rsplit(['.', '|', '{'])
            .next()
            .unwrap_or_default()
            .trim_start();
        let colon = ["repeat", "for each", "use", "once", "define"]
            .iter()
            .any(|head| sentence.starts_with(head));
        // `a players` is nothing.
        let many = self.word.ends_with('s') && vocabulary().has(self.word.trim_end_matches('s'));
        let signs = if colon {
            [": ", ", ", "a "]
        } else {
            [", ", ": ", "a "]
        };
        let mut signs = signs.into_iter().filter(|sign| !many || *sign != "a ");
        signs.find(|sign| reads(sign))
    }

    /// What may stand there: what the rules are called, and words.
    fn expected(&self) -> Vec<String> {
        let rules = self
            .rules
            .iter()
            .filter(|rule| **rule != Rule::text || self.at == 0);
        let rules: Vec<String> = rules.map(|rule| format!("{rule:?}")).collect();
        let known = HINTS
            .rule
            .iter()
            .filter(|hint| hint.names.iter().any(|name| rules.contains(name)));
        let mut told: Vec<String> = known.map(|hint| hint.said.clone()).collect();
        if self.behind("draw") || self.behind("draws") {
            told = vec!["a number of cards, such as `a card` or `2 cards`".into()];
        }
        let is_tried = |word: &str| self.tried.iter().any(|one| one == word);
        if is_tried(", ") && is_tried(": ") {
            told.insert(0, "`,` and a statement, such as `draw a card`".into());
        }
        let letters = |word: &str| word.starts_with(|one: char| one.is_ascii_lowercase());
        let is_word = |word: &str| {
            letters(word) && vocabulary().has(word.split(' ').next().unwrap_or_default())
        };
        const BEGINS: &str =
            "a an any one the it its this that they another target you twice half how provoker";
        let begins_thing = |word: &str| {
            let first = word.split(' ').next().unwrap_or_default();
            BEGINS.split(' ').any(|begin| begin == first)
        };
        let joins = |word: &str| ["and", "or", "plus", "minus"].contains(&word);
        let mut words: Vec<&str> = self
            .tried
            .iter()
            .map(|word| word.trim())
            .filter(|word| is_word(word))
            .collect();
        let lies = self.rules.contains(&Rule::from_word);
        words.retain(|word| {
            told.is_empty() || !(begins_thing(word) || lies && ["in", "on", "from"].contains(word))
        });
        words.sort_by_key(|word| (joins(word), word.len()));
        if words.len() <= MANY {
            told.extend(words.iter().map(|word| match *word {
                "as" => "`as` and a name of your own".to_string(),
                word => format!("`{word}`"),
            }));
        }
        if told.is_empty() && is_tried("0..9") {
            told.push("a number, such as `2`".into());
        }
        if is_tried(", then ") && !self.ended {
            told.push("a full stop and the next sentence".into());
        }
        told.dedup();
        told.truncate(TOLD);
        told
    }
}

/// What is said of a sign that comes from where a text was pasted from.
fn pasted(sign: &str) -> Option<(String, &'static str)> {
    let no_fit = format!("`{sign}` does not fit here");
    match sign {
        "\u{2019}" | "\u{2018}" => Some((no_fit, "use straight quotes: `'`, as in `foe's hand`")),
        "\u{201c}" | "\u{201d}" | "\u{201e}" => {
            Some((no_fit, "put names in straight quotes: `named \"Windmill\"`"))
        }
        sign if !sign.is_empty() && sign.chars().all(char::is_whitespace) => Some((
            "this is an unusual space character".into(),
            "use a normal space",
        )),
        _ => None,
    }
}

/// Words of the language that are written like this one, the nearest first.
fn near(written: &str) -> Vec<&'static str> {
    let most = if written.len() < 6 { 1 } else { 2 };
    let letters = |word: &str| {
        word.len() >= 2
            && word
                .bytes()
                .all(|one| one.is_ascii_lowercase() || one == b'-')
    };
    let mut all: Vec<(usize, &'static str)> = vocabulary()
        .all()
        .filter(|word| letters(word) && *word != written)
        .map(|word| (strsim::damerau_levenshtein(written, word), word))
        .filter(|(far, _)| *far <= most)
        .collect();
    all.sort_unstable();
    all.dedup();
    let mut near: Vec<&'static str> = all.into_iter().map(|(_, word)| word).collect();
    let looser = suggest(
        written,
        vocabulary()
            .all()
            .filter(|word| letters(word) && *word != written),
    );
    near.extend(looser.filter(|word| !near.contains(word)));
    near
}

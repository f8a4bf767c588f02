//! What may stand next in a text that is being written.

use std::collections::BTreeSet;

use pest::error::Error;

use super::bounds::bounds;
use super::fault::{stopped, tried};
use super::words::{Words, words};
use super::{Rule, clauses_of};

/// No word of the language: reading ends there.
const END: &str = "\u{2026}";

/// A word that no grammar has: where it is read, a name may stand.
const NAME: &str = "q-q";

/// Words that say no more than `a`.
const ARTICLES: [&str; 2] = ["an", "any"];

/// What may stand at a place of a text.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Expected {
    /// Words of the language; several where they stand only together.
    pub words: Vec<String>,
    /// A name may stand there: of a keyword, a status, a counter, a tally, or one that the text gives.
    pub name: bool,
    /// A statement may begin there.
    pub statement: bool,
    /// A name in quotes may stand there.
    pub quoted: bool,
}

/// What may stand behind a text, whose last word is whole. It may be a condition alone, such as the `holds` of a rule.
pub fn expected(before: &str, is_cond: bool) -> Expected {
    let rule = if is_cond { Rule::lone_cond } else { Rule::text };
    // Only the clause that is being written counts.
    let clause = clauses_of(before).last().copied();
    let clause = clause.map_or("", |clause| &before[clause.start..]);
    let text = format!("{clause}{END}");
    if !bounds(&text, 0).is_empty() {
        return Expected::default();
    }
    let Ok(Words { plain, .. }) = words(&text) else {
        return Expected::default();
    };
    let Some(end) = plain.rfind(END) else {
        return Expected::default();
    };
    let (read, behind) = plain.split_at(end);
    let Some(error) = tried(rule, &plain) else {
        return Expected::default();
    };
    let stop = stopped(&error).min(end);
    // Words that the language has only together are read once they are all there.
    let begun: Vec<&str> = read[stop..]
        .split_whitespace()
        .map(|word| word.trim_start_matches('~'))
        .collect();
    let is_read = |next: &str| {
        let with = format!("{}{next} {behind}", &read[..stop]);
        let least = stop + next.len();
        tried(rule, &with).is_none_or(|error| stopped(&error) > least)
    };
    let mut found = BTreeSet::new();
    for token in tokens(&error) {
        let rest = begun.iter().try_fold(token.trim(), |token, word| {
            let rest = token.strip_prefix(word)?;
            rest.strip_prefix(' ').or(rest.is_empty().then_some(rest))
        });
        let rest = rest.unwrap_or_default();
        if rest.starts_with(|one: char| one.is_ascii_lowercase())
            && !ARTICLES.contains(&rest)
            && is_read(token.trim())
        {
            found.insert(rest.replace(" ,", ","));
        }
    }
    let here = begun.is_empty();
    Expected {
        name: here && is_read(&format!("~{NAME}")),
        statement: here && is_read("shuffle the deck"),
        quoted: here && is_read(&format!("\"{NAME}\"")),
        words: found.into_iter().collect(),
    }
}

fn tokens(error: &Error<Rule>) -> Vec<String> {
    let attempts = error.parse_attempts();
    let tokens = attempts.iter().flat_map(|all| all.expected_tokens());
    tokens.map(|token| token.to_string()).collect()
}

#[cfg(test)]
mod tests {
    use super::expected;

    fn words(before: &str) -> Vec<String> {
        expected(before, false).words
    }

    #[test]
    fn what_is_offered_is_read() {
        let first = expected("", false);
        for word in ["discard", "use", "when", "while", "choose"] {
            assert!(first.words.contains(&word.to_string()), "{word}: {first:?}");
        }
        assert!(first.statement && first.name);
        assert!(!first.words.contains(&"discards".to_string()), "{first:?}");
        assert!(
            words("discard ").contains(&"the top".to_string())
                || words("discard ").contains(&"the top of".to_string())
        );
        assert!(words("put this ").contains(&"face up".to_string()));
        assert!(
            words("take the top card of the ")
                .iter()
                .any(|word| word.starts_with("deck"))
        );
        assert!(expected("destroy a building named ", false).quoted);
        assert!(expected("this ", true).words.contains(&"is".to_string()));
    }

    #[test]
    fn what_cannot_be_read_offers_nothing() {
        assert!(words("draw \"").is_empty());
        assert!(words(&"(".repeat(5_000)).is_empty());
    }
}

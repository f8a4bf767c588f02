//! What may stand next in a text that is being written.

use std::collections::BTreeSet;

use pest::error::Error;

use super::bounds::bounds;
use super::fault::{stopped, tried};
use super::words::{Words, vocabulary, words};
use super::{Rule, clauses_of};

/// No word of the language: reading ends there.
const END: &str = "\u{2026}";

/// A word that no grammar has: where it is read, a name may stand.
const NAME: &str = "q-q";

/// Words that say no more than `a`.
const ARTICLES: [&str; 2] = ["an", "any"];

/// Words that go on where something might end: they are tried only where they stand.
const MORE: [&str; 8] = ["as", "except", "from", "in", "named", "of", "on", "that"];

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
    // Of names only those that the text gives stand behind `the`.
    let given = words(before).map(|all| all.names).unwrap_or_default();
    let is_given = |name: &str| given.contains(name) || vocabulary().has(name);
    let spaced = format!(" {read}");
    let mut behind_the = spaced
        .split(" the ~")
        .skip(1)
        .filter_map(|rest| rest.split(' ').next());
    if !behind_the.all(is_given) {
        return Expected::default();
    }
    let place = Place { rule, read, behind };
    let mut words = place.words();
    if words.contains("the") {
        // By itself it says nothing.
        let read = &format!("{read}the ");
        let more = Place { read, ..place }.words().into_iter();
        let more = more.filter(|next| !next.starts_with("the"));
        words.extend(more.map(|next| format!("the {next}")));
    }
    Expected {
        name: place.is_read(read, &format!("~{NAME}")),
        statement: place.is_read(read, "shuffle the deck"),
        quoted: place.is_read(read, &format!("\"{NAME}\"")),
        words: words.into_iter().collect(),
    }
}

/// A place in plain words.
#[derive(Clone, Copy)]
struct Place<'p> {
    rule: Rule,
    read: &'p str,
    behind: &'p str,
}

impl Place<'_> {
    /// With what is said next, so much of the text is read, and more.
    fn is_read(&self, read: &str, next: &str) -> bool {
        let with = format!("{read}{next} {}", self.behind);
        let least = read.len() + next.len();
        tried(self.rule, &with).is_none_or(|error| stopped(&error) > least)
    }

    /// The words of the language that may stand there.
    fn words(&self) -> BTreeSet<String> {
        let error = tried(self.rule, &format!("{}{}", self.read, self.behind));
        let tokens = error.iter().flat_map(tokens);
        let tokens: BTreeSet<String> = tokens
            .filter(|token| token.starts_with(|one: char| one.is_ascii_lowercase()))
            .map(|token| token.trim().to_string())
            .chain(MORE.map(String::from))
            .collect();
        let whole = tokens
            .into_iter()
            .map(|token| (self.read, token.clone(), token));
        // Words that the language has only together are read once they are all there.
        let begun = vocabulary().phrases().flat_map(|phrase| {
            let befores = beginnings(self.read).take(phrase.len()).enumerate().skip(1);
            befores.filter_map(move |(count, before)| {
                let said = self.read[before.len()..].split(' ');
                let said = said.map(|word| word.trim_start_matches('~'));
                let is_begun = said.take(count).eq(phrase[..count].iter().copied());
                is_begun.then(|| (before, phrase.join(" "), phrase[count..].join(" ")))
            })
        });
        whole
            .chain(begun)
            .filter(|(_, _, rest)| !ARTICLES.contains(&rest.as_str()))
            .filter(|(before, said, _)| self.is_read(before, said))
            .map(|(_, _, rest)| rest.replace(" ,", ","))
            .collect()
    }
}

/// All of the words, all but the last one, all but the last two, ...
fn beginnings(read: &str) -> impl Iterator<Item = &str> {
    std::iter::successors(Some(read), |read| {
        let last = read.strip_suffix(' ')?;
        Some(&read[..last.rfind(' ').map_or(0, |blank| blank + 1)])
    })
}

fn tokens(error: &Error<Rule>) -> Vec<String> {
    let attempts = error.parse_attempts();
    let tokens = attempts.iter().flat_map(|all| all.expected_tokens());
    tokens.map(|token| token.to_string()).collect()
}

#[cfg(test)]
mod tests {
    use super::{Expected, expected};
    use crate::parse_text;

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
        let deck = words("take the top card of ");
        assert!(
            deck.iter().any(|word| word.starts_with("the deck")),
            "{deck:?}"
        );
        let deck = words("take the top card of the ");
        assert!(deck.iter().any(|word| word.starts_with("deck")), "{deck:?}");
        // What begins before the place where reading stops.
        for (before, next) in [
            ("put the top card of ", "the discard pile"),
            ("discard the ", "owner of"),
            ("raise the starred ", "numbers of"),
            ("put this face ", "up"),
        ] {
            let found = words(before);
            assert!(found.contains(&next.to_string()), "{before}: {found:?}");
            assert!(
                !found.iter().any(|word| word.starts_with("the the")),
                "{found:?}"
            );
        }
        assert!(expected("destroy a building named ", false).quoted);
        // A card is named once it is said where it lies.
        assert!(words("discard a card ").contains(&"from".to_string()));
        assert!(expected("discard a card from your hand named ", false).quoted);
        assert_eq!(
            expected("discard a card named ", false),
            Expected::default()
        );
        assert!(parse_text("Discard a card named \"Mill\".", 0).is_err());
        assert!(expected("this ", true).words.contains(&"is".to_string()));
    }

    #[test]
    fn what_cannot_be_read_offers_nothing() {
        for before in [
            "zork the zork ",
            "choose a card as fork. zork the zork ",
            "draw a zork ",
        ] {
            assert_eq!(expected(before, false), Expected::default(), "{before}");
        }
        let given = "each player secretly chooses a number from 1 to 3 as bid\ndraw the bid ";
        assert_eq!(words(given), ["of"]);
        assert!(words("draw \"").is_empty());
        assert!(words(&"(".repeat(5_000)).is_empty());
    }
}

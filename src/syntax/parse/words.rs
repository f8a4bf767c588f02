//! The words of the language, taken from its grammar as it is written: what it knows is known here by itself.

use std::sync::LazyLock;

const GRAMMAR: &str = include_str!("../../../grammar/effect.pest");

/// The words that can begin a clause.
pub(super) static CLAUSE: LazyLock<Vec<&str>> = LazyLock::new(|| {
    let rules = rule("clause").split(|sign: char| !sign.is_ascii_lowercase() && sign != '_');
    let clauses = rules.filter(|name| name.ends_with("_clause"));
    let begins =
        clauses.filter_map(|name| rule(name).trim_start_matches([' ', '\n', '(']).strip_prefix('"')?.split('"').next());
    each_once(begins)
});

/// The words that can begin a statement, keywords apart.
pub(super) static STATEMENT: LazyLock<Vec<&str>> = LazyLock::new(|| each_once(quoted(rule("leading"))));

/// All words that hold the language together; `guarded` is a status that is always there.
pub(super) static ALL: LazyLock<Vec<&str>> = LazyLock::new(|| {
    let others = GRAMMAR.lines().filter(|line| !line.starts_with("//")).flat_map(quoted);
    each_once(CLAUSE.iter().chain(STATEMENT.iter()).copied().chain(others).chain(["guarded"]))
});

/// The words that no text gives as a name.
pub(super) static RESERVED: LazyLock<Vec<&str>> =
    LazyLock::new(|| each_once(quoted(rule("reserved")).chain(NUMBERS.iter().copied())));

/// Numbers as words: nobody misspells one for another word.
pub(super) static NUMBERS: LazyLock<Vec<&str>> = LazyLock::new(|| each_once(quoted(rule("number_word"))));

/// What a rule of the grammar says.
fn rule(name: &str) -> &'static str {
    let heads = |line: &&str| line.strip_prefix(name).is_some_and(|rest| rest.trim_start().starts_with('='));
    let line = GRAMMAR.lines().find(heads).unwrap_or_default();
    let start = line.as_ptr() as usize - GRAMMAR.as_ptr() as usize;
    let (_, says) = GRAMMAR[start..].split_once('{').unwrap_or_default();
    says.split('}').next().unwrap_or_default()
}

/// The words in quotes.
fn quoted(text: &'static str) -> impl Iterator<Item = &'static str> {
    let words = text.split('"').skip(1).step_by(2);
    words.filter(|word| word.len() > 1 && word.bytes().all(|sign| sign.is_ascii_lowercase()))
}

fn each_once<'w>(words: impl Iterator<Item = &'w str>) -> Vec<&'w str> {
    let mut once = Vec::new();
    words.for_each(|word| {
        if !once.contains(&word) {
            once.push(word)
        }
    });
    once
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{CLAUSE, STATEMENT, quoted, rule};
    use crate::base::Verb;
    use crate::syntax::ast::{Clause, Operand, Statement};
    use crate::syntax::{parse_text, print};

    #[test]
    fn what_begins_clauses_and_statements_is_read_from_the_grammar() {
        let begins =
            ["play", "at", "replay", "use", "when", "whenever", "raise", "win", "define", "count", "while", "if"];
        assert_eq!(*CLAUSE, begins);
        assert!(
            ["pay", "otherwise", "discard", "swap", "ready", "shuffle"].iter().all(|word| STATEMENT.contains(word))
        );
    }

    #[test]
    fn the_verbs_of_the_grammar_are_those_of_the_table() {
        let begins = rule("two_things").split('|').filter_map(|form| quoted(form).next());
        // What is returned is told apart by whose hand it goes to.
        let begins = begins.chain(["wins", "loses", "becomes", "and", "return"]);
        let one = quoted(rule("verb")).filter(|word| *word != "at");
        let grammar: BTreeSet<&str> = begins.chain(one).collect();
        let table: BTreeSet<&str> = Verb::ALL.iter().map(|verb| verb.lead()).collect();
        assert_eq!(grammar, table);
        let leads: Vec<&str> =
            Verb::ALL.iter().filter(|verb| !verb.form().starts_with('_')).map(|verb| verb.lead()).collect();
        assert!(leads.iter().all(|word| STATEMENT.contains(word)), "no keyword is called like a verb");
    }

    #[test]
    fn every_verb_is_read_and_written_by_its_form() {
        for verb in Verb::ALL {
            let text = format!("play: {}", verb.with(&["this".into(), "it".into()]));
            let read = parse_text(&text, 0).unwrap_or_else(|faults| panic!("{text}: {faults:?}"));
            let Clause::Play(body) = &read.clauses[0].node else { panic!("{text}") };
            let Statement::Verb { verb: found, operand } = &body.statements[0].node else { panic!("{text}") };
            assert_eq!(found, verb);
            assert_eq!(matches!(operand, Operand::Two(..)), verb.form().matches('_').count() == 2, "{text}");
            assert_eq!(print(&read), text);
        }
    }

    #[test]
    fn words_that_a_verb_does_not_have_are_refused() {
        for text in ["play: discard it as if from hand", "play: replay it as if from hand", "play: show it to this"] {
            assert!(parse_text(text, 0).is_err(), "{text}");
        }
    }
}

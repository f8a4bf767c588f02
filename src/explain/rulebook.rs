//! The rules as a document tells them: each with its id, its section, its text, and the rulings that pin it.

use std::sync::OnceLock;

use text::suggest;

/// The rules that the program comes with.
const DOCUMENT: &str = include_str!("../../docs/rules.md");

/// One rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rule {
    pub id: String,
    pub section: String,
    pub text: String,
    /// The ids of the rulings that pin it.
    pub rulings: Vec<String>,
}

/// All rules that the program comes with, in their order.
pub fn rulebook() -> &'static [Rule] {
    static RULES: OnceLock<Vec<Rule>> = OnceLock::new();
    RULES.get_or_init(|| read(DOCUMENT))
}

/// The ids of the rules that a document lists: `- ID ...`, in its order.
pub fn rule_ids(document: &str) -> Vec<&str> {
    let lines = document.lines().filter_map(|line| line.strip_prefix("- "));
    lines
        .filter_map(|line| line.split_whitespace().next())
        .filter(|word| is_id(word))
        .collect()
}

/// A booklet, such as R61, comes first among the sources of that rule, which end it.
pub fn is_printed(id: &str) -> bool {
    let rule = rulebook().iter().find(|rule| rule.id == id);
    let sources = rule.and_then(|rule| Some(rule.text.rsplit_once('[')?.1));
    sources
        .and_then(|sources| sources.strip_prefix('R'))
        .is_some_and(|year| year.starts_with(|c: char| c.is_ascii_digit()))
}

/// The ids of the rules of what was once called so: `(once "NAME"`. The name is in lower case.
pub fn once_called(name: &str) -> Vec<&'static str> {
    let named = format!("(once \"{name}\"");
    rulebook()
        .iter()
        .filter(|rule| rule.text.to_lowercase().contains(&named))
        .map(|rule| rule.id.as_str())
        .collect()
}

/// `TRN-1`, `61-MOON`: capitals and digits, joined by hyphens.
fn is_id(word: &str) -> bool {
    word.contains('-')
        && word
            .chars()
            .all(|letter| letter.is_ascii_uppercase() || letter.is_ascii_digit() || letter == '-')
}

/// The rules of a document.
pub fn read(document: &str) -> Vec<Rule> {
    let ids = rule_ids(document);
    let mut section = String::new();
    let mut rules: Vec<Rule> = Vec::new();
    // The line before is of a rule.
    let mut goes_on = false;
    for line in document.lines() {
        if goes_on && line.starts_with("  ") {
            let rule = rules.last_mut().expect("a rule goes on");
            rule.text = format!("{} {}", rule.text, plain(line.trim()));
            continue;
        }
        goes_on = false;
        if let Some(title) = line.strip_prefix("## ") {
            section = title.to_string();
        } else if let Some((id, text)) = line
            .strip_prefix("- ")
            .and_then(|line| line.split_once(' '))
            && ids.contains(&id)
        {
            goes_on = true;
            rules.push(Rule {
                id: id.to_string(),
                section: section.clone(),
                text: plain(text),
                rulings: Vec::new(),
            });
        } else if let Some((id, links)) = line
            .strip_prefix("| ")
            .and_then(|line| line.split_once(" | "))
            && let Some(rule) = rules.iter_mut().find(|rule| rule.id == id)
        {
            rule.rulings = links
                .split('[')
                .skip(1)
                .filter_map(|link| Some(link.split_once(']')?.0.to_string()))
                .collect();
        }
    }
    rules
}

/// Without the signs that mark words. A star behind a bracket is that of a number: `(1)*`.
fn plain(text: &str) -> String {
    let mut before = ' ';
    let mut kept = |letter: &char| {
        let behind = std::mem::replace(&mut before, *letter);
        *letter != '*' || behind == ')'
    };
    text.chars().filter(|letter| kept(letter)).collect()
}

/// Words of questions that say nothing of what is asked for.
const EMPTY: [&str; 22] = [
    "how", "to", "do", "does", "i", "you", "we", "a", "an", "the", "what", "when", "who", "where",
    "is", "are", "can", "my", "of", "in", "one", "rules",
];

/// What beginners say, and what the rules call it.
const CALLED: [(&str, &str); 8] = [
    ("goal", "win"),
    ("goals", "win"),
    ("aim", "win"),
    ("objective", "win"),
    ("winner", "win"),
    ("who goes first", "first player"),
    ("who begins", "first player"),
    ("who starts", "first player"),
];

/// The rules that are meant: of that id or those, of ids that begin so, or with all these words in them. Sections that are about them
/// come first, then texts that say them as they are asked for, whole words before beginnings of words.
pub fn find<'a>(rules: &'a [Rule], asked: &str) -> Vec<&'a Rule> {
    let asked = asked.trim().to_lowercase();
    let ids = asked.split([' ', ',']).filter(|id| !id.is_empty());
    let by_id = |id: &str| rules.iter().find(|rule| rule.id.to_lowercase() == id);
    if let Some(named) = ids
        .map(by_id)
        .collect::<Option<Vec<&Rule>>>()
        .filter(|named| !named.is_empty())
    {
        let first = |at: usize| named[..at].iter().all(|before| before.id != named[at].id);
        return (0..named.len())
            .filter(|at| first(*at))
            .map(|at| named[at])
            .collect();
    }
    let asked = called(asked.trim_end_matches(['?', '!', '.']));
    let words: Vec<&str> = asked
        .split_whitespace()
        .map(|word| word.trim_matches(['?', '!', '.', ',']))
        .collect();
    let begins =
        |rule: &&Rule| words.len() == 1 && rule.id.to_lowercase().starts_with(&format!("{asked}-"));
    let group: Vec<&Rule> = rules.iter().filter(begins).collect();
    if !group.is_empty() {
        return group;
    }
    let telling: Vec<&str> = words
        .into_iter()
        .filter(|word| !EMPTY.contains(word))
        .collect();
    let found = saying(rules, &telling);
    if found.is_empty() {
        saying(rules, &telling.into_iter().map(called).collect::<Vec<_>>())
    } else {
        found
    }
}

fn called(said: &str) -> &str {
    CALLED
        .iter()
        .find(|(beginner, _)| *beginner == said)
        .map_or(said, |(_, called)| called)
}

/// The rules with all these words in them. Those of sections that are about them come first, and each of these in the order of
/// [`MatchKind`].
fn saying<'a>(rules: &'a [Rule], words: &[&str]) -> Vec<&'a Rule> {
    if words.is_empty() {
        return Vec::new();
    }
    let says = |rule: &Rule| {
        said(
            &format!("{} {} {}", rule.id, rule.section, rule.text),
            words,
        )
    };
    let mut found: Vec<&Rule> = rules
        .iter()
        .filter(|rule| says(rule) != MatchKind::Not)
        .collect();
    found.sort_by_key(|rule| (said(&rule.section, words), says(rule)));
    found
}

/// How words are in a text, the nearest to what was asked first.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum MatchKind {
    /// One after the other.
    Together,
    Whole,
    /// Some as beginnings of words.
    Begun,
    Not,
}

fn said(text: &str, words: &[&str]) -> MatchKind {
    let text = text.to_lowercase();
    if has(&text, &words.join(" "), true) {
        MatchKind::Together
    } else if words.iter().all(|word| has(&text, word, true)) {
        MatchKind::Whole
    } else if words.iter().all(|word| has(&text, word, false)) {
        MatchKind::Begun
    } else {
        MatchKind::Not
    }
}

/// A word of the text, or the beginning of one; a plural finds the singular, too, and a singular the plural.
fn has(text: &str, word: &str, whole: bool) -> bool {
    let goes_on = |rest: &str| rest.chars().next().is_some_and(char::is_alphanumeric);
    let stands = |word: &str| {
        text.match_indices(word).any(|(at, _)| {
            let rest = &text[at + word.len()..];
            !text[..at]
                .chars()
                .next_back()
                .is_some_and(char::is_alphanumeric)
                && (!whole || !goes_on(rest.strip_prefix('s').unwrap_or(rest)))
        })
    };
    stands(word)
        || word
            .strip_suffix('s')
            .is_some_and(|word| word.len() > 2 && stands(word))
}

/// What may have been meant where nothing was found: an id, or a word of the rules.
pub fn near(rules: &[Rule], asked: &str) -> Option<String> {
    let words = rules
        .iter()
        .flat_map(|rule| rule.text.split(|letter: char| !letter.is_alphanumeric()));
    let long: Vec<String> = words
        .filter(|word| word.len() > 3)
        .map(str::to_lowercase)
        .collect();
    let ids = rules.iter().map(|rule| rule.id.as_str());
    suggest(asked, ids.chain(long.iter().map(String::as_str))).map(str::to_string)
}

#[cfg(test)]
mod tests {
    use super::{Rule, find, near, read, rule_ids, rulebook};

    const TEXT: &str = "# Rules\n## Sails\n- SAIL-1 A sail **turns** in the wind.\n- SAIL-2 Sails stop at night.\n\n## Corn\n- CORN-1 Corn is ground.\n\n| rule | rulings |\n|---|---|\n| SAIL-1 | [a-b](x.toml), [c-d](y.toml) |\n| SAIL-2 | no ruling |\n";

    fn ids(asked: &str) -> Vec<String> {
        let rules = read(TEXT);
        find(&rules, asked)
            .into_iter()
            .map(|rule| rule.id.clone())
            .collect()
    }

    #[test]
    fn a_rule_has_its_section_and_its_rulings() {
        let first = Rule {
            id: "SAIL-1".to_string(),
            section: "Sails".to_string(),
            text: "A sail turns in the wind.".to_string(),
            rulings: vec!["a-b".to_string(), "c-d".to_string()],
        };
        assert_eq!(read(TEXT)[0], first);
        assert_eq!(read(TEXT)[1].rulings, [""; 0]);
    }

    #[test]
    fn a_rule_of_several_lines_is_told_to_its_end() {
        let rules = read(
            "## Sails\n- SAIL-1 A sail\n  turns, *if* the wind\n  does.\nNothing of this.\n  Nor of this.\n",
        );
        assert_eq!(rules[0].text, "A sail turns, if the wind does.");
        let long = rulebook()
            .iter()
            .find(|rule| rule.id == "END-1")
            .map(|rule| rule.text.as_str());
        assert!(
            long.is_some_and(|text| text.ends_with("comes near it]")),
            "{long:?}"
        );
    }

    #[test]
    fn rules_are_found_by_id_by_group_and_by_words() {
        assert_eq!(ids("sail-2"), ["SAIL-2"]);
        assert_eq!(ids("SAIL"), ["SAIL-1", "SAIL-2"]);
        assert_eq!(ids("corn-1, sail-2 CORN-1"), ["CORN-1", "SAIL-2"]);
        assert_eq!(ids("wind turn"), ["SAIL-1"]);
        assert_eq!(ids("winds"), ["SAIL-1"]);
        assert_eq!(ids("ails"), [""; 0]);
        // In the words of whoever asks; what a section is about comes before what is said of it elsewhere.
        assert_eq!(ids("how does one stop the sail?"), ["SAIL-2"]);
        assert_eq!(ids("how to"), [""; 0]);
        let text =
            "# Rules\n## Wind\n- WIND-1 It moves sails.\n\n## Sails\n- SAIL-1 They are of cloth.\n";
        let found: Vec<String> = find(&read(text), "sails")
            .into_iter()
            .map(|rule| rule.id.clone())
            .collect();
        assert_eq!(found, ["SAIL-1", "WIND-1"]);
        assert_eq!(near(&read(TEXT), "nigth").as_deref(), Some("night"));
    }

    #[test]
    fn whole_words_side_by_side_come_before_beginnings_of_words() {
        let text = "## Wind\n- W-1 Sailors firstly rest.\n- W-2 The first of each sail.\n- W-3 A first sail.\n## Sails\n- S-1 At first.\n";
        let found: Vec<String> = find(&read(text), "first sail")
            .into_iter()
            .map(|rule| rule.id.clone())
            .collect();
        assert_eq!(found, ["W-3", "W-2", "S-1", "W-1"]);
    }

    #[test]
    fn who_goes_first_is_answered_with_the_contest_and_numbers_keep_their_stars() {
        assert_eq!(find(rulebook(), "Who goes first?")[0].id, "SET-1");
        assert!(
            find(rulebook(), "who goes first")[..3]
                .iter()
                .any(|rule| rule.id == "SET-6")
        );
        let starred = read("## Wind\n- W-1 Sail (2)*, (1)*: rest.\n");
        assert!(
            starred[0].text.starts_with("Sail (2)*, (1)*: "),
            "{}",
            starred[0].text
        );
        assert_eq!(find(rulebook(), "peaceful protest")[0].id, "71-REFORM");
    }

    #[test]
    fn every_rule_of_the_document_is_in_the_book() {
        let ids: Vec<&str> = rulebook().iter().map(|rule| rule.id.as_str()).collect();
        assert_eq!(ids, rule_ids(super::DOCUMENT));
        assert!(
            rulebook()
                .iter()
                .filter(|rule| !rule.rulings.is_empty())
                .count()
                > 50
        );
    }
}

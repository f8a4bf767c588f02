//! The rules as a document tells them: each with its id, its section, its text, and the rulings that pin it.

use std::sync::OnceLock;

use crate::base::suggest;

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
    lines.filter_map(|line| line.split_whitespace().next()).filter(|word| is_id(word)).collect()
}

/// `TRN-1`, `61-MOON`: capitals and digits, joined by hyphens.
fn is_id(word: &str) -> bool {
    word.contains('-')
        && word.chars().all(|letter| letter.is_ascii_uppercase() || letter.is_ascii_digit() || letter == '-')
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
        } else if let Some((id, text)) = line.strip_prefix("- ").and_then(|line| line.split_once(' '))
            && ids.contains(&id)
        {
            goes_on = true;
            rules.push(Rule { id: id.to_string(), section: section.clone(), text: plain(text), rulings: Vec::new() });
        } else if let Some((id, links)) = line.strip_prefix("| ").and_then(|line| line.split_once(" | "))
            && let Some(rule) = rules.iter_mut().find(|rule| rule.id == id)
        {
            rule.rulings =
                links.split('[').skip(1).filter_map(|link| Some(link.split_once(']')?.0.to_string())).collect();
        }
    }
    rules
}

/// Without the signs that mark words.
fn plain(text: &str) -> String {
    text.replace('*', "")
}

/// Words of questions that say nothing of what is asked for.
const EMPTY: [&str; 22] = [
    "how", "to", "do", "does", "i", "you", "we", "a", "an", "the", "what", "when", "who", "where", "is", "are", "can",
    "my", "of", "in", "one", "rules",
];

/// What beginners say, and what the rules call it.
const CALLED: [(&str, &str); 5] =
    [("goal", "win"), ("goals", "win"), ("aim", "win"), ("objective", "win"), ("winner", "win")];

/// The rules that are meant: of that id or those, of ids that begin so, or with all these words in them, sections that are about them
/// first.
pub fn find<'a>(rules: &'a [Rule], asked: &str) -> Vec<&'a Rule> {
    let asked = asked.trim().to_lowercase();
    let ids = asked.split([' ', ',']).filter(|id| !id.is_empty());
    let by_id = |id: &str| rules.iter().find(|rule| rule.id.to_lowercase() == id);
    if let Some(named) = ids.map(by_id).collect::<Option<Vec<&Rule>>>().filter(|named| !named.is_empty()) {
        let first = |at: usize| named[..at].iter().all(|before| before.id != named[at].id);
        return (0..named.len()).filter(|at| first(*at)).map(|at| named[at]).collect();
    }
    let words: Vec<&str> = asked.split_whitespace().map(|word| word.trim_matches(['?', '!', '.', ','])).collect();
    let begins = |rule: &&Rule| words.len() == 1 && rule.id.to_lowercase().starts_with(&format!("{asked}-"));
    let group: Vec<&Rule> = rules.iter().filter(begins).collect();
    if !group.is_empty() {
        return group;
    }
    let mut found = saying(rules, &words);
    if found.is_empty() {
        let telling = words.iter().filter(|word| !EMPTY.contains(word));
        let telling: Vec<&str> = telling.map(|word| called(word)).collect();
        found = if telling.is_empty() { found } else { saying(rules, &telling) };
    }
    found
}

fn called(word: &str) -> &str {
    CALLED.iter().find(|(said, _)| *said == word).map_or(word, |(_, called)| called)
}

/// The rules with all these words in them, those of sections that are about them first.
fn saying<'a>(rules: &'a [Rule], words: &[&str]) -> Vec<&'a Rule> {
    let all = |text: &str| words.iter().all(|word| has(&text.to_lowercase(), word));
    let says = |rule: &&Rule| all(&format!("{} {} {}", rule.id, rule.section, rule.text));
    let mut found: Vec<&Rule> = rules.iter().filter(says).collect();
    found.sort_by_key(|rule| !all(&rule.section));
    found
}

/// The beginning of a word of the text; a plural finds the singular, too.
fn has(text: &str, word: &str) -> bool {
    let begins = |word: &str| {
        text.match_indices(word).any(|(at, _)| !text[..at].chars().next_back().is_some_and(char::is_alphanumeric))
    };
    begins(word) || word.strip_suffix('s').is_some_and(|word| word.len() > 2 && begins(word))
}

/// What may have been meant where nothing was found: an id, or a word of the rules.
pub fn near(rules: &[Rule], asked: &str) -> Option<String> {
    let words = rules.iter().flat_map(|rule| rule.text.split(|letter: char| !letter.is_alphanumeric()));
    let long: Vec<String> = words.filter(|word| word.len() > 3).map(str::to_lowercase).collect();
    let ids = rules.iter().map(|rule| rule.id.as_str());
    suggest(asked, ids.chain(long.iter().map(String::as_str))).map(str::to_string)
}

#[cfg(test)]
mod tests {
    use super::{Rule, find, near, read, rule_ids, rulebook};

    const TEXT: &str = "# Rules\n## Sails\n- SAIL-1 A sail **turns** in the wind.\n- SAIL-2 Sails stop at night.\n\n## Corn\n- CORN-1 Corn is ground.\n\n| rule | rulings |\n|---|---|\n| SAIL-1 | [a-b](x.toml), [c-d](y.toml) |\n| SAIL-2 | no ruling |\n";

    fn ids(asked: &str) -> Vec<String> {
        let rules = read(TEXT);
        find(&rules, asked).into_iter().map(|rule| rule.id.clone()).collect()
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
        let rules =
            read("## Sails\n- SAIL-1 A sail\n  turns, *if* the wind\n  does.\nNothing of this.\n  Nor of this.\n");
        assert_eq!(rules[0].text, "A sail turns, if the wind does.");
        let long = rulebook().iter().find(|rule| rule.id == "END-1").map(|rule| rule.text.as_str());
        assert!(long.is_some_and(|text| text.ends_with("comes near it]")), "{long:?}");
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
        let text = "# Rules\n## Wind\n- WIND-1 It moves sails.\n\n## Sails\n- SAIL-1 They are of cloth.\n";
        let found: Vec<String> = find(&read(text), "sails").into_iter().map(|rule| rule.id.clone()).collect();
        assert_eq!(found, ["SAIL-1", "WIND-1"]);
        assert_eq!(near(&read(TEXT), "nigth").as_deref(), Some("night"));
    }

    #[test]
    fn every_rule_of_the_document_is_in_the_book() {
        let ids: Vec<&str> = rulebook().iter().map(|rule| rule.id.as_str()).collect();
        assert_eq!(ids, rule_ids(super::DOCUMENT));
        assert!(rulebook().iter().filter(|rule| !rule.rulings.is_empty()).count() > 50);
    }
}

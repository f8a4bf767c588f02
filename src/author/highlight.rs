//! A TextMate grammar that colours the card texts within TOML files, made from the words of the language.

use lang::vocabulary;
use serde_json::{Value, json};
use text::Verb;

/// Words that say when, whether and how often.
const CONTROL: [&str; 22] = [
    "at",
    "before",
    "choose",
    "during",
    "each",
    "either",
    "else",
    "for",
    "if",
    "instead",
    "may",
    "once",
    "otherwise",
    "repeat",
    "require",
    "stop",
    "then",
    "turn",
    "unanswered",
    "until",
    "when",
    "while",
];

/// Words in their order that stand alone, the longest first: `face-up` is not `face`.
fn any_of(words: impl IntoIterator<Item = &'static str>) -> String {
    let mut words: Vec<&str> = words.into_iter().collect();
    words.sort_unstable();
    words.dedup();
    words.sort_by_key(|word| std::cmp::Reverse(word.len()));
    format!("(?i)(?<![\\w-])(?:{})(?![\\w-])", words.join("|"))
}

/// The grammar, as `docs/editors/brink.tmLanguage.json` has it. It is injected into TOML: what stands in `text` and `holds` is in
/// the language.
pub fn textmate() -> String {
    let is_word = |word: &&str| {
        word.bytes()
            .all(|sign| sign.is_ascii_lowercase() || sign == b'-')
    };
    let all: Vec<&str> = vocabulary().all().filter(is_word).collect();
    let verbs: Vec<&str> = Verb::ALL.iter().map(|verb| verb.lead()).collect();
    let is_verb = |word: &&str| {
        let plain = [
            *word,
            word.trim_end_matches('s'),
            word.trim_end_matches("es"),
        ];
        plain.iter().any(|word| verbs.contains(word))
    };
    let control = |word: &&str| CONTROL.contains(word);
    let of =
        |wanted: &dyn Fn(&&str) -> bool| any_of(all.iter().copied().filter(|word| wanted(word)));
    let rule = |name: &str, pattern: String| json!({ "name": name, "match": pattern });
    let words = [
        rule("comment.line.number-sign.brink", "#.*$".into()),
        rule("string.quoted.double.brink", "\"[^\"\\n]*\"".into()),
        rule("constant.numeric.brink", "(?<![\\w-])\\d+\\*?".into()),
        rule("keyword.control.brink", of(&control)),
        rule(
            "support.function.brink",
            of(&|word| is_verb(word) && !control(word)),
        ),
        rule(
            "keyword.other.brink",
            of(&|word| !is_verb(word) && !control(word)),
        ),
    ];
    let texts = ["'''", "\"\"\"", "'", "\""].map(text_in);
    let grammar = json!({
        "$schema": "https://raw.githubusercontent.com/martinring/tmlanguage/master/tmlanguage.json",
        "name": "Brink card texts",
        "scopeName": "source.toml.brink",
        "injectionSelector": "L:source.toml -string -comment",
        "patterns": texts,
        "repository": { "words": { "patterns": words } },
    });
    format!("{grammar:#}\n")
}

/// `text = '''`, up to the end of the string.
fn text_in(quotes: &str) -> Value {
    // Of one quote only the first one is meant, and the text ends with its line.
    let (begin, end) = match quotes.len() {
        3 => (quotes.to_string(), quotes.to_string()),
        _ => (
            format!("{quotes}(?!{quotes}{quotes})"),
            format!("{quotes}|$"),
        ),
    };
    json!({
        "begin": format!("^\\s*(text|holds)\\s*(=)\\s*({begin})"),
        "beginCaptures": {
            "1": { "name": "variable.other.key.toml" },
            "2": { "name": "punctuation.separator.key-value.toml" },
            "3": { "name": "punctuation.definition.string.begin.toml" },
        },
        "end": format!("({end})"),
        "endCaptures": { "1": { "name": "punctuation.definition.string.end.toml" } },
        "contentName": "meta.embedded.block.brink",
        "patterns": [{ "include": "#words" }],
    })
}

//! Says what is wrong with a text, in the words of the language.

use pest::error::ErrorVariant;

use super::parse::Rule;
use crate::base::{Span, suggest};

/// A fault of a text: where, why, and what to do about it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{reason}")]
pub struct SyntaxError {
    /// In bytes from the beginning of the file.
    pub span: Span,
    pub reason: String,
    pub help: Option<String>,
}

/// The words that can begin a clause.
pub const CLAUSE_WORDS: [&str; 9] = ["play", "replay", "use", "when", "while", "raise", "win", "define", "count"];

/// The words that can begin a statement, keywords apart.
pub const STATEMENT_WORDS: [&str; 27] = [
    "pay",
    "choose",
    "may",
    "require",
    "let",
    "if",
    "otherwise",
    "repeat",
    "for",
    "at",
    "unanswered",
    "either",
    "discard",
    "destroy",
    "flip",
    "remove",
    "look",
    "show",
    "play",
    "replay",
    "put",
    "move",
    "build",
    "swap",
    "give",
    "take",
    "draw",
];

/// All other words that hold the language together, and `ready` and `shuffle`.
const OTHER_WORDS: [&str; 96] = [
    "ready",
    "shuffle",
    "this",
    "it",
    "you",
    "your",
    "provoker",
    "them",
    "target",
    "different",
    "the",
    "any",
    "each",
    "one",
    "number",
    "plus",
    "except",
    "named",
    "that",
    "and",
    "or",
    "not",
    "is",
    "are",
    "has",
    "have",
    "can",
    "there",
    "as",
    "be",
    "whether",
    "exactly",
    "onto",
    "on",
    "from",
    "to",
    "by",
    "with",
    "via",
    "over",
    "in",
    "of",
    "players",
    "player",
    "buildings",
    "building",
    "stacks",
    "stack",
    "neighbours",
    "neighbour",
    "tops",
    "top",
    "cards",
    "card",
    "places",
    "place",
    "least",
    "most",
    "seats",
    "largest",
    "same",
    "name",
    "names",
    "among",
    "stacked",
    "active",
    "disabled",
    "guarded",
    "living",
    "face",
    "up",
    "down",
    "victory",
    "played",
    "replayed",
    "hand",
    "nation",
    "owner",
    "under",
    "first",
    "clockwise",
    "deck",
    "pile",
    "times",
    "once",
    "turn",
    "start",
    "past",
    "its",
    "revealed",
    "destroyed",
    "built",
    "anything",
    "counts",
    "starred",
    "numbers",
];

/// Turns pest's verdict at byte `at` of `text` into a fault a card author can act on.
pub(super) fn explain(text: &str, at: usize, verdict: &ErrorVariant<Rule>, offset: usize) -> SyntaxError {
    let at = at.min(text.len());
    let ErrorVariant::ParsingError { positives, .. } = verdict else {
        return SyntaxError {
            span: line_of(text, at).shifted(offset),
            reason: "this is too intricate to read".into(),
            help: Some("say it in several statements, or name parts of it with `let`".into()),
        };
    };
    let span = word_at(text, at);
    let found = match text[span.start..span.end].trim() {
        "" => "the line ends too soon".to_string(),
        word => format!("`{word}` does not fit here"),
    };
    let expected = expectations(positives);
    let reason = if expected.is_empty() { found } else { format!("{found}: expected {}", expected.join(" or ")) };
    let word = &text[span.start..span.end];
    let help =
        near(word, known_words()).map(|known| format!("did you mean `{known}`?")).or_else(|| misspelt_lead(text, at));
    SyntaxError { span: span.shifted(offset), reason, help }
}

/// What could have stood there, each once, in order.
fn expectations(rules: &[Rule]) -> Vec<&'static str> {
    let mut found = Vec::new();
    for words in rules.iter().filter_map(|rule| wording(*rule)) {
        if !found.contains(&words) {
            found.push(words);
        }
    }
    found
}

/// A rule of the grammar as a card author knows it; `None` for what would only confuse.
fn wording(rule: Rule) -> Option<&'static str> {
    Some(match rule {
        Rule::clause => "a clause, such as `play:`, `use:` or `when revealed by anything:`",
        Rule::statement | Rule::if_line | Rule::body => "a statement, such as `discard the top of this`",
        Rule::branch => "a labelled branch, such as `keep: draw a card`",
        Rule::item | Rule::lone_item => "one thing, such as `this` or `the top of this`",
        Rule::set | Rule::term | Rule::noun => "a set, such as `target stacks` or `cards on this`",
        Rule::number | Rule::one_number | Rule::counted | Rule::argument_number => "a number, such as `2` or `2*`",
        Rule::cond | Rule::and_cond | Rule::one_cond | Rule::given => "a condition, such as `this is stacked`",
        Rule::that_or | Rule::that_and | Rule::that_one | Rule::about => {
            "what is said of it, such as `is stacked` or `has at least 2 cards`"
        }
        Rule::property => "a property, such as `stacked` or `face up`",
        Rule::filter => "a filter, such as `except \"Windmill\"` or `that are stacked`",
        Rule::argument => "an argument, such as `at any player`",
        Rule::parameter => "a parameter, such as `at (victim: player)`",
        Rule::parameter_type => "a type, such as `player` or `buildings`",
        Rule::moment => "`revealed`, `destroyed` or `built`",
        Rule::cause | Rule::keyword => "the name of a keyword",
        Rule::anything => "`anything`",
        Rule::face | Rule::face_up | Rule::face_down => "`face up` or `face down`",
        Rule::name => "a name of your own",
        Rule::word | Rule::status => "a word",
        Rule::quoted | Rule::inside => "a name in quotes",
        Rule::compare => "`at least`, `at most` or `exactly`",
        Rule::played | Rule::replayed | Rule::played_from_hand => "`played`, `replayed` or `played from hand`",
        Rule::turn_on | Rule::turn_at | Rule::turn_past => "`on`, `at its start` or `past its start`",
        Rule::paid | Rule::verb_statement => "what is paid, such as `discard the top of this`",
        Rule::EOI => "the end of the text",
        _ => return None,
    })
}

fn known_words() -> impl Iterator<Item = &'static str> {
    CLAUSE_WORDS.into_iter().chain(STATEMENT_WORDS).chain(OTHER_WORDS)
}

/// A known word that `word` is a slip of; none when `word` is itself known.
fn near(word: &str, known: impl Iterator<Item = &'static str>) -> Option<&'static str> {
    let slip = word.len() > 2 && known_words().all(|known| known != word);
    if slip { suggest(word, known) } else { None }
}

/// A misspelt first word is often read as a keyword's name, and the fault shows only further on.
fn misspelt_lead(text: &str, at: usize) -> Option<String> {
    let line = line_of(text, at);
    let mut quoted = false;
    let mut start = line.start;
    for (index, sign) in text[line.start..at.max(line.start)].char_indices() {
        match sign {
            '"' => quoted = !quoted,
            ':' | ';' if !quoted => start = line.start + index + 1,
            _ => {}
        }
    }
    let lead = text[start..line.end].split_whitespace().next()?.trim_end_matches([':', ',', ';']);
    let begins_line = start == line.start;
    let known = CLAUSE_WORDS.into_iter().filter(|_| begins_line).chain(STATEMENT_WORDS);
    let known = near(lead, known)?;
    Some(format!("no statement begins with `{lead}`, unless a keyword is called so: did you mean `{known}`?"))
}

/// The line that byte `at` stands in, without the space around it.
fn line_of(text: &str, at: usize) -> Span {
    let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
    let end = text[at..].find('\n').map_or(text.len(), |length| at + length);
    let line = &text[start..end];
    let start = start + (line.len() - line.trim_start().len());
    Span::new(start, (start + line.trim().len()).max(start))
}

/// The word at byte `at`, or the next one on its line, or nothing at the end of the line.
fn word_at(text: &str, at: usize) -> Span {
    let rest = text[at..].split('\n').next().unwrap_or_default();
    let start = at + (rest.len() - rest.trim_start().len());
    let rest = text[start..].split('\n').next().unwrap_or_default();
    let letters = |sign: char| sign.is_alphanumeric() || matches!(sign, '-' | '_' | '*');
    let length = match rest.chars().next() {
        None => 0,
        Some('"') => rest[1..].find('"').map_or(rest.trim_end().len(), |end| end + 2),
        Some(sign) if letters(sign) => rest.find(|sign| !letters(sign)).unwrap_or(rest.len()),
        Some(sign) => sign.len_utf8(),
    };
    // A fault in the middle of a word is shown at the whole word.
    let end = start + length;
    let before = text[..start].trim_end_matches(letters);
    let start = if rest.starts_with(letters) { before.len() } else { start };
    Span::new(start, end)
}

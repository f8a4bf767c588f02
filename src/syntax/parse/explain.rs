//! Says what is wrong with a text, in the words of the language.

use pest::Parser;
use pest::error::{Error, ErrorVariant, InputLocation};

use super::grammar::{EffectGrammar, Rule};
use super::{friends, words};
use crate::base::{Span, suggest};
use crate::syntax::SyntaxError;

/// What a line does.
const A_STATEMENT: &str = "a statement, such as `discard the top of this`";
/// What a text calls something by.
const A_NAME: &str = "a name of your own";

/// Turns pest's verdict on `text` into a fault a card author can act on.
pub(super) fn explain(rule: Rule, text: &str, verdict: &Error<Rule>, offset: usize) -> SyntaxError {
    let at = place(text, verdict);
    let ErrorVariant::ParsingError { positives, .. } = &verdict.variant else {
        return SyntaxError {
            span: line_of(text, at).shifted(offset),
            reason: "this is too intricate to read".into(),
            help: Some("say it in several statements, or name parts of it with `let`".into()),
        };
    };
    let mut at = skip_space(text, at);
    let mut expected = expectations(positives);
    if let Some(attempts) = verdict.parse_attempts() {
        let further = skip_space(text, attempts.max_position.min(text.len()));
        if further > at {
            at = further;
            let awaited = attempts.call_stacks();
            let rules = awaited.iter().flat_map(|call| [call.deepest.get_rule().copied(), call.parent]);
            expected = expectations(&rules.flatten().collect::<Vec<_>>());
        }
        // In the middle of a statement none begins.
        let behind_verb = text[..at].trim_end().ends_with(|sign: char| sign.is_ascii_alphanumeric());
        if expected.is_empty() || behind_verb && expected == [A_STATEMENT] {
            let tokens = attempts.expected_tokens();
            // Behind `this` more may be said of what it is, and need not.
            let of_this = text[..at].trim_end().ends_with("this");
            let tokens = tokens.iter().map(|token| token.to_string());
            let among = words_among(tokens.filter(|token| !of_this || !["building", "card"].contains(&token.as_str())));
            expected = if among.is_empty() { expected } else { among };
        }
    }
    let mut span = word_at(text, at);
    let mut help = slip(rule, text, span, at);
    if help.is_none() {
        // A misspelt word may pass for a name; then reading stops one or two words behind it.
        let before = word_before(text, span.start);
        for place in [before, word_before(text, before.start)] {
            let word = &text[place.start..place.end];
            // A word that stands there twice is a name, however much it looks like a known word.
            let slip = slip(rule, text, place, at).filter(|_| text.matches(word).count() == 1);
            if slip.is_some() {
                help = slip;
                span = place;
                expected.clear();
                break;
            }
        }
    }
    // Where something else could stand as well, a name is the last that was meant.
    if expected.len() > 1 || !text[..at].trim_end().ends_with(" as") && !text[..at].trim_end().ends_with(" let") {
        expected.retain(|wording| wording != A_NAME);
    }
    if text[..span.start].trim_end().ends_with(" as") && span.start == span.end {
        expected = vec![A_NAME.into()];
    }
    let friend = friends::found(text, span);
    let no_name = friends::no_name(text, span);
    if let Some((span, reason, help)) = no_name.filter(|(place, ..)| friend.is_none_or(|(at, _)| at == *place)) {
        return SyntaxError { span: span.shifted(offset), reason, help: Some(help.into()) };
    }
    if let Some(friend) = friend {
        (span, help) = (friend.0, None);
        expected.clear();
    }
    let word = &text[span.start..span.end];
    let found = match word {
        "" => "the line ends too soon".to_string(),
        word => format!("`{word}` does not fit here"),
    };
    let reason = if expected.is_empty() { found } else { format!("{found}: expected {}", expected.join(" or ")) };
    let help = match help {
        _ if friend.is_some() => friend.map(|(_, help)| help.to_string()),
        Some(known) => Some(format!("did you mean `{known}`?")),
        None => {
            if let Some((span, reason, help)) = misspelt_lead(rule, text, at) {
                return SyntaxError { span: span.shifted(offset), reason, help: Some(help) };
            }
            layout_help(text, at)
        }
    };
    SyntaxError { span: span.shifted(offset), reason, help }
}

/// The words among the tokens that pest would have taken, unless they are too many to help.
fn words_among(tokens: impl Iterator<Item = String>) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for token in tokens {
        let spoken = token.len() > 1 && !token.contains("..") && token.chars().all(|sign| sign.is_ascii_lowercase());
        if (spoken || [":", ")", "("].contains(&token.as_str())) && !words.contains(&format!("`{token}`")) {
            words.push(format!("`{token}`"));
        }
    }
    // What may follow any statement tells nothing.
    words.retain(|word| !["`and`", "`if`", "`or`", "`then`"].contains(&word.as_str()));
    if words.len() > 5 { Vec::new() } else { words }
}

/// What could have stood there, each once, in order.
fn expectations(rules: &[Rule]) -> Vec<String> {
    let mut found = Vec::new();
    for words in rules.iter().filter_map(|rule| wording(*rule)) {
        if !found.iter().any(|known| known == words) {
            found.push(words.to_string());
        }
    }
    found
}

/// A rule of the grammar as a card author knows it; `None` for what would only confuse.
fn wording(rule: Rule) -> Option<&'static str> {
    Some(match rule {
        Rule::clause => "a clause, such as `play:`, `use:` or `when revealed by anything:`",
        Rule::statement | Rule::if_line | Rule::may_line | Rule::body | Rule::whole => A_STATEMENT,
        Rule::branch => "a labelled branch, such as `keep: draw a card`",
        Rule::item | Rule::lone_item => "one thing, such as `this` or `the top of this`",
        Rule::set | Rule::term | Rule::noun => "a set, such as `target buildings` or `cards on this`",
        Rule::number | Rule::one_number | Rule::counted | Rule::argument_number => "a number, such as `2` or `2*`",
        Rule::cond | Rule::and_cond | Rule::one_cond | Rule::given => "a condition, such as `this is stacked`",
        Rule::that_or | Rule::that_and | Rule::that_one | Rule::about => {
            "what is said of it, such as `is stacked` or `has at least 2 cards`"
        }
        Rule::property => "a property, such as `stacked` or `face up`",
        Rule::argument => "an argument, such as `at any player`",
        Rule::parameter => "a parameter, such as `at (victim: player)`",
        Rule::parameter_type => "a type, such as `player` or `buildings`",
        Rule::moment => "`revealed`, `destroyed` or `built`",
        Rule::cause | Rule::keyword => "the name of a keyword",
        Rule::anything => "`anything`",
        Rule::face | Rule::face_up | Rule::face_down => "`face up` or `face down`",
        Rule::name => A_NAME,
        Rule::word | Rule::status => "a word",
        Rule::quoted | Rule::inside => "a name in quotes",
        Rule::compare => "`at least`, `at most`, `exactly`, `more than` or `fewer than`",
        Rule::played | Rule::replayed | Rule::played_from_hand => "`played`, `replayed` or `played from hand`",
        Rule::turn => "`it is your turn`",
        Rule::paid | Rule::verb_statement => "what is paid, such as `discard the top of this`",
        _ => return None,
    })
}

/// Where pest's verdict says that a text is wrong.
fn place(text: &str, verdict: &Error<Rule>) -> usize {
    let at = match verdict.location {
        InputLocation::Pos(at) | InputLocation::Span((at, _)) => at,
    };
    at.min(text.len())
}

/// How far a text is read.
pub(super) fn furthest(rule: Rule, text: &str) -> usize {
    match EffectGrammar::parse(rule, text) {
        Ok(_) => text.len() + 1,
        Err(verdict) => {
            let tried = verdict.parse_attempts().map_or(0, |attempts| attempts.max_position);
            skip_space(text, tried.max(place(text, &verdict)).min(text.len()))
        }
    }
}

/// The word that was meant where one is misspelt: with it the text is read further than to where it is wrong.
fn slip(rule: Rule, text: &str, word: Span, wrong: usize) -> Option<&'static str> {
    let known = near(&text[word.start..word.end], words::ALL.iter().copied())?;
    let mended = format!("{}{known}{}", &text[..word.start], &text[word.end..]);
    let behind = word.start + known.len();
    let begins_line =
        text[..word.start].trim_end_matches([' ', '\t']).ends_with('\n') || text[..word.start].trim().is_empty();
    if begins_line && words::STATEMENT.contains(&known) {
        return Some(known);
    }
    (furthest(rule, &mended) > behind.max((wrong + known.len()).saturating_sub(word.end - word.start))).then_some(known)
}

/// A known word that `word` is a slip of; none when `word` is itself known.
fn near(word: &str, known: impl Iterator<Item = &'static str>) -> Option<&'static str> {
    if word.len() <= 2 || words::ALL.contains(&word) {
        return None;
    }
    // Of words equally near, one of the same length is the likelier.
    let mut known: Vec<_> = known.filter(|word| !words::NUMBERS.contains(word)).collect();
    known.sort_by_key(|known| known.len().abs_diff(word.len()));
    suggest(word, known)
}

/// A misspelt first word is often read as a keyword's name, and the fault shows only further on.
fn misspelt_lead(rule: Rule, text: &str, at: usize) -> Option<(Span, String, String)> {
    let line = line_of(text, at);
    let mut quoted = false;
    let mut start = line.start;
    for (index, sign) in text[line.start..at.max(line.start)].char_indices() {
        match sign {
            '"' => quoted = !quoted,
            ':' | ';' | '.' if !quoted => start = line.start + index + 1,
            _ => {}
        }
    }
    let start = text[..line.end].len() - text[start..line.end].trim_start().len();
    let lead = text[start..line.end].split_whitespace().next()?.trim_end_matches([':', ',', ';', '.']);
    let begins_line = start == line.start;
    let known = words::CLAUSE.iter().filter(|_| begins_line).chain(words::STATEMENT.iter()).copied();
    let known = near(lead, known)?;
    let mended = format!("{}{known}{}", &text[..start], &text[start + lead.len()..]);
    if furthest(rule, &mended) <= (at + known.len()).saturating_sub(lead.len()) {
        return None;
    }
    let reason = format!("no statement begins with `{lead}`, unless a keyword is called so");
    Some((Span::new(start, start + lead.len()), reason, format!("did you mean `{known}`?")))
}

/// Where the next word on the same line begins.
fn skip_space(text: &str, at: usize) -> usize {
    text.len() - text[at..].trim_start_matches([' ', '\t']).len()
}

/// The word that ends before byte `at` on its line.
fn word_before(text: &str, at: usize) -> Span {
    let line = line_of(text, at);
    let end = line.start.min(at) + text[line.start.min(at)..at].trim_end().len();
    let start = text[..end].trim_end_matches(is_letter).len();
    Span::new(start.max(line.start.min(end)), end)
}

/// What to say of a line that does not follow the one above it.
fn layout_help(text: &str, at: usize) -> Option<String> {
    let line = line_of(text, at);
    let margin = text[..line.start].rfind('\n').map_or(0, |end| end + 1)..line.start;
    if ["else:", "else ", "elsif ", "elif "].iter().any(|head| text[line.start..].starts_with(head)) {
        Some("say `otherwise:`, and below it in a block of its own what else is asked for".into())
    } else if text[line.start..at.max(line.start)].trim_end().ends_with("; otherwise") {
        Some("`otherwise: ...` stands in a line of its own, below its `if` and in the same column".into())
    } else if text[margin].contains('\t') {
        Some("indent with blanks alone: a tab counts for one, however wide it is shown".into())
    } else if text[line.start..].starts_with("otherwise") {
        Some("`otherwise:` stands below the line that begins with its `if` or `may`, in the same column".into())
    } else if ["play ", "replay ", "use "].iter().any(|head| text[line.start..].starts_with(head))
        && !text[line.start..line.end].contains(':')
    {
        Some("what a clause does stands behind a colon, such as `play: draw a card`".into())
    } else if at == line.start && line.end > line.start {
        Some("lines of one block begin in the same column, and a block stands deeper than the line above it".into())
    } else {
        None
    }
}

fn is_letter(sign: char) -> bool {
    sign.is_alphanumeric() || matches!(sign, '-' | '_' | '*')
}

/// The line that byte `at` stands in, without the space around it.
fn line_of(text: &str, at: usize) -> Span {
    let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
    let end = text[at..].find('\n').map_or(text.len(), |length| at + length);
    let line = &text[start..end];
    let start = start + (line.len() - line.trim_start().len());
    Span::new(start, (start + line.trim().len()).max(start))
}

/// The word at byte `at`, or nothing at the end of the line. A place within a word means the whole word.
fn word_at(text: &str, at: usize) -> Span {
    let rest = text[at..].lines().next().unwrap_or_default();
    let length = match rest.chars().next() {
        None => 0,
        Some('"') => rest[1..].find('"').map_or(rest.trim_end().len(), |end| end + 2),
        Some(sign) if is_letter(sign) => rest.find(|sign| !is_letter(sign)).unwrap_or(rest.len()),
        Some(sign) => sign.len_utf8(),
    };
    let start = if rest.starts_with(is_letter) { text[..at].trim_end_matches(is_letter).len() } else { at };
    Span::new(start, at + length)
}

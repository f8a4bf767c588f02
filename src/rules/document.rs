//! Files of cards and recipes as TOML: faults of the TOML itself, signs that steer a terminal, names that are too long.

use toml::de::{DeTable, DeValue, Error};

use super::error::{FaultName, Problem, Report};
use super::table::{Table, span_of};
use lang::ast::Word;
use text::limits::NAME;
use text::{BYTE_ORDER_MARK, Source, Span, shown, steers};

/// The version of the language of card texts.
const LANGUAGE: u8 = 2;

/// So many faults are told of a text that is no TOML: what follows may be none but for them.
const TOLD: usize = 5;

/// Where it is told how files of cards are written.
pub(super) const AUTHORING: &str = "write `KEY = VALUE` on each line, with texts in quotes; `docs/authoring.md` shows a whole file";

/// Reads a file's TOML; what TOML itself finds wrong is reported, with that help, and what would steer the terminal of those who read it.
pub(super) fn document<'s>(
    source: &'s Source,
    help: &str,
    report: &mut Report,
) -> Option<toml::Spanned<DeTable<'s>>> {
    if control_signs(source, report) {
        return None;
    }
    let mut add = |span, said: String| {
        report.add(
            source,
            span,
            Problem::new(FaultName::NotToml, said, "here", help),
        )
    };
    let end = source.text.len();
    let (document, mut errors) = DeTable::parse_recoverable(&source.text);
    leave_out_what_follows(&source.text, &mut errors);
    let begins = |error: &Error| error.span().map_or(end, |span| span.start);
    let first = errors.first();
    if let Some((span, said)) = first.and_then(|error| missing(&source.text, begins(error))) {
        add(span, said.to_string());
        return None;
    }
    for (number, error) in errors.iter().enumerate().take(TOLD + 1) {
        let range = error.span().unwrap_or(end..end);
        let said = match errors.len() - number {
            more @ 2.. if number == TOLD => {
                format!("{more} more faults like these follow")
            }
            _ => error.message().to_lowercase(),
        };
        add(Span::new(range.start, range.end), said);
    }
    if !errors.is_empty() {
        return None;
    }
    let start = report.faults.len();
    each_string(document.get_ref(), &mut |key, content, span| {
        let text = TEXTS.contains(&key);
        let steering = content
            .chars()
            .find(|sign| steers(*sign) && !(text && is_of_texts(*sign)));
        if let Some(sign) = steering {
            report.add(source, span, steers_terminals(sign));
        }
        if key == ID {
            check_length(source, content, span, report);
        }
    });
    report.sort_from(start);
    Some(document)
}

/// Calls `see` with every string of a table and of those in it, and its key; every key is a name, as the value of [`ID`] is.
fn each_string(table: &DeTable, see: &mut dyn FnMut(&str, &str, Span)) {
    for (key, value) in table {
        see(ID, key.get_ref(), span_of(key));
        each_in(value, key.get_ref(), see);
    }
}

fn each_in(value: &toml::Spanned<DeValue>, key: &str, see: &mut dyn FnMut(&str, &str, Span)) {
    match value.get_ref() {
        DeValue::String(content) => see(key, content, span_of(value)),
        DeValue::Array(array) => array.iter().for_each(|value| each_in(value, "", see)),
        DeValue::Table(table) => each_string(table, see),
        DeValue::Integer(_) | DeValue::Float(_) | DeValue::Boolean(_) | DeValue::Datetime(_) => {}
    }
}

/// What TOML says of a key or a section that is there already.
const TWICE: &str = "duplicate key";

/// Of a section that is there twice each key is there twice, too: that is not told.
fn leave_out_what_follows(text: &str, errors: &mut Vec<Error>) {
    let mut told = None;
    errors.retain(|error| {
        let at = error.span().map(|span| span.start);
        let Some(at) = at.filter(|_| error.message() == TWICE) else {
            return true;
        };
        let line = text[..at].rfind('\n').map_or(0, |end| end + 1);
        if text[line..].trim_start().starts_with('[') {
            told = Some(text[at..].find("\n[").map_or(text.len(), |end| at + end));
            return true;
        }
        told.is_none_or(|end| at >= end)
    });
}

/// What checking does for older texts.
const EACH: &str = "each text that must change is reported";

/// In which version of the language the texts are. A file of an older Brink says nothing of it.
pub(super) fn language(table: &mut Table) {
    let place = table.place_of("language");
    let entry = table.take("language");
    let found = entry.as_ref().map(|entry| entry.whole_number(1));
    let (reason, help) = match found {
        Some(Some(LANGUAGE)) => return,
        Some(None) => {
            let _: Option<()> = entry.and_then(|entry| entry.wrong("the bare number `2`"));
            return;
        }
        Some(Some(found)) => (
            format!(
                "the texts use language {found}, but this version of Brink reads language {LANGUAGE}"
            ),
            match found > LANGUAGE {
                true => "use a newer version of Brink".to_string(),
                false => format!("change it to `language = {LANGUAGE}` and check again: {EACH}"),
            },
        ),
        None => (
            "the file does not say which language its texts use".to_string(),
            format!("write `language = {LANGUAGE}` below the title and check again: {EACH}"),
        ),
    };
    let problem = Problem::new(
        FaultName::WrongLanguage,
        reason,
        format!("expected `language = {LANGUAGE}`"),
        help,
    );
    table.reader.add(place, problem);
}

/// Values of these keys are texts, and have lines.
const TEXTS: [&str; 3] = ["text", "holds", "says"];

fn is_of_texts(sign: char) -> bool {
    matches!(sign, '\n' | '\r' | '\t')
}

fn steers_terminals(sign: char) -> Problem {
    let sign = shown(sign);
    Problem::new(
        FaultName::HiddenCharacter,
        format!(
            "the character `{sign}` is not allowed: it is invisible, breaks the line or controls the terminal"
        ),
        "expected visible characters on one line",
        "remove it",
    )
}

/// Reports such signs that are written as they are, in comments, too; answers whether there are any.
fn control_signs(source: &Source, report: &mut Report) -> bool {
    // TOML passes over the mark.
    let mark = (0, BYTE_ORDER_MARK);
    let hostile =
        |there: &(usize, char)| steers(there.1) && !is_of_texts(there.1) && *there != mark;
    let mut behind = None;
    for (at, sign) in source.text.char_indices().filter(hostile) {
        let end = at + sign.len_utf8();
        // Several in a row are one fault.
        if behind != Some(at) {
            report.add(source, Span::new(at, end), steers_terminals(sign));
        }
        behind = Some(end);
    }
    behind.is_some()
}

/// Values of this key are names; what else is called by a name is a key somewhere, or named in a text.
const ID: &str = "id";

/// Reports a name of a text that is longer than [`NAME`].
pub(super) fn name_length(source: &Source, word: &Word, report: &mut Report) {
    check_length(source, &word.node, word.span, report);
}

fn check_length(source: &Source, name: &str, span: Span, report: &mut Report) {
    let bound = ("letters of one name", name.chars().count(), NAME);
    report.at_most(source, span, bound);
}

/// Quotes that are missing or others, at or before the first place that TOML finds wrong: where, and what to write.
fn missing(text: &str, wrong: usize) -> Option<(Span, &'static str)> {
    let wrong = (0..=wrong.min(text.len()))
        .rev()
        .find(|at| text.is_char_boundary(*at))?;
    let begins = text[..wrong].rfind('\n').map_or(0, |end| end + 1);
    let line = text[begins..].lines().next().unwrap_or_default();
    let span = Span::new(begins, begins + line.len());
    let said = line.split('#').next().unwrap_or_default();
    if said.contains(['“', '”', '‘', '’', '„']) && !said.contains(['"', '\'']) {
        return Some((span, "write straight quotes: `\"` or `'`"));
    }
    let header = line.trim_start().strip_prefix('[').and_then(|header| {
        let name = header.trim_start_matches('[').split(']').next()?;
        name.split('.').next_back()
    });
    if header.is_some_and(words) {
        return Some((
            span,
            "put a name of several words in quotes, as in `[building.\"Two Words\"]`",
        ));
    }
    let inside = line.split_once('{').map_or("", |(_, inside)| inside);
    let mut parts = inside.split(['{', '}', ',']);
    if parts.any(|part| part.split_once('=').is_some_and(|(key, _)| words(key))) {
        return Some((
            span,
            "put a name of several words in quotes, as in `{ \"Two Words\" = 3 }`",
        ));
    }
    let before = text[..begins].trim_end();
    let last = before.rfind('\n').map_or(0, |end| end + 1);
    let opened = match [line, &before[last..]].map(opens_nothing) {
        [true, _] => span,
        [_, true] => Span::new(last, before.len()),
        _ => return None,
    };
    // What comes next is no other key.
    let next = text[opened.end..]
        .lines()
        .find(|line| !line.trim().is_empty())?
        .trim_start();
    // With more behind the value it is a line of a text, such as `use "dig" once a turn: ...`.
    let whole = |value: &str| {
        value.starts_with(['"', '\'', '[', '{']) && value.ends_with(['"', '\'', ']', '}'])
    };
    let valued = |(key, value): (&str, &str)| is_key(key) && whole(value.trim());
    if next.starts_with(['[', '#'])
        || next.split_once('=').is_some_and(|(key, _)| is_key(key))
        || next.split_once(' ').is_some_and(valued)
    {
        return None;
    }
    Some((
        opened,
        "put a text of several lines between `'''` and `'''`",
    ))
}

/// Several words without quotes.
fn words(name: &str) -> bool {
    let name = name.trim();
    name.contains(' ') && !name.contains(['"', '\'', '#', '='])
}

/// `text =` with nothing behind it, or with quotes that are closed at once.
fn opens_nothing(line: &str) -> bool {
    let nothing = |value: &str| ["", "''", "\"\"", "'", "\""].contains(&value.trim());
    line.split_once('=')
        .is_some_and(|(key, value)| is_key(key) && nothing(value))
}

fn is_key(text: &str) -> bool {
    let text = text.trim();
    !text.is_empty()
        && text
            .chars()
            .all(|sign| sign.is_alphanumeric() || "-_".contains(sign))
}

#[cfg(test)]
mod tests {
    use toml::de::DeTable;

    use super::missing;

    /// What is said of the first fault of a text, and of which line.
    fn said(text: &str) -> Option<(&str, &'static str)> {
        let (_, errors) = DeTable::parse_recoverable(text);
        let wrong = errors
            .first()
            .expect("it is no TOML")
            .span()
            .map_or(text.len(), |span| span.start);
        missing(text, wrong).map(|(span, what)| (&text[span.start..span.end], what))
    }

    #[test]
    fn missing_quotes_are_told_where_they_are_missing() {
        let several = "put a text of several lines between `'''` and `'''`";
        for first in ["text = ''", "text =", "text = \"\"", "text = '"] {
            let text =
                format!("title = \"a\"\n{first}\nuse: draw 1 card\nuse: draw 2 cards\n'''\n");
            assert_eq!(said(&text), Some((first, several)), "{first}");
        }
        let text = "text = ''\nuse \"dig\" once a turn: draw 1 card\nuse \"sow\" once a turn: draw 1 card\n'''\n";
        assert_eq!(said(text), Some(("text = ''", several)));
        let header = "put a name of several words in quotes, as in `[building.\"Two Words\"]`";
        assert_eq!(
            said("a = 1\n[building.Red Phone]\n"),
            Some(("[building.Red Phone]", header))
        );
        let key = "put a name of several words in quotes, as in `{ \"Two Words\" = 3 }`";
        assert_eq!(
            said("copies-of = { Iron Wall = 3 }\n"),
            Some(("copies-of = { Iron Wall = 3 }", key))
        );
        assert_eq!(
            said("title = “a”\n"),
            Some(("title = “a”", "write straight quotes: `\"` or `'`"))
        );
    }

    #[test]
    fn of_other_faults_nothing_is_guessed() {
        for text in [
            "a = 1 2\n",
            "[a\nb = 1\n",
            "a = 1\na = 2\n",
            "= 3\n",
            "id = \n",
            "id =\nb = 1\n",
            "id =\n\n[a]\n",
            "text = ''\nbuilding \"Hut\"\n",
            "a = 3 3 # don’t\n",
            "title = \"a “b”\" x\n",
        ] {
            assert_eq!(said(text), None, "{text}");
        }
    }
}

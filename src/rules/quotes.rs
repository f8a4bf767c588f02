//! What is meant where a file is no TOML: mostly quotes are missing, and one of these explains all that TOML finds wrong behind it.

use text::Span;

/// Quotes that are missing or others, at or before the first place that TOML finds wrong: where, and what to write.
pub(super) fn missing(text: &str, wrong: usize) -> Option<(Span, &'static str)> {
    let wrong = (0..=wrong.min(text.len()))
        .rev()
        .find(|at| text.is_char_boundary(*at))?;
    let begins = text[..wrong].rfind('\n').map_or(0, |end| end + 1);
    let line = text[begins..].lines().next().unwrap_or_default();
    let span = Span::new(begins, begins + line.len());
    let said = line.split('#').next().unwrap_or_default();
    if said.contains(['“', '”', '‘', '’', '„']) && !said.contains(['"', '\'']) {
        return Some((span, "quotes are straight: `\"` or `'`"));
    }
    if let Some(header) = line.trim_start().strip_prefix('[')
        && words(
            header
                .trim_start_matches('[')
                .split(']')
                .next()
                .unwrap_or_default()
                .split('.')
                .next_back()?,
        )
    {
        return Some((
            span,
            "a name of several words stands in quotes, as in `[building.\"Two Words\"]`",
        ));
    }
    if let Some((_, inside)) = line.split_once('{')
        && inside
            .split(['{', '}', ','])
            .filter_map(|part| part.split_once('='))
            .any(|(key, _)| words(key))
    {
        return Some((
            span,
            "a name of several words stands in quotes, as in `{ \"Two Words\" = 3 }`",
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
        "a text of several lines stands between `'''` and `'''`",
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
        let several = "a text of several lines stands between `'''` and `'''`";
        for first in ["text = ''", "text =", "text = \"\"", "text = '"] {
            let text =
                format!("title = \"a\"\n{first}\nuse: draw 1 card\nuse: draw 2 cards\n'''\n");
            assert_eq!(said(&text), Some((first, several)), "{first}");
        }
        let text = "text = ''\nuse \"dig\" once a turn: draw 1 card\nuse \"sow\" once a turn: draw 1 card\n'''\n";
        assert_eq!(said(text), Some(("text = ''", several)));
        let header = "a name of several words stands in quotes, as in `[building.\"Two Words\"]`";
        assert_eq!(
            said("a = 1\n[building.Red Phone]\n"),
            Some(("[building.Red Phone]", header))
        );
        let key = "a name of several words stands in quotes, as in `{ \"Two Words\" = 3 }`";
        assert_eq!(
            said("copies-of = { Iron Wall = 3 }\n"),
            Some(("copies-of = { Iron Wall = 3 }", key))
        );
        assert_eq!(
            said("title = “a”\n"),
            Some(("title = “a”", "quotes are straight: `\"` or `'`"))
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

//! Reads a TOML table key by key, with places; what nobody asked for is a fault.

use toml::de::{DeTable, DeValue};

use super::error::{Problem, Report, near};
use lang::ast::Word;
use text::limits::{COPIES, ENTRIES};
use text::{Source, Span, Spanned, article, suggest};

/// A value in its file.
pub(super) type Value<'s> = toml::Spanned<DeValue<'s>>;

/// A table that is being read.
pub(super) struct Table<'t, 's> {
    source: &'t Source,
    /// As it is called in messages: "a card".
    place: String,
    span: Span,
    entries: Vec<(Word, &'t Value<'s>)>,
    asked: Vec<&'static str>,
}

pub(super) fn span_of<T>(spanned: &toml::Spanned<T>) -> Span {
    let range = spanned.span();
    Span::new(range.start, range.end)
}

/// What a string of a table is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Written<'t> {
    Key,
    /// The value of this key.
    Of(&'t str),
    /// One of a list.
    Listed,
}

/// Calls `see` with every key and every string of a table, and of those in it.
pub(super) fn each_string(table: &DeTable, see: &mut dyn FnMut(Written, &str, Span)) {
    for (key, value) in table {
        see(Written::Key, key.get_ref(), span_of(key));
        each_in(value, Written::Of(key.get_ref()), see);
    }
}

fn each_in(value: &Value, written: Written, see: &mut dyn FnMut(Written, &str, Span)) {
    match value.get_ref() {
        DeValue::String(content) => see(written, content, span_of(value)),
        DeValue::Array(array) => array
            .iter()
            .for_each(|value| each_in(value, Written::Listed, see)),
        DeValue::Table(table) => each_string(table, see),
        DeValue::Integer(_) | DeValue::Float(_) | DeValue::Boolean(_) | DeValue::Datetime(_) => {}
    }
}

impl<'t, 's> Table<'t, 's> {
    pub(super) fn new(
        source: &'t Source,
        place: impl Into<String>,
        span: Span,
        table: &'t DeTable<'s>,
    ) -> Self {
        let mut entries: Vec<(Word, &Value)> = table
            .iter()
            .map(|(key, value)| (Spanned::new(key.get_ref().to_string(), span_of(key)), value))
            .collect();
        entries.sort_by_key(|(key, _)| key.span);
        Table {
            source,
            place: place.into(),
            span,
            entries,
            asked: Vec::new(),
        }
    }

    /// Takes a slip of the pen for the key of those that is meant, once it is reported: else all that hangs on it were, too.
    pub(super) fn mend(&mut self, known: &[&'static str], report: &mut Report) {
        for at in 0..self.entries.len() {
            let (key, value) = &self.entries[at];
            // What no key of those has for its value is another mistake.
            let plausible = match value.get_ref() {
                DeValue::String(_) | DeValue::Table(_) => true,
                DeValue::Array(array) => array.iter().all(|item| item.get_ref().is_table()),
                _ => false,
            };
            if !plausible {
                continue;
            }
            let meant = suggest(&key.node, known.iter().copied())
                .filter(|_| !known.contains(&key.node.as_str()));
            // Of sections there may be some in right spelling, too.
            let free = |meant: &&str| {
                !value.get_ref().is_str()
                    || !self.entries.iter().any(|(word, _)| word.node == **meant)
            };
            let Some(meant) = meant.filter(free) else {
                continue;
            };
            let help = format!("did you mean `{meant}`?");
            let problem = Problem::UnknownKey {
                key: key.node.clone(),
                place: self.place.clone(),
                help,
            };
            report.add(self.source, key.span, problem);
            self.entries[at].0.node = meant.to_string();
        }
    }

    fn ask(&mut self, key: &'static str) {
        if !self.asked.contains(&key) {
            self.asked.push(key);
        }
    }

    /// The entry of a key, once.
    pub(super) fn take(&mut self, key: &'static str) -> Option<(Word, &'t Value<'s>)> {
        self.ask(key);
        let at = self.entries.iter().position(|(word, _)| word.node == key)?;
        Some(self.entries.remove(at))
    }

    /// The key is there, unread.
    pub(super) fn has(&mut self, key: &'static str) -> bool {
        self.ask(key);
        self.entries.iter().any(|(word, _)| word.node == key)
    }

    /// All that is left, in file order.
    pub(super) fn rest(&mut self) -> Vec<(Word, &'t Value<'s>)> {
        std::mem::take(&mut self.entries)
    }

    pub(super) fn missing(&self, key: &'static str, report: &mut Report) {
        let problem = Problem::MissingKey {
            key,
            place: self.place.clone(),
        };
        report.add(self.source, self.first_line(), problem);
    }

    /// The first line of a long table is enough to point at.
    fn first_line(&self) -> Span {
        let text = &self.source.text[self.span.start.min(self.source.text.len())..];
        let first = text.find('\n').unwrap_or(text.len());
        Span::new(
            self.span.start,
            self.span
                .end
                .min(self.span.start + first)
                .max(self.span.start),
        )
    }

    /// Where a key stands, or should.
    pub(super) fn place_of(&self, key: &str) -> Span {
        let found = self.entries.iter().find(|(word, _)| word.node == key);
        found.map_or_else(
            || self.first_line(),
            |(word, value)| word.span.to(span_of(value)),
        )
    }

    /// A string, if the key is there.
    pub(super) fn string(&mut self, key: &'static str, report: &mut Report) -> Option<Word> {
        let (word, value) = self.take(key)?;
        string(self.source, &word.node, value, report)
    }

    /// A string that must be there.
    pub(super) fn needed_string(&mut self, key: &'static str, report: &mut Report) -> Option<Word> {
        if !self.has(key) {
            self.missing(key, report);
            return None;
        }
        self.string(key, report)
    }

    /// A whole number, at most [`COPIES`].
    pub(super) fn number(&mut self, key: &'static str, report: &mut Report) -> Option<u8> {
        let (word, value) = self.take(key)?;
        number(self.source, &word.node, value, report)
    }

    /// `true` or `false`, if the key is there.
    pub(super) fn boolean(&mut self, key: &'static str, report: &mut Report) -> Option<bool> {
        let (word, value) = self.take(key)?;
        match value.get_ref() {
            DeValue::Boolean(found) => Some(*found),
            _ => {
                wrong(self.source, &word.node, value, "true or false", report);
                None
            }
        }
    }

    /// A whole number from 1, at most [`COPIES`].
    pub(super) fn positive(&mut self, key: &'static str, report: &mut Report) -> Option<u8> {
        let (word, value) = self.take(key)?;
        let number = whole(value).filter(|number| *number > 0);
        if number.is_none() {
            wrong(
                self.source,
                &word.node,
                value,
                "a whole number from 1 to 250",
                report,
            );
        }
        number
    }

    /// A list of strings.
    pub(super) fn strings(&mut self, key: &'static str, report: &mut Report) -> Vec<Word> {
        let Some((word, value)) = self.take(key) else {
            return Vec::new();
        };
        match value.get_ref() {
            DeValue::Array(array) => {
                bound(self.source, array.len(), value, report);
                let read = array.iter().take(ENTRIES);
                read.filter_map(|value| string(self.source, &word.node, value, report))
                    .collect()
            }
            _ => {
                wrong(self.source, &word.node, value, "a list of strings", report);
                Vec::new()
            }
        }
    }

    /// A table of tables: `[section.NAME]` or `[section.NAME.KEY]`.
    pub(super) fn sections(
        &mut self,
        key: &'static str,
        report: &mut Report,
    ) -> Vec<(Word, Table<'t, 's>)> {
        let mut entries = Vec::new();
        while let Some((word, value)) = self.take(key) {
            entries.extend(
                self.subtable(&word.node, value, report)
                    .map(|table| table.entries)
                    .unwrap_or_default(),
            );
        }
        let mut sections = Vec::new();
        for (name, value) in entries {
            let place = format!("{} {key} `{}`", article(key), name.node);
            let DeValue::Table(inner) = value.get_ref() else {
                wrong(self.source, &name.node, value, "a table", report);
                continue;
            };
            let section = Table::new(self.source, place, name.span, inner);
            sections.push((name, section));
        }
        sections
    }

    /// An array of tables: `[[card]]`.
    pub(super) fn tables(&mut self, key: &'static str, report: &mut Report) -> Vec<Table<'t, 's>> {
        let mut tables = Vec::new();
        while let Some((word, value)) = self.take(key) {
            let DeValue::Array(array) = value.get_ref() else {
                wrong(
                    self.source,
                    &word.node,
                    value,
                    "a list of tables, `[[...]]`",
                    report,
                );
                continue;
            };
            tables.extend(
                array
                    .iter()
                    .filter_map(|value| self.subtable(key, value, report)),
            );
        }
        tables.sort_by_key(|table| table.span);
        tables
    }

    pub(super) fn subtable(
        &self,
        key: &str,
        value: &'t Value<'s>,
        report: &mut Report,
    ) -> Option<Table<'t, 's>> {
        match value.get_ref() {
            DeValue::Table(table) => {
                let place = format!("{} {key}", article(key));
                Some(Table::new(self.source, place, span_of(value), table))
            }
            _ => {
                wrong(self.source, key, value, "a table", report);
                None
            }
        }
    }

    /// Whatever is left is unknown.
    pub(super) fn finish(self, report: &mut Report) {
        for (key, _) in &self.entries {
            let problem = Problem::UnknownKey {
                key: key.node.clone(),
                place: self.place.clone(),
                help: near(&key.node, self.asked.iter().copied()),
            };
            report.add(self.source, key.span, problem);
        }
    }
}

pub(super) fn wrong(
    source: &Source,
    key: &str,
    value: &Value,
    wanted: &'static str,
    report: &mut Report,
) {
    report.add(
        source,
        span_of(value),
        Problem::WrongValue {
            key: key.to_string(),
            wanted,
        },
    );
}

/// Reports a list of more than [`ENTRIES`] entries, of which no more are read.
pub(super) fn bound(source: &Source, count: usize, value: &Value, report: &mut Report) {
    if count > ENTRIES {
        report.add(
            source,
            span_of(value),
            Problem::TooMany {
                what: "entries of one list",
                count,
                most: ENTRIES,
            },
        );
    }
}

pub(super) fn string(
    source: &Source,
    key: &str,
    value: &Value,
    report: &mut Report,
) -> Option<Word> {
    match value.get_ref() {
        DeValue::String(text) => Some(Spanned::new(text.to_string(), span_of(value))),
        _ => {
            wrong(source, key, value, "a string", report);
            None
        }
    }
}

pub(super) fn number(source: &Source, key: &str, value: &Value, report: &mut Report) -> Option<u8> {
    let number = whole(value);
    if number.is_none() {
        wrong(source, key, value, "a whole number from 0 to 250", report);
    }
    number
}

/// The whole number that it is, if it is one of at most [`COPIES`].
fn whole(value: &Value) -> Option<u8> {
    let number: Option<u8> = match value.get_ref() {
        DeValue::Integer(number) if number.radix() == 10 => number.as_str().parse().ok(),
        _ => None,
    };
    number.filter(|number| *number <= COPIES)
}

/// The place of a text inside its quotes, so that what is found in it can be shown where it stands.
pub(super) fn text_span(
    source: &Source,
    key: &str,
    value: &Value,
    report: &mut Report,
) -> Option<Span> {
    let whole = span_of(value);
    let DeValue::String(_) = value.get_ref() else {
        wrong(source, key, value, "a text", report);
        return None;
    };
    let raw = &source.text[whole.start..whole.end];
    let quotes = if raw.starts_with("'''") || raw.starts_with("\"\"\"") {
        3
    } else {
        1
    };
    let mut span = Span::new(
        whole.start + quotes,
        (whole.end - quotes).max(whole.start + quotes),
    );
    if quotes == 3 {
        let inside = &source.text[span.start..span.end];
        if inside.starts_with("\r\n") {
            span.start += 2;
        } else if inside.starts_with('\n') {
            span.start += 1;
        }
    }
    if raw.starts_with('"') && source.text[span.start..span.end].contains('\\') {
        report.add(source, whole, Problem::EscapedText);
        return None;
    }
    Some(span)
}

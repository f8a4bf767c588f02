//! Reads a TOML table key by key, with places; what nobody asked for is a fault.

use std::cell::RefCell;

use toml::de::{DeArray, DeString, DeTable, DeValue};

use super::error::{self, FaultName, Help, Problem, Report, near};
use lang::ast::Word;
use text::limits::{COPIES, ENTRIES};
use text::{Source, Span, Spanned, article, suggest};

/// A file that is being read, and what is wrong with it.
pub(super) struct Reader {
    pub(super) source: Source,
    report: RefCell<Report>,
}

impl Reader {
    pub(super) fn new(source: &Source) -> Reader {
        Reader {
            source: source.clone(),
            report: RefCell::default(),
        }
    }

    /// Notes a fault.
    pub(super) fn add(&self, span: Span, problem: Problem) {
        self.report.borrow_mut().add(&self.source, span, problem);
    }

    pub(super) fn at_most(&self, span: Span, bound: (&'static str, usize, usize)) {
        self.report.borrow_mut().at_most(&self.source, span, bound);
    }

    /// How many faults there are.
    pub(super) fn faults(&self) -> usize {
        self.report.borrow().faults.len()
    }

    /// Hands all faults over, in source order.
    pub(super) fn finish(self, report: &mut Report) {
        let start = report.faults.len();
        report.faults.append(&mut self.report.into_inner().faults);
        report.sort_from(start);
    }
}

/// A table that is being read.
pub(super) struct Table<'t> {
    pub(super) reader: &'t Reader,
    /// As it is called in messages: "a card".
    place: String,
    span: Span,
    entries: Vec<Entry<'t>>,
    asked: Vec<&'static str>,
}

/// A key and its value.
#[derive(Clone)]
pub(super) struct Entry<'t> {
    pub(super) reader: &'t Reader,
    pub(super) key: Word,
    pub(super) value: &'t DeValue<'t>,
    /// The place of the value.
    pub(super) span: Span,
}

pub(super) fn span_of<T>(spanned: &toml::Spanned<T>) -> Span {
    let range = spanned.span();
    Span::new(range.start, range.end)
}

impl<'t> Table<'t> {
    /// A whole file.
    pub(super) fn of_file(
        reader: &'t Reader,
        place: &str,
        document: &'t toml::Spanned<DeTable<'t>>,
    ) -> Self {
        Table::new(reader, place, span_of(document), document.get_ref())
    }

    fn new(
        reader: &'t Reader,
        place: impl Into<String>,
        span: Span,
        table: &'t DeTable<'t>,
    ) -> Self {
        let entry = |(key, value): (&toml::Spanned<DeString>, _)| {
            let key = Spanned::new(key.get_ref().to_string(), span_of(key));
            Entry::new(reader, key, value)
        };
        let mut entries: Vec<Entry> = table.iter().map(entry).collect();
        entries.sort_by_key(|entry| entry.key.span);
        Table {
            reader,
            place: place.into(),
            span,
            entries,
            asked: Vec::new(),
        }
    }

    /// Takes a slip of the pen for the key of those that is meant, once it is reported: else all that hangs on it were, too.
    pub(super) fn mend(&mut self, known: &[&'static str]) {
        for at in 0..self.entries.len() {
            let Entry { key, value, .. } = &self.entries[at];
            // What no key of those has for its value is another mistake.
            let plausible = match value {
                DeValue::String(_) | DeValue::Table(_) => true,
                DeValue::Array(array) => array.iter().all(|item| item.get_ref().is_table()),
                _ => false,
            };
            if !plausible || known.contains(&key.node.as_str()) {
                continue;
            }
            // Of sections there may be some in right spelling, too.
            let free =
                |meant: &&str| !value.is_str() || !self.entries.iter().any(|entry| entry.is(meant));
            let Some(meant) = suggest(&key.node, known.iter().copied()).filter(free) else {
                continue;
            };
            self.unknown_key(key, error::meant(&key.node, meant, known));
            self.entries[at].key.node = meant.to_string();
        }
    }

    fn unknown_key(&self, key: &Word, help: Help) {
        let reason = format!("`{}` is not a key of {}", key.node, self.place);
        self.reader.add(
            key.span,
            Problem::new(FaultName::UnknownKey, reason, "unknown key", help),
        );
    }

    /// The key is there.
    pub(super) fn has(&self, key: &str) -> bool {
        self.entries.iter().any(|entry| entry.is(key))
    }

    /// The entry of a key, once.
    pub(super) fn take(&mut self, key: &'static str) -> Option<Entry<'t>> {
        if !self.asked.contains(&key) {
            self.asked.push(key);
        }
        let at = self.entries.iter().position(|entry| entry.is(key))?;
        Some(self.entries.remove(at))
    }

    /// The entry of a key that must be there.
    pub(super) fn need(&mut self, key: &'static str) -> Option<Entry<'t>> {
        let entry = self.take(key);
        if entry.is_none() {
            self.missing(key);
        }
        entry
    }

    pub(super) fn missing(&self, key: &str) {
        self.reader
            .add(self.first_line(), Problem::missing_key(key, &self.place));
    }

    /// The first line of a long table is enough to point at.
    fn first_line(&self) -> Span {
        let Span { start, end } = self.span;
        let text = &self.reader.source.text;
        let text = &text[start.min(text.len())..];
        let first = text.find('\n').unwrap_or(text.len());
        Span::new(start, end.min(start + first).max(start))
    }

    /// The entry of a key, unread.
    pub(super) fn find(&self, key: &str) -> Option<&Entry<'t>> {
        self.entries.iter().find(|entry| entry.is(key))
    }

    /// Where a key stands, or should.
    pub(super) fn place_of(&self, key: &str) -> Span {
        self.find(key)
            .map_or_else(|| self.first_line(), Entry::place)
    }

    /// A string, if the key is there.
    pub(super) fn string(&mut self, key: &'static str) -> Option<Word> {
        self.take(key)?.string()
    }

    /// A string that must be there.
    pub(super) fn needed_string(&mut self, key: &'static str) -> Option<Word> {
        self.need(key)?.string()
    }

    /// A list of strings; empty where there is none.
    pub(super) fn strings(&mut self, key: &'static str) -> Vec<Word> {
        self.take(key)
            .map_or_else(Vec::new, |entry| entry.strings())
    }

    /// A table of tables: `[section.NAME]` or `[section.NAME.KEY]`.
    pub(super) fn sections(&mut self, key: &'static str) -> Vec<(Word, Table<'t>)> {
        let mut sections = Vec::new();
        while let Some(entry) = self.take(key) {
            for section in entry.entries().into_iter().flatten() {
                let name = section.key.clone();
                let place = format!("the {key} `{}`", name.node);
                let table = section.table_called(&place);
                sections.extend(table.map(|table| {
                    let span = name.span;
                    (name, Table { span, ..table })
                }));
            }
        }
        sections
    }

    /// An array of tables: `[[card]]`.
    pub(super) fn tables(&mut self, key: &'static str) -> Vec<Table<'t>> {
        let mut tables = Vec::new();
        while let Some(entry) = self.take(key) {
            let items = entry.items("a list of tables, `[[...]]`");
            tables.extend(items.iter().flatten().filter_map(Entry::table));
        }
        tables.sort_by_key(|table| table.span);
        tables
    }

    /// Whatever is left is unknown.
    pub(super) fn finish(self) {
        for Entry { key, .. } in &self.entries {
            self.unknown_key(key, near(&key.node, self.asked.iter().copied()));
        }
    }
}

impl<'t> Entry<'t> {
    fn new(reader: &'t Reader, key: Word, value: &'t toml::Spanned<DeValue<'t>>) -> Self {
        Entry {
            reader,
            key,
            value: value.get_ref(),
            span: span_of(value),
        }
    }

    fn is(&self, key: &str) -> bool {
        self.key.node == key
    }

    /// The key with its value.
    pub(super) fn place(&self) -> Span {
        self.key.span.to(self.span)
    }

    /// Reports a value that is not what it should be.
    pub(super) fn wrong<T>(&self, wanted: &str) -> Option<T> {
        let key = &self.key.node;
        let problem = Problem::new(
            FaultName::WrongValue,
            format!("`{key}` must be {wanted}"),
            format!("expected {wanted}"),
            format!("write {wanted} after `{key} =`"),
        );
        self.reader.add(self.span, problem);
        None
    }

    pub(super) fn string(&self) -> Option<Word> {
        match self.value {
            DeValue::String(text) => Some(Spanned::new(text.to_string(), self.span)),
            _ => self.wrong("a string"),
        }
    }

    pub(super) fn boolean(&self) -> Option<bool> {
        let found = self.value.as_bool();
        found.or_else(|| self.wrong("true or false"))
    }

    /// A whole number from there to [`COPIES`].
    pub(super) fn number(&self, least: u8) -> Option<u8> {
        self.whole_number(least)
            .or_else(|| self.wrong(&format!("a whole number from {least} to {COPIES}")))
    }

    /// The same, where it is one.
    pub(super) fn whole_number(&self, least: u8) -> Option<u8> {
        let number: Option<u8> = match self.value {
            DeValue::Integer(number) if number.radix() == 10 => number.as_str().parse().ok(),
            _ => None,
        };
        number.filter(|number| (least..=COPIES).contains(number))
    }

    /// What is in a list.
    fn items(&self, wanted: &str) -> Option<Vec<Entry<'t>>> {
        let DeValue::Array(array) = self.value else {
            return self.wrong(wanted);
        };
        let array: &'t DeArray<'t> = array;
        let item = |value| Entry::new(self.reader, self.key.clone(), value);
        Some(array.iter().map(item).collect())
    }

    /// The same, of no more than [`ENTRIES`].
    pub(super) fn list(&self, wanted: &str) -> Option<Vec<Entry<'t>>> {
        self.items(wanted).map(|items| self.bounded(items))
    }

    /// Reports a list of more than [`ENTRIES`] entries, of which no more are read.
    pub(super) fn bounded(&self, mut entries: Vec<Entry<'t>>) -> Vec<Entry<'t>> {
        let bound = ("entries of one list", entries.len(), ENTRIES);
        self.reader.at_most(self.span, bound);
        entries.truncate(ENTRIES);
        entries
    }

    pub(super) fn strings(&self) -> Vec<Word> {
        let list = self.list("a list of strings").unwrap_or_default();
        list.iter().filter_map(Entry::string).collect()
    }

    pub(super) fn table(&self) -> Option<Table<'t>> {
        let key = &self.key.node;
        self.table_called(&format!("{} {key}", article(key)))
    }

    pub(super) fn table_called(&self, place: &str) -> Option<Table<'t>> {
        match self.value {
            DeValue::Table(table) => Some(Table::new(self.reader, place, self.span, table)),
            _ => self.wrong("a table"),
        }
    }

    /// All that is in a table, in file order.
    pub(super) fn entries(&self) -> Option<Vec<Entry<'t>>> {
        self.table().map(|table| table.entries)
    }

    /// What is in a table of strings.
    pub(super) fn pairs(&self) -> Option<Vec<(Word, Word)>> {
        let pair = |entry: Entry| entry.string().map(|value| (entry.key, value));
        Some(self.entries()?.into_iter().filter_map(pair).collect())
    }

    /// The place of a text inside its quotes, so that what is found in it can be shown where it stands.
    pub(super) fn text_span(&self) -> Option<Span> {
        let whole = self.span;
        let DeValue::String(_) = self.value else {
            return self.wrong("a text");
        };
        let text = &self.reader.source.text;
        let raw = &text[whole.start..whole.end];
        let long = raw.starts_with("'''") || raw.starts_with("\"\"\"");
        let quotes = if long { 3 } else { 1 };
        let start = whole.start + quotes;
        let mut span = Span::new(start, (whole.end - quotes).max(start));
        if long {
            let inside = &text[span.start..span.end];
            let line_end = ["\r\n", "\n"]
                .into_iter()
                .find(|end| inside.starts_with(end));
            span.start += line_end.map_or(0, str::len);
        }
        if raw.starts_with('"') && text[span.start..span.end].contains('\\') {
            let problem = Problem::new(
                FaultName::TextEscape,
                "a text cannot contain escapes",
                "expected a text between ''' and '''",
                "write the text between ''' and ''', where a backslash has no special meaning",
            );
            self.reader.add(whole, problem);
            return None;
        }
        Some(span)
    }
}

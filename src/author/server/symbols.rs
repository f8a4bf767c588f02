//! What a file declares and names, and its sections, from its TOML: also where something in it is wrong.

use gen_lsp_types::{DocumentSymbol, SymbolKind};
use toml::Spanned;
use toml::de::{DeArray, DeString, DeTable, DeValue};

use super::occurrences::{Kind, Occurrence, Texts};
use super::position::Encoding;
use text::{Source, Span};

/// A declared section of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Section {
    /// `building`, `keyword`, `ruling`, ...
    pub sort: String,
    pub name: String,
    /// Where its name stands.
    pub span: Span,
}

/// A file by what it names.
#[derive(Debug, Clone, Default)]
pub struct Symbols {
    /// In file order.
    pub occurrences: Vec<Occurrence>,
    /// In file order.
    pub sections: Vec<Section>,
    /// Sets whose words the file means before those of others.
    uses: Vec<String>,
    /// What several of a sort of counters are called, where that is not as usual.
    plurals: Vec<(String, String)>,
    /// Positions, moves and logs of rulings, where cards are named without quotes.
    pub notations: Vec<Span>,
    /// It is a recipe.
    pub is_recipe: bool,
    id: Option<String>,
}

/// Sections whose names are declared.
const DECLARED: [(&str, Kind); 7] = [
    ("building", Kind::Face),
    ("action", Kind::Face),
    ("keyword", Kind::Keyword),
    ("status", Kind::Status),
    ("counter", Kind::Counter),
    ("tally", Kind::Tally),
    ("dispute", Kind::Dispute),
];

impl Symbols {
    pub fn of(source: &Source, texts: &mut Texts) -> Symbols {
        let (document, _) = DeTable::parse_recoverable(&source.text);
        let document = document.get_ref();
        let mut reader = Reader {
            source,
            texts,
            found: Symbols {
                is_recipe: rules::is_recipe(document),
                ..Symbols::default()
            },
        };
        reader.file(document);
        let mut found = reader.found;
        found.occurrences.sort_by_key(|one| (one.span, one.kind));
        found.sections.sort_by_key(|section| section.span);
        found
    }

    /// What is named at a byte, or right before it.
    pub fn at(&self, offset: usize) -> Option<&Occurrence> {
        let behind = self
            .occurrences
            .partition_point(|one| one.span.start <= offset);
        let before = self.occurrences[..behind].iter().rev().take(8);
        let mut there = before.filter(|one| offset <= one.span.end);
        there.next()
    }

    pub fn definitions(&self, kind: Kind, name: &str) -> impl Iterator<Item = &Occurrence> {
        let of = move |one: &&Occurrence| one.defines && one.kind == kind && one.name == name;
        self.occurrences.iter().filter(of)
    }

    /// It is a set or a recipe, and no file of rulings.
    pub fn has_cards(&self) -> bool {
        self.id.is_some()
    }

    /// It declares that.
    pub fn declares(&self, kind: Kind, name: &str) -> bool {
        self.definitions(kind, name).next().is_some()
    }

    /// The word as it is declared: several counters may be called otherwise.
    pub fn declared(&self, one: &Occurrence) -> String {
        if one.kind != Kind::Counter || self.declares(Kind::Counter, &one.name) {
            return one.name.clone();
        }
        let own = self.plurals.iter().find(|(_, plural)| *plural == one.name);
        let mut counters = self.occurrences.iter().filter(|other| {
            other.defines && other.kind == Kind::Counter && text::plural_of(&other.name) == one.name
        });
        let usual = counters.next().map(|other| other.name.clone());
        own.map(|(name, _)| name.clone())
            .or(usual)
            .unwrap_or_else(|| one.name.clone())
    }

    /// What several counters of a sort are called is written out, so that it does not follow the name.
    pub fn has_own_plural(&self, name: &str) -> bool {
        self.plurals.iter().any(|(counter, _)| counter == name)
    }

    /// The set of that id is one whose words the file means first.
    pub fn uses(&self, other: &Symbols) -> bool {
        other.id.as_ref().is_some_and(|id| self.uses.contains(id))
    }

    /// Its sections as an editor shows them.
    pub fn outline(&self, source: &Source, encoding: Encoding) -> Vec<DocumentSymbol> {
        let line = |span: Span| {
            source.text[..span.start]
                .rfind('\n')
                .map_or(0, |end| end + 1)
        };
        let begins = self.sections.iter().map(|section| line(section.span));
        let ends = begins.clone().skip(1).chain([source.text.len()]);
        let all = self.sections.iter().zip(begins.zip(ends));
        all.map(|(section, (start, end))| {
            // Sections on one line, such as `beats.a`, overlap.
            let end = end.max(section.span.end).max(start);
            let whole = Span::new(start, end);
            DocumentSymbol {
                name: section.name.clone(),
                detail: Some(section.sort.clone()),
                kind: symbol_kind(&section.sort),
                tags: None,
                #[allow(deprecated)]
                deprecated: None,
                range: encoding.range(source, whole),
                selection_range: encoding.range(source, section.span),
                children: None,
            }
        })
        .collect()
    }
}

fn symbol_kind(sort: &str) -> SymbolKind {
    match sort {
        "building" => SymbolKind::Class,
        "action" => SymbolKind::Event,
        "keyword" => SymbolKind::Function,
        "status" | "counter" | "tally" => SymbolKind::Property,
        "dispute" => SymbolKind::Enum,
        _ => SymbolKind::Object,
    }
}

struct Reader<'s, 't> {
    source: &'s Source,
    texts: &'t mut Texts,
    found: Symbols,
}

type Value<'d> = Spanned<DeValue<'d>>;

impl Reader<'_, '_> {
    fn file(&mut self, file: &DeTable) {
        let is_recipe = self.found.is_recipe;
        let own = if is_recipe { Kind::Recipe } else { Kind::Set };
        for (key, value) in file {
            let name = &**key.get_ref();
            let declared = DECLARED.iter().find(|(section, _)| *section == name);
            match (name, value.get_ref()) {
                (_, DeValue::Table(sections)) if declared.is_some() => {
                    let kind = declared.expect("it is one of them").1;
                    self.sections(name, kind, sections);
                }
                ("id", DeValue::String(id)) => {
                    self.found.id = Some(id.to_string());
                    self.string(own, value, true);
                }
                ("sets" | "uses", DeValue::Array(all)) => {
                    self.strings(Kind::Set, all);
                    let ids = all.iter().filter_map(|one| one.get_ref().as_str());
                    self.found.uses.extend(ids.map(str::to_string));
                }
                ("extends", DeValue::String(id)) => {
                    self.found.uses.push(id.to_string());
                    self.string(own, value, false);
                }
                ("without", DeValue::Array(all)) => self.strings(Kind::Face, all),
                ("kinds" | "victory-cards", DeValue::Array(all)) => {
                    self.strings(Kind::Face, all);
                    self.tables(all, &mut |reader, key, value| {
                        if key == "kind" {
                            reader.string(Kind::Face, value, false);
                        }
                    });
                }
                ("copies-of", DeValue::Table(kinds)) => self.keys(Kind::Face, kinds),
                ("tallies", DeValue::Array(all)) => self.strings(Kind::Tally, all),
                ("disputes", DeValue::Table(all)) => self.keys(Kind::Dispute, all),
                ("card" | "victory", DeValue::Array(all)) => {
                    self.tables(all, &mut |reader, _, value| {
                        reader.string(Kind::Face, value, false);
                    });
                }
                ("rule", DeValue::Table(rules)) => {
                    for (rule, section) in rules {
                        self.section(rule, "rule");
                        self.texts_of(section);
                    }
                }
                ("ruling", DeValue::Array(all)) => {
                    self.tables(all, &mut Reader::ruling);
                }
                _ => {}
            }
        }
    }

    /// `[keyword.NAME]`
    fn sections(&mut self, sort: &str, kind: Kind, sections: &DeTable) {
        for (name, section) in sections {
            self.section(name, sort);
            self.key(kind, name, true);
            self.texts_of(section);
            let DeValue::Table(table) = section.get_ref() else {
                continue;
            };
            if let (Kind::Counter, Some(plural)) = (kind, table.get("plural"))
                && let Some(plural) = plural.get_ref().as_str()
            {
                let plural = (name.get_ref().to_string(), plural.to_string());
                self.found.plurals.push(plural);
            }
        }
    }

    fn section(&mut self, name: &Spanned<DeString>, sort: &str) {
        let span = name.span();
        self.found.sections.push(Section {
            sort: sort.to_string(),
            name: name.get_ref().to_string(),
            span: Span::new(span.start, span.end),
        });
    }

    /// What a section says, in whatever reading.
    fn texts_of(&mut self, section: &Value) {
        let DeValue::Table(table) = section.get_ref() else {
            return;
        };
        for (key, value) in table {
            match (&**key.get_ref(), value.get_ref()) {
                ("text", DeValue::String(_)) => self.text(value, false),
                ("holds", DeValue::String(_)) => self.text(value, true),
                ("rules", DeValue::Array(all)) => self.strings(Kind::Rule, all),
                ("instead", DeValue::Array(all)) => {
                    self.tables(all, &mut |reader, key, value| match value.get_ref() {
                        DeValue::String(_) if key == "text" => reader.text(value, false),
                        DeValue::Table(settled) if key == "if" => {
                            reader.keys(Kind::Dispute, settled);
                        }
                        _ => {}
                    });
                }
                _ => {}
            }
        }
    }

    /// `[[ruling]]`
    fn ruling(&mut self, key: &str, value: &Value) {
        match (key, value.get_ref()) {
            ("id", DeValue::String(id)) => {
                let span = self.inner(value, id).unwrap_or_default();
                let (sort, name) = ("ruling".to_string(), id.to_string());
                self.found.sections.push(Section { sort, name, span });
            }
            ("rules", DeValue::Array(all)) => self.strings(Kind::Rule, all),
            ("game", DeValue::String(_)) => self.string(Kind::Recipe, value, false),
            ("disputes", DeValue::Table(all)) => self.keys(Kind::Dispute, all),
            ("kinds", DeValue::Array(all)) => self.strings(Kind::Face, all),
            ("position" | "moves", DeValue::String(_)) => self.notation(value),
            ("expect", DeValue::Table(expected)) => {
                for (_, value) in expected {
                    match value.get_ref() {
                        DeValue::String(_) => self.notation(value),
                        DeValue::Array(all) => all.iter().for_each(|one| self.notation(one)),
                        DeValue::Table(views) => {
                            views.iter().for_each(|(_, view)| self.notation(view));
                        }
                        _ => {}
                    }
                }
            }
            _ => {}
        }
    }

    fn notation(&mut self, value: &Value) {
        if let DeValue::String(content) = value.get_ref() {
            self.found.notations.extend(self.inner(value, content));
        }
    }

    fn text(&mut self, value: &Value, is_cond: bool) {
        let DeValue::String(content) = value.get_ref() else {
            return;
        };
        if let Some(span) = self.inner(value, content) {
            let text = &self.source.text[span.start..span.end];
            let named = self.texts.of(text, is_cond);
            let there = named.iter().map(|one| one.shifted(span.start));
            self.found.occurrences.extend(there);
        }
    }

    fn tables(&mut self, all: &DeArray, see: &mut dyn FnMut(&mut Self, &str, &Value)) {
        for one in all.iter() {
            if let DeValue::Table(table) = one.get_ref() {
                for (key, value) in table {
                    see(self, key.get_ref(), value);
                }
            }
        }
    }

    fn strings(&mut self, kind: Kind, all: &DeArray) {
        all.iter().for_each(|one| self.string(kind, one, false));
    }

    fn keys(&mut self, kind: Kind, table: &DeTable) {
        table.iter().for_each(|(key, _)| self.key(kind, key, false));
    }

    fn string(&mut self, kind: Kind, value: &Value, defines: bool) {
        if let DeValue::String(content) = value.get_ref()
            && let Some(span) = self.inner(value, content)
        {
            self.add(kind, content, span, defines);
        }
    }

    fn key(&mut self, kind: Kind, key: &Spanned<DeString>, defines: bool) {
        let (span, name) = (key.span(), key.get_ref());
        let written = &self.source.text[span.start..span.end];
        let quotes = usize::from(written.starts_with(['"', '\'']));
        let span = Span::new(span.start + quotes, span.end - quotes);
        if self.source.text.get(span.start..span.end) == Some(name) {
            self.add(kind, name, span, defines);
        }
    }

    fn add(&mut self, kind: Kind, name: &str, span: Span, defines: bool) {
        // A kind may be named with its set: `1900:Windmill`.
        let set = match (kind, name.split_once(':')) {
            (Kind::Face, Some((set, _))) if !defines => set.len() + 1,
            _ => 0,
        };
        self.found.occurrences.push(Occurrence {
            kind,
            name: name[set..].to_string(),
            span: Span::new(span.start + set, span.end),
            defines,
        });
    }

    /// The place of a string's content, where it is written as it is.
    fn inner(&self, value: &Value, content: &str) -> Option<Span> {
        let span = value.span();
        let written = self.source.text.get(span.clone())?;
        let long = written.starts_with("'''") || written.starts_with("\"\"\"");
        let quotes = if long { 3 } else { 1 };
        let end = span.end.checked_sub(quotes)?;
        let start = end.checked_sub(content.len())?;
        let inside = self.source.text.get(start..end)?;
        // The end of a line within may be written with two signs, of which TOML has one.
        if inside == content {
            return Some(Span::new(start, end));
        }
        let mut start = span.start + quotes;
        let inside = self.source.text.get(start..end)?;
        let ends = ["\r\n", "\n"];
        let end_of_line = ends.iter().find(|end| long && inside.starts_with(**end));
        start += end_of_line.map_or(0, |end| end.len());
        (start <= end && !written.starts_with('"')).then(|| Span::new(start, end))
    }
}

#[cfg(test)]
mod tests {
    use super::{Symbols, Texts};
    use text::Source;

    fn symbols(text: &str) -> Symbols {
        Symbols::of(&Source::new("a.toml", text), &mut Texts::default())
    }

    #[test]
    fn names_of_sets_recipes_and_rulings_are_found() {
        let said = |text: &str| -> Vec<String> {
            let found = symbols(text).occurrences.into_iter();
            found
                .map(|one| {
                    let written = &text[one.span.start..one.span.end];
                    assert!(written.eq_ignore_ascii_case(&one.name), "{one:?}");
                    let defines = if one.defines { "+" } else { "" };
                    format!("{defines}{} {}", one.kind.word(), one.name)
                })
                .collect()
        };
        let set = "id = \"mine\"\nuses = [\"other\"]\n[[card]]\nbuilding = \"Mill\"\naction = 'Gale'\n\
            [building.\"Mill\"]\nrules = [\"M-1\"]\ntext = '''\r\nUse: singe at a player.\r\n'''\n[keyword.singe]\n\
            text = 'Define singe at (foe: player): draw a card'\n[[keyword.singe.instead]]\nif = { rain = \"on\" }\ntext = ''\n";
        assert_eq!(
            said(set),
            [
                "+set mine",
                "set other",
                "card Mill",
                "card Gale",
                "+card Mill",
                "rule M-1",
                "keyword singe",
                "+keyword singe",
                "keyword singe",
                "dispute rain"
            ]
        );
        let recipe = "id = \"g\"\nsets = [\"mine\"]\nkinds = [\"mine:Mill\", { kind = \"Gale\" }]\ntallies = [\"mills\"]\n";
        assert_eq!(
            said(recipe),
            [
                "+recipe g",
                "set mine",
                "card Mill",
                "card Gale",
                "tally mills"
            ]
        );
        let ruling = "[[ruling]]\nid = \"a\"\nrules = [\"M-1\"]\ngame = \"g\"\nposition = '''\np1: Mill[]\n'''\n";
        assert_eq!(said(ruling), ["rule M-1", "recipe g"]);
        assert_eq!(symbols(ruling).notations.len(), 1);
    }

    #[test]
    fn what_is_no_toml_is_read_as_far_as_it_is_some() {
        let text = "[building.\"Mill\"]\ntext = 'Use: draw a card'\n[keyword.\n[[[\n= 3\n\"";
        assert!(!symbols(text).occurrences.is_empty());
        for text in [
            "",
            "\"",
            "[",
            "[a",
            "a = '''",
            "id = [",
            "\u{feff}id = 1",
            "[building]\nx = 1",
        ] {
            symbols(text);
        }
    }
}

//! Reads set files out of TOML, section by section.

use toml::de::DeTable;

use super::document::language;
use super::emblem::{Badge, COLOURS, EMBLEMS};
use super::error::{Help, Problem, Report, near};
use super::file::{
    Card, CounterText, CrisisText, DisputeText, FaceText, Instead, KeywordText, SetFile,
    StatusText, TallyText,
};
use super::ir::{Element, Symbol};
use super::names::no_value;
use super::spelling::{Sort, checked_name, counter};
use super::table::{Entry, Reader, Table};
use super::warning::{Allows, allowed};
use lang::ast::{Text, Word};
use lang::{parse_cond, parse_text};
use text::{Source, Span, Spanned};

/// The switches that a file may decide.
pub(super) const SWITCHES: [&str; 3] = [
    "reshuffle-when-emptied",
    "played-action-aside",
    "remove-eliminated-hand",
];

/// All that may stand at the top of a set file.
const SECTIONS: [&str; 17] = [
    "id",
    "title",
    "language",
    "extends",
    "without",
    "uses",
    "card",
    "victory",
    "building",
    "action",
    "keyword",
    "status",
    "counter",
    "tally",
    "rule",
    "dispute",
    "first-player",
];

/// Reads a set file. What could be read is returned, whatever else is wrong.
pub(super) fn read(
    source: &Source,
    document: &toml::Spanned<DeTable>,
    report: &mut Report,
) -> SetFile {
    let reader = Reader::new(source);
    let mut table = Table::of_file(&reader, "a set file", document);
    table.mend(&SECTIONS);
    let id = table.needed_string("id");
    let title = table.needed_string("title");
    language(&mut table);
    let extends = table.string("extends");
    let without = table.take("without");
    if let (None, Some(entry)) = (&extends, &without) {
        let (what, place) = ("`without`", "a set that extends no other");
        let help = "write which set it extends, `extends = \"SET\"`, or remove it: other sets have only their own cards";
        reader.add(entry.place(), Problem::Misplaced { what, place, help });
    }
    let (mut cards, mut allows, mut broken) = (Vec::new(), Vec::new(), Vec::new());
    let without = without.map_or_else(Vec::new, |entry| entry.strings());
    let uses = table.strings("uses");
    for mut card in table.tables("card") {
        card.mend(&["building", "action"]);
        let building = card.needed_string("building");
        let action = card.needed_string("action");
        card.finish();
        if let (Some(building), Some(action)) = (building, action) {
            cards.push(Card::Deck { building, action });
        }
    }
    for mut card in table.tables("victory") {
        card.mend(&["front", "back"]);
        let front = card.needed_string("front");
        let back = card.string("back");
        card.finish();
        cards.extend(front.map(|front| Card::Victory { front, back }));
    }
    let buildings = faces(&mut table, "building", &mut allows);
    let actions = faces(&mut table, "action", &mut allows);
    let keywords = each(&mut table, "keyword", &mut allows, |name, mut section| {
        let rules = rule_ids(&mut section);
        let log = section.string("log");
        let log_unanswered = section.string("log-unanswered");
        let reads = section.string("reads");
        let noun = section.string("noun");
        let (text, instead) = readings(&mut section);
        section.finish();
        let name = checked_name(&reader, Sort::Keyword, name);
        if text.is_none() {
            // What is wrong with it is told: its calls are not reported as unknown, too.
            broken.push(name.node.clone());
        }
        Some(KeywordText {
            name,
            rules,
            log,
            log_unanswered,
            reads,
            noun,
            text: text?,
            instead,
            origin: None,
            varies: false,
        })
    });
    let statuses = each(&mut table, "status", &mut allows, |name, mut section| {
        let meaning = section.needed_string("meaning");
        let of = section.string("of");
        section.finish();
        let of_players = of.as_ref().is_some_and(|of| of.node == "players");
        if let Some(of) = of.filter(|of| !["players", "buildings"].contains(&of.node.as_str())) {
            let help = "write `of = \"players\"`, or remove `of` for a status of buildings";
            unknown(&reader, "kind of status", of, help);
        }
        Some(StatusText {
            name: checked_name(&reader, Sort::Status, name),
            meaning: meaning.map_or_else(String::new, |meaning| meaning.node),
            of_players,
        })
    });
    let counters = each(&mut table, "counter", &mut allows, |name, mut section| {
        let meaning = section.needed_string("meaning");
        let plural = section.string("plural");
        let owned = section.take("owned").and_then(|entry| entry.boolean());
        let on = section.string("on").and_then(|on| bearers(&reader, on));
        let text = section.take("text").and_then(|entry| text(&entry));
        section.finish();
        let (name, plural) = counter(&reader, name, plural);
        Some(CounterText {
            name,
            plural,
            meaning: meaning.map_or_else(String::new, |meaning| meaning.node),
            owned: owned.unwrap_or(false),
            on,
            text,
        })
    });
    let tallies = each(&mut table, "tally", &mut allows, |name, mut section| {
        let rules = rule_ids(&mut section);
        // A variant says only what it changes.
        let wins_at = match section.take("wins-at") {
            None if extends.is_some() => Some(0),
            None => {
                section.missing("wins-at");
                None
            }
            Some(entry) => entry.number(1),
        };
        let text = section.take("text").and_then(|entry| text(&entry));
        section.finish();
        // Whatever is wrong with it, it is a tally: its name is not reported as unknown, too.
        Some(TallyText {
            name: checked_name(&reader, Sort::Tally, name),
            rules,
            wins_at: wins_at.unwrap_or(u8::MAX),
            text,
            varies: false,
        })
    });
    let (mut crisis, mut holds) = (None, Vec::new());
    each(&mut table, "rule", &mut allows, |name, mut section| {
        if name.node == "crisis" {
            let rules = rule_ids(&mut section);
            let says = section.string("says");
            let (text, instead) = readings(&mut section);
            crisis = text.map(|text| CrisisText {
                name,
                rules,
                says,
                text,
                instead,
            });
        } else if SWITCHES.contains(&name.node.as_str()) {
            let entry = section.need("holds");
            let cond = entry.and_then(|entry| parsed(&entry, false, parse_cond));
            holds.extend(cond.map(|cond| (name, cond)));
        } else {
            let help = near(&name.node, SWITCHES.into_iter().chain(["crisis"]));
            unknown(&reader, "rule of the game", name, help);
            return None;
        }
        section.finish();
        None::<()>
    });
    let disputes = each(&mut table, "dispute", &mut allows, dispute);
    let symbols = table
        .take("first-player")
        .and_then(|entry| Some((entry.key.clone(), symbols(&entry)?)));
    table.finish();
    reader.finish(report);
    SetFile {
        source: source.clone(),
        id: id.unwrap_or_else(|| Spanned::new("?".to_string(), Span::default())),
        title: title.map_or_else(String::new, |title| title.node),
        extends,
        base: None,
        without,
        uses,
        used: Vec::new(),
        card_origins: vec![None; cards.len()],
        cards,
        buildings,
        actions,
        keywords,
        broken,
        statuses,
        counters,
        tallies,
        disputes,
        symbols,
        crisis,
        holds,
        allows,
    }
}

/// Reads the sections of a sort, and what each allows.
fn each<'t, T>(
    table: &mut Table<'t>,
    key: &'static str,
    allows: &mut Allows,
    mut read: impl FnMut(Word, Table<'t>) -> Option<T>,
) -> Vec<T> {
    let mut all = Vec::new();
    for (name, mut section) in table.sections(key) {
        let warnings = allowed(&mut section).into_iter();
        allows.extend(warnings.map(|warning| ((key, name.node.clone()), warning)));
        all.extend(read(name, section));
    }
    all
}

fn unknown(reader: &Reader, what: &'static str, word: Word, help: impl Into<Help>) {
    let (name, help) = (word.node, help.into());
    reader.add(word.span, Problem::Unknown { what, name, help });
}

fn faces(table: &mut Table, key: &'static str, allows: &mut Allows) -> Vec<FaceText> {
    each(table, key, allows, |name, mut section| {
        let rules = rule_ids(&mut section);
        let says = section.string("says");
        let badge = Badge {
            emblem: one_of(&mut section, "emblem", &EMBLEMS, |emblem| emblem.name),
            colour: one_of(&mut section, "colour", &COLOURS, |(name, _)| name)
                .map(|(_, value)| *value),
        };
        let (text, instead) = readings(&mut section);
        section.finish();
        Some(FaceText {
            name,
            rules,
            says,
            badge,
            // A face whose text is broken is still a face: its name is not reported as unknown, too.
            text: text.unwrap_or(Text {
                clauses: Vec::new(),
            }),
            instead,
            origin: None,
        })
    })
}

/// Of several things the one that a key names.
fn one_of<T>(
    section: &mut Table,
    key: &'static str,
    all: &'static [T],
    name: impl Fn(&'static T) -> &'static str,
) -> Option<&'static T> {
    let word = section.string(key)?;
    let found = all.iter().find(|one| name(one) == word.node);
    if found.is_none() {
        let problem = Problem::unknown(key, &word.node, all.iter().map(name));
        section.reader.add(word.span, problem);
    }
    found
}

/// A text, and how it reads where disputes are settled otherwise.
fn readings(section: &mut Table) -> (Option<Text>, Vec<Instead>) {
    let printed = section.need("text").and_then(|entry| text(&entry));
    let mut all = Vec::new();
    for mut table in section.tables("instead") {
        let mut settled = Vec::new();
        if let Some(entry) = table.need("if") {
            let named = entry.entries();
            if named.as_ref().is_some_and(Vec::is_empty) {
                let _: Option<()> = entry.wrong("a table with at least one dispute and its value");
            }
            for entry in named.into_iter().flatten() {
                settled.extend(entry.string().map(|value| (entry.key, value)));
            }
        }
        let text = table.need("text").and_then(|entry| text(&entry));
        table.finish();
        // Without a dispute nothing more can be said about it, but that it lacks one.
        let text = text.filter(|_| !settled.is_empty());
        all.extend(text.map(|text| Instead { settled, text }));
    }
    (printed, all)
}

fn rule_ids(section: &mut Table) -> Vec<String> {
    let rules = section.strings("rules").into_iter();
    rules.map(|rule| rule.node).collect()
}

pub(super) fn text(entry: &Entry) -> Option<Text> {
    parsed(entry, true, parse_text)
}

/// What a string says in the language of cards; of a text it is known where it stands.
pub(super) fn parsed<T>(
    entry: &Entry,
    is_text: bool,
    parse: impl Fn(&str, usize) -> Result<T, Vec<lang::Fault>>,
) -> Option<T> {
    let span = entry.text_span()?;
    let text = &entry.reader.source.text[span.start..span.end];
    let errors = match parse(text, span.start) {
        Ok(parsed) => return Some(parsed),
        Err(errors) => errors,
    };
    for error in errors {
        let problem = Problem::syntax(error.clone(), is_text.then_some(span));
        entry.reader.add(error.span, problem);
    }
    None
}

/// What counters of a sort lie on.
fn bearers(reader: &Reader, on: Word) -> Option<Element> {
    match on.node.as_str() {
        "cards" => Some(Element::StackedCard),
        "buildings" => Some(Element::Building),
        "players" => Some(Element::Player),
        _ => {
            let help = "write `on = \"cards\"`, which means stacked cards and laws, `on = \"buildings\"` or `on = \"players\"`";
            unknown(reader, "place for counters", on, help);
            None
        }
    }
}

/// Reads `[dispute.NAME]`.
fn dispute(name: Word, mut section: Table) -> Option<DisputeText> {
    let rules = rule_ids(&mut section);
    let question = section.needed_string("question");
    let default = section.needed_string("default");
    let mut values = Vec::new();
    if let Some(entry) = section.need("values") {
        let pairs = entry.pairs()?.into_iter();
        values.extend(pairs.map(|(value, meaning)| (value.node, meaning.node)));
        if values.len() < 2 {
            let _: Option<()> = entry.wrong("a table of two or more values");
        }
    }
    let reader = section.reader;
    section.finish();
    let (question, default) = (question?, default?);
    let known = || values.iter().map(|(value, _)| value.as_str());
    let Some(at) = known().position(|value| value == default.node) else {
        reader.add(default.span, no_value(&default, &name, known()));
        return None;
    };
    values[..=at].rotate_right(1);
    Some(DisputeText {
        name,
        rules,
        question: question.node,
        values,
    })
}

/// Bytes of a drawing.
const DRAWN: usize = 400;

const PATH: &str = "an SVG path of at most 400 letters, digits, blanks, dots, commas and signs that begins with `M`";

fn is_of_a_path(sign: char) -> bool {
    sign.is_ascii_digit() || "MmLlHhVvCcSsQqTtAaZz .,-".contains(sign)
}

/// What players show to find out who begins: three symbols that beat each other in a ring.
fn symbols(entry: &Entry) -> Option<Vec<Symbol>> {
    let mut section = entry.table()?;
    section.strings("rules");
    let Some(entry) = section.need("beats") else {
        section.finish();
        return None;
    };
    let mut beats = Vec::new();
    for pair in entry.entries().into_iter().flatten() {
        let beaten = pair.string()?;
        beats.push((pair.key.node, beaten.node));
    }
    let mut drawn = Vec::new();
    for pair in section
        .take("drawn")
        .and_then(|entry| entry.entries())
        .into_iter()
        .flatten()
    {
        let path = pair.string()?.node;
        if !beats.iter().any(|(name, _)| *name == pair.key.node) {
            return pair.wrong("the drawing of a symbol that beats another one");
        }
        if path.len() > DRAWN || !path.starts_with('M') || !path.chars().all(is_of_a_path) {
            return pair.wrong(PATH);
        }
        drawn.push((pair.key.node, path));
    }
    section.finish();
    let place = |symbol: &String| beats.iter().position(|(name, _)| name == symbol);
    let beaten: Vec<usize> = beats
        .iter()
        .filter_map(|(_, beaten)| place(beaten))
        .collect();
    // In a ring of three, of any two one beats the other.
    if !matches!(beaten.as_slice(), [1, 2, 0] | [2, 0, 1]) {
        return entry.wrong("a table of three symbols that beat each other in a ring");
    }
    let mut path = |name: &String| {
        let at = drawn.iter().position(|(of, _)| of == name)?;
        Some(drawn.swap_remove(at).1)
    };
    let symbol = |((name, _), beats): ((String, String), usize)| Symbol {
        drawn: path(&name),
        name,
        beats: beats as u8,
    };
    Some(beats.into_iter().zip(beaten).map(symbol).collect())
}

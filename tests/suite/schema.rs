//! The schemas of the files that authors write: made from their types, and true to the reader.

use std::collections::BTreeSet;
use std::fs;

use crate::support::texts::toml_files_below;
use boon::{Compiler, SchemaIndex, Schemas};
use brink::author::folder::Kind;
use brink::author::schema;
use brink::record::ruling::read_rulings;
use brink::rules::Library;
use brink::text::Source;
use miette::Diagnostic;
use serde_json::Value;
use toml::Table;

/// Each with its name, and what makes it.
type Schemata = [(&'static str, fn() -> String); 3];

const ALL: Schemata = [
    ("set", schema::set),
    ("recipe", schema::recipe),
    ("rulings", schema::rulings),
];

#[test]
fn the_schemas_are_those_of_the_types() {
    for (name, made) in ALL {
        let path = format!(
            "{}/docs/schema/{name}.schema.json",
            env!("CARGO_MANIFEST_DIR")
        );
        if std::env::var_os("WRITE_SCHEMA").is_some() {
            fs::write(&path, made()).expect("it can be written");
        }
        let written = fs::read_to_string(path).expect("the schema is there");
        assert!(
            written == made(),
            "the types have changed: WRITE_SCHEMA=1 cargo test schema writes the new schema"
        );
    }
}

/// A schema, ready to be asked.
struct Checked {
    schemas: Schemas,
    index: SchemaIndex,
    document: Value,
}

impl Checked {
    fn of(text: &str) -> Checked {
        let document: Value = serde_json::from_str(text).expect("a schema is JSON");
        let (mut schemas, mut compiler) = (Schemas::new(), Compiler::new());
        let url = "https://brink.test/schema.json";
        compiler
            .add_resource(url, document.clone())
            .expect("it has a URL");
        let index = compiler
            .compile(url, &mut schemas)
            .expect("the schema is sound");
        Checked {
            schemas,
            index,
            document,
        }
    }

    fn check(&self, table: &Table) -> Result<(), String> {
        let value = serde_json::to_value(table).expect("TOML is JSON");
        let checked = self.schemas.validate(&value, self.index);
        checked.map_err(|fault| fault.to_string())
    }

    /// The keys of a table: of the file itself, or of one that is defined.
    fn keys(&self, definition: &str) -> BTreeSet<String> {
        let object = match definition {
            "" => &self.document,
            name => &self.document["definitions"][name],
        };
        let keys = object["properties"].as_object();
        let keys = keys.unwrap_or_else(|| panic!("{definition} is no table"));
        keys.keys().cloned().collect()
    }
}

#[test]
fn all_files_of_the_project_are_as_the_schemas_say() {
    let [set, recipe, rulings] = ALL.map(|(_, made)| Checked::of(&made()));
    let mut seen = [0; 3];
    for file in ["cards", "tests"].into_iter().flat_map(toml_files_below) {
        let text = fs::read_to_string(&file).expect("it is text");
        let (schema, kind) = match Kind::of(&text) {
            Some(Kind::Set) => (&set, 0),
            Some(Kind::Recipe) => (&recipe, 1),
            Some(Kind::Rulings) => (&rulings, 2),
            Some(Kind::Unread) | None => continue,
        };
        seen[kind] += 1;
        let table = text.parse().expect("it is TOML");
        schema
            .check(&table)
            .unwrap_or_else(|fault| panic!("{}: {fault}", file.display()));
    }
    assert!(seen.iter().all(|seen| *seen > 20), "{seen:?}");
}

/// A set with every section and key that there is.
const SET: &str = r#"
id = "volcanoes"
title = "A set with one card"
language = 2
extends = "hills"
without = ["Hill"]
uses = ["words"]
[[card]]
building = "Volcano"
action = "Tremor"
[[victory]]
front = "Crater"
back = "Lake"
[building."Volcano"]
rules = ["VOL-1"]
says = "It erupts."
emblem = "barn"
colour = "amber"
text = 'Once a turn, if this has at least 2 lavas: erupt at another player.'
allow = ["no-effect: nothing here does"]
[[building."Volcano".instead]]
if = { sleepy = "yes" }
text = 'Once a turn: erupt at another player.'
[building."Crater"]
text = ''
[building."Lake"]
text = ''
[action."Tremor"]
text = 'Draw a card.'
[keyword.erupt]
rules = ["VOL-2"]
log = "{town} is hit"
log-unanswered = "{town} is hit, and nothing answers"
reads = "let it rain ash on {town}"
noun = "an eruption"
text = 'Define erupt at (town: player): for each building of town: destroy the top of it.'
allow = ["unused-name: it is used elsewhere"]
[[keyword.erupt.instead]]
if = { sleepy = "yes" }
text = 'Define erupt at (town: player): for each building of town: destroy it.'
[status.hasty]
of = "players"
meaning = "A hasty player draws more."
allow = ["unused-name: it is used elsewhere"]
[counter.lava]
meaning = "Enough of it lets a Volcano erupt."
plural = "lavas"
on = "buildings"
owned = true
text = 'When this is put on a building, draw a card.'
allow = ["unused-name: it is used elsewhere"]
[tally.shrines]
rules = ["VOL-3"]
wins-at = 3
text = 'Count your buildings named "Volcano" that are stacked.'
allow = ["unused-name: it is used elsewhere"]
[rule.crisis]
rules = ["VOL-4"]
says = "All draw."
text = 'When nothing is left to draw, draw a card.'
allow = ["no-effect: there is none"]
[[rule.crisis.instead]]
if = { sleepy = "yes" }
text = 'When nothing is left to draw, draw 2 cards.'
[rule.reshuffle-when-emptied]
holds = '"sleepy" is "yes"'
allow = ["no-effect: there is none"]
[rule.played-action-aside]
holds = '"sleepy" is "yes"'
[rule.remove-eliminated-hand]
holds = '"sleepy" is "yes"'
[dispute.sleepy]
rules = ["VOL-5"]
question = "Do Volcanoes erupt less often?"
values.no = "no"
values.yes = "yes"
default = "no"
allow = ["no-effect: there is none"]
[first-player]
rules = ["VOL-6"]
beats = { ash = "rain", rain = "fire", fire = "ash" }
"#;

const RECIPE: &str = r#"
id = "volcano-game"
title = "Who erupts?"
extends = "hill-game"
sets = ["volcanoes"]
kinds = ["Volcano", { kind = "Tremor", copies = 3 }]
copies = 4
copies-of = { Volcano = 5 }
victory = "same"
victory-cards = ["Crater"]
hand = 3
shields = 1
second-of-two-extra = 1
draws = 1
plays = 1
tallies = ["shrines"]
disputes = { sleepy = "yes" }
allow = ["ring: it is meant"]
"#;

const RULINGS: &str = r#"
cards = ["volcano-game.toml"]
[[ruling]]
id = "a-claim"
title = "A claim."
rules = ["VOL-1"]
game = "volcano-game"
kinds = ["Volcano"]
disputes = { sleepy = "yes" }
position = "p1: Volcano[]"
moves = "p1: end"
[ruling.expect]
position = "p1: Volcano[]"
asked = "p1"
options = ["a"]
not_options = ["b"]
winner = "p1"
draw = false
report = "cut"
told = ["c"]
view = { p1 = "d" }
"#;

/// What the reader says of a file alone.
fn read(kind: Kind, text: String) -> Vec<(String, String)> {
    let said = |fault: &dyn Diagnostic| {
        let help = fault
            .help()
            .map_or_else(String::new, |help| help.to_string());
        (fault.to_string(), help)
    };
    let source = Source::new("file.toml", text);
    if kind == Kind::Rulings {
        let faults = read_rulings(&source).err().into_iter().flatten();
        return faults
            .map(|fault| (fault.reason, fault.help.unwrap_or_default()))
            .collect();
    }
    let hill_game = "id = \"hill-game\"\ntitle = \"Hills\"\nsets = [\"hills\"]\ncopies = 9\nvictory = \"same\"\nhand = 1\nshields = 0\n";
    let sources = match kind {
        Kind::Recipe => vec![source, Source::new("hill-game.toml", hill_game)],
        _ => vec![source],
    };
    let report = Library::of_texts(sources).err().unwrap_or_default();
    // What another file could bring along is not known here.
    let own = report
        .faults
        .iter()
        .filter(|fault| fault.place().is_none_or(|(name, _)| name == "file.toml"));
    own.map(|fault| said(fault)).collect()
}

/// A fault of the keys, the sorts of values or their bounds, which a schema can tell.
fn is_of_form((reason, _): &(String, String)) -> bool {
    const FORM: [&str; 12] = [
        "is not a key of",
        " lacks `",
        "must be ",
        "no rule of the game",
        "no kind of status",
        "no place for counters",
        "no warning",
        "no emblem",
        "no colour",
        "without a reason",
        "the texts use language",
        "does not say which language",
    ];
    FORM.iter().any(|form| reason.contains(form))
}

/// The table at a way of keys; of lists the first.
fn at<'t>(table: &'t mut Table, way: &[&str]) -> &'t mut Table {
    way.iter()
        .fold(table, |table, key| match table.get_mut(*key) {
            Some(toml::Value::Table(table)) => table,
            Some(toml::Value::Array(all)) => all[0].as_table_mut().expect("it is a list of tables"),
            other => panic!("{key}: {other:?}"),
        })
}

#[test]
fn the_schemas_have_the_keys_that_the_reader_takes() {
    let (mut set, mut recipe): (Table, Table) =
        (SET.parse().expect("TOML"), RECIPE.parse().expect("TOML"));
    let [of_sets, of_recipes, _] = ALL.map(|(_, made)| Checked::of(&made()));
    let tables: [(&[&str], &str); 15] = [
        (&[], ""),
        (&["card"], "DeckCard"),
        (&["victory"], "VictoryCard"),
        (&["building", "Volcano"], "Face"),
        (&["building", "Volcano", "instead"], "Instead"),
        (&["action", "Tremor"], "Face"),
        (&["keyword", "erupt"], "Keyword"),
        (&["keyword", "erupt", "instead"], "Instead"),
        (&["status", "hasty"], "Status"),
        (&["counter", "lava"], "Counter"),
        (&["tally", "shrines"], "Tally"),
        (&["rule", "crisis"], "Crisis"),
        (&["rule", "played-action-aside"], "Switch"),
        (&["dispute", "sleepy"], "Dispute"),
        (&["first-player"], "FirstPlayer"),
    ];
    for (way, definition) in tables {
        assert_eq!(
            taken(Kind::Set, &mut set, way),
            of_sets.keys(definition),
            "{way:?}"
        );
    }
    assert_eq!(taken(Kind::Recipe, &mut recipe, &[]), of_recipes.keys(""));
    let kinds = recipe["kinds"].as_array_mut().expect("it is a list");
    kinds.remove(0);
    assert_eq!(
        taken(Kind::Recipe, &mut recipe, &["kinds"]),
        of_recipes.keys("Counted")
    );
    recipe.insert("weights".into(), Table::new().into());
    assert_eq!(
        taken(Kind::Recipe, &mut recipe, &["weights"]),
        of_recipes.keys("Weights")
    );
    // A rule that is not known is answered with those that are.
    let unknown = SET.replace("rule.crisis", "rule.qqqqqq");
    let faults = read(Kind::Set, unknown);
    let (_, help) = faults
        .iter()
        .find(|(reason, _)| reason.contains("`qqqqqq`"))
        .expect("it is unknown");
    assert_eq!(quoted(help), of_sets.keys("Rules"));
}

/// The keys that the reader takes in that table, as it says of one that it does not take.
fn taken(kind: Kind, file: &mut Table, way: &[&str]) -> BTreeSet<String> {
    at(file, way).insert("qqqqqq".into(), 1.into());
    let faults = read(kind, file.to_string());
    at(file, way).remove("qqqqqq");
    let found = faults
        .iter()
        .find(|(reason, _)| reason.starts_with("`qqqqqq` is not a key of"));
    let (_, help) = found.unwrap_or_else(|| panic!("{way:?}: {faults:#?}"));
    quoted(help)
}

fn quoted(help: &str) -> BTreeSet<String> {
    help.split('`')
        .skip(1)
        .step_by(2)
        .map(str::to_string)
        .collect()
}

/// All files that differ from this one by one key or value: one missing, one misspelled, one of another sort.
fn changed(value: &Table) -> Vec<(String, Table)> {
    let mut all = Vec::new();
    for (key, inner) in value {
        let mut add = |what: &str, instead: Option<(String, toml::Value)>| {
            let mut other = value.clone();
            other.remove(key);
            other.extend(instead);
            all.push((format!("{key}: {what}"), other));
        };
        add("missing", None);
        add("misspelled", Some((format!("{key}-qqqqqq"), inner.clone())));
        for (what, wrong) in [
            ("a float", toml::Value::from(2.5)),
            ("a truth", true.into()),
            ("a text", "qqqqqq".into()),
            ("a list", vec![1].into()),
        ] {
            add(what, Some((key.clone(), wrong)));
        }
        match inner {
            toml::Value::Table(inner) => {
                for (what, table) in changed(inner) {
                    let mut other = value.clone();
                    other.insert(key.clone(), table.into());
                    all.push((format!("{key}.{what}"), other));
                }
            }
            toml::Value::Array(items) => {
                for (number, item) in items.iter().enumerate() {
                    let Some(item) = item.as_table() else {
                        continue;
                    };
                    for (what, table) in changed(item) {
                        let (mut other, mut items) = (value.clone(), items.clone());
                        items[number] = table.into();
                        other.insert(key.clone(), items.into());
                        all.push((format!("{key}[{number}].{what}"), other));
                    }
                }
            }
            _ => {}
        }
    }
    all
}

#[test]
fn the_schemas_refuse_what_the_reader_refuses() {
    for ((name, made), (kind, text)) in ALL.into_iter().zip([
        (Kind::Set, SET),
        (Kind::Recipe, RECIPE),
        (Kind::Rulings, RULINGS),
    ]) {
        let schema = Checked::of(&made());
        let file: Table = text.parse().expect("it is TOML");
        schema
            .check(&file)
            .unwrap_or_else(|fault| panic!("{name}: {fault}"));
        let of_form = |file: &Table| -> Vec<(String, String)> {
            let faults = read(kind, file.to_string()).into_iter();
            faults
                .filter(|fault| kind == Kind::Rulings || is_of_form(fault))
                .collect()
        };
        assert_eq!(of_form(&file), [], "{name}");
        let (mut refused, mut other) = (0, Vec::new());
        for (what, changed) in changed(&file) {
            let (by_schema, by_reader) = (schema.check(&changed).err(), of_form(&changed));
            refused += usize::from(by_schema.is_some());
            // Which symbol beats which is beyond a schema.
            let beats = |(reason, _): &(String, String)| reason.contains("in a ring");
            let beyond = by_schema.is_none() && by_reader.iter().all(beats);
            if !beyond && by_schema.is_some() == by_reader.is_empty() {
                other.push(format!("{what}: {by_schema:?}, but {by_reader:?}"));
            }
        }
        assert!(other.is_empty(), "{name}:\n{}", other.join("\n"));
        assert!(refused > 50, "{name}: {refused}");
    }
}

//! JSON Schemas of the TOML files that authors write, for editors that complete and check them: `docs/schema/`.
//!
//! The reader of sets and recipes (`src/rules`) goes through its tables by hand, with places and next steps. The types here
//! say in one place what it takes; a test holds both against each other. Rulings are read into the types that are described.
#![allow(
    dead_code,
    reason = "the types are described, and nothing is read into them"
)]

mod recipe;
mod set;

use std::borrow::Cow;

use record::ruling::Ruling;
use rules::Warning;
use schemars::generate::SchemaSettings;
use schemars::transform::{RecursiveTransform, Transform};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::{Value, json};

/// The schema of set files.
pub fn set() -> String {
    written::<set::Set>()
}

/// The schema of recipes.
pub fn recipe() -> String {
    written::<recipe::Recipe>()
}

/// The schema of files of rulings.
pub fn rulings() -> String {
    written::<Rulings>()
}

/// In the draft that all language servers of TOML read.
fn written<T: JsonSchema>() -> String {
    let mut schema = SchemaSettings::draft07()
        .into_generator()
        .into_root_schema_for::<T>();
    RecursiveTransform(plain).transform(&mut schema);
    serde_json::to_string_pretty(&schema).expect("a schema is JSON") + "\n"
}

/// TOML has no null, and knows nothing of bits.
fn plain(schema: &mut Schema) {
    schema.remove("format");
    schema.remove("default");
    if let Some(Value::Array(types)) = schema.get_mut("type") {
        types.retain(|one| one != "null");
        if let [one] = types.as_slice() {
            let one = one.clone();
            schema.insert("type".into(), one);
        }
    }
    if let Some(Value::Array(ways)) = schema.get_mut("anyOf") {
        ways.retain(|way| *way != json!({"type": "null"}));
        if let [one] = ways.as_slice() {
            let one = one.clone();
            schema.remove("anyOf");
            schema.insert("allOf".into(), json!([one]));
        }
    }
}

/// The name of a warning, a colon and the reason why it is silenced.
struct Allowed;

impl JsonSchema for Allowed {
    fn schema_name() -> Cow<'static, str> {
        "Allowed".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let names: Vec<&str> = Warning::ALL.iter().map(|warning| warning.name()).collect();
        let means = Warning::ALL.iter();
        let means = means.map(|warning| format!("\n- `{}`: {}", warning.name(), warning.meaning()));
        json_schema!({
            "type": "string",
            "pattern": format!("^\\s*({})\\s*:\\s*\\S", names.join("|")),
            "description": format!(
                "The name of a warning, a colon and a reason.\n{}", means.collect::<String>()
            ),
        })
    }
}

/// Rulings: positions, moves and what must follow.
///
/// See docs/rulings.md.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Rulings {
    /// The files of cards and recipes that the rulings need, relative to this one.
    cards: Option<Vec<String>>,
    /// The rulings.
    ruling: Option<Vec<Ruling>>,
}

//! The JSON schema of all messages, made from their types: `docs/bots/protocol.schema.json`.

use schemars::Schema;
use schemars::generate::SchemaSettings;
use schemars::transform::{RecursiveTransform, Transform};
use serde_json::{Map, Value, json};

use crate::protocol::{FromBot, Request, ToBot};

/// The schema: `#/$defs/to-bot` is what the host says, `#/$defs/from-bot` what a program says.
/// All objects are closed, so that none has room for a card that the seat does not know.
pub fn schema() -> Value {
    let settings = SchemaSettings::draft2020_12();
    let mut host = settings.clone().for_serialize().into_generator();
    let mut program = settings.for_deserialize().into_generator();
    host.subschema_for::<ToBot>();
    program.subschema_for::<FromBot>();
    program.subschema_for::<Request>();
    let mut definitions: Map<String, Value> = host.take_definitions(true);
    definitions.extend(program.take_definitions(true));
    definitions.insert(
        "from-bot".into(),
        json!({"oneOf": [{"$ref": "#/$defs/Answers"}, {"$ref": "#/$defs/Request"}]}),
    );
    let mut schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Messages between Brink and programs that play",
        "description": "One message a line, each a JSON object. `#/$defs/to-bot` is what the host \
                        says, `#/$defs/from-bot` what a program says.",
        "$defs": definitions,
    });
    if let Ok(schema) = <&mut Schema>::try_from(&mut schema) {
        RecursiveTransform(bounded).transform(schema);
    }
    for (name, definition) in schema["$defs"].as_object_mut().into_iter().flatten() {
        // A message adds its type to these, and is closed itself.
        if name != "Start" && name != "Decide" {
            close(definition);
        }
    }
    schema
}

/// Numbers of 32 bits end somewhere.
fn bounded(schema: &mut Schema) {
    let bits = schema.remove("format");
    if bits.is_some_and(|format| format == "uint32") {
        schema.insert("maximum".into(), u32::MAX.into());
    }
}

/// Closes an object: it has no key but those that it, its ways and what it refers to name.
fn close(definition: &mut Value) {
    if definition.get("properties").is_some() {
        definition["unevaluatedProperties"] = false.into();
        return;
    }
    for ways in ["oneOf", "anyOf"] {
        let ways = definition.get_mut(ways).and_then(Value::as_array_mut);
        ways.into_iter().flatten().for_each(close);
    }
}

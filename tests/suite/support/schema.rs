//! Checks what programs are told against docs/bots/protocol.schema.json and docs/bots/analyse.schema.json.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use boon::{Compiler, SchemaIndex, Schemas};
use serde_json::Value;

pub struct Schema {
    schemas: Schemas,
    definitions: HashMap<String, SchemaIndex>,
}

impl Schema {
    /// That of the name.
    pub fn read(name: &str) -> Schema {
        let path =
            Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("docs/bots/{name}.schema.json"));
        let text = fs::read_to_string(path).expect("the schema is there");
        let document: Value = serde_json::from_str(&text).expect("the schema is JSON");
        let (mut schemas, mut compiler) = (Schemas::new(), Compiler::new());
        let url = format!("https://brink.test/{name}.json");
        compiler
            .add_resource(&url, document.clone())
            .expect("it has a URL");
        let names = document["$defs"].as_object().expect("it has definitions");
        let mut compiled = |name: &String| {
            let place = format!("{url}#/$defs/{name}");
            let index = compiler.compile(&place, &mut schemas);
            (name.clone(), index.expect("the schema is sound"))
        };
        let definitions = names.keys().map(&mut compiled).collect();
        Schema {
            schemas,
            definitions,
        }
    }

    /// Whether a value is what the definition of that name says; if not, where it is not, and why.
    pub fn check(&self, definition: &str, value: &Value) -> Result<(), String> {
        self.schemas
            .validate(value, self.definitions[definition])
            .map_err(|fault| fault.to_string())
    }
}

//! Checks what programs are told against docs/bots/protocol.schema.json and docs/bots/analyse.schema.json.
//!
//! The validators of JSON Schema that are kept take minutes to build, so this one knows the few words of it that the
//! schema uses. It refuses to check with any other word, rather than to pass over it.

use std::fs;
use std::path::Path;

use serde_json::Value;

pub struct Schema(pub Value);

impl Schema {
    /// That of the name.
    pub fn read(name: &str) -> Schema {
        let path =
            Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("docs/bots/{name}.schema.json"));
        let text = fs::read_to_string(path).expect("the schema is there");
        Schema(serde_json::from_str(&text).expect("the schema is JSON"))
    }

    /// Whether a value is what the definition of that name says; if not, the innermost value that is not, and why.
    pub fn check(&self, definition: &str, value: &Value) -> Result<(), String> {
        let schema = &self.0["$defs"][definition];
        if self.fits(schema, value) {
            Ok(())
        } else {
            Err(self.blame(schema, value))
        }
    }

    fn fits(&self, schema: &Value, value: &Value) -> bool {
        let rules = schema
            .as_object()
            .unwrap_or_else(|| panic!("{schema} is no schema"));
        rules
            .iter()
            .all(|(word, rule)| self.holds(schema, word, rule, value))
    }

    fn meant(&self, rule: &Value) -> &Value {
        let name = rule
            .as_str()
            .and_then(|text| text.strip_prefix("#/$defs/"))
            .expect("a definition is meant");
        &self.0["$defs"][name]
    }

    fn holds(&self, schema: &Value, word: &str, rule: &Value, value: &Value) -> bool {
        let number = || rule.as_u64().expect("limits are numbers");
        let list = || rule.as_array().expect("it is a list").iter();
        let entries = || value.as_object().into_iter().flatten();
        let items = value.as_array().map(|items| items.len() as u64);
        let letters = value.as_str().map(|text| text.chars().count() as u64);
        match word {
            "description" => true,
            "$ref" => self.fits(self.meant(rule), value),
            "const" => rule == value,
            "enum" => list().any(|one| one == value),
            "oneOf" => list().filter(|way| self.fits(way, value)).count() == 1,
            "type" => match rule {
                Value::Array(types) => types.iter().any(|one| is(one, value)),
                one => is(one, value),
            },
            "required" => {
                !value.is_object()
                    || list().all(|key| value.get(key.as_str().expect("a key is a text")).is_some())
            }
            "properties" => entries()
                .all(|(key, value)| rule.get(key).is_none_or(|rule| self.fits(rule, value))),
            "additionalProperties" => {
                assert_eq!(rule, &Value::Bool(false));
                entries().all(|(key, _)| schema["properties"].get(key).is_some())
            }
            "items" => value
                .as_array()
                .into_iter()
                .flatten()
                .all(|item| self.fits(rule, item)),
            "minItems" => items.is_none_or(|items| items >= number()),
            "maxItems" => items.is_none_or(|items| items <= number()),
            "minLength" => letters.is_none_or(|letters| letters >= number()),
            "maxLength" => letters.is_none_or(|letters| letters <= number()),
            "minimum" => value.as_f64().is_none_or(|value| value >= number() as f64),
            "maximum" => value.as_f64().is_none_or(|value| value <= number() as f64),
            _ => panic!("the word `{word}` of JSON Schema is not known here"),
        }
    }

    fn blame(&self, schema: &Value, value: &Value) -> String {
        let rules = schema.as_object().into_iter().flatten();
        let broken = rules.filter(|(word, rule)| !self.holds(schema, word, rule, value));
        let inside = |rule: &Value, value: &Value| {
            (!self.fits(rule, value)).then(|| self.blame(rule, value))
        };
        let reasons = broken.map(|(word, rule)| {
            let inner = match word.as_str() {
                "$ref" => inside(self.meant(rule), value),
                "properties" => value
                    .as_object()
                    .into_iter()
                    .flatten()
                    .find_map(|(key, value)| rule.get(key).and_then(|rule| inside(rule, value))),
                "items" => value
                    .as_array()
                    .into_iter()
                    .flatten()
                    .find_map(|item| inside(rule, item)),
                _ => None,
            };
            inner.unwrap_or_else(|| format!("{value} is against {word} {rule}"))
        });
        reasons.collect::<Vec<_>>().join("; ")
    }
}

fn is(name: &Value, value: &Value) -> bool {
    match name.as_str().expect("a type is a word") {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "number" => value.is_number(),
        "integer" => value.is_i64() || value.is_u64(),
        "null" => value.is_null(),
        other => panic!("no type is called {other}"),
    }
}

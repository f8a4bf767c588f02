//! How messages name players.

use std::fmt;

use serde::de::{Deserializer, Error, Unexpected, Visitor};
use serde::{Deserialize, Serialize};

use board::{PLAYERS, Seat};

/// A player as messages name one: `p1`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Player(pub Seat);

impl Serialize for Player {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for Player {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Player, D::Error> {
        deserializer.deserialize_str(Named)
    }
}

struct Named;

impl Visitor<'_> for Named {
    type Value = Player;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a seat from `p1` to `p6`")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Player, E> {
        let named = (0..*PLAYERS.end())
            .map(Seat)
            .find(|seat| seat.to_string() == text);
        named
            .map(Player)
            .ok_or_else(|| E::invalid_value(Unexpected::Str(text), &self))
    }
}

impl schemars::JsonSchema for Player {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "player".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({"type": "string", "pattern": "^p[1-6]$"})
    }
}

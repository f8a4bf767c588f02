//! What a recipe has in it.

use std::borrow::Cow;
use std::collections::BTreeMap;

use rules::ir::weights::PARTS;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::{Map, json};
use text::limits::COPIES;

use super::Allowed;

/// Which cards make a game, and how it begins.
///
/// See docs/authoring.md.
#[derive(JsonSchema)]
#[schemars(
    deny_unknown_fields,
    rename_all = "kebab-case",
    extend("anyOf" = [
        {"required": ["extends"]},
        {"required": ["sets", "copies", "victory", "hand", "shields"]},
    ])
)]
pub(super) struct Recipe {
    /// The name of the game in commands.
    id: String,
    /// What people read.
    title: String,
    /// Another recipe, by id or file, for everything that this one leaves out.
    extends: Option<String>,
    /// Ids of sets, or set files relative to the recipe.
    #[schemars(length(min = 1))]
    sets: Option<Vec<String>>,
    /// Which kinds of cards, each by a face [default: all].
    kinds: Option<Kinds>,
    /// Copies of each kind.
    #[schemars(range(min = 1, max = COPIES))]
    copies: Option<u8>,
    /// Kinds with more or fewer copies, or none.
    copies_of: Option<BTreeMap<String, Copies>>,
    /// How victory cards are dealt.
    victory: Option<Deal>,
    /// Which victory cards, each by a face [default: all].
    victory_cards: Option<Vec<Pick>>,
    /// Cards dealt to each player.
    #[schemars(range(max = COPIES))]
    hand: Option<u8>,
    /// How many of them are put face down at the start.
    #[schemars(range(max = COPIES))]
    shields: Option<u8>,
    /// Extra cards for the second of two players, both dealt and put face down.
    #[schemars(range(max = COPIES))]
    second_of_two_extra: Option<u8>,
    /// Cards drawn at the start of a turn [default: 1].
    #[schemars(range(min = 1, max = COPIES))]
    draws: Option<u8>,
    /// Cards that may be played in a turn [default: 1].
    #[schemars(range(min = 1, max = COPIES))]
    plays: Option<u8>,
    /// The tallies that win.
    tallies: Option<Vec<String>>,
    /// Disputes and their values.
    disputes: Option<BTreeMap<String, String>>,
    /// Warnings to silence in games of this recipe, each with a reason.
    allow: Option<Vec<Allowed>>,
    /// How bots judge a table: the output of `brink train`.
    weights: Option<Weights>,
}

/// Which kinds of cards.
#[derive(JsonSchema)]
#[schemars(untagged)]
enum Kinds {
    /// These.
    Named(Vec<Pick>),
    /// This many, drawn at random: `draw 6`.
    Drawn(#[schemars(regex(pattern = "^draw [+]?0*[1-9][0-9]*$"))] String),
}

/// A kind, by a face.
#[derive(JsonSchema)]
#[schemars(untagged)]
enum Pick {
    Named(String),
    Counted(Counted),
}

/// A kind, by a face, with its copies.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Counted {
    /// One of its faces.
    kind: String,
    /// How many there are.
    #[schemars(range(min = 1, max = COPIES))]
    copies: Option<u8>,
}

/// How many there are.
#[derive(JsonSchema)]
#[schemars(inline)]
struct Copies(#[schemars(range(max = COPIES))] u8);

#[derive(JsonSchema)]
#[schemars(rename_all = "kebab-case", inline)]
enum Deal {
    /// Everyone has the one victory card.
    Same,
    /// One each, dealt at random.
    Random,
}

/// What bots have learned about a game.
struct Weights;

impl JsonSchema for Weights {
    fn schema_name() -> Cow<'static, str> {
        "Weights".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let number = json!({"type": "number", "minimum": -1000, "maximum": 1000});
        let mut keys = Map::new();
        let version = json!({"type": "integer", "description": "What is measured."});
        keys.insert("version".into(), version);
        let game = json!({"type": "string", "description": "The id of the recipe."});
        keys.insert("game".into(), game);
        for part in PARTS {
            let mut value = match part.count {
                1 => number.clone(),
                count => {
                    json!({"type": "array", "items": number, "minItems": count, "maxItems": count})
                }
            };
            value["description"] = part.about.into();
            keys.insert(part.name.into(), value);
        }
        let needed: Vec<&String> = keys.keys().collect();
        json_schema!({
            "type": "object",
            "required": needed,
            "additionalProperties": false,
            "properties": keys,
        })
    }
}

//! JSON Schemas of the TOML files that authors write, for editors that complete and check them: `docs/schema/`.
//!
//! The reader of sets and recipes (`src/rules`) goes through its tables by hand, with places and next steps. The types here
//! say in one place what it takes; a test holds both against each other. Rulings are read into the types that are described.
#![allow(
    dead_code,
    reason = "the types are described, and nothing is read into them"
)]

use std::borrow::Cow;
use std::collections::BTreeMap;

use record::ruling::Ruling;
use rules::Warning;
use rules::ir::weights::PARTS;
use schemars::generate::SchemaSettings;
use schemars::transform::{RecursiveTransform, Transform};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::{Map, Value, json};
use text::limits::COPIES;

/// The schema of set files.
pub fn set() -> String {
    written::<Set>()
}

/// The schema of recipes.
pub fn recipe() -> String {
    written::<Recipe>()
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

/// A set of cards.
///
/// See docs/language.md.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields, rename_all = "kebab-case")]
struct Set {
    /// The name of the set in recipes and commands.
    id: String,
    /// What people read.
    title: String,
    /// The version of the language of its texts: 2.
    #[schemars(extend("const" = 2))]
    language: u8,
    /// The set of which this is a variant: an id, or a file relative to this one.
    extends: Option<String>,
    /// Cards of that set that this one does not have, each by a face.
    without: Option<Vec<String>>,
    /// Sets whose words its texts use: ids, or files relative to this one.
    uses: Option<Vec<String>>,
    /// Cards of the deck.
    card: Option<Vec<DeckCard>>,
    /// Victory cards.
    victory: Option<Vec<VictoryCard>>,
    /// The texts of buildings and victory cards, by name.
    building: Option<BTreeMap<String, Face>>,
    /// The texts of actions, by name.
    action: Option<BTreeMap<String, Face>>,
    /// Words that texts may use, and what they stand for.
    keyword: Option<BTreeMap<String, Keyword>>,
    /// What buildings or players can be.
    status: Option<BTreeMap<String, Status>>,
    /// What can lie on cards, buildings and players.
    counter: Option<BTreeMap<String, Counter>>,
    /// What is counted to win.
    tally: Option<BTreeMap<String, Tally>>,
    /// Rules of the game.
    rule: Option<Rules>,
    /// Rules that groups play differently.
    dispute: Option<BTreeMap<String, Dispute>>,
    /// How players find out who goes first.
    first_player: Option<FirstPlayer>,
}

/// A card of the deck, with its two faces.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct DeckCard {
    /// The face that is built.
    building: String,
    /// The face that is played.
    action: String,
}

/// A victory card, with one or two faces.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct VictoryCard {
    /// Its side, or its first one.
    front: String,
    /// Its second side.
    back: Option<String>,
}

/// A face and its text.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Face {
    /// The ids of the rules that it follows.
    rules: Option<Vec<String>>,
    /// What it does, in your own words.
    says: Option<String>,
    /// What it does, in the effect language.
    text: String,
    /// Its text where groups play differently.
    instead: Option<Vec<Instead>>,
    /// Warnings to silence, each with a reason.
    allow: Option<Vec<Allowed>>,
}

/// The text where disputes are settled so.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Instead {
    /// Disputes and their values.
    #[schemars(extend("minProperties" = 1))]
    r#if: BTreeMap<String, String>,
    /// What it does then, in the effect language.
    text: String,
}

/// A word that texts may use.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields, rename_all = "kebab-case")]
struct Keyword {
    /// The ids of the rules that it follows.
    rules: Option<Vec<String>>,
    /// The sentence of the log when it begins, with its parameters in braces.
    log: Option<String>,
    /// The same where nothing answers it.
    log_unanswered: Option<String>,
    /// What it does, in your own words, with its parameters in braces.
    reads: Option<String>,
    /// What one of it is called, such as "an eruption".
    noun: Option<String>,
    /// Its definition, in the effect language.
    text: String,
    /// Its definition where groups play differently.
    instead: Option<Vec<Instead>>,
    /// Warnings to silence, each with a reason.
    allow: Option<Vec<Allowed>>,
}

/// What a building or a player can be.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Status {
    /// What it means, for people.
    meaning: String,
    /// Who can have it.
    of: Option<Having>,
    /// Warnings to silence, each with a reason.
    allow: Option<Vec<Allowed>>,
}

#[derive(JsonSchema)]
#[schemars(rename_all = "kebab-case", inline)]
enum Having {
    Buildings,
    Players,
}

/// A sort of counters.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Counter {
    /// What it means, for people.
    meaning: String,
    /// What several are called.
    plural: Option<String>,
    /// Whether it is known who put each of them there.
    owned: Option<bool>,
    /// Where they can lie. `cards` means stacked cards.
    on: Option<Bearing>,
    /// What each of them does while it lies there, in the effect language.
    text: Option<String>,
    /// Warnings to silence, each with a reason.
    allow: Option<Vec<Allowed>>,
}

#[derive(JsonSchema)]
#[schemars(rename_all = "kebab-case", inline)]
enum Bearing {
    Cards,
    Buildings,
    Players,
}

/// Something that is counted to win.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields, rename_all = "kebab-case")]
struct Tally {
    /// The ids of the rules that it follows.
    rules: Option<Vec<String>>,
    /// How much of it wins. Only a set that extends another one can leave it out.
    #[schemars(range(min = 1, max = COPIES))]
    wins_at: Option<u8>,
    /// What it counts besides the cards that count themselves, in the effect language.
    text: Option<String>,
    /// Warnings to silence, each with a reason.
    allow: Option<Vec<Allowed>>,
}

/// Rules of the game.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields, rename_all = "kebab-case")]
struct Rules {
    /// What happens when nothing is left to draw.
    crisis: Option<Crisis>,
    /// When the discard pile is shuffled as soon as the deck is empty.
    reshuffle_when_emptied: Option<Switch>,
    /// When an action that is played lies aside until it is done.
    played_action_aside: Option<Switch>,
    /// When the hand of an eliminated player leaves the game.
    remove_eliminated_hand: Option<Switch>,
}

/// What happens when nothing is left to draw.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Crisis {
    /// The ids of the rules that it follows.
    rules: Option<Vec<String>>,
    /// What happens, in your own words.
    says: Option<String>,
    /// What happens, in the effect language.
    text: String,
    /// What happens where groups play differently.
    instead: Option<Vec<Instead>>,
    /// Warnings to silence, each with a reason.
    allow: Option<Vec<Allowed>>,
}

/// A switch of the game.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Switch {
    /// The condition that decides it, such as `"reshuffle" is "on-empty"`.
    holds: String,
    /// Warnings to silence, each with a reason.
    allow: Option<Vec<Allowed>>,
}

/// A rule that groups play differently.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Dispute {
    /// The ids of the rules that it is about.
    rules: Option<Vec<String>>,
    /// What is asked.
    question: String,
    /// The value that holds where nothing else is said.
    default: String,
    /// Values and what they mean.
    #[schemars(extend("minProperties" = 2))]
    values: BTreeMap<String, String>,
    /// Warnings to silence, each with a reason.
    allow: Option<Vec<Allowed>>,
}

/// How players find out who goes first.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct FirstPlayer {
    /// The ids of the rules that it follows.
    rules: Option<Vec<String>>,
    /// Three symbols in a ring, each with the one that it beats.
    #[schemars(extend("minProperties" = 3, "maxProperties" = 3))]
    beats: BTreeMap<String, String>,
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
struct Recipe {
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
    /// How many of these are put face down at the start.
    #[schemars(range(max = COPIES))]
    shields: Option<u8>,
    /// How many more of both the second player gets in a game of two.
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
    /// So many, drawn at random: `draw 6`.
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

/// What bots have learned of a game.
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

//! What a set file has in it.

use std::borrow::Cow;
use std::collections::BTreeMap;

use rules::{COLOURS, EMBLEMS};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use text::limits::COPIES;

use super::Allowed;

/// A set of cards.
///
/// See docs/language.md.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Set {
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
    /// Words that texts may use, and their meanings.
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
    /// Its emblem.
    emblem: Option<EmblemName>,
    /// Its colour.
    colour: Option<ColourName>,
    /// What it does, in the effect language.
    text: String,
    /// Its text under other readings of disputed rules.
    instead: Option<Vec<Instead>>,
    /// Warnings to silence, each with a reason.
    allow: Option<Vec<Allowed>>,
}

/// The text under other readings of disputed rules.
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
    /// The same, if nothing answers it.
    log_unanswered: Option<String>,
    /// What it does, in your own words, with its parameters in braces.
    reads: Option<String>,
    /// Its name as a noun, such as "an eruption".
    noun: Option<String>,
    /// Its definition, in the effect language.
    text: String,
    /// Its definition under other readings of disputed rules.
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
    /// Its plural.
    plural: Option<String>,
    /// Whether each of them remembers its owner.
    owned: Option<bool>,
    /// Where they can lie. `cards` means stacked cards and laws.
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
    /// The number that wins. Only a set that extends another one can leave it out.
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
    /// What happens under other readings of disputed rules.
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
    /// The question.
    question: String,
    /// The default value.
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
    /// An SVG path in a box of 48 by 48 for each symbol.
    drawn: Option<BTreeMap<String, String>>,
    /// Three symbols in a ring, each with the one that it beats.
    #[schemars(extend("minProperties" = 3, "maxProperties" = 3))]
    beats: BTreeMap<String, String>,
}

/// Names that are listed elsewhere.
macro_rules! names {
    ($($type:ident, $all:expr;)*) => {
        $(struct $type;

        impl JsonSchema for $type {
            fn schema_name() -> Cow<'static, str> {
                stringify!($type).into()
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                json_schema!({"type": "string", "enum": $all.collect::<Vec<&str>>()})
            }
        })*
    };
}

names! {
    EmblemName, EMBLEMS.iter().map(|emblem| emblem.name);
    ColourName, COLOURS.iter().map(|(name, _)| *name);
}

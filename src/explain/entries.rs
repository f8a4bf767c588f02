//! What is explained of cards and words, as JSON for programs.

use rules::{FaceEntry, Reading, WordEntry, author_lines, explained};
use serde_json::{Map, Value, json};

/// A face of a card: its texts, and the words that it uses.
pub fn card(face: &FaceEntry) -> Value {
    let text = printed(&face.readings);
    json!({
        "set": face.set,
        "name": face.name,
        "kind": kind(face),
        "building": face.building,
        "victory": face.victory,
        "others": face.others,
        "says": author_lines(face.says.as_deref()),
        "text": text,
        "lines": explained(face.says.as_deref(), text),
        "readings": readings(&face.readings),
        "emblem": face.badge.emblem.map(|emblem| emblem.name),
        "colour": face.badge.colour,
        "rules": face.rules,
        "words": face.words,
    })
}

/// What a face is: "building", "action" or "victory card".
pub fn kind(face: &FaceEntry) -> &'static str {
    match (face.victory, face.building) {
        (true, _) => "victory card",
        (false, true) => "building",
        (false, false) => "action",
    }
}

/// A keyword, status, counter, tally, dispute or rule of the game: how it is written, and what it means.
pub fn word(word: &WordEntry) -> Value {
    let meaning = word.readings.first().map(|reading| &reading.meaning);
    json!({
        "set": word.set,
        "name": word.name,
        "kind": word.what,
        "form": word.usage,
        "meaning": meaning,
        "text": printed(&word.readings),
        "readings": readings(&word.readings),
        "rules": word.rules,
    })
}

fn printed(readings: &[Reading]) -> &[String] {
    readings.first().map_or(&[], |reading| &reading.text)
}

/// How a text reads at tables that settle disputes in another way than the printed one.
fn readings(readings: &[Reading]) -> Vec<Value> {
    let others = readings.iter().skip(1);
    let reading = |reading: &Reading| {
        let settled = reading.settled.iter();
        let disputes: Map<String, Value> = settled
            .map(|(name, value)| (name.clone(), json!(value)))
            .collect();
        json!({"disputes": disputes, "text": reading.text})
    };
    others.map(reading).collect()
}

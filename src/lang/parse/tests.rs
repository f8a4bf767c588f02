//! What the language reads.

use super::parse_text;
use crate::ast::Text;

fn read(text: &str) -> Text {
    parse_text(text, 0).unwrap_or_else(|faults| panic!("{text}\n{faults:#?}"))
}

/// The texts of the sets in `cards/`.
pub fn card_texts() -> Vec<String> {
    let mut texts = Vec::new();
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../cards");
    let files = std::fs::read_dir(folder).expect("the sets stand in cards/");
    for file in files {
        let path = file.expect("the folder can be read").path();
        if path.extension().is_some_and(|end| end == "toml") {
            let file = std::fs::read_to_string(&path).expect("a set can be read");
            collect(&toml::from_str(&file).expect("a set is TOML"), &mut texts);
        }
    }
    texts
}

fn collect(value: &toml::Value, texts: &mut Vec<String>) {
    let toml::Value::Table(table) = value else {
        return;
    };
    for (key, value) in table {
        match value {
            toml::Value::String(text) if key == "text" => texts.push(text.clone()),
            value => collect(value, texts),
        }
    }
}

#[test]
fn every_text_of_the_sets_is_read() {
    for text in card_texts() {
        read(&text);
    }
}

/// A made-up text for every construct that the sets do not use.
pub const MADE_UP: [&str; 25] = [
    "Discard the top of a building that is stacked. Discard a top of buildings.",
    "Use: pay the top of this. If \"long-winter\" is \"yes\", ember 1*. Otherwise, ember 1.",
    "Once a turn, if this is not stacked: ember onto buildings.",
    "Use \"sweep\", at the start of your turn, once a turn, if this is stacked and not there are no target tops: draw a card.",
    "Neighbours of this are guarded.\nWhile the start of your turn is over, this is disabled.",
    "Use at the start of your turn, if this is stacked:\n  let found be the top of this\n  flip found\n  either:\n    action, if \"frost\" is \"stack\" and found can be replayed: replay found\n    action, if found can be played from hand: play found as if from hand\n    build: build found at a place",
    "For each of your buildings as spot: ember onto spot.",
    "Repeat (2 if you have a building named \"Windmill\" otherwise 1) times: choose a target top as cargo, then move cargo onto a building except the building under cargo.",
    "Let upgraded be whether you have a building named \"Windmill\".\nChoose a player as first.\nEmber at first.\nIf upgraded:\n  if the number of seats is exactly 2:\n    you may choose a player except first as second: ember at second\n  otherwise, choose a player except first as second, then ember at second",
    "Define ride via (hub: building): move a target top of hub plus target tops of neighbours of hub onto a building.",
    "Win when the largest number of the same name among your buildings is at least 3.",
    "Your buildings named \"Windmill\" count as mills.\nCards in your nation named \"Frost\" that are face up count as mills.",
    "Win when there are exactly 2 neighbours of this that have at least 3 cards.",
    "Win when the number of different names among your buildings is at least 5 or you have at least 10 stacked cards.",
    "When destroyed by ember or frost, give this to provoker.\nWhen built, draw 2 cards.\nWhen destroyed by anything, draw a card.",
    "When nothing is left to draw:\n  unanswered:\n    for each player clockwise from you: ember at it",
    "Shuffle the discard pile into the deck. Ready the deck. Draw 3 cards.",
    "At once, for each building of provoker that (is active or can be played) and not is on this: remove it. Show a card in provoker's hand.",
    "Let n be (the number of cards on this) plus 2. Let m be n plus 1. Let k be n plus m. Draw m cards. Remove the first of cards on this from the top.",
    "Define ember at (victim: player) onto (spots: buildings) (count: number):\n  at once:\n    for each of spots: destroy it\n    require there is one of spots",
    "Give it to the owner of a target building. Look at 2 different cards on this. Remove one of them.",
    "Require the number of places in your nation is at most 4. Require this has no cards or it is you. Require provoker is not living and this is a victory card and it is in your buildings.",
    "Replay: put this face up on a building. Harvest from (a building) over 2* it.",
    "If b and (c or d), draw a card. If b, draw a card. Otherwise, draw a card.",
    "Draw a card.\nRaise your starred numbers by 1 plus 2.\nCount buildings plus (tops that are in them) plus (tops of (your buildings named \"Frost\") that are face up).",
];

#[test]
fn every_made_up_text_is_read() {
    for text in MADE_UP {
        read(text);
    }
}

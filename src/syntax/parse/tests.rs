//! What the language reads, what it refuses, and with which words.

use super::parse_text;
use crate::syntax::ast::Text;

fn read(text: &str) -> Text {
    parse_text(text, 0).unwrap_or_else(|faults| panic!("{text}\n{faults:#?}"))
}

/// The texts of the sets in `cards/`.
pub(crate) fn card_texts() -> Vec<String> {
    let mut texts = Vec::new();
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/cards");
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
    let toml::Value::Table(table) = value else { return };
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
pub(crate) const MADE_UP: [&str; 24] = [
    "use:\n  pay discard the top of this\n  if \"long-winter\" is \"yes\": ember 1*\n  otherwise: ember 1",
    "use once a turn, if this is not stacked: ember onto buildings",
    "use \"sweep\" at the start of turn, once a turn, if this is stacked and not there is no target top: draw a card",
    "neighbours of this are guarded\nwhile your turn is past its start: this is disabled",
    "use at the start of turn, if this is stacked:\n  let found be the top of this\n  flip found\n  either:\n    \
     action, if \"frost\" is \"stack\" and found can be replayed: replay found\n    \
     action, if found can be played from hand: play found as if from hand\n    build: build found at any place",
    "play: for each of your buildings as spot: ember onto spot",
    "play:\n  repeat (2 if there is one of your buildings named \"Windmill\" otherwise 1) times:\n    \
     choose a target top as cargo\n    move cargo onto any of stacks except the building under cargo",
    "play:\n  let upgraded be whether there is one of your buildings named \"Windmill\"\n  \
     choose a player as first\n  ember at first\n  if upgraded:\n    if the number of seats is exactly 2:\n      \
     may choose a player except first as second: ember at second\n    otherwise:\n      \
     choose a player except first as second\n      ember at second",
    "define ride via (hub: building):\n  move any of target tops of one hub plus target tops of neighbours of hub onto \
     any of stacks",
    "win when the largest number of the same name among your buildings is at least 3",
    "your buildings named \"Windmill\" count as mills\ncards in your nation named \"Frost\" that are face up count as mills",
    "win when there are exactly 2 neighbours of this that have at least 3 cards",
    "win when the number of different names among your buildings is at least 5 or there are at least 10 cards in your \
     nation",
    "when destroyed by ember, frost: give this to provoker\nwhen built: draw 2 cards\nwhen destroyed: draw a card",
    "when nothing is left to draw:\n  unanswered:\n    for each player clockwise from you: ember at it",
    "play:\n  shuffle the discard pile into the deck # all of it\n\n  # Then again.\n  ready the deck; draw 3 cards\n",
    "play:\n  at once, for each building of provoker that is (active or can be played) and not is on this: remove it\n  \
     show any card in the hand of provoker",
    "play:\n  let n be the number of cards on this plus 2\n  let m be n plus 1\n  let k be (n plus m)\n  draw m cards\n  \
     remove the first of cards on this from the top",
    "define ember at (victim: player) onto (spots: buildings) (count: number):\n  \
     at once:\n    for each spots: destroy it\n    require there is one of spots",
    "play: give it to the owner of any target stack; look at 2 different cards on this; remove 1 of them",
    "play:\n  require the number of places in your nation is at most 4\n  require this has no cards or it is you\n  \
     require provoker is not living and this is a victory card and it is in buildings of you",
    "replay: put this face up on any building; harvest from any stack over 2* it",
    "play:\n  if a and (b or c): draw 1 card\n  if (a): draw 1 card\n  otherwise:\n    draw 1 card;",
    "  play: draw 1 card\n\n  raise your starred numbers by (1 plus 2)\n  count (stacks plus tops) that are in them",
];

#[test]
fn every_made_up_text_is_read() {
    for text in MADE_UP {
        read(text);
    }
}

#[test]
fn look() {
    for text in [
        "discrad the top of this",
        "play: discrad the top of this face",
        "play:\n  putt this face up on it",
        "play: put this face sideways on it",
        "play: discard tpo of this\nuse: choose a targat stack\nuse: draw",
        "play:\n",
        "play:",
        "when reveled by x: draw 1 card",
        "use: if this is: draw 1 card",
        "use: if this stacked: draw 1 card",
        "plai: draw 1 card",
        "play: draw 12345 cards",
        "play:\n  draw 1 card\n   draw 1 card",
        "win when there are five cards on this",
        "this is",
        "play: choose a stack except Windmill",
        "play: choose a stack that stacked",
        "define ember at (victim: plyer): draw 1 card",
        "play: move this on it",
        "otherwise: draw 1 card",
        "play: if this is stacked: draw 1 card otherwise: draw 2 cards",
        "play draw 1 card",
        "neighbours of this except \"x\" disabled",
        "raise your starred numbers by",
        "play: either: a: draw 1 card",
        "play:\n  otherwise: draw 1 card",
    ] {
        println!("--- {text}");
        match parse_text(text, 0) {
            Ok(_) => println!("OK"),
            Err(faults) => {
                for fault in faults {
                    println!("{:?} | {} | {:?}", &text[fault.span.start..fault.span.end], fault.reason, fault.help)
                }
            }
        }
    }
}

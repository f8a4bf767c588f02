//! What the language reads, what it refuses, and with which words.

use super::{parse_cond, parse_text};
use crate::syntax::SyntaxError;
use crate::syntax::ast::{Clause, Cond, Statement, Text};

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
pub(crate) const MADE_UP: [&str; 25] = [
    "play: discard the top of any building that is stacked; discard the top of a building",
    "use:\n  pay discard the top of this\n  if \"long-winter\" is \"yes\": ember 1*\n  otherwise: ember 1",
    "use once a turn, if this is not stacked: ember onto buildings",
    "use \"sweep\" at the start of your turn, once a turn, if this is stacked and not there is no target top: draw a card",
    "neighbours of this are guarded\nwhile the start of your turn is over: this is disabled",
    "use at the start of your turn, if this is stacked:\n  let found be the top of this\n  flip found\n  either:\n    \
     action, if \"frost\" is \"stack\" and found can be replayed: replay found\n    \
     action, if found can be played from hand: play found as if from hand\n    build: build found at any place",
    "play: for each of your buildings as spot: ember onto spot",
    "play:\n  repeat (2 if there is one of your buildings named \"Windmill\" otherwise 1) times:\n    \
     choose a target top as cargo\n    move cargo onto any building except the building under cargo",
    "play:\n  let upgraded be whether there is one of your buildings named \"Windmill\"\n  \
     choose a player as first\n  ember at first\n  if upgraded:\n    if the number of seats is exactly 2:\n      \
     may choose a player except first as second: ember at second\n    otherwise:\n      \
     choose a player except first as second\n      ember at second",
    "define ride via (hub: building):\n  move any of target tops of one hub plus target tops of neighbours of hub onto \
     any of buildings",
    "win when the largest number of the same name among your buildings is at least 3",
    "your buildings named \"Windmill\" count as mills\ncards in your nation named \"Frost\" that are face up count as mills",
    "win when there are exactly 2 neighbours of this that have at least 3 cards",
    "win when the number of different names among your buildings is at least 5 or there are at least 10 cards in your \
     nation",
    "when destroyed by ember, frost: give this to provoker\nwhen built: draw 2 cards\nwhen destroyed: draw a card",
    "when nothing is left to draw:\n  unanswered:\n    for each player clockwise from you: ember at it",
    "play:\n  shuffle the discard pile into the deck # all of it\n\n  # Then again.\n  ready the deck; draw 3 cards\n",
    "play:\n  at once, for each building of provoker that (is active or can be played) and not is on this: remove it\n  \
     show any card in the hand of provoker",
    "play:\n  let n be the number of cards on this plus 2\n  let m be n plus 1\n  let k be (n plus m)\n  draw m cards\n  \
     remove the first of cards on this from the top",
    "define ember at (victim: player) onto (spots: buildings) (count: number):\n  \
     at once:\n    for each of spots: destroy it\n    require there is one of spots",
    "play: give it to the owner of any target building; look at 2 different cards on this; remove 1 of them",
    "play:\n  require the number of places in your nation is at most 4\n  require this has no cards or it is you\n  \
     require provoker is not living and this is a victory card and it is in buildings of you",
    "replay: put this face up on any building; harvest from any building over 2* it",
    "play:\n  if b and (c or d): draw 1 card\n  if (b): draw 1 card\n  otherwise:\n    draw 1 card;",
    "  play: draw 1 card\n\n  raise your starred numbers by (1 plus 2)\n  count (buildings plus (tops that are in them)) plus one of (tops of (your buildings named \"Frost\") that are face up)",
];

#[test]
fn every_made_up_text_is_read() {
    for text in MADE_UP {
        read(text);
    }
}

/// The faults of a text: what is marked, why, and the help.
fn faults(text: &str) -> Vec<(String, String, String)> {
    let faults = parse_text(text, 7).expect_err("the text is wrong");
    let shown = |fault: SyntaxError| {
        let marked = text[fault.span.start - 7..fault.span.end - 7].to_string();
        (marked, fault.reason, fault.help.unwrap_or_default())
    };
    faults.into_iter().map(shown).collect()
}

/// Checks the one fault of a text: what is marked, and words of the reason or the help.
fn refuses(text: &str, marked: &str, said: &str) {
    let faults = faults(text);
    let [(at, reason, help)] = faults.as_slice() else { panic!("{text}: {faults:#?}") };
    assert_eq!(at, marked, "{text}: {reason} ({help})");
    assert!(reason.contains(said) || help.contains(said), "{text}: {reason} ({help})");
}

#[test]
fn a_misspelt_word_is_marked_and_the_right_one_suggested() {
    refuses("play:\n  discard tpo of this", "tpo", "did you mean `top`?");
    refuses("plai: draw 1 card", "plai", "did you mean `play`?");
    refuses("play: choose a targat stack", "targat", "did you mean `target`?");
    refuses("when reveled by ember: draw 1 card", "reveled", "did you mean `revealed`?");
    refuses("define ember at (victim: plyer): draw 1 card", "plyer", "did you mean `player`?");
    refuses("discrad the top of this", "discrad", "did you mean `discard`?");
}

#[test]
fn what_is_expected_is_said_in_words_of_the_language() {
    refuses("play: put this face sideways on it", "sideways", "expected `face up` or `face down`");
    refuses("play: move this on it", "on", "expected `into` or `one` or `onto` or `to`");
    refuses("play:", "", "expected a statement, such as `discard the top of this`");
    refuses("play: choose a building except Windmill", "Windmill", "a name in quotes");
    refuses("play draw 1 card", "draw", "stands behind a colon");
    refuses("play:\n  draw 1 card\n   draw 1 card", "draw", "begin in the same column");
    refuses("play:\n  otherwise: draw 1 card", ":", "stands below the line that begins with its `if`");
}

#[test]
fn each_broken_clause_has_its_own_fault_in_source_order() {
    let found = faults("play: choose a targat stack\nuse: draw 1 card\n\nuse: move this on it\n");
    assert_eq!(found.iter().map(|fault| fault.0.as_str()).collect::<Vec<_>>(), ["targat", "on"]);
}

#[test]
fn otherwise_belongs_to_the_if_that_begins_its_line() {
    let text = "play:\n  if it is stacked: if it is active: draw 1 card\n  otherwise: draw 2 cards";
    let Clause::Play(body) = &read(text).clauses[0].node else { panic!("a play clause was written") };
    let Statement::If { then, otherwise, .. } = &body.statements[0].node else { panic!("an if was written") };
    assert!(otherwise.is_some());
    assert!(matches!(then.statements[0].node, Statement::If { otherwise: None, .. }));
}

#[test]
fn places_count_from_the_beginning_of_the_file() {
    let tree = parse_text("draw: x", 100).expect_err("`draw` begins no clause");
    assert!(tree[0].span.start >= 100);
    let tree = parse_text("play: draw 1 card", 100).expect("the text is right");
    assert_eq!((tree.clauses[0].span.start, tree.clauses[0].span.end), (100, 117));
}

#[test]
fn depth_without_end_is_refused_without_a_crash() {
    let many = 100_000;
    let deep = [
        format!("win when {}this is stacked", "(".repeat(many)),
        format!("win when {}this is stacked", "not ".repeat(many)),
        format!("play: discard {}this", "the top of ".repeat(many)),
        format!("play: {}draw 1 card", "if a-b: ".repeat(many)),
        (0..2000).map(|depth| format!("{}at once:\n", " ".repeat(depth))).collect(),
    ];
    for text in deep {
        assert!(!faults(&text).is_empty());
    }
}

#[test]
fn the_deepest_text_allowed_is_read_or_refused_within_the_steps_that_are_allowed() {
    let parentheses = |inner: &str| format!("win when {}{inner}{}", "(".repeat(8), ")".repeat(8));
    let (sets, items) = ("there is a building that is in ".repeat(20), "the top of ".repeat(60));
    let blocks = (0..11).map(|depth| format!("{}{}:\n", " ".repeat(depth), "if b: ".repeat(7) + "if b"));
    for text in [
        parentheses("this is stacked"),
        parentheses("this is what it is not"),
        parentheses("n plus 1 is 2"),
        format!("win when {sets} stacks"),
        format!("play: discard {items} this that"),
        format!("play: discard {} the", "any building that is in (".repeat(8)),
        blocks.collect(),
    ] {
        // What takes more steps is refused as such.
        let faults = parse_text(&text, 0).err().unwrap_or_default();
        assert!(faults.iter().all(|fault| !fault.reason.contains("too intricate")), "{text}\n{faults:?}");
    }
}

#[test]
fn a_condition_alone_is_read() {
    let cond = parse_cond("\"long-winter\" is \"on\"", 5).expect("the condition is right");
    assert!(matches!(cond.node, Cond::Dispute { not: false, .. }));
    assert_eq!((cond.span.start, cond.span.end), (5, 26));
    assert!(parse_cond("this is", 0).is_err());
}

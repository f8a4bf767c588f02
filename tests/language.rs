//! Loads every example of `docs/language.md`.

mod support {
    pub mod around;
    pub mod pages;
}

use std::fs;
use std::sync::Arc;

use brink::base::{Source, Verb};
use brink::board::Seat;
use brink::engine::{Game, Outcome, Script};
use brink::rules::{Library, Settings};
use brink::speech::options::label::labels;
use brink::speech::positions::read::read_position;
use brink::syntax::phrases::{fixes, phrases};
use brink::syntax::{parse_text, print};
use support::around::file;
use support::pages::examples;

#[test]
fn every_example_of_the_language_page_loads() {
    let examples = examples("docs/language.md");
    assert!(examples.len() > 25, "{} examples", examples.len());
    let folder = tempfile::tempdir().expect("a folder can be made");
    let mut failures = Vec::new();
    for (index, (kind, text)) in examples.iter().enumerate() {
        // There is one rule of its kind, in `cards/core.toml`: another one can only be read.
        if kind == "rule" {
            brink::syntax::parse_text(text, 0).unwrap_or_else(|faults| panic!("{faults:?}"));
            continue;
        }
        let content = match kind.as_str() {
            "toml" => text.clone(),
            "building" | "action" | "keyword" | "tally" => file(kind, text),
            other => panic!("an example of an unknown kind, `{other}`"),
        };
        let path = folder.path().join(format!("example-{index}.toml"));
        fs::write(&path, &content).expect("a file can be written");
        if let Err(report) = Library::load(&[path]) {
            let faults: Vec<String> = report
                .faults
                .iter()
                .map(|fault| {
                    format!(
                        "  {fault}: {:?}",
                        fault.place().map(|(_, span)| &content[span.start..span.end.min(content.len())])
                    )
                })
                .collect();
            failures.push(format!("{text}\n{}", faults.join("\n")));
        }
    }
    assert!(failures.is_empty(), "{} examples fail:\n{}", failures.len(), failures.join("\n\n"));
}

#[test]
fn every_verb_stands_on_the_language_page() {
    let page = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/language.md")).expect("the page is there");
    // The page has `face up` behind `face down`, in words.
    let written = |verb: &Verb| format!("`{}`", verb.form().replace('_', "ITEM").replace("face up", "face down"));
    let missing: Vec<String> = Verb::ALL.iter().map(written).filter(|verb| !page.contains(verb)).collect();
    assert!(missing.is_empty(), "not told of: {missing:?}");
}

/// Texts that card authors tried by hand, each with what they were told.
#[test]
fn what_card_texts_often_say_gets_an_answer() {
    let texts = [
        "play: discard a random card",
        "play: until your next turn: no abilities can be used",
        "other players must discard a card to build next to this",
        "neighbours of this with the same name are guarded",
        "play: swap any card in your hand with the top of the discard pile",
        "play: draw that many cards",
        "play: put this face up in the deck",
        "drawing a card costs other players 1 card",
        "play: if you have played 2 actions this turn: draw 1 card",
        "play: until a player launches a missile: players cannot win",
        "play: set your hand aside",
        "use, if this was not built: draw 1 card",
        "use once a turn: use an ability of any building of another player",
        "play: foe discards 1 card in the hand of foe",
        "use: put a burn on this; when your burns are at least 3: draw 1 card",
        "play: draw 2 card",
        "play: draw 1 cards",
        "win when there is 3 players",
        "win when this is disabled and not of you",
        "win when this has less than 3 cards",
        "win when this has more cards",
        "use: pay give the first of cards on this to any player",
        "when hit: draw 1 card",
        "play: draw half the number of cards in your hand",
        "play: name a card as guess",
        "play: each player secretly chooses yes or no as ballot",
        "play: play the last action played",
        "play: until your next turn: if a building of you would be destroyed, instead: draw 1 card",
        "play: give all cards in your hand to any player",
        "play: choose the player left of you as friend; give any card in your hand to friend",
        "play: choose a stack of buildings named \"Mill\"; destroy it",
        "play: choose a building as this; discard the top of it",
        "play: draw 1 card twice",
        "play: flip a coin: heads: draw 1 card",
        "play: toss a coin; draw 1 card",
        "play: choose two of: keep: draw 1 card",
        "play: draw half of the number of cards in your hand cards",
        "play: discard half of the cards in your hand",
        "play: draw 3",
        "play: take the top card of the deck as cards",
        "play: choose a player as number; missile at number",
        "play: choose a player as Foe; missile at Foe",
        "play: let top be the top of this; discard top",
        "play: choose a player as",
        "play: skip your next tunr",
        "when built: draw 1 card at the end of your turn",
        "missiles cannot be aimed at you",
        "putting a card on neighbours of this costs other players 1 card",
        "use once a turn: move the top of one of your buildings onto another of your buildings",
        "when a player begins a turn: draw 1 card",
        "when your turn ends: destroy this",
        "use: take all of their burns off this",
        "your hand limit is 7",
        "use: build a building from the discard pile at any place",
        "play: show the top card of the deck; if it is a building: build it at any place",
        "play: draw 1 card and discard the top of this if this is stacked",
        "play: choose another player as foe; foe may discard a card and destroy a building",
        "play: destroy all buildings of another player",
        "play: take each building of an opponent",
        "play: draw 1 card or destroy this and draw 2 cards",
        "play: put a card from your hand on one of your buildings",
        "use: sacrifice this: draw 3 cards",
        "play: copy the ability of another building",
        "when this leaves play: draw 1 card",
        "you cannot lose",
        "play: if you have at least 2 more buildings than each other player: draw 2 cards",
        "play: draw cards equal to the number of buildings of all opponents",
        "play: choose two buildings of different players; exchange them",
        "play: until your next turn, no building can be destroyed",
        "play: reveal the top card of the deck; if it is an \"Alarm\": draw 2 cards",
        "when you would lose a building, you may discard a card instead",
        "when a missile hits this: draw 1 card",
        "play: flip all cards on any building face up",
        "play: take any card from the discard pile into your hand",
        "win when you have more cards in hand than all other players together",
        "maximum hand size is 5",
        "win when you have only 3 buildings",
        "your buildings are also named \"Mill\"",
        "other players cannot play another action",
        "play: repeat at most 5 times: draw 1 card; you may stop",
        "if another player as rival would win, instead: draw 1 card",
        "play: give this to the first of (players that (have at least 2 buildings) and have the fewest cards in hand)",
    ];
    let read: Vec<&&str> = texts.iter().filter(|text| brink::syntax::parse_text(text, 0).is_ok()).collect();
    assert!(read.is_empty(), "these are read by now: {read:#?}");
    let answers: String = texts.iter().fold(String::new(), |all, text| {
        let faults = brink::syntax::parse_text(text, 0).expect_err(text);
        let told = |fault: &brink::syntax::SyntaxError| {
            format!("    {}\n    {}\n", fault.reason, fault.help.as_deref().unwrap_or("(no help)"))
        };
        all + text + "\n" + &faults.iter().map(told).collect::<String>() + "\n"
    });
    insta::assert_snapshot!(answers);
}

/// Number and person agree, and what stands behind a set is said of its head.
#[test]
fn words_that_do_not_agree_are_refused() {
    let texts = [
        "win when there are a building that is stacked",
        "win when there is 3 players",
        "win when there are at least 1 card on this",
        "win when this have at least 2 cards",
        "win when this has at least 2 card",
        "win when this has 1 cards",
        "win when this has no card",
        "win when you is upgraded",
        "win when the number of players are 3",
        "win when the number of card on this is 3",
        "win when there is no buildings that are stacked",
        "neighbours of this is guarded",
        "this are guarded",
        "your buildings named \"Mill\" counts as mills",
        "when another player build a building: draw 1 card",
        "when you passes: draw 1 card",
        "when a card are put on this: draw 1 card",
        "play: choose buildings",
        "play: choose any buildings",
        "play: choose one of top",
        "play: for each buildings: destroy it",
        "play: for each of building: destroy it",
        "play: discard all top",
        "play: discard 2 top",
        "play: discard 1 tops",
        "play: repeat 1 times: draw 1 card",
        "play: repeat 2 time: draw 1 card",
        "play: discard the first tops",
        "play: each player secretly choose a player as rival",
        "play: discard any top that are face up",
        "play: discard all tops that is face up",
        "play: for each building that is victory cards: destroy it",
        "play: discard any card on any building that is stacked",
        "play: discard any of buildings plus neighbours of this that are active",
        "define hurl at (victims: players):\n  for each victims: missile at it",
        "play: discard an top",
        "play: choose a action as deed",
        "when another player plays a action: draw 1 card",
        "when another player uses an building: draw 1 card",
        "play: put a hour on this",
        "this counts as a embassy",
        "play: put an card in your hand face up on (a building)  # a apple is a \"an card\"",
        "putting cards onto this cost other players 1 card",
        "playing a card costs other players 2 card",
        "play: you skips your next turn",
        "play: you skip the next turn",
        "play: choose a player as foe; foe skip the next turn",
        "play: choose a player as foe; foe skips your next turn",
        "play: after this turn you takes an extra turn",
        "play: choose a player as foe; after this turn foe take an extra turn",
        "play: after this turn you take an extra turn: this turn begins with 2 draw",
        "play: 1 more cards may be played this turn",
        "play: 2 more card may be played this turn",
        "use, if you has played an action this turn: draw 1 card",
        "use, if the owner of this have played an action this turn: draw 1 card",
        "use: draw (how often you has played an action this turn) cards",
        "when another player draw the card of their turn: draw 1 card",
        "when you draws the card of your turn: draw 1 card",
        "when you draw the card of their turn: draw 1 card",
        "when another player draws the card of your turn: draw 1 card",
        "if you would draw the card of their turn, instead: draw 1 card",
        "other players plays with open hands",
        "other players play with an open hand",
        "you play with open hands",
        "this bear the name of the building right of this",
        "this have the text of the building right of this",
        "buildings has: win when this is stacked",
        "this and the building right of this is neighbours",
        "win when you have more building than the owner of this",
        "win when you have at least 2 more card in hand than the owner of this",
        "win when you have at least 1 more cards in hand than the owner of this",
        "play: for each player with the most building: missile at it",
        "play: choose a target stack",
        "play: for each of your stacks: destroy it",
        "use at the start of turn: draw 1 card",
        "while your turn is past its start: this is disabled",
    ];
    let read: Vec<&&str> = texts.iter().filter(|text| brink::syntax::parse_text(text, 0).is_ok()).collect();
    assert!(read.is_empty(), "these are read by now: {read:#?}");
    let answers: String = texts.iter().fold(String::new(), |all, text| {
        let faults = brink::syntax::parse_text(text, 0).expect_err(text);
        let told = |fault: &brink::syntax::SyntaxError| {
            let (place, help) = (&text[fault.span.start..fault.span.end], fault.help.as_deref().unwrap_or("(no help)"));
            format!("    {place}: {}\n    {help}\n", fault.reason)
        };
        all + text + "\n" + &faults.iter().map(told).collect::<String>() + "\n"
    });
    insta::assert_snapshot!(answers);
    for (text, printed) in [
        (
            "play: discard all tops of your buildings that are face up",
            "play: discard all tops of your buildings that are face up",
        ),
        (
            "play: discard all tops of (your buildings that are active)",
            "play: discard all tops of (your buildings that are active)",
        ),
        ("play: choose one of your buildings that are active", "play: choose one of your buildings that are active"),
        (
            "play: destroy any of your buildings that is not a victory card",
            "play: destroy any of your buildings that are not victory cards",
        ),
        ("win when there is more than 1 building", "win when there is more than 1 building"),
        ("win when you have a tick", "win when you have at least 1 tick"),
        ("play: put an hour on this", "play: put 1 hour on this"),
        (
            "win when this has more cards than the building left of this",
            "win when the number of cards on this is more than the number of cards on the building left of this",
        ),
        (
            "win when you have at least 3 fewer buildings named \"Mill\" than provoker",
            "win when the number of buildings of provoker named \"Mill\" is at least ((the number of your buildings named \"Mill\") plus 3)",
        ),
        ("play: 1 fewer card may be played this turn", "play: 1 fewer card may be played this turn"),
        ("this counts as a unicorn", "this counts as a unicorn"),
        ("this counts as an umbrella", "this counts as an umbrella"),
    ] {
        let read = brink::syntax::parse_text(text, 0).unwrap_or_else(|faults| panic!("{text}: {faults:?}"));
        assert_eq!(brink::syntax::print(&read), printed);
    }
}

/// What reads naturally in other words is printed in one.
#[test]
fn freer_words_mean_the_same() {
    let texts = [
        "play: destroy a building of another player",
        "play: draw 2 cards for each of your buildings",
        "play: return any of your buildings to your hand",
        "play: shuffle this into the deck",
        "play: discard 2 cards at random",
        "play: the player with the most buildings draws 3 cards",
        "when this has 12 ticks: the player with the most buildings loses",
        "play: each player gives their hand to the next player",
        "play: search the deck for a card named \"Windmill\" and put it into your hand",
        "play: return a building to its owner's hand",
        "play: reveal your hand",
        "play: swap two of your buildings",
        "Play: Draw 2 cards. Discard a card.",
        "Draw 2 cards.\nEach other player discards a card.",
        "when another player builds a building next to this: draw a card",
        "at the end of your turn, if you played no actions this turn, draw 1 card",
        "play: choose two neighbouring buildings as left-one and right-one; exchange left-one with right-one",
        "play: launch a missile at another player",
        "play: look at an opponent's hand and take a card from it",
        "play: swap a card with a random card from another player's hand",
        "play: put up to 2 cards from your hand face down on this",
        "play: give half of your hand, rounded up, to the player with the fewest cards in hand",
        "use: move 2 ticks from this onto another building",
        "use: pay remove all ticks from this: draw 1 card",
        "play: until the end of your next turn, players cannot play actions",
        "play: take an extra turn; at the end of that turn, discard your hand",
        "you may play 2 cards each turn",
        "win when this is your only building and it is not your turn",
        "win when this stands next to a building that is stacked",
        "if another player would win, you may instead discard a card",
        "actions cost 1 card",
        "neighbours of this are disabled and cannot be targeted",
        "as long as this is stacked, your buildings cannot be targeted by abilities",
        "play: take over one of your opponents' buildings",
        "play: move this one place to the right",
        "play: all players pass their hands to the left",
        "play: reverse the order of play",
        "play: discard all cards on neighbours of this",
        "use once a turn: put a tick on this for each of your buildings",
        "play: another player takes over one of your buildings",
        "play: exchange your leftmost building with your rightmost building",
        "play: discard a card from your hand",
        "play: give one of your buildings to another player",
        "play: discard the top of a building",
        "play: look at the hand of another player",
        "play: discard your hand",
        "play: destroy neighbours of this",
        "play: destroy this and its neighbours",
        "this and neighbours of this are guarded",
        "buildings of other players are disabled",
        "play: take the top card of the discard pile",
        "play: look at the top card of the deck",
        "play: choose a player with the highest bid as first",
        "play: choose a building with no cards",
        "play: choose a player with at least 2 ticks",
        "win when you have the fewest buildings",
        "win when at least 2 of your buildings are stacked",
        "win when all of your buildings are stacked",
        "win when your buildings have at least 5 different names",
        "win when the number of your ticks on this is 3",
        "use: take 2 of your ticks off this",
        "play: the next player skips their next turn",
        "this cannot be destroyed by a missile",
        "other players cannot play more than 1 action named \"Windmill\" a turn",
        "other players cannot build more than 2 buildings a turn",
        "play once a game for all players: draw 1 card",
        "when another player passes: that player loses",
        "play: draw a card for each of your buildings",
        "when another player passes: provoker draws a card for each card on this",
        "you win if there are at least 10 cards on this",
        "play: each player with the most buildings loses",
        "play: choose a building as prey; let holder be the owner of prey; destroy prey; holder draws 1 card",
        "use: you may discard the top of this, if you do, draw 1 card",
        "play: until your next turn, players cannot use abilities",
        "play: until a building is destroyed: nobody can play actions",
        "use once a turn: discard 2 cards in your hand: draw 1 card",
        "use once a turn: put a card from your hand on this face down",
        "play: draw cards equal to the number of your buildings",
        "use: look at the top 3 cards of the deck and put them back in any order",
        "play: repeat up to 3 times: draw 1 card",
        "play: discard any target top and draw 1 card",
        "play: draw 3 cards, then discard 2 cards",
        "play: each player discards their hand and draws 3 cards",
        "play: each other player destroys one of their buildings, then draw a card",
        "play: choose another player as foe; foe discards the top of one of their buildings",
        "play: choose another player as foe; destroy one of foe's buildings",
        "play: destroy one of another player's buildings",
        "play: choose another player as foe; until foe's next turn: foe cannot win",
        "play: draw a card if you have the fewest buildings",
        "play: if this is stacked, draw 2 cards",
        "play: for each of your buildings, draw 1 card",
        "when this is destroyed, draw 2 cards",
        "when another player plays an action, if this is stacked, you may draw 1 card",
        "at the start of your turn: draw 1 card",
        "at the end of the turn of another player, if this is stacked: that player discards 1 card",
        "use once a turn: discard a card: draw 2 cards",
        "use: pay discard 2 cards; draw 3 cards",
        "play: you may discard 2 cards: destroy a building",
        "play:\n  you may discard the top of one of your buildings\n  if you do: draw 2 cards\n  otherwise: draw 1 card",
        "play: draw as many cards as there are players",
        "play: you may play 2 more cards this turn",
        "play: other players cannot use abilities until your next turn",
        "play: your buildings are guarded this turn",
        "play: at the start of your next turn, draw 2 cards",
        "neighbours of this are guarded if this is stacked",
        "while this is stacked, neighbours of this are guarded",
        "this counts as 2 mills while this has at least 3 cards",
        "if a neighbour of this would be destroyed, you may discard a card instead",
        "if you would draw a card, you may instead take the top card of the discard pile",
        "when another player destroys one of your buildings, that player destroys one of their buildings",
        "when you discard a card: draw 1 card",
        "play: all other players discard down to 3 cards",
        "play: discard down to 5 cards",
        "play: discard the top card of each of your buildings",
        "play: put 2 ticks on each of your buildings",
        "win when you have at least 12 cards in hand",
        "win when there are at least 5 ticks on this",
        "use once a game: take an extra turn after this turn",
        "use once a turn: move a card from this onto a neighbour of this",
        "play: each player destroys their other buildings",
        "play: destroy all buildings with no cards on them",
        "play: until your next turn: when another player draws a card, you draw a card",
        "play: if it is your turn: you win",
        "play: all players discard a card",
        "when another player passes, you may draw 1 card and discard the top of this",
        "play: choose another player as foe; foe may discard a card and draw 2 cards",
        "play: you may discard a card and destroy a building",
        "play: draw 1 card if this is stacked, then discard a card",
        "nobody can play more than 1 action a turn",
        "win when you have 5 buildings with no cards",
        "win when you have at least 2 stacked buildings that are active and you have at least 3 cards in hand",
        "play: if you have a building with at least 9 cards: draw 1 card",
    ];
    insta::assert_snapshot!(printed(&texts));
}

#[test]
fn what_is_remembered_forbidden_and_given_may_be_said_freely() {
    let texts = [
        "play: Draw 1 card. Then the player with the most buildings discards 2 cards.",
        "play: draw 1 card; the player with the most buildings discards 2 cards",
        "play: draw 1 card and the player with the most buildings discards 2 cards",
        "play:\n  draw 1 card\n  After that, each player discards a card.",
        "play: choose another player as foe; give one of your buildings to foe",
        "play: choose another player as foe; give the leftmost of your buildings to foe",
        "play: choose one of your buildings as spot; choose another player as foe; return spot to the hand of foe",
        "when you play an action, remember its name",
        "when this is revealed by missile, remembering the owner of this as holder: holder draws 1 card",
        "use once a turn: show the top of this; remember its name as motto; for each of your buildings named motto: draw 1 card",
        "when another player plays an action, if its name is the remembered name: draw 1 card",
        "when a building is built, if its name is \"Mill\": draw 1 card",
        "win when the name of the building left of this is the name of the building right of this",
        "players cannot draw cards",
        "other players cannot draw cards by effects",
        "you cannot draw the card of your turn",
        "when another player draws a card by an effect: draw 1 card",
        "if you would draw a card by an effect, if this is stacked, you may instead: discard the top of this",
        "this and its neighbours cannot be moved, taken over or swapped",
        "your buildings cannot be taken over",
        "when one of your buildings is moved by another player: draw 1 card",
        "moving one of your buildings costs other players 1 card",
        "play: choose one of your buildings as front; until your next turn, front is named \"Mill\"",
        "play: choose another player as foe; foe's buildings lose their text until your next turn",
        "play: until your next turn: your buildings are disabled and guarded",
        "once each turn, when another player plays an action, draw a card",
        "when another player plays an action, once a game, you may draw 3 cards",
        "play: a random other player gives you a random card",
        "play: each player discards as many cards as they have buildings",
        "play: draw as many cards as you have buildings",
        "play: each other player may give you a card; if they do, they draw 2 cards",
        "when another player draws a card by an effect, that player puts a card from their hand face down on this",
        "play: choose another player as foe; foe puts 2 cards from their hand face down on one of their buildings",
        "use once a turn: double the ticks on this",
        "play: move one of your buildings to the left end of its row",
        "win when you have the fewest buildings and the most cards in hand",
        "win when this stands between two buildings with the same name",
        "win when you have 3 buildings with the same name",
        "nobody can win except as the only player living",
        "your buildings are guarded against players who have more buildings than you",
        "this cannot be targeted by players who have no buildings",
        "when another player looks at a card on one of your buildings: draw a card",
        "play: reveal cards from the top of the deck until you reveal a card named \"Mill\"; take it and discard the rest",
        "if this would be destroyed, you may discard the top of this instead",
        "play: choose another player as foe; foe gives one of their buildings to the player on their left",
        "play: each player gives one of their buildings to you",
        "use once a turn: move all cards on this onto a neighbour of this",
        "your victory cards cannot be destroyed or moved",
        "at the start of your turn, put a tick on each of its neighbours",
    ];
    insta::assert_snapshot!(printed(&texts));
}

/// Texts, and below each how it is printed, which reads as the same.
fn printed(texts: &[&str]) -> String {
    texts.iter().fold(String::new(), |all, text| {
        let read = brink::syntax::parse_text(text, 0).unwrap_or_else(|faults| panic!("{text}: {faults:?}"));
        let said = brink::syntax::print(&read);
        let again = brink::syntax::parse_text(&said, 0).unwrap_or_else(|faults| panic!("{said}: {faults:?}"));
        assert_eq!(brink::syntax::print(&again), said);
        all + text + "\n" + &said.lines().map(|line| format!("    {line}\n")).collect::<String>()
    })
}

#[test]
fn what_others_do_and_how_many_may_be_said_freely() {
    let texts = [
        "play: another player discards a card",
        "play: discard 2 cards, then draw that many cards",
        "when you play your second action in a turn: draw 1 card",
        "play: choose another player; they discard 2 cards; if they have no cards in hand, draw 1 card",
        "play: a player with the most buildings loses",
        "play: an opponent discards a random card",
        "play: your opponents discard a card and draw a card",
        "play: each opponent gives you a card",
        "play: all of your opponents give you a card",
        "play: each player gives a card to the player on their left",
        "play: everyone draws 1 card, then everybody else discards a card",
        "opponents cannot play actions",
        "when an opponent builds a building: draw 1 card",
        "when one of your buildings is destroyed by an opponent: draw 1 card",
        "an opponent's buildings are disabled",
        "each other player's buildings are disabled",
        "play: destroy one of your opponents' buildings",
        "your buildings are guarded against abilities of your opponents",
        "play: look at an opponent's hand; take a random card from another player's hand",
        "play: give a card to another player",
        "play: give 2 cards to another player; they draw 1 card",
        "play: choose another player; give it 2 cards",
        "play: give your hand to the next player",
        "play: you may give a card to another player: draw 2 cards",
        "play: put the top 2 cards of the deck into your hand",
        "play: take a card named \"Windmill\" from the deck",
        "play: build a building from your hand",
        "play: destroy each building with no cards",
        "play: draw until you have 5 cards in hand",
        "play: each other player draws cards until they have 3 cards",
        "play: draw up to 3 cards, then discard up to 2 cards",
        "play: destroy up to 2 buildings of foe",
        "play: discard any number of cards, then draw that many",
        "play: discard your hand, then draw that many cards",
        "play: each player discards their hand, then draws that many cards",
        "play: you may discard your hand, if you do, draw that many cards",
        "play: toss a coin: if heads, draw 2 cards; if tails, discard a card",
        "play: draw 1 card or draw 2 cards or discard your hand",
        "play: if this is stacked: draw 1 card or discard this",
        "use: look at the top card of the deck, you may discard it",
        "use: discard the top of this building",
        "at the end of each turn: draw 1 card",
        "at the start of each opponent's turn: that player discards 1 card",
        "whenever you play an action, draw 1 card",
        "when an action is played: draw 1 card",
        "play: if another player has more cards in hand than you, draw 2 cards",
        "play: if no building is stacked, draw 1 card",
        "win if each of your buildings is stacked",
        "win when you have more buildings than each other player",
        "play: take another turn; the next player skips their turn",
        "play: destroy a building; its owner draws 2 cards",
        "play: you may destroy a building: its owner draws 2 cards",
        "play: you may destroy a building, then its owner draws 2 cards",
        "play: choose a building; destroy it; its owner draws 2 cards",
        "play: your opponents give a card to the player on their left",
        "play: choose a building; its owner discards a card if it is stacked; its owner draws 1 card",
        "play: if this is stacked, draw 2 cards, otherwise draw 1 card",
        "play:\n  if this is stacked, draw 2 cards, otherwise draw 1 card\n  draw 1 card unless you have no cards in hand",
        "play: draw 3 cards, discard 2 cards, you may discard the top of this",
        "play: for the rest of this turn, your buildings are guarded",
        "play: each player who has 3 or more buildings discards a card",
        "win when you have 2 or fewer cards in hand",
        "play: if there are 3 or more buildings that are stacked, draw 1 card",
        "use once per turn: move a card from one of your buildings onto a neighbour",
        "use once per game: draw 1 card",
        "neighbouring buildings are guarded",
        "adjacent buildings cannot be destroyed",
        "when this is built, draw a card for each neighbour",
        "when you are the target of a missile, draw 1 card",
        "you cannot be the target of a missile",
    ];
    insta::assert_snapshot!(printed(&texts));
}

#[test]
fn what_was_rolled_left_undone_or_taken_may_be_said_freely() {
    let texts = [
        "play: return the top card of a building to its owner's hand",
        "play: return a random card on this to its owner's hand",
        "play: choose another player as foe. Foe may give you 2 cards. Otherwise, foe discards 3 cards.",
        "play: discard a card. If you do, draw 2 cards. Otherwise, draw 1 card.",
        "play: you may discard a card. Otherwise, draw 1 card.",
        "play: draw 2 cards if you have no cards in hand, otherwise draw 1 card",
        "play: take the top card of a building of another player; put it face down on one of your buildings",
        "play: each player may build a building from their hand",
        "play: each player puts a card from their hand face down on one of their buildings",
        "play: each opponent discards a card. Draw a card for each card discarded this way.",
        "play: draw one card, then discard one card",
        "play: choose another player as foe; foe gives you one of their buildings",
        "use once a turn: put a tick on this and its neighbours",
        "play: choose a building; put 2 ticks on it and its neighbours",
        "when a missile is launched at you, draw a card",
        "play: double the ticks on each of your buildings",
    ];
    insta::assert_snapshot!(printed(&texts));
}

/// It goes with the outer `if`, and with what may be left undone.
#[test]
fn otherwise_is_said_of_what_it_was_said_of_before() {
    let outer =
        "play:\n  if you have a building:\n    if you have no cards in hand: draw 2 cards\n  otherwise: draw 1 card";
    for (written, same) in [
        ("If you have a building, draw 2 cards if you have no cards in hand. Otherwise, draw 1 card.", outer),
        ("If you have a building, draw 2 cards if you have no cards in hand, otherwise draw 1 card.", outer),
        (
            "play: draw 1 card; draw 2 cards if you have no cards in hand, otherwise draw 1 card",
            "play:\n  draw 1 card\n  if you have no cards in hand: draw 2 cards\n  otherwise: draw 1 card",
        ),
        (
            "play: discard a card. If you do, draw 2 cards, then draw 1 card. Otherwise, draw 3 cards.",
            "play:\n  if there is a card in your hand:\n    discard a card\n    draw 2 cards\n    draw 1 card\n  otherwise: draw 3 cards",
        ),
    ] {
        let print = |text: &str| {
            let read = brink::syntax::parse_text(text, 0).unwrap_or_else(|faults| panic!("{text}: {faults:?}"));
            brink::syntax::print(&read)
        };
        assert_eq!(print(written), print(same), "{written}");
    }
}

#[test]
fn all_that_is_said_behind_otherwise_is_done() {
    for before in [
        "Discard a card. If you do, draw 1 card. Otherwise, ",
        "Choose another player as foe. Foe may give you a card. Otherwise, ",
        "You may discard a card. Otherwise, ",
    ] {
        for joint in [", then", " and", ";"] {
            let read = printed(&[&format!("{before}draw 2 cards{joint} shuffle the deck.")]);
            assert!(read.contains("    shuffle the deck\n"), "{read}");
        }
    }
}

/// What tells nothing, since it always holds, or never.
#[test]
fn conditions_that_always_hold_or_never_are_refused() {
    let refused = [
        ("building", "when you play an action from your hand: draw 1 card", "never holds"),
        (
            "building",
            "when another player plays an action as deed: if deed is in cards in the hand of provoker: draw 1 card",
            "never holds",
        ),
        ("building", "when a card in your hand is put on this: draw 1 card", "never holds"),
        ("action", "play: destroy any building that is not of the owner of it", "never holds"),
        ("building", "use, if this is of the owner of this: draw 1 card", "always holds"),
        ("building", "use, if this is this: draw 1 card", "always holds"),
        ("building", "use, if there are at least 0 buildings: draw 1 card", "always holds"),
        ("building", "use, if 3 is at least 4: draw 1 card", "never holds"),
        (
            "action",
            "play: choose a card in your hand as find; if find is in tops of your buildings: draw 1 card",
            "never holds",
        ),
        ("building", "other players cannot put cards in your nation", "put already"),
    ];
    let sound = [
        ("building", "when you play a card from your hand: draw 1 card"),
        (
            "building",
            "when another player plays an action as deed: if deed is in cards in the discard pile: draw 1 card",
        ),
        ("building", "other players cannot put cards onto your buildings"),
        ("building", "if you would play an action in your hand, you may instead: draw 1 card"),
        (
            "action",
            "play: choose a card in your hand as find; put find face down on any building; if find is in tops of your buildings: draw 1 card",
        ),
    ];
    for (kind, text, wanted) in refused {
        let found = told(&file(kind, text)).unwrap_or_else(|| panic!("it is accepted: {text}"));
        assert!(found.contains(wanted), "{text}\n{found}");
    }
    for (kind, text) in sound {
        assert_eq!(told(&file(kind, text)), None, "{text}");
    }
}

#[test]
fn what_lies_on_cards_alone_is_not_asked_of_buildings() {
    let set = |text: &str| file("action", text) + "[counter.year]\nmeaning = \"it ages\"\non = \"cards\"\n";
    for text in [
        "play: destroy any of your buildings that has 5 years",
        "play: destroy one of your buildings with 5 years on it",
        "play: if the number of years on one of your buildings is 5: draw 1 card",
        "play: destroy any building with the most years",
    ] {
        let found = told(&set(text)).unwrap_or_else(|| panic!("it is accepted: {text}"));
        assert!(found.contains("a building"), "{text}\n{found}");
    }
    assert_eq!(told(&set("play: discard any target top that has 5 years")), None);
}

/// What is wrong with a set file.
fn told(set: &str) -> Option<String> {
    let report = Library::with(vec![Source::new("example.toml", set)]).err()?;
    Some(report.faults.iter().map(|fault| format!("{fault}\n")).collect())
}

#[test]
fn more_fewer_and_numbers_as_words_mean_what_they_say() {
    let same = [
        ("win when this has more than two cards", "win when this has more than 2 cards"),
        ("win when there are fewer than three players", "win when there are fewer than 3 players"),
        ("play: draw twelve cards", "play: draw 12 cards"),
        ("play: draw a card", "play: draw 1 card"),
    ];
    for (written, printed) in same {
        let read = brink::syntax::parse_text(written, 0).unwrap_or_else(|faults| panic!("{written}: {faults:?}"));
        assert_eq!(brink::syntax::print(&read), printed);
    }
    // Of three cards, more than two and fewer than four.
    for (text, wins) in [("more than 2", true), ("more than 3", false), ("fewer than 4", true), ("fewer than 3", false)]
    {
        let set = format!(
            "id = \"town\"\ntitle = \"A town\"\nlanguage = 2\n[[card]]\nbuilding = \"Mill\"\naction = \"Rain\"\n[[victory]]\nfront = \"Hall\"\n\
             [building.\"Hall\"]\ntext = ''\n[building.\"Mill\"]\ntext = 'win when this has at least 3 cards and this has {text} cards'\n\
             [action.\"Rain\"]\ntext = ''\n"
        );
        let recipe = "id = \"town-game\"\ntitle = \"A town\"\nsets = [\"town\"]\ncopies = 40\nvictory = \"same\"\nhand = 3\nshields = 1\n";
        let files = vec![Source::new("town.toml", set), Source::new("town-game.toml", recipe)];
        let library = Library::parse(files).unwrap_or_else(|report| panic!("{:?}", report.faults));
        let script = Arc::new(Script::new(library.compile("town-game", &Settings::default()).expect("it is sound")));
        let position = "turn p1 main\np1 hand: Rain\np1: Hall[] Mill[Rain, Rain]\np2: Hall[]";
        let setup = read_position(position, 0, &script.rules).unwrap_or_else(|faults| panic!("{faults:?}"));
        let mut game = Game::from_setup(script, &setup, 0, &mut ());
        let (choice, _) =
            labels(&game).into_iter().find(|(_, label)| label == "stack Rain on p1.2").expect("it is offered");
        game.take(choice, &mut ()).expect("it is offered");
        assert_eq!(game.outcome() == Outcome::Won(Seat(0)), wins, "{text}");
    }
}

/// What would be lost without a word is told where the text is read.
#[test]
fn counters_where_none_can_lie_and_cards_left_aside_are_refused() {
    let refused = [
        ("action", "play: put 3 burns on this", "lies in no stack or hand"),
        ("action", "play: draw (the number of burns on this) cards", "lies in no stack or hand"),
        ("action", "play: if this has a burn: draw 1 card", "lies in no stack or hand"),
        (
            "action",
            "play: this becomes a law\nwhile this is a law: when a player passes: put a burn on this",
            "lies in no",
        ),
        ("building", "use: choose a card in your hand as find; put 2 burns on find", "lies in no nation"),
        ("building", "use: put a burn on any card in the discard pile", "lies in no nation"),
        ("building", "use: choose a card in your hand as find; show find; put a burn on find", "lies in no nation"),
        ("building", "use: for each card in your hand: put a burn on it", "lies in no nation"),
        (
            "building",
            "use: choose a card in the discard pile as find; give find to you; put a burn on find",
            "lies in no nation",
        ),
        ("building", "when this is destroyed: put a burn on this", "on what is gone"),
        ("building", "when a building as spot is destroyed by another player: put a burn on spot", "on what is gone"),
        (
            "building",
            "when another player destroys one of your buildings: put a burn on that building",
            "on what is gone",
        ),
        ("building", "when a card is discarded or drawn: put a burn on it", "on what is gone"),
        (
            "action",
            "play:\n  choose a card in your hand as find\n  set find aside\n  at the start of your next turn: play find",
            "left aside",
        ),
        (
            "action",
            "play:\n  take the top card of the deck as find\n  at the end of this turn: give find to you",
            "left aside",
        ),
    ];
    let sound = [
        ("action", "play:\n  put this face up on any building\n  put a burn on this"),
        ("action", "while this is face up: when a player passes: put a burn on this"),
        ("building", "use: choose a card in your hand as find; put find face down on this; put a burn on find"),
        ("building", "use: put a burn on any target top"),
        ("building", "when this is destroyed, if this has a burn: draw 1 card"),
        ("building", "when this is destroyed: put a burn on provoker; return this to your hand; put a burn on this"),
        // What was put somewhere in the same text can be moved, flipped and destroyed from there.
        ("action", "play:\n  put this face up on any building\n  move this onto any building"),
        (
            "action",
            "play:\n  let me be this\n  put me face up on any building\n  move me onto any building\n  flip this",
        ),
        ("action", "play:\n  choose a card in your hand as find\n  put find face down on any building\n  flip find"),
        ("building", "use:\n  choose a card in the discard pile as find\n  put find face up on this\n  destroy find"),
        ("building", "when this is destroyed: destroy any top"),
        ("building", "when a building is destroyed: put a burn on this"),
        ("building", "when a building is destroyed or built: put a burn on it"),
        ("building", "when a card is discarded: put it face down on this; put a burn on it"),
        ("building", "if this would be destroyed, instead: put a burn on this"),
        (
            "action",
            "play:\n  choose a card in your hand as find\n  set find aside\n  put find face down on any building\n  \
             at the start of your next turn: play find",
        ),
        (
            "action",
            "play:\n  choose a card in your hand as find\n  set find aside\n  at the end of this turn: draw 1 card\n  \
             give find to you",
        ),
    ];
    let folder = tempfile::tempdir().expect("a folder can be made");
    let path = folder.path().join("example.toml");
    let told = |(kind, text): (&str, &str)| {
        fs::write(&path, file(kind, text)).expect("a file can be written");
        let report = Library::load(std::slice::from_ref(&path)).err();
        report.map(|report| report.faults.iter().map(|fault| format!("{fault}\n")).collect::<String>())
    };
    for (kind, text, wanted) in refused {
        let found = told((kind, text)).unwrap_or_else(|| panic!("it is accepted: {text}"));
        assert!(found.contains(wanted), "{text}\n{found}");
    }
    for one in sound {
        assert_eq!(told(one), None, "{}", one.1);
    }
}

/// Each row of other wordings is needed, and says what to write.
#[test]
fn the_example_of_each_row_of_other_wordings_is_refused_and_put_right() {
    let mut all = String::new();
    for phrase in phrases() {
        let example = phrase.example.trim();
        assert!(parse_text(example, 0).is_err(), "it is read as it is: {example}");
        let mut text = example.to_string();
        for fix in fixes(example, 0).iter().rev() {
            assert_eq!(fix.texts.len(), 1, "it is put right in one way: {example}: {:?}", fix.texts);
            text.replace_range(fix.span.start..fix.span.end, &fix.texts[0]);
        }
        let read = |text: &str| parse_text(text, 0).map(|tree| print(&tree));
        let put_right = read(&text).unwrap_or_else(|_| panic!("it is not put right: {example}"));
        if let Some(means) = &phrase.means {
            assert_eq!(Ok(put_right), read(means), "{example}");
        }
        all += &format!("{example}\n=> {text}\n\n");
    }
    insta::assert_snapshot!(all);
}

/// What follows in the same sentence would come as often.
#[test]
fn what_follows_another_wording_stays_where_it_is() {
    assert_eq!(fixes("play: draw 1 card twice; draw 2 cards", 0), []);
    let fixed = fixes("play: draw 1 card twice. Draw 2 cards.", 0);
    assert_eq!(fixed.len(), 1);
    assert_eq!(fixed[0].texts, ["play: repeat 2 times: draw 1 card. Draw 2 cards."]);
}

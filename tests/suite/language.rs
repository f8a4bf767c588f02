//! Loads every example of `docs/language.md`.

use std::fs;
use std::sync::Arc;

use crate::support::around::file;
use crate::support::pages::examples;
use brink::board::Seat;
use brink::engine::{Game, Outcome, Script};
use brink::explain::options::label::labels;
use brink::lang::advice::advice;
use brink::lang::ast::{Body, Clause, Statement};
use brink::lang::phrases::{fix_at, fixes, phrases};
use brink::lang::{Fault, expand, parse_text, print};
use brink::record::positions::read::read_position;
use brink::rules::{Library, Settings};
use brink::text::{Source, Span, Spanned, Verb};

#[test]
fn every_example_of_the_language_page_loads() {
    let examples = examples("docs/language.md");
    assert!(examples.len() > 25, "{} examples", examples.len());
    let folder = tempfile::tempdir().expect("a folder can be made");
    let mut failures = Vec::new();
    for (index, (kind, text)) in examples.iter().enumerate() {
        // There is one rule of its kind, in `cards/core.toml`: another one can only be read.
        if kind == "rule" {
            parse_text(text, 0).unwrap_or_else(|faults| panic!("{faults:?}"));
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
                        fault
                            .place()
                            .map(|(_, span)| &content[span.start..span.end.min(content.len())])
                    )
                })
                .collect();
            failures.push(format!("{text}\n{}", faults.join("\n")));
        }
    }
    assert!(
        failures.is_empty(),
        "{} examples fail:\n{}",
        failures.len(),
        failures.join("\n\n")
    );
}

#[test]
fn every_verb_stands_on_the_language_page() {
    let page = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/language.md"))
        .expect("the page is there");
    // The page has `face up` behind `face down`, in words.
    let written = |verb: &Verb| {
        format!(
            "`{}`",
            verb.form()
                .replace('_', "ITEM")
                .replace("face up", "face down")
        )
    };
    let missing: Vec<String> = Verb::ALL
        .iter()
        .map(written)
        .filter(|verb| !page.contains(verb))
        .collect();
    assert!(missing.is_empty(), "not told of: {missing:?}");
}

/// Texts that card authors tried by hand, each with what they were told.
#[test]
fn what_card_texts_often_say_gets_an_answer() {
    let texts = [
        "Until your next turn, no abilities can be used.",
        "Other players must discard a card to build next to this.",
        "Neighbours of this with the same name are guarded.",
        "Swap a card in your hand with the top of the discard pile.",
        "Put this face up in the deck.",
        "If you have played 2 actions this turn, draw a card.",
        "Until a player launches a missile: players cannot win.",
        "Set your hand aside.",
        "Use, if this was not built: draw a card.",
        "Once a turn: use an ability of a building of another player.",
        "Use: put a burn on this. When your burns are at least 3, draw a card.",
        "Win when there is 3 players.",
        "Win when this is disabled and not of you.",
        "Win when this has less than 3 cards.",
        "Win when this has more cards.",
        "When hit, draw a card.",
        "Draw half the number of cards in your hand.",
        "Name a card as guess.",
        "Each player secretly chooses yes or no as ballot.",
        "Play the last action played.",
        "Choose the player left of you as friend. Give a card to friend.",
        "Choose a stack of buildings named \"Mill\". Destroy it.",
        "Draw a card twice.",
        "Flip a coin: heads: draw a card.",
        "Toss a coin. Draw a card.",
        "Choose two of: keep: draw a card.",
        "Draw half of the number of cards in your hand cards.",
        "Discard half of the cards in your hand.",
        "Draw 3.",
        "Choose a player as.",
        "Skip your next tunr.",
        "When built, draw a card at the end of your turn.",
        "Missiles cannot be aimed at you.",
        "Putting a card on neighbours of this costs other players 1 card.",
        "Once a turn: move the top of one of your buildings onto another of your buildings.",
        "When a player begins a turn, draw a card.",
        "When your turn ends, destroy this.",
        "Use: take all of their burns off this.",
        "Your hand limit is 7.",
        "Use: build a building from the discard pile at a place.",
        "Draw a card and discard the top of this if this is stacked.",
        "Take each building of an opponent.",
        "Draw a card or destroy this and draw 2 cards.",
        "Put a card from your hand on one of your buildings.",
        "Use: sacrifice this: draw 3 cards.",
        "Copy the ability of another building.",
        "When this leaves play, draw a card.",
        "You cannot lose.",
        "If you have at least 2 more buildings than each other player, draw 2 cards.",
        "Draw cards equal to the number of buildings of all opponents.",
        "Choose two buildings of different players. Exchange them.",
        "Until your next turn, no building can be destroyed.",
        "Reveal the top card of the deck. If it is an \"Alarm\", draw 2 cards.",
        "When you would lose a building, you may discard a card instead.",
        "When a missile hits this, draw a card.",
        "Flip all cards on a building face up.",
        "Take a card from the discard pile into your hand.",
        "Win when you have more cards in hand than all other players together.",
        "Maximum hand size is 5.",
        "Win when you have only 3 buildings.",
        "Your buildings are also named \"Mill\".",
        "Other players cannot play another action.",
        "If another player as rival would win, instead draw a card.",
        "Give this to the first of (players that (have at least 2 buildings) and have the fewest cards in hand).",
        "Foe discards a card from their hand.",
        "If you do, draw a card.",
        "Draw 2 cards. When this is destroyed, draw a card.",
        "Discard a card of your hand.",
        "Win when there are at least 1 card on this.",
        "When you passes, draw a card.",
        "Each player secretly choose a player as rival.",
        "You skips your next turn.",
        "When you draws the card of your turn, draw a card.",
        "Other players play with open hands.",
        "This and the building right of this is neighbours.",
        "For each of your stacks: destroy it.",
        "While your turn is past its start, this is disabled.",
        "Use at the start of turn: draw a card.",
        "Discard the first tops.",
        "When another player plays a action, draw a card.",
    ];
    let read: Vec<&&str> = texts
        .iter()
        .filter(|text| parse_text(text, 0).is_ok())
        .collect();
    assert!(read.is_empty(), "these are read by now: {read:#?}");
    let (mut mended_pages, mut told_pages) = (String::new(), String::new());
    for text in texts {
        let faults = parse_text(text, 0).expect_err(text);
        let told = |fault: &Fault| {
            let (place, help) = (
                &text[fault.span.start..fault.span.end],
                fault.help.as_deref().unwrap_or("(no help)"),
            );
            format!("    {place}: {}\n    {help}\n", fault.reason)
        };
        let told: String = faults.iter().map(told).collect();
        let mended: String = fixes(text, 0)
            .into_iter()
            .flat_map(|fix| fix.texts)
            .map(|text| format!("    => {text}\n"))
            .collect();
        let pages = if mended.is_empty() {
            &mut told_pages
        } else {
            &mut mended_pages
        };
        *pages += &format!("{text}\n{told}{mended}");
    }
    insta::assert_snapshot!("what_is_put_right", mended_pages);
    insta::assert_snapshot!("what_is_told", told_pages);
}

/// Number, person and articles are put right without a word.
#[test]
fn words_that_do_not_agree_are_put_right() {
    for (written, printed) in [
        (
            "Win when there are a building that is stacked.",
            "Win when there is a building that is stacked.",
        ),
        (
            "Win when there is at least 3 players.",
            "Win when there are at least 3 players.",
        ),
        (
            "Win when this have at least 2 cards.",
            "Win when this has at least 2 cards.",
        ),
        (
            "Win when this has at least 2 card.",
            "Win when this has at least 2 cards.",
        ),
        ("Win when this has no card.", "Win when this has no cards."),
        ("Win when you is upgraded.", "Win when you are upgraded."),
        (
            "Win when the number of players are at least 3.",
            "Win when the number of players is at least 3.",
        ),
        (
            "Win when the number of card on this is at least 3.",
            "Win when the number of cards on this is at least 3.",
        ),
        (
            "Win when there is no buildings that are stacked.",
            "Win when there are no buildings that are stacked.",
        ),
        (
            "Neighbours of this is guarded.",
            "Neighbours of this are guarded.",
        ),
        ("This are guarded.", "This is guarded."),
        (
            "Your buildings named \"Mill\" counts as mills.",
            "Your buildings named \"Mill\" count as mills.",
        ),
        (
            "When another player build a building, draw a card.",
            "When another player builds a building, draw a card.",
        ),
        (
            "When a card are put on this, draw a card.",
            "When a card is put on this, draw a card.",
        ),
        ("Choose buildings.", "Choose a building."),
        ("Choose any buildings.", "Choose a building."),
        ("Choose any building.", "Choose a building."),
        (
            "For each buildings: destroy it.",
            "For each building: destroy it.",
        ),
        ("Discard all top.", "Discard all tops."),
        ("Discard 2 top.", "Discard 2 tops."),
        ("Discard 1 tops.", "Discard a top."),
        ("Discard one top.", "Discard a top."),
        (
            "Repeat 1 times: draw a card.",
            "Repeat 1 time: draw a card.",
        ),
        (
            "Repeat 2 time: draw a card.",
            "Repeat 2 times: draw a card.",
        ),
        (
            "Discard a top that are face up.",
            "Discard a top that is face up.",
        ),
        (
            "Discard all tops that is face up.",
            "Discard all tops that are face up.",
        ),
        (
            "For each building that is victory cards: destroy it.",
            "For each building that is a victory card: destroy it.",
        ),
        (
            "Discard any card on any building that is stacked.",
            "Discard a card on a building that is stacked.",
        ),
        ("Discard an top.", "Discard a top."),
        (
            "When another player uses an building, draw a card.",
            "When another player uses a building, draw a card.",
        ),
        ("Put a hour on this.", "Put an hour on this."),
        ("This counts as a embassy.", "This counts as an embassy."),
        (
            "Put an card from your hand face up on a building.  # a apple is a \"an card\"",
            "Put a card from your hand face up on a building.",
        ),
        (
            "Putting cards onto this cost other players 1 card.",
            "Putting cards onto this costs other players 1 card.",
        ),
        (
            "Choose a player as foe. Foe skip their next turn.",
            "Choose a player as foe. Foe skips their next turn.",
        ),
        (
            "Choose a player as foe. Foe take an extra turn.",
            "Choose a player as foe. Foe takes an extra turn.",
        ),
        (
            "Take an extra turn: this turn begins with 2 draw.",
            "Take an extra turn: this turn begins with 2 draws.",
        ),
        (
            "1 more cards may be played this turn.",
            "1 more card may be played this turn.",
        ),
        (
            "2 more card may be played this turn.",
            "2 more cards may be played this turn.",
        ),
        (
            "Use, if you has played an action this turn: draw a card.",
            "Use if you have played an action this turn: draw a card.",
        ),
        (
            "Use, if the owner of this have played an action this turn: draw a card.",
            "Use if the owner of this has played an action this turn: draw a card.",
        ),
        (
            "Use: draw (how often you has played an action this turn) cards.",
            "Use: draw (how often you have played an action this turn) cards.",
        ),
        (
            "When another player draw the card of their turn, draw a card.",
            "When another player draws the card of their turn, draw a card.",
        ),
        (
            "Other players plays with an open hand.",
            "Other players play with an open hand.",
        ),
        (
            "This bear the name of the building right of this.",
            "This bears the name of the building right of this.",
        ),
        (
            "This have the text of the building right of this.",
            "This has the text of the building right of this.",
        ),
        (
            "Buildings has:\n  win when this is stacked",
            "Buildings have:\n  win when this is stacked",
        ),
        (
            "Win when you have more building than the owner of this.",
            "Win when you have more buildings than the owner of this.",
        ),
        (
            "For each player with the most building: missile at it.",
            "For each player with the most buildings: missile at it.",
        ),
        ("Draw twelve card.", "Draw 12 cards."),
        ("DRAW TWO CARDS", "Draw 2 cards."),
        (
            "Draw 1 card, then discard 1 card.",
            "Draw a card. Discard a card.",
        ),
    ] {
        let read = parse_text(written, 0).unwrap_or_else(|faults| panic!("{written}: {faults:?}"));
        assert_eq!(print(&read), printed);
    }
}

/// Of two conditions in one sentence nobody could tell which one it belongs to.
#[test]
fn otherwise_behind_two_conditions_is_told_where_it_would_belong() {
    let text = "If you have a building, if you have no cards in hand, draw 2 cards. Otherwise, draw a card.";
    let faults = parse_text(text, 0).expect_err("it is unclear");
    let lines = "If you have a building:\n  if you have no cards in hand, draw 2 cards. Otherwise, draw a card";
    assert_eq!(faults.len(), 1);
    assert!(
        faults[0]
            .help
            .as_ref()
            .is_some_and(|help| help.contains(lines)),
        "{:?}",
        faults[0].help
    );
    assert!(parse_text(lines, 0).is_ok());
}

/// A clause that cannot be read does not hide that the next one is said in other words.
#[test]
fn all_clauses_that_are_wrong_are_told_at_once() {
    let text = "When another player takes a card from your hand, draw a card.\nWhen built, juggle 2 cards twice over.";
    let reasons: Vec<String> = parse_text(text, 0)
        .expect_err("two are wrong")
        .into_iter()
        .map(|one| one.reason)
        .collect();
    assert_eq!(reasons[0], "the language has other words for this");
    assert_eq!(reasons.len(), 2, "{reasons:?}");
}

/// It belongs to the `if`, or to what may be left undone, at its own depth.
#[test]
fn otherwise_belongs_to_what_stands_at_its_depth() {
    let outer = "If you have a building:\n  if you have no cards in hand, draw 2 cards\nOtherwise, draw a card.";
    let inner = "If you have a building:\n  if you have no cards in hand, draw 2 cards\n  otherwise, draw a card";
    let has = |text: &str| match &statements(text)[..] {
        [Statement::If { otherwise, .. }] => otherwise.is_some(),
        others => panic!("{others:?}"),
    };
    assert!(has(outer) && !has(inner));
    assert_eq!(
        statements(
            "Discard a card. If you do, draw 2 cards, then draw a card. Otherwise, draw 3 cards."
        )
        .len(),
        1
    );
    assert_eq!(
        statements("If this is stacked, draw a card. Draw 2 cards.").len(),
        2
    );
}

#[test]
fn all_that_is_said_behind_otherwise_is_done() {
    for before in [
        "Discard a card. If you do, draw a card. Otherwise, ",
        "Choose another player as foe. Foe may give a card to you. Otherwise, ",
        "You may discard a card. Otherwise, ",
        "If this is stacked, draw a card. Otherwise, ",
    ] {
        for joint in [", then", ";"] {
            let text = format!("{before}draw 2 cards{joint} shuffle the deck.");
            let together = |body: &Body| {
                let done: Vec<&Statement> = body.statements.iter().map(|one| &one.node).collect();
                matches!(done[..], [Statement::Draw { .. }, Statement::ShuffleDeck])
            };
            let last = statements(&text).pop().expect("it says something");
            assert!(last.blocks().into_iter().any(together), "{text}: {last:?}");
        }
    }
}

/// What an action does, its sentences put into statements.
fn statements(text: &str) -> Vec<Statement> {
    let mut read = parse_text(text, 0).unwrap_or_else(|faults| panic!("{text}: {faults:?}"));
    assert_eq!(expand(&mut read), []);
    match &read.clauses[..] {
        [
            Spanned {
                node: Clause::Play(body),
                ..
            },
        ] => body.statements.iter().map(|one| one.node.clone()).collect(),
        others => panic!("{text}: {others:?}"),
    }
}

/// What tells nothing, since it always holds, or never.
#[test]
fn conditions_that_always_hold_or_never_are_refused() {
    let refused = [
        (
            "building",
            "When you play a card in your hand, draw a card.",
            "never true",
        ),
        (
            "building",
            "When another player plays a card as deed: if deed is in provoker's hand, draw a card.",
            "never true",
        ),
        (
            "building",
            "When a card in your hand is put on this, draw a card.",
            "never true",
        ),
        (
            "action",
            "Destroy a building that is not of its owner.",
            "never true",
        ),
        (
            "building",
            "Use if this is of the owner of this: draw a card.",
            "always true",
        ),
        (
            "building",
            "Use if this is this: draw a card.",
            "always true",
        ),
        (
            "building",
            "Use if there are at least 0 buildings: draw a card.",
            "always true",
        ),
        (
            "building",
            "Use if 3 is at least 4: draw a card.",
            "never true",
        ),
        (
            "action",
            "Choose a card in your hand as find. If find is in tops of your buildings, draw a card.",
            "never true",
        ),
        (
            "building",
            "Other players cannot put cards in your nation.",
            "already lie in a stack",
        ),
    ];
    let sound = [
        ("building", "When you play a card from hand, draw a card."),
        (
            "building",
            "When another player plays a card as deed: if deed is in cards in the discard pile, draw a card.",
        ),
        (
            "building",
            "Other players cannot put cards onto one of your buildings.",
        ),
        (
            "building",
            "If you would play a card in your hand, you may instead draw a card.",
        ),
        (
            "action",
            "Choose a card in your hand as find. Put find face down on a building. If find is in tops of your buildings, draw a card.",
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
    let set = |text: &str| {
        file("action", text) + "[counter.year]\nmeaning = \"it ages\"\non = \"cards\"\n"
    };
    for text in [
        "Destroy one of your buildings that have exactly 5 years.",
        "Destroy one of your buildings that have exactly 5 years.",
        "If (the number of years on your buildings) is exactly 5, draw a card.",
        "Destroy a building that has the most years.",
    ] {
        let found = told(&set(text)).unwrap_or_else(|| panic!("it is accepted: {text}"));
        assert!(found.contains("a building"), "{text}\n{found}");
    }
    assert_eq!(
        told(&set("Discard a target top that has exactly 5 years.")),
        None
    );
}

/// What is wrong with a set file.
fn told(set: &str) -> Option<String> {
    let report = Library::with(vec![Source::new("example.toml", set)]).err()?;
    Some(
        report
            .faults
            .iter()
            .map(|fault| format!("{fault}\n"))
            .collect(),
    )
}

#[test]
fn more_fewer_and_numbers_as_words_mean_what_they_say() {
    let same = [
        (
            "Win when there is more than two building.",
            "Win when there are more than 2 buildings.",
        ),
        (
            "Win when this has fewer than three cards.",
            "Win when this has fewer than 3 cards.",
        ),
        ("Draw twelve cards.", "Draw 12 cards."),
        ("Draw one card.", "Draw a card."),
    ];
    for (written, printed) in same {
        let read = parse_text(written, 0).unwrap_or_else(|faults| panic!("{written}: {faults:?}"));
        assert_eq!(print(&read), printed);
    }
    // Of three cards, more than two and fewer than four.
    for (text, wins) in [
        ("more than 2", true),
        ("more than 3", false),
        ("fewer than 4", true),
        ("fewer than 3", false),
    ] {
        let set = format!(
            "id = \"town\"\ntitle = \"A town\"\nlanguage = 2\n[[card]]\nbuilding = \"Mill\"\naction = \"Rain\"\n[[victory]]\nfront = \"Hall\"\n\
             [building.\"Hall\"]\ntext = ''\n[building.\"Mill\"]\ntext = 'Win when this has at least 3 cards and this has {text} cards.'\n\
             [action.\"Rain\"]\ntext = ''\n"
        );
        let recipe = "id = \"town-game\"\ntitle = \"A town\"\nsets = [\"town\"]\ncopies = 40\nvictory = \"same\"\nhand = 3\nshields = 1\n";
        let files = vec![
            Source::new("town.toml", set),
            Source::new("town-game.toml", recipe),
        ];
        let library = Library::parse(files).unwrap_or_else(|report| panic!("{:?}", report.faults));
        let script = Arc::new(Script::new(
            library
                .compile("town-game", &Settings::default())
                .expect("it is sound"),
        ));
        let position = "turn p1 main\np1 hand: Rain\np1: Hall[] Mill[Rain, Rain]\np2: Hall[]";
        let setup =
            read_position(position, 0, &script.rules).unwrap_or_else(|faults| panic!("{faults:?}"));
        let mut game = Game::from_setup(script, &setup, 0, &mut ());
        let (choice, _) = labels(&game)
            .into_iter()
            .find(|(_, label)| label == "stack Rain on p1.2")
            .expect("it is offered");
        game.take(choice, &mut ()).expect("it is offered");
        assert_eq!(game.outcome() == Outcome::Won(Seat(0)), wins, "{text}");
    }
}

/// What would be lost without a word is told where the text is read.
#[test]
fn counters_where_none_can_lie_and_cards_left_aside_are_refused() {
    let refused = [
        (
            "action",
            "Put 3 burns on this.",
            "is not in a stack or hand",
        ),
        (
            "action",
            "Draw (the number of burns on this) cards.",
            "is not in a stack or hand",
        ),
        (
            "action",
            "If this has at least 1 burn, draw a card.",
            "is not in a stack or hand",
        ),
        (
            "action",
            "Put a burn on this. This becomes a law.",
            "is not in a stack or hand",
        ),
        (
            "building",
            "Use: choose a card in your hand as find. Put 2 burns on find.",
            "only while it lies on a building",
        ),
        (
            "building",
            "Use: put a burn on a card in the discard pile.",
            "only while it lies on a building",
        ),
        (
            "building",
            "Use: choose a card in your hand as find. Show find. Put a burn on find.",
            "only while it lies on a building",
        ),
        (
            "building",
            "Use: for each card in your hand: put a burn on it.",
            "only while it lies on a building",
        ),
        (
            "building",
            "Use: choose a card in the discard pile as find. Take find. Put a burn on find.",
            "only while it lies on a building",
        ),
        (
            "building",
            "When this is destroyed, put a burn on this.",
            "what has left its nation",
        ),
        (
            "building",
            "When a building as spot is destroyed by another player, put a burn on spot.",
            "what has left its nation",
        ),
        (
            "building",
            "When one of your buildings is destroyed by another player, put a burn on that building.",
            "what has left its nation",
        ),
        (
            "building",
            "When a card is discarded or drawn, put a burn on it.",
            "what has left its nation",
        ),
        (
            "action",
            "Choose a card in your hand as find. Set find aside. At the start of your next turn, play find.",
            "set aside does not stay",
        ),
        (
            "action",
            "Take the top card of the deck as find. At the end of this turn, take find.",
            "set aside does not stay",
        ),
    ];
    let sound = [
        (
            "action",
            "Put this face up on a building. Put a burn on this.",
        ),
        (
            "action",
            "While this is face up, at the end of each turn, put a burn on this.",
        ),
        (
            "building",
            "Use: choose a card in your hand as find. Put find face down on this. Put a burn on find.",
        ),
        (
            "action",
            "This becomes a law.\nWhile this is a law, at the end of each turn, put a burn on this.",
        ),
        ("building", "Use: put a burn on a target top."),
        (
            "building",
            "When this is destroyed, if this has at least 1 burn, draw a card.",
        ),
        (
            "building",
            "When this is destroyed, put a burn on provoker. Take this. Put a burn on this.",
        ),
        // What was put somewhere in the same text can be moved, flipped and destroyed from there.
        (
            "action",
            "Put this face up on a building. Move this onto a building.",
        ),
        (
            "action",
            "Let me be this. Put me face up on a building. Move me onto a building. Flip this.",
        ),
        (
            "action",
            "Choose a card in your hand as find. Put find face down on a building. Flip find.",
        ),
        (
            "building",
            "Use: choose a card in the discard pile as find. Put find face up on this. Destroy find.",
        ),
        ("building", "When this is destroyed, destroy a top."),
        (
            "building",
            "When a building is destroyed, put a burn on this.",
        ),
        (
            "building",
            "When a building is destroyed or built, put a burn on it.",
        ),
        (
            "building",
            "When a card is discarded, put it face down on this. Put a burn on it.",
        ),
        (
            "building",
            "If this would be destroyed, instead put a burn on this.",
        ),
        (
            "action",
            "Choose a card in your hand as find. Set find aside. Put find face down on a building. At the \
             start of your next turn, play find.",
        ),
        (
            "action",
            "Choose a card in your hand as find. Set find aside. At the end of this turn, draw a card. Take \
             find.",
        ),
    ];
    let folder = tempfile::tempdir().expect("a folder can be made");
    let path = folder.path().join("example.toml");
    let told = |(kind, text): (&str, &str)| {
        fs::write(&path, file(kind, text)).expect("a file can be written");
        let report = Library::load(std::slice::from_ref(&path)).err();
        report.map(|report| {
            report
                .faults
                .iter()
                .map(|fault| format!("{fault}\n"))
                .collect::<String>()
        })
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
    for phrase in phrases() {
        let example = phrase.example.trim();
        let faults = parse_text(example, 0).expect_err(example);
        if let Some(told) = &phrase.tell {
            let advice = advice(example, 0, faults[0].span)
                .unwrap_or_else(|| panic!("nothing is told: {example}"));
            assert_eq!(advice.fault.help.as_ref(), Some(told), "{example}");
            continue;
        }
        let mut text = example.to_string();
        for fix in fixes(example, 0).iter().rev() {
            assert_eq!(
                fix.texts.len(),
                1,
                "it is put right in one way: {example}: {:?}",
                fix.texts
            );
            text.replace_range(fix.span.start..fix.span.end, &fix.texts[0]);
        }
        assert!(
            parse_text(&text, 0).is_ok(),
            "it is not put right: {example}"
        );
    }
}

/// What cannot be put right as a whole is put right as far as it goes, and the fault is what is left.
#[test]
fn a_text_is_put_right_as_far_as_it_goes() {
    let text = "Whenever you play an action, draw 2 cards, then put a card from your hand face down yonder.";
    let faults = parse_text(text, 0).expect_err("it is refused");
    assert_eq!(fixes(text, 0), []);
    let advice = advice(text, 0, faults[0].span).expect("something is told");
    let fault = advice.fault.span;
    assert_eq!(&text[fault.start..fault.end], "yonder");
    assert_eq!(
        advice.before.as_deref(),
        Some("when you play an action, draw 2 cards")
    );
}

/// What hangs on a condition stays one sentence.
#[test]
fn several_sentences_of_a_row_hang_on_the_condition_before_them() {
    let fixed = fixes(
        "If this is stacked, launch a missile at two different players.",
        0,
    );
    let said = "If this is stacked, choose a player as first-foe, then missile at first-foe, then missile at a player except first-foe.";
    assert_eq!(fixed[0].texts, [said]);
}

/// What follows in the same sentence would come as often.
#[test]
fn what_follows_another_wording_stays_where_it_is() {
    assert_eq!(fixes("Draw 1 card twice; draw 2 cards", 0), []);
    let fixed = fixes("Draw 1 card twice. Draw 2 cards.", 0);
    assert_eq!(fixed.len(), 1);
    assert_eq!(
        fixed[0].texts,
        ["Repeat 2 times: draw a card. Draw 2 cards."]
    );
}

/// In a loop with a name of its own, `enemy` may be the one that is named: nobody else is written in its place.
#[test]
fn an_enemy_in_a_loop_is_not_written_anew() {
    let mended = |text: &str| {
        let at = text.rfind("enemy").expect("it is there");
        let fix = fix_at(text, 0, Span::new(at, at + 5), true);
        fix.is_some_and(|fix| fix.texts.iter().any(|text| text.contains("another player")))
    };
    assert!(!mended(
        "For each other player clockwise from you as foe: foe draws a card, then enemy discards a card."
    ));
    assert!(!mended(
        "For each other player as foe:\n  foe draws a card\n  enemy discards a card"
    ));
    assert!(mended("Draw a card. Destroy a building of enemy."));
    assert!(mended(
        "For each other player as foe: foe draws a card. Destroy a building of enemy."
    ));
}

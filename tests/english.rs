//! Cards in plain English: `brink explain`, and what it says of all that the language can say.

mod support {
    pub mod around;
    pub mod grammar;
    pub mod large;
    pub mod pages;
    pub mod program;
}

use std::fs;

use brink::rules::{Library, SaidReading, Settings};
use support::around::file;
use support::grammar::wrong;
use support::large::Large;
use support::pages::examples;
use support::program::{Run, brink_in as brink, project};

fn explain(names: &[&str]) -> Run {
    brink(project(), &[&["explain"], names].concat(), "")
}

/// What is said, where nothing is wrong.
fn said(names: &[&str]) -> String {
    let run = explain(names);
    assert_eq!((run.err.as_str(), run.code), ("", Some(0)), "{names:?}");
    run.out
}

/// Sentences that fit together, on lines that fit on a screen.
fn check_grammar(text: &str) {
    if let Some(wrong) = wrong(text) {
        panic!("{wrong:?} is no English:\n{text}");
    }
    for line in text.lines() {
        assert!(line.chars().count() <= 80, "{line:?} is too long");
        assert_eq!(line, line.trim_end());
    }
}

#[test]
fn every_card_and_word_of_both_games_reads_like_a_rule() {
    for set in ["1961", "1971", "core"] {
        let text = said(&[set]);
        check_grammar(&text);
        insta::assert_snapshot!(format!("the_set_{set}"), text);
    }
}

#[test]
fn the_cards_of_other_sets_read_like_rules() {
    for set in ["aims", "bids", "harbour", "market", "puppets", "rings", "sayings", "thieves"] {
        let text = said(&[&format!("tests/cards/{set}.toml")]);
        check_grammar(&text);
        insta::assert_snapshot!(format!("the_set_{set}"), text);
    }
}

/// All sentences of a text that a page shows, below the text itself.
fn shown(kind: &str, text: &str) -> Option<String> {
    let content = match kind {
        "toml" => text.to_string(),
        "building" | "action" | "keyword" | "tally" => file(kind, text),
        _ => return None,
    };
    let folder = tempfile::tempdir().expect("a folder can be made");
    let path = folder.path().join("example.toml");
    fs::write(&path, content).expect("a file can be written");
    let library = Library::load(std::slice::from_ref(&path)).unwrap_or_else(|report| panic!("{:?}", report.faults));
    let mine = |set: &str| {
        library.sets().iter().any(|file| file.id.node == set && *file.source.name == *path.to_string_lossy())
    };
    let mut out = String::new();
    let mut add = |readings: &[SaidReading]| {
        for reading in readings {
            for (dispute, value) in &reading.settled {
                out.push_str(&format!("  [{dispute} = {value}]\n"));
            }
            reading.english.iter().for_each(|sentence| out.push_str(&format!("  {sentence}\n")));
        }
    };
    for face in library.said().iter().filter(|face| mine(&face.set)) {
        let empty = face
            .readings
            .iter()
            .all(|reading| reading.english.is_empty() || reading.english == ["This cannot be played as an action."]);
        if !empty || kind == "toml" {
            add(&face.readings);
        }
    }
    let declared = if kind == "keyword" { text.split_whitespace().nth(1) } else { Some("mills") };
    for word in library
        .said_words(|_| false)
        .iter()
        .filter(|word| kind != "building" && kind != "action" && Some(&*word.name) == declared)
    {
        add(&word.readings);
    }
    Some(out)
}

#[test]
fn every_example_of_the_language_page_has_sentences() {
    let mut document = String::new();
    for (kind, text) in examples("docs/language.md") {
        if let Some(out) = shown(&kind, &text) {
            check_grammar(&textwrap::fill(&out, 80).lines().map(str::trim_end).collect::<Vec<_>>().join("\n"));
            assert!(!out.trim().is_empty(), "nothing is said of:\n{text}");
            document.push_str(&format!("{text}\n\n{out}\n"));
        }
    }
    insta::assert_snapshot!(document);
}

#[test]
fn a_game_says_its_cards_as_they_are_in_it() {
    let library = Library::builtin().expect("the project's own cards are sound");
    let read = |disputes: &[(&str, &str)], name: &str| {
        let disputes = disputes.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect();
        let settings = Settings { disputes, ..Settings::default() };
        let rules = library.compile("1961", &settings).expect("the recipe makes a game");
        let face = rules.faces.iter().find(|face| face.label == name).expect("the card is in the game");
        face.english.join("\n")
    };
    assert_eq!(read(&[], "Research"), "Replay 1* cards in the discard pile that can be replayed.");
    let once = "Replay 1* different cards in the discard pile that can be replayed.";
    assert_eq!(read(&[("research-repeats", "no")], "Research"), once);
    assert_eq!(read(&[], "Embassy"), "This counts as an embassy (3 embassies win).");
    let rules = library.compile("1961", &Settings::default()).expect("the recipe makes a game");
    assert!(rules.keywords.iter().all(|keyword| !keyword.english.is_empty()));
    assert!(rules.tallies.iter().all(|tally| !tally.english.is_empty()) && !rules.crisis_english.is_empty());
}

/// A reading of ours is a default, but printed nowhere.
#[test]
fn a_default_is_as_printed_where_a_booklet_says_so() {
    let said = |dispute: &str| said(&[dispute]);
    assert!(said("counterculture-cards").contains("different, by default, as printed: No"));
    assert!(said("radar-travel").contains("open, by default: Yes"));
    assert!(said("eliminated-hand").contains("discard, by default: To the discard pile."));
}

#[test]
fn names_are_found_as_people_type_them() {
    let moon = said(&["Moon Lander"]);
    assert!(
        moon.starts_with("Moon Lander (victory card of 1961)\n  You win when this has at least 5 cards.\n"),
        "{moon}"
    );
    for names in [&["moon lander"][..], &["MOON", "lander"], &["1961:Moon Lander"]] {
        assert_eq!(said(names), moon, "{names:?}");
    }
    assert_eq!(said(&["world\u{2019}s fair"]), said(&["World's Fair"]));
    // A name of former days, which the rules tell.
    assert!(said(&["Peaceful Protest"]).starts_with("Civil Reform (action of 1971"));
    // Both sets have one.
    assert_eq!(said(&["response system"]).matches("Response System (action of ").count(), 2);
    // What a card says with words of its own is explained below it.
    let silo = said(&["missile silo"]);
    assert!(silo.contains("missile at a player (keyword)") && silo.contains("sheltered (status)"), "{silo}");
    for word in ["missile", "sheltered", "guarded", "embassies", "research-repeats", "crisis"] {
        check_grammar(&said(&[word]));
    }
    // Several at once.
    assert!(said(&["Bunker", "Embassy"]).contains("Embassy (building of 1961"));
}

#[test]
fn misspelt_names_are_suggested() {
    for (name, help) in [
        ("Moon Lande", "did you mean `Moon Lander`?"),
        ("mssile", "did you mean `missile`?"),
        ("reserch-repeats", "did you mean `research-repeats`?"),
        ("qqqqqqqqqqqqqqqqqq", "name a set to see all of its cards and words"),
    ] {
        let run = explain(&[name]);
        assert_eq!((run.out.as_str(), run.code), ("", Some(2)), "{name}");
        assert!(run.err.contains(&format!("no card, set or word is called `{name}`")), "{}", run.err);
        assert!(run.err.contains(help), "{}", run.err);
    }
    assert_eq!(explain(&[]).code, Some(2));
    let run = explain(&["no/such.toml"]);
    assert!(run.code == Some(2) && run.err.contains("there is no file `no/such.toml`"), "{}", run.err);
}

const MINE: &str = r#"id = "mine"
title = "A set of my own"
language = 2

[[card]]
building = "Volcano"
action = "Tremor"

[building."Volcano"]
text = '''
use "smoke" once a turn: pay discard the top of this; erupt at any player except you
when destroyed by anything: draw 1 card
'''
says = '''
Who builds here
knows why.
'''

[action."Tremor"]
text = '''
play: erupt at any player
when revealed by erupt: draw 1 card
'''

[keyword.erupt]
reads = "let it rain ash on {town}"
noun = "an eruption"
text = '''
define erupt at (town: player):
  for each building of town: destroy the top of it
'''
"#;

/// Explains what lies in `mine.toml`.
fn mine(text: &str, names: &[&str]) -> Run {
    let folder = tempfile::tempdir().expect("a folder can be made");
    fs::write(folder.path().join("mine.toml"), text).expect("a file can be written");
    brink(folder.path(), &[&["explain", "mine.toml"], names].concat(), "")
}

#[test]
fn a_file_of_ones_own_is_explained_in_its_own_words() {
    let run = mine(MINE, &[]);
    assert_eq!((run.err.as_str(), run.code), ("", Some(0)));
    check_grammar(&run.out);
    insta::assert_snapshot!(run.out);
    let one = mine(MINE, &["tremor"]);
    assert!(
        one.out.starts_with("Tremor (action of mine, on a card with Volcano)\n  Let it rain ash on any player.\n  When this is turned up in a stack by an eruption: draw 1 card.\n"),
        "{}",
        one.out
    );
}

#[test]
fn the_faults_of_a_file_are_told() {
    let run = mine(&MINE.replace("{town}", "{twon}").replace("draw 1 card", "drwa 1 card"), &[]);
    assert_eq!((run.out.as_str(), run.code), ("", Some(1)));
    insta::assert_snapshot!(run.err);
}

#[test]
fn what_steers_a_terminal_is_refused_in_an_authors_words() {
    let run = mine(&MINE.replace("knows why", "knows \u{1b}[2J why"), &[]);
    assert_eq!(run.code, Some(1));
    assert!(!run.out.contains('\u{1b}') && !run.err.contains("\u{1b}[2J"), "{}", run.err);
}

#[test]
fn a_recipe_is_explained_by_its_sets() {
    let text = said(&["tests/cards/rings-game.toml"]);
    assert!(text.starts_with("Dams, Locks and Weirs") && text.contains("Weir (building of rings"), "{text}");
}

/// What a building and an action of a game say, where storms are settled as `no`.
fn in_calm_weather(building: &str, action: &str) -> [String; 2] {
    let more = "\n[dispute.storms]\nrules = [\"R\"]\nquestion = \"Q?\"\nvalues.no = \"no\"\nvalues.yes = \"yes\"\ndefault = \"no\"\n\
                \n[tally.mills]\nrules = [\"R\"]\nwins-at = 3\n";
    let large = Large { kinds: 1, buildings: &[building], actions: &[action], more, ..Large::default() };
    let script = large.script();
    let kind = &script.rules.kinds[0];
    let faces = [Some(kind.buildings[0]), kind.action];
    faces.map(|face| {
        let said = script.rules.faces[face.expect("it has two sides").index()].english.join("\n");
        assert_eq!(wrong(&said), None, "{said}");
        said
    })
}

#[test]
fn the_words_of_a_card_are_those_that_its_texts_use() {
    let more = "\n[dispute.storms]\nrules = [\"R\"]\nquestion = \"Q?\"\nvalues.no = \"no\"\nvalues.yes = \"yes\"\ndefault = \"no\"\n\
                \n[status.open]\nmeaning = \"m\"\n\n[status.wet]\nmeaning = \"m\"\n\
                \n[keyword.wave]\nreads = \"let a wave in\"\ntext = 'define wave: swell; if \"storms\" is \"yes\": calm'\n\
                \n[keyword.swell]\ntext = 'define swell: if (the first of buildings) is wet: draw 1 card'\n\
                \n[keyword.calm]\ntext = 'define calm: flip any top'\n\
                \n[keyword.hush]\nreads = \"draw a card in peace\"\ntext = 'define hush: draw 1 card'\n\
                \n[keyword.other]\ntext = 'define other: draw 1 card'\n\
                \n[tally.mills]\nrules = [\"R\"]\nwins-at = 3\ntext = 'count buildings that are disabled'\n\
                \n[[building.\"Hut 0\".instead]]\nif = { storms = \"yes\" }\n\
                text = '''\nuse \"open\" once a turn: wave\nneighbours of this are guarded\n'''\n";
    // What `hush` does is said in other words, all of it.
    let building = "use \"open\" once a turn: wave; hush";
    let action = "play: draw 1 card\nwhen revealed by calm: draw 1 card\nwhile this is face up: this counts as a mill";
    let large = Large { kinds: 1, buildings: &[building], actions: &[action], more, ..Large::default() };
    let library = large.library().expect("it is sound");
    let words = |name: &str| library.said().into_iter().find(|face| face.name == name).expect("it is there").words;
    assert_eq!(words("Hut 0"), ["wave", "guarded", "swell", "calm", "wet"]);
    assert_eq!(words("Act 0"), ["calm", "mills", "disabled"]);
    // In a game what is not so there is not among them.
    let script = large.script();
    let rules = &script.rules;
    let used = |name: &str| {
        let face = rules.faces.iter().find(|face| face.label == name).expect("it is there");
        face.words.iter().map(|word| rules.meaning(*word).name).collect::<Vec<_>>()
    };
    assert_eq!(used("Hut 0"), ["wave", "swell", "wet"]);
    assert_eq!(used("Act 0"), ["calm"]);
}

#[test]
fn numbers_and_ordinals_fit_into_their_sentences() {
    let many = |count: usize| -> String {
        let chosen: String = (1..=count).map(|at| format!("  choose a building as b{at}\n")).collect();
        let used: Vec<String> = (1..=count).map(|at| format!("b{at} is stacked")).collect();
        format!("play:\n{chosen}  require {}", used.join(" and "))
    };
    for (action, said) in [
        (
            "play: let n be the number of seats; draw n cards".to_string(),
            "Draw as many cards as the number of players who began.",
        ),
        (
            "play: let n be the number of seats; let m be n; draw m cards".to_string(),
            "Note the number of players who began.\nDraw that number of cards.",
        ),
        ("play: let n be 3*; draw n cards".to_string(), "Draw 3* cards."),
        (
            "play: draw (the number of seats) cards".to_string(),
            "Draw as many cards as the number of players who began.",
        ),
        ("play: let n be (3 if \"storms\" is \"yes\" otherwise 2); draw n cards".to_string(), "Draw 2 cards."),
    ] {
        assert_eq!(in_calm_weather("", &action)[1], said, "{action}");
    }
    let said = &in_calm_weather("", &many(8))[1];
    assert!(
        said.contains(
            " or the sixth building has no cards or the 7th building has no cards or it has no cards, stop here."
        ),
        "{said}"
    );
}

#[test]
fn what_is_noted_is_said_where_it_is_needed() {
    for (action, said) in [
        // Nothing has changed in between, or everything since it was read.
        (
            "play: let many be whether there are at least 4 of your buildings; if many: draw 1 card",
            "If you have at least 4 buildings, draw 1 card.",
        ),
        (
            "play: let many be whether there are at least 4 of your buildings; draw 1 card; if not many: draw 2 cards",
            "Draw 1 card.\nIf you had fewer than 4 buildings when this began, draw 2 cards.",
        ),
        (
            "play: let bare be whether there is no building that is stacked; draw 1 card; if bare: draw 2 cards",
            "Draw 1 card.\nIf there was no building that had a card when this began, draw 2 cards.",
        ),
        (
            "play: let n be the number of your buildings; draw 1 card; draw n cards",
            "Draw 1 card.\nDraw as many cards as the number of your buildings when this began.",
        ),
        // It is read when the text has begun, or needed twice, or time and again.
        (
            "play: draw 1 card; let many be whether there are at least 4 of your buildings; draw 1 card; if many: draw 2 cards",
            "Draw 1 card.\nNote whether you have at least 4 buildings.\nDraw 1 card.\nIf that was so, draw 2 cards.",
        ),
        (
            "play:\n  let n be the number of your buildings\n  draw n cards\n  draw n cards",
            "Note the number of your buildings.\nDraw that number of cards.\nDraw that number of cards.",
        ),
        (
            "play:\n  let many be whether there are at least 4 of your buildings\n  repeat 2 times:\n    if many: draw 1 card",
            "Note whether you have at least 4 buildings.\nDo this twice: if that was so, draw 1 card.",
        ),
    ] {
        assert_eq!(in_calm_weather("", action)[1], said, "{action}");
    }
}

#[test]
fn what_may_be_done_and_what_follows_all_the_same_are_no_sentence() {
    for (building, said) in [
        (
            "use once a turn: you may draw a card; discard the top of this",
            "Once a turn:\n  - You may draw 1 card.\n  - Discard the top card of this.",
        ),
        (
            "when another player plays an action, you may draw a card; discard the top of this",
            "When another player plays an action:\n  - You may draw 1 card.\n  - Discard the top card of this.",
        ),
        (
            "use once a turn: if you have at least 2 buildings, you may draw a card; draw 2 cards",
            "Once a turn:\n  - If you have at least 2 buildings:\n    - You may draw 1 card.\n    - Draw 2 cards.",
        ),
        (
            "use once a turn: you may: draw 1 card; discard the top of this",
            "Once a turn: if you wish, draw 1 card, then discard the top card of this.",
        ),
        (
            "use once a turn: discard the top of this; you may draw a card",
            "Once a turn: discard the top card of this, then you may draw 1 card.",
        ),
    ] {
        assert_eq!(in_calm_weather(building, "play: draw 1 card")[0], said);
    }
}

#[test]
fn what_is_chosen_before_it_moves_stays_what_it_was() {
    for (building, said) in [
        (
            "use: choose the building left of this as spot; swap this with the building right of this; destroy spot",
            "choose the building left of this",
        ),
        ("use: choose the top of this as lid; flip lid; show lid", "lay it aside, then show it to everyone"),
        (
            "use: pay discard a card; take an extra turn",
            "to pay for it, discard any card in your hand, then after this turn",
        ),
    ] {
        let told = &in_calm_weather(building, "play: draw 1 card")[0];
        assert!(told.contains(said), "{told}");
    }
}

#[test]
fn players_votes_and_costs_are_told_as_such() {
    for (building, said) in [
        ("use: pay discard 2 cards: win", "On your turn, as often as you like: discard 2 cards in your hand to win."),
        (
            "use once a turn: pay discard 2 cards; the next player clockwise from you draws 1 card",
            "Once a turn: to pay for it, discard 2 cards in your hand, then the next player clockwise from you draws 1 card.",
        ),
        (
            "at the start of each player's turn, that player draws a card",
            "When the turn of a player begins: the player whose turn it is draws 1 card.",
        ),
        (
            "when a building of another player is destroyed, its owner draws a card",
            "When a building that is not in your nation is destroyed, noting the owner of that building: that owner draws 1 card.",
        ),
        (
            "if another player would play an action, you may pay 2 cards instead",
            "If another player would play an action, if there are at least 2 cards in your hand, you may do this instead: discard 2 cards in your hand.",
        ),
    ] {
        assert_eq!(in_calm_weather(building, "play: draw 1 card")[0], said, "{building}");
    }
    for (action, said) in [
        (
            "play: each other player secretly chooses a number from 0 to 1 as vote; if the number of other players that (the vote of it is exactly 1) is more than the number of other players that (the vote of it is exactly 0): draw 2 cards",
            "Each other player secretly chooses a number from 0 to 1 (1 is yes); then all choices are shown.\n\
             If more of those who voted chose yes than no, draw 2 cards.",
        ),
        ("play: the player on your right skips their next turn", "The player on your right skips the next turn."),
        ("play: each player with no buildings loses", "For each player that has no buildings, that player loses."),
        (
            "play: choose a building. Each player with fewer buildings than its owner draws a card.",
            "Choose a building.\nNote its owner.\n\
             For each player that has fewer buildings than the noted player, that player draws 1 card.",
        ),
        (
            "play: return the top card of a building to its owner's hand",
            "Give the top card of any building to its owner.",
        ),
    ] {
        assert_eq!(in_calm_weather("", action)[1], said, "{action}");
    }
}

#[test]
fn what_must_hold_is_said_with_what_hangs_on_it() {
    for (action, said) in [
        ("play: require there is a target top; draw 1 card", "If there is an unguarded top card, draw 1 card."),
        (
            "play: require there is a target top; draw 1 card; require there is a target top; draw 2 cards; draw 3 cards",
            "If there is no unguarded top card, nothing happens.\nDraw 1 card.\n\
             If by now there is no unguarded top card, stop here.\nDraw 2 cards.\nDraw 3 cards.",
        ),
        (
            "play:\n  repeat 2 times:\n    require there is a target top\n    draw 1 card",
            "Do this twice: if there is no unguarded top card, do this no more, then draw 1 card.",
        ),
        (
            "play:\n  for each player:\n    require there is a target top\n    draw 1 card\n    draw 2 cards",
            "For each player: if there is no unguarded top card, go on with the next, then draw 1 card, then draw 2 cards.",
        ),
    ] {
        assert_eq!(in_calm_weather("", action)[1], said, "{action}");
    }
}

#[test]
fn what_is_chosen_is_said_in_the_order_in_which_it_is_chosen() {
    for (action, said) in [
        ("play: choose a top as prey; discard prey", "Discard the top card of any stack."),
        (
            "play: choose a player as guest; give any card in your hand to guest",
            "Choose a player.\nGive any card in your hand to that player.",
        ),
        (
            "play: ready the deck; take the top card of the deck as fresh; choose a building as spot; put fresh face down on spot; draw 1 card",
            "Make sure that the deck has a card.\nPut the top card of the deck, unseen, face down on any building.\nDraw 1 card.",
        ),
        (
            "play: choose a top as prey; choose a building as spot; move prey onto spot",
            "Move the top card of any stack onto any building.",
        ),
        (
            "play: choose a building as spot; choose a top as prey; move prey onto spot",
            "Choose a building.\nMove the top card of any stack onto that building.",
        ),
        (
            "play:\n  may choose a player except you as guest:\n    give any card in your hand to guest\n    draw 1 card",
            "You may choose another player; if you do, give any card in your hand to that player, then draw 1 card.",
        ),
        ("play:\n  may choose a top as prey: discard prey", "You may discard the top card of any stack."),
    ] {
        assert_eq!(in_calm_weather("", action)[1], said, "{action}");
    }
}

#[test]
fn what_never_holds_in_a_game_is_left_out_there() {
    let (never, always) = ("\"storms\" is \"yes\"", "\"storms\" is \"no\"");
    for (building, said) in [
        (
            format!("while {never}: this is guarded\nwhile {always}: neighbours of this are disabled"),
            "The neighbours of this are disabled.",
        ),
        (
            format!("while {never}: this counts as a mill\nthis counts as a mill"),
            "This counts as a mill (which wins nothing in this game).",
        ),
        (
            format!("win when {never} and this has at least 5 cards\nwin when {always} and this has at least 4 cards"),
            "You win when this has at least 4 cards.",
        ),
        (format!("win when {always}"), "You win."),
        (
            format!("use \"a\" once a turn, if {never}: draw 1 card\nuse \"b\" once a turn, if {always}: draw 1 card"),
            "\"b\", once a turn: draw 1 card.",
        ),
        (
            format!("use: pay discard the top of this; require {never}; draw 1 card"),
            "On your turn, as often as you like: to pay for it, discard the top card of this, then nothing more happens.",
        ),
    ] {
        assert_eq!(in_calm_weather(&building, "play: draw 1 card")[0], said, "{building}");
    }
    for (action, said) in [
        (format!("play: draw 1 card; require {never}; draw 2 cards"), "Draw 1 card.\nNothing more happens."),
        (format!("play: draw 1 card; require {always}; draw 2 cards"), "Draw 1 card.\nDraw 2 cards."),
        (format!("play:\n  if {always}: require {never}\n  draw 2 cards"), "Nothing more happens."),
        (format!("play:\n  let calm be whether {always}\n  if calm: draw 2 cards"), "Draw 2 cards."),
        (
            format!(
                "play:\n  either:\n    now: draw 1 card\n    then, if {never}: draw 2 cards\n    late, if {always}: draw 3 cards"
            ),
            "Choose one:\n  - \"now\": draw 1 card.\n  - \"late\": draw 3 cards.",
        ),
        (
            format!("play: choose a building that ({never}); put this face down on it"),
            "Put this face down on any building (none in this game).",
        ),
    ] {
        assert_eq!(in_calm_weather("", &action)[1], said, "{action}");
    }
}

#[test]
fn what_a_text_notes_several_of_is_told_apart() {
    for (action, said) in [
        (
            "play:\n  choose a number from 1 to 3 as low\n  choose a number from low to 2 as high\n  draw high cards",
            "Choose a number from 1 to 3 (the first chosen number).\n\
             Choose a number from the first chosen number to 2 (the second chosen number).\n\
             Draw the second chosen number of cards.",
        ),
        (
            "play:\n  let votes be 0 for each player\n  repeat 2 times:\n    let rounds be 0 for each player\n    \
             add 1 to the rounds of you\n    add (the rounds of you) to the votes of you\n  draw (the votes of you) cards",
            "Do this twice: count 0 for each player in the second count, then count 1 more for you in the second count, \
             then count your second count more for you in the first count.\nDraw as many cards as your first count.",
        ),
        (
            "play:\n  each player secretly chooses another player as partner\n  for each player as chooser:\n    \
             if the partner of (the partner of chooser) is chooser: draw 2 cards",
            "Each player secretly chooses a player other than that one; then all choices are shown.\n\
             For each player: if whom the player whom that player has chosen has chosen is that player, draw 2 cards.",
        ),
        (
            "play:\n  look at the top (the number of players) cards of the deck\n  show them",
            "Look at the top cards of the deck, as many as the number of players.\nShow them to everyone.",
        ),
    ] {
        let all = &in_calm_weather("", action)[1];
        assert!(all.ends_with(said), "{action}\n{all}");
    }
    let [_, vote] = in_calm_weather(
        "",
        "play: each player secretly chooses a number from 0 to 1 as vote; if the number of players that (the vote of it is exactly 1) is more than the number of players that (the vote of it is exactly 0): each player draws a card",
    );
    assert!(vote.starts_with("Each player secretly chooses a number from 0 to 1 (1 is yes); then"), "{vote}");
    let [_, bid] =
        in_calm_weather("", "each player secretly chooses a number from 0 to 1 as bid; draw the bid of you cards");
    assert!(bid.starts_with("Each player secretly chooses a number from 0 to 1; then"), "a bid is no vote: {bid}");
    let [building, _] = in_calm_weather("use once a game for all players: draw 1 card", "play: draw 1 card");
    assert_eq!(building, "Once a game for all players together: draw 1 card.");
    // What stands comes to a hand, whatever it is called; a card that stands in no nation is given.
    for (action, said) in [
        ("play: return any target building to its owner's hand", "into the hand of its owner"),
        (
            "play: choose a building as spot; return any of neighbours of spot to its owner's hand",
            "into the hand of its owner",
        ),
        ("play: give a building in your hand to any player", "to any player."),
        ("play: give the top of any building to any player", "to any player."),
    ] {
        let all = &in_calm_weather("", action)[1];
        assert!(all.contains(said) && all.contains("hand of") == said.starts_with("into"), "{action}\n{all}");
    }
    let back = "if a building of you would be destroyed, instead: return it to its owner's hand";
    let [building, _] = in_calm_weather(back, "play: draw 1 card");
    assert!(
        building.ends_with("this happens instead: put that building into the hand of the owner of that building."),
        "{building}"
    );
}

#[test]
fn numbers_of_several_parts_are_read_in_one_way_alone() {
    for (number, said) in [
        ("(twice (the number of your buildings plus 1))", "twice (the number of your buildings plus 1)"),
        ("((twice the number of your buildings) plus 1)", "(twice the number of your buildings) plus 1"),
        ("(5 minus (the number of your buildings plus 1))", "5 minus (the number of your buildings plus 1)"),
        ("((5 minus the number of your buildings) plus 1)", "(5 minus the number of your buildings) plus 1"),
        ("(the number of seats plus 1 plus 2)", "the number of players who began plus 1 plus 2"),
        (
            "(half of (the number of your buildings plus 1), rounded down)",
            "half of (the number of your buildings plus 1), rounded down",
        ),
        (
            "((half of the number of your buildings, rounded down) plus 1)",
            "(half of the number of your buildings, rounded down) plus 1",
        ),
    ] {
        let said = format!("Draw as many cards as {said}.");
        assert_eq!(in_calm_weather("", &format!("play: draw {number} cards"))[1], said, "{number}");
    }
}

#[test]
fn how_a_face_wins_is_among_its_sentences() {
    let library = Library::builtin().expect("the built-in cards are sound");
    for recipe in ["1961", "1971"] {
        let rules = library.compile(recipe, &Settings::default()).expect("the recipe makes a game");
        for face in &rules.faces {
            assert_eq!(face.winning.is_empty(), face.places.wins.is_empty(), "{}", face.label);
            assert!(face.winning.iter().all(|sentence| face.english.contains(sentence)), "{}", face.label);
        }
    }
}

#[test]
fn a_card_that_tables_read_otherwise_comes_with_what_they_are_asked() {
    let strike = said(&["First Strike"]);
    for dispute in ["strike-answers", "strike-two-left"] {
        assert!(strike.contains(&format!("`{dispute}` is ")), "{strike}");
        assert_eq!(strike.matches(&format!("\n{dispute} (dispute)\n")).count(), 1, "{strike}");
    }
    check_grammar(&strike);
}

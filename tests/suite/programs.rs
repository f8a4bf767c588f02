//! The lowered programs of the project's own games, printed for people: what changes here changes play.

use crate::support::scripts::builtin;
use brink::rules::{Library, Settings, explain};
use brink::text::Source;

fn programs(recipe: &str) -> String {
    let library = builtin();
    let rules = library
        .compile(recipe, &Settings::default())
        .expect("the recipe compiles");
    explain(&rules)
}

#[test]
fn the_programs_of_1961_are_known() {
    insta::assert_snapshot!(programs("1961"));
}

/// The program of an action with this text, and of the keyword it may use.
fn program(text: &str, keyword: &str) -> String {
    let set = format!(
        "id = \"mills\"\ntitle = \"Mills\"\nlanguage = 2\n[[card]]\nbuilding = \"Mill\"\naction = \"Gust\"\n[[victory]]\n\
         front = \"Castle\"\n[building.\"Mill\"]\ntext = ''\n[building.\"Castle\"]\ntext = ''\n\
         [action.\"Gust\"]\ntext = '''\n{text}\n'''\n[keyword.hurl]\ntext = '''\n{keyword}\n'''\n"
    );
    let recipe = "id = \"windy\"\ntitle = \"Windy\"\nsets = [\"mills\"]\ncopies = 9\nvictory = \"same\"\nhand = 3\nshields = 1\n";
    let library = Library::parse(vec![
        Source::new("mills.toml", set),
        Source::new("windy.toml", recipe),
    ]);
    let rules = library
        .expect("the files are sound")
        .compile("windy", &Settings::default());
    explain(&rules.expect("the recipe compiles"))
}

#[test]
fn a_block_that_is_left_early_is_closed() {
    insta::assert_snapshot!(program(
        "Unanswered:\n  at once: choose a target top that is face up, then flip it\n  hurl at a player",
        "Define hurl at (victim: player): unanswered: choose a card in victim's hand, then discard it.",
    ));
}

#[test]
fn choices_of_one_step_are_offered_only_together() {
    insta::assert_snapshot!(program(
        "Choose a target top as cargo. Move cargo onto a building of the owner of cargo except the building under cargo.",
        "Define hurl: move a target top onto a building except the building under it.",
    ));
}

#[test]
fn an_outer_candidate_is_kept_for_inner_filters() {
    insta::assert_snapshot!(program(
        "Choose a building that is in (buildings except it that are stacked). Destroy it. Hurl.",
        "Define hurl: draw a card.",
    ));
}

/// PLY-4: whether a text takes its own card somewhere is told by what it does.
#[test]
fn a_text_that_puts_its_own_card_somewhere_is_known() {
    let puts = |text: &str, keyword: &str| {
        let program = program(text, keyword);
        let head = program
            .lines()
            .find(|line| line.contains("play ["))
            .unwrap_or_else(|| panic!("{program}"));
        head.contains("puts this")
    };
    let hurl = "Define hurl: draw a card.";
    for text in [
        "Put this face up on a building.",
        "Build this at a place.",
        "Give this to a player.",
        "Remove this.",
        "Draw a card. Discard this.",
        "Let mine be this. Take mine.",
        "Take the first of this plus cards in your hand.",
        "Choose a card in your hand plus this as found. If there is a building that is stacked, put found face down on a building.",
        "For each card in your hand plus this: discard it.",
        "Discard 2 cards from your hand plus this.",
        "Show 2 cards in your hand plus this. Discard one of them.",
        "Repeat 2 times:\n  you may choose a player: give this to it",
        "Either:\n  keep: draw a card\n  lay: put this face up on a building",
    ] {
        assert!(puts(text, hurl), "{text}");
    }
    assert!(puts(
        "Hurl this.",
        "Define hurl (thing: card): put thing face down on a building."
    ));
    for text in [
        "Draw a card.",
        "Show this.",
        "Discard a top.",
        "Discard a card.",
        "Let mine be this. Show mine. Let other be a card in your hand. Discard other.",
        "For each card in your hand plus this: show it. For each card in your hand: discard it.",
        "Show 2 cards in your hand plus this. Discard a card.",
        "Replay a card in the discard pile.",
    ] {
        assert!(!puts(text, hurl), "{text}");
    }
    assert!(!puts(
        "Hurl a card in your hand.",
        "Define hurl (thing: card): put thing face down on a building."
    ));
    assert!(!puts(
        "Hurl this.",
        "Define hurl (thing: card): show thing."
    ));
}

#[test]
fn a_block_that_is_one_effect_is_closed_where_it_is_left() {
    insta::assert_snapshot!(program(
        "As one effect: hurl at a player, then require there is a building that is stacked, then hurl at a player. Draw a card.",
        "Define hurl at (victim: player):\n  as one effect:\n    at once, for each building of victim: destroy it",
    ));
}

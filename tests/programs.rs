//! The lowered programs of the project's own games, printed for people: what changes here changes play.

use brink::base::Source;
use brink::rules::{Library, Settings, explain};

fn programs(recipe: &str) -> String {
    let library = Library::builtin().expect("the project's own cards are sound");
    let rules = library.compile(recipe, &Settings::default()).expect("the recipe compiles");
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
    let library = Library::parse(vec![Source::new("mills.toml", set), Source::new("windy.toml", recipe)]);
    let rules = library.expect("the files are sound").compile("windy", &Settings::default());
    explain(&rules.expect("the recipe compiles"))
}

#[test]
fn a_block_that_is_left_early_is_closed() {
    insta::assert_snapshot!(program(
        "play:\n  unanswered:\n    at once:\n      choose a target top that is face up\n      flip it\n    hurl at any player",
        "define hurl at (victim: player):\n  unanswered:\n    choose a card in the hand of victim\n    discard it",
    ));
}

#[test]
fn choices_of_one_step_are_offered_only_together() {
    insta::assert_snapshot!(program(
        "play:\n  choose a target top as cargo\n  move cargo onto any building of the owner of cargo except the building under cargo",
        "define hurl: move any target top onto any building except the building under it",
    ));
}

#[test]
fn an_outer_candidate_is_kept_for_inner_filters() {
    insta::assert_snapshot!(program(
        "play:\n  choose a building that is in (buildings except it that are stacked)\n  destroy it\n  hurl",
        "define hurl: draw 1 card",
    ));
}

/// PLY-4: whether a text takes its own card somewhere is told by what it does.
#[test]
fn a_text_that_puts_its_own_card_somewhere_is_known() {
    let puts = |text: &str, keyword: &str| {
        let program = program(text, keyword);
        let head = program.lines().find(|line| line.contains("play [")).unwrap_or_else(|| panic!("{program}"));
        head.contains("puts this")
    };
    let hurl = "define hurl: draw 1 card";
    for text in [
        "play: put this face up on any building",
        "play: build this at any place",
        "play: give this to any player",
        "play: remove this",
        "play:\n  draw 1 card\n  discard this",
        "play:\n  let mine be this\n  give mine to you",
        "play: give the first of (this plus cards in your hand) to you",
        "play:\n  choose one of (cards in your hand plus this) as found\n  if there is a building that is stacked: put found face down on any building",
        "play:\n  for each of (cards in your hand plus this): discard it",
        "play: discard 2 of (cards in your hand plus this)",
        "play:\n  show 2 of (cards in your hand plus this)\n  discard 1 of them",
        "play:\n  repeat 2 times:\n    may choose a player: give this to it",
        "play:\n  either:\n    keep: draw 1 card\n    lay: put this face up on any building",
    ] {
        assert!(puts(text, hurl), "{text}");
    }
    assert!(puts("play: hurl this", "define hurl (thing: card): put thing face down on any building"));
    for text in [
        "play: draw 1 card",
        "play: show this",
        "play: discard any top",
        "play: discard any card in your hand",
        "play:\n  let mine be this\n  show mine\n  let other be any card in your hand\n  discard other",
        "play:\n  for each of (cards in your hand plus this): show it\n  for each card in your hand: discard it",
        "play:\n  show 2 of (cards in your hand plus this)\n  discard 1 card in your hand",
        "play: replay any card in the discard pile",
    ] {
        assert!(!puts(text, hurl), "{text}");
    }
    assert!(!puts(
        "play: hurl any card in your hand",
        "define hurl (thing: card): put thing face down on any building"
    ));
    assert!(!puts("play: hurl this", "define hurl (thing: card): show thing"));
}

#[test]
fn a_block_that_is_one_effect_is_closed_where_it_is_left() {
    insta::assert_snapshot!(program(
        "play:\n  as one effect:\n    hurl at any player\n    require there is a building that is stacked\n    hurl at any player\n  draw 1 card",
        "define hurl at (victim: player):\n  as one effect:\n    at once, for each building of victim: destroy it",
    ));
}

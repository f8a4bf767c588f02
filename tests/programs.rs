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
        "id = \"mills\"\ntitle = \"Mills\"\n[[card]]\nbuilding = \"Mill\"\naction = \"Gust\"\n[[victory]]\n\
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
        "play:\n  choose a building that is in stacks except it that are stacked\n  destroy it\n  hurl",
        "define hurl: draw 1 card",
    ));
}

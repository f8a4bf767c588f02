//! The lowered programs of the project's own games, printed for people: what changes here changes play.

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

//! Games for the tests of this room.

use std::sync::Arc;

use engine::{Game, Script, Words};
use rules::{Library, Settings};

/// A built-in recipe.
pub fn script(recipe: &str) -> Arc<Script> {
    let library = Library::builtin().expect("the cards are sound");
    let rules = library.compile(recipe, &Settings::default());
    Arc::new(Script::new(rules.expect("the recipe is sound")))
}

/// Plays at random up to that turn, and shows the game before each choice.
pub fn play_at_random(
    game: &mut Game,
    words: &mut Words,
    turns: u32,
    see: &mut dyn FnMut(&mut Game, &mut Words),
) {
    while game.decision().is_some() && game.state().turns < turns {
        see(game, words);
        game.take_nth(&mut (), |count| words.below(count));
    }
}

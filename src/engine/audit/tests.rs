//! Sets that are worked out all at once are the same as when they are walked thing by thing.

use std::sync::Arc;

use crate::{Game, Script, Words};
use rules::{Library, Settings};

#[test]
fn sets_are_the_same_at_once_and_walked() {
    let library = Library::builtin().expect("the cards are sound");
    for recipe in ["1961", "1971", "combined"] {
        let rules = library
            .compile(recipe, &Settings::default())
            .expect("the recipe is sound");
        let script = Arc::new(Script::new(rules));
        let mut compared = 0;
        for seed in 0..100 {
            let players = 2 + (seed % 5) as u8;
            let mut game = Game::deal(script.clone(), players, seed, &mut ());
            let mut words = Words::new(seed, 7);
            while game.decision().is_some() && game.state().turns < 150 {
                compared += game.audit().unwrap_or_else(|fault| panic!("{fault}")).sets;
                game.take_nth(&mut (), |count| words.below(count));
            }
        }
        assert!(compared > 5_000, "{recipe}: {compared} sets were compared");
    }
}

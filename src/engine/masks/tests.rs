//! Sets that are worked out all at once are the same as when they are walked thing by thing.

use std::sync::Arc;

use crate::engine::eval::Context;
use crate::engine::{Game, Script, Value, Words};
use crate::rules::ir::SetId;
use crate::rules::{Library, Settings};

/// The sets of all texts, read in the text under way, whatever its registers hold.
fn agree(game: &Game) -> usize {
    let (script, state) = (&*game.script, &game.state);
    let Some(frame) = state.frames.last() else { return 0 };
    let mut compared = 0;
    for id in (0..script.rules.sets.len()).map(|id| SetId(id as u16)) {
        let context = Context::running(script, &state.board, frame);
        let Some(mask) = context.mask_of(id) else { continue };
        let (mut at_once, mut walked) = (Vec::<Value>::new(), Vec::<Value>::new());
        let set = context.masked(mask);
        context.each_masked(mask, set, |value| {
            at_once.push(value);
            false
        });
        context.walk(id, &mut |value| {
            walked.push(value);
            false
        });
        assert_eq!(at_once, walked, "set {id:?}: {:?}", script.rules.sets[id.index()]);
        assert_eq!(context.masked_any(mask), !walked.is_empty(), "set {id:?} is empty or not");
        let nth: Vec<Value> = (0..set.count()).map(|index| context.nth_masked(mask, set, index)).collect();
        assert_eq!(nth, walked, "set {id:?}, counted through");
        compared += 1;
    }
    compared
}

#[test]
fn sets_are_the_same_at_once_and_walked() {
    let library = Library::builtin().expect("the cards are sound");
    for recipe in ["1961", "1971", "combined"] {
        let rules = library.compile(recipe, &Settings::default()).expect("the recipe is sound");
        let script = Arc::new(Script::new(rules));
        let mut compared = 0;
        for seed in 0..100 {
            let players = 2 + (seed % 5) as u8;
            let mut game = Game::deal(script.clone(), players, seed, &mut ());
            let mut words = Words::new(seed, 7);
            while game.decision().is_some() && game.state().turns < 150 {
                compared += agree(&game);
                game.take_nth(&mut (), |count| words.below(count));
            }
        }
        assert!(compared > 5_000, "{recipe}: {compared} sets were compared");
    }
}

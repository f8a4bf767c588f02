//! Benchmarks: a random game, one decision with its options, copying a state, loading the sets.

use std::hint::black_box;
use std::sync::Arc;

use brink::engine::{Game, Script};
use brink::rules::{Library, Settings};
use brink::table::trace::{Policy, RandomPlayer};
use criterion::{BatchSize, Criterion, criterion_group, criterion_main};

fn scripts() -> Vec<(String, Arc<Script>)> {
    let library = Library::builtin().expect("the cards are sound");
    let recipes: Vec<String> = library.recipes().iter().map(|recipe| recipe.id.node.clone()).collect();
    let compiled = recipes.into_iter().filter_map(|id| {
        let rules = library.compile(&id, &Settings::default()).ok()?;
        Some((id, Arc::new(Script::new(rules))))
    });
    compiled.collect()
}

/// Plays a whole game by a random player.
fn whole_game(script: &Arc<Script>, seed: u64) -> u32 {
    let mut game = Game::deal(script.clone(), 2, seed, &mut ());
    let mut player = RandomPlayer::new(Policy::Uniform, seed);
    while game.decision().is_some() && game.state().turns <= 400 {
        game.take_nth(&mut (), |count| player.number(count));
    }
    game.state().turns
}

/// A game in its twentieth turn.
fn midgame(script: &Arc<Script>) -> Game {
    for seed in 0.. {
        let mut game = Game::deal(script.clone(), 2, seed, &mut ());
        let mut player = RandomPlayer::new(Policy::Uniform, seed);
        while game.decision().is_some() && game.state().turns < 20 {
            game.take_nth(&mut (), |count| player.number(count));
        }
        if game.menu().is_some() {
            return game;
        }
    }
    unreachable!("some game reaches its twentieth turn")
}

fn benchmarks(criterion: &mut Criterion) {
    for (id, script) in scripts() {
        let mut seed = 0;
        criterion.bench_function(&format!("{id}: a random game of two"), |bencher| {
            bencher.iter(|| {
                seed += 1;
                whole_game(&script, black_box(seed))
            });
        });
        let game = midgame(&script);
        criterion.bench_function(&format!("{id}: count the options of a turn menu"), |bencher| {
            bencher.iter(|| black_box(&game).menu().map(|menu| menu.count()));
        });
        criterion.bench_function(&format!("{id}: list the options of a turn menu"), |bencher| {
            bencher.iter(|| black_box(&game).options().len());
        });
        criterion.bench_function(&format!("{id}: one decision, chosen at random and carried out"), |bencher| {
            let mut player = RandomPlayer::new(Policy::Uniform, 1);
            bencher.iter_batched_ref(
                || game.clone(),
                |game| game.take_nth(&mut (), |count| player.number(count)),
                BatchSize::SmallInput,
            );
        });
        criterion.bench_function(&format!("{id}: copy a state"), |bencher| {
            let mut copy = game.clone();
            bencher.iter(|| copy.set_state(black_box(game.state())));
        });
    }
    criterion.bench_function("load all sets and recipes", |bencher| bencher.iter(Library::builtin));
}

criterion_group!(benches, benchmarks);
criterion_main!(benches);

//! Benchmarks: random decisions beside those of a fast library for chess, one decision with its options, copying a
//! state, iterations of a search, loading the sets.

use std::hint::black_box;
use std::sync::Arc;

use brink::bots::chance::{Policy, RandomPlayer};
use brink::bots::{Bot, Budget, Course, Ismcts, Seen};
use brink::engine::{Game, Script, Words};
use brink::explain::options::decision::Decision;
use brink::rules::{Library, Settings};
use cozy_chess::{Board, GameStatus, Move};
use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};

fn scripts() -> Vec<(String, Arc<Script>)> {
    let library = Library::builtin().expect("the cards are sound");
    let recipes: Vec<String> = library
        .recipes()
        .iter()
        .map(|recipe| recipe.id.node.clone())
        .collect();
    let compiled = recipes.into_iter().filter_map(|id| {
        let rules = library.compile(&id, &Settings::default()).ok()?;
        Some((id, Arc::new(Script::new(rules))))
    });
    compiled.collect()
}

/// Random decisions in bulk, so that one game more or less does not matter.
const DECISIONS: u64 = 10_000;

/// Takes random decisions, dealing again whenever a game is over.
fn decide(game: &mut Game, players: u8, seed: &mut u64) {
    let mut player = RandomPlayer::new(Policy::Uniform, *seed);
    for _ in 0..DECISIONS {
        if game.decision().is_none() || game.state().turns > 400 {
            *seed += 1;
            game.deal_again(players, *seed, &mut ());
            player = RandomPlayer::new(Policy::Uniform, *seed);
        }
        game.take_nth(&mut (), |count| player.number(count));
    }
}

/// The same for chess: all moves are listed, one of them is made.
fn decide_chess(board: &mut Board, words: &mut Words) {
    for _ in 0..DECISIONS {
        if board.status() != GameStatus::Ongoing {
            *board = Board::default();
        }
        let mut moves = arrayvec::ArrayVec::<Move, 256>::new();
        board.generate_moves(|of_piece| {
            moves.extend(of_piece);
            false
        });
        board.play_unchecked(moves[words.below(moves.len() as u32) as usize]);
    }
}

fn decisions(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("random decisions");
    group.throughput(Throughput::Elements(DECISIONS));
    for (id, script) in scripts() {
        for players in [2, 4] {
            let mut seed = 1;
            let mut game = Game::deal(script.clone(), players, seed, &mut ());
            group.bench_function(format!("{id}, {players} players"), |bencher| {
                bencher.iter(|| decide(&mut game, players, &mut seed));
            });
        }
    }
    let (mut board, mut words) = (Board::default(), Words::new(1, 1));
    group.bench_function("chess", |bencher| {
        bencher.iter(|| decide_chess(&mut board, &mut words))
    });
    group.finish();
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
        let game = midgame(&script);
        criterion.bench_function(
            &format!("{id}: count the options of a turn menu"),
            |bencher| {
                bencher.iter(|| black_box(&game).menu().map(|menu| menu.count()));
            },
        );
        criterion.bench_function(
            &format!("{id}: list the options of a turn menu"),
            |bencher| {
                bencher.iter(|| black_box(&game).options().len());
            },
        );
        criterion.bench_function(
            &format!("{id}: one decision, chosen at random and carried out"),
            |bencher| {
                let mut player = RandomPlayer::new(Policy::Uniform, 1);
                bencher.iter_batched_ref(
                    || game.clone(),
                    |game| game.take_nth(&mut (), |count| player.number(count)),
                    BatchSize::SmallInput,
                );
            },
        );
        criterion.bench_function(&format!("{id}: copy a state"), |bencher| {
            let mut copy = game.clone();
            bencher.iter(|| copy.set_state(black_box(game.state())));
        });
    }
    criterion.bench_function("load all sets and recipes", |bencher| {
        bencher.iter(Library::builtin)
    });
}

/// Iterations of one search: as many as `ismcts` has for a decision when no budget is named.
const ITERATIONS: u32 = 2000;

/// One decision of a bot in the middle of a game for two, by iterations.
fn searches(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("ismcts");
    group
        .throughput(Throughput::Elements(ITERATIONS.into()))
        .sample_size(20);
    for (id, script) in scripts() {
        let game = midgame(&script);
        let decision = Decision::of(&game).expect("a turn menu is a decision");
        let mut bot = Ismcts::new(1, Budget::Iterations(ITERATIONS), 1);
        group.bench_function(format!("{id}, 2 players"), |bencher| {
            bencher.iter(|| bot.choose(&Seen::new(black_box(&game), &decision, Course::default())));
        });
        // The search of the turn takes some, and it ends as soon as nothing can change any more.
        println!("{id}: {} of {ITERATIONS} iterations", bot.iterations());
    }
    group.finish();
}

criterion_group!(benches, decisions, benchmarks, searches);
criterion_main!(benches);

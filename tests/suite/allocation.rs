//! A random game allocates nothing once it is dealt, but for room that is kept.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::sync::Arc;

use brink::bots::chance::{Policy, RandomPlayer};
use brink::bots::{BotSpec, Course, Seen};
use brink::engine::{Game, Script};
use brink::explain::options::decision::Decision;

thread_local! {
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

struct Counting;

// SAFETY: it only counts; all work is the system allocator's.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.with(|count| count.set(count.get() + 1));
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn allocations(what: impl FnOnce()) -> u64 {
    let before = ALLOCATIONS.with(Cell::get);
    what();
    ALLOCATIONS.with(Cell::get) - before
}

/// Deals that game and plays it at random. Answers what it has allocated, and in how many decisions.
fn played(script: &Arc<Script>, seed: u64, turns: u32) -> (u64, u32) {
    let mut player = RandomPlayer::new(Policy::Uniform, seed);
    let mut game = Game::deal(script.clone(), 2 + (seed % 5) as u8, seed, &mut ());
    let mut decisions = 0;
    let count = allocations(|| {
        while game.decision().is_some() && game.state().turns < turns && decisions < 20_000 {
            game.take_nth(&mut (), |count| player.number(count));
            decisions += 1;
        }
    });
    (count, decisions)
}

#[test]
fn random_games_allocate_nothing() {
    for (seed, recipe) in (0..200).zip(["1961", "1971", "combined", "draft"].into_iter().cycle()) {
        let (count, decisions) = played(&crate::support::scripts::script(recipe), seed, 400);
        assert!(decisions > 0);
        assert_eq!(count, 0, "seed {seed} allocated in {decisions} decisions");
    }
}

#[test]
fn games_of_the_whole_book_allocate_nothing() {
    let script = crate::support::fans::book(4);
    for seed in 0..60 {
        // Where a cost is paid in several ways, the first one makes room for the copies on which it is tried.
        let (room, _) = played(&script, seed, 200);
        if room > 0 {
            let (count, decisions) = played(&script, seed, 200);
            assert_eq!(count, 0, "seed {seed} allocated in {decisions} decisions");
        }
    }
}

#[test]
fn copying_a_state_allocates_nothing() {
    let script = crate::support::scripts::script("1961");
    let game = Game::deal(script, 4, 1, &mut ());
    let mut copy = game.clone();
    assert_eq!(allocations(|| copy.set_state(game.state())), 0);
}

#[test]
fn more_iterations_of_a_search_allocate_no_more() {
    let game = Game::deal(crate::support::scripts::script("1961"), 3, 1, &mut ());
    let decision = Decision::of(&game).expect("somebody is asked");
    let count = |bot: &str| {
        let mut bot = bot.parse::<BotSpec>().expect("it is a bot").seated(1);
        let mut choose = || bot.choose(&Seen::new(&game, &decision, Course::default()));
        // The first search makes room.
        choose();
        allocations(|| {
            choose();
        })
    };
    assert_eq!(count("ismcts:100"), count("ismcts:1500"));
}

#[test]
fn the_counter_counts() {
    assert!(allocations(|| drop(std::hint::black_box(vec![1, 2, 3]))) > 0);
}

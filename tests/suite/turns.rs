//! Turns of bots: they come to an end soon, and lead somewhere.

use crate::support::scripts::script;
use brink::board::{Held, View};
use brink::bots::{BotSpec, Budget, Course, Seen};
use brink::engine::{Asked, Game};
use brink::explain::options::decision::{Decision, What};

/// What everybody sees.
fn open_to_all(game: &Game) -> View {
    let board = game.board();
    let mut view = View::of(board, &game.script().rules.cards, board.turn).without_memory();
    for hand in &mut view.hands {
        if let Held::Cards(cards) = hand {
            *hand = Held::Count(cards.len());
        }
    }
    view
}

/// Plays turns of a game; answers how often an ability led back to a table of the same turn, and the most uses in one.
fn play(recipe: &str, players: u8, seed: u64, bot: &str, turns: u32) -> (usize, usize) {
    let spec: BotSpec = bot.parse().expect("it is a bot");
    let mut game = Game::deal(script(recipe), players, seed, &mut ());
    let (mut bot, mut course) = (spec.seated(seed), Course::default());
    let (mut tables, mut turn, mut uses) = (Vec::new(), 0, 0);
    let (mut repeated, mut most) = (0, 0);
    while let Some(decision) = Decision::of(&game).filter(|_| game.state().turns <= turns) {
        let number = bot.choose(&Seen::new(&game, &decision, course));
        let options = decision.offers.len();
        uses += usize::from(matches!(decision.offers[number].what, What::Use { .. }));
        game.take(game.options()[number], &mut ())
            .expect("it is offered");
        course.advance(&game);
        if game.state().turns != turn {
            most = most.max(uses);
            (tables, turn, uses) = (Vec::new(), game.state().turns, 0);
        }
        if matches!(game.decision(), Some((_, Asked::Menu))) {
            let table = open_to_all(&game);
            // Where there was no other option it may come back.
            repeated += usize::from(options > 1 && tables.contains(&table));
            tables.push(table);
        }
    }
    (repeated, most)
}

#[test]
fn bots_do_not_come_back_to_a_table_that_the_turn_has_had() {
    for bot in ["cautious", "greedy", "ismcts:20"] {
        for seed in [7, 8] {
            let (repeated, most) = play("1971", 3, seed, bot, 60);
            // All that is left to choose in the middle of an ability may lead back.
            assert!(repeated <= 2, "{bot}, seed {seed}: {repeated} times");
            assert!(most <= 20, "{bot}, seed {seed}: {most} uses in a turn");
        }
    }
}

#[test]
fn a_budget_is_for_the_turn_too() {
    let budget = |taken| Budget::Iterations(2000).within_turn(taken);
    assert_eq!(budget(0), Budget::Iterations(2000));
    assert_eq!(budget(3), Budget::Iterations(2000));
    assert_eq!(budget(4), Budget::Iterations(1000));
    assert_eq!(budget(50), Budget::Iterations(62));
    assert_eq!(Budget::Iterations(1).within_turn(50), Budget::Iterations(1));
    // However many choices a turn has: some six times the budget of one, and little more.
    let all: u32 = (0..40)
        .map(
            |taken| match Budget::Milliseconds(1000).within_turn(taken) {
                Budget::Milliseconds(time) => time,
                Budget::Iterations(_) => 0,
            },
        )
        .sum();
    assert!(all < 6500, "{all} ms");
}

//! What a search keeps, and how it shares it.

use super::{Ismcts, Settings};
use crate::testing::script;
use crate::{Bot, Budget, Course, Seen};
use engine::Game;
use explain::options::decision::Decision;

/// Plays some games of searches of 60 iterations, and shows each that is asked, before it is, and what it sees.
fn play(recipe: &str, settings: Settings, see: &mut dyn FnMut(&Ismcts, &Seen<'_>)) {
    let script = script(recipe);
    for seed in 0..3 {
        let mut game = Game::deal(script.clone(), 2, seed, &mut ());
        let mut bots =
            [0, 1].map(|seed| Ismcts::with_settings(seed, Budget::Iterations(60), 1, settings));
        let mut course = Course::default();
        while let Some(decision) = Decision::of(&game).filter(|_| game.state().turns < 20) {
            let seen = Seen::new(&game, &decision, course);
            let bot = &mut bots[decision.by.index()];
            see(bot, &seen);
            let choice = game.options()[bot.choose(&seen)];
            game.take(choice, &mut ()).expect("it is offered");
            course.advance(&game);
        }
    }
}

/// How often a search went on with a tree, and by how many visits those trees began.
fn went_on(recipe: &str, settings: Settings) -> (u32, u32) {
    let (mut times, mut visits) = (0, 0);
    play(recipe, settings, &mut |bot, seen| {
        let mut would = bot.clone();
        if would.take_up(seen) && seen.decision.offers.len() > 1 {
            let known = would.searches[0].known(&seen.worlds(), &seen.choices());
            (times, visits) = (times + u32::from(known > 0), visits + known);
        }
    });
    (times, visits)
}

#[test]
fn ways_to_one_table_meet() {
    let met = |recipe: &str, merges: bool| {
        let mut met = 0;
        let settings = Settings {
            merges,
            ..Settings::default()
        };
        play(recipe, settings, &mut |bot, _| {
            met += bot.searches[0].tree.meetings()
        });
        met
    };
    for recipe in ["1971", "combined"] {
        assert!(met(recipe, true) > 4, "{recipe}: {}", met(recipe, true));
        assert_eq!(met(recipe, false), 0);
    }
}

#[test]
fn a_search_goes_on_with_what_the_one_before_it_in_the_turn_has_found_out() {
    for recipe in ["1961", "1971", "combined"] {
        let (times, visits) = went_on(recipe, Settings::default());
        assert!(
            times > 5 && visits > 8 * times,
            "{recipe}: {visits} in {times}"
        );
        let anew = Settings {
            keeps: false,
            ..Settings::default()
        };
        assert_eq!(went_on(recipe, anew), (0, 0));
    }
}

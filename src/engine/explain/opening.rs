//! By which victories games are won before anybody has had a turn.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::explain::goals::Way;
use crate::{Game, Outcome, Script};
use board::{Phase, Seat};
use rules::ir::{Rules, VictoryDeal};

/// So many games are dealt where all have the same victory card.
const GAMES: u64 = 4;
/// The same where they are dealt at random: most of them then lie in some games.
const GAMES_AT_RANDOM: u64 = 24;
/// A victory that lay in fewer games than that may have been luck.
const OFTEN: usize = 4;

/// The tallies, and the buildings by their names, that win every game in which they are there, as soon as it is set up.
pub fn won_at_start(rules: Rules) -> Vec<String> {
    let games = if rules.victory_deal == VictoryDeal::Random {
        GAMES_AT_RANDOM
    } else {
        GAMES
    };
    let script = Arc::new(Script::new(rules));
    // Of each in how many games it was there, and in how many it had won.
    let mut seen: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    for seed in 0..games {
        let game = set_up(&script, seed);
        let over = game.outcome() != Outcome::Running;
        let mut held: BTreeMap<String, bool> = BTreeMap::new();
        for seat in Seat(0).clockwise(SEATS) {
            for goal in game.goals(seat) {
                let name = match goal.way {
                    Way::Tally(tally) => script.rules.tallies[usize::from(tally)].name.clone(),
                    Way::Building(building) => script.rules.faces
                        [game.building_face(building).index()]
                    .label
                    .clone(),
                };
                *held.entry(name).or_default() |= over && goal.missing <= 0.0;
            }
        }
        for (name, holds) in held {
            let (games, won) = seen.entry(name).or_default();
            *games += 1;
            *won += usize::from(holds);
        }
    }
    let always = seen
        .into_iter()
        .filter(|(_, (games, won))| games == won && *games >= OFTEN);
    always.map(|(name, _)| name).collect()
}

const SEATS: u8 = 2;

/// A game of two whose players have chosen their sides and shields, the first that were offered.
fn set_up(script: &Arc<Script>, seed: u64) -> Game {
    let mut game = Game::deal(script.clone(), SEATS, seed, &mut ());
    while game.board().phase == Phase::SetUp {
        let Some(choice) = game.options().first().copied() else {
            break;
        };
        game.take(choice, &mut ()).expect("it was offered");
    }
    game
}

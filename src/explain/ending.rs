//! How a game has ended, in one sentence and in the words of what was won by.

use crate::log::why;
use crate::names::printed::{building_name, called};
use board::{CardId, Seat};
use engine::{Game, Outcome, Reason};

/// Who has won, why as far as it is known, and what is written on what it was won by; nothing while the game goes on. `me` is
/// called `You`, others by their names, by seat, where they have some.
pub fn ending(game: &Game, me: Option<Seat>, names: &[String]) -> Option<String> {
    if game.outcome() == Outcome::Drawn {
        return Some("The game is a draw.".to_string());
    }
    let (winner, reason) = game.reason()?;
    let called = called(winner, names);
    let who = if me == Some(winner) {
        "You win".to_string()
    } else {
        format!("{called} wins")
    };
    let rules = &game.script().rules;
    let has = if me == Some(winner) {
        "you have".to_string()
    } else {
        format!("{called} has")
    };
    let written = match reason {
        Some(Reason::Building(building)) => written(game, building),
        _ => None,
    };
    let why = match reason {
        Some(Reason::Tally(index)) => {
            let tally = rules.tallies.get(usize::from(index));
            tally.map(|tally| format!(": {has} {} {}", tally.wins_at, tally.name))
        }
        // What is written on it follows.
        Some(Reason::Building(building)) if written.is_some() => {
            let second = game.board().card(building).second_side();
            Some(format!(
                " by {}",
                building_name(rules, rules.cards[building.index()], second)
            ))
        }
        reason => why(rules, game.board(), winner, reason).map(|why| format!(": {why}")),
    };
    let written = written.map_or_else(String::new, |written| format!(" {written}"));
    Some(format!("{who}{}.{written}", why.unwrap_or_default()))
}

/// The sentences of winning on the building that somebody has won by.
fn written(game: &Game, building: CardId) -> Option<String> {
    let winning = &game.script().rules.faces[game.building_face(building).index()].winning;
    (!winning.is_empty()).then(|| format!("It says: \u{201c}{}\u{201d}", winning.join(" ")))
}

//! How a game has ended, in one sentence and in the words of what was won by.

use crate::board::Seat;
use crate::engine::{Game, Reason};
use crate::speech::log::why;
use crate::speech::names::printed::building_name;

/// Who has won, why as far as it is known, and what is written on what it was won by; nothing while the game goes on. `me` is
/// called `You`.
pub fn ending(game: &Game, me: Option<Seat>) -> Option<String> {
    let (winner, reason) = game.reason()?;
    let who = if me == Some(winner) { "You win".to_string() } else { format!("{winner} wins") };
    let why = why(&game.script().rules, game.board(), winner, reason);
    let why = why.map_or_else(String::new, |why| format!(": {why}"));
    let written = reason.and_then(|reason| written(game, reason)).map(|written| format!(" {written}"));
    Some(format!("{who}{why}.{}", written.unwrap_or_default()))
}

/// The sentences of winning on what somebody has won by, behind its name.
fn written(game: &Game, reason: Reason) -> Option<String> {
    let rules = &game.script().rules;
    let (name, sentences) = match reason {
        Reason::LastLiving => return None,
        Reason::Building(building) => {
            let second = game.board().card(building).second_side();
            let face = &rules.faces[game.building_face(building).index()];
            (building_name(rules, rules.cards[building.index()], second), &face.english)
        }
        Reason::Tally(index) => {
            let tally = rules.tallies.get(usize::from(index))?;
            (&tally.name[..], &tally.english)
        }
    };
    let of_winning: Vec<&str> =
        sentences.iter().filter(|sentence| sentence.starts_with("You win")).map(String::as_str).collect();
    (!of_winning.is_empty()).then(|| format!("{name}: {}", of_winning.join(" ")))
}

//! How far everybody is from winning, and how a game has ended, in words.

use crate::log::why;
use crate::names::{called, face_name};
use board::{CardId, Seat};
use engine::{Game, Outcome, Reason, Way, Worlds};
use itertools::Itertools;
use text::capital;

/// A way to win that somebody has.
#[derive(Debug, Clone, PartialEq)]
pub struct Goal {
    /// Whose goal it is.
    pub seat: Seat,
    /// The building or the tally, with a capital.
    pub name: String,
    /// What is counted, and what it has to come to.
    pub count: Option<(u16, u16)>,
    /// How many steps are missing: an estimate.
    pub missing: f32,
    /// It is a building that wins, not a tally.
    pub of_building: bool,
}

impl Goal {
    /// It is worth being told: a building that wins stands, or something is there of what is counted.
    pub fn begun(&self) -> bool {
        self.of_building || self.count.is_some_and(|(have, _)| have > 0)
    }

    /// One more step may do.
    pub fn near(&self) -> bool {
        self.missing > 0.0 && self.missing <= 1.0
    }

    /// `NAME 4 of 5`.
    pub fn progress(&self) -> String {
        let Goal {
            name,
            count,
            missing,
            ..
        } = self;
        match count {
            // A disabled building counts for nothing until it is freed.
            Some((have, want)) if have >= want && *missing > 0.0 => {
                format!("{name} {have} of {want}, but disabled")
            }
            Some((have, want)) => format!("{name} {have} of {want}"),
            None => match missing.round() as u16 {
                0 => format!("{name} fulfilled"),
                1 => format!("{name} 1 step away"),
                steps => format!("{name} {steps} steps away"),
            },
        }
    }
}

/// The goals of everybody who plays, by seat, the nearest first. What the seat of the worlds does not know is taken to
/// be as good as anything else.
pub fn goals(worlds: &Worlds) -> Vec<Goal> {
    goals_of(worlds.game())
}

/// The same with all cards open.
pub fn goals_of(game: &Game) -> Vec<Goal> {
    let rules = &game.script().rules;
    let name = |way| match way {
        Way::Tally(index) => capital(&rules.tallies[usize::from(index)].name),
        Way::Building(card) => face_name(rules, game.building_face(card)).to_string(),
    };
    let of = |seat| {
        let goals = game.goals(seat).into_iter().map(|goal| Goal {
            seat,
            name: name(goal.way),
            count: goal.count,
            missing: goal.missing,
            of_building: matches!(goal.way, Way::Building(_)),
        });
        goals
            .sorted_by(|one, other| one.missing.total_cmp(&other.missing))
            .collect_vec()
    };
    game.board().living.iter().flat_map(of).collect()
}

/// Who has won, why as far as it is known, and what is written on what it was won by; nothing while the game goes on. `me` is
/// called `You`, others by their names, by seat, where they have some.
pub fn ending(game: &Game, me: Option<Seat>, names: &[String]) -> Option<String> {
    if game.outcome() == Outcome::Drawn {
        return Some("The game is a draw.".to_string());
    }
    let (winner, reason) = game.reason()?;
    let called = called(winner, names);
    let (wins, has) = match me == Some(winner) {
        true => ("You win".to_string(), "you have".to_string()),
        false => (format!("{called} wins"), format!("{called} has")),
    };
    let rules = &game.script().rules;
    let (why, written) = match reason {
        Some(Reason::Tally(index)) => {
            let tally = rules.tallies.get(usize::from(index));
            (
                tally.map(|tally| format!(": {has} {} {}", tally.wins_at, tally.name)),
                None,
            )
        }
        // What is written on it follows.
        Some(Reason::Building(building)) if written(game, building).is_some() => {
            let name = face_name(rules, game.building_face(building));
            (Some(format!(" by {name}")), written(game, building))
        }
        reason => (
            why(rules, game.board(), winner, reason).map(|why| format!(": {why}")),
            None,
        ),
    };
    Some(format!(
        "{wins}{}.{}",
        why.unwrap_or_default(),
        written.unwrap_or_default()
    ))
}

/// The sentences of winning on the building that somebody has won by.
fn written(game: &Game, building: CardId) -> Option<String> {
    let winning = &game.script().rules.faces[game.building_face(building).index()].winning;
    (!winning.is_empty()).then(|| format!(" It says: \u{201c}{}\u{201d}", winning.join(" ")))
}

//! How far everybody is from winning, in words.

use crate::names::building_name;
use board::{Board, Seat};
use engine::{Game, Script, Way, Worlds};
use itertools::Itertools;
use rules::ir::Rules;
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
    let of = |seat| game.goals(seat).into_iter().map(move |goal| (seat, goal));
    let goals = game.board().living.iter().flat_map(of);
    named(&game.script().rules, game.board(), goals)
}

/// The same on a table in the middle of what happens, as far as that seat may know.
pub fn goals_on(script: &Script, board: &Board, viewer: Seat) -> Vec<Goal> {
    named(
        &script.rules,
        board,
        engine::goals_on(script, board, viewer),
    )
}

/// In words, those of each seat sorted.
fn named(
    rules: &Rules,
    board: &Board,
    goals: impl IntoIterator<Item = (Seat, engine::Goal)>,
) -> Vec<Goal> {
    let name = |way| match way {
        Way::Tally(index) => capital(&rules.tallies[usize::from(index)].name),
        Way::Building(card) => {
            let second = board.card(card).second_side();
            building_name(rules, rules.cards[card.index()], second).to_string()
        }
    };
    let goals = goals.into_iter().map(|(seat, goal)| Goal {
        seat,
        name: name(goal.way),
        count: goal.count,
        missing: goal.missing,
        of_building: matches!(goal.way, Way::Building(_)),
    });
    let key = |goal: &Goal| goal.seat;
    let (mut all, goals) = (Vec::new(), goals.chunk_by(key));
    for (_, goals) in &goals {
        all.extend(goals.sorted_by(|one, other| one.missing.total_cmp(&other.missing)));
    }
    all
}

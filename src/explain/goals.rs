//! How far everybody is from winning, and how a game has ended, in words.

use crate::log::why;
use crate::names::{building_name, called};
use board::{CardId, Seat};
use engine::{Game, Outcome, Reason, Way, Worlds};
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
    let mut goals = Vec::new();
    for seat in game.board().living.iter() {
        let mut own: Vec<Goal> = of(game, seat);
        own.sort_by(|one, other| one.missing.total_cmp(&other.missing));
        goals.extend(own);
    }
    goals
}

fn of(game: &Game, seat: Seat) -> Vec<Goal> {
    let rules = &game.script().rules;
    let name = |way| match way {
        Way::Tally(index) => capital(&rules.tallies[usize::from(index)].name),
        Way::Building(card) => building_name(
            rules,
            rules.cards[card.index()],
            game.board().card(card).second_side(),
        )
        .to_string(),
    };
    let goals = game.goals(seat).into_iter();
    goals
        .map(|goal| Goal {
            seat,
            name: name(goal.way),
            count: goal.count,
            missing: goal.missing,
            of_building: matches!(goal.way, Way::Building(_)),
        })
        .collect()
}

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

//! Writes what is said of turns, and how often something is done.

use super::expr::atom;
use crate::base::{Since, Spanned};
use crate::syntax::ast::{Body, NumExpr, Statement};

/// What is done once a game, where there is more to be done.
pub(super) fn limited(body: &Body) -> Option<(String, Body)> {
    match body.statements.as_slice() {
        [Spanned { node: once @ Statement::Once { since: Since::ThisGame, .. }, .. }, rest @ ..]
            if !rest.is_empty() =>
        {
            Some((of_turns(once), Body { statements: rest.to_vec() }))
        }
        _ => None,
    }
}

/// `this turn begins without a draw`, `1 more card may be played this turn`, `once this turn`.
pub(super) fn of_turns(statement: &Statement) -> String {
    match statement {
        Statement::Once { since, for_all } => {
            let once = if *since == Since::ThisTurn { "once this turn" } else { "once a game" };
            format!("{once}{}", if *for_all { " for all players" } else { "" })
        }
        Statement::TurnDraws(draws) => match draws.node {
            NumExpr::Number(0) => "this turn begins without a draw".into(),
            NumExpr::Number(1) => "this turn begins with 1 draw".into(),
            _ => format!("this turn begins with {} draws", atom(draws)),
        },
        Statement::MorePlays { number, fewer } => {
            let more = if *fewer { "fewer" } else { "more" };
            match number.node {
                NumExpr::Number(1) => format!("1 {more} card may be played this turn"),
                _ => format!("{} {more} cards may be played this turn", atom(number)),
            }
        }
        _ => unreachable!("nothing else is said of turns"),
    }
}

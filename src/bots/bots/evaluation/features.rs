//! What the evaluation looks at: numbers of a seat that any game has.

use board::{CardId, Seat};
use engine::Game;
use rules::ir::weights::{SOON, STEPS, WEIGHTS};

/// Of one seat, in the order of [`PARTS`](rules::ir::weights::PARTS).
pub type Features = [f32; WEIGHTS];

const NEAR: usize = 0;
const FURTHER: usize = NEAR + STEPS;
const TURN: usize = FURTHER + STEPS;
const NEXT: usize = TURN + SOON;
const PLAIN: usize = NEXT + SOON;

/// What can be told of a living seat.
pub fn features(game: &Game, seat: Seat) -> Features {
    let board = game.board();
    let mut of = [0.0; WEIGHTS];
    let (mut least, mut nearest, mut ways) = (f32::INFINITY, None, 0.0);
    game.each_goal_of(seat, &mut |building, missing| {
        share(&mut of[FURTHER..TURN], missing, 1.0);
        if missing < least {
            (least, nearest) = (missing, building);
        }
        ways += f32::from(u8::from(building.is_some()));
    });
    // The nearest one is none of the further ones.
    share(&mut of[FURTHER..TURN], least, -1.0);
    share(&mut of[NEAR..FURTHER], least, 1.0);
    let turn = board.turn == seat;
    if turn {
        share(&mut of[TURN..NEXT], least, 1.0);
    } else if board.next_living(board.turn) == Some(seat) {
        share(&mut of[NEXT..PLAIN], least, 1.0);
    }
    let row = board.row(seat);
    let (mut disabled, mut able, mut bare, mut open, mut tallest) = (0.0, 0.0, 0.0, 0.0, 0.0f32);
    for building in row {
        let state = board.card(*building);
        if !game.is_active(*building) {
            disabled += 1.0;
        } else if game.has_ability(*building) {
            able += 1.0;
        }
        if state.height == 0 {
            bare += 1.0;
        }
        open += f32::from(state.ups);
        tallest = tallest.max(f32::from(state.height));
    }
    let guard = nearest.map_or(0.0, |building: CardId| {
        f32::from(board.card(building).height)
    });
    let buildings = row.len() as f32;
    let stacked = board.cards_in(seat) as f32;
    let held = board.hand(seat).len() as f32;
    let pending = board
        .pending()
        .all()
        .iter()
        .filter(|pended| pended.you == seat)
        .count() as f32;
    let plain = [
        f32::from(u8::from(turn)),
        buildings,
        stacked,
        held,
        1.0 / (buildings + stacked).max(1.0),
        disabled,
        bare,
        open,
        tallest,
        guard,
        guard.min(1.0),
        ways,
        1.0 / (1.0 + held),
        pending,
        able,
    ];
    of[PLAIN..].copy_from_slice(&plain);
    of
}

/// Adds to the whole numbers that it lies between, to each as much as it is near. Who has no way to win lacks no number of steps.
fn share(into: &mut [f32], missing: f32, much: f32) {
    if !missing.is_finite() {
        return;
    }
    let below = missing as usize;
    let part = missing - below as f32;
    if let Some(near) = into.get_mut(below) {
        *near += much * (1.0 - part);
    }
    if let Some(far) = into.get_mut(below + 1) {
        *far += much * part;
    }
}

#[cfg(test)]
mod tests {
    use super::share;

    #[test]
    fn steps_are_shared_between_whole_numbers_and_who_cannot_win_has_none() {
        let mut into = [0.0; 3];
        share(&mut into, 1.25, 1.0);
        share(&mut into, 9.5, 1.0);
        share(&mut into, f32::INFINITY, 1.0);
        assert_eq!(into, [0.0, 0.75, 0.25]);
    }
}

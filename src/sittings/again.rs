//! Plays a game again from what was kept of it.

use crate::sittings::seating::{Seating, begun, take};
use crate::speech::options::taken::{Misfit, Taken, offered};
use crate::speech::traces::settlement::Settlement;
use crate::speech::traces::timeline::Timeline;

/// What does not fit when a game is taken up again, by its number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Repeated {
    Choice(usize),
    Settlement(usize),
}

/// A game that was kept, decision by decision, to be looked at.
///
/// # Errors
/// The first choice or settlement that does not fit, and why.
pub fn timeline(
    seating: &Seating,
    taken: &[Taken],
    settlements: &[Settlement],
) -> Result<Timeline, (Repeated, Misfit)> {
    let mut timeline = Timeline::new(seating.players);
    let mut game = begun(seating, &mut timeline);
    timeline.reached(&game);
    for index in 0..=taken.len() {
        for (number, settlement) in settlements.iter().enumerate().filter(|(_, there)| there.after == index) {
            let settled = game.under(settlement.script.clone(), &mut timeline);
            game = settled.map_err(|not_now| (Repeated::Settlement(number), not_now.into()))?;
            timeline.settled(settlement.clone(), &game);
        }
        let Some(next) = taken.get(index) else { break };
        let (_, choice) = offered(&game, next).map_err(|misfit| (Repeated::Choice(index), misfit))?;
        timeline.decided(next.clone());
        take(seating, &mut game, choice, &mut timeline);
        timeline.reached(&game);
    }
    Ok(timeline)
}

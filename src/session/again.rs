//! Plays a game again from what was kept of it.

use crate::seating::{Seating, begun, take};
use engine::Game;
use explain::options::taken::{Misfit, Taken, offered};
use record::traces::settlement::Settlement;
use record::traces::timeline::Timeline;

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
    let mut timeline = Timeline::of_all_asked(seating.players);
    let mut game = begun(seating, &mut timeline);
    timeline.reached(&game);
    let mut settlements = settlements.iter().enumerate().peekable();
    let mut after = 0;
    for index in 0..=taken.len() {
        let next = taken.get(index);
        if next.is_none_or(|next| !next.for_others) {
            let due = settlements
                .peek()
                .is_some_and(|(_, next)| next.after == after);
            while let Some(passed) = Taken::for_others(&game).filter(|_| next.is_some() || due) {
                goes_on(seating, &mut game, &passed, &mut timeline)
                    .map_err(|misfit| (Repeated::Choice(index), misfit))?;
            }
            while let Some((number, settlement)) =
                settlements.next_if(|(_, next)| next.after == after)
            {
                let settled = game.under(settlement.script.clone(), &mut timeline);
                game = settled.map_err(|not_now| (Repeated::Settlement(number), not_now.into()))?;
                timeline.settled(settlement.clone(), &game);
            }
            after += 1;
        }
        let Some(next) = next else { break };
        goes_on(seating, &mut game, next, &mut timeline)
            .map_err(|misfit| (Repeated::Choice(index), misfit))?;
    }
    Ok(timeline)
}

/// One choice more.
fn goes_on(
    seating: &Seating,
    game: &mut Game,
    taken: &Taken,
    timeline: &mut Timeline,
) -> Result<(), Misfit> {
    let (_, choice) = offered(game, taken)?;
    timeline.decided(taken.clone());
    take(seating, game, choice, timeline);
    timeline.reached(game);
    Ok(())
}

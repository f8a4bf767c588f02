//! What a trace begins with, and chance as its lines have it.

use crate::positions::read::read_position;
use board::{Board, CardId, Event, Kind};
use engine::{Cause, Chance, Game, Lots, Script, Setup, Watch};
use explain::chance;
use explain::cut::Faults;
use lang::notation::Lot;
use rules::ir::Rules;
use std::collections::VecDeque;
use std::sync::Arc;

/// Chance, as the lines of a trace have it.
#[derive(Debug, Default)]
pub(super) struct Lines {
    /// The lines not used yet, with their kinds.
    pub(super) shuffles: VecDeque<(usize, Vec<Kind>)>,
    /// What else has fallen, in the lines not used yet.
    pub(super) fallen: VecDeque<(usize, Lot, String)>,
    /// By seat, where it can be read.
    pub(super) victories: Vec<Option<Kind>>,
    pub(super) kinds: Vec<Kind>,
    /// The kinds that have two sides.
    pub(super) double_sided: Vec<bool>,
    /// Where texts were cut off, as the game has it, and not yet found in the trace.
    pub(super) cut: Faults,
    /// A shuffle for which there was no fitting line.
    pub(super) fault: Option<(Option<usize>, String)>,
}

impl Lines {
    fn arrange(&mut self, cards: &mut [CardId], wanted: &[Kind]) -> bool {
        let mut left: Vec<CardId> = cards.to_vec();
        let mut order = Vec::with_capacity(cards.len());
        for kind in wanted {
            let Some(at) = left
                .iter()
                .position(|card| self.kinds[card.index()] == *kind)
            else {
                return false;
            };
            order.push(left.remove(at));
        }
        // What the lines say nothing of follows as it lies.
        order.extend(left);
        cards.copy_from_slice(&order);
        true
    }
}

impl Lines {
    /// Puts the victory cards of the lines at their seats. Of a seat that no line tells of, because its player was gone
    /// before the first position, it is what the seed deals.
    fn deal(&self, chance: &mut Chance, cards: &mut [CardId]) -> bool {
        let mut seeded: Vec<CardId> = cards.to_vec();
        chance.shuffle(&mut seeded);
        let mut left = seeded.clone();
        let kind = |card: &CardId| self.kinds[card.index()];
        // Who has two sides to choose from is asked.
        left.sort_by_key(|card| self.double_sided[kind(card).index()]);
        let mut take = |wanted: &dyn Fn(&CardId) -> bool| {
            let at = left.iter().position(wanted)?;
            Some(left.remove(at))
        };
        let mut order = vec![None; cards.len()];
        for (place, wanted) in order.iter_mut().zip(&self.victories) {
            let Some(wanted) = wanted else { continue };
            *place = take(&|card| kind(card) == *wanted);
            if place.is_none() {
                return false;
            }
        }
        for ((place, seeded), card) in order.into_iter().zip(seeded).zip(cards) {
            let dealt = place
                .or_else(|| take(&|other| kind(other) == kind(&seeded)))
                .or_else(|| take(&|_| true));
            *card = dealt.expect("each card has one place");
        }
        true
    }
}

impl Watch for Lines {
    fn event_by(
        &mut self,
        script: &Script,
        board: &Board,
        event: &Event<'_>,
        cause: Option<Cause>,
    ) {
        self.cut.event_by(script, board, event, cause);
    }

    fn shuffle(&mut self, chance: &mut Chance, cards: &mut [CardId]) {
        // What the seed would deal next hangs on how much was drawn from it.
        chance.shuffle(&mut cards.to_vec());
        match self.shuffles.pop_front() {
            None => self.fault = Some((None, "a `shuffle` line is missing here".into())),
            Some((line, wanted)) => {
                if wanted.len() != cards.len() || !self.arrange(cards, &wanted) {
                    self.fault =
                        Some((Some(line), "these are not the cards being shuffled".into()));
                }
            }
        }
    }

    fn falls(
        &mut self,
        chance: &mut Chance,
        script: &Script,
        board: &Board,
        lots: Lots<'_>,
    ) -> u32 {
        // What the seed would decide next hangs on how much was drawn from it.
        let _ = chance.below(lots.ways());
        let Some((line, lot, on)) = self.fallen.pop_front() else {
            self.fault = Some((None, "the line of a random result is missing here".into()));
            return 0;
        };
        chance::meant(script, board, lots, lot, &on).unwrap_or_else(|| {
            let ways = chance::ways(script, board, lots).join(", ");
            self.fault = Some((
                Some(line),
                format!("this random result is not possible here; possible: {ways}"),
            ));
            0
        })
    }

    fn deal_victories(&mut self, chance: &mut Chance, cards: &mut [CardId]) {
        if !self.deal(chance, cards) {
            self.fault = Some((
                None,
                "the victory cards that the trace deals are not in the game".into(),
            ));
        }
    }
}

/// See the top of the file.
pub(super) enum Beginning {
    Dealt,
    Given(Box<Setup>),
}

impl Beginning {
    /// Of the position that stands at that line, if one does.
    ///
    /// # Errors
    /// The line of its first fault, and what is wrong there.
    pub fn read(
        given: Option<&(usize, String)>,
        players: u8,
        rules: &Rules,
    ) -> Result<Beginning, (usize, String)> {
        let Some((line, text)) = given else {
            return Ok(Beginning::Dealt);
        };
        let setup = read_position(text, 0, rules).map_err(|faults| match faults.first() {
            Some(fault) => {
                let before = text.get(..fault.span.start).unwrap_or_default();
                (
                    line + 1 + before.matches('\n').count(),
                    fault.reason.clone(),
                )
            }
            None => (*line, "this position cannot be set up".to_string()),
        })?;
        if setup.nations.len() == usize::from(players) {
            Ok(Beginning::Given(Box::new(setup)))
        } else {
            Err((
                *line,
                format!("this position does not have {players} players"),
            ))
        }
    }

    pub fn game(&self, script: Arc<Script>, players: u8, seed: u64, watch: &mut dyn Watch) -> Game {
        match self {
            Beginning::Dealt => Game::deal(script, players, seed, watch),
            Beginning::Given(setup) => Game::from_setup(script, setup, seed, watch),
        }
    }
}

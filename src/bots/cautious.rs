//! A bot that knows no card: it builds and stacks at home, picks on others, and passes when nothing is left.

use crate::{Bot, Seen};
use board::{Seat, SeenBuilding, View};
use engine::Words;
use explain::options::decision::{Decision, Spot, What};
use rules::ir::Rules;

/// See the top of the file.
#[derive(Debug, Clone)]
pub struct Cautious {
    seed: u64,
}

impl Cautious {
    /// A bot that leaves to the numbers of this seed what it has no opinion about.
    pub fn new(seed: u64) -> Cautious {
        Cautious { seed }
    }

    /// How much it likes an option; 0 is only taken when there is nothing else.
    fn liking(table: &Table<'_>, decision: &Decision, what: What) -> u32 {
        let me = decision.by;
        let others = |seat: Seat, wealth: u32| if seat == me { 0 } else { 2 + wealth };
        match what {
            What::Action(_) => 24,
            What::Build { at, .. } if at.seat == me => 24 / (table.row(me).len() as u32 + 1),
            What::Stack { on, .. } if on.seat == me => {
                table.need(on) * 12 / (table.row(me).len() as u32 + 1)
            }
            What::Build { .. } | What::Stack { .. } => 0,
            // Many abilities may be used without end: sooner or later it passes.
            What::Use { .. } => 12,
            What::Pass => 6,
            What::Player(seat) => others(seat, table.wealth(seat)),
            // What is targeted suffers, what is merely chosen is given something.
            What::Building(at) | What::Top(at) | What::Stacked { on: at, .. }
                if decision.targeted =>
            {
                others(at.seat, table.height(at))
            }
            What::Building(at) if at.seat == me => table.need(at),
            What::Place(at) if at.seat == me => 2,
            What::Building(_) | What::Place(_) => 0,
            What::Top(_) | What::Stacked { .. } | What::Held { .. } | What::Aside { .. } => 2,
            What::Card(_) | What::Branch(_) | What::Side { .. } | What::Shield(_) => 2,
            What::Decline | What::Gone => 0,
        }
    }
}

impl Bot for Cautious {
    fn choose(&mut self, seen: &Seen<'_>) -> usize {
        let (decision, view) = (seen.decision, seen.view());
        let table = Table {
            rules: seen.rules,
            view: &view,
        };
        let mut likings = vec![0; decision.offers.len()];
        let in_time = seen.in_time();
        for number in &in_time {
            likings[*number] = Cautious::liking(&table, decision, decision.offers[*number].what);
        }
        let mut words = seen.words(self.seed);
        let mut left = likings.clone();
        // What leads back to a table that the turn has had is taken only where all does. To look that up takes longer than
        // all else here, so that what is drawn is looked up, and drawn again if need be.
        while let Some(number) = drawn(&left, &mut words) {
            if in_time.len() < 2 || seen.leads_on(number) {
                return number;
            }
            left[number] = 0;
        }
        // What is liked was looked up already.
        let mut others = in_time.iter().filter(|number| likings[**number] == 0);
        if !others.any(|number| seen.leads_on(*number))
            && let Some(number) = drawn(&likings, &mut words)
        {
            return number;
        }
        // Nothing is liked: rather nothing at all than something bad.
        let harmless = decision
            .offers
            .iter()
            .position(|offer| offer.what == What::Decline);
        harmless.unwrap_or_else(|| words.below(decision.offers.len() as u32) as usize)
    }
}

/// One of the options, in proportion to how much each is liked; nothing where none is.
fn drawn(likings: &[u32], words: &mut Words) -> Option<usize> {
    let total: u32 = likings.iter().sum();
    let mut number = if total == 0 {
        return None;
    } else {
        words.below(total)
    };
    likings.iter().position(|liking| {
        let found = number < *liking;
        number = number.saturating_sub(*liking);
        found
    })
}

/// What the bot reads off a view.
struct Table<'a> {
    rules: &'a Rules,
    view: &'a View,
}

impl Table<'_> {
    fn row(&self, seat: Seat) -> &[SeenBuilding] {
        self.view
            .nations
            .get(seat.index())
            .and_then(Option::as_deref)
            .unwrap_or_default()
    }

    fn building(&self, at: Spot) -> Option<&SeenBuilding> {
        self.row(at.seat).get(at.place as usize)
    }

    fn height(&self, at: Spot) -> u32 {
        self.building(at)
            .map_or(0, |building| building.stack.len() as u32)
    }

    /// Buildings and stacked cards.
    fn wealth(&self, seat: Seat) -> u32 {
        self.row(seat)
            .iter()
            .map(|building| 1 + building.stack.len() as u32)
            .sum()
    }

    /// How much a building of its own wants a card: those that lie open, and the victory card.
    fn need(&self, at: Spot) -> u32 {
        let Some(building) = self.building(at) else {
            return 0;
        };
        let victory = self.rules.kinds[building.kind.index()].action.is_none();
        match (building.stack.is_empty(), victory) {
            (_, true) => 4,
            (true, false) => 3,
            (false, false) => 1,
        }
    }
}

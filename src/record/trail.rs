//! Writes down where every card goes while a ruling is played, and what makes it go there.

use board::{Bearer, Board, CardId, Event, Seat, Zone};
use engine::{Cause, Script, Watch};
use explain::log::Log;
use explain::names::{building_label, card_label};
use explain::reasons::because::Because;
use rules::ir::Rules;

use crate::positions::moves::Witness;

/// Where a card can be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Spot {
    Deck,
    Discard,
    Removed,
    Aside,
    Law,
    Hand(Seat),
    Row(Seat),
    /// Stacked on that building.
    On(CardId),
}

impl Spot {
    fn of(board: &Board, card: CardId) -> Spot {
        let state = board.card(card);
        match state.zone {
            Zone::Deck => Spot::Deck,
            Zone::Discard => Spot::Discard,
            Zone::Removed => Spot::Removed,
            Zone::Aside => Spot::Aside,
            Zone::Law => Spot::Law,
            Zone::Hand => Spot::Hand(state.seat()),
            Zone::Row => Spot::Row(state.seat()),
            Zone::Stack => Spot::On(state.building()),
        }
    }
}

/// What an event changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Change {
    Card {
        card: CardId,
        from: Spot,
        to: Spot,
    },
    /// A building's ability is spent.
    Spent(CardId),
    /// Counters come to lie there, or go.
    Counters(Bearer),
    /// A turn begins.
    Began(Seat),
    /// It has come further.
    Turn,
    Out(Seat),
    Won,
}

struct Step {
    change: Change,
    /// The number of its sentence in the log, counted from 1, when it has one.
    event: Option<usize>,
    because: Because,
}

/// All that happens in a ruling.
pub struct Trail {
    log: Log,
    steps: Vec<Step>,
}

impl Default for Trail {
    fn default() -> Trail {
        Trail {
            log: Log::open(),
            steps: Vec::new(),
        }
    }
}

impl Trail {
    /// The last change that fits, by its number.
    pub(super) fn last(&self, fits: impl Fn(Change) -> bool) -> Option<usize> {
        self.steps.iter().rposition(|step| fits(step.change))
    }

    /// Why the change of that number was made: the sentence that tells of it, and what made it.
    pub(super) fn explain(&self, rules: &Rules, number: usize) -> String {
        let Step {
            change,
            event,
            because,
        } = &self.steps[number];
        if let Some(Ok(told)) = event.map(|event| self.log.why(rules, event)) {
            return told;
        }
        let happens = match change {
            Change::Card { card, from, to } => {
                let name = card_label(rules, rules.cards[card.index()]);
                format!("{name} goes from {} to {}.", place(*from), place(*to))
            }
            Change::Spent(building) => {
                let name = building_label(rules, rules.cards[building.index()], false);
                format!("An ability of {name} is spent.")
            }
            Change::Counters(_) => "Counters are put or taken.".to_string(),
            Change::Began(seat) => format!("The turn of {seat} begins."),
            Change::Turn => "The turn goes on.".to_string(),
            Change::Out(seat) => format!("{seat} is out of the game."),
            Change::Won => "Somebody has won.".to_string(),
        };
        format!("{happens}\n{}", because.explain(rules, self.log.lines()))
    }
}

/// A spot in words.
pub(super) fn place(spot: Spot) -> String {
    match spot {
        Spot::Deck => "the deck".to_string(),
        Spot::Discard => "the discard pile".to_string(),
        Spot::Removed => "what is out of the game".to_string(),
        Spot::Aside => "what is set aside".to_string(),
        Spot::Law => "the laws".to_string(),
        Spot::Hand(seat) => format!("the hand of {seat}"),
        Spot::Row(seat) => format!("the row of {seat}"),
        Spot::On(_) => "a stack".to_string(),
    }
}

impl Watch for Trail {
    fn event_by(
        &mut self,
        script: &Script,
        board: &Board,
        event: &Event<'_>,
        cause: Option<Cause>,
    ) {
        let told = self.log.lines().len();
        self.log.event_by(script, board, event, cause);
        let number = (self.log.lines().len() > told).then_some(told + 1);
        let mut add = |change| {
            let because = Because::of(script, board, event, cause, None);
            self.steps.push(Step {
                change,
                event: number,
                because,
            });
        };
        let goes = |card: CardId, to: Spot| Change::Card {
            card,
            from: Spot::of(board, card),
            to,
        };
        match *event {
            Event::Drawn { seat, card } | Event::ToHand { card, seat } => {
                add(goes(card, Spot::Hand(seat)))
            }
            Event::HandsSwapped { one, other } => {
                for (from, to) in [(one, other), (other, one)] {
                    board
                        .hand(from)
                        .iter()
                        .for_each(|card| add(goes(*card, Spot::Hand(to))));
                }
            }
            Event::HandsPassed { .. } => {
                for from in board.living.iter() {
                    let to = board.next_hand(from, event);
                    board
                        .hand(from)
                        .iter()
                        .for_each(|card| add(goes(*card, Spot::Hand(to))));
                }
            }
            Event::Taken { card, .. }
            | Event::SetAside { card, .. }
            | Event::LaidAside { card, .. } => add(goes(card, Spot::Aside)),
            Event::Stacked { card, on, .. } | Event::Moved { card, onto: on } => {
                add(goes(card, Spot::On(on)))
            }
            Event::Built { card, seat, .. } => add(goes(card, Spot::Row(seat))),
            Event::Swapped { building, card } => {
                let owner = board.card(building).seat();
                add(goes(building, Spot::Hand(owner)));
                add(goes(card, Spot::Row(owner)));
                // The stack stays where it is, under the new building.
                board
                    .stack(building)
                    .into_iter()
                    .for_each(|stacked| add(goes(stacked, Spot::On(card))));
            }
            Event::Discarded { card } | Event::PutUnderWay { card, .. } => {
                add(goes(card, Spot::Discard))
            }
            Event::Exchanged { one, other } => {
                add(goes(one, Spot::Row(board.card(other).seat())));
                add(goes(other, Spot::Row(board.card(one).seat())));
            }
            Event::Shifted { building, seat, .. } => add(goes(building, Spot::Row(seat))),
            Event::Enacted { card } => add(goes(card, Spot::Law)),
            Event::Removed { card } => add(goes(card, Spot::Removed)),
            Event::PutInDeck { card, .. } => add(goes(card, Spot::Deck)),
            Event::Shuffled { order } | Event::DeckShuffled { order } => {
                order.iter().for_each(|card| add(goes(*card, Spot::Deck)))
            }
            Event::Spent { building, .. } | Event::Refreshed { building } => {
                add(Change::Spent(building))
            }
            Event::TurnBegan { seat, .. } => add(Change::Began(seat)),
            Event::StartEnded { .. } | Event::CardPlayed { .. } | Event::Passed { .. } => {
                add(Change::Turn)
            }
            Event::Eliminated { seat } => add(Change::Out(seat)),
            Event::Won { .. } | Event::GameDrawn => add(Change::Won),
            Event::CountersPut { on, .. } | Event::CountersTaken { off: on, .. } => {
                add(Change::Counters(on))
            }
            Event::Written { card, .. } => add(Change::Counters(Bearer::Card(card))),
            Event::ActionOver { .. }
            | Event::Pended(_)
            | Event::Came(_)
            | Event::MorePlays { .. }
            | Event::HandsOpen { .. }
            | Event::Overseen { .. }
            | Event::Noted { .. }
            | Event::Forgotten { .. }
            | Event::DeckHandled { .. }
            | Event::Chose { .. }
            | Event::Bid { .. }
            | Event::Seen { .. }
            | Event::Shown { .. }
            | Event::Sided { .. }
            | Event::Used { .. }
            | Event::ActionPlayed { .. }
            | Event::Fizzled { .. }
            | Event::Revealed { .. }
            | Event::Triggered { .. }
            | Event::Called { .. }
            | Event::Fell { .. }
            | Event::Crisis { .. }
            | Event::Lost { .. }
            | Event::Cut { .. } => {}
        }
    }
}

impl Witness for Trail {}

//! Writes down where every card goes while a ruling is played, and what makes it go there.

use board::{Bearer, Board, CardId, Event, Seat, Zone};
use engine::{Cause, Game, Script, Watch};
use explain::log::Log;
use explain::names::{building_label, card_label};
use explain::reasons::because::Because;
use rules::ir::Rules;

use crate::positions::moves::Witness;

/// Where a card can be.
#[derive(Clone, Copy, PartialEq)]
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
#[derive(Clone, Copy, PartialEq)]
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

/// A change, and why: the number of its sentence in the log, counted from 1, when it has one.
struct Entry {
    change: Change,
    event: Option<usize>,
    because: Because,
}

/// All that happens in a ruling.
pub struct Trail {
    log: Log,
    steps: Vec<Entry>,
    /// By card, where it was before the last event, and that event.
    spots: Vec<Spot>,
    last: Option<(Option<usize>, Because)>,
}

impl Default for Trail {
    fn default() -> Trail {
        Trail {
            log: Log::open(),
            steps: Vec::new(),
            spots: Vec::new(),
            last: None,
        }
    }
}

impl Trail {
    /// Notes which cards the last event has moved.
    fn look(&mut self, board: &Board, cards: usize) {
        let card = |card| CardId(card as u16);
        let now: Vec<Spot> = (0..cards).map(|at| Spot::of(board, card(at))).collect();
        let before = std::mem::take(&mut self.spots);
        if let Some((event, because)) = self.last.take() {
            let moved = before
                .into_iter()
                .zip(&now)
                .enumerate()
                .filter(|(_, (from, to))| from != *to);
            self.steps.extend(moved.map(|(at, (from, to))| Entry {
                change: Change::Card {
                    card: card(at),
                    from,
                    to: *to,
                },
                event,
                because: because.clone(),
            }));
        }
        self.spots = now;
    }

    /// The last change that fits, by its number.
    pub(super) fn last(&self, fits: impl Fn(Change) -> bool) -> Option<usize> {
        self.steps.iter().rposition(|step| fits(step.change))
    }

    /// Why the change of that number was made: the sentence that tells of it, and what made it.
    pub(super) fn explain(&self, rules: &Rules, number: usize) -> String {
        let Entry {
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
            Change::Counters(_) => "Counters are added or removed.".to_string(),
            Change::Began(seat) => format!("The turn of {seat} begins."),
            Change::Turn => "The turn continues.".to_string(),
            Change::Out(seat) => format!("{seat} is out of the game."),
            Change::Won => "Someone wins.".to_string(),
        };
        format!("{happens}\n{}", because.explain(rules, self.log.lines()))
    }
}

/// A spot in words.
pub(super) fn place(spot: Spot) -> String {
    match spot {
        Spot::Deck => "the deck".to_string(),
        Spot::Discard => "the discard pile".to_string(),
        Spot::Removed => "the removed pile".to_string(),
        Spot::Aside => "the cards set aside".to_string(),
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
        self.look(board, script.rules.cards.len());
        let told = self.log.lines().len();
        self.log.event_by(script, board, event, cause);
        let number = (self.log.lines().len() > told).then_some(told + 1);
        let because = Because::of(script, board, event, cause, None);
        let change = match *event {
            Event::Spent { building, .. } | Event::Refreshed { building } => {
                Some(Change::Spent(building))
            }
            Event::TurnBegan { seat, .. } => Some(Change::Began(seat)),
            Event::StartEnded { .. } | Event::CardPlayed { .. } | Event::Passed { .. } => {
                Some(Change::Turn)
            }
            Event::Eliminated { seat } => Some(Change::Out(seat)),
            Event::Won { .. } | Event::GameDrawn => Some(Change::Won),
            Event::CountersPut { on, .. } | Event::CountersTaken { off: on, .. } => {
                Some(Change::Counters(on))
            }
            Event::Written { card, .. } => Some(Change::Counters(Bearer::Card(card))),
            // Where cards go is seen on the table.
            _ => None,
        };
        self.steps.extend(change.map(|change| Entry {
            change,
            event: number,
            because: because.clone(),
        }));
        self.last = Some((number, because));
    }
}

impl Witness for Trail {
    fn stands(&mut self, game: &Game) {
        self.look(game.board(), game.script().rules.cards.len());
    }
}

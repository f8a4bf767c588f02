//! Watches one game and notes what a simulation counts of it.

use crate::simulate::labels::{Index, Labels, NONE, USES, Use};
use board::{Bearer, Board, CARD_ROOM, CardId, Event, Kind, Seat, Zone};
use engine::{Cause, Game, Outcome, Script, Watch};
use explain::cut;

/// What is known of one game when it is over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Facts {
    pub seed: u64,
    pub players: u8,
    pub winner: Option<Seat>,
    /// It is over, and nobody has won.
    pub draw: bool,
    /// One of [`Labels::ways`]; `None` for a game that nobody has won.
    pub way: Option<u16>,
    pub turns: u32,
    pub decisions: u32,
    /// What was told of texts that were cut off (END-1).
    pub cuts: Vec<String>,
    /// By seat: one of [`Labels::victories`] or [`NONE`].
    pub victories: [u8; 6],
    /// By seat, then by card: how often each [`Use`] happened.
    uses: Vec<[u16; USES]>,
    cards: usize,
    /// By seat, then by sort: how many counters were put and taken, each of [`CARRIED`].
    counters: Vec<[u32; 2]>,
    sorts: usize,
}

impl Facts {
    /// How often each use happened to a kind of card, for one seat. Without a record of uses there are none.
    #[inline]
    pub fn uses(&self, seat: usize, card: usize) -> [u16; USES] {
        self.uses
            .get(seat * self.cards + card)
            .copied()
            .unwrap_or_default()
    }

    /// How many counters of a sort were put before one seat, or in its nation, and taken there.
    pub fn counters(&self, seat: usize, sort: usize) -> [u32; 2] {
        self.counters
            .get(seat * self.sorts + sort)
            .copied()
            .unwrap_or_default()
    }

    fn carried(&mut self, seat: Option<Seat>, sort: u8, what: usize, number: u16) {
        let place = seat.map(|seat| seat.index() * self.sorts + usize::from(sort));
        if let Some(numbers) = place.and_then(|place| self.counters.get_mut(place)) {
            numbers[what] = numbers[what].saturating_add(u32::from(number));
        }
    }

    fn count(&mut self, seat: Seat, kind: u8, of: Use) {
        if let Some(uses) = self
            .uses
            .get_mut(seat.index() * self.cards + usize::from(kind))
        {
            uses[of as usize] = uses[of as usize].saturating_add(1);
        }
    }
}

/// Notes the facts of a game. With `ALL` switched off, only who won after how many turns and decisions.
#[derive(Debug, Clone)]
pub struct Recorder<const ALL: bool> {
    pub facts: Facts,
    index: Index,
    /// By card: its kind.
    kinds: [u8; CARD_ROOM],
    begun: bool,
    /// The card that is being played from hand, and whose.
    from_hand: Option<(Seat, CardId)>,
}

impl<const ALL: bool> Recorder<ALL> {
    /// A recorder for games of those rules.
    pub fn new(script: &Script, players: u8) -> Recorder<ALL> {
        let (labels, index) = Labels::of(script);
        let (cards, sorts) = (labels.cards.len(), labels.counters.len());
        let mut kinds = [NONE; CARD_ROOM];
        for (kind, of) in kinds.iter_mut().zip(&script.rules.cards) {
            *kind = of.0;
        }
        let facts = Facts {
            seed: 0,
            players,
            winner: None,
            draw: false,
            way: None,
            turns: 0,
            decisions: 0,
            cuts: Vec::new(),
            victories: [NONE; 6],
            uses: if ALL {
                vec![[0; USES]; cards * usize::from(players)]
            } else {
                Vec::new()
            },
            cards,
            counters: if ALL {
                vec![[0; 2]; sorts * usize::from(players)]
            } else {
                Vec::new()
            },
            sorts,
        };
        Recorder {
            facts,
            index,
            kinds,
            begun: false,
            from_hand: None,
        }
    }

    /// Forgets the last game.
    pub fn begin(&mut self, seed: u64) {
        (self.facts.seed, self.facts.decisions) = (seed, 0);
        self.facts.cuts.clear();
        self.facts.victories = [NONE; 6];
        self.facts.uses.fill([0; USES]);
        self.facts.counters.fill([0; 2]);
        (self.begun, self.from_hand) = (false, None);
    }

    /// Notes how the game ended, or that it was left after so many turns.
    pub fn end(&mut self, game: &Game, limit: u32, decisions: u32) {
        (self.facts.turns, self.facts.decisions) = (game.turns_within(limit), decisions);
        self.facts.winner = match game.outcome() {
            Outcome::Won(seat) => Some(seat),
            Outcome::Running | Outcome::Drawn => None,
        };
        self.facts.draw = game.outcome() == Outcome::Drawn;
        self.facts.way = match ALL {
            true => game.reason().map(|(_, reason)| {
                let kind = |card: CardId| {
                    (
                        Kind(self.kinds[card.index()]),
                        game.board().card(card).second_side(),
                    )
                };
                self.index.way(reason, kind)
            }),
            false => None,
        };
    }

    /// A card from hand counts for who plays it; one that an effect moves counts for the nation that it comes to.
    #[inline]
    fn placed(&mut self, card: CardId, owner: Option<Seat>, of: Use) {
        let kind = self.kinds[card.index()];
        match self.from_hand {
            Some((seat, held)) if held == card => {
                self.from_hand = None;
                self.facts.count(seat, kind, of);
            }
            _ => {
                if let Some(owner) = owner {
                    self.facts.count(owner, kind, Use::ByEffect);
                }
            }
        }
    }

    fn note_victories(&mut self, board: &Board) {
        for seat in Seat(0).clockwise(board.seats) {
            let victory = |card: &CardId| {
                let kind = Kind(self.kinds[card.index()]);
                Some(self.index.victory(kind, board.card(*card).second_side()))
                    .filter(|victory| *victory != NONE)
            };
            self.facts.victories[seat.index()] =
                board.row(seat).iter().find_map(victory).unwrap_or(NONE);
        }
    }
}

/// Whose nation a bearer stands in, or which player it is.
fn before(board: &Board, bearer: Bearer) -> Option<Seat> {
    match bearer {
        Bearer::Card(card) => board.owner(card),
        Bearer::Player(seat) => Some(seat),
    }
}

impl<const ALL: bool> Watch for Recorder<ALL> {
    #[inline]
    fn event_by(
        &mut self,
        script: &Script,
        board: &Board,
        event: &Event<'_>,
        cause: Option<Cause>,
    ) {
        if let Event::Cut { why, cards } = event {
            self.facts
                .cuts
                .push(cut::told(script, board, *why, cards, cause));
        }
        self.event(script, board, event);
    }

    #[inline]
    fn event(&mut self, _script: &Script, board: &Board, event: &Event<'_>) {
        if !ALL {
            return;
        }
        match *event {
            Event::Drawn { seat, card } => {
                self.facts.count(seat, self.kinds[card.index()], Use::Drawn)
            }
            Event::CardPlayed { seat, card } => self.from_hand = Some((seat, card)),
            // Before the first turn the table is being laid.
            Event::Built { .. } | Event::Stacked { .. } if !self.begun => {}
            Event::Built { card, seat, .. } => self.placed(card, Some(seat), Use::Built),
            Event::Stacked { card, on, .. } => self.placed(card, board.owner(on), Use::Stacked),
            Event::ActionPlayed { seat, card } => self.placed(card, Some(seat), Use::Played),
            Event::Used { seat, building, .. } => {
                self.facts
                    .count(seat, self.kinds[building.index()], Use::Used)
            }
            Event::CountersPut {
                on, sort, number, ..
            } => self.facts.carried(before(board, on), sort, 0, number),
            Event::CountersTaken {
                off, sort, number, ..
            } => self.facts.carried(before(board, off), sort, 1, number),
            Event::Swapped { building, card } => {
                self.placed(card, board.owner(building), Use::Built)
            }
            Event::Revealed { card, owner } => {
                let building = board.card(card).zone == Zone::Row;
                let of = if building {
                    Use::Destroyed
                } else {
                    Use::Flipped
                };
                self.facts.count(owner, self.kinds[card.index()], of);
            }
            Event::TurnBegan { .. } if !self.begun => {
                self.begun = true;
                self.note_victories(board);
            }
            _ => {}
        }
    }
}

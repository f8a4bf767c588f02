//! Watches one game and notes what a simulation counts of it.

use crate::simulate::labels::{CARRIED, Index, Labels, NONE, USES, Use};
use board::{Bearer, Board, CARD_ROOM, CardId, Event, Kind, Seat, Zone};
use engine::{Cause, Game, Outcome, Script, Watch};
use explain::cut;

/// What is known of one game when it is over.
#[derive(Clone)]
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
    /// By seat: one of [`Labels::victories`] or `NONE`.
    pub victories: [u8; 6],
    /// How often each [`Use`] happened to a card.
    pub cards: Grid,
    /// How many counters of a sort were put before a seat, or in its nation, and taken there.
    pub counters: Grid,
}

/// Numbers by seat, by thing and by what happens to it.
#[derive(Clone)]
pub struct Grid {
    things: usize,
    uses: usize,
    numbers: Vec<u32>,
}

impl Grid {
    fn new(players: u8, things: usize, uses: usize) -> Grid {
        Grid {
            things,
            uses,
            numbers: vec![0; usize::from(players) * things * uses],
        }
    }

    /// The numbers of a thing, for one seat.
    #[inline]
    pub fn of(&self, seat: usize, thing: usize) -> &[u32] {
        &self.numbers[(seat * self.things + thing) * self.uses..][..self.uses]
    }

    #[inline]
    fn add(&mut self, seat: Seat, thing: u8, of: usize, number: u16) {
        let at = (seat.index() * self.things + usize::from(thing)) * self.uses + of;
        if let Some(sum) = self.numbers.get_mut(at) {
            *sum = sum.saturating_add(number.into());
        }
    }
}

/// Notes the facts of a game. With `ALL` switched off, only who won after how many turns and decisions.
#[derive(Clone)]
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
        let mut kinds = [NONE; CARD_ROOM];
        for (kind, of) in kinds.iter_mut().zip(&script.rules.cards) {
            *kind = of.0;
        }
        let cards = if ALL { labels.cards.len() } else { 0 };
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
            cards: Grid::new(players, cards, USES),
            counters: Grid::new(players, labels.counters.len(), CARRIED.len()),
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
        self.facts.cards.numbers.fill(0);
        self.facts.counters.numbers.fill(0);
        (self.begun, self.from_hand) = (false, None);
    }

    /// Notes how the game ended, or that it was left after so many turns.
    pub fn end(&mut self, game: &Game, limit: u32, decisions: u32) {
        let facts = &mut self.facts;
        (facts.turns, facts.decisions) = (game.turns_within(limit), decisions);
        facts.winner = match game.outcome() {
            Outcome::Won(seat) => Some(seat),
            Outcome::Running | Outcome::Drawn => None,
        };
        facts.draw = game.outcome() == Outcome::Drawn;
        let kind = |card: CardId| {
            let second = game.board().card(card).second_side();
            (Kind(self.kinds[card.index()]), second)
        };
        let reason = game.reason().filter(|_| ALL);
        facts.way = reason.map(|(_, reason)| self.index.way(reason, kind));
    }

    /// A card from hand counts for who plays it; one that an effect moves counts for the nation that it comes to.
    #[inline]
    fn placed(&mut self, card: CardId, owner: Option<Seat>, of: Use) {
        match self.from_hand.take_if(|(_, held)| *held == card) {
            Some((seat, _)) => self.count(seat, card, of),
            None => owner
                .into_iter()
                .for_each(|owner| self.count(owner, card, Use::ByEffect)),
        }
    }

    #[inline]
    fn count(&mut self, seat: Seat, card: CardId, of: Use) {
        self.facts
            .cards
            .add(seat, self.kinds[card.index()], of as usize, 1);
    }

    /// Counters count for the player before whom, or in whose nation, they lie.
    fn carried(&mut self, board: &Board, at: Bearer, sort: u8, of: usize, number: u16) {
        let seat = match at {
            Bearer::Card(card) => board.owner(card),
            Bearer::Player(seat) => Some(seat),
        };
        if let Some(seat) = seat {
            self.facts.counters.add(seat, sort, of, number);
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
            Event::Drawn { seat, card } => self.count(seat, card, Use::Drawn),
            Event::CardPlayed { seat, card } => self.from_hand = Some((seat, card)),
            // Before the first turn the table is being laid.
            Event::Built { .. } | Event::Stacked { .. } if !self.begun => {}
            Event::Built { card, seat, .. } => self.placed(card, Some(seat), Use::Built),
            Event::Stacked { card, on, .. } => self.placed(card, board.owner(on), Use::Stacked),
            Event::ActionPlayed { seat, card } => self.placed(card, Some(seat), Use::Played),
            Event::Used { seat, building, .. } => self.count(seat, building, Use::Used),
            Event::CountersPut {
                on, sort, number, ..
            } => self.carried(board, on, sort, 0, number),
            Event::CountersTaken {
                off, sort, number, ..
            } => self.carried(board, off, sort, 1, number),
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
                self.count(owner, card, of);
            }
            Event::TurnBegan { .. } if !self.begun => {
                self.begun = true;
                self.note_victories(board);
            }
            _ => {}
        }
    }
}

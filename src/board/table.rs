//! The state of the table and its questions: nations, stacks, hands and piles.

use crate::{
    BuildingSet, ByFace, CARD_ROOM, CardId, CardState, Cards, Carried, MAX_SEATS, Over, Pending,
    Pile, Seat, Seats, Segments, Zone,
};

/// The part of a turn (TRN-1 to TRN-3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Phase {
    /// Sides and shields are being chosen.
    #[default]
    SetUp,
    /// The draw is done, nothing else.
    Start,
    /// What needs the start of a turn is over; cards may be played.
    Main,
    /// The player has passed, the next turn has not begun.
    Passed,
}

/// The whole table, all cards open. Plain data without a heap.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Board {
    /// How many players began.
    pub seats: u8,
    /// Who has not been eliminated.
    pub living: Seats,
    /// Whose turn it is.
    pub turn: Seat,
    /// How far that turn has come.
    pub phase: Phase,
    /// So many cards of that turn have been played.
    pub played: u8,
    /// So many may be.
    pub plays: u8,
    pub(super) next_age: u16,
    /// Hands in which others may know a card.
    pub(super) seen_hands: Seats,
    /// Who sees whose hand, and makes whose decisions.
    pub(super) over: Over,
    /// Nations in which abilities may be spent.
    pub(super) spent_in: Seats,
    /// By seat: how many cards lie on the nation's buildings.
    pub(super) cards_in: [u16; MAX_SEATS],
    /// How many buildings have a card on them.
    pub(super) stacked: u16,
    /// Which ones, as far as there is room to say.
    pub(super) stacked_set: BuildingSet,
    /// Which buildings have a status or are silenced, as far as there is room to say.
    pub(super) statused: BuildingSet,
    /// Buildings, the cards that lie face up on them, and laws.
    pub(super) open: ByFace,
    pub(super) rows: Segments,
    pub(super) hands: Segments,
    pub(super) deck: Pile,
    pub(super) discard: Pile,
    pub(super) aside: Pile,
    pub(super) removed: Pile,
    pub(super) cards: [CardState; CARD_ROOM],
    /// By card, of buildings: when they came to stand; lower is older.
    pub(super) ages: [u16; CARD_ROOM],
    /// The first so many of them are of the game.
    pub(super) used: u16,
    /// What cards and players carry besides.
    pub(super) carried: Carried,
    /// The oldest law; each names the next one.
    pub(super) first_law: CardId,
    /// What holds for a while.
    pub(super) pending: Pending,
}

impl Board {
    /// Nobody sits here, and nothing lies here.
    pub const EMPTY: Board = Board {
        seats: 0,
        living: Seats::NONE,
        turn: Seat(0),
        phase: Phase::SetUp,
        played: 0,
        plays: 0,
        next_age: 0,
        seen_hands: Seats::NONE,
        over: Over::NOBODY,
        spent_in: Seats::NONE,
        cards_in: [0; MAX_SEATS],
        stacked: 0,
        stacked_set: BuildingSet::NONE,
        statused: BuildingSet::NONE,
        open: ByFace::NONE,
        rows: Segments::EMPTY,
        hands: Segments::EMPTY,
        deck: Pile::EMPTY,
        discard: Pile::EMPTY,
        aside: Pile::EMPTY,
        removed: Pile::EMPTY,
        cards: [CardState::UNKNOWN; CARD_ROOM],
        ages: [0; CARD_ROOM],
        carried: Carried::NOTHING,
        first_law: CardId::NONE,
        pending: Pending::NOTHING,
        used: 0,
    };

    /// A table with that many seats and all cards in the deck, the first of `deck` to be drawn first;
    /// nobody has a building yet.
    pub fn new(seats: u8, deck: &[CardId]) -> Board {
        let mut board = Board::EMPTY;
        board.reset(seats, deck);
        board
    }

    /// Puts a card that belongs to no zone yet on the aside pile, from where events take it.
    pub fn bring_in(&mut self, card: CardId) {
        self.aside.push(card);
        self.cards[card.index()].zone = Zone::Aside;
        self.used = self.used.max(card.0 + 1);
    }

    /// Becomes a copy of another table. Unlike `clone`, it moves only what is in use.
    pub fn copy_from(&mut self, other: &Board) {
        // All of them by name, so that none is forgotten.
        let Board {
            seats,
            living,
            turn,
            phase,
            played,
            plays,
            next_age,
            seen_hands,
            over,
            spent_in,
            cards_in,
            stacked,
            stacked_set,
            statused,
            open,
            rows,
            hands,
            deck,
            discard,
            aside,
            removed,
            cards,
            ages,
            carried,
            pending,
            used,
            first_law,
        } = other;
        (self.seats, self.living, self.turn, self.phase) = (*seats, *living, *turn, *phase);
        (self.played, self.plays) = (*played, *plays);
        (self.next_age, self.spent_in) = (*next_age, *spent_in);
        (self.seen_hands, self.over) = (*seen_hands, *over);
        (self.cards_in, self.stacked, self.stacked_set) = (*cards_in, *stacked, *stacked_set);
        (self.statused, self.open) = (*statused, *open);
        self.rows.copy_from(rows);
        self.hands.copy_from(hands);
        for (into, from) in [
            (&mut self.deck, deck),
            (&mut self.discard, discard),
            (&mut self.aside, aside),
            (&mut self.removed, removed),
        ] {
            into.copy_from(from);
        }
        // What is beyond them is the same in all tables.
        let most = usize::from(self.used.max(*used));
        self.cards[..most].copy_from_slice(&cards[..most]);
        self.ages[..most].copy_from_slice(&ages[..most]);
        self.carried.copy_from(carried);
        (self.used, self.first_law) = (*used, *first_law);
        self.pending.copy_from(pending);
    }

    /// Another card of the turn may be played.
    #[inline(always)]
    pub fn may_play(&self) -> bool {
        self.played < self.plays
    }

    /// All seats of the game, the eliminated, too.
    #[inline(always)]
    pub fn everyone(&self) -> Seats {
        Seats((1u8 << self.seats) - 1)
    }

    /// What the table knows of a card.
    #[inline(always)]
    pub fn card(&self, card: CardId) -> &CardState {
        &self.cards[card.index()]
    }

    /// What holds for a while, whatever has become of its card.
    #[inline(always)]
    pub fn pending(&self) -> &Pending {
        &self.pending
    }

    /// That name of something pending, a secret, may stand for that: so a seat supposes that does not know it.
    pub fn suppose(&mut self, at: usize, name: u8, value: u16) {
        self.pending.suppose(at, name, value);
    }

    /// What cards and players carry: counters.
    #[inline(always)]
    pub fn carried(&self) -> &Carried {
        &self.carried
    }

    /// All buildings, by seat, left to right.
    #[inline(always)]
    pub fn buildings(&self) -> &[CardId] {
        self.rows.all()
    }

    /// Buildings, the cards that lie face up on them, and laws: all cards whose texts may hold, whether or not they do.
    #[inline(always)]
    pub fn open(&self) -> &ByFace {
        &self.open
    }

    /// All buildings, those of that seat first, then clockwise, left to right.
    #[inline(always)]
    pub fn buildings_from(&self, seat: Seat) -> impl Iterator<Item = CardId> + '_ {
        let (before, from) = self.rows.all().split_at(self.rows.start(seat).into());
        from.iter().chain(before).copied()
    }

    /// How many cards lie on a nation's buildings.
    #[inline(always)]
    pub fn cards_in(&self, seat: Seat) -> usize {
        self.cards_in[seat.index()].into()
    }

    /// How many buildings have a card on them.
    #[inline(always)]
    pub fn stacked(&self) -> usize {
        self.stacked as usize
    }

    /// One nation, left to right.
    #[inline(always)]
    pub fn row(&self, seat: Seat) -> &[CardId] {
        self.rows.of(seat)
    }

    /// One hand, in the order held.
    #[inline(always)]
    pub fn hand(&self, seat: Seat) -> &[CardId] {
        self.hands.of(seat)
    }

    /// The deck; its last card is drawn next.
    #[inline(always)]
    pub fn deck(&self) -> &Pile {
        &self.deck
    }

    /// The discard pile, oldest first.
    #[inline(always)]
    pub fn discard(&self) -> &Pile {
        &self.discard
    }

    /// Cards out of the game.
    pub fn removed(&self) -> &Pile {
        &self.removed
    }

    /// Cards in front of nobody that hold for all, the oldest first.
    #[inline]
    pub fn laws(&self) -> impl Iterator<Item = CardId> + '_ {
        std::iter::successors(self.first_law(), |law| self.law_after(*law))
    }

    /// The oldest of them.
    #[inline]
    pub fn first_law(&self) -> Option<CardId> {
        self.first_law.is_some().then_some(self.first_law)
    }

    /// The next one, for those who do something else with the table between one and the other.
    #[inline]
    pub fn law_after(&self, law: CardId) -> Option<CardId> {
        let next = self.card(law).next;
        next.is_some().then_some(next)
    }

    /// Cards aside for effects under way, outermost first.
    #[inline(always)]
    pub fn aside(&self) -> &Pile {
        &self.aside
    }

    /// The card lies in the discard pile, and its action is under way (PLY-4).
    #[inline(always)]
    pub fn is_under_way(&self, card: CardId) -> bool {
        let state = self.card(card);
        state.zone == Zone::Discard && state.host > 0
    }

    /// The same for the effect at that depth.
    #[inline(always)]
    pub fn is_under_way_for(&self, card: CardId, depth: usize) -> bool {
        self.is_under_way(card) && usize::from(self.card(card).host) == depth + 1
    }

    /// The owner of a building, or of the building a card is stacked on, or of the hand it is in.
    #[inline(always)]
    pub fn owner(&self, card: CardId) -> Option<Seat> {
        let state = self.card(card);
        match state.zone {
            Zone::Row | Zone::Hand => Some(state.seat()),
            Zone::Stack => Some(self.card(state.building()).seat()),
            Zone::Deck | Zone::Discard | Zone::Aside | Zone::Removed | Zone::Law => None,
        }
    }

    /// A building's place in its row, counted from 0.
    pub fn place(&self, building: CardId) -> Option<usize> {
        let state = self.card(building);
        (state.zone == Zone::Row)
            .then(|| usize::from(state.position - self.rows.start(state.seat())))
    }

    /// What stands to the left and to the right of a building, in the same nation; no card where nothing does.
    #[inline(always)]
    pub fn beside(&self, building: CardId) -> [CardId; 2] {
        let state = self.card(building);
        let (seat, at) = (state.seat(), state.position);
        let left = if at > self.rows.start(seat) {
            self.rows.at(at - 1)
        } else {
            CardId::NONE
        };
        let right = if at + 1 < self.rows.end(seat) {
            self.rows.at(at + 1)
        } else {
            CardId::NONE
        };
        [left, right]
    }

    /// The building that a stacked card lies on.
    #[inline(always)]
    pub fn under(&self, card: CardId) -> Option<CardId> {
        let state = self.card(card);
        (state.zone == Zone::Stack).then_some(state.building())
    }

    /// The cards on a building, top to bottom.
    #[inline]
    pub fn stack_from_top(&self, building: CardId) -> impl Iterator<Item = CardId> + '_ {
        let mut next = self.card(building).top();
        std::iter::from_fn(move || {
            let card = next;
            next = if card.is_some() {
                self.card(card).below()
            } else {
                card
            };
            card.is_some().then_some(card)
        })
    }

    /// The cards on a building, bottom to top.
    pub fn stack(&self, building: CardId) -> Cards {
        let mut cards: Cards = self.stack_from_top(building).collect();
        cards.reverse();
        cards
    }

    /// The living seat whose turn follows that of `seat`.
    pub fn next_living(&self, seat: Seat) -> Option<Seat> {
        self.living.next_after(seat)
    }

    /// Who lives and sits before that seat: who has the next turn where the order is reversed.
    #[cold]
    pub fn living_before(&self, seat: Seat) -> Option<Seat> {
        seat.clockwise(self.seats)
            .skip(1)
            .filter(|before| self.living.has(*before))
            .last()
    }

    /// Clears the table for a new game.
    pub fn reset(&mut self, seats: u8, deck: &[CardId]) {
        for pile in [
            &mut self.deck,
            &mut self.discard,
            &mut self.aside,
            &mut self.removed,
        ] {
            pile.clear();
        }
        self.rows.clear();
        self.hands.clear();
        self.cards[..usize::from(self.used)].fill(CardState::UNKNOWN);
        self.ages[..usize::from(self.used)].fill(0);
        (self.seats, self.living) = (seats, Seats((1u8 << seats) - 1));
        (self.turn, self.phase, self.played, self.plays) = (Seat(0), Phase::SetUp, 0, 0);
        (self.over, self.first_law) = (Over::NOBODY, CardId::NONE);
        (self.next_age, self.seen_hands, self.cards_in) = (0, Seats::NONE, [0; MAX_SEATS]);
        (self.stacked, self.stacked_set, self.spent_in) = (0, BuildingSet::NONE, Seats::NONE);
        (self.statused, self.open) = (BuildingSet::NONE, ByFace::NONE);
        self.carried.reset();
        self.pending.reset();
        self.used = 0;
        for card in deck.iter().rev() {
            self.deck.push(*card);
            self.used = self.used.max(card.0 + 1);
        }
    }

    /// When a building came to stand; lower is older.
    pub fn age(&self, building: CardId) -> u16 {
        self.ages[building.index()]
    }

    /// Sets how old a building is, for positions that are read from a text.
    pub fn set_age(&mut self, building: CardId, age: u16) {
        self.ages[building.index()] = age;
        self.next_age = self.next_age.max(age + 1);
    }

    /// Sets who knows a card, for positions that are read from a text.
    pub fn set_known(&mut self, card: CardId, known: Seats) {
        self.cards[card.index()].known = known;
        self.note_seen(card);
    }
}

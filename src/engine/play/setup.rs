//! How games begin: dealt from a seed (SET-2 to SET-5), or from a position.

use std::sync::Arc;

use crate::effects::runner::Runner;
use crate::play::turn::could_be;
use crate::state::nation_traits::NationTraits;
use crate::{Asked, Chance, Game, Outcome, Reads, Script, State, Watch};
use board::{
    Bearer, Board, CardId, Cards, Event, Kind, MAX_SEATS, Pended, Phase, Seat, Seats, SeenCounters,
};
use rules::ir::VictoryDeal;
use text::limits::CARRIED;

/// A position as somebody lays it out: where each card of the game is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setup {
    /// By seat; `None` is an eliminated player.
    pub nations: Vec<Option<Vec<BuildingSetup>>>,
    /// By seat: the cards in hand.
    pub hands: Vec<Vec<CardId>>,
    /// The first is drawn first.
    pub deck: Vec<CardId>,
    /// Oldest first.
    pub discard: Vec<CardId>,
    /// With the side that a double-sided one showed last.
    pub removed: Vec<(CardId, bool)>,
    /// What lies in front of nobody, the oldest first.
    pub laws: Vec<CardId>,
    /// Whose turn it is.
    pub turn: Seat,
    /// How far that turn has come.
    pub phase: Phase,
    /// So many cards of that turn have been played.
    pub played: u8,
    /// So many may be; as many as in other turns of the game, where that is not said.
    pub plays: Option<u8>,
    /// What players and cards carry.
    pub counters: Vec<(Bearer, SeenCounters)>,
    /// What holds for a while.
    pub pending: Vec<Pended>,
    /// Buildings from the oldest on; those left out follow in seat order.
    pub ages: Vec<CardId>,
}

/// One building of a [`Setup`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BuildingSetup {
    /// Which card it is.
    pub card: CardId,
    /// Of a victory card: its second side holds.
    pub second_side: bool,
    /// Spent abilities, a bit each.
    pub spent: u8,
    /// Bottom to top.
    pub stack: Vec<StackedSetup>,
}

/// One stacked card of a [`Setup`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StackedSetup {
    /// Which card it is.
    pub card: CardId,
    /// It lies face up.
    pub face_up: bool,
    /// Who knows it although it lies face down.
    pub known: Seats,
}

impl State {
    fn new(board: Board, chance: Chance) -> State {
        State {
            board,
            chance,
            ..State::EMPTY
        }
    }

    /// Nothing has happened yet.
    fn begin(&mut self, chance: Chance) {
        (self.outcome, self.asked, self.seat) = (Outcome::Running, Asked::Nobody, Seat(0));
        (
            self.turns,
            self.chance,
            self.chain,
            self.offered,
            self.taken,
        ) = (0, chance, 0, None, 0);
        self.frames.clear();
        self.queue.clear();
        self.held.clear();
        self.fallen.clear();
        self.replacing.clear();
        self.lists.clear();
        (self.head, self.ordered, self.fresh) = (0, 0, 0);
        (self.changed_nations, self.changed) = (0, Reads::NOTHING);
        self.nations = [NationTraits::NOTHING; MAX_SEATS];
        (self.stale, self.rebuilt, self.far) = (Seats::NONE, Seats::NONE, false);
    }
}

impl Game {
    /// Deals a new game for two to six players and asks the first of them for a side or a shield.
    ///
    /// # Panics
    /// When `seats` is not between 2 and 6; recipes are checked to have cards enough for six.
    pub fn deal(script: Arc<Script>, seats: u8, seed: u64, watch: &mut dyn Watch) -> Game {
        assert!((2..=6).contains(&seats), "SET-1: two to six players");
        let state = State::new(Board::new(seats, &[]), Chance::new(seed));
        let mut game = Game::of(script, state);
        game.deal_again(seats, seed, watch);
        game
    }

    /// Deals a new game of the same rules in the place of this one.
    ///
    /// # Panics
    /// As [`Game::deal`].
    pub fn deal_again(&mut self, seats: u8, seed: u64, watch: &mut (impl Watch + ?Sized)) {
        assert!((2..=6).contains(&seats), "SET-1: two to six players");
        let rules = &self.script.rules;
        let mut chance = Chance::new(seed);
        let mut deck: Cards = (0..rules.deck_size as u16).map(CardId).collect();
        watch.shuffle(&mut chance, &mut deck);
        let mut victories: Cards = (rules.deck_size as u16..rules.cards.len() as u16)
            .map(CardId)
            .collect();
        if rules.victory_deal == VictoryDeal::Random {
            watch.deal_victories(&mut chance, &mut victories);
        }
        let state = &mut self.state;
        state.board.reset(seats, &deck);
        victories
            .iter()
            .take(seats as usize)
            .for_each(|card| state.board.bring_in(*card));
        state.begin(chance);
        let mut runner = Runner::new(&self.script, state, watch);
        runner.deal(&deck);
    }

    /// A game that begins with a position. It is over when someone's condition holds in it.
    pub fn from_setup(
        script: Arc<Script>,
        setup: &Setup,
        seed: u64,
        watch: &mut dyn Watch,
    ) -> Game {
        let seats = setup.nations.len() as u8;
        let mut board = Board::new(seats, &setup.deck);
        let hands = setup.hands.iter().flatten();
        let buildings = || setup.nations.iter().flatten().flatten();
        let stacked =
            buildings().flat_map(|building| building.stack.iter().map(|stacked| &stacked.card));
        let piles = setup
            .discard
            .iter()
            .chain(setup.removed.iter().map(|(card, _)| card))
            .chain(&setup.laws)
            .chain(hands)
            .chain(stacked);
        piles
            .chain(buildings().map(|building| &building.card))
            .for_each(|card| board.bring_in(*card));
        let mut game = Game::of(script, State::new(board, Chance::new(seed)));
        let nobody = &mut ();
        Runner::new(&game.script, &mut game.state, nobody).lay_out(setup);
        Runner::new(&game.script, &mut game.state, watch).begin_position(setup);
        game
    }
}

impl<W: Watch + ?Sized> Runner<'_, W> {
    pub fn deal(&mut self, deck: &[CardId]) {
        let seats = self.state.board.seats;
        // The deck lies so already; this is for those who watch.
        self.watch.event_by(
            self.script,
            &self.state.board,
            &Event::Shuffled { order: deck },
            None,
        );
        for seat in Seat(0).clockwise(seats) {
            for _ in 0..self.script.rules.hand + self.extra(seat) {
                let Some(card) = self.state.board.deck().top() else {
                    break;
                };
                self.emit(Event::Drawn { seat, card });
            }
        }
        self.next_side(Seat(0));
    }

    /// SET-4, SET-5: what the second of two players has more.
    pub fn extra(&self, seat: Seat) -> u8 {
        match self.state.board.seats == 2 && seat == Seat(1) {
            true => self.script.rules.second_player_extra,
            false => 0,
        }
    }

    /// The victory cards wait aside, in seat order.
    fn victory_of(&self, seat: Seat) -> CardId {
        self.state.board.aside().cards()[seat.index()]
    }

    pub fn choose_side(&mut self, seat: Seat, second: bool) {
        let card = self.victory_of(seat);
        self.emit(Event::Sided { card, second });
        self.next_side(Seat(seat.0 + 1));
    }

    fn next_side(&mut self, seat: Seat) {
        let mut rest = (seat.0..self.state.board.seats).map(Seat);
        match rest.find(|seat| self.script.rules.kind(self.victory_of(*seat)).double_sided) {
            Some(seat) => self.ask(seat, Asked::Side),
            None => self.sides_chosen(),
        }
    }

    /// SET-2: all victory cards come to stand at once.
    fn sides_chosen(&mut self) {
        for seat in Seat(0).clockwise(self.state.board.seats) {
            let card = self.state.board.aside().cards()[0];
            self.emit(Event::Built {
                card,
                seat,
                place: 0,
            });
        }
        self.next_shield(Seat(0), 0);
    }

    pub fn choose_shield(&mut self, seat: Seat, kind: Kind) {
        let Asked::Shield { left } = self.state.asked else {
            unreachable!("only the set-up offers shields")
        };
        self.put_shield(seat, self.held(seat, kind));
        match left - 1 {
            0 => self.next_shield(seat, 1),
            left => self.ask_shield(seat, left),
        }
    }

    fn put_shield(&mut self, seat: Seat, card: CardId) {
        let on = self.state.board.row(seat)[0];
        self.emit(Event::Stacked {
            card,
            on,
            face_up: false,
        });
    }

    /// Asks the seat `step` seats further on for its shields; after the last one the game begins.
    fn next_shield(&mut self, seat: Seat, step: u8) {
        let seat = Seat(seat.0 + step);
        if seat.0 < self.state.board.seats {
            let left = self.script.rules.shields + self.extra(seat);
            return match left {
                0 => self.next_shield(seat, 1),
                left => self.ask_shield(seat, left),
            };
        }
        self.settle_all();
        if self.state.outcome == Outcome::Running {
            self.begin_turn(Seat(0));
        }
        self.run();
    }

    /// Any choice with exactly one option is taken without asking.
    fn ask_shield(&mut self, seat: Seat, left: u8) {
        let hand = self.state.board.hand(seat);
        let kind = |card: &CardId| self.script.kind[card.index()];
        match hand.first().map(kind) {
            None => self.next_shield(seat, 1),
            Some(first)
                if hand.iter().all(|card| kind(card) == first)
                    && !(hand.len() > 1 && self.watch.has_all_asked()) =>
            {
                self.state.asked = Asked::Shield { left };
                self.choose_shield(seat, Kind(first));
            }
            Some(_) => self.ask(seat, Asked::Shield { left }),
        }
    }

    /// Puts the cards of a position where they belong.
    fn lay_out(&mut self, setup: &Setup) {
        for (seat, nation) in setup.nations.iter().enumerate() {
            let seat = Seat(seat as u8);
            for building in nation.iter().flatten() {
                let card = building.card;
                if building.second_side {
                    self.emit(Event::Sided { card, second: true });
                }
                let place = self.state.board.row(seat).len() as u16;
                self.emit(Event::Built { card, seat, place });
                if building.spent != 0 {
                    self.emit(Event::Spent {
                        building: card,
                        abilities: building.spent,
                    });
                }
                for stacked in &building.stack {
                    self.state.board.set_known(stacked.card, stacked.known);
                    self.emit(Event::Stacked {
                        card: stacked.card,
                        on: card,
                        face_up: stacked.face_up,
                    });
                }
            }
            if nation.is_none() {
                self.emit(Event::Eliminated { seat });
            }
        }
        for (seat, hand) in setup.hands.iter().enumerate() {
            hand.iter().for_each(|card| {
                self.emit(Event::ToHand {
                    card: *card,
                    seat: Seat(seat as u8),
                })
            });
        }
        setup
            .discard
            .iter()
            .for_each(|card| self.emit(Event::Discarded { card: *card }));
        for (card, second) in setup.removed.iter().copied() {
            self.emit(Event::Removed { card });
            if second {
                self.emit(Event::Sided { card, second });
            }
        }
        setup
            .laws
            .iter()
            .for_each(|card| self.emit(Event::Enacted { card: *card }));
        for (on, SeenCounters { sort, by, number }) in setup.counters.iter().copied() {
            self.emit(Event::CountersPut {
                on,
                sort,
                by,
                number,
            });
        }
        if !setup.ages.is_empty() {
            let rest = self.state.board.buildings().to_vec();
            let rest = rest
                .iter()
                .filter(|building| !setup.ages.contains(building));
            let ordered: Vec<CardId> = setup.ages.iter().chain(rest).copied().collect();
            for (age, building) in ordered.iter().enumerate() {
                self.state.board.set_age(*building, age as u16);
            }
        }
    }

    /// Chance says what the position does not.
    fn draw_secrets(&mut self, pended: &mut Pended) {
        let hidden = pended.hidden();
        for name in (0..CARRIED as u8).filter(|name| hidden >> name & 1 == 1) {
            let all = could_be(self.script, &self.state.board, pended, name);
            if !all.is_empty() {
                let drawn = self.state.chance.below(all.len() as u32);
                pended.carried[usize::from(name)] = all[drawn as usize];
            }
            pended.told = Seats::NONE.with(pended.you);
        }
    }

    /// The position's turn goes on.
    fn begin_position(&mut self, setup: &Setup) {
        let seat = setup.turn;
        let spent: Vec<(CardId, u8)> = setup
            .nations
            .iter()
            .flatten()
            .flatten()
            .map(|building| (building.card, building.spent))
            .collect();
        let plays = setup.plays.unwrap_or(self.script.rules.plays);
        self.state.board.apply(Event::TurnBegan { seat, plays });
        for (building, abilities) in spent {
            self.state.board.apply(Event::Spent {
                building,
                abilities,
            });
        }
        for pended in &setup.pending {
            let mut pended = self.state.board.holding(*pended);
            self.draw_secrets(&mut pended);
            self.state.board.apply(Event::Pended(pended));
        }
        if setup.phase == Phase::Main {
            self.state.board.apply(Event::StartEnded { seat });
        }
        for _ in 0..setup.played {
            self.state.board.apply(Event::CardPlayed {
                seat,
                card: CardId::NONE,
            });
        }
        self.state.turns = 1;
        self.settle_all();
        self.run();
    }
}

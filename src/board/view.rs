//! What one seat may see of the table, in a type that cannot hold more.

use crate::{Bearer, Board, CardId, Kind, Pended, Phase, Seat, Seats, Zone};
use text::limits::CARRIED;

/// A card as somebody sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Seen {
    /// Its kind is known. `known` says who else knows a face-down one; only [`View::open`] fills it.
    Known {
        /// Which kind it is.
        kind: Kind,
        /// It lies face up: everybody knows it.
        face_up: bool,
        /// Who else knows it.
        known: Seats,
    },
    /// Face down and unknown.
    Hidden,
}

/// Cards that are known one by one, or only by number.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Held {
    /// Each card is known.
    Cards(Vec<Kind>),
    /// Only how many there are is known.
    Count(usize),
}

/// Counters as all see them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SeenCounters {
    /// Their sort, by its number in the rules.
    pub sort: u8,
    /// Who has put them there, where their sort remembers that.
    pub by: Option<Seat>,
    /// How many there are.
    pub number: u16,
}

/// A building and its stack, bottom to top. Buildings hide nothing.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct SeenBuilding {
    /// Its kind.
    pub kind: Kind,
    /// Of a victory card: its second side holds.
    pub second_side: bool,
    /// Spent abilities, a bit each.
    pub spent: u8,
    /// Statuses, a bit each.
    pub status: u8,
    /// The cards on it, the lowest first.
    pub stack: Vec<Seen>,
    /// The counters on it, by their sort.
    pub counters: Vec<SeenCounters>,
    /// Those on cards of its stack, by the cards' places in it.
    pub stack_counters: Vec<(usize, SeenCounters)>,
}

/// Where a card lies, counted from 0: from the left, from the bottom, in the order held, from the oldest on, from the next one
/// to be drawn on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Whereabouts {
    /// It is no card any more that anybody could name.
    Nowhere,
    /// It stands as a building.
    Stands(Seat, u16),
    /// It is stacked on that building.
    Stacked(Seat, u16, u16),
    /// In a hand.
    Held(Seat, u16),
    /// In a pile that all see.
    Discarded(u16),
    /// Out of the game.
    Removed(u16),
    /// It is a law.
    Law(u16),
    /// It lies aside.
    Aside(u16),
    /// It is in the deck; where, not everybody knows.
    Deck(u16),
}

/// Something that holds or comes for a while, as it is seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct SeenPended {
    /// What it is; its cards have no numbers.
    pub pended: Pended,
    /// Where the card lies that said it, if it speaks of that.
    pub this: Whereabouts,
    /// Where the cards lie that its names stand for.
    pub carried: [Whereabouts; CARRIED],
}

impl SeenPended {
    /// As whoever knows its names sees it: it holds on to no card that somebody cannot follow (IDN-1).
    pub fn of(board: &Board, mut pended: Pended) -> SeenPended {
        let mut carried = [Whereabouts::Nowhere; CARRIED];
        for (at, value) in pended.carried.iter_mut().enumerate() {
            if pended.cards >> at & 1 == 1 {
                carried[at] = board.whereabouts(CardId(*value));
                *value = CardId::NONE.0;
            }
        }
        let this = board.whereabouts(pended.this);
        pended.this = CardId::NONE;
        SeenPended {
            pended,
            this,
            carried,
        }
    }
}

/// The table through the eyes of one seat, or of an onlooker, or with all cards open.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct View {
    /// Whose view it is; `None` when all cards are open.
    pub seat: Option<Seat>,
    /// Whose turn it is.
    pub turn: Seat,
    /// How far that turn has come.
    pub phase: Phase,
    /// So many cards of that turn have been played (TRN-3).
    pub played: u8,
    /// So many may be.
    pub plays: u8,
    /// The next card to be drawn first.
    pub deck: Held,
    /// Those of its cards that the viewer knows: how many lie above each, and its kind.
    pub deck_known: Vec<(usize, Kind)>,
    /// Oldest first.
    pub discard: Vec<Kind>,
    /// With the side that a double-sided one showed last.
    pub removed: Vec<(Kind, bool)>,
    /// Cards in front of nobody that hold for all, the oldest first.
    pub laws: Vec<Kind>,
    /// By law: the counters on it; empty where nobody has any.
    pub law_counters: Vec<Vec<SeenCounters>>,
    /// By seat.
    pub hands: Vec<Held>,
    /// By seat: the cards in others' hands that the viewer has seen there, or seen go there. A hand from which a card
    /// has gone unseen since is unknown again.
    pub seen: Vec<Vec<Kind>>,
    /// By seat; `None` for the eliminated.
    pub nations: Vec<Option<Vec<SeenBuilding>>>,
    /// By seat: the counters in front of each player; empty where nobody has any.
    pub counters: Vec<Vec<SeenCounters>>,
    /// What holds or comes for a while.
    pub pending: Vec<SeenPended>,
    /// All buildings, the oldest first, where that decides and differs from seat order (DIS-5): seat and place.
    pub ages: Vec<(Seat, u16)>,
}

impl Board {
    /// Where a card lies.
    pub fn whereabouts(&self, card: CardId) -> Whereabouts {
        if !card.is_some() {
            return Whereabouts::Nowhere;
        }
        let among =
            |cards: &[CardId]| cards.iter().position(|other| *other == card).unwrap_or(0) as u16;
        let stands = |building: CardId| Some((self.owner(building)?, self.place(building)? as u16));
        match self.card(card).zone {
            Zone::Row => stands(card).map_or(Whereabouts::Nowhere, |(seat, place)| {
                Whereabouts::Stands(seat, place)
            }),
            Zone::Stack => {
                let under = self
                    .under(card)
                    .and_then(|under| Some((stands(under)?, among(&self.stack(under)))));
                under.map_or(Whereabouts::Nowhere, |((seat, place), at)| {
                    Whereabouts::Stacked(seat, place, at)
                })
            }
            Zone::Hand => {
                let seat = self.card(card).seat();
                Whereabouts::Held(seat, among(self.hand(seat)))
            }
            Zone::Discard => Whereabouts::Discarded(among(self.discard().cards())),
            Zone::Removed => Whereabouts::Removed(among(self.removed().cards())),
            Zone::Aside => Whereabouts::Aside(among(self.aside().cards())),
            Zone::Law => {
                Whereabouts::Law(self.laws().position(|law| law == card).unwrap_or(0) as u16)
            }
            Zone::Deck => {
                let below = among(self.deck().cards());
                Whereabouts::Deck((self.deck().cards().len() as u16).saturating_sub(below + 1))
            }
        }
    }
}

/// Of one bearer, by their sort.
fn seen_counters(board: &Board, on: Bearer) -> Vec<SeenCounters> {
    let of_it = board
        .carried()
        .all()
        .iter()
        .filter(|counters| counters.on == on);
    let mut seen: Vec<SeenCounters> = of_it
        .map(|counters| SeenCounters {
            sort: counters.sort,
            by: counters.by,
            number: counters.number,
        })
        .collect();
    seen.sort_unstable();
    seen
}

impl SeenBuilding {
    /// The counters on the card at that place of its stack, counted from below.
    pub fn counters_on(&self, at: usize) -> Vec<SeenCounters> {
        self.stack_counters
            .iter()
            .filter(|(place, _)| *place == at)
            .map(|(_, counters)| *counters)
            .collect()
    }
}

impl View {
    /// The laws, each with the counters on it.
    pub fn laws_with_counters(&self) -> impl Iterator<Item = (Kind, &[SeenCounters])> {
        let counters = |at: usize| self.law_counters.get(at).map_or(&[][..], Vec::as_slice);
        self.laws
            .iter()
            .enumerate()
            .map(move |(at, kind)| (*kind, counters(at)))
    }

    /// What that seat may see, or an onlooker. `kinds` gives each card's kind.
    pub fn of(board: &Board, kinds: &[Kind], seat: Seat) -> View {
        let kind = |card: &CardId| kinds[card.index()];
        let see = |card: CardId| {
            let state = board.card(card);
            match board.is_known_to(card, seat) {
                true => Seen::Known {
                    kind: kind(&card),
                    face_up: state.face_up(),
                    known: Seats::NONE,
                },
                false => Seen::Hidden,
            }
        };
        let hand =
            |other: Seat| match board.watchers(other).has(seat) || board.open_hands().has(other) {
                true => Held::Cards(board.hand(other).iter().map(kind).collect()),
                false => Held::Count(board.hand(other).len()),
            };
        let seen = |other: Seat| {
            let hand = board
                .hand(other)
                .iter()
                .filter(|card| other != seat && board.is_known_to(**card, seat));
            hand.map(kind).collect()
        };
        View {
            seat: Some(seat),
            seen: Seat(0).clockwise(board.seats).map(seen).collect(),
            deck: Held::Count(board.deck().len()),
            deck_known: {
                let deck = board.deck().cards().iter().rev().enumerate();
                let known = deck.filter(|(_, card)| board.is_known_to(**card, seat));
                known.map(|(above, card)| (above, kind(card))).collect()
            },
            hands: Seat(0).clockwise(board.seats).map(hand).collect(),
            pending: { board.pending().all().iter() }
                .map(|pended| SeenPended::of(board, pended.as_seen_by(seat)))
                .collect(),
            ..View::public(board, kinds, &see)
        }
    }

    /// The same table as it lies, without what the viewer remembers: cards that lie face down are unknown, and so are
    /// others' hands.
    pub fn without_memory(mut self) -> View {
        for card in self
            .nations
            .iter_mut()
            .flatten()
            .flatten()
            .flat_map(|building| &mut building.stack)
        {
            if let Seen::Known { face_up: false, .. } = card {
                *card = Seen::Hidden;
            }
        }
        self.seen.iter_mut().for_each(Vec::clear);
        self.deck_known.clear();
        self
    }

    /// Everything, with who knows which face-down card: for rulings, saved games and traces.
    pub fn open(board: &Board, kinds: &[Kind]) -> View {
        let kind = |card: &CardId| kinds[card.index()];
        let see = |card: CardId| {
            let state = board.card(card);
            Seen::Known {
                kind: kind(&card),
                face_up: state.face_up(),
                known: state.known,
            }
        };
        View {
            deck: Held::Cards(board.deck().cards().iter().rev().map(kind).collect()),
            hands: Seat(0)
                .clockwise(board.seats)
                .map(|seat| Held::Cards(board.hand(seat).iter().map(kind).collect()))
                .collect(),
            ..View::public(board, kinds, &see)
        }
    }

    /// What lies open to all, and stacks as `see` sees them.
    fn public(board: &Board, kinds: &[Kind], see: &dyn Fn(CardId) -> Seen) -> View {
        let kind = |card: &CardId| kinds[card.index()];
        let building = |card: &CardId| {
            let state = board.card(*card);
            let stack = board.stack(*card);
            let on = |(at, card): (usize, &CardId)| {
                seen_counters(board, Bearer::Card(*card))
                    .into_iter()
                    .map(move |counters| (at, counters))
            };
            let stack_counters = match board.carried().is_empty() {
                true => Vec::new(),
                false => stack.iter().enumerate().flat_map(on).collect(),
            };
            let (second_side, spent, status) = (state.second_side(), state.spent, state.status);
            let (stack, counters) = (
                stack.into_iter().map(see).collect(),
                seen_counters(board, Bearer::Card(*card)),
            );
            SeenBuilding {
                kind: kind(card),
                second_side,
                spent,
                status,
                stack,
                counters,
                stack_counters,
            }
        };
        let nation = |seat: Seat| {
            board
                .living
                .has(seat)
                .then(|| board.row(seat).iter().map(building).collect())
        };
        View {
            seat: None,
            turn: board.turn,
            phase: board.phase,
            played: board.played,
            plays: board.plays,
            deck: Held::Count(0),
            deck_known: Vec::new(),
            discard: board.discard().cards().iter().map(kind).collect(),
            removed: board
                .removed()
                .cards()
                .iter()
                .map(|card| (kind(card), board.card(*card).second_side()))
                .collect(),
            laws: board.laws().map(|card| kind(&card)).collect(),
            law_counters: match board.carried().is_empty() {
                true => Vec::new(),
                false => board
                    .laws()
                    .map(|card| seen_counters(board, Bearer::Card(card)))
                    .collect(),
            },
            hands: Vec::new(),
            seen: vec![Vec::new(); usize::from(board.seats)],
            nations: Seat(0).clockwise(board.seats).map(nation).collect(),
            counters: match board.carried().is_empty() {
                true => Vec::new(),
                false => Seat(0)
                    .clockwise(board.seats)
                    .map(|seat| seen_counters(board, Bearer::Player(seat)))
                    .collect(),
            },
            pending: board
                .pending()
                .all()
                .iter()
                .map(|pended| SeenPended::of(board, *pended))
                .collect(),
            ages: View::ages(board),
        }
    }

    fn ages(board: &Board) -> Vec<(Seat, u16)> {
        if !board.ages_decide() {
            return Vec::new();
        }
        let mut places: Vec<(u16, Seat, u16)> = Vec::new();
        for seat in Seat(0).clockwise(board.seats) {
            let row = board.row(seat).iter().enumerate();
            places.extend(row.map(|(place, building)| (board.age(*building), seat, place as u16)));
        }
        match places.is_sorted() {
            true => Vec::new(),
            false => {
                places.sort_unstable();
                places
                    .into_iter()
                    .map(|(_, seat, place)| (seat, place))
                    .collect()
            }
        }
    }
}

//! The message that asks a program: the table as its seat sees it, and its options.

use serde::Serialize;

use crate::protocol::observation::{Asks, Layout, hex};
use crate::protocol::player::Player;
use crate::protocol::space::Space;
use crate::protocol::start::Clock;
use board::{Held, Kind, Phase, Seat, Seen, SeenBuilding, SeenCounters, SeenPended, View};
use explain::names::notation::{building_name, card_name};
use explain::options::decision::{self, Decision, Spot};
use explain::pending::{pending_name, said};
use rules::ir::{Element, Rules};

/// The program has to decide.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Decide {
    pub game: u64,
    /// The number of the decision, to be repeated in the answer.
    pub id: u64,
    pub clock: Clock,
    /// Who is asked: the program's own seat.
    pub seat: Player,
    /// Whose decision it is: as a rule the same, else that of a player whose decisions this seat makes.
    #[serde(rename = "for")]
    pub of: Player,
    pub question: Question,
    /// What is picked is targeted (TGT-1): as a rule nothing that one would wish upon oneself.
    pub targeted: bool,
    pub options: Vec<Offered>,
    pub view: Table,
    /// The same in numbers, two hexadecimal digits each, for programs that want that.
    pub observation: Option<String>,
}

/// What is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Question {
    /// A side of the victory card (SET-2).
    Side,
    /// A card to begin with, face down on the victory card (SET-5).
    Shield,
    /// What to do in one's turn.
    Menu,
    Player,
    /// A building, or its stack.
    Building,
    /// A stacked card, the top one of its stack unless an option says otherwise.
    Top,
    Card,
    Place,
    /// One of two ways to go on.
    Branch,
}

/// One option.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Offered {
    /// Its number, counted from 0: the answer.
    pub n: usize,
    /// Its number among all options of the game; `None` for what is more than has one.
    pub action: Option<u32>,
    /// As the notation has it; no two options share one.
    pub label: String,
    #[serde(flatten)]
    pub what: What,
}

/// What an option is about. Places are counted from 1, as in labels; abilities in the order of the card's text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "what", rename_all = "kebab-case")]
pub enum What {
    /// A card is played as its action.
    Action {
        card: String,
    },
    /// A card is built so that it stands at that place.
    Build {
        card: String,
        seat: Player,
        place: u16,
    },
    /// A card is put face down on the building there.
    Stack {
        card: String,
        seat: Player,
        place: u16,
    },
    /// An ability of the building there is used.
    Use {
        seat: Player,
        place: u16,
        ability: u8,
    },
    Pass,
    Player {
        seat: Player,
    },
    /// A building or its stack.
    Building {
        seat: Player,
        place: u16,
    },
    /// The top card of the stack there.
    Top {
        seat: Player,
        place: u16,
    },
    /// A card further down in the stack there; the lowest is number 1.
    Stacked {
        seat: Player,
        place: u16,
        number: usize,
    },
    /// A place in a row.
    Place {
        seat: Player,
        place: u16,
    },
    /// A card that the seat knows.
    Card {
        card: String,
    },
    /// A card of that hand that the seat does not know: its number among such, from 1.
    Held {
        seat: Player,
        number: usize,
    },
    /// The same of the cards that are aside.
    Aside {
        number: usize,
    },
    /// A way to go on, by its label.
    Branch,
    Decline,
    /// A side of the victory card.
    Side {
        /// That side, by its name.
        card: String,
        second: bool,
    },
    /// A card to begin with.
    Shield {
        card: String,
    },
    /// Something that has no place any more.
    Gone,
}

/// The table as the seat sees it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Table {
    /// Whose turn it is.
    pub turn: Player,
    /// `set-up`, `start`, `main` or `passed`.
    pub phase: &'static str,
    /// A card of the turn has been played.
    pub played: bool,
    /// How many cards the deck has.
    pub deck: usize,
    /// Those of them that the seat knows.
    pub known_in_deck: Vec<InDeck>,
    /// Oldest first.
    pub discard: Vec<String>,
    /// Out of the game.
    pub removed: Vec<String>,
    /// Cards in front of nobody that hold for all, the oldest first.
    pub laws: Vec<String>,
    /// What holds for a while because a text has said so.
    pub pending: Vec<Holding>,
    /// By seat.
    pub players: Vec<Standing>,
}

/// A card of the deck that the seat knows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct InDeck {
    /// How many cards are drawn before it.
    pub above: usize,
    pub card: String,
}

/// What a text has said for a while.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Holding {
    /// As positions call it.
    pub name: String,
    /// What holds, in a sentence.
    pub sentence: String,
}

/// Counters of a sort.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Heap {
    pub counter: String,
    pub number: u16,
    /// Who has put them there, where their sort remembers that.
    pub by: Option<Player>,
}

/// A player as the seat sees one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Standing {
    pub seat: Player,
    pub eliminated: bool,
    pub hand: Cards,
    /// Cards of another's hand that the seat has seen there, or seen go there.
    pub seen: Vec<String>,
    /// In front of the player.
    pub counters: Vec<Heap>,
    /// From left to right; none when eliminated.
    pub nation: Vec<Building>,
}

/// A hand.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Cards {
    pub count: usize,
    /// In the order held; `None` for hands that the seat does not see.
    pub cards: Option<Vec<String>>,
}

/// A building as everybody sees it, and its stack.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Building {
    pub card: String,
    /// The name of the face that it shows.
    pub name: String,
    /// The spent abilities, counted from 1.
    pub spent: Vec<u8>,
    /// The names of what cards have made it, such as `disabled`.
    pub status: Vec<String>,
    pub counters: Vec<Heap>,
    /// Bottom to top.
    pub stack: Vec<OnTable>,
    /// How many buildings are older, where that decides (DIS-5).
    pub older: Option<usize>,
}

/// A stacked card.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct OnTable {
    /// `None` when the seat does not know it.
    pub card: Option<String>,
    pub face_up: bool,
    pub counters: Vec<Heap>,
}

impl Decide {
    /// What a decision asks, with the view of the seat that is asked.
    pub fn new(
        rules: &Rules,
        view: &View,
        decision: &Decision,
        game: u64,
        id: u64,
        clock: Clock,
    ) -> Decide {
        Decide {
            game,
            id,
            clock,
            seat: Player(decision.by),
            of: Player(decision.seat),
            question: question(decision.question),
            targeted: decision.targeted,
            options: Offered::all(rules, view.hands.len() as u8, decision),
            view: Table::new(rules, view),
            observation: None,
        }
    }

    /// The same with the view in numbers.
    pub fn observed(self, rules: &Rules, view: &View, decision: &Decision) -> Decide {
        let mut row = Vec::new();
        Layout::new(rules, view.hands.len() as u8).observe(
            view,
            Some(Asks::of(decision)),
            &mut row,
        );
        Decide {
            observation: Some(hex(&row)),
            ..self
        }
    }
}

impl Offered {
    /// All options of a decision.
    pub fn all(rules: &Rules, players: u8, decision: &Decision) -> Vec<Offered> {
        let actions = Space::new(rules, players).numbers(decision.by, &decision.offers);
        let offered = |(n, (offer, action)): (usize, (&decision::Offer, Option<u32>))| Offered {
            n,
            action,
            label: offer.label.clone(),
            what: what(rules, offer.what),
        };
        decision
            .offers
            .iter()
            .zip(actions)
            .enumerate()
            .map(offered)
            .collect()
    }
}

fn question(question: decision::Question) -> Question {
    match question {
        decision::Question::Side => Question::Side,
        decision::Question::Shield { .. } => Question::Shield,
        decision::Question::Menu => Question::Menu,
        decision::Question::Branch => Question::Branch,
        decision::Question::Pick(element) => match element {
            Element::Player => Question::Player,
            Element::Building => Question::Building,
            Element::StackedCard => Question::Top,
            Element::Card | Element::BuildingCard => Question::Card,
            Element::Place => Question::Place,
            // Its labels say it all.
            Element::Number | Element::Name => Question::Branch,
        },
    }
}

fn what(rules: &Rules, what: decision::What) -> What {
    let card = |kind: Kind| card_name(rules, kind).to_string();
    let at = |spot: Spot| (Player(spot.seat), spot.place + 1);
    match what {
        decision::What::Action(kind) => What::Action { card: card(kind) },
        decision::What::Build { kind, at: spot } => {
            let (seat, place) = at(spot);
            What::Build {
                card: card(kind),
                seat,
                place,
            }
        }
        decision::What::Stack { kind, on } => {
            let (seat, place) = at(on);
            What::Stack {
                card: card(kind),
                seat,
                place,
            }
        }
        decision::What::Use { building, ability } => {
            let (seat, place) = at(building);
            What::Use {
                seat,
                place,
                ability: ability + 1,
            }
        }
        decision::What::Pass => What::Pass,
        decision::What::Player(seat) => What::Player { seat: Player(seat) },
        decision::What::Building(spot) => {
            let (seat, place) = at(spot);
            What::Building { seat, place }
        }
        decision::What::Top(spot) => {
            let (seat, place) = at(spot);
            What::Top { seat, place }
        }
        decision::What::Stacked { on, number } => {
            let (seat, place) = at(on);
            What::Stacked {
                seat,
                place,
                number,
            }
        }
        decision::What::Place(spot) => {
            let (seat, place) = at(spot);
            What::Place { seat, place }
        }
        decision::What::Card(kind) => What::Card { card: card(kind) },
        decision::What::Held { seat, number } => What::Held {
            seat: Player(seat),
            number,
        },
        decision::What::Aside { number } => What::Aside { number },
        decision::What::Branch(_) => What::Branch,
        decision::What::Decline => What::Decline,
        decision::What::Side { kind, second } => What::Side {
            card: building_name(rules, kind, second).to_string(),
            second,
        },
        decision::What::Shield(kind) => What::Shield { card: card(kind) },
        decision::What::Gone => What::Gone,
    }
}

impl Table {
    /// What the view shows.
    pub fn new(rules: &Rules, view: &View) -> Table {
        let card = |kind: &Kind| card_name(rules, *kind).to_string();
        let hand = |held: &Held| match held {
            Held::Cards(kinds) => Cards {
                count: kinds.len(),
                cards: Some(kinds.iter().map(card).collect()),
            },
            Held::Count(count) => Cards {
                count: *count,
                cards: None,
            },
        };
        let standing = |(seat, (held, nation)): (u8, (&Held, &Option<Vec<SeenBuilding>>))| {
            let seat = Seat(seat);
            let row = nation.iter().flatten().zip(0..);
            let older = |place: u16| view.ages.iter().position(|age| *age == (seat, place));
            let row = row.map(|(there, place)| building(rules, there, older(place)));
            let of = |lists: &[Vec<Kind>]| {
                lists
                    .get(seat.index())
                    .into_iter()
                    .flatten()
                    .map(card)
                    .collect()
            };
            let counters = view
                .counters
                .get(seat.index())
                .map_or(&[][..], Vec::as_slice);
            Standing {
                seat: Player(seat),
                eliminated: nation.is_none(),
                hand: hand(held),
                seen: of(&view.seen),
                counters: heaps(rules, counters),
                nation: row.collect(),
            }
        };
        Table {
            turn: Player(view.turn),
            phase: match view.phase {
                Phase::SetUp => "set-up",
                Phase::Start => "start",
                Phase::Main => "main",
                Phase::Passed => "passed",
            },
            played: view.played > 0,
            deck: match &view.deck {
                Held::Cards(kinds) => kinds.len(),
                Held::Count(count) => *count,
            },
            known_in_deck: view
                .deck_known
                .iter()
                .map(|(above, kind)| InDeck {
                    above: *above,
                    card: card(kind),
                })
                .collect(),
            discard: view.discard.iter().map(card).collect(),
            removed: view.removed.iter().map(|(kind, _)| card(kind)).collect(),
            laws: view.laws.iter().map(card).collect(),
            pending: view
                .pending
                .iter()
                .map(|pended| holding(rules, pended, view.seat))
                .collect(),
            players: (0..)
                .zip(view.hands.iter().zip(&view.nations))
                .map(standing)
                .collect(),
        }
    }
}

fn holding(rules: &Rules, pended: &SeenPended, viewer: Option<Seat>) -> Holding {
    Holding {
        name: pending_name(rules, pended),
        sentence: said(rules, pended, viewer),
    }
}

fn heaps(rules: &Rules, counters: &[SeenCounters]) -> Vec<Heap> {
    let heap = |heap: &SeenCounters| {
        let (counter, number) = rules.heap(heap.sort, heap.number);
        Heap {
            counter: counter.into_owned(),
            number,
            by: heap.by.map(Player),
        }
    };
    counters.iter().map(heap).collect()
}

fn building(rules: &Rules, there: &SeenBuilding, older: Option<usize>) -> Building {
    let seen = |(at, card): (usize, &Seen)| {
        let (card, face_up) = match card {
            Seen::Known { kind, face_up, .. } => {
                (Some(card_name(rules, *kind).to_string()), *face_up)
            }
            Seen::Hidden => (None, false),
        };
        OnTable {
            card,
            face_up,
            counters: heaps(rules, &there.counters_on(at)),
        }
    };
    let status = rules
        .statuses
        .iter()
        .enumerate()
        .filter(|(bit, _)| there.status >> bit & 1 == 1);
    Building {
        card: card_name(rules, there.kind).to_string(),
        name: building_name(rules, there.kind, there.second_side).to_string(),
        spent: (0..8)
            .filter(|bit| there.spent >> bit & 1 == 1)
            .map(|bit| bit + 1)
            .collect(),
        status: status.map(|(_, name)| name.clone()).collect(),
        counters: heaps(rules, &there.counters),
        stack: there.stack.iter().enumerate().map(seen).collect(),
        older,
    }
}

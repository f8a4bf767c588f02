//! The table as a seat sees it, in messages.

use serde::{Deserialize, Serialize};

use board::{Held, Kind, PLAYERS, Seat, Seen, SeenBuilding, SeenCounters, SeenPended, View};
use explain::names::{building_label, card_label};
use explain::pending::{pending_name, said};
use rules::ir::Rules;

/// The table as the seat sees it.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
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
    /// By law: the counters on it; empty where nobody has any.
    pub law_counters: Vec<Vec<Heap>>,
    /// What holds for a while because a text has said so.
    pub pending: Vec<Holding>,
    /// By seat.
    pub players: Vec<Standing>,
}

/// A card of the deck that the seat knows.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct InDeck {
    /// How many cards are drawn before it.
    pub above: usize,
    pub card: String,
}

/// What a text has said for a while.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct Holding {
    /// As positions call it.
    pub name: String,
    /// What holds, in a sentence.
    pub sentence: String,
}

/// Counters of a sort.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct Heap {
    pub counter: String,
    pub number: u16,
    /// Who has put them there, where their sort remembers that.
    pub by: Option<Player>,
}

/// A player as the seat sees one.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
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
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct Cards {
    pub count: usize,
    /// In the order held; `None` for hands that the seat does not see.
    pub cards: Option<Vec<String>>,
}

/// A building as everybody sees it, and its stack.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
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
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct OnTable {
    /// `None` when the seat does not know it.
    pub card: Option<String>,
    pub face_up: bool,
    pub counters: Vec<Heap>,
}

impl Table {
    /// What the view shows.
    pub fn new(rules: &Rules, view: &View) -> Table {
        let card = |kind: &Kind| card_label(rules, *kind).to_string();
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
            phase: ["set-up", "start", "main", "passed"][view.phase as usize],
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
            law_counters: view
                .law_counters
                .iter()
                .map(|counters| heaps(rules, counters))
                .collect(),
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
                (Some(card_label(rules, *kind).to_string()), *face_up)
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
        card: card_label(rules, there.kind).to_string(),
        name: building_label(rules, there.kind, there.second_side).to_string(),
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

/// A player as messages name one: `p1`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct Player(pub Seat);

impl Serialize for Player {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

impl TryFrom<String> for Player {
    type Error = String;

    fn try_from(text: String) -> Result<Player, String> {
        let mut seats = (0..*PLAYERS.end()).map(Seat);
        let named = seats.find(|seat| seat.to_string() == text);
        named
            .map(Player)
            .ok_or_else(|| format!("`{text}` is not a seat from `p1` to `p6`"))
    }
}

impl schemars::JsonSchema for Player {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "player".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({"type": "string", "pattern": "^p[1-6]$"})
    }
}

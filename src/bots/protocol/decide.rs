//! The message that asks a program: the table as its seat sees it, and its options.

use serde::Serialize;

use crate::protocol::{Asks, Clock, Layout, Player, Space, Table, hex};
use board::{Kind, View};
use explain::names::{building_label, card_label};
use explain::options::decision::{self, Decision};
use rules::ir::{Element, Rules};

/// The program has to decide.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
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
#[derive(Debug, Clone, Copy, PartialEq, Serialize, schemars::JsonSchema)]
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
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
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

/// A building, its stack or a place in a row, counted from 1 as in labels.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct Spot {
    pub seat: Player,
    pub place: u16,
}

/// What an option is about. Abilities are counted from 1 in the order of the card's text.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
#[serde(tag = "what", rename_all = "kebab-case")]
pub enum What {
    /// A card is played as its action.
    Action {
        card: String,
    },
    /// A card is built so that it stands at that place.
    Build {
        card: String,
        #[serde(flatten)]
        at: Spot,
    },
    /// A card is put face down on the building there.
    Stack {
        card: String,
        #[serde(flatten)]
        on: Spot,
    },
    /// An ability of the building there is used.
    Use {
        #[serde(flatten)]
        building: Spot,
        ability: u8,
    },
    Pass,
    Player {
        seat: Player,
    },
    /// A building or its stack.
    Building {
        #[serde(flatten)]
        at: Spot,
    },
    /// The top card of the stack there.
    Top {
        #[serde(flatten)]
        at: Spot,
    },
    /// A card further down in the stack there; the lowest is number 1.
    Stacked {
        #[serde(flatten)]
        on: Spot,
        number: usize,
    },
    /// A place in a row.
    Place {
        #[serde(flatten)]
        at: Spot,
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
            question: Question::of(decision.question),
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

impl Question {
    /// As a decision asks it.
    pub fn of(question: decision::Question) -> Question {
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
}

fn what(rules: &Rules, what: decision::What) -> What {
    let card = |kind: Kind| card_label(rules, kind).to_string();
    let at = |spot: decision::Spot| Spot {
        seat: Player(spot.seat),
        place: spot.place + 1,
    };
    match what {
        decision::What::Action(kind) => What::Action { card: card(kind) },
        decision::What::Build { kind, at: spot } => What::Build {
            card: card(kind),
            at: at(spot),
        },
        decision::What::Stack { kind, on } => What::Stack {
            card: card(kind),
            on: at(on),
        },
        decision::What::Use { building, ability } => What::Use {
            building: at(building),
            ability: ability + 1,
        },
        decision::What::Pass => What::Pass,
        decision::What::Player(seat) => What::Player { seat: Player(seat) },
        decision::What::Building(spot) => What::Building { at: at(spot) },
        decision::What::Top(spot) => What::Top { at: at(spot) },
        decision::What::Stacked { on, number } => What::Stacked { on: at(on), number },
        decision::What::Place(spot) => What::Place { at: at(spot) },
        decision::What::Card(kind) => What::Card { card: card(kind) },
        decision::What::Held { seat, number } => What::Held {
            seat: Player(seat),
            number,
        },
        decision::What::Aside { number } => What::Aside { number },
        decision::What::Branch(_) => What::Branch,
        decision::What::Decline => What::Decline,
        decision::What::Side { kind, second } => What::Side {
            card: building_label(rules, kind, second).to_string(),
            second,
        },
        decision::What::Shield(kind) => What::Shield { card: card(kind) },
        decision::What::Gone => What::Gone,
    }
}

//! The message that begins a game: all that is known to everybody, so that a program needs no files.

use serde::Serialize;

use crate::protocol::{Block, Bounds, Field, Layout, Player, Space};
use board::Seat;
use explain::names::card_label;
use rules::ir::{FaceId, Rules};

/// A game begins.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct Start {
    /// Counted from 1.
    pub game: u64,
    /// Where the program sits.
    pub seat: Player,
    pub clock: Clock,
    /// For what a program asks while it decides. Every program is told; the page, which cannot ask, is not.
    #[serde(flatten)]
    #[schemars(with = "Bounds")]
    pub bounds: Option<Bounds>,
    #[serde(flatten)]
    pub known: Known,
}

/// What is known of all games of some rules with so many players.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct Known {
    /// The recipe's id.
    pub recipe: String,
    pub players: u8,
    pub disputes: Vec<Settled>,
    /// The kinds of cards in the game.
    pub cards: Vec<CardKind>,
    /// The words that the texts of the cards use.
    pub keywords: Vec<Keyword>,
    pub tallies: Vec<Tally>,
    /// The sorts of counters.
    pub counters: Vec<Counter>,
    /// What happens when nothing is left to draw, in the effect language; `None` when nothing does.
    pub crisis: Option<String>,
    /// How many numbers options have.
    pub action_size: u32,
    /// What these numbers stand for.
    pub actions: Vec<Block>,
    /// How many numbers an observation has.
    pub observation_size: usize,
    /// What these stand for.
    pub observation: Vec<Field>,
}

/// How long the program may think.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, schemars::JsonSchema)]
pub struct Clock {
    /// For one answer, in milliseconds.
    pub move_ms: u64,
    /// For all answers of the game together that are still to come, in milliseconds; `None` without limit.
    pub game_ms: Option<u64>,
}

/// How a dispute is settled.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct Settled {
    pub name: String,
    pub value: String,
    /// The ids of the rules that it is about.
    pub rules: Vec<String>,
}

/// Cards that are alike.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct CardKind {
    /// What all messages call it.
    pub card: String,
    /// The id of its set.
    pub set: String,
    /// It is dealt to players to begin with, and is not in the deck.
    pub victory: bool,
    /// How many there are.
    pub copies: u8,
    /// `None` for victory cards.
    pub action: Option<Face>,
    /// One building, or both sides of a double-sided victory card.
    pub buildings: Vec<Face>,
}

/// A face of a card.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct Face {
    pub name: String,
    /// In the effect language.
    pub text: String,
}

/// What a word in the texts stands for.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct Keyword {
    pub name: String,
    /// In the effect language.
    pub text: String,
}

/// Something that is counted, and wins the game.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct Tally {
    pub name: String,
    /// What is counted, in the effect language.
    pub text: String,
    pub wins_at: u16,
}

/// A sort of counters.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct Counter {
    pub name: String,
    /// What they are for, in a sentence.
    pub meaning: String,
    /// It is remembered who has put them there.
    pub owned: bool,
}

impl Start {
    /// The beginning of a game of those rules. Nothing in it hangs on how the cards were dealt.
    pub fn new(rules: &Rules, game: u64, players: u8, seat: Seat, clock: Clock) -> Start {
        Start {
            game,
            seat: Player(seat),
            clock,
            bounds: None,
            known: Known::new(rules, players),
        }
    }

    /// The same for a program that may ask.
    pub fn within(self, bounds: Bounds) -> Start {
        Start {
            bounds: Some(bounds),
            ..self
        }
    }
}

impl Known {
    /// That of these rules.
    pub fn new(rules: &Rules, players: u8) -> Known {
        let face = |id: FaceId| {
            let face = &rules.faces[id.index()];
            Face {
                name: face.label.clone(),
                text: face.text.to_string(),
            }
        };
        let kinds = (0..).map(board::Kind).zip(&rules.kinds);
        let cards = kinds.map(|(number, kind)| CardKind {
            card: card_label(rules, number).to_string(),
            set: kind.set.clone(),
            victory: kind.action.is_none(),
            copies: kind.copies,
            action: kind.action.map(face),
            buildings: kind.buildings[..if kind.double_sided { 2 } else { 1 }]
                .iter()
                .copied()
                .map(face)
                .collect(),
        });
        let settled = rules.disputes.iter().map(|dispute| Settled {
            name: dispute.name.clone(),
            value: dispute.values[usize::from(dispute.value)].0.clone(),
            rules: dispute.rules.clone(),
        });
        let keywords = rules.keywords.iter();
        let tallies = rules.tallies.iter();
        let (space, layout) = (Space::new(rules, players), Layout::new(rules, players));
        Known {
            recipe: rules.game.clone(),
            players,
            disputes: settled.collect(),
            cards: cards.collect(),
            keywords: keywords
                .map(|keyword| Keyword {
                    name: keyword.name.clone(),
                    text: keyword.text.to_string(),
                })
                .collect(),
            tallies: tallies
                .map(|tally| Tally {
                    name: tally.name.clone(),
                    text: tally.text.to_string(),
                    wins_at: tally.wins_at,
                })
                .collect(),
            counters: rules
                .counters
                .iter()
                .map(|sort| Counter {
                    name: sort.name.clone(),
                    meaning: sort.lines.join("\n"),
                    owned: sort.owned,
                })
                .collect(),
            crisis: rules
                .crisis
                .is_some()
                .then(|| rules.crisis_text.to_string()),
            action_size: space.size(),
            actions: space.blocks().to_vec(),
            observation_size: layout.size(),
            observation: layout.fields(),
        }
    }
}

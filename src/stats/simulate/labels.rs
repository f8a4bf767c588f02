//! What a game's counts are called: its cards, its victory cards by side, its ways of winning.

use serde::{Deserialize, Serialize};
use strum::VariantNames;

use board::{CardId, Kind};
use engine::{Reason, Script};
use explain::names::{both_labels, building_label};

/// What happens to a card.
#[derive(Debug, Clone, Copy, PartialEq, strum::VariantNames)]
#[strum(serialize_all = "snake_case")]
pub enum Use {
    Drawn,
    Built,
    Played,
    Stacked,
    Used,
    ByEffect,
    Flipped,
    Destroyed,
}

/// How many there are.
pub const USES: usize = Use::NAMES.len();

impl Use {
    /// What they are called.
    pub const NAMES: &'static [&'static str] = <Use as VariantNames>::VARIANTS;
}

/// What happens to counters: they are put somewhere, or taken off.
pub const CARRIED: [&str; 2] = ["put", "taken"];

/// What kind of way to win.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, strum::IntoStaticStr)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum WayKind {
    /// Nobody else is left (WIN-7).
    Last,
    /// The condition on a building (WIN-5).
    Card,
    /// A tally (WIN-3, WIN-4).
    Tally,
    /// The table does not show it any more.
    Unknown,
}

/// A way to win.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Way {
    pub name: String,
    pub kind: WayKind,
}

/// The names of all that is counted, in the order of the counts.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Labels {
    /// Card kinds: those of the deck, then victory cards.
    pub cards: Vec<String>,
    /// How many of `cards` are of the deck.
    pub deck: usize,
    /// Victory cards, each side of a double-sided one for itself.
    pub victories: Vec<String>,
    pub ways: Vec<Way>,
    /// Sorts of counters.
    pub counters: Vec<String>,
    /// What every [`Use`] is called.
    pub uses: Vec<String>,
}

/// Where the numbers of a game's rules are among the labels.
#[derive(Debug, Clone)]
pub(super) struct Index {
    /// By kind and side.
    victories: Vec<[u8; 2]>,
    /// By kind and side.
    card_ways: Vec<[u16; 2]>,
    first_tally: u16,
    unknown: u16,
}

/// No such thing.
pub(super) const NONE: u8 = u8::MAX;

impl Labels {
    /// The labels of a game.
    pub fn of_game(script: &Script) -> Labels {
        Labels::of(script).0
    }

    /// The labels of a game, and how to find them.
    pub(super) fn of(script: &Script) -> (Labels, Index) {
        let rules = &script.rules;
        let kinds = || (0..rules.kinds.len()).map(|kind| Kind(kind as u8));
        let way = |name: &str, kind| Way {
            name: name.to_string(),
            kind,
        };
        let mut labels = Labels {
            cards: kinds().map(|kind| both_labels(rules, kind)).collect(),
            deck: rules
                .kinds
                .iter()
                .filter(|kind| kind.action.is_some())
                .count(),
            victories: Vec::new(),
            ways: vec![way("last player left", WayKind::Last)],
            counters: rules
                .counters
                .iter()
                .map(|counter| counter.name.clone())
                .collect(),
            uses: Use::NAMES.iter().map(ToString::to_string).collect(),
        };
        let mut index = Index {
            victories: vec![[NONE; 2]; labels.cards.len()],
            card_ways: vec![[u16::MAX; 2]; labels.cards.len()],
            first_tally: 0,
            unknown: 0,
        };
        for kind in kinds() {
            let card = &rules.kinds[kind.index()];
            for side in 0..=usize::from(card.double_sided) {
                let name = building_label(rules, kind, side == 1);
                if card.action.is_none() {
                    index.victories[kind.index()][side] = labels.victories.len() as u8;
                    labels.victories.push(name.to_string());
                }
                if !rules.faces[card.buildings[side].index()].wins.is_empty() {
                    index.card_ways[kind.index()][side] = labels.ways.len() as u16;
                    labels.ways.push(way(name, WayKind::Card));
                }
            }
        }
        index.first_tally = labels.ways.len() as u16;
        labels.ways.extend(
            rules
                .tallies
                .iter()
                .map(|tally| way(&tally.name, WayKind::Tally)),
        );
        index.unknown = labels.ways.len() as u16;
        labels.ways.push(way("no longer seen", WayKind::Unknown));
        (labels, index)
    }
}

impl Index {
    /// Which of [`Labels::victories`] the side of a kind is.
    pub fn victory(&self, kind: Kind, second_side: bool) -> u8 {
        self.victories
            .get(kind.index())
            .map_or(NONE, |sides| sides[usize::from(second_side)])
    }

    /// Which of [`Labels::ways`] a reason is.
    pub fn way(&self, reason: Option<Reason>, side: impl Fn(CardId) -> (Kind, bool)) -> u16 {
        match reason {
            Some(Reason::LastLiving) => 0,
            Some(Reason::Building(card)) => {
                let (kind, second) = side(card);
                let way = self.card_ways[kind.index()][usize::from(second)];
                if way == u16::MAX { self.unknown } else { way }
            }
            Some(Reason::Tally(tally)) => self.first_tally + u16::from(tally),
            None => self.unknown,
        }
    }
}

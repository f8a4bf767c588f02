//! Numbers for options: each that a game can offer has its own, the same all game long and in every game of the same rules
//! with as many players.

use serde::Serialize;

use board::{Kind, Seat};
use explain::options::decision::{Offer, Way, What};
use explain::options::label::Spot;
use rules::ir::{Element, Rules};

/// Places of a row that have numbers of their own.
pub const PLACES: u32 = 16;
/// Abilities of a building: as many as there may be.
const ABILITIES: u32 = text::limits::ABILITIES as u32;
/// Cards of a stack, counted from below, that have numbers of their own, and unknown ones of a hand and of those aside.
const STACKED: u32 = 8;
const HELD: u32 = 16;
/// Numbers that have numbers of their own: 0 to 255.
const NUMBERS: u32 = 256;
/// What has no number of its own gets one of these, in the order of the labels.
const OTHERS: u32 = 64;

/// How many blocks there are.
const BLOCKS: usize = 20;

/// What a part of an option counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Part {
    /// 1 for the second side.
    Side,
    /// By the order of `cards`.
    Card,
    /// From whoever decides on, clockwise.
    Seat,
    Place,
    Ability,
    Number,
    /// Of the texts of the game.
    Branch,
    /// Of the names of the game.
    Name,
}

/// Options of a sort, with all numbers of its parts: the last part counts fastest.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct Block {
    /// As [`crate::protocol::What`] is written, or `number`, `name`, `other`.
    pub what: &'static str,
    /// The number of its first option.
    pub first: u32,
    /// How many there are.
    pub size: u32,
    /// What is counted, from 0, and below what.
    pub parts: Vec<Counted>,
}

/// A part of an option.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct Counted {
    pub part: Part,
    pub below: u32,
}

/// All options of the games of some rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Space {
    players: u32,
    kinds: u32,
    branches: u32,
    numbers: u32,
    names: u32,
    /// By block, and behind the last one.
    firsts: [u32; BLOCKS + 1],
}

impl Space {
    /// That of rules and so many players. Nothing in it hangs on how the cards were dealt.
    pub fn new(rules: &Rules, players: u8) -> Space {
        let asks = |element: Element| rules.sets.iter().any(|set| set.element == element);
        let mut space = Space {
            players: players.into(),
            kinds: rules.kinds.len() as u32,
            branches: rules.branches.len() as u32,
            numbers: if asks(Element::Number) { NUMBERS } else { 0 },
            names: if asks(Element::Name) {
                rules.names.len() as u32
            } else {
                0
            },
            firsts: [0; BLOCKS + 1],
        };
        for (block, (_, parts)) in space.shapes().iter().enumerate() {
            let size: u32 = parts.iter().flatten().map(|part| part.below).product();
            space.firsts[block + 1] = space.firsts[block] + size;
        }
        space
    }

    /// How many numbers there are.
    pub fn size(&self) -> u32 {
        self.firsts[BLOCKS]
    }

    /// What the numbers stand for.
    pub fn blocks(&self) -> Vec<Block> {
        let shapes = self.shapes().into_iter().zip(self.firsts.windows(2));
        let block = |((what, parts), ends): ((&'static str, [Option<Counted>; 3]), &[u32])| Block {
            what,
            first: ends[0],
            size: ends[1] - ends[0],
            parts: parts.into_iter().flatten().collect(),
        };
        shapes.map(block).collect()
    }

    fn shapes(&self) -> [(&'static str, [Option<Counted>; 3]); BLOCKS] {
        let part = |part: Part, below: u32| Some(Counted { part, below });
        let card = part(Part::Card, self.kinds);
        let (seat, place) = (part(Part::Seat, self.players), part(Part::Place, PLACES));
        let number = |below: u32| part(Part::Number, below);
        [
            ("pass", [None; 3]),
            ("decline", [None; 3]),
            ("side", [part(Part::Side, 2), None, None]),
            ("shield", [card, None, None]),
            ("action", [card, None, None]),
            ("build", [card, seat, place]),
            ("stack", [card, seat, place]),
            ("use", [seat, place, part(Part::Ability, ABILITIES)]),
            ("player", [seat, None, None]),
            ("building", [seat, place, None]),
            ("top", [seat, place, None]),
            ("stacked", [seat, place, number(STACKED)]),
            ("place", [seat, place, None]),
            ("card", [card, None, None]),
            ("held", [seat, number(HELD), None]),
            ("aside", [number(HELD), None, None]),
            ("branch", [part(Part::Branch, self.branches), None, None]),
            ("number", [number(self.numbers), None, None]),
            ("name", [part(Part::Name, self.names), None, None]),
            ("other", [number(OTHERS), None, None]),
        ]
    }

    /// The number that an option has by itself, for the seat that decides; none, when it is too far out, as the last
    /// buildings of a long row.
    pub fn own(&self, by: Seat, what: What) -> Option<u32> {
        let card = |kind: Kind| (u32::from(kind.0), self.kinds);
        let seat = |seat: Seat| {
            (
                (u32::from(seat.0) + self.players - u32::from(by.0)) % self.players,
                self.players,
            )
        };
        let place = |spot: Spot| (u32::from(spot.place), PLACES);
        let number = |number: usize, below: u32| (number as u32 - 1, below);
        match what {
            What::Pass => self.at(0, []),
            What::Decline => self.at(1, []),
            What::Side { second, .. } => self.at(2, [(u32::from(second), 2)]),
            What::Shield(kind) => self.at(3, [card(kind)]),
            What::Action(kind) => self.at(4, [card(kind)]),
            What::Build { kind, at } => self.at(5, [card(kind), seat(at.seat), place(at)]),
            What::Stack { kind, on } => self.at(6, [card(kind), seat(on.seat), place(on)]),
            What::Use { building, ability } => self.at(
                7,
                [
                    seat(building.seat),
                    place(building),
                    (u32::from(ability), ABILITIES),
                ],
            ),
            What::Player(player) => self.at(8, [seat(player)]),
            What::Building(spot) => self.at(9, [seat(spot.seat), place(spot)]),
            What::Top(spot) => self.at(10, [seat(spot.seat), place(spot)]),
            What::Stacked { on, number: at } => {
                self.at(11, [seat(on.seat), place(on), number(at, STACKED)])
            }
            What::Place(spot) => self.at(12, [seat(spot.seat), place(spot)]),
            What::Card(kind) => self.at(13, [card(kind)]),
            What::Held {
                seat: holder,
                number: at,
            } => self.at(14, [seat(holder), number(at, HELD)]),
            What::Aside { number: at } => self.at(15, [number(at, HELD)]),
            What::Branch(Way::Text(branch)) => self.at(16, [(branch.into(), self.branches)]),
            What::Branch(Way::Number(number)) => self.at(17, [(number.into(), self.numbers)]),
            What::Branch(Way::Name(name)) => self.at(18, [(name.into(), self.names)]),
            What::Gone => None,
        }
    }

    fn at<const N: usize>(&self, block: usize, parts: [(u32, u32); N]) -> Option<u32> {
        let mut number = 0;
        for (part, below) in parts {
            if part >= below {
                return None;
            }
            number = number * below + part;
        }
        Some(self.firsts[block] + number)
    }

    /// The numbers of all options of a decision, in their order: each its own, no two the same. Those that have none by
    /// themselves, or share one with an option before them, get the `other` ones in the order of their labels; when there are
    /// too many of these, the last get none.
    pub fn numbers(&self, by: Seat, offers: &[Offer]) -> Vec<Option<u32>> {
        let what: Vec<What> = offers.iter().map(|offer| offer.what).collect();
        let mut numbers = Vec::new();
        self.fill(
            by,
            &what,
            &|option| offers[option].label.clone(),
            &mut numbers,
        );
        numbers
    }

    /// The same; a label is asked for only where numbers alone do not tell options apart.
    pub fn fill(
        &self,
        by: Seat,
        offers: &[What],
        label: &dyn Fn(usize) -> String,
        into: &mut Vec<Option<u32>>,
    ) {
        into.clear();
        into.extend(offers.iter().map(|what| self.own(by, *what)));
        let mut sorted: Vec<u32> = into.iter().copied().flatten().collect();
        sorted.sort_unstable();
        if sorted.len() == offers.len() && sorted.windows(2).all(|two| two[0] != two[1]) {
            return;
        }
        // Of options with the same number that with the first label keeps it.
        let mut labelled: Vec<(String, usize)> = (0..offers.len())
            .map(|option| (label(option), option))
            .collect();
        labelled.sort_unstable();
        let (mut taken, mut next) = (Vec::new(), self.firsts[BLOCKS - 1]);
        for (_, option) in labelled {
            match into[option].filter(|number| !taken.contains(number)) {
                Some(number) => taken.push(number),
                None => {
                    into[option] = Some(next).filter(|number| *number < self.size());
                    next += 1;
                }
            }
        }
    }
}

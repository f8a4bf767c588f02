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

/// What a part of an option counts.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, schemars::JsonSchema)]
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
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
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
#[derive(Debug, Clone, Copy, PartialEq, Serialize, schemars::JsonSchema)]
pub struct Counted {
    pub part: Part,
    pub below: u32,
}

/// All options of the games of some rules.
#[derive(Debug, Clone)]
pub struct Space {
    players: u32,
    blocks: Vec<Block>,
}

impl Space {
    /// That of rules and so many players. Nothing in it hangs on how the cards were dealt.
    pub fn new(rules: &Rules, players: u8) -> Space {
        let asks = |element: Element, count: u32| {
            let asks = rules.sets.iter().any(|set| set.element == element);
            if asks { count } else { 0 }
        };
        let part = |part: Part, below: u32| Counted { part, below };
        let card = part(Part::Card, rules.kinds.len() as u32);
        let (seat, place) = (part(Part::Seat, players.into()), part(Part::Place, PLACES));
        let number = |below: u32| part(Part::Number, below);
        let branch = part(Part::Branch, rules.branches.len() as u32);
        let name = asks(Element::Name, rules.names.len() as u32);
        let shapes: [(&'static str, &[Counted]); 20] = [
            ("pass", &[]),
            ("decline", &[]),
            ("side", &[part(Part::Side, 2)]),
            ("shield", &[card]),
            ("action", &[card]),
            ("build", &[card, seat, place]),
            ("stack", &[card, seat, place]),
            ("use", &[seat, place, part(Part::Ability, ABILITIES)]),
            ("player", &[seat]),
            ("building", &[seat, place]),
            ("top", &[seat, place]),
            ("stacked", &[seat, place, number(STACKED)]),
            ("place", &[seat, place]),
            ("card", &[card]),
            ("held", &[seat, number(HELD)]),
            ("aside", &[number(HELD)]),
            ("branch", &[branch]),
            ("number", &[number(asks(Element::Number, NUMBERS))]),
            ("name", &[part(Part::Name, name)]),
            ("other", &[number(OTHERS)]),
        ];
        let mut first = 0;
        let block = |(what, parts): (&'static str, &[Counted])| {
            let size = parts.iter().map(|part| part.below).product();
            first += size;
            Block {
                what,
                first: first - size,
                size,
                parts: parts.to_vec(),
            }
        };
        Space {
            players: players.into(),
            blocks: shapes.into_iter().map(block).collect(),
        }
    }

    /// How many numbers there are.
    pub fn size(&self) -> u32 {
        self.others().first + OTHERS
    }

    /// What the numbers stand for.
    pub fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    fn others(&self) -> &Block {
        self.blocks.last().expect("there are blocks")
    }

    /// The number that an option has by itself, for the seat that decides; none, when it is too far out, as the last
    /// buildings of a long row.
    pub fn own(&self, by: Seat, what: What) -> Option<u32> {
        let card = |kind: Kind| u32::from(kind.0);
        let seat = |seat: Seat| (u32::from(seat.0) + self.players - u32::from(by.0)) % self.players;
        let at = |spot: Spot| (seat(spot.seat), u32::from(spot.place));
        // The block, and the values of its parts; of those that it has not they are not looked at.
        let of = |block: usize, one: u32, two: u32, three: u32| (block, [one, two, three]);
        let there = |block: usize, spot: Spot, number: u32| {
            let (seat, place) = at(spot);
            of(block, seat, place, number)
        };
        let onto = |block: usize, kind: Kind, spot: Spot| {
            let (seat, place) = at(spot);
            of(block, card(kind), seat, place)
        };
        let nth = |number: usize| number as u32 - 1;
        let (block, values) = match what {
            What::Pass => of(0, 0, 0, 0),
            What::Decline => of(1, 0, 0, 0),
            What::Side { second, .. } => of(2, second.into(), 0, 0),
            What::Shield(kind) => of(3, card(kind), 0, 0),
            What::Action(kind) => of(4, card(kind), 0, 0),
            What::Build { kind, at } => onto(5, kind, at),
            What::Stack { kind, on } => onto(6, kind, on),
            What::Use { building, ability } => there(7, building, ability.into()),
            What::Player(player) => of(8, seat(player), 0, 0),
            What::Building(spot) => there(9, spot, 0),
            What::Top(spot) => there(10, spot, 0),
            What::Stacked { on, number } => there(11, on, nth(number)),
            What::Place(spot) => there(12, spot, 0),
            What::Card(kind) => of(13, card(kind), 0, 0),
            What::Held {
                seat: of_hand,
                number,
            } => of(14, seat(of_hand), nth(number), 0),
            What::Aside { number } => of(15, nth(number), 0, 0),
            What::Branch(Way::Text(branch)) => of(16, branch.into(), 0, 0),
            What::Branch(Way::Number(number)) => of(17, number.into(), 0, 0),
            What::Branch(Way::Name(name)) => of(18, name.into(), 0, 0),
            What::Gone => return None,
        };
        let block = &self.blocks[block];
        let mut parts = block.parts.iter().zip(values);
        let number = parts.try_fold(0, |number, (part, value)| {
            (value < part.below).then(|| number * part.below + value)
        })?;
        Some(block.first + number)
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
        let (mut taken, mut next) = (Vec::new(), self.others().first);
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

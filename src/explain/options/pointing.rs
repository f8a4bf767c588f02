//! Choosing in steps: first the card or building, then what to do with it, then where.

use crate::options::decision::{Decision, Offer, Question, Spot, What};
use board::{Kind, Seat};

/// Something on the table or on a list that can be pointed at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Thing {
    /// A nation as a whole, or its player.
    Nation(Seat),
    /// A building, its stack, or the top of that.
    Building(Spot),
    /// The place in a row before the building that stands there, or behind the last one.
    Gap(Spot),
    /// A card kind of the hand.
    Hand(Kind),
    /// Ending the turn.
    Pass,
    /// Choosing none of what lies on the table.
    Decline,
    /// A line of a list, counted from 0.
    Line(usize),
}

/// What can be done with a card of the hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Deed {
    Play,
    Build,
    Stack,
}

/// How far a person has come with choosing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Step {
    /// Nothing is settled.
    #[default]
    First,
    /// What to do with a card of the hand.
    With(Kind),
    /// Where to build it, or what to put it on.
    Where(Kind, Deed),
    /// For which of several abilities to use a building.
    Ability(Spot),
}

/// What picking something leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Leads {
    /// The option of that number is taken.
    Take(usize),
    /// There is more to settle.
    On(Step),
}

/// Something that can be picked now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidate {
    pub thing: Thing,
    pub leads: Leads,
    /// For a line of a list: what it says.
    pub says: Says,
}

/// What a line of a list is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Says {
    Nothing,
    Deed(Deed),
    /// The option of that number.
    Option(usize),
}

/// All that can be picked at that step: the person's own nation first, or the others where harm is done.
pub fn candidates(decision: &Decision, step: Step) -> Vec<Candidate> {
    let mut found = match step {
        Step::First => first(decision),
        Step::With(kind) => with(decision, kind),
        Step::Where(kind, deed) => options(decision, |what| match what {
            What::Build { kind: other, at } if other == kind && deed == Deed::Build => {
                Some(Thing::Gap(at))
            }
            What::Stack { kind: other, on } if other == kind && deed == Deed::Stack => {
                Some(Thing::Building(on))
            }
            _ => None,
        }),
        Step::Ability(spot) => {
            let of = |what| matches!(what, What::Use { building, .. } if building == spot);
            lines(decision, of)
        }
    };
    found.sort_by_key(|candidate| {
        seat_of(candidate.thing).is_some_and(|seat| (seat == decision.by) == decision.harms)
    });
    found
}

/// In whose nation something is.
pub fn seat_of(thing: Thing) -> Option<Seat> {
    match thing {
        Thing::Nation(seat) => Some(seat),
        Thing::Building(spot) | Thing::Gap(spot) => Some(spot.seat),
        Thing::Hand(_) | Thing::Pass | Thing::Decline | Thing::Line(_) => None,
    }
}

fn candidate(thing: Thing, leads: Leads) -> Candidate {
    Candidate {
        thing,
        leads,
        says: Says::Nothing,
    }
}

/// Options that point at something.
fn options(decision: &Decision, thing: impl Fn(What) -> Option<Thing>) -> Vec<Candidate> {
    let numbered = decision.offers.iter().enumerate();
    let one = |(number, offer): (usize, &Offer)| {
        let thing = thing(offer.what)?;
        // It lies nowhere, and so it is a line that says what it is.
        let says = if thing == Thing::Decline {
            Says::Option(number)
        } else {
            Says::Nothing
        };
        Some(Candidate {
            thing,
            leads: Leads::Take(number),
            says,
        })
    };
    numbered.filter_map(one).collect()
}

/// Options as a list.
fn lines(decision: &Decision, wanted: impl Fn(What) -> bool) -> Vec<Candidate> {
    let numbered = decision
        .offers
        .iter()
        .enumerate()
        .filter(|(_, offer)| wanted(offer.what))
        .map(|(number, _)| number);
    let line = |(line, number)| Candidate {
        thing: Thing::Line(line),
        leads: Leads::Take(number),
        says: Says::Option(number),
    };
    numbered.enumerate().map(line).collect()
}

fn first(decision: &Decision) -> Vec<Candidate> {
    if decision.question == Question::Menu {
        return menu(decision);
    }
    let on_table = |what| match what {
        What::Player(seat) => Some(Thing::Nation(seat)),
        What::Building(spot) | What::Top(spot) => Some(Thing::Building(spot)),
        What::Place(spot) => Some(Thing::Gap(spot)),
        What::Shield(kind) => Some(Thing::Hand(kind)),
        What::Decline => Some(Thing::Decline),
        _ => None,
    };
    let all = decision
        .offers
        .iter()
        .all(|offer| on_table(offer.what).is_some());
    if all {
        options(decision, on_table)
    } else {
        lines(decision, |_| true)
    }
}

fn menu(decision: &Decision) -> Vec<Candidate> {
    let mut found: Vec<Candidate> = Vec::new();
    for (number, offer) in decision.offers.iter().enumerate() {
        let next = match offer.what {
            What::Action(kind) | What::Build { kind, .. } | What::Stack { kind, .. } => {
                candidate(Thing::Hand(kind), Leads::On(Step::With(kind)))
            }
            What::Use { building, .. } => {
                let one = |other: &&Offer| matches!(other.what, What::Use { building: there, .. } if there == building);
                let several = decision.offers.iter().filter(one).count() > 1;
                let leads = if several {
                    Leads::On(Step::Ability(building))
                } else {
                    Leads::Take(number)
                };
                candidate(Thing::Building(building), leads)
            }
            What::Pass => candidate(Thing::Pass, Leads::Take(number)),
            _ => Candidate {
                thing: Thing::Line(found.len()),
                leads: Leads::Take(number),
                says: Says::Option(number),
            },
        };
        if !found.iter().any(|candidate| candidate.thing == next.thing) {
            found.push(next);
        }
    }
    found
}

fn with(decision: &Decision, kind: Kind) -> Vec<Candidate> {
    let numbered = || decision.offers.iter().enumerate();
    let mut deeds: Vec<(Deed, Leads)> = Vec::new();
    if let Some((number, _)) = numbered().find(|(_, offer)| offer.what == What::Action(kind)) {
        deeds.push((Deed::Play, Leads::Take(number)));
    }
    let builds = |what| matches!(what, What::Build { kind: other, .. } if other == kind);
    let stacks = |what| matches!(what, What::Stack { kind: other, .. } if other == kind);
    if numbered().any(|(_, offer)| builds(offer.what)) {
        deeds.push((Deed::Build, Leads::On(Step::Where(kind, Deed::Build))));
    }
    if numbered().any(|(_, offer)| stacks(offer.what)) {
        deeds.push((Deed::Stack, Leads::On(Step::Where(kind, Deed::Stack))));
    }
    let line = |(line, (deed, leads))| Candidate {
        thing: Thing::Line(line),
        leads,
        says: Says::Deed(deed),
    };
    deeds.into_iter().enumerate().map(line).collect()
}

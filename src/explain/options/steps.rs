//! Choosing in steps: first the card or building, then what to do with it, then where.

use crate::names::building_name;
use crate::options::decision::{Decision, Offer, Question, Spot, What};
use board::{Kind, Seat, View};
use itertools::Itertools;
use rules::ir::Rules;

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
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Candidate {
    pub thing: Thing,
    pub leads: Leads,
}

impl Candidate {
    /// What is done with a card by picking this, at the step that asks for that.
    pub fn deed(&self, step: Step) -> Option<Deed> {
        match (step, self.leads) {
            (Step::With(_), Leads::On(Step::Where(_, deed))) => Some(deed),
            (Step::With(_), _) => Some(Deed::Play),
            _ => None,
        }
    }
}

/// In whose nation something is.
pub fn seat_of(thing: Thing) -> Option<Seat> {
    match thing {
        Thing::Nation(seat) => Some(seat),
        Thing::Building(spot) | Thing::Gap(spot) => Some(spot.seat),
        Thing::Hand(_) | Thing::Pass | Thing::Decline | Thing::Line(_) => None,
    }
}

/// All that can be picked at that step: the person's own nation first, or the others where harm is done.
pub fn candidates(decision: &Decision, step: Step) -> Vec<Candidate> {
    let offers = || decision.offers.iter().map(|offer| offer.what).enumerate();
    let take = |thing, number| Candidate {
        thing,
        leads: Leads::Take(number),
    };
    let mut found: Vec<Candidate> = match step {
        Step::First if decision.question == Question::Menu => menu(decision),
        Step::First => {
            let on_table = offers().map(|(number, what)| Some(take(on_table(what)?, number)));
            let listed = || lines(offers().map(|(number, _)| Leads::Take(number)));
            on_table.collect::<Option<_>>().unwrap_or_else(listed)
        }
        Step::With(kind) => {
            let play = offers().find(|(_, what)| *what == What::Action(kind));
            let places = [Deed::Build, Deed::Stack].map(|deed| Step::Where(kind, deed));
            let places = places
                .into_iter()
                .filter(|step| !candidates(decision, *step).is_empty());
            lines(
                play.map(|(number, _)| Leads::Take(number))
                    .into_iter()
                    .chain(places.map(Leads::On)),
            )
        }
        Step::Where(kind, deed) => {
            let place = |(number, what)| match what {
                What::Build { kind: built, at } if (built, Deed::Build) == (kind, deed) => {
                    Some(take(Thing::Gap(at), number))
                }
                What::Stack { kind: stacked, on } if (stacked, Deed::Stack) == (kind, deed) => {
                    Some(take(Thing::Building(on), number))
                }
                _ => None,
            };
            offers().filter_map(place).collect()
        }
        Step::Ability(spot) => {
            let uses =
                |what: &What| matches!(what, What::Use { building, .. } if *building == spot);
            lines(
                offers()
                    .filter(|(_, what)| uses(what))
                    .map(|(number, _)| Leads::Take(number)),
            )
        }
    };
    found.sort_by_key(|candidate| {
        seat_of(candidate.thing).is_some_and(|seat| (seat == decision.by) == decision.harms)
    });
    found
}

fn lines(leads: impl Iterator<Item = Leads>) -> Vec<Candidate> {
    let line = |(line, leads)| Candidate {
        thing: Thing::Line(line),
        leads,
    };
    leads.enumerate().map(line).collect()
}

/// What an option points at that is not chosen from a list.
pub(super) fn on_table(what: What) -> Option<Thing> {
    match what {
        What::Player(seat) => Some(Thing::Nation(seat)),
        What::Building(spot) | What::Top(spot) => Some(Thing::Building(spot)),
        What::Place(spot) => Some(Thing::Gap(spot)),
        What::Shield(kind) => Some(Thing::Hand(kind)),
        What::Decline => Some(Thing::Decline),
        _ => None,
    }
}

fn menu(decision: &Decision) -> Vec<Candidate> {
    let one = |(number, offer): (usize, &Offer)| {
        let (thing, leads) = match offer.what {
            What::Action(kind) | What::Build { kind, .. } | What::Stack { kind, .. } => {
                (Thing::Hand(kind), Leads::On(Step::With(kind)))
            }
            What::Use { building, .. } => {
                let step = Step::Ability(building);
                let several = candidates(decision, step).len() > 1;
                let leads = if several {
                    Leads::On(step)
                } else {
                    Leads::Take(number)
                };
                (Thing::Building(building), leads)
            }
            What::Pass => (Thing::Pass, Leads::Take(number)),
            _ => (Thing::Line(number), Leads::Take(number)),
        };
        Candidate { thing, leads }
    };
    let all = decision.offers.iter().enumerate().map(one);
    all.unique_by(|candidate| candidate.thing).collect()
}

/// Between which buildings a place is.
pub fn between(rules: &Rules, view: &View, at: Spot) -> String {
    let name = |place: Option<u16>| {
        named(
            rules,
            view,
            Spot {
                place: place?,
                ..at
            },
        )
    };
    match (name(at.place.checked_sub(1)), name(Some(at.place))) {
        (Some(left), Some(right)) => format!("between {left} and {right}"),
        (Some(left), None) => format!("right of {left}"),
        (None, Some(right)) => format!("left of {right}"),
        (None, None) => String::new(),
    }
}

/// The name of the building that stands there.
pub fn named(rules: &Rules, view: &View, at: Spot) -> Option<String> {
    let building = at.building(view)?;
    Some(building_name(rules, building.kind, building.second_side).to_string())
}

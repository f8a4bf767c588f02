//! A turn menu in steps: first the card or the building, then what to do with it, then where, one's own nation first.

use crate::names::{both_names, building_name, card_name};
use crate::options::decision::{Decision, Offer, Question, Spot, What};
use board::{Kind, MAX_SEATS, Seat, View};
use rules::ir::Rules;

/// One line of a step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice {
    pub name: String,
    /// What is to be said besides.
    pub about: String,
    pub leads: Leads,
}

/// Where a choice leads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Leads {
    /// To the option of that number.
    Option(usize),
    /// To further choices, under a heading.
    Further {
        heading: String,
        choices: Vec<Choice>,
    },
}

/// The first step of a decision. `about` says what stands behind an option.
pub fn steps(
    rules: &Rules,
    view: &View,
    decision: &Decision,
    about: &dyn Fn(&Offer) -> String,
) -> Vec<Choice> {
    match decision.question {
        Question::Menu => menu(rules, view, decision),
        _ => {
            let one = |(index, offer): (usize, &Offer)| {
                let leads = Leads::Option(index);
                match offer.what {
                    // Both names tell it from all others.
                    What::Card(kind) | What::Shield(kind) => Choice {
                        name: both_names(rules, kind),
                        about: String::new(),
                        leads,
                    },
                    _ => Choice {
                        name: offer.label.clone(),
                        about: about(offer),
                        leads,
                    },
                }
            };
            let mut offers: Vec<(usize, &Offer)> = decision.offers.iter().enumerate().collect();
            // One's own nation first, the others' clockwise behind it; the others' first where it harms.
            let rank = |seat: Seat| match behind(decision.by, seat) {
                0 if decision.harms => MAX_SEATS as u8,
                behind => behind,
            };
            offers.sort_by_key(|(_, offer)| match offer.what {
                What::Building(at)
                | What::Top(at)
                | What::Stacked { on: at, .. }
                | What::Place(at) => rank(at.seat),
                What::Player(seat) => rank(seat),
                _ => 0,
            });
            offers.into_iter().map(one).collect()
        }
    }
}

fn menu(rules: &Rules, view: &View, decision: &Decision) -> Vec<Choice> {
    let offers = || decision.offers.iter().enumerate();
    let mut kinds: Vec<Kind> = Vec::new();
    for kind in offers().filter_map(|(_, offer)| offer.what.kind()) {
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    let mut choices: Vec<Choice> = kinds
        .into_iter()
        .map(|kind| {
            let deeds = deeds(rules, view, decision, kind);
            let about = if deeds
                .iter()
                .any(|deed| matches!(deed.leads, Leads::Option(_)))
            {
                ""
            } else {
                "no action now"
            };
            let name = both_names(rules, kind);
            Choice {
                about: about.to_string(),
                leads: further(name.clone(), deeds),
                name,
            }
        })
        .collect();
    for (index, offer) in offers().filter(|(_, offer)| offer.what.kind().is_none()) {
        let about = match offer.what {
            What::Use { building, .. } => named(rules, view, building).unwrap_or_default(),
            What::Pass if decision.by != decision.seat => {
                format!("end the turn of {}", decision.seat)
            }
            What::Pass => "end your turn".to_string(),
            _ => String::new(),
        };
        choices.push(Choice {
            name: offer.label.clone(),
            about,
            leads: Leads::Option(index),
        });
    }
    choices
}

/// What can be done with a card.
fn deeds(rules: &Rules, view: &View, decision: &Decision, kind: Kind) -> Vec<Choice> {
    let offers = || decision.offers.iter().enumerate();
    let mut deeds = Vec::new();
    let action = offers().find(|(_, offer)| offer.what == What::Action(kind));
    if let Some((index, _)) = action {
        let name = format!("play {}", card_name(rules, kind));
        deeds.push(Choice {
            name,
            about: "as an action".to_string(),
            leads: Leads::Option(index),
        });
    }
    let built = offers().filter_map(|(index, offer)| match offer.what {
        What::Build { kind: other, at } if other == kind => Some((index, at)),
        _ => None,
    });
    let built = spots(built, decision.by, |at| between(rules, view, at));
    let stacked = offers().filter_map(|(index, offer)| match offer.what {
        What::Stack { kind: other, on } if other == kind => Some((index, on)),
        _ => None,
    });
    let stacked = spots(stacked, decision.by, |on| {
        named(rules, view, on).unwrap_or_default()
    });
    let verbs = [
        (
            format!("build {}", building_name(rules, kind, false)),
            "at",
            built,
        ),
        ("put it face down".to_string(), "on", stacked),
    ];
    for (name, where_to, spots) in verbs {
        if !spots.is_empty() {
            let about = format!("{where_to} one of {} places", spots.len());
            let heading = format!("{name} {where_to}");
            deeds.push(Choice {
                name,
                about,
                leads: further(heading, spots),
            });
        }
    }
    deeds
}

/// How far a seat is behind one's own, clockwise.
fn behind(me: Seat, seat: Seat) -> u8 {
    (seat.0 + MAX_SEATS as u8 - me.0) % MAX_SEATS as u8
}

fn further(heading: String, choices: Vec<Choice>) -> Leads {
    Leads::Further { heading, choices }
}

/// Places, one's own first, the others' clockwise behind it.
fn spots(
    spots: impl Iterator<Item = (usize, Spot)>,
    me: Seat,
    about: impl Fn(Spot) -> String,
) -> Vec<Choice> {
    let mut spots: Vec<(usize, Spot)> = spots.collect();
    spots.sort_by_key(|(_, spot)| (behind(me, spot.seat), spot.place));
    let one = |(index, spot): (usize, Spot)| {
        let whose = if spot.seat == me { "yours, " } else { "" };
        let Spot { seat, place } = spot;
        let name = format!("{seat}.{}", place + 1);
        Choice {
            name,
            about: format!("{whose}{}", about(spot)),
            leads: Leads::Option(index),
        }
    };
    spots.into_iter().map(one).collect()
}

/// Between which buildings a place is.
pub fn between(rules: &Rules, view: &View, at: Spot) -> String {
    let name = |place: Option<u16>| {
        named(
            rules,
            view,
            Spot {
                seat: at.seat,
                place: place?,
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
fn named(rules: &Rules, view: &View, at: Spot) -> Option<String> {
    let building = view
        .nations
        .get(at.seat.index())?
        .as_ref()?
        .get(usize::from(at.place))?;
    Some(building_name(rules, building.kind, building.second_side).to_string())
}

/// Where a person stands in the steps.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Steps {
    first: Vec<Choice>,
    /// The numbers chosen so far.
    path: Vec<usize>,
}

/// What an answer has done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// That option is taken.
    Taken(usize),
    /// There is something further to choose.
    On,
    /// There is no such choice.
    Unclear,
}

impl Steps {
    pub fn new(first: Vec<Choice>) -> Steps {
        Steps {
            first,
            path: Vec::new(),
        }
    }

    /// What there is to be chosen now, and its heading; none at the first step.
    pub fn now(&self) -> (Option<&str>, &[Choice]) {
        let mut now: (Option<&str>, &[Choice]) = (None, &self.first);
        for number in &self.path {
            if let Some(Choice {
                leads: Leads::Further { heading, choices },
                ..
            }) = now.1.get(*number)
            {
                now = (Some(heading), choices);
            }
        }
        now
    }

    /// Chooses by number, counted from 0. What is left with one choice is taken at once.
    pub fn choose(&mut self, number: usize) -> Step {
        let (_, choices) = self.now();
        match choices.get(number).map(|choice| &choice.leads) {
            None => Step::Unclear,
            Some(Leads::Option(option)) => Step::Taken(*option),
            Some(Leads::Further { choices, .. }) => {
                let only = choices.len() == 1;
                self.path.push(number);
                if only { self.choose(0) } else { Step::On }
            }
        }
    }

    /// Chooses by the beginning of a name that only one choice has.
    pub fn choose_named(&mut self, name: &str) -> Step {
        let wanted = name.trim().to_lowercase();
        let (_, choices) = self.now();
        let parts = |choice: &Choice| {
            choice
                .name
                .to_lowercase()
                .split(" / ")
                .any(|part| part.starts_with(&wanted))
        };
        let exact = choices
            .iter()
            .position(|choice| choice.name.to_lowercase() == wanted);
        let mut found = choices
            .iter()
            .enumerate()
            .filter(|(_, choice)| parts(choice))
            .map(|(index, _)| index);
        let number = match (exact, found.next(), found.next()) {
            (Some(number), ..) | (None, Some(number), None) => number,
            _ => return Step::Unclear,
        };
        if wanted.is_empty() {
            Step::Unclear
        } else {
            self.choose(number)
        }
    }

    /// What a question about a choice is about: its name, where it is asked for by number.
    pub fn subject(&self, asked: &str) -> String {
        let number = asked
            .trim()
            .parse::<usize>()
            .ok()
            .and_then(|number| number.checked_sub(1));
        let choice = number.and_then(|number| self.now().1.get(number));
        choice.map_or(asked, |choice| &choice.name).to_string()
    }

    /// One step back. Answers `false` at the first one.
    pub fn back(&mut self) -> bool {
        self.path.pop().is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::{Choice, Leads, Step, Steps};

    fn leaf(name: &str, option: usize) -> Choice {
        Choice {
            name: name.to_string(),
            about: String::new(),
            leads: Leads::Option(option),
        }
    }

    fn node(name: &str, choices: Vec<Choice>) -> Choice {
        let leads = Leads::Further {
            heading: format!("{name}:"),
            choices,
        };
        Choice {
            name: name.to_string(),
            about: String::new(),
            leads,
        }
    }

    fn tree() -> Steps {
        let places = vec![leaf("p1.1", 3), leaf("p1.2", 4), leaf("p1.10", 5)];
        let card = node(
            "Sail / Mill",
            vec![leaf("play Sail", 0), node("build Mill", places)],
        );
        let lone = node(
            "Corn / Barn",
            vec![node("put it face down", vec![leaf("p1.1", 7)])],
        );
        Steps::new(vec![card, lone, leaf("pass", 9)])
    }

    #[test]
    fn a_card_is_chosen_first_then_what_then_where() {
        let mut steps = tree();
        assert_eq!(steps.now().0, None);
        assert_eq!(steps.choose(0), Step::On);
        assert_eq!(steps.now().0, Some("Sail / Mill:"));
        assert_eq!(steps.choose(1), Step::On);
        assert_eq!(steps.choose(1), Step::Taken(4));
        assert!(steps.back() && steps.back() && !steps.back());
        assert_eq!(steps.choose(2), Step::Taken(9));
        assert_eq!(steps.choose(3), Step::Unclear);
    }

    #[test]
    fn what_leaves_no_choice_is_not_asked() {
        assert_eq!(tree().choose(1), Step::Taken(7));
    }

    #[test]
    fn either_name_and_its_beginning_will_do() {
        let mut steps = tree();
        assert_eq!(steps.choose_named("mi"), Step::On);
        assert_eq!(steps.choose_named("BUILD"), Step::On);
        assert_eq!(steps.choose_named("p1.1"), Step::Taken(3));
        assert_eq!(steps.choose_named("p1"), Step::Unclear);
        assert_eq!(tree().choose_named(""), Step::Unclear);
    }
}

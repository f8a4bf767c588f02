//! The steps of a decision as numbered lists, for whoever chooses line by line.

use crate::names::{both_names, building_name, card_name};
use crate::options::decision::{Decision, Offer, Question, What};
use crate::options::steps::{
    Candidate, Deed, Leads, Step, Thing, between, candidates, named, on_table, seat_of,
};
use board::{Kind, MAX_SEATS, Seat, View};
use itertools::Itertools;
use rules::ir::Rules;

/// One line of a step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    pub name: String,
    /// What is to be said besides.
    pub about: String,
    pub leads: Leads,
}

/// The lines of a step, and their heading; none at the first step.
#[derive(Debug, Clone, PartialEq, Eq)]
struct List {
    step: Step,
    heading: Option<String>,
    lines: Vec<Line>,
}

/// The steps of a decision as lists, and where a person stands in them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Steps {
    lists: Vec<List>,
    /// The steps that were gone, after the first.
    path: Vec<Step>,
}

impl Steps {
    /// The steps of a decision. `about` says what stands behind an option that is picked.
    pub fn new(
        rules: &Rules,
        view: &View,
        decision: &Decision,
        about: &dyn Fn(&Offer) -> String,
    ) -> Steps {
        let mut steps = Steps::default();
        let lines = match decision.question {
            Question::Menu => steps.menu(rules, view, decision),
            _ => picks(rules, decision, about),
        };
        steps.list(Step::First, None, lines);
        steps
    }

    fn list(&mut self, step: Step, heading: Option<String>, lines: Vec<Line>) {
        self.lists.push(List {
            step,
            heading,
            lines,
        });
    }

    /// The turn menu: card by card, then what is no card's.
    fn menu(&mut self, rules: &Rules, view: &View, decision: &Decision) -> Vec<Line> {
        let mut lines = Vec::new();
        for kind in decision
            .offers
            .iter()
            .filter_map(|offer| offer.what.kind())
            .unique()
        {
            let step = Step::With(kind);
            let deeds = candidates(decision, step);
            let is_played = |deed: &Candidate| deed.deed(step) == Some(Deed::Play);
            let about = if deeds.iter().any(is_played) {
                ""
            } else {
                "no action now"
            };
            let (name, leads) = (both_names(rules, kind), Leads::On(step));
            let deeds = deeds
                .into_iter()
                .map(|deed| self.deed(rules, view, decision, (kind, deed.leads)));
            let deeds = deeds.collect();
            self.list(step, Some(name.clone()), deeds);
            lines.push(Line {
                name,
                about: about.to_string(),
                leads,
            });
        }
        for (number, offer) in decision.offers.iter().enumerate() {
            let about = match offer.what {
                What::Action(_) | What::Build { .. } | What::Stack { .. } => continue,
                What::Use { building, .. } => named(rules, view, building).unwrap_or_default(),
                What::Pass if decision.by != decision.seat => {
                    format!("end the turn of {}", decision.seat)
                }
                What::Pass => "end your turn".to_string(),
                _ => String::new(),
            };
            lines.push(Line {
                name: offer.label.clone(),
                about,
                leads: Leads::Take(number),
            });
        }
        lines
    }

    /// What can be done with a card, and where.
    fn deed(
        &mut self,
        rules: &Rules,
        view: &View,
        decision: &Decision,
        (kind, leads): (Kind, Leads),
    ) -> Line {
        let (name, to) = match leads {
            Leads::On(Step::Where(_, Deed::Build)) => {
                (format!("build {}", building_name(rules, kind, false)), "at")
            }
            Leads::On(_) => ("put it face down".to_string(), "on"),
            Leads::Take(_) => (format!("play {}", card_name(rules, kind)), "as an action"),
        };
        let Leads::On(step) = leads else {
            return Line {
                name,
                about: to.to_string(),
                leads,
            };
        };
        let spot = |Candidate { thing, leads }: Candidate| {
            let (spot, about) = match thing {
                Thing::Gap(spot) => (spot, between(rules, view, spot)),
                Thing::Building(spot) => (spot, named(rules, view, spot).unwrap_or_default()),
                _ => return None,
            };
            let whose = if spot.seat == decision.by {
                "yours, "
            } else {
                ""
            };
            let line = Line {
                name: spot.to_string(),
                about: format!("{whose}{about}"),
                leads,
            };
            Some(((behind(decision.by, spot.seat), spot.place), line))
        };
        let spots = candidates(decision, step).into_iter().filter_map(spot);
        let spots: Vec<Line> = spots
            .sorted_by_key(|(place, _)| *place)
            .map(|(_, line)| line)
            .collect();
        let about = format!("{to} one of {} places", spots.len());
        self.list(step, Some(format!("{name} {to}")), spots);
        Line { name, about, leads }
    }

    /// What there is to be chosen now, and its heading; none at the first step.
    pub fn now(&self) -> (Option<&str>, &[Line]) {
        let step = self.path.last().copied().unwrap_or_default();
        let list = self.lists.iter().find(|list| list.step == step);
        list.map_or((None, &[]), |list| (list.heading.as_deref(), &list.lines))
    }

    /// Chooses by number, counted from 0; nothing where there is none. What is left with one choice is taken at once.
    pub fn choose(&mut self, number: usize) -> Option<Leads> {
        let leads = self.now().1.get(number)?.leads;
        let Leads::On(step) = leads else {
            return Some(leads);
        };
        self.path.push(step);
        if self.now().1.len() == 1 {
            self.choose(0)
        } else {
            Some(leads)
        }
    }

    /// Chooses by the beginning of a name that only one choice has.
    pub fn choose_named(&mut self, name: &str) -> Option<Leads> {
        let wanted = name.trim().to_lowercase();
        let names = self
            .now()
            .1
            .iter()
            .map(|line| line.name.to_lowercase())
            .enumerate();
        let begins = |name: &str| name.split(" / ").any(|part| part.starts_with(&wanted));
        let exact = names.clone().find(|(_, name)| *name == wanted);
        let only = || {
            names
                .clone()
                .filter(|(_, name)| begins(name))
                .exactly_one()
                .ok()
        };
        let (number, _) = exact.or_else(only).filter(|_| !wanted.is_empty())?;
        self.choose(number)
    }

    /// What a question about a choice is about: its name, where it is asked for by number.
    pub fn subject(&self, asked: &str) -> String {
        let number = asked.trim().parse::<usize>().ok();
        let line = number.and_then(|number| self.now().1.get(number.checked_sub(1)?));
        line.map_or(asked, |line| &line.name).to_string()
    }

    /// One step back. Answers `false` at the first one.
    pub fn back(&mut self) -> bool {
        self.path.pop().is_some()
    }
}

/// Options that are picked: one's own nation first, the others' clockwise behind it; the others' first where it harms.
fn picks(rules: &Rules, decision: &Decision, about: &dyn Fn(&Offer) -> String) -> Vec<Line> {
    let rank = |seat: Seat| match behind(decision.by, seat) {
        0 if decision.harms => MAX_SEATS as u8,
        behind => behind,
    };
    let offers = decision
        .offers
        .iter()
        .enumerate()
        .sorted_by_key(|(_, offer)| match offer.what {
            What::Stacked { on, .. } => rank(on.seat),
            what => on_table(what).and_then(seat_of).map_or(0, rank),
        });
    let line = |(number, offer): (usize, &Offer)| {
        let (name, about) = match offer.what {
            // Both names tell it from all others.
            What::Card(kind) | What::Shield(kind) => (both_names(rules, kind), String::new()),
            What::Decline if decision.is_may() => ("no".to_string(), String::new()),
            _ => (offer.label.clone(), about(offer)),
        };
        Line {
            name,
            about,
            leads: Leads::Take(number),
        }
    };
    offers.map(line).collect()
}

/// How far a seat is behind one's own, clockwise.
fn behind(me: Seat, seat: Seat) -> u8 {
    (seat.0 + MAX_SEATS as u8 - me.0) % MAX_SEATS as u8
}

#[cfg(test)]
mod tests {
    use super::{Deed, Leads, Line, Step, Steps};
    use board::Kind;

    /// Two cards: one that is played or built at one of three places, one that can only be put on one building; and `pass`.
    fn steps() -> Steps {
        let [one, lone] = [0, 1].map(|kind| Step::With(Kind(kind)));
        let [build, stack] =
            [(0, Deed::Build), (1, Deed::Stack)].map(|(kind, deed)| Step::Where(Kind(kind), deed));
        let mut steps = Steps::default();
        let mut list = |step, heading: &str, lines: &[(&str, Leads)]| {
            let line = |(name, leads): &(&str, Leads)| Line {
                name: name.to_string(),
                about: String::new(),
                leads: *leads,
            };
            steps.list(
                step,
                Some(heading.to_string()),
                lines.iter().map(line).collect(),
            );
        };
        list(
            Step::First,
            "",
            &[
                ("Sail / Mill", Leads::On(one)),
                ("Corn / Barn", Leads::On(lone)),
                ("pass", Leads::Take(9)),
            ],
        );
        list(
            one,
            "Sail / Mill:",
            &[
                ("play Sail", Leads::Take(0)),
                ("build Mill", Leads::On(build)),
            ],
        );
        list(
            build,
            "build Mill:",
            &[
                ("p1.1", Leads::Take(3)),
                ("p1.2", Leads::Take(4)),
                ("p1.10", Leads::Take(5)),
            ],
        );
        list(
            lone,
            "Corn / Barn:",
            &[("put it face down", Leads::On(stack))],
        );
        list(stack, "on:", &[("p1.1", Leads::Take(7))]);
        steps
    }

    #[test]
    fn a_card_is_chosen_first_then_what_then_where() {
        let mut steps = steps();
        assert_eq!(steps.choose(0), Some(Leads::On(Step::With(Kind(0)))));
        assert_eq!(steps.now().0, Some("Sail / Mill:"));
        assert!(matches!(steps.choose(1), Some(Leads::On(_))));
        assert_eq!(steps.choose(1), Some(Leads::Take(4)));
        assert!(steps.back() && steps.back() && !steps.back());
        assert_eq!(
            (steps.choose(2), steps.choose(3)),
            (Some(Leads::Take(9)), None)
        );
        // What leaves no choice is not asked.
        assert_eq!(steps.choose(1), Some(Leads::Take(7)));
    }

    #[test]
    fn either_name_and_its_beginning_will_do() {
        let mut steps = steps();
        assert_eq!(steps.choose_named(""), None);
        assert!(matches!(steps.choose_named("mi"), Some(Leads::On(_))));
        assert!(matches!(steps.choose_named("BUILD"), Some(Leads::On(_))));
        assert_eq!(steps.choose_named("p1.1"), Some(Leads::Take(3)));
        assert_eq!(steps.choose_named("p1"), None);
    }
}

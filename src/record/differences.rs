//! Says of every difference between the table that a ruling expects and the one there is which event made it so.

use explain::names::{Names, seat_of};
use std::fmt::Write;

use board::{Bearer, CardId, Kind, Seat, WRITTEN};
use engine::{Game, Outcome};
use explain::names::{building_label, card_label};
use lang::notation::{Building, Card, Cards, Counter, Law, Line, Nation, parse_position};

use crate::ruling::{Expect, Ruling};
use crate::trail::{Change, Spot, Trail, place};
use text::Spanned;

/// What one event has made differ.
pub struct Difference {
    /// A sentence each, without its end.
    pub says: Vec<String>,
    /// The event, the text that made it and the rules, in whole lines; none when no event has touched it.
    pub because: Option<String>,
}

/// Every difference of the open table and of the winner, in the order of the expectations.
pub fn differences(ruling: &Ruling, game: &Game, trail: &Trail) -> Vec<Difference> {
    let mut finder = Finder {
        game,
        trail,
        names: Names::of(&game.script().rules),
        found: Vec::new(),
    };
    let expect = ruling.expect.get_ref();
    let text = expect
        .position
        .as_ref()
        .map_or("", |position| position.get_ref());
    // What cannot be read is told at its place.
    for line in parse_position(text, 0).map_or_else(|_| Vec::new(), |position| position.lines) {
        finder.line(&line.node);
    }
    finder.winner(expect);
    let mut differences: Vec<Difference> = Vec::new();
    for (step, says) in finder.found {
        let because = step.map(|step| trail.explain(&game.script().rules, step));
        match differences
            .iter_mut()
            .find(|other| other.because == because)
        {
            // Of equal cards each would say the same.
            Some(other) if other.says.contains(&says) => {}
            Some(other) => other.says.push(says),
            None => differences.push(Difference {
                says: vec![says],
                because,
            }),
        }
    }
    differences
}

/// Writes differences for people.
pub fn write_differences(differences: &[Difference]) -> String {
    let mut out = String::new();
    for Difference { says, because } in differences {
        // Writing to a string cannot fail.
        says.iter().for_each(|says| {
            let _ = writeln!(out, "{says}.");
        });
        let because = because
            .as_deref()
            .unwrap_or("No event changed this: the position begins this way.\n");
        because.lines().for_each(|line| {
            let _ = writeln!(out, "  {line}");
        });
    }
    out
}

struct Finder<'a> {
    game: &'a Game,
    trail: &'a Trail,
    names: Names,
    /// What differs, with the number of the step that made it so.
    found: Vec<(Option<usize>, String)>,
}

/// How often something is there, where it should be there so often.
fn is_there(name: &str, place: &str, there: usize, wanted: usize) -> String {
    let times = |number: usize| match number {
        1 => "once".to_string(),
        2 => "twice".to_string(),
        more => format!("{more} times"),
    };
    match (there, wanted) {
        (0, _) => format!("{name} is not {place}"),
        (_, 0) => format!("{name} is {place}"),
        _ => format!("{name} is {place} {}, not {}", times(there), times(wanted)),
    }
}

impl Finder<'_> {
    fn add(&mut self, step: Option<usize>, says: String) {
        self.found.push((step, says));
    }

    fn kind(&self, card: CardId) -> Kind {
        self.game.script().rules.cards[card.index()]
    }

    /// The last time that a card of that kind left the spot.
    fn left(&self, kind: Kind, spot: Spot) -> Option<usize> {
        let fits = |card: CardId, from: Spot| self.kind(card) == kind && from == spot;
        self.trail
            .last(|change| matches!(change, Change::Card { card, from, .. } if fits(card, from)))
    }

    /// The last time that the card came to the spot.
    fn came(&self, wanted: CardId, spot: Spot) -> Option<usize> {
        self.trail.last(|change| matches!(change, Change::Card { card, to, .. } if card == wanted && to == spot))
    }

    fn line(&mut self, line: &Line) {
        let board = self.game.board();
        match line {
            Line::Hand { player, .. } | Line::Nation { player, .. } | Line::Has { player, .. }
                if player.node.number() > board.seats => {}
            Line::Turn {
                player,
                phase,
                played,
                plays,
            } => {
                let start = matches!(phase.node, lang::notation::Phase::Start);
                let plays = plays.unwrap_or(self.game.script().rules.plays);
                let here = (
                    board.turn,
                    board.phase == board::Phase::Start,
                    board.played,
                    board.plays,
                );
                if here != (seat_of(player.node), start, *played, plays) {
                    let turned = |change| matches!(change, Change::Began(_) | Change::Turn);
                    let says = format!("The turn of {} has got this far", board.turn);
                    self.add(self.trail.last(turned), says);
                }
            }
            Line::Deck(cards) => self.pile(cards, board.deck().cards(), Spot::Deck),
            Line::Discard(cards) => self.pile(cards, board.discard().cards(), Spot::Discard),
            Line::Removed(cards) => self.pile(cards, board.removed().cards(), Spot::Removed),
            Line::Hand { player, cards } => {
                let seat = seat_of(player.node);
                self.pile(cards, board.hand(seat), Spot::Hand(seat));
            }
            Line::Nation { player, nation } => {
                let seat = seat_of(player.node);
                match nation {
                    Nation::Eliminated if board.living.has(seat) => {
                        self.add(None, format!("{seat} is still in the game"))
                    }
                    Nation::Eliminated => {}
                    Nation::Buildings(buildings) => {
                        if !board.living.has(seat) {
                            let out = self.trail.last(|change| change == Change::Out(seat));
                            self.add(out, format!("{seat} is out of the game"));
                        }
                        self.row(seat, buildings);
                    }
                }
            }
            Line::Has { player, counters } => {
                let seat = seat_of(player.node);
                self.counters(Bearer::Player(seat), counters, &seat.to_string());
            }
            Line::Laws(laws) => {
                let named = |law: &Law| self.names.card(&law.name.node).ok();
                let there: Vec<CardId> = board.laws().collect();
                let kinds: Vec<Option<Kind>> = laws.iter().map(named).collect();
                for (at, law) in laws.iter().enumerate() {
                    let kind = |card: &&CardId| {
                        Some(self.game.script().rules.cards[card.index()]) == kinds[at]
                    };
                    // Those of one name have theirs together, on the first one.
                    let again = kinds[..at].contains(&kinds[at]);
                    if let Some(card) = there.iter().find(kind).filter(|_| !again) {
                        self.counters(Bearer::Card(*card), &law.counters, &law.name.node);
                    }
                }
                self.kinds(kinds.into_iter().flatten().collect(), &there, Spot::Law);
            }
            Line::Ages(_) | Line::Pending(_) => {}
        }
    }

    /// How many counters of each sort lie there, whoever has put them.
    fn counters(&mut self, on: Bearer, expected: &[Counter], whose: &str) {
        let (rules, carried) = (&self.game.script().rules, self.game.board().carried());
        let step = self.trail.last(|change| change == Change::Counters(on));
        for (sort, name) in (0..).zip(rules.sorts()) {
            let named = expected
                .iter()
                .filter(|wanted| wanted.name.node.eq_ignore_ascii_case(name));
            if rules.memory(sort).is_some() && named.clone().next().is_none() {
                continue;
            }
            let wanted: u32 = named.map(|wanted| u32::from(wanted.number.node)).sum();
            let there = carried.number(on, sort);
            if wanted != u32::from(there) {
                let plural = { rules.counters.get(usize::from(sort)) }
                    .map_or(name, |counter| &counter.plural);
                self.add(step, format!("{whose} has {there} {plural}, not {wanted}"));
            }
        }
        let written = Some(carried.number(on, WRITTEN)).filter(|written| *written > 0);
        let there = written.map(|written| rules.heap(WRITTEN, written).0);
        let mut names = expected.iter().map(|wanted| wanted.name.node.as_str());
        let wanted = names.find(|name| name.starts_with("named "));
        let says = match (there, wanted) {
            (Some(there), None) => format!("{whose} is {there}"),
            (None, Some(wanted)) => format!("{whose} is not {wanted}"),
            (Some(there), Some(wanted)) if !there.eq_ignore_ascii_case(wanted) => {
                format!("{whose} is {there}, not {wanted}")
            }
            _ => return,
        };
        self.add(step, says);
    }

    /// The cards of a pile or hand, whatever their order.
    fn pile(&mut self, expected: &Cards, actual: &[CardId], spot: Spot) {
        let Cards::List(cards) = expected else { return };
        let named = cards.iter().filter_map(|card| self.named(&card.node));
        self.kinds(named.collect(), actual, spot);
    }

    fn kinds(&mut self, named: Vec<Kind>, actual: &[CardId], spot: Spot) {
        let game = self.game;
        let there: Vec<_> = actual
            .iter()
            .map(|card| (self.kind(*card), *card))
            .collect();
        self.compare(named, there, spot, |kind| {
            (kind, card_label(&game.script().rules, kind).to_string())
        });
    }

    /// What is missing in a spot, and what is too much there; `called` says of which kind something is, and its name.
    fn compare<K: Copy + PartialEq>(
        &mut self,
        wanted: Vec<K>,
        there: Vec<(K, CardId)>,
        spot: Spot,
        called: impl Fn(K) -> (Kind, String),
    ) {
        let at = match spot {
            Spot::On(building) => format!("on {}", self.at(building)),
            spot => format!("in {}", place(spot)),
        };
        let often = |key: K, name: &str| {
            let actual = there.iter().filter(|(other, _)| *other == key).count();
            let expected = wanted.iter().filter(|other| **other == key).count();
            is_there(name, &at, actual, expected)
        };
        let mut extra = there.clone();
        for key in &wanted {
            if let Some(found) = extra.iter().position(|(other, _)| other == key) {
                extra.remove(found);
                continue;
            }
            let (kind, name) = called(*key);
            self.add(self.left(kind, spot), often(*key, &name));
        }
        for (key, card) in extra {
            let (_, name) = called(key);
            let says = match spot {
                Spot::Row(_) => format!("{name} is at {}", self.at(card)),
                _ => often(key, &name),
            };
            self.add(self.came(card, spot), says);
        }
    }

    fn named(&self, card: &Card) -> Option<Kind> {
        match card {
            Card::Named(name) => self.names.card(name).ok(),
            Card::Unknown => None,
        }
    }

    /// Buildings of one name are taken in their order; those that both tables have are compared.
    fn row(&mut self, seat: Seat, expected: &[Spanned<Building>]) {
        let (rules, board) = (&self.game.script().rules, self.game.board());
        let side =
            |kind: Kind, second: bool| (kind, second && rules.kinds[kind.index()].double_sided);
        let there: Vec<_> = board
            .row(seat)
            .iter()
            .map(|card| {
                (
                    side(self.kind(*card), board.card(*card).second_side()),
                    *card,
                )
            })
            .collect();
        let named = expected.iter().filter_map(|building| {
            let (kind, second) = self.names.building(&building.node.name.node).ok()?;
            Some((side(kind, second), &building.node))
        });
        let named: Vec<_> = named.collect();
        let (mut left, mut both) = (there.clone(), Vec::new());
        for (key, building) in &named {
            if let Some(at) = left.iter().position(|(other, _)| other == key) {
                both.push((left.remove(at).1, *building));
            }
        }
        let wanted = named.iter().map(|(key, _)| *key).collect();
        self.compare(wanted, there, Spot::Row(seat), |(kind, second)| {
            (kind, building_label(rules, kind, second).to_string())
        });
        for (card, building) in both {
            self.stack(card, building);
        }
    }

    /// `p2.3`.
    fn at(&self, building: CardId) -> String {
        let board = self.game.board();
        let place = board.place(building).map_or(0, |place| place + 1);
        format!("{}.{place}", board.card(building).seat())
    }

    fn stack(&mut self, card: CardId, building: &Building) {
        let (rules, board) = (&self.game.script().rules, self.game.board());
        let (spent, at) = (board.card(card).spent != 0, self.at(card));
        self.counters(Bearer::Card(card), &building.counters, &at);
        if spent == building.marks.is_empty() {
            let last = self.trail.last(|change| change == Change::Spent(card));
            let owner = board.card(card).seat();
            let began = || self.trail.last(|change| change == Change::Began(owner));
            let (step, how) = match spent {
                true => (last, "spent"),
                // What is marked is unmarked when its owner's turn begins.
                false => (last.and_then(|_| began()), "not spent"),
            };
            self.add(step, format!("{at} is {how}"));
        }
        let named = building
            .stack
            .iter()
            .filter_map(|entry| Some((self.named(&entry.node.card.node)?, entry.node.face_up)));
        let there = board
            .stack(card)
            .into_iter()
            .map(|card| ((self.kind(card), board.card(card).face_up()), card));
        let (named, there) = (named.collect(), there.collect());
        self.compare(named, there, Spot::On(card), |(kind, face_up)| {
            let up = if face_up { "^" } else { "" };
            (kind, format!("{up}{}", card_label(rules, kind)))
        });
    }

    fn winner(&mut self, expect: &Expect) {
        let says = match self.game.outcome() {
            Outcome::Drawn if !expect.draw.as_ref().is_some_and(|draw| *draw.get_ref()) => {
                "the game is a draw".to_string()
            }
            Outcome::Won(seat)
                if !expect.winner.as_ref().is_some_and(|winner| {
                    seat.to_string().eq_ignore_ascii_case(winner.get_ref())
                }) =>
            {
                format!("{seat} has won")
            }
            _ => return,
        };
        self.add(self.trail.last(|change| change == Change::Won), says);
    }
}

//! Says of every difference between the table that a ruling expects and the one there is which event made it so.

use explain::names::{Names, seat_of};
use std::fmt::Write;

use board::{Bearer, CardId, Kind, Seat, WRITTEN};
use engine::{Game, Outcome};
use explain::names::{building_label, card_label};
use lang::notation::{Building, Card, Cards, Counter, Line, Nation, parse_position};

use crate::ruling::Ruling;
use crate::trail::{Change, Spot, Trail, place};

/// What one event has made differ.
#[derive(Debug, Clone, PartialEq, Eq)]
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
    finder.winner(ruling);
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
            .unwrap_or("No event has changed that: the position has it so.\n");
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

/// Takes out of both what they share, element by element.
fn without_shared<T: PartialEq>(
    expected: &mut Vec<T>,
    actual: &mut Vec<T>,
    same: impl Fn(&T, &T) -> bool,
) {
    expected.retain(
        |wanted| match actual.iter().position(|there| same(wanted, there)) {
            Some(at) => {
                actual.remove(at);
                false
            }
            None => true,
        },
    );
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
                    let step = self
                        .trail
                        .last(|change| matches!(change, Change::Began(_) | Change::Turn));
                    self.add(step, format!("The turn of {} has come so far", board.turn));
                }
            }
            Line::Deck(cards) => self.pile(cards, board.deck().cards(), Spot::Deck),
            Line::Discard(cards) => self.pile(cards, board.discard().cards(), Spot::Discard),
            Line::Removed(cards) => self.pile(cards, board.removed().cards(), Spot::Removed),
            Line::Hand { player, cards } if player.node.number() <= board.seats => {
                let seat = seat_of(player.node);
                self.pile(cards, board.hand(seat), Spot::Hand(seat));
            }
            Line::Nation { player, nation } if player.node.number() <= board.seats => {
                let seat = seat_of(player.node);
                match nation {
                    Nation::Eliminated if board.living.has(seat) => {
                        self.add(None, format!("{seat} is living"))
                    }
                    Nation::Eliminated => {}
                    Nation::Buildings(buildings) => {
                        if !board.living.has(seat) {
                            let step = self.trail.last(|change| change == Change::Out(seat));
                            self.add(step, format!("{seat} is out of the game"));
                        }
                        self.row(seat, buildings.iter().map(|building| &building.node));
                    }
                }
            }
            Line::Has { player, counters } if player.node.number() <= board.seats => {
                let seat = seat_of(player.node);
                self.counters(Bearer::Player(seat), counters, &seat.to_string());
            }
            Line::Hand { .. }
            | Line::Nation { .. }
            | Line::Ages(_)
            | Line::Has { .. }
            | Line::Pending(_) => {}
            Line::Laws(names) => {
                let laws: Vec<CardId> = board.laws().collect();
                let named: Vec<Kind> = names
                    .iter()
                    .filter_map(|name| self.names.card(&name.node).ok())
                    .collect();
                self.kinds(named.into_iter(), &laws, Spot::Law);
            }
        }
    }

    /// How many counters of each sort lie there, whoever has put them.
    fn counters(&mut self, on: Bearer, expected: &[Counter], whose: &str) {
        let rules = &self.game.script().rules;
        let mut says = Vec::new();
        for (sort, name) in (0..).zip(rules.sorts()) {
            let named = expected
                .iter()
                .filter(|wanted| wanted.name.node.eq_ignore_ascii_case(name));
            let wanted: u32 = named.map(|wanted| u32::from(wanted.number.node)).sum();
            let there = self.game.board().carried().number(on, sort);
            if wanted != u32::from(there) {
                says.push(format!(
                    "{whose} has {there} {}, not {wanted}",
                    rules
                        .counters
                        .get(usize::from(sort))
                        .map_or(name, |counter| &counter.plural)
                ));
            }
        }
        let written = self.game.board().carried().number(on, WRITTEN);
        let there = if written > 0 {
            Some(rules.heap(WRITTEN, written).0)
        } else {
            None
        };
        let wanted = expected
            .iter()
            .map(|wanted| wanted.name.node.as_str())
            .find(|name| name.starts_with("named "));
        match (&there, wanted) {
            (Some(there), None) => says.push(format!("{whose} is {there}")),
            (None, Some(wanted)) => says.push(format!("{whose} is not {wanted}")),
            (Some(there), Some(wanted)) if !there.eq_ignore_ascii_case(wanted) => {
                says.push(format!("{whose} is {there}, not {wanted}"));
            }
            _ => {}
        }
        for says in says {
            self.add(
                self.trail.last(|change| change == Change::Counters(on)),
                says,
            );
        }
    }

    /// The cards of a pile or hand, whatever their order.
    fn pile(&mut self, expected: &Cards, actual: &[CardId], spot: Spot) {
        let Cards::List(cards) = expected else { return };
        let named: Vec<Kind> = cards
            .iter()
            .filter_map(|card| self.named(&card.node))
            .collect();
        self.kinds(named.into_iter(), actual, spot);
    }

    fn kinds(&mut self, named: impl Iterator<Item = Kind>, actual: &[CardId], spot: Spot) {
        let mut missing: Vec<(Kind, CardId)> = named.map(|kind| (kind, CardId::NONE)).collect();
        let mut extra: Vec<(Kind, CardId)> = actual
            .iter()
            .map(|card| (self.kind(*card), *card))
            .collect();
        let (wanted, there) = (missing.clone(), extra.clone());
        let is_there = |kind: Kind, name: &str| {
            let number =
                |all: &[(Kind, CardId)]| all.iter().filter(|(other, _)| *other == kind).count();
            is_there(
                name,
                &format!("in {}", place(spot)),
                number(&there),
                number(&wanted),
            )
        };
        without_shared(&mut missing, &mut extra, |wanted, there| {
            wanted.0 == there.0
        });
        for (kind, _) in missing {
            let says = is_there(kind, self.name(kind));
            self.add(self.left(kind, spot), says);
        }
        for (kind, card) in extra {
            let says = is_there(kind, self.name(kind));
            self.add(self.came(card, spot), says);
        }
    }

    fn named(&self, card: &Card) -> Option<Kind> {
        match card {
            Card::Named(name) => self.names.card(name).ok(),
            Card::Unknown => None,
        }
    }

    fn name(&self, kind: Kind) -> &str {
        card_label(&self.game.script().rules, kind)
    }

    /// Buildings of one name are taken in their order; those that both tables have are compared.
    fn row<'b>(&mut self, seat: Seat, expected: impl Iterator<Item = &'b Building>) {
        let rules = &self.game.script().rules;
        let board = self.game.board();
        let mut extra: Vec<CardId> = board.row(seat).to_vec();
        let mut both: Vec<(CardId, &Building)> = Vec::new();
        let side = |card: CardId, second: bool| {
            board.card(card).second_side() == second || !rules.kind(card).double_sided
        };
        let mut lacking: Vec<(Kind, bool)> = Vec::new();
        for building in expected {
            let Ok((kind, second)) = self.names.building(&building.name.node) else {
                continue;
            };
            match extra
                .iter()
                .position(|card| self.kind(*card) == kind && side(*card, second))
            {
                Some(at) => both.push((extra.remove(at), building)),
                None => {
                    lacking.push((kind, second));
                }
            }
        }
        for (kind, second) in lacking.iter().copied() {
            let name = building_label(rules, kind, second);
            let there = both
                .iter()
                .filter(|(card, _)| self.kind(*card) == kind && side(*card, second))
                .count();
            let wanted = there
                + lacking
                    .iter()
                    .filter(|other| **other == (kind, second))
                    .count();
            let says = is_there(
                name,
                &format!("in {}", place(Spot::Row(seat))),
                there,
                wanted,
            );
            self.add(self.left(kind, Spot::Row(seat)), says);
        }
        for card in extra {
            let name = building_label(rules, self.kind(card), board.card(card).second_side());
            let says = format!("{name} stands at {}", self.at(card));
            self.add(self.came(card, Spot::Row(seat)), says);
        }
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
        let board = self.game.board();
        let (spent, at) = (board.card(card).spent != 0, self.at(card));
        self.counters(Bearer::Card(card), &building.counters, &at);
        if spent == building.marks.is_empty() {
            let last = self.trail.last(|change| change == Change::Spent(card));
            let owner = board.card(card).seat();
            let (step, how) = match spent {
                true => (last, "spent"),
                // What is marked is unmarked when its owner's turn begins.
                false => (
                    last.and_then(|_| self.trail.last(|change| change == Change::Began(owner))),
                    "not spent",
                ),
            };
            self.add(step, format!("{at} is {how}"));
        }
        let named = building
            .stack
            .iter()
            .filter_map(|entry| Some((self.named(&entry.node.card.node)?, entry)));
        let mut missing: Vec<(Kind, bool, CardId)> = named
            .map(|(kind, entry)| (kind, entry.node.face_up, CardId::NONE))
            .collect();
        let there = |card: CardId| (self.kind(card), board.card(card).face_up(), card);
        let mut extra: Vec<(Kind, bool, CardId)> =
            board.stack(card).into_iter().map(there).collect();
        let (wanted, lie) = (missing.clone(), extra.clone());
        let is_there = |kind: Kind, face_up: bool, name: &str| {
            let number = |all: &[(Kind, bool, CardId)]| {
                all.iter()
                    .filter(|(k, f, _)| (*k, *f) == (kind, face_up))
                    .count()
            };
            let name = format!("{}{name}", if face_up { "^" } else { "" });
            is_there(&name, &format!("on {at}"), number(&lie), number(&wanted))
        };
        without_shared(&mut missing, &mut extra, |wanted, there| {
            (wanted.0, wanted.1) == (there.0, there.1)
        });
        for (kind, face_up, _) in missing {
            let says = is_there(kind, face_up, self.name(kind));
            self.add(self.left(kind, Spot::On(card)), says);
        }
        for (kind, face_up, stacked) in extra {
            let says = is_there(kind, face_up, self.name(kind));
            self.add(self.came(stacked, Spot::On(card)), says);
        }
    }

    fn winner(&mut self, ruling: &Ruling) {
        let expect = ruling.expect.get_ref();
        if self.game.outcome() == Outcome::Drawn
            && !expect.draw.as_ref().is_some_and(|draw| *draw.get_ref())
        {
            return self.add(
                self.trail.last(|change| change == Change::Won),
                "the game is a draw".to_string(),
            );
        }
        let Outcome::Won(seat) = self.game.outcome() else {
            return;
        };
        let expected = expect.winner.as_ref();
        if expected.is_none_or(|winner| !seat.to_string().eq_ignore_ascii_case(winner.get_ref())) {
            self.add(
                self.trail.last(|change| change == Change::Won),
                format!("{seat} has won"),
            );
        }
    }
}

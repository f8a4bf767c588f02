//! Reads the cards of a position: piles, buildings with their stacks, counters and marks.

use crate::positions::print::read_lent_mark;
use crate::positions::read::Reader;
use board::{Bearer, CardId, Kind, Seat, Seats, SeenCounters, WRITTEN};
use engine::{BuildingSetup, StackedSetup};
use explain::names::{all_labels, building_label, seat_of};
use itertools::Itertools;
use lang::notation::{Building, Card, Cards, Counter, Mark};
use rules::ir::NameId;
use text::limits::HEAP;
use text::{Span, Spanned, suggest};

impl Reader<'_> {
    pub(super) fn cards(&mut self, cards: &Cards) -> Vec<CardId> {
        match cards {
            Cards::List(cards) => cards.iter().filter_map(|card| self.card(card)).collect(),
            Cards::Count(count) if count.node == 0 || self.unknown_told => Vec::new(),
            Cards::Count(count) => {
                self.fault(
                    count.span,
                    "a position must show every card",
                    "name the cards: in the deck the next one first, in other piles the oldest first",
                );
                Vec::new()
            }
        }
    }

    /// For each card that has a name of this game, whether it is that of a second side.
    pub(super) fn sides(&self, cards: &Cards) -> Vec<bool> {
        let Cards::List(cards) = cards else {
            return Vec::new();
        };
        let names = cards.iter().filter_map(|card| match &card.node {
            Card::Named(name) => Some(name),
            Card::Unknown => None,
        });
        names
            .filter(|name| self.names.card(name).is_ok())
            .map(|name| matches!(self.names.building(name), Ok((_, true))))
            .collect()
    }

    pub(super) fn card(&mut self, card: &Spanned<Card>) -> Option<CardId> {
        let Card::Named(name) = &card.node else {
            if !self.unknown_told {
                self.fault(
                    card.span,
                    "a position must show every card",
                    "name the card",
                );
            }
            return None;
        };
        match self.names.card(name) {
            Ok(kind) => self.take(kind, card.span, name),
            Err((reason, help)) => {
                self.fault(card.span, reason, help);
                None
            }
        }
    }

    /// A card that can be a law: one whose action says what it does then; and the first law of that name, which bears the
    /// counters of all of them.
    pub(super) fn law(
        &mut self,
        name: &Spanned<String>,
        laws: &[CardId],
    ) -> Option<(CardId, CardId)> {
        let card = self.card(&Spanned::new(Card::Named(name.node.clone()), name.span))?;
        let kind = &self.rules.kinds[self.rules.cards[card.index()].index()];
        if kind.action.is_none() {
            self.fault(
                name.span,
                format!("`{}` cannot be a law", name.node),
                "name a card with an action",
            );
            return None;
        }
        let kind = |card: CardId| self.rules.cards[card.index()];
        let first = laws.iter().find(|law| kind(**law) == kind(card));
        Some((card, first.copied().unwrap_or(card)))
    }

    pub(super) fn take(&mut self, kind: Kind, span: Span, name: &str) -> Option<CardId> {
        let card = self.left[kind.index()].pop();
        // However many there are too many, that is told once.
        if card.is_none() && !std::mem::replace(&mut self.over[kind.index()], true) {
            let copies = self.rules.kinds[kind.index()].copies;
            let faces = all_labels(self.rules, kind);
            let called = if faces == name {
                String::new()
            } else {
                format!(" (one card: {faces})")
            };
            self.fault(
                span,
                format!("the game has only {copies} of `{name}`{called}"),
                "count them in all lines: stacks, hands and piles",
            );
        }
        card
    }

    /// The name that `named X` says is written on a card, by its place in the rules.
    pub(super) fn written_name(&self, said: &str) -> Option<u16> {
        let name = said.strip_prefix("named ")?;
        let faces = self
            .rules
            .kinds
            .iter()
            .flat_map(|kind| kind.buildings.into_iter().chain(kind.action));
        let mut names = faces.filter_map(|face| self.rules.faces[face.index()].name);
        names
            .find(|id| self.rules.names[id.index()].eq_ignore_ascii_case(name))
            .map(|id| id.0)
    }

    /// What is said to lie there. More of a sort than there can be, or one sort twice, is a fault.
    pub(super) fn counters(
        &mut self,
        on: Bearer,
        written: &[Counter],
    ) -> Vec<(Bearer, SeenCounters)> {
        let mut known: Vec<(u8, Option<Seat>)> = Vec::new();
        let mut carried = Vec::new();
        for Counter { name, number, by } in written {
            if let Some(written) = self.written_name(&name.node) {
                carried.push((
                    on,
                    SeenCounters {
                        sort: WRITTEN,
                        by: None,
                        number: written + 1,
                    },
                ));
                continue;
            }
            let found = self
                .rules
                .sorts()
                .position(|sort| sort.eq_ignore_ascii_case(&name.node));
            let Some(sort) = found.and_then(|at| u8::try_from(at).ok()) else {
                let mut sorts = self.rules.sorts();
                let help = match suggest(&name.node, sorts.clone()) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None if sorts.clone().next().is_none() => {
                        "this game has no counters: remove them".to_string()
                    }
                    None => format!("use one of: {}", sorts.join(", ")),
                };
                self.fault(
                    name.span,
                    format!("there are no counters called `{}`", name.node),
                    help,
                );
                continue;
            };
            if let Some(by) = by.as_ref().filter(|_| !self.rules.is_owned(sort)) {
                self.fault(
                    by.span,
                    format!("the game does not track who put a {} there", name.node),
                    "remove `of` and the player",
                );
            }
            let by = by.as_ref().map(|by| seat_of(by.node));
            if number.node == 0 || number.node > HEAP {
                self.fault(
                    number.span,
                    format!("the number of counters must be 1 to {HEAP}"),
                    "remove the counters if there are none",
                );
            } else if known.contains(&(sort, by)) {
                self.fault(
                    name.span,
                    format!("`{}` is named twice", name.node),
                    "give their number once",
                );
            } else {
                known.push((sort, by));
                carried.push((
                    on,
                    SeenCounters {
                        sort,
                        by,
                        number: number.node,
                    },
                ));
            }
        }
        carried
    }

    pub(super) fn building(
        &mut self,
        building: &Spanned<Building>,
        counters: &mut Vec<(Bearer, SeenCounters)>,
    ) -> Option<BuildingSetup> {
        let written = &building.node;
        let found = match self.names.building(&written.name.node) {
            Ok(found) => Some(found),
            Err((reason, help)) => {
                self.fault(written.name.span, reason, help);
                None
            }
        };
        let stack = written.stack.iter().filter_map(|entry| {
            let card = self.card(&entry.node.card)?;
            counters.extend(self.counters(Bearer::Card(card), &entry.node.counters));
            if let Some(player) = entry
                .node
                .known_by
                .iter()
                .find(|player| player.node.number() > self.seats)
            {
                self.fault(
                    player.span,
                    format!("{} is not in this game", player.node),
                    format!("the players are p1 to p{}", self.seats),
                );
            }
            let known = entry
                .node
                .known_by
                .iter()
                .fold(Seats::NONE, |known, player| {
                    known.with(seat_of(player.node))
                });
            let (face_up, known) = (
                entry.node.face_up,
                if entry.node.face_up {
                    Seats::ALL
                } else {
                    known
                },
            );
            Some(StackedSetup {
                card,
                face_up,
                known,
            })
        });
        let stack = stack.collect();
        let (kind, second_side) = found?;
        let spent = written
            .marks
            .iter()
            .fold(0, |spent, mark| spent | self.spent(kind, second_side, mark));
        let card = self.take(kind, written.name.span, &written.name.node)?;
        counters.extend(self.counters(Bearer::Card(card), &written.counters));
        Some(BuildingSetup {
            card,
            second_side,
            spent,
            stack,
        })
    }

    pub(super) fn spent(&mut self, kind: Kind, second_side: bool, mark: &Spanned<Mark>) -> u8 {
        let face = self.rules.kinds[kind.index()].buildings[second_side as usize];
        let abilities = self.rules.faces[face.index()].abilities.iter().enumerate();
        let limited = abilities.filter(|(_, ability)| ability.once || ability.start);
        let wanted = |name: Option<NameId>| match &mark.node {
            Mark::Whole => true,
            Mark::Ability(wanted) => {
                let own = || building_label(self.rules, kind, second_side);
                name.map_or_else(own, |name| &self.rules.names[name.index()])
                    .eq_ignore_ascii_case(wanted)
            }
        };
        let bits = limited
            .filter(|(_, ability)| wanted(ability.name))
            .fold(0, |bits, (index, _)| bits | 1 << index);
        let name = match &mark.node {
            Mark::Whole => None,
            Mark::Ability(name) => Some(name.as_str()),
        };
        let bits = if bits == 0 {
            read_lent_mark(self.rules, kind, second_side, name)
        } else {
            bits
        };
        if bits == 0 {
            self.fault(
                mark.span,
                "nothing here can be spent",
                "mark only abilities with a limit",
            );
        }
        bits
    }
}

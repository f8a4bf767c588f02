//! Prints positions and views as the notation writes them.

use board::{Held, Kind, Phase, Seat, Seats, Seen, SeenBuilding, SeenCounters, View};
use engine::Game;
use explain::names::{building_label, card_label};
use explain::options::decision::Decision;
use explain::pending::pending_names;
use lang::notation::{Phase as Part, TurnSoFar};
use rules::ir::Rules;
use std::fmt::Write;
use xxhash_rust::xxh3::xxh3_64;

/// The lines of a position or view. With `known`, who knows each face-down card is written behind it.
pub fn print_view(rules: &Rules, view: &View, known: bool) -> String {
    let mut out = String::with_capacity(1024);
    write_view(&mut out, rules, view, known);
    out
}

/// The lines of a game's table with all cards open, and with who knows those that lie face down where that is wanted.
pub fn print_open(game: &Game, known: bool) -> String {
    let rules = &game.script().rules;
    print_view(rules, &View::open(game.board(), &rules.cards), known)
}

/// Like [`print_view`], into a string that is there already.
pub fn write_view(out: &mut String, rules: &Rules, view: &View, known: bool) {
    let (phase, played) = match view.phase {
        Phase::Start => (Part::Start, 0),
        Phase::SetUp | Phase::Main | Phase::Passed => (Part::Main, view.played),
    };
    let plays =
        Some(view.plays).filter(|plays| *plays != rules.plays && view.phase != Phase::SetUp);
    // Writing to a string cannot fail.
    let _ = writeln!(
        out,
        "turn {} {}",
        view.turn,
        TurnSoFar {
            phase,
            played,
            plays
        }
    );
    match (&view.deck, view.deck_known.is_empty()) {
        (Held::Count(count), false) => write_partly(out, rules, *count, &view.deck_known),
        (deck, _) => write_held(out, rules, "deck", deck),
    }
    write_kinds(out, rules, "discard", &view.discard);
    if !view.removed.is_empty() {
        out.push_str("removed:");
        for (index, (kind, second_side)) in view.removed.iter().enumerate() {
            out.push_str(if index == 0 { " " } else { ", " });
            out.push_str(removed_name(rules, *kind, *second_side));
        }
        out.push('\n');
    }
    for (seat, nation) in view.nations.iter().enumerate() {
        let player = Seat(seat as u8);
        let Some(buildings) = nation else {
            let _ = writeln!(out, "{player}: eliminated");
            continue;
        };
        write_held(out, rules, &format!("{player} hand"), &view.hands[seat]);
        let _ = write!(out, "{player}:");
        for building in buildings {
            out.push(' ');
            write_building(out, rules, building, known);
        }
        out.push('\n');
        let counters = view
            .counters
            .get(seat)
            .filter(|counters| !counters.is_empty());
        if let Some(counters) = counters {
            let _ = write!(out, "{player} has: ");
            write_counters(out, rules, counters);
            out.push('\n');
        }
    }
    if !view.laws.is_empty() {
        write_kinds(out, rules, "laws", &view.laws);
    }
    for (index, name) in pending_names(rules, &view.pending).iter().enumerate() {
        let _ = write!(out, "{}{name}", if index == 0 { "pending: " } else { ", " });
    }
    if !view.pending.is_empty() {
        out.push('\n');
    }
    if !view.ages.is_empty() {
        out.push_str("ages:");
        view.ages.iter().for_each(|(seat, place)| {
            let _ = write!(out, " {seat}.{}", place + 1);
        });
        out.push('\n');
    }
}

/// The deck of somebody who knows some of its cards.
fn write_partly(out: &mut String, rules: &Rules, count: usize, known: &[(usize, Kind)]) {
    let mut known = known.iter().peekable();
    for at in 0..count {
        out.push_str(if at == 0 { "deck: " } else { ", " });
        match known.next_if(|(above, _)| *above == at) {
            Some((_, kind)) => out.push_str(card_label(rules, *kind)),
            None => out.push('?'),
        }
    }
    out.push('\n');
}

fn write_held(out: &mut String, rules: &Rules, key: &str, held: &Held) {
    match held {
        Held::Cards(kinds) => write_kinds(out, rules, key, kinds),
        Held::Count(count) => {
            let _ = writeln!(out, "{key}: {count} cards");
        }
    }
}

fn write_kinds(out: &mut String, rules: &Rules, key: &str, kinds: &[Kind]) {
    let _ = write!(out, "{key}:");
    for (index, kind) in kinds.iter().enumerate() {
        out.push_str(if index == 0 { " " } else { ", " });
        out.push_str(card_label(rules, *kind));
    }
    out.push('\n');
}

/// A card out of the game: a victory card goes by the side it showed.
pub fn removed_name(rules: &Rules, kind: Kind, second_side: bool) -> &str {
    match rules.kinds[kind.index()].action {
        Some(_) => card_label(rules, kind),
        None => building_label(rules, kind, second_side),
    }
}

/// Writes one building with its marks and its stack.
pub fn write_building(out: &mut String, rules: &Rules, building: &SeenBuilding, known: bool) {
    out.push_str(building_label(rules, building.kind, building.second_side));
    write_in_parentheses(out, rules, &building.counters);
    let face = rules.kinds[building.kind.index()].buildings[building.second_side as usize];
    let abilities = &rules.faces[face.index()].abilities;
    let lent_spent = abilities.len() < 8 && building.spent >> abilities.len() != 0;
    for (index, ability) in abilities.iter().enumerate() {
        if building.spent >> index & 1 == 1 {
            out.push('*');
            let limited = abilities
                .iter()
                .filter(|ability| ability.once || ability.start)
                .count();
            match ability.name {
                Some(name) if limited > 1 || lent_spent => out.push_str(&rules.names[name.index()]),
                // Beside those of other cards' texts it goes by the building.
                None if lent_spent => {
                    out.push_str(building_label(rules, building.kind, building.second_side))
                }
                _ => {}
            }
        }
    }
    if lent_spent {
        write_lent_marks(
            out,
            rules,
            (building.kind, building.second_side),
            building.spent,
        );
    }
    out.push('[');
    for (index, card) in building.stack.iter().enumerate() {
        if index > 0 {
            out.push_str(", ");
        }
        write_seen(out, rules, *card, &building.counters_on(index), known);
    }
    out.push(']');
}

/// What somebody or something carries: `oil 2, rust 1`.
pub fn write_counters(out: &mut String, rules: &Rules, counters: &[SeenCounters]) {
    for (index, SeenCounters { sort, by, number }) in counters.iter().enumerate() {
        let comma = if index == 0 { "" } else { ", " };
        let (name, number) = rules.heap(*sort, *number);
        let _ = write!(out, "{comma}{name} {number}");
        if let Some(by) = by {
            let _ = write!(out, " of {by}");
        }
    }
}

fn write_in_parentheses(out: &mut String, rules: &Rules, counters: &[SeenCounters]) {
    if !counters.is_empty() {
        out.push('(');
        write_counters(out, rules, counters);
        out.push(')');
    }
}

fn write_seen(
    out: &mut String,
    rules: &Rules,
    card: Seen,
    counters: &[SeenCounters],
    with_known: bool,
) {
    match card {
        Seen::Hidden => {
            out.push('?');
            write_in_parentheses(out, rules, counters);
        }
        Seen::Known {
            kind,
            face_up,
            known,
        } => {
            if face_up {
                out.push('^');
            }
            out.push_str(card_label(rules, kind));
            write_in_parentheses(out, rules, counters);
            if with_known && !face_up && known != Seats::NONE {
                out.push('{');
                for (index, seat) in known.iter().enumerate() {
                    let _ = write!(out, "{}{seat}", if index == 0 { "" } else { " " });
                }
                out.push('}');
            }
        }
    }
}

/// The abilities that a building of that kind may have besides its own, by what they are marked with: those that texts
/// give by the names that they go by, those of a borrowed text by the building's own name.
fn lent(rules: &Rules, kind: Kind, second_side: bool) -> Vec<(u8, &str)> {
    let own = rules.kinds[kind.index()].buildings[usize::from(second_side)];
    let own = rules.faces[own.index()].abilities.len() as u8;
    let given: Vec<(u8, &str)> = { rules.given_abilities() }
        .map(|(number, face, at)| {
            let face = &rules.faces[face.index()];
            let name = face.abilities[usize::from(at)].name;
            (
                number,
                name.map_or(face.label.as_str(), |name| {
                    rules.names[name.index()].as_str()
                }),
            )
        })
        .collect();
    let first_given = given.iter().map(|(number, _)| *number).min().unwrap_or(8);
    let borrowed =
        (own..first_given).map(|number| (number, building_label(rules, kind, second_side)));
    borrowed.chain(given).collect()
}

/// It has an ability of its own with a limit.
fn marks_its_own(rules: &Rules, kind: Kind, second_side: bool) -> bool {
    let own = rules.kinds[kind.index()].buildings[usize::from(second_side)];
    rules.faces[own.index()]
        .abilities
        .iter()
        .any(|ability| ability.once || ability.start)
}

/// Writes those that are spent: `*` alone where it is the only one that can be.
pub(super) fn write_lent_marks(
    out: &mut String,
    rules: &Rules,
    (kind, second_side): (Kind, bool),
    spent: u8,
) {
    let lent = lent(rules, kind, second_side);
    let spent: Vec<&(u8, &str)> = lent
        .iter()
        .filter(|(number, _)| spent >> number & 1 == 1)
        .collect();
    let alone = !marks_its_own(rules, kind, second_side) && spent.len() == 1;
    for (number, name) in spent {
        out.push('*');
        let plain = lent.iter().min_by_key(|(other, name)| {
            (*name == building_label(rules, kind, second_side), *other)
        });
        let first = if rules.given_abilities().next().is_none() {
            lent.first()
        } else {
            plain
        };
        if !(alone && first.is_some_and(|(other, _)| other == number)) {
            out.push_str(name);
        }
    }
}

/// The bit of a mark without a name, where the building has no limited ability of its own, or of one with that name.
pub(super) fn read_lent_mark(
    rules: &Rules,
    kind: Kind,
    second_side: bool,
    name: Option<&str>,
) -> u8 {
    if rules.alters() & rules::ir::TEXTS == 0 {
        return 0;
    }
    let lent = lent(rules, kind, second_side);
    let own = building_label(rules, kind, second_side);
    let found = match name {
        Some(name) => lent
            .iter()
            .find(|(_, other)| other.eq_ignore_ascii_case(name)),
        None if rules.given_abilities().next().is_none() => lent.first(),
        None => lent
            .iter()
            .min_by_key(|(other, name)| (*name == own, *other)),
    };
    found.map_or(0, |(number, _)| 1 << number)
}

/// The short form of a game that waits for that decision.
pub fn fingerprint(game: &Game, decision: &Decision) -> u32 {
    xxh3_64(long(game, decision).as_bytes()) as u32
}

/// What it is made of: the open position, then what is asked.
fn long(game: &Game, decision: &Decision) -> String {
    let mut out = print_open(game, true);
    // Writing to a string cannot fail.
    let _ = write!(out, "asked {}:", decision.chooser());
    decision.offers.iter().for_each(|offer| {
        let _ = write!(out, " | {}", offer.label);
    });
    out.push('\n');
    out
}

//! Prints positions and views as the notation writes them.

use board::{Held, Kind, Phase, Seat, Seats, Seen, SeenBuilding, SeenCounters, View};
use engine::Game;
use explain::names::{building_label, card_label};
use explain::options::decision::Decision;
use explain::pending::pending_names;
use lang::notation::{Phase as Part, TurnSoFar};
use rules::ir::{Ability, Rules};
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
    let label = |kind: &Kind| card_label(rules, *kind);
    match &view.deck {
        Held::Count(count) if !view.deck_known.is_empty() => {
            // Somebody who knows some of its cards sees it.
            let mut known = view.deck_known.iter().peekable();
            let card = |at| known.next_if(|(above, _)| *above == at);
            let cards = (0..*count).map(card);
            write_list(
                out,
                "deck",
                cards.map(|card| card.map_or("?", |(_, kind)| label(kind))),
            );
        }
        deck => write_held(out, rules, "deck", deck),
    }
    write_list(out, "discard", view.discard.iter().map(label));
    if !view.removed.is_empty() {
        let name = |(kind, second): &(Kind, bool)| removed_name(rules, *kind, *second);
        write_list(out, "removed", view.removed.iter().map(name));
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
        if let Some(counters @ [_, ..]) = view.counters.get(seat).map(|all| &all[..]) {
            let _ = write!(out, "{player} has: ");
            write_counters(out, rules, counters);
            out.push('\n');
        }
    }
    if !view.laws.is_empty() {
        let law = |(kind, counters): (Kind, &[SeenCounters])| {
            let mut law = card_label(rules, kind).to_string();
            write_in_parentheses(&mut law, rules, counters);
            law
        };
        let laws: Vec<String> = view.laws_with_counters().map(law).collect();
        write_list(out, "laws", laws.iter().map(String::as_str));
    }
    if !view.pending.is_empty() {
        let names = pending_names(rules, &view.pending);
        write_list(out, "pending", names.iter().map(String::as_str));
    }
    if !view.ages.is_empty() {
        out.push_str("ages:");
        view.ages.iter().for_each(|(seat, place)| {
            let _ = write!(out, " {seat}.{}", place + 1);
        });
        out.push('\n');
    }
}

fn write_held(out: &mut String, rules: &Rules, key: &str, held: &Held) {
    match held {
        Held::Cards(kinds) => {
            write_list(out, key, kinds.iter().map(|kind| card_label(rules, *kind)))
        }
        Held::Count(count) => {
            let _ = writeln!(out, "{key}: {count} cards");
        }
    }
}

/// `KEY: A, B`.
fn write_list<'n>(out: &mut String, key: &str, names: impl Iterator<Item = &'n str>) {
    out.push_str(key);
    let mut before = ": ";
    for name in names {
        out.push_str(before);
        out.push_str(name);
        before = ", ";
    }
    out.push_str(if before == ", " { "\n" } else { ":\n" });
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
    let SeenBuilding {
        kind,
        second_side,
        spent,
        ..
    } = *building;
    let own = building_label(rules, kind, second_side);
    out.push_str(own);
    write_in_parentheses(out, rules, &building.counters);
    let abilities = abilities(rules, kind, second_side);
    let limited = abilities
        .iter()
        .filter(|ability| ability.once || ability.start);
    let limited = limited.count();
    let lent_spent = abilities.len() < 8 && spent >> abilities.len() != 0;
    for (index, ability) in abilities.iter().enumerate() {
        if spent >> index & 1 == 1 {
            out.push('*');
            match ability.name {
                Some(name) if limited > 1 || lent_spent => out.push_str(&rules.names[name.index()]),
                // Beside those of other cards' texts it goes by the building.
                None if lent_spent => out.push_str(own),
                _ => {}
            }
        }
    }
    if lent_spent {
        let lent = lent(rules, kind, second_side);
        let spent = lent.iter().filter(|(number, _)| spent >> number & 1 == 1);
        // `*` alone where it is the only one that can be.
        let alone = limited == 0 && spent.clone().count() == 1;
        for mark in spent {
            out.push('*');
            if !(alone && plain_mark(&lent, own) == Some(mark)) {
                out.push_str(mark.1);
            }
        }
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

/// The abilities of its own.
fn abilities(rules: &Rules, kind: Kind, second_side: bool) -> &[Ability] {
    let face = rules.kinds[kind.index()].buildings[usize::from(second_side)];
    &rules.faces[face.index()].abilities
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
    let Seen::Known {
        kind,
        face_up,
        known,
    } = card
    else {
        out.push('?');
        return write_in_parentheses(out, rules, counters);
    };
    if face_up {
        out.push('^');
    }
    out.push_str(card_label(rules, kind));
    write_in_parentheses(out, rules, counters);
    if with_known && !face_up && known != Seats::NONE {
        for (index, seat) in known.iter().enumerate() {
            let _ = write!(out, "{}{seat}", if index == 0 { "{" } else { " " });
        }
        out.push('}');
    }
}

/// The abilities that a building of that kind may have besides its own, by what they are marked with: those that texts
/// give by the names that they go by, those of a borrowed text by the building's own name.
fn lent(rules: &Rules, kind: Kind, second_side: bool) -> Vec<(u8, &str)> {
    let given = rules.given_abilities().map(|(number, face, at)| {
        let face = &rules.faces[face.index()];
        let name = face.abilities[usize::from(at)].name;
        let name = name.map_or(&face.label, |name| &rules.names[name.index()]);
        (number, name.as_str())
    });
    let given: Vec<(u8, &str)> = given.collect();
    let first_given = given.iter().map(|(number, _)| *number).min().unwrap_or(8);
    let own = abilities(rules, kind, second_side).len() as u8;
    let borrowed = (own..first_given).map(|at| (at, building_label(rules, kind, second_side)));
    borrowed.chain(given).collect()
}

/// The one that `*` alone stands for: of another name than the building's own, if there is one.
fn plain_mark<'l, 'r>(lent: &'l [(u8, &'r str)], own: &str) -> Option<&'l (u8, &'r str)> {
    lent.iter()
        .min_by_key(|(number, name)| (*name == own, *number))
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
    let found = match name {
        Some(name) => lent
            .iter()
            .find(|(_, other)| other.eq_ignore_ascii_case(name)),
        None => plain_mark(&lent, building_label(rules, kind, second_side)),
    };
    found.map_or(0, |(number, _)| 1 << number)
}

/// The short form of a game that waits for that decision.
pub fn fingerprint(game: &Game, decision: &Decision) -> u32 {
    let mut out = print_open(game, true);
    // Writing to a string cannot fail.
    let _ = write!(out, "asked {}:", decision.chooser());
    for offer in &decision.offers {
        let _ = write!(out, " | {}", offer.label);
    }
    out.push('\n');
    xxh3_64(out.as_bytes()) as u32
}

//! What holds for a while: how the notation calls it, and how it is said.

use crate::names::{face_name, seat_of};
use crate::options::label::{PILES, Spot, pile};
use board::{MAX_SEATS, Pended, Seat, Seats, SeenPended, Whereabouts, Zone};
use itertools::Itertools;
use lang::notation::Player;
use rules::ir::{Element, Rules};
use text::limits::CARRIED;
use text::{sentence, suggest};

/// As a position prints it: the card that has said it, which of its clauses where it has several, whose it was, and what it
/// carries along.
pub fn pending_name(rules: &Rules, seen: &SeenPended) -> String {
    let name = format!(
        "{} of {}",
        clause_name(rules, seen.pended.clause),
        seen.pended.you
    );
    match details(rules, seen).as_slice() {
        [] => name,
        details => format!("{name} ({})", details.join(", ")),
    }
}

/// All of them. Those that say the same for as long stand in the order of their names: their own order hangs on the numbers that
/// cards have, which nobody sees.
pub fn pending_names(rules: &Rules, all: &[SeenPended]) -> Vec<String> {
    let key = |Pended {
                   you,
                   clause,
                   until,
                   whose,
                   ..
               }: Pended| (you, clause, until, whose);
    let alike = all.chunk_by(|one, other| key(one.pended) == key(other.pended));
    alike
        .flat_map(|alike| alike.iter().map(|seen| pending_name(rules, seen)).sorted())
        .collect()
}

/// More cards may be played in the turn, or fewer.
pub(crate) fn more_plays(number: u8, fewer: bool) -> String {
    let more = if fewer { "fewer" } else { "more" };
    let cards = if number == 1 { "card" } else { "cards" };
    format!("{number} {more} {cards} may be played this turn.")
}

/// What it carries along: `foe p2`, `stake 3`, `this p1.2`.
fn details(rules: &Rules, seen: &SeenPended) -> Vec<String> {
    let SeenPended {
        pended,
        this,
        carried,
    } = seen;
    let clause = &rules.pending[usize::from(pended.clause)];
    let mut details = Vec::new();
    if pended.until != clause.until {
        details.push(NOW.to_string());
    }
    if clause.of_another {
        details.push(format!("turn {}", pended.whose));
    }
    if clause.this {
        details.push(format!("this {}", lying(*this)));
    }
    let values = pended.carried.iter().zip(carried);
    for (at, ((name, element), (value, place))) in (0..).zip(clause.carried.iter().zip(values)) {
        let value = carried_value(rules, *element, *value, *place);
        details.push(match pended.secret >> at & 1 == 1 {
            true if pended.hidden() != 0 => format!("{name} {SECRET}"),
            true => format!("{name} {value} {SECRET}"),
            false => format!("{name} {value}"),
        });
    }
    let told = pended.told.iter().filter(|seat| *seat != pended.you);
    details.extend(told.map(|seat| format!("{TOLD} {seat}")));
    let since = (0..)
        .map(Seat)
        .zip(pended.since)
        .filter(|(_, number)| *number > 0);
    details.extend(since.map(|(seat, number)| format!("since {seat} {number}")));
    details
}

fn carried_value(
    rules: &Rules,
    element: Option<Element>,
    value: u16,
    place: Whereabouts,
) -> String {
    match element {
        Some(Element::Player) if usize::from(value) < MAX_SEATS => Seat(value as u8).to_string(),
        Some(Element::Player) => GONE.to_string(),
        Some(Element::Name) => rules
            .names
            .get(usize::from(value))
            .map_or(GONE, String::as_str)
            .to_string(),
        Some(_) => lying(place),
        None => value.to_string(),
    }
}

/// The turn that it was said for is under way.
const NOW: &str = "now";
/// Not everybody knows it; and who does besides whose it is.
const SECRET: &str = "secret";
const TOLD: &str = "told";
/// Nobody could name it any more.
const GONE: &str = "gone";

/// Where a card lies, as a position says it.
pub(crate) fn lying(place: Whereabouts) -> String {
    match place {
        Whereabouts::Nowhere => GONE.to_string(),
        Whereabouts::Stands(seat, place) => Spot { seat, place }.to_string(),
        Whereabouts::Stacked(seat, place, at) => {
            format!("card {} of {}", at + 1, Spot { seat, place })
        }
        Whereabouts::Held(seat, at) => format!("card {}{}", at + 1, pile(Zone::Hand, seat)),
        Whereabouts::Discarded(at)
        | Whereabouts::Removed(at)
        | Whereabouts::Law(at)
        | Whereabouts::Aside(at)
        | Whereabouts::Deck(at) => {
            let pile = PILES.iter().find(|(_, lying, _)| lying(at) == place);
            format!("card {}{}", at + 1, pile.map_or("", |(.., words)| words))
        }
    }
}

/// The place that a position says so.
fn read_lying(text: &str) -> Option<Whereabouts> {
    if text == GONE {
        return Some(Whereabouts::Nowhere);
    }
    if let Some(Spot { seat, place }) = Spot::read(text) {
        return Some(Whereabouts::Stands(seat, place));
    }
    let (number, pile) = text.strip_prefix("card ")?.split_once(' ')?;
    let at = number.parse::<u16>().ok()?.checked_sub(1)?;
    if let Some((_, lying, _)) = PILES.iter().find(|(.., words)| words.trim_start() == pile) {
        return Some(lying(at));
    }
    let of = pile.strip_prefix("of ")?;
    Some(match of.strip_suffix("'s hand") {
        Some(holder) => Whereabouts::Held(read_seat(holder)?, at),
        None => {
            let Spot { seat, place } = Spot::read(of)?;
            Whereabouts::Stacked(seat, place, at)
        }
    })
}

fn read_seat(text: &str) -> Option<Seat> {
    text.trim().parse::<Player>().ok().map(seat_of)
}

/// What a position calls a clause.
fn clause_name(rules: &Rules, clause: u16) -> String {
    let pending = &rules.pending[usize::from(clause)];
    let label = pending
        .face
        .map_or("", |face| &rules.faces[face.index()].label);
    match pending.number {
        1 => label.to_string(),
        number => format!("{label} {number}"),
    }
}

/// What a position says that is pending.
///
/// # Errors
/// What is wrong with it, and the next step.
pub fn read_pending(rules: &Rules, written: &str) -> Result<SeenPended, (String, String)> {
    let (head, inside) = match written.split_once('(') {
        Some((head, inside)) => (head.trim(), inside.trim().trim_end_matches(')')),
        None => (written.trim(), ""),
    };
    let owner =
        |(clause, player): (&'_ str, &str)| Some((clause.trim().to_string(), read_seat(player)?));
    let Some((name, you)) = head.rsplit_once(" of ").and_then(owner) else {
        let help = "write `NAME of p1`: the card that says it, and who played or used it";
        return Err((
            format!("`{written}` does not say whose it is"),
            help.to_string(),
        ));
    };
    let names = (0..rules.pending.len())
        .map(|clause| clause_name(rules, clause as u16))
        .collect_vec();
    let Some(clause) = names
        .iter()
        .position(|clause| clause.eq_ignore_ascii_case(&name))
    else {
        let help = match suggest(&name, names.iter().map(String::as_str)) {
            Some(near) => format!("did you mean `{near}`?"),
            None if names.is_empty() => {
                "no text of this game has a lasting effect: remove the line".to_string()
            }
            None => format!("write one of: {}", names.join(", ")),
        };
        return Err((format!("nothing pending is called `{name}`"), help));
    };
    let said = &rules.pending[clause];
    let mut seen = SeenPended {
        pended: Pended::of(you, clause as u16, said.until),
        this: Whereabouts::Nowhere,
        carried: [Whereabouts::Nowhere; CARRIED],
    };
    let details = inside
        .split(',')
        .map(str::trim)
        .filter(|detail| !detail.is_empty());
    for detail in details.clone() {
        read_detail(rules, detail, &mut seen).ok_or_else(|| {
            let help = "write each detail as a position prints it: `foe p2`, `stake 3`, `this p1.2`, `since p2 1`";
            (format!("`{detail}` does not apply here"), help.to_string())
        })?;
    }
    let own = [
        said.of_another.then_some("turn"),
        said.this.then_some("this"),
    ];
    let mut names = own
        .into_iter()
        .flatten()
        .chain(said.carried.iter().map(|(name, _)| name.as_str()));
    let missing = |name: &&str| {
        !details
            .clone()
            .any(|detail| detail.split(' ').next() == Some(*name))
    };
    match names.find(missing) {
        Some(name) => {
            let help = format!("write `{head} ({name} ...)`, with its value");
            Err((format!("`{written}` does not say what `{name}` is"), help))
        }
        None => Ok(seen),
    }
}

/// Takes in what one detail says; nothing where it says nothing here.
fn read_detail(rules: &Rules, detail: &str, seen: &mut SeenPended) -> Option<()> {
    let said = &rules.pending[usize::from(seen.pended.clause)];
    if let (NOW, Some(begun)) = (detail, said.until.once_begun()) {
        seen.pended.until = begun;
        return Some(());
    }
    let (name, value) = detail.split_once(' ')?;
    let value = value.trim();
    if let Some(at) = said.carried.iter().position(|(carried, _)| carried == name) {
        let mut value = value;
        if said
            .secrets
            .iter()
            .any(|(secret, _)| usize::from(*secret) == at)
        {
            value = value.strip_suffix(SECRET)?.trim_end();
            let pended = &mut seen.pended;
            // What a position does not say is drawn: of one effect all of it.
            let (hidden, known) = (pended.hidden() != 0, pended.told != Seats::NONE);
            pended.secret |= 1 << at;
            match value {
                "" if !known => {
                    let card = matches!(said.carried[at].1, Some(Element::Building));
                    pended.cards |= u8::from(card) << at;
                    return Some(());
                }
                "" => return None,
                _ if hidden => return None,
                _ => pended.told = pended.told.with(pended.you),
            }
        }
        match said.carried[at].1 {
            Some(Element::Player | Element::Name) if value == GONE => {}
            Some(Element::Player) => seen.pended.carried[at] = read_seat(value)?.0.into(),
            Some(Element::Name) => {
                let called = rules
                    .names
                    .iter()
                    .position(|name| name.eq_ignore_ascii_case(value));
                seen.pended.carried[at] = called? as u16;
            }
            Some(_) => {
                seen.pended.cards |= 1 << at;
                seen.carried[at] = read_lying(value)?;
            }
            None => seen.pended.carried[at] = value.parse().ok()?,
        }
        return Some(());
    }
    match name {
        "turn" if said.of_another => seen.pended.whose = read_seat(value)?,
        TOLD if seen.pended.told != Seats::NONE => {
            seen.pended.told = seen.pended.told.with(read_seat(value)?)
        }
        "this" if said.this => seen.this = read_lying(value)?,
        "since" if said.counts.is_some() => {
            let (player, number) = value.split_once(' ')?;
            seen.pended.since[read_seat(player)?.index()] = number.trim().parse().ok()?;
        }
        _ => return None,
    }
    Some(())
}

/// What holds or comes, in a sentence: with whom and what it has chosen. `you` in what the card says is whoever it was.
pub fn said(rules: &Rules, seen: &SeenPended, viewer: Option<Seat>) -> String {
    let SeenPended {
        pended,
        this,
        carried,
    } = seen;
    let clause = &rules.pending[usize::from(pended.clause)];
    let mut said = on_one_line(&clause.said);
    let own = viewer == Some(pended.you);
    let mut words = said.split(|sign: char| !sign.is_alphanumeric());
    let speaks = words.any(|word| ["you", "your", "yourself", "yours"].contains(&word));
    let mut here = Vec::new();
    // Whoever reads it is somebody else.
    if speaks && !own {
        here.push(format!("\"you\" is {}", pended.you));
    }
    if pended.hidden() != 0 {
        let names = (0..).zip(&clause.carried);
        let hidden = names.filter(|(at, _)| pended.hidden() >> at & 1 == 1);
        here.extend(hidden.map(|(_, (name, _))| format!("{} is secret", name.replace('-', " "))));
    } else {
        here.extend(
            secrets(rules, seen)
                .into_iter()
                .map(|secret| format!("{secret} in secret")),
        );
    }
    let values = pended.carried.iter().zip(carried);
    for (at, ((name, element), (value, place))) in (0..).zip(clause.carried.iter().zip(values)) {
        if pended.secret >> at & 1 == 1 {
            continue;
        }
        let value = carried_value(rules, *element, *value, *place);
        let name = name.replace('-', " ");
        match with_value(&said, &name, &value) {
            Some(told) => said = told,
            None => here.push(format!("{name} is {value}")),
        }
    }
    let whose = pended.whose.to_string();
    if clause.of_another && !said.contains(&whose) {
        here.push(format!("the turn is that of {whose}"));
    }
    if clause.this {
        here.push(format!("\"this\" is {}", lying(*this)));
    }
    let since = (0..).map(Seat).zip(pended.since);
    let since = since.filter(|(_, number)| *number > 0);
    here.extend(since.map(|(seat, number)| format!("the count of {seat} is {number}")));
    let here = match here.as_slice() {
        [] => String::new(),
        here => format!(" Here {}.", here.join(" and ")),
    };
    format!("{}: {said}{here}", pending_by(rules, seen, viewer))
}

/// What is secret of it, as whoever knows it sees it: `goal is p1.2`.
pub(crate) fn secrets(rules: &Rules, seen: &SeenPended) -> Vec<String> {
    let clause = &rules.pending[usize::from(seen.pended.clause)];
    let names = (0..).zip(&clause.carried);
    let secret = names.filter(|(at, _)| seen.pended.secret >> at & 1 == 1);
    let said = secret.map(|(at, (name, element)): (usize, _)| {
        let value = carried_value(rules, *element, seen.pended.carried[at], seen.carried[at]);
        format!("{} is {value}", name.replace('-', " "))
    });
    said.collect()
}

/// `NAME of p2`, or `Your NAME`.
pub(crate) fn pending_by(rules: &Rules, seen: &SeenPended, viewer: Option<Seat>) -> String {
    let pended = seen.pended;
    let face = rules.pending[usize::from(pended.clause)].face;
    let name = face.map_or("", |face| face_name(rules, face));
    match viewer == Some(pended.you) {
        true => format!("Your {name}"),
        false => format!("{name} of {}", pended.you),
    }
}

/// A statement with a value in the place of a name; nothing where that is not in it.
fn with_value(said: &str, name: &str, value: &str) -> Option<String> {
    let mut told = String::new();
    let (mut rest, mut found) = (said, false);
    let ends = |text: &str| !text.ends_with(|sign: char| sign.is_alphanumeric() || sign == '-');
    let begins = |text: &str| !text.starts_with(|sign: char| sign.is_alphanumeric() || sign == '-');
    while let Some(at) = rest.to_ascii_lowercase().find(&name.to_ascii_lowercase()) {
        let (before, after) = (&rest[..at], &rest[at + name.len()..]);
        told.push_str(before);
        if ends(&told) && begins(after) {
            told.push_str(value);
            found = true;
        } else {
            told.push_str(&rest[at..at + name.len()]);
        }
        rest = after;
    }
    found.then(|| told + rest)
}

/// A statement, what stands under it behind it.
pub(super) fn on_one_line(statement: &str) -> String {
    let mut line = String::new();
    for part in statement.lines().map(str::trim) {
        let joint = match line.chars().last() {
            None => "",
            Some('.' | ':') => " ",
            Some(_) => "; ",
        };
        line.push_str(joint);
        line.push_str(part);
    }
    sentence(&line)
}

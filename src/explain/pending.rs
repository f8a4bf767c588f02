//! What holds for a while: how the notation calls it, and how it is said.

use board::{MAX_SEATS, Pended, Seat, SeenPended, Whereabouts};
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
    let details = details(rules, seen);
    if details.is_empty() {
        name
    } else {
        format!("{name} ({})", details.join(", "))
    }
}

/// All of them. Those that say the same for as long stand in the order of their names: their own order hangs on the numbers that
/// cards have, which nobody sees.
pub fn pending_names(rules: &Rules, all: &[SeenPended]) -> Vec<String> {
    let same = |one: &SeenPended, other: &SeenPended| {
        let said = |seen: &SeenPended| {
            (
                seen.pended.you,
                seen.pended.clause,
                seen.pended.until,
                seen.pended.whose,
            )
        };
        said(one) == said(other)
    };
    let alike = all.chunk_by(same).flat_map(|alike| {
        let mut names: Vec<String> = alike.iter().map(|seen| pending_name(rules, seen)).collect();
        names.sort();
        names
    });
    alike.collect()
}

/// More cards may be played in the turn, or fewer.
pub(crate) fn more_plays(number: u8, fewer: bool) -> String {
    let more = if fewer { "fewer" } else { "more" };
    format!(
        "{number} {more} {} may be played this turn.",
        if number == 1 { "card" } else { "cards" }
    )
}

/// What it carries along: `foe p2`, `stake 3`, `this p1.2`.
fn details(rules: &Rules, seen: &SeenPended) -> Vec<String> {
    let SeenPended {
        pended,
        this,
        carried,
    } = seen;
    let said = &rules.pending[usize::from(pended.clause)];
    let mut details = Vec::new();
    if pended.until != said.until {
        details.push(NOW.to_string());
    }
    if said.of_another {
        details.push(format!("turn {}", pended.whose));
    }
    if said.this {
        details.push(format!("this {}", lying(*this)));
    }
    for (at, (name, element)) in said.carried.iter().enumerate() {
        let (value, place) = (pended.carried[at], carried[at]);
        details.push(match element {
            Some(Element::Player) if usize::from(value) < MAX_SEATS => {
                format!("{name} {}", Seat(value as u8))
            }
            Some(Element::Player) => format!("{name} {}", lying(Whereabouts::Nowhere)),
            Some(Element::Name) => {
                format!(
                    "{name} {}",
                    rules
                        .names
                        .get(usize::from(value))
                        .map_or("gone", |name| name.as_str())
                )
            }
            Some(_) => format!("{name} {}", lying(place)),
            None => format!("{name} {value}"),
        });
    }
    for (seat, number) in (0..)
        .map(Seat)
        .zip(pended.since)
        .filter(|(_, number)| *number > 0)
    {
        details.push(format!("since {seat} {number}"));
    }
    details
}

/// The turn that it was said for is under way.
const NOW: &str = "now";

/// Where a card lies, as a position says it.
fn lying(place: Whereabouts) -> String {
    let spot = |seat: Seat, place: u16| format!("{seat}.{}", place + 1);
    match place {
        Whereabouts::Nowhere => "gone".to_string(),
        Whereabouts::Stands(seat, place) => spot(seat, place),
        Whereabouts::Stacked(seat, place, at) => {
            format!("card {} of {}", at + 1, spot(seat, place))
        }
        Whereabouts::Held(seat, at) => format!("card {} of {seat}'s hand", at + 1),
        Whereabouts::Discarded(at) => format!("card {} of the discard pile", at + 1),
        Whereabouts::Removed(at) => format!("card {} out of the game", at + 1),
        Whereabouts::Law(at) => format!("card {} of the laws", at + 1),
        Whereabouts::Aside(at) => format!("card {} aside", at + 1),
        Whereabouts::Deck(at) => format!("card {} of the deck", at + 1),
    }
}

/// The place that a position says so.
fn read_lying(written: &str) -> Option<Whereabouts> {
    let player = |text: &str| seat_called(text);
    let spot = |text: &str| {
        let (seat, place) = text.split_once('.')?;
        Some((player(seat)?, place.parse::<u16>().ok()?.checked_sub(1)?))
    };
    if written == "gone" {
        return Some(Whereabouts::Nowhere);
    }
    if let Some((seat, place)) = spot(written) {
        return Some(Whereabouts::Stands(seat, place));
    }
    let (number, rest) = written.strip_prefix("card ")?.split_once(' ')?;
    let at = number.parse::<u16>().ok()?.checked_sub(1)?;
    Some(match rest {
        "aside" => Whereabouts::Aside(at),
        "out of the game" => Whereabouts::Removed(at),
        "of the discard pile" => Whereabouts::Discarded(at),
        "of the laws" => Whereabouts::Law(at),
        "of the deck" => Whereabouts::Deck(at),
        _ => {
            let of = rest.strip_prefix("of ")?;
            match of.strip_suffix("'s hand") {
                Some(holder) => Whereabouts::Held(player(holder)?, at),
                None => {
                    let (seat, place) = spot(of)?;
                    Whereabouts::Stacked(seat, place, at)
                }
            }
        }
    })
}

fn seat_called(text: &str) -> Option<Seat> {
    let number = text.trim().strip_prefix(['p', 'P'])?.parse::<u8>().ok()?;
    Some(Seat(
        number
            .checked_sub(1)
            .filter(|seat| usize::from(*seat) < MAX_SEATS)?,
    ))
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

/// The clause that a position calls so, in whatever case.
fn clause_called(rules: &Rules, name: &str) -> Option<u16> {
    let mut numbers = 0..u16::try_from(rules.pending.len()).unwrap_or(u16::MAX);
    numbers.find(|clause| clause_name(rules, *clause).eq_ignore_ascii_case(name))
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
    let read = head
        .rsplit_once(" of ")
        .and_then(|(clause, player)| Some((clause.trim(), seat_called(player)?)));
    let Some((name, you)) = read else {
        let help = "write `NAME of p1`: the card that has said it, and who has played or used it";
        return Err((
            format!("`{written}` does not say whose it is"),
            help.to_string(),
        ));
    };
    let Some(clause) = clause_called(rules, name) else {
        let names = clause_names(rules);
        let help = match suggest(name, names.iter().map(String::as_str)) {
            Some(near) => format!("did you mean `{near}`?"),
            None if names.is_empty() => {
                "no text of this game lasts for a while: leave the line out".to_string()
            }
            None => format!("there are: {}", names.join(", ")),
        };
        return Err((format!("nothing pending is called `{name}`"), help));
    };
    let said = &rules.pending[usize::from(clause)];
    let carried = [Whereabouts::Nowhere; CARRIED];
    let mut seen = SeenPended {
        pended: Pended::of(you, clause, said.until),
        this: Whereabouts::Nowhere,
        carried,
    };
    let details: Vec<&str> = inside
        .split(',')
        .map(str::trim)
        .filter(|detail| !detail.is_empty())
        .collect();
    for detail in &details {
        read_detail(rules, detail, &mut seen)?;
    }
    let missing = |name: &str| {
        !details
            .iter()
            .any(|detail| detail.split(' ').next() == Some(name))
    };
    let names = said.carried.iter().map(|(name, _)| name.as_str());
    let names = said
        .of_another
        .then_some("turn")
        .into_iter()
        .chain(said.this.then_some("this"))
        .chain(names);
    match names.into_iter().find(|name| missing(name)) {
        Some(name) => {
            let help = format!("write `{head} ({name} ...)`, with what the name stands for");
            Err((format!("`{written}` does not say what `{name}` is"), help))
        }
        None => Ok(seen),
    }
}

fn read_detail(rules: &Rules, detail: &str, seen: &mut SeenPended) -> Result<(), (String, String)> {
    let wrong = || {
        let help = "write what is carried along as it is printed: `foe p2`, `stake 3`, `this p1.2`, `since p2 1`";
        (format!("`{detail}` says nothing here"), help.to_string())
    };
    let said = &rules.pending[usize::from(seen.pended.clause)];
    if let (NOW, Some(begun)) = (detail, said.until.once_begun()) {
        seen.pended.until = begun;
        return Ok(());
    }
    let (name, value) = detail.split_once(' ').ok_or_else(wrong)?;
    let value = value.trim();
    if let Some(at) = said.carried.iter().position(|(carried, _)| carried == name) {
        match said.carried[at].1 {
            Some(Element::Player) if value == "gone" => {}
            Some(Element::Player) => {
                seen.pended.carried[at] = seat_called(value).ok_or_else(wrong)?.0.into()
            }
            Some(Element::Name) if value == "gone" => {}
            Some(Element::Name) => {
                let called = rules
                    .names
                    .iter()
                    .position(|called| called.eq_ignore_ascii_case(value));
                seen.pended.carried[at] = called.ok_or_else(wrong)? as u16;
            }
            Some(_) => {
                seen.pended.cards |= 1 << at;
                seen.carried[at] = read_lying(value).ok_or_else(wrong)?;
            }
            None => seen.pended.carried[at] = value.parse().map_err(|_| wrong())?,
        }
        return Ok(());
    }
    match name {
        "turn" if said.of_another => seen.pended.whose = seat_called(value).ok_or_else(wrong)?,
        "this" if said.this => seen.this = read_lying(value).ok_or_else(wrong)?,
        "since" if said.counts.is_some() => {
            let (player, number) = value.split_once(' ').ok_or_else(wrong)?;
            let seat = seat_called(player).ok_or_else(wrong)?;
            seen.pended.since[seat.index()] = number.trim().parse().map_err(|_| wrong())?;
        }
        _ => return Err(wrong()),
    }
    Ok(())
}

/// All that a position may name.
fn clause_names(rules: &Rules) -> Vec<String> {
    (0..u16::try_from(rules.pending.len()).unwrap_or(u16::MAX))
        .map(|clause| clause_name(rules, clause))
        .collect()
}

/// What holds or comes, in a sentence; `you` in what the card says is whoever it was.
pub fn said(rules: &Rules, seen: &SeenPended, viewer: Option<Seat>) -> String {
    let pended = &seen.pended;
    let own = viewer == Some(pended.you);
    let whose = if own {
        "you".to_string()
    } else {
        pended.you.to_string()
    };
    let said = &rules.pending[usize::from(pended.clause)];
    let mut told = vec![whose];
    told.extend(details(rules, seen));
    let says = format!(
        "{} ({})",
        clause_name(rules, pended.clause),
        told.join(", ")
    );
    let mut words = said.said.split(|sign: char| !sign.is_alphanumeric());
    let speaks = words.any(|word| ["you", "your", "yourself", "yours"].contains(&word));
    // Whoever reads it is somebody else.
    let whom = if speaks && !own {
        format!(" Here \"you\" is {}.", pended.you)
    } else {
        String::new()
    };
    format!("{says}: {}{whom}", on_one_line(&said.said))
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

//! What holds for a while: how the notation calls it, and how it is said.

use crate::base::{capital, suggest};
use crate::board::{MAX_SEATS, Pended, Seat};
use crate::rules::ir::Rules;

/// As a position prints it: the card that has said it, which of its clauses where it has several, and whose it was.
pub fn pending_name(rules: &Rules, pended: Pended) -> String {
    format!("{} of {}", clause_name(rules, pended.clause), pended.you)
}

/// What a position calls a clause.
fn clause_name(rules: &Rules, clause: u16) -> String {
    let pending = &rules.pending[usize::from(clause)];
    let label = pending.face.map_or("", |face| &rules.faces[face.index()].label);
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
pub fn read_pending(rules: &Rules, written: &str) -> Result<Pended, (String, String)> {
    let read = written.rsplit_once(" of ").and_then(|(clause, player)| {
        let number = player.trim().strip_prefix(['p', 'P'])?.parse::<u8>().ok()?;
        Some((clause.trim(), Seat(number.checked_sub(1).filter(|seat| usize::from(*seat) < MAX_SEATS)?)))
    });
    let Some((name, you)) = read else {
        let help = "write `NAME of p1`: the card that has said it, and who has played or used it";
        return Err((format!("`{written}` does not say whose it is"), help.to_string()));
    };
    match clause_called(rules, name) {
        Some(clause) => Ok(Pended { you, clause, until: rules.pending[usize::from(clause)].until }),
        None => {
            let names = clause_names(rules);
            let help = match suggest(name, names.iter().map(String::as_str)) {
                Some(near) => format!("did you mean `{near}`?"),
                None if names.is_empty() => "no text of this game lasts for a while: leave the line out".to_string(),
                None => format!("there are: {}", names.join(", ")),
            };
            Err((format!("nothing pending is called `{name}`"), help))
        }
    }
}

/// All that a position may name.
fn clause_names(rules: &Rules) -> Vec<String> {
    (0..u16::try_from(rules.pending.len()).unwrap_or(u16::MAX)).map(|clause| clause_name(rules, clause)).collect()
}

/// What holds, in a sentence; `you` in what the card says is whoever it was.
pub fn said(rules: &Rules, pended: Pended, viewer: Option<Seat>) -> String {
    let whose = if viewer == Some(pended.you) { "you".to_string() } else { pended.you.to_string() };
    let english = &rules.pending[usize::from(pended.clause)].english;
    let says = format!("{} ({whose})", clause_name(rules, pended.clause));
    format!("{says}: {}, {english}.", capital(pended.until.said()))
}

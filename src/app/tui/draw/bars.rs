//! The lines at the edges: whose turn it is, the hand, the keys.

use ratatui::layout::Rect;

use crate::tui::draw::{Pen, right_of, row};
use crate::tui::explanation;
use crate::tui::look::{Role, columns};
use crate::tui::shown::Shown;
use crate::tui::ui::{Focus, Ui};
use board::{Kind, Phase};
use explain::names::printed::{both_names, card_name};
use explain::options::pointing::{Step, Thing};
use text::plural;

/// The game, whose turn it is, the laws, the deck and the discard pile.
pub fn title(pen: &mut Pen<'_>, shown: &Shown, ui: &Ui, area: Rect) {
    let view = &shown.view;
    let own = view.turn == shown.me && view.seat.is_some();
    let over = shown.ended.is_some() && !ui.showing();
    let turn = match (view.phase, own) {
        _ if over => "the game is over".to_string(),
        (Phase::SetUp, _) => "setting up".to_string(),
        (_, true) => "your turn".to_string(),
        (_, false) => format!("turn of {}", shown.player(view.turn)),
    };
    let part = match (view.phase, view.played) {
        _ if over => "",
        (Phase::Start, _) => ", at its start",
        (Phase::Main, 0) => ", a card to be played",
        (Phase::Main, played) if played < view.plays => ", another card may be played",
        (Phase::Main, _) => ", card played",
        (Phase::SetUp | Phase::Passed, _) => "",
    };
    let discard = match view.discard.last() {
        None => "discard empty".to_string(),
        Some(top) => format!(
            "discard {}: {}",
            view.discard.len(),
            card_name(shown.rules(), *top)
        ),
    };
    let dot = ui.look.dot();
    let laws = match view.laws.as_slice() {
        [] => String::new(),
        [law] => format!("law: {}{dot}", card_name(shown.rules(), *law)),
        laws => format!("{} laws{dot}", laws.len()),
    };
    let piles = format!("{laws}deck {}{dot}{discard} ", shown.deck());
    let piles_width = columns(&piles).min(usize::from(area.width) / 2) as u16;
    let left = Rect {
        width: area.width.saturating_sub(piles_width + 1),
        ..area
    };
    let thinking = ui.thinking.filter(|_| !ui.showing()).map(|seat| {
        let who = if seat == view.turn {
            String::new()
        } else {
            format!("{} is ", shown.player(seat))
        };
        format!("{dot}{who}thinking {}", ui.look.spinner(ui.now / 120))
    });
    pen.pieces(
        left,
        &[
            (format!(" {}{dot}", shown.rules().game), Role::Head),
            (
                ui.unkept
                    .as_ref()
                    .map_or_else(String::new, |_| format!("not kept{dot}")),
                Role::Fresh,
            ),
            (
                format!("{turn}{part}"),
                if own && !over { Role::Own } else { Role::Plain },
            ),
            (thinking.unwrap_or_default(), Role::Fresh),
        ],
    );
    let right = right_of(area, area.width - piles_width);
    pen.text(right, &piles, Role::Plain);
}

/// What a card of the hand looks like on the screen: its key, its names, how many.
fn held(shown: &Shown, ui: &Ui, slot: usize, kind: Kind) -> String {
    let count = shown.hand().iter().filter(|other| **other == kind).count();
    let times = if count > 1 {
        format!(" x{count}")
    } else {
        String::new()
    };
    let thing = Thing::Hand(kind);
    let mark = match (ui.pointed() == Some(thing), ui.candidate(thing).is_some()) {
        (true, _) => ui.look.cursor(),
        (false, true) => ui.look.pick(),
        (false, false) => " ",
    };
    format!(
        "{mark}{} {}{times} ",
        slot + 1,
        both_names(shown.rules(), kind)
    )
}

/// The cards of the hand in rows.
fn hand_rows(shown: &Shown, ui: &Ui, width: u16) -> Vec<Vec<(String, Kind)>> {
    let mut rows: Vec<Vec<(String, Kind)>> = vec![Vec::new()];
    let mut used = 0;
    for (slot, kind) in ui
        .slots
        .iter()
        .enumerate()
        .filter_map(|(slot, kind)| Some((slot, (*kind)?)))
    {
        if !shown.hand().contains(&kind) {
            continue;
        }
        let text = held(shown, ui, slot, kind);
        let wide = columns(&text) + 1;
        if used + wide > usize::from(width.saturating_sub(6)) && used > 0 {
            rows.push(Vec::new());
            used = 0;
        }
        used += wide;
        if let Some(row) = rows.last_mut() {
            row.push((text, kind));
        }
    }
    rows
}

/// Lines that the hand needs, the line above it included.
pub fn hand_height(shown: &Shown, ui: &Ui, width: u16) -> u16 {
    (hand_rows(shown, ui, width).len() as u16).clamp(1, 3)
}

pub fn hand(pen: &mut Pen<'_>, shown: &Shown, ui: &Ui, area: Rect) {
    pen.text(area, "Hand:", Role::Own);
    let rows = hand_rows(shown, ui, area.width);
    if shown.hand().is_empty() {
        pen.text(right_of(area, 6), "nothing", Role::Dim);
    }
    // With more rows than there is room for, those around the cursor are shown.
    let at = rows.iter().position(|row| {
        row.iter()
            .any(|(_, kind)| ui.pointed() == Some(Thing::Hand(*kind)))
    });
    let height = usize::from(area.height);
    let from = at
        .unwrap_or(0)
        .saturating_sub(height.saturating_sub(1))
        .min(rows.len().saturating_sub(height));
    for (line, cards) in rows.iter().skip(from).take(height).enumerate() {
        let mut x = 6;
        for (text, kind) in cards {
            let room = right_of(row(area, line), x);
            let thing = Thing::Hand(*kind);
            let chosen =
                matches!(ui.step, Step::With(held) | Step::Where(held, _) if held == *kind);
            let role = match (
                ui.pointed() == Some(thing) || chosen,
                ui.candidate(thing).is_some(),
            ) {
                (true, _) => Role::Cursor,
                (false, true) => Role::Pick,
                (false, false) => Role::Plain,
            };
            let used = pen.text(room, text, role);
            pen.hit(
                Rect {
                    width: used,
                    ..room
                },
                thing,
            );
            x += used + 1;
        }
        let more = rows.len() - from - height.min(rows.len() - from);
        if more > 0 && line + 1 == height {
            let room = right_of(row(area, line), x);
            pen.text(room, &format!("{} more", pen.look.more(false)), Role::Dim);
        }
    }
}

/// What keys do now, the most useful first; or a remark.
pub fn keys(pen: &mut Pen<'_>, shown: &Shown, ui: &Ui, area: Rect) {
    if let Some(remark) = &ui.remark {
        pen.text(area, &format!(" {remark}"), Role::Fresh);
        return;
    }
    if ui.hinting {
        let about = if shown.ended.is_some() {
            "looks through your game"
        } else {
            "thinks about your options"
        };
        let text = format!(" {} A bot {about}.", ui.look.spinner(ui.now / 120));
        pen.text(area, &text, Role::Fresh);
        return;
    }
    let step = match (ui.focus, ui.step) {
        (Focus::Log, _) => "Tab back",
        (Focus::Table, _) => "Tab read back",
        (Focus::Choice, Step::First) => "Tab look around",
        (Focus::Choice, _) => "Esc back",
    };
    // Where nothing is pointed at, it would be the keys.
    let explain = if explanation::explains(shown, ui) {
        "? explain"
    } else {
        ""
    };
    let all: Vec<&str> = if shown.moment.is_some() {
        vec![
            "arrows step",
            "? keys",
            "q leave",
            "PgUp PgDn turn",
            "1-6 o view",
            "j jump",
            "b play on",
            "Tab look around",
        ]
    } else if shown.ended.is_some() && !ui.showing() {
        vec![
            "n another game",
            "q leave",
            "a what decided it",
            "u take back",
            "l read back",
            "Tab look around",
            "k keys",
        ]
    } else if ui.showing() {
        vec![
            "Space skip",
            "+ - speed",
            explain,
            "k keys",
            "q leave",
            "l read back",
        ]
    } else if shown.decision.is_some() {
        let end = match &shown.decision {
            _ if ui.candidate(Thing::Pass).is_some() => "e end turn",
            Some(decision) if decision.declining().is_some() => "n do without",
            _ => "w why",
        };
        // Where nothing else is left, the way back matters more.
        let only_end = matches!(ui.candidates.as_slice(), [only] if only.thing == Thing::Pass);
        let (first, last) = if only_end {
            ("u take back", "Enter choose")
        } else {
            ("Enter choose", "u take back")
        };
        vec![
            first,
            step,
            end,
            "? explain",
            "k keys",
            "q leave",
            last,
            "h hint",
            "g goals",
            "d discard",
        ]
    } else {
        vec![
            explain,
            "k keys",
            "q leave",
            "g goals",
            "d discard",
            "Tab look around",
            "l read back",
            "u take back",
        ]
    };
    let mut text = String::new();
    for (index, part) in all.iter().filter(|part| !part.is_empty()).enumerate() {
        let dot = if index == 0 { " " } else { pen.look.dot() };
        if columns(&text) + columns(dot) + columns(part) <= usize::from(area.width) {
            text.push_str(dot);
            text.push_str(part);
        }
    }
    pen.text(area, &text, Role::Dim);
}

/// `2 cards`.
pub fn cards(count: usize) -> String {
    plural(count as u64, "card")
}

//! What has happened, newest last.

use ratatui::layout::Rect;

use crate::tui::draw::{Pen, top};
use crate::tui::look::{Role, wrap};
use crate::tui::shown::Shown;
use crate::tui::ui::{Focus, Ui};
use text::plural;

/// So many sentences more than the window could show are wrapped: what lies further back is reached by scrolling.
const PIECE: usize = 200;

pub fn draw(pen: &mut Pen<'_>, shown: &Shown, ui: &Ui, area: Rect) {
    let (_, body) = top(area, 1);
    let height = usize::from(body.height);
    // Every sentence takes a line at least, so that this many are enough.
    let wanted = ui.log_up.saturating_add(height).saturating_add(PIECE);
    let from = shown
        .lines
        .len()
        .saturating_sub(wanted)
        .max(shown.forgotten)
        .min(shown.lines.len());
    let lines = wrapped(shown, ui, from, usize::from(body.width));
    let up = ui.log_up.min(lines.len().saturating_sub(height));
    pen.drawn.log_up = Some(up);
    let end = lines.len() - up;
    let begin = end.saturating_sub(height);
    let title = match (up, ui.focus) {
        (0, Focus::Log) => format!("What happened ({} scrolls)", pen.look.arrows()),
        (0, _) => "What happened".to_string(),
        (up, _) => format!("What happened ({} further down)", plural(up as u64, "line")),
    };
    pen.rule(
        area,
        &title,
        if ui.focus == Focus::Log {
            Role::Cursor
        } else {
            Role::Head
        },
    );
    for (line, (text, role)) in body.rows().zip(&lines[begin..end]) {
        pen.text(line, text, *role);
    }
}

fn wrapped(shown: &Shown, ui: &Ui, from: usize, width: usize) -> Vec<(String, Role)> {
    let mut lines = Vec::new();
    for (index, sentence) in shown.lines.iter().enumerate().skip(from) {
        if let Some(turn) = shown.turns.iter().position(|(line, _)| *line == index) {
            lines.push((heading(shown, ui, turn, width), Role::Head));
            continue;
        }
        let role = match (ui.line == Some(index), index >= shown.fresh) {
            (true, _) => Role::Fresh,
            (false, true) => Role::Plain,
            (false, false) => Role::Dim,
        };
        let mark = if ui.line == Some(index) {
            ui.look.cursor()
        } else {
            ""
        };
        lines.extend(
            wrap(&format!("{mark}{sentence}"), width, "  ")
                .into_iter()
                .map(|line| (line, role)),
        );
    }
    lines
}

/// The number of the turn, and whose it is.
fn heading(shown: &Shown, ui: &Ui, turn: usize, width: usize) -> String {
    let (number, seat) = (turn + 1, shown.turns[turn].1);
    let who = if seat == shown.me && shown.view.seat.is_some() {
        format!("Turn {number}: yours")
    } else {
        format!("Turn {number}: {}", shown.player(seat))
    };
    let line = ui.look.across();
    let text = format!("{line}{line} {who} ");
    let rest = width.saturating_sub(text.chars().count()).min(12);
    format!("{text}{}", line.repeat(rest))
}

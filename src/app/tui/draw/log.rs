//! What has happened, newest last.

use ratatui::layout::Rect;

use crate::tui::draw::{Canvas, top};
use crate::tui::look::{Role, wrap};
use crate::tui::ui::Focus;
use text::plural;

/// So many sentences more than the window could show are wrapped: what lies further back is reached by scrolling.
const PIECE: usize = 200;

/// In fewer columns what follows from something stands one column further right, else two.
const NARROW: usize = 60;

/// A line, the number of its sentence, and what it is.
type Told = (usize, String, Role);

impl Canvas<'_> {
    pub(super) fn log(&mut self, area: Rect) {
        let (shown, ui) = (self.shown, self.ui);
        let (_, body) = top(area, 1);
        let height = usize::from(body.height);
        let reads = ui.focus == Focus::Log;
        let cursor = ui.log_at.filter(|_| reads);
        // Every sentence takes a line at least, so that this many are enough.
        let behind = cursor.map_or(0, |at| shown.lines.len().saturating_sub(at));
        let wanted = ui.log_up.min(shown.lines.len() * 4).max(behind);
        let wanted = wanted.saturating_add(height).saturating_add(PIECE);
        let from = shown
            .lines
            .len()
            .saturating_sub(wanted)
            .max(shown.forgotten);
        let lines = self.sentences(from.min(shown.lines.len()), usize::from(body.width));
        let mut up = ui.log_up.min(lines.len().saturating_sub(height));
        // What the cursor is on is in sight.
        if let Some(at) = cursor {
            let of = |(_, (sentence, ..)): &(usize, &Told)| *sentence == at;
            let (mut rows, all) = (lines.iter().enumerate().filter(of), lines.len());
            if let Some((first, _)) = rows.next() {
                let last = rows.next_back().map_or(first, |(last, _)| last);
                let end = (all - up).max(last + 1).min(first + height.max(1));
                up = all - end.min(all);
            }
        }
        self.drawn.log_up = Some(up);
        let end = lines.len() - up;
        let title = match up {
            0 if reads => format!("Log ({} moves, w explains)", self.look.arrows()),
            0 => "Log".to_string(),
            up => format!("Log ({} further down)", plural(up as u64, "line")),
        };
        self.rule(area, &title, if reads { Role::Cursor } else { Role::Head });
        for (line, (sentence, text, role)) in
            body.rows().zip(&lines[end.saturating_sub(height)..end])
        {
            let role = if cursor == Some(*sentence) {
                Role::Cursor
            } else {
                *role
            };
            self.text(line, text, role);
        }
    }

    /// The sentences from that one on, in lines: what follows from something stands further right.
    fn sentences(&self, from: usize, width: usize) -> Vec<Told> {
        let (shown, ui) = (self.shown, self.ui);
        let mut lines = Vec::new();
        for (index, sentence) in shown.lines.iter().enumerate().skip(from) {
            if let Some(turn) = shown.turns.iter().position(|(line, _)| *line == index) {
                lines.push((index, self.heading(turn, width), Role::Head));
                continue;
            }
            let (mark, role) = match ui.line == Some(index) {
                true => (ui.look.cursor(), Role::Fresh),
                false if index >= shown.fresh => ("", Role::Plain),
                false => ("", Role::Dim),
            };
            let depth = usize::from(shown.depths.get(index).copied().unwrap_or(0));
            let indent = " ".repeat(if width < NARROW { depth } else { 2 * depth });
            let wrapped = wrap(
                &format!("{mark}{indent}{sentence}"),
                width,
                &format!("{indent}  "),
            );
            lines.extend(wrapped.into_iter().map(|line| (index, line, role)));
        }
        lines
    }

    /// The number of the turn, and whose it is.
    fn heading(&self, turn: usize, width: usize) -> String {
        let (number, seat) = (turn + 1, self.shown.turns[turn].1);
        let who = match seat == self.shown.me && self.shown.view.seat.is_some() {
            true => "yours".to_string(),
            false => self.shown.player(seat),
        };
        let line = self.look.across();
        let text = format!("{line}{line} Turn {number}: {who} ");
        let rest = width.saturating_sub(text.chars().count()).min(12);
        format!("{text}{}", line.repeat(rest))
    }
}

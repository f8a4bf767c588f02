//! What has happened, newest last.

use ratatui::layout::Rect;

use crate::tui::draw::{Canvas, top};
use crate::tui::look::{Role, wrap};
use crate::tui::ui::Focus;
use text::plural;

/// So many sentences more than the window could show are wrapped: what lies further back is reached by scrolling.
const PIECE: usize = 200;

impl Canvas<'_> {
    pub(super) fn log(&mut self, area: Rect) {
        let (shown, ui) = (self.shown, self.ui);
        let (_, body) = top(area, 1);
        let height = usize::from(body.height);
        // Every sentence takes a line at least, so that this many are enough.
        let wanted = ui.log_up.saturating_add(height).saturating_add(PIECE);
        let from = shown
            .lines
            .len()
            .saturating_sub(wanted)
            .max(shown.forgotten);
        let lines = self.sentences(from.min(shown.lines.len()), usize::from(body.width));
        let up = ui.log_up.min(lines.len().saturating_sub(height));
        self.drawn.log_up = Some(up);
        let end = lines.len() - up;
        let reads = ui.focus == Focus::Log;
        let title = match up {
            0 if reads => format!("Log ({} scrolls)", self.look.arrows()),
            0 => "Log".to_string(),
            up => format!("Log ({} further down)", plural(up as u64, "line")),
        };
        self.rule(area, &title, if reads { Role::Cursor } else { Role::Head });
        for (line, (text, role)) in body.rows().zip(&lines[end.saturating_sub(height)..end]) {
            self.text(line, text, *role);
        }
    }

    /// The sentences from that one on, in lines.
    fn sentences(&self, from: usize, width: usize) -> Vec<(String, Role)> {
        let (shown, ui) = (self.shown, self.ui);
        let mut lines = Vec::new();
        for (index, sentence) in shown.lines.iter().enumerate().skip(from) {
            if let Some(turn) = shown.turns.iter().position(|(line, _)| *line == index) {
                lines.push((self.heading(turn, width), Role::Head));
                continue;
            }
            let (mark, role) = match ui.line == Some(index) {
                true => (ui.look.cursor(), Role::Fresh),
                false if index >= shown.fresh => ("", Role::Plain),
                false => ("", Role::Dim),
            };
            let wrapped = wrap(&format!("{mark}{sentence}"), width, "  ");
            lines.extend(wrapped.into_iter().map(|line| (line, role)));
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

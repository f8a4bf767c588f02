//! What lies over the table: texts, the cover between turns, and what is said when the window is too small.

use ratatui::layout::{Margin, Rect};
use ratatui::widgets::{Clear, Widget};

use crate::tui::draw::{Canvas, right_of, row};
use crate::tui::look::{Role, columns, hanging, wrap};
use crate::tui::ui::{Cover, Popup};
use record::traces::timeline::Eyes;
use text::plural;

/// The smallest window that a table fits into.
pub const SMALLEST: (u16, u16) = (60, 18);

impl Canvas<'_> {
    pub(super) fn too_small(&mut self, area: Rect) {
        let (width, height) = SMALLEST;
        let text = format!(
            "The table needs {width} columns and {height} lines; this window has {} and {}. \
             Make the window larger, or press q to leave{}.",
            area.width, area.height, self.ui.elsewhere
        );
        for (row, line) in area.rows().zip(wrap(&text, usize::from(area.width), "")) {
            self.text(row, &line, Role::Plain);
        }
    }

    pub(super) fn cover(&mut self, cover: Cover, area: Rect) {
        let alone = "Press c when nobody else is looking.";
        let several = "Several people are still playing this game.".to_string();
        let (head, what, then) = match cover {
            Cover::For(seat) | Cover::Again(seat) => (
                format!("It is {}'s turn to decide.", self.shown.called(seat)),
                None,
                alone,
            ),
            Cover::Look(Eyes::Seat(seat)) => {
                let who = self.shown.called(seat);
                (
                    several,
                    Some(format!(
                        "Next you see what {who} has seen, including the hand."
                    )),
                    alone,
                )
            }
            Cover::Look(Eyes::Open) => (
                several,
                Some("Next you see all cards.".to_string()),
                "Press c when none of them is looking, or all agree.",
            ),
            Cover::Waiting => {
                let who = self
                    .ui
                    .thinking
                    .map_or_else(String::new, |seat| self.shown.player(seat));
                (
                    format!("{} {who} is thinking.", self.ui.spinner()),
                    None,
                    "",
                )
            }
        };
        let mut lines: Vec<String> = std::iter::once(head).chain(what).collect();
        if !then.is_empty() {
            lines.extend([String::new(), then.to_string()]);
        }
        let top = area.y + area.height.saturating_sub(lines.len() as u16) / 2;
        for (number, line) in lines.iter().enumerate() {
            let width = (columns(line) as u16).min(area.width);
            let room = right_of(Rect { y: top, ..area }, (area.width - width) / 2);
            let role = if number == 0 { Role::Head } else { Role::Plain };
            self.text(row(room, number), line, role);
        }
    }

    pub(super) fn popup(&mut self, popup: &Popup, area: Rect) {
        let width = area.width.saturating_sub(6).min(84);
        let inner_width = usize::from(width.saturating_sub(4));
        let lines = popup
            .text
            .iter()
            .flat_map(|line| hanging(line, inner_width));
        let lines: Vec<String> = lines.collect();
        let height = (lines.len() as u16 + 2).min(area.height.saturating_sub(2));
        let room = Rect {
            x: area.x + (area.width - width) / 2,
            y: area.y + (area.height - height) / 2,
            width,
            height,
        };
        Clear.render(room, self.buffer);
        self.frame(room, false, Role::Head);
        let inner = room.inner(Margin::new(2, 0));
        self.text(row(inner, 0), &format!(" {} ", popup.title), Role::Head);
        let shown = usize::from(height - 2);
        let down = popup.down.min(lines.len().saturating_sub(shown));
        self.drawn.popup_down = Some(down);
        for (row, line) in inner
            .rows()
            .skip(1)
            .zip(lines.iter().skip(down).take(shown))
        {
            self.text(row, line, Role::Plain);
        }
        let foot = match lines.len().saturating_sub(down + shown) {
            0 if popup.asks.is_some() => String::new(),
            0 => " any key closes ".to_string(),
            left => format!(" {}: down ", plural(left as u64, "more line")),
        };
        let width = columns(&foot) as u16;
        let foot_line = row(room, usize::from(height - 1));
        let there = Rect {
            x: room.right().saturating_sub(width + 2),
            width,
            ..foot_line
        };
        self.text(there, &foot, Role::Dim);
    }
}

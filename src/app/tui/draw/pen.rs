//! A pen: writes onto a buffer what fits, and notes what can be pointed at.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use crate::tui::drawn::Drawn;
use crate::tui::look::{Look, Role};
use explain::options::pointing::Thing;
use text::{plain, plural, straight};

/// Writes onto a buffer, and notes what can be pointed at.
pub(in crate::tui) struct Pen<'a> {
    pub(in crate::tui) buffer: &'a mut Buffer,
    pub(in crate::tui) look: Look,
    pub(in crate::tui) drawn: Drawn,
}

impl Pen<'_> {
    /// Writes a text; where it does not fit, a sign says so. Answers the columns that it took.
    pub(in crate::tui) fn text(&mut self, area: Rect, text: &str, role: Role) -> u16 {
        self.styled(area, text, self.look.style(role))
    }

    fn styled(&mut self, area: Rect, text: &str, style: Style) -> u16 {
        if area.height == 0 {
            return 0;
        }
        // Nothing that others have written steers the terminal.
        let tamed = plain(text);
        let tamed = if self.look.fine {
            tamed
        } else {
            straight(&tamed).into_owned().into()
        };
        let fitting = self.look.fit(&tamed, usize::from(area.width));
        let (end, _) =
            self.buffer
                .set_stringn(area.x, area.y, fitting, usize::from(area.width), style);
        end - area.x
    }

    /// Writes pieces one after the other.
    pub(super) fn pieces(&mut self, area: Rect, pieces: &[(String, Role)]) {
        let mut used = 0;
        for (text, role) in pieces {
            let left = Rect {
                x: area.x + used,
                width: area.width - used,
                ..area
            };
            used += self.text(left, text, *role);
        }
    }

    /// A heading with a line behind it.
    pub(super) fn rule(&mut self, area: Rect, title: &str, role: Role) {
        let line = self.look.across().repeat(usize::from(area.width));
        self.text(area, &line, Role::Dim);
        let inner = Rect {
            x: area.x + 1,
            width: area.width.saturating_sub(2),
            ..area
        };
        self.text(
            inner,
            &self
                .look
                .fit(&format!(" {title} "), usize::from(inner.width)),
            role,
        );
    }

    /// Writes lines one below the other, as many as fit; the last one says how many do not.
    pub(super) fn lines(&mut self, area: Rect, lines: &[(String, Role)]) {
        let height = usize::from(area.height);
        let cut = lines.len() > height;
        for (row, (text, role)) in lines.iter().take(height).enumerate() {
            let line = Rect {
                y: area.y + row as u16,
                height: 1,
                ..area
            };
            match cut && row + 1 == height {
                true => self.text(
                    line,
                    &format!(
                        "{} {}: ?",
                        self.look.cut(),
                        plural((lines.len() - row) as u64, "more line")
                    ),
                    Role::Dim,
                ),
                false => self.text(line, text, *role),
            };
        }
    }

    pub(super) fn hit(&mut self, area: Rect, thing: Thing) {
        self.drawn.hits.push((area, thing));
    }
}

//! Draws what a seat sees onto a frame of any size. It is given no game, and so cannot show more.

pub use overlay::SMALLEST;
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::{Margin, Rect};
use ratatui::style::Style;

use crate::tui::look::{Look, Role};
use crate::tui::shown::Shown;
use crate::tui::ui::{Drawn, Focus, Ui};
use explain::options::pointing::Thing;
use text::{plain, plural, straight};

mod bars;
mod cell;
mod info;
mod log;
mod nations;
mod overlay;

/// From this width on what happened stands beside the table.
const WIDE: u16 = 116;

/// A table does not fit into it.
pub fn is_tiny(area: Rect) -> bool {
    area.width < SMALLEST.0 || area.height < SMALLEST.1
}

/// Draws it all.
pub fn draw(shown: &Shown, ui: &Ui, frame: &mut Frame<'_>) -> Drawn {
    let area = frame.area();
    let mut pen = Pen {
        buffer: frame.buffer_mut(),
        look: ui.look,
        drawn: Drawn::default(),
    };
    if is_tiny(area) {
        overlay::too_small(&mut pen, ui, area);
        return pen.drawn;
    }
    if let Some(cover) = ui.cover {
        overlay::cover(&mut pen, shown, ui, cover, area);
    } else {
        table(&mut pen, shown, ui, area);
    }
    if let Some(popup) = &ui.popup {
        overlay::popup(&mut pen, popup, area);
    }
    pen.drawn
}

fn table(pen: &mut Pen<'_>, shown: &Shown, ui: &Ui, area: Rect) {
    let (title, rest) = top(area, 1);
    let (rest, keys) = bottom(rest, 1);
    bars::title(pen, shown, ui, title);
    bars::keys(pen, shown, ui, keys);
    let (left, right) = if area.width >= WIDE {
        let (left, right) = beside(rest, area.width - (area.width / 3).clamp(40, 64));
        (left, Some(right))
    } else {
        (rest, None)
    };
    if right.is_none() && ui.focus == Focus::Log {
        // Who reads back has the whole window for it.
        return log::draw(pen, shown, ui, left);
    }
    let hand = bars::hand_height(shown, ui, left.width);
    // What the nations leave free, the panels take.
    let free = left
        .height
        .saturating_sub(hand)
        .saturating_sub(nations::wanted_height(shown, ui, left.width));
    let panel = free.clamp((left.height / 3).clamp(7, 15), (left.height * 2 / 3).max(7));
    let (left, panels) = bottom(left, panel);
    let (left, hand) = bottom(left, hand);
    nations::draw(pen, shown, ui, left);
    bars::hand(pen, shown, ui, hand);
    let (log, info) = match right {
        Some(right) => (right, panels),
        None => beside(panels, panels.width / 2),
    };
    log::draw(pen, shown, ui, log);
    info::draw(pen, shown, ui, info);
}

/// The columns before that one, but for a gap, and those from it on.
fn beside(area: Rect, column: u16) -> (Rect, Rect) {
    let left = Rect {
        width: column - 1,
        ..area
    };
    (left, right_of(area, column))
}

/// The columns from that one on.
fn right_of(area: Rect, column: u16) -> Rect {
    Rect {
        x: area.x + column,
        width: area.width.saturating_sub(column),
        ..area
    }
}

/// The line of an area that is so many below its first.
fn row(area: Rect, number: usize) -> Rect {
    Rect {
        y: area.y + number as u16,
        height: 1,
        ..area
    }
}

fn top(area: Rect, height: u16) -> (Rect, Rect) {
    let height = height.min(area.height);
    (
        Rect { height, ..area },
        Rect {
            y: area.y + height,
            height: area.height - height,
            ..area
        },
    )
}

pub(super) fn bottom(area: Rect, height: u16) -> (Rect, Rect) {
    let height = height.min(area.height);
    let rest = area.height - height;
    (
        Rect {
            height: rest,
            ..area
        },
        Rect {
            y: area.y + rest,
            height,
            ..area
        },
    )
}

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
            used += self.text(right_of(area, used), text, *role);
        }
    }

    /// A heading with a line behind it.
    pub(super) fn rule(&mut self, area: Rect, title: &str, role: Role) {
        let line = self.look.across().repeat(usize::from(area.width));
        self.text(area, &line, Role::Dim);
        self.text(area.inner(Margin::new(1, 0)), &format!(" {title} "), role);
    }

    /// Writes lines one below the other, as many as fit; the last one says how many do not.
    pub(super) fn lines(&mut self, area: Rect, lines: &[(String, Role)]) {
        let height = usize::from(area.height);
        let cut = lines.len() > height;
        for (row, (line, (text, role))) in area.rows().zip(lines).enumerate() {
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

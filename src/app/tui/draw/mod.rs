//! Draws what a seat sees onto a frame of any size. It is given no game, and so cannot show more.

pub use overlay::SMALLEST;
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::{Margin, Rect};
use ratatui::widgets::{Block, Widget};
use std::ops::{Deref, DerefMut};

use crate::tui::look::{Look, Role};
use crate::tui::shown::Shown;
use crate::tui::ui::{Drawn, Focus, Ui};
use explain::options::steps::Thing;
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

/// From this size on the hand shows the texts of its cards.
const LARGE: (u16, u16) = (120, 40);

/// Draws it all.
pub fn draw(shown: &Shown, ui: &Ui, frame: &mut Frame<'_>) -> Drawn {
    let area = frame.area();
    let pen = Pen::new(frame.buffer_mut(), ui.look);
    let mut canvas = Canvas { pen, shown, ui };
    if is_tiny(area) {
        canvas.too_small(area);
        return canvas.pen.drawn;
    }
    match ui.cover {
        Some(cover) => canvas.cover(cover, area),
        None => canvas.table(area),
    }
    if let Some(popup) = &ui.popup {
        canvas.popup(popup, area);
    }
    canvas.pen.drawn
}

/// A pen, and what is drawn with it.
struct Canvas<'a> {
    pen: Pen<'a>,
    shown: &'a Shown,
    ui: &'a Ui,
}

impl<'a> Deref for Canvas<'a> {
    type Target = Pen<'a>;

    fn deref(&self) -> &Pen<'a> {
        &self.pen
    }
}

impl<'a> DerefMut for Canvas<'a> {
    fn deref_mut(&mut self) -> &mut Pen<'a> {
        &mut self.pen
    }
}

impl Canvas<'_> {
    fn table(&mut self, area: Rect) {
        let (title, rest) = top(area, 1);
        let (rest, keys) = bottom(rest, 1);
        self.title(title);
        self.keys(keys);
        let wide = area.width >= WIDE;
        let (left, right) = match wide {
            true => beside(rest, area.width - (area.width / 3).clamp(40, 64)),
            false => (rest, Rect::default()),
        };
        if !wide && self.ui.focus == Focus::Log {
            // Who reads back has the whole window for it.
            return self.log(left);
        }
        let nations = self.nations(left.width);
        let rows = nations.iter().map(|nation| nation.tallest).sum::<u16>();
        let least = (left.height / 3).clamp(7, 15);
        let large = area.width >= LARGE.0 && area.height >= LARGE.1;
        let hand = match large {
            // What the nations and the panels need is theirs, but a third of the lines.
            true => {
                let free = left.height.saturating_sub(rows + least);
                self.texts_height(left.width, free.max(left.height / 3))
            }
            false => self.hand_height(left.width),
        };
        // What the nations leave free, the panels take.
        let free = left.height.saturating_sub(rows + hand);
        let panel = free.clamp(least, (left.height * 2 / 3).max(7));
        let (left, panels) = bottom(left, panel);
        let (left, hand) = bottom(left, hand);
        self.all_nations(nations, left);
        match large {
            true => self.hand_with_texts(hand),
            false => self.hand(hand),
        }
        let (log, info) = match wide {
            true => (right, panels),
            false => beside(panels, panels.width / 2),
        };
        self.log(log);
        self.info(info);
    }
}

/// The columns before that one, but for a gap, and those from it on.
fn beside(area: Rect, column: u16) -> (Rect, Rect) {
    (
        Rect {
            width: column - 1,
            ..area
        },
        right_of(area, column),
    )
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

/// So many lines of an area, and the rest.
fn top(area: Rect, height: u16) -> (Rect, Rect) {
    let height = height.min(area.height);
    let rest = Rect {
        y: area.y + height,
        height: area.height - height,
        ..area
    };
    (Rect { height, ..area }, rest)
}

/// All but so many lines of an area, and those.
pub(super) fn bottom(area: Rect, height: u16) -> (Rect, Rect) {
    top(area, area.height.saturating_sub(height))
}

/// Writes onto a buffer, and notes what can be pointed at.
pub(in crate::tui) struct Pen<'a> {
    buffer: &'a mut Buffer,
    pub(in crate::tui) look: Look,
    drawn: Drawn,
}

impl<'a> Pen<'a> {
    pub(in crate::tui) fn new(buffer: &'a mut Buffer, look: Look) -> Pen<'a> {
        Pen {
            buffer,
            look,
            drawn: Drawn::default(),
        }
    }

    /// Writes a text; where it does not fit, a sign says so. Answers the columns that it took.
    pub(in crate::tui) fn text(&mut self, area: Rect, text: &str, role: Role) -> u16 {
        if area.height == 0 {
            return 0;
        }
        // Nothing that others have written steers the terminal.
        let mut tamed = plain(text);
        if !self.look.fine {
            tamed = straight(&tamed).into_owned().into();
        }
        let width = usize::from(area.width);
        let (fitting, style) = (self.look.fit(&tamed, width), self.look.style(role));
        let (end, _) = self
            .buffer
            .set_stringn(area.x, area.y, fitting, width, style);
        end - area.x
    }

    /// Writes pieces one after the other.
    fn pieces(&mut self, area: Rect, pieces: &[(String, Role)]) {
        pieces.iter().fold(0, |used, (text, role)| {
            used + self.text(right_of(area, used), text, *role)
        });
    }

    /// A heading with a line behind it.
    fn rule(&mut self, area: Rect, title: &str, role: Role) {
        let line = self.look.across().repeat(usize::from(area.width));
        self.text(area, &line, Role::Dim);
        self.text(area.inner(Margin::new(1, 0)), &format!(" {title} "), role);
    }

    /// Writes lines one below the other, as many as fit; the last one says how many do not.
    fn lines(&mut self, area: Rect, lines: &[(String, Role)]) {
        let height = usize::from(area.height);
        for (row, (line, (text, role))) in area.rows().zip(lines).enumerate() {
            if lines.len() > height && row + 1 == height {
                let more = plural((lines.len() - row) as u64, "more line");
                self.text(line, &format!("{} {more}: ?", self.look.cut()), Role::Dim);
            } else {
                self.text(line, text, *role);
            }
        }
    }

    /// An empty box; a strong one is what the cursor is on.
    fn frame(&mut self, area: Rect, strong: bool, role: Role) {
        let set = if strong {
            self.look.bold_border()
        } else {
            self.look.border()
        };
        let block = Block::bordered()
            .border_set(set)
            .border_style(self.look.style(role));
        block.render(area, self.buffer);
    }

    fn hit(&mut self, area: Rect, thing: Thing) {
        self.drawn.hits.push((area, thing));
    }
}

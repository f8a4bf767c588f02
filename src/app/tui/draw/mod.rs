//! Draws what a seat sees onto a frame of any size. It is given no game, and so cannot show more.

mod bars;
mod cell;
mod info;
mod log;
mod nations;
mod overlay;
mod pen;

pub use overlay::SMALLEST;
pub(super) use pen::Pen;
use ratatui::Frame;
use ratatui::layout::Rect;

use crate::tui::drawn::Drawn;
use crate::tui::shown::Shown;
use crate::tui::ui::{Focus, Ui};

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
    let (left, right) = match area.width >= WIDE {
        true => {
            let width = (area.width / 3).clamp(40, 64);
            let (left, right) = (area.width - width, width);
            let left = Rect {
                width: left - 1,
                ..rest
            };
            (
                left,
                Some(Rect {
                    x: left.right() + 1,
                    width: right,
                    ..rest
                }),
            )
        }
        false => (rest, None),
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
    match right {
        Some(right) => {
            log::draw(pen, shown, ui, right);
            info::draw(pen, shown, ui, panels);
        }
        None => {
            let width = panels.width / 2;
            log::draw(
                pen,
                shown,
                ui,
                Rect {
                    width: width - 1,
                    ..panels
                },
            );
            info::draw(
                pen,
                shown,
                ui,
                Rect {
                    x: panels.x + width,
                    width: panels.width - width,
                    ..panels
                },
            );
        }
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

fn bottom(area: Rect, height: u16) -> (Rect, Rect) {
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

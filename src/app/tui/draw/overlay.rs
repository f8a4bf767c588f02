//! What lies over the table: texts, the cover between turns, and what is said when the window is too small.

use ratatui::layout::{Margin, Rect};
use ratatui::widgets::{Block, Borders, Clear, Widget};

use crate::tui::draw::{Pen, right_of, row};
use crate::tui::look::{Role, columns, hanging, wrap};
use crate::tui::shown::Shown;
use crate::tui::ui::{Cover, Popup, Ui};
use record::traces::timeline::Eyes;
use text::plural;

/// The smallest window that a table fits into.
pub const SMALLEST: (u16, u16) = (60, 18);

pub fn too_small(pen: &mut Pen<'_>, ui: &Ui, area: Rect) {
    let (width, height) = SMALLEST;
    let text = format!(
        "The table needs {width} columns and {height} lines; here are {} and {}. \
         Make the window larger, or press q to leave{}.",
        area.width, area.height, ui.elsewhere
    );
    for (row, line) in area.rows().zip(wrap(&text, usize::from(area.width), "")) {
        pen.text(row, &line, Role::Plain);
    }
}

pub fn cover(pen: &mut Pen<'_>, shown: &Shown, ui: &Ui, cover: Cover, area: Rect) {
    let lines = match cover {
        Cover::For(seat) | Cover::Again(seat) => {
            vec![
                format!("It is for {} to decide.", shown.called(seat)),
                String::new(),
                "When nobody else looks: press c.".into(),
            ]
        }
        Cover::Look(Eyes::Seat(seat)) => vec![
            "Several people still play this game.".to_string(),
            format!(
                "What {} has seen is shown next, the hand, too.",
                shown.called(seat)
            ),
            String::new(),
            "When nobody else looks: press c.".to_string(),
        ],
        Cover::Look(Eyes::Open) => vec![
            "Several people still play this game.".to_string(),
            "All cards are shown next.".to_string(),
            String::new(),
            "When none of them looks, or all agree: press c.".to_string(),
        ],
        Cover::Waiting => {
            let who = ui
                .thinking
                .map_or_else(String::new, |seat| shown.player(seat));
            vec![format!(
                "{} {who} is thinking.",
                ui.look.spinner(ui.now / 120)
            )]
        }
    };
    let top = area.y + area.height.saturating_sub(lines.len() as u16) / 2;
    for (number, line) in lines.iter().enumerate() {
        let width = (columns(line) as u16).min(area.width);
        let room = right_of(Rect { y: top, ..area }, (area.width - width) / 2);
        let role = if number == 0 { Role::Head } else { Role::Plain };
        pen.text(row(room, number), line, role);
    }
}

pub fn popup(pen: &mut Pen<'_>, popup: &Popup, area: Rect) {
    let width = area.width.saturating_sub(6).min(84);
    let inner_width = usize::from(width.saturating_sub(4));
    let lines: Vec<String> = popup
        .text
        .iter()
        .flat_map(|line| hanging(line, inner_width))
        .collect();
    let height = (lines.len() as u16 + 2).min(area.height.saturating_sub(2));
    let room = Rect {
        x: area.x + (area.width - width) / 2,
        y: area.y + (area.height - height) / 2,
        width,
        height,
    };
    Clear.render(room, pen.buffer);
    let look = pen.look;
    Block::new()
        .borders(Borders::ALL)
        .border_set(look.border())
        .border_style(look.style(Role::Head))
        .render(room, pen.buffer);
    let inner = room.inner(Margin::new(2, 0));
    pen.text(row(inner, 0), &format!(" {} ", popup.title), Role::Head);
    let shown = usize::from(height - 2);
    let down = popup.down.min(lines.len().saturating_sub(shown));
    pen.drawn.popup_down = Some(down);
    for (row, line) in inner
        .rows()
        .skip(1)
        .zip(lines.iter().skip(down).take(shown))
    {
        pen.text(row, line, Role::Plain);
    }
    let left = lines.len() - down - shown.min(lines.len() - down);
    let foot = match left {
        0 if popup.asks.is_some() => String::new(),
        0 => " any key closes ".to_string(),
        left => format!(" {}: down ", plural(left as u64, "more line")),
    };
    let wide = columns(&foot) as u16;
    let there = Rect {
        x: room.right().saturating_sub(wide + 2),
        y: room.bottom() - 1,
        width: wide,
        height: 1,
    };
    pen.text(there, &foot, Role::Dim);
}

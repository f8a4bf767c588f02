//! Draws what is asked before the cards are dealt.

use ratatui::Frame;
use ratatui::layout::Rect;

use crate::app::tui::draw::Pen;
use crate::app::tui::drawn::Drawn;
use crate::app::tui::lobby::list::Lobby;
use crate::app::tui::look::{Role, wrap};

/// Draws it; answers where the options are.
pub(super) fn draw(lobby: &Lobby, frame: &mut Frame<'_>) -> Vec<Rect> {
    let area = frame.area();
    let mut pen = Pen { buffer: frame.buffer_mut(), look: lobby.look, drawn: Drawn::default() };
    let width = area.width.saturating_sub(4).min(76);
    let left = area.x + (area.width - width) / 2;
    let mut lines: Vec<(String, Role)> = Vec::new();
    for sentence in &lobby.said {
        lines.extend(wrap(sentence, usize::from(width), "  ").into_iter().map(|line| (line, Role::Plain)));
    }
    // The question and the answers have their room; of what was said, the latest.
    let asked = wrap(&lobby.question, usize::from(width), "");
    let needed = asked.len() + lobby.options.len() + 3;
    let room = usize::from(area.height).saturating_sub(needed);
    let from = lines.len().saturating_sub(room);
    let mut rows: Vec<(String, Role, Option<usize>)> =
        lines.drain(from..).map(|(line, role)| (line, role, None)).collect();
    rows.push((String::new(), Role::Plain, None));
    rows.extend(asked.into_iter().map(|line| (line, Role::Head, None)));
    let labels = lobby.options.iter().map(|(label, _)| label.chars().count()).max().unwrap_or(0).max(10);
    for (number, (label, about)) in lobby.options.iter().enumerate() {
        let pointed = number == lobby.cursor;
        let mark = if pointed { pen.look.cursor() } else { " " };
        let text = format!("{mark} {} {label:<labels$} {about} ", number + 1);
        rows.push((text, if pointed { Role::Cursor } else { Role::Plain }, Some(number)));
    }
    let top = area.y + (area.height.saturating_sub(rows.len() as u16 + 1)) / 2;
    let mut hits = vec![Rect::default(); lobby.options.len()];
    for (row, (text, role, option)) in rows.iter().enumerate() {
        let line = Rect { x: left, y: top + row as u16, width, height: 1 };
        if line.y >= area.bottom() {
            break;
        }
        pen.text(line, text, *role);
        if let Some(number) = option {
            hits[*number] = line;
        }
    }
    let foot = match lobby.nowhere {
        true => " There is no step back from here; q leaves the game.".to_string(),
        false => format!(" {} choose{}Enter takes it{}q leaves", pen.look.arrows(), pen.look.dot(), pen.look.dot()),
    };
    let bottom = Rect { y: area.bottom().saturating_sub(1), height: area.height.min(1), ..area };
    pen.text(bottom, &foot, Role::Dim);
    hits
}

//! Draws what is asked before the cards are dealt.

use ratatui::Frame;
use ratatui::layout::Rect;

use crate::tui::draw::Pen;
use crate::tui::drawn::Drawn;
use crate::tui::lobby::list::Lobby;
use crate::tui::look::{Role, wrap};

/// Columns of the key that picks an answer: a digit.
const KEY: usize = 1;

/// Columns for what is said beside a label and its number.
fn beside(width: u16, before: usize) -> usize {
    usize::from(width).saturating_sub(before + 5).max(12)
}

/// Draws it; answers where the options are.
pub(super) fn draw(lobby: &Lobby, frame: &mut Frame<'_>) -> Vec<Rect> {
    let area = frame.area();
    let mut pen = Pen {
        buffer: frame.buffer_mut(),
        look: lobby.look,
        drawn: Drawn::default(),
    };
    let width = area.width.saturating_sub(4).min(96);
    let left = area.x + (area.width - width) / 2;
    let mut lines: Vec<(String, Role)> = Vec::new();
    for sentence in &lobby.said {
        lines.extend(
            wrap(sentence, usize::from(width), "  ")
                .into_iter()
                .map(|line| (line, Role::Plain)),
        );
    }
    // The question and the answers have their room; of what was said, the latest.
    let asked = wrap(&lobby.question, usize::from(width), "");
    let labels = lobby
        .options
        .iter()
        .map(|(label, _)| label.chars().count())
        .max()
        .unwrap_or(0)
        .max(10);
    let answers: Vec<Vec<String>> = lobby
        .options
        .iter()
        .map(|(_, about)| wrap(about, beside(width, labels + KEY), ""))
        .collect();
    // All that there is to say of each, or else of the one that the cursor is on.
    let whole =
        answers.iter().map(Vec::len).sum::<usize>() + asked.len() + 3 <= usize::from(area.height);
    let is_whole = |number: usize| whole || number == lobby.cursor;
    let listed: usize = answers
        .iter()
        .enumerate()
        .map(|(number, lines)| if is_whole(number) { lines.len() } else { 1 })
        .sum();
    let needed = asked.len() + listed + 3;
    let room = usize::from(area.height).saturating_sub(needed);
    let from = lines.len().saturating_sub(room);
    let mut rows: Vec<(String, Role, Option<usize>)> = lines
        .drain(from..)
        .map(|(line, role)| (line, role, None))
        .collect();
    rows.push((String::new(), Role::Plain, None));
    rows.extend(asked.into_iter().map(|line| (line, Role::Head, None)));
    for (number, (label, about)) in lobby.options.iter().enumerate() {
        let pointed = number == lobby.cursor;
        let mark = if pointed { pen.look.cursor() } else { " " };
        let role = if pointed { Role::Cursor } else { Role::Plain };
        let first = match is_whole(number) {
            true => answers[number].first().map_or("", String::as_str),
            false => about,
        };
        // A key has one digit: further answers are picked by their first letter, or by the cursor.
        let key = if number < 9 {
            (number + 1).to_string()
        } else {
            String::new()
        };
        rows.push((
            format!("{mark} {key:KEY$} {label:<labels$} {first} "),
            role,
            Some(number),
        ));
        let below = " ".repeat(labels + KEY + 4);
        let more = answers[number].iter().skip(1).filter(|_| is_whole(number));
        rows.extend(more.map(|line| (format!("{below}{line}"), Role::Plain, None)));
    }
    let top = area.y + (area.height.saturating_sub(rows.len() as u16 + 1)) / 2;
    let mut hits = vec![Rect::default(); lobby.options.len()];
    for (row, (text, role, option)) in rows.iter().enumerate() {
        let line = Rect {
            x: left,
            y: top + row as u16,
            width,
            height: 1,
        };
        if line.y >= area.bottom() {
            break;
        }
        pen.text(line, text, *role);
        if let Some(number) = option {
            hits[*number] = line;
        }
    }
    let dot = pen.look.dot();
    let foot = match (lobby.nowhere, lobby.helping, lobby.back) {
        (true, ..) => " There is no step back from here; q leaves the game.".to_string(),
        (_, true, _) => " A number, a first letter or Enter picks a line; q leaves.".to_string(),
        (_, _, true) => format!(
            " {} choose{dot}Enter takes it{dot}Esc back to the game",
            pen.look.arrows()
        ),
        _ => {
            let arrows = pen.look.arrows();
            format!(
                " {arrows} choose{dot}Enter takes it{dot}? help{dot}q leaves{dot}new here? `brink learn`"
            )
        }
    };
    let bottom = Rect {
        y: area.bottom().saturating_sub(1),
        height: area.height.min(1),
        ..area
    };
    pen.text(bottom, &foot, Role::Dim);
    hits
}

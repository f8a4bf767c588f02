//! One building as a few lines of text, more or less of them.

use crate::tui::look::{Look, Role, columns};
use crate::tui::shown::Shown;
use crate::tui::ui::Ui;
use board::{Seen, SeenBuilding};
use explain::names::printed::seen;
use explain::options::decision::Spot;
use explain::options::pointing::Thing;
use session::screen::carried;
use session::told::At;

/// A building as it is to be drawn.
pub struct Cell {
    pub spot: Spot,
    pub name: String,
    /// What is so of it: disabled, and the like.
    pub statuses: Vec<String>,
    /// Their signs alone.
    pub signs: String,
    /// The stack in one line.
    pub summary: String,
    /// The stack from the top, a line for cards that look alike.
    pub stack: Vec<String>,
    pub role: Role,
    pub mark: &'static str,
}

impl Cell {
    pub fn of(shown: &Shown, ui: &Ui, spot: Spot) -> Option<Cell> {
        let building = shown.building(spot)?;
        let look = ui.look;
        let thing = Thing::Building(spot);
        let (pointed, candidate) = (ui.pointed() == Some(thing), ui.candidate(thing).is_some());
        let happening = ui.at == Some(At::Building(spot));
        let (mark, role) = match (pointed, candidate, happening) {
            (true, ..) => (look.cursor(), Role::Cursor),
            (false, true, _) => (look.pick(), Role::Pick),
            (false, false, true) => (look.now(), Role::Fresh),
            (false, false, false) => ("", Role::Plain),
        };
        let held: Vec<(usize, &String)> = shown
            .rules()
            .statuses
            .iter()
            .enumerate()
            .filter(|(bit, _)| building.status >> bit & 1 == 1)
            .collect();
        let counters =
            (!building.counters.is_empty()).then(|| carried(shown.rules(), &building.counters));
        let spent = if building.spent == 0 { "" } else { "*" };
        Some(Cell {
            spot,
            name: format!("{}{spent}", shown.building_name(spot)?),
            statuses: held
                .iter()
                .map(|(bit, status)| format!("{} {status}", look.status(*bit)))
                .chain(counters)
                .collect(),
            signs: held.iter().map(|(bit, _)| look.status(*bit)).collect(),
            summary: summary(shown, look, building),
            stack: stack(shown, building),
            role,
            mark,
        })
    }

    /// All lines of the body, as far down as the stack goes.
    pub fn body(&self) -> Vec<String> {
        let mut body = vec![format!("{}{}", self.mark, self.name)];
        body.extend(self.statuses.iter().cloned());
        body.extend(self.stack.iter().map(|line| format!(" {line}")));
        body
    }

    /// The body in so many lines; what does not fit is counted.
    pub fn lines(&self, height: usize, look: Look) -> Vec<String> {
        let body = self.body();
        if body.len() <= height {
            return body;
        }
        let mut lines = vec![body[0].clone()];
        let statuses = self.statuses.len().min(height.saturating_sub(2));
        lines.extend(self.statuses.iter().take(statuses).cloned());
        if statuses < self.statuses.len() && height > 1 {
            // Their signs stand for them.
            lines[0] = format!("{}{}{}", self.mark, self.signs, self.name);
        }
        let room = height.saturating_sub(lines.len());
        match room {
            0 => {}
            1 => lines.push(self.summary.clone()),
            _ => {
                lines.extend(
                    self.stack
                        .iter()
                        .take(room - 1)
                        .map(|line| format!(" {line}")),
                );
                lines.push(format!(
                    " {} {} more",
                    look.cut(),
                    self.stack.len() - (room - 1)
                ));
            }
        }
        lines
    }

    /// The whole building in one piece of a line.
    pub fn token(&self) -> String {
        format!(
            "{}{} {}{}[{}]",
            self.mark,
            self.spot.place + 1,
            self.signs,
            self.name,
            self.summary
        )
    }

    /// Columns that its lines want.
    pub fn width(&self, height: usize, look: Look) -> usize {
        let lines = self.lines(height, look);
        // The mark of the cursor comes and goes, and nothing is to move for that.
        lines
            .iter()
            .enumerate()
            .map(|(at, line)| columns(line) + usize::from(at == 0 && self.mark.is_empty()))
            .max()
            .unwrap_or(0)
    }
}

/// `3: (NAME)`: how many cards, and the top one.
fn summary(shown: &Shown, look: Look, building: &SeenBuilding) -> String {
    match building.stack.last() {
        None => "empty".to_string(),
        Some(top) => {
            let up = |card: &&Seen| matches!(card, Seen::Known { face_up: true, .. });
            let below = building.stack.iter().rev().skip(1).filter(up).count();
            let covered = if below > 0 {
                format!("{}{below} ^", look.dot())
            } else {
                String::new()
            };
            format!(
                "{}: {}{covered}",
                building.stack.len(),
                seen(shown.rules(), *top)
            )
        }
    }
}

fn stack(shown: &Shown, building: &SeenBuilding) -> Vec<String> {
    let mut lines = Vec::new();
    let looks = |(at, card): (usize, &Seen)| {
        let name = seen(shown.rules(), *card);
        match building.counters_on(at) {
            counters if counters.is_empty() => name.to_string(),
            counters => format!("{name} {}", carried(shown.rules(), &counters)),
        }
    };
    let mut from_top = building
        .stack
        .iter()
        .enumerate()
        .rev()
        .map(looks)
        .peekable();
    while let Some(name) = from_top.next() {
        let mut count = 1;
        while from_top.next_if(|next| *next == name).is_some() {
            count += 1;
        }
        lines.push(if count == 1 {
            name
        } else {
            format!("{name} x{count}")
        });
    }
    if lines.is_empty() {
        lines.push("empty".to_string());
    }
    lines
}

//! One building as a few lines of text, more or less of them.

use crate::tui::look::{Look, Role, columns};
use crate::tui::shown::Shown;
use crate::tui::ui::Ui;
use board::{Seen, SeenBuilding};
use explain::names::seen;
use explain::options::decision::Spot;
use explain::options::steps::Thing;
use session::disclosure::At;
use session::screen::{carried, stack};

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
        let (building, look) = (shown.building(spot)?, ui.look);
        let (mark, role) = ui.mark(Thing::Building(spot)).unwrap_or_else(|| {
            match ui.at == Some(At::Building(spot)) {
                true => (look.now(), Role::Fresh),
                false => ("", Role::Plain),
            }
        });
        let rules = shown.rules();
        let statuses = rules.statuses.iter().enumerate();
        let held = statuses.filter(|(bit, _)| building.status >> bit & 1 == 1);
        let counters = (!building.counters.is_empty()).then(|| carried(rules, &building.counters));
        let spent = if building.spent == 0 { "" } else { "*" };
        let mut stack = stack(rules, building);
        if stack.is_empty() {
            stack.push("empty".to_string());
        }
        Some(Cell {
            spot,
            name: format!("{}{spent}", shown.building_name(spot)?),
            signs: held.clone().map(|(bit, _)| look.status(bit)).collect(),
            statuses: held
                .map(|(bit, status)| format!("{} {status}", look.status(bit)))
                .chain(counters)
                .collect(),
            summary: summary(shown, look, building),
            stack,
            role,
            mark,
        })
    }

    /// All lines of the body, as far down as the stack goes.
    pub fn body(&self) -> Vec<String> {
        let stack = self.stack.iter().map(|line| format!(" {line}"));
        let head = format!("{}{}", self.mark, self.name);
        std::iter::once(head)
            .chain(self.statuses.iter().cloned())
            .chain(stack)
            .collect()
    }

    /// The body in so many lines; what does not fit is counted.
    pub fn lines(&self, height: usize, look: Look) -> Vec<String> {
        let mut lines = self.body();
        if lines.len() <= height {
            return lines;
        }
        let statuses = self.statuses.len().min(height.saturating_sub(2));
        lines.truncate(1 + statuses);
        if statuses < self.statuses.len() && height > 1 {
            // Their signs stand for them.
            lines[0] = format!("{}{}{}", self.mark, self.signs, self.name);
        }
        match height.saturating_sub(lines.len()) {
            0 => {}
            1 => lines.push(self.summary.clone()),
            room => {
                let shown = self.stack.iter().take(room - 1);
                lines.extend(shown.map(|line| format!(" {line}")));
                let more = self.stack.len() - (room - 1);
                lines.push(format!(" {} {more} more", look.cut()));
            }
        }
        lines
    }

    /// The whole building in one piece of a line.
    pub fn token(&self) -> String {
        let Cell {
            mark,
            signs,
            name,
            summary,
            ..
        } = self;
        format!("{mark}{} {signs}{name}[{summary}]", self.spot.place + 1)
    }

    /// Columns that its lines want.
    pub fn width(&self, height: usize, look: Look) -> usize {
        // The mark of the cursor comes and goes, and nothing is to move for that.
        let mark = |at: usize| usize::from(at == 0 && self.mark.is_empty());
        let lines = self.lines(height, look).into_iter().enumerate();
        lines
            .map(|(at, line)| columns(&line) + mark(at))
            .max()
            .unwrap_or(0)
    }
}

/// `3: (NAME)`: how many cards, and the top one.
fn summary(shown: &Shown, look: Look, building: &SeenBuilding) -> String {
    let Some((top, below)) = building.stack.split_last() else {
        return "empty".to_string();
    };
    let up = |card: &&Seen| matches!(card, Seen::Known { face_up: true, .. });
    let covered = match below.iter().filter(up).count() {
        0 => String::new(),
        up => format!("{}{up} ^", look.dot()),
    };
    format!(
        "{}: {}{covered}",
        building.stack.len(),
        seen(shown.rules(), *top)
    )
}

//! The nations, one below the other: as much of each as there is room for, more of those that matter now.

use ratatui::layout::{Margin, Rect};

use crate::tui::draw::cell::Cell;
use crate::tui::draw::{Canvas, right_of, row, top};
use crate::tui::look::{Role, columns};
use board::{Held, Seat};
use explain::names::card_name;
use explain::options::decision::Spot;
use explain::options::steps::{Thing, seat_of};
use itertools::Itertools;
use session::disclosure::At;
use session::screen::carried;
use text::plural;

/// Columns between two buildings: a place where another one could be built.
const GAP: usize = 2;
/// The widest that a building is drawn.
const WIDEST: usize = 24;

/// A nation as it is to be drawn.
pub struct Nation {
    seat: Seat,
    cells: Vec<Cell>,
    /// How much it matters now; the lowest matters most.
    rank: u8,
    /// Lines that it would fill.
    pub tallest: u16,
}

impl Canvas<'_> {
    /// All nations for a table of that width.
    pub(super) fn nations(&self, width: u16) -> Vec<Nation> {
        let nation = |seat| {
            let places = 0..self.shown.row(seat).len() as u16;
            let spots = places.map(|place| Spot { seat, place });
            let cells = spots
                .filter_map(|spot| Cell::of(self.shown, self.ui, spot))
                .collect_vec();
            let tallest = match tallest_body(&cells) {
                None => 1,
                Some(body) => {
                    let rows = self.boxed_rows(&cells, body, width).len();
                    1 + rows as u16 * (body as u16 + 2)
                }
            };
            Nation {
                seat,
                cells,
                rank: self.rank(seat),
                tallest,
            }
        };
        self.shown.seats().map(nation).collect()
    }

    fn rank(&self, seat: Seat) -> u8 {
        let happening = self.ui.at.map(|at| match at {
            At::Nation(seat) => seat,
            At::Building(spot) => spot.seat,
        });
        let mut candidates = self.ui.candidates.iter();
        match Some(seat) {
            there if there == self.ui.pointed().and_then(seat_of) || there == happening => 0,
            _ if seat == self.shown.me => 1,
            there if candidates.any(|candidate| seat_of(candidate.thing) == there) => 2,
            _ => 3,
        }
    }

    pub(super) fn all_nations(&mut self, mut nations: Vec<Nation>, mut area: Rect) {
        // What the cursor is on wants a line below the name of its nation.
        let pointed = self.ui.pointed();
        let below = usize::from(matches!(pointed, Some(Thing::Building(_) | Thing::Gap(_))));
        if nations.len() + below > usize::from(area.height) {
            area.height = self.leave_out(&mut nations, area, below);
        }
        let heights = heights(&nations, area);
        let mut rest = area;
        for (nation, height) in nations.iter().zip(heights) {
            let (room, below) = top(rest, height);
            if room.height > 0 {
                self.nation(nation, room);
            }
            rest = below;
        }
    }

    /// Where there is not even a line for each nation: those that matter most, and how many are left out in the last line. Answers
    /// how many lines are left for them.
    fn leave_out(&mut self, nations: &mut Vec<Nation>, area: Rect, below: usize) -> u16 {
        let room = usize::from(area.height.saturating_sub(1))
            .saturating_sub(below)
            .max(1);
        let ranked = nations.iter().sorted_by_key(|nation| nation.rank);
        let kept = ranked.take(room).map(|nation| nation.seat).collect_vec();
        let left = plural((nations.len() - kept.len()) as u64, "more nation");
        nations.retain(|nation| kept.contains(&nation.seat));
        let height = nations.len() + below;
        let text = format!("{} {left}: use the arrows", self.look.cut());
        self.text(row(area, height), &text, Role::Warn);
        height as u16
    }

    fn nation(&mut self, nation: &Nation, area: Rect) {
        let (heading, body) = top(area, 1);
        self.header(nation.seat, heading, area.height == 1);
        self.hit(heading, Thing::Nation(nation.seat));
        match body.height {
            _ if nation.cells.is_empty() => {}
            0 => {}
            1 => self.tokens(&nation.cells, body),
            2 | 3 => self.columns(&nation.cells, body),
            _ => self.boxes(&nation.cells, body),
        }
    }

    /// Who it is, whose turn, the hand, how far from winning; folded also what stands there.
    fn header(&mut self, seat: Seat, area: Rect, folded: bool) {
        let (shown, ui, look) = (self.shown, self.ui, self.look);
        let (dot, row) = (look.dot(), shown.row(seat));
        let (mark, mut role) = ui.mark(Thing::Nation(seat)).unwrap_or({
            match shown.view.turn == seat && shown.ended.is_none() {
                true => (look.turn(), Role::Head),
                false if seat == shown.me => (" ", Role::Own),
                false => (" ", Role::Head),
            }
        });
        if ui.at == Some(At::Nation(seat)) && role != Role::Cursor {
            role = Role::Fresh;
        }
        let who = format!("{mark}{} ", shown.player(seat));
        if shown
            .view
            .nations
            .get(seat.index())
            .is_none_or(Option::is_none)
        {
            let pieces = [(who, Role::Dim), ("out of the game".to_string(), Role::Dim)];
            return self.pieces(area, &pieces);
        }
        let mut pieces = Vec::new();
        match shown.view.hands.get(seat.index()) {
            _ if seat == shown.me => {}
            // All cards lie open.
            Some(Held::Cards(kinds)) => {
                let names = kinds
                    .iter()
                    .map(|kind| card_name(shown.rules(), *kind))
                    .join(", ");
                pieces.push((format!("hand: {names}"), Role::Plain));
            }
            _ => {
                let known = match shown.view.seen.get(seat.index()).map_or(0, Vec::len) {
                    0 => String::new(),
                    seen => format!(" ({seen} seen)"),
                };
                pieces.push((format!("hand {}{known}", shown.held(seat)), Role::Plain));
            }
        }
        let counters = shown
            .view
            .counters
            .get(seat.index())
            .filter(|counters| !counters.is_empty());
        pieces.extend(counters.map(|counters| (carried(shown.rules(), counters), Role::Plain)));
        if folded {
            let stacked: usize = row.iter().map(|building| building.stack.len()).sum();
            let buildings = plural(row.len() as u64, "building");
            pieces.push((
                format!("{buildings}, {}", plural(stacked as u64, "card")),
                Role::Plain,
            ));
        }
        if shown.is_bare(seat) {
            pieces.push((
                format!("{} last building, nothing on it", look.warning()),
                Role::Warn,
            ));
        }
        for goal in shown.goals.iter().filter(|goal| goal.seat == seat) {
            if goal.near() {
                pieces.push((
                    format!("{} {}!", look.warning(), goal.progress()),
                    Role::Warn,
                ));
            } else if goal.count.is_none_or(|(have, _)| have > 0) {
                pieces.push((goal.progress(), Role::Dim));
            }
        }
        pieces
            .iter_mut()
            .skip(1)
            .for_each(|(text, _)| text.insert_str(0, dot));
        pieces.insert(0, (who, role));
        self.pieces(area, &pieces);
    }

    /// The place of the building, or before the gap, that the cursor is on or where something happens.
    fn wanted(&self, cells: &[Cell]) -> Option<usize> {
        let seat = cells.first()?.spot.seat;
        let pointed = match self.ui.pointed() {
            Some(Thing::Building(spot) | Thing::Gap(spot)) => Some(spot),
            _ => None,
        };
        let happening = match self.ui.at {
            Some(At::Building(spot)) => Some(spot),
            _ => None,
        };
        let spot = [pointed, happening]
            .into_iter()
            .flatten()
            .find(|spot| spot.seat == seat)?;
        Some(usize::from(spot.place).min(cells.len() - 1))
    }

    /// Draws cells beside each other with `each`, gaps that can be chosen between them, and signs where there are more.
    fn beside(
        &mut self,
        cells: &[Cell],
        widths: &[usize],
        area: Rect,
        middle: u16,
        each: impl Fn(&mut Self, &Cell, Rect),
    ) {
        let (from, to) = visible(widths, usize::from(area.width), self.wanted(cells));
        let mut rest = area;
        let mut take = |width: usize| {
            let width = (width as u16).min(rest.width);
            let taken = Rect { width, ..rest };
            rest = right_of(rest, width);
            taken
        };
        let begin = take(GAP);
        self.gap(cells[from].spot, begin, middle);
        if from > 0 {
            let sign = self.look.more(true);
            self.text(
                Rect {
                    width: 1,
                    ..row(area, 0)
                },
                sign,
                Role::Warn,
            );
        }
        for index in from..to {
            let (room, spot) = (take(widths[index]), cells[index].spot);
            each(self, &cells[index], room);
            self.hit(room, Thing::Building(spot));
            self.gap(
                Spot {
                    place: spot.place + 1,
                    ..spot
                },
                take(GAP),
                middle,
            );
        }
        if to < cells.len() {
            let text = format!("{}{} more", self.look.more(false), cells.len() - to);
            let last = row(area, usize::from(area.height - 1));
            let room = right_of(last, area.width.saturating_sub(columns(&text) as u16));
            self.text(room, &text, Role::Warn);
        }
    }

    fn gap(&mut self, spot: Spot, area: Rect, middle: u16) {
        let thing = Thing::Gap(spot);
        if self.ui.candidate(thing).is_none() {
            return;
        }
        let line = row(area, usize::from(middle.min(area.height.saturating_sub(1))));
        let look = self.look;
        match self.ui.pointed() == Some(thing) {
            true => self.text(line, &look.cursor().repeat(2), Role::Cursor),
            false => self.text(line, look.pick(), Role::Pick),
        };
        self.hit(area, thing);
    }

    fn tokens(&mut self, cells: &[Cell], area: Rect) {
        let width = |cell: &Cell| columns(&cell.token()) + usize::from(cell.mark.is_empty());
        let widths = cells.iter().map(width).collect_vec();
        self.beside(cells, &widths, area, 0, |canvas, cell, room| {
            canvas.text(room, &cell.token(), cell.role);
        });
    }

    fn columns(&mut self, cells: &[Cell], area: Rect) {
        let height = usize::from(area.height);
        let width = |cell: &Cell| (cell.width(height, self.look) + 2).min(WIDEST);
        let widths = cells.iter().map(width).collect_vec();
        self.beside(cells, &widths, area, 0, |canvas, cell, room| {
            let lines = cell.lines(height, canvas.look);
            for (number, (there, line)) in room.rows().zip(&lines).enumerate() {
                if number == 0 {
                    let place = format!("{} ", cell.spot.place + 1);
                    let wide = canvas.text(there, &place, Role::Dim);
                    canvas.text(right_of(there, wide), line, cell.role);
                } else {
                    canvas.text(right_of(there, 2), line.trim_start(), Role::Plain);
                }
            }
        });
    }

    fn boxed_width(&self, cell: &Cell, body: usize) -> usize {
        (cell.width(body, self.ui.look) + 2).clamp(8, WIDEST + 2)
    }

    /// The cells in rows of boxes.
    fn boxed_rows<'c>(&self, cells: &'c [Cell], body: usize, width: u16) -> Vec<&'c [Cell]> {
        let widths = cells
            .iter()
            .map(|cell| self.boxed_width(cell, body))
            .collect_vec();
        let mut rows = Vec::new();
        let mut from = 0;
        while from < cells.len() {
            let (_, many) = visible(&widths[from..], usize::from(width), None);
            rows.push(&cells[from..from + many]);
            from += many;
        }
        rows
    }

    fn boxes(&mut self, cells: &[Cell], area: Rect) {
        let body = tallest_body(cells)
            .unwrap_or(1)
            .min(usize::from(area.height) - 2);
        let mut rows = self.boxed_rows(cells, body, area.width);
        let each = body as u16 + 2;
        // One row that is scrolled, unless all of them fit.
        if rows.len() as u16 * each > area.height {
            rows = vec![cells];
        }
        for (number, cells) in rows.into_iter().enumerate() {
            let line = Rect {
                height: each,
                ..row(area, number * usize::from(each))
            };
            let widths = cells
                .iter()
                .map(|cell| self.boxed_width(cell, body))
                .collect_vec();
            self.beside(cells, &widths, line, 1, Canvas::boxed);
        }
    }

    fn boxed(&mut self, cell: &Cell, room: Rect) {
        let strong = self.ui.pointed() == Some(Thing::Building(cell.spot));
        self.frame(room, strong, if strong { Role::Head } else { Role::Dim });
        let title = right_of(row(room, 0), 2);
        let title = Rect {
            width: room.width.saturating_sub(3),
            ..title
        };
        self.text(title, &cell.spot.to_string(), Role::Dim);
        let inner = room.inner(Margin::new(1, 1));
        let lines = cell.lines(usize::from(inner.height), self.look);
        for (number, (there, line)) in inner.rows().zip(&lines).enumerate() {
            self.text(
                there,
                line,
                if number == 0 { cell.role } else { Role::Plain },
            );
        }
    }
}

/// Lines of the tallest building.
fn tallest_body(cells: &[Cell]) -> Option<usize> {
    cells.iter().map(|cell| cell.body().len()).max()
}

/// Lines for each nation: in steps, those that matter most first.
fn heights(nations: &[Nation], area: Rect) -> Vec<u16> {
    let mut heights: Vec<u16> = vec![1; nations.len()];
    let order = (0..nations.len())
        .sorted_by_key(|index| nations[*index].rank)
        .collect_vec();
    let mut left = area.height.saturating_sub(nations.len() as u16);
    for step in [2, 3, 4, 5, 6, 7, 8, 10, 12, 16, 24, 40] {
        for index in &order {
            let more = step
                .min(nations[*index].tallest)
                .saturating_sub(heights[*index]);
            if more <= left {
                heights[*index] += more;
                left -= more;
            }
        }
    }
    heights
}

/// Those of the cells that fit beside each other, with the one that matters among them.
fn visible(widths: &[usize], room: usize, wanted: Option<usize>) -> (usize, usize) {
    let fits = |from: usize| {
        let ends = widths[from..].iter().scan(GAP, |used, width| {
            *used += width + GAP;
            Some(*used)
        });
        ends.take_while(|end| *end <= room).count()
    };
    let mut from = 0;
    loop {
        let to = from + fits(from).max(1);
        match wanted {
            Some(wanted) if wanted >= to && to < widths.len() => from += 1,
            _ => return (from, to.min(widths.len())),
        }
    }
}

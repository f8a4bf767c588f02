//! The nations, one below the other: as much of each as there is room for, more of those that matter now.

use ratatui::layout::{Margin, Rect};
use ratatui::widgets::{Block, Borders, Widget};

use crate::tui::draw::bars::cards;
use crate::tui::draw::cell::Cell;
use crate::tui::draw::{Pen, right_of, row, top};
use crate::tui::look::{Role, columns};
use crate::tui::shown::Shown;
use crate::tui::ui::Ui;
use board::{Held, Seat};
use explain::names::printed::card_name;
use explain::options::decision::Spot;
use explain::options::pointing::{Thing, seat_of};
use session::screen::carried;
use session::told::At;
use text::plural;

/// Columns between two buildings: a place where another one could be built.
const GAP: usize = 2;
/// The widest that a building is drawn.
const WIDEST: usize = 24;

pub fn draw(pen: &mut Pen<'_>, shown: &Shown, ui: &Ui, area: Rect) {
    let all: Vec<Seat> = shown.seats().collect();
    // What the cursor is on wants a line below the name of its nation.
    let below = usize::from(matches!(
        ui.pointed(),
        Some(Thing::Building(_) | Thing::Gap(_))
    ));
    let (seats, area) = match all.len() + below > usize::from(area.height) {
        true => most_important(pen, shown, ui, &all, area, below),
        false => (all, area),
    };
    let heights = heights(shown, ui, &seats, area);
    let mut y = area.y;
    for (seat, height) in seats.iter().zip(heights) {
        let room = Rect {
            y,
            height: height.min(area.bottom().saturating_sub(y)),
            ..area
        };
        if room.height > 0 {
            nation(pen, shown, ui, *seat, room);
        }
        y += room.height;
    }
}

/// Where there is not even a line for each nation: those that matter most, and how many are left out in the last line.
fn most_important(
    pen: &mut Pen<'_>,
    shown: &Shown,
    ui: &Ui,
    seats: &[Seat],
    area: Rect,
    below: usize,
) -> (Vec<Seat>, Rect) {
    let mut ranked: Vec<Seat> = seats.to_vec();
    ranked.sort_by_key(|seat| rank(shown, ui, *seat));
    ranked.truncate(
        usize::from(area.height.saturating_sub(1))
            .saturating_sub(below)
            .max(1),
    );
    let kept: Vec<Seat> = seats
        .iter()
        .copied()
        .filter(|seat| ranked.contains(seat))
        .collect();
    let (height, left) = (
        (kept.len() + below) as u16,
        plural((seats.len() - kept.len()) as u64, "nation"),
    );
    pen.text(
        row(area, usize::from(height)),
        &format!("{} {left} more: the arrows go there", ui.look.cut()),
        Role::Warn,
    );
    (kept, Rect { height, ..area })
}

/// How much a nation matters now; the lowest matters most.
fn rank(shown: &Shown, ui: &Ui, seat: Seat) -> u8 {
    let happening = ui.at.map(|at| match at {
        At::Nation(seat) => seat,
        At::Building(spot) => spot.seat,
    });
    match seat {
        _ if Some(seat) == ui.pointed().and_then(seat_of) || Some(seat) == happening => 0,
        _ if seat == shown.me => 1,
        _ if ui
            .candidates
            .iter()
            .any(|candidate| seat_of(candidate.thing) == Some(seat)) =>
        {
            2
        }
        _ => 3,
    }
}

/// Lines that all nations would fill.
pub fn wanted_height(shown: &Shown, ui: &Ui, width: u16) -> u16 {
    shown
        .seats()
        .map(|seat| tallest(shown, ui, seat, width))
        .sum()
}

/// Lines for each nation: in steps, those that matter most first.
fn heights(shown: &Shown, ui: &Ui, seats: &[Seat], area: Rect) -> Vec<u16> {
    let mut heights: Vec<u16> = vec![1; seats.len()];
    let most: Vec<u16> = seats
        .iter()
        .map(|seat| tallest(shown, ui, *seat, area.width))
        .collect();
    let mut order: Vec<usize> = (0..seats.len()).collect();
    order.sort_by_key(|index| rank(shown, ui, seats[*index]));
    let mut left = area.height.saturating_sub(seats.len() as u16);
    for step in [2, 3, 4, 5, 6, 7, 8, 10, 12, 16, 24, 40] {
        for index in &order {
            let wanted = step.min(most[*index]);
            let more = wanted.saturating_sub(heights[*index]);
            if more <= left {
                heights[*index] += more;
                left -= more;
            }
        }
    }
    heights
}

/// Lines that a nation would fill.
fn tallest(shown: &Shown, ui: &Ui, seat: Seat, width: u16) -> u16 {
    let cells = cells(shown, ui, seat);
    if cells.is_empty() {
        return 1;
    }
    let body = cells
        .iter()
        .map(|cell| cell.body().len())
        .max()
        .unwrap_or(1);
    let rows = boxed_rows(&cells, body, width, ui).len();
    1 + rows as u16 * (body as u16 + 2)
}

fn cells(shown: &Shown, ui: &Ui, seat: Seat) -> Vec<Cell> {
    let places = 0..shown.row(seat).len() as u16;
    places
        .filter_map(|place| Cell::of(shown, ui, Spot { seat, place }))
        .collect()
}

fn nation(pen: &mut Pen<'_>, shown: &Shown, ui: &Ui, seat: Seat, area: Rect) {
    let (heading, body) = top(area, 1);
    header(pen, shown, ui, seat, heading, area.height == 1);
    pen.hit(heading, Thing::Nation(seat));
    let cells = cells(shown, ui, seat);
    if body.height == 0 || cells.is_empty() {
        return;
    }
    match body.height {
        1 => tokens(pen, ui, &cells, body),
        2 | 3 => columns_of(pen, ui, &cells, body),
        _ => boxes(pen, ui, &cells, body),
    }
}

/// Who it is, whose turn, the hand, how far from winning; folded also what stands there.
fn header(pen: &mut Pen<'_>, shown: &Shown, ui: &Ui, seat: Seat, area: Rect, folded: bool) {
    let look = ui.look;
    let (thing, dot) = (Thing::Nation(seat), look.dot());
    let candidate = ui.candidate(thing).is_some();
    let turn = shown.view.turn == seat && shown.ended.is_none();
    let (mark, role) = match (ui.pointed() == Some(thing), candidate) {
        (true, _) => (look.cursor(), Role::Cursor),
        (false, true) => (look.pick(), Role::Pick),
        (false, false) if turn => (look.turn(), Role::Head),
        (false, false) => (
            " ",
            if seat == shown.me {
                Role::Own
            } else {
                Role::Head
            },
        ),
    };
    let happening = ui.at == Some(At::Nation(seat));
    let role = if happening && role != Role::Cursor {
        Role::Fresh
    } else {
        role
    };
    let who = format!("{mark}{} ", shown.player(seat));
    let row = shown.row(seat);
    if row.is_empty()
        && shown
            .view
            .nations
            .get(seat.index())
            .is_none_or(Option::is_none)
    {
        pen.pieces(
            area,
            &[(who, Role::Dim), ("out of the game".to_string(), Role::Dim)],
        );
        return;
    }
    let mut pieces = vec![(who, role)];
    if let (true, Some(Held::Cards(kinds))) = (seat != shown.me, shown.view.hands.get(seat.index()))
    {
        // All cards lie open.
        let names: Vec<&str> = kinds
            .iter()
            .map(|kind| card_name(shown.rules(), *kind))
            .collect();
        pieces.push((format!("hand: {}", names.join(", ")), Role::Plain));
    } else if seat != shown.me {
        let seen = shown.view.seen.get(seat.index()).map_or(0, Vec::len);
        let known = if seen > 0 {
            format!(" ({seen} seen)")
        } else {
            String::new()
        };
        pieces.push((format!("hand {}{known}", shown.held(seat)), Role::Plain));
    }
    if let Some(counters) = shown
        .view
        .counters
        .get(seat.index())
        .filter(|counters| !counters.is_empty())
    {
        pieces.push((
            format!("{dot}{}", carried(shown.rules(), counters)),
            Role::Plain,
        ));
    }
    if folded {
        let stacked: usize = row.iter().map(|building| building.stack.len()).sum();
        let buildings = plural(row.len() as u64, "building");
        pieces.push((format!("{dot}{buildings}, {}", cards(stacked)), Role::Plain));
    }
    if shown.is_bare(seat) {
        pieces.push((
            format!("{dot}{} last building, nothing on it", look.warning()),
            Role::Warn,
        ));
    }
    for goal in shown.goals.iter().filter(|goal| goal.seat == seat) {
        if goal.near() {
            pieces.push((
                format!("{dot}{} {}!", look.warning(), goal.progress()),
                Role::Warn,
            ));
        } else if goal.count.is_none_or(|(have, _)| have > 0) {
            pieces.push((format!("{dot}{}", goal.progress()), Role::Dim));
        }
    }
    if pieces.len() > 1 && pieces[1].0.starts_with(dot) {
        pieces[1].0 = pieces[1].0[dot.len()..].to_string();
    }
    pen.pieces(area, &pieces);
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

/// The place of the building, or before the gap, that the cursor is on or where something happens.
fn wanted(ui: &Ui, cells: &[Cell]) -> Option<usize> {
    let seat = cells.first()?.spot.seat;
    let spot = match ui.pointed() {
        Some(Thing::Building(spot) | Thing::Gap(spot)) if spot.seat == seat => Some(spot),
        _ => None,
    };
    let happening = match ui.at {
        Some(At::Building(spot)) if spot.seat == seat => Some(spot),
        _ => None,
    };
    spot.or(happening)
        .map(|spot| usize::from(spot.place).min(cells.len() - 1))
}

/// Draws cells beside each other with `each`, gaps that can be chosen between them, and signs where there are more.
fn beside(
    pen: &mut Pen<'_>,
    ui: &Ui,
    cells: &[Cell],
    widths: &[usize],
    area: Rect,
    middle: u16,
    mut each: impl FnMut(&mut Pen<'_>, &Cell, Rect),
) {
    let (from, to) = visible(widths, usize::from(area.width), wanted(ui, cells));
    let mut x = area.x;
    gap(
        pen,
        ui,
        cells[from].spot,
        Rect {
            x,
            width: GAP as u16,
            ..area
        },
        middle,
    );
    if from > 0 {
        let sign = pen.look.more(true);
        pen.text(
            Rect {
                x,
                y: area.y,
                width: 1,
                height: 1,
            },
            sign,
            Role::Warn,
        );
    }
    x += GAP as u16;
    for index in from..to {
        let width = (widths[index] as u16).min(area.right().saturating_sub(x));
        let room = Rect { x, width, ..area };
        each(pen, &cells[index], room);
        pen.hit(room, Thing::Building(cells[index].spot));
        x += width;
        let next = Spot {
            place: cells[index].spot.place + 1,
            ..cells[index].spot
        };
        let width = (GAP as u16).min(area.right().saturating_sub(x));
        gap(pen, ui, next, Rect { x, width, ..area }, middle);
        x += width;
    }
    if to < cells.len() {
        let text = format!("{}{} more", pen.look.more(false), cells.len() - to);
        let width = (columns(&text) as u16).min(area.width);
        let room = Rect {
            x: area.right() - width,
            y: area.bottom() - 1,
            width,
            height: 1,
        };
        pen.text(room, &text, Role::Warn);
    }
}

fn gap(pen: &mut Pen<'_>, ui: &Ui, spot: Spot, area: Rect, middle: u16) {
    let thing = Thing::Gap(spot);
    if ui.candidate(thing).is_none() {
        return;
    }
    let line = row(area, usize::from(middle.min(area.height.saturating_sub(1))));
    match ui.pointed() == Some(thing) {
        true => pen.text(line, &pen.look.cursor().repeat(2), Role::Cursor),
        false => pen.text(line, pen.look.pick(), Role::Pick),
    };
    pen.hit(area, thing);
}

fn tokens(pen: &mut Pen<'_>, ui: &Ui, cells: &[Cell], area: Rect) {
    let widths: Vec<usize> = cells
        .iter()
        .map(|cell| columns(&cell.token()) + usize::from(cell.mark.is_empty()))
        .collect();
    beside(pen, ui, cells, &widths, area, 0, |pen, cell, room| {
        pen.text(room, &cell.token(), cell.role);
    });
}

fn columns_of(pen: &mut Pen<'_>, ui: &Ui, cells: &[Cell], area: Rect) {
    let height = usize::from(area.height);
    let widths: Vec<usize> = cells
        .iter()
        .map(|cell| (cell.width(height, ui.look) + 2).min(WIDEST))
        .collect();
    beside(pen, ui, cells, &widths, area, 0, |pen, cell, room| {
        let lines = cell.lines(height, pen.look);
        for (number, (there, line)) in room.rows().zip(&lines).enumerate() {
            if number == 0 {
                let wide = pen.text(there, &format!("{} ", cell.spot.place + 1), Role::Dim);
                pen.text(right_of(there, wide), line, cell.role);
            } else {
                pen.text(right_of(there, 2), line.trim_start(), Role::Plain);
            }
        }
    });
}

/// The cells in rows of boxes: their first and last ones.
fn boxed_rows(cells: &[Cell], body: usize, width: u16, ui: &Ui) -> Vec<(usize, usize)> {
    let widths: Vec<usize> = cells
        .iter()
        .map(|cell| boxed_width(cell, body, ui))
        .collect();
    let mut rows = Vec::new();
    let mut from = 0;
    while from < cells.len() {
        let (_, to) = visible(&widths[from..], usize::from(width), None);
        rows.push((from, from + to));
        from += to;
    }
    rows
}

fn boxed_width(cell: &Cell, body: usize, ui: &Ui) -> usize {
    (cell.width(body, ui.look) + 2).clamp(8, WIDEST + 2)
}

fn boxes(pen: &mut Pen<'_>, ui: &Ui, cells: &[Cell], area: Rect) {
    let tallest = cells
        .iter()
        .map(|cell| cell.body().len())
        .max()
        .unwrap_or(1);
    let body = tallest.min(usize::from(area.height) - 2);
    let rows = boxed_rows(cells, body, area.width, ui);
    let each = body as u16 + 2;
    // One row that is scrolled, unless all of them fit.
    let rows = if rows.len() as u16 * each <= area.height {
        rows
    } else {
        vec![(0, cells.len())]
    };
    for (number, (from, to)) in rows.into_iter().enumerate() {
        let line = Rect {
            y: area.y + number as u16 * each,
            height: each,
            ..area
        };
        let cells = &cells[from..to];
        let widths: Vec<usize> = cells
            .iter()
            .map(|cell| boxed_width(cell, body, ui))
            .collect();
        beside(pen, ui, cells, &widths, line, 1, |pen, cell, room| {
            boxed(pen, ui, cell, room)
        });
    }
}

fn boxed(pen: &mut Pen<'_>, ui: &Ui, cell: &Cell, room: Rect) {
    let look = pen.look;
    let strong = ui.pointed() == Some(Thing::Building(cell.spot));
    let (set, role) = if strong {
        (look.bold_border(), Role::Head)
    } else {
        (look.border(), Role::Dim)
    };
    Block::new()
        .borders(Borders::ALL)
        .border_set(set)
        .border_style(look.style(role))
        .render(room, pen.buffer);
    let inner = room.inner(Margin::new(1, 1));
    let title = Rect {
        x: room.x + 2,
        width: room.width.saturating_sub(3),
        ..row(room, 0)
    };
    pen.text(
        title,
        &format!("{}.{}", cell.spot.seat, cell.spot.place + 1),
        Role::Dim,
    );
    let lines = cell.lines(usize::from(inner.height), look);
    for (number, (there, line)) in inner.rows().zip(&lines).enumerate() {
        pen.text(
            there,
            line,
            if number == 0 { cell.role } else { Role::Plain },
        );
    }
}

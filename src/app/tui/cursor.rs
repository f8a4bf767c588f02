//! How arrows move the cursor: over what can be chosen, or over everything on the table.

use crate::tui::shown::Shown;
use crate::tui::ui::Ui;
use explain::options::decision::Spot;
use explain::options::steps::{Thing, seat_of};
use itertools::Itertools;

/// What one looks at may be gone: then it is something that is there, if anything is.
pub fn steady(shown: &Shown, ui: &mut Ui) {
    let there = |thing: &Thing| match *thing {
        Thing::Building(spot) => shown.building(spot).is_some(),
        Thing::Hand(kind) => shown.hand().contains(&kind),
        _ => false,
    };
    if ui.looking.as_ref().is_some_and(there) {
        return;
    }
    let own = std::iter::once(shown.me).chain(shown.seats());
    let buildings = own.map(|seat| Thing::Building(Spot { seat, place: 0 }));
    let hand = ui.slots.iter().flatten().map(|kind| Thing::Hand(*kind));
    ui.looking = buildings.chain(hand).find(there);
}

/// Moves what one looks at on the table.
pub fn look_on(shown: &Shown, ui: &mut Ui, across: isize, down: isize) {
    let row = |seat| {
        (0..shown.row(seat).len() as u16).map(move |place| Thing::Building(Spot { seat, place }))
    };
    let hand = ui.slots.iter().flatten().map(|kind| Thing::Hand(*kind));
    let things = shown.seats().flat_map(row).chain(hand).collect_vec();
    ui.looking = moved(&rows(shown, ui, &things), ui.looking, across, down).or(ui.looking);
}

/// Things in rows, as they stand on the screen: the nations, the hand, ending the turn; or a list.
pub fn rows(shown: &Shown, ui: &Ui, things: &[Thing]) -> Vec<Vec<Thing>> {
    let those =
        |wanted: &dyn Fn(&Thing) -> bool| things.iter().copied().filter(wanted).collect_vec();
    let nation = |seat| {
        let mut row = those(&|thing| seat_of(*thing) == Some(seat));
        row.sort_by_key(|thing| match thing {
            Thing::Building(spot) | Thing::Gap(spot) => spot.place,
            _ => 0,
        });
        row
    };
    let mut hand = those(&|thing| matches!(thing, Thing::Hand(_)));
    hand.sort_by_key(|thing| match thing {
        Thing::Hand(kind) => ui.slots.iter().position(|slot| slot == &Some(*kind)),
        _ => None,
    });
    let listed = those(&|thing| matches!(thing, Thing::Line(_) | Thing::Decline));
    let rows = shown
        .seats()
        .map(nation)
        .chain([hand, those(&|thing| *thing == Thing::Pass)]);
    let rows = rows.chain(listed.into_iter().map(|thing| vec![thing]));
    rows.filter(|row| !row.is_empty()).collect()
}

/// The next thing in that direction. Sideways one goes on into the next row, so that everything can be reached by one key.
pub fn moved(
    rows: &[Vec<Thing>],
    from: Option<Thing>,
    across: isize,
    down: isize,
) -> Option<Thing> {
    let at = rows.iter().enumerate().find_map(|(row, things)| {
        let column = things.iter().position(|thing| Some(*thing) == from)?;
        Some((row, column))
    });
    let Some((row, column)) = at else {
        return rows.first()?.first().copied();
    };
    if down != 0 {
        let next = &rows[row.checked_add_signed(down)?.min(rows.len() - 1)];
        // About as far to the right, of rows of different lengths.
        let length = rows[row].len().max(1);
        let to = if next.len() == rows[row].len() {
            column
        } else {
            column * next.len() / length
        };
        return next.get(to.min(next.len() - 1)).copied();
    }
    let all: Vec<Thing> = rows.iter().flatten().copied().collect();
    let index = rows[..row].iter().map(Vec::len).sum::<usize>() + column;
    all.get((index as isize + across).rem_euclid(all.len() as isize) as usize)
        .copied()
}

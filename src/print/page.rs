//! Cards on pages: nine to a page, each page of fronts followed by its backs, which lie mirrored: the paper is turned over at
//! its long edge.

use kurbo::BezPath;

use crate::card::{HEIGHT, Printed, WIDTH};
use crate::drawing::segment;

/// Columns and rows of a page.
pub const COLUMNS: usize = 3;
pub const ROWS: usize = 3;

/// Sheets of paper.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Paper {
    A4,
    Letter,
}

impl Paper {
    /// Width and height in points.
    pub fn size(self) -> (f64, f64) {
        match self {
            Paper::A4 => (210.0 * 72.0 / 25.4, 297.0 * 72.0 / 25.4),
            Paper::Letter => (612.0, 792.0),
        }
    }

    /// As CSS calls it.
    pub fn name(self) -> &'static str {
        match self {
            Paper::A4 => "A4",
            Paper::Letter => "letter",
        }
    }

    /// Where the first card lies, from the top left.
    pub fn corner(self) -> (f64, f64) {
        let (width, height) = self.size();
        (
            (width - COLUMNS as f64 * WIDTH) / 2.0,
            (height - ROWS as f64 * HEIGHT) / 2.0,
        )
    }

    /// Short lines outside the cards along which they are cut.
    pub fn cuts(self) -> Vec<BezPath> {
        const LENGTH: f64 = 11.0;
        let ((left, top), mut cuts) = (self.corner(), Vec::new());
        let (right, bottom) = (left + COLUMNS as f64 * WIDTH, top + ROWS as f64 * HEIGHT);
        for column in 0..=COLUMNS {
            let x = left + column as f64 * WIDTH;
            cuts.push(segment((x, top - BLEED - LENGTH), (x, top - BLEED)));
            cuts.push(segment((x, bottom + BLEED), (x, bottom + BLEED + LENGTH)));
        }
        for row in 0..=ROWS {
            let y = top + row as f64 * HEIGHT;
            cuts.push(segment((left - BLEED - LENGTH, y), (left - BLEED, y)));
            cuts.push(segment((right + BLEED, y), (right + BLEED + LENGTH, y)));
        }
        cuts
    }
}

/// How far the ground of the cards goes on around them, for a knife that slips.
pub const BLEED: f64 = 4.0;

/// A side of a card at its place on a page.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Place {
    /// Which card, of those that are printed.
    pub card: usize,
    pub column: usize,
    pub row: usize,
}

/// A page, with the fronts or the backs of up to nine cards.
#[derive(Debug, Clone, PartialEq)]
pub struct Page {
    pub backs: bool,
    pub places: Vec<Place>,
}

/// All copies of all cards, page by page.
pub fn pages(cards: &[Printed]) -> Vec<Page> {
    let copies = cards.iter().enumerate();
    let all: Vec<usize> = copies
        .flat_map(|(at, card)| std::iter::repeat_n(at, card.copies))
        .collect();
    let mut pages = Vec::new();
    for sheet in all.chunks(COLUMNS * ROWS) {
        for backs in [false, true] {
            let place = |(at, card): (usize, &usize)| {
                let column = at % COLUMNS;
                Place {
                    card: *card,
                    column: if backs { COLUMNS - 1 - column } else { column },
                    row: at / COLUMNS,
                }
            };
            let places = sheet.iter().enumerate().map(place).collect();
            pages.push(Page { backs, places });
        }
    }
    pages
}

/// Where a place is on that paper.
pub fn at(paper: Paper, place: Place) -> (f64, f64) {
    let (left, top) = paper.corner();
    (
        left + place.column as f64 * WIDTH,
        top + place.row as f64 * HEIGHT,
    )
}

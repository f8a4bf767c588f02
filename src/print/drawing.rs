//! What a side of a card is made of: filled and stroked lines, and text. All lengths are in points, downwards from the top left.

use kurbo::{Affine, BezPath, Circle, Rect, Shape as _};

use crate::font::{Font, Placed};

/// A colour: red, green, blue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Colour(pub u8, pub u8, pub u8);

impl Colour {
    /// Reads `#a93226`.
    pub fn of(text: &str) -> Colour {
        let part = |at| {
            let part = text.get(at..at + 2);
            part.and_then(|part| u8::from_str_radix(part, 16).ok())
                .unwrap_or(0)
        };
        Colour(part(1), part(3), part(5))
    }
}

/// Something that is drawn.
#[derive(Debug, Clone, PartialEq)]
pub enum Shape {
    Fill {
        path: BezPath,
        colour: Colour,
    },
    Stroke {
        path: BezPath,
        width: f64,
        colour: Colour,
    },
    Line {
        glyphs: Vec<Placed>,
        x: f64,
        /// Where its letters stand.
        y: f64,
        size: f64,
        colour: Colour,
    },
}

/// A side of a card, and what it shows in words.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Drawing {
    pub width: f64,
    pub height: f64,
    pub shapes: Vec<Shape>,
    /// What it is called, and what is written on it: for those who cannot see it.
    pub title: String,
    pub words: String,
}

impl Drawing {
    pub fn fill(&mut self, path: BezPath, colour: Colour) {
        self.shapes.push(Shape::Fill { path, colour });
    }

    pub fn stroke(&mut self, path: BezPath, width: f64, colour: Colour) {
        self.shapes.push(Shape::Stroke {
            path,
            width,
            colour,
        });
    }

    /// Lines of a text that begins there, with so much space between its letters, in parts of its size.
    pub fn line(
        &mut self,
        (font, size, spacing): (Font, f64, f64),
        (x, y): (f64, f64),
        text: &str,
        colour: Colour,
    ) {
        let glyphs = font.line(text, spacing).0;
        self.shapes.push(Shape::Line {
            glyphs,
            x,
            y,
            size,
            colour,
        });
    }

    /// An emblem, by its lines in a box of 48 by 48, in a box of that size.
    pub fn emblem(&mut self, lines: &str, (x, y): (f64, f64), size: f64, colour: Colour) {
        // The emblems and stamps are our own.
        let mut path = BezPath::from_svg(lines).unwrap_or_default();
        path.apply_affine(Affine::translate((x, y)) * Affine::scale(size / 48.0));
        self.stroke(path, 2.7 * size / 48.0, colour);
    }
}

/// How far curves may be from a true circle.
const TOLERANCE: f64 = 0.01;

pub fn rect(x: f64, y: f64, width: f64, height: f64) -> BezPath {
    Rect::new(x, y, x + width, y + height).to_path(TOLERANCE)
}

pub fn circle(x: f64, y: f64, radius: f64) -> BezPath {
    Circle::new((x, y), radius).to_path(TOLERANCE)
}

pub fn segment(from: (f64, f64), to: (f64, f64)) -> BezPath {
    let mut path = BezPath::new();
    path.move_to(from);
    path.line_to(to);
    path
}

//! Drawings as SVG, with letters as outlines: they look the same on every machine.

use std::collections::BTreeSet;
use std::fmt::Write;

use kurbo::{Affine, BezPath, PathEl};

use crate::drawing::{Colour, Drawing, Shape};
use crate::font::Glyph;

/// A drawing as a file of its own.
pub fn svg(drawing: &Drawing) -> String {
    let mut glyphs = BTreeSet::new();
    let shapes = shapes(drawing, &mut glyphs);
    let Drawing { width, height, .. } = drawing;
    let (wide, high) = (number(width / 72.0 * 25.4), number(height / 72.0 * 25.4));
    let view = format!("{} {}", number(*width), number(*height));
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{wide}mm\" height=\"{high}mm\" viewBox=\"0 0 {view}\" role=\"img\">\n{}\n",
        words(drawing)
    );
    // Writing to a string cannot fail.
    let _ = write!(out, "<defs>{}</defs>\n{shapes}</svg>\n", outlines(&glyphs));
    out
}

/// What a drawing shows, for those who cannot see it.
pub fn words(drawing: &Drawing) -> String {
    format!(
        "<title>{}</title>\n<desc>{}</desc>",
        escaped(&drawing.title),
        escaped(&drawing.words)
    )
}

/// The outlines of glyphs, to be used by their ids.
pub fn outlines(glyphs: &BTreeSet<Glyph>) -> String {
    let mut out = String::new();
    for glyph in glyphs {
        let lines = path(&glyph.outline());
        if !lines.is_empty() {
            let _ = write!(out, "\n<path id=\"{}\" d=\"{lines}\"/>", id(*glyph));
        }
    }
    out
}

/// What is drawn, and the glyphs that it uses.
pub fn shapes(drawing: &Drawing, glyphs: &mut BTreeSet<Glyph>) -> String {
    let mut out = String::new();
    for shape in &drawing.shapes {
        let _ = match shape {
            Shape::Fill {
                path: lines,
                colour,
            } => {
                writeln!(
                    out,
                    "<path d=\"{}\" fill=\"{}\"/>",
                    path(lines),
                    hex(*colour)
                )
            }
            Shape::Stroke {
                path: lines,
                width,
                colour,
            } => writeln!(
                out,
                "<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\" stroke-linecap=\"round\" stroke-linejoin=\"round\"/>",
                path(lines),
                hex(*colour),
                number(*width)
            ),
            Shape::Line {
                glyphs: line,
                x,
                y,
                size,
                colour,
            } => {
                let _ = write!(out, "<g fill=\"{}\">", hex(*colour));
                for placed in line.iter().filter(|placed| placed.letter != ' ') {
                    glyphs.insert(placed.glyph);
                    let scale = size / placed.glyph.font.units();
                    let _ = write!(
                        out,
                        "<use href=\"#{0}\" transform=\"matrix({2} 0 0 -{2} {1} {3})\"/>",
                        id(placed.glyph),
                        number(x + placed.x * size),
                        scale_number(scale),
                        number(*y)
                    );
                }
                writeln!(out, "</g>")
            }
        };
    }
    out
}

fn id(glyph: Glyph) -> String {
    format!("g{}-{}", glyph.font as u8, glyph.id)
}

pub fn hex(Colour(red, green, blue): Colour) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// A length to the hundredth.
pub fn number(length: f64) -> String {
    trimmed(format!("{length:.2}"))
}

fn scale_number(scale: f64) -> String {
    trimmed(format!("{scale:.6}"))
}

fn trimmed(text: String) -> String {
    let text = text.trim_end_matches('0').trim_end_matches('.');
    match text {
        "-0" | "" => "0".to_string(),
        text => text.to_string(),
    }
}

pub fn path(lines: &BezPath) -> String {
    let mut out = String::new();
    let mut add = |letter: &str, points: &[kurbo::Point]| {
        out.push_str(letter);
        let points = points
            .iter()
            .map(|point| format!("{} {}", number(point.x), number(point.y)));
        out.push_str(&points.collect::<Vec<_>>().join(" "));
    };
    for element in lines {
        match element {
            PathEl::MoveTo(to) => add("M", &[to]),
            PathEl::LineTo(to) => add("L", &[to]),
            PathEl::QuadTo(one, to) => add("Q", &[one, to]),
            PathEl::CurveTo(one, other, to) => add("C", &[one, other, to]),
            PathEl::ClosePath => add("z", &[]),
        }
    }
    out
}

pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

/// Where a glyph lies in a drawing.
pub fn placed(glyph: Glyph, x: f64, y: f64, size: f64) -> Affine {
    let scale = size / glyph.font.units();
    Affine::new([scale, 0.0, 0.0, -scale, x, y])
}

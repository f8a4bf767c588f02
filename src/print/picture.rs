//! Drawings as PNG.

use kurbo::{Affine, BezPath, PathEl};
use tiny_skia::{
    Color, FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, Stroke, Transform,
};

use crate::drawing::{Colour, Drawing, Shape};
use crate::svg::placed;

/// Width and height of a picture of a card, in pixels: 300 to the inch.
pub const CARD: (u32, u32) = (744, 1039);

/// A card as a picture.
pub fn png(drawing: &Drawing) -> Vec<u8> {
    let mut picture = Picture::new(CARD.0, CARD.1);
    picture.draw(drawing, (0.0, 0.0), CARD);
    picture.png()
}

/// A picture that drawings are drawn into.
pub struct Picture(Pixmap);

impl Picture {
    /// A white picture of that size.
    pub fn new(width: u32, height: u32) -> Picture {
        let mut pixmap = Pixmap::new(width, height).expect("pictures have a size");
        pixmap.fill(Color::WHITE);
        Picture(pixmap)
    }

    /// Draws into a box.
    pub fn draw(&mut self, drawing: &Drawing, (x, y): (f64, f64), (width, height): (u32, u32)) {
        let (wide, high) = (
            f64::from(width) / drawing.width,
            f64::from(height) / drawing.height,
        );
        let there = Affine::new([wide, 0.0, 0.0, high, x, y]);
        for shape in &drawing.shapes {
            match shape {
                Shape::Fill { path, colour } => self.fill(path, there, *colour),
                Shape::Stroke {
                    path,
                    width,
                    colour,
                } => {
                    if let Some(path) = lines(path, Affine::IDENTITY) {
                        let stroke = Stroke {
                            width: *width as f32,
                            line_cap: LineCap::Round,
                            line_join: LineJoin::Round,
                            ..Stroke::default()
                        };
                        let there = transform(there);
                        self.0
                            .stroke_path(&path, &paint(*colour), &stroke, there, None);
                    }
                }
                Shape::Line {
                    glyphs,
                    x,
                    y,
                    size,
                    colour,
                } => {
                    for glyph in glyphs {
                        let at = placed(glyph.glyph, x + glyph.x * size, *y, *size);
                        self.fill(&glyph.glyph.outline(), there * at, *colour);
                    }
                }
            }
        }
    }

    fn fill(&mut self, path: &BezPath, there: Affine, colour: Colour) {
        if let Some(path) = lines(path, there) {
            let paint = paint(colour);
            let pixmap = &mut self.0;
            pixmap.fill_path(
                &path,
                &paint,
                FillRule::Winding,
                Transform::identity(),
                None,
            );
        }
    }

    /// The picture as a file.
    pub fn png(self) -> Vec<u8> {
        self.0
            .encode_png()
            .expect("a picture in memory can be packed")
    }
}

fn paint(Colour(red, green, blue): Colour) -> Paint<'static> {
    let mut paint = Paint::default();
    paint.set_color_rgba8(red, green, blue, 255);
    paint
}

fn transform(affine: Affine) -> Transform {
    let [a, b, c, d, e, f] = affine.as_coeffs().map(|number| number as f32);
    Transform::from_row(a, b, c, d, e, f)
}

/// Lines as the renderer has them; none where there are none.
fn lines(path: &BezPath, there: Affine) -> Option<Path> {
    let mut builder = PathBuilder::new();
    let at = |point: kurbo::Point| {
        let point = there * point;
        (point.x as f32, point.y as f32)
    };
    for element in path {
        match element {
            PathEl::MoveTo(to) => {
                let (x, y) = at(to);
                builder.move_to(x, y);
            }
            PathEl::LineTo(to) => {
                let (x, y) = at(to);
                builder.line_to(x, y);
            }
            PathEl::QuadTo(one, to) => {
                let ((x1, y1), (x, y)) = (at(one), at(to));
                builder.quad_to(x1, y1, x, y);
            }
            PathEl::CurveTo(one, other, to) => {
                let ((x1, y1), (x2, y2), (x, y)) = (at(one), at(other), at(to));
                builder.cubic_to(x1, y1, x2, y2, x, y);
            }
            PathEl::ClosePath => builder.close(),
        }
    }
    builder.finish()
}

//! The fonts of the cards: which glyphs a text has, and how far they reach.

use std::sync::LazyLock;

use kurbo::BezPath;
use ttf_parser::gpos::{PairAdjustment, PositioningSubtable};
use ttf_parser::{GlyphId, OutlineBuilder, Tag};

macro_rules! font {
    ($name:literal) => {
        include_bytes!(concat!(env!("OUT_DIR"), "/", $name))
    };
}

/// A font of the cards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Font {
    /// What cards say.
    Text,
    /// Their names.
    Name,
    /// Small capitals as of a typewriter, and signs that the others lack.
    Label,
}

/// A glyph of a font.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Glyph {
    pub font: Font,
    pub id: u16,
}

/// A glyph of a line, what it stands for, and where it begins.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Placed {
    pub glyph: Glyph,
    pub letter: char,
    /// From the beginning of the line, at size 1.
    pub x: f64,
}

static FACES: LazyLock<[ttf_parser::Face<'static>; 3]> = LazyLock::new(|| {
    let fonts: [&[u8]; 3] = [
        font!("LibertinusSerif-Regular"),
        font!("LibertinusSerif-Semibold"),
        font!("DejaVuSansMono-Bold"),
    ];
    fonts.map(|font| ttf_parser::Face::parse(font, 0).expect("build.rs has read the fonts"))
});

impl Font {
    fn face(self) -> &'static ttf_parser::Face<'static> {
        &FACES[self as usize]
    }

    /// The units of its glyphs that make one size.
    pub fn units(self) -> f64 {
        f64::from(self.face().units_per_em())
    }

    /// The glyph of a letter, of this font or of one that stands in.
    pub fn glyph(self, letter: char) -> Option<Glyph> {
        [self, Font::Text, Font::Label]
            .into_iter()
            .find_map(|font| {
                let id = font.face().glyph_index(letter)?.0;
                Some(Glyph { font, id })
            })
    }

    /// How much nearer the second glyph of a pair is: its kerning, in units.
    fn kerning(self, first: u16, second: u16) -> f64 {
        let pair = || {
            let table = self.face().tables().gpos?;
            let features = table.features.into_iter();
            let kern = features.filter(|feature| feature.tag == Tag::from_bytes(b"kern"));
            let mut lookups: Vec<u16> = kern.flat_map(|feature| feature.lookup_indices).collect();
            lookups.sort_unstable();
            lookups.dedup();
            let lookups = lookups.into_iter();
            let mut subtables = lookups
                .filter_map(|lookup| table.lookups.get(lookup))
                .flat_map(|lookup| lookup.subtables.into_iter::<PositioningSubtable>());
            subtables.find_map(|subtable| match subtable {
                PositioningSubtable::Pair(pair) => adjusted(&pair, GlyphId(first), GlyphId(second)),
                _ => None,
            })
        };
        pair().map_or(0.0, f64::from)
    }

    /// The glyphs of a line with so much space between them, and its width, both at size 1. Letters that no font has are left
    /// out.
    pub fn line(self, text: &str, spacing: f64) -> (Vec<Placed>, f64) {
        let (mut line, mut x): (Vec<Placed>, f64) = (Vec::new(), 0.0);
        for letter in text.chars() {
            let Some(glyph) = self.glyph(letter) else {
                continue;
            };
            if let Some(before) = line.last().filter(|before| before.glyph.font == glyph.font) {
                x += glyph.font.kerning(before.glyph.id, glyph.id) / glyph.font.units();
            }
            line.push(Placed { glyph, letter, x });
            x += glyph.advance() / glyph.font.units() + spacing;
        }
        (line, (x - spacing).max(0.0))
    }

    /// How wide a line is, at size 1.
    pub fn width(self, text: &str) -> f64 {
        self.line(text, 0.0).1
    }
}

impl Glyph {
    /// How far the next glyph is, in units.
    pub fn advance(self) -> f64 {
        let advance = self.font.face().glyph_hor_advance(GlyphId(self.id));
        f64::from(advance.unwrap_or_default())
    }

    /// Its lines in units, upwards from the line.
    pub fn outline(self) -> BezPath {
        let mut outline = Outline(BezPath::new());
        // A blank has none.
        let _ = self
            .font
            .face()
            .outline_glyph(GlyphId(self.id), &mut outline);
        outline.0
    }
}

/// How much a pair of glyphs is adjusted, where the table has it.
fn adjusted(pair: &PairAdjustment, first: GlyphId, second: GlyphId) -> Option<i16> {
    let covered = pair.coverage().get(first)?;
    let (first, _) = match pair {
        PairAdjustment::Format1 { sets, .. } => sets.get(covered)?.get(second)?,
        PairAdjustment::Format2 {
            classes: (firsts, seconds),
            matrix,
            ..
        } => matrix.get((firsts.get(first), seconds.get(second)))?,
    };
    Some(first.x_advance)
}

struct Outline(BezPath);

impl OutlineBuilder for Outline {
    fn move_to(&mut self, x: f32, y: f32) {
        self.0.move_to((f64::from(x), f64::from(y)));
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.0.line_to((f64::from(x), f64::from(y)));
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let point = |x: f32, y: f32| (f64::from(x), f64::from(y));
        self.0.quad_to(point(x1, y1), point(x, y));
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let point = |x: f32, y: f32| (f64::from(x), f64::from(y));
        self.0.curve_to(point(x1, y1), point(x2, y2), point(x, y));
    }

    fn close(&mut self) {
        self.0.close_path();
    }
}

//! Pages of cards as PDF: each side of a card is kept once, and its letters are text that can be searched.

use std::collections::BTreeMap;
use std::io::Write;

use flate2::Compression;
use flate2::write::ZlibEncoder;
use kurbo::{BezPath, PathEl};
use pdf_writer::types::{LineCapStyle, LineJoinStyle, SystemInfo, UnicodeCmap};
use pdf_writer::{Content, Filter, Finish, Name, Pdf, Rect, Ref, Str, TextStr};

use crate::card::{HEIGHT, INK, PAPER, Printed, WIDTH};
use crate::drawing::{Colour, Drawing, Shape};
use crate::font::{Font, Glyph, Placed};
use crate::page::{BLEED, Page, Paper, at, pages};

/// A file with all pages.
pub fn pdf(cards: &[Printed], paper: Paper, title: &str) -> Vec<u8> {
    let mut next = Ref::new(1);
    let (mut pdf, mut letters) = (Pdf::new(), Letters::default());
    let (catalog, tree, info) = (next.bump(), next.bump(), next.bump());
    pdf.catalog(catalog).pages(tree);
    pdf.document_info(info)
        .title(TextStr(title))
        .creator(TextStr("Brink"));
    let sides = cards.iter().map(|card| [&card.front, &card.back]);
    let sides: Vec<[Side; 2]> = sides
        .map(|sides| {
            sides.map(|drawing| Side {
                id: next.bump(),
                content: content(drawing, &mut letters),
            })
        })
        .collect();
    let fonts = letters.write(&mut pdf, &mut next);
    for side in sides.iter().flatten() {
        let packed = packed(&side.content);
        let mut form = pdf.form_xobject(side.id, &packed);
        form.filter(Filter::FlateDecode);
        form.bbox(Rect::new(0.0, 0.0, WIDTH as f32, HEIGHT as f32));
        let mut resources = form.resources();
        let mut named = resources.fonts();
        for (number, font) in fonts.iter().enumerate() {
            named.pair(Name(font_name(number).as_bytes()), *font);
        }
    }
    let (width, height) = paper.size();
    let pages: Vec<(Ref, Page)> = pages(cards)
        .into_iter()
        .map(|page| (next.bump(), page))
        .collect();
    let kids = pages.iter().map(|(id, _)| *id);
    pdf.pages(tree).kids(kids).count(pages.len() as i32);
    for (id, page) in &pages {
        let content_id = next.bump();
        let mut written = pdf.page(*id);
        written.parent(tree).contents(content_id);
        written.media_box(Rect::new(0.0, 0.0, width as f32, height as f32));
        let mut resources = written.resources();
        let mut named = resources.x_objects();
        let side = |card: usize| &sides[card][usize::from(page.backs)];
        let mut used: Vec<usize> = page.places.iter().map(|place| place.card).collect();
        used.sort_unstable();
        used.dedup();
        for card in used {
            named.pair(Name(format!("C{card}").as_bytes()), side(card).id);
        }
        named.finish();
        resources.finish();
        written.finish();
        let packed = packed(&laid(page, paper));
        pdf.stream(content_id, &packed).filter(Filter::FlateDecode);
    }
    pdf.finish()
}

/// A side of a card, as the file keeps it.
struct Side {
    id: Ref,
    content: Vec<u8>,
}

/// The content of a page: cut marks, and the sides of cards at their places.
fn laid(page: &Page, paper: Paper) -> Vec<u8> {
    let (mut content, (_, height)) = (Content::new(), paper.size());
    // Downwards, as drawings are.
    content.transform([1.0, 0.0, 0.0, -1.0, 0.0, height as f32]);
    coloured(&mut content, INK, true);
    content.set_line_width(0.4);
    for cut in paper.cuts() {
        lines(&mut content, &cut);
    }
    content.stroke();
    coloured(&mut content, PAPER, false);
    for place in &page.places {
        let (x, y) = at(paper, *place);
        let (wide, high) = (WIDTH + 2.0 * BLEED, HEIGHT + 2.0 * BLEED);
        content.rect(
            (x - BLEED) as f32,
            (y - BLEED) as f32,
            wide as f32,
            high as f32,
        );
        content.fill_nonzero();
    }
    for place in &page.places {
        let (x, y) = at(paper, *place);
        content.save_state();
        content.transform([1.0, 0.0, 0.0, 1.0, x as f32, y as f32]);
        content.x_object(Name(format!("C{}", place.card).as_bytes()));
        content.restore_state();
    }
    content.finish().into_vec()
}

/// The content of a side.
fn content(drawing: &Drawing, letters: &mut Letters) -> Vec<u8> {
    let mut content = Content::new();
    content.set_line_cap(LineCapStyle::RoundCap);
    content.set_line_join(LineJoinStyle::RoundJoin);
    for shape in &drawing.shapes {
        match shape {
            Shape::Fill { path, colour } => {
                coloured(&mut content, *colour, false);
                lines(&mut content, path);
                content.fill_nonzero();
            }
            Shape::Stroke {
                path,
                width,
                colour,
            } => {
                coloured(&mut content, *colour, true);
                content.set_line_width(*width as f32);
                lines(&mut content, path);
                content.stroke();
            }
            Shape::Line {
                glyphs,
                x,
                y,
                size,
                colour,
            } => {
                coloured(&mut content, *colour, false);
                content.begin_text();
                content.set_text_matrix([
                    *size as f32,
                    0.0,
                    0.0,
                    -size as f32,
                    *x as f32,
                    *y as f32,
                ]);
                letters.show(&mut content, glyphs);
                content.end_text();
            }
        }
    }
    content.finish().into_vec()
}

fn coloured(content: &mut Content, Colour(red, green, blue): Colour, strokes: bool) {
    let part = |part: u8| f32::from(part) / 255.0;
    let (red, green, blue) = (part(red), part(green), part(blue));
    match strokes {
        true => content.set_stroke_rgb(red, green, blue),
        false => content.set_fill_rgb(red, green, blue),
    };
}

fn lines(content: &mut Content, path: &BezPath) {
    let mut last = kurbo::Point::ZERO;
    for element in path {
        match element {
            PathEl::MoveTo(to) => content.move_to(to.x as f32, to.y as f32),
            PathEl::LineTo(to) => content.line_to(to.x as f32, to.y as f32),
            PathEl::QuadTo(one, to) => {
                // PDF has cubic curves alone.
                let (first, second) = (last.lerp(one, 2.0 / 3.0), to.lerp(one, 2.0 / 3.0));
                cubic(content, first, second, to)
            }
            PathEl::CurveTo(first, second, to) => cubic(content, first, second, to),
            PathEl::ClosePath => content.close_path(),
        };
        last = element.end_point().unwrap_or(last);
    }
}

fn cubic(
    content: &mut Content,
    first: kurbo::Point,
    second: kurbo::Point,
    to: kurbo::Point,
) -> &mut Content {
    content.cubic_to(
        first.x as f32,
        first.y as f32,
        second.x as f32,
        second.y as f32,
        to.x as f32,
        to.y as f32,
    )
}

fn packed(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    // Writing to memory cannot fail.
    let _ = encoder.write_all(bytes);
    encoder.finish().unwrap_or_default()
}

/// The letters of all sides: fonts of up to 255 glyphs each.
#[derive(Default)]
struct Letters {
    fonts: Vec<(Font, Vec<(Glyph, char)>)>,
    /// The number of a glyph's font, and its code there.
    codes: BTreeMap<Glyph, (usize, u8)>,
}

/// Glyphs of a font of the file; code 0 is none of them.
const GLYPHS: usize = 255;

impl Letters {
    fn code(&mut self, placed: &Placed) -> (usize, u8) {
        let Placed { glyph, letter, .. } = *placed;
        if let Some(code) = self.codes.get(&glyph) {
            return *code;
        }
        let mut fonts = self.fonts.iter();
        let free = |(font, glyphs): &(Font, Vec<_>)| *font == glyph.font && glyphs.len() < GLYPHS;
        let at = fonts.position(free).unwrap_or_else(|| {
            self.fonts.push((glyph.font, Vec::new()));
            self.fonts.len() - 1
        });
        let glyphs = &mut self.fonts[at].1;
        glyphs.push((glyph, letter));
        let code = (at, glyphs.len() as u8);
        self.codes.insert(glyph, code);
        code
    }

    /// Shows a line, in pieces of one font.
    fn show(&mut self, content: &mut Content, line: &[Placed]) {
        // Where the next letter would be.
        let (mut x, mut font) = (0.0, None);
        for placed in line {
            let (number, code) = self.code(placed);
            if font.replace(number) != Some(number) {
                content.set_font(Name(font_name(number).as_bytes()), 1.0);
            }
            let mut shown = content.show_positioned();
            let mut items = shown.items();
            if (placed.x - x).abs() > 1e-6 {
                items.adjust(((x - placed.x) * 1000.0) as f32);
            }
            items.show(Str(&[code]));
            x = placed.x + placed.glyph.advance() / placed.glyph.font.units();
        }
    }

    /// Writes the fonts, and answers them by their numbers.
    fn write(&self, pdf: &mut Pdf, next: &mut Ref) -> Vec<Ref> {
        let mut all = Vec::new();
        for (font, glyphs) in &self.fonts {
            let (id, cmap) = (next.bump(), next.bump());
            let procedures: Vec<Ref> = glyphs.iter().map(|_| next.bump()).collect();
            let scale = (1.0 / font.units()) as f32;
            let names: Vec<String> = (1..=glyphs.len()).map(|code| format!("g{code}")).collect();
            let mut written = pdf.type3_font(id);
            // An empty box leaves it to the glyphs.
            written.bbox(Rect::new(0.0, 0.0, 0.0, 0.0));
            written.matrix([scale, 0.0, 0.0, scale, 0.0, 0.0]);
            written.first_char(1).last_char(glyphs.len() as u8);
            written.widths(glyphs.iter().map(|(glyph, _)| glyph.advance() as f32));
            written.to_unicode(cmap);
            let mut char_procs = written.char_procs();
            for (name, procedure) in names.iter().zip(&procedures) {
                char_procs.pair(Name(name.as_bytes()), *procedure);
            }
            char_procs.finish();
            let all_names = names.iter().map(|name| Name(name.as_bytes()));
            let mut encoding = written.encoding_custom();
            encoding.differences().consecutive(1, all_names);
            encoding.finish();
            written.finish();
            for ((glyph, _), procedure) in glyphs.iter().zip(&procedures) {
                let packed = packed(&procedure_of(*glyph));
                pdf.stream(*procedure, &packed).filter(Filter::FlateDecode);
            }
            let info = SystemInfo {
                registry: Str(b"Adobe"),
                ordering: Str(b"UCS"),
                supplement: 0,
            };
            let mut codes = UnicodeCmap::new(Name(b"Letters"), info);
            for (code, (_, letter)) in (1_u8..).zip(glyphs) {
                codes.pair(code, *letter);
            }
            let packed = packed(&codes.finish());
            pdf.stream(cmap, &packed).filter(Filter::FlateDecode);
            all.push(id);
        }
        all
    }
}

/// What draws a glyph.
fn procedure_of(glyph: Glyph) -> Vec<u8> {
    let (mut content, outline) = (Content::new(), glyph.outline());
    let bounds = kurbo::Shape::bounding_box(&outline);
    content.start_shape_glyph(
        glyph.advance() as f32,
        bounds.x0 as f32,
        bounds.y0 as f32,
        bounds.x1 as f32,
        bounds.y1 as f32,
    );
    lines(&mut content, &outline);
    content.fill_nonzero();
    content.finish().into_vec()
}

fn font_name(number: usize) -> String {
    format!("F{number}")
}

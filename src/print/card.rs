//! The layout of a card: its building above and its action below, a common back; a victory card has a side for each face.

use std::fmt;

use crate::drawing::{Colour, Drawing, circle, rect, segment};
use crate::font::Font;
use crate::paragraph::Paragraph;

/// Width and height of a card in points: 63 by 88 millimetres.
pub const WIDTH: f64 = 63.0 * 72.0 / 25.4;
pub const HEIGHT: f64 = 88.0 * 72.0 / 25.4;

pub const PAPER: Colour = Colour(0xfb, 0xf7, 0xec);
pub const INK: Colour = Colour(0x1f, 0x22, 0x27);
const NIGHT: Colour = Colour(0x27, 0x38, 0x4f);
const DUSK: Colour = Colour(0x4a, 0x64, 0x88);
const GOLD: Colour = Colour(0x7a, 0x5c, 0x0c);

/// Sizes of texts, the largest first.
const SIZES: (f64, f64, f64) = (9.0, 5.0, 0.25);
const LARGE_SIZES: (f64, f64, f64) = (11.0, 5.0, 0.25);
/// Sizes of names.
const NAMES: (f64, f64, f64) = (15.0, 8.0, 0.5);
const LARGE_NAMES: (f64, f64, f64) = (22.0, 10.0, 0.5);

/// From the edge of a card to its frame, and from the frame to what is in it.
const MARGIN: f64 = 8.5;
const PAD: f64 = 7.0;
const INNER: f64 = WIDTH - 2.0 * MARGIN;
const COLUMN: f64 = INNER - 2.0 * PAD;
/// The bar above each half, the row with emblem and name, and the line at the bottom.
const BAR: f64 = 12.0;
const HEAD: f64 = 32.0;
const FOOT: f64 = 11.0;
const GAP: f64 = 5.0;
/// The halves together.
const BODY: f64 = HEIGHT - 2.0 * MARGIN - FOOT;

/// What a face is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sort {
    Building,
    Action,
    Victory,
}

/// A face of a card.
#[derive(Debug, Clone, PartialEq)]
pub struct Face {
    pub name: String,
    pub sort: Sort,
    /// What it does, a sentence each; indented by two blanks a level.
    pub lines: Vec<String>,
    /// An SVG path in a box of 48 by 48.
    pub emblem: String,
    pub colour: Colour,
}

/// A card to be printed.
#[derive(Debug, Clone, PartialEq)]
pub struct Card {
    pub faces: Vec<Face>,
    pub copies: usize,
    /// The title of its set, and its number there: both are written at its foot.
    pub set: String,
    pub number: String,
}

/// Both sides of a card.
#[derive(Debug, Clone, PartialEq)]
pub struct Printed {
    pub front: Drawing,
    pub back: Drawing,
    pub copies: usize,
    /// It is a card of the deck, whose back is that of all others.
    pub of_deck: bool,
    /// The names of its faces.
    pub names: Vec<String>,
}

/// Why a face cannot be printed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unfit {
    pub face: String,
    pub why: Why,
}

/// What of a face does not fit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Why {
    Text,
    Name,
    Sign(char),
}

impl fmt::Display for Unfit {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Unfit { face, why } = self;
        match why {
            Why::Text => write!(f, "the text of `{face}` does not fit on its card"),
            Why::Name => write!(f, "the name `{face}` does not fit on its card"),
            Why::Sign(sign) => write!(f, "the fonts have no character `{sign}`, on `{face}`"),
        }
    }
}

/// Lays out both sides of a card.
///
/// # Errors
/// All that does not fit.
pub fn lay_out(card: &Card) -> Result<Printed, Vec<Unfit>> {
    let mut unfit: Vec<Unfit> = card.faces.iter().filter_map(without_sign).collect();
    let of_deck = card.faces.iter().all(|face| face.sort != Sort::Victory);
    let sides = match (card.faces.as_slice(), of_deck) {
        (faces, true) => vec![
            halves(faces, card, &mut unfit),
            back("BRINK", NIGHT, DUSK, GLOBE),
        ],
        (faces, false) => {
            let whole = faces
                .iter()
                .take(2)
                .map(|face| whole(face, card, &mut unfit));
            let blank = back("VICTORY", GOLD, Colour(0xa8, 0x88, 0x30), STAR);
            whole.chain([blank]).collect()
        }
    };
    if !unfit.is_empty() {
        return Err(unfit);
    }
    let mut sides = sides.into_iter();
    let mut side = || sides.next().expect("a card has a front and a back");
    Ok(Printed {
        front: side(),
        back: side(),
        copies: card.copies,
        of_deck,
        names: card.faces.iter().map(|face| face.name.clone()).collect(),
    })
}

/// A letter that no font has.
fn without_sign(face: &Face) -> Option<Unfit> {
    let mut letters = face.lines.iter().flat_map(|line| line.chars());
    let mut all = face.name.chars().chain(&mut letters);
    let sign = all.find(|letter| Font::Text.glyph(*letter).is_none())?;
    Some(Unfit {
        face: face.name.clone(),
        why: Why::Sign(sign),
    })
}

/// The largest size at which something fits; the least, and no, where it never does.
fn fitted<T>(
    (most, least, step): (f64, f64, f64),
    at: impl Fn(f64) -> T,
    fits: impl Fn(&T) -> bool,
) -> (T, bool) {
    let mut size = most;
    loop {
        let made = at(size);
        let does = fits(&made);
        if does || size - step < least {
            return (made, does);
        }
        size -= step;
    }
}

/// The front of a card of the deck.
fn halves(faces: &[Face], card: &Card, unfit: &mut Vec<Unfit>) -> Drawing {
    let mut drawing = sheet(card);
    let empty = BAR + GAP + HEAD + 2.0 * GAP;
    let needs = |text: &Paragraph| empty + text.height();
    let texts = |size| -> Vec<Paragraph> {
        let text = |face: &Face| Paragraph::new(Font::Text, &face.lines, size, COLUMN);
        faces.iter().map(text).collect()
    };
    let (texts, fit) = fitted(SIZES, texts, |texts| {
        texts.iter().map(needs).sum::<f64>() <= BODY
    });
    if !fit {
        // The longer one is named.
        let longest = faces.iter().zip(&texts);
        let longest = longest.max_by(|one, other| one.1.height().total_cmp(&other.1.height()));
        unfit.extend(longest.map(|(face, _)| Unfit {
            face: face.name.clone(),
            why: Why::Text,
        }));
    }
    let all: f64 = texts.iter().map(needs).sum();
    // Halves, unless one of them needs more.
    let first = texts.first().map_or(0.0, needs);
    let rest = (all - first).min(BODY);
    let split = (BODY / 2.0).clamp(first.min(BODY - rest), (BODY - rest).max(first));
    let mut y = MARGIN;
    for (at, (face, text)) in faces.iter().zip(&texts).enumerate() {
        let height = match (at, faces.len()) {
            (_, 1) => BODY,
            (0, _) => split,
            _ => BODY - split,
        };
        half(&mut drawing, face, text, (y, height), unfit);
        y += height;
    }
    frame(&mut drawing, card);
    drawing
}

/// One face of a card of the deck.
fn half(
    drawing: &mut Drawing,
    face: &Face,
    text: &Paragraph,
    (y, height): (f64, f64),
    unfit: &mut Vec<Unfit>,
) {
    let Face { colour, .. } = *face;
    let played = face.sort == Sort::Action;
    if played {
        drawing.fill(rect(MARGIN, y, INNER, height), mixed(colour, PAPER, 0.1));
    }
    bar(drawing, face, y);
    let radius = HEAD / 2.0;
    let (left, middle) = (MARGIN + PAD, y + BAR + GAP + radius);
    medal(drawing, face, (left + radius, middle), radius);
    let room = COLUMN - HEAD - GAP;
    let name = named(face, NAMES, room, HEAD, unfit);
    let top = middle - name.height() / 2.0;
    name.draw(drawing, (left + HEAD + GAP, top), None, INK);
    let below = y + BAR + GAP + HEAD + GAP;
    text.draw(drawing, (left, below), None, INK);
}

/// A side of a victory card.
fn whole(face: &Face, card: &Card, unfit: &mut Vec<Unfit>) -> Drawing {
    const RADIUS: f64 = 34.0;
    let mut drawing = sheet(card);
    drawing.fill(
        rect(MARGIN, MARGIN, INNER, BODY + FOOT),
        mixed(face.colour, PAPER, 0.07),
    );
    bar(&mut drawing, face, MARGIN);
    let middle = MARGIN + BAR + 2.0 * GAP + RADIUS;
    medal(&mut drawing, face, (WIDTH / 2.0, middle), RADIUS);
    let name = named(face, LARGE_NAMES, COLUMN, 52.0, unfit);
    let mut y = middle + RADIUS + GAP;
    name.draw(&mut drawing, (MARGIN + PAD, y), Some(COLUMN), INK);
    y += name.height() + GAP;
    let line = segment((WIDTH / 2.0 - 18.0, y), (WIDTH / 2.0 + 18.0, y));
    drawing.stroke(line, 0.8, face.colour);
    y += GAP;
    let room = MARGIN + BODY - GAP - y;
    let at = |size| Paragraph::new(Font::Text, &face.lines, size, COLUMN);
    let (text, fits) = fitted(LARGE_SIZES, at, |text| text.height() <= room);
    if !fits {
        unfit.push(Unfit {
            face: face.name.clone(),
            why: Why::Text,
        });
    }
    let short = text.count() < 5 && face.lines.iter().all(|line| !line.starts_with(' '));
    text.draw(
        &mut drawing,
        (MARGIN + PAD, y),
        short.then_some(COLUMN),
        INK,
    );
    frame(&mut drawing, card);
    drawing
}

/// The name of a face, in as large letters as fit.
fn named(
    face: &Face,
    sizes: (f64, f64, f64),
    width: f64,
    height: f64,
    unfit: &mut Vec<Unfit>,
) -> Paragraph {
    let lines = [face.name.clone()];
    let at = |size| Paragraph::new(Font::Name, &lines, size, width);
    // A word is broken only where there is no other way.
    let words = face.name.split(' ').count();
    let whole = |name: &Paragraph| name.height() <= height && name.count() <= words;
    let (name, fits) = match fitted(sizes, at, whole) {
        (_, false) => fitted(sizes, at, |name| name.height() <= height),
        found => found,
    };
    if !fits {
        unfit.push(Unfit {
            face: face.name.clone(),
            why: Why::Name,
        });
    }
    name
}

fn sheet(card: &Card) -> Drawing {
    let names: Vec<&str> = card.faces.iter().map(|face| face.name.as_str()).collect();
    let text = |face: &Face| format!("{}: {}", face.name, face.lines.join(" "));
    let words: Vec<String> = card.faces.iter().map(text).collect();
    let mut drawing = Drawing {
        width: WIDTH,
        height: HEIGHT,
        title: names.join(" / "),
        words: words.join("\n"),
        ..Drawing::default()
    };
    drawing.fill(rect(0.0, 0.0, WIDTH, HEIGHT), PAPER);
    drawing
}

/// The coloured bar above a face, which says what it is.
fn bar(drawing: &mut Drawing, face: &Face, y: f64) {
    drawing.fill(rect(MARGIN, y, INNER, BAR), face.colour);
    let label = match face.sort {
        Sort::Building => "BUILDING",
        Sort::Action => "ACTION",
        Sort::Victory => "VICTORY CARD",
    };
    let style = (Font::Label, 5.6, 0.22);
    drawing.line(style, (MARGIN + PAD, y + BAR / 2.0 + 2.05), label, PAPER);
    // Three dots, as on a file that has been through many hands.
    for at in 0..3 {
        let x = MARGIN + INNER - PAD - 2.0 - f64::from(at) * 6.0;
        drawing.fill(circle(x, y + BAR / 2.0, 1.5), PAPER);
    }
}

/// An emblem in a double ring; that of an action is filled.
fn medal(drawing: &mut Drawing, face: &Face, (x, y): (f64, f64), radius: f64) {
    let width = radius / 12.0;
    let (ground, lines) = match face.sort {
        Sort::Action => (face.colour, PAPER),
        Sort::Building | Sort::Victory => (PAPER, face.colour),
    };
    drawing.fill(circle(x, y, radius - width / 2.0), ground);
    drawing.stroke(circle(x, y, radius - width / 2.0), width, face.colour);
    drawing.stroke(circle(x, y, radius - 2.4 * width), width / 2.6, lines);
    let size = radius * 1.16;
    drawing.emblem(&face.emblem, (x - size / 2.0, y - size / 2.0), size, lines);
}

/// The double frame, and the foot.
fn frame(drawing: &mut Drawing, card: &Card) {
    let foot = HEIGHT - MARGIN - FOOT;
    drawing.fill(rect(MARGIN, foot, INNER, FOOT), PAPER);
    drawing.stroke(segment((MARGIN, foot), (MARGIN + INNER, foot)), 0.5, INK);
    drawing.stroke(rect(MARGIN, MARGIN, INNER, BODY + FOOT), 0.9, INK);
    let copies = match card.copies {
        1 => "1 COPY".to_string(),
        copies => format!("{copies} COPIES"),
    };
    let (size, spacing) = (4.6, 0.12);
    let style = (Font::Label, size, spacing);
    let y = foot + FOOT / 2.0 + 1.7;
    let wide = |text: &str| Font::Label.line(text, spacing).1 * size;
    let right = MARGIN + INNER - PAD - wide(&copies);
    drawing.line(style, (right, y), &copies, INK);
    let room = right - MARGIN - 2.0 * PAD;
    let mut set = card.set.to_uppercase();
    let foot = |set: &str| format!("{} · {}", set.trim_end(), card.number.to_uppercase());
    while wide(&foot(&set)) > room && set.pop().is_some() {}
    let left = foot(&set);
    drawing.line(style, (MARGIN + PAD, y), &left, INK);
}

/// A back with that word, as a radar shows it.
fn back(word: &str, ground: Colour, lines: Colour, emblem: &str) -> Drawing {
    let mut drawing = Drawing {
        width: WIDTH,
        height: HEIGHT,
        title: format!("Back: {word}"),
        ..Drawing::default()
    };
    let (x, y, high) = (WIDTH / 2.0, HEIGHT / 2.0, HEIGHT - 2.0 * MARGIN);
    drawing.fill(rect(0.0, 0.0, WIDTH, HEIGHT), PAPER);
    drawing.fill(rect(MARGIN, MARGIN, INNER, high), ground);
    drawing.stroke(
        rect(MARGIN + 4.0, MARGIN + 4.0, INNER - 8.0, high - 8.0),
        0.7,
        lines,
    );
    for radius in [26.0, 40.0, 54.0, 68.0] {
        drawing.stroke(circle(x, y, radius), 0.8, lines);
    }
    for part in 0..12 {
        let (sin, cos) = (f64::from(part) * std::f64::consts::PI / 6.0).sin_cos();
        let at = |radius: f64| (x + radius * cos, y + radius * sin);
        drawing.stroke(
            segment(at(26.0), at(if part % 3 == 0 { 72.0 } else { 68.0 })),
            0.5,
            lines,
        );
    }
    drawing.fill(circle(x, y, 25.0), ground);
    drawing.stroke(circle(x, y, 22.0), 1.6, PAPER);
    drawing.emblem(emblem, (x - 14.0, y - 14.0), 28.0, PAPER);
    let (size, spacing) = (11.0, 0.5);
    let wide = Font::Label.line(word, spacing).1 * size;
    for from in [MARGIN + 24.0, HEIGHT - MARGIN - 16.0] {
        drawing.line(
            (Font::Label, size, spacing),
            (x - wide / 2.0, from),
            word,
            PAPER,
        );
    }
    drawing
}

/// What is in the middle of backs.
const GLOBE: &str =
    "M24 5a19 19 0 1 0 .1 0zM5 24h38M24 5c-11 11-11 27 0 38M24 5c11 11 11 27 0 38M8 14h32M8 34h32";
const STAR: &str = "M24 5l5.6 12.6L43 19l-10 9 3 14-12-7-12 7 3-14L5 19l13.4-1.4z";

/// So much of a colour in another one.
fn mixed(colour: Colour, into: Colour, part: f64) -> Colour {
    let mix = |one: u8, other: u8| {
        (f64::from(one) * part + f64::from(other) * (1.0 - part)).round() as u8
    };
    Colour(
        mix(colour.0, into.0),
        mix(colour.1, into.1),
        mix(colour.2, into.2),
    )
}

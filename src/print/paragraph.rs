//! Fits texts into boxes: lines that are broken at blanks, in the largest size that has room.

use crate::drawing::{Colour, Drawing};
use crate::font::Font;

/// A line of a text, broken, and how far it is indented, in parts of its size.
#[derive(Debug, Clone, PartialEq)]
struct Line {
    text: String,
    indent: f64,
    /// It begins a line of the text.
    first: bool,
}

/// A text that fits into a width at some size.
#[derive(Debug, Clone, PartialEq)]
pub struct Paragraph {
    font: Font,
    pub size: f64,
    lines: Vec<Line>,
}

/// Between lines, and more before a new line of the text, in parts of the size.
const LEADING: f64 = 1.18;
const BREAK: f64 = 0.3;
/// How far a level of indentation is, and what goes on below a line.
const LEVEL: f64 = 0.9;
const HANGING: f64 = 0.9;

impl Paragraph {
    /// Breaks lines, which may be indented by two blanks a level.
    pub fn new(font: Font, lines: &[String], size: f64, width: f64) -> Paragraph {
        let mut all = Vec::new();
        for line in lines {
            let text = line.trim_start();
            let level = ((line.len() - text.len()) / 2) as f64 * LEVEL;
            let hangs = level > 0.0;
            broken(font, text, level, hangs, width / size, &mut all);
        }
        Paragraph {
            font,
            size,
            lines: all,
        }
    }

    /// How high it is.
    pub fn height(&self) -> f64 {
        let more = self.lines.iter().skip(1).filter(|line| line.first).count();
        self.size * (self.lines.len() as f64 * LEADING + more as f64 * BREAK)
    }

    pub fn count(&self) -> usize {
        self.lines.len()
    }

    /// Draws it from there down; `middle` centres its lines in that width.
    pub fn draw(
        &self,
        drawing: &mut Drawing,
        (x, mut y): (f64, f64),
        middle: Option<f64>,
        colour: Colour,
    ) {
        let style = (self.font, self.size, 0.0);
        for (at, line) in self.lines.iter().enumerate() {
            if at > 0 && line.first {
                y += self.size * BREAK;
            }
            let room = middle.map_or(0.0, |width| {
                (width - self.font.width(&line.text) * self.size) / 2.0
            });
            let baseline = y + self.size * 0.92;
            let from = (x + line.indent * self.size + room, baseline);
            drawing.line(style, from, &line.text, colour);
            y += self.size * LEADING;
        }
    }
}

/// Breaks one line at blanks, and a word that is wider than a line where it must be.
fn broken(font: Font, text: &str, level: f64, hangs: bool, width: f64, all: &mut Vec<Line>) {
    let mut first = true;
    let mut end = |text: String| {
        let more = if first || !hangs { 0.0 } else { HANGING };
        let indent = level + more;
        all.push(Line {
            text,
            indent,
            first,
        });
        first = false;
    };
    let room = width - level - if hangs { HANGING } else { 0.0 };
    let mut line = String::new();
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        let longer = match line.is_empty() {
            true => word.to_string(),
            false => format!("{line} {word}"),
        };
        if font.width(&longer) <= room {
            line = longer;
            continue;
        }
        if !line.is_empty() {
            end(std::mem::take(&mut line));
        }
        for letter in word.chars() {
            line.push(letter);
            if font.width(&line) > room && line.chars().count() > 1 {
                line.pop();
                end(std::mem::take(&mut line));
                line.push(letter);
            }
        }
    }
    if !line.is_empty() {
        end(line);
    }
}

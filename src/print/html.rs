//! Pages of cards as HTML, for the print dialogue of a browser.

use std::collections::BTreeSet;
use std::fmt::Write;

use crate::card::{HEIGHT, INK, PAPER, Printed, WIDTH};
use crate::page::{BLEED, Paper, at, pages};
use crate::svg::{escaped, hex, number, outlines, path, shapes, words};

/// A file with all pages, each of them a picture made of lines.
pub fn html(cards: &[Printed], paper: Paper, title: &str) -> String {
    let mut glyphs = BTreeSet::new();
    let mut symbols = String::new();
    for (number, card) in cards.iter().enumerate() {
        for (drawing, side) in [(&card.front, "front"), (&card.back, "back")] {
            // Writing to a string cannot fail.
            let _ = write!(
                symbols,
                "<g id=\"{side}-{number}\" role=\"img\">{}\n{}</g>\n",
                words(drawing),
                shapes(drawing, &mut glyphs)
            );
        }
    }
    let ((width, height), name) = (paper.size(), paper.name());
    let (wide, high) = (number(width), number(height));
    let mut out = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>{}</title>\n<style>\n\
         @page {{ size: {name}; margin: 0 }}\n\
         body {{ margin: 0; background: #ddd }}\n\
         .page {{ display: block; width: {wide}pt; height: {high}pt; background: #fff; margin: 0 auto 12pt; break-after: page }}\n\
         @media print {{ body {{ background: none }} .page {{ margin: 0 }} }}\n\
         </style>\n<svg width=\"0\" height=\"0\" style=\"position: absolute\" aria-hidden=\"true\"><defs>{}\n{symbols}</defs></svg>\n",
        escaped(title),
        outlines(&glyphs),
    );
    let cuts: String = paper.cuts().iter().map(path).collect();
    for page in pages(cards) {
        let side = if page.backs { "back" } else { "front" };
        let _ = writeln!(
            out,
            "<svg class=\"page\" viewBox=\"0 0 {wide} {high}\">\n<path d=\"{cuts}\" stroke=\"{}\" stroke-width=\".4\"/>",
            hex(INK)
        );
        for place in &page.places {
            let (x, y) = at(paper, *place);
            let _ = writeln!(
                out,
                "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\"/>",
                number(x - BLEED),
                number(y - BLEED),
                number(WIDTH + 2.0 * BLEED),
                number(HEIGHT + 2.0 * BLEED),
                hex(PAPER)
            );
        }
        for place in &page.places {
            let (x, y) = at(paper, *place);
            let (x, y, card) = (number(x), number(y), place.card);
            let _ = writeln!(out, "<use href=\"#{side}-{card}\" x=\"{x}\" y=\"{y}\"/>");
        }
        out.push_str("</svg>\n");
    }
    out + "</html>\n"
}

//! The emblems and colours that a face may name, and the stamp of a face that names none.

use std::borrow::Cow;
use std::f64::consts::TAU;
use std::fmt::Write;

/// What a face looks like on the page, on the terminal and in print.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Badge {
    pub emblem: Option<&'static Emblem>,
    /// The value of one of [`COLOURS`]: `#a93226`.
    pub colour: Option<&'static str>,
}

/// A sign for faces.
#[derive(Debug, PartialEq, Eq)]
pub struct Emblem {
    pub name: &'static str,
    /// One letter or sign, for a terminal.
    pub sign: &'static str,
    /// An SVG path to be stroked, in a box of 48 by 48.
    pub drawing: &'static str,
}

impl Emblem {
    const fn new(name: &'static str, sign: &'static str, drawing: &'static str) -> Emblem {
        Emblem {
            name,
            sign,
            drawing,
        }
    }
}

impl Badge {
    /// The lines of the emblem, or of the stamp of that name: an SVG path to be stroked, in a box of 48 by 48.
    pub fn drawing(self, name: &str) -> Cow<'static, str> {
        self.emblem
            .map_or_else(|| stamp(name).into(), |emblem| emblem.drawing.into())
    }

    /// What is not given is that of another one.
    pub(super) fn or(self, first: Badge) -> Badge {
        Badge {
            emblem: self.emblem.or(first.emblem),
            colour: self.colour.or(first.colour),
        }
    }
}

/// The stamp of a name: a ring with notches that differ from name to name.
fn stamp(name: &str) -> String {
    // FNV-1a.
    let seed = name
        .to_lowercase()
        .chars()
        .fold(2_166_136_261_u32, |sum, letter| {
            (sum ^ u32::from(letter)).wrapping_mul(16_777_619)
        });
    let (teeth, inner) = (5 + seed % 8, f64::from(9 + (seed >> 4) % 5));
    let mut path = String::new();
    for tooth in 0..teeth {
        let turn = f64::from(tooth) / f64::from(teeth) * TAU + f64::from(seed % 7);
        let at = |radius: f64, more: f64| {
            let (sin, cos) = (turn + more).sin_cos();
            format!("{:.1} {:.1}", 24.0 + cos * radius, 24.0 + sin * radius)
        };
        let width = TAU / f64::from(teeth);
        path += &match seed & 64 {
            0 => format!(
                "M{}L{}L{}",
                at(inner, 0.0),
                at(20.0, width / 2.0),
                at(inner, width)
            ),
            _ => format!("M{}L{}", at(inner, 0.0), at(20.0, 0.0)),
        };
    }
    // Writing to a string cannot fail.
    let _ = write!(path, "M24 {}a{inner} {inner} 0 1 0 .1 0z", 24.0 - inner);
    path
}

/// The colours by name, each dark enough for white letters.
pub const COLOURS: [(&str, &str); 10] = [
    ("amber", "#8f5a08"),
    ("black", "#2b2d31"),
    ("blue", "#2a589c"),
    ("brown", "#6b4a2f"),
    ("gold", "#7a5c0c"),
    ("green", "#436d27"),
    ("grey", "#5a6068"),
    ("red", "#a93226"),
    ("teal", "#17666a"),
    ("violet", "#6d4391"),
];

/// The emblems by name.
#[rustfmt::skip]
pub static EMBLEMS: [Emblem; 50] = [
    Emblem::new("atom", "⊛", "M24 21a3 3 0 1 0 .1 0zM24 14c10 0 20 4 20 10s-10 10-20 10S4 30 4 24s10-10 20-10zM15 19c5-9 13-15 18-12s5 13 0 22-13 15-18 12-5-13 0-22zM33 19c-5-9-13-15-18-12s-5 13 0 22 13 15 18 12 5-13 0-22z"),
    Emblem::new("barn", "⌂", "M6 42V22l6-10h24l6 10v20zM6 22h36M17 42V30h14v12M17 30l14 12M31 30L17 42M21 17h6v5h-6z"),
    Emblem::new("barred", "⊘", "M24 5a19 19 0 1 0 .1 0zM11 11l26 26M16 20h16v10H16z"),
    Emblem::new("bell", "Ω", "M24 4v4M24 8c8 0 12 6 12 13v10l5 6H7l5-6V21c0-7 4-13 12-13zM20 37a4 4 0 0 0 8 0"),
    Emblem::new("bomb", "•", "M20 18a13 13 0 1 0 .1 0zM27 19l5-6c2-2 5-1 6 1M38 14l3-3M39 17l4 1M36 11l0-5M14 27c0-3 2-5 5-6"),
    Emblem::new("cap", "▲", "M3 19l21-9 21 9-21 9zM12 24v10c7 6 17 6 24 0V24M42 20v13M42 33l-3 7h6z"),
    Emblem::new("clapper", "▤", "M6 19h36v24H6zM6 19L4 11 39 4l2 8zM13 9l5 7M23 7l5 7M32 5l5 7M21 26v10l9-5z"),
    Emblem::new("clock", "◷", "M24 6a19 19 0 1 0 .1 0zM24 14v11l8 5M10 7L4 13M38 7l6 6"),
    Emblem::new("coin", "¤", "M24 6a18 18 0 1 0 .1 0zM29 17c-3-3-10-2-10 2 0 5 10 3 10 8 0 4-7 5-11 2M24 12v24"),
    Emblem::new("columns", "Π", "M5 42h38M8 38h32M7 18h34L24 7zM12 18v20M20 18v20M28 18v20M36 18v20M24 7V2h8v4h-8"),
    Emblem::new("cross", "✚", "M7 43V16h34v27zM24 21v14M17 28h14M14 16V8h20v8"),
    Emblem::new("crown", "♛", "M6 38L4 14l11 9 9-15 9 15 11-9-2 24zM6 32h36"),
    Emblem::new("dish", "◖", "M8 8c-3 14 8 27 24 24zM20 20l12-12M30 7a4 4 0 0 1 5 5M20 31l-6 12M24 33l6 10M10 43h24M33 3a9 9 0 0 1 11 11"),
    Emblem::new("dome", "∩", "M5 40h38M8 40C8 24 15 15 24 15s16 9 16 25M18 40v-8h12v8M12 27h24M24 15V8M20 8h8"),
    Emblem::new("dossier", "≡", "M6 40V11h12l4 5h20v24zM20 27a6 6 0 1 0 12 0 6 6 0 1 0-12 0M30 32l6 5"),
    Emblem::new("dove", "ν", "M5 28c8 0 12-3 14-9 1-5 5-9 11-8 3 0 4 2 7 3l6 1-5 4c0 10-7 18-17 18-7 0-12-3-16-9zM20 24c2 5 6 8 12 8M32 16h.1M37 30l6 6M40 29l5 2"),
    Emblem::new("eye", "◎", "M3 24c10-16 32-16 42 0-10 16-32 16-42 0zM24 18a6 6 0 1 0 .1 0z"),
    Emblem::new("flag", "⚑", "M10 44V5M10 7h26l-6 9 6 9H10"),
    Emblem::new("flame", "▴", "M24 4c3 8 13 13 13 25a13 13 0 0 1-26 0c0-6 3-9 6-13 1 4 2 5 4 6 0-7 0-12 3-18zM24 42c-4 0-6-3-6-6 0-4 4-6 6-10 2 4 6 6 6 10 0 3-2 6-6 6z"),
    Emblem::new("flask", "Δ", "M19 5h10M21 5v13L9 39c-1 3 0 4 3 4h24c3 0 4-1 3-4L27 18V5M14 31h20M20 37h.1M27 35h.1"),
    Emblem::new("flower", "✿", "M24 19a5 5 0 1 0 .1 0zM24 19c-6-5-5-13 0-14 5 1 6 9 0 14zM29 24c5-6 13-5 14 0-1 5-9 6-14 0zM24 29c6 5 5 13 0 14-5-1-6-9 0-14zM19 24c-5 6-13 5-14 0 1-5 9-6 14 0z"),
    Emblem::new("gavel", "⊤", "M11 18l11-11 10 10-11 11zM26 22l16 15-4 4-15-16M8 43h20M12 38h12M8 15l6-5M29 28l6-5"),
    Emblem::new("globe", "⊖", "M24 5a19 19 0 1 0 .1 0zM5 24h38M24 5c-11 11-11 27 0 38M24 5c11 11 11 27 0 38M8 14h32M8 34h32"),
    Emblem::new("guitar", "♪", "M44 5l-5-1-14 14c-3-2-7-1-9 2-1 2-2 3-4 3-5 1-8 6-8 10 0 6 5 11 11 11 4 0 9-3 10-8 0-2 1-3 3-4 3-2 4-6 2-9l14-14zM16 32a3 3 0 1 0 .1 0zM21 27l4-4"),
    Emblem::new("hat", "∧", "M3 25c12 5 30 5 42 0M11 24l4-14c6-3 12-3 18 0l4 14M12 34a5 5 0 1 0 10 0 5 5 0 1 0-10 0M26 34a5 5 0 1 0 10 0 5 5 0 1 0-10 0M22 33c1-1 3-1 4 0"),
    Emblem::new("hourglass", "X", "M11 4h26M11 44h26M14 4v6c0 7 10 9 10 14 0-5 10-7 10-14V4M14 44v-6c0-7 10-9 10-14 0 5 10 7 10 14v6M19 40l5-5 5 5"),
    Emblem::new("key", "¬", "M33 5a10 10 0 1 0 .1 0zM26 22L6 42M10 38l6 6M16 32l6 6M35 13h.1"),
    Emblem::new("lander", "⋏", "M16 14h16l5 8-5 8H16l-5-8zM20 14V8h8v6M24 8V4M15 30L8 42M33 30l7 12M20 30l-2 6h12l-2-6M4 43h8M36 43h8M20 22h8"),
    Emblem::new("lock", "▣", "M9 21h30v22H9zM15 21v-6a9 9 0 0 1 18 0v6M24 28a3 3 0 1 0 .1 0zM24 34v4"),
    Emblem::new("mask", "∞", "M4 17c7-5 13-5 20-1 7-4 13-4 20 1 0 11-5 17-11 17-4 0-6-3-9-6-3 3-5 6-9 6C9 34 4 28 4 17zM11 21c3-2 6-1 8 2-3 2-6 1-8-2zM37 21c-3-2-6-1-8 2 3 2 6 1 8-2z"),
    Emblem::new("mast", "Ψ", "M24 44V22M24 16a3 3 0 1 0 .1 0zM15 28a12 12 0 0 1 0-18M33 28a12 12 0 0 0 0-18M10 33a19 19 0 0 1 0-28M38 33a19 19 0 0 0 0-28M18 44h12"),
    Emblem::new("mill", "×", "M17 44l3-22h8l3 22zM20 22l4-6 4 6M24 16L9 4M24 16L39 4M24 16L9 28M24 16l15 12M9 4l-4 6 12 10M39 4l4 6-12 10M12 44h24"),
    Emblem::new("mountain", "△", "M3 42L18 13l8 14 5-8 14 23zM13 23l5 4 4-3M17 42v-7a4 4 0 0 1 8 0v7M31 8a4 4 0 1 0 .1 0z"),
    Emblem::new("peace", "⊕", "M24 5a19 19 0 1 0 .1 0zM24 5v38M24 24L11 38M24 24l13 14"),
    Emblem::new("plant", "╩", "M5 43V24l10 6v-6l10 6v-6l10 6V10h7v33zM12 36h4M22 36h4M32 36h4M37 6c2-3 5-3 7-1"),
    Emblem::new("return", "↺", "M42 24a18 18 0 1 1-6-13M36 3v8h-8M24 14v10l7 5"),
    Emblem::new("road", "∥", "M15 43L21 5h6l6 38zM24 9v5M24 19v6M24 31v8M4 43l9-38M44 43L35 5"),
    Emblem::new("rocket", "⇑", "M24 4c5 5 7 11 7 18v10H17V22c0-7 2-13 7-18zM17 26l-6 7v5l6-3M31 26l6 7v5l-6-3M20 36l-2 8M24 36v9M28 36l2 8M24 15v6"),
    Emblem::new("scroll", "§", "M12 6h26c4 0 4 7 0 7h-4v24c0 3-2 5-5 5H9c4 0 4-3 4-7h16M14 13h20M12 6c-4 0-4 7 0 7v22M18 19h11M18 25h11"),
    Emblem::new("shield", "◈", "M24 4l17 6v13c0 10-7 17-17 21C14 40 7 33 7 23V10zM24 4v40M7 22h34"),
    Emblem::new("ship", "⊥", "M4 32h40l-6 10H10zM11 32v-8h26v8M18 24V10h6v14M24 13l12 8"),
    Emblem::new("shuttle", "✈", "M24 3c4 4 6 9 6 15v16H18V18c0-6 2-11 6-15zM18 24L7 36v5h11M30 24l11 12v5H30M21 34v9h6v-9M21 16h6"),
    Emblem::new("silo", "╨", "M8 44h32M12 44V26a12 12 0 0 1 24 0v18M24 20c3 3 4 6 4 10v14h-8V30c0-4 1-7 4-10zM12 32h4M32 32h4M4 26l8-3M44 26l-8-3"),
    Emblem::new("star", "☆", "M24 5l5.6 12.6L43 19l-10 9 3 14-12-7-12 7 3-14L5 19l13.4-1.4z"),
    Emblem::new("tank", "▬", "M6 34h36c3 0 4 3 2 5l-3 4H8l-4-4c-2-2-1-5 2-5zM11 34l3-8h20l3 8M17 26v-7h14v7M31 21l13-5M13 39h.1M20 39h.1M27 39h.1M34 39h.1"),
    Emblem::new("telephone", "☎", "M7 18c0-11 34-11 34 0v5h-9v-5c-4-2-12-2-16 0v5H7zM14 26h20l7 16H7zM24 29a5 5 0 1 0 .1 0z"),
    Emblem::new("train", "╪", "M12 6h24v26H12zM12 20h24M18 26h.1M30 26h.1M14 32l-6 10M34 32l6 10M12 38h24M20 11h8"),
    Emblem::new("tree", "♣", "M24 44V30M24 4l13 16h-7l10 13H8l10-13h-7zM18 44h12"),
    Emblem::new("wall", "▦", "M5 12h38v30H5zM5 22h38M5 32h38M18 12v10M32 12v10M11 22v10M25 22v10M38 22v10M18 32v10M32 32v10"),
    Emblem::new("wheel", "⊗", "M24 5a16 16 0 1 0 .1 0zM24 21v-16M24 21l14 8M24 21l-14 8M24 21L10 13M24 21l14-8M24 21v16M24 18a3 3 0 1 0 .1 0zM17 44l7-23 7 23M12 44h24"),
];

//! Names as the eye reads them: two that read the same are one name, whoever bears them.

use caseless::Caseless;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;
use unicode_security::MixedScript;
use unicode_security::confusable_detection::skeleton;

use super::plain::steers;

/// So many marks a letter may bear.
const MARKS: usize = 2;

/// What games call others than people.
const RESERVED: [&str; 3] = ["bot", "you", "table"];

/// So many seats have a label of their own, `p1` to `p6`.
const SEATS: u8 = 6;

/// Why somebody cannot be called so.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unfit {
    /// It has signs that nobody sees, or none that somebody does.
    Unseen,
    /// See [`is_mixed`].
    Mixed,
    /// See [`is_piled`].
    Piled,
    /// It reads as what a table calls somebody else.
    Reserved,
    /// It reads as the name of another one.
    Taken,
}

/// Why somebody cannot be called so beside these others; nothing when they can.
pub fn unfit<'a>(name: &str, mut others: impl Iterator<Item = &'a str>) -> Option<Unfit> {
    let read = read_as(name);
    let first = read.split(' ').next().unwrap_or_default();
    let seat = |number: u8| read == format!("p{number}");
    match () {
        () if name.contains(steers) || read.is_empty() || read.chars().all(is_blank) => {
            Some(Unfit::Unseen)
        }
        () if is_piled(name) => Some(Unfit::Piled),
        () if is_mixed(name) => Some(Unfit::Mixed),
        () if (1..=SEATS).any(seat) || RESERVED.contains(&first) => Some(Unfit::Reserved),
        () if others.any(|other| read_as(other) == read) => Some(Unfit::Taken),
        () => None,
    }
}

/// What the eye reads: of names that look alike it is the same. Case, blanks, forms of a letter and ways to write it make no
/// difference, nor do letters of other scripts that look like one.
pub fn read_as(name: &str) -> String {
    let plain: String = match name.is_ascii() {
        true => name.to_ascii_lowercase(),
        false => {
            let folded: String = name
                .chars()
                .filter(|sign| !is_hidden(*sign))
                .nfkc()
                .default_case_fold()
                .collect();
            // What is plain stays as it is: `l` is no `1`.
            let shape = |sign: char| {
                if sign.is_ascii() {
                    sign.to_string()
                } else {
                    skeleton(sign.encode_utf8(&mut [0; 4])).collect()
                }
            };
            folded
                .nfkd()
                .map(shape)
                .collect::<String>()
                .chars()
                .default_case_fold()
                .collect()
        }
    };
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A word of it has letters of several scripts, so that it may read as another one. What is written together in one language
/// is one script.
pub fn is_mixed(name: &str) -> bool {
    name.split_whitespace().any(|word| !word.is_single_script())
}

/// A letter bears more marks than any language puts on one, or a mark has no letter.
pub fn is_piled(text: &str) -> bool {
    let (mut marks, mut piled) = (MARKS, false);
    for sign in text.nfd() {
        marks = if is_combining_mark(sign) && !is_hidden(sign) {
            marks + 1
        } else {
            0
        };
        piled |= marks > MARKS;
    }
    piled
}

/// It joins letters, keeps them apart or says how one is drawn, and is not seen itself.
fn is_hidden(sign: char) -> bool {
    matches!(sign, '\u{200c}' | '\u{200d}' | '\u{fe00}'..='\u{fe0f}' | '\u{e0100}'..='\u{e01ef}')
}

/// The sign of Braille that has no dots.
fn is_blank(sign: char) -> bool {
    sign == '\u{2800}' || sign.is_whitespace()
}

#[cfg(test)]
mod tests {
    use super::{Unfit, is_piled, read_as, unfit};

    #[test]
    fn names_that_read_the_same_are_the_same() {
        for (one, other) in [
            ("Zo\u{e9}", "Zoe\u{301}"),
            ("Ann", "\u{ff21}nn"),
            ("Ann", "\u{1d2c}nn"),
            ("Ann", "A\u{200d}nn"),
            ("Ann", "ANN"),
            ("Ann", " Ann\u{a0}"),
            ("A B", "a\u{2003} b"),
            ("STRASSE", "stra\u{df}e"),
            ("i", "\u{131}"),
            ("p1", "\u{440}1"),
            ("ocopa", "\u{43e}\u{441}\u{43e}\u{440}\u{430}"),
        ] {
            assert_eq!(
                read_as(one),
                read_as(other),
                "{} and {}",
                one.escape_unicode(),
                other.escape_unicode()
            );
        }
        for (one, other) in [
            ("Ann", "Anna"),
            ("Zo\u{e9}", "Zoe"),
            ("Bill", "Bi11"),
            ("Burn", "Bum"),
            ("\u{6e2f}", "\u{6e7e}"),
        ] {
            assert_ne!(read_as(one), read_as(other), "{one} and {other}");
        }
    }

    #[test]
    fn nobody_is_called_what_could_be_taken_for_somebody_else() {
        let fits = |name: &str| unfit(name, ["Ann", "Zo\u{e9}"].into_iter());
        for name in [
            "Ben",
            "Anna",
            "P7",
            "P7a",
            "\u{6e2f}",
            "\u{2764}\u{fe0f}",
            "O'Brien",
            "Nguy\u{1ec5}n V\u{103}n A",
            "\u{3072}\u{3089}\u{30ab}\u{30ca}\u{6f22}\u{5b57}",
            "\u{418}\u{432}\u{430}\u{43d} Ivan",
            "\u{939}\u{93f}\u{928}\u{94d}\u{926}\u{940}",
        ] {
            assert_eq!(fits(name), None, "{name}");
        }
        let wrong = [
            (
                Unfit::Unseen,
                &[
                    "",
                    " ",
                    "\u{200d}",
                    "\u{2800}",
                    "A\u{200b}nn",
                    "B\u{1b}[2J",
                    "\u{3164}",
                ][..],
            ),
            (
                Unfit::Piled,
                &[
                    "A\u{335}\u{336}\u{337}",
                    "\u{301}\u{301}",
                    "\u{e9}\u{301}\u{301}",
                ],
            ),
            (Unfit::Mixed, &["\u{410}nn", "y\u{3bf}u", "b\u{43e}t"]),
            (
                Unfit::Reserved,
                &[
                    "p1",
                    "P6",
                    "\u{440}1",
                    "You",
                    "BOT 2",
                    "table",
                    "\u{ff50}\u{ff11}",
                ],
            ),
            (Unfit::Taken, &["ann", "Zoe\u{301}", "\u{ff21}nn", "ANN "]),
        ];
        for (why, names) in wrong {
            for name in names {
                assert_eq!(fits(name), Some(why), "{}", name.escape_unicode());
            }
        }
    }

    #[test]
    fn a_letter_bears_two_marks_at_most() {
        assert!(!is_piled(
            "Vi\u{1ec7}t, a\u{323}\u{302}, \u{5e9}\u{5c1}\u{5b8}"
        ));
        assert!(is_piled("a\u{323}\u{302}\u{301}"));
    }
}

//! Signs that steer a terminal, break lines, turn text round or are seen by nobody, and how they are shown: what others have
//! written must do none of that.

use std::borrow::Cow;

/// Control characters, Unicode's own breaks of lines, signs that set the direction of what stands behind them, and signs
/// that nobody sees, by which one name passes for another. The two that join letters or keep them apart are writing.
pub fn steers(sign: char) -> bool {
    let turns = matches!(sign, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let breaks = matches!(sign, '\u{2028}' | '\u{2029}');
    let hides = matches!(
        sign,
        '\u{ad}' | '\u{34f}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180e}' | '\u{200b}'
            | '\u{2060}'..='\u{2064}' | '\u{206a}'..='\u{206f}' | '\u{3164}' | '\u{feff}' | '\u{ffa0}'
            | '\u{fff9}'..='\u{fffb}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e007f}'
    );
    sign.is_control() || turns || breaks || hides
}

/// The sign as it is shown: `\u{1b}`.
pub fn shown(sign: char) -> String {
    sign.escape_unicode().to_string()
}

/// The text with such signs shown; its lines and tabs stay.
pub fn plain(text: &str) -> Cow<'_, str> {
    let hostile = |sign: char| steers(sign) && !matches!(sign, '\n' | '\t');
    if !text.contains(hostile) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 8);
    for sign in text.chars() {
        match hostile(sign) {
            true => out.extend(sign.escape_unicode()),
            false => out.push(sign),
        }
    }
    Cow::Owned(out)
}

/// The text with quotes that are straight, for whatever knows no others.
pub fn straight(text: &str) -> Cow<'_, str> {
    let double = |sign: char| matches!(sign, '\u{201c}'..='\u{201f}');
    let single = |sign: char| matches!(sign, '\u{2018}'..='\u{201b}');
    match text.contains(|sign| double(sign) || single(sign)) {
        true => Cow::Owned(text.replace(double, "\"").replace(single, "'")),
        false => Cow::Borrowed(text),
    }
}

/// The beginning of what somebody else has written, on one line and with such signs shown.
pub fn printable(text: &str, most: usize) -> String {
    let mut out = String::new();
    for (count, sign) in text.chars().enumerate() {
        if count == most {
            out.push_str("...");
            break;
        }
        match steers(sign) {
            true => out.extend(sign.escape_unicode()),
            false => out.push(sign),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{plain, printable, steers, straight};

    #[test]
    fn quotes_are_made_straight_and_nothing_else() {
        assert_eq!(
            straight("\u{201c}you\u{201d} don\u{2019}t \u{e4}"),
            "\"you\" don't \u{e4}"
        );
        assert_eq!(straight("plain"), "plain");
    }

    #[test]
    fn what_steers_is_known_and_what_people_write_is_not_among_it() {
        for sign in
            "\0\u{7}\u{8}\n\r\t\u{1b}\u{7f}\u{80}\u{9b}\u{9f}\u{2028}\u{2029}\u{202a}\u{202e}\u{2066}\u{2069}\u{61c}\u{200f}\u{ad}\u{200b}\u{3164}\u{feff}\u{e0041}\u{17b4}\u{206a}\u{1bca0}\u{1d173}".chars()
        {
            assert!(steers(sign), "{sign:?}");
        }
        for sign in " ~\u{a0}äßé\u{200d}\u{2027}\u{202f}\u{2065}\u{2070}\u{2800}中\u{1f600}".chars()
        {
            assert!(!steers(sign), "{sign:?}");
        }
    }

    #[test]
    fn what_steers_is_shown() {
        assert_eq!(plain("a\n\tb"), "a\n\tb");
        assert_eq!(
            plain("\u{1b}[2J\r\u{9b}ä\u{202e}\u{2028}"),
            r"\u{1b}[2J\u{d}\u{9b}ä\u{202e}\u{2028}"
        );
        assert_eq!(printable("a\nbcd", 3), r"a\u{a}b...");
    }
}

//! Text in lines that fit.

use textwrap::{Options, WordSeparator, WordSplitter};

/// A text in lines of so many columns, the first one and the others behind these signs. No word is cut: one that is longer
/// than a line stands alone.
pub fn wrapped(text: &str, first: &str, others: &str, width: usize) -> String {
    let options = Options::new(width)
        .initial_indent(first)
        .subsequent_indent(others)
        .break_words(false);
    let options = options
        .word_splitter(WordSplitter::NoHyphenation)
        .word_separator(WordSeparator::AsciiSpace);
    textwrap::fill(text, options)
}

/// The same, and what stands between backticks stays on one line: whoever copies a command has all of it.
pub fn wrapped_commands(text: &str, first: &str, others: &str, width: usize) -> String {
    const HELD: char = '\u{a0}';
    let (mut inside, mut left) = (false, text.matches('`').count());
    let held = text.chars().map(|sign| {
        if sign == '`' {
            left -= 1;
            // One that is never closed begins nothing.
            inside = !inside && left > 0;
        }
        if inside && sign == ' ' { HELD } else { sign }
    });
    wrapped(&held.collect::<String>(), first, others, width).replace(HELD, " ")
}

/// Columns that a text takes: some letters take two, some none.
pub fn columns(text: &str) -> usize {
    textwrap::core::display_width(text)
}

/// The text with blanks behind it, so many columns wide; what is wider stays so.
pub fn padded(text: &str, width: usize) -> String {
    format!("{text}{}", " ".repeat(width.saturating_sub(columns(text))))
}

#[cfg(test)]
mod tests {
    use super::{columns, padded, wrapped, wrapped_commands};

    #[test]
    fn columns_are_not_letters() {
        assert_eq!(
            [columns("Hut"), columns("火の国"), columns("🚀 Pad")],
            [3, 6, 6]
        );
        assert_eq!([padded("火", 4), padded("Hut", 2)], ["火  ", "Hut"]);
    }

    #[test]
    fn commands_stay_on_one_line() {
        let text = "It is kept: `brink play --resume 3` goes on with it.";
        assert_eq!(
            wrapped_commands(text, "", "  ", 30),
            "It is kept:\n  `brink play --resume 3` goes\n  on with it."
        );
        assert_eq!(wrapped_commands(text, "", "", 80), text);
        assert_eq!(
            wrapped_commands("a ` that is never closed", "", "", 10),
            "a ` that\nis never\nclosed"
        );
    }

    #[test]
    fn words_are_never_cut() {
        assert_eq!(
            wrapped("one two-three four", "- ", "  ", 10),
            "- one\n  two-three\n  four"
        );
        assert_eq!(wrapped("incomprehensible", "", "", 5), "incomprehensible");
    }
}

//! Text in lines that fit.

use textwrap::{Options, WordSeparator, WordSplitter};

/// A text in lines of so many columns, the first one and the others behind these signs. No word is cut: one that is longer
/// than a line stands alone.
pub fn wrapped(text: &str, first: &str, others: &str, width: usize) -> String {
    let options = Options::new(width).initial_indent(first).subsequent_indent(others).break_words(false);
    let options = options.word_splitter(WordSplitter::NoHyphenation).word_separator(WordSeparator::AsciiSpace);
    textwrap::fill(text, options)
}

#[cfg(test)]
mod tests {
    use super::wrapped;

    #[test]
    fn words_are_never_cut() {
        assert_eq!(wrapped("one two-three four", "- ", "  ", 10), "- one\n  two-three\n  four");
        assert_eq!(wrapped("incomprehensible", "", "", 5), "incomprehensible");
    }
}

//! Signs that come along with pasted text: blanks that are no plain ones, and curly quotes.

use crate::base::Span;
use crate::syntax::SyntaxError;

/// All of them outside quotes and comments, each run once.
pub(super) fn faults(text: &str, offset: usize) -> Vec<SyntaxError> {
    let mut faults: Vec<SyntaxError> = Vec::new();
    // Of curly quotes around a name the first one is told.
    let (mut quoted, mut comment, mut opened) = (false, false, false);
    for (at, sign) in text.char_indices() {
        match sign {
            '\n' => (quoted, comment, opened) = (false, false, false),
            '"' if !comment => quoted = !quoted,
            '#' if !quoted => comment = true,
            _ => {}
        }
        let Some((reason, help)) = pasted(sign).filter(|_| !quoted && !comment) else { continue };
        if std::mem::replace(&mut opened, "“„‟".contains(sign)) && "“”".contains(sign) {
            opened = false;
            continue;
        }
        let span = Span::new(at, at + sign.len_utf8()).shifted(offset);
        match faults.last_mut().filter(|last| last.span.end == span.start && last.reason == reason) {
            Some(last) => last.span.end = span.end,
            None => faults.push(SyntaxError { span, reason, help: Some(help.into()) }),
        }
    }
    faults
}

fn pasted(sign: char) -> Option<(String, &'static str)> {
    match sign {
        '\u{a0}' | '\u{202f}' | '\u{2007}' => {
            Some(("a no-break space stands where words are parted".into(), "write a plain blank in its place"))
        }
        '\u{1680}' | '\u{2000}'..='\u{200a}' | '\u{205f}' | '\u{3000}' => {
            Some(("a blank that is no plain one stands here".into(), "write a plain blank in its place"))
        }
        '“' | '”' | '„' | '‟' => {
            Some((format!("`{sign}` does not fit here"), "put names in straight quotes: `\"`"))
        }
        '‘' | '’' | '‚' | '‛' => {
            Some((format!("`{sign}` does not fit here"), "quotes are straight: `'`, as in `foe's`"))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::faults;

    #[test]
    fn signs_of_pasted_texts_are_told_where_they_stand() {
        let places = |text: &str| faults(text, 0).iter().map(|fault| fault.span.start).collect::<Vec<_>>();
        assert_eq!(places("play:\u{a0}\u{a0}draw\u{a0}1 card"), [5, 13]);
        assert_eq!(places("play: foe’s hand"), [9]);
        assert_eq!(places("play: discard “Hut” and „Inn“ and ”"), [14, 28, 42]);
        assert!(places("play: discard a card named \"Foe’s\u{a0}Hut\" # “so”").is_empty());
    }
}

//! `a` or `an`: by how the word behind it begins to be spoken, where its letters tell.

use crate::base::{LIKE_YOU, Span, article};
use crate::syntax::SyntaxError;

/// All articles of a text that do not go with the word behind them.
pub(super) fn faults(text: &str, offset: usize) -> Vec<SyntaxError> {
    if let Some(fault) = as_name(text, offset) {
        return vec![fault];
    }
    let mut faults = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let said = line.split('"').step_by(2).find_map(|part| part.find('#').map(|sign| part.as_ptr() as usize + sign));
        let end = said.map_or(line.len(), |sign| sign - line.as_ptr() as usize);
        let mut quoted = false;
        let mut last: Option<(usize, &str)> = None;
        for word in line[..end].split_inclusive([' ', '\t', '"', '(', ')', '\n', '\r']) {
            let start = word.as_ptr() as usize - line.as_ptr() as usize;
            let (plain, sign) = word.split_at(word.len() - word.chars().next_back().map_or(0, char::len_utf8));
            let spaced = sign == " " || sign == "\t";
            let whole = if [" ", "\t", "\"", "(", ")", "\n", "\r"].contains(&sign) { plain } else { word };
            if !quoted {
                if let Some((article, found)) = last
                    && let Some(wanted) = wanted(whole).filter(|wanted| *wanted != found)
                {
                    let noun: String =
                        whole.chars().take_while(|sign| sign.is_alphanumeric() || *sign == '-').collect();
                    let span = Span::new(at + article, at + article + found.len()).shifted(offset);
                    let reason = format!("`{found}` does not go with `{noun}`");
                    faults.push(SyntaxError { span, reason, help: Some(format!("say `{wanted} {noun}`")) });
                }
                if !whole.is_empty() || sign == "\"" || sign == "(" || sign == ")" {
                    last = (["a", "an"].contains(&whole) && spaced).then_some((start, whole));
                }
            }
            quoted ^= sign == "\"";
        }
        at += line.len();
    }
    faults
}

/// An article that stands where a text gives a name: `as a and b`, `as an;`, `let a be`.
fn as_name(text: &str, offset: usize) -> Option<SyntaxError> {
    for line in text.lines() {
        let words: Vec<&str> = line.split_whitespace().take_while(|word| !word.starts_with('#')).collect();
        for (at, word) in words.iter().enumerate().skip(1) {
            let article = word.trim_end_matches([';', ',', '.', ':', ')']);
            let ends = article != *word || words.get(at + 1).is_none_or(|next| ["and", "be"].contains(next));
            if ["as", "let"].contains(&words[at - 1]) && ["a", "an"].contains(&article) && ends {
                let start = word.as_ptr() as usize - text.as_ptr() as usize;
                let span = Span::new(start, start + article.len()).shifted(offset);
                let help = "it is a word of the language: choose another, such as `gift`".to_string();
                return Some(SyntaxError { span, reason: format!("`{article}` cannot be a name"), help: Some(help) });
            }
        }
    }
    None
}

/// The article that goes with a word; `None` where either may.
fn wanted(word: &str) -> Option<&'static str> {
    let told = word.starts_with(|sign: char| sign.is_ascii_lowercase());
    let either = LIKE_YOU.iter().chain(&["one"]).any(|start| word.starts_with(start));
    (told && !either).then(|| article(word))
}

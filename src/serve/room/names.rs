//! What people may be called: nobody is taken for somebody else by a name.

use crate::base::{printable, steers};
use crate::serve::refusal::Refusal;

/// Characters of a name.
const LONGEST: usize = 20;

/// What the table calls others.
const RESERVED: [&str; 3] = ["bot", "you", "table"];

/// The name, without blanks around it; `others` are there already.
///
/// # Errors
/// Why it will not do.
pub fn fit_name<'a>(name: &str, mut others: impl Iterator<Item = &'a str>) -> Result<String, Refusal> {
    let name = name.trim();
    let quoted = printable(name, LONGEST);
    let wrong = |message: String| Refusal::new("bad-request", message).with_help("choose another name");
    let seen = seen(name);
    if seen.is_empty() || name.contains(steers) || name.chars().all(|sign| sign == '\u{2800}') {
        return Err(wrong(format!("`{quoted}` is not a name that others can see")));
    }
    if name.chars().count() > LONGEST {
        return Err(wrong(format!("a name has at most {LONGEST} characters")));
    }
    let first = seen.split(' ').next().unwrap_or_default();
    let seat =
        seen.strip_prefix('p').is_some_and(|rest| rest.len() == 1 && rest.bytes().all(|sign| sign.is_ascii_digit()));
    if seat || RESERVED.contains(&first) {
        return Err(wrong(format!("`{quoted}` is what the table calls somebody else")));
    }
    if others.any(|other| self::seen(other) == seen) {
        return Err(wrong(format!("somebody here is called `{quoted}` already")));
    }
    Ok(name.to_string())
}

/// What people see of a name, in small letters.
fn seen(name: &str) -> String {
    let hidden =
        |sign: &char| matches!(sign, '\u{200c}' | '\u{200d}' | '\u{fe00}'..='\u{fe0f}' | '\u{e0100}'..='\u{e01ef}');
    let shown: String = name.chars().filter(|sign| !hidden(sign)).flat_map(char::to_lowercase).collect();
    shown.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::fit_name;

    #[test]
    fn fields_of_the_page_take_as_long_a_name() {
        let page = include_str!("../page/settings.js");
        assert!(page.contains(&format!("export const LONGEST_NAME = {};", super::LONGEST)));
    }

    #[test]
    fn names_are_seen_and_belong_to_one_person() {
        let fits = |name: &str| fit_name(name, ["Ann"].into_iter()).is_ok();
        for name in ["Ben", " Ben ", "Zo\u{e9}", "P7a", "a b c", "\u{6e2f}"] {
            assert!(fits(name), "{name}");
        }
        for name in
            ["", " ", "ann", "A\u{200d}nn", "p1", "P6", "you", "Bot 2", "bot", "A\u{1b}[2J", "\u{202e}nnA", "\u{2800}"]
        {
            assert!(!fits(name), "{}", name.escape_unicode());
        }
        assert!(!fits(&"a".repeat(21)));
    }
}

//! What people may be called: nobody is taken for somebody else by a name.

use crate::refusal::Refusal;
use text::{Unfit, printable, unfit};

/// Characters of a name.
const LONGEST: usize = 20;

/// The name, without blanks around it; `others` are there already.
///
/// # Errors
/// Why it will not do.
pub fn fit_name<'a>(name: &str, others: impl Iterator<Item = &'a str>) -> Result<String, Refusal> {
    let name = name.trim();
    let quoted = printable(name, LONGEST);
    let long = name.chars().count() > LONGEST;
    let why = match unfit(name, others) {
        None if long => format!("a name has at most {LONGEST} characters"),
        None => return Ok(name.to_string()),
        Some(Unfit::Unseen) => format!("`{quoted}` is not a name that others can see"),
        Some(Unfit::Piled) => format!("`{quoted}` has more than two marks on a letter"),
        Some(Unfit::Mixed) => format!("`{quoted}` has a word with letters of several scripts"),
        Some(Unfit::Reserved) => format!("`{quoted}` is what the table calls somebody else"),
        Some(Unfit::Taken) => format!("somebody here is called `{quoted}` already"),
    };
    Err(Refusal::new("bad-request", why).with_help("choose another name"))
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
        let fits = |name: &str| fit_name(name, ["Ann", "Zo\u{e9}"].into_iter()).is_ok();
        for name in ["Ben", " Ben ", "Zoe", "P7a", "a b c", "\u{6e2f}"] {
            assert!(fits(name), "{name}");
        }
        for name in [
            "",
            " ",
            "ann",
            "A\u{200d}nn",
            "p1",
            "P6",
            "you",
            "Bot 2",
            "bot",
            "A\u{1b}[2J",
            "\u{202e}nnA",
            "\u{2800}",
            "Zoe\u{301}",
            "\u{410}nn",
            "\u{440}1",
            "A\u{335}\u{336}\u{337}",
        ] {
            assert!(!fits(name), "{}", name.escape_unicode());
        }
        assert!(!fits(&"a".repeat(21)));
    }
}

//! Words as they stand in a sentence.

/// The text with a capital letter in front.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}

/// `a` windmill, `an` attic, `an` hour; initials and the like are left to the ear.
pub fn article(noun: &str) -> &'static str {
    let lower = noun.to_lowercase();
    let begins = |starts: &[&str]| starts.iter().any(|start| lower.starts_with(start));
    let silent = begins(&["hour", "honour", "honor", "honest", "heir"]);
    let like_you = begins(&LIKE_YOU) || begins(&["un ", "one "]) || lower == "one";
    if silent || lower.starts_with(['a', 'e', 'i', 'o', 'u']) && !like_you { "an" } else { "a" }
}

/// How words begin that may be spoken like `you`: their letters do not tell.
pub const LIKE_YOU: [&str; 8] = ["uni", "use", "usu", "uti", "eu", "ewe", "ura", "once"];

#[cfg(test)]
mod tests {
    use super::{article, capital};

    #[test]
    fn words_fit_into_sentences() {
        assert_eq!(["", "ash", "\u{e9}tat", "Ash"].map(capital), ["", "Ash", "\u{c9}tat", "Ash"]);
        assert_eq!(["card", "action", "unit", "unguarded stack"].map(article), ["a", "an", "a", "an"]);
    }
}

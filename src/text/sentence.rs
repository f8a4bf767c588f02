//! Words as they stand in a sentence.

/// The text with a capital letter in front.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}

/// The text with a capital letter in front and a full stop behind.
pub fn sentence(text: &str) -> String {
    let text = capital(text.trim());
    if text.ends_with(['.', '!', '?']) {
        text
    } else {
        format!("{text}.")
    }
}

/// `a` windmill, `an` attic, `an` hour; initials and the like are left to the ear.
pub fn article(noun: &str) -> &'static str {
    let lower = noun.to_lowercase();
    let begins = |starts: &[&str]| starts.iter().any(|start| lower.starts_with(start));
    let silent = begins(&["hour", "honour", "honor", "honest", "heir"]);
    let like_you = begins(&LIKE_YOU) || begins(&["un ", "one "]) || lower == "one";
    if silent || lower.starts_with(['a', 'e', 'i', 'o', 'u']) && !like_you {
        "an"
    } else {
        "a"
    }
}

/// How words begin that may be spoken like `you`: their letters do not tell.
pub const LIKE_YOU: [&str; 8] = ["uni", "use", "usu", "uti", "eu", "ewe", "ura", "once"];

/// What is said of something, where it is there.
pub fn or_nothing<T>(what: &Option<T>, say: impl FnOnce(&T) -> String) -> String {
    what.as_ref().map(say).unwrap_or_default()
}

/// `first`, `7th`
pub fn ordinal(number: usize) -> String {
    const WORDS: [&str; 6] = ["first", "second", "third", "fourth", "fifth", "sixth"];
    let end = match (number % 100, number % 10) {
        (11..=13, _) => "th",
        (_, 1) => "st",
        (_, 2) => "nd",
        (_, 3) => "rd",
        _ => "th",
    };
    WORDS
        .get(number.wrapping_sub(1))
        .map_or_else(|| format!("{number}{end}"), ToString::to_string)
}

/// `1 game`, `2 games`.
pub fn plural(count: u64, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// What several of a thing are called: `mills`, `ferries`, `passes`.
pub fn plural_of(noun: &str) -> String {
    let vowel = |letter: char| "aeiou".contains(letter);
    match noun.strip_suffix('y') {
        Some(stem) if !stem.ends_with(vowel) => format!("{stem}ies"),
        _ if ["s", "x", "z", "ch", "sh"]
            .iter()
            .any(|end| noun.ends_with(end)) =>
        {
            format!("{noun}es")
        }
        _ => format!("{noun}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::{article, capital, ordinal, plural_of};

    #[test]
    fn words_fit_into_sentences() {
        assert_eq!(
            ["", "ash", "\u{e9}tat", "Ash"].map(capital),
            ["", "Ash", "\u{c9}tat", "Ash"]
        );
        assert_eq!(
            ["card", "action", "unit", "unguarded stack"].map(article),
            ["a", "an", "a", "an"]
        );
    }

    #[test]
    fn ordinals_go_on_as_numbers() {
        let said = [1, 6, 7, 11, 12, 13, 20, 21, 22, 23, 111].map(ordinal);
        assert_eq!(
            said,
            [
                "first", "sixth", "7th", "11th", "12th", "13th", "20th", "21st", "22nd", "23rd",
                "111th"
            ]
        );
    }

    #[test]
    fn several_things_are_called_as_people_call_them() {
        let nouns = ["mill", "ferry", "railway", "pass", "church", "box"].map(plural_of);
        assert_eq!(
            nouns,
            [
                "mills", "ferries", "railways", "passes", "churches", "boxes"
            ]
        );
    }
}

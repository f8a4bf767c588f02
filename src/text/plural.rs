//! Numbers of things in sentences.

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
    use super::plural_of;

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

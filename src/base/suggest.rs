//! "Did you mean": the known word nearest to a misspelt one.

/// The candidate most like `word`, without regard to case, if one is like enough to be worth saying.
pub fn suggest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.to_lowercase();
    candidates
        .into_iter()
        .map(|candidate| (strsim::damerau_levenshtein(&word, &candidate.to_lowercase()), candidate))
        .filter(|(distance, candidate)| *distance <= 1 + candidate.chars().count().max(word.chars().count()) / 4)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

#[cfg(test)]
mod tests {
    use super::suggest;

    #[test]
    fn the_nearest_word_is_suggested_and_a_far_one_is_not() {
        let known = ["top", "stack", "building"];
        assert_eq!(suggest("tpo", known), Some("top"));
        assert_eq!(suggest("Staack", known), Some("stack"));
        assert_eq!(suggest("elephant", known), None);
    }
}

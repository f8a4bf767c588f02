//! "Did you mean": the known word nearest to a misspelt one.

/// The candidate most like `word`, without regard to case, if one is like enough to be worth saying. Of those that are as
/// near the one with more of its letters, or else the first.
pub fn suggest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    nearest(word, candidates, strsim::damerau_levenshtein)
}

/// No doubt that `best`, which was suggested, is meant: little must be changed, and more for every other candidate.
pub fn is_clear(word: &str, best: &str, candidates: &[&str]) -> bool {
    let others = candidates.iter().copied().filter(|other| *other != best);
    let distance =
        |other: &str| strsim::damerau_levenshtein(&word.to_lowercase(), &other.to_lowercase());
    let far = distance(best);
    far <= (word.chars().count() / 4).max(1)
        && suggest(word, others).is_none_or(|next| distance(next) > far)
}

fn nearest<'a>(
    word: &str,
    candidates: impl IntoIterator<Item = &'a str>,
    mut distance: impl FnMut(&str, &str) -> usize,
) -> Option<&'a str> {
    let word = word.to_lowercase();
    let length = word.chars().count();
    let mut letters = Letters::of(&word);
    // Most of thousands of names are told apart by their letters.
    let mut alike: Vec<(usize, usize, &str)> = Vec::new();
    for candidate in candidates {
        let far = 2 + candidate.chars().count().max(length) / 4;
        let least = letters.least_distance(candidate);
        if least < far {
            alike.push((least, far, candidate));
        }
    }
    alike.sort_by_key(|(least, ..)| *least);
    let mut best: Option<(usize, &str)> = None;
    for (least, far, candidate) in alike {
        let limit = best.map_or(far, |(nearest, _)| nearest.min(far));
        if best.is_some_and(|(nearest, _)| nearest <= least) {
            break;
        }
        let distance = distance(&word, &candidate.to_lowercase());
        if distance < limit {
            best = Some((distance, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// How often a word has each letter, in any order; some letters count as one.
struct Letters {
    counts: [i32; 128],
    length: usize,
}

impl Letters {
    fn of(word: &str) -> Letters {
        let mut letters = Letters {
            counts: [0; 128],
            length: 0,
        };
        for letter in word.chars() {
            letters.counts[letter as usize % 128] += 1;
            letters.length += 1;
        }
        letters
    }

    /// So many letters at least must be changed, added or left out to come to the other word, without regard to case.
    fn least_distance(&mut self, other: &str) -> usize {
        // Other alphabets may change the number of their letters with the case.
        if !other.is_ascii() {
            return 0;
        }
        let place = |byte: u8| usize::from(byte.to_ascii_lowercase());
        let mut shared = 0;
        for byte in other.bytes() {
            let count = &mut self.counts[place(byte)];
            shared += usize::from(*count > 0);
            *count -= 1;
        }
        other.bytes().for_each(|byte| self.counts[place(byte)] += 1);
        self.length.max(other.len()) - shared
    }
}

#[cfg(test)]
mod tests {
    use super::{Letters, is_clear, nearest, suggest};

    #[test]
    fn letters_alone_never_make_words_look_farther_apart_than_they_are() {
        let words = [
            "",
            "a",
            "top",
            "pot",
            "otp",
            "stack",
            "stakc",
            "building",
            "bidlung",
            "naïve",
            "İstanbul",
            "one two",
        ];
        for (word, other) in words
            .iter()
            .flat_map(|word| words.iter().map(move |other| (*word, *other)))
        {
            let (low, other_low) = (word.to_lowercase(), other.to_lowercase());
            let distance = strsim::damerau_levenshtein(&low, &other_low);
            let mut letters = Letters::of(&low);
            assert!(letters.least_distance(other) <= distance, "{word} {other}");
            assert_eq!(letters.counts, Letters::of(&low).counts);
        }
    }

    #[test]
    fn a_word_is_clear_if_it_is_near_and_no_other_is_as_near() {
        let known = ["top", "stack", "building"];
        assert!(is_clear("tpo", "top", &known) && is_clear("bulding", "building", &known));
        assert!(!is_clear("tip", "top", &["top", "tap"]));
        // Two letters of six are too many.
        assert!(!is_clear("stcak!", "stack", &known));
    }

    #[test]
    fn the_nearest_word_is_suggested_and_a_far_one_is_not() {
        let known = ["top", "stack", "building"];
        assert_eq!(suggest("tpo", known), Some("top"));
        assert_eq!(suggest("Staack", known), Some("stack"));
        assert_eq!(suggest("elephant", known), None);
        // Of those that are as near, the first; a nearer one that comes later beats it.
        assert_eq!(suggest("bar", ["bat", "car", "BAR"]), Some("BAR"));
        assert_eq!(suggest("bar", ["bat", "car"]), Some("bat"));
        assert_eq!(suggest("Ümlaut", ["ÜMLUAT", "laut"]), Some("ÜMLUAT"));
    }

    /// A file may have thousands of misspelt names, and thousands that could be meant.
    #[test]
    fn few_of_many_names_are_compared_letter_by_letter() {
        for names in [1_000, 10_000] {
            let known: Vec<String> = (0..names).map(|name| format!("House {name}")).collect();
            for at in [0, 77, names / 2, names - 1] {
                let mut compared = 0;
                let found = nearest(
                    &format!("Huose {at}"),
                    known.iter().map(String::as_str),
                    |word, other| {
                        compared += 1;
                        strsim::damerau_levenshtein(word, other)
                    },
                );
                assert_eq!(found, Some(&*known[at]));
                // The names with the same digits, in another order.
                assert!(compared <= 24, "{compared} of {names}");
            }
        }
    }
}

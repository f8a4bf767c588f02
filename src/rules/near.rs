//! What is said of a name that nobody knows: the nearest one, or all there are.

use std::collections::BTreeSet;

use text::suggest;

/// `did you mean ...`, or else what there is.
pub fn near<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    let mut once = BTreeSet::new();
    let known: Vec<&str> = known
        .into_iter()
        .filter(|word| once.insert(*word))
        .collect();
    match suggest(word, known.iter().copied()) {
        Some(best) => format!("did you mean `{best}`?"),
        None if known.is_empty() => "there are none yet".into(),
        None if known.len() > NAMED => {
            let more = known.len() - NAMED;
            let named: Vec<String> = known[..NAMED]
                .iter()
                .map(|word| format!("`{word}`"))
                .collect();
            format!("there are {} and {more} more", named.join(", "))
        }
        None => format!("there are {}", list(&known)),
    }
}

/// How many names a help lists at most: there may be thousands, in each of thousands of faults.
const NAMED: usize = 50;

/// `a`, `b` and `c`, in backticks.
pub fn list<S: AsRef<str>>(words: &[S]) -> String {
    let quoted: Vec<String> = words
        .iter()
        .map(|word| format!("`{}`", word.as_ref()))
        .collect();
    match quoted.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => quoted.concat(),
    }
}

#[cfg(test)]
mod tests {
    use super::near;

    #[test]
    fn a_help_lists_fifty_names_and_counts_the_others() {
        let known: Vec<String> = (0..6_000).map(|name| format!("House {name}")).collect();
        let help = near("elephant", known.iter().map(String::as_str));
        assert_eq!(help.matches("House ").count(), 50);
        assert!(help.ends_with(" and 5950 more"), "{help}");
    }
}

//! Laws of reading and printing.

use proptest::prelude::{ProptestConfig, any, prop, prop_assert_eq, proptest};

use super::print;
use crate::syntax::parse::tests::{MADE_UP, card_texts};
use crate::syntax::{parse_cond, parse_text};

fn texts() -> Vec<String> {
    card_texts().into_iter().chain(MADE_UP.map(String::from)).collect()
}

#[test]
fn what_is_printed_reads_as_the_same_tree() {
    for text in texts() {
        let tree = parse_text(&text, 0).expect("the text is right");
        let printed = print(&tree);
        match parse_text(&printed, 0) {
            Ok(again) => assert_eq!(again, tree, "{text}\n--- printed as\n{printed}"),
            Err(faults) => panic!("{text}\n--- printed as\n{printed}\n{faults:#?}"),
        }
        assert_eq!(print(&parse_text(&printed, 0).expect("it was just read")), printed);
    }
}

/// The words of all texts, to make new texts of.
fn words() -> Vec<String> {
    let mut words: Vec<_> = texts()
        .iter()
        .flat_map(|text| text.split_inclusive([' ', '\n', ':', '(', ')']).map(String::from).collect::<Vec<_>>())
        .collect();
    words.sort();
    words.dedup();
    words
}

fn check(text: &str) {
    let _ = parse_cond(text, 3);
    match parse_text(text, 3) {
        Ok(tree) => assert_eq!(parse_text(&print(&tree), 0).as_ref(), Ok(&tree), "{text}\n---\n{}", print(&tree)),
        Err(faults) => {
            assert!(!faults.is_empty());
            for fault in faults {
                let at = fault.span.start - 3..fault.span.end - 3;
                assert!(text.get(at).is_some(), "{text:?}: a fault at {:?}", fault.span);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn arbitrary_text_never_panics(text in any::<String>()) {
        check(&text);
    }

    #[test]
    fn a_cut_or_patched_text_never_panics_and_prints_truly(
        which in any::<prop::sample::Index>(),
        cut in any::<prop::sample::Index>(),
        length in 0usize..12,
        patch in prop::collection::vec(prop::sample::select(words()), 0..3),
    ) {
        let texts = texts();
        let text: Vec<char> = which.get(&texts).chars().collect();
        let cut = cut.index(text.len() + 1);
        let rest = (cut + length).min(text.len());
        let patched = text[..cut].iter().collect::<String>() + &patch.concat() + &text[rest..].iter().collect::<String>();
        check(&patched);
        check(&text[..cut].iter().collect::<String>());
    }

    #[test]
    fn words_in_any_order_never_panic(words in prop::collection::vec(prop::sample::select(words()), 0..40)) {
        check(&words.concat());
    }

    #[test]
    fn exchanged_words_print_truly(
        which in any::<prop::sample::Index>(),
        place in any::<prop::sample::Index>(),
        word in prop::sample::select(words()),
    ) {
        let texts = texts();
        let mut parts: Vec<&str> = which.get(&texts).split_inclusive([' ', '\n', ':', '(', ')']).collect();
        if !parts.is_empty() {
            let place = place.index(parts.len());
            parts[place] = &word;
        }
        check(&parts.concat());
        prop_assert_eq!(parse_text("", 0).map(|tree| tree.clauses.len()), Ok(0));
    }
}

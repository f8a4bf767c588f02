//! Laws of reading and printing.

use proptest::prelude::{any, prop, proptest};

use std::sync::LazyLock;

use super::print;
use crate::parse::tests::{MADE_UP, card_texts};
use crate::parse::{OTHER_WORDS, surface};
use crate::properties::kept_in;
use crate::{parse_cond, parse_text};

static TEXTS: LazyLock<Vec<String>> = LazyLock::new(|| {
    card_texts()
        .into_iter()
        .chain(MADE_UP.map(String::from))
        .collect()
});

#[test]
fn what_is_printed_reads_as_the_same_tree() {
    for text in TEXTS.iter() {
        assert!(parse_text(text, 0).is_ok(), "the text is right:\n{text}");
        check(text);
    }
}

/// The words of all texts, to make new texts of.
static WORDS: LazyLock<Vec<&str>> = LazyLock::new(|| {
    let mut words: Vec<_> = TEXTS
        .iter()
        .flat_map(|text| text.split_inclusive([' ', '\n', ':', '(', ')']))
        .collect();
    words.sort();
    words.dedup();
    words
});

fn check(text: &str) {
    let _ = parse_cond(text, 3);
    match surface(text, 3) {
        Ok(tree) => {
            let printed = print(&tree);
            let mut strict = parse_text(&printed, 0).err().into_iter().flatten();
            let strict = strict.find(|fault| fault.reason == OTHER_WORDS);
            assert!(
                strict.is_none(),
                "{text}\n--- is not the language when printed as\n{printed}\n{strict:?}"
            );
            match surface(&printed, 0) {
                Ok(again) => assert!(
                    again == tree,
                    "{text}\n--- is read otherwise when printed as\n{printed}"
                ),
                Err(faults) => {
                    panic!("{text}\n--- is not read when printed as\n{printed}\n{faults:#?}")
                }
            }
        }
        Err(_) => {
            let faults = parse_text(text, 3).expect_err("what cannot be read is refused");
            assert!(!faults.is_empty());
            for fault in faults {
                let at = fault.span.start - 3..fault.span.end - 3;
                assert!(
                    text.get(at).is_some(),
                    "{text:?}: a fault at {:?}",
                    fault.span
                );
            }
        }
    }
}

#[test]
fn a_name_in_parentheses_is_the_name() {
    for (text, printed) in [
        ("Hurl at (upgraded).", "Hurl at upgraded."),
        (
            "Hurl ((n)) (n plus 1) onto (spots).",
            "Hurl n (n plus 1) onto spots.",
        ),
        (
            "Let k be (nmost). Let m be ((k)).",
            "Let k be nmost. Let m be k.",
        ),
    ] {
        check(text);
        assert_eq!(
            print(&surface(text, 0).expect("the text is right")),
            printed
        );
    }
}

#[test]
fn a_card_that_wins_is_the_winner_in_either_form_of_the_verb() {
    assert_eq!(
        print(&surface("Windmill win.", 0).expect("it is read")),
        "Windmill wins."
    );
    check("Windmill win");
}

#[test]
fn a_block_is_no_cost() {
    assert!(surface("pay at once: draw a card", 0).is_err());
    assert!(surface("pay if you win: draw a card", 0).is_err());
}

proptest! {
    #![proptest_config(kept_in(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/regressions/print.txt")))]

    #[test]
    fn arbitrary_text_never_panics(text in any::<String>()) {
        check(&text);
    }

    #[test]
    fn a_cut_or_patched_text_never_panics_and_prints_truly(
        which in any::<prop::sample::Index>(),
        cut in any::<prop::sample::Index>(),
        length in 0usize..12,
        patch in prop::collection::vec(prop::sample::select(WORDS.as_slice()), 0..3),
    ) {
        let text: Vec<char> = which.get(&TEXTS).chars().collect();
        let cut = cut.index(text.len() + 1);
        let rest = (cut + length).min(text.len());
        let patched = text[..cut].iter().collect::<String>() + &patch.concat() + &text[rest..].iter().collect::<String>();
        check(&patched);
        check(&text[..cut].iter().collect::<String>());
    }

    #[test]
    fn words_in_any_order_never_panic(words in prop::collection::vec(prop::sample::select(WORDS.as_slice()), 0..40)) {
        check(&words.concat());
    }

    #[test]
    fn exchanged_words_print_truly(
        which in any::<prop::sample::Index>(),
        place in any::<prop::sample::Index>(),
        word in prop::sample::select(WORDS.as_slice()),
    ) {
        let mut parts: Vec<&str> = which.get(&TEXTS).split_inclusive([' ', '\n', ':', '(', ')']).collect();
        if !parts.is_empty() {
            let place = place.index(parts.len());
            parts[place] = word;
        }
        check(&parts.concat());
    }
}

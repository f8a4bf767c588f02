//! Draws the kinds of a draft at random, from a seed.

use engine::Words;
use rules::Draft;

/// The stream of a seed's numbers that drafts are drawn by.
const DRAFT_STREAM: u64 = 8;

/// As many of the draft's kinds as it asks for, in their order. The same seed draws the same kinds.
pub fn draw_kinds(draft: &Draft, seed: u64) -> Vec<String> {
    let mut words = Words::new(seed, DRAFT_STREAM);
    let mut left = draft.count.min(draft.kinds.len()) as u32;
    let mut drawn = Vec::new();
    // Each kind is drawn with the chance that those still to be drawn have among those still to be seen.
    for (seen, kind) in draft.kinds.iter().enumerate() {
        if words.below((draft.kinds.len() - seen) as u32) < left {
            drawn.push(kind.clone());
            left -= 1;
        }
    }
    drawn
}

#[cfg(test)]
mod tests {
    use super::draw_kinds;
    use rules::Draft;

    #[test]
    fn a_seed_draws_as_many_kinds_as_asked_and_always_the_same() {
        let draft = Draft {
            count: 3,
            kinds: "abcdefgh".chars().map(|kind| kind.to_string()).collect(),
        };
        for seed in 0..100 {
            let drawn = draw_kinds(&draft, seed);
            assert_eq!(drawn.len(), 3);
            assert!(drawn.is_sorted());
            assert_eq!(drawn, draw_kinds(&draft, seed));
        }
        assert!((0..100).any(|seed| draw_kinds(&draft, seed) != draw_kinds(&draft, 0)));
    }
}

//! Seeds mean the same games for ever: whole traces, pinned.

use brink::bots::chance::{Policy, trace_game};

/// A number for a text that changes when any byte of it does (FNV-1a).
fn fingerprint(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

#[test]
fn seeds_give_the_games_that_they_always_gave() {
    let mut games = Vec::new();
    for recipe in ["1961", "1971", "combined", "draft"] {
        let script = crate::support::scripts::script(recipe);
        for players in [2, 5] {
            for policy in [Policy::Uniform, Policy::Mixed] {
                let trace = trace_game(&script, players, 42, policy, 400);
                let end = trace.lines().last().unwrap_or_default();
                let lines = trace.lines().count();
                games.push(format!(
                    "{recipe} {players} {policy:?}: {lines} lines, {end}, {:016x}",
                    fingerprint(&trace)
                ));
            }
        }
    }
    insta::assert_snapshot!(games.join("\n"));
}

#[test]
fn a_whole_short_game_is_pinned_to_the_letter() {
    let script = crate::support::scripts::script("1961");
    let seed = (0..200).min_by_key(|seed| trace_game(&script, 2, *seed, Policy::Mixed, 400).len());
    insta::assert_snapshot!(trace_game(
        &script,
        2,
        seed.expect("there are seeds"),
        Policy::Mixed,
        400
    ));
}

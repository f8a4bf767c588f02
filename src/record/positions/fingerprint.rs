//! A game in short, to notice when it is not the same any more: where every card lies, who knows it, what is asked.

use std::fmt::Write;

use xxhash_rust::xxh3::xxh3_64;

use crate::positions::print::print_open;
use engine::Game;
use explain::options::decision::Decision;

/// The short form of a game that waits for that decision.
pub fn fingerprint(game: &Game, decision: &Decision) -> u32 {
    xxh3_64(long(game, decision).as_bytes()) as u32
}

/// What it is made of: the open position, then what is asked.
fn long(game: &Game, decision: &Decision) -> String {
    let mut out = print_open(game, true);
    // Writing to a string cannot fail.
    let _ = write!(out, "asked {}:", decision.chooser());
    decision.offers.iter().for_each(|offer| {
        let _ = write!(out, " | {}", offer.label);
    });
    out.push('\n');
    out
}

//! Says at the end of a command that texts were cut off in its games: no such game tells anything about its cards.

use std::io::{self, Write};

use crate::Failure;
use explain::cut::Cuts;
use text::{plural, printable};

/// So many are told one by one.
const TOLD: usize = 10;

/// Writes a line for each text to the error output.
///
/// # Errors
/// [`Failure::Told`] when there is one.
pub fn tell(cuts: &Cuts) -> Result<(), Failure> {
    let all = cuts.each();
    let mut out = io::stderr().lock();
    for (sentence, often) in all.iter().take(TOLD) {
        let (times, games) = (plural(often.times, "time"), plural(often.games, "game"));
        // It may come from a record, which anybody may have written.
        let sentence = printable(sentence, usize::MAX);
        writeln!(out, "cut off {times} in {games} (END-1): {sentence}")?;
    }
    if let Some(more @ 1..) = all.len().checked_sub(TOLD) {
        writeln!(out, "... and {more} more like these")?;
    }
    if all.is_empty() {
        Ok(())
    } else {
        Err(Failure::Told)
    }
}

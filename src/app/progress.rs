//! How far a long command is, on a terminal alone.

use std::io::{self, IsTerminal};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

/// How often a bar is drawn where nothing has changed but the time.
const TICK: Duration = Duration::from_secs(1);

/// A bar for so many, or for nobody knows how many, drawn by a template of indicatif, from the beginning on; hidden where errors are
/// not read by a person.
pub fn progress(length: Option<u64>, template: &str) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = length.map_or_else(ProgressBar::no_length, ProgressBar::new);
    let bar =
        bar.with_style(ProgressStyle::with_template(template).expect("the template is sound"));
    bar.tick();
    bar.enable_steady_tick(TICK);
    bar
}

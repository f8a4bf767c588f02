//! How far a long command is, on a terminal alone.

use std::io::{self, IsTerminal};

use indicatif::{ProgressBar, ProgressStyle};

/// A bar for so many, or for nobody knows how many, drawn by a template of indicatif; hidden where errors are not read by
/// a person.
pub fn progress(length: Option<u64>, template: &str) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = length.map_or_else(ProgressBar::no_length, ProgressBar::new);
    bar.with_style(ProgressStyle::with_template(template).expect("the template is sound"))
}

//! Rows of the language: for each node whose words are fixed, the rule that reads it and the words, with holes for its parts.
//! They stand beside the nodes in `ast/`. The parser takes the row that is most like what is written, the printer fills it.
//!
//! In the words `_` is a part, `{atom}` a part that is printed in that way, `~` one behind which more could be drawn into it;
//! `[yes|no]` is said of a part that may be missing or false; `<is|are>` of the first part as one thing or several; `$` is an
//! `s` where there are several.

use crate::parse::{Parts, Rule};
use crate::print::Hole;

/// How one node is read.
pub(crate) struct Row<T> {
    pub(crate) rule: Rule,
    pub(crate) words: &'static str,
    pub(crate) read: fn(&mut Parts) -> T,
}

/// The words of a node, and what stands in their holes.
pub(crate) type Written<'n> = (&'static str, Vec<&'n dyn Hole>);

/// Nodes that have rows.
pub(crate) trait Worded: Sized + 'static {
    /// One for each variant; none for those that have no words of their own.
    const ROWS: &'static [Option<Row<Self>>];

    fn written(&self) -> Option<Written<'_>>;

    /// The row of that rule whose words are most like these.
    fn row(rule: Rule, own: &str) -> &'static Row<Self> {
        let rows = Self::ROWS.iter().flatten().filter(|row| row.rule == rule);
        rows.max_by_key(|row| likeness(row.words, own))
            .unwrap_or_else(|| unreachable!("{rule:?} has no row"))
    }
}

/// How many words are in both, less those that are missing.
pub(crate) fn likeness(words: &str, own: &str) -> i32 {
    let words = words
        .split_whitespace()
        .map(|word| word.trim_end_matches([':', ',', 's', '$']));
    let words = words.filter(|word| !word.starts_with(['_', '~', '{', '[']) && !word.is_empty());
    words
        .map(|word| {
            if own.contains(&format!(" {word}")) {
                1
            } else {
                -1
            }
        })
        .sum()
}

/// Of two wordings between brackets the first is written.
pub(crate) fn flag(words: &str, own: &str) -> bool {
    let groups = words
        .split('[')
        .skip(1)
        .filter_map(|group| group.split(']').next());
    let group = groups.into_iter().find(|group| !group.contains(['_', '{']));
    let (yes, no) = group
        .and_then(|group| group.split_once('|'))
        .unwrap_or((group.unwrap_or_default(), ""));
    let has = |said: &str| own.contains(&format!(" {}", said.trim_matches([' ', ','])));
    if yes.is_empty() { !has(no) } else { has(yes) }
}

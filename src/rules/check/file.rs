//! A file under check: its text, and the names that hold in it.

use crate::base::Source;
use crate::rules::names::Names;

/// A file under check.
#[derive(Clone, Copy)]
pub(in crate::rules) struct In<'a> {
    pub(in crate::rules) names: &'a Names,
    pub(in crate::rules) source: &'a Source,
    /// Where it is written, and whose words it means: of a variant's texts that may be two files.
    pub(in crate::rules) file: usize,
    pub(in crate::rules) space: usize,
}

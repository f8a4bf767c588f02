//! A file under check: its text, and the names that hold in it.

use crate::names::Names;
use text::Source;

/// A file under check.
#[derive(Clone, Copy)]
pub struct In<'a> {
    pub names: &'a Names,
    pub source: &'a Source,
    /// Where it is written, and whose words it means: of a variant's texts that may be two files.
    pub file: usize,
    pub space: usize,
}

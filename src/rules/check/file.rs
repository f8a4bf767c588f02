//! A file under check: its text, and the names that hold in it.

use crate::base::Source;
use crate::rules::names::Names;

/// A file under check.
#[derive(Clone, Copy)]
pub(in crate::rules) struct In<'a> {
    pub(in crate::rules) names: &'a Names,
    pub(in crate::rules) source: &'a Source,
    pub(in crate::rules) file: usize,
}

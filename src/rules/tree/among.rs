//! A number for each thing of a set, of which the largest, the smallest or all together count.

use crate::ir::Extent;

/// The largest number of some sort, or the smallest, for each of others.
#[derive(Debug, Clone, PartialEq)]
pub struct ForEach<N, S> {
    pub extent: Extent,
    pub of: N,
    pub among: S,
    /// The local that stands for each of these in what is counted.
    pub it: usize,
}

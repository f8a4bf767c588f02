//! A number for each thing of a set, of which the largest, the smallest or all together count.

use crate::rules::ir::Extent;

/// The largest number of some sort, or the smallest, for each of others.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::rules) struct ForEach<N, S> {
    pub(in crate::rules) extent: Extent,
    pub(in crate::rules) of: N,
    pub(in crate::rules) among: S,
    /// The local that stands for each of these in what is counted.
    pub(in crate::rules) it: usize,
}

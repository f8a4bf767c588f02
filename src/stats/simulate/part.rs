//! The sums of a game, and of one that it is compared with, under their names.

use serde::{Deserialize, Serialize};

use crate::simulate::counts::Counts;
use crate::simulate::labels::Labels;
use crate::simulate::paired::{PairLabels, Paired};

/// A game's sums and their names.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Part {
    pub labels: Labels,
    pub counts: Counts,
}

/// A game that the other is compared with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Compared {
    pub part: Part,
    pub pair_labels: PairLabels,
    pub paired: Paired,
}

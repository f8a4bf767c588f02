//! Games in bulk: played on all cores, counted in whole numbers, the same result whatever the number of threads.

mod counts;
mod csv;
mod file;
mod header;
mod job;
mod labels;
mod merge;
mod paired;
mod part;
mod players;
mod record;
mod run;
mod statistics;
mod summary;

pub use counts::{Counts, Groups, Histogram, Used};
pub use csv::Tables;
pub use file::{Simulation, Unfit};
pub use header::{FORMAT, GameId, Header, NoShard, Player, Shard, set_hash};
pub use job::{Depth, Job};
pub use labels::{Labels, USES, Use, Way, WayKind};
pub use merge::{Misfit, merge};
pub use paired::{Flips, PairLabels, Paired, Shifts};
pub use part::{Compared, Part};
pub use players::{Bots, NoBots};
pub use run::{Done, Step, simulate};
pub use statistics::{Estimate, Length, wilson};
pub use summary::{
    CardChange, CardSummary, Change, Comparison, CounterSummary, Rate, Summary, UseSummary,
    WaySummary,
};

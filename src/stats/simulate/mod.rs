//! Games in bulk: played on all cores, counted in whole numbers, the same result whatever the number of threads.

mod counts;
mod csv;
mod file;
mod header;
mod job;
mod labels;
mod merge;
mod paired;
mod record;
mod run;
mod statistics;
mod summary;

pub use counts::{Counts, Groups, Histogram, Usage};
pub use csv::Tables;
pub use file::{ShardError, Simulation};
pub use header::{FORMAT, GameId, Header, NoShard, Player, Shard, set_hash};
pub use job::{Bots, Depth, Job, NoBots};
pub use labels::{Labels, USES, Use, Way, WayKind};
pub use merge::{Misfit, merge};
pub use paired::{Compared, Flips, PairLabels, Paired, Part, Shifts};
pub use record::Facts;
pub use run::{Progress, Totals, simulate};
pub use statistics::{Estimate, Length, wilson};
pub use summary::{
    CardChange, CardSummary, Change, Comparison, CounterSummary, Rate, Summary, UseSummary,
    WaySummary,
};

//! A simulation as one JSON document: what it was made from, the sums, and what follows from them.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::simulate::header::{FORMAT, Header};
use crate::simulate::job::Job;
use crate::simulate::labels::{Labels, USES};
use crate::simulate::paired::{Compared, PairLabels, Part};
use crate::simulate::run::Totals;
use crate::simulate::summary::{Comparison, Summary};
use explain::cut::Cuts;

/// See the top of the file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Simulation {
    pub header: Header,
    pub game: Part,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub other: Option<Compared>,
    /// The seconds that it took, summed up over shards.
    pub seconds: f64,
}

/// The document: the simulation with what follows from it.
#[derive(Serialize)]
struct Document<'a> {
    header: &'a Header,
    summary: Summary,
    #[serde(skip_serializing_if = "Option::is_none")]
    comparison: Option<Comparison>,
    game: &'a Part,
    #[serde(skip_serializing_if = "Option::is_none")]
    other: &'a Option<Compared>,
    seconds: f64,
}

/// Why a text is no simulation.
#[derive(Debug, thiserror::Error)]
pub enum ShardError {
    #[error("it is not a complete JSON document: it was cut off")]
    CutOff,
    /// Line and column, counted from 1.
    #[error("it is not JSON from line {0}, column {1}")]
    NoJson(usize, usize),
    #[error("it is JSON, but not a shard of `brink simulate`: it has no `header` with a `format`")]
    Foreign,
    #[error("its format is `{0}`, not `{FORMAT}`")]
    Format(String),
    /// Line and column, counted from 1.
    #[error(
        "it is a shard of `brink simulate` that was edited: something is missing or wrong at line {0}, column {1}"
    )]
    Changed(usize, usize),
    #[error(
        "it is a shard of `brink simulate` that was edited: its counts do not match its labels or its header"
    )]
    Counts,
}

impl Simulation {
    /// What a job has come to.
    pub fn new(mut header: Header, job: &Job, done: Totals) -> Simulation {
        if done.games > 0 {
            header.covers = vec![[job.games.start, job.games.start + done.games]];
        }
        if header.complete() {
            header.shard = None;
        }
        let labels = Labels::of_game(&job.script);
        let other = match (&job.other, done.other, done.paired) {
            (Some(script), Some(counts), Some(paired)) => {
                let others = Labels::of_game(script);
                let (pair_labels, _) = PairLabels::of(&labels, &others);
                Some(Compared {
                    part: Part {
                        labels: others,
                        counts,
                    },
                    pair_labels,
                    paired,
                })
            }
            _ => None,
        };
        let game = Part {
            labels,
            counts: done.counts,
        };
        Simulation {
            header,
            game,
            other,
            seconds: done.time.as_secs_f64(),
        }
    }

    /// Reads a document; what follows from the sums is worked out anew.
    ///
    /// # Errors
    /// [`ShardError`]; whatever it holds, later steps can rely on lengths and ranges.
    pub fn read(text: &str) -> Result<Simulation, ShardError> {
        let document: Value = serde_json::from_str(text).map_err(|error| {
            if error.is_eof() {
                ShardError::CutOff
            } else {
                ShardError::NoJson(error.line(), error.column())
            }
        })?;
        match document["header"]["format"].as_str() {
            None => return Err(ShardError::Foreign),
            Some(FORMAT) => {}
            Some(other) => return Err(ShardError::Format(other.to_string())),
        }
        let simulation: Simulation = serde_json::from_str(text)
            .map_err(|error| ShardError::Changed(error.line(), error.column()))?;
        if simulation.is_sound() {
            Ok(simulation)
        } else {
            Err(ShardError::Counts)
        }
    }

    fn is_sound(&self) -> bool {
        let Header {
            players,
            covers,
            games,
            other,
            ..
        } = &self.header;
        let seats = players.len() as u8;
        let part = |part: &Part| {
            let Labels {
                cards, deck, uses, ..
            } = &part.labels;
            *deck <= cards.len()
                && uses.len() == USES
                && part.counts.fit(&part.labels, seats)
                && part.counts.games() == self.header.covered()
        };
        let ordered = covers.windows(2).all(|two| two[0][1] < two[1][0]);
        (2..=6).contains(&players.len())
            && covers.iter().all(|[from, to]| from < to && to <= games)
            && ordered
            && other.is_some() == self.other.is_some()
            && part(&self.game)
            && self.other.as_ref().is_none_or(|other| {
                part(&other.part) && other.paired.fit(&other.pair_labels, seats)
            })
    }

    /// All decisions that were made.
    pub fn decisions(&self) -> u64 {
        let parts = [
            Some(&self.game),
            self.other.as_ref().map(|other| &other.part),
        ];
        let decisions = parts
            .into_iter()
            .flatten()
            .flat_map(|part| &part.counts.decisions);
        decisions.fold(0, |sum, (size, games)| {
            sum.saturating_add(u64::from(*size).saturating_mul(*games))
        })
    }

    /// Texts that were cut off, in the game and in the one that it is compared with (END-1).
    pub fn cuts(&self) -> Cuts {
        let mut cuts = self.game.counts.cuts.clone();
        self.other
            .iter()
            .for_each(|other| cuts.merge(&other.part.counts.cuts));
        cuts
    }

    /// What follows from the sums.
    pub fn summary(&self) -> Summary {
        Summary::of(&self.game)
    }

    /// What follows from comparing.
    pub fn comparison(&self) -> Option<Comparison> {
        self.other
            .as_ref()
            .map(|other| Comparison::of(&self.game, other))
    }

    /// The whole document as text.
    pub fn write(&self) -> String {
        let document = Document {
            header: &self.header,
            summary: self.summary(),
            comparison: self.comparison(),
            game: &self.game,
            other: &self.other,
            seconds: self.seconds,
        };
        let mut text =
            serde_json::to_string_pretty(&document).expect("numbers and names make a document");
        text.push('\n');
        text
    }
}

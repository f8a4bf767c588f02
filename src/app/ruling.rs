//! `brink ruling`: what the rulings pin of the card texts.

use std::path::PathBuf;

use clap::Args;

use crate::app::mutate::Wanted;
use crate::app::{Failure, coverage, mutate};

/// See what the rulings pin of the card texts.
#[derive(Debug, Args)]
pub struct Ruling {
    /// A folder of rulings
    #[arg(value_name = "FOLDER", default_value = "tests/rulings")]
    folder: PathBuf,
    /// List the card texts with how many rulings run each part
    #[arg(long, required_unless_present = "mutate", conflicts_with = "mutate")]
    coverage: bool,
    /// Change the card texts, or that of one card, one small step at a time, and list what no ruling notices
    #[arg(long, value_name = "CARD", num_args = 0..=1)]
    mutate: Option<Option<String>>,
    /// Only so many changes, drawn by the seed
    #[arg(long, value_name = "N", requires = "mutate")]
    sample: Option<usize>,
    /// What draws them
    #[arg(long, value_name = "S", default_value_t = 1, requires = "sample")]
    seed: u64,
}

impl Ruling {
    pub fn run(self) -> Result<(), Failure> {
        match &self.mutate {
            Some(card) => {
                let wanted = Wanted { card: card.as_deref(), sample: self.sample, seed: self.seed };
                mutate::run(&self.folder, &wanted)
            }
            None => coverage::run(&self.folder),
        }
    }
}

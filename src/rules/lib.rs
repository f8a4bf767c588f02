//! Set files and recipes into checked, lowered programs. The only floor that reads cards and recipes from TOML.

mod bounds;
mod card_names;
mod check;
mod declarations;
mod document;
mod error;
mod explain;
mod face;
mod file;
mod fixes;
mod game;
mod glossary;
#[doc(hidden)]
pub mod ir;
mod library;
mod lines;
mod loader;
mod lower;
mod names;
mod phrases;
mod plan;
mod recipe;
mod references;
mod report;
mod sections;
mod sources;
mod spelling;
mod statuses;
mod suggestions;
mod table;
mod tree;
mod variant;
mod verbs;
mod warn;
mod warning;
pub mod weights;

pub use explain::explain;
pub use file::{Card, CrisisText, DisputeText, FaceText, Instead, KeywordText, SetFile, TallyText};
pub use glossary::{FaceEntry, Reading, WordEntry};
pub use ir::VictoryDeal;
pub use library::{Draft, Library, Settings};
pub use lines::{EFFECT, author_lines, explained};
pub use recipe::{Kinds, Pick, Recipe, is_recipe};
pub use report::{Fault, Report};
pub use warn::Notice;
pub use warning::Warning;

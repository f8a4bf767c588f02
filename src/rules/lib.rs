//! Set files and recipes into checked, lowered programs. The only floor that reads cards and recipes from TOML.

mod bounds;
mod check;
mod cuts;
mod declarations;
mod document;
mod error;
mod explain;
mod face;
mod faces;
mod file;
mod fixes;
mod game;
mod gathering;
#[doc(hidden)]
pub mod ir;
mod library;
mod lower;
mod marks;
mod names;
mod phrases;
mod plan;
mod recipe;
mod report;
mod said;
mod sections;
mod sources;
mod spelling;
mod suggestions;
mod table;
mod tree;
mod used;
mod variant;
mod verbs;
mod warn;
mod warning;
pub mod weights;
mod words;

pub use explain::explain;
pub use file::{Card, CrisisText, DisputeText, FaceText, Instead, KeywordText, SetFile, TallyText};
pub use ir::VictoryDeal;
pub use library::{Draft, Library, Settings};
pub use recipe::{Kinds, Pick, Recipe};
pub use report::{Fault, Report};
pub use said::{SaidFace, SaidReading, SaidWord};
pub use warn::Warned;
pub use warning::Warning;

//! Set files and recipes into checked, lowered programs. The only floor that reads cards and recipes from TOML.

mod aliases;
mod bearers;
mod card;
mod check;
mod cuts;
mod english;
mod error;
mod explain;
mod faced;
mod file;
mod game;
mod given;
#[doc(hidden)]
pub mod ir;
mod lengths;
mod library;
mod lower;
mod marks;
mod meant;
mod names;
mod near;
mod places;
mod plan;
mod quotes;
mod recipe;
mod said;
mod steering;
mod symbols;
mod table;
mod tree;
mod variant;
mod verbs;
pub mod weights;
mod words;

pub use card::Card;
pub use error::{Fault, Report};
pub use explain::explain;
pub use file::{CrisisText, DisputeText, FaceText, Instead, KeywordText, SetFile, TallyText};
pub use ir::VictoryDeal;
pub use library::{Draft, Library, Settings};
pub use recipe::{Kinds, Pick, Recipe};
pub use said::{SaidFace, SaidReading, SaidWord};

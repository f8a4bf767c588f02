//! What tests share.

pub mod again;
pub mod around;
pub mod below;
pub mod casebook;
pub mod fans;
pub mod formatting;
pub mod interrupt;
pub mod large;
pub mod laws;
pub mod matrix;
pub mod options;
pub mod own;
pub mod pages;
pub mod program;
pub mod schema;
pub mod scripts;
pub mod seated;
pub mod texts;
pub mod worlds;

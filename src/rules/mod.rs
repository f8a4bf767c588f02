//! Set files and recipes into checked, lowered programs. The only floor that reads cards and recipes from TOML.

pub mod ir;

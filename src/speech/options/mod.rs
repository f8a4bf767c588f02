//! What a decision offers: options as public things, their labels, choosing among them in steps, and what was taken.

pub mod decision;
pub mod label;
pub mod lying;
pub mod pointing;
pub mod steps;
pub mod taken;

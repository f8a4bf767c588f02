//! What a decision offers: options as public things, their labels, and choosing among them in steps.

#[doc(hidden)]
pub mod branch;
pub mod decision;
pub mod label;
#[doc(hidden)]
pub mod lists;
#[doc(hidden)]
pub mod spoken;
#[doc(hidden)]
pub mod steps;

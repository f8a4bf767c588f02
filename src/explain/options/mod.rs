//! What a decision offers: options as public things, their labels, choosing among them in steps, and what was taken.

#[doc(hidden)]
pub mod branch;
pub mod decision;
pub mod deed;
pub mod label;
#[doc(hidden)]
pub mod lying;
#[doc(hidden)]
pub mod pointing;
#[doc(hidden)]
pub mod steps;
#[doc(hidden)]
pub mod taken;

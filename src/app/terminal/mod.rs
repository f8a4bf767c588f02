//! The terminal: colours, pages, what may be written there, reports of faults, interruptions.

pub mod colour;
mod excerpt;
pub mod interrupt;
pub mod pager;
pub mod plain;
pub mod report;

//! Rulings: read, played, judged, told, written, and what they cover of the card texts.

#[doc(hidden)]
pub mod casebook;
#[doc(hidden)]
pub mod coverage;
#[doc(hidden)]
pub mod differences;
pub mod expect;
pub mod file;
#[doc(hidden)]
pub mod index;
pub mod judge;
#[doc(hidden)]
pub mod mutation;
pub mod ruling;
#[doc(hidden)]
pub mod trail;
#[doc(hidden)]
pub mod transcript;
#[doc(hidden)]
pub mod written;

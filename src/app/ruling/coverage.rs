//! `brink ruling --coverage`: what rulings run of the card texts, as a listing.

use std::io::Write;

use crate::{Failure, pager, plain};
use record::casebook::Casebook;
use record::coverage::cover;
use rules::Library;

/// Lists the card texts with the number of rulings that run each part.
pub fn write(library: &Library, book: &Casebook) -> Result<(), Failure> {
    plain::stdout().write_all(pager::fitted_texts(&cover(library, book).listing()).as_bytes())?;
    Ok(())
}

//! Checks texts: finds every name, settles every type, and says all that can be wrong before a game.

mod abilities;
mod buildings;
mod call;
mod calls;
mod choices;
mod clause;
mod cond;
mod deck;
mod deed;
mod face;
mod files;
mod happening;
mod item;
mod laws;
mod lets;
mod needs;
mod number;
mod pending;
mod places;
mod pronoun;
mod readings;
mod scope;
mod secrecy;
mod set;
mod standing;
mod step;
mod words;

use super::names::Names;
use calls::calls;
use face::{action, building};
pub(super) use files::files;
use scope::{Place, Scope};
use secrecy::secrecy;
use text::Source;
use words::{crisis, keyword, mark, switch, tally};

/// A file under check.
#[derive(Clone, Copy)]
pub(super) struct In<'a> {
    pub(super) names: &'a Names,
    pub(super) source: &'a Source,
    /// Where it is written, and whose words it means: of a variant's texts that may be two files.
    pub(super) file: usize,
    pub(super) space: usize,
}

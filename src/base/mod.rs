//! The ground floor: source text and places in it. Knows nothing of cards, boards or rules.

mod plural;
mod quoted;
mod source;
mod suggest;

pub use plural::plural;
pub use quoted::Quoted;
pub use source::{Source, Span, Spanned};
pub use suggest::suggest;

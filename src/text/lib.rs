//! The ground floor: source text and places in it, the verbs of the language by name, and the bounds of everything. Knows
//! nothing of boards or rules.

pub mod aside;
#[macro_use]
mod row;

mod happening;
pub mod limits;
mod names;
mod plain;
mod quoted;
mod read;
mod sentence;
mod source;
mod suggest;
pub mod threads;
mod until;
mod verb;
mod wrap;

pub use happening::{Happening, Use};
pub use names::{Unfit, is_mixed, is_piled, read_as, unfit};
pub use plain::{plain, printable, shown, steers, straight};
pub use quoted::Quoted;
pub use read::{
    BYTE_ORDER_MARK, one_line_end, open, plain_file, read_all, read_line, read_text, read_to,
    reason, too_long,
};
pub use row::{Extreme, Pick, Side};
pub use sentence::{LIKE_YOU, article, capital, or_nothing, ordinal, plural, plural_of, sentence};
pub use source::{Source, Span, Spanned};
pub use suggest::{is_clear, suggest};
pub use until::{Origin, Since, Until};
pub use verb::{Verb, formed};
pub use wrap::{columns, padded, wrapped, wrapped_commands};

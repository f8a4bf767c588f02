//! The lowered program of one game: flat, checked, its disputes settled, nothing left to look up by name.
//!
//! A [`Rules`] is made by `Library::compile` alone, from files that the checker has passed; the engine accepts nothing else.

mod alters;
mod expr;
mod face;
mod game;
mod ids;
mod op;
mod origin;
mod parts;
mod program;
pub mod weights;
mod words;

pub use alters::{Alteration, Alters, NAMES, NEIGHBOURS, STARRED, Starred, TEXTS};
pub use expr::{Ask, Compare, Element, Extent, Item, Num, Pred, Set, Source};
pub use face::{
    ANY_SORT, Ability, BARRED, BARRED_BUT_LAST, Bar, CountsAs, DETAIL, DISABLED, Face, Fee,
    GUARDED, Keeper, Kind, LED, Lasting, Memory, OPEN, PAID, Pending, Places, Price, ROLES,
    Remember, SEEN, Says, Trigger, marks_of,
};
pub use game::{Dispute, Looked, LooksOf, Rules, Symbol, VictoryDeal};
pub use ids::{
    AskId, Causes, FaceId, ItemId, NameId, NumId, OF_ABILITY, OF_ACTION, OF_CRISIS, Pc, PredId,
    Reg, SOURCES, SetId, Written,
};
pub use op::{Kept, Lot, NO_TARGET, Op};
pub use origin::{Call, Origin};
pub use parts::Part;
pub use program::{Branch, Guard, How, Program};
pub use text::limits::{ABILITIES, MARK_SETS, REGISTERS, STATUSES};
pub use text::{Happening, Pick, Side, Verb};
pub use words::{Counter, Keyword, Meaning, Tally, Word};

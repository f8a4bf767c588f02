//! What a card text says, as a tree: every construct of the effect language with its place.

mod clause;
mod expr;
mod standing;
mod words;

pub use clause::{
    Ability, Alteration, Alters, Argument, ArgumentValue, Body, Branch, Clause, CoinSide, CountsAs,
    Define, Doer, Face, Lasting, LetValue, Operand, Param, Plays, Price, Starred, Statement, Text,
    Trigger,
};
pub use expr::{
    Cond, Deed, Filter, Head, Item, ItemExpr, Noun, NumExpr, Pattern, Property, Range, Role, Set,
    SetExpr,
};
pub use standing::{
    CANNOT_WIN, CANNOT_WIN_BUT_LAST, DECIDES, OPEN_HANDED, SEES_AND_DECIDES, SEES_HAND,
};
pub use text::{Happening, Pick, Side, Verb};
pub use words::{
    Against, Agent, Compare, Fee, Many, OWNER, ParamType, Playing, TurnPart, Voice, Word,
};

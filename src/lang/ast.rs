//! What a card text says, as a tree: every construct of the effect language with its place.

mod clause;
mod expr;
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
pub use text::{Happening, Pick, Side, Verb};
pub use words::{
    ANY_COUNTERS, Against, Agent, CANNOT_WIN, CANNOT_WIN_BUT_LAST, Compare, DECIDES, Fee, Many,
    OPEN_HANDED, OWNER, Order, ParamType, Playing, SEES_AND_DECIDES, SEES_HAND, TurnPart, Voice,
    Word,
};

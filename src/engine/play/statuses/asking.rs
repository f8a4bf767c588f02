//! What lasting effects ask, at the cost of what may be looked at.

use crate::Script;
use crate::eval::context::Context;
use crate::eval::lent::Lent;
use crate::eval::looks::Looks;
use crate::program::clauses::Clauses;
use board::{Board, CardId, CardSet, Seat};
use rules::ir::Lasting;

/// The rules, and how much may be looked at yet for what lasts (END-1).
#[derive(Clone, Copy)]
pub struct Asking<'a> {
    pub script: &'a Script,
    pub looks: Option<&'a Looks>,
    /// The buildings that some text on the table may let have lasting effects besides their own.
    borrowing: CardSet,
}

impl<'a> Asking<'a> {
    /// For what lies on that table.
    #[inline(always)]
    pub fn of(script: &'a Script, looks: Option<&'a Looks>, board: &Board) -> Asking<'a> {
        let borrowing = Context::of(script, board, CardId::NONE, Seat(0)).borrowers(Clauses::LASTS);
        Asking {
            script,
            looks,
            borrowing,
        }
    }

    /// It may have lasting effects besides its own.
    #[inline(always)]
    pub fn may_borrow(&self, building: CardId) -> bool {
        self.borrowing.has(building)
    }

    /// What a building has besides its own text.
    pub fn lent(&self, board: &Board, building: CardId, owner: Seat) -> Lent {
        match self.may_borrow(building) {
            true => self
                .context(board, building, owner)
                .lent(building, Clauses::LASTS),
            false => Lent::default(),
        }
    }

    #[inline(always)]
    pub fn context<'b>(&'b self, board: &'b Board, this: CardId, you: Seat) -> Context<'b> {
        Context::of(self.script, board, this, you).counting(self.looks)
    }

    /// So many clauses are looked at; worked out only where it is counted.
    #[inline(always)]
    pub fn spend(&self, clauses: impl FnOnce() -> usize) {
        if let Some(looks) = self.looks {
            looks.spend(clauses() as u32);
        }
    }

    /// Nothing is given any more.
    #[inline(always)]
    pub fn is_spent(&self) -> bool {
        self.looks.is_some_and(Looks::is_spent)
    }

    /// The condition of a lasting effect holds.
    pub fn holds(&self, board: &Board, this: CardId, you: Seat, lasting: &Lasting) -> bool {
        lasting
            .condition
            .is_none_or(|condition| self.context(board, this, you).holds(condition))
            && !self.is_spent()
    }
}

//! Checks what is done where somebody else was asked whether it is.

use super::Scope;
use crate::tree::{Item, Step};
use lang::ast::{Body, Word};

impl Scope<'_> {
    /// `foe may: ... otherwise: ...`: whoever is asked decides, and `you` do what follows.
    pub(super) fn offers(
        &mut self,
        asked: Option<&Item>,
        body: &Body,
        otherwise: Option<&Body>,
    ) -> Option<Step> {
        let other = self.offered || asked.is_some_and(|asked| *asked != Item::You);
        let so_far = self.so_far();
        let before = std::mem::replace(&mut self.offered, other);
        let body = self.body(body);
        // What comes where they do not is nothing that they were asked to do.
        self.offered = before;
        let after = self.back_to(so_far);
        let otherwise = self.other(otherwise);
        self.join(after);
        Some(Step::May {
            body: body?,
            otherwise: otherwise?,
        })
    }

    /// A keyword is done by whose text it is, and would be read as done by who was asked.
    pub(super) fn is_your_own(&mut self, keyword: &Word) -> Option<()> {
        if !self.offered {
            return Some(());
        }
        let help = "`you` would do it, and not who was asked: let them choose, with `foe chooses one:`, below it a line for \
                    the keyword, and the line `spare: stop`";
        self.misplaced(keyword.span, "a keyword in what somebody else may do", help)
    }
}

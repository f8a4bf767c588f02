//! Checks what is said of a card that has left its stack: no building is under it any more, and it is destroyed and turned up there no more.

use super::Scope;
use crate::ir::Element;
use crate::names::Type;
use crate::tree::{Item, Local, Part, Step};
use lang::ast::NumExpr;
use text::{Span, Spanned, Verb};

/// What a clause that waits is about, by its place among what the text speaks of.
const ROLE: usize = 0;

impl Scope<'_> {
    /// A card under which a building is asked for lies on one, or may do so.
    pub(super) fn lies(&mut self, card: &Item, span: Span) -> Option<()> {
        let gone = match card {
            Item::Local(ROLE) if self.fell && self.off.contains(&ROLE) => true,
            Item::Local(local) => self.has_left(*local),
            _ => false,
        };
        if !gone {
            return Some(());
        }
        let help = "by then it lies on no building: name the building before, `Choose a building as spot. Flip the top of spot. Destroy spot.`, or `let spot be the building under it`; a clause that waits remembers it, `when a top of your buildings is discarded, remembering the building under it as spot, put a tick on spot`";
        self.misplaced(span, "the building under a card that is gone", help)
    }

    /// What a statement does with a card that lies in a stack takes it away from there, or brings it to another one.
    pub(super) fn leaves(&mut self, step: &Step, span: Span) -> Option<()> {
        let step = match step {
            Step::By(_, step) => &step.node,
            step => step,
        };
        let card = taken_away(step).and_then(|(verb, item)| match item {
            Item::Local(local) | Item::Any { local, .. } => Some((verb, *local)),
            _ => None,
        });
        let Some((verb, local)) = card else {
            if matches!(step, Step::Verb(verb, ..) if !matches!(verb, Verb::Show | Verb::LookAt))
                || matches!(step, Step::Call { .. })
            {
                self.left
                    .retain(|(local, _)| !Part::Step(step).uses(*local));
            }
            return Some(());
        };
        if self.has_left(local) && matches!(verb, Verb::Destroy | Verb::Flip) {
            let help = "by then it lies on no building: name the building before, `Choose a building as spot. Destroy the top of spot. Destroy spot.`";
            return self.misplaced(span, "what is done to a card of a stack that is gone", help);
        }
        self.left_by(step, local);
        Some(())
    }

    /// It is no longer where it lay.
    pub(super) fn left_by(&mut self, step: &Step, local: Local) {
        if let Some((verb, _)) = taken_away(step)
            && self.types[local] == Type::One(Element::StackedCard)
        {
            self.left.push((local, verb));
        }
    }

    fn has_left(&self, card: Local) -> bool {
        self.left.iter().any(|(local, _)| *local == card)
    }

    /// A card whose owner is asked for has one: it lies in a stack, or has gone to a hand.
    pub(super) fn is_owned(&mut self, card: &Item, span: Span) -> Option<()> {
        let nobodys = |(local, verb): &(Local, Verb)| {
            *card == Item::Local(*local) && !matches!(verb, Verb::Give | Verb::Return)
        };
        if !self.left.iter().any(nobodys) {
            return Some(());
        }
        let help = "by then it is nobody's: name the building, `discard the top of a building that is stacked`, and then `the owner of that building`; or name whose it is before, `Choose a top. Let foe be its owner. Discard it.`, and then `foe`";
        self.misplaced(span, "the owner of a card that is gone", help)
    }

    /// What is left behind a block that may not have been done: what had left before, and has not been brought back in it.
    pub(super) fn left_before(&mut self, before: Vec<(Local, Verb)>) {
        let now = std::mem::take(&mut self.left);
        self.left = before
            .into_iter()
            .filter(|card| now.contains(card))
            .collect();
    }

    /// Nothing is done no times.
    pub(super) fn does_something(&mut self, number: &Spanned<NumExpr>) -> Option<()> {
        if number.node != NumExpr::Number(0) {
            return Some(());
        }
        self.misplaced(
            number.span,
            "what is done to none",
            "nothing would happen: say how many, or leave it out",
        )
    }
}

/// What is taken from where it lies, and by which verb.
fn taken_away(step: &Step) -> Option<(Verb, &Item)> {
    match step {
        Step::Verb(
            verb @ (Verb::Discard
            | Verb::Destroy
            | Verb::Flip
            | Verb::Remove
            | Verb::Give
            | Verb::Return
            | Verb::PutOnDeck
            | Verb::PutUnderDeck
            | Verb::SetAside),
            item,
            _,
        ) => Some((*verb, item)),
        _ => None,
    }
}

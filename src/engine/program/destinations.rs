//! Whether tops of stacks have a place to go to, as one test of all of them.

use crate::program::conditions::Candidate;
use crate::program::set_plans::{Question, SetPlan, SetPlans, Start, Test};
use rules::ir::{Item, Part, SetId};

impl SetPlans {
    /// Whether a top can go elsewhere, asked of all tops at once: there is something in a set from which nothing is
    /// taken but the building under the top, and which may be that one building alone unless the top lies there.
    pub(super) fn elsewhere(&mut self, top: &Candidate<'_>, inner: SetId) -> Option<Test> {
        let plan = *self.at_once(inner)?;
        let speaks = |item: Item| match item {
            Item::Under(card) => top.is_in(Part::Item(card)),
            Item::Reg(reg) => Some(reg) == top.bound,
            Item::This | Item::You | Item::Provoker | Item::OfTurn | Item::Nothing => false,
            Item::It
            | Item::TopOf(_)
            | Item::OwnerOf(_)
            | Item::First(_)
            | Item::Pick(..)
            | Item::Beside(..)
            | Item::NameOf(_)
            | Item::WrittenOn(_)
            | Item::Entry(..)
            | Item::Held(..) => true,
        };
        let is_top = |item: Item| matches!(item, Item::Reg(reg) if Some(reg) == top.bound);
        let under_top = |item: Item| match item {
            Item::Under(card) => is_top(top.rules.items[card.index()]),
            _ => false,
        };
        // Where a set begins, "it" is still the top.
        let next_to = match plan.start {
            Start::Beside(Item::Under(card)) => {
                matches!(top.rules.items[card.index()], card if card == Item::It || is_top(card))
            }
            _ => false,
        };
        let started = match plan.start {
            Start::All => true,
            Start::Beside(_) if next_to => true,
            Start::Beside(item) | Start::Around(item) | Start::One(item) => !speaks(item),
            Start::Walk | Start::Nation(_) | Start::TopsAround(_) | Start::Of(_) => false,
        };
        let (mut leaves, mut only, mut kept) = (false, None, Vec::new());
        for test in self.tests(&plan) {
            match *test {
                Test::IsNot(item) if under_top(item) => leaves = true,
                Test::IsOrCarries(item, card)
                    if only.is_none() && is_top(card) && !speaks(item) =>
                {
                    only = Some(item)
                }
                Test::Stacked | Test::Bare => kept.push(*test),
                Test::Is(item) | Test::IsNot(item) if !speaks(item) => kept.push(*test),
                _ => return None,
            }
        }
        let questions = self.questions(&plan).to_vec();
        let told = |question: &Question| matches!(question, Question::Is(_));
        // A neighbour is always another building.
        if !started || !(leaves || next_to) || plan.tops || !questions.iter().all(told) {
            return None;
        }
        // "Any neighbour of the building under it", that and no other, or any where the top lies on that one.
        let next_to = match only.filter(|_| next_to) {
            Some(only) if kept.is_empty() && questions.is_empty() => {
                return Some(Test::NextTo(None, only));
            }
            None if next_to => return None,
            only => only,
        };
        let start = if next_to.is_some() {
            Start::All
        } else {
            plan.start
        };
        // Without a number for it, it is asked of each top.
        let id = SetId(u16::try_from(self.plans.len()).ok()?);
        let (tests, questions) = (self.keep_tests(kept), self.keep_questions(questions));
        self.plans.push(SetPlan {
            start,
            tests,
            questions,
            ..plan
        });
        Some(next_to.map_or(Test::Elsewhere(id, only), |only| {
            Test::NextTo(Some(id), only)
        }))
    }
}

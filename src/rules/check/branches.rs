//! Checks statements that go one way or another.

use super::Scope;
use crate::error::Problem;
use crate::ir::Element;
use crate::tree::{Body, Branch, Step};
use lang::ast;
use text::limits::BRANCHES;

impl Scope<'_> {
    pub(super) fn toss(&mut self, sides: &[ast::CoinSide]) -> Option<Step> {
        if let [first, second] = sides
            && first.heads.node == second.heads.node
        {
            let label = if second.heads.node { "heads" } else { "tails" }.to_string();
            self.fault::<()>(second.heads.span, Problem::SameBranch { label });
        }
        let (picked, before, mut drawn) = (self.picked, self.drawn, self.drawn);
        let mut fallen = [Some(Body::default()), Some(Body::default())];
        let mut after = if sides.len() == 1 { picked } else { None };
        for (at, side) in sides.iter().enumerate() {
            (self.picked, self.drawn) = (picked, before);
            fallen[usize::from(!side.heads.node)] = self.body(&side.body);
            drawn |= self.drawn;
            after = if at == 0 && sides.len() > 1 {
                self.picked
            } else {
                self.picked.and(after)
            };
        }
        (self.picked, self.drawn) = (after, drawn);
        let [heads, tails] = fallen;
        Some(Step::Toss {
            heads: heads?,
            tails: tails?,
        })
    }

    /// What has been picked so far, and whether cards have been drawn.
    pub(super) fn so_far(&self) -> (Option<Element>, bool) {
        (self.picked, self.drawn)
    }

    /// What else may be done begins where it was; answers what has been done by now.
    pub(super) fn back_to(&mut self, before: (Option<Element>, bool)) -> (Option<Element>, bool) {
        let after = self.so_far();
        (self.picked, self.drawn) = before;
        after
    }

    /// One of the two has been done.
    pub(super) fn join(&mut self, (picked, drawn): (Option<Element>, bool)) {
        self.picked = self.picked.and(picked);
        self.drawn |= drawn;
    }

    /// Branches by their labels; those in `taken` stand for something else.
    pub(super) fn branches(
        &mut self,
        branches: &[ast::Branch],
        taken: &[&str],
    ) -> Option<Vec<Branch>> {
        if let Some(one_more) = branches.get(BRANCHES) {
            let problem = Problem::TooMany {
                what: "branches of one `either`",
                count: branches.len(),
                most: BRANCHES,
            };
            return self.fault(one_more.label.span, problem);
        }
        // What one branch draws is nothing to the others.
        let (before, mut drawn) = (self.drawn, self.drawn);
        let mut checked = Some(Vec::new());
        for (at, branch) in branches.iter().enumerate() {
            self.named(&branch.label);
            let same = branches[..at]
                .iter()
                .find(|other| other.label.node == branch.label.node);
            if taken.contains(&branch.label.node.as_str()) {
                let help = "here `stop` ends the choosing: call the branch by another word";
                self.misplaced::<()>(branch.label.span, "a branch called `stop`", help);
            }
            if same.is_some_and(|other| other.condition.is_none() || branch.condition.is_none()) {
                let label = branch.label.node.clone();
                self.fault::<()>(branch.label.span, Problem::SameBranch { label });
            }
            let condition = match &branch.condition {
                Some(cond) => self.cond(cond).map(Some),
                None => Some(None),
            };
            self.drawn = before;
            let body = self.body(&branch.body);
            drawn |= self.drawn;
            match (condition, body, checked.as_mut()) {
                (Some(condition), Some(body), Some(checked)) => {
                    checked.push(Branch {
                        label: branch.label.node.clone(),
                        condition,
                        body,
                    });
                }
                _ => checked = None,
            }
        }
        self.drawn = drawn;
        checked
    }
}

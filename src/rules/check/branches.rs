//! Checks statements that go one way or another.

use super::Scope;
use crate::base::limits::BRANCHES;
use crate::rules::error::Problem;
use crate::rules::tree::{Body, Branch, Step};
use crate::syntax::ast;

impl Scope<'_> {
    pub(super) fn toss(&mut self, sides: &[ast::CoinSide]) -> Option<Step> {
        if let [first, second] = sides
            && first.heads.node == second.heads.node
        {
            let label = if second.heads.node { "heads" } else { "tails" }.to_string();
            self.fault::<()>(second.heads.span, Problem::SameBranch { label });
        }
        let picked = self.picked;
        let mut fallen = [Some(Body::default()), Some(Body::default())];
        let mut after = if sides.len() == 1 { picked } else { None };
        for (at, side) in sides.iter().enumerate() {
            self.picked = picked;
            fallen[usize::from(!side.heads.node)] = self.body(&side.body);
            after = if at == 0 && sides.len() > 1 { self.picked } else { self.picked.and(after) };
        }
        self.picked = after;
        let [heads, tails] = fallen;
        Some(Step::Toss { heads: heads?, tails: tails? })
    }

    /// Branches by their labels; those in `taken` stand for something else.
    pub(super) fn branches(&mut self, branches: &[ast::Branch], taken: &[&str]) -> Option<Vec<Branch>> {
        if let Some(one_more) = branches.get(BRANCHES) {
            let problem = Problem::TooMany { what: "branches of one `either`", count: branches.len(), most: BRANCHES };
            return self.fault(one_more.label.span, problem);
        }
        let mut checked = Some(Vec::new());
        for (at, branch) in branches.iter().enumerate() {
            self.named(&branch.label);
            let same = branches[..at].iter().find(|other| other.label.node == branch.label.node);
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
            let body = self.body(&branch.body);
            match (condition, body, checked.as_mut()) {
                (Some(condition), Some(body), Some(checked)) => {
                    checked.push(Branch { label: branch.label.node.clone(), condition, body });
                }
                _ => checked = None,
            }
        }
        checked
    }
}

//! Says what texts forbid, and what they ask for.

use crate::base::capital;
use crate::board::CardId;
use crate::engine::{Forbidding, Said};
use crate::speech::reasons::answer::telling::Telling;

impl Telling<'_> {
    /// Who forbids it, or asks what cannot be paid.
    pub(super) fn what_forbids(&self, all: &[Forbidding]) -> String {
        let who = |one: &Forbidding| match one.said {
            Said::Face(face, _) => match self.game.board().under(one.card) {
                Some(under) => format!("{} on {}", self.face_name(face), self.at(under)),
                None if self.game.board().place(one.card).is_some() => self.named(one.card),
                None => self.face_name(face).to_string(),
            },
            Said::Pending(at) => match self.rules.pending.get(usize::from(at)).and_then(|pending| pending.face) {
                Some(face) => format!("what {} has said for a while", self.face_name(face)),
                None => "what has been said for a while".to_string(),
            },
        };
        let mut names: Vec<String> = Vec::new();
        for name in all.iter().map(who) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        let several = names.len() > 1;
        let names = match names.as_slice() {
            [front @ .., last] if !front.is_empty() => format!("{} and {last}", front.join(", ")),
            [] => return "a text forbids it".to_string(),
            names => names.concat(),
        };
        match (all.iter().any(|one| one.price), several) {
            (false, false) => format!("{names} forbids it"),
            (false, true) => format!("{names} forbid it"),
            (true, _) => format!("what {names} ask{} for it cannot be paid", if several { "" } else { "s" }),
        }
    }

    /// The texts that say so.
    pub(super) fn quote_forbidding(&mut self, all: &[Forbidding]) {
        let mut quoted = Vec::new();
        for one in all {
            if quoted.contains(&one.said) {
                continue;
            }
            quoted.push(one.said);
            match one.said {
                Said::Face(face, at) => {
                    if let Some(written) = self.rules.faces[face.index()].places.bars.get(at).copied() {
                        self.quote(written, Some(face));
                    }
                }
                Said::Pending(at) => {
                    if let Some(pending) = self.rules.pending.get(usize::from(at)) {
                        self.line(&format!("  {}", capital(&pending.english)));
                    }
                }
            }
        }
    }

    /// What keeps a building from being disabled by what would disable it.
    pub(super) fn kept_active(&mut self, building: CardId, named: &str) {
        for (by, keeper) in self.game.kept_active(building) {
            let by = self.named(by);
            self.line(&format!("{named} would be disabled by {by}, but {}:", self.what_forbids(&[keeper])));
            self.quote_forbidding(&[keeper]);
        }
    }
}

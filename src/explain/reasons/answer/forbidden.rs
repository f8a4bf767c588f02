//! Says what texts forbid, and what they ask for.

use crate::pending::on_one_line;
use crate::reasons::answer::telling::Telling;
use engine::{Choice, Forbidding, Overruled, Said};

impl Telling<'_> {
    /// Those whose texts they are, and whether they are several.
    fn whose(&self, all: &[Forbidding]) -> (String, bool) {
        let who = |one: &Forbidding| match one.said {
            Said::Face(face, _) => match self.game.board().under(one.card) {
                Some(under) => format!("{} on {}", self.face_name(face), self.at(under)),
                None if self.game.board().place(one.card).is_some() => self.named(one.card),
                None => self.face_name(face).to_string(),
            },
            Said::Pending(at) => match self
                .rules
                .pending
                .get(usize::from(at))
                .and_then(|pending| pending.face)
            {
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
            [] => "a text".to_string(),
            names => names.concat(),
        };
        (names, several)
    }

    /// What is asked for an option, which can be paid.
    pub(super) fn prices(&mut self, choice: Choice) {
        let prices = self.game.prices(choice);
        if !prices.is_empty() && !self.hangs_on_hidden(|game| game.prices(choice).len()) {
            let (names, several) = self.whose(&prices);
            self.line(&format!(
                "What {names} ask{} for it can be paid:",
                if several { "" } else { "s" }
            ));
            self.quote_forbidding(&prices);
        }
    }

    /// Who forbids it, or asks what cannot be paid.
    pub(super) fn what_forbids(&self, all: &[Forbidding]) -> String {
        let (names, several) = self.whose(all);
        match (all.iter().any(|one| one.price), several) {
            (false, false) => format!("{names} forbids it"),
            (false, true) => format!("{names} forbid it"),
            (true, _) => format!(
                "what {names} ask{} for it cannot be paid",
                if several { "" } else { "s" }
            ),
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
                    if let Some(written) =
                        self.rules.faces[face.index()].places.bars.get(at).copied()
                    {
                        self.quote(written, Some(face));
                    }
                }
                Said::Pending(at) => {
                    if let Some(pending) = self.rules.pending.get(usize::from(at)) {
                        self.line(&format!("  {}", on_one_line(&pending.said)));
                    }
                }
            }
        }
    }

    /// What speaks against how a building stands, and what wins over it.
    pub(super) fn overruled(&mut self, named: &str, overruled: Overruled) {
        for (by, keeper) in overruled.kept {
            let by = self.named(by);
            self.line(&format!(
                "{named} would be disabled by {by}, but {}:",
                self.what_forbids(&[keeper])
            ));
            self.quote_forbidding(&[keeper]);
        }
        for clause in overruled.outlived {
            let by = self.named(clause.card);
            self.line(&format!(
                "{named} would be disabled by {by}, but in a ring of buildings that disable each other the oldest stays active (DIS-5):"
            ));
            self.quote(
                self.rules.faces[clause.face.index()].places.lasting[clause.index],
                Some(clause.face),
            );
        }
        for (status, clause) in overruled.disabled {
            let (by, status) = (
                self.named(clause.card),
                &self.rules.statuses[usize::from(status)],
            );
            self.line(&format!(
                "{named} would be {status} by {by}, but that is disabled (DIS-1):"
            ));
            self.quote(
                self.rules.faces[clause.face.index()].places.lasting[clause.index],
                Some(clause.face),
            );
        }
    }
}

//! Says what texts forbid, and what they ask for.

use board::CardId;
use engine::{Choice, Clause, ClauseSite, Forbidding, Overruled};

use itertools::Itertools;
use text::capital;

use crate::names::face_name;
use crate::pending::on_one_line;
use crate::reasons::answer::page::Answer;

impl Answer<'_> {
    /// Those whose texts they are, and whether they are several.
    fn whose(&self, all: &[Forbidding]) -> (String, bool) {
        let who = |one: &Forbidding| match one.said {
            ClauseSite::Face(face, _) => match self.game.board().under(one.card) {
                Some(under) => format!("{} on {}", face_name(self.rules, face), self.at(under)),
                None if self.game.board().place(one.card).is_some() => self.named(one.card),
                None => face_name(self.rules, face).to_string(),
            },
            ClauseSite::Pending(at) => {
                let pending = self.rules.pending.get(usize::from(at));
                let name = pending
                    .and_then(|pending| pending.face)
                    .map(|face| face_name(self.rules, face));
                name.map_or("a lasting effect".to_string(), |name| {
                    format!("a lasting effect of {name}")
                })
            }
        };
        match all.iter().map(who).unique().collect_vec().as_slice() {
            [] => ("a text".to_string(), false),
            [one] => (one.clone(), false),
            [front @ .., last] => (format!("{} and {last}", front.join(", ")), true),
        }
    }

    /// `what NAME asks for it`.
    fn what_is_asked(&self, all: &[Forbidding]) -> String {
        let (names, several) = self.whose(all);
        let ask = if several { "ask" } else { "asks" };
        format!("what {names} {ask} for it")
    }

    /// What is asked for an option, which can be paid.
    pub(super) fn prices(&mut self, choice: Choice) {
        let prices = self.game.prices(choice);
        if !prices.is_empty() && !self.hangs_on_hidden(|game| game.prices(choice).len()) {
            let asked = capital(&self.what_is_asked(&prices));
            self.line(&format!("{asked} can be paid:"));
            self.quote_forbidding(&prices);
        }
    }

    /// Who forbids it, or asks what cannot be paid.
    pub(super) fn what_forbids(&self, all: &[Forbidding]) -> String {
        if all.iter().any(|one| one.price) {
            return format!("{} cannot be paid", self.what_is_asked(all));
        }
        match self.whose(all) {
            (names, false) => format!("{names} forbids it"),
            (names, true) => format!("{names} forbid it"),
        }
    }

    /// The texts that say so.
    pub(super) fn quote_forbidding(&mut self, all: &[Forbidding]) {
        for (at, one) in all.iter().enumerate() {
            if all[..at].iter().any(|before| before.said == one.said) {
                continue;
            }
            match one.said {
                ClauseSite::Face(face, at) => {
                    let bars = &self.rules.faces[face.index()].places.bars;
                    bars.get(at)
                        .iter()
                        .for_each(|written| self.quote(**written, Some(face)));
                }
                ClauseSite::Pending(at) => {
                    if let Some(pending) = self.rules.pending.get(usize::from(at)) {
                        self.line(&format!("  {}", on_one_line(&pending.said)));
                    }
                }
            }
        }
    }

    /// What speaks against how a building stands, and what wins over it.
    pub(super) fn overruled(&mut self, named: &str, overruled: Overruled) {
        let would_be = |answer: &mut Self, status: &str, by: CardId, but: &str| {
            let by = answer.named(by);
            answer.line(&format!("{by} would make {named} {status}, but {but}:"));
        };
        for (by, keeper) in overruled.kept {
            would_be(self, "disabled", by, &self.what_forbids(&[keeper]));
            self.quote_forbidding(&[keeper]);
        }
        for clause in overruled.outlived {
            let but =
                "in a ring of buildings that disable each other the oldest stays active (DIS-5)";
            would_be(self, "disabled", clause.card, but);
            self.quote_lasting(clause);
        }
        for (status, clause) in overruled.disabled {
            let status = &self.rules.statuses[usize::from(status)];
            would_be(self, status, clause.card, "is itself disabled (DIS-1)");
            self.quote_lasting(clause);
        }
    }

    /// The clause that gives a status.
    pub(super) fn quote_lasting(&mut self, clause: Clause) {
        let places = &self.rules.faces[clause.face.index()].places;
        self.quote(places.lasting[clause.index], Some(clause.face));
    }
}

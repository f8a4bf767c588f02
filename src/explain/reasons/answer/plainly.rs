//! The same answers for somebody who plays: cards in full, choices as deeds.

use crate::names::notation::{building_name, card_name};
use crate::reasons::answer::telling::Telling;
use board::Kind;
use engine::Choice;
use rules::ir::FaceId;

impl Telling<'_> {
    /// The lines of a face.
    pub(super) fn read_out(&mut self, face: Option<FaceId>) {
        let Some(face) = face else { return };
        for line in &self.rules.faces[face.index()].lines {
            self.line(&format!("  {line}"));
        }
    }

    /// What somebody does who chooses that: it follows `you can`.
    pub(super) fn deed(&self, choice: Choice, label: &str) -> String {
        let name = |kind: Kind| card_name(self.rules, kind);
        match choice {
            Choice::Action(kind) => format!("play {}", name(kind)),
            Choice::Build { kind, seat, place } => {
                format!(
                    "build {} at {seat}.{}",
                    building_name(self.rules, kind, false),
                    u32::from(place) + 1
                )
            }
            Choice::Stack { kind, on } => {
                format!("put {} face down on {}", name(kind), self.named(on))
            }
            Choice::Use { building, .. } => format!("use {}", self.named(building)),
            Choice::Pass => "end your turn".to_string(),
            Choice::Shield(kind) => format!("put {} face down", name(kind)),
            _ => format!("choose {label}"),
        }
    }

    /// The beginning of a sentence that says why not; a label that is no deed is something to be chosen.
    pub(super) fn cannot(&self, what: &str) -> String {
        let deeds = ["play ", "build ", "put ", "use ", "end ", "choose "];
        match deeds.iter().any(|deed| what.starts_with(deed)) {
            true => format!("You cannot {what}"),
            false => format!("You cannot choose {what}"),
        }
    }
}

//! An answer as it grows: what it is about, who asks, and what they may know.

use board::{CardId, Kind, Seat};
use engine::{Choice, Game, Words};
use rules::ir::{FaceId, Rules, Written};

use crate::names::{building_label, card_label, face_name};
use crate::options::label::Spot;
use crate::reasons::quote;

/// The stream of chance that looks for what hidden cards could change.
const STREAM: u64 = 0x77_6879;

/// How many of the games that a player cannot tell apart are looked at.
const OTHERS: usize = 24;

/// The reason that is given where the true one would tell of hidden cards.
pub(super) const HIDDEN: &str = "that depends on something you cannot see";

pub(super) struct Answer<'a> {
    pub(super) game: &'a Game,
    pub(super) rules: &'a Rules,
    /// Whoever asks sees every card.
    pub(super) open: bool,
    /// Whoever asks plays, and reads cards in full.
    pub(super) plainly: bool,
    pub(super) out: String,
}

impl<'a> Answer<'a> {
    pub(super) fn new(game: &'a Game, open: bool, plainly: bool) -> Answer<'a> {
        Answer {
            game,
            rules: &game.script().rules,
            open,
            plainly,
            out: String::new(),
        }
    }

    pub(super) fn line(&mut self, text: &str) {
        self.out.push_str(text);
        self.out.push('\n');
    }

    /// The lines of a clause with their place, and the rules that its face follows; for somebody who plays, the whole face.
    pub(super) fn quote(&mut self, written: Written, face: Option<FaceId>) {
        let face = face.map(|face| &self.rules.faces[face.index()]);
        if self.plainly {
            for line in face.map_or(&[][..], |face| &face.lines) {
                self.line(&format!("  {line}"));
            }
            return;
        }
        quote::clause(&mut self.out, self.rules, written);
        quote::cited(&mut self.out, face.map_or(&[][..], |face| &face.rules));
    }

    pub(super) fn in_play(&self, seat: Seat) -> Result<Seat, String> {
        match self.game.board().living.has(seat) && seat.0 < self.game.board().seats {
            true => Ok(seat),
            false => Err(format!("{seat} is not in the game.")),
        }
    }

    /// Says why not. For somebody who plays a label that is no deed is something to be chosen.
    pub(super) fn not_offered(&mut self, label: &str, reason: &str) {
        let deeds = ["play ", "build ", "put ", "use ", "end ", "choose "];
        let choose = match deeds.iter().any(|deed| label.starts_with(deed)) {
            true => "",
            false => "choose ",
        };
        match self.plainly {
            true => self.line(&format!("You cannot {choose}{label}: {reason}.")),
            false => self.line(&format!("`{label}` is not offered: {reason}.")),
        }
    }

    /// What somebody does who chooses that: it follows `you can`.
    pub(super) fn deed(&self, choice: Choice, label: &str) -> String {
        let name = |kind: Kind| card_label(self.rules, kind);
        match choice {
            Choice::Action(kind) => format!("play {}", name(kind)),
            Choice::Build { .. } => self.spelled(choice, label),
            Choice::Stack { kind, on } => {
                format!("put {} face down on {}", name(kind), self.named(on))
            }
            Choice::Use { building, .. } => format!("use {}", self.named(building)),
            Choice::Pass => "end your turn".to_string(),
            Choice::Shield(kind) => format!("put {} face down", name(kind)),
            _ => format!("choose {label}"),
        }
    }

    /// The label of a choice, in full.
    pub(super) fn spelled(&self, choice: Choice, asked: &str) -> String {
        let name = |kind: Kind| card_label(self.rules, kind);
        match choice {
            Choice::Action(kind) => format!("action {}", name(kind)),
            Choice::Build { kind, seat, place } => {
                let name = building_label(self.rules, kind, false);
                format!("build {name} at {}", Spot { seat, place })
            }
            Choice::Stack { kind, on } => format!("stack {} on {}", name(kind), self.at(on)),
            _ => asked.to_string(),
        }
    }

    /// In some game that the asked player cannot tell from this one, the answer is another: it hangs on what that
    /// player does not know.
    pub(super) fn hangs_on_hidden<T: PartialEq>(&self, answer: impl Fn(&Game) -> T) -> bool {
        let Some(who) = self.game.chooser().filter(|_| !self.open) else {
            return false;
        };
        let (mut words, here) = (Words::new(0, STREAM), answer(self.game));
        (0..OTHERS).any(|_| answer(&self.game.determinized(who.by, &mut words)) != here)
    }

    /// `p2.3 (NAME)`.
    pub(super) fn named(&self, building: CardId) -> String {
        let name = face_name(self.rules, self.game.building_face(building));
        format!("{} ({name})", self.at(building))
    }

    pub(super) fn at(&self, building: CardId) -> String {
        Spot::of(self.game.board(), building).map_or("nowhere".to_string(), |spot| spot.to_string())
    }
}

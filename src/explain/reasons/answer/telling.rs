//! An answer as it grows: what it is about, who asks, and what they may know.

use crate::names::printed::face_name;
use crate::reasons::quote;
use board::{CardId, Seat};
use engine::{Game, Words};
use rules::ir::{FaceId, Rules, Written};

/// The stream of chance that looks for what hidden cards could change.
const STREAM: u64 = 0x77_6879;

/// How many of the games that a player cannot tell apart are looked at.
const OTHERS: usize = 24;

pub(super) struct Telling<'a> {
    pub(super) game: &'a Game,
    pub(super) rules: &'a Rules,
    /// Whoever asks sees every card.
    pub(super) open: bool,
    /// Whoever asks plays, and reads cards in full.
    pub(super) plainly: bool,
    pub(super) out: String,
}

impl<'a> Telling<'a> {
    pub(super) fn new(game: &'a Game) -> Telling<'a> {
        Telling {
            game,
            rules: &game.script().rules,
            open: false,
            plainly: false,
            out: String::new(),
        }
    }
}

impl Telling<'_> {
    pub(super) fn line(&mut self, text: &str) {
        self.out.push_str(text);
        self.out.push('\n');
    }

    /// The lines of a clause with their place, and the rules that its face follows.
    pub(super) fn quote(&mut self, written: Written, face: Option<FaceId>) {
        if self.plainly {
            return self.read_out(face);
        }
        quote::clause(&mut self.out, self.rules, written);
        quote::cited(
            &mut self.out,
            face.map_or(&[][..], |face| &self.rules.faces[face.index()].rules),
        );
    }

    pub(super) fn in_play(&self, seat: Seat) -> Result<Seat, String> {
        match self.game.board().living.has(seat) && seat.0 < self.game.board().seats {
            true => Ok(seat),
            false => Err(format!("{seat} does not play.")),
        }
    }

    pub(super) fn not_offered(&mut self, label: &str, reason: &str) {
        match self.plainly {
            true => self.line(&format!("{}: {reason}.", self.cannot(label))),
            false => self.line(&format!("`{label}` is not offered: {reason}.")),
        }
    }

    /// In some game that the asked player cannot tell from this one, the answer is another: it hangs on what that
    /// player does not know.
    pub(super) fn hangs_on_hidden<T: PartialEq>(&self, answer: impl Fn(&Game) -> T) -> bool {
        let Some(seat) = self.game.chooser().map(|who| who.by).filter(|_| !self.open) else {
            return false;
        };
        let (mut words, here) = (Words::new(0, STREAM), answer(self.game));
        (0..OTHERS).any(|_| answer(&self.game.determinized(seat, &mut words)) != here)
    }

    pub(super) fn face_name(&self, face: FaceId) -> &str {
        face_name(self.rules, face)
    }

    /// `p2.3 (NAME)`.
    pub(super) fn named(&self, building: CardId) -> String {
        let name = self.face_name(self.game.building_face(building));
        format!("{} ({name})", self.at(building))
    }

    pub(super) fn at(&self, building: CardId) -> String {
        match (
            self.game.board().owner(building),
            self.game.board().place(building),
        ) {
            (Some(seat), Some(place)) => format!("{seat}.{}", place + 1),
            _ => "nowhere".to_string(),
        }
    }
}

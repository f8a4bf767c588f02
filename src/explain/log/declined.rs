//! Tells of choices that somebody does without.

use super::Log;
use crate::names::printed::face_name;
use crate::options::lying::is_known;
use crate::reasons::because::Because;
use engine::Declined;

impl Log {
    /// Somebody does without what a text offers, where the viewer may know that it does.
    pub(super) fn does_without(&mut self, declined: &Declined<'_>) {
        let (seat, board, rules) = (declined.seat(), declined.board(), &declined.script().rules);
        let decides = |viewer| viewer == seat || viewer == board.chooser(seat).by;
        let Some(cause) = declined.cause() else {
            return;
        };
        if !self.viewer.is_none_or(decides) && !declined.is_known_to_all() {
            return;
        }
        let known = !cause.this.is_some() || is_known(board, cause.this, self.viewer);
        let face = rules
            .origin(cause.at)
            .and_then(|origin| origin.face)
            .filter(|_| known);
        let own = self.viewer == Some(seat);
        let (does, them) = if own {
            ("You do".to_string(), "you")
        } else {
            (format!("{seat} does"), "them")
        };
        let sentence = match face {
            Some(face) => format!(
                "{does} without what {} lets {them} do.",
                face_name(rules, face)
            ),
            None => format!("{does} without."),
        };
        self.because
            .push(Because::asking(board, cause, self.viewer));
        self.lines.push(sentence);
    }
}

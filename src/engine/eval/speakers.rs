//! Who on the table has something to say.

use crate::board::{CardId, Seat};
use crate::engine::eval::context::Context;
use crate::engine::program::speaks::Speaks;
use crate::rules::ir::FaceId;

impl Context<'_> {
    /// Calls `found` with each text on the table that speaks so, its card and whose it is, until it answers `true`: by seat,
    /// left to right, a building that is not disabled before what lies face up on it, bottom to top; laws last, as that
    /// player's. What no card of the game says is not looked for.
    #[inline(always)]
    pub(in crate::engine) fn each_speaker(
        &self,
        speaks: impl Fn(&Speaks) -> bool,
        of_laws: Seat,
        found: impl FnMut(FaceId, CardId, Seat) -> bool,
    ) -> bool {
        self.each_speaker_of(false, speaks, of_laws, found)
    }

    /// The same; of what stands there perhaps but its `own` text, and not what others let it have.
    #[inline(always)]
    pub(super) fn each_speaker_of(
        &self,
        own: bool,
        speaks: impl Fn(&Speaks) -> bool,
        of_laws: Seat,
        mut found: impl FnMut(FaceId, CardId, Seat) -> bool,
    ) -> bool {
        let (script, board) = (self.script, self.board);
        let (buildings, actions) = (speaks(&script.speaks.buildings), speaks(&script.speaks.actions));
        let action = |card: CardId| script.facts(card).action.filter(|face| speaks(script.speaks.face(*face)));
        if !(buildings || actions) {
            return false;
        }
        for building in board.buildings() {
            let state = board.card(*building);
            if buildings && self.active(*building) {
                let face = script.building_face(*building, state.second_side());
                if speaks(script.speaks.face(face)) && found(face, *building, state.seat()) {
                    return true;
                }
                if !(own || script.lent.is_empty()) {
                    let lent = self.lent(*building);
                    let mut lent = lent.faces().filter(|face| speaks(script.speaks.face(*face)));
                    if lent.any(|face| found(face, *building, state.seat())) {
                        return true;
                    }
                }
            }
            if actions && state.ups > 0 {
                for card in board.stack(*building) {
                    if board.card(card).face_up()
                        && let Some(face) = action(card)
                        && found(face, card, state.seat())
                    {
                        return true;
                    }
                }
            }
        }
        actions && board.laws().any(|law| action(law).is_some_and(|face| found(face, law, of_laws)))
    }
}

//! Who on the table has something to say.

use arrayvec::ArrayVec;

use crate::base::limits::CARDS;
use crate::board::{CardId, Seat, Zone};
use crate::engine::eval::context::Context;
use crate::engine::eval::lent::{FewLent, Lent};
use crate::engine::program::speaks::Speaks;
use crate::rules::ir::{FaceId, TEXTS};

impl Context<'_> {
    /// Calls `found` with each text on the table that speaks so, its card and whose it is, until it answers `true`: by seat,
    /// left to right, a building that is not disabled before what lies face up on it, bottom to top; laws last, as that
    /// player's. What no card of the game says is not looked for.
    #[inline(always)]
    pub(in crate::engine) fn each_speaker(
        &self,
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
        let lends = buildings && !script.lent.is_empty() && self.may_alter(TEXTS);
        let (mut borrowed, mut given) = (FewLent::new(), FewLent::new());
        let at_once = lends && self.all_lent(&mut borrowed, &mut given);
        for building in board.buildings() {
            let state = board.card(*building);
            if buildings && self.active(*building) {
                let face = script.building_face(*building, state.second_side());
                if speaks(script.speaks.face(face)) && found(face, *building, state.seat()) {
                    return true;
                }
                if lends {
                    let known = borrowed.iter().chain(&given).filter(|(other, _)| other == building);
                    let asked = if at_once { Lent::default() } else { self.lent(*building) };
                    let lent = known.map(|(_, face)| *face).chain(asked.faces());
                    if lent
                        .filter(|face| speaks(script.speaks.face(*face)))
                        .any(|face| found(face, *building, state.seat()))
                    {
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

    /// Some card on the table may change what words mean in such ways.
    pub(in crate::engine) fn may_alter(&self, sorts: u8) -> bool {
        let zone = |card: CardId| self.board.card(card).zone;
        self.script.speaks.altering(sorts).any(|card| matches!(zone(card), Zone::Row | Zone::Stack | Zone::Law))
    }

    /// The same for texts' own words about what words mean. Few cards change it, and it is asked wherever a name is: so these
    /// are looked at one by one, and not the table.
    pub(super) fn each_alterer(&self, sorts: u8, of_laws: Seat, found: &mut dyn FnMut(FaceId, CardId, Seat)) {
        let (script, board) = (self.script, self.board);
        let mut speaking = ArrayVec::<_, CARDS>::new();
        for card in script.speaks.altering(sorts) {
            let state = board.card(card);
            let (face, seat, order) = match state.zone {
                Zone::Row if self.active(card) => {
                    (Some(script.building_face(card, state.second_side())), state.seat(), (state.position, 0))
                }
                Zone::Stack if state.face_up() => {
                    let on = board.card(state.building());
                    let below = board.stack_from_top(state.building()).skip_while(|other| *other != card).count();
                    (script.facts(card).action, on.seat(), (on.position, below))
                }
                Zone::Law => {
                    let before = board.laws().take_while(|law| *law != card).count();
                    (script.facts(card).action, of_laws, (u16::MAX, before))
                }
                _ => continue,
            };
            if let Some(face) = face.filter(|face| script.speaks.face(*face).alters & sorts != 0) {
                speaking.push((order, face, card, seat));
            }
        }
        speaking.sort_unstable_by_key(|(order, ..)| *order);
        speaking.iter().for_each(|(_, face, card, seat)| found(*face, *card, *seat));
    }
}

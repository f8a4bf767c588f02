//! Which clauses apply to the table as it stands: those that are no running text.

use crate::Game;
use crate::eval::context::Context;
use crate::program::clauses::Clauses;
use board::CardId;
use rules::ir::{DISABLED, Face, FaceId, Lasting};

/// How it stands with a condition to win, the best first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stands {
    /// It holds.
    Holds,
    /// It would, but the building is disabled.
    Disabled,
    /// It does not hold.
    Fails,
}

/// A clause that applies, by its number among its kind in the face.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Applies {
    /// A lasting effect gives its status to something.
    Lasting(FaceId, usize),
    /// The same of players.
    Standing(FaceId, usize),
    /// Something is forbidden, whether or not anybody would do it. A price counts when it is paid, which its code tells.
    Forbidden(FaceId, usize),
    /// Something counts as something else.
    CountsAs(FaceId, usize),
    /// Starred numbers are raised.
    Raise(FaceId, usize),
    /// A condition to win holds.
    Win(FaceId, usize),
    /// The meaning of a word is changed.
    Alters(FaceId, usize),
    /// Something counts for a tally, by its number in the rules.
    Tally(usize),
}

impl Game {
    /// How it stands with a condition to win that the face of a building has, by its number among them; nothing of what
    /// stands in no nation.
    pub fn win_stands(&self, building: CardId, index: usize) -> Option<Stands> {
        let (script, board) = (&*self.script, &self.state.board);
        let owner = board.owner(building)?;
        let context = Context::of(script, board, building, owner);
        let face = &script.rules.faces[self.building_face(building).index()];
        Some(match context.holds(*face.wins.get(index)?) {
            true if context.active(building) => Stands::Holds,
            true => Stands::Disabled,
            false => Stands::Fails,
        })
    }

    /// Calls `found` with every clause that applies now; with one that does so for several cards, several times.
    pub fn each_applying(&self, found: &mut dyn FnMut(Applies)) {
        let (script, board) = (&*self.script, &self.state.board);
        Context::of(script, board, CardId::NONE, board.turn).each_alteration(
            u8::MAX,
            &mut |context, clause, (at, index)| {
                if context.alters_something(clause) {
                    found(Applies::Alters(at, index));
                }
            },
        );
        for seat in board.living.iter() {
            for building in board.row(seat).iter().copied() {
                let context = Context::of(script, board, building, seat);
                let active = context.active(building);
                for at in context.faces_of(building, Clauses::ALL) {
                    let face = &script.rules.faces[at.index()];
                    for (index, lasting) in face.lasting.iter().enumerate() {
                        let itself = lasting.of_itself && lasting.status == DISABLED;
                        if (active || itself) && gives(&context, lasting) {
                            found(Applies::Lasting(at, index));
                        }
                    }
                    if active {
                        standing(&context, at, face, found);
                        counting(&context, at, face, found);
                        for (index, number) in face.raises.iter().enumerate() {
                            if context.number(*number) > 0 {
                                found(Applies::Raise(at, index));
                            }
                        }
                        for (index, condition) in face.wins.iter().enumerate() {
                            if context.holds(*condition) {
                                found(Applies::Win(at, index));
                            }
                        }
                    }
                }
                for card in board
                    .stack(building)
                    .iter()
                    .copied()
                    .filter(|card| board.card(*card).face_up())
                {
                    let Some(at) = script.facts(card).action else {
                        continue;
                    };
                    let context = Context::of(script, board, card, seat);
                    standing(&context, at, &script.rules.faces[at.index()], found);
                    counting(&context, at, &script.rules.faces[at.index()], found);
                    for (index, lasting) in
                        script.rules.faces[at.index()].lasting.iter().enumerate()
                    {
                        if gives(&context, lasting) {
                            found(Applies::Lasting(at, index));
                        }
                    }
                }
            }
            for law in script.laws(board) {
                let Some(at) = script.facts(law).action else {
                    continue;
                };
                let (context, face) = (
                    Context::of(script, board, law, seat),
                    &script.rules.faces[at.index()],
                );
                standing(&context, at, face, found);
                for (index, _) in face
                    .lasting
                    .iter()
                    .enumerate()
                    .filter(|(_, lasting)| gives(&context, lasting))
                {
                    found(Applies::Lasting(at, index));
                }
            }
            let context = Context::of(script, board, CardId::NONE, seat);
            for (index, tally) in script.rules.tallies.iter().enumerate() {
                if context.exists(tally.count) {
                    found(Applies::Tally(index));
                }
            }
        }
    }
}

fn standing(context: &Context, at: FaceId, face: &Face, found: &mut dyn FnMut(Applies)) {
    for (index, standing) in face.standings.iter().enumerate() {
        if gives(context, standing) {
            found(Applies::Standing(at, index));
        }
    }
    for (index, bar) in face.bars.iter().enumerate() {
        if bar.price.is_none() {
            found(Applies::Forbidden(at, index));
        }
    }
}

fn counting(context: &Context, at: FaceId, face: &Face, found: &mut dyn FnMut(Applies)) {
    for (index, counts) in face.counts_as.iter().enumerate() {
        if context.exists(counts.set) {
            found(Applies::CountsAs(at, index));
        }
    }
}

fn gives(context: &Context, lasting: &Lasting) -> bool {
    lasting
        .condition
        .is_none_or(|condition| context.holds(condition))
        && context.exists(lasting.set)
}

//! Lasting effects: which statuses have to be worked out anew, and in which way.

mod at_once;
pub mod disablers;
pub mod in_order;

use crate::eval::context::Context;
use crate::eval::lent::Lent;
use crate::eval::looks::Looks;
use crate::play::statuses::at_once::settle_at_once;
use crate::play::statuses::in_order::settle;
use crate::program::clauses::Clauses;
use crate::program::conditions::turn_bit;
use crate::program::speaks::Topic;
use crate::program::traits::Trait;
use crate::state::nation_traits::InRow;
use crate::{Reads, Script, State};
use board::{Board, CardId, CardSet, Pended, Seat, Seats};
use rules::ir::{DISABLED, Happening, Lasting, NEIGHBOURS, Says, TEXTS};

/// Looks again at the nations for which that is due. Answers in which ones lasting effects may reach another building.
#[inline]
pub fn look_again(script: &Script, state: &mut State) -> Seats {
    for seat in std::mem::replace(&mut state.stale, Seats::NONE).iter() {
        state.nations[seat.index()].look_again(script, &state.board, seat);
    }
    std::mem::replace(&mut state.rebuilt, Seats::NONE)
}

/// Works out anew the statuses that what has changed in those nations may touch, and those of all buildings of `anew`.
/// Answers whether some building has another status than before.
#[inline]
pub(super) fn settle_statuses(
    asking: &Asking<'_>,
    state: &mut State,
    changed: Reads,
    nations: Seats,
    anew: Seats,
) -> bool {
    let script = asking.script;
    if script.lasting.meets(Reads::FAR) {
        // Some effect of the game looks beyond its own nation: what is on the table tells whether it matters now.
        let far = looks_far(script, state);
        let before = std::mem::replace(&mut state.far, far);
        if far || before {
            let due = !(far && before) || anew != Seats::NONE || changed.meets(Reads::FAR);
            let due = due || is_due(script, state, changed, nations);
            let living = state.board.living;
            return due && settle(*asking, &mut state.board, &state.nations, living, &mut ());
        }
    }
    // Where they reach no further than what stands beside, `anew` tells where that is something else now.
    let changed = if script.beside_alone {
        Reads(changed.0 & Reads::TURN.0)
    } else {
        changed
    };
    let mut any = false;
    let turn_alone = script.turn_alone && !changed.meets(Reads(script.lasting.0 & !Reads::TURN.0));
    for seat in nations.iter() {
        let nation = &state.nations[seat.index()];
        if anew.has(seat) || !turn_alone && changed.meets(nation.lasting_reads) {
            let fits = state.board.row(seat).len() < InRow::ROOM && state.board.fits_sets();
            any |= match script.beside_alone && !script.disablers_meet && fits {
                true => settle_at_once(asking, &mut state.board, nation, seat),
                false => settle(
                    *asking,
                    &mut state.board,
                    &state.nations,
                    Seats::NONE.with(seat),
                    &mut (),
                ),
            };
        } else if turn_alone && changed.meets(nation.lasting_reads) {
            any |= settle_turn(asking, &mut state.board, seat, nation.with(Trait::ByTurn));
        }
    }
    any
}

/// Some lasting effect on the table may look beyond its own nation.
fn looks_far(script: &Script, state: &State) -> bool {
    let board = &state.board;
    let mut nations = board
        .living
        .iter()
        .map(|seat| state.nations[seat.index()].lasting_reads);
    is_steered(script, state)
        || gives_for_a_while(script, state)
        || board.first_law().is_some()
        || nations.any(|reads| reads.meets(Reads::FAR))
}

/// Something else on the table than what they ask themselves may decide what lasting effects come to: what keeps buildings
/// active, says who is a neighbour, or gives texts.
fn is_steered(script: &Script, state: &State) -> bool {
    let steers = |topic: Topic| script.speaks.any(topic, state.board.open());
    script.keeps_for_a_while
        || steers(Topic::Forbids(Happening::Silenced.bit()))
        || script.speaks.alters(NEIGHBOURS | TEXTS)
            && (steers(Topic::Alters(NEIGHBOURS))
                || steers(Topic::Lends(Clauses::LASTS))
                || steers(Topic::LendsAfar(Clauses::LASTS)))
}

/// What a text has said for a while gives buildings a status now.
fn gives_for_a_while(script: &Script, state: &State) -> bool {
    let said = |pended: &Pended| {
        script
            .rules
            .pending
            .get(usize::from(pended.clause))
            .map(|of| &of.says)
    };
    let gives = |pended: &Pended| matches!(said(pended), Some(Says::Gives(_)));
    script.given_for_a_while != Reads::NOTHING && state.board.pending().in_force().any(gives)
}

/// What has changed in those nations is read by some lasting effect on the table.
fn is_due(script: &Script, state: &State, changed: Reads, nations: Seats) -> bool {
    // Who is a neighbour by a text, or has another one's, may stand in any nation.
    let steered = is_steered(script, state);
    let of_nation = |seat: Seat| {
        let reads = state.nations[seat.index()].lasting_reads;
        changed.meets(reads) && (steered || nations.has(seat) || reads.meets(Reads::FAR))
    };
    steered && changed.meets(script.steering)
        || script.given_for_a_while != Reads::NOTHING && changed.meets(Reads::TURN)
        || gives_for_a_while(script, state) && changed.meets(script.given_for_a_while)
        || state.board.living.iter().any(of_nation)
        || state
            .board
            .laws()
            .any(|law| changed.meets(script.facts(law).stacked_lasting))
}

/// What [`settle_statuses`] does where nothing but the turn has changed, and whatever reads it disables itself by it.
#[inline]
pub(super) fn settle_turns(asking: &Asking<'_>, state: &mut State, nations: Seats) -> bool {
    let mut any = false;
    for seat in nations.iter() {
        let by_turn = state.nations[seat.index()].with(Trait::ByTurn);
        any |= settle_turn(asking, &mut state.board, seat, by_turn);
    }
    any
}

/// What disables itself by the part of the turn, where nothing but the turn has changed and nothing else reads it.
fn settle_turn(asking: &Asking<'_>, board: &mut Board, seat: Seat, by_turn: InRow) -> bool {
    let script = asking.script;
    let mut any = false;
    let now = turn_bit(board.turn == seat, board.phase);
    let of_all = script.in_turn.map(|bits| bits & now != 0);
    by_turn.each_at(board.row(seat).len(), |at| {
        let building = board.row(seat)[at];
        let state = board.card(building);
        // The last bit stands for buildings that may have nothing to say, too.
        let disabled = match of_all.filter(|_| at < InRow::ROOM) {
            Some(disabled) => disabled,
            None => match asks_itself(asking, board, building, seat, now) {
                Some(disabled) => disabled,
                None => return,
            },
        };
        let status =
            state.status & !(1 << DISABLED) | u8::from(disabled || state.silenced()) << DISABLED;
        if status != state.status {
            any = true;
            board.set_status(building, status);
        }
    });
    any
}

/// Whether a building disables itself by its lasting effects; nothing where they do not read the turn.
#[inline(always)]
fn asks_itself(
    asking: &Asking<'_>,
    board: &Board,
    building: CardId,
    seat: Seat,
    now: u8,
) -> Option<bool> {
    let (script, second_side) = (asking.script, board.card(building).second_side());
    let traits = script.traits(building, second_side);
    match traits.in_turn {
        Some(bits) if traits.lasting_reads == Reads::TURN => Some(bits & now != 0),
        _ if !traits.lasting_reads.meets(Reads::TURN) => None,
        _ => {
            let face = script.building_face(building, second_side);
            let mut clauses = script.rules.faces[face.index()].lasting.iter();
            Some(clauses.any(|lasting| asking.holds(board, building, seat, lasting)))
        }
    }
}

/// The rules, and how much may be looked at yet for what lasts (END-1).
#[derive(Clone, Copy)]
pub struct Asking<'a> {
    pub script: &'a Script,
    pub looks: Option<&'a Looks>,
    /// The buildings that some text on the table may let have lasting effects besides their own.
    borrowing: CardSet,
}

impl<'a> Asking<'a> {
    /// For what lies on that table.
    #[inline(always)]
    pub fn of(script: &'a Script, looks: Option<&'a Looks>, board: &Board) -> Asking<'a> {
        let borrowing = Context::of(script, board, CardId::NONE, Seat(0)).borrowers(Clauses::LASTS);
        Asking {
            script,
            looks,
            borrowing,
        }
    }

    /// It may have lasting effects besides its own.
    #[inline(always)]
    pub fn may_borrow(&self, building: CardId) -> bool {
        self.borrowing.has(building)
    }

    /// What a building has besides its own text.
    pub fn lent(&self, board: &Board, building: CardId, owner: Seat) -> Lent {
        match self.may_borrow(building) {
            true => self
                .context(board, building, owner)
                .lent(building, Clauses::LASTS),
            false => Lent::default(),
        }
    }

    #[inline(always)]
    pub fn context<'b>(&'b self, board: &'b Board, this: CardId, you: Seat) -> Context<'b> {
        Context::of(self.script, board, this, you).counting(self.looks)
    }

    /// So many clauses are looked at; worked out only where it is counted.
    #[inline(always)]
    pub fn spend(&self, clauses: impl FnOnce() -> usize) {
        if let Some(looks) = self.looks {
            looks.spend(clauses() as u32);
        }
    }

    /// Nothing is given any more.
    #[inline(always)]
    pub fn is_spent(&self) -> bool {
        self.looks.is_some_and(Looks::is_spent)
    }

    /// The condition of a lasting effect holds.
    pub fn holds(&self, board: &Board, this: CardId, you: Seat, lasting: &Lasting) -> bool {
        lasting
            .condition
            .is_none_or(|condition| self.context(board, this, you).holds(condition))
            && !self.is_spent()
    }
}

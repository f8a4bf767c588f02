//! The statuses of all buildings of some nations, clause by clause in the order of DIS-5.

use arrayvec::ArrayVec;

use crate::Reads;
use crate::eval::context::Context;
use crate::play::statuses::Asking;
use crate::play::statuses::disablers::settle_disablers;
use crate::program::conditions::Property;
use crate::program::lasting::{Effect, Reach};
use crate::program::traits::Trait;
use crate::state::frame::Frame;
use crate::state::nation_traits::NationTraits;
use board::{Board, CARD_ROOM, CardId, CardSet, MAX_SEATS, Pended, Seat, Seats, Zone};
use rules::ir::{Bar, DISABLED, FaceId, Lasting, Says};
use text::limits::{PASSED, PENDING};

/// Is told which card's lasting effect, by its number in its face, gives a status to which building.
pub trait Note {
    /// Another building would disable it, but that text keeps it from being disabled.
    fn kept(&mut self, _building: CardId, _by: CardId, _keeper: Keeper<'_>) {}

    /// Another building would disable it, but it was settled as active before that one (DIS-5).
    fn outlived(&mut self, _building: CardId, _by: CardId, _clause: (FaceId, usize)) {}

    fn given(&mut self, building: CardId, by: CardId, clause: (FaceId, usize));

    /// A text has said it for a while.
    fn said(&mut self, _building: CardId, _status: u8, _pended: Pended) {}
}

/// A text that keeps a building from being disabled.
pub type Keeper<'a> = (&'a Bar, CardId);

impl Note for () {
    #[inline(always)]
    fn given(&mut self, _: CardId, _: CardId, _: (FaceId, usize)) {}
}

/// Works out anew all statuses of the buildings of some nations. Answers whether a status is another one now.
pub fn settle(
    asking: Asking<'_>,
    board: &mut Board,
    by_nation: &[NationTraits; MAX_SEATS],
    nations: Seats,
    note: &mut impl Note,
) -> bool {
    let script = asking.script;
    let mut before = ArrayVec::<u8, CARD_ROOM>::new();
    nations
        .iter()
        .for_each(|seat| board.clear_statuses(seat, &mut before));
    asking.spend(|| 1 + before.len() / PASSED);
    let disables = |lasting: &Lasting| lasting.status == DISABLED;
    // DIS-5: first what stacked cards disable, and what disables itself.
    each_stacked_face(asking, board, by_nation, nations, disables, note);
    each_said(asking, board, disables, note);
    each_building(
        asking,
        board,
        by_nation,
        nations,
        Trait::DisablesItself,
        disables,
        note,
    );
    match script.disablers_meet {
        true => settle_disablers(asking, board, by_nation, nations, note),
        false => each_building(
            asking,
            board,
            by_nation,
            nations,
            Trait::Disables,
            disables,
            note,
        ),
    }
    // Then what gives any other status, one after the other: a later one may look at those before it.
    let has = |of: Trait| {
        nations
            .iter()
            .any(|seat| !by_nation[seat.index()].with(of).is_empty())
    };
    let stacked = script.stacked_statuses && (board.first_law().is_some() || has(Trait::Upped));
    let standing = has(Trait::GivesStatus);
    for status in 1..script.rules.statuses.len() as u8 {
        let gives = |lasting: &Lasting| lasting.status == status;
        if stacked {
            each_stacked_face(asking, board, by_nation, nations, gives, note);
        }
        each_said(asking, board, gives, note);
        if standing {
            each_building(
                asking,
                board,
                by_nation,
                nations,
                Trait::GivesStatus,
                gives,
                note,
            );
        }
    }
    let mut before = &before[..];
    let mut any = false;
    for seat in nations.iter() {
        let (of_seat, others) = before.split_at(board.row(seat).len());
        any |= board
            .row(seat)
            .iter()
            .zip(of_seat)
            .any(|(building, before)| board.card(*building).status != *before);
        before = others;
    }
    any
}

/// Applies the effects of face-up stacked cards.
fn each_stacked_face(
    asking: Asking<'_>,
    board: &mut Board,
    by_nation: &[NationTraits; MAX_SEATS],
    nations: Seats,
    wanted: impl Fn(&Lasting) -> bool,
    note: &mut impl Note,
) {
    let script = asking.script;
    let mut next = board.first_law();
    while let Some(law) = next {
        let turn = board.turn;
        let effects = script
            .facts(law)
            .action
            .filter(|_| script.law_of(board, law) == law)
            .map_or(&[][..], |face| script.speaks.lasting(face));
        for effect in effects.iter().filter(|effect| wanted(&effect.lasting)) {
            give(asking, board, (law, turn), effect, note);
        }
        next = board.law_after(law);
    }
    for owner in nations.iter() {
        by_nation[owner.index()]
            .with(Trait::Upped)
            .each_at(board.row(owner).len(), |at| {
                let mut card = board.card(board.row(owner)[at]).top();
                while card.is_some() {
                    if board.card(card).face_up()
                        && let Some(face) = script.facts(card).action
                    {
                        let effects = script.speaks.lasting(face);
                        asking.spend(|| 1 + effects.len() / PASSED);
                        for effect in effects.iter().filter(|effect| wanted(&effect.lasting)) {
                            give(asking, board, (card, owner), effect, note);
                        }
                    }
                    card = board.card(card).below();
                }
            });
    }
}

/// Applies what texts have said for a while.
fn each_said(
    asking: Asking<'_>,
    board: &mut Board,
    wanted: impl Fn(&Lasting) -> bool,
    note: &mut impl Note,
) {
    if asking.script.given_for_a_while == Reads::NOTHING || board.pending().all().is_empty() {
        return;
    }
    let in_force: ArrayVec<Pended, PENDING> = board.pending().in_force().copied().collect();
    for pended in in_force {
        let Some(said) = asking.script.rules.pending.get(usize::from(pended.clause)) else {
            continue;
        };
        let Says::Gives(lasting) = &said.says else {
            continue;
        };
        if !wanted(lasting) {
            continue;
        }
        let mut frame = Frame {
            this: pended.this,
            you: pended.you,
            ..Frame::IDLE
        };
        frame.carries(said, &pended, 0);
        let context = Context::running(asking.script, board, &frame).counting(asking.looks);
        if !lasting
            .condition
            .is_none_or(|condition| context.holds(condition))
        {
            continue;
        }
        for building in those(&context, lasting).iter() {
            board.set_status(building, board.card(building).status | 1 << lasting.status);
            if lasting.status == DISABLED {
                board.set_silenced(building, true);
            }
            note.said(building, lasting.status, pended);
        }
    }
}

/// Applies the effects of active buildings, as far as they have some of that sort.
fn each_building(
    asking: Asking<'_>,
    board: &mut Board,
    by_nation: &[NationTraits; MAX_SEATS],
    nations: Seats,
    sort: Trait,
    wanted: impl Fn(&Lasting) -> bool,
    note: &mut impl Note,
) {
    let script = asking.script;
    for owner in nations.iter() {
        by_nation[owner.index()]
            .with(sort)
            .each_at(board.row(owner).len(), |at| {
                let building = board.row(owner)[at];
                let state = board.card(building);
                if state.status >> DISABLED & 1 == 1 {
                    return;
                }
                let effects = script
                    .lasting_of(script.traits(building, state.second_side()), sort)
                    .iter();
                for effect in effects.filter(|effect| wanted(&effect.lasting)) {
                    give(asking, board, (building, owner), effect, note);
                }
                if asking.may_borrow(building) {
                    each_lent(
                        asking,
                        board,
                        (building, owner),
                        sort,
                        &mut |board, effect| {
                            if wanted(&effect.lasting) {
                                give(asking, board, (building, owner), effect, note);
                            }
                        },
                    );
                }
            });
    }
}

/// The effects of that sort that a building has besides its own.
pub(super) fn each_lent(
    asking: Asking<'_>,
    board: &mut Board,
    (building, owner): (CardId, Seat),
    sort: Trait,
    found: &mut dyn FnMut(&mut Board, &Effect),
) {
    let (script, faces) = (asking.script, asking.lent(board, building, owner));
    faces
        .faces()
        .flat_map(|face| script.lent.effects(face, sort))
        .for_each(|effect| found(board, effect));
}

/// Gives the status of one clause to those it names.
fn give(
    asking: Asking<'_>,
    board: &mut Board,
    (this, you): (CardId, Seat),
    effect: &Effect,
    note: &mut impl Note,
) {
    let lasting = &effect.lasting;
    asking.spend(|| {
        lasting.condition.map_or(1, |condition| {
            asking.script.weights[condition.index()] as usize
        })
    });
    if !asking.holds(board, this, you, lasting) {
        return;
    }
    let mut given = |board: &mut Board, building: CardId| {
        board.set_status(building, board.card(building).status | 1 << lasting.status);
        if lasting.status == DISABLED && building != this {
            board.set_silenced(building, true);
        }
        note.given(building, this, (effect.face, effect.index));
    };
    let state = board.card(this);
    match (effect.reach, state.zone) {
        (Reach::This, Zone::Row) => given(board, this),
        (Reach::Under, Zone::Stack) => given(board, state.building()),
        (Reach::Neighbours(asked), Zone::Row) => {
            let is = |building: CardId, said: Property| {
                asking.context(board, this, you).building_is(said, building)
            };
            let passes = |building: CardId| {
                building.is_some() && asked.is_none_or(|said| is(building, said))
            };
            let [left, right] = board
                .beside(this)
                .map(|building| passes(building).then_some(building));
            left.into_iter().for_each(|building| given(board, building));
            right
                .into_iter()
                .for_each(|building| given(board, building));
        }
        _ => reached(asking, board, this, you, lasting)
            .iter()
            .for_each(|building| given(board, building)),
    }
}

fn reached(
    asking: Asking<'_>,
    board: &Board,
    this: CardId,
    you: Seat,
    lasting: &Lasting,
) -> CardSet {
    those(&asking.context(board, this, you), lasting)
}

fn those(context: &Context<'_>, lasting: &Lasting) -> CardSet {
    let mut those = CardSet::default();
    context.each(lasting.set, &mut |value| {
        those.insert(CardId(value));
        false
    });
    those
}

pub(super) fn affected(
    asking: Asking<'_>,
    board: &Board,
    this: CardId,
    you: Seat,
    lasting: &Lasting,
) -> CardSet {
    match asking.holds(board, this, you, lasting) {
        true => reached(asking, board, this, you, lasting),
        false => CardSet::default(),
    }
}

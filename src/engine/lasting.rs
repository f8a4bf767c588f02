//! Lasting effects: which building has which status, in the order of DIS-5.

use arrayvec::ArrayVec;

use crate::board::{Board, CardId, Seat, Seats};
use crate::engine::eval::Context;
use crate::engine::script::{DISABLES, DISABLES_ITSELF, GIVES_STATUS};
use crate::engine::{CardSet, Reads, Script};
use crate::rules::ir::{DISABLED, Lasting};

/// Is told which card's clause gives a status to which building.
pub(super) trait Note {
    fn given(&mut self, building: CardId, by: CardId, lasting: &Lasting);
}

impl Note for () {
    #[inline(always)]
    fn given(&mut self, _: CardId, _: CardId, _: &Lasting) {}
}

/// Works out the statuses of all buildings in those nations anew; of all nations when some effect looks
/// beyond its own.
pub(super) fn settle_statuses(script: &Script, board: &mut Board, nations: u8) {
    if script.lasting.meets(Reads::FAR) {
        return settle(script, board, board.living, &mut ());
    }
    for seat in board.living.iter().filter(|seat| nations & seat.bit() != 0) {
        settle(script, board, Seats::NONE.with(seat), &mut ());
    }
}

pub(super) fn settle(script: &Script, board: &mut Board, nations: Seats, note: &mut impl Note) {
    // What there is at all, so that the rest can be skipped.
    let (mut stacked, mut met) = (false, 0);
    for seat in nations.iter() {
        board.clear_statuses(seat, |building, state| {
            stacked |= state.ups > 0;
            met |= script.traits(building, state.second_side).lasting;
        });
    }
    // DIS-5: first what stacked cards disable, and what disables itself.
    if stacked {
        for seat in nations.iter() {
            each_stacked_face(script, board, seat, |lasting| lasting.status == DISABLED, note);
        }
    }
    if met & DISABLES_ITSELF != 0 {
        for seat in nations.iter() {
            each_building(script, board, seat, |lasting| lasting.status == DISABLED && lasting.of_itself, note);
        }
    }
    if met & DISABLES != 0 {
        settle_disablers(script, board, nations, note);
    }
    // Then what gives any other status.
    if stacked {
        for seat in nations.iter() {
            each_stacked_face(script, board, seat, |lasting| lasting.status != DISABLED, note);
        }
    }
    if met & GIVES_STATUS != 0 {
        for seat in nations.iter() {
            each_building(script, board, seat, |lasting| lasting.status != DISABLED, note);
        }
    }
}

/// Applies the effects of the face-up stacked cards of a nation.
fn each_stacked_face(
    script: &Script,
    board: &mut Board,
    seat: Seat,
    wanted: fn(&Lasting) -> bool,
    note: &mut impl Note,
) {
    for at in 0..board.row(seat).len() {
        let building = board.row(seat)[at];
        if board.card(building).ups == 0 {
            continue;
        }
        let mut card = board.card(building).top;
        while card.is_some() {
            if board.card(card).face_up
                && let Some(face) = script.glance(card).action
            {
                for lasting in script.rules.faces[face.index()].lasting.iter().filter(|lasting| wanted(lasting)) {
                    give(script, board, (card, seat), lasting, note);
                }
            }
            card = board.card(card).below;
        }
    }
}

/// Applies the effects of a nation's active buildings.
fn each_building(script: &Script, board: &mut Board, seat: Seat, wanted: fn(&Lasting) -> bool, note: &mut impl Note) {
    for at in 0..board.row(seat).len() {
        let building = board.row(seat)[at];
        let state = board.card(building);
        if script.traits(building, state.second_side).lasting == 0 || state.status >> DISABLED & 1 == 1 {
            continue;
        }
        let face = script.building_face(building, state.second_side);
        for lasting in script.rules.faces[face.index()].lasting.iter().filter(|lasting| wanted(lasting)) {
            give(script, board, (building, seat), lasting, note);
        }
    }
}

/// Gives the status of one clause to those it names.
fn give(script: &Script, board: &mut Board, (this, you): (CardId, Seat), lasting: &Lasting, note: &mut impl Note) {
    for building in affected(script, board, this, you, lasting).iter() {
        board.set_status(building, board.card(building).status | 1 << lasting.status);
        note.given(building, this, lasting);
    }
}

fn affected(script: &Script, board: &Board, this: CardId, you: Seat, lasting: &Lasting) -> CardSet {
    let context = Context::of(script, board, this, you);
    let mut affected = CardSet::default();
    if lasting.condition.is_none_or(|condition| context.holds(condition)) {
        context.each(lasting.set, &mut |value| {
            affected = affected.with(CardId(value as u8));
            false
        });
    }
    affected
}

/// Buildings that disable other buildings, each once everything that could disable it is settled; of a ring,
/// the oldest first.
fn settle_disablers(script: &Script, board: &mut Board, nations: Seats, note: &mut impl Note) {
    let mut unsettled = Disablers::new();
    for seat in nations.iter() {
        for building in board.row(seat) {
            if script.traits(*building, board.card(*building).second_side).lasting & DISABLES != 0 {
                unsettled.push((*building, seat));
            }
        }
    }
    let mut active = CardSet::default();
    loop {
        // What is disabled is settled, and disables nobody.
        unsettled.retain(|(building, _)| board.card(*building).status >> DISABLED & 1 == 0);
        let free = (0..unsettled.len()).find(|at| disablers_of(script, board, &unsettled, *at).next().is_none());
        let Some(next) = free.or_else(|| oldest_of_a_ring(script, board, &unsettled)) else { return };
        let (building, seat) = unsettled.remove(next);
        board.set_by_age(building, free.is_none());
        active = active.with(building);
        let face = script.building_face(building, board.card(building).second_side);
        for lasting in &script.rules.faces[face.index()].lasting {
            if lasting.status == DISABLED && !lasting.of_itself {
                give_others(script, board, (building, seat), lasting, &active, note);
            }
        }
    }
}

/// Buildings that disable others, with their owners.
type Disablers = ArrayVec<(CardId, Seat), 256>;

/// Those that would disable the one at that place in the list.
fn disablers_of<'a>(
    script: &'a Script,
    board: &'a Board,
    among: &'a Disablers,
    at: usize,
) -> impl Iterator<Item = usize> + 'a {
    let (victim, _) = among[at];
    let others = among.iter().enumerate().filter(move |(other, _)| *other != at);
    others.filter(move |(_, (other, seat))| disables(script, board, *other, *seat, victim)).map(|(other, _)| other)
}

/// The oldest one that is disabled, through whichever others, only by what it disables itself. What a ring
/// disables beside itself waits until the ring is settled.
fn oldest_of_a_ring(script: &Script, board: &Board, among: &Disablers) -> Option<usize> {
    let above = |at: usize| {
        let mut found = ArrayVec::<usize, 256>::new();
        let mut looked = 0;
        found.extend(disablers_of(script, board, among, at));
        while let Some(next) = found.get(looked).copied() {
            looked += 1;
            for other in disablers_of(script, board, among, next) {
                if !found.contains(&other) {
                    found.push(other);
                }
            }
        }
        found
    };
    let in_ring = |at: &usize| above(*at).iter().all(|other| above(*other).contains(at));
    (0..among.len()).filter(in_ring).min_by_key(|at| board.card(among[*at].0).age)
}

/// Like [`give`], but what has settled as active stays so.
fn give_others(
    script: &Script,
    board: &mut Board,
    (this, you): (CardId, Seat),
    lasting: &Lasting,
    active: &CardSet,
    note: &mut impl Note,
) {
    for building in affected(script, board, this, you, lasting).iter() {
        if !active.has(building) {
            board.set_status(building, board.card(building).status | 1 << DISABLED);
            note.given(building, this, lasting);
        }
    }
}

fn disables(script: &Script, board: &Board, building: CardId, owner: Seat, victim: CardId) -> bool {
    let face = script.building_face(building, board.card(building).second_side);
    let mut clauses = script.rules.faces[face.index()].lasting.iter();
    clauses.any(|lasting| {
        lasting.status == DISABLED
            && !lasting.of_itself
            && affected(script, board, building, owner, lasting).has(victim)
    })
}

//! Lasting effects: which building has which status, in the order of DIS-5.

use arrayvec::ArrayVec;

use crate::board::{Board, CardId, Seat, Seats, Zone};
use crate::engine::eval::Context;
use crate::engine::nation::{InRow, NationGlance};
use crate::engine::near::Near;
use crate::engine::script::{DISABLES, DISABLES_ITSELF, GIVES_STATUS};
use crate::engine::{CardSet, Reads, Script, State};
use crate::rules::ir::{DISABLED, Lasting};

/// Is told which card's clause gives a status to which building.
pub(super) trait Note {
    fn given(&mut self, building: CardId, by: CardId, lasting: &Lasting);
}

impl Note for () {
    #[inline(always)]
    fn given(&mut self, _: CardId, _: CardId, _: &Lasting) {}
}

/// Works out anew the statuses of all buildings that what has changed in those nations may touch. Answers whether some
/// building has another status than before.
pub(super) fn settle_statuses(script: &Script, state: &mut State, changed: Reads, nations: Seats) -> bool {
    let anew = changed.meets(Reads::ROWS.and(Reads::FACE_UP));
    let mut spoke = Seats::NONE;
    if anew {
        for seat in nations.iter() {
            let glance = NationGlance::of(script, &state.board, seat);
            let before = std::mem::replace(&mut state.nations[seat.index()], glance);
            if before.speaks() || glance.speaks() {
                spoke = spoke.with(seat);
            }
        }
    }
    if !changed.meets(script.lasting) {
        return false;
    }
    if script.lasting.meets(Reads::FAR) {
        // Some effect looks beyond its own nation.
        let living = state.board.living;
        return settle(script, &mut state.board, living, &mut ());
    }
    let mut any = false;
    let turn_alone = script.turn_alone && !changed.meets(Reads(script.lasting.0 & !Reads::TURN.0));
    for seat in nations.iter() {
        if spoke.has(seat) || changed.meets(state.nations[seat.index()].lasting_reads) {
            any |= match turn_alone {
                true => settle_turn(script, &mut state.board, seat, state.nations[seat.index()].by_turn),
                false => settle(script, &mut state.board, Seats::NONE.with(seat), &mut ()),
            };
        }
    }
    any
}

/// What disables itself by the part of the turn, where nothing but the turn has changed and nothing else reads it.
fn settle_turn(script: &Script, board: &mut Board, seat: Seat, by_turn: InRow) -> bool {
    let mut changed = ArrayVec::<(CardId, u8), 256>::new();
    by_turn.each(board.row(seat), |building| {
        let state = board.card(building);
        if !script.traits(building, state.second_side).lasting_reads.meets(Reads::TURN) {
            return;
        }
        let face = script.building_face(building, state.second_side);
        let mut clauses = script.rules.faces[face.index()].lasting.iter();
        let disabled = state.silenced || clauses.any(|lasting| holds(script, board, building, seat, lasting));
        let status = state.status & !(1 << DISABLED) | u8::from(disabled) << DISABLED;
        if status != state.status {
            changed.push((building, status));
        }
    });
    changed.iter().for_each(|(building, status)| board.set_status(*building, *status));
    !changed.is_empty()
}

/// A building with something lasting to say, or with a face-up card on it.
struct Speaker {
    building: CardId,
    owner: Seat,
    /// The bits of [`Traits::lasting`](crate::engine::script::Traits::lasting).
    lasting: u8,
    stacked: bool,
}

/// The same for all buildings of some nations. Answers whether a status is another one now.
pub(super) fn settle(script: &Script, board: &mut Board, nations: Seats, note: &mut impl Note) -> bool {
    // What there is at all, so that the rest can be skipped.
    let mut speakers = ArrayVec::<Speaker, 256>::new();
    let mut before = ArrayVec::<u8, 256>::new();
    let (mut stacked, mut met) = (false, 0);
    for owner in nations.iter() {
        for at in 0..board.row(owner).len() {
            let building = board.row(owner)[at];
            before.push(board.clear_statuses(building));
            let state = board.card(building);
            let (up, traits) = (state.ups > 0, script.traits(building, state.second_side));
            if up || traits.lasting != 0 {
                stacked |= up;
                met |= traits.lasting;
                speakers.push(Speaker { building, owner, lasting: traits.lasting, stacked: up });
            }
        }
    }
    if !speakers.is_empty() {
        let speakers = &speakers;
        // DIS-5: first what stacked cards disable, and what disables itself.
        if stacked {
            each_stacked_face(script, board, speakers, |lasting| lasting.status == DISABLED, note);
        }
        if met & DISABLES_ITSELF != 0 {
            let itself = |lasting: &Lasting| lasting.status == DISABLED && lasting.of_itself;
            each_building(script, board, speakers, DISABLES_ITSELF, itself, note);
        }
        if met & DISABLES != 0 && script.disablers_meet {
            settle_disablers(script, board, speakers, note);
        } else if met & DISABLES != 0 {
            let others = |lasting: &Lasting| lasting.status == DISABLED && !lasting.of_itself;
            each_building(script, board, speakers, DISABLES, others, note);
        }
        // Then what gives any other status.
        if stacked && script.stacked_statuses {
            each_stacked_face(script, board, speakers, |lasting| lasting.status != DISABLED, note);
        }
        if met & GIVES_STATUS != 0 {
            each_building(script, board, speakers, GIVES_STATUS, |lasting| lasting.status != DISABLED, note);
        }
    }
    let mut now = nations.iter().flat_map(|seat| board.row(seat)).zip(&before);
    now.any(|(building, before)| board.card(*building).status != *before)
}

/// Applies the effects of face-up stacked cards.
fn each_stacked_face(
    script: &Script,
    board: &mut Board,
    speakers: &[Speaker],
    wanted: impl Fn(&Lasting) -> bool,
    note: &mut impl Note,
) {
    for speaker in speakers.iter().filter(|speaker| speaker.stacked) {
        let mut card = board.card(speaker.building).top;
        while card.is_some() {
            if board.card(card).face_up
                && let Some(face) = script.glance(card).action
            {
                for lasting in script.rules.faces[face.index()].lasting.iter().filter(|lasting| wanted(lasting)) {
                    give(script, board, (card, speaker.owner), lasting, note);
                }
            }
            card = board.card(card).below;
        }
    }
}

/// Applies the effects of active buildings, as far as they have some of that sort.
fn each_building(
    script: &Script,
    board: &mut Board,
    speakers: &[Speaker],
    sort: u8,
    wanted: impl Fn(&Lasting) -> bool,
    note: &mut impl Note,
) {
    for speaker in speakers.iter().filter(|speaker| speaker.lasting & sort != 0) {
        let state = board.card(speaker.building);
        if state.status >> DISABLED & 1 == 1 {
            continue;
        }
        let face = script.building_face(speaker.building, state.second_side);
        for lasting in script.rules.faces[face.index()].lasting.iter().filter(|lasting| wanted(lasting)) {
            give(script, board, (speaker.building, speaker.owner), lasting, note);
        }
    }
}

/// Gives the status of one clause to those it names.
fn give(script: &Script, board: &mut Board, (this, you): (CardId, Seat), lasting: &Lasting, note: &mut impl Note) {
    if !holds(script, board, this, you, lasting) {
        return;
    }
    let mut given = |board: &mut Board, building: CardId| {
        board.set_status(building, board.card(building).status | 1 << lasting.status);
        if lasting.status == DISABLED && building != this {
            board.silence(building);
        }
        note.given(building, this, lasting);
    };
    let state = board.card(this);
    match (script.sets[lasting.set.index()].near, state.zone) {
        (Some(Near::This), Zone::Row) => given(board, this),
        (Some(Near::Under), Zone::Stack) => given(board, CardId(state.host)),
        (Some(Near::Neighbours), Zone::Row) => {
            let beside = board.beside(this).map(|building| {
                let named = building.is_some() && Context::of(script, board, this, you).passes_quick(lasting.set, building);
                named.then_some(building)
            });
            beside.into_iter().flatten().for_each(|building| given(board, building));
        }
        _ => reached(script, board, this, you, lasting).iter().for_each(|building| given(board, building)),
    }
}

fn holds(script: &Script, board: &Board, this: CardId, you: Seat, lasting: &Lasting) -> bool {
    lasting.condition.is_none_or(|condition| Context::of(script, board, this, you).holds(condition))
}

fn reached(script: &Script, board: &Board, this: CardId, you: Seat, lasting: &Lasting) -> CardSet {
    let mut reached = CardSet::default();
    Context::of(script, board, this, you).each(lasting.set, &mut |value| {
        reached = reached.with(CardId(value as u8));
        false
    });
    reached
}

fn affected(script: &Script, board: &Board, this: CardId, you: Seat, lasting: &Lasting) -> CardSet {
    match holds(script, board, this, you, lasting) {
        true => reached(script, board, this, you, lasting),
        false => CardSet::default(),
    }
}

/// Buildings that disable other buildings, each once everything that could disable it is settled; of a ring,
/// the oldest first.
fn settle_disablers(script: &Script, board: &mut Board, speakers: &[Speaker], note: &mut impl Note) {
    let disablers = speakers.iter().filter(|speaker| speaker.lasting & DISABLES != 0);
    let mut unsettled: Disablers = disablers.map(|speaker| (speaker.building, speaker.owner)).collect();
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
            board.silence(building);
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

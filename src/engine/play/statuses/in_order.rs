//! The statuses of all buildings of some nations, clause by clause in the order of DIS-5.

use arrayvec::ArrayVec;

use crate::eval::context::Context;
use crate::play::statuses::asking::Asking;
use crate::program::clauses::Clauses;
use crate::program::lasting::{Effect, Reach};
use crate::program::said::Said;
use crate::program::speaks::Topic;
use crate::program::traits::Trait;
use crate::state::frame::Frame;
use crate::state::nation_traits::NationTraits;
use crate::state::value::card_value;
use board::{Board, CARD_ROOM, CardId, CardSet, MAX_SEATS, Pended, Seat, Seats, Zone};
use rules::ir::{Bar, DISABLED, FaceId, Happening, Lasting, Says};
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
    if board.pending().all().is_empty() {
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
fn each_lent(
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
            let is = |building: CardId, said: Said| {
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

fn affected(
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

/// Buildings that disable other buildings, each once everything that could disable it is settled; of a ring,
/// the oldest first.
fn settle_disablers(
    asking: Asking<'_>,
    board: &mut Board,
    by_nation: &[NationTraits; MAX_SEATS],
    nations: Seats,
    note: &mut impl Note,
) {
    let script = asking.script;
    let mut unsettled = Disablers::new();
    for seat in nations.iter() {
        by_nation[seat.index()]
            .with(Trait::Disables)
            .each(board.row(seat), |building| {
                if script
                    .traits(building, board.card(building).second_side())
                    .marks
                    .has(Trait::Disables)
                {
                    unsettled.push((building, seat));
                }
            });
    }
    add_keepers(asking, board, nations, &mut unsettled);
    let mut active = CardSet::default();
    // Large: it is filled where it stands, and again only where something else may come of it.
    let (mut above, mut anew) = (ArrayVec::new(), true);
    while !unsettled.is_empty() {
        asking.spend(|| 1 + unsettled.len() / PASSED);
        if anew {
            // What is disabled is settled, and disables nobody.
            unsettled.retain(|(building, _)| board.card(*building).status >> DISABLED & 1 == 0);
            disablers(asking, board, &unsettled, &mut above);
        }
        let free = above.iter().position(|above| *above == CardSet::NONE);
        let Some(next) = free.or_else(|| oldest_of_a_ring(asking, board, &unsettled, &mut above))
        else {
            return;
        };
        if asking.is_spent() {
            return;
        }
        let (building, seat) = unsettled.remove(next);
        above.remove(next);
        above.iter_mut().for_each(|above| above.remove(building));
        board.set_by_age(building, free.is_none());
        active.insert(building);
        anew = free.is_none() || keeps(asking, board, building, seat);
        let traits = script.traits(building, board.card(building).second_side());
        for effect in script.lasting_of(traits, Trait::Disables) {
            anew |= give_others(
                asking,
                board,
                (building, seat),
                effect,
                (&active, &unsettled),
                note,
            );
        }
        each_lent(
            asking,
            board,
            (building, seat),
            Trait::Disables,
            &mut |board, effect| {
                anew |= give_others(
                    asking,
                    board,
                    (building, seat),
                    effect,
                    (&active, &unsettled),
                    note,
                );
            },
        );
    }
}

/// What keeps buildings from being disabled has to be settled before what disables these.
fn add_keepers(asking: Asking<'_>, board: &Board, nations: Seats, unsettled: &mut Disablers) {
    let topic = Topic::Forbids(Happening::Silenced.bit());
    let speaks = &asking.script.speaks;
    if !speaks.any(topic, board.open()) && !topic.is_of(&speaks.given) {
        return;
    }
    let mut may_keep = speaks.cards(topic).both(board.open());
    may_keep.insert_all(
        &asking
            .context(board, CardId::NONE, Seat(0))
            .borrowers(Clauses::SPEAKS),
    );
    for seat in nations.iter() {
        for building in board.row(seat) {
            if may_keep.has(*building)
                && keeps(asking, board, *building, seat)
                && !unsettled.iter().any(|(known, _)| known == building)
            {
                unsettled.push((*building, seat));
            }
        }
    }
}

/// A text of that building may keep buildings from being disabled.
fn keeps(asking: Asking<'_>, board: &Board, building: CardId, seat: Seat) -> bool {
    let (script, topic) = (asking.script, Topic::Forbids(Happening::Silenced.bit()));
    let keeps = |face: FaceId| topic.is_of(script.speaks.face(face));
    let own = || script.building_face(building, board.card(building).second_side());
    let lent = || {
        asking
            .context(board, building, seat)
            .lent(building, Clauses::SPEAKS)
    };
    script.forbids & Happening::Silenced.bit() != 0 && (keeps(own()) || lent().faces().any(keeps))
}

/// The texts that keep a building from being disabled by another one: each with its card.
pub fn keepers(
    asking: Asking<'_>,
    board: &Board,
    victim: CardId,
    by: (CardId, Seat),
    mut see: impl FnMut(&Bar, CardId) -> bool,
) -> bool {
    if asking.script.forbids & Happening::Silenced.bit() == 0 || victim == by.0 {
        return false;
    }
    let roles = [card_value(victim), card_value(by.0)];
    asking
        .context(board, by.0, by.1)
        .each_bar((Happening::Silenced.into(), roles), &mut |bar, this, _| {
            see(bar, this)
        })
}

/// A text that is settled keeps the building from being disabled by that one.
fn is_kept(
    asking: Asking<'_>,
    board: &Board,
    victim: CardId,
    by: (CardId, Seat),
    unsettled: &Disablers,
) -> bool {
    keepers(asking, board, victim, by, |_, this| {
        !unsettled.iter().any(|(other, _)| *other == this)
    })
}

/// Buildings that disable others, with their owners.
type Disablers = ArrayVec<(CardId, Seat), CARD_ROOM>;

/// By place in a list of them: those of it that would disable the one there.
type Above = ArrayVec<CardSet, CARD_ROOM>;

/// Works that out.
fn disablers(asking: Asking<'_>, board: &Board, among: &Disablers, above: &mut Above) {
    let script = asking.script;
    above.clear();
    above.extend(among.iter().map(|_| CardSet::NONE));
    if among.len() == 1 {
        // It waits for nobody.
        return;
    }
    for (building, owner) in among {
        let traits = script.traits(*building, board.card(*building).second_side());
        let lent = asking.lent(board, *building, *owner);
        let others = lent
            .faces()
            .flat_map(|face| script.lent.effects(face, Trait::Disables));
        for effect in script
            .lasting_of(traits, Trait::Disables)
            .iter()
            .chain(others)
        {
            let hit = affected(asking, board, *building, *owner, &effect.lasting);
            asking.spend(|| 1 + among.len() / PASSED);
            let by = (*building, *owner);
            let mut before = CardSet::NONE;
            for ((victim, _), above) in among.iter().zip(above.iter_mut()) {
                if victim != building
                    && hit.has(*victim)
                    && !is_kept(asking, board, *victim, by, among)
                {
                    above.insert(*building);
                }
            }
            // It waits for those that may keep what it would disable.
            for victim in hit.iter() {
                keepers(asking, board, victim, by, |_, keeper| {
                    if keeper != *building && among.iter().any(|(other, _)| *other == keeper) {
                        before.insert(keeper);
                    }
                    false
                });
            }
            if let Some(at) = among.iter().position(|(other, _)| other == building) {
                above[at].insert_all(&before);
            }
        }
    }
}

/// The oldest one that is disabled, through whichever others, only by what it disables itself. What a ring
/// disables beside itself waits until the ring is settled.
fn oldest_of_a_ring(
    asking: Asking<'_>,
    board: &Board,
    among: &Disablers,
    above: &mut Above,
) -> Option<usize> {
    // All are compared with all others.
    asking.spend(|| 1 + among.len() * among.len() / PASSED);
    for (at, (through, _)) in among.iter().enumerate() {
        let further = above[at];
        above
            .iter_mut()
            .filter(|above| above.has(*through))
            .for_each(|above| above.insert_all(&further));
    }
    let in_ring = |at: &usize| {
        let (this, over) = (among[*at].0, above[*at]);
        among
            .iter()
            .zip(above.iter())
            .all(|((other, _), theirs)| !over.has(*other) || theirs.has(this))
    };
    (0..among.len())
        .filter(in_ring)
        .min_by_key(|at| board.age(among[*at].0))
}

/// Like [`give`], but what has settled as active stays so. Answers whether something is disabled that was not.
fn give_others(
    asking: Asking<'_>,
    board: &mut Board,
    (this, you): (CardId, Seat),
    effect: &Effect,
    (active, unsettled): (&CardSet, &Disablers),
    note: &mut impl Note,
) -> bool {
    let mut any = false;
    for building in affected(asking, board, this, you, &effect.lasting).iter() {
        if active.has(building) {
            if building != this {
                note.outlived(building, this, (effect.face, effect.index));
            }
            continue;
        }
        let settled = |card: CardId| !unsettled.iter().any(|(other, _)| *other == card);
        let kept = keepers(asking, board, building, (this, you), |bar, card| {
            let keeps = settled(card);
            if keeps {
                note.kept(building, this, (bar, card));
            }
            keeps
        });
        if !kept {
            any |= board.card(building).status >> DISABLED & 1 == 0;
            board.set_status(building, board.card(building).status | 1 << DISABLED);
            board.set_silenced(building, true);
            note.given(building, this, (effect.face, effect.index));
        }
    }
    any
}

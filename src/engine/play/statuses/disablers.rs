//! Buildings that disable each other, and what keeps buildings from being disabled.

use arrayvec::ArrayVec;

use crate::play::statuses::Asking;
use crate::play::statuses::in_order::{Note, affected, each_lent};
use crate::program::clauses::Clauses;
use crate::program::lasting::Effect;
use crate::program::speaks::Topic;
use crate::program::traits::Trait;
use crate::state::nation_traits::NationTraits;
use crate::state::value::card_value;
use board::{Board, CARD_ROOM, CardId, CardSet, MAX_SEATS, Seat, Seats};
use rules::ir::{Bar, DISABLED, FaceId, Happening};
use text::limits::PASSED;

/// Buildings that disable other buildings, each once everything that could disable it is settled; of a ring,
/// the oldest first.
pub(super) fn settle_disablers(
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

/// Like `give`, but what has settled as active stays so. Answers whether something is disabled that was not.
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

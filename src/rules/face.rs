//! Lowers faces, clause by clause.

use super::ir::{self, FaceId};
use super::lower::Lowering;
use super::names::Names;
use super::tree::{self, Alone};
use lang::ast::Agent;

/// Lowers one face. A tally that the game does not have is left out.
/// The texts that it gives to buildings are faces from that number on.
pub(super) fn face(
    lowering: &mut Lowering,
    face: &tree::Face,
    names: &Names,
    tallies: &[usize],
    given: FaceId,
) -> ir::Face {
    let mut lowered = ir::Face {
        name: Some(lowering.arena.name(&face.name)),
        label: face.name.clone(),
        ..ir::Face::default()
    };
    lowered.places = places(lowering, face, names, tallies);
    let played = |lowering: &mut Lowering, text| {
        lowering.saying(Agent::Actions, |lowering| lowering.program(text))
    };
    lowered.play = face.play.as_ref().map(|text| played(lowering, text));
    lowered.replay = face.replay.as_ref().map(|text| played(lowering, text));
    for ability in &face.abilities {
        let (condition, program) = lowering.saying(Agent::Abilities, |lowering| {
            let cond = ability.condition.as_ref();
            let condition =
                cond.map(|cond| lowering.alone(cond, |lowering, cond| lowering.pred(cond)));
            (condition, lowering.program(&ability.text))
        });
        lowered.abilities.push(ir::Ability {
            name: ability.name.as_ref().map(|name| lowering.arena.name(name)),
            start: ability.start,
            once: ability.once,
            condition,
            program,
        });
    }
    let triggers = face.triggers.iter();
    lowered.triggers = triggers.map(|clause| lowering.waiting(clause)).collect();
    lowered.bars = face.bars.iter().map(|bar| lowering.bar(bar)).collect();
    let instead = face.instead.iter();
    lowered.instead = instead.map(|clause| lowering.waiting(clause)).collect();
    let held = face.held.iter();
    lowered.held = held.map(|clause| lowering.waiting(clause)).collect();
    // It says itself what comes in its place.
    let instead = face.held_instead.iter().map(|clause| tree::Trigger {
        instead: false,
        ..clause.clone()
    });
    lowered.held_instead = instead.map(|clause| lowering.waiting(&clause)).collect();
    for lasting in &face.lasting {
        let (condition, set) = lowering.alone(lasting, |lowering, lasting| {
            let condition = lasting.condition.as_ref().map(|cond| lowering.pred(cond));
            (condition, lowering.set(&lasting.set))
        });
        let of_itself = lowering.arena.is_this(set);
        let status = match lasting.node.against.as_slice() {
            [] => lasting.node.status,
            against => lowering.cut_status(lasting.node.status, against),
        };
        let list = if lasting.node.of_players {
            &mut lowered.standings
        } else {
            &mut lowered.lasting
        };
        list.push(ir::Lasting {
            condition,
            set,
            status,
            of_itself,
        });
    }
    for counts in &face.counts_as {
        let set = lowering.what_counts(counts);
        if let Some(at) = names.same_tally(tallies, counts.tally) {
            let tally = u8::try_from(at).expect("a game has few tallies");
            lowered.counts_as.push(ir::CountsAs {
                tally,
                set,
                own: counts.own,
            });
        }
    }
    for number in &face.raises {
        lowered
            .raises
            .push(lowering.alone(number, |lowering, number| lowering.num(number)));
    }
    let mut given = given;
    for clause in &face.alters {
        lowered.alters.push(lowering.alters(clause, given));
        given.0 += u16::from(matches!(clause.node.what, tree::Alteration::Has { .. }));
    }
    for cond in &face.wins {
        lowered
            .wins
            .push(lowering.alone(cond, |lowering, cond| lowering.pred(cond)));
    }
    lowered
}

/// What the texts of a face say for a while, for those that say it.
pub(super) fn pending(lowering: &mut Lowering, face: &tree::Face) {
    for (number, pending) in (1..).zip(face.pending()) {
        lowering.lasting(pending, number);
    }
}

/// Where the clauses of a face are written.
fn places(
    lowering: &mut Lowering,
    face: &tree::Face,
    names: &Names,
    tallies: &[usize],
) -> ir::Places {
    fn all<'c, T: 'c>(
        lowering: &mut Lowering,
        clauses: impl IntoIterator<Item = &'c Alone<T>>,
    ) -> Vec<ir::Written> {
        let clauses = clauses.into_iter();
        clauses
            .map(|clause| lowering.written(clause.file, clause.span))
            .collect()
    }
    let mut text = |text: &tree::Text| lowering.written(text.file, text.span);
    let play = face.play.as_ref().map(&mut text);
    let abilities = face.abilities.iter();
    let abilities = abilities.map(|ability| text(&ability.text)).collect();
    let (of_players, of_buildings): (Vec<_>, Vec<_>) = face
        .lasting
        .iter()
        .partition(|clause| clause.node.of_players);
    let counts = face.counts_as.iter();
    let counted = counts.filter(|counts| names.same_tally(tallies, counts.tally).is_some());
    ir::Places {
        play,
        abilities,
        lasting: all(lowering, of_buildings),
        standings: all(lowering, of_players),
        counts_as: all(lowering, counted.map(|counts| &counts.clause)),
        raises: all(lowering, &face.raises),
        alters: all(lowering, &face.alters),
        bars: (face.bars.iter())
            .map(|clause| lowering.written(clause.text.file, clause.text.span))
            .collect(),
        wins: all(lowering, &face.wins),
    }
}

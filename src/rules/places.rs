//! Where the clauses of a face are written.

use super::ir;
use super::lower::Lowering;
use super::names::Names;
use super::tree;

pub(super) fn places(
    lowering: &mut Lowering,
    face: &tree::Face,
    names: &Names,
    tallies: &[usize],
) -> ir::Places {
    let mut text = |text: &tree::Text| lowering.written(text.file, text.span);
    let play = face.play.as_ref().map(&mut text);
    let abilities = face
        .abilities
        .iter()
        .map(|ability| text(&ability.text))
        .collect();
    let counted = |counts: &&tree::CountsAs| names.same_tally(tallies, counts.tally).is_some();
    let counts = face
        .counts_as
        .iter()
        .filter(counted)
        .map(|counts| &counts.clause);
    let written = |lowering: &mut Lowering, such: &dyn Fn(&tree::Lasting) -> bool| {
        let clauses = face.lasting.iter().filter(|clause| such(&clause.node));
        clauses
            .map(|clause| lowering.written(clause.file, clause.span))
            .collect()
    };
    ir::Places {
        play,
        abilities,
        lasting: written(lowering, &|lasting| !lasting.of_players),
        standings: written(lowering, &|lasting| lasting.of_players),
        counts_as: counts
            .map(|clause| lowering.written(clause.file, clause.span))
            .collect(),
        raises: face
            .raises
            .iter()
            .map(|clause| lowering.written(clause.file, clause.span))
            .collect(),
        alters: face
            .alters
            .iter()
            .map(|clause| lowering.written(clause.file, clause.span))
            .collect(),
        bars: face
            .bars
            .iter()
            .map(|clause| lowering.written(clause.text.file, clause.text.span))
            .collect(),
        wins: face
            .wins
            .iter()
            .map(|clause| lowering.written(clause.file, clause.span))
            .collect(),
    }
}

//! How many texts, and abilities by them, texts of one game may give to buildings.

use super::error::{Problem, Report};
use super::ir;
use super::recipe::Recipe;
use text::limits::LENT;

/// A building has room for the abilities that texts of others let it have.
pub(super) fn has_room(
    faces: &[ir::Face],
    kinds: &[ir::Kind],
    recipe: &Recipe,
    report: &mut Report,
) {
    let alters = || {
        faces
            .iter()
            .flat_map(|face| &face.alters)
            .map(|clause| clause.what)
    };
    let given = alters().filter_map(|what| match what {
        ir::Alteration::Has { face, .. } => Some(faces[face.index()].abilities.len()),
        _ => None,
    });
    let (texts, given) = given.fold((0, 0), |(texts, all), more| (texts + 1, all + more));
    let borrows = alters().any(|what| matches!(what, ir::Alteration::TextOf { .. }));
    let own = kinds
        .iter()
        .flat_map(|kind| kind.buildings)
        .map(|face| faces[face.index()].abilities.len())
        .max();
    let own = own.unwrap_or(0) * if borrows { 2 } else { 1 };
    let mut too_many = |what: &'static str, count: usize, most: usize| {
        if count > most {
            report.add(
                &recipe.source,
                recipe.id.span,
                Problem::TooMany { what, count, most },
            );
        }
    };
    too_many(
        "texts that cards of one game give to buildings",
        texts,
        LENT,
    );
    if texts > 0 || borrows {
        too_many(
            "abilities of one building, with those that texts may let it have",
            own + given,
            ir::ABILITIES,
        );
    }
}

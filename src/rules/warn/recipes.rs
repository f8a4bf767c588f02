//! What shows in a game alone: rings through several sets, and victories that hold before the first turn.

use super::notice::{Findings, Notice};
use super::ring::{Node, rings};
use crate::error::{Report, list};
use crate::ir;
use crate::library::{Library, Settings};
use crate::recipe::Recipe;
use crate::warning::{Section, Warning};

/// Finds what a recipe is warned of.
pub(super) fn of_recipe(
    library: &Library,
    recipe: &Recipe,
    at_start: &dyn Fn(ir::Rules) -> Vec<String>,
    findings: &mut Findings,
) {
    let mut add = |warning, what, sections: Vec<(usize, Section)>| {
        let mut allows = recipe.allows.iter();
        if let Some(allow) = allows.find(|allow| allow.node == warning) {
            findings.uses(&recipe.source, allow.span);
            return;
        }
        let notice = Notice {
            warning,
            what,
            label: "in games of this recipe",
            file: recipe.source.clone(),
            span: recipe.place(),
        };
        findings.add(sections, notice);
    };
    let (files, shelf) = (library.sets(), library.shelf());
    let plan = shelf.plan(recipe, &[], &[], &mut Report::default());
    let kinds = plan.deck.iter().chain(&plan.victories);
    let kinds = kinds.filter(|(_, copies)| *copies > 0);
    let nodes: Vec<Node> = kinds
        .flat_map(|(kind, _)| {
            let file = kind.file;
            let sides = shelf.card(*kind).sides();
            let buildings = sides.filter(|(_, building)| *building);
            buildings.filter_map(move |(name, _)| {
                let mut faces = files[file].buildings.iter();
                let face = faces.find(|face| face.name == *name)?;
                Some(Node { file, face })
            })
        })
        .collect();
    for ring in rings(&nodes, true) {
        let sections = ring.sections(&nodes);
        add(Warning::Ring, ring.what, sections);
    }
    let id = &recipe.id.node;
    let draft = library.draft(id).ok().flatten();
    let kinds = draft.map(|draft| draft.kinds.into_iter().take(draft.count).collect());
    let settings = Settings {
        kinds: kinds.unwrap_or_default(),
        ..Settings::default()
    };
    let rules = library.compile(id, &settings).ok();
    for name in rules.into_iter().flat_map(at_start) {
        let what = format!("{} wins games before the first turn", list(&[&name]));
        let of_set = |set: &usize| {
            [
                (*set, ("building", name.clone())),
                (*set, ("tally", name.clone())),
            ]
        };
        let sections = plan.sets.iter().flat_map(of_set).collect();
        add(Warning::WonAtStart, what, sections);
    }
    for allow in &recipe.allows {
        let notice = findings.unneeded(&recipe.source, allow);
        findings.notices.extend(notice);
    }
}

//! What shows in a game alone: rings through several sets, and victories that hold before the first turn.

use super::ring::{Node, circles};
use super::told::Warned;
use crate::error::{Report, list};
use crate::file::Card;
use crate::ir;
use crate::library::{Library, Settings};
use crate::recipe::Recipe;
use crate::warning::Warning;
use lang::ast::Word;
use text::{Source, Span};

/// What the recipes are warned of.
pub(super) fn of_recipes(
    library: &Library,
    of: &dyn Fn(&Source) -> bool,
    at_start: &dyn Fn(ir::Rules) -> Vec<String>,
) -> Vec<Warned> {
    let mut found = Vec::new();
    for recipe in library.recipes().iter().filter(|recipe| of(&recipe.source)) {
        rings(library, recipe, &mut found);
        won(library, recipe, at_start, &mut found);
        found.retain(|warned| {
            let own = *warned.place().0 == *recipe.source.name;
            !own || !recipe.allows.contains(&warned.warning)
        });
    }
    found
}

fn rings(library: &Library, recipe: &Recipe, found: &mut Vec<Warned>) {
    let files = library.sets();
    let plan = library
        .shelf()
        .plan(recipe, &[], &[], &mut Report::default());
    let kinds = plan
        .deck
        .iter()
        .chain(&plan.victories)
        .filter(|(_, copies)| *copies > 0);
    let nodes: Vec<Node> = kinds
        .flat_map(|(kind, _)| {
            let set = &files[kind.file];
            let sides = match &set.cards[kind.card] {
                Card::Deck {
                    building,
                    action: _,
                } => [Some(building), None],
                Card::Victory { front, back } => [Some(front), back.as_ref()],
            };
            let of = |name: &Word| {
                set.buildings
                    .iter()
                    .find(|face| face.name.node == name.node)
            };
            sides
                .into_iter()
                .flatten()
                .filter_map(of)
                .map(|face| Node {
                    file: kind.file,
                    face,
                })
                .collect::<Vec<Node>>()
        })
        .collect();
    for circle in circles(&nodes, true) {
        let sections = circle.sections(&nodes);
        let allows =
            |(file, section): (usize, _)| files[file].allows.contains(&(section, Warning::Ring));
        let allowed = sections.into_iter().any(allows);
        if !allowed {
            found.push(Warned::at(
                &recipe.source,
                span(recipe),
                Warning::Ring,
                circle.said,
                "in games of this recipe",
            ));
        }
    }
}

fn won(
    library: &Library,
    recipe: &Recipe,
    at_start: &dyn Fn(ir::Rules) -> Vec<String>,
    found: &mut Vec<Warned>,
) {
    let id = &recipe.id.node;
    let kinds = library
        .draft(id)
        .ok()
        .flatten()
        .map(|draft| draft.kinds.into_iter().take(draft.count).collect());
    let settings = Settings {
        kinds: kinds.unwrap_or_default(),
        ..Settings::default()
    };
    let Ok(rules) = library.compile(id, &settings) else {
        return;
    };
    let names = at_start(rules);
    let files = library.sets();
    let sets = library.shelf().sets(recipe, &mut Report::default());
    let allowed = |name: &String| {
        let sections = [("building", name.clone()), ("tally", name.clone())];
        sets.iter().any(|set| {
            files[*set].allows.iter().any(|(section, warning)| {
                *warning == Warning::WonAtStart && sections.contains(section)
            })
        })
    };
    for name in names.iter().filter(|name| !allowed(name)) {
        let what = format!("games are won by {} before the first turn", list(&[name]));
        found.push(Warned::at(
            &recipe.source,
            span(recipe),
            Warning::WonAtStart,
            what,
            "in games of this recipe",
        ));
    }
}

fn span(recipe: &Recipe) -> Span {
    recipe.id.span
}

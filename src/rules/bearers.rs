//! What counters of a sort lie on, as a file declares it.

use super::error::{Problem, Report};
use super::ir::Element;
use lang::ast::Word;
use text::Source;

/// What counters of a sort lie on.
pub(super) fn bearers(source: &Source, on: Word, report: &mut Report) -> Option<Element> {
    let known = [
        ("cards", Element::StackedCard),
        ("buildings", Element::Building),
        ("players", Element::Player),
    ];
    let found = known
        .iter()
        .find(|(word, _)| *word == on.node)
        .map(|(_, element)| *element);
    if found.is_none() {
        let help =
            "counters lie `on = \"cards\"`, which are stacked ones, `on = \"buildings\"` or `on = \"players\"`".into();
        report.add(
            source,
            on.span,
            Problem::Unknown {
                what: "sort of bearers",
                name: on.node,
                help,
            },
        );
    }
    found
}

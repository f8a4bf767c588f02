//! Finds what is right in files of cards and recipes, and perhaps not meant so. Nothing of it keeps a file from being played.

mod bounds;
mod constant;
mod games;
mod idle;
mod lost;
mod ring;
mod told;
mod words;

pub use told::Warned;

use super::allow::Section;
use super::file::SetFile;
use super::ir;
use super::library::Library;
use super::warning::Warning;
use crate::base::{Source, Span};
use crate::syntax::ast::Text;

/// Where a text stands: what its conditions may take for granted hangs on that.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Building,
    Action,
    Keyword,
    Counter,
    Tally,
    Crisis,
}

/// A text of a file that is written there, and not taken over from another one.
struct Written<'f> {
    file: usize,
    kind: Kind,
    section: Section,
    text: &'f Text,
}

/// What was found, with the sections that may allow it.
struct Found {
    file: usize,
    sections: Vec<Section>,
    warned: Warned,
}

impl Library {
    /// What its files are warned of, apart from those that are left out, file by file in source order.
    ///
    /// `at_start` plays: it tells by which of their victories games of these rules are won before the first turn.
    pub fn warnings(&self, of: &dyn Fn(&Source) -> bool, at_start: &dyn Fn(ir::Rules) -> Vec<String>) -> Vec<Warned> {
        let files = self.sets();
        let mut found = Vec::new();
        for (file, set) in files.iter().enumerate().filter(|(_, set)| of(&set.source)) {
            for written in texts(file, set) {
                constant::conditions(&written, &set.source, &mut found);
                idle::sentences(&written, &set.source, &mut found);
                lost::players(&written, &set.source, &mut found);
            }
            words::declared(self, file, &mut found);
            words::waited_for(self, file, &mut found);
            ring::of_set(self, file, &mut found);
        }
        found.retain(|one| {
            let allows = &files[one.file].allows;
            !allows.iter().any(|(section, warning)| *warning == one.warned.warning && one.sections.contains(section))
        });
        let mut warned: Vec<Warned> = found.into_iter().map(|one| one.warned).collect();
        warned.extend(games::of_recipes(self, of, at_start));
        let order = |warned: &Warned| {
            let (name, span) = warned.place();
            let sources =
                files.iter().map(|file| &file.source).chain(self.recipes().iter().map(|recipe| &recipe.source));
            (sources.into_iter().position(|source| *source.name == *name), span, warned.warning)
        };
        warned.sort_by_key(order);
        warned.dedup();
        warned
    }
}

/// The texts of a file, in whatever reading.
fn texts(file: usize, set: &SetFile) -> Vec<Written<'_>> {
    let mut all = Vec::new();
    let mut add = |kind, sort: &'static str, name: &str, text| {
        all.push(Written { file, kind, section: (sort, name.to_string()), text });
    };
    for (kind, sort, faces) in [(Kind::Building, "building", &set.buildings), (Kind::Action, "action", &set.actions)] {
        for face in faces.iter().filter(|face| face.origin.is_none()) {
            face.texts().for_each(|text| add(kind, sort, &face.name.node, text));
        }
    }
    for keyword in set.keywords.iter().filter(|keyword| keyword.origin.is_none()) {
        keyword.texts().for_each(|text| add(Kind::Keyword, "keyword", &keyword.name.node, text));
    }
    for counter in &set.counters {
        counter.text.iter().for_each(|text| add(Kind::Counter, "counter", &counter.name.node, text));
    }
    for tally in set.tallies.iter().filter(|tally| !tally.varies) {
        tally.text.iter().for_each(|text| add(Kind::Tally, "tally", &tally.name.node, text));
    }
    if let Some(crisis) = &set.crisis {
        crisis.texts().for_each(|text| add(Kind::Crisis, "rule", &crisis.name.node, text));
    }
    all
}

impl Written<'_> {
    /// Something in this text.
    fn found(&self, source: &Source, span: Span, warning: Warning, what: String, label: &'static str) -> Found {
        let warned = Warned::at(source, span, warning, what, label);
        Found { file: self.file, sections: vec![self.section.clone()], warned }
    }
}

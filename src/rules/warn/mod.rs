//! Finds what is right in files of cards and recipes, and perhaps not meant so. Nothing of it keeps a file from being played.

mod bounds;
mod constant;
mod games;
mod idle;
mod lost;
mod ring;
mod told;
mod words;
mod written;

pub use told::Warned;

use super::ir;
use super::library::Library;
use text::Source;
use written::texts;

impl Library {
    /// What its files are warned of, apart from those that are left out, file by file in source order.
    ///
    /// `at_start` plays: it tells by which of their victories games of these rules are won before the first turn.
    pub fn warnings(
        &self,
        of: &dyn Fn(&Source) -> bool,
        at_start: &dyn Fn(ir::Rules) -> Vec<String>,
    ) -> Vec<Warned> {
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
            !allows.iter().any(|(section, warning)| {
                *warning == one.warned.warning && one.sections.contains(section)
            })
        });
        let mut warned: Vec<Warned> = found.into_iter().map(|one| one.warned).collect();
        warned.extend(games::of_recipes(self, of, at_start));
        let order = |warned: &Warned| {
            let (name, span) = warned.place();
            let sources = files
                .iter()
                .map(|file| &file.source)
                .chain(self.recipes().iter().map(|recipe| &recipe.source));
            (
                sources.into_iter().position(|source| *source.name == *name),
                span,
                warned.warning,
            )
        };
        warned.sort_by_key(order);
        warned.dedup();
        warned
    }
}

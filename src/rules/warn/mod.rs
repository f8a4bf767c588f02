//! Finds what is right in files of cards and recipes, and perhaps not meant so. Nothing of it keeps a file from being played.

mod bounds;
mod constant;
mod empty_players;
mod no_effect;
mod notice;
mod recipes;
mod ring;
mod vocabulary;

pub use notice::Notice;

use std::collections::BTreeSet;

use super::file::SetFile;
use super::ir;
use super::library::Library;
use notice::{Findings, Passage, passages};
use text::Source;

/// What looks for warnings in one text.
const OF_TEXTS: [fn(&Passage, &mut Findings); 3] = [
    constant::conditions,
    no_effect::sentences,
    empty_players::sentences,
];

/// What looks for warnings in a file of a library.
const OF_FILES: [fn(&Library, usize, &mut Findings); 3] =
    [vocabulary::unused, vocabulary::waiting, ring::of_set];

impl Library {
    /// What its files are warned of, apart from those that are left out, file by file in source order.
    ///
    /// `at_start` plays: it tells by which of their victories games of these rules are won before the first turn.
    pub fn warnings(
        &self,
        of: &dyn Fn(&Source) -> bool,
        at_start: &dyn Fn(ir::Rules) -> Vec<String>,
    ) -> Vec<Notice> {
        let files = self.sets();
        let mut findings = Findings {
            files,
            notices: Vec::new(),
            allowed: BTreeSet::new(),
        };
        for (file, set) in files.iter().enumerate().filter(|(_, set)| of(&set.source)) {
            for passage in passages(file, set) {
                OF_TEXTS
                    .iter()
                    .for_each(|look| look(&passage, &mut findings));
            }
            OF_FILES
                .iter()
                .for_each(|look| look(self, file, &mut findings));
        }
        for recipe in self.recipes().iter().filter(|recipe| of(&recipe.source)) {
            recipes::of_recipe(self, recipe, at_start, &mut findings);
        }
        let told = |(_, set): &(usize, &SetFile)| of(&set.source);
        let told: Vec<usize> = files
            .iter()
            .enumerate()
            .filter(told)
            .map(|(file, _)| file)
            .collect();
        for file in &told {
            findings.unused(*file, told.len() == 1);
        }
        let sets = files.iter().map(|file| &file.source);
        let recipes = self.recipes().iter().map(|recipe| &recipe.source);
        let names: Vec<&str> = sets.chain(recipes).map(|source| &*source.name).collect();
        let mut notices = findings.notices;
        notices.sort_by_key(|notice| {
            let (name, span) = notice.place();
            let file = names.iter().position(|known| *known == name);
            (file, span, notice.warning)
        });
        notices.dedup();
        notices
    }
}

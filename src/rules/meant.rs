//! Which word a file means: each set has words of its own, so that a word that another file adds changes nobody's texts.

use super::error::Problem;
use super::names::Names;

/// How far a word is from a file: its own words and those that it names are the nearest.
const SHARED: usize = 1_000;
const OTHERS: usize = 2_000;
const VARIANTS: usize = 3_000;

impl Names {
    fn distance(&self, space: usize, file: usize) -> usize {
        let first = self
            .spaces
            .get(space)
            .and_then(|space| space.first.iter().position(|other| *other == file));
        match (first, self.spaces.get(file)) {
            (Some(place), _) => place,
            (None, Some(other)) if other.shared => SHARED,
            (None, Some(other)) if other.variant => VARIANTS,
            (None, Some(_)) => OTHERS,
            // Built in.
            (None, None) => SHARED,
        }
    }

    /// The word that a file means by a name, of those of that name with the files that declare them.
    ///
    /// # Errors
    /// Several other files declare it, and nothing says which is meant.
    pub(super) fn meant(
        &self,
        space: usize,
        name: &str,
        words: impl Iterator<Item = (usize, usize)>,
    ) -> Result<Option<usize>, Problem> {
        let mut near: Vec<(usize, usize, usize)> = words
            .map(|(word, file)| (self.distance(space, file), word, file))
            .collect();
        near.sort_unstable();
        match near.as_slice() {
            [(distance, _, first), (next, _, second), ..]
                if distance == next && *distance >= OTHERS =>
            {
                let id = |file: usize| self.spaces[file].id.clone();
                Err(Problem::Whose {
                    name: name.to_string(),
                    sets: vec![id(*first), id(*second)],
                })
            }
            _ => Ok(near.first().map(|(_, word, _)| *word)),
        }
    }

    /// The keyword that a file means.
    ///
    /// # Errors
    /// It may be that of several files.
    pub(super) fn keyword(&self, space: usize, name: &str) -> Result<Option<usize>, Problem> {
        let named = self.named.get(name).into_iter().flatten();
        self.meant(
            space,
            name,
            named.map(|word| (*word, self.keyword_files[*word])),
        )
    }

    /// The status that a file means.
    ///
    /// # Errors
    /// It may be that of several files.
    pub(super) fn status(&self, space: usize, name: &str) -> Result<Option<u8>, Problem> {
        let all = self.statuses.iter().zip(&self.status_files).enumerate();
        let named = all
            .filter(|(_, (known, _))| *known == name)
            .map(|(at, (_, file))| (at, *file));
        Ok(self
            .meant(space, name, named)?
            .and_then(|at| u8::try_from(at).ok()))
    }

    /// The sort of counters that a file means, by what one or several are called.
    ///
    /// # Errors
    /// It may be that of several files.
    pub(super) fn counter(&self, space: usize, name: &str) -> Result<Option<usize>, Problem> {
        let all = self.counters.iter().zip(&self.counter_files).enumerate();
        let named = all.filter(|(_, (known, _))| known.iter().any(|known| known == name));
        self.meant(space, name, named.map(|(at, (_, file))| (at, *file)))
    }

    /// The tally that a file means.
    ///
    /// # Errors
    /// It may be that of several files.
    pub(super) fn tally(&self, space: usize, name: &str) -> Result<Option<usize>, Problem> {
        let all = self.tallies.iter().zip(&self.tally_files).enumerate();
        let named = all
            .filter(|(_, (known, _))| *known == name)
            .map(|(at, (_, file))| (at, *file));
        self.meant(space, name, named)
    }

    /// One of these tallies is that one, or a variant of it, or what it is a variant of.
    pub(super) fn same_tally(&self, tallies: &[usize], wanted: usize) -> Option<usize> {
        tallies
            .iter()
            .position(|tally| self.tally_roots[*tally] == self.tally_roots[wanted])
    }
}

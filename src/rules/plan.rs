//! Finds what a recipe names: its sets, kinds, victory cards, tallies and disputes.

use std::collections::BTreeMap;

use super::bounds::hands;
use super::card::Card;
use super::error::{Fault, Problem, Report, near};
use super::file::SetFile;
use super::ir::VictoryDeal;
use super::names::Names;
use super::paths::{SetPath, beside, identity, is_path};
use super::recipe::{Kinds, Pick, Recipe};
use lang::ast::Word;
use text::{Source, Span};

/// A card kind of the library: file and card in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct KindAt {
    pub(super) file: usize,
    pub(super) card: usize,
}

/// What a recipe comes to, with a draft's kinds already chosen.
#[derive(Debug, Clone)]
pub(super) struct Plan {
    pub(super) sets: Vec<usize>,
    /// Deck kinds and their copies.
    pub(super) deck: Vec<(KindAt, u8)>,
    pub(super) victories: Vec<(KindAt, u8)>,
    /// Tallies of the library.
    pub(super) tallies: Vec<usize>,
    /// The value of every dispute of the library.
    pub(super) disputes: Vec<usize>,
}

/// What stands in a recipe, or comes as a setting from nowhere.
#[derive(Clone, Copy)]
enum At<'r> {
    File(&'r Source),
    Nowhere,
}

impl At<'_> {
    fn add(self, span: Span, problem: Problem, report: &mut Report) {
        match self {
            At::File(source) => report.add(source, span, problem),
            At::Nowhere => report.faults.push(Fault::nowhere(problem)),
        }
    }
}

/// The faces' names of a card.
pub(super) fn faces(card: &Card) -> [Option<&Word>; 2] {
    match card {
        Card::Deck { building, action } => [Some(building), Some(action)],
        Card::Victory { front, back } => [Some(front), back.as_ref()],
    }
}

/// A library's files, to look things up in.
#[derive(Clone, Copy)]
pub(super) struct Shelf<'l> {
    pub(super) files: &'l [SetFile],
    pub(super) names: &'l Names,
    /// For sets that recipes name by path.
    pub(super) paths: &'l [SetPath],
}

impl<'l> Shelf<'l> {
    /// The recipe's sets, in its order.
    pub(super) fn sets(self, recipe: &Recipe, report: &mut Report) -> Vec<usize> {
        // What is wrong with sets that another recipe names is said of that one.
        let (mut sets, mut none) = (Vec::new(), Report::default());
        let report = if recipe.names_its_sets() {
            report
        } else {
            &mut none
        };
        for set in &recipe.sets {
            let id = self.set_id(recipe, &set.node);
            match self.set_at(recipe, set) {
                Some(at) if sets.contains(&at) => {
                    let first = "the recipe has that set already".to_string();
                    report.add(
                        &recipe.named_in,
                        set.span,
                        Problem::Twice {
                            name: set.node.clone(),
                            first,
                        },
                    );
                }
                Some(at) => sets.push(at),
                // What is wrong with a file that is no sound set was said when it was read.
                None if is_path(&id) => {}
                None => {
                    let known = self.files.iter().filter(|file| !file.cards.is_empty());
                    let help = near(&id, known.map(|file| file.id.node.as_str()));
                    let problem = Problem::Unknown {
                        what: "set",
                        name: set.node.clone(),
                        help,
                    };
                    report.add(&recipe.named_in, set.span, problem);
                }
            }
        }
        sets
    }

    /// Which of the files it is.
    pub(super) fn set_at(self, recipe: &Recipe, set: &Word) -> Option<usize> {
        let id = self.set_id(recipe, &set.node);
        self.files.iter().position(|file| file.id.node == id)
    }

    fn set_id(self, recipe: &Recipe, set: &str) -> String {
        if !is_path(set) {
            return set.to_string();
        }
        let path = identity(&beside(&recipe.named_in.name, set));
        let found = self.paths.iter().find(|known| known.path == path);
        found.map_or_else(|| set.to_string(), |known| known.id.clone())
    }

    /// All deck kinds of some sets, or all their victory cards.
    pub(super) fn all(self, sets: &[usize], victory: bool) -> Vec<KindAt> {
        let mut kinds = Vec::new();
        for &file in sets {
            for (card, sides) in self.files[file].cards.iter().enumerate() {
                if matches!(sides, Card::Victory { .. }) == victory {
                    kinds.push(KindAt { file, card });
                }
            }
        }
        kinds
    }

    /// The kinds of a pool by the names of their faces.
    fn named(self, pool: &[KindAt]) -> BTreeMap<&'l str, Vec<KindAt>> {
        let mut named: BTreeMap<&str, Vec<KindAt>> = BTreeMap::new();
        for kind in pool {
            for face in faces(&self.files[kind.file].cards[kind.card])
                .into_iter()
                .flatten()
            {
                let kinds = named.entry(&face.node).or_default();
                // Both faces of a card may have one name.
                if kinds.last() != Some(kind) {
                    kinds.push(*kind);
                }
            }
        }
        named
    }

    /// The kind with a face of that name, which may be qualified: `SET:Name`.
    fn kind(
        self,
        pool: &[KindAt],
        named: &BTreeMap<&str, Vec<KindAt>>,
        name: &Word,
        at: At,
        report: &mut Report,
    ) -> Option<KindAt> {
        let (set, plain) = match name.node.split_once(':') {
            Some((set, plain)) => (Some(set), plain),
            None => (None, name.node.as_str()),
        };
        let matching: Vec<KindAt> = named.get(plain).map_or_else(Vec::new, |kinds| {
            kinds
                .iter()
                .copied()
                .filter(|kind| set.is_none_or(|set| self.files[kind.file].id.node == set))
                .collect()
        });
        match matching.as_slice() {
            [kind] => return Some(*kind),
            [] => {
                let known = pool
                    .iter()
                    .flat_map(|kind| faces(&self.files[kind.file].cards[kind.card]));
                let draws = plain
                    .strip_prefix("draw ")
                    .is_some_and(|count| count.parse::<usize>().is_ok());
                let help = match draws {
                    true => format!("to draw kinds is no kind of a list: `kinds = \"{plain}\"`"),
                    false => near(plain, known.flatten().map(|face| face.node.as_str())),
                };
                let problem = Problem::Unknown {
                    what: "kind",
                    name: name.node.clone(),
                    help,
                };
                at.add(name.span, problem, report);
            }
            several => {
                let choices = several
                    .iter()
                    .map(|kind| format!("{}:{plain}", self.files[kind.file].id.node))
                    .collect();
                at.add(
                    name.span,
                    Problem::Ambiguous {
                        name: name.node.clone(),
                        choices,
                    },
                    report,
                );
            }
        }
        None
    }

    fn picked(
        self,
        pool: &[KindAt],
        picks: &[Pick],
        copies: u8,
        at: At,
        report: &mut Report,
    ) -> Vec<(KindAt, u8)> {
        let mut kinds: Vec<(KindAt, u8)> = Vec::new();
        let mut names: BTreeMap<KindAt, &String> = BTreeMap::new();
        let named = self.named(pool);
        for pick in picks {
            let Some(kind) = self.kind(pool, &named, &pick.name, at, report) else {
                continue;
            };
            if let Some(first) = names.get(&kind) {
                let (name, first) = (pick.name.node.clone(), (*first).clone());
                at.add(pick.name.span, Problem::KindTwice { name, first }, report);
                continue;
            }
            names.insert(kind, &pick.name.node);
            kinds.push((kind, pick.copies.unwrap_or(copies)));
        }
        kinds
    }

    /// Settles everything that a recipe and its settings name.
    pub(super) fn plan(
        self,
        recipe: &Recipe,
        disputes: &[(String, String)],
        drawn: &[String],
        report: &mut Report,
    ) -> Plan {
        let (here, before) = (At::File(&recipe.source), report.faults.len());
        let sets = self.sets(recipe, report);
        let pool = self.all(&sets, false);
        let mut deck = match &recipe.kinds {
            Kinds::All | Kinds::Draw(_) if drawn.is_empty() => {
                pool.iter().map(|kind| (*kind, recipe.copies)).collect()
            }
            Kinds::Named(picks) if drawn.is_empty() => {
                self.picked(&pool, picks, recipe.copies, here, report)
            }
            Kinds::All | Kinds::Named(_) => {
                let recipe = recipe.id.node.clone();
                report
                    .faults
                    .push(Fault::nowhere(Problem::NoDraft { recipe }));
                Vec::new()
            }
            Kinds::Draw(wanted) => {
                let picks: Vec<Pick> = drawn
                    .iter()
                    .map(|name| Pick {
                        name: Word::new(name.clone(), Span::default()),
                        copies: None,
                    })
                    .collect();
                if picks.len() != wanted.node {
                    let (recipe, found) = (recipe.id.node.clone(), picks.len());
                    let problem = Problem::WrongDraft {
                        recipe,
                        wanted: wanted.node,
                        found,
                    };
                    report.faults.push(Fault::nowhere(problem));
                }
                let mut kinds = self.picked(&pool, &picks, recipe.copies, At::Nowhere, report);
                // However they were drawn, kinds stand in the order of the sets (MIX-1).
                kinds.sort_by_key(|(kind, _)| pool.iter().position(|known| known == kind));
                kinds
            }
        };
        let named = self.named(&pool);
        for (word, copies) in &recipe.copies_of {
            let kind = self.kind(&pool, &named, word, here, report);
            deck.iter_mut()
                .filter(|(known, _)| Some(*known) == kind)
                .for_each(|(_, number)| *number = *copies);
        }
        if let Kinds::Draw(wanted) = &recipe.kinds
            && wanted.node > pool.len()
        {
            let problem = Problem::TooMany {
                what: "drawn kinds",
                count: wanted.node,
                most: pool.len(),
            };
            report.add(&recipe.source, wanted.span, problem);
        }
        let victories = self.victories(recipe, &sets, report);
        // Without a set, whatever it would have brought is missing, too: that is said once.
        if sets.len() == recipe.sets.len() {
            self.limits(recipe, &deck, &victories, report);
            if report.faults.len() == before {
                hands(recipe, &deck, report);
            }
        }
        let mut tallies = Vec::new();
        for tally in &recipe.tallies {
            match self.tally(&sets, &tally.node) {
                Ok(Some(at)) => tallies.push(at),
                Err(problem) => report.add(&recipe.source, tally.span, problem),
                Ok(None) => {
                    let help = near(&tally.node, self.names.tallies.iter().map(String::as_str));
                    let problem = Problem::Unknown {
                        what: "tally",
                        name: tally.node.clone(),
                        help,
                    };
                    report.add(&recipe.source, tally.span, problem);
                }
            }
        }
        let disputes = self.settle(recipe, disputes, report);
        Plan {
            sets,
            deck,
            victories,
            tallies,
            disputes,
        }
    }

    /// A tally of the recipe's sets, or else of any other; `SET:NAME` says whose.
    fn tally(self, sets: &[usize], name: &str) -> Result<Option<usize>, Problem> {
        let named: Vec<usize> = (0..self.names.tallies.len())
            .filter(|at| {
                let set = &self.names.spaces[self.names.tally_files[*at]].id;
                self.names.tallies[*at] == name
                    || name.split_once(':') == Some((set, &self.names.tallies[*at]))
            })
            .collect();
        let of_sets: Vec<usize> = named
            .iter()
            .copied()
            .filter(|at| sets.contains(&self.names.tally_files[*at]))
            .collect();
        let found = if of_sets.is_empty() { named } else { of_sets };
        // Of variants that nobody asked for, none is meant.
        let plain = found
            .iter()
            .copied()
            .find(|at| self.names.tally_roots[*at] == *at);
        let roots: std::collections::BTreeSet<usize> =
            found.iter().map(|at| self.names.tally_roots[*at]).collect();
        match (found.as_slice(), plain) {
            ([], _) => Ok(None),
            ([only], _) => Ok(Some(*only)),
            (_, Some(plain)) if roots.len() == 1 => Ok(Some(plain)),
            _ => {
                let id = |at: &usize| {
                    format!(
                        "{}:{name}",
                        self.names.spaces[self.names.tally_files[*at]].id
                    )
                };
                Err(Problem::Ambiguous {
                    name: name.to_string(),
                    choices: found.iter().map(id).collect(),
                })
            }
        }
    }

    fn victories(self, recipe: &Recipe, sets: &[usize], report: &mut Report) -> Vec<(KindAt, u8)> {
        let pool = self.all(sets, true);
        let copies = match recipe.victory {
            VictoryDeal::Same => 6,
            VictoryDeal::Random => 1,
        };
        let here = At::File(&recipe.source);
        match &recipe.victory_cards {
            Some(picks) => self.picked(&pool, picks, copies, here, report),
            None => pool.iter().map(|kind| (*kind, copies)).collect(),
        }
    }

    /// The value of every dispute: the table's, else the recipe's, else the default.
    fn settle(
        self,
        recipe: &Recipe,
        settings: &[(String, String)],
        report: &mut Report,
    ) -> Vec<usize> {
        let mut values = vec![0; self.names.disputes.len()];
        for (name, value) in &recipe.disputes {
            if let Some((at, value)) = self.setting(name, value, At::File(&recipe.source), report) {
                values[at] = value;
            }
        }
        for (name, value) in settings {
            let name = Word::new(name.clone(), Span::default());
            let value = Word::new(value.clone(), Span::default());
            if let Some((at, value)) = self.setting(&name, &value, At::Nowhere, report) {
                values[at] = value;
            }
        }
        values
    }

    fn setting(
        self,
        name: &Word,
        value: &Word,
        at: At,
        report: &mut Report,
    ) -> Option<(usize, usize)> {
        let settled = self.names.settled(name, value);
        settled
            .map_err(|(span, problem)| at.add(span, problem, report))
            .ok()
    }
}

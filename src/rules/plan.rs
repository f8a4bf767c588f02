//! Finds what a recipe names: its sets, kinds, victory cards, tallies and disputes.

use std::collections::BTreeMap;

use super::bounds::hands;
use super::error::{Fault, FaultName, Problem, Report, list, near};
use super::file::{Card, SetFile};
use super::ir::VictoryDeal;
use super::names::Names;
use super::recipe::{Kinds, Pick, Recipe};
use super::sources::{SetPath, is_path, set_id};
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

/// The recipe's file; a setting stands in none.
type File<'r> = Option<&'r Source>;

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
        let mut unsaid = Report::default();
        let report = match recipe.names_its_sets() {
            true => report,
            false => &mut unsaid,
        };
        let mut sets = Vec::new();
        for set in &recipe.sets {
            let problem = match self.set_at(recipe, set) {
                Some(at) if sets.contains(&at) => Problem::new(
                    FaultName::NamedTwice,
                    format!("the set `{}` is named twice", set.node),
                    "named again here",
                    "name each set once",
                ),
                Some(at) => {
                    sets.push(at);
                    continue;
                }
                // What is wrong with a file that is no sound set was said when it was read.
                None if is_path(&set.node) => continue,
                None => {
                    let known = self.files.iter().filter(|file| !file.cards.is_empty());
                    let ids = known.map(|file| file.id.node.as_str());
                    Problem::unknown("set", &set.node, ids)
                }
            };
            report.add(&recipe.named_in, set.span, problem);
        }
        sets
    }

    /// Which of the files it is.
    pub(super) fn set_at(self, recipe: &Recipe, set: &Word) -> Option<usize> {
        let id = set_id(self.paths, &recipe.named_in, set)?;
        self.files.iter().position(|file| file.id.node == id)
    }

    pub(super) fn card(self, kind: KindAt) -> &'l Card {
        &self.files[kind.file].cards[kind.card]
    }

    /// All deck kinds of some sets, or all their victory cards.
    pub(super) fn all(self, sets: &[usize], victory: bool) -> Vec<KindAt> {
        let kinds = sets.iter().flat_map(|&file| {
            let cards = 0..self.files[file].cards.len();
            cards.map(move |card| KindAt { file, card })
        });
        kinds
            .filter(|kind| self.card(*kind).is_victory() == victory)
            .collect()
    }

    /// The kinds of a pool by the names of their faces.
    fn named(self, pool: &[KindAt]) -> BTreeMap<&'l str, Vec<KindAt>> {
        let mut named: BTreeMap<&str, Vec<KindAt>> = BTreeMap::new();
        for kind in pool {
            for face in self.card(*kind).faces() {
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
    ) -> Result<KindAt, Problem> {
        let (set, plain) = match name.node.split_once(':') {
            Some((set, plain)) => (Some(set), plain),
            None => (None, name.node.as_str()),
        };
        let id = |kind: &KindAt| self.files[kind.file].id.node.as_str();
        let matching = named.get(plain).into_iter().flatten();
        let matching: Vec<&KindAt> = matching
            .filter(|kind| set.is_none_or(|set| id(kind) == set))
            .collect();
        match matching.as_slice() {
            [kind] => return Ok(**kind),
            [] => {}
            several => {
                let choices = several.iter().map(|kind| format!("{}:{plain}", id(kind)));
                return Err(ambiguous(&name.node, choices.collect()));
            }
        }
        let draws = plain.strip_prefix("draw ");
        let help = match draws.is_some_and(|count| count.parse::<usize>().is_ok()) {
            true => format!("write it without the list: `kinds = \"{plain}\"`").into(),
            false => {
                let known = pool.iter().flat_map(|kind| self.card(*kind).faces());
                near(plain, known.map(|face| face.node.as_str()))
            }
        };
        let (what, name) = ("kind", name.node.clone());
        Err(Problem::Unknown { what, name, help })
    }

    fn picked<'p>(
        self,
        pool: &[KindAt],
        picks: impl IntoIterator<Item = (&'p Word, u8)>,
        file: File,
        report: &mut Report,
    ) -> Vec<(KindAt, u8)> {
        let mut kinds: Vec<(KindAt, u8)> = Vec::new();
        let mut names: BTreeMap<KindAt, &str> = BTreeMap::new();
        let named = self.named(pool);
        for (word, copies) in picks {
            let name = word.node.as_str();
            let problem = match self.kind(pool, &named, word) {
                Err(problem) => problem,
                Ok(kind) => match names.get(&kind) {
                    Some(first) => Problem::new(
                        FaultName::NamedTwice,
                        match name == *first {
                            true => format!("the kind `{name}` is named twice"),
                            false => format!(
                                "`{name}` is the same kind as `{first}`, which is already named"
                            ),
                        },
                        "named again here",
                        "name each kind once, by either face of its card",
                    ),
                    None => {
                        names.insert(kind, name);
                        kinds.push((kind, copies));
                        continue;
                    }
                },
            };
            report.faults.push(Fault::of(file, word.span, problem));
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
        let (here, before) = (Some(&recipe.source), report.faults.len());
        let sets = self.sets(recipe, report);
        let pool = self.all(&sets, false);
        let picked = |pool: &[KindAt], picks: &[Pick], copies: u8, report: &mut Report| {
            let picks = picks.iter();
            let picks = picks.map(|pick| (&pick.name, pick.copies.unwrap_or(copies)));
            self.picked(pool, picks, here, report)
        };
        let mut deck = match &recipe.kinds {
            Kinds::All | Kinds::Draw(_) if drawn.is_empty() => {
                pool.iter().map(|kind| (*kind, recipe.copies)).collect()
            }
            Kinds::Named(picks) if drawn.is_empty() => picked(&pool, picks, recipe.copies, report),
            Kinds::All | Kinds::Named(_) => {
                let problem = Problem::new(
                    FaultName::WrongValue,
                    format!("the recipe `{}` already names its kinds", recipe.id.node),
                    "expected no kinds",
                    "remove the kinds, or use a recipe that drafts",
                );
                report.faults.push(Fault::nowhere(problem));
                Vec::new()
            }
            Kinds::Draw(wanted) => {
                if drawn.len() != wanted.node {
                    let problem = wrong_draft(recipe, wanted.node, drawn.len());
                    report.faults.push(Fault::nowhere(problem));
                }
                let drawn: Vec<Word> = drawn.iter().map(|name| nowhere(name)).collect();
                let picks = drawn.iter().map(|name| (name, recipe.copies));
                let mut kinds = self.picked(&pool, picks, None, report);
                // However they were drawn, kinds stand in the order of the sets (MIX-1).
                kinds.sort_by_key(|(kind, _)| pool.iter().position(|known| known == kind));
                kinds
            }
        };
        let named = self.named(&pool);
        for (word, copies) in &recipe.copies_of {
            match self.kind(&pool, &named, word) {
                Err(problem) => report.add(&recipe.source, word.span, problem),
                Ok(kind) => deck
                    .iter_mut()
                    .filter(|(known, _)| *known == kind)
                    .for_each(|(_, number)| *number = *copies),
            }
        }
        if let Kinds::Draw(wanted) = &recipe.kinds {
            let bound = ("drawn kinds", wanted.node, pool.len());
            report.at_most(&recipe.source, wanted.span, bound);
        }
        let victory_cards = self.all(&sets, true);
        let copies = match recipe.victory {
            VictoryDeal::Same => 6,
            VictoryDeal::Random => 1,
        };
        let victories = match &recipe.victory_cards {
            Some(picks) => picked(&victory_cards, picks, copies, report),
            None => victory_cards.iter().map(|kind| (*kind, copies)).collect(),
        };
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
                Ok(at) => tallies.push(at),
                Err(problem) => report.add(&recipe.tallies_in, tally.span, problem),
            }
        }
        Plan {
            sets,
            deck,
            victories,
            tallies,
            disputes: self.settle(recipe, disputes, report),
        }
    }

    /// A tally of the recipe's sets, or else of those that they vary or use, or else of any other; `SET:NAME` says whose.
    fn tally(self, sets: &[usize], name: &str) -> Result<usize, Problem> {
        let names = self.names;
        let set = |at: usize| names.spaces[names.tally_files[at]].id.as_str();
        let file = |at: &usize| names.tally_files[*at];
        let own = |at: &usize| sets.contains(&file(at));
        let known = |at: &usize| {
            let mut spaces = sets.iter().map(|set| &names.spaces[*set]);
            spaces.any(|space| space.first.contains(&file(at)))
        };
        let mut found: Vec<usize> = (0..names.tallies.len())
            .filter(|at| {
                let tally = names.tallies[*at].as_str();
                tally == name || name.split_once(':') == Some((set(*at), tally))
            })
            .collect();
        if found.iter().any(own) {
            found.retain(own);
        } else if found.iter().any(known) {
            found.retain(known);
        }
        // Of variants that nobody asked for, none is meant.
        let root = |at: &usize| names.tally_roots[*at];
        let plain = found.iter().find(|at| root(at) == **at);
        match (found.as_slice(), plain) {
            ([], _) => {
                let known = names.tallies.iter().map(String::as_str);
                Err(Problem::unknown("tally", name, known))
            }
            ([only], _) => Ok(*only),
            ([first, others @ ..], Some(plain))
                if others.iter().all(|other| root(other) == root(first)) =>
            {
                Ok(*plain)
            }
            _ => {
                let choices = found.iter().map(|at| format!("{}:{name}", set(*at)));
                Err(ambiguous(name, choices.collect()))
            }
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
        let here = Some(&recipe.source);
        let own = recipe.disputes.iter().cloned();
        let own = own.map(|(name, value)| (name, value, here));
        let settings = settings.iter();
        let settings = settings.map(|(name, value)| (nowhere(name), nowhere(value), None));
        for (name, value, file) in own.chain(settings) {
            match self.names.settled(&name, &value) {
                Ok((dispute, value)) => values[dispute] = value,
                Err(wrong) => {
                    let (span, problem) = *wrong;
                    report.faults.push(Fault::of(file, span, problem));
                }
            }
        }
        values
    }
}

/// A name that stands in no file.
fn nowhere(name: &str) -> Word {
    Word::new(name.to_string(), Span::default())
}

fn ambiguous(name: &str, choices: Vec<String>) -> Problem {
    Problem::new(
        FaultName::UnknownName,
        format!("`{name}` is on cards of several sets"),
        "expected one kind",
        format!("write which one: {}", list(&choices)),
    )
}

/// So many kinds are given for a draft that draws another number of them.
pub(super) fn wrong_draft(recipe: &Recipe, wanted: usize, found: usize) -> Problem {
    let recipe = recipe.id.node.clone();
    Problem::WrongDraft {
        recipe,
        wanted,
        found,
    }
}

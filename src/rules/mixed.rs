//! Recipes with sets added: `RECIPE+SET` is a game without a file of its own.

use crate::fault_name::FaultName;
use std::collections::BTreeMap;
use std::fmt::Write;

use super::document::{AUTHORING, document};
use super::error::{Fault, Problem, Report};
use super::ir::VictoryDeal;
use super::library::Library;
use super::plan::{KindAt, Plan, Shelf};
use super::recipe::{self, Kinds, Recipe};
use super::weights::OfGame;
use text::Source;
use text::limits::NAME;

/// Stands between the ids of a recipe and of the sets that are added.
const PLUS: &str = "+";

/// The id of a recipe with sets added.
pub fn mixed_id<'i>(recipe: &'i str, sets: impl IntoIterator<Item = &'i str>) -> String {
    let ids: Vec<&str> = std::iter::once(recipe).chain(sets).collect();
    ids.join(PLUS)
}

impl Library {
    /// The recipe and the sets that an id names which is no recipe's own.
    fn parts<'i>(&self, id: &'i str) -> Option<(&Recipe, Vec<&'i str>)> {
        let begun = self.recipes().iter().filter_map(|recipe| {
            let rest = id.strip_prefix(&*recipe.id.node)?.strip_prefix(PLUS)?;
            Some((recipe, rest))
        });
        let (recipe, rest) = begun.max_by_key(|(recipe, _)| recipe.id.node.len())?;
        Some((recipe, rest.split(PLUS).collect()))
    }

    /// A recipe with sets added, by its id; `None` when the id does not begin with that of a recipe.
    pub(super) fn mixed(&self, id: &str) -> Option<Result<Recipe, Report>> {
        let (base, sets) = self.parts(id)?;
        Some(self.mix(id, base, &sets))
    }

    fn mix(&self, id: &str, base: &Recipe, added: &[&str]) -> Result<Recipe, Report> {
        let refused = |reason: String, help: &str| {
            Report::from(Fault::nowhere(Problem::new(FaultName::UnusableName, reason, "here", help)))
        };
        let letters = id.chars().count();
        if letters > NAME {
            return Err(refused(
                format!("the id `{id}` of this game has {letters} letters, but at most {NAME} fit"),
                "give the sets shorter ids, or write a recipe that lists them under `sets`",
            ));
        }
        let (shelf, mut report) = (self.shelf(), Report::default());
        let mut mix = Mix {
            shelf,
            sets: shelf.sets(base, &mut report),
            added: Vec::new(),
            instead: BTreeMap::new(),
        };
        for set in added {
            let at = shelf.files.iter().position(|file| file.id.node == *set);
            let Some(at) = at else {
                let known = shelf.files.iter().filter(|file| !file.cards.is_empty());
                let ids = known.map(|file| file.id.node.as_str());
                return Err(Fault::nowhere(Problem::unknown("set", set, ids)).into());
            };
            if shelf.files[at].cards.is_empty() {
                let reason = format!("the set `{set}` has no cards to add");
                return Err(refused(reason, "add a set with cards"));
            }
            if mix.sets.contains(&at) {
                let reason = format!("the set `{set}` is already in the game");
                return Err(refused(reason, "add each set once"));
            }
            mix.add(at);
        }
        let plan = shelf.plan(base, &[], &[], &mut report);
        report.into_result()?;
        let mut report = Report::default();
        let source = Source::new(id, mix.text(id, base, &plan));
        let document = document(&source, AUTHORING, &mut report);
        let read = document
            .and_then(|document| recipe::read(&source, &document, self.recipes(), &mut report));
        report.into_result()?;
        Ok(read.expect("the text of a mixed recipe has all that one needs"))
    }
}

/// A recipe that is mixed with sets.
struct Mix<'l> {
    shelf: Shelf<'l>,
    sets: Vec<usize>,
    added: Vec<usize>,
    /// A variant takes the place of what it changes.
    instead: BTreeMap<usize, usize>,
}

impl Mix<'_> {
    fn add(&mut self, set: usize) {
        let bases = std::iter::successors(Some(set), |at| self.shelf.files[*at].base);
        let mut bases = bases.skip(1);
        let old = bases.find_map(|base| self.sets.iter().position(|there| *there == base));
        match old {
            Some(at) => drop(self.instead.insert(self.sets[at], set)),
            None => self.sets.push(set),
        }
        self.sets.iter_mut().for_each(|there| {
            *there = *self.instead.get(there).unwrap_or(there);
        });
        self.added.push(set);
    }

    /// The same card where a variant takes the place of its set, if that has it.
    fn renewed(&self, kind: KindAt) -> Option<KindAt> {
        let Some(file) = self.instead.get(&kind.file).copied() else {
            return Some(kind);
        };
        let old = self.shelf.card(kind);
        let same = |new: &usize| {
            let new = &self.shelf.files[file].cards[*new];
            let mut faces = new.faces().map(|face| &face.node);
            new.is_victory() == old.is_victory()
                && faces.any(|face| old.faces().any(|old| old.node == *face))
        };
        let card = (0..self.shelf.files[file].cards.len()).find(same)?;
        self.renewed(KindAt { file, card })
    }

    /// Those of a recipe, then those of the sets that are added.
    fn with_added(&self, old: &[(KindAt, u8)], victory: bool, copies: u8) -> Vec<(KindAt, u8)> {
        let renewed = old
            .iter()
            .filter_map(|(kind, copies)| Some((self.renewed(*kind)?, *copies)));
        let mut all: Vec<(KindAt, u8)> = renewed.collect();
        for kind in self.shelf.all(&self.added, victory) {
            if !all.iter().any(|(known, _)| *known == kind) {
                all.push((kind, copies));
            }
        }
        all.retain(|(kind, copies)| *copies > 0 && self.sets.contains(&kind.file));
        all
    }

    /// What a recipe calls a kind: by a face, and by its set where another kind has one of that name.
    fn name(&self, kind: KindAt) -> String {
        let card = self.shelf.card(kind);
        let face = card.faces().next().expect("a card has a first face");
        let alike = |other: &KindAt| {
            let mut faces = self.shelf.card(*other).faces();
            faces.any(|other| other.node == face.node)
        };
        let pool = self.shelf.all(&self.sets, card.is_victory());
        match pool.iter().filter(|other| alike(other)).count() {
            1 => face.node.clone(),
            _ => format!("{}:{}", self.shelf.files[kind.file].id.node, face.node),
        }
    }

    fn picks(&self, kinds: &[(KindAt, u8)]) -> String {
        let pick = |(kind, copies): &(KindAt, u8)| {
            let name = quoted(&self.name(*kind));
            format!("  {{ kind = {name}, copies = {copies} }},\n")
        };
        format!("[\n{}]", kinds.iter().map(pick).collect::<String>())
    }

    /// The tallies that win: those of the recipe, and those that the added sets declare.
    fn tallies(&self, plan: &Plan) -> Vec<String> {
        let names = self.shelf.names;
        let own = |at: &usize| self.added.contains(&names.tally_files[*at]);
        let all: Vec<usize> = (0..names.tallies.len()).filter(own).collect();
        // What a variant declares again takes the place of what it changes.
        let root = |at: &usize| names.tally_roots[*at];
        let kept = plan.tallies.iter().filter(|at| {
            let mut new = all.iter();
            !new.any(|new| root(new) == root(at))
        });
        let qualified = |at: &usize| {
            let set = &names.spaces[names.tally_files[*at]].id;
            quoted(&format!("{set}:{}", names.tallies[*at]))
        };
        kept.chain(&all).map(qualified).collect()
    }

    /// The recipe as a file has it.
    fn text(&self, id: &str, base: &Recipe, plan: &Plan) -> String {
        let set = |at: &usize| &self.shelf.files[*at];
        let titles: Vec<&str> = self.added.iter().map(|at| &*set(at).title).collect();
        let title = format!("{}, with {}", base.title, titles.join(" and "));
        let sets: Vec<String> = self
            .sets
            .iter()
            .map(|at| quoted(&set(at).id.node))
            .collect();
        let mut text = format!(
            "id = {}\ntitle = {}\nsets = [{}]\ncopies = {}\n",
            quoted(id),
            quoted(&title),
            sets.join(", "),
            base.copies
        );
        let mut say = |key: &str, value: String| {
            writeln!(text, "{key} = {value}").expect("a text takes all");
        };
        let deck = self.with_added(&plan.deck, false, base.copies);
        match &base.kinds {
            Kinds::All if base.copies_of.is_empty() => {}
            Kinds::All | Kinds::Named(_) => say("kinds", self.picks(&deck)),
            Kinds::Draw(count) => {
                say("kinds", quoted(&format!("draw {}", count.node)));
                let renewed = plan
                    .deck
                    .iter()
                    .filter_map(|(kind, copies)| Some((self.renewed(*kind)?, copies)))
                    .filter(|(_, copies)| **copies != base.copies);
                let copies = renewed
                    .map(|(kind, copies)| format!("{} = {copies}", quoted(&self.name(kind))));
                let copies: Vec<String> = copies.collect();
                say("copies-of", format!("{{ {} }}", copies.join(", ")));
            }
        }
        // Where everyone has the same victory card, it stays that of the recipe.
        let (deal, victories) = match base.victory {
            VictoryDeal::Same => {
                let old = plan.victories.iter();
                let renewed =
                    old.filter_map(|(kind, copies)| Some((self.renewed(*kind)?, *copies)));
                ("same", renewed.collect())
            }
            VictoryDeal::Random => {
                let copies = plan.victories.first().map_or(1, |(_, copies)| *copies);
                ("random", self.with_added(&plan.victories, true, copies))
            }
        };
        say("victory", quoted(deal));
        say("victory-cards", self.picks(&victories));
        for (key, number) in [
            ("hand", base.hand),
            ("shields", base.shields),
            ("second-of-two-extra", base.second_of_two_extra),
            ("draws", base.draws),
            ("plays", base.plays),
        ] {
            say(key, number.to_string());
        }
        say("tallies", format!("[{}]", self.tallies(plan).join(", ")));
        let pair = |(name, value): &(lang::ast::Word, lang::ast::Word)| {
            format!("{} = {}", quoted(&name.node), quoted(&value.node))
        };
        let disputes: Vec<String> = base.disputes.iter().map(pair).collect();
        say("disputes", format!("{{ {} }}", disputes.join(", ")));
        if let Some(weights) = base.weights {
            let game = id.to_string();
            let learned = format!("those of `{}`", base.id.node);
            text += &OfGame { game, weights }.written(&learned);
        }
        text
    }
}

/// A string as TOML has it.
fn quoted(text: &str) -> String {
    let mut quoted = "\"".to_string();
    for sign in text.chars() {
        match sign {
            '"' | '\\' => quoted.extend(['\\', sign]),
            sign if sign.is_control() => {
                write!(quoted, "\\u{:04X}", u32::from(sign)).expect("a text takes all");
            }
            sign => quoted.push(sign),
        }
    }
    quoted + "\""
}

//! Checks that a name is one that the thing can have: a building in a nation goes by its building's name alone, a text by its action's.

use super::Scope;
use crate::error::{Problem, list};
use crate::ir::Element;
use crate::names::Type;
use crate::tree::{Item, Local, Set, SetKind, Source};
use lang::ast::{Agent, Head, Word};
use text::{Happening, Spanned};

/// So many names are told of what may be meant.
const LISTED: usize = 5;

impl Scope<'_> {
    /// A building that stands in a nation may be called so. Anywhere else a card has the names of both its faces.
    pub(super) fn may_be_named(&mut self, item: &Item, name: &Word) -> Option<()> {
        let names = self.names;
        let never = !names.buildings.contains(&name.node) && !names.aliases.has(&name.node);
        if !never || !self.stands(item) {
            return Some(());
        }
        let on_card =
            |[building, action]: &'_ [String; 2]| (*action == name.node).then(|| building.clone());
        self.no_such(
            "building",
            name,
            names.cards.iter().filter_map(on_card).collect(),
        )
    }

    /// What a card does that is no building is told by the name of its action.
    pub(super) fn may_do(&mut self, agent: Agent, name: &Word) -> Option<()> {
        let names = self.names;
        if !matches!(agent, Agent::Actions | Agent::Cards) || names.actions.contains(&name.node) {
            return Some(());
        }
        let on_card =
            |[building, action]: &'_ [String; 2]| (*building == name.node).then(|| action.clone());
        self.no_such(
            "action",
            name,
            names.cards.iter().filter_map(on_card).collect(),
        )
    }

    fn no_such(&mut self, what: &'static str, name: &Word, mut others: Vec<String>) -> Option<()> {
        others.sort();
        others.dedup();
        let is = if what == "building" {
            "an action"
        } else {
            "a building"
        };
        let called = match others.len() {
            1..=LISTED => format!(", {}", list(&others)),
            _ => String::new(),
        };
        let help = format!(
            "`{}` is {is}: name the {what} on its card{called}",
            name.node
        );
        self.fault(
            name.span,
            Problem::Unknown {
                what,
                name: name.node.clone(),
                help,
            },
        )
    }

    /// It stands in a nation whenever it is asked what it is called.
    fn stands(&self, item: &Item) -> bool {
        match item {
            Item::Local(local) => self.standing.contains(local),
            Item::Beside(..) => true,
            Item::First(set) | Item::Pick(_, set) => self.are_standing(set),
            _ => false,
        }
    }

    /// All that are of it stand in a nation.
    fn are_standing(&self, set: &Set) -> bool {
        match &set.kind {
            SetKind::Plus(one, other) => self.are_standing(one) && self.are_standing(other),
            SetKind::Of { source, .. } => self.is_of_standing(source),
        }
    }

    fn is_of_standing(&self, source: &Source) -> bool {
        match source {
            Source::Buildings
            | Source::BuildingsOf(_)
            | Source::Neighbours(_)
            | Source::Row(..)
            | Source::Between(..) => true,
            Source::One(item) => self.stands(item),
            _ => false,
        }
    }

    /// What is gone through in such a set stands in a nation, if all of that set does.
    pub(super) fn note_standing(&mut self, source: &Source, candidate: Local) {
        if self.is_of_standing(source) {
            self.standing.push(candidate);
        }
    }

    /// What is destroyed is asked about before it falls, what is built once it stands.
    pub(super) fn note_role(&mut self, said: &Head, role: Local) {
        let still =
            |one: &Spanned<Happening>| matches!(one.node, Happening::Destroyed | Happening::Built);
        if said.happenings.iter().all(still) && self.types[role] == Type::One(Element::Building) {
            self.standing.push(role);
        }
    }

    /// Behind the head of its clause it may be gone.
    pub(super) fn forget_role(&mut self, role: Local) {
        self.standing.retain(|known| *known != role);
    }
}

//! What comes in the place of something must be able to do something: what that asks for.

use super::Scope;
use crate::base::{Happening, Spanned, Verb};
use crate::rules::error::Problem;
use crate::rules::ir::{Element, ROLES};
use crate::rules::names::Type;
use crate::rules::tree::{Body, Cond, Item, Part, Set, SetKind, Source, Step};
use crate::syntax::ast;

/// What a clause is asked besides, so that it does not come where its body could do nothing at all.
pub(super) fn able(given: Option<Cond>, body: &Body) -> Option<Cond> {
    let needed = needed(body).filter(|needed| is_open(needed) && !said(given.as_ref(), needed));
    match (given, needed) {
        (Some(given), Some(needed)) => Some(Cond::And(Box::new(given), Box::new(needed))),
        (given, needed) => given.or(needed),
    }
}

fn needed(body: &Body) -> Option<Cond> {
    let (first, alone) = (body.steps.first()?, body.steps.len() == 1);
    let there = |set: &Set| Some(Cond::Exists(Box::new(set.clone())));
    match &first.node {
        // Where there is nothing to choose, the text ends.
        Step::Choose { set, .. } => there(set),
        Step::By(_, step) => match &step.node {
            Step::Choose { set, .. } => there(set),
            _ => None,
        },
        Step::Verb(_, Item::Any { set, .. }, _) => there(set),
        Step::Verb(_, Item::TopOf(building), _) if alone => Some(Cond::Stacked((**building).clone())),
        Step::Verb(_, Item::First(set) | Item::Pick(_, set), _) if alone => there(set),
        Step::Verb(_, item @ Item::Beside(..), _) if alone => {
            let source = Source::One(item.clone());
            let kind = SetKind::Of { target: false, source, candidate: usize::MAX, filters: Vec::new() };
            there(&Set { element: Element::Building, kind })
        }
        Step::All { set, .. } | Step::Several { set, .. } if alone => there(set),
        Step::Repeat { body, .. } if alone => needed(body),
        _ => None,
    }
}

/// It is known to all, and speaks of nothing that the text names.
fn is_open(cond: &Cond) -> bool {
    fn look(part: Part<'_>, own: &mut Vec<usize>, open: &mut bool) {
        match part {
            Part::Local(local) => *open &= local < ROLES || own.contains(&local),
            Part::Cond(
                Cond::Named(..)
                | Cond::NamedAs(..)
                | Cond::NamedLike(..)
                | Cond::Playable(..)
                | Cond::VictoryCard(..)
                | Cond::Extreme { .. },
            ) => *open = false,
            Part::Set(Set { kind: SetKind::Of { candidate, .. }, .. }) => own.push(*candidate),
            Part::Item(Item::Any { .. } | Item::Entry(..)) => *open = false,
            _ => {}
        }
        part.each_part(&mut |inner| look(inner, own, open));
    }
    let (mut own, mut open) = (Vec::new(), true);
    look(Part::Cond(cond), &mut own, &mut open);
    open
}

/// What there is to be, where that is all that is asked.
fn sources(cond: &Cond) -> Option<(bool, &Source)> {
    let Cond::Exists(set) = cond else { return None };
    match &set.kind {
        SetKind::Of { target, source, filters, .. } if filters.is_empty() => Some((*target, source)),
        _ => None,
    }
}

/// The text asks for it itself.
fn said(given: Option<&Cond>, needed: &Cond) -> bool {
    match given {
        Some(Cond::And(left, right)) => said(Some(left), needed) || said(Some(right), needed),
        Some(given) => given == needed || sources(given).is_some_and(|given| Some(given) == sources(needed)),
        None => false,
    }
}

impl Scope<'_> {
    /// Buildings are moved in another way than cards: what is said in one word is told by what it is done to.
    pub(super) fn meant(&self, said: &ast::Head) -> Vec<Spanned<Happening>> {
        let buildings = said.onto.is_none()
            && said.what.as_ref().is_some_and(|what| match &what.pattern {
                ast::Pattern::Of(set) => self.is_of_buildings(&set.node),
                ast::Pattern::Card(_) => false,
            });
        let meant = |one: &Spanned<Happening>| match one.node {
            Happening::Moved if buildings => Spanned::new(Happening::Shifted, one.span),
            other => Spanned::new(other, one.span),
        };
        said.happenings.iter().map(meant).collect()
    }

    fn is_of_buildings(&self, set: &ast::Set) -> bool {
        use ast::{Item, Noun};
        let building = |name: &str| {
            let known = self.bound_as(name).map(|local| self.types[local]);
            let outer = || self.outer.iter().rev().find(|(known, ..)| known == name).map(|(.., kind)| *kind);
            known.or_else(outer) == Some(Type::One(Element::Building))
        };
        match set {
            ast::Set::Plus(left, _) => self.is_of_buildings(&left.node),
            ast::Set::Of { noun, .. } => match &noun.node {
                Noun::Buildings(_) | Noun::Neighbours(_) | Noun::Row(..) | Noun::Between(..) => true,
                Noun::Name(name) => building(name),
                Noun::One(item) => match &item.node {
                    Item::This => self.place.this == Some(Element::Building),
                    Item::Name(name) => building(name),
                    Item::Beside(..) | Item::Under(_) => true,
                    Item::First(set) | Item::Pick(_, set) => self.is_of_buildings(&set.node),
                    _ => false,
                },
                _ => false,
            },
        }
    }

    /// A building is given to another player: into the hand, or to stand there?
    pub(super) fn is_handed(&mut self, verb: Verb, item: &ast::ItemExpr, to: &ast::ItemExpr) -> Option<()> {
        let home = matches!(&to.node, ast::Item::You | ast::Item::OwnerOf(_))
            || matches!(&to.node, ast::Item::Name(name) if name == "holder");
        let named = match &item.node {
            ast::Item::Name(name) => self.bound_as(name),
            ast::Item::It => self.it(),
            _ => None,
        };
        let named = named.map(|local| self.types[local]);
        if verb != Verb::Give || home || named != Some(Type::One(Element::Building)) {
            return Some(());
        }
        let help = "does it stand with them then, or is it in their hand? `foe takes over spot`, or `return spot to the hand of foe`";
        let (what, place) = ("a building", "`give ... to` another player");
        self.fault(item.span.to(to.span), Problem::Misplaced { what, place, help })
    }
}

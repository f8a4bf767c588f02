//! What is said of buildings in the words that cards have: how they are moved, and to whom they are given.

use super::Scope;
use crate::ir::Element;
use crate::names::Type;
use crate::tree::Item;
use lang::ast::{self, Filter, Noun, Property};
use text::{Happening, Span, Spanned, Verb};

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
        use ast::Item;
        let building = |name: &str| {
            let known = self.bound_as(name).map(|local| self.types[local]);
            known.or_else(|| self.around(name)) == Some(Type::One(Element::Building))
        };
        match set {
            ast::Set::Plus(left, _) => self.is_of_buildings(&left.node),
            ast::Set::Of { noun, .. } => match &noun.node {
                Noun::Name(name) => building(name),
                Noun::One(item) => match &item.node {
                    Item::This => self.place.this == Some(Element::Building),
                    Item::Name(name) => building(name),
                    Item::Beside(..) | Item::Under(_) => true,
                    Item::First(set) | Item::Pick(_, set) => self.is_of_buildings(&set.node),
                    _ => false,
                },
                noun => noun.is_of_buildings(),
            },
        }
    }

    /// A building is given to another player: into the hand, or to stand there? Written as a building it has been taken over.
    pub(super) fn is_handed(
        &mut self,
        verb: Verb,
        (item, said): (&Item, Span),
        to: &ast::ItemExpr,
    ) -> Option<()> {
        let home = matches!(&to.node, ast::Item::You | ast::Item::OwnerOf(_))
            || matches!(&to.node, ast::Item::Name(name) if name == ast::OWNER);
        let building = match item {
            Item::Local(local) => self.types[*local] == Type::One(Element::Building),
            Item::This => self.place.this == Some(Element::Building),
            _ => false,
        };
        if verb != Verb::Give || home || !building {
            return Some(());
        }
        let help = "write `foe takes over spot` to put it into their nation, or `return spot to the hand of foe`";
        self.refused(
            said.to(to.span),
            "this does not say where the building goes",
            help,
        )
    }
}

/// Where it is said of buildings that they stand beside others.
pub(super) fn stands_beside(what: &ast::Role) -> Option<Span> {
    let beside = |noun: &Spanned<Noun>| match noun.node {
        Noun::Neighbours(_) | Noun::Row(..) | Noun::Between(..) => Some(noun.span),
        _ => None,
    };
    where_said(what, beside, |property, _| match property {
        Property::In(set) => match &set.node {
            ast::Set::Of { noun, .. } => beside(noun),
            ast::Set::Plus(..) => None,
        },
        _ => None,
    })
}

/// Whose buildings are told of, where that says it.
pub(super) fn stands_in_nation(what: &ast::Role) -> Option<Span> {
    where_said(
        what,
        |noun| matches!(noun.node, Noun::Buildings(Some(_))).then_some(noun.span),
        |property, span| matches!(property, Property::Of(_)).then_some(span),
    )
}

/// Where the noun of a set says that, or a filter by what the things of it are.
fn where_said(
    what: &ast::Role,
    in_noun: impl Fn(&Spanned<Noun>) -> Option<Span>,
    in_filter: impl Fn(&Property, Span) -> Option<Span>,
) -> Option<Span> {
    let ast::Pattern::Of(set) = &what.pattern else {
        return None;
    };
    let ast::Set::Of { noun, filters, .. } = &set.node else {
        return None;
    };
    in_noun(noun).or_else(|| {
        filters.iter().find_map(|filter| match &filter.node {
            Filter::That(cond) => match &cond.node {
                ast::Cond::Is { property, .. } => in_filter(&property.node, filter.span),
                _ => None,
            },
            _ => None,
        })
    })
}

/// It is asked what these players have done.
pub(super) fn asks_deeds(who: &ast::SetExpr) -> bool {
    let asks = |filter: &Spanned<Filter>| match &filter.node {
        Filter::That(cond) => match &cond.node {
            ast::Cond::Did { .. } => true,
            ast::Cond::Compare { left, .. } => matches!(left.node, ast::NumExpr::Often(_)),
            _ => false,
        },
        _ => false,
    };
    matches!(&who.node, ast::Set::Of { filters, .. } if filters.iter().any(asks))
}

//! Checks sets: a noun, where it is looked for, and the filters on it.

use super::Scope;
use super::places::is_off;
use super::scope::{mismatch, too_many, unknown};
use crate::error::{Problem, near};
use crate::ir::{Compare, Element, GUARDED};
use crate::names::{Type, noun};
use crate::tree::{Cond, Item, Local, Num, Set, SetKind, Source};
use crate::verbs::Wanted;
use lang::ast::{self, ANY_COUNTERS};
use text::{Extreme, Span, Spanned};

/// So many filters `with the most ...` may stand inside or behind one another: each looks through all once more.
const EXTREMES: usize = 3;

impl Scope<'_> {
    /// A set of whatever type.
    pub(super) fn set(&mut self, set: &ast::SetExpr) -> Option<Set> {
        match &set.node {
            ast::Set::Plus(left, right) => {
                let (first, second) = (self.set(left), self.set(right));
                let (first, second) = (first?, second?);
                if Wanted::of(first.element) != Wanted::of(second.element) {
                    let help = "name each by itself, or add how many they are: `(the number of your buildings) plus (the number of cards in your hand)`";
                    let what =
                        "`plus` joins things of one kind: buildings, cards, players or names";
                    return self.refused(right.span, what, help);
                }
                let element = first.element;
                Some(Set {
                    element,
                    kind: SetKind::Plus(Box::new(first), Box::new(second)),
                })
            }
            ast::Set::Of {
                target,
                noun,
                filters,
            } => {
                let there = std::mem::take(&mut self.there);
                let found = self.noun(noun);
                let Some((source, element)) = found else {
                    // The filters' own faults are still worth knowing.
                    let candidate = self.local(Type::Broken);
                    self.filters(candidate, None, Some(set), filters);
                    return None;
                };
                if *target {
                    self.read.push((GUARDED, set.span));
                    if !matches!(element, Element::Building | Element::StackedCard) {
                        return self.fault(set.span, mismatch("target", self::noun(element)));
                    }
                }
                let candidate = self.local(Type::One(element));
                self.note_standing(&source, candidate);
                self.there = there;
                let filters = self.filters(candidate, Some(element), Some(set), filters)?;
                let kind = SetKind::Of {
                    target: *target,
                    source,
                    candidate,
                    filters,
                };
                Some(Set { element, kind })
            }
        }
    }

    /// A set of a wanted type.
    pub(super) fn set_of(&mut self, set: &ast::SetExpr, wanted: Wanted) -> Option<Set> {
        let checked = self.set(set)?;
        self.want(wanted, checked.element, set.span)?;
        Some(checked)
    }

    fn noun(&mut self, noun: &Spanned<ast::Noun>) -> Option<(Source, Element)> {
        use Wanted::{Building, Player};
        Some(match &noun.node {
            ast::Noun::PlayersWith { counter, on } => {
                let sort = self.counter(counter, None);
                let (on, player, _) = self.bearer(on)?;
                let sort = sort?;
                self.is_remembered(sort, noun.span)?;
                (Source::PlayersWith { sort, player, on }, Element::Player)
            }
            ast::Noun::Players { from: None } => (Source::Players, Element::Player),
            ast::Noun::Players { from: Some(from) } => (
                Source::PlayersFrom(self.item_of(from, Player)?),
                Element::Player,
            ),
            ast::Noun::Buildings(None) => (Source::Buildings, Element::Building),
            ast::Noun::Buildings(Some(of)) => (
                Source::BuildingsOf(self.item_of(of, Player)?),
                Element::Building,
            ),
            ast::Noun::Neighbours(of) => (
                Source::Neighbours(self.item_of(of, Building)?),
                Element::Building,
            ),
            ast::Noun::Row(side, of) => (
                Source::Row(*side, self.item_of(of, Building)?),
                Element::Building,
            ),
            ast::Noun::Between(one, other) => {
                let (one, other) = (self.item_of(one, Building), self.item_of(other, Building));
                (Source::Between(one?, other?), Element::Building)
            }
            ast::Noun::Tops(None) => (Source::Tops, Element::StackedCard),
            ast::Noun::Tops(Some(set)) => (
                Source::TopsOf(Box::new(self.set_of(set, Building)?)),
                Element::StackedCard,
            ),
            ast::Noun::CardsOn { building, from_top } => {
                if !self.choices && matches!(building.node, ast::Item::Any(_)) {
                    let help = "write `a card in your nation` or `a card in another player's nation`, or choose the building before it";
                    return self.misplaced(building.span, "a choice", help);
                }
                let building = self.item_of(building, Building)?;
                let source = if *from_top {
                    Source::CardsOnFromTop(building)
                } else {
                    Source::CardsOn(building)
                };
                (source, Element::StackedCard)
            }
            ast::Noun::CardsIn(player) => (
                Source::CardsIn(self.item_of(player, Player)?),
                Element::StackedCard,
            ),
            ast::Noun::Hand { of, as_buildings } => {
                let element = if *as_buildings {
                    Element::BuildingCard
                } else {
                    Element::Card
                };
                (Source::Hand(self.item_of(of, Player)?), element)
            }
            ast::Noun::Discard => (Source::Discard, Element::Card),
            ast::Noun::Deck => (Source::Deck, Element::Card),
            ast::Noun::Laws => (Source::Laws, Element::Card),
            ast::Noun::Names { cards } => (
                if *cards {
                    Source::CardNames
                } else {
                    Source::Names
                },
                Element::Name,
            ),
            ast::Noun::DeckTop(number) => {
                let number = self.without_choices(|scope| scope.number(number));
                (Source::DeckTop(Box::new(number?)), Element::Card)
            }
            ast::Noun::Places(None) => (Source::Places, Element::Place),
            ast::Noun::Places(Some(player)) => (
                Source::PlacesOf(self.item_of(player, Player)?),
                Element::Place,
            ),
            ast::Noun::PlacesBeside(building) => (
                Source::PlacesBeside(self.item_of(building, Building)?),
                Element::Place,
            ),
            ast::Noun::Them => {
                self.them = true;
                match self.picked {
                    Some(_) if self.drew => {
                        let help =
                            "write `cards in your hand`, or move this sentence before the draw";
                        return self.refused(
                            noun.span,
                            "`them` no longer refers to these cards: cards were drawn since",
                            help,
                        );
                    }
                    Some(Element::StackedCard)
                        if self.is_written("put them back in any order", noun.span) =>
                    {
                        let help = "to rearrange a stack, write `for each card on spot in chosen order as leaf: move leaf onto spot`; or write `put \
                            them on the bottom of the deck in any order`";
                        return self.refused(
                            noun.span,
                            "these cards come from stacks, not from the deck",
                            help,
                        );
                    }
                    Some(element) => (Source::Them, element),
                    None => return self.fault(noun.span, Problem::NothingForThem),
                }
            }
            ast::Noun::Name(name) => match self.name(name, noun.span)? {
                (local, Type::Many(element)) => (Source::Param(local), element),
                (local, Type::One(element)) => {
                    self.is_followed(&Item::Local(local), noun.span)?;
                    (Source::One(Item::Local(local)), element)
                }
                _ => return self.fault(noun.span, Problem::NotASet { name: name.clone() }),
            },
            ast::Noun::One(item) => {
                let (item, element) = self.item(item)?;
                (Source::One(item), element)
            }
        })
    }

    /// The conditions on a candidate; without an element they are looked at for their own faults only.
    pub(super) fn filters(
        &mut self,
        candidate: Local,
        element: Option<Element>,
        whole: Option<&ast::SetExpr>,
        filters: &[Spanned<ast::Filter>],
    ) -> Option<Vec<Cond>> {
        let choices = std::mem::replace(&mut self.choices, false);
        let there = std::mem::take(&mut self.there);
        let called = filters.iter().find_map(|filter| match &filter.node {
            ast::Filter::Called(name) => Some(name),
            _ => None,
        });
        let checked: Vec<Option<Cond>> = filters
            .iter()
            .enumerate()
            .filter(|(_, filter)| !matches!(filter.node, ast::Filter::Called(_)))
            .map(|(at, filter)| match &filter.node {
                ast::Filter::Called(_) => None,
                ast::Filter::Named(name) => {
                    let named = self.filter_named(candidate, element, name)?;
                    self.may_be_named(&Item::Local(candidate), name)
                        .map(|()| named)
                }
                ast::Filter::NamedLike(other) => {
                    let other = self.item_of(other, Wanted::Piece);
                    self.want(Wanted::Piece, element?, filter.span)?;
                    let like = Cond::NamedLike(Item::Local(candidate), other?, filter.span);
                    self.may_hold(&like, false, filter.span).map(|()| like)
                }
                ast::Filter::NamedAs(name) => {
                    let named = self.item_of(name, Wanted::Name);
                    self.want(Wanted::Piece, element?, filter.span)?;
                    Some(Cond::NamedAs(Item::Local(candidate), named?, filter.span))
                }
                ast::Filter::ExceptNamed(name) => {
                    let named = self.filter_named(candidate, element, name)?;
                    Some(named.negated(true))
                }
                ast::Filter::ExceptItem(item) => {
                    let (other, found) = self.item(item)?;
                    self.want(Wanted::of(element?), found, item.span)?;
                    Some(Cond::Same(Item::Local(candidate), other).negated(true))
                }
                ast::Filter::Extreme { most, measure } => {
                    self.extreme(candidate, (whole, at), (*most, filter.span), |scope, of| {
                        Some(Num::Count(Box::new(scope.measured(of, measure)?)))
                    })
                }
                ast::Filter::That(cond)
                    if !there && let Some((most, counter)) = self.most_counters(cond) =>
                {
                    self.most_borne((candidate, element?), (whole, at), (most, counter))
                }
                ast::Filter::That(cond) => {
                    let block = self.open();
                    self.bind_it(candidate);
                    called.iter().for_each(|name| self.bind(name, candidate));
                    let cond = self.cond(cond);
                    self.close(block);
                    self.among_left(
                        candidate,
                        (whole.filter(|_| !there), at),
                        cond?,
                        filter.span,
                    )
                }
            })
            .collect();
        self.choices = choices;
        checked.into_iter().collect()
    }

    /// No other one of those that come so far has more, or fewer.
    fn extreme(
        &mut self,
        candidate: Local,
        (whole, at): (Option<&ast::SetExpr>, usize),
        (most, span): (bool, Span),
        counted: impl FnMut(&mut Self, Local) -> Option<Num>,
    ) -> Option<Cond> {
        let Some(whole) = whole.filter(|whole| matches!(whole.node, ast::Set::Of { .. })) else {
            let help = "write it in the text: `if it is in buildings with the most cards, ...`";
            return self.refused(
                span,
                "`with the most` has nothing to compare with here",
                help,
            );
        };
        let (measure, so) = self.foremost(candidate, (whole, at), (most, span), counted)?;
        Some(Cond::Extreme {
            most,
            measure: Box::new(measure),
            so: Box::new(so),
        })
    }

    /// No other one of those that come so far bears more counters, or fewer.
    fn most_borne(
        &mut self,
        (candidate, element): (Local, Element),
        whole: (Option<&ast::SetExpr>, usize),
        (most, counter): (bool, &ast::Word),
    ) -> Option<Cond> {
        let sort = self.counter(counter, None)?;
        self.want(Wanted::Bearer, element, counter.span)?;
        self.lies_on(sort, element, counter.span)?;
        let player = element == Element::Player;
        self.extreme(candidate, whole, (most, counter.span), |_, of| {
            let on = Box::new(Item::Local(of));
            Some(Num::Counters { sort, player, on })
        })
    }

    /// `it has the most ticks`: whether the most, and the word for the counters.
    fn most_counters<'t>(&self, cond: &'t Spanned<ast::Cond>) -> Option<(bool, &'t ast::Word)> {
        let ast::Cond::Most {
            item,
            fewest,
            others: false,
            name,
        } = &cond.node
        else {
            return None;
        };
        (item.node == ast::Item::It && self.is_counter(name)).then_some((!fewest, name))
    }

    /// The word stands for counters here.
    pub(super) fn is_counter(&self, name: &ast::Word) -> bool {
        !self.bound_names().contains(&name.node)
            && (ANY_COUNTERS.contains(&&*name.node)
                || matches!(self.names.counter(self.space, &name.node), Ok(Some(_))))
    }

    /// Who has the most of what is noted for each player has it among those that come so far: of plain players that asks for no set.
    fn among_left(
        &mut self,
        candidate: Local,
        (whole, at): (Option<&ast::SetExpr>, usize),
        cond: Cond,
        span: Span,
    ) -> Option<Cond> {
        let (Cond::Most(Item::Local(own), local, extreme, None), Some(whole)) = (&cond, whole)
        else {
            return Some(cond);
        };
        let (local, extreme) = (*local, *extreme);
        let ast::Set::Of { noun, filters, .. } = &whole.node else {
            return Some(cond);
        };
        if *own != candidate {
            return Some(cond);
        }
        let but_you = |filter: &Spanned<ast::Filter>| matches!(&filter.node, ast::Filter::ExceptItem(item) if item.node == ast::Item::You);
        let before = &filters[..at];
        if matches!(noun.node, ast::Noun::Players { .. }) && before.iter().all(but_you) {
            let others = extreme.others || !before.is_empty();
            let extreme = Extreme { others, ..extreme };
            return Some(Cond::Most(Item::Local(candidate), local, extreme, None));
        }
        let (mut left, mut at) = (whole.clone(), at);
        if let (ast::Set::Of { filters, .. }, true) = (&mut left.node, extreme.others) {
            let you = ast::Filter::ExceptItem(Spanned::new(ast::Item::You, span));
            filters.insert(0, Spanned::new(you, span));
            at += 1;
        }
        let counted = |_: &mut Self, of| Some(Num::Entry(local, Box::new(Item::Local(of))));
        let (_, so) = self.foremost(candidate, (&left, at), (!extreme.fewest, span), counted)?;
        Some(Cond::Most(
            Item::Local(candidate),
            local,
            extreme,
            Some(Box::new(so)),
        ))
    }

    /// What is counted of a candidate, and that of no other one of those that come so far there is more, or less.
    fn foremost(
        &mut self,
        candidate: Local,
        (whole, at): (&ast::SetExpr, usize),
        (most, span): (bool, Span),
        mut counted: impl FnMut(&mut Self, Local) -> Option<Num>,
    ) -> Option<(Num, Cond)> {
        if self.extremes >= EXTREMES {
            let what = "filters `with the most ...` inside or after each other";
            return self.fault(span, too_many(what, EXTREMES + 1, EXTREMES));
        }
        let mut left = whole.clone();
        if let ast::Set::Of { filters, .. } = &mut left.node {
            filters.truncate(at);
        }
        self.extremes += 1;
        let read = self.read.len();
        let (own, others) = (counted(self, candidate), self.set(&left));
        let rival = match &others {
            Some(Set {
                kind: SetKind::Of { candidate, .. },
                ..
            }) if own.is_some() => Some(*candidate),
            _ => None,
        };
        let theirs = rival.and_then(|rival| counted(self, rival));
        self.read.truncate(read);
        self.extremes -= 1;
        let (own, mut others, theirs) = (own?, others?, theirs?);
        let how = if most {
            Compare::AtMost
        } else {
            Compare::AtLeast
        };
        let better = Cond::Compare(theirs, how, own.clone()).negated(true);
        if let SetKind::Of { filters, .. } = &mut others.kind {
            filters.push(better);
        }
        Some((own, Cond::exists(others).negated(true)))
    }

    /// What is counted of one of them.
    fn measured(&mut self, of: Local, measure: &ast::SetExpr) -> Option<Set> {
        let block = self.open();
        self.bind_it(of);
        let set = self.set(measure);
        self.close(block);
        set
    }

    fn filter_named(
        &mut self,
        candidate: Local,
        element: Option<Element>,
        name: &ast::Word,
    ) -> Option<Cond> {
        let name_found = self.face_name(name);
        self.want(Wanted::Piece, element?, name.span)?;
        Some(Cond::Named(Item::Local(candidate), name_found?, name.span))
    }

    /// The printed name of some face.
    pub(super) fn face_name(&mut self, name: &ast::Word) -> Option<String> {
        if self.names.faces.contains(&name.node) {
            return Some(name.node.clone());
        }
        let help = match name.node.split_once(':') {
            Some((_, face)) if self.names.faces.contains(face) => {
                format!("write the printed name without its set: `{face}`").into()
            }
            _ => near(&name.node, self.names.faces.iter().map(String::as_str)),
        };
        self.fault(name.span, unknown("face", name, help))
    }

    /// A set whose elements are chosen by `choose`: it binds `it` and perhaps a name.
    pub(super) fn chosen(
        &mut self,
        set: &ast::SetExpr,
        name: Option<&ast::Word>,
    ) -> (Option<Set>, Local) {
        let checked = self.set(set);
        let kind = checked
            .as_ref()
            .map_or(Type::Broken, |set| Type::One(set.element));
        let local = self.local(kind);
        self.bind_it(local);
        if let Some(name) = name {
            self.bind(name, local);
        }
        if checked.as_ref().is_some_and(is_off) {
            self.off.push(local);
        }
        checked.iter().for_each(|set| self.note_held(set, local));
        (checked, local)
    }

    /// Like `any` in conditions and numbers: nothing is chosen while they are read.
    pub(super) fn without_choices<T>(&mut self, read: impl FnOnce(&mut Self) -> T) -> T {
        let choices = std::mem::replace(&mut self.choices, false);
        let value = read(self);
        self.choices = choices;
        value
    }

    /// A number's name, for where a word stands for one.
    pub(super) fn number_name(&mut self, name: &str, span: Span) -> Option<Local> {
        match self.name(name, span)? {
            (local, Type::Number) => Some(local),
            (_, Type::One(element) | Type::Many(element)) => {
                self.fault(span, mismatch("number", noun(element)))
            }
            _ => self.fault(span, mismatch("number", "condition")),
        }
    }
}

//! Looks through a text for the things that it speaks of by name, so that two are not called the same.

use crate::rules::tree::{Argument, Body, Cond, Item, Local, Num, Set, SetKind, Source, Step};

/// What a text does with a thing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Seen {
    /// It speaks of it.
    Used(Local),
    /// It calls this keyword.
    Called(usize),
    /// It brings one in.
    Brought,
}

pub(super) fn body(body: &Body, see: &mut dyn FnMut(Seen)) {
    body.steps.iter().for_each(|spanned| step(&spanned.node, see));
}

pub(super) fn step(step: &Step, see: &mut dyn FnMut(Seen)) {
    match step {
        Step::Pay(cost) => self::step(&cost.node, see),
        Step::Choose { set, local: _ } => {
            self::set(set, see);
            see(Seen::Brought);
        }
        Step::MayChoose { set, local: _, body } => {
            self::set(set, see);
            see(Seen::Brought);
            self::body(body, see);
        }
        Step::Require(cond) | Step::LetTruth(_, cond) => self::cond(cond, see),
        Step::LetItem(_, item) => {
            self::item(item, see);
            if !is_a_name(item) {
                see(Seen::Brought);
            }
        }
        Step::LetNumber(_, number) | Step::Draw(number) => self::number(number, see),
        Step::If { condition, then, otherwise } => {
            self::cond(condition, see);
            self::body(then, see);
            self::body(otherwise, see);
        }
        Step::Repeat { times, body } => {
            self::number(times, see);
            self::body(body, see);
        }
        Step::ForEach { set, body, .. } => {
            self::set(set, see);
            see(Seen::Brought);
            self::body(body, see);
        }
        Step::AtOnce(body) | Step::OneEffect(body) | Step::Unanswered(body) | Step::UnansweredBy(_, body) => {
            self::body(body, see);
        }
        Step::Either(branches) => {
            for branch in branches {
                branch.condition.iter().for_each(|condition| self::cond(condition, see));
                self::body(&branch.body, see);
            }
        }
        Step::Verb(_, item) => self::item(item, see),
        Step::Several { number, set, .. } => {
            self::number(number, see);
            self::set(set, see);
        }
        Step::OfThem { number, .. } => self::number(number, see),
        Step::Put { card: one, onto: other, .. }
        | Step::Move { card: one, onto: other }
        | Step::Build { card: one, place: other }
        | Step::Swap { building: one, card: other }
        | Step::Give { card: one, player: other } => {
            self::item(one, see);
            self::item(other, see);
        }
        Step::Ready | Step::Shuffle => {}
        Step::Take(_) => see(Seen::Brought),
        Step::Call { keyword, arguments } => {
            see(Seen::Called(*keyword));
            for argument in arguments {
                match argument {
                    Argument::Item(item) => self::item(item, see),
                    Argument::Number(number) => self::number(number, see),
                    Argument::Set(set) => self::set(set, see),
                }
            }
        }
    }
}

/// It needs no words of its own.
pub(super) fn is_a_name(item: &Item) -> bool {
    match item {
        Item::Local(_) | Item::This | Item::You | Item::Provoker => true,
        Item::TopOf(_) | Item::OwnerOf(_) | Item::Under(_) | Item::First(_) | Item::Any { .. } => false,
    }
}

fn item(item: &Item, see: &mut dyn FnMut(Seen)) {
    match item {
        Item::Local(local) => see(Seen::Used(*local)),
        Item::This | Item::You | Item::Provoker => {}
        Item::TopOf(item) | Item::OwnerOf(item) | Item::Under(item) => self::item(item, see),
        Item::First(set) => self::set(set, see),
        Item::Any { set, local: _ } => {
            self::set(set, see);
            see(Seen::Brought);
        }
    }
}

fn set(set: &Set, see: &mut dyn FnMut(Seen)) {
    match &set.kind {
        SetKind::Plus(left, right) => {
            self::set(left, see);
            self::set(right, see);
        }
        SetKind::Of { source, filters, .. } => {
            match source {
                Source::PlayersFrom(item)
                | Source::BuildingsOf(item)
                | Source::Neighbours(item)
                | Source::CardsOn(item)
                | Source::CardsOnFromTop(item)
                | Source::CardsIn(item)
                | Source::Hand(item)
                | Source::PlacesOf(item)
                | Source::One(item) => self::item(item, see),
                Source::TopsOf(set) => self::set(set, see),
                Source::Param(local) => see(Seen::Used(*local)),
                Source::Players
                | Source::Buildings
                | Source::Tops
                | Source::Discard
                | Source::Places
                | Source::Them => {}
            }
            filters.iter().for_each(|filter| cond(filter, see));
        }
    }
}

fn cond(cond: &Cond, see: &mut dyn FnMut(Seen)) {
    match cond {
        Cond::And(left, right) | Cond::Or(left, right) => {
            self::cond(left, see);
            self::cond(right, see);
        }
        Cond::Not(inner) => self::cond(inner, see),
        Cond::Stacked(item)
        | Cond::Active(item)
        | Cond::Disabled(item)
        | Cond::FaceUp(item)
        | Cond::Living(item)
        | Cond::VictoryCard(item, _)
        | Cond::Named(item, _, _)
        | Cond::Status(item, _)
        | Cond::Playable(item, _, _) => self::item(item, see),
        Cond::On(one, other) | Cond::Of(one, other) | Cond::Same(one, other) => {
            self::item(one, see);
            self::item(other, see);
        }
        Cond::In(one, set) => {
            self::item(one, see);
            self::set(set, see);
        }
        Cond::Exists(set) => self::set(set, see),
        Cond::Compare(left, _, right) => {
            number(left, see);
            number(right, see);
        }
        Cond::Truth(local) => see(Seen::Used(*local)),
        Cond::Turn(_) | Cond::Dispute(..) => {}
    }
}

fn number(number: &Num, see: &mut dyn FnMut(Seen)) {
    match number {
        Num::Const(_) | Num::Starred(_) | Num::Seats => {}
        Num::Count(set) | Num::DifferentNames(set, _) | Num::MostAlike(set, _) => self::set(set, see),
        Num::Height(item) => self::item(item, see),
        Num::If(cond, then, otherwise) => {
            self::cond(cond, see);
            self::number(then, see);
            self::number(otherwise, see);
        }
        Num::Plus(left, right) => {
            self::number(left, see);
            self::number(right, see);
        }
        Num::Local(local) => see(Seen::Used(*local)),
    }
}

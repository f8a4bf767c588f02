//! What items, sets, conditions and numbers read.

use super::level::{Fact, Level, Lies};
use super::{Begun, Walk};
use crate::ir::Element;
use crate::tree::{Alteration, Alters, Cond, Item, Num, Part, Set, SetKind, Source};
use crate::verbs::Knower;

impl Walk<'_> {
    /// What an item reads to find out which thing it is.
    pub(super) fn item(&mut self, item: &Item, seen_by: Knower) {
        match item {
            Item::TopOf(inner)
            | Item::OwnerOf(inner)
            | Item::Under(inner)
            | Item::Beside(_, inner)
            | Item::Entry(_, inner)
            | Item::WrittenOn(inner) => self.item(inner, seen_by),
            // A name is kept, so all must know it.
            Item::NameOf(inner, span) => {
                self.item(inner, Knower::All);
                self.reads(self.level(inner), Knower::All, *span);
            }
            Item::First(set) | Item::Pick(_, set) => self.set(set, seen_by),
            // Chosen before, where the statement's choices are made.
            Item::Any { .. } | Item::Local(_) | Item::This | Item::You | Item::Provoker => {}
        }
    }

    /// What a set reads to find out what is in it.
    pub(super) fn set(&mut self, set: &Set, seen_by: Knower) {
        match &set.kind {
            SetKind::Plus(left, right) => {
                self.set(left, seen_by);
                self.set(right, seen_by);
            }
            SetKind::Of {
                source,
                candidate,
                filters,
                ..
            } => {
                self.source(source, seen_by);
                let level = self.level_in(source, set.element);
                self.state.bind(*candidate, level, set.element);
                let facts = self.state.facts();
                for (at, filter) in filters.iter().enumerate() {
                    // Each is asked only where the others hold.
                    let others = filters.iter().enumerate().filter(|(other, _)| *other != at);
                    others.for_each(|(_, other)| self.suppose(other, true));
                    self.cond(filter, seen_by);
                    self.state.forget_from(facts);
                }
            }
        }
    }

    fn source(&mut self, source: &Source, seen_by: Knower) {
        source.each_part(&mut |part| match part {
            Part::Item(item) => self.item(item, seen_by),
            Part::Set(set) => self.set(set, seen_by),
            Part::Num(num) => self.num(num, seen_by),
            _ => {}
        });
    }

    /// Who knows what the cards of a set are.
    pub(super) fn level_of_set(&self, set: &Set) -> Level {
        match &set.kind {
            SetKind::Plus(left, right) => self.level_of_set(left).and(self.level_of_set(right)),
            SetKind::Of {
                source,
                candidate,
                filters,
                ..
            } => {
                let up = filters
                    .iter()
                    .any(|filter| supposed(filter, true).contains(&Item::Local(*candidate)));
                if up {
                    Level::OPEN
                } else {
                    self.level_in(source, set.element)
                }
            }
        }
    }

    fn level_in(&self, source: &Source, element: Element) -> Level {
        if matches!(
            element,
            Element::Building | Element::Player | Element::Place | Element::Number | Element::Name
        ) {
            return Level::OPEN;
        }
        let known = self.state.level_in(source).known();
        match source {
            Source::Discard => Level::OPEN,
            // Nobody else sees what comes of it.
            Source::Hand(whose) if self.choosing.as_ref() == Some(whose) => Level::OPEN,
            Source::Hand(Item::You) => Level::of(Knower::You).raised(known),
            Source::Them => self.state.them,
            Source::Param(local) => self.state.level_of(*local),
            Source::One(item) => self.level(item),
            _ => Level::of(known),
        }
    }

    /// Where the cards of a set lie.
    pub(super) fn lies(&self, set: &Set) -> Lies {
        match &set.kind {
            SetKind::Plus(left, right) => {
                let (left, right) = (self.lies(left), self.lies(right));
                if left == right { left } else { Lies::Anywhere }
            }
            SetKind::Of { source, .. } => match source {
                Source::Hand(_) => Lies::InHand,
                Source::Discard | Source::Deck | Source::DeckTop(_) => Lies::Off,
                Source::Them | Source::Param(_) => Lies::Anywhere,
                Source::One(item) => self.item_lies(item),
                _ if set.element == Element::StackedCard => Lies::Stacked,
                _ => Lies::Elsewhere,
            },
        }
    }

    pub(super) fn item_lies(&self, item: &Item) -> Lies {
        match item {
            Item::Local(local) | Item::Any { local, .. } => self.state.lies(*local),
            Item::First(set) | Item::Pick(_, set) => self.lies(set),
            Item::TopOf(_) => Lies::Stacked,
            // The action whose text this is lies aside until that is over.
            Item::This if self.begun == Begun::Play && !self.inside.moved_this => Lies::Off,
            _ => Lies::Anywhere,
        }
    }

    /// What a condition reads, and these see whether it holds.
    pub(super) fn cond(&mut self, cond: &Cond, seen_by: Knower) {
        match cond {
            Cond::And(left, right) => {
                self.beside(left, right, true, seen_by);
                self.beside(right, left, true, seen_by);
            }
            Cond::Or(left, right) => {
                self.beside(left, right, false, seen_by);
                self.beside(right, left, false, seen_by);
            }
            Cond::Not(inner)
            | Cond::Extreme { so: inner, .. }
            | Cond::SideBySide { so: inner, .. } => self.cond(inner, seen_by),
            Cond::Most(_, _, _, Some(so)) => self.cond(so, seen_by),
            Cond::Named(item, _, span)
            | Cond::VictoryCard(item, span)
            | Cond::Playable(item, _, span) => {
                self.item(item, seen_by);
                self.reads(self.level(item), seen_by, *span);
            }
            Cond::NamedLike(item, other, span) => {
                for one in [item, other] {
                    self.item(one, seen_by);
                    self.reads(self.level(one), seen_by, *span);
                }
            }
            Cond::NamedAs(item, name, span) => {
                self.item(item, seen_by);
                self.item(name, seen_by);
                self.reads(self.level(item), seen_by, *span);
            }
            Cond::Stacked(item)
            | Cond::Active(item)
            | Cond::Disabled(item)
            | Cond::FaceUp(item)
            | Cond::Living(item)
            | Cond::Law(item)
            | Cond::Most(item, _, _, None)
            | Cond::Status(item, _)
            | Cond::Standing(item, _)
            | Cond::Meets(item) => self.item(item, seen_by),
            Cond::On(left, right) | Cond::Of(left, right) | Cond::Same(left, right) => {
                self.item(left, seen_by);
                self.item(right, seen_by);
            }
            Cond::In(item, set) => {
                self.item(item, seen_by);
                self.set(set, seen_by);
            }
            Cond::Exists(set) => self.set(set, seen_by),
            Cond::Compare(left, _, right) => {
                self.num(left, seen_by);
                self.num(right, seen_by);
            }
            Cond::Turn(_) | Cond::Truth(_) | Cond::Dispute(..) => {}
        }
    }

    /// One half of a condition: it matters only where the other one is so.
    fn beside(&mut self, half: &Cond, other: &Cond, holds: bool, seen_by: Knower) {
        let facts = self.state.facts();
        self.suppose(other, holds);
        self.cond(half, seen_by);
        self.state.forget_from(facts);
    }

    /// A condition holds, or does not, from here on: what a name stands for stays known.
    pub(super) fn given(&mut self, cond: &Cond, holds: bool) {
        for item in supposed(cond, holds) {
            self.state.learn(&item, Knower::All);
        }
    }

    /// A condition holds, or does not, for a moment: what is face up lies open to all.
    pub(super) fn suppose(&mut self, cond: &Cond, holds: bool) {
        for item in supposed(cond, holds) {
            self.state.suppose(Fact::Item(item), Knower::All);
        }
    }

    /// What a number reads, and these see what comes of it.
    pub(super) fn num(&mut self, num: &Num, seen_by: Knower) {
        match num {
            Num::Const(_) | Num::Starred(_) | Num::Local(_) | Num::JustPut | Num::Seats => {}
            Num::Count(set) => self.set(set, seen_by),
            // Counters lie open to all.
            Num::Height(item)
            | Num::Entry(_, item)
            | Num::Did { who: item, .. }
            | Num::Counters { on: item, .. } => self.item(item, seen_by),
            Num::Whose(number, of) => {
                self.num(number, seen_by);
                self.item(of, seen_by);
            }
            Num::DifferentNames(set, span) | Num::MostAlike(set, span) => {
                self.set(set, seen_by);
                self.reads(self.level_of_set(set), seen_by, *span);
            }
            Num::If(cond, then, otherwise) => {
                self.cond(cond, seen_by);
                let facts = self.state.facts();
                for (num, holds) in [(then, true), (otherwise, false)] {
                    self.suppose(cond, holds);
                    self.num(num, seen_by);
                    self.state.forget_from(facts);
                }
            }
            Num::Plus(left, right) | Num::Minus(left, right) | Num::OfTwo(_, left, right) => {
                self.num(left, seen_by);
                self.num(right, seen_by);
            }
            Num::Half(of, _) | Num::Twice(of) => self.num(of, seen_by),
            Num::Among(among) => {
                self.set(&among.among, seen_by);
                let level = self.level_of_set(&among.among);
                self.state.bind(among.it, level, among.among.element);
                self.num(&among.of, seen_by);
            }
        }
    }
}

impl Walk<'_> {
    /// What changes the meaning of words everybody sees.
    pub(super) fn alters(&mut self, clause: &Alters) {
        if let Some(cond) = &clause.condition {
            self.cond(cond, Knower::All);
            self.suppose(cond, true);
        }
        if let Alteration::Neighbours {
            each: Some((each, local)),
            ..
        } = &clause.what
        {
            let level = self.level_of_set(each);
            self.state.bind(*local, level, each.element);
        }
        clause.what.each_part(&mut |part| match part {
            Part::Set(set) => self.set(set, Knower::All),
            Part::Num(num) => self.num(num, Knower::All),
            Part::Item(item) => self.item(item, Knower::All),
            _ => {}
        });
    }
}

/// What is face up where a condition holds, or where it does not.
fn supposed(cond: &Cond, holds: bool) -> Vec<Item> {
    match cond {
        Cond::FaceUp(item) if holds => vec![item.clone()],
        Cond::Not(inner) => supposed(inner, !holds),
        Cond::And(left, right) if holds => [supposed(left, true), supposed(right, true)].concat(),
        Cond::Or(left, right) if !holds => [supposed(left, false), supposed(right, false)].concat(),
        _ => Vec::new(),
    }
}

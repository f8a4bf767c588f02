//! What items, sets, conditions and numbers are made of, one level down: walks that need all of it go by this.

use super::expr::{Item, Num, Pred, Set, Source};
use super::ids::{ItemId, NumId, PredId, SetId};

/// A part of an item, a set, a condition or a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    Item(ItemId),
    Set(SetId),
    Pred(PredId),
    Num(NumId),
}

impl Item {
    /// See [`super::Rules::each_part`].
    pub fn each_part(self, see: &mut dyn FnMut(Part)) {
        match self {
            Item::Reg(_)
            | Item::This
            | Item::It
            | Item::You
            | Item::Provoker
            | Item::OfTurn
            | Item::Nothing => {}
            Item::TopOf(inner)
            | Item::OwnerOf(inner)
            | Item::Under(inner)
            | Item::Beside(_, inner)
            | Item::NameOf(inner)
            | Item::WrittenOn(inner)
            | Item::Entry(_, inner)
            | Item::Held(_, inner) => see(Part::Item(inner)),
            Item::First(set) | Item::Pick(_, set) => see(Part::Set(set)),
        }
    }
}

impl Set {
    /// See [`super::Rules::each_part`].
    pub fn each_part(self, see: &mut dyn FnMut(Part)) {
        self.source.each_part(see);
        self.filter
            .into_iter()
            .for_each(|filter| see(Part::Pred(filter)));
    }
}

impl Source {
    /// See [`super::Rules::each_part`].
    pub fn each_part(self, see: &mut dyn FnMut(Part)) {
        match self {
            Source::Players
            | Source::Buildings
            | Source::Tops
            | Source::Discard
            | Source::Places => {}
            Source::Marked(_)
            | Source::Noted(_)
            | Source::Deck
            | Source::Laws
            | Source::Names { .. } => {}
            Source::DeckTop(number) => see(Part::Num(number)),
            Source::PlayersFrom(item)
            | Source::PlayersWith { on: item, .. }
            | Source::BuildingsOf(item)
            | Source::Neighbours(item)
            | Source::Row(_, item)
            | Source::CardsOn(item)
            | Source::CardsOnFromTop(item)
            | Source::CardsIn(item)
            | Source::Hand(item)
            | Source::PlacesOf(item)
            | Source::PlacesBeside(item)
            | Source::One(item) => see(Part::Item(item)),
            Source::Between(one, other) => {
                see(Part::Item(one));
                see(Part::Item(other));
            }
            Source::TopsOf(set) => see(Part::Set(set)),
            Source::Numbers(from, to) => {
                see(Part::Num(from));
                see(Part::Num(to));
            }
            Source::Plus(left, right) => {
                see(Part::Set(left));
                see(Part::Set(right));
            }
        }
    }
}

impl Pred {
    /// See [`super::Rules::each_part`].
    pub fn each_part(self, see: &mut dyn FnMut(Part)) {
        match self {
            Pred::Always
            | Pred::Never
            | Pred::MyTurn
            | Pred::MyTurnStart
            | Pred::MyTurnMain
            | Pred::Truth(_) => {}
            Pred::And(left, right) | Pred::Or(left, right) => {
                see(Part::Pred(left));
                see(Part::Pred(right));
            }
            Pred::Not(inner) => see(Part::Pred(inner)),
            Pred::Stacked(item)
            | Pred::Active(item)
            | Pred::Disabled(item)
            | Pred::FaceUp(item)
            | Pred::Living(item)
            | Pred::VictoryCard(item)
            | Pred::Law(item)
            | Pred::Named(item, _)
            | Pred::Face(item, _)
            | Pred::Status(item, _)
            | Pred::Standing(item, _)
            | Pred::Meets(item)
            | Pred::Most(item, _, _)
            | Pred::Playable(item, _) => see(Part::Item(item)),
            Pred::Allowed(_, left, right)
            | Pred::Goes(left, right)
            | Pred::NamedAs(left, right)
            | Pred::NamedLike(left, right)
            | Pred::On(left, right)
            | Pred::Of(left, right)
            | Pred::Same(left, right) => {
                see(Part::Item(left));
                see(Part::Item(right));
            }
            Pred::In(item, set) => {
                see(Part::Item(item));
                see(Part::Set(set));
            }
            Pred::Exists(set) => see(Part::Set(set)),
            Pred::Compare(left, _, right) => {
                see(Part::Num(left));
                see(Part::Num(right));
            }
        }
    }
}

impl Num {
    /// See [`super::Rules::each_part`].
    pub fn each_part(self, see: &mut dyn FnMut(Part)) {
        match self {
            Num::Const(_) | Num::Starred(_) | Num::Reg(_) | Num::Seats => {}
            Num::Count(set) | Num::DifferentNames(set) | Num::MostAlike(set) => see(Part::Set(set)),
            Num::Height(item) | Num::Entry(_, item) | Num::Counters { on: item, .. } => {
                see(Part::Item(item))
            }
            Num::If(pred, then, otherwise) => {
                see(Part::Pred(pred));
                see(Part::Num(then));
                see(Part::Num(otherwise));
            }
            Num::Whose(number, of) => {
                see(Part::Num(number));
                see(Part::Item(of));
            }
            Num::Half(of, _) => see(Part::Num(of)),
            Num::Among(among, of, _) => {
                see(Part::Set(among));
                see(Part::Num(of));
            }
            Num::Plus(left, right) | Num::Minus(left, right) => {
                see(Part::Num(left));
                see(Part::Num(right));
            }
        }
    }
}

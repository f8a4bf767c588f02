//! A walk through conditions, sets and numbers, for what they look at.

use crate::program::clauses::stays_here;
use crate::program::conditions::Property;
use crate::program::conditions::conjuncts;
use crate::program::reads::{AsksOf, Reads};
use rules::ir::{
    Alteration, Alters, Item, ItemId, Num, NumId, Part, Pred, PredId, Rules, Set, SetId, Source,
};

/// Walks through what is asked, and collects what that looks at.
pub(super) struct Reader<'a> {
    rules: &'a Rules,
    pub reads: Reads,
    pub asks: AsksOf,
    /// What gives names is being read.
    naming: bool,
    /// What decides who else is a neighbour is read, too.
    pub links: bool,
}

impl<'a> Reader<'a> {
    pub fn new(rules: &'a Rules) -> Reader<'a> {
        Reader {
            rules,
            reads: Reads::NOTHING,
            asks: AsksOf::default(),
            naming: false,
            links: true,
        }
    }

    fn add(&mut self, reads: Reads) {
        self.reads = self.reads.and(reads);
    }

    /// What its parts read.
    fn parts(&mut self, part: Part) {
        let rules = self.rules;
        rules.each_part(part, &mut |inner| self.part(inner));
    }

    fn part(&mut self, part: Part) {
        match part {
            Part::Item(item) => self.item(item),
            Part::Set(set) => self.set(set),
            Part::Pred(pred) => self.pred(pred),
            Part::Num(num) => self.num(num),
        }
    }

    pub fn item(&mut self, item: ItemId) {
        match self.rules.items[item.index()] {
            Item::This => self.asks.this = true,
            Item::Provoker => self.add(Reads::FAR),
            // A card that has something to say is face up, and takes its change of place with it.
            Item::Under(inner) if self.rules.items[inner.index()] == Item::This => {
                self.asks.this = true;
                return self.add(Reads::FACE_UP);
            }
            Item::TopOf(_) | Item::Under(_) => self.add(Reads::STACKS),
            Item::OwnerOf(_) | Item::Beside(..) => self.add(Reads::ROWS),
            // ORD-1: of several nations the first one hangs, in a law, on whose turn it is.
            Item::Pick(_, set) => {
                self.add(Reads::ROWS);
                let source = self.rules.sets[set.index()].source;
                if !matches!(source, Source::BuildingsOf(_) | Source::TopsOf(_)) {
                    self.add(Reads::TURN);
                }
            }
            Item::First(_) | Item::OfTurn => self.add(Reads::TURN),
            Item::NameOf(_) => self.names(),
            Item::WrittenOn(_) => self.add(Reads::COUNTERS),
            Item::Reg(0) => self.asks.what = true,
            Item::Reg(_)
            | Item::It
            | Item::You
            | Item::Entry(..)
            | Item::Held(..)
            | Item::Nothing => {}
        }
        self.parts(Part::Item(item));
    }

    /// A nation of one's own is near; anybody else's is far.
    fn nation(&mut self, player: ItemId) {
        match self.rules.items[player.index()] {
            Item::You => {}
            Item::OwnerOf(inner)
                if matches!(self.rules.items[inner.index()], Item::This | Item::It) => {}
            _ => self.add(Reads::FAR),
        }
    }

    /// Cards of a nation by their names, where they lie face up: a card that lies on a building keeps its name, whatever
    /// becomes of the building.
    fn is_of_face_up(&self, set: &Set) -> bool {
        let mut asked = Vec::new();
        set.filter
            .into_iter()
            .for_each(|filter| conjuncts(self.rules, filter, &mut asked));
        let said = |pred: &PredId| match Property::of(self.rules, *pred) {
            Some((item, said)) if self.rules.items[item.index()] == Item::It => Some(said),
            _ => None,
        };
        let simple =
            |pred: &PredId| matches!(said(pred), Some(Property::FaceUp | Property::Named(_)));
        asked.iter().all(simple)
            && asked
                .iter()
                .any(|pred| said(pred) == Some(Property::FaceUp))
    }

    pub fn set(&mut self, id: SetId) {
        let set = self.rules.sets[id.index()];
        match set.source {
            Source::CardsIn(player) if self.is_of_face_up(&set) => {
                self.add(Reads::ROWS.and(Reads::FACE_UP));
                self.nation(player);
                return self.item(player);
            }
            Source::Players | Source::PlayersFrom(_) | Source::Noted(_) => self.add(Reads::FAR),
            Source::PlayersWith { .. } => {
                self.add(
                    Reads::COUNTERS
                        .and(Reads::ROWS)
                        .and(Reads::STACKS)
                        .and(Reads::FAR),
                );
            }
            Source::Buildings | Source::Places => self.add(Reads::ROWS.and(Reads::FAR)),
            Source::BuildingsOf(player) | Source::PlacesOf(player) => {
                self.add(Reads::ROWS);
                self.nation(player);
            }
            Source::Neighbours(_) => {
                self.add(Reads::ROWS);
                if self.links {
                    self.links();
                }
            }
            Source::Row(..) | Source::Between(..) | Source::PlacesBeside(_) => {
                self.add(Reads::ROWS)
            }
            Source::Tops => self.add(Reads::ROWS.and(Reads::STACKS).and(Reads::FAR)),
            Source::TopsOf(_) | Source::CardsOn(_) | Source::CardsOnFromTop(_) => {
                self.add(Reads::STACKS)
            }
            Source::CardsIn(player) => {
                self.add(Reads::ROWS.and(Reads::STACKS));
                self.nation(player);
            }
            Source::Hand(_) => {
                self.asks.hands = true;
                self.add(Reads::CARDS.and(Reads::FAR));
            }
            Source::Discard | Source::Deck | Source::DeckTop(_) => {
                self.add(Reads::CARDS.and(Reads::FAR))
            }
            Source::Laws => self.add(Reads::FACE_UP.and(Reads::FAR)),
            Source::Marked(_)
            | Source::Plus(..)
            | Source::One(_)
            | Source::Numbers(..)
            | Source::Names { .. } => {}
        }
        if set.target {
            self.add(Reads::STATUS);
        }
        self.parts(Part::Set(id));
    }

    /// Names, which a disabled building has none of, and what decides who bears which.
    fn names(&mut self) {
        self.add(Reads::STATUS);
        // What gives names reads those that are printed.
        if std::mem::replace(&mut self.naming, true) {
            return;
        }
        let rules = self.rules;
        for clause in rules.faces.iter().flat_map(|face| &face.alters) {
            if let Alteration::Name { set, .. }
            | Alteration::Called { set, .. }
            | Alteration::KeepsName { set } = clause.what
            {
                self.add(
                    Reads::ROWS
                        .and(Reads::STACKS)
                        .and(Reads::FACE_UP)
                        .and(Reads::COUNTERS),
                );
                if !stays_here(rules, set) {
                    self.add(Reads::FAR);
                }
                clause
                    .condition
                    .into_iter()
                    .for_each(|condition| self.pred(condition));
                self.set(set);
                if let Alteration::Name { of, .. } = clause.what {
                    self.item(of);
                }
            }
        }
        for clause in rules.names_for_a_while() {
            // It stands nowhere, and is over when a turn begins.
            let always = [
                Reads::ROWS,
                Reads::STACKS,
                Reads::FACE_UP,
                Reads::COUNTERS,
                Reads::TURN,
                Reads::FAR,
            ];
            always.into_iter().for_each(|read| self.add(read));
            if let Alteration::Name { set, .. }
            | Alteration::Called { set, .. }
            | Alteration::KeepsName { set } = clause.what
            {
                self.set(set);
            }
        }
        self.naming = false;
    }

    /// What decides who else is a neighbour.
    pub fn links(&mut self) {
        let rules = self.rules;
        for clause in rules.faces.iter().flat_map(|face| &face.alters) {
            if let Alteration::Neighbours { each, left, right } = clause.what {
                self.add(
                    Reads::ROWS
                        .and(Reads::FACE_UP)
                        .and(Reads::STATUS)
                        .and(Reads::FAR),
                );
                clause
                    .condition
                    .into_iter()
                    .for_each(|condition| self.pred(condition));
                each.into_iter()
                    .chain([left, right])
                    .for_each(|set| self.set(set));
            }
        }
    }

    /// What decides whether a clause gives a text, and to whom; with what the lasting effects read of one that is of no building.
    pub fn lends(&mut self, clause: &Alters) {
        let set = match clause.what {
            Alteration::TextOf { set, of } => {
                self.item(of);
                set
            }
            Alteration::Has { set, face } => {
                self.add(Reads::of_face_lasting(
                    self.rules,
                    &self.rules.faces[face.index()],
                ));
                set
            }
            _ => return,
        };
        self.set(set);
        clause
            .condition
            .into_iter()
            .for_each(|condition| self.pred(condition));
    }

    pub fn num(&mut self, id: NumId) {
        match self.rules.nums[id.index()] {
            Num::Starred(_) => self.add(Reads::ROWS.and(Reads::STACKS).and(Reads::STATUS)),
            Num::DifferentNames(_) | Num::MostAlike(_) => self.names(),
            Num::Height(_) => self.add(Reads::STACKS),
            // What leaves the nations has none any more.
            Num::Counters { player: false, .. } => {
                self.add(Reads::COUNTERS.and(Reads::ROWS).and(Reads::STACKS))
            }
            Num::Counters {
                player: true, on, ..
            } => {
                self.add(Reads::COUNTERS);
                self.nation(on);
            }
            Num::Const(_)
            | Num::Reg(_)
            | Num::Entry(..)
            | Num::Seats
            | Num::Count(_)
            | Num::If(..)
            | Num::Plus(..) => {}
            Num::Minus(..) | Num::Half(..) | Num::Among(..) | Num::Whose(..) => {}
        }
        self.parts(Part::Num(id));
    }

    pub fn pred(&mut self, id: PredId) {
        match self.rules.preds[id.index()] {
            Pred::Always
            | Pred::Never
            | Pred::Truth(_)
            | Pred::And(..)
            | Pred::Or(..)
            | Pred::Not(_) => {}
            Pred::VictoryCard(_)
            | Pred::In(..)
            | Pred::Same(..)
            | Pred::Exists(_)
            | Pred::Compare(..) => {}
            // A law is near to nobody.
            Pred::Law(_) => self.add(Reads::FACE_UP.and(Reads::FAR)),
            Pred::Stacked(_) | Pred::On(..) => self.add(Reads::STACKS),
            Pred::Active(_) | Pred::Disabled(_) | Pred::Status(..) => self.add(Reads::STATUS),
            Pred::Named(..) | Pred::NamedAs(..) | Pred::NamedLike(..) => self.names(),
            Pred::Face(..) => self.add(Reads::ROWS.and(Reads::STACKS)),
            Pred::FaceUp(_) => self.add(Reads::FACE_UP),
            Pred::Goes(..) => self.add(Reads::ROWS.and(Reads::FAR)),
            Pred::Living(_) | Pred::Most(..) => self.add(Reads::FAR),
            Pred::Of(_, player) => {
                self.add(Reads::ROWS.and(Reads::STACKS));
                self.nation(player);
            }
            // So can what gives a status to a player.
            Pred::Standing(..) | Pred::Meets(_) => self.add(Reads(u8::MAX)),
            // So can what forbids something, or asks a price that the hand pays but not the card that is played.
            Pred::Allowed(..) => {
                self.asks.this = true;
                self.asks.hands = true;
                self.add(Reads(u8::MAX));
            }
            // What an action needs can be anything.
            Pred::Playable(..) => {
                self.asks.ahead = true;
                self.add(Reads(u8::MAX));
            }
            Pred::MyTurn | Pred::MyTurnStart | Pred::MyTurnMain => self.add(Reads::TURN),
        }
        self.parts(Part::Pred(id));
    }
}

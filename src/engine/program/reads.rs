//! What conditions and sets look at, so that they are asked again only when that has changed.

use crate::program::clauses::{Clauses, stays_here};
use crate::program::conjuncts::conjuncts;
use crate::program::said::Said;
use rules::ir::{
    Alteration, Alters, BARRED, Bar, Face, Happening, Item, ItemId, Num, NumId, Part, Pred, PredId,
    Rules, Says, Set, SetId, Source, TEXTS,
};

/// The parts of a table that something reads, or that have changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Reads(pub u8);

impl Reads {
    /// It looks at nothing.
    pub const NOTHING: Reads = Reads(0);
    /// Which buildings stand where.
    pub const ROWS: Reads = Reads(1);
    /// Which cards are stacked where.
    pub const STACKS: Reads = Reads(2);
    /// Which cards are stacked face up.
    pub const FACE_UP: Reads = Reads(4);
    /// Hands and piles.
    pub const CARDS: Reads = Reads(8);
    /// Whose turn it is, and which part of it.
    pub const TURN: Reads = Reads(16);
    /// The statuses of buildings, and with them their names.
    pub const STATUS: Reads = Reads(32);
    /// More than one nation.
    pub const FAR: Reads = Reads(64);
    /// Counters on cards and players.
    pub const COUNTERS: Reads = Reads(128);

    /// What both, one or the other, look at.
    #[inline(always)]
    pub fn and(self, other: Reads) -> Reads {
        Reads(self.0 | other.0)
    }

    /// They have a part in common.
    #[inline(always)]
    pub fn meets(self, other: Reads) -> bool {
        self.0 & other.0 != 0
    }

    pub(super) fn of_lasting(rules: &Rules) -> Reads {
        let mut reader = Reader::new(rules);
        if rules.alters() & TEXTS != 0 {
            reader.reads = Reads(u8::MAX);
        }
        for lasting in rules.faces.iter().flat_map(|face| &face.lasting) {
            // A new building or face-up card brings its own lasting effects.
            reader.reads = reader.reads.and(Reads::ROWS).and(Reads::FACE_UP);
            reader.set(lasting.set);
            lasting
                .condition
                .into_iter()
                .for_each(|condition| reader.pred(condition));
        }
        reader.reads.and(Reads::given_for_a_while(rules))
    }

    /// What the statuses hang on that texts give to buildings for a while; nothing where no text does.
    pub(super) fn given_for_a_while(rules: &Rules) -> Reads {
        let mut reader = Reader::new(rules);
        for pending in &rules.pending {
            if let Says::Gives(lasting) = &pending.says {
                // It stands nowhere, is over when a turn begins, and what it says comes before other statuses.
                let always = [
                    Reads::ROWS,
                    Reads::FACE_UP,
                    Reads::TURN,
                    Reads::STATUS,
                    Reads::FAR,
                ];
                reader.reads = always.into_iter().fold(reader.reads, Reads::and);
                reader.set(lasting.set);
                lasting
                    .condition
                    .into_iter()
                    .for_each(|condition| reader.pred(condition));
            }
        }
        reader.reads
    }

    /// What a face's lasting effects read, besides where they stand themselves.
    pub(super) fn of_face_lasting(rules: &Rules, face: &Face) -> Reads {
        // Where texts say who is a neighbour, all is looked at again.
        let mut reader = Reader {
            links: false,
            ..Reader::new(rules)
        };
        for lasting in &face.lasting {
            reader.set(lasting.set);
            lasting
                .condition
                .into_iter()
                .for_each(|condition| reader.pred(condition));
        }
        reader.reads
    }

    /// What a face's conditions to win read; its own status, and where it stands, too.
    pub(super) fn of_face_wins(rules: &Rules, face: &Face) -> Reads {
        let mut reader = Reader::new(rules);
        for win in &face.wins {
            reader.reads = reader.reads.and(Reads::ROWS).and(Reads::STATUS);
            reader.pred(*win);
        }
        reader.reads
    }

    /// What a condition reads.
    pub(super) fn of_pred(rules: &Rules, pred: PredId) -> Reads {
        let mut reader = Reader::new(rules);
        reader.pred(pred);
        reader.reads
    }

    /// What a condition asks about besides the table as it lies.
    pub(super) fn asked_of(rules: &Rules, pred: PredId) -> AsksOf {
        let mut reader = Reader::new(rules);
        reader.pred(pred);
        reader.asks
    }

    /// The same of a set.
    pub(super) fn asked_of_set(rules: &Rules, set: SetId) -> AsksOf {
        let mut reader = Reader::new(rules);
        reader.set(set);
        reader.asks
    }

    /// The same of a number.
    pub(super) fn asked_of_number(rules: &Rules, number: NumId) -> AsksOf {
        let mut reader = Reader::new(rules);
        reader.num(number);
        reader.asks
    }

    /// What decides which texts a building that shows this face has besides its own, and what the lasting effects of those read
    /// that are of no other building.
    pub(super) fn of_lent_lasting(rules: &Rules, face: &Face) -> Reads {
        let mut reader = Reader::new(rules);
        reader.reads = Reads::ROWS
            .and(Reads::FACE_UP)
            .and(Reads::STATUS)
            .and(Reads::FAR);
        let stacked = rules
            .kinds
            .iter()
            .filter_map(|kind| kind.action)
            .map(|face| &rules.faces[face.index()]);
        let afar = rules
            .faces
            .iter()
            .filter(|face| Clauses::lent_by(rules, face)[1] != Clauses::NONE);
        for clause in std::iter::once(face)
            .chain(stacked)
            .chain(afar)
            .flat_map(|face| &face.alters)
        {
            reader.lends(clause);
        }
        reader.reads
    }

    /// What decides who is a neighbour, what texts buildings have besides their own and which of them stay active whatever is
    /// said: all that lasting effects hang on besides what they ask themselves.
    pub(super) fn of_steering(rules: &Rules) -> Reads {
        let mut reader = Reader::new(rules);
        reader.reads = Reads::ROWS
            .and(Reads::FACE_UP)
            .and(Reads::STATUS)
            .and(Reads::FAR);
        reader.links();
        // What is said for a while is over when a turn begins.
        if rules
            .bars_for_a_while()
            .any(|bar| bar.happenings & Happening::Silenced.bit() != 0)
        {
            reader.reads = Reads(u8::MAX);
        }
        for clause in rules.faces.iter().flat_map(|face| &face.alters) {
            reader.lends(clause);
        }
        let keeps = |bar: &&Bar| bar.happenings & Happening::Silenced.bit() != 0;
        for bar in rules.faces.iter().flat_map(|face| &face.bars).filter(keeps) {
            bar.condition
                .into_iter()
                .for_each(|condition| reader.pred(condition));
        }
        reader.reads
    }

    /// What decides who cannot win; nothing where everybody can.
    pub(super) fn of_bars(rules: &Rules) -> Reads {
        let pending = || {
            rules
                .pending
                .iter()
                .filter_map(|pending| match &pending.says {
                    Says::Holds(lasting) => Some(lasting),
                    _ => None,
                })
        };
        let standings = || {
            rules
                .faces
                .iter()
                .flat_map(|face| &face.standings)
                .chain(pending())
        };
        if !standings().any(|standing| standing.status >= BARRED) {
            return Reads::NOTHING;
        }
        let mut reader = Reader::new(rules);
        reader.reads = Reads::ROWS
            .and(Reads::FACE_UP)
            .and(Reads::STATUS)
            .and(Reads::FAR);
        for standing in standings() {
            reader.set(standing.set);
            standing
                .condition
                .into_iter()
                .for_each(|condition| reader.pred(condition));
        }
        reader.reads
    }

    pub(super) fn of_wins(rules: &Rules) -> Reads {
        if rules.alters() & TEXTS != 0 {
            return Reads(u8::MAX);
        }
        rules.faces.iter().fold(Reads::NOTHING, |reads, face| {
            reads.and(Reads::of_face_wins(rules, face))
        })
    }

    pub(super) fn of_tallies(rules: &Rules) -> Vec<Reads> {
        let of = |index: usize| {
            let mut reader = Reader::new(rules);
            reader.set(rules.tallies[index].count);
            rules.tallies[index]
                .more
                .iter()
                .for_each(|set| reader.set(*set));
            let others = rules.faces.iter().flat_map(|face| &face.counts_as);
            for counts in others.filter(|counts| !counts.own && usize::from(counts.tally) == index)
            {
                reader.reads = reader.reads.and(Reads::ROWS).and(Reads::STATUS);
                reader.set(counts.set);
            }
            reader.reads
        };
        (0..rules.tallies.len()).map(of).collect()
    }
}

/// What a question hangs on besides the table as it lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct AsksOf {
    /// The very card whose text it is in.
    pub this: bool,
    /// What is in a hand; that is something else once a card is played from it.
    pub hands: bool,
    /// Whether some card can be played.
    pub ahead: bool,
    /// What happens to which card: it looks into register 0.
    pub what: bool,
}

struct Reader<'a> {
    rules: &'a Rules,
    reads: Reads,
    asks: AsksOf,
    /// What gives names is being read.
    naming: bool,
    /// What decides who else is a neighbour is read, too.
    links: bool,
}

impl<'a> Reader<'a> {
    fn new(rules: &'a Rules) -> Reader<'a> {
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

    fn item(&mut self, item: ItemId) {
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
            // ORD-1: in a law the first one hangs on whose turn it is.
            Item::Pick(..) => self.add(Reads::ROWS.and(Reads::TURN)),
            Item::First(_) => self.add(Reads::TURN),
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
        let said = |pred: &PredId| match Said::of(self.rules, *pred) {
            Some((item, said)) if self.rules.items[item.index()] == Item::It => Some(said),
            _ => None,
        };
        let simple = |pred: &PredId| matches!(said(pred), Some(Said::FaceUp | Said::Named(_)));
        asked.iter().all(simple) && asked.iter().any(|pred| said(pred) == Some(Said::FaceUp))
    }

    fn set(&mut self, id: SetId) {
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
            Source::Row(..) | Source::Between(..) => self.add(Reads::ROWS),
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
    fn links(&mut self) {
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
    fn lends(&mut self, clause: &Alters) {
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

    fn num(&mut self, id: NumId) {
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

    fn pred(&mut self, id: PredId) {
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

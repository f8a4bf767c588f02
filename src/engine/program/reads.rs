//! What conditions and sets look at, so that they are asked again only when that has changed.

use crate::engine::program::filters::Quick;
use crate::rules::ir::{Face, Item, ItemId, Num, NumId, Pred, PredId, Rules, SetId, Source};

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
        for lasting in rules.faces.iter().flat_map(|face| &face.lasting) {
            // A new building or face-up card brings its own lasting effects.
            reader.reads = reader.reads.and(Reads::ROWS).and(Reads::FACE_UP);
            reader.set(lasting.set);
            lasting.condition.into_iter().for_each(|condition| reader.pred(condition));
        }
        reader.reads
    }

    /// What a face's lasting effects read, besides where they stand themselves.
    pub(super) fn of_face_lasting(rules: &Rules, face: &Face) -> Reads {
        let mut reader = Reader::new(rules);
        for lasting in &face.lasting {
            reader.set(lasting.set);
            lasting.condition.into_iter().for_each(|condition| reader.pred(condition));
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

    pub(super) fn of_wins(rules: &Rules) -> Reads {
        rules.faces.iter().fold(Reads::NOTHING, |reads, face| reads.and(Reads::of_face_wins(rules, face)))
    }

    pub(super) fn of_tallies(rules: &Rules) -> Vec<Reads> {
        let of = |index: usize| {
            let mut reader = Reader::new(rules);
            reader.set(rules.tallies[index].count);
            let others = rules.faces.iter().flat_map(|face| &face.counts_as);
            for counts in others.filter(|counts| !counts.own && usize::from(counts.tally) == index) {
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
}

struct Reader<'a> {
    rules: &'a Rules,
    reads: Reads,
    asks: AsksOf,
}

impl<'a> Reader<'a> {
    fn new(rules: &'a Rules) -> Reader<'a> {
        Reader { rules, reads: Reads::NOTHING, asks: AsksOf::default() }
    }

    fn add(&mut self, reads: Reads) {
        self.reads = self.reads.and(reads);
    }

    fn item(&mut self, item: ItemId) {
        self.asks.this |= self.rules.items[item.index()] == Item::This;
        match self.rules.items[item.index()] {
            Item::Reg(_) | Item::This | Item::It | Item::You => {}
            Item::Provoker => self.add(Reads::FAR),
            // A card that has something to say is face up, and takes its change of place with it.
            Item::Under(inner) if self.rules.items[inner.index()] == Item::This => {
                self.asks.this = true;
                self.add(Reads::FACE_UP);
            }
            Item::TopOf(inner) | Item::Under(inner) => {
                self.add(Reads::STACKS);
                self.item(inner);
            }
            Item::OwnerOf(inner) => {
                self.add(Reads::ROWS);
                self.item(inner);
            }
            Item::First(set) => self.set(set),
        }
    }

    /// A nation of its own is near; anybody else's is far.
    fn nation(&mut self, player: ItemId) {
        match self.rules.items[player.index()] {
            Item::You => {}
            Item::OwnerOf(inner) if matches!(self.rules.items[inner.index()], Item::This | Item::It) => {}
            _ => self.add(Reads::FAR),
        }
        self.item(player);
    }

    fn set(&mut self, id: SetId) {
        let set = self.rules.sets[id.index()];
        if let (Source::CardsIn(player), Quick::UpNamed(_)) = (set.source, Quick::of(self.rules, &set)) {
            // A card that lies on a building keeps its name, whatever becomes of the building.
            self.add(Reads::ROWS.and(Reads::FACE_UP));
            return self.nation(player);
        }
        match set.source {
            Source::Players | Source::PlayersFrom(_) => self.add(Reads::FAR),
            Source::Buildings | Source::Places => self.add(Reads::ROWS.and(Reads::FAR)),
            Source::BuildingsOf(player) | Source::PlacesOf(player) => {
                self.add(Reads::ROWS);
                self.nation(player);
            }
            Source::Neighbours(building) => {
                self.add(Reads::ROWS);
                self.item(building);
            }
            Source::Tops => self.add(Reads::ROWS.and(Reads::STACKS).and(Reads::FAR)),
            Source::TopsOf(inner) => {
                self.add(Reads::STACKS);
                self.set(inner);
            }
            Source::CardsOn(building) | Source::CardsOnFromTop(building) => {
                self.add(Reads::STACKS);
                self.item(building);
            }
            Source::CardsIn(player) => {
                self.add(Reads::ROWS.and(Reads::STACKS));
                self.nation(player);
            }
            Source::Hand(player) => {
                self.asks.hands = true;
                self.add(Reads::CARDS.and(Reads::FAR));
                self.item(player);
            }
            Source::Discard => self.add(Reads::CARDS.and(Reads::FAR)),
            Source::Marked(_) => {}
            Source::Plus(left, right) => {
                self.set(left);
                self.set(right);
            }
            Source::One(item) => self.item(item),
        }
        if set.target {
            self.add(Reads::STATUS);
        }
        set.filter.into_iter().for_each(|filter| self.pred(filter));
    }

    fn num(&mut self, id: NumId) {
        match self.rules.nums[id.index()] {
            Num::Const(_) | Num::Reg(_) | Num::Seats => {}
            Num::Starred(_) => self.add(Reads::ROWS.and(Reads::STACKS).and(Reads::STATUS)),
            Num::Count(set) => self.set(set),
            Num::DifferentNames(set) | Num::MostAlike(set) => {
                self.add(Reads::STATUS);
                self.set(set);
            }
            Num::Height(item) => {
                self.add(Reads::STACKS);
                self.item(item);
            }
            Num::If(pred, then, otherwise) => {
                self.pred(pred);
                self.num(then);
                self.num(otherwise);
            }
            Num::Plus(left, right) => {
                self.num(left);
                self.num(right);
            }
        }
    }

    fn pred(&mut self, id: PredId) {
        match self.rules.preds[id.index()] {
            Pred::Always | Pred::Never | Pred::Truth(_) => {}
            Pred::And(left, right) | Pred::Or(left, right) => {
                self.pred(left);
                self.pred(right);
            }
            Pred::Not(inner) => self.pred(inner),
            Pred::Stacked(item) => {
                self.add(Reads::STACKS);
                self.item(item);
            }
            Pred::Active(item) | Pred::Disabled(item) | Pred::Status(item, _) | Pred::Named(item, _) => {
                self.add(Reads::STATUS);
                self.item(item);
            }
            Pred::Face(item, _) => {
                self.add(Reads::ROWS.and(Reads::STACKS));
                self.item(item);
            }
            Pred::FaceUp(item) => {
                self.add(Reads::FACE_UP);
                self.item(item);
            }
            Pred::VictoryCard(item) => self.item(item),
            Pred::Living(item) => {
                self.add(Reads::FAR);
                self.item(item);
            }
            Pred::On(card, building) => {
                self.add(Reads::STACKS);
                self.item(card);
                self.item(building);
            }
            Pred::Of(item, player) => {
                self.add(Reads::ROWS.and(Reads::STACKS));
                self.item(item);
                self.nation(player);
            }
            Pred::In(item, set) => {
                self.item(item);
                self.set(set);
            }
            Pred::Same(left, right) => {
                self.item(left);
                self.item(right);
            }
            Pred::Exists(set) => self.set(set),
            Pred::Compare(left, _, right) => {
                self.num(left);
                self.num(right);
            }
            // What an action needs can be anything.
            Pred::Playable(item, _) => {
                self.asks.ahead = true;
                self.add(Reads(u8::MAX));
                self.item(item);
            }
            Pred::MyTurn | Pred::MyTurnStart | Pred::MyTurnMain => self.add(Reads::TURN),
        }
    }
}

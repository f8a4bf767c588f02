//! What conditions and sets look at, so that they are asked again only when that has changed.

use crate::program::clauses::Clauses;
use crate::program::reader::Reader;
use crate::program::tallies::counted_as;
use rules::ir::{BARRED, Bar, Face, Happening, NumId, PredId, Rules, Says, SetId, TEXTS};

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
        reader.reads = Reads::of_lending(rules);
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
        let mut reader = Reader::new(rules);
        reader.links = false;
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

    /// What decides which buildings have which texts besides their own; nothing where no text gives any.
    fn of_lending(rules: &Rules) -> Reads {
        let mut reader = Reader::new(rules);
        if rules.alters() & TEXTS != 0 {
            reader.reads = Reads::ROWS
                .and(Reads::FACE_UP)
                .and(Reads::STATUS)
                .and(Reads::FAR);
        }
        for clause in rules.faces.iter().flat_map(|face| &face.alters) {
            reader.lends(clause);
        }
        reader.reads
    }

    pub(super) fn of_wins(rules: &Rules) -> Reads {
        rules
            .faces
            .iter()
            .fold(Reads::of_lending(rules), |reads, face| {
                reads.and(Reads::of_face_wins(rules, face))
            })
    }

    pub(super) fn of_tallies(rules: &Rules) -> Vec<Reads> {
        let lending = match rules.faces.iter().any(|face| !face.counts_as.is_empty()) {
            true => Reads::of_lending(rules),
            false => Reads::NOTHING,
        };
        let of = |index: usize| {
            let mut reader = Reader::new(rules);
            reader.reads = lending;
            reader.set(rules.tallies[index].count);
            rules.tallies[index]
                .more
                .iter()
                .for_each(|set| reader.set(*set));
            for set in counted_as(rules, index) {
                reader.reads = reader.reads.and(Reads::ROWS).and(Reads::STATUS);
                reader.set(set);
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

//! What each face has something to say to, so that all others are passed.

use crate::program::clauses::{Clauses, stays_here};
use crate::program::lasting::Effect;
use crate::program::set_plans::SetPlans;
use board::{ByFace, CardId, CardSet, Kind};
use rules::ir::{
    self, Alteration, BARRED, BARRED_BUT_LAST, Face, FaceId, Happening, LED, OPEN, Rules, SEEN,
};

/// What the clauses of a face are about: happenings by [`Happening::bit`](rules::ir::Happening::bit). Another kind of
/// clause about happenings gets a field of its own here, and is asked for by it.
#[derive(Debug, Clone, Copy)]
pub struct Speaks {
    /// It waits for that, besides what happens to its own card.
    pub hears: u64,
    /// It forbids that.
    pub forbids: u64,
    /// It may come in the place of that.
    pub replaces: u64,
    /// It gives that to players, by [`standing_bit`].
    pub gives: u32,
    /// It changes that of what words mean, a bit each sort, with [`NAMES_AFAR`].
    pub alters: u8,
    /// It gives such clauses to the building that it is, or lies on; and to others.
    pub lends: [Clauses; 2],
    /// Where its lasting effects begin and end, of those of faces that are stacked.
    lasting: (u16, u16),
}

/// A bit besides the sorts of alterations: names that are given to other buildings than the one that the card is, or lies on.
pub const NAMES_AFAR: u8 = 1 << 7;

/// The sort of an alteration, and whether it gives names afar.
fn alters(rules: &Rules, what: Alteration) -> u8 {
    match what {
        Alteration::Name { set, .. }
        | Alteration::Called { set, .. }
        | Alteration::KeepsName { set }
            if !stays_here(rules, set) =>
        {
            what.sort() | NAMES_AFAR
        }
        _ => what.sort(),
    }
}

/// A bit of its own for each status that players may have.
pub fn standing_bit(status: u8) -> u32 {
    match status {
        SEEN => 1 << 27,
        LED => 1 << 28,
        OPEN => 1 << 29,
        BARRED => 1 << 30,
        BARRED_BUT_LAST => 1 << 31,
        status => 1 << status,
    }
}

impl Speaks {
    /// It says nothing.
    const NOTHING: Speaks = Speaks {
        hears: 0,
        forbids: 0,
        replaces: 0,
        gives: 0,
        alters: 0,
        lends: [Clauses::NONE; 2],
        lasting: (0, 0),
    };

    fn of(rules: &Rules, face: &Face) -> Speaks {
        let waiting = face.triggers.iter().filter(|trigger| !trigger.own);
        Speaks {
            hears: waiting.fold(0, |all, trigger| all | trigger.happenings),
            forbids: face.bars.iter().fold(0, |all, bar| all | bar.happenings),
            replaces: face
                .instead
                .iter()
                .fold(0, |all, clause| all | clause.happenings),
            gives: face
                .standings
                .iter()
                .fold(0, |all, standing| all | standing_bit(standing.status)),
            alters: face
                .alters
                .iter()
                .fold(0, |all, clause| all | alters(rules, clause.what)),
            lends: Clauses::lent_by(rules, face),
            lasting: (0, 0),
        }
    }

    fn and(self, other: Speaks) -> Speaks {
        Speaks {
            hears: self.hears | other.hears,
            forbids: self.forbids | other.forbids,
            replaces: self.replaces | other.replaces,
            gives: self.gives | other.gives,
            alters: self.alters | other.alters,
            lends: [0, 1].map(|at| self.lends[at].and(other.lends[at])),
            lasting: (0, 0),
        }
    }
}

/// What texts are asked about.
#[derive(Debug, Clone, Copy)]
pub enum Topic {
    /// What they wait for, by [`Happening::bit`](rules::ir::Happening::bit).
    Hears(u64),
    /// What they forbid.
    Forbids(u64),
    /// In the place of what they may come.
    Replaces(u64),
    /// What they give to players, by [`standing_bit`].
    Gives(u32),
    /// What they change of what words mean, a bit each sort.
    Alters(u8),
    /// What clauses they give to the building that they are, or lie on.
    Lends(Clauses),
    /// The same to other buildings.
    LendsAfar(Clauses),
}

impl Topic {
    /// Some texts may say so of which something is known by this.
    #[inline(always)]
    pub fn is_of(self, speaks: &Speaks) -> bool {
        match self {
            Topic::Hears(bits) => speaks.hears & bits != 0,
            Topic::Forbids(bits) => speaks.forbids & bits != 0,
            Topic::Replaces(bits) => speaks.replaces & bits != 0,
            Topic::Gives(bits) => speaks.gives & bits != 0,
            Topic::Alters(sorts) => speaks.alters & sorts != 0,
            Topic::Lends(clauses) => speaks.lends[0].has(clauses),
            Topic::LendsAfar(clauses) => speaks.lends[1].has(clauses),
        }
    }
}

/// How many happenings there are.
const HAPPENINGS: usize = Happening::ALL.len();

/// The cards that have faces which speak of something, by the bit of that.
#[derive(Debug, Clone)]
struct Speakers {
    /// All that some card speaks of.
    all: Speaks,
    hears: [ByFace; HAPPENINGS],
    forbids: [ByFace; HAPPENINGS],
    replaces: [ByFace; HAPPENINGS],
    gives: [ByFace; 32],
    alters: [ByFace; 8],
    lends: [[ByFace; 8]; 2],
}

impl Speakers {
    const NONE: Speakers = Speakers {
        all: Speaks::NOTHING,
        hears: [ByFace::NONE; HAPPENINGS],
        forbids: [ByFace::NONE; HAPPENINGS],
        replaces: [ByFace::NONE; HAPPENINGS],
        gives: [ByFace::NONE; 32],
        alters: [ByFace::NONE; 8],
        lends: [[ByFace::NONE; 8]; 2],
    };

    /// The sets of those that speak of it, and which of them there is anybody in.
    #[inline(always)]
    fn of(&self, topic: Topic) -> (&[ByFace], u64) {
        match topic {
            Topic::Hears(bits) => (&self.hears, bits & self.all.hears),
            Topic::Forbids(bits) => (&self.forbids, bits & self.all.forbids),
            Topic::Replaces(bits) => (&self.replaces, bits & self.all.replaces),
            Topic::Gives(bits) => (&self.gives, (bits & self.all.gives).into()),
            Topic::Alters(sorts) => (&self.alters, (sorts & self.all.alters).into()),
            Topic::Lends(of) => (&self.lends[0], (of.0 & self.all.lends[0].0).into()),
            Topic::LendsAfar(of) => (&self.lends[1], (of.0 & self.all.lends[1].0).into()),
        }
    }

    /// The sets of what is said so.
    fn each_of(&mut self, speaks: &Speaks, mut found: impl FnMut(&mut ByFace)) {
        let Speakers {
            all: _,
            hears,
            forbids,
            replaces,
            gives,
            alters,
            lends: [here, afar],
        } = self;
        each_bit(speaks.hears, |bit| found(&mut hears[bit]));
        each_bit(speaks.forbids, |bit| found(&mut forbids[bit]));
        each_bit(speaks.replaces, |bit| found(&mut replaces[bit]));
        each_bit(speaks.gives.into(), |bit| found(&mut gives[bit]));
        each_bit(speaks.alters.into(), |bit| found(&mut alters[bit]));
        each_bit(speaks.lends[0].0.into(), |bit| found(&mut here[bit]));
        each_bit(speaks.lends[1].0.into(), |bit| found(&mut afar[bit]));
    }

    /// A card of a kind is put in, or taken out.
    fn change(&mut self, kind: &OfKind, change: impl Fn(&mut CardSet)) {
        self.each_of(&kind.buildings, |cards| change(&mut cards.buildings));
        self.each_of(&kind.action, |cards| change(&mut cards.actions));
    }
}

#[inline(always)]
fn any_bit(mut bits: u64, found: impl Fn(usize) -> bool) -> bool {
    while bits != 0 {
        if found(bits.trailing_zeros() as usize) {
            return true;
        }
        bits &= bits - 1;
    }
    false
}

#[inline(always)]
fn each_bit(mut bits: u64, mut found: impl FnMut(usize)) {
    while bits != 0 {
        found(bits.trailing_zeros() as usize);
        bits &= bits - 1;
    }
}

/// All that a kind says as a building, on either side, and by its action.
#[derive(Debug, Clone)]
struct OfKind {
    buildings: Speaks,
    action: Speaks,
}

/// What all faces of a game have to say.
#[derive(Debug, Clone)]
pub struct AllSpeak {
    faces: Vec<Speaks>,
    /// All faces of cards that may lie on a building, or in front of nobody, together.
    pub actions: Speaks,
    /// All faces that may stand, together.
    pub buildings: Speaks,
    /// All faces that texts give to buildings, together.
    pub given: Speaks,
    /// All that counters say, together.
    pub marks: Speaks,
    /// The lasting effects of the former, face by face.
    lasting: Vec<Effect>,
    kinds: Vec<OfKind>,
    speakers: Box<Speakers>,
}

impl AllSpeak {
    pub fn of(rules: &Rules, sets: &SetPlans) -> AllSpeak {
        let mut faces: Vec<Speaks> = rules
            .faces
            .iter()
            .map(|face| Speaks::of(rules, face))
            .collect();
        let (mut actions, mut buildings, mut lasting) =
            (Speaks::NOTHING, Speaks::NOTHING, Vec::new());
        for kind in &rules.kinds {
            buildings = kind
                .buildings
                .iter()
                .fold(buildings, |all, face| all.and(faces[face.index()]));
            let Some(action) = kind.action else { continue };
            let begin = lasting.len() as u16;
            let of_face = rules.faces[action.index()]
                .lasting
                .iter()
                .copied()
                .enumerate();
            lasting.extend(
                of_face.map(|(index, lasting)| Effect::of(rules, sets, (action, index), lasting)),
            );
            faces[action.index()].lasting = (begin, lasting.len() as u16);
            actions = actions.and(faces[action.index()]);
        }
        let clauses = rules.faces.iter().flat_map(|face| &face.alters);
        let given = clauses.filter_map(|clause| clause.what.given());
        let given = given.fold(Speaks::NOTHING, |all, face| all.and(faces[face.index()]));
        let marks = rules.counters.iter().filter_map(|counter| counter.face);
        let marks = marks.fold(Speaks::NOTHING, |all, face| all.and(faces[face.index()]));
        let all_of = |some: &[FaceId]| {
            let each = some.iter().map(|face| faces[face.index()]);
            each.fold(Speaks::NOTHING, Speaks::and)
        };
        let of_kind = |kind: &ir::Kind| OfKind {
            buildings: all_of(&kind.buildings),
            action: all_of(kind.action.as_slice()),
        };
        let kinds: Vec<OfKind> = rules.kinds.iter().map(of_kind).collect();
        let mut speakers = Box::new(Speakers {
            all: faces.iter().copied().fold(Speaks::NOTHING, Speaks::and),
            ..Speakers::NONE
        });
        for (card, kind) in (0..).zip(&rules.cards) {
            speakers.change(&kinds[kind.index()], |cards| cards.insert(CardId(card)));
        }
        AllSpeak {
            faces,
            actions,
            buildings: buildings.and(given),
            given,
            marks,
            lasting,
            kinds,
            speakers,
        }
    }

    /// The card was one of one kind, and is one of another from now on.
    pub fn set_kind(&mut self, card: CardId, before: Kind, kind: Kind) {
        let [before, kind] = [before, kind].map(|kind| &self.kinds[kind.index()]);
        self.speakers.change(before, |cards| cards.remove(card));
        self.speakers.change(kind, |cards| cards.insert(card));
    }

    /// The cards that speak so as buildings, or by their actions, wherever they are.
    pub fn cards(&self, topic: Topic) -> ByFace {
        let (sets, bits) = self.speakers.of(topic);
        let mut cards = ByFace::NONE;
        each_bit(bits, |bit| cards.insert_all(&sets[bit]));
        cards
    }

    /// A card speaks so as a building.
    #[inline(always)]
    pub fn standing(&self, topic: Topic, building: CardId) -> bool {
        let (sets, bits) = self.speakers.of(topic);
        any_bit(bits, |bit| sets[bit].buildings.has(building))
    }

    /// A card speaks so by its action.
    #[inline(always)]
    pub fn lying(&self, topic: Topic, card: CardId) -> bool {
        let (sets, bits) = self.speakers.of(topic);
        any_bit(bits, |bit| sets[bit].actions.has(card))
    }

    /// Some of those cards speak so, by the face that shows.
    #[inline(always)]
    pub fn any(&self, topic: Topic, cards: &ByFace) -> bool {
        let (sets, bits) = self.speakers.of(topic);
        any_bit(bits, |bit| sets[bit].meets(cards))
    }

    /// Some text changes what words mean in such a way.
    #[inline(always)]
    pub fn alters(&self, sorts: u8) -> bool {
        (self.buildings.alters | self.actions.alters) & sorts != 0
    }

    /// What that face has to say.
    #[inline(always)]
    pub fn face(&self, face: FaceId) -> &Speaks {
        &self.faces[face.index()]
    }

    /// The lasting effects of the face of a card that may be stacked, in order.
    #[inline(always)]
    pub fn lasting(&self, face: FaceId) -> &[Effect] {
        let (begin, end) = self.face(face).lasting;
        &self.lasting[usize::from(begin)..usize::from(end)]
    }
}

/// The faces that say something in hands: of one text on several kinds the first.
pub fn held(rules: &Rules) -> Vec<FaceId> {
    let faces = rules.kinds.iter();
    let faces = faces.flat_map(|kind| kind.buildings.into_iter().chain(kind.action));
    let face = |id: FaceId| &rules.faces[id.index()];
    faces.fold(Vec::new(), |mut all, id| {
        let known = |other: &FaceId| face(*other).label == face(id).label;
        let silent = face(id).held.is_empty() && face(id).held_instead.is_empty();
        if !silent && !all.iter().any(known) {
            all.push(id);
        }
        all
    })
}

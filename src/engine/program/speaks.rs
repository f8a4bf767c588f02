//! What each face has something to say to, so that all others are passed.

use arrayvec::ArrayVec;

use crate::base::limits::{CARDS, KINDS};
use crate::board::{CardId, Kind};
use crate::engine::program::lasting::Effect;
use crate::engine::program::set_plans::SetPlans;
use crate::rules::ir::{BARRED, BARRED_BUT_LAST, Face, FaceId, LED, OPEN, Rules, SEEN};

/// What the clauses of a face are about: happenings by [`Happening::bit`](crate::rules::ir::Happening::bit). Another kind of
/// clause about happenings gets a field of its own here, and is asked for by it.
#[derive(Debug, Clone, Copy, Default)]
pub(in crate::engine) struct Speaks {
    /// It waits for that, besides what happens to its own card.
    pub hears: u32,
    /// It forbids that.
    pub forbids: u32,
    /// It may come in the place of that.
    pub replaces: u32,
    /// It gives that to players, by [`standing_bit`].
    pub gives: u32,
    /// It changes that of what words mean, a bit each sort.
    pub alters: u8,
    /// Where its lasting effects begin and end, of those of faces that are stacked.
    lasting: (u16, u16),
}

/// A bit of its own for each status that players may have.
pub(in crate::engine) fn standing_bit(status: u8) -> u32 {
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
    fn of(face: &Face) -> Speaks {
        let waiting = face.triggers.iter().filter(|trigger| !trigger.own);
        Speaks {
            hears: waiting.fold(0, |all, trigger| all | trigger.happenings),
            forbids: face.bars.iter().fold(0, |all, bar| all | bar.happenings),
            replaces: face.instead.iter().fold(0, |all, clause| all | clause.happenings),
            gives: face.standings.iter().fold(0, |all, standing| all | standing_bit(standing.status)),
            alters: face.alters.iter().fold(0, |all, clause| all | clause.what.sort()),
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
            lasting: (0, 0),
        }
    }
}

/// What all faces of a game have to say.
#[derive(Debug, Clone)]
pub(in crate::engine) struct AllSpeak {
    faces: Vec<Speaks>,
    /// All faces of cards that may lie on a building, or in front of nobody, together.
    pub actions: Speaks,
    /// All faces that may stand, together.
    pub buildings: Speaks,
    /// All that counters say, together.
    pub marks: Speaks,
    /// The lasting effects of the former, face by face.
    lasting: Vec<Effect>,
    /// By kind: the ways in which its faces change what words mean, a bit each sort.
    kinds_alter: [u8; KINDS],
    /// The cards of these kinds, with the same.
    altering: ArrayVec<(CardId, u8), CARDS>,
}

impl AllSpeak {
    pub fn of(rules: &Rules, sets: &SetPlans) -> AllSpeak {
        let mut faces: Vec<Speaks> = rules.faces.iter().map(Speaks::of).collect();
        let (mut actions, mut buildings, mut lasting) = (Speaks::default(), Speaks::default(), Vec::new());
        for kind in &rules.kinds {
            buildings = kind.buildings.iter().fold(buildings, |all, face| all.and(faces[face.index()]));
            let Some(action) = kind.action else { continue };
            let begin = lasting.len() as u16;
            let of_face = rules.faces[action.index()].lasting.iter().copied().enumerate();
            lasting.extend(of_face.map(|(index, lasting)| Effect::of(rules, sets, (action, index), lasting)));
            faces[action.index()].lasting = (begin, lasting.len() as u16);
            actions = actions.and(faces[action.index()]);
        }
        let clauses = rules.faces.iter().flat_map(|face| &face.alters);
        for given in clauses.filter_map(|clause| clause.what.given()) {
            buildings = buildings.and(faces[given.index()]);
        }
        let marks = rules.counters.iter().filter_map(|counter| counter.face);
        let marks = marks.fold(Speaks::default(), |all, face| all.and(faces[face.index()]));
        let mut kinds_alter = [0; KINDS];
        for (alters, kind) in kinds_alter.iter_mut().zip(&rules.kinds) {
            let both = kind.buildings.iter().chain(&kind.action);
            *alters = both.fold(0, |all, face| all | faces[face.index()].alters);
        }
        let altering = ArrayVec::new();
        let mut all = AllSpeak { faces, actions, buildings, marks, lasting, kinds_alter, altering };
        (0..).zip(&rules.cards).for_each(|(card, kind)| all.set_kind(CardId(card), *kind));
        all
    }

    /// The card is one of that kind from now on.
    pub fn set_kind(&mut self, card: CardId, kind: Kind) {
        let sorts = self.kinds_alter[kind.index()];
        match self.altering.iter_mut().find(|(other, _)| *other == card) {
            Some(known) if sorts != 0 => known.1 = sorts,
            Some(_) => self.altering.retain(|(other, _)| *other != card),
            None if sorts != 0 => self.altering.push((card, sorts)),
            None => {}
        }
    }

    /// The cards that may change it so.
    pub fn altering(&self, sorts: u8) -> impl Iterator<Item = CardId> + '_ {
        self.altering.iter().filter(move |(_, all)| all & sorts != 0).map(|(card, _)| *card)
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

//! A game's rules with the tables that playing it fast needs.

use crate::board::CardId;
use crate::engine::Reads;
use crate::rules::ir::{DISABLED, Face, FaceId, GUARDED, Guard, Op, Pc, Program, Rules};

/// Rules made ready to play: what a card is at a glance, and what lasting effects and victories read.
#[derive(Debug, Clone)]
pub struct Script {
    pub rules: Rules,
    /// By card: its kind's number.
    pub(super) kind: [u8; 256],
    /// By card: its building faces.
    pub(super) building: [[FaceId; 2]; 256],
    /// By card: its action face.
    pub(super) action: [Option<FaceId>; 256],
    /// By card: what its building faces have.
    pub(super) traits: [[Traits; 2]; 256],
    /// By card: its action face answers to something.
    pub(super) answers: [bool; 256],
    /// Whatever anything reads between moments; eliminations read rows.
    pub(super) cares: Reads,
    /// What the lasting effects read.
    pub(super) lasting: Reads,
    /// What victory conditions of buildings read.
    pub(super) wins: Reads,
    /// What each tally reads, with what counts as it.
    pub(super) tallies: Vec<Reads>,
    /// `you` draws as many cards as register 0 says.
    pub(super) draw: Pc,
}

/// What kinds of clause a face has.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Traits {
    /// It may disable other buildings.
    pub disables: bool,
    /// It may disable itself.
    pub disables_itself: bool,
    /// It gives another status.
    pub gives_status: bool,
    pub abilities: bool,
    /// A bit each ability of the start of turn.
    pub start_abilities: u8,
    pub wins: bool,
    pub counts: bool,
    pub raises: bool,
    pub triggers: bool,
}

impl Traits {
    pub(super) fn lasting(self) -> bool {
        self.disables || self.disables_itself || self.gives_status
    }
}

impl Script {
    /// Makes rules ready.
    pub fn new(mut rules: Rules) -> Script {
        let draw = rules.code.len() as Pc;
        rules.code.extend([Op::Draw { reg: 0 }, Op::End]);
        let last = rules.code_spans.last().copied().unwrap_or_default();
        rules.code_spans.resize(rules.code.len(), last);
        // Where nothing guards, everything can be targeted.
        let mut lasting = rules.faces.iter().flat_map(|face| &face.lasting);
        if !lasting.any(|lasting| lasting.status == GUARDED) {
            rules.sets.iter_mut().for_each(|set| set.target = false);
        }

        let nothing = FaceId(u16::MAX);
        let mut script = Script {
            kind: [u8::MAX; 256],
            building: [[nothing; 2]; 256],
            action: [None; 256],
            traits: [[Traits::default(); 2]; 256],
            answers: [false; 256],
            cares: Reads::ROWS,
            lasting: Reads::of_lasting(&rules),
            wins: Reads::of_wins(&rules),
            tallies: Reads::of_tallies(&rules),
            draw,
            rules,
        };
        for (card, kind) in script.rules.cards.iter().enumerate() {
            let kind_data = &script.rules.kinds[kind.index()];
            script.kind[card] = kind.0;
            script.building[card] = kind_data.buildings;
            script.action[card] = kind_data.action;
            script.traits[card] = kind_data.buildings.map(|face| traits(&script.rules.faces[face.index()]));
            let action = kind_data.action.map(|face| &script.rules.faces[face.index()]);
            script.answers[card] = action.is_some_and(|face| !face.triggers.is_empty());
        }
        script.cares =
            script.tallies.iter().fold(script.cares.and(script.lasting).and(script.wins), |all, reads| all.and(*reads));
        script
    }

    /// What that face has.
    #[inline(always)]
    pub(super) fn traits(&self, card: CardId, second_side: bool) -> Traits {
        self.traits[card.index()][second_side as usize]
    }

    /// The face that a card shows, or would show, as a building.
    #[inline(always)]
    pub(super) fn building_face(&self, card: CardId, second_side: bool) -> FaceId {
        self.building[card.index()][second_side as usize]
    }

    /// The program that draws cards, for a frame of its own.
    pub(super) fn draw_program(&self) -> Program {
        Program { entry: self.draw, guard: Guard::Always, starred: false }
    }
}

fn traits(face: &Face) -> Traits {
    let mut start_abilities = 0;
    for (index, ability) in face.abilities.iter().enumerate() {
        start_abilities |= (ability.start as u8) << index;
    }
    Traits {
        disables: face.lasting.iter().any(|lasting| lasting.status == DISABLED && !lasting.of_itself),
        disables_itself: face.lasting.iter().any(|lasting| lasting.status == DISABLED && lasting.of_itself),
        gives_status: face.lasting.iter().any(|lasting| lasting.status != DISABLED),
        abilities: !face.abilities.is_empty(),
        start_abilities,
        wins: !face.wins.is_empty(),
        counts: !face.counts_as.is_empty(),
        raises: !face.raises.is_empty(),
        triggers: !face.triggers.is_empty(),
    }
}

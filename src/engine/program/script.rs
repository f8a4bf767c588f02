//! A game's rules with the tables that playing it fast needs.

use crate::base::limits::KINDS;
use crate::board::{CARD_ROOM, CardId};
use crate::engine::Reads;
use crate::engine::program::building_sets::Masks;
use crate::engine::program::lasting::{Effect, Quick, beside_alone, disablers_meet, turn_alone, turns_of};
use crate::engine::program::needs::{AbilityGlance, Acts, Ask};
use crate::engine::program::worst_case::Worst;
use crate::engine::state::nation_traits::{Marks, Trait};
use crate::rules::ir::{
    ABILITIES, Compare, DISABLED, Face, FaceId, GUARDED, Guard, Item, Lasting, NameId, Num, Op, Pc, Pred, PredId,
    Program, Rules, SetId, Source,
};

/// Rules made ready to play: what a card is at a glance, and what lasting effects and victories read.
#[derive(Debug, Clone)]
pub struct Script {
    pub rules: Rules,
    /// By card: its kind's number.
    pub(in crate::engine) kind: [u8; CARD_ROOM],
    /// By kind. There are few, so that all of it stays at hand.
    glance: [Glance; KINDS],
    /// The abilities of all building faces.
    abilities: Vec<AbilityGlance>,
    /// The lasting effects of all building faces. Of a face first come those by which it disables itself, then those by
    /// which it disables others, then those that give other statuses.
    lasting_effects: Vec<Effect>,
    pub(in crate::engine) acts: Acts,
    /// Whatever anything reads between moments; eliminations read rows.
    pub(in crate::engine) cares: Reads,
    /// What the lasting effects read.
    pub(in crate::engine) lasting: Reads,
    /// What the lasting effects of face-up stacked cards read.
    pub(in crate::engine) stacked_lasting: Reads,
    /// Face-up stacked cards give other statuses than that of being disabled.
    pub(in crate::engine) stacked_statuses: bool,
    /// What reads the turn does nothing but disable itself by it, and disables nobody else.
    pub(in crate::engine) turn_alone: bool,
    /// By the bit of where the game stands in a turn, see `turn_bit`: the bits for which some lasting effect may hold there
    /// and not here, or here and not there.
    pub(in crate::engine) tells_turns: [u8; 5],
    /// Buildings that disable others may disable each other.
    pub(in crate::engine) disablers_meet: bool,
    /// Lasting effects reach no further than what stands beside, and ask for nothing but the turn.
    pub(in crate::engine) beside_alone: bool,
    /// What is at stake wherever something changes, whatever stands there.
    pub(in crate::engine) everywhere: Reads,
    /// What conditions of buildings to win and tallies read.
    pub(in crate::engine) victories: Reads,
    /// What tallies read.
    pub(in crate::engine) tally_reads: Reads,
    pub(in crate::engine) tallies: Vec<TallyGlance>,
    /// By set: it leaves out what may not be targeted, whether or not there is anything of that sort.
    pub(in crate::engine) aims: Vec<bool>,
    /// By set: its filter.
    pub(in crate::engine) quick: Vec<Quick>,
    /// Where looks need not be counted.
    pub(in crate::engine) worst: Worst,
    /// What it costs to ask each condition once, as looks (END-1), and to ask each set's own.
    pub(in crate::engine) weights: Vec<u32>,
    pub(in crate::engine) set_weights: Vec<u32>,
    /// The sets of buildings and tops, to be worked out all at once.
    pub(in crate::engine) masks: Masks,
    /// By condition: it is what a card's action needs, and asks whether cards can be played.
    ahead: Vec<bool>,
    /// By name: its number among the names of buildings.
    pub(in crate::engine) building_name: Vec<u8>,
    /// `you` draws as many cards as register 0 says.
    pub(in crate::engine) draw: Pc,
}

/// What a card of a kind is, at a glance.
#[derive(Debug, Clone, Copy)]
#[repr(align(64))]
pub(in crate::engine) struct Glance {
    /// What its building faces have.
    pub traits: [Traits; 2],
    /// Where their abilities begin and end.
    abilities: [(u16, u16); 2],
    pub building: [FaceId; 2],
    /// The names of its building faces.
    pub name: [Option<NameId>; 2],
    pub action: Option<FaceId>,
    /// Its action's text.
    pub play: Option<Program>,
    /// Whether that text can be chosen.
    pub guard: Ask,
    /// Its action face answers to something.
    pub answers: bool,
}

/// What kinds of clause a face has.
#[derive(Debug, Clone, Copy, Default)]
pub(in crate::engine) struct Traits {
    /// Each [`Trait`] that it has.
    pub marks: Marks,
    /// A bit each ability of the start of turn.
    pub start_abilities: u8,
    /// What its conditions to win read; nothing when it has none.
    pub wins: Reads,
    /// What its lasting effects read.
    pub lasting_reads: Reads,
    /// When some of its lasting effects hold, where they ask for nothing but the turn, see [`turns_of`].
    pub in_turn: Option<u8>,
    /// Its only victory needs so many cards on it, or so many buildings or stacked cards in its nation; 0 when it is
    /// another.
    pub wins_at_height: u16,
    pub wins_at_buildings: u16,
    pub wins_at_cards: u16,
    pub counts: bool,
    /// For each of the first eight tallies a byte: 1 when it may count for it, itself or by what counts as it.
    pub tallied: [u64; 2],
    pub raises: bool,
    pub triggers: bool,
    /// Where its lasting effects of each sort begin, see [`Script::lasting_effects`]; and where the last ones end.
    lasting: [u16; 4],
}

/// So many parts of a condition are asked in the time that it takes to look at one thing.
const PARTS_A_LOOK: u32 = 8;

impl Script {
    /// Makes rules ready.
    pub fn new(mut rules: Rules) -> Script {
        let draw = rules.code.len() as Pc;
        rules.code.extend([Op::Draw { reg: 0 }, Op::End]);
        let last = rules.code_spans.last().copied().unwrap_or_default();
        rules.code_spans.resize(rules.code.len(), last);
        let aims = rules.sets.iter().map(|set| set.target).collect();
        // Where nothing guards, everything can be targeted.
        let mut lasting = rules.faces.iter().flat_map(|face| &face.lasting);
        if !lasting.any(|lasting| lasting.status == GUARDED) {
            rules.sets.iter_mut().for_each(|set| set.target = false);
        }

        let weights: Vec<u32> = rules.pred_parts.iter().map(|parts| 1 + parts / PARTS_A_LOOK).collect();
        let nothing = FaceId(u16::MAX);
        let unknown = Glance {
            traits: [Traits::default(); 2],
            abilities: [(0, 0); 2],
            building: [nothing; 2],
            name: [None; 2],
            action: None,
            play: None,
            guard: Ask::Never,
            answers: false,
        };
        let stacked = || rules.kinds.iter().filter_map(|kind| kind.action).map(|face| &rules.faces[face.index()]);
        let mut script = Script {
            kind: [u8::MAX; CARD_ROOM],
            glance: [unknown; KINDS],
            abilities: Vec::new(),
            lasting_effects: Vec::new(),
            acts: Acts::default(),
            cares: Reads::ROWS,
            quick: rules.sets.iter().map(|set| Quick::of(&rules, set)).collect(),
            set_weights: rules.sets.iter().map(|set| set.filter.map_or(1, |filter| weights[filter.index()])).collect(),
            weights,
            aims,
            worst: Worst::of(&rules),
            masks: Masks::of(&rules),
            ahead: asking_ahead(&rules),
            building_name: building_names(&rules),
            lasting: Reads::of_lasting(&rules),
            stacked_lasting: stacked().fold(Reads::NOTHING, |all, face| all.and(Reads::of_face_lasting(&rules, face))),
            stacked_statuses: stacked().any(|face| face.lasting.iter().any(|lasting| lasting.status != DISABLED)),
            disablers_meet: disablers_meet(&rules),
            beside_alone: beside_alone(&rules),
            everywhere: Reads::ROWS,
            turn_alone: turn_alone(&rules),
            tells_turns: tells_turns(&rules),
            victories: Reads::of_wins(&rules),
            tally_reads: Reads::of_tallies(&rules).into_iter().fold(Reads::NOTHING, Reads::and),
            tallies: TallyGlance::all(&rules),
            draw,
            rules,
        };
        for (card, kind) in script.rules.cards.iter().enumerate() {
            script.kind[card] = kind.0;
        }
        for (index, kind) in script.rules.kinds.iter().enumerate() {
            let face = |face: FaceId| &script.rules.faces[face.index()];
            let abilities = kind.buildings.map(|building| {
                let begin = script.abilities.len() as u16;
                let abilities = face(building).abilities.iter().take(ABILITIES);
                script.abilities.extend(abilities.map(|ability| AbilityGlance::of(&script.rules, ability)));
                (begin, script.abilities.len() as u16)
            });
            script.glance[index] = Glance {
                abilities,
                traits: kind.buildings.map(|face| traits(&script.rules, face, &mut script.lasting_effects)),
                building: kind.buildings,
                name: kind.buildings.map(|building| face(building).name),
                action: kind.action,
                play: kind.action.and_then(|action| face(action).play),
                guard: match kind.action.and_then(|action| face(action).play) {
                    Some(program) => Ask::of_guard(&script.rules, program.guard),
                    None => Ask::Never,
                },
                answers: kind.action.is_some_and(|action| !face(action).triggers.is_empty()),
            };
        }
        let hands = needs(&script.rules).any(|pred| Reads::asked_of(&script.rules, pred).hands);
        script.acts = Acts::of(&script.glance, |ask| {
            let asked = match ask {
                Ask::Any(set) => Reads::asked_of_set(&script.rules, set),
                Ask::Pred(pred) => Reads::asked_of(&script.rules, pred),
                _ => return true,
            };
            asked.this || asked.hands || asked.ahead && hands
        });
        script.victories = script.victories.and(script.tally_reads);
        script.cares = script.cares.and(script.lasting).and(script.victories);
        script.everywhere = match script.cares.meets(Reads::FAR) {
            true => script.cares,
            false => script.everywhere.and(script.tally_reads),
        };
        script
    }

    /// What a card's action needs asks whether cards can be played.
    pub(in crate::engine) fn asks_ahead(&self, needed: PredId) -> bool {
        self.ahead[needed.index()]
    }

    /// What the card is.
    #[inline(always)]
    pub(in crate::engine) fn glance(&self, card: CardId) -> &Glance {
        &self.glance[self.kind[card.index()] as usize % KINDS]
    }

    /// The abilities of that face.
    #[inline(always)]
    pub(in crate::engine) fn abilities(&self, card: CardId, second_side: bool) -> &[AbilityGlance] {
        let (begin, end) = self.glance(card).abilities[second_side as usize];
        &self.abilities[begin as usize..end as usize]
    }

    /// What that face has.
    #[inline(always)]
    pub(in crate::engine) fn traits(&self, card: CardId, second_side: bool) -> &Traits {
        &self.glance(card).traits[second_side as usize]
    }

    /// The lasting effects of a sort that a building face has.
    #[inline(always)]
    pub(in crate::engine) fn lasting_of(&self, traits: &Traits, sort: Trait) -> &[Effect] {
        let at = LASTING_SORTS.iter().position(|other| *other == sort).unwrap_or(0);
        &self.lasting_effects[traits.lasting[at] as usize..traits.lasting[at + 1] as usize]
    }

    /// The face that a card shows, or would show, as a building.
    #[inline(always)]
    pub(in crate::engine) fn building_face(&self, card: CardId, second_side: bool) -> FaceId {
        self.glance(card).building[second_side as usize]
    }

    /// The op is one of the draw of a turn, which is no card's text.
    pub fn is_draw(&self, at: Pc) -> bool {
        at >= self.draw
    }

    /// The program that draws cards, for a frame of its own.
    pub(in crate::engine) fn draw_program(&self) -> Program {
        Program { entry: self.draw, guard: Guard::Always, starred: false, puts_itself: false }
    }
}

/// What the actions of cards need.
fn needs(rules: &Rules) -> impl Iterator<Item = PredId> {
    let programs = rules.faces.iter().flat_map(|face| [face.play, face.replay]).flatten();
    programs.filter_map(|program| match program.guard {
        Guard::Needs(pred) | Guard::Try(pred) | Guard::Pays { cost: pred, .. } => Some(pred),
        Guard::Always | Guard::Never => None,
    })
}

/// See [`Script::asks_ahead`].
fn asking_ahead(rules: &Rules) -> Vec<bool> {
    let mut asking = vec![false; rules.preds.len()];
    for needed in needs(rules) {
        asking[needed.index()] = Reads::asked_of(rules, needed).ahead;
    }
    asking
}

/// Numbers of their own for the names of buildings; there are at most two a kind.
fn building_names(rules: &Rules) -> Vec<u8> {
    let mut numbers = vec![u8::MAX; rules.names.len()];
    let faces = rules.kinds.iter().flat_map(|kind| kind.buildings);
    let names = faces.filter_map(|face| rules.faces[face.index()].name);
    let mut next = 0;
    for name in names {
        if numbers[name.index()] == u8::MAX {
            numbers[name.index()] = next;
            next += 1;
        }
    }
    numbers
}

/// A tally at a glance.
#[derive(Debug, Clone, Copy)]
pub(in crate::engine) struct TallyGlance {
    pub wins_at: u16,
    /// What it reads, with what counts as it.
    pub reads: Reads,
    pub most: Most,
    /// The same of what else counts as it, for each building that says so.
    pub more: Most,
}

/// What a nation can have no more of for a tally than.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::engine) enum Most {
    Nothing,
    /// Buildings that may count.
    Buildings,
    /// Cards that lie face up.
    FaceUp,
    /// No limit is known.
    Any,
}

impl Most {
    fn of(rules: &Rules, set: SetId) -> Most {
        let set = &rules.sets[set.index()];
        match (set.source, Quick::of(rules, set)) {
            (Source::BuildingsOf(player), _) if rules.items[player.index()] == Item::You => Most::Buildings,
            (Source::CardsIn(player), Quick::UpNamed(_)) if rules.items[player.index()] == Item::You => Most::FaceUp,
            (Source::Plus(left, right), Quick::All) => match [left, right].map(|part| Most::of(rules, part)) {
                [left, right] if left == right => left,
                _ => Most::Any,
            },
            _ => Most::Any,
        }
    }

    /// What limits two things alike.
    fn and(self, other: Most) -> Most {
        match (self, other) {
            (Most::Nothing, one) | (one, Most::Nothing) => one,
            _ => Most::Any,
        }
    }
}

impl TallyGlance {
    fn all(rules: &Rules) -> Vec<TallyGlance> {
        let of = |index: usize, reads: Reads| TallyGlance {
            wins_at: rules.tallies[index].wins_at,
            reads,
            most: Most::of(rules, rules.tallies[index].count),
            more: counted_as(rules, index).fold(Most::Nothing, |all, set| all.and(Most::of(rules, set))),
        };
        Reads::of_tallies(rules).into_iter().enumerate().map(|(index, reads)| of(index, reads)).collect()
    }
}

/// The sets that some building counts as a tally, besides itself.
fn counted_as(rules: &Rules, tally: usize) -> impl Iterator<Item = SetId> {
    let all = rules.faces.iter().flat_map(|face| &face.counts_as);
    all.filter(move |counts| !counts.own && usize::from(counts.tally) == tally).map(|counts| counts.set)
}

/// The number that must be reached, and by what, where that is the face's only victory.
fn only_win(rules: &Rules, face: &Face) -> Option<(Num, u16)> {
    let [win] = face.wins[..] else { return None };
    let Pred::Compare(left, Compare::AtLeast, right) = rules.preds[win.index()] else { return None };
    match rules.nums[right.index()] {
        Num::Const(number) => Some((rules.nums[left.index()], number)),
        _ => None,
    }
}

/// How many cards on it make this face win, where that is its only victory.
fn height_to_win(rules: &Rules, face: &Face) -> u16 {
    match only_win(rules, face) {
        Some((Num::Height(item), height)) if rules.items[item.index()] == Item::This => height,
        _ => 0,
    }
}

/// How many buildings of its nation this face needs at least to win, where that is its only victory.
fn buildings_to_win(rules: &Rules, face: &Face) -> u16 {
    match only_win(rules, face) {
        Some((Num::DifferentNames(set) | Num::MostAlike(set) | Num::Count(set), number)) => {
            match rules.sets[set.index()].source {
                Source::BuildingsOf(player) if rules.items[player.index()] == Item::You => number,
                _ => 0,
            }
        }
        _ => 0,
    }
}

/// The same of cards stacked in its nation.
fn cards_to_win(rules: &Rules, face: &Face) -> u16 {
    match only_win(rules, face) {
        Some((Num::Count(set), number)) => match rules.sets[set.index()].source {
            Source::CardsIn(player) if rules.items[player.index()] == Item::You => number,
            _ => 0,
        },
        _ => 0,
    }
}

/// When some lasting effect of a face holds, if they ask for nothing but the turn.
fn in_turn(rules: &Rules, face: &Face) -> Option<u8> {
    let mut effects = face.lasting.iter();
    effects.try_fold(0, |all, lasting| Some(all | turns_of(rules, lasting.condition)?))
}

/// See [`Script::tells_turns`].
fn tells_turns(rules: &Rules) -> [u8; 5] {
    let by_turn = rules.faces.iter().filter(|face| Reads::of_face_lasting(rules, face).meets(Reads::TURN));
    let mut tells = [0; 5];
    for bits in by_turn.map(|face| in_turn(rules, face)) {
        for from in [1, 2, 4] {
            tells[from] |= match bits {
                Some(bits) if bits & from as u8 != 0 => 7 & !bits,
                Some(bits) => bits,
                None => 7,
            };
        }
    }
    tells
}

/// Whether a building may count for each of the first eight tallies, a byte each, by what the tally counts or by what
/// counts as it; its name may be silenced.
fn tallied(rules: &Rules, face: &Face) -> [u64; 2] {
    let may = |set: SetId| match Quick::of(rules, &rules.sets[set.index()]) {
        Quick::Named(name) => face.name == Some(name),
        _ => true,
    };
    let bytes = |may: &dyn Fn(usize) -> bool| {
        (0..rules.tallies.len().min(8)).fold(0, |all, index| all | u64::from(may(index)) << (8 * index))
    };
    [bytes(&|index| may(rules.tallies[index].count)), bytes(&|index| counted_as(rules, index).any(may))]
}

/// The sorts of lasting effects, in the order in which they apply (DIS-5).
const LASTING_SORTS: [Trait; 3] = [Trait::DisablesItself, Trait::Disables, Trait::GivesStatus];

fn lasting_sort(lasting: &Lasting) -> Trait {
    match (lasting.status, lasting.of_itself) {
        (DISABLED, true) => Trait::DisablesItself,
        (DISABLED, false) => Trait::Disables,
        _ => Trait::GivesStatus,
    }
}

/// Puts its lasting effects behind those that are there.
fn traits(rules: &Rules, face: FaceId, effects: &mut Vec<Effect>) -> Traits {
    let face = &rules.faces[face.index()];
    let mut lasting = [effects.len() as u16; 4];
    for (sort, at) in LASTING_SORTS.iter().zip(1..) {
        let of_face = face.lasting.iter().copied().enumerate();
        let of_sort = of_face.filter(|(_, lasting)| lasting_sort(lasting) == *sort);
        effects.extend(of_sort.map(|(index, lasting)| Effect::of(rules, index, lasting)));
        lasting[at] = effects.len() as u16;
    }
    let abilities: Vec<AbilityGlance> =
        face.abilities.iter().map(|ability| AbilityGlance::of(rules, ability)).collect();
    let sorts = face.lasting.iter().fold(Marks::default(), |marks, lasting| marks.with(lasting_sort(lasting), true));
    let lasting_reads = Reads::of_face_lasting(rules, face);
    let able = !abilities.is_empty();
    let marks = [
        (Trait::Able, able),
        (Trait::NeedsCard, able && abilities.iter().all(|ability| ability.stacked)),
        (Trait::NeedsNone, able && abilities.iter().all(|ability| ability.bare)),
        (Trait::AtStart, able && abilities.iter().all(|ability| ability.start)),
        (Trait::ByTurn, lasting_reads.meets(Reads::TURN)),
        (Trait::Wins, !face.wins.is_empty()),
    ];
    let mut start_abilities = 0;
    for (index, ability) in face.abilities.iter().enumerate() {
        start_abilities |= (ability.start as u8) << index;
    }
    Traits {
        marks: marks.into_iter().fold(sorts, |all, (of, has)| all.with(of, has)),
        start_abilities,
        wins: Reads::of_face_wins(rules, face),
        lasting_reads,
        in_turn: in_turn(rules, face),
        wins_at_height: height_to_win(rules, face),
        wins_at_buildings: buildings_to_win(rules, face),
        wins_at_cards: cards_to_win(rules, face),
        counts: face.counts_as.iter().any(|counts| !counts.own),
        tallied: tallied(rules, face),
        raises: !face.raises.is_empty(),
        triggers: !face.triggers.is_empty(),
        lasting,
    }
}

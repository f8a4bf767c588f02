//! What a card of a kind is: its faces, and what their texts have to say.

use std::ops::Range;

use crate::Reads;
use crate::program::clauses::Clauses;
use crate::program::conditions::turns_of;
use crate::program::lasting::Effect;
use crate::program::needs::{AbilityNeeds, Need};
use crate::program::set_plans::{SetPlans, Start};
use crate::program::tallies::tallied;
use crate::program::traits::{Marks, Trait};
use rules::ir::{
    ABILITIES, Compare, DISABLED, Face, FaceId, Item, ItemId, Kind, Lasting, NameId, Num, Pred,
    Program, Rules, Source,
};

/// What is asked most often of a card of a kind.
#[derive(Debug, Clone, Copy)]
#[repr(align(64))]
pub struct KindFacts {
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
    pub guard: Need,
    /// Its action face answers to something.
    pub answers: bool,
    /// What the lasting effects of its action face read.
    pub stacked_lasting: Reads,
}

impl KindFacts {
    /// No kind at all.
    pub fn none() -> KindFacts {
        KindFacts {
            traits: [Traits::default(); 2],
            abilities: [(0, 0); 2],
            building: [FaceId(u16::MAX); 2],
            name: [None; 2],
            action: None,
            play: None,
            guard: Need::Never,
            answers: false,
            stacked_lasting: Reads::NOTHING,
        }
    }

    /// Puts its abilities and lasting effects behind those that are there.
    pub fn of(
        rules: &Rules,
        sets: &SetPlans,
        kind: &Kind,
        all: &mut Vec<AbilityNeeds>,
        effects: &mut Vec<Effect>,
    ) -> KindFacts {
        let face = |face: FaceId| &rules.faces[face.index()];
        let play = kind.action.and_then(|action| face(action).play);
        let abilities = kind.buildings.map(|building| {
            let begin = all.len() as u16;
            let abilities = face(building).abilities.iter().take(ABILITIES);
            all.extend(abilities.map(|ability| AbilityNeeds::of(rules, sets, ability)));
            (begin, all.len() as u16)
        });
        KindFacts {
            abilities,
            traits: kind
                .buildings
                .map(|face| traits(rules, sets, face, effects)),
            building: kind.buildings,
            name: kind.buildings.map(|building| face(building).name),
            action: kind.action,
            play,
            guard: play.map_or(Need::Never, |program| Need::of_guard(rules, program.guard)),
            answers: kind
                .action
                .is_some_and(|action| !face(action).triggers.is_empty()),
            stacked_lasting: kind.action.map_or(Reads::NOTHING, |action| {
                Reads::of_face_lasting(rules, face(action))
            }),
        }
    }

    /// Where the abilities of one of its building faces stand among all.
    #[inline(always)]
    pub fn abilities(&self, second_side: bool) -> Range<usize> {
        let (begin, end) = self.abilities[second_side as usize];
        begin as usize..end as usize
    }
}

/// What kinds of clause a face has.
#[derive(Debug, Clone, Copy, Default)]
pub struct Traits {
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

impl Traits {
    /// Where its lasting effects of that sort stand among all.
    #[inline(always)]
    pub fn lasting_of(&self, sort: Trait) -> Range<usize> {
        let at = LASTING_SORTS
            .iter()
            .position(|other| *other == sort)
            .unwrap_or(0);
        self.lasting[at] as usize..self.lasting[at + 1] as usize
    }
}

/// The number that must be reached, and by what, where that is the face's only victory.
fn only_win(rules: &Rules, face: &Face) -> Option<(Num, u16)> {
    let [win] = face.wins[..] else { return None };
    let Pred::Compare(left, Compare::AtLeast | Compare::Exactly, right) = rules.preds[win.index()]
    else {
        return None;
    };
    match rules.nums[right.index()] {
        Num::Const(number) => Some((rules.nums[left.index()], number)),
        _ => None,
    }
}

/// What a face needs at least to win, where that is its only victory: so many cards on it, and so many buildings and stacked
/// cards in its nation.
#[derive(Debug, Clone, Copy, Default)]
struct WinsAt {
    height: u16,
    buildings: u16,
    cards: u16,
}

impl WinsAt {
    fn of(rules: &Rules, sets: &SetPlans, face: &Face) -> WinsAt {
        let Some((counted, number)) = only_win(rules, face) else {
            return WinsAt::default();
        };
        let item = |id: ItemId| rules.items[id.index()];
        let (set, on_each) = match counted {
            Num::Height(building) if item(building) == Item::This => {
                return WinsAt {
                    height: number,
                    ..WinsAt::default()
                };
            }
            Num::Count(set) => (set, sets.cards_on_each(set)),
            Num::DifferentNames(set) | Num::MostAlike(set) => (set, 0),
            _ => return WinsAt::default(),
        };
        let needs = WinsAt {
            height: 0,
            buildings: number,
            cards: number.saturating_mul(on_each),
        };
        match (rules.sets[set.index()].source, sets.get(set).start) {
            (Source::CardsIn(player), _) if item(player) == Item::You => WinsAt {
                buildings: 0,
                cards: number,
                ..needs
            },
            (Source::BuildingsOf(player), _) if item(player) == Item::You => needs,
            // They stand in the same nation, and the building itself does, too.
            (_, Start::Beside(Item::This)) => WinsAt {
                buildings: number.saturating_add(number.min(1)),
                ..needs
            },
            _ => WinsAt::default(),
        }
    }
}

/// When some lasting effect of a face holds, if they ask for nothing but the turn.
pub(super) fn in_turn(rules: &Rules, face: &Face) -> Option<u8> {
    let mut effects = face.lasting.iter();
    effects.try_fold(0, |all, lasting| {
        Some(all | turns_of(rules, lasting.condition)?)
    })
}

/// The sorts of lasting effects, in the order in which they apply (DIS-5).
pub(super) const LASTING_SORTS: [Trait; 3] =
    [Trait::DisablesItself, Trait::Disables, Trait::GivesStatus];

pub(super) fn lasting_sort(lasting: &Lasting) -> Trait {
    match (lasting.status, lasting.of_itself) {
        (DISABLED, true) => Trait::DisablesItself,
        (DISABLED, false) => Trait::Disables,
        _ => Trait::GivesStatus,
    }
}

/// Puts its lasting effects behind those that are there.
fn traits(rules: &Rules, sets: &SetPlans, face: FaceId, effects: &mut Vec<Effect>) -> Traits {
    let id = face;
    let face = &rules.faces[face.index()];
    let mut lasting = [effects.len() as u16; 4];
    for (sort, at) in LASTING_SORTS.iter().zip(1..) {
        let of_face = face.lasting.iter().copied().enumerate();
        let of_sort = of_face.filter(|(_, lasting)| lasting_sort(lasting) == *sort);
        effects
            .extend(of_sort.map(|(index, lasting)| Effect::of(rules, sets, (id, index), lasting)));
        lasting[at] = effects.len() as u16;
    }
    let abilities: Vec<AbilityNeeds> = face
        .abilities
        .iter()
        .map(|ability| AbilityNeeds::of(rules, sets, ability))
        .collect();
    let sorts = face
        .lasting
        .iter()
        .fold(Marks::default(), |marks, lasting| {
            marks.with(lasting_sort(lasting), true)
        });
    let lasting_reads = Reads::of_face_lasting(rules, face);
    let able = !abilities.is_empty();
    // A building that may have other texts is looked at as if it had all that it can have.
    let lent = Clauses::lent_to(rules, face);
    let other = lent.has(Clauses::ABILITIES);
    let only = match abilities[..] {
        [ability] if !other => ability.needs,
        _ => [Need::Never; 2],
    };
    let marks = [
        (Trait::Able, able || other),
        (Trait::Direct, only == [Need::Always; 2]),
        (
            Trait::Around,
            matches!(only, [Need::TopAround(_), Need::Always]),
        ),
        (
            Trait::NeedsCard,
            able && !other
                && abilities
                    .iter()
                    .all(|ability| ability.asks_for(AbilityNeeds::STACKED)),
        ),
        (
            Trait::NeedsNone,
            able && !other
                && abilities
                    .iter()
                    .all(|ability| ability.asks_for(AbilityNeeds::BARE)),
        ),
        (
            Trait::AtStart,
            able && !other
                && abilities
                    .iter()
                    .all(|ability| ability.asks_for(AbilityNeeds::AT_START)),
        ),
        (
            Trait::ByTurn,
            lent.has(Clauses::LASTS) || lasting_reads.meets(Reads::TURN),
        ),
        (
            Trait::Wins,
            lent.has(Clauses::WINS) || !face.wins.is_empty(),
        ),
    ];
    let all_sorts = LASTING_SORTS
        .iter()
        .fold(Marks::default(), |all, sort| all.with(*sort, true));
    let (lasts, wins) = (lent.has(Clauses::LASTS), lent.has(Clauses::WINS));
    let sorts = if lasts { all_sorts } else { sorts };
    // What it could do besides cannot be told by a number.
    let wins_at = if wins {
        WinsAt::default()
    } else {
        WinsAt::of(rules, sets, face)
    };
    let mut start_abilities = 0;
    for (index, ability) in face.abilities.iter().enumerate() {
        start_abilities |= (ability.start as u8) << index;
    }
    Traits {
        marks: marks
            .into_iter()
            .fold(sorts, |all, (of, has)| all.with(of, has)),
        start_abilities,
        wins: if wins {
            Reads::of_wins(rules)
        } else {
            Reads::of_face_wins(rules, face)
        },
        lasting_reads: if lasts {
            // What it borrows is read for the building of which it is, too.
            lasting_reads.and(Reads::of_lent_lasting(rules, face))
        } else {
            lasting_reads
        },
        in_turn: if lasts { None } else { in_turn(rules, face) },
        wins_at_height: wins_at.height,
        wins_at_buildings: wins_at.buildings,
        wins_at_cards: wins_at.cards,
        counts: lent.has(Clauses::COUNTS) || face.counts_as.iter().any(|counts| !counts.own),
        tallied: tallied(rules, sets, face),
        raises: lent.has(Clauses::RAISES) || !face.raises.is_empty(),
        triggers: lent.has(Clauses::ANSWERS) || !face.triggers.is_empty(),
        lasting,
    }
}

/// The names of all buildings, or of both faces of all cards, each once, in the order of the kinds.
pub(super) fn names(rules: &Rules, cards: bool) -> Vec<NameId> {
    let mut names = Vec::new();
    let faces = |kind: &Kind| {
        kind.buildings
            .into_iter()
            .chain(kind.action.filter(|_| cards))
    };
    for name in rules
        .kinds
        .iter()
        .flat_map(faces)
        .filter_map(|face| rules.faces[face.index()].name)
    {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// Numbers of their own for the names of buildings; there are at most two a kind.
pub(super) fn building_names(rules: &Rules) -> Vec<u8> {
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

//! What a nation can have for each tally at most.

use crate::Reads;
use crate::program::conditions::Property;
use crate::program::set_plans::{Question, SetPlans};
use rules::ir::{Face, Item, ItemId, Rules, SetId, Source, TEXTS};

/// What is known of a tally without counting.
#[derive(Debug, Clone, Copy)]
pub struct TallyLimits {
    pub wins_at: u16,
    /// What it reads, with what counts as it.
    pub reads: Reads,
    pub most: Most,
    /// The same of what else counts as it, for each building that says so.
    pub more: Most,
}

/// What a nation can have no more of for a tally than.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Most {
    Nothing,
    /// Buildings that may count.
    Buildings,
    /// Cards that lie face up.
    FaceUp,
    /// Both together.
    Both,
    /// No limit is known.
    Any,
}

impl Most {
    fn of(rules: &Rules, sets: &SetPlans, set: SetId) -> Most {
        let yours = |player: ItemId| rules.items[player.index()] == Item::You;
        match rules.sets[set.index()].source {
            Source::BuildingsOf(player) if yours(player) => Most::Buildings,
            Source::CardsIn(player) if yours(player) && sets.get(set).face_up => Most::FaceUp,
            Source::Plus(left, right) => {
                match [left, right].map(|part| Most::of(rules, sets, part)) {
                    [left, right] if left == right => left,
                    [Most::Any | Most::Nothing, _] | [_, Most::Any | Most::Nothing] => Most::Any,
                    _ => Most::Both,
                }
            }
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

impl TallyLimits {
    pub fn all(rules: &Rules, sets: &SetPlans) -> Vec<TallyLimits> {
        let of = |index: usize, reads: Reads| TallyLimits {
            wins_at: rules.tallies[index].wins_at,
            reads,
            most: match rules.tallies[index].more.as_slice() {
                [] => Most::of(rules, sets, rules.tallies[index].count),
                _ => Most::Any,
            },
            more: counted_as(rules, index).fold(Most::Nothing, |all, set| {
                all.and(Most::of(rules, sets, set))
            }),
        };
        Reads::of_tallies(rules)
            .into_iter()
            .enumerate()
            .map(|(index, reads)| of(index, reads))
            .collect()
    }
}

/// The sets that some building counts as a tally, besides itself; itself, too, where others may borrow its text.
pub(super) fn counted_as(rules: &Rules, tally: usize) -> impl Iterator<Item = SetId> {
    let lent = rules.alters() & TEXTS != 0;
    let all = rules.faces.iter().flat_map(|face| &face.counts_as);
    all.filter(move |counts| (lent || !counts.own) && usize::from(counts.tally) == tally)
        .map(|counts| counts.set)
}

/// Whether a building may count for each of the first eight tallies, a byte each, by what the tally counts or by what
/// counts as it, as long as it has its own name and text; its name may be silenced.
pub(super) fn tallied(rules: &Rules, sets: &SetPlans, face: &Face) -> [u64; 2] {
    let bytes = |may: &dyn Fn(usize) -> bool| {
        (0..rules.tallies.len().min(8))
            .fold(0, |all, index| all | u64::from(may(index)) << (8 * index))
    };
    let may = |set: SetId| may_hold(rules, sets, set, face);
    [
        bytes(&|index| may(rules.tallies[index].count)),
        bytes(&|index| counted_as(rules, index).any(may)),
    ]
}

/// A building that shows the face may be in the set.
fn may_hold(rules: &Rules, sets: &SetPlans, set: SetId, face: &Face) -> bool {
    let names = |question: &Question| matches!(question, Question::Is(Property::Named(name)) if face.name != Some(*name));
    match rules.sets[set.index()].source {
        Source::Plus(left, right) => [left, right]
            .into_iter()
            .any(|part| may_hold(rules, sets, part, face)),
        Source::CardsIn(_) => false,
        _ => !sets.questions(sets.get(set)).iter().any(names),
    }
}

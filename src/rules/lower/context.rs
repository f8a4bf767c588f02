//! What texts are lowered in: what the files declare, and what the sets of a game forbid.

use crate::base::Source;
use crate::base::limits::PENDING;
use crate::rules::names::Names;
use crate::rules::tree::{Against, Checked, CheckedSet, Keyword};

/// What the whole library declares.
#[derive(Clone, Copy)]
pub(in crate::rules) struct Context<'a> {
    pub(in crate::rules) sources: &'a [&'a Source],
    pub(in crate::rules) keywords: &'a [Keyword],
    pub(in crate::rules) roots: &'a [usize],
    /// The value of each dispute in this game.
    pub(in crate::rules) disputes: &'a [usize],
    /// How many cards it has.
    pub(in crate::rules) cards: usize,
    /// What some text of it forbids, by [`Happening::bit`](crate::base::Happening::bit).
    pub(in crate::rules) bars: u64,
    /// Those of these that some text forbids only where a keyword causes them.
    pub(in crate::rules) caused: u64,
    /// How many statuses files declare, and those that are cut to some texts.
    pub(in crate::rules) statuses: u8,
    pub(in crate::rules) cuts: &'a [(u8, Vec<Against>)],
    /// How many of its cards, and of what may be pending, could forbid something, or ask a price.
    pub(in crate::rules) barring: usize,
    /// How many sorts of counters files declare.
    pub(in crate::rules) counters: usize,
}

impl<'a> Context<'a> {
    /// For the texts of these sets, each with how many cards a game has of it.
    pub(in crate::rules) fn of<'s>(
        sources: &'a [&'a Source],
        (names, checked): (&'a Names, &'a Checked),
        disputes: &'a [usize],
        cuts: &'a [(u8, Vec<Against>)],
        sets: impl Iterator<Item = (&'s CheckedSet, usize)>,
    ) -> Context<'a> {
        let mut context = Context {
            sources,
            keywords: &checked.keywords,
            roots: &names.keyword_roots,
            disputes,
            cards: 0,
            bars: 0,
            caused: 0,
            statuses: names.statuses.len() as u8,
            cuts,
            barring: PENDING,
            counters: names.counters.len(),
        };
        for (set, cards) in sets {
            context.cards += cards;
            context.bars |= set.bars();
            context.caused |= set.bars_by_cause();
            context.barring += if set.bars() == 0 { 0 } else { cards };
        }
        context
    }
}

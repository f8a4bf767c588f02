//! What texts are lowered in: what the files declare, and what the sets of a game forbid.

use crate::ir::Counter;
use crate::names::Names;
use crate::tree::{Against, Checked, CheckedSet, Keyword};
use text::Source;
use text::limits::PENDING;

/// What the whole library declares.
#[derive(Clone, Copy, Default)]
pub struct Context<'a> {
    pub sources: &'a [&'a Source],
    pub keywords: &'a [Keyword],
    pub roots: &'a [usize],
    /// The value of each dispute in this game.
    pub disputes: &'a [usize],
    /// How many cards it has.
    pub cards: usize,
    /// What some text of it forbids, by [`Happening::bit`](text::Happening::bit).
    pub bars: u64,
    /// Those of these that some text forbids only where a keyword causes them.
    pub caused: u64,
    /// How many statuses files declare, and those that are cut to some texts.
    pub statuses: u8,
    pub cuts: &'a [(u8, Vec<Against>)],
    /// How many of its cards, and of what may be pending, could forbid something, or ask a price.
    pub barring: usize,
    /// The sorts of counters that a game has, by number in the library.
    pub counters: &'a [usize],
    /// The same as the game has them.
    pub sorts: &'a [Counter],
}

impl<'a> Context<'a> {
    /// For the texts of these sets, each with how many cards a game has of it.
    pub fn of<'s>(
        sources: &'a [&'a Source],
        (names, checked): (&'a Names, &'a Checked),
        disputes: &'a [usize],
        (cuts, counters): (&'a [(u8, Vec<Against>)], &'a [usize]),
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
            counters,
            sorts: &[],
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

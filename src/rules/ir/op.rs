//! One statement, lowered: what it is made of, and where the text goes on.

use super::ids::{ItemId, NameId, NumId, Pc, PredId, Reg, SetId};
use super::parts::Part;
use super::program::Branch;
use text::{Pick, Verb};

/// One statement, lowered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Op {
    /// The text is done.
    End,
    Jump(Pc),
    /// Jumps when the condition does not hold.
    Unless(PredId, Pc),
    SetNumber(Reg, NumId),
    SetItem(Reg, ItemId),
    /// 1 when the condition holds, else 0.
    SetTruth(Reg, PredId),
    /// Leaves the loop when the register is 0, else takes 1 off it.
    CountDown {
        reg: Reg,
        exit: Pc,
    },
    /// Remembers the elements of a set for [`Op::Next`], in order; of buildings perhaps the oldest or the newest first.
    Snapshot {
        list: Reg,
        set: SetId,
        first: Option<Pick>,
    },
    /// Puts the list's next element into `item`; at its end, forgets the list and leaves the loop.
    Next {
        list: Reg,
        item: Reg,
        exit: Pc,
    },
    /// The next decision is that player's, not one of `you`: of whom nobody is left to ask, there are no options.
    Asks(ItemId),
    /// That player does what follows, up to [`Op::End`], and is `you` there. Then, or where nobody is left to do it, the text
    /// goes on at `exit`.
    Acts {
        who: ItemId,
        exit: Pc,
    },
    /// A decision of `you`. Without options it jumps to `exit`; with `may`, declining does, too.
    Choose {
        set: SetId,
        reg: Reg,
        may: bool,
        exit: Pc,
    },
    /// Chance decides: the register then tells what has fallen. Without anything to choose from it jumps to `exit`.
    Chance {
        lot: Lot,
        reg: Reg,
        exit: Pc,
    },
    /// Drops what is left of a list.
    Forget(Reg),
    /// A decision between [`super::Rules::branches`]; without an available one it jumps to `exit`; with `may`, declining
    /// does, too.
    Either {
        first: u16,
        count: u8,
        may: bool,
        exit: Pc,
    },
    Require {
        pred: PredId,
        exit: Pc,
    },
    /// Opens (`true`) or closes a block that is one moment (WIN-1). Nests.
    AtOnce(bool),
    /// Opens or closes a block that is one effect: what it has triggered comes at its end, before the text goes on
    /// (MIS-6, TRG-1). Of those that nest, the outermost counts.
    OneEffect(bool),
    /// Opens or closes a block in which nothing is triggered. Nests.
    Unanswered(bool),
    /// Opens a block in which the first card of that name that would answer does not, or closes it.
    Spares(Option<NameId>),
    /// A keyword begins, and is a cause of what follows, besides those that it is in. The registers hold its arguments from
    /// `first` on, for the log.
    Announce {
        keyword: u8,
        first: Reg,
        causes: u16,
        /// The one of them that holds what it is aimed at, or [`NO_TARGET`]; and whether `you` have chosen that.
        target: Reg,
        chosen: bool,
    },
    /// What comes by the keyword that this text comes in the place of goes to that thing, and it begins all the same.
    Aim(ItemId),
    /// A verb, what it is done to, and what with.
    Do(Verb, ItemId, Option<ItemId>),
    /// From here on, until [`Op::Shown`] or [`Op::Pend`], what is kept from that register on is known to whoever has chosen
    /// it.
    Secret(Reg, Kept),
    /// What that player has chosen is kept there, and taken out of the last register.
    Keep(Reg, ItemId, Reg),
    /// The card in the last register is kept in that of the player's seat, from the first on.
    KeepCard(Reg, ItemId, Reg),
    /// What is kept there is shown.
    Shown(Reg),
    /// That number is added to that of the player, in that register and the next two.
    AddTo(Reg, ItemId, NumId),
    /// A player more among those that the register holds, a bit each; with `false` one fewer.
    Add(Reg, ItemId, bool),
    /// Counters of a sort come to lie on a thing, or are taken off it.
    Counters {
        put: bool,
        sort: u8,
        /// A player carries them.
        player: bool,
        number: NumId,
        on: ItemId,
    },
    /// Into the frame's "them" set, or out of it.
    Mark {
        set: u8,
        item: ItemId,
        on: bool,
    },
    ClearMarks(u8),
    /// Makes sure the deck has a card (DRW-1, DRW-2).
    Ready,
    /// The deck's top card, unseen, aside; without one it jumps to `exit`.
    Take {
        reg: Reg,
        exit: Pc,
    },
    /// `you` draws as many cards as the register says, which counts down.
    Draw {
        reg: Reg,
    },
    /// The discard pile is shuffled into the deck.
    Shuffle,
    /// The deck is shuffled.
    ShuffleDeck,
    /// One of [`super::Rules::pending`] holds from here on, or will come, of `you`. What it carries along lies in the registers
    /// from `first` on; it hangs on the turn of that player, else on that of `you`.
    Pend {
        clause: u16,
        first: Reg,
        whose: Option<ItemId>,
    },
    /// So many cards are drawn as the turn begins that is about to begin.
    TurnDraws(NumId),
    /// So many more cards may be played in the turn.
    /// With `true` so many fewer.
    MorePlays(NumId, bool),
    /// The game ends without a winner.
    DrawGame,
    /// `you` end the turn, for a price that has been paid.
    Pass,
    /// The text comes in the place of what would happen; or it does not, and that happens.
    Instead(bool),
    /// Opens or closes a block in which nobody wins by a condition. Nests.
    Winless(bool),
    /// What is done next pays for something.
    Cost,
    /// Which text comes first in the place of something has been picked.
    First,
    /// The card whose text begins is about to be played from hand.
    Begin,
    /// A keyword is over: the causes of what follows are those that were before. Where it is the last thing of its
    /// text, [`Op::End`] is next.
    Over {
        causes: u16,
        last: bool,
    },
}

/// What is chosen in secret: a player or a number by each player, or things by `you`, each in a register of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kept {
    Players,
    Numbers,
    Own,
}

/// No register holds what a keyword is aimed at.
pub const NO_TARGET: Reg = Reg::MAX;

/// What chance decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lot {
    /// 1 for heads, 0 for tails.
    Coin,
    /// 1 to 6.
    Die,
    /// Any of a set, each as likely as the others.
    OneOf(SetId),
}

// What runs is read op by op: eight bytes each.
const _: () = assert!(size_of::<Op>() <= 8);

impl Op {
    /// Where else than at the next op the text may go on: without having done what the op is for.
    pub fn exit_mut(&mut self) -> Option<&mut Pc> {
        match self {
            Op::Jump(exit)
            | Op::Unless(_, exit)
            | Op::CountDown { exit, .. }
            | Op::Next { exit, .. }
            | Op::Choose { exit, .. }
            | Op::Chance { exit, .. }
            | Op::Either { exit, .. }
            | Op::Require { exit, .. }
            | Op::Take { exit, .. }
            | Op::Acts { exit, .. } => Some(exit),
            Op::End
            | Op::SetNumber(..)
            | Op::SetItem(..)
            | Op::SetTruth(..)
            | Op::Snapshot { .. }
            | Op::Asks(_)
            | Op::Secret(..)
            | Op::Keep(..)
            | Op::KeepCard(..)
            | Op::Shown(_)
            | Op::AddTo(..)
            | Op::Forget(_)
            | Op::AtOnce(_)
            | Op::OneEffect(_)
            | Op::Unanswered(_)
            | Op::Spares(_)
            | Op::Announce { .. }
            | Op::Aim(_)
            | Op::Add(..)
            | Op::Do(..)
            | Op::Counters { .. }
            | Op::Mark { .. }
            | Op::ClearMarks(_)
            | Op::Ready
            | Op::Draw { .. }
            | Op::Shuffle
            | Op::ShuffleDeck
            | Op::Pend { .. }
            | Op::TurnDraws(_)
            | Op::MorePlays(..)
            | Op::DrawGame
            | Op::Pass
            | Op::Instead(_)
            | Op::Winless(_)
            | Op::Cost
            | Op::First
            | Op::Begin
            | Op::Over { .. } => None,
        }
    }

    /// Calls `to` with every place where the text may go on behind this op, which stands at `at`, and whether the op has done
    /// then what it is for.
    pub fn each_next(mut self, at: Pc, branches: &[Branch], to: &mut dyn FnMut(Pc, bool)) {
        self.open(branches)
            .for_each(|branch| to(branch.entry, true));
        if let Some(exit) = self.exit_mut() {
            to(*exit, false);
        }
        if !matches!(self, Op::End | Op::Jump(_) | Op::Either { .. }) {
            to(at.saturating_add(1), true);
        }
    }

    /// Calls `see` with each thing, set, condition and number that the op asks for itself.
    pub fn each_part(self, branches: &[Branch], see: &mut dyn FnMut(Part)) {
        match self {
            Op::Unless(pred, _) | Op::SetTruth(_, pred) | Op::Require { pred, .. } => {
                see(Part::Pred(pred))
            }
            Op::Keep(_, item, _) | Op::KeepCard(_, item, _) => see(Part::Item(item)),
            Op::AddTo(_, item, num) => {
                see(Part::Item(item));
                see(Part::Num(num));
            }
            Op::SetNumber(_, num) | Op::TurnDraws(num) | Op::MorePlays(num, _) => {
                see(Part::Num(num))
            }
            Op::SetItem(_, item)
            | Op::Mark { item, .. }
            | Op::Asks(item)
            | Op::Acts { who: item, .. }
            | Op::Add(_, item, _)
            | Op::Aim(item) => {
                see(Part::Item(item));
            }
            Op::Do(_, item, with) => {
                see(Part::Item(item));
                with.into_iter().for_each(|with| see(Part::Item(with)));
            }
            Op::Pend {
                whose: Some(whose), ..
            } => see(Part::Item(whose)),
            Op::Counters { number, on, .. } => {
                see(Part::Num(number));
                see(Part::Item(on));
            }
            Op::Snapshot { set, .. }
            | Op::Choose { set, .. }
            | Op::Chance {
                lot: Lot::OneOf(set),
                ..
            } => {
                see(Part::Set(set));
            }
            Op::Either { .. } => {
                let conditions = self.open(branches).filter_map(|branch| branch.condition);
                conditions.for_each(|pred| see(Part::Pred(pred)));
            }
            Op::End
            | Op::Jump(_)
            | Op::Chance {
                lot: Lot::Coin | Lot::Die,
                ..
            }
            | Op::Forget(_)
            | Op::CountDown { .. }
            | Op::Next { .. }
            | Op::Secret(..)
            | Op::Shown(_)
            | Op::AtOnce(_)
            | Op::OneEffect(_)
            | Op::Unanswered(_)
            | Op::Spares(_)
            | Op::Announce { .. }
            | Op::ClearMarks(_)
            | Op::Ready
            | Op::Take { .. }
            | Op::Draw { .. }
            | Op::Shuffle
            | Op::ShuffleDeck
            | Op::Pend { whose: None, .. }
            | Op::DrawGame
            | Op::Pass
            | Op::Instead(_)
            | Op::Winless(_)
            | Op::Cost
            | Op::First
            | Op::Begin
            | Op::Over { .. } => {}
        }
    }

    /// The branches that it chooses between.
    fn open(self, branches: &[Branch]) -> impl Iterator<Item = &Branch> {
        let (first, count) = match self {
            Op::Either { first, count, .. } => (first.into(), count.into()),
            _ => (0, 0),
        };
        branches.iter().skip(first).take(count)
    }

    /// It closes a block that another op has opened.
    pub fn closes(self) -> bool {
        matches!(
            self,
            Op::AtOnce(false)
                | Op::Winless(false)
                | Op::OneEffect(false)
                | Op::Unanswered(false)
                | Op::Spares(None)
                | Op::Forget(_)
        )
    }
}

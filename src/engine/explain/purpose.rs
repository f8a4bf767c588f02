//! What is picked, and for what: read off the ops that follow the choice.

use crate::{Asked, Game};
use rules::ir::{Item, ItemId, Kept, Op, Reg, Verb};

/// What a text does first with what is picked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// To look at it alone.
    Look,
    /// To show it to everybody.
    Show,
    /// To turn it face up where it lies.
    TurnUp,
    /// To put it on the discard pile.
    Discard,
    /// To destroy the building.
    Destroy,
    /// To take it out of the game.
    Remove,
    /// To move it onto another stack.
    Move,
    /// To be where something moves to.
    MoveOnto,
    /// To be what a card is put on.
    PutOnto,
}

impl Purpose {
    /// What that verb is for what it is done to.
    fn of(verb: Verb) -> Option<Purpose> {
        Some(match verb {
            Verb::Move => Purpose::Move,
            Verb::LookAt => Purpose::Look,
            Verb::Show => Purpose::Show,
            Verb::Flip => Purpose::TurnUp,
            Verb::Discard => Purpose::Discard,
            Verb::Destroy => Purpose::Destroy,
            Verb::Remove => Purpose::Remove,
            Verb::Play
            | Verb::Replay
            | Verb::PlayFromHand
            | Verb::PutFaceUp
            | Verb::PutFaceDown
            | Verb::Refresh => {
                return None;
            }
            Verb::PutOnDeck | Verb::PutUnderDeck | Verb::SetAside | Verb::Build | Verb::Swap => {
                return None;
            }
            Verb::Exchange
            | Verb::Shift
            | Verb::Write
            | Verb::Give
            | Verb::Return
            | Verb::SwapHands => return None,
            Verb::PassHands | Verb::Enact | Verb::Win | Verb::Lose => return None,
        })
    }

    /// What that verb is for where it is done.
    fn onto(verb: Verb) -> Option<Purpose> {
        match verb {
            Verb::Move => Some(Purpose::MoveOnto),
            Verb::PutFaceUp | Verb::PutFaceDown => Some(Purpose::PutOnto),
            _ => None,
        }
    }

    /// As a rule one would not wish it upon oneself.
    pub fn harms(self) -> bool {
        matches!(
            self,
            Purpose::TurnUp | Purpose::Discard | Purpose::Destroy | Purpose::Remove
        )
    }
}

/// So many ops are looked at behind a choice.
const NEXT: usize = 6;

impl Game {
    /// What is asked for may not be guarded, whether or not anything guards in this game (TGT-1).
    pub fn aims(&self) -> bool {
        match self.state.asked {
            Asked::Choose { set, .. } => self.script.aims[set.index()],
            _ => false,
        }
    }

    /// What is asked for is kept secret, until all have chosen or for longer.
    pub fn in_secret(&self) -> Option<Kept> {
        let chooses = matches!(self.state.asked, Asked::Choose { .. });
        let top = self.state.frames.last().filter(|_| chooses)?;
        top.secret.map(|(_, kept)| kept)
    }

    /// Of several branches that are chosen before any of them is done: which one this is, counted from 1.
    pub fn nth_branch(&self) -> Option<u16> {
        let Asked::Either { first, .. } = self.state.asked else {
            return None;
        };
        let reg = self.script.rules.branches.get(usize::from(first))?.nth?;
        Some(self.state.frames.last()?.registers[usize::from(reg)])
    }

    /// What the text that asks does first with what is picked or its top card, as far as that shows; and whether with the top card.
    pub fn purpose(&self) -> Option<(Purpose, bool)> {
        let Asked::Choose { reg, .. } = self.state.asked else {
            return None;
        };
        let next = usize::from(self.state.frames.last()?.pc);
        let ops = self.script.rules.code.iter().skip(next).take(NEXT);
        let straight = ops.take_while(|op| {
            !matches!(
                op,
                Op::End
                    | Op::Jump(_)
                    | Op::Unless(..)
                    | Op::Chance { .. }
                    | Op::Either { .. }
                    | Op::Next { .. }
            )
        });
        // What is chosen next may be where the first goes to, and no more can be told.
        let mut chosen = false;
        straight.copied().find_map(|op| {
            chosen |= matches!(op, Op::Choose { .. });
            let Op::Do(verb, item, at) = op else {
                return None;
            };
            let done = Purpose::of(verb).filter(|purpose| !chosen || *purpose == Purpose::Move);
            let to_it = done.and_then(|purpose| Some((purpose, self.speaks_of(item, reg)?)));
            to_it.or_else(|| {
                Some((
                    Purpose::onto(verb).filter(|_| !chosen)?,
                    self.speaks_of(at?, reg)?,
                ))
            })
        })
    }

    /// Whether the top of what was picked is meant; nothing where something else is.
    fn speaks_of(&self, item: ItemId, picked: Reg) -> Option<bool> {
        match self.script.rules.items[item.index()] {
            Item::Reg(reg) => (reg == picked).then_some(false),
            Item::TopOf(inner) => self.speaks_of(inner, picked).map(|_| true),
            _ => None,
        }
    }
}

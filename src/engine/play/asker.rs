//! What the turn menu asks of each card and ability.

use crate::State;
use crate::eval::context::Context;
use crate::eval::looks::Looks;
use crate::play::trial::{paid_somehow, try_out};
use crate::program::needs::{AbilityNeeds, Need};
use board::{Board, CardId, Phase};
use rules::ir::{FaceId, GUARDED, Happening, How, Program};

/// What the options of a turn menu are asked of.
pub struct Asker<'a> {
    pub state: &'a State,
    /// How much may still be looked at: what has no answer by then is not offered (END-1).
    pub looks: &'a Looks,
    /// Of whichever card is asked about, for the player whose turn it is.
    pub context: &'a Context<'a>,
}

impl Asker<'_> {
    pub(super) fn is_spent(&self) -> bool {
        self.looks.is_spent()
    }

    /// PLY-5 for cards in hand: of those kinds the ones whose action can be chosen. What several of them need is asked once.
    #[inline(always)]
    pub(super) fn can_act(&self, kinds: u64) -> u64 {
        let (script, board) = (self.context.script, &self.state.board);
        let acts = &script.acts;
        let mut able = kinds
            & (acts.always
                | if board.stacked() > 0 {
                    acts.any_stacked
                } else {
                    0
                });
        for (need, alike) in &acts.needs {
            if kinds & alike != 0 {
                let fulfilled = match *need {
                    Need::Any(set) => self.context.any(set),
                    Need::Pred(pred) => self.context.holds(pred),
                    _ => false,
                };
                able |= if fulfilled && !self.is_spent() {
                    kinds & alike
                } else {
                    0
                };
            }
        }
        let mut others = kinds & acts.others;
        while others != 0 {
            let kind = others.trailing_zeros() as u8;
            others &= others - 1;
            let mut hand = board.hand(board.turn).iter();
            let card = hand.find(|card| script.kind[card.index()] == kind);
            able |= u64::from(card.is_some_and(|card| self.can_play(*card))) << kind;
        }
        able
    }

    /// PLY-5, what is asked for it paid: the action of that card can be chosen.
    #[cold]
    pub(super) fn can_pay_to_play(&self, card: CardId) -> bool {
        self.once_paid(Happening::Played, card, &|asker| match asker
            .context
            .script
            .facts(card)
            .guard
        {
            Need::Try(_) => asker.can_try_to_play(card),
            Need::AnotherTop { .. } | Need::Never => false,
            _ => asker.context.about(card).could_play(card, How::FromHand),
        })
    }

    /// The same for an ability.
    #[cold]
    pub(super) fn can_pay_to_use(&self, building: CardId, index: u8) -> bool {
        self.once_paid(Happening::Used, building, &|asker| {
            let (script, card) = (asker.context.script, asker.state.board.card(building));
            match script
                .abilities(building, card.second_side())
                .get(usize::from(index))
            {
                Some(own) => asker.can_use(building, index, own),
                None => asker
                    .context
                    .ability(building, index)
                    .is_some_and(|(face, at)| {
                        asker.can_use(
                            building,
                            index,
                            &script.lent.face(face).abilities[usize::from(at)],
                        )
                    }),
            }
        })
    }

    fn once_paid(
        &self,
        happening: Happening,
        this: CardId,
        can: &dyn Fn(&Asker<'_>) -> bool,
    ) -> bool {
        let (script, seat) = (self.context.script, self.state.board.turn);
        let can = paid_somehow(
            (script, self.looks),
            self.state,
            (happening, this, seat),
            &mut |paid| {
                let context =
                    Context::of(script, &paid.board, CardId::NONE, seat).counting(Some(self.looks));
                can(&Asker {
                    state: paid,
                    looks: self.looks,
                    context: &context,
                })
            },
        );
        can && !self.is_spent()
    }

    fn can_play(&self, card: CardId) -> bool {
        let can = match self.context.script.facts(card).guard {
            Need::Try(_) => self.can_try_to_play(card),
            Need::AnotherTop { .. } | Need::Never => false,
            _ => self.context.about(card).playable(card, How::FromHand),
        };
        can && !self.is_spent()
    }

    fn can_try_to_play(&self, card: CardId) -> bool {
        let facts = self.context.script.facts(card);
        match (facts.guard, facts.play) {
            (Need::Try(pred), Some(program)) => {
                self.context.about(card).holds(pred) && self.tries(program, card, true)
            }
            _ => false,
        }
    }

    /// By itself, so that what need not be tried is quickly answered.
    #[inline(never)]
    fn tries(&self, program: Program, this: CardId, card: bool) -> bool {
        try_out(
            self.context.script,
            self.state,
            self.looks,
            program,
            this,
            self.state.board.turn,
            card,
        )
    }

    /// The ability of a building that is not disabled can be used.
    #[inline(always)]
    pub fn can_use(&self, building: CardId, index: u8, ability: &AbilityNeeds) -> bool {
        let board = &self.state.board;
        let card = board.card(building);
        let late = u8::from(board.phase != Phase::Start) * AbilityNeeds::AT_START;
        let unfit = if card.height > 0 {
            AbilityNeeds::BARE
        } else {
            AbilityNeeds::STACKED
        };
        if ability.asks & (late | unfit) | card.spent >> index & 1 != 0 {
            return false;
        }
        match ability.needs {
            [Need::Always, _] => true,
            [Need::TopAround(_), Need::Always] if board.fits_sets() => {
                self.context.spend(|| 1);
                !board.tops_around(building).is_empty() && !self.is_spent()
            }
            [first, Need::Always] => self.fulfilled(building, index, first),
            needs => needs
                .into_iter()
                .all(|need| self.fulfilled(building, index, need)),
        }
    }

    #[inline(never)]
    fn fulfilled(&self, building: CardId, index: u8, need: Need) -> bool {
        let board = &self.state.board;
        let tried = || {
            let (script, ability) = (self.context.script, self.context.ability(building, index));
            let tries = |(face, at): (FaceId, u8)| {
                let program = script.rules.faces[face.index()].abilities[usize::from(at)].program;
                self.tries(program, building, false)
            };
            ability.is_some_and(tries)
        };
        let fulfilled = match need {
            Need::Always | Need::Stacked | Need::NotStacked => return true,
            Need::Never => return false,
            Need::AnyStacked => return board.stacked() > 0,
            Need::Any(set) | Need::TopAround(set) => self.context.about(building).any(set),
            Need::Pred(pred) => self.context.about(building).holds(pred),
            // Without one the text may still end the game before it asks anything.
            Need::AnotherTop { target } => another_top(board, building, target) || tried(),
            Need::Try(pred) => self.context.about(building).holds(pred) && tried(),
        };
        fulfilled && !self.is_spent()
    }
}

/// There is a top to be chosen once that of `paying` is gone. A face-up card changes more than that when it goes.
fn another_top(board: &Board, paying: CardId, target: bool) -> bool {
    let top = board.card(paying).top();
    !board.card(top).face_up()
        && board.buildings().iter().any(|building| {
            let state = board.card(*building);
            let left = state.height - u16::from(*building == paying);
            left > 0 && !(target && state.status >> GUARDED & 1 == 1)
        })
}

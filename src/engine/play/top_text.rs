//! What the words of the text on top stand for, while it runs. Each has a place of its own in the program, so that the ops
//! that ask stay small.

use crate::Value;
use crate::eval::context::Context;
use crate::play::run::{Runner, Watch};
use crate::state::value::{building_of, card_of};
use board::CardId;
use rules::ir::{Item, ItemId, NumId, Pred, PredId};

impl<W: Watch + ?Sized> Runner<'_, W> {
    #[inline(always)]
    pub fn context(&self) -> Context<'_> {
        let frame = self.state.frames.last().expect("a text is under way");
        let counts = self.fuel.counts(self.script, self.trial.is_some());
        Context::running(self.script, &self.state.board, frame)
            .counting_where(counts, &self.fuel.looks)
    }

    /// Most items take no more than a look into the frame.
    #[inline(never)]
    pub fn item(&self, item: ItemId) -> Value {
        let frame = self.state.frames.last().expect("a text is under way");
        match self.script.rules.items[item.index()] {
            Item::Reg(reg) => frame.registers[reg as usize],
            Item::This => frame.this.0,
            Item::You => frame.you.0.into(),
            _ => self.context().item(item),
        }
    }

    /// An item that is a card, wherever it lies.
    #[inline]
    pub fn card(&self, item: ItemId) -> Option<CardId> {
        card_of(self.item(item))
    }

    /// What texts ask most often takes a look at one building.
    #[inline(never)]
    pub fn holds(&self, pred: PredId) -> bool {
        match self.script.rules.preds[pred.index()] {
            Pred::Stacked(item) => {
                let building = building_of(&self.state.board, self.item(item));
                building.is_some_and(|building| self.state.board.card(building).height > 0)
            }
            _ => self.context().holds(pred),
        }
    }

    #[inline(never)]
    pub fn number(&self, number: NumId) -> u16 {
        self.context().number(number)
    }
}

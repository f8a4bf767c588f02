//! Lowers statuses that are cut to some texts: a bit of its own for each, which only those texts heed.

use super::{Lowering, Speaker};
use crate::ir::{self, Element, GUARDED, Item, ItemId, Pred, PredId};
use crate::tree::{Against, Cause};
use lang::ast::Agent;

impl Lowering<'_> {
    /// The texts that follow are of such a face, until the next one.
    pub fn of_face(&mut self, building: bool) {
        self.saying = Some(Speaker {
            building,
            agent: Agent::Any,
        });
    }

    /// The texts that follow are of no face.
    pub fn of_nobody(&mut self) {
        (self.face, self.saying) = (None, None);
    }

    /// The text that follows is of that sort, as `lower` lowers it.
    pub fn saying<T>(&mut self, agent: Agent, lower: impl FnOnce(&mut Self) -> T) -> T {
        let outer = self.saying;
        self.saying = outer.map(|saying| Speaker { agent, ..saying });
        let lowered = lower(self);
        self.saying = outer;
        lowered
    }

    /// Of what sort the text is that is being lowered, where what it does may be asked for that.
    pub(super) fn sources(&self) -> u8 {
        match self.saying.map(|saying| saying.agent) {
            Some(Agent::Actions) => ir::OF_ACTION,
            Some(Agent::Abilities) => ir::OF_ABILITY,
            _ if self.in_crisis => ir::OF_CRISIS,
            _ => 0,
        }
    }

    /// The bit of what causes something.
    pub(super) fn caused_by(&mut self, cause: Cause) -> ir::Causes {
        let of_sort = |sort: u8| ir::Causes::from(sort) << ir::SOURCES;
        match cause {
            Cause::Keyword(keyword) => 1 << self.keyword(keyword),
            Cause::Actions => of_sort(ir::OF_ACTION),
            Cause::Abilities => of_sort(ir::OF_ABILITY),
            Cause::Crises => of_sort(ir::OF_CRISIS),
        }
    }

    /// A building has a status, as far as the text that is being lowered heeds it.
    pub(super) fn has_status(&mut self, building: ItemId, status: u8) -> PredId {
        let always = self.arena.pred(Pred::Status(building, status));
        match self.has_cut(building, status) {
            Some(cut) => self.arena.or(always, cut),
            None => always,
        }
    }

    /// What is chosen as a target is not guarded against this text.
    pub(super) fn unguarded(&mut self, element: Element) -> Option<PredId> {
        if !self
            .context
            .cuts
            .iter()
            .any(|(status, _)| *status == GUARDED)
        {
            return None;
        }
        let it = self.arena.item(Item::It);
        let building = match element {
            Element::Building => it,
            _ => self.arena.item(Item::Under(it)),
        };
        self.has_cut(building, GUARDED)
            .map(|guarded| self.arena.not(guarded))
    }

    /// The number of the bit of a status that is cut to these texts; the same texts share one.
    pub fn cut_status(&self, status: u8, against: &[Against]) -> u8 {
        let cuts = self.context.cuts;
        let at = cuts
            .iter()
            .position(|(known, texts)| *known == status && texts == against)
            .unwrap_or(cuts.len());
        self.context
            .statuses
            .saturating_add(u8::try_from(at).unwrap_or(u8::MAX))
    }

    fn has_cut(&mut self, building: ItemId, status: u8) -> Option<PredId> {
        let mut any: Option<PredId> = None;
        for (of, against) in self.context.cuts.iter().filter(|(of, _)| *of == status) {
            for one in against {
                let Some(heeded) = self.heeded(one, building) else {
                    continue;
                };
                let has = self
                    .arena
                    .pred(Pred::Status(building, self.cut_status(*of, against)));
                let both = self.arena.and(has, heeded);
                any = Some(any.map_or(both, |any| self.arena.or(any, both)));
            }
        }
        any
    }

    /// What must hold for the text that is being lowered to be one of these; nothing where it never is.
    fn heeded(&mut self, against: &Against, building: ItemId) -> Option<PredId> {
        let saying = self.saying?;
        let is = match against.agent {
            Agent::Any => true,
            Agent::Cards => !saying.building,
            Agent::Buildings => saying.building,
            agent => saying.agent == agent,
        };
        if !is {
            return None;
        }
        let mut heeded = self.arena.truth(true);
        if let Some(name) = &against.named {
            // A card is named as its text is; a building may bear another name, and a disabled one has none.
            match saying.building {
                false if self.called != *name => return None,
                false => {}
                true => {
                    let (this, name) = (self.arena.item(Item::This), self.arena.name(name));
                    let named = self.arena.pred(Pred::Named(this, name));
                    heeded = self.arena.and(heeded, named);
                }
            }
        }
        if against.of_others {
            let (you, owner) = (
                self.arena.item(Item::You),
                self.arena.item(Item::OwnerOf(building)),
            );
            let own = self.arena.pred(ir::Pred::Same(you, owner));
            let other = self.arena.not(own);
            heeded = self.arena.and(heeded, other);
        }
        Some(heeded)
    }
}

//! Leaves out of choices what some text forbids to do with it.

use super::Lowering;
use crate::base::{Happening, Spanned};
use crate::rules::ir::{self, Pred};
use crate::rules::tree::{Body, Item, Local, Part, Set, SetKind, Step};

/// What is done to something, and onto what.
#[derive(Debug, Clone)]
pub(super) struct Use {
    happening: Happening,
    what: Item,
    onto: Option<Item>,
    /// Each thing chosen by that name.
    several: Option<Local>,
}

impl Lowering<'_> {
    /// From here on choices ask for what these statements do with what is chosen. Answers what was asked before.
    pub(super) fn note_uses(&mut self, steps: &[Spanned<Step>]) -> Vec<Use> {
        let mut uses = Vec::new();
        if self.context.bars != 0 {
            steps.iter().for_each(|step| self.uses_of(&step.node, &mut uses));
        }
        std::mem::replace(&mut self.uses, uses)
    }

    fn uses_of(&self, step: &Step, uses: &mut Vec<Use>) {
        let barred = |happening: &Happening| self.context.bars & happening.bit() != 0;
        match step {
            Step::Verb(verb, what, onto) => {
                if let Some(happening) = Happening::by(*verb).filter(barred) {
                    uses.push(Use { happening, what: what.clone(), onto: onto.clone(), several: None });
                }
            }
            Step::Several { verb, local, .. } | Step::OfThem { verb, local, .. } => {
                if let Some(happening) = Happening::by(*verb).filter(barred) {
                    uses.push(Use { happening, what: Item::Local(*local), onto: None, several: Some(*local) });
                }
            }
            _ => step.each_part(&mut |part| match part {
                Part::Step(inner) => self.uses_of(inner, uses),
                Part::Body(Body { steps }) => steps.iter().for_each(|step| self.uses_of(&step.node, uses)),
                _ => {}
            }),
        }
    }

    /// What the candidate that has that name must be allowed for. Whether a stacked card may be played nobody can tell before
    /// it is turned up.
    pub(super) fn allowed(&mut self, local: Local, set: &Set) -> Option<ir::PredId> {
        let element = set.element;
        let turned = |used: &Use| element == ir::Element::StackedCard && used.happening == Happening::Played;
        // Nor what lies where whoever is asked may not look.
        let others = element != ir::Element::Building && self.decider.is_some();
        let hidden = |used: &Use| turned(used) || others && used.happening.reads_faces();
        let uses: Vec<Use> = self.uses.iter().filter(|used| used.is_of(local) && !hidden(used)).cloned().collect();
        let mut all = None;
        if self.is_picked(set) {
            let what = match element {
                ir::Element::Building => Item::Local(local),
                _ => Item::Under(Box::new(Item::Local(local))),
            };
            let (what, nothing) = (self.item(&what), self.nothing());
            all = Some(self.arena.pred(Pred::Allowed(Happening::Picked, what, nothing)));
        }
        for used in uses {
            let what = self.known(&used.what);
            let onto = match &used.onto {
                Some(onto) => self.known(onto),
                None => self.nothing(),
            };
            let allowed = self.arena.pred(Pred::Allowed(used.happening, what, onto));
            all = Some(all.map_or(allowed, |all| self.arena.and(all, allowed)));
        }
        all
    }

    /// What is chosen out of the set is picked, and some text has something to say to that.
    fn is_picked(&self, set: &Set) -> bool {
        let target = matches!(set.kind, SetKind::Of { target: true, .. });
        target && self.context.bars & Happening::Picked.bit() != 0
    }

    /// Whether something is asked of what is chosen out of the set.
    pub(super) fn asks_of(&self, set: &Set) -> bool {
        !self.uses.is_empty() || self.is_picked(set)
    }

    /// A thing, if what it speaks of has been chosen already.
    fn known(&mut self, item: &Item) -> ir::ItemId {
        let mut known = true;
        let bindings = &self.instances.last().expect("a text is lowered inside an instance").bindings;
        each_local(Part::Item(item), &mut |local| known &= bindings.get(local).is_some_and(Option::is_some));
        if known { self.item(item) } else { self.nothing() }
    }

    fn nothing(&mut self) -> ir::ItemId {
        self.arena.item(ir::Item::Nothing)
    }
}

impl Use {
    fn is_of(&self, local: Local) -> bool {
        let mut of = self.several == Some(local);
        for item in std::iter::once(&self.what).chain(&self.onto) {
            each_local(Part::Item(item), &mut |found| of |= found == local);
        }
        of
    }
}

fn each_local(part: Part<'_>, see: &mut dyn FnMut(Local)) {
    match part {
        Part::Local(local) => see(local),
        Part::Item(Item::Any { local, .. }) => see(*local),
        _ => part.each_part(&mut |inner| each_local(inner, see)),
    }
}

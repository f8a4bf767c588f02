//! Leaves out of choices what some text forbids to do with it.

use super::{Lowering, Use};
use crate::ir::{self, Causes, NO_TARGET, Pred, Reg};
use crate::tree::{Act, Body, Item, Local, Node, Part, Set, SetKind, Source, Value};
use text::{Happening, Spanned, Verb};

impl Lowering<'_> {
    /// From here on choices ask for what these statements do with what is chosen. Answers what was asked before.
    pub(super) fn note_uses(&mut self, steps: &[Spanned<Act>]) -> Vec<Use> {
        let (mut uses, causes) = (Vec::new(), self.cause);
        steps
            .iter()
            .for_each(|step| self.uses_of(&step.node, causes, &mut uses));
        std::mem::replace(&mut self.uses, uses)
    }

    fn uses_of(&mut self, step: &Act, causes: Causes, uses: &mut Vec<Use>) {
        let bars = self.context.bars;
        let barred = |happening: &Happening| {
            let revealed = if *happening == Happening::Destroyed {
                Happening::Revealed.bit()
            } else {
                0
            };
            bars & (happening.bit() | revealed) != 0
        };
        match step {
            Act::Verb(Verb::Shift, what, Some(place)) => {
                uses.push(Use {
                    onto: nation_of(place),
                    place: Some(place.clone()),
                    ..Use::of(Happening::Shifted, what.clone(), causes)
                });
            }
            Act::Verb(verb, what, onto) => {
                if let Some(happening) = Happening::by(*verb).filter(barred) {
                    // An exchange moves both, each to the nation of the other.
                    let exchanged = onto.as_ref().filter(|_| *verb == Verb::Exchange);
                    let nation = |of: &Item| Item::OwnerOf(Box::new(of.clone()));
                    uses.push(Use {
                        onto: exchanged.map(nation).or_else(|| onto.clone()),
                        ..Use::of(happening, what.clone(), causes)
                    });
                    if let Some(other) = exchanged {
                        uses.push(Use {
                            onto: Some(nation(what)),
                            ..Use::of(happening, other.clone(), causes)
                        });
                    }
                }
            }
            Act::Several { verb, local, .. } | Act::OfThem { verb, local, .. } => {
                if let Some(happening) = Happening::by(*verb).filter(barred) {
                    uses.push(Use {
                        several: Some(*local),
                        ..Use::of(happening, Item::Local(*local), causes)
                    });
                }
            }
            Act::Counters {
                put,
                sort,
                player,
                on,
                number: _,
            } => {
                let happening = if *put {
                    Happening::Marked
                } else {
                    Happening::Unmarked
                };
                if barred(&happening) {
                    let marks = Some(ir::marks_of(self.sort(*sort), *player));
                    uses.push(Use {
                        marks,
                        ..Use::of(happening, on.clone(), causes)
                    });
                }
            }
            Act::Call { keyword, arguments } => {
                self.uses_of_call((*keyword, arguments), causes, uses)
            }
            _ => step.parts().into_iter().for_each(|part| match part {
                Part::Act(inner) => self.uses_of(inner, causes, uses),
                Part::Body(Body { steps }) => steps
                    .iter()
                    .for_each(|step| self.uses_of(&step.node, causes, uses)),
                _ => {}
            }),
        }
    }

    /// What a keyword does with what it is called with; and that this is what it is aimed at.
    fn uses_of_call(
        &mut self,
        (keyword, arguments): (usize, &[Value]),
        causes: Causes,
        uses: &mut Vec<Use>,
    ) {
        let own = 1 << self.keyword(keyword);
        let single = arguments.iter().find_map(|argument| match argument {
            Value::Item(item) => Some(item),
            _ => None,
        });
        let chosen = Happening::Chosen;
        if let Some(what) = single.filter(|_| self.context.bars & chosen.bit() != 0) {
            uses.push(Use::of(chosen, what.clone(), own));
        }
        let text = self.context.keywords[keyword]
            .text
            .at(self.context.disputes);
        let mut inner = Vec::new();
        text.body
            .steps
            .iter()
            .for_each(|step| self.uses_of(&step.node, causes | own, &mut inner));
        // Its parameters stand for what it is called with.
        let stands_for = |item: &Item| match item {
            Item::Local(local) => match arguments.get(*local) {
                Some(Value::Item(item)) => Some(item.clone()),
                _ => None,
            },
            _ => None,
        };
        for used in inner.into_iter().filter(|used| used.several.is_none()) {
            let (onto, place) = (
                used.onto.as_ref().map(stands_for),
                used.place.as_ref().map(stands_for),
            );
            // What it says of itself is asked where its own text is lowered.
            if let (Some(what), None | Some(Some(_)), None | Some(Some(_))) =
                (stands_for(&used.what), &onto, &place)
            {
                uses.push(Use {
                    what,
                    onto: onto.flatten(),
                    place: place.flatten(),
                    ..used
                });
            }
        }
    }

    /// What the candidate that has that name must be allowed for. Whether a stacked card may be played nobody can tell before
    /// it is turned up. What chance picks nobody has chosen.
    pub(super) fn allowed(&mut self, local: Local, set: &Set, random: bool) -> Option<ir::PredId> {
        let element = set.element;
        let turned =
            |used: &Use| element == ir::Element::StackedCard && used.happening == Happening::Played;
        // Nor what lies where whoever is asked may not look.
        let others = element != ir::Element::Building && self.decider.is_some();
        let hidden = |used: &Use| {
            turned(used)
                || others && used.happens_to(element).reads_faces()
                || random && used.happening == Happening::Chosen
        };
        let uses: Vec<Use> = self
            .uses
            .iter()
            .filter(|used| used.is_of(local) && !hidden(used))
            .cloned()
            .collect();
        let mut all = None;
        if self.is_picked(set) {
            let what = picked(local, element);
            // What is picked before it in the same step is not paid for yet.
            let what = self.item(&what);
            let first = match self.picked_first.clone() {
                Some(first) => self.item(&first),
                None => self.nothing(),
            };
            all = Some(self.asked((Happening::Picked, self.cause, None), what, first));
        }
        for used in uses {
            let what = self.known(&used.what);
            let onto = match &used.onto {
                Some(onto) => self.known(onto),
                None => self.nothing(),
            };
            let happening = used.happens_to(element);
            if self.context.bars & happening.bit() != 0 {
                let allowed = self.asked((happening, used.causes, used.marks), what, onto);
                all = self.joined(all, allowed);
            }
            if let Some(place) = used.place.as_ref().filter(|place| is_said_of(place, local)) {
                let place = self.known(place);
                let goes = self.arena.pred(Pred::Goes(what, place));
                all = self.joined(all, goes);
            }
        }
        all
    }

    /// What comes by that name is picked before what the choices that are lowered next are about. Answers what was before.
    pub(super) fn picks_first(&mut self, local: Local, set: &Set) -> Option<Item> {
        let outer = self.picked_first.clone();
        if self.is_picked(set) {
            self.picked_first = Some(picked(local, set.element));
        }
        outer
    }

    pub(super) fn asked(
        &mut self,
        used: (Happening, Causes, Option<u16>),
        what: ir::ItemId,
        onto: ir::ItemId,
    ) -> ir::PredId {
        let (happening, causes, marks) = used;
        let causes = if self.context.caused & happening.bit() == 0 {
            0
        } else {
            causes
        };
        let ask = self.arena.ask(ir::Ask {
            happening,
            causes,
            marks,
        });
        self.arena.pred(Pred::Allowed(ask, what, onto))
    }

    /// That holds, and no text forbids what the step does to what it names.
    pub(super) fn unless_forbidden(&mut self, holds: ir::PredId, step: &Act) -> ir::PredId {
        let mut uses = Vec::new();
        self.uses_of(step, self.cause, &mut uses);
        uses.into_iter()
            .filter(|used| used.several.is_none())
            .fold(holds, |holds, used| {
                let what = self.item(&used.what);
                let onto = match &used.onto {
                    Some(onto) => self.item(onto),
                    None => self.nothing(),
                };
                let element = if matches!(used.what, Item::TopOf(_)) {
                    ir::Element::StackedCard
                } else {
                    ir::Element::Card
                };
                let allowed = self.asked(
                    (used.happens_to(element), used.causes, used.marks),
                    what,
                    onto,
                );
                self.arena.and(holds, allowed)
            })
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
        let bindings = &self.here().bindings;
        let known = |local: Local| bindings.get(local).is_some_and(Option::is_some);
        if locals(item).into_iter().all(known) {
            self.item(item)
        } else {
            self.nothing()
        }
    }

    pub(super) fn nothing(&mut self) -> ir::ItemId {
        self.arena.item(ir::Item::Nothing)
    }

    /// From here on these have been chosen by `you`, in the text that is being lowered.
    pub(super) fn note_chosen(&mut self, local: Local) {
        if self.decider.is_none() {
            self.instance().chosen.push(local);
        }
    }

    /// Which register holds what a keyword is aimed at, the first of these that is one thing, and whether `you` have chosen that;
    /// and all that you have chosen of them.
    pub(super) fn aimed(
        &self,
        arguments: &[Value],
        places: &[Option<Reg>],
    ) -> (Reg, bool, Vec<Local>) {
        let at = arguments
            .iter()
            .position(|argument| matches!(argument, Value::Item(_)));
        let chosen =
            |argument: &Value| matches!(argument, Value::Item(item) if self.is_chosen(item));
        let chosen: Vec<Local> = (0..)
            .zip(arguments)
            .filter(|(_, of)| chosen(of))
            .map(|(local, _)| local)
            .collect();
        let target = at.and_then(|at| places[at]).unwrap_or(NO_TARGET);
        (target, at.is_some_and(|at| chosen.contains(&at)), chosen)
    }

    pub(super) fn aim(&mut self, at: &Item) {
        let at = self.item(at);
        self.emit(ir::Op::Aim(at));
    }

    /// The thing is what `you` have chosen, or hangs on that.
    pub(super) fn is_chosen(&self, item: &Item) -> bool {
        let chosen = &self.here().chosen;
        locals(item).iter().any(|local| chosen.contains(local))
    }
}

impl Use {
    fn of(happening: Happening, what: Item, causes: Causes) -> Use {
        Use {
            happening,
            what,
            onto: None,
            several: None,
            causes,
            place: None,
            marks: None,
        }
    }

    /// A stacked card that is destroyed is revealed.
    fn happens_to(&self, element: ir::Element) -> Happening {
        match (self.happening, element) {
            (Happening::Destroyed, ir::Element::StackedCard) => Happening::Revealed,
            (happening, _) => happening,
        }
    }

    fn is_of(&self, local: Local) -> bool {
        let mut said = std::iter::once(&self.what)
            .chain(&self.onto)
            .chain(&self.place);
        self.several == Some(local) || said.any(|item| is_said_of(item, local))
    }
}

/// Whose nation a place is in, where that is said.
fn nation_of(place: &Item) -> Option<Item> {
    match place {
        Item::Any { set, .. } => match set.source() {
            Some(Source::PlacesOf(player)) => Some(player.clone()),
            _ => None,
        },
        _ => None,
    }
}

/// The building that is picked, or from whose stack.
fn picked(local: Local, element: ir::Element) -> Item {
    match element {
        ir::Element::Building => Item::Local(local),
        _ => Item::Under(Box::new(Item::Local(local))),
    }
}

fn is_said_of(item: &Item, local: Local) -> bool {
    locals(item).contains(&local)
}

/// The names that it speaks of; of what is chosen in it, what that is called.
fn locals(item: &Item) -> Vec<Local> {
    fn within(part: Part<'_>) -> Vec<Local> {
        match part {
            Part::Local(local) => vec![local],
            Part::Item(Item::Any { local, .. }) => vec![*local],
            _ => part.parts().into_iter().flat_map(within).collect(),
        }
    }
    within(Part::Item(item))
}

//! Which texts forbid something, or ask a price for it that cannot be paid.

use crate::eval::context::Context;
use crate::play::options::asking;
use crate::state::value::{card_value, place_value};
use crate::{Asked, Choice, GONE, Game, Value};
use board::{CardId, Seat};
use rules::ir::{
    Ask, Bar, FaceId, Guard, Happening, Pred, PredId, Program, ROLES, Rules, Says, SetId,
};

/// Where a text says it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClauseSite {
    /// A card on the table: its face, and which of the face's clauses.
    Face(FaceId, usize),
    /// For a while: one of [`rules::ir::Rules::pending`].
    Pending(u16),
}

/// A text that forbids something, or asks a price for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Forbidding {
    /// The card whose text it is.
    pub card: CardId,
    /// Where it is said.
    pub said: ClauseSite,
    /// It is not forbidden, but has a price.
    pub price: bool,
}

/// What the texts have to say that keep something from being done, each once.
type All = Vec<Forbidding>;

impl Context<'_> {
    /// The texts that forbid that; where none does, those that ask a price.
    pub(super) fn forbidding(&self, ask: impl Into<Ask>, roles: [Value; ROLES]) -> All {
        let mut all = All::new();
        self.each_bar((ask.into(), roles), &mut |bar, card, _| {
            let said = said(&self.script.rules, bar).map(|said| Forbidding {
                card,
                said,
                price: bar.price.is_some(),
            });
            all.extend(said.filter(|said| !all.contains(said)));
            false
        });
        if all.iter().any(|one| !one.price) {
            all.retain(|one| !one.price);
        }
        all
    }

    /// The same of a thing that is no option only for what it would be chosen for.
    pub(super) fn forbidding_in(&self, id: SetId, value: Value) -> All {
        let mut all = All::new();
        let set = &self.script.rules.sets[id.index()];
        if let Some(filter) = set.filter {
            let only = self.with_it(set.bind, value, || self.barring(filter, &mut all));
            if !only {
                all.clear();
            }
        }
        all
    }

    /// Gathers what forbids the condition to hold. Answers whether it fails by that alone.
    fn barring(&self, pred: PredId, all: &mut All) -> bool {
        if self.holds(pred) {
            return true;
        }
        match self.script.rules.preds[pred.index()] {
            Pred::And(left, right) => self.barring(left, all) && self.barring(right, all),
            Pred::Or(left, right) => self.barring(left, all) || self.barring(right, all),
            Pred::Allowed(ask, what, onto) => {
                let ask = self.script.rules.asks[usize::from(ask.0)];
                let (what, onto) = (
                    self.item(what),
                    ask.marks.unwrap_or_else(|| self.item(onto)),
                );
                let found = match ask.happening {
                    // Two that are picked in one step are paid for together.
                    Happening::Picked if onto != GONE => {
                        let of = |what| self.forbidding(ask, [what, GONE]);
                        of(onto).into_iter().chain(of(what)).collect()
                    }
                    _ => self.forbidding(ask, [what, onto]),
                };
                let new: All = found.into_iter().filter(|one| !all.contains(one)).collect();
                all.extend(new);
                true
            }
            Pred::Exists(set) => {
                let before = all.len();
                self.each_within(set, &mut |value| {
                    let found = self.forbidding_in(set, value);
                    let new: All = found.into_iter().filter(|one| !all.contains(one)).collect();
                    all.extend(new);
                });
                all.len() > before
            }
            _ => false,
        }
    }

    /// Gathers the prices that the condition lets be paid.
    fn charging(&self, pred: PredId, all: &mut All) {
        match self.script.rules.preds[pred.index()] {
            Pred::And(left, right) => {
                self.charging(left, all);
                self.charging(right, all);
            }
            Pred::Allowed(ask, what, onto) => {
                let ask = self.script.rules.asks[usize::from(ask.0)];
                let onto = ask.marks.unwrap_or_else(|| self.item(onto));
                all.extend(self.forbidding(ask, [self.item(what), onto]));
            }
            _ => {}
        }
    }

    /// What forbids the first choice of a text, as far as its guard tells.
    fn barring_text(&self, program: Program) -> All {
        let mut all = All::new();
        let only = match program.guard {
            Guard::Needs(pred) | Guard::Pays { then: pred, .. } => self.barring(pred, &mut all),
            Guard::Always | Guard::Never | Guard::Try(_) => false,
        };
        if only { all } else { All::new() }
    }
}

impl Game {
    /// The texts that keep a choice out of the turn menu: that forbid it, ask a price for it, or leave its text nothing to choose.
    pub fn forbidding(&self, choice: Choice) -> Vec<Forbidding> {
        let seat = self.state.seat;
        let context = |this: CardId| Context::of(&self.script, &self.state.board, this, seat);
        let held = |kind| self.in_hand(seat, kind);
        let of_text = |this: CardId, program: Option<Program>, happening: Happening| {
            let own = context(this).forbidding(happening, [card_value(this), GONE]);
            match (own.is_empty(), program) {
                // What is played pays for nothing.
                (true, Some(program)) => {
                    let mut context = context(this);
                    context.without = [this, CardId::NONE];
                    context.barring_text(program)
                }
                _ => own,
            }
        };
        match choice {
            Choice::Action(kind) => held(kind).map_or_else(All::new, |card| {
                of_text(card, self.script.facts(card).play, Happening::Played)
            }),
            Choice::Build { kind, seat, place } => held(kind).map_or_else(All::new, |card| {
                let place = place_value(seat, place.into());
                context(card).forbidding(Happening::Built, [card_value(card), place])
            }),
            Choice::Stack { kind, on } => held(kind).map_or_else(All::new, |card| {
                context(card).forbidding(Happening::Put, [card_value(card), card_value(on)])
            }),
            Choice::Use { building, ability } => {
                let found = context(building).ability(building, ability);
                let program = found.map(|(face, at)| {
                    self.script.rules.faces[face.index()].abilities[usize::from(at)].program
                });
                of_text(building, program, Happening::Used)
            }
            _ => All::new(),
        }
    }

    /// The texts that ask a price for a choice that is offered.
    pub fn prices(&self, choice: Choice) -> Vec<Forbidding> {
        let mut all = All::new();
        match (choice, self.state.asked) {
            (Choice::Pick(value), Asked::Choose { set, .. }) => {
                let (context, set) = (
                    asking(&self.script, &self.state),
                    &self.script.rules.sets[set.index()],
                );
                let _ = set.filter.map(|filter| {
                    context.with_it(set.bind, value, || context.charging(filter, &mut all))
                });
            }
            _ => all = self.forbidding(choice),
        }
        all.retain(|one| one.price);
        all
    }

    /// The same of a thing that is no option of the choice under way.
    pub fn forbidding_pick(&self, value: Value) -> Vec<Forbidding> {
        match self.state.asked {
            Asked::Choose { set, .. } => {
                asking(&self.script, &self.state).forbidding_in(set, value)
            }
            _ => All::new(),
        }
    }

    /// The turn menu leaves it out for what texts forbid.
    pub(super) fn is_forbidden(
        &self,
        happening: Happening,
        roles: [Value; ROLES],
        seat: Seat,
    ) -> bool {
        !Context::of(&self.script, &self.state.board, CardId::NONE, seat).allows(happening, roles)
    }
}

/// Where a clause that forbids is said.
pub(super) fn said(rules: &Rules, bar: &Bar) -> Option<ClauseSite> {
    let of_face = rules.faces.iter().enumerate().find_map(|(face, said)| {
        let at = said
            .bars
            .iter()
            .position(|other| std::ptr::eq(other, bar))?;
        Some(ClauseSite::Face(FaceId(face as u16), at))
    });
    of_face.or_else(|| {
        let says = |says: &Says| matches!(says, Says::Bars(other) if std::ptr::eq(other, bar));
        let at = rules
            .pending
            .iter()
            .position(|pending| says(&pending.says))?;
        Some(ClauseSite::Pending(at as u16))
    })
}

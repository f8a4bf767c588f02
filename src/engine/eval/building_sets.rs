//! Works out sets of buildings and of the tops of stacks on a table, all at once.

use crate::eval::context::Context;
use crate::program::conditions::Property;
use crate::program::set_plans::{Question, SetPlan, Start, Test};
use crate::state::value::card_value;
use crate::{GONE, Value};
use board::{BuildingSet, CardId, Zone};
use rules::ir::{Item, ItemId, Pred, PredId, SetId};

impl Context<'_> {
    /// How the set is worked out all at once, if it can be on this table.
    #[inline(always)]
    pub fn at_once(&self, set: SetId) -> Option<&SetPlan> {
        self.script
            .sets
            .at_once(set)
            .filter(|_| self.board.fits_sets())
    }

    /// The set as buildings; tops stand for what they lie on.
    pub fn all_at_once(&self, plan: &SetPlan) -> BuildingSet {
        if self.is_spent() {
            return BuildingSet::NONE;
        }
        let mut set = self.tested(plan);
        self.spend(|| plan.cost());
        for question in self.script.sets.questions(plan) {
            let buildings = self.board.buildings();
            set = match *question {
                Question::Is(Property::Named(name)) if self.may_be_renamed() => {
                    set.filter(|at| self.active_name(buildings[at]) == Some(name))
                }
                Question::Is(Property::Named(name)) => {
                    set.filter(|at| self.own_name(buildings[at]) == Some(name))
                }
                Question::Is(Property::Lacks(status)) => {
                    let some = set.and(self.board.statused_set());
                    let lacks =
                        some.filter(|at| self.board.card(buildings[at]).status >> status & 1 == 0);
                    set.without(some).or(lacks)
                }
                Question::Is(Property::Cards(compare, cards)) => {
                    let empty = compare.holds(0, cards);
                    let some = if empty {
                        set
                    } else {
                        set.and(self.board.stacked_set())
                    };
                    some.filter(|at| compare.holds(self.board.card(buildings[at]).height, cards))
                }
                Question::Holds(pred) if self.asks_whether_allowed(pred) => {
                    self.all_allowed(plan, set, pred)
                }
                other => set.filter(|at| self.answers(plan, other, buildings[at])),
            };
        }
        // What was not looked at to its end holds nothing.
        if self.is_spent() {
            BuildingSet::NONE
        } else {
            set
        }
    }

    #[inline(always)]
    fn asks_whether_allowed(&self, pred: PredId) -> bool {
        matches!(self.script.rules.preds[pred.index()], Pred::Allowed(..))
    }

    /// Those of a set to which texts let that be done: whoever forbids anything is looked for once.
    #[cold]
    fn all_allowed(&self, plan: &SetPlan, set: BuildingSet, pred: PredId) -> BuildingSet {
        let Pred::Allowed(ask, what, onto) = self.script.rules.preds[pred.index()] else {
            return set;
        };
        let ask = self.script.rules.asks[usize::from(ask.0)];
        let by = self.forbidders();
        if self.forbidden(&by) & ask.happening.bit() == 0 {
            return set;
        }
        let weight = || self.script.weights[pred.index()] as usize;
        set.filter(|at| {
            let building = self.board.buildings()[at];
            self.with_candidate(plan, building, weight, || {
                self.offers_among(&by, ask, [self.item(what), self.item(onto)])
            })
        })
    }

    /// There is anything in the set.
    #[inline(always)]
    pub fn any_at_once(&self, plan: &SetPlan) -> bool {
        let set = self.tested(plan);
        self.spend(|| plan.cost());
        let questions = self.script.sets.questions(plan);
        let passes = |at: usize| {
            let building = self.board.buildings()[at];
            questions.iter().all(|question| match question {
                Question::Is(said) => self.building_is(*said, building),
                question => self.answers(plan, *question, building),
            })
        };
        let some = match questions {
            [] => !set.is_empty(),
            // What has no status at all lacks each.
            [Question::Is(Property::Lacks(_))]
                if !set.without(self.board.statused_set()).is_empty() =>
            {
                true
            }
            _ => set.iter().any(passes),
        };
        some && !self.is_spent()
    }

    /// That thing is in the set: nothing but what is asked of it is asked.
    pub(super) fn is_in_at_once(&self, plan: &SetPlan, value: Value) -> bool {
        if value == GONE || self.is_spent() {
            return false;
        }
        let card = CardId(value);
        let building = if plan.tops {
            self.board.under(card)
        } else {
            Some(card)
        };
        let stands = |building: &CardId| {
            let state = self.board.card(*building);
            state.zone == Zone::Row && (!plan.tops || state.top() == card)
        };
        let Some(building) = building.filter(stands) else {
            return false;
        };
        let here = self.tested(plan).and(self.board.set_of(building));
        self.spend(|| plan.cost());
        let mut questions = self.script.sets.questions(plan).iter();
        !here.is_empty()
            && questions.all(|question| self.answers(plan, *question, building))
            && !self.is_spent()
    }

    /// The building with that position, or the top of its stack.
    #[inline(always)]
    pub(super) fn value_at_once(&self, plan: &SetPlan, at: usize) -> Value {
        let building = self.board.buildings()[at];
        if plan.tops {
            card_value(self.board.card(building).top())
        } else {
            card_value(building)
        }
    }

    /// The things of a set that has been worked out, in its order.
    #[inline]
    pub fn each_at_once(
        &self,
        plan: &SetPlan,
        set: BuildingSet,
        mut found: impl FnMut(Value) -> bool,
    ) -> bool {
        let first = self.first_at_once(plan).and(set);
        let (rest, behind) = (
            set.without(first),
            self.board.seats_before(self.leader.get()),
        );
        let parts = [first, rest.without(behind), rest.and(behind)];
        parts
            .into_iter()
            .flat_map(BuildingSet::iter)
            .any(|at| found(self.value_at_once(plan, at)))
    }

    /// The thing with that number.
    pub fn nth_at_once(&self, plan: &SetPlan, set: BuildingSet, index: u32) -> Value {
        let first = self.first_at_once(plan).and(set);
        let at = match (first.is_empty(), index) {
            (true, _) => set.nth(index),
            (false, 0) => first.nth(0),
            (false, _) => set.without(first).nth(index - 1),
        };
        at.map_or(GONE, |at| self.value_at_once(plan, at))
    }

    #[inline(always)]
    fn first_at_once(&self, plan: &SetPlan) -> BuildingSet {
        plan.first
            .map_or(BuildingSet::NONE, |first| self.one(first))
    }

    #[inline(always)]
    fn one(&self, building: Item) -> BuildingSet {
        if let Item::Under(card) = building {
            return self.under(self.script.rules.items[card.index()]);
        }
        self.standing(building)
            .map_or(BuildingSet::NONE, |building| self.board.set_of(building))
    }

    /// What the card lies on.
    #[inline(always)]
    fn under(&self, card: Item) -> BuildingSet {
        let value = self.value(card);
        let under = if value != GONE {
            self.board.under(CardId(value))
        } else {
            None
        };
        under.map_or(BuildingSet::NONE, |building| self.board.set_of(building))
    }

    #[inline]
    fn tested(&self, plan: &SetPlan) -> BuildingSet {
        let board = self.board;
        let nation = |player: ItemId| {
            self.seat(player)
                .map_or(BuildingSet::NONE, |seat| board.nation_set(seat))
        };
        let beside = |item: Item| {
            self.standing(item)
                .map_or(BuildingSet::NONE, |at| board.beside_set(at))
        };
        let mut set = match plan.start {
            Start::All => board.building_set(),
            Start::Nation(player) => nation(player),
            Start::Beside(item) => beside(item),
            Start::Around(item) => self.standing(item).map_or(BuildingSet::NONE, |at| {
                board.set_of(at).or(board.beside_set(at))
            }),
            Start::TopsAround(item) => {
                return self
                    .standing(item)
                    .map_or(BuildingSet::NONE, |at| board.tops_around(at));
            }
            Start::One(item) => self.one(item),
            Start::Of(inner) => self.inner(inner),
            Start::Walk => BuildingSet::NONE,
        };
        let here = set;
        if plan.tops {
            set = set.and(board.stacked_set());
            if set.is_empty() {
                return set;
            }
        }
        for test in self.script.sets.tests(plan) {
            set = match *test {
                Test::Stacked => set.and(board.stacked_set()),
                Test::Bare => set.without(board.stacked_set()),
                Test::Is(item) => set.and(self.one(item)),
                Test::IsNot(item) => set.without(self.one(item)),
                Test::IsOr(_, pred) if self.holds(pred) => set,
                Test::IsOr(item, _) => set.and(self.one(item)),
                Test::Carries(card) => set.and(self.under(card)),
                Test::IsOrCarries(item, card) => {
                    let building = self.one(item);
                    match building.and(self.under(card)).is_empty() {
                        true => set.and(building),
                        false => set,
                    }
                }
                Test::In(inner) => set.and(self.inner(inner)),
                Test::NotIn(inner) => set.without(self.inner(inner)),
                Test::Nation(player) => set.and(nation(player)),
                Test::ElsewhereHere(only) => self.elsewhere(set, here, only),
                Test::Elsewhere(inner, only) => self.elsewhere(set, self.inner(inner), only),
                Test::NextTo(inner, only) => self.next_to(set, inner, only),
                Test::When(pred) => {
                    self.spend(|| self.script.weights[pred.index()] as usize);
                    set.when(!set.is_empty() && self.holds(pred))
                }
            };
        }
        set
    }

    /// A set that the set is made of.
    fn inner(&self, set: SetId) -> BuildingSet {
        self.script
            .sets
            .at_once(set)
            .map_or(BuildingSet::NONE, |plan| self.all_at_once(plan))
    }

    fn elsewhere(&self, set: BuildingSet, inner: BuildingSet, only: Option<Item>) -> BuildingSet {
        let Some(only) = only else {
            return if inner.several() {
                set
            } else {
                set.without(inner).when(!inner.is_empty())
            };
        };
        let only = self.one(only);
        let there = set.and(only).when(!inner.without(only).is_empty());
        there.or(set.without(only).when(!inner.and(only).is_empty()))
    }

    fn next_to(&self, set: BuildingSet, inner: Option<SetId>, only: Item) -> BuildingSet {
        let Some(building) = self.standing(only) else {
            return BuildingSet::NONE;
        };
        let (only, beside) = (self.board.set_of(building), self.board.beside_set(building));
        let inner = inner.map_or(self.board.building_set(), |inner| self.inner(inner));
        let there = set.and(only).when(!beside.and(inner).is_empty());
        there.or(set.and(beside).when(!inner.and(only).is_empty()))
    }

    fn inner_any(&self, set: SetId) -> bool {
        self.script
            .sets
            .at_once(set)
            .is_some_and(|plan| self.any_at_once(plan))
    }

    /// Asks with "it" standing for the building or the top of its stack.
    #[inline(always)]
    fn with_candidate(
        &self,
        plan: &SetPlan,
        building: CardId,
        weight: impl FnOnce() -> usize,
        asked: impl FnOnce() -> bool,
    ) -> bool {
        let value = if plan.tops {
            self.board.card(building).top()
        } else {
            building
        };
        if self.is_spent() {
            return false;
        }
        self.spend(weight);
        self.with_it(plan.bind, card_value(value), asked)
    }

    #[inline(always)]
    pub fn building_is(&self, said: Property, building: CardId) -> bool {
        let card = self.board.card(building);
        match said {
            Property::Stacked => card.height > 0,
            Property::Bare => card.height == 0,
            Property::Named(name) => self.active_name(building) == Some(name),
            Property::NotNamed(name) => self.active_name(building) != Some(name),
            Property::Has(status) => card.status >> status & 1 == 1,
            Property::Lacks(status) => card.status >> status & 1 == 0,
            Property::Cards(compare, cards) => compare.holds(card.height, cards),
            Property::FaceUp => card.face_up(),
        }
    }

    #[inline]
    fn answers(&self, plan: &SetPlan, question: Question, building: CardId) -> bool {
        match question {
            Question::Is(said) => self.building_is(said, building),
            Question::Any(set) => self.with_candidate(plan, building, || 1, || self.inner_any(set)),
            Question::Holds(pred) => {
                let weight = || self.script.weights[pred.index()] as usize;
                self.with_candidate(plan, building, weight, || self.holds(pred))
            }
        }
    }
}

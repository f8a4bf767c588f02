//! How sets of buildings and of the tops of stacks are worked out all at once, a bit a building.

use crate::engine::program::conjuncts::{Finder, conjuncts};
use crate::rules::ir::{
    Compare, DISABLED, Element, GUARDED, Item, ItemId, NameId, Num, Pred, PredId, Reg, Rules, Set, SetId, Source,
};

/// How a set is worked out all at once.
#[derive(Debug, Clone, Copy)]
pub(in crate::engine) struct Mask {
    pub start: Start,
    /// The building that comes first, whatever its position.
    pub first: Option<Item>,
    /// Its things are the tops of stacks.
    pub tops: bool,
    /// A register that stands for the candidate, too.
    pub bind: Option<Reg>,
    /// Where its tests begin and end.
    tests: (u32, u32),
    /// Where its questions do.
    questions: (u32, u32),
}

impl Mask {
    /// How many looks it is worth, besides what its questions cost that are asked one by one.
    #[inline(always)]
    pub fn cost(&self) -> usize {
        let parts = self.tests.1 - self.tests.0 + self.questions.1 - self.questions.0;
        1 + parts as usize / 4
    }
}

/// The buildings to begin with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::engine) enum Start {
    All,
    Nation(ItemId),
    Beside(Item),
    Around(Item),
    One(Item),
    Of(SetId),
}

/// What limits a set as a whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::engine) enum Test {
    Stacked,
    Bare,
    Is(Item),
    IsNot(Item),
    /// It is that building, or the condition holds, whatever the candidate.
    IsOr(Item, PredId),
    /// The card lies on it.
    Carries(Item),
    /// It is that building, or the card lies on that building.
    IsOrCarries(Item, Item),
    In(SetId),
    NotIn(SetId),
    Nation(ItemId),
    /// There is something in that set besides the building itself; where one is named, that building must be in it, or
    /// be the building itself.
    Elsewhere(SetId, Option<Item>),
    /// The same, where that set is what this one begins with.
    ElsewhereHere(Option<Item>),
    /// The condition holds, whatever the candidate.
    When(PredId),
}

/// What is asked of each one that is left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::engine) enum Question {
    Named(NameId),
    NotNamed(NameId),
    Has(u8),
    Lacks(u8),
    /// So many cards lie on it.
    Cards(Compare, u16),
    /// There is something in that set.
    Any(SetId),
    Holds(PredId),
}

/// All tests and questions of a game's sets.
#[derive(Debug, Clone, Default)]
pub(in crate::engine) struct Masks {
    /// By set; none for sets of other things. Behind them others that these are made of.
    masks: Vec<Option<Mask>>,
    tests: Vec<Test>,
    questions: Vec<Question>,
}

impl Masks {
    pub fn of(rules: &Rules) -> Masks {
        let mut masks = Masks { masks: vec![None; rules.sets.len()], ..Masks::default() };
        for id in 0..rules.sets.len() {
            masks.add(rules, SetId(id as u16));
        }
        masks
    }

    #[inline(always)]
    pub fn get(&self, set: SetId) -> Option<&Mask> {
        self.masks[set.index()].as_ref()
    }

    /// What limits the set as a whole.
    #[inline(always)]
    pub fn tests(&self, mask: &Mask) -> &[Test] {
        &self.tests[mask.tests.0 as usize..mask.tests.1 as usize]
    }

    /// What is asked of each one that is left.
    #[inline(always)]
    pub fn questions(&self, mask: &Mask) -> &[Question] {
        &self.questions[mask.questions.0 as usize..mask.questions.1 as usize]
    }

    /// Sets are made of sets that come before them.
    fn add(&mut self, rules: &Rules, id: SetId) -> Option<()> {
        let set = &rules.sets[id.index()];
        let (start, first, tops) = self.begin(rules, set)?;
        let mut preds = Vec::new();
        set.filter.into_iter().for_each(|filter| conjuncts(rules, filter, &mut preds));
        let (mut tests, mut questions) = (Vec::new(), Vec::new());
        if set.target {
            questions.push(Question::Lacks(GUARDED));
        }
        let finder = Finder { rules, bound: set.bind };
        let mut start = start;
        for pred in preds {
            match self.test(&finder, tops, pred) {
                // "Any stack that is in ..." begins there.
                Some(Test::In(inner)) if start == Start::All && self.bare(inner).is_some() => {
                    start = self.bare(inner).map_or(start, |inner| inner.start);
                }
                Some(test) => tests.push(test),
                None => match self.question(&finder, tops, pred) {
                    Question::Any(inner) if tops => match self.elsewhere(&finder, inner) {
                        Some(test) => tests.push(test),
                        None => questions.push(Question::Any(inner)),
                    },
                    question => questions.push(question),
                },
            }
        }
        for test in &mut tests {
            match *test {
                Test::Elsewhere(base, only) if self.bare(base).is_some_and(|base| base.start == start) => {
                    *test = Test::ElsewhereHere(only);
                }
                _ => {}
            }
        }
        let (tests, questions) = (self.keep_tests(tests), self.keep_questions(questions));
        self.masks[id.index()] = Some(Mask { start, first, tops, bind: set.bind, tests, questions });
        Some(())
    }

    fn keep_tests(&mut self, tests: Vec<Test>) -> (u32, u32) {
        let begin = self.tests.len() as u32;
        self.tests.extend(tests);
        (begin, self.tests.len() as u32)
    }

    fn keep_questions(&mut self, questions: Vec<Question>) -> (u32, u32) {
        let begin = self.questions.len() as u32;
        self.questions.extend(questions);
        (begin, self.questions.len() as u32)
    }

    /// Whether a top can go elsewhere, asked of all tops at once: there is something in a set from which nothing is
    /// taken but the building under the top, and which may be that one building alone unless the top lies there.
    fn elsewhere(&mut self, top: &Finder<'_>, inner: SetId) -> Option<Test> {
        let mask = *self.get(inner)?;
        let speaks = |item: Item| match item {
            Item::Under(card) => top.in_item(card),
            Item::Reg(reg) => Some(reg) == top.bound,
            Item::This | Item::You | Item::Provoker => false,
            Item::It | Item::TopOf(_) | Item::OwnerOf(_) | Item::First(_) => true,
        };
        let is_top = |item: Item| matches!(item, Item::Reg(reg) if Some(reg) == top.bound);
        let under_top = |item: Item| match item {
            Item::Under(card) => is_top(top.rules.items[card.index()]),
            _ => false,
        };
        let started = match mask.start {
            Start::All => true,
            Start::Beside(item) | Start::Around(item) | Start::One(item) => !speaks(item),
            Start::Nation(_) | Start::Of(_) => false,
        };
        let (mut leaves, mut only, mut kept) = (false, None, Vec::new());
        for test in self.tests[mask.tests.0 as usize..mask.tests.1 as usize].iter().copied() {
            match test {
                Test::IsNot(item) if under_top(item) => leaves = true,
                Test::IsOrCarries(item, card) if only.is_none() && is_top(card) && !speaks(item) => only = Some(item),
                Test::Stacked | Test::Bare => kept.push(test),
                Test::Is(item) | Test::IsNot(item) if !speaks(item) => kept.push(test),
                _ => return None,
            }
        }
        let questions = self.questions[mask.questions.0 as usize..mask.questions.1 as usize].to_vec();
        let told = |question: &Question| matches!(question, Question::Any(_) | Question::Holds(_));
        if !started || !leaves || mask.tops || questions.iter().any(told) {
            return None;
        }
        // Without a number for it, it is asked of each top.
        let id = SetId(u16::try_from(self.masks.len()).ok()?);
        let (tests, questions) = (self.keep_tests(kept), self.keep_questions(questions));
        self.masks.push(Some(Mask { tests, questions, ..mask }));
        Some(Test::Elsewhere(id, only))
    }

    /// The set as it is without its filter; none when it is not of this sort.
    fn begin(&self, rules: &Rules, set: &Set) -> Option<(Start, Option<Item>, bool)> {
        let item = |id: ItemId| rules.items[id.index()];
        Some(match (set.element, set.source) {
            (Element::Building, Source::Buildings) => (Start::All, None, false),
            (Element::Building, Source::BuildingsOf(player)) => (Start::Nation(player), None, false),
            (Element::Building, Source::Neighbours(building)) => (Start::Beside(item(building)), None, false),
            (Element::Building, Source::One(building)) => (Start::One(item(building)), None, false),
            (Element::Building, Source::Plus(left, right)) => {
                let (left, right) = (self.bare(left)?, self.bare(right)?);
                match (left.start, right.start) {
                    (Start::One(one), Start::Beside(other)) if one == other => (Start::Around(one), Some(one), false),
                    _ => return None,
                }
            }
            (Element::StackedCard, Source::Tops) => (Start::All, None, true),
            (Element::StackedCard, Source::TopsOf(inner)) => {
                let mask = self.get(inner).filter(|mask| !mask.tops)?;
                match self.bare(inner) {
                    Some(bare) => (bare.start, bare.first, true),
                    None => (Start::Of(inner), mask.first, true),
                }
            }
            _ => return None,
        })
    }

    /// The mask of a set that asks for nothing more.
    fn bare(&self, set: SetId) -> Option<&Mask> {
        self.get(set).filter(|mask| mask.tests.0 == mask.tests.1 && mask.questions.0 == mask.questions.1)
    }

    /// The condition as a test of the whole set, if it can be one.
    fn test(&self, finder: &Finder<'_>, tops: bool, pred: PredId) -> Option<Test> {
        let rules = finder.rules;
        let here = |item: ItemId| is_building_of(finder, tops, item);
        // A building that is the same for all candidates.
        let other = |pred: PredId| match rules.preds[pred.index()] {
            Pred::Same(left, right) if here(left) && !finder.in_item(right) => Some(rules.items[right.index()]),
            Pred::Same(left, right) if here(right) && !finder.in_item(left) => Some(rules.items[left.index()]),
            _ => None,
        };
        let or = |item: Item, pred: PredId| match rules.preds[pred.index()] {
            Pred::On(card, on) if rules.items[on.index()] == item => Test::IsOrCarries(item, rules.items[card.index()]),
            _ => Test::IsOr(item, pred),
        };
        let within = |item: ItemId, set: SetId| {
            let mask = self.get(set)?;
            (here(item) && !mask.tops && !finder.in_set(set)).then_some(set)
        };
        match rules.preds[pred.index()] {
            Pred::Stacked(item) if here(item) => Some(Test::Stacked),
            Pred::Same(..) if other(pred).is_some() => other(pred).map(Test::Is),
            Pred::In(item, set) if within(item, set).is_some() => Some(Test::In(set)),
            Pred::On(card, item) if here(item) && !finder.in_item(card) => {
                Some(Test::Carries(rules.items[card.index()]))
            }
            Pred::Of(item, player) if (here(item) || finder.is_candidate(item)) && !finder.in_item(player) => {
                Some(Test::Nation(player))
            }
            Pred::Not(inner) => match rules.preds[inner.index()] {
                Pred::Stacked(item) if here(item) => Some(Test::Bare),
                Pred::Same(..) if other(inner).is_some() => other(inner).map(Test::IsNot),
                Pred::In(item, set) if within(item, set).is_some() => Some(Test::NotIn(set)),
                _ => (!finder.in_pred(pred)).then_some(Test::When(pred)),
            },
            Pred::Or(left, right) => match (other(left), other(right)) {
                (Some(item), _) if !finder.in_pred(right) => Some(or(item, right)),
                (_, Some(item)) if !finder.in_pred(left) => Some(or(item, left)),
                _ => (!finder.in_pred(pred)).then_some(Test::When(pred)),
            },
            _ => (!finder.in_pred(pred)).then_some(Test::When(pred)),
        }
    }

    fn question(&self, finder: &Finder<'_>, tops: bool, pred: PredId) -> Question {
        let here = |item: ItemId| is_building_of(finder, tops, item);
        let (asked, not) = match finder.rules.preds[pred.index()] {
            Pred::Not(inner) => (finder.rules.preds[inner.index()], true),
            asked => (asked, false),
        };
        let any = |set: SetId| self.get(set).is_some() && !finder.rules.sets[set.index()].never_empty;
        match (asked, not) {
            (Pred::Named(item, name), false) if here(item) => Question::Named(name),
            (Pred::Named(item, name), true) if here(item) => Question::NotNamed(name),
            (Pred::Status(item, status), false) if here(item) => Question::Has(status),
            (Pred::Status(item, status), true) if here(item) => Question::Lacks(status),
            (Pred::Active(item), false) | (Pred::Disabled(item), true) if here(item) => Question::Lacks(DISABLED),
            (Pred::Active(item), true) | (Pred::Disabled(item), false) if here(item) => Question::Has(DISABLED),
            (Pred::Compare(left, compare, right), false) => {
                match [left, right].map(|num| finder.rules.nums[num.index()]) {
                    [Num::Height(item), Num::Const(cards)] if here(item) => Question::Cards(compare, cards),
                    _ => Question::Holds(pred),
                }
            }
            (Pred::Exists(set), false) if any(set) => Question::Any(set),
            _ => Question::Holds(pred),
        }
    }
}

/// The item is the candidate, or, of tops, the building that the candidate lies on.
fn is_building_of(finder: &Finder<'_>, tops: bool, item: ItemId) -> bool {
    match finder.rules.items[item.index()] {
        Item::Under(inner) => tops && finder.is_candidate(inner),
        _ => !tops && finder.is_candidate(item),
    }
}

//! How each set is worked out: those of buildings and of the tops of stacks all at once, a bit a building; all others thing
//! by thing.

use crate::program::conditions::Property;
use crate::program::conditions::{Candidate, conjuncts};
use rules::ir::{
    Compare, Element, GUARDED, Item, ItemId, NEIGHBOURS, Part, Pred, PredId, Reg, Rules, Set,
    SetId, Source,
};

/// How a set is worked out.
#[derive(Debug, Clone, Copy)]
pub struct SetPlan {
    pub start: Start,
    /// The building that comes first, whatever its position.
    pub first: Option<Item>,
    /// Its things are the tops of stacks.
    pub tops: bool,
    /// Of the cards that are walked through, it has those alone that lie face up.
    pub face_up: bool,
    /// A register that stands for the candidate, too.
    pub bind: Option<Reg>,
    /// Where its tests begin and end.
    pub(super) tests: (u32, u32),
    /// Where its questions do.
    pub(super) questions: (u32, u32),
}

impl SetPlan {
    /// How many looks it is worth, besides what its questions cost that are asked one by one.
    #[inline(always)]
    pub fn cost(&self) -> usize {
        let parts = self.tests.1 - self.tests.0 + self.questions.1 - self.questions.0;
        1 + parts as usize / 4
    }

    /// Thing by thing, with nothing asked.
    const WALK: SetPlan = SetPlan {
        start: Start::Walk,
        first: None,
        tops: false,
        face_up: false,
        bind: None,
        tests: (0, 0),
        questions: (0, 0),
    };

    /// It asks for nothing more than where it starts.
    fn is_bare(&self) -> bool {
        self.tests.0 == self.tests.1 && self.questions.0 == self.questions.1
    }
}

/// What a set asks of its things, in short.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Asks {
    Nothing,
    /// One simple thing.
    One(Property),
    More,
}

/// The buildings to begin with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Start {
    /// The set is walked thing by thing.
    Walk,
    All,
    Nation(ItemId),
    Beside(Item),
    Around(Item),
    /// Those of them that a building stands next to, and that have a card on them.
    TopsAround(Item),
    One(Item),
    Of(SetId),
}

/// What limits a set as a whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Test {
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
    /// It is that building and has a neighbour in that set, or is a neighbour of that building, which is in the set. Without
    /// a set any building will do.
    NextTo(Option<SetId>, Item),
    /// The condition holds, whatever the candidate.
    When(PredId),
}

/// What is asked of each one that is left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Question {
    /// Of a building, or of a card that is walked to.
    Is(Property),
    /// There is something in that set.
    Any(SetId),
    Holds(PredId),
}

/// How all sets of a game are worked out.
#[derive(Debug, Clone, Default)]
pub struct SetPlans {
    /// By set. Behind them others that these are made of.
    pub(super) plans: Vec<SetPlan>,
    tests: Vec<Test>,
    questions: Vec<Question>,
    /// Some text says who else is a neighbour.
    links: bool,
}

impl SetPlans {
    /// Sets are made of sets that come before them.
    pub fn of(rules: &Rules) -> SetPlans {
        let links = rules.alters() & NEIGHBOURS != 0;
        let mut plans = SetPlans {
            plans: vec![SetPlan::WALK; rules.sets.len()],
            links,
            ..SetPlans::default()
        };
        for (id, set) in rules.sets.iter().enumerate() {
            let plan = plans
                .at_once_of(rules, set)
                .unwrap_or_else(|| plans.walk_of(rules, set));
            plans.plans[id] = plan;
        }
        plans
    }

    /// How the set is worked out.
    #[inline(always)]
    pub fn get(&self, set: SetId) -> &SetPlan {
        &self.plans[set.index()]
    }

    /// The same, if that is all at once.
    #[inline(always)]
    pub fn at_once(&self, set: SetId) -> Option<&SetPlan> {
        Some(self.get(set)).filter(|plan| !matches!(plan.start, Start::Walk))
    }

    /// It holds the tops of this building and of those beside it that a building stands next to.
    pub fn is_of_tops_around_this(&self, set: SetId) -> bool {
        let plan = self.get(set);
        plan.start == Start::TopsAround(Item::This) && plan.is_bare()
    }

    /// So many cards lie on each building of the set at least.
    pub fn cards_on_each(&self, set: SetId) -> u16 {
        let plan = self.get(set);
        let on_each = |question: &Question| match question {
            Question::Is(Property::Cards(Compare::AtLeast | Compare::Exactly, cards))
                if !plan.tops =>
            {
                *cards
            }
            _ => 0,
        };
        self.questions(plan).iter().map(on_each).max().unwrap_or(0)
    }

    /// What a set asks of its things.
    pub fn asks(&self, set: SetId) -> Asks {
        let plan = self.get(set);
        match (self.tests(plan), self.questions(plan)) {
            ([], []) => Asks::Nothing,
            ([], [Question::Is(said)]) => Asks::One(*said),
            _ => Asks::More,
        }
    }

    /// What limits the set as a whole.
    #[inline(always)]
    pub fn tests(&self, plan: &SetPlan) -> &[Test] {
        &self.tests[plan.tests.0 as usize..plan.tests.1 as usize]
    }

    /// What is asked of each one that is left.
    #[inline(always)]
    pub fn questions(&self, plan: &SetPlan) -> &[Question] {
        &self.questions[plan.questions.0 as usize..plan.questions.1 as usize]
    }

    /// Thing by thing: what its filter asks of each.
    fn walk_of(&mut self, rules: &Rules, set: &Set) -> SetPlan {
        let candidate = Candidate {
            rules,
            bound: set.bind,
        };
        let mut preds = Vec::new();
        set.filter
            .into_iter()
            .for_each(|filter| conjuncts(rules, filter, &mut preds));
        let simple = |pred: &PredId| match Property::of(rules, *pred) {
            Some((item, said)) if candidate.is(item) => Question::Is(said),
            _ => Question::Holds(*pred),
        };
        let mut questions: Vec<Question> = preds.iter().map(simple).collect();
        let face_up = Question::Is(Property::FaceUp);
        match set.filter {
            Some(filter)
                if questions
                    .iter()
                    .any(|question| matches!(question, Question::Holds(_))) =>
            {
                questions = vec![Question::Holds(filter)];
            }
            // Most stacks have no card face up.
            _ if matches!(set.source, Source::CardsIn(_)) => {
                questions.sort_by_key(|question| *question != face_up)
            }
            _ => {}
        }
        let face_up = questions.first() == Some(&face_up);
        SetPlan {
            face_up,
            bind: set.bind,
            questions: self.keep_questions(questions),
            ..SetPlan::WALK
        }
    }

    fn at_once_of(&mut self, rules: &Rules, set: &Set) -> Option<SetPlan> {
        let (mut start, first, tops) = self.begin(rules, set)?;
        let mut preds = Vec::new();
        set.filter
            .into_iter()
            .for_each(|filter| conjuncts(rules, filter, &mut preds));
        let (mut tests, mut questions) = (Vec::new(), Vec::new());
        if set.target {
            questions.push(Question::Is(Property::Lacks(GUARDED)));
        }
        let candidate = Candidate {
            rules,
            bound: set.bind,
        };
        for pred in preds {
            match self.test(&candidate, tops, pred) {
                // "Any stack that is in ..." begins there.
                Some(Test::In(inner)) if start == Start::All && self.bare(inner).is_some() => {
                    start = self.bare(inner).map_or(start, |inner| inner.start);
                }
                Some(test) => tests.push(test),
                None => match self.question(&candidate, tops, pred) {
                    Question::Any(inner) if tops => match self.elsewhere(&candidate, inner) {
                        Some(test) => tests.push(test),
                        None => questions.push(Question::Any(inner)),
                    },
                    question => questions.push(question),
                },
            }
        }
        for test in &mut tests {
            match *test {
                Test::Elsewhere(base, only)
                    if self.bare(base).is_some_and(|base| base.start == start) =>
                {
                    *test = Test::ElsewhereHere(only);
                }
                _ => {}
            }
        }
        // "From it or a neighbour of it, to any neighbour, one of the two being it": known by heart.
        match (start, &tests[..]) {
            (Start::Around(item), [Test::NextTo(None, next)]) if tops && *next == item => {
                (start, tests) = (Start::TopsAround(item), Vec::new());
            }
            _ => {}
        }
        let (tests, questions) = (self.keep_tests(tests), self.keep_questions(questions));
        Some(SetPlan {
            start,
            first,
            tops,
            bind: set.bind,
            tests,
            questions,
            ..SetPlan::WALK
        })
    }

    pub(super) fn keep_tests(&mut self, tests: Vec<Test>) -> (u32, u32) {
        let begin = self.tests.len() as u32;
        self.tests.extend(tests);
        (begin, self.tests.len() as u32)
    }

    pub(super) fn keep_questions(&mut self, questions: Vec<Question>) -> (u32, u32) {
        let begin = self.questions.len() as u32;
        self.questions.extend(questions);
        (begin, self.questions.len() as u32)
    }

    /// The set as it is without its filter; none when it is not of this sort.
    fn begin(&self, rules: &Rules, set: &Set) -> Option<(Start, Option<Item>, bool)> {
        let item = |id: ItemId| rules.items[id.index()];
        Some(match (set.element, set.source) {
            (Element::Building, Source::Buildings) => (Start::All, None, false),
            (Element::Building, Source::BuildingsOf(player)) => {
                (Start::Nation(player), None, false)
            }
            // Where texts say who else is a neighbour, they are asked one by one.
            (Element::Building, Source::Neighbours(building)) if !self.links => {
                (Start::Beside(item(building)), None, false)
            }
            (Element::Building, Source::One(building)) => (Start::One(item(building)), None, false),
            (Element::Building, Source::Plus(left, right)) => {
                let (left, right) = (self.bare(left)?, self.bare(right)?);
                match (left.start, right.start) {
                    (Start::One(one), Start::Beside(other)) if one == other => {
                        (Start::Around(one), Some(one), false)
                    }
                    _ => return None,
                }
            }
            (Element::StackedCard, Source::Tops) => (Start::All, None, true),
            (Element::StackedCard, Source::TopsOf(inner)) => {
                let plan = self.at_once(inner).filter(|plan| !plan.tops)?;
                match self.bare(inner) {
                    Some(bare) => (bare.start, bare.first, true),
                    None => (Start::Of(inner), plan.first, true),
                }
            }
            _ => return None,
        })
    }

    /// The plan of a set of buildings or tops that asks for nothing more.
    fn bare(&self, set: SetId) -> Option<&SetPlan> {
        self.at_once(set).filter(|plan| plan.is_bare())
    }

    /// The condition as a test of the whole set, if it can be one.
    fn test(&self, candidate: &Candidate<'_>, tops: bool, pred: PredId) -> Option<Test> {
        let rules = candidate.rules;
        let here = |item: ItemId| is_building_of(candidate, tops, item);
        let fixed = |item: ItemId| !candidate.is_in(Part::Item(item));
        // A building that is the same for all candidates.
        let other = |pred: PredId| match rules.preds[pred.index()] {
            Pred::Same(left, right) if here(left) && fixed(right) => {
                Some(rules.items[right.index()])
            }
            Pred::Same(left, right) if here(right) && fixed(left) => {
                Some(rules.items[left.index()])
            }
            _ => None,
        };
        let or = |item: Item, pred: PredId| match rules.preds[pred.index()] {
            Pred::On(card, on) if rules.items[on.index()] == item => {
                Test::IsOrCarries(item, rules.items[card.index()])
            }
            _ => Test::IsOr(item, pred),
        };
        let within = |pred: PredId| match rules.preds[pred.index()] {
            Pred::In(item, set) => {
                let plan = self.at_once(set)?;
                (here(item) && !plan.tops && !candidate.is_in(Part::Set(set))).then_some(set)
            }
            _ => None,
        };
        let always = |pred: PredId| !candidate.is_in(Part::Pred(pred));
        match Property::of(rules, pred) {
            Some((item, Property::Stacked)) if here(item) => return Some(Test::Stacked),
            Some((item, Property::Bare)) if here(item) => return Some(Test::Bare),
            _ => {}
        }
        match rules.preds[pred.index()] {
            Pred::Same(..) if other(pred).is_some() => other(pred).map(Test::Is),
            Pred::In(..) if within(pred).is_some() => within(pred).map(Test::In),
            Pred::On(card, item) if here(item) && fixed(card) => {
                Some(Test::Carries(rules.items[card.index()]))
            }
            Pred::Of(item, player) if (here(item) || candidate.is(item)) && fixed(player) => {
                Some(Test::Nation(player))
            }
            Pred::Not(inner) if other(inner).is_some() => other(inner).map(Test::IsNot),
            Pred::Not(inner) if within(inner).is_some() => within(inner).map(Test::NotIn),
            Pred::Or(left, right) => match (other(left), other(right)) {
                (Some(item), _) if always(right) => Some(or(item, right)),
                (_, Some(item)) if always(left) => Some(or(item, left)),
                _ => always(pred).then_some(Test::When(pred)),
            },
            _ => always(pred).then_some(Test::When(pred)),
        }
    }

    fn question(&self, candidate: &Candidate<'_>, tops: bool, pred: PredId) -> Question {
        let rules = candidate.rules;
        match (Property::of(rules, pred), rules.preds[pred.index()]) {
            (Some((item, said)), _) if is_building_of(candidate, tops, item) => Question::Is(said),
            (_, Pred::Exists(set))
                if self.at_once(set).is_some() && !rules.sets[set.index()].never_empty =>
            {
                Question::Any(set)
            }
            _ => Question::Holds(pred),
        }
    }
}

/// The item is the candidate, or, of tops, the building that the candidate lies on.
fn is_building_of(candidate: &Candidate<'_>, tops: bool, item: ItemId) -> bool {
    match candidate.rules.items[item.index()] {
        Item::Under(inner) => tops && candidate.is(inner),
        _ => !tops && candidate.is(item),
    }
}

#[cfg(test)]
mod tests {
    use super::{Question, SetPlans, Start};
    use rules::{Library, Settings};

    /// However the texts say where a card can go from where it lies: one question for each top would take a tenth of the time
    /// of a game.
    #[test]
    fn whether_tops_can_go_to_a_neighbour_is_asked_of_all_of_them_at_once() {
        let library = Library::builtin().expect("the cards are sound");
        let rules = library
            .compile("1971", &Settings::default())
            .expect("the recipe is sound");
        let plans = SetPlans::of(&rules);
        let all = || plans.plans.iter();
        assert!(all().any(|plan| matches!(plan.start, Start::TopsAround(_))));
        let one_by_one = |plan| {
            plans
                .questions(plan)
                .iter()
                .any(|question| matches!(question, Question::Any(_)))
        };
        assert!(!all().any(one_by_one));
    }
}

//! What statements, things, sets, conditions and numbers are made of: one walk for all that look through them.

use super::nodes::{Argument, Body, Local, Step};
use super::things::{Cond, Item, Num, Set, SetKind, Source};

/// A part of a statement, thing, set, condition or number.
#[derive(Clone, Copy)]
pub enum Part<'t> {
    /// A name, where it is used.
    Local(Local),
    Item(&'t Item),
    Set(&'t Set),
    Cond(&'t Cond),
    Num(&'t Num),
    Step(&'t Step),
    Body(&'t Body),
}

impl<'t> Part<'t> {
    /// What it is made of, in the order in which it is read.
    pub fn each_part(self, see: &mut dyn FnMut(Part<'t>)) {
        self.parts().into_iter().for_each(see);
    }

    fn parts(self) -> Vec<Part<'t>> {
        match self {
            Part::Local(_) => Vec::new(),
            Part::Item(item) => item.parts(),
            Part::Set(set) => set.parts(),
            Part::Cond(cond) => cond.parts(),
            Part::Num(num) => num.parts(),
            Part::Step(step) => step.parts(),
            Part::Body(body) => {
                let steps = body.steps.iter();
                steps.map(|step| Part::Step(&step.node)).collect()
            }
        }
    }

    /// It is such, or something in it is, however deep.
    pub fn any(self, such: &mut dyn FnMut(Part<'t>) -> bool) -> bool {
        such(self) || self.parts().into_iter().any(|part| part.any(such))
    }

    /// That name is used in it, however deep.
    pub fn uses(self, local: Local) -> bool {
        self.any(&mut |part| matches!(part, Part::Local(found) if found == local))
    }
}

impl Body {
    /// Some statement of it is such, however deep.
    pub fn any_step(&self, such: &dyn Fn(&Step) -> bool) -> bool {
        self.steps_that(such) > 0
    }

    /// How many statements of it are such, however deep.
    pub fn steps_that(&self, such: &dyn Fn(&Step) -> bool) -> usize {
        let mut count = 0;
        self.each_step(&mut |step| count += usize::from(such(step)));
        count
    }

    /// Calls `found` with the number of each keyword that it calls.
    pub fn each_call(&self, found: &mut dyn FnMut(usize)) {
        self.each_step(&mut |step| {
            if let Step::Call { keyword, .. } = step {
                found(*keyword);
            }
        });
    }

    /// Calls `found` with each statement, those inside others after these.
    pub fn each_step<'t>(&'t self, found: &mut dyn FnMut(&'t Step)) {
        for step in &self.steps {
            found(&step.node);
            step.node.each_body(&mut |body| body.each_step(found));
        }
    }
}

impl Step {
    /// The blocks in it.
    pub fn each_body<'t>(&'t self, found: &mut dyn FnMut(&'t Body)) {
        for part in self.parts() {
            match part {
                Part::Body(body) => found(body),
                Part::Step(step) => step.each_body(found),
                _ => {}
            }
        }
    }

    fn parts(&self) -> Vec<Part<'_>> {
        use Part::{Body, Cond, Item, Local, Num, Set};
        match self {
            Step::Pay(cost) => vec![Part::Step(&cost.node)],
            Step::Choose { set, .. } | Step::All { set, .. } => vec![Set(set)],
            Step::ForEach { set, body, .. } => vec![Set(set), Body(body)],
            Step::MayChoose {
                set,
                body,
                otherwise,
                ..
            } => vec![Set(set), Body(body), Body(otherwise)],
            Step::May { body, otherwise } => vec![Body(body), Body(otherwise)],
            Step::Secretly { players, set, .. } => vec![Set(players), Set(set)],
            Step::AddTo(number, local, item) => vec![Num(number), Local(*local), Item(item)],
            Step::By(who, step) => vec![Item(who), Part::Step(&step.node)],
            Step::Add(item, local) => vec![Item(item), Local(*local)],
            Step::Require(cond) | Step::LetTruth(_, cond) => vec![Cond(cond)],
            Step::LetItem(_, item) | Step::Aim(item) => vec![Item(item)],
            Step::Verb(_, item, with) => [item].into_iter().chain(with).map(Item).collect(),
            Step::LetNumber(_, num)
            | Step::Draw(num)
            | Step::TurnDraws(num)
            | Step::MorePlays(num, _)
            | Step::OfThem { number: num, .. } => vec![Num(num)],
            Step::If {
                condition,
                then,
                otherwise,
            } => vec![Cond(condition), Body(then), Body(otherwise)],
            Step::Counters { number, on, .. } => vec![Num(number), Item(on)],
            Step::Repeat { times, body, .. } => vec![Num(times), Body(body)],
            Step::Block(_, body) => vec![Body(body)],
            Step::Either(branches) | Step::Modes { branches, .. } => {
                let parts = branches.iter().flat_map(|branch| {
                    let condition = branch.condition.iter().map(Cond);
                    condition.chain([Body(&branch.body)])
                });
                parts.collect()
            }
            Step::Toss { heads, tails } => vec![Body(heads), Body(tails)],
            Step::Several { number, set, .. } => vec![Num(number), Set(set)],
            Step::Lasts { whose, pending } => {
                let carried = pending.text().carried.iter();
                let carried = carried.map(|carried| Local(carried.outer));
                whose.iter().map(Item).chain(carried).collect()
            }
            Step::Call { arguments, .. } => arguments.iter().map(Argument::part).collect(),
            Step::Once(_, Some(players)) => vec![Set(&players.0)],
            Step::Ready
            | Step::Take(_)
            | Step::Shuffle
            | Step::ShuffleDeck
            | Step::DrawGame
            | Step::Once(_, None)
            | Step::LetPlayers(_)
            | Step::LetNumbers(..)
            | Step::Roll(_)
            | Step::Stop => Vec::new(),
        }
    }
}

impl Argument {
    fn part(&self) -> Part<'_> {
        match self {
            Argument::Item(item) => Part::Item(item),
            Argument::Number(num) => Part::Num(num),
            Argument::Set(set) => Part::Set(set),
        }
    }
}

impl Item {
    fn parts(&self) -> Vec<Part<'_>> {
        match self {
            Item::Local(local) => vec![Part::Local(*local)],
            Item::This | Item::You | Item::Provoker => Vec::new(),
            Item::TopOf(inner)
            | Item::OwnerOf(inner)
            | Item::Under(inner)
            | Item::Beside(_, inner)
            | Item::NameOf(inner, _)
            | Item::WrittenOn(inner) => vec![Part::Item(inner)],
            Item::First(set) | Item::Pick(_, set) | Item::Any { set, .. } => vec![Part::Set(set)],
            Item::Entry(local, inner) => vec![Part::Local(*local), Part::Item(inner)],
        }
    }
}

impl Set {
    fn parts(&self) -> Vec<Part<'_>> {
        match &self.kind {
            SetKind::Plus(left, right) => vec![Part::Set(left), Part::Set(right)],
            SetKind::Of {
                source, filters, ..
            } => {
                let filters = filters.iter().map(Part::Cond);
                source.parts().into_iter().chain(filters).collect()
            }
        }
    }
}

impl Source {
    pub fn parts(&self) -> Vec<Part<'_>> {
        match self {
            Source::PlayersFrom(item)
            | Source::PlayersWith { on: item, .. }
            | Source::BuildingsOf(item)
            | Source::Neighbours(item)
            | Source::Row(_, item)
            | Source::CardsOn(item)
            | Source::CardsOnFromTop(item)
            | Source::CardsIn(item)
            | Source::Hand(item)
            | Source::PlacesOf(item)
            | Source::One(item) => vec![Part::Item(item)],
            Source::Between(one, other) => vec![Part::Item(one), Part::Item(other)],
            Source::TopsOf(set) => vec![Part::Set(set)],
            Source::Param(local) => vec![Part::Local(*local)],
            Source::Numbers(from, to) => vec![Part::Num(from), Part::Num(to)],
            Source::DeckTop(number) => vec![Part::Num(number)],
            Source::Deck
            | Source::Names
            | Source::CardNames
            | Source::Players
            | Source::Buildings
            | Source::Tops
            | Source::Discard
            | Source::Places
            | Source::Them => Vec::new(),
        }
    }
}

impl Cond {
    fn parts(&self) -> Vec<Part<'_>> {
        use Part::{Item, Local, Num, Set};
        match self {
            Cond::And(left, right) | Cond::Or(left, right) => {
                vec![Part::Cond(left), Part::Cond(right)]
            }
            Cond::Not(inner)
            | Cond::Extreme { so: inner, .. }
            | Cond::SideBySide { so: inner, .. } => vec![Part::Cond(inner)],
            Cond::Exists(set) => vec![Set(set)],
            Cond::Compare(left, _, right) => vec![Num(left), Num(right)],
            Cond::Truth(local) => vec![Local(*local)],
            Cond::Most(item, local, _, so) => {
                let so = so.iter().map(|so| Part::Cond(so));
                [Item(item), Local(*local)].into_iter().chain(so).collect()
            }
            Cond::Turn(_) | Cond::Dispute(..) => Vec::new(),
            Cond::Stacked(item)
            | Cond::Active(item)
            | Cond::Disabled(item)
            | Cond::FaceUp(item)
            | Cond::Living(item)
            | Cond::VictoryCard(item, _)
            | Cond::Law(item)
            | Cond::Named(item, ..)
            | Cond::Status(item, _)
            | Cond::Standing(item, _)
            | Cond::Meets(item)
            | Cond::Playable(item, ..) => vec![Item(item)],
            Cond::NamedAs(item, other, _)
            | Cond::NamedLike(item, other, _)
            | Cond::On(item, other)
            | Cond::Of(item, other)
            | Cond::Same(item, other) => vec![Item(item), Item(other)],
            Cond::In(item, set) => vec![Item(item), Set(set)],
        }
    }

    pub fn negated(self, not: bool) -> Cond {
        if not { Cond::Not(Box::new(self)) } else { self }
    }

    pub fn and(self, other: Cond) -> Cond {
        Cond::And(Box::new(self), Box::new(other))
    }

    pub fn or(self, other: Cond) -> Cond {
        Cond::Or(Box::new(self), Box::new(other))
    }

    pub fn exists(set: Set) -> Cond {
        Cond::Exists(Box::new(set))
    }

    pub fn is_in(item: Item, set: Set) -> Cond {
        Cond::In(item, Box::new(set))
    }

    /// It cannot hold unless such a condition does.
    pub fn needs(&self, such: &dyn Fn(&Cond) -> bool) -> bool {
        match self {
            Cond::And(left, right) => left.needs(such) || right.needs(such),
            cond => such(cond),
        }
    }
}

impl Num {
    fn parts(&self) -> Vec<Part<'_>> {
        use Part::{Cond, Item, Local, Num, Set};
        match self {
            Self::Const(_) | Self::Starred(_) | Self::JustPut | Self::Seats => Vec::new(),
            Self::Count(set) | Self::DifferentNames(set, _) | Self::MostAlike(set, _) => {
                vec![Set(set)]
            }
            Self::Height(item) | Self::Counters { on: item, .. } => vec![Item(item)],
            Self::Whose(number, of) => vec![Num(number), Item(of)],
            Self::If(cond, then, otherwise) => vec![Cond(cond), Num(then), Num(otherwise)],
            Self::Plus(left, right) | Self::Minus(left, right) | Self::OfTwo(_, left, right) => {
                vec![Num(left), Num(right)]
            }
            Self::Half(of, _) | Self::Twice(of) => vec![Num(of)],
            Self::Among(among) => vec![Num(&among.of), Set(&among.among)],
            Self::Local(local) => vec![Local(*local)],
            Self::Did { who, counted, .. } => {
                let counted = counted.iter().map(|local| Local(*local));
                counted.chain([Item(who)]).collect()
            }
            Self::Entry(local, item) => vec![Local(*local), Item(item)],
        }
    }
}

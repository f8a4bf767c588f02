//! What a checked text is made of, one level down, in the order in which it is written: walks that need all of it go by this.

use super::carried::Local;
use super::nodes::{Argument, Body, Cond, Item, Num, Set, SetKind, Source, Step};

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
    pub fn each_part(self, see: &mut dyn FnMut(Part<'t>)) {
        match self {
            Part::Local(_) => {}
            Part::Item(item) => item.each_part(see),
            Part::Set(set) => set.each_part(see),
            Part::Cond(cond) => cond.each_part(see),
            Part::Num(num) => num.each_part(see),
            Part::Step(step) => step.each_part(see),
            Part::Body(body) => body
                .steps
                .iter()
                .for_each(|step| see(Part::Step(&step.node))),
        }
    }

    /// That name is used in it, however deep.
    pub fn uses(self, local: Local) -> bool {
        let mut used = matches!(self, Part::Local(found) if found == local);
        self.each_part(&mut |part| used |= part.uses(local));
        used
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
            if let Step::Call {
                keyword,
                arguments: _,
            } = step
            {
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
    fn each_body<'t>(&'t self, found: &mut dyn FnMut(&'t Body)) {
        self.each_part(&mut |part| match part {
            Part::Body(body) => found(body),
            Part::Step(step) => step.each_body(found),
            _ => {}
        });
    }

    pub fn each_part<'t>(&'t self, see: &mut dyn FnMut(Part<'t>)) {
        match self {
            Step::Pay(cost) => see(Part::Step(&cost.node)),
            Step::Choose {
                set,
                local: _,
                random: _,
            }
            | Step::All {
                set,
                verb: _,
                local: _,
            } => see(Part::Set(set)),
            Step::ForEach {
                set,
                body,
                at_once: _,
                local: _,
            } => {
                see(Part::Set(set));
                see(Part::Body(body));
            }
            Step::MayChoose {
                set,
                local: _,
                body,
                otherwise,
            } => {
                see(Part::Set(set));
                see(Part::Body(body));
                see(Part::Body(otherwise));
            }
            Step::May { body, otherwise } => {
                see(Part::Body(body));
                see(Part::Body(otherwise));
            }
            Step::Secretly {
                players,
                set,
                shown: _,
                player: _,
                name: _,
            } => {
                see(Part::Set(players));
                see(Part::Set(set));
            }
            Step::AddTo(number, local, item) => {
                see(Part::Num(number));
                see(Part::Local(*local));
                see(Part::Item(item));
            }
            Step::By(who, step) => {
                see(Part::Item(who));
                see(Part::Step(&step.node));
            }
            Step::Add(item, local) => {
                see(Part::Item(item));
                see(Part::Local(*local));
            }
            Step::Require(cond) | Step::LetTruth(_, cond) => see(Part::Cond(cond)),
            Step::LetItem(_, item) | Step::Aim(item) => see(Part::Item(item)),
            Step::Verb(_, item, with) => {
                see(Part::Item(item));
                with.iter().for_each(|with| see(Part::Item(with)));
            }
            Step::LetNumber(_, num)
            | Step::Draw(num)
            | Step::TurnDraws(num)
            | Step::MorePlays(num, _) => see(Part::Num(num)),
            Step::If {
                condition,
                then,
                otherwise,
            } => {
                see(Part::Cond(condition));
                see(Part::Body(then));
                see(Part::Body(otherwise));
            }
            Step::Counters {
                number,
                on,
                put: _,
                sort: _,
                player: _,
            } => {
                see(Part::Num(number));
                see(Part::Item(on));
            }
            Step::Repeat {
                times,
                body,
                at_most: _,
            } => {
                see(Part::Num(times));
                see(Part::Body(body));
            }
            Step::AtOnce(body)
            | Step::OneEffect(body)
            | Step::Winless(body)
            | Step::Unanswered(body)
            | Step::UnansweredBy(_, body) => {
                see(Part::Body(body));
            }
            Step::Either(branches)
            | Step::Modes {
                branches,
                many: _,
                chosen_order: _,
            } => {
                for branch in branches {
                    branch
                        .condition
                        .iter()
                        .for_each(|condition| see(Part::Cond(condition)));
                    see(Part::Body(&branch.body));
                }
            }
            Step::Toss { heads, tails } => {
                see(Part::Body(heads));
                see(Part::Body(tails));
            }
            Step::Several {
                number,
                set,
                verb: _,
                different: _,
                random: _,
                local: _,
            } => {
                see(Part::Num(number));
                see(Part::Set(set));
            }
            Step::OfThem {
                number,
                verb: _,
                element: _,
                local: _,
            } => see(Part::Num(number)),
            Step::Lasts { whose, pending } => {
                whose.iter().for_each(|whose| see(Part::Item(whose)));
                pending
                    .text()
                    .carried
                    .iter()
                    .for_each(|carried| see(Part::Local(carried.outer)));
            }
            Step::Call {
                keyword: _,
                arguments,
            } => {
                arguments.iter().for_each(|argument| {
                    see(match argument {
                        Argument::Item(item) => Part::Item(item),
                        Argument::Number(num) => Part::Num(num),
                        Argument::Set(set) => Part::Set(set),
                    });
                });
            }
            Step::Once(_, Some(players)) => see(Part::Set(&players.0)),
            Step::Ready
            | Step::Take(_)
            | Step::Shuffle
            | Step::ShuffleDeck
            | Step::DrawGame
            | Step::Once(_, None)
            | Step::LetPlayers(_)
            | Step::LetNumbers(..)
            | Step::Roll(_)
            | Step::Stop => {}
        }
    }
}

impl Item {
    pub fn each_part<'t>(&'t self, see: &mut dyn FnMut(Part<'t>)) {
        match self {
            Item::Local(local) => see(Part::Local(*local)),
            Item::This | Item::You | Item::Provoker => {}
            Item::TopOf(inner)
            | Item::OwnerOf(inner)
            | Item::Under(inner)
            | Item::Beside(_, inner)
            | Item::NameOf(inner, _)
            | Item::WrittenOn(inner) => see(Part::Item(inner)),
            Item::First(set)
            | Item::Pick(_, set)
            | Item::Any {
                set,
                local: _,
                random: _,
            } => see(Part::Set(set)),
            Item::Entry(local, inner) => {
                see(Part::Local(*local));
                see(Part::Item(inner));
            }
        }
    }
}

impl Set {
    pub fn each_part<'t>(&'t self, see: &mut dyn FnMut(Part<'t>)) {
        match &self.kind {
            SetKind::Plus(left, right) => {
                see(Part::Set(left));
                see(Part::Set(right));
            }
            SetKind::Of {
                source,
                filters,
                target: _,
                candidate: _,
            } => {
                source.each_part(see);
                filters.iter().for_each(|filter| see(Part::Cond(filter)));
            }
        }
    }
}

impl Source {
    pub fn each_part<'t>(&'t self, see: &mut dyn FnMut(Part<'t>)) {
        match self {
            Source::PlayersFrom(item)
            | Source::PlayersWith {
                on: item,
                sort: _,
                player: _,
            }
            | Source::BuildingsOf(item)
            | Source::Neighbours(item)
            | Source::Row(_, item)
            | Source::CardsOn(item)
            | Source::CardsOnFromTop(item)
            | Source::CardsIn(item)
            | Source::Hand(item)
            | Source::PlacesOf(item)
            | Source::One(item) => see(Part::Item(item)),
            Source::Between(one, other) => {
                see(Part::Item(one));
                see(Part::Item(other));
            }
            Source::TopsOf(set) => see(Part::Set(set)),
            Source::Param(local) => see(Part::Local(*local)),
            Source::Numbers(from, to) => {
                see(Part::Num(from));
                see(Part::Num(to));
            }
            Source::DeckTop(number) => see(Part::Num(number)),
            Source::Deck
            | Source::Names
            | Source::CardNames
            | Source::Players
            | Source::Buildings
            | Source::Tops
            | Source::Discard
            | Source::Places
            | Source::Them => {}
        }
    }
}

impl Cond {
    pub fn each_part<'t>(&'t self, see: &mut dyn FnMut(Part<'t>)) {
        match self {
            Cond::And(left, right) | Cond::Or(left, right) => {
                see(Part::Cond(left));
                see(Part::Cond(right));
            }
            Cond::Not(inner)
            | Cond::Extreme {
                so: inner,
                most: _,
                measure: _,
            }
            | Cond::SideBySide {
                so: inner,
                in_order: _,
                sets: _,
            } => see(Part::Cond(inner)),
            Cond::Exists(set) => see(Part::Set(set)),
            Cond::Compare(left, _, right) => {
                see(Part::Num(left));
                see(Part::Num(right));
            }
            Cond::Truth(local) => see(Part::Local(*local)),
            Cond::Most(item, local, _, so) => {
                see(Part::Item(item));
                see(Part::Local(*local));
                so.iter().for_each(|so| see(Part::Cond(so)));
            }
            Cond::Turn(_) | Cond::Dispute(..) => {}
            Cond::Stacked(item)
            | Cond::Active(item)
            | Cond::Disabled(item)
            | Cond::FaceUp(item)
            | Cond::Living(item)
            | Cond::VictoryCard(item, _)
            | Cond::Law(item)
            | Cond::Named(item, _, _)
            | Cond::Status(item, _)
            | Cond::Standing(item, _)
            | Cond::Meets(item)
            | Cond::Playable(item, _, _) => see(Part::Item(item)),
            Cond::NamedAs(item, other, _)
            | Cond::NamedLike(item, other, _)
            | Cond::On(item, other)
            | Cond::Of(item, other)
            | Cond::Same(item, other) => {
                see(Part::Item(item));
                see(Part::Item(other));
            }
            Cond::In(item, set) => {
                see(Part::Item(item));
                see(Part::Set(set));
            }
        }
    }
}

impl Num {
    pub fn each_part<'t>(&'t self, see: &mut dyn FnMut(Part<'t>)) {
        match self {
            Num::Const(_) | Num::Starred(_) | Num::JustPut | Num::Seats => {}
            Num::Count(set) | Num::DifferentNames(set, _) | Num::MostAlike(set, _) => {
                see(Part::Set(set))
            }
            Num::Height(item)
            | Num::Counters {
                on: item,
                sort: _,
                player: _,
            } => see(Part::Item(item)),
            Num::Whose(number, of) => {
                see(Part::Num(number));
                see(Part::Item(of));
            }
            Num::If(cond, then, otherwise) => {
                see(Part::Cond(cond));
                see(Part::Num(then));
                see(Part::Num(otherwise));
            }
            Num::Plus(left, right) | Num::Minus(left, right) | Num::OfTwo(_, left, right) => {
                see(Part::Num(left));
                see(Part::Num(right));
            }
            Num::Half(of, _) | Num::Twice(of) => see(Part::Num(of)),
            Num::Among(among) => {
                see(Part::Num(&among.of));
                see(Part::Set(&among.among));
            }
            Num::Local(local) => see(Part::Local(*local)),
            Num::Did {
                deed: _,
                who,
                counted,
            } => {
                counted.iter().for_each(|local| see(Part::Local(*local)));
                see(Part::Item(who));
            }
            Num::Entry(local, item) => {
                see(Part::Local(*local));
                see(Part::Item(item));
            }
        }
    }
}

impl Cond {
    pub fn negated(self, not: bool) -> Cond {
        if not { Cond::Not(Box::new(self)) } else { self }
    }
}

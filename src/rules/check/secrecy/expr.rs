//! What items, sets, conditions and numbers read; what verbs lay open, and where cards lie afterwards.

use super::level::{Fact, Level, Lies};
use super::{Moments, Start, Walk};
use crate::error::{FaultName, Problem, Report};
use crate::ir::Element;
use crate::tree::{
    Act, Alteration, Body, Cond, Item, Local, Node, Num, Part, Set, SetKind, Source, Text,
};
use crate::verbs::{Knower, meaning};
use text::{Span, Verb};

impl Walk<'_> {
    /// What a part reads, and these see what comes of it.
    fn part(&mut self, part: Part, seen_by: Knower) {
        match part {
            Part::Item(item) => self.item(item, seen_by),
            Part::Set(set) => self.set(set, seen_by),
            Part::Cond(cond) => self.cond(cond, seen_by),
            Part::Num(num) => self.num(num, seen_by),
            Part::Local(_) | Part::Act(_) | Part::Body(_) => {}
        }
    }

    pub(super) fn parts(&mut self, whole: &impl Node, seen_by: Knower) {
        let parts = whole.parts().into_iter();
        parts.for_each(|part| self.part(part, seen_by));
    }

    /// What an item reads to find out which thing it is.
    pub(super) fn item(&mut self, item: &Item, seen_by: Knower) {
        match item {
            // A name is kept, so all must know it.
            Item::NameOf(inner, span) => {
                self.item(inner, Knower::All);
                self.reads(self.level(inner), Knower::All, *span);
            }
            // Chosen before, where the statement's choices are made.
            Item::Any { .. } => {}
            item => self.parts(item, seen_by),
        }
    }

    /// What a set reads to find out what is in it.
    pub(super) fn set(&mut self, set: &Set, seen_by: Knower) {
        match &set.kind {
            SetKind::Plus(left, right) => {
                self.set(left, seen_by);
                self.set(right, seen_by);
            }
            SetKind::Of {
                source,
                candidate,
                filters,
                ..
            } => {
                self.parts(source, seen_by);
                let level = self.level_in(source, set.element);
                self.state.bind(*candidate, level, set.element);
                let facts = self.state.facts();
                for (at, filter) in filters.iter().enumerate() {
                    // Each is asked only where the others hold.
                    let others = filters.iter().enumerate().filter(|(other, _)| *other != at);
                    others.for_each(|(_, other)| self.suppose(other, true));
                    self.cond(filter, seen_by);
                    self.state.forget_from(facts);
                }
            }
        }
    }

    /// Who knows what the cards of a set are.
    pub(super) fn level_of_set(&self, set: &Set) -> Level {
        match &set.kind {
            SetKind::Plus(left, right) => self.level_of_set(left).and(self.level_of_set(right)),
            SetKind::Of {
                source,
                candidate,
                filters,
                ..
            } => {
                let up = filters
                    .iter()
                    .any(|filter| supposed(filter, true).contains(&Item::Local(*candidate)));
                if up {
                    Level::OPEN
                } else {
                    self.level_in(source, set.element)
                }
            }
        }
    }

    fn level_in(&self, source: &Source, element: Element) -> Level {
        if matches!(
            element,
            Element::Building | Element::Player | Element::Place | Element::Number | Element::Name
        ) {
            return Level::OPEN;
        }
        let known = self.state.level_in(source).known();
        match source {
            Source::Discard | Source::Laws => Level::OPEN,
            // Nobody else sees what comes of it.
            Source::Hand(whose) if self.choosing.as_ref() == Some(whose) => Level::OPEN,
            Source::Hand(Item::You) => Level::of(Knower::You).raised(known),
            Source::Them => self.state.them,
            Source::Param(local) => self.state.level_of(*local),
            Source::One(item) => self.level(item),
            _ => Level::of(known),
        }
    }

    /// Where the cards of a set lie.
    pub(super) fn lies(&self, set: &Set) -> Lies {
        match &set.kind {
            SetKind::Plus(left, right) => {
                let (left, right) = (self.lies(left), self.lies(right));
                if left == right { left } else { Lies::Anywhere }
            }
            SetKind::Of { source, .. } => match source {
                Source::Hand(_) => Lies::InHand,
                Source::Discard | Source::Deck | Source::DeckTop(_) => Lies::Off,
                Source::Laws => Lies::Law,
                Source::Them | Source::Param(_) => Lies::Anywhere,
                Source::One(item) => self.item_lies(item),
                _ if set.element == Element::StackedCard => Lies::Stacked,
                _ => Lies::Elsewhere,
            },
        }
    }

    pub(super) fn item_lies(&self, item: &Item) -> Lies {
        match item {
            Item::Local(local) | Item::Any { local, .. } => self.state.lies(*local),
            Item::First(set) | Item::Pick(_, set) => self.lies(set),
            Item::TopOf(_) => Lies::Stacked,
            // The action whose text this is lies aside until that is over.
            Item::This if self.begun == Start::Play && !self.inside.moved_this => Lies::Off,
            _ => Lies::Anywhere,
        }
    }

    /// What a condition reads, and these see whether it holds.
    pub(super) fn cond(&mut self, cond: &Cond, seen_by: Knower) {
        match cond {
            Cond::And(left, right) => {
                self.beside(left, right, true, seen_by);
                self.beside(right, left, true, seen_by);
            }
            Cond::Or(left, right) => {
                self.beside(left, right, false, seen_by);
                self.beside(right, left, false, seen_by);
            }
            Cond::Most(_, _, _, Some(so)) => self.cond(so, seen_by),
            cond => self.parts(cond, seen_by),
        }
        match cond {
            Cond::Named(item, _, span)
            | Cond::NamedAs(item, _, span)
            | Cond::VictoryCard(item, span)
            | Cond::Playable(item, _, span) => self.reads(self.level(item), seen_by, *span),
            Cond::NamedLike(item, other, span) => {
                self.reads(self.level(item), seen_by, *span);
                self.reads(self.level(other), seen_by, *span);
            }
            _ => {}
        }
    }

    /// One half of a condition: it matters only where the other one is so.
    fn beside(&mut self, half: &Cond, other: &Cond, holds: bool, seen_by: Knower) {
        let facts = self.state.facts();
        self.suppose(other, holds);
        self.cond(half, seen_by);
        self.state.forget_from(facts);
    }

    /// A condition holds, or does not, from here on: what a name stands for stays known.
    pub(super) fn given(&mut self, cond: &Cond, holds: bool) {
        for item in supposed(cond, holds) {
            self.state.learn(&item, Knower::All);
        }
    }

    /// A condition holds, or does not, for a moment: what is face up lies open to all.
    pub(super) fn suppose(&mut self, cond: &Cond, holds: bool) {
        for item in supposed(cond, holds) {
            self.state.suppose(Fact::Item(item), Knower::All);
        }
    }

    /// What a number reads, and these see what comes of it.
    pub(super) fn num(&mut self, num: &Num, seen_by: Knower) {
        match num {
            Num::If(cond, then, otherwise) => {
                self.cond(cond, seen_by);
                let facts = self.state.facts();
                for (num, holds) in [(then, true), (otherwise, false)] {
                    self.suppose(cond, holds);
                    self.num(num, seen_by);
                    self.state.forget_from(facts);
                }
            }
            Num::Among(among) => {
                self.set(&among.among, seen_by);
                let level = self.level_of_set(&among.among);
                self.state.bind(among.it, level, among.among.element);
                self.num(&among.of, seen_by);
            }
            num => self.parts(num, seen_by),
        }
        if let Num::DifferentNames(set, span) | Num::MostAlike(set, span) = num {
            self.reads(self.level_of_set(set), seen_by, *span);
        }
    }

    /// What holds for a set while a condition does.
    pub(super) fn standing(&mut self, condition: &Option<Cond>, set: &Set) {
        if let Some(cond) = condition {
            self.cond(cond, Knower::All);
            self.suppose(cond, true);
        }
        self.set(set, Knower::All);
    }

    /// What changes the meaning of words everybody sees.
    pub(super) fn alters(&mut self, condition: Option<&Cond>, what: &Alteration) {
        if let Some(cond) = condition {
            self.cond(cond, Knower::All);
            self.suppose(cond, true);
        }
        if let Alteration::Neighbours {
            each: Some((each, local)),
            ..
        } = what
        {
            let level = self.level_of_set(each);
            self.state.bind(*local, level, each.element);
        }
        self.parts(what, Knower::All);
    }
}

impl Walk<'_> {
    /// What comes along from another text: what was known there of a card, nobody need know any more.
    pub(super) fn carries(&mut self, text: &Text) {
        for carried in &text.carried {
            let element = carried.element.unwrap_or(Element::Number);
            let open = !matches!(element, Element::Card | Element::StackedCard);
            self.state.bind(
                carried.local,
                if open { Level::OPEN } else { Level::default() },
                element,
            );
        }
    }

    pub(super) fn told(self, report: &mut Report) {
        for (span, problem) in self.faults {
            report.add(self.source, span, problem);
        }
    }

    pub(super) fn fault(&mut self, span: Span, problem: Problem) {
        // A loop or a filter that is looked at twice is at fault once.
        if !self.faults.iter().any(|(known, _)| *known == span) {
            self.faults.push((span, problem));
        }
    }

    /// A card's kind is read, and these see what comes of it.
    pub(super) fn reads(&mut self, level: Level, seen_by: Knower, span: Span) {
        if level.is_at_least(seen_by) {
            return;
        }
        for at in level.params() {
            self.needs[at] = self.needs[at].max(seen_by);
        }
        if !level.may_be(seen_by) {
            let known = level.known();
            self.fault(
                span,
                Problem::Tells {
                    to_all: seen_by == Knower::All,
                    own: known == Knower::You,
                },
            );
        }
    }

    /// Who knows what an item is, if it is a card.
    pub(super) fn level(&self, item: &Item) -> Level {
        match item {
            Item::Local(local) | Item::Any { local, .. } | Item::Entry(local, _) => {
                self.state.level_of(*local)
            }
            Item::This if self.hidden => self.state.level_at(item),
            Item::TopOf(_) => self.state.level_at(item),
            Item::First(set) | Item::Pick(_, set) => self.level_of_set(set),
            // Whatever has a text that is read lies open, and so do buildings and players.
            Item::This
            | Item::You
            | Item::Provoker
            | Item::OfTurn
            | Item::OwnerOf(_)
            | Item::Under(_)
            | Item::Beside(..) => Level::OPEN,
            Item::NameOf(..) | Item::WrittenOn(_) => Level::OPEN,
        }
    }

    pub(super) fn element(&self, item: &Item) -> Option<Element> {
        match item {
            Item::Local(local) | Item::Any { local, .. } | Item::Entry(local, _) => {
                self.state.element_of(*local)
            }
            Item::TopOf(_) => Some(Element::StackedCard),
            Item::First(set) | Item::Pick(_, set) => Some(set.element),
            Item::This => Some(self.this),
            Item::Under(_) | Item::Beside(..) => Some(Element::Building),
            Item::You | Item::Provoker | Item::OfTurn | Item::OwnerOf(_) => Some(Element::Player),
            Item::NameOf(..) | Item::WrittenOn(_) => Some(Element::Name),
        }
    }

    /// A number that is read for all to see.
    pub(super) fn count(&mut self, num: &Num) {
        self.num(num, Knower::All);
    }
}

/// What is face up where a condition holds, or where it does not.
fn supposed(cond: &Cond, holds: bool) -> Vec<Item> {
    match cond {
        Cond::FaceUp(item) if holds => vec![item.clone()],
        Cond::Not(inner) => supposed(inner, !holds),
        Cond::And(left, right) if holds => [supposed(left, true), supposed(right, true)].concat(),
        Cond::Or(left, right) if !holds => [supposed(left, false), supposed(right, false)].concat(),
        _ => Vec::new(),
    }
}

impl Walk<'_> {
    /// What is done to stacked cards alone needs one that may lie in a stack.
    pub(super) fn finds(&mut self, verb: Verb, card: &Item, span: Span) {
        let (reason, help) = match verb {
            Verb::Move => (
                "only a card that lies on a building can be moved",
                "write `put ... face down on ...` or `put ... face up on ...`: `move` takes a card from one building to another",
            ),
            Verb::Flip => (
                "only a card that lies on a building can be flipped",
                "write `show ...` or `discard ...`: `flip` turns up a card that lies on a building and sets it aside",
            ),
            Verb::Destroy => (
                "only a building or a card that lies on one can be destroyed",
                "write `discard ...` or `remove ...`",
            ),
            Verb::Play | Verb::Replay | Verb::PlayFromHand | Verb::SetAside
                if self.item_lies(card) == Lies::Law =>
            {
                (
                    "a law is neither played nor set aside",
                    "write `take ...`, `discard ...` or `put ... face up on ...`",
                )
            }
            _ => return,
        };
        let nowhere = match verb {
            Verb::Move | Verb::Flip | Verb::Destroy => &[Lies::InHand, Lies::Off, Lies::Law][..],
            _ => &[Lies::Law],
        };
        if nowhere.contains(&self.item_lies(card)) {
            self.fault(
                span,
                Problem::new(FaultName::NotThere, reason, "not here", help),
            );
        }
    }

    /// What a verb lays open.
    pub(super) fn done(&mut self, verb: Verb, item: &Item, with: Option<&Item>) {
        let meaning = meaning(verb);
        let card = meaning.card(item, with);
        let building = self.element(card) == Some(Element::Building);
        self.happens(|moments| moments.note(|moment| meaning.sets_off(moment, building)));
        if matches!(verb, Verb::SwapHands | Verb::PassHands) {
            self.inside.first = false;
            self.state.moved();
            self.state.scatter();
        }
        // Whoever is shown it alone knows more than when the text began.
        self.inside.first &= meaning.seen_by != Knower::You;
        let seen_by = match with {
            Some(player) if meaning.for_player() && *player != Item::You => Knower::Nobody,
            _ => meaning.seen_by,
        };
        match meaning.moves {
            true => self.lay(card, seen_by),
            false => self.state.learn(card, seen_by),
        }
        match verb {
            Verb::PutFaceUp | Verb::PutFaceDown | Verb::Move => self.state.lay(card, Lies::Stacked),
            Verb::Discard
            | Verb::Flip
            | Verb::Remove
            | Verb::PutOnDeck
            | Verb::PutUnderDeck
            | Verb::SetAside => {
                self.state.lay(card, Lies::Off);
            }
            _ if meaning.moves && meaning.for_player() => self.state.lay(card, Lies::InHand),
            _ => {}
        }
    }

    /// A card leaves where it was, seen by some.
    fn lay(&mut self, item: &Item, seen_by: Knower) {
        self.inside.first &= self.begun == Start::Use;
        self.state.moved();
        self.inside.moved_this |= *item == Item::This;
        if let Item::Local(_) | Item::Any { .. } = item {
            self.state.learn(item, seen_by);
            self.state.lay(item, Lies::Elsewhere);
        }
    }

    pub(super) fn happens(&mut self, note: impl FnOnce(&mut Moments)) {
        if self.inside.unanswered == 0 {
            note(&mut self.moments);
        }
    }

    /// Once each card of a place has been shown, what lies there is known.
    pub(super) fn shown_each(&mut self, set: &Set, local: Local, body: &Body) {
        let shown = body
            .steps
            .iter()
            .all(|step| matches!(step.node, Act::Verb(Verb::Show | Verb::LookAt, ..)));
        let first = body.steps.iter().find_map(|step| match &step.node {
            Act::Verb(verb, Item::Local(item), _) if *item == local => Some(*verb),
            _ => None,
        });
        if let (true, Some(verb)) = (shown, first) {
            self.shown_all(set, verb);
        }
    }

    pub(super) fn shown_all(&mut self, set: &Set, verb: Verb) {
        let knower = match verb {
            Verb::Show => Knower::All,
            Verb::LookAt => Knower::You,
            _ => return,
        };
        if let Some(source) = set.plain() {
            self.state.suppose(Fact::Source(source.clone()), knower);
        }
    }
}

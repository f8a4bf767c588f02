//! Walks through a tree: every part of it once, outer parts before inner ones, in the order in which they are written.

use super::ast::{
    Ability, Alteration, Alters, ArgumentValue, Body, Branch, Clause, Cond, Deed, Doer, Filter,
    Head, Item, ItemExpr, LetValue, Noun, NumExpr, Operand, Pattern, Property, Set, SetExpr,
    Starred, Statement, Text, Trigger, Word,
};
use text::Spanned;

/// A part that may be changed, or exchanged for another of its kind, as it is come by.
pub enum Part<'a> {
    Clauses(&'a mut Vec<Spanned<Clause>>),
    Statements(&'a mut Vec<Spanned<Statement>>),
    Branches(&'a mut Vec<Branch>),
    Filters(&'a mut Vec<Spanned<Filter>>),
    Clause(&'a mut Spanned<Clause>),
    Statement(&'a mut Spanned<Statement>),
    Item(&'a mut ItemExpr),
    Set(&'a mut SetExpr),
    Cond(&'a mut Spanned<Cond>),
    Number(&'a mut Spanned<NumExpr>),
    /// The name of a face, in quotes.
    Face(&'a mut Word),
    /// The name of a keyword, where it is called, defined or waited for.
    Keyword(&'a mut Word),
    /// A name that the text gives to something.
    Name(&'a mut Word),
}

/// Shows all parts of a text to `look`. What it puts in their place is walked through in its turn.
pub fn visit(text: &mut Text, look: &mut dyn FnMut(Part<'_>)) {
    Visit { look }.text(text);
}

/// The same of what happens.
pub fn visit_head(head: &mut Head, look: &mut dyn FnMut(Part<'_>)) {
    Visit { look }.head(head);
}

struct Visit<'l> {
    look: &'l mut dyn FnMut(Part<'_>),
}

impl Visit<'_> {
    fn text(&mut self, text: &mut Text) {
        (self.look)(Part::Clauses(&mut text.clauses));
        text.clauses
            .iter_mut()
            .for_each(|clause| self.clause(clause));
    }

    fn clause(&mut self, clause: &mut Spanned<Clause>) {
        (self.look)(Part::Clause(clause));
        self.held(&mut clause.node);
    }

    fn held(&mut self, clause: &mut Clause) {
        match clause {
            Clause::Play(body) | Clause::Replay(body) | Clause::Crisis(body) => self.body(body),
            Clause::Ability(Ability {
                condition,
                body,
                name: _,
                start_of_turn: _,
                once: _,
            }) => {
                self.all(condition, Visit::cond);
                self.body(body);
            }
            Clause::Trigger(trigger) | Clause::Cannot(trigger) | Clause::Instead(trigger) => {
                self.trigger(trigger)
            }
            Clause::Lasting(lasting) => {
                self.all(&mut lasting.condition, Visit::cond);
                self.set(&mut lasting.set);
            }
            Clause::CountsAs(counts) => {
                self.all(&mut counts.condition, Visit::cond);
                self.set(&mut counts.set);
            }
            Clause::Count(set) => self.set(set),
            Clause::Raise(number) => self.number(number),
            Clause::Alters(alters) => self.alters(alters),
            Clause::Plays(plays) => {
                self.all(&mut plays.condition, Visit::cond);
                self.set(&mut plays.who);
            }
            Clause::Win(cond) => self.cond(cond),
            Clause::Define(define) => {
                self.keyword(&mut define.name);
                define
                    .params
                    .iter_mut()
                    .for_each(|param| self.name(&mut param.name));
                self.body(&mut define.body);
            }
        }
    }

    fn deed(&mut self, deed: &mut Deed) {
        self.item(&mut deed.who);
        self.head(&mut deed.done.node);
    }

    fn head(&mut self, head: &mut Head) {
        self.all(&mut head.during, Visit::cond);
        self.all(&mut head.who, Visit::set);
        for role in head.what.iter_mut().chain(&mut head.onto) {
            match &mut role.pattern {
                Pattern::Card(filters) => {
                    (self.look)(Part::Filters(filters));
                    self.all(filters, Visit::filter);
                }
                Pattern::Of(set) => self.set(set),
            }
            self.all(&mut role.name, Visit::name);
        }
        self.all(&mut head.causes, Visit::keyword);
        self.all(&mut head.condition, Visit::cond);
    }

    fn trigger(&mut self, trigger: &mut Trigger) {
        self.head(&mut trigger.head);
        for (name, value) in &mut trigger.remembers {
            self.value(value);
            self.name(name);
        }
        self.all(
            trigger.price.iter_mut().map(|price| &mut price.number),
            Visit::number,
        );
        self.body(&mut trigger.body);
    }

    fn value(&mut self, value: &mut LetValue) {
        match value {
            LetValue::Item(item) => self.item(item),
            LetValue::Number(number) => self.number(number),
            LetValue::Cond(cond) => self.cond(cond),
            LetValue::NoPlayers | LetValue::ForEach(_) => {}
        }
    }

    fn alters(&mut self, alters: &mut Alters) {
        self.all(&mut alters.condition, Visit::cond);
        match &mut alters.what {
            Alteration::Neighbours { each, left, right } => {
                if let Some(each) = each {
                    self.set(&mut each.0);
                    self.all(&mut each.1, Visit::name);
                }
                self.set(left);
                self.all(right.as_deref_mut(), Visit::set);
            }
            Alteration::Name {
                set,
                of,
                written: _,
            }
            | Alteration::TextOf { set, of } => {
                self.set(set);
                self.item(of);
            }
            Alteration::Called { set, name } => {
                self.set(set);
                (self.look)(Part::Face(name));
            }
            Alteration::KeepsName { set } => self.set(set),
            Alteration::Has { set, text } => {
                self.set(set);
                self.text(text);
            }
            Alteration::Starred { of, change } => {
                self.set(of);
                match change {
                    Starred::Raise(by) => self.number(by),
                    Starred::Lower { by, floor } => {
                        self.number(by);
                        self.number(floor);
                    }
                    Starred::Double => {}
                }
            }
        }
    }

    fn all<'a, T: 'a>(
        &mut self,
        parts: impl IntoIterator<Item = &'a mut T>,
        walk: fn(&mut Self, &mut T),
    ) {
        parts.into_iter().for_each(|part| walk(self, part));
    }

    fn keyword(&mut self, word: &mut Word) {
        (self.look)(Part::Keyword(word));
    }

    fn name(&mut self, word: &mut Word) {
        (self.look)(Part::Name(word));
    }

    fn body(&mut self, body: &mut Body) {
        (self.look)(Part::Statements(&mut body.statements));
        self.all(&mut body.statements, Visit::statement);
    }

    fn statement(&mut self, statement: &mut Spanned<Statement>) {
        (self.look)(Part::Statement(statement));
        self.inside(statement);
    }

    fn inside(&mut self, statement: &mut Spanned<Statement>) {
        match &mut statement.node {
            Statement::Pay(inner) => self.statement(inner),
            Statement::Choose {
                set,
                name,
                random: _,
            } => {
                self.set(set);
                self.all(name, Visit::name);
            }
            Statement::ChooseNumber {
                from,
                to,
                name,
                random: _,
            } => {
                self.number(from);
                self.number(to);
                self.name(name);
            }
            Statement::ForEach {
                set,
                name,
                body,
                at_once: _,
            } => {
                self.set(set);
                self.all(name, Visit::name);
                self.body(body);
            }
            Statement::MayChoose {
                set,
                name,
                body,
                otherwise,
            } => {
                self.set(set);
                self.all(name, Visit::name);
                self.body(body);
                self.all(otherwise, Visit::body);
            }
            Statement::May { body, otherwise } => {
                self.body(body);
                self.all(otherwise, Visit::body);
            }
            Statement::By { who, statement } => {
                self.item(who);
                // Nothing but a decision could stand there.
                self.inside(statement);
            }
            Statement::Require(cond) => self.cond(cond),
            Statement::Let { name, value } => {
                self.name(name);
                self.value(value);
            }
            Statement::If {
                condition,
                then,
                otherwise,
            } => {
                self.cond(condition);
                self.body(then);
                self.all(otherwise, Visit::body);
            }
            Statement::Repeat {
                times,
                body,
                at_most: _,
            } => {
                self.number(times);
                self.body(body);
            }
            Statement::AtOnce(body)
            | Statement::OneEffect(body)
            | Statement::Winless(body)
            | Statement::Unanswered(body) => self.body(body),
            Statement::UnansweredBy { first, body } => {
                (self.look)(Part::Face(first));
                self.body(body);
            }
            Statement::Either(branches)
            | Statement::Modes {
                branches,
                many: _,
                chosen_order: _,
            } => {
                (self.look)(Part::Branches(branches));
                for branch in branches {
                    self.all(&mut branch.condition, Visit::cond);
                    self.body(&mut branch.body);
                }
            }
            Statement::Verb { operand, verb: _ } => self.operand(operand),
            Statement::Gives { what, to } => {
                self.operand(what);
                self.item(to);
            }
            Statement::Add { item, to: _ } | Statement::Aim(item) => self.item(item),
            Statement::Counters {
                number,
                on,
                put: _,
                counter: _,
            } => {
                self.number(number);
                self.item(on);
            }
            Statement::AddTo {
                number,
                name: _,
                of,
            } => {
                self.number(number);
                self.item(of);
            }
            Statement::SecretNumber {
                players,
                range: (from, to),
                name,
            } => {
                self.set(players);
                self.number(from);
                self.number(to);
                self.name(name);
            }
            Statement::Secretly { players, set, name }
            | Statement::SetsAside { players, set, name } => {
                self.set(players);
                self.set(set);
                self.name(name);
            }
            Statement::Toss { sides } => {
                sides.iter_mut().for_each(|side| self.body(&mut side.body))
            }
            Statement::Take { name } | Statement::Roll { name } => self.name(name),
            Statement::Draw { number }
            | Statement::TurnDraws(number)
            | Statement::MorePlays { number, fewer: _ } => self.number(number),
            Statement::Call { keyword, arguments } => {
                self.keyword(keyword);
                for argument in arguments {
                    match &mut argument.value {
                        ArgumentValue::Number(number) => self.number(number),
                        ArgumentValue::Item(item) => self.item(item),
                        ArgumentValue::Set(set) => self.set(set),
                    }
                }
            }
            Statement::Lasts {
                clause,
                whose,
                ends,
                until: _,
            } => {
                self.all(whose.as_deref_mut(), Visit::item);
                self.all(ends.as_deref_mut(), Visit::trigger);
                self.held(&mut clause.node);
            }
            Statement::Later {
                whose,
                body,
                until: _,
            } => {
                self.all(whose.as_deref_mut(), Visit::item);
                self.body(body);
            }
            Statement::Does { who, deeds } => {
                match who {
                    Doer::Each(set) | Doer::One(set) => self.set(set),
                    Doer::Item(item) => self.item(item),
                }
                self.all(deeds, Visit::statement);
            }
            Statement::Offer {
                deeds,
                then,
                otherwise,
            } => {
                self.all(deeds, Visit::statement);
                self.all(then, Visit::body);
                self.all(otherwise, Visit::body);
            }
            Statement::IfDone {
                deed,
                then,
                otherwise,
            } => {
                self.statement(deed);
                self.body(then);
                self.all(otherwise, Visit::body);
            }
            Statement::Faces { faces, otherwise } => {
                faces.iter_mut().for_each(|face| self.body(&mut face.body));
                self.all(otherwise, Visit::body);
            }
            Statement::Ways(ways) => self.all(ways, Visit::body),
            Statement::Ready
            | Statement::Shuffle
            | Statement::ShuffleDeck
            | Statement::DrawGame
            | Statement::Stop
            | Statement::PutBack { .. }
            | Statement::Once { .. } => {}
        }
    }

    fn operand(&mut self, operand: &mut Operand) {
        match operand {
            Operand::Item(item) => self.item(item),
            Operand::Two(item, with) => {
                self.item(item);
                self.item(with);
            }
            Operand::All(set) | Operand::AnyNumber(set) => self.set(set),
            Operand::Several {
                number,
                set,
                different: _,
                random: _,
            }
            | Operand::UpTo { number, set } => {
                self.number(number);
                self.set(set);
            }
            Operand::DownTo(number) => self.number(number),
        }
    }

    fn item(&mut self, item: &mut ItemExpr) {
        (self.look)(Part::Item(item));
        match &mut item.node {
            Item::Entry(entry) => self.item(&mut entry.1),
            Item::TopOf(of)
            | Item::OwnerOf(of)
            | Item::Under(of)
            | Item::NextPlayer(of)
            | Item::Beside(_, of)
            | Item::NameOf(of)
            | Item::WrittenOn(of) => self.item(of),
            Item::First(set) | Item::Pick(_, set) | Item::Any(set) | Item::Random(set) => {
                self.set(set)
            }
            Item::This | Item::It | Item::You | Item::Provoker | Item::Name(_) | Item::That(_) => {}
        }
    }

    fn set(&mut self, set: &mut SetExpr) {
        (self.look)(Part::Set(set));
        match &mut set.node {
            Set::Of {
                noun,
                filters,
                target: _,
            } => {
                self.noun(&mut noun.node);
                (self.look)(Part::Filters(filters));
                self.all(filters, Visit::filter);
            }
            Set::Plus(left, right) => {
                self.set(left);
                self.set(right);
            }
        }
    }

    fn filter(&mut self, filter: &mut Spanned<Filter>) {
        match &mut filter.node {
            Filter::Called(name) => (self.look)(Part::Name(name)),
            Filter::Named(face) | Filter::ExceptNamed(face) => (self.look)(Part::Face(face)),
            Filter::NamedAs(item) | Filter::NamedLike(item) | Filter::ExceptItem(item) => {
                self.item(item)
            }
            Filter::Extreme { measure, most: _ } => self.set(measure),
            Filter::That(cond) => self.cond(cond),
        }
    }

    fn noun(&mut self, noun: &mut Noun) {
        match noun {
            Noun::Players { from } => self.all(from, Visit::item),
            Noun::PlayersWith { on, counter: _ } => self.item(on),
            Noun::Buildings(of) | Noun::Places(of) => self.all(of, Visit::item),
            Noun::Between(one, other) => {
                self.item(one);
                self.item(other);
            }
            Noun::Neighbours(of)
            | Noun::Row(_, of)
            | Noun::CardsOn {
                building: of,
                from_top: _,
            }
            | Noun::CardsIn(of)
            | Noun::Hand {
                of,
                as_buildings: _,
            } => self.item(of),
            Noun::Tops(of) => self.all(of.as_deref_mut(), Visit::set),
            Noun::One(item) => self.item(item),
            Noun::DeckTop(number) => self.number(number),
            Noun::Discard | Noun::Deck | Noun::Names { cards: _ } | Noun::Them | Noun::Name(_) => {}
        }
    }

    fn cond(&mut self, cond: &mut Spanned<Cond>) {
        (self.look)(Part::Cond(cond));
        match &mut cond.node {
            Cond::And(left, right) | Cond::Or(left, right) => {
                self.cond(left);
                self.cond(right);
            }
            Cond::Not(inner) => self.cond(inner),
            Cond::Is {
                item,
                property,
                not: _,
            } => {
                self.item(item);
                match &mut property.node {
                    Property::Named(face) => (self.look)(Part::Face(face)),
                    Property::NamedAs(item)
                    | Property::NamedLike(item)
                    | Property::On(item)
                    | Property::Of(item)
                    | Property::Same(item) => self.item(item),
                    Property::In(set) => self.set(set),
                    Property::Stacked
                    | Property::Active
                    | Property::Disabled
                    | Property::FaceUp
                    | Property::Living
                    | Property::VictoryCard
                    | Property::Law
                    | Property::Status(_) => {}
                }
            }
            Cond::Can {
                item,
                not: _,
                how: _,
            }
            | Cond::Meets(item)
            | Cond::Most {
                item,
                fewest: _,
                others: _,
                name: _,
            } => self.item(item),
            Cond::Has {
                item,
                number,
                compare: _,
                counter: _,
            } => {
                self.item(item);
                self.number(number);
            }
            Cond::There {
                number,
                set,
                compare: _,
            } => {
                self.number(number);
                self.set(set);
            }
            Cond::SideBySide { sets, in_order: _ } => self.all(sets, Visit::set),
            Cond::Compare {
                left,
                right,
                compare: _,
            } => {
                self.number(left);
                self.number(right);
            }
            Cond::Did { deed, not: _ } => self.deed(deed),
            Cond::Dispute { .. } | Cond::Turn(_) | Cond::Name(_) => {}
        }
    }

    fn number(&mut self, number: &mut Spanned<NumExpr>) {
        (self.look)(Part::Number(number));
        match &mut number.node {
            NumExpr::Entry(entry) => self.item(&mut entry.1),
            NumExpr::Often(deed) => self.deed(deed),
            NumExpr::OftenInAll(deed) => self.head(&mut deed.done.node),
            NumExpr::Count(set) | NumExpr::DifferentNames(set) | NumExpr::MostAlike(set) => {
                self.set(set)
            }
            NumExpr::If {
                condition,
                then,
                otherwise,
            } => {
                self.cond(condition);
                self.number(then);
                self.number(otherwise);
            }
            NumExpr::Plus(left, right)
            | NumExpr::Minus(left, right)
            | NumExpr::OfTwo {
                left,
                right,
                larger: _,
            } => {
                self.number(left);
                self.number(right);
            }
            NumExpr::Counters { on, counter: _ } => self.item(on),
            NumExpr::CountersAmong { among, counter: _ } => self.set(among),
            NumExpr::Whose { number, of } => {
                self.number(number);
                self.item(of);
            }
            NumExpr::Half { of, up: _ } | NumExpr::Twice(of) => self.number(of),
            NumExpr::Among {
                of,
                among,
                largest: _,
            } => {
                self.set(of);
                self.set(among);
            }
            NumExpr::Number(_)
            | NumExpr::Starred(_)
            | NumExpr::ThatMany
            | NumExpr::Seats
            | NumExpr::Name(_) => {}
        }
    }
}

//! Small changes of sets, conditions and numbers.

use super::change::Change;
use crate::base::Spanned;
use crate::syntax::ast::{
    Compare, Cond, Filter, Item, ItemExpr, Noun, NumExpr, Playing, Property, Set, SetExpr, TurnPart,
};

impl Change {
    pub(super) fn item(&mut self, item: &mut ItemExpr) {
        let other = match item.node {
            Item::You => Some(Item::Provoker),
            Item::Provoker => Some(Item::You),
            _ => None,
        };
        if let Some(other) = other
            && self.here("another thing")
        {
            item.node = other;
        }
        match &mut item.node {
            Item::This | Item::It | Item::You | Item::Provoker | Item::Name(_) => {}
            Item::TopOf(inner) | Item::OwnerOf(inner) | Item::Under(inner) => self.item(inner),
            Item::First(set) | Item::Any(set) => self.set(set),
        }
    }

    pub(super) fn set(&mut self, set: &mut SetExpr) {
        match &mut set.node {
            Set::Of { target, noun, filters } => {
                if self.here("target") {
                    *target = !*target;
                }
                self.noun(&mut noun.node);
                for at in 0..filters.len() {
                    if self.here("leave out a filter") {
                        filters.remove(at);
                        return;
                    }
                    self.filter(&mut filters[at].node);
                }
            }
            Set::Plus(left, right) => {
                for half in [left.clone(), right.clone()] {
                    if self.here("half of a set") {
                        *set = *half;
                        return;
                    }
                }
                self.set(left);
                self.set(right);
            }
        }
    }

    fn noun(&mut self, noun: &mut Noun) {
        let you = || Some(Spanned::new(Item::You, crate::base::Span::default()));
        let others = match &*noun {
            Noun::Players { from: Some(_) } => vec![Noun::Players { from: None }],
            Noun::Players { from: None } => vec![Noun::Players { from: you() }],
            Noun::Buildings { of: Some(_), stacks } => vec![Noun::Buildings { of: None, stacks: *stacks }],
            Noun::Buildings { of: None, stacks } => vec![Noun::Buildings { of: you(), stacks: *stacks }],
            Noun::Neighbours(_) => {
                vec![Noun::Buildings { of: None, stacks: false }, Noun::Buildings { of: you(), stacks: false }]
            }
            Noun::Tops(Some(_)) => vec![Noun::Tops(None)],
            Noun::CardsOn { building, from_top } => {
                vec![Noun::CardsOn { building: building.clone(), from_top: !*from_top }]
            }
            Noun::Places(Some(_)) => vec![Noun::Places(None)],
            Noun::Places(None) => vec![Noun::Places(you())],
            Noun::Tops(None)
            | Noun::CardsIn(_)
            | Noun::Hand { .. }
            | Noun::Discard
            | Noun::Them
            | Noun::Name(_)
            | Noun::One(_) => Vec::new(),
        };
        for other in others {
            if self.here("another set") {
                *noun = other;
                return;
            }
        }
        match noun {
            Noun::Players { from: of } | Noun::Buildings { of, .. } | Noun::Places(of) => {
                of.iter_mut().for_each(|item| self.item(item));
            }
            Noun::Neighbours(item) | Noun::CardsIn(item) => self.item(item),
            Noun::CardsOn { building: item, .. } | Noun::Hand { of: item, .. } => self.item(item),
            Noun::Tops(of) => of.iter_mut().for_each(|set| self.set(set)),
            Noun::One(item) => self.item(item),
            Noun::Discard | Noun::Them | Noun::Name(_) => {}
        }
    }

    fn filter(&mut self, filter: &mut Filter) {
        match filter {
            Filter::Named(name) => {
                let name = name.clone();
                if self.here("named or except") {
                    *filter = Filter::ExceptNamed(name);
                }
            }
            Filter::ExceptNamed(name) => {
                let name = name.clone();
                if self.here("named or except") {
                    *filter = Filter::Named(name);
                }
            }
            Filter::ExceptItem(item) => self.item(item),
            Filter::That(condition) => self.cond(condition),
        }
    }

    pub(super) fn cond(&mut self, cond: &mut Spanned<Cond>) {
        if let Cond::And(left, right) | Cond::Or(left, right) = &cond.node {
            let other = match &cond.node {
                Cond::And(..) => Cond::Or(left.clone(), right.clone()),
                _ => Cond::And(left.clone(), right.clone()),
            };
            for other in [left.node.clone(), right.node.clone(), other] {
                if self.here("and or or") {
                    cond.node = other;
                    return;
                }
            }
        } else if self.here("not") {
            negate(cond);
            return;
        }
        match &mut cond.node {
            Cond::And(left, right) | Cond::Or(left, right) => {
                self.cond(left);
                self.cond(right);
            }
            Cond::Not(inner) => self.cond(inner),
            Cond::Is { item, property, .. } => {
                self.item(item);
                self.property(&mut property.node);
            }
            Cond::Can { item, how, .. } => {
                for other in [Playing::Play, Playing::Replay, Playing::FromHand] {
                    if other != *how && self.here("another way of playing") {
                        *how = other;
                        return;
                    }
                }
                self.item(item);
            }
            Cond::Has { item, compare, number } => {
                self.compare(compare);
                self.number(number);
                self.item(item);
            }
            Cond::There { compare, number, set } => {
                self.compare(compare);
                self.number(number);
                self.set(set);
            }
            Cond::Compare { left, compare, right } => {
                self.compare(compare);
                self.number(left);
                self.number(right);
            }
            Cond::Turn(part) => {
                for other in [TurnPart::On, TurnPart::AtItsStart, TurnPart::PastItsStart] {
                    if other != *part && self.here("another part of the turn") {
                        *part = other;
                        return;
                    }
                }
            }
            Cond::Dispute { .. } | Cond::Name(_) => {}
        }
    }

    fn property(&mut self, property: &mut Property) {
        match property {
            Property::On(item) | Property::Of(item) | Property::Same(item) => self.item(item),
            Property::In(set) => self.set(set),
            Property::Stacked
            | Property::Active
            | Property::Disabled
            | Property::FaceUp
            | Property::Living
            | Property::VictoryCard
            | Property::Named(_)
            | Property::Status(_) => {}
        }
    }

    fn compare(&mut self, compare: &mut Compare) {
        for other in [Compare::AtLeast, Compare::AtMost, Compare::Exactly] {
            if other != *compare && self.here("another comparison") {
                *compare = other;
                return;
            }
        }
    }

    pub(super) fn number(&mut self, number: &mut Spanned<NumExpr>) {
        let others = match &number.node {
            NumExpr::Number(n) => {
                vec![NumExpr::Number(n + 1), NumExpr::Number(n.saturating_sub(1)), NumExpr::Starred(*n)]
            }
            NumExpr::Starred(n) => {
                vec![NumExpr::Starred(n + 1), NumExpr::Starred(n.saturating_sub(1)), NumExpr::Number(*n)]
            }
            NumExpr::If { then, otherwise, .. } => vec![then.node.clone(), otherwise.node.clone()],
            NumExpr::Plus(left, right) => vec![left.node.clone(), right.node.clone()],
            NumExpr::DifferentNames(set) | NumExpr::MostAlike(set) => vec![NumExpr::Count(set.clone())],
            NumExpr::Count(_) | NumExpr::Seats | NumExpr::Name(_) => Vec::new(),
        };
        for other in others {
            if self.here("another number") {
                number.node = other;
                return;
            }
        }
        match &mut number.node {
            NumExpr::Count(set) | NumExpr::DifferentNames(set) | NumExpr::MostAlike(set) => self.set(set),
            NumExpr::If { condition, then, otherwise } => {
                self.cond(condition);
                self.number(then);
                self.number(otherwise);
            }
            NumExpr::Plus(left, right) => {
                self.number(left);
                self.number(right);
            }
            NumExpr::Number(_) | NumExpr::Starred(_) | NumExpr::Seats | NumExpr::Name(_) => {}
        }
    }
}

/// Turns a condition round.
fn negate(cond: &mut Spanned<Cond>) {
    match &mut cond.node {
        Cond::Is { not, .. } | Cond::Can { not, .. } | Cond::Dispute { not, .. } => *not = !*not,
        Cond::Not(inner) => *cond = (**inner).clone(),
        _ => cond.node = Cond::Not(Box::new(cond.clone())),
    }
}

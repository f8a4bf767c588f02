//! Checks `let`: what a name is given to, and what sort of thing it then stands for.

use super::Scope;
use crate::ir::Element;
use crate::names::Type;
use crate::tree::{Cond, Num, Step};
use lang::ast;

impl Scope<'_> {
    pub(super) fn let_step(&mut self, name: &ast::Word, value: &ast::LetValue) -> Option<Step> {
        let local_of = |kind, scope: &mut Self| {
            let local = scope.local(kind);
            scope.bind(name, local);
            local
        };
        let number = |number: Option<Num>, scope: &mut Self| {
            let kind = number.as_ref().map_or(Type::Broken, |_| Type::Number);
            let local = local_of(kind, scope);
            Some(Step::LetNumber(local, number?))
        };
        let truth = |cond: Option<Cond>, scope: &mut Self| {
            let kind = cond.as_ref().map_or(Type::Broken, |_| Type::Truth);
            let local = local_of(kind, scope);
            Some(Step::LetTruth(local, cond?))
        };
        match value {
            ast::LetValue::Number(of) => number(self.number(of), self),
            ast::LetValue::Cond(cond) => truth(self.cond(cond), self),
            ast::LetValue::ForEach(number) => {
                Some(Step::LetNumbers(local_of(Type::EachNumber, self), *number))
            }
            ast::LetValue::NoPlayers => {
                let local = local_of(Type::Many(Element::Player), self);
                self.gathered.push(local);
                Some(Step::LetPlayers(local))
            }
            ast::LetValue::Item(item) => {
                let named = match &item.node {
                    ast::Item::Name(other) => Some(self.name(other, item.span)),
                    _ => None,
                };
                let found = match named {
                    Some(Some((local, Type::Number))) => {
                        return number(Some(Num::Local(local)), self);
                    }
                    Some(Some((local, Type::Truth))) => {
                        return truth(Some(Cond::Truth(local)), self);
                    }
                    Some(None) => None,
                    _ => self.item(item),
                };
                let element = found.as_ref().map(|(_, element)| *element);
                let local = local_of(element.map_or(Type::Broken, Type::One), self);
                Some(Step::LetItem(local, found?.0))
            }
        }
    }
}

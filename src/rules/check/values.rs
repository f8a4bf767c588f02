//! What names stand for: what `let` gives them, and what keywords are passed.

use super::Scope;
use super::scope::mismatch;
use crate::error::Problem;
use crate::ir::Element;
use crate::names::{Parameter, Signature, Type};
use crate::tree::{Act, Cond, Num, Source, Value};
use crate::verbs::Wanted;
use lang::ast::{self, LetValue};
use text::Span;

impl Scope<'_> {
    pub(super) fn let_value(&mut self, name: &ast::Word, value: &LetValue) -> Option<Act> {
        let named = match value {
            LetValue::Item(item) => match &item.node {
                ast::Item::Name(other) => Some(self.name(other, item.span)),
                _ => None,
            },
            _ => None,
        };
        let found = match (value, named) {
            (_, Some(None)) => None,
            (_, Some(Some((local, Type::Number)))) => {
                Some((Value::Number(Num::Local(local)), Type::Number))
            }
            (_, Some(Some((local, Type::Truth)))) => {
                Some((Value::Truth(Cond::Truth(local)), Type::Truth))
            }
            (LetValue::Item(item), _) => self
                .item(item)
                .map(|(item, element)| (Value::Item(item), Type::One(element))),
            (LetValue::Number(of), _) => {
                self.number(of).map(|of| (Value::Number(of), Type::Number))
            }
            (LetValue::Cond(cond), _) => self
                .cond(cond)
                .map(|cond| (Value::Truth(cond), Type::Truth)),
            (LetValue::ForEach(number), _) => Some((Value::Numbers(*number), Type::EachNumber)),
            (LetValue::NoPlayers, _) => Some((Value::Players, Type::Many(Element::Player))),
        };
        let local = self.local(found.as_ref().map_or(Type::Broken, |(_, kind)| *kind));
        self.bind(name, local);
        let (value, _) = found?;
        if let Value::Players = value {
            self.gathered.push(local);
        }
        Some(Act::Let(local, value))
    }
}

impl Scope<'_> {
    pub(super) fn call(&mut self, keyword: &ast::Word, arguments: &[ast::Argument]) -> Option<Act> {
        let names = self.names;
        let at = self.keyword(keyword)?;
        self.is_your_own(keyword)?;
        let signature = &names.keywords[at];
        if signature.params.len() != arguments.len() {
            let wanted = match signature.params.len() {
                0 => "nothing".to_string(),
                1 => "one thing".to_string(),
                count => format!("{count} things"),
            };
            let problem = Problem::WrongArguments {
                keyword: keyword.node.clone(),
                wanted,
                usage: signature.usage(),
            };
            return self.fault(keyword.span, problem);
        }
        let pairs = signature.params.iter().zip(arguments);
        let checked: Vec<_> = pairs
            .map(|(param, argument)| {
                self.preposition(signature, param, argument, keyword)?;
                self.argument(param, argument)
            })
            .collect();
        let arguments = checked.into_iter().collect::<Option<_>>()?;
        Some(Act::Call {
            keyword: at,
            arguments,
        })
    }

    fn preposition(
        &mut self,
        signature: &Signature,
        param: &Parameter,
        argument: &ast::Argument,
        keyword: &ast::Word,
    ) -> Option<()> {
        let found = argument.preposition.as_ref();
        if found.map(|word| word.node.as_str()) == param.preposition.as_deref() {
            return Some(());
        }
        let usage = signature.usage();
        let name = keyword.node.clone();
        match (found, &param.preposition) {
            (Some(word), None) => {
                let preposition = word.node.clone();
                self.fault(
                    word.span,
                    Problem::WrongPreposition {
                        keyword: name,
                        preposition,
                        usage,
                    },
                )
            }
            (_, wanted) => {
                let span = found.map_or(value_span(argument), |word| word.span);
                let wanted = format!("`{}` here", wanted.as_deref().unwrap_or_default());
                self.fault(
                    span,
                    Problem::WrongArguments {
                        keyword: name,
                        wanted,
                        usage,
                    },
                )
            }
        }
    }

    fn argument(&mut self, param: &Parameter, argument: &ast::Argument) -> Option<Value> {
        use ast::ArgumentValue;
        let span = value_span(argument);
        match (param.kind, &argument.value) {
            (Type::Number, ArgumentValue::Number(number)) => {
                Some(Value::Number(self.number(number)?))
            }
            (Type::Number, ArgumentValue::Item(item)) => match &item.node {
                ast::Item::Name(name) => {
                    Some(Value::Number(Num::Local(self.number_name(name, span)?)))
                }
                _ => self.fault(span, mismatch("number", "thing")),
            },
            (Type::Number, ArgumentValue::Set(_)) => self.fault(span, mismatch("number", "set")),
            (Type::One(element), ArgumentValue::Item(item)) => {
                Some(Value::Item(self.item_of(item, Wanted::of(element))?))
            }
            (Type::One(element), ArgumentValue::Set(set)) => {
                let set = self.set_of(set, Wanted::of(element))?;
                match set.one() {
                    Some(item) => Some(Value::Item(item.clone())),
                    None => {
                        let wanted = crate::names::noun(element);
                        self.fault(span, mismatch(wanted, "set of several"))
                    }
                }
            }
            (Type::Many(element), ArgumentValue::Set(set)) => {
                Some(Value::Set(self.set_of(set, Wanted::of(element))?))
            }
            (Type::Many(element), ArgumentValue::Item(item)) => {
                if let ast::Item::Name(name) = &item.node
                    && let (local, Type::Many(found)) = self.name(name, item.span)?
                {
                    self.want(Wanted::of(element), found, item.span)?;
                    return Some(Value::Set(self.plain(Source::Param(local), found)));
                }
                let (item_checked, found) = self.item(item)?;
                self.want(Wanted::of(element), found, item.span)?;
                Some(Value::Set(self.plain(Source::One(item_checked), found)))
            }
            (kind, ArgumentValue::Number(number)) => match (kind, ast::Set::of_names(number)) {
                (Type::Many(element), Some(set)) => {
                    Some(Value::Set(self.set_of(&set, Wanted::of(element))?))
                }
                _ => self.fault(span, mismatch("thing", "number")),
            },
            (Type::Truth | Type::Each(_) | Type::EachNumber | Type::Broken, _) => None,
        }
    }
}

fn value_span(argument: &ast::Argument) -> Span {
    match &argument.value {
        ast::ArgumentValue::Number(number) => number.span,
        ast::ArgumentValue::Item(item) => item.span,
        ast::ArgumentValue::Set(set) => set.span,
    }
}

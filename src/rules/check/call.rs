//! Uses of keywords, with what they are passed.

use super::Scope;
use super::scope::mismatch;
use crate::error::Problem;
use crate::names::{Parameter, Signature, Type};
use crate::tree::{Argument, Num, Source, Step};
use crate::verbs::Wanted;
use lang::ast;
use text::Span;

impl Scope<'_> {
    pub(super) fn call(
        &mut self,
        keyword: &ast::Word,
        arguments: &[ast::Argument],
    ) -> Option<Step> {
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
        Some(Step::Call {
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

    fn argument(&mut self, param: &Parameter, argument: &ast::Argument) -> Option<Argument> {
        use ast::ArgumentValue;
        let span = value_span(argument);
        match (param.kind, &argument.value) {
            (Type::Number, ArgumentValue::Number(number)) => {
                Some(Argument::Number(self.number(number)?))
            }
            (Type::Number, ArgumentValue::Item(item)) => match &item.node {
                ast::Item::Name(name) => {
                    Some(Argument::Number(Num::Local(self.number_name(name, span)?)))
                }
                _ => self.fault(span, mismatch("number", "thing")),
            },
            (Type::Number, ArgumentValue::Set(_)) => self.fault(span, mismatch("number", "set")),
            (Type::One(element), ArgumentValue::Item(item)) => {
                Some(Argument::Item(self.item_of(item, Wanted::of(element))?))
            }
            (Type::One(element), ArgumentValue::Set(set)) => {
                let set = self.set_of(set, Wanted::of(element))?;
                match set.one() {
                    Some(item) => Some(Argument::Item(item.clone())),
                    None => {
                        let wanted = crate::names::noun(element);
                        self.fault(span, mismatch(wanted, "set of several"))
                    }
                }
            }
            (Type::Many(element), ArgumentValue::Set(set)) => {
                Some(Argument::Set(self.set_of(set, Wanted::of(element))?))
            }
            (Type::Many(element), ArgumentValue::Item(item)) => {
                if let ast::Item::Name(name) = &item.node
                    && let (local, Type::Many(found)) = self.name(name, item.span)?
                {
                    self.want(Wanted::of(element), found, item.span)?;
                    return Some(Argument::Set(self.plain(Source::Param(local), found)));
                }
                let (item_checked, found) = self.item(item)?;
                self.want(Wanted::of(element), found, item.span)?;
                Some(Argument::Set(self.plain(Source::One(item_checked), found)))
            }
            (kind, ArgumentValue::Number(number)) => match (kind, ast::Set::of_names(number)) {
                (Type::Many(element), Some(set)) => {
                    Some(Argument::Set(self.set_of(&set, Wanted::of(element))?))
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

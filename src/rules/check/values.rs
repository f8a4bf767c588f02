//! What names stand for: what `let` gives them, and what keywords are passed.

use super::Scope;
use super::scope::{mismatch, too_many};
use crate::error::Problem;
use crate::ir::Element;
use crate::names::{Parameter, Signature, Type, noun};
use crate::tree::{Act, Cond, Item, Num, Set, Source, Value};
use crate::verbs::Wanted;
use lang::ast::{self, LetValue};
use text::limits::RANGE;
use text::{Span, Spanned};

impl Scope<'_> {
    /// A number from one to another that is chosen, by chance or not, and may have to fit.
    pub(super) fn number_chosen(
        &mut self,
        (random, from, to): (bool, &Spanned<ast::NumExpr>, &Spanned<ast::NumExpr>),
        name: &ast::Word,
        such: Option<&Spanned<ast::Cond>>,
    ) -> Option<Act> {
        let span = from.span.to(to.span);
        if let (ast::NumExpr::Number(from), ast::NumExpr::Number(to)) = (&from.node, &to.node)
            && usize::from(to.saturating_sub(*from)) >= RANGE
        {
            let count = usize::from(to - from) + 1;
            let problem = too_many("numbers that one choice offers", count, RANGE);
            self.fault::<()>(span, problem);
        }
        let (from, to) = (self.number(from), self.number(to));
        // In the condition the name is that of the number that is looked at.
        let candidate = self.local(Type::Number);
        let such = such.map(|cond| {
            let block = self.open();
            self.bind(name, candidate);
            let such = self.without_choices(|scope| scope.cond(cond));
            self.close(block);
            such
        });
        let local = self.local(Type::Number);
        self.bind(name, local);
        let source = Source::Numbers(Box::new(from?), Box::new(to?));
        let filters = such.into_iter().collect::<Option<Vec<_>>>()?;
        Some(Act::Choose {
            set: Set::such(source, Element::Number, candidate, filters),
            random,
            local,
        })
    }

    /// `the ballot of foe`, where that is a thing: numbers are said in the same words.
    fn chosen_thing(&self, number: &ast::NumExpr, span: Span) -> Option<ast::ItemExpr> {
        let ast::NumExpr::Entry(entry) = number else {
            return None;
        };
        let local = self.bound_as(&entry.0.node)?;
        let thing = matches!(self.types[local], Type::Each(_));
        thing.then(|| Spanned::new(ast::Item::Entry(entry.clone()), span))
    }

    pub(super) fn let_value(&mut self, name: &ast::Word, value: &LetValue) -> Option<Act> {
        let thing = match value {
            LetValue::Number(of) => self.chosen_thing(&of.node, of.span),
            _ => None,
        };
        let thing = thing.map(LetValue::Item);
        let value = thing.as_ref().unwrap_or(value);
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
            (LetValue::NoPlayers, _) => Some(nothing(Element::Player)),
            (LetValue::NoBuildings, _) => Some(nothing(Element::Building)),
            (LetValue::NoCards, _) => Some(nothing(Element::Card)),
        };
        let local = self.local(found.as_ref().map_or(Type::Broken, |(_, kind)| *kind));
        self.bind(name, local);
        let (value, _) = found?;
        if let Value::Item(Item::First(set) | Item::Pick(_, set)) = &value {
            self.note_held(set, local);
        }
        if let Value::Nothing(_) = value {
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
        let checked = pairs.map(|(param, argument)| {
            self.preposition(signature, param, argument, keyword)?;
            self.argument(param, argument)
        });
        let checked: Vec<_> = checked.collect();
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
        let (keyword, usage) = (keyword.node.clone(), signature.usage());
        let span = found.map_or(value_span(argument), |word| word.span);
        let problem = match (found, &param.preposition) {
            (Some(word), None) => Problem::WrongPreposition {
                keyword,
                preposition: word.node.clone(),
                usage,
            },
            (_, wanted) => Problem::WrongArguments {
                keyword,
                wanted: format!("`{}` here", wanted.as_deref().unwrap_or_default()),
                usage,
            },
        };
        self.fault(span, problem)
    }

    fn argument(&mut self, param: &Parameter, argument: &ast::Argument) -> Option<Value> {
        use ast::ArgumentValue::{Item, Number, Set};
        let span = value_span(argument);
        let thing = match &argument.value {
            Number(number) => self.chosen_thing(&number.node, span),
            _ => None,
        };
        let thing = thing.map(Item);
        match (param.kind, thing.as_ref().unwrap_or(&argument.value)) {
            (Type::Number, Number(number)) => self.number(number).map(Value::Number),
            (Type::Number, Item(item)) => match &item.node {
                ast::Item::Name(name) => {
                    let local = self.number_name(name, span)?;
                    Some(Value::Number(Num::Local(local)))
                }
                _ => self.fault(span, mismatch("number", "thing")),
            },
            (Type::Number, Set(_)) => self.fault(span, mismatch("number", "set")),
            (Type::One(element), Item(item)) => {
                self.item_of(item, Wanted::of(element)).map(Value::Item)
            }
            (Type::One(element), Set(set)) => {
                let set = self.set_of(set, Wanted::of(element))?;
                match set.one() {
                    Some(item) => Some(Value::Item(item.clone())),
                    None => self.fault(span, mismatch(noun(element), "set of several")),
                }
            }
            (Type::Many(element), Set(set)) => {
                self.set_of(set, Wanted::of(element)).map(Value::Set)
            }
            (Type::Many(element), Item(item)) => {
                let many = match &item.node {
                    ast::Item::Name(name) => match self.name(name, span)? {
                        (local, Type::Many(found)) => Some((Source::Param(local), found)),
                        _ => None,
                    },
                    _ => None,
                };
                let (source, found) = match many {
                    Some(many) => many,
                    None => {
                        let (item, found) = self.item(item)?;
                        (Source::One(item), found)
                    }
                };
                self.want(Wanted::of(element), found, span)?;
                Some(Value::Set(self.plain(source, found)))
            }
            (kind, Number(number)) => match (kind, ast::Set::of_names(number)) {
                (Type::Many(element), Some(set)) => {
                    self.set_of(&set, Wanted::of(element)).map(Value::Set)
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

impl Scope<'_> {
    /// One thing more in a set that has begun with none.
    pub(super) fn add(&mut self, item: &ast::ItemExpr, to: &ast::Word) -> Option<Act> {
        let found = self.bound_as(&to.node);
        let found = found.filter(|local| self.gathered.contains(local));
        let wanted = found.and_then(|local| match self.types[local] {
            Type::Many(element) => Some(Wanted::of(element)),
            _ => None,
        });
        let (Some(found), Some(wanted)) = (found, wanted) else {
            let help = "use a name such as `unwilling` after `let unwilling be no players`, `no buildings` or `no cards`";
            return self.refused(to.span, "things cannot be added to this", help);
        };
        Some(Act::Add(self.item_of(item, wanted)?, found))
    }
}

fn nothing(element: Element) -> (Value, Type) {
    (Value::Nothing(element), Type::Many(element))
}

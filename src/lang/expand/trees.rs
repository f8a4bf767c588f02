//! Small trees that sentences are put together of.

use crate::ast::{
    Body, Clause, Cond, Filter, Item, ItemExpr, LetValue, Noun, NumExpr, Operand, Property, Set,
    SetExpr, Statement, Text, Word,
};
use crate::visit::{Part, visit};
use text::{Span, Spanned, Verb};

/// Puts sentences into statements: those of `you` in `expand.rs`, what others do in `doer.rs`.
#[derive(Clone, Copy)]
pub(super) struct Sentences;

/// What `that many` is called.
pub(super) const MANY: &str = "many";
/// The name of whoever is given something, where that was `it` before.
pub(super) const RECEIVER: &str = "receiver";
/// Whoever gives something.
pub(super) const GIVER: &str = "giver";
/// What is taken over.
pub(super) const PRIZE: &str = "prize";

/// Something and where it is said.
pub(super) fn at<T>(node: T, span: Span) -> Spanned<T> {
    Spanned::new(node, span)
}

pub(super) fn body(statements: Vec<Spanned<Statement>>) -> Body {
    Body { statements }
}

/// All there is of something.
pub(super) fn of(noun: Noun, span: Span) -> SetExpr {
    at(
        Set::Of {
            target: false,
            noun: at(noun, span),
            filters: Vec::new(),
        },
        span,
    )
}

/// The cards in somebody's hand.
pub(super) fn hand(whose: &ItemExpr, span: Span) -> SetExpr {
    of(
        Noun::Hand {
            of: whose.clone(),
            as_buildings: false,
        },
        span,
    )
}

/// A set of which only those are left for which this holds as well.
pub(super) fn filtered(set: SetExpr, filter: &Spanned<Filter>) -> SetExpr {
    let node = match set.node {
        Set::Of {
            target,
            noun,
            mut filters,
        } => {
            filters.push(filter.clone());
            Set::Of {
                target,
                noun,
                filters,
            }
        }
        Set::Plus(left, right) => Set::Plus(
            Box::new(filtered(*left, filter)),
            Box::new(filtered(*right, filter)),
        ),
    };
    at(node, set.span)
}

/// What somebody decides; what `you` decide needs no word for it.
pub(super) fn by(who: &ItemExpr, statement: Statement, span: Span) -> Spanned<Statement> {
    match who.node {
        Item::You => at(statement, span),
        _ => at(
            Statement::By {
                who: who.clone(),
                statement: Box::new(at(statement, span)),
            },
            span,
        ),
    }
}

pub(super) fn choose(
    who: &ItemExpr,
    set: SetExpr,
    name: Option<&str>,
    span: Span,
) -> Spanned<Statement> {
    by(
        who,
        Statement::Choose {
            set,
            random: false,
            name: name.map(|name| word(name, span)),
        },
        span,
    )
}

pub(super) fn verb(verb: Verb, operand: Operand, span: Span) -> Spanned<Statement> {
    at(Statement::Verb { verb, operand }, span)
}

pub(super) fn give(item: ItemExpr, to: ItemExpr, span: Span) -> Spanned<Statement> {
    verb(Verb::Give, Operand::Two(item, to), span)
}

pub(super) fn repeat(
    times: Spanned<NumExpr>,
    statements: Vec<Spanned<Statement>>,
    span: Span,
) -> Spanned<Statement> {
    at(
        Statement::Repeat {
            at_most: false,
            times,
            body: body(statements),
        },
        span,
    )
}

/// Some statements where one must stand.
pub(super) fn as_one(mut statements: Vec<Spanned<Statement>>, span: Span) -> Spanned<Statement> {
    match statements.len() {
        1 => statements.swap_remove(0),
        _ => repeat(number(1, span), statements, span),
    }
}

pub(super) fn called(name: &str, item: ItemExpr, span: Span) -> Spanned<Statement> {
    at(
        Statement::Let {
            name: word(name, span),
            value: LetValue::Item(item),
        },
        span,
    )
}

pub(super) fn number(number: u16, span: Span) -> Spanned<NumExpr> {
    at(NumExpr::Number(number), span)
}

pub(super) fn count(set: SetExpr) -> Spanned<NumExpr> {
    let span = set.span;
    at(NumExpr::Count(Box::new(set)), span)
}

/// As many as were counted before.
pub(super) fn many(span: Span) -> Spanned<NumExpr> {
    at(NumExpr::Name(MANY.to_string()), span)
}

pub(super) fn word(name: &str, span: Span) -> Word {
    at(name.to_string(), span)
}

pub(super) fn named(name: &str, span: Span) -> ItemExpr {
    at(Item::Name(name.to_string()), span)
}

pub(super) fn any(set: SetExpr) -> ItemExpr {
    let span = set.span;
    at(Item::Any(Box::new(set)), span)
}

pub(super) fn it(span: Span) -> ItemExpr {
    at(Item::It, span)
}

pub(super) fn you(span: Span) -> ItemExpr {
    at(Item::You, span)
}

/// Who was spoken of last.
pub(super) fn that_player(span: Span) -> ItemExpr {
    at(Item::That("player".into()), span)
}

/// `the top of one of your buildings`, where one must be there: of those that have one.
pub(super) fn a_top(item: ItemExpr) -> ItemExpr {
    match item.node {
        Item::TopOf(of_one) => match *of_one {
            Spanned {
                node: Item::Any(set),
                ..
            } => any(of(Noun::Tops(Some(set)), item.span)),
            one => at(Item::TopOf(Box::new(one)), item.span),
        },
        node => at(node, item.span),
    }
}

/// Looks at all parts of one statement.
pub(super) fn inside(statement: &mut Spanned<Statement>, look: &mut dyn FnMut(Part<'_>)) {
    let span = statement.span;
    let own = at(
        std::mem::replace(&mut statement.node, Statement::Stop),
        span,
    );
    let mut text = Text {
        clauses: vec![at(Clause::Play(body(vec![own])), span)],
    };
    visit(&mut text, look);
    if let Some(Spanned {
        node: Clause::Play(mut body),
        ..
    }) = text.clauses.pop()
        && let Some(own) = body.statements.pop()
    {
        *statement = own;
    }
}

/// Who is left out by a filter, or whose things are.
pub(super) fn but_whom(filter: &mut Spanned<Filter>) -> Option<&mut ItemExpr> {
    match &mut filter.node {
        Filter::ExceptItem(item) => Some(item),
        Filter::That(Spanned {
            node:
                Cond::Is {
                    not: true,
                    property,
                    ..
                },
            ..
        }) => match &mut property.node {
            Property::Of(item) => Some(item),
            _ => None,
        },
        _ => None,
    }
}

/// `their` in what somebody does is of whoever does it.
pub(super) fn of_doer(item: ItemExpr, who: &ItemExpr) -> ItemExpr {
    // What `you` do with `that player` is done with that player.
    if who.node == Item::You {
        return item;
    }
    let in_set = |set: Box<SetExpr>| Box::new(set_of_doer(*set, who));
    let in_item = |item: Box<ItemExpr>| Box::new(of_doer(*item, who));
    let node = match item.node {
        Item::That(noun) if noun == "player" => return who.clone(),
        Item::Any(set) => Item::Any(in_set(set)),
        Item::Random(set) => Item::Random(in_set(set)),
        Item::First(set) => Item::First(in_set(set)),
        Item::Pick(pick, set) => Item::Pick(pick, in_set(set)),
        Item::NextPlayer(of) => Item::NextPlayer(in_item(of)),
        Item::TopOf(of) => Item::TopOf(in_item(of)),
        node => node,
    };
    at(node, item.span)
}

/// The same of a set.
pub(super) fn set_of_doer(set: SetExpr, who: &ItemExpr) -> SetExpr {
    if who.node == Item::You {
        return set;
    }
    let node = match set.node {
        Set::Of {
            target,
            noun,
            filters,
        } => {
            let inner = match noun.node {
                Noun::Buildings(Some(of)) => Noun::Buildings(Some(of_doer(of, who))),
                Noun::Places(Some(of)) => Noun::Places(Some(of_doer(of, who))),
                Noun::Hand { of, as_buildings } => Noun::Hand {
                    of: of_doer(of, who),
                    as_buildings,
                },
                Noun::CardsIn(of) => Noun::CardsIn(of_doer(of, who)),
                Noun::Tops(Some(of)) => Noun::Tops(Some(Box::new(set_of_doer(*of, who)))),
                Noun::One(item) => Noun::One(Box::new(of_doer(*item, who))),
                noun => noun,
            };
            Set::Of {
                target,
                noun: at(inner, noun.span),
                filters,
            }
        }
        Set::Plus(left, right) => Set::Plus(
            Box::new(set_of_doer(*left, who)),
            Box::new(set_of_doer(*right, who)),
        ),
    };
    at(node, set.span)
}

/// The same of a number.
pub(super) fn number_of_doer(number: Spanned<NumExpr>, who: &ItemExpr) -> Spanned<NumExpr> {
    let inner = |number: Box<Spanned<NumExpr>>| Box::new(number_of_doer(*number, who));
    let node = match number.node {
        NumExpr::Count(set) => NumExpr::Count(Box::new(set_of_doer(*set, who))),
        NumExpr::Minus(left, right) => NumExpr::Minus(inner(left), inner(right)),
        NumExpr::Plus(left, right) => NumExpr::Plus(inner(left), inner(right)),
        NumExpr::Half { of, up } => NumExpr::Half { of: inner(of), up },
        NumExpr::Twice(of) => NumExpr::Twice(inner(of)),
        node => node,
    };
    at(node, number.span)
}

//! Small trees, of which larger ones are put together.

use super::ast::{
    Body, Compare, Cond, Filter, Item, ItemExpr, LetValue, Noun, NumExpr, Operand, Property, Set,
    SetExpr, Statement, Word,
};
use crate::visit::{Part, Walk};
use text::{Span, Spanned, Verb};

/// What `that many` is called.
pub const MANY: &str = "many";
/// The name of whoever is given something, where that was `it` before.
pub const RECEIVER: &str = "to-receive";
/// Whoever gives something.
pub const GIVER: &str = "to-give";
/// What is taken over.
pub const PRIZE: &str = "taken-over";

/// Something and where it is said.
pub fn at<T>(node: T, span: Span) -> Spanned<T> {
    Spanned::new(node, span)
}

pub fn body(statements: Vec<Spanned<Statement>>) -> Body {
    Body { statements }
}

/// All there is of something.
pub fn of(noun: Noun, span: Span) -> SetExpr {
    let set = Set::Of {
        target: false,
        noun: at(noun, span),
        filters: Vec::new(),
    };
    at(set, span)
}

/// One thing as a set.
pub fn lone(item: ItemExpr) -> SetExpr {
    let span = item.span;
    of(Noun::One(Box::new(item)), span)
}

pub fn players(span: Span) -> SetExpr {
    of(Noun::Players { from: None }, span)
}

pub fn players_but(item: ItemExpr) -> SetExpr {
    let span = item.span;
    filtered(players(span), &at(Filter::ExceptItem(item), span))
}

/// The cards in somebody's hand.
pub fn hand(of: ItemExpr, span: Span) -> SetExpr {
    let as_buildings = false;
    self::of(Noun::Hand { of, as_buildings }, span)
}

/// A set of which only those are left for which this holds as well.
pub fn filtered(mut set: SetExpr, filter: &Spanned<Filter>) -> SetExpr {
    match &mut set.node {
        Set::Of { filters, .. } => filters.push(filter.clone()),
        Set::Plus(left, right) => {
            for side in [left, right] {
                **side = filtered((**side).clone(), filter);
            }
        }
    }
    set
}

/// What somebody decides; what `you` decide needs no word for it.
pub fn by(who: &ItemExpr, statement: Statement, span: Span) -> Spanned<Statement> {
    let statement = at(statement, span);
    match who.node {
        Item::You => statement,
        _ => {
            let (who, statement) = (who.clone(), Box::new(statement));
            at(Statement::By { who, statement }, span)
        }
    }
}

pub fn choose(who: &ItemExpr, set: SetExpr, name: Option<&str>, span: Span) -> Spanned<Statement> {
    let choose = Statement::Choose {
        set,
        random: false,
        name: name.map(|name| word(name, span)),
    };
    by(who, choose, span)
}

pub fn verb(verb: Verb, operand: Operand, span: Span) -> Spanned<Statement> {
    at(Statement::Verb { verb, operand }, span)
}

pub fn give(item: ItemExpr, to: ItemExpr, span: Span) -> Spanned<Statement> {
    verb(Verb::Give, Operand::Two(item, to), span)
}

/// So many of a set, each of whichever is chosen.
pub fn several(number: Spanned<NumExpr>, set: SetExpr) -> Operand {
    Operand::Several {
        number,
        different: false,
        random: false,
        set,
    }
}

pub fn repeat(
    times: Spanned<NumExpr>,
    statements: Vec<Spanned<Statement>>,
    span: Span,
) -> Spanned<Statement> {
    let repeat = Statement::Repeat {
        at_most: false,
        times,
        body: body(statements),
    };
    at(repeat, span)
}

/// Some statements where one must stand.
pub fn as_one(mut statements: Vec<Spanned<Statement>>, span: Span) -> Spanned<Statement> {
    match statements.len() {
        1 => statements.swap_remove(0),
        _ => repeat(number(1, span), statements, span),
    }
}

pub fn for_each(
    set: SetExpr,
    statements: Vec<Spanned<Statement>>,
    span: Span,
) -> Spanned<Statement> {
    let each = Statement::ForEach {
        at_once: false,
        set,
        order: None,
        name: None,
        body: body(statements),
    };
    at(each, span)
}

pub fn only_if(condition: Spanned<Cond>, then: Body, span: Span) -> Spanned<Statement> {
    let otherwise = None;
    at(
        Statement::If {
            condition,
            then,
            otherwise,
        },
        span,
    )
}

pub fn may(statements: Vec<Spanned<Statement>>) -> Statement {
    Statement::May {
        body: body(statements),
        otherwise: None,
    }
}

pub fn let_be(name: &str, value: LetValue, span: Span) -> Spanned<Statement> {
    let name = word(name, span);
    at(Statement::Let { name, value }, span)
}

pub fn called(name: &str, item: ItemExpr, span: Span) -> Spanned<Statement> {
    let_be(name, LetValue::Item(item), span)
}

pub fn number(number: u16, span: Span) -> Spanned<NumExpr> {
    at(NumExpr::Number(number), span)
}

pub fn count(set: SetExpr) -> Spanned<NumExpr> {
    let span = set.span;
    at(NumExpr::Count(Box::new(set)), span)
}

/// Two parts, joined to one.
pub fn both<T>(
    join: fn(Box<Spanned<T>>, Box<Spanned<T>>) -> T,
    left: Spanned<T>,
    right: Spanned<T>,
    span: Span,
) -> Spanned<T> {
    at(join(Box::new(left), Box::new(right)), span)
}

/// The larger of two numbers, or the smaller.
pub fn of_two(
    larger: bool,
    left: Spanned<NumExpr>,
    right: Spanned<NumExpr>,
    span: Span,
) -> Spanned<NumExpr> {
    let (left, right) = (Box::new(left), Box::new(right));
    at(
        NumExpr::OfTwo {
            larger,
            left,
            right,
        },
        span,
    )
}

/// So many of a set are there, at least.
pub fn there(number: Spanned<NumExpr>, set: SetExpr, span: Span) -> Spanned<Cond> {
    let compare = Compare::AtLeast;
    at(
        Cond::There {
            compare,
            number,
            set,
        },
        span,
    )
}

/// As many as were counted before.
pub fn many(span: Span) -> Spanned<NumExpr> {
    at(NumExpr::Name(MANY.to_string()), span)
}

pub fn word(name: &str, span: Span) -> Word {
    at(name.to_string(), span)
}

pub fn named(name: &str, span: Span) -> ItemExpr {
    at(Item::Name(name.to_string()), span)
}

pub fn any(set: SetExpr) -> ItemExpr {
    let span = set.span;
    at(Item::Any(Box::new(set)), span)
}

pub fn it(span: Span) -> ItemExpr {
    at(Item::It, span)
}

pub fn you(span: Span) -> ItemExpr {
    at(Item::You, span)
}

/// Who was spoken of last.
pub fn that_player(span: Span) -> ItemExpr {
    at(Item::That("player".into()), span)
}

/// `the top of one of your buildings`, where one must be there: of those that have one.
pub fn a_top(item: ItemExpr) -> ItemExpr {
    match &item.node {
        Item::TopOf(of_one) => match &of_one.node {
            Item::Any(set) => any(of(Noun::Tops(Some(set.clone())), item.span)),
            _ => item,
        },
        _ => item,
    }
}

/// Who is left out by a filter, or whose things are.
pub fn but_whom(filter: &mut Spanned<Filter>) -> Option<&mut ItemExpr> {
    match &mut filter.node {
        Filter::ExceptItem(item) => Some(item),
        Filter::That(cond) => match &mut cond.node {
            Cond::Is {
                not: true,
                property,
                ..
            } => match &mut property.node {
                Property::Of(item) => Some(item),
                _ => None,
            },
            _ => None,
        },
        _ => None,
    }
}

/// The name of a thing that was tested, where the test does not speak of it: `as spot that is stacked`.
pub fn take_called(filters: &mut Vec<Spanned<Filter>>) -> Option<Word> {
    let called = |filter: &Spanned<Filter>| matches!(filter.node, Filter::Called(_));
    let at = filters.iter().position(called)?;
    let (mut behind, mut said) = (filters[at + 1..].to_vec(), false);
    if let Filter::Called(name) = &filters[at].node {
        let mut look = |part: Part<'_>| match part {
            Part::Item(item) => said |= matches!(&item.node, Item::Name(one) if *one == name.node),
            Part::Set(set) => {
                said |= matches!(set.node.bare(), Some(Noun::Name(one)) if *one == name.node);
            }
            _ => {}
        };
        behind.iter_mut().for_each(|filter| filter.walk(&mut look));
    }
    match (said, &filters[at].node) {
        (false, Filter::Called(name)) => {
            let name = name.clone();
            filters.remove(at);
            Some(name)
        }
        _ => None,
    }
}

/// `their` in what somebody does is of whoever does it; what `you` do with `that player` is done with that player.
pub fn of_doer(mut item: ItemExpr, who: &ItemExpr) -> ItemExpr {
    item_of_doer(&mut item, who);
    item
}

/// The same of a set.
pub fn set_of_doer(mut set: SetExpr, who: &ItemExpr) -> SetExpr {
    terms_of_doer(&mut set, who);
    set
}

/// The same of a number.
pub fn number_of_doer(mut number: Spanned<NumExpr>, who: &ItemExpr) -> Spanned<NumExpr> {
    parts_of_doer(&mut number, who);
    number
}

fn item_of_doer(item: &mut ItemExpr, who: &ItemExpr) {
    match &mut item.node {
        Item::That(noun) if noun == "player" && who.node != Item::You => *item = who.clone(),
        Item::Any(set) | Item::Random(set) | Item::First(set) | Item::Pick(_, set) => {
            terms_of_doer(set, who)
        }
        Item::NextPlayer(of) | Item::TopOf(of) => item_of_doer(of, who),
        _ => {}
    }
}

fn terms_of_doer(set: &mut SetExpr, who: &ItemExpr) {
    match &mut set.node {
        Set::Of { noun, .. } => match &mut noun.node {
            Noun::Buildings(Some(of))
            | Noun::Places(Some(of))
            | Noun::Hand { of, .. }
            | Noun::CardsIn(of) => item_of_doer(of, who),
            Noun::Tops(Some(of)) => terms_of_doer(of, who),
            Noun::One(item) => item_of_doer(item, who),
            _ => {}
        },
        Set::Plus(left, right) => {
            terms_of_doer(left, who);
            terms_of_doer(right, who);
        }
    }
}

fn parts_of_doer(number: &mut Spanned<NumExpr>, who: &ItemExpr) {
    match &mut number.node {
        NumExpr::Count(set) => terms_of_doer(set, who),
        NumExpr::Minus(left, right) | NumExpr::Plus(left, right) => {
            parts_of_doer(left, who);
            parts_of_doer(right, who);
        }
        NumExpr::Half { of, .. } | NumExpr::Twice(of) => parts_of_doer(of, who),
        _ => {}
    }
}

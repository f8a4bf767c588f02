//! One change of a text: a part is exchanged for another of its kind, added, wrapped up, or a number is another.

use brink::lang::ast::{
    Body, Branch, Item, ItemExpr, NumExpr, Operand, SetExpr, Statement, Text, Verb, Word,
};
use brink::lang::visit::{Part, visit};
use brink::text::{Span, Spanned};

use super::dice::Dice;
use super::parts::Parts;

/// Numbers at bounds and in between.
const NUMBERS: [u16; 12] = [0, 1, 1, 2, 2, 3, 4, 7, 20, 255, 300, 9999];

fn here<T>(node: T) -> Spanned<T> {
    Spanned::new(node, Span::default())
}

pub fn word(text: &str) -> Word {
    here(text.to_string())
}

/// What is exchanged.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Statement,
    Item,
    Set,
    Cond,
    Number,
}

const KINDS: [Kind; 7] = [
    Kind::Statement,
    Kind::Statement,
    Kind::Item,
    Kind::Set,
    Kind::Set,
    Kind::Cond,
    Kind::Number,
];

/// Changes a text in one place.
pub fn graft(text: &mut Text, parts: &Parts, dice: &mut Dice<'_>) {
    match dice.below(8) {
        0 if !parts.clauses.is_empty() => {
            let mut clause = dice.pick(&parts.clauses).clone();
            let mut alone = Text {
                clauses: vec![clause.clone()],
            };
            rename(&mut alone, &names_of(text), dice);
            clause = alone.clauses.remove(0);
            let at = dice.below(text.clauses.len() + 1);
            text.clauses.insert(at, clause);
        }
        1 => insert(text, parts, dice),
        2 => wrap(text, parts, dice),
        3 => filter(text, parts, dice),
        _ => exchange(text, parts, dice),
    }
}

fn count(text: &mut Text, mut wanted: impl FnMut(&Part<'_>) -> bool) -> usize {
    let mut count = 0;
    visit(text, &mut |part| count += usize::from(wanted(&part)));
    count
}

/// Shows the part with that number among those that are wanted to `change`.
fn nth(
    text: &mut Text,
    number: usize,
    wanted: impl Fn(&Part<'_>) -> bool,
    change: &mut dyn FnMut(Part<'_>),
) {
    let mut left = Some(number);
    visit(text, &mut |part| {
        if !wanted(&part) {
            return;
        }
        match left {
            Some(0) => {
                left = None;
                change(part);
            }
            Some(more) => left = Some(more - 1),
            None => {}
        }
    });
}

fn is(kind: Kind, part: &Part<'_>) -> bool {
    match part {
        Part::Statement(_) => kind == Kind::Statement,
        Part::Item(_) => kind == Kind::Item,
        Part::Set(_) => kind == Kind::Set,
        Part::Cond(_) => kind == Kind::Cond,
        Part::Number(_) => kind == Kind::Number,
        _ => false,
    }
}

fn exchange(text: &mut Text, parts: &Parts, dice: &mut Dice<'_>) {
    let kind = *dice.pick(&KINDS);
    let count = count(text, |part| is(kind, part));
    if count == 0 {
        return;
    }
    let names = names_of(text);
    let at = dice.below(count);
    let mut piece = Piece::draw(kind, parts, dice);
    piece.rename(&names, dice);
    nth(text, at, |part| is(kind, part), &mut |part| piece.put(part));
}

/// A part to be put in the place of another: a statement that holds it.
struct Piece {
    kind: Kind,
    carrier: Text,
}

impl Piece {
    fn draw(kind: Kind, parts: &Parts, dice: &mut Dice<'_>) -> Piece {
        let statement = match kind {
            Kind::Statement => dice.pick(&parts.statements).clone(),
            Kind::Item => carry_item(dice.pick(&parts.items).clone()),
            Kind::Set => carry_set(dice.pick(&parts.sets).clone()),
            Kind::Cond => here(Statement::Require(dice.pick(&parts.conds).clone())),
            Kind::Number => here(Statement::Draw {
                number: match dice.below(4) {
                    0 => dice.pick(&parts.numbers).clone(),
                    1 => here(NumExpr::Starred(*dice.pick(&NUMBERS))),
                    _ => here(NumExpr::Number(*dice.pick(&NUMBERS))),
                },
            }),
        };
        Piece {
            kind,
            carrier: carrier(statement),
        }
    }

    fn rename(&mut self, names: &[Item], dice: &mut Dice<'_>) {
        rename(&mut self.carrier, names, dice);
    }

    fn put(&mut self, place: Part<'_>) {
        let kind = self.kind;
        let mut place = Some(place);
        let mut put = |from: Part<'_>| match (place.take(), from) {
            (Some(Part::Statement(to)), Part::Statement(from)) => *to = from.clone(),
            (Some(Part::Item(to)), Part::Item(from)) => *to = from.clone(),
            (Some(Part::Set(to)), Part::Set(from)) => *to = from.clone(),
            (Some(Part::Cond(to)), Part::Cond(from)) => *to = from.clone(),
            (Some(Part::Number(to)), Part::Number(from)) => *to = from.clone(),
            _ => unreachable!("the piece is of the kind of its place"),
        };
        nth(&mut self.carrier, 0, |part| is(kind, part), &mut put);
    }
}

fn carrier(statement: Spanned<Statement>) -> Text {
    let body = Body {
        statements: vec![statement],
    };
    Text {
        clauses: vec![here(brink::lang::ast::Clause::Play(body))],
    }
}

fn carry_item(item: ItemExpr) -> Spanned<Statement> {
    here(Statement::Verb {
        verb: Verb::Show,
        operand: Operand::Item(item),
    })
}

fn carry_set(set: SetExpr) -> Spanned<Statement> {
    here(Statement::Choose {
        set,
        random: false,
        name: None,
    })
}

/// The names that a text uses.
fn names_of(text: &Text) -> Vec<Item> {
    let mut names = vec![Item::It, Item::This];
    visit(&mut text.clone(), &mut |part| match part {
        Part::Name(name) => names.push(Item::Name(name.node.clone())),
        Part::Item(item) if matches!(item.node, Item::Name(_)) => names.push(item.node.clone()),
        _ => {}
    });
    names
}

/// Calls things as the text calls them that they are put into, mostly.
fn rename(text: &mut Text, names: &[Item], dice: &mut Dice<'_>) {
    visit(text, &mut |part| {
        if let Part::Item(item) = part
            && matches!(item.node, Item::Name(_) | Item::It)
            && dice.below(4) > 0
        {
            item.node = dice.pick(names).clone();
        }
    });
}

fn insert(text: &mut Text, parts: &Parts, dice: &mut Dice<'_>) {
    let bodies = |part: &Part<'_>| matches!(part, Part::Statements(_));
    let count = count(text, bodies);
    if count == 0 {
        return;
    }
    let names = names_of(text);
    let mut piece = Piece::draw(Kind::Statement, parts, dice);
    piece.rename(&names, dice);
    let at = dice.below(count);
    nth(text, at, bodies, &mut |part| {
        if let Part::Statements(statements) = part {
            let place = dice.below(statements.len() + 1);
            statements.insert(place, here(Statement::Ready));
            piece.put(Part::Statement(&mut statements[place]));
        }
    });
}

/// Puts a statement into a block.
fn wrap(text: &mut Text, parts: &Parts, dice: &mut Dice<'_>) {
    let statements = |part: &Part<'_>| matches!(part, Part::Statement(_));
    let count = count(text, statements);
    if count == 0 {
        return;
    }
    let at = dice.below(count);
    nth(text, at, statements, &mut |part| {
        if let Part::Statement(statement) = part {
            let body = Body {
                statements: vec![statement.clone()],
            };
            let set = dice.pick(&parts.sets).clone();
            let cond = dice.pick(&parts.conds).clone();
            let times = here(NumExpr::Number(*dice.pick(&NUMBERS)));
            statement.node = match dice.below(8) {
                0 => Statement::Repeat {
                    at_most: dice.one_in(3),
                    times,
                    body,
                },
                1 => Statement::ForEach {
                    at_once: dice.one_in(2),
                    set,
                    order: None,
                    name: None,
                    body,
                },
                2 => Statement::MayChoose {
                    set,
                    name: None,
                    body,
                    otherwise: None,
                },
                3 => Statement::AtOnce(body),
                4 if dice.one_in(2) => Statement::OneEffect(body),
                4 => Statement::Unanswered(body),
                5 => Statement::Either(vec![
                    Branch {
                        label: word("here"),
                        condition: None,
                        body: body.clone(),
                    },
                    Branch {
                        label: word("there"),
                        condition: dice.one_in(2).then_some(cond),
                        body,
                    },
                ]),
                _ => Statement::If {
                    condition: cond,
                    otherwise: dice.one_in(2).then(|| body.clone()),
                    then: body,
                },
            };
        }
    });
}

fn filter(text: &mut Text, parts: &Parts, dice: &mut Dice<'_>) {
    let filters = |part: &Part<'_>| matches!(part, Part::Filters(_));
    let count = count(text, filters);
    if count == 0 {
        return;
    }
    let at = dice.below(count);
    nth(text, at, filters, &mut |part| {
        if let Part::Filters(filters) = part {
            match filters.len() {
                0 => filters.push(dice.pick(&parts.filters).clone()),
                _ if dice.one_in(2) => filters.push(dice.pick(&parts.filters).clone()),
                more => drop(filters.remove(dice.below(more))),
            }
        }
    });
}

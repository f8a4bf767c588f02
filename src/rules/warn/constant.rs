//! Conditions that always hold where they stand, or never: by the numbers in them, by each other, or by the place.

use super::bounds::{
    ANY, Bounds, COUNTERS, HEIGHT, Known, compared, of_number, of_set, where_holds,
};
use super::written::{Found, Kind, Written};
use crate::warning::Warning;
use lang::ast::{
    Clause, Cond, Item, ItemExpr, LetValue, NumExpr, Property, SetExpr, Statement, TurnPart, Word,
};
use lang::visit::{Part, visit};
use text::{Source, Span, Spanned};

/// A die shows these.
const DIE: Bounds = (1, 6);

/// What a condition may take for granted.
#[derive(Default)]
struct Given {
    /// Conditions that are asked of a building that has its text.
    active: Vec<Span>,
    /// Conditions that are asked in the turn of `you`.
    turn: Vec<Span>,
    /// A clause waits for these, or wins by them.
    waits: Vec<Span>,
}

/// Finds them in one text.
pub(super) fn conditions(written: &Written, source: &Source, found: &mut Vec<Found>) {
    let (mut known, mut given, mut told) = (Known::new(), Given::default(), Vec::<Span>::new());
    visit(&mut written.text.clone(), &mut |part| match part {
        Part::Clause(clause) => {
            known.clear();
            given.of_clause(&clause.node, written.kind);
        }
        Part::Statement(statement) => {
            names(&statement.node, &mut known);
            for (low, high) in
                faces(&statement.node).filter(|(low, high)| low.node > 6 || high.node < 1)
            {
                let what = "a die shows 1 to 6, and never this".to_string();
                found.push(written.found(
                    source,
                    low.span.to(high.span),
                    Warning::ConstantCondition,
                    what,
                    "never so",
                ));
            }
        }
        Part::Cond(cond) => {
            let inside =
                |outer: &Span| outer.start <= cond.span.start && cond.span.end <= outer.end;
            if told.iter().any(inside) {
                return;
            }
            let Some(holds) = decided(cond, &known, &given) else {
                return;
            };
            told.push(cond.span);
            let waited_for = given.waits.iter().any(inside);
            let (warning, what, label) = match (holds, waited_for) {
                (true, _) => (
                    Warning::ConstantCondition,
                    "this condition always holds here",
                    "always so",
                ),
                (false, true) => (Warning::NeverHappens, "this never comes", "never so"),
                (false, false) => (
                    Warning::ConstantCondition,
                    "this condition never holds here",
                    "never so",
                ),
            };
            found.push(written.found(source, cond.span, warning, what.to_string(), label));
        }
        _ => {}
    });
}

fn faces(statement: &Statement) -> impl Iterator<Item = &(Spanned<u16>, Spanned<u16>)> {
    let faces = match statement {
        Statement::Faces {
            faces,
            otherwise: _,
        } => faces.as_slice(),
        _ => &[],
    };
    faces.iter().flat_map(|face| &face.ranges)
}

/// Takes in what a statement calls a number.
fn names(statement: &Statement, known: &mut Known) {
    let (name, bounds) = match statement {
        Statement::Roll { name } => (name, DIE),
        Statement::ChooseNumber {
            from,
            to,
            name,
            random: _,
        } => (
            name,
            (of_number(&from.node, known).0, of_number(&to.node, known).1),
        ),
        Statement::Let { name, value } => match value {
            LetValue::Number(number) => (name, of_number(&number.node, known)),
            LetValue::Item(item) => match &item.node {
                Item::Name(other) => (name, known.get(other).copied().unwrap_or(ANY)),
                _ => return,
            },
            _ => return,
        },
        Statement::By { statement, who: _ } => return names(&statement.node, known),
        _ => return,
    };
    let of = known.entry(name.node.clone()).or_insert(bounds);
    *of = (of.0.min(bounds.0), of.1.max(bounds.1));
}

impl Given {
    fn of_clause(&mut self, clause: &Clause, kind: Kind) {
        let (mut own, mut waits) = (None, Vec::new());
        match clause {
            Clause::Ability(ability) => {
                own = ability.condition.as_ref();
                self.turn.extend(own.map(|cond| cond.span));
            }
            Clause::Lasting(lasting) => own = lasting.condition.as_ref(),
            Clause::CountsAs(counts) => own = counts.condition.as_ref(),
            Clause::Alters(alters) => own = alters.condition.as_ref(),
            Clause::Win(cond) => {
                own = Some(cond);
                waits.push(cond.span);
            }
            Clause::Trigger(trigger) | Clause::Instead(trigger) => {
                let conditions = trigger.head.during.iter().chain(&trigger.head.condition);
                waits.extend(conditions.map(|cond| cond.span));
            }
            _ => {}
        }
        self.active
            .extend(own.filter(|_| kind == Kind::Building).map(|cond| cond.span));
        self.waits.append(&mut waits);
    }
}

fn within(span: Span, all: &[Span]) -> bool {
    all.iter()
        .any(|outer| outer.start <= span.start && span.end <= outer.end)
}

/// What a condition comes to, whatever happens.
fn decided(cond: &Spanned<Cond>, known: &Known, given: &Given) -> Option<bool> {
    match &cond.node {
        Cond::And(left, right) => {
            let both = (decided(left, known, given), decided(right, known, given));
            match both {
                (Some(false), _) | (_, Some(false)) => Some(false),
                (Some(true), Some(true)) => Some(true),
                _ => at_odds(cond, known).then_some(false),
            }
        }
        Cond::Or(left, right) => {
            let both = (decided(left, known, given), decided(right, known, given));
            match both {
                (Some(true), _) | (_, Some(true)) => Some(true),
                (Some(false), Some(false)) => Some(false),
                _ => (opposite(&left.node, &right.node) || cover(&left.node, &right.node, known))
                    .then_some(true),
            }
        }
        Cond::Not(inner) => decided(inner, known, given).map(|holds| !holds),
        Cond::Is {
            item,
            not,
            property,
        } => {
            let so = match (&item.node, &property.node) {
                (Item::This, Property::Active) if within(cond.span, &given.active) => true,
                (Item::This, Property::Disabled) if within(cond.span, &given.active) => false,
                (Item::You, Property::Living) => true,
                _ => return None,
            };
            Some(so != *not)
        }
        Cond::Turn(TurnPart::On) if within(cond.span, &given.turn) => Some(true),
        node => {
            let (of, compare, number) = match node {
                Cond::Has {
                    counter,
                    compare,
                    number,
                    item: _,
                } => (
                    if counter.is_some() { COUNTERS } else { HEIGHT },
                    compare,
                    number,
                ),
                Cond::There {
                    compare,
                    number,
                    set,
                } => (of_set(&set.node, known), compare, number),
                Cond::Compare {
                    left,
                    compare,
                    right,
                } => (of_number(&left.node, known), compare, right),
                _ => return None,
            };
            compared(of, *compare, of_number(&number.node, known))
        }
    }
}

/// What a comparison is about.
#[derive(PartialEq)]
enum Subject<'c> {
    On(&'c ItemExpr, Option<&'c Word>),
    Of(&'c SetExpr),
    Number(&'c NumExpr),
}

/// A comparison with a number that is known.
fn comparison<'c>(cond: &'c Cond, known: &Known) -> Option<(Subject<'c>, Bounds)> {
    let (subject, compare, number) = match cond {
        Cond::Has {
            item,
            counter,
            compare,
            number,
        } => (Subject::On(item, counter.as_ref()), compare, number),
        Cond::There {
            compare,
            number,
            set,
        } => (Subject::Of(set), compare, number),
        Cond::Compare {
            left,
            compare,
            right,
        } => (Subject::Number(&left.node), compare, right),
        _ => return None,
    };
    let (low, high) = of_number(&number.node, known);
    Some((subject, where_holds(*compare, low).filter(|_| low == high)?))
}

/// The one holds where the other does not.
fn opposite(one: &Cond, other: &Cond) -> bool {
    match (one, other) {
        (Cond::Not(inner), cond) | (cond, Cond::Not(inner)) if inner.node == *cond => true,
        (
            Cond::Is {
                item,
                not,
                property,
            },
            Cond::Is {
                item: of,
                not: other,
                property: said,
            },
        ) => item == of && property == said && not != other,
        (
            Cond::Can { item, not, how },
            Cond::Can {
                item: of,
                not: other,
                how: said,
            },
        ) => item == of && how == said && not != other,
        (
            Cond::Did { not, deed },
            Cond::Did {
                not: other,
                deed: said,
            },
        ) => deed == said && not != other,
        _ => false,
    }
}

/// One of two comparisons of the same thing holds in any case.
fn cover(one: &Cond, other: &Cond, known: &Known) -> bool {
    let (Some((one, from)), Some((other, to))) = (comparison(one, known), comparison(other, known))
    else {
        return false;
    };
    let (low, high) = if from.0 <= to.0 {
        (from, to)
    } else {
        (to, from)
    };
    one == other && low.0 == 0 && high.1 == u64::MAX && high.0 <= low.1.saturating_add(1)
}

/// Two of what is said to hold together cannot.
fn at_odds(cond: &Spanned<Cond>, known: &Known) -> bool {
    fn together<'c>(cond: &'c Cond, all: &mut Vec<&'c Cond>) {
        match cond {
            Cond::And(left, right) => {
                together(&left.node, all);
                together(&right.node, all);
            }
            cond => all.push(cond),
        }
    }
    let mut all = Vec::new();
    together(&cond.node, &mut all);
    let apart = |one: &Cond, other: &Cond| match (comparison(one, known), comparison(other, known))
    {
        (Some((one, from)), Some((other, to))) => one == other && (from.1 < to.0 || to.1 < from.0),
        _ => opposite(one, other),
    };
    all.iter()
        .enumerate()
        .any(|(at, one)| all[at + 1..].iter().any(|other| apart(one, other)))
}

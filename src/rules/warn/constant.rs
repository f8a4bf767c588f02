//! Conditions that always hold where they stand, or never: by the numbers in them, by each other, or by the place.

use super::bounds::{
    ANY, Bounds, COUNTERS, HEIGHT, Known, compared, of_number, of_set, where_holds,
};
use super::notice::{Findings, Passage};
use crate::warning::Warning;
use lang::ast::{
    Clause, Compare, Cond, Item, ItemExpr, LetValue, NumExpr, Property, SetExpr, Statement,
    TurnPart, Word,
};
use lang::visit::{Part, visit};
use text::{Span, Spanned};

/// A die shows these.
const DIE: Bounds = (1, 6);

/// What a condition may take for granted, by the places of conditions that it stands in.
#[derive(Default)]
struct Assumptions {
    /// What the names of the text stand for.
    known: Known,
    /// Conditions that are asked of a building that has its text.
    active: Vec<Span>,
    /// Conditions that are asked in the turn of `you`.
    turn: Vec<Span>,
    /// A clause waits for these, or wins by them.
    waits: Vec<Span>,
}

/// Finds them in one text.
pub(super) fn conditions(passage: &Passage, findings: &mut Findings) {
    let (mut given, mut told) = (Assumptions::default(), Vec::<Span>::new());
    visit(&mut passage.text.clone(), &mut |part| match part {
        Part::Clause(clause) => {
            given.known.clear();
            given.of_clause(&clause.node, passage.sort == "building");
        }
        Part::Statement(statement) => {
            names(&statement.node, &mut given.known);
            let Statement::Faces { faces, .. } = &statement.node else {
                return;
            };
            let ranges = faces.iter().flat_map(|face| &face.ranges);
            for (low, high) in ranges.filter(|(low, high)| low.node > 6 || high.node < 1) {
                let span = low.span.to(high.span);
                let what = ("a die shows only 1 to 6", "never true");
                passage.add(findings, span, Warning::ConstantCondition, what);
            }
        }
        Part::Cond(cond) if !within(cond.span, &told) => {
            let Some(holds) = given.decided(cond) else {
                return;
            };
            told.push(cond.span);
            let (warning, what) = match (holds, within(cond.span, &given.waits)) {
                (true, _) => (
                    Warning::ConstantCondition,
                    ("this condition is always true here", "always true"),
                ),
                (false, true) => (Warning::NeverHappens, ("this never happens", "never true")),
                (false, false) => (
                    Warning::ConstantCondition,
                    ("this condition is never true here", "never true"),
                ),
            };
            passage.add(findings, cond.span, warning, what);
        }
        _ => {}
    });
}

/// Takes in what a statement calls a number.
fn names(statement: &Statement, known: &mut Known) {
    let (name, bounds) = match statement {
        Statement::Roll { name } => (name, DIE),
        Statement::ChooseNumber { from, to, name, .. } => {
            let (from, to) = (of_number(&from.node, known), of_number(&to.node, known));
            (name, (from.0, to.1))
        }
        Statement::Let { name, value } => match value {
            LetValue::Number(number) => (name, of_number(&number.node, known)),
            LetValue::Item(item) => match &item.node {
                Item::Name(other) => (name, known.get(other).copied().unwrap_or(ANY)),
                _ => return,
            },
            _ => return,
        },
        Statement::By { statement, who: _ } | Statement::Secret(statement) => {
            return names(&statement.node, known);
        }
        _ => return,
    };
    let of = known.entry(name.node.clone()).or_insert(bounds);
    *of = (of.0.min(bounds.0), of.1.max(bounds.1));
}

fn within(span: Span, all: &[Span]) -> bool {
    all.iter()
        .any(|outer| outer.start <= span.start && span.end <= outer.end)
}

impl Assumptions {
    fn of_clause(&mut self, clause: &Clause, building: bool) {
        let own = match clause {
            Clause::Ability(ability) => {
                let own = ability.condition.as_ref();
                self.turn.extend(own.map(|cond| cond.span));
                own
            }
            Clause::Lasting(lasting) => lasting.condition.as_ref(),
            Clause::CountsAs(counts) => counts.condition.as_ref(),
            Clause::Alters(alters) => alters.condition.as_ref(),
            Clause::Win(cond) => {
                self.waits.push(cond.span);
                Some(cond)
            }
            Clause::Trigger(trigger) | Clause::Instead(trigger) => {
                let conditions = trigger.head.during.iter().chain(&trigger.head.condition);
                self.waits.extend(conditions.map(|cond| cond.span));
                None
            }
            _ => None,
        };
        let own = own.filter(|_| building);
        self.active.extend(own.map(|cond| cond.span));
    }

    /// What a condition comes to, whatever happens.
    fn decided(&self, cond: &Spanned<Cond>) -> Option<bool> {
        let known = &self.known;
        match &cond.node {
            Cond::And(left, right) => match (self.decided(left), self.decided(right)) {
                (Some(false), _) | (_, Some(false)) => Some(false),
                (Some(true), Some(true)) => Some(true),
                _ => at_odds(&cond.node, known).then_some(false),
            },
            Cond::Or(left, right) => match (self.decided(left), self.decided(right)) {
                (Some(true), _) | (_, Some(true)) => Some(true),
                (Some(false), Some(false)) => Some(false),
                _ => {
                    let (left, right) = (&left.node, &right.node);
                    (opposite(left, right) || cover(left, right, known)).then_some(true)
                }
            },
            Cond::Not(inner) => self.decided(inner).map(|holds| !holds),
            Cond::Is {
                item,
                not,
                property,
            } => {
                let active = within(cond.span, &self.active);
                let so = match (&item.node, &property.node) {
                    (Item::This, Property::Active) if active => true,
                    (Item::This, Property::Disabled) if active => false,
                    (Item::You, Property::Living) => true,
                    _ => return None,
                };
                Some(so != *not)
            }
            Cond::Turn(TurnPart::On) if within(cond.span, &self.turn) => Some(true),
            node => {
                let (subject, compare, number) = comparison(node)?;
                let of = match subject {
                    Subject::On(_, Some(_)) => COUNTERS,
                    Subject::On(_, None) => HEIGHT,
                    Subject::Of(set) => of_set(&set.node, known),
                    Subject::Number(number) => of_number(number, known),
                };
                compared(of, compare, of_number(number, known))
            }
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

/// What is compared with which number.
fn comparison(cond: &Cond) -> Option<(Subject<'_>, Compare, &NumExpr)> {
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
    Some((subject, *compare, &number.node))
}

/// The same where the number is known: the numbers for which it holds.
fn range<'c>(cond: &'c Cond, known: &Known) -> Option<(Subject<'c>, Bounds)> {
    let (subject, compare, number) = comparison(cond)?;
    let (low, high) = of_number(number, known);
    Some((subject, where_holds(compare, low).filter(|_| low == high)?))
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
    let (Some((one, from)), Some((other, to))) = (range(one, known), range(other, known)) else {
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
fn at_odds(cond: &Cond, known: &Known) -> bool {
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
    together(cond, &mut all);
    let apart = |one: &Cond, other: &Cond| match (range(one, known), range(other, known)) {
        (Some((one, from)), Some((other, to))) => one == other && (from.1 < to.0 || to.1 < from.0),
        _ => opposite(one, other),
    };
    let mut rest = all.iter().enumerate();
    rest.any(|(at, one)| all[at + 1..].iter().any(|other| apart(one, other)))
}

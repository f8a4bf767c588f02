//! Conditions that always hold where they stand, or never: by the numbers in them, by each other, or by the place.

use std::collections::BTreeSet;

use super::bounds::{
    ANY, Bounds, COUNTERS, HEIGHT, Known, compared, of_number, of_set, where_holds,
};
use super::notice::{Findings, Passage};
use crate::warning::Warning;
use lang::ast::{
    Clause, Compare, Cond, Filter, Happening, Head, Item, ItemExpr, LetValue, Noun, NumExpr,
    Property, Set, SetExpr, Statement, TurnPart, Word,
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
    /// Names of players that are not `you`.
    others: BTreeSet<String>,
    /// Texts whose provoker is `you`, or is not.
    provokers: Vec<(Span, bool)>,
    /// Texts in which `you` may be out of the game: those of cards that fall with their player (TRG-2).
    falling: Vec<Span>,
    /// Conditions that are asked of a building that has its text.
    active: Vec<Span>,
    /// Conditions that are asked in the turn of `you`.
    turn: Vec<Span>,
    /// Conditions that are asked in the turn of another player.
    others_turn: Vec<Span>,
    /// A clause waits for these, or wins by them.
    waits: Vec<Span>,
}

/// Finds them in one text.
pub(super) fn conditions(passage: &Passage, findings: &mut Findings) {
    let (mut given, mut told) = (Assumptions::default(), Vec::<Span>::new());
    visit(&mut passage.text.clone(), &mut |part| match part {
        Part::Clause(clause) => {
            given.known.clear();
            given.of_clause(clause, passage.sort);
        }
        Part::Statement(statement) => {
            names(&statement.node, &mut given.known);
            given.players(&statement.node);
            let Statement::Faces { faces, .. } = &statement.node else {
                return;
            };
            let mut shown = 0_u8;
            for (low, high) in faces.iter().flat_map(|face| &face.ranges) {
                let face = |number: &u16| low.node <= *number && *number <= high.node;
                let these = (1..=6)
                    .filter(face)
                    .fold(0, |all, number| all | 1 << number);
                let what = match these {
                    0 => "a die shows none of these: only 1 to 6, the lower number first",
                    these if these & !shown == 0 => "all of these come before",
                    _ => {
                        shown |= these;
                        continue;
                    }
                };
                let (span, what) = (low.span.to(high.span), (what, "never true"));
                passage.add(findings, span, Warning::ConstantCondition, what);
            }
        }
        Part::Set(set) if apart(&set.node, &given.known) => {
            let what = ("nothing is both of these", "never any");
            passage.add(findings, set.span, Warning::ConstantCondition, what);
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
pub(super) fn names(statement: &Statement, known: &mut Known) {
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
    fn of_clause(&mut self, clause: &Spanned<Clause>, sort: &str) {
        if matches!(sort, "keyword" | "counter") {
            self.falling.push(clause.span);
        }
        let own = match &clause.node {
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
                let head = &trigger.head;
                self.falling.push(clause.span);
                if let Some(is_you) = head.who.as_ref().and_then(|who| is_you(&who.node)) {
                    self.provokers.push((clause.span, is_you));
                    self.of_turn(head, is_you);
                }
                let conditions = head.during.iter().chain(&head.condition);
                self.waits.extend(conditions.map(|cond| cond.span));
                None
            }
            _ => None,
        };
        let own = own.filter(|_| sort == "building");
        self.active.extend(own.map(|cond| cond.span));
    }

    /// What waits for the start or the end of a turn knows whose turn it is.
    fn of_turn(&mut self, head: &Head, is_you: bool) {
        let of_turn =
            |one: &Spanned<Happening>| matches!(one.node, Happening::TurnBegun | Happening::Passed);
        if let (true, Some(cond)) = (head.happenings.iter().all(of_turn), &head.condition) {
            let turns = if is_you {
                &mut self.turn
            } else {
                &mut self.others_turn
            };
            turns.push(cond.span);
        }
    }

    /// Takes in whom a statement calls by a name.
    fn players(&mut self, statement: &Statement) {
        let (name, set) = match statement {
            Statement::Choose {
                name: Some(name),
                set,
                ..
            }
            | Statement::MayChoose {
                name: Some(name),
                set,
                ..
            }
            | Statement::ForEach {
                name: Some(name),
                set,
                ..
            } => (name, Some(&set.node)),
            Statement::Let { name, .. } => (name, None),
            _ => return,
        };
        match set.and_then(is_you) {
            Some(false) => self.others.insert(name.node.clone()),
            _ => self.others.remove(&name.node),
        };
    }

    /// Whether two players are the same one, as far as that is certain.
    fn same(&self, one: &ItemExpr, other: &ItemExpr) -> Option<bool> {
        let player = match (&one.node, &other.node) {
            (Item::You, player) | (player, Item::You) => player,
            _ => return None,
        };
        match player {
            Item::Provoker => {
                let mut inner = self.provokers.iter().rev();
                let inner = inner.find(|(span, _)| within(one.span, &[*span]));
                inner.map(|(_, is_you)| *is_you)
            }
            Item::Name(name) => self.others.contains(name).then_some(false),
            Item::OwnerOf(card) if card.node == Item::This => {
                within(one.span, &self.active).then_some(true)
            }
            _ => None,
        }
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
                    (Item::This, Property::Of(owner)) if active && owner.node == Item::You => true,
                    (Item::You, Property::Living) if !within(cond.span, &self.falling) => true,
                    (_, Property::Same(other)) => self.same(item, other)?,
                    _ => return None,
                };
                Some(so != *not)
            }
            Cond::Turn(TurnPart::On) if within(cond.span, &self.turn) => Some(true),
            Cond::Turn(_) if within(cond.span, &self.others_turn) => Some(false),
            Cond::Compare {
                left,
                compare,
                right,
            } if left == right => Some(matches!(
                compare,
                Compare::AtLeast | Compare::AtMost | Compare::Exactly
            )),
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
        // It has cards on it.
        Cond::Is {
            item,
            not,
            property,
        } if property.node == Property::Stacked => {
            let compare = [Compare::MoreThan, Compare::Exactly][usize::from(*not)];
            return Some((Subject::On(item, None), compare, &NumExpr::Number(0)));
        }
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
        } => {
            let subject = match &left.node {
                NumExpr::Count(set) => Subject::Of(set),
                NumExpr::Counters { counter, on } => Subject::On(on, Some(counter)),
                number => Subject::Number(number),
            };
            (subject, compare, right)
        }
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

/// All that is said to hold together.
fn together<'c>(cond: &'c Cond, all: &mut Vec<&'c Cond>) {
    match cond {
        Cond::And(left, right) => {
            together(&left.node, all);
            together(&right.node, all);
        }
        cond => all.push(cond),
    }
}

/// Two of what is said to hold together cannot.
fn at_odds(cond: &Cond, known: &Known) -> bool {
    let mut all = Vec::new();
    together(cond, &mut all);
    any_apart(&all, known)
}

/// Two of these cannot hold together.
fn any_apart(all: &[&Cond], known: &Known) -> bool {
    let apart = |one: &Cond, other: &Cond| match (range(one, known), range(other, known)) {
        (Some((one, from)), Some((other, to))) => one == other && (from.1 < to.0 || to.1 < from.0),
        _ => opposite(one, other),
    };
    let mut rest = all.iter().enumerate();
    rest.any(|(at, one)| all[at + 1..].iter().any(|other| apart(one, other)))
}

/// Two of the filters of a set leave nothing together; those of one filter are told apart as a condition.
fn apart(set: &Set, known: &Known) -> bool {
    let Set::Of { noun, filters, .. } = set else {
        return false;
    };
    let (mut all, mut names, mut without) = (Vec::new(), Vec::new(), Vec::new());
    let mut count = 0;
    for filter in filters {
        match &filter.node {
            Filter::That(cond) => {
                count += 1;
                together(&cond.node, &mut all);
            }
            Filter::Named(name) => names.push(&name.node),
            Filter::ExceptNamed(name) => without.push(&name.node),
            _ => {}
        }
    }
    // A card has several names, a building one.
    let of_buildings = noun.node.is_of_buildings();
    for cond in &all {
        let Cond::Is {
            item,
            not,
            property,
        } = cond
        else {
            continue;
        };
        if let (Item::It, Property::Named(name)) = (&item.node, &property.node) {
            let names = if *not { &mut without } else { &mut names };
            names.push(&name.node);
        }
    }
    let differ = names.windows(2).any(|pair| pair[0] != pair[1]);
    of_buildings && (differ || names.iter().any(|name| without.contains(name)))
        || count > 1 && any_apart(&all, known)
}

/// They are `you`, or none of them is.
fn is_you(set: &Set) -> Option<bool> {
    let Set::Of { noun, filters, .. } = set else {
        return None;
    };
    let but_you = |filter: &Spanned<Filter>| matches!(&filter.node, Filter::ExceptItem(item) if item.node == Item::You);
    match &noun.node {
        Noun::One(item) if item.node == Item::You => Some(true),
        Noun::Players { .. } if filters.iter().any(but_you) => Some(false),
        _ => None,
    }
}

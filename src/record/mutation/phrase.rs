//! Small changes of sets, conditions and numbers.

use super::change::Change;
use lang::ast::{
    Compare, Cond, Deed, Filter, Item, ItemExpr, Noun, NumExpr, Pick, Playing, Set, SetExpr, Side,
    TurnPart,
};
use text::{Since, Spanned};

impl Change {
    pub(super) fn item(&mut self, item: &mut ItemExpr) {
        let other = match &item.node {
            Item::Pick(Pick::Last, set) => Item::First(set.clone()),
            Item::Pick(Pick::Leftmost, set) => Item::Pick(Pick::Rightmost, set.clone()),
            Item::Pick(Pick::Rightmost, set) => Item::Pick(Pick::Leftmost, set.clone()),
            Item::Pick(Pick::Oldest, set) => Item::Pick(Pick::Newest, set.clone()),
            Item::Pick(Pick::Newest, set) => Item::Pick(Pick::Oldest, set.clone()),
            Item::Beside(Side::Left, of) => Item::Beside(Side::Right, of.clone()),
            Item::Beside(Side::Right, of) => Item::Beside(Side::Left, of.clone()),
            Item::You => Item::Provoker,
            Item::Provoker => Item::You,
            Item::Random(set) => Item::Any(set.clone()),
            _ => return,
        };
        self.instead("another thing", &mut item.node, [other]);
    }

    pub(super) fn set(&mut self, set: &mut SetExpr) {
        match &mut set.node {
            Set::Of {
                target,
                noun,
                filters: _,
            } => {
                if self.here("target") {
                    *target = !*target;
                }
                self.noun(&mut noun.node);
            }
            Set::Plus(left, right) => {
                let halves = [(**left).clone(), (**right).clone()];
                self.instead("half of a set", set, halves);
            }
        }
    }

    fn noun(&mut self, noun: &mut Noun) {
        let you = || Some(Spanned::new(Item::You, text::Span::default()));
        let others = match &*noun {
            Noun::PlayersWith { .. } => vec![Noun::Players { from: None }],
            Noun::Players { from: Some(_) } => vec![Noun::Players { from: None }],
            Noun::Players { from: None } => vec![Noun::Players { from: you() }],
            Noun::Buildings(Some(_)) => vec![Noun::Buildings(None)],
            Noun::Buildings(None) => vec![Noun::Buildings(you())],
            Noun::Neighbours(_) => {
                vec![Noun::Buildings(None), Noun::Buildings(you())]
            }
            Noun::Row(Side::Left, of) => vec![Noun::Row(Side::Right, of.clone())],
            Noun::Row(Side::Right, of) => vec![Noun::Row(Side::Left, of.clone())],
            Noun::Between(..) => vec![Noun::Buildings(None)],
            Noun::Tops(Some(_)) => vec![Noun::Tops(None)],
            Noun::CardsOn { building, from_top } => {
                vec![Noun::CardsOn {
                    building: building.clone(),
                    from_top: !*from_top,
                }]
            }
            Noun::Places(Some(_)) => vec![Noun::Places(None)],
            Noun::Places(None) => vec![Noun::Places(you())],
            Noun::Tops(None)
            | Noun::CardsIn(_)
            | Noun::Hand { .. }
            | Noun::Discard
            | Noun::Deck
            | Noun::Names { .. }
            | Noun::DeckTop(_)
            | Noun::Them
            | Noun::Name(_)
            | Noun::One(_) => Vec::new(),
        };
        self.instead("another set", noun, others);
    }

    pub(super) fn filters(&mut self, filters: &mut Vec<Spanned<Filter>>) {
        self.without_one("leave out a filter", filters);
        for filter in filters {
            let other = match &filter.node {
                Filter::Named(name) => Filter::ExceptNamed(name.clone()),
                Filter::ExceptNamed(name) => Filter::Named(name.clone()),
                Filter::Extreme { most, measure } => {
                    let other = Filter::Extreme {
                        most: !most,
                        measure: measure.clone(),
                    };
                    self.instead("most or fewest", &mut filter.node, [other]);
                    continue;
                }
                Filter::Called(_)
                | Filter::NamedAs(_)
                | Filter::NamedLike(_)
                | Filter::ExceptItem(_)
                | Filter::That(_) => continue,
            };
            self.instead("named or except", &mut filter.node, [other]);
        }
    }

    pub(super) fn cond(&mut self, cond: &mut Spanned<Cond>) {
        if let Cond::And(left, right) | Cond::Or(left, right) = &cond.node {
            let other = match &cond.node {
                Cond::And(..) => Cond::Or(left.clone(), right.clone()),
                _ => Cond::And(left.clone(), right.clone()),
            };
            let others = [left.node.clone(), right.node.clone(), other];
            self.instead("and or or", &mut cond.node, others);
        } else if self.here("not") {
            negate(cond);
            return;
        }
        match &mut cond.node {
            Cond::Can { how, .. } => {
                self.instead(
                    "another way of playing",
                    how,
                    [Playing::Play, Playing::Replay, Playing::FromHand],
                );
            }
            Cond::Did { deed, .. } => {
                let others = sinces(deed);
                self.instead("since when", &mut **deed, others);
            }
            Cond::Has { compare, .. }
            | Cond::There { compare, .. }
            | Cond::Compare { compare, .. } => {
                let others = [Compare::AtLeast, Compare::AtMost, Compare::Exactly];
                self.instead("another comparison", compare, others);
            }
            Cond::SideBySide { in_order, .. } => {
                self.instead("in this order or from either side", in_order, [!*in_order])
            }
            Cond::Most { fewest, .. } => {
                let other = !*fewest;
                self.instead("most or fewest", fewest, [other]);
            }
            Cond::Turn(part) => {
                let others = [TurnPart::On, TurnPart::AtItsStart, TurnPart::PastItsStart];
                self.instead("another part of the turn", part, others);
            }
            Cond::And(..)
            | Cond::Or(..)
            | Cond::Not(_)
            | Cond::Is { .. }
            | Cond::Meets(_)
            | Cond::Dispute { .. }
            | Cond::Name(_) => {}
        }
    }

    pub(super) fn number(&mut self, number: &mut Spanned<NumExpr>) {
        let others = match &number.node {
            NumExpr::Number(n) => {
                vec![
                    NumExpr::Number(n + 1),
                    NumExpr::Number(n.saturating_sub(1)),
                    NumExpr::Starred(*n),
                ]
            }
            NumExpr::Starred(n) => {
                vec![
                    NumExpr::Starred(n + 1),
                    NumExpr::Starred(n.saturating_sub(1)),
                    NumExpr::Number(*n),
                ]
            }
            NumExpr::ThatMany => Vec::new(),
            NumExpr::If {
                then, otherwise, ..
            } => vec![then.node.clone(), otherwise.node.clone()],
            NumExpr::Plus(left, right) => vec![left.node.clone(), right.node.clone()],
            NumExpr::Minus(left, right) => vec![
                left.node.clone(),
                NumExpr::Plus(left.clone(), right.clone()),
            ],
            NumExpr::Half { of, up } => vec![
                of.node.clone(),
                NumExpr::Half {
                    of: of.clone(),
                    up: !up,
                },
            ],
            NumExpr::Twice(of) => vec![of.node.clone()],
            NumExpr::Whose { number, .. } => vec![number.node.clone()],
            NumExpr::OfTwo {
                larger,
                left,
                right,
            } => {
                let other = NumExpr::OfTwo {
                    larger: !larger,
                    left: left.clone(),
                    right: right.clone(),
                };
                vec![left.node.clone(), right.node.clone(), other]
            }
            NumExpr::Among { largest, of, among } => {
                vec![NumExpr::Among {
                    largest: !largest,
                    of: of.clone(),
                    among: among.clone(),
                }]
            }
            NumExpr::DifferentNames(set) | NumExpr::MostAlike(set) => {
                vec![NumExpr::Count(set.clone())]
            }
            NumExpr::OftenInAll(deed) => sinces(deed)
                .into_iter()
                .map(|deed| NumExpr::OftenInAll(Box::new(deed)))
                .collect(),
            NumExpr::Often(deed) => sinces(deed)
                .into_iter()
                .map(|deed| NumExpr::Often(Box::new(deed)))
                .collect(),
            NumExpr::Count(_)
            | NumExpr::Counters { .. }
            | NumExpr::CountersAmong { .. }
            | NumExpr::Seats
            | NumExpr::Entry(..)
            | NumExpr::Name(_) => Vec::new(),
        };
        self.instead("another number", &mut number.node, others);
    }
}

/// The same done since another time.
fn sinces(deed: &Deed) -> Vec<Deed> {
    [Since::ThisTurn, Since::ThisGame]
        .into_iter()
        .filter(|since| *since != deed.since)
        .map(|since| Deed {
            since,
            ..deed.clone()
        })
        .collect()
}

/// Turns a condition round.
fn negate(cond: &mut Spanned<Cond>) {
    match &mut cond.node {
        Cond::Is { not, .. }
        | Cond::Did { not, .. }
        | Cond::Can { not, .. }
        | Cond::Dispute { not, .. } => *not = !*not,
        Cond::Not(inner) => *cond = (**inner).clone(),
        _ => cond.node = Cond::Not(Box::new(cond.clone())),
    }
}

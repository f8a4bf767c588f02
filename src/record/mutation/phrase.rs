//! Small changes of sets, conditions and numbers.

use super::change::Change;
use lang::ast::{
    Compare, Cond, Deed, Filter, Item, ItemExpr, Noun, NumExpr, Pick, Playing, Set, SetExpr, Side,
    TurnPart,
};
use text::{Since, Spanned};

impl Change {
    pub(super) fn item(&mut self, item: &mut ItemExpr) {
        const ANOTHER: &str = "another thing";
        let other = match &mut item.node {
            Item::Pick(Pick::Last, set) => Item::First(set.clone()),
            Item::Pick(pick, _) => {
                let other = match pick {
                    Pick::Leftmost => Pick::Rightmost,
                    Pick::Rightmost => Pick::Leftmost,
                    Pick::Oldest => Pick::Newest,
                    Pick::Newest => Pick::Oldest,
                    Pick::Last => return,
                };
                return self.instead(ANOTHER, pick, [other]);
            }
            Item::Beside(side, _) => return self.instead(ANOTHER, side, [Side::Left, Side::Right]),
            Item::You => Item::Provoker,
            Item::Provoker | Item::OfTurn => Item::You,
            Item::Random(set) => Item::Any(set.clone()),
            _ => return,
        };
        self.instead(ANOTHER, &mut item.node, [other]);
    }

    pub(super) fn set(&mut self, set: &mut SetExpr) {
        match &mut set.node {
            Set::Of { target, noun, .. } => {
                self.toggle("target", target);
                self.noun(&mut noun.node);
            }
            Set::Plus(left, right) => {
                let halves = [(**left).clone(), (**right).clone()];
                self.instead("half of a set", set, halves);
            }
        }
    }

    fn noun(&mut self, noun: &mut Noun) {
        const ANOTHER: &str = "another set";
        let you = || Some(Spanned::new(Item::You, text::Span::default()));
        let others = match noun {
            Noun::Row(side, _) => return self.instead(ANOTHER, side, [Side::Left, Side::Right]),
            Noun::CardsOn { from_top, .. } => return self.toggle(ANOTHER, from_top),
            Noun::PlayersWith { .. } | Noun::Players { from: Some(_) } => {
                vec![Noun::Players { from: None }]
            }
            Noun::Players { from: None } => vec![Noun::Players { from: you() }],
            Noun::Buildings(Some(_)) | Noun::Between(..) => vec![Noun::Buildings(None)],
            Noun::Buildings(None) => vec![Noun::Buildings(you())],
            Noun::Neighbours(_) => vec![Noun::Buildings(None), Noun::Buildings(you())],
            Noun::Tops(Some(_)) => vec![Noun::Tops(None)],
            Noun::Places(Some(_)) | Noun::PlacesBeside(_) => vec![Noun::Places(None)],
            Noun::Places(None) => vec![Noun::Places(you())],
            Noun::Tops(None)
            | Noun::CardsIn(_)
            | Noun::Hand { .. }
            | Noun::Discard
            | Noun::Deck
            | Noun::Laws
            | Noun::Names { .. }
            | Noun::DeckTop(_)
            | Noun::Them
            | Noun::Name(_)
            | Noun::One(_) => return,
        };
        self.instead(ANOTHER, noun, others);
    }

    pub(super) fn filters(&mut self, filters: &mut Vec<Spanned<Filter>>) {
        self.without_one("leave out a filter", filters);
        for filter in filters {
            let other = match &mut filter.node {
                Filter::Named(name) => Filter::ExceptNamed(name.clone()),
                Filter::ExceptNamed(name) => Filter::Named(name.clone()),
                Filter::Extreme { most, .. } => {
                    self.toggle("most or fewest", most);
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
                let others = [Playing::Play, Playing::Replay, Playing::FromHand];
                self.instead("another way of playing", how, others);
            }
            Cond::Did { deed, .. } => self.since("since when", deed),
            Cond::Has { compare, .. }
            | Cond::There { compare, .. }
            | Cond::Compare { compare, .. } => {
                let others = [Compare::AtLeast, Compare::AtMost, Compare::Exactly];
                self.instead("another comparison", compare, others);
            }
            Cond::SideBySide { in_order, .. } => {
                self.toggle("in this order or from either side", in_order)
            }
            Cond::Most { fewest, .. } => self.toggle("most or fewest", fewest),
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
        const ANOTHER: &str = "another number";
        let others = match &mut number.node {
            NumExpr::Number(n) => vec![
                NumExpr::Number(*n + 1),
                NumExpr::Number(n.saturating_sub(1)),
                NumExpr::Starred(*n),
            ],
            NumExpr::Starred(n) => vec![
                NumExpr::Starred(*n + 1),
                NumExpr::Starred(n.saturating_sub(1)),
                NumExpr::Number(*n),
            ],
            NumExpr::If {
                then: left,
                otherwise: right,
                ..
            }
            | NumExpr::Plus(left, right)
            | NumExpr::OfTwo { left, right, .. } => vec![left.node.clone(), right.node.clone()],
            NumExpr::Minus(left, right) => vec![
                left.node.clone(),
                NumExpr::Plus(left.clone(), right.clone()),
            ],
            NumExpr::Half { of: number, .. }
            | NumExpr::Twice(number)
            | NumExpr::Whose { number, .. } => vec![number.node.clone()],
            NumExpr::DifferentNames(set) | NumExpr::MostAlike(set) => {
                vec![NumExpr::Count(set.clone())]
            }
            NumExpr::Among { largest, .. } => return self.toggle(ANOTHER, largest),
            NumExpr::Often(deed) => return self.since(ANOTHER, deed),
            NumExpr::ThatMany
            | NumExpr::Count(_)
            | NumExpr::Counters { .. }
            | NumExpr::CountersAmong { .. }
            | NumExpr::Seats
            | NumExpr::Entry(..)
            | NumExpr::Name(_) => return,
        };
        self.instead(ANOTHER, &mut number.node, others);
        if let NumExpr::Half { up: flag, .. } | NumExpr::OfTwo { larger: flag, .. } =
            &mut number.node
        {
            self.toggle(ANOTHER, flag);
        }
    }

    /// The same done since another time.
    fn since(&mut self, operator: &'static str, deed: &mut Deed) {
        if deed.last {
            self.toggle("who has done it last", &mut deed.last);
        }
        let others = [Since::ThisTurn, Since::ThisGame];
        self.instead(operator, &mut deed.since, others);
    }
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

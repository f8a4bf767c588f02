//! Writes conditions, with parentheses wherever reading would go another way.

use super::set::{closed, owned, owned_word};
use super::{Cards, Say, is_one};
use crate::ast::{
    Compare, Cond, Deed, Filter, Item, ItemExpr, Noun, NumExpr, Playing, Property, Set, SetExpr,
    TurnPart, Voice,
};
use text::Spanned;

/// What a condition says of the thing looked at, whose name is left out in `that`.
fn subject(what: &Cond) -> Option<&ItemExpr> {
    match what {
        Cond::Is { item, .. }
        | Cond::Can { item, .. }
        | Cond::Meets(item)
        | Cond::Most { item, .. }
        | Cond::Has { item, .. } => Some(item),
        Cond::Did { deed, .. } => Some(&deed.who),
        Cond::There { set, .. } => held(set).map(|(of, _, _)| of),
        Cond::Compare {
            left,
            compare,
            right,
        } => than_other(left, *compare, right).map(|(of, _)| of),
        _ => None,
    }
}

/// Whose buildings, hand or stacked cards these are: `foe has no cards in hand`.
fn held(set: &SetExpr) -> Option<(&ItemExpr, &Noun, &[Spanned<Filter>])> {
    let Set::Of {
        target: false,
        noun,
        filters,
    } = &set.node
    else {
        return None;
    };
    let plain = match &noun.node {
        Noun::Buildings(_) => true,
        Noun::Hand { .. } | Noun::CardsIn(_) => filters.is_empty(),
        _ => false,
    };
    owned(&noun.node)
        .filter(|_| plain)
        .map(|of| (of, &noun.node, filters.as_slice()))
}

/// `foe has more buildings than you`: both of whom so much is counted.
fn than_other<'c>(
    left: &'c Spanned<NumExpr>,
    compare: Compare,
    right: &'c Spanned<NumExpr>,
) -> Option<(&'c ItemExpr, &'c ItemExpr)> {
    if !matches!(compare, Compare::MoreThan | Compare::FewerThan) {
        return None;
    }
    match (&left.node, &right.node) {
        (
            NumExpr::Counters { counter, on },
            NumExpr::Counters {
                counter: other,
                on: than,
            },
        ) if counter == other => Some((on, than)),
        (NumExpr::Count(set), NumExpr::Count(than)) => {
            let (of, noun, filters) = counted(set)?;
            let (other, kind, others) = counted(than)?;
            let alike =
                std::mem::discriminant(noun) == std::mem::discriminant(kind) && filters == others;
            alike.then_some((of, other))
        }
        _ => None,
    }
}

/// What somebody has, or lies on a building, as it is counted.
fn counted(set: &SetExpr) -> Option<(&ItemExpr, &Noun, &[Spanned<Filter>])> {
    let Set::Of {
        target: false,
        noun,
        filters,
    } = &set.node
    else {
        return None;
    };
    let plain = filters.is_empty() || matches!(noun.node, Noun::Buildings(_));
    owned(&noun.node)
        .filter(|_| plain)
        .map(|of| (of, &noun.node, filters.as_slice()))
}

/// `you have the fewest buildings`: what is counted.
fn of_the_most(property: &Property) -> Option<(bool, &SetExpr)> {
    let Property::In(these) = property else {
        return None;
    };
    let Set::Of {
        target: false,
        noun,
        filters,
    } = &these.node
    else {
        return None;
    };
    match filters.as_slice() {
        [
            Spanned {
                node: Filter::Extreme { most, measure },
                ..
            },
        ] if noun.node == Noun::Players { from: None } => Some((*most, measure)),
        _ => None,
    }
}

fn compared(compare: Compare) -> &'static str {
    match compare {
        Compare::AtLeast => "at least",
        Compare::AtMost => "at most",
        Compare::Exactly => "exactly",
        Compare::MoreThan => "more than",
        Compare::FewerThan => "fewer than",
    }
}

/// What stands behind it could be a part of it.
fn ends_open(what: &Spanned<Cond>) -> bool {
    match &what.node {
        Cond::And(_, right) | Cond::Or(_, right) => ends_open(right),
        Cond::Not(inner) => ends_open(inner),
        Cond::There { set, .. } => !closed(set),
        Cond::SideBySide { .. } => true,
        Cond::Is { property, .. } => match of_the_most(&property.node) {
            Some((
                _,
                Spanned {
                    node: Set::Of { filters, .. },
                    ..
                },
            )) => !filters.is_empty(),
            _ => false,
        },
        _ => false,
    }
}

impl Say {
    pub(super) fn cond(self, what: &Spanned<Cond>) -> String {
        self.taken(Cards::In).joined(what, 0, None)
    }

    /// Of the thing looked at, one or several.
    pub(super) fn that(self, what: &Spanned<Cond>, single: bool) -> String {
        self.joined(what, 0, Some(single))
    }

    /// A condition among others: 0 stands alone, 1 is a part of `or`, 2 a part of `and`. In `that`, of one thing or of
    /// several, the subject is left out.
    fn joined(self, what: &Spanned<Cond>, level: u8, that: Option<bool>) -> String {
        let about_it = subject(&what.node).is_some_and(|item| item.node == Item::It);
        let (left, right, own, word) = match &what.node {
            Cond::Or(left, right) => (left, right, 0, "or"),
            Cond::And(left, right) => (left, right, 1, "and"),
            Cond::Not(inner) if that.is_none() && inner.node == Cond::Turn(TurnPart::On) => {
                return "it is not your turn".into();
            }
            Cond::Not(inner) => return format!("not {}", self.joined(inner, 2, that)),
            _ if that.is_some() && !about_it => {
                return format!("({})", self.last().one(&what.node, None));
            }
            _ => return self.one(&what.node, that),
        };
        if own < level {
            return format!("({})", self.last().joined(what, 0, that));
        }
        // What stands open to the right would draw the next part into its own filter.
        let left = match ends_open(left) {
            true => format!("({})", self.last().joined(left, 0, that)),
            false => self.amid().joined(left, own, that),
        };
        format!("{left} {word} {}", self.joined(right, own + 1, that))
    }

    fn one(self, what: &Cond, that: Option<bool>) -> String {
        let subject = |item: &ItemExpr| match that {
            Some(_) => String::new(),
            None => format!("{} ", self.last().item(item)),
        };
        let not = |not: bool| if not { "not " } else { "" };
        let single = |item: &ItemExpr| that.unwrap_or(item.node != Item::You);
        let has = |item: &ItemExpr| if single(item) { "has" } else { "have" };
        match what {
            Cond::Is {
                item,
                not: false,
                property,
            } if that.is_none() && of_the_most(&property.node).is_some() => {
                let Some((most, measure)) = of_the_most(&property.node) else {
                    return String::new();
                };
                let which = if most { "most" } else { "fewest" };
                format!(
                    "{}{} the {which} {}",
                    subject(item),
                    has(item),
                    self.measured(measure)
                )
            }
            Cond::Is {
                item,
                not: no,
                property,
            } => {
                let is = if single(item) { "is" } else { "are" };
                format!(
                    "{}{is} {}{}",
                    subject(item),
                    not(*no),
                    self.property(&property.node, that != Some(false))
                )
            }
            Cond::Can { item, not: no, how } => {
                let how = match how {
                    Playing::Play => "played",
                    Playing::Replay => "replayed",
                    Playing::FromHand => "played from hand",
                };
                format!(
                    "{}{} be {how}",
                    subject(item),
                    if *no { "cannot" } else { "can" }
                )
            }
            Cond::Meets(item) => {
                format!(
                    "{}{} a condition to win",
                    subject(item),
                    if single(item) { "meets" } else { "meet" }
                )
            }
            Cond::Did { not: no, deed } => {
                let passive = deed.done.node.voice == Voice::Passive;
                let [one, many] = if passive {
                    ["was", "were"]
                } else {
                    ["has", "have"]
                };
                let has = if single(&deed.who) { one } else { many };
                format!(
                    "{}{has} {}{}",
                    subject(&deed.who),
                    not(*no),
                    self.deed_done(deed)
                )
            }
            Cond::Most {
                item,
                fewest,
                others: _,
                name,
            } => {
                let most = match (fewest, name.node.ends_with('s')) {
                    (false, true) => "most",
                    (true, true) => "fewest",
                    (false, false) => "highest",
                    (true, false) => "lowest",
                };
                format!("{}{} the {most} {}", subject(item), has(item), name.node)
            }
            Cond::Has {
                item,
                compare,
                number,
                counter,
            } => {
                let (number, of) = self.put_by(number);
                let none = (*compare, &number.node) == (Compare::AtMost, &NumExpr::Number(0));
                let one = (*compare, &number.node) == (Compare::AtLeast, &NumExpr::Number(1));
                let many = match counter {
                    _ if none => "no".to_string(),
                    None if one => "a".to_string(),
                    _ => format!("{} {}", compared(*compare), self.atom(number)),
                };
                let cards = if is_one(number) { "card" } else { "cards" };
                let what = counter
                    .as_ref()
                    .map_or(cards, |counter| counter.node.as_str());
                format!("{}{} {many} {what}{of}", subject(item), has(item))
            }
            Cond::There {
                compare,
                number,
                set,
            } => match held(set) {
                Some((of, noun, _)) if that.is_none() || of.node == Item::It => {
                    format!(
                        "{}{} {}",
                        subject(of),
                        has(of),
                        self.amount(*compare, number, noun, set)
                    )
                }
                _ => self.there(*compare, number, set),
            },
            Cond::SideBySide { in_order, sets } => {
                let order = if *in_order { "from left to right " } else { "" };
                let mut said: Vec<String> = sets
                    .iter()
                    .map(|these| self.amid().any_one(these))
                    .collect();
                let last = said.pop().unwrap_or_default();
                format!(
                    "there stand side by side {order}{} and {last}",
                    said.join(", ")
                )
            }
            Cond::Compare {
                left,
                compare,
                right,
            } if than_other(left, *compare, right)
                .is_some_and(|(of, _)| that.is_none() || of.node == Item::It) =>
            {
                let Some((of, other)) = than_other(left, *compare, right) else {
                    return String::new();
                };
                let more = if *compare == Compare::MoreThan {
                    "more"
                } else {
                    "fewer"
                };
                let what = match &left.node {
                    NumExpr::Counters { counter, .. } => counter.node.clone(),
                    NumExpr::Count(set) => {
                        counted(set).map_or_else(String::new, |(_, noun, filters)| {
                            format!(
                                "{}{}",
                                owned_word(noun, false),
                                self.amid().filters(filters, false)
                            )
                        })
                    }
                    _ => String::new(),
                };
                format!(
                    "{}{} {more} {what} than {}",
                    subject(of),
                    has(of),
                    self.item(other)
                )
            }
            Cond::Compare {
                left,
                compare,
                right,
            } => {
                format!(
                    "{} is {} {}",
                    self.closed_number(left),
                    compared(*compare),
                    self.closed_number(right)
                )
            }
            Cond::Dispute {
                name,
                not: no,
                value,
            } => format!("\"{}\" is {}\"{}\"", name.node, not(*no), value.node),
            Cond::Turn(TurnPart::On) => "it is your turn".into(),
            Cond::Turn(TurnPart::AtItsStart) => "it is the start of your turn".into(),
            Cond::Turn(TurnPart::PastItsStart) => "the start of your turn is over".into(),
            Cond::Name(name) => name.clone(),
            Cond::And(..) | Cond::Or(..) | Cond::Not(_) => {
                unreachable!("`joined` takes these apart")
            }
        }
    }

    /// `at least 5 buildings that are active`, `no cards in hand`
    fn amount(
        self,
        compare: Compare,
        number: &Spanned<NumExpr>,
        noun: &Noun,
        set: &SetExpr,
    ) -> String {
        let one = is_one(number);
        let many = match (compare, &number.node) {
            (Compare::AtMost, NumExpr::Number(0)) => "no".to_string(),
            (Compare::AtLeast, NumExpr::Number(1)) => "a".to_string(),
            _ => format!("{} {}", compared(compare), self.atom(number)),
        };
        let filters = match &set.node {
            Set::Of { filters, .. } => self.filters(filters, one),
            Set::Plus(..) => String::new(),
        };
        format!("{many} {}{filters}", owned_word(noun, one))
    }

    fn there(self, compare: Compare, number: &Spanned<NumExpr>, set: &SetExpr) -> String {
        let of = if super::set::is_picked_of(set) {
            "of "
        } else {
            ""
        };
        match (compare, &number.node) {
            (Compare::AtMost, NumExpr::Number(0)) => format!("there are no {}", self.set(set)),
            (Compare::AtLeast, NumExpr::Number(1)) => format!("there is {}", self.any_one(set)),
            (_, NumExpr::Number(1)) => {
                format!("there is {} 1 {}", compared(compare), self.one_of(set))
            }
            _ => format!(
                "there are {} {} {of}{}",
                compared(compare),
                self.atom(number),
                self.set(set)
            ),
        }
    }

    fn property(self, what: &Property, single: bool) -> String {
        match what {
            Property::Stacked => "stacked".into(),
            Property::Active => "active".into(),
            Property::Disabled => "disabled".into(),
            Property::FaceUp => "face up".into(),
            Property::Living => "living".into(),
            Property::VictoryCard => if single {
                "a victory card"
            } else {
                "victory cards"
            }
            .into(),
            Property::Law => if single { "a law" } else { "laws" }.into(),
            Property::Named(name) => format!("named \"{}\"", name.node),
            Property::NamedAs(name) => format!("named {}", self.item(name)),
            Property::NamedLike(other) => format!("named like {}", self.item(other)),
            Property::On(item) => format!("on {}", self.item(item)),
            Property::Of(item) => format!("of {}", self.item(item)),
            // In parentheses, so that filters behind it stay outside.
            Property::In(these) => format!("in {}", self.closed_off(these)),
            Property::Status(word) => word.clone(),
            Property::Same(item) => self.item(item),
        }
    }

    /// What somebody has done: `played an action this turn`.
    pub(super) fn deed_done(self, deed: &Deed) -> String {
        format!("{} {}", self.done(&deed.done.node), deed.since.said())
    }
}

//! Writes conditions, with parentheses wherever reading would go another way.

use super::set::{closed, owned, owned_word};
use super::{Cards, Say, is_one};
use crate::ast::{
    Compare, Cond, Deed, Filter, Item, ItemExpr, Noun, NumExpr, Property, Set, SetExpr, TurnPart,
    Voice,
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
        Cond::Did { deed, .. } => deed.subject(),
        Cond::There { set, .. } => held(set).map(|(of, ..)| of),
        Cond::Compare {
            left,
            compare,
            right,
        } => than_other(left, *compare, right).map(|(of, _)| of),
        _ => None,
    }
}

/// Something that belongs to somebody or lies on a building, and what is said of it.
type Owned<'s> = (&'s ItemExpr, &'s Noun, &'s [Spanned<Filter>]);

/// Whose buildings, hand or stacked cards these are: `foe has no cards in hand`.
fn held(set: &SetExpr) -> Option<Owned<'_>> {
    counted(set).filter(|(_, noun, _)| !matches!(noun, Noun::CardsOn { .. }))
}

/// The same, or what lies on a building, as it is counted.
fn counted(set: &SetExpr) -> Option<Owned<'_>> {
    let (noun, filters) = set.node.parts()?;
    let plain = filters.is_empty() || matches!(noun, Noun::Buildings(_));
    let of = owned(noun).filter(|_| plain)?;
    Some((of, noun, filters))
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
            let kinds = [noun, kind].map(std::mem::discriminant);
            (kinds[0] == kinds[1] && filters == others).then_some((of, other))
        }
        _ => None,
    }
}

/// `you have the fewest buildings`: what is counted.
fn of_the_most(property: &Property) -> Option<(bool, &SetExpr)> {
    let Property::In(these) = property else {
        return None;
    };
    match these.node.filtered_once()? {
        (Noun::Players { from: None }, Filter::Extreme { most, measure }) => Some((*most, measure)),
        _ => None,
    }
}

/// What stands behind it could be a part of it.
pub(super) fn ends_open(what: &Spanned<Cond>) -> bool {
    match &what.node {
        Cond::And(_, right) | Cond::Or(_, right) => ends_open(right),
        Cond::Not(inner) => ends_open(inner),
        Cond::There { set, .. } => !closed(set),
        Cond::SideBySide { .. } => true,
        Cond::Is { property, .. } => {
            let measure = of_the_most(&property.node).map(|(_, measure)| &measure.node);
            matches!(measure, Some(Set::Of { filters, .. }) if !filters.is_empty())
        }
        _ => false,
    }
}

impl Say<'_> {
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
        let not = |not: &bool| if *not { "not " } else { "" };
        // The subject, and its verb for one or for several.
        let says = |item: &ItemExpr, [one, many]: [&str; 2]| {
            let verb = if that.unwrap_or(item.node != Item::You) {
                one
            } else {
                many
            };
            match that {
                Some(_) => verb.to_string(),
                None => format!("{} {verb}", self.last().item(item)),
            }
        };
        let has = |item: &ItemExpr| says(item, ["has", "have"]);
        match what {
            Cond::Is {
                item,
                not: no,
                property,
            } => match of_the_most(&property.node) {
                Some((most, measure)) if that.is_none() && !no => {
                    let which = if most { "most" } else { "fewest" };
                    format!("{} the {which} {}", has(item), self.measured(measure))
                }
                _ => {
                    let property = self.property(&property.node, that != Some(false));
                    format!("{} {}{property}", says(item, ["is", "are"]), not(no))
                }
            },
            Cond::Can { item, not: no, how } => {
                let can = if *no { "cannot" } else { "can" };
                format!("{} be {}", says(item, [can, can]), how.word())
            }
            Cond::Meets(item) => format!("{} a condition to win", says(item, ["meets", "meet"])),
            Cond::Did { not: no, deed } => {
                let verb = match deed.done.node.voice {
                    Voice::Passive => ["was", "were"],
                    _ => ["has", "have"],
                };
                match deed.subject() {
                    Some(item) => {
                        format!("{} {}{}", says(item, verb), not(no), self.deed_done(deed))
                    }
                    None => self.happened(deed, not(no)),
                }
            }
            Cond::Most {
                item, fewest, name, ..
            } => {
                let most = match (fewest, name.node.ends_with('s')) {
                    (false, true) => "most",
                    (true, true) => "fewest",
                    (false, false) => "highest",
                    (true, false) => "lowest",
                };
                format!("{} the {most} {}", has(item), name.node)
            }
            Cond::Has {
                item,
                compare,
                number,
                counter,
            } => {
                let (number, of) = self.put_by(number);
                let many = self.how_many(*compare, number, counter.is_none());
                let cards = if is_one(number) { "card" } else { "cards" };
                let what = counter.as_ref().map_or(cards, |counter| &counter.node);
                format!("{} {many} {what}{of}", has(item))
            }
            Cond::There {
                compare,
                number,
                set,
            } => match held(set) {
                Some((of, noun, filters)) if that.is_none() || of.node == Item::It => {
                    let (many, one) = (self.how_many(*compare, number, true), is_one(number));
                    let filters = self.filters(filters, one);
                    format!("{} {many} {}{filters}", has(of), owned_word(noun, one))
                }
                _ => self.there(*compare, number, set),
            },
            Cond::Compare {
                left,
                compare,
                right,
            } => match than_other(left, *compare, right) {
                Some((of, other)) if that.is_none() || of.node == Item::It => {
                    let more = match compare {
                        Compare::MoreThan => "more",
                        _ => "fewer",
                    };
                    let what = match &left.node {
                        NumExpr::Counters { counter, .. } => counter.node.clone(),
                        NumExpr::Count(set) => counted(set).map_or_else(String::new, |of| {
                            let filters = self.amid().filters(of.2, false);
                            format!("{}{filters}", owned_word(of.1, false))
                        }),
                        _ => String::new(),
                    };
                    format!("{} {more} {what} than {}", has(of), self.item(other))
                }
                _ => self.filled(what, false),
            },
            Cond::Turn(part) => part.word().into(),
            _ => self.filled(what, false),
        }
    }

    /// `no`, `at least 2`; `a` where one at least is said so.
    fn how_many(self, compare: Compare, number: &Spanned<NumExpr>, a: bool) -> String {
        match (compare, &number.node) {
            (Compare::AtMost, NumExpr::Number(0)) => "no".into(),
            (Compare::AtLeast, NumExpr::Number(1)) if a => "a".into(),
            _ => format!("{} {}", compare.word(), self.atom(number)),
        }
    }

    fn there(self, compare: Compare, number: &Spanned<NumExpr>, set: &SetExpr) -> String {
        let of = super::set::of_picked(set);
        match self.how_many(compare, number, true).as_str() {
            "no" => format!("there are no {}", self.set(set)),
            "a" => format!("there is {}", self.any_one(set)),
            many if is_one(number) => format!("there is {many} {}", self.one_of(set)),
            many => format!("there are {many} {of}{}", self.set(set)),
        }
    }

    fn property(self, what: &Property, single: bool) -> String {
        match what {
            Property::VictoryCard if single => "a victory card".into(),
            Property::Law if single => "a law".into(),
            Property::In(these) if let Some(of) = these.node.hand() => {
                format!("in {}", self.whose(of, "hand"))
            }
            what => self.filled(what, false),
        }
    }

    /// `a building was destroyed this turn`
    pub(super) fn happened(self, deed: &Deed, not: &str) -> String {
        format!("{} {}", self.was(&deed.done.node, not), deed.since.said())
    }

    /// What somebody has done: `played an action this turn`.
    pub(super) fn deed_done(self, deed: &Deed) -> String {
        let last = if deed.last { "last " } else { "" };
        format!("{last}{} {}", self.done(&deed.done.node), deed.since.said())
    }
}

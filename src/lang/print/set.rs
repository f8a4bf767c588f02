//! Writes sets: nouns with their filters.

use super::cond::ends_open;
use super::{Cards, Say, s};
use crate::ast::{Cond, Filter, Item, ItemExpr, Noun, Property, Set, SetExpr};
use text::Spanned;

/// Whether nothing behind the set can be drawn into it.
pub(super) fn closed(these: &SetExpr) -> bool {
    let Set::Of { noun, filters, .. } = &these.node else {
        return false;
    };
    let open = |filter: &Spanned<Filter>| {
        matches!(filter.node, Filter::That(_) | Filter::Extreme { .. })
            && others_than(&noun.node, &filter.node) != Some(&Item::You)
    };
    let of_set = matches!(&noun.node, Noun::One(item) if matches!(item.node, Item::First(_) | Item::Pick(..) | Item::Any(_) | Item::Random(_)));
    !of_set && !filters.iter().any(open)
}

/// Of whom buildings of others are not.
fn others_than<'a>(noun: &Noun, filter: &'a Filter) -> Option<&'a Item> {
    let Filter::That(cond) = filter else {
        return None;
    };
    match &cond.node {
        Cond::Is {
            item,
            not: true,
            property,
        } if *noun == Noun::Buildings(None) && item.node == Item::It => match &property.node {
            Property::Of(whose) => Some(&whose.node),
            _ => None,
        },
        _ => None,
    }
}

/// The set is one thing.
pub(super) fn is_single(set: &SetExpr) -> bool {
    let Set::Of { noun, .. } = &set.node else {
        return false;
    };
    match &noun.node {
        Noun::One(_) => true,
        // What several are called by one name mostly ends so.
        Noun::Name(name) => !name.ends_with('s'),
        _ => false,
    }
}

/// What stands behind a number: `2 of them`, `2 of your buildings`, `2 buildings`.
pub(super) fn of_picked(set: &SetExpr) -> &'static str {
    match set.node.parts() {
        Some((Noun::Them | Noun::DeckTop(_), _)) => "of ",
        Some((Noun::Buildings(Some(of)), _)) if of.node == Item::You => "of ",
        _ => "",
    }
}

impl Say<'_> {
    pub(super) fn set(self, these: &SetExpr) -> String {
        self.written(these, false)
    }

    /// A set behind `a` or `each`: its first noun in the singular, or with `of` where it has none.
    pub(super) fn one_of(self, these: &SetExpr) -> String {
        self.written(these, true)
    }

    fn written(self, these: &SetExpr, single: bool) -> String {
        let (left, right) = match &these.node {
            Set::Of {
                target,
                noun,
                filters,
            } => return self.term(*target, &noun.node, filters, single),
            Set::Plus(left, right) => (left, right),
        };
        // Of several things it is said where they are taken from.
        let say = match self.cards {
            Cards::Own => self.taken(Cards::From),
            _ => self,
        };
        let left = match left.node {
            Set::Plus(..) => say.amid().written(left, single),
            _ if closed(left) => say.amid().written(left, single),
            _ if single => format!("of ({})", say.last().set(left)),
            _ => format!("({})", say.last().set(left)),
        };
        let right = match &right.node {
            Set::Of { filters, .. } if !filters.is_empty() => {
                format!("({})", say.last().set(right))
            }
            _ => say.group(right),
        };
        format!("{left} plus {right}")
    }

    fn term(self, target: bool, what: &Noun, filters: &[Spanned<Filter>], single: bool) -> String {
        let target = if target { "target " } else { "" };
        let counted = match what {
            Noun::Them | Noun::Name(_) | Noun::One(_) | Noun::DeckTop(_) => false,
            Noun::Buildings(Some(of)) => of.node != Item::You,
            _ => true,
        };
        let (mut other, mut foreign, mut rest) = ("", "", filters);
        if let [first, others @ ..] = filters {
            if self.is_foreign(what, &first.node) {
                foreign = match single {
                    true => " of another player",
                    false => " of other players",
                };
                rest = others;
            } else if matches!(what, Noun::Players { .. }) && self.is_other(&first.node) {
                (other, rest) = ("other ", others);
            }
        }
        let of = if single && !counted { "of " } else { "" };
        let one = match what {
            Noun::One(item) => item.node != Item::You,
            Noun::Name(_) => true,
            _ => single && counted,
        };
        let inner = Say {
            end: self.end && rest.is_empty(),
            ..self
        };
        let noun = match what {
            Noun::Hand {
                of,
                as_buildings: false,
            } if self.cards == Cards::Own && filters.is_empty() && self.is_doer(&of.node) => {
                format!("card{}", s(single))
            }
            _ => inner.noun(what, single && counted),
        };
        let filters = self.filters(rest, one);
        format!("{of}{target}{other}{noun}{foreign}{filters}")
    }

    /// Others than whoever does it.
    fn is_other(self, filter: &Filter) -> bool {
        matches!(filter, Filter::ExceptItem(item) if self.decides(&item.node))
    }

    /// Buildings of others than whoever does it.
    fn is_foreign(self, noun: &Noun, filter: &Filter) -> bool {
        others_than(noun, filter).is_some_and(|whose| self.decides(whose))
    }

    fn decides(self, item: &Item) -> bool {
        let theirs = self.decided;
        Say { theirs, ..self }.is_doer(item)
    }

    /// Filters, of one thing or of several.
    pub(super) fn filters(self, filters: &[Spanned<Filter>], single: bool) -> String {
        let last = filters.len().saturating_sub(1);
        let filter = |(at, filter): (usize, &Spanned<Filter>)| {
            let end = self.end && at == last;
            let say = Say { end, ..self }.taken(Cards::In);
            match &filter.node {
                // A filter behind it would belong to what it speaks of.
                Filter::That(what) if at < last && ends_open(what) => {
                    format!(" that ({})", say.last().that(what, single))
                }
                Filter::Extreme { most, measure } if at < last => {
                    let which = if *most { "most" } else { "fewest" };
                    format!(" with the {which} ({})", say.last().set(measure))
                }
                filter => say.filter(filter, single),
            }
        };
        filters.iter().enumerate().map(filter).collect()
    }

    /// A set as one term.
    pub(super) fn group(self, these: &SetExpr) -> String {
        match closed(these) {
            true => self.amid().set(these),
            false => format!("({})", self.last().set(these)),
        }
    }

    /// No filter of the set takes in what stands behind it.
    fn is_unfiltered(self, these: &SetExpr) -> bool {
        match &these.node {
            Set::Of { noun, filters, .. } => match filters.as_slice() {
                [] => true,
                [only] => self.is_foreign(&noun.node, &only.node),
                _ => false,
            },
            Set::Plus(..) => true,
        }
    }

    /// A set of which nothing behind it can be a part.
    pub(super) fn closed_off(self, these: &SetExpr) -> String {
        match self.is_unfiltered(these) {
            true => self.group(these),
            false => format!("({})", self.last().set(these)),
        }
    }

    fn noun(self, noun: &Noun, single: bool) -> String {
        let s = s(single);
        let say = self.taken(Cards::In);
        match noun {
            Noun::Buildings(Some(of)) if of.node == Item::You => format!("your building{s}"),
            // Filters behind belong to the tops: parentheses keep those of the others apart from them.
            Noun::Tops(Some(of)) => {
                let bare = match &of.node {
                    Set::Of { filters, .. } if filters.is_empty() => closed(of),
                    Set::Of { .. } => self.is_unfiltered(of),
                    Set::Plus(..) => false,
                };
                match bare {
                    true => format!("top{s} of {}", say.set(of)),
                    false => format!("top{s} of ({})", say.last().set(of)),
                }
            }
            Noun::CardsOn {
                building,
                from_top: true,
            } => format!("card{s} on {} from the top", say.amid().item(building)),
            Noun::Names { cards } if single => {
                format!("name of a {}", if *cards { "card" } else { "building" })
            }
            Noun::One(one) => match &one.node {
                Item::First(these) if !self.end && !these.node.is_top_card() => {
                    format!("the first of ({})", say.last().set(these))
                }
                Item::Pick(pick, these) if say.amid().item(one).starts_with('(') => {
                    format!("the {} of ({})", pick.word(), say.last().set(these))
                }
                _ => say.item(one),
            },
            noun => self.filled(noun, single),
        }
    }

    /// A filter with the space before it, of one thing or of several.
    fn filter(self, filter: &Filter, single: bool) -> String {
        match filter {
            Filter::That(what) => format!(" that {}", self.that(what, single)),
            filter => format!(" {}", self.filled(filter, false)),
        }
    }

    /// What is counted of the one looked at.
    pub(super) fn measured(self, these: &SetExpr) -> String {
        match these.node.parts() {
            Some((noun, filters)) if owned(noun).is_some_and(|of| of.node == Item::It) => {
                owned_word(noun, false).to_string() + &self.filters(filters, false)
            }
            _ => format!("({})", self.last().set(these)),
        }
    }
}

/// Whose these are, where they can be counted as `owned_word` says.
pub(super) fn owned(noun: &Noun) -> Option<&ItemExpr> {
    match noun {
        Noun::Hand {
            of,
            as_buildings: false,
        }
        | Noun::CardsIn(of)
        | Noun::Buildings(Some(of))
        | Noun::CardsOn {
            building: of,
            from_top: false,
        } => Some(of),
        _ => None,
    }
}

/// How somebody has these.
pub(super) fn owned_word(noun: &Noun, single: bool) -> String {
    let s = s(single);
    match noun {
        Noun::Hand { .. } => format!("card{s} in hand"),
        Noun::CardsIn(_) => format!("stacked card{s}"),
        Noun::Buildings(_) => format!("building{s}"),
        _ => format!("card{s}"),
    }
}

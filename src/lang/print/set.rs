//! Writes sets: nouns with their filters.

use super::{Cards, Say, is_one};
use crate::ast::{Cond, Filter, Item, ItemExpr, Noun, Property, Set, SetExpr};
use text::Spanned;

/// Whether nothing behind the set can be drawn into it.
pub(super) fn closed(these: &SetExpr) -> bool {
    match &these.node {
        Set::Of { noun, filters, .. } => {
            let open = |filter: &Spanned<Filter>| {
                matches!(filter.node, Filter::That(_) | Filter::Extreme { .. })
                    && others_than(noun, filter) != Some(&Item::You)
            };
            !filters.iter().any(open)
                && !matches!(&noun.node, Noun::One(item) if matches!(item.node, Item::First(_) | Item::Pick(..) | Item::Any(_) | Item::Random(_)))
        }
        Set::Plus(..) => false,
    }
}

/// Of whom buildings of others are not.
fn others_than<'a>(noun: &Spanned<Noun>, filter: &'a Spanned<Filter>) -> Option<&'a Item> {
    let Filter::That(Spanned {
        node: Cond::Is {
            item,
            not: true,
            property,
        },
        ..
    }) = &filter.node
    else {
        return None;
    };
    match &property.node {
        Property::Of(whose) if noun.node == Noun::Buildings(None) && item.node == Item::It => {
            Some(&whose.node)
        }
        _ => None,
    }
}

/// The set is one thing.
pub(super) fn is_single(set: &SetExpr) -> bool {
    // What several are called by one name mostly ends so.
    let one_name = |name: &String| !name.ends_with('s');
    matches!(&set.node, Set::Of { noun, .. } if match &noun.node {
        Noun::One(_) => true,
        Noun::Name(name) => one_name(name),
        _ => false,
    })
}

/// Behind a number these stand with `of`: `2 of them`, `2 of your buildings`.
pub(super) fn is_picked_of(set: &SetExpr) -> bool {
    let Set::Of {
        target: false,
        noun,
        ..
    } = &set.node
    else {
        return false;
    };
    match &noun.node {
        Noun::Them | Noun::DeckTop(_) => true,
        Noun::Buildings(Some(of)) => of.node == Item::You,
        _ => false,
    }
}

impl Say {
    pub(super) fn set(self, these: &SetExpr) -> String {
        self.written(these, false)
    }

    /// A set behind `a` or `each`: its first noun in the singular, or with `of` where it has none.
    pub(super) fn one_of(self, these: &SetExpr) -> String {
        self.written(these, true)
    }

    fn written(self, these: &SetExpr, single: bool) -> String {
        match &these.node {
            Set::Of {
                target,
                noun,
                filters,
            } => self.term(*target, noun, filters, single),
            Set::Plus(left, right) => {
                // Of several things it is said where they are taken from.
                let cards = if self.cards == Cards::Own {
                    Cards::From
                } else {
                    self.cards
                };
                let say = self.taken(cards);
                let left = match left.node {
                    Set::Plus(..) => say.amid().written(left, single),
                    _ if closed(left) => say.amid().written(left, single),
                    _ if single => format!("of ({})", say.last().set(left)),
                    _ => format!("({})", say.last().set(left)),
                };
                let filtered =
                    matches!(&right.node, Set::Of { filters, .. } if !filters.is_empty());
                let right = if filtered {
                    format!("({})", say.last().set(right))
                } else {
                    say.group(right)
                };
                format!("{left} plus {right}")
            }
        }
    }

    fn term(
        self,
        target: bool,
        what: &Spanned<Noun>,
        filters: &[Spanned<Filter>],
        single: bool,
    ) -> String {
        let target = if target { "target " } else { "" };
        let counted = match &what.node {
            Noun::Them | Noun::Name(_) | Noun::One(_) | Noun::DeckTop(_) => false,
            Noun::Buildings(Some(of)) => of.node != Item::You,
            _ => true,
        };
        let (mut other, mut foreign, mut rest) = ("", "", filters);
        if let [first, others @ ..] = filters {
            if self.is_foreign(what, first) {
                foreign = if single {
                    " of another player"
                } else {
                    " of other players"
                };
                rest = others;
            } else if matches!(what.node, Noun::Players { .. }) && self.is_other(first) {
                (other, rest) = ("other ", others);
            }
        }
        let of = if single && !counted { "of " } else { "" };
        let one = match &what.node {
            Noun::One(item) => item.node != Item::You,
            Noun::Name(_) => true,
            _ => single && counted,
        };
        let inner = Say {
            end: self.end && rest.is_empty(),
            ..self
        };
        let bare = self.cards == Cards::Own
            && filters.is_empty()
            && matches!(&what.node, Noun::Hand { of, as_buildings: false } if self.is_doer(&of.node));
        let noun = match bare {
            true if single => "card".to_string(),
            true => "cards".to_string(),
            false => inner.noun(&what.node, single && counted),
        };
        format!(
            "{of}{target}{other}{noun}{foreign}{}",
            self.filters(rest, one)
        )
    }

    /// Others than whoever does it.
    fn is_other(self, filter: &Spanned<Filter>) -> bool {
        matches!(&filter.node, Filter::ExceptItem(item) if self.decides(&item.node))
    }

    /// Buildings of others than whoever does it.
    fn is_foreign(self, noun: &Spanned<Noun>, filter: &Spanned<Filter>) -> bool {
        others_than(noun, filter).is_some_and(|whose| self.decides(whose))
    }

    fn decides(self, item: &Item) -> bool {
        match item {
            Item::You => !self.decided,
            Item::That(noun) => self.decided && noun == "player",
            _ => false,
        }
    }

    /// Filters, of one thing or of several.
    pub(super) fn filters(self, filters: &[Spanned<Filter>], single: bool) -> String {
        let last = filters.len().saturating_sub(1);
        let filter = |(at, filter): (usize, &Spanned<Filter>)| {
            Say {
                end: self.end && at == last,
                cards: Cards::In,
                ..self
            }
            .filter(filter, single)
        };
        filters.iter().enumerate().map(filter).collect()
    }

    /// A set as one term.
    pub(super) fn group(self, these: &SetExpr) -> String {
        if closed(these) {
            self.amid().set(these)
        } else {
            format!("({})", self.last().set(these))
        }
    }

    /// A set of which nothing behind it can be a part.
    pub(super) fn closed_off(self, these: &SetExpr) -> String {
        match &these.node {
            Set::Of { noun, filters, .. } => match filters.as_slice() {
                [] => self.group(these),
                [only] if self.is_foreign(noun, only) => self.group(these),
                _ => format!("({})", self.last().set(these)),
            },
            Set::Plus(..) => self.group(these),
        }
    }

    fn noun(self, noun: &Noun, single: bool) -> String {
        let s = if single { "" } else { "s" };
        let from = if self.cards == Cards::In {
            "in"
        } else {
            "from"
        };
        let say = self.taken(Cards::In);
        match noun {
            Noun::PlayersWith { counter, on } => {
                format!("player{s} with {} on {}", counter.node, say.item(on))
            }
            Noun::Players { from: None } => format!("player{s}"),
            Noun::Players { from: Some(from) } => {
                format!("player{s} clockwise from {}", say.item(from))
            }
            Noun::Buildings(None) => format!("building{s}"),
            Noun::Buildings(Some(of)) if of.node == Item::You => format!("your building{s}"),
            Noun::Buildings(Some(of)) => format!("building{s} of {}", say.item(of)),
            Noun::Row(side, of) => format!("building{s} {} of {}", side.word(), say.item(of)),
            Noun::Between(one, other) => {
                format!(
                    "building{s} between {} and {}",
                    say.amid().item(one),
                    say.item(other)
                )
            }
            Noun::Neighbours(of) => format!("neighbour{s} of {}", say.item(of)),
            Noun::Tops(None) => format!("top{s}"),
            // Filters behind belong to the tops: parentheses keep those of the others apart from them.
            Noun::Tops(Some(of)) => {
                let bare = match &of.node {
                    Set::Of { noun, filters, .. } => match filters.as_slice() {
                        [] => closed(of),
                        [only] => self.is_foreign(noun, only),
                        _ => false,
                    },
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
            } => {
                format!("card{s} on {} from the top", say.amid().item(building))
            }
            Noun::CardsOn {
                building,
                from_top: false,
            } => format!("card{s} on {}", say.item(building)),
            Noun::CardsIn(of) => format!("card{s} in {}", say.whose(of, "nation")),
            Noun::Hand { of, as_buildings } => {
                let word = if *as_buildings { "building" } else { "card" };
                format!("{word}{s} {from} {}", say.whose(of, "hand"))
            }
            Noun::Deck => format!("card{s} {from} the deck"),
            Noun::Names { cards } => {
                let of = if *cards { "card" } else { "building" };
                if single {
                    format!("name of a {of}")
                } else {
                    format!("names of {of}s")
                }
            }
            Noun::DeckTop(number) => {
                format!(
                    "the top {} card{} of the deck",
                    say.atom(number),
                    if is_one(number) { "" } else { "s" }
                )
            }
            Noun::Discard => format!("card{s} {from} the discard pile"),
            Noun::Places(None) => format!("place{s}"),
            Noun::Places(Some(of)) => format!("place{s} in {}", say.whose(of, "nation")),
            Noun::Them => "them".into(),
            Noun::Name(name) => name.clone(),
            Noun::One(one) => match &one.node {
                Item::First(these) if !self.end && !these.node.is_top_card() => {
                    format!("the first of ({})", say.last().set(these))
                }
                Item::Pick(pick, these) if say.amid().item(one).starts_with('(') => {
                    format!("the {} of ({})", pick.word(), say.last().set(these))
                }
                _ => say.item(one),
            },
        }
    }

    /// A filter with the space before it, of one thing or of several.
    fn filter(self, filter: &Spanned<Filter>, single: bool) -> String {
        match &filter.node {
            Filter::Named(name) => format!(" named \"{}\"", name.node),
            Filter::Called(name) => format!(" as {}", name.node),
            Filter::NamedAs(name) => format!(" named {}", self.item(name)),
            Filter::NamedLike(other) => format!(" named like {}", self.item(other)),
            Filter::ExceptNamed(name) => format!(" except \"{}\"", name.node),
            Filter::ExceptItem(one) => format!(" except {}", self.item(one)),
            Filter::Extreme { most, measure } => {
                format!(
                    " with the {} {}",
                    if *most { "most" } else { "fewest" },
                    self.measured(measure)
                )
            }
            Filter::That(what) => format!(" that {}", self.that(what, single)),
        }
    }

    /// What is counted of the one looked at.
    pub(super) fn measured(self, these: &SetExpr) -> String {
        let own = |item: &ItemExpr| item.node == Item::It;
        match &these.node {
            Set::Of {
                target: false,
                noun,
                filters,
            } if owned(&noun.node).is_some_and(own) => {
                owned_word(&noun.node, false).to_string() + &self.filters(filters, false)
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
        | Noun::Buildings(Some(of)) => Some(of),
        Noun::CardsOn {
            building,
            from_top: false,
        } => Some(building),
        _ => None,
    }
}

/// How somebody has these.
pub(super) fn owned_word(noun: &Noun, single: bool) -> &'static str {
    match (noun, single) {
        (Noun::Hand { .. }, true) => "card in hand",
        (Noun::Hand { .. }, false) => "cards in hand",
        (Noun::CardsIn(_), true) => "stacked card",
        (Noun::CardsIn(_), false) => "stacked cards",
        (Noun::Buildings(_), true) => "building",
        (Noun::Buildings(_), false) => "buildings",
        (_, true) => "card",
        (_, false) => "cards",
    }
}

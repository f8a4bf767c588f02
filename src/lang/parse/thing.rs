//! Builds things, and sets of things.

use super::builder::{Builder, first, known};
use super::{Node, Rule};
use crate::ast::{Cond, Filter, Item, ItemExpr, Noun, NumExpr, Property, Set, SetExpr};
use crate::trees::{any, at, filtered, it, number, of, players, players_but, that_player, you};
use text::{Pick, Span, Spanned};

/// The most, not the fewest.
pub(super) fn is_most(word: &str) -> bool {
    matches!(word, "most" | "highest")
}

/// Parts that stand beside each other, joined from left to right.
pub(super) fn joined<T>(
    parts: impl Iterator<Item = Spanned<T>>,
    join: fn(Box<Spanned<T>>, Box<Spanned<T>>) -> T,
) -> Spanned<T> {
    let all = parts.reduce(|left, right| {
        let span = left.span.to(right.span);
        at(join(Box::new(left), Box::new(right)), span)
    });
    all.expect("the grammar gives it a part")
}

/// A set that is written just like one thing, as that thing.
pub(super) fn lone_item(set: SetExpr) -> Result<ItemExpr, Box<SetExpr>> {
    let span = match &set.node {
        Set::Of { noun, .. } => noun.span,
        Set::Plus(..) => set.span,
    };
    match set.node.bare() {
        Some(Noun::One(item)) => Ok((**item).clone()),
        Some(Noun::Name(name)) => Ok(at(Item::Name(name.clone()), span)),
        _ => Err(Box::new(set)),
    }
}

/// One thing that is a number's name is a thing all the same.
pub(super) fn item_or(number: Spanned<NumExpr>) -> Result<ItemExpr, Spanned<NumExpr>> {
    match number.node {
        NumExpr::Name(name) => Ok(at(Item::Name(name), number.span)),
        _ => Err(number),
    }
}

/// The one that a filter looks at, ahead of what is said of it.
pub(super) fn looked_at(span: Span) -> ItemExpr {
    it(Span::new(span.start, span.start))
}

impl<'w> Builder<'w> {
    pub(super) fn item(self, node: Node<'w>) -> ItemExpr {
        let mut parts = self.parts(node.clone());
        let (text, span) = (parts.text.trim_end(), parts.span);
        let item = match parts.rule {
            Rule::item | Rule::thing | Rule::lone_item | Rule::property_item => {
                return parts.read();
            }
            Rule::set => {
                return lone_item(self.set(node)).unwrap_or_else(|set| any(*set));
            }
            Rule::your | Rule::owner | Rule::whose_hand => return self.whose(node),
            Rule::pronoun if text == "they" => return that_player(span),
            Rule::pronoun if text == "its owner" => Item::OwnerOf(Box::new(it(span))),
            Rule::picked => {
                let pick = known(parts.says(), &Pick::ALL, Pick::word);
                // One player is chosen for it.
                let of = parts.part(Rule::set).map_or_else(
                    || of(Noun::Buildings(Some(self.another_player(span))), span),
                    |set| self.set(set),
                );
                Item::Pick(pick, Box::new(of))
            }
            Rule::deck_card if text.ends_with("pile") => {
                Item::Pick(Pick::Last, Box::new(of(Noun::Discard, span)))
            }
            Rule::deck_card => {
                let top = Noun::DeckTop(Box::new(number(1, span)));
                Item::First(Box::new(of(top, span)))
            }
            _ => parts.row(),
        };
        at(item, span)
    }

    /// A set, or one of it.
    pub(super) fn set(self, node: Node<'w>) -> SetExpr {
        match node.as_rule() {
            Rule::one_such | Rule::random_item => self.set(first(node)),
            Rule::bare | Rule::term => self.term(node),
            _ => joined(node.into_inner().map(|node| self.term(node)), Set::Plus),
        }
    }

    pub(super) fn term(self, node: Node<'w>) -> SetExpr {
        let mut parts = self.parts(node);
        let (span, target) = (parts.span, parts.has(Rule::target));
        let head = parts.node();
        if head.as_rule() == Rule::set {
            return self.set(head);
        }
        let head = first(head);
        let place = self.span(&head);
        let (noun, but) = self.noun(head);
        let noun = at(noun, place);
        let filters = but.into_iter().chain(parts.map(|node| self.filter(node)));
        let filters = filters.collect();
        at(
            Set::Of {
                target,
                noun,
                filters,
            },
            span,
        )
    }

    /// What a noun stands for, and the filter that it brings along: `other players`.
    fn noun(self, node: Node<'w>) -> (Noun, Option<Spanned<Filter>>) {
        let mut parts = self.parts(node.clone());
        let (text, span) = (parts.text, parts.span);
        let but = match parts.rule {
            Rule::players if !text.starts_with("player") => {
                at(Filter::ExceptItem(at(self.doer(span).node, span)), span)
            }
            Rule::buildings => match parts.nth(1).filter(|node| node.as_rule() == Rule::others) {
                Some(others) => {
                    let place = self.span(&others);
                    let whose = at(self.doer(span).node, place);
                    let foreign = Cond::Is {
                        item: looked_at(place),
                        not: true,
                        property: at(Property::Of(whose), place),
                    };
                    let foreign = at(Filter::That(at(foreign, place)), place);
                    return (Noun::Buildings(None), Some(foreign));
                }
                None => return (self.parts(node).row(), None),
            },
            Rule::your_buildings => return (parts.row_of(Rule::buildings), None),
            _ => return (parts.row(), None),
        };
        (parts.row(), Some(but))
    }

    /// Whoever does something, where a text says what others do; else `you`.
    pub(super) fn doer(self, span: Span) -> ItemExpr {
        let place = Span::new(span.start, span.start);
        match self.others_do {
            true => that_player(place),
            false => you(place),
        }
    }

    /// `your`, `foe's`, or the item behind `of`.
    pub(super) fn whose(self, node: Node<'w>) -> ItemExpr {
        let span = self.span(&node);
        match node.as_rule() {
            Rule::your if node.as_str() == "your " => you(span),
            Rule::your => that_player(span),
            Rule::whose_hand => self.whose(first(node)),
            Rule::owner => match (node.clone().into_inner().next(), node.as_str()) {
                (Some(inner), _) => self.whose(inner),
                (None, "its ") => it(span),
                (None, said) if said.starts_with("provoker ") => at(Item::Provoker, span),
                (None, _) => self.another_player(span),
            },
            _ => self.item(node),
        }
    }

    /// One of the others, who is chosen then and there.
    fn another_player(self, span: Span) -> ItemExpr {
        any(players_but(at(self.doer(span).node, span)))
    }

    /// What is counted of each one looked at: its own cards or buildings, or any set.
    pub(super) fn measured(self, node: Node<'w>) -> SetExpr {
        let mut parts = self.parts(node);
        let (head, span) = (parts.node(), parts.span);
        match head.as_rule() {
            Rule::set => self.set(head),
            _ => {
                let filters = parts.map(|node| self.filter(node)).collect();
                self.owned(head, looked_at(span), filters, span)
            }
        }
    }

    /// Cards or buildings of somebody, or of a building.
    pub(super) fn owned(
        self,
        node: Node<'w>,
        of: ItemExpr,
        filters: Vec<Spanned<Filter>>,
        span: Span,
    ) -> SetExpr {
        let noun = match node.as_rule() {
            Rule::hand_cards => Noun::Hand {
                of,
                as_buildings: false,
            },
            Rule::stacked_cards => Noun::CardsIn(of),
            Rule::own_buildings => Noun::Buildings(Some(of)),
            _ => Noun::CardsOn {
                building: of,
                from_top: false,
            },
        };
        let noun = at(noun, self.span(&node));
        let target = false;
        at(
            Set::Of {
                target,
                noun,
                filters,
            },
            span,
        )
    }

    /// All players of whom most is counted, or fewest.
    pub(super) fn players_with_most(self, most: bool, measure: Node<'w>) -> SetExpr {
        let place = self.span(&measure);
        let measure = self.measured(measure);
        filtered(
            players(place),
            &at(Filter::Extreme { most, measure }, place),
        )
    }

    pub(super) fn filter(self, node: Node<'w>) -> Spanned<Filter> {
        let mut parts = self.parts(first(node));
        let span = parts.span;
        let filter = match parts.rule {
            Rule::extreme => Filter::Extreme {
                most: is_most(parts.says()),
                measure: self.measured(parts.node()),
            },
            Rule::that => Filter::That(self.that(parts.node())),
            _ => return at(parts.row(), span),
        };
        at(filter, span)
    }

    /// A condition of the thing looked at.
    fn that(self, node: Node<'w>) -> Spanned<Cond> {
        let mut parts = self.parts(node.clone());
        let cond = match parts.rule {
            Rule::that_or => return joined(parts.map(|node| self.that(node)), Cond::Or),
            Rule::that_and => return joined(parts.map(|node| self.that(node)), Cond::And),
            Rule::that_part => return self.that(parts.node()),
            Rule::that_not => Cond::Not(Box::new(self.that(parts.node()))),
            Rule::about => self.about(looked_at(parts.span), parts.node()),
            _ => return self.cond(node),
        };
        at(cond, parts.span)
    }
}

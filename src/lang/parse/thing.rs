//! Builds things, and sets of things.

use super::builder::{Builder, Parts, first};
use super::grammar::{Node, Rule};
use crate::ast::{Cond, Filter, Item, ItemExpr, Noun, Property, Set, SetExpr, Word};
use text::{Pick, Side, Span, Spanned};

fn side(node: &Node) -> Side {
    if node.as_str().starts_with(Side::Left.word()) {
        Side::Left
    } else {
        Side::Right
    }
}

/// A thing that is named by another one.
type Part = fn(Box<ItemExpr>) -> Item;

const PARTS: [(&str, Part); 6] = [
    ("the top ", Item::TopOf),
    ("the owner ", Item::OwnerOf),
    ("the building under ", Item::Under),
    ("the next player ", Item::NextPlayer),
    ("the name written ", Item::WrittenOn),
    ("the name of ", Item::NameOf),
];

/// The most, not the fewest.
pub(super) fn is_most(node: &Node) -> bool {
    matches!(node.as_str(), "most " | "highest ")
}

/// Parts that stand beside each other, joined from left to right.
pub(super) fn joined<T>(
    mut parts: impl Iterator<Item = Spanned<T>>,
    join: fn(Box<Spanned<T>>, Box<Spanned<T>>) -> T,
) -> Spanned<T> {
    let head = parts.next().expect("the grammar gives it a part");
    parts.fold(head, |left, right| {
        let span = left.span.to(right.span);
        Spanned::new(join(Box::new(left), Box::new(right)), span)
    })
}

/// A set that is written just like one thing, as that thing.
pub(super) fn lone_item(set: SetExpr) -> Result<ItemExpr, Box<SetExpr>> {
    match set.node {
        Set::Of {
            target: false,
            noun,
            filters,
        } if filters.is_empty() => match noun.node {
            Noun::One(item) => Ok(*item),
            Noun::Name(name) => Ok(Spanned::new(Item::Name(name), noun.span)),
            node => {
                let noun = Spanned::new(node, noun.span);
                Err(Box::new(Spanned::new(
                    Set::Of {
                        target: false,
                        noun,
                        filters,
                    },
                    set.span,
                )))
            }
        },
        node => Err(Box::new(Spanned::new(node, set.span))),
    }
}

/// A set without filters.
pub(super) fn of(noun: Noun, span: Span) -> SetExpr {
    Spanned::new(
        Set::Of {
            target: false,
            noun: Spanned::new(noun, span),
            filters: Vec::new(),
        },
        span,
    )
}

/// One thing as a set.
pub(super) fn lone(item: ItemExpr) -> SetExpr {
    let span = item.span;
    of(Noun::One(Box::new(item)), span)
}

/// A set with one filter more.
pub(super) fn filtered(mut these: SetExpr, filter: Filter, span: Span) -> SetExpr {
    if let Set::Of { filters, .. } = &mut these.node {
        filters.push(Spanned::new(filter, span));
    }
    these
}

/// The one that a filter looks at, ahead of what is said of it.
pub(super) fn looked_at(span: Span) -> ItemExpr {
    Spanned::new(Item::It, Span::new(span.start, span.start))
}

impl Builder<'_> {
    pub(super) fn item(self, node: Node) -> ItemExpr {
        let span = self.span(&node);
        let item = match node.as_rule() {
            Rule::item | Rule::thing | Rule::lone_item | Rule::property_item => {
                return self.item(first(node));
            }
            Rule::one_such => Item::Any(Box::new(self.set(first(node)))),
            Rule::set => return self.lone_of(node),
            Rule::pronoun => match node.as_str().trim_end() {
                "this" => Item::This,
                "it" => Item::It,
                "you" => Item::You,
                "they" => Item::That("player".into()),
                "its owner" => Item::OwnerOf(Box::new(Spanned::new(Item::It, span))),
                _ => Item::Provoker,
            },
            Rule::that_noun => Item::That(node.as_str().trim_end().into()),
            Rule::random_item => Item::Random(Box::new(self.set(first(node)))),
            Rule::first => Item::First(Box::new(self.set(first(node)))),
            Rule::part_of | Rule::name_of => {
                let said = node.as_str();
                let (_, read) = PARTS
                    .iter()
                    .find(|(words, _)| said.starts_with(words))
                    .expect("the grammar knows no others");
                read(Box::new(self.item(first(node))))
            }
            Rule::entry => Item::Entry(Box::new(self.entry(node))),
            Rule::name => Item::Name(self.word(node).node),
            Rule::beside => {
                let mut parts = Parts::of(node);
                Item::Beside(side(&parts.next()), Box::new(self.item(parts.next())))
            }
            Rule::picked => {
                let mut parts = Parts::of(node);
                let word = parts.next();
                let word = word.as_str().trim_end();
                let pick = Pick::ALL
                    .into_iter()
                    .find(|pick| pick.word() == word)
                    .expect("the grammar knows no others");
                let of = match parts.take(Rule::set) {
                    Some(set) => self.set(set),
                    // One player is chosen for it.
                    None => of(Noun::Buildings(Some(self.another_player(span))), span),
                };
                Item::Pick(pick, Box::new(of))
            }
            Rule::deck_card => {
                if node.as_str().ends_with("pile ") {
                    Item::Pick(Pick::Last, Box::new(of(Noun::Discard, span)))
                } else {
                    let one = Box::new(Spanned::new(crate::ast::NumExpr::Number(1), span));
                    Item::First(Box::new(of(Noun::DeckTop(one), span)))
                }
            }
            other => unreachable!("{other:?} is no thing of the grammar"),
        };
        Spanned::new(item, span)
    }

    /// A set where one thing is meant: one thing, or all of it.
    fn lone_of(self, node: Node) -> ItemExpr {
        lone_item(self.set(node)).unwrap_or_else(|set| {
            let span = set.span;
            Spanned::new(Item::Any(set), span)
        })
    }

    /// `the NAME of ITEM`
    pub(super) fn entry(self, node: Node) -> (Word, ItemExpr) {
        let mut parts = Parts::of(node);
        (self.word(parts.next()), self.item(parts.next()))
    }

    /// A set, or one of it.
    pub(super) fn set(self, node: Node) -> SetExpr {
        if matches!(node.as_rule(), Rule::one_such | Rule::random_item) {
            return self.set(first(node));
        }
        joined(node.into_inner().map(|node| self.term(node)), Set::Plus)
    }

    pub(super) fn term(self, node: Node) -> SetExpr {
        let span = self.span(&node);
        let mut parts = Parts::of(node);
        let target = parts.has(Rule::target);
        let head = parts.next();
        if head.as_rule() == Rule::set {
            return self.set(head);
        }
        let (noun, but) = self.noun(head);
        let filters = but
            .into_iter()
            .chain(parts.rest().map(|node| self.filter(node)))
            .collect();
        Spanned::new(
            Set::Of {
                target,
                noun,
                filters,
            },
            span,
        )
    }

    /// What a noun stands for, and the filter that it brings along: `other players`.
    fn noun(self, node: Node) -> (Spanned<Noun>, Option<Spanned<Filter>>) {
        let node = first(node);
        let span = self.span(&node);
        let mut but = None;
        let except = |item| Spanned::new(Filter::ExceptItem(Spanned::new(item, span)), span);
        let rule = node.as_rule();
        let mut parts = Parts::of(node.clone());
        let noun = match rule {
            Rule::name => Noun::Name(self.word(node).node),
            Rule::lone_item => Noun::One(Box::new(self.item(node))),
            Rule::players => {
                but = (!node.as_str().starts_with("player")).then(|| except(self.doer(span).node));
                Noun::Players {
                    from: parts.rest().next().map(|node| self.item(node)),
                }
            }
            Rule::players_with => Noun::PlayersWith {
                counter: self.word(parts.next()),
                on: self.item(parts.next()),
            },
            Rule::hand => {
                let as_buildings = parts.next().as_rule() == Rule::own_buildings;
                parts.has(Rule::from_word);
                Noun::Hand {
                    of: self.whose(parts.next()),
                    as_buildings,
                }
            }
            Rule::your_buildings => Noun::Buildings(Some(self.whose(parts.next()))),
            Rule::buildings => {
                parts.next();
                match parts.nodes.next() {
                    Some(others) if others.as_rule() == Rule::others => {
                        let place = self.span(&others);
                        let property = Spanned::new(
                            Property::Of(Spanned::new(self.doer(span).node, place)),
                            place,
                        );
                        let foreign = Cond::Is {
                            item: looked_at(place),
                            not: true,
                            property,
                        };
                        but = Some(Spanned::new(
                            Filter::That(Spanned::new(foreign, place)),
                            place,
                        ));
                        Noun::Buildings(None)
                    }
                    whose => Noun::Buildings(whose.map(|node| self.item(node))),
                }
            }
            Rule::row_part => {
                parts.next();
                Noun::Row(side(&parts.next()), self.item(parts.next()))
            }
            Rule::between => {
                parts.next();
                Noun::Between(self.item(parts.next()), self.item(parts.next()))
            }
            Rule::neighbours => Noun::Neighbours(self.item(parts.next())),
            Rule::tops => Noun::Tops(parts.rest().next().map(|node| Box::new(self.term(node)))),
            Rule::cards_on => {
                parts.next();
                Noun::CardsOn {
                    building: self.item(parts.next()),
                    from_top: parts.has(Rule::from_top),
                }
            }
            Rule::cards_in => {
                parts.next();
                Noun::CardsIn(self.whose(parts.next()))
            }
            Rule::deck_cards if node.as_str().ends_with("pile ") => Noun::Discard,
            Rule::deck_cards => Noun::Deck,
            Rule::names_of => Noun::Names {
                cards: parts.next().as_rule() == Rule::own_cards,
            },
            Rule::deck_top => return (self.deck_top(node), None),
            Rule::places => Noun::Places(parts.rest().next().map(|node| self.whose(node))),
            Rule::them => Noun::Them,
            other => unreachable!("{other:?} is no noun of the grammar"),
        };
        (Spanned::new(noun, span), but)
    }

    pub(super) fn deck_top(self, node: Node) -> Spanned<Noun> {
        let span = self.span(&node);
        Spanned::new(Noun::DeckTop(Box::new(self.number(first(node)))), span)
    }

    /// Whoever does something, where a text says what others do; else `you`.
    pub(super) fn doer(self, span: Span) -> ItemExpr {
        let item = if self.others_do {
            Item::That("player".into())
        } else {
            Item::You
        };
        Spanned::new(item, Span::new(span.start, span.start))
    }

    /// `your`, `foe's`, or the item behind `of`.
    pub(super) fn whose(self, node: Node) -> ItemExpr {
        let span = self.span(&node);
        let item = match node.as_rule() {
            Rule::your if node.as_str() == "your " => Item::You,
            Rule::your => Item::That("player".into()),
            Rule::whose_hand => return self.whose(first(node)),
            Rule::owner => match node.clone().into_inner().next() {
                Some(inner) => return self.whose(inner),
                None if node.as_str() == "its " => Item::It,
                None if node.as_str().starts_with("provoker ") => Item::Provoker,
                None => return self.another_player(span),
            },
            _ => return self.item(node),
        };
        Spanned::new(item, span)
    }

    /// One of the others, who is chosen then and there.
    fn another_player(self, span: Span) -> ItemExpr {
        let players = of(Noun::Players { from: None }, span);
        let but = Filter::ExceptItem(Spanned::new(self.doer(span).node, span));
        Spanned::new(Item::Any(Box::new(filtered(players, but, span))), span)
    }

    /// What is counted of each one looked at: its own cards or buildings, or any set.
    pub(super) fn measured(self, node: Node, whose: ItemExpr) -> SetExpr {
        let span = self.span(&node);
        let mut parts = Parts::of(node);
        let head = parts.next();
        match head.as_rule() {
            Rule::set => self.set(head),
            _ => self.owned(
                head,
                whose,
                parts.rest().map(|node| self.filter(node)).collect(),
                span,
            ),
        }
    }

    /// Cards or buildings of somebody, or of a building.
    pub(super) fn owned(
        self,
        node: Node,
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
        Spanned::new(
            Set::Of {
                target: false,
                noun: Spanned::new(noun, self.span(&node)),
                filters,
            },
            span,
        )
    }

    pub(super) fn filter(self, node: Node) -> Spanned<Filter> {
        let node = first(node);
        let span = self.span(&node);
        let filter = match node.as_rule() {
            Rule::called => Filter::Called(self.word(first(node))),
            Rule::named => self.named(node, Filter::Named, Filter::NamedLike, Filter::NamedAs),
            Rule::except => match first(node) {
                name if name.as_rule() == Rule::quoted => Filter::ExceptNamed(self.word(name)),
                item => Filter::ExceptItem(self.item(item)),
            },
            Rule::extreme => {
                let mut parts = Parts::of(node);
                let most = is_most(&parts.next());
                let measure = parts.next();
                let it = looked_at(self.span(&measure));
                Filter::Extreme {
                    most,
                    measure: self.measured(measure, it),
                }
            }
            Rule::that => Filter::That(self.that(first(node))),
            other => unreachable!("{other:?} is no filter of the grammar"),
        };
        Spanned::new(filter, span)
    }

    /// `named "Mill"`, `named like this`, `named this`
    pub(super) fn named<T>(
        self,
        node: Node,
        quoted: fn(Word) -> T,
        like: fn(ItemExpr) -> T,
        same: fn(ItemExpr) -> T,
    ) -> T {
        let other = if node.as_str().starts_with("named like ") {
            like
        } else {
            same
        };
        match first(node) {
            name if name.as_rule() == Rule::quoted => quoted(self.word(name)),
            item => other(self.item(item)),
        }
    }

    /// A condition of the thing looked at.
    fn that(self, node: Node) -> Spanned<Cond> {
        let span = self.span(&node);
        match node.as_rule() {
            Rule::that_or | Rule::that_and => {
                let join = if node.as_rule() == Rule::that_or {
                    Cond::Or
                } else {
                    Cond::And
                };
                joined(node.into_inner().map(|node| self.that(node)), join)
            }
            Rule::that_part => self.that(first(node)),
            Rule::that_not => Spanned::new(Cond::Not(Box::new(self.that(first(node)))), span),
            Rule::about => Spanned::new(self.about(looked_at(span), first(node)), span),
            _ => self.cond(node),
        }
    }
}

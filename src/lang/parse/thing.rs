//! Builds things, and sets of things.

use super::builder::{Builder, first};
use super::grammar::{Node, Rule};
use crate::ast::{Cond, Filter, Item, ItemExpr, Noun, NumExpr, Property, Set, SetExpr, Word};
use crate::trees::{any, at, filtered, it, number, of, players, players_but, that_player, you};
use text::{Pick, Side, Span, Spanned};

fn side(word: &str) -> Side {
    match word {
        "left" => Side::Left,
        _ => Side::Right,
    }
}

type Wrap = fn(Box<ItemExpr>) -> Item;

/// Things that are named by another one.
const PARTS: [(&str, Wrap); 6] = [
    ("the top ", Item::TopOf),
    ("the owner ", Item::OwnerOf),
    ("the building under ", Item::Under),
    ("the next player ", Item::NextPlayer),
    ("the name written ", Item::WrittenOn),
    ("the name of ", Item::NameOf),
];

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
            Rule::pronoun => match text {
                "this" => Item::This,
                "it" => Item::It,
                "you" => Item::You,
                "they" => return that_player(span),
                "its owner" => Item::OwnerOf(Box::new(it(span))),
                _ => Item::Provoker,
            },
            Rule::that_noun => Item::That(text.into()),
            Rule::one_such => Item::Any(parts.read()),
            Rule::random_item => Item::Random(parts.read()),
            Rule::first => Item::First(parts.read()),
            Rule::part_of | Rule::name_of => {
                let part = PARTS.iter().find(|(words, _)| text.starts_with(words));
                let (_, part) = part.expect("the grammar knows no others");
                part(parts.read())
            }
            Rule::entry => Item::Entry(parts.read()),
            Rule::name => Item::Name(self.word(node).node),
            Rule::beside => Item::Beside(side(parts.says()), parts.read()),
            Rule::picked => {
                let word = parts.says();
                let pick = Pick::ALL.into_iter().find(|pick| pick.word() == word);
                let of = match parts.part(Rule::set) {
                    Some(set) => self.set(set),
                    // One player is chosen for it.
                    None => of(Noun::Buildings(Some(self.another_player(span))), span),
                };
                Item::Pick(pick.expect("the grammar knows no others"), Box::new(of))
            }
            Rule::deck_card if text.ends_with("pile") => {
                Item::Pick(Pick::Last, Box::new(of(Noun::Discard, span)))
            }
            Rule::deck_card => {
                let top = Noun::DeckTop(Box::new(number(1, span)));
                Item::First(Box::new(of(top, span)))
            }
            other => unreachable!("{other:?} is no thing of the grammar"),
        };
        at(item, span)
    }

    /// A set, or one of it.
    pub(super) fn set(self, node: Node<'w>) -> SetExpr {
        match node.as_rule() {
            Rule::one_such | Rule::random_item => self.set(first(node)),
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
        let owned = [Rule::own_cards, Rule::own_buildings];
        let owned = owned.into_iter().find(|rule| parts.has(*rule));
        let noun = match parts.rule {
            Rule::name => Noun::Name(self.word(node).node),
            Rule::lone_item => Noun::One(parts.read()),
            Rule::players => {
                let but = Filter::ExceptItem(at(self.doer(span).node, span));
                let but = (!text.starts_with("player")).then_some(at(but, span));
                return (Noun::Players { from: parts.read() }, but);
            }
            Rule::players_with => Noun::PlayersWith {
                counter: parts.read(),
                on: parts.read(),
            },
            Rule::hand => {
                parts.has(Rule::from_word);
                Noun::Hand {
                    of: self.whose(parts.node()),
                    as_buildings: owned == Some(Rule::own_buildings),
                }
            }
            Rule::your_buildings => Noun::Buildings(Some(self.whose(parts.node()))),
            Rule::buildings => match parts.part(Rule::others) {
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
                None => Noun::Buildings(parts.read()),
            },
            Rule::row_part => Noun::Row(side(parts.says()), parts.read()),
            Rule::between => Noun::Between(parts.read(), parts.read()),
            Rule::neighbours => Noun::Neighbours(parts.read()),
            Rule::tops => Noun::Tops(parts.next().map(|node| Box::new(self.term(node)))),
            Rule::cards_on => Noun::CardsOn {
                building: parts.read(),
                from_top: parts.has(Rule::from_top),
            },
            Rule::cards_in => Noun::CardsIn(self.whose(parts.node())),
            Rule::deck_cards if text.ends_with("pile ") => Noun::Discard,
            Rule::deck_cards => Noun::Deck,
            Rule::names_of => Noun::Names {
                cards: owned == Some(Rule::own_cards),
            },
            Rule::deck_top => self.deck_top(node),
            Rule::places => Noun::Places(parts.next().map(|node| self.whose(node))),
            Rule::them => Noun::Them,
            other => unreachable!("{other:?} is no noun of the grammar"),
        };
        (noun, None)
    }

    pub(super) fn deck_top(self, node: Node<'w>) -> Noun {
        Noun::DeckTop(self.parts(node).read())
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
        let filter = match parts.rule {
            Rule::called => Filter::Called(parts.read()),
            Rule::named => {
                let (quoted, like, same) = (Filter::Named, Filter::NamedLike, Filter::NamedAs);
                self.named(parts.node(), parts.text, quoted, like, same)
            }
            Rule::except => match parts.part(Rule::quoted) {
                Some(name) => Filter::ExceptNamed(self.word(name)),
                None => Filter::ExceptItem(parts.read()),
            },
            Rule::extreme => Filter::Extreme {
                most: is_most(parts.says()),
                measure: self.measured(parts.node()),
            },
            Rule::that => Filter::That(self.that(parts.node())),
            other => unreachable!("{other:?} is no filter of the grammar"),
        };
        at(filter, parts.span)
    }

    /// `named "Mill"`, `named like this`, `named this`
    pub(super) fn named<T>(
        self,
        name: Node<'w>,
        said: &str,
        quoted: fn(Word) -> T,
        like: fn(ItemExpr) -> T,
        same: fn(ItemExpr) -> T,
    ) -> T {
        match name.as_rule() {
            Rule::quoted => quoted(self.word(name)),
            _ if said.starts_with("named like ") => like(self.item(name)),
            _ => same(self.item(name)),
        }
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

//! Builds things and sets of things.

use super::grammar::{Node, Rule};
use super::trees::{looked_at, of};
use super::{Builder, first, part};
use crate::base::{Span, Spanned};
use crate::syntax::ast::{Cond, Filter, Item, ItemExpr, Noun, OWNER, Pick, Property, Set, SetExpr, Side, Word};

fn side(node: &Node) -> Side {
    if node.as_str() == Side::Left.word() { Side::Left } else { Side::Right }
}

impl Builder {
    /// An `item`, or any of the rules that are one.
    pub(super) fn item(self, node: Node) -> ItemExpr {
        let span = self.span(&node);
        let item = match node.as_rule() {
            Rule::item | Rule::lone_item => return self.item(first(node)),
            Rule::any_item | Rule::random_item => return self.any(node),
            Rule::one_of_set => return self.one_of_set(node),
            Rule::a_player => return self.a_player(node),
            Rule::foremost => Item::Any(Box::new(self.set(first(node)))),
            Rule::at_side => self.at_your_side(first(node)),
            Rule::its_own => Item::It,
            Rule::deck_card => self.deck_card(node),
            Rule::owned_by | Rule::has_it => return self.item(first(node)),
            Rule::their | Rule::they | Rule::their_own => Item::That("player".into()),
            Rule::your_owns => Item::You,
            Rule::its_owner => Item::Name(OWNER.into()),
            Rule::of_another => return self.another_player(span),
            Rule::that_one_thing => Item::That(first(node).as_str().to_string()),
            Rule::this => Item::This,
            Rule::it => Item::It,
            Rule::other_of_two => self.other_of_two(span),
            Rule::you => Item::You,
            Rule::provoker => Item::Provoker,
            Rule::first => Item::First(Box::new(self.set(first(node)))),
            Rule::top_of | Rule::top_of_any => Item::TopOf(Box::new(self.item(first(node)))),
            Rule::owner_of => Item::OwnerOf(Box::new(self.item(first(node)))),
            Rule::picked => {
                let mut parts = node.into_inner().peekable();
                let whose = parts.next_if(|node| {
                    matches!(node.as_rule(), Rule::your | Rule::their | Rule::owned_by | Rule::of_another)
                });
                let word = part(&mut parts);
                if let Some(whose) = whose {
                    let pick = Pick::ALL.into_iter().find(|pick| pick.word() == word.as_str()).unwrap_or(Pick::Last);
                    let set = of(Noun::Buildings(Some(self.whose(whose))), span);
                    return Spanned::new(Item::Pick(pick, Box::new(set)), span);
                }
                let pick = Pick::ALL.into_iter().find(|pick| pick.word() == word.as_str()).unwrap_or(Pick::Last);
                let mut parts = parts.filter(|node| node.as_rule() != Rule::building_word);
                let set = part(&mut parts);
                let set = match set.as_rule() {
                    Rule::one_other => of(Noun::Buildings(Some(self.another_player(span))), span),
                    _ => self.set(set),
                };
                Item::Pick(pick, Box::new(set))
            }
            Rule::beside => {
                // `its left neighbour`
                let (sides, of): (Vec<Node>, Vec<Node>) =
                    node.into_inner().partition(|node| node.as_rule() == Rule::side);
                let of = of.into_iter().next().map_or(Spanned::new(Item::It, span), |of| self.item(of));
                Item::Beside(side(&part(&mut sides.into_iter())), Box::new(of))
            }
            Rule::next_player => match node.into_inner().next() {
                Some(side) if side.as_rule() == Rule::at_your_side => self.at_your_side(side),
                Some(from) => Item::NextPlayer(Box::new(self.item(from))),
                None => Item::NextPlayer(Box::new(Spanned::new(Item::You, span))),
            },
            Rule::row_end => self.row_end(node),
            Rule::name_of_one => Item::NameOf(Box::new(self.item(first(node)))),
            Rule::name_written => {
                let on = node.clone().into_inner().next();
                Item::WrittenOn(Box::new(on.map_or(Spanned::new(Item::This, span), |on| self.item(on))))
            }
            Rule::under => Item::Under(Box::new(self.item(first(node)))),
            Rule::entry => Item::Entry(Box::new(self.entry(node))),
            Rule::name => Item::Name(node.as_str().to_string()),
            other => unreachable!("{other:?} is no item of the grammar"),
        };
        Spanned::new(item, span)
    }

    /// `the NAME of ITEM`
    pub(super) fn entry(self, node: Node) -> (Word, ItemExpr) {
        let mut parts = node.into_inner();
        (self.word(part(&mut parts)), self.item(part(&mut parts)))
    }

    pub(super) fn any(self, node: Node) -> ItemExpr {
        let span = self.span(&node);
        let random = node.as_rule() == Rule::random_item;
        let mut parts = node.into_inner().filter(|node| node.as_rule() == Rule::set);
        let set = Box::new(self.set(part(&mut parts)));
        Spanned::new(if random { Item::Random(set) } else { Item::Any(set) }, span)
    }

    pub(super) fn set(self, node: Node) -> SetExpr {
        let mut terms = node.into_inner().map(|node| self.term(node));
        let head = terms.next().expect("the grammar gives every set a term");
        terms.fold(head, |left, right| {
            let span = left.span.to(right.span);
            Spanned::new(Set::Plus(Box::new(left), Box::new(right)), span)
        })
    }

    pub(super) fn term(self, node: Node) -> SetExpr {
        let span = self.span(&node);
        let mut parts = node.into_inner().peekable();
        let target = parts.next_if(|node| node.as_rule() == Rule::target).is_some();
        let head = part(&mut parts);
        if head.as_rule() == Rule::group {
            return self.set(first(head));
        }
        let others = head.clone().into_inner().next().and_then(|node| {
            let but = match node.as_rule() {
                Rule::other_players | Rule::everyone_else => Item::You,
                Rule::but_this if self.building_chosen => Item::That("building".into()),
                Rule::but_this => Item::This,
                Rule::but_that => Item::That("building".into()),
                _ => return None,
            };
            let span = self.span(&node);
            Some(Spanned::new(Filter::ExceptItem(Spanned::new(but, span)), span))
        });
        let others = others.or_else(|| self.of_others(&head.clone().into_inner().next()?));
        let victory = head.clone().into_inner().next().filter(|noun| noun.as_rule() == Rule::victory_cards);
        let victory = victory.map(|noun| {
            let place = self.span(&noun);
            let property = Spanned::new(Property::VictoryCard, place);
            Spanned::new(
                Filter::That(Spanned::new(Cond::Is { item: looked_at(place), not: false, property }, place)),
                place,
            )
        });
        let inner = head.clone().into_inner().next().into_iter().flat_map(|noun| noun.into_inner());
        let named = inner.filter(|node| node.as_rule() == Rule::named);
        let named = named.map(|node| Spanned::new(Filter::Named(self.word(first(node.clone()))), self.span(&node)));
        let by_noun = head.clone().into_inner().next().and_then(|noun| self.by_noun(&noun));
        let adjective = head.clone().into_inner().next().into_iter().flat_map(|noun| noun.into_inner());
        let adjective = adjective.filter(|node| node.as_rule() == Rule::adjective).map(|node| self.adjective(node));
        let filters = others
            .into_iter()
            .chain(victory)
            .chain(adjective)
            .chain(by_noun)
            .chain(named)
            .chain(parts.map(|node| self.filter(node)))
            .collect();
        Spanned::new(Set::Of { target, noun: self.noun(head), filters }, span)
    }

    /// One thing as a set.
    pub(super) fn lone(self, item: Item, span: Span) -> SetExpr {
        let noun = Noun::One(Box::new(Spanned::new(item, span)));
        Spanned::new(Set::Of { target: false, noun: Spanned::new(noun, span), filters: Vec::new() }, span)
    }

    fn noun(self, node: Node) -> Spanned<Noun> {
        let node = first(node);
        let span = self.span(&node);
        let rule = node.as_rule();
        let name = node.as_str();
        if rule == Rule::name {
            return Spanned::new(Noun::Name(name.to_string()), span);
        }
        let mut parts = node.into_inner();
        let noun = match rule {
            Rule::lone_item => Noun::One(Box::new(self.item(part(&mut parts)))),
            Rule::players_with => {
                let mut parts = parts.filter(|node| node.as_rule() != Rule::one_article);
                Noun::PlayersWith { counter: self.word(part(&mut parts)), on: self.item(part(&mut parts)) }
            }
            Rule::row_ends => Noun::Buildings(None),
            Rule::yours_alone => Noun::Buildings(Some(Spanned::new(
                if name == "yours" { Item::You } else { Item::That("player".into()) },
                span,
            ))),
            Rule::players | Rule::other_players | Rule::everyone | Rule::everyone_else => {
                Noun::Players { from: parts.next().map(|node| self.item(node)) }
            }
            Rule::hand => {
                let as_buildings = part(&mut parts).as_rule() == Rule::hand_buildings;
                let mut parts = parts.filter(|node| node.as_rule() != Rule::named);
                Noun::Hand { of: self.whose(part(&mut parts)), as_buildings }
            }
            Rule::buildings | Rule::their_buildings | Rule::but_this | Rule::but_that | Rule::victory_cards => {
                let said = [
                    Rule::adjective,
                    Rule::building_word,
                    Rule::victory_word,
                    Rule::others_all,
                    Rule::of_another,
                    Rule::of_the_others,
                ];
                let whose = parts.find(|node| !said.contains(&node.as_rule()));
                Noun::Buildings(whose.map(|whose| self.whose(whose)))
            }
            Rule::row_part => Noun::Row(side(&part(&mut parts)), self.item(part(&mut parts))),
            Rule::between => Noun::Between(self.item(part(&mut parts)), self.item(part(&mut parts))),
            Rule::neighbours => Noun::Neighbours(match parts.next() {
                Some(of) => self.item(of),
                None => Spanned::new(Item::This, span),
            }),
            Rule::tops_of => Noun::Tops(Some(Box::new(self.term(part(&mut parts))))),
            Rule::tops => Noun::Tops(None),
            Rule::cards_on => {
                let mut parts = parts.skip_while(|node| node.as_rule() == Rule::facing);
                Noun::CardsOn { building: self.item(part(&mut parts)), from_top: parts.next().is_some() }
            }
            Rule::cards_in => {
                let mut parts = parts.skip_while(|node| node.as_rule() == Rule::facing);
                Noun::CardsIn(self.whose(part(&mut parts)))
            }
            Rule::discard_pile => Noun::Discard,
            Rule::deck => Noun::Deck,
            Rule::building_names => Noun::Names { cards: false },
            Rule::card_names => Noun::Names { cards: true },
            Rule::deck_top => Noun::DeckTop(Box::new(self.number(part(&mut parts)))),
            Rule::places => Noun::Places(parts.next().map(|node| self.whose(node))),
            Rule::them => Noun::Them,
            other => unreachable!("{other:?} is no noun of the grammar"),
        };
        Spanned::new(noun, span)
    }

    /// `your`, or the item behind `of`.
    pub(super) fn whose(self, node: Node) -> ItemExpr {
        match node.as_rule() {
            Rule::your => Spanned::new(Item::You, self.span(&node)),
            _ => self.item(node),
        }
    }

    /// What is counted of each one looked at: its own cards or buildings, or any set.
    fn measured(self, node: Node) -> SetExpr {
        let span = self.span(&node);
        let mut parts = node.into_inner();
        let head = part(&mut parts);
        let place = self.span(&head);
        if head.as_rule() == Rule::group {
            return self.set(first(head));
        }
        let it = Spanned::new(Item::It, Span::new(place.start, place.start));
        self.own(head, it, parts.map(|node| self.filter(node)).collect(), span)
    }

    /// Cards or buildings of somebody, or of a building.
    pub(super) fn own(self, node: Node, of: ItemExpr, filters: Vec<Spanned<Filter>>, span: Span) -> SetExpr {
        let noun = match node.as_rule() {
            Rule::own_hand => Noun::Hand { of, as_buildings: false },
            Rule::own_nation => Noun::CardsIn(of),
            Rule::own_buildings => Noun::Buildings(Some(of)),
            _ => Noun::CardsOn { building: of, from_top: false },
        };
        Spanned::new(Set::Of { target: false, noun: Spanned::new(noun, self.span(&node)), filters }, span)
    }

    /// `stacked buildings`, `a disabled building`
    pub(super) fn adjective(self, node: Node) -> Spanned<Filter> {
        let span = self.span(&node);
        let (not, property) = match node.as_str().trim() {
            "unstacked" => (true, Property::Stacked),
            "disabled" => (false, Property::Disabled),
            "active" => (false, Property::Active),
            _ => (false, Property::Stacked),
        };
        let property = Spanned::new(property, span);
        Spanned::new(Filter::That(Spanned::new(Cond::Is { item: looked_at(span), not, property }, span)), span)
    }

    /// `next to this`: one of its neighbours; `next to one of your victory cards`: beside it stands one of these.
    pub(super) fn next_to(self, item: ItemExpr, not: bool, node: Node) -> Cond {
        let span = self.span(&node);
        let beside = first(node);
        if beside.as_rule() == Rule::set {
            let stands = self.beside_one_of(item, self.set(beside), span);
            return if not { Cond::Not(Box::new(Spanned::new(stands, span))) } else { stands };
        }
        let property = Property::In(Box::new(of(Noun::Neighbours(self.item(beside)), span)));
        Cond::Is { item, not, property: Spanned::new(property, span) }
    }

    pub(super) fn filter(self, node: Node) -> Spanned<Filter> {
        let node = first(node);
        let span = self.span(&node);
        let filter = match node.as_rule() {
            Rule::named => Filter::Named(self.word(first(node))),
            Rule::named_as => Filter::NamedAs(self.item(first(node))),
            Rule::with_that_name => Filter::NamedAs(Spanned::new(Item::That("name".into()), span)),
            Rule::named_like => Filter::NamedLike(self.item(first(node))),
            Rule::same_named => Filter::NamedLike(self.item(first(first(node)))),
            Rule::except_named => Filter::ExceptNamed(self.word(first(node))),
            Rule::except_item => Filter::ExceptItem(self.item(first(node))),
            Rule::extreme_named => self.extreme_named(node),
            Rule::with_some => self.with_some(node),
            Rule::in_nation => {
                let property = Spanned::new(Property::Of(self.whose(first(node))), span);
                Filter::That(Spanned::new(Cond::Is { item: looked_at(span), not: false, property }, span))
            }
            Rule::that => Filter::That(self.that(first(node))),
            Rule::next_by => {
                let it = Spanned::new(Item::It, span);
                Filter::That(Spanned::new(self.next_to(it, false, node), span))
            }
            Rule::extreme => {
                let mut parts = node.into_inner();
                let most = part(&mut parts).as_rule() == Rule::the_most;
                Filter::Extreme { most, measure: self.measured(part(&mut parts)) }
            }
            other => unreachable!("{other:?} is no filter of the grammar"),
        };
        Spanned::new(filter, span)
    }
}

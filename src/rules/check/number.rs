//! Numbers: counters that are counted, what players have done, and how often.

use super::Scope;
use super::item::{NOT_OF_EACH, UNCOUNTED};
use super::scope::{set_of, unknown};
use crate::error::{Problem, near};
use crate::ir::{ANY_SORT, Element, Extent};
use crate::names::Type;
use crate::tree::{Among, Cond, Item, Num};
use crate::verbs::Wanted;
use lang::ast::{self, ANY_COUNTERS};
use text::{Span, Spanned};

impl Scope<'_> {
    /// The number of a sort of counters, one of which is `a tick`, and two are `ticks`; of any, `a counter`, too.
    pub(super) fn counter(
        &mut self,
        word: &ast::Word,
        number: Option<&Spanned<ast::NumExpr>>,
    ) -> Option<u8> {
        let known = &self.names.counters;
        let any = ANY_COUNTERS.contains(&&*word.node);
        let found = match self.names.counter(self.space, &word.node) {
            _ if any && !known.is_empty() => Some(usize::from(ANY_SORT)),
            Ok(found) => found,
            Err(problem) => return self.fault(word.span, problem),
        };
        let Some(at) = found else {
            let one = if any {
                "NAME"
            } else {
                word.node.trim_end_matches('s')
            };
            let help = match known.is_empty() {
                true => format!("declare it: `[counter.{one}]` with `meaning = \"...\"`").into(),
                false => near(&word.node, known.iter().flatten().map(String::as_str)),
            };
            return self.fault(word.span, unknown("counter", word, help));
        };
        let one = number.is_some_and(|number| *number.node.plain() == ast::NumExpr::Number(1));
        let wanted = match any {
            true => ANY_COUNTERS[usize::from(!one)],
            false => &known[at][usize::from(!one)],
        };
        if number.is_some() && *wanted != word.node {
            let wanted = wanted.to_string();
            return self.fault(
                word.span,
                Problem::Miscounted {
                    found: word.node.clone(),
                    wanted,
                },
            );
        }
        u8::try_from(at).ok()
    }

    /// `you have the most debts`: of all players, or of all buildings.
    pub(super) fn has_most_counters(
        &mut self,
        item: &ast::ItemExpr,
        fewest: bool,
        name: &ast::Word,
        span: Span,
    ) -> Option<Cond> {
        let noun = match self.bearer(item)? {
            (_, true, _) => ast::Noun::Players { from: None },
            (_, _, Element::Building) => ast::Noun::Buildings(None),
            _ => {
                let help = "write which cards are compared: `it is in tops of your buildings that have the most ticks`";
                return self.refused(
                    name.span,
                    "this does not say which cards are compared",
                    help,
                );
            }
        };
        let it = Spanned::new(ast::Item::It, span);
        let most = ast::Cond::Most {
            item: it,
            fewest,
            others: false,
            name: name.clone(),
        };
        let filter = ast::Filter::That(Spanned::new(most, span));
        let set = set_of(noun, vec![Spanned::new(filter, span)], span);
        let property = ast::Property::In(Box::new(set));
        self.is(item, &Spanned::new(property, span), false)
    }

    /// Who or what carries counters, whether it is a player, and what it is.
    pub(super) fn bearer(&mut self, item: &ast::ItemExpr) -> Option<(Item, bool, Element)> {
        self.on_table(item)?;
        let (checked, element) = self.item(item)?;
        self.want(Wanted::Bearer, element, item.span)?;
        Some((checked, element == Element::Player, element))
    }

    /// Counters of that sort lie on such things, as their section says.
    pub(super) fn lies_on(&mut self, sort: u8, element: Element, span: Span) -> Option<()> {
        let wanted = self.names.borne.get(usize::from(sort));
        wanted
            .and_then(|(wanted, _)| *wanted)
            .map_or(Some(()), |wanted| {
                self.want(Wanted::of(wanted), element, span)
            })
    }

    /// Who has put counters of that sort somewhere is remembered.
    pub(super) fn is_remembered(&mut self, sort: u8, span: Span) -> Option<()> {
        let owned = &self.names.owned;
        let any = sort == ANY_SORT && owned.contains(&true);
        if any || owned.get(usize::from(sort)) == Some(&true) {
            return Some(());
        }
        let help = "write `owned = true` in the counter's section";
        self.refused(span, "nobody remembers who put these counters there", help)
    }

    /// Counters of a player alone.
    pub(super) fn whose(
        &mut self,
        counted: Num,
        whose: Option<(&ast::ItemExpr, Span)>,
    ) -> Option<Num> {
        let Some((of, span)) = whose else {
            return Some(counted);
        };
        let by = self.item_of(of, Wanted::Player);
        Some(match counted {
            Num::Among(among) => {
                let of = self.whose(among.of, Some((of, span)))?;
                Num::Among(Box::new(Among { of, ..*among }))
            }
            Num::Counters { sort, .. } => {
                self.is_remembered(sort, span)?;
                Num::Whose(Box::new(counted), Box::new(by?))
            }
            counted => Num::Whose(Box::new(counted), Box::new(by?)),
        })
    }

    /// A number.
    pub(super) fn number(&mut self, number: &Spanned<ast::NumExpr>) -> Option<Num> {
        self.without_choices(|scope| scope.read_number(number))
    }

    fn boxed(&mut self, number: &Spanned<ast::NumExpr>) -> Option<Box<Num>> {
        self.read_number(number).map(Box::new)
    }

    fn read_number(&mut self, number: &Spanned<ast::NumExpr>) -> Option<Num> {
        Some(match &number.node {
            ast::NumExpr::Number(number) => Num::Const(*number),
            ast::NumExpr::Often(deed) => self.deed(deed)?,
            ast::NumExpr::Starred(_) if !self.place.runs => {
                return self.misplaced(
                    number.span,
                    "a starred number",
                    "use starred numbers only in what a text does, such as an action or an ability",
                );
            }
            ast::NumExpr::Starred(number) => Num::Starred(*number),
            ast::NumExpr::Count(set) => Num::Count(Box::new(self.set(set)?)),
            ast::NumExpr::Counters { counter, on } => {
                let sort = self.counter(counter, None);
                let place = on.span;
                let ((on, player, element), sort) = (self.bearer(on)?, sort?);
                self.lies_on(sort, element, place)?;
                Num::Counters {
                    sort,
                    player,
                    on: Box::new(on),
                }
            }
            ast::NumExpr::Whose { number, of } => {
                let counted = self.read_number(number)?;
                self.whose(counted, Some((of, number.span)))?
            }
            ast::NumExpr::CountersAmong { counter, among } => {
                let (sort, checked) = (self.counter(counter, None), self.set(among)?);
                self.want(Wanted::Bearer, checked.element, among.span)?;
                sort.map_or(Some(()), |sort| {
                    self.lies_on(sort, checked.element, among.span)
                })?;
                let it = self.local(Type::One(checked.element));
                let of = Num::Counters {
                    sort: sort?,
                    player: checked.element == Element::Player,
                    on: Box::new(Item::Local(it)),
                };
                Num::Among(Box::new(Among {
                    extent: Extent::Total,
                    of,
                    among: checked,
                    it,
                }))
            }
            ast::NumExpr::ThatMany => {
                return self.refused(number.span, "`that many` refers to nothing here", UNCOUNTED);
            }
            ast::NumExpr::DifferentNames(set) => {
                Num::DifferentNames(Box::new(self.set_of(set, Wanted::Piece)?), number.span)
            }
            ast::NumExpr::MostAlike(set) => {
                Num::MostAlike(Box::new(self.set_of(set, Wanted::Piece)?), number.span)
            }
            ast::NumExpr::Seats => Num::Seats,
            ast::NumExpr::Entry(entry) => {
                let (name, of) = &**entry;
                let found = self.name(&name.node, name.span);
                let of = self.item_of(of, Wanted::Player);
                match found? {
                    (local, Type::EachNumber) => Num::Entry(local, Box::new(of?)),
                    _ => {
                        return self.refused(
                            name.span,
                            "this name does not have a value for each player",
                            NOT_OF_EACH,
                        );
                    }
                }
            }
            ast::NumExpr::If {
                condition,
                then,
                otherwise,
            } => {
                let condition = self.cond(condition);
                let (then, otherwise) = (self.boxed(then), self.boxed(otherwise));
                Num::If(Box::new(condition?), then?, otherwise?)
            }
            ast::NumExpr::Plus(left, right) => {
                let (left, right) = (self.boxed(left), self.boxed(right));
                Num::Plus(left?, right?)
            }
            ast::NumExpr::Minus(left, right) => {
                let (left, right) = (self.boxed(left), self.boxed(right));
                Num::Minus(left?, right?)
            }
            ast::NumExpr::OfTwo {
                larger,
                left,
                right,
            } => {
                let (left, right) = (self.boxed(left), self.boxed(right));
                Num::OfTwo(*larger, left?, right?)
            }
            ast::NumExpr::Half { of, up } => Num::Half(self.boxed(of)?, *up),
            ast::NumExpr::Twice(of) => Num::Twice(self.boxed(of)?),
            ast::NumExpr::Among { largest, of, among } => {
                let among = self.set(among);
                let it = self.local(
                    among
                        .as_ref()
                        .map_or(Type::Broken, |among| Type::One(among.element)),
                );
                let block = self.open();
                self.bind_it(it);
                let of = self.set(of).map(|of| Num::Count(Box::new(of)));
                self.close(block);
                let extent = if *largest {
                    Extent::Largest
                } else {
                    Extent::Smallest
                };
                Num::Among(Box::new(Among {
                    extent,
                    of: of?,
                    among: among?,
                    it,
                }))
            }
            ast::NumExpr::Name(name) => Num::Local(self.number_name(name, number.span)?),
        })
    }
}

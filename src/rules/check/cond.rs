//! Checks conditions and numbers.

use super::Scope;
use super::item::{OF_EACH, UNCOUNTED};
use super::scope::ANYTHING;
use crate::error::{Problem, near};
use crate::ir::{self, Extent, How};
use crate::names::{Type, noun};
use crate::tree::{Among, Cond, Item, Num, Set, SetKind, Source};
use crate::verbs::Wanted;
use lang::ast;
use text::{Extreme, Side, Span, Spanned};

/// A comparison of two numbers: more than is not at most, fewer than not at least.
fn compare(left: Num, how: ast::Compare, right: Num) -> Cond {
    let (how, not) = match how {
        ast::Compare::AtLeast => (ir::Compare::AtLeast, false),
        ast::Compare::AtMost => (ir::Compare::AtMost, false),
        ast::Compare::Exactly => (ir::Compare::Exactly, false),
        ast::Compare::MoreThan => (ir::Compare::AtMost, true),
        ast::Compare::FewerThan => (ir::Compare::AtLeast, true),
    };
    Cond::Compare(left, how, right).negated(not)
}

/// So many buildings may be asked for side by side.
const ABREAST: usize = 8;

impl Scope<'_> {
    /// A condition.
    pub(super) fn cond(&mut self, cond: &Spanned<ast::Cond>) -> Option<Cond> {
        self.without_choices(|scope| scope.read_cond(cond))
    }

    fn read_cond(&mut self, cond: &Spanned<ast::Cond>) -> Option<Cond> {
        Some(match &cond.node {
            ast::Cond::And(left, right) => {
                let first = self.read_cond(left);
                self.first_half_means(left);
                let (left, right) = (first, self.read_cond(right));
                self.meant.pop();
                Cond::And(Box::new(left?), Box::new(right?))
            }
            ast::Cond::Or(left, right) => {
                let (left, right) = (self.read_cond(left), self.read_cond(right));
                Cond::Or(Box::new(left?), Box::new(right?))
            }
            ast::Cond::Not(inner) => match &inner.node {
                ast::Cond::Is {
                    item,
                    not: false,
                    property,
                } => self.is(item, property, true)?,
                _ => Cond::Not(Box::new(self.read_cond(inner)?)),
            },
            ast::Cond::Is {
                item,
                not,
                property,
            } => self.is(item, property, *not)?,
            ast::Cond::Can { item, not, how } => {
                self.read.push((ANYTHING, cond.span));
                let how = match how {
                    ast::Playing::Play => How::Play,
                    ast::Playing::Replay => How::Replay,
                    ast::Playing::FromHand => How::FromHand,
                };
                Cond::Playable(self.item_of(item, Wanted::Card)?, how, cond.span).negated(*not)
            }
            ast::Cond::Meets(item) => {
                if !self.place.runs {
                    let what = "a clause that reads winning conditions, its own among them,";
                    return self.misplaced(
                        cond.span,
                        what,
                        "only what a text does can ask whether somebody would win",
                    );
                }
                Cond::Meets(self.item_of(item, Wanted::Player)?)
            }
            ast::Cond::Did { not, deed } => {
                compare(self.deed(deed)?, ast::Compare::AtLeast, Num::Const(1)).negated(*not)
            }
            ast::Cond::Most {
                item,
                fewest,
                others,
                name,
            } => {
                if self.is_counter(name) {
                    return self.has_most_counters(item, *fewest, name, cond.span);
                }
                let item = self.item_of(item, Wanted::Player);
                match self.name(&name.node, name.span)? {
                    (local, Type::EachNumber) => Cond::Most(
                        item?,
                        local,
                        Extreme {
                            fewest: *fewest,
                            others: *others,
                        },
                        None,
                    ),
                    _ => return self.misplaced(name.span, "another name", OF_EACH),
                }
            }
            ast::Cond::Has {
                item,
                compare: how,
                number,
                counter: Some(counter),
            } => {
                // Of none of them both may be said.
                let none = matches!(
                    (how, number.node.plain()),
                    (ast::Compare::AtMost, ast::NumExpr::Number(0))
                );
                let sort = self.counter(counter, Some(number).filter(|_| !none));
                let bearer = self.bearer(item);
                let (number, whose) = match &number.node {
                    ast::NumExpr::Whose { number, of } => {
                        (self.number(number), Some((&**of, counter.span)))
                    }
                    _ => (self.number(number), None),
                };
                let ((on, player, element), sort) = (bearer?, sort?);
                self.lies_on(sort, element, item.span)?;
                let counted = self.whose(
                    Num::Counters {
                        sort,
                        player,
                        on: Box::new(on),
                    },
                    whose,
                )?;
                self.compared(counted, *how, number?, cond.span)?
            }
            ast::Cond::Has {
                item,
                compare: how,
                number,
                counter: None,
            } => {
                let (found, number) = (self.item(item), self.number(number));
                if found
                    .as_ref()
                    .is_some_and(|(_, element)| *element == ir::Element::Player)
                {
                    let help = "say which: `you have at least 3 cards in hand`, or `you have at least 3 stacked cards`";
                    return self.misplaced(item.span, "a player who has cards", help);
                }
                let item = found.and_then(|_| self.item_of(item, Wanted::Building));
                self.compared(Num::Height(Box::new(item?)), *how, number?, cond.span)?
            }
            ast::Cond::There {
                compare: how,
                number,
                set,
            } => {
                self.there = true;
                let set = self.set(set);
                let count = self.number(number);
                let (set, count) = (set?, count?);
                match (how, &number.node) {
                    (ast::Compare::AtLeast, ast::NumExpr::Number(1)) => Cond::Exists(Box::new(set)),
                    (ast::Compare::Exactly | ast::Compare::AtMost, ast::NumExpr::Number(0)) => {
                        Cond::Not(Box::new(Cond::Exists(Box::new(set))))
                    }
                    _ => self.compared(Num::Count(Box::new(set)), *how, count, cond.span)?,
                }
            }
            ast::Cond::SideBySide { in_order, sets } => {
                self.side_by_side(cond.span, *in_order, sets)?
            }
            ast::Cond::Compare {
                left,
                compare: how,
                right,
            } => {
                let (left, right) = (self.number(left), self.number(right));
                self.compared(left?, *how, right?, cond.span)?
            }
            ast::Cond::Dispute { name, not, value } => self.dispute(name, value)?.negated(*not),
            ast::Cond::Turn(part) => {
                if !self.place.you {
                    return self.misplaced(cond.span, "a turn", self.without_you());
                }
                Cond::Turn(*part)
            }
            ast::Cond::Name(name) => match self.name(name, cond.span)? {
                (local, Type::Truth) => Cond::Truth(local),
                (_, Type::One(element) | Type::Many(element)) => {
                    let problem = Problem::WrongType {
                        wanted: "condition",
                        found: noun(element),
                    };
                    return self.fault(cond.span, problem);
                }
                _ => {
                    let problem = Problem::WrongType {
                        wanted: "condition",
                        found: "number",
                    };
                    return self.fault(cond.span, problem);
                }
            },
        })
    }

    fn compared(&mut self, left: Num, how: ast::Compare, right: Num, span: Span) -> Option<Cond> {
        let cond = compare(left, how, right);
        self.may_hold(&cond, false, span)?;
        Some(cond)
    }

    /// Buildings that stand side by side, one of each set: the first one, beside which the others are.
    fn side_by_side(&mut self, span: Span, in_order: bool, sets: &[ast::SetExpr]) -> Option<Cond> {
        if sets.len() > ABREAST {
            let what = "buildings side by side";
            return self.fault(
                span,
                Problem::TooMany {
                    what,
                    count: sets.len(),
                    most: ABREAST,
                },
            );
        }
        let checked: Vec<Option<Set>> = sets
            .iter()
            .map(|set| self.set_of(set, Wanted::Building))
            .collect();
        let sets = checked.into_iter().collect::<Option<Vec<Set>>>()?;
        let (first, others) = sets.split_first()?;
        let mut first = match &first.kind {
            SetKind::Of { .. } => first.clone(),
            SetKind::Plus(..) => {
                let candidate = self.local(Type::One(first.element));
                let filters = vec![Cond::In(Item::Local(candidate), Box::new(first.clone()))];
                let kind = SetKind::Of {
                    target: false,
                    source: Source::Buildings,
                    candidate,
                    filters,
                };
                Set {
                    element: first.element,
                    kind,
                }
            }
        };
        if let SetKind::Of {
            candidate, filters, ..
        } = &mut first.kind
        {
            let stand = |side: Side| {
                let mut at = Item::Local(*candidate);
                let mut all: Option<Cond> = None;
                for set in others {
                    at = Item::Beside(side, Box::new(at));
                    let is = Cond::In(at.clone(), Box::new(set.clone()));
                    all = Some(match all {
                        Some(all) => Cond::And(Box::new(all), Box::new(is)),
                        None => is,
                    });
                }
                all
            };
            filters.push(match (in_order, stand(Side::Right)?) {
                (true, right) => right,
                (false, right) => Cond::Or(Box::new(right), Box::new(stand(Side::Left)?)),
            });
        }
        Some(Cond::SideBySide {
            in_order,
            sets,
            so: Box::new(Cond::Exists(Box::new(first))),
        })
    }

    fn dispute(&mut self, name: &ast::Word, value: &ast::Word) -> Option<Cond> {
        match self.names.settled(name, value) {
            Ok((dispute, value)) => Some(Cond::Dispute(dispute, value)),
            Err((span, problem)) => self.fault(span, problem),
        }
    }

    fn is(
        &mut self,
        item: &ast::ItemExpr,
        property: &Spanned<ast::Property>,
        not: bool,
    ) -> Option<Cond> {
        let checked = self.property(item, property)?;
        if let (Cond::Named(item, ..), ast::Property::Named(name), false) =
            (&checked, &property.node, not)
        {
            self.may_be_named(item, name)?;
        }
        self.may_hold(&checked, not, property.span)?;
        Some(checked.negated(not))
    }

    fn property(
        &mut self,
        item: &ast::ItemExpr,
        property: &Spanned<ast::Property>,
    ) -> Option<Cond> {
        use ast::Property;
        Some(match &property.node {
            Property::Stacked => Cond::Stacked(self.item_of(item, Wanted::Building)?),
            Property::Active => {
                self.read.push((ir::DISABLED, property.span));
                Cond::Active(self.item_of(item, Wanted::Building)?)
            }
            Property::Disabled => {
                self.read.push((ir::DISABLED, property.span));
                Cond::Disabled(self.item_of(item, Wanted::Building)?)
            }
            Property::FaceUp => {
                self.on_table(item)?;
                Cond::FaceUp(self.item_of(item, Wanted::Card)?)
            }
            Property::Living => Cond::Living(self.item_of(item, Wanted::Player)?),
            Property::Law => Cond::Law(self.item_of(item, Wanted::Card)?),
            Property::VictoryCard => {
                Cond::VictoryCard(self.item_of(item, Wanted::Piece)?, property.span)
            }
            Property::Named(name) => {
                let item = self.item_of(item, Wanted::Piece);
                let name = self.face_name(name);
                Cond::Named(item?, name?, property.span)
            }
            Property::NamedLike(other) => {
                let item = self.item_of(item, Wanted::Piece);
                let other = self.item_of(other, Wanted::Piece);
                Cond::NamedLike(item?, other?, property.span)
            }
            Property::NamedAs(name) => {
                let item = self.item_of(item, Wanted::Piece);
                let name = self.item_of(name, Wanted::Name);
                Cond::NamedAs(item?, name?, property.span)
            }
            Property::On(building) => {
                self.on_table(item)?;
                let item = self.item_of(item, Wanted::Card);
                let building = self.item_of(building, Wanted::Building);
                Cond::On(item?, building?)
            }
            Property::Of(player) => {
                self.on_table(item)?;
                let item = self.item_of(item, Wanted::Piece);
                let player = self.item_of(player, Wanted::Player);
                Cond::Of(item?, player?)
            }
            Property::In(set) => {
                let checked = self.set(set);
                if checked.as_ref().is_some_and(Set::is_held_or_stands) {
                    self.on_table(item)?;
                }
                let ((item, element), checked) = (self.item(item)?, checked?);
                self.want(Wanted::of(element), checked.element, set.span)?;
                Cond::In(item, Box::new(checked))
            }
            Property::Status(name) => return self.status_or_name(item, name, property.span),
            Property::Same(other) => {
                let item = self.item(item);
                let found = self.item(other);
                let ((item, element), (checked, found)) = (item?, found?);
                self.want(Wanted::of(element), found, other.span)?;
                Cond::Same(item, checked)
            }
        })
    }

    /// `it is WORD`: a status, or else the thing of that name.
    fn status_or_name(&mut self, item: &ast::ItemExpr, name: &str, span: Span) -> Option<Cond> {
        let found = self.item(item);
        if let Some(status) = self.status(name, span) {
            self.read.push((status, span));
            let (checked, element) = found?;
            if self.names.is_of_players(status) {
                self.want(Wanted::Player, element, item.span)?;
                return Some(Cond::Standing(checked, status));
            }
            self.want(Wanted::Building, element, item.span)?;
            return Some(Cond::Status(checked, status));
        }
        let Some(local) = self.find(name) else {
            let bound = self.said_names();
            let known = self.names.statuses.iter().chain(&bound).map(String::as_str);
            let built_in = ["stacked", "active", "face up", "living"];
            let help = near(name, known.chain(built_in));
            return self.fault(
                span,
                Problem::Unknown {
                    what: "status",
                    name: name.to_string(),
                    help,
                },
            );
        };
        let (checked, element) = found?;
        match self.types[local] {
            Type::One(other) => {
                self.want(Wanted::of(element), other, span)?;
                Some(Cond::Same(checked, Item::Local(local)))
            }
            Type::Many(other) => {
                self.want(Wanted::of(element), other, span)?;
                let candidate = self.local(Type::One(other));
                let kind = SetKind::Of {
                    target: false,
                    source: Source::Param(local),
                    candidate,
                    filters: Vec::new(),
                };
                Some(Cond::In(
                    checked,
                    Box::new(Set {
                        element: other,
                        kind,
                    }),
                ))
            }
            Type::Number => self.fault(
                span,
                Problem::WrongType {
                    wanted: noun(element),
                    found: "number",
                },
            ),
            Type::Each(_) | Type::EachNumber => self.misplaced(span, "this name", OF_EACH),
            Type::Truth => self.fault(
                span,
                Problem::WrongType {
                    wanted: noun(element),
                    found: "yes or no",
                },
            ),
            Type::Broken => None,
        }
    }

    /// The number of a status.
    pub(super) fn status(&mut self, name: &str, span: Span) -> Option<u8> {
        self.names
            .status(self.space, name)
            .unwrap_or_else(|problem| {
                self.fault::<()>(span, problem);
                let any = self.names.statuses.iter().position(|status| status == name);
                any.and_then(|at| u8::try_from(at).ok())
            })
    }

    /// The number of a sort of counters, one of which is `a tick`, and two are `ticks`.
    pub(super) fn counter(
        &mut self,
        word: &ast::Word,
        number: Option<&Spanned<ast::NumExpr>>,
    ) -> Option<u8> {
        let known = &self.names.counters;
        let found = match self.names.counter(self.space, &word.node) {
            Ok(found) => found,
            Err(problem) => return self.fault(word.span, problem),
        };
        let Some(at) = found else {
            let help = match known.is_empty() {
                true => format!(
                    "declare it: `[counter.{}]` with `meaning = \"...\"`",
                    word.node.trim_end_matches('s')
                ),
                false => near(&word.node, known.iter().flatten().map(String::as_str)),
            };
            return self.fault(
                word.span,
                Problem::Unknown {
                    what: "counter",
                    name: word.node.clone(),
                    help,
                },
            );
        };
        let one = number.is_some_and(|number| *number.node.plain() == ast::NumExpr::Number(1));
        let wanted = &known[at][usize::from(!one)];
        if number.is_some() && *wanted != word.node {
            let wanted = wanted.clone();
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
    fn has_most_counters(
        &mut self,
        item: &ast::ItemExpr,
        fewest: bool,
        name: &ast::Word,
        span: Span,
    ) -> Option<Cond> {
        let noun = match self.bearer(item)? {
            (_, true, _) => ast::Noun::Players { from: None },
            (_, _, ir::Element::Building) => ast::Noun::Buildings(None),
            _ => {
                let help = "say of which cards: `it is in tops of your buildings that have the most ticks`";
                return self.misplaced(name.span, "`the most` of a card that is no building", help);
            }
        };
        let it = Spanned::new(ast::Item::It, span);
        let most = ast::Cond::Most {
            item: it,
            fewest,
            others: false,
            name: name.clone(),
        };
        let filters = vec![Spanned::new(
            ast::Filter::That(Spanned::new(most, span)),
            span,
        )];
        let set = ast::Set::Of {
            target: false,
            noun: Spanned::new(noun, span),
            filters,
        };
        let property = ast::Property::In(Box::new(Spanned::new(set, span)));
        self.is(item, &Spanned::new(property, span), false)
    }

    /// Who or what carries counters, whether it is a player, and what it is.
    pub(super) fn bearer(&mut self, item: &ast::ItemExpr) -> Option<(Item, bool, ir::Element)> {
        self.on_table(item)?;
        let (checked, element) = self.item(item)?;
        self.want(Wanted::Bearer, element, item.span)?;
        Some((checked, element == ir::Element::Player, element))
    }

    /// Counters of that sort lie on such things, as their section says.
    pub(super) fn lies_on(&mut self, sort: u8, element: ir::Element, span: Span) -> Option<()> {
        let wanted = self.names.borne[usize::from(sort)].0;
        wanted.map_or(Some(()), |wanted| {
            self.want(Wanted::of(wanted), element, span)
        })
    }

    /// Who has put counters of that sort somewhere is remembered.
    pub(super) fn is_remembered(&mut self, sort: u8, span: Span) -> Option<()> {
        if self.names.owned[usize::from(sort)] {
            return Some(());
        }
        let help = "write `owned = true` in the counter's section";
        self.misplaced(span, "who has put counters that nobody remembers", help)
    }

    /// Counters of a player alone.
    fn whose(&mut self, counted: Num, whose: Option<(&ast::ItemExpr, Span)>) -> Option<Num> {
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

    fn read_number(&mut self, number: &Spanned<ast::NumExpr>) -> Option<Num> {
        Some(match &number.node {
            ast::NumExpr::Number(number) => Num::Const(*number),
            ast::NumExpr::Often(deed) => self.deed(deed)?,
            ast::NumExpr::OftenInAll(deed) => self.deed_of_all(deed)?,
            ast::NumExpr::Starred(_) if !self.place.runs => {
                return self.misplaced(
                    number.span,
                    "a starred number",
                    "starred numbers stand in what a text does, such as an action or an ability",
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
                let (player, on) = (
                    checked.element == ir::Element::Player,
                    Box::new(Item::Local(it)),
                );
                let of = Num::Counters {
                    sort: sort?,
                    player,
                    on,
                };
                Num::Among(Box::new(Among {
                    extent: Extent::Total,
                    of,
                    among: checked,
                    it,
                }))
            }
            ast::NumExpr::ThatMany => {
                return self.misplaced(number.span, "`that many`", UNCOUNTED);
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
                    _ => return self.misplaced(name.span, "another name", OF_EACH),
                }
            }
            ast::NumExpr::If {
                condition,
                then,
                otherwise,
            } => {
                let condition = self.cond(condition);
                let (then, otherwise) = (self.read_number(then), self.read_number(otherwise));
                Num::If(Box::new(condition?), Box::new(then?), Box::new(otherwise?))
            }
            ast::NumExpr::Plus(left, right) => {
                let (left, right) = (self.read_number(left), self.read_number(right));
                Num::Plus(Box::new(left?), Box::new(right?))
            }
            ast::NumExpr::Minus(left, right) => {
                let (left, right) = (self.read_number(left), self.read_number(right));
                Num::Minus(Box::new(left?), Box::new(right?))
            }
            ast::NumExpr::OfTwo {
                larger,
                left,
                right,
            } => {
                let (left, right) = (self.read_number(left), self.read_number(right));
                Num::OfTwo(*larger, Box::new(left?), Box::new(right?))
            }
            ast::NumExpr::Half { of, up } => Num::Half(Box::new(self.read_number(of)?), *up),
            ast::NumExpr::Twice(of) => Num::Twice(Box::new(self.read_number(of)?)),
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

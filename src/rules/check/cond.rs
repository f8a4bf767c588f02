//! Conditions.

use super::Scope;
use super::item::{NOT_OF_EACH, OF_EACH};
use super::scope::{ANYTHING, mismatch, too_many, unknown};
use crate::error::near;
use crate::ir::{self, How};
use crate::names::{Type, noun};
use crate::tree::{Cond, Item, Num, Part, Set, SetKind, Source};
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
                let right = self.read_cond(right);
                self.meant.pop();
                first?.and(right?)
            }
            ast::Cond::Or(left, right) => {
                let (left, right) = (self.read_cond(left), self.read_cond(right));
                left?.or(right?)
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
                    let what =
                        "only a sentence that does something can ask whether somebody would win";
                    return self.refused(
                        cond.span,
                        what,
                        "ask it in such a sentence: `if ..., draw a card`",
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
                    _ => {
                        return self.refused(
                            name.span,
                            "this name does not have a value for each player",
                            NOT_OF_EACH,
                        );
                    }
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
                let sort = self.counter(counter, (!none).then_some(number));
                let bearer = self.bearer(item);
                let (number, whose) = match &number.node {
                    ast::NumExpr::Whose { number, of } => (&**number, Some((&**of, counter.span))),
                    _ => (number, None),
                };
                let number = self.number(number);
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
                if matches!(found, Some((_, ir::Element::Player))) {
                    let help = "write `you have at least 3 cards in hand`, or `you have at least 3 stacked cards`";
                    return self.refused(item.span, "this does not say which cards", help);
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
                    (ast::Compare::AtLeast, ast::NumExpr::Number(1)) => Cond::exists(set),
                    (ast::Compare::Exactly | ast::Compare::AtMost, ast::NumExpr::Number(0)) => {
                        Cond::exists(set).negated(true)
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
                let same = left == right;
                let (left, right) = (self.number(left), self.number(right));
                let (left, mut right) = (left?, right?);
                // In the same words it is the same, unless something is chosen in it.
                let mut chosen = |part: Part| matches!(part, Part::Item(Item::Any { .. }));
                if same && !Part::Num(&left).any(&mut chosen) {
                    right = left.clone();
                }
                self.compared(left, *how, right, cond.span)?
            }
            ast::Cond::Dispute { name, not, value } => self.dispute(name, value)?.negated(*not),
            ast::Cond::Turn(part) => {
                if !self.place.you {
                    return self.misplaced(cond.span, "your turn", self.without_you());
                }
                Cond::Turn(*part)
            }
            ast::Cond::Name(name) => match self.name(name, cond.span)? {
                (local, Type::Truth) => Cond::Truth(local),
                (_, Type::One(element) | Type::Many(element)) => {
                    return self.fault(cond.span, mismatch("condition", noun(element)));
                }
                _ => {
                    return self.fault(cond.span, mismatch("condition", "number"));
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
            return self.fault(span, too_many(what, sets.len(), ABREAST));
        }
        let sets: Vec<_> = sets
            .iter()
            .map(|set| self.set_of(set, Wanted::Building))
            .collect();
        let sets = sets.into_iter().collect::<Option<Vec<Set>>>()?;
        let (first, others) = sets.split_first()?;
        let mut first = match &first.kind {
            SetKind::Of { .. } => first.clone(),
            SetKind::Plus(..) => {
                let candidate = self.local(Type::One(first.element));
                let filters = vec![Cond::is_in(Item::Local(candidate), first.clone())];
                Set::such(Source::Buildings, first.element, candidate, filters)
            }
        };
        if let SetKind::Of {
            candidate, filters, ..
        } = &mut first.kind
        {
            let stand = |side: Side| {
                let mut at = Item::Local(*candidate);
                let beside = others.iter().map(|set| {
                    at = Item::Beside(side, Box::new(at.clone()));
                    Cond::is_in(at.clone(), set.clone())
                });
                beside.reduce(Cond::and)
            };
            filters.push(match (in_order, stand(Side::Right)?) {
                (true, right) => right,
                (false, right) => right.or(stand(Side::Left)?),
            });
        }
        Some(Cond::SideBySide {
            in_order,
            sets,
            so: Box::new(Cond::exists(first)),
        })
    }

    fn dispute(&mut self, name: &ast::Word, value: &ast::Word) -> Option<Cond> {
        match self.names.settled(name, value) {
            Ok((dispute, value)) => Some(Cond::Dispute(dispute, value)),
            Err(wrong) => self.fault(wrong.0, wrong.1),
        }
    }

    pub(super) fn is(
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
                Cond::is_in(item, checked)
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
            let word = Spanned::new(name.to_string(), span);
            return self.fault(span, unknown("status", &word, help));
        };
        let (checked, element) = found?;
        match self.types[local] {
            Type::One(other) => {
                self.want(Wanted::of(element), other, span)?;
                Some(Cond::Same(checked, Item::Local(local)))
            }
            Type::Many(other) => {
                self.want(Wanted::of(element), other, span)?;
                let set = self.plain(Source::Param(local), other);
                Some(Cond::is_in(checked, set))
            }
            Type::Number => self.fault(span, mismatch(noun(element), "number")),
            Type::Each(_) | Type::EachNumber => {
                self.refused(span, "this name has a value for each player", OF_EACH)
            }
            Type::Truth => self.fault(span, mismatch(noun(element), "condition")),
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
}

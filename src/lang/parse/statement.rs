//! Builds statements, and the blocks that they stand in.

use super::builder::{Builder, Parts, first};
use super::{Node, Rule};
use crate::ast::{
    Body, Branch, CoinSide, Doer, Face, Item, ItemExpr, Many, Noun, NumExpr, Operand, Set,
    Statement, Trigger, Verb,
};
use crate::rows::likeness;
use crate::trees::{any, at, body, number, of, take_called, verb, word, you};
use text::limits::HEAP;
use text::{Since, Span, Spanned, Until};

/// How those times begin that a turn tells.
const MOMENTS: [(&str, Until); 7] = [
    ("until ", Until::NextTurn),
    ("during ", Until::DuringNext),
    ("this turn ", Until::ThisTurn),
    ("when ", Until::TurnBegins),
    ("at the start ", Until::TurnStarts),
    ("at the end of this turn ", Until::TurnEnds),
    ("at the end ", Until::NextEnds),
];

fn later(until: Until, whose: Option<Box<ItemExpr>>, body: Body) -> Statement {
    Statement::Later { until, whose, body }
}

impl<'w> Builder<'w> {
    /// A block, a line or a sentence.
    pub(super) fn body(self, node: Node<'w>) -> Body {
        let mut steps: Vec<Spanned<Statement>> = Vec::new();
        for node in node.into_inner() {
            match (node.as_rule(), steps.pop()) {
                (Rule::otherwise, Some(deed)) => {
                    let span = deed.span.to(self.span(&node));
                    let statement = Statement::IfDone {
                        deed: Box::new(deed),
                        then: body(Vec::new()),
                        otherwise: Some(self.body(first(node))),
                    };
                    steps.push(at(statement, span));
                }
                (_, before) => {
                    steps.extend(before);
                    steps.push(self.step(node));
                }
            }
        }
        body(steps)
    }

    /// A statement, with what is done if it is done.
    fn step(self, node: Node<'w>) -> Spanned<Statement> {
        let mut parts = self.parts(node);
        let deed: Spanned<Statement> = parts.read();
        let Some(then) = parts.part(Rule::if_so) else {
            return deed;
        };
        let statement = Statement::IfDone {
            deed: Box::new(deed),
            then: self.body(first(then)),
            otherwise: parts.read(),
        };
        at(statement, parts.span)
    }

    pub(super) fn statement(self, node: Node<'w>) -> Spanned<Statement> {
        let node = match node.as_rule() {
            Rule::statement => first(node),
            _ => node,
        };
        let mut parts = self.parts(node.clone());
        let (span, text) = (parts.span, parts.text);
        let does = |does: Verb, operand| verb(does, operand, span).node;
        let p = &mut parts;
        let statement = match p.rule {
            Rule::offer => self.offer(parts, Builder::statement),
            Rule::may_choose => {
                let (set, name) = p.read();
                // What is done behind a colon is done by `you`.
                p.build.others_do = false;
                Statement::MayChoose {
                    set,
                    name,
                    body: p.read(),
                    otherwise: p.read(),
                }
            }
            Rule::choose_one => Statement::Ways(parts.map(|node| self.body(node)).collect()),
            Rule::faces => Statement::Faces {
                faces: p
                    .all_of(Rule::face)
                    .into_iter()
                    .map(|node| self.face(node))
                    .collect(),
                otherwise: p.read(),
            },
            Rule::does => self.does(parts),
            Rule::lasts => self.lasts(parts),
            Rule::later => {
                let (until, whose) = self.until(p.node());
                later(until, whose, p.read())
            }
            Rule::skipped | Rule::extra => {
                let until = match p.rule {
                    Rule::skipped => Until::SkippedTurn,
                    _ => Until::ExtraTurn,
                };
                let whose = but_you(p);
                later(
                    until,
                    whose,
                    p.next().map_or(Body::default(), |node| self.body(node)),
                )
            }
            Rule::once_only => self.once(node).node,
            Rule::turn_draws => {
                let draws = p.next().map(|node| self.number(node));
                Statement::TurnDraws(draws.unwrap_or(number(0, span)))
            }
            Rule::pay => self.pay(p.node()),
            Rule::choose | Rule::chooses => Statement::Choose {
                random: p.is_next(Rule::random_item),
                set: p.read(),
                name: p.read(),
            },
            Rule::choose_number_by => parts.row_of(Rule::choose_number),
            Rule::secret => Statement::Secret(Box::new(self.statement(p.node()))),
            Rule::secretly | Rule::sets_aside => {
                let (aside, players) = (p.rule == Rule::sets_aside, p.read());
                if p.is_next(Rule::number) {
                    Statement::SecretNumber {
                        players,
                        range: p.read(),
                        name: p.read(),
                    }
                } else {
                    p.build.others_do = true;
                    let (set, name) = p.read();
                    match aside {
                        true => Statement::SetsAside { players, set, name },
                        false => Statement::Secretly { players, set, name },
                    }
                }
            }
            Rule::either => Statement::Either(p.read()),
            // What is done behind a colon is done by `you`.
            Rule::either_by => Statement::Either(self.done_by_others(false).parts(node).read()),
            Rule::modes => {
                let (up_to, any) = (p.has(Rule::up_to), p.has(Rule::any_number));
                let number = match p.is_next(Rule::figure) {
                    true => p.read::<Spanned<u16>>().node,
                    false => 1,
                };
                Statement::Modes {
                    many: match (any, up_to) {
                        (true, _) => Many::Any,
                        (_, true) => Many::UpTo(number),
                        _ => Many::Exactly(number),
                    },
                    chosen_order: p.has(Rule::chosen_order),
                    branches: p.read(),
                }
            }
            Rule::toss => self.toss(parts),
            Rule::plain if text.starts_with("the order ") => {
                later(Until::Reversed, None, Body::default())
            }
            Rule::two_things | Rule::hands | Rule::enact | Rule::play_from_hand | Rule::deed => {
                self.does_to(parts)
            }
            Rule::counters => self.counters(parts),
            Rule::add_to => {
                let number = p.read();
                let (name, of) = self.parts(p.node()).read();
                Statement::AddTo { number, name, of }
            }
            Rule::fate => {
                let who = p.read::<Option<ItemExpr>>().unwrap_or(you(span));
                let wins = text.ends_with("win ") || text.ends_with("wins ");
                does(
                    if wins { Verb::Win } else { Verb::Lose },
                    Operand::Item(who),
                )
            }
            Rule::fate_by => match &text[..3] {
                "ski" => later(Until::SkippedTurn, None, Body::default()),
                "tak" => later(Until::ExtraTurn, None, Body::default()),
                "win" => does(Verb::Win, Operand::Item(you(span))),
                _ => does(Verb::Lose, Operand::Item(you(span))),
            },
            Rule::take_over => {
                let place = self.any_place(span);
                does(Verb::Shift, Operand::Two(p.read(), place))
            }
            Rule::take | Rule::give => self.give(parts),
            Rule::draw => Statement::Draw {
                number: self.drawn(parts),
            },
            Rule::call_by => self.statement(p.node()).node,
            Rule::call => Statement::Call {
                keyword: p.read(),
                arguments: parts.map(|node| self.argument(node)).collect(),
            },
            Rule::ways_by => {
                let way =
                    |node: Node<'w>| body(node.into_inner().map(|node| self.doing(node)).collect());
                Statement::Ways(parts.map(way).collect())
            }
            Rule::offer_by => self.offer(parts, Builder::doing),
            _ => parts.row(),
        };
        at(with_its_name(statement), span)
    }

    fn face(self, node: Node<'w>) -> Face {
        let mut parts = self.parts(node);
        let range = |node| {
            let mut ends = self.parts(node);
            let from: Spanned<u16> = ends.read();
            let more = ends.is_next(Rule::figure);
            (from, if more { ends.read() } else { from })
        };
        let ranges = parts.all_of(Rule::face_range);
        Face {
            ranges: ranges.into_iter().map(range).collect(),
            body: parts.read(),
        }
    }

    pub(super) fn branches(self, node: Node<'w>) -> Vec<Branch> {
        let branch = |node| {
            let mut parts = self.parts(node);
            Branch {
                label: parts.read(),
                condition: parts.read(),
                body: parts.read(),
            }
        };
        node.into_inner().map(branch).collect()
    }

    /// What may be done, what is done then, and what otherwise.
    fn offer(
        self,
        mut parts: Parts<'w>,
        read: fn(Self, Node<'w>) -> Spanned<Statement>,
    ) -> Statement {
        let mut deeds = parts.all_of(Rule::statement);
        deeds.extend(parts.all_of(Rule::doing));
        // What follows is done by `you` again.
        parts.build.others_do = false;
        let then = parts.part(Rule::if_so);
        Statement::Offer {
            deeds: deeds.into_iter().map(|node| read(self, node)).collect(),
            then: then.map(|node| parts.build.body(first(node))),
            otherwise: parts.read(),
        }
    }

    fn does(self, mut parts: Parts<'w>) -> Statement {
        let who = first(parts.node());
        let who = match who.as_rule() {
            Rule::set => Doer::Each(self.set(who)),
            Rule::one_doer => Doer::One(self.set(first(who))),
            _ => Doer::Item(self.item(who)),
        };
        let you = matches!(&who, Doer::Item(item) if item.node == Item::You);
        let theirs = self.done_by_others(!you);
        let mut deeds: Vec<_> = parts.map(|node| theirs.doing(node)).collect();
        match who {
            // One decision of one player is a statement by itself.
            Doer::Item(who) if deeds.len() == 1 && decides(&deeds[0].node) => Statement::By {
                who,
                statement: Box::new(deeds.swap_remove(0)),
            },
            who => Statement::Does { who, deeds },
        }
    }

    /// What somebody does.
    fn doing(self, node: Node<'w>) -> Spanned<Statement> {
        let node = match node.as_rule() {
            Rule::doing => first(node),
            _ => node,
        };
        // What is done behind a colon is done by `you`.
        match node.as_rule() {
            Rule::may => self.done_by_others(false).statement(node),
            _ => self.statement(node),
        }
    }

    pub(super) fn once(self, node: Node<'w>) -> Spanned<Statement> {
        let since = match node.as_str().starts_with("once this") {
            true => Since::ThisTurn,
            false => Since::ThisGame,
        };
        let for_all = node.as_str().ends_with("for all players ");
        at(Statement::Once { since, for_all }, self.span(&node))
    }

    fn lasts(self, mut parts: Parts<'w>) -> Statement {
        let head = parts.node();
        let mut ends = Vec::new();
        let (until, whose) = match head.as_rule() {
            Rule::event => {
                ends.push(Trigger::of(self.event(None, head)));
                while parts.is_next(Rule::event) {
                    ends.push(Trigger::of(self.event(None, parts.node())));
                }
                (Until::Happens, None)
            }
            _ => self.until(head),
        };
        Statement::Lasts {
            until,
            whose,
            ends,
            clause: Box::new(self.held(None, parts.node())),
        }
    }

    /// How long, or when, and whose turn that hangs on where it is not that of `you`.
    fn until(self, node: Node<'w>) -> (Until, Option<Box<ItemExpr>>) {
        let mut parts = self.parts(node);
        let (_, until) = MOMENTS
            .iter()
            .find(|(words, _)| parts.text.starts_with(words))
            .expect("the grammar knows no others");
        (*until, but_you(&mut parts))
    }

    /// What is paid: counters of `this` or of another payer, or cards that are discarded.
    fn pay(self, node: Node<'w>) -> Statement {
        let mut parts = self.parts(node.clone());
        let span = parts.span;
        let paid = match parts.rule {
            Rule::pay_counters => Statement::Counters {
                put: false,
                number: parts.number_or_one(span),
                counter: parts.read(),
                on: parts.read::<Option<_>>().unwrap_or(match self.others_do {
                    true => self.doer(span),
                    false => at(Item::This, span),
                }),
            },
            Rule::operand => match self.operand(node) {
                // `pay all ticks`
                Operand::All(ref set) if let Some(Noun::Name(name)) = set.node.bare() => {
                    let (counter, on) = (word(name, set.span), at(Item::This, span));
                    let all = NumExpr::Counters {
                        counter: counter.clone(),
                        on: Box::new(on.clone()),
                    };
                    Statement::Counters {
                        put: false,
                        number: at(all, span),
                        counter,
                        on,
                    }
                }
                operand => verb(Verb::Discard, operand, span).node,
            },
            _ => self.statement(node).node,
        };
        Statement::Pay(Box::new(at(paid, span)))
    }

    fn counters(self, mut parts: Parts<'w>) -> Statement {
        let put = parts.has(Rule::put_on);
        let many = match parts.part(Rule::all) {
            // There are never more.
            Some(all) => Some(number(HEAP, self.span(&all))),
            None => parts.part(Rule::number).map(|node| self.number(node)),
        };
        let counter: Spanned<String> = parts.read();
        let many = many.unwrap_or(number(1, counter.span));
        let whose = parts.read();
        Statement::Counters {
            put,
            number: self.whose_number(many, whose),
            counter,
            on: parts.read(),
        }
    }

    /// What is done to a thing, or to one with another, by a verb in whatever person.
    fn does_to(self, mut parts: Parts<'w>) -> Statement {
        let own = parts.own_words();
        let does = Verb::ALL
            .into_iter()
            .max_by_key(|verb| likeness(verb.form(), &own));
        let does = does.expect("there are verbs");
        if parts.is_next(Rule::operand) {
            return verb(does, parts.read(), parts.span).node;
        }
        let one = parts.read();
        let operand = match parts.next() {
            Some(other) => Operand::Two(one, self.item(other)),
            None if does == Verb::Build => Operand::Two(one, self.any_place(parts.span)),
            None => Operand::Item(one),
        };
        verb(does, operand, parts.span).node
    }

    /// Any place of whoever does it.
    fn any_place(self, span: Span) -> ItemExpr {
        any(of(Noun::Places(Some(self.doer(span))), span))
    }

    fn toss(self, parts: Parts<'w>) -> Statement {
        let mut sides: Vec<CoinSide> = Vec::new();
        for node in parts {
            let heads = match node.as_rule() {
                Rule::side_up => node.as_str().starts_with("if heads "),
                _ => sides.first().is_none_or(|side| !side.heads.node),
            };
            sides.push(CoinSide {
                heads: at(heads, self.span(&node)),
                body: self.body(first(node)),
            });
        }
        Statement::Toss { sides }
    }
}

/// Whose turn it is, where it is not that of `you`.
fn but_you(parts: &mut Parts) -> Option<Box<ItemExpr>> {
    let whose: Option<ItemExpr> = parts.read();
    whose.filter(|item| item.node != Item::You).map(Box::new)
}

/// A decision that a statement can leave to somebody.
fn decides(statement: &Statement) -> bool {
    matches!(
        statement,
        Statement::Choose { .. }
            | Statement::ChooseNumber { .. }
            | Statement::May { .. }
            | Statement::MayChoose { .. }
            | Statement::Either(_)
            | Statement::Draw { .. }
    )
}

/// What is chosen has the name before its condition, where that condition does not speak of it.
fn with_its_name(mut statement: Statement) -> Statement {
    if let Statement::Choose { set, name, .. }
    | Statement::MayChoose { set, name, .. }
    | Statement::ForEach { set, name, .. } = &mut statement
        && name.is_none()
        && let Set::Of { filters, .. } = &mut set.node
    {
        *name = take_called(filters);
    }
    statement
}

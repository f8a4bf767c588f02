//! Builds statements, and the blocks that they stand in.

use super::builder::{Builder, Parts, first};
use super::condition::{figure, item_or};
use super::grammar::{Node, Rule};
use super::thing::{lone_item, of};
use crate::ast::{
    Argument, ArgumentValue, Body, Branch, CoinSide, Item, ItemExpr, LetValue, Many, Noun, NumExpr,
    Operand, Set, SetExpr, Statement, Trigger, Verb, Word,
};
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

fn empty() -> Body {
    Body {
        statements: Vec::new(),
    }
}

impl Builder<'_> {
    /// A block, a line or a sentence.
    pub(super) fn body(self, node: Node) -> Body {
        Body {
            statements: node.into_inner().map(|node| self.step(node)).collect(),
        }
    }

    /// A statement, with what is done if it is done.
    pub(super) fn step(self, node: Node) -> Spanned<Statement> {
        let span = self.span(&node);
        let mut parts = Parts::of(node);
        let deed = self.statement(parts.next());
        match parts.take(Rule::if_so) {
            None => deed,
            Some(then) => {
                let (then, otherwise) = (self.body(first(then)), self.otherwise(&mut parts));
                Spanned::new(
                    Statement::IfDone {
                        deed: Box::new(deed),
                        then,
                        otherwise,
                    },
                    span,
                )
            }
        }
    }

    pub(super) fn otherwise(self, parts: &mut Parts) -> Option<Body> {
        parts
            .take(Rule::otherwise)
            .map(|node| self.body(first(node)))
    }

    pub(super) fn statement(self, node: Node) -> Spanned<Statement> {
        let node = if node.as_rule() == Rule::statement {
            first(node)
        } else {
            node
        };
        let span = self.span(&node);
        let rule = node.as_rule();
        if let Some(said) = self.sentence(node.clone()) {
            return Spanned::new(said, span);
        }
        let mut parts = Parts::of(node.clone());
        let statement = match rule {
            Rule::lasts => self.lasts(parts),
            Rule::later => {
                let (until, whose) = self.until(parts.next());
                Statement::Later {
                    until,
                    whose,
                    body: self.body(parts.next()),
                }
            }
            Rule::skipped | Rule::extra => {
                let until = if rule == Rule::skipped {
                    Until::SkippedTurn
                } else {
                    Until::ExtraTurn
                };
                let whose = parts.take(Rule::item).and_then(|node| self.but_you(node));
                Statement::Later {
                    until,
                    whose,
                    body: parts.rest().next().map_or(empty(), |node| self.body(node)),
                }
            }
            Rule::once_only => self.once(node).node,
            Rule::turn_draws => {
                let none = Spanned::new(NumExpr::Number(0), span);
                Statement::TurnDraws(parts.rest().next().map_or(none, |node| self.number(node)))
            }
            Rule::more_plays => Statement::MorePlays {
                number: self.number(parts.next()),
                fewer: parts.next().as_str() == "fewer ",
            },
            Rule::pay => self.pay(parts.next()),
            Rule::choose => {
                let random = parts.rule() == Some(Rule::random_item);
                Statement::Choose {
                    set: self.set(parts.next()),
                    random,
                    name: self.name(&mut parts),
                }
            }
            Rule::choose_number => {
                let random = node.as_str().starts_with("choose a random ");
                let (from, to) = (self.number(parts.next()), self.number(parts.next()));
                Statement::ChooseNumber {
                    random,
                    from,
                    to,
                    name: self.word(parts.next()),
                }
            }
            Rule::secretly => {
                let players = self.set(parts.next());
                if parts.rule() == Some(Rule::number) {
                    let range = (self.number(parts.next()), self.number(parts.next()));
                    return self.at(
                        &node,
                        Statement::SecretNumber {
                            players,
                            range,
                            name: self.word(parts.next()),
                        },
                    );
                }
                let set = Builder {
                    others_do: true,
                    ..self
                }
                .set(parts.next());
                Statement::Secretly {
                    players,
                    set,
                    name: self.word(parts.next()),
                }
            }
            Rule::sets_aside => {
                let players = self.set(parts.next());
                let set = Builder {
                    others_do: true,
                    ..self
                }
                .set(parts.next());
                Statement::SetsAside {
                    players,
                    set,
                    name: self.word(parts.next()),
                }
            }
            Rule::require => Statement::Require(self.cond(parts.next())),
            Rule::let_be => Statement::Let {
                name: self.word(parts.next()),
                value: self.let_value(parts.next()),
            },
            Rule::if_ => Statement::If {
                condition: self.cond(parts.next()),
                then: self.body(parts.next()),
                otherwise: self.otherwise(&mut parts),
            },
            Rule::repeat => {
                let at_most = node.as_str().starts_with("repeat at most ");
                Statement::Repeat {
                    at_most,
                    times: self.number(parts.next()),
                    body: self.body(parts.next()),
                }
            }
            Rule::for_each => {
                let at_once = node.as_str().starts_with("at once ");
                let set = self.set(parts.next());
                Statement::ForEach {
                    at_once,
                    set,
                    name: self.name(&mut parts),
                    body: self.body(parts.next()),
                }
            }
            Rule::framed => {
                let frame = parts.next();
                let body = self.body(parts.next());
                match frame.as_str() {
                    "at once " => Statement::AtOnce(body),
                    "as one effect " => Statement::OneEffect(body),
                    "unanswered " => Statement::Unanswered(body),
                    "nobody wins by a condition " => Statement::Winless(body),
                    _ => Statement::UnansweredBy {
                        first: self.word(frame),
                        body,
                    },
                }
            }
            Rule::either => Statement::Either(self.branches(parts.next())),
            Rule::modes => self.modes(parts),
            Rule::toss => self.toss(parts),
            Rule::roll => Statement::Roll {
                name: self.word(parts.next()),
            },
            Rule::plain => match node.as_str().trim_end() {
                "stop" => Statement::Stop,
                "shuffle the deck" => Statement::ShuffleDeck,
                "shuffle the discard pile into the deck" => Statement::Shuffle,
                "ready the deck" => Statement::Ready,
                "the game is a draw" => Statement::DrawGame,
                _ => Statement::Later {
                    until: Until::Reversed,
                    whose: None,
                    body: empty(),
                },
            },
            Rule::two_things => self.two_things(node),
            Rule::hands => {
                let passed = node.as_str().contains("pass their hands on");
                let (one, other) = (self.item(parts.next()), self.item(parts.next()));
                let verb = if passed {
                    Verb::PassHands
                } else {
                    Verb::SwapHands
                };
                Statement::Verb {
                    verb,
                    operand: Operand::Two(one, other),
                }
            }
            Rule::counters => self.counters(parts),
            Rule::add_to => {
                let number = self.number(parts.next());
                let (name, of) = self.entry(parts.next());
                Statement::AddTo { number, name, of }
            }
            Rule::add => Statement::Add {
                item: self.item(parts.next()),
                to: self.word(parts.next()),
            },
            Rule::take_top => Statement::Take {
                name: self.word(parts.next()),
            },
            Rule::aim => Statement::Aim(self.item(parts.next())),
            Rule::fate => {
                let you = Spanned::new(Item::You, span);
                let who = parts.take(Rule::item).map_or(you, |node| self.item(node));
                let wins = ["win ", "wins "]
                    .iter()
                    .any(|word| node.as_str().ends_with(word));
                let verb = if wins { Verb::Win } else { Verb::Lose };
                Statement::Verb {
                    verb,
                    operand: Operand::Item(who),
                }
            }
            Rule::enact => Statement::Verb {
                verb: Verb::Enact,
                operand: Operand::Item(self.item(parts.next())),
            },
            Rule::play_from_hand => Statement::Verb {
                verb: Verb::PlayFromHand,
                operand: self.operand(parts.next()),
            },
            Rule::take_over => {
                let operand = Operand::Two(self.item(parts.next()), self.any_place(span));
                Statement::Verb {
                    verb: Verb::Shift,
                    operand,
                }
            }
            Rule::take | Rule::give => self.give(parts, span),
            Rule::draw => Statement::Draw {
                number: self.drawn(parts, span),
            },
            Rule::deed => {
                let verb = verb(&parts.next());
                Statement::Verb {
                    verb,
                    operand: self.operand(parts.next()),
                }
            }
            Rule::call => {
                let keyword = self.word(parts.next());
                Statement::Call {
                    keyword,
                    arguments: parts.rest().map(|node| self.argument(node)).collect(),
                }
            }
            other => unreachable!("{other:?} is no statement of the grammar"),
        };
        Spanned::new(statement, span)
    }

    pub(super) fn name(self, parts: &mut Parts) -> Option<Word> {
        parts.take(Rule::name).map(|node| self.word(node))
    }

    pub(super) fn once(self, node: Node) -> Spanned<Statement> {
        let since = if node.as_str().starts_with("once this") {
            Since::ThisTurn
        } else {
            Since::ThisGame
        };
        let for_all = node.as_str().ends_with("for all players ");
        self.at(&node, Statement::Once { since, for_all })
    }

    fn lasts(self, mut parts: Parts) -> Statement {
        let head = parts.next();
        let ends = (head.as_rule() == Rule::event)
            .then(|| Box::new(Trigger::of(self.event(None, head.clone()))));
        let (until, whose) = if ends.is_some() {
            (Until::Happens, None)
        } else {
            self.until(head)
        };
        Statement::Lasts {
            until,
            whose,
            ends,
            clause: Box::new(self.held(None, parts.next())),
        }
    }

    /// How long, or when, and whose turn that hangs on where it is not that of `you`.
    fn until(self, node: Node) -> (Until, Option<Box<ItemExpr>>) {
        let said = node.as_str();
        let (_, until) = *MOMENTS
            .iter()
            .find(|(words, _)| said.starts_with(words))
            .expect("the grammar knows no others");
        (
            until,
            node.into_inner().next().and_then(|node| self.but_you(node)),
        )
    }

    fn but_you(self, node: Node) -> Option<Box<ItemExpr>> {
        Some(Box::new(self.item(node))).filter(|item| item.node != Item::You)
    }

    /// What is paid: counters of `this`, or cards that are discarded.
    fn pay(self, node: Node) -> Statement {
        let span = self.span(&node);
        let paid = match node.as_rule() {
            Rule::pay_counters => {
                let mut parts = Parts::of(node);
                let number = self.number_or_one(&mut parts, span);
                let counter = self.word(parts.next());
                let on = parts
                    .rest()
                    .next()
                    .map_or(Spanned::new(Item::This, span), |node| self.item(node));
                Statement::Counters {
                    put: false,
                    number,
                    counter,
                    on,
                }
            }
            Rule::operand => Statement::Verb {
                verb: Verb::Discard,
                operand: self.operand(node),
            },
            _ => self.statement(node).node,
        };
        Statement::Pay(Box::new(Spanned::new(paid, span)))
    }

    /// So many; one where it is not said.
    pub(super) fn number_or_one(self, parts: &mut Parts, span: Span) -> Spanned<NumExpr> {
        let one = Spanned::new(NumExpr::Number(1), Span::new(span.start, span.start));
        parts
            .take(Rule::number)
            .map_or(one, |node| self.number(node))
    }

    fn counters(self, mut parts: Parts) -> Statement {
        let put = parts.has(Rule::put_on);
        let all = parts.take(Rule::all);
        let place = self.words.span(0, 0);
        let number = match all {
            // There are never more.
            Some(all) => self.at(&all, NumExpr::Number(HEAP)),
            None => self.number_or_one(&mut parts, place),
        };
        let counter = self.word(parts.next());
        let number = Spanned::new(
            number.node,
            if number.span.end == 0 {
                counter.span
            } else {
                number.span
            },
        );
        let whose = parts.take(Rule::item).map(|node| self.item(node));
        Statement::Counters {
            put,
            number: self.whose_number(number, whose),
            counter,
            on: self.item(parts.next()),
        }
    }

    /// What is done with one thing, or with two.
    fn two_things(self, node: Node) -> Statement {
        let span = self.span(&node);
        let verb = node.as_str().split(' ').next().unwrap_or_default();
        let mut parts = Parts::of(node);
        let one = self.item(parts.next());
        let between = |node: &Node| {
            matches!(
                node.as_rule(),
                Rule::on_deck | Rule::facing | Rule::moved_to
            )
        };
        let how = parts
            .nodes
            .next_if(between)
            .map_or("", |node| node.as_str());
        let verb = match (verb.trim_end_matches('s'), how) {
            ("put", "on top of the deck ") => Verb::PutOnDeck,
            ("put", how) if how.starts_with("face up ") => Verb::PutFaceUp,
            ("put", how) if how.starts_with("face down ") => Verb::PutFaceDown,
            ("put", _) => Verb::PutUnderDeck,
            ("set", _) => Verb::SetAside,
            ("move", "onto ") => Verb::Move,
            ("move", _) => Verb::Shift,
            ("build", _) => Verb::Build,
            ("swap", _) => Verb::Swap,
            ("exchange", _) => Verb::Exchange,
            ("write", _) => Verb::Write,
            _ => Verb::Return,
        };
        let operand = match parts.nodes.next() {
            Some(other) => Operand::Two(one, self.item(other)),
            None if verb == Verb::Build => Operand::Two(one, self.any_place(span)),
            None => Operand::Item(one),
        };
        Statement::Verb { verb, operand }
    }

    /// Any place of whoever does it.
    fn any_place(self, span: Span) -> ItemExpr {
        let places = of(Noun::Places(Some(self.doer(span))), span);
        Spanned::new(Item::Any(Box::new(places)), span)
    }

    /// What comes to a hand, and whose that is.
    fn give(self, mut parts: Parts, span: Span) -> Statement {
        let first = parts.next();
        let to_first = first.as_rule() == Rule::item;
        let second = parts.nodes.next();
        let (what, to) = match second {
            Some(what) if to_first => (self.operand(what), self.item(first)),
            to => (
                self.operand(first),
                to.map_or_else(|| self.doer(span), |node| self.item(node)),
            ),
        };
        match what {
            Operand::Item(item) => Statement::Verb {
                verb: Verb::Give,
                operand: Operand::Two(item, to),
            },
            what => Statement::Gives { what, to },
        }
    }

    /// What a verb is done to: one, several or all.
    pub(super) fn operand(self, node: Node) -> Operand {
        let mut parts = Parts::of(node);
        let head = parts.next();
        match head.as_rule() {
            Rule::up_to => Operand::UpTo {
                number: self.number(parts.next()),
                set: self.those(parts.next()),
            },
            Rule::any_number => Operand::AnyNumber(self.those(parts.next())),
            Rule::down_to => Operand::DownTo(self.number(first(head))),
            Rule::every => Operand::All(self.every(first(head))),
            Rule::own_several => {
                let span = self.span(&head);
                let random = head.as_str().starts_with("a random ");
                let mut parts = Parts::of(head);
                let number = self.number_or_one(&mut parts, span);
                let set = of(
                    Noun::Hand {
                        of: self.doer(span),
                        as_buildings: false,
                    },
                    span,
                );
                match number.node {
                    _ if random => Operand::Item(Spanned::new(Item::Random(Box::new(set)), span)),
                    NumExpr::Number(1) => {
                        Operand::Item(Spanned::new(Item::Any(Box::new(set)), span))
                    }
                    _ => Operand::Several {
                        number,
                        different: false,
                        random: false,
                        set,
                    },
                }
            }
            Rule::several => {
                let mut parts = Parts::of(head);
                let number = self.number(parts.next());
                let manner = parts.take(Rule::manner).map_or("", |node| node.as_str());
                let (random, different) = (manner == "random ", manner == "different ");
                let set = self.those(parts.next());
                match number.node {
                    NumExpr::Number(1) if !random && !different => {
                        let span = set.span;
                        Operand::Item(Spanned::new(Item::Any(Box::new(set)), span))
                    }
                    _ => Operand::Several {
                        number,
                        different,
                        random,
                        set,
                    },
                }
            }
            Rule::set => {
                lone_item(self.set(head)).map_or_else(|set| Operand::All(*set), Operand::Item)
            }
            _ => Operand::Item(self.item(head)),
        }
    }

    /// A set, or cards of the hand of whoever does it.
    fn those(self, node: Node) -> SetExpr {
        let span = self.span(&node);
        match node.as_rule() {
            Rule::own_cards => of(
                Noun::Hand {
                    of: self.doer(span),
                    as_buildings: false,
                },
                span,
            ),
            _ => self.set(node),
        }
    }

    /// All of a set, a hand, or the top cards of the deck.
    fn every(self, node: Node) -> SetExpr {
        let span = self.span(&node);
        match node.as_rule() {
            Rule::set => self.set(node),
            Rule::deck_top => {
                let noun = self.deck_top(node);
                Spanned::new(
                    Set::Of {
                        target: false,
                        noun,
                        filters: Vec::new(),
                    },
                    span,
                )
            }
            _ => of(
                Noun::Hand {
                    of: self.whose(node),
                    as_buildings: false,
                },
                span,
            ),
        }
    }

    /// How many cards are drawn.
    fn drawn(self, mut parts: Parts, span: Span) -> Spanned<NumExpr> {
        let one = Spanned::new(NumExpr::Number(1), span);
        let Some(node) = parts.nodes.next() else {
            return one;
        };
        let place = self.span(&node);
        match node.as_rule() {
            Rule::draw_until => {
                let hand = of(
                    Noun::Hand {
                        of: self.doer(place),
                        as_buildings: false,
                    },
                    place,
                );
                let held = Spanned::new(NumExpr::Count(Box::new(hand)), place);
                Spanned::new(
                    NumExpr::Minus(Box::new(self.number(first(node))), Box::new(held)),
                    place,
                )
            }
            Rule::card_each => Spanned::new(NumExpr::Count(Box::new(self.set(first(node)))), place),
            Rule::that_many => Spanned::new(NumExpr::ThatMany, place),
            _ => self.number(node),
        }
    }

    pub(super) fn let_value(self, node: Node) -> LetValue {
        match node.as_rule() {
            Rule::whether => LetValue::Cond(self.cond(first(node))),
            Rule::for_each_player => LetValue::ForEach(figure(&first(node))),
            Rule::no_players => LetValue::NoPlayers,
            Rule::lone_number => {
                item_or(self.number(first(node))).map_or_else(LetValue::Number, LetValue::Item)
            }
            _ => LetValue::Item(self.item(node)),
        }
    }

    pub(super) fn branches(self, node: Node) -> Vec<Branch> {
        let branch = |node| {
            let mut parts = Parts::of(node);
            let label = self.word(parts.next());
            let condition = parts.take(Rule::given).map(|node| self.cond(first(node)));
            Branch {
                label,
                condition,
                body: self.body(parts.next()),
            }
        };
        node.into_inner().map(branch).collect()
    }

    fn modes(self, mut parts: Parts) -> Statement {
        let up_to = parts.has(Rule::up_to);
        let any = parts.has(Rule::any_number);
        let number = parts.take(Rule::figure).map_or(1, |node| figure(&node));
        let many = match (any, up_to) {
            (true, _) => Many::Any,
            (_, true) => Many::UpTo(number),
            _ => Many::Exactly(number),
        };
        let chosen_order = parts.has(Rule::chosen_order);
        Statement::Modes {
            many,
            chosen_order,
            branches: self.branches(parts.next()),
        }
    }

    fn toss(self, parts: Parts) -> Statement {
        let mut sides: Vec<CoinSide> = Vec::new();
        for node in parts.rest() {
            let span = self.span(&node);
            let other = sides.first().is_none_or(|side| !side.heads.node);
            let heads = if node.as_rule() == Rule::side_up {
                node.as_str().starts_with("if heads ")
            } else {
                other
            };
            sides.push(CoinSide {
                heads: Spanned::new(heads, span),
                body: self.body(first(node)),
            });
        }
        Statement::Toss { sides }
    }

    fn argument(self, node: Node) -> Argument {
        let mut parts = Parts::of(node);
        let preposition = parts.take(Rule::preposition).map(|node| self.word(node));
        let value = parts.next();
        let value = match value.as_rule() {
            // `(spot)` says no more than `spot`: it need not be a number.
            Rule::argument_number => item_or(self.number(first(value)))
                .map_or_else(ArgumentValue::Number, ArgumentValue::Item),
            Rule::one_such | Rule::random_item => ArgumentValue::Item(self.item(value)),
            _ => lone_item(self.set(value))
                .map_or_else(|set| ArgumentValue::Set(*set), ArgumentValue::Item),
        };
        Argument { preposition, value }
    }
}

/// The verb of one thing, in whatever person.
fn verb(node: &Node) -> Verb {
    match node.as_str().trim_end() {
        "look at" | "looks at" => Verb::LookAt,
        "discard" | "discards" => Verb::Discard,
        "destroy" | "destroys" => Verb::Destroy,
        "flip" | "flips" => Verb::Flip,
        "remove" | "removes" => Verb::Remove,
        "show" | "shows" => Verb::Show,
        "replay" | "replays" => Verb::Replay,
        "refresh" | "refreshes" => Verb::Refresh,
        _ => Verb::Play,
    }
}

//! Builds clauses: what stands in the first column.

use super::builder::{Builder, Parts, first};
use super::condition::figure;
use super::grammar::{Node, Rule};
use super::thing::{filtered, of};
use crate::ast::{
    Ability, Against, Agent, Alteration, Alters, CANNOT_WIN, CANNOT_WIN_BUT_LAST, Clause, Cond,
    CountsAs, DECIDES, Define, Fee, Filter, Head, Item, Lasting, LetValue, Noun, OPEN_HANDED,
    Param, ParamType, Plays, Price, SEES_AND_DECIDES, SEES_HAND, SetExpr, Starred, Statement, Text,
    Trigger, Voice, Word,
};
use text::{Happening, Spanned};

type During = Option<Spanned<Cond>>;

impl Builder<'_> {
    /// A clause, or a line of an action.
    pub(super) fn line(self, node: Node) -> Spanned<Clause> {
        match node.as_rule() {
            Rule::action => {
                let span = self.span(&node);
                Spanned::new(Clause::Play(self.body(node)), span)
            }
            _ => self.clause(node),
        }
    }

    fn clause(self, node: Node) -> Spanned<Clause> {
        let span = self.span(&node);
        let mut parts = Parts::of(node);
        let during = parts.take(Rule::cond).map(|node| self.cond(node));
        let node = parts.next();
        Spanned::new(self.held(during, node).node, span)
    }

    /// A clause that may hold only while something else does, or any other.
    pub(super) fn held(self, during: During, node: Node) -> Spanned<Clause> {
        let span = self.span(&node);
        let rule = node.as_rule();
        let mut parts = Parts::of(node.clone());
        let clause = match rule {
            Rule::play => Clause::Play(self.body(parts.next())),
            Rule::replay => Clause::Replay(self.body(parts.next())),
            Rule::crisis => Clause::Crisis(self.body(parts.next())),
            Rule::ability => Clause::Ability(self.ability(parts)),
            Rule::win => Clause::Win(self.cond(parts.next())),
            Rule::raise => Clause::Raise(self.number(parts.next())),
            Rule::count => Clause::Count(self.set(parts.next())),
            Rule::define => Clause::Define(self.define(parts)),
            Rule::trigger => Clause::Trigger(Box::new(self.trigger(during, parts))),
            Rule::instead => Clause::Instead(Box::new(self.instead(during, parts))),
            Rule::cannot => Clause::Cannot(Box::new(Trigger::of(self.event(during, parts.next())))),
            Rule::costs => Clause::Cannot(Box::new(self.costs(during, parts))),
            Rule::plays => Clause::Plays(Plays {
                condition: during,
                who: self.set(first(parts.next())),
                number: {
                    let node = parts.next();
                    self.at(&node, figure(&node))
                },
            }),
            Rule::counts_as => {
                let set = self.set(parts.next());
                let one = parts.has(Rule::one_of_tally);
                let times = parts
                    .take(Rule::figure)
                    .map(|node| self.at(&node, figure(&node)));
                Clause::CountsAs(CountsAs {
                    condition: during,
                    set,
                    one,
                    times,
                    tally: self.word(parts.next()),
                })
            }
            Rule::lasting => Clause::Lasting(self.lasting(during, parts)),
            Rule::alters => {
                let what = self.alteration(parts.next());
                Clause::Alters(Box::new(Alters {
                    condition: during,
                    what,
                }))
            }
            other => unreachable!("{other:?} is no clause of the grammar"),
        };
        Spanned::new(clause, span)
    }

    fn ability(self, mut parts: Parts) -> Ability {
        let name = parts.take(Rule::quoted).map(|node| self.word(node));
        let start_of_turn = parts.has(Rule::at_start);
        let (mut once, mut limit) = (false, None);
        while let Some(node) = parts.take(Rule::once) {
            match node.as_str().starts_with("once a turn") {
                true => once = true,
                false => limit = Some(self.once(node)),
            }
        }
        let condition = parts.take(Rule::given).map(|node| self.cond(first(node)));
        let mut body = self.body(parts.next());
        // What it costs is said before all else.
        let costs = |statement: &&Spanned<Statement>| matches!(statement.node, Statement::Pay(_));
        let paid = body.statements.iter().take_while(costs).count();
        body.statements.splice(paid..paid, limit);
        Ability {
            name,
            start_of_turn,
            once,
            condition,
            body,
        }
    }

    fn trigger(self, during: During, mut parts: Parts) -> Trigger {
        let event = parts.next();
        let head = match event.as_rule() {
            Rule::at_turn => {
                let mut head = Head::said(Voice::Active, during);
                let mut parts = Parts::of(event);
                let moment = parts.next();
                let ends = moment.as_str() == "end ";
                head.happenings.push(self.at(
                    &moment,
                    if ends {
                        Happening::Passed
                    } else {
                        Happening::TurnBegun
                    },
                ));
                let whose = parts.next();
                let place = self.span(&whose);
                head.who = Some(match whose.as_str() {
                    _ if whose.as_rule() == Rule::who => self.set(first(whose)),
                    "your turn " => self.by_you(&whose),
                    "each turn " => of(Noun::Players { from: None }, place),
                    _ => {
                        let you = Filter::ExceptItem(Spanned::new(Item::You, place));
                        filtered(of(Noun::Players { from: None }, place), you, place)
                    }
                });
                head
            }
            _ => self.event(during, event),
        };
        let mut trigger = Trigger::of(head);
        trigger.head.condition = parts.take(Rule::given).map(|node| self.cond(first(node)));
        if let Some(node) = parts.take(Rule::remembering) {
            trigger.remembers = node
                .into_inner()
                .map(|node| self.remembered(node))
                .collect();
        }
        trigger.body = self.body(parts.next());
        trigger
    }

    fn remembered(self, node: Node) -> (Word, LetValue) {
        let mut parts = Parts::of(node);
        let value = self.let_value(parts.next());
        (self.word(parts.next()), value)
    }

    fn instead(self, during: During, mut parts: Parts) -> Trigger {
        let mut trigger = Trigger::of(self.event(during, parts.next()));
        trigger.head.condition = parts.take(Rule::given).map(|node| self.cond(first(node)));
        trigger.may = parts.has(Rule::offered);
        trigger.body = self.body(parts.next());
        trigger
    }

    fn costs(self, during: During, parts: Parts) -> Trigger {
        let mut trigger = Trigger::of(Head::said(Voice::Active, during));
        for node in parts.rest() {
            match node.as_rule() {
                Rule::price => trigger.price = Some(self.price(node)),
                _ => self.happens(&mut trigger.head, node),
            }
        }
        self.any_card_done(&mut trigger.head);
        trigger
    }

    fn price(self, node: Node) -> Price {
        let span = self.span(&node);
        let mut parts = Parts::of(node);
        let number = self.number_or_one(&mut parts, span);
        let what = parts.next();
        let fee = match what.as_rule() {
            Rule::own_cards => Fee::Cards,
            Rule::stacked_cards => Fee::Stacked,
            _ => Fee::Counters(self.word(what)),
        };
        Price { number, fee }
    }

    fn lasting(self, condition: During, mut parts: Parts) -> Lasting {
        if let Some(over) = parts.take(Rule::over) {
            let (sees, decides) = (
                over.as_str().contains(" see "),
                over.as_str().contains(" decisions "),
            );
            let status = match (sees, decides) {
                (true, true) => SEES_AND_DECIDES,
                (true, false) => SEES_HAND,
                _ => DECIDES,
            };
            let status = self.at(&over, status.to_string());
            return Lasting {
                condition,
                set: self.set(parts.next()),
                status,
                against: Vec::new(),
            };
        }
        let set = self.set(parts.next());
        let word = parts.next();
        let status = match word.as_rule() {
            Rule::open_hand => self.at(&word, OPEN_HANDED.to_string()),
            Rule::no_win => {
                let last = word.as_str().ends_with("living ");
                self.at(
                    &word,
                    if last {
                        CANNOT_WIN_BUT_LAST
                    } else {
                        CANNOT_WIN
                    }
                    .to_string(),
                )
            }
            _ => self.word(word),
        };
        let against = parts.take(Rule::against);
        let against = against.map_or(Vec::new(), |node| {
            node.into_inner().map(|node| self.against(node)).collect()
        });
        Lasting {
            condition,
            set,
            status,
            against,
        }
    }

    /// Which texts a status is cut to.
    fn against(self, node: Node) -> Spanned<Against> {
        let span = self.span(&node);
        let of_others = node.as_str().ends_with("other players ");
        let mut parts = Parts::of(node);
        let word = parts
            .take(Rule::source_word)
            .map_or("", |node| node.as_str().trim_end());
        let agent = Agent::ALL
            .into_iter()
            .find(|agent| agent.word() == word)
            .unwrap_or(Agent::Any);
        let named = parts.take(Rule::quoted).map(|node| self.word(node));
        Spanned::new(
            Against {
                agent,
                named,
                of_others,
            },
            span,
        )
    }

    fn alteration(self, node: Node) -> Alteration {
        let rule = node.as_rule();
        let whole = node.as_str().to_string();
        let mut parts = Parts::of(node);
        match rule {
            Rule::neighbouring => {
                let mut left = self.set(parts.next());
                let each = whole.starts_with("for each ").then(|| {
                    let name = self.name(&mut parts);
                    let next = self.set(parts.next());
                    Box::new((std::mem::replace(&mut left, next), name))
                });
                Alteration::Neighbours {
                    each,
                    left,
                    right: parts.rest().next().map(|node| Box::new(self.set(node))),
                }
            }
            Rule::starred_change => {
                let of = self.stars(parts.next());
                let mut number = || parts.nodes.next().map(|node| self.number(node));
                let change = match (number(), number()) {
                    (Some(by), Some(floor)) => Starred::Lower { by, floor },
                    (Some(by), None) => Starred::Raise(by),
                    _ => Starred::Double,
                };
                Alteration::Starred { of, change }
            }
            Rule::bears => {
                let set = self.set(parts.next());
                let name = parts.next();
                match name.as_rule() {
                    Rule::quoted => Alteration::Called {
                        set,
                        name: self.word(name),
                    },
                    _ => {
                        let written = name.as_str().starts_with("the name written ");
                        Alteration::Name {
                            set,
                            written,
                            of: self.item(first(name)),
                        }
                    }
                }
            }
            Rule::keeps => Alteration::KeepsName {
                set: self.set(parts.next()),
            },
            Rule::texts => Alteration::TextOf {
                set: self.set(parts.next()),
                of: self.item(parts.next()),
            },
            _ => {
                let set = self.set(parts.next());
                let clauses = parts.rest().map(|node| self.clause(node)).collect();
                Alteration::Has {
                    set,
                    text: Text { clauses },
                }
            }
        }
    }

    /// Whose starred numbers.
    fn stars(self, node: Node) -> SetExpr {
        match node.clone().into_inner().next() {
            Some(of) => self.set(of),
            None => self.by_you(&node),
        }
    }

    fn define(self, mut parts: Parts) -> Define {
        let name = self.word(parts.next());
        let mut params = Vec::new();
        while let Some(node) = parts.take(Rule::parameter) {
            params.push(self.param(node));
        }
        Define {
            name,
            params,
            body: self.body(parts.next()),
        }
    }

    fn param(self, node: Node) -> Param {
        let mut parts = Parts::of(node);
        let preposition = parts.take(Rule::preposition).map(|node| self.word(node));
        let name = self.word(parts.next());
        let kind = parts.next();
        let read = match kind.as_str().trim_end() {
            "player" => ParamType::Player,
            "building" => ParamType::Building,
            "card" => ParamType::Card,
            "place" => ParamType::Place,
            "number" => ParamType::Number,
            "players" => ParamType::Players,
            "buildings" => ParamType::Buildings,
            "cards" => ParamType::Cards,
            _ => ParamType::Places,
        };
        Param {
            preposition,
            name,
            kind: self.at(&kind, read),
        }
    }
}

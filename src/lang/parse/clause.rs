//! Builds clauses: what stands in the first column.

use super::builder::{Builder, Parts, known};
use super::{Node, Rule};
use crate::ast::{
    Ability, Against, Agent, Alteration, Alters, Clause, Cond, CountsAs, Define, Fee, Happening,
    Head, Item, Lasting, LetValue, OPEN_HANDED, Param, ParamType, Plays, Price, SetExpr, Starred,
    Statement, Text, Trigger, Voice, Word,
};
use crate::trees::{at, lone, players, players_but, you};
use text::Spanned;

type During = Option<Spanned<Cond>>;

impl<'w> Builder<'w> {
    /// A clause, or a line of an action.
    pub(super) fn line(self, node: Node<'w>) -> Spanned<Clause> {
        let span = self.span(&node);
        match node.as_rule() {
            Rule::action => at(Clause::Play(self.body(node)), span),
            _ => self.clause(node),
        }
    }

    fn clause(self, node: Node<'w>) -> Spanned<Clause> {
        let mut parts = self.parts(node);
        let during = parts.part(Rule::cond).map(|node| self.cond(node));
        at(self.held(during, parts.node()).node, parts.span)
    }

    /// A clause that may hold only while something else does, or any other.
    pub(super) fn held(self, during: During, node: Node<'w>) -> Spanned<Clause> {
        let mut parts = self.parts(node);
        let (p, condition) = (&mut parts, during);
        let span = p.span;
        let clause = match p.rule {
            Rule::ability => Clause::Ability(self.ability(parts)),
            Rule::define => {
                let name = p.read();
                let params = p.all_of(Rule::parameter);
                Clause::Define(Define {
                    name,
                    params: params.into_iter().map(|node| self.param(node)).collect(),
                    body: p.read(),
                })
            }
            Rule::trigger => Clause::Trigger(Box::new(self.trigger(condition, parts))),
            Rule::instead => {
                let mut trigger = Trigger::of(self.event(condition, p.node()));
                trigger.head.condition = p.read();
                trigger.may = p.has(Rule::offered);
                trigger.first = p.has(Rule::before);
                trigger.body = p.read();
                Clause::Instead(Box::new(trigger))
            }
            Rule::cannot => {
                let head = self.event(condition, p.node());
                Clause::Cannot(Box::new(Trigger::of(head)))
            }
            Rule::costs => Clause::Cannot(Box::new(self.costs(condition, parts))),
            Rule::plays => Clause::Plays(Plays {
                condition,
                who: self.parts(p.node()).read(),
                number: p.read(),
            }),
            Rule::counts_as => Clause::CountsAs(CountsAs {
                condition,
                set: p.read(),
                one: p.has(Rule::one_of_tally),
                times: p.is_next(Rule::figure).then(|| p.read()),
                tally: p.read(),
            }),
            Rule::lasting => Clause::Lasting(self.lasting(condition, parts)),
            Rule::alters => {
                let what = self.alteration(p.node());
                Clause::Alters(Box::new(Alters { condition, what }))
            }
            _ => parts.row(),
        };
        at(clause, span)
    }

    fn ability(self, mut parts: Parts<'w>) -> Ability {
        let name = parts.part(Rule::quoted).map(|node| self.word(node));
        let start_of_turn = parts.has(Rule::at_start);
        let (once, limits): (Vec<_>, Vec<_>) = parts
            .all_of(Rule::once)
            .into_iter()
            .partition(|node| node.as_str().starts_with("once a turn"));
        let mut ability = Ability {
            name,
            start_of_turn,
            once: !once.is_empty(),
            condition: parts.read(),
            body: parts.read(),
        };
        // What it costs is said before all else.
        let statements = &mut ability.body.statements;
        let costs = |one: &&Spanned<Statement>| matches!(one.node, Statement::Pay(_));
        let paid = statements.iter().take_while(costs).count();
        let limit = limits.into_iter().next_back();
        statements.splice(paid..paid, limit.map(|node| self.once(node)));
        ability
    }

    fn trigger(self, during: During, mut parts: Parts<'w>) -> Trigger {
        let event = parts.node();
        let head = match event.as_rule() {
            Rule::at_turn => self.at_turn(during, self.parts(event)),
            _ => self.event(during, event),
        };
        let mut trigger = Trigger::of(head);
        trigger.head.condition = parts.read();
        if let Some(node) = parts.part(Rule::remembering) {
            let remembered = |node| {
                let (value, name): (LetValue, Word) = self.parts(node).read();
                (name, value)
            };
            trigger.remembers = node.into_inner().map(remembered).collect();
        }
        trigger.body = parts.read();
        trigger
    }

    /// `at the start of your turn`
    fn at_turn(self, during: During, mut parts: Parts<'w>) -> Head {
        let mut head = Head::said(Voice::Active, during);
        let moment = parts.node();
        let happening = match moment.as_str() {
            "end " => Happening::Passed,
            _ => Happening::TurnBegun,
        };
        head.happenings.push(at(happening, self.span(&moment)));
        let mut whose = self.parts(parts.node());
        let place = whose.span;
        head.who = Some(match whose.text {
            _ if whose.rule == Rule::who => whose.read(),
            "your turn " => lone(you(place)),
            "each turn " => players(place),
            _ => players_but(you(place)),
        });
        head
    }

    fn costs(self, during: During, parts: Parts<'w>) -> Trigger {
        let mut trigger = Trigger::of(Head::said(Voice::Active, during));
        for node in parts {
            match node.as_rule() {
                Rule::price => trigger.price = Some(self.price(self.parts(node))),
                _ => self.happens(&mut trigger.head, node),
            }
        }
        self.any_card_done(&mut trigger.head);
        trigger
    }

    fn price(self, mut parts: Parts<'w>) -> Price {
        let number = parts.number_or_one(parts.span);
        let what = parts.node();
        let fee = match what.as_rule() {
            Rule::own_cards => Fee::Cards,
            Rule::stacked_cards => Fee::Stacked,
            _ => Fee::Counters(self.word(what)),
        };
        Price { number, fee }
    }

    fn lasting(self, condition: During, mut parts: Parts<'w>) -> Lasting {
        let over = parts.part(Rule::over);
        let set = parts.read();
        let word = over.unwrap_or_else(|| parts.node());
        let said = word.as_str().trim_end();
        let status = match word.as_rule() {
            Rule::over => said.trim_start_matches("you ").replace("hands", "hand"),
            Rule::open_hand => OPEN_HANDED.to_string(),
            _ => said.trim_start_matches('~').to_string(),
        };
        let against = parts.part(Rule::against).into_iter();
        let against = against.flat_map(|node| node.into_inner());
        Lasting {
            condition,
            set,
            status: at(status, self.span(&word)),
            against: against.map(|node| self.against(node)).collect(),
        }
    }

    /// Which texts a status is cut to.
    fn against(self, node: Node<'w>) -> Spanned<Against> {
        let mut parts = self.parts(node);
        let word = parts.part(Rule::source_word);
        let word = word.map_or("", |node| node.as_str().trim_end());
        let mut all = Agent::ALL.into_iter();
        let against = Against {
            agent: all.find(|one| one.word() == word).unwrap_or(Agent::Any),
            named: parts.part(Rule::quoted).map(|node| self.word(node)),
            of_others: parts.text.ends_with("other players "),
        };
        at(against, parts.span)
    }

    fn alteration(self, node: Node<'w>) -> Alteration {
        let mut parts = self.parts(node);
        let p = &mut parts;
        match p.rule {
            Rule::neighbouring => {
                let each = p.text.starts_with("for each ").then(|| p.read());
                Alteration::Neighbours {
                    each,
                    left: p.read(),
                    right: p.next().map(|node| Box::new(self.set(node))),
                }
            }
            Rule::starred_change => {
                let of = self.stars(p.node());
                let mut number = || p.next().map(|node| self.number(node));
                let change = match (number(), number()) {
                    (Some(by), Some(floor)) => Starred::Lower { by, floor },
                    (Some(by), None) => Starred::Raise(by),
                    _ => Starred::Double,
                };
                Alteration::Starred { of, change }
            }
            Rule::bears => {
                let (set, name) = (p.read(), p.node());
                match name.as_rule() {
                    Rule::quoted => Alteration::Called {
                        set,
                        name: self.word(name),
                    },
                    _ => Alteration::Name {
                        set,
                        written: name.as_str().starts_with("the name written "),
                        of: self.parts(name).read(),
                    },
                }
            }
            Rule::keeps | Rule::texts => parts.row(),
            _ => Alteration::Has {
                set: p.read(),
                text: Text {
                    clauses: parts.map(|node| self.clause(node)).collect(),
                },
            },
        }
    }

    /// Whose starred numbers.
    fn stars(self, node: Node<'w>) -> SetExpr {
        let mut parts = self.parts(node);
        match parts.next() {
            Some(of) => self.set(of),
            None => lone(at(Item::You, parts.span)),
        }
    }

    fn param(self, node: Node<'w>) -> Param {
        let mut parts = self.parts(node);
        let preposition = parts.part(Rule::preposition).map(|node| self.word(node));
        let name = parts.read();
        let place = parts.place();
        Param {
            preposition,
            name,
            kind: at(known(parts.says(), &ParamType::ALL, ParamType::word), place),
        }
    }
}

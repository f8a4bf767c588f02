//! Builds clauses: what stands in the first column.

use super::grammar::{Node, Rule};
use super::{Builder, first, part};
use crate::base::Spanned;
use crate::syntax::ast::{Ability, Clause, Cond, CountsAs, Define, Lasting, Moment, Param, ParamType, Trigger};

impl Builder {
    pub(super) fn clause(self, node: Node) -> Spanned<Clause> {
        let node = first(node);
        let span = self.span(&node);
        let rule = node.as_rule();
        let mut parts = node.into_inner();
        let clause = match rule {
            Rule::play_clause => Clause::Play(self.body(part(&mut parts))),
            Rule::replay_clause => Clause::Replay(self.body(part(&mut parts))),
            Rule::crisis_clause => Clause::Crisis(self.body(part(&mut parts))),
            Rule::use_clause => Clause::Ability(self.ability(parts)),
            Rule::when_clause => Clause::Trigger(self.trigger(parts)),
            Rule::while_clause => {
                let condition = Some(self.cond(part(&mut parts)));
                let inner = part(&mut parts);
                match inner.as_rule() {
                    Rule::counts_clause => Clause::CountsAs(self.counts_as(condition, inner.into_inner())),
                    _ => Clause::Lasting(self.lasting(condition, inner.into_inner())),
                }
            }
            Rule::lasting_clause => Clause::Lasting(self.lasting(None, parts)),
            Rule::counts_clause => Clause::CountsAs(self.counts_as(None, parts)),
            Rule::raise_clause => Clause::Raise(self.number(part(&mut parts))),
            Rule::win_clause => Clause::Win(self.cond(part(&mut parts))),
            Rule::define_clause => Clause::Define(self.define(parts)),
            Rule::count_clause => Clause::Count(self.set(part(&mut parts))),
            other => unreachable!("{other:?} is no clause of the grammar"),
        };
        Spanned::new(clause, span)
    }

    fn ability<'i>(self, parts: impl Iterator<Item = Node<'i>>) -> Ability {
        let mut name = None;
        let (mut start_of_turn, mut once) = (false, false);
        let mut condition = None;
        for node in parts {
            match node.as_rule() {
                Rule::quoted => name = Some(self.word(node)),
                Rule::start_of_turn => start_of_turn = true,
                Rule::once => once = true,
                Rule::given => condition = Some(self.cond(first(node))),
                _ => return Ability { name, start_of_turn, once, condition, body: self.body(node) },
            }
        }
        unreachable!("the grammar ends every `use` with its body")
    }

    fn trigger<'i>(self, mut parts: impl Iterator<Item = Node<'i>>) -> Trigger {
        let moment = match part(&mut parts).as_str() {
            "revealed" => Moment::Revealed,
            "destroyed" => Moment::Destroyed,
            _ => Moment::Built,
        };
        let mut causes = Vec::new();
        for node in parts {
            match node.as_rule() {
                Rule::cause => causes.push(self.word(node)),
                Rule::anything => {}
                _ => return Trigger { moment, causes, body: self.body(node) },
            }
        }
        unreachable!("the grammar ends every `when` with its body")
    }

    fn lasting<'i>(self, condition: Option<Spanned<Cond>>, mut parts: impl Iterator<Item = Node<'i>>) -> Lasting {
        Lasting { condition, set: self.set(part(&mut parts)), status: self.word(part(&mut parts)) }
    }

    fn counts_as<'i>(self, condition: Option<Spanned<Cond>>, mut parts: impl Iterator<Item = Node<'i>>) -> CountsAs {
        let set = self.set(part(&mut parts));
        let word = part(&mut parts);
        match word.as_rule() {
            Rule::one_article => CountsAs { condition, set, one: true, tally: self.word(part(&mut parts)) },
            _ => CountsAs { condition, set, one: false, tally: self.word(word) },
        }
    }

    fn define<'i>(self, mut parts: impl Iterator<Item = Node<'i>>) -> Define {
        let name = self.word(part(&mut parts));
        let mut params = Vec::new();
        for node in parts {
            if node.as_rule() == Rule::body {
                return Define { name, params, body: self.body(node) };
            }
            params.push(self.param(node));
        }
        unreachable!("the grammar ends every `define` with its body")
    }

    fn param(self, node: Node) -> Param {
        let mut parts = node.into_inner().peekable();
        let preposition = parts.next_if(|node| node.as_rule() == Rule::preposition).map(|node| self.word(node));
        let name = self.word(part(&mut parts));
        let kind = part(&mut parts);
        let span = self.span(&kind);
        let kind = match kind.as_str() {
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
        Param { preposition, name, kind: Spanned::new(kind, span) }
    }
}

//! Builds clauses in everyday words: what is said of two things at once, plays in a turn, and what actions cost.

use super::cond::digits;
use super::grammar::{Node, Rule};
use super::shorter::both;
use super::trees::{at, other_players};
use super::{Builder, first, part};
use crate::base::{Happening, Spanned};
use crate::syntax::ast::{
    Against, Alteration, Alters, Clause, Cond, Head, Item, Lasting, Noun, NumExpr, Set, Statement, Trigger, Voice, Word,
};

impl Builder {
    /// What one sentence of the first column says, in as many clauses as it needs.
    pub(super) fn clauses(self, node: Node) -> Vec<Spanned<Clause>> {
        let twofold = |node: &Node| matches!(node.as_rule(), Rule::both_are | Rule::loses_text);
        let inner = node.clone().into_inner().flat_map(|node| {
            let deeper = (node.as_rule() == Rule::while_clause).then(|| node.clone().into_inner());
            std::iter::once(node).chain(deeper.into_iter().flatten())
        });
        let passes = if inner.into_iter().any(|node| twofold(&node)) { 2 } else { 1 };
        (0..passes).map(|pass| Builder { pass, ..self }.clause(node.clone())).collect()
    }

    /// `you may play 2 cards each turn`: as that turn begins.
    pub(super) fn plays(self, during: Option<Spanned<Cond>>, node: Node) -> Trigger {
        let span = self.span(&node);
        let mut trigger = Trigger::of(Head::said(Voice::Active, during));
        trigger.head.happenings.push(at(Happening::TurnBegun, span));
        let (mut number, mut more) = (1, false);
        for node in node.into_inner() {
            match node.as_rule() {
                Rule::plays_who => {
                    let who = first(node);
                    trigger.head.who = Some(match who.as_rule() {
                        Rule::you => self.lone(Item::You, span),
                        _ => self.term(who),
                    });
                }
                Rule::number_literal => number = digits(&node),
                Rule::more_word => more = true,
                _ => {}
            }
        }
        let number = if more { number } else { number.saturating_sub(1) };
        let plays = Statement::MorePlays { number: at(NumExpr::Number(number), span), fewer: false };
        trigger.body.statements.push(at(plays, span));
        trigger
    }

    /// What may be done in the place of something needs what it is done to: `you may discard the top of this instead`.
    pub(super) fn payable(self, clause: &mut Trigger) {
        let needed = clause.body.statements.first_mut().and_then(|does| self.needed(does));
        clause.head.condition = match (clause.head.condition.take(), needed.filter(|needed| !speaks_of_it(needed))) {
            (Some(given), Some(needed)) => Some(both(given, needed)),
            (given, needed) => given.or(needed),
        };
    }

    /// `SET lose their texts`, `SET are disabled and guarded`: either clause by itself.
    pub(super) fn one_of_both(self, condition: Option<Spanned<Cond>>, node: Node) -> Clause {
        let span = self.span(&node);
        let loses = node.as_rule() == Rule::loses_text;
        let mut parts = node.into_inner();
        let set = self.every(part(&mut parts));
        if loses && self.pass == 1 {
            return Clause::Alters(Box::new(Alters { condition, what: Alteration::KeepsName { set } }));
        }
        let disabled = || at("disabled".to_string(), span);
        let mut said: Vec<(Word, Vec<Spanned<Against>>)> = Vec::new();
        for node in parts.filter(|_| !loses) {
            match node.as_rule() {
                Rule::against => {
                    let against = node.into_inner().map(|one| self.against(one)).collect();
                    if let Some(last) = said.last_mut() {
                        last.1 = against;
                    }
                }
                Rule::untargeted_too => {
                    let sources = node.into_inner().filter(|node| node.as_rule() == Rule::source);
                    said.push((at("guarded".to_string(), span), sources.map(|one| self.against(one)).collect()));
                }
                _ => said.push((self.word(node), Vec::new())),
            }
        }
        let at_pass = usize::from(self.pass).min(said.len().saturating_sub(1));
        let (status, against) = if loses { (disabled(), Vec::new()) } else { said.swap_remove(at_pass) };
        Clause::Lasting(Lasting { condition, set, status, against })
    }

    /// `other players' actions`
    pub(super) fn dear(self, head: &mut Head, node: Node) {
        let span = self.span(&node);
        for node in node.into_inner() {
            match node.as_rule() {
                Rule::dear_deed => {
                    let happening = if node.as_str() == "actions" { Happening::Played } else { Happening::Used };
                    head.happenings.push(at(happening, span));
                }
                _ => head.who = Some(other_players(span)),
            }
        }
    }
}

/// It is of what happens, which is there anyway, or of a top card, which is asked for whoever says so.
fn speaks_of_it(needed: &Spanned<Cond>) -> bool {
    let Cond::There { set, .. } = &needed.node else { return false };
    let Set::Of { noun, .. } = &set.node else { return false };
    matches!(&noun.node, Noun::One(item) if matches!(item.node, Item::It | Item::This | Item::TopOf(_)))
}

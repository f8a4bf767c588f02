//! Builds ways that one is chosen of, and sentences that say behind what is done at which turn.

use super::grammar::{Node, Rule};
use super::somebody::label;
use super::trees::{at, by, of, other_players};
use super::{Builder, first, part};
use crate::base::{Happening, Span, Spanned, Verb};
use crate::syntax::ast::{
    Body, Branch, Clause, Compare, Cond, Head, Item, ItemExpr, Many, Noun, NumExpr, Operand, Property, Set, Statement,
    Trigger, Voice,
};

impl Builder {
    /// `foe chooses one: discard 2 cards, or let you draw a card`: what is said of nobody else foe does.
    pub(super) fn chooses_way(self, who: &ItemExpr, node: Node) -> Statement {
        let span = self.span(&node);
        let mut branches: Vec<Branch> = Vec::new();
        for way in node.into_inner() {
            let place = self.span(&way);
            let words = way.as_str().trim_start_matches("you ").trim_start_matches("let ").to_string();
            let label = label(&branches, words.trim_start_matches("you "), place);
            let mut condition = None;
            let says: Vec<Node> = way.into_inner().collect();
            let statements = match says.as_slice() {
                [lets] if lets.as_rule() == Rule::let_you => {
                    self.statements(lets.clone().into_inner().filter(|node| node.as_rule() == Rule::statement))
                }
                _ => {
                    let mut statements = self.all_done(who, says.into_iter(), place);
                    // Only where there is so much of it.
                    if let Some(does) =
                        statements.first_mut().filter(|does| matches!(does.node, Statement::Repeat { .. }))
                    {
                        condition = self.possible(does);
                    }
                    statements
                }
            };
            branches.push(Branch { label, condition, body: Body { statements } });
        }
        by(who, Statement::Either(branches), span)
    }

    /// `choose one: draw 2 cards, or destroy a building`
    pub(super) fn choose_way(self, node: Node) -> Vec<Spanned<Statement>> {
        let span = self.span(&node);
        let mut branches: Vec<Branch> = Vec::new();
        for way in node.into_inner() {
            let label = label(&branches, way.as_str(), self.span(&way));
            let mut body = self.body(way);
            let condition = body.statements.first_mut().and_then(|does| self.open_way(does));
            branches.push(Branch { label, condition, body });
        }
        vec![at(Statement::Modes { many: Many::Exactly(1), chosen_order: false, branches }, span)]
    }

    /// What must be there, where one of several is chosen, to do it at all: `discard 2 cards` needs two. What hangs on what cards
    /// are is not asked.
    pub(super) fn open_way(self, does: &mut Spanned<Statement>) -> Option<Spanned<Cond>> {
        let span = does.span;
        let needed = match &does.node {
            Statement::Verb { operand: Operand::Item(Spanned { node: Item::Any(set), .. }), .. } => {
                let number = at(NumExpr::Number(1), span);
                Some(at(Cond::There { compare: Compare::AtLeast, number, set: (**set).clone() }, span))
            }
            Statement::Verb { operand: Operand::Item(_) | Operand::Two(..), .. } => None,
            _ => self.possible(does),
        };
        needed.filter(|needed| match &needed.node {
            Cond::There { set: Spanned { node: Set::Of { filters, .. }, .. }, .. } => filters.is_empty(),
            Cond::There { .. } => false,
            _ => true,
        })
    }

    /// `they may draw a card instead`: whoever would do it is asked; else it is done all the same.
    pub(super) fn theirs_instead(self, happening: Option<Happening>, node: Node) -> Spanned<Statement> {
        let span = self.span(&node);
        let who = at(Item::Provoker, span);
        let it = || at(Item::It, span);
        let verb = |verb| Some(Statement::Verb { verb, operand: Operand::Item(it()) });
        let all_the_same = match happening {
            Some(Happening::Discarded) => verb(Verb::Discard),
            Some(Happening::Destroyed) => verb(Verb::Destroy),
            Some(Happening::Played) => {
                Some(by(&who, Statement::Verb { verb: Verb::Play, operand: Operand::Item(it()) }, span))
            }
            Some(Happening::Drawn) => {
                let number = at(NumExpr::Number(1), span);
                Some(by(&who, Statement::Draw { number }, span))
            }
            _ => None,
        };
        let mut statements = self.all_done(&who, node.into_inner(), span);
        let condition = statements.first_mut().and_then(|does| self.possible(does));
        let otherwise = all_the_same.map(|does| Body { statements: vec![at(does, span)] });
        let may = Statement::May { body: Body { statements }, otherwise: otherwise.clone() };
        let may = at(by(&who, may, span), span);
        match condition {
            Some(condition) => at(Statement::If { condition, then: Body { statements: vec![may] }, otherwise }, span),
            None => may,
        }
    }

    /// `if you have no cards in hand at the end of your turn, draw 2 cards`
    pub(super) fn turn_if<'i>(
        self,
        during: Option<Spanned<Cond>>,
        mut parts: impl Iterator<Item = Node<'i>>,
    ) -> Trigger {
        let condition = self.cond(part(&mut parts));
        let mut trigger = self.at_turn(during, parts.filter(|node| node.as_rule() != Rule::given));
        trigger.head.condition = Some(condition);
        trigger
    }

    /// `this becomes a law: players cannot play actions`: what playing it does, and what is so then.
    pub(super) fn law<'i>(self, mut parts: impl Iterator<Item = Node<'i>>, span: Span) -> Spanned<Clause> {
        let this = at(Item::This, self.span(&part(&mut parts)));
        if self.pass == 0 {
            let enact = Statement::Verb { verb: Verb::Enact, operand: Operand::Item(this) };
            return at(Clause::Play(Body { statements: vec![at(enact, span)] }), span);
        }
        let place = this.span;
        let law = Cond::Is { item: this, not: false, property: at(Property::Law, place) };
        self.inner_clause(Some(at(law, place)), part(&mut parts))
    }

    /// `draw a card at the start of your turn`, `players with more than 6 cards in hand discard a card at the end of their turn`
    pub(super) fn turn_behind<'i>(
        self,
        during: Option<Spanned<Cond>>,
        mut parts: impl Iterator<Item = Node<'i>>,
    ) -> Trigger {
        let mut trigger = Trigger::of(Head::said(Voice::Active, during));
        let does = part(&mut parts);
        let place = self.span(&does);
        let moment = part(&mut parts);
        let happening = if moment.as_rule() == Rule::turn_end { Happening::Passed } else { Happening::TurnBegun };
        trigger.head.happenings.push(at(happening, self.span(&moment)));
        let mut rest = Vec::new();
        for node in parts {
            match node.as_rule() {
                Rule::every_turn => trigger.head.who = Some(of(Noun::Players { from: None }, self.span(&node))),
                Rule::others_turn => trigger.head.who = Some(other_players(self.span(&node))),
                Rule::given => rest.push(node),
                _ => self.event_part(&mut trigger.head, node),
            }
        }
        let statements = match does.as_rule() {
            Rule::wins_at => {
                let condition = Builder { at_least: true, ..self }.cond(first(does));
                let you = Operand::Item(at(Item::You, place));
                let win = at(Statement::Verb { verb: Verb::Win, operand: you }, place);
                let then = Body { statements: vec![win] };
                vec![at(Statement::If { condition, then, otherwise: None }, place)]
            }
            Rule::turn_theirs => {
                let mut parts = does.into_inner();
                trigger.head.who = Some(self.set(part(&mut parts)));
                self.all_done(&at(Item::Provoker, place), parts, place)
            }
            _ => self.statements(std::iter::once(does)),
        };
        self.reacts(&mut trigger, rest.into_iter());
        trigger.body = Body { statements };
        trigger
    }
}

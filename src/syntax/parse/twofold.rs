//! Builds clauses in everyday words: what is said of two things at once, plays in a turn, and what actions cost.

use super::cond::digits;
use super::grammar::{Node, Rule};
use super::shorter::both;
use super::trees::{at, filtered, looked_at, other_players};
use super::{Builder, first, part};
use crate::base::{Happening, Since, Span, Spanned, Until};
use crate::syntax::ast::{
    Against, Alteration, Alters, Body, Clause, Cond, Deed, Filter, Head, Item, ItemExpr, Lasting, Noun, NumExpr, Set,
    SetExpr, Statement, Trigger, TurnPart, Voice, Word,
};

/// All statements in it, inner ones, too.
fn statements_in<'i>(node: &Node<'i>) -> Vec<Node<'i>> {
    node.clone().into_inner().flatten().filter(|inner| inner.as_rule() == Rule::statement).collect()
}

/// All that it does is to win: whoever wins with 7 cards wins with more.
fn wins_alone(clause: &Node) -> bool {
    let deeds: Vec<Node> = statements_in(clause).into_iter().filter(|node| statements_in(node).is_empty()).collect();
    !deeds.is_empty() && deeds.iter().all(|node| ["win", "you win"].contains(&node.as_str().trim()))
}

impl Builder {
    /// What one sentence of the first column says, in as many clauses as it needs.
    pub(super) fn clauses(self, node: Node) -> Vec<Spanned<Clause>> {
        let twofold = |node: &Node| matches!(node.as_rule(), Rule::both_are | Rule::loses_text);
        let inner = node.clone().into_inner().flat_map(|node| {
            let deeper = (node.as_rule() == Rule::while_clause).then(|| node.clone().into_inner());
            std::iter::once(node).chain(deeper.into_iter().flatten())
        });
        let law = node.clone().into_inner().any(|node| node.as_rule() == Rule::law_clause);
        let passes = if law || inner.into_iter().any(|node| twofold(&node)) { 2 } else { 1 };
        let at_least = self.at_least || wins_alone(&node);
        (0..passes).map(|pass| Builder { pass, at_least, ..self }.clause(node.clone())).collect()
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
                Rule::further_word | Rule::one_further => more = true,
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
        let alone = clause.body.statements.len() == 1;
        // Whether there is a first or a last of something is asked anyway where all is done to that.
        let asked = |needed: &Spanned<Cond>| {
            let one = |set: &SetExpr| match &set.node {
                Set::Of { noun, .. } => {
                    matches!(&noun.node, Noun::One(item) if matches!(item.node, Item::First(_) | Item::Pick(..)))
                }
                Set::Plus(..) => false,
            };
            alone && matches!(&needed.node, Cond::There { set, .. } if one(set))
        };
        let needed =
            clause.body.statements.first_mut().and_then(|does| self.needed(does)).filter(|needed| !asked(needed));
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

    /// `the first building another player builds each turn costs 1 card`: it costs who has built none in this turn.
    pub(super) fn first_dear(self, head: &mut Head, node: Node) {
        let span = self.span(&node);
        head.voice = Voice::Active;
        let mut done = Head::said(Voice::Active, None);
        for node in node.into_inner() {
            match node.as_rule() {
                Rule::this_turn | Rule::each_turn => {}
                Rule::deed_acts | Rule::deed_cards | Rule::deed_buildings => {
                    head.what = self.card_named(node.clone());
                    done.what = self.deed_thing(node);
                }
                _ => self.event_part(head, node),
            }
        }
        done.happenings.clone_from(&head.happenings);
        let deed = Deed { who: looked_at(span), done: at(done, span), since: Since::ThisTurn };
        let none = at(Cond::Did { not: true, deed: Box::new(deed) }, span);
        head.who = head.who.take().map(|who| filtered(who, &at(Filter::That(none), span)));
    }

    /// `your buildings are guarded during your turn`, or while something is so.
    pub(super) fn held(self, node: Node) -> Spanned<Cond> {
        let span = self.span(&node);
        let yours = at(Cond::Turn(TurnPart::On), span);
        match node.as_rule() {
            Rule::held_turn => self.held(first(node)),
            Rule::held_yours => yours,
            Rule::held_others => at(Cond::Not(Box::new(yours)), span),
            _ => self.cond(node),
        }
    }

    /// `pay 2 ticks`: off the building that says so.
    pub(super) fn paid_counters(self, node: Node) -> Statement {
        let span = self.span(&node);
        let mut parts = node.into_inner();
        let number = self.article_or_number(part(&mut parts));
        let counter = self.word(part(&mut parts));
        let on = parts.next().map_or(at(Item::This, span), |node| self.item(node));
        Statement::Counters { put: false, number, counter, on }
    }

    /// `they skip their next draw`
    pub(super) fn skip_draw(self, node: Node) -> Statement {
        let span = self.span(&node);
        let who = part(&mut node.into_inner());
        let you = who.as_rule() == Rule::your;
        let who = if you { at(Item::You, span) } else { self.item(who) };
        self.skips_draw(&who, span)
    }

    /// The same of somebody who was spoken of.
    pub(super) fn skips_draw(self, who: &ItemExpr, span: Span) -> Statement {
        let whose = Some(Box::new(who.clone())).filter(|who| who.node != Item::You);
        let none = at(Statement::TurnDraws(at(NumExpr::Number(0), span)), span);
        Statement::Later { until: Until::TurnBegins, whose, body: Body { statements: vec![none] } }
    }
}

/// It is of what happens, which is there anyway, or of a top card, which is asked for whoever says so.
fn speaks_of_it(needed: &Spanned<Cond>) -> bool {
    let Cond::There { set, .. } = &needed.node else { return false };
    let Set::Of { noun, .. } = &set.node else { return false };
    matches!(&noun.node, Noun::One(item) if matches!(item.node, Item::It | Item::This | Item::TopOf(_)))
}

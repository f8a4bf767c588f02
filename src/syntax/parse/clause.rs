//! Builds clauses: what stands in the first column.

use super::cond::digits;
use super::grammar::{Node, Rule};
use super::happens::{is_any_card, of_hand};
use super::shorter::both;
use super::trees::of;
use super::{Builder, first, part};
use crate::base::{Since, Spanned};
use crate::syntax::ast::{
    Ability, Body, CANNOT_WIN, CANNOT_WIN_BUT_LAST, Clause, Cond, CountsAs, DECIDES, Deed, Define, Fee, Filter,
    Happening, Head, Item, ItemExpr, Lasting, LetValue, Noun, NumExpr, OPEN_HANDED, Param, ParamType, Pattern, Price,
    Role, SEES_AND_DECIDES, SEES_HAND, Set, Statement, Trigger, Voice, Word,
};

impl Builder {
    pub(super) fn clause(self, node: Node) -> Spanned<Clause> {
        let mut whole = node.into_inner();
        let node = part(&mut whole);
        let span = self.span(&node);
        if let Some(held) = whole.next() {
            let condition = self.held(first(held));
            return Spanned::new(self.inner_clause(Some(condition), node).node, span);
        }
        let rule = node.as_rule();
        if rule == Rule::alters_clause {
            return Spanned::new(self.alters(None, node), span);
        }
        let whole_node = node.clone();
        let mut parts = node.into_inner();
        let clause = match rule {
            Rule::play_clause => Clause::Play(self.limited(parts)),
            Rule::replay_clause => Clause::Replay(self.body(part(&mut parts))),
            Rule::crisis_clause => Clause::Crisis(self.body(part(&mut parts))),
            Rule::use_clause => Clause::Ability(self.ability(parts)),
            Rule::when_clause => Clause::Trigger(Box::new(self.trigger(None, parts))),
            Rule::when_behind => Clause::Trigger(Box::new(self.when_behind(parts))),
            Rule::turn_clause => Clause::Trigger(Box::new(self.at_turn(None, parts))),
            Rule::plays_clause => Clause::Trigger(Box::new(self.plays(None, whole_node))),
            Rule::turn_if => Clause::Trigger(Box::new(self.turn_if(None, parts))),
            Rule::law_clause => return self.law(parts, span),
            Rule::turn_behind => Clause::Trigger(Box::new(self.turn_behind(None, parts))),
            Rule::would_clause => self.would(None, parts),
            Rule::while_clause => {
                let condition = Some(self.held(part(&mut parts)));
                self.inner_clause(condition, part(&mut parts)).node
            }
            Rule::must_clause => Clause::Cannot(Box::new(self.cannot(None, whole_node))),
            Rule::cannot_clause => Clause::Cannot(Box::new(self.cannot(None, part(&mut parts)))),
            Rule::both_are | Rule::loses_text => self.one_of_both(None, whole_node),
            Rule::lasting_clause => Clause::Lasting(self.lasting(None, parts)),
            Rule::counts_clause => Clause::CountsAs(self.counts_as(None, parts)),
            Rule::raise_clause => Clause::Raise(self.number(part(&mut parts))),
            Rule::win_clause => Clause::Win(Builder { at_least: true, ..self }.cond(part(&mut parts))),
            Rule::define_clause => Clause::Define(self.define(parts)),
            Rule::count_clause => Clause::Count(self.set(part(&mut parts))),
            other => unreachable!("{other:?} is no clause of the grammar"),
        };
        Spanned::new(clause, span)
    }

    /// What a clause does, once a game where its head says so.
    fn limited<'i>(self, parts: impl Iterator<Item = Node<'i>>) -> Body {
        let mut parts = parts.peekable();
        let limit = parts.next_if(|node| node.as_rule() == Rule::once_a_game).map(|node| self.once(node));
        let mut body = self.body(part(&mut parts));
        body.statements.splice(0..0, limit);
        body
    }

    pub(super) fn once(self, node: Node) -> Spanned<Statement> {
        let span = self.span(&node);
        let for_all = node.into_inner().next().is_some();
        Spanned::new(Statement::Once { since: Since::ThisGame, for_all }, span)
    }

    /// A clause that holds while that does, or for a while.
    pub(super) fn inner_clause(self, condition: Option<Spanned<Cond>>, inner: Node) -> Spanned<Clause> {
        let span = self.span(&inner);
        let clause = match inner.as_rule() {
            Rule::counts_clause => Clause::CountsAs(self.counts_as(condition, inner.into_inner())),
            Rule::must_clause => Clause::Cannot(Box::new(self.cannot(condition, inner))),
            Rule::cannot_clause => Clause::Cannot(Box::new(self.cannot(condition, first(inner)))),
            Rule::when_clause | Rule::when_held => {
                Clause::Trigger(Box::new(self.trigger(condition, inner.into_inner())))
            }
            Rule::would_clause => self.would(condition, inner.into_inner()),
            Rule::turn_clause => Clause::Trigger(Box::new(self.at_turn(condition, inner.into_inner()))),
            Rule::plays_clause => Clause::Trigger(Box::new(self.plays(condition, inner))),
            Rule::alters_clause => self.alters(condition, inner),
            Rule::both_are | Rule::loses_text => self.one_of_both(condition, inner),
            _ => Clause::Lasting(self.lasting(condition, inner.into_inner())),
        };
        Spanned::new(clause, span)
    }

    /// What a player has done, and since when that counts.
    pub(super) fn deed(self, who: ItemExpr, node: Node) -> Deed {
        let span = self.span(&node);
        let mut done = Head::said(Voice::Active, None);
        let mut since = Since::Then;
        let any_card = node.clone().into_inner().any(|node| is_any_card(&node));
        for node in node.into_inner() {
            match node.as_rule() {
                Rule::played_card => done.happenings.push(Spanned::new(Happening::HandPlayed, span)),
                Rule::this_turn => since = Since::ThisTurn,
                Rule::this_game => since = Since::ThisGame,
                Rule::done_to => done.what = Some(self.role(node)),
                _ => self.event_part(&mut done, node),
            }
        }
        if any_card {
            of_hand(&mut done);
        }
        Deed { who, done: Spanned::new(done, span), since }
    }

    fn ability<'i>(self, parts: impl Iterator<Item = Node<'i>>) -> Ability {
        let mut name = None;
        let (mut start_of_turn, mut once) = (false, false);
        let (mut condition, mut limit, mut cost) = (None, None, None);
        for node in parts {
            match node.as_rule() {
                Rule::quoted => name = Some(self.word(node)),
                Rule::start_of_turn => start_of_turn = true,
                Rule::once => once = true,
                Rule::once_a_game => limit = Some(self.once(node)),
                Rule::given => condition = Some(self.cond(first(node))),
                Rule::cost_first | Rule::cost_plain => cost = Some(self.paid(first(node))),
                _ => {
                    let mut body = self.body(node);
                    body.statements.splice(0..0, cost);
                    // What it costs is said before all else.
                    let costs = |statement: &&Spanned<Statement>| matches!(statement.node, Statement::Pay(_));
                    let paid = body.statements.iter().take_while(costs).count();
                    body.statements.splice(paid..paid, limit);
                    return Ability { name, start_of_turn, once, condition, body };
                }
            }
        }
        unreachable!("the grammar ends every `use` with its body")
    }

    fn trigger<'i>(self, during: Option<Spanned<Cond>>, parts: impl Iterator<Item = Node<'i>>) -> Trigger {
        let (limits, rest): (Vec<Node>, Vec<Node>) =
            parts.partition(|node| matches!(node.as_rule(), Rule::each_time | Rule::first_time));
        let mut parts = rest.into_iter();
        let event = part(&mut parts);
        let mut trigger = Trigger::of(Head::said(Voice::Passive, during));
        match event.as_rule() {
            Rule::short_event => {
                trigger.head.voice = Voice::Short;
                event.into_inner().for_each(|node| self.event_part(&mut trigger.head, node));
            }
            Rule::nth_time => {
                trigger.head.voice = Voice::Active;
                self.nth_does(&mut trigger.head, event);
            }
            _ => self.event(&mut trigger.head, first(event)),
        }
        self.reacts(&mut trigger, parts);
        // Who may do it and does not has not done it.
        let limits = limits.into_iter().map(|node| self.each_time(node));
        wished(&mut trigger.body).statements.splice(0..0, limits);
        trigger
    }

    /// `draw 1 card whenever another player plays an action`
    fn when_behind<'i>(self, mut parts: impl Iterator<Item = Node<'i>>) -> Trigger {
        let does = part(&mut parts);
        let mut trigger = self.trigger(None, parts);
        trigger.body = Body { statements: self.statements(std::iter::once(does)) };
        trigger
    }

    /// `once each turn`, before a clause that waits.
    fn each_time(self, node: Node) -> Spanned<Statement> {
        let span = self.span(&node);
        let first_time = node.as_rule() == Rule::first_time;
        match node.into_inner().next() {
            Some(of_game) if !first_time => self.once(of_game),
            _ => Spanned::new(Statement::Once { since: Since::ThisTurn, for_all: false }, span),
        }
    }

    /// What stands behind what a text waits for: on what condition, what is remembered, what is done.
    pub(super) fn reacts<'i>(self, trigger: &mut Trigger, parts: impl Iterator<Item = Node<'i>>) {
        let mut may = false;
        for node in parts {
            match node.as_rule() {
                Rule::given => {
                    let given = self.cond(first(node));
                    let so_many = trigger.head.condition.take();
                    trigger.head.condition = Some(match so_many {
                        Some(so_many) => both(so_many, given),
                        None => given,
                    });
                }
                Rule::you_may => may = true,
                Rule::remembering => trigger.remembers = node.into_inner().map(|node| self.remembered(node)).collect(),
                _ => {
                    let (span, body) = (self.span(&node), self.body(node));
                    trigger.body = match may {
                        true => Body { statements: vec![Spanned::new(Statement::May { body, otherwise: None }, span)] },
                        false => body,
                    };
                }
            }
        }
    }

    fn remembered(self, node: Node) -> (Word, LetValue) {
        let mut parts = node.into_inner();
        let value = self.let_value(part(&mut parts));
        (self.word(part(&mut parts)), value)
    }

    fn would<'i>(self, during: Option<Spanned<Cond>>, parts: impl Iterator<Item = Node<'i>>) -> Clause {
        let mut clause = Trigger::of(Head::said(Voice::Passive, during));
        let mut said_plainly = false;
        let head = &mut clause.head;
        for node in parts {
            match node.as_rule() {
                Rule::given => head.condition = Some(self.cond(first(node))),
                Rule::whole => clause.body = self.body(node),
                Rule::done_instead => {
                    said_plainly = true;
                    clause.body = self.body(node);
                }
                Rule::not_drawing => {
                    head.voice = Voice::Active;
                    let span = self.span(&node);
                    head.happenings.push(Spanned::new(Happening::TurnDrawn, span));
                    head.who = Some(self.lone(Item::You, span));
                }
                Rule::said_instead | Rule::said_for_it => {
                    said_plainly = true;
                    let (may, does) = node.into_inner().partition::<Vec<_>, _>(|node| node.as_rule() == Rule::you);
                    clause.may = !may.is_empty();
                    clause.body.statements.extend(does.into_iter().map(|node| self.statement(node)));
                }
                Rule::theirs_instead => {
                    let happening = head.happenings.first().map(|one| one.node);
                    clause.body.statements = vec![self.theirs_instead(happening, node)];
                }
                Rule::offered => clause.may = true,
                Rule::would_be_aimed => self.aimed(head, node),
                Rule::would_aim => {
                    head.voice = Voice::Active;
                    self.aimed(head, node);
                }
                Rule::would_do | Rule::would_win | Rule::would_draw => {
                    head.voice = Voice::Active;
                    let by_effect = node.clone().into_inner().any(|node| node.as_rule() == Rule::by_effects);
                    let happening = match node.as_rule() {
                        Rule::would_win => Some(Happening::Won),
                        Rule::would_draw if by_effect => Some(Happening::EffectDrawn),
                        Rule::would_draw => Some(Happening::TurnDrawn),
                        _ => None,
                    };
                    let span = self.span(&node);
                    head.happenings.extend(happening.map(|happening| Spanned::new(happening, span)));
                    node.into_inner().for_each(|node| self.event_part(head, node));
                }
                Rule::would_take => {
                    head.happenings.push(Spanned::new(Happening::Paid, self.span(&node)));
                    node.into_inner().for_each(|node| self.event_part(head, node));
                }
                _ => node.into_inner().for_each(|node| self.event_part(head, node)),
            }
        }
        not_there_yet(&mut clause.head);
        if clause.may && said_plainly {
            self.payable(&mut clause);
        }
        Clause::Instead(Box::new(clause))
    }

    fn cannot(self, during: Option<Spanned<Cond>>, node: Node) -> Trigger {
        let passive = matches!(
            node.as_rule(),
            Rule::not_done | Rule::not_away | Rule::not_chosen | Rule::not_disabled | Rule::not_used | Rule::not_by
        );
        let voice = if passive { Voice::Passive } else { Voice::Active };
        let mut clause = Trigger::of(Head::said(voice, during));
        let dear = node.clone().into_inner().next().filter(|node| node.as_rule() == Rule::first_dear);
        if let Some(dear) = dear {
            self.first_dear(&mut clause.head, dear);
            clause.price = node.into_inner().nth(1).map(|node| self.price(node));
            return clause;
        }
        if node.as_rule() == Rule::not_more {
            self.not_more(&mut clause.head, node);
            return clause;
        }
        let span = self.span(&node);
        for node in node.into_inner() {
            match node.as_rule() {
                Rule::turn_card => clause.head.happenings.push(Spanned::new(Happening::TurnDrawn, span)),
                Rule::by_effects => clause.head.happenings.push(Spanned::new(Happening::EffectDrawn, span)),
                Rule::price => clause.price = Some(self.price(node)),
                Rule::dear_to | Rule::must_first => self.due(&mut clause, node),
                _ => self.event_part(&mut clause.head, node),
            }
        }
        not_there_yet(&mut clause.head);
        // Most deeds are done to cards anyway.
        if voice == Voice::Active || clause.price.is_some() {
            let head = &mut clause.head;
            let any =
                matches!(&head.what, Some(Role { pattern: Pattern::Card(filters), name: None }) if filters.is_empty());
            let to_cards =
                |one: &Spanned<Happening>| !matches!(one.node, Happening::Used | Happening::Played | Happening::Picked);
            if any && head.happenings.iter().all(to_cards) {
                head.what = None;
            }
        }
        clause
    }

    pub(super) fn price(self, node: Node) -> Price {
        let each = node.clone().into_inner().next().filter(|node| node.as_rule() == Rule::price_each);
        let mut parts = each
            .clone()
            .unwrap_or(node)
            .into_inner()
            .filter(|node| each.is_none() || node.as_rule() != Rule::one_article);
        let mut number = each.is_none().then(|| self.article_or_number(part(&mut parts)));
        let what = part(&mut parts);
        if let (Some(each), Some(set)) = (&each, parts.next()) {
            number = Some(Spanned::new(NumExpr::Count(Box::new(self.set(set))), self.span(each)));
        }
        let number = number.expect("the grammar says how many");
        let fee = match what.as_rule() {
            Rule::one_card | Rule::more_cards => Fee::Cards,
            Rule::stacked_card | Rule::stacked_cards => Fee::Stacked,
            _ => Fee::Counters(self.word(what)),
        };
        Price { number, fee }
    }

    pub(super) fn role(self, node: Node) -> Role {
        let mut parts = node.into_inner();
        let head = part(&mut parts);
        let pattern = match head.as_rule() {
            Rule::any_card => Pattern::Card(head.into_inner().map(|node| self.filter(node)).collect()),
            _ => Pattern::Of(self.term(head)),
        };
        Role { pattern, name: parts.next().map(|node| self.word(node)) }
    }

    fn lasting<'i>(self, condition: Option<Spanned<Cond>>, mut parts: impl Iterator<Item = Node<'i>>) -> Lasting {
        let first = part(&mut parts);
        if first.as_rule() == Rule::nobody {
            let (span, but_the_last) = (self.span(&first), part(&mut parts).into_inner().next().is_some());
            let status = Spanned::new(if but_the_last { CANNOT_WIN_BUT_LAST } else { CANNOT_WIN }.to_string(), span);
            return Lasting { condition, set: of(Noun::Players { from: None }, span), status, against: Vec::new() };
        }
        if first.as_rule() == Rule::untargeted {
            let span = self.span(&first);
            let mut parts = first.into_inner().filter(|node| node.as_rule() != Rule::cannot);
            let set = self.set(part(&mut parts));
            let against = parts.map(|one| self.against(one)).collect();
            return Lasting { condition, set, status: Spanned::new("guarded".to_string(), span), against };
        }
        if first.as_rule() == Rule::over {
            let span = self.span(&first);
            let said: Vec<Rule> = first.into_inner().map(|node| node.as_rule()).collect();
            let status = match said.as_slice() {
                [Rule::sees] => SEES_HAND,
                [Rule::decides] => DECIDES,
                _ => SEES_AND_DECIDES,
            };
            let set = self.set(part(&mut parts));
            return Lasting { condition, set, status: Spanned::new(status.to_string(), span), against: Vec::new() };
        }
        let set = self.every(first);
        let word = part(&mut parts);
        let status = match word.as_rule() {
            Rule::open_handed => Spanned::new(OPEN_HANDED.to_string(), self.span(&word)),
            Rule::barred => {
                let span = self.span(&word);
                let text = if word.into_inner().next().is_some() { CANNOT_WIN_BUT_LAST } else { CANNOT_WIN };
                Spanned::new(text.to_string(), span)
            }
            _ => self.word(word),
        };
        let against = parts.next().map_or(Vec::new(), |node| node.into_inner().map(|one| self.against(one)).collect());
        Lasting { condition, set, status, against }
    }

    fn counts_as<'i>(self, condition: Option<Spanned<Cond>>, mut parts: impl Iterator<Item = Node<'i>>) -> CountsAs {
        let set = self.set(part(&mut parts));
        let word = part(&mut parts);
        let times = match word.as_rule() {
            Rule::one_article => {
                return CountsAs { condition, set, one: true, times: None, tally: self.word(part(&mut parts)) };
            }
            Rule::number_literal => Some(Spanned::new(digits(&word), self.span(&word))),
            _ => None,
        };
        let tally = if times.is_some() { part(&mut parts) } else { word };
        CountsAs { condition, set, one: false, times, tally: self.word(tally) }
    }

    fn define<'i>(self, mut parts: impl Iterator<Item = Node<'i>>) -> Define {
        let name = self.word(part(&mut parts));
        let mut params = Vec::new();
        for node in parts {
            if node.as_rule() == Rule::whole {
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

/// What is to be built does not stand yet, and what is to be put somewhere does not lie there yet: it is a card.
fn not_there_yet(head: &mut Head) {
    let all = |happening| !head.happenings.is_empty() && head.happenings.iter().all(|one| one.node == happening);
    let (built, put) = (all(Happening::Built), all(Happening::Put) && head.onto.is_none());
    let Some(Role { pattern: Pattern::Of(set), .. }) = &head.what else { return };
    let Set::Of { target: false, noun, filters } = &set.node else { return };
    let named = |filter: &Spanned<Filter>| {
        matches!(filter.node, Filter::Named(_) | Filter::NamedAs(_) | Filter::ExceptNamed(_))
    };
    let onto = match &noun.node {
        Noun::Buildings(None) if built && filters.iter().all(named) => None,
        Noun::CardsOn { building, from_top: false } if put => {
            let noun = Spanned::new(Noun::One(Box::new(building.clone())), building.span);
            let set = Spanned::new(Set::Of { target: false, noun, filters: Vec::new() }, building.span);
            Some(Role { pattern: Pattern::Of(set), name: None })
        }
        _ => return,
    };
    let pattern = Pattern::Card(filters.clone());
    head.what = head.what.take().map(|what| Role { pattern, ..what });
    head.onto = onto.or(head.onto.take());
}

/// What a clause does that is done only so often: who may do it, and does not, has not done it. Where something is done
/// otherwise, all of it counts.
fn wished(body: &mut Body) -> &mut Body {
    fn is_wish(statement: &Statement) -> bool {
        match statement {
            Statement::May { otherwise, .. } | Statement::MayChoose { otherwise, .. } => otherwise.is_none(),
            Statement::By { statement, .. } => is_wish(&statement.node),
            Statement::If { then, otherwise: None, .. } => {
                matches!(then.statements.as_slice(), [only] if is_wish(&only.node))
            }
            _ => false,
        }
    }
    fn inside(statement: &mut Statement) -> Option<&mut Body> {
        match statement {
            Statement::May { body, .. } | Statement::MayChoose { body, .. } => Some(body),
            Statement::By { statement, .. } => inside(&mut statement.node),
            Statement::If { then, .. } => inside(&mut then.statements.last_mut()?.node),
            _ => None,
        }
    }
    if !matches!(body.statements.as_slice(), [only] if is_wish(&only.node)) {
        return body;
    }
    inside(&mut body.statements[0].node).expect("it is a wish")
}

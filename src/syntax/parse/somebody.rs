//! Builds what somebody does who is chosen for it then and there, and sentences that stand for several statements.

use super::follows::{count_it, is_open};
use super::grammar::{EVERYDAY, Node, Rule};
use super::trees::{MANY, RECEIVER, at, by, filtered, hand, looked_at, of, other_players, that_player};
use super::undone::{UNCLEAR_ELSE, UNCLEAR_OWNER, UNCLEAR_OWNER_PUT, unanswered};
use super::{Builder, first, part};
use crate::base::{Span, Spanned, Until, Verb};
use crate::syntax::ast::{
    Body, Branch, Compare, Cond, Filter, Item, ItemExpr, LetValue, Noun, NumExpr, OWNER, Operand, Set, SetExpr,
    Statement, Word,
};

fn verb(verb: Verb, item: Item, span: Span) -> Statement {
    Statement::Verb { verb, operand: Operand::Item(at(item, span)) }
}

/// Some statements where one must stand.
fn as_one(mut statements: Vec<Spanned<Statement>>, span: Span) -> Spanned<Statement> {
    match statements.len() {
        1 => statements.swap_remove(0),
        _ => at(
            Statement::Repeat { at_most: false, times: at(NumExpr::Number(1), span), body: Body { statements } },
            span,
        ),
    }
}

/// The word that a branch is called by: what is done first in it, with a number where another one is called so.
pub(super) fn label(others: &[Branch], words: &str, span: Span) -> Word {
    let word = words.split_whitespace().next().unwrap_or_default();
    let called = |label: &str| others.iter().any(|branch| branch.label.node == label);
    let again = (2..).map(|number| format!("{word}-{number}"));
    let label = std::iter::once(word.to_string()).chain(again).find(|label| !called(label));
    at(label.unwrap_or_default(), span)
}

pub(super) fn says_that_many(node: &Node) -> bool {
    says(node, Rule::that_many)
        || says(node, Rule::this_way)
        || says(node, Rule::twice_many)
        || is_later(node) && node.clone().into_inner().flatten().any(|node| node.as_rule() == Rule::twice_many)
}

/// It stands on the same line behind the colon of an `if`.
fn behind_if(node: &Node) -> bool {
    let place = node.as_span();
    let before = place.get_input().get(..place.start()).unwrap_or_default();
    let sentence = before.rsplit(['\n', '.']).next().unwrap_or_default();
    sentence.trim_end().ends_with(':') && sentence.split_whitespace().any(|word| word.eq_ignore_ascii_case("if"))
}

/// It comes later, and takes along what is known.
fn is_later(node: &Node) -> bool {
    let said = if node.as_rule() == Rule::statement { first(node.clone()) } else { node.clone() };
    said.as_rule() == Rule::later
}

/// What is said of an extra turn that was spoken of last.
fn in_extra_turn(before: &mut [Spanned<Statement>]) -> Option<&mut Vec<Spanned<Statement>>> {
    match &mut before.last_mut()?.node {
        Statement::Later { until: Until::ExtraTurn, body, .. } => Some(&mut body.statements),
        _ => None,
    }
}

/// It is said in a sentence itself, not in what stands behind its colon or comma, nor in what may be done together.
fn says(node: &Node, rule: Rule) -> bool {
    let inner = [
        Rule::body,
        Rule::whole,
        Rule::after_comma,
        Rule::comma_then,
        Rule::else_so,
        Rule::else_there,
        Rule::roll,
        Rule::may_just,
    ];
    !inner.contains(&node.as_rule())
        && (node.as_rule() == rule || node.clone().into_inner().any(|node| says(&node, rule)))
}

/// `the top of each of another player's stacks`: of one who is chosen first.
pub(super) fn of_chosen_stacks(node: &Node) -> bool {
    let mut inner = node.clone().into_inner().flatten();
    let stacks = inner.find(|node| node.as_rule() == Rule::stacks).filter(|_| node.as_rule() == Rule::verb_statement);
    stacks
        .is_some_and(|node| node.into_inner().any(|node| matches!(node.as_rule(), Rule::one_other | Rule::of_another)))
}

impl Builder {
    /// What stands in a block, or on a line; a condition or another choice behind a statement is said of that.
    pub(super) fn statements<'i>(self, nodes: impl Iterator<Item = Node<'i>>) -> Vec<Spanned<Statement>> {
        let mut said: Vec<(&'i str, Vec<Spanned<Statement>>)> = Vec::new();
        let mut build = self;
        // What was said last hangs on something, and may be left undone: `otherwise` could be said of either.
        let mut two = false;
        let mut within = None;
        for node in nodes {
            let (words, place) = (node.as_str(), self.span(&node));
            let within = *within.get_or_insert_with(|| behind_if(&node));
            let two_before = std::mem::take(&mut two);
            match (node.as_rule(), said.pop()) {
                (Rule::only_if, Some((words, mut then))) => {
                    two = then.last_mut().is_some_and(|last| is_open(&mut last.node));
                    let span = then[0].span.to(place);
                    let mut parts = node.into_inner().peekable();
                    let unless = parts.next_if(|node| node.as_rule() == Rule::unless).is_some();
                    let cond = self.cond(part(&mut parts));
                    let condition = if unless { at(Cond::Not(Box::new(cond)), place) } else { cond };
                    let only = Statement::If { condition, then: Body { statements: then }, otherwise: None };
                    said.push((words, vec![at(only, span)]));
                }
                (rule, before)
                    if matches!(rule, Rule::left_undone | Rule::done_then)
                        || rule == Rule::statement
                            && matches!(first(node.clone()).as_rule(), Rule::left_undone | Rule::done_then) =>
                {
                    let (words, mut before) = before.unwrap_or((words, Vec::new()));
                    two = build.follows(node, &mut before) || two_before;
                    said.push((words, before));
                }
                (Rule::statement, before) if first(node.clone()).as_rule() == Rule::face_else => {
                    said.extend(before);
                    let otherwise = build.face_else(first(node), &mut said, two_before || within);
                    said.extend((!otherwise.is_empty()).then_some((words, otherwise)));
                }
                (Rule::else_there, Some((words, mut only))) => {
                    let unless = build.body(node);
                    match only.last_mut() {
                        _ if two_before => only.push(unanswered(UNCLEAR_ELSE, unless, place)),
                        Some(Spanned { node: Statement::If { otherwise, .. }, .. }) => *otherwise = Some(unless),
                        _ => {}
                    }
                    said.push((words, only));
                }
                (Rule::or_other, Some((words, either))) => {
                    let other = first(node);
                    let either = either_or(build, (words, either), (other.as_str(), build.group(other.clone())), place);
                    said.push((words, either));
                }
                (Rule::statement, Some((words, mut before)))
                    if first(node.clone())
                        .into_inner()
                        .any(|node| matches!(node.as_rule(), Rule::that_turn_ends | Rule::during_that)) =>
                {
                    let then = build.group(node);
                    match in_extra_turn(&mut before) {
                        Some(turn) => turn.extend(then),
                        None => before.extend(then),
                    }
                    said.push((words, before));
                }
                (_, before) => {
                    let mut before = before;
                    if let Some((_, before)) = before.as_mut().filter(|_| says_that_many(&node)) {
                        count_it(before);
                    }
                    said.extend(before);
                    if !build.owner_named && says(&node, Rule::its_owner) {
                        build.owner_named = true;
                        let named = owner_first(said.last_mut().map(|(_, last)| last), place);
                        said.extend(named.map(|named| (words, vec![named])));
                    }
                    let later = build.past(&node);
                    let of_two = says(&node, Rule::other_of_two);
                    let does = build.group(node);
                    let goes_on = of_two && said.last_mut().is_some_and(|(_, before)| build.goes_on(before, &does));
                    if !goes_on {
                        said.push((words, does));
                    }
                    build = later;
                }
            }
        }
        said.into_iter().flat_map(|(_, statements)| statements).collect()
    }

    /// What one sentence says, in as many statements as it needs.
    fn group(self, node: Node) -> Vec<Spanned<Statement>> {
        let node = if node.as_rule() == Rule::statement { first(node) } else { node };
        let whole = node.clone();
        self.of_one_other(&whole, self.in_one(node))
    }

    fn in_one(self, node: Node) -> Vec<Spanned<Statement>> {
        let span = self.span(&node);
        match node.as_rule() {
            Rule::somebody_does => self.somebody_does(node),
            Rule::each_does | Rule::all_do => self.all_pass(&node).unwrap_or_else(|| vec![self.statement(node)]),
            Rule::they_do => self.all_done(&that_player(span), node.into_inner(), span),
            Rule::give_some => self.give_some(node),
            Rule::discard_any => self.discard_any(span),
            rule if EVERYDAY.contains(&rule) => self.everyday(node),
            _ if of_chosen_stacks(&node) => {
                let choose = Statement::Choose { set: other_players(span), random: false, name: None };
                vec![at(choose, span), self.statement(node)]
            }
            _ => vec![self.statement(node)],
        }
    }

    /// The same as one statement.
    pub(super) fn group_as_one(self, node: Node) -> Statement {
        let span = self.span(&node);
        as_one(self.group(node), span).node
    }

    /// `another player discards a card`: one is chosen, who does.
    fn somebody_does(self, node: Node) -> Vec<Spanned<Statement>> {
        let span = self.span(&node);
        let mut parts = node.into_inner();
        let who = part(&mut parts);
        let random = who.as_rule() == Rule::random_who;
        let bare_target = who.as_str().starts_with("target");
        let set = match random {
            true => who.into_inner().find(|node| node.as_rule() == Rule::set).map(|node| self.set(node)),
            false => Some(self.set(who)),
        };
        let mut set = set.expect("the grammar says who");
        // `target player discards a card`: whoever that is is chosen. `any target player` is refused as before.
        if let Set::Of { target, .. } = &mut set.node {
            *target &= !bare_target;
        }
        let choose = Statement::Choose { set, random, name: None };
        let does = self.all_done(&that_player(span), parts, span);
        std::iter::once(at(choose, span)).chain(does).collect()
    }

    /// What somebody does, one after the other.
    pub(super) fn all_done<'i>(
        self,
        who: &ItemExpr,
        parts: impl Iterator<Item = Node<'i>>,
        span: Span,
    ) -> Vec<Spanned<Statement>> {
        let mut statements = Vec::new();
        for does in parts {
            if says_that_many(&does) {
                count_it(&mut statements);
            }
            statements.push(at(self.one_does(who, does), span));
        }
        statements
    }

    /// `give 2 cards to another player`, all to one; `give your hand to foe`.
    fn give_some(self, node: Node) -> Vec<Spanned<Statement>> {
        let span = self.span(&node);
        let is_given = |node: &Node| matches!(node.as_rule(), Rule::your_cards | Rule::whole_hand);
        let (mut given, mut to): (Vec<Node>, Vec<Node>) = node.into_inner().partition(is_given);
        let (given, to) = (given.swap_remove(0), to.swap_remove(0));
        let chosen = (to.as_rule() == Rule::one_of_set).then(|| self.set(first(to.clone())));
        let to = self.item(to);
        let give = |item: Item, to| Statement::Verb { verb: Verb::Give, operand: Operand::Two(at(item, span), to) };
        let yours = || Box::new(hand(at(Item::You, span), span));
        let all = (given.as_rule() == Rule::whole_hand).then(|| hand(self.whose(first(given.clone())), span));
        let mut number = at(NumExpr::Number(1), span);
        for node in given.into_inner().filter(|_| all.is_none()) {
            match node.as_rule() {
                Rule::random => return vec![at(give(Item::Random(yours()), to), span)],
                Rule::half_of_hand => number = self.half(&at(Item::You, span), node).1,
                Rule::one_card => {}
                _ => number = self.article_or_number(node),
            }
        }
        if all.is_none() && number.node == NumExpr::Number(1) {
            return vec![at(give(Item::Any(yours()), to), span)];
        }
        // All go to one.
        let one = chosen.is_some();
        let before = chosen.map(|set| Statement::Choose { set, random: false, name: None });
        // Where each card is `it`, another one is called something else.
        let called = to.node == Item::It;
        let receiver = || match (one, called) {
            (true, _) => that_player(span),
            (_, true) => at(Item::Name(RECEIVER.into()), span),
            _ => to.clone(),
        };
        let name = at(RECEIVER.to_string(), span);
        let before = before.or_else(|| called.then(|| Statement::Let { name, value: LetValue::Item(to.clone()) }));
        let does = match all {
            Some(set) => {
                let body = Body { statements: vec![at(give(Item::It, receiver()), span)] };
                Statement::ForEach { at_once: false, set, name: None, body }
            }
            None => {
                let body = Body { statements: vec![at(give(Item::Any(yours()), receiver()), span)] };
                Statement::Repeat { at_most: false, times: number, body }
            }
        };
        let both = before.into_iter().chain([does]).map(|statement| at(statement, span)).collect();
        if called { vec![as_one(both, span)] } else { both }
    }

    /// `discard any number of cards`: how many is chosen first.
    fn discard_any(self, span: Span) -> Vec<Spanned<Statement>> {
        let set = hand(at(Item::You, span), span);
        let to = at(NumExpr::Count(Box::new(set.clone())), span);
        let from = at(NumExpr::Number(0), span);
        let choose = Statement::ChooseNumber { random: false, from, to, name: at(MANY.to_string(), span) };
        let number = at(NumExpr::Name(MANY.into()), span);
        let operand = Operand::Several { number, different: false, random: false, set };
        vec![at(choose, span), at(Statement::Verb { verb: Verb::Discard, operand }, span)]
    }

    /// `build a building from your hand`: at any place of yours.
    pub(super) fn build_home(self, thing: Node, span: Span) -> Statement {
        let places = of(Noun::Places(Some(at(Item::You, span))), span);
        let place = at(Item::Any(Box::new(places)), span);
        Statement::Verb { verb: Verb::Build, operand: Operand::Two(self.item(thing), place) }
    }

    /// `draw up to 3 cards`, `destroy up to 2 buildings`: none, or one after the other as long as you go on.
    pub(super) fn up_to_some(self, node: Node) -> Statement {
        let span = self.span(&node);
        let draws = node.as_str().starts_with("draw");
        let mut away = Verb::Discard;
        let (mut times, mut set) = (at(NumExpr::Number(1), span), hand(at(Item::You, span), span));
        for node in node.into_inner() {
            match node.as_rule() {
                Rule::away_with => away = Verb::read(&format!("{} _", node.as_str())).unwrap_or(away),
                Rule::set => set = self.set(node),
                Rule::up_to => {}
                _ => times = self.article_or_number(node),
            }
        }
        let does = match draws {
            true => Statement::Draw { number: at(NumExpr::Number(1), span) },
            false => verb(away, Item::Any(Box::new(set)), span),
        };
        let again = Statement::Repeat { at_most: true, times, body: Body { statements: vec![at(does, span)] } };
        Statement::May { body: Body { statements: vec![at(again, span)] }, otherwise: None }
    }

    /// `draw 2 cards`; `draw until you have 5 cards in hand`: as many as are missing.
    pub(super) fn draws(self, who: &ItemExpr, node: Node) -> Statement {
        let span = self.span(&node);
        let drawn = first(node);
        let number = match drawn.as_rule() {
            Rule::draw_until => {
                let said_of_you = drawn.as_str().trim_start_matches("cards").contains(" you ");
                let whose = if said_of_you { at(Item::You, span) } else { who.clone() };
                let held = NumExpr::Count(Box::new(hand(whose, span)));
                NumExpr::Minus(Box::new(self.number(first(drawn))), Box::new(at(held, span)))
            }
            Rule::so_many_as => self.so_many_as(Some(who), drawn).node,
            _ => self.drawn(drawn).node,
        };
        by(who, Statement::Draw { number: at(number, span) }, span)
    }

    /// `another player has no cards in hand`, `no building is stacked`, `each of your buildings is stacked`.
    pub(super) fn some_subject<'i>(self, parts: impl Iterator<Item = Node<'i>>) -> Cond {
        let mut parts = parts.peekable();
        let none = parts.next_if(|node| node.as_rule() == Rule::none).is_some();
        let all = parts.next_if(|node| node.as_rule() == Rule::all_such).is_some();
        let set = self.set(part(&mut parts));
        let about = part(&mut parts);
        let place = self.span(&about);
        let holds = at(self.about(looked_at(place), about), place);
        match (none, all) {
            (false, false) => there((Compare::AtLeast, 1), set, holds),
            (_, false) => there((Compare::AtMost, 0), set, holds),
            (_, true) => there((Compare::AtMost, 0), set, at(Cond::Not(Box::new(holds)), place)),
        }
    }

    /// `you have more buildings than each other player`: there is none who has as many.
    pub(super) fn most_of_all<'i>(self, parts: impl Iterator<Item = Node<'i>>) -> Cond {
        let parts: Vec<Node> = parts.collect();
        let [you, more, counted, filters @ .., others] = parts.as_slice() else {
            unreachable!("the grammar says of what and of whom")
        };
        let (span, place) = (self.span(you), self.span(counted));
        let of_whom = |whose| {
            let filters = filters.iter().map(|node| self.filter(node.clone())).collect();
            at(NumExpr::Count(Box::new(self.own(counted.clone(), whose, filters, place))), place)
        };
        let compare = if more.as_rule() == Rule::more_word { Compare::MoreThan } else { Compare::FewerThan };
        let (left, right) = (of_whom(at(Item::You, span)), of_whom(looked_at(place)));
        let holds = at(Cond::Compare { left, compare, right }, place);
        there((Compare::AtMost, 0), self.set(others.clone()), at(Cond::Not(Box::new(holds)), place))
    }
}

/// So many of a set are like that.
fn there((compare, number): (Compare, u16), set: SetExpr, holds: Spanned<Cond>) -> Cond {
    let span = holds.span;
    Cond::There {
        compare,
        number: at(NumExpr::Number(number), span),
        set: filtered(set, &at(Filter::That(holds), span)),
    }
}

/// `draw 1 card or discard 1 card`, and what else is said behind another `or`.
fn either_or<'i>(
    build: Builder,
    (words, mut before): (&'i str, Vec<Spanned<Statement>>),
    (others, mut other): (&'i str, Vec<Spanned<Statement>>),
    place: Span,
) -> Vec<Spanned<Statement>> {
    let span = before[0].span.to(place);
    let mut branches = match before.as_mut_slice() {
        [Spanned { node: Statement::Either(branches), .. }] => std::mem::take(branches),
        _ => {
            let label = label(&[], words, before[0].span);
            let condition = build.open_way(&mut before[0]);
            vec![Branch { label, condition, body: Body { statements: before } }]
        }
    };
    let label = label(&branches, others, place);
    let condition = other.first_mut().and_then(|does| build.open_way(does));
    branches.push(Branch { label, condition, body: Body { statements: other } });
    vec![at(Statement::Either(branches), span)]
}

/// `destroy a building; its owner draws 2 cards`: whose it is is kept before it is gone. Without such a statement before, it is
/// whoever has `it` then; answers what is said for that.
pub(super) fn owner_first(before: Option<&mut Vec<Spanned<Statement>>>, place: Span) -> Option<Spanned<Statement>> {
    let owner = |span| {
        let value = LetValue::Item(at(Item::OwnerOf(Box::new(at(Item::It, span))), span));
        at(Statement::Let { name: at(OWNER.to_string(), span), value }, span)
    };
    let last = before.as_ref().and_then(|statements| statements.last());
    if let Some(unclear) = last.and_then(|last| of_two_buildings(&last.node)) {
        let value = LetValue::Cond(at(Cond::Name(unclear.to_string()), place));
        return Some(at(Statement::Let { name: at(OWNER.to_string(), place), value }, place));
    }
    if let Some(statements) = before
        && let Some(last) = statements.last_mut()
        && let Statement::Verb { operand: Operand::Item(item) | Operand::Two(item, _), .. } = &mut last.node
        && matches!(item.node, Item::Any(_) | Item::It)
    {
        let span = last.span;
        let choose = match std::mem::replace(&mut item.node, Item::It) {
            Item::Any(set) => Some(at(Statement::Choose { set: *set, random: false, name: None }, span)),
            _ => None,
        };
        let at_end = statements.len() - 1;
        statements.splice(at_end..at_end, choose.into_iter().chain([owner(span)]));
        return None;
    }
    Some(owner(place))
}

/// It speaks of two buildings, or of a card and of a building: `its owner` could be that of either. `this` is yours, and not meant.
fn of_two_buildings(statement: &Statement) -> Option<&'static str> {
    match statement {
        Statement::Verb { operand: Operand::Two(item, _), .. } if item.node == Item::This => None,
        Statement::Verb { verb: Verb::PutFaceUp | Verb::PutFaceDown, operand: Operand::Two(..) } => {
            Some(UNCLEAR_OWNER_PUT)
        }
        Statement::Verb { verb: Verb::Exchange | Verb::Move, operand: Operand::Two(..) } => Some(UNCLEAR_OWNER),
        _ => None,
    }
}

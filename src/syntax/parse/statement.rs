//! Builds statements and the blocks they stand in.

use super::cond::digits;
use super::follows::{or_else, that_many};
use super::grammar::{EVERYDAY, Node, Rule};
use super::over::side_by_side;
use super::plainly::of_the_deck;
use super::somebody::label;
use super::trees::by;
use super::{Builder, first, part};
use crate::base::limits::HEAP;
use crate::base::{Since, Span, Spanned, Until};
use crate::syntax::ast::{
    Argument, ArgumentValue, Body, Branch, CoinSide, Item, ItemExpr, LetValue, Many, Noun, NumExpr, Operand, Range,
    Set, SetExpr, Statement, Verb, Word,
};

impl Builder {
    pub(super) fn body(self, node: Node) -> Body {
        Body { statements: self.statements(node.into_inner()) }
    }

    pub(super) fn statement(self, node: Node) -> Spanned<Statement> {
        let node = if node.as_rule() == Rule::statement { first(node) } else { node };
        let span = self.span(&node);
        let (rule, text, start) = (node.as_rule(), node.as_str(), node.as_span().start());
        let whole = node.clone();
        let mut parts = node.into_inner();
        let statement = match rule {
            Rule::pay => self.paid(part(&mut parts)).node,
            Rule::you_do => return Spanned::new(self.statement(parts.nth(1).expect("it says what you do")).node, span),
            Rule::take_here => self.take_here(parts, span),
            Rule::put_counters | Rule::take_counters => {
                let (put, number) = (rule == Rule::put_counters, self.article_or_number(part(&mut parts)));
                let mut parts = parts.peekable();
                let yours = parts.next_if(|node| node.as_rule() == Rule::your_own);
                let counter = self.word(part(&mut parts));
                let by = yours.or_else(|| parts.next_if(|node| node.as_rule() == Rule::put_by));
                let number = self.put_by(number, by);
                let on = part(&mut parts);
                match on.as_rule() {
                    Rule::each_one | Rule::with_beside => self.on_each(number, counter, on),
                    _ => Statement::Counters { put, number, counter, on: self.item(on) },
                }
            }
            Rule::choose => {
                let mut parts = parts.peekable();
                let random = parts.next_if(|node| node.as_rule() == Rule::random).is_some();
                let set = self.set(part(&mut parts));
                Statement::Choose { set, random, name: parts.next().map(|node| self.word(node)) }
            }
            Rule::choose_number => {
                let mut parts = parts.peekable();
                let random = parts.next_if(|node| node.as_rule() == Rule::random).is_some();
                let (from, to) = (self.number(part(&mut parts)), self.number(part(&mut parts)));
                Statement::ChooseNumber { random, from, to, name: self.number_name(parts, span) }
            }
            Rule::may_choose => {
                let (set, name, body) = self.chosen(parts);
                Statement::MayChoose { set, name, body, otherwise: None }
            }
            Rule::may_do => Statement::May { body: self.body(part(&mut parts)), otherwise: None },
            Rule::may_just => self.may_just(parts),
            Rule::take_home => self.take_home(part(&mut parts), span),
            Rule::discard_half => self.discards_half(&Spanned::new(Item::You, span), whole),
            Rule::reveal => Statement::Verb { verb: Verb::Show, operand: self.operand(part(&mut parts)) },
            Rule::chooses_number => {
                let (from, to) = self.range(part(&mut parts));
                Statement::ChooseNumber { random: false, from, to, name: self.number_name(parts, span) }
            }
            Rule::chooses => {
                let set = self.set(part(&mut parts));
                Statement::Choose { set, random: false, name: parts.next().map(|node| self.word(node)) }
            }
            Rule::chooses_one => Statement::Either(self.branches(parts)),
            Rule::each_sets => Statement::SetsAside {
                players: self.set(part(&mut parts)),
                set: self.set(part(&mut parts)),
                name: self.word(part(&mut parts)),
            },
            Rule::each_does | Rule::all_do => self.each_does(parts, span),
            Rule::discards => {
                let who = self.item(first(part(&mut parts)));
                self.discards(&who, part(&mut parts))
            }
            Rule::decision | Rule::may_line => self.by(parts, span),
            Rule::discard_some => self.discard_some(parts.peekable(), whole, span),
            Rule::put_back => self.put_back(whole, span),
            Rule::require => Statement::Require(self.cond(part(&mut parts))),
            Rule::let_be => {
                Statement::Let { name: self.word(part(&mut parts)), value: self.let_value(part(&mut parts)) }
            }
            Rule::if_only | Rule::if_line => {
                let (condition, mut then) = (self.cond(part(&mut parts)), self.body(part(&mut parts)));
                let mut parts = parts.peekable();
                let more = parts.next_if(|node| node.as_rule() == Rule::said_more);
                then.statements.extend(more.into_iter().flat_map(|node| self.body(node).statements));
                Statement::If { condition, then, otherwise: parts.next().map(|node| self.body(node)) }
            }
            Rule::repeat => {
                let mut parts = parts.peekable();
                let at_most = parts.next_if(|node| matches!(node.as_rule(), Rule::at_most | Rule::up_to)).is_some();
                Statement::Repeat { at_most, times: self.number(part(&mut parts)), body: self.body(part(&mut parts)) }
            }
            Rule::for_each => {
                let mut parts = parts.peekable();
                let at_once = parts.next_if(|node| node.as_rule() == Rule::together).is_some();
                let (set, name, body) = self.chosen(parts);
                Statement::ForEach { at_once, set, name, body }
            }
            Rule::at_once => Statement::AtOnce(self.body(part(&mut parts))),
            Rule::one_effect => Statement::OneEffect(self.body(part(&mut parts))),
            Rule::unanswered => Statement::Unanswered(self.body(part(&mut parts))),
            Rule::winless => Statement::Winless(self.body(part(&mut parts))),
            Rule::unanswered_by => {
                Statement::UnansweredBy { first: self.word(part(&mut parts)), body: self.body(part(&mut parts)) }
            }
            Rule::either => Statement::Either(self.branches(parts)),
            Rule::add_to => {
                let number = self.number(part(&mut parts));
                let (name, of) = self.entry(part(&mut parts));
                Statement::AddTo { number, name, of }
            }
            Rule::secretly => {
                let (players, what) = (self.set(part(&mut parts)), part(&mut parts));
                if what.as_rule() != Rule::a_number {
                    let set = self.set_seen_from(&Spanned::new(Item::It, span), what);
                    Statement::Secretly { players, set, name: self.word(part(&mut parts)) }
                } else {
                    let range = self.range(what);
                    Statement::SecretNumber { players, range, name: self.word(part(&mut parts)) }
                }
            }
            Rule::add => Statement::Add { item: self.item(part(&mut parts)), to: self.word(part(&mut parts)) },
            Rule::modes => self.modes(parts),
            Rule::build_home => self.build_home(part(&mut parts), span),
            Rule::toss => Statement::Toss { sides: self.coin_sides(parts) },
            Rule::left_undone | Rule::done_then | Rule::face_else => {
                let mut alone = Vec::new();
                self.follows(whole, &mut alone);
                alone.swap_remove(0).node
            }
            rule if EVERYDAY.contains(&rule) => self.group_as_one(whole),
            Rule::somebody_does | Rule::they_do | Rule::give_some | Rule::discard_any => self.group_as_one(whole),
            Rule::stop => Statement::Stop,
            Rule::lasts => {
                let head = part(&mut parts);
                let ends = (head.as_rule() == Rule::until_happens).then(|| Box::new(self.ending(head.clone())));
                let (until, whose) = match ends {
                    Some(_) => (Until::Happens, None),
                    None => self.until(head),
                };
                Statement::Lasts { until, whose, ends, clause: Box::new(self.inner_clause(None, part(&mut parts))) }
            }
            Rule::lasts_so => {
                let clause = Box::new(self.inner_clause(None, part(&mut parts)));
                let (until, whose) = self.until(part(&mut parts));
                Statement::Lasts { until, whose, ends: None, clause }
            }
            Rule::later => {
                let (until, whose) = self.until(part(&mut parts));
                let body = parts.next().map_or(Body { statements: Vec::new() }, |node| self.body(node));
                Statement::Later { until, whose, body }
            }
            Rule::skips => {
                let who = part(&mut parts);
                let whose = if who.as_rule() == Rule::your { None } else { self.other_than_you(who) };
                Statement::Later { until: Until::SkippedTurn, whose, body: Body { statements: Vec::new() } }
            }
            Rule::skip_draw => self.skip_draw(whole),
            Rule::reversal => {
                Statement::Later { until: Until::Reversed, whose: None, body: Body { statements: Vec::new() } }
            }
            Rule::once_only => {
                let limit = part(&mut parts);
                match limit.as_rule() {
                    Rule::this_turn => Statement::Once { since: Since::ThisTurn, for_all: parts.next().is_some() },
                    _ => self.once(limit).node,
                }
            }
            Rule::turn_draws => {
                let none = Spanned::new(NumExpr::Number(0), span);
                Statement::TurnDraws(parts.next().map_or(none, |node| self.number(node)))
            }
            Rule::more_plays => {
                let mut parts = parts.skip_while(|node| node.as_rule() == Rule::you);
                let number = self.number(part(&mut parts));
                Statement::MorePlays { number, fewer: part(&mut parts).as_rule() == Rule::fewer_word }
            }
            Rule::ready => Statement::Ready,
            Rule::take => Statement::Take { name: self.word(part(&mut parts)) },
            Rule::draw | Rule::draws | Rule::draw_all => self.draws(&Spanned::new(Item::You, span), whole),
            Rule::up_to_some => self.up_to_some(whole),
            Rule::shuffle => Statement::Shuffle,
            Rule::shuffle_deck => Statement::ShuffleDeck,
            Rule::look_through => {
                let deck = Set::Of { target: false, noun: Spanned::new(Noun::Deck, span), filters: Vec::new() };
                Statement::Verb { verb: Verb::LookAt, operand: Operand::All(Spanned::new(deck, span)) }
            }
            Rule::draw_game => Statement::DrawGame,
            Rule::aim => Statement::Aim(self.item(part(&mut parts))),
            Rule::verb_statement | Rule::two_things | Rule::enact | Rule::swap_hands | Rule::pass_hands => {
                match self.verb_statement(text, start, parts) {
                    Statement::Verb { verb: Verb::Give, operand: Operand::Two(item, to) } => {
                        let over = self.given_over(&item, &to, span);
                        over.unwrap_or(Statement::Verb { verb: Verb::Give, operand: Operand::Two(item, to) })
                    }
                    other => side_by_side(other),
                }
            }
            Rule::fate => match Verb::ALL.iter().find(|verb| verb.imperative() == Some(text)) {
                Some(verb) => Statement::Verb { verb: *verb, operand: Operand::Item(Spanned::new(Item::You, span)) },
                None => self.verb_statement(text, start, parts),
            },
            Rule::call => Statement::Call {
                keyword: self.word(part(&mut parts)),
                arguments: parts.map(|node| self.argument(node)).collect(),
            },
            other => unreachable!("{other:?} is no statement of the grammar"),
        };
        Spanned::new(statement, span)
    }

    /// `a number from 1 to 3`
    fn range(self, node: Node) -> Range {
        let mut parts = node.into_inner();
        (self.number(part(&mut parts)), self.number(part(&mut parts)))
    }

    /// How long, or when, and whose turn that hangs on where it is not that of `you`.
    pub(super) fn until(self, node: Node) -> (Until, Option<Box<ItemExpr>>) {
        let until = match node.as_rule() {
            Rule::next_turn => Until::NextTurn,
            Rule::during_turn => Until::DuringNext,
            Rule::next_begins => Until::TurnBegins,
            Rule::turn_starts => Until::TurnStarts,
            Rule::next_ends => Until::NextEnds,
            Rule::turn_ends | Rule::that_turn_ends => Until::TurnEnds,
            Rule::extra_turn => Until::ExtraTurn,
            _ => Until::ThisTurn,
        };
        let turn = node.into_inner().next().map(first);
        let whose = turn.filter(|turn| turn.as_rule() != Rule::your).and_then(|turn| self.other_than_you(turn));
        (until, whose)
    }

    fn other_than_you(self, node: Node) -> Option<Box<ItemExpr>> {
        Some(Box::new(self.item(node))).filter(|item| item.node != Item::You)
    }

    /// What somebody decides, with what happens otherwise. What `you` decide needs no word for it.
    fn by<'i>(self, parts: impl Iterator<Item = Node<'i>>, span: Span) -> Statement {
        let mut parts = parts.peekable();
        let by_you = parts.next_if(|node| node.as_rule() == Rule::you).is_some();
        let who = parts.next_if(|node| !by_you && node.as_rule() == Rule::decider).map(|node| self.item(first(node)));
        let does = part(&mut parts);
        let done = parts.next_if(|node| node.as_rule() == Rule::done_so).map(first);
        if let Some(who) = who.as_ref().filter(|_| {
            matches!(
                does.as_rule(),
                Rule::chooses_way
                    | Rule::builds
                    | Rule::puts_home
                    | Rule::gives
                    | Rule::takes
                    | Rule::puts
                    | Rule::shows_you
                    | Rule::gives_over
                    | Rule::takes_over
                    | Rule::discard_half
                    | Rule::does_to
                    | Rule::may_deed
                    | Rule::may_other
                    | Rule::draws
            )
        }) {
            let mut statement = match does.as_rule() {
                Rule::may_deed | Rule::may_other => self.may_deed(who, does, done),
                _ => self.one_does(who, does),
            };
            let unless = parts.next().map(|node| self.body(node));
            unless.into_iter().for_each(|unless| or_else(&mut statement, &unless));
            return statement;
        }
        if does.as_rule() == Rule::may_deed {
            let mut statement = self.may_deed(&Spanned::new(Item::You, span), does, done);
            parts.next().into_iter().for_each(|node| or_else(&mut statement, &self.body(node)));
            return statement;
        }
        let said = does.clone();
        let mut statement = match does.as_rule() {
            Rule::may_just => Spanned::new(self.may_just(does.into_inner().chain(done)), span),
            _ => self.statement(does),
        };
        if let Statement::MayChoose { otherwise, .. } | Statement::May { otherwise, .. } = &mut statement.node {
            *otherwise = parts.next().map(|node| self.body(node));
        }
        match who {
            Some(who) => by(&who, self.seen_from(&who, &said, statement.node), span),
            None => statement.node,
        }
    }

    /// `a` is one.
    pub(super) fn article_or_number(self, node: Node) -> Spanned<NumExpr> {
        match node.as_rule() {
            Rule::one_article | Rule::one_literal => Spanned::new(NumExpr::Number(1), self.span(&node)),
            // There are never more.
            Rule::all_of => Spanned::new(NumExpr::Number(HEAP), self.span(&node)),
            Rule::so_many_as => self.so_many_as(None, node),
            Rule::twice_many => Spanned::new(NumExpr::Twice(Box::new(that_many(self.span(&node)))), self.span(&node)),
            _ => self.number(node),
        }
    }

    /// So many counters, of those that a player has put there.
    pub(super) fn put_by(self, number: Spanned<NumExpr>, by: Option<Node>) -> Spanned<NumExpr> {
        match by {
            Some(by) => {
                let span = number.span;
                let of = match by.as_rule() {
                    Rule::your_own => Spanned::new(Item::You, self.span(&by)),
                    _ => self.item(first(by)),
                };
                Spanned::new(NumExpr::Whose { number: Box::new(number), of: Box::new(of) }, span)
            }
            None => number,
        }
    }

    /// `SET as NAME: BODY`
    fn chosen<'i>(self, mut parts: impl Iterator<Item = Node<'i>>) -> (SetExpr, Option<Word>, Body) {
        let set = self.set(part(&mut parts));
        let mut parts = parts.peekable();
        let name = parts.next_if(|node| node.as_rule() == Rule::name).map(|node| self.word(node));
        (set, name, self.body(part(&mut parts)))
    }

    pub(super) fn let_value(self, node: Node) -> LetValue {
        match node.as_rule() {
            Rule::whether => LetValue::Cond(self.cond(first(node))),
            Rule::each_number => LetValue::ForEach(digits(&first(node))),
            Rule::no_players => LetValue::NoPlayers,
            Rule::counted => match self.number(first(node)) {
                Spanned { node: NumExpr::Name(name), span } => LetValue::Item(Spanned::new(Item::Name(name), span)),
                number => LetValue::Number(number),
            },
            _ => LetValue::Item(self.item(node)),
        }
    }

    fn branches<'i>(self, nodes: impl Iterator<Item = Node<'i>>) -> Vec<Branch> {
        let mut branches = Vec::new();
        for node in nodes {
            let branch = self.branch(node, &branches);
            branches.push(branch);
        }
        branches
    }

    fn branch(self, node: Node, others: &[Branch]) -> Branch {
        let mut parts = node.into_inner().peekable();
        if let Some(said) = parts.next_if(|node| node.as_rule() == Rule::unlabelled) {
            let label = label(others, said.as_str().trim_start_matches(['-', ' ', '\t']), self.span(&said));
            return Branch { label, condition: None, body: self.body(said) };
        }
        let label = self.word(part(&mut parts));
        let condition = parts.next_if(|node| node.as_rule() == Rule::given).map(|node| self.cond(first(node)));
        Branch { label, condition, body: self.body(part(&mut parts)) }
    }

    fn modes<'i>(self, mut parts: impl Iterator<Item = Node<'i>>) -> Statement {
        let mut many = Many::Exactly(1);
        for node in part(&mut parts).into_inner() {
            many = match (node.as_rule(), many) {
                (Rule::just_any, _) => Many::Any,
                (Rule::up_to, _) => Many::UpTo(1),
                (Rule::number_literal, Many::UpTo(_)) => Many::UpTo(digits(&node)),
                (Rule::number_literal, _) => Many::Exactly(digits(&node)),
                _ => many,
            };
        }
        let mut parts = parts.peekable();
        let chosen_order = parts.next_if(|node| node.as_rule() == Rule::chosen_order).is_some();
        Statement::Modes { many, chosen_order, branches: self.branches(parts) }
    }

    /// `if heads, draw 3 cards; otherwise, discard a card`
    fn coin_sides<'i>(self, parts: impl Iterator<Item = Node<'i>>) -> Vec<CoinSide> {
        let mut sides: Vec<CoinSide> = Vec::new();
        for node in parts {
            let other = (node.as_rule() == Rule::coin_else).then(|| sides.last().is_some_and(|side| side.heads.node));
            sides.push(match other {
                Some(heads) => CoinSide { heads: Spanned::new(!heads, self.span(&node)), body: self.body(node) },
                None => self.coin_side(node),
            });
        }
        sides
    }

    fn coin_side(self, node: Node) -> CoinSide {
        let mut parts = node.into_inner();
        let word = part(&mut parts);
        let heads = Spanned::new(word.as_str() == "heads", self.span(&word));
        CoinSide { heads, body: self.body(part(&mut parts)) }
    }

    /// What stands around its things tells which verb it is.
    fn verb_statement<'i>(self, text: &str, start: usize, parts: impl Iterator<Item = Node<'i>>) -> Statement {
        let (mut form, mut told) = (String::new(), 0);
        let mut things = Vec::new();
        for node in
            parts.filter(|node| matches!(node.as_rule(), Rule::item | Rule::one_of_set | Rule::several | Rule::every))
        {
            let place = node.as_span();
            form = form + &text[told..place.start() - start] + "_";
            told = place.end() - start;
            things.push(node);
        }
        let said = form + &text[told..];
        // How it lies may be said behind where.
        let face = said.strip_prefix("put _ on _ ").filter(|face| face.starts_with("face"));
        let said = face.map_or(said.clone(), |face| format!("put _ {face} on _"));
        let said = of_the_deck(said);
        let verb = Verb::read(&said).expect("every verb of the grammar has a form");
        let mut things = things.into_iter();
        let operand = match (part(&mut things), things.next()) {
            (node, None) => self.operand(node),
            (node, Some(other)) => {
                let then = self.past(&node);
                Operand::Two(self.item(node), then.item(other))
            }
        };
        Statement::Verb { verb, operand }
    }

    /// What a verb is done to: one, several or all.
    fn operand(self, node: Node) -> Operand {
        match node.as_rule() {
            Rule::several => self.several(node),
            Rule::every => Operand::All(self.every(first(node))),
            _ => Operand::Item(self.top_or(node)),
        }
    }

    /// `2* different target tops`
    pub(super) fn several(self, node: Node) -> Operand {
        let mut inner = node.into_inner();
        let number = self.number(part(&mut inner));
        let mut inner = inner.peekable();
        let random = inner.next_if(|node| node.as_rule() == Rule::at_random).is_some();
        let different = inner.next_if(|node| node.as_rule() == Rule::different).is_some();
        Operand::Several { number, different, random, set: self.set(part(&mut inner)) }
    }

    fn argument(self, node: Node) -> Argument {
        let mut parts = node.into_inner().peekable();
        let preposition = parts.next_if(|node| node.as_rule() == Rule::preposition).map(|node| self.word(node));
        let value = part(&mut parts);
        let value = match value.as_rule() {
            Rule::argument_number => match self.number(first(value)) {
                // `(spot)` says no more than `spot`: it need not be a number.
                Spanned { node: NumExpr::Name(name), span } => {
                    ArgumentValue::Item(Spanned::new(Item::Name(name), span))
                }
                number => ArgumentValue::Number(number),
            },
            Rule::any_item | Rule::random_item => ArgumentValue::Item(self.any(value)),
            Rule::foremost | Rule::one_meant => {
                let span = self.span(&value);
                ArgumentValue::Item(Spanned::new(Item::Any(Box::new(self.set(first(value)))), span))
            }
            _ => match self.set(value) {
                set if lone(&set.node) => ArgumentValue::Item(lone_item(set)),
                set => ArgumentValue::Set(set),
            },
        };
        Argument { preposition, value }
    }
}

/// Whether a set is written just like one thing.
fn lone(set: &Set) -> bool {
    match set {
        Set::Of { target, noun, filters } => {
            !target && filters.is_empty() && matches!(noun.node, Noun::One(_) | Noun::Name(_))
        }
        Set::Plus(..) => false,
    }
}

fn lone_item(set: SetExpr) -> ItemExpr {
    match set.node {
        Set::Of { noun: Spanned { node: Noun::One(item), .. }, .. } => *item,
        Set::Of { noun: Spanned { node: Noun::Name(name), span }, .. } => Spanned::new(Item::Name(name), span),
        _ => unreachable!("`lone` let through a set that is no single thing"),
    }
}

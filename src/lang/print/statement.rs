//! Writes statements.

use super::layout::is_sentence;
use super::thing::called;
use super::{Cards, Say, is_one, listed, s};
use crate::ast::{Body, Branch, Face, ItemExpr, Many, Statement};
use text::{Spanned, Until, or_nothing};

fn face(face: &Face) -> String {
    let range = |(from, to): &(Spanned<u16>, Spanned<u16>)| match from.node == to.node {
        true => from.node.to_string(),
        false => format!("{} to {}", from.node, to.node),
    };
    format!("on {}", listed(face.ranges.iter().map(range), " or "))
}

impl Say {
    /// A statement that stands so deep, without its own indentation; last of its sentences, or not.
    pub(super) fn statement(self, statement: &Statement, depth: usize, last: bool) -> String {
        let block = |head: &str, body| self.short(head, false, body, false, depth);
        let or_else = |head: &str, comma, body, otherwise| {
            let pieces = vec![(head.to_string(), comma, body)];
            self.or_else(pieces, Vec::new(), otherwise, statement, depth)
        };
        match statement {
            Statement::Pay(cost) => self.paid(&cost.node),
            Statement::Choose { set, name, random } => {
                let one = match random {
                    true => self.random(set),
                    false => self.any_one(set),
                };
                format!("choose {one}{}", called(name))
            }
            Statement::ChooseNumber {
                random,
                from,
                to,
                name,
            } => {
                let random = if *random { "random " } else { "" };
                let (from, to) = (self.closed_number(from), self.closed_number(to));
                format!(
                    "choose a {random}number from {from} to {to} as {}",
                    name.node
                )
            }
            Statement::MayChoose {
                set,
                name,
                body,
                otherwise,
            } => {
                let head = format!("you may choose {}{}", self.any_one(set), called(name));
                or_else(&head, false, body, otherwise)
            }
            Statement::May { body, otherwise } => or_else("you may", false, body, otherwise),
            Statement::By { who, statement } => self.by(who, &statement.node, depth),
            Statement::Require(when) => format!("require {}", self.cond(when)),
            Statement::Let { name, value } => {
                format!("let {} be {}", name.node, self.let_value(value))
            }
            Statement::If {
                condition,
                then,
                otherwise,
            } => or_else(
                &format!("if {}", self.cond(condition)),
                true,
                then,
                otherwise,
            ),
            Statement::Repeat {
                at_most,
                times,
                body,
            } => {
                let at_most = if *at_most { "at most " } else { "" };
                let (many, s) = (self.closed_number(times), s(is_one(times)));
                block(&format!("repeat {at_most}{many} time{s}"), body)
            }
            Statement::Stop => "stop".into(),
            Statement::Roll { name } => format!("roll a die as {}", name.node),
            Statement::Toss { sides } => {
                let side = |heads: bool| if heads { "if heads" } else { "if tails" };
                let sides = sides.iter();
                let sides = sides.map(|one| (side(one.heads.node).to_string(), true, &one.body));
                let coin = vec!["toss a coin".to_string()];
                self.or_else(sides.collect(), coin, &None, statement, depth)
            }
            Statement::Faces { faces, otherwise } => {
                let faces = faces.iter().map(|one| (face(one), true, &one.body));
                let die = vec!["roll a die".to_string()];
                self.or_else(faces.collect(), die, otherwise, statement, depth)
            }
            Statement::Modes {
                many,
                chosen_order,
                branches,
            } => {
                let many = match many {
                    Many::Exactly(1) => "one".to_string(),
                    Many::Exactly(many) => format!("{many} different"),
                    Many::UpTo(many) => format!("up to {many} different"),
                    Many::Any => "any number".to_string(),
                };
                let order = if *chosen_order {
                    ", in chosen order"
                } else {
                    ""
                };
                format!("choose {many} of{order}{}", self.branches(branches, depth))
            }
            Statement::Either(branches) => format!("either{}", self.branches(branches, depth)),
            Statement::ForEach {
                at_once,
                set,
                name,
                body,
            } => {
                let together = if *at_once { "at once, " } else { "" };
                block(
                    &format!("{together}for each {}", self.each(set, name)),
                    body,
                )
            }
            Statement::AtOnce(body) => block("at once", body),
            Statement::OneEffect(body) => block("as one effect", body),
            Statement::Unanswered(body) => block("unanswered", body),
            Statement::Winless(body) => block("nobody wins by a condition", body),
            Statement::UnansweredBy { first, body } => {
                block(&format!("unanswered by the first \"{}\"", first.node), body)
            }
            Statement::Verb { verb, operand } => self.verb(*verb, operand),
            Statement::Gives { what, to } => self.gives(what, to),
            Statement::PutBack { bottom: false } => "put them back in any order".into(),
            Statement::PutBack { bottom: true } => {
                "put them on the bottom of the deck in any order".into()
            }
            Statement::AddTo { number, name, of } => {
                let (number, of) = (self.closed_number(number), self.item(of));
                format!("add {number} to the {} of {of}", name.node)
            }
            Statement::SecretNumber {
                players,
                range: (from, to),
                name,
            } => {
                let (from, to) = (self.closed_number(from), self.closed_number(to));
                let (players, name) = (self.one_of(players), &name.node);
                format!("each {players} secretly chooses a number from {from} to {to} as {name}")
            }
            Statement::Secretly { players, set, name } => {
                let chosen = self.others(true).any_one(set);
                let players = self.one_of(players);
                format!("each {players} secretly chooses {chosen} as {}", name.node)
            }
            Statement::SetsAside { players, set, name } => {
                let chosen = self.others(true).taken(Cards::From).any_one(set);
                format!(
                    "each {} sets {chosen} aside as {}",
                    self.one_of(players),
                    name.node
                )
            }
            Statement::Add { item, to } => format!("add {} to {}", self.item(item), to.node),
            Statement::Counters {
                put,
                number,
                counter,
                on,
            } => self.counters(*put, number, counter, on),
            // `until your next turn, other players cannot use abilities`
            Statement::Lasts {
                until,
                whose,
                ends,
                clause,
            } => {
                let whose = whose.as_ref().map(|whose| self.amid().item(whose));
                let head = match ends {
                    Some(ends) => format!("until {}:", self.event(&ends.head)),
                    None => format!("{},", until.said(whose.as_deref())),
                };
                let said = self.clause(&clause.node, depth);
                let clause = match clause.node.body() {
                    // What stands behind would be done then, too.
                    Some(body) if !last && !body.statements.is_empty() && !said.contains('\n') => {
                        self.in_block(&clause.node, body, depth).unwrap_or(said)
                    }
                    _ => said,
                };
                format!("{head} {clause}")
            }
            Statement::Once { .. } | Statement::TurnDraws(_) | Statement::MorePlays { .. } => {
                self.of_turns(statement)
            }
            Statement::Later { until, whose, body } => {
                self.later(*until, whose.as_deref(), body, depth)
            }
            Statement::Ready => "ready the deck".into(),
            Statement::Take { name } => format!("take the top card of the deck as {}", name.node),
            Statement::Draw { number } => self.draw(number),
            Statement::ShuffleDeck => "shuffle the deck".into(),
            Statement::Shuffle => "shuffle the discard pile into the deck".into(),
            Statement::Aim(at) => format!("aim it at {}", self.item(at)),
            Statement::DrawGame => "the game is a draw".into(),
            Statement::Call { keyword, arguments } => {
                let last = arguments.len().saturating_sub(1);
                let argument = |(at, one)| {
                    let end = self.end && at == last;
                    Say { end, ..self }.argument(one)
                };
                let said: String = arguments.iter().enumerate().map(argument).collect();
                format!("{}{said}", keyword.node)
            }
            Statement::Does { who, deeds } => self.does(who, deeds, depth),
            Statement::Offer { .. } => self.offer("you may", statement, depth),
            Statement::IfDone {
                deed,
                then,
                otherwise,
            } => {
                let by_others = matches!(deed.node, Statement::Does { .. } | Statement::By { .. });
                let said = self.statement(&deed.node, depth, false);
                self.if_done(said, by_others, Some(then), otherwise, statement, depth)
            }
            Statement::Ways(ways) => {
                let way = |way: &Body| self.deeds(&way.statements, ", then ", depth);
                format!("choose one: {}", listed(ways.iter().map(way), ", or "))
            }
        }
    }

    fn later(self, until: Until, whose: Option<&ItemExpr>, body: &Body, depth: usize) -> String {
        let whose = whose.map(|whose| self.amid().item(whose));
        let head = match (until, &whose) {
            (Until::SkippedTurn, None) => "skip your next turn".to_string(),
            (Until::SkippedTurn, Some(whose)) => format!("{whose} skips their next turn"),
            (Until::ExtraTurn, None) => "take an extra turn".to_string(),
            (Until::ExtraTurn, Some(whose)) => format!("{whose} takes an extra turn"),
            _ => until.said(whose.as_deref()),
        };
        match body.statements.is_empty() {
            true => head,
            false => self.short(&head, until != Until::ExtraTurn, body, false, depth),
        }
    }

    /// Heads with what hangs on each, behind what stands before them, and what is done otherwise.
    pub(super) fn or_else(
        self,
        heads: Vec<(String, bool, &Body)>,
        mut pieces: Vec<String>,
        otherwise: &Option<Body>,
        statement: &Statement,
        depth: usize,
    ) -> String {
        for (head, comma, body) in heads {
            pieces.push(self.short(&head, comma, body, otherwise.is_some(), depth));
        }
        if let Some(body) = otherwise {
            pieces.push(self.short("otherwise", true, body, false, depth));
        }
        self.pieces(pieces, is_sentence(statement), depth)
    }

    /// What is done if it is done, and what otherwise.
    pub(super) fn if_done(
        self,
        said: String,
        they: bool,
        then: Option<&Body>,
        otherwise: &Option<Body>,
        statement: &Statement,
        depth: usize,
    ) -> String {
        let if_so = if they { "if they do" } else { "if you do" };
        let then = then.map(|body| (if_so.to_string(), true, body));
        self.or_else(
            then.into_iter().collect(),
            vec![said],
            otherwise,
            statement,
            depth,
        )
    }

    /// Statements that stand beside each other.
    pub(super) fn deeds(self, deeds: &[Spanned<Statement>], between: &str, depth: usize) -> String {
        let deeds = deeds
            .iter()
            .map(|deed| self.statement(&deed.node, depth, false));
        deeds.collect::<Vec<_>>().join(between)
    }

    /// The labelled branches of a choice, each on its line.
    pub(super) fn branches(self, branches: &[Branch], depth: usize) -> String {
        let branch = |branch: &Branch| {
            let given = or_nothing(&branch.condition, |when| {
                format!(", if {}", self.cond(when))
            });
            let head = format!("{}{given}", branch.label.node);
            let said = self.whole(&head, false, &branch.body, depth + 1);
            format!("\n{}{said}", "  ".repeat(depth + 1))
        };
        format!(":{}", branches.iter().map(branch).collect::<String>())
    }
}

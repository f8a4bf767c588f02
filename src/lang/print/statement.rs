//! Writes statements.

use super::layout::is_sentence;
use super::{Cards, Say};
use crate::ast::{Body, Branch, Face, ItemExpr, Many, NumExpr, Statement};
use text::{Spanned, Until};

/// Somebody else has done it, not `you`.
fn by_others(deed: &Statement) -> bool {
    matches!(deed, Statement::Does { .. } | Statement::By { .. })
}

fn face(face: &Face) -> String {
    let range = |(from, to): &(Spanned<u16>, Spanned<u16>)| match from.node == to.node {
        true => from.node.to_string(),
        false => format!("{} to {}", from.node, to.node),
    };
    let mut ranges: Vec<_> = face.ranges.iter().map(range).collect();
    let last = ranges.pop().unwrap_or_default();
    if ranges.is_empty() {
        format!("on {last}")
    } else {
        format!("on {} or {last}", ranges.join(", "))
    }
}

impl Say {
    /// A statement that stands so deep, without its own indentation; last of its sentences, or not.
    pub(super) fn statement(self, statement: &Statement, depth: usize, last: bool) -> String {
        match statement {
            Statement::Pay(cost) => self.paid(&cost.node),
            Statement::Choose { set, name, random } => self.choose(set, *random, name),
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
                let head = format!("you may choose {}", self.chosen(set, name));
                self.or_else(&head, false, body, otherwise, statement, depth)
            }
            Statement::May { body, otherwise } => {
                self.or_else("you may", false, body, otherwise, statement, depth)
            }
            Statement::By { who, statement } => self.by(who, &statement.node, depth),
            Statement::Require(when) => format!("require {}", self.cond(when)),
            Statement::Let { name, value } => {
                format!("let {} be {}", name.node, self.let_value(value))
            }
            Statement::If {
                condition,
                then,
                otherwise,
            } => {
                let head = format!("if {}", self.cond(condition));
                self.or_else(&head, true, then, otherwise, statement, depth)
            }
            Statement::Repeat {
                at_most,
                times,
                body,
            } => {
                let at_most = if *at_most { "at most " } else { "" };
                let s = if times.node == NumExpr::Number(1) {
                    ""
                } else {
                    "s"
                };
                let head = format!("repeat {at_most}{} time{s}", self.closed_number(times));
                self.short(&head, false, body, false, depth)
            }
            Statement::Stop => "stop".into(),
            Statement::Roll { name } => format!("roll a die as {}", name.node),
            Statement::Toss { sides } => {
                let flat = is_sentence(statement);
                let side = |heads: bool| if heads { "if heads" } else { "if tails" };
                let mut pieces = vec!["toss a coin".to_string()];
                let sides = sides
                    .iter()
                    .map(|one| self.short(side(one.heads.node), true, &one.body, false, depth));
                pieces.extend(sides);
                self.pieces(pieces, flat, depth)
            }
            Statement::Faces { faces, otherwise } => {
                let mut pieces = vec!["roll a die".to_string()];
                let no_face = otherwise.is_some();
                pieces.extend(
                    faces
                        .iter()
                        .map(|one| self.short(&face(one), true, &one.body, no_face, depth)),
                );
                pieces.extend(
                    otherwise
                        .iter()
                        .map(|body| self.short("otherwise", true, body, false, depth)),
                );
                self.pieces(pieces, is_sentence(statement), depth)
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
                let head = format!("{together}for each {}", self.each(set, name));
                self.short(&head, false, body, false, depth)
            }
            Statement::AtOnce(body) => self.short("at once", false, body, false, depth),
            Statement::OneEffect(body) => self.short("as one effect", false, body, false, depth),
            Statement::Unanswered(body) => self.short("unanswered", false, body, false, depth),
            Statement::Winless(body) => {
                self.short("nobody wins by a condition", false, body, false, depth)
            }
            Statement::UnansweredBy { first, body } => self.short(
                &format!("unanswered by the first \"{}\"", first.node),
                false,
                body,
                false,
                depth,
            ),
            Statement::Verb { verb, operand } => self.verb(*verb, operand),
            Statement::Gives { what, to } => self.gives(what, to),
            Statement::PutBack { bottom: false } => "put them back in any order".into(),
            Statement::PutBack { bottom: true } => {
                "put them on the bottom of the deck in any order".into()
            }
            Statement::AddTo { number, name, of } => {
                format!(
                    "add {} to the {} of {}",
                    self.closed_number(number),
                    name.node,
                    self.item(of)
                )
            }
            Statement::SecretNumber {
                players,
                range: (from, to),
                name,
            } => {
                let (from, to) = (self.closed_number(from), self.closed_number(to));
                let players = self.one_of(players);
                format!(
                    "each {players} secretly chooses a number from {from} to {to} as {}",
                    name.node
                )
            }
            Statement::Secretly { players, set, name } => {
                let chosen = self.others(true).any_one(set);
                format!(
                    "each {} secretly chooses {chosen} as {}",
                    self.one_of(players),
                    name.node
                )
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
            Statement::Lasts { .. } => self.lasts(statement, depth, last),
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
                    Say {
                        end: self.end && at == last,
                        ..self
                    }
                    .argument(one)
                };
                keyword.node.clone()
                    + &arguments
                        .iter()
                        .enumerate()
                        .map(argument)
                        .collect::<String>()
            }
            Statement::Does { who, deeds } => self.does(who, deeds, depth),
            Statement::Offer { .. } => self.offer("you may", statement, depth),
            Statement::IfDone {
                deed,
                then,
                otherwise,
            } => {
                let said = self.statement(&deed.node, depth, false);
                self.if_done(
                    said,
                    by_others(&deed.node),
                    Some(then),
                    otherwise.as_ref(),
                    statement,
                    depth,
                )
            }
            Statement::Ways(ways) => self.ways(ways, depth),
        }
    }

    /// `until your next turn, other players cannot use abilities`
    fn lasts(self, statement: &Statement, depth: usize, last: bool) -> String {
        let Statement::Lasts {
            until,
            whose,
            ends,
            clause,
        } = statement
        else {
            return String::new();
        };
        let whose = whose.as_ref().map(|whose| self.amid().item(whose));
        let head = match ends {
            Some(ends) => format!("until {}:", self.event(&ends.head)),
            None => format!("{},", until.said(whose.as_deref())),
        };
        let clause = match clause.node.body() {
            // What stands behind would be done then, too.
            Some(body) if !last && !body.statements.is_empty() => {
                let said = self.clause(&clause.node, depth);
                if said.contains('\n') {
                    said
                } else {
                    self.in_block(&clause.node, body, depth)
                }
            }
            _ => self.clause(&clause.node, depth),
        };
        format!("{head} {clause}")
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

    /// A head with what hangs on it, and what is done otherwise.
    pub(super) fn or_else(
        self,
        head: &str,
        comma: bool,
        then: &Body,
        otherwise: &Option<Body>,
        statement: &Statement,
        depth: usize,
    ) -> String {
        let mut pieces = vec![self.short(head, comma, then, otherwise.is_some(), depth)];
        pieces.extend(
            otherwise
                .iter()
                .map(|body| self.short("otherwise", true, body, false, depth)),
        );
        self.pieces(pieces, is_sentence(statement), depth)
    }

    /// What is done if it is done, and what otherwise.
    pub(super) fn if_done(
        self,
        said: String,
        they: bool,
        then: Option<&Body>,
        otherwise: Option<&Body>,
        statement: &Statement,
        depth: usize,
    ) -> String {
        let if_so = if they { "if they do" } else { "if you do" };
        let mut pieces = vec![said];
        pieces.extend(then.map(|body| self.short(if_so, true, body, otherwise.is_some(), depth)));
        pieces.extend(otherwise.map(|body| self.short("otherwise", true, body, false, depth)));
        self.pieces(pieces, is_sentence(statement), depth)
    }

    /// The labelled branches of a choice, each on its line.
    pub(super) fn branches(self, branches: &[Branch], depth: usize) -> String {
        let indent = "  ".repeat(depth + 1);
        let branch = |branch: &Branch| {
            let given = branch
                .condition
                .as_ref()
                .map(|when| format!(", if {}", self.cond(when)))
                .unwrap_or_default();
            let head = format!("{}{given}", branch.label.node);
            format!(
                "\n{indent}{}",
                self.whole(&head, false, &branch.body, depth + 1)
            )
        };
        format!(":{}", branches.iter().map(branch).collect::<String>())
    }
}

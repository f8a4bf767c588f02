//! Writes statements.

use super::thing::called;
use super::{Say, listed};
use crate::ast::{Body, Branch, Face, ItemExpr, Many, NumExpr, Statement};
use text::{Since, Spanned, Until, or_nothing};

fn face(face: &Face) -> String {
    let range = |(from, to): &(Spanned<u16>, Spanned<u16>)| match from.node == to.node {
        true => from.node.to_string(),
        false => format!("{} to {}", from.node, to.node),
    };
    format!("on {}", listed(face.ranges.iter().map(range), " or "))
}

impl Say<'_> {
    /// A statement that stands so deep, without its own indentation; last of its sentences, or not.
    pub(super) fn statement(self, statement: &Statement, depth: usize, last: bool) -> String {
        match statement {
            Statement::Pay(cost) => self.paid(&cost.node),
            Statement::Choose { set, name, random } => {
                let one = match random {
                    true => self.random(set),
                    false => self.any_one(set),
                };
                format!("choose {one}{}", called(name))
            }
            Statement::Secret(choice) => {
                format!("secretly {}", self.statement(&choice.node, depth, last))
            }
            Statement::By { who, statement } => self.by(who, &statement.node, depth),
            Statement::Toss { sides } => {
                let side = |heads: bool| if heads { "if heads" } else { "if tails" };
                let sides = sides.iter();
                let sides = sides.map(|one| (side(one.heads.node).to_string(), true, &one.body));
                let coin = Some("toss a coin".to_string());
                self.or_else(sides.collect(), coin, None, statement, depth)
            }
            Statement::Faces { faces, otherwise } => {
                let faces = faces.iter().map(|one| (face(one), true, &one.body));
                let die = Some("roll a die".to_string());
                self.or_else(faces.collect(), die, otherwise.as_ref(), statement, depth)
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
            Statement::Verb { verb, operand } => self.verb(*verb, operand),
            Statement::Gives { what, to } => self.gives(what, to),
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
                let events: Vec<String> = ends.iter().map(|ends| self.event(&ends.head)).collect();
                let head = match events.as_slice() {
                    [] => format!("{},", until.said(whose.as_deref())),
                    events => format!("until {}:", events.join(" or ")),
                };
                let said = self.clause(&clause.node, depth);
                let clause = match clause.node.body() {
                    // What stands behind would be done then, too.
                    Some(body)
                        if !last
                            && self.lines.is_none()
                            && !body.statements.is_empty()
                            && !said.contains('\n') =>
                    {
                        self.in_block(&clause.node, body, depth).unwrap_or(said)
                    }
                    _ => said,
                };
                format!("{head} {clause}")
            }
            Statement::Once { since, for_all } => {
                let once = match since {
                    Since::ThisTurn => "once this turn",
                    _ => "once a game",
                };
                format!("{once}{}", if *for_all { " for all players" } else { "" })
            }
            Statement::TurnDraws(draws) if draws.node == NumExpr::Number(0) => {
                "this turn begins without a draw".into()
            }
            Statement::Later { until, whose, body } => {
                self.later(*until, whose.as_deref(), body, depth)
            }
            Statement::Draw { number } => self.draw(number),
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
                self.if_done(
                    said,
                    by_others,
                    Some(then).filter(|then| !then.statements.is_empty()),
                    otherwise.as_ref(),
                    statement,
                    depth,
                )
            }
            Statement::Ways(ways) => {
                let way = |way: &Body| self.deeds(&way.statements, ", then ", depth);
                format!("choose one: {}", listed(ways.iter().map(way), ", or "))
            }
            statement => {
                let said = self.filled(statement, false);
                let (head, comma) = (said.trim_end_matches([':', ',', ' ']), said.ends_with(", "));
                match statement.own_blocks().as_slice() {
                    [] => said,
                    [(body, _), rest @ ..] => {
                        let pieces = vec![(head.to_string(), comma, *body)];
                        let otherwise = rest.first().map(|(body, _)| *body);
                        self.or_else(pieces, None, otherwise, statement, depth)
                    }
                }
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
        let then = then.map(|body| (if_so.to_string(), true, body));
        self.or_else(
            then.into_iter().collect(),
            Some(said),
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

//! Builds sentences: what somebody does, may do, or does if something was done.

use super::builder::{Builder, Parts, first};
use super::condition::figure;
use super::grammar::{Node, Rule};
use crate::ast::{Body, Doer, Face, Item, ItemExpr, Operand, Statement};
use text::{Spanned, Until, Verb};

impl Builder<'_> {
    /// What a sentence says, or a decision of `you` or of somebody else.
    pub(super) fn sentence(self, node: Node) -> Option<Statement> {
        let mut parts = Parts::of(node.clone());
        Some(match node.as_rule() {
            Rule::offer => self.offer(parts, Builder::statement),
            Rule::may => Statement::May {
                body: self.body(parts.next()),
                otherwise: self.otherwise(&mut parts),
            },
            Rule::may_choose => {
                let (set, name) = (self.set(parts.next()), self.name(&mut parts));
                // What is done behind a colon is done by `you`.
                let yours = Builder {
                    others_do: false,
                    ..self
                };
                let body = yours.body(parts.next());
                Statement::MayChoose {
                    set,
                    name,
                    body,
                    otherwise: yours.otherwise(&mut parts),
                }
            }
            Rule::choose_one => Statement::Ways(parts.rest().map(|node| self.body(node)).collect()),
            Rule::faces => {
                let mut faces = Vec::new();
                while let Some(node) = parts.take(Rule::face) {
                    faces.push(self.face(node));
                }
                Statement::Faces {
                    faces,
                    otherwise: self.otherwise(&mut parts),
                }
            }
            Rule::put_back => Statement::PutBack {
                bottom: node.as_str().contains("bottom"),
            },
            Rule::does => self.does(parts),
            _ => return None,
        })
    }

    fn face(self, node: Node) -> Face {
        let mut parts = Parts::of(node);
        let mut ranges = Vec::new();
        while let Some(node) = parts.take(Rule::face_range) {
            let ends: Vec<_> = node
                .into_inner()
                .map(|node| self.at(&node, figure(&node)))
                .collect();
            ranges.push((ends[0], ends[ends.len() - 1]));
        }
        Face {
            ranges,
            body: self.body(parts.next()),
        }
    }

    /// What may be done, what is done then, and what otherwise.
    fn offer(self, mut parts: Parts, read: impl Fn(Self, Node) -> Spanned<Statement>) -> Statement {
        let mut deeds = Vec::new();
        while let Some(node) = parts
            .take(Rule::statement)
            .or_else(|| parts.take(Rule::doing))
        {
            deeds.push(read(self, node));
        }
        // What follows is done by `you` again.
        let yours = Builder {
            others_do: false,
            ..self
        };
        let then = parts.take(Rule::if_so).map(|node| yours.body(first(node)));
        Statement::Offer {
            deeds,
            then,
            otherwise: yours.otherwise(&mut parts),
        }
    }

    fn does(self, mut parts: Parts) -> Statement {
        let who = first(parts.next());
        let who = match who.as_rule() {
            Rule::set => Doer::Each(self.set(who)),
            Rule::one_doer => Doer::One(self.set(first(who))),
            _ => Doer::Item(self.item(who)),
        };
        let theirs = Builder {
            others_do: !matches!(
                &who,
                Doer::Item(Spanned {
                    node: Item::You,
                    ..
                })
            ),
            ..self
        };
        let mut deeds: Vec<Spanned<Statement>> =
            parts.rest().map(|node| theirs.doing(node)).collect();
        // One decision of one player is a statement by itself.
        let decided = deeds.len() == 1 && decides(&deeds[0].node);
        match who {
            Doer::Item(who) if decided => by(who, deeds.swap_remove(0)),
            who => Statement::Does { who, deeds },
        }
    }

    /// What somebody does.
    fn doing(self, node: Node) -> Spanned<Statement> {
        let node = if node.as_rule() == Rule::doing {
            first(node)
        } else {
            node
        };
        let span = self.span(&node);
        let fate = |verb| Statement::Verb {
            verb,
            operand: Operand::Item(Spanned::new(Item::You, span)),
        };
        let later = |until| Statement::Later {
            until,
            whose: None,
            body: Body {
                statements: Vec::new(),
            },
        };
        let mut parts = Parts::of(node.clone());
        let does = match node.as_rule() {
            Rule::chooses => Statement::Choose {
                set: self.set(parts.next()),
                random: false,
                name: self.name(&mut parts),
            },
            Rule::choose_number_by => {
                let (from, to) = (self.number(parts.next()), self.number(parts.next()));
                Statement::ChooseNumber {
                    random: false,
                    from,
                    to,
                    name: self.word(parts.next()),
                }
            }
            // What is done behind a colon is done by `you`.
            Rule::either_by => Statement::Either(
                Builder {
                    others_do: false,
                    ..self
                }
                .branches(parts.next()),
            ),
            Rule::ways_by => {
                let way = |node: Node| Body {
                    statements: node.into_inner().map(|node| self.doing(node)).collect(),
                };
                Statement::Ways(parts.rest().map(way).collect())
            }
            Rule::offer_by => self.offer(parts, Builder::doing),
            Rule::fate_by => match &node.as_str()[..3] {
                "ski" => later(Until::SkippedTurn),
                "tak" => later(Until::ExtraTurn),
                "win" => fate(Verb::Win),
                _ => fate(Verb::Lose),
            },
            Rule::may => {
                return Builder {
                    others_do: false,
                    ..self
                }
                .statement(node);
            }
            _ => return self.statement(node),
        };
        Spanned::new(does, span)
    }
}

/// A decision that a statement can leave to somebody.
fn decides(statement: &Statement) -> bool {
    matches!(
        statement,
        Statement::Choose { .. }
            | Statement::ChooseNumber { .. }
            | Statement::May { .. }
            | Statement::MayChoose { .. }
            | Statement::Either(_)
            | Statement::Draw { .. }
    )
}

fn by(who: ItemExpr, statement: Spanned<Statement>) -> Statement {
    Statement::By {
        who,
        statement: Box::new(statement),
    }
}

//! Finds keywords that call themselves, directly or through others: card text always ends.

use std::collections::BTreeMap;

use crate::base::{Source, Span};
use crate::rules::error::{Problem, Report};
use crate::rules::file::SetFile;
use crate::rules::names::definition;
use crate::syntax::ast::{Body, Statement};

/// A keyword, where it is written, and what it calls.
struct Node<'f> {
    name: &'f str,
    source: &'f Source,
    calls: Vec<(&'f str, Span)>,
}

/// Reports each circle once, at the call that closes it.
pub(in crate::rules) fn recursion(files: &[SetFile], report: &mut Report) {
    let mut nodes: Vec<Node> = Vec::new();
    for file in files {
        for keyword in &file.keywords {
            let mut calls = Vec::new();
            if let Some(define) = definition(&keyword.text) {
                collect(&define.body, &mut calls);
            }
            nodes.push(Node { name: &keyword.name.node, source: &file.source, calls });
        }
    }
    // Of two of one name the first is meant.
    let numbers = nodes.iter().enumerate().rev().map(|(at, node)| (node.name, at)).collect();
    let mut search = Search { nodes: &nodes, numbers, path: Vec::new(), state: vec![State::New; nodes.len()] };
    for at in 0..nodes.len() {
        search.visit(at, report);
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    New,
    OnPath,
    Done,
}

struct Search<'n, 'f> {
    nodes: &'n [Node<'f>],
    numbers: BTreeMap<&'f str, usize>,
    path: Vec<usize>,
    state: Vec<State>,
}

impl Search<'_, '_> {
    fn visit(&mut self, at: usize, report: &mut Report) {
        if self.state[at] == State::Done {
            return;
        }
        let nodes = self.nodes;
        self.path.push(at);
        self.state[at] = State::OnPath;
        for (name, span) in &nodes[at].calls {
            let Some(&next) = self.numbers.get(name) else {
                continue;
            };
            if self.state[next] == State::OnPath {
                let start = self.path.iter().position(|on_path| *on_path == next).expect("it is on the path");
                let circle = self.path[start..].iter().chain([&next]);
                let through = circle.map(|node| format!("`{}`", nodes[*node].name)).collect();
                report.add(nodes[at].source, *span, Problem::Recursion { name: name.to_string(), through });
            } else {
                self.visit(next, report);
            }
        }
        self.path.pop();
        self.state[at] = State::Done;
    }
}

fn collect<'f>(body: &'f Body, calls: &mut Vec<(&'f str, Span)>) {
    for statement in &body.statements {
        match &statement.node {
            Statement::Call { keyword, .. } => calls.push((&keyword.node, keyword.span)),
            Statement::MayChoose { body, .. }
            | Statement::Repeat { body, .. }
            | Statement::ForEach { body, .. }
            | Statement::AtOnce(body)
            | Statement::OneEffect(body)
            | Statement::Unanswered(body) => collect(body, calls),
            Statement::If { then, otherwise, .. } => {
                collect(then, calls);
                otherwise.iter().for_each(|body| collect(body, calls));
            }
            Statement::Either(branches) => {
                branches.iter().for_each(|branch| collect(&branch.body, calls));
            }
            Statement::Pay(_)
            | Statement::Choose { .. }
            | Statement::Require(_)
            | Statement::Let { .. }
            | Statement::Verb { .. }
            | Statement::Put { .. }
            | Statement::Move { .. }
            | Statement::Build { .. }
            | Statement::Swap { .. }
            | Statement::Give { .. }
            | Statement::Ready
            | Statement::Take { .. }
            | Statement::Draw { .. }
            | Statement::Shuffle => {}
        }
    }
}

//! Finds keywords that call themselves, directly or through others: card text always ends.

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

/// Reports each circle once, at the call that closes it; true when there is none.
pub(in crate::rules) fn recursion(files: &[SetFile], report: &mut Report) -> bool {
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
    let mut done = vec![false; nodes.len()];
    let mut found = false;
    for at in 0..nodes.len() {
        visit(&nodes, at, &mut Vec::new(), &mut done, &mut found, report);
    }
    !found
}

fn visit(nodes: &[Node], at: usize, path: &mut Vec<usize>, done: &mut [bool], found: &mut bool, report: &mut Report) {
    if done[at] {
        return;
    }
    path.push(at);
    for (name, span) in &nodes[at].calls {
        let Some(next) = nodes.iter().position(|node| node.name == *name) else {
            continue;
        };
        if let Some(start) = path.iter().position(|on_path| *on_path == next) {
            let circle = path[start..].iter().chain([&next]);
            let through = circle.map(|node| format!("`{}`", nodes[*node].name)).collect();
            report.add(nodes[at].source, *span, Problem::Recursion { name: name.to_string(), through });
            *found = true;
        } else {
            visit(nodes, next, path, done, found, report);
        }
    }
    path.pop();
    done[at] = true;
}

fn collect<'f>(body: &'f Body, calls: &mut Vec<(&'f str, Span)>) {
    for statement in &body.statements {
        match &statement.node {
            Statement::Call { keyword, .. } => calls.push((&keyword.node, keyword.span)),
            Statement::MayChoose { body, .. }
            | Statement::Repeat { body, .. }
            | Statement::ForEach { body, .. }
            | Statement::AtOnce(body)
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

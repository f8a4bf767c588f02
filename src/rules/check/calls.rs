//! Follows which keywords call which: card text always ends, and stays short when keywords are written out.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use crate::base::limits::{CALLS, STATEMENTS};
use crate::base::{Source, Span};
use crate::rules::error::{Problem, Report};
use crate::rules::file::{CrisisText, FaceText, SetFile};
use crate::rules::names::definition;
use crate::syntax::ast::{Body, Clause, Statement, Text};

/// A body: how many statements it has, and what it calls.
#[derive(Default)]
struct Says<'f> {
    statements: u64,
    calls: Vec<(&'f str, Span)>,
}

/// A keyword, and where it is written.
struct Node<'f> {
    name: &'f str,
    source: &'f Source,
    says: Says<'f>,
}

/// What a keyword comes to when all that it calls is written out.
#[derive(Debug, Clone, Copy, Default)]
struct Extent {
    statements: u64,
    deep: usize,
    /// The call that leads deepest, and the one that brings most.
    deepest: Option<usize>,
    longest: Option<usize>,
    /// It is too long, or lies in a circle: what calls it need not be told, too.
    told: bool,
}

/// Reports keywords that call themselves, directly or through others, and what is too long once keywords are written
/// out. Each keyword is looked at once.
pub(in crate::rules) fn calls(files: &[SetFile], report: &mut Report) {
    let mut nodes: Vec<Node> = Vec::new();
    for file in files {
        for keyword in &file.keywords {
            let mut says = Says::default();
            // However it reads, what it calls and how long it is counts.
            for define in keyword.texts().filter_map(definition) {
                says.read(&define.body);
            }
            nodes.push(Node { name: &keyword.name.node, source: &file.source, says });
        }
    }
    // Of two of one name the first is meant.
    let numbers: BTreeMap<&str, usize> = nodes.iter().enumerate().rev().map(|(at, node)| (node.name, at)).collect();
    let mut known = Known { nodes: &nodes, numbers, extents: vec![Extent::default(); nodes.len()] };
    for circle in known.components() {
        known.settle(&circle, report);
    }
    for file in files {
        let faces = file.buildings.iter().chain(&file.actions).flat_map(FaceText::texts);
        for text in faces.chain(file.crisis.iter().flat_map(CrisisText::texts)) {
            known.text(&file.source, text, report);
        }
    }
}

struct Known<'n, 'f> {
    nodes: &'n [Node<'f>],
    numbers: BTreeMap<&'f str, usize>,
    extents: Vec<Extent>,
}

impl<'f> Known<'_, 'f> {
    fn called(&self, says: &Says<'f>) -> impl Iterator<Item = (usize, Span)> {
        says.calls.iter().filter_map(|(name, span)| Some((*self.numbers.get(name)?, *span)))
    }

    /// The keywords in groups that all call each other, those that are called before those that call them.
    fn components(&self) -> Vec<Vec<usize>> {
        let edges: Vec<Vec<usize>> =
            self.nodes.iter().map(|node| self.called(&node.says).map(|(next, _)| next).collect()).collect();
        let new = usize::MAX;
        let (mut order, mut lowest) = (vec![new; edges.len()], vec![0; edges.len()]);
        let (mut open, mut groups, mut found) = (Vec::new(), Vec::new(), 0);
        let mut grouped = vec![false; edges.len()];
        for start in 0..edges.len() {
            // What is still to be looked at, and how many of its calls have been.
            let mut path = if order[start] == new { vec![(start, 0)] } else { Vec::new() };
            while let Some((at, done)) = path.pop() {
                if order[at] == new {
                    (order[at], lowest[at]) = (found, found);
                    found += 1;
                    open.push(at);
                }
                match edges[at].get(done) {
                    Some(&next) => {
                        path.push((at, done + 1));
                        if order[next] == new {
                            path.push((next, 0));
                        } else if !grouped[next] {
                            lowest[at] = lowest[at].min(order[next]);
                        }
                    }
                    None => {
                        if let Some((caller, _)) = path.last() {
                            lowest[*caller] = lowest[*caller].min(lowest[at]);
                        }
                        if lowest[at] == order[at] {
                            let first = open.iter().rposition(|other| *other == at).unwrap_or(0);
                            let group = open.split_off(first);
                            group.iter().for_each(|member| grouped[*member] = true);
                            groups.push(group);
                        }
                    }
                }
            }
        }
        groups
    }

    /// What the keywords of a group come to; what they call is settled.
    fn settle(&mut self, group: &[usize], report: &mut Report) {
        let first = group.iter().copied().min().unwrap_or_default();
        let itself = self.called(&self.nodes[first].says).any(|(next, _)| next == first);
        if group.len() > 1 || itself {
            self.circle(first, group, report);
            group.iter().for_each(|member| self.extents[*member].told = true);
            return;
        }
        let node = &self.nodes[first];
        self.extents[first] = self.extent(node.source, &format!("`{}`", node.name), &node.says, report);
    }

    /// Reports the shortest circle through a keyword, at the call that closes it.
    fn circle(&self, start: usize, group: &[usize], report: &mut Report) {
        let group: BTreeSet<usize> = group.iter().copied().collect();
        let mut from: BTreeMap<usize, usize> = BTreeMap::new();
        let mut waiting = VecDeque::from([start]);
        while let Some(at) = waiting.pop_front() {
            for (next, span) in self.called(&self.nodes[at].says) {
                if next == start {
                    let mut through = vec![start, at];
                    while let Some(before) = from.get(&through[through.len() - 1]) {
                        through.push(*before);
                    }
                    through.reverse();
                    let name = self.nodes[start].name.to_string();
                    report.add(self.nodes[at].source, span, Problem::Recursion { name, through: self.names(&through) });
                    return;
                }
                if group.contains(&next) && !from.contains_key(&next) {
                    from.insert(next, at);
                    waiting.push_back(next);
                }
            }
        }
    }

    fn names(&self, keywords: &[usize]) -> Vec<String> {
        keywords.iter().map(|at| self.nodes[*at].name.to_string()).collect()
    }

    /// What a text comes to. One that is too long by what it calls is reported, unless that was reported itself.
    fn extent(&self, source: &Source, name: &str, says: &Says<'f>, report: &mut Report) -> Extent {
        let mut extent = Extent { statements: says.statements, ..Extent::default() };
        let (mut deepest, mut longest) = ((0, Span::default()), (0, Span::default()));
        for (next, span) in self.called(says) {
            let called = self.extents[next];
            extent.told |= called.told;
            extent.statements = extent.statements.saturating_add(called.statements);
            if called.deep >= deepest.0 {
                (deepest, extent.deepest) = ((called.deep + 1, span), Some(next));
            }
            if called.statements >= longest.0 {
                (longest, extent.longest) = ((called.statements, span), Some(next));
            }
        }
        extent.deep = deepest.0;
        if extent.told {
            return extent;
        }
        let name = || name.to_string();
        if extent.deep > CALLS {
            let through = self.chain(extent.deepest, |extent| extent.deepest);
            report.add(source, deepest.1, Problem::CallsTooDeep { name: name(), most: CALLS, through });
            extent.told = true;
        } else if extent.statements > STATEMENTS {
            let through = self.chain(extent.longest, |extent| extent.longest);
            let (count, most) = (extent.statements, STATEMENTS);
            report.add(source, longest.1, Problem::WrittenOut { name: name(), count, most, through });
            extent.told = true;
        }
        extent
    }

    /// A keyword, what it calls, what that calls, and so on.
    fn chain(&self, first: Option<usize>, next: impl Fn(&Extent) -> Option<usize>) -> Vec<String> {
        let keywords: Vec<usize> = std::iter::successors(first, |at| next(&self.extents[*at])).collect();
        self.names(&keywords)
    }

    fn text(&self, source: &Source, text: &Text, report: &mut Report) {
        for clause in &text.clauses {
            let body = match &clause.node {
                Clause::Play(body) | Clause::Replay(body) | Clause::Crisis(body) => body,
                Clause::Ability(ability) => &ability.body,
                Clause::Trigger(trigger) => &trigger.body,
                Clause::Lasting(_)
                | Clause::CountsAs(_)
                | Clause::Raise(_)
                | Clause::Win(_)
                | Clause::Define(_)
                | Clause::Count(_) => continue,
            };
            let mut says = Says::default();
            says.read(body);
            self.extent(source, "this text", &says, report);
        }
    }
}

impl<'f> Says<'f> {
    fn read(&mut self, body: &'f Body) {
        self.statements += body.statements.len() as u64;
        for statement in &body.statements {
            match &statement.node {
                Statement::Call { keyword, .. } => self.calls.push((&keyword.node, keyword.span)),
                Statement::MayChoose { body, .. }
                | Statement::Repeat { body, .. }
                | Statement::ForEach { body, .. }
                | Statement::AtOnce(body)
                | Statement::OneEffect(body)
                | Statement::Unanswered(body)
                | Statement::UnansweredBy { body, .. } => self.read(body),
                Statement::If { then, otherwise, .. } => {
                    self.read(then);
                    otherwise.iter().for_each(|body| self.read(body));
                }
                Statement::Either(branches) => branches.iter().for_each(|branch| self.read(&branch.body)),
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
}

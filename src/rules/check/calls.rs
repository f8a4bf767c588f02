//! Follows which keywords call which: card text always ends, and stays short when keywords are written out.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, VecDeque};

use crate::error::{Problem, Report};
use crate::file::{CrisisText, SetFile};
use crate::names::{Names, definition};
use lang::ast::{Alteration, Body, Clause, Statement, Text};
use text::limits::{CALLS, STATEMENTS};
use text::{Source, Span};

/// A body: how many statements it has, and what it calls.
#[derive(Default)]
struct Says<'f> {
    statements: u64,
    calls: Vec<(&'f str, Span)>,
    /// Whose words it means.
    space: usize,
}

/// A keyword, and where it is written.
struct Node<'f> {
    name: &'f str,
    source: &'f Source,
    span: Span,
    says: Says<'f>,
}

/// What a keyword comes to when all that it calls is written out.
#[derive(Debug, Clone, Copy, Default)]
struct Extent {
    statements: u64,
    deep: usize,
    /// The keyword that leads deepest, and the one that brings most: none where most is its own.
    deepest: Option<usize>,
    longest: Option<usize>,
    /// It is too long, or lies in a circle: what calls it need not be told, too.
    told: bool,
}

/// Reports keywords that call themselves, directly or through others, and what is too long once keywords are written
/// out. Each keyword is looked at once.
pub fn calls(files: &[SetFile], names: &Names, report: &mut Report) {
    let written = |at: usize, origin: Option<usize>| &files[origin.unwrap_or(at)].source;
    let mut nodes: Vec<Node> = Vec::new();
    for (space, file) in files.iter().enumerate() {
        for keyword in &file.keywords {
            // However it reads, what it calls and how long it is counts.
            let defined = keyword.texts().filter_map(definition);
            nodes.push(Node {
                name: &keyword.name.node,
                source: written(space, keyword.origin),
                span: keyword.name.span,
                says: Says::of(space, defined.map(|define| &define.body)),
            });
        }
    }
    let mut known = CallGraph {
        nodes: &nodes,
        names,
        extents: vec![Extent::default(); nodes.len()],
    };
    for circle in known.components() {
        known.settle(&circle, report);
    }
    for (space, file) in files.iter().enumerate() {
        for face in file.buildings.iter().chain(&file.actions) {
            let source = written(space, face.origin);
            face.texts()
                .for_each(|text| known.text(source, space, text, report));
        }
        let counters = file.counters.iter();
        let marks = counters.filter_map(|counter| counter.text.as_ref());
        let crisis = file.crisis.iter().flat_map(CrisisText::texts);
        marks
            .chain(crisis)
            .for_each(|text| known.text(&file.source, space, text, report));
    }
}

struct CallGraph<'n, 'f> {
    nodes: &'n [Node<'f>],
    names: &'n Names,
    extents: Vec<Extent>,
}

impl<'f> CallGraph<'_, 'f> {
    fn called(&self, says: &Says<'f>) -> impl Iterator<Item = (usize, Span)> {
        // One that may be several is reported where it is called.
        says.calls
            .iter()
            .filter_map(|(name, span)| Some((self.names.keyword(says.space, name).ok()??, *span)))
    }

    /// The keywords in groups that all call each other, those that are called before those that call them.
    fn components(&self) -> Vec<Vec<usize>> {
        let edges: Vec<Vec<usize>> = self
            .nodes
            .iter()
            .map(|node| self.called(&node.says).map(|(next, _)| next).collect())
            .collect();
        let new = usize::MAX;
        let (mut order, mut lowest) = (vec![new; edges.len()], vec![0; edges.len()]);
        let (mut open, mut groups, mut found) = (Vec::new(), Vec::new(), 0);
        let mut grouped = vec![false; edges.len()];
        for start in 0..edges.len() {
            // What is still to be looked at, and how many of its calls have been.
            let mut path = if order[start] == new {
                vec![(start, 0)]
            } else {
                Vec::new()
            };
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
        let itself = self
            .called(&self.nodes[first].says)
            .any(|(next, _)| next == first);
        if group.len() > 1 || itself {
            self.circle(first, report);
            group
                .iter()
                .for_each(|member| self.extents[*member].told = true);
            return;
        }
        let node = &self.nodes[first];
        let named = (node.source, node.span, format!("`{}`", node.name));
        self.extents[first] = self.extent(named, &node.says, report);
    }

    /// Reports the shortest circle through a keyword, at the call that closes it.
    fn circle(&self, start: usize, report: &mut Report) {
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
                    report.add(
                        self.nodes[at].source,
                        span,
                        Problem::Recursion {
                            name,
                            through: self.names(&through),
                        },
                    );
                    return;
                }
                if let Entry::Vacant(entry) = from.entry(next) {
                    entry.insert(at);
                    waiting.push_back(next);
                }
            }
        }
    }

    fn names(&self, keywords: &[usize]) -> Vec<String> {
        keywords
            .iter()
            .map(|at| self.nodes[*at].name.to_string())
            .collect()
    }

    /// What a text comes to. One that is too long by what it calls, or by itself, is reported with its name at its own
    /// place or at that of the call, unless that was reported itself.
    fn extent(
        &self,
        named: (&Source, Span, String),
        says: &Says<'f>,
        report: &mut Report,
    ) -> Extent {
        let (source, own, name) = named;
        let mut extent = Extent {
            statements: says.statements,
            ..Extent::default()
        };
        let mut deepest = (0, own);
        let mut brought: BTreeMap<usize, (u64, Span)> = BTreeMap::new();
        for (next, span) in self.called(says) {
            let called = self.extents[next];
            extent.told |= called.told;
            extent.statements = extent.statements.saturating_add(called.statements);
            if called.deep >= deepest.0 {
                (deepest, extent.deepest) = ((called.deep + 1, span), Some(next));
            }
            let (before, at) = brought.entry(next).or_default();
            (*before, *at) = (before.saturating_add(called.statements), span);
        }
        extent.deep = deepest.0;
        let most = brought
            .into_iter()
            .max_by_key(|(_, (statements, _))| *statements);
        let most = most.filter(|_| extent.statements - says.statements >= says.statements);
        extent.longest = most.map(|(keyword, _)| keyword);
        if extent.told {
            return extent;
        }
        if extent.deep > CALLS {
            let through = self.chain(extent.deepest, |extent| extent.deepest);
            report.add(
                source,
                deepest.1,
                Problem::CallsTooDeep {
                    name,
                    most: CALLS,
                    through,
                },
            );
            extent.told = true;
        } else if extent.statements > STATEMENTS {
            let through = self.chain(extent.longest, |extent| extent.longest);
            let at = most.map_or(own, |(_, (_, span))| span);
            report.add(
                source,
                at,
                Problem::WrittenOut {
                    name,
                    count: extent.statements,
                    most: STATEMENTS,
                    through,
                },
            );
            extent.told = true;
        }
        extent
    }

    /// A keyword, what it calls, what that calls, and so on.
    fn chain(&self, first: Option<usize>, next: impl Fn(&Extent) -> Option<usize>) -> Vec<String> {
        let keywords: Vec<usize> =
            std::iter::successors(first, |at| next(&self.extents[*at])).collect();
        self.names(&keywords)
    }

    fn text(&self, source: &Source, space: usize, text: &Text, report: &mut Report) {
        for clause in &text.clauses {
            if let Clause::Alters(alters) = &clause.node
                && let Alteration::Has { text, .. } = &alters.what
            {
                self.text(source, space, text, report);
            }
            if matches!(clause.node, Clause::Define(_)) {
                continue;
            }
            let Some(body) = clause.node.body() else {
                continue;
            };
            let says = Says::of(space, std::iter::once(body));
            // Its first line is enough to point at.
            let written = &source.text[clause.span.start..clause.span.end];
            let first = written.find('\n').map_or(clause.span, |end| {
                Span::new(clause.span.start, clause.span.start + end)
            });
            self.extent((source, first, "this text".to_string()), &says, report);
        }
    }
}

impl<'f> Says<'f> {
    fn of(space: usize, bodies: impl Iterator<Item = &'f Body>) -> Says<'f> {
        let mut says = Says {
            space,
            ..Says::default()
        };
        bodies.for_each(|body| says.read(body));
        says
    }

    fn read(&mut self, body: &'f Body) {
        self.statements += body.statements.len() as u64;
        for statement in &body.statements {
            if let Statement::Call { keyword, .. } = &statement.node {
                self.calls.push((&keyword.node, keyword.span));
            }
            statement
                .node
                .blocks()
                .into_iter()
                .for_each(|body| self.read(body));
        }
    }
}

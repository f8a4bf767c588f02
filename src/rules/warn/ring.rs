//! Buildings that disable, rename or lend texts to each other in a ring, as far as their texts name each other.

use std::collections::BTreeMap;

use super::notice::{Findings, Notice};
use crate::file::FaceText;
use crate::library::Library;
use crate::sources::way;
use crate::warning::{Section, Warning};
use lang::ast::{Alteration, Clause, Cond, Filter, Item, Noun, Property, Set, Text};
use text::Span;

/// A building of a game, and the file that it is of.
pub(super) struct Node<'f> {
    pub(super) file: usize,
    pub(super) face: &'f FaceText,
}

/// One building changes what another one is.
struct Arrow {
    from: usize,
    to: usize,
    /// What it does to it: `disables`.
    does: &'static str,
    /// The building whose text says so, and where.
    place: (usize, Span),
}

/// Buildings each of which does something to the next one, the last to the first.
pub(super) struct Ring {
    /// By their numbers.
    buildings: Vec<usize>,
    /// Where the texts stand that say so, with the buildings that have them.
    places: Vec<(usize, Span)>,
    /// What each does to the next one.
    pub(super) what: String,
}

impl Ring {
    /// The sections of its buildings, with their files.
    pub(super) fn sections(&self, nodes: &[Node]) -> Vec<(usize, Section)> {
        let section = |node: &usize| {
            let Node { file, face } = nodes[*node];
            let section = ("building", face.name.node.clone());
            (face.origin.unwrap_or(file), section)
        };
        self.buildings.iter().map(section).collect()
    }
}

/// Finds the rings of the buildings of one file.
pub(super) fn of_set(library: &Library, file: usize, findings: &mut Findings) {
    let set = &library.sets()[file];
    let nodes = set.buildings.iter().map(|face| Node { file, face });
    let nodes: Vec<Node> = nodes.collect();
    for ring in rings(&nodes, false) {
        // A ring that a variant takes over as it is has been told of.
        let is_own = |(node, _): &&(usize, Span)| nodes[*node].face.origin.is_none();
        let Some((_, span)) = ring.places.iter().find(is_own) else {
            continue;
        };
        let sections = ring.sections(&nodes).into_iter();
        let notice = Notice {
            warning: Warning::Ring,
            what: ring.what,
            label: "the ring goes through here",
            file: set.source.clone(),
            span: *span,
        };
        findings.add(sections.map(|(_, section)| (file, section)), notice);
    }
}

/// All rings of these, each building in one at most; those of several files alone where it is said so.
pub(super) fn rings(nodes: &[Node], of_several: bool) -> Vec<Ring> {
    let mut by_name: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (at, node) in nodes.iter().enumerate() {
        by_name.entry(&node.face.name.node).or_default().push(at);
    }
    let name = |at: usize| nodes[at].face.name.node.as_str();
    let mut arrows = Vec::new();
    for (own, node) in nodes.iter().enumerate() {
        // Without a name it is the building itself.
        let called = |called: Option<&str>| match called {
            Some(name) => by_name.get(name).cloned().unwrap_or_default(),
            None => vec![own],
        };
        for text in node.face.texts() {
            each_arrow(text, &[None], &mut |from, to, does, span| {
                for from in called(from) {
                    let others = called(to).into_iter().filter(|to| name(*to) != name(from));
                    arrows.extend(others.map(|to| Arrow {
                        from,
                        to,
                        does,
                        place: (own, span),
                    }));
                }
            });
        }
    }
    let leads = |from: usize| {
        let arrows = arrows.iter().filter(|arrow: &&Arrow| arrow.from == from);
        arrows.map(|arrow| arrow.to).collect()
    };
    let (mut used, mut rings) = (vec![false; nodes.len()], Vec::new());
    for first in &arrows {
        let between = nodes[first.from].file != nodes[first.to].file;
        if (of_several && !between) || used[first.from] || used[first.to] {
            continue;
        }
        let Some(back) = way(first.to, first.from, leads) else {
            continue;
        };
        let back = back.windows(2).filter_map(|ends| {
            let mut arrows = arrows.iter();
            arrows.find(|arrow| [arrow.from, arrow.to] == ends)
        });
        let ring: Vec<&Arrow> = std::iter::once(first).chain(back).collect();
        let does = |arrow: &&Arrow| {
            let (from, to) = (name(arrow.from), name(arrow.to));
            format!("`{from}` {} `{to}`", arrow.does)
        };
        let what: Vec<String> = ring.iter().map(does).collect();
        let buildings: Vec<usize> = ring.iter().map(|arrow| arrow.from).collect();
        buildings.iter().for_each(|building| used[*building] = true);
        rings.push(Ring {
            buildings,
            places: ring.iter().map(|arrow| arrow.place).collect(),
            what: what.join(", and "),
        });
    }
    rings
}

/// Is told of a building, what it is changed by, how, and where.
type See<'s> = &'s mut dyn FnMut(Option<&str>, Option<&str>, &'static str, Span);

/// Calls `see` for each building that a text changes, and each that it is changed by, as far as they are named; without a
/// name it is the building itself. `own` have the text.
fn each_arrow<'t>(text: &'t Text, own: &[Option<&'t str>], see: See<'_>) {
    // The buildings of a set, as far as they are named, or those that have the text.
    let ends = |set: &'t Set| -> Vec<Option<&'t str>> {
        if set.is_one(&Item::This) {
            return own.to_vec();
        }
        let mut names = Vec::new();
        named(set, &mut names);
        names.into_iter().map(Some).collect()
    };
    for clause in &text.clauses {
        let (set, by, does) = match &clause.node {
            Clause::Lasting(lasting) if lasting.status.node == "disabled" => {
                (&lasting.set, &Item::This, "disables")
            }
            Clause::Alters(alters) => match &alters.what {
                Alteration::Called { set, .. } => (set, &Item::This, "renames"),
                Alteration::Name { set, of, .. } => (set, &of.node, "lends its name to"),
                Alteration::TextOf { set, of } => (set, &of.node, "lends its text to"),
                Alteration::Has { set, text } => {
                    each_arrow(text, &ends(&set.node), see);
                    (set, &Item::This, "lends a text to")
                }
                _ => continue,
            },
            _ => continue,
        };
        let by = match by {
            Item::This => own.to_vec(),
            Item::First(set) | Item::Pick(_, set) => ends(&set.node),
            _ => continue,
        };
        for from in by {
            let to = ends(&set.node);
            to.iter().for_each(|to| see(from, *to, does, clause.span));
        }
    }
}

/// The names that buildings of a set bear, where it is one of names.
fn named<'s>(set: &'s Set, names: &mut Vec<&'s str>) {
    match set {
        Set::Plus(left, right) => {
            named(&left.node, names);
            named(&right.node, names);
        }
        Set::Of { noun, .. } if matches!(noun.node, Noun::One(_) | Noun::Name(_)) => {}
        Set::Of { filters, .. } => {
            for filter in filters {
                match &filter.node {
                    Filter::Named(name) => names.push(&name.node),
                    Filter::That(cond) => of_cond(&cond.node, names),
                    _ => {}
                }
            }
        }
    }
}

fn of_cond<'s>(cond: &'s Cond, names: &mut Vec<&'s str>) {
    match cond {
        Cond::And(left, right) | Cond::Or(left, right) => {
            of_cond(&left.node, names);
            of_cond(&right.node, names);
        }
        Cond::Is {
            item,
            not: false,
            property,
        } if item.node == Item::It => {
            if let Property::Named(name) = &property.node {
                names.push(&name.node);
            }
        }
        _ => {}
    }
}

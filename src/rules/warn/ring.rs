//! Buildings that disable, rename or lend texts to each other in a ring, as far as their texts name each other.

use std::collections::{BTreeMap, VecDeque};

use super::told::Warned;
use super::written::Found;
use crate::error::list;
use crate::file::FaceText;
use crate::library::Library;
use crate::warning::Section;
use crate::warning::Warning;
use lang::ast::{Alteration, Clause, Cond, Filter, Item, Noun, Property, Set, Text};
use text::Span;

/// One building changes what another one is.
struct Arrow {
    from: usize,
    to: usize,
    /// What it does to it: `disables`.
    does: &'static str,
    /// The building whose text says so, and where.
    place: (usize, Span),
}

/// A building of a game: its file, the one that its text is written in, and its name.
#[derive(Clone)]
pub(super) struct Node<'f> {
    pub(super) file: usize,
    pub(super) face: &'f FaceText,
}

/// A ring, from its first building on: each does something to the next one, the last to the first.
pub(super) struct Circle {
    /// Its buildings, by their numbers.
    of: Vec<usize>,
    /// Where the texts stand that say so, with the buildings that have them.
    places: Vec<(usize, Span)>,
    /// What each does to the next one.
    pub(super) said: String,
}

impl Circle {
    /// The sections of its buildings, with their files.
    pub(super) fn sections(&self, nodes: &[Node]) -> Vec<(usize, Section)> {
        let section = |face: &FaceText| ("building", face.name.node.clone());
        let of = self.of.iter().map(|node| &nodes[*node]);
        of.map(|node| (node.face.origin.unwrap_or(node.file), section(node.face)))
            .collect()
    }
}

/// Finds the rings of the buildings of one file.
pub(super) fn of_set(library: &Library, file: usize, found: &mut Vec<Found>) {
    let files = library.sets();
    let nodes: Vec<Node> = files[file]
        .buildings
        .iter()
        .map(|face| Node { file, face })
        .collect();
    for circle in circles(&nodes, false) {
        let sections = circle
            .sections(&nodes)
            .into_iter()
            .map(|(_, section)| section)
            .collect();
        // A ring that a variant takes over as it is has been told of.
        let own = circle
            .places
            .iter()
            .find(|(node, _)| nodes[*node].face.origin.is_none());
        let Some((_, span)) = own.copied() else {
            continue;
        };
        let warned = Warned::at(
            &files[file].source,
            span,
            Warning::Ring,
            circle.said,
            "the ring goes through here",
        );
        found.push(Found {
            file,
            sections,
            warned,
        });
    }
}

/// All rings of these, each building in one at most; those of several files alone where it is said so.
pub(super) fn circles(nodes: &[Node], of_several: bool) -> Vec<Circle> {
    let mut by_name: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (at, node) in nodes.iter().enumerate() {
        by_name.entry(&node.face.name.node).or_default().push(at);
    }
    let mut arrows = Vec::new();
    for (own, node) in nodes.iter().enumerate() {
        // Without a name it is the building itself.
        let called = |name: Option<&str>| match name {
            Some(name) => by_name.get(name).cloned().unwrap_or_default(),
            None => vec![own],
        };
        for text in node.face.texts() {
            each_arrow(text, &mut |(from, to), does, span| {
                for from in called(from) {
                    let others = called(to)
                        .into_iter()
                        .filter(|to| nodes[*to].face.name != nodes[from].face.name);
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
    let (mut told, mut circles) = (vec![false; nodes.len()], Vec::new());
    for first in &arrows {
        let between = nodes[first.from].file != nodes[first.to].file;
        if (of_several && !between) || told[first.from] || told[first.to] {
            continue;
        }
        let Some(back) = way(&arrows, first.to, first.from) else {
            continue;
        };
        let ring: Vec<&Arrow> = std::iter::once(first).chain(back).collect();
        ring.iter().for_each(|arrow| told[arrow.from] = true);
        let name = |at: usize| nodes[at].face.name.node.as_str();
        let said = |arrow: &&Arrow| {
            format!(
                "{} {} {}",
                list(&[name(arrow.from)]),
                arrow.does,
                list(&[name(arrow.to)])
            )
        };
        let said: Vec<String> = ring.iter().map(said).collect();
        circles.push(Circle {
            of: ring.iter().map(|arrow| arrow.from).collect(),
            places: ring.iter().map(|arrow| arrow.place).collect(),
            said: said.join(", and "),
        });
    }
    circles
}

/// The shortest way from one building to another.
fn way(arrows: &[Arrow], from: usize, to: usize) -> Option<Vec<&Arrow>> {
    let mut before: BTreeMap<usize, &Arrow> = BTreeMap::new();
    let mut waiting = VecDeque::from([from]);
    while let Some(at) = waiting.pop_front() {
        for arrow in arrows.iter().filter(|arrow| arrow.from == at) {
            if arrow.to != from && !before.contains_key(&arrow.to) {
                before.insert(arrow.to, arrow);
                waiting.push_back(arrow.to);
            }
        }
    }
    let mut way = vec![*before.get(&to)?];
    while let Some(last) = way.last().filter(|last| last.from != from) {
        way.push(before.get(&last.from)?);
    }
    way.reverse();
    Some(way)
}

/// Who does something to whom, by name; without one it is the building itself.
type Ends<'n> = (Option<&'n str>, Option<&'n str>);

/// Calls `see` for each building that a text changes, and each that it is changed by, as far as they are named.
fn each_arrow(text: &Text, see: &mut dyn FnMut(Ends<'_>, &'static str, Span)) {
    for clause in &text.clauses {
        let (set, by, does) = match &clause.node {
            Clause::Lasting(lasting) if lasting.status.node == "disabled" => {
                (&lasting.set.node, None, "disables")
            }
            Clause::Alters(alters) => match &alters.what {
                Alteration::Called { set, .. } => (&set.node, None, "renames"),
                Alteration::Name {
                    set,
                    of,
                    written: _,
                } => (&set.node, Some(&of.node), "lends its name to"),
                Alteration::TextOf { set, of } => (&set.node, Some(&of.node), "lends its text to"),
                Alteration::Has { set, .. } => (&set.node, None, "lends a text to"),
                _ => continue,
            },
            _ => continue,
        };
        let by = match by {
            None | Some(Item::This) => vec![None],
            Some(Item::First(set) | Item::Pick(_, set)) => ends(&set.node),
            Some(_) => continue,
        };
        let these = ends(set);
        for from in by {
            these
                .iter()
                .for_each(|to| see((from, *to), does, clause.span));
        }
    }
}

/// The buildings of a set, as far as they are named, or the building itself.
fn ends(set: &Set) -> Vec<Option<&str>> {
    if set.is_one(&Item::This) {
        return vec![None];
    }
    let mut names = Vec::new();
    named(set, &mut names);
    names.into_iter().map(Some).collect()
}

/// The names that buildings of a set bear, where it is one of names.
fn named<'s>(set: &'s Set, names: &mut Vec<&'s str>) {
    match set {
        Set::Plus(left, right) => {
            named(&left.node, names);
            named(&right.node, names);
        }
        Set::Of {
            noun,
            filters,
            target: _,
        } => {
            if matches!(noun.node, Noun::One(_) | Noun::Name(_)) {
                return;
            }
            filters.iter().for_each(|filter| match &filter.node {
                Filter::Named(name) => names.push(&name.node),
                Filter::That(cond) => of_cond(&cond.node, names),
                _ => {}
            });
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

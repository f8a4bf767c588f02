//! The tree of a search: choices, told apart by who chose what, and the nodes that they lead to.

use std::collections::HashMap;

use foldhash::fast::FixedState;

use crate::ismcts::keys::{ANY, KEPT, Key};
use crate::ismcts::task::Results;
use board::Seat;

/// A node's place in the tree.
pub type NodeId = u32;

/// A choice's place in the tree.
pub type EdgeId = u32;

/// No node, and no choice.
pub const NONE: u32 = u32::MAX;

/// What the search knows of a choice.
#[derive(Debug, Clone, Copy, Default)]
pub struct Edge {
    pub key: Key,
    /// What those who went through it won, for the seat that chose it.
    pub tried: Results,
    /// Iterations in which it could have been chosen, while it was in the tree.
    pub available: u32,
    /// How much it is liked without thinking, out of all options when it was added; from 0 to 1.
    pub prior: f32,
    /// How often the node above it was visited before it was added.
    pub born: u32,
    /// Iterations in which the game was over with it, won by the seat that chose it.
    pub ended: u32,
    /// By so many choices of that seat, this one included, it has won wherever it was tried; 0 where that is not known.
    pub proven: u8,
    /// Where it leads to: nowhere before it was gone for the first time, and elsewhere once it has led to different tables.
    pub to: NodeId,
    /// Another choice at the same node.
    pub next: EdgeId,
}

/// Where choices lead to: one table as the seat sees it, whatever the order of the choices that led there, or what follows one choice.
#[derive(Debug, Clone, Copy)]
pub struct Node {
    /// Iterations that came to it.
    pub visits: u32,
    /// What those won, for the seat whose choices lead to it.
    won: f32,
    /// The table, in short; [`ANY`] where it is not the same in all worlds, where a choice is still under way, and where the game is over.
    table: u64,
    /// Where a turn has ended: in so many worlds it was looked whether whoever comes next wins at once, and in so many they do.
    pub looks: u16,
    pub answers: u16,
    pub first: EdgeId,
}

/// A step of the way down.
#[derive(Debug, Clone, Copy)]
pub struct Descent {
    pub from: NodeId,
    pub by: EdgeId,
    /// Where it led to; nowhere when the tree was full, and where it would have led back.
    pub to: NodeId,
    /// Who chose it.
    pub seat: Seat,
}

/// Visits for each look at the answer, of the first few.
const VISITS: u32 = 16;
/// So many looks of a node come one by one; after that two each time that its visits have doubled.
const FEW: u32 = 4;

/// Visits that show that a choice wins.
const PROOF: u32 = 4;

impl Edge {
    /// Whether its seat wins for sure, as far as its visits tell: the game was over each time, or the same seat went on each time to `below`.
    pub fn prove(&mut self, below: Option<u8>) {
        let over = self.tried.visits >= PROOF && self.ended == self.tried.visits;
        let below = below.map_or(0, |choices| choices.saturating_add(1));
        self.proven = if over { 1 } else { below };
    }
}

impl Node {
    fn new(table: u64) -> Node {
        Node {
            visits: 0,
            won: 0.0,
            table,
            looks: 0,
            answers: 0,
            first: NONE,
        }
    }

    /// It is time to look whether whoever comes next wins.
    pub fn wants_look(&self) -> bool {
        let times = self.visits / VISITS;
        times > 0 && u32::from(self.looks) <= times.min(FEW + 2 * times.ilog2())
    }

    /// How likely whoever comes next is to win at once, as far as was looked.
    pub fn answered(&self) -> f32 {
        f32::from(self.answers) / (f32::from(self.looks) + 0.5)
    }
}

/// See the top of the file.
#[derive(Debug, Clone, Default)]
pub struct Tree {
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    /// Nodes by their table.
    tables: HashMap<u64, NodeId, FixedState>,
}

/// The most nodes a tree may have, and the most edges: 120 MB with the map of tables.
const MOST: usize = 1 << 20;
/// Nodes that there is room for from the beginning.
const AT_FIRST: usize = 1 << 14;

impl Tree {
    /// An empty tree with its root, with room for so many iterations, or for some thousands at first.
    pub fn clear(&mut self, iterations: u32) {
        let room = 1 + (iterations as usize).min(AT_FIRST);
        self.nodes.clear();
        self.edges.clear();
        self.tables.clear();
        self.nodes.reserve(room);
        self.edges.reserve(room);
        self.nodes.push(Node::new(ANY));
    }

    /// Makes the node that a choice leads to the root, with what is below it as far as there is a key for it now.
    pub fn go_on_from(&mut self, chosen: EdgeId, now: impl Fn(Key) -> Option<Key>) {
        let before = std::mem::take(self);
        let Some(root) = before.nodes.get(before.edges[chosen as usize].to as usize) else {
            return self.clear(0);
        };
        let kept = |node: &Node| Node {
            first: NONE,
            table: node.table.min(KEPT),
            ..*node
        };
        self.nodes.push(Node {
            table: ANY,
            ..kept(root)
        });
        // By their number before: what they are called now.
        let mut names = vec![NONE; before.nodes.len()];
        let mut from = vec![before.edges[chosen as usize].to];
        names[from[0] as usize] = Tree::ROOT;
        let mut at = 0;
        while at < from.len() {
            let mut next = before.nodes[from[at] as usize].first;
            while let Some(edge) = before.edges.get(next as usize) {
                next = edge.next;
                let Some(key) = now(edge.key) else { continue };
                let mut to = edge.to;
                if let Some(node) = before.nodes.get(to as usize) {
                    let name = &mut names[to as usize];
                    if *name == NONE {
                        *name = self.nodes.len() as NodeId;
                        self.nodes.push(kept(node));
                        from.push(to);
                    }
                    to = *name;
                }
                let id = self.edges.len() as EdgeId;
                let beside = std::mem::replace(&mut self.nodes[at].first, id);
                self.edges.push(Edge {
                    key,
                    to,
                    next: beside,
                    ..*edge
                });
            }
            at += 1;
        }
    }

    /// The root.
    pub const ROOT: NodeId = 0;

    #[inline]
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id as usize]
    }

    #[inline]
    pub fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id as usize]
    }

    #[inline]
    pub fn edge(&self, id: EdgeId) -> &Edge {
        &self.edges[id as usize]
    }

    #[inline]
    pub fn edge_mut(&mut self, id: EdgeId) -> &mut Edge {
        &mut self.edges[id as usize]
    }

    /// A new choice at a node, unless the tree is full.
    pub fn add(&mut self, at: NodeId, key: Key, prior: f32) -> Option<EdgeId> {
        if self.edges.len() >= MOST {
            return None;
        }
        let id = self.edges.len() as EdgeId;
        let node = self.node_mut(at);
        let (born, next) = (node.visits, std::mem::replace(&mut node.first, id));
        self.edges.push(Edge {
            key,
            prior,
            born,
            to: NONE,
            next,
            ..Edge::default()
        });
        Some(id)
    }

    /// The node that a choice leads to, where there is this table now: one where other choices have led to before, if it may be
    /// that one. Nothing where it may not be the one that it is, and when the tree is full.
    pub fn arrive(
        &mut self,
        by: EdgeId,
        table: u64,
        may: impl Fn(NodeId) -> bool,
    ) -> Option<NodeId> {
        let to = self.edge(by).to;
        if let Some(node) = self.nodes.get_mut(to as usize) {
            if node.table == KEPT && table != ANY {
                node.table = table;
                self.tables.entry(table).or_insert(to);
            }
            if node.table == table || node.table == ANY {
                return may(to).then_some(to);
            }
        }
        let known = self
            .tables
            .get(&table)
            .copied()
            .filter(|_| to == NONE && table != ANY);
        let there = match known {
            Some(there) if may(there) => there,
            _ if self.nodes.len() >= MOST => return None,
            _ => {
                // Where it has led to different tables, or back, what follows it is kept for itself.
                let apart = to != NONE || known.is_some();
                let id = self.nodes.len() as NodeId;
                self.nodes.push(Node::new(if apart { ANY } else { table }));
                if !apart && table != ANY {
                    self.tables.insert(table, id);
                }
                id
            }
        };
        self.edge_mut(by).to = there;
        Some(there)
    }

    /// What a choice is worth to the seat that makes it: what was won where it leads to, by whichever way.
    pub fn worth(&self, edge: &Edge) -> f32 {
        match self.nodes.get(edge.to as usize) {
            Some(node) if node.table != ANY && node.visits > 0 => node.won / node.visits as f32,
            _ => edge.tried.won / edge.tried.visits.max(1) as f32,
        }
    }

    /// An iteration went through a choice to that node, if there was one, and that came of it for its seat; `over` when the game was over
    /// with it, won by that seat.
    pub fn pass(&mut self, (by, to): (EdgeId, NodeId), brought: Results, over: bool) {
        let edge = self.edge_mut(by);
        edge.tried.add(brought);
        edge.ended += u32::from(over);
        if let Some(node) = self.nodes.get_mut(to as usize) {
            node.visits += brought.visits;
            node.won += brought.won;
        }
    }

    /// Nodes that several choices lead to.
    #[cfg(test)]
    pub fn meetings(&self) -> usize {
        let mut ways = vec![0; self.nodes.len()];
        self.edges
            .iter()
            .filter(|edge| edge.to != NONE)
            .for_each(|edge| ways[edge.to as usize] += 1);
        ways.iter().filter(|ways| **ways > 1).count()
    }

    /// It could be chosen whenever the node was visited since it was added, this time included, which is not yet counted there.
    pub fn always(&self, at: NodeId, edge: EdgeId) -> bool {
        let edge = self.edge(edge);
        edge.born + edge.available == self.node(at).visits + 1
    }

    /// The choices at a node.
    pub fn edges(&self, at: NodeId) -> impl Iterator<Item = &Edge> + '_ {
        self.edge_ids(at).map(|id| self.edge(id))
    }

    /// The same, by number.
    pub fn edge_ids(&self, at: NodeId) -> impl Iterator<Item = EdgeId> + '_ {
        let mut next = self.node(at).first;
        std::iter::from_fn(move || {
            let id = next;
            (id != NONE).then(|| {
                next = self.edge(id).next;
                id
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{Edge, EdgeId, NONE, NodeId, PROOF, Tree};
    use crate::ismcts::keys::{ANY, Key};
    use crate::ismcts::task::Results;

    fn once(won: f32) -> Results {
        Results {
            visits: 1,
            won,
            ..Results::default()
        }
    }

    #[test]
    fn a_choice_wins_for_sure_as_long_as_it_has_always_won() {
        let mut edge = Edge::default();
        for visits in 1..=PROOF {
            (edge.tried.visits, edge.ended) = (visits, visits);
            edge.prove(None);
            assert_eq!(edge.proven, u8::from(visits == PROOF));
        }
        edge.tried.visits += 1;
        edge.prove(None);
        assert_eq!(edge.proven, 0, "in one world it has not");
        edge.prove(Some(2));
        assert_eq!(edge.proven, 3, "but what comes next wins in two");
    }

    #[test]
    fn an_option_counts_as_always_there_until_it_is_missed() {
        let mut tree = Tree::default();
        tree.clear(10);
        tree.node_mut(Tree::ROOT).visits = 5;
        let id = add(&mut tree, Tree::ROOT, 1);
        for _ in 0..3 {
            tree.edge_mut(id).available += 1;
            assert!(tree.always(Tree::ROOT, id));
            tree.node_mut(Tree::ROOT).visits += 1;
        }
        tree.node_mut(Tree::ROOT).visits += 1;
        tree.edge_mut(id).available += 1;
        assert!(!tree.always(Tree::ROOT, id));
    }

    fn add(tree: &mut Tree, at: NodeId, key: Key) -> EdgeId {
        tree.add(at, key, 0.5).expect("there is room")
    }

    /// A tree whose root has two choices, which lead to these tables.
    fn two_ways(tables: [u64; 2]) -> (Tree, [u32; 2], [u32; 2]) {
        let mut tree = Tree::default();
        tree.clear(10);
        let edges = [1, 2].map(|key| add(&mut tree, Tree::ROOT, key));
        let nodes = [0, 1].map(|at| tree.arrive(edges[at], tables[at], |_| true).unwrap_or(NONE));
        (tree, edges, nodes)
    }

    #[test]
    fn two_ways_to_one_table_share_what_was_found_out_there() {
        let (mut tree, [first, second], [there, same]) = two_ways([7, 7]);
        assert_eq!(there, same);
        tree.pass((first, there), once(1.0), false);
        tree.pass((second, there), once(0.0), false);
        assert_eq!(tree.worth(tree.edge(first)), 0.5);
        assert_eq!(tree.worth(tree.edge(second)), 0.5);
        let visits = [tree.node(there).visits, tree.edge(first).tried.visits];
        assert_eq!(visits, [2, 1]);
    }

    #[test]
    fn what_is_no_table_is_shared_with_nothing() {
        let (mut tree, [first, second], [there, other]) = two_ways([ANY, ANY]);
        assert_ne!(there, other);
        tree.pass((first, there), once(1.0), false);
        tree.pass((second, other), once(0.0), false);
        assert_eq!(
            [first, second].map(|edge| tree.worth(tree.edge(edge))),
            [1.0, 0.0]
        );
    }

    #[test]
    fn a_choice_that_leads_to_different_tables_goes_on_for_itself() {
        let (mut tree, [first, second], [there, _]) = two_ways([7, 7]);
        let apart = tree.arrive(second, 8, |_| true).expect("there is room");
        assert_ne!(apart, there);
        assert_eq!(tree.arrive(second, 7, |_| true), Some(apart));
        assert_eq!(tree.arrive(second, 8, |_| true), Some(apart));
        assert_eq!(tree.arrive(first, 7, |_| true), Some(there));
    }

    #[test]
    fn nothing_leads_back_to_where_an_iteration_has_been() {
        let (mut tree, [first, _], [there, _]) = two_ways([7, 8]);
        assert_eq!(
            tree.arrive(first, 7, |node| node != there),
            None,
            "though it has led there before"
        );
        let back = add(&mut tree, there, 3);
        let apart = tree
            .arrive(back, 7, |node| node != there)
            .expect("there is room");
        assert_ne!(apart, there);
        let other = add(&mut tree, Tree::ROOT, 4);
        assert_eq!(
            tree.arrive(other, 7, |_| true),
            Some(there),
            "the first one with that table stays the one"
        );
    }

    #[test]
    fn a_tree_goes_on_below_a_choice_with_ways_that_meet() {
        let (mut tree, [first, _], [at, _]) = two_ways([7, 8]);
        let below = [3, 4, 5].map(|key| add(&mut tree, at, key));
        let there = tree.arrive(below[0], 9, |_| true).expect("there is room");
        assert_eq!(tree.arrive(below[1], 9, |_| true), Some(there));
        tree.pass((below[0], there), once(1.0), false);
        tree.go_on_from(first, |key| (key != 5).then_some(key + 10));
        let keys: Vec<u64> = tree.edges(Tree::ROOT).map(|edge| edge.key).collect();
        assert_eq!(
            keys,
            [13, 14],
            "the one without a key is left out, and so is what was not chosen"
        );
        let [one, same]: [Edge; 2] =
            [0, 1].map(|at| *tree.edges(Tree::ROOT).nth(at).expect("there are two"));
        assert!(one.to == same.to && one.to != NONE);
        assert_eq!(
            [one, same].map(|edge| tree.worth(&edge)),
            [1.0, 1.0],
            "what was found out is kept"
        );
        // Cards have other numbers now, and so have tables.
        let first = tree.edge_ids(Tree::ROOT).next().expect("there are two");
        assert_eq!(tree.arrive(first, 19, |_| true), Some(one.to));
        let late = add(&mut tree, Tree::ROOT, 15);
        assert_eq!(
            tree.arrive(late, 19, |_| true),
            Some(one.to),
            "tables are found again"
        );
    }
}

//! The tree of a search: nodes in one array, told apart by who chose what to come there.

use crate::board::{CardId, Seat};
use crate::engine::{Asked, Choice, Moved};
use crate::rules::ir::{Element, Rules};

/// A node's place in the tree.
pub type NodeId = u32;

/// No node.
pub const NONE: NodeId = NodeId::MAX;

/// What somebody chose, in one number: who, what for, and the choice. It holds what the searching seat can see of it:
/// another's card that goes face down is any card.
pub type Key = u64;

/// Whose search it is, and whether all cards lie open to it.
#[derive(Debug, Clone, Copy)]
pub struct Watcher {
    pub seat: Seat,
    pub open: bool,
}

impl Watcher {
    /// The key of a choice as it is seen.
    pub fn key(self, seat: Seat, asked: Asked, choice: Choice) -> Key {
        let unseen = !self.open && seat != self.seat;
        let kind = |kind: u8| if unseen { u64::from(u8::MAX) } else { u64::from(kind) };
        let number = |tag: u64, a: u64, b: u64, c: u64| tag << 32 | a << 16 | b << 8 | c;
        let choice = match choice {
            Choice::Action(kind) => number(1, 0, 0, u64::from(kind.0)),
            Choice::Build { kind, seat, place } => number(2, u64::from(seat.0), u64::from(place), u64::from(kind.0)),
            Choice::Stack { kind: held, on } => number(STACK, 0, u64::from(on.0), kind(held.0)),
            Choice::Use { building, ability } => number(USE, 0, u64::from(building.0), u64::from(ability)),
            Choice::Pass => number(5, 0, 0, 0),
            Choice::Pick(value) => number(PICK, 0, 0, u64::from(value)),
            Choice::Branch(branch) => number(7, 0, 0, u64::from(branch)),
            Choice::Decline => number(8, 0, 0, 0),
            // Others choose their side in secret.
            Choice::Side { second } => number(9, 0, 0, u64::from(second && !unseen)),
            Choice::Shield(held) => number(10, 0, 0, kind(held.0)),
        };
        let what = match asked {
            Asked::Choose { set, .. } => 1 + u64::from(set.0),
            _ => 0,
        };
        u64::from(seat.0) << 56 | what << 40 | choice
    }
}

/// The marks of what is stacked, of abilities and of what is picked in a key.
const STACK: u64 = 3;
const USE: u64 = 4;
const PICK: u64 = 6;

/// The key by the numbers that cards have later in the same turn; nothing where it names one that has none.
pub fn key_now(key: Key, rules: &Rules, moved: &Moved) -> Option<Key> {
    let now = |shift: u32| {
        let card = moved.of(CardId((key >> shift) as u16))?;
        Some(key & !(u64::from(u16::MAX) << shift) | u64::from(card.0) << shift)
    };
    match key >> 32 & 0xff {
        STACK | USE => now(8),
        PICK => {
            let set = (key >> 40 & u64::from(u16::MAX)).checked_sub(1);
            let set = set.and_then(|set| rules.sets.get(set as usize));
            match set.map(|set| set.element) {
                Some(Element::Building | Element::StackedCard | Element::Card | Element::BuildingCard) => now(0),
                _ => Some(key),
            }
        }
        _ => Some(key),
    }
}

/// Somebody used an ability.
pub fn is_use(key: Key) -> bool {
    key >> 32 & 0xff == USE
}

/// What the search knows of a choice and what follows it.
#[derive(Debug, Clone, Copy)]
pub struct Node {
    pub key: Key,
    /// Iterations that went through it.
    pub visits: u32,
    /// Iterations in which it could have been chosen, while it was in the tree.
    pub available: u32,
    /// What those who went through it won, for the seat that chose it.
    pub won: f32,
    /// How much it is liked without thinking, out of all options when it was added; from 0 to 1.
    pub prior: f32,
    /// Where it ends a turn: in so many worlds it was looked whether whoever comes next wins at once, and in so many they do.
    pub looks: u16,
    pub wins: u16,
    /// How often the node above it was visited before it was added.
    pub born: u32,
    /// Iterations in which the game was over with it, won by the seat that chose it.
    pub ended: u32,
    /// By so many choices of that seat, this one included, it has won wherever it was tried; 0 where that is not known.
    pub proven: u8,
    pub first_child: NodeId,
    pub next: NodeId,
}

/// Visits for each look at the answer, of the first few.
const VISITS: u32 = 16;
/// So many looks of a node come one by one; after that two each time that its visits have doubled.
const FEW: u32 = 4;

/// Visits that show that a choice wins.
const PROOF: u32 = 4;

impl Node {
    fn new(key: Key) -> Node {
        Node {
            key,
            visits: 0,
            available: 0,
            won: 0.0,
            prior: 0.0,
            looks: 0,
            wins: 0,
            born: 0,
            ended: 0,
            proven: 0,
            first_child: NONE,
            next: NONE,
        }
    }

    /// Whether its seat wins for sure, as far as its visits tell: the game was over each time, or the same seat went on each time to `below`.
    pub fn prove(&mut self, below: Option<u8>) {
        let over = self.visits >= PROOF && self.ended == self.visits;
        self.proven = if over { 1 } else { below.map_or(0, |choices| choices.saturating_add(1)) };
    }

    /// It is time to look whether whoever comes next wins.
    pub fn wants_look(&self) -> bool {
        let times = self.visits / VISITS;
        times > 0 && u32::from(self.looks) <= times.min(FEW + 2 * times.ilog2())
    }

    /// How likely whoever comes next is to win at once, as far as was looked.
    pub fn answered(&self) -> f32 {
        f32::from(self.wins) / (f32::from(self.looks) + 0.5)
    }
}

/// See the top of the file.
#[derive(Debug, Clone, Default)]
pub struct Tree {
    nodes: Vec<Node>,
}

/// The most nodes a tree may have: 56 MB.
const MOST: usize = 1 << 20;
/// Nodes that there is room for from the beginning.
const AT_FIRST: usize = 1 << 14;

impl Tree {
    /// An empty tree with its root, with room for so many iterations, or for some thousands at first.
    pub fn clear(&mut self, iterations: u32) {
        self.nodes.clear();
        self.nodes.reserve(1 + (iterations as usize).min(AT_FIRST));
        self.nodes.push(Node { prior: 1.0, ..Node::new(0) });
    }

    /// Makes one of the nodes the root, with what is below it as far as there is a key for it now.
    pub fn go_on_from(&mut self, node: NodeId, now: impl Fn(Key) -> Option<Key>) {
        let before = std::mem::take(&mut self.nodes);
        let bare = |node: &Node, key: Key, next: NodeId| Node { key, first_child: NONE, next, ..*node };
        self.nodes.reserve(AT_FIRST.max(before.len() / 2));
        self.nodes.push(bare(&before[node as usize], 0, NONE));
        let mut from = vec![node];
        let mut at = 0;
        while at < from.len() {
            let mut next = before[from[at] as usize].first_child;
            while let Some(child) = before.get(next as usize) {
                if let Some(key) = now(child.key) {
                    let id = self.nodes.len() as NodeId;
                    let beside = std::mem::replace(&mut self.nodes[at].first_child, id);
                    self.nodes.push(bare(child, key, beside));
                    from.push(next);
                }
                next = child.next;
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

    /// A new node below another, unless the tree is full.
    pub fn add(&mut self, parent: NodeId, key: Key, prior: f32) -> Option<NodeId> {
        if self.nodes.len() >= MOST {
            return None;
        }
        let id = self.nodes.len() as NodeId;
        let above = self.node_mut(parent);
        let (born, next) = (above.visits, std::mem::replace(&mut above.first_child, id));
        self.nodes.push(Node { prior, born, next, ..Node::new(key) });
        Some(id)
    }

    /// It could be chosen whenever the node above it was visited since it was added, this time included, which is not yet counted there.
    pub fn always(&self, parent: NodeId, id: NodeId) -> bool {
        let node = self.node(id);
        node.born + node.available == self.node(parent).visits + 1
    }

    /// The nodes right below one.
    pub fn children(&self, parent: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let mut next = self.node(parent).first_child;
        std::iter::from_fn(move || {
            let id = next;
            (id != NONE).then(|| {
                next = self.node(id).next;
                id
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{Node, PROOF, Tree};

    #[test]
    fn a_choice_wins_for_sure_as_long_as_it_has_always_won() {
        let mut node = Node::new(1);
        for visits in 1..=PROOF {
            (node.visits, node.ended) = (visits, visits);
            node.prove(None);
            assert_eq!(node.proven, u8::from(visits == PROOF));
        }
        node.visits += 1;
        node.prove(None);
        assert_eq!(node.proven, 0, "in one world it has not");
        node.prove(Some(2));
        assert_eq!(node.proven, 3, "but what comes next wins in two");
    }

    #[test]
    fn an_option_counts_as_always_there_until_it_is_missed() {
        let mut tree = Tree::default();
        tree.clear(10);
        tree.node_mut(Tree::ROOT).visits = 5;
        let id = tree.add(Tree::ROOT, 1, 1.0).expect("there is room");
        for _ in 0..3 {
            tree.node_mut(id).available += 1;
            assert!(tree.always(Tree::ROOT, id));
            tree.node_mut(Tree::ROOT).visits += 1;
        }
        tree.node_mut(Tree::ROOT).visits += 1;
        tree.node_mut(id).available += 1;
        assert!(!tree.always(Tree::ROOT, id));
    }
}

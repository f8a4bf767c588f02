//! Which child an iteration goes on with, and which option is added to the tree.

use board::Seat;
use engine::{Choice, Game, Words};

use crate::ismcts::keys::Key;
use crate::ismcts::lines::Line;
use crate::ismcts::playout::Over;
use crate::ismcts::search::Search;
use crate::ismcts::task::Settings;
use crate::ismcts::tree::{EdgeId, NONE, NodeId};

/// How many times as much is looked at with more than two players: there is more that others can do in between.
fn crowd(game: &Game) -> u32 {
    if game.board().seats > 2 { 2 } else { 1 }
}

impl Search {
    /// The child to go on with, and whether it is new.
    pub(super) fn select(
        &mut self,
        game: &mut Game,
        at: NodeId,
        seat: Seat,
        words: &mut Words,
        (lines, over): (&[Line], &Over<'_>),
    ) -> (Option<EdgeId>, bool) {
        let Settings {
            exploration,
            bias,
            widening,
            growth,
            ..
        } = self.settings;
        self.known.clear();
        self.known.resize(self.keys.len(), false);
        let (mut best, mut most, mut count) = (None, f32::NEG_INFINITY, 0u32);
        let mut proven: Option<(u8, EdgeId)> = None;
        let mut next = self.tree.node(at).first;
        while next != NONE {
            let id = next;
            let edge = self.tree.edge_mut(id);
            next = edge.next;
            let mut found = false;
            for (key, known) in self.keys.iter().zip(&mut self.known) {
                if *key == edge.key {
                    (*known, found) = (true, true);
                }
            }
            if !found {
                continue;
            }
            count += 1;
            edge.available += 1;
            let edge = *edge;
            if edge.proven > 0 && proven.is_none_or(|(choices, _)| edge.proven < choices) {
                proven = Some((edge.proven, id));
            }
            let visits = edge.visits.max(1) as f32;
            let worth = self.tree.worth(&edge)
                + exploration * ((edge.available as f32).ln() / visits).sqrt()
                + bias * edge.prior / (1.0 + visits);
            if worth > most {
                (best, most) = (Some(id), worth);
            }
        }
        // Whoever can win for sure does, the shortest way.
        if let Some((_, id)) = proven.filter(|_| self.settings.solver) {
            return (Some(id), false);
        }
        let visits = self.tree.node(at).visits as f32;
        let limit = widening * visits.powf(growth);
        let wider = best.is_none() || (count as f32) < limit;
        // What begins a line that wins is not left to taste.
        let begins = |index: &usize| {
            lines
                .iter()
                .any(|line| line.choices[0] == self.liked.options[*index])
        };
        let known = |index: &usize| self.known[*index];
        let begin = (0..self.known.len()).find(|index| !known(index) && begins(index));
        let wider = match begin {
            Some(index) => self.put(at, index),
            None if wider => self.widen(game, at, seat, words, over),
            None => None,
        };
        match wider {
            Some(id) => (Some(id), true),
            None => (best, false),
        }
    }

    /// Adds one of the options that are not in the tree: of some that are drawn by taste, the one that leaves the seat
    /// best off when its effect is over.
    pub(super) fn widen(
        &mut self,
        game: &mut Game,
        at: NodeId,
        seat: Seat,
        words: &mut Words,
        over: &Over<'_>,
    ) -> Option<EdgeId> {
        self.drawn.clear();
        for _ in 0..self.settings.drawn.max(1) * crowd(game) {
            let index = self.draw_unknown(words)?;
            if !self.drawn.contains(&self.liked.options[index]) {
                self.drawn.push(self.liked.options[index]);
            }
        }
        let chosen = self.drawn[self.playout.best(game, words, seat, &self.drawn, over)];
        let best = self
            .liked
            .options
            .iter()
            .position(|choice| *choice == chosen)?;
        self.put(at, best)
    }

    /// Adds the option with that number to the tree.
    pub(super) fn put(&mut self, at: NodeId, index: usize) -> Option<EdgeId> {
        let key = self.keys[index];
        let same = self
            .keys
            .iter()
            .zip(&self.liked.likings)
            .filter(|(other, _)| **other == key);
        let prior = same.map(|(_, liking)| liking).sum::<f32>() / self.liked.total();
        let id = self.tree.add(at, key, prior)?;
        self.tree.edge_mut(id).available = 1;
        Some(id)
    }

    /// An option that is not in the tree, as likely as it is liked.
    pub(super) fn draw_unknown(&self, words: &mut Words) -> Option<usize> {
        let unknown = || {
            self.known
                .iter()
                .zip(&self.liked.likings)
                .enumerate()
                .filter(|(_, (known, _))| !**known)
        };
        let total: f32 = unknown().map(|(_, (_, liking))| liking).sum();
        let mut left = words.below(1 << 24) as f32 / (1 << 24) as f32 * total;
        let mut last = None;
        for (index, (_, liking)) in unknown() {
            last = Some(index);
            left -= liking;
            if left < 0.0 {
                break;
            }
        }
        last
    }

    /// One of the options with that key, each as likely as the others.
    pub(super) fn any_with(&self, key: Key, words: &mut Words) -> Choice {
        let count = self.keys.iter().filter(|other| **other == key).count() as u32;
        let nth = if count > 1 { words.below(count) } else { 0 };
        let mut same = self
            .keys
            .iter()
            .zip(&self.liked.options)
            .filter(|(other, _)| **other == key);
        *same
            .nth(nth as usize)
            .expect("a selected option is available")
            .1
    }
}

//! Which child an iteration goes on with, and which option is added to the tree.

use board::Seat;
use engine::{Choice, Game, Words};

use crate::ismcts::keys::Key;
use crate::ismcts::lines::Line;
use crate::ismcts::playout::Over;
use crate::ismcts::search::Search;
use crate::ismcts::tree::{EdgeId, NONE, NodeId};
use crate::policy::draw;

/// How much options that were seldom tried are favoured (UCB1).
const EXPLORATION: f32 = 0.25;
/// How much options that are liked without thinking are favoured, less and less with their visits.
const BIAS: f32 = 0.5;
/// Options that are looked at before one is added to the tree; with more than two players twice as many: there is more that others
/// can do in between.
const DRAWN: u32 = 4;

impl Search {
    /// The child to go on with, and whether it is new.
    pub fn select(
        &mut self,
        game: &mut Game,
        at: NodeId,
        seat: Seat,
        words: &mut Words,
        (lines, over): (&[Line], &Over<'_>),
    ) -> (Option<EdgeId>, bool) {
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
            edge.available += u32::from(found);
            let edge = *edge;
            if !found {
                continue;
            }
            count += 1;
            if edge.proven > 0 && proven.is_none_or(|(choices, _)| edge.proven < choices) {
                proven = Some((edge.proven, id));
            }
            let visits = edge.tried.visits.max(1) as f32;
            let worth = self.tree.worth(&edge)
                + EXPLORATION * ((edge.available as f32).ln() / visits).sqrt()
                + BIAS * edge.prior / (1.0 + visits);
            if worth > most {
                (best, most) = (Some(id), worth);
            }
        }
        // Whoever can win for sure does, the shortest way.
        if let Some((_, id)) = proven {
            return (Some(id), false);
        }
        // A node that was visited so often has up to the root of that of options in the tree.
        let limit = (self.tree.node(at).visits as f32).powf(0.5);
        // What begins a line that wins is not left to taste.
        let begins = |index: &usize| {
            let option = self.liked.options[*index];
            !self.known[*index] && lines.iter().any(|line| line.choices[0] == option)
        };
        let wider = match (0..self.known.len()).find(begins) {
            Some(index) => self.put(at, index),
            None if best.is_none() || (count as f32) < limit => {
                self.widen(game, at, seat, words, over)
            }
            None => None,
        };
        (wider.or(best), wider.is_some())
    }

    /// Adds one of the options that are not in the tree: of some that are drawn by taste, the one that leaves the seat
    /// best off when its effect is over.
    fn widen(
        &mut self,
        game: &mut Game,
        at: NodeId,
        seat: Seat,
        words: &mut Words,
        over: &Over<'_>,
    ) -> Option<EdgeId> {
        self.drawn.clear();
        for _ in 0..DRAWN * if game.board().seats > 2 { 2 } else { 1 } {
            let option = self.liked.options[self.draw_unknown(words)?];
            if !self.drawn.contains(&option) {
                self.drawn.push(option);
            }
        }
        let chosen = self.drawn[self.playout.best(game, words, seat, &self.drawn, over)];
        let mut options = self.liked.options.iter();
        self.put(at, options.position(|choice| *choice == chosen)?)
    }

    /// Adds the option with that number to the tree.
    fn put(&mut self, at: NodeId, index: usize) -> Option<EdgeId> {
        let key = self.keys[index];
        let same = self.keys.iter().zip(&self.liked.likings);
        let same = same.filter(|(other, _)| **other == key);
        let prior = same.map(|(_, liking)| liking).sum::<f32>() / self.liked.total();
        let id = self.tree.add(at, key, prior)?;
        self.tree.edge_mut(id).available = 1;
        Some(id)
    }

    /// An option that is not in the tree, as likely as it is liked.
    fn draw_unknown(&self, words: &mut Words) -> Option<usize> {
        let unknown = || {
            let likings = self.liked.likings.iter().copied().enumerate();
            likings.filter(|(index, _)| !self.known[*index])
        };
        let total = unknown().map(|(_, liking)| liking).sum();
        draw(unknown(), total, words)
    }

    /// One of the options with that key, each as likely as the others.
    pub fn any_with(&self, key: Key, words: &mut Words) -> Choice {
        let same = self.keys.iter().zip(&self.liked.options);
        let mut same = same.filter(|(other, _)| **other == key);
        let count = same.clone().count() as u32;
        let nth = if count > 1 { words.below(count) } else { 0 };
        *same
            .nth(nth as usize)
            .expect("a selected option is available")
            .1
    }
}

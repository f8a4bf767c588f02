//! What a search found out about a decision, for people and programs: how options fare, how they win, how the game goes on.

use std::cmp::Reverse;

use crate::Seen;
use crate::checkpoint::Checkpoint;
use crate::ismcts::keys::Watcher;
use crate::ismcts::lines::{Line, Wins};
use crate::ismcts::search::Search;
use crate::ismcts::task::Results;
use crate::spec::LOOKED_UP;
use board::{Chooser, Seat};
use engine::{Choice, Game, Value};
use explain::options::decision::{Taken, What};
use explain::options::label::{Spot, label};
use rules::ir::Element;

/// See the top of the file.
#[derive(Debug, Clone, PartialEq)]
pub struct Analysis {
    /// Whose decision it is, and who makes it.
    pub who: Chooser,
    /// Games that were played in the head.
    pub iterations: u64,
    /// The options that are considered, the best one first: what wins wherever it was tried, then what was visited most.
    pub options: Vec<Weighed>,
}

/// An option, with what a search knows of it.
#[derive(Debug, Clone, PartialEq)]
pub struct Weighed {
    /// The number of the option.
    pub number: usize,
    /// How it is written in moves.
    pub label: String,
    /// How often it was tried.
    pub visits: u32,
    /// The chance to win that it leads to for whoever decides, 0 to 1; nothing where it was never tried.
    pub value: Option<f32>,
    /// A line was found that begins with it and wins in this turn, at least in some worlds.
    pub wins: Option<Wins>,
    /// The option, and how the game goes on after it, as far as that was tried often enough and is the same in more than half of
    /// some worlds. Where it wins in this turn in as many, what whoever decides chooses up to that, whatever the others do.
    pub line: Vec<Taken>,
}

impl Weighed {
    /// It wins in this turn wherever that was tried.
    pub fn is_sure(&self) -> bool {
        self.wins.is_some_and(Wins::is_sure)
    }

    /// The chance to win that it leads to for whoever decides; 0 where it was never tried.
    pub fn chance(&self) -> f32 {
        if self.is_sure() {
            1.0
        } else {
            self.value.unwrap_or_default()
        }
    }

    /// The line as moves are written: `p1: use p1.2 > p2; p2: pass`.
    pub fn moves(&self) -> String {
        let mut text = String::new();
        let mut before = None;
        for Taken { who, label, .. } in &self.line {
            match before.replace(*who) {
                None => text.push_str(&format!("{who}: {label}")),
                Some(same) if same == *who => text.push_str(&format!(" > {label}")),
                Some(_) => text.push_str(&format!("; {who}: {label}")),
            }
        }
        text
    }
}

/// Worlds in which it is looked how the game goes on.
const WORLDS: usize = 16;
/// Options of which that is looked up, the best ones.
const LINED: usize = 16;
/// Choices of a line at most.
const LONGEST: usize = 12;
/// Decisions along a line that wins, those of others included.
const DECISIONS: usize = 100;
/// The mark of the numbers that draw those worlds.
const LINES: u64 = 1 << 61;

/// What a search is asked, and what the search of the turn has found.
pub struct Asked<'a> {
    pub seen: &'a Seen<'a>,
    /// By number, the options.
    pub numbers: &'a [usize],
    pub options: &'a [Choice],
    pub lines: &'a [Line],
    pub seed: u64,
}

impl Asked<'_> {
    /// What is known now, when the options have fared so.
    pub fn analysis(&self, search: &Search, iterations: u64, tried: &[Results]) -> Analysis {
        let decision = self.seen.decision;
        let who = decision.chooser();
        let mut options: Vec<(Choice, Weighed)> = Vec::new();
        for ((number, choice), tried) in self.numbers.iter().zip(self.options).zip(tried) {
            let label = decision.offers[*number].label.clone();
            let wins = self.win(*choice).map(|line| line.wins);
            let weighed = Weighed {
                number: *number,
                visits: tried.visits,
                value: tried.value(),
                wins,
                line: vec![Taken::new(who, label.clone())],
                label,
            };
            options.push((*choice, weighed));
        }
        // Of options that were visited as often, the one that wins more, or the first.
        let won = |weighed: &Weighed| weighed.value.unwrap_or(0.0);
        options.sort_by(|(_, left), (_, right)| {
            let first = |weighed: &Weighed| (Reverse(weighed.is_sure()), Reverse(weighed.visits));
            first(left)
                .cmp(&first(right))
                .then(won(right).total_cmp(&won(left)))
        });
        self.lay_lines(search, &mut options);
        Analysis {
            who,
            iterations,
            options: options.into_iter().map(|(_, weighed)| weighed).collect(),
        }
    }

    /// The best line that begins with a choice and wins in this turn in some worlds.
    fn win(&self, choice: Choice) -> Option<&Line> {
        self.lines.iter().find(|line| line.choices[0] == choice)
    }

    /// Says how the game goes on after the best options.
    fn lay_lines(&self, search: &Search, options: &mut [(Choice, Weighed)]) {
        let (mut worlds, mut words) = (self.seen.worlds(), self.seen.words(self.seed ^ LINES));
        let watcher = Watcher::of(&worlds);
        let lined = LINED.min(options.len());
        let options = &mut options[..lined];
        let mut walks = vec![Vec::new(); options.len()];
        let effort = worlds.game().effort().watched();
        let spent = || effort.so_far() > LOOKED_UP;
        for _ in 0..WORLDS {
            let game = worlds.sample(&mut words);
            let begun = Checkpoint::of(game);
            for ((choice, _), walks) in options.iter().zip(&mut walks) {
                let mut walk = Vec::new();
                match self.win(*choice).filter(|line| line.wins.is_likely()) {
                    _ if spent() => {}
                    Some(line) => follow(game, watcher, &line.choices, &mut walk),
                    None => search.plan(game, watcher, *choice, &mut |game, choice| {
                        let step = step(game, choice, watcher)
                            .filter(|_| walk.len() < LONGEST && !spent());
                        step.is_some_and(|step| {
                            walk.push(step);
                            true
                        })
                    }),
                }
                begun.restore(game);
                walks.push(walk);
            }
        }
        for ((_, weighed), walks) in options.iter_mut().zip(&walks) {
            let line = common(walks);
            if !line.is_empty() {
                weighed.line = line;
            }
        }
    }
}

/// What whoever decides chooses along a line, as far as it is offered in this world.
fn follow(game: &mut Game, watcher: Watcher, line: &[Choice], walk: &mut Vec<Taken>) {
    let (mut line, mut options) = (line.iter(), Vec::new());
    for _ in 0..DECISIONS {
        let Some(who) = game
            .chooser()
            .filter(|_| game.effort().so_far() <= LOOKED_UP)
        else {
            break;
        };
        game.options_into(&mut options);
        let own = who.by == watcher.seat;
        // Whatever others choose, it wins: that is told of no choice of theirs.
        let choice = if own { line.next() } else { options.first() };
        let Some(choice) = choice.copied().filter(|choice| options.contains(choice)) else {
            break;
        };
        if own {
            walk.extend(step(game, choice, watcher));
        }
        game.take_listed(choice, &mut ());
    }
}

/// A choice as it is told to the one whose search it is; nothing where it would name a card that is only supposed.
fn step(game: &Game, choice: Choice, watcher: Watcher) -> Option<Taken> {
    let who = game.chooser()?;
    let sees = watcher.open || watcher.seat == who.by || watcher.seat == who.seat;
    let label = match choice {
        _ if sees => label(game, choice),
        Choice::Stack { on, .. } => {
            Spot::of(game.board(), on).map(|on| format!("stack ? on {on}"))?
        }
        Choice::Side { .. } => "side ?".to_string(),
        Choice::Shield(_) => "stack ?".to_string(),
        Choice::Pick(value) if is_supposed(game, value, watcher.seat) => return None,
        _ => label(game, choice),
    };
    Some(Taken::new(who, label))
}

/// A card is named that the seat does not know.
fn is_supposed(game: &Game, value: Value, seat: Seat) -> bool {
    let card = board::CardId(value);
    matches!(
        game.element(),
        Some(Element::StackedCard | Element::Card | Element::BuildingCard)
    ) && matches!(What::of_card(game, card), What::Card(_))
        && game.is_hidden(card, seat)
}

/// The beginning that more than half of the walks have.
fn common(walks: &[Vec<Taken>]) -> Vec<Taken> {
    let mut line: Vec<Taken> = Vec::new();
    let mut left: Vec<&[Taken]> = walks.iter().map(Vec::as_slice).collect();
    loop {
        let begins = |next: &Taken| {
            left.iter()
                .filter(|walk| walk.first() == Some(next))
                .count()
        };
        let next = left
            .iter()
            .filter_map(|walk| walk.first())
            .find(|next| begins(next) * 2 > walks.len());
        let Some(next) = next.cloned() else {
            return line;
        };
        left = left
            .into_iter()
            .filter(|walk| walk.first() == Some(&next))
            .map(|walk| &walk[1..])
            .collect();
        line.push(next);
    }
}

#[cfg(test)]
mod tests {
    use super::common;
    use board::{Chooser, Seat};
    use explain::options::decision::Taken;

    #[test]
    fn a_line_goes_as_far_as_more_than_half_of_the_worlds_agree() {
        let walk = |labels: &[&str]| -> Vec<Taken> {
            let who = Chooser {
                seat: Seat(0),
                by: Seat(0),
            };
            labels.iter().map(|label| Taken::new(who, *label)).collect()
        };
        let walks = [
            walk(&["a", "b", "c"]),
            walk(&["a", "b"]),
            walk(&["a", "d", "c"]),
            walk(&["a", "b", "e"]),
        ];
        assert_eq!(common(&walks), walk(&["a", "b"]));
        assert_eq!(common(&[walk(&["a"]), walk(&["b"])]), walk(&[]));
        assert_eq!(common(&[]), walk(&[]));
    }
}

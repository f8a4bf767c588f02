//! Searches the rest of a turn to its end for lines that win in it: in each of some worlds, then the same line in others.

use std::collections::HashMap;

use foldhash::fast::FixedState;

use crate::checkpoint::Checkpoint;
use crate::ismcts::lines::{Line, in_order};
use crate::ismcts::nearest::{NearestFirst, ORDERS, lacks};
use crate::ismcts::playout::Over;
use board::Seat;
use engine::{Asked, Chance, Choice, Game, Outcome, Words, Worlds};

/// Worlds in which lines are looked for.
const LOOKED: u32 = 6;
/// Fresh worlds in which each of them is tried.
const TRIED: u32 = 32;
/// How many decisions deep it looks, at first and at last: short lines are found first.
const DEEP: [u32; 4] = [3, 6, 12, 24];
/// The part of the choices that is left for looking level by level, where going on from what is nearest to winning has led to no line.
const BY_LEVELS: u64 = 8;
/// The same where all cards lie open.
const OPEN_BY_LEVELS: u64 = 2;
/// Other worlds that a line is tried in at once: one that has luck alone is not what is looked for.
const OTHERS: u32 = 8;
/// Levels of decisions, those with one option included.
const LEVELS: usize = 64;

/// Where a decision stands.
#[derive(Debug, Clone, Default)]
struct Level {
    begun: Checkpoint,
    options: Vec<Choice>,
    /// By number, how far from winning each leaves the seat.
    ranked: Vec<(f32, usize)>,
}

impl Level {
    /// Notes where the game stands, and what is offered.
    fn enter(&mut self, game: &Game) {
        game.options_into(&mut self.options);
        self.begun.set(game);
    }
}

/// See the top of the file.
#[derive(Debug, Clone)]
pub struct TurnSearch {
    seat: Seat,
    turn: u32,
    levels: Vec<Level>,
    /// By turn menu, how deep the search went from there, for nothing. What comes is told by the table and by chance.
    known: HashMap<(u64, Chance), u32, FixedState>,
    /// The line that was found, its last choice first.
    line: Vec<Choice>,
    /// Choices that may still be tried.
    left: u64,
    /// Something was not looked into since it lies too deep.
    cut: bool,
    /// Looks first.
    nearest: NearestFirst,
}

impl Default for TurnSearch {
    fn default() -> TurnSearch {
        TurnSearch {
            seat: Seat(0),
            turn: 0,
            levels: Vec::new(),
            known: HashMap::default(),
            line: Vec::new(),
            left: 0,
            cut: false,
            nearest: NearestFirst::default(),
        }
    }
}

impl TurnSearch {
    /// How lines fare that are known already, the best one first.
    pub fn known(
        &mut self,
        worlds: &mut Worlds,
        words: &mut Words,
        known: Vec<Vec<Choice>>,
        over: &Over<'_>,
    ) -> Vec<Line> {
        let lines = known.into_iter().map(Line::untried).collect();
        self.try_lines((worlds, words), lines, over)
    }

    /// Lines that win in this turn for the seat whose worlds these are, as far as `takes` choices tell, besides those that are known; the best one
    /// first. Answers how many choices were tried, too. Where its time is over there may be more.
    pub fn lines(
        &mut self,
        worlds: &mut Worlds,
        words: &mut Words,
        known: Vec<Line>,
        takes: u64,
        over: &Over<'_>,
    ) -> (Vec<Line>, u64) {
        let (mut lines, mut spent) = (known, 0);
        for world in 0..LOOKED {
            // Half of what is left: a turn of many options is better searched once.
            let share = takes.saturating_sub(spent) / if world + 1 < LOOKED { 2 } else { 1 };
            let (found, tried) = self.another((worlds, words), &lines, share, over);
            lines.extend(found.map(Line::untried));
            spent += tried;
        }
        (self.try_lines((worlds, words), lines, over), spent)
    }

    /// A line that wins in a fresh world in which none of these does, and how many choices were tried.
    fn another(
        &mut self,
        (worlds, words): (&mut Worlds, &mut Words),
        lines: &[Line],
        takes: u64,
        over: &Over<'_>,
    ) -> (Option<Vec<Choice>>, u64) {
        let (seat, drawn) = (worlds.seat(), words.clone());
        let game = worlds.sample(words);
        self.begin(game, seat);
        let begun = Checkpoint::of(game);
        let wins = lines.iter().any(|line| {
            begun.restore(game);
            self.wins_by(game, seat, &line.choices, over)
        });
        if wins {
            (None, 0)
        } else {
            self.found_in((worlds, &drawn), words, takes, over)
        }
    }

    /// Tries the lines that were not tried yet in the same fresh worlds; the best one comes first. Where its time is over they are
    /// left out.
    fn try_lines(
        &mut self,
        (worlds, words): (&mut Worlds, &mut Words),
        mut lines: Vec<Line>,
        over: &Over<'_>,
    ) -> Vec<Line> {
        let seat = worlds.seat();
        let new = lines.iter().take_while(|line| line.wins.of > 0).count();
        for _ in 0..if new < lines.len() { TRIED } else { 0 } {
            let game = worlds.sample(words);
            let begun = Checkpoint::of(game);
            for line in &mut lines[new..] {
                begun.restore(game);
                line.wins.worlds += u32::from(self.wins_by(game, seat, &line.choices, over));
                line.wins.of += 1;
            }
        }
        if over() {
            lines.truncate(new);
        }
        in_order(lines)
    }

    /// A line that wins in this very game for the seat, whose turn it is, and how many choices were tried; the game is as before.
    pub fn open(
        &mut self,
        game: &mut Game,
        seat: Seat,
        takes: u64,
        over: &Over<'_>,
    ) -> (Option<Vec<Choice>>, u64) {
        self.begin(game, seat);
        let begun = Checkpoint::of(game);
        let takes_first = first(takes, OPEN_BY_LEVELS);
        let (near, tried) = self.nearest.wins(game, seat, takes_first, over);
        begun.restore(game);
        let line = near
            .then(|| self.nearest.line())
            .filter(|line| self.wins_by(game, seat, line, over));
        begun.restore(game);
        if line.is_some() {
            return (line, tried.into());
        }
        let rest = takes.saturating_sub(tried.into());
        let found = self.found(game, rest, over);
        begun.restore(game);
        (found, u64::from(tried) + rest.saturating_sub(self.left))
    }

    /// Whether the line wins in the game, whatever the others choose meanwhile. The game is left anywhere.
    pub fn wins_by(
        &mut self,
        game: &mut Game,
        seat: Seat,
        line: &[Choice],
        over: &Over<'_>,
    ) -> bool {
        self.begin(game, seat);
        self.left = FOLLOWED;
        self.follows(game, line, 0, over)
    }

    fn begin(&mut self, game: &Game, seat: Seat) {
        (self.seat, self.turn) = (seat, game.state().turns);
    }

    /// A line that wins in the world that these numbers draw, if there is one within so many choices, and how many were tried. One that wins
    /// in all of some others, too, rather than one that has luck.
    fn found_in(
        &mut self,
        (worlds, drawn): (&mut Worlds, &Words),
        words: &mut Words,
        takes: u64,
        over: &Over<'_>,
    ) -> (Option<Vec<Choice>>, u64) {
        let (mut left, mut spent, mut lucky) = (first(takes, BY_LEVELS), 0, None);
        self.nearest.begin(again(worlds, drawn), ORDERS);
        loop {
            let (near, tried) = self
                .nearest
                .next(again(worlds, drawn), self.seat, left, over);
            (left, spent) = (left - tried, spent + u64::from(tried));
            if !near {
                break;
            }
            let line = self.nearest.line();
            // Others may choose otherwise.
            if !self.wins_by(again(worlds, drawn), self.seat, &line, over) {
                continue;
            }
            let wins = |_: &u32| self.wins_by(worlds.sample(words), self.seat, &line, over);
            let wins = (0..OTHERS).take_while(wins).count() as u32;
            if wins == OTHERS {
                return (Some(line), spent);
            }
            left = left.saturating_sub((wins + 1) * line.len() as u32);
            if lucky.as_ref().is_none_or(|(most, _)| wins > *most) {
                lucky = Some((wins, line));
            }
        }
        if let Some((_, line)) = lucky {
            return (Some(line), spent);
        }
        let rest = takes.saturating_sub(spent);
        let found = self.found(again(worlds, drawn), rest, over);
        (found, spent + rest - self.left)
    }

    fn found(&mut self, game: &mut Game, takes: u64, over: &Over<'_>) -> Option<Vec<Choice>> {
        self.left = takes;
        let begun = Checkpoint::of(game);
        for deep in DEEP {
            self.known.clear();
            self.line.clear();
            self.cut = false;
            if self.wins(game, 0, deep, over) {
                return Some(self.line.iter().rev().copied().collect());
            }
            begun.restore(game);
            if !self.cut || self.left == 0 || over() {
                break;
            }
        }
        None
    }

    /// How it has ended within the turn; nothing where it goes on.
    fn ended(&self, game: &Game) -> Option<bool> {
        match game.outcome() {
            Outcome::Won(seat) => Some(seat == self.seat),
            Outcome::Drawn => Some(false),
            Outcome::Running if game.state().turns != self.turn => Some(false),
            Outcome::Running => None,
        }
    }

    fn wins(&mut self, game: &mut Game, at: usize, deep: u32, over: &Over<'_>) -> bool {
        if let Some(won) = self.ended(game) {
            return won;
        }
        let (Some((_, asked)), Some(who)) = (game.decision(), game.chooser()) else {
            return false;
        };
        if at >= LEVELS || deep == 0 {
            self.cut = true;
            return false;
        }
        let mine = who.by == self.seat;
        if asked == Asked::Menu {
            // What another makes of a turn is not looked into.
            let here = (game.board().digest(), game.state().chance);
            let known = self.known.entry(here).or_default();
            if !mine || *known >= deep {
                return false;
            }
            *known = deep;
        }
        let mut level = self.level(at);
        level.enter(game);
        let won = if mine {
            self.some(game, &mut level, at, deep, over)
        } else {
            self.each(game, &level, at, deep, over)
        };
        self.levels[at] = level;
        won
    }

    /// Some option of one's own wins.
    fn some(
        &mut self,
        game: &mut Game,
        level: &mut Level,
        at: usize,
        deep: u32,
        over: &Over<'_>,
    ) -> bool {
        level.ranked.clear();
        let one = level.options.len() == 1;
        for (index, choice) in level.options.iter().enumerate() {
            if !self.may(over) {
                return false;
            }
            if index > 0 {
                level.begun.restore(game);
            }
            game.take_listed(*choice, &mut ());
            match self.ended(game) {
                Some(true) => {
                    self.line.push(*choice);
                    return true;
                }
                Some(false) => {}
                None if deep == 1 && !one => self.cut = true,
                None => level.ranked.push((lacks(game, self.seat), index)),
            }
        }
        level.ranked.sort_by(|(left, first), (right, second)| {
            left.total_cmp(right).then(first.cmp(second))
        });
        for (_, index) in &level.ranked {
            if !self.may(over) {
                return false;
            }
            let choice = level.options[*index];
            if !one {
                level.begun.restore(game);
                game.take_listed(choice, &mut ());
            }
            // What must be done is no depth.
            if self.wins(game, at + 1, deep - u32::from(!one), over) {
                self.line.push(choice);
                return true;
            }
        }
        false
    }

    /// Whatever another chooses, it wins; the line is that of their first option.
    fn each(
        &mut self,
        game: &mut Game,
        level: &Level,
        at: usize,
        deep: u32,
        over: &Over<'_>,
    ) -> bool {
        let before = self.line.len();
        let mut first = None;
        for choice in &level.options {
            if !self.may(over) {
                return false;
            }
            level.begun.restore(game);
            game.take_listed(*choice, &mut ());
            let left = deep - u32::from(level.options.len() > 1);
            if !self.wins(game, at + 1, left, over) {
                self.line.truncate(before);
                return false;
            }
            let line = self.line.split_off(before);
            first.get_or_insert(line);
        }
        self.line.extend(first.unwrap_or_default());
        !level.options.is_empty()
    }

    fn follows(
        &mut self,
        game: &mut Game,
        mut line: &[Choice],
        at: usize,
        over: &Over<'_>,
    ) -> bool {
        let mut level = self.level(at);
        let won = loop {
            if let Some(won) = self.ended(game) {
                break won;
            }
            let (Some((_, asked)), Some(who)) = (game.decision(), game.chooser()) else {
                break false;
            };
            if !self.may(over) {
                break false;
            }
            level.enter(game);
            if who.by == self.seat {
                let Some((choice, rest)) = line
                    .split_first()
                    .filter(|(choice, _)| level.options.contains(choice))
                else {
                    break false;
                };
                line = rest;
                game.take_listed(*choice, &mut ());
                continue;
            }
            break asked != Asked::Menu
                && at < LEVELS
                && level.options.iter().all(|choice| {
                    level.begun.restore(game);
                    game.take_listed(*choice, &mut ());
                    self.follows(game, line, at + 1, over)
                });
        };
        self.levels[at] = level;
        won
    }

    /// The room for that level, which is to be put back.
    fn level(&mut self, at: usize) -> Level {
        if self.levels.len() <= at {
            self.levels.resize_with(at + 1, Level::default);
        }
        std::mem::take(&mut self.levels[at])
    }

    /// Another choice may be tried.
    fn may(&mut self, over: &Over<'_>) -> bool {
        self.left = self.left.saturating_sub(1);
        self.left > 0 && !over()
    }
}

/// The world that these numbers have drawn before: what cards are in it may be otherwise in one that was drawn since.
fn again<'w>(worlds: &'w mut Worlds, drawn: &Words) -> &'w mut Game {
    worlds.sample(&mut drawn.clone())
}

/// Of so many choices those that may be tried from where winning is nearest on, where that part is left for looking level by level.
fn first(takes: u64, by_levels: u64) -> u32 {
    u32::try_from(takes - takes / by_levels).unwrap_or(u32::MAX)
}

/// Choices that following a line may take, those of others included.
const FOLLOWED: u64 = 1_000;

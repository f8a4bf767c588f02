//! Lines of choices in a turn: how they fare, and what is left of those that were begun.

use crate::Seen;
use crate::ismcts::keys::{Key, Watcher, key_now};
use crate::spec::LOOKED_UP;
use board::Seat;
use engine::{Choice, Game, Landmarks, Words, Worlds};

/// Choices of one seat, one after the other, up to the end of a turn.
#[derive(Debug, Clone, PartialEq)]
pub struct Line {
    /// What the seat chooses, whatever the others do meanwhile.
    pub choices: Vec<Choice>,
    pub wins: Wins,
}

/// In how many worlds a line wins in this turn, whatever the others choose meanwhile.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Wins {
    /// It wins in so many.
    pub worlds: u32,
    /// Worlds in which it was tried, drawn from those that the seat cannot tell from the real one.
    pub of: u32,
}

impl Wins {
    /// It wins wherever it was tried: as sure as so many worlds can tell.
    pub fn is_sure(self) -> bool {
        self.of > 0 && self.worlds == self.of
    }

    /// It wins in more than half of them.
    pub(crate) fn is_likely(self) -> bool {
        self.worlds * 2 > self.of
    }
}

impl Line {
    pub fn untried(choices: Vec<Choice>) -> Line {
        Line {
            choices,
            wins: Wins::default(),
        }
    }
}

/// What is left of lines behind a choice. Cards have other numbers at the next decision, so that choices are kept by what tells them apart.
#[derive(Debug, Clone)]
pub struct Plan {
    /// Choices taken in the game and in the turn before that one.
    taken: u64,
    in_turn: u32,
    by: Seat,
    /// What comes behind it, line by line: those that begin alike are mostly one.
    lines: Vec<Vec<Key>>,
    /// By the numbers that cards had when it was made.
    landmarks: Landmarks,
}

/// Choices by anybody that a line may take.
const LONGEST: u32 = 200;
/// Worlds in which it is looked how a line goes on: one that hangs on what is hidden does not in each.
const WORLDS: u32 = 8;

impl Plan {
    /// What is left of the lines that begin with a choice; nothing where nothing is.
    pub fn behind(
        choice: Choice,
        lines: &[Vec<Choice>],
        seen: &Seen<'_>,
        words: &mut Words,
    ) -> Option<Plan> {
        let mut begun = lines
            .iter()
            .filter(|line| line.len() > 1 && line[0] == choice)
            .peekable();
        begun.peek()?;
        let mut worlds = seen.worlds();
        let left = |line: &Vec<Choice>| {
            let taken = some_way((&mut worlds, words), line, |_, choice| choice)?;
            Some(taken[1..].iter().map(|(key, _)| *key).collect())
        };
        let lines: Vec<Vec<Key>> = begun.filter_map(left).collect();
        (!lines.is_empty()).then(|| Plan {
            taken: seen.course.taken,
            in_turn: seen.course.in_turn,
            by: seen.decision.by,
            lines,
            landmarks: seen.landmarks().clone(),
        })
    }

    /// The lines as they stand now, as far as they can be found again; nothing in another turn and for another seat.
    pub fn now(&self, seen: &Seen<'_>, words: &mut Words) -> Vec<Vec<Choice>> {
        let since = seen.course.taken.checked_sub(self.taken);
        let same_turn = since.is_some()
            && since == seen.course.in_turn.checked_sub(self.in_turn).map(u64::from);
        if !same_turn || seen.decision.by != self.by {
            return Vec::new();
        }
        let (mut worlds, moved) = (seen.worlds(), seen.landmarks().moved_since(&self.landmarks));
        let mut now = |line: &Vec<Key>| {
            let line: Option<Vec<Key>> = line
                .iter()
                .map(|key| key_now(*key, seen.rules, &moved))
                .collect();
            let taken = some_way((&mut worlds, words), &line?, |key, _| key)?;
            Some(taken.iter().map(|(_, choice)| *choice).collect())
        };
        self.lines.iter().filter_map(&mut now).collect()
    }
}

/// How the seat whose worlds these are can choose these one after the other in some of them, while others take their first option each: its choices and
/// what tells them apart, of which `of` is what is wanted.
fn some_way<T: PartialEq>(
    (worlds, words): (&mut Worlds, &mut Words),
    wanted: &[T],
    of: impl Fn(Key, Choice) -> T,
) -> Option<Vec<(Key, Choice)>> {
    let watcher = Watcher::of(worlds);
    (0..WORLDS).find_map(|_| way(worlds.sample(words), watcher, wanted, &of))
}

/// The same in one world, which is left anywhere. Lines are of one turn.
fn way<T: PartialEq>(
    game: &mut Game,
    watcher: Watcher,
    wanted: &[T],
    of: &impl Fn(Key, Choice) -> T,
) -> Option<Vec<(Key, Choice)>> {
    let (mut taken, mut options, turn) = (Vec::new(), Vec::new(), game.state().turns);
    for _ in 0..LONGEST {
        if taken.len() == wanted.len() {
            return Some(taken);
        }
        let ((seat, asked), who) = game.decision().zip(game.chooser())?;
        if game.state().turns != turn {
            return None;
        }
        game.options_into(&mut options);
        let choice = if who.by == watcher.seat {
            let next = &wanted[taken.len()];
            let mut keyed = options
                .iter()
                .map(|choice| (watcher.key(seat, asked, *choice), *choice));
            let found = keyed.find(|(key, choice)| of(*key, *choice) == *next)?;
            taken.push(found);
            found.1
        } else {
            *options.first()?
        };
        if game.effort().so_far() > LOOKED_UP {
            return None;
        }
        game.take_listed(choice, &mut ());
    }
    None
}

/// Those that have won at all: what wins most often comes first, of lines that win as often the shortest. Of lines that begin alike there is the best
/// one: who chooses that cannot know which of them wins in the world that it is.
pub fn in_order(mut lines: Vec<Line>) -> Vec<Line> {
    lines.retain(|line| line.wins.worlds > 0);
    lines.sort_by_key(|line| (std::cmp::Reverse(line.wins.worlds), line.choices.len()));
    let mut best: Vec<Line> = Vec::new();
    for line in lines {
        let alike = |better: &Line| better.choices[0] == line.choices[0];
        if !best.iter().any(alike) {
            best.push(line);
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::{Line, Plan, Wins, in_order};
    use crate::testing::script;
    use crate::{Course, Seen};
    use engine::{Choice, Game, Words};
    use explain::options::decision::Decision;

    /// Some choices of the seat that is asked, one after the other in the turn, in one of the games that it cannot tell apart.
    fn some_line(seen: &Seen<'_>, words: &mut Words) -> Vec<Choice> {
        let mut worlds = seen.worlds();
        let game = worlds.sample(words);
        let (seat, turn, mut line) = (seen.decision.by, game.state().turns, Vec::new());
        while let Some(who) = game
            .chooser()
            .filter(|_| game.state().turns == turn && line.len() < 6)
        {
            let options = game.options();
            // To pass comes last.
            let passes = seen.course.in_turn as usize + line.len() > 8;
            let others = options.len().saturating_sub(1).max(1);
            let choice = match who.by == seat {
                true if passes => options[options.len() - 1],
                true => options[words.below(others as u32) as usize],
                false => options[0],
            };
            if who.by == seat {
                line.push(choice);
            }
            game.take(choice, &mut ()).expect("it is offered");
        }
        line
    }

    #[test]
    fn what_is_left_of_a_line_is_found_again_and_can_be_chosen() {
        let script = script("combined");
        let (mut kept, mut found, mut renamed) = (0, 0, 0);
        for seed in 0..30 {
            let mut game = Game::deal(script.clone(), 2, seed, &mut ());
            let mut words = Words::new(seed, 13);
            let (mut course, mut plan) = (Course::default(), None::<(Plan, Vec<Choice>)>);
            while let Some(decision) = Decision::of(&game).filter(|_| game.state().turns < 40) {
                let seen = Seen::new(&game, &decision, course);
                if let Some((plan, left)) = plan.take() {
                    kept += 1;
                    for line in plan.now(&seen, &mut words) {
                        assert!(seen.choices().contains(&line[0]), "{line:?}");
                        assert_eq!(line.len(), left.len());
                        (found, renamed) = (found + 1, renamed + u32::from(line != left));
                    }
                }
                let line = some_line(&seen, &mut words);
                plan = Plan::behind(line[0], std::slice::from_ref(&line), &seen, &mut words)
                    .map(|plan| (plan, line[1..].to_vec()));
                let number = seen.choices().iter().position(|choice| *choice == line[0]);
                let choice = game.options()[number.expect("it is offered")];
                game.take(choice, &mut ()).expect("it is offered");
                course.advance(&game);
            }
        }
        assert!(
            found * 2 > kept && renamed > 20,
            "{found} of {kept}, {renamed} by other numbers"
        );
    }

    #[test]
    fn of_lines_that_begin_alike_the_best_is_left_and_what_wins_most_often_comes_first() {
        let line = |first: u16, length: usize, wins: u32| {
            let mut choices = vec![Choice::Pass; length];
            choices[0] = Choice::Branch(first);
            let wins = Wins {
                worlds: wins,
                of: 32,
            };
            Line { choices, wins }
        };
        let all = [(1, 2, 8), (1, 5, 9), (2, 3, 20), (3, 2, 20), (4, 1, 0)];
        let lines = all
            .map(|(first, length, wins)| line(first, length, wins))
            .to_vec();
        assert_eq!(
            in_order(lines),
            [line(3, 2, 20), line(2, 3, 20), line(1, 5, 9)]
        );
    }
}

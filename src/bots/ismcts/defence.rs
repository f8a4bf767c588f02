//! Prevents a loss that is at hand: where whoever comes next wins after the turn that was thought best, other turns are tried for one
//! after which they do not.

use board::Seat;
use engine::{Choice, Game, Outcome, Words, Worlds};

use crate::checkpoint::Checkpoint;
use crate::ismcts::nearest::{NEAR, NearestFirst, lacks};
use crate::ismcts::playout::Over;
use crate::ismcts::turn::TurnSearch;
use crate::policy::Liked;

/// Worlds in which a turn is judged.
const WORLDS: u32 = 8;
/// In so many of them it may be lost after the turn that is taken instead, and kept after the one that was thought best.
const MET: u32 = 1;
/// Choices that a look at the answer may try: a part of all, and so many at most.
const PART: u64 = 20;
const LOOK: u64 = 2_000;
/// Turns that are tried at most.
const TURNS: u32 = 400;
/// Choices of a turn.
const LONGEST: usize = 40;

/// See the top of the file.
#[derive(Debug, Clone, Default)]
pub struct Defence {
    answer: TurnSearch,
    liked: Liked,
    /// What the seat has chosen in the turn that is tried.
    line: Vec<Choice>,
    /// Choices that a look at the answer may try.
    look: u64,
    /// Choices that may still be tried.
    left: u64,
}

impl Defence {
    /// What to choose instead of the first choice of that turn of the seat's, one of these options, where whoever comes next wins
    /// after it in nearly all of some worlds, and after another turn in hardly any. So many choices may be tried.
    pub fn instead(
        &mut self,
        worlds: &mut Worlds,
        words: &mut Words,
        (turn, options): (&[Choice], &[Choice]),
        takes: u64,
        over: &Over<'_>,
    ) -> Option<Choice> {
        (self.left, self.look) = (takes, (takes / PART).min(LOOK));
        if self.look == 0 {
            return None;
        }
        self.lost(worlds, words, turn, (WORLDS, MET), over)?;
        let (mut least, mut best) = (MET + 1, None);
        for nth in 0..TURNS {
            if self.left == 0 || over() || least == 0 {
                break;
            }
            let seat = worlds.seat();
            let game = worlds.sample(words);
            if !self.some_turn((game, seat), options, nth % 2 == 0, words, over)
                || self.is_lost(game, seat, over)
            {
                continue;
            }
            let line = std::mem::take(&mut self.line);
            if let Some(lost) = self.lost(worlds, words, &line, (least - 1, WORLDS), over) {
                (least, best) = (lost, line.first().copied());
            }
        }
        best
    }

    /// In so many worlds of some whoever comes next wins after that turn of the seat's; nothing where that is more than the first number, where
    /// they do not win in more than the second one, or where it could not be looked at any longer.
    fn lost(
        &mut self,
        worlds: &mut Worlds,
        words: &mut Words,
        turn: &[Choice],
        (most_lost, most_kept): (u32, u32),
        over: &Over<'_>,
    ) -> Option<u32> {
        let (seat, mut lost) = (worlds.seat(), 0);
        for world in 1..=WORLDS {
            let game = worlds.sample(words);
            self.play(game, seat, turn, words, over);
            lost += u32::from(self.is_lost(game, seat, over));
            // What there was no time to look at is not known to be kept.
            if lost > most_lost || world - lost > most_kept || self.left == 0 || over() {
                return None;
            }
        }
        Some(lost)
    }

    /// Whoever has the turn now wins in it, as far as a look tells, or another than the seat has won already.
    fn is_lost(&mut self, game: &mut Game, seat: Seat, over: &Over<'_>) -> bool {
        let next = game.board().turn;
        match game.outcome() {
            Outcome::Running => {}
            Outcome::Won(winner) => return winner != seat,
            Outcome::Drawn => return false,
        }
        if lacks(game, next) > NEAR {
            return false;
        }
        let takes = self.look.min(self.left);
        let (line, tried) = self.answer.open(game, next, takes, over);
        self.left = self.left.saturating_sub(tried);
        line.is_some()
    }

    /// Plays the turn of the seat by these choices, as long as they are offered, and then ends it as soon as may be.
    fn play(
        &mut self,
        game: &mut Game,
        seat: Seat,
        mut turn: &[Choice],
        words: &mut Words,
        over: &Over<'_>,
    ) {
        let now = game.state().turns;
        for _ in 0..LONGEST {
            let who = game
                .chooser()
                .filter(|_| game.state().turns == now && !over());
            let Some(who) = who else { return };
            self.liked.list(game);
            let may = |choice: &Choice| who.by == seat && self.liked.options.contains(choice);
            let choice = match turn {
                [choice, rest @ ..] if may(choice) => {
                    turn = rest;
                    *choice
                }
                _ if may(&Choice::Pass) => Choice::Pass,
                _ => self.liked.draw(words),
            };
            game.take_listed(choice, &mut ());
        }
    }

    /// Plays some turn of the seat that begins with one of these options, by taste or by chance alone, and notes it. It has come to
    /// its end, and the game goes on.
    fn some_turn(
        &mut self,
        (game, seat): (&mut Game, Seat),
        options: &[Choice],
        taste: bool,
        words: &mut Words,
        over: &Over<'_>,
    ) -> bool {
        let now = game.state().turns;
        self.line.clear();
        for _ in 0..LONGEST {
            let Some(who) = game.chooser().filter(|_| !over()) else {
                return false;
            };
            if game.state().turns != now {
                return true;
            }
            self.liked.list(game);
            let mut choice = self.liked.draw(words);
            if who.by == seat {
                let mut any = |of: &[Choice]| of[words.below(of.len() as u32) as usize];
                if self.line.is_empty() {
                    choice = any(options);
                    if !self.liked.options.contains(&choice) {
                        return false;
                    }
                } else if !taste {
                    choice = any(&self.liked.options);
                }
                self.line.push(choice);
            }
            game.take_listed(choice, &mut ());
        }
        false
    }
}

/// See the top of the file.
#[derive(Debug, Clone, Default)]
pub struct Answers {
    look: NearestFirst,
    /// Where the game stood before.
    begun: Checkpoint,
}

/// So many games that whoever comes next cannot tell from this one must be won by the same choices: who wins by what nobody can know has luck.
const SHOWN: u32 = 2;

impl Answers {
    /// Whether whoever has the turn now is found to win in it within so many choices, and how many were tried; what is found is tried elsewhere by
    /// `trial`. The game is as before.
    pub fn wins(
        &mut self,
        (game, trial): (&mut Game, &mut TurnSearch),
        words: &mut Words,
        takes: u32,
        over: &Over<'_>,
    ) -> (bool, u32) {
        let next = game.board().turn;
        self.begun.set(game);
        let (wins, tried) = self.look.wins(game, next, takes, over);
        self.begun.restore(game);
        if !wins {
            return (false, tried);
        }
        let line = self.look.line();
        let shown = |_| trial.wins_by(&mut game.determinized(next, words), next, &line, over);
        ((0..SHOWN).all(shown), tried)
    }
}

#[cfg(test)]
mod tests {
    use super::Answers;
    use crate::ismcts::nearest::NearestFirst;
    use crate::ismcts::turn::TurnSearch;
    use crate::testing::{play_at_random, script};
    use engine::{Game, Words};

    #[test]
    fn what_wins_by_luck_alone_is_no_answer() {
        let (script, mut answers) = (script("combined"), Answers::default());
        let (mut trial, mut look) = (TurnSearch::default(), NearestFirst::default());
        let (mut wins, mut answered) = (0, 0);
        for seed in 0..120 {
            let mut turn = 0;
            let mut game = Game::deal(script.clone(), 2, seed, &mut ());
            play_at_random(
                &mut game,
                &mut Words::new(seed, 11),
                30,
                &mut |game, words| {
                    if std::mem::replace(&mut turn, game.state().turns) == game.state().turns {
                        return;
                    }
                    let (found, _) =
                        look.wins(&mut game.clone(), game.board().turn, 400, &|| false);
                    let before = game.state().clone();
                    let (answer, _) = answers.wins((game, &mut trial), words, 400, &|| false);
                    assert_eq!(*game.state(), before, "the game is as before");
                    assert!(
                        found || !answer,
                        "no answer is found that a look does not find"
                    );
                    (wins, answered) = (wins + u32::from(found), answered + u32::from(answer));
                },
            );
        }
        assert!(
            answered > 10 && answered * 10 < wins * 9,
            "{answered} of {wins}"
        );
    }
}

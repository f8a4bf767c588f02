//! Who begins, or settles a dispute: all show a symbol at the same time, until one player is left (HFB-1 to HFB-3).

use engine::Words;
use rules::ir::Symbol;

/// The stream of a seed's numbers by which it is found who begins.
const FIRST_STREAM: u64 = 9;

/// The first of the streams by which disputes are settled, one each.
const DISPUTE_STREAMS: u64 = 64;

/// The numbers by which it is found who begins.
pub fn contest_words(seed: u64) -> Words {
    Words::new(seed, FIRST_STREAM)
}

/// The numbers by which the dispute of that number is settled in that turn, 0 before the first one. `before` contests have begun
/// in this game, whatever came of them: whoever leaves one, or goes back before it, does not meet its symbols again.
pub fn dispute_words(seed: u64, dispute: u8, turn: u32, before: u32) -> Words {
    Words::new(
        seed,
        DISPUTE_STREAMS + u64::from(dispute) + (u64::from(turn) << 8) + (u64::from(before) << 40),
    )
}

/// A contest between a person, number 0, and bots, numbered on from 1 clockwise. What the bots will show next
/// is settled before anybody asks the person.
#[derive(Debug)]
pub struct Contest<'a> {
    symbols: &'a [Symbol],
    words: &'a mut Words,
    /// Those who have not dropped out, and what they will show; the person's is not known yet.
    left: Vec<(usize, usize)>,
}

/// What was shown at the same time, and what came of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Round {
    /// Who showed which symbol, in order.
    pub shown: Vec<(usize, usize)>,
    /// Who dropped out.
    pub out: Vec<usize>,
    /// The last one left.
    pub winner: Option<usize>,
}

impl Round {
    /// What comes of it when all who are left have shown these symbols.
    pub fn of(symbols: &[Symbol], shown: Vec<(usize, usize)>) -> Round {
        let out = losers(symbols, &shown);
        let mut left = shown
            .iter()
            .map(|(who, _)| *who)
            .filter(|who| !out.contains(who));
        let winner = match (left.next(), left.next()) {
            (Some(who), None) => Some(who),
            _ => None,
        };
        Round { shown, out, winner }
    }
}

impl<'a> Contest<'a> {
    /// A contest of so many players.
    pub fn new(symbols: &'a [Symbol], players: u8, words: &'a mut Words) -> Contest<'a> {
        let mut contest = Contest {
            symbols,
            words,
            left: (0..usize::from(players)).map(|who| (who, 0)).collect(),
        };
        contest.think();
        contest
    }

    /// The person has not dropped out.
    pub fn asks_person(&self) -> bool {
        self.left.iter().any(|(who, _)| *who == 0)
    }

    /// The bots choose, in secret.
    fn think(&mut self) {
        for (who, symbol) in &mut self.left {
            if *who > 0 {
                *symbol = self.words.below(self.symbols.len() as u32) as usize;
            }
        }
    }

    /// All who are left show their symbols; the person shows `mine`, and nothing after dropping out.
    pub fn show(&mut self, mine: usize) -> Round {
        let mine = |(who, symbol): &(usize, usize)| (*who, if *who == 0 { mine } else { *symbol });
        let round = Round::of(self.symbols, self.left.iter().map(mine).collect());
        self.left.retain(|(who, _)| !round.out.contains(who));
        self.think();
        round
    }
}

/// HFB-2: who drops out of those who showed these symbols.
pub fn losers(symbols: &[Symbol], shown: &[(usize, usize)]) -> Vec<usize> {
    let mut kinds: Vec<usize> = shown.iter().map(|(_, symbol)| *symbol).collect();
    kinds.sort_unstable();
    kinds.dedup();
    let &[one, other] = kinds.as_slice() else {
        return Vec::new();
    };
    let beaten = if usize::from(symbols[one].beats) == other {
        other
    } else {
        one
    };
    shown
        .iter()
        .filter(|(_, symbol)| *symbol == beaten)
        .map(|(who, _)| *who)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{Contest, contest_words, losers};
    use rules::ir::Symbol;

    fn ring() -> Vec<Symbol> {
        let symbol = |name: &str, beats| Symbol {
            name: name.to_string(),
            beats,
        };
        vec![symbol("sun", 1), symbol("moon", 2), symbol("star", 0)]
    }

    #[test]
    fn a_contest_ends_with_one_winner_and_the_same_seed_plays_it_again() {
        let symbols = ring();
        for players in 2..=6 {
            let play = |seed: u64| {
                let mut words = contest_words(seed);
                let mut contest = Contest::new(&symbols, players, &mut words);
                let rounds: Vec<_> = (0..1000).map(|number| contest.show(number % 3)).collect();
                let end = rounds
                    .iter()
                    .position(|round| round.winner.is_some())
                    .expect("somebody wins");
                rounds[..=end].to_vec()
            };
            let rounds = play(5);
            assert_eq!(rounds, play(5));
            let out: usize = rounds.iter().map(|round| round.out.len()).sum();
            assert_eq!(out, usize::from(players) - 1);
        }
    }

    #[test]
    fn what_the_person_shows_does_not_change_what_the_bots_show() {
        let symbols = ring();
        for seed in 0..50 {
            let bots = |mine| {
                let mut words = contest_words(seed);
                Contest::new(&symbols, 4, &mut words).show(mine).shown[1..].to_vec()
            };
            assert_eq!(bots(0), bots(1));
            assert_eq!(bots(0), bots(2));
        }
    }

    #[test]
    fn two_symbols_of_three_players_leave_those_who_showed_the_better_one() {
        assert_eq!(losers(&ring(), &[(0, 0), (1, 1), (2, 0)]), [1]);
        assert_eq!(losers(&ring(), &[(0, 0), (1, 2), (2, 0)]), [0, 2]);
        assert_eq!(losers(&ring(), &[(0, 0), (1, 1), (2, 2)]), [0; 0]);
        assert_eq!(losers(&ring(), &[(0, 2), (1, 2)]), [0; 0]);
    }
}

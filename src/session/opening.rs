//! Who sits where, and the game that is made of it.

use std::sync::Arc;

use board::Seat;
use bots::BotSpec;
use engine::{Choice, Game, Script, Setup, Watch, Words};
use itertools::Itertools;
use lang::Fault;
use record::positions::moves::AsItLies;
use record::positions::read::read_position;
use rules::Draft;
use rules::ir::{Rules, Symbol};

/// Who sits where, and the seed: all that a sitting is made from.
#[derive(Debug, Clone)]
pub struct Seating {
    pub script: Arc<Script>,
    /// Two to six.
    pub players: u8,
    pub seed: u64,
    /// The person's seat; of several people's, the first one's.
    pub seat: Seat,
    /// The seats of further people at the same screen.
    pub guests: Vec<Seat>,
    /// What players are called besides their seats, by seat; nothing where nobody has said.
    pub names: Vec<String>,
    pub bots: BotSpec,
    /// The position that it begins with; dealt when there is none.
    pub given: Option<Arc<Given>>,
    pub opening: Opening,
}

/// A position that a game begins with, and its lines: a kept game carries these.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Given {
    pub text: String,
    pub setup: Setup,
}

impl Given {
    /// Reads a position of a game. Its comments are not kept.
    ///
    /// # Errors
    /// As [`read_position`].
    pub fn read(text: &str, rules: &Rules) -> Result<Given, Vec<Fault>> {
        let setup = read_position(text, 0, rules)?;
        let lines = text.lines().map(str::trim);
        let lines = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
        Ok(Given {
            text: lines.map(|line| format!("{line}\n")).collect(),
            setup,
        })
    }
}

/// What went before the deal.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Opening {
    /// The disputes that a contest has settled, by name (HFB-3).
    pub settled: Vec<String>,
    /// What was told, one sentence each.
    pub told: Vec<String>,
}

/// Deals, or lays the position out.
pub(crate) fn begun(seating: &Seating, watch: &mut dyn Watch) -> Game {
    match &seating.given {
        Some(given) => Game::from_setup(
            seating.script.clone(),
            &given.setup,
            seating.seed,
            &mut AsItLies(watch),
        ),
        None => Game::deal(seating.script.clone(), seating.players, seating.seed, watch),
    }
}

/// A game that began with a ruling goes on as in one: without chance.
pub(crate) fn take(seating: &Seating, game: &mut Game, choice: Choice, watch: &mut dyn Watch) {
    let taken = match seating.given {
        Some(_) => game.take(choice, &mut AsItLies(watch)),
        None => game.take(choice, watch),
    };
    taken.expect("the options are the game's own");
}

/// The stream of a seed's numbers that drafts are drawn by.
const DRAFT_STREAM: u64 = 8;

/// As many of the draft's kinds as it asks for, in their order. The same seed draws the same kinds.
pub fn draw_kinds(draft: &Draft, seed: u64) -> Vec<String> {
    let mut words = Words::new(seed, DRAFT_STREAM);
    let mut left = draft.count.min(draft.kinds.len()) as u32;
    let mut drawn = Vec::new();
    // Each kind is drawn with the chance that those still to be drawn have among those still to be seen.
    for (seen, kind) in draft.kinds.iter().enumerate() {
        if words.below((draft.kinds.len() - seen) as u32) < left {
            drawn.push(kind.clone());
            left -= 1;
        }
    }
    drawn
}

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
        let left = shown
            .iter()
            .map(|(who, _)| *who)
            .filter(|who| !out.contains(who));
        let winner = left.exactly_one().ok();
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
    let symbols_shown = shown.iter().map(|(_, symbol)| *symbol).unique();
    let Some((one, other)) = symbols_shown.collect_tuple() else {
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
    use super::{Contest, contest_words, draw_kinds, losers};
    use rules::Draft;
    use rules::ir::Symbol;

    #[test]
    fn a_seed_draws_as_many_kinds_as_asked_and_always_the_same() {
        let draft = Draft {
            count: 3,
            kinds: "abcdefgh".chars().map(|kind| kind.to_string()).collect(),
        };
        for seed in 0..100 {
            let drawn = draw_kinds(&draft, seed);
            assert_eq!(drawn.len(), 3);
            assert!(drawn.is_sorted());
            assert_eq!(drawn, draw_kinds(&draft, seed));
        }
        assert!((0..100).any(|seed| draw_kinds(&draft, seed) != draw_kinds(&draft, 0)));
    }

    fn ring() -> Vec<Symbol> {
        let symbol = |name: &str, beats| Symbol {
            name: name.to_string(),
            beats,
            drawn: None,
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

//! Who begins: all choose a symbol in secret, at the same time, until one is left (HFB-1, HFB-2).

use crate::wire::{SeenContest, SeenRound, SeenShown, SeenSymbol};
use engine::Words;
use rules::ir::Symbol;
use session::opening::{Round, contest_words};

/// See the top of the file. Bots have chosen before anybody is asked.
#[derive(Debug, Clone)]
pub struct Contest {
    symbols: Vec<Symbol>,
    words: Words,
    /// By chair: it is a bot's.
    bots: Vec<bool>,
    /// The chairs that have not dropped out.
    left: Vec<usize>,
    /// By chair: what is chosen in this round.
    chosen: Vec<Option<usize>>,
    shown: Vec<Round>,
}

impl Contest {
    pub fn new(symbols: Vec<Symbol>, bots: Vec<bool>, seed: u64) -> Contest {
        let chairs = bots.len();
        let words = contest_words(seed);
        let chosen = vec![None; chairs];
        let mut contest = Contest {
            symbols,
            words,
            bots,
            left: (0..chairs).collect(),
            chosen,
            shown: Vec::new(),
        };
        contest.think();
        contest.show_all();
        contest
    }

    /// The round that is under way, counted from 1.
    pub fn round(&self) -> usize {
        self.shown.len() + 1
    }

    /// The last one left.
    pub fn winner(&self) -> Option<usize> {
        self.shown.last().and_then(|round| round.winner)
    }

    /// The number of that symbol.
    pub fn symbol(&self, name: &str) -> Option<usize> {
        self.symbols.iter().position(|symbol| symbol.name == name)
    }

    /// That chair has still to choose.
    pub fn asks(&self, chair: usize) -> bool {
        self.winner().is_none() && self.left.contains(&chair) && self.chosen[chair].is_none()
    }

    /// Somebody has chosen; when all have, all is shown. Answers `false`, with no change, when it is not asked.
    pub fn choose(&mut self, chair: usize, symbol: usize) -> bool {
        let fits = self.asks(chair) && symbol < self.symbols.len();
        if fits {
            self.chosen[chair] = Some(symbol);
            self.show_all();
        }
        fits
    }

    /// A bot chooses from now on for somebody who has gone.
    pub fn replace(&mut self, chair: usize) {
        self.bots[chair] = true;
        if self.asks(chair) {
            self.chosen[chair] = Some(self.drawn());
            self.show_all();
        }
    }

    /// Somebody chooses for themselves again: in this round, too, which is not shown yet.
    pub fn restore(&mut self, chair: usize) {
        self.bots[chair] = false;
        if self.winner().is_none() {
            self.chosen[chair] = None;
        }
    }

    /// The bots choose, in secret.
    fn think(&mut self) {
        for chair in self.left.clone() {
            self.chosen[chair] = self.bots[chair].then(|| self.drawn());
        }
    }

    fn drawn(&mut self) -> usize {
        self.words.below(self.symbols.len() as u32) as usize
    }

    /// Shows what all have chosen, once they have; among bots alone round after round.
    fn show_all(&mut self) {
        while self.winner().is_none() && self.left.iter().all(|chair| self.chosen[*chair].is_some())
        {
            let chosen = |chair: &usize| (*chair, self.chosen[*chair].unwrap_or_default());
            let round = Round::of(&self.symbols, self.left.iter().map(chosen).collect());
            self.left.retain(|chair| !round.out.contains(chair));
            self.shown.push(round);
            self.think();
        }
    }

    /// As whoever sits on that chair sees it, or whoever looks on.
    pub fn seen(&self, chair: Option<usize>) -> SeenContest {
        let name = |symbol: usize| self.symbols[symbol].name.clone();
        let symbol = |symbol: &Symbol| SeenSymbol {
            name: symbol.name.clone(),
            beats: name(usize::from(symbol.beats)),
            drawn: symbol.drawn.clone(),
        };
        let shown = |(chair, symbol): &(usize, usize)| SeenShown {
            chair: *chair,
            symbol: name(*symbol),
        };
        let round = |(at, round): (usize, &Round)| SeenRound {
            round: at + 1,
            shown: round.shown.iter().map(shown).collect(),
            out: round.out.clone(),
            winner: round.winner,
        };
        let has_chosen = |chair: &usize| self.chosen[*chair].is_some() || self.bots[*chair];
        SeenContest {
            round: self.round(),
            symbols: self.symbols.iter().map(symbol).collect(),
            left: self.left.clone(),
            chosen: self.left.iter().copied().filter(has_chosen).collect(),
            mine: chair.and_then(|chair| self.chosen[chair]).map(name),
            shown: self.shown.iter().enumerate().map(round).collect(),
        }
    }

    /// What is told of it, a sentence each; `names` are those of the chairs.
    pub fn told(&self, names: &[String]) -> Vec<String> {
        let round = |round: &Round| {
            let shown = round
                .shown
                .iter()
                .map(|(who, symbol)| format!("{}: {}", names[*who], self.symbols[*symbol].name));
            let shown = shown.collect::<Vec<_>>().join(", ");
            match round.winner {
                Some(winner) => format!("{shown}. {} goes first.", names[winner]),
                None => format!("{shown}. Another round."),
            }
        };
        self.shown.iter().map(round).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::Contest;
    use rules::ir::Symbol;

    fn ring() -> Vec<Symbol> {
        let symbol = |name: &str, beats| Symbol {
            name: name.to_string(),
            beats,
            drawn: None,
        };
        vec![symbol("sun", 1), symbol("moon", 2), symbol("star", 0)]
    }

    #[test]
    fn nothing_is_shown_before_all_have_chosen() {
        let mut contest = Contest::new(ring(), vec![false, false, true], 3);
        assert!(contest.choose(0, 1));
        assert!(!contest.choose(0, 2), "a choice stands");
        assert!(!contest.choose(2, 0), "a bot has chosen");
        for chair in [None, Some(1), Some(2)] {
            let seen = contest.seen(chair);
            assert!(seen.chosen == [0, 2] && seen.shown.is_empty());
        }
        assert_eq!(contest.seen(Some(1)).mine, None);
        assert!(contest.choose(1, 1));
        assert_eq!(contest.seen(None).shown.len(), 1);
    }

    #[test]
    fn what_bots_choose_does_not_hang_on_what_people_choose() {
        for seed in 0..20 {
            let bot = |mine| {
                let mut contest = Contest::new(ring(), vec![false, true], seed);
                contest.choose(0, mine);
                contest.shown[0].shown[1]
            };
            assert!(bot(0) == bot(1) && bot(1) == bot(2));
        }
    }

    #[test]
    fn who_comes_back_chooses_again() {
        let mut contest = Contest::new(ring(), vec![false, false], 5);
        contest.replace(1);
        assert!(!contest.asks(1));
        contest.restore(1);
        assert!(
            contest.asks(1) && contest.choose(1, 2) && contest.choose(0, 2),
            "it is one more round"
        );
        assert!(contest.asks(0) && contest.asks(1));
    }

    #[test]
    fn bots_alone_find_who_begins_at_once() {
        assert!((0..20).all(|seed| Contest::new(ring(), vec![true; 4], seed).winner().is_some()));
    }
}

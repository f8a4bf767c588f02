//! What a choice has brought to light, and for whom.

/// What a choice has brought to light.
#[derive(Debug, Clone)]
pub struct News {
    /// How many sentences each person had been told before it.
    pub lines: Vec<usize>,
    /// By person: cards that this one did not know and somebody came to know, and whatever chance has decided.
    pub hidden: Vec<u32>,
    /// How many cards people came to know, all taken together.
    pub learned: u32,
}

impl News {
    /// `before` and `now` say by person and card who knows what it is.
    pub fn new(lines: Vec<usize>, before: &[Vec<bool>], now: &[Vec<bool>], fallen: u32) -> News {
        let cards = before.first().map_or(0, Vec::len);
        let learned = |card: &usize| before.iter().zip(now).filter(|(was, is)| is[*card] && !was[*card]).count() as u32;
        let seen: Vec<(usize, u32)> =
            (0..cards).map(|card| (card, learned(&card))).filter(|(_, count)| *count > 0).collect();
        let hidden = |was: &Vec<bool>| seen.iter().filter(|(card, _)| !was[*card]).count() as u32 + fallen;
        News {
            lines,
            hidden: before.iter().map(hidden).collect(),
            learned: seen.iter().map(|(_, count)| count).sum::<u32>() + fallen,
        }
    }
}

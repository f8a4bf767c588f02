//! What a search may spend, and on what.

use rules::ir::weights::Weights;

/// How a search goes about it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Settings {
    /// How much options that were seldom tried are favoured (UCB1).
    pub exploration: f32,
    /// How much options that are liked without thinking are favoured, less and less with their visits.
    pub bias: f32,
    /// A node that was visited n times has up to `widening * n ^ growth` options in the tree.
    pub widening: f32,
    /// The exponent in that.
    pub growth: f32,
    /// Rounds that a game is played on for where the tree ends: as many turns for each seat.
    pub rounds: u32,
    /// How much the tables at the end of the turns on the way count beside the last one, from 0 to 1.
    pub along: f32,
    /// Choices that a look at the answer may try: whether whoever comes next wins.
    pub answer: u32,
    /// So many times an option of a turn menu is drawn to be looked at.
    pub tries: u32,
    /// Options that are looked at before one is added to the tree; with more than two players twice as many.
    pub drawn: u32,
    /// Choices that the search of the turn may try for each iteration of the budget.
    pub takes: u32,
    /// Choices that the search for a turn after which nobody wins may try for each iteration of the budget.
    pub answers: u32,
    /// Worlds are drawn by how plausible what others have laid face down is.
    pub beliefs: bool,
    /// Whoever can win for sure does so in the tree.
    pub solver: bool,
    /// What is found out about a choice is gone on with at the next one of the same turn.
    pub keeps: bool,
    /// Choices that lead to the same table in another order lead to the same node.
    pub merges: bool,
    /// What tables are judged by, where it is not what the game says.
    pub weights: Option<Weights>,
}

impl Default for Settings {
    fn default() -> Settings {
        let (exploration, bias, widening, growth) = (0.25, 0.5, 1.0, 0.5);
        let (rounds, along, answer, drawn) = (4, 0.6, 400, 4);
        let tries = 32;
        let (takes, answers) = (15, 30);
        Settings {
            exploration,
            bias,
            widening,
            growth,
            rounds,
            along,
            answer,
            tries,
            drawn,
            takes,
            answers,
            beliefs: true,
            solver: true,
            keeps: true,
            merges: true,
            weights: None,
        }
    }
}

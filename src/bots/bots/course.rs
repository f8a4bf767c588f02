//! How far a game has come: public, and all that bots draw their numbers from besides their seed.

use std::hash::BuildHasher;

use foldhash::fast::FixedState;

use board::{Held, View};
use engine::{Asked, Game};

/// After so many choices in one turn bots use no more abilities: many may be used without end.
pub(super) const PATIENCE: u32 = 40;

/// Tables of one turn that are remembered: as many as a turn has menus before bots tire of it.
const TABLES: usize = PATIENCE as usize;

/// See the top of the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Course {
    /// Choices taken in the game so far, by anybody.
    pub taken: u64,
    /// Choices taken in this turn so far, by anybody.
    pub in_turn: u32,
    turn: u32,
    /// What all could see at the menus of this turn, in short, the latest ones.
    tables: [u64; TABLES],
    menus: usize,
    /// So many cards of this turn had been played at the last of them.
    played: u8,
}

impl Default for Course {
    fn default() -> Course {
        Course {
            taken: 0,
            in_turn: 0,
            turn: 0,
            tables: [0; TABLES],
            menus: 0,
            played: 0,
        }
    }
}

impl Course {
    /// After so many choices; nothing is known of the turn.
    pub fn after(taken: u64) -> Course {
        Course {
            taken,
            ..Course::default()
        }
    }

    /// A choice has been taken.
    pub fn advance(&mut self, game: &Game) {
        self.taken += 1;
        self.in_turn += 1;
        if game.state().turns != self.turn {
            (self.turn, self.in_turn, self.menus) = (game.state().turns, 0, 0);
        }
        if asks_menu(game) {
            self.tables[self.menus % TABLES] = in_short(game);
            self.menus += 1;
            self.played = game.board().played;
        }
    }

    /// The turn has had a menu that one could come back to. Once a card is played, there is no way back to those before.
    pub fn can_repeat(&self, game: &Game) -> bool {
        self.menus > 0 && self.played == game.board().played
    }

    /// The game is at a menu of this turn with the same table in front of all as at an earlier one.
    pub fn repeats(&self, game: &Game) -> bool {
        let known = &self.tables[..self.menus.min(TABLES)];
        game.state().turns == self.turn && asks_menu(game) && known.contains(&in_short(game))
    }
}

fn asks_menu(game: &Game) -> bool {
    matches!(game.decision(), Some((_, Asked::Menu)))
}

/// A number that stands for what everybody sees. It is compared within one run alone.
fn in_short(game: &Game) -> u64 {
    let board = game.board();
    let mut view = View::of(board, &game.script().rules.cards, board.turn).without_memory();
    for hand in &mut view.hands {
        if let Held::Cards(cards) = hand {
            *hand = Held::Count(cards.len());
        }
    }
    FixedState::default().hash_one(&view)
}

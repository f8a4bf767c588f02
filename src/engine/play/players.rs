//! Verbs that are done to players, or to no card that moves.

use crate::play::run::{Runner, Watch};
use crate::state::value::seat_of;
use crate::{Reads, Value};
use board::{Event, Seat};
use rules::ir::Verb;

impl<W: Watch + ?Sized> Runner<'_, W> {
    /// A verb that takes no card from where it is.
    pub(super) fn without_card(&mut self, verb: Verb, [item, with]: [Value; 2]) {
        let seat = |value| seat_of(&self.state.board, value).filter(|seat| self.takes_part(*seat));
        match (verb, seat(item), seat(with)) {
            (Verb::Write, ..) => self.write(item, with),
            (Verb::SwapHands, Some(one), Some(other)) if one != other => {
                self.swap_hands(one, other)
            }
            (Verb::PassHands, Some(from), Some(to)) if from != to => self.pass_hands(from, to),
            (Verb::Win | Verb::Lose, Some(seat), _) => self.fate(verb, seat),
            _ => {}
        }
    }

    /// Two players have each other's hand from now on, in one step. Whoever has known a card of it still knows it.
    fn swap_hands(&mut self, one: Seat, other: Seat) {
        self.emit(Event::HandsSwapped { one, other });
        self.touch_cards();
        self.settle();
    }

    /// All hands go round at once, that of the one to the other. Whoever has known a card still knows it.
    #[cold]
    fn pass_hands(&mut self, from: Seat, to: Seat) {
        self.emit(Event::HandsPassed { from, to });
        self.touch_cards();
        self.settle();
    }

    /// A text says who wins, or who is out of the game.
    fn fate(&mut self, verb: Verb, seat: Seat) {
        self.touch(seat, Reads::ROWS);
        match verb {
            Verb::Win => self.state.claims |= seat.bit(),
            _ => {
                self.emit(Event::Lost { seat });
                self.lay_down(seat);
            }
        }
        self.settle();
    }
}

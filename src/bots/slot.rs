//! One state of a program: a game with what was taken in it.

use std::sync::Arc;

use crate::protocol::{Happenings, Wants};
use board::{Board, Event, Seat};
use engine::{Cause, Choice, Game, Script, State, Watch};

/// One state.
#[derive(Clone)]
pub struct Slot {
    /// As it was dealt or drawn.
    pub base: Arc<State>,
    pub game: Game,
    /// What has been taken since, and whether the program has chosen it.
    pub taken: Vec<(Choice, bool)>,
    /// It begins where another stands: nothing is taken there by itself.
    pub drawn: bool,
    /// What is offered, and the numbers of that.
    pub choices: Vec<Choice>,
    pub numbers: Vec<Option<u32>>,
    pub told: Feeds,
}

/// By seat what has happened, where anybody wants to know.
#[derive(Clone, Default)]
pub struct Feeds(pub Vec<Happenings>);

impl Watch for Feeds {
    fn event_by(
        &mut self,
        script: &Script,
        board: &Board,
        event: &Event<'_>,
        cause: Option<Cause>,
    ) {
        self.0
            .iter_mut()
            .for_each(|happenings| happenings.event_by(script, board, event, cause));
    }
}

impl Feeds {
    pub fn new(players: u8, wants: Wants) -> Feeds {
        let seats = Seat(0).clockwise(if wants.events { players } else { 0 });
        Feeds(seats.map(Happenings::new).collect())
    }
}

impl Slot {
    /// Takes an option by its number in the decision.
    pub fn take(&mut self, option: usize, own: bool) {
        let choice = self.choices[option];
        self.game
            .take(choice, &mut self.told)
            .expect("it is one of the options");
        self.taken.push((choice, own));
    }

    /// How many choices are left when it goes back over so many own ones.
    pub fn kept(&self, steps: usize) -> usize {
        let own = self
            .taken
            .iter()
            .enumerate()
            .rev()
            .filter(|(_, (_, own))| *own);
        own.take(steps)
            .last()
            .map_or(self.taken.len(), |(kept, _)| kept)
    }

    /// Goes back over so many own choices.
    pub fn back(&mut self, steps: usize) {
        self.taken.truncate(self.kept(steps));
        self.game.set_state(&self.base);
        for (choice, _) in &self.taken {
            self.game
                .take(*choice, &mut ())
                .expect("it was taken here before");
        }
    }
}

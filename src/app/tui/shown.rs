//! All that is drawn of a game, in types that cannot hold what the seat does not know.

use std::sync::Arc;

use crate::tui::look::Look;
use board::{Held, Kind, Phase, Seat, SeenBuilding, View};
use engine::Script;
use explain::goals::{Goal, goals};
use explain::log::grouped;
use explain::names::{building_name, called};
use explain::options::decision::{Decision, Spot};
use rules::author_lines;
use rules::ir::{FaceId, Rules};
use session::disclosure::Beat;
use session::screen::{Memory, count};
use session::sitting::Sitting;
use text::plain;

/// See the top of the file.
#[derive(Clone)]
pub struct Shown {
    pub script: Arc<Script>,
    /// Whose eyes these are.
    pub me: Seat,
    /// What players are called, by seat: `Ann`, `bot`, or nothing; none at all where nobody plays.
    pub names: Vec<String>,
    pub view: View,
    /// The log, oldest first.
    pub lines: Vec<String>,
    /// By sentence: how far below what somebody did it stands.
    pub depths: Vec<u8>,
    /// There is something to take back.
    pub undoable: bool,
    /// Sentences with which turns begin, and whose.
    pub turns: Vec<(usize, Seat)>,
    /// The first sentence since the seat decided last.
    pub fresh: usize,
    /// Sentences before this one are not shown again: at a strict table, those before the last decision.
    pub forgotten: usize,
    /// What the seat is asked.
    pub decision: Option<Decision>,
    pub goals: Vec<Goal>,
    /// The card that is played, used or built in what is shown just now.
    pub face: Option<FaceId>,
    /// Who has won and why, when the game is over.
    pub ended: Option<String>,
    /// What is said about the moment that is looked at, of a game that was played.
    pub moment: Option<String>,
}

/// Columns that a name may take.
pub const NAME: usize = 12;

impl Shown {
    /// The same with names that fit, of signs that steer nothing: a file may have others.
    pub fn fitting(mut self, look: Look) -> Shown {
        self.names
            .iter_mut()
            .for_each(|name| *name = look.fit(&plain(name), NAME));
        self
    }

    /// The game through the eyes of one of its people.
    pub fn of(sitting: &Sitting, me: Seat, memory: Memory) -> Option<Shown> {
        let seating = sitting.seating();
        let view = memory.of(sitting.view_of(me)?);
        let decided = sitting.decided_at(me);
        let log = sitting.log_of(me)?;
        Some(Shown {
            script: sitting.script().clone(),
            me,
            names: Seat(0)
                .clockwise(seating.players)
                .map(|seat| name(sitting, seat))
                .collect(),
            view,
            lines: log.lines().to_vec(),
            depths: log.depths().to_vec(),
            undoable: sitting.can_undo(me),
            turns: sitting.turns_of(me).to_vec(),
            fresh: decided,
            forgotten: if memory == Memory::Strict { decided } else { 0 },
            decision: sitting.decision_of(me),
            goals: goals(&sitting.worlds_of(me)?),
            face: None,
            ended: sitting.ended_for(Some(me)),
            moment: None,
        })
    }

    /// The same at an earlier moment.
    pub fn at(&mut self, beat: &Beat, memory: Memory) {
        self.view = memory.of(beat.view.clone());
        self.face = beat.happening.face;
        if let Some(goals) = &beat.goals {
            self.goals.clone_from(goals);
        }
        // Who is out has none.
        let nations = &self.view.nations;
        self.goals
            .retain(|goal| nations.get(goal.seat.index()).is_some_and(Option::is_some));
    }

    /// The sentences of the last turn, but for the first of them, which says whose turn it is.
    pub fn last_turn(&self) -> impl Iterator<Item = String> + '_ {
        let begun = self.turns.last().map_or(self.fresh, |(line, _)| line + 1);
        let lines = self.lines.iter().zip(&self.depths).skip(begun);
        lines.map(|(sentence, depth)| grouped(sentence, *depth))
    }

    pub fn rules(&self) -> &Rules {
        &self.script.rules
    }

    /// The seats as they are drawn: the others clockwise from the next one on, one's own last.
    pub fn seats(&self) -> impl Iterator<Item = Seat> + '_ {
        self.me
            .clockwise(self.view.nations.len() as u8)
            .skip(1)
            .chain([self.me])
    }

    /// The buildings of a nation; none of one that is out of the game.
    pub fn row(&self, seat: Seat) -> &[SeenBuilding] {
        self.view
            .nations
            .get(seat.index())
            .and_then(Option::as_deref)
            .unwrap_or_default()
    }

    pub fn building(&self, spot: Spot) -> Option<&SeenBuilding> {
        spot.building(&self.view)
    }

    pub fn building_name(&self, spot: Spot) -> Option<&str> {
        let there = self.building(spot)?;
        Some(building_name(self.rules(), there.kind, there.second_side))
    }

    /// Cards in somebody's hand.
    pub fn held(&self, seat: Seat) -> usize {
        self.view.hands.get(seat.index()).map_or(0, count)
    }

    /// One's own hand, as it is held.
    pub fn hand(&self) -> &[Kind] {
        match self.view.hands.get(self.me.index()) {
            Some(Held::Cards(kinds)) => kinds,
            _ => &[],
        }
    }

    pub fn deck(&self) -> usize {
        count(&self.view.deck)
    }

    /// The only building of a seat, when nothing lies on it: whatever hits it puts them out of the game.
    pub fn is_bare(&self, seat: Seat) -> bool {
        self.view.phase != Phase::SetUp && matches!(self.row(seat), [last] if last.stack.is_empty())
    }

    /// What the author says of a face; without that, the lines of its text.
    pub fn text(&self, face: FaceId) -> Vec<String> {
        let face = &self.rules().faces[face.index()];
        let says = author_lines(face.says.as_deref());
        match says.is_empty() {
            true => face.lines.clone(),
            false => says,
        }
    }

    /// `p2`, or `p2 Ann`: what anybody calls them.
    pub fn called(&self, seat: Seat) -> String {
        called(seat, &self.names)
    }

    /// The same for whoever looks: their own is `p2 you`, or `p2 Ann (you)`.
    pub fn player(&self, seat: Seat) -> String {
        let called = self.called(seat);
        // Whoever looks at a game that was played is none of its players.
        if self.moment.is_some() {
            return called;
        }
        match self.names.get(seat.index()) {
            Some(name) if seat == self.me && name.is_empty() => format!("{called} you"),
            Some(_) if seat == self.me => format!("{called} (you)"),
            _ => called,
        }
    }
}

fn name(sitting: &Sitting, seat: Seat) -> String {
    let given = sitting
        .seating()
        .names
        .get(seat.index())
        .filter(|name| !name.is_empty());
    match given {
        Some(name) => name.clone(),
        None if sitting.is_person(seat) => String::new(),
        None => "bot".to_string(),
    }
}

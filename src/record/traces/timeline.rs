//! A game that was played, decision by decision, to be looked at from any seat or with all cards open.

use crate::positions::moves::Witness;
use board::{Board, CardId, Chooser, Event, Seat, View};
use engine::{Asked, Cause, Chance, Declined, Game, Lots, Ran, Script, Watch};
use explain::goals::{Goal, goals};
use explain::log::Log;
use explain::options::decision::{Taken, written};
use rules::ir::Pc;
use std::sync::Arc;

/// Whose eyes look at it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Eyes {
    /// All cards lie open.
    Open,
    Seat(Seat),
}

/// See the top of the file.
pub struct Timeline {
    /// The game before each decision, and at last as it was left.
    games: Vec<Game>,
    taken: Vec<Taken>,
    /// The disputes that were settled in the middle of it.
    settled: Vec<Settlement>,
    /// With all cards open, then by seat.
    logs: Vec<Log>,
    /// How many sentences each log had at each moment.
    told: Vec<Vec<usize>>,
    /// In each log the sentences with which turns begin, and whose.
    turns: Vec<Vec<(usize, Seat)>>,
    /// In each log the sentences that tell what is played, and whose it is.
    played: Vec<Vec<(usize, Seat)>>,
    /// See [`Watch::has_all_asked`].
    all_asked: bool,
}

impl Timeline {
    /// A game that begins: it is dealt with this as its watch.
    pub fn new(players: u8) -> Timeline {
        let seats = Seat(0).clockwise(players).map(Log::new);
        let logs: Vec<Log> = std::iter::once(Log::open()).chain(seats).collect();
        let turns = vec![Vec::new(); logs.len()];
        let (played, told) = (turns.clone(), Vec::new());
        Timeline {
            games: Vec::new(),
            taken: Vec::new(),
            settled: Vec::new(),
            logs,
            told,
            turns,
            played,
            all_asked: false,
        }
    }

    /// The same of a game in which all are asked who would be if hidden cards were others.
    pub fn of_all_asked(players: u8) -> Timeline {
        Timeline {
            all_asked: true,
            ..Timeline::new(players)
        }
    }

    /// The game has come so far.
    pub fn reached(&mut self, game: &Game) {
        self.games.push(game.clone());
        self.logs.iter_mut().for_each(Log::close);
        self.told
            .push(self.logs.iter().map(|log| log.lines().len()).collect());
    }

    /// That was decided; what came of it is told next.
    pub fn decided(&mut self, taken: Taken) {
        self.taken.push(taken);
    }

    /// That dispute was settled, before the next choice: the game as it was reached last is under other rules now.
    pub fn settled(&mut self, settlement: Settlement, game: &Game) {
        self.logs
            .iter_mut()
            .for_each(|log| log.settled(&settlement.told));
        self.settled.push(settlement);
        self.games.pop();
        self.told.pop();
        self.reached(game);
    }

    /// The disputes that had been settled by then.
    pub fn settled_before(&self, moment: usize) -> Vec<Settlement> {
        let before = written(&self.taken[..moment]);
        self.settled
            .iter()
            .filter(|settlement| settlement.after <= before)
            .cloned()
            .collect()
    }

    /// The number of the last moment; moments are counted from 0, and decision `n` leads from `n` to `n + 1`.
    pub fn last(&self) -> usize {
        self.games.len().saturating_sub(1)
    }

    pub fn taken(&self) -> &[Taken] {
        &self.taken
    }

    /// The rules that hold at a moment.
    pub fn script(&self, moment: usize) -> &Arc<Script> {
        self.games[moment].script()
    }

    /// Number of players.
    pub fn players(&self) -> u8 {
        self.games[0].board().seats
    }

    /// The number of the turn at a moment; 0 before the first.
    pub fn turn(&self, moment: usize) -> u32 {
        self.games[moment].state().turns
    }

    /// The first moment of that turn, or of the first later one; the last moment when there is none.
    pub fn turn_at(&self, turn: u32) -> usize {
        self.games
            .iter()
            .position(|game| game.state().turns >= turn)
            .unwrap_or(self.last())
    }

    pub fn view(&self, moment: usize, eyes: Eyes) -> View {
        let game = &self.games[moment];
        let cards = &game.script().rules.cards;
        match eyes {
            Eyes::Open => View::open(game.board(), cards),
            Eyes::Seat(seat) => View::of(game.board(), cards, seat),
        }
    }

    /// The sentences up to a moment.
    pub fn lines(&self, moment: usize, eyes: Eyes) -> &[String] {
        let log = self.log(eyes);
        &self.logs[log].lines()[..self.told[moment][log]]
    }

    /// By sentence of the whole game: how far below what somebody did it stands.
    pub fn depths(&self, eyes: Eyes) -> &[u8] {
        self.logs[self.log(eyes)].depths()
    }

    /// How many of them there were a decision before.
    pub fn before(&self, moment: usize, eyes: Eyes) -> usize {
        moment
            .checked_sub(1)
            .map_or(0, |before| self.told[before][self.log(eyes)])
    }

    /// What others have played or used from one moment to another, as the seat was told.
    pub fn played_by_others(&self, from: usize, to: usize, seat: Seat) -> Vec<&str> {
        let log = self.log(Eyes::Seat(seat));
        let lines = self.logs[log].lines();
        let then = self.told[from][log]..self.told[to][log];
        let by_others = self.played[log]
            .iter()
            .filter(|(line, by)| then.contains(line) && *by != seat);
        by_others
            .filter_map(|(line, _)| lines.get(*line))
            .map(String::as_str)
            .collect()
    }

    pub fn turns(&self, eyes: Eyes) -> &[(usize, Seat)] {
        &self.turns[self.log(eyes)]
    }

    /// How far everybody was; as the seat could know it.
    pub fn goals(&self, moment: usize, eyes: Eyes) -> Vec<Goal> {
        let game = &self.games[moment];
        match eyes {
            Eyes::Open => explain::goals::goals_of(game),
            Eyes::Seat(seat) => goals(&game.worlds(seat)),
        }
    }

    /// The game as it was: for those who write it down, or play it on.
    pub fn game(&self, moment: usize) -> &Game {
        &self.games[moment]
    }

    /// A position says all of that moment: a turn's choices are offered, or the game is over. Of an effect or a set-up under way
    /// it would say nothing.
    pub fn is_position(&self, moment: usize) -> bool {
        self.games[moment]
            .decision()
            .is_none_or(|(_, asked)| matches!(asked, Asked::Menu))
    }

    /// The last such moment before that one.
    pub fn position_before(&self, moment: usize) -> Option<usize> {
        (0..moment).rev().find(|before| self.is_position(*before))
    }

    fn log(&self, eyes: Eyes) -> usize {
        match eyes {
            Eyes::Open => 0,
            Eyes::Seat(seat) => 1 + seat.index(),
        }
    }
}

impl Watch for Timeline {
    fn event_by(
        &mut self,
        script: &Script,
        board: &Board,
        event: &Event<'_>,
        cause: Option<Cause>,
    ) {
        for ((log, turns), played) in self
            .logs
            .iter_mut()
            .zip(&mut self.turns)
            .zip(&mut self.played)
        {
            match event {
                Event::TurnBegan { seat, .. } => turns.push((log.lines().len(), *seat)),
                Event::ActionPlayed { seat, .. } | Event::Used { seat, .. } => {
                    played.push((log.lines().len(), *seat))
                }
                _ => {}
            }
            log.event_by(script, board, event, cause);
        }
    }

    fn has_all_asked(&self) -> bool {
        self.all_asked
    }

    fn declined(&mut self, declined: &Declined<'_>) {
        self.logs.iter_mut().for_each(|log| log.declined(declined));
    }
}

/// Moves that are played from a position are a game, too.
impl Witness for Timeline {
    fn chosen(&mut self, _game: &Game, who: Chooser, label: &str) {
        self.decided(Taken::new(who, label));
    }

    fn stands(&mut self, game: &Game) {
        self.reached(game);
    }
}

impl<A: Witness, B: Witness> Witness for Both<'_, A, B> {
    fn chosen(&mut self, game: &Game, who: Chooser, label: &str) {
        self.0.chosen(game, who, label);
        self.1.chosen(game, who, label);
    }

    fn stands(&mut self, game: &Game) {
        self.0.stands(game);
        self.1.stands(game);
    }
}

/// One watch that hears chance from the first and tells both what happens.
pub struct Both<'a, A, B>(pub &'a mut A, pub &'a mut B);

impl<A: Watch, B: Watch> Watch for Both<'_, A, B> {
    fn event_by(
        &mut self,
        script: &Script,
        board: &Board,
        event: &Event<'_>,
        cause: Option<Cause>,
    ) {
        self.0.event_by(script, board, event, cause);
        self.1.event_by(script, board, event, cause);
    }

    fn ran(&mut self, at: Pc, how: Ran) {
        self.0.ran(at, how);
        self.1.ran(at, how);
    }

    fn declined(&mut self, declined: &Declined<'_>) {
        self.0.declined(declined);
        self.1.declined(declined);
    }

    fn has_all_asked(&self) -> bool {
        self.0.has_all_asked() || self.1.has_all_asked()
    }

    fn shuffle(&mut self, chance: &mut Chance, cards: &mut [CardId]) {
        self.0.shuffle(chance, cards);
    }

    fn falls(
        &mut self,
        chance: &mut Chance,
        script: &Script,
        board: &Board,
        lots: Lots<'_>,
    ) -> u32 {
        self.0.falls(chance, script, board, lots)
    }

    fn deal_victories(&mut self, chance: &mut Chance, cards: &mut [CardId]) {
        self.0.deal_victories(chance, cards);
    }
}

/// See the top of the file.
#[derive(Debug, Clone)]
pub struct Settlement {
    /// After so many choices.
    pub after: usize,
    pub name: String,
    pub value: String,
    /// What was told, one sentence each.
    pub told: Vec<String>,
    /// The rules that hold from then on.
    pub script: Arc<Script>,
}

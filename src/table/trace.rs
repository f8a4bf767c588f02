//! Writes whole games, one record a line, for replaying and for checking by other programs.

use std::fmt::Write;
use std::sync::Arc;

use crate::board::{Board, Event, Seat, View};
use crate::engine::{Asked, Cause, Choice, Game, Outcome, Script, Verb, Watch, Words};
use crate::table::cut;
use crate::table::label::{card_name, write_label};
use crate::table::print::write_view;
use crate::table::replay::draft_names;
use crate::table::sitting::{Misfit, Taken, offered};

/// How a random player chooses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Policy {
    /// All options alike.
    Uniform,
    /// In the turn menu the verb first, then among its options; so actions and abilities meet more often.
    Mixed,
}

/// The stream of a seed's numbers that random players choose by.
const PLAYER_STREAM: u64 = 1;

/// A player who chooses at random, by a seed of its own.
#[derive(Debug, Clone)]
pub struct RandomPlayer {
    policy: Policy,
    words: Words,
}

impl RandomPlayer {
    pub fn new(policy: Policy, seed: u64) -> RandomPlayer {
        RandomPlayer { policy, words: Words::new(seed, PLAYER_STREAM) }
    }

    /// Picks one of the options of the game's decision.
    pub fn choose(&mut self, game: &Game) -> Choice {
        match (self.policy, game.menu()) {
            (Policy::Mixed, Some(menu)) => {
                let verbs = [Verb::Action, Verb::Build, Verb::Stack, Verb::Use, Verb::Pass];
                let offered: arrayvec::ArrayVec<Verb, 5> =
                    verbs.into_iter().filter(|verb| menu.count_of(*verb) > 0).collect();
                let verb = offered[self.words.below(offered.len() as u32) as usize];
                game.menu_choice(&menu, verb, self.words.below(menu.count_of(verb)))
            }
            _ => {
                let options = game.options();
                options[self.words.below(options.len() as u32) as usize]
            }
        }
    }

    /// Picks an option by number.
    #[inline]
    pub fn number(&mut self, count: u32) -> u32 {
        self.words.below(count)
    }
}

/// Collects the shuffles of a game as trace lines, and where texts were cut off.
#[derive(Debug, Default)]
struct Shuffles {
    lines: String,
}

impl Watch for Shuffles {
    fn event_by(&mut self, script: &Script, _board: &Board, event: &Event<'_>, cause: Option<Cause>) {
        if let Event::Cut { why, cards } = event {
            let _ = writeln!(self.lines, "fault {}", cut::told(script, *why, cards, cause));
        }
        if let Event::Shuffled { order } = event {
            self.lines.push_str("shuffle:");
            for (index, card) in order.iter().enumerate() {
                self.lines.push_str(if index == 0 { " " } else { ", " });
                self.lines.push_str(card_name(&script.rules, script.rules.cards[card.index()]));
            }
            self.lines.push('\n');
        }
    }
}

/// Plays one game by random players and returns it as a trace. It ends unfinished after `limit` turns.
pub fn trace_game(script: &Arc<Script>, players: u8, seed: u64, policy: Policy, limit: u32) -> String {
    let mut player = RandomPlayer::new(policy, seed);
    let choose = |game: &Game| (game.state().turns <= limit).then(|| player.choose(game));
    trace_by(script, players, seed, choose)
}

/// A game whose choices are known as a trace.
///
/// # Errors
/// The number of the first choice that does not fit, and why.
pub fn trace_of(script: &Arc<Script>, players: u8, seed: u64, taken: &[Taken]) -> Result<String, (usize, Misfit)> {
    let (mut next, mut misfit) = (taken.iter().enumerate(), None);
    let trace = trace_by(script, players, seed, |game: &Game| {
        let (number, taken) = next.next()?;
        offered(game, taken).map_err(|why| misfit = Some((number, why))).ok()
    });
    match (misfit, next.next()) {
        (Some(misfit), _) => Err(misfit),
        (None, Some((number, _))) => Err((number, Misfit::Over)),
        (None, None) => Ok(trace),
    }
}

/// Plays one game, as long as `choose` knows what to take.
fn trace_by(script: &Arc<Script>, players: u8, seed: u64, mut choose: impl FnMut(&Game) -> Option<Choice>) -> String {
    let mut out = String::with_capacity(1 << 16);
    write_header(&mut out, script, players, seed);
    let mut shuffles = Shuffles::default();
    let mut game = Game::deal(script.clone(), players, seed, &mut shuffles);
    loop {
        out.push_str(&shuffles.lines);
        shuffles.lines.clear();
        let Some((seat, asked)) = game.decision() else { break };
        let Some(choice) = choose(&game) else { break };
        if asked == Asked::Menu {
            write_position(&mut out, &game);
        }
        write_decision(&mut out, &game, seat);
        let _ = write!(out, "> {seat}: ");
        write_label(&mut out, &game, choice);
        out.push('\n');
        game.take(choice, &mut shuffles).expect("players choose among the options");
    }
    match game.outcome() {
        Outcome::Won(seat) => {
            let _ = writeln!(out, "winner {seat}");
        }
        Outcome::Running => out.push_str("unfinished\n"),
    }
    out
}

fn write_header(out: &mut String, script: &Script, players: u8, seed: u64) {
    let rules = &script.rules;
    // Writing to a string cannot fail.
    let _ = writeln!(out, "trace 1\ngame {}", rules.game);
    if rules.drafted {
        let _ = writeln!(out, "kinds {}", draft_names(script).join(", "));
    }
    let _ = writeln!(out, "players {players}\nseed {seed}");
    for dispute in &rules.disputes {
        let _ = writeln!(out, "dispute {} {}", dispute.name, dispute.values[dispute.value as usize].0);
    }
}

/// A block `position ... end`.
pub fn write_position(out: &mut String, game: &Game) {
    out.push_str("position\n");
    write_view(out, &game.script().rules, &View::open(game.board(), &game.script().rules.cards), false);
    out.push_str("end\n");
}

/// A line `? PLAYER: OPTIONS`.
pub fn write_decision(out: &mut String, game: &Game, seat: Seat) {
    let _ = write!(out, "? {seat}: ");
    for (index, choice) in game.options().into_iter().enumerate() {
        if index > 0 {
            out.push_str(" | ");
        }
        write_label(out, game, choice);
    }
    out.push('\n');
}

//! Writes whole games, one record a line, for replaying and for checking by other programs.

use std::fmt::Write;
use std::sync::Arc;

use crate::positions::moves::AsItLies;
use crate::positions::print::write_view;
use board::{Board, Chooser, Event, Seats, View};
use engine::{Asked, Cause, Choice, Game, Outcome, Script, Setup, Watch};
use explain::chance;
use explain::cut;
use explain::names::{card_label, draft_names};
use explain::options::decision::{Misfit, Taken, offered};
use explain::options::label::label;

/// Collects the shuffles of a game as trace lines, and where texts were cut off.
#[derive(Debug, Default)]
struct Shuffles {
    lines: String,
}

impl Watch for Shuffles {
    fn event_by(
        &mut self,
        script: &Script,
        board: &Board,
        event: &Event<'_>,
        cause: Option<Cause>,
    ) {
        if let Event::Cut { why, cards } = event {
            let _ = writeln!(
                self.lines,
                "fault {}",
                cut::told(script, board, *why, cards, cause)
            );
        }
        if let Event::Fell { what, among, .. } = event {
            let (lot, on) = chance::written(script, board, *what, among);
            let _ = writeln!(self.lines, "{lot}: {on}");
        }
        if let Event::Shuffled { order } | Event::DeckShuffled { order } = event {
            self.lines.push_str("shuffle:");
            for (index, card) in order.iter().enumerate() {
                self.lines.push_str(if index == 0 { " " } else { ", " });
                self.lines
                    .push_str(card_label(&script.rules, script.rules.cards[card.index()]));
            }
            self.lines.push('\n');
        }
    }
}

/// A game whose choices are known as a trace: one that was dealt, or that began with a position.
///
/// # Errors
/// The number of the first choice that does not fit, and why.
pub fn trace_of(
    script: &Arc<Script>,
    players: u8,
    seed: u64,
    given: Option<&Setup>,
    taken: &[Taken],
) -> Result<String, (usize, Misfit)> {
    let told = |given, marks| told(script, (players, seed), given, marks, taken);
    let Some(setup) = given else {
        return told(None, false);
    };
    // Who knows which card is said only where the options hang on it: other programs compare positions without that.
    let bare = told(given, false)?;
    match told(Some(&unknown(setup)), false) {
        Ok(same) if same == bare => Ok(bare),
        _ => told(given, true),
    }
}

/// The same position, with nobody knowing what lies face down.
fn unknown(setup: &Setup) -> Setup {
    let mut setup = setup.clone();
    let stacked = setup
        .nations
        .iter_mut()
        .flatten()
        .flatten()
        .flat_map(|building| &mut building.stack);
    stacked
        .filter(|card| !card.face_up)
        .for_each(|card| card.known = Seats::NONE);
    setup
}

fn told(
    script: &Arc<Script>,
    (players, seed): (u8, u64),
    given: Option<&Setup>,
    marks: bool,
    taken: &[Taken],
) -> Result<String, (usize, Misfit)> {
    let (mut next, mut misfit) = (taken.iter().enumerate(), None);
    let trace = trace_from(script, (players, seed), given, marks, |game: &Game| {
        let (number, taken) = next.next()?;
        offered(game, taken)
            .map(|(_, choice)| choice)
            .map_err(|why| misfit = Some((number, why)))
            .ok()
    });
    match (misfit, next.next()) {
        (Some(misfit), _) => Err(misfit),
        (None, Some((number, _))) => Err((number, Misfit::Over)),
        (None, None) => Ok(trace),
    }
}

/// Plays one game, as long as `choose` knows what to take.
pub fn trace_by(
    script: &Arc<Script>,
    players: u8,
    seed: u64,
    choose: impl FnMut(&Game) -> Option<Choice>,
) -> String {
    trace_from(script, (players, seed), None, false, choose)
}

fn trace_from(
    script: &Arc<Script>,
    (players, seed): (u8, u64),
    given: Option<&Setup>,
    marks: bool,
    mut choose: impl FnMut(&Game) -> Option<Choice>,
) -> String {
    let mut out = String::with_capacity(1 << 16);
    write_header(&mut out, script, players, seed);
    let mut shuffles = Shuffles::default();
    let mut game = match given {
        None => Game::deal(script.clone(), players, seed, &mut shuffles),
        Some(setup) => Game::from_setup(script.clone(), setup, seed, &mut AsItLies(&mut shuffles)),
    };
    // What a game begins with may say who knows which card.
    let mut marks = marks;
    if given.is_some() && game.decision().is_none() {
        write_open(&mut out, &game, marks);
    }
    loop {
        out.push_str(&shuffles.lines);
        shuffles.lines.clear();
        let (Some((_, asked)), Some(who)) = (game.decision(), game.chooser()) else {
            break;
        };
        let Some(choice) = choose(&game) else { break };
        if asked == Asked::Menu {
            write_open(&mut out, &game, std::mem::take(&mut marks));
        }
        write_decision(&mut out, &game, who);
        let _ = write!(out, "> {who}: ");
        out.push_str(&label(&game, choice));
        out.push('\n');
        let taken = match given {
            None => game.take(choice, &mut shuffles),
            Some(_) => game.take(choice, &mut AsItLies(&mut shuffles)),
        };
        taken.expect("players choose among the options");
    }
    match game.outcome() {
        Outcome::Won(seat) => {
            let _ = writeln!(out, "winner {seat}");
        }
        Outcome::Drawn => out.push_str("draw\n"),
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
        let _ = writeln!(
            out,
            "dispute {} {}",
            dispute.name, dispute.values[dispute.value as usize].0
        );
    }
}

/// A block `position ... end`.
pub fn write_position(out: &mut String, game: &Game) {
    write_open(out, game, false);
}

fn write_open(out: &mut String, game: &Game, known: bool) {
    out.push_str("position\n");
    write_view(
        out,
        &game.script().rules,
        &View::open(game.board(), &game.script().rules.cards),
        known,
    );
    out.push_str("end\n");
}

/// A line `? PLAYER: OPTIONS`.
pub fn write_decision(out: &mut String, game: &Game, who: Chooser) {
    let _ = write!(out, "? {who}: ");
    for (index, choice) in game.options().into_iter().enumerate() {
        if index > 0 {
            out.push_str(" | ");
        }
        out.push_str(&label(game, choice));
    }
    out.push('\n');
}

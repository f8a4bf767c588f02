//! Plays rulings, and judges whether what they expect is so.

use std::sync::Arc;

use crate::expectations::check_ruling;
use crate::positions::moves::{Witness, play_from};
use crate::positions::read::read_position;
use crate::ruling::{Failure, Ruling, failure, placed, quoted};
use board::{Board, Chooser, Event};
use engine::{Cause, Game, Ran, Script, Setup, Watch};
use explain::cut::Faults;
use explain::log::Log;
use lang::notation::{MoveLine, parse_moves};
use rules::ir::Pc;
use text::Source;

/// Plays a ruling and compares. Its game is made by `script`.
///
/// # Errors
/// Everything that is not as the ruling says, or what is wrong with the ruling itself.
pub fn run_ruling(
    source: &Source,
    ruling: &Ruling,
    script: Arc<Script>,
) -> Result<Game, Vec<Failure>> {
    watch_ruling(source, ruling, script, &mut ())
}

/// Like [`run_ruling`], with somebody who looks on.
///
/// # Errors
/// Those of [`run_ruling`].
pub fn watch_ruling(
    source: &Source,
    ruling: &Ruling,
    script: Arc<Script>,
    witness: &mut impl Witness,
) -> Result<Game, Vec<Failure>> {
    let (game, failures) = judge_ruling(source, ruling, script, witness)?;
    if failures.is_empty() {
        Ok(game)
    } else {
        Err(failures)
    }
}

/// Plays a ruling to where its expectations begin, and all of them that are not met.
///
/// # Errors
/// What is wrong with its position and its moves.
pub fn judge_ruling(
    source: &Source,
    ruling: &Ruling,
    script: Arc<Script>,
    witness: &mut impl Witness,
) -> Result<(Game, Vec<Failure>), Vec<Failure>> {
    let log = (!ruling.expect.get_ref().told.is_empty()).then(Log::open);
    let mut watched = Watched {
        witness,
        faults: Faults::default(),
        log,
    };
    let game = play_ruling(source, ruling, script, &mut watched)?;
    let mut failures = check_ruling(source, ruling, &game);
    failures.extend(reported(ruling, &watched.faults));
    failures.extend(untold(ruling, watched.log.as_ref().map_or(&[], Log::lines)));
    Ok((game, failures))
}

/// Somebody who looks on, and beside them somebody who notes what is cut off, and what is told where that is expected.
struct Watched<'a, W> {
    witness: &'a mut W,
    faults: Faults,
    log: Option<Log>,
}

impl<W: Watch> Watch for Watched<'_, W> {
    fn event_by(
        &mut self,
        script: &Script,
        board: &Board,
        event: &Event<'_>,
        cause: Option<Cause>,
    ) {
        self.faults.event_by(script, board, event, cause);
        if let Some(log) = &mut self.log {
            log.event_by(script, board, event, cause);
        }
        self.witness.event_by(script, board, event, cause);
    }

    fn ran(&mut self, at: Pc, how: Ran) {
        self.witness.ran(at, how);
    }
}

impl<W: Witness> Witness for Watched<'_, W> {
    fn chosen(&mut self, game: &Game, who: Chooser, label: &str) {
        self.witness.chosen(game, who, label);
    }

    fn stands(&mut self, game: &Game) {
        self.witness.stands(game);
    }
}

/// What is cut off must be expected, and the other way round.
fn reported(ruling: &Ruling, faults: &Faults) -> Option<Failure> {
    let expect = &ruling.expect;
    match (&expect.get_ref().report, faults.told.first()) {
        (None, None) => None,
        (None, Some(told)) => {
            let help = "mend the text; if this is what the ruling is about, say so with `report = \"...\"`";
            Some(failure(expect.span(), told.clone()).with_help(help))
        }
        (Some(wanted), None) => {
            Some(failure(wanted.span(), "no text is cut off").with_help("leave `report` out"))
        }
        (Some(wanted), Some(_))
            if faults
                .told
                .iter()
                .any(|told| told.contains(wanted.get_ref().as_str())) =>
        {
            None
        }
        (Some(wanted), Some(told)) => {
            let help = format!("reported is: {told}");
            Some(
                failure(
                    wanted.span(),
                    format!("nothing reported says `{}`", wanted.get_ref()),
                )
                .with_help(help),
            )
        }
    }
}

/// Sentences that are expected and not told.
fn untold(ruling: &Ruling, lines: &[String]) -> Vec<Failure> {
    let expected = ruling.expect.get_ref().told.iter();
    let missing = expected.filter(|wanted| !lines.iter().any(|line| line == wanted.get_ref()));
    let told = || match lines {
        [] => "nothing is told".to_string(),
        lines => format!("told is: {}", lines.join(" ")),
    };
    missing
        .map(|wanted| failure(wanted.span(), "the log does not say so").with_help(told()))
        .collect()
}

/// The position of a ruling.
///
/// # Errors
/// Everything that is wrong with it.
pub fn setup_of(source: &Source, ruling: &Ruling, script: &Script) -> Result<Setup, Vec<Failure>> {
    let position = &ruling.position;
    read_position(position.get_ref(), 0, &script.rules)
        .map_err(|faults| placed(&quoted(source, position), faults))
}

/// The moves of a ruling.
///
/// # Errors
/// Every line that cannot be read.
pub fn moves_of(source: &Source, ruling: &Ruling) -> Result<Vec<MoveLine>, Vec<Failure>> {
    let Some(moves) = &ruling.moves else {
        return Ok(Vec::new());
    };
    let quoted = quoted(source, moves);
    let mut lines = parse_moves(moves.get_ref(), 0).map_err(|faults| placed(&quoted, faults))?;
    for line in &mut lines {
        line.player.span = quoted.place(line.player.span);
        line.labels
            .iter_mut()
            .for_each(|label| label.span = quoted.place(label.span));
        line.fallen
            .iter_mut()
            .for_each(|fallen| fallen.on.span = quoted.place(fallen.on.span));
    }
    Ok(lines)
}

/// Plays a ruling up to where its expectations begin.
///
/// # Errors
/// What is wrong with its position and its moves.
pub fn play_ruling(
    source: &Source,
    ruling: &Ruling,
    script: Arc<Script>,
    witness: &mut impl Witness,
) -> Result<Game, Vec<Failure>> {
    let (setup, lines) = match (setup_of(source, ruling, &script), moves_of(source, ruling)) {
        (Ok(setup), Ok(lines)) => (setup, lines),
        (Err(faults), Ok(_)) | (Ok(_), Err(faults)) => return Err(faults),
        (Err(faults), Err(more)) => return Err([faults, more].concat()),
    };
    play_from(script, &setup, &lines, witness)
}

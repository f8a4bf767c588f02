//! Plays rulings, and judges whether what they expect is so.

use std::sync::Arc;

use crate::expectations::check_ruling;
use crate::positions::moves::{Witness, play_from};
use crate::positions::read::read_position;
use crate::ruling::{Failure, Ruling, failure, placed, quoted};
use crate::traces::timeline::Both;
use engine::{Game, Script, Setup};
use explain::cut::Faults;
use explain::log::Log;
use lang::notation::{MoveLine, parse_moves};
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
    let (mut faults, mut log) = (Faults::default(), Log::open());
    let mut watched = Both(&mut faults, witness);
    let game = if ruling.expect.get_ref().told.is_empty() {
        play_ruling(source, ruling, script, &mut watched)
    } else {
        play_ruling(source, ruling, script, &mut Both(&mut log, &mut watched))
    }?;
    let mut failures = check_ruling(source, ruling, &game);
    failures.extend(reported(ruling, &faults));
    failures.extend(untold(ruling, log.lines()));
    Ok((game, failures))
}

/// What is cut off must be expected, and the other way round.
fn reported(ruling: &Ruling, faults: &Faults) -> Option<Failure> {
    let expect = &ruling.expect;
    let (span, reason, help) = match (&expect.get_ref().report, faults.told.first()) {
        (None, None) => return None,
        (None, Some(told)) => {
            let help = "correct the text; if the ruling is about this, add `report = \"...\"`";
            (expect.span(), told.clone(), help.to_string())
        }
        (Some(wanted), None) => (
            wanted.span(),
            "no text was cut off".to_string(),
            "remove `report`".to_string(),
        ),
        (Some(wanted), Some(told)) => {
            let word = wanted.get_ref().as_str();
            if faults.told.iter().any(|told| told.contains(word)) {
                return None;
            }
            (
                wanted.span(),
                format!("no report contains `{word}`"),
                format!("the report is: {told}"),
            )
        }
    };
    Some(failure(span, reason).with_help(help))
}

/// Sentences that are expected and not told.
fn untold(ruling: &Ruling, lines: &[String]) -> Vec<Failure> {
    let expected = ruling.expect.get_ref().told.iter();
    let missing = expected.filter(|wanted| !lines.iter().any(|line| line == wanted.get_ref()));
    let told = || match lines {
        [] => "the log is empty".to_string(),
        lines => format!("the log is: {}", lines.join(" ")),
    };
    missing
        .map(|wanted| {
            failure(wanted.span(), "the log does not contain this sentence").with_help(told())
        })
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
        let labels = line.labels.iter_mut().map(|label| &mut label.span);
        let fallen = line.fallen.iter_mut().map(|fallen| &mut fallen.on.span);
        for span in labels.chain(fallen).chain([&mut line.player.span]) {
            *span = quoted.place(*span);
        }
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
